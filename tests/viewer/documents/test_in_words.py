"""What people read of a ruling or a dispute is in their own words.

No code, key, path or option, no word of SGN and no English in another language; quotations, names and the
lines for programs at the end may have them.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from notation import read_file
from notation.judge import judge
from notation.rulings import account, accounts_of, answer_claims
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from tests.support.sizes import sizes
from viewer.documents.document import DataTable, Document, Heading, Listing, Paragraph
from viewer.documents.languages import CitedClause, language
from viewer.rulings.deal_rulings import case, explanation

pytestmark = pytest.mark.usefixtures("few_repairs")

VECTORS: Final = ROOT / "tests/vectors"
DISPUTES: Final = sorted((VECTORS / "disputes").glob("*.json"))
RULINGS: Final = sorted((VECTORS / "rulings").glob("*.sgn"))
WRITTEN: Final = "B turned up an old trick"
"""What an arbiter wrote in a record, in his language."""
MACHINE: Final = {
    "a code": re.compile(r"\b[A-Z][0-9]{3}\b"),
    "an option": re.compile(r"\b[a-z][a-z0-9-]*=[a-z0-9/]+"),
    "a path": re.compile(r"\.sgn\b|:[0-9]+:[0-9]+"),
    "a rule set as in a spec": re.compile(r"\b(?:santase|schnapsen|sixty-six)(?:-[a-z]+)*\b"),
    "a key": re.compile(r"\b[a-z]+[._][a-z_]+\b"),
}
ENGLISH: Final = re.compile(
    r"\b(?:the|of|not|trick|claim|close|exchange|draw|card|points|deal|out|wins|agreement|forfeit)\b"
)


def read_by_people(document: Document) -> Iterator[str]:
    """The texts of a document up to its grounds: clauses without their sources, no headings of claims."""
    grounds = language(document.language).say("What the ruling rests on")
    for part in document.parts:
        match part:
            case Heading() if part.text == grounds:
                return
            case Paragraph():
                yield from (part.text, decided(part.note))
            case Listing():
                for item in part.items:
                    yield from (item.text, decided(item.note))
            case DataTable():
                yield from (part.title, *(cell for row in part.rows for cell in row))


def decided(note: str) -> str:
    return note.decided if isinstance(note, CitedClause) else note


def rulings(code: str, paths: list[Path]) -> Iterator[tuple[str, Document]]:
    for path in paths:
        for game in read_file(path):
            judgement = judge(game)
            for told in accounts_of(judgement) if judgement.rules else ():
                yield path.stem, explanation(told, language(code))


def disputes(code: str, paths: list[Path]) -> Iterator[tuple[str, Document]]:
    for path in paths:
        kept = json.loads(path.read_text("utf-8"))
        [game] = read_file(path.with_suffix(".sgn"))
        told = account(judge(game), kept["deal"])
        claims = [claim[code] for claim in kept["claims"]]
        found = answer_claims(game, kept["deal"], told.rules, claims)
        yield path.stem, case(found, told, language(code))


@pytest.mark.slow
@sizes(6, 1)
def test_rulings_and_disputes_are_in_words(size: int) -> None:
    """On every change each language reads another part of them."""
    for turn, code in enumerate(COMPLETE):
        documents = [
            *rulings(code, RULINGS[turn * (size > 1) :: size]),
            *disputes(code, DISPUTES[turn * (size > 1) :: size]),
        ]
        assert len(documents) > 15
        found = [
            (code, name, kind, text)
            for name, document in documents
            for text in read_by_people(document)
            if WRITTEN not in text
            for kind, form in {**MACHINE, **({} if code == "en" else {"English": ENGLISH})}.items()
            if form.search(text)
        ]
        assert found == []
