"""Parses text with Lark: a game with error recovery, or one action.

The words that the parser has taken become tokens like those of the scanner, from which
:mod:`notation.text.assembly` builds the record. Imported on first use, because Lark takes longer to load than
many commands take altogether.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from lark import Token
from lark.exceptions import UnexpectedInput

from grammar import tables
from notation.findings.finding import Finding
from notation.record.model import UNNAMED, Ply, Record, Span, Unread
from notation.record.words import read_card, read_seat, read_suit
from notation.text import scan
from notation.text.assembly import Assembly
from notation.text.parts import BLANKS
from notation.text.recovery import Taken, read_on
from notation.text.scan import Tokens, action_kinds
from notation.text.spellings import Names

_NAMED_ALIKE: Final = (
    *("TAG_NAME", "TAG_VALUE", "DEAL", "NUMBER", "TALON", "POSITION", "WON", "DEALT", "TRICK", "IRREGULAR"),
    *("RULING", "STRING", "REASON", "TOTALS", "CHECKPOINT"),
    *("OPENING", "BAR", "TRUMP", "CALL", "PASS", "BID", "CONTRACT", "DOUBLE", "DISCARD"),
    *("COMMENT", "ANNOTATION", "REMARK", "LINE_REMARK", "GLYPH"),
)
_KINDS: Final[dict[str, int]] = {name: getattr(scan, name) for name in _NAMED_ALIKE} | {
    "MIDDEAL": scan.DEAL,
    "DEALT_TALON": scan.DEALT,
    "_CLOSED": scan.CLOSED,
    "NO_TRUMP": scan.NO_SUIT,
    "EQUALS": scan.RESULT,
    "_DRAW": scan.NOBODY_WINS,
    "STAR": scan.UNFINISHED,
    "LPAR": scan.VARIATION,
    "RPAR": scan.VARIATION_END,
}
"""The kind of the token that each terminal makes; seats, suits and actions have several."""
_NUMBERS: Final = {"_TRICKS": scan.TRICKS, "_PENDING": scan.PENDING, "_SCORE": scan.SCORE, "_PAYS": scan.PAYS}
"""The kind of the numbers after a word."""
_ACTIONS: Final = frozenset(
    {"CARD", "TURNED", "UNKNOWN", "MARRIAGE", "EXCHANGE", "CLOSE", "OUT", "RESIGN", "DRAWN"}
)


def parse_game(
    text: str, written: str = "", names: Names | None = None
) -> tuple[Record | None, list[Finding]]:
    """Return what can be read of a game, and every syntax error in it.

    ``written`` is the text as in the file, if its cards have other letters there; ``names`` are the players,
    if the text is only part of their game.
    """
    found: list[Finding] = []
    try:
        taken: Taken | None = _parsed(text, "game")
    except UnexpectedInput as error:
        taken, found = read_on(_parser(), error, text, written or text, names or Names(text))
    return _assembly(text, taken).game() if taken else None, found


def parse_right(text: str) -> Record | None:
    """Parse a game into a record; None if it has a syntax error."""
    try:
        return _assembly(text, _parsed(text, "game")).game()
    except UnexpectedInput:
        return None


def parse_action(word: str, *, is_opening: bool = False) -> Ply | None:
    """Parse a single action, of the play or of an opening; None if the word is not one."""
    try:
        ply = _assembly(word, _parsed(word, "opening_ply" if is_opening else "ply")).ply()
    except UnexpectedInput:
        return None
    return None if ply.notes or ply.action == UNNAMED else ply


def _parsed(text: str, start: str) -> Taken:
    """Parse a text, without a tree; raises UnexpectedInput where the grammar refuses it."""
    cursor = _parser().parse_interactive(text, start=start)
    cursor.parser_state.parse_conf.callbacks = {}
    taken: Taken = cursor.resume_parse()
    return taken


def _assembly(text: str, taken: Taken) -> Assembly:
    """Return the assembly of a parsed text from its words; those of a slip are what is meant by it."""
    tokens, words, unread = Tokens(), list[str](), list[Unread]()
    before, last = "", 0
    for token in _in_order(taken):
        start, end = token.start_pos or 0, token.end_pos or 0
        for kind in _kinds(token, before):
            tokens.add(kind, start - last, end - start)
            words.append(str(token))
            last = start
        if token.type == "UNREAD":
            unread.append(_unread(token))
        before = token.type
    tokens.add(scan.END, len(text) - last, 0)
    return Assembly(text, tokens, words, unread)


def _in_order(taken: Taken) -> Iterator[Token]:
    left: list[Token | Taken] = [taken]
    while left:
        value = left.pop()
        if isinstance(value, Token):
            yield value
        else:
            left += reversed(value)


def _kinds(token: Token, before: str) -> list[int]:
    """Return the kinds of the tokens that a word makes after a word of another terminal."""
    match token.type:
        case kind if kind in _ACTIONS:
            return _kinds_of(token)
        case "OWNER":
            return [scan.OWNER + read_seat(token[0])]
        case "SEAT" | "SEATS":
            return [scan.SEAT + read_seat(token)]
        case "SUIT":
            return [scan.SUIT + read_suit(token)]
        case "SCORE" | "STAKES":
            return [_NUMBERS[before]]
        case "UNREAD":
            return [scan.UNREAD_TAG, scan.UNREAD] if before == "LSQB" else [scan.UNREAD]
        case "HALF":
            first, _, second = token.partition("|")
            same = second and read_card(first) == read_card(second)
            return _kinds_of(first) if same else [scan.HALF_CARD]
        case "UNSURE":
            return [scan.UNSURE, *_kinds_of(token[:-1])]
        case "BACK" | "BACK_SAID":
            return _kinds_of(token)
        case "FACE_DOWN":
            return [scan.FACE_DOWN, *_kinds_of(token[1:-1])]
        case "CONTRACT" if before == "_BY":
            return [scan.REASON]
        case kind:
            return [_KINDS[kind]] if kind in _KINDS else []


def _unread(token: Token) -> Unread:
    text = token.strip(BLANKS)
    before, after = token[: token.find(text)], token[token.find(text) + len(text) :]
    ends = "\n" in after or not token.end_pos
    place = Span(token.line or 0, token.column or 0, token.end_line or 0, token.end_column or 0)
    return Unread(text, "\n" in before, ends, not before, token.value.strip(BLANKS), place)


_parser: Final = cache(tables.parser)
_kinds_of: Final = lru_cache(maxsize=512)(action_kinds)
"""The kinds of the tokens of an action: the same cards are played again and again."""
