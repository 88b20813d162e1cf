"""Tables of two, three and four seats, from scripts made by hand: nothing of the replay assumes two."""

import json
from itertools import combinations

import pytest
from playwright.sync_api import FloatRect, Route, ViewportSize

from support.browser import NARROW, WIDE, Replay, Site, Visitor
from support.corpus import ROOT
from support.replays import NAMES, script_of_seats

START, END = '<script type="application/json">', "</script>"


def overlap(one: FloatRect, other: FloatRect) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def seated(visitor: Visitor, site: Site, seats: int, size: ViewportSize) -> Replay:
    """The page of a record in which the script has given way to one of so many seats."""
    script = json.dumps(script_of_seats(seats))

    def answer(route: Route) -> None:
        served = route.fetch()
        before, _, rest = served.text().partition(START)
        route.fulfill(response=served, body=f"{before}{START}{script}{END}{rest.partition(END)[2]}")

    address = site.add(ROOT / "samples/faulty/does-not-follow.sgn")
    page = visitor.page(viewport=size)
    page.route(f"**{address}", answer)
    page.goto(address)
    return Replay(page)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_of_two_three_and_four(visitor: Visitor, site: Site, seats: int, size: ViewportSize) -> None:
    replay = seated(visitor, site, seats, size)
    assert replay.last == 2 * seats
    for _ in range(2):
        replay.press("ArrowDown")
        parts = replay.board.locator(".seat, .talon, .trick").all()
        boxes = [box for box in (part.bounding_box() for part in parts) if box]
        assert len(boxes) == seats + 2
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
        assert len(replay.cards(".trick")) == seats
        assert replay.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    below = []
    for _ in range(seats):
        below.append(replay.board.locator(".place-0").get_attribute("aria-label"))
        replay.press("f")
    assert sorted(map(str, below)) == [NAMES[seat] for seat in "ABCD"[:seats]]
    replay.press("x")
    assert replay.cards(".hand").count("hidden card") == 3 * (seats - 1)
    assert replay.element.locator(".graph polyline").count() == seats
