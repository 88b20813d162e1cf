"""A served archive, and a monitored browser: no errors, no blocked or third-party requests.

The state of a replay is read from the page as a person perceives it: from words, names and states, never from
the element's variables.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from flask import Flask
from playwright.sync_api import (
    Browser,
    BrowserContext,
    FloatRect,
    Locator,
    Page,
    ViewportSize,
    sync_playwright,
)

from tests.support.apps import app_in
from tests.support.servers import Loopback
from viewer.store import Store

WIDE: Final = ViewportSize(width=1280, height=800)
NARROW: Final = ViewportSize(width=390, height=844)
_REFUSALS: Final = """document.addEventListener('securitypolicyviolation', event =>
    console.error('refused', event.violatedDirective, event.blockedURI))"""
_UNDRAWN: Final = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@media screen { html { opacity: 0 } }');
    document.adoptedStyleSheets = [sheet];
}"""
DRAWN: Final = "document.adoptedStyleSheets = [];"
"""Has a page painted, which takes a fifth of a browser's time; without it, all is only laid out."""

SEARCHED: Final = 3_000
"""The positions that the site considers for what best play is worth."""
HERE: Final = "http://127.0.0.1:"


def _whole(app: Flask) -> Any:
    """The application, with every answer complete before it is sent: a browser may disconnect.

    None is compressed, which takes a sixth of the application's time.
    """

    def answer(environ: Any, start: Any) -> list[bytes]:
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        parts = app(environ, start)
        try:
            return [b"".join(parts)]
        finally:
            parts.close()  # type: ignore[attr-defined]

    return answer


class OwnSite:
    """An application on the loopback, over a separate archive."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.store: Store = app.extensions["archive"]
        self.server = Loopback(_whole(app))
        self.origin = self.server.url

    def add(self, record: Path | str) -> str:
        """Add a file or a text, and return the address of its first record."""
        data = record.read_bytes() if isinstance(record, Path) else record.encode()
        return f"/records/{self.store.add(data)[0].id[:16]}"


@contextmanager
def served(folder: Path) -> Iterator[OwnSite]:
    """Serve a site with an empty archive in a folder, which does not search long for best play."""
    site = OwnSite(app_in(folder))
    with site.server, patch("viewer.limits.POSITIONS_REPLAYED", SEARCHED):
        yield site
    site.store.close()


@contextmanager
def launched(executable: str) -> Iterator[Browser]:
    """Chromium; without a sandbox if run as root."""
    with sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=executable,
            chromium_sandbox=os.geteuid() != 0,
            args=["--disable-dev-shm-usage", "--disable-gpu"],
        )
        yield browser
        browser.close()


def box_of(part: Locator) -> FloatRect:
    """Where an element is on the page, which it has to be."""
    box = part.bounding_box()
    assert box
    return box


def wait_until(page: Page, expression: str, argument: object = None) -> None:
    """Wait until an expression in a page is true.

    Playwright's own way evaluates a text in the page again and again, which the pages forbid (CSP).
    """
    for _ in range(400):
        if page.evaluate(expression, argument):
            return
        page.wait_for_timeout(50)
    raise AssertionError(expression)


class Visitor:
    """Opens pages and records every error and violation.

    Pages with the same options belong to one person, who has them all in one browser, which keeps preferences
    and files; a page with `stranger=True` belongs to somebody else. Only who draws has them painted.
    """

    def __init__(self, browser: Browser, site: OwnSite, *, draws: bool = False) -> None:
        self._browser = browser
        self._site = site
        self._scripts = (_REFUSALS,) if draws else (_REFUSALS, _UNDRAWN)
        self._contexts: list[BrowserContext] = []
        self._known: dict[str, BrowserContext] = {}
        self.faults: list[str] = []

    def page(self, stranger: bool = False, **options: Any) -> Page:
        """A blank page without animations; options are those of a browser context."""
        if stranger:
            return self._arrived(options).new_page()
        person = repr(sorted(options.items()))
        if person not in self._known:
            self._known[person] = self._arrived(options)
        return self._known[person].new_page()

    def _arrived(self, options: dict[str, Any]) -> BrowserContext:
        still = {"viewport": WIDE, "base_url": self._site.origin, "reduced_motion": "reduce"}
        context = self._browser.new_context(**(still | options))
        self._contexts.append(context)
        context.set_default_timeout(60_000)
        context.on("console", lambda said: self.faults.append(f"{said.type}: {said.text} {said.location}"))
        context.on("weberror", lambda thrown: self.faults.append(str(thrown.error)))
        context.on("dialog", self._dismiss)
        context.on("request", lambda request: self._see(request.url))
        for script in self._scripts:
            context.add_init_script(script)
        return context

    def open(self, address: str, **options: Any) -> Page:
        page = self.page(**options)
        page.goto(address)
        return page

    def replay(self, address: str, **options: Any) -> "ReplayPage":
        """Open a record's replay and wait until it is ready."""
        return ReplayPage(self.open(address, **options))

    def _dismiss(self, dialog: Any) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _see(self, url: str) -> None:
        if not url.startswith((HERE, "data:", "blob:", "file:")):
            self.faults.append(f"asked elsewhere: {url}")

    def leave(self) -> None:
        self._known.clear()
        for context in self._contexts:
            context.close()


class ReplayPage:
    """A page with a replay, as a person sees and hears it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.element = page.locator("santase-replay")
        self.element.locator(".controls").wait_for()

    def wait_for_pictures(self) -> None:
        """Wait until the chosen pack has loaded."""
        wait_until(
            self.page, "[...document.querySelectorAll('.board use')].every(each => each.getBBox().width > 0)"
        )

    @property
    def board(self) -> Locator:
        return self.element.locator(".board")

    @property
    def spoken(self) -> str:
        """The text announced to screen readers."""
        return self.element.locator("[aria-live]").inner_text()

    @property
    def place(self) -> tuple[int, int]:
        """The deal, from 1, and the step, from 0."""
        return self.deal, int(self.scrubber.input_value())

    @property
    def last(self) -> int:
        return int(self.scrubber.get_attribute("max") or 0)

    @property
    def scrubber(self) -> Locator:
        return self.element.locator("input[type=range]")

    @property
    def deals(self) -> Locator:
        """The strip of deals, one button each."""
        return self.element.get_by_role("group", name="Deal", exact=True).get_by_role("button")

    @property
    def deal(self) -> int:
        """The number of the deal shown, from 1."""
        here = "all => all.findIndex(each => each.ariaCurrent === 'true') + 1"
        shown: int = self.element.locator(".chip").evaluate_all(here)
        return shown

    def to_deal(self, number: int) -> None:
        """Go to a deal, from 1, using the strip."""
        self.deals.nth(number - 1).click()

    @property
    def speed(self) -> str:
        return self.element.locator("select.pace").input_value()

    @property
    def notes(self) -> Locator:
        return self.element.locator(".notes")

    def button(self, name: str) -> Locator:
        return self.element.get_by_role("button", name=name, exact=True)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def names(self) -> list[str]:
        """The players, the one below first."""
        places = self.element.locator(".seat")
        told = {
            each.get_attribute("class") or "": each.get_attribute("aria-label") or "" for each in places.all()
        }
        return [name for _, name in sorted(told.items())]

    def cards(self, where: str) -> list[str]:
        """The accessible names of the cards at a place on the table."""
        return self.element.locator(f"{where} svg.card title").all_text_contents()

    def hand(self, place: int) -> list[str]:
        """The hand of a player, counted from the one below."""
        return self.cards(f".place-{place} .hand")
