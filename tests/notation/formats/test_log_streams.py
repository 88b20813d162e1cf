"""Logs of any size: cut into games, converted block by block as in one piece, from files and pipes alike."""

import gzip
import os
import random
import re
import subprocess
import sys
import threading
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

import pytest

from notation.findings.finding import ENGLISH
from notation.formats import (
    FORMATS,
    SGN,
    BlockReport,
    Format,
    ReportKind,
    Telling,
    convert,
    fitted,
    grouped,
    records,
)
from notation.formats.core import steps
from notation.formats.core.cutting import cut
from notation.formats.core.steps import convert_block, convert_stream
from tests.support.commands import run
from tests.support.example_logs import clean, written
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.sizes import at_night, sizes, some
from tests.support.ways import WAYS

STREAMED: Final = [each for each in FORMATS.values() if each.heads and each.reader and each.writer]
NAMES: Final = [each.name for each in STREAMED]
DAMAGES: Final = at_night(1, 4)
"""Damages of every log, saved in every way, at night."""


def test_every_log_of_games_is_read_in_a_stream() -> None:
    assert set(NAMES) == {
        "sgn",
        "json",
        "vu-tricks",
        "vu-moves",
        "vu-verbose",
        "bummerl",
        "painsi",
        "decorator",
        "oneliner",
    }


@cache
def log_of(name: str, games: int = 6) -> bytes:
    """A log of some matches in a format, as this program writes it."""
    form = FORMATS[name]
    assert form.writer
    pieces, told = [], Telling()
    for seed in range(99):
        record = random_record(form.spec or "schnapsen", random.Random(seed), noted=False, most_deals=2)
        pieces += fitted(record, form, told)
        if len(pieces) >= games:
            return form.writer(pieces, told)
    raise AssertionError(name)


def damaged(data: bytes, seed: int) -> bytes:
    """Return a log with lines lost, cut short, doubled or moved, or with an invalid byte."""
    rng = random.Random(seed)
    lines = data.split(b"\n")
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(lines))
        line = lines[place]
        match rng.randrange(6):
            case 0:
                del lines[place]
            case 1:
                lines[place] = line[: rng.randrange(len(line) + 1)]
            case 2:
                lines.insert(place, line)
            case 3:
                lines.insert(rng.randrange(len(lines)), line)
            case 4:
                lines.insert(place, b"  a line of another program")
            case 5:
                lines[place] = line[: len(line) // 2] + b"\xff" + line[len(line) // 2 :]
    return b"\n".join(lines)


ENCODED: Final = list(WAYS)[:5]
"""The ways that add nothing to the lines: in these a file of records is read, too."""


def in_blocks(data: bytes, form: Format, size: int, **options: Any) -> tuple[bytes, BlockReport]:
    new = BytesIO()
    report = convert_stream(BytesIO(data), SGN, new, form, size=size, **options)
    return new.getvalue(), report


@pytest.mark.slow
def test_logs_in_blocks_come_to_what_they_come_to_as_a_whole() -> None:
    for place, name in enumerate(NAMES):
        way = list(WAYS)[place % len(WAYS)]
        with case(f"{name}, {way}"):
            in_blocks_as_a_whole(name, way, 2)


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_logs_in_every_way_in_blocks_come_to_what_they_come_to_as_a_whole(name: str) -> None:
    for way in WAYS:
        with case(way):
            in_blocks_as_a_whole(name, way, DAMAGES)


def in_blocks_as_a_whole(name: str, way: str, damages: int) -> None:
    """With the places of what cannot be read, and how it was read; games of two views are cut for this."""
    form = FORMATS[name]
    data = log_of(form.name)
    together = replace(form, merges=False)  # its games are cut in both
    for seed in range(damages):
        there = WAYS[way](damaged(data, seed) if seed else data)
        whole = convert(there, together, SGN, prove=seed == 0)
        for size in (97, 4096):
            new, report = in_blocks(there, together, size, prove=seed == 0)
            assert new == whole.data, (seed, size)
            assert tuple(report.findings) == whole.findings, (seed, size)
            assert report.entries == whole.report, (seed, size)
            assert report.lines(ENGLISH) == list(grouped(whole.report, ENGLISH))
            assert (report.games, report.deals, report.proved) == (whole.games, whole.deals, whole.proved)
            assert (report.ok, report.has_losses) == (whole.ok, whole.has_losses)
        if not seed and (way in ENCODED or not form.exact):
            assert whole.ok
            assert whole.games >= 2


@pytest.mark.slow
@sizes(3, 4 * DAMAGES)
def test_a_log_that_is_cut_reads_as_one_that_is_not(size: int) -> None:
    """What a reader takes apart itself; that of JSON reads no further than to the first fault."""
    for name in NAMES:
        if name != "json":
            with case(name):
                cut_and_uncut(FORMATS[name], size)


def cut_and_uncut(form: Format, size: int) -> None:
    """Each of its games can be read by itself."""
    data = log_of(form.name)
    parts = [part for _, part in cut(data, form.heads)]
    assert b"".join(parts) == data
    assert len(parts) >= {"decorator": 2, "bummerl": 3}.get(form.name, 5)
    whole = [record for _, record in records(data, form, Telling())]
    assert [record for part in parts for _, record in records(part, form, Telling())] == whole
    differing = 0
    for seed in range(size):
        there = damaged(data, seed) if seed else data
        if b"\xff" in there:  # the reader of a whole text reads nothing of it
            continue
        one, other = Telling(), Telling()
        found = [record for _, record in records(there, replace(form, merges=False), one)]
        uncut = [record for _, record in records(there, replace(form, heads=None), other)]
        if (found, one.findings) != (uncut, other.findings):  # a game is not taken for the end of another
            assert len(found) >= len(uncut), seed
            differing += 1
    assert differing <= 2


@pytest.mark.slow
def test_what_programs_printed_can_be_put_one_behind_the_other() -> None:
    for name, (form, data) in clean().items():
        if form.heads:
            with case(name):
                alone = convert(data, form, SGN)
                new, report = in_blocks((data + b"\n") * 3, form, 97)
                assert new == b"\n".join([alone.data] * 3)
                assert report.games == 3 * alone.games


def test_a_deal_that_ends_after_an_exchange_is_one_game() -> None:
    """The state after the exchange has as many cards as that before the first trick, but others."""
    text = """%SGN 1
[Rules "schnapsen marriage-count=next-trick marriage-out=no claim=auto"]
deal 1 dealer B trump Ah
A: Js Jh Kh Ad Kc
B: Qs Ks As Jd Qd
talon: Ts Ac Qc Qh Td Jc Kd Th Tc Ah
1. exchange
= A 1 by out

"""
    log = convert(text.encode() * 2, SGN, FORMATS["vu-tricks"]).data
    whole = convert(log, FORMATS["vu-tricks"], SGN).data
    assert whole.count(b"1. exchange") == whole.count(b"%SGN") == 2
    assert in_blocks(log, FORMATS["vu-tricks"], 97)[0] == whole


def test_it_is_told_from_which_line_on_something_stands_before_the_lines() -> None:
    """In a log that another logger continues."""
    data = log_of("painsi")
    parts = [part for _, part in cut(data, FORMATS["painsi"].heads)]
    clean, rest = b"".join(parts[:2]), b"".join(parts[2:])
    there = clean + WAYS["a logger"](rest)
    told = [entry for entry in convert(there, FORMATS["painsi"], SGN).report if entry.kind is ReportKind.READ]
    assert [(entry.line, entry.count) for entry in told] == [(clean.count(b"\n") + 1, rest.count(b"\n"))]
    assert convert(there, FORMATS["painsi"], SGN).data == convert(data, FORMATS["painsi"], SGN).data
    assert told[0] in in_blocks(there, FORMATS["painsi"], 97)[1].entries


BYTE: Final = b"an \xff in it"


@pytest.mark.parametrize("name", ["painsi", "vu-verbose", "bummerl", "oneliner"])
def test_a_byte_that_is_no_character_costs_no_more_than_its_game(name: str) -> None:
    data = log_of(name)
    parts = [part for _, part in cut(data, FORMATS[name].heads)]
    there = parts[0] + parts[1].rstrip(b"\n") + b"\n" + BYTE + b"\n" + b"".join(parts[2:])
    done = convert(there, FORMATS[name], SGN)
    [finding] = done.findings
    line = there[: there.index(BYTE)].count(b"\n") + 1
    assert (finding.span.line, finding.span.column) == (line, 4)
    assert (finding.facts or {}).get("offset", there.index(b"\xff")) == there.index(b"\xff")
    assert done.games == convert(data, FORMATS[name], SGN).games - 1


def test_a_log_full_of_faults_is_read_no_further_in_blocks_either() -> None:
    form = FORMATS["vu-moves"]
    data = b"{}\n" * 1500 + log_of(form.name)
    whole = convert(data, form, SGN)
    assert (len(whole.findings), whole.games) == (1001, 0)
    assert whole.findings[-1].message == "a list of findings holds at most 1000"
    for size in (64, 5000):
        assert tuple(in_blocks(data, form, size)[1].findings) == whole.findings
    assert run("convert", "-", "--from", "vu-moves", stdin=data).stderr.count(": error ") == 1001


# What is held.


@pytest.mark.parametrize("name", some(NAMES, "sgn", "painsi"))
def test_no_more_is_held_of_a_larger_log(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a log of some megabytes; the least and the most of what is worked on at a time."""
    form = replace(FORMATS[name], merges=False)
    data = log_of(form.name) + b"\n"
    most, held = 0, list[int]()

    def watched(block: Any, *arguments: Any, **options: Any) -> Any:
        held[-1] = max(held[-1], len(block.data))
        empty = convert_block(block._replace(data=b"", is_rest=True), *arguments, **options)
        return replace(empty, games=1)  # what the readers hold of a block ends with it

    monkeypatch.setattr(steps, "convert_block", watched)
    for size in (1 << 20, 3 << 20):
        held.append(0)
        most = max(most, size)
        in_blocks(data * (size // len(data)), form, 1 << 16)
    assert held[0] <= (2 << 16) + len(data)
    assert held[1] <= held[0] + len(data)


def test_views_of_a_game_are_merged_where_they_stand_apart_and_side_by_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All games of one player and then those of the other, or game by game."""
    form = FORMATS["decorator"]
    data = log_of(form.name)
    logs = re.split(rb"(?m)^(?=New game vs)", data)[1:]
    whole = convert(data, form, SGN)
    apart = b"".join((*logs[::2], *logs[1::2]))
    assert convert(apart, form, SGN).games == whole.games == len(logs) // 2
    assert in_blocks(apart, form, 97)[1].games == whole.games
    monkeypatch.setattr(steps.LogStream, "held", lambda *_: None)
    new, report = in_blocks(data, form, 97)
    assert (new, report.games) == (whole.data, whole.games)
    assert in_blocks(apart, form, 97)[1].games == len(logs)


@pytest.mark.parametrize(
    ("origin", "to", "says"),
    [
        ("scg", "sgn", "a log that is read as a whole holds at most 64 MiB; split it"),
        ("sgn", "csv-deals", "a log that becomes csv-deals holds at most 64 MiB; split it"),
    ],
)
def test_a_log_that_has_to_be_held_may_have_64_mib(origin: str, to: str, says: str, tmp_path: Path) -> None:
    """A larger one is not even read: of this one there is nothing on the disk."""
    log = tmp_path / "x.log"
    with log.open("wb") as file:
        file.truncate((64 << 20) + 1)
    assert says in run("convert", log, "--from", origin, "--to", to).stderr
    assert says in run("convert", "-", "--from", origin, "--to", to, stdin=b"\n" * ((64 << 20) + 1)).stderr


@pytest.mark.slow
def test_a_log_is_recognised_behind_much_of_something_else(tmp_path: Path) -> None:
    """More than is looked at first, but no more than can be held."""
    (tmp_path / "x.log").write_bytes((b"built" * 1000 + b"\n") * 300 + written("painsi"))
    assert (tmp_path / "x.log").stat().st_size > steps.HEAD
    done = run("convert", tmp_path / "x.log")
    assert (done.exit_code, done.stdout_bytes) == (0, convert(written("painsi"), FORMATS["painsi"], SGN).data)


# Pipes.


COMMAND: Final = [sys.executable, "-c", "from viewer.cli import main; main(prog_name='santase')", "convert"]


@pytest.mark.slow
def test_a_pipe_and_a_fifo_are_read_as_a_file_is(tmp_path: Path) -> None:
    """By several processes, as there are more than one block; what is written comes in small pieces."""
    data = (log_of("painsi") + b"\n") * (300_000 // len(log_of("painsi")))
    log, fifo = tmp_path / "x.log", tmp_path / "fifo"
    log.write_bytes(data)
    os.mkfifo(fifo)
    assert run("convert", log, tmp_path / "file.sgn", "--jobs", 1).exit_code == 0
    for source, options in (("-", {"stdin": subprocess.PIPE}), (str(fifo), {})):
        target = tmp_path / f"{len(options)}.sgn"
        words = [*COMMAND, source, str(target), "--lang", "en"]
        with subprocess.Popen(words, stderr=subprocess.PIPE, **options) as process:  # type: ignore[call-overload]
            into = process.stdin or fifo.open("wb")
            writer = threading.Thread(target=write_slowly, args=(into, data))
            writer.start()
            said = process.stderr.read().decode()
            writer.join()
        assert process.returncode == 0, said
        assert target.read_bytes() == (tmp_path / "file.sgn").read_bytes()


def write_slowly(file: IO[bytes], data: bytes) -> None:
    with file:
        for at in range(0, len(data), 50_001):
            file.write(data[at : at + 50_001])
            file.flush()


@pytest.mark.parametrize("name", NAMES)
def test_a_log_may_be_compressed_utf_16_of_a_logger(name: str, tmp_path: Path) -> None:
    data = written(name) if name not in ("sgn", "json") else log_of(name)
    there = data if name in ("sgn", "json") else WAYS["a logger without times"](data)
    wide = there.decode().encode("utf-16")
    (tmp_path / "x.gz").write_bytes(gzip.compress(wide))
    assert run("convert", "-", stdin=wide).stdout_bytes == run("convert", tmp_path / "x.gz").stdout_bytes
    done = run("convert", tmp_path / "x.gz")
    assert done.exit_code == 0, done.stderr
    assert done.stdout_bytes == convert(data, FORMATS[name], SGN).data


def test_utf_16_that_is_damaged_is_not_converted_in_part(tmp_path: Path) -> None:
    text = (log_of("painsi").decode() * 60).encode("utf-16-le")
    log = tmp_path / "x.log"
    log.write_bytes(b"\xff\xfe" + text + b"\x00\xd8" + text)
    assert log.stat().st_size > 1 << 20
    done = run("convert", log, tmp_path / "x.sgn")
    assert done.exit_code == 2
    assert "damaged UTF-16" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["x.log"]


@pytest.mark.parametrize("report", ["text", "json"])
def test_several_logs_in_turn_come_to_what_they_come_to_where_they_are_held(
    report: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = []
    for number, name in enumerate(("painsi", "sgn", "vu-verbose", "painsi")):
        names.append(tmp_path / f"{number}.log")
        names[-1].write_bytes(damaged(log_of(name), number))
    names.insert(2, tmp_path / "nothing.log")
    names[2].write_bytes(b"\n")
    for group in (names[:2], names, [*names[3:], names[2]], [names[2], names[2]]):
        origin = ["--from", "painsi"] if names[2] in group else []
        words = ["convert", *group, "-", "--report", report, *origin]
        steps_told = run(*words)
        with monkeypatch.context() as held:
            held.setattr("viewer.cli.logs.convert.goes_in_blocks", lambda *_: False)
            told = run(*words)
        assert steps_told.exit_code == told.exit_code
        assert steps_told.stdout_bytes == told.stdout_bytes
        assert steps_told.stderr == told.stderr


# Reports.


def test_the_report_of_many_deals_is_a_few_lines(tmp_path: Path) -> None:
    """Of a log of some hundred deals."""
    data = (written("painsi") + b"\n") * 30
    done = run("convert", "-", stdin=data)
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [
        "-: 210 games, 210 deals: derived: who dealt (210): the hand named first leads",
        "-: 210 games: derived: rules (210): the rules that its program plays",
        "-: 210 games read, 210 deals written",
    ]


def test_the_report_of_many_files_is_a_few_lines_and_names_those_that_are_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(9):
        (folder / f"{number:02}.log").write_bytes(written("painsi"))
    (folder / "junk.txt").write_bytes(b"hello\n")
    done = run("convert", folder, tmp_path / "sgn")
    assert done.exit_code == 1
    own, junk = f"{folder}: ", f"{folder}/junk.txt:"
    lines = done.stderr.splitlines()
    assert [line for line in lines if line.startswith(own)] == [
        f"{own}63 games, 63 deals: derived: who dealt (63): the hand named first leads",
        f"{own}63 games: derived: rules (63): the rules that its program plays",
        f"{own}9 files: 63 games read, 63 deals written",
    ]
    assert f"{junk} 0 games read, 0 deals written" in lines
    assert len(lines) < 10
    assert len([*(tmp_path / "sgn").iterdir()]) == 9
    alone = run("convert", folder / "00.log", "--into", tmp_path / "one")
    assert alone.stderr.splitlines()[-1] == f"{folder}/00.log: 7 games read, 7 deals written"
