"""Records that are judged while they are written: the same result at the end, and no premature accusation."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic, perf_counter, sleep

import pytest

from notation import Record, digest, read, write
from notation.findings import Finding, catalogue
from notation.judge import Follower, Judgement, Told, judge
from notation.text import ALPHABETS, LineLayout, WritingStyle, format_file
from notation.text.source import MAX_DEALS
from referee import PRESETS, Seat
from referee.cards import NOBODY
from tests.notation.live.test_live_text import A, pieces
from tests.referee.test_table import fair_match
from tests.support import commands
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.plain import PLAIN
from tests.support.rulings import HANDS
from tests.support.sizes import sizes

pytestmark = pytest.mark.usefixtures("few_repairs")

VALID = sorted((ROOT / "tests/vectors/valid").glob("*.sgn"))
READABLE = [path for path in (*SAMPLES, *VECTORS) if path.parent.name not in ("invalid", "slips")]

DEALT_BY_OTHER_RULES = """%SGN 1
[Rules "santase"]
deal 1 dealer B trump Ts
A: Js Jh Qh Jd Kd
B: Qs Ks Th Qd Td
talon: Jc Qc Kc Tc Ac As Kh Ah Ad Ts
"""


def followed(text: str | bytes) -> tuple[list[Told], list[Judgement]]:
    """Return what is reported on a text line by line, and the judgements of its games."""
    follower = Follower()
    lines = (text.encode() if isinstance(text, str) else text).splitlines(True)
    came = [each for line in lines for each in follower.take(line)] + list(follower.end())
    return [x for x in came if isinstance(x, Told)], [x for x in came if isinstance(x, Judgement)]


def shown(finding: Finding) -> tuple[object, ...]:
    return (*finding.span, finding.code.id, finding.message, finding.deal, finding.trick, finding.seat)


def records() -> Iterator[tuple[str, Record]]:
    for path in READABLE:
        for game in read(path.read_bytes()):
            if game.record and "N308" not in path.stem:  # not all of which is reported at once
                yield f"{path.stem} {game.number}", game.record


def check_stream(record: Record) -> None:
    """Followed line by line, a record comes to the same, and nothing is told too early."""
    text = write(record, LineLayout.STREAM)
    [game] = read(text)
    assert game.record
    assert (write(game.record), digest(game.record)) == (write(record), digest(record))
    told, [end] = followed(text)
    whole = judge(game)
    assert all(each.stands for each in told), "nothing was told too early"
    assert Counter(map(shown, (each.finding for each in told))) == Counter(map(shown, whole.findings))
    assert Counter(map(shown, end.findings)) == Counter(map(shown, whole.findings))
    assert (end.score, end.winner, end.is_open, end.errors) == (
        whole.score,
        whole.winner,
        whole.is_open,
        whole.errors,
    )
    assert [deal.result for deal in end.deals] == [deal.result for deal in whole.deals]


@pytest.mark.slow
@pytest.mark.parametrize("every", [15, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_stream_becomes_its_record_with_the_same_findings(every: int) -> None:
    for name, record in list(records())[::every]:
        if every == 1 or len(record.deals) < 10:
            with case(name):
                check_stream(record)


@pytest.mark.parametrize("play", ["", "1. Js Qs\n"])
def test_a_stream_too_is_judged_by_the_rules_that_its_hands_show(play: str) -> None:
    [game] = read(DEALT_BY_OTHER_RULES + play)
    assert "X136" in [each.code.id for each in judge(game).findings]
    assert game.record
    check_stream(game.record)


def test_what_is_found_several_times_at_a_place_is_told_as_often() -> None:
    [game] = read(HEAD + "1. As ~Kh ~Qh ~Ah Td\n")
    assert game.record
    assert [each.code.id for each in judge(game).findings] == 3 * ["X123"]
    check_stream(game.record)


def test_where_a_game_has_too_many_deals_is_told_as_of_the_whole() -> None:
    deals = "".join(f"  deal {number} dealer A\n= draw\n" for number in range(1, MAX_DEALS + 3))
    text = f'%SGN 1 stream\n[Letters "de"]\n[Rules "santase"]\n{deals}'
    told, [end] = followed(text)
    [found] = [each.finding for each in told if each.finding.code is catalogue.MANY_DEALS]
    assert [shown(found)] == [*map(shown, judge(next(read(text))).findings)]
    assert len(end.deals) == MAX_DEALS


def check_beginnings(path: Path) -> None:
    """No beginning of a record without faults accuses anybody."""
    for game in read(path.read_bytes()):
        if not game.record or len(game.record.deals) > 20 or judge(game).errors:
            continue
        lines = write(game.record, LineLayout.STREAM).encode().splitlines(True)
        for count in {len(lines), *Random(path.stem).choices(range(1, len(lines) + 1), k=8)}:
            told, _ = followed(b"".join(lines[:count]))
            early = [each.finding.code.id for each in told if each.finding.is_error]
            # The end of the input can show that something is missing; nobody has broken a rule.
            assert not [code for code in early if code[0] in "RC"]


@pytest.mark.slow
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.nightly)])
def test_no_beginning_of_a_record_without_faults_accuses_anybody(every: int) -> None:
    for path in VALID[::every]:
        with case(path.stem):
            check_beginnings(path)


@pytest.mark.slow
@pytest.mark.parametrize("reader", [NOBODY, A])
@pytest.mark.parametrize("name", ["santase", "schnapsen", "sixty-six-four"])
def test_a_live_match_is_followed_without_a_word_against_its_players(name: str, reader: Seat) -> None:
    _, lines, _ = fair_match(PRESETS[name], 5)
    text = "".join(piece for _, piece in pieces(lines, reader))
    told, _ = followed(text)
    assert not [each.finding.message for each in told if each.finding.is_error]


@pytest.mark.parametrize("name", ALPHABETS)
def test_a_stream_in_own_letters_is_followed(name: str) -> None:
    text = HEAD + "1. As\nTd\n2. exchange\n40d\nKd\nQc\n"
    own = format_file(text.encode(), WritingStyle(ALPHABETS[name], LineLayout.STREAM))
    assert b"Letters" in own
    told, _ = followed(own)
    [found] = [each.finding for each in told]
    assert found.code.id == "R204"
    assert own.splitlines()[found.span.line - 1] == own.split()[-1]


def test_any_bytes_can_be_followed() -> None:
    rng = Random(5)
    files = [path.read_bytes() for path in sorted((ROOT / "tests/vectors/invalid").glob("*.sgn"))[::12]]
    for data in files:
        followed(data)
        at = rng.randrange(len(data) + 1)
        followed(
            data[:at] + rng.choice((b"{", b"(", b"\xff", b"\n%SGN 1 stream\n", b"deal ", b")")) + data[at:]
        )


HEAD = f"""%SGN 1 stream
[Rules "santase"]
deal 1 dealer B
{HANDS}"""


def told_after_each(text: str) -> list[list[tuple[str, bool]]]:
    follower = Follower()
    return [
        [(each.finding.code.id, each.stands) for each in follower.take(line) if isinstance(each, Told)]
        for line in text.encode().splitlines(True)
    ]


def test_what_breaks_a_rule_is_told_with_its_line() -> None:
    play = told_after_each(f"{HEAD}1. As\nTd\n2. exchange\nclose\nKd\nAh\n3. Qd\nKh\n4. Ts\nQh\n5. 9c\n")
    assert [codes for codes in play if codes] == [[("R210", True)]]
    assert play[-2] == [("R210", True)]


@pytest.mark.parametrize("note", ["{a (b}", "{a\nb}", "(Ts {x})", "(Kd (Ts))", '@x-club("(")', "; (", "; {"])
def test_what_is_closed_holds_nothing_back(note: str) -> None:
    told = told_after_each(f"{HEAD}1. As\nTd {note}\n2. Td\n")
    assert [codes for codes in told if codes] == [told[-1]] == [[("R203", True)]]


@pytest.mark.parametrize(
    ("result", "is_over"),
    [("A 1 by agreement", True), ("B 1 by agreement", True), ("draw", False), ("*", False)],
)
def test_a_match_is_over_as_soon_as_somebody_has_won_it(result: str, is_over: bool) -> None:
    follower, over = Follower(), []
    for line in f'%SGN 1 stream\n[Rules "santase target=1"]\ndeal 1 dealer B\n= {result}\n'.splitlines(True):
        list(follower.take(line.encode()))
        over.append(follower.is_over)
    list(follower.end())
    assert over[:-1] == [False] * 3
    assert follower.is_over == is_over


def test_a_number_is_told_with_the_next_one() -> None:
    alone = told_after_each(f"{HEAD}1. As\nTd\n3. Kd\nKc\n3. 9c\nQs\n")
    assert [codes for codes in alone if codes] == [[("X101", True)]]
    assert alone[-2] == [("X101", True)], "the next number shows that one alone is wrong"
    missing = told_after_each(f"{HEAD}1. As\nTd\n3. Kd\nKc\n4. 9c\nQs\n")
    assert [codes for codes in missing if codes] == [[("X129", True)]]


def test_what_the_record_itself_contradicts_is_taken_back() -> None:
    """A revoke is reported, and then its card is played once more: one of the two plays is wrong."""
    play = f"{HEAD}1. As\nTd\n2. exchange\nclose\nKd\nAh\n3. Qd\nKh\n4. Ts\nQh\n5. 9c\nQh\n"
    told = told_after_each(play)
    assert told[-3] == [("R210", True)]
    assert ("R210", False) in told[-1]
    final, _ = followed(play)
    stands = Counter(each.finding.code.id for each in final if each.stands)
    stands.subtract(each.finding.code.id for each in final if not each.stands)
    [game] = read(play)
    assert +stands == Counter(finding.code.id for finding in judge(game).findings)


def written(rng: Random) -> str:
    """A match as a stream, mostly with lines in it that cannot be read."""
    record = random_record(rng.choice(list(PLAIN)), rng, noted=False, most_deals=3)
    lines = write(record, LineLayout.STREAM).splitlines(True)
    for _ in range(rng.randrange(3)):
        lines.insert(rng.randrange(3, len(lines)), rng.choice(("foo\n", "Ks Kx\n", "ruling\n", "= Q 3\n")))
    return "".join(lines)


@pytest.mark.slow
@sizes(8, 400)
def test_of_several_games_with_faults_the_same_is_found_as_in_the_whole(size: int) -> None:
    """In the same places of the file, whatever stands before the first."""
    for seed in range(size):
        rng = Random(seed)
        text = "\n".join((*["stray\n"] * (seed % 2), written(rng), written(rng)))
        told, ends = followed(text)
        games = list(read(text))
        final = Counter(placed(each.judgement, each.finding) for each in told if each.stands)
        final.subtract(placed(each.judgement, each.finding) for each in told if not each.stands)
        whole = Counter(placed(each, found) for each in map(judge, games) for found in each.findings)
        assert +final == whole, text
        assert [(end.game.number, end.game.line) for end in ends] == [
            (game.number, game.line) for game in games
        ]


def placed(judgement: Judgement, finding: Finding) -> tuple[object, ...]:
    """A finding with its place in the file."""
    game = judgement.game
    return game.number, game.place(finding.span), *shown(finding)[4:]


def test_a_line_costs_the_same_however_long_the_match_is() -> None:
    deal = "deal {} dealer {}\n1. As\nTd\n2. Kd\nKc\n= {} 1 by agreement\n"
    follower = Follower()
    list(follower.take(b"%SGN 1 stream\n"))
    list(follower.take(b'[Rules "santase target=99"]\n'))
    seconds = []
    for number in range(1, 201):
        started = perf_counter()
        for line in deal.format(number, "AB"[number % 2], "BA"[number % 2]).encode().splitlines(True):
            list(follower.take(line))
        seconds.append(perf_counter() - started)
    early, late = sorted(seconds[20:60])[20], sorted(seconds[160:200])[20]
    assert late < 3 * early, "the median of the last forty deals, of forty at the start"


# The command.

COMMAND = [str(Path(sys.executable).with_name("santase")), "check", "--follow"]


def test_a_pipe_is_told_line_by_line() -> None:
    with subprocess.Popen(
        [*COMMAND, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{HEAD}1. As\nTd\n2. Td\n".encode())
        process.stdin.flush()
        assert b"-:9:4: error R203" in process.stdout.readline(), "while the pipe is open"
        process.stdin.close()
        assert b"game 1: 1 error" in process.stdout.read()
    assert process.returncode == 1


def test_json_has_an_object_for_each_finding() -> None:
    words = (*commands.COMMAND[1:], "check", "--follow", "-", "--format", "json")
    done = commands.python(*words, stdin=f"{HEAD}1. As\nTd\n2. Td\n", status=1)
    found = json.loads(done.stdout)
    assert (found["code"], found["line"], found["game"], found["stands"]) == ("R203", 9, 1, True)


def test_a_file_is_followed_while_it_grows_until_an_interrupt(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    path.write_text(HEAD, "utf-8")
    with subprocess.Popen([*COMMAND, str(path)], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout
        with path.open("a", encoding="utf-8") as file:
            for part in ("1. As\nT", "d\n2. T", "d\n"):
                file.write(part)
                file.flush()
                sleep(0.3)
        assert b":9:4: error R203" in process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        assert b"game 1: 1 error" in process.stdout.read()
    assert process.returncode == 1


def test_a_file_ends_with_its_match(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    path.write_text(
        '%SGN 1 stream\n[Rules "santase target=1"]\ndeal 1 dealer B\n= A 1 by agreement\n', "utf-8"
    )
    started = monotonic()
    assert "A wins the match" in commands.run("check", "--follow", path, status=0).stdout
    assert monotonic() - started < 30


@pytest.mark.parametrize(
    "more", [["--fix"], ["--watch"], ["--statistics"], ["--format", "sarif"], ["--jobs", "2"], ["x.sgn"]]
)
def test_what_does_not_go_with_it_is_refused(more: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    path.write_text(HEAD, "utf-8")
    assert "--follow" in commands.run("check", "--follow", path, *more, status=2).stderr
