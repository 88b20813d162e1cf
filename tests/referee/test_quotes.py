"""The quotes of the rule sets: every clause that cites a section quotes it, and the extracts have it so.

The extracts beside the tests say what stands in the sources. They are read here as files, without what made
them.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from markupsafe import escape

from notation import Finding, read_spec
from notation.wire.rules import dump_rule_sheet
from referee import RuleSet, rulesets
from referee.rulebook import RuleBook, RuleSource
from referee.rulesets import BOOKS, citation
from tests.support.languages import COMPLETE
from viewer.documents.languages import language
from viewer.documents.rendering import as_html, as_markdown
from viewer.documents.rule_sheets import difference, sheet

FOLDER = Path(__file__).parents[1] / "extracts"
FILES = sorted(path.stem for path in Path(str(rulesets.__file__)).parent.glob("[a-z]*.py"))
LONGEST = 350
"""The characters of a quote at most: a sentence or the rows of a table, not a page."""


class Extract(NamedTuple):
    """What the file of an extract says."""

    title: str
    address: str
    revision: str
    sections: dict[str, list[str]]


def extracts(name: str) -> list[Extract]:
    """The extracts of the sources of a file, its own first."""
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    return [_extract(f"# {part}") for part in re.split(r"^# ", text, flags=re.M)[1:]]


def _extract(text: str) -> Extract:
    head, *parts = re.split(r"^## ", text, flags=re.M)
    found = re.match(r"# (.+)\n\n\* address: (\S+)\n\* revision: (.+)\n", head)
    assert found, head
    sections = {}
    for part in parts:
        section, _, rest = part.partition("\n")
        lines = [line for line in rest.splitlines() if line]
        assert all(line.startswith("> ") for line in lines), part
        sections[section] = [line.removeprefix("> ") for line in lines]
    return Extract(found[1], found[2], found[3], sections)


def said(book: RuleBook) -> list[tuple[RuleSource | None, str, str]]:
    """Every section that a book cites, with what it quotes, and the source where it is not the book's own."""
    clauses = [(clause.source, clause.section, clause.quote) for clause in book.clauses.values()]
    passages = [(passage.source, passage.section, passage.quote) for passage in book.variants.values()]
    return clauses + passages


def spec(words: str) -> RuleSet:
    rules = read_spec(words)
    assert not isinstance(rules, Finding)
    return rules


def test_a_clause_has_one_short_line_of_the_section_that_it_names() -> None:
    for name, found in BOOKS.items():
        for _, section, quote in said(found):
            assert bool(quote) == bool(section), (name, section)
            assert len(quote) < LONGEST, (name, quote)
            assert quote == " ".join(quote.split()), (name, quote)


def test_every_quote_stands_in_the_extract_of_its_source_and_nothing_else_does() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == [f"{name}.md" for name in FILES]
    for file in FILES:
        module = import_module(f"referee.rulesets.{file}")
        own, *others = kept = extracts(file)
        assert (own.title, own.address) == (module.SOURCE, module.ADDRESS)
        assert own.revision == (module.REVISION or "not stated")
        quoted = set()
        for book in module.BOOKS:
            assert (book.source, book.address) == (module.SOURCE, module.ADDRESS)
            assert book.revision == module.REVISION
            quoted |= {passage for passage in said(book) if passage[2]}
        texts = {source for source, *_ in quoted if source}
        told = {(text.title, text.address, text.revision or "not stated") for text in texts}
        assert {(each.title, each.address, each.revision) for each in others} == told
        stated = sorted(
            (each.title, section, quote)
            for each in kept
            for section, quotes in each.sections.items()
            for quote in quotes
        )
        assert stated == sorted((text.title if text else own.title, *rest) for text, *rest in quoted), file


# Sheets.


@pytest.mark.parametrize("name", BOOKS)
def test_a_sheet_has_every_quote_apart_from_the_rule(name: str) -> None:
    rules, book = BOOKS[name].rules, BOOKS[name]
    shape = dump_rule_sheet(rules, language("en"))
    assert (shape["address"], shape["revision"]) == (book.address, book.revision or None)
    for point in shape["points"]:
        clause = book.clauses[point["point"]]
        assert point["quote"] == (clause.quote or None)
        assert not clause.quote or clause.quote not in point["rule"]
    page = as_html(sheet(rules, language("en")))
    for clause in book.clauses.values():
        if clause.quote:
            source = clause.source or RuleSource(book.source, language=book.language)
            quote = f'<span lang="{source.language}">“{escape(clause.quote)}”</span>'
            assert f"{escape(clause.section)}: {quote}</small>" in page


@pytest.mark.parametrize("code", COMPLETE)
def test_quotes_are_in_the_language_of_their_source(code: str) -> None:
    english, other = (dump_rule_sheet(spec("schnapsen-tompa"), language(each)) for each in ("en", code))
    assert [point["quote"] for point in english["points"]] == [point["quote"] for point in other["points"]]
    quote = BOOKS["schnapsen"].clauses["claim.window"].quote
    assert quote in as_html(sheet(spec("schnapsen"), language(code)))


@pytest.mark.parametrize("code", COMPLETE)
def test_every_quote_is_translated_beside_it_and_the_first_says_by_whom(code: str) -> None:
    """The rows of tables and what is left out of a sentence are the same in both."""
    tongue = language(code)
    mark = tongue.say("{translation} (our translation)", translation="")
    for name in ("santase-club", "schnapsen-tompa"):
        page = as_html(sheet(spec(name), tongue))
        shape = dump_rule_sheet(spec(name), tongue)
        quoted = [point for point in shape["points"] if point["quote"]]
        assert page.count('<span lang="en">') == len(quoted)
        assert page.count(mark) == (code != "en")
        for point in quoted:
            if code == "en":
                assert "translation" not in point
                continue
            told = point["translation"]
            assert f"</span><br>{tongue.say('“{text}”', text=escape(told))}" in page
            for sign in (" | ", " … "):
                assert told.count(sign) == point["quote"].count(sign)
            assert not re.search(r"\b(?:the|player|trick)\b", told)


@pytest.mark.parametrize("name", BOOKS)
def test_the_first_paragraph_names_address_and_revision(name: str) -> None:
    book = BOOKS[name]
    first = as_markdown(sheet(book.rules, language("en"))).split("\n\n")[1].replace("\\", "")
    assert book.source in first
    assert book.address in first
    assert first.count(book.revision) == 1 or not book.revision


def test_what_a_table_agrees_quotes_what_tells_of_it() -> None:
    sharp = BOOKS["schnapsen-sharp"].clauses["close.min_talon"].quote
    assert citation(spec("schnapsen close-min-talon=4"), "close.min_talon").quote == sharp
    told = citation(spec("schnapsen false-claim=proportional"), "claim.false")
    assert told.quote in extracts("schnapsen")[0].sections[told.section]
    untold = citation(spec("schnapsen close-min-talon=6"), "close.min_talon")
    assert untold.quote == BOOKS["schnapsen"].clauses["close.min_talon"].quote
    shown = as_markdown(sheet(spec("schnapsen close-min-talon=4"), language("en"))).replace("\\", "")
    assert f"agreed at this table, as Schnapsen (pagat.com), Variants has it: “{sharp}”" in shown


def test_a_difference_quotes_both() -> None:
    shown = as_markdown(difference((spec("schnapsen"), spec("schnapsen-sharp")), language("en")))
    for name in ("schnapsen", "schnapsen-sharp"):
        assert BOOKS[name].clauses["marriage.count_when"].quote not in shown
        assert BOOKS[name].clauses["marriage.first_trick"].quote in shown


def test_a_ruling_names_its_clause_without_the_quote() -> None:
    for book in BOOKS.values():
        for point, clause in book.clauses.items():
            assert not clause.quote or clause.quote not in language("en").clause(book.rules, point)
