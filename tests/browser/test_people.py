"""The pages for people with a key, as they are used: by everybody, at every width, in every language."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.test_pages import axe, sideways
from tests.support.browser import OwnSite, Visitor, served
from tests.support.corpus import ROOT
from tests.support.languages import IN_TURN
from viewer.store import KeyRole, RecordStanding, Visibility
from viewer.store.access import EVERYTHING
from viewer.store.audit import COMMAND_LINE

GAME = ROOT / "samples/closed-and-won.sgn"


def keys(site: OwnSite) -> tuple[str, str]:
    """The keys of an uploader, who owns a private record, and of an operator; something was removed."""
    store = site.store
    uploader, operator = (store.keys.add(role.value, role, actor=COMMAND_LINE) for role in KeyRole)
    store.add(GAME.read_bytes(), standing=RecordStanding("uploader", Visibility.PRIVATE), actor="uploader")
    [gone] = store.add(b'%SGN 1\n[Event "gone"]\n')
    store.remove(gone.id, "a player's wish", actor=COMMAND_LINE)
    return uploader, operator


def signed_in(visitor: Visitor, key: str, **options: object) -> Page:
    page = visitor.open("/sign-in", stranger=True, **options)
    page.locator("input[name=key]").fill(key)
    page.locator("main button").click()
    page.wait_for_url("**/own")
    return page


def status(page: Page, address: str) -> int:
    answer = page.goto(address)
    assert answer
    return answer.status


@pytest.mark.parametrize("language", IN_TURN)
def test_the_pages_for_people_are_for_everybody(browser: Browser, tmp_path: Path, language: str) -> None:
    with served(tmp_path) as site:
        uploader, operator = keys(site)
        visitor = Visitor(browser, site)
        page = visitor.open("/sign-in", locale=language)
        assert page.locator("html").get_attribute("lang") == language
        faults: dict[str, object] = {"sign in": axe(page)}
        page = signed_in(visitor, uploader, locale=language)
        assert status(page, "/administration") == 403
        faults["not allowed"] = axe(page)
        visitor.faults = [fault for fault in visitor.faults if "403 (" not in fault]
        page = signed_in(visitor, operator, locale=language)
        [record] = site.store.transfer(EVERYTHING)
        for path in ("/own", "/administration", f"/records/{record.id}", "/"):
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            faults |= {path: axe(page), f"{path} scrolls": sideways(page)}
        visitor.leave()
        assert visitor.faults == []
        assert {name: found for name, found in faults.items() if found} == {}


def test_an_uploader_and_an_operator_do_what_they_came_for(browser: Browser, tmp_path: Path) -> None:
    """By the pages alone: publish a record, make a key, hide the record, remove it, and sign out."""
    with served(tmp_path) as site:
        uploader, operator = keys(site)
        visitor = Visitor(browser, site)
        own = signed_in(visitor, uploader)
        own.locator("table.records a").click()
        own.locator("summary", has_text="Moderate").click()
        own.get_by_label("Who may read it").select_option("public")
        own.get_by_role("button", name="Set", exact=True).click()
        own.wait_for_url(re.compile("/records/[0-9a-f]{16}$"))
        address = own.url

        office = signed_in(visitor, operator)
        office.get_by_role("link", name="Administration").click()
        office.get_by_label("Name").fill("Maria")
        office.get_by_role("button", name="Make a key").click()
        secret = office.locator("code.secret").inner_text()
        key = site.store.keys.find(secret)
        assert key
        assert key.name == "Maria"
        office.goto(address)
        office.locator("summary", has_text="Moderate").click()
        office.get_by_role("button", name="Hide", exact=True).click()
        office.wait_for_selector("text=An operator has hidden this record")
        stranger = visitor.page()
        assert status(stranger, address) == 404
        own.goto(address)
        own.locator("summary", has_text="Moderate").click()
        own.get_by_role("button", name="Delete permanently").click()
        own.wait_for_selector("text=The record has been removed")
        assert status(stranger, address) == 404, "who could not see it is not told that it was there"
        assert status(office, address) == 410
        own.get_by_role("button", name="Sign out").click()
        own.wait_for_url(f"{site.origin}/")
        assert status(own, "/own") == 401
        visitor.leave()
        expected = re.compile("status of (401|404|410)")
        assert [fault for fault in visitor.faults if not expected.search(fault)] == []
