"""One screen: what a reader needs is in view at once, nothing jumps, and the address tells the place."""

import re
from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.test_pages import forgive_statuses
from tests.support.browser import DRAWN, NARROW, WIDE, OwnSite, ReplayPage, Visitor, box_of
from tests.support.corpus import ROOT
from tests.support.pages import addresses
from tests.support.parties import FOUR, THREE
from tests.support.sizes import some

CLUB: Final = ROOT / "samples/a-club-match-with-clocks.sgn"
WRONG: Final = ROOT / "samples/faulty/does-not-follow.sgn"
LOW: Final = ViewportSize(width=1366, height=768)
HUGE: Final = ViewportSize(width=3840, height=2160)
SIZES: Final = some([WIDE, LOW, ViewportSize(width=1920, height=1080), HUGE, NARROW], LOW, HUGE, NARROW)
OUTSIDE: Final = """() =>
    ['.board', '.moves', '.move[aria-current]', '.comment', '.spoken', '.controls', '.scrubber']
    .filter(name => {
        const box = document.querySelector('santase-replay ' + name)?.getBoundingClientRect();
        return !box || box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
    })"""
"""What of the first screen is not to be seen in it."""
SHIFTS: Final = f"""{DRAWN}
window.shifted = 0;
new PerformanceObserver(list => {{
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}}).observe({{ type: 'layout-shift', buffered: true }});"""
FACES: Final = """[...document.fonts].find(each => each.family.includes("Santase Sans")).status"""
OVERLAPS: Final = """() => {
    const boxes = [...document.querySelectorAll('.board > :is(.seat, .talon, .signs, .trick)')]
        .map(each => each.getBoundingClientRect()).filter(box => box.width);
    const board = document.querySelector('.board').getBoundingClientRect();
    return boxes.some((one, place) => one.top < board.top - 1 || one.bottom > board.bottom + 1
        || boxes.slice(place + 1).some(other =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
            && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1));
}"""
"""Whether parts of the table lie on each other, or beyond its edge."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_is_in_view_and_nothing_jumps(
    visitor: Visitor, site: OwnSite, size: ViewportSize, scheme: str
) -> None:
    page = visitor.page(viewport=size, color_scheme=scheme)
    page.add_init_script(SHIFTS)
    page.goto(f"{site.add(CLUB)}#d1s14")
    replay = ReplayPage(page)
    replay.wait_for_pictures()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shifted") < 0.02
    replay.press("m")
    assert page.evaluate(OUTSIDE) == []
    replay.press("PageDown")
    for _ in range(replay.last // 2):
        assert not page.evaluate(OVERLAPS), replay.spoken
        replay.press("ArrowRight", "ArrowRight")
    replay.press("PageUp")
    width = replay.board.locator(".hand svg.card").first.evaluate("each => each.clientWidth")
    assert width >= size["width"] * (0.14 if size == NARROW else 0.06)


@pytest.mark.nightly
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=lambda size: str(size["width"]))
def test_no_page_moves_and_all_have_the_shipped_face(
    visitor: Visitor, site: OwnSite, size: ViewportSize
) -> None:
    """On the first visit, of somebody who has kept nothing."""
    site.store.count()
    moved = {}
    for address in addresses(site, site).values():
        page = visitor.page(stranger=True, viewport=size)
        page.add_init_script(SHIFTS)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        if address != "/api/v1/docs":
            assert page.evaluate(FACES) == "loaded", address
            face = "each => getComputedStyle(each).fontFamily"
            assert page.locator("body").evaluate(face).startswith('"Santase Sans"'), address
        if (shifted := page.evaluate("shifted")) >= 0.02:
            moved[address] = shifted
        page.context.close()
    assert moved == {}
    forgive_statuses(visitor)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("record", [THREE, FOUR], ids=["three", "four"])
def test_a_table_of_more_than_two_stays_where_it_is(
    visitor: Visitor, site: OwnSite, size: ViewportSize, record: str
) -> None:
    page = visitor.page(viewport=size)
    page.add_init_script(SHIFTS)
    page.goto(f"{site.add(record)}#d1s14")
    replay = ReplayPage(page)
    replay.wait_for_pictures()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shifted") < 0.02
    box = box_of(replay.scrubber)
    assert box["y"] + box["height"] <= size["height"]


def test_without_scripts_the_first_picture_is_there(visitor: Visitor, site: OwnSite) -> None:
    page = visitor.open(site.add(CLUB), java_script_enabled=False)
    assert page.locator(".board .place-0 .who").inner_text() == "Petar Minev"
    assert sorted(page.locator(".board .place-0 text").all_text_contents()) == sorted(
        ["10♠", "J♠", "A♥", "9♥", "10♦", "10♣"]
    )


def test_the_address_follows_and_the_place_outlives_reload_and_language(
    visitor: Visitor, site: OwnSite
) -> None:
    replay = visitor.replay(site.add(CLUB))
    page = replay.page
    before = page.evaluate("history.length")
    replay.press("PageDown", "ArrowRight", "ArrowRight", "f")
    page.wait_for_url(re.compile("#d2s2"))
    assert page.evaluate("history.length") == before
    names = replay.names()
    page.reload()
    again = ReplayPage(page)
    assert (again.place, again.names()) == ((2, 2), names)
    page.locator(".languages a[lang=de]").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert ReplayPage(page).element.locator(".scrubber").input_value() == "2"


def test_what_was_switched_is_remembered(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(site.add(CLUB))
    names = replay.names()
    replay.press("f", "x", "+")
    again = visitor.replay(site.add(WRONG))
    assert again.speed == "2"
    assert "hidden card" not in again.hand(0)
    assert set(again.hand(1)) == {"hidden card"}
    assert visitor.replay(site.add(CLUB)).names() == names[::-1]


def test_keys_lead_to_faults_and_comments(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(site.add(WRONG))
    assert "!" in replay.deals.first.inner_text(), "a deal with a fault is marked"
    replay.press("n")
    assert "R210" in replay.notes.inner_text()
    replay = visitor.replay(site.add(CLUB))
    assert "!" not in "".join(replay.deals.all_inner_texts())
    places = []
    for _ in range(4):
        replay.press("m")
        assert replay.notes.locator(".comment").count() > 0
        places.append(replay.place)
    assert places == sorted(set(places))


def test_both_cards_of_a_marriage_are_shown(visitor: Visitor, site: OwnSite) -> None:
    """The first deal of the sample has `3. exchange close! 20d Kd`."""
    replay = visitor.replay(f"{site.add(ROOT / 'samples/closed-and-won.sgn')}#d1s9")
    while replay.board.locator(".said.marriage").count() == 0:
        assert replay.place[1] < replay.last
        replay.press("ArrowRight")
    assert "20" in replay.board.locator(".said.marriage").inner_text()
    titles = replay.board.locator("svg.announces title").all_text_contents()
    assert sorted(titles) == ["king of diamonds", "queen of diamonds"]
