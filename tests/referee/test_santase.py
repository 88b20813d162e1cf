"""Every decision point of Santase by a test of its name: `close.min_talon` by `test_close_min_talon`."""

import sys

import pytest

from notation import read
from notation.judge import judge
from referee import SANTASE, Deal, Match, Reason, Result, Series
from referee.cards import (
    FULL_PACK,
    HEARTS,
    KING,
    NOBODY,
    PACK,
    POINTS,
    RANK_POINTS,
    TEN,
    Seat,
    points_of,
    suit_of,
)
from referee.decisions import FalseClaim
from referee.points import POINTS as DECIDED
from referee.points import PROCEDURE
from referee.rulesets import BOOKS, points_decided
from tests.support.tables import TableOfMore, WordedTable, rules_of

A = "Ks As Qh Kh Ah Kc"
B = "Ts 9d Kd Td 9c Qc"
TALON = "9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd"


def full(spec: str = "santase") -> WordedTable:
    """A whole deal: diamonds are trumps, A leads."""
    return WordedTable(A, B, TALON, spec)


def judged(play: str, spec: str = "santase", a: str = A, b: str = B, talon: str = TALON) -> list[str]:
    """The codes found in a record of one deal."""
    text = f'%SGN 1\n[Rules "{spec}"]\ndeal 1 dealer B\nA: {a}\nB: {b}\ntalon: {talon}\n{play}\n'
    return [finding.code.id for game in read(text) for finding in judge(game).findings]


def exhausted(spec: str = "santase") -> WordedTable:
    """The talon ran out: hearts are trumps, A has 11 and leads, holding Ks Qs Th; B holds As 9s Ah."""
    return WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah", spec).do("Ac 9c")


def closed(spec: str = "santase") -> WordedTable:
    """A has a trick (25 points) and has closed; hearts are trumps. A holds Ks Qs Td, B As 9s Jd."""
    return WordedTable("Ac Ks Qs", "Tc As 9s", "Td Jd 9d Qd Kd Jh", spec).do("Ac Tc close")


def closed_late() -> WordedTable:
    """A has closed after B had taken a trick; hearts are trumps. A holds Ks Jd 9d, B Ac Td Qd."""
    return WordedTable("9c As Ks", "Tc Ac 9s", "Td Jd 9d Qd Kd Jh 9h Qh").do("9c Tc 9s As close")


# The pack and the deal.


def test_deck_cards() -> None:
    assert SANTASE.deck_cards == FULL_PACK
    assert judged("", talon=TALON.replace("Jh ", "")) == ["R271"]
    assert judged("", a=A + " Jh", talon=TALON) == ["R270", "X114"]


def test_deck_rank_values() -> None:
    assert RANK_POINTS[:6] == (0, 2, 3, 4, 10, 11)
    assert TEN > KING
    assert points_of(FULL_PACK) == sum(POINTS[:24]) == 120
    assert WordedTable("Kc 9s", "Tc Js", "9c 9h Qh Ah").do("Kc Tc").turn == "B"


def test_deal_hand_size() -> None:
    assert judged("", a="Ks As Qh Kh Ah", talon=TALON) == ["R270"]
    assert judged("1. As Td") == []


def test_deal_trump_card() -> None:
    assert full().do("As Td").turn == "B", "the turned-up queen of diamonds makes the ten a trump"


def test_deal_talon_size() -> None:
    assert SANTASE.talon_size == 12
    assert judged("", talon=TALON + " Qh") == ["R271", "X114"]


def result(winner: Seat, points: int) -> Result:
    return Result(winner, points, Reason.TOTAL, (65, 65) if winner < 0 else (70, 50))


def test_deal_next_dealer() -> None:
    match = Match(SANTASE, dealer=Seat(0))
    match.add(Seat(0), result(Seat(1), 1))
    assert match.dealer == 1
    match.add(Seat(1), result(Seat(1), 2))
    assert match.dealer == 1
    assert [ruling.code.id for ruling in match.refusals(Seat(0))] == ["R260"]


def test_deal_after_draw() -> None:
    match = Match(SANTASE, dealer=Seat(0))
    match.add(Seat(0), result(NOBODY, 0))
    assert (match.dealer, match.score) == (0, [0, 0])


def test_deal_first_lead() -> None:
    assert full().turn == "A"
    assert WordedTable(A, B, TALON, dealer="A").turn == "B"
    assert judged("1. B: Td") == ["R201"]


# The open talon.


def test_play1_duty() -> None:
    for reply in B.split():
        assert full().do("As").allows(reply)


def test_play_trick_winner() -> None:
    assert full().do("As Ts").turn == "A"
    assert full().do("Ks Ts").turn == "B"
    assert full().do("As 9d").turn == "B"
    assert full().do("Ks Qc").turn == "A"


def test_play_winner_leads() -> None:
    table = full().do("As Td")
    assert table.turn == "B"
    assert table.refused("Ks") == "R201"
    assert table.refused("Ks", "A") == "R201"
    assert table.refused("Kd", "A") == "R204"
    assert table.allows("Kd")


def test_draw_order() -> None:
    table = full().do("As Td")
    assert "9h" in table.hand("B")
    assert "Tc" in table.hand("A")


def test_draw_last() -> None:
    table = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah").do("Ac 9c")
    assert (table.hand("A"), table.hand("B")) == ({"Ks", "Qs", "Th"}, {"As", "9s", "Ah"})
    assert table.deal.talon_left == 0


# The talon closed or exhausted.


def test_play2_trigger() -> None:
    assert WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah").do("Ac").allows("As")
    assert exhausted().do("Ks").refused("Ah") == "R210"
    assert closed().do("Ks").refused("Jd") == "R210"


def test_play2_duty() -> None:
    table = exhausted().do("Ks")
    assert table.refused("9s") == "R211", "head the trick"
    assert table.refused("Ah") == "R210", "follow suit"
    assert table.allows("As")
    lower = WordedTable("Ac As Qs", "9c Ks 9s", "Td Ah").do("Ac 9c As")
    assert lower.refused("Ah") == "R210"
    assert lower.allows("9s"), "a lower card of the suit where it cannot be headed"
    trump = WordedTable("Ac As Qs", "9c Kd 9d", "Td Ah").do("Ac 9c As")
    assert trump.refused("Kd") == "R212"
    assert trump.allows("Ah"), "a trump where the suit cannot be followed"
    other = WordedTable("Ac As Qs", "9c Kd 9d", "Td Th").do("Ac 9c As")
    assert other.refused("9d") == "R212"
    assert WordedTable("Ac As Qs", "9c Kd 9d", "Ah Jd").do("Ac 9c As").allows("9d"), "any card otherwise"


# The exchange.


def nine_of_trumps(talon: str = "Th Td Ts Qd Jd Ah", spec: str = "santase") -> WordedTable:
    """A wins the first trick and holds the nine of trumps, hearts."""
    return WordedTable("Ac 9h Kh", "9c As 9s", talon, spec)


def test_exchange_card() -> None:
    table = nine_of_trumps().do("Ac 9c exchange")
    assert table.hand("A") == {"Ah", "Kh", "Th"}
    assert table.deal.talon[-1] == 6
    assert table.refused("exchange") == "R230"
    assert full().do("Ks Qc").refused("exchange") == "R230", "B holds the nine"


def test_exchange_who() -> None:
    table = nine_of_trumps().do("Ac 9c Kh")
    assert table.refused("exchange", "A") == "R231"
    follower = WordedTable("9c As 9s", "Ac 9h Kh", "Th Td Ts Qd Jd Ah").do("9c Ac Kh")
    assert follower.refused("exchange", "B") == "R231"


def test_exchange_min_tricks() -> None:
    assert WordedTable("9c 9h Kh", "Ac As 9s", "Th Td Ts Qd Jd Ah").refused("exchange") == "R232"
    assert nine_of_trumps().do("Ac 9c").allows("exchange")


def test_exchange_first_lead() -> None:
    assert nine_of_trumps().refused("exchange") == "R232"


def test_exchange_min_talon() -> None:
    two_left = nine_of_trumps("Th Td Ts Ah").do("Ac 9c")
    assert two_left.deal.talon_left == 2
    assert two_left.allows("exchange")
    agreed = nine_of_trumps("Th Td Ts Ah", "santase exchange-min-talon=4").do("Ac 9c")
    assert agreed.refused("exchange") == "R234"


def test_exchange_after_end() -> None:
    assert nine_of_trumps("Th Ah").do("Ac 9c").refused("exchange") == "R233"
    assert nine_of_trumps().do("Ac 9c close").refused("exchange") == "R233"


def test_exchange_opponent_on_close() -> None:
    table = WordedTable("Ac Ts Kh", "9c 9h 9s", "Th Td As Qd Jd Ah").do("Ac 9c close")
    assert table.refused("exchange", "B") == "R233"


def test_exchange_before_draw() -> None:
    play = "1. As Td exchange\n2. Kd Kc"
    assert judged(play) == ["R253"]
    assert judged("1. As Td\n2. exchange Kd Kc") == []


def test_exchange_combo() -> None:
    table = full().do("As Td exchange 40d close Kd Kc")
    assert table.points == (0, 69)
    assert table.deal.closer == 1


# Marriages.


def test_marriage_value() -> None:
    assert full().do("As Td exchange 40d").points == (0, 61)
    assert WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd").do("Ac 9c 20s").points == (31, 0)
    assert judged("1. As Td\n2. exchange 20d") == ["X113"]


def test_marriage_who() -> None:
    table = WordedTable("Ac Ks Js", "9c Kd Qd", "Th Ah Td Jd").do("Ac 9c")
    assert table.refused("20s") == "R220"
    assert table.refused("20d", "B") == "R221"
    assert table.do("Ks").refused("20d", "B") == "R221", "not by the one who replies"


def test_marriage_lead() -> None:
    table = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd").do("Ac 9c 20s")
    assert table.refused("Th") == "R224"
    assert table.allows("Ks")
    assert table.allows("Qs")


def test_marriage_per_lead() -> None:
    table = WordedTable("Ac Ks Qs Kd Qd", "9c As 9s Td Jd", "Th Ah Tc Jc").do("Ac 9c 20s")
    assert table.refused("20d") == "R223"
    assert table.refused("20s") == "R223"


def test_marriage_first_trick() -> None:
    table = WordedTable("Ks Qs", "As 9s", "Th Ah Td Jd")
    assert table.refused("20s") == "R222"


def test_marriage_first_deal() -> None:
    agreed = rules_of("santase marriage-first-deal=no")
    for rules, number, code in ((SANTASE, 1, ""), (agreed, 1, "R218"), (agreed, 2, "")):
        table = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd").do("Ac 9c")
        table.deal.go_on_under(rules.in_deal(number))
        assert table.allows("20s") is not bool(code)
        if code:
            assert table.refused("20s") == code
    match = Match(agreed, dealer=Seat(0))
    assert match.deal_rules != agreed
    match.add(Seat(0), result(NOBODY, 0))
    assert match.deal_rules is agreed, "a drawn deal was the first one all the same"


def test_marriage_min_tricks() -> None:
    table = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd").do("Ac 9c")
    assert table.deal.tricks == [1, 0]
    assert table.allows("20s"), "the leader of any later trick has one"


def test_marriage_count_when() -> None:
    assert WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd").do("Ac 9c 20s").points == (31, 0)


def test_marriage_after_close() -> None:
    assert closed().do("20s Ks As").points == (41, 15)
    by_the_other = WordedTable("Ac Js 9d", "9c As Kd", "Td Qd 9s Qs Tc Jh").do("Ac 9c close Js As")
    assert by_the_other.do("20d").points == (11, 33), "the closer's opponent too"


def test_marriage_after_exhaustion() -> None:
    assert exhausted().allows("20s")


def test_marriage_last_open() -> None:
    table = WordedTable("Ac Ks Qs", "9c 9s Jd", "Th Td").do("Ac 9c")
    assert table.deal.strict
    assert table.allows("20s"), "with the last cards too"


def test_marriage_close_order() -> None:
    assert WordedTable("Ac Ks Qs", "Tc As 9s", "Td Jd 9d Qd Kd Jh").do("Ac Tc 20s close Ks").deal.closer == 0
    assert closed().allows("20s")


def test_marriage_out_without_lead() -> None:
    table = WordedTable("Ac As Kd Qd", "Tc Ts 9s Jc", "9h 9d Qh Kh Jh Td").do("Ac Tc As Ts 40d")
    assert table.points == (82, 0)
    assert table.do("out").end() == ("A", 3, "out")


# Closing.


def test_close_who() -> None:
    table = WordedTable("Ac Ks Qs", "Tc As 9s", "Td Jd 9d Qd Kd Jh").do("Ac Tc")
    assert table.refused("close", "B") == "R240"
    assert table.do("Ks").refused("close", "B") == "R240"


def test_close_first_lead() -> None:
    assert full().refused("close") == "R241"


def test_close_min_tricks() -> None:
    table = WordedTable("Ac Ks Qs", "Tc As 9s", "Td Jd 9d Qd Kd Jh").do("Ac Tc")
    assert table.deal.tricks == [1, 0]
    assert table.allows("close"), "the leader of any later trick has one"


def test_close_before_draw() -> None:
    assert judged("1. As Td close") == ["R245"]
    table = full().do("As Td")
    assert table.refused("close-short") == "R245"
    assert table.stands("close-short").deal.talon_left == 12, "the cards drawn go back"


def test_close_min_talon() -> None:
    four = WordedTable("Ac Ks", "Tc As", "Td Jd 9d Qd Kd Jh").do("Ac Tc")
    assert four.deal.talon_left == 4
    assert four.allows("close")
    two = WordedTable("Ac Ks", "Tc As", "Td Jd Kd Jh").do("Ac Tc")
    assert two.deal.talon_left == 2
    assert two.refused("close") == "R242"


def test_close_last_opportunity() -> None:
    table = full()
    while table.deal.trick < 4:
        table.deal.push(table.deal.legal()[0][0])
    assert table.allows("close"), "before the fifth trick"
    while table.deal.trick < 5:
        table.deal.push(next(a for a, _ in table.deal.legal() if a < 24))
    assert table.refused("close") == "R242"


def test_close_effect() -> None:
    table = closed().do("Ks As")
    assert table.deal.talon_left == 4, "nobody draws"
    assert (len(table.hand("A")), len(table.hand("B"))) == (2, 2)
    assert table.refused("close") == "R243"
    assert exhausted().refused("close") == "R244"


def test_close_noncloser_points() -> None:
    assert closed().do("Ks As").points == (21, 15)


def test_close_frozen_tricks() -> None:
    assert closed().deal.frozen == NOBODY, "none are"


def test_close_noncloser_can_win() -> None:
    assert defender_out().end() == ("B", 2, "defender-out")


def defender_out() -> WordedTable:
    """A closes, B marries and goes out."""
    table = WordedTable("Jc 9s 9d Qc", "9c Kh Qh As", "Td Ad Jd Tc Kd Jh")
    return table.do("Jc 9c close 9s As 40h Qh 9d Ad Td out")


def test_close_last_trick() -> None:
    table = WordedTable("Ac Ks", "Tc 9s", "Td Jd 9d Qd Kd Jh").do("Ac Tc close Ks 9s Td Jd")
    assert table.result().card_points == (37, 0), "21, 4 and 12; the last trick adds nothing"


# Claims and the last trick.


def test_claim_mode() -> None:
    table = WordedTable("Ac As Ad Td", "Tc Ts Kd Kh", "Ah 9d Qs Qh 9h Jh").do("Ac Tc As Ts Ad Kd Ah")
    assert not table.deal.over
    table = WordedTable("Ac As Ad Td", "Tc Ts Kd Kh", "Ah 9d Qs Qh 9h Jh", "santase claim=auto")
    assert table.do("Ac Tc As Ts Ad Kd Ah Kh").deal.over, "an option lets 66 end the deal by itself"


def sixty_six() -> WordedTable:
    """A has 72 points and three tricks, B none; it is A's lead and the talon is open."""
    return WordedTable("Ac As Ad Td", "Tc Ts Kd Kh", "Ah 9d Qs Qh 9h Jh 9c 9s").do("Ac Tc As Ts Ad Kd Ah Kh")


def test_claim_window() -> None:
    table = sixty_six()
    assert table.points == (72, 0)
    assert table.allows("out")
    assert full().refused("out") == "C203", "nothing has been won yet"
    assert table.do("Td").refused("out", "A") == "C203", "too late once the card is led"
    assert full().do("As Td exchange 40d close").allows("out"), "exchange and close do not end the moment"


def test_claim_after_lost_trick() -> None:
    assert full().do("As Td").refused("out", "A") == "C203"


def test_claim_both66() -> None:
    table = sixty_six()
    table.deal.points[1] = 80
    assert table.do("out").end()[0] == "A"


def test_claim_false() -> None:
    assert full().do("As Td out").end() == ("A", 2, "false-out"), "2, although B would have won 3"


def test_claim_false_at_33() -> None:
    assert SANTASE.claim_false is FalseClaim.FLAT, "no limit matters"


def test_claim_false_by_closer() -> None:
    assert closed().do("out").end() == ("B", 3, "false-out"), "B had no trick when A closed"
    assert closed_late().do("out").end() == ("B", 2, "false-out"), "B had one"


def test_claim_false_vs_closer() -> None:
    assert closed().do("Ks As out").end() == ("A", 2, "false-out")


def test_last_bonus() -> None:
    table = WordedTable("Ac Ks", "9c 9s", "Ah Kh").do("Ac 9c Ks 9s Ah Kh")
    assert table.points == (30, 0)
    assert table.result().card_points == (40, 0)


def last_trick(ahead: int, behind: int, spec: str = "santase") -> WordedTable:
    """The last trick was A's; before its ten A has `ahead` and B `behind`."""
    table = WordedTable("Ac Ks", "9c 9s", "Ah Kh", spec).do("Ac 9c Ks 9s")
    table.deal.points = [ahead - 15, behind]
    table.deal.tricks = [5, 5]
    return table.do("Ah Kh")


def test_last_bonus_claimable() -> None:
    assert last_trick(60, 60).do("out").end() == ("A", 1, "total"), "70 with the ten: void, not false"
    assert last_trick(55, 75).do("out").end() == ("B", 2, "false-out"), "65 with the ten: false"
    assert last_trick(66, 80).do("out").end() == ("A", 1, "out")
    agreed = last_trick(60, 60, "santase last-trick-claimable=yes").do("out")
    assert agreed.end() == ("A", 1, "out")


def test_last_no_claim_exhausted() -> None:
    assert last_trick(60, 60).end() == ("A", 1, "total")
    assert last_trick(50, 70).end() == ("B", 1, "total")


def test_last_no_claim_closed() -> None:
    table = WordedTable("Ac Ks", "Tc 9s", "Td Jd 9d Qd Kd Jh").do("Ac Tc close Ks 9s Td Jd")
    assert table.end() == ("B", 3, "closer-failed")
    table.deal.result = None
    table.deal.points = [70, 20]
    assert table.end()[0] == "B", "66 in his tricks do not help a closer who is silent"


def test_last_claim_after_final_trick() -> None:
    table = WordedTable("Ac Ks", "Tc 9s", "Td Jd 9d Qd Kd Jh").do("Ac Tc close Ks 9s Td Jd")
    table.deal.points = [70, 20]
    assert table.do("out").end() == ("A", 3, "out")


# The score.


def won_against(points: int, tricks: int) -> tuple[str, int, str]:
    table = sixty_six()
    table.deal.points[1], table.deal.tricks[1] = points, tricks
    return table.do("out").end()


def test_score_tiers() -> None:
    assert [won_against(points, 1)[1] for points in (0, 32, 33, 65)] == [2, 2, 1, 1]


def test_score_schwarz() -> None:
    assert won_against(0, 0) == ("A", 3, "out")
    assert won_against(0, 1) == ("A", 2, "out"), "a trick of two nines is a trick"


def test_score_melds_count_to_33() -> None:
    table = WordedTable("9c Ac Kc", "Jc Kd Qd", "9d Td Ts Qs Tc Ks").do("9c Jc 20d Kd Td")
    assert table.points == (14, 22)
    table.deal.points = [66, table.deal.points[1] + 11]
    assert table.do("out").end() == ("A", 1, "out")


def test_score_closed_basis() -> None:
    table = closed().do("Ks As")
    table.deal.points = [55, 40]
    table.do("9s Qs")
    assert table.deal.close_points == (21, 0)
    table.deal.leader = table.deal.turn = Seat(0)
    table.deal.points = [66, 40]
    assert table.do("out").end() == ("A", 1, "out"), "tricks after the close count for the loser"


def test_score_closer_fails() -> None:
    table = WordedTable("Ac Ks", "Tc 9s", "Td Jd 9d Qd Kd Jh").do("Ac Tc close Ks 9s Td Jd")
    assert table.end() == ("B", 3, "closer-failed")
    table = closed_late().do("Ks Ac Jd Td Qd 9d")
    assert table.end() == ("B", 2, "closer-failed")
    agreed = rules_of("santase failed-close=1")
    table.deal.rules, table.deal.result = agreed, None
    assert table.end() == ("B", 1, "closer-failed")


def test_score_noncloser_out() -> None:
    assert defender_out().end() == ("B", 2, "defender-out")


def test_score_exhausted() -> None:
    assert last_trick(90, 32).end() == ("A", 2, "total")
    assert last_trick(87, 33).end() == ("A", 1, "total")
    assert WordedTable("Ac Ks", "9c 9s", "Ah Kh").do("Ac 9c Ks 9s Ah Kh").end() == ("A", 3, "total")


def test_tie_result() -> None:
    assert last_trick(55, 65).end() == ("", 0, "total")
    assert last_trick(65, 75).end() == ("", 0, "total")


def test_tie_bonus() -> None:
    match = Match(SANTASE, dealer=Seat(0))
    match.add(Seat(0), result(NOBODY, 0))
    assert match.add(Seat(0), result(Seat(0), 1)) == 1
    agreed = Match(rules_of("santase draw-bonus=yes"), dealer=Seat(0))
    agreed.add(Seat(0), Result(NOBODY, 0, Reason.TOTAL, (75, 75)))
    assert agreed.add(Seat(0), result(NOBODY, 0)) == 0
    assert agreed.add(Seat(0), result(Seat(0), 1)) == 2
    assert agreed.add(Seat(0), result(Seat(0), 1)) == 1
    agreed.add(Seat(0), Result(NOBODY, 0, Reason.TOTAL, ()))
    assert agreed.add(Seat(0), result(Seat(0), 1)) == 1, "nobody stated the card points of the draw"


def test_game_target() -> None:
    match = Match(SANTASE, dealer=Seat(0))
    match.add(Seat(0), result(Seat(0), 3))
    match.add(Seat(0), result(Seat(0), 3))
    assert match.winner == -1
    match.add(Seat(0), result(Seat(0), 3))
    assert (match.winner, match.score) == (0, [9, 0])
    assert [ruling.code.id for ruling in match.refusals(Seat(0))] == ["R261"]


def test_game_seven_nil() -> None:
    for spec, games in (("santase", 1), ("santase whitewash=yes", 2)):
        match = Match(rules_of(spec), dealer=Seat(0))
        for _ in range(3):
            match.add(Seat(0), result(Seat(0), 3))
        assert match.games == games
    match = Match(rules_of("santase whitewash=yes"))
    match.add(Seat(0), result(Seat(1), 1))
    for _ in range(3):
        match.add(Seat(0), result(Seat(0), 3))
    assert match.games == 1


def test_series_next_dealer() -> None:
    for spec, dealer in (
        ("santase", NOBODY),
        ("santase series-dealer=turn", Seat(0)),
        ("sixty-six-tompa", Seat(0)),
    ):
        series = Series(rules_of(spec))
        assert series.dealer == NOBODY, "who deals first of all is for the players"
        assert series.add(Seat(1), [7, 3], Seat(0), 1) == 1
        assert (series.dealer, series.tally, series.lost) == (dealer, [1, 0], [0, 1])


# Three and four players.


def test_mp_partners() -> None:
    assert [rules_of(f"santase{more}").mp_partners for more in ("", "-three", "-four")] == [
        False,
        False,
        True,
    ]
    table = TableOfMore("9s|As|Ts|Js", "c", "santase-four").do("9s As Ts Js")
    assert (table.points, table.deal.tricks) == ((0, 11 + 10 + 2), [0, 1])
    assert WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah").do("Ac 9c").points == (11, 0)


def test_mp_trump_defer() -> None:
    """Three: the fourth card of who leads first; four: the dealer's last."""
    order = [card for rank in range(6) for card in PACK[rank::6]]
    three = Deal.dealt_from(rules_of("santase-three"), Seat(2), order)
    assert (three.turn, three.trump) == (0, suit_of(order[3]))
    assert Deal.dealt_from(rules_of("santase-three"), Seat(2), order, HEARTS).trump == HEARTS
    assert Deal.dealt_from(rules_of("santase-four"), Seat(2), order).trump == suit_of(order[17])


def test_mp_end() -> None:
    hands = "As Ks|9s 9d|9h Jh"
    played = TableOfMore(hands, "c", "santase-three").do("As 9s 9h")
    played.deal.points = [66, 0, 0]
    assert played.refused("out") == "C205"
    assert played.do("Ks 9d Jh").deal.over
    declared = TableOfMore(f"{hands}|Td Jd", "c", "santase-four").do("As 9s 9h Td")
    declared.deal.points = [66, 0]
    assert declared.do("out").end() == ("AC", 3, "out")


def test_mp_all_pay() -> None:
    table = TableOfMore("As|9s|9h", "c", "santase-three")
    table.deal.points, table.deal.tricks = [40, 33, 32], [4, 2, 1]
    result = table.do("As 9s 9h").result()
    assert (result.paid, result.game_points) == ((3, -1, -2), 3)
    assert SANTASE.mp_all_pay is False


# Irregularities.


def test_irr_not_held() -> None:
    assert full().do("As Td").refused("As") == "R203"
    assert full().do("As").refused("Ks") == "R204"
    assert full().refused("9h") == "R205"


def test_irr_revoke() -> None:
    table = exhausted().do("Ks").stands("9s")
    assert table.points == (15, 0), "in a record it stands"


def test_irr_marriage_wrong_lead() -> None:
    table = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd").do("Ac 9c 20s").stands("Th")
    assert table.points == (11, 0)
    assert table.deal.marriages == ()


def test_irr_false_meld() -> None:
    assert judged("1. As Td\n2. 20c Kd Kc") == ["R220"]


def test_irr_untimely_claim() -> None:
    assert judged("1. As out Td\n2. Kd Kc") == ["C203"]


def test_game_retour() -> None:
    match = Match(SANTASE, dealer=Seat(0))
    for winner, points in ((0, 6), (1, 7)):
        match.award(Seat(winner), points)
    assert (match.outdone, match.winner, match.games) == (1, 1, 1)
    match.go_back(Match(SANTASE).standing())
    assert match.outdone == NOBODY


@pytest.mark.parametrize("point", [point for point in DECIDED if point in points_decided(SANTASE)])
def test_every_point_is_cited_and_proved(point: str) -> None:
    assert point in BOOKS["santase"].clauses
    proved = hasattr(sys.modules[__name__], "test_" + point.replace(".", "_"))
    assert proved != (point in PROCEDURE)
