"""Every page: for everybody, at every width, in every language, light and dark, and without scripts."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from werkzeug.exceptions import NotFound

from tests.support.browser import DRAWN, NARROW, WIDE, OwnSite, Visitor, box_of, served
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE, IN_TURN, LONGEST
from tests.support.pages import addresses, load, ready
from tests.support.rulings import HEAD, TWO_DEALS
from tests.support.sizes import Size

LOOKS: Final[tuple[tuple[str, ViewportSize], ...]] = (("light", WIDE), ("dark", NARROW))
"""What a page is looked at in."""
LOOKED_AT: Final = Size("LOOKS", len(LOOKS))
TRIED: Final = LOOKS[-LOOKED_AT:]
"""Those in which a page is tried by every rule, where a test does not say in which."""
CONTRASTED: Final = ("archive", "record", "ruling", "desk", "rule sheet", "against the rules")
"""Pages whose colours are tried on every change, in one look each."""
BUMMERL: Final = "bummerl.txt"
ELSEWHERE: Final = {
    "people.own": "test_people",
    "people.administer": "test_people",
    "live.match": "test_one_table",
    "live.next_match": "test_one_table",
    "live.record": "test_one_table",
    "live.ruling": "test_one_table",
    "live.own_matches": "test_persons",
    "live.tournament": "test_tournament",
    "live.new_tournament": "test_tournament",
}
"""Pages that require a key or a match: where they are tested."""
NO_PAGES: Final = (
    {"static", "conversions.file", "live.picture", "sharing.oembed"}
    | {
        f"pages.{name}"
        for name in (
            "position",
            "animated",
            "as_sgn",
            "as_json",
            "as_page",
            "styles",
            "pictures",
            "icon",
            "solved",
        )
    }
    | {"pages.known", "pages.script"}
    | {f"operations.{name}" for name in ("live", "health", "ready", "metrics")}
)
AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
# All rules of WCAG 2.2 AA, of which axe tries some only if they are named.
RUN_AXE: Final = """async contrast => {
    const standard = ['2a', '2aa', '21a', '21aa', '22aa'].map(level => `wcag${level}`);
    const options = { resultTypes: ['violations'], runOnly: [...standard, 'best-practice'] };
    options.rules = { 'color-contrast': { enabled: contrast } };
    const found = await axe.run(options);
    return found.violations.map(each => each.id + ': ' + each.nodes.map(node => node.target).join('; '));
}"""
SIDEWAYS: Final = """() => {
    if (document.scrollingElement.scrollWidth <= innerWidth) return [];
    return [...document.querySelectorAll('body *')]
        .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
        .map(each => each.tagName + '.' + each.getAttribute('class')).slice(0, 5).concat('page');
}"""


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnSite]:
    with served(tmp_path_factory.mktemp("empty")) as site:
        yield site


def endpoint(site: OwnSite, address: str) -> str:
    """What answers an address; nothing if it is not there."""
    path = unquote(urlsplit(address).path) or "/"
    try:
        return str(site.app.url_map.bind("localhost").match(path)[0])
    except NotFound:
        return ""


def test_every_page_is_looked_at(site: OwnSite, empty: OwnSite) -> None:
    seen = {"docs.page", *(endpoint(site, address) for address in addresses(site, empty).values())}
    all_pages = {
        rule.endpoint
        for rule in site.app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and "/api/" not in rule.rule
    }
    assert all_pages - NO_PAGES - set(ELSEWHERE) - seen == set()


@pytest.mark.nightly
def test_what_is_converted_is_for_everybody(visitor: Visitor) -> None:
    """A log of several games, one with a fault, a text that fits no format, and one that fits two."""
    painsi, bummerl = ((ROOT / "tests/logs" / name).read_text("utf-8") for name in ("painsi.txt", BUMMERL))
    faulty = bummerl.replace("CloseTheTalonAction", "Close", 1)
    for text in (painsi, faulty, "hello world", bummerl + painsi):
        page = visitor.open("/conversion")
        page.locator("textarea").fill(text)
        page.get_by_role("button", name="Convert", exact=True).click()
        page.locator("#sgn, [role=alert]").first.wait_for()
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert axe(page) == []
        assert sideways(page) == []
    visitor.faults = [fault for fault in visitor.faults if "415 (" not in fault]


@pytest.mark.parametrize("scripts", [True, False])
def test_the_games_of_a_log_are_chosen_beside_its_lines(visitor: Visitor, scripts: bool) -> None:
    page = visitor.open("/conversion", java_script_enabled=scripts)
    page.locator("textarea").fill((ROOT / "tests/logs/painsi.txt").read_text("utf-8"))
    page.get_by_role("button", name="Convert", exact=True).click()
    first = page.locator(".beside").first
    for size, is_beside in ((WIDE, True), (NARROW, False)):
        page.set_viewport_size(size)
        log, record = (box_of(first.locator(part)) for part in ("ol", "pre"))
        assert (log["y"] == record["y"] and log["x"] + log["width"] < record["x"]) is is_beside
        assert (log["x"] == record["x"] and log["y"] + log["height"] < record["y"]) is not is_beside
    games = page.get_by_role("checkbox")
    assert [games.nth(number).is_checked() for number in range(games.count())] == [True, True]
    games.first.uncheck()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = Path(saved.value.path()).read_text("utf-8")
    assert text.count("%SGN") == 1
    page.get_by_role("button", name="Add to the records").click()
    page.wait_for_url("**/records/*")


@pytest.mark.parametrize("language", IN_TURN)
def test_a_dispute_that_cannot_be_read_is_for_everybody(visitor: Visitor, language: str) -> None:
    page = visitor.open(f"/dispute?lang={language}")
    for name, words in (("text", "%SGN 1\n\ndeal 1 dealer Q\n1. Xx\n"), ("saysA", "x" * 60)):
        page.locator(f"[name={name}]").fill(words)
    page.locator("[name=visibility]").first.check()
    page.locator("form.desk button:not([name])").click()
    page.locator("[role=alert]").first.wait_for()
    assert axe(page) == []
    assert sideways(page) == []
    visitor.faults = [fault for fault in visitor.faults if "422 (" not in fault]


def added(visitor: Visitor, **options: Any) -> Page:
    """The page that answers when several records are added at once."""
    page = visitor.open("/", **options)
    page.get_by_text("Open a file").click()
    page.locator("textarea").fill(TWO_DEALS + HEAD)
    page.locator("form.add button").click()
    page.wait_for_url("**/records")
    return page


def forgive_statuses(visitor: Visitor) -> None:
    """A browser complains of the status of a page that is not there, or that nothing was asked of."""
    told = ("404 (NOT FOUND)", "400 (BAD REQUEST)", "401 (UNAUTHORIZED)", "422 (UNPROCESSABLE")
    visitor.faults = [fault for fault in visitor.faults if not any(status in fault for status in told)]


def axe(
    page: Page, looks: Sequence[tuple[str, ViewportSize]] = TRIED, *, contrast: bool = LOOKED_AT.is_full
) -> list[str]:
    """What shuts somebody out, in some looks of a page; contrast takes as long as all other rules thrice."""
    page.evaluate(DRAWN)
    page.evaluate(AXE)
    faults = []
    for scheme, size in looks:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size(size)
        faults += [f"{scheme} {size['width']}: {fault}" for fault in page.evaluate(RUN_AXE, contrast)]
    return faults


def sideways(page: Page, widths: Sequence[int] = (1280, 390, 320)) -> list[list[str]]:
    """What makes a page scroll sideways, at some widths and at twice the size."""
    found = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        found.append(page.evaluate(SIDEWAYS))
    # Twice the size: by zoom half as many pixels wide, and the same with larger letters alone.
    page.set_viewport_size({"width": 640, "height": 400})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    found.append(page.evaluate(SIDEWAYS))
    return [each for each in found if each]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "are_all"),
    [(LONGEST, False), *(pytest.param(each, True, marks=pytest.mark.nightly) for each in COMPLETE)],
)
def test_nobody_is_shut_out_and_no_page_scrolls_sideways(
    visitor: Visitor, site: OwnSite, empty: OwnSite, language: str, are_all: bool
) -> None:
    """At night all pages at all widths, else one of every other kind, narrow, some in a look.

    The longest language has both looks and all colours then, the others one look.
    """
    faults: dict[str, object] = {}
    kinds: set[str] = set()
    page = visitor.page(locale=language)
    for name, address in addresses(site, empty).items():
        kind = endpoint(site, address)
        if not are_all and (name == "API" or (kind in kinds and name != "endless words")):
            continue  # the API page is the slowest and is tested separately
        kinds.add(kind)
        if not are_all and name not in CONTRASTED and len(kinds) % 2:
            continue
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(WIDE)
        load(page, address)
        ready(page)
        number, is_longest = len(faults), are_all and language == LONGEST
        contrast = is_longest or name in CONTRASTED
        looks = LOOKS if is_longest else LOOKS[number // 6 % 2 :][: are_all or contrast or number % 6 == 0]
        if looks:
            faults[name] = axe(page, looks, contrast=contrast)
        if name == "record":
            page.keyboard.press("?")
            faults["overlay"] = axe(page, looks or TRIED)
            page.keyboard.press("Escape")
        if name != "API":
            assert page.locator("html").get_attribute("lang") == language
            faults[f"{name} scrolls"] = sideways(page, (1280, 390, 320) if are_all else (320,))
    page = added(visitor)
    assert page.get_by_role("link", name="Game 1").count() == 1
    faults |= {"added": axe(page), "added scrolls": sideways(page)}
    forgive_statuses(visitor)
    assert {name: found for name, found in faults.items() if found} == {}


def test_no_table_of_the_page_of_state_scrolls_sideways(visitor: Visitor) -> None:
    """On a narrow screen each row is shown as lines, each with the heading of its column."""
    page = visitor.page(viewport={"width": 390, "height": 800})
    wider = (
        "[...document.querySelectorAll('.table')].filter(each => each.scrollWidth > each.clientWidth).length"
    )
    for language in COMPLETE:
        page.goto(f"/state?lang={language}")
        for width in (1280, 390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(wider) == 0, (language, width)
            assert page.evaluate(SIDEWAYS) == []
    row = page.locator("tr", has_text="upload-bytes")
    headings = "each => getComputedStyle(each, '::before').content"
    assert [cell.evaluate(headings) for cell in row.locator("td").all()[1:3]] == ['"korlát: "', '"egység: "']


WORDS: Final = {
    "en": ("Turn the table", "Records", "queen of hearts"),
    "bg": ("Завъртане на масата", "Записи", "дама"),
    "de": ("Tisch drehen", "Aufzeichnungen", "Dame"),
    "hu": ("Az asztal megfordítása", "Jegyzőkönyvek", "dáma"),
}


def test_four_languages_by_browser_and_by_switch(visitor: Visitor, site: OwnSite) -> None:
    """The page, the element, the names of cards and their letters."""
    address = site.add(ROOT / "samples/closed-and-won.sgn")
    pictures = {}
    for language, (turn, _, queen) in WORDS.items():
        replay = visitor.replay(address, locale=language)
        page = replay.page
        assert page.locator("html").get_attribute("lang") == language
        expect(replay.button(turn)).to_be_visible()
        assert [card for card in replay.cards(".talon") if queen.lower() in card.lower()], language
        replay.wait_for_pictures()
        page.evaluate(DRAWN)
        pictures[language] = replay.board.locator(
            "svg.card", has=page.locator("title", has_text=queen)
        ).first.screenshot()
        other = "de" if language != "de" else "hu"
        page.locator(f".languages a[lang={other}]").click()
        expect(page.locator("html")).to_have_attribute("lang", other)
        expect(page.get_by_role("button", name=WORDS[other][0], exact=True)).to_be_visible()
        page.goto("/")
        expect(page.locator("h1")).to_have_text(WORDS[other][1])
    assert len(set(pictures.values())) == 3, "the letters of the queens are those of the language"
    assert pictures["de"] == pictures["hu"], "D in both"


def test_all_tricks_are_there_without_scripts(visitor: Visitor, site: OwnSite) -> None:
    address = site.add(ROOT / "samples/closed-and-won.sgn")
    page = visitor.open(address, java_script_enabled=False)
    tricks = sum(
        line[:1].isdigit() for line in (ROOT / "samples/closed-and-won.sgn").read_text("utf-8").splitlines()
    )
    rows = page.locator("main table tbody tr")
    assert rows.count() >= tricks
    first = page.locator("#d1 table").last.inner_text()
    for words in ("9♠", "A♠", "10♣", "10♥"):
        assert words in first
    assert page.locator("#d1 table").last.is_visible()
    assert page.locator("santase-replay button").count() == 0
    page.goto("/")
    page.locator("input[name=player]").fill("Maria")
    page.locator("form.search button").click()
    page.locator(".games a").first.click()
    assert "Maria" in page.inner_text("h1")


@pytest.mark.nightly
def test_the_documentation_of_the_api_is_whole_and_can_be_tried(visitor: Visitor) -> None:
    page = visitor.open("/api/v1/docs")
    page.wait_for_selector(".opblock-summary-path")
    described = page.evaluate("fetch('/api/v1/openapi.json').then(answer => answer.json())")["paths"]
    operations = [each for path in described.values() for each in path.values() if "operationId" in each]
    assert page.locator(".opblock").count() == len(operations)
    page.locator(".opblock-get .opblock-summary-control").first.click()
    page.locator(".try-out__btn").click()
    page.locator(".execute").click()
    page.wait_for_selector(".live-responses-table")
