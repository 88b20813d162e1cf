"""Training data in the format of VU Amsterdam's ``MLDataBot`` (PyPI schnapsen 0.0.5). Written only.

One line for each decision of a player, as that player saw the deal: 173 numbers, and after ``

`` whether he won. The layout: points and pending points, his own first; trump; phase; talon; who leads; six
numbers for each card; the leader's move; the follower's, which only the follower knows. Both players' lines
are written, A's first. Games are not separated, so no deal can be read back.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.format import Format, Piece, in_lines
from notation.formats.vu.common import HOLDS, NEEDS, SPEC, TrickOrExchange, turns, unfit
from notation.record.model import DealRecord
from referee import cards
from referee.cards import BIT, SEATS, Card, Cards, Seat, card, mask, rank_of, suit_of
from referee.rules import RuleSet

_SUITS: Final = (cards.DIAMONDS, cards.SPADES, cards.CLUBS, cards.HEARTS)
_RANKS: Final = (cards.KING, cards.QUEEN, cards.JACK, cards.TEN, *[-1] * 8, cards.ACE)
"""The ranks by column; eight columns are for ranks that are not in the pack."""
_DECK: Final = tuple(
    card(suit, rank)
    for suit in (cards.HEARTS, cards.CLUBS, cards.SPADES, cards.DIAMONDS)
    for rank in cards.RANKS[1:]
)
_UNKNOWN, _TRUMP, _OTHER_WON, _OTHER_HOLDS, _WON, _HOLDS = range(6)
_PLAY, _EXCHANGE, _MARRIAGE = range(3)


def _lines(piece: Piece) -> Iterator[str]:
    [deal] = piece.whole.deals
    played = _decided(deal, piece.rules)
    for seat in SEATS[:2]:
        won: list[Cards] = [0, 0]
        shown: Cards = 0
        for turn in played:
            numbers = [*_state(turn, seat, won, shown), *_moves(turn, seat)]
            label = int(deal.result is not None and deal.result.winner == seat)
            yield f"{', '.join(map(str, numbers))} || {label}"
            if turn.cards:
                won[turn.after.leader] |= mask(turn.cards)
            else:
                shown |= turn.before.lowest_of_trumps | BIT[turn.before.talon[-1]]
            if turn.marriage >= 0:
                shown |= cards.MARRIAGE_CARDS[turn.marriage]


def _decided(deal: DealRecord, rules: RuleSet) -> list[TrickOrExchange]:
    """Return the exchanges and complete tricks of a deal: a lead without its reply is not included."""
    return [turn for turn in turns(rules, deal) if len(turn.cards) != 1]


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    if not _decided(deal, rules):
        return Phrase("it lacks {what}", {"what": RecordPart.PLAYS.title})
    return unfit(deal, rules)


def _state(turn: TrickOrExchange, seat: Seat, won: Sequence[Cards], shown: Cards) -> Iterator[int]:
    """Return the deal before a turn, as a seat sees it."""
    deal, other = turn.before, 1 - seat
    for each in (seat, other):
        yield from (deal.points[each], deal.pending[each])
    yield from _one(_SUITS.index(deal.trump), 4)
    yield from _one(1 if deal.talon_left else 0, 2)
    yield deal.talon_left
    yield from _one(1 if turn.seat == seat else 0, 2)
    known = deal.hands[other] & (shown if deal.talon_left else deal.rules.deck_cards)
    turn_up = BIT[deal.talon[-1]] if deal.talon_left else 0
    places = {_HOLDS: deal.hands[seat], _WON: won[seat], _OTHER_HOLDS: known, _OTHER_WON: won[other]}
    places |= {_TRUMP: turn_up, _UNKNOWN: deal.rules.deck_cards}
    for each in _DECK:
        yield from _one(next(place for place, cards in places.items() if cards & BIT[each]), 6)


def _moves(turn: TrickOrExchange, seat: Seat) -> Iterator[int]:
    """Yield the actions of a turn that a seat knew when it decided."""
    if not turn.cards:
        yield from _move(_EXCHANGE, turn.before.lowest_trump)
    elif turn.marriage >= 0:
        yield from _move(_MARRIAGE, card(turn.marriage, cards.QUEEN))
    else:
        yield from _move(_PLAY, turn.cards[0])
    yield from _move(_PLAY, turn.cards[1]) if turn.cards and turn.seat != seat else [0] * 20


def _move(kind: int, played: Card) -> Iterator[int]:
    yield from _one(kind, 3)
    yield from _one(_RANKS.index(rank_of(played)), 13)
    yield from _one(_SUITS.index(suit_of(played)), 4)


def _one(place: int, size: int) -> list[int]:
    """Return a one-hot vector of this size.

    >>> _one(1, 3)
    [0, 1, 0]
    """
    return [int(each == place) for each in range(size)]


VU_ML: Final = Format(
    "vu-ml",
    Phrase("VU Amsterdam's schnapsen: replay memory for learning"),
    ".txt",
    HOLDS - {RecordPart.TALON, RecordPart.RESULTS},
    writer=in_lines(_lines),
    spec=SPEC,
    needs=NEEDS | {RecordPart.RESULTS},
    pack=20,
    unfit=_unfit,
    between=b"",
)
