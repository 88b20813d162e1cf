"""What a step of a replay costs the browser: `.venv/bin/python tests/bench/step.py`.

A match of 15 deals for two and one for four are stepped through with the arrow key, wide and narrow, with and
without motion. The figures are CPU milliseconds of the page's main thread for script, style and layout, from
Chromium's own trace: other work on the machine hardly counts. Exits 1 where the aim is missed.
"""

import json
import statistics
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Browser, ViewportSize

from tests.support.browser import NARROW, WIDE, OwnSite, ReplayPage, launched, served
from tests.support.corpus import CHROMIUM, ROOT

RECORDS: Final = {
    "two seats": ROOT / "samples/the-winter-bummerl.sgn",
    "four seats": ROOT / "samples/sixty-six-four-a-match-of-partners.sgn",
}
STEPS: Final = 150
WORK: Final = (
    "EventDispatch",
    "FunctionCall",
    "TimerFire",
    "FireAnimationFrame",
    "UpdateLayoutTree",
    "Layout",
)
MOST: Final = 16.0
"""The aim for the 95th percentile of a step: one frame of a screen."""
DRAWN: Final = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
Motion = Literal["reduce", "no-preference"]


def traced(browser: Browser, site: OwnSite, address: str, size: ViewportSize, motion: Motion) -> list[float]:
    """Step through a record; the milliseconds of each step."""
    context = browser.new_context(base_url=site.origin, viewport=size, reduced_motion=motion, locale="en")
    page = context.new_page()
    page.goto(address)
    replay = ReplayPage(page)
    replay.wait_for_pictures()
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    for _ in range(STEPS):
        replay.press("ArrowRight")
        page.evaluate(DRAWN)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return of_each_step(events)


def of_each_step(events: list[dict[str, Any]]) -> list[float]:
    """Sum up the work from each key to the next, counting nothing that is part of something else."""
    steps: list[float] = []
    end = 0.0
    for event in sorted((each for each in events if each["name"] in WORK), key=lambda each: each["ts"]):
        if event["ts"] < end or "tdur" not in event:
            continue
        end = event["ts"] + event["dur"]
        if event["args"].get("data", {}).get("type") == "keydown":
            steps.append(0.0)
        if steps:
            steps[-1] += event["tdur"] / 1000
    return steps


def main() -> int:
    """Print the figures."""
    missed = False
    print(f"{'':36} median    p95   most")
    with TemporaryDirectory() as folder, launched(str(CHROMIUM)) as browser, served(Path(folder)) as site:
        motions: tuple[Motion, ...] = ("reduce", "no-preference")
        for (name, path), size, motion in product(RECORDS.items(), (WIDE, NARROW), motions):
            steps = sorted(traced(browser, site, site.add(path), size, motion))
            late = steps[len(steps) * 95 // 100]
            missed = missed or late > MOST
            case = f"{name}, {size['width']} px, motion {motion}"
            print(f"{case:42}{statistics.median(steps):6.1f} {late:6.1f} {steps[-1]:6.1f}", flush=True)
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
