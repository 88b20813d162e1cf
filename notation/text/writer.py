"""Records to text: the one canonical form of a game, and its digest.

Writes what the record says, true or false; nothing is added, left out or put right. What could not be
read is written as it stood, byte for byte.
"""

from collections.abc import Iterable
from dataclasses import replace

from notation.record.model import (
    TAG_ORDER,
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
from notation.record.words import action_word, card_word, score_words, seat_letter
from notation.specs.spec import read_spec, write_spec
from notation.text.parts import escape_value
from referee import actions
from referee.cards import SUIT_LETTERS, Seat
from referee.rules import RuleSet


def write(record: Record) -> str:
    """A game in canonical form, ending with a line feed; what is read from it is written the same.

    >>> print(write(Record(tags=(Tag("A", "Ivan"), Tag("Event", "Friday")))), end="")
    %SGN 1
    [Event "Friday"]
    [A "Ivan"]
    """
    page = _Page()
    page.line("%SGN 1")
    page.line()
    page.notes(record.notes)
    for tag in _tags(record):
        page.line(f"[{tag.name} {_quoted(_value(tag))}]" if tag.name else "[")
        page.notes(tag.notes)
    for deal in record.deals:
        _write_deal(page, deal)
    return page.text()


def digest(record: Record) -> str:
    """The SHA-256 of a game without its notes: what was played and stated, in hexadecimal."""
    from hashlib import sha256  # takes long to load

    return sha256(write(bare(record)).encode()).hexdigest()


def bare(record: Record) -> Record:
    """A record without its notes; checkpoints are statements and stay."""
    return replace(
        record,
        notes=(),
        tags=tuple(replace(tag, notes=()) for tag in record.tags),
        deals=tuple(_bare_deal(deal) for deal in record.deals),
    )


def _bare_deal(deal: DealRecord) -> DealRecord:
    return replace(
        deal,
        notes=(),
        position=deal.position and _bare_position(deal.position),
        hands=_bare_hands(deal.hands),
        talon=replace(deal.talon, notes=()) if deal.talon else None,
        tricks=tuple(map(_bare_trick, deal.tricks)),
        awards=tuple(replace(award, notes=()) for award in deal.awards),
        result=replace(deal.result, notes=()) if deal.result else None,
    )


def _bare_trick(trick: Trick) -> Trick:
    """A trick without its notes; the same where it has none, as nearly all have: copying is dear."""
    if not trick.notes and not any(ply.notes for ply in trick.plies):
        return trick
    plies = tuple(replace(ply, notes=_checkpoints(ply.notes)) if ply.notes else ply for ply in trick.plies)
    return replace(trick, notes=_checkpoints(trick.notes), plies=plies)


def _bare_position(position: Position) -> Position:
    return replace(position, notes=(), won=_bare_hands(position.won))


def _bare_hands(hands: tuple[tuple[Seat, Holding], ...]) -> tuple[tuple[Seat, Holding], ...]:
    return tuple((seat, replace(hand, notes=())) for seat, hand in hands)


def _checkpoints(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    return tuple(note for note in notes if isinstance(note, Checkpoint))


def _tags(record: Record) -> Iterable[Tag]:
    """Tags in the order of writing; where some part could not be read, as they stand."""
    if any(map(has_unread, (record.notes, *(tag.notes for tag in record.tags)))):
        return record.tags

    def key(tag: Tag) -> tuple[int, str]:
        return (TAG_ORDER.index(tag.name), "") if tag.name in TAG_ORDER else (len(TAG_ORDER), tag.name)

    return sorted(record.tags, key=key)


def _holdings(deal: DealRecord) -> Iterable[tuple[str, Holding]]:
    """Hands and talon in the order of writing; where some part could not be read, as they stand."""
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
    return labelled


def _value(tag: Tag) -> str:
    """A tag's value; a rule spec that can be read has one spelling."""
    if tag.name == "Rules":
        rules = read_spec(tag.value)
        if isinstance(rules, RuleSet):
            return write_spec(rules)
    return tag.value


class _Page:
    """Words put on lines: a blank between two words, unless a line starts or had to end."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._open = False
        """Whether words can go on the last line."""
        self._joined = False
        """Whether the next word goes onto the last one without a blank."""
        self._heading = False
        """Whether remarks on lines of their own stand last, with an empty line before them."""

    def line(self, word: str = "") -> None:
        """End the line; start another, if there is a word for it."""
        self._open = False
        if word:
            self.word(word)

    def gap(self) -> None:
        """An empty line, unless remarks stand last that have one before them."""
        self._open = False
        if not self._heading:
            self._lines.append("")

    def word(self, word: str) -> None:
        """Put a word on the line that is open, or on a new one."""
        if not self._open:
            self._lines.append(word)
        else:
            self._lines[-1] += word if self._joined else f" {word}"
        self._open, self._joined, self._heading = True, False, False

    def join(self, word: str) -> None:
        """Put a word onto the last one."""
        self._joined = True
        self.word(word)

    def notes(self, notes: tuple[Note, ...]) -> None:
        """Write notes, each where it may stand."""
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

    def trick(self, trick: Trick) -> None:
        """Write what is done in a trick, its number first where it has one."""
        if trick.number != UNNUMBERED:
            self.word(f"{trick.number}.")
        self.notes(trick.notes)
        for ply in trick.plies:
            self.word(ply_word(ply))
            notes = ply.notes
            if notes and isinstance(notes[0], Glyph) and not notes[0].mark.startswith("$"):
                self.join(notes[0].mark)
                notes = notes[1:]
            self.notes(notes)

    def _remark(self, remark: Remark) -> None:
        heading = remark.lines == 2 or (remark.lines == 1 and self._heading)
        if remark.lines == 2:
            self._lines.append("")
        self._open = self._open and not remark.lines
        self.word(f"; {remark.text}".rstrip())
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
            self.word(f" {unread.text}" if game_line else unread.text)
        if unread.ends:
            self.line()

    def text(self) -> str:
        """The page."""
        return "\n".join(self._lines) + "\n"


def _write_deal(page: _Page, deal: DealRecord) -> None:
    page.gap()
    page.line(deal_head(deal))
    page.notes(deal.notes)
    if deal.position:
        page.line(position_words(deal.position))
        page.notes(deal.position.notes)
    for label, holding in _holdings(deal):
        page.line(" ".join([label, *map(card_word, holding.cards)]))
        page.notes(holding.notes)
    for number in range(len(deal.tricks) + 1):
        for award in deal.awards:
            if award.tricks == number:
                page.line(award_words(award))
                page.notes(award.notes)
        if number < len(deal.tricks):
            page.line()
            page.trick(deal.tricks[number])
    if deal.result:
        page.line(outcome_words(deal.result))
        page.notes(deal.result.notes)


def deal_head(deal: DealRecord) -> str:
    """The line that opens a deal, without its notes; one that could not be read has no more than a word.

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
    """The line of a position, without its notes and the cards won; one that could not be read is a word.

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
    """What stands before the cards that a seat has won, or that nobody knows who has.

    >>> won_label(1), won_label(-1)
    ('won B:', 'played:')
    """
    return f"won {seat_letter(seat)}:" if seat >= 0 else "played:"


def ply_word(ply: Ply) -> str:
    """An action as it is written, with its actor where one is named, and without its notes.

    >>> ply_word(Ply(10, seat=1, irregular=True, withdrawn=(11,)))
    'B: ~Ah Th^'
    """
    words = [f"{seat_letter(ply.seat)}:"] if ply.seat >= 0 else []
    words += [f"~{card_word(card)}" for card in ply.withdrawn]
    if ply.action == actions.DRAW:
        words.append(f"+{card_word(ply.card)}")
    elif ply.action == UNNAMED:
        words.append(str(ply.value))
    elif ply.plays:
        words.append(card_word(ply.played) + "^" * ply.irregular)
    elif ply.action != UNREADABLE:
        words.append(action_word(ply.action, ply.value) + "^" * ply.irregular)
    return " ".join(words)


def note_word(note: Note) -> str:
    r"""A comment, annotation, glyph or checkpoint as it is written.

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
    """A ruling of the table as it is written, without its notes."""
    if award.seat < 0:
        return "ruling"
    why = "" if award.why is None else f" {_quoted(award.why)}"
    return f"ruling {seat_letter(award.seat)} {award.points}{why}"


def outcome_words(outcome: Outcome) -> str:
    """A stated result as it is written, without its notes."""
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
    return "-".join(str(number) for number in numbers)


def _quoted(value: str) -> str:
    return f'"{escape_value(value)}"'
