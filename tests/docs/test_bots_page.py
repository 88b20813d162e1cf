"""The pages on bots: every command on them is run and prints what it says, every line is what it says."""

import json
import re
import sys
import threading
from pathlib import Path
from typing import Final

import pytest

from notation.wire.shape import load_as
from notation.wire.table import RequestSchema
from tests.support.commands import shell
from tests.support.corpus import ROOT
from tests.support.live import KEYS, BotService, served
from tests.support.sizes import some
from viewer.cli.live.bot import LiveService, play
from viewer.cli.live.programs import Program

TEXT: Final = "".join((ROOT / f"docs/{name}.md").read_text("utf-8") for name in ("bots", "arena"))
BLOCKS: Final = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS: Final = re.findall(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", TEXT, re.MULTILINE | re.DOTALL)
LIVE: Final = "https://santase.example/api/v1/live/matches/m1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where somebody who follows the page works."""
    [program] = [text for kind, text in BLOCKS if kind == "python" and text.startswith("import")]
    (tmp_path / "first.py").write_text(program)
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    (tmp_path / "key.txt").write_text("key-of-a\n")
    return tmp_path


def run(command: str, folder: Path) -> str:
    done = shell(command, folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_every_kind_of_block_is_tried() -> None:
    """Doctests are run by `.ci/docs`, and `console` with the other pages of the documentation."""
    assert {kind for kind, _ in BLOCKS} == {"python", "sh", "text", "console"}
    assert len(COMMANDS) == 6


@pytest.mark.parametrize("number", some(range(len(COMMANDS)), 1, 3, 4))
@pytest.mark.slow
def test_a_command_prints_what_the_page_says(number: int, folder: Path) -> None:
    command, output = COMMANDS[number]
    if LIVE not in command:
        said = run(command, folder)
        assert not output or said == output
        return
    with served(BotService()) as url:
        other = Program(f"{sys.executable} {ROOT / 'samples/bots/bot.py'}")
        thread = threading.Thread(target=play, args=(LiveService(url, list(KEYS)[1]), other))
        thread.start()
        said = run(command.replace(LIVE, url), folder)
        thread.join(60)
        other.end()
    assert json.loads(said)["event"] == "end"


def test_every_line_of_a_request_is_one() -> None:
    [lines] = [text.splitlines() for kind, text in BLOCKS if kind == "text" and text.startswith('{"action')]
    for line in lines:
        assert load_as(RequestSchema, json.loads(line))


def test_the_sample_bot_is_of_sixty_lines_and_of_the_standard_library() -> None:
    text = (ROOT / "samples/bots/bot.py").read_text("utf-8")
    assert len(text.splitlines()) <= 60
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) == {"json", "sys"}
