"""Line 0. as it is judged: what is said before the first lead, and the contract that is played then.

The second hand writes deals of its own: in those there is nothing to find, and one act against the rules is
found where it stands.
"""

import random
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from notation import Record
from notation.findings.finding import Finding
from notation.judge import judge
from notation.judge.judgement import Judgement
from notation.judge.match import judge_under
from notation.record.model import DealRecord, Tag
from notation.record.traversal import plies_of, rebuild
from notation.specs.spec import write_spec
from notation.text.reader import read
from notation.text.writer import write
from referee.rulesets import PRESETS
from referee.state import Result
from tests.referee.test_contract_oracle import GAMES, rules_of
from tests.support import oracle_of_gaigel
from tests.support.completions import FAULTY, completions, outcome, with_blanks
from tests.support.contract_cases import CASES, ContractCase
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.random_contracts import played, random_deal, record_of, written
from tests.support.second_hands import hand_of
from tests.support.sizes import sizes

pytestmark = pytest.mark.usefixtures("few_repairs")

HANDS = """\
A: As Ks Qs | Kh Ah
B: Ts Js Jh Qh Td
C: Th Ad Kd Qd Jd
D: Ac Tc Kc Qc Jc
"""
"""D deals, and A names trumps."""


def judged(text: str, rules: str = "bauernschnapsen") -> Judgement:
    return judge(next(read(f'%SGN 1\n[Rules "{rules}"]\n\n{text}')))


def found(text: str, rules: str = "bauernschnapsen") -> list[tuple[str, str]]:
    """The codes of what is found in a deal, each with what stands there."""
    judgement = judged(text, rules)
    return [(finding.code.id, at(judgement, finding)) for finding in judgement.findings]


def at(judgement: Judgement, finding: Finding) -> str:
    """What stands at the place of a finding."""
    line = judgement.game.text.split("\n")[finding.span.line - 1]
    return line[finding.span.column - 1 : finding.span.end_column - 1]


def deal(opening: str, play: str = "", hands: str = HANDS) -> str:
    """A deal with this opening and this play."""
    return f"deal 1 dealer D\n{hands}0. {opening}\n{play}"


@sizes(40, 4000)
@pytest.mark.parametrize("game", GAMES)
def test_in_a_right_deal_there_is_nothing_to_find(game: str, size: int) -> None:
    rules = write_spec(rules_of(game))
    for number in range(size):
        dice = random.Random(f"{game} right {number}")
        spiel, hands, talon = random_deal(game, dice)
        for _ in played(spiel, dice):
            pass
        judgement = judged(written(spiel, hands, talon), rules)
        assert [each.message for each in judgement.findings if each.code.id != "C201"] == []
        [entry] = judgement.deals
        winners, value, reason, _, tricks = spiel.over
        assert entry.result
        assert (entry.result.word, entry.game_points) == (reason, value)
        assert entry.tricks_won == tricks
        assert entry.undertaking
        assert entry.undertaking.doubles == getattr(spiel, "doubles", 0)
        assert "ABCD"[entry.undertaking.seat] == spiel.player
        assert entry.undertaking.made is (spiel.player in winners) or not winners
        record = judgement.game.record
        assert record
        assert next(read(write(record))).record == record


@pytest.mark.parametrize("case", [case for case in CASES if not case.options], ids=lambda case: case.name)
def test_of_a_case_what_is_refused_is_found_and_nothing_else(case: ContractCase) -> None:
    judgement = judge(next(read(record_of(case))))
    errors = [finding for finding in judgement.findings if finding.is_error]
    if case.refused:
        assert at(judgement, errors[0]) in case.refused
    else:
        assert not errors


def against_the_rules(spiel: Any, dice: random.Random) -> tuple[str, str] | None:
    """Something that the rules do not allow to the seat in turn now; None if they allow everything."""
    hand = hand_of(spiel.game)
    seat, legal = spiel.turn, {word for _, word in hand.legal(spiel)}
    if hand is oracle_of_gaigel:
        openings = [f"bid {opening}" for opening in oracle_of_gaigel.OPENINGS]
        words = openings if spiel.step == "bids" else list(spiel.hands.get(seat, []))
    elif spiel.step == "trumps":
        words = [f"trump {suit}" for suit in "shdc"] + [f"trump {card}" for card in spiel.hands[seat]]
    elif spiel.step == "bids":
        words = [f"bid {promise.name}" for promise in spiel.promises]
    else:
        words = list(spiel.hands[seat]) if spiel.trick else []
    wrong = [word for word in words if word not in legal]
    return (seat, dice.choice(wrong)) if wrong else None


@pytest.mark.slow
@sizes(25, 6000)
@pytest.mark.parametrize("game", GAMES)
def test_one_act_against_the_rules_is_found_where_it_stands(game: str, size: int) -> None:
    rules, seen = write_spec(rules_of(game)), Counter[str]()
    for number in range(size):
        dice = random.Random(f"{game} wrong {number}")
        spiel, hands, talon = random_deal(game, dice)
        moments = [
            (deepcopy(spiel), wrong)
            for _ in played(spiel, dice)
            if (wrong := against_the_rules(spiel, dice)) is not None
        ]
        if not moments:
            continue
        before, (seat, word) = dice.choice(moments)
        trick = 0 if before.step != "play" else len(before.tricks) + 1
        before.log.append((trick, seat, word))
        judgement = judged(written(before, hands, talon), rules)
        [error] = [finding for finding in judgement.findings if finding.is_error and finding.point]
        assert (error.code.id[0], error.seat) == ("R", "ABCD".index(seat))
        assert at(judgement, error).strip("[]") == word
        seen[error.code.id] += 1
    gaigel = {"R210", "R211", "R212", "R213", "R268"}
    others = {"R210", "R211", "R212", "R238", "R239", "R264", "R266", "R268"}
    assert size < 1000 or seen.keys() >= (gaigel if game in oracle_of_gaigel.FORMS else others)


def exchanged(deal: DealRecord, dice: random.Random) -> DealRecord:
    """A deal in which two cards are played in each other's place."""
    places = [path for path, ply in plies_of(deal) if ply.plays]
    if len(places) < 2:
        return deal
    played = dict(plies_of(deal))
    one, other = dice.sample(places, 2)
    put = {one: played[other].action, other: played[one].action}
    return rebuild(deal, lambda path, ply: replace(ply, action=put.get(path, ply.action)))


@sizes(6, 600)
@pytest.mark.parametrize("game", GAMES)
def test_an_error_is_found_where_and_only_where_every_completion_has_one(game: str, size: int) -> None:
    """But for a snapszer that ends by the trick of somebody who may be the partner, which is left open."""
    rules, wrong = PRESETS[game], 0
    for number in range(size):
        dice = random.Random(f"{game} completed {number}")
        [whole] = random_record(game, dice, noted=False, most_deals=1).deals
        deal = with_blanks(exchanged(whole, dice) if dice.random() < 0.5 else whole, rules, dice, 4)
        [read_again] = read(write(Record((Tag("Rules", game),), (deal,))))
        judgement = judge_under(read_again, rules)
        found = [each for each in judgement.findings if each.is_error and each.code.id != "X115"]
        outcomes = [outcome(each, rules) for each in completions(deal, rules)]
        is_wrong = all(each == FAULTY for each in outcomes)
        is_open = any("who holds" in each.message for each in judgement.findings)
        with case(f"{game} {number}"):
            assert is_wrong if found else is_open or not is_wrong
            result = judgement.deals[0].result
            decided = {each.verdict for each in outcomes if isinstance(each, Result)}
            assert result is None or found or decided <= {result.verdict}
        wrong += is_wrong
    assert 0 < wrong < size


def test_what_no_card_of_two_packs_can_be_is_an_error() -> None:
    """B leads a card that is not known, and A replies with one that he cannot hold."""
    text = """deal 1 dealer A trump Ah
A: Kd Kc Ac Qh --
B: Tc Qc As Jh 7d
talon: Ad Ks Js Ks Ac Kc Js Qd Th Kh Td Jd 7d Qc -- Ah 7c 7h As Jd Jc Jh 7h Qs Th Jc
       Td Tc Ts Qh Qd Ts Kh Kd Qs Ad 7s Ah
0. bid auf-dissle
1. -- Qc
= A 1 by auf-dissle-failed (0-3)
"""
    assert "X135" in [code for code, _ in found(text, "gaigel-two")]
    assert "X135" not in [code for code, _ in found(text.replace("-- Qc", "-- 7s"), "gaigel-two")]


@sizes(20, 1000)
@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_at_fault_for_what_is_not_recorded(game: str, size: int) -> None:
    rules = write_spec(rules_of(game))
    for number in range(size):
        dice = random.Random(f"{game} hidden {number}")
        spiel, hands, talon = random_deal(game, dice)
        for _ in played(spiel, dice):
            pass
        lines = written(spiel, hands, talon).split("\n")
        kept = [line for line in lines if line[1:2] != ":" or dice.random() < 0.4]
        judgement = judged("\n".join(kept), rules)
        assert [each.message for each in judgement.findings if each.is_error] == []
        assert {each.code.id for each in judgement.findings} <= {"C201", "N303", "N304", "N312"}
        [entry] = judgement.deals
        if entry.result:
            assert entry.result.word == spiel.over[2]


OPENINGS = {
    "a suit of which forehand has none by then": ("trump h pass pass pass pass", "R264", "trump h"),
    "a card that he has seen": ("trump Qs pass pass pass pass", "R266", "trump Qs"),
    "a card of another": ("trump Td pass pass pass pass", "R267", "trump Td"),
    "no trumps": ("trump none pass pass pass pass", "R239", "trump none"),
    "two suits": ("trump s trump s pass pass pass pass", "R236", "trump s"),
    "a bid before trumps": ("bid gang trump s pass pass pass pass", "R236", "bid gang"),
    "out of turn": ("trump s pass C: pass pass pass pass", "R237", "C: pass"),
    "too low": ("trump s bid gang bid bettler pass pass pass", "R238", "bid bettler"),
    "of the other side": ("trump s pass bid schnapser pass pass pass", "R239", "bid schnapser"),
    "without an ace": ("trump s pass bid ass-bettler pass pass pass", "R268", "bid ass-bettler"),
    "without all trumps": ("trump s bid herrenschnapser pass pass pass", "R268", "bid herrenschnapser"),
    "doubled by his partner": ("trump s pass pass pass pass C: double", "R269", "C: double"),
    "doubled too often": ("trump s pass pass pass pass double double double double", "R272", "double"),
    "an unknown contract": ("trump s pass bid gnag pass pass pass", "X140", "bid gnag"),
    "irregular, but allowed": ("trump s pass^ pass pass pass", "X122", "pass^"),
}
"""What is wrong with an opening, the code for it, and where it is found."""


@pytest.mark.parametrize(("opening", "code", "place"), OPENINGS.values(), ids=OPENINGS)
def test_an_opening_against_the_rules(opening: str, code: str, place: str) -> None:
    errors = [each for each in found(deal(opening)) if each[0][0] in "RX"]
    assert errors[0] == (code, place)


def test_what_is_known_to_be_irregular_is_noted() -> None:
    assert found(deal("trump h^ pass pass pass pass")) == [("N305", "trump h^")]


def test_a_lead_before_all_has_been_said() -> None:
    assert found(deal("trump s pass pass", "1. As Ts")) == [("X139", "1.")]


def test_a_line_of_games_that_begin_with_the_first_lead() -> None:
    text = "deal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n0. trump d pass\n1. As Td\n"
    assert found(text, "santase") == [("X138", "0.")]


def test_without_line_0_the_stated_result_is_taken_on_trust() -> None:
    text = f"deal 1 dealer D\n{HANDS}1. As Ts Th Ac\n= AC 9 by gang\n"
    assert found(text) == [("N303", "=")]
    assert found(f"deal 1 dealer D\n{HANDS}1. As Ts Th Ac\n") == [("N304", "deal 1 dealer D")]


def test_a_bar_where_no_packet_ends() -> None:
    misplaced = HANDS.replace("As Ks Qs |", "As Ks | Qs")
    assert ("X141", "A: As Ks | Qs Kh Ah") in found(deal("trump s pass pass pass pass", hands=misplaced))
    absent = HANDS.replace(" |", "")
    assert found(deal("trump h pass pass pass pass", hands=absent)) == [("N304", "trump h")]
    assert found(deal("trump s pass pass pass pass", hands=absent)) == []  # two of three at least
    assert found(deal("trump c pass pass pass pass", hands=absent)) == [("R264", "trump c")]


RESULTS = {
    "= AC 9 by gang-failed": [],
    "= BD 18 by gang-failed": ["X106"],
    "= AC 9 by gang": ["X107"],
    "= AC 9 by bettler-failed": ["X107"],
    "= AC 9 by gang-failed (41-0)": ["X108"],
    "= AC 200": ["X106"],
}


@pytest.mark.parametrize(("stated", "codes"), RESULTS.items(), ids=RESULTS)
def test_a_stated_result_of_a_contract(stated: str, codes: list[str]) -> None:
    text = deal("trump s pass bid gang pass pass", "1. Jh Th Jc Ah\n")
    assert [code for code, _ in found(text + stated)] == codes


HANDS_OF_TWENTY = "A: As Ks Qs Kh Ah\nB: Ts Js Jh Qh Td\nC: Th Ad Kd Qd Jd\nD: Ac Tc Kc Qc Jc\n"


@pytest.mark.parametrize("hands", ["", HANDS_OF_TWENTY])
@pytest.mark.parametrize(
    ("said", "code"),
    [("trump 9d", "R206"), ("call 9d", "X140"), ("call Ad", "X140"), ("trump s trump 9d", "R206")],
)
def test_a_card_that_is_turned_up_or_called_is_one_of_the_pack(said: str, code: str, hands: str) -> None:
    """Whether the hands are known or not, in play, in a variation, and where none is called at all."""
    start = f'%SGN 1\n[Rules "bauernschnapsen"]\n\ndeal 1 dealer D\n{hands}0. '
    for text in (f"{start}{said}\n", f"{start}trump s ( {said} )\n"):
        [game] = read(text)
        assert [each.code.id for each in judge(game).findings] == [code]
