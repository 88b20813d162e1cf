"""The commands that settle disputes, as they are typed: what they print, and how they end."""

import json
import os
import random
import re
import sys
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import click
import pytest

from notation import write
from notation.live.match import BY_HAND, FAIR
from notation.players import DEALS, QUICK_PLAYERS
from notation.record import SEAT_LETTERS
from notation.text import ALPHABETS, LineLayout
from referee.table import Mode
from tests.support.commands import COMMAND, python, run
from tests.support.corpus import ROOT
from tests.support.games import random_record
from viewer import __version__
from viewer.cards import PACKS
from viewer.cards.boards import WIDEST
from viewer.cards.palettes import PALETTES, TONES
from viewer.cli import GROUPS, main
from viewer.cli.conformance.suite import LEVELS
from viewer.measures import Grouping
from viewer.rulings.audits import TABLES

CLOSER = str(ROOT / "samples/the-closer-fails.sgn")
CLUB = ROOT / "samples/eleven-points-and-dear-closes.sgn"
FORMS = ("text", "markdown", "json", "html")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("arguments", "exit_code", "told"),
    [
        (("explain", CLOSER, "--deal", 3), 0, "Anna closed at trick 5 with Leopold already holding a trick"),
        (("explain", CLOSER, "--deal", 3, "--at", "5"), 0, "closes"),
        (("explain", CLOSER, "--deal", 3, "--at", "5.1"), 0, "5.1"),
        (("compare", CLOSER, "--under", "santase,sixty-six-casual"), 0, "sixty-six-casual"),
        (("infer", CLUB), 0, "failed-close=3"),
        (("dispute", CLOSER, "--deal", 3, "--claim", "A 3"), 1, "3, whatever the opponent has"),
        (("dispute", CLOSER, "--deal", 3, "--claim", "A 2"), 0, "Leopold wins 2"),
        (("code", "R210"), 0, "R210"),
        (("code",), 0, "X109"),
    ],
)
def test_every_command_speaks_in_every_form(
    arguments: tuple[object, ...], exit_code: int, told: str, form: str
) -> None:
    output = run(*arguments, "--format", form, status=exit_code).output
    if form == "json":
        assert all(isinstance(json.loads(line), dict) for line in output.splitlines())
        assert output
        return
    assert output.startswith({"markdown": "# ", "html": "<!DOCTYPE html>"}.get(form, output[:1]))
    if "--at" not in arguments:
        assert told in output.replace("\\", "").replace("\n", " ")


def test_a_deal_is_described_at_a_moment() -> None:
    output = run("explain", ROOT / "samples/twenties-and-forties.sgn", "--deal", 1, "--at", 5).output
    assert "Stefan is to lead to trick 5." in output
    assert "- Stefan may claim 66." in output
    assert "If Stefan claims now, Nagy wins 2 game points." in output
    assert "K♥ K♦" in next(line for line in output.splitlines() if line.startswith("│ Stefan │ Nagy"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("explain", CLOSER, "--at", "5"), "--at needs a single deal; choose one of 5"),
        (("explain", CLOSER, "--deal", 1, "--at", "x"), "x"),
        (("explain", CLOSER, "--deal", 1, "--at", "99"), "99"),
        (("explain", CLOSER, "--deal", 99), "game 1 has 5 deals"),
        (("explain", CLOSER, "--game", 2), "there is no game 2 in this file"),
        (("explain", "no-such-file"), "no-such-file"),
        (("compare", CLOSER, "--under", "santase,schnapsen"), "they cannot be compared"),
        (("compare", CLOSER, "--under", "santasse"), "did you mean santase?"),
        (("dispute", CLOSER, "--claim", "nobody revoked"), "The claims fit several deals (1, 2, 3, 4, 5)"),
        (("dispute", CLOSER, "--claim", "nonsense"), "--claim needs a single deal; choose one of 5"),
        (("dispute", CLOSER, "--deal", 1, "--claim", "B 2", "--choose", 1), "and 0 are offered"),
        (("dispute", CLOSER, "--deal", 1, "--choose", 1), "--choose is for what --claim says"),
        (("code", "R999"), "there is no code `R999`"),
        (("code", "R203", "--page"), "no ID goes with it"),
        (("recheck", CLOSER, CLOSER), "this is not a ruling"),
        (("disptue", CLOSER), "there is no command disptue, did you mean dispute?"),
        ((CLOSER,), f"there is no command {CLOSER}, did you mean check {CLOSER}?"),
        (("archive", "lits"), "did you mean list?"),
    ],
)
def test_wrong_use_is_told(arguments: tuple[object, ...], told: str) -> None:
    assert told in run(*arguments, status=2).output


def test_a_ruling_is_kept_and_checked_again(tmp_path: Path) -> None:
    kept = tmp_path / "ruling.json"
    run("explain", CLOSER, "--deal", 3, "--format", "json", "-o", kept)
    assert "the ruling is the same as" in run("recheck", kept, CLOSER).output
    kept.write_text(kept.read_text("utf-8").replace('"game_points": 2', '"game_points": 3', 1), "utf-8")
    output = run("recheck", kept, CLOSER, status=1).output
    assert "altered since it was issued" in output
    assert "game_points: 3 -> 2" in output


# What starting costs.

SERVING: Final = {"flask", "sqlalchemy", "alembic", "viewer.web", "viewer.store", "viewer.editor"}
SHAPES: Final = {"marshmallow", "notation.wire", "apispec", "jsonschema"}
OTHER_FORMS: Final = {"babel", "jinja2", "weasyprint"}
DOCUMENTS: Final = {"rich", "notation.formats", "notation.replay", "notation.rulings"}
LEAST: Final = (f"check {CLOSER}", f"digest {CLOSER}", f"fmt {CLOSER}", f"diff {CLOSER} {CLOSER}")
"""Commands that are run on every change of a file, and need no documents either."""
AS_TEXT: Final = (
    "rules",
    "rules santase",
    f"score {CLOSER}",
    f"explain {CLOSER}",
    f"explain {CLOSER} --deal 3 --at 5",
    f"compare {CLOSER} --under santase,sixty-six-casual",
    f"dispute {CLOSER} --deal 3 --claim 'A 3'",
    f"infer {CLOSER}",
    f"show {CLOSER}",
    "code R210",
    "formats",
)
STARTING: Final = """
import sys
before = set(sys.modules)
from viewer.cli import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert end.code in (None, 0, 1), end.code
print(*set(sys.modules) - before)
"""
TO_START: Final = {"viewer", "viewer.cli"}
TO_JUDGE: Final = {"viewer": 21, "notation": 28, "referee": 31}
"""How many modules of a package a game that is right needs at most; a game without notes three fewer."""
OF_NOTES: Final = {"notation.text.annotations", "notation.text.comments", "notation.text.dates"}
"""What a game with notes and a date needs."""
NOT_TO_JUDGE: Final = {
    "notation.record.model",
    "notation.text.reader",
    "notation.judge.match",
    "notation.text.letters",
    "referee.knowledge",
    "referee.meanings",
    "referee.view",
    "viewer.cli.output",
}
"""Neither the model of a record, nor what finds and explains, nor what a game can do without."""
TO_HELP: Final = (
    "alembic babel duckdb flask grammar jinja2 lark marshmallow notation pyarrow pygls referee rich "
    "sqlalchemy viewer.cli.files viewer.documents viewer.store viewer.web"
).split()
"""What a command loads for its own work only, and not for help, for an error of usage, or for a shell."""
HELPED: Final = """
import json, os, sys
from viewer.cli import GROUPS, main

loaded = {}
for name in (name for group in GROUPS.values() for name in group):
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        sys.stdout = open(os.devnull, "w")
        try:
            main([name, "--help"])
        except SystemExit as end:
            assert not end.code, name
        os.write(writer, " ".join(sorted(each for each in sys.argv[1:] if each in sys.modules)).encode())
        os._exit(0)
    os.close(writer)
    loaded[name] = os.read(reader, 1 << 16).decode()
    os.waitpid(child, 0)
print(json.dumps(loaded))
"""
TAKES_LONG: Final = set(
    "asyncio concurrent csv difflib email hashlib http importlib.metadata importlib.resources json logging "
    "multiprocessing pathlib random shutil socket sqlite3 subprocess tempfile tomllib xml zipfile".split()
)
"""Modules of the standard library that take a millisecond and more to load, with what they bring."""
LOADED: Final = """
import json, shlex, sys
from click.testing import CliRunner
from viewer.cli import main

loaded = {}
for words in json.load(sys.stdin):
    assert CliRunner().invoke(main, shlex.split(words)).exit_code < 2, words
    loaded[words] = list(sys.modules)
print(json.dumps(loaded))
"""


LOADING: Final = """
import gc, sys
from viewer.cli import Loading
if sys.argv[1:]:
    gc.disable()
searches = []
gc.callbacks.append(lambda *_: searches.append(1))
with Loading():
    import viewer.cli.records.check
print(len(searches), gc.isenabled(), gc.get_freeze_count() > 10_000)
"""


def loaded_by(words: list[str]) -> set[str]:
    """The modules that a command loads, in a separate process."""
    return set(python("-c", STARTING, *words, LC_ALL="C").stdout.splitlines()[-1].split())


def test_the_version_is_that_of_the_package_and_the_core_is_named(tmp_path: Path) -> None:
    assert run("--version").output == f"santase, version {__version__} (plain core)\n"
    assert __version__ == version("santase")
    (tmp_path / "referee").mkdir()
    for name in ("__init__.py", f"deal{EXTENSION_SUFFIXES[0]}"):
        (tmp_path / "referee" / name).touch()
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    done = python(*COMMAND[1:], "--version", folder=tmp_path, path=path)
    assert done.stdout == f"santase, version {__version__} (compiled core)\n"


def test_the_version_loads_click_alone() -> None:
    loaded = loaded_by(["--version"])
    rooms = {name for name in loaded if name.split(".")[0] in ("grammar", "notation", "referee", "viewer")}
    assert rooms == TO_START
    foreign = {name.split(".")[0] for name in loaded} - sys.stdlib_module_names
    assert foreign == {"click", "viewer"}
    assert not loaded & TAKES_LONG


@pytest.mark.parametrize("collects", [True, False])
def test_no_garbage_is_looked_for_while_modules_are_loaded(collects: bool) -> None:
    """Nor later among what they have made; everything else is as it was."""
    done = python("-c", LOADING, *(() if collects else ("off",)))
    assert done.stdout.split() == ["0", str(collects), "True"]


def test_judging_loads_what_it_needs_and_no_more() -> None:
    """Of a file that is right: what a fault loads, the parser and all that tells of it, is another matter."""
    loaded = loaded_by(["check", str(CLOSER)])
    assert loaded > OF_NOTES
    assert not loaded & NOT_TO_JUDGE
    for package, most in TO_JUDGE.items():
        assert len(found := {name for name in loaded if name.split(".")[0] == package}) <= most, found
    assert {name.split(".")[0] for name in loaded} - sys.stdlib_module_names == {
        "click",
        "notation",
        "referee",
        "viewer",
    }
    assert not loaded & TAKES_LONG


def test_a_game_without_notes_needs_less(tmp_path: Path) -> None:
    path = tmp_path / "plain.sgn"
    path.write_text(write(random_record("santase", random.Random(6), noted=False)), "utf-8")
    assert not loaded_by(["check", str(path)]) & (OF_NOTES | NOT_TO_JUDGE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("commands", "unused"),
    [(LEAST, SERVING | SHAPES | OTHER_FORMS | DOCUMENTS), (AS_TEXT, SERVING | SHAPES | OTHER_FORMS)],
    ids=["least", "as text"],
)
def test_text_starts_without_what_it_does_not_use(commands: tuple[str, ...], unused: set[str]) -> None:
    done = python("-c", LOADED, stdin=json.dumps(commands), LC_ALL="C")
    used = {
        name: unused & {".".join(module.split(".")[:depth]) for module in loaded for depth in (1, 2)}
        for name, loaded in json.loads(done.stdout).items()
    }
    assert not any(used.values()), used


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each command is loaded in a copy of one process")
def test_no_command_loads_anything_before_its_own_work() -> None:
    loaded = json.loads(python("-c", HELPED, *TO_HELP, LC_ALL="C").stdout)
    assert len(loaded) == sum(map(len, GROUPS.values()))
    assert not any(loaded.values()), loaded


def test_what_a_command_offers_is_what_the_program_knows() -> None:
    """Words and numbers that stand in the options of commands, so that help does not load what knows them."""
    known: dict[tuple[str, str], Iterable[object]] = {
        ("new", "letters"): ALPHABETS,
        ("fmt", "letters"): ALPHABETS,
        ("fmt", "layout"): (each.value for each in LineLayout),
        ("explain", "knower"): SEAT_LETTERS,
        ("audit", "table"): TABLES,
        ("solve", "player"): QUICK_PLAYERS,
        ("picture", "pack"): PACKS,
        ("picture", "palette"): PALETTES,
        ("picture", "tone"): TONES,
        ("show", "palette"): PALETTES,
        ("stats", "groupings"): (each.value for each in Grouping),
        ("referee", "mode"): (each.value for each in Mode),
        ("referee", "dealing"): (FAIR, BY_HAND),
        ("referee", "dealer"): SEAT_LETTERS,
        ("conformance run", "level"): LEVELS,
    }
    for (words, name), due in known.items():
        kind: Any = option_of(words, name).type
        assert list(kind.choices) == list(due), (words, name)
    assert option_of("solve", "deals").default == DEALS
    for words in ("picture", "animate"):
        kind = option_of(words, "width").type
        assert kind.max == WIDEST


def option_of(words: str, name: str) -> click.Parameter:
    """The option of a command by the name of its value."""
    command: Any = main
    for word in words.split():
        command = command.get_command(click.Context(command), word)
    [found] = [each for each in command.params if each.name == name]
    assert isinstance(found, click.Parameter)
    return found


def test_a_question_is_chosen_for_what_was_not_understood() -> None:
    asked = ("dispute", CLOSER, "--deal", 1, "--claim", "B: the moon is green", "--claim", "B: I win, sirs")
    before = run(*asked)
    assert before.exit_code == 1
    assert "Not understood: “the moon is green” (this is not understood as a claim)." in before.output
    offered = re.findall(r"- (\d): (.*)", before.output)
    assert [number for number, _ in offered][:3] == ["1", "2", "3"]
    for number, question in offered[:3]:
        chosen = run(*asked, "--choose", number)
        assert question in chosen.output
        assert "the moon" not in chosen.output


def test_a_claim_finds_its_deal_in_an_evening() -> None:
    found = run("dispute", CLOSER, "--claim", "Anna: I get two")
    assert found.exit_code == 0
    assert "Dispute over deal 4" in found.output


def test_other_rules_decide_nothing_where_nothing_was_played(tmp_path: Path) -> None:
    path = tmp_path / "results.sgn"
    path.write_text("%SGN 1\ndeal 1\n= A 2\n", "utf-8")
    answered = run("dispute", path, "--claim", "A 2", "--claim", "B 3", status=1).output
    assert answered.count("The claim cannot be decided.") == 2
    assert "Under which rules" not in answered
