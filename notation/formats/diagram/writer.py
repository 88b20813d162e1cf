"""A deal as a printed diagram: hands by suit, talon, and the tricks in columns. Written only.

Plain text of a fixed width, in the manner of bridge columns; a star marks the leader, and an announcement
follows the card that it precedes in play.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from notation.findings.finding import Phrase, escape
from notation.formats.core.capabilities import EVERYTHING, RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.replayed import Done, by_trick, followed
from notation.formats.core.report import Telling
from notation.record.model import DealRecord, Holding, Record
from notation.record.placeholders import among_of
from notation.record.words import SUIT_SYMBOLS, action_word, in_order, seat_letter
from notation.specs.spec import write_spec
from notation.text.writer import outcome_words
from referee import actions
from referee.cards import NO_CARD, RANK_LETTERS, SEATS, SUIT_CARDS, Card, Cards, rank_of, suit_of

_GAPS: Final = {-1: "–", -2: "?"}
_HOLDS: Final = EVERYTHING - {
    RecordPart.TRICK_NUMBERS,
    RecordPart.COMMENTS,
    RecordPart.GLYPHS,
    RecordPart.ANNOTATIONS,
    RecordPart.REMARKS,
    RecordPart.VARIATIONS,
    RecordPart.CHECKPOINTS,
    RecordPart.EVENT,
    RecordPart.TAGS,
    RecordPart.ACTORS,
    RecordPart.IRREGULAR,
    RecordPart.WITHDRAWN,
    RecordPart.DRAWS,
    RecordPart.AWARDS,
    RecordPart.POSITION,
}


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    blocks = ["\n".join(_game(piece)) for piece in pieces]
    return ("\n\n".join(blocks) + "\n").encode()


def _game(piece: Piece) -> Iterator[str]:
    record = piece.record
    seats = range(piece.rules.seats)
    names = [record.tag(seat_letter(seat)) or seat_letter(seat) for seat in seats]
    yield f"{' – '.join(map(escape, names))}, {write_spec(piece.rules)}"
    result = record.tag("Result")
    if result:
        yield f"Result {escape(result)}"
    for deal in record.deals:
        yield ""
        yield from _deal(piece, record, deal)


def _deal(piece: Piece, record: Record, deal: DealRecord) -> Iterator[str]:
    dealer = f", {seat_letter(deal.dealer)} deals" if deal.dealer >= 0 else ""
    yield f"Deal {deal.number}{dealer}, trump {_trump(deal)}"
    yield ""
    hands = dict(deal.hands)
    columns = []
    for seat in SEATS[: piece.rules.seats]:
        name = record.tag(seat_letter(seat))
        title = f"{seat_letter(seat)}  {escape(name)}" if name else seat_letter(seat)
        columns.append([title, *suit_lines(hands.get(seat))])
    width = max(len(line) for column in columns for line in column) + 4
    for row in zip(*columns, strict=True):
        yield "".join(line.ljust(width) for line in row).rstrip()
    if deal.talon:
        yield ""
        yield f"Talon  {' '.join(map(_card, deal.talon.shown))}"
    yield ""
    yield from _play(piece, followed(piece.rules, deal) or [])
    if deal.result:
        yield outcome_words(deal.result)


def _trump(deal: DealRecord) -> str:
    turn_up = deal.trump if deal.trump is not None else deal.talon.cards[-1] if deal.talon else NO_CARD
    return _card(turn_up) if turn_up >= 0 else SUIT_SYMBOLS[deal.suit] if deal.suit >= 0 else "–"


def _card(card: Card) -> str:
    if card in _GAPS:
        return _GAPS[card]
    if card >= 0:
        return SUIT_SYMBOLS[suit_of(card)] + RANK_LETTERS[rank_of(card)]
    among = among_of(card)
    if among in SUIT_CARDS:
        return SUIT_SYMBOLS[SUIT_CARDS.index(among)] + _GAPS[NO_CARD]
    return _half(among, _rank) + "%" * (among.bit_count() == 1)


def _rank(card: Card) -> str:
    return RANK_LETTERS[rank_of(card)]


def suit_lines(hand: Holding | None, word: Callable[[Card], str] = _rank) -> list[str]:
    """Return a hand in four lines, high cards first, unknown cards after the last; empty for no hand.

    ``word`` says a rank as its reader writes it. A card whose suit alone is known is in the line of that.

    >>> suit_lines(Holding((5, 4, 6, -1, -1), unsure=(1,), among=((3, SUIT_CARDS[2]),)))
    ['♠ A T%', '♥ 9', '♦ –', '♣ —  –']
    """
    if hand is None:
        return ["", "", "", ""]
    half, lines = dict(hand.among), []
    held = sorted(((card, place) for place, card in enumerate(hand.cards) if card >= 0), reverse=True)
    for suit, sign in enumerate(SUIT_SYMBOLS):
        ranks = [word(card) + "%" * (place in hand.unsure) for card, place in held if suit_of(card) == suit]
        ranks += [_GAPS[NO_CARD] for among in half.values() if among == SUIT_CARDS[suit]]
        lines.append(f"{sign} {' '.join(ranks) or '—'}")
    others = [_half(among, word) for among in half.values() if among not in SUIT_CARDS]
    unknown = "".join(_GAPS[card] for place, card in enumerate(hand.cards) if card < 0 and place not in half)
    return [*lines[:3], "  ".join(filter(None, (lines[3], *others, unknown)))]


def _half(among: Cards, word: Callable[[Card], str]) -> str:
    """Return a card of which the rank is known, or that it is one of two."""
    first, *more = in_order(among)
    if len(more) > 1:
        return f"{word(first)}-"
    return "|".join(f"{SUIT_SYMBOLS[suit_of(card)]}{word(card)}" for card in (first, *more))


def _play(piece: Piece, done: Sequence[Done]) -> Iterator[str]:
    """Yield a line per trick: its number, a column per seat, its winner, and the card points so far."""
    seats = range(piece.rules.seats)
    for trick in by_trick(done):
        cells = ["" for _ in seats]
        leader = next((each.seat for each in trick if each.ply.plays), -1)
        for each in trick:
            word = _card(each.ply.shown(each.action)) if actions.is_play(each.action) else _said(each)
            cells[each.seat] = f"{cells[each.seat]} {word}".strip()
        if leader >= 0:
            cells[leader] = f"*{cells[leader]}"
        last = trick[-1].after
        complete = sum(each.ply.plays for each in trick) == piece.rules.seats
        taken = seat_letter(last.leader) if complete else " "
        points = "-".join(str(number) for number in last.points)
        row = "".join(cell.ljust(22) for cell in cells)
        yield f"{trick[0].trick:>2}.  {row}{taken}  {points}".rstrip()


def _said(done: Done) -> str:
    if actions.is_marriage(done.action):
        return f"{done.ply.value}{SUIT_SYMBOLS[done.action - actions.MARRIAGE]}"
    return action_word(done.action)


DIAGRAM: Final = Format(
    "diagram",
    Phrase("hand diagrams and tricks in columns, for print"),
    ".txt",
    _HOLDS,
    writer=_write,
    seats=4,
    between=b"\n",
)
