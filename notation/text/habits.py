"""Habits: what a whole record does that SGN does not, such as the suit before the rank or another alphabet.

Looked for where much of a game could not be read, before its words are diagnosed one by one. Each habit
changes all of the text in one way; those after which the game can be read are one finding with one change.
A text that can be read is never examined.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Fix, Phrase
from notation.findings.hints import tag_meant
from notation.record.span import Span
from notation.record.tags import LETTERS
from notation.text.letters import ALPHABETS
from notation.text.spellings import TAKES, Names, plain
from notation.text.spoken import EACH_RANK, EACH_SUIT, RANKS, SUITS, marriage

_AS_ERRORS: Final = frozenset({catalogue.REMARK_PLAYED, catalogue.UNKNOWN_MARK})
"""Warnings about what was read otherwise than it was meant."""
LEAST: Final = 3
"""Places at least in which a habit shows."""
MOST_TEXT: Final = 1 << 16
"""Characters of a game in which habits are looked for."""

_RANK: Final = "10|[ATKQJ97XOU]"
_SUIT: Final = "[shdcSHDC♠♥♦♣]"
_CARD: Final = rf"(?:{_RANK}){_SUIT}"
_ANY: Final = r"(?:10|[^\W_])[^\W\d_]|(?:10|[^\W_])[♠♥♦♣♤♡♢♧]\ufe0f?"
"""A card in any letters."""
_TURNED: Final = r"[^\W\d_](?:10|9|7)"
"""A card of which the suit is written first, where its rank is a number."""
_SIGNS: Final = str.maketrans("♤♡♢♧", "♠♥♦♣")
_ENTITIES: Final = {"spades": "♠", "hearts": "♥", "diams": "♦", "clubs": "♣"}

_RANK_FIRST: Final = re.compile(
    rf"\b(?P<rank>{EACH_RANK}|10|[AKQJT97])[ \t]?(?:of[ \t]|-)?(?P<suit>{EACH_SUIT})\b", re.IGNORECASE
)
_SUIT_FIRST: Final = re.compile(
    rf"\b(?P<suit>{EACH_SUIT})[ \t-]?(?P<rank>{EACH_RANK}|10|[AKQJT97])\b", re.IGNORECASE
)
_MARRIAGE: Final = re.compile(
    rf"\b[24]0(?:er|-?es|-?as)?[ \t]+(?:(?:in|of|на)[ \t]+)?(?:{EACH_SUIT})\b", re.IGNORECASE
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


_KEPT: Final = re.compile(r'\{(?:[^\\{}]|\\[\s\S])*\}|\[[^\]\[\n]*\]|"[^"\n]*"|;[ \t][^\n]*|<[\d \t-]*>')
"""What is left as it is: comments, tags, names, remarks, card points."""
_DONE: Final = r"(?:[24]0[shdc]?|exchange|close|out)(?![\w-])"
_MARK: Final = re.compile("\ue000(\\d+)\ue001")
_FIRST: Final = re.compile(r"\ufeff?[ \t]*%SGN")


class Habit(NamedTuple):
    """One way of writing: what it is, and the text without it with the number of its places."""

    says: Phrase
    change: Callable[[str], tuple[str, int]]
    least: int = LEAST
    rarest: int = 1
    """In how many places it shows at least where others are seen."""


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
    rank = RANKS.get(found["rank"].casefold(), found["rank"].upper())
    return ("T" if rank == "10" else rank) + SUITS[found["suit"].casefold()]


def _in_words(text: str) -> tuple[str, int]:
    """The text with its cards in letters; after most colons and numbers stands what comes first."""
    begin = re.findall(rf"(?im)^[^\n:.]*[:.][ \t]+(?:({EACH_SUIT})|{EACH_RANK})\b", text)
    shape = _SUIT_FIRST if 2 * sum(map(bool, begin)) > len(begin) else _RANK_FIRST
    text, cards = shape.subn(_named, text)
    text, marriages = _MARRIAGE.subn(lambda found: marriage(found[0]), text)
    return text, cards + marriages


def _in_english(text: str) -> tuple[str, int]:
    """The text with the words of SGN for those of other languages; a head has two at least."""
    heads = sum(_head(found) != found[0] for found in _HEAD.finditer(text))
    text, words = _SAYS.subn(lambda found: _SAID[found[0].casefold()], _HEAD.sub(_head, text))
    return text, 2 * heads + words


def _numbered(text: str) -> tuple[str, int]:
    """The text with numbers before the lines of cards and actions after the head of a deal."""
    if not re.search(r"(?m)^[ \t]*deal[ \t]", text) or re.search(r"(?m)^[ \t]*\d{1,2}\.", text):
        return text, 0
    lines, number, tricks = text.split("\n"), 0, 0
    for at, line in enumerate(lines):
        if re.match(r"[ \t]*deal[ \t]", line):
            number = 0
        elif re.fullmatch(rf"[ \t]*(?:{_DONE}[ \t]+)*(?:{_CARD}|--)[^\n:=]*", line) or (
            number and re.match(rf"[ \t]*{_DONE}", line)
        ):
            number, tricks = number + 1, tricks + 1
            lines[at] = f"{number}. {line.strip()}"
    return "\n".join(lines), tricks


def _head(found: re.Match[str]) -> str:
    head = f"deal {found['number']} dealer {found['dealer'].upper()} trump {found['trump']}"
    return found[0] if head.casefold().split() == found[0].casefold().split() else head


_WRAPPERS: Final = (
    Habit(Phrase("each line begins with a sign of quoting"), _of_lines(r"^[ \t]*(?:>[ \t]?)+")),
    Habit(
        Phrase("each line begins with a time or a name"),
        _of_lines(r"^(?:\[?[\d./, -]*\d\d?:\d\d(?::\d\d)?\]?[ \t-]*)?[^:\n\[]{2,30}:[ \t]"),
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
        Phrase("quotation marks are those of print"),
        lambda text: (re.sub("[“”„‟«»]", '"', text), len(re.findall("[“”„‟«»]", text))),
    ),
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
    Habit(
        Phrase("tricks are numbered with other signs"),
        _sub(
            r"^([ \t]*)[#(]?(\d{1,2}?)(?!\.[^).:,;])"
            rf"(?:[).:,;]{{1,2}}|[ \t]*[-–](?!\d)|(?=[ \t]*(?:{_CARD}|{_DONE})))[ \t]*(?=\S)",
            r"\1\2. ",
        ),
    ),
    Habit(
        Phrase("tricks have their numbers at the end"),
        _sub(rf"^(?=.*{_ANY})(?!deal|\d{{1,2}}[.):])(\S.*?)[ \t]*[(\[#](\d{{1,2}})[)\].]*[ \t]*$", r"\2. \1"),
    ),
    Habit(
        Phrase("cards that are not known are written with other signs"),
        _sub(
            r"(?<=[ \t])(?:(?<!\ue001[ \t])\?{1,3}|[xX]{1,2}|_{1,3}|\.{2,3}|…)(?=[ \t]*$)"
            r"|(?<=\d\.[ \t])(?:[xX]{1,2}|_{1,3}|\.{2,3}|…)(?=[ \t])",
            "--",
        ),
        rarest=LEAST,  # in fewer places, a card may be left out that was known
    ),
    Habit(Phrase("words are those of another language"), _in_english),
    Habit(
        Phrase("words begin with capital letters"),
        _sub(
            r"(?<![\w\"])(?:Deal|Dealer|Trump|Talon|Stock|Exchange|Close|Out|Resign|Score|By|Draw)(?![\w\"])",
            lambda found: found[0].lower(),
        ),
    ),
    Habit(
        Phrase("seats are written without a colon"),
        _sub(rf"(?<![\w\"])([A-D])(?=[ \t]+(?:{_CARD}|--|{_DONE})(?!\w))", r"\1:"),
    ),
    Habit(Phrase("tricks have no numbers"), _numbered),
    Habit(
        Phrase("cards are separated by other signs than blanks"),
        _in_tricks(
            rf"(?<=[\w♠♥♦♣♤♡♢♧])(?<![ \t][A-F])[ \t]*[,;|/+:–—-][ \t]*(?={_TURNED}|{_ANY}|{_DONE}|[A-F]:)",
            " ",
        ),
    ),
    Habit(
        Phrase("cards are separated by other signs than blanks"),
        _sub(rf"(?<=[\w♠♥♦♣])[ \t]*[,;|/-][ \t]*(?=(?:{_TURNED}|{_ANY})(?!\w))", " "),
    ),
    Habit(
        Phrase("cards are written without a blank between them"),
        _in_tricks(
            rf"(?<![\w♠♥♦♣])(?:(?:20|40){_SUIT}|{_CARD})(?:{_CARD})+(?!\w)",
            lambda found: " ".join(re.findall(rf"(?:20|40){_SUIT}|{_CARD}", found[0])),
        ),
    ),
    Habit(
        Phrase("the suit is written before the rank"),
        _sub(rf"(?<![\w\"]){_SUIT}(?:{_RANK})(?!\w)", lambda found: found[0][1:] + found[0][0].lower()),
    ),
    Habit(
        Phrase("ranks are written with small letters"),
        _sub(
            r"(?<![\w\"])[atkqj](?=[shdc♠♥♦♣](?!\w))|^[ \t]*[a-f](?=:[ \t])", lambda found: found[0].upper()
        ),
    ),
)
"""What else may be written otherwise, in the order in which it is taken away."""


def _lettered(text: str) -> Iterator[tuple[Phrase, str]]:
    """The text with each alphabet named in which nearly all of its words of two letters are cards.

    An alphabet in which no more of them are cards than in English is not tried.
    """
    if LETTERS in text or not _FIRST.match(text):
        return
    first, _, rest = text.partition("\n")
    rest = _OPENING_TAG.sub(lambda tag: "" if tag_meant(tag["name"]) == LETTERS else tag[0], rest)
    words = [
        word for word in re.findall(rf"(?<!\w)(?:{_ANY})(?!\w)", _KEPT.sub("", rest)) if word[0] not in "12"
    ]
    strange = [word for word in words if not re.fullmatch(_CARD, word)]
    for alphabet in ALPHABETS.values() if len(strange) >= LEAST else ():
        read = {word for word in set(words) if re.fullmatch(_CARD, alphabet.english(word))}
        number = sum(word in read for word in words)
        if 5 * number >= 4 * len(words) and not read.isdisjoint(strange):
            says = Phrase("cards have the letters of {name}, which no tag names", {"name": alphabet.name})
            yield says, f'{first}\n[{LETTERS} "{alphabet.name}"]\n{rest}'


_OPENING_TAG: Final = re.compile(r"^[ \t]*\[(?P<name>\w+)[^\]\n]*\][ \t\r]*\n", re.MULTILINE)
_RUN: Final = re.compile(r"(?<![\w\"])[^\W_]+(?![\w\"])")
"""A word that is not next to a quotation mark."""


def _latin(word: str) -> str:
    """The word with Latin letters, if each of its letters looks like one."""
    meant = plain(word)
    return meant if meant.isascii() else word


def _seated(names: Names) -> Habit:
    """The habit of calling the players by their names, where SGN has their seats."""

    def change(text: str) -> tuple[str, int]:
        seats = {name: seat for name, seat in names.seats.items() if seat}
        if not seats:
            return text, 0
        each = "|".join(map(re.escape, sorted(seats, key=len, reverse=True)))
        shape = re.compile(
            rf"(?P<dealer>dealer[ \t]+)?(?<!\w)(?P<name>{each})(?!\w)(?:[ \t]*:)?"
            rf"(?P<wins>[ \t]*(?:{TAKES})?[ \t]*(?=[1-9][ \t]*$))?",
            re.IGNORECASE | re.MULTILINE,
        )

        def seat(found: re.Match[str]) -> str:
            letter = seats[found["name"].casefold()]
            if found["wins"] is not None:
                return f"= {letter} "
            return f"{found['dealer']}{letter}" if found["dealer"] else f"{letter}:"

        return shape.subn(seat, text)

    return Habit(Phrase("players are called by their names"), change)


def _bare(text: str) -> tuple[str, list[str]]:
    """The text with a mark in the place of each tag, comment and quoted name; and what was there."""
    kept: list[str] = []

    def mark(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\ue000{len(kept) - 1}\ue001"

    return _KEPT.sub(mark, text), kept


def may_show(text: str, findings: Iterable[Finding]) -> bool:
    """Whether so much of a game could not be read, or was not read as it was meant, that habits may show."""
    faults = sum(each.is_error or each.code in _AS_ERRORS for each in findings)
    few = 1 if "```" in text or not _FIRST.match(text) else LEAST
    return faults >= few and len(text) <= MOST_TEXT


def habits_of(text: str, before: int, errors: Callable[[str], int]) -> Habits | None:
    """The habits of a game that is not read, if nearly all of its errors go with them.

    ``before`` is how many there are in it, and ``errors`` says how many there are in another text.
    """
    changed, told = _plain(text)
    left = errors(changed) if told and changed.strip() else before * (not told)
    if told and left:  # what is done less often than a habit, or a slip beside it
        again, others = _plain(changed, 1)
        if again != changed and (fewer := errors(again)) < left:
            changed, left = again, fewer
            told += others
    looks = _RUN.sub(lambda found: _latin(found[0]), changed) if left >= LEAST else changed
    if looks != changed and 5 * (fewer := errors(looks)) <= left:
        changed, left = looks, fewer
        told.append(Phrase("letters of another script stand in place of Latin ones"))
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


def _plain(text: str, least: int = LEAST) -> tuple[str, list[Phrase]]:
    lines, told = _without(_WRAPPERS, text, least)
    bare, kept = _bare(lines)
    changed, others = _without((_seated(Names(lines)), *_HABITS), bare, least)
    return _MARK.sub(lambda found: kept[int(found[1])], changed), told + others


def _without(habits: Sequence[Habit], text: str, least: int) -> tuple[str, list[Phrase]]:
    told = []
    for habit in habits:
        after, number = habit.change(text)
        if number >= max(min(least, habit.least), habit.rarest) and after != text:
            text = after
            told.append(habit.says)
    return text, told
