"""Text to records: one game at a time, with every error located.

Well-formed games go through the scanner (:mod:`notation.text.scan`), all others through the grammar. Reading
is lenient where the specification says so and never guesses; whether a record is true is decided by
:mod:`notation.judge.match`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Fix, Phrase, SeatFact
from notation.findings.hints import did_you_mean, seat_meant, tag_meant
from notation.limits import is_limited, spend
from notation.record.model import (
    NOWHERE,
    UNNAMED,
    UNRECORDED,
    Annotation,
    Award,
    Comment,
    DealRecord,
    Glyph,
    Note,
    Ply,
    Record,
    Remark,
    Span,
    Tag,
    Trick,
    Variation,
    span_at,
)
from notation.record.tags import DATE, LETTERS
from notation.record.traversal import numbered
from notation.text.annotations import annotation_fault
from notation.text.assembly import record_of
from notation.text.comments import swallowed
from notation.text.dates import date_meant, is_date, is_no_day
from notation.text.glyphs import glyph_fault
from notation.text.scan import Tokens, scan
from notation.text.slips import is_marriage_of
from notation.text.source import BIDI, MAX_DEALS, SIGNS, START, Source, Start, cut, unreadable
from notation.text.unread import swallowed_by
from referee.actions import Action

if TYPE_CHECKING:
    from notation.text.letters import Alphabet
    from notation.text.spellings import Names

MAX_ACTIONS: Final = 96
"""Four times the pack."""
GAME_WORK: Final = 5
"""The cost of preparing a record, in judged actions; see :mod:`notation.limits`."""
SIGNS_READ: Final = 2
"""Words and signs that can be read at the cost of judging an action."""
MAX_NESTING: Final = 16
"""The greatest depth of nested variations."""

_BRACKETS: Final = re.compile(
    r'\{(?:[^\\}]|\\[\s\S]){0,4096}+\}|"(?:[^"\\\n]|\\["\\]){0,1024}+"|;[^\n]*'
    r'|@[A-Za-z][A-Za-z0-9-]*+\([^"()\n]*+\)|\([0-9-]++\)|[()]'
)


_MORE_GAMES: Final = 5
"""Errors that a second game counts for in a text that should be one."""


@dataclass(frozen=True)
class Game:
    """One game of a file, as far as it could be read.

    ``record`` is the whole game, or None if there are errors in its text. ``draft`` is what could be read,
    with an :class:`notation.record.model.Unread` for each part that could not; None if nothing could.
    ``number`` counts from 1 in the file, 0 for text before the first game; ``line`` is where the game starts,
    and all its spans count from there. ``source`` is its bytes.
    """

    number: int
    line: int
    text: str = field(repr=False)
    record: Record | None = field(repr=False)
    findings: tuple[Finding, ...]
    draft: Record | None = field(default=None, repr=False)
    source: bytes = field(default=b"", repr=False)
    meant: "Game | None" = None
    """If the bytes have a recognisable other encoding: the game as if saved in UTF-8."""

    @property
    def readable(self) -> Record:
        """What could be read of the game, or an empty record."""
        return self.draft or Record()

    @cached_property
    def digest(self) -> str | None:
        """The digest of the game; None if part of it could not be read."""
        from notation.text.writer import digest  # who reads need not write

        return digest(self.record, self.text) if self.record else None

    @property
    def alphabet(self) -> "Alphabet | None":
        """The letters of its cards, unless they are the English ones."""
        if LETTERS not in self.text:
            return None
        from notation.text.letters import alphabet_of  # few games have other letters

        return alphabet_of(self.text)

    def english(self, words: str) -> str:
        """Convert words of the game to English letters for cards."""
        alphabet = self.alphabet
        return alphabet.english(words) if alphabet else words

    def own(self, words: str) -> str:
        """Convert words to the game's letters for cards."""
        alphabet = self.alphabet
        return alphabet.own(words) if alphabet else words

    def place(self, span: Span) -> Span:
        """Convert a span of this game to a span of its file."""
        shift = self.line - 1
        return span._replace(line=span.line + shift, end_line=span.end_line + shift)


class NamedGame(NamedTuple):
    """A game and the name of its file."""

    file: str
    game: Game


def read(data: bytes | str | IO[bytes], start: Start = START) -> Iterator[Game]:
    r"""Yield the games of a text or of an open file, reading each one on demand.

    ``start`` is the position of a chunk in its file; see :func:`notation.text.source.cut`.

    >>> [game.record is not None for game in read("%SGN 1\n%SGN 1 {\n%SGN 1\n")]
    [True, False, True]
    """
    for source in cut(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data, start):
        yield read_game(source)


def read_file(path: Path) -> Iterator[Game]:
    """Yield the games of a file; raises OSError if it cannot be opened or read to its end."""
    with path.open("rb") as file:
        yield from read(file)


def read_game(source: Source) -> Game:
    """Read one game: with the scanner if possible, otherwise with Lark."""
    return game_of(source, scan(source.scannable))


def game_of(source: Source, tokens: Tokens | None) -> Game:
    """Read one game, given its tokens, and look for the habits of one that is not read."""
    return as_meant(_plainly(source, tokens))


def as_meant(game: Game) -> Game:
    """Return a game as it was read, or what is meant by one that is not, if its habits show that."""
    if game.meant or not game.findings:
        return game
    from notation.text.habits import habits_of, may_show  # few games have any

    shows = may_show(game.text, game.findings)
    habits = habits_of(game.text, _number(game), _errors) if shows else None
    if habits is None:
        return game
    meant = _plainly(Source(1, 1, habits.text, None), None) if habits.text.strip() else None
    return replace(game, record=None, draft=None, findings=(habits.finding,), meant=meant)


def _errors(text: str) -> int:
    """How many errors there are in a text that should be one game; each game more counts for many."""
    sources = list(cut(text.encode("utf-8", "surrogatepass")))
    faults = sum(_number(_plainly(source, scan(source.scannable))) for source in sources)
    return faults + _MORE_GAMES * (len(sources) - 1)


def _number(game: Game) -> int:
    """How many errors there are in a game as it was read."""
    return sum(each.is_error or each.code is catalogue.REMARK_PLAYED for each in game.findings)


def _plainly(source: Source, tokens: Tokens | None) -> Game:
    text = source.text
    fault = None
    if tokens is None:
        fault = source.fault or unreadable(text) or nested_too_deeply(text)
    if not fault and is_limited():
        spend(GAME_WORK + sum(1 for _ in SIGNS.finditer(text)) // SIGNS_READ)
    found: list[Finding] = [fault] if fault else []
    if fault and fault.code is catalogue.STRAY_TEXT and fault.proposal and fault.proposal.text:
        found += _behind(text, fault.proposal)
    draft: Record | None = None
    if not fault:
        draft, found = parsed(source.english, tokens, text)
    whole = not found
    if draft is not None:
        bound = next(bounds(draft), None)
        found += [bound] if bound else _findings(draft)
        draft = None if bound else draft
        whole = whole and not any(finding.is_error for finding in found)
    meant = None
    if fault and fault.code is catalogue.ENCODING and source.number and "\ufffd" not in text:
        meant = read_game(Source(1, 1, text, None))
    record = draft if whole else None
    game = Game(source.number, source.line, text, record, tuple(found), draft, source.raw, meant)
    return _in_letters(game) if LETTERS in text else game


def _in_letters(game: Game) -> Game:
    """Return a game with its letters taken into account; a complete record loses the tag that names them.

    A game with an unread part keeps its letters and the tag. If the tag itself could not be read, nothing is
    known about the letters.
    """
    if game.draft is None or game.draft.tag(LETTERS) != (game.alphabet.name if game.alphabet else None):
        return replace(game, record=None, draft=None)
    from notation.text.letters import mistaken_letter

    record, mistaken = _without_letters(game.draft), mistaken_letter(game.text)
    if mistaken:
        game = replace(game, findings=(*game.findings, mistaken))
    return replace(game, record=record, draft=record) if game.record else game


def _without_letters(record: Record) -> Record:
    """Return a record without the tag Letters; the notes of the tag move to what precedes it."""
    notes, tags = record.notes, list[Tag]()
    for tag in record.tags:
        moved = tuple(_on_a_line(note) for note in tag.notes)
        if tag.name != LETTERS:
            tags.append(tag)
        elif tags:
            tags[-1] = replace(tags[-1], notes=(*tags[-1].notes, *moved))
        else:
            notes = (*notes, *moved)
    return replace(record, tags=tuple(tags), notes=notes)


def _on_a_line(note: Note) -> Note:
    """Return a note in a form that does not end the line before it."""
    return replace(note, lines=max(note.lines, 1)) if isinstance(note, Remark) else note


def parsed(
    text: str, tokens: Tokens | None, written: str = "", names: "Names | None" = None
) -> tuple[Record | None, list[Finding]]:
    """Return what can be read of a game, and every syntax error in it.

    ``written`` is the text as in the file, if its cards have other letters there; ``names`` are the players,
    if the text is only part of their game.
    """
    if tokens is not None:
        return record_of(text, tokens), []
    from notation.text.parsing import parse_game  # Lark, which well-formed games do not need

    return parse_game(text, written, names)


def _behind(text: str, fix: Fix) -> Iterator[Finding]:
    """Yield the errors after a faulty first line, as if the fix were applied."""
    before, after = text.split("\n")[: fix.span.line - 1], text.split("\n")[fix.span.line - 1 :]
    is_new = fix.text.endswith("\n")
    meant = "\n".join([fix.text.rstrip(), *(after if is_new else after[1:])])
    shift = len(before) - is_new
    source = Source(1, 1, meant, None)
    for finding in _plainly(source, scan(source.scannable)).findings:
        yield finding.moved(shift)


def read_action(word: str, *, is_opening: bool = False) -> Ply | None:
    """Read a single action, of the play or of an opening, with its actor if named; None if it is not one.

    >>> read_action("B: exchange").seat, read_action("8h")
    (1, None)
    >>> read_action("bid gang", is_opening=True).word, read_action("bid gang")
    ('gang', None)
    """
    from notation.text.parsing import parse_action

    return parse_action(word, is_opening=is_opening)


def nested_too_deeply(text: str) -> Finding | None:
    """Return the finding about variations that are nested too deeply, or None."""
    open_brackets = 0
    for bracket in _BRACKETS.finditer(text) if text.count("(") > MAX_NESTING else ():
        if bracket[0] in "()":
            open_brackets = max(0, open_brackets + (1 if bracket[0] == "(" else -1))
            if open_brackets > MAX_NESTING:
                return Finding(catalogue.NESTED, span_at(text, bracket.start()))
    return None


def deal_findings(deal: DealRecord, number: int) -> list[Finding] | None:
    """Return the reader's findings in a deal; None if it exceeds a limit, so that its game is not judged."""
    return None if any(bounds(Record(deals=(deal,)))) else list(_deal(deal, number))


def bounds(draft: Record) -> Iterator[Finding]:
    """Yield findings where a game exceeds a limit."""
    if len(draft.deals) > MAX_DEALS:
        yield Finding(catalogue.MANY_DEALS, draft.deals[MAX_DEALS].span)
    for number, deal in enumerate(draft.deals, start=1):
        plies = [ply for _, trick in numbered(deal) for ply in trick.plies]
        varied = [other for ply in plies if ply.notes for other in _varied(ply)]
        bounded: tuple[tuple[Sequence[Ply | Trick | Award], int], ...] = (
            (plies, MAX_ACTIONS),
            (deal.tricks, MAX_ACTIONS),
            (deal.awards, MAX_ACTIONS),
            (varied, 10 * MAX_ACTIONS),
        )
        for parts, most in bounded:
            if len(parts) > most:
                yield Finding(catalogue.MANY_ACTIONS, parts[most].span, deal=number)


def _varied(ply: Ply) -> Iterator[Ply]:
    """Yield the actions of all variations of an action."""
    for note in ply.notes:
        if isinstance(note, Variation):
            for trick in note.tricks:
                yield from trick.plies
                for other in trick.plies:
                    yield from _varied(other)


def _findings(draft: Record) -> Iterator[Finding]:
    """Yield findings that the grammar cannot make: further errors, and hints."""
    yield from head_findings(draft)
    for number, deal in enumerate(draft.deals, start=1):
        yield from _deal(deal, number)


def head_findings(draft: Record) -> Iterator[Finding]:
    """Yield such findings before the first deal."""
    yield from _notes(draft.notes)
    yield from _tags(draft)


def _tags(draft: Record) -> Iterator[Finding]:
    seen = set()
    names = [tag.name for tag in draft.tags]
    for tag in draft.tags:
        if tag.name and tag.name in seen:
            yield Finding(catalogue.TAG_TWICE, tag.span, {"name": tag.name})
        seen.add(tag.name)
        meant = tag_meant(tag.name) or seat_meant(tag.name, names)
        if meant:
            facts: dict[str, Fact] = {"name": tag.name, "meant": meant}
            change = Fix(_part(tag.span, 0, len(tag.name)), meant) if draft.tag(meant) is None else None
            yield Finding(catalogue.TAG_MISSPELT, tag.span, facts, proposal=change)
        if tag.name == DATE and not is_date(tag.value):
            yield _not_a_date(tag)
        yield from _bidi(tag.value, tag.span)
        yield from _notes(tag.notes)


def _not_a_date(tag: Tag) -> Finding:
    """Return the finding about a date in another format, with a fix if it is unambiguous."""
    meant = date_meant(tag.value)
    hint = Phrase("; there is no such day") if is_no_day(tag.value) else did_you_mean(meant)
    facts: dict[str, Fact] = {"word": tag.value, "hint": hint}
    place = tag.span._replace(line=tag.span.end_line, column=tag.span.end_column - 1 - len(tag.value))
    change = Fix(_part(place, 0, len(tag.value)), meant, True) if meant else None
    return Finding(catalogue.DATE, tag.span, facts, proposal=change)


def _part(span: Span, start: int, end: int) -> Span:
    """Return the span of some characters on the line where a part starts."""
    return Span(span.line, span.column + start, span.line, span.column + end)


def _deal(deal: DealRecord, number: int) -> Iterator[Finding]:
    yield from _notes(deal.notes)
    held = set()
    for seat, hand in deal.hands:
        if seat in held:
            yield Finding(catalogue.HAND_TWICE, hand.span, {"seat": SeatFact(seat)}, deal=number, seat=seat)
        held.add(seat)
        yield from _notes(hand.notes, behind=hand.span)
    yield from _notes(
        deal.talon.notes if deal.talon else (), behind=deal.talon.span if deal.talon else NOWHERE
    )
    yield from _notes(deal.position.notes if deal.position else ())
    piled = set()
    for seat, pile in deal.position.won if deal.position else ():
        if seat in piled:
            what = Phrase("the cards that {seat} has won are given twice", {"seat": SeatFact(seat)})
            what = what if seat >= 0 else Phrase("the cards played are given twice")
            yield Finding(catalogue.POSITION_COUNT, pile.span, {"what": what}, deal=number)
        piled.add(seat)
        yield from _notes(pile.notes)
    if deal.opening:
        yield from _trick(deal.opening, number)
    for trick, following in zip_longest(deal.tricks, deal.tricks[1:]):
        yield from _trick(trick, number)
        if following and trick.plies and trick.plies[-1].notes:
            yield from _unknown_card(trick, max(1, _cards_in(following) - 1), number)
    for award in deal.awards:
        yield from _bidi(award.why or "", award.span)
        yield from _notes(award.notes)
    yield from _notes(deal.result.notes if deal.result else ())


def _trick(trick: Trick, deal: int, of_slip: bool = False) -> Iterator[Finding]:
    """Yield what is wrong in a trick; the marriage of a slip (:func:`is_marriage_of`) may be unnamed."""
    yield from _notes(trick.notes, behind=trick.span)
    for ply in trick.plies:
        if ply.action == UNNAMED and not ply.is_torn and not of_slip:
            yield Finding(catalogue.MARRIAGE_SUIT, ply.span, deal=deal, trick=max(trick.number, 0))
        if ply.notes:
            yield from _notes(ply.notes, deal, ply.action, ply.span)


def _cards_in(trick: Trick) -> int:
    return sum(ply.plays for ply in trick.plies)


def _unknown_card(trick: Trick, cards: int, deal: int) -> Iterator[Finding]:
    """Yield the question mark that stands alone where the last card is due, after so many."""
    last, mark = trick.plies[-1], trick.plies[-1].notes[0]
    if _cards_in(trick) != cards or not last.plays or not isinstance(mark, Glyph):
        return
    if mark.mark in ("?", "??") and mark.span[:2] != last.span[2:]:
        facts: dict[str, Fact] = {"word": mark.mark}
        change = Fix(mark.span, "--")
        yield Finding(catalogue.UNKNOWN_MARK, mark.span, facts, deal, max(trick.number, 0), proposal=change)


def _notes(
    notes: tuple[Note, ...], deal: int = 0, after: Action = UNRECORDED, behind: Span = NOWHERE
) -> Iterator[Finding]:
    for note in notes:
        if isinstance(note, Annotation):
            yield from _bidi(note.value, note.span)
            fault = annotation_fault(note.name, note.value, note.span)
            if fault:
                yield fault
        elif isinstance(note, Glyph):
            fault = glyph_fault(note.mark, note.span)
            if fault:
                yield fault
        elif isinstance(note, Comment):
            what = swallowed(note.text)
            if what:
                yield Finding(catalogue.SWALLOWED, note.span, {"what": what})
        elif isinstance(note, Remark):
            yield from _bidi(note.text, note.span)
            word = swallowed_by(note, behind)
            if word:
                change = Fix(_part(note.span, 0, 1), " ")
                yield Finding(catalogue.REMARK_PLAYED, note.span, {"word": word}, proposal=change)
        elif isinstance(note, Variation):
            for trick in note.tricks:
                yield from _trick(trick, deal, is_marriage_of(note, after))
            if note.result:
                yield from _notes(note.result.notes)


def _bidi(text: str, span: Span) -> Iterator[Finding]:
    bidi = re.search(BIDI, text)
    if bidi:
        yield Finding(catalogue.BIDI, span, {"character": f"U+{ord(bidi[0]):04X}"})
