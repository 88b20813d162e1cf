"""The base of the program and its extras: what each installs, and what is reported if one is missing."""

import json
import re
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path
from typing import Any, Final

import pytest

from santase.installation import PACKAGES
from tests.support.commands import python, run
from tests.support.corpus import ROOT
from viewer.cli import GROUPS
from viewer.extras import EXTRAS, needed

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FOR_WORK: Final = ("docs", "test")
"""Extras of those who work on the program."""
COMES_ALONG: Final = {"werkzeug": "flask", "lsprotocol": "pygls", "markupsafe": "jinja2"}
"""Modules that are imported, each with what brings it."""
IMPORTED: Final = re.compile(r"(?m)^ *(?:from|import) (\w+)(?:[\w.]* import |[\w.]*(?: as \w+)?(?:$|  #))")
SAMPLE: Final = str(ROOT / "samples/the-closer-fails.sgn")
WITHOUT_EXTRAS: Final = """
import json, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

request = json.load(sys.stdin)
missing = request["missing"]
sys.meta_path.insert(0, Missing())
from click.testing import CliRunner
from viewer.cli import main
answers = []
for words in request["commands"]:
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), (words, result.exception)
    answers.append((result.exit_code, result.output))
print(json.dumps(answers))
"""


def names(requirements: list[str]) -> set[str]:
    """The modules of what is required; each has the name of what brings it."""
    return {
        found[0].replace("-", "_")
        for each in requirements
        if (found := re.match("[a-z0-9-]+", each)) and found[0] != "santase"
    }


def imported() -> set[str]:
    """The modules of others that the program imports anywhere."""
    found = {
        name
        for room in (*PACKAGES, "santase")
        for path in (ROOT / room).rglob("*.py")
        if path.name != "build_hook.py"
        for name in IMPORTED.findall(path.read_text("utf-8"))
    }
    return (
        found
        - {"grammar", "notation", "referee", "santase", "viewer", "_typeshed"}
        - set(sys.stdlib_module_names)
    )


def without_extras(*commands: list[str], missing: object = None) -> list[tuple[int, str]]:
    """The exit status and the output of commands where no extra is installed."""
    gone = missing or [module for modules in EXTRAS.values() for module in modules]
    done = python("-c", WITHOUT_EXTRAS, stdin=json.dumps({"missing": gone, "commands": commands}), LC_ALL="C")
    return [(status, output) for status, output in json.loads(done.stdout)]


def test_the_extras_are_those_of_the_project() -> None:
    declared = {
        extra: names(brought)
        for extra, brought in PROJECT["optional-dependencies"].items()
        if extra not in FOR_WORK
    }
    assert declared == {extra: set(modules) - set(COMES_ALONG) for extra, modules in EXTRAS.items()}
    assert not names(PROJECT["dependencies"]) & {name for modules in EXTRAS.values() for name in modules}
    for module, brings in COMES_ALONG.items():
        assert module in names([each.lower() for each in requires(brings) or ()])


@pytest.mark.slow
def test_what_is_imported_is_brought_and_what_is_brought_is_imported() -> None:
    brought = names(PROJECT["dependencies"]) | {name for modules in EXTRAS.values() for name in modules}
    recorded = {"schnapsen"}  # anyone who has games recorded has it
    assert imported() - recorded == brought | {"markupsafe"}


def test_the_page_names_every_extra() -> None:
    page = (ROOT / "docs/installing.md").read_text("utf-8")
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", page)) == set(EXTRAS)


def test_all_commands_have_their_help() -> None:
    commands = [name for group in GROUPS.values() for name in group]
    found = without_extras(["--help"], *([name, "--help"] for name in commands))
    assert found[0][0] == 0
    assert all(f"  {name}" in found[0][1] for name in commands)
    assert not [name for name, (status, _) in zip(commands, found[1:], strict=True) if status]


def test_the_base_judges_rules_and_converts(tmp_path: Path) -> None:
    works = (
        ["check", "samples/closed-and-won.sgn"],
        ["check", SAMPLE, "--format", "json"],
        ["score", SAMPLE],
        ["fmt", SAMPLE],
        ["diff", SAMPLE, SAMPLE],
        ["digest", SAMPLE],
        ["json", SAMPLE],
        ["explain", SAMPLE, "--deal", "3", "--lang", "de"],
        ["explain", SAMPLE, "--deal", "3", "--format", "html"],
        ["dispute", SAMPLE, "--deal", "3", "--claim", "A 2"],
        ["compare", SAMPLE, "--under", "santase,sixty-six-casual"],
        ["infer", SAMPLE],
        ["rules", "santase"],
        ["code", "R210"],
        ["show", SAMPLE],
        ["solve", SAMPLE, "--deal", "1"],
        ["formats"],
        ["convert", SAMPLE, "--to", "markdown"],
        ["generate", "--deals", "1", "-o", str(tmp_path / "made.sgn")],
        ["completion", "bash"],
    )
    for words, (status, output) in zip(works, without_extras(*works), strict=True):
        assert (status, bool(output)) == (0, words[0] != "generate"), (words, output)


ABSENT: Final[list[tuple[str, list[str]]]] = [
    ("web", ["serve", "--port", "0"]),
    ("web", ["archive", "keys", "list"]),
    ("editor", ["lsp"]),
    ("analytics", ["index", SAMPLE, "--to", "never.parquet"]),
    ("analytics", ["query", "never.parquet", "SELECT 1"]),
    ("analytics", ["stats", SAMPLE]),
    ("analytics", ["dups", SAMPLE]),
    ("analytics", ["find", "closed", SAMPLE]),
    ("pdf", ["explain", SAMPLE, "--deal", "3", "--format", "pdf", "-o", "never.pdf"]),
    ("png", ["animate", SAMPLE, "--deal", "1", "-o", "never.png"]),
    ("sign", ["sign", "--new-key", "never"]),
    ("watch", ["check", SAMPLE, "--watch"]),
    ("cluster", ["check", SAMPLE, "--cluster", "tcp://127.0.0.1:1"]),
]


def test_a_command_says_in_one_sentence_which_extra_it_needs() -> None:
    found = without_extras(*(words for _, words in ABSENT))
    for (extra, words), answer in zip(ABSENT, found, strict=True):
        said = f'santase: this needs the extra `{extra}`: pip install "santase[{extra}]"\n'
        assert answer == (2, said), words


def test_beside_another_flask_the_server_is_still_an_extra() -> None:
    left_out = [module for module in EXTRAS["web"] if module not in ("flask", "werkzeug")]
    [(status, said)] = without_extras(["serve"], missing=left_out)
    assert (status, '"santase[web]"' in said) == (2, True)


def test_the_sentence_is_in_the_language_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.delitem(sys.modules, "viewer.editor.server", raising=False)

    result = run("lsp", env={"LC_ALL": "de_AT.UTF-8"})
    assert (result.exit_code, "dafür ist das Extra `editor` nötig" in result.output) == (2, True)


def test_a_shell_completes_commands_that_need_an_extra() -> None:
    code = WITHOUT_EXTRAS[: WITHOUT_EXTRAS.index("from click.testing")]
    done = python(
        "-c",
        f"{code}\nfrom viewer.cli import main\nmain(prog_name='santase')",
        stdin=json.dumps({"missing": EXTRAS["web"]}),
        _SANTASE_COMPLETE="bash_complete",
        COMP_WORDS="santase s",
        COMP_CWORD="1",
    )
    assert {"plain,score", "plain,serve", "plain,show"} <= set(done.stdout.split())


@pytest.mark.parametrize("name", ["", "numpy", "flaskette"])
def test_what_no_extra_brings_stays_an_error(name: str) -> None:
    error: Any = ModuleNotFoundError("No module", name=name)
    with pytest.raises(ModuleNotFoundError) as raised:
        needed(error)
    assert raised.value is error
