"""The program as it is installed: what its wheel holds, its base beside VU's `schnapsen`, and every extra."""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import pytest
import zstandard

from notation import CATALOGUE
from notation.findings.code_files import retired
from santase.installation import PACKAGES
from tests.support.commands import python
from tests.support.corpus import ROOT, SAMPLES
from viewer.cli.conformance.suite import own_suite
from viewer.extras import EXTRAS

NOTEBOOK: Final = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
shell.run_cell(f'''
import santase
from pathlib import Path
[game] = santase.read_file(Path({sys.argv[1]!r}))
deal = santase.Deal.dealt_from(santase.SANTASE, dealer=0, order=santase.PACK)
judgement = santase.judge(game)
''')
shown = [shell.user_ns[name] for name in ("deal", "game", "judgement")]
print(json.dumps([sorted(shell.display_formatter.format(each)[0]) for each in shown]))
"""
UNREACHABLE: Final = ("NewConnectionError", "Max retries exceeded", "NameResolutionError")
"""What pip prints without a package index."""
CLOSER: Final = ROOT / "samples/the-closer-fails.sgn"
REVOKE: Final = ROOT / "samples/faulty/does-not-follow.sgn"
MATCHES: Final = 40
LOCKED: Final = "requirements.lock"
NOT_PACKED: Final = re.compile(
    r"grammar/build_hook\.py|grammar/specialising/.*|viewer/editor/vscode/.*|viewer/man/.*|samples/screenshots/.*"
    r"|viewer/cli/conformance/suite\.jsonl|viewer/static/faces/LICENSE\.txt"
)
PARTS: Final = """
import viewer
from notation import CATALOGUE
from notation.findings.code_files import code_file, retired
from grammar import tables
from viewer.cli.conformance.suite import own_suite
print(viewer.__file__, tables.loaded() is not None, len([*map(code_file, CATALOGUE)]))
print(len(own_suite().cases), *retired())
"""
RECORDER: Final = """
import json, sys
from pathlib import Path
from random import Random

from schnapsen.bots import RandBot
from schnapsen.game import SchnapsenGamePlayEngine

from notation import read
from notation.formats.vu.recorder import Recorder
from notation.judge import judge

recorder = Recorder(SchnapsenGamePlayEngine())
first, second = RandBot(Random(1), "first"), RandBot(Random(2), "second")
said = []
for seed in range(int(sys.argv[1])):
    pair = (first, second) if seed % 2 == 0 else (second, first)
    winner, points, _ = recorder.play_game(*pair, Random(seed))
    said.append([str(winner), points])
Path("games.sgn").write_bytes(recorder.sgn())
judged = []
for game in read(recorder.sgn()):
    judgement = judge(game)
    [deal] = judgement.deals
    names = [tag.value for tag in game.record.tags if tag.name in "AB"]
    judged.append([names[deal.result.winner], deal.result.game_points])
    assert judgement.findings == [], judgement.findings
print(json.dumps({"said": said, "judged": judged}))
"""


def build(source: Path, target: str, folder: Path) -> Path:
    """Build a distribution of a source without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=60)
    [built] = folder.iterdir()
    return built


def build_wheel(folder: Path) -> Path:
    """Build the wheel from the source distribution."""
    with tarfile.open(build(ROOT, "sdist", folder / "sdist")) as packed:
        packed.extractall(folder, filter="data")
    [source] = folder.glob("santase-*")
    return build(source, "wheel", folder / "wheel")


def in_the_tree() -> set[str]:
    """The files of the project."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    found = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {name for name in found.split("\0") if name and (ROOT / name).is_file()}


class Installed:
    """An environment with only what was installed into it; its programs run in a separate folder."""

    def __init__(self, folder: Path, *requirements: str) -> None:
        """Skips the test if packages cannot be downloaded, but not in CI."""
        self.folder = folder / "work"
        self.folder.mkdir(parents=True)
        self.programs = folder / "env" / "bin"
        self.environment = {
            name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")
        } | {"LC_ALL": "C", "HOME": str(self.folder)}
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True, timeout=120)
        done = self.run("pip", "install", "--quiet", "--retries", "1", *requirements, exit_code=None)
        if any(words in done.stderr for words in UNREACHABLE) and os.environ.get("CI") != "true":
            pytest.skip("no package can be had here")
        assert done.returncode == 0, done.stderr
        self.run("pip", "check")

    def run(
        self, program: str, *words: object, exit_code: int | None = 0, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run one of its programs."""
        done = subprocess.run(
            self.command(program, *words),
            cwd=self.folder,
            env=self.environment,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert exit_code in (None, done.returncode), f"{words}\n{done.stdout}\n{done.stderr}"
        return done

    def command(self, program: str, *words: object) -> list[str]:
        """The command line of one of its programs."""
        return [str(self.programs / program), *map(str, words)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def constraints(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The versions that the tests run with, as the container takes them from the lock file."""
    path = tmp_path_factory.mktemp("constraints") / "constraints.txt"
    lines = (ROOT / LOCKED).read_text("utf-8").splitlines()
    kept = [line.removesuffix(" \\") for line in lines if "--hash=" not in line]
    path.write_text("\n".join(kept), "utf-8")
    return path


@pytest.mark.nightly
def test_the_wheel_holds_the_program_and_the_samples_and_nothing_else(wheel: Path) -> None:
    files = [name for name in in_the_tree() if not NOT_PACKED.fullmatch(name)]
    wanted = {name for name in files if name.split("/")[0] in (*PACKAGES, "santase")}
    wanted |= {f"viewer/{name}" for name in files if name.startswith("samples/")}
    with zipfile.ZipFile(wheel) as packed:
        held = {re.sub(r"^santase-[0-9.]+\.", "", name) for name in packed.namelist()}
    of_wheels = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}
    of_wheels.add("licenses/viewer/static/faces/LICENSE.txt")
    made = {"grammar/tables.json", "viewer/cli/conformance/suite.jsonl.gz"}
    assert held == (
        wanted | made | {"data/data/share/man/man1/santase.1"} | {f"dist-info/{name}" for name in of_wheels}
    )


@pytest.mark.nightly
def test_the_source_distribution_holds_the_tree(wheel: Path) -> None:
    """With documentation, tests, samples and what builds, checks and releases it."""
    with tarfile.open(next((wheel.parents[1] / "sdist").iterdir())) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    assert held == in_the_tree() | {"PKG-INFO"}


@pytest.mark.nightly
def test_what_the_wheel_holds_is_found_and_its_tables_fit(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    code = f"{PARTS}\nfrom viewer.cli.replay.serving import samples\nprint(len(list(samples())))"
    done = python("-c", code, folder=tmp_path, path=tmp_path / "installed")
    module = str(tmp_path / "installed/viewer/__init__.py")
    cases = str(len(own_suite().cases))
    assert done.stdout.split() == [module, "True", str(len(CATALOGUE)), cases, *retired(), str(len(SAMPLES))]


@pytest.mark.nightly
def test_the_base_works_beside_the_package_of_vu(wheel: Path, tmp_path: Path) -> None:
    """In one environment, with the Flask and the click that the package pins, and nothing of the web."""
    both = Installed(tmp_path, str(wheel), "schnapsen==0.0.5")
    versions = {each["name"].lower(): each["version"] for each in listed(both)}
    assert (versions["flask"], versions["click"]) == ("2.3.3", "8.1.8")
    assert not {"sqlalchemy", "flask-smorest", "gunicorn"} & set(versions)

    answers: Any = json.loads(both.run("python", "-c", RECORDER, MATCHES).stdout)
    assert len(answers["said"]) == MATCHES
    assert answers["judged"] == answers["said"]
    assert f"{MATCHES} games in 1 file: 0 errors" in both.run("santase", "check", "games.sgn").stdout
    both.run("santase", "convert", "games.sgn", "games.txt", "--to", "bummerl")

    ours = Path(sys.executable).parent / "santase"
    for words, status in (
        (["check", REVOKE, CLOSER], 1),
        (["score", CLOSER], 0),
        (["explain", CLOSER, "--deal", 3, "--lang", "bg"], 0),
        (["dispute", CLOSER, "--deal", 3, "--claim", "A 3"], 1),
        (["dispute", CLOSER, "--deal", 3, "--claim", "A 3", "--format", "json"], 1),
        (["convert", CLOSER, "--to", "markdown"], 0),
        (["show", CLOSER], 0),
        (["check", "--lang", "xx"], 2),
    ):
        command = [str(ours), *map(str, words)]
        here = subprocess.run(
            command, cwd=both.folder, env=both.environment, capture_output=True, text=True, check=False
        )
        there = both.run("santase", *words, exit_code=status)
        assert (there.stdout, here.returncode) == (here.stdout, status), words
    said = both.run("santase", "serve", exit_code=2).stderr
    assert said == 'santase: this needs the extra `web`: pip install "santase[web]"\n'


def listed(environment: Installed) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(environment.run("pip", "list", "--format", "json").stdout)
    return found


# Every extra alone.


def of_analytics(env: Installed) -> None:
    assert "deals" in env.run("santase", "stats", CLOSER, "--format", "csv").stdout


def of_a_cluster(env: Installed) -> None:
    code = (
        "import sys\n"
        "from distributed import LocalCluster\n"
        "from viewer.cli import main\n"
        "with LocalCluster(1, processes=False, protocol='tcp', dashboard_address=None) as cluster:\n"
        "    main(['check', sys.argv[1], '--cluster', cluster.scheduler_address])\n"
    )
    assert "right" in env.run("python", "-c", code, CLOSER).stdout


def of_an_editor(env: Installed) -> None:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    bodies = [json.dumps(each) for each in (asked, {"jsonrpc": "2.0", "method": "exit"})]
    stdin = "".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies)
    assert '"capabilities"' in env.run("santase", "lsp", exit_code=None, stdin=stdin).stdout


def of_pdf(env: Installed) -> None:
    env.run("santase", "explain", CLOSER, "--deal", 3, "--format", "pdf", "-o", "ruling.pdf")
    assert (env.folder / "ruling.pdf").read_bytes().startswith(b"%PDF")


def of_png(env: Installed) -> None:
    env.run("santase", "animate", CLOSER, "--deal", 1, "-o", "deal.png")
    assert (env.folder / "deal.png").read_bytes().startswith(b"\x89PNG")


def of_postgres(env: Installed) -> None:
    """Run it as far as possible without a server: the address is understood, and nothing answers there."""
    url = "postgresql+psycopg://nobody@127.0.0.1:1/none"
    said = env.run("santase", "archive", "check", "--db", url, exit_code=2).stderr
    assert "127.0.0.1" in said
    assert "extra" not in said


def of_sheets(env: Installed) -> None:
    env.run("santase", "convert", CLOSER, "match.xlsx")
    env.run("santase", "convert", "match.xlsx", "again.sgn")
    assert (env.folder / "again.sgn").read_text("utf-8").count("\ndeal ") == 5


def of_signatures(env: Installed) -> None:
    env.run("santase", "explain", CLOSER, "--deal", 3, "--format", "json", "-o", "ruling.json")
    env.run("santase", "sign", "--new-key", "mine")
    env.run("santase", "sign", "ruling.json", "--key", "mine")
    env.run("santase", "verify", "ruling.json", "--key", "mine.pub")


def of_watching(env: Installed) -> None:
    with subprocess.Popen(
        env.command("santase", "check", CLOSER, "--watch"),
        cwd=env.folder,
        env=env.environment | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert "right" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


def of_the_web(env: Installed) -> None:
    with subprocess.Popen(
        env.command("santase", "serve", "--port", 0),
        cwd=env.folder,
        env=env.environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        with urlopen(address, timeout=60) as page:
            assert b"Leopold" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def of_zstd(env: Installed) -> None:
    (env.folder / "a.sgn.zst").write_bytes(zstandard.compress(CLOSER.read_bytes()))
    assert "right" in env.run("santase", "check", "a.sgn.zst").stdout


PARTLY: Final[dict[str, Callable[[Installed], None]]] = {
    "analytics": of_analytics,
    "cluster": of_a_cluster,
    "editor": of_an_editor,
    "pdf": of_pdf,
    "png": of_png,
    "postgres": of_postgres,
    "sheets": of_sheets,
    "sign": of_signatures,
    "watch": of_watching,
    "web": of_the_web,
    "zstd": of_zstd,
}
"""What is tried of each extra."""


TESTED: Final = {
    "": ("referee/test_santase.py", "referee/test_match.py", "notation/judge/test_judging.py"),
    "editor": ("viewer/editor/test_editor_ways.py",),
    "pdf": ("viewer/documents/test_rulings.py",),
    "sheets": ("notation/formats/test_score_sheet.py",),
    "sign": ("notation/rulings/test_evidence.py",),
    "zstd": ("notation/judge/test_bulk.py",),
}
"""Files of tests that need one extra and no other, or the base alone."""


@pytest.mark.nightly
@pytest.mark.parametrize("extra", TESTED)
def test_the_tests_of_an_extra_pass_where_it_is_alone(
    extra: str, wheel: Path, constraints: Path, tmp_path: Path
) -> None:
    """On the program that is installed, not on the tree."""
    bracketed = f"{wheel}[{extra}]" if extra else str(wheel)
    env = Installed(
        tmp_path, "--constraint", str(constraints), bracketed, "pytest", "hypothesis", "jsonschema"
    )
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in ("docs", "samples", "tests", "README.md", "pyproject.toml"):
        (tree / name).symlink_to(ROOT / name)
    files = [tree / "tests" / name for name in TESTED[extra]]
    options = ("-q", "-p", "no:cacheprovider")
    assert (
        " passed"
        in env.run("pytest", *options, "--rootdir", tree, "-c", tree / "pyproject.toml", *files).stdout
    )
    code = "import notation; print(notation.__file__)"
    assert str(tmp_path) in env.run("python", "-c", code).stdout


def test_something_is_tried_of_every_extra() -> None:
    assert list(PARTLY) == list(EXTRAS)


@pytest.mark.nightly
def test_a_notebook_displays_deals_and_records(wheel: Path, tmp_path: Path) -> None:
    """In IPython's shell, by `import santase` alone."""
    env = Installed(tmp_path, str(wheel), "ipython")
    forms = json.loads(env.run("python", "-c", NOTEBOOK, CLOSER).stdout.splitlines()[-1])
    assert forms == [["image/svg+xml", "text/plain"], *[["text/html", "text/plain"]] * 2]


@pytest.mark.nightly
def test_the_base_brings_what_it_asks_for_and_no_more(wheel: Path, constraints: Path, tmp_path: Path) -> None:
    alone = Installed(tmp_path, "--constraint", str(constraints), str(wheel))
    assert {each["name"].lower() for each in listed(alone)} - {"pip", "setuptools"} == {
        *("santase", "babel", "click", "jinja2", "lark", "marshmallow", "rich"),
        *("markupsafe", "markdown-it-py", "mdurl", "pygments"),
    }
    assert alone.run("python", "-c", PARTS).stdout.split()[1] == "True"
    assert "right" in alone.run("santase", "check", CLOSER).stdout


@pytest.mark.nightly
@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_alone_brings_what_its_part_needs(
    extra: str, wheel: Path, constraints: Path, tmp_path: Path
) -> None:
    PARTLY[extra](Installed(tmp_path, "--constraint", str(constraints), f"{wheel}[{extra}]"))


@pytest.mark.nightly
def test_all_extras_go_together(wheel: Path, constraints: Path, tmp_path: Path) -> None:
    env = Installed(tmp_path, "--constraint", str(constraints), f"{wheel}[{','.join(EXTRAS)}]")
    for tried in PARTLY.values():
        tried(env)
