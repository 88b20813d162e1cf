"""Known slips: what people write instead of SGN's words: look-alikes, other orders, other languages.

A table that is consulted only where the grammar has refused a text. It looks at that place and its line, and
suggests what may be meant; whether that fits is decided by the grammar and the rest of the record. Text that
can be read is never examined. Long, because it is a table.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from typing import Final, NamedTuple

from notation.findings.finding import Phrase
from notation.record.tags import TAG_NAMES
from notation.record.words import card_word, is_card, read_card
from notation.text import openings, spoken
from notation.text.letters import ALPHABETS, Alphabet
from notation.text.parts import escape_value

_FAR: Final = 4096
"""Characters of a deal that are searched for the number of the last trick."""
MAX_LINE: Final = 256
"""Characters of a line that are examined before a place and after it."""


class Slip(NamedTuple):
    """The text from ``start`` to ``end`` is a slip, for which ``text`` may be meant.

    ``sure`` means that nothing else can be meant. ``read`` is what the grammar reads, from where it stopped,
    with ``text`` in place; None if that is not possible.
    """

    start: int
    end: int
    text: str
    why: Phrase
    sure: bool
    read: str | None


_LINE_NUMBER: Final = re.compile(r"^[ \t]*([0-9]{1,2}|\?)\.", re.MULTILINE)


class Place:
    """A place in a text at which the grammar stopped."""

    def __init__(self, text: str, start: int, names: "Names", alphabet: Alphabet | None = None) -> None:
        self.alphabet = alphabet
        """The letters of the game's cards; in the text they are English."""
        self.text = text
        self.start = start
        self.names = names
        line = text.rfind("\n", 0, start) + 1
        self.before = text[max(line, start - MAX_LINE) : start]
        """The text before it on its line."""
        self.line = text[start : start + MAX_LINE].split("\n", 1)[0].rstrip(" \t\r")
        """The rest of its line."""

    @cached_property
    def trump(self) -> str:
        """The trump suit of the deal around the place, if its head names it."""
        head = self.text.rfind("\ndeal", 0, self.start)
        found = re.compile(r"\ndeal[^\n]{0,64}?trump[ \t]+(?:10|[ATKQJ97])?([shdc])\b").match(
            self.text, max(head, 0)
        )
        return found[1] if found else ""

    @cached_property
    def in_opening(self) -> bool:
        """Whether the last line with a number before it is line `0.` of its deal."""
        head = max(self.text.rfind("\ndeal", 0, self.start), self.start - _FAR, 0)
        numbers = _LINE_NUMBER.findall(self.text[head : self.start])
        return numbers[-1:] == ["0"] and not self.before.lstrip().startswith("=")


class Names:
    """The players of a game, by the names in its tags; looked up on first use."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def seats(self) -> dict[str, str]:
        """The seats by player name; "" for a name shared by several."""
        tags = re.findall(
            r'^[ \t]{0,64}\[([A-D])[ \t]{1,64}"([^"\\\n]{1,64})"\]', self._text[: 1 << 16], re.MULTILINE
        )
        seats: dict[str, str] = {}
        for seat, name in tags:
            for called in {name.casefold(), *name.casefold().split()}:
                seats[called] = "" if called in seats else seat  # ambiguous if two share it
        return seats

    def seat(self, name: str) -> str:
        r"""Return the seat of a player, or "" for an unknown or shared name.

        >>> names = Names('[A "Ivan Petrov"]\n[B "Maria Petrov"]')
        >>> names.seat("ivan"), names.seat("Petrov")
        ('A', '')
        """
        return self.seats.get(" ".join(name.split()).casefold(), "")


# Look-alike characters.

_ALIKE: Final = {
    ord(other): latin
    for others, latins in (
        ("АВЕКМНОРСТХасеорхуѕіјԁԛІЈЅ", "ABEKMHOPCTXaceopxysijdqIJS"),
        ("ΑΒΕΗΙΚΜΝΟΡΤΧΥΖο", "ABEHIKMNOPTXYZo"),
        ("–—−‐‑‒―", "-------"),
        ("“”„‟«»‘’‚´", '""""""\'\'\'\''),
        ("∶˸․", "::."),
    )
    for other, latin in zip(others, latins, strict=True)
}
"""Cyrillic and Greek letters, dashes, quotation marks and dots, with the ASCII characters they resemble."""
_WIDE: Final = "[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
_HIDDEN: Final = "[\u00ad\u034f\u180e\u200b-\u200d\u2060-\u2064\ufeff]"

UNSEEN: Final = Phrase("it contains an invisible character")


def _latin(character: str) -> str:
    if character.isascii():
        return character
    alike = unicodedata.normalize("NFKC", character).translate(_ALIKE)
    return alike if alike.isascii() else character


def plain(word: str) -> str:
    """Return a word with look-alikes replaced by ASCII, and without invisible characters.

    >>> plain("Тs"), plain("１．"), plain("Мария")
    ('Ts', '1.', 'Mapия')
    """
    return "".join(map(_latin, re.sub(_HIDDEN, "", word)))


_SCRIPTS: Final = {
    "CYRILLIC": Phrase("`{letter}` is a Cyrillic letter that looks like `{latin}`"),
    "GREEK": Phrase("`{letter}` is a Greek letter that looks like `{latin}`"),
    "FULLWIDTH": Phrase("`{letter}` is a full-width character that looks like `{latin}`"),
}
_LOOKS: Final = Phrase("`{letter}` ({code}) only looks like `{latin}`")


def _looks(letter: str) -> Phrase:
    """Say what a letter is that looks like another."""
    script = unicodedata.name(letter, "").split(" ", 1)[0]
    facts = {"letter": letter, "latin": _latin(letter)}
    if script in _SCRIPTS:
        return replace(_SCRIPTS[script], facts=facts)
    return replace(_LOOKS, facts={**facts, "code": f"U+{ord(letter):04X}"})


def _look_alikes(place: Place) -> Iterator[Slip]:
    """Yield the word as it looks, or only the sign it starts with."""
    unseen = re.compile(f"(?:{_WIDE}|{_HIDDEN})+").match(place.text, place.start)
    if unseen:
        blank = " " if re.search(_WIDE, unseen[0]) else ""
        yield Slip(place.start, unseen.end(), blank, UNSEEN, True, "")
    for found in (re.match(r"[^\s{}]{1,64}", place.line), re.match(r"[^\w\s]", place.line)):
        meant = plain(found[0]) if found else ""
        if found and meant != found[0] and meant.isascii():
            meant = place.alphabet.english(meant) if place.alphabet else meant
            letter = next(each for each in found[0] if not each.isascii())
            why = UNSEEN if re.match(_HIDDEN, letter) else _looks(letter)
            yield Slip(place.start, place.start + found.end(), meant, why, True, meant)


# Words of other languages.

_WORDS: Final = {
    "deal": "hand game round board, spiel partie runde blatt, раздаване игра ръка, leosztás osztás játszma",
    "dealer": "deals giver, geber gibt kartengeber, раздава раздаващ раздавач дилър, osztó oszt",
    "trump": "trumps atout turn-up turnup, trumpf, коз атут, adu atu ütőszín",
    "talon:": "deck pack rest widow, stapel, талон тесте, pakli",
    "exchange": "exchanges exch swap swaps change changes trade trades, tausch tausche tauscht tauschen"
    " austausch raub raubt rauben, размяна разменя разменям сменя сменям смяна, csere cserél cserélek"
    " cserélés rablás",
    "close": "closes closed cl shut shuts cover covers, zu zugedreht zudrehen sperrt sperren gesperrt deckt"
    " decken gedeckt dreht_zu, затваря затварям затворено, zár zárás zárok csuk becsuk takar takarok betakar"
    " takarás",
    "out": "66 claim claims goes_out sixty-six enough stop, aus meldet_sich_aus genug fertig, излиза излизам"
    " стига край, elég kész hatvanhat",
    "resign": "resigns concede concedes gives_up, aufgabe aufgegeben gibt_auf, предава предавам предава_се"
    " предавам_се, felad feladom feladta",
    "ruling": "decision verdict, urteil entscheid entscheidung, решение, döntés ítélet",
    "draw": "tie tied drawn, unentschieden remis, равен равно реми, döntetlen",
    "by": "via through, durch wegen, чрез поради, által",
    "score": "standing, stand spielstand punktestand, резултат, állás",
    "*": "unfinished open ?, offen abgebrochen, незавършена недовършена, befejezetlen",
    "false-out": "false-claim wrong-claim, fehlansage, грешка, hibás",
    "last-trick": "last_trick, letzter_stich, последна_взятка, utolsó_ütés",
    "resignation": "resigned, aufgabe aufgegeben, предаване, feladás",
    "agreement": "agreed, vereinbart vereinbarung, споразумение, megegyezés",
    "s": "spade spades, pik laub blatt grün, пика пики, pikk zöld",
    "h": "heart hearts coeur, herz rot, купа купи, kőr kör piros",
    "d": "diamond diamonds, karo schellen schelle, каро кари, káró tök",
    "c": "club clubs, kreuz treff eichel, спатия спатии, makk",
}
"""The words of SGN, with their equivalents in English, German, Bulgarian and Hungarian."""
_SAID: Final = tuple(
    (said.replace("_", " "), meant) for meant, spoken in _WORDS.items() for said in re.split(r"[ ,]+", spoken)
)
_EACH_SAID: Final = "|".join(sorted({re.escape(said) for said, _ in _SAID}, key=len, reverse=True))
_SAYS: Final = re.compile(rf"(?:{_EACH_SAID})(?![\w-])", re.IGNORECASE)
_FOR_A_PERSON: Final = frozenset({"exchange", "close", "out", "resign", "deal", "ruling"})
"""Only a person can say what was done at the table, and where a deal starts."""
_DOES: Final = "(?:{})".format(
    "|".join(
        re.escape(said)
        for said, meant in _SAID
        if meant in ("exchange", "close", "out", "resign") and said.isalpha()
    )
)
"""A word for an action."""

OWN_WORD: Final = Phrase("SGN has its own word for this")


def _words(place: Place) -> Iterator[Slip]:
    """Yield the SGN word for its equivalent in another language, with or without a colon."""
    found = _SAYS.match(place.line)
    for said, meant in _SAID if found else ():
        if found and said == found[0].casefold():
            colon = re.compile(r"[ \t]{0,8}[:=]").match(place.line, found.end())
            end = place.start + (colon.end() if colon else found.end())
            yield Slip(place.start, end, meant, OWN_WORD, meant not in _FOR_A_PERSON, meant)


MISSPELT: Final = Phrase("it is misspelt")
CAPITALS: Final = Phrase("SGN keywords are in lower case")
_OWN: Final = tuple(word for word in _WORDS if len(word) > 1)
"""The words of SGN themselves."""


def _misspelt(place: Place) -> Iterator[Slip]:
    """Yield the SGN word for one, in any language, with a wrong, extra, missing or misplaced letter."""
    found = re.match(r"([^\W\d_]{3,24})(?![\w-]):?", place.line)
    if not found:
        return
    word = found[1].casefold()
    own = [each for each in _OWN if _is_near(word, each.rstrip(":"))]
    meanings = dict.fromkeys([*own, *(meant for said, meant in _SAID if _is_near(word, said))])
    for meant in meanings:
        end = place.start + (found.end() if meant.endswith(":") else found.end(1))
        sure = len(meanings) == 1 and (meant not in _FOR_A_PERSON or own == ["deal"])
        yield Slip(place.start, end, meant, MISSPELT, sure, meant)


def _is_near(word: str, said: str) -> bool:
    """Return whether two words differ by one letter; very short ones, by two letters swapped.

    >>> [_is_near(word, "close") for word in ("clsoe", "clse", "closse", "clone", "dose", "close")]
    [True, True, True, True, False, False]
    >>> _is_near("otu", "out"), _is_near("oat", "out")
    (True, False)
    """
    if word == said or word[0] != said[0]:
        return False
    at = next((at for at, (one, other) in enumerate(zip(word, said, strict=False)) if one != other), None)
    at = min(len(word), len(said)) if at is None else at
    rest, meant = word[at:], said[at:]
    if rest[1:2] + rest[:1] + rest[2:] == meant:
        return True
    return len(said) > 4 and meant in (meant[:1] + rest[1:], meant[:1] + rest, rest[1:])


# Before the first lead.

SAID_FIRST: Final = Phrase("what is said before the first lead stands on line `0.`, before trick 1")
_BID: Final = Phrase("a contract is bid by `bid` and its name")
_BAR: Final = Phrase("a bar stands only in a hand, once, after the cards of its first packet")
_FACE_DOWN: Final = Phrase(
    "a card that is played face down stands in square brackets, such as `[Ah]`, or `[--]` if it is not known"
)
_TOGETHER: Final = Phrase("the seats of those who win together are written in order, without spaces")


def _in_opening(place: Place) -> Iterator[Slip]:
    """Yield what is meant by a word on line `0.`: in another language, misspelt, a contract alone."""
    if not place.in_opening:
        return
    start, line, before = place.start, place.line, place.before
    found = re.match(openings.CONTRACT, line, re.IGNORECASE)
    if re.search(r"\bbid[ \t]+$", before):
        word = found or re.match(r"[^\W_](?:[\w-]{0,62}\w)?(?![\w-])", line)
        if word:
            written = word[0]
            meant = openings.contract_meant(written) or written.casefold().replace(" ", "-")
            why = CAPITALS if written.casefold() == meant else openings.CONTRACT_NAME
            yield Slip(start, start + len(written), meant, why, True, meant)
    elif found:
        meant = openings.contract_meant(found[0]) or found[0].casefold()
        yield Slip(start, start + found.end(), f"bid {meant}", _BID, True, f"bid {meant}")
    for pattern, meant in ((openings.NO_TRUMP, "trump none"), (rf"({spoken.EACH_SUIT})(?!\w)", "trump ")):
        named = re.match(pattern, line, re.IGNORECASE)
        if named and not before.rstrip().endswith("trump"):
            text = meant.strip() if not named.groups() else meant + spoken.SUITS[named[1].casefold()]
            yield Slip(start, start + named.end(), text, OWN_WORD, True, text)
    none = re.match(openings.NO_SUIT, line, re.IGNORECASE)
    if none and re.search(r"\btrump[ \t]+$", before):
        yield Slip(start, start + none.end(), "none", OWN_WORD, True, "none")
    spoken_word = re.match(openings.SAID, line, re.IGNORECASE)
    if spoken_word:
        meant = openings.said(spoken_word[0])
        yield Slip(start, start + spoken_word.end(), meant, OWN_WORD, True, meant)
    misspelt = re.match(r"[^\W\d_]{3,24}(?![\w-])", line)
    if misspelt:
        near = [each for each in openings.WORDS if _is_near(misspelt[0].casefold(), each)]
        near += [each for each in openings.WORDS if misspelt[0].casefold() == each != misspelt[0]]
        for meant in near:
            why = CAPITALS if misspelt[0].casefold() == meant else MISSPELT
            yield Slip(start, start + misspelt.end(), meant, why, why is CAPITALS, meant)


# Names of players.

SEAT_LETTER: Final = Phrase("write the seat's letter here, not the player's name")


def _named(place: Place) -> Iterator[Slip]:
    """Yield the seat of a player who is named."""
    for words in (3, 2, 1):
        name = re.match(rf"[^\W\d_][\w'.-]{{0,30}}(?:[ \t]+[\w'.-]{{1,30}}){{{words - 1}}}(?!\w)", place.line)
        seat = place.names.seat(name[0].rstrip(".-")) if name else ""
        if name and seat:
            end = place.start + name.end()
            colon = re.compile(r"[ \t]{0,8}[:=-](?!\w)|[ \t]{0,8}:").match(place.line, name.end())
            wins = re.compile(rf"[ \t]*{_WINS}?[ \t]*([1-9])(?![\w.-])").match(place.line, name.end())
            if wins and not place.before.strip():
                text = f"= {seat} {wins[1]}"
                yield Slip(place.start, place.start + wins.end(), text, RESULT, True, text)
            elif wins and place.before.rstrip().endswith("="):
                text = f"{seat} {wins[1]}"
                yield Slip(place.start, place.start + wins.end(), text, SEAT_LETTER, True, text)
            if colon:
                yield Slip(place.start, place.start + colon.end(), f"{seat}:", SEAT_LETTER, True, f"{seat}:")
            for text in (seat, f"{seat}:"):
                yield Slip(place.start, end, text, SEAT_LETTER, True, text)


# The table of forms: the text before a place on its line, the text there, and what is meant.

SEAT_COLON: Final = Phrase("a seat and the word talon are followed by a colon")
SUIT_LETTER: Final = Phrase("a suit is one of s h d c")
HYPHEN: Final = Phrase("points are joined by a hyphen, without spaces")
FULL_STOP: Final = Phrase("a trick number is followed by a full stop")
ONE_NUMBER: Final = Phrase("a trick has one number, before its first card")
MARRIAGE: Final = Phrase("a marriage is `20` or `40`, and its suit where no card follows")
BLANKS: Final = Phrase("words are separated by spaces")
NO_VERB: Final = Phrase("what is played or announced stands alone, without a verb")
COMMENT: Final = Phrase("a comment is written in braces, or after `;`")
TAG: Final = Phrase('a tag is written `[Name "value"]`')
TAG_NAME: Final = Phrase("the tag has another name in SGN")
HEAD: Final = Phrase("a deal begins with `deal`, a number, `dealer`, a seat, `trump` and a card or suit")
RESULT: Final = Phrase(
    "a result is `=`, the seat, its game points; then the reason, the card points and the score"
)

EACH_CARD: Final = Phrase("each card is its rank and its suit, such as `Kh`")
_NO_TABLE: Final = Phrase("a line holds cards alone, without quotation marks and bars between them")
_NO_BRACKETS: Final = Phrase(
    "what was done stands without brackets; in brackets is what could have been done"
)
UNKNOWN_CARD: Final = Phrase("a card that is not known is written `--`")
LEFT_OUT: Final = Phrase("cards that are not known are left out, with their line")
POINTS: Final = Phrase(
    "points counted at the table are a checkpoint such as `<31-44>`, or a comment in braces"
)

Meant = str | Callable[[Place, re.Match[str], re.Match[str]], str]


class Form(NamedTuple):
    """A row: patterns for the text before and at the place, what is meant (a template), and the reason.

    The slip starts with the group ``back`` of the text before, if any; ``read`` is then what the grammar
    reads.
    """

    before: str
    here: str
    meant: Meant
    why: Phrase
    sure: bool = True
    read: str | None = ""


_OPENS: Final = r"^[ \t]*$"
_ANYWHERE: Final = r"$"
_NAME: Final = r"[A-Za-z][A-Za-z0-9_-]{0,63}"
_QUOTES: Final = "\"“”„‟«»'‘’‚`´"
_DASH: Final = r"[ \t]{0,4}[-:–—−‐‑‒/][ \t]{0,4}"
_NUMBERS: Final = rf"[0-9]{{1,4}}(?:{_DASH}[0-9]{{1,4}}){{1,3}}"
_SUITS: Final = "shdclab♠♥♦♣"
_CARD: Final = rf"(?:10|[ATKQJ97XOU])[{_SUITS}]"
_WINS: Final = r"(?:wins|won|gewinnt|печели|nyer|[:+x=-])"
_RESULTS: Final = "(?:result|ergebnis|резултат|eredmény|=+>)"
_GAIN: Final = r"(?:points?|pts?\.?|gp|punkte?|точк[аи]|т\.|pont)"
_PART: Final = r"(?:by[ \t]+[a-z-]+|\([0-9-]+\)|score[ \t]+[0-9-]+)"
_PARTS: Final = rf"{_PART}(?:[ \t]+{_PART})*"
_NUMBERED: Final = (
    r"(?:(?:trick|stich|взятка|ръка|ütés|t|№|nr\.?|no\.?|#)[ \t]{0,4})?"
    r"\(?([0-9]{1,2}|[lI](?=[.):]))[ \t]{0,4}(?:\.\)|\.{2,3}|[…/.)\]:;,>–—-]|(?=[ \t]))(?![0-9](?![shdc]))"
)


def _points(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return str(re.sub(_DASH, "-", found[1]))


def _in_order(parts: str) -> str:
    """Return the parts of a result after its winner in order, if each occurs once; otherwise ""."""
    found = {part[:1]: part for part in re.findall(_PART, parts)}
    meant = " ".join(found[opens] for opens in "b(s" if opens in found)
    return meant if len(meant) == len(" ".join(parts.split())) else ""


def _tag_of(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    name = TAG_NAMES.get(found[1].casefold(), "")
    if re.match(rf"(?:{_CARD}|--|##)(?!\w)", found[2]):
        return ""  # a hand
    return f'[{name} "{escape_value(found[2].strip())}"]' if name else ""


def names_tag(text: str, name: str) -> bool:
    """Return whether an unread line starts with the name of a tag, in any language.

    >>> names_tag("Regeln: santase", "Rules")
    True
    """
    words = re.findall(r"^[ \t\[(<]{0,8}([^\W\d_][\w-]{0,63})", text, re.MULTILINE)
    return any(TAG_NAMES.get(word.casefold()) == name for word in words)


def _quoted(value: str) -> str:
    """Return the value of a tag as written, to the end of the tag."""
    return '"' + re.sub(r'(?<!\\)(?=")', lambda _: "\\", value) + '"]'


def _value(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return _quoted(found[1].strip())


def _tag_name(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return TAG_NAMES.get(found[0].casefold(), "")


def _with_value(_: Place, before: re.Match[str], found: re.Match[str]) -> str:
    return _quoted(before["back"][1:] + found[1])


def _meld(place: Place, _: re.Match[str], found: re.Match[str]) -> str:
    return "40" if place.trump == found[1] else "20"


def _number(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return f"{found[1]}." if found[1].isdigit() else "1."


def _next_number(place: Place, before: re.Match[str], found: re.Match[str]) -> str:
    """Return the number of a trick, if it is one more than that of the last readable one."""
    head = max(place.text.rfind("\ndeal", 0, place.start), place.start - _FAR, 0)
    numbers = re.findall(r"(?<![\w.])([0-9]{1,2})[.):](?!\w)", place.text[head : place.start])
    meant = _number(place, before, found)
    return meant if meant == f"{int(numbers[-1]) + 1 if numbers else 1}." else ""


def _again(_: Place, before: re.Match[str], found: re.Match[str]) -> str:
    """Return a blank for the number of the trick that is being written, as in `1. Kc 1... Ad`."""
    numbers = re.findall(r"(?<![\w.])([0-9]{1,2})\.(?!\w)", before.string)
    return " " if numbers[-1:] == [found[1]] else ""


def _seat(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return plain(found[1]).upper()


def _seats(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return _seats_of(found[1])


def _seats_of(words: str) -> str:
    """Return the seats of several who win together in order, if each occurs once; otherwise ""."""
    seats = re.findall(r"[A-F]", words)
    return "".join(sorted(seats)) if len(set(seats)) == len(seats) else ""


def _failed(_: Place, before: re.Match[str], found: re.Match[str]) -> str:
    """Return the reason of a contract that failed, as in `gang failed`; "" for other words."""
    reason = openings.reason_meant(before["back"].strip() + f" {found[0]}")
    return reason if reason.endswith("-failed") else ""


def _owner(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return f"{plain(found[1]).upper()}:"


def _comment(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return f"; {found[1].removesuffix('*/').strip()}"


_DEAL: Final = r"^[ \t]*deal[ \t]+[0-9]{1,4}[ \t]*"
_IN_TRICK: Final = r"^[ \t]*[0-9]{1,2}\.[ \t]*"
_BEFORE_CARD: Final = (
    rf"{_IN_TRICK}(?:(?:[A-D]:|exchange|close|[24]0[shdc]?)[ \t]+){{0,5}}(?:{_CARD}[!?]*[ \t]+){{0,3}}$"
)
"""The text before a lead, or before a reply."""
_AFTER_CARD: Final = rf"{_IN_TRICK}.*(?:{_CARD}|--|out)[!?^]*[ \t]*$"
_TRICK_DONE: Final = rf"{_IN_TRICK}.*(?:{_CARD}[!?^]*[ \t]+{_CARD}|out)[!?^]*[ \t]*$"
_HOLDING: Final = r"^[ \t]*(?:[A-F]|talon|stock|widow):"
_NO_MORE: Final = rf"(?!.*(?:(?<!\w){_CARD}(?!\w)|(?<!\w){spoken.NAMED}|--|<))"
"""No card stands in the rest of the line, in letters or in words."""
_VERB: Final = (
    r"(?:has|have|had|plays?|played|leads?|led|answers?|answered|follows?|followed|announces?|announced|says?|"
    r"said|declares?|declared|spielt|spielte|legt|legte|sagt|sagte|meldet|meldete|hat|играе|пуска|отговаря|"
    r"обявява|казва|hív|hívja|hívta|rak|rakja|játszik|játssza|kijátssza|mond|bemond|bemondja)"
    r"(?:[ \t]+(?:with|out|aus|mit|an|с))?"
)
"""What a player does with a card or an announcement, where SGN has only what it is."""
_AND: Final = "(?:and|then|und|dann|и|после|és|majd)"
_ARTICLE: Final = r"(?:(?:the|an?|der|die|das|den|az)[ \t]+)?"
_SAID_OR_PLAYED: Final = rf"(?:{_CARD}(?!\w)|{spoken.NAMED}|{spoken.MARRIAGE}|{_SAYS.pattern})"
TAKES: Final = (
    r"(?:wins?|won|takes?|took|gewinnt|sticht|nimmt|macht|печели|взема|взима|цака|nyeri?|viszi|üti|ütötte)"
)


def _card(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return spoken.less_one(found[0])


def _next_deal(place: Place, _: re.Match[str], found: re.Match[str]) -> str:
    """Return the word at the place, after the number of the next deal."""
    numbers = re.findall(r"^deal[ \t]+([0-9]{1,3})", place.text[: place.start], re.MULTILINE)
    return f"{int(numbers[-1]) + 1 if numbers else 1} {found[0].lower()}"


def _noted(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return "{" + re.sub(r"^[-\s]+(?!>)", "", found[1].strip(" \t\r,;:–—")) + "}"


def _noted_sign(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    return "{" + found[1] + "}"


def _row(_: Place, __: re.Match[str], found: re.Match[str]) -> str:
    """Return the line of cards or of a trick that is a row of a table."""
    return " ".join(
        [f"{found[1].rstrip('.:')}{'.' if found[1][0].isdigit() else ':'}", *_EACH.findall(found[2])]
    )


_EACH: Final = re.compile(rf"(?:{_CARD}|--|##|[24]0[shdc]?|exchange|close|out)[!?]{{0,2}}")
_CELL: Final = r"[ \t]*(?:\"?[|;,\t]|\"[ \t]*[|;,\t]?)[ \t]*\"?[ \t]*"
"""What stands between two cells of a table."""

SPOKEN: Final = (
    Form(
        _OPENS,
        rf"[|\"][ \t]*\"?[ \t]*([A-F]:?|talon:?|[0-9]{{1,2}}\.?){_CELL}"
        rf"((?:(?:{_EACH.pattern})(?:{_CELL}|[ \t]+|$))+)$",
        _row,
        _NO_TABLE,
    ),
    Form(_OPENS, r"[*•·-][ \t]+(?=[0-9]{1,2}[.)])", " ", BLANKS),
    Form(
        r"=[ \t]*(?:AC|BD|[A-D])[ \t]+[0-9]+[ \t]*$",
        r"(out|total|last-trick|resignation|agreement|forfeit)(?=[ \t]|$)",
        r"by \1",
        RESULT,
    ),
    Form(r"=[ \t]*(?:AC|BD|[A-D])[ \t]+[0-9]+$", r"[.,]0(?![\w.,])", " ", RESULT),
    Form(_ANYWHERE, r"\([ \t]*([0-9]{1,4}),[ \t]?([0-9]{1,4})[ \t]*\)", r"(\1-\2)", HYPHEN),
    Form(r"score[ \t]+$", r"([0-9]{1,4}),([0-9]{1,4})(?![\w.,])", r"\1-\2", HYPHEN),
    Form(
        _OPENS,
        r"(?:hand|cards|karten|blatt|карти|ръка|lapok)[ \t]+(?:of|von|на)?[ \t]*([A-D])[ \t]*[:=]",
        _owner,
        SEAT_COLON,
    ),
    Form(rf"{_IN_TRICK}.*(?P<back>\([ \t]*)$", r"([0-9]{1,3})[ \t]*\)", r"{\1}", POINTS, False, None),
    Form(
        rf"{_IN_TRICK}.*(?P<back>\([ \t]*)$",
        rf"({_NUMBERS})[ \t]*\)",
        lambda _, __, found: f"<{_points(_, __, found)}>",
        HYPHEN,
        False,
        None,
    ),
    Form(
        _IN_TRICK,
        r"[(\[]((?:(?:exchange|close|out|resign|[24]0[shdc]?)(?:,?[ \t]+|(?=[)\]])))+)[)\]]",
        lambda _, __, found: found[1].replace(",", ""),
        _NO_BRACKETS,
        False,
    ),
    Form(_IN_TRICK, r"\[(?:-[shdc]|(?:10|[ATKQJ97])-)\]", "[--]", _FACE_DOWN, False),
    Form(rf"{_HOLDING}[ \t]*$", spoken.BY_SUIT, lambda _, __, found: spoken.by_suit(found[0]), EACH_CARD),
    Form(_ANYWHERE, spoken.CHAIN, lambda _, __, found: spoken.chain(found[0]), EACH_CARD),
    Form(_IN_TRICK, spoken.MARRIAGE, lambda _, __, found: spoken.marriage(found[0]), MARRIAGE),
    Form(
        rf"{_IN_TRICK}(?:.*[ \t])?(?P<back>(?:20|40)[ \t]*)$",
        rf"(?:(?:in|of|на|в)[ \t]+)?(?:{spoken.EACH_SUIT})(?!\w)",
        lambda _, before, found: spoken.marriage(before["back"] + found[0]),
        MARRIAGE,
    ),
    Form(_ANYWHERE, spoken.STUCK, lambda _, __, found: spoken.apart(found[0]), BLANKS),
    Form(_ANYWHERE, rf"[{_QUOTES}*_(\[<]{{1,2}}({_CARD})[{_QUOTES}*_)\]>]{{1,2}}(?!\w)", r"\1", EACH_CARD),
    Form(_BEFORE_CARD, rf"{spoken.UNKNOWN}(?=[ \t]*(?:$|[{{;]))", "--", UNKNOWN_CARD, False),
    Form(r"^[ \t]*[0-9]{1,2}\.[ \t]+$", rf"{spoken.UNKNOWN}(?=[ \t]+{_CARD})", "--", UNKNOWN_CARD, False),
    Form(
        rf"{_IN_TRICK}(?:[24]0[shdc]?[ \t]+)?{_CARD}[ \t]*$",
        rf"[x×:](?=[ \t]+{_CARD}[ \t]*(?:$|[{{;]))",
        " ",
        BLANKS,
    ),
    Form(
        r"^[ \t]*(?:[0-9]{1,2}\.|[A-F]:)(?:.*[^ \t])?(?P<back>[ \t]*)$",
        rf"{_VERB}[ \t]+{_ARTICLE}(?={_SAID_OR_PLAYED})",
        " ",
        NO_VERB,
    ),
    Form(
        rf"{_IN_TRICK}.*[\w♠♥♦♣][!?^]*[ \t]*$",
        rf"(?:[,;][ \t]*(?:{_AND}[ \t]+)?|{_AND}[ \t]+)"
        rf"(?:{_VERB}[ \t]+{_ARTICLE})?"
        rf"(?=(?:[^\W\d_][\w'.]*:?[ \t]+(?:{_VERB}[ \t]+)?{_ARTICLE})?{_SAID_OR_PLAYED})",
        " ",
        BLANKS,
    ),
    Form(
        rf"(?P<back>{_HOLDING}[ \t]*)$",
        rf"(?:{spoken.UNKNOWN}|{_NO_MORE}(?!.*\b{_DOES}\b)[^\n{{}};<>]*[^\W\d_]{{3}}[^\n{{}};<>]*)$",
        " ",
        LEFT_OUT,
        False,
        "--",
    ),
    Form(rf"{_HOLDING}.*(?:--|[–—])[ \t]+$", r"[–—](?=[ \t]|$)", "--", UNKNOWN_CARD, False),
    Form(rf"{_HOLDING}.*$", r"[–—](?=[ \t]+[–—]|[ \t]*$)", "--", UNKNOWN_CARD, False),
    Form(rf"{_HOLDING}.*$", rf"(?![–—-]){spoken.UNKNOWN}(?=[ \t]|$)", "--", UNKNOWN_CARD, False),
    Form(_OPENS, r"\"([^\"]*)\"$", r"\1", BLANKS),
    Form(_OPENS, rf"([0-9]{{1,2}}?)[):,-]?(?={_CARD}(?!\w))", _next_number, FULL_STOP),
    Form(_OPENS, rf"([0-9]{{1,2}}?)[):,-]?(?={_CARD}(?!\w))", _number, FULL_STOP, False),
    Form(_ANYWHERE, spoken.DOUBLED, _card, MISSPELT),
    Form(
        _ANYWHERE,
        rf"(?-i:([A-D]))(?=[ \t]+(?:{_CARD}|--|[24]0[shdc]?|(?:exchange|close|out|resign))(?!\w))",
        _owner,
        SEAT_COLON,
    ),
    Form(
        _OPENS,
        r"([A-D])(?:'s)?[ \t]+(?:hand|has|had|holds|held|cards|hat|има|държи|lapjai)(?!\w)[ \t]*[:=]?",
        _owner,
        SEAT_COLON,
    ),
    Form(_AFTER_CARD, rf"([^\W\d_]\w*[ \t]+{TAKES}(?!\w)[^\n{{}};]*)$", _noted, COMMENT, False),
    Form(_AFTER_CARD, r"\(([A-D])\)", _noted, COMMENT, False),
    Form(_HOLDING, r"[\[(]([^\[\]()\n]*)[\])]", r"\1", BLANKS),
    Form(_AFTER_CARD, rf"{_NO_MORE}((?:[-=]+>|→)[ \t]*[^\n{{}};]+)$", _noted, COMMENT, False),
    Form(_AFTER_CARD, rf"{_NO_MORE}[-=][ \t]+([^\n{{}};]*[^\W\d_]{{2}}[^\n{{}};]*)$", _noted, COMMENT, False),
    # Heads of deals.
    Form(r"^[ \t]*deal[ \t]+$", r"dealer(?!\w)", _next_deal, HEAD),
    Form(
        _OPENS,
        r"(?:(?:#|№|no\.?|nr\.?)[ \t]*)?([0-9]{1,3})[.:),-]?[ \t]+(?:deal[ \t]+)?(dealer)(?!\w)",
        r"deal \1 \2",
        HEAD,
    ),
    Form(_OPENS, r"dealer(?!\w)", lambda *place: f"deal {_next_deal(*place)}", HEAD),
    Form(rf"{_DEAL}$", r"[(\[]([^()\[\]\n]+)[)\]]", r"\1", HEAD),
    Form(rf"{_DEAL}", r"[,;:–—-]+(?=[ \t]+\w)", " ", HEAD),
)
"""Cards and other things as they are spoken of, which are looked for before single words."""
PROSE: Final = (
    Form(_TRICK_DONE, r"(?=[^\n]*[0-9])[,;:(]*[ \t]*([-+=:/0-9 ]*[0-9+=-])\)?$", _noted, POINTS, False),
    Form(
        _TRICK_DONE,
        r"([A-D]|[:;][-o]?[()DPp]|[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f]{1,8})$",
        _noted_sign,
        COMMENT,
        False,
    ),
    Form(
        rf"{_IN_TRICK}.*{_CARD}[!?^]*[ \t]+$",
        rf"\(?([^\W\d_]{{3,}}(?:[ \t]+[^\W\d_]+)*)\)?(?=[ \t]+(?:{_CARD}|--))",
        _noted,
        COMMENT,
        False,
    ),
    Form(rf"{_IN_TRICK}$", r"([1-9][0-9]{0,2})[ \t]*[,;:]?(?=[ \t]+out(?!\w))", _noted, POINTS, False),
    Form(
        _IN_TRICK,
        rf"(?=\S+[ \t]+\S){_NO_MORE}([^\n{{}};<>]*[^\W\d_]{{3}}[^\n{{}};<>]*)$",
        _noted,
        COMMENT,
        False,
    ),
    Form(
        r"^[ \t]*(?:=[ \t]*[A-D][ \t]+[0-9]|deal[ \t].*trump[ \t]+\S)",
        rf"{_NO_MORE}([^\n{{}};<>]*[^\W\d_]{{3}}[^\n{{}};<>]*)$",
        _noted,
        COMMENT,
        False,
    ),
    Form(
        _OPENS,
        rf"(?!\[|deal|ruling|[A-D]\b)(?![^\n]*\b{TAKES}\b)(?=[^\n]*[^\W\d_]{{3}})(?=\S+[ \t]+\S){_NO_MORE}"
        r"([^\d\n{};<>=:][^\n{};<>=]*)$",
        r"; \1",
        COMMENT,
        False,
    ),
)
"""Text that is no part of the play."""


FORMS: Final = (
    # Tags.
    Form(r"\[[ \t]*$", rf"[^\W\d_]{{2,16}}(?=[ \t]*[:=]?[ \t]*[{_QUOTES}])", _tag_name, TAG_NAME),
    Form(
        rf"\[[ \t]*{_NAME}[ \t]*$",
        rf"[:=]?[ \t]*[{_QUOTES}]?([^\n\"{_QUOTES}\]]*)[{_QUOTES}]?[ \t]*[\])>]?$",
        _value,
        TAG,
    ),
    Form(
        rf"\[[ \t]*{_NAME}[ \t]+(?P<back>\"[^\"\n]*\"[ \t]*)$",
        r'([^\n\]]*)"[ \t]*\]$',
        _with_value,
        TAG,
        True,
        "]",
    ),
    Form(rf"\[[ \t]*{_NAME}[ \t]+\"[^\"\n]*\"[ \t]*$", r"[)}>]$", "]", TAG),
    Form(
        _OPENS,
        rf"[\[(<]?[ \t]*([^\W\d_][\w-]*)[ \t]*[:=]?[ \t]*[{_QUOTES}]([^\n]*?)[{_QUOTES}][ \t]*[\])>]?$",
        _tag_of,
        TAG,
    ),
    Form(_OPENS, r"[\[(<]?[ \t]*([^\W\d_][\w-]*)[ \t]*[:=]?[ \t]*([^\n\"]*?)[\])>]$", _tag_of, TAG),
    Form(_OPENS, r"([^\W\d_][\w-]*)[ \t]*[:=][ \t]*([^\n\"]*)$", _tag_of, TAG),
    # Heads of deals.
    Form(r"^[ \t]*deal[ \t]+[0-9]{1,4}[ \t]+$", r"([A-D])(?![\w:])", r"dealer \1", HEAD),
    Form(
        r"^[ \t]*deal[ \t]+[0-9]{1,4}[ \t]+$",
        r"(trump[ \t]+\S{1,4})[ \t]+(dealer[ \t]+[A-D])(?!\w)",
        r"\2 \1",
        HEAD,
    ),
    Form(
        r"^[ \t]*deal[ \t]+$",
        r"(?:no\.?|nr\.?|№|#)?[ \t]*([0-9]{1,4})(?:st|nd|rd|th)?[.:),;-]*(?=\s|$)",
        r"\1",
        HEAD,
    ),
    Form(r"dealer[ \t]+[A-D][ \t]+$", rf"((?:10|[ATKQJ97X])?[{_SUITS}])(?!\w)", r"trump \1", HEAD),
    Form(
        r"trump[ \t]+(?P<back>A[ \t]*)$",  # which is read as the suit of acorns
        rf"(?:{_HIDDEN}|[-/. \t]){{0,2}}([{_SUITS}с])(?!\w)",
        lambda _, __, found: f"A{plain(found[1])}",
        SUIT_LETTER,
    ),
    Form(r"dealer[ \t]+$", r"([abcdАВ])(?![\w:])", _seat, SEAT_LETTER),
    Form(r"dealer[ \t]+$", r"([A-D])[:.](?=\s|$)", _seat, SEAT_LETTER),
    Form(
        _ANYWHERE,
        rf"(deal(?=[0-9])|dealer(?=[A-D]\b)|(?:trump|close|exchange)(?={_CARD})|score(?=[0-9]))(\w{{1,4}})",
        r"\1 \2",
        BLANKS,
    ),
    # Hands and the talon.
    Form(
        _ANYWHERE,
        r"(?:(?:player|seat|spieler|sitz|играч|játékos|hand)[ \t]+)?"
        r"\(?([A-Da-dАВ])\)?[ \t]*[:).;=>–—-]+(?=[ \t]*\w)",
        _owner,
        SEAT_COLON,
    ),
    Form(_OPENS, rf"([A-Da-dАВ])(?=[ \t]+(?:{_CARD}|--|##)(?!\w))", _owner, SEAT_COLON),
    Form(rf"{_HOLDING}.*$", r"\|(?=\s|$)", " ", _BAR),
    Form(
        _OPENS, r"(?:talon|stock|widow)(?:[ \t]*[).;=>–—-]+(?=[ \t])|[ \t]+:|(?=[ \t]))", "talon:", SEAT_COLON
    ),
    # Results.
    Form(
        _OPENS,
        rf"(?:{_RESULTS}[ \t:=]*|[-–—:>][ \t]+)?(AC|BD|[A-D])[ \t]*{_WINS}?[ \t]*([1-9])(?![\w.:-])",
        r"= \1 \2",
        RESULT,
    ),
    Form(_OPENS, r"(draw|\*)(?=[ \t]|$)", r"= \1", RESULT),
    Form(_OPENS, rf"([1-9]){_DASH}0(?![\w.:/-])", r"= A \1", RESULT, False),
    Form(_OPENS, rf"0{_DASH}([1-9])(?![\w.:/-])", r"= B \1", RESULT, False),
    Form(_OPENS, rf"(?:1/2|½){_DASH}(?:1/2|½)(?![\w.:/-])", "= draw", RESULT, False),
    Form(r"=[ \t]*$", rf"([1-9]){_DASH}0(?![\w.:/-])", r"A \1", RESULT, False),
    Form(r"=[ \t]*$", rf"0{_DASH}([1-9])(?![\w.:/-])", r"B \1", RESULT, False),
    Form(r"=[ \t]*$", rf"(?:1/2|½)(?:{_DASH}(?:1/2|½))?(?![\w.:/-])", "draw", RESULT, False),
    Form(r"=[ \t]*$", rf"(AC|BD|[A-D])[ \t]*{_WINS}?[ \t]*([1-9])(?![\w.-])", r"\1 \2", RESULT),
    Form(r"=[ \t]*(?:AC|BD|[A-D])[ \t]*$", rf"{_WINS}[ \t]*([1-9])(?![\w.-])", r"\1", RESULT),
    Form(
        r"=[ \t]*$",
        rf"\+?([1-9])[ \t]*{_GAIN}?[ \t]*(?:for|für|за|to)?[ \t]*(AC|BD|[A-D])(?![\w:])",
        r"\2 \1",
        RESULT,
    ),
    Form(r"=[ \t]*$", r"([a-d])(?=[ \t]+[0-9])", _seat, SEAT_LETTER),
    Form(r"=[ \t]*$", r"([A-F](?:[ \t]?[,/+&]?[ \t]?[A-F]){1,4})(?=[ \t]+[0-9])", _seats, _TOGETHER),
    Form(
        r"=[ \t]*(?P<back>[A-F][ \t]*)$",
        r"[,/+&-][ \t]?[A-F](?:[ \t]?[,/+&-][ \t]?[A-F]){0,3}(?=[ \t]+[0-9])",
        lambda _, before, found: _seats_of(before["back"] + found[0]),
        _TOGETHER,
        True,
        None,
    ),
    Form(
        r"=.*[ \t]by[ \t]+$",
        openings.RESULT,
        lambda _, __, found: openings.reason_meant(found[0]),
        openings.CONTRACT_NAME,
    ),
    Form(
        r"=.*[ \t]by[ \t]+(?P<back>(?:[a-z][a-z-]*)[ \t]+)$",
        r"[^\W\d_]+(?:[ \t][^\W\d_]+)?",
        _failed,
        RESULT,
        True,
        " ",
    ),
    Form(_OPENS, rf"trump(?=[ \t]+(?:(?:10|[ATKQJ97X])?[{_SUITS}]|none)(?!\w))", "0. trump", SAID_FIRST),
    Form(
        _OPENS,
        r"(?:opening|auction|bidding|bids|ansagen?|licit|анонси|наддаване|bemondások?)[ \t]*[:.]",
        "0.",
        SAID_FIRST,
    ),
    Form(
        r"=[ \t]*$",
        rf"({_PARTS})[ \t]+((?:AC|BD|[A-D])[ \t]+[1-9])(?!\w)((?:[ \t]+{_PART})*)",
        lambda _, __, found: f"{found[2]} {_in_order(found[1] + found[3])}",
        RESULT,
    ),
    Form(
        r"=[ \t]*(?:AC|BD|[A-D])[ \t]*$",
        rf"({_PARTS})[ \t]+([1-9])(?!\w)",
        lambda _, __, found: f"{found[2]} {_in_order(found[1])}",
        RESULT,
    ),
    Form(
        rf"(?P<back>{_PARTS}[ \t]+)$",
        rf"({_PARTS})",
        lambda _, before, found: _in_order(f"{before['back']}{found[1]}"),
        RESULT,
    ),
    Form(r"=[ \t]*(?:AC|BD|[A-D])[ \t]+[0-9]+[ \t]*$", rf"{_GAIN}(?!\w)", " ", BLANKS),
    Form(r"by[ \t]+$", r"(?:o\wt|\wut|ou\w|ou?u?t+|otu|uot)(?![\w-])", "out", MISSPELT),
    # Points.
    Form(r"score[ \t]+$", rf"\(?({_NUMBERS})\)?(?![\w.])", _points, HYPHEN),
    Form(
        _ANYWHERE, rf"\([ \t]*({_NUMBERS})[ \t]*\)", lambda _, __, found: f"({_points(_, __, found)})", HYPHEN
    ),
    Form(
        _ANYWHERE, rf"<[ \t]*({_NUMBERS})[ \t]*>", lambda _, __, found: f"<{_points(_, __, found)}>", HYPHEN
    ),
    Form(
        r"=.*$",
        rf"[\[<]?[ \t]*({_NUMBERS})[ \t]*[\]>]?(?![\w.])",
        lambda _, __, found: f"({_points(_, __, found)})",
        HYPHEN,
        False,
    ),
    Form(
        _ANYWHERE,
        rf"[\[(]?[ \t]*({_NUMBERS})[ \t]*[\])]?(?![\w.])",
        lambda _, __, found: f"<{_points(_, __, found)}>",
        HYPHEN,
        False,
    ),
    Form(
        r"(?:score|pays)[ \t]+$",
        rf"[-−–]?[0-9]{{1,4}}(?:(?:{_WIDE}|[ \t,;/])+[-−–]?[0-9]{{1,4}}){{2,3}}(?![\w.])",
        lambda _, __, found: " ".join(re.findall(r"-?[0-9]+", plain(found[0]))),
        BLANKS,
    ),
    Form(rf"{_IN_TRICK}.*$", rf"\[({_CARD}|--)(?=\s|$)", r"[\1]", _FACE_DOWN),
    # Numbers of tricks.
    Form(
        r"(?:^|[ \t])(?P<number>[0-9]{1,2})\.[^\n]*[ \t](?P<back>(?P=number)\.)$",
        r"(?:\.{1,2}|…)(?=[ \t])",
        " ",
        ONE_NUMBER,
        True,
        None,
    ),
    Form(r"(?:^|[ \t])[0-9]{1,2}\.[^\n]*[ \t]$", r"([0-9]{1,2})…(?=[ \t])", _again, ONE_NUMBER),
    Form(_OPENS, _NUMBERED, _next_number, FULL_STOP),
    Form(_OPENS, _NUMBERED, _number, FULL_STOP, False),
    Form(
        r"(?P<back>[0-9]{1,2}\.)$",
        r"[):.,–—-]+(?=[ \t])",
        lambda _, before, __: before["back"],
        FULL_STOP,
        True,
        "1.",
    ),
    Form(_ANYWHERE, r"\(?([0-9]{1,2})(?:\.\)|\.{2,3}|[):])(?=[ \t])", _next_number, FULL_STOP),
    # Marriages.
    Form(_ANYWHERE, rf"[+(]?(20|40)[ \t]?[-/.:]?[ \t]?([{_SUITS}]?)\)?(?![\w.])", r"\1\2", MARRIAGE),
    Form(_ANYWHERE, rf"([{_SUITS}])-?(20|40)(?!\w)", r"\2\1", MARRIAGE),
    Form(_ANYWHERE, rf"(20|40)([shdc]?)[-/]?({_CARD})(?!\w)", r"\1\2 \3", MARRIAGE),
    Form(
        r"(?P<back>(?:20|40)[ \t]*)$",
        rf"[-/.:]?[ \t]*([{_SUITS}])(?!\w)",
        lambda _, before, found: before["back"].strip() + found[1],
        MARRIAGE,
    ),
    Form(
        _ANYWHERE,
        r"(?:m|melds?|marr?i?a?ge|pair|paar|ansage|hochzeit|meldung|анонс|двойка|bejelentés|pár)"
        r"(?=[ \t]+(?:(?:close|exchange)[ \t]+)*[KQO]([shdc])(?!\w))",
        _meld,
        MARRIAGE,
        False,
    ),
    # Comments.
    Form(
        _ANYWHERE,
        r"(?://+|#+|--+|\*+|/\*)[ \t]*(?!SGN)([^\n{}]*[^\W\d_]{3}[^\n{}]*)",
        _comment,
        COMMENT,
        False,
    ),
    Form(
        _ANYWHERE,
        rf"(?!\[{_NAME}[ \t]+\")" r"[(\[<]([^()\[\]{}<>\n]*[^\W\d_]{3,}[^()\[\]{}<>\n]*)[)\]>]",
        r"{\1}",
        COMMENT,
        False,
    ),
    # Separators and connectors.
    Form(rf"(?:exchange|close|[24]0[shdc]?|{_HOLDING}.*)[ \t]*$", r"\+(?=[ \t]+\S)", " ", BLANKS),
    Form(
        _ANYWHERE, r"(?:[,/|&;:=•·._–—}-]+[ \t]*(?:then|dann|после|majd)?|and\b|und\b|и\b|és\b)", " ", BLANKS
    ),
)
"""The slips of form, in the order of trial."""
_Compiled = tuple[tuple[re.Pattern[str], re.Pattern[str], Form], ...]
_SPOKEN, _FORMS, _PROSE = (
    tuple((re.compile(f"(?:{form.before})"), re.compile(form.here, re.IGNORECASE), form) for form in forms)
    for forms in (SPOKEN, FORMS, PROSE)
)
"""The same, compiled; words match in any case."""


def _of_form(place: Place, forms: _Compiled) -> Iterator[Slip]:
    for before, here, form in forms:
        found = here.match(place.line)
        stands = before.search(place.before) if found else None
        if not found or not stands:
            continue
        meant = found.expand(form.meant) if isinstance(form.meant, str) else form.meant(place, stands, found)
        start, end = place.start, place.start + found.end()
        if not meant or meant == found[0]:
            continue
        if "back" in stands.groupdict():
            yield Slip(start - len(stands["back"]), end, meant, form.why, form.sure, form.read)
        else:
            read = meant.strip() if form.read is not None else None
            yield Slip(start, end, meant, form.why, form.sure, read)


def _open_tag(place: Place) -> Iterator[Slip]:
    """Yield the missing bracket at the end of the line before."""
    written = place.text[: place.start].rstrip()
    tag = re.compile(rf'\[[ \t]*{_NAME}[ \t]+"(?:[^"\\\n]|\\["\\])*"$')
    line = written[written.rfind("\n") + 1 :]
    if not place.before.strip() and tag.match(line.lstrip()):
        start = len(written) - len(line.lstrip())
        yield Slip(start, len(written), f"{written[start:]}]", TAG, True, "]")


def candidates(place: Place) -> Iterator[Slip]:
    r"""Yield what may be meant where the grammar stopped, the most likely first.

    >>> place = Place("A: Ah\nВ: Kh", 6, Names(""))
    >>> next(candidates(place)).text
    'B:'
    """
    yield from _open_tag(place)
    yield from _in_opening(place)
    yield from _of_form(place, _SPOKEN)
    for tried in (_named, _words, _look_alikes):
        yield from tried(place)
    yield from _of_form(place, _FORMS)
    yield from _misspelt(place)


def prose(place: Place) -> Iterator[Slip]:
    """Yield the comment that is meant where words stand that are no part of the play."""
    yield from _of_form(place, _PROSE)


# Cards.

_RANK_LETTERS: Final = {
    rank: letters.split()
    for rank, letters in {
        "A": "a А Á á а",
        "T": "10 t x z 0 1o 1О io iO lo lO l0 i0 Т Х т х",
        "K": "k К к",
        "Q": "q o",
        "J": "j u v",
        "9": "9",
        "7": "7",
    }.items()
}
_RANKS: Final = {
    letter: rank
    for rank, letters in _RANK_LETTERS.items()
    for each in letters
    for letter in {each, each.upper()}
}
_UNSURE: Final = frozenset("0zZvVÁá")
"""Letters for ranks that may stand for others as well."""
_SUIT_SIGNS: Final = {
    sign: suit
    for suit, signs in {"s": "slSL♠♤пП", "h": "hH♥♡", "d": "dbDB♦♢", "c": "caCA♣♧с"}.items()
    for sign in signs
}
_ENDS: Final = f"(?!\\w|{_HIDDEN})"
_APART: Final = "[ \t]?[-/.]?[ \t]?"


_OWN_CARD: Final = re.compile(r"(?:10|\w)(?:[^\W\d_]|[♠♥♦♣]\ufe0f?)(?!\w)")
"""A card in any letters."""


class _Shapes(NamedTuple):
    """The names of ranks and suits in some letters, and patterns for both orders of a card."""

    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    cards: tuple[re.Pattern[str], re.Pattern[str]]


@cache
def _shapes(alphabet: str) -> _Shapes:
    own = ALPHABETS.get(alphabet)
    own_ranks, own_suits = (own.ranks_read, own.suits_read) if own else ({}, {})
    ranks = {letter: rank for letter, rank in _RANKS.items() if letter not in own_suits} | own_ranks
    suits = _SUIT_SIGNS | own_suits
    rank = "|".join(sorted(map(re.escape, ranks), key=len, reverse=True))
    suit = f"[{''.join(suits)}]\ufe0f?"
    return _Shapes(
        ranks,
        suits,
        (
            re.compile(rf"(?P<rank>{rank}){_APART}(?P<suit>{suit}){_ENDS}"),
            re.compile(rf"(?P<suit>{suit}){_APART}(?P<rank>{rank}){_ENDS}"),
        ),
    )


class CardMeant(NamedTuple):
    """What is meant as a card: the text, the card ("" for none, or for several), and whether that is sure.

    ``letters`` are the alphabets in which the text is a card, unless it is meant as the same in English ones.
    """

    written: str = ""
    card: str = ""
    sure: bool = False
    letters: tuple[str, ...] = ()


def card_meant(line: str, alphabet: Alphabet | None = None) -> CardMeant:
    """Return what the start of a line is meant as, if it is a card.

    >>> card_meant("D10 Ah")[:2], card_meant("K h")[:2], card_meant("Dh").card, card_meant("♥K").sure
    (('D10', 'Td'), ('K h', 'Kh'), '', True)
    >>> card_meant("Zs"), card_meant("At").letters
    (CardMeant(written='Zs', card='', sure=False, letters=('de', 'deutsch')), ('hu',))
    """
    shapes = _shapes(alphabet.name if alphabet else "")
    found = [match for shape in shapes.cards if (match := shape.match(line))]
    found = [each for each in found if each["suit"] not in "ABL" or " " not in each[0]]
    meant = {shapes.ranks[each["rank"]] + shapes.suits[each["suit"][0]] for each in found}
    card = meant.pop() if len(meant) == 1 else ""
    own = _OWN_CARD.match(line) if alphabet is None else None
    if own and own[0].upper() != card.upper():
        in_english = {name: _in_english(own[0], each) for name, each in ALPHABETS.items()}
        letters = tuple(name for name, each in in_english.items() if each)
        if any(in_english[name] != card for name in letters):
            return CardMeant(own[0], "", False, letters)
    if not card:
        return CardMeant()
    return CardMeant(found[0][0], card, found[0]["rank"] not in _UNSURE)


def _in_english(word: str, alphabet: Alphabet) -> str:
    """Return the card that a word is in other letters; "" if it is none, or has none of these letters.

    A small letter before a capital is a suit before its rank.
    """
    english = alphabet.english(word)
    if (
        english == word
        or not is_card(english)
        or (word[0].islower() and word[-1].isupper())
        or (word[-1].isupper() and word[-1] not in alphabet.suits_read)
    ):
        return ""
    return card_word(read_card(english))
