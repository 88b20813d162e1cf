"""Canonical form of whole files: what may change, what may not, and what the command does with them."""

import os
import random
import stat
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from notation import digest, read
from notation.judge import judge
from notation.text.formatter import format_file, gap_behind
from tests.support import commands
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.each import for_each
from tests.support.sizes import Size
from viewer.cli.files import replace_file

pytestmark = pytest.mark.usefixtures("few_repairs")
run = partial(commands.run, "fmt")

CANONICAL = sorted((ROOT / "samples").glob("*.sgn"))
PATHS = SAMPLES + VECTORS
SPOILT = Size("FUZZ", 200_000).share(50)
"""Spoilt files that are laid out."""

GOOD = '%SGN 1\n[Rules "santase"]\n\ndeal 1 dealer B trump Qd\n1. As Td! {a fine trump}\n'
LAX = GOOD.replace("\n", " \r\n").replace("%SGN 1 ", "%SGN 1").replace("[Rules ", "[Rules\t")
FAULTY = '%SGN 1\n[Rules   "santase"]\n\ndeal 1   dealer B trump Qd\n1. As ??? Td  !\n'
FAULTY_LAID_OUT = '%SGN 1\n[Rules "santase"]\n\ndeal 1 dealer B trump Qd\n1. As ??? Td!\n'
NEWER = b'%SGN 2\r\n[Rules   "santase"]\r\n'
INSERTED = (
    *b"\n|\r\n|\r| |%SGN 1\n|\n%SGN 2\n|%SGN|\xef\xbb\xbf|\xff|\x1b[31m".split(b"|"),
    *b'{ } " ( ) [ ] \\ ! ^ ~ 20 2. <1-2> A: talon: deal @x-a(b)'.split(),
    *(b"= ", b"; x\n", b"\n\n; y\n", b"ruling A 1", "\u2003\u202e".encode()),
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def spoilt(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """Return a file with some bytes inserted, removed or moved."""
    if rng.random() < 0.3:
        data += other
    if rng.random() < 0.2:
        data = data.replace(b"\n", b"\r\n")
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        at, length = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 5, 30))
        kind = rng.random()
        if kind < 0.5:
            data = data[:at] + rng.choice(INSERTED) + data[at:]
        elif kind < 0.8:
            data = data[:at] + data[at + length :]
        else:
            start = rng.randrange(len(data) + 1)
            data = data[:at] + data[start : start + length] + data[at:]
    return data


def spoilt_files(seed: int, number: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    files = [data for path in PATHS if len(data := path.read_bytes()) < 3000]
    for _ in range(number):
        yield spoilt(rng.choice(files), rng.choice(files), rng)


def check_laid_out(data: bytes) -> None:
    """A file says the same after it was laid out, in a form that lasts."""
    once = format_file(data)
    assert format_file(once) == once, data
    before, after = list(read(data)), list(read(once))
    assert len(before) == len(after), data
    for game, laid_out in zip(before, after, strict=True):
        assert bool(game.record) == bool(laid_out.record), data
        assert not game.record or not laid_out.record or digest(game.record) == digest(laid_out.record), data
        if game.draft is None:
            assert laid_out.source.startswith(game.source), data
            assert not laid_out.source[len(game.source) :].strip(b"\n"), data
        codes = [Counter(f.code.id for f in judge(one).findings) for one in (game, laid_out)]
        codes[0].pop("S143", None)  # English letters leave no doubt
        del codes[0]["S139"], codes[1]["S139"]  # it is found by the blank before a mark, which goes
        assert codes[0] == codes[1], data


@pytest.mark.slow
@for_each(PATHS, one_in=50)
def test_a_file_says_the_same_laid_out(path: Path) -> None:
    data = path.read_bytes()
    check_laid_out(data)
    once = format_file(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n") + b"\r\n" + data)
    assert format_file(once) == once


@pytest.mark.parametrize("path", CANONICAL, ids=lambda path: path.stem)
def test_samples_stay_as_they_are(path: Path) -> None:
    data = path.read_bytes()
    assert format_file(data) == data
    assert format_file(data + b"\n" + data) == data + b"\n" + data


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_spoilt_file_says_the_same_laid_out(seed: int) -> None:
    for data in spoilt_files(seed, SPOILT // 4 + 1):
        check_laid_out(data)


SPOILT_WORDS = "dealt|dealt A:|talon:|won B:|--s|ruling A|20d|Qd:|A:|score|(|= B".split("|")


@pytest.mark.slow
def test_a_deal_with_a_word_too_many_or_too_few_says_the_same_laid_out() -> None:
    """Hands before and after the play keep their place and words where some text cannot be read."""
    rng = random.Random(31)
    deal = f"{GOOD.partition('deal')[0]}deal 1 dealer B trump Qd\nA: Ks As Qh\ntalon: Jh Ks\n"
    for _ in range(40):
        late = rng.choice(("dealt A: Ks Kc\n", "dealt talon: 9h --\n", "", "dealt B: Ts\n"))
        words = f"{deal}{late}1. As Td\n= A 1\n{late}".split(" ")
        for _ in range(rng.choice((1, 2))):
            at = rng.randrange(3, len(words))
            words[at : at + rng.choice((0, 1))] = [rng.choice(SPOILT_WORDS)]
        data = " ".join(words).encode()
        check_laid_out(data)
        if any(game.record is None for game in read(data)):
            assert format_file(data).count(b"dealt") == data.count(b"dealt"), data


def test_what_cannot_be_read_stays_byte_for_byte() -> None:
    assert format_file(FAULTY.encode()) == FAULTY_LAID_OUT.encode()
    for raw in (NEWER, b'%SGN 1\n[A "\x01"]\n', b"%SGN 1\n\xff\n\n", b"no game\n", b"%SGN 2  "):
        assert format_file(raw) == raw
        line_end = b"" if raw.endswith(b"\n") else b"\n"
        assert format_file(raw + line_end + LAX.encode()) == raw + gap_behind(raw) + GOOD.encode()
    assert format_file(LAX.encode() + NEWER) == GOOD.encode() + b"\n" + NEWER


def test_canonical_form_is_printed() -> None:
    result = run("-", stdin=LAX)
    assert (result.exit_code, result.stdout, result.stderr) == (0, GOOD, "")
    assert run("-", stdin=GOOD + GOOD).stdout == f"{GOOD}\n{GOOD}"


def test_files_are_printed_as_one(tmp_path: Path) -> None:
    for name, text in (("a", LAX), ("b", "%SGN 2"), ("c", LAX)):
        (tmp_path / f"{name}.sgn").write_bytes(text.encode())
    result = run(tmp_path)
    assert result.stdout == f"{GOOD}\n%SGN 2\n\n{GOOD}"
    assert format_file(result.stdout_bytes) == result.stdout_bytes


def test_a_faulty_file_is_laid_out_and_reported() -> None:
    result = run("-", stdin=FAULTY)
    assert (result.exit_code, result.stdout) == (1, FAULTY_LAID_OUT)
    assert "-:5:7: error S111: `???` was not expected here" in result.stderr
    result = run("-", stdin=GOOD.encode() + NEWER)
    assert (result.exit_code, result.stdout_bytes) == (1, GOOD.encode() + b"\n" + NEWER)
    assert "-:6:1: error S105" in result.stderr


def test_a_warning_is_shown_and_is_no_error() -> None:
    result = run("-", stdin='%SGN 1\n[Evnet "x"]\n')
    assert (result.exit_code, result.stdout) == (0, '%SGN 1\n[Evnet "x"]\n')
    assert "warning S129" in result.stderr


def test_controls_are_bytes_of_a_record_but_not_of_a_report() -> None:
    result = run("-", stdin="%SGN 1\n\x1b[31m\n")
    assert result.stdout == "%SGN 1\n\x1b[31m\n"
    assert "\x1b" not in result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file in canonical form, one that is not, and one with a fault."""
    (tmp_path / "a.sgn").write_text(GOOD, "utf-8")
    (tmp_path / "b.sgn").write_bytes(LAX.encode())
    (tmp_path / "c.sgn").write_text(FAULTY_LAID_OUT, "utf-8")
    return tmp_path


def test_check_names_what_would_change(folder: Path) -> None:
    result = run("--check", folder)
    assert (result.exit_code, result.stdout) == (1, f"{folder}/b.sgn\n")
    assert run("--check", folder / "a.sgn").exit_code == 0
    assert run("--check", folder / "c.sgn").exit_code == 1, "the fault is an error"
    assert (folder / "b.sgn").read_bytes() == LAX.encode()


def test_diff_shows_what_would_change(folder: Path) -> None:
    result = run("--diff", folder / "a.sgn", folder / "b.sgn")
    lines = result.stdout_bytes.decode().split("\n")
    assert result.exit_code == 1
    assert lines[:2] == [f"--- {folder}/b.sgn", f"+++ {folder}/b.sgn"]
    assert '-[Rules\t"santase"] \r' in lines
    assert '+[Rules "santase"]' in lines
    assert run("--diff", folder / "a.sgn").stdout == ""
    assert run("--diff", "-", stdin="%SGN 1").stdout == (
        "--- -\n+++ -\n@@ -1 +1 @@\n-%SGN 1\n\\ No newline at end of file\n+%SGN 1\n"
    )


def test_write_changes_files(folder: Path) -> None:
    (folder / "b.sgn").chmod(0o640)
    result = run("--write", folder / "a.sgn", folder / "b.sgn")
    assert (result.exit_code, result.stdout) == (0, f"{folder}/b.sgn: put into canonical form\n")
    assert (folder / "b.sgn").read_text("utf-8") == GOOD
    assert stat.S_IMODE((folder / "b.sgn").stat().st_mode) == 0o640
    assert run("--write", folder / "b.sgn").stdout == ""
    assert names(folder) == ["a.sgn", "b.sgn", "c.sgn"]


def test_write_reports_a_fault_and_lays_out_the_rest(folder: Path) -> None:
    (folder / "c.sgn").write_text(FAULTY, "utf-8")
    assert run("--write", folder / "c.sgn").exit_code == 1
    assert (folder / "c.sgn").read_text("utf-8") == FAULTY_LAID_OUT


def test_a_file_that_cannot_be_replaced_stays_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for call in ("replace", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, call, fails)
            result = run("--write", folder)
        assert result.exit_code == 2
        assert "b.sgn: No space left on device" in result.stderr
        assert (folder / "b.sgn").read_bytes() == LAX.encode()
        assert names(folder) == ["a.sgn", "b.sgn", "c.sgn"], "nothing is left behind"


def test_a_file_is_never_seen_half_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "b.sgn"
    seen = []

    def watched(*_: object) -> None:
        seen.append(path.read_bytes())

    monkeypatch.setattr(os, "fsync", watched)
    replace_file(path, b"new")
    assert seen == [LAX.encode()]
    assert path.read_bytes() == b"new"


def test_a_link_goes_on_leading_to_its_file(folder: Path) -> None:
    link = folder / "inner" / "link.sgn"
    link.parent.mkdir()
    link.symlink_to(folder / "b.sgn")
    assert run("--write", link).exit_code == 0
    assert link.is_symlink()
    assert (folder / "b.sgn").read_text("utf-8") == GOOD


def test_only_files_that_may_be_written_are(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    result = run("--write", folder / "b.sgn")
    assert (result.exit_code, (folder / "b.sgn").read_bytes()) == (2, LAX.encode())
    assert "Permission denied" in result.stderr
    monkeypatch.undo()
    with pytest.raises(OSError, match="not a regular file"):
        replace_file(Path(os.devnull), b"")


def test_wrong_use(folder: Path) -> None:
    for arguments in (["--check", "--diff", folder], ["--write", "--check", folder], ["--write", "-"], []):
        assert run(*arguments).exit_code == 2
    result = run("--write", folder / "missing.sgn", folder / "b.sgn")
    assert result.exit_code == 2
    assert (folder / "b.sgn").read_text("utf-8") == GOOD, "the others are written all the same"
