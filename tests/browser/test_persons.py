"""A person who is signed in and a guest at a live table: no key in an address, a confirmed result."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.test_pages import axe, sideways
from tests.browser.test_people import signed_in
from tests.support.browser import NARROW, Visitor, wait_until
from tests.support.live_site import live_site
from viewer.store import KeyRole
from viewer.store.audit import COMMAND_LINE


@pytest.mark.nightly
def test_a_person_plays_a_guest_and_both_confirm_the_result(browser: Browser, tmp_path: Path) -> None:
    with live_site(tmp_path) as site:
        key = site.store.keys.add("Ivan Petrov", KeyRole.UPLOADER, actor=COMMAND_LINE)
        visitor = Visitor(browser, site)  # type: ignore[arg-type]
        ivan = signed_in(visitor, key)
        ivan.goto("/live/")
        ivan.locator("[name=game][value=schnapsen]").check()
        ivan.locator("[data-way=free]").click()
        ivan.locator("santase-live .facts span").first.wait_for()
        assert "#" not in ivan.url
        guest = visitor.open("/live/", stranger=True, viewport=NARROW, color_scheme="dark")
        guest.locator("[data-sit]").click()
        for page in (ivan, guest):
            page.locator(".hand button").first.wait_for()
            expect(page.locator("h1")).to_have_text("Ivan Petrov – Guest")
        assert ivan.evaluate("document.querySelector('header.site nav').scrollHeight") == 48
        faults: dict[str, object] = {"table": axe(ivan), "narrow table": axe(guest)}
        mine = visitor.page()
        mine.context.add_cookies(ivan.context.cookies())  # type: ignore[arg-type]
        mine.goto("/own/matches")
        faults |= {"my matches": axe(mine), "scrolls": sideways(mine)}
        mine.locator("a.whole").click()
        expect(mine.locator(".facts").first).to_contain_text("You play as Ivan Petrov")
        wait_until(ivan, "() => document.querySelector('santase-live').ask({ do: 'leave' })")
        for page in (ivan, guest):
            page.get_by_role("button", name="Confirm the result").click()
        expect(guest.locator(".facts").first).to_contain_text("Confirmed by Ivan Petrov, Guest.")
        faults |= {"end": axe(guest)}
        match = guest.url.rpartition("/")[2].partition("#")[0]
        result = ivan.request.get(f"/api/v1/live/matches/{match}/result").json()
        assert (result["identified"], result["confirmed"], result["winner"]) == (["A"], ["A", "B"], "B")
        visitor.leave()
        assert visitor.faults == []
        assert {name: found for name, found in faults.items() if found} == {}


def test_an_invitation_becomes_the_seat_of_a_person(browser: Browser, tmp_path: Path) -> None:
    with live_site(tmp_path) as site:
        key = site.store.keys.add("Ivan", KeyRole.UPLOADER, actor=COMMAND_LINE)
        visitor = Visitor(browser, site)  # type: ignore[arg-type]
        match = site.open(waits=True, public=False)
        ivan = signed_in(visitor, key)
        ivan.goto(match.address("B"))
        ivan.get_by_role("button", name="Take this seat as Ivan").click()
        expect(ivan.locator("h1")).to_have_text("Ani (guest) – Ivan")
        expect(ivan.locator(".facts").first).to_contain_text("You play as Ivan")
        assert "#" not in ivan.url
        arbiter = visitor.open(match.address("arbiter"), stranger=True)
        expect(arbiter.locator("h1")).to_have_text("Ani (guest) – Ivan")
        stale = visitor.open(match.address("B"), stranger=True)
        expect(stale.locator(".finding.error")).to_contain_text("The key in this address is not valid here.")
        visitor.leave()
        assert [fault for fault in visitor.faults if "401" not in fault] == []
