"""Tournaments in the browser: opened with a form, followed and directed at the arbiter's desk."""

import csv
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import axe
from tests.support.browser import NARROW, WIDE, Visitor
from tests.support.languages import IN_TURN
from tests.support.live_site import LiveSite

PAIRINGS = "round,board,A,B\n1,1,Ani,Boris\n1,10,Gog,Evgeni Dimitrov-Aleksandrov\n1,2,Vera,=Zoe\n"
CALL = "B played out of turn"


def opened(live: LiveSite, **how: Any) -> Any:
    asked = {"name": "Club cup", "rules": "schnapsen", "pairings": PAIRINGS, "clock": {"main": 600_000}}
    return live.ask("/api/v1/live/tournaments", asked | how)


def act(live: LiveSite, match: Any, seat: str, **said: Any) -> None:
    live.ask(f"/api/v1/live/matches/{match['id']}/actions", said | {"key": "1"}, match["keys"][seat])


def row(page: Page, name: str) -> Any:
    return page.locator("table.boards tbody tr", has_text=name)


def test_the_form_opens_all_matches_or_says_where_something_is_wrong(guest: Visitor, tmp_path: Path) -> None:
    page = guest.open("/live/tournaments/new")
    page.get_by_label("Its name").fill("Club cup")
    page.get_by_label("Minutes for each player").fill("10")
    page.locator("[name=pairings]").fill(PAIRINGS.replace("Vera", "Vera,x"))
    page.get_by_role("button", name="Open the matches").click()
    expect(page.locator("#fault")).to_have_text(
        "Line 4, column 12: This line has more fields than the first."
    )
    guest.faults[:] = [fault for fault in guest.faults if "422" not in fault]
    (tmp_path / "pairings.csv").write_text(PAIRINGS)
    page.locator("[name=file]").set_input_files(tmp_path / "pairings.csv")
    page.get_by_role("button", name="Open the matches").click()
    expect(page.locator("#opened h2")).to_have_text("3 matches are open")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save all addresses").click()
    rows = list(csv.DictReader(Path(taken.value.path()).read_text().splitlines()))
    assert [(each["board"], each["seat"], each["name"]) for each in rows][::5] == [
        ("1", "A", "Ani"),
        ("2", "B", "'=Zoe"),
    ]
    table = guest.open(rows[1]["address"])
    expect(table.locator(".facts")).to_contain_text("You play as Boris")
    desk = guest.open(page.get_by_label("For the arbiter").input_value())
    expect(row(desk, "Ani").get_by_role("button", name="Pause")).to_be_visible()


def test_the_arbiter_sees_every_board_and_answers_a_call(guest: Visitor, live: LiveSite) -> None:
    told = opened(live, dealing="hand")
    first, _, third = told["matches"]
    desk = guest.open(f"/live/tournaments/{told['id']}#{told['key']}")
    watcher = guest.open(f"/live/tournaments/{told['id']}")
    boards = desk.locator("table.boards tbody td.of-board")
    expect(boards).to_have_text(["Round 1 · board 1", "Round 1 · board 2", "Round 1 · board 10"])
    seat = guest.open(f"/live/{first['id']}#{first['keys']['A']}")
    seat.locator("summary", has_text="Proposals").click()
    seat.get_by_label("Reason").fill(CALL)
    seat.get_by_role("button", name="Call the arbiter").click()
    expect(seat.locator(".calls-open")).to_contain_text(CALL)
    expect(watcher.locator(".calls-open")).to_contain_text("Ani calls the arbiter.")
    assert CALL not in watcher.content()
    expect(desk.locator(".calls-open q")).to_have_text(CALL)
    desk.get_by_label("Reason").fill("Seen")
    desk.get_by_role("button", name="Answer").click()
    for page in (desk, watcher, seat):
        expect(page.locator(".calls-open .offer")).to_have_count(0)
    row(desk, "Vera").get_by_role("button", name="Pause").click()
    expect(row(watcher, "Vera").locator(".of-standing")).to_contain_text("paused")
    expect(row(desk, "Vera").get_by_role("button", name="Resume")).to_be_visible()
    act(live, third, "A", do="leave")
    expect(row(watcher, "Vera").locator(".of-standing")).to_have_text("=Zoe wins the matchIt was resigned.")
    with desk.expect_download() as taken:
        desk.get_by_role("button", name="Results as CSV").click()
    assert "'=Zoe" in Path(taken.value.path()).read_text()
    more = {"rules": "schnapsen", "pairings": "round,board,A,B\n2,1,Ani,Vera\n"}
    live.ask(f"/api/v1/live/tournaments/{told['id']}/matches", more, told["key"])
    expect(boards).to_have_count(4)


@pytest.fixture(scope="module")
def called(live: LiveSite) -> Any:
    """A tournament at which a seat calls the arbiter: opened once, for guests may open only so many."""
    told = opened(live)
    act(live, told["matches"][1], "A", do="call", reason=CALL * 5)
    return told


@pytest.mark.parametrize("language", IN_TURN)
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_the_pages_of_tournaments_fit(guest: Visitor, called: Any, language: str, size: Any) -> None:
    for path, key in (("new", ""), (called["id"], f"#{called['key']}")):
        page = guest.open(f"/live/tournaments/{path}?lang={language}{key}", viewport=size)
        if key:
            page.locator("table.boards tbody tr").nth(2).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert axe(page) == []
