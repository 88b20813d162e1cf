"""Deals that can be for all that a seat knows, and what actions are worth on average over them."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import sqrt
from statistics import pstdev
from typing import Final

import pytest

from notation.limits import SpentError, limited
from notation.players import (
    QUICK_PLAYERS,
    CarefulPlayer,
    Player,
    PossibleDeals,
    SamplingPlayer,
    play_out,
    played_out_values,
    searched_values,
)
from notation.players.sampling import averages
from referee import Deal, View, Watcher
from referee.actions import OUT, Action
from referee.cards import ACE, KING, QUEEN, SEATS, TEN, Card, Seat, mask, members
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.solver import Solver
from tests.scripts import perft
from tests.support.plain import PLAIN
from tests.support.sizes import sizes

FOR_TWO: Final = [name for name, rules in PLAIN.items() if rules.seats == 2]
EIGHT: Final = perft.Pack(perft.cards_of(perft.MAJORS, (QUEEN, KING, TEN, ACE)), 2, 0)
"""A small pack for two: two cards each, and four that are drawn."""


def played(rules: RuleSet, rng: random.Random) -> Iterator[tuple[Deal, View]]:
    """A deal played by chance, and before each action what the seat in turn sees."""
    deal = Deal.dealt_from(rules, SEATS[0], rng.sample(rules.pack, len(rules.pack)))
    watcher = Watcher(deal)
    while not deal.over and (legal := deal.legal()):
        offered = [action for action, seat in legal if seat == deal.turn]
        if offered:
            yield deal, View(deal, deal.turn, offered, watcher)
        action, seat = rng.choice([move for move in legal if move[0] != OUT] or legal)
        deal.do(action, seat)


def views(size: int, names: list[str], pack: perft.Pack | None = EIGHT) -> Iterator[View]:
    """So many views by chance, each of another deal, from its first trick or a later one."""
    for seed in range(size):
        rng = random.Random(seed)
        rules = PRESETS[names[seed % len(names)]]
        rules = perft.small(rules, pack).in_deal(2) if pack else rules.in_deal(2)
        last = rng.randrange(2 * rules.deal_hand_size)
        for number, (_, view) in enumerate(played(rules, rng)):
            if number >= last or (len(view.legal) > 1 and rng.random() < 0.1):
                yield view
                break


def cards_of(deal: Deal, is_ordered: bool) -> tuple[object, ...]:
    """How the cards lie; of a closed talon the order makes no difference."""
    talon = tuple(deal.talon[deal.drawn :])
    return tuple(deal.hands), talon if is_ordered else mask(talon)


def replayed(deal: Deal, order: list[Card], view: View) -> Deal | None:
    """The deal of other cards after the same actions; None where the seat would have seen others."""
    seat = view.seat
    other = Deal.dealt_from(deal.rules, deal.dealer, order)
    mine = Deal.dealt_from(deal.rules, deal.dealer, deal_order(deal))
    history = deal.history
    for maker, action in zip(history[::2], history[1::2], strict=True):
        for each in (other, mine):
            if each.push(Action(action), Seat(maker)) is not None:
                return None
        if other.hands[seat] != mine.hands[seat] or other.talon[-1:] != mine.talon[-1:]:
            return None
    return other


def deal_order(deal: Deal) -> list[Card]:
    """The cards of a deal as they were dealt."""
    assert deal.dealt is not None
    return [*(card for hand in deal.dealt.hands for card in members(hand)), *deal.dealt.talon]


@sizes(6, 100)
def test_possible_deals_are_those_that_could_have_been_dealt_and_equally_many_each(size: int) -> None:
    """Every order of the cards is played again as it was, as far as the seat would have seen the same."""
    for seed in range(size):
        rng = random.Random(seed)
        rules = perft.small(PRESETS[FOR_TWO[seed % len(FOR_TWO)]], EIGHT).in_deal(2)
        last = rng.randrange(6)
        _, (deal, view) = [*zip(range(last + 1), played(rules, rng), strict=False)][-1]
        order = deal_order(deal)
        hand = 2 * view.seat
        own, turn_up = order[hand : hand + 2], order[-1]
        hidden = [card for card in order if card not in own and card != turn_up]
        counts = Counter[tuple[object, ...]]()
        for cards in permutations(hidden):
            dealt = [*own, *cards] if not hand else [*cards[:2], *own, *cards[2:]]
            other = replayed(deal, [*dealt, turn_up], view)
            if other is not None:
                counts[cards_of(other, not view.strict)] += 1
        possible = PossibleDeals(view)
        assert counts.keys() == {cards_of(each, not view.strict) for each in possible.all()}, seed
        assert len(set(counts.values())) == 1, seed
        assert possible.number == len(counts) == len([*possible.all()])


@sizes(10, 100)
def test_each_possible_deal_is_drawn_as_often_as_another(size: int) -> None:
    tried = 0
    for number, view in enumerate(views(20 * size, list(PLAIN), None)):
        possible = PossibleDeals(view)
        if not 1 < possible.number <= 60:
            continue
        rng = random.Random(number)
        drawn = 40 * possible.number
        counts = Counter(cards_of(possible.draw(rng), not view.strict) for _ in range(drawn))
        assert counts.keys() <= {cards_of(each, not view.strict) for each in possible.all()}
        squares = sum((count - 40) ** 2 / 40 for count in counts.values()) + 40 * (
            possible.number - len(counts)
        )
        freedom = possible.number - 1
        assert squares < freedom + 5 * sqrt(2 * freedom) + 5, (number, squares, freedom)
        tried += 1
    assert tried >= size // 2


@sizes(40, 1_000)
def test_no_drawn_deal_contradicts_what_the_seat_knows(size: int) -> None:
    """In every rule set without contracts, for three and four players too."""
    for number, view in enumerate(views(size, list(PLAIN), None)):
        rng, seen = random.Random(number), view.sight()
        for _ in range(5):
            deal = PossibleDeals(view).draw(rng)
            assert deal.hands[view.seat] == view.hand
            assert [deal.held(seat) for seat in SEATS[: view.rules.seats]] == list(view.held)
            for hand, contents in zip(deal.hands, seen.hands, strict=True):
                assert not contents.known & ~hand
                assert not hand & ~contents.known & ~contents.possible
            assert deal.talon_left == view.talon_left
            assert view.turn_up < 0 or deal.talon[-1] == view.turn_up
            everywhere = [*map(members, deal.hands), members(deal.gone), deal.talon[deal.drawn :]]
            assert sorted(card for cards in everywhere for card in cards) == list(view.rules.pack)
            assert [action for action, seat in deal.legal() if seat == view.seat] == list(view.legal)


@sizes(4, 100)
def test_averages_are_within_their_error_of_the_exact_ones(size: int) -> None:
    """The exact averages are those of all possible deals; the errors are as great as they say."""
    covered = tried = 0
    squares = 0.0
    for number, view in enumerate(closed(size)):
        possible = PossibleDeals(view)
        exact = searched_values(view, random.Random(0), possible.number, 10**9)
        assert exact is not None
        assert {each.error for each in exact.actions} == {0}
        means = {each.action: (each.mean, each.behind) for each in exact.actions}
        rows = {cards_of(deal, not view.strict): row for deal, row in valued(view, possible.all())}
        for each, values in zip(view.legal, zip(*rows.values(), strict=True), strict=True):
            assert means[each][0] == pytest.approx(sum(values) / len(rows))
        for seed in range(10):
            rng = random.Random(f"{number}/{seed}")
            drawn = [rows[cards_of(possible.draw(rng), not view.strict)] for _ in range(200)]
            for found in averages(view.legal, drawn, False):
                each_value = [row[view.legal.index(found.action)] for row in rows.values()]
                true = pstdev(each_value) / sqrt(len(drawn))
                if not true:
                    assert found.error == 0
                    continue
                off = abs(found.mean - means[found.action][0])
                assert off <= 6 * true
                covered += off <= 1.96 * found.error
                squares += (found.error / true) ** 2
                tried += 1
    assert tried > 10 * size
    assert covered / tried > 0.85
    assert squares / tried == pytest.approx(1, abs=0.2)


def closed(size: int) -> Iterator[View]:
    """So many views with a closed talon and some hundred possible deals."""
    found = 0
    for seed in range(50 * size):
        rules = PRESETS[FOR_TWO[seed % len(FOR_TWO)]].in_deal(2)
        for _, view in played(rules, random.Random(seed)):
            if view.strict and len(view.legal) > 1 and 20 <= PossibleDeals(view).number <= 400:
                yield view
                found += 1
                break
        if found == size:
            return


def valued(view: View, deals: Iterator[Deal]) -> Iterator[tuple[Deal, list[int]]]:
    """Each deal with what its actions are worth, by solvers of their own."""
    for deal in deals:
        after = []
        for action in view.legal:
            after.append(deal.copy())
            after[-1].do(action, view.seat)
        yield deal, [Solver(view.side).value(each) for each in after]


def test_the_same_seed_gives_the_same_answer_whatever_the_hidden_cards_are() -> None:
    """Another possible deal takes the place of the real one: nothing of it is seen."""
    tried = 0
    for number, view in enumerate(views(30, FOR_TWO)):
        possible = PossibleDeals(view)
        if possible.number < 20 or len(view.legal) < 2:
            continue
        other = possible.draw(random.Random(number))
        there = View(other, view.seat, view.legal, Watcher(other, play=view.play()))
        found = [searched_values(each, random.Random(7), 10) for each in (view, view, there)]
        assert found[0] is not None
        assert found[0] == found[1] == found[2]
        played = [
            played_out_values(each, random.Random(7), QUICK_PLAYERS["random"], 10) for each in (view, there)
        ]
        assert played[0] == played[1]
        assert SamplingPlayer(random.Random(3)).choose(view) == SamplingPlayer(random.Random(3)).choose(there)
        tried += 1
        if tried == 4:
            break
    assert tried == 4


def test_a_search_that_would_take_too_long_is_given_up_and_one_that_does_values_fewer_deals() -> None:
    view = next(each for each in views(30, FOR_TWO) if PossibleDeals(each).number == 60)
    whole = searched_values(view, random.Random(1), 50, 10**9)
    assert whole is not None
    assert whole.deals == 50
    with limited(10**9) as budget:
        searched_values(view, random.Random(1), 50, 10**9)
    assert searched_values(view, random.Random(1), 50, budget.spent // 10) is None
    used = budget.spent * 9 // 10
    fewer = searched_values(view, random.Random(1), 50, used)
    if fewer is not None:
        assert 5 <= fewer.deals <= 50
    with pytest.raises(SpentError), limited(budget.spent // 2):
        searched_values(view, random.Random(1), 50, 10**9)


@sizes(12, 1_000)
def test_the_sampling_player_beats_the_careful_one(size: int) -> None:
    """On few cards of each of the same deals, with the seats changed for the second time."""
    rules = perft.small(PRESETS["schnapsen"], EIGHT).in_deal(2)
    won = [duel(rules, SamplingPlayer, seed) for seed in range(size)]
    mean = sum(won) / size
    error = sqrt(sum((each - mean) ** 2 for each in won) / (size - 1) / size)
    assert mean > (1.96 * error if size > 100 else 0)


def duel(rules: RuleSet, kind: type[SamplingPlayer], seed: int) -> int:
    """What a player wins against the careful one with the same cards on both seats."""
    order = random.Random(seed).sample(rules.pack, len(rules.pack))
    won = 0
    for seat in SEATS[:2]:
        deal = Deal.dealt_from(rules, SEATS[seed % 2], order)
        players: list[Player] = [CarefulPlayer(random.Random(seed)), CarefulPlayer(random.Random(seed))]
        players[seat] = kind(random.Random(f"{seed}/{seat}"))
        play_out(deal, players)
        won += Solver(seat).value(deal)
    return won
