"""Live matches on the loopback, requested by their pages, with a log of everything sent to each reader.

The cards that a reader may not know are derived from the journal: those in other hands, or in the talon below
the turn-up.
"""

import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from notation.live.match import LiveMatch
from notation.record import SEAT_LETTERS, card_word
from referee.cards import SEATS, members
from tests.support.apps import made_app
from tests.support.browser import wait_until
from tests.support.servers import Loopback
from viewer.store import Store
from viewer.web import Config
from viewer.web.live.app import beside, create_live_app

READER: Final = "X-Reader"
"""The header that identifies the pages of one reader."""
CARD: Final = re.compile(r"(?<![A-Za-z0-9])([9JQKTA][shdc])(?![A-Za-z0-9])")
IN_PAGE: Final = """() => {
    const here = part => !part.closest('santase-live > svg, script, .last-deal');
    const all = words => [...document.querySelectorAll(words)].filter(here);
    const words = all('use').map(each => each.getAttribute('href').split('-')[1]);
    const told = all('[data-action]:not([data-action^="call "]), [data-card]');
    words.push(...told.map(each => each.dataset.action ?? each.dataset.card));
    const view = document.querySelector('santase-live').view;
    return { version: view ? view.version : -1, words: words.join(' ') };
}"""
"""The cards that a page holds of the current deal, and the version of the table: those anywhere except in its
store of pictures and in its display of the last deal, whose cards are all open.
"""


class Opened(NamedTuple):
    id: str
    keys: dict[str, str]

    def address(self, role: str = "") -> str:
        """The address for a role; without one, for watchers."""
        return f"/live/{self.id}#{self.keys[role]}" if role else f"/live/{self.id}"


@dataclass
class LiveSite:
    """The archive and its live matches, served together."""

    folder: Path
    asked: list[str] = field(default_factory=list)
    """Every requested address, with its origin."""
    sent: dict[str, list[bytes]] = field(default_factory=dict)
    """The responses of the API, by reader."""

    def __post_init__(self) -> None:
        config = Config(f"sqlite:///{self.folder / 'archive.db'}")
        app = made_app(config)
        self.store: Store = app.extensions["archive"]
        live = create_live_app(config, self.store)
        self.hall = live.extensions["hall"]
        both = beside(app, live)

        def noted(environ: Any, start: Any) -> Iterator[bytes]:
            path: str = environ["PATH_INFO"]
            self.asked += [f"{path}?{environ['QUERY_STRING']}", environ.get("HTTP_REFERER", "")]
            parts: Any = both(environ, start)
            try:
                for part in parts:
                    if path.startswith("/api/"):
                        self.sent.setdefault(environ.get("HTTP_X_READER", ""), []).append(part)
                    yield part
            finally:
                if hasattr(parts, "close"):
                    parts.close()

        self.server = Loopback(noted)
        self.origin = self.server.url

    def open(self, **asked: Any) -> Opened:
        said = self.ask("/api/v1/live/matches", {"rules": "schnapsen", "names": ["Ani", "Boris"], **asked})
        return Opened(said["id"], said["keys"])

    def act(self, match: Opened, role: str, **request: Any) -> Any:
        """Send a request to the table for a role."""
        asked = {"version": self.version(match), **request}
        return self.ask(f"/api/v1/live/matches/{match.id}/actions", asked, match.keys[role])

    def version(self, match: Opened) -> int:
        version: int = self.hall.room(match.id).match.table.version
        return version

    def ask(self, path: str, body: object, token: str = "") -> Any:
        """Send a request to the API."""
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        request = urllib.request.Request(f"{self.origin}{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def hidden(self, match: str) -> dict[str, dict[int, set[str]]]:
        """The cards that each reader may not know, by the version of the table; seat "" only watches."""
        found: dict[str, dict[int, set[str]]] = {reader: {} for reader in ("", *SEAT_LETTERS)}
        lines = self.store.journal.since(match, -1)
        live = LiveMatch.resume(lines[:1])
        for line in lines[1:]:
            live.take(line)
            deal = live.table.now.deal if live.table.now else None
            for reader, by_version in found.items():
                own = SEAT_LETTERS.index(reader) if reader else -1
                cards: set[str] = set()
                if deal:
                    others = [seat for seat in SEATS[: deal.rules.seats] if seat != own]
                    cards = {card_word(card) for seat in others for card in members(deal.hands[seat])}
                    cards |= {
                        card_word(card) for card in deal.talon[-deal.talon_left : -1] if deal.talon_left
                    }
                by_version[live.table.version] = cards
        return found

    def shown_wrongly(self, match: str, readers: dict[str, str]) -> list[str]:
        """Everything sent to a reader that reveals a card he may not know."""
        hidden = self.hidden(match)
        wrong = []
        for name, seat in readers.items():
            for line in b"".join(self.sent.get(name, [])).replace(b"}{", b"}\n{").split(b"\n"):
                said = line.decode()
                found = re.search(r'"version": ?(\d+)', said)
                secret = hidden[seat].get(int(found[1]), set()) if found else set()
                if cards := set(CARD.findall(said)) & secret:
                    wrong.append(f"{name} was sent {cards}: {said}")
        return wrong


@contextmanager
def live_site(folder: Path) -> Iterator[LiveSite]:
    """Serve live matches over an empty archive in a folder."""
    site = LiveSite(folder)
    with site.server:
        site.hall.start(hands_over=False)
        yield site
        site.hall.close()


class Chair:
    """A page at a live table, as a player uses it."""

    def __init__(self, page: Page, seat: str = "") -> None:
        self.page = page
        self.seat = seat
        self.seen: list[tuple[int, set[str]]] = []
        """The cards in the page, by version."""
        page.locator("santase-live .facts span").first.wait_for()

    @property
    def version(self) -> int:
        version: int = self.page.evaluate("document.querySelector('santase-live').view.version")
        return version

    @property
    def lamp(self) -> str:
        """Whether the display is live."""
        return self.page.locator(".lamp").inner_text()

    @property
    def spoken(self) -> str:
        return self.page.locator("[aria-live]").inner_text()

    def look(self) -> None:
        """Record the contents of the page."""
        held = self.page.evaluate(IN_PAGE)
        self.seen.append((held["version"], set(CARD.findall(held["words"]))))

    def wait(self, version: int) -> None:
        """Wait until the page shows this version, or a later one."""
        shown = "version => document.querySelector('santase-live').view?.version >= version"
        wait_until(self.page, shown, version)

    def cards(self) -> list[str]:
        """The cards that can be played."""
        found = self.page.locator(".in-turn .hand .may")
        return [each.get_attribute("data-action") or "" for each in found.all()]

    def sees_wrongly(self, hidden: dict[int, set[str]]) -> list[tuple[int, set[str]]]:
        """The contents of the page that it may not have."""
        wrong = ((version, cards & hidden.get(version, set())) for version, cards in self.seen)
        return [(version, cards) for version, cards in wrong if cards]
