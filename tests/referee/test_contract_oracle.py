"""The games with contracts, played side by side with the second hand, which knows them from their sources."""

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any, Final

import pytest

from notation.specs import spec as specs
from referee.actions import RESIGN
from referee.cards import NOBODY, SEATS, Seat, mask, members, seat_name
from referee.contracts import Bidder
from referee.deal import Deal, unpack
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.state import Reason, Result
from referee.view import View, Watcher
from tests.support import oracle_of_contracts as oracle
from tests.support import oracle_of_gaigel, tables
from tests.support.contract_cases import CASES, CASES_OF_GAIGEL, ContractCase
from tests.support.contract_deals import action_of, as_played, dealt, word_of
from tests.support.naming import case
from tests.support.random_contracts import SPECS, played, random_deal
from tests.support.second_hands import hand_of
from tests.support.sizes import sizes

GAMES = [
    "bauernschnapsen",
    "dreierschnapsen",
    "snapszer-three",
    "snapszer-four",
    *(g for g in oracle_of_gaigel.FORMS if g in PRESETS),
]
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
SAID: Final = {
    (of, str(means)): f"{word}={value}"
    for word, (of, values) in OPTIONS.items()
    for value, means in values.items()
}
"""The options of the program for those of a case."""
REFUSED: Final = [f"{rank}{suit}" for suit in "shdc" for rank in "AKQ7"] + [
    "20s",
    "20h",
    "20d",
    "20c",
    "exchange",
    "out",
    "pass",
]
"""What is tried where it may not be allowed."""


def rules_of(name: str) -> RuleSet:
    """The rule set of a game as the second hand reads it."""
    return tables.rules_of(name + SPECS[name])


def agree(deal: Deal, spiel: Any) -> None:
    """Compare both on all that may be done, on whose turn it is, and on points and tricks."""
    hand = hand_of(spiel.game)
    assert {word_of(deal, seat, action) for action, seat in deal.legal()} == set(hand.legal(spiel))
    if not deal.over and not deal.spent:
        assert "ABCD"[deal.turn] == spiel.turn
    if spiel.step == "play":
        assert deal.trick == len(spiel.tricks)
        units = hand.units(spiel)
        assert deal.own_tricks == tuple(hand.taken(spiel, unit) for unit in units)
        if hand is oracle:
            assert deal.is_partner_open or not oracle.is_shown(spiel)
        if deal.is_partner_open:
            assert [deal.tricks[deal.side_of["ABCD".index(unit[0])]] for unit in units] == [
                hand.taken(spiel, hand.side(spiel, unit[0])) for unit in units
            ]
            assert [each.points for each in deal.standing()] == [
                hand.total(spiel, hand.side(spiel, seat)) for seat in spiel.seats
            ]


def refuse(deal: Deal, spiel: Any, dice: random.Random) -> None:
    """Try something: it is refused, and changes nothing, where the second hand does not allow it."""
    seat, word = dice.choice(spiel.seats), dice.choice(REFUSED)
    action = action_of(deal, word)
    words = hand_of(spiel.game).legal(spiel)
    allowed = {(each, what.removeprefix("discard ").replace("40", "20")) for each, what in words}
    if (seat, word) not in allowed:
        before = deal.key()
        assert deal.push(deal.meant(action), SEATS["ABCD".index(seat)]) is not None, (seat, word)
        assert deal.key() == before


def ended(deal: Deal, spiel: Any) -> None:
    """Compare what a deal has come to."""
    result, expected = deal.result, spiel.over
    assert result
    assert expected
    winners, value, reason, points, tricks = expected
    assert result.word == reason
    assert (seat_name(result.winner) if result.winner >= 0 else "") == "".join(winners)
    assert result.game_points == value
    assert result.card_points == points
    assert deal.own_tricks == tricks


def play_both(rules: RuleSet, laid: tuple[Any, list[str], str], dice: random.Random) -> list[str]:
    """Play a deal under both and compare them at every word; returns what was said, and how it ended."""
    spiel, hands, talon = laid
    deal, said = as_played(rules, spiel, hands, talon), []
    for seat, word in played(spiel, dice):
        agree(deal, spiel)
        refuse(deal, spiel, dice)
        done = deal.meant(action_of(deal, word))
        assert deal.push(done, SEATS["ABCD".index(seat)]) is None, (seat, word)
        said.append(word.split()[0])
    assert unpack(rules, deal.pack()).key() == deal.key()
    if deal.result is None:
        deal.finish()
    ended(deal, spiel)
    assert deal.result
    return [*said, deal.result.word]


@pytest.mark.slow
@sizes(60, 20_000)
@pytest.mark.parametrize("rules", list(map(rules_of, GAMES)), ids=GAMES)
def test_both_agree_at_every_ply(rules: RuleSet, size: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(size):
        dice = random.Random(f"{rules.name} side by side {number}")
        seen.update(play_both(rules, random_deal(rules.name, dice), dice))
    bid = {each.name for each in rules.auction.contracts if each.bidder is not Bidder.NOBODY}
    always = {"out", "false-out", "total", "exchange"} if rules.name.startswith("gaigel") else bid
    always |= (
        {"auf-dissle", "auf-dissle-failed"} if rules.name.startswith("gaigel") else {"last-trick", "double"}
    )
    assert size < 1000 or seen.keys() >= always


def small(rules: RuleSet, packets: list[str], target: int) -> RuleSet:
    """A rule set of Gaigel for a few cards and few points."""
    contracts = tuple(each._replace(target=target) for each in rules.auction.contracts)
    return replace(
        rules,
        deck_cards=mask(card for packet in dealt(packets) for card in packet),
        deal_hand_size=len(packets[0].split()),
        auction=rules.auction._replace(contracts=contracts),
    )


def play_out(deal: Deal, spiel: Any) -> int:
    """Compare both in every play of a deal, and count the plays."""
    agree(deal, spiel)
    if deal.over or deal.spent:
        settled, told = deal.copy(), deepcopy(spiel)
        if not deal.over:
            settled.finish()
            oracle_of_gaigel.finish(told)
        ended(settled, told)
    plays = int(deal.over)
    for seat, word in oracle_of_gaigel.legal(spiel):
        after, then = deal.copy(), deepcopy(spiel)
        assert after.push(after.meant(action_of(deal, word)), SEATS["ABCD".index(seat)]) is None
        oracle_of_gaigel.do(then, seat, word)
        plays += play_out(after, then)
    return plays


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in (*CASES, *CASES_OF_GAIGEL)
        if all((of, str(means)) in SAID for of, means in case.options.items())
    ],
    ids=lambda case: f"{case.game}: {case.name}",
)
def test_they_agree_on_every_case(case: ContractCase) -> None:
    """What the sources say in words, and what chance seldom comes to: at every word, and at the end."""
    hand, laid = hand_of(case.game), (case.game, case.dealer, case.hands, case.talon)
    spiel, told = (hand.start(*laid, **case.options) for _ in range(2))
    hand.say(told, case.words)
    options = " ".join(SAID[of, str(means)] for of, means in case.options.items())
    rules = tables.rules_of(f"{case.game}{SPECS[case.game]} {options}".strip())
    if hand is oracle_of_gaigel:
        rules = small(rules, [*case.hands, case.talon], 101)
    deal = as_played(rules, spiel, case.hands, case.talon)
    for _, seat, word in told.log:
        agree(deal, spiel)
        assert deal.push(deal.meant(action_of(deal, word)), SEATS["ABCD".index(seat)]) is None, (seat, word)
        hand.do(spiel, seat, word)
    if case.ends:
        if not deal.over:
            deal.finish()
        ended(deal, told)
    else:
        agree(deal, spiel)
    if case.refused and "discard" not in case.refused:  # while tricks are played that is a card like others
        seat, word = case.refused.split(": ")
        before = deal.key()
        assert deal.push(deal.meant(action_of(deal, word)), SEATS["ABCD".index(seat)]) is not None
        assert deal.key() == before


@sizes(8, 400)
@pytest.mark.parametrize("game", ["gaigel-two", "gaigel-three"])
def test_small_packs_of_gaigel_are_played_out(game: str, size: int) -> None:
    """Every play of deals of two cards each: all openings, pairs, exchanges and claims, right and false."""
    plays = 0
    for number in range(size):
        dice = random.Random(f"{game} small {number}")
        seats = oracle_of_gaigel.FORMS[game][0]
        pack: list[str] = []
        while {card[0] == "A" for card in pack if card[1] != pack[-1][1]} != {True, False}:
            # A pack without a plain ace, or with nothing else, has no such openings.
            pack = dice.sample([card for card in oracle_of_gaigel.PACK if card[1] in "sh"], 3 * len(seats))
        packets = [" ".join(pack[at : at + 2]) for at in range(0, 2 * len(seats), 2)]
        packets.append(" ".join(pack[2 * len(seats) :]))
        target = dice.choice([20, 30, 40])
        spiel = oracle_of_gaigel.start(game, seats[-1], packets[:-1], packets[-1], target=target)
        rules = small(rules_of(game), packets, target)
        plays += play_out(as_played(rules, spiel, packets[:-1], packets[-1]), spiel)
    assert plays > size * 20


@sizes(40, 20_000)
@pytest.mark.parametrize("game", oracle.FORMS)
def test_they_agree_under_any_options_that_both_have(game: str, size: int) -> None:
    has_effect = {option.word for option in specs.OPTIONS if not specs.why_idle(PRESETS[game], option)}
    for number in range(size):
        dice = random.Random(f"{game} options {number}")
        chosen = {word: dice.choice(list(OPTIONS[word][1])) for word in OPTIONS if word in has_effect}
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


def irregular_ends(deal: Deal) -> Iterator[tuple[Seat, Result | None]]:
    """Who loses, and with what result, if somebody gives up now, or whoever is in turn revokes."""
    for seat in SEATS[: deal.rules.seats]:
        after = deal.copy()
        after.do(RESIGN, seat)
        yield seat, after.result
    for card in members(deal.hands[deal.turn] & ~deal.playable()):
        after, ruling = deal.copy(), deal.why_not(card)
        assert ruling
        after.let_stand(card, ruling)
        yield deal.turn, after.forfeit


@sizes(20, 2000)
def test_once_the_called_card_lies_on_the_table_its_player_loses_with_the_caller(size: int) -> None:
    """In the middle of the trick already."""
    rules, seen = PRESETS["snapszer-four"], Counter[Reason]()
    for number in range(size):
        dice = random.Random(f"on the table {number}")
        spiel, hands, talon = random_deal(rules.name, dice)
        deal = as_played(rules, spiel, hands, talon)
        for seat, word in played(spiel, dice):
            for loser, result in irregular_ends(deal) if spiel.trick and oracle.is_shown(spiel) else ():
                assert result
                winners = oracle.others(spiel, oracle.side(spiel, "ABCD"[loser]))
                assert seat_name(result.winner) == "".join(winners)
                seen[result.reason] += 1
            deal.do(action_of(deal, word), SEATS["ABCD".index(seat)])
    assert seen.keys() == {Reason.RESIGNATION, Reason.FORFEIT}
