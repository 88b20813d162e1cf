"""Turns Lark's parse errors into findings: what was found, and what was expected.

Inspects the text around one place and never parses.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from lark.exceptions import UnexpectedInput, UnexpectedToken

from grammar.tables import END, states_after
from notation.findings import catalogue
from notation.findings.finding import Choice, Fact, Finding, Fix, Phrase
from notation.findings.hints import did_you_mean, sole_suggestion, suggestion
from notation.record.model import span_at
from notation.record.words import card_word, read_card
from notation.text.comments import played_in
from notation.text.openings import WORDS
from notation.text.scan import REASONS
from notation.text.source import BIDI, GAME
from notation.text.spellings import (
    CAPITALS,
    HEAD,
    MAX_LINE,
    MISSPELT,
    RESULT,
    SAID_FIRST,
    TAG,
    TAKES,
    Place,
    Slip,
    candidates,
    card_meant,
    plain,
    prose,
)
from notation.text.spoken import BY_SUIT, CARD
from referee.codes import Code

_LABELS: Final = {
    "GAME": Phrase("`%SGN 1`"),
    "LSQB": Phrase("a tag"),
    "TAG_NAME": Phrase("a tag's name"),
    "TAG_VALUE": Phrase("a value in quotes"),
    "RSQB": Phrase("`]`"),
    "DEAL": Phrase("`deal`"),
    "_DEALER": Phrase("`dealer`"),
    "_TRUMP": Phrase("`trump`"),
    "POSITION": Phrase("`position`"),
    "_LEAD": Phrase("`lead`"),
    "_TRICKS": Phrase("`tricks`"),
    "_PENDING": Phrase("`pending`"),
    "_CLOSED": Phrase("`closed`"),
    "OWNER": Phrase("a seat with a colon"),
    "TALON": Phrase("`talon:`"),
    "WON": Phrase("`won A:`"),
    "TRICK": Phrase("a trick number such as `3.`"),
    "CARD": Phrase("a card"),
    "UNKNOWN": Phrase("`--`"),
    "SUIT": Phrase("a suit"),
    "MARRIAGE": Phrase("a marriage"),
    "EXCHANGE": Phrase("`exchange`"),
    "CLOSE": Phrase("`close`"),
    "OUT": Phrase("`out`"),
    "RESIGN": Phrase("`resign`"),
    "DRAWN": Phrase("a draw such as `+Jc`"),
    "BACK": Phrase("a card taken back such as `~9c`"),
    "FACE_DOWN": Phrase("a card face down such as `[Ah]`"),
    "TRUMP": Phrase("`trump`"),
    "NO_TRUMP": Phrase("`none`"),
    "CALL": Phrase("`call`"),
    "PASS": Phrase("`pass`"),
    "BID": Phrase("`bid`"),
    "CONTRACT": Phrase("a contract"),
    "DOUBLE": Phrase("`double`"),
    "DISCARD": Phrase("`discard`"),
    "RULING": Phrase("`ruling`"),
    "EQUALS": Phrase("`=` and a result"),
    "SEAT": Phrase("a seat"),
    "NUMBER": Phrase("a number"),
    "_DRAW": Phrase("`draw`"),
    "STAR": Phrase("`*`"),
    "_BY": Phrase("`by`"),
    "REASON": Phrase("a reason"),
    "TOTALS": Phrase("card points in brackets"),
    "_SCORE": Phrase("`score`"),
    "SCORE": Phrase("a score such as `0-2`"),
    "STRING": Phrase("a reason in quotes"),
    "IRREGULAR": Phrase("`^`"),
    "GLYPH": Phrase("a glyph"),
    "LPAR": Phrase("a variation"),
    "RPAR": Phrase("`)`"),
    "CHECKPOINT": Phrase("a checkpoint"),
    "COMMENT": Phrase("a comment"),
    "ANNOTATION": Phrase("an annotation"),
    "REMARK": Phrase("a remark"),
    "LINE_REMARK": Phrase("a remark"),
    END: Phrase("the end"),
}
"""The name of each terminal in findings, in the order in which they are listed."""

_RANK_FIRST: Final = r"(?:[0-9]{1,2}|[ATKQJXDBFOUatkqjxdbfou])(?:[^\W\d_]|[♠♥♦♣])(?!\w)"
_ACTIONS: Final = frozenset(
    {"CARD", "UNKNOWN", "FACE_DOWN", "MARRIAGE", "EXCHANGE", "CLOSE", "OUT", "RESIGN", "DRAWN", "BACK"}
)
_NOTES: Final = frozenset(
    {"IRREGULAR", "GLYPH", "LPAR", "CHECKPOINT", "COMMENT", "ANNOTATION", "REMARK", "LINE_REMARK"}
)
_KEYWORDS: Final = {
    name: label.sentence.strip("`")
    for name, label in _LABELS.items()
    if re.fullmatch("`[a-z]+:?`", label.sentence)
}
"""The word of each terminal that has only one."""
_DONE: Final = frozenset({"exchange", "close", "out", "resign"})
"""Keywords that are actions unless they follow `by`."""
_REASONS: Final = tuple(word.decode() for word in REASONS)
_SUIT: Final = "[shdclabSHDCLAB♠♥♦♣]\ufe0f?"
_SUIT_FIRST: Final = r"(?:[shdclabSHDCLAB♠♥♦♣](?:10|[ATKQJXDBFOU97])|[^\W\d_](?:10|[97]))(?!\w)"
_NEARLY_A_CARD: Final = rf"{_RANK_FIRST}|{_SUIT_FIRST}"
_TWO_READINGS: Final = {
    "D": (
        Phrase(": D is the queen in some packs and the ace in others; write {first} or {last}{or_tag}"),
        "QA",
    ),
    "B": (
        Phrase(": B is the jack in some packs and the ten in others; write {first} or {last}{or_tag}"),
        "JT",
    ),
    "F": (
        Phrase(": F is the queen in some packs and the jack in others; write {first} or {last}{or_tag}"),
        "QJ",
    ),
}
"""Ranks that mean different cards in two languages, with both meanings."""
_TWO_SUITS: Final = {"к": "hd", "k": "dc"}
"""Letters with which the names of two suits begin: купа and каро, Karo and Kreuz."""
_SHORT_FOR_TWO: Final = Phrase(": {letter} is short for two suits; write {first} or {last}")
_OR_TAG: Final = Phrase(", or say whose card letters these are with the tag Letters")
_OTHER_LETTERS: Final = Phrase(": it would be a card in the letters {letters}, named by the tag Letters")
OPENING: Final = Phrase(
    'first come tags such as `[Rules "schnapsen"]`, then deals such as `deal 1 dealer B trump Qh`'
)
HOLDING: Final = Phrase("a line of cards is such as `A: Kh Qs --`, with `--` for a card that is not known")
TRICK: Final = Phrase(
    "a line of play is such as `3. Kh Ah`: the trick's number, then what was done; other words go in braces"
)
SAID: Final = Phrase(
    "line `0.` is such as `0. trump h pass bid gang pass`: what was said before the first lead; cards are "
    "played from trick 1 on"
)
TRUMPS: Final = Phrase(
    "trumps are written in the head of the deal, such as `deal 1 dealer B trump Qh`, or on line `0.` if named"
)
BID: Final = Phrase("after `bid` comes the name of a contract, in small letters, such as `bid gang`")
NAMED_TRUMP: Final = Phrase("after `trump` comes a suit, the card that was turned up, or `none`")
NAMED_CARDS: Final = Phrase("after `call` comes a card, after `discard` each card, such as `discard Jh --`")
ENDED: Final = Phrase("after a result, or a line that begins with `dealt`, the next deal comes")
_HALF: Final = re.compile(r"(?:10|[ATKQJ97]|(?P<suit>[shdc♠♥♦♣])|(?P<odd>[ATKQJ97]\w|\w[shdc]))(?![\w♠♥♦♣:])")
"""A card of which a part is missing, or has an odd sign."""
_NO_SUIT: Final = Phrase(": its suit is missing")
_NO_RANK: Final = Phrase(": its rank is missing")
_HELD: Final = re.compile(r"(?:[A-F]|talon|stock):")
_CARDS: Final = re.compile(rf"(?:{CARD}|--|##)(?:[ \t]+(?:{CARD}|--|##|\|))*(?!\w)")
_COMMENT_IN_HAND: Final = re.compile(rf"^[ \t]*{_HELD.pattern}[^\n{{}}]*(\{{[^\n{{}}]*\}}[ \t]*)$")
_AFTER_CARDS: Final = Phrase(": a comment stands after all cards of its line")
_RECORD: Final = re.compile(rf"[ \t]*(?:deal[ \t]|=|{_HELD.pattern})")
"""The start of a line of the record, as opposed to a comment."""
_OPEN: Final = frozenset({catalogue.COMMENT_OPEN, catalogue.VALUE_OPEN})
_OPEN_VALUE: Final = re.compile(r'"[^"\\\n]*(?=\][ \t]*$)')
_WORD: Final = re.compile(r"[^\s{}\[\]<>()]{1,64}")
_WRONG_COLON: Final = re.compile(r"[)\]>]:?(?!\S)")
"""Typed in place of a word's colon, as in `talon)`."""
_GLUED: Final = re.compile(r"[^\s{}\[\]<>()]{1,64}[)\]>]\w[^\s{}\[\]<>()]{0,64}")
"""A word that contains an unmatched closing bracket, as in `closer-fai)ed`."""


class Diagnosis(NamedTuple):
    """The finding for a parse error, and the text with which parsing can continue, if it is known.

    ``read`` replaces the text from the place to ``end``; it is None if nothing is known to be meant.
    """

    finding: Finding
    read: str | None = None
    end: int = 0


def diagnose(
    error: UnexpectedInput, place: Place, closed: bool, fits: Callable[[str, int], bool]
) -> Diagnosis:
    """Return the diagnosis of the place at which the grammar refused a game's text.

    ``closed`` says whether a comment that starts there is closed anywhere; ``fits`` whether the grammar
    accepts a text in place of everything up to an offset.
    """
    text, start = place.text, place.start
    expected = _expected(error)
    if isinstance(error, UnexpectedToken) and error.token.type == END:
        facts: dict[str, Fact] = {"expected": _shape(place, expected)}
        return Diagnosis(Finding(catalogue.END, span_at(text, len(text.rstrip()), 1), facts))
    rest = text[start:]
    word_match = _WORD.match(rest)
    word = word_match[0] if word_match else rest[:1]
    code, facts = _classify(place, rest, word, expected, closed)
    if code is catalogue.NO_CARD:
        word = str(facts["word"])
    looks_right = code is catalogue.NO_CARD and plain(word) == facts["meant"]
    is_none = code is catalogue.NO_CARD and not facts["hint"]
    is_hand = bool(_HELD.match(place.before.lstrip()) and re.match(BY_SUIT, place.line))
    tried = code is catalogue.UNEXPECTED or looks_right or is_none or is_hand
    slip = _slip(place, fits, candidates(place)) if tried else None
    if slip:
        return slip
    if code is catalogue.VERSION and re.fullmatch(r"%SGN[ \t]+1(?:\.0)?[.:;,]?", str(facts["word"])):
        word, facts["meant"] = str(facts["word"]), GAME
    span = span_at(text, start, len(word))
    if code is catalogue.BIDI:
        return Diagnosis(
            Finding(code, span, facts, proposal=Fix(span_at(text, start, 1), "", True)), "", start + 1
        )
    if code in _OPEN:
        return _closed(place, Finding(code, span, facts))
    meant = str(facts.get("meant", ""))
    if code is catalogue.UNEXPECTED:  # a glyph or a mark attached to the word must not be lost
        glued = _GLUED.match(rest)
        word = glued[0] if glued else word
        meant = sole_suggestion(word, _keywords(expected))
        wrong = _WRONG_COLON.match(rest, len(word)) if meant.endswith(":") else None
        word += wrong[0] if wrong else ""
    half = _HALF.match(plain(word)) if not meant and "CARD" in expected else None
    is_prose = code is catalogue.UNEXPECTED and not meant and not half and not _is_said_late(place)
    slip = _slip(place, fits, prose(place)) if is_prose else None
    if slip:
        return slip
    if half and code is catalogue.UNEXPECTED:
        missing = "" if half["odd"] else _NO_RANK if half["suit"] else _NO_SUIT
        code, facts = catalogue.NO_CARD, {"word": word, "hint": missing}
    cards = _CARDS.match(place.line) if code is catalogue.UNEXPECTED else None
    comment = _COMMENT_IN_HAND.search(place.before) if cards else None
    if cards and comment:
        moved = span_at(text, start - len(comment[1]), len(comment[1]) + cards.end())
        change = Fix(moved, f"{cards[0]} {comment[1].strip()}", True)
        return Diagnosis(Finding(code, span, {**facts, "hint": _AFTER_CARDS}, proposal=change))
    if not meant:
        return Diagnosis(Finding(code, span, facts))
    # Only a person can say what was done at the table.
    asked = meant in _DONE and "REASON" not in expected
    if code is catalogue.NO_CARD:
        asked = not card_meant(place.line, place.alphabet).sure
    known = isinstance(error, UnexpectedToken) and error.token.type != "TAG_NAME"
    if code is catalogue.UNEXPECTED and not known:
        code, span, facts = (
            catalogue.SLIP,
            span_at(text, start, len(word)),
            {"word": word, "why": CAPITALS if word.lower() == meant else MISSPELT, "meant": meant},
        )
    change = Fix(span_at(text, start, len(word)), meant, not asked)
    finding = Finding(code, span, facts, proposal=change)
    if code is catalogue.UNEXPECTED:
        return Diagnosis(finding)  # a word of SGN in the wrong place is not misspelt
    return Diagnosis(finding, meant, start + len(word))


def _closed(place: Place, finding: Finding) -> Diagnosis:
    """Return the diagnosis of a comment or a value that is not closed where its line shows what is meant."""
    open_value = _OPEN_VALUE.match(place.line)
    if finding.code is catalogue.COMMENT_OPEN:
        is_record = played_in(place.line[1:]) or _RECORD.match(place.line, 1)
        written, meant = ("{", " ") if is_record else (place.line, f"{place.line}}}")
    elif open_value:
        written, meant = open_value[0], f'{open_value[0]}"'
    else:
        return Diagnosis(finding)
    change = Fix(span_at(place.text, place.start, len(written)), meant)
    return Diagnosis(replace(finding, proposal=change), meant.strip(), place.start + len(written))


def _slip(place: Place, fits: Callable[[str, int], bool], slips: Iterator[Slip]) -> Diagnosis | None:
    """Return the finding for the first slip at a place that the grammar accepts corrected, otherwise None."""
    for slip in slips:
        end = max(slip.end, place.start)
        if slip.read is None or fits(slip.read, end):
            return Diagnosis(_found(place.text, slip), slip.read, end)
    return None


def _found(text: str, slip: Slip) -> Finding:
    written = text[slip.start : slip.end]
    facts: dict[str, Fact] = {"word": written.strip() or f"U+{ord(written[0]):04X}", "why": slip.why}
    code = catalogue.SLIP if slip.text.strip() else catalogue.STRAY
    if code is catalogue.SLIP:
        facts["meant"] = slip.text
    span = span_at(text, slip.start, len(written))
    return Finding(code, span, facts, proposal=Fix(span, slip.text, slip.sure))


def unread_trick(text: str, start: int) -> Finding:
    """Return the finding for a line of play in an unread part of a text."""
    found = _WORD.match(text, start)
    word = found[0] if found else text[start]
    facts: dict[str, Fact] = {"word": word, "hint": "", "expected": TRICK}
    return Finding(catalogue.UNEXPECTED, span_at(text, start, len(word)), facts)


def _classify(
    place: Place, rest: str, word: str, expected: list[str], closed: bool
) -> tuple[Code, dict[str, Fact]]:
    if place.start == 0 and rest.startswith("%SGN"):
        return catalogue.VERSION, {"word": rest[:80].split("\n", 1)[0][:64].strip()}
    if re.match(BIDI, rest):
        return catalogue.BIDI, {"character": f"U+{ord(rest[0]):04X}"}
    if rest[0] == "{" and "COMMENT" in expected:
        return (catalogue.COMMENT_LONG if closed else catalogue.COMMENT_OPEN), {}
    if rest[0] == '"' and {"TAG_VALUE", "STRING"} & set(expected):
        if re.match(r'"(?:[^"\\\n]|\\["\\])*+"', rest):
            return catalogue.VALUE_LONG, {}
        bad_escape = re.match(r'"(?:[^"\\\n]|\\["\\])*+\\[^\n]*"', rest)
        return (catalogue.ESCAPE if bad_escape else catalogue.VALUE_OPEN), {}
    if re.match(r'@[A-Za-z][A-Za-z0-9-]{0,63}+\("(?:[^"\\\n]|\\["\\]){1025,}+"\)', rest):
        return catalogue.VALUE_LONG, {}
    if re.match(r"[$<(]?[0-9]{5,}|[<(]?[0-9-]*[0-9]{5,}", rest):
        return catalogue.NUMBER_LONG, {}
    if "CARD" in expected:
        written, meant, _, letters = card_meant(place.line, place.alphabet)
        near = re.match(_NEARLY_A_CARD, plain(word))
        if meant or letters or near:
            word = word[: near.end()] if near else word
            own = place.alphabet.own(meant) if place.alphabet else meant
            hint = did_you_mean(own) or _readings(word)
            facts: dict[str, Fact] = {"word": written or word, "meant": meant, "hint": hint}
            if letters:
                facts["letters"] = Choice(letters)
                facts["hint"] = hint or replace(_OTHER_LETTERS, facts={"letters": facts["letters"]})
            return catalogue.NO_CARD, facts
    meant = suggestion(word, _keywords(expected))
    facts = {"word": word, "expected": _shape(place, expected), "meant": meant}
    return catalogue.UNEXPECTED, facts | {"hint": did_you_mean(meant)}


def _keywords(expected: list[str]) -> list[str]:
    reasons = _REASONS if "REASON" in expected else ()
    return [*(_KEYWORDS[name] for name in expected if name in _KEYWORDS), *reasons]


def _readings(word: str) -> Phrase | str:
    """Return both cards that an ambiguous word can mean, or ""."""
    short = re.fullmatch(r"(?P<rank>10|[ATKQJ9])(?P<suit>[kк])|(?P<short>[kк])(?P<number>10|9)", plain(word))
    if short:
        rank, letter = short["rank"] or short["number"], short["suit"] or short["short"]
        first, last = (card_word(read_card(rank + suit)) for suit in _TWO_SUITS[letter])
        return replace(_SHORT_FOR_TWO, facts={"letter": letter, "first": first, "last": last})
    for rank, suit in ((word[:1], word[1:]), (word[1:], word[:1])):
        if rank.upper() in _TWO_READINGS and re.fullmatch(_SUIT, suit):
            phrase, ranks = _TWO_READINGS[rank.upper()]
            first, last = (card_word(read_card(letter + suit)) for letter in ranks)
            return replace(phrase, facts={"first": first, "last": last, "or_tag": _OR_TAG})
    return ""


def _expected(error: UnexpectedInput) -> list[str]:
    """Return the terminals that would have been accepted, in the order of their labels."""
    at = error.interactive_parser.parser_state
    following = at.parse_conf.states[at.position].keys() & {*_LABELS, "TURNED"}
    names = {name for name in following if states_after(at.parse_conf, at.state_stack, name)}
    names |= {"CARD"} if "TURNED" in names else set()
    return [name for name in _LABELS if name in names]


def _shape(place: Place, expected: list[str]) -> Phrase:
    """Return how the part of a record is written in which the grammar stopped."""
    names, before = set(expected), place.text[max(0, place.start - MAX_LINE) : place.start]
    line = (before.rstrip() if names == {"NUMBER"} else before).rpartition("\n")[2].lstrip()
    if names & {"TAG_NAME", "TAG_VALUE", "RSQB"}:
        return TAG
    is_result = line.startswith("=") or (not line and re.search(rf"\b{TAKES}\b", place.line))
    if is_result or names & {"_DRAW", "REASON", "TOTALS", "_SCORE"}:
        return RESULT
    if names & {"BID", "CONTRACT", "NO_TRUMP"}:
        return SAID if "BID" in names else BID if "CONTRACT" in names else NAMED_TRUMP
    if place.in_opening and "CARD" in names and "TRICK" not in names:
        return NAMED_CARDS
    if _is_said_late(place) and "TRICK" in names:
        return TRUMPS if place.line.startswith(WORDS[0]) else SAID_FIRST
    if names & {"_DEALER", "_TRUMP", "SUIT"} or line.startswith("deal ") or names == {"NUMBER"}:
        return HEAD
    if "MARRIAGE" in names or ("TRICK" in names and not _HELD.match(line)):
        return TRICK
    if "UNKNOWN" in names or _HELD.match(line):
        return HOLDING
    if "LSQB" in names:
        return OPENING
    if "DEAL" in names:
        return ENDED
    return Phrase("expected {parts}", {"parts": _listed(expected)})


def _is_said_late(place: Place) -> bool:
    """Return whether something of an opening stands in the play."""
    return not place.in_opening and bool(_OF_OPENING.match(place.line))


_OF_OPENING: Final = re.compile(
    rf"0\.|(?:{'|'.join(WORDS[1:])}|trump[ \t]+(?:{_NEARLY_A_CARD}|{_SUIT}|none))(?![\w-])"
)


def _listed(expected: list[str]) -> Choice:
    labels = [_LABELS[name] for name in expected if name not in _ACTIONS | _NOTES]
    for kind, label in ((_ACTIONS, Phrase("an action")), (_NOTES, Phrase("a note"))):
        members = [name for name in expected if name in kind]
        labels += [label] if len(members) > 2 else [_LABELS[name] for name in members]
    return Choice(tuple(labels or [Phrase("nothing more")]))
