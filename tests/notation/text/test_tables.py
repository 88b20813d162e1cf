"""The parser's saved tables: they are the grammar's, are used where they fit, and are never needed."""

import json
import shutil
from collections import deque
from pathlib import Path

import lark
import pytest
from lark.parsers.lalr_analysis import IntParseTable, Shift

from grammar import tables
from notation.text.parsing import parse_game
from tests.support.commands import python
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.each import for_each


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tables") / "tables.json"
    tables.save(file)
    return file


@pytest.fixture(scope="module")
def parsers(saved: Path) -> tuple[lark.Lark, lark.Lark]:
    """From saved tables, and from the grammar."""
    loaded = tables.loaded(saved)
    assert loaded
    return loaded, tables.built()


def table_of(parser: lark.Lark) -> IntParseTable:
    table: IntParseTable = parser.parser.parser.parser.parse_table
    return table


def test_saved_tables_are_those_of_the_grammar(parsers: tuple[lark.Lark, lark.Lark]) -> None:
    """States are numbered as they come: those of both are walked side by side."""
    ours, built = map(table_of, parsers)
    seen = dict(zip(ours.start_states.values(), built.start_states.values(), strict=True))
    assert list(ours.start_states) == list(built.start_states)
    waiting = deque(seen.items())
    while waiting:
        left, right = waiting.popleft()
        assert ours.states[left].keys() == built.states[right].keys()
        for word, (action, argument) in ours.states[left].items():
            other, counterpart = built.states[right][word]
            assert action is other
            if action is not Shift:
                assert argument == counterpart
            elif argument not in seen:
                seen[argument] = counterpart
                waiting.append((argument, counterpart))
            assert action is not Shift or seen[argument] == counterpart
    assert len(seen) == len(ours.states) == len(built.states)
    assert {start: seen[end] for start, end in ours.end_states.items()} == built.end_states


def test_words_are_those_of_the_grammar(parsers: tuple[lark.Lark, lark.Lark]) -> None:
    ours, built = (
        [(word.name, word.pattern.to_regexp(), word.priority) for word in parser.terminals]
        for parser in parsers
    )
    assert ours == built


@for_each(SAMPLES + VECTORS, one_in=10)
def test_files_are_read_alike_with_tables_and_without(
    path: Path, parsers: tuple[lark.Lark, lark.Lark], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = path.read_text("utf-8", "replace")
    found = []
    for parser in parsers:
        monkeypatch.setattr("notation.text.parsing._parser", lambda parser=parser: parser)
        found.append(parse_game(text))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "content", [None, "", "{}", "[]", "[1, 2, 3]", '["another key", {}, {}]', '["', "\udcff"]
)
def test_tables_that_do_not_fit_are_ignored(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "tables.json"
    if content is not None:
        file.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert tables.loaded(file) is None


def test_without_tables_the_parser_is_built(tmp_path: Path) -> None:
    assert tables.parser(tmp_path / "tables.json").terminals


@pytest.mark.parametrize("what", ["lark.__version__", "grammar.tables.WITH_RECOVERY"])
def test_tables_of_another_grammar_or_lark_do_not_fit(
    saved: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what, "another")
    assert tables.loaded(saved) is None


def test_reading_writes_no_tables_and_looks_beside_the_grammar_alone(tmp_path: Path) -> None:
    package = tmp_path / "tree"
    for name in ("grammar", "notation", "referee"):
        shutil.copytree(
            ROOT / name, package / name, ignore=shutil.ignore_patterns("tables.json", "__pycache__")
        )
    before = sorted(package.rglob("*"))
    code = "from notation.text.parsing import parse_game; print(parse_game('%SGN 1')[1])"
    done = python("-B", "-c", code, folder=package, path=package, TMPDIR=str(tmp_path / "temporary"))
    assert done.stdout.strip() == "[]", done.stderr
    assert sorted(package.rglob("*")) == before


def test_saving_leaves_nothing_half_written(saved: Path) -> None:
    assert [file.name for file in saved.parent.iterdir()] == ["tables.json"]
    assert len(json.loads(saved.read_bytes())) == 3
    with pytest.raises(OSError):
        tables.save(saved / "below-a-file.json")
