"""A deal: draws, refusals and marriages at their edges, one small case each."""

import random
import re

import pytest

from notation.findings import ENGLISH, Phrase, typed
from notation.record.words import read_card
from referee import PRESETS, SANTASE, Deal, IllegalAction, actions, arithmetic
from referee.actions import ANNOUNCEMENTS, Action
from referee.cards import BIT, PACK, SEATS, Seat, members
from referee.partial import as_partial, reveal
from tests.support.games import random_deal
from tests.support.tables import WordedTable, for_seats, rules_of


def test_let_stand_takes_only_what_can_stand() -> None:
    table = WordedTable("Ac Ks", "9c 9s", "Ah Kh")
    ruling = table.deal.why_not(PACK[23], Seat(1))
    assert ruling is not None
    with pytest.raises(ValueError, match="R204"):
        table.deal.let_stand(PACK[23], ruling)


def test_an_unfinished_deal_is_not_settled() -> None:
    with pytest.raises(ValueError, match="left to play"):
        WordedTable("Ac Ks", "9c 9s", "Ah Kh").deal.finish()


def test_drawing_is_an_action_only_where_the_talon_may_be_closed_before_it() -> None:
    cards = ("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd 9d Qd")
    assert WordedTable(*cards).do("Ac 9c").refused("draw") == "R251"
    waiting = WordedTable(*cards, spec="sixty-six").do("Ac 9c")
    assert waiting.refused("draw", "B") == "R251"
    assert (waiting.refused("Ks"), waiting.refused("close")) == ("R252", "R252")
    assert len(waiting.hand("A")) == 2
    assert waiting.do("20s").refused("draw") == "R254", "who announces undrawn must close"
    assert waiting.refused("Ks") == "R252"
    assert waiting.do("close-short Ks").deal.closer == 0
    drawn = WordedTable(*cards, spec="sixty-six").do("Ac 9c draw")
    assert drawn.hand("A") == {"Ks", "Qs", "Th"}
    assert drawn.refused("close-short") == "R245"


def test_cards_drawn_go_back_only_while_nothing_has_been_done_with_them() -> None:
    table = WordedTable("Ac Ks 9h", "9c As 9s", "Kh Td Qd Jd 9d Qh").do("Ac 9c")
    untouched = WordedTable("Ac Ks 9h", "9c As 9s", "Kh Td Qd Jd 9d Qh").do("Ac 9c").stands("close-short")
    assert (untouched.deal.talon_left, untouched.hand("A")) == (6, {"Ks", "9h"})
    assert untouched.hand("B") == {"As", "9s"}
    exchanged = table.do("exchange").stands("close-short")
    assert (exchanged.deal.talon_left, exchanged.hand("A")) == (4, {"Ks", "Kh", "Qh"})


@pytest.mark.parametrize(
    ("action", "seat"), [(56, -1), (63, 0), (74, -1), (-1, -1), (9999, 0), (0, 2), (0, -2), (72, 2)]
)
def test_a_number_that_is_no_action_or_no_seat_is_an_error(action: Action, seat: Seat) -> None:
    table = WordedTable("Ac Ks", "9c 9s", "Ah Kh")
    before = table.state()
    with pytest.raises(ValueError, match="no such action or seat"):
        table.deal.push(action, seat)
    assert table.state() == before


def test_a_deal_without_a_talon_needs_its_trump_suit() -> None:
    with pytest.raises(ValueError, match="trump suit"):
        Deal.unchecked(for_seats(rules_of("santase"), 3, 8), Seat(0), [0, 0, 0], ())


def test_a_card_is_only_revealed_where_it_can_be() -> None:
    deal = as_partial(WordedTable("Ac Ks", "9c As", "Td Jd Kd Ah").deal)
    held, deal.hands[1], deal.unseen[1] = list(members(deal.hands[1])), 0, 2
    with pytest.raises(ValueError, match="cannot be in the hand"):
        reveal(deal, Seat(1), read_card("Ac"))
    reveal(deal, Seat(1), held[0])
    assert (deal.hands[1], deal.unseen[1]) == (BIT[held[0]], 1)


def test_the_nine_of_spades_is_led_like_any_other_card() -> None:
    """Its number is 0, which is not the same as no card."""
    table = WordedTable("9s Ks", "Js Qs", "Td Jd Kd Ah").do("9s")
    assert table.deal.lead == 0
    assert table.refused("Ks", "A") == "R202"
    strict = WordedTable("Ac 9s Kd", "Tc Jh Ad", "Th Ah").do("Ac Tc 9s")
    assert strict.refused("Ad") == "R212"
    stood = strict.stands("Ad")
    assert (stood.turn, stood.deal.leader, stood.points) == ("A", 0, (21 + 11, 0))
    wrong = WordedTable("Ks Kd", "9s Jd", "Td Qd Qh Ah").stands("9s")
    assert (wrong.turn, wrong.deal.leader, wrong.deal.lead) == ("A", 1, 0)


def test_only_the_last_marriage_is_withdrawn() -> None:
    points = (11 + 40 + 4, 0)
    for spec in ("santase", "schnapsen"):
        table = WordedTable("Ac Ks Qs Kd Qd", "9c 9s 9d 9h Jc", "Th Jh Td Jd Ts Js", spec)
        table.do("Ac 9c 20s Ks 9s").do("20d")
        assert table.points == (points[0] + 20, 0)
        table.stands("Qs")
        assert table.points == points
        assert [marriage.suit for marriage in table.deal.marriages] == [0]
    pending = WordedTable("Ks Qs 9d", "9c 9s Jd", "Th Jh Td Ah", "schnapsen").do("20s").stands("9d")
    assert (pending.deal.pending, pending.deal.marriages) == ([0, 0], ())


def test_a_marriage_before_the_draw_stands_where_no_close_could_follow() -> None:
    table = WordedTable("Ac Ks Qs", "9c As 9h", "Th Ah", "sixty-six").do("Ac 9c")
    assert table.allows("20s"), "the talon of two can be closed"
    agreed = WordedTable("Ac Ks Qs", "9c As 9h", "Th Ah", "sixty-six close-min-talon=4").do("Ac 9c")
    assert agreed.refused("20s") == "R253"
    assert agreed.stands("20s").deal.melded == 0


def test_the_closers_opponent_exchanges_before_the_lead_or_not_at_all() -> None:
    cards = ("Ac 9s Kh", "9c 9h Ks", "Th Td As Qd Jd Ah")
    assert WordedTable(*cards, "sixty-six").do("Ac 9c draw close").allows("exchange", "B")
    assert WordedTable(*cards, "sixty-six").do("Ac 9c draw close 9s").refused("exchange", "B") == "R233"
    later = WordedTable(*cards, "sixty-six").do("Ac 9c draw close Kh 9h")
    assert later.refused("exchange", "B") == "R233"


def test_what_is_illegal_raises_its_ruling_in_letters() -> None:
    deal = Deal.dealt_from(SANTASE, Seat(0), SANTASE.pack)
    with pytest.raises(IllegalAction) as raised:
        deal.do(PACK[0])
    assert str(raised.value) == "R201: A leads 9s, but the lead is B's"
    assert raised.value.ruling == deal.why_not(PACK[0])
    assert deal.history == b""


@pytest.mark.parametrize("name", [*PRESETS, "sixty-six-four claim=auto"])
def test_every_refusal_is_told_without_a_brace(name: str) -> None:
    """Whatever is refused at any moment of a deal: cards, seats and suits by their letters and names."""
    rules, rng = rules_of(name), random.Random(name)
    played = random_deal(rules, Seat(0), rng)
    deal = played.start(rules, Seat(0))
    for seat, action in played.done:
        for word in (*PACK, *ANNOUNCEMENTS, actions.RESIGN):
            for asked in SEATS[: rules.seats]:
                ruling = deal.why_not(word, asked)
                if ruling is None:
                    continue
                with pytest.raises(IllegalAction) as raised:
                    deal.copy().do(word, asked)
                said = str(raised.value)
                expected = ENGLISH.put(Phrase(ruling.code.sentence, typed(ruling.facts)))
                assert sorted(re.findall(r"\w+", said)) == sorted(
                    re.findall(r"\w+", f"{ruling.code.id}: {expected}")
                )
        deal.push(action, seat)


@pytest.mark.parametrize(
    ("tricks_at_the_close", "tricks_now", "value"), [(0, 0, 3), (0, 1, 3), (1, 1, 2), (1, 2, 2)]
)
def test_a_false_claim_against_whom_the_close_froze(
    tricks_at_the_close: int, tricks_now: int, value: int
) -> None:
    """Tricks that B took after A closed do not count for him, and so do not save A from three."""
    spec = "santase false-claim=schnapsen defender-counts=no frozen-tricks=yes failed-close=1"
    table = WordedTable("Ac As 9s", "9c Ad 9d", "Jd Td Qd Qc Ts Ah", spec).do("Ac 9c close")
    table.deal.close_tricks = (1, tricks_at_the_close)
    table.deal.tricks = [1, tricks_now]
    table.deal.steps = []
    assert table.do("out").end() == ("B", value, "false-out")
    told = [step.line for step in table.deal.steps]
    assert (arithmetic.FROZEN in told) is (tricks_now > tricks_at_the_close)
