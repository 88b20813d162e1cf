"""Shared by the formats of VU Amsterdam's programs: their rules, and what their logs cannot hold.

Two programs: the platform of 2017-2021 with cards as numbers, and the package `schnapsen` after it. Both play
Schnapsen without closing and without claims: 66 ends a deal, but only on winning a trick, and a marriage
counts from the announcer's next trick. There is no option for games without closing, and none is needed: it
never occurs in a log. Nothing is read or written here.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple, cast

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.replayed import Done, followed
from notation.formats.core.report import ReportKind, Telling
from notation.record.model import DealRecord, Ply, Trick
from notation.specs.spec import read_spec
from referee import actions
from referee.cards import KING, NO_SUIT, QUEEN, SUITS, Card, Seat, Suit, card, rank_of, suit_of
from referee.deal import Deal
from referee.rules import RuleSet

SPEC: Final = "schnapsen marriage-count=next-trick marriage-out=no claim=auto"
"""The rules of the package; additionally, the loser's unredeemed marriage does not count towards 33."""
OLD_SPEC: Final = f"{SPEC} exhausted=1/2/3 revoke=3"
"""The rules of the old platform: the last trick is worth as much as 66, an illegal move costs three."""

FOLLOWED: Final = cast(RuleSet, read_spec(SPEC.removesuffix(" claim=auto")))
"""The same rules without an end by 66: for following a log to its own end."""

PLAYED: Final = frozenset({actions.EXCHANGE, *map(actions.marriage, SUITS), *range(actions.MARRIAGE)})
"""The actions of the programs: cards, marriages, exchanges."""
HOLDS: Final = frozenset(
    {
        *(
            RecordPart.PLAYS,
            RecordPart.DEALER,
            RecordPart.TRUMP,
            RecordPart.HANDS,
            RecordPart.TALON,
            RecordPart.MARRIAGES,
            RecordPart.EXCHANGES,
        ),
        RecordPart.RESULTS,
    }
)
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
    return list(_turns(_done(rules, deal)))


def _done(rules: RuleSet, deal: DealRecord) -> list[Done]:
    return [done for done in followed(rules, deal) or [] if done.action in PLAYED]


def _turns(done: list[Done]) -> Iterator[TrickOrExchange]:
    for _, group in groupby(done, key=lambda each: each.trick):
        trick = list(group)
        if trick[0].action == actions.EXCHANGE:
            exchange = trick.pop(0)
            yield TrickOrExchange(exchange.seat, NO_SUIT, (), exchange.before, exchange.after, exchange.after)
        plays = [each for each in trick if actions.is_play(each.action)]
        if plays:
            first, cards = trick[0], tuple(each.action for each in trick if actions.is_play(each.action))
            marriage = actions.marriage_suit(first.action) if actions.is_marriage(first.action) else NO_SUIT
            yield TrickOrExchange(
                first.seat, marriage, cards, first.before, plays[0].after, _drawn(plays[-1].after)
            )


def _drawn(deal: Deal) -> Deal:
    """Return a deal after the draw that is due; these programs have no state between a trick and its draw."""
    deal = deal.copy()
    if deal.undrawn:
        deal.push(actions.DRAW)
    return deal


def unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why the logs cannot hold a deal: exchange, marriage and lead must come in this order."""
    tricks = [list(group) for _, group in groupby(_done(rules, deal), key=lambda each: each.trick)]
    for number, trick in enumerate(tricks, start=1):
        kinds = "".join(map(_kind, trick))
        known = _LAST_TRICK if number == len(tricks) else _TRICK
        leaders = {each.seat for each in trick[: kinds.find("c") + 1 or None]}
        if not known.fullmatch(kinds) or len(leaders) > 1 or not _leads_marriage(trick, kinds.find("mc")):
            return Phrase("its program cannot do what happens in trick {number}", {"number": number})
    return None


_TRICK: Final = re.compile("x?m?cc")
_LAST_TRICK: Final = re.compile("x?m?c?c?")


def _kind(done: Done) -> str:
    if done.action == actions.EXCHANGE:
        return "x"
    return "m" if actions.is_marriage(done.action) else "c"


def _leads_marriage(trick: list[Done], index: int) -> bool:
    """Return whether a marriage is followed by one of its cards; an index of -1 means no marriage."""
    if index < 0:
        return True
    led = trick[index + 1].action
    suit = actions.marriage_suit(trick[index].action)
    return actions.is_play(led) and suit_of(led) == suit and rank_of(led) in (QUEEN, KING)


def projected(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal with marriages at their usual value, and with a result only if there is one."""
    trump = suit_of(deal.talon.cards[-1]) if deal.talon else deal.suit
    tricks = tuple(_valued(trick, trump, deal.number, telling) for trick in deal.tricks)
    result = deal.result
    if result and not result.finished:
        telling.tell(ReportKind.DROPPED, RecordPart.RESULTS, deal.number)
        result = None
    return replace(deal, tricks=tricks, result=result)


def _valued(trick: Trick, trump: Suit, number: int, telling: Telling) -> Trick:
    plies = []
    for ply in trick.plies:
        counts = _worth(ply, trump)
        if ply.value != counts:
            telling.tell(ReportKind.DROPPED, RecordPart.MARRIAGES, number)
        plies.append(replace(ply, value=counts))
    return replace(trick, plies=tuple(plies))


def _worth(ply: Ply, trump: Suit) -> int:
    if not actions.is_marriage(ply.action):
        return 0
    return 40 if ply.action - actions.MARRIAGE == trump else 20


def partner(led: Card) -> Card:
    """Return the other card of a marriage.

    >>> partner(card(0, KING)) == card(0, QUEEN)
    True
    """
    return card(suit_of(led), KING + QUEEN - rank_of(led))


def is_count(value: object) -> bool:
    """Return whether a JSON value is a usable number.

    >>> is_count(66), is_count(True), is_count(-1)
    (True, False, False)
    """
    return type(value) is int and 0 <= value <= 9999
