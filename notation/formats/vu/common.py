"""Shared by the formats of VU Amsterdam's programs: their rules, and what their logs cannot hold.

Two programs: the platform of 2017-2021 with cards as numbers, and the package `schnapsen` after it. Both play
Schnapsen without closing and without claims: 66 ends a deal, but only on winning a trick, and a marriage
counts from the announcer's next trick. There is no option for games without closing, and none is needed: it
never occurs in a log. Nothing is read or written here.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, NamedTuple, cast

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.moves import Move, finished, moves, valued
from notation.formats.core.report import Telling
from notation.record.model import DealRecord
from notation.specs.spec import read_spec
from referee import actions
from referee.cards import KING, NO_SUIT, QUEEN, Card, Seat, Suit, card, rank_of, suit_of
from referee.deal import Deal
from referee.rules import RuleSet

SPEC: Final = "schnapsen marriage-count=next-trick marriage-out=no claim=auto"
"""The rules of the package; additionally, the loser's unredeemed marriage does not count towards 33."""
OLD_SPEC: Final = f"{SPEC} exhausted=1/2/3 revoke=3"
"""The rules of the old platform: the last trick is worth as much as 66, an illegal move costs three."""

FOLLOWED: Final = cast(RuleSet, read_spec(SPEC.removesuffix(" claim=auto")))
"""The same rules without an end by 66: for following a log to its own end."""

HOLDS: Final = PLAY - {RecordPart.CLOSES} | {RecordPart.RESULTS}
"""What each of the logs can hold."""
NEEDS: Final = frozenset({RecordPart.HANDS, RecordPart.TALON})
MOST_MOVES: Final = 64
"""Moves of a game; no deal has even half as many."""
TOO_MANY: Final = Phrase("at most {number} moves are expected", {"number": MOST_MOVES})


class TrickOrExchange(NamedTuple):
    """A trick, possibly incomplete, or an exchange at its head: its seat, and the deal around it.

    ``marriage`` is the suit announced with the lead, -1 for none; ``led`` is the deal after the lead. An
    exchange has no ``cards``.
    """

    seat: Seat
    marriage: Suit
    cards: tuple[Card, ...]
    before: Deal
    led: Deal
    after: Deal


def turns(rules: RuleSet, deal: DealRecord) -> list[TrickOrExchange]:
    """Return a deal in the form of the programs, trick by trick."""
    return list(_turns(moves(rules, deal)))


def _turns(made: list[Move]) -> Iterator[TrickOrExchange]:
    for lead, reply in zip_longest(made[::2], made[1::2]):
        first, *rest = lead.done
        if first.action == actions.EXCHANGE:
            yield TrickOrExchange(first.seat, NO_SUIT, (), first.before, first.after, first.after)
            first = rest[0] if rest else first
        if lead.card >= 0:
            played = [move for move in (lead, reply) if move and move.card >= 0]
            cards, after = tuple(move.card for move in played), _drawn(played[-1].done[-1].after)
            yield TrickOrExchange(lead.seat, lead.suit, cards, first.before, lead.done[-1].after, after)


def _drawn(deal: Deal) -> Deal:
    """Return a deal after the draw that is due; these programs have no state between a trick and its draw."""
    deal = deal.copy()
    if deal.undrawn:
        deal.push(actions.DRAW)
    return deal


def unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why the logs cannot hold a deal: exchange, marriage and lead must come in this order."""
    for move in moves(rules, deal):
        first = move.done[0]
        replies = first.before.lead >= 0 and not first.ply.plays
        if replies or not (move.in_order and move.is_sorted and move.belongs):
            return Phrase("its program cannot do what happens in trick {number}", {"number": first.trick})
    return None


def projected(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal with marriages at their usual value, and with a result only if there is one."""
    return valued(finished(deal, telling), rules, telling)


def partner(led: Card) -> Card:
    """Return the other card of a marriage.

    >>> partner(card(0, KING)) == card(0, QUEEN)
    True
    """
    return card(suit_of(led), KING + QUEEN - rank_of(led))


def marry(one: Card, other: Card) -> bool:
    """Return whether two cards are king and queen of a suit."""
    return suit_of(one) == suit_of(other) and {rank_of(one), rank_of(other)} == {QUEEN, KING}


def is_count(value: object) -> bool:
    """Return whether a JSON value is a usable number.

    >>> is_count(66), is_count(True), is_count(-1)
    (True, False, False)
    """
    return type(value) is int and 0 <= value <= 9999
