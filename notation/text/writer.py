"""Records to text: the one canonical form of a game, its digest, and other layouts.

Writes what the record says, true or false; nothing is added, left out or corrected. Unread parts are written
verbatim, byte for byte.
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeVar

from notation.record.model import (
    NOWHERE,
    UNNAMED,
    UNNUMBERED,
    UNREAD_WINNER,
    UNREADABLE,
    Annotation,
    Award,
    Checkpoint,
    Comment,
    DealRecord,
    Glyph,
    Holding,
    Note,
    Outcome,
    Ply,
    Position,
    Record,
    Remark,
    Tag,
    Trick,
    Unread,
    Variation,
    has_unread,
)
from notation.record.tags import LETTERS, tag_rank
from notation.record.words import action_word, card_word, score_words, seat_letter, trick_word
from notation.specs.spec import read_spec, write_spec
from notation.text.letters import ALPHABETS, Alphabet
from notation.text.parts import escape_value
from notation.text.source import MAX_LINE
from referee import actions
from referee.cards import SUIT_LETTERS, Seat
from referee.rules import RuleSet


class LineLayout(Enum):
    """How a game is laid out in lines; the words are the same in each layout."""

    CANONICAL = "canonical"
    TABLE = "table"
    """Canonical form, with the cards and the points of a deal aligned in columns."""
    COMPACT = "compact"
    """Each deal on two lines: the cards dealt, and the play."""
    STREAM = "stream"
    """Stream form: canonical, with a line for every action of the play."""


def write(record: Record, layout: LineLayout = LineLayout.CANONICAL) -> str:
    """Return a game in canonical form, ending with a line feed; a round trip does not change it.

    A record with a tag Letters is written in those letters; one that was read completely has no such tag.

    >>> print(write(Record(tags=(Tag("A", "Ivan"), Tag("Event", "Friday")))), end="")
    %SGN 1
    [Event "Friday"]
    [A "Ivan"]
    """
    page = _Page(ALPHABETS.get(record.tag(LETTERS) or ""), layout)
    page.line("%SGN 1 stream" if layout is LineLayout.STREAM else "%SGN 1")
    page.line()
    page.notes(record.notes)
    for tag in _tags(record):
        page.line(f"[{tag.name} {_quoted(_value(tag))}]" if tag.name else "[")
        page.notes(tag.notes)
    for deal in record.deals:
        _write_deal(page, deal)
    return page.text()


def digest(record: Record, text: str = "") -> str:
    """Return the SHA-256 of a game without its notes (play and statements), in hexadecimal.

    It need not be written if it was read from a ``text`` that is seen to be in canonical form.
    """
    from hashlib import sha256  # takes long to load

    from notation.text.canonical import canonical_text  # likewise

    spec = next((_value(tag) for tag in record.tags if tag.name == "Rules"), "")
    canonical = canonical_text(text, spec) or write(bare(record))
    return sha256(canonical.encode()).hexdigest()


def in_letters(record: Record, alphabet: Alphabet) -> Record:
    """Return a record that is written in these letters instead of the English ones."""
    return replace(record, tags=(*record.tags, Tag(LETTERS, alphabet.name)))


def bare(record: Record) -> Record:
    """Return a record without its notes; checkpoints are statements and stay."""
    return replace(
        record,
        notes=(),
        tags=tuple(map(_without_notes, record.tags)),
        deals=tuple(map(_bare_deal, record.deals)),
    )


_Noted = TypeVar("_Noted", Award, DealRecord, Holding, Outcome, Position, Tag)


def _without_notes(part: _Noted) -> _Noted:
    """Return a part without its notes; unchanged if it has none, like most: copying is expensive."""
    return replace(part, notes=()) if part.notes else part


def _bare_deal(deal: DealRecord) -> DealRecord:
    return replace(
        deal,
        notes=(),
        position=deal.position and replace(deal.position, notes=(), won=_bare_hands(deal.position.won)),
        hands=_bare_hands(deal.hands),
        talon=_without_notes(deal.talon) if deal.talon else None,
        opening=_bare_trick(deal.opening) if deal.opening else None,
        tricks=tuple(map(_bare_trick, deal.tricks)),
        awards=tuple(map(_without_notes, deal.awards)),
        result=_without_notes(deal.result) if deal.result else None,
    )


def _bare_trick(trick: Trick) -> Trick:
    """Return a trick without its notes; unchanged if it has none."""
    if not trick.notes and not any(ply.notes for ply in trick.plies):
        return trick
    plies = tuple(replace(ply, notes=_checkpoints(ply.notes)) if ply.notes else ply for ply in trick.plies)
    return replace(trick, notes=_checkpoints(trick.notes), plies=plies)


def _bare_hands(hands: tuple[tuple[Seat, Holding], ...]) -> tuple[tuple[Seat, Holding], ...]:
    return tuple((seat, _without_notes(hand)) for seat, hand in hands)


def _checkpoints(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    return tuple(note for note in notes if isinstance(note, Checkpoint))


def _tags(record: Record) -> Iterable[Tag]:
    """Return the tags in canonical order; in their original order if some part could not be read."""
    if any(map(has_unread, (record.notes, *(tag.notes for tag in record.tags)))):
        return record.tags
    return sorted(record.tags, key=lambda tag: tag_rank(tag.name))


def _holdings(deal: DealRecord) -> tuple[list[tuple[str, Holding]], list[tuple[str, Holding]]]:
    """Return hands and talon in canonical order; in the original one if some part could not be read.

    In that case those after the play stay there, and are returned separately.
    """
    hands = sorted(deal.hands, key=lambda pair: pair[0])
    labelled = [(f"{seat_letter(seat)}:", hand) for seat, hand in hands]
    if deal.talon:
        labelled.append(("talon:", deal.talon))
    won = deal.position.won if deal.position else ()
    labelled += [
        (won_label(seat), cards) for seat, cards in sorted(won, key=lambda pair: (pair[0] < 0, pair[0]))
    ]
    about = (deal.notes, deal.position.notes) if deal.position else (deal.notes,)
    if any(map(has_unread, (*about, *(holding.notes for _, holding in labelled)))):
        labelled.sort(key=lambda pair: pair[1].span)
        parts = (*((deal.opening,) if deal.opening else ()), *deal.tricks, *deal.awards)
        play = min((part.span for part in parts), default=NOWHERE)
        late = [pair for pair in labelled if NOWHERE < play < pair[1].span]
        return labelled[: len(labelled) - len(late)], late
    return labelled, []


def _value(tag: Tag) -> str:
    """Return a tag's value; a rule spec that can be read has one spelling."""
    if tag.name == "Rules":
        rules = read_spec(tag.value)
        if isinstance(rules, RuleSet):
            return write_spec(rules)
    return tag.value


_FIRST: Final = 1
"""The column of what is done before the lead; each card has two after it, the first for its player."""
_POINTS: Final = 20
_REST: Final = 21


def _fits(line: str, word: str) -> bool:
    """Return whether a word can go on a line so that it can still be read."""
    length = len(line) + len(word) + 1
    return 4 * length <= MAX_LINE or len(f"{line} {word}".encode()) <= MAX_LINE


class _Page:
    """Lays out words in lines: a blank between two words, except at the start of a line."""

    def __init__(self, alphabet: Alphabet | None, layout: LineLayout) -> None:
        self._alphabet = alphabet
        self._layout = layout
        self._is_plain = layout is LineLayout.CANONICAL and alphabet is None
        self._lines: list[str] = []
        self._cells: list[tuple[int, int, int]] = []
        """The cells of the table: column, line, and the offset at which each starts."""
        self._column = 0
        """The column of the next word; 0 for none."""
        self._open = False
        """Whether words can be added to the last line."""
        self._joined = False
        """Whether the next word is joined to the last one without a blank."""
        self._heading = False
        """Whether the page ends with remarks on their own lines, after an empty line."""

    def line(self, word: str = "") -> None:
        """End the line; start another with the word, if any."""
        self._open = False
        if word:
            self.word(word)

    def row(self, word: str = "") -> None:
        """Start a separate line, except in the compact layout."""
        if self._layout is not LineLayout.COMPACT:
            self.line()
        if word:
            self.word(word)

    def cell(self, column: int) -> None:
        """Let the next word start a cell in a column of the table."""
        self._column = column if self._layout is LineLayout.TABLE else 0

    def align(self) -> None:
        """Align the columns of the lines since the last call."""
        moved = dict.fromkeys((line for _, line, _ in self._cells), 0)
        for _, cells in groupby(sorted(self._cells), key=itemgetter(0)):
            starts = [(line, at + moved[line]) for _, line, at in cells]
            aligned = max(at for _, at in starts)
            for line, at in starts:
                text = self._lines[line]
                self._lines[line] = text[:at] + " " * (aligned - at) + text[at:]
                moved[line] += aligned - at
        self._cells.clear()

    def gap(self) -> None:
        """Add an empty line, unless trailing remarks already have one before them."""
        self._open = False
        if not self._heading:
            self._lines.append("")

    def word(self, word: str) -> None:
        """Put a word on the open line, or on a new one."""
        self._put(self._alphabet.own(word) if self._alphabet else word)

    def _put(self, word: str) -> None:
        if self._layout is LineLayout.COMPACT and self._open and not self._joined:
            self._open = _fits(self._lines[-1], word)
        if not self._open:
            self._lines.append(word)
        else:
            self._lines[-1] += word if self._joined else f" {word}"
        if self._column:
            self._cells.append((self._column, len(self._lines) - 1, len(self._lines[-1]) - len(word)))
        self._open, self._joined, self._heading, self._column = True, False, False, 0

    def join(self, word: str) -> None:
        """Join a word to the last one."""
        self._joined = True
        self.word(word)

    def notes(self, notes: tuple[Note, ...]) -> None:
        """Write notes, each where it is allowed."""
        for note in notes:
            match note:
                case Remark():
                    self._remark(note)
                case Variation():
                    self._variation(note)
                case Unread():
                    self._unread(note)
                case _:
                    self.word(note_word(note))

    def trick(self, trick: Trick, in_play: bool = False) -> None:
        """Write the actions of a trick, after its number if it has one; ``in_play`` not in a variation.

        In a table its parts are put in columns, up to the first note that is neither a mark nor points.
        """
        numbered = trick.number != UNNUMBERED
        if self._is_plain and not (trick.notes or any(ply.notes for ply in trick.plies)):
            words = [trick_word(trick.number)] if numbered else []
            words += map(ply_word, trick.plies)
            if words:
                self._put(" ".join(words))
            return
        if numbered:
            self.word(trick_word(trick.number))
        self.notes(trick.notes)
        in_table = in_play and not trick.notes and trick.number
        last = max((index for index, ply in enumerate(trick.plies) if ply.plays), default=-1)
        column = _FIRST
        for index, ply in enumerate(trick.plies):
            if in_play and index and self._layout is LineLayout.STREAM:
                self.line()
            word = ply_word(ply)
            if in_table and ply.plays:
                column += 2
                if ply.seat >= 0:
                    self.cell(column)
                    owner, _, word = word.partition(" ")
                    self.word(owner)
                self.cell(column + 1)
            elif in_table and index in (0, last + 1):
                self.cell(_REST if index else _FIRST)
            self.word(word)
            notes = ply.notes
            if notes and isinstance(notes[0], Glyph) and not notes[0].mark.startswith("$"):
                self.join(notes[0].mark)
                notes = notes[1:]
            if in_table and notes and index >= last:
                if isinstance(notes[0], Checkpoint):
                    self.cell(_POINTS)
                    self.word(note_word(notes[0]))
                    notes = notes[1:]
                if notes and not isinstance(notes[0], Remark):
                    self.cell(_REST)
            self.notes(notes)
            in_table = in_table and not notes

    def _remark(self, remark: Remark) -> None:
        heading = remark.lines == 2 or (remark.lines == 1 and self._heading)
        if remark.lines == 2:
            self._lines.append("")
        self._open = self._open and not remark.lines
        self._put(f"; {remark.text}".rstrip())
        self._open, self._heading = False, heading

    def _variation(self, variation: Variation) -> None:
        self.word("(")
        self._joined = True
        self.notes(variation.notes)
        for trick in variation.tricks:
            self.trick(trick)
        if variation.result:
            self.word(outcome_words(variation.result))
            self.notes(variation.result.notes)
        self.join(")")

    def _unread(self, unread: Unread) -> None:
        if unread.starts:
            self.line()
        if unread.text:
            self._joined = unread.joined
            game_line = unread.text.startswith("%SGN") and not self._open
            self._put(f" {unread.text}" if game_line else unread.text)
        if unread.ends:
            self.line()

    def text(self) -> str:
        return "\n".join(self._lines) + "\n"


def _write_deal(page: _Page, deal: DealRecord) -> None:
    page.gap()
    page.line(deal_head(deal))
    page.notes(deal.notes)
    if deal.position:
        page.row(position_words(deal.position))
        page.notes(deal.position.notes)
    early, late = _holdings(deal)
    packets = {f"{seat_letter(seat)}:": size for seat, size in deal.packets}
    for label, holding in early:
        _write_holding(page, label, holding, packets.get(label, 0))
    page.align()
    page.line()
    if deal.opening:
        page.row()
        page.trick(deal.opening, in_play=True)
    for number in range(len(deal.tricks) + 1):
        for award in deal.awards:
            if award.tricks == number:
                page.row(award_words(award))
                page.notes(award.notes)
        if number < len(deal.tricks):
            page.row()
            page.trick(deal.tricks[number], in_play=True)
    page.align()
    if deal.result:
        page.row(outcome_words(deal.result))
        page.notes(deal.result.notes)
    for label, holding in late:
        _write_holding(page, f"dealt {label}", holding, packets.get(label, 0))


def _write_holding(page: _Page, label: str, holding: Holding, packet: int) -> None:
    page.row(label)
    page.cell(_FIRST)
    words = holding_words(holding)
    if packet:
        words.insert(packet, "|")
    if words:
        page.word(" ".join(words))
    page.notes(holding.notes)


def holding_words(holding: Holding) -> list[str]:
    """Return the cards of a hand or talon as written.

    >>> holding_words(Holding((9, -1), among=((1, 63),), unsure=(0,)))
    ['Kh%', '-s']
    """
    return list(map(card_word, holding.shown))


def deal_head(deal: DealRecord) -> str:
    """Return the line that opens a deal, without its notes; just a word for an unreadable one.

    >>> deal_head(DealRecord(3, 1, suit=2))
    'deal 3 dealer B trump d'
    """
    if deal.number == UNNUMBERED:
        return "deal"
    words = [f"deal {deal.number}"]
    if deal.dealer >= 0:
        words.append(f"dealer {seat_letter(deal.dealer)}")
    if deal.trump is not None:
        words.append(f"trump {card_word(deal.trump)}")
    elif deal.suit >= 0:
        words.append(f"trump {SUIT_LETTERS[deal.suit]}")
    return " ".join(words)


def position_words(position: Position) -> str:
    """Return the line of a position, without notes and cards won; just a word for an unreadable one.

    >>> position_words(Position(0, (26, 5), (2, 1), score=(3, 6)))
    'position lead A <26-5> tricks 2-1 score 3-6'
    """
    if position.lead < 0:
        return "position"
    words = [f"position lead {seat_letter(position.lead)}"]
    words += _had(position.points, position.tricks)
    if position.pending:
        words.append(f"pending {_joined(position.pending)}")
    if position.closed:
        words.append(f"closed {seat_letter(position.closed.seat)}")
        words += _had(position.closed.points, position.closed.tricks)
    if position.score:
        words.append(f"score {score_words(position.score)}")
    return " ".join(words)


def _had(points: tuple[int, ...], tricks: tuple[int, ...]) -> list[str]:
    return [f"<{_joined(points)}>"] * bool(points) + [f"tricks {_joined(tricks)}"] * bool(tricks)


def won_label(seat: int) -> str:
    """Return the label before the cards that a seat, or an unknown one, has won.

    >>> won_label(1), won_label(-1)
    ('won B:', 'played:')
    """
    return f"won {seat_letter(seat)}:" if seat >= 0 else "played:"


def ply_word(ply: Ply) -> str:
    """Return an action as written, with its actor if named, and without its notes.

    >>> from notation.record.model import Withdrawn
    >>> ply_word(Ply(10, seat=1, irregular=True, withdrawn=(Withdrawn(11),)))
    'B: ~Ah Th^'
    """
    if ply.plays and ply.seat < 0 and not (ply.withdrawn or ply.irregular or ply.face_down):
        return card_word(ply.shown(ply.played))
    words = [f"{seat_letter(ply.seat)}:"] if ply.seat >= 0 else []
    words += [f"~{action_word(*back)}" for back in ply.withdrawn]
    if ply.action == actions.DRAW:
        words.append(f"+{card_word(ply.card)}")
    elif ply.action == UNNAMED:
        words.append(str(ply.value))
    elif ply.plays:
        word = card_word(ply.shown(ply.played))
        words.append(f"[{word}]" if ply.face_down else word)
    elif ply.action == UNREADABLE:
        words += [ply.word] if ply.word else []
    else:
        words.append(action_word(ply.action, ply.value, ply.word, ply.cards))
    return " ".join(words) + "^" * ply.irregular


def note_word(note: Note) -> str:
    r"""Return a comment, annotation, glyph or checkpoint as written.

    >>> note_word(Comment("a } b"))
    '{a \\} b}'
    """
    match note:
        case Comment(text):
            return "{" + text.replace("\\", "\\\\").replace("}", "\\}") + "}"
        case Annotation(name, value):
            return f"@{name}({value})"
        case Checkpoint(points):
            return f"<{_joined(points)}>"
        case Glyph(mark):
            return mark
    raise TypeError(f"{type(note).__name__} is more than a word")


def award_words(award: Award) -> str:
    """Return a ruling of the table as written, without its notes."""
    if award.seat < 0:
        return "ruling"
    why = "" if award.why is None else f" {_quoted(award.why)}"
    return f"ruling {seat_letter(award.seat)} {award.points}{why}"


def outcome_words(outcome: Outcome) -> str:
    """Return a stated result as written, without its notes."""
    if outcome.winner == UNREAD_WINNER:
        return "="
    if not outcome.finished:
        words = ["= *"]
    elif outcome.paid:
        words = [f"= pays {' '.join(map(str, outcome.paid))}"]
    elif outcome.winner < 0:
        words = ["= draw"]
    else:
        words = [f"= {seat_letter(outcome.winner)} {outcome.game_points}"]
    if outcome.reason:
        words.append(f"by {outcome.reason}")
    if outcome.card_points:
        words.append(f"({_joined(outcome.card_points)})")
    if outcome.score:
        words.append(f"score {score_words(outcome.score)}")
    return " ".join(words)


def _joined(numbers: tuple[int, ...]) -> str:
    return "-".join(map(str, numbers))


def _quoted(value: str) -> str:
    return f'"{escape_value(value)}"'
