"""Everything that people read is in plain English: what was taken out does not come back."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest

from tests.scripts import glossary, messages
from tests.support.corpus import ROOT
from viewer.cli import main
from viewer.documents.catalogues import read_catalogue

REFUSED: Final = {
    r"(?<![Tt]here )(?<!contains )\bis no (?!longer\b)": "is not a",
    r"\bbehind (a|an|the|each|every|that|this|its|trick)\b(?! live)": "after",
    r"\bhangs? on\b": "depends on",
    r"\b(is|are|was|were|be|been) told\b": "is reported, is shown",
    r"\bmakes? no sense\b": "is not valid, cannot be understood",
    r"\bput(s|ting)? right\b": "correct",
    r"\bof its own\b": "its own, or a separate",
    r"\bjudged no further\b": "not judged",
    r"\btaken as it was made\b": "counted as played",
    r"\bwhole or not at all\b": "atomically",
    r"; else (those|that) of\b(?! this)": "(default: ...)",
    r"\bany more\b": "no longer",
    r"\bit is so\b|\band so it is\b": "and it is",
    r"\bsomething else than\b": "something other than",
    r"\b(are|is) said to\b": "say it directly",
    r"\bbe it\b": "even, whether",
    r"\bapart from the play\b": "in addition to the play",
    r"\bset otherwise\b": "changed",
    r"\bput under\b": "judged under",
    r"\ball the same\b": "anyway, still",
    r"\bas it is written\b": "as written",
    r"\bby itself if\b": "automatically if",
    r"\bnought\b": "zero",
    r"\bstands? in (braces|it|the)\b": "is written in",
    r"\bin two ways\b": "says two different things",
}
"""Constructions that read as translated, with what is written instead."""

REFUSED_IN_DOCSTRINGS: Final = {
    r"\bwh(at|atever) goes wrong\b": "errors",
    r"\bput down\b": "stored, recorded",
    r"\b(let|lets) go of\b": "closes, releases, drops",
    r"\bwhat (is|was) asked for\b": "the request",
    r"\bfor whom (it|he|a record|records)\b": "the visibility",
    r"\bworked out here\b": "computed here",
    r"\b(is|are|was|were) made known\b": "is registered",
    r"\bwhat (comes?|came|became|becomes) of it\b": "the result",
    r"\btells? of\b": "reports, lists",
    r"\bso many and no more\b": "a limited number",
    r"\bby itself\b": "automatically, separately",
    r"\bas ever\b": "as usual, individually",
}
"""Those that have to be refused in docstrings only."""

REFUSED_IN_PAGES: Final = {
    r"\b(goes|go|going) on (with|from|as)\b": "continues, resumes",
    r"\bstands? (beside|under|above|behind|apart|alone|all|for itself)\b": "is next to, is given under",
    r"\bwhoever (watch|asks?\b|runs|deals\b draws|keeps)": "watchers, the sender, the operator",
    r"\b(for|by) whoever\b": "for anyone who, or the name of the role",
    r"\bby itself\b": "automatically, separately",
    r"\bput right\b|\bputs? .{,20} right\b": "correct",
    r"\bis kept (byte|in the table|beside|as any)": "is saved, is stored, is preserved",
    r"\bis a page of its own\b": "is a separate page",
    r"\bhow (it|one|a match|the match) stands\b": "its state",
    r"\b[Ww]hoever\b": "anyone who, or the name of the role",
    r"\banew\b": "again",
    r"\bdearest\b": "the most expensive",
    r"\bexits 1\b": "exits with status 1",
    r"\btaken? down\b": "recorded",
    r"\bby chance\b": "random",
    r"\bknows? no rules?\b": "contains no rules",
    r"\bput into words\b": "formatted",
    r"\b(works?|worked) it out\b": "computes it",
}
"""Those that have to be refused in pages only."""

REFUSED_TRANSLATIONS: Final = {
    "de": {
        r"66-Ansage|Ansage von 66|\b[Ff]alschen? Ansage": "Ausmeldung, sich ausmelden: an Ansage is 20 or 40",
        r"\bPaaren?\b|\b[Kk]?ein(em)? Paar\b|-Paar\b": "Ansage; 20 in Karo angesagt",
        r"^Spielen$": "Spielverlauf",
        r"^Ausspiel$": "Spielt aus",
        r"(?<!keinen )\bPlatz(es)?\b|\bPlätze": "Spieler",
        r"wie es geschehen ist": "bleibt so liegen",
        r"kostet immer": "bringt dem Gegner immer",
        r"\b[TJQ][♠♥♦♣]": "10, B, D",
    },
    "bg": {
        r"\b[Вв]одене": "ход",
        r"\b[Пп]ове(де|дено|дена)\b|\bводи \{|\bда води\b|\bводещия[т]?\b(?! записа)": "играя, игран, на ход",
        r"е който излиза|\b[Ии]злизащия": "играе пръв",
        r"[Нн]еправилния?т? отговор|[Нн]еправилен отговор|неправилно": "неотговаряне на боя",
        r"както е направено": "както е изиграно",
        r"гледа към": "за чии карти",
        r"^[Мм]ясто отдолу$|^място$": "Играч",
        r"\bна взятка \{trick\}": "във взятка",
    },
    "hu": {
        r"[Üü]lőhely|\bülés": "Játékos",
        r"mit néz": "kinek a lapjait",
        r"\(\{(trick|expected|suit)\}[^)]*\)": "a sentence: a(z) {trick}. ütés előtt",
        r"[Jj]átszm": "parti: a játszma is one deal",
        r"ahogy megtették": "a megtett lépés érvényes",
    },
}
"""What card players do not say in a language, with what they say."""

PAGES: Final = (
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs/adding").glob("*.md")),
    ROOT / "notation/formats/README.md",
    *sorted((ROOT / "samples").glob("*.md")),
    ROOT / "viewer/editor/README.md",
    ROOT / "viewer/web/README.md",
)
FENCED: Final = re.compile(r"^( *)(`{3,}|~{3,}).*?^\1\2`*$", re.MULTILINE | re.DOTALL)
MADE: Final = {"data-columns.md", "glossary.md"}
"""Pages whose tables are made by scripts, from texts that are read where they are written."""


def of_commands(command: click.Command, context: click.Context) -> Iterator[str]:
    """The help of a command, of its options, and of its commands."""
    yield command.help or ""
    yield from (getattr(each, "help", None) or "" for each in command.params)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from of_commands(inner, click.Context(inner, parent=context, info_name=name))


def texts() -> dict[str, str]:
    """All that people read in the program, and what is short and read first, by where it stands."""
    ours = messages.messages() - set(messages.of_sources())
    found = {f"message: {text}": text for message in ours for text in strings(message)}
    found |= {
        f"help: {text[:60]}": text for text in of_commands(main, click.Context(main, info_name="santase"))
    }
    return found | {"README.md": (ROOT / "README.md").read_text("utf-8")}


def prose(page: Path) -> str:
    """A page without its fenced blocks and code; without its tables, too, if a script makes them."""
    text = re.sub(r"`[^`\n]+`", "`code`", FENCED.sub("", page.read_text("utf-8")))
    return re.sub(r"^ *\|.*$", "", text, flags=re.MULTILINE) if page.name in MADE else text


def strings(message: object) -> Iterator[str]:
    """The sentences of a message: one, or those for one thing and for several."""
    if isinstance(message, str):
        yield message
    elif isinstance(message, tuple | list):
        for part in message:
            yield from strings(part)


def refused(text: str, patterns: dict[str, str] = REFUSED) -> list[str]:
    """What of a text is refused, with what to write instead."""
    return [
        f"{found.group()!r}: {better}"
        for pattern, better in patterns.items()
        for found in re.finditer(pattern, " ".join(text.split()))
    ]


@pytest.mark.slow
def test_nothing_reads_as_translated() -> None:
    said = texts()
    assert len(said) > 2_500
    assert {place: found for place, text in said.items() if (found := refused(text))} == {}


@pytest.mark.parametrize("code", REFUSED_TRANSLATIONS)
def test_translations_have_the_words_of_card_players(code: str) -> None:
    """A quote from a source in the same language stands as it is in its source."""
    said = [
        text
        for message in read_catalogue(code)
        if message.id and message.id != message.string
        for text in strings(message.string)
    ]
    assert len(said) > 2_000
    assert {text: found for text in said if (found := refused(text, REFUSED_TRANSLATIONS[code]))} == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_reads_as_translated(page: Path) -> None:
    assert refused(prose(page), REFUSED | REFUSED_IN_PAGES) == []


def test_the_glossary_has_the_words_of_the_program() -> None:
    assert glossary.PAGE.read_text("utf-8") == glossary.page()


DOCUMENTED: Final = (
    *("grammar", "referee", "santase", "viewer", "tests/bench", "tests/scripts", "tests/support"),
    *(
        f"notation/{room}"
        for room in "corpus editing findings formats judge live record replay rulings specs text".split()
    ),
)
"""The packages whose docstrings have been gone through."""


def docstrings(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    """The docstrings of a module, and of the classes and functions in it that have public names."""
    if not getattr(node, "name", "").startswith("_"):
        yield ast.get_docstring(node) or ""
    for each in node.body:
        if isinstance(each, ast.ClassDef | ast.FunctionDef):
            yield from docstrings(each)


@pytest.mark.parametrize("package", DOCUMENTED)
def test_no_docstring_reads_as_translated(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    found = {
        f"{file.relative_to(ROOT)}: {text[:60]}": wrong
        for file in files
        for text in docstrings(ast.parse(file.read_text("utf-8")))
        if (wrong := refused(text, REFUSED | REFUSED_IN_DOCSTRINGS))
    }
    assert found == {}
