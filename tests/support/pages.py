"""Every kind of page, by its name: for all tests that open them one after the other."""

import re
from typing import Final
from urllib.parse import quote

from playwright.sync_api import Page

from tests.support.browser import OwnSite, ReplayPage
from tests.support.corpus import ROOT
from tests.support.rulings import GOOD

CLUB: Final = (ROOT / "samples/a-club-match-with-clocks.sgn").read_text("utf-8").partition("\ndeal 4")[0]
WRONG: Final = ROOT / "samples/faulty/does-not-follow.sgn"
MISSTATED: Final = ROOT / "samples/faulty/wrong-score.sgn"
UNJUDGED: Final = '%SGN 1\n[Rules "whist"]\n[A "Ivan"]\n\ndeal 1 dealer B\n1. As Ks\n'
CHOOSE: Final = re.sub(r"\[Rules [^\]]*\]\n", "", WRONG.read_text("utf-8"))
LONG: Final = "".join(
    f'[{tag} "{tag * 40}"]\n' for tag in ("Event", "Date", "A", "B", "Result", "OwnSite", "Round")
)
CUP: Final = '%SGN 1\n[Event "Cup"]\n[Round "{number}"]\n[A "{first}"]\n[B "{second}"]\n'
PAIRS: Final = (("Ana " * 9 + "Ana", "Bo"), ("Bo", "Cy"), ("Cy", "x" * 60), ("x" * 60, "Bo"))
ENDLESS: Final = GOOD.replace("\n[Rules", f"\n{LONG}[Rules", 1).replace("As Td", f"As Td {{{'x' * 300}}}", 1)
"""Names, dates and comments without a place to break their lines."""


def addresses(site: OwnSite, empty: OwnSite) -> dict[str, str]:
    """Every kind of page with a separate address, by name; one archive is empty."""
    club, wrong, unjudged = (site.add(record) for record in (CLUB, WRONG, UNJUDGED))
    for number, (first, second) in enumerate(PAIRS):
        site.add(CUP.format(number=number, first=first, second=second) + GOOD.partition("\n")[2])
    site.add(ROOT / "samples/the-winter-bummerl.sgn")
    site.store.count()
    return {
        "archive": "/",
        "empty archive": f"{empty.origin}/",
        "search without a result": "/?player=nobody",
        "search with a fault": "/?date_from=yesterday",
        "statistics": "/statistics",
        "statistics of nothing": f"{empty.origin}/statistics",
        "players": "/players",
        "no such player": "/players?text=nobody",
        "players sought by a fault": "/players?text=!",
        "player": f"/players/{quote(PAIRS[0][0])}",
        "events": "/events?order=name",
        "event": "/events/Cup",
        "audit of an event": "/audits/Cup",
        "series": "/series?name=Winter Bummerl 2025",
        "conversion without keeping": "/conversion",
        "live matches": "/live/",
        "opening a live match": "/live/new",
        "signing in": "/sign-in",
        "state": "/state",
        "entering a record": "/enter",
        "annotating a record": f"{club}/annotate",
        "record": club,
        "variation": f"{club}#d2s4v0.4v0.1",
        "endless words": f"{site.add(ENDLESS)}#d1s2",
        "against the rules": f"{wrong}#d1s7hA",
        "embed": f"{club}/embed#d2s4",
        "ruling": f"{wrong}/deals/1/ruling",
        "embed at a step": f"{club}/embed?step=d2s4&seat=B&size=compact&theme=dark",
        "sharing": f"{club}/sharing",
        "formats": f"{club}/formats",
        "conversion": f"{club}/formats/csv-deals",
        "compared": f"{wrong}/comparison?set=santase&set=sixty-six-casual&set=sixty-six",
        "inferred": f"{club}/inference",
        "claim": f"{wrong}/deals/1/disputes?claim=A 3",
        "claims of both": f"{wrong}/deals/1/disputes?claim=A: A 3&claim=B: A revoked&place=Lom&arbiter=Ida",
        "no claim": f"{wrong}/deals/1/disputes?claim=much",
        "question with its answer": f"{club}/deals/1/questions?at=%3D&question=close-failed-A",
        "questions about a card": f"{club}/deals/1/questions?at=5.1",
        "everything to ask about": f"{club}/deals/1/questions",
        "desk": "/dispute",
        "desk of a record": f"{club}/dispute?deal=2&saysA=A 3",
        "rules to choose": f"{site.add(CHOOSE)}/deals/1/disputes/rules?claim=A 3",
        "fix": f"{site.add(MISSTATED)}/fix",
        "nothing to fix": f"{club}/fix",
        "under other rules": f"{wrong}?rules=sixty-six",
        "codes": "/codes",
        "code": "/codes/R210",
        "code no longer reported": "/codes/S130",
        "rule sets": "/rules",
        "rule sheet": "/rules/santase target=11#play2.duty",
        "rules compared": "/rule-comparison?set=santase&set=schnapsen&set=sixty-six",
        "too few rules compared": "/rule-comparison?set=santase",
        "unjudged": unjudged,
        "not there": "/nothing",
        "not signed in": "/administration",
        "API": "/api/v1/docs",
    }


def load(page: Page, address: str) -> None:
    """Load an address, even if the page shows another place of the same document."""
    if "#" in address:
        page.goto("about:blank")
    page.goto(address)


def ready(page: Page) -> None:
    """Wait for what scripts draw."""
    if page.locator("santase-replay").count():
        ReplayPage(page)
    if page.locator("santase-scribe").count():
        page.locator("santase-scribe .tools, #begin").first.wait_for()
    if page.url.endswith("/docs"):
        page.wait_for_selector(".opblock-summary-path")
