"""The desk for disputes as people use it: filled in without scripts, looked at by everybody, printed."""

import re
from typing import Final
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import NARROW, OwnSite, Visitor
from tests.support.corpus import ROOT
from tests.support.languages import IN_TURN

SHEET: Final = (ROOT / "samples/the-closer-fails.sgn").read_text("utf-8")
CASES: Final = {
    "the-closer-fails.sgn": (3, "A: A 3", "B: B 2"),
    "the-last-ten.sgn": (1, "A: A 3", "B: A had 66 at trick 9"),
    "faulty/the-revoke-seen-later.sgn": (1, "A: B revoked at trick 4", "B: A never had a trick"),
    "schnapsen-a-game-to-seven.sgn": (1, "A: A 3", "B: I had 66 at trick 9"),
    "sixty-six-tompa-a-game-to-seven.sgn": (1, "A: A 3", "B: B 3"),
    "santase-four-a-partner-miscounts.sgn": (1, "A: AC 3", "B: BD 2"),
}
"""Deals of several rule sets, most of ten tricks, with a claim of each side."""


def sheets(page: Page) -> int:
    """How many sheets of A4 a page is on paper."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


@pytest.mark.parametrize("language", IN_TURN)
def test_a_case_is_two_sheets_at_most(visitor: Visitor, site: OwnSite, language: str) -> None:
    page = visitor.page()
    printed = {}
    for name, (deal, *claims) in CASES.items():
        query = {"lang": language, "place": "Graz", "date": "2026-01-18", "case": "7", "arbiter": "I. Petrov"}
        said = urlencode([*query.items(), *(("claim", claim) for claim in claims)])
        page.goto(f"{site.add(ROOT / 'samples' / name)}/deals/{deal}/disputes?{said}")
        assert page.locator("h2").count() >= 6, name
        printed[name] = sheets(page)
    assert {name: number for name, number in printed.items() if number > 2} == {}


def test_paper_has_the_case_and_nothing_else(visitor: Visitor, site: OwnSite) -> None:
    page = visitor.open(f"{site.add(SHEET)}/deals/3/disputes?claim=A: A 3")
    expect(page.get_by_role("link", name="Change the question")).to_be_visible()
    page.emulate_media(media="print")
    for hidden in ("header.site", ".off-paper"):
        assert not page.locator(hidden).first.is_visible()
    for shown in ("h1.answer", "figure svg", ".blanks li"):
        assert page.locator(shown).first.is_visible()
    lines = page.locator("main a").evaluate_all("all => all.map(a => getComputedStyle(a).textDecorationLine)")
    assert set(lines) == {"none"}


CUT: Final = """texts => texts.flatMap(text => {
    const box = text.getBBox(), whole = text.ownerSVGElement.viewBox.baseVal;
    const fits = box.x >= 0 && box.x + box.width <= whole.width && !text.textContent.includes('…');
    return fits ? [] : [text.textContent];
})"""
"""The texts of pictures that are shortened or lie outside them."""


@pytest.mark.parametrize("language", IN_TURN)
def test_nothing_in_the_picture_of_a_moment_is_cut(visitor: Visitor, site: OwnSite, language: str) -> None:
    page = visitor.page(viewport=NARROW)
    for name, (deal, claim, _) in CASES.items():
        address = f"{site.add(ROOT / 'samples' / name)}/deals/{deal}/disputes?lang={language}&claim={claim}"
        page.goto(address)
        figures = page.locator("figure")
        assert figures.locator("text").count() >= 4, name
        assert figures.locator("text").evaluate_all(CUT) == [], name
        sizes = figures.locator("svg").evaluate_all(
            "all => all.map(svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)"
        )
        assert min(sizes) > 0.7, "the names are large enough to be read on a telephone"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_dispute_is_settled(visitor: Visitor, scripts: bool) -> None:
    page = visitor.open("/dispute", java_script_enabled=scripts)
    page.get_by_label("The text of the record").fill(SHEET)
    page.get_by_label("A says").fill("A 3")
    page.get_by_label("B says").fill("the moon is green")
    page.get_by_label("only who has the link").check()
    page.get_by_role("button", name="Settle").click()
    expect(page.get_by_role("alert")).to_contain_text("Which deal is disputed?")
    expect(page.get_by_label("The text of the record")).to_have_value(SHEET)
    page.get_by_label("Number of the deal").fill("3")
    page.get_by_label("Arbiter").fill("I. Petrov")
    page.get_by_role("button", name="Settle").click()
    expect(page.locator("hgroup")).to_contain_text("Dispute over deal 3")
    offers = page.locator("section.answer", has_text="the moon is green")
    offers.get_by_role("link").first.click()
    expect(offers).to_have_count(0)
    expect(page.get_by_role("img", name="Leopold Hirsch (A): 10♠")).to_be_visible()
    expect(page.get_by_text("I. Petrov, arbiter")).to_be_visible()
    page.get_by_role("link", name="Change the question").click()
    expect(page.get_by_label("Leopold Hirsch (A) says")).to_have_value("A 3")
    visitor.faults = [fault for fault in visitor.faults if "422 (" not in fault]


def test_a_sheet_that_was_entered_card_by_card_comes_to_the_desk(visitor: Visitor, site: OwnSite) -> None:
    page = visitor.open(f"{site.add(SHEET)}/annotate")
    page.locator("santase-scribe .tools, #begin").first.wait_for()
    assert page.locator("#keep").evaluate("form => form.elements.desk.formAction").endswith("/dispute")
    page.locator("#keep").evaluate("form => { form.hidden = false; form.elements.desk.click(); }")
    expect(page.get_by_label("The text of the record")).to_have_value(re.compile("Leopold Hirsch"))
    expect(page.get_by_label("Leopold Hirsch (A) says")).to_be_visible()
    assert page.get_by_role("alert").count() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_what_is_pointed_at_has_its_answer_beside_it(visitor: Visitor, site: OwnSite, scripts: bool) -> None:
    page = visitor.open(f"{site.add(SHEET)}/deals/3/questions", java_script_enabled=scripts)
    page.locator(".played a", has_text="closes").click()
    expect(page.locator("#asked h2").first).to_contain_text("closes")
    page.locator(".asks a", has_text="too early").click()
    expect(page.locator(".answered")).to_contain_text("The claim is wrong under the rules of Santase.")
    expect(page.locator(".played a", has_text="closes")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="On a page to be signed").click()
    expect(page.locator("hgroup")).to_contain_text("Dispute over deal 3")


def test_a_card_on_the_table_of_a_replay_is_asked_about(visitor: Visitor, site: OwnSite) -> None:
    page = visitor.open(f"{site.add(SHEET)}#d1s2")
    page.locator("santase-replay .trick [data-card]").first.click()
    expect(page.locator("#asked h2")).to_contain_text("Trick 1")
    page.locator("#asked .asks a", has_text="legal").first.click()
    expect(page.locator("#asked .answered")).to_contain_text("The claim is right.")
