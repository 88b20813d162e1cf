"""The tests come out the same whatever starts them."""

import json
import os
import re
import signal
import subprocess
import sys
from typing import Final

import pytest

from tests.support.commands import python
from tests.support.corpus import ROOT

ASKING: Final = """
import json, os, signal
names = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
ignored = [name for name in names if signal.getsignal(getattr(signal, name)) == signal.SIG_IGN]
print(json.dumps([ignored, list(signal.pthread_sigmask(signal.SIG_BLOCK, ())), dict(os.environ)]))
"""
ODD: Final = {
    "COLUMNS": "20",
    "FORCE_COLOR": "1",
    "HOME": "/nowhere",
    "LANG": "tr_TR.UTF-8",
    "LC_ALL": "tr_TR.UTF-8",
    "NO_COLOR": "1",
    "PYTHONHASHSEED": "7",
    "TERM": "dumb",
    "TZ": "Pacific/Kiritimati",
    "http_proxy": "http://nowhere.invalid",
}
"""What a shell may hand down."""
ASKERS: Final = (
    "tests/package/test_surroundings.py::test_a_process_is_started_in_settled_surroundings",
    "tests/viewer/cli/test_files.py::test_interruption_is_told_and_has_its_status",
    "tests/viewer/web/server/test_serving.py::test_it_is_there_when_it_says_so_and_ends_in_order",
    "tests/viewer/cli/test_tools.py::test_a_terminal_gets_colours_and_no_controls_of_a_record",
    "tests/viewer/terminal/test_show.py::test_keys_on_a_terminal",
)
"""Tests that ask for signals, a terminal, a language or a server."""


def test_a_process_is_started_in_settled_surroundings() -> None:
    done = python("-c", ASKING)
    ignored, blocked, environment = json.loads(done.stdout)
    assert (ignored, blocked) == ([], [])
    assert (environment["LANG"], environment["TZ"], environment["COLUMNS"]) == ("C.UTF-8", "UTC", "80")
    assert os.access(environment["HOME"], os.W_OK)
    assert not {"LC_ALL", "NO_COLOR", "FORCE_COLOR", "PYTHONHASHSEED", "TERM", "http_proxy"} & {*environment}


def deaf() -> None:
    """What nohup and a shell's `&` do to a process, and more."""
    for each in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(each, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM,))
    os.umask(0o077)


@pytest.mark.nightly
@pytest.mark.parametrize("given", [pytest.param({}, id="nothing"), pytest.param(ODD, id="odd")])
def test_tests_do_not_depend_on_what_starts_them(given: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "", *ASKERS],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]} | given,
        preexec_fn=deaf,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_sizes_that_scripts_set_are_read_by_tests() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")]
    read = {name for text in texts for name in re.findall(r'\bSize\("(\w+)"', text)}
    scripts = ("test", "nightly", "coverage", "mutation")
    told = "".join((ROOT / ".ci" / name).read_text("utf-8") for name in scripts)
    assert set(re.findall(r"(?m)(?:SANTASE_|^)([A-Z_]+)[= ][0-9]+", told)) <= read
