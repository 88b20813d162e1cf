"""Manners of the command line: what is selected, colours, settings of a folder, completion, watching."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import CATALOGUE
from notation.limits import MAX_FINDINGS
from tests.scripts.man_page import PAGE, page
from tests.support.commands import COMMAND, run
from tests.support.corpus import ROOT
from tests.support.forked import Forked, on_a_terminal
from viewer.cli import FIRST, main
from viewer.cli.bulk import BlockResult, FileBlock
from viewer.cli.records import fmt

pytestmark = pytest.mark.usefixtures("few_repairs")

FAULTY = ROOT / "samples/faulty"
REVOKE = FAULTY / "the-revoke-seen-later.sgn"


def found(*arguments: object) -> list[str]:
    lines = run("check", "--format", "json", *arguments).output.splitlines()
    return [each["code"] for line in lines for each in json.loads(line).get("findings", ())]


def test_a_bare_command_shows_the_first_five() -> None:
    result = run()
    assert result.exit_code == 0
    assert len(FIRST) == 5
    for example in FIRST:
        assert example in result.output
        assert example.split()[1] in main.list_commands(None)  # type: ignore[arg-type]


SOME = sorted(FAULTY.glob("*.sgn"))[::5]


@cache
def all_of_some() -> list[str]:
    return found(*SOME)


_STARTS = st.lists(st.sampled_from([*"SXRNC", "X1", "R2", *CATALOGUE]), max_size=3)


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@given(_STARTS, _STARTS, st.booleans())
def test_findings_are_selected_by_the_longest_code(
    select: list[str], ignore: list[str], errors_only: bool
) -> None:
    def wanted(code: str) -> bool:
        for length in range(len(code), 0, -1):
            if code[:length] in ignore:
                return False
            if code[:length] in select:
                return True
        return not select

    arguments: list[str] = ["--errors-only"] if errors_only else []
    arguments += ["--select", ",".join(select)] if select else []
    arguments += ["--ignore", ",".join(ignore)] if ignore else []
    kept = [code for code in all_of_some() if wanted(code)]
    errors = [code for code in kept if CATALOGUE[code].severity.value == "error"]
    assert found(*arguments, *SOME) == (errors if errors_only else kept)
    assert run("check", *arguments, *SOME).exit_code == bool(errors)


def test_what_is_left_out_is_counted_and_a_game_is_not_called_right() -> None:
    result = run("check", "--ignore", "R,X,C,N", REVOKE)
    assert result.exit_code == 0
    game, total = result.output.splitlines()
    assert "1 error" in game
    assert total.endswith("0 errors, 0 warnings, 1 finding left out")
    counted = json.loads(run("check", "--ignore", "R", "--statistics", "--format", "json", REVOKE).output)
    assert (counted["errors"], counted["left_out"], counted["codes"]) == (0, 1, {})


def test_a_game_and_the_total_count_the_same_errors_however_many_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    deals = "".join(f"deal {n} dealer B\n= A 7 score {n}-0\n\n" for n in range(1, 41))
    path.write_text(f'%SGN 1\n[Rules "santase"]\n\n{deals}', "utf-8")
    of_game, of_all = (
        re.search(r"(\d+) errors", line) for line in run("check", path).output.splitlines()[-2:]
    )
    assert of_game
    assert of_all
    assert int(of_game[1]) == int(of_all[1]) > MAX_FINDINGS
    warned = json.loads(
        run("check", "--ignore", "R,X,S,C,N", "--statistics", "--format", "json", path).output
    )
    assert (warned["errors"], warned["wrong"]) == (int(of_game[1]) - MAX_FINDINGS, 1)


def test_an_unknown_code_is_refused() -> None:
    result = run("check", "--select", "R2011", REVOKE)
    assert result.exit_code == 2
    assert "'R2011', did you mean R2" in result.output


def test_only_what_is_selected_is_corrected(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    wrong = (FAULTY / "wrong-score.sgn").read_text("utf-8").replace("dealer", "dealre")
    path.write_text(wrong, "utf-8")
    codes = found(path)
    run("check", "--fix", "--select", "R", path)
    assert path.read_text("utf-8") == wrong
    run("check", "--fix", "--ignore", "X", path)
    assert path.read_text("utf-8") == wrong.replace("dealre", "dealer")
    assert len(codes) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "env", "on_terminal", "piped"),
    [
        ("check", {}, True, False),
        ("score", {"NO_COLOR": "1"}, False, False),
        ("explain", {"TERM": "dumb"}, False, False),
        ("score", {"FORCE_COLOR": "1"}, True, True),
        ("explain", {"FORCE_COLOR": "1"}, True, True),
        ("check", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_colours_are_where_they_are_wished(
    command: str, env: dict[str, str], on_terminal: bool, piped: bool
) -> None:
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    environment = {**clean, "TERM": "xterm", "LC_ALL": "C", **env}
    with Forked([*COMMAND, command, str(REVOKE)], environment) as process:
        assert ("\x1b[" in process.communicate()[0]) == piped
    assert ("\x1b[" in on_a_terminal([*COMMAND, command, str(REVOKE)], environment)) == on_terminal


@pytest.mark.slow
def test_a_folder_sets_language_and_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "santase.toml").write_text(
        'lang = "de"\n[check]\nignore = ["R"]\nerrors-only = true\n[explain]\nformat = "markdown"\n', "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    result = run("check", REVOKE)
    assert result.exit_code == 0
    assert "1 Befund ausgelassen" in result.output
    assert run("check", "--ignore", "X", REVOKE).exit_code == 1  # options given by the user come first
    assert run("check", "--lang", "en", REVOKE).output.endswith("1 finding left out\n")
    assert run("explain", REVOKE).output.startswith("# ")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ('[chekc]\nignore = "R"', "`chekc` is not known"),
        ('check = "R"', "`check` is a table: [check]"),
        (
            "[check]\nerrors_only = true",
            "`errors_only` is not an option of `santase check`, did you mean errors-only?",
        ),
        ('[check]\nerrors-only = "yes"', "`errors-only` is true or false"),
        ("[check]\nignore = true", "`ignore` is not true or false"),
        ('[check]\nignore = "Z9"', "ignore: no finding has a code that starts with 'Z9'"),
        ("[check]\njobs = 0", "jobs: 0 is not in the range x>=1"),
        ('lang = "fr"', "`lang` is one of en, bg, de, hu"),
    ],
)
def test_a_wrong_setting_is_told_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, told: str
) -> None:
    (tmp_path / "santase.toml").write_text(settings, "utf-8")
    monkeypatch.chdir(tmp_path)
    result = run("check", REVOKE)
    assert result.exit_code == 2
    assert str(tmp_path / "santase.toml") in result.output
    assert told in result.output


def test_a_file_that_has_changed_meanwhile_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.sgn"
    text = REVOKE.read_text("utf-8")
    path.write_text(text.replace("\n1. ", "\n1.   "), "utf-8")
    work = fmt.Canonical.__call__

    def slow(self: fmt.Canonical, piece: FileBlock) -> BlockResult:
        path.write_text(text + "; somebody else's\n", "utf-8")
        return work(self, piece)

    with monkeypatch.context() as patched:
        patched.setattr(fmt.Canonical, "__call__", slow)
        result = run("fmt", "--write", path)
    assert result.exit_code == 2
    assert "has changed since it was read" in result.output
    assert path.read_text("utf-8") == text + "; somebody else's\n"
    assert not list(tmp_path.glob(".santase*"))
    path.write_text(text.replace("\n1. ", "\n1.   "), "utf-8")
    assert run("fmt", "--write", path, path).exit_code == 0  # its own changes do not count
    assert "\n1. " in path.read_text("utf-8")


COMPLETED = {
    ("che",): {"check"},
    ("check", "--errors"): {"--errors-only"},
    ("check", "--as", "schnapsen-to"): {"schnapsen-tompa", "schnapsen-tournament"},
    ("check", "--lang", "h"): {"hu"},
    ("check", "--ignore", "X101,R20"): {"X101,R201", "X101,R202", "X101,R203"},
    ("code", "x10"): {"X101", "X102", "X103"},
    ("convert", "--to", "vu-m"): {"vu-ml", "vu-moves"},
    ("check", str(FAULTY / "wrong-sc")): set(),
}


@pytest.mark.slow
def test_bash_completes(tmp_path: Path) -> None:
    program = tmp_path / "santase"
    program.write_text(
        f"#!{sys.executable}\nfrom viewer.cli import main\nmain(prog_name='santase')\n", "utf-8"
    )
    program.chmod(0o755)
    script = tmp_path / "completion.bash"
    script.write_text(run("completion", "bash").output, "utf-8")
    asked = f'PATH={tmp_path}:$PATH; source {script}; compopt() {{ COMPREPLY=("files:"); }}\n'
    for words in COMPLETED:
        asked += f"COMP_WORDS=(santase {' '.join(words)}); COMP_CWORD={len(words)}; COMPREPLY=()\n"
        asked += "_santase_completion santase; echo ${COMPREPLY[*]}\n"
    answer = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT)
    for (words, expected), line in zip(COMPLETED.items(), answer.stdout.splitlines(), strict=True):
        begun = "files:" if not expected else words[-1].upper() if words[0] == "code" else words[-1]
        assert expected <= set(line.split()), words
        assert line
        assert all(each.startswith(begun) for each in line.split()), words


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_their_script(shell: str) -> None:
    assert f"_SANTASE_COMPLETE={shell}_complete" in run("completion", shell).output


def test_check_goes_on_while_files_change(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    right = (ROOT / "samples/closed-and-won.sgn").read_bytes()
    path.write_bytes(right)
    with subprocess.Popen(
        [*COMMAND, "check", "--watch", "--lang", "en", str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        seen: list[Any] = []
        for line in process.stdout:
            if " in 1 file" not in line:
                continue
            seen.append("0 errors" in line)
            if len(seen) == 1:  # in place
                path.write_bytes(REVOKE.read_bytes())
            elif len(seen) == 2:  # as editors do
                (tmp_path / "new").write_bytes(right)
                (tmp_path / "new").replace(path)
            else:
                process.send_signal(2)
                break
        process.stdout.read()
    assert seen == [True, False, True]
    assert process.returncode == 130


def test_the_manual_page_has_every_option() -> None:
    """`tests/scripts/man_page.py` generates it."""
    assert PAGE.read_text("utf-8") == page()


def test_standard_input_is_not_watched() -> None:
    assert run("check", "--watch", "-").exit_code == 2


def test_a_log_of_another_program_is_recognised() -> None:
    logs = {
        "check": "boardgame.jsonl",
        "fmt": "bummerl.txt",
        "score": "painsi.txt",
        "explain": "vu-verbose.txt",
    }
    for command, log in logs.items():
        told = run(command, ROOT / "tests/logs" / log).output
        assert told.count("`santase convert` turns it into a record") == 1, told


def test_a_saved_ruling_is_recognised(tmp_path: Path) -> None:
    (tmp_path / "ruling.json").write_text(run("explain", "--format", "json", REVOKE).output, "utf-8")
    for command in ("check", "verify", "audit"):
        assert "a saved ruling: `santase recheck`" in run(command, tmp_path / "ruling.json").output


def test_text_that_is_no_log_is_not_taken_for_one(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    path.write_text("Deal 1, dealer Anna, trump hearts\n" + (ROOT / "LICENSE").read_text("utf-8"), "utf-8")
    assert "santase convert" not in run("check", path).output
