"""Every sentence that the program has for people, and the catalogues of its translations.

`.ci/messages` puts new sentences into the catalogues and takes those away that nobody says any more.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from notation.findings.catalogue import CATALOGUE
from notation.findings.code_files import code_file, retired
from notation.findings.finding import EITHER
from notation.record.words import SUIT_NAMES
from referee.arithmetic import LINES
from referee.codes import Effect, Severity
from referee.points import GROUPS, POINTS
from referee.rules import AT_MOST, BETWEEN, EVEN
from referee.rulesets import BOOKS
from viewer.documents.languages import NAMES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "viewer/documents/translations"
SAYING = frozenset({"say", "Phrase", "RulesError"})
COUNTING = frozenset({"count", "CountedPhrase"})
"""What is given a sentence where it stands in the code, and what is given two."""
UNWANTED = ("POT-", "PO-", "Generated-By", "Project-Id", "Report-", "Last-", "Language-Team")
"""Headers that say nothing."""

Message = str | tuple[str, str]


def of_data() -> Iterator[str]:
    """The sentences that stand in tables."""
    yield from (code.sentence for code in CATALOGUE.values())
    remarks = (code_file(name).remark for name in (*CATALOGUE, *retired()))
    yield from (remark.sentence for remark in remarks if remark)
    yield from (line.sentence for line in LINES)
    yield from GROUPS
    for point in POINTS:
        yield POINTS[point]
        for book in BOOKS.values():
            yield book.clauses[point].rule
            yield book.clauses[point].ruled
    yield from (effect.value for effect in Effect)
    yield from (severity.value for severity in Severity)
    yield from SUIT_NAMES
    yield from (EITHER, EVEN, AT_MOST, BETWEEN)


def of_code() -> Iterator[Message]:
    """The sentences that stand in the code, singular and plural together."""
    for folder in ("notation", "referee", "viewer"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    yield from _said_in(node)


def of_templates() -> Iterator[Message]:
    """The sentences that stand in templates."""
    environment = Environment()
    for path in sorted((ROOT / "viewer/templates").rglob("*.html")):
        for _, name, words in extract_from_ast(
            environment.parse(path.read_text("utf-8")), (*SAYING, *COUNTING)
        ):
            texts = [word for word in ([words] if isinstance(words, str) else words or ()) if word]
            if name in COUNTING:
                yield texts[0], texts[1]
            else:
                yield texts[0]


def _said_in(call: ast.Call) -> Iterator[Message]:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    words = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if name in SAYING and words:
        yield words[0]
    elif name in COUNTING and len(words) == 2:
        yield words[0], words[1]


def messages() -> set[Message]:
    """Every sentence, once."""
    return {message for message in (*of_data(), *of_code(), *of_templates()) if message}


def read_catalogue(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> None:
    """Write the catalogue of a language anew, with every sentence and nothing else."""
    path = FOLDER / f"{language}.po"
    old = read_catalogue(language) if path.exists() else Catalog(locale=language)
    new = Catalog(locale=language, header_comment=f"# {NAMES[language]}", fuzzy=False)
    for message in sorted(messages(), key=str):
        known = old.get(message)
        new.add(message, known.string if known else None)
    lines: list[str] = []
    with path.open("wb") as file:
        write_po(file, new, width=0, omit_header=False)
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith(tuple(f'"{name}' for name in UNWANTED)):
            lines.append(line)
    path.write_text("\n".join(lines).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for named in sys.argv[1:] or [code for code in NAMES if code != "en"]:
        update(named)
