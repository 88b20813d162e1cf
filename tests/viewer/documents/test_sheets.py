"""Sheets to be hung up: words for people, and what is for programs in the small print alone."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from fontTools.ttLib import TTFont

from notation import read_file
from notation.judge import judge
from notation.rulings import Account, account, accounts_of, answer_claims
from referee import PRESETS
from referee.auction import sits_out
from referee.cards import NO_SUIT
from referee.contracts import Bidder
from tests.support.corpus import ROOT
from tests.support.each import for_each
from tests.support.languages import COMPLETE
from tests.support.tables import rules_of
from viewer.documents.document import Blanks, DataTable, Document, Listing, Paragraph
from viewer.documents.languages import CitedClause, language
from viewer.documents.rendering import HERE, as_html
from viewer.documents.rule_sheets import sheet
from viewer.rulings.deal_rulings import Docket, case, explanation
from viewer.rulings.ledger import ledger

pytestmark = pytest.mark.usefixtures("few_repairs")

SAMPLES: Final = sorted((ROOT / "samples/faulty").glob("*.sgn")) + sorted((ROOT / "samples").glob("*.sgn"))
CLAIMS: Final = ("A: A 3", "B: draw", "A revoked", "B had 66 at trick 3", "the exchange was illegal")
FOR_PROGRAMS: Final = re.compile(
    r"\b[A-Z]\d{3}\b"  # codes
    r"|\.sgn\b|\.md\b|://"  # files and addresses
    r"|\b[0-9a-f]{7,}\b"  # digests and versions
    r"|\b[a-z][a-z-]*=[\w/]+"  # options
    rf"|\b(?:{'|'.join(name for name in PRESETS if '-' in name)})\b"
)
"""What is no word: on a sheet only the small print has it."""


def printed(document: Document) -> tuple[str, str]:
    """The text of a sheet without its small print, and the small print."""
    *body, last = document.parts
    assert isinstance(last, Paragraph)
    assert last.kind == "fine"
    page = as_html(replace(document, parts=tuple(body))).partition("<main")[2]
    return unescape(re.sub(r"<[^>]+>", " ", page)), last.text


@pytest.mark.slow
@for_each(SAMPLES, one_in=12)
def test_a_sheet_has_no_codes_files_keys_or_addresses(path: Path) -> None:
    for game in read_file(path):
        judged = judge(game)
        for each in list(accounts_of(judged))[:3] if judged.rules else ():
            spoken = language(list(COMPLETE)[(len(path.stem) + each.number) % len(COMPLETE)])
            found = answer_claims(game, each.number, each.rules, CLAIMS)
            for document in (explanation(each, spoken), case(found, each, spoken)):
                words, small = printed(document)
                assert FOR_PROGRAMS.findall(words) == []
                assert all(finding.code.id in small for finding in each.findings)
                assert game.digest is None or game.digest in small


def revoke() -> Account:
    [game] = read_file(ROOT / "samples/faulty/the-revoke-seen-later.sgn")
    return account(judge(game), 1)


def test_every_clause_is_quoted_once_and_beside_it_stands_the_original() -> None:
    told = revoke()
    found = answer_claims(told.judgement.game, 1, told.rules, ["A: B revoked", "B: B revoked at trick 4"])
    document = case(found, told, language("de"))
    notes = [part.note for part in document.parts if isinstance(part, Paragraph)]
    notes += [item.note for part in document.parts if isinstance(part, Listing) for item in part.items]
    clauses = [note for note in notes if isinstance(note, CitedClause)]
    assert len(clauses) == len({clause.point for clause in clauses}) >= 4
    page = as_html(document)
    for clause in clauses:
        assert clause.decided in unescape(re.sub(r"</?a[^>]*>", "", page))
        assert not clause.quote or clause.quote in unescape(page)
        assert clause.translation in unescape(page)
        assert bool(clause.translation) == bool(clause.quote)
    assert '<span lang="en">„when a card is led, the opponent must play' in page
    assert "wird eine Karte ausgespielt, muss der Gegner" in page
    assert page.count("(unsere Übersetzung)") == 1
    assert "was der zweite Spieler zugeben muss" in page


def test_every_face_has_a_family_of_its_own_and_a_space() -> None:
    """WeasyPrint mixes up the letters of faces with one family; a space is of the face of the word before."""
    for face in (HERE / "static" / "faces").glob("*.woff2"):
        assert ord(" ") in TTFont(face).getBestCmap()
    style = (HERE / "static" / "site.css").read_text("utf-8")
    families = re.findall(r'@font-face \{ font-family: "([^"]+)"; src: url', style)
    assert len(families) == len(set(families)) == 2
    used = [
        line
        for name in ("site", "document", "replay", "writing")
        for line in (HERE / "static" / f"{name}.css").read_text("utf-8").splitlines()
        if '"Santase Sans"' in line and "@font-face" not in line
    ]
    assert used
    assert all(", ".join(f'"{family}"' for family in families) in line for line in used)


@pytest.mark.parametrize(
    ("appeal", "words"),
    [
        ("final", "Diese Entscheidung ist endgültig."),
        ("Endgültig", "Diese Entscheidung ist endgültig."),
        ("den Vorstand", "Gegen diese Entscheidung ist Berufung möglich: den Vorstand."),
    ],
)
def test_the_head_and_the_appeal_are_given_or_left_to_be_filled_in(appeal: str, words: str) -> None:
    told = revoke()
    found = answer_claims(told.judgement.game, 1, told.rules, ["A 3"])
    docket = Docket("Graz", "18. 1. 2026", "7", "R. Petrova", "Der Verband", appeal)
    full, empty = case(found, told, language("de"), docket), case(found, told, language("de"))
    assert full.parts[0] == Paragraph("Der Verband", "Entscheidung Nr. 7\nGraz, 18. 1. 2026", "letterhead")
    assert Paragraph(words) in full.parts
    [signed], [blank] = ([p.lines for p in each.parts if isinstance(p, Blanks)] for each in (full, empty))
    assert signed == (
        ("Vasil (A)", ""),
        ("Neda (B)", ""),
        ("R. Petrova, Schiedsrichter", ""),
        ("Ort und Datum", "Graz, 18. 1. 2026"),
    )
    assert len(blank) == 7
    assert {given for _, given in blank} == {""}
    assert empty.head[0].kind == "answer"


def test_a_chance_after_the_last_trick_is_told_if_it_mattered() -> None:
    """The loser's 66 after the last trick would have won; that of a winner of as many points is noise."""
    games = read_file(ROOT / "samples/the-winter-bummerl.sgn")
    [lost] = [each for each in (account(judge(game), 1) for game in games) if each.chances]
    [chance] = lost.chances
    text = "Karl could have gone out after trick 9"

    def told(one: Account) -> bool:
        lists = [part for part in ledger(one, one.speaking(language("en"))) if isinstance(part, Listing)]
        return any(text in item.text for part in lists for item in part.items)

    assert told(lost)
    same = chance._replace(result=lost.deal.result)
    assert not told(replace(lost, chances=(same,)))


@pytest.mark.parametrize("spec", ["bauernschnapsen", "bauernschnapsen partner-plays=no", "dreierschnapsen"])
def test_a_rule_sheet_begins_with_the_contracts(spec: str) -> None:
    rules = rules_of(spec)
    [table] = [part for part in sheet(rules, language("en")).parts if isinstance(part, DataTable)]
    for contract, (_, worth, who, trumps, leads, promised) in zip(
        rules.auction.contracts, table.rows, strict=True
    ):
        assert worth == str(contract.value or "1–3")
        assert ("partner" in who) is (rules.mp_partners and contract.bidder is Bidder.FOREHAND)
        assert trumps == ("none" if contract.trump == NO_SUIT else "as named")
        assert leads == ("the bidder" if contract.leads else "the caller")
        assert ("sits out" in promised) is (rules.mp_partners and sits_out(rules, contract))
        assert ("the ace is the lowest" in promised) is (contract.name == "zehnergang")
    assert len({row[0] for row in table.rows}) == len(table.rows)
