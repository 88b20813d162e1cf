"""Files in and out of the command: folders, outputs, full disks, interruption, files of any size."""

import os
import re
import signal
import subprocess
import tracemalloc
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import click
import pytest

from notation import read
from notation.text.source import cut
from tests.support.commands import COMMAND, python, run
from tests.support.corpus import ROOT
from tests.support.each import for_each
from tests.support.upgrades import know_later_step
from viewer.cli import main, options
from viewer.cli.files import Files
from viewer.cli.load import accounts
from viewer.store import Store

SAMPLE = ROOT / "samples" / "closed-and-won.sgn"
FULL = Path("/dev/full")


def santase(*arguments: object, **options: Any) -> "subprocess.CompletedProcess[str]":
    words = [*COMMAND, *map(str, arguments)]
    return subprocess.run(words, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False, **options)


# Reading.


class Dripping(BytesIO):
    """A file that gives a few bytes at a time."""

    def __init__(self, data: bytes, rng: Random) -> None:
        super().__init__(data)
        self.rng = rng

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self.rng.randint(1, 7))


def test_games_are_cut_alike_however_the_bytes_come() -> None:
    rng = Random(1)
    parts = (b"%SGN 1\n", b"%SGN 1", b"\n", b"\xef\xbb\xbf", b" ", b"x", b"%SGN\r\n", b"%SGN 12\n", b"\xff")
    for _ in range(3000):
        data = b"".join(rng.choices(parts, k=rng.randint(0, 9)))
        games = list(cut(data))
        assert list(cut(Dripping(data, rng))) == games
        assert data.endswith(b"".join(game.raw for game in games))


def test_rulings_read_a_file_game_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no more than one record of a large file is in memory."""
    seen: list[int] = []

    def one_by_one(data: bytes) -> Iterator[Any]:
        for source in cut(data * 3):
            seen.append(source.number)
            yield source

    monkeypatch.setattr("viewer.cli.load.cut", one_by_one)
    asked = options.DealsAsked(str(SAMPLE), None, 1, None, None)
    told = accounts(Files(), asked)
    for number in (1, 2, 3):
        next(told)
        assert seen == [*range(1, number + 1)]


@for_each(["check", "fmt", "fmt --check", "json", "digest"], one_in=3)
def test_a_large_file_is_never_held(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = command.split()
    text = b'%SGN 1\n[Rules "santase"]\n[A "' + 900 * b"x" + b'"]\n\n'
    peaks = []
    monkeypatch.setattr("click.echo", lambda *_, **__: None)
    monkeypatch.setattr("viewer.cli.bulk.stream.BLOCK", 4096)
    (tmp_path / "games.sgn").write_bytes(text)
    run(*words, tmp_path / "games.sgn")  # what the first run imports is not part of it
    for games in (20, 200):
        (tmp_path / "games.sgn").write_bytes(text * games)
        tracemalloc.start()
        assert run(*words, tmp_path / "games.sgn").exit_code in (0, 1)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] - peaks[0] < 20 * len(text)


def test_a_file_that_breaks_off_is_not_judged_to_where_it_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    text = SAMPLE.read_bytes()

    class Breaking(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            data = super().read(len(text) + 100 if self.tell() == 0 else size)
            if not data or self.tell() > len(text) + 100:
                raise OSError(5, "Input/output error")
            return data

    numbers = (game.number for game in read(Breaking(text + b"\n" + text)))
    assert next(numbers) == 1
    with pytest.raises(OSError, match="Input/output"):
        next(numbers)


# Folders.


def test_records_are_found_whatever_the_case_of_their_suffix(tmp_path: Path) -> None:
    (tmp_path / "Up").mkdir()
    for name in ("a.sgn", "Up/B.SGN", "Up/c.Sgn"):
        (tmp_path / name).write_bytes(SAMPLE.read_bytes())
    (tmp_path / "Up" / "notes.txt").write_text("no record")
    assert "3 games in 3 files: 0 errors" in run("check", tmp_path).output


def test_a_folder_that_cannot_be_looked_into_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("open", "shut"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.sgn").write_bytes(SAMPLE.read_bytes())
    scan = os.scandir

    def guarded(path: str) -> object:
        if Path(path).name == "shut":
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", guarded)
    result = run("check", tmp_path)
    assert result.exit_code == 2
    assert f"santase: {tmp_path}/shut: Permission denied" in result.stderr
    assert "1 game in 1 file: 0 errors" in result.stdout
    result = run("check", tmp_path / "shut")
    assert (result.exit_code, "no .sgn files" in result.stderr) == (2, False)
    target = tmp_path.parent / f"{tmp_path.name}-out"
    result = run("convert", tmp_path, target, "--to", "json")
    assert (result.exit_code, "Permission denied" in result.stderr) == (2, True)


def test_what_leads_nowhere_is_reported_and_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "gone.sgn").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop.sgn").symlink_to(tmp_path / "loop.sgn")
    os.mkfifo(tmp_path / "pipe.sgn")
    (tmp_path / "a.sgn").write_bytes(SAMPLE.read_bytes())
    result = run("check", tmp_path)
    assert result.exit_code == 2
    assert all(f"{name}.sgn: " in result.stderr for name in ("gone", "loop"))
    assert "pipe" not in result.stderr


# Outputs.


OUTPUTS = (
    ("explain", SAMPLE, "-o"),
    ("explain", SAMPLE, "--format", "html", "-o"),
    ("explain", SAMPLE, "--deal", "1", "--at", "2", "-o"),
    ("compare", SAMPLE, "-o"),
    ("infer", SAMPLE, "-o"),
    ("dispute", SAMPLE, "--deal", "1", "--claim", "A 3", "-o"),
    ("code", "R210", "-o"),
    ("convert", SAMPLE, "--to", "json"),
    ("convert", SAMPLE, "--to", "csv-deals"),
)


@pytest.mark.parametrize("command", OUTPUTS, ids=lambda command: " ".join(map(str, command[::2])))
def test_an_output_that_exists_is_replaced_by_force_alone(
    command: tuple[object, ...], tmp_path: Path
) -> None:
    target = tmp_path / "kept"
    target.write_text("kept")
    result = run(*command, target)
    assert (result.exit_code, target.read_text()) == (2, "kept")
    assert "this file exists; --force replaces what exists" in result.stderr
    assert run(*command, target, "--force").exit_code in (0, 1)
    assert target.read_text() != "kept"


READ = """
check.paths score.paths fmt.paths diff.first diff.second digest.paths json.paths explain.file dispute.file
compare.file audit.paths infer.paths recheck.file sign.key verify.paths verify.signature show.file solve.file
puzzles.paths annotate.file picture.file animate.file serve.paths convert.mapping recognise.paths formats.logs
find.words index.paths stats.paths dups.paths bot.key_file live-open.path live-open.key_file archive-add.paths
archive-import.file archive-restore.file enter.file""".split()
"""The parameters that name a file which is read; `enter` adds to it."""
WRITTEN: dict[str, tuple[str, ...]] = {
    "new.file": ("new", "{}"),
    "sign.new_key": ("sign", "--new-key", "{}"),
    "convert.paths": ("convert", "in.sgn", "{}", "--to", "json"),
    "convert.into": ("convert", "in.sgn", "--to", "json", "--into", "{}"),
    "convert.card": ("convert", "missing.sgn", "a.jsonl", "--to", "jsonl-decisions", "--card", "{}"),
    "index.target": ("index", "missing.sgn", "--to", "{}"),
    "referee.journal": ("referee", "--rules", "schnapsen", "--journal", "{}"),
    "referee.shown": ("referee", "--rules", "schnapsen", "--sgn", "{}"),
    "referee.output": ("referee", "--rules", "schnapsen", "--out", "{}"),
    "arena.output": ("arena", "--a", "random", "--b", "random", "--rules", "schnapsen", "--out", "{}"),
    "generate.output": ("generate", "--rules", "schnapsen", "--output", "{}"),
    "find.output": ("find", "wrong", "missing.sgn", "--output", "{}"),
    "picture.output": ("picture", "missing.sgn", "--output", "{}"),
    "archive-backup.file": ("archive", "backup", "--db", "sqlite:///missing.db", "{}"),
    "archive-rotate.folder": ("archive", "rotate", "{}"),
    "archive-migrate.copy": ("archive", "migrate", "--backup", "{}"),
    "conformance-export.out": ("conformance", "export", "{}"),
}
"""How a file is named that a command writes, where that is not `--output` of :mod:`viewer.cli.options`."""


def commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def files_named() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every parameter of a command that names a file to be written, with words that use it on nothing."""
    for path, command in commands(main):
        for each in command.params:
            if not re.search("FILE|FOLDER|JOURNAL|PATH|OUT", each.metavar or ""):
                continue
            name = f"{'-'.join(path)}.{each.name}"
            if name in WRITTEN:
                yield name, WRITTEN[name]
            elif name not in READ:
                assert each.name in ("output", "resume"), f"{name} names a file: is it read or written?"
                needed = sum(isinstance(other, click.Argument) for other in command.params)
                yield name, (*path, *["missing.sgn"] * needed, each.opts[-1], "{}")


def test_no_command_begins_before_it_knows_that_its_file_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its input is missing, which a command that had begun would report; the others would play."""

    def begun(*arguments: object, **named: object) -> NoReturn:
        pytest.fail("it has begun")

    workers = ("corpora.generate.part", "live.arena._play", "live.referee.Session")
    for worker in (*workers, "logs.convert.SourceLog"):
        monkeypatch.setattr(f"viewer.cli.{worker}", begun)
    monkeypatch.setattr("viewer.store.versions.go", begun)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SANTASE_DATABASE", f"sqlite:///{tmp_path}/archive.db")
    Store.open(f"sqlite:///{tmp_path}/archive.db").close()
    know_later_step(monkeypatch)  # for `migrate`
    there = tmp_path / "there"
    there.write_text("kept")
    (tmp_path / "in.sgn").write_bytes(SAMPLE.read_bytes())
    for name, words in files_named():
        makes_folders = name in ("convert.into", "archive-rotate.folder")
        continues = name == "referee.journal"
        nowhere = tmp_path / "nowhere" / "x"
        targets = [there / "x", *[nowhere] * (not makes_folders), *[there] * (not continues)]
        for target in targets:
            result = run(*(word.format(target) for word in words))
            assert result.exit_code == 2, (name, result.output, result.exception)
            assert "missing.sgn" not in result.stderr, (name, target)
            assert "there" in result.stderr or "nowhere" in result.stderr, name
            assert there.read_text() == "kept", name
        assert {path.name for path in tmp_path.iterdir()} == {"there", "archive.db", "in.sgn"}, name


@pytest.mark.parametrize("command", OUTPUTS[:1] + OUTPUTS[5:6] + OUTPUTS[7:])
def test_what_is_read_is_never_written_over(command: tuple[object, ...], tmp_path: Path) -> None:
    source, link = tmp_path / "a.sgn", tmp_path / "link.sgn"
    source.write_bytes(SAMPLE.read_bytes())
    link.symlink_to(source)
    own = [source if word == SAMPLE else word for word in command]
    for target in (source, link, tmp_path / "." / "a.sgn"):
        result = run(*own, target, "--force")
        assert result.exit_code == 2
        assert "this is an input file" in result.stderr
        assert source.read_bytes() == SAMPLE.read_bytes()


def test_a_folder_is_converted_where_nothing_stands_yet(tmp_path: Path) -> None:
    source, target = tmp_path / "logs", tmp_path / "records"
    for folder in (source, target):
        folder.mkdir()
    for name in ("a", "b", "c"):
        (source / f"{name}.sgn").write_bytes(SAMPLE.read_bytes())
    (target / "b.jsonl").write_text("kept")
    result = run("convert", source, target, "--to", "json")
    assert (result.exit_code, [path.name for path in target.iterdir()]) == (2, ["b.jsonl"])
    assert f"{target}/b.jsonl: this file exists; --force replaces what exists" in result.stderr
    assert run("convert", source, target, "--to", "json", "--force").exit_code == 0
    assert sorted(path.name for path in target.iterdir()) == ["a.jsonl", "b.jsonl", "c.jsonl"]
    result = run("convert", source, target, "--to", "json")
    assert "a.jsonl: this file exists, and so do 2 others; --force" in result.stderr
    result = run("convert", source, source, "--to", "json")
    assert (result.exit_code, "another folder" in result.stderr) == (2, True)


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", ["check", "check --format sarif", "fmt", "explain", "convert"])
def test_a_full_disk_is_one_sentence(words: str) -> None:
    with FULL.open("w") as full:
        result = santase(*words.split(), SAMPLE, stdout=full)
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1] == "santase: standard output: No space left on device"
    assert "Traceback" not in result.stderr


def test_whoever_stops_reading_ends_the_command_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "games.sgn").write_bytes(SAMPLE.read_bytes() * 40)
    words = [*COMMAND, "fmt", str(tmp_path / "games.sgn")]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.read(1)
        command.stdout.close()
        assert (command.stderr.read(), command.wait()) == (b"", 128 + signal.SIGPIPE)


def test_interruption_is_told_and_has_its_status() -> None:
    words, pipe = [*COMMAND, "check", "-"], subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as command:
        assert command.stdin
        assert command.stdout
        assert command.stderr
        command.stdin.write(SAMPLE.read_bytes() * 60)
        command.stdin.flush()
        command.stdout.readline()  # it is at work
        command.send_signal(signal.SIGINT)
        assert command.stderr.read().startswith(b"santase: interrupted after ")
        assert command.wait() == 128 + signal.SIGINT


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_command_that_is_ended_leaves_nothing_beside_its_output(number: int, tmp_path: Path) -> None:
    """It is ended where its unfinished output is there already."""
    code = (
        "import os\nfrom viewer.cli import main\nfrom viewer.store import backups\n"
        f"backups._reading = lambda path: os.kill(os.getpid(), {number})\n"
        "main(['archive', 'backup', '--db', 'archive.db', 'copies/made'])"
    )
    run("archive", "add", "--db", "archive.db", SAMPLE, folder=tmp_path)
    (tmp_path / "copies").mkdir()
    python("-c", code, folder=tmp_path, status=128 + number)
    assert list((tmp_path / "copies").iterdir()) == []


# Tables and reports.


def test_a_table_names_event_and_date(tmp_path: Path) -> None:
    for form in ("csv-deals", "csv-tricks"):
        result = run("convert", SAMPLE, "-", "--to", form)
        assert all(
            row.startswith("1,Friday table,2025-03-14,santase,") for row in result.stdout.split("\r\n")[1:-1]
        )
        assert "event and date" not in result.stderr


def test_a_report_says_a_thing_of_many_deals_once(tmp_path: Path) -> None:
    (tmp_path / "many.sgn").write_bytes((SAMPLE.read_bytes() + b"\n") * 30)
    result = run("convert", tmp_path / "many.sgn", "-", "--to", "csv-deals", "--lang", "en")
    lines = result.stderr.splitlines()
    assert len(lines) < 12
    assert any(
        line.endswith("30 games, 180 deals: dropped: cards played (2220, the first at line 17)")
        for line in lines
    )


def test_closes_are_dropped_from_a_table_only_where_no_column_has_them(tmp_path: Path) -> None:
    closed = run("convert", SAMPLE, "-", "--to", "csv-deals", "--lang", "en")
    assert "dropped: closes" not in closed.stderr
    # Without its head's trump a deal cannot be followed, and nobody knows who closed.
    deal = '%SGN 1\n[Rules "santase"]\n\ndeal 1 dealer A\n1. As Ah\n2. close Kh Qh\n'
    (tmp_path / "open.sgn").write_text(deal)
    lost = run("convert", tmp_path / "open.sgn", "-", "--to", "csv-deals", "--lang", "en")
    assert "dropped: closes (line 6)" in lost.stderr


def test_an_argument_that_is_not_a_path_is_not_taken_for_one(tmp_path: Path) -> None:
    target = tmp_path / "kept"
    target.write_text("kept")
    query = f"SELECT count(*) FROM games -- {'x' * 5_000}"
    result = run("query", SAMPLE, query, "--format", "csv", "-o", target, "--force")
    assert (result.exit_code, result.stderr) == (0, "")
    assert target.read_text() != "kept"
