"""The law in rulings: what a step or a finding rests on is quoted, and leads to the sheet that has it."""

import json
import re
import zlib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import quote as in_address

import pytest
from flask.testing import FlaskClient

from notation import Finding, read_file
from notation.judge import judge
from notation.rulings import Account, accounts_of
from notation.specs import load_pack, read_spec
from notation.wire.rules import dump_rule_sheet
from notation.wire.ruling import dump_ruling
from referee import BOOKS, POINTS, PRESETS, RuleSet, arithmetic, citation, points_decided
from referee.arithmetic import Line
from tests.support.apps import app_in
from tests.support.commands import run
from tests.support.corpus import ROOT, SAMPLES
from tests.support.each import for_each
from tests.support.languages import COMPLETE
from tests.support.rulings import objects
from viewer.documents.document import DataTable, Document, Listing, Paragraph
from viewer.documents.languages import CitedClause, language
from viewer.documents.rendering import as_html, as_markdown
from viewer.documents.rule_sheets import sheet
from viewer.rulings.deal_rulings import explanation

pytestmark = pytest.mark.usefixtures("few_repairs")

EXTRACTS: Final = ROOT / "tests/extracts"
PACK: Final = ROOT / "samples/packs/danube-league.toml"
REVOKE: Final = ROOT / "samples/faulty/the-revoke-seen-later.sgn"
SHEETS: Final = "https://club.example/rules/{rules}.html"
WITHOUT: Final = frozenset({arithmetic.CLAIM_FALSE, arithmetic.GAME_CLAIM_FALSE, arithmetic.RESIGNED})
"""Steps about an action, without a clause: the step after them says what it costs, and quotes the clause."""
LINES: Final = [line for line in vars(arithmetic).values() if isinstance(line, Line)]
VARIED: Final = ("santase target=11 failed-close=3", "schnapsen close-min-talon=4 revoke=3", "sixty-six-four")
ENGLISH: Final = language("en")


@pytest.fixture(scope="module", autouse=True)
def league() -> Iterator[RuleSet]:
    """A rule pack, which is unregistered after the tests."""
    name = load_pack(PACK).rules.name
    yield PRESETS[name]
    del BOOKS[name], PRESETS[name]


def rules_of(spec: str) -> RuleSet:
    rules = read_spec(spec)
    assert not isinstance(rules, Finding)
    return rules


def every_set() -> list[RuleSet]:
    return [*PRESETS.values(), *map(rules_of, (*VARIED, "danube-league target=7"))]


def test_every_step_and_every_point_of_every_set_is_quoted_with_section_edition_and_address() -> None:
    assert {line for line in LINES if not line.point} == WITHOUT
    assert {line.point for line in LINES} - {""} <= set(POINTS)
    for rules in every_set():
        for point in POINTS:
            cited, words = citation(rules, point), ENGLISH.quoted(rules, point)
            assert isinstance(words, CitedClause)
            assert words.startswith(f"{POINTS[point]}: ")
            assert words.address == cited.address
            if not cited.section:
                assert "silent" in words or cited.agreed
                continue
            assert f"{cited.source}, {cited.section}" in words
            assert words.endswith(f": “{cited.quote}”") or (not cited.quote and rules.name == "danube-league")
            assert cited.revision in words
            assert cited.address or rules.name == "danube-league"


def notes(document: Document) -> Iterator[str]:
    for part in document.parts:
        if isinstance(part, Paragraph):
            yield part.note
        elif isinstance(part, Listing):
            yield from (item.note for item in part.items)
        elif isinstance(part, DataTable):
            yield from (cell for row in part.rows for cell in row)


def clauses(document: Document) -> list[CitedClause]:
    return [note for note in notes(document) if isinstance(note, CitedClause)]


def accounts(path: Path) -> Iterator[Account]:
    for game in read_file(path):
        judgement = judge(game)
        if judgement.rules:
            yield from accounts_of(judgement)


@for_each(SAMPLES, one_in=12)
def test_every_step_and_finding_of_a_ruling_is_quoted(path: Path) -> None:
    sources = {file.stem: file.read_text("utf-8") for file in EXTRACTS.glob("*.md")}
    for account in accounts(path):
        document = explanation(account, ENGLISH)
        found = clauses(document)
        points = [clause.point for clause in found]
        for step in account.steps:
            assert step.line in WITHOUT or step.line.point in points
        for finding in account.findings:
            assert not finding.point or finding.point in points
            assert finding.code.id[0] not in "RC" or finding.point
        quotes = [clause.quote for clause in found if clause.quote]
        assert len(quotes) == len(set(quotes)), "every sentence once"
        for clause in found:
            quoted = citation(clause.rules, clause.point).quote
            assert not quoted or f"“{quoted}”" in quotes
            assert not quoted or any(f"\n> {quoted}\n" in text for text in sources.values())
        shown = " ".join(re.sub(r"\\|\(<[^>]*>\)", "", as_markdown(document)).split())
        for point in dict.fromkeys(points):
            assert re.sub(r"[\[\]]", "", citation(account.rules, point).quote) in re.sub(r"[\[\]]", "", shown)
        ruling = dump_ruling(account, ENGLISH)
        kept = {each["point"]: each for each in ruling["points"]}
        for step in ruling["steps"]:
            assert step["point"] is None or step["point"] in kept
        for point, each in kept.items():
            cited = citation(account.rules, point)
            told = (each["quote"] or "", each["address"] or "", each["revision"] or "")
            assert told == (cited.quote, cited.address, cited.revision)


# Sheets.


def test_every_sheet_has_an_anchor_for_every_decision() -> None:
    for rules in every_set():
        document = sheet(rules, ENGLISH)
        page, text = as_html(document), as_markdown(document)
        for point in points_decided(rules):
            assert page.count(f'id="{point}"') == 1
            assert text.count(f'<a id="{point}"></a>') == 1
        shape = {each["point"]: each for each in dump_rule_sheet(rules, ENGLISH)["points"]}
        assert set(shape) == set(points_decided(rules))
        for point, each in shape.items():
            cited = citation(rules, point)
            assert (each["address"], each["revision"]) == (cited.address or None, cited.revision or None)


def test_a_sheet_of_a_pack_names_the_edition_of_what_it_starts_from() -> None:
    text = as_markdown(sheet(PRESETS["danube-league"], ENGLISH)).replace("\\", "")
    base = BOOKS["santase"]
    assert f"{base.source}, {base.revision}, {base.address}" in text


def test_a_comparison_of_sets_has_anchors_and_links() -> None:
    words = ["rules", "danube-league", "--diff", "schnapsen target=11"]
    page = run("--rules-pack", PACK, *words, "--format", "html").stdout
    text = run("--rules-pack", PACK, *words, "--format", "markdown").stdout
    shape, other = objects(run("--rules-pack", PACK, *words, "--format", "json"))
    assert [each["point"] for each in shape["points"]] == [each["point"] for each in other["points"]]
    for each in shape["points"]:
        assert page.count(f'id="{each["point"]}"') == 1
        assert text.count(f'<a id="{each["point"]}"></a>') == 1
    assert f'href="{BOOKS["schnapsen"].address}"' in page
    read = unescape(re.sub(r"<[^>]+>", "", page))
    assert re.search(
        r"“A player who closes[^”]+”Rules of Play of the Danube League, 2026-03-01, § 9 \(2\)", read
    )


# Links.


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that says where its rule sheets lie."""
    (tmp_path / "santase.toml").write_text(f'packs = ["{PACK}"]\nsheets = "{SHEETS}"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def targets(printed: str) -> set[str]:
    """The addresses to which links lead."""
    return {unescape(each) for each in re.findall(r'href="([^"]+)"|\(<([^>]+)>\)', printed) for each in each}


@pytest.mark.slow
@pytest.mark.parametrize("form", ["html", "markdown"])
@pytest.mark.parametrize("spec", ["santase", "santase target=11", "danube-league"])
def test_a_ruling_leads_to_the_published_sheet_and_to_the_source(
    form: str, spec: str, published: Path
) -> None:
    printed = run("explain", REVOKE, "--as", spec, "--format", form).stdout
    found = targets(printed) - {""}
    sheets = SHEETS.format(rules=in_address(spec))
    points = {each.partition("#")[2] for each in found if each.startswith(sheets)}
    page = run("rules", spec, "--format", form).stdout
    assert {"play2.duty", "irr.revoke"} & points
    assert all(f'id="{point}"' in page for point in points)
    assert BOOKS["santase"].address in found


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_a_comparison_of_verdicts_leads_there_too(form: str, published: Path) -> None:
    words = ("compare", REVOKE, "--under", "danube-league,schnapsen-sharp,santase", "--format", form)
    printed = run(*words).stdout if form == "html" else run(*words).stdout.replace("\\", "")
    anchors = re.findall(r'id="([^"]+)"', printed)
    assert len(anchors) == len(set(anchors))
    assert all(BOOKS["santase"].clauses.get(anchor.rpartition("/")[2]) for anchor in anchors)
    for address in targets(printed) - {""}:
        point = address.partition("#")[2]
        assert point in POINTS or address.startswith("http")


def test_compared_verdicts_as_json_quote_both() -> None:
    path = ROOT / "samples/closed-and-won.sgn"
    shape = json.loads(run("compare", path, "--under", "santase,sixty-six", "--format", "json").stdout)
    found = [
        side
        for pair in shape["pairs"]
        for parting in [pair["parting"], *pair["deals"]]
        for decision in parting["deciding"]
        for side in (decision["first"], decision["second"])
    ]
    assert found
    for side in found:
        assert side["quote"] or "silent" in side["cite"]
        assert side["address"] in {BOOKS[name].address for name in ("santase", "sixty-six")}


@pytest.mark.slow
def test_a_pdf_has_the_links(published: Path) -> None:
    path = published / "ruling.pdf"
    run("explain", REVOKE, "--format", "pdf", "-o", path)
    streams = re.findall(rb"/ObjStm[^>]*>>\s*stream\r?\n(.*?)endstream", path.read_bytes(), re.DOTALL)
    data = b"".join(zlib.decompressobj().decompress(stream) for stream in streams)
    assert SHEETS.format(rules="santase").encode() in data
    assert BOOKS["santase"].address.encode() in data


def test_where_sheets_lie_is_an_address_with_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for wrong in ('"https://club.example/"', "7", '"javascript:{rules}"', '"https://a/{rules}{x}"'):
        (tmp_path / "santase.toml").write_text(f"sheets = {wrong}\n", "utf-8")
        result = run("rules", "santase")
        assert result.exit_code == 2
        assert "`sheets` is an address with {rules} in it" in " ".join(result.output.split())


# Over HTTP.


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, league: RuleSet) -> FlaskClient:
    return app_in(tmp_path_factory.mktemp("citable")).test_client()


@pytest.mark.slow
@pytest.mark.parametrize("code", COMPLETE)
def test_the_page_of_a_ruling_leads_to_the_sheet_of_the_pack(client: FlaskClient, code: str) -> None:
    text = REVOKE.read_text("utf-8").replace('[Rules "santase"]', '[Rules "danube-league"]')
    answer = client.post("/api/v1/records", data=text, content_type="application/x-sgn").get_json()
    record = answer["records"][0]["id"]
    page = client.get(f"/records/{record}/deals/1/ruling?lang={code}").text
    found = [unescape(each) for each in re.findall(r'href="([^"]*/rules/[^"]*#[^"]*)"', page)]
    assert any(each.endswith(("#irr.revoke", "#score.closer_fails")) for each in found)
    assert "Who does not follow suit, or does not head the trick" in unescape(page)
    for address in set(found):
        path, _, point = address.partition("#")
        shown = client.get(path)
        assert shown.status_code == 200
        assert f'id="{point}"' in shown.text
