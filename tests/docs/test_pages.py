"""What the pages name is there: the targets of their links, the files, and every command with its options.

Each block of commands is run, here or by the tests of its page; :data:`UNRUN` says why some are not.
"""

import doctest
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import click
import pytest
import zstandard

from notation.formats import FORMATS, SGN, convert
from tests.notation.text.test_specification import PAGES as SHOWN_ON
from tests.notation.text.test_specification import SHOWN
from tests.support.commands import shell
from tests.support.corpus import ROOT
from tests.support.sizes import some
from viewer.cli import main

PAGES: Final = tuple(
    str(path.relative_to(ROOT))
    for places in (
        ROOT.glob("*.md"),
        (ROOT / "docs").rglob("*.md"),
        ROOT.glob("grammar/*.md"),
        ROOT.glob("notation/formats/*.md"),
        (ROOT / "samples").rglob("*.md"),
        *((ROOT / f"viewer/{place}").glob("*.md") for place in ("editor", "editor/vscode", "web")),
        *((ROOT / f"tests/{place}").glob("*.md") for place in ("logs", "vectors", "vectors/live")),
    )
    for path in sorted(places)
    if not {"_build", "codes", "rule-sets", "specification"} & {*path.parts}
)
OF_NOW: Final = tuple(page for page in PAGES if page not in ("CHANGELOG.md", "grammar/CODES.md"))
"""Pages that people wrote of what can be done today."""
FENCED: Final = re.compile(r"^ *(`{3,})([^\n`]*)\n(.*?)^ *\1 *$", re.MULTILINE | re.DOTALL)
SHELLS: Final = ("sh", "bash", "shell", "console")

# Links.

LINK: Final = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?\)")
CODE: Final = re.compile(r"(`+)(?!`).*?[^`]\1(?!`)", re.DOTALL)
HEADING: Final = re.compile(r"^#+ +(.*?) *#*$", re.MULTILINE)
INCLUDED: Final = re.compile(r"^```\{include\} (\S+)", re.MULTILINE)
PLACED: Final = re.compile(r'(?:id|name)="([^"]+)"')
NAMED_IN_CODE: Final = re.compile(r"\b(?:docs|grammar|samples)/[\w/-]+\.md\b")


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of a page: those of its headings, as they are made of their words, and its own."""
    text = path.read_text("utf-8")
    for name in INCLUDED.findall(text):
        text += (path.parent / name).read_text("utf-8")
    text = FENCED.sub("", text)
    found: list[str] = []
    for heading in HEADING.findall(text):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = sum(re.fullmatch(rf"{re.escape(slug)}(-\d+)?", each) is not None for each in found)
        found.append(f"{slug}-{number}" if number else slug)
    return frozenset([*found, *PLACED.findall(text)])


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    path = ROOT / page
    lost = []
    for link in LINK.findall(CODE.sub("", FENCED.sub("", path.read_text("utf-8")))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


def test_the_pages_that_the_program_names_are_there() -> None:
    """Those of the sources that rules cite are theirs: they name no page of this project."""
    named = {
        (found, str(path.relative_to(ROOT)))
        for room in ("grammar", "notation", "referee", "santase", "viewer", "tests", "docs", "samples")
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".py", ".js", ".mjs", ".html", ".toml", ".lark")
        and "node_modules" not in path.parts
        for found in NAMED_IN_CODE.findall(path.read_text("utf-8"))
        if found not in ("docs/Rules.md", "docs/x.md")
    }
    assert len(named) > 5
    assert [each for each in sorted(named) if not (ROOT / each[0]).exists()] == []


# Length and navigation.

IN_PIECES: Final = {"grammar/CODES.md": ("codes", 3), "grammar/SPECIFICATION.md": ("specification", 2)}
"""Pages that the site shows as a page for each section, as `docs/conf.py` has them."""
GENERATED: Final = {"docs/data-columns.md": "people look up the columns of one table in it"}
"""Pages that scripts make, and why they stay whole."""


@pytest.mark.parametrize("page", [page for page in PAGES if page not in GENERATED])
def test_a_page_is_short_enough_to_be_read(page: str) -> None:
    texts = [(ROOT / page).read_text("utf-8")]
    if page in IN_PIECES:
        texts = re.split(rf"(?m)^(?={'#' * IN_PIECES[page][1]} )", texts[0])
    assert max(len(text.split()) for text in texts) <= 1_500


def test_every_page_is_in_the_navigation() -> None:
    index = (ROOT / "docs/index.md").read_text("utf-8")
    listed = re.findall(r"^[\w/-]+$", index, re.MULTILINE)
    pages = {page.removeprefix("docs/").removesuffix(".md") for page in PAGES if page.startswith("docs/")}
    assert sorted(listed) == sorted(each for each in pages if not re.match(r"index|adding/(?!index)", each))
    assert listed[0] == "tutorial"


# Files and commands.

PATH: Final = re.compile(
    r"(?<![\w./-])((?:\.ci|tests/(?:bench|scripts))(?:/[\w.-]*\w)?|tests/\w+\.py)(?![\w/]*\*)"
)
QUOTED: Final = re.compile(r"`((?:tests|referee|notation|viewer|grammar|samples|\.ci)/[\w./-]*)")
BUILT: Final = "viewer/editor/vscode/santase.vsix"
"""What a page names that is made on demand."""
INLINE: Final = re.compile(r"`(?:\.venv/bin/)?(santase(?: [^`\n]*)?)`")
ENDS: Final = re.compile(r"[|;&<>#]+")


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """The blocks of a page that are commands: the language, and the text."""
    for _, kind, text in FENCED.findall((ROOT / page).read_text("utf-8")):
        words = kind.split()
        if words and words[0] in SHELLS:
            yield words[0], re.sub(r"\\\n *", "", text)


def commands(page: str) -> Iterator[str]:
    """Everything on a page that starts the program."""
    yield from INLINE.findall(FENCED.sub("", (ROOT / page).read_text("utf-8")))
    for _, text in blocks(page):
        yield from re.findall(r"(?m)(?:^|[|&] *|/bin/|\$ )(santase [^\n]*)", text)


def faults(command: str) -> list[str]:
    """The words of a command that name no command, or no option of it."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars="|;&<>")
    lexer.whitespace_split, lexer.commenters = True, "#"
    at: click.Command = main
    context = click.Context(main, info_name="santase")
    known = {name for each in main.get_params(context) for name in (*each.opts, *each.secondary_opts)}
    for word in list(lexer)[1:]:
        if ENDS.fullmatch(word):
            break
        if word.startswith("-") and word != "-":
            if word.partition("=")[0] not in known:
                return [word]
        elif isinstance(at, click.Group):
            inner = at.get_command(context, word)
            if inner is None:
                is_placeholder = re.fullmatch(r"[A-Z]+|…|\.{3}", word) or "=" in word
                return [] if is_placeholder else [word]
            at, context = inner, click.Context(inner, parent=context, info_name=word)
            known |= {name for each in at.get_params(context) for name in (*each.opts, *each.secondary_opts)}
    return []


@pytest.mark.parametrize("page", [page for page in OF_NOW if page != "docs/adding/front-end.md"])
def test_the_commands_of_a_page_have_the_options_that_it_names(page: str) -> None:
    assert {command: found for command in commands(page) if (found := faults(command))} == {}


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("santase check --quiet a.sgn | sort --unknown", []),
        ("santase chekc a.sgn", ["chekc"]),
        ("santase archive keys list --db=a", []),
        ("santase archive kees list", ["kees"]),
        ('santase dispute a.sgn --claims "A 3"', ["--claims"]),
        ("santase --version", []),
    ],
)
def test_a_command_that_is_not_there_is_found(command: str, found: list[str]) -> None:
    assert faults(command) == found


@pytest.mark.parametrize("page", OF_NOW)
def test_the_files_that_a_page_names_are_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    named = {*PATH.findall(text), *(name.rstrip(".") for name in QUOTED.findall(text))} - {BUILT}
    assert {name for name in named if not (ROOT / name).exists()} == set()


# Blocks.

RUN_ELSEWHERE: Final = {
    "docs/adding/code.md": "test_adding.py",
    "docs/adding/decision.md": "test_adding.py",
    "docs/adding/format.md": "test_adding.py",
    "docs/adding/front-end.md": "test_adding.py",
    "docs/adding/language.md": "test_adding.py",
    "docs/adding/rule-set.md": "test_adding.py",
    "docs/arena.md": "test_bots_page.py",
    "docs/bots.md": "test_bots_page.py",
    "docs/backups.md": "test_deployment_page.py",
    "docs/deployment.md": "test_deployment_page.py",
    "docs/http.md": "test_http_page.py",
    "docs/http-embedding.md": "test_http_page.py",
    "docs/live.md": "test_live_page.py",
    "docs/live-streams.md": "test_live_page.py",
    "docs/live-records.md": "test_live_page.py",
    "docs/live-tournaments.md": "test_live_page.py",
    "docs/people.md": "test_deployment_page.py",
    "docs/bauernschnapsen.md": "test_tutorial.py",
    "docs/gaigel.md": "test_tutorial.py",
    "docs/tutorial.md": "test_tutorial.py",
}
"""Pages whose blocks the tests of another file run, all of them."""
UNRUN: Final = {
    "HATCH_BUILD_HOOK_ENABLE_MYPYC=1 pipx install": "it needs the index of packages; .ci/wheel builds it",
    ".ci/setup": "it makes the environment in which the tests run",
    ".ci/test": "it runs the tests themselves",
    ".venv/bin/ruff": "it is a part of .ci/run",
    "SANTASE_DATABASE=": "it serves until stopped; tests/viewer/web/server/test_deployment.py starts it",
    "dask scheduler": "it needs several machines; tests/notation/judge/test_cluster.py has one",
    "mkdir -p ~/.local": "it writes into the home of its user; tests/package/test_extras.py tries it",
    "pip install . schnapsen": "it needs the index of packages; tests/package/test_installing.py has a wheel",
    "pip install santase": "it needs the index of packages; notation/wire/test_conformance.py does the rest",
    "pipx install": "it needs the index of packages; tests/package/test_installing.py has a wheel",
    "santase check --quiet --cluster": "it needs several machines; notation/judge/test_cluster.py has one",
    "santase serve": "it serves until it is stopped; tests/viewer/web/server/test_serving.py starts it",
    "ssh server": "it needs another machine",
    "uv pip compile": "it looks up all packages again",
}
"""Blocks that are not run, by how they begin, and why."""
FEWER: Final = ("--number 20 ", "--number 2 ")
"""How many puzzles are made of deals that are played, which takes half a second each."""
HERE: Final = {
    page: found
    for page in OF_NOW
    if page not in RUN_ELSEWHERE
    and (
        found := [
            text.replace(*FEWER)
            for kind, text in blocks(page)
            if kind != "console" and not text.startswith(tuple(UNRUN))
        ]
    )
}
"""Blocks that are run, in their order, in a folder with files of the names that they use."""
CLOSER: Final = "the-closer-fails"
USED: Final[dict[str, dict[str, str]]] = {
    "docs/best-play.md": {"evening.sgn": "taken-up-in-the-middle"},
    "docs/corpora.md": {"games/one.sgn": CLOSER},
    "docs/data.md": {
        "games.sgn": "two-draws",
        "engine.log": "schnapsen-a-game-to-seven",
        "data/club.sgn": "a-club-match-with-clocks",
        "club.sgn": "a-club-match-with-clocks",
    },
    "docs/evidence.md": {"match.sgn": CLOSER},
    "docs/large-files.md": {"corpus/one.sgn": CLOSER, "games.sgn.zst": CLOSER},
    "docs/puzzles.md": {"evening.sgn": "taken-up-in-the-middle"},
    "notation/formats/README.md": {"player1.log": "two-draws", "player2.log": "two-draws"},
}
"""The files of a page, each with the sample that it has: as a log, or compressed, where it is called so."""
ENDS_BADLY: Final = 'trap \'status=$?; [ "$status" -lt 2 ] || exit "$status"\' ERR'
"""A command may end with 1: there are findings, or a claim is wrong."""


def as_file(name: str, sample: str) -> bytes:
    data = (ROOT / "samples" / f"{sample}.sgn").read_bytes()
    if name.endswith(".log"):
        return convert(data, SGN, FORMATS["bummerl" if "schnapsen" in sample else "painsi"]).data
    return zstandard.compress(data) if name.endswith(".zst") else data


@pytest.mark.slow
@pytest.mark.parametrize("page", some(HERE, *list(HERE)[::2]))
def test_the_commands_of_a_page_can_be_run(page: str, tmp_path: Path) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    for name, sample in USED.get(page, {}).items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(as_file(name, sample))
    done = shell("\n".join([ENDS_BADLY, *HERE[page]]), tmp_path, stops=False)
    assert done.returncode < 2, done.stdout + done.stderr
    assert "error S" not in done.stdout + done.stderr, "the files are those that the page means"


# Python.

FOREIGN: Final = {
    "from schnapsen.": "it needs another project's package; formats/test_format_vu_recorder.py fakes it"
}
"""What a block of Python contains that is not run, and why."""


def python_blocks(page: str) -> list[str]:
    """The blocks of a page in Python: examples with their output, and programs that no other file runs."""
    return [
        text
        for _, kind, text in FENCED.findall((ROOT / page).read_text("utf-8"))
        if kind in ("python", "pycon")
        and (">>> " in text or page not in RUN_ELSEWHERE)
        and not any(word in text for word in FOREIGN)
    ]


def run_python(texts: list[str]) -> str:
    """Run blocks that share their names; what an example with its output prints otherwise."""
    names: dict[str, object] = {"__name__": "page"}
    said: list[str] = []
    for text in texts:
        if ">>> " in text:
            example = doctest.DocTestParser().get_doctest(text, names, "page", None, 0)
            doctest.DocTestRunner(verbose=False).run(example, out=said.append, clear_globs=False)
            names = example.globs
        else:
            exec(text, names)
    return "".join(said)


@pytest.mark.parametrize("page", [page for page in OF_NOW if python_blocks(page)])
def test_the_python_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    monkeypatch.chdir(tmp_path)
    assert run_python(python_blocks(page)) == ""


def test_what_is_printed_beside_a_command_is_compared() -> None:
    """By the tests of the specification, which know these pages and blocks of this shape."""
    for page in OF_NOW:
        shown = [text for kind, text in blocks(page) if kind == "console"]
        assert len(shown) == len(SHOWN.findall((ROOT / page).read_text("utf-8"))), page
        assert not shown or page in SHOWN_ON


def test_no_exception_is_left_over() -> None:
    begun = [text for page in OF_NOW for _, text in blocks(page)]
    assert [each for each in UNRUN if not any(text.startswith(each) for text in begun)] == []
    assert all((ROOT / "tests/docs" / name).exists() for name in RUN_ELSEWHERE.values())
    assert all(any(blocks(page)) for page in RUN_ELSEWHERE)
