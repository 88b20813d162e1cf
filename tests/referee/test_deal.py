"""A deal: duties of play, values, draws, refusals and marriages at their edges, one small case each."""

import random
import re
from collections.abc import Callable

import pytest

from notation.findings import ENGLISH, Phrase, typed
from notation.record.words import read_card
from referee import PRESETS, SANTASE, Deal, IllegalAction, actions, arithmetic
from referee.actions import ANNOUNCEMENTS, Action
from referee.cards import BIT, PACK, SEATS, Seat, card_name, mask, members, points_of
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


# One small case for each duty and each constant: nothing else than the referee and what is written here.


def used_up(a: str, b: str) -> WordedTable:
    """A led and won the last trick from the talon: the rules are strict now, and hearts are trumps."""
    table = WordedTable(f"Ac {a}", f"9c {b}", "Qc 9h", "santase").do("Ac 9c")
    for seat in (0, 1):
        table.deal.hands[seat] &= ~mask(map(read_card, ("Qc", "9h")))
    return table


def allowed(table: WordedTable) -> str:
    """The cards that may be played, in order."""
    return " ".join(card_name(card) for card in members(table.deal.playable()))


DUTIES = [
    (
        "before the talon is used up any card may be played",
        lambda: WordedTable("Ks", "9s As 9d Jh", "Qc Th").do("Ks"),
        "9s As Jh 9d",
    ),
    ("suit is followed and headed", lambda: used_up("Ks", "9s As Jh 9d").do("Ks"), "As"),
    ("suit is followed where it cannot be headed", lambda: used_up("As", "9s Ks Jh 9d").do("As"), "9s Ks"),
    ("a ten heads a king", lambda: used_up("Ks", "Ts Js").do("Ks"), "Ts"),
    ("a king does not head a ten", lambda: used_up("Ts", "Ks Js").do("Ts"), "Js Ks"),
    ("who cannot follow trumps", lambda: used_up("As", "Jh Qh 9d Ac").do("As"), "Jh Qh"),
    ("trumps are headed with trumps", lambda: used_up("Kh", "Jh Th Ad").do("Kh"), "Th"),
    ("who can neither follow nor trump plays anything", lambda: used_up("As", "9d Ad").do("As"), "9d Ad"),
    ("after a marriage its king or queen is led", lambda: used_up("Ks Qs Ad", "9d Jd Td").do("20s"), "Qs Ks"),
]


@pytest.mark.parametrize(("table", "cards"), [case[1:] for case in DUTIES], ids=[case[0] for case in DUTIES])
def test_a_duty_of_play(table: Callable[[], WordedTable], cards: str) -> None:
    assert allowed(table()) == cards


def at_the_end(
    points: tuple[int, int], tricks: tuple[int, int] = (1, 1), spec: str = "santase", play: str = "9s 9d"
) -> WordedTable:
    """A leads his last card and wins the last trick, in which there are no points; hearts are trumps."""
    table = WordedTable("9s", "9d", "Qc 9h", spec)
    deal = table.deal
    deal.drawn, deal.strict = 2, True
    deal.points, deal.tricks, deal.trick = list(points), list(tricks), sum(tricks)
    return table.do(play)


def claimed_with(
    points: int, other: int = 40, tricks: int = 1, spec: str = "santase"
) -> tuple[str, int, str]:
    """What a claim of A brings at his lead, having won a trick."""
    table = WordedTable("9s As", "9d Ad", "Qc 9h", spec)
    table.deal.points, table.deal.tricks = [points, other], [1, tricks]
    table.deal.trick, table.deal.drawn = 2, 2
    return table.do("out").end()


VALUES: list[tuple[str, object, object]] = [
    ("66 is enough", lambda: claimed_with(66), ("A", 1, "out")),
    ("65 is not enough", lambda: claimed_with(65), ("B", 2, "false-out")),
    ("33 save from schneider", lambda: claimed_with(66, 33), ("A", 1, "out")),
    ("32 do not", lambda: claimed_with(66, 32), ("A", 2, "out")),
    ("no trick is worth three", lambda: claimed_with(66, 0, tricks=0), ("A", 3, "out")),
    (
        "three for a false claim to who has no trick",
        lambda: claimed_with(65, 0, 0, "schnapsen"),
        ("B", 3, "false-out"),
    ),
    (
        "two for a false claim to who has a trick",
        lambda: claimed_with(65, 10, 1, "schnapsen"),
        ("B", 2, "false-out"),
    ),
    ("the last trick is worth ten", lambda: at_the_end((50, 60)).result().card_points, (60, 60)),
    (
        "it is worth nothing in schnapsen",
        lambda: at_the_end((50, 60), spec="schnapsen").result().card_points,
        (50, 60),
    ),
    ("a tie is a draw", lambda: at_the_end((50, 60)).end(), ("", 0, "total")),
    ("who has more wins", lambda: at_the_end((51, 60)).end(), ("A", 1, "total")),
    (
        "the last trick wins in schnapsen",
        lambda: at_the_end((10, 60), spec="schnapsen").end(),
        ("A", 1, "last-trick"),
    ),
    ("a marriage is worth 20", lambda: used_up("Ks Qs", "9d Jd").do("20s").points, (31, 0)),
    ("in trumps it is worth 40", lambda: used_up("Kh Qh", "9d Jd").do("40h").points, (51, 0)),
    ("an ace is worth 11", lambda: used_up("As", "9s").do("As 9s").points, (22, 0)),
    ("a ten is worth 10", lambda: used_up("Ts", "9s").do("Ts 9s").points, (21, 0)),
    ("a king is worth 4", lambda: used_up("Ks", "9s").do("Ks 9s").points, (15, 0)),
    ("a queen is worth 3", lambda: used_up("Qs", "9s").do("Qs 9s").points, (14, 0)),
    ("a jack is worth 2", lambda: used_up("Js", "9s").do("Js 9s").points, (13, 0)),
    ("a nine is worth nothing", lambda: used_up("9d", "9s").do("9d 9s").points, (11, 0)),
    ("a trump takes any other card", lambda: used_up("As", "Jh").do("As Jh").points, (11, 13)),
    ("another suit takes nothing", lambda: used_up("9d", "As").do("9d As").points, (22, 0)),
    (
        "a match goes to seven",
        lambda: {name: PRESETS[name].game_target for name in ("santase", "schnapsen")},
        {"santase": 7, "schnapsen": 7},
    ),
    ("there are 120 points in the pack", lambda: points_of(SANTASE.deck_cards), 120),
    (
        "the exchange needs a trick",
        lambda: WordedTable("9h Ks", "Ac 9s", "Jd Td Qd Qc Ts Ah").refused("exchange"),
        "R232",
    ),
    ("and two cards in the talon", lambda: SANTASE.exchange_min_talon, 2),
    (
        "no marriage at the first trick",
        lambda: WordedTable("Ks Qs", "Ac 9s", "Jd Td Qd Ah").refused("20s"),
        "R222",
    ),
    (
        "the talon is not closed at the first trick",
        lambda: WordedTable("Ks Qs", "Ac 9s", "Jd Td Qd Ah").refused("close"),
        "R241",
    ),
]
"""What is true by the rules, how the referee is asked, and its answer."""


@pytest.mark.parametrize(("asked", "answer"), [case[1:] for case in VALUES], ids=[case[0] for case in VALUES])
def test_a_value_of_the_rules(asked: Callable[[], object], answer: object) -> None:
    assert asked() == answer


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
