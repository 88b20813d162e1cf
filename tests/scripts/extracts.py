"""The quoted sentences of the rule sets' sources, by source and section, as test files.

`.venv/bin/python tests/scripts/extracts.py` renews ``tests/extracts`` from the clauses. Before that, read
each new sentence in its source: the files record the sources' words, and a test compares the clauses with
them.
"""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from referee import rulesets
from referee.rulebook import RuleBook, RuleSource

FOLDER: Final = Path(__file__).parents[1] / "extracts"
SILENT: Final = "not stated"
"""Used in place of a source's revision if it has none."""


def sources() -> dict[str, ModuleType]:
    """The modules of the rule sets, one for each source, by name."""
    names = sorted(found.name for found in iter_modules(rulesets.__path__))
    return {name: import_module(f"{rulesets.__name__}.{name}") for name in names}


def extract(source: ModuleType) -> str:
    """The quoted sentences of a file's sources, under the cited sections."""
    own = RuleSource(source.SOURCE, source.ADDRESS, source.REVISION)
    quoted: dict[RuleSource, dict[str, dict[str, None]]] = {own: {}}
    for book in source.BOOKS:
        for text, section, quote in passages(book):
            quoted.setdefault(text or own, {}).setdefault(section, {})[quote] = None
    return "\n".join(_of_source(text, sections) for text, sections in quoted.items())


def _of_source(source: RuleSource, sections: dict[str, dict[str, None]]) -> str:
    lines = [
        f"# {source.title}",
        "",
        f"* address: {source.address}",
        f"* revision: {source.revision or SILENT}",
        "",
        "Only the sentences that clauses quote, letter for letter but for emphasis and links.",
    ]
    for section, quotes in sections.items():
        lines += ["", f"## {section}", "", *(f"> {quote}\n" for quote in quotes)]
        lines[-1] = lines[-1].rstrip("\n")
    return "\n".join(lines) + "\n"


def passages(book: RuleBook) -> list[tuple[RuleSource | None, str, str]]:
    """The sections cited by a rule book, each with the quoted sentence, and the text that it is from."""
    said = [(clause.source, clause.section, clause.quote) for clause in book.clauses.values()]
    said += [(passage.source, passage.section, passage.quote) for passage in book.variants.values()]
    return [(source, section, quote) for source, section, quote in said if quote]


def main() -> None:
    """Write the extracts of all sources."""
    FOLDER.mkdir(exist_ok=True)
    for name, source in sources().items():
        (FOLDER / f"{name}.md").write_text(extract(source), "utf-8")


if __name__ == "__main__":
    main()
