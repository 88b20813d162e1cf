"""The solver: equal to the oracle, which tries everything, and the same from every side."""

import random
from typing import Final

import pytest

from notation.record.words import card_word, read_card
from referee import Deal
from referee.actions import CLOSE, DOUBLE, MARRIAGES, OUT, is_marriage, marriage_suit
from referee.cards import (
    ACE,
    CARDS_BY_NUMBER,
    HEARTS,
    KING,
    NO_CARD,
    QUEEN,
    RANKS,
    SEATS,
    SUIT_LETTERS,
    SUITS,
    TEN,
    Card,
    Cards,
    Seat,
    Suit,
    card,
    mask,
    members,
    rank_of,
    suit_of,
)
from referee.deal import DealPosition
from referee.endgame import Endgame, end_terms_of
from referee.partial import as_partial
from referee.prospects import BEYOND, OPEN, Prospects
from referee.rules import RulesError, RuleSet
from referee.rulesets import PRESETS
from referee.solver import SearchTooLongError, Solver, ValuedAction, settled_cards, sides_in_play
from tests.scripts import perft
from tests.support import oracle, oracle_of_more, twins
from tests.support.each import for_each
from tests.support.endgames import endgame
from tests.support.games import valid_spec
from tests.support.plain import PLAIN
from tests.support.sizes import Size, at_night, sizes
from tests.support.tables import rules_of, side_name

ENDGAMES = Size("ENDGAMES", 1_000)
"""How many endgames are solved under each rule set."""
AnyDeal = oracle.OracleDeal | oracle_of_more.OracleDealOfMore


def gain(deal: AnyDeal, side: str) -> int:
    """What the end of a deal of the oracle gives a side."""
    settled = oracle.copied(deal)
    settled.finish()
    assert settled.result is not None
    if settled.result.paid:
        return settled.result.paid[side]
    winner = settled.result.winner
    return 0 if winner is None else settled.result.game_points * (1 if side in winner else -1)


def tried_out(deal: AnyDeal, side: str, low: int = -BEYOND, high: int = BEYOND) -> int:
    """What a side is sure of, by trying everything that can lie between two bounds.

    Who is not in turn may speak first.
    """
    if deal.over:
        return gain(deal, side)
    turn = deal.leader if isinstance(deal, oracle.OracleDeal) and deal.led is None else deal.turn
    mine = turn in side
    best = gain(deal, side) if deal.played_out else -BEYOND if mine else BEYOND
    others = []
    for seat, word in sorted(deal.legal()):
        if (seat in side) != mine:
            others.append((seat, word))
            continue
        if best >= high if mine else best <= low:
            continue
        bounds = (max(low, best), high) if mine else (low, min(high, best))
        value = tried_out(after(deal, seat, word), side, *bounds)
        best = max(best, value) if mine else min(best, value)
    for seat, word in others:
        value = tried_out(after(deal, seat, word), side, low, high)
        best = min(best, value) if mine else max(best, value)
    return best


def after(deal: AnyDeal, seat: str, word: str) -> AnyDeal:
    """The oracle's deal after an action."""
    done = oracle.copied(deal)
    done.carry_out(seat, word)
    return done


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
            plain: AnyDeal = oracle.OracleDeal(name, dealer, dealt, list(map(card_word, talon)))
        else:
            plain = oracle_of_more.OracleDealOfMore(name, dealer, dealt, SUIT_LETTERS[trump])
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


FIRST_LEADS: Final = {
    "8 cards": (perft.Pack(perft.cards_of(perft.MAJORS, (QUEEN, KING, TEN, ACE)), 2, 0), 10, 1_000),
    "12 cards": (perft.Pack(perft.cards_of(perft.MAJORS, RANKS), 4, 0), 1, 1_000),
    "16 cards": (perft.Pack(perft.cards_of(SUITS, (QUEEN, KING, TEN, ACE)), 4, 0), 0, 200),
}
"""Small packs for two, and how many of their deals are solved under each rule set: on a change, at night."""
FOR_TWO: Final = [name for name, rules in PLAIN.items() if rules.seats == 2]


def shuffled(pack: perft.Pack, rng: random.Random) -> tuple[list[list[Card]], list[Card]]:
    """The hands of two and the talon."""
    cards = rng.sample(pack.cards, len(pack.cards))
    return [cards[: pack.hand], cards[pack.hand : 2 * pack.hand]], cards[2 * pack.hand :]


@pytest.mark.parametrize("name", FOR_TWO)
@pytest.mark.parametrize(
    ("cards", "size"),
    [
        *((cards, some) for cards, (_, some, _) in FIRST_LEADS.items() if some),
        *(
            pytest.param(cards, at_night(max(1, some), many), marks=pytest.mark.nightly)
            for cards, (_, some, many) in FIRST_LEADS.items()
        ),
    ],
)
def test_small_packs_from_the_first_lead_tried_out_in_full(cards: str, size: int, name: str) -> None:
    pack = FIRST_LEADS[cards][0]
    rules = perft.small(PRESETS[name], pack).in_deal(2)
    for seed in range(size):
        hands, talon = shuffled(pack, random.Random(seed))
        deal = Deal.unchecked(rules, SEATS[1], list(map(mask, hands)), talon)
        dealt = {seat: list(map(card_word, hand)) for seat, hand in zip("AB", hands, strict=True)}
        plain = oracle.OracleDeal(name, "B", dealt, list(map(card_word, talon)))
        value = Solver(SEATS[0]).value(deal)
        assert abs(value) <= 3, seed
        assert tried_out(plain, "A", value - 1, value + 1) == value, (seed, deal)
        assert Solver(SEATS[1]).value(deal) == -value, (seed, deal)


def rules_for_two(rng: random.Random) -> RuleSet:
    """Rules for two players, with options by chance."""
    return rules_of(valid_spec(rng, of=FOR_TWO))


def searched(deal: Deal, low: int = -BEYOND, high: int = BEYOND) -> int:
    """What the first of two players is sure of, by a search that knows nothing of the game."""
    if deal.result is not None:
        won = deal.result.game_points
        return 0 if deal.result.winner < 0 else won if deal.result.winner == 0 else -won
    mine = deal.turn == 0
    best = -BEYOND if mine else BEYOND
    if deal.spent:
        settled = deal.copy()
        settled.finish()
        best = searched(settled)
    for by_other in (False, True):
        for action, seat in deal.legal():
            if (seat != deal.turn) != by_other or (not by_other and (best >= high if mine else best <= low)):
                continue
            done = deal.copy()
            done.push(action, seat)
            if by_other:
                value = searched(done, low, high)
            else:
                value = searched(done, max(low, best) if mine else low, high if mine else min(high, best))
            best = max(best, value) if mine != by_other else min(best, value)
    return best


def assert_actions_are_worth_that(deal: Deal) -> None:
    """See that the values of all actions are those of a search."""
    for move in Solver(SEATS[0]).actions(deal):
        done = deal.copy()
        done.push(move.action, move.seat)
        assert move.value == searched(done, move.value - 1, move.value + 1), (deal, move)


def test_what_is_known_without_searching_changes_no_value() -> None:
    for seed in range(5 * ENDGAMES):
        rng = random.Random(seed)
        deal = endgame(rules_for_two(rng), rng)
        assert Solver(SEATS[0]).value(deal) == searched(deal), (seed, deal)


@pytest.mark.slow
@sizes(400, 4_000)
def test_what_is_said_of_a_deal_at_the_head_of_a_trick_is_so(size: int) -> None:
    for seed in range(size):
        rng = random.Random(seed)
        deal = endgame(rules_for_two(rng), rng)
        prospects = Prospects(deal.rules)
        kept: dict[tuple[int, Seat], Endgame] = {}
        while moves := deal.legal():
            rare = [move for move in moves if move[0] == CLOSE or is_marriage(move[0])]
            deal.push(*rng.choice(rare or moves))
            if deal.lead >= 0 or deal.spent or deal.result is not None or deal.hands[0].bit_count() > 4:
                continue
            value = searched(deal)
            for side, worth in zip(SEATS[:2], (value, -value), strict=True):
                low, high = prospects.limits(deal, side)
                assert low <= worth <= high, (seed, deal)
                for goal in range(-3, 5):
                    found = prospects.bound(deal, side, goal)
                    assert found == OPEN or (found >= goal) == (worth >= goal), (seed, deal, side, goal)
                if not deal.strict or not prospects.is_settled:
                    continue
                key = prospects.at_close(deal), side
                if key not in kept:
                    kept[key] = Endgame(deal, end_terms_of(deal, side, key[0]))
                if kept[key].speaks_of(deal):
                    for goal in (worth, worth + 1):
                        assert kept[key].is_reached(deal, goal) == (worth >= goal), (seed, deal, side, goal)


@pytest.mark.slow
@sizes(15, 4_000)
def test_nor_does_it_before_the_first_lead_of_a_small_pack(size: int) -> None:
    for seed in range(size):
        rng = random.Random(seed)
        suits = SUITS[: rng.choice([2, 2, 3, 4])]
        of = perft.cards_of(suits, RANKS)
        pack = perft.Pack(tuple(sorted(rng.sample(of, rng.choice([8, 10, 12])))), rng.choice([2, 3]), 0)
        try:
            rules = perft.small(rules_for_two(rng), pack).in_deal(rng.choice([1, 2]))
        except RulesError:  # options that need a larger talon
            continue
        hands, talon = shuffled(pack, rng)
        deal = Deal.unchecked(rules, SEATS[1], list(map(mask, hands)), talon)
        # What few cards are worth decides little; so the players have something to begin with.
        deal.points = [rng.choice([0, 10, 20, 30, 33, 40, 45, 50]) for _ in hands]
        assert Solver(SEATS[0]).value(deal) == searched(deal), (seed, deal)
        assert_actions_are_worth_that(deal)


@pytest.mark.parametrize(
    ("spec", "hands", "talon", "points"),
    [
        pytest.param("sixty-six", ("Js Ts As Ah", "Kh Jh Qh Ks"), "Qs 9s Th 9h", (0, 0), id="bound to close"),
        pytest.param(
            "sixty-six-casual claim=auto",
            ("9s Qs Ks 9h", "Js Jh Qh Th"),
            "As Ts Kh Ah",
            (45, 10),
            id="queen alone",
        ),
    ],
)
def test_what_a_marriage_brings_about(
    spec: str, hands: tuple[str, ...], talon: str, points: tuple[int, int]
) -> None:
    """It obliges its maker to close where it is announced before the draw; its king may be in the talon."""
    rules = rules_of(spec)
    of = perft.small(rules, FIRST_LEADS["12 cards"][0])
    held = [mask(map(read_card, hand.split())) for hand in hands]
    deal = Deal.unchecked(of, SEATS[0], held, list(map(read_card, talon.split())))
    deal.points = list(points)
    assert_actions_are_worth_that(deal)


def test_a_closer_may_come_to_66_by_the_last_trick_alone() -> None:
    rules = rules_of("sixty-six-tompa last-trick=10 last-trick-closed=yes")
    talon = tuple(map(read_card, "Qd Ks Tc Qh 9s Ac Th Jh Js 9d Ad Kh".split()))
    hands = (mask([read_card("Jd")]), mask([read_card("Jc")]))
    position = DealPosition(hands, talon, HEARTS, SEATS[0], (61, 43), (4, 1), (), SEATS[0], (0, 10), (0, 1))
    deal = Deal.at(rules, position)
    assert Solver(SEATS[0]).value(deal) == searched(deal) == 2


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


@pytest.mark.parametrize("name", FOR_TWO)
def test_it_does_not_matter_who_sits_where_nor_which_suit_is_which(name: str) -> None:
    pack = FIRST_LEADS["16 cards"][0]
    rules = perft.small(PRESETS[name], pack)
    for seed in range(ENDGAMES):
        rng = random.Random(seed)
        deals = [endgame(PRESETS[name], rng)]
        if seed < ENDGAMES.share(12):
            hands, talon = shuffled(pack, rng)
            deals.append(Deal.unchecked(rules, SEATS[1], list(map(mask, hands)), talon))
        for deal in deals:
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


@pytest.mark.slow
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
        if not seed % 3:
            assert_better_ones_are_found(deal, moves, solver)
        end = deal.copy()
        while end.result is None:
            best = [move for move in solver.actions(end) if move.value == solver.value(end)]
            if not best:
                break
            end.do(*best[0][:2])
        assert solver.value(end) == value
        end.finish()
        assert solver.value(end) == value


def assert_better_ones_are_found(deal: Deal, moves: list[ValuedAction], solver: Solver) -> None:
    """See that what is better than a value is what the values of all actions say, whichever side is asked."""
    parties = sides_in_play(deal)
    own = [move for move in moves if parties[move.seat] == parties[deal.turn]]
    most = best = max(move.value for move in own)
    if deal.spent and own == moves:
        silent = deal.copy()
        silent.finish()
        best = max(most, solver.value(silent))
    for than in (best - 1, best, most + 1):
        better = [move for move in own if move.value == best > than]
        for side in solver.side, *(SEATS[1 - solver.side] for _ in range(len(deal.rules.sides) == 2)):
            found = Solver(side).better(deal, SEATS[solver.side], than, own[-1].action)
            assert found == (best if best > than else most, better), (deal, than)


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
