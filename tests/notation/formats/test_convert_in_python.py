"""`notation.convert` and `notation.convert_into`: what the command does, from Python."""

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from notation import Conversion, convert, convert_into, read
from notation.corpus import generate
from notation.findings.finding import ENGLISH
from notation.formats import FORMATS, convert_stream, recognised
from notation.formats import convert as convert_log
from referee import PRESETS
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.sizes import some

GAME: Final = ROOT / "samples" / "schnapsen-a-game-to-seven.sgn"
USUAL: Final = dict(convert_stream.__kwdefaults__ or {})
TARGETS: Final = [each.name for each in FORMATS.values() if each.writer]


def printed(path: Path, to: str) -> bytes:
    """What the command makes of a file."""
    done = run("convert", path, "-", "--to", to)
    return done.stdout_bytes


@pytest.mark.parametrize("to", some(TARGETS, "json", "bummerl", "csv-deals", "parquet-decisions"))
def test_it_gives_what_the_command_prints(to: str) -> None:
    done = convert(GAME, to)
    assert isinstance(done, Conversion)
    assert done.data == printed(GAME, to)


def test_bytes_text_paths_games_and_records_are_the_same_source() -> None:
    data = GAME.read_bytes()
    games = list(read(data))
    whole = convert(data, "jsonl-decisions")
    records = [game.record for game in games if game.record]
    for source in (data.decode(), GAME, games, iter(games)):
        assert convert(source, "jsonl-decisions").data == whole.data
    assert convert(records, "jsonl-decisions").data == whole.data
    assert convert(games, "bummerl").report == convert(data, "bummerl").report
    assert convert([], "json").games == 0


def test_a_log_is_recognised_or_named() -> None:
    log = convert(GAME, "bummerl").data
    assert recognised(log, list(FORMATS.values())) is FORMATS["bummerl"]
    assert convert(log, "sgn").data == convert_log(log, FORMATS["bummerl"], FORMATS["sgn"]).data
    assert convert(log, "sgn", source_format="bummerl").data == convert(log, "sgn").data
    [finding] = convert(b"no log at all", "sgn").findings
    assert finding.code.id == "F401"


def test_rules_are_those_of_logs_that_name_none() -> None:
    text = "%SGN 1\ndeal 1 dealer A\n= B 1\n"
    for rules in ("schnapsen", PRESETS["schnapsen"]):
        assert b'"spec": "schnapsen"' in convert(text, "jsonl-deals", rules=rules).data
        output = io.BytesIO()
        convert_into(output, text.splitlines(keepends=True), "jsonl-deals", rules=rules)
        assert b'"spec": "schnapsen"' in output.getvalue()


@pytest.mark.parametrize(
    ("to", "more", "said"),
    [
        ("jsonl-decision", {}, "did you mean jsonl-decisions"),
        ("actions", {}, "actions is read only"),
        ("sgn", {"source_format": "csv-deals"}, "csv-deals is written only"),
        ("sgn", {"source_format": "sng"}, "'sng' is not a format"),
        ("sgn", {"rules": "whist"}, "whist"),
    ],
)
def test_what_cannot_be_asked_for_is_a_value_error(to: str, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        convert("", to, **more)
    with pytest.raises(ValueError, match=said):
        convert_into(io.BytesIO(), [], to, **more)
    with pytest.raises(OSError):
        convert(Path("nothing-of-the-kind.sgn"))


@pytest.mark.slow
@pytest.mark.parametrize("to", some(TARGETS, "json", "bummerl", "csv-deals", "parquet-decisions"))
def test_a_stream_becomes_what_the_whole_becomes(to: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notation.formats.core.steps.convert_stream.__kwdefaults__", {**USUAL, "size": 9000})
    samples = sorted((ROOT / "samples").glob("*.sgn"))[:10]
    data = b"\n".join(path.read_bytes() for path in samples)
    log = convert(GAME, "bummerl").data
    for source in (data, log):
        whole = convert(source, to)
        lines = source.splitlines(keepends=True)
        for given in (io.BytesIO(source), lines, [line.decode() for line in lines]):
            output = io.BytesIO()
            report = convert_into(output, given, to, whole=True)
            assert output.getvalue() == whole.data
            assert (report.ok, report.games, report.deals) == (whole.ok, whole.games, whole.deals)
            assert report.entries == whole.report
            assert tuple(report.findings) == whole.findings
            assert report.has_losses == whole.has_losses
            assert report.table == whole.table
            assert not output.closed


def test_without_whole_the_report_has_its_lines_alone() -> None:
    output = io.BytesIO()
    report = convert_into(output, io.BytesIO(GAME.read_bytes()), "csv-decisions")
    assert report.entries == ()
    assert any("dropped: comments" in line for line in report.lines(ENGLISH))


class Nowhere(io.RawIOBase):
    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        return len(data)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "to",
    [
        pytest.param("json", marks=pytest.mark.slow),
        *(pytest.param(f"{file}-decisions", marks=pytest.mark.nightly) for file in ("jsonl", "parquet")),
    ],
)
def test_memory_does_not_grow_with_a_stream(to: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notation.formats.core.steps.convert_stream.__kwdefaults__", {**USUAL, "size": 9000})
    monkeypatch.setattr("notation.corpus.arrow.ROW_GROUP", 500)
    some = list(generate(PRESETS["schnapsen"], 25, 1))

    def lines(times: int) -> Iterator[str]:
        for _ in range(times):
            for game in some:
                yield from game.splitlines(keepends=True)
                yield "\n"

    peaks = []
    convert_into(Nowhere(), lines(1), to)  # type: ignore[arg-type]
    for times in (4, 12):
        tracemalloc.start()
        report = convert_into(Nowhere(), lines(times), to)  # type: ignore[arg-type]
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert report.deals >= 25 * times
    assert peaks[1] < peaks[0] * 1.5, "but for the footer of Parquet it is the same"
