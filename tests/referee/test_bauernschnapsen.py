"""Bauernschnapsen and Dreierschnapsen: trumps, bids, doubles, each contract and its near miss, the tally.

Cards are dealt by hand; A is forehand throughout, so that the last seat deals.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
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
    Cards,
    Seat,
    mask,
    members,
    players_of,
    seat_name,
    together,
)
from referee.deal import Deal, DealError, unpack
from referee.decisions import AceBettler, ClaimMode, Exhausted, Revoke, Unclaimed
from referee.knowledge import OpenPlay
from referee.legality import idler
from referee.match import stated_worths
from referee.partial import PartialDeal
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.solver import Solver
from referee.state import Phase, Reason, Result
from referee.view import LAID_AWAY, View, Watcher, in_sight
from referee.whereabouts import knowledge
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


def refused(deal: Deal, word: str, seat: str = "") -> str:
    """The code that refuses something; empty where it is allowed."""
    ruling = deal.why_not(action(word), Seat("ABCD".index(seat)) if seat else NOBODY)
    return ruling.code.id if ruling else ""


# Trumps.


def test_trumps_are_named_in_a_suit_of_the_first_three_cards() -> None:
    deal = dealt(MIXED)
    assert [refused(deal, f"trump-{suit}") for suit in "shdc"] == ["", "", "R264", "R264"]
    assert [refused(deal, f"up-{word}") for word in ("As", "Td", "Qc", "Ts")] == ["R266", "", "", "R267"]
    assert done(deal, "up-Td").trump == 2
    assert deal.auction
    assert (deal.auction.packet, deal.phase) == (0, Phase.BID)


def test_where_the_first_packet_is_not_known_only_the_hand_is_judged() -> None:
    deal = dealt(MIXED, packet=False)
    assert [refused(deal, f"trump-{suit}") for suit in "shdc"] == [""] * 4
    lacking = dealt("As Ks Jh Th Qh | Ts Td Ah Kd Kc | Qs Kh Qc Ad Jc | Js Jd Qd Tc Ac", packet=False)
    assert refused(lacking, "trump-c") == "R264"
    hidden = PartialDeal(FOUR, Seat(3), [mask(cards("As Ks Jh Th")), 0, 0, 0], (), NO_SUIT, [1, 5, 5, 5])
    assert hidden.why_not(action("trump-c")) is None


def test_a_card_is_turned_up_only_where_that_is_agreed() -> None:
    deal = dealt(MIXED, replace(FOUR, auction_turn_up=False))
    assert refused(deal, "up-Td") == "R265"
    assert not any(found >= TURN_UP for found, _ in deal.legal())


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


# Bids.


def test_bids_go_up_in_turn_and_whoever_has_passed_is_out() -> None:
    deal = done(dealt(MIXED), "trump-s schnapser")
    assert [refused(deal, word) for word in ("bettler", "schnapser", "gang", "bauernschnapser")] == [
        "R238",
        "R239",
        "",
        "R239",
    ]
    done(deal, "gang pass pass")
    assert deal.turn == 0, "A has bid and not passed"
    done(deal, "zehnergang pass")
    assert deal.contract
    assert deal.contract.name == "zehnergang"
    assert (deal.turn, deal.phase) == (0, Phase.LEAD)
    again = done(dealt(MIXED), "trump-s pass gang pass pass")
    assert (again.turn, again.phase) == (1, Phase.LEAD), "A has passed"


def test_as_much_may_be_bid_by_whoever_comes_earlier() -> None:
    deal = done(dealt(MIXED), "trump-s schnapser kontraschnapser")
    assert refused(deal, "bauernschnapser") == "R238", "C comes later"
    done(deal, "pass")
    assert refused(deal, "kontraschnapser") == "R238"
    done(deal, "pass")
    assert [refused(deal, word) for word in ("bauernschnapser", "zehnergang")] == ["", "R238"]
    same = done(dealt(MIXED), "trump-s bettler gang pass pass")
    assert refused(same, "gang") == ""


def test_who_may_bid_what() -> None:
    sides = {
        "schnapser": "AC",
        "bauernschnapser": "AC",
        "kontraschnapser": "BD",
        "kontrabauernschnapser": "BD",
    }
    for turn, seat in enumerate("ABCD"):
        deal = done(dealt(MIXED), "trump-s" + " pass" * turn)
        for name in PLACES:
            may = name != "rufer" and seat in sides.get(name, "ABCD")  # it is played where nobody bids
            holds = name not in ("farbensolo", "herrenschnapser")
            assert (refused(deal, name) == "") == (may and holds), (seat, name)


def test_some_contracts_need_cards() -> None:
    no_ace = dealt("Ks Ts Jh Td Qc | As Qh Ah Kd Kc | Qs Kh Th Ad Jc | Js Jd Qd Tc Ac")
    assert refused(done(no_ace, "trump-s"), "ass-bettler") == "R268"
    low = replace(FOUR, auction_ace_bettler=AceBettler.LOW)
    assert (
        refused(
            done(dealt("Ks Ts Jh Td Qc | As Qh Ah Kd Kc | Qs Kh Th Ad Jc | Js Jd Qd Tc Ac", low), "trump-s"),
            "ass-bettler",
        )
        == ""
    )
    suit = "Js Qs Ks Ts As | Jh Qh Kh Th Ah | Jd Qd Kd Td Ad | Jc Qc Kc Tc Ac"
    for trump, contract in (("s", "herrenschnapser"), ("s", "farbensolo")):
        deal = done(dealt(suit), f"trump-{trump} {contract}")
        assert refused(deal, "herrenschnapser") == "R239"
        if contract == "farbensolo":
            assert refused(deal, "farbensolo") == "R238", "not by B, who comes later"
        done(deal, "pass pass pass")
        assert end(deal) == ("AC", {"herrenschnapser": 24, "farbensolo": 18}[contract], contract)
        assert deal.trick == 0
    one_short = "Js Qs Ks Ts Ah | Jh Qh Kh Th As | Jd Qd Kd Td Ad | Jc Qc Kc Tc Ac"
    deal = done(dealt(one_short), "trump-s")
    assert [refused(deal, word) for word in ("herrenschnapser", "farbensolo")] == ["R268"] * 2


# Doubles.


def test_the_parties_double_in_turn_before_the_first_lead() -> None:
    deal = done(dealt(MIXED), "trump-s")
    assert refused(deal, "double", "B") == "R235"
    done(deal, "pass pass pass pass")
    assert [refused(deal, "double", seat) for seat in "ABCD"] == ["R269", "", "R269", ""]
    assert [seat for word, seat in deal.legal() if word == DOUBLE] == [1, 3]
    done(deal, "D:double")
    assert [refused(deal, "double", seat) for seat in "ABCD"] == ["", "R269", "", "R269"]
    done(deal, "C:double B:double")
    assert [refused(deal, "double", seat) for seat in "ABCD"] == ["R272"] * 4
    done(deal, "C:resign")
    assert end(deal) == ("BD", 24, "resignation"), "three, eight times"
    late = done(dealt(MIXED), "trump-s pass pass pass pass Td")
    assert refused(late, "double", "B") == "R273"


# Contracts, each with a near miss.

STRONG: Final = "As Ts Ks Qs Ah | Js Kh Qh Jh Jd | Th Ad Td Kd Qd | Ac Tc Kc Qc Jc"
"""A takes every trick with spades as trumps, and without trumps."""
HELPED: Final = "As Ts Ks Qs Kh | Js Qh Jh Jd Th | Ah Ad Td Kd Qd | Ac Tc Kc Qc Jc"
"""The same but for a trick in hearts, which is C's."""
LOW: Final = "Js Jh Jd Jc Qs | As Ts Ks Ah Th | Kh Qh Ad Td Kd | Qd Ac Tc Kc Qc"
AGAINST: Final = "Js Kh Qh Jh Jd | As Ts Ks Qs Ah | Th Ad Td Kd Qd | Ac Tc Kc Qc Jc"
CLUB: Final = "Ac Kh Js Qh Jh | As Ts Ks Qs Tc | Th Ad Td Kd Qd | Ah Jd Kc Qc Jc"
ALL_FIVE: Final = "As Js Qd Jc Ts Qh Td Qc Ks Jh Kd Kc Qs Jd Ad Tc Ah Kh Th Ac"
FOUR_AND_C: Final = "As Js Qd Jc Ts Jd Td Qc Ks Jh Kd Kc Qs Th Ad Tc Kh Qh Ah Ac"
ALL_AGAINST: Final = "Jd Qs Qd Jc As Kd Qc Js Ts Td Kc Qh Ks Ad Tc Jh Ah Th Ac Kh"
BY_A: Final = " pass pass pass"
BY_B: Final = " pass pass"


@pytest.mark.parametrize(
    ("hands", "play", "found"),
    [
        (STRONG, f"gang{BY_A} {ALL_FIVE}", ("AC", 9, "gang")),
        (HELPED, f"gang{BY_A} {FOUR_AND_C}", ("BD", 9, "gang-failed")),
        (STRONG, f"gang{BY_A} B:double A:double {ALL_FIVE}", ("AC", 36, "gang")),
        (STRONG, f"bauernschnapser{BY_A} {ALL_FIVE}", ("AC", 12, "bauernschnapser")),
        (HELPED, f"bauernschnapser{BY_A} {FOUR_AND_C}", ("BD", 12, "bauernschnapser-failed")),
        (
            "Ts Ks Js Qs Th | As Kh Qh Jh Jd | Ah Ad Td Kd Qd | Ac Tc Kc Qc Jc",
            f"zehnergang{BY_A} Ts As Qd Jc Ks Jd Td Qc Qs Jh Kd Kc Js Qh Ad Tc Th Kh Ah Ac",
            ("AC", 10, "zehnergang"),
        ),
        (STRONG, f"zehnergang{BY_A} Ts Js Qd Jc Ah Kh Th Qc", ("BD", 10, "zehnergang-failed")),
        (STRONG, f"schnapser{BY_A} 40s Ks Js Qd Jc As Jh Td Qc", ("AC", 6, "schnapser")),
        (STRONG, f"schnapser{BY_A} As Js Qd Jc Ts Jh Kd Qc 40s", ("AC", 6, "schnapser")),
        (STRONG, f"schnapser{BY_A} As Js Qd Jc Ts Jh Kd Qc Ks Jd Td Kc", ("BD", 6, "schnapser-failed")),
        (HELPED, f"schnapser{BY_A} Kh Th Ah Ac", ("BD", 6, "schnapser-failed")),
        (AGAINST, f"pass kontraschnapser{BY_B} Jd Ts Kd Jc 40s Ks Qd Qc Js", ("BD", 12, "kontraschnapser")),
        (
            AGAINST,
            f"pass kontraschnapser{BY_B} Jd Qs Qd Jc As Kd Qc Js Ts Td Kc Jh",
            ("AC", 12, "kontraschnapser-failed"),
        ),
        (AGAINST, f"pass kontrabauernschnapser{BY_B} {ALL_AGAINST}", ("BD", 24, "kontrabauernschnapser")),
        (
            CLUB,
            f"pass kontrabauernschnapser{BY_B} Ac Tc Qd Jc",
            ("AC", 24, "kontrabauernschnapser-failed"),
        ),
        (LOW, f"bettler{BY_A} Js Ks Qc Ah Kc Jh Th Tc Jd As Ac Qs Ts Qd Jc", ("AC", 4, "bettler")),
        (
            LOW.replace("Qs |", "As |").replace("| As", "| Qs"),
            f"ass-bettler{BY_A} Js Ks Qc Ah Kc Jh Th Tc As Qs Ac Jd Ts Qd Jc",
            ("AC", 5, "ass-bettler"),
        ),
        (
            LOW.replace("Qs |", "As |").replace("| As", "| Qs"),
            f"ass-bettler{BY_A} Js Ks Qc Ts Ac As",
            ("BD", 5, "ass-bettler-failed"),
        ),
        (
            "As Jh Jd Jc Qs | Js Ts Ks Ah Th | Kh Qh Ad Td Kd | Qd Ac Tc Kc Qc",
            f"bettler{BY_A} Qs Ks Qc Ts Ac As",
            ("BD", 4, "bettler-failed"),
        ),
        (STRONG, f"{BY_A} pass As Js Qd Jc Ts Jh Kd Qc 40s out", ("AC", 3, "out")),
        (STRONG, f"{BY_A} pass As Js Qd Jc Ts Jh Kd Qc 40s C:out", ("AC", 3, "out")),
        (STRONG, f"{BY_A} pass As Js Qd Jc out", ("BD", 3, "false-out")),
        (STRONG, f"{BY_A} pass {ALL_FIVE}", ("AC", 1, "last-trick")),
        (STRONG, f"{BY_A} pass D:double {ALL_FIVE}", ("AC", 2, "last-trick")),
        (STRONG, f"pass{BY_A} {ALL_FIVE} C:out", ("AC", 3, "out")),
    ],
)
def test_contracts(hands: str, play: str, found: tuple[str, int, str]) -> None:
    deal = done(dealt(hands), f"trump-s {play}")
    assert end(deal) == found
    assert unpack(FOUR, deal.pack()).finish() == deal.result


def told(deal: Deal, line: Line) -> list[dict[str, int]]:
    return [dict(step.facts) for step in deal.steps or () if step.line == line]


def test_the_arithmetic_says_at_which_trick_and_how_much() -> None:
    deal = done(dealt(HELPED), f"trump-s gang{BY_A} B:double {FOUR_AND_C}")
    assert told(deal, CONTRACT_TRICK) == [{"holder": 2, "trick": 5, "seat": 0}]
    assert told(deal, CONTRACT_WORTH) == [{"value": 9}]
    assert told(deal, DOUBLED) == [{"factor": 2, "value": 18}]


def test_a_partner_sits_out_of_every_trick() -> None:
    deal = done(dealt(LOW), f"trump-s bettler{BY_A} Js")
    assert deal.turn == 1
    assert refused(deal, "Kh", "C") == "R274"
    assert deal.held(Seat(2)) == 0
    assert idler(deal) == 2
    sitting = replace(FOUR, auction_partner_plays=False)
    made = done(dealt(HELPED, sitting), f"trump-s gang{BY_A} As Js Jc Ts Jd Qc Ks Jh Kc Qs Th Tc Kh Qh Ac")
    assert end(made) == ("AC", 9, "gang"), "C's ace takes no part"


def test_nothing_is_claimed_or_announced_in_most_contracts() -> None:
    deal = done(dealt(STRONG), f"trump-s gang{BY_A} As Js Qd Jc")
    assert refused(deal, "out") == "C206"
    assert refused(deal, "40s") == "R262"
    normal = done(dealt(STRONG), f"trump-s{BY_A} pass As Js Qd Jc")
    assert [refused(normal, "out", seat) for seat in "ABCD"] == ["", "C203", "", "C203"]
    automatic = done(
        dealt(STRONG, replace(FOUR, claim_mode=ClaimMode.AUTO)),
        f"trump-s{BY_A} pass As Js Qd Jc Ts Jh Kd Qc 40s",
    )
    assert end(automatic) == ("AC", 3, "out")


def test_the_last_trick_or_the_total_decides_where_nobody_claims() -> None:
    by_total = replace(FOUR, last_no_claim_exhausted=Unclaimed.TOTAL, score_exhausted=Exhausted.BY_LOSER)
    assert end(done(dealt(STRONG, by_total), f"trump-s{BY_A} pass {ALL_FIVE}")) == ("AC", 3, "total")


def test_a_trump_is_played_under_another_only_where_that_is_agreed() -> None:
    hands = "Ac Kc Js Qh Jh | Ks Jd Qd Kd Td | As Ts Tc Qc Jc | Qs Th Ad Ah Kh"
    for forced, allowed in ((False, "Qs Th Ad Ah Kh"), (True, "Qs")):
        deal = dealt(hands, replace(FOUR, play2_undertrump=forced))
        assert done(deal, f"trump-s{BY_A} pass Ac Ks Tc").playable() == mask(cards(allowed))


def test_a_revoke_costs_the_contract_where_that_is_agreed() -> None:
    deal = done(dealt(STRONG, replace(FOUR, irr_revoke=Revoke.LOST)), f"trump-s gang{BY_A} D:double As")
    ruling = deal.why_not(action("Kh"))
    assert ruling
    deal.let_stand(action("Kh"), ruling)
    assert end(deal) == ("AC", 18, "forfeit")


# Matches and series.


def test_a_match_goes_to_24_and_counts_up_to_four() -> None:
    assert stated_worths(FOUR)[-1] == 192
    for deals, games in (([(8, 24)], 2), ([(9, 1), (8, 24)], 1), ([(8, 23), (9, 12), (9, 12)], 4)):
        match, series = Match(FOUR, Seat(0)), Series(FOUR)
        for winner, points in deals:
            match.add(match.dealer, Result(Seat(winner), points, Reason.MADE, (0, 0), contract="gang"))
        assert (match.winner, match.games) == (deals[-1][0], games)
        series.add(Seat(0), match.score, match.winner, match.games)
        assert series.lost == ([0, games] if match.winner == 8 else [games, 0])


def test_of_three_each_scores_for_himself() -> None:
    match, series = Match(THREE, Seat(0)), Series(THREE)
    others = together([Seat(1), Seat(2)])
    for winner, points in ((others, 12), (others, 11), (Seat(0), 24)):
        match.add(match.dealer, Result(winner, points, Reason.MADE, (0, 0, 0), contract="gang"))
    assert (match.score, match.winner, match.games) == ([24, 23, 23], 0, 4)
    series.add(Seat(0), match.score, match.winner, match.games)
    assert series.lost == [0, 4, 4]
    level = Match(THREE, Seat(0))
    level.add(Seat(0), Result(others, 24, Reason.FAILED, (0, 0, 0), contract="gang"))
    assert level.winner == NOBODY, "two have as much"
    level.add(Seat(1), Result(Seat(1), 3, Reason.OUT, (0, 0, 0)))
    assert (level.winner, level.games) == (1, 2)


TALON: Final = "As Ts Ks Qs Ah Jc | Js Kh Qh Jh Jd Qc | Ad Td Kd Qd Th Kc | Ac Tc"


def test_whoever_plays_takes_the_talon_and_lays_two_cards_away() -> None:
    deal = done(dealt(TALON, THREE), "trump-s gang pass pass")
    assert (deal.phase, deal.talon, deal.held(Seat(0))) == (Phase.DISCARD, [], 8)
    assert refused(deal, "As", "B") == "R237"
    done(deal, "Jc Tc")
    assert (deal.points, deal.turn, deal.trump) == ([0, 0], 0, -1)
    counted = done(dealt(TALON, replace(THREE, auction_talon=True)), "trump-s gang pass pass Jc Tc")
    assert counted.points == [12, 0]
    for seat in (NOBODY, *SEATS[:3]):
        seen = [found for _, found in View(deal, seat, (), Watcher(deal)).history()]
        assert seen[4:] == (cards("Jc Tc") if seat == 0 else [LAID_AWAY] * 2)
    done(deal, "As Js Kc Ts Jd Qd Ks Qc Th Qs Jh Kd Ah Kh Td Ac Qh Ad")
    assert deal.result
    assert (deal.result.winner, deal.result.game_points, deal.result.word) == (0, 9, "gang")


def test_a_contract_that_fails_brings_each_of_the_others_its_value() -> None:
    deal = done(dealt(TALON, THREE), "trump-s gang pass pass Ac Tc As Js Kc Jc Qc Th")
    assert deal.result
    assert (deal.result.winner, deal.result.game_points) == (together([Seat(1), Seat(2)]), 9)
    assert [facts["winner"] for facts in told(deal, SCORES)] == [1, 2]
    assert Solver(Seat(0)).value(deal) == -9


# What is hidden.


def test_who_names_trumps_sees_his_first_three_cards() -> None:
    deal = dealt(MIXED)
    legal = [found for found, seat in deal.legal() if seat == 0]
    view = View(deal, Seat(0), legal, Watcher(deal))
    assert view.hand == mask(cards("As Ks Jh"))
    assert [*view.legal] == [action("trump-s"), action("trump-h"), TURN_UP_UNSEEN]
    assert deal.meant(TURN_UP_UNSEEN) == action("up-Td")
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


def own_cards(deal: Deal, seat: Seat) -> tuple[Cards, Cards]:
    """The cards that a seat holds, even where it sits out, and those that it has laid away."""
    assert deal.auction
    hand = deal.auction.idle if seat == idler(deal) else deal.hands[seat]
    return hand, deal.auction.aside if seat == deal.auction.declarer else 0


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


def worlds(
    start: Deal, deal: Deal, hidden: list[Card], done: list[tuple[Action, Seat]]
) -> Iterator[dict[Card, Seat]]:
    """Every way in which the hidden cards can lie so that everything that was done was allowed."""
    rules, seats = start.rules, SEATS[: start.rules.seats]
    idle = deal.auction.idle if deal.auction else 0
    holds = [deal.hands[seat] | (idle if seat == idler(deal) else 0) for seat in seats]
    sizes = [(holds[seat] & mask(hidden)).bit_count() for seat in seats]
    kept = [hand & ~mask(hidden) for hand in start.hands]

    def lie(rest: list[Card], hands: list[Cards], left: list[int]) -> Iterator[list[Cards]]:
        if not rest:
            yield hands
        for seat in seats:
            if rest and left[seat]:
                more = [hand | BIT[rest[0]] * (at == seat) for at, hand in enumerate(hands)]
                yield from lie(rest[1:], more, [size - (at == seat) for at, size in enumerate(left)])

    for hands in lie(hidden, kept, sizes):
        forehand = SEATS[(start.dealer + 1) % rules.seats]
        for packet in combinations(members(hands[forehand]), rules.auction.packet):
            world = Deal(rules, start.dealer, hands, start.talon, packet=mask(packet))
            if all(world.push(*move) is None for move in done):
                yield {each: next(seat for seat in seats if hands[seat] & BIT[each]) for each in hidden}
                break


def test_what_bids_show_is_all_that_they_show() -> None:
    """Where cards can be, beside every deal in which everything that was done was allowed."""
    rng, compared = random.Random("bids"), 0
    for _ in range(DEALS.share(60)):
        actions: list[tuple[Action, Seat]] = []
        play: OpenPlay | None = None
        for before, deal, said, actor in played(FOUR, rng, 0.05):
            if play is None:
                start, play = before.copy(), OpenPlay.start(before)
            actions.append((said, actor))
            play = play.then(before, actor, said, deal)
            seat = Seat(rng.randrange(4))
            hand, _ = own_cards(deal, seat)
            found = {each.card: each.places for each in knowledge(play, seat, hand).cards}
            seen = play.gone | hand | play.shown[0] | play.shown[1] | play.shown[2] | play.shown[3]
            hidden = [each for each in found if not seen & BIT[each]]
            if deal.over or not 0 < len(hidden) < 6:
                continue
            places: dict[Card, set[Seat]] = {each: set() for each in hidden}
            for world in worlds(start, deal, hidden, actions):
                for each, place in world.items():
                    places[each].add(place)
            assert {each: set(found[each]) for each in hidden} == places
            compared += 1
    assert compared > 5 or not DEALS.is_full


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
