"""The arena: the same play with a table and without one, programs that fail, results that can be trusted."""

import json
import os
import re
import stat
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from click.testing import Result

from notation import read
from notation.judge import judge
from notation.record.model import Record
from referee.rulesets import PRESETS
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.sizes import some
from viewer.cli.live.contest import Contest, Played
from viewer.cli.live.figures import SequentialTest, Sums, decided
from viewer.cli.live.programs import Program

BOT: Final = f"{sys.executable} {ROOT / 'samples/bots/bot.py'}"
TWO: Final = ("careful", "random")
MORE: Final = ("greedy", "careful", "random", "greedy")
CLAIMS: Final = {"C201", "C202"}
"""False claims, which the rules allow."""


def seats_of(spec: str) -> int:
    return PRESETS[spec.split()[0]].seats


def record_of(text: str) -> Record:
    [game] = read(text)
    judgement = judge(game)
    assert {finding.code.id for finding in judgement.findings} <= CLAIMS, text
    assert game.record
    return game.record


def comparable(match: Played) -> tuple[object, ...]:
    """A match with the one form of what can be written in two: a claim, trumps that are named."""
    text = re.sub(r"\n\d+\.((?: [A-D]:)? out)\n", r"\1\n", match.text)
    return (re.sub(r" trump .?(.)\n", r" trump \1\n", text), *match[1:])


@pytest.mark.parametrize("spec", some(PRESETS, "santase", "schnapsen", "santase-three", "sixty-six-four"))
def test_players_play_the_same_at_a_table_and_without_one(spec: str) -> None:
    contest = Contest(spec, TWO if seats_of(spec) == 2 else MORE[: seats_of(spec)], seed=3)
    for board in range(1, 4):
        for match in contest.play(board):
            record_of(match.text)
            assert comparable(match) == comparable(contest.at_table(board, match.seating))


@pytest.mark.parametrize("spec", ["schnapsen", "sixty-six-four", "santase-three"])
def test_every_seating_of_a_board_has_the_same_cards_and_everybody_moves_on(spec: str) -> None:
    players = TWO if seats_of(spec) == 2 else MORE[: seats_of(spec)]
    contest = Contest(spec, players, seed=1)
    matches = contest.play(1)
    assert len(matches) == contest.entrants
    records = [record_of(match.text) for match in matches]
    for deals in zip(*(record.deals for record in records), strict=False):
        assert len({(deal.hands, deal.talon) for deal in deals}) == 1
    assert len({record.deals[0].dealer for record in records}) == 1
    names = [[tag.value for tag in record.tags if tag.name in "ABCD"] for record in records]
    for seating, seated in enumerate(names):
        assert seated == [contest.names[(seat + seating) % len(players)] for seat in range(len(players))]


def test_a_score_belongs_to_the_player_wherever_he_sat() -> None:
    contest = Contest("schnapsen", TWO, seed=4)
    for board in range(1, 30):
        for match in contest.play(board):
            record = record_of(match.text)
            tags = {tag.name: tag.value for tag in record.tags}
            score = dict(zip((tags["A"], tags["B"]), map(int, tags["Result"].split("-")), strict=True))
            assert match.points == tuple(score[name] for name in contest.names)
            assert match.deals == len(record.deals)
            assert match.points[match.winner] == max(match.points)


def test_two_players_of_one_name_are_told_apart() -> None:
    assert Contest("schnapsen", ("random", "random")).names == ("random", "random 2")
    assert Contest("sixty-six-four", ("random", "greedy", "random", "greedy")).names[0] == "random"
    assert Contest("schnapsen", ("python3 my/bot.py depth=4", "x -q")).names == ("bot", "x")


# Programs.


@pytest.mark.slow
def test_the_sample_bot_plays_every_rule_set_without_a_fault() -> None:
    for spec in ("santase", "schnapsen", "sixty-six-tompa", "sixty-six-four", "santase-three"):
        contest = Contest(spec, (BOT, "greedy", "random", "careful")[: seats_of(spec)], seed=2)
        for match in contest.play(1):
            record_of(match.text)
            assert match.faults == ()


FAILING: Final = {
    "ends at once": ("", "ended with status 0"),
    "crashes": ("raise SystemExit(3)", "ended with status 3"),
    "is killed": ("os.kill(os.getpid(), 9)", "was ended by signal 9"),
    "is silent": ("time.sleep(60)", "did nothing within 0.3 s"),
    "closes its output": ("os.close(1); time.sleep(60)", "closed its output"),
    "writes garbage": ("print('hello', flush=True); time.sleep(60)", "what is not a JSON object: hello"),
    "writes no end": ("print('x' * 200_000, flush=True); time.sleep(60)", "a line of more than 65536 bytes"),
    "writes a list": ("print([], flush=True); time.sleep(60)", "what is not a JSON object: []"),
    "misspells": ("""print('{"action":"Zz"}', flush=True); time.sleep(60)""", "'Zz' is not an action"),
    "breaks a rule": ("""print('{"do":"settle"}', flush=True); time.sleep(60)""", "against the rules"),
    "writes half a character": (
        r"""print(r'{"action":"\ud800"}', flush=True); time.sleep(60)""",
        "what is not a JSON object",
    ),
    "flatters": ("""print('{"do":"offer","offer":"abort"}', flush=True); time.sleep(60)""", "'offer'"),
    "abdicates": ("""print('{"do":["leave"]}', flush=True); time.sleep(60)""", "not for an arena"),
    "asks without end": (
        """[print('{"get":"record"}', flush=True) for _ in range(999)]; time.sleep(60)""",
        "sent more than 100 lines for one action",
    ),
    "lives in the past": (
        """[print('{"action":"As","version":0}', flush=True) or time.sleep(0.05) for _ in range(99)]""",
        "did nothing within 0.3 s",
    ),
}


@pytest.mark.parametrize("how", FAILING)
def test_a_program_that_does_not_play_on_loses_the_deal_then_the_match(how: str, tmp_path: Path) -> None:
    code, why = FAILING[how]
    program = tmp_path / "program.py"
    program.write_text(f"import os, time\n{code}\n")
    seconds = 0.3 if "0.3" in why else 30
    players = ("greedy", f"{sys.executable} {program}")
    match = Contest("schnapsen target=21", players, seed=2, seconds=seconds).at_table(1, 0)
    assert [fault.entrant for fault in match.faults] == [1, 1, 1]
    assert all(why in fault.why for fault in match.faults), match.faults
    record = record_of(match.text)
    assert [deal.result.winner for deal in record.deals[:2] if deal.result] == [0, 0]
    assert match.winner == 0
    assert match.points[0] >= 21
    assert match.text.count("resign {") == 2
    assert '[Termination "forfeited by B; A wins"]' in match.text


def test_where_all_pay_a_program_that_fails_ends_the_match() -> None:
    match = Contest("santase-three", ("random", f"{sys.executable} -c ''", "random"), seed=2).at_table(1, 0)
    record_of(match.text)
    assert [fault.entrant for fault in match.faults] == [1]
    assert '[Termination "forfeited by B"]' in match.text


def test_a_program_that_does_not_read_cannot_hold_up_the_arena(tmp_path: Path) -> None:
    """It answers without reading anything, although it is sent far more than a pipe holds."""
    program = tmp_path / "program.py"
    program.write_text("""while True: print('{"get":"snapshot"}', flush=True)""")
    contest = Contest("schnapsen", ("greedy", f"{sys.executable} {program}"), seed=2, seconds=0.5)
    match = contest.at_table(1, 0)
    assert match.winner == 0
    assert match.faults


def test_nothing_that_a_program_has_started_outlives_it(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    program = Program(f"sh -c 'sleep 600 >/dev/null & echo $! >{told}; echo {{}}'")
    while program.next_line() is None:
        Program.wait([program], time.monotonic() + 60)
    program.end()
    state, until = Path(f"/proc/{told.read_text().strip()}/stat"), time.monotonic() + 30
    while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z":
        assert time.monotonic() < until


def test_a_program_is_told_why_it_came_too_late_and_may_go_on(tmp_path: Path) -> None:
    bot = (ROOT / "samples/bots/bot.py").read_text("utf-8")
    stale = bot.replace('{"version": view["version"]}', '{"version": 0}').replace(
        "    request = answer(json.loads(line))\n",
        "    event = json.loads(line)\n    request = answer(event)\n"
        "    late = event['event'] == 'refused' and event['ruling']['code'] == 'T401'\n"
        "    request = {'do': 'leave'} if late else request\n",
    )
    program = tmp_path / "late.py"
    program.write_text(stale)
    match = Contest("schnapsen", ("greedy", f"{sys.executable} {program}"), seed=2).at_table(1, 0)
    assert (match.winner, match.faults) == (0, ())
    assert '[Termination "given up by B; A wins"]' in match.text


def test_what_a_program_gets_never_shows_what_others_may_do(tmp_path: Path) -> None:
    """A program notes all that it gets: neither the cards of the other seat nor the seed are among it."""
    log = tmp_path / "log"
    program = tmp_path / "spy.py"
    program.write_text(
        (ROOT / "samples/bots/bot.py")
        .read_text("utf-8")
        .replace("    request = answer(", f"    open({str(log)!r}, 'a').write(line)\n    request = answer(")
    )
    match = Contest("schnapsen", ("greedy", f"{sys.executable} {program}"), seed=73577).at_table(1, 0)
    deals = record_of(match.text).deals
    assert ("73577" in match.text, "73577" in log.read_text("utf-8")) == (True, False)
    for line in log.read_text("utf-8").splitlines():
        event = json.loads(line)
        view = event.get("view")
        if view and view["deal"]:
            hand = {seat: holding.cards for seat, holding in deals[view["number"] - 1].hands}
            shown = re.findall(r'"([AKQJT][shdc])"', json.dumps(view["deal"]))
            gone = {each["action"] for each in view["deal"]["done"]}
            if not gone:
                own = {str(word) for word in view["deal"]["hand"]} | {view["deal"]["turn_up"]}
                assert set(shown) <= own
                assert len(hand[0]) == 5
        assert "next" not in event


# Results.


def played(rng: Random, mean: float) -> tuple[int, int]:
    deals = rng.randrange(4, 15)
    return sum(rng.choice((-3, -2, -1, 1, 2, 3)) for _ in range(deals)) + round(
        rng.gauss(mean * deals, 1)
    ), deals


def test_the_truth_lies_in_the_interval_19_times_in_20() -> None:
    rng = Random(2)
    inside = 0
    for _ in range(400):
        sums = Sums()
        for _ in range(60):
            sums.add(*played(rng, 0.2))
        estimate = sums.estimate()
        inside += abs(estimate.value - 0.2) <= estimate.margin
    assert 0.91 <= inside / 400 <= 0.98


@pytest.mark.parametrize(("mean", "wrong"), [(0.0, 1), (0.3, -1)])
def test_a_sequential_test_decides_wrongly_no_oftener_than_it_says(mean: float, wrong: int) -> None:
    rng, test = Random(3), SequentialTest(0.0, 0.3)
    verdicts = []
    for _ in range(300):
        sums = Sums()
        while not (verdict := decided(test, sums)):
            sums.add(*played(rng, mean))
        verdicts.append(verdict)
    assert verdicts.count(wrong) / 300 <= 0.08


# The command.


def arena(*words: object, status: int = 0) -> Result:
    return run("arena", *words, "--lang", "en", status=status)


@pytest.mark.nightly
def test_the_same_seed_gives_the_same_bytes_however_many_play_at_once(tmp_path: Path) -> None:
    outputs, records = [], []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.sgn"
        words = ("--a", "careful", "--b", "random", "--rules", "schnapsen", "--deals", 300, "--seed", 7)
        outputs.append(arena(*words, "--jobs", jobs, "--out", path).output)
        records.append(path.read_bytes())
    assert outputs[0] == outputs[1]
    assert records[0] == records[1]
    assert arena(*words, "--seed", 8).output != outputs[0]


@pytest.mark.nightly
def test_programs_give_the_same_bytes_too_however_many_play_at_once(tmp_path: Path) -> None:
    records = []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.sgn"
        arena("--a", BOT, "--b", "greedy", "--deals", 40, "--jobs", jobs, "--out", path)
        records.append(path.read_bytes())
    assert records[0] == records[1]


def test_every_match_is_a_record_that_check_passes(tmp_path: Path) -> None:
    path = tmp_path / "matches.sgn"
    said = arena("--a", "careful", "--b", "greedy", "--deals", 200, "--out", path, "--format", "json").output
    found: dict[str, Any] = json.loads(said)
    run("check", path, status=0)
    games = list(read(path.read_bytes()))
    assert found["matches"] == len(games)
    assert found["deals"] == sum(len(game.record.deals) for game in games if game.record) >= 200
    first, second = found["players"]
    assert (first["name"], second["name"]) == ("careful", "greedy")
    assert first["won"] + second["won"] == found["matches"]
    assert first["ahead"] == pytest.approx(-second["ahead"])
    assert first["ahead"] == pytest.approx((first["points"] - second["points"]) / found["deals"])


def test_a_test_that_has_ended_ends_the_arena() -> None:
    words = ("--a", "careful", "--b", "random", "--rules", "schnapsen", "--deals", 9000)
    result = arena(*words, "--sprt", "0/0.2")
    assert "The test ends: careful is ahead by 0.2 a deal rather than 0 " in result.output
    found = json.loads(arena(*words, "--sprt", "2.5/3", "--format", "json").output)
    assert found["test"]["decided"] == -1
    assert found["deals"] < 1000
    assert "has not ended" in arena(*words[:6], "--deals", 5, "--sprt", "0/0.2").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--a", "random"), "--b"),
        (("--a", "randon", "--b", "random"), "no program 'randon'"),
        (("--a", "'", "--b", "random"), "No closing quotation"),
        (("--a", "", "--b", "random"), "without words"),
        (("--a", "random", "--b", "random", "--c", "random"), "has 2 seats"),
        (("--a", "random", "--b", "random", "--rules", "santase-three"), "--c names who plays there"),
        (("--a", "random", "--b", "random", "--sprt", "1/0"), "LOW/HIGH"),
        (("--a", "random", "--b", "random", "--sprt", "x"), "LOW/HIGH"),
        (("--a", "random", "--b", "random", "--rules", "santasse"), "santase"),
    ],
)
def test_wrong_use_is_told(words: tuple[str, ...], said: str) -> None:
    assert said in arena(*words, status=2).output


def test_faults_are_counted_by_reason() -> None:
    output = arena("--a", "greedy", "--b", f"{sys.executable} -c 1", "--deals", 2, "--no-pairs").output
    assert "1, 3 times: ended with status 0" in output


def test_a_program_that_cannot_be_run_is_a_fault_like_any_other(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("no program")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    output = arena("--a", "greedy", "--b", os.fspath(program), "--deals", 2, "--no-pairs").output
    assert "cannot be started" in output


def test_what_one_gains_on_the_other_is_what_mistakes_cost_both() -> None:
    """With the same cards for both seatings, what they are worth at the start cancels out."""
    contest = Contest("schnapsen target=1", ("greedy", "random"), seed=1, is_compared=True)
    for board in (1, 2, 4):
        matches = contest.play(board)
        assert [match.deals for match in matches] == [1, 1]
        ahead = sum(match.points[0] - match.points[1] for match in matches)
        greedy, chance = (sum(match.compared[entrant].cost for match in matches) for entrant in (0, 1))
        assert ahead == chance - greedy


def test_an_arena_compares_with_best_play_if_it_is_asked_to() -> None:
    words = ("--a", "greedy", "--b", "random", "--rules", "schnapsen target=1", "--deals", 4, "--seed", 1)
    plain, told = (
        json.loads(arena(*words, "--format", "json", *how).stdout) for how in ((), ("--best-play",))
    )
    costs = [each.pop("best_play") for each in told["players"]]
    assert told == plain
    assert [(each["deals"], each["cost"]) for each in costs] == [(4, 5), (4, 13)]
    assert all(0 < each["right"] < each["decisions"] and each["margin"] > 0 for each in costs)
    assert "cost per deal" in arena(*words, "--best-play").stdout
    assert "cost per deal" not in arena(*words).stdout
