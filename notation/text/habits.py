"""Habits: what a whole record does that SGN does not, such as the suit before the rank or another alphabet.

Looked for where much of a game could not be read, before its words are diagnosed one by one. Each habit
changes all of the text in one way; those together after which the game is read are told as one finding with
one change. A text that can be read is never examined.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Fix, Phrase
from notation.record.span import Span
from notation.record.tags import LETTERS
from notation.text.letters import ALPHABETS

LEAST: Final = 3
"""Places at least in which a habit shows."""
MOST_TEXT: Final = 1 << 16
"""Characters of a game in which habits are looked for."""

_RANK: Final = "10|[ATKQJ9XOU]"
_SUIT: Final = "[shdcSHDC♠♥♦♣]"
_CARD: Final = rf"(?:{_RANK}){_SUIT}"
_ANY: Final = r"(?:10|[^\W_])[^\W\d_]|(?:10|[^\W_])[♠♥♦♣♤♡♢♧]\ufe0f?"
"""A card in any letters."""
_TURNED: Final = r"[^\W\d_](?:10|9)"
"""A card of which the suit is written first, where its rank is a number."""
_SIGNS: Final = str.maketrans("♤♡♢♧", "♠♥♦♣")
_ENTITIES: Final = {"spades": "♠", "hearts": "♥", "diams": "♦", "clubs": "♣"}

_RANK_NAMES: Final = {
    "A": "ace ass as асо ász",
    "K": "king könig koenig поп крал király",
    "Q": "queen dame ober дама dáma felső",
    "J": "jack knave bube unter вале fante bubi alsó",
    "T": "ten zehn zehner десетка tízes",
    "9": "nine neun neuner девятка kilences",
}
_SUIT_NAMES: Final = {
    "s": "spade spades pik laub пика пики pikk zöld",
    "h": "heart hearts herz купа купи kőr piros",
    "d": "diamond diamonds karo schellen каро káró tök",
    "c": "club clubs kreuz treff eichel спатия спатии treff makk",
}
_RANKS: Final = {name: letter for letter, names in _RANK_NAMES.items() for name in names.split()}
_SUITS: Final = {name: letter for letter, names in _SUIT_NAMES.items() for name in names.split()}
_EACH_RANK: Final = "|".join(sorted(_RANKS, key=len, reverse=True))
_EACH_SUIT: Final = "|".join(sorted(_SUITS, key=len, reverse=True))
_RANK_FIRST: Final = re.compile(
    rf"\b(?P<rank>{_EACH_RANK}|10|[AKQJT9])[ \t]?(?:of[ \t]|-)?(?P<suit>{_EACH_SUIT})\b", re.IGNORECASE
)
_SUIT_FIRST: Final = re.compile(
    rf"\b(?P<suit>{_EACH_SUIT})[ \t-]?(?P<rank>{_EACH_RANK}|10|[AKQJT9])\b", re.IGNORECASE
)
_HEAD: Final = re.compile(
    r"^[ \t]*(?:spiel|partie|runde|blatt|раздаване|игра|leosztás|osztás|hand|round|deal)[ \t]+(?P<number>\d+)"
    r"[ \t:,.-]+(?:dealer|geber|раздава|раздаващ|osztó)[ \t:]+(?P<dealer>[A-F])[ \t,;]+"
    r"(?:trump|trumps|trumpf|коз|adu|ütőszín)[ \t:]+(?P<trump>[^\s]+)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_ACTIONS: Final = {
    "tausch tauscht raubt размяна разменя сменя csere cserél swap": "exchange",
    "zu zugedreht zudrehen gesperrt deckt затваря затваря zár zárás takar betakar shut": "close",
    "aus genug излиза стига elég kész": "out",
}
_SAID: Final = {said: meant for words, meant in _ACTIONS.items() for said in words.split()}
_SAYS: Final = re.compile(rf"(?<=[ \t])(?:{'|'.join(_SAID)})(?=[ \t\r\n!?]|\Z)", re.IGNORECASE)
_TRICK: Final = re.compile(r"^(?P<number>[ \t]*\d{1,2}\.)(?P<rest>[^\n{;@(]*)", re.MULTILINE)


_KEPT: Final = re.compile(r'\{(?:[^\\}]|\\[\s\S])*\}|\[[^\]\n]*\]|"[^"\n]*"|;[ \t][^\n]*')
"""What is left as it is: comments, tags, names, remarks."""
_MARK: Final = re.compile("\ue000(\\d+)\ue001")
_FIRST: Final = re.compile(r"\ufeff?[ \t]*%SGN")


class Habit(NamedTuple):
    """One way of writing: what it is, and the text without it with the number of its places."""

    says: Phrase
    change: Callable[[str], tuple[str, int]]
    least: int = LEAST


class Habits(NamedTuple):
    """The habits of a game: the finding about them, and its text without them."""

    finding: Finding
    text: str


def _sub(
    pattern: str | re.Pattern[str], new: str | Callable[[re.Match[str]], str]
) -> Callable[[str], tuple[str, int]]:
    """A change of every place of a pattern; those that stay as they are do not count."""
    compiled = re.compile(pattern, re.MULTILINE) if isinstance(pattern, str) else pattern

    def change(text: str) -> tuple[str, int]:
        places = (
            found.expand(new) if isinstance(new, str) else new(found) for found in compiled.finditer(text)
        )
        changed = zip(places, compiled.finditer(text), strict=True)
        return compiled.sub(new, text), sum(after != found[0] for after, found in changed)

    return change


def _in_tricks(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Callable[[str], tuple[str, int]]:
    """A change within the lines of tricks, up to the first note."""
    compiled = re.compile(pattern)

    def change(text: str) -> tuple[str, int]:
        number = sum(len(compiled.findall(found["rest"])) for found in _TRICK.finditer(text))
        return _TRICK.sub(lambda found: found["number"] + compiled.sub(new, found["rest"]), text), number

    return change


def _of_lines(
    pattern: str, new: str | Callable[[re.Match[str]], str] = ""
) -> Callable[[str], tuple[str, int]]:
    """A change of every line, if nearly all of them are written so."""
    compiled = re.compile(pattern)

    def change(text: str) -> tuple[str, int]:
        lines = text.split("\n")
        changed = [compiled.subn(new, line) for line in lines]
        number = sum(bool(places) for _, places in changed)
        if 5 * number < 4 * sum(bool(line.strip()) for line in lines):
            return text, 0
        return "\n".join(line for line, _ in changed), number

    return change


def _named(found: re.Match[str]) -> str:
    rank = _RANKS.get(found["rank"].casefold(), found["rank"].upper())
    return ("T" if rank == "10" else rank) + _SUITS[found["suit"].casefold()]


def _in_words(text: str) -> tuple[str, int]:
    """The text with its cards in letters; after most colons and numbers stands what comes first."""
    begin = re.findall(rf"(?im)^[^\n:.]*[:.][ \t]+(?:({_EACH_SUIT})|{_EACH_RANK})\b", text)
    shape = _SUIT_FIRST if 2 * sum(map(bool, begin)) > len(begin) else _RANK_FIRST
    return shape.subn(_named, text)


def _head(found: re.Match[str]) -> str:
    return f"deal {found['number']} dealer {found['dealer'].upper()} trump {found['trump']}"


_WRAPPERS: Final = (
    Habit(Phrase("each line begins with a sign of quoting"), _of_lines(r"^[ \t]*(?:>[ \t]?)+")),
    Habit(
        Phrase("each line begins with a time and a name"),
        _of_lines(r"^\[?[\d./, -]*\d\d?:\d\d(?::\d\d)?\]?[ \t-]*[^:\n]{1,30}:[ \t]"),
    ),
    Habit(Phrase("each line begins with a bullet"), _of_lines(r"^[ \t]*[*•-][ \t]+")),
    Habit(
        Phrase("each line stands in quotation marks"),
        _of_lines(r'^"(.*)"[ \t\r]*$', lambda found: found[1].replace('""', '"')),
    ),
    Habit(
        Phrase("the lines are those of a table"),
        _of_lines(r"^[ \t]*\|(.*)\|[ \t\r]*$", lambda found: found[1].replace("|", " ").strip()),
    ),
    Habit(Phrase("it is fenced as in Markdown"), _sub(r"^[ \t]*```[^\n`]*$", ""), 1),
    Habit(
        Phrase("suits are written as entities"),
        _sub(r"&(spades|hearts|diams|clubs);", lambda found: _ENTITIES[found[1]]),
    ),
)
"""What may stand around the lines of a record, in the order in which it is taken away."""
_HABITS: Final = (
    Habit(
        Phrase("suits are written with open signs"),
        lambda text: (text.translate(_SIGNS), len(re.findall("[♤♡♢♧]", text))),
    ),
    Habit(Phrase("cards are written as words"), _in_words),
    Habit(Phrase("the heads of deals are in other words"), _sub(_HEAD, _head)),
    Habit(
        Phrase("actions are in other words"),
        lambda text: _SAYS.subn(lambda found: _SAID[found[0].casefold()], text),
    ),
    Habit(
        Phrase("cards are separated by other signs than blanks"),
        _in_tricks(rf"(?<=[\w♠♥♦♣♤♡♢♧])(?<![ \t][A-F])[ \t]*[,;|/+:–—-][ \t]*(?={_TURNED}|{_ANY})", " "),
    ),
    Habit(
        Phrase("cards are separated by other signs than blanks"),
        _sub(rf"(?<=[\w♠♥♦♣])[ \t]*[,;|/-][ \t]*(?=(?:{_TURNED}|{_ANY})(?!\w))", " "),
    ),
    Habit(
        Phrase("cards are written without a blank between them"),
        _in_tricks(rf"((?:20|40){_SUIT}|{_CARD})(?=(?:{_CARD})+(?!\w))", r"\1 "),
    ),
    Habit(
        Phrase("the suit is written before the rank"),
        _sub(rf"(?<![\w\"]){_SUIT}(?:{_RANK})(?!\w)", lambda found: found[0][1:] + found[0][0].lower()),
    ),
    Habit(
        Phrase("ranks are written with small letters"),
        _sub(r"(?<![\w\"])[atkqj](?=[shdc♠♥♦♣](?!\w))", lambda found: found[0].upper()),
    ),
    Habit(
        Phrase("tricks are numbered with other signs"),
        _sub(r"^([ \t]*)[#(]?(\d{1,2})(?:\)|:|[ \t]*[-–]|\.\))[ \t]*(?=\S)", r"\1\2. "),
    ),
)
"""What else may be written otherwise, in the order in which it is taken away."""


def _lettered(text: str) -> Iterator[tuple[Phrase, str]]:
    """The text with each alphabet named in which nearly all of its words of two letters are cards."""
    if LETTERS in text or not _FIRST.match(text):
        return
    first, _, rest = text.partition("\n")
    words = [
        word for word in re.findall(rf"(?<!\w)(?:{_ANY})(?!\w)", _KEPT.sub("", rest)) if word[0] not in "12"
    ]
    strange = sum(not re.fullmatch(_CARD, word) for word in words)
    for alphabet in ALPHABETS.values() if strange >= LEAST else ():
        read = [word for word in words if re.fullmatch(_CARD, alphabet.english(word))]
        if 5 * len(read) >= 4 * len(words):
            says = Phrase("cards have the letters of {name}, which no tag names", {"name": alphabet.name})
            yield says, f'{first}\n[{LETTERS} "{alphabet.name}"]\n{rest}'


def _bare(text: str) -> tuple[str, list[str]]:
    """The text with a mark in the place of each tag, comment and quoted name; and what was there."""
    kept: list[str] = []

    def mark(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\ue000{len(kept) - 1}\ue001"

    return _KEPT.sub(mark, text), kept


def may_show(text: str, findings: Iterable[Finding]) -> bool:
    """Whether so much of a game could not be read, or was not read as it was meant, that habits may show."""
    faults = sum(each.is_error or each.code is catalogue.REMARK_PLAYED for each in findings)
    few = 1 if "```" in text or not _FIRST.match(text) else LEAST
    return faults >= few and len(text) <= MOST_TEXT


def habits_of(text: str, errors: Callable[[str], int]) -> Habits | None:
    """The habits of a game that is not read, if nearly all of its errors go with them.

    ``errors`` says how many errors there are in a text.
    """
    before = errors(text)
    lines, told = _without(_WRAPPERS, text)
    bare, kept = _bare(lines)
    changed, others = _without(_HABITS, bare)
    changed = _MARK.sub(lambda found: kept[int(found[1])], changed)
    told += others
    left = errors(changed) if told and changed.strip() else before * (not told)
    for says, lettered in _lettered(changed) if left >= LEAST else ():
        if 5 * (fewer := errors(lettered)) <= left:
            changed, left = lettered, fewer
            told.append(says)
            break
    if not told or 5 * left > before:
        return None
    once = {str(says): says for says in told}.values()
    names: dict[str, Fact] = {f"habit{number}": says for number, says in enumerate(once)}
    what = Phrase("; ".join(f"{{{name}}}" for name in names), names)
    ends = text.split("\n")
    everything = Span(1, 1, len(ends), len(ends[-1]) + 1)
    facts: dict[str, Fact] = {"what": what, "number": before}
    first = Span(1, 1, 1, len(ends[0]) + 1)
    return Habits(Finding(catalogue.HABIT, first, facts, proposal=Fix(everything, changed, True)), changed)


def _without(habits: Sequence[Habit], text: str) -> tuple[str, list[Phrase]]:
    """A text without some habits, and those that it had."""
    told = []
    for habit in habits:
        after, number = habit.change(text)
        if number >= habit.least and after != text:
            text = after
            told.append(habit.says)
    return text, told
