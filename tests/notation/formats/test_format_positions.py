"""Position files and diagrams: their content is preserved, and contradictions are reported."""

import random
from typing import Final

import pytest

from notation.formats import FORMATS, Format
from notation.formats.contract import comes_back
from notation.record.model import Closed, DealRecord, Holding, Position, Record, Tag
from referee import Deal, actions
from referee.cards import NOBODY, SEATS, Card, Seat, Suit, members
from referee.rules import RuleSet
from tests.support.games import random_deal
from tests.support.sizes import Size
from tests.support.tables import rules_of

SCG: Final = FORMATS["scg"]
TOMPA: Final = FORMATS["tompa"]
SGN: Final = FORMATS["sgn"]
DEALS: Final = Size("CONVERSIONS", 120)


def position(rules: RuleSet, rng: random.Random) -> DealRecord:
    """A random deal at some head of a trick, as everybody sees it together."""
    played = random_deal(rules, Seat(rng.randrange(2)), rng)
    deal = Deal(rules, played.end.dealer, played.hands, played.talon)
    won: tuple[list[Card], list[Card]] = ([], [])
    heads: list[tuple[Deal, tuple[list[Card], list[Card]]]] = [(deal.copy(), ([], []))]
    laid: list[Card] = []
    for seat, action in played.done:
        deal.push(action, seat)
        if actions.is_play(action):
            laid.append(action)
        if len(laid) == 2:
            won[deal.leader].extend(laid)
            laid = []
        if not deal.over and not deal.spent and deal.lead < 0 and deal.melded < 0:
            heads.append((deal.copy(), (won[0][:], won[1][:])))
    at, piles = rng.choice(heads)
    talon = tuple(at.talon[at.drawn :])
    closed = Closed(at.closer, at.close_points, at.close_tricks) if at.closer >= 0 else None
    return DealRecord(
        1,
        NOBODY,
        talon[-1] if talon else None,
        tuple((seat, Holding(tuple(members(hand)))) for seat, hand in zip(SEATS, at.hands, strict=False)),
        Holding(talon) if talon else None,
        suit=Suit(-1 if talon else at.trump),
        position=Position(
            at.turn,
            tuple(at.points),
            tuple(at.tricks),
            tuple(at.pending) if any(at.pending) else (),
            closed,
            (rng.randrange(7), rng.randrange(7)) if rng.random() < 0.5 else (),
            tuple((seat, Holding(tuple(pile))) for seat, pile in zip(SEATS, piles, strict=False) if pile),
        ),
    )


@pytest.mark.parametrize("target", [SCG, TOMPA], ids=lambda each: each.name)
def test_positions_come_back(target: Format) -> None:
    for seed in range(DEALS):
        rng = random.Random(seed)
        rules = rules_of(rng.choice(["schnapsen", "schnapsen-tournament", "schnapsen-tompa"]))
        deal = position(rules, rng)
        tags = (Tag("Rules", rules.name), *([Tag("A", "Ivan"), Tag("B", "Мария")] if seed % 2 else []))
        comes_back(Record(tags, (deal,)), target)
