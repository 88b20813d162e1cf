"""The tutorials: their records, their commands, and what they show of their output."""

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from tests.support.commands import run
from tests.support.corpus import ROOT

BLOCK: Final = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES: Final = {"tutorial": "quarrel.sgn", "bauernschnapsen": "stammtisch.sgn", "gaigel": "kreuzgaigel.sgn"}
"""The tutorials, each with the file that it has its reader save."""


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((ROOT / f"docs/{page}.md").read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_tutorial_can_be_followed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `text` block is part of what the command before it prints."""
    monkeypatch.chdir(tmp_path)
    output = ""
    shown = 0
    for kind, text in blocks(page):
        if kind == "sgn":
            Path(PAGES[page]).write_text(text, "utf-8")
        elif kind == "sh":
            name, *arguments = shlex.split(text)
            assert name == "santase"
            done = run(*arguments)
            assert done.exit_code in {0, 1}, done.output
            output = done.output
        else:
            assert kind == "text"
            assert text.rstrip("\n") in output
            shown += 1
    assert shown > 4
    if page == "tutorial":
        case = Path("case.html").read_text("utf-8")
        assert "R. Petrova" in case
        assert "Sofia" in case


def test_what_the_tutorial_advises(tmp_path: Path) -> None:
    """With the option written into the record Vasil is right."""
    [record] = [text for kind, text in blocks("tutorial") if kind == "sgn"]
    path = tmp_path / "quarrel.sgn"
    path.write_text(record.replace('"santase"', '"santase revoke=lost"'), "utf-8")
    done = run("dispute", path, "--claim", "Vasil: A 3")
    assert "The claim is right under" in done.output
