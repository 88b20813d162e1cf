"""Best play in the replay: the bar, every choice, what the match cost, and when the server is asked."""

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser import NARROW, WIDE, OwnSite, ReplayPage, Visitor, box_of
from tests.support.corpus import ROOT

GAME: Final = ROOT / "samples/the-closer-fails.sgn"
"""In its first deal A closes at trick 2, when 2 are sure for A, and gives them away at trick 5."""
PARTNERS: Final = ROOT / "samples/sixty-six-four-a-match-of-partners.sgn"
THREE: Final = ROOT / "samples/santase-three-nobody-pays.sgn"
TWO: Final = """%SGN 1
[A "Mila"]
[B "Bo"]
[Rules "schnapsen"]

deal 1 dealer A trump s
position lead A <45-45> tricks 4-4
A: Ts Kh
B: As Qh
9. Ts As
10. Qh Kh

deal 2 dealer A trump s
position lead A <45-45> tricks 4-4
A: Ts Kh
B: As Qh
9. Ts As
10. Qh Kh
"""
"""In both deals Bo forgets a claim."""
MISTAKE: Final = 11
"""The step of that."""


def bar(replay: ReplayPage) -> Locator:
    return replay.element.locator(".worth")


def asked(visitor: Visitor, site: OwnSite, address: str, **options: Any) -> tuple[ReplayPage, list[str]]:
    """A replay, and what is asked of the server for the bar."""
    page = visitor.page(**options)
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.goto(address)
    return ReplayPage(page), seen


WHOLE = """bar => {
    const [all, ...parts] = [bar, ...bar.querySelectorAll('b, i')].map(each => each.getBoundingClientRect());
    return parts.every(box => box.left >= all.left && box.right <= all.right
        && box.top >= all.top && box.bottom <= all.bottom);
}"""


def of_bar(seen: list[str]) -> list[str]:
    return [url.rpartition("/")[2] for url in seen if "worth." in url or "best-play" in url]


def test_the_bar_says_at_every_step_what_the_api_says(visitor: Visitor, site: OwnSite) -> None:
    address = site.add(GAME)
    replay, seen = asked(visitor, site, f"{address}#d1s0bA")
    expect(replay.element.locator(".choices")).to_have_text(
        "Working out what came before would take too long."
    )
    answer = replay.page.request.get(f"/api/v1{address}/deals/1/best-play").json()
    shown = replay.page.request.get(f"{address}/deals/1/best-play.json?lang=en").json()["steps"]
    worth = {each["step"]: each["values"]["A"] for each in answer["steps"] if str(each["step"]) in shown}
    assert 0 < len(worth) == len(shown) < len(answer["steps"])
    assert set(worth.values()) == {2, -3}
    for step in range(replay.last + 1):
        if step in worth:
            who = "Leopold wins 2" if worth[step] > 0 else "Anna wins 3"
            expect(bar(replay)).to_have_accessible_name(
                f"With best play from trick {told(replay)} on, {who} game points."
            )
            expect(bar(replay).locator("b")).to_have_text(f"{abs(worth[step])}")
            expect(bar(replay).locator("i")).to_have_text("with best play")
            expect(bar(replay).locator("p")).to_have_class("below" if worth[step] > 0 else "above")
            assert bar(replay).evaluate(WHOLE), "the number and its name are not cut"
            changed = worth[step] != worth.get(step - 1)
            assert ("With best play" in replay.spoken) == changed, step
        else:
            expect(bar(replay)).to_be_hidden()
        if step < replay.last:
            replay.press("ArrowRight")
    assert of_bar(seen) == ["worth.js", "worth.css", "best-play.json?lang=en"], "of no deal but this one"


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_what_could_be_done_stands_below_the_move(visitor: Visitor, site: OwnSite, size: Any) -> None:
    replay = visitor.replay(f"{site.add(GAME)}#d1s{MISTAKE}bA", viewport=size)
    choices = replay.element.get_by_role("list", name="What could be done, and what it is worth")
    expect(choices).to_be_visible()
    shown = [" ".join(each.split()) for each in choices.locator("li").all_inner_texts()]
    assert shown == ["J♣ +2", "10♣ +2", "A♦ −3 (done)"]
    expect(choices.locator("li.best")).to_have_count(2)
    expect(choices.locator("li.done")).to_have_text("A♦ −3 (done)")
    assert replay.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box, moves = box_of(choices), box_of(replay.element.locator(".moves"))
    assert moves["y"] <= box["y"], "it is in view"
    assert box["y"] + box["height"] <= moves["y"] + moves["height"]
    replay.press("x")
    expect(choices).to_be_hidden()


def test_the_other_deals_are_asked_for_when_somebody_wants_to_know_what_the_match_cost(
    visitor: Visitor, site: OwnSite
) -> None:
    replay, seen = asked(visitor, site, f"{site.add(TWO)}#d1s0bA")
    cost = replay.element.locator(".match-cost")
    expect(cost.locator("summary")).to_have_text("What the match cost")
    assert len(of_bar(seen)) == 3
    cost.locator("summary").press("Enter")
    expect(cost).to_contain_text("Deals valued: 2 of 2")
    assert len(of_bar(seen)) == 4
    rows = [" ".join(each.split()) for each in cost.locator("tr").all_inner_texts()]
    assert rows == ["Player How Mistakes Game points", "Bo by claiming 66 too late or not at all 2 4"]


def test_nothing_is_asked_after_the_reader_has_left_and_much_work_is_waited_for(
    visitor: Visitor, site: OwnSite
) -> None:
    page = visitor.page()
    asked: list[str] = []

    def busy(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "0.1"})

    page.route("**/best-play.json*", busy)
    page.goto(f"{site.add(TWO)}#d1s0bA")
    replay = ReplayPage(page)
    page.wait_for_timeout(1500)
    assert len(asked) == 3, "it gives up"
    expect(bar(replay)).to_be_hidden()
    replay.press("PageDown")
    page.evaluate("document.querySelector('santase-replay').remove()")
    before = len(asked)
    assert before <= 4, "the next deal, if the browser was idle before the reader left"
    page.wait_for_timeout(500)
    assert len(asked) == before
    visitor.faults = [fault for fault in visitor.faults if "503 (" not in fault]


def told(replay: ReplayPage) -> str:
    """Return the trick named by the bar."""
    bar(replay).locator("b").wait_for()
    name = bar(replay).get_attribute("aria-label") or ""
    return name.split()[5]


def test_it_is_turned_with_the_table(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(GAME)}#d1s{MISTAKE}bA")
    sign = bar(replay).locator("p")
    expect(sign).to_have_class("above")
    replay.press("f")
    expect(sign).to_have_class("below")
    expect(sign.locator("b")).to_have_text("3")


def test_nobody_is_shown_it_who_does_not_see_every_card(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(GAME)}#d1s{MISTAKE}bA")
    expect(bar(replay)).to_be_visible()
    replay.press("x")
    expect(bar(replay)).to_be_hidden()
    assert "best play" not in replay.spoken
    replay.press("x")
    expect(bar(replay)).to_be_hidden()
    replay.press("x")
    expect(bar(replay)).to_be_visible()
    replay.press("k")
    expect(bar(replay)).to_be_hidden()
    assert "best play" not in replay.spoken


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_partners_have_one_and_three_players_none(visitor: Visitor, site: OwnSite, size: Any) -> None:
    partners = visitor.replay(f"{site.add(PARTNERS)}#d1s19bA", viewport=size)
    expect(bar(partners)).to_have_accessible_name(
        "With best play from trick 5 on, Hauke/Jorina wins 3 game points."
    )
    assert partners.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    three, seen = asked(visitor, site, f"{site.add(THREE)}#d1s19bA", viewport=size)
    three.wait_for_pictures()
    assert not bar(three).count()
    assert of_bar(seen) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_stands_in_other_pages(visitor: Visitor, site: OwnSite, theme: str) -> None:
    address = f"{site.add(GAME)}/embed?theme={theme}#d1s{MISTAKE}bA"
    replay = visitor.replay(address, viewport={"width": 320, "height": 240})
    expect(bar(replay)).to_have_accessible_name("With best play from trick 5 on, Anna wins 3 game points.")
    board, beside = box_of(replay.board), box_of(bar(replay))
    assert board["x"] + board["width"] <= beside["x"] + 1
    assert beside["x"] + beside["width"] <= 320
