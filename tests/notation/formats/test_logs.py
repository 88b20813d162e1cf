"""Logs as they reach the disk: recognised as their format and no other, and read despite decorations.

`tests/logs` holds what other programs printed; its page says which, and by whom. With `SANTASE_FORMATS` set
to a folder of more of them, those are looked at as well.
"""

import codecs
import json
import os
import re
from pathlib import Path
from typing import Final

import pytest

from notation import read as games
from notation.findings.finding import Finding
from notation.formats import Format, ReportKind, Telling, convert, recognised, records
from notation.formats.core.lines import opened, unwrapped
from notation.judge import judge
from notation.record.model import Record
from tests.support.corpus import ROOT
from tests.support.example_logs import clean, written
from tests.support.naming import case
from tests.support.ways import WAYS
from viewer.exports.formats import FORMATS

FOREIGN: Final = {
    "boardgame-io.txt": "boardgame",
    "bummerl.pickle": "bummerl-pickle",
    "bummerl.txt": "bummerl",
    "fltk.scg": "scg",
    "nikolayit-decorator.txt": "decorator",
    "robertpainsi-console.txt": "painsi",
    "vu-gui-json.txt": "",
    "vu-ml-replay.txt": "",
    "vu-old-moves.jsonl": "vu-moves",
    "vu-old-verbose.txt": "vu-verbose",
    "vu-trick-reprs.txt": "vu-tricks",
}
"""The samples of `SANTASE_FORMATS`, each with the only format that is recognised in it."""
WITHOUT_FINDINGS: Final = ("bummerl.txt", "fltk.scg", "nikolayit-decorator.txt", "robertpainsi-console.txt")


def what(data: bytes) -> str:
    """The name of the format that is recognised, or the code of the finding."""
    found = recognised(data, list(FORMATS.values()))
    return found.code.id if isinstance(found, Finding) else found.name


# Each format is recognised in its own logs alone.


@pytest.mark.parametrize("name", ["sgn", "json", "markdown", "html"])
def test_records_are_recognised_whatever_log_stands_in_their_comments(name: str) -> None:
    logs = "\n".join(data.decode()[:200] for _, data in clean().values())
    comment = re.sub(r"[{}]", "|", re.sub(r"\n\s*\n", "\n", logs))
    text = (ROOT / "samples/two-draws.sgn").read_text("utf-8").replace("\n1. ", f"\n{{{comment}}}\n1. ", 1)
    done = convert(text.encode(), FORMATS["sgn"], FORMATS[name])
    assert what(done.data) == name


@pytest.mark.skipif("SANTASE_FORMATS" not in os.environ, reason="SANTASE_FORMATS names no folder of logs")
def test_what_other_programs_wrote_is_recognised_as_that_alone_and_judged() -> None:
    for name, form in FOREIGN.items():
        with case(name):
            data = Path(os.environ["SANTASE_FORMATS"], name).read_bytes()
            assert [each.name for each in FORMATS.values() if each.recognise(data)] == [form] * bool(form)
            if name in WITHOUT_FINDINGS:
                done = convert(data, FORMATS[form], FORMATS["sgn"])
                assert done.games
                assert not done.findings
                assert not [finding for game in games(done.data) for finding in judge(game).findings]


def test_the_state_that_is_written_of_a_round_is_the_state_that_was_printed() -> None:
    """With the same keys in the same order."""
    data = clean()["printed: boardgame"][1]
    sgn = convert(data, FORMATS["boardgame"], FORMATS["sgn"]).data
    again = convert(sgn, FORMATS["sgn"], FORMATS["boardgame"]).data
    real, own = (json.loads(each.split(b"\n")[0]) for each in (data, again))
    assert set(own["ctx"]) <= set(real["ctx"])
    for state in (real, own):
        for player in state["G"]["players"]:
            player["score"] = 0  # of the games before, which a log of one round does not tell
        for told in state["G"]["roundSummaries"]:
            for more in ("schneider", "schwarz", "againstClose", "againstOut"):
                told.pop(more, None)
    assert json.dumps(own["G"]) == json.dumps(real["G"])
    assert again.split(b"\n")[1:] == [*data.split(b"\n")[1:], b""]


# The decorations that a log gets on its way to the disk.


def read(data: bytes, form: Format) -> tuple[list[Record], Telling]:
    telling = Telling()
    return [record for _, record in records(data, form, telling)], telling


def test_logs_are_read_whatever_stands_round_their_lines() -> None:
    for place, name in enumerate(clean()):
        way = list(WAYS)[2 * place % len(WAYS)]
        with case(f"{name}, {way}"):
            read_all_the_same(name, way)
            found_in_the_same_places(name, way)


@pytest.mark.nightly
@pytest.mark.parametrize("way", WAYS)
def test_every_log_is_read_whatever_stands_round_its_lines(way: str) -> None:
    for name in clean():
        with case(name):
            read_all_the_same(name, way)
            found_in_the_same_places(name, way)


def read_all_the_same(name: str, way: str) -> None:
    form, data = clean()[name]
    if way == "no-break spaces" and b'"name"' in data:  # there they stand in the names of the players
        return
    found, told = read(data, form)
    assert found
    assert not told.findings
    there = WAYS[way](data)
    assert what(there) == form.name
    again, told_again = read(there, form)
    assert again == found
    assert not told_again.findings
    known = [entry for entry in told_again.report if entry.kind is not ReportKind.READ]
    assert known == list(told.report)


def found_in_the_same_places(name: str, way: str) -> None:
    """A line is cut short: its finding is at the same words of the file as without decorations."""
    form, data = clean()[name]
    lines = data.decode().split("\n")
    for number in range(len(lines) - 1, 0, -1):
        spoilt = "\n".join((*lines[: number - 1], lines[number - 1][:-2], *lines[number:])).encode()
        _, told = read(spoilt, form)
        if told.findings:
            there = WAYS[way](spoilt)
            _, again = read(there, form)
            places = [shown(each, spoilt) for each in told.findings]
            assert [shown(each, there) for each in again.findings] == places
            return


def shown(finding: Finding, data: bytes) -> tuple[str, str]:
    """The code of a finding, and the words of the file that it is about."""
    span = finding.span
    text = opened(data).decode("utf-8-sig").replace("\u00a0", " ")
    line = text.split("\n")[span.line - 1].removesuffix("\r")
    return finding.code.id, line[span.column - 1 : span.end_column - 1].replace("\ufe0f", "").strip()


def test_nothing_stands_round_the_lines_of_a_clean_log() -> None:
    """Except for spaces, which some programs print."""
    for name, (_, data) in clean().items():
        found = unwrapped(data)
        assert found is None or found.data.split() == data.split(), name


def test_a_code_page_is_named_where_a_log_leaves_utf_8() -> None:
    data = written("vu-verbose").replace(b"player1: <A>", "player1: Jürgen".encode("cp1252"), 1)
    _, told = read(data, FORMATS["vu-verbose"])
    [finding] = told.findings
    line = data[: data.index(b"\xfc")].count(b"\n") + 1
    assert (finding.code.id, finding.span.line, finding.span.column) == ("F408", line, 11)


def test_names_with_blanks_and_emoji_are_kept_where_a_log_is_whole() -> None:
    """Only what could not be read otherwise is removed."""
    name = "Ann\u00a0B ♥\ufe0f "
    data = re.sub(b"New game vs .*", f"New game vs {name}".encode(), written("decorator"))
    found, told = read(data, FORMATS["decorator"])
    assert [found[0].tag("A"), found[0].tag("B")] == [name, name]
    assert not [entry for entry in told.report if entry.kind is ReportKind.READ]


def test_how_a_log_was_read_is_told() -> None:
    there = WAYS["a logger"](written("painsi"))
    count = there.count(b"\n")
    _, told = read(codecs.BOM_UTF16_LE + there.decode().encode("utf-16-le"), FORMATS["painsi"])
    assert [
        (each.line, each.count, str(each.why)) for each in told.report if each.kind is ReportKind.READ
    ] == [
        (0, 1, "it is written in UTF-16"),
        (1, count, "without what a console, logger or quotation added to its lines"),
    ]


def test_a_log_that_is_too_large_is_refused_before_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notation.formats.core.recognition.MAX_LOG", 10)
    assert what(b" " * 11) == "F406"
