"""Formats that installed packages add: found, used everywhere, and never in the way of the others.

`tests/plugin` is such a package, as anybody can write one; it is built and installed here.
"""

import importlib.util
import json
import os
import random
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest

from notation.findings.finding import ENGLISH
from notation.formats import BUILT_IN, FORMATS, Format, FormatRegistry, RecordPart, ReportKind, recognised
from notation.formats.contract import REQUIREMENTS, comes_back
from tests.support.commands import python
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.rulings import DEAL

PRESENT: Final = list(FORMATS)
PACKAGE: Final = ROOT / "tests/plugin"
LOG: Final = "cardlist B: Ks As Qh Kh Ah Kc Ts 9d Kd Td 9c Qc 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd | As Ts\n"
SGN: Final = f"""%SGN 1
[Rules "santase"]

{DEAL}1. As Ts
"""
PROGRAM: Final = """
import json, sys
from click.testing import CliRunner
from viewer.cli import main
from viewer.web import Config, create_app

log, run = sys.stdin.read(), CliRunner().invoke
converted = run(main, ["convert", "-"], input=log)
back = run(main, ["convert", "-", "--to", "cardlist"], input=converted.stdout)
formats = run(main, ["formats", "--format", "json"])
app = create_app(Config("sqlite:///archive.db"))
client = app.test_client()
api = client.post("/api/v1/records", data=log, content_type="text/plain")
page = client.post("/records", data={"text": log})
with open("a.log", "w") as file:
    file.write(log)
tested = run(main, ["formats", "test", "santase-cardlist", "--log", "a.log", "--format", "json"])
print(json.dumps({
    "converted": converted.stdout,
    "problems": converted.stderr.splitlines(),
    "back": back.stdout,
    "formats": [json.loads(line)["name"] for line in formats.stdout.splitlines()],
    "records": len(api.get_json()["records"]),
    "page": page.text.count('name="game"'),
    "tested": json.loads(tested.stdout),
    "status": tested.exit_code,
}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package was installed, as `pip install --target` does it."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=PACKAGE, check=True, capture_output=True, timeout=60)
    [wheel] = folder.iterdir()
    target = tmp_path_factory.mktemp("target")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(target)
    return target


def add_package(folder: Path, name: str, entries: str, module: str = "") -> None:
    """Put a package with entry points on a path, as an installer leaves it."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[santase.formats]\n{entries}\n")
    if module:
        (folder / f"{name}.py").write_text(module)


@pytest.mark.nightly
def test_a_format_of_a_package_works_like_a_built_in_one(installed: Path, tmp_path: Path) -> None:
    """In `convert`, `formats`, the API and the upload page; another package that is broken is named."""
    add_package(tmp_path / "broken", "broken", "oops = absent:OOPS")
    path = os.pathsep.join(map(str, (installed, tmp_path / "broken", ROOT)))
    done = python("-c", PROGRAM, stdin=LOG, folder=tmp_path, path=path, LC_ALL="C.UTF-8")
    seen: dict[str, Any] = json.loads(done.stdout)
    assert seen["converted"] == SGN
    assert seen["back"] == LOG
    assert seen["problems"][0] == (
        "the format oops of the package broken is not available: "
        "ModuleNotFoundError: No module named 'absent'"
    )
    assert seen["formats"][-1] == "cardlist"
    assert seen["records"] == 1
    assert seen["page"] == 1, "the upload page opens it, with its game to choose"
    assert seen["status"] == 0
    assert seen["tested"]["name"] == "cardlist"
    assert len(seen["tested"]["requirements"]) == len(REQUIREMENTS)
    assert all(each["kept"] for each in seen["tested"]["requirements"])
    assert "the format oops of the package broken is not available" in done.stderr


def test_a_format_of_a_package_keeps_what_every_format_keeps() -> None:
    spec = importlib.util.spec_from_file_location("santase_cardlist", PACKAGE / "santase_cardlist.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    form: Format = module.CARDLIST
    kinds = set()
    for seed in range(6):
        record = random_record("santase", random.Random(seed), noted=True, most_deals=3)
        kinds |= {(entry.kind, entry.part) for entry in comes_back(record, form).report}
    assert (ReportKind.DROPPED, RecordPart.COMMENTS) in kinds


def test_packages_come_after_the_built_in_formats_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two packages with one name of a format, the first by its own name is taken."""
    for name in ("second", "first"):
        module = f"""
from dataclasses import replace
from notation.findings.finding import Phrase
from notation.formats import SGN
TWO = replace(SGN, name="two", title=Phrase("{name}"))
ONE = replace(SGN, name="one-{name}")
"""
        add_package(tmp_path / name, name, f"two = {name}:TWO\none-{name} = {name}:ONE", module)
        monkeypatch.syspath_prepend(tmp_path / name)
    registry = FormatRegistry(BUILT_IN)
    assert list(registry) == [*PRESENT, "one-first", "one-second", "two"]
    assert str(registry["two"].title) == "first"
    assert [ENGLISH.put(each) for each in registry.problems] == [
        "the format two of the package second is not available: another format has this name"
    ]


@pytest.mark.parametrize(
    ("entry", "module", "why"),
    [
        ("it = absent_module:IT", "", "ModuleNotFoundError: No module named 'absent_module'"),
        ("it = bad:IT", "1 / 0", "ZeroDivisionError: division by zero"),
        ("it = bad:IT", "THAT = 1", "AttributeError: module 'bad' has no attribute 'IT'"),
        ("it = bad:IT", "IT = 'it'", "it is not a format"),
        ("it = bad:IT", "from notation.formats import SGN as IT", "it calls itself sgn"),
        ("sgn = bad:IT", "from notation.formats import SGN as IT", "another format has this name"),
    ],
)
def test_an_entry_point_that_is_of_no_use_is_named_and_stops_nobody(
    entry: str, module: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_package(tmp_path, "bad", entry, module)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "bad", raising=False)
    registry = FormatRegistry(BUILT_IN)
    assert list(registry) == PRESENT
    assert registry["sgn"] is FORMATS["sgn"]
    [problem] = map(ENGLISH.put, registry.problems)
    name = entry.partition(" ")[0]
    assert problem == f"the format {name} of the package bad is not available: {why}"


def test_a_recogniser_that_fails_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    module = """
from dataclasses import replace
from notation.formats import SGN
FAILING = replace(SGN, name="failing", recognise=lambda data: 1 // 0)
"""
    add_package(tmp_path, "failing", "failing = failing:FAILING", module)
    monkeypatch.syspath_prepend(tmp_path)
    registry = FormatRegistry(BUILT_IN)
    assert recognised(SGN.encode(), list(registry.values())) is FORMATS["sgn"]
    [said] = caplog.messages
    assert said.startswith("the format failing fails to recognise a file: ZeroDivisionError")


def test_every_package_of_a_program_is_listed() -> None:
    folders = {path.parent.name for path in (ROOT / "notation/formats").glob("*/__init__.py")} - {"core"}
    listed = {place.split(".")[2] for place in BUILT_IN}
    assert folders == listed, f"BUILT_IN in core/registry.py lacks {', '.join(sorted(folders - listed))}"
