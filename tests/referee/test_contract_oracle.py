"""The games with contracts, played side by side with the second hand, which knows them from their sources."""

import random
from collections import Counter
from typing import Final

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
from tests.support.naming import case
from tests.support.random_contracts import SPECS, played, random_deal
from tests.support.sizes import sizes

GAMES = ["bauernschnapsen", "dreierschnapsen", "snapszer-three", "snapszer-four"]
"""The games that the referee and the judge are held to here."""


OPTIONS: Final[dict[str, tuple[str, dict[str, object]]]] = {
    "undertrump": ("undertrump", {"yes": True, "no": False}),
    "turn-up": ("turning", {"yes": True, "no": False}),
    "ace-bettler": ("ass_bettler", {"held": "ace", "low": "low"}),
    "discards": ("laid_counts", {"yes": True, "no": False}),
    "exhausted": ("last_trick", {"1": "one", "1/2/3": "measured"}),
    "false-claim": ("false_claim", {"schnapsen": "parent", "flat": "2"}),
}
"""Options that the second hand has too, with its own words for them."""


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


def play_both(rules: RuleSet, dealt: tuple[oracle.Spiel, list[str], str], dice: random.Random) -> list[str]:
    """Play a deal under both and compare them at every word; returns what was said, and how it ended."""
    spiel, hands, talon = dealt
    deal, said = as_played(rules, spiel, hands, talon), []
    for seat, word in played(spiel, dice):
        agree(deal, spiel)
        assert deal.push(action_of(deal, word), SEATS["ABCD".index(seat)]) is None, (seat, word)
        said.append(word.split()[0])
    assert unpack(rules, deal.pack()).key() == deal.key()
    if deal.result is None:
        deal.finish()
    ended(deal, spiel)
    assert deal.result
    return [*said, deal.result.word]


@sizes(60, 20_000)
@pytest.mark.parametrize("rules", list(map(rules_of, GAMES)), ids=GAMES)
def test_both_agree_at_every_ply(rules: RuleSet, size: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(size):
        dice = random.Random(f"{rules.name} side by side {number}")
        seen.update(play_both(rules, random_deal(rules.name, dice), dice))
    bid = {each.name for each in rules.auction.contracts if each.bidder is not Bidder.NOBODY}
    assert size < 1000 or seen.keys() >= bid | {"out", "false-out", "last-trick", "double"}


@sizes(40, 20_000)
@pytest.mark.parametrize("game", GAMES)
def test_they_agree_under_any_options_that_both_have(game: str, size: int) -> None:
    for number in range(size):
        dice = random.Random(f"{game} options {number}")
        chosen = {word: dice.choice(list(values)) for word, (_, values) in OPTIONS.items()}
        if game == "snapszer-four":
            chosen["turn-up"] = "no"  # a card is called
        spec = f"{game}{SPECS[game]} {' '.join(f'{word}={value}' for word, value in chosen.items())}"
        options = {OPTIONS[word][0]: OPTIONS[word][1][value] for word, value in chosen.items()}
        with case(f"{spec} {number}"):
            play_both(tables.rules_of(spec), random_deal(game, dice, **options), dice)


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
