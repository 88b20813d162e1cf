"""Large inputs: side by side, compressed, cut, killed or interrupted, the output is the same."""

import gzip
import json
import os
import random
import select
import signal
import subprocess
import sys
from contextlib import suppress
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import read, write
from notation.text import blocks, format_file, object_lines
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.dying import DyingWork
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.sizes import some
from viewer.cli.bulk import Run
from viewer.cli.compression import CompressionError, uncompressed
from viewer.cli.files import Files
from viewer.cli.options import Bulk
from viewer.cli.records.report_formats import Check
from viewer.exports.formats import FORMATS

pytestmark = pytest.mark.usefixtures("few_repairs")

RULES = ("santase", "schnapsen", "sixty-six", "santase close=locked")
COMMANDS = (
    ("check",),
    ("check", "--format", "json"),
    ("check", "--format", "sarif"),
    ("check", "--format", "github"),
    ("check", "--format", "markdown"),
    ("check", "--statistics"),
    ("score",),
    ("score", "--format", "json"),
    ("score", "--format", "html"),
    ("fmt",),
    ("fmt", "--check"),
    ("fmt", "--diff"),
    ("digest",),
    ("json",),
)
PARTS = b"%SGN 1\n|%SGN 1|\n|\xef\xbb\xbf| |x|%SGN\r\n|%SGN 12\n|\xff|[A".split(b"|")


def corpus(games: int) -> bytes:
    """Matches of two deals, every fifth with a fault of its play, every seventh of its text."""
    rng = random.Random(games)
    texts = []
    for number in range(games):
        text = write(random_record(rng.choice(RULES[:3]), rng, noted=number % 2 == 0, most_deals=2))
        if number % 5 == 4:
            text = text.replace("\n1. ", "\n1. 9h ", 1).replace("score 1-", "score 9-")
        if number % 7 == 6:
            text = text.replace("deal 1 ", "deal 1  ??? ", 1)
        texts.append(text)
    return "\r\n\n".join(texts).encode()


CORPUS = corpus(16)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of every kind, worked on in blocks of some games."""
    for name in ("stream", "run"):
        monkeypatch.setattr(f"viewer.cli.bulk.{name}.BLOCK", 3000)
    found = tmp_path / "corpus"
    found.mkdir()
    (found / "a.sgn").write_bytes(CORPUS)
    (found / "b.sgn").write_bytes(b"")
    (found / "c.sgn").write_bytes(b"stray\n" + CORPUS[:5000])
    (found / "d.sgn").mkdir()
    (found / "d.sgn" / "e.sgn").write_bytes(CORPUS[-3000:])
    return found


def told(*arguments: object) -> tuple[int, str, str]:
    result = run(*arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


# Blocks.


@settings(deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=25), st.integers(1, 30))
def test_a_file_is_read_alike_wherever_it_is_cut(parts: list[bytes], size: int) -> None:
    data = b"".join(parts)
    found = list(blocks(BytesIO(data), size))
    assert b"".join(block.data for block in found) == data
    assert [block.is_last for block in found] == [False] * (len(found) - 1) + [True]
    assert [game for block in found for game in read(block.data, block.start)] == list(read(data))


@settings(deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=25), st.integers(1, 30))
def test_of_a_game_that_is_too_large_the_rest_is_passed_over(parts: list[bytes], size: int) -> None:
    data = b"".join(parts)
    found = list(blocks(BytesIO(data), size, most=24))
    assert b"".join(block.data for block in found) == data
    games = [game.line for block in found if not block.is_rest for game in read(block.data, block.start)]
    lines = [game.line for game in read(data)]
    assert [line for line in games if line > 1] == [line for line in lines if line > 1]


def test_a_game_that_is_too_large_is_told_and_kept(tmp_path: Path) -> None:
    large = b"%SGN 1\n{" + b"x" * (5 << 20) + b"\n"
    data = b'%SGN 1\n[A "x"]\n\n' + large + b'%SGN 1\n[A "y"]\n'
    (tmp_path / "a.sgn").write_bytes(data)
    status, out, _ = told("check", tmp_path / "a.sgn")
    assert (status, out.count("error S")) == (1, 1)
    assert f"{tmp_path}/a.sgn: game 3: nothing to judge" in out
    assert told("fmt", tmp_path / "a.sgn")[1].encode() == data
    assert len(told("digest", tmp_path / "a.sgn")[1].splitlines()) == 2


def test_objects_of_json_are_cut_where_they_start() -> None:
    data = b'{"sgn": 1, "tags": {"A": "x\\n{\\"sgn\\""}, "deals": []}\n{"sgn": 1, "deals": []}\n'
    found = list(blocks(BytesIO(data), 8, object_lines))
    assert [block.start.line for block in found] == [1, 2]


# The same output.


@for_each([(words,) for words in COMMANDS], one_in=4)
def test_the_output_does_not_depend_on_how_many_work(command: tuple[str, ...], folder: Path) -> None:
    if not (folder / "z.sgn").is_symlink():
        (folder / "z.sgn").symlink_to(folder / "nowhere")
    alone = told(*command, folder, "--jobs", 1)
    assert alone == told(*command, folder, "--jobs", 3)
    assert alone[0] == 2
    assert "z.sgn: No such file" in alone[2]


@pytest.mark.nightly
def test_the_matches_of_a_series_find_each_other_whoever_judges_them(folder: Path) -> None:
    series = (ROOT / "samples" / "the-winter-bummerl.sgn").read_bytes()
    first, second, third = (b"%SGN 1\n" + game for game in series.split(b"%SGN 1\n")[1:])
    assert b'"2-1"' in second
    (folder / "d.sgn" / "y.sgn").write_bytes(second.replace(b'"2-1"', b'"1-1"') + b"\n" + CORPUS)
    (folder / "d.sgn" / "z.sgn").write_bytes(CORPUS + b"\n" + third + b"\n" + first)
    for command in ("check", "score"):
        alone = told(command, folder, "--jobs", 1)
        assert alone == told(command, folder, "--jobs", 3)
        assert "Winter Bummerl 2025" in alone[1]
    found = told("check", folder, "--jobs", 2)[1].splitlines()
    wrong = [line for line in found if "error N32" in line]
    assert len(wrong) == 1
    assert wrong[0].startswith(f"{folder}/d.sgn/y.sgn:")


def test_blocks_come_to_what_the_whole_file_comes_to(folder: Path) -> None:
    assert told("fmt", folder / "a.sgn")[1].encode() == format_file(CORPUS)
    assert told("fmt", "--write", folder, "--jobs", 2)[0] == 1
    assert (folder / "a.sgn").read_bytes() == format_file(CORPUS)


def test_json_goes_there_and_back(folder: Path) -> None:
    there = told("json", folder / "a.sgn")[1]
    (folder / "a.jsonl").write_text(there, "utf-8")
    back = told("json", "--to", "sgn", folder / "a.jsonl", "--jobs", 2)
    assert back == told("json", "--to", "sgn", folder / "a.jsonl", "--jobs", 1)
    (folder / "back.sgn").write_text(back[1], "utf-8", newline="")
    assert told("json", folder / "back.sgn")[1] == there


@pytest.mark.slow
def test_the_rules_of_a_pack_are_known_to_all_who_work(folder: Path) -> None:
    pack = folder / "pack.toml"
    pack.write_text(
        'pack = 1\nname = "corner-table"\nbase = "santase"\nsource = "House rules"\n[options]\ntarget = 7\n'
        '[clauses."game.target"]\nrule = "7"\nquote = "Seven."\n'
    )
    path = folder / "f.sgn"  # of these rules, for of others nearly all time would go into repairs
    games = (random_record("santase", random.Random(seed), noted=False, most_deals=2) for seed in range(4))
    path.write_text("\n".join(map(write, games)), "utf-8")
    words = ("--rules-pack", pack, "check", path, "--as", "corner-table")
    out = []
    for jobs in (1, 2):
        with started(*words, "--jobs", jobs, stdout=subprocess.PIPE) as command:  # a pack stays known
            out.append(command.communicate())
    assert out[0] == out[1]
    assert b"corner-table, 2 deals" in out[0][0]


def test_a_run_stops_at_the_first_game_with_an_error(folder: Path) -> None:
    for jobs in (1, 2):
        status, out, _ = told("check", folder / "a.sgn", "--fail-fast", "--jobs", jobs)
        assert status == 1
        assert "game 5" in out
        assert "game 6" not in out
        assert "5 games in 1 file" in out


def test_a_summary_counts_what_is_found(folder: Path) -> None:
    status, out, _ = told("check", "--statistics", "--format", "json", folder / "a.sgn", "--jobs", 2)
    counts = json.loads(out)
    lines = [json.loads(line) for line in told("check", "--format", "json", folder / "a.sgn")[1].splitlines()]
    codes = [finding["code"] for game in lines for finding in game["findings"]]
    assert (status, counts["files"], counts["games"]) == (1, 1, len(lines))
    assert counts["codes"] == {code: codes.count(code) for code in sorted(set(codes))}
    assert sum(counts["rules"].values()) == sum(bool(game["rules"]) for game in lines)


# Compressed files.


def packed(data: bytes, suffix: str) -> bytes:
    if suffix == "gz":
        return gzip.compress(data)
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)  # as the program zstd does


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_compressed_files_are_read_as_what_they_hold(folder: Path, suffix: str) -> None:
    name = folder / f"a.sgn.{suffix}"
    name.write_bytes(packed(CORPUS[:9000], suffix) + packed(CORPUS[9000:], suffix))
    for command in (("check",), ("digest",), ("fmt",)):
        plain = told(*command, folder / "a.sgn")
        assert told(*command, name)[1].replace(f"{name}:", f"{folder}/a.sgn:") == plain[1]
    status, _, err = told("fmt", "--write", name)
    assert (status, "this file is compressed" in err) == (2, True)
    words = [sys.executable, "-c", "from viewer.cli import main; main()", "digest", "-"]
    piped = subprocess.run(words, cwd=ROOT, input=name.read_bytes(), capture_output=True, check=False)
    assert piped.stdout.decode().replace("-:", "") == told("digest", folder / "a.sgn")[1].replace(
        f"{folder}/a.sgn:", ""
    )
    (folder / "a.sgn").unlink()
    assert f"{name}" in told("digest", folder)[1]


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_damage_is_told_with_the_name_of_the_file(tmp_path: Path, suffix: str) -> None:
    data = packed(CORPUS, suffix)
    name = tmp_path / f"a.sgn.{suffix}"
    for damaged, why in (
        (data[:-3], "ends too early"),
        (data[: len(data) // 2], "ends too early"),
        (data[:200] + b"\x00\xff" * 20 + data[240:], "is damaged"),
        (data + b"more", "is damaged"),
    ):
        name.write_bytes(damaged)
        for command in ("check", "digest", "explain"):
            status, _, err = told(command, name)
            assert (status, f"santase: {name}: this compressed file {why}" in err) == (2, True), err


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 255), st.sampled_from(["gz", "zst"]))
def test_a_changed_byte_is_read_or_told(at: int, byte: int, suffix: str) -> None:
    data = bytearray(packed(CORPUS[:2000], suffix))
    data[4 + at % (len(data) - 4)] = byte
    with suppress(CompressionError):  # nothing else is raised
        uncompressed(BufferedReader(BytesIO(bytes(data)))).read()


def test_zstd_without_its_extra_says_which_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "a.sgn.zst").write_bytes(zstandard.compress(CORPUS))
    status, _, err = told("check", tmp_path)
    assert (status, 'pip install "santase[zstd]"' in err) == (2, True)


# Workers that die.


@pytest.mark.parametrize("times", some([1, 2, 3], 1, 2))
def test_what_a_killed_worker_had_is_judged_all_the_same(
    folder: Path, tmp_path: Path, times: int, capsys: pytest.CaptureFixture[str]
) -> None:
    check = Check("", "", "text", "en", False)
    offsets = [block.start.offset for block in blocks(BytesIO(CORPUS), 3000)]
    out = []
    for work, jobs in ((check, 1), (DyingWork(check, str(tmp_path), offsets[2], times), 2)):
        files = Files((str(folder),))
        Run(files, Bulk(jobs)).go(work)
        out.append(capsys.readouterr())
    assert out[0] == out[1]
    assert len((tmp_path / "died").read_text()) == min(times, 2), "given out twice, and then worked on here"


# Progress.


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.nightly), 2])
def test_progress_is_shown_on_a_terminal_and_leaves_the_output_alone(tmp_path: Path, jobs: int) -> None:
    (tmp_path / "a.sgn").write_bytes((CORPUS + b"\n") * 4)
    words = ("check", tmp_path / "a.sgn", "--jobs", jobs)
    ours, theirs = os.openpty()
    with started(*words, stdout=subprocess.PIPE, stderr=theirs) as command:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # Linux says that the other end is closed by an error
            while part := os.read(ours, 4096):
                shown += part
        os.close(ours)
        assert command.stdout
        out = command.stdout.read().decode()
    assert out == told(*words)[1]
    assert "deals/s" in shown.decode()


# Interrupted runs.


def started(*arguments: object, **options: Any) -> "subprocess.Popen[bytes]":
    """A command as a process, in blocks of some games, whose starter ignores interruptions."""
    code = (
        "import viewer.cli.bulk.stream as s, viewer.cli.bulk.run as r; s.BLOCK = r.BLOCK = r.WORTH = 3000\n"
        "from viewer.cli import main; main()"
    )
    words = [sys.executable, "-c", code, *map(str, arguments), "--lang", "en"]
    ignore = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)  # noqa: E731
    return subprocess.Popen(words, cwd=ROOT, preexec_fn=ignore, **{"stderr": subprocess.PIPE, **options})


def children(process: int) -> set[int]:
    """The processes that have started from one, and those that these have started."""
    found = {process}
    while True:
        more = set()
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                text = path.read_text()
            except OSError:
                continue
            if int(text.rpartition(")")[2].split()[1]) in found:
                more.add(int(path.parent.name))
        if more <= found:
            return found - {process}
        found |= more


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not show its processes")
def test_an_interruption_ends_all_and_says_how_far_it_came(tmp_path: Path) -> None:
    (tmp_path / "a.sgn").write_bytes((CORPUS + b"\n") * 20)
    with started("json", tmp_path / "a.sgn", "--jobs", 2, stdout=subprocess.PIPE) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.readline()  # the output does not fit into the pipe: the run waits in its middle
        workers = children(command.pid)
        assert len(workers) >= 2
        handles = [os.pidfd_open(pid) for pid in workers]
        command.send_signal(signal.SIGINT)
        rest = command.stdout.read()
        err = command.stderr.read().decode().splitlines()[-1]
        assert command.wait() == 130
        assert err.startswith("santase: interrupted after ")
        assert "Traceback" not in err
        assert rest.endswith(b"\n")
        for handle in handles:  # they are children of another: a handle says that they have ended
            assert select.select([handle], [], [], 30)[0], "a worker is left"
            os.close(handle)


@pytest.mark.parametrize("signals", [1, 2], ids=["a line is ended", "a second one does not wait"])
def test_an_interruption_in_the_middle_of_a_line(signals: int) -> None:
    code = """
import os, sys
from viewer.cli.bulk import run
with run.interruptible(), run._whole():
    os.write(2, b"ready")
    sys.stdout.buffer.write(b"x" * 500_000 + b"\\n")
"""
    call = [sys.executable, "-c", code]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout
        assert command.stderr
        command.stderr.read(5)
        select.select([command.stdout], [], [])
        command.send_signal(signal.SIGINT)
        if signals == 2:
            command.send_signal(signal.SIGTERM)
            command.wait(30)  # nobody has read
        assert command.stdout.read().endswith(b"\n") == (signals == 1)


@pytest.mark.slow
def test_a_run_goes_on_where_it_was_interrupted(folder: Path, tmp_path: Path) -> None:
    whole = told("check", folder / "a.sgn", folder / "c.sgn")
    journal, output = tmp_path / "journal", tmp_path / "output"
    code = (
        "import sys, viewer.cli.bulk.stream as s, viewer.cli.bulk.run as r, viewer.cli.bulk.resuming as j\n"
        "s.BLOCK = r.BLOCK = r.WORTH = 3000\n"
        "save, left = j.Journal.save, [3]\n"
        "def stopping(*arguments):\n"
        "    left[0] -= 1\n"
        "    if left[0] == 0 and sys.argv.pop() == 'stop': raise KeyboardInterrupt\n"
        "    save(*arguments)\n"
        "j.Journal.save = stopping\n"
        "from viewer.cli import main; main(sys.argv[1:-1] if sys.argv[-1] == 'go' else sys.argv[1:-1])"
    )
    words = [sys.executable, "-c", code, "check", folder / "a.sgn", folder / "c.sgn"]
    words += ["--lang", "en", "--resume", journal, "--jobs"]

    def step(jobs: int, how: str, mode: str) -> "subprocess.CompletedProcess[bytes]":
        with output.open(mode) as out:
            command = [*map(str, words), str(jobs), how]
            return subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.PIPE, check=False)

    stopped = step(1, "stop", "wb")
    assert stopped.returncode == 130, stopped.stderr
    assert b"the same command continues from there" in stopped.stderr
    assert journal.exists()
    assert step(2, "stop", "ab").returncode == 130
    lost = step(2, "go", "wb")
    assert (lost.returncode, b"the output of the previous run is missing" in lost.stderr) == (2, True)
    output.write_bytes(whole[1].encode())  # more than is noted in the journal
    last = step(1, "go", "ab")
    assert (last.returncode, output.read_text("utf-8")) == (whole[0], whole[1])
    assert not journal.exists()


def test_a_journal_of_something_else_is_refused(folder: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    journal.write_text("{}")
    status, _, err = told("check", folder, "--resume", journal)
    assert (status, "this is not a journal of a run" in err) == (2, True)
    status, _, err = told("score", folder, "--format", "html", "--resume", journal)
    assert (status, "--resume goes with" in err) == (2, True)


@pytest.mark.slow
def test_a_run_that_can_be_resumed_refuses_the_first_match_of_a_series(folder: Path, tmp_path: Path) -> None:
    (folder / "s.sgn").write_bytes((ROOT / "samples" / "the-winter-bummerl.sgn").read_bytes())
    journal, output = tmp_path / "journal", tmp_path / "output"
    for command in ("check", "score"):
        words = (command, folder / "a.sgn", folder / "s.sgn", folder / "a.sgn", "--resume", journal)
        for mode in ("wb", "ab"):  # the second run resumes from the journal, and sees the match again
            with output.open(mode) as out, started(*words, "--jobs", 1, stdout=out) as run:
                err = run.communicate()[1].decode()
            assert (run.returncode, err.count("that cannot be combined with --resume")) == (2, 1), err
            assert f"{folder}/s.sgn, line " in err
            assert "winter" in err.lower()
            assert json.loads(journal.read_text())["files"] == 1
        text = output.read_text("utf-8")
        assert text
        assert told(command, folder / "a.sgn")[1].startswith(text)
        assert told(command, folder / "s.sgn")[0] == 0
        journal.unlink()


# Conversion.


TARGETS = [each.name for each in FORMATS.values() if each.writer and each.between is not None]


@pytest.mark.slow
@for_each(TARGETS, one_in=20)
def test_conversion_in_steps_is_that_of_the_whole_file(
    target: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = b"\n".join(path.read_bytes() for path in sorted((ROOT / "samples").glob("*.sgn"))[:3])
    (folder / "s.sgn").write_bytes(samples + b"\n" + CORPUS[:9000])
    for options, jobs in (((), 2), (("--report", "json"), 1), (("--strict", "--rules", "schnapsen"), 1)):
        words = ("convert", folder / "s.sgn", "--to", target, *options)
        steps = told(*words, "--jobs", jobs)
        with monkeypatch.context() as held:
            held.setattr("viewer.cli.logs.convert.goes_in_blocks", lambda *_: False)
            assert steps == told(*words)


def test_converted_games_are_told_by_their_numbers_in_the_file(folder: Path) -> None:
    plain = b'%SGN 1\n[Rules "santase"]\n[A "x"]\n\n'
    data = plain * 300 + plain.replace(b"\n\n", b"\n; said\n\n")
    (folder / "n.sgn").write_bytes(data)
    status, out, err = told("convert", folder / "n.sgn", "--to", "json")
    assert (status, len(out.splitlines()), "301 games read" in err) == (0, 301, True)
    status, out, err = told("convert", folder / "n.sgn", "--to", "painsi")
    assert (status, out, "301 games: left out (301): it has no deals" in err) == (1, "", True)


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_damaged_file_is_not_converted_in_part(folder: Path, tmp_path: Path, suffix: str) -> None:
    name, target = folder / f"x.sgn.{suffix}", tmp_path / "x.jsonl"
    name.write_bytes(packed(CORPUS, suffix))
    assert told("convert", name, target)[0] == 1
    assert target.read_text("utf-8") == told("convert", folder / "a.sgn", "--to", "json")[1]
    target.write_bytes(b"as it was")
    name.write_bytes(packed(CORPUS, suffix)[:-3])
    status, out, err = told("convert", name, target, "--force")
    assert (status, out, f"{name}: this compressed file ends too early" in err) == (2, "", True)
    assert target.read_bytes() == b"as it was"
    assert [path.name for path in tmp_path.glob(".santase*")] == []


# Memory.


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not show memory")
@pytest.mark.parametrize(
    ("command", "suffix"),
    [
        ("check", ""),
        pytest.param("convert --to json", ".zst", marks=pytest.mark.nightly),
        *(pytest.param(command, "", marks=pytest.mark.nightly) for command in ("digest", "fmt", "json")),
        pytest.param("convert --to json", "", marks=pytest.mark.nightly),
        *(
            pytest.param(command, ".zst", marks=pytest.mark.nightly)
            for command in ("check", "digest", "fmt", "json")
        ),
    ],
)
def test_memory_does_not_grow_with_the_input(tmp_path: Path, command: str, suffix: str) -> None:
    rng = random.Random(1)
    code = (  # the most that was resident; `rusage` counts what was so before the program was started, too
        "import sys\nfrom viewer.cli import main\ntry: main()\nfinally:\n"
        "    peak = [line for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
        "    print(peak[0].split()[1], file=sys.stderr)"
    )
    peaks = []
    for games in (4000, 12000):
        text = '%SGN 1\n[Rules "santase"]\n[A "{}"]\n\n'
        data = "".join(text.format(rng.randbytes(450).hex()) for _ in range(games)).encode()
        name = tmp_path / f"{games}.sgn{suffix}"
        name.write_bytes(zstandard.compress(data) if suffix else data)
        words = [sys.executable, "-c", code, *command.split(), str(name), "--jobs", "1"]
        done = subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        peaks.append(int(done.stderr.split()[-1]))
    assert peaks[1] < peaks[0] + 5000, "kilobytes, where the input is 7,000 larger"
    assert peaks[1] < 60_000
