"""Extracts every translatable sentence of the program, and maintains the translation catalogues.

`.ci/messages` adds new sentences to the catalogues and removes obsolete ones; with the code of a language
without a catalogue it creates one. `.ci/messages --check` changes nothing: it fails if a complete catalogue
lacks a translation, and warns about unfinished ones.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from notation.findings.catalogue import CATALOGUE
from notation.findings.code_files import code_file, retired
from notation.findings.finding import AS_WRITTEN, EITHER, IF_REPAIRED
from notation.record.words import SUIT_NAMES
from referee.arithmetic import LINES
from referee.codes import Effect, Severity
from referee.meanings import MEANINGS
from referee.points import GROUPS, POINTS
from referee.rules import AT_MOST, BETWEEN, EVEN
from referee.rulesets import BOOKS
from viewer.documents.catalogues import BEGUN, FOLDER, is_begun, is_faulty, is_translated, read_catalogue
from viewer.documents.languages import NAMES

ROOT = Path(__file__).parents[2]
SAYING = frozenset({"say", "saying", "Phrase", "RulesError", "_fault"})
COUNTING = frozenset({"count", "CountedPhrase"})
"""The functions that take a sentence in the code, and those that take two."""
UNWANTED = ("POT-", "PO-", "Generated-By", "Project-Id", "Report-", "Last-", "Language-Team")
"""Headers without information."""

Message = str | tuple[str, str]


def of_data() -> Iterator[str]:
    """The sentences in data tables."""
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
    for values in MEANINGS.values():
        yield from values.values()
    yield from (effect.value for effect in Effect)
    yield from (severity.value for severity in Severity)
    yield from SUIT_NAMES
    yield from (AS_WRITTEN, EITHER, IF_REPAIRED, EVEN, AT_MOST, BETWEEN)


def of_sources() -> Iterator[str]:
    """The sentences that the rule sets quote from their sources."""
    for book in BOOKS.values():
        yield from (clause.quote for clause in book.clauses.values())
        yield from (passage.quote for passage in book.variants.values())


def of_code() -> Iterator[Message]:
    """The sentences in the code, singular and plural together."""
    for folder in ("notation", "referee", "viewer"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    yield from _said_in(node)


def of_templates() -> Iterator[Message]:
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
    if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "member":
        return  # a member of a JSON object, described in English alone
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    words = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if name in SAYING and words:
        yield words[0]
    elif name in COUNTING and len(words) == 2:
        yield words[0], words[1]


@cache
def messages() -> frozenset[Message]:
    """Every sentence, once."""
    return frozenset(
        message for message in (*of_data(), *of_sources(), *of_code(), *of_templates()) if message
    )


def update(language: str) -> None:
    """Rewrite the catalogue of a language with exactly the current sentences."""
    path = FOLDER / f"{language}.po"
    head = f"# {Locale.parse(language).get_display_name()}\n{BEGUN}"
    old = Catalog(locale=language, header_comment=head)
    if path.exists():
        old = read_catalogue(language)
    new = Catalog(locale=language, header_comment=old.header_comment, fuzzy=False)
    for message in sorted(messages(), key=str):
        known = old.get(message)
        if known:
            flags = ["fuzzy"] if known.fuzzy else []
            new.add(message, known.string, flags=flags, user_comments=known.user_comments)
        else:
            new.add(message)
    lines: list[str] = []
    with path.open("wb") as file:
        write_po(file, new, width=0, omit_header=False)
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith(tuple(f'"{name}' for name in UNWANTED)):
            lines.append(line)
    path.write_text("\n".join(lines).rstrip() + "\n", "utf-8")


def told_of(language: str) -> Iterator[str]:
    """Yield the errors of a catalogue: a line for each kind."""
    listed = {
        message.id if isinstance(message.id, str) else (message.id[0], message.id[1]): message
        for message in read_catalogue(language)
        if message.id
    }
    wanted = messages()
    used = {each for each in wanted & set(listed) if is_translated(listed[each]) and not listed[each].fuzzy}
    faulty = {each for each in listed if is_translated(listed[each]) and is_faulty(listed[each])}
    for found, what in (
        (wanted - used, "not translated"),
        (set(listed) - wanted, "said by nobody any more"),
        (faulty, "translated with other facts"),
    ):
        if found:
            yield f"{what}: {len(found)} of {len(wanted)} sentences, such as {min(found, key=str)!r}"


def check() -> bool:
    """Report what every catalogue lacks; returns whether all required ones are complete."""
    complete = True
    for code in NAMES:
        if code == "en":
            continue
        begun = is_begun(read_catalogue(code))
        for what in told_of(code):
            complete = complete and begun
            print(f"{code}.po: {'warning' if begun else 'error'}: {what}", file=sys.stderr)
    return complete


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(not check())
    for named in sys.argv[1:] or [code for code in NAMES if code != "en"]:
        update(named)
