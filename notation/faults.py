"""Lark's refusals turned into findings: what stands there, what was expected, what is not read yet.

Looks at the text around one place and never parses.
"""

import re
from typing import Final

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from notation import catalogue
from notation.findings import Fact, Finding
from notation.record import span_at
from referee.rulings import Code

_LABELS: Final = {
    "GAME": "`%SGN 1`",
    "LSQB": "a tag",
    "TAG_NAME": "a tag's name",
    "TAG_VALUE": "a value in quotes",
    "RSQB": "`]`",
    "DEAL": "`deal`",
    "_DEALER": "`dealer`",
    "_TRUMP": "`trump`",
    "OWNER": "a seat with a colon",
    "TALON": "`talon:`",
    "TRICK": "a trick number such as `3.`",
    "CARD": "a card",
    "MARRIAGE": "a marriage",
    "EXCHANGE": "`exchange`",
    "CLOSE": "`close`",
    "OUT": "`out`",
    "EQUALS": "`=` and a result",
    "SEAT": "a seat",
    "NUMBER": "a number",
    "_DRAW": "`draw`",
    "STAR": "`*`",
    "_BY": "`by`",
    "REASON": "a reason",
    "TOTALS": "card points in brackets",
    "_SCORE": "`score`",
    "SCORE": "a score such as `0-2`",
    "GLYPH": "a glyph",
    "CHECKPOINT": "a checkpoint",
    "COMMENT": "a comment",
    "$END": "the end",
}
"""What each terminal is called in a finding, in the order in which they are listed."""

_SUIT_ALONE: Final = r"[shdclabSHDCLAB♠♥♦♣](?![0-9A-Za-z])"
_LATER: Final = (
    (r"--|##", "cards that are not recorded or hidden"),
    (r"\+", "draws of an unrecorded talon"),
    (r"\^", "irregular plays"),
    (r"~", "plays taken back"),
    (r"ruling\b", "rulings of the table"),
    (r"resign\b", "resignations"),
    (r"resignation\b|agreement\b|forfeit\b", "results by resignation, agreement or forfeit"),
    (r"@", "annotations"),
    (r";", "remarks of the scribe"),
    (r"\((?!\s*[0-9])|\)", "variations"),
    (_SUIT_ALONE, "a trump suit without a turn-up"),
)
"""What SGN 1 has and this version of the program does not read, by how it begins."""

_RANK_FIRST: Final = r"(?:[0-9]{1,2}|[ATKQJXDOUatkqjxdou])[A-Za-z♠♥♦♣](?![0-9A-Za-z])"
_SUIT_FIRST: Final = r"[shdclabSHDCLAB♠♥♦♣](?:10|[ATKQJXDOU9])(?![0-9A-Za-z])"
_NEARLY_A_CARD: Final = rf"{_RANK_FIRST}|{_SUIT_FIRST}"
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_WORD: Final = re.compile(r"[^\s{}\[\]<>()]{1,64}")


def is_bidi(character: str) -> bool:
    """Whether a character is a bidirectional control."""
    return character in _BIDI


def diagnose(error: UnexpectedInput, text: str) -> Finding:
    """The finding for the place at which the grammar refused a game's text."""
    expected = _expected(error)
    start = error.pos_in_stream if error.pos_in_stream is not None else len(text)
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return Finding(catalogue.END, span_at(text, len(text.rstrip()), 1), {"expected": _listed(expected)})
    rest = text[start:]
    word_match = _WORD.match(rest)
    word = word_match[0] if word_match else rest[:1]
    code, facts = _classify(text, rest, word, start, expected)
    return Finding(code, span_at(text, start, len(word)), facts)


def _classify(
    text: str, rest: str, word: str, start: int, expected: list[str]
) -> tuple[Code, dict[str, Fact]]:
    if start == 0 and rest.startswith("%SGN"):
        return catalogue.VERSION, {"word": rest.split("\n", 1)[0][:64].strip()}
    if is_bidi(rest[0]):
        return catalogue.BIDI, {"character": f"U+{ord(rest[0]):04X}"}
    if rest[0] == "{" and "COMMENT" in expected:
        closed = re.match(r"\{(?:[^\\}]|\\[\s\S])*+\}", rest)
        return (catalogue.COMMENT_LONG if closed else catalogue.COMMENT_OPEN), {}
    if rest[0] == '"' and "TAG_VALUE" in expected:
        if re.match(r'"(?:[^"\\\n]|\\["\\])*+"', rest):
            return catalogue.VALUE_LONG, {}
        bad_escape = re.match(r'"(?:[^"\\\n]|\\["\\])*+\\[^\n]*"', rest)
        return (catalogue.ESCAPE if bad_escape else catalogue.VALUE_OPEN), {}
    if re.match(r"[$<(]?[0-9]{5,}|[<(]?[0-9-]*[0-9]{5,}", rest):
        return catalogue.NUMBER_LONG, {}
    later = _not_yet(rest, text[max(0, start - 64) : start])
    if later:
        return catalogue.NOT_YET, {"what": later}
    if "CARD" in expected and re.match(_NEARLY_A_CARD, word):
        return catalogue.NO_CARD, {"word": word}
    return catalogue.UNEXPECTED, {"word": word, "expected": _listed(expected)}


def _not_yet(rest: str, before: str) -> str:
    """What of SGN 1 begins here that is not read yet, if anything does."""
    for pattern, what in _LATER:
        if re.match(pattern, rest) and (pattern != _SUIT_ALONE or re.search(r"trump\s+$", before)):
            return what
    return ""


def _expected(error: UnexpectedInput) -> list[str]:
    """The terminals that would have been right, in the order of their labels."""
    if isinstance(error, UnexpectedCharacters):
        names = set(error.allowed or ())
    elif isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected)
    else:
        names = set()
    return [name for name in _LABELS if name in names]


def _listed(expected: list[str]) -> str:
    labels = [_LABELS[name] for name in expected]
    if len(labels) < 2:
        return "".join(labels) or "nothing more"
    return f"{', '.join(labels[:-1])} or {labels[-1]}"
