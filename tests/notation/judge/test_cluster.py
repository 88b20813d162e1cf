"""Blocks worked on by a cluster: the same output in the same order, also where a worker is killed."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.notation.judge.test_bulk import CORPUS
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.dying import DyingWork
from viewer.cli.bulk import Run
from viewer.cli.files import Files
from viewer.cli.options import Bulk
from viewer.cli.records.report_formats import Check

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers, as processes of this machine."""
    folder = tmp_path_factory.mktemp("dask")
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)}
    surroundings |= {"DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "False", "DASK_TEMPORARY_DIRECTORY": str(folder)}
    with ExitStack() as stack:

        def started(*words: str) -> "subprocess.Popen[str]":
            command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=surroundings,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            stack.callback(_end, process)
            return process

        scheduler = started("scheduler", "--host", "127.0.0.1", "--port", "0")
        address = _read(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        workers = [started("worker", address, "--nthreads", "1", "--host", "127.0.0.1") for _ in range(2)]
        for worker in workers:
            _read(worker, r"(Registered to)")
        yield address


def _read(process: "subprocess.Popen[str]", pattern: str) -> str:
    """What a program says of itself."""
    assert process.stderr
    said = []
    for line in process.stderr:
        said.append(line)
        found = re.search(pattern, line)
        if found:
            return found[1]
    raise AssertionError("".join(said))


def _end(process: "subprocess.Popen[str]") -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def test_a_cluster_prints_what_one_process_prints(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("stream", "run"):
        monkeypatch.setattr(f"viewer.cli.bulk.{name}.BLOCK", 3000)
    file = tmp_path / "a.sgn"
    file.write_bytes(CORPUS)
    for command in ("check", "fmt"):
        words = [command, str(file), "--lang", "en"]
        alone, together = (run(*words, *more) for more in (("--jobs", "1"), ("--cluster", cluster)))
        assert (together.exit_code, together.stdout) == (alone.exit_code, alone.stdout)
    check = Check("", "", "text", "en", False)
    out = []
    for work, bulk in ((check, Bulk(1)), (DyingWork(check, str(tmp_path), 0, 1), Bulk(cluster=cluster))):
        Run(Files((str(file),)), bulk).go(work)
        out.append(capsys.readouterr().out)
    assert out[0] == out[1]
    assert (tmp_path / "died").exists()


@pytest.mark.slow  # the scheduler's client is imported
def test_nobody_at_an_address_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.cli.bulk.cluster.PATIENCE", 1)
    file = tmp_path / "a.sgn"
    file.write_bytes(CORPUS)
    result = run("check", file, "--cluster", "tcp://127.0.0.1:9")
    assert (result.exit_code, "no scheduler answers at tcp://127.0.0.1:9" in result.stderr) == (2, True)
