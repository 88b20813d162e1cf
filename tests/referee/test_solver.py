"""The solver: equal to the oracle, which tries everything, and the same from every side."""

import random
from typing import Final

import pytest

from notation.record.words import card_word
from notation.specs.spec import read_spec
from referee import Deal
from referee.actions import CLOSE, DOUBLE, MARRIAGES, OUT, is_marriage, marriage_suit
from referee.cards import (
    CARDS_BY_NUMBER,
    NO_CARD,
    SEATS,
    SUIT_LETTERS,
    SUITS,
    Card,
    Cards,
    Suit,
    card,
    mask,
    members,
    rank_of,
    suit_of,
)
from referee.deal import DealPosition
from referee.partial import as_partial
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.solver import BEYOND, UNTRIED, SearchTooLongError, Solver, settled_cards
from tests.scripts import perft
from tests.support import oracle, oracle_of_more, twins
from tests.support.each import for_each
from tests.support.endgames import endgame
from tests.support.games import random_spec
from tests.support.plain import PLAIN
from tests.support.sizes import Size
from tests.support.tables import side_name

ENDGAMES = Size("ENDGAMES", 12)
"""How many endgames are solved under each rule set."""
AnyDeal = oracle.Deal | oracle_of_more.Deal


def gain(deal: AnyDeal, side: str) -> int:
    """What the end of a deal of the oracle gives a side."""
    settled = oracle.copied(deal)
    settled.finish()
    assert settled.result is not None
    if settled.result.paid:
        return settled.result.paid[side]
    winner = settled.result.winner
    return 0 if winner is None else settled.result.game_points * (1 if side in winner else -1)


def tried_out(deal: AnyDeal, side: str) -> int:
    """What a side is sure of, by trying everything; who is not in turn may speak first."""
    if deal.over:
        return gain(deal, side)
    turn = deal.leader if isinstance(deal, oracle.Deal) and deal.led is None else deal.turn
    values: dict[bool, list[int]] = {True: [], False: []}
    for seat, word in deal.legal():
        after = oracle.copied(deal)
        after.carry_out(seat, word)
        values[(seat in side) == (turn in side)].append(tried_out(after, side))
    if deal.played_out:
        values[True].append(gain(deal, side))
    best, worst = (max, min) if turn in side else (min, max)
    return worst([best(values[True]), *values[False]])


@for_each(perft.CASES, one_in=14)
def test_small_packs_tried_out_in_full(pack: str, name: str) -> None:
    small = perft.PACKS[pack]
    rules = perft.small(PRESETS[name], small)
    names = [side_name(seats) for seats in rules.sides]
    for hands, talon, trump in perft.deals(small, perft.EVERY[pack]["ci"] * 24):
        deal = Deal.unchecked(rules, SEATS[small.seats - 1], list(map(mask, hands)), talon, trump)
        dealt = {seat: list(map(card_word, hand)) for seat, hand in zip("ABCD", hands, strict=False)}
        dealer = "ABCD"[small.seats - 1]
        if talon:
            plain: AnyDeal = oracle.Deal(name, dealer, dealt, list(map(card_word, talon)))
        else:
            plain = oracle_of_more.Deal(name, dealer, dealt, SUIT_LETTERS[trump])
        for side, seats in enumerate(names):
            assert Solver(SEATS[side]).value(deal) == tried_out(plain, seats), (deal, seats)


LEFT: Final = {2: 4, 3: 3, 4: 3}
"""How many cards are left in hand at most, by the number of players, where everything is tried."""


def twin_endgames(rules: RuleSet, name: str, rng: random.Random) -> tuple[Deal, AnyDeal]:
    """The referee's deal and the oracle's, played alike by chance until few cards are left; nobody claims."""
    left = rng.randint(1, LEFT[rules.seats])
    while True:
        dealt = twins.dealt_by_chance(rules, name, rng)
        deal, plain = twins.deal_of(rules, *dealt), twins.plain_deal(rules, name, *dealt)
        while not deal.over and not deal.spent:
            at_head = deal.lead < 0 and deal.melded < 0 and not deal.undrawn
            if deal.strict and at_head and deal.held(deal.turn) <= left:
                return deal, plain
            action, seat = rng.choice([move for move in deal.legal() if move[0] != OUT])
            plain.carry_out(twins.SEATS[seat], twins.word_of(deal, action))
            deal.do(action, seat)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
def test_random_endgames_tried_out_in_full(name: str) -> None:
    rules = PRESETS[name].in_deal(2)
    found = set()
    for seed in range(ENDGAMES):
        deal, plain = twin_endgames(rules, name, random.Random(seed))
        for side, seats in enumerate(rules.sides):
            value = Solver(SEATS[side]).value(deal)
            assert value == tried_out(plain, side_name(seats)), (seed, deal, seats)
            found.add(value)
    assert len(found) > 1 or not ENDGAMES.is_full


class PlainSolver(Solver):
    """A solver that knows nothing of what can be won at most."""

    def _bounds(self, deal: Deal) -> tuple[int, int, int]:
        return -BEYOND, BEYOND, UNTRIED


def rules_for_two(rng: random.Random) -> RuleSet:
    """Rules for two players, with options by chance."""
    while True:
        rules = read_spec(random_spec(rng))
        if isinstance(rules, RuleSet) and rules.seats == 2:
            return rules


def test_what_can_be_won_at_most_is_never_too_little() -> None:
    for seed in range(5 * ENDGAMES):
        rng = random.Random(seed)
        deal = endgame(rules_for_two(rng), rng)
        assert Solver(SEATS[0]).value(deal) == PlainSolver(SEATS[0]).value(deal), (seed, deal)


def mirrored(deal: Deal, suits: tuple[Suit, ...]) -> Deal:
    """The same position with the other seat on each side and the suits changed for one another."""

    def turned(cards: Cards) -> Cards:
        return mask(each(found) for found in members(cards))

    def each(found: Card) -> Card:
        return card(suits[suit_of(found)], rank_of(found))

    marriages = [
        found._replace(seat=SEATS[1 - found.seat], suit=suits[found.suit]) for found in deal.marriages
    ]
    position = DealPosition(
        tuple(map(turned, reversed(deal.hands))),
        tuple(map(each, deal.talon[deal.drawn :])),
        suits[deal.trump],
        SEATS[1 - deal.leader],
        tuple(reversed(deal.points)),
        tuple(reversed(deal.tricks)),
        tuple(reversed(deal.pending)),
        SEATS[1 - deal.closer] if deal.closer >= 0 else deal.closer,
        tuple(reversed(deal.close_points)),
        tuple(reversed(deal.close_tricks)),
        tuple(marriages),
    )
    return Deal.at(deal.rules, position)


@pytest.mark.parametrize("name", [name for name, rules in PLAIN.items() if rules.seats == 2])
def test_it_does_not_matter_who_sits_where_nor_which_suit_is_which(name: str) -> None:
    for seed in range(ENDGAMES):
        rng = random.Random(seed)
        deal = endgame(PRESETS[name], rng)
        suits = tuple(rng.sample(SUITS, 4))
        one, other = Solver(SEATS[0]), Solver(SEATS[1])
        there = mirrored(deal, suits)
        value = one.value(deal)
        assert value == -other.value(deal) == other.value(there), (seed, deal)
        found = {(move.seat, move.action): move.value for move in one.actions(deal)}
        turned = {(1 - move.seat, move.action): move.value for move in other.actions(there)}
        for (seat, action), worth in found.items():
            if action < 24:
                action = card(suits[suit_of(CARDS_BY_NUMBER[action])], rank_of(CARDS_BY_NUMBER[action]))
            elif is_marriage(action):
                action = MARRIAGES[suits[marriage_suit(action)]]
            assert turned[seat, action] == worth


@pytest.mark.parametrize("name", PRESETS)
def test_the_best_line_comes_to_what_the_deal_is_worth(name: str) -> None:
    rules = PRESETS[name]
    for seed in range(ENDGAMES if rules.seats == 2 else ENDGAMES.share(12)):
        deal = endgame(rules, random.Random(seed))
        solver = Solver(rules.side_of[deal.turn])
        value = solver.value(deal)
        moves = solver.actions(deal)
        own = [move.value for move in moves if rules.side_of[move.seat] == solver.side]
        doubled = [move.value for move in moves if move.action == DOUBLE and move.value not in own]
        assert value == min([max(own), *doubled])
        end = deal.copy()
        while end.result is None:
            best = [move for move in solver.actions(end) if move.value == solver.value(end)]
            if not best:
                break
            end.do(*best[0][:2])
        assert solver.value(end) == value
        end.finish()
        assert solver.value(end) == value


def test_a_search_that_takes_too_long_is_given_up() -> None:
    rules = PRESETS["santase"]
    deal = Deal.dealt_from(rules, SEATS[0], list(members(rules.deck_cards)))
    with pytest.raises(SearchTooLongError):
        Solver(SEATS[0], positions=3).value(deal)


def test_cards_of_a_closed_talon_need_not_be_known() -> None:
    rules = PRESETS["schnapsen"]
    deal = Deal.dealt_from(rules, SEATS[0], list(members(rules.deck_cards)))
    deal.do(CLOSE)
    assert deal.talon_left == 10
    hidden = as_partial(deal)
    hidden.talon[:-1] = [NO_CARD] * 9
    known = settled_cards(hidden)
    assert known is not None
    assert Solver(SEATS[0]).value(known) == Solver(SEATS[0]).value(deal)
    hidden.hands[1] &= hidden.hands[1] - 1
    hidden.unseen[1] = 1
    assert settled_cards(hidden) is None
    assert settled_cards(deal) is deal
