"""Panic-mode error recovery: skip to the next token that can continue, keep the skipped text verbatim.

Where the grammar refuses the text, everything up to the next place at which parsing can resynchronise becomes
a :class:`notation.record.model.Unread`, byte for byte. Nothing is guessed or skipped silently.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import LexerState
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.utils import TextSlice

from grammar.tables import END, states_after
from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.limits import spend
from notation.record.model import span_at
from notation.text.diagnosis import diagnose, unread_trick
from notation.text.letters import alphabet_of
from notation.text.scan import scan
from notation.text.spellings import MAX_LINE, Names, Place, candidates, card_meant
from notation.text.spoken import NAMED
from notation.text.unread import may_be_a_trick

FAULT_WORK: Final = 30
"""The cost of resuming after an error, in judged actions; see :mod:`notation.limits`."""
MAX_FAULTS: Final = 100
"""Errors reported for one game; after the last of them the rest is not read."""

_ANYWHERE: Final = frozenset({"DEAL", "MIDDEAL", "OPENING", "TRICK", "RULING", "EQUALS", "RPAR"})
"""Tokens that start something new anywhere."""
_OPENING: Final = frozenset(
    {"LSQB", "DEAL", "MIDDEAL", "POSITION", "OWNER", "TALON", "WON", "EQUALS", "RULING"}
    | {"DEALT", "DEALT_TALON", "TRUMP", "CALL", "BID", "DISCARD"}
)
"""Tokens after which the rest of what they open may be unread."""
_LINES: Final = _ANYWHERE | _OPENING | {"COMMENT", "REMARK", "ANNOTATION"}
"""Tokens that show that a line can be read, if it is in its proper place."""
_INNER: Final = frozenset(
    {"GAME", "WHITE", "LINE_REMARK", "TAG_NAME", "NUMBER", "SEAT", "SUIT", "REASON"} | {"BAR", "CONTRACT"}
)
"""Tokens that are meaningful only inside what they belong to."""
_WORDS: Final = re.compile(
    r'\{[^{}]{0,4096}+\}|"(?:[^"\\\n]|\\["\\]){0,1024}+"|;[^\n]*'
    r'|@[A-Za-z][A-Za-z0-9-]*+\((?:"(?:[^"\\\n]|\\["\\])*+"|[^"()\n]*+)\)|\([0-9-]++\)|[^\s(){}\[\];"]+|\S'
)
_NUMBER: Final = re.compile(r"[0-9]{1,2}\)[ \t]")
_NAMED: Final = re.compile(rf"[ \t,;–—-]*{NAMED}", re.IGNORECASE)
_PROSE: Final = re.compile(r"[ \t]*[^\W\d_]{2}[^()\[\]{}<>\n]*\)")
_BLANKS: Final = " \t\r\n"


Taken = list[Any]
"""What a parser has taken by a rule: words, and what it has taken by other rules, in their order."""


class _CorrectedSlip(NamedTuple):
    """The first slip that was read as corrected: its error, where it starts, and what was found before."""

    error: UnexpectedInput
    start: int
    found: list[Finding]


def read_on(
    parser: Lark, error: UnexpectedInput, text: str, written: str, names: Names
) -> tuple[Taken | None, list[Finding]]:
    """Return what can be parsed of a game after a first syntax error, and every syntax error in it.

    ``written`` is the text as in the file. After a slip with a known correction, errors are looked for as if
    it were corrected; what is read does not contain the correction.
    """
    draft, found, slip = _read(parser, error, text, written, names)
    if slip:
        draft, _, _ = _read(parser, slip.error, text, written, names, slip)
    return draft, found


def _read(
    parser: Lark,
    error: UnexpectedInput,
    text: str,
    written: str,
    names: Names,
    slip: _CorrectedSlip | None = None,
) -> tuple[Taken | None, list[Finding], _CorrectedSlip | None]:
    """Read as corrected, keeping nothing from the first slip on, or from a ``slip`` on as it is written.

    Returns also the first slip that was read as corrected.
    """
    found: list[Finding] = slip.found if slip else []
    feet = _Feet(parser, text, written, names)
    first: _CorrectedSlip | None = None
    meant, shift = text, 0
    alphabet = alphabet_of(written)
    while True:
        spend(FAULT_WORK)
        cursor: InteractiveParser = error.interactive_parser
        ended = isinstance(error, UnexpectedToken) and error.token.type == END
        if slip and error is slip.error:
            start = slip.start
        else:
            start = len(text) if ended else _numbered(cursor, text, error.pos_in_stream or 0)
        told, read, end = Finding(catalogue.UNEXPECTED, span_at(text, start)), None, start
        if slip is None:  # otherwise what can be read is wanted, not what is wrong
            told, read, end = diagnose(
                error,
                Place(text, start, names, alphabet),
                feet.closing(start) > 0,
                lambda read, end: feet.fits(cursor, read, end),  # noqa: B023 - asked at once
            )
            told = _as_written(told, text, written) if alphabet else told
        last = len(found) + 1 >= MAX_FAULTS
        corrected = feet.as_meant(cursor, read, start, end) if read is not None and not last else None
        if read is not None and corrected is not None:
            first = first or _CorrectedSlip(error, start, found.copy())
            found.append(told)
            cursor = corrected
            meant = meant[: start + shift] + read + meant[end + shift :]
            shift += len(read) - (end - start)
            if _stands_alone(text, read, start, end) and scan(meant) is not None:
                return None, found, first
        elif start == 0:
            return None, [told], first
        else:
            bad_word = not isinstance(error, UnexpectedToken) or error.token.type == "TAG_NAME"
            if not feet.find(cursor, start, bad_word, last):
                if not _variation(cursor):
                    return None, [*found, told], first
                # Only an open variation blocks parsing: the fault is in it.
                told = feet.give_up_variation(cursor, last)
                found = [finding for finding in found if finding.span < told.span]
            found += [told, *feet.lines_passed_over(start)][: MAX_FAULTS - len(found)]
            if last and "\n" in text[start:].rstrip():
                found.append(Finding(catalogue.CUT_SHORT, found[-1].span, {"number": MAX_FAULTS}))
        try:
            taken: Taken = cursor.resume_parse()
        except UnexpectedInput as another:
            error = another
        else:
            return taken, found, first


def _stands_alone(text: str, read: str, start: int, end: int) -> bool:
    """Return whether there are blanks around words that are read in the place of others."""
    around = text[max(0, start - 1) : start], text[end : end + 1]
    return bool(read.strip()) and all(sign in _BLANKS for sign in around)


def _as_written(told: Finding, text: str, written: str) -> Finding:
    """Return a finding about a text in English letters with its quotations as written."""
    line, column, _, end = told.span
    english, own = (each.split("\n")[line - 1][column - 1 : end - 1].strip() for each in (text, written))
    facts = told.facts or {}
    if english == own or facts.get("word") != english:
        return told
    return replace(told, facts={**facts, "word": own})


class _Feet:
    """Finds the next place at which a parser can resume (resynchronisation)."""

    def __init__(self, parser: Lark, text: str, written: str, names: Names) -> None:
        self._kinds = _kinds(parser)
        self._text = text
        self._written = written
        self._names = names
        self._unclosed = len(text)
        """The offset after which no comment is closed."""
        self._after = 0
        """Where reading resumed after the last error."""

    def closing(self, start: int) -> int:
        """Return where the comment that starts here ends, or 0."""
        if start >= self._unclosed or not self._text.startswith("{", start):
            return 0
        closed = re.compile(r"\{(?:[^\\}]|\\[\s\S])*+\}").match(self._text, start)
        if closed is None:
            self._unclosed = start
        return closed.end() if closed else 0

    def find(self, cursor: InteractiveParser, start: int, bad_word: bool, give_up: bool) -> bool:
        """Move the cursor to where it can resume after an error, with the skipped text as unread.

        Returns False, with nothing changed, if only an open variation keeps it from resuming.
        """
        fits: dict[tuple[str, bool | None], int | None] = {}
        depths = _depths(cursor)
        opened = _variation(cursor)
        for place, names, weak in () if give_up else self._places(start, bad_word):
            for name in names:
                if (name, weak) not in fits:
                    fits[name, weak] = _accepting(cursor, depths[:1] if weak else depths, name)
            found = [depth for name in names if (depth := fits[name, weak]) is not None]
            if found:
                self._go_on(cursor, min(found), start, place)
                return True
            for name in names if opened else ():
                if (name, None) not in fits:
                    fits[name, None] = _accepting(cursor, [opened], name)
                if fits[name, None] is not None:
                    return False
        depth = _accepting(cursor, depths, END)
        if depth is None:
            return False
        self._go_on(cursor, depth, start, len(self._text))
        return True

    def fits(self, cursor: InteractiveParser, read: str, end: int, more: int = 2) -> bool:
        """Return whether the grammar accepts a text at the cursor; for an empty one, what follows.

        What follows may be a slip itself, up to ``more`` one after another.
        """
        probe = _copied(cursor)
        if _lexed(probe, read) is None:
            return False
        if read.strip():
            return True
        following = self._text[end : end + MAX_LINE]
        if (
            card_meant(following.lstrip(_BLANKS), alphabet_of(self._written)).written
            or _NAMED.match(following)
            or _lexed(probe, following, 1) is not None
        ):
            return True
        word = end + len(following) - len(following.lstrip(" \t"))
        return more > 0 and any(
            slip.read is not None and slip.end > word and self.fits(cursor, slip.read, slip.end, more - 1)
            for slip in candidates(Place(self._text, word, self._names))
        )

    def as_meant(
        self, cursor: InteractiveParser, read: str, start: int, end: int
    ) -> InteractiveParser | None:
        """Return a cursor that has read a replacement for the text at another.

        None if the grammar does not accept it.
        """
        tokens = _lexed(_copied(cursor), read)
        if tokens is None:
            return None
        after = _copied(cursor)
        after.parser_state.lexer = after.lexer_thread  # so that it advances independently
        place, last = span_at(self._text, start), span_at(self._text, end)
        for token in tokens:
            token.start_pos, token.line, token.column = start, place.line, place.column
            token.end_pos, token.end_line, token.end_column = end, last.line, last.column
            after.feed_token(token)
            cast(LexerState, after.lexer_thread.state).last_token = token
        self._move_to(after, end)
        return after

    def lines_passed_over(self, start: int) -> Iterator[Finding]:
        """Yield a finding for each unread line of play after the line of the last error."""
        text, end = self._text, start
        for word in _WORDS.finditer(text, self.closing(start) or start, self._after):
            place, opens = word.start(), "\n" in text[end : word.start()]
            end = word.end()
            line = text[place : self._after].split("\n", 1)[0] if opens else ""
            kinds = (name for name, pattern in self._kinds if name in _LINES and pattern.match(text, place))
            if line and not any(kinds) and may_be_a_trick(line):
                yield unread_trick(text, place)

    def give_up_variation(self, cursor: InteractiveParser, give_up: bool) -> Finding:
        """Mark the line of the open variation as unread, and move the cursor after it."""
        opened = _variation(cursor)
        bracket: Token = cursor.parser_state.value_stack[-opened]
        _drop(cursor, opened)
        start = bracket.start_pos or 0
        self.find(cursor, start, False, give_up)
        return Finding(catalogue.VARIATION_OPEN, span_at(self._text, start))

    def _places(self, start: int, bad_word: bool) -> Iterator[tuple[int, list[str], bool]]:
        """Yield the words after an error with their possible terminals, and whether each only continues."""
        text = self._text
        lost = text[start : start + 1] in ("{", '"', "(")  # nobody knows where it should have ended
        close = self.closing(start)
        end, same, stuck = start, True, False
        opens = not text[text.rfind("\n", 0, start) + 1 : start].strip()
        if lost and not close:
            opens, end = False, text.find("\n", start)
            end = end if end >= 0 else len(text)
        for word in _WORDS.finditer(text, close or end):
            spend()
            place = word.start()
            if "\n" in text[end:place]:
                opens, same, stuck = True, False, False
            stuck = stuck or word[0].startswith("%SGN")
            if stuck:  # alone on its line it would start a game
                end, opens = word.end(), False
                continue
            continues = same and place > start and (bool(close) or (bad_word and not lost))
            kinds = self._kinds if opens or continues else [k for k in self._kinds if k[0] in _ANYWHERE]
            names = [name for name, pattern in kinds if pattern.match(text, place)]
            strong = names if opens else [name for name in names if name in _ANYWHERE]
            if strong:
                yield place, strong, False
            if continues and not opens:
                yield place, names, True
            end, opens = word.end(), False

    def _go_on(self, cursor: InteractiveParser, depth: int, start: int, after: int) -> None:
        """Feed the unread part to the parser, and resume after it."""
        text, self._after = self._text, after
        if depth:
            start = cursor.parser_state.value_stack[-depth - 1].end_pos
            _drop(cursor, depth)
        unread = text[start:after]
        begin = start + len(unread) - len(unread.lstrip(_BLANKS))
        end = max(begin, start + len(unread.rstrip(_BLANKS)))
        start -= len(text[:start]) - len(text[:start].rstrip(_BLANKS))
        unread = text[start:after]
        place, last = span_at(text, begin), span_at(text, end)
        token = Token(
            "UNREAD",
            self._written[start:after],
            line=place.line,
            column=place.column,
            end_line=last.line,
            end_column=last.column,
            end_pos=after if after < len(text) else 0,
        )
        token.value = unread
        cursor.feed_token(token)
        self._move_to(cursor, after - (len(text[:after]) - len(text[:after].rstrip(_BLANKS))))

    def _move_to(self, cursor: InteractiveParser, after: int) -> None:
        """Let the lexer resume at an offset."""
        counter = cast(LexerState, cursor.lexer_thread.state).line_ctr
        ahead = span_at(self._text, after)
        counter.char_pos, counter.line, counter.column = after, ahead.line, ahead.column
        counter.line_start_pos = after - ahead.column + 1


@cache
def _kinds(parser: Lark) -> list[tuple[str, re.Pattern[str]]]:
    """Return the terminals that a single word can be, in the order of the grammar."""
    return [
        (terminal.name, re.compile(terminal.pattern.to_regexp()))
        for terminal in parser.terminals
        if terminal.name not in _INNER and not terminal.name.startswith("_")
    ]


def _numbered(cursor: InteractiveParser, text: str, start: int) -> int:
    """Return a place, or the bracket before it if it opens no variation: `(2) Ts`, `(she trumps)`."""
    bracket = cursor.parser_state.value_stack[-1] if cursor.parser_state.value_stack else None
    if not isinstance(bracket, Token) or bracket.type != "LPAR":
        return start
    opens = bracket.start_pos or 0
    is_number = _NUMBER.match(text, start) and not text[text.rfind("\n", 0, opens) + 1 : opens].strip()
    if not is_number and not _PROSE.match(text, start):
        return start
    _drop(cursor, 1)
    return opens


def _depths(cursor: InteractiveParser) -> list[int]:
    """Return how much of the open stack may be popped: nothing, or all after the word that opens it."""
    values = cursor.parser_state.value_stack
    for depth in range(1, len(values)):
        value = values[-depth - 1]
        if isinstance(value, Token) and (value.type in _OPENING or value.type == "LPAR"):
            return [0] if value.type == "LPAR" else [0, depth]
    return [0]


def _variation(cursor: InteractiveParser) -> int:
    """Return the stack depth of the outermost open variation, with its bracket; 0 for none."""
    values = cursor.parser_state.value_stack
    for depth in range(len(values), 0, -1):
        if isinstance(values[-depth], Token) and values[-depth].type == "LPAR":
            return depth
    return 0


def _drop(cursor: InteractiveParser, depth: int) -> None:
    if depth:
        del cursor.parser_state.state_stack[-depth:]
        del cursor.parser_state.value_stack[-depth:]


def _copied(cursor: InteractiveParser) -> InteractiveParser:
    """Return a copy of a cursor, which leaves that where it is."""
    copied: InteractiveParser = cursor.copy(deepcopy_values=False)
    return copied


def _lexed(probe: InteractiveParser, text: str, most: int = -1) -> list[Token] | None:
    """Return all tokens of a text, or the first ``most``, as the cursor accepts them; None if it does not."""
    tokens: list[Token] = []
    state = LexerState(TextSlice(text, 0, len(text)))
    try:
        for token in probe.lexer_thread.lexer.lex(state, probe.parser_state):
            probe.feed_token(token)
            tokens.append(token)
            if len(tokens) == most:
                break
    except UnexpectedInput:
        return None
    return tokens


def _accepting(cursor: InteractiveParser, depths: list[int], name: str) -> int | None:
    """Return the smallest depth to pop so that a token of this kind can follow the unread part."""
    rules, states = cursor.parser_state.parse_conf, cursor.parser_state.state_stack
    for depth in depths:
        after = states_after(rules, states[: len(states) - depth], "UNREAD")
        if after and states_after(rules, after, name):
            return depth
    return None
