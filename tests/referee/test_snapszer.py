"""Snapszer for two: a contract that is announced before the first lead, beside the ordinary game.

The oracle plays whole deals of it (`test_oracle.py`); here is what it cannot be asked.
"""

import random
import re
from typing import Final

import pytest

from notation.judge import judge
from notation.text.reader import read
from notation.text.writer import write
from referee import PRESETS, Match
from referee.actions import CLOSE, CONTRACT, DOUBLE, EXCHANGE, NAME_TRUMP, OUT, PASS, RESIGN
from referee.cards import SEATS, Action, Seat
from referee.deal import unpack
from referee.state import Phase, Reason, Result
from referee.table import HOST, Entry, Kind, Refused, Table
from referee.view import View, Watcher
from tests.support.games import random_record
from tests.support.sizes import sizes
from tests.support.tables import WordedTable, action_of

SNAPSZER: Final = PRESETS["snapszer"]
A, B = SEATS[:2]
SAID: Final = Action(CONTRACT)
"""The snapszer, the only contract."""
HANDS: Final = ("Ah Th Kh Qh Ac", "Ts Ks Qc Jd Kc", "Qd As Kd Jc Tc Qs Ad Td Js Jh")


def table(dealer: str = "B") -> WordedTable:
    return WordedTable(*HANDS, spec="snapszer", dealer=dealer)


@pytest.mark.parametrize("seat", [A, B])
def test_either_player_announces_it_and_nobody_draws(seat: Seat) -> None:
    deal = table().deal
    assert (SAID, seat) in deal.legal()
    assert deal.push(SAID, seat) is None
    assert deal.phase is Phase.LEAD
    assert (deal.turn, deal.strict, deal.talon_left) == (A, True, 10), "the non-dealer leads"
    assert deal.contract is not None
    assert deal.contract.name == "snapszer"
    for action, code in ((EXCHANGE, "R233"), (CLOSE, "R244"), (OUT, "C206"), (SAID, "R236"), (PASS, "R236")):
        refused = deal.why_not(action, A)
        assert refused is not None
        assert refused.code.id == code
    deal.do(action_of("Ah"))
    deal.do(action_of("Jd"))
    assert deal.held(A) == deal.held(B) == 4


@pytest.mark.parametrize("before", ["exchange", "close", "40h", "Ac"])
def test_it_comes_before_everything_else(before: str) -> None:
    deal = WordedTable("Jh Th Kh Qh Ac", HANDS[1], "Qd As Kd Jc Tc Qs Ad Td Js Ah", spec="snapszer").deal
    deal.do(action_of(before))
    for seat in (A, B):
        refused = deal.why_not(SAID, seat)
        assert refused is not None
        assert refused.code.id == "R236"
        assert "before anything else" in refused.message()
    assert SAID not in [action for action, _ in deal.legal()]


@pytest.mark.parametrize("word", [NAME_TRUMP, PASS, DOUBLE])
def test_no_other_word_of_an_auction_is_said(word: Action) -> None:
    deal = table().deal
    for _ in range(2):
        assert not deal.can(word, A)
        refused = deal.why_not(word, A)
        assert refused is not None
        assert refused.code.id in ("R236", "R269", "R272")
        if deal.auction is None:
            deal.do(SAID, A)


def played(dealer: str, seat: Seat, words: str) -> Result | None:
    """What a snapszer of a seat has come to after these actions."""
    deal = table(dealer).deal
    deal.do(SAID, seat)
    for word in words.split():
        deal.do(action_of(word))
    return deal.result


@pytest.mark.parametrize(
    ("dealer", "seat", "words", "winner", "word"),
    [
        ("B", A, "Ah Jd 40h Kh Ts", A, "snapszer"),
        ("A", B, "Ts Qh", A, "snapszer-failed"),
        ("B", B, "Ah Jd", A, "snapszer-failed"),
        ("A", A, "Ks Qh Ah Jd Th Ts Ac Kc Kh Qc", B, "snapszer-failed"),  # every trick, and 62
    ],
)
def test_66_make_it_and_a_trick_of_the_other_loses_it(
    dealer: str, seat: Seat, words: str, winner: Seat, word: str
) -> None:
    *before, _ = words.split()
    assert played(dealer, seat, " ".join(before)) is None
    result = played(dealer, seat, words)
    assert result is not None
    assert (result.winner, result.game_points, result.word) == (winner, 6, word)


def test_it_is_worth_six_when_it_is_given_up_and_wins_most_of_a_match() -> None:
    deal = table().deal
    deal.do(SAID, B)
    deal.do(RESIGN, B)
    assert deal.result is not None
    assert deal.result[:2] == (A, 6)
    match = Match(SNAPSZER, A)
    assert match.add(A, deal.result) == 6


@pytest.mark.parametrize("talon", ["Jd Qd Kd Th", "Ad Td Ac Th"])
def test_a_close_that_fails_costs_one_even_before_the_other_has_a_trick(talon: str) -> None:
    deal = WordedTable("Kd Qc", "As Ts", talon, spec="snapszer").deal
    for word in ("close", "Kd", "As", "Qc", "Ts"):
        deal.do(action_of(word))
    assert deal.finish()[:3] == (B, 1, Reason.CLOSER_FAILED)


def test_the_turn_up_stays_in_sight_and_a_packed_deal_comes_back() -> None:
    deal = table().deal
    watcher = Watcher(deal)
    before = View(deal, B, (), watcher)
    deal.do(SAID, A)
    after = View(deal, B, (), watcher)
    assert after.turn_up == before.turn_up == action_of("Jh")
    assert after.sight().talon.unknown == before.sight().talon.unknown
    assert unpack(SNAPSZER, deal.pack()).key() == deal.key()


def test_at_a_live_table_the_dealer_announces_it_out_of_turn() -> None:
    live = Table(SNAPSZER, B)
    live.receive(Entry(Kind.DEAL, HOST, data=bytes(SNAPSZER.pack)), 0)
    assert SAID in live.legal(A)
    assert SAID in live.legal(B)
    assert not isinstance(live.receive(Entry(Kind.ACT, B, action=SAID), 1), Refused)
    assert SAID not in live.legal(A)


DEAL: Final = """%SGN 1
[Rules "{rules}"]
deal 1 dealer A trump Jh
A: Ts Ks Qc Jd Kc
B: Ah Th Kh Qh Ac
talon: Qd As Kd Jc Tc Qs Ad Td Js Jh
{play}
"""


@pytest.mark.parametrize(
    ("rules", "play", "codes"),
    [
        ("snapszer", "0. bid snapszer\n1. Ah Jd\n2. 40h Kh Ts\n= B 6 by snapszer (0-67)", []),
        ("snapszer", "0. bid snapszer\n1. Ah Jd\n2. 40h Kh Ts\n= B 6 by snapszer (0-66)", ["X108"]),
        ("snapszer", "0. bid snapszer\n1. Ah Jd\n2. 40h Kh Ts\n= B 1 by out", ["X106", "X107"]),
        ("snapszer", "0. A: bid snapszer\n1. Ah Jd\n= B 6 by snapszer-failed (0-13)", []),
        ("snapszer", "0. bid snapszer\n1. Ah Jd\n2. exchange Kh Ts", ["R233"]),
        ("snapszer", "0. bid gang\n1. Ah Jd", ["X140"]),
        ("snapszer", "0. pass\n1. Ah Jd", ["R236"]),
        ("schnapsen", "0. bid snapszer\n1. Ah Jd", ["X138"]),
        ("snapszer", "1. Ah Jd\n= *", []),
    ],
)
def test_a_record_has_it_on_line_0(rules: str, play: str, codes: list[str]) -> None:
    judgement = judge(next(read(DEAL.format(rules=rules, play=play))))
    found = [each.code.id for each in judgement.findings if each.code.id not in ("N301", "X109")]
    assert found == codes, [str(each) for each in judgement.findings]


def blanked(text: str, rng: random.Random) -> str:
    """A record in which some cards of the hands and of the talon are not known."""
    lines = [
        " ".join("--" if at and rng.random() < 0.3 else word for at, word in enumerate(line.split(" ")))
        if re.match("(?:[AB]|talon): ", line)
        else line
        for line in text.split("\n")
    ]
    return "\n".join(lines)


@sizes(10, 500)
def test_what_is_right_stays_so_where_cards_are_not_recorded(size: int) -> None:
    left, rng = size, random.Random("snapszer")
    while left:
        text = write(random_record("snapszer", rng, noted=False, most_deals=1))
        if "\n0. " in text:
            left -= 1
            for written in (text, blanked(text, rng)):
                assert judge(next(read(written))).errors == 0, written
