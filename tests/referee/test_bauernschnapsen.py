"""Bauernschnapsen and Dreierschnapsen: arithmetic, the tally, what is hidden, what is not allowed and stands.

What may be bid and played, and what each contract comes to, the second hand says (`test_contract_oracle.py`).
Cards are dealt by hand; A is forehand throughout, so that the last seat deals.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from referee import Match, Series
from referee.actions import (
    ACTIONS_BY_NUMBER,
    CONTRACT,
    DOUBLE,
    MARRIAGE,
    NAME_TRUMP,
    OUT,
    PASS,
    RESIGN,
    TURN_UP,
    TURN_UP_UNSEEN,
    Action,
)
from referee.arithmetic import CONTRACT_TRICK, CONTRACT_WORTH, DOUBLED, SCORES, Line
from referee.cards import (
    BIT,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    RANK_LETTERS,
    SEATS,
    SUIT_LETTERS,
    Card,
    Seat,
    mask,
    members,
    players_of,
    seat_name,
    together,
)
from referee.deal import Deal, DealError, unpack
from referee.decisions import ClaimMode, Exhausted, Revoke, Unclaimed
from referee.legality import idler
from referee.match import stated_worths
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.solver import Solver
from referee.state import Phase, Reason, Result
from referee.view import View, Watcher, in_sight
from tests.support.sizes import Size

FOUR: Final = PRESETS["bauernschnapsen"]
THREE: Final = PRESETS["dreierschnapsen"]
PLACES: Final = {contract.name: at for at, contract in enumerate(FOUR.auction.contracts)}
DEALS: Final = Size("CONTRACTS", 3000)
MIXED: Final = "As Ks Jh Td Qc | Ts Qh Ah Kd Kc | Qs Kh Th Ad Jc | Js Jd Qd Tc Ac"
"""Hands of A, B, C and D in which nobody has much."""


def card(word: str) -> Card:
    return Card(Action(SUIT_LETTERS.index(word[1]) * 6 + RANK_LETTERS.index(word[0])))


def cards(words: str) -> list[Card]:
    return [card(word) for word in words.split()]


def action(word: str) -> Action:
    """What is done, by its word: `trump-h`, `up-Qh`, `pass`, `double`, `20h`, `out`, a contract or a card."""
    kind, _, what = word.partition("-")
    said = {"pass": PASS, "double": DOUBLE, "out": OUT, "resign": RESIGN}
    if kind in said:
        return said[kind]
    if kind == "trump":
        return ACTIONS_BY_NUMBER[NAME_TRUMP + SUIT_LETTERS.index(what)]
    if kind == "up":
        return ACTIONS_BY_NUMBER[TURN_UP + card(what)]
    if word in PLACES:
        return ACTIONS_BY_NUMBER[CONTRACT + PLACES[word]]
    if kind[:2] in ("20", "40"):
        return ACTIONS_BY_NUMBER[MARRIAGE + SUIT_LETTERS.index(kind[2])]
    return card(kind)


def dealt(hands: str, rules: RuleSet = FOUR, packet: bool = True) -> Deal:
    """A deal of these hands, the talon last where there is one; A's first three cards come first."""
    parts = [cards(part) for part in hands.split("|")]
    talon = parts[rules.seats] if len(parts) > rules.seats else []
    own = parts[0]
    seen = (mask(own[:3]), own[3]) if packet else (0, NO_CARD)
    held = [mask(part) for part in parts[: rules.seats]]
    deal = Deal(rules, SEATS[rules.seats - 1], held, talon, NO_SUIT, *seen)
    deal.steps = []
    return deal


def done(deal: Deal, words: str) -> Deal:
    """Do what is listed; `D:double` has its own seat."""
    for word in words.split():
        seat, _, rest = word.rpartition(":")
        deal.do(action(rest), Seat("ABCD".index(seat)) if seat else NOBODY)
    return deal


def end(deal: Deal) -> tuple[str, int, str]:
    """Who wins how much, and by what."""
    result = deal.result or deal.finish()
    return seat_name(result.winner), result.game_points, result.word


# Before the first lead.


def test_a_first_packet_is_one_of_the_hand() -> None:
    hands = [mask(cards(part)) for part in MIXED.split("|")]
    for packet, turned in (("As Ks", ""), ("As Ks Ts", ""), ("As Ks Jh", "Jh")):
        with pytest.raises(DealError, match="packet"):
            Deal(FOUR, Seat(3), hands, (), NO_SUIT, mask(cards(packet)), card(turned) if turned else NO_CARD)


def test_what_is_not_allowed_before_the_first_lead_can_stand_in_a_record() -> None:
    deal = dealt(MIXED)
    ruling = deal.why_not(action("trump-d"))
    assert ruling
    deal.let_stand(action("trump-d"), ruling)
    assert (deal.trump, deal.phase) == (2, Phase.BID)
    ruling = deal.why_not(action("farbensolo"))
    assert ruling
    assert ruling.code.id == "R268"
    deal.let_stand(action("farbensolo"), ruling)
    done(deal, "pass pass pass")
    assert end(deal) == ("BD", 18, "farbensolo-failed"), "it is not held"
    assert unpack(FOUR, deal.pack()).result == deal.result


# Contracts.

STRONG: Final = "As Ts Ks Qs Ah | Js Kh Qh Jh Jd | Th Ad Td Kd Qd | Ac Tc Kc Qc Jc"
"""A takes every trick with spades as trumps, and without trumps."""
HELPED: Final = "As Ts Ks Qs Kh | Js Qh Jh Jd Th | Ah Ad Td Kd Qd | Ac Tc Kc Qc Jc"
"""The same but for a trick in hearts, which is C's."""
LOW: Final = "Js Jh Jd Jc Qs | As Ts Ks Ah Th | Kh Qh Ad Td Kd | Qd Ac Tc Kc Qc"
ALL_FIVE: Final = "As Js Qd Jc Ts Qh Td Qc Ks Jh Kd Kc Qs Jd Ad Tc Ah Kh Th Ac"
FOUR_AND_C: Final = "As Js Qd Jc Ts Jd Td Qc Ks Jh Kd Kc Qs Th Ad Tc Kh Qh Ah Ac"
BY_A: Final = " pass pass pass"


def told(deal: Deal, line: Line) -> list[dict[str, int]]:
    return [dict(step.facts) for step in deal.steps or () if step.line == line]


def test_the_arithmetic_says_at_which_trick_and_how_much() -> None:
    deal = done(dealt(HELPED), f"trump-s gang{BY_A} B:double {FOUR_AND_C}")
    assert told(deal, CONTRACT_TRICK) == [{"holder": 2, "trick": 5, "seat": 0}]
    assert told(deal, CONTRACT_WORTH) == [{"value": 9}]
    assert told(deal, DOUBLED) == [{"factor": 2, "value": 18}]


def test_the_last_trick_or_the_total_decides_where_nobody_claims() -> None:
    by_total = replace(FOUR, last_no_claim_exhausted=Unclaimed.TOTAL, score_exhausted=Exhausted.BY_LOSER)
    assert end(done(dealt(STRONG, by_total), f"trump-s{BY_A} pass {ALL_FIVE}")) == ("AC", 3, "total")


def test_66_end_a_deal_by_themselves_where_that_is_agreed() -> None:
    automatic = dealt(STRONG, replace(FOUR, claim_mode=ClaimMode.AUTO))
    done(automatic, f"trump-s{BY_A} pass As Js Qd Jc Ts Jh Kd Qc 40s")
    assert end(automatic) == ("AC", 3, "out")


def test_a_revoke_costs_the_contract_where_that_is_agreed() -> None:
    deal = done(dealt(STRONG, replace(FOUR, irr_revoke=Revoke.LOST)), f"trump-s gang{BY_A} D:double As")
    ruling = deal.why_not(action("Kh"))
    assert ruling
    deal.let_stand(action("Kh"), ruling)
    assert end(deal) == ("AC", 18, "forfeit")


# Matches and series.


def test_a_match_goes_to_24_and_counts_up_to_four() -> None:
    assert stated_worths(FOUR)[-1] == 192
    for deals, games in (
        ([(8, 24)], 2),
        ([(9, 1), (8, 24)], 1),
        ([(8, 12), (9, 3), (8, 12)], 1),
        ([(8, 23), (9, 12), (9, 12)], 4),
        ([(8, 18), (8, 4), (9, 24)], 1),
        ([(8, 18), (9, 1), (8, 5), (9, 24)], 1),
    ):
        match, series = Match(FOUR, Seat(0)), Series(FOUR)
        for winner, points in deals:
            match.add(match.dealer, Result(Seat(winner), points, Reason.MADE, (0, 0), contract="gang"))
        assert (match.winner, match.games) == (deals[-1][0], games)
        series.add(Seat(0), match.score, match.winner, match.games)
        assert series.lost == ([0, games] if match.winner == 8 else [games, 0])


def test_of_three_each_scores_for_himself() -> None:
    others = together([Seat(1), Seat(2)])
    for deals, score, lost in (
        (((others, 12), (others, 11), (Seat(0), 24)), [24, 23, 23], [0, 4, 4]),
        (((others, 18), (Seat(1), 5), (Seat(0), 24)), [24, 23, 18], [0, 0, 1]),
    ):
        match, series = Match(THREE, Seat(0)), Series(THREE)
        for winner, points in deals:
            match.add(match.dealer, Result(winner, points, Reason.MADE, (0, 0, 0), contract="gang"))
        assert (match.score, match.winner, match.games) == (score, 0, max(lost))
        series.add(Seat(0), match.score, match.winner, match.games)
        assert series.lost == lost
    level = Match(THREE, Seat(0))
    level.add(Seat(0), Result(others, 24, Reason.FAILED, (0, 0, 0), contract="gang"))
    assert level.winner == NOBODY, "two have as much"
    level.add(Seat(1), Result(Seat(1), 3, Reason.OUT, (0, 0, 0)))
    assert (level.winner, level.games) == (1, 2)


TALON: Final = "As Ts Ks Qs Ah Jc | Js Kh Qh Jh Jd Qc | Ad Td Kd Qd Th Kc | Ac Tc"


def test_a_contract_that_fails_brings_each_of_the_others_its_value() -> None:
    deal = done(dealt(TALON, THREE), "trump-s gang pass pass Ac Tc As Js Kc Jc Qc Th")
    assert deal.result
    assert (deal.result.winner, deal.result.game_points) == (together([Seat(1), Seat(2)]), 9)
    assert [facts["winner"] for facts in told(deal, SCORES)] == [1, 2]
    assert Solver(Seat(0)).value(deal) == -9


def test_states_are_alike_only_where_the_same_players_have_announced() -> None:
    """Whose points they are is said at the end; with a secret partner it decides who wins."""
    hands = "As Ts Ks Qs 9d 9h 9c Jh | Ad Kh Qh Td Kd Qd Js 9s | Jd Ah Th Kc Qc Ac Tc Jc"
    one, other = (
        done(dealt(hands, PRESETS["snapszer-three"], packet=False), f"trump-s pass 9d Ad Jd {words}")
        for words in ("20h Kh Ah 9h Kc 9c 9s", "Kh Ah 9h 20c Kc 9c 9s")
    )
    assert (one.hands, one.points) == (other.hands, other.points)
    assert (one.own_points, other.own_points) == ((0, 37, 15), (0, 17, 35))
    assert one.key() != other.key()


# What is hidden.


def test_who_names_trumps_sees_his_first_three_cards() -> None:
    deal = dealt(MIXED)
    legal = [found for found, seat in deal.legal() if seat == 0]
    view = View(deal, Seat(0), legal, Watcher(deal))
    assert view.hand == mask(cards("As Ks Jh"))
    assert [*view.legal] == [action("trump-s"), action("trump-h"), TURN_UP_UNSEEN]
    for turned in members(deal.hands[0] & ~view.hand):
        assert deal.dealt
        other = Deal(deal.rules, deal.dealer, deal.dealt.hands, (), NO_SUIT, view.hand, turned)
        assert other.meant(TURN_UP_UNSEEN) == TURN_UP + turned
    assert view.sight().hands[0].unknown == 2
    done(deal, "up-Td")
    seen = View(deal, Seat(0), [PASS], Watcher(deal))
    assert seen.hand == deal.hands[0]
    assert [*in_sight(deal, [PASS])] == [PASS]


def test_a_card_turned_up_has_been_seen_and_a_hand_laid_down_has_not() -> None:
    deal = dealt(LOW)
    watcher = Watcher(deal)
    done(deal, f"up-Jc bettler{BY_A} Js Ks Qc")
    sight = View(deal, Seat(1), (), watcher).sight()
    assert sight.hands[0].known == BIT[card("Jc")]
    assert sight.hands[2].unknown == 5
    assert sight.gone == mask(cards("Js Ks Qc"))
    assert View(deal, Seat(2), (), watcher).hand == mask(cards("Kh Qh Ad Td Kd"))


def played(rules: RuleSet, rng: random.Random, eager: float) -> Iterator[tuple[Deal, Deal, Action, Seat]]:
    """A random deal before and after each action; the more eager, the higher it is bid."""
    order = rng.sample(rules.pack, len(rules.pack))
    deal = Deal.dealt_from(rules, Seat(rng.randrange(rules.seats)), order)
    while not (deal.over or deal.spent):
        legal = [move for move in deal.legal() if move[0] not in (OUT, DOUBLE) or rng.random() < 0.1]
        bids = [move for move in legal if CONTRACT <= move[0] < DOUBLE]
        legal = bids if bids and rng.random() < eager else [move for move in legal if move not in bids]
        before, move = deal.copy(), rng.choice(legal)
        deal.do(*move)
        yield before, deal, *move


@pytest.mark.parametrize("rules", [FOUR, THREE], ids=["four", "three"])
def test_what_always_holds(rules: RuleSet) -> None:
    rng, names = random.Random(rules.name), set()
    for _ in range(DEALS.share(10)):
        for _, deal, _, _ in played(rules, rng, 0.3):
            assert deal.auction
            places = [*deal.hands, mask(deal.talon), deal.gone]
            assert sum(places) == rules.deck_cards
            assert (
                deal.auction.idle | deal.auction.aside == (deal.auction.idle | deal.auction.aside) & deal.gone
            )
            assert deal.trick == sum(deal.tricks)
            assert all(deal.can(*move) and deal.why_not(*move) is None for move in deal.legal())
            assert all(Seat(seat) != idler(deal) for _, seat in deal.legal() if _ != DOUBLE)
        if deal.result is None:
            deal.finish()
        assert deal.result
        names.add(deal.result.word)
        again = unpack(rules, deal.pack())
        assert again.result or again.finish()
        assert again.key() == deal.key()
        match = Match(rules, deal.dealer)
        match.add(deal.dealer, deal.result)
        winners = 1 if rules.mp_partners else len(players_of(deal.result.winner))
        assert sum(match.score) == winners * deal.result.game_points
    assert len(names) > 8 or not DEALS.is_full
