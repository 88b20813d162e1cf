"""Benchmark of a live table in the browser: from the click on a card to the table that shows it.

`python tests/bench/clicks.py` starts `santase serve` over an empty archive and opens a match with two seats,
each in a separate window of one Chromium. Both play at random. What counts is when the browser has painted:
the player's own view, and the opponent's. Prints both, when the answer and the event arrived and the table
was drawn, and the server's CPU time for an action (on Linux), which other work on the machine changes less.
Exits 1 if the 95th percentile of the player's own view is above the target.

Options: `--clicks 200`.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import urllib.request
from pathlib import Path
from statistics import median
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Browser, Page

from tests.bench.keystrokes import percentile
from tests.support.browser import WIDE, launched
from tests.support.corpus import need_chromium
from tests.support.servers import started

SERVE: Final = (sys.executable, "-c", "from viewer.cli import main; main()", "serve", "--port", "0")
MOST: Final = 100
"""Milliseconds until the player's own view shows a card, in 95 of 100 cases."""
WATCHED: Final = """
window.clicks = [];
window.shown = [];
const now = () => performance.timeOrigin + performance.now();
addEventListener('click', (event) => {
    const card = event.target.closest?.('.hand .may')?.dataset.action;
    if (card) clicks.push({ card, clicked: performance.timeOrigin + event.timeStamp });
}, true);
let before = [];
new MutationObserver(() => {
    const shownNow = [...document.querySelectorAll('.board .trick [data-card]')];
    const cards = shownNow.map((each) => each.dataset.card);
    const fresh = cards.filter((card) => !before.includes(card));
    before = cards;
    if (!fresh.length) return;
    const drawn = now();
    requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => shown.push(...fresh.map((card) => ({ card, drawn, painted: now() })));
        port2.postMessage(0);
    });
}).observe(document, { childList: true, subtree: true });
addEventListener('DOMContentLoaded', async () => {
    await customElements.whenDefined('santase-live');
    const { prototype } = customElements.get('santase-live');
    const { hear } = prototype;
    prototype.hear = function (event) {
        const click = clicks.at(-1);
        if (click && event.entry?.action === click.card) click.heard ??= now();
        hear.call(this, event);
    };
});
"""
"""Notes each click on a card, when its event arrives, and when a card in the trick has been painted."""
ANSWERED: Final = """performance.getEntriesByType('resource').filter(each => each.name.includes('/actions'))
    .map(each => [performance.timeOrigin + each.requestStart, performance.timeOrigin + each.responseEnd])"""


def opened(origin: str) -> list[str]:
    """Open a match; the addresses of both seats."""
    body = json.dumps({"rules": "schnapsen target=99", "names": ["Ana", "Boris"]}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{origin}api/v1/live/matches", body, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        said = json.load(answer)
    return [f"{origin}live/{said['id']}#{said['keys'][seat]}" for seat in "AB"]


def play(pages: list[Page], chance: random.Random) -> bool:
    """Click something that is allowed; whether it was a card."""
    for page in pages:
        cards = page.locator(".in-turn .hand .may")
        if number := cards.count():
            cards.nth(chance.randrange(number)).click()
            page.wait_for_timeout(350)  # until the cards lie where they belong
            return True
    for page in pages:
        deed = page.locator(".acts .next, .acts [data-action=draw]")
        if deed.count():
            deed.first.click(timeout=3000)
            break
    pages[0].wait_for_timeout(100)
    return False


def processor(pid: int) -> float:
    """The CPU seconds of a process so far."""
    told = Path(f"/proc/{pid}/task")
    if not told.exists():
        return 0.0
    return sum(int((each / "schedstat").read_text().split()[0]) for each in told.iterdir()) / 1e9


def measured(browser: Browser, origin: str, pid: int, number: int) -> dict[str, list[float]]:
    """Milliseconds since the click, by what happened."""
    pages = []
    for address in opened(origin):
        page = browser.new_context(viewport=WIDE).new_page()
        page.set_default_timeout(10_000)
        page.add_init_script(WATCHED)
        page.goto(address)
        pages.append(page)
    chance, played = random.Random(5), 0
    began = 0.0
    while played < number:
        played += play(pages, chance)
        if played == 10 and not began:  # warm
            began = processor(pid)
    took: dict[str, list[float]] = {"server CPU": [1000 * (processor(pid) - began) / (number - 10)]}
    shown: list[list[dict[str, Any]]] = [page.evaluate("shown") for page in pages]
    for seat, page in enumerate(pages):
        answers = page.evaluate(ANSWERED)
        for click in page.evaluate("clicks")[5:]:
            at = click["clicked"]
            views = []
            for there in (shown[seat], shown[1 - seat]):
                views.append(
                    next(each for each in there if each["card"] == click["card"] and each["painted"] > at)
                )
            sent, received = next(each for each in answers if each[0] > at)
            for what, when in {
                "request sent": sent,
                "answer received": received,
                "event received": click["heard"],
                "own view drawn": views[0]["drawn"],
                "own view painted": views[0]["painted"],
                "opponent's view painted": views[1]["painted"],
            }.items():
                took.setdefault(what, []).append(when - at)
    return took


def main() -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description="How soon a live table shows the card that was clicked.")
    parser.add_argument("--clicks", type=int, default=200)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="clicks-") as folder,
        launched(need_chromium()) as browser,
        started(*SERVE, "--db", f"sqlite:///{folder}/archive.db", said=r"(http://\S+)") as (origin, process),
    ):
        took = measured(browser, origin, process.pid, asked.clicks)
    load = "-".join(f"{value:.1f}" for value in sorted(os.getloadavg())[::2])
    print(f"{os.cpu_count()} cores, load {load}; {asked.clicks} clicks; milliseconds: p50, p95, max")
    for what, times in took.items():
        print(f"{what:28}{median(times):8.1f}{percentile(times, 95):8.1f}{max(times):8.1f}")
    return int(percentile(took["own view painted"], 95) > MOST)


if __name__ == "__main__":
    sys.exit(main())
