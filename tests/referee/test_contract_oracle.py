"""The games with contracts, played side by side with the second hand, which knows them from their sources."""

import random
from collections import Counter

import pytest

from referee.cards import NOBODY, SEATS, seat_name
from referee.contracts import Bidder
from referee.deal import Deal, unpack
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.view import View, Watcher
from tests.support import oracle_of_contracts as oracle
from tests.support import tables
from tests.support.contract_deals import action_of, as_played, word_of
from tests.support.random_contracts import SPECS, played, random_deal
from tests.support.sizes import sizes

GAMES = ["bauernschnapsen", "dreierschnapsen", "snapszer-three", "snapszer-four"]
"""The games that the referee and the judge are held to here."""


def rules_of(name: str) -> RuleSet:
    """The rule set of a game as the second hand reads it."""
    return tables.rules_of(name + SPECS[name])


def agree(deal: Deal, spiel: oracle.Spiel) -> None:
    """Compare both on all that may be done, on whose turn it is, and on the cards."""
    assert {word_of(deal, seat, action) for action, seat in deal.legal()} == set(oracle.legal(spiel))
    if not deal.over and not deal.spent:
        assert "ABCD"[deal.turn] == spiel.turn
    if spiel.step == "play":
        assert deal.trick == len(spiel.tricks)
        units = oracle.units(spiel)
        assert deal.own_tricks == tuple(oracle.taken(spiel, unit) for unit in units)
        if deal.is_partner_open:
            assert [deal.tricks[deal.side_of["ABCD".index(unit[0])]] for unit in units] == [
                oracle.taken(spiel, oracle.side(spiel, unit[0])) for unit in units
            ]


def ended(deal: Deal, spiel: oracle.Spiel) -> None:
    """Compare what a deal has come to."""
    result, expected = deal.result, oracle.result(spiel)
    assert result
    assert expected
    winners, value, reason, points, tricks = expected
    assert result.word == reason
    assert seat_name(result.winner) == "".join(winners)
    assert result.game_points == value
    assert result.card_points == points
    assert deal.own_tricks == tricks


@sizes(60, 20_000)
@pytest.mark.parametrize("rules", list(map(rules_of, GAMES)), ids=GAMES)
def test_both_agree_at_every_ply(rules: RuleSet, size: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(size):
        dice = random.Random(f"{rules.name} side by side {number}")
        spiel, hands, talon = random_deal(rules.name, dice)
        deal = as_played(rules, spiel, hands, talon)
        for seat, word in played(spiel, dice):
            agree(deal, spiel)
            assert deal.push(action_of(deal, word), SEATS["ABCD".index(seat)]) is None, (seat, word)
            seen[word.split()[0]] += 1
        assert unpack(rules, deal.pack()).key() == deal.key()
        if deal.result is None:
            deal.finish()
        ended(deal, spiel)
        assert deal.result
        seen[deal.result.word] += 1
    bid = {each.name for each in rules.auction.contracts if each.bidder is not Bidder.NOBODY}
    assert size < 1000 or seen.keys() >= bid | {"out", "false-out", "last-trick", "double"}


@sizes(60, 5000)
def test_nothing_shows_the_partner_before_the_called_card_has_been_played(size: int) -> None:
    """Until then everybody is seen with what he alone has, and the three against the caller are alike."""
    rules, hidden = PRESETS["snapszer-four"], 0
    for number in range(size):
        dice = random.Random(f"secret partner {number}")
        spiel, hands, talon = random_deal(rules.name, dice)
        deal = as_played(rules, spiel, hands, talon)
        for seat, word in played(spiel, dice):
            if deal.contract and not deal.is_opening and not deal.is_partner_open:
                hidden += 1
                for reader in (NOBODY, *SEATS[:4]):
                    view = View(deal, reader, (), Watcher(deal))
                    assert view.points == tuple(oracle.total(spiel, [each]) for each in spiel.seats)
                    caller = "ABCD".index(spiel.caller)
                    assert len({view.side_of[each] for each in range(4) if each != caller}) == 1
            deal.do(action_of(deal, word), SEATS["ABCD".index(seat)])
    assert hidden > size
