"""Live matches in the browser: played, reloaded, watched, scored, arbitrated; and what no page may hold."""

import random
import re
import urllib.request
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import axe
from tests.support.browser import NARROW, WIDE, Visitor, box_of
from tests.support.languages import IN_TURN
from tests.support.live_site import READER, Chair, LiveSite, Opened

DEALT: Final[dict[str, Any]] = {
    "hands": {"A": ["As", "Ks", "Qh", "Jd", "Jc"], "B": ["Ts", "Qs", "Ah", "Kd", "Qc"]},
    "talon": ["Js", "Ac", "Tc", "Kc", "Ad", "Td", "Qd", "Kh", "Jh", "Th"],
}
"""A deal in which A can close, lead a spade, and B holds two."""


DRAWN: Final = "all => all.map(each => each.getAttribute('href'))"


def sit(guest: Visitor, match: Opened, role: str = "", **options: Any) -> Chair:
    """Somebody at the table."""
    named = {READER: f"{match.id} {role}"}
    page = guest.open(match.address(role), reduced_motion="reduce", extra_http_headers=named, **options)
    return Chair(page, role if len(role) == 1 else "")


def dealt(live: LiveSite, **asked: Any) -> Opened:
    """A match with a deal whose cards are given."""
    match = live.open(dealing="hand", **asked)
    live.act(match, "arbiter", do="deal", cards=DEALT)
    return match


def play_one(chair: Chair, chance: random.Random) -> bool:
    """Do something legal through the page, if it is this player's turn; whether that was so."""
    page = chair.page
    deeds = page.locator(".acts .deed")
    if page.locator(".acts .next").count():
        deeds.first.click()
        return True
    cards = chair.cards()
    if not cards and not (deeds.count() and page.locator(".place-0.in-turn").count()):
        return False
    if deeds.count() and (not cards or chance.random() < 0.08):
        deeds.nth(chance.randrange(deeds.count())).click()
        sure = page.locator("dialog.sure[open] .grave")
        if sure.count():
            sure.click()
    else:
        page.locator(f'.hand [data-action="{chance.choice(cards)}"]').click()
    return True


def test_a_whole_match_in_two_browsers(guest: Visitor, live: LiveSite) -> None:
    """Opened by the form, played by chance through the pages; one reloads in the middle, a third watches."""
    chance = random.Random(5)
    form = guest.open("/live/new")
    form.get_by_text("More choices").click()
    form.locator("[name=preset]").select_option("schnapsen")
    form.get_by_label("Number of deals, if not").fill("2")
    form.get_by_label("A", exact=True).fill("Ani")
    form.get_by_label("B", exact=True).fill("Boris")
    form.get_by_label("Minutes for each").fill("30")
    form.get_by_role("button", name="Open the match").click()
    form.get_by_role("textbox", name="To watch").wait_for()
    named = {"A": "For Ani", "B": "For Boris", "": "To watch", "arbiter": "For the arbiter"}
    addresses = {role: form.get_by_role("textbox", name=name).input_value() for role, name in named.items()}
    keys = {role: address.rpartition("#")[2] for role, address in addresses.items() if role}
    match = Opened(addresses[""].rpartition("/")[2], keys)
    ani, boris = sit(guest, match, "A"), sit(guest, match, "B", viewport=NARROW, color_scheme="dark")
    third = sit(guest, match)
    expect(ani.page.locator(".hand svg.card")).to_have_count(10)
    table = live.hall.room(match.id).match.table
    has_reloaded = False
    while table.ending is None:
        version = table.version
        moved = play_one(ani, chance) or play_one(boris, chance)
        for chair in (ani, boris, third):
            chair.wait(version + moved)
            chair.look()
        assert boris.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
        if not has_reloaded and len(table.finished) == 1 and table.now and len(table.now.done) > 5:
            has_reloaded = True
            before = ani.page.locator(".board use").evaluate_all(DRAWN)
            last = ani.page.locator(".last-deal > summary").inner_text()
            ani.page.reload()
            ani.page.locator("santase-live .facts span").first.wait_for()
            assert ani.page.locator(".board use").evaluate_all(DRAWN) == before
            expect(ani.page.locator(".last-deal > summary")).to_have_text(last)
            expect(ani.page.locator(".last-deal .card")).to_have_count(20)
    assert has_reloaded
    for chair in (ani, boris, third):
        chair.wait(table.version)
        expect(chair.page.locator(".acts .ending")).to_contain_text(
            re.compile("wins the match|ends without a winner")  # what is dealt is up to the server
        )
        expect(chair.page.locator(".wire")).to_have_text("Nothing more will come")
    hidden = live.hidden(match.id)
    assert sum(map(len, hidden["A"].values())) > 100
    for chair in (ani, boris, third):
        assert len(chair.seen) > 20
        assert chair.sees_wrongly(hidden[chair.seat]) == []
    assert any(cards & hidden["B"][version] for version, cards in ani.seen), "what A sees is hidden from B"
    readers = {f"{match.id} {seat}": seat for seat in ("A", "B", "")}
    assert live.shown_wrongly(match.id, readers) == []
    assert live.shown_wrongly(match.id, {f"{match.id} A": "B"}), "what A was sent is hidden from B"
    for token in match.keys.values():
        assert not any(token in asked for asked in live.asked)
    third.page.get_by_role("link", name="The ruling on this deal").click()
    expect(third.page.locator("hgroup")).to_contain_text("Ruling on deal 2")
    third.page.get_by_role("link", name="To the live match").click()
    third.page.get_by_role("link", name="Replay of the finished deals").click()
    expect(third.page.locator("santase-replay .board")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["bauernschnapsen", "dreierschnapsen", "snapszer-four"])
def test_contracts_are_bid_on_telephones(guest: Visitor, live: LiveSite, rules: str) -> None:
    """Every button in view, the board and the controls where they were, and no card that is hidden."""
    chance = random.Random(3)
    match = live.open(rules=rules, deals=1)
    chairs = [sit(guest, match, seat, viewport=NARROW) for seat in match.keys if len(seat) == 1]
    table = live.hall.room(match.id).match.table
    places: set[tuple[float, ...]] = set()
    most = 0
    while table.ending is None:
        version = table.version
        for chair in chairs:
            chair.wait(version)
            chair.look()
            page = chair.page
            is_said = table.now is not None and table.now.deal.is_opening
            for part in ("acts", "board", "controls", *(["scrub"] if is_said else [])):
                box = box_of(page.locator(f".{part}").first)
                assert box["y"] + box["height"] <= NARROW["height"], part
                assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
                if part in ("board", "controls") and not table.is_played_out:
                    places.add((box["y"], box["height"]))
            deeds = page.locator(".acts .deed:not([data-action=double], [data-action=out])")
            cards = chair.cards()
            if not page.locator(".place-0.in-turn").count():
                continue
            most = max(most, deeds.count())
            if cards:
                page.locator(f'.hand [data-action="{chance.choice(cards)}"]').click()
            else:
                deeds.nth(chance.randrange(deeds.count())).click()
            chair.wait(version + 1)
            break
    assert len(places) == 2
    assert most >= 5
    hidden = live.hidden(match.id)
    for chair in chairs:
        chair.wait(table.version)
        assert chair.sees_wrongly(hidden[chair.seat]) == []
        expect(chair.page.locator(".acts .ending")).to_be_visible()


def test_why_a_card_cannot_be_played(guest: Visitor, live: LiveSite) -> None:
    match = dealt(live, dealer="B")
    ani, boris = sit(guest, match, "A"), sit(guest, match, "B")
    boris.page.locator('.hand [data-action="Ts"]').click(force=True)
    expect(boris.page.locator(".notes")).to_contain_text("R201")
    live.act(match, "A", action="close")
    live.act(match, "A", action="As")
    boris.wait(live.version(match))
    assert set(boris.cards()) == {"Ts", "Qs"}
    card = boris.page.get_by_role("button", name="ace of hearts")
    expect(card).to_have_attribute("aria-disabled", "true")
    card.click(force=True)
    expect(boris.page.locator(".notes .finding")).to_contain_text("suit")
    assert "ace of hearts" in boris.spoken
    boris.page.locator('.hand [data-action="Qs"]').click()
    ani.wait(live.version(match))
    expect(boris.page.locator(".notes .finding")).to_have_count(0)


def test_the_past_is_looked_at_while_it_is_live(guest: Visitor, live: LiveSite) -> None:
    match = dealt(live, dealer="B")
    for role, action in (("A", "As"), ("B", "Qs"), ("A", "Jd"), ("B", "Kd")):
        live.act(match, role, action=action)
    third = sit(guest, match)
    assert third.lamp.endswith("Live")
    third.page.keyboard.press("ArrowLeft")
    expect(third.page.locator(".lamp")).to_contain_text("trick 2:")
    third.page.keyboard.press("ArrowUp")
    expect(third.page.locator(".lamp")).to_contain_text("trick 1:")
    live.act(match, "B", action="Qc")
    third.wait(live.version(match))
    expect(third.page.locator(".lamp")).to_contain_text("behind the live match")
    assert third.page.locator(".trick use").count() < 3
    third.page.keyboard.press("Escape")
    expect(third.page.locator(".lamp")).to_have_text("Live")
    expect(third.page.locator(".trick use")).to_have_count(1)
    third.page.get_by_role("button", name="Ani: ace of spades").click()
    expect(third.page.locator(".lamp")).to_contain_text("trick 1:")
    third.page.get_by_role("button", name="Back to live").click()
    expect(third.page.locator(".lamp")).to_have_text("Live")


def test_a_stream_that_breaks_off_goes_on(guest: Visitor, live: LiveSite) -> None:
    match = dealt(live, dealer="B")
    third = sit(guest, match)
    for role, action in (("A", "As"), ("B", "Qs"), ("A", "Jd"), ("B", "Kd")):
        for stream in live.hall.room(match.id).streams():
            stream.cut()
        live.act(match, role, action=action)
    third.wait(live.version(match))
    expect(third.page.locator(".wire")).to_have_text("Connected")
    ids = third.page.evaluate("document.querySelector('santase-live').trail.map(event => event.id)")
    assert ids == [2, 3, 4, 5]


def test_offers_are_answered(guest: Visitor, live: LiveSite) -> None:
    match = dealt(live, dealer="B")
    ani, boris = sit(guest, match, "A"), sit(guest, match, "B")
    live.act(match, "A", action="As")
    ani.wait(2)
    ani.page.locator(".proposals summary").click()
    ani.page.get_by_role("button", name="Take back the last action").click()
    expect(ani.page.locator(".offer")).to_contain_text("You propose")
    boris.page.get_by_role("button", name="Accept").click()
    boris.wait(4)
    expect(boris.page.locator(".trick use")).to_have_count(0)
    ani.wait(4)
    ani.page.get_by_label("Winner").select_option(label="Ani")
    ani.page.get_by_label("Game points", exact=True).fill("2")
    ani.page.get_by_role("button", name="Propose", exact=True).click()
    expect(boris.page.locator(".offer")).to_contain_text("Ani wins 2")
    boris.page.get_by_role("button", name="Decline").click()
    expect(ani.page.locator(".offer")).to_be_hidden()
    ani.page.get_by_role("button", name="Resign the match").click()
    ani.page.get_by_role("button", name="Yes").click()
    expect(boris.page.locator(".acts")).to_contain_text("Boris wins the match")


def test_a_scorer_enters_by_keys(guest: Visitor, live: LiveSite) -> None:
    """A deal with known hands: a revoke is noted with its ruling, and what is taken back is a correction."""
    match = live.open(mode="scorer", dealing="hand", dealer="B")
    desk = sit(guest, match, "arbiter")
    page = desk.page
    page.locator(".dealing summary").click()
    hands = {
        "Hand of Ani": DEALT["hands"]["A"],
        "Hand of Boris": DEALT["hands"]["B"],
        "Talon from": DEALT["talon"],
    }
    for label, cards in hands.items():
        page.get_by_label(label).fill(" ".join(cards))
    page.keyboard.press("Enter")
    entry = page.get_by_label("Card or action")
    expect(entry).to_be_focused()
    _type(page, desk, "c", "Enter")
    _type(page, desk, "as")
    _type(page, desk, "qc")
    told = page.locator(".irregularities li")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("Boris")
    code = told.locator("strong").inner_text()
    assert code.startswith("R")
    expect(page.locator(".moves")).to_contain_text("Boris: Q♣")
    _type(page, desk, "Backspace")
    expect(page.locator(".moves")).not_to_contain_text("Boris: Q♣")
    _type(page, desk, "qs")
    expect(page.locator(".moves")).to_contain_text("Boris: Q♠")
    page.keyboard.type("zz")
    expect(page.locator(".entry-fault")).to_contain_text("zz")
    kinds = [line.said["entry"]["kind"] for line in live.store.journal.since(match.id, -1)[1:]]
    assert kinds == ["deal", "act", "act", "act", "correct", "act"]


def _type(page: Page, desk: Chair, *keys: str) -> None:
    """Type something that makes one entry."""
    before = desk.version
    for key in keys:
        if len(key) > 2:
            page.keyboard.press(key)
        else:
            page.keyboard.type(key)
    desk.wait(before + 1)


def test_a_scorer_need_not_know_the_hands(guest: Visitor, live: LiveSite) -> None:
    match = live.open(mode="scorer", dealing="hand", dealer="B")
    desk = sit(guest, match, "arbiter", viewport=NARROW)
    page = desk.page
    expect(page.get_by_label("Turn-up")).to_be_focused()
    _type(page, desk, "10", "h", "Enter")
    page.keyboard.type("asqsahjh")  # quicker than it is answered
    desk.wait(5)
    page.get_by_role("button", name="ace of clubs").click()
    desk.wait(6)
    expect(page.locator(".moves")).to_contain_text("A♣")
    page.locator("summary", has_text="Award game points").click()
    page.locator(".tool-form:visible").get_by_label("Reason").fill("late")
    page.locator(".tool-form:visible").get_by_role("button", name="Award").click()
    desk.wait(7)
    assert "Ani" in desk.spoken
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def test_the_arbiter_lets_wait_and_renews_a_key(guest: Visitor, live: LiveSite) -> None:
    match = dealt(live, dealer="B")
    desk, ani = sit(guest, match, "arbiter"), sit(guest, match, "A")
    desk.page.get_by_role("button", name="Pause").click()
    expect(ani.page.locator(".acts")).to_contain_text("paused")
    assert ani.cards() == []
    desk.page.get_by_role("button", name="Resume").click()
    ani.wait(3)
    ani.page.locator('.hand [data-action="As"]').click()
    desk.wait(4)
    desk.page.locator("summary", has_text="Receipts").click()
    head = live.hall.room(match.id).match.receipt.head
    expect(desk.page.locator(".receipts")).to_contain_text(f"4 · {head}")
    desk.page.locator("summary", has_text="Take back").click()
    desk.page.locator(".tool-form:visible").get_by_role("button", name="Take back").click()
    ani.wait(5)
    assert "As" in ani.cards()
    desk.page.locator("summary", has_text="Keys").click()
    desk.page.get_by_role("button", name="New key: Ani").click()
    desk.page.get_by_role("button", name="Yes").click()
    renewed = desk.page.locator(".renewed input")
    renewed.wait_for()
    expect(ani.page.locator(".notes")).to_contain_text("is not valid here")
    guest.faults[:] = [fault for fault in guest.faults if "401" not in fault]
    again = guest.open(renewed.input_value(), extra_http_headers={READER: "again"})
    assert "As" in Chair(again, "A").cards()
    with desk.page.expect_download() as taken:
        desk.page.get_by_role("button", name="Download the journal").click()
    assert taken.value.suggested_filename == "journal.ndjson"


@pytest.mark.parametrize("language", IN_TURN)
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_the_pages_fit(guest: Visitor, live: LiveSite, language: str, size: Any) -> None:
    match = dealt(live, dealer="B", tags={"Tournament": "Club cup", "Round": "2", "Board": "7"})
    for address in ("/live/", "/live/new", f"/live/{match.id}"):
        page = guest.open(f"{address}?lang={language}", viewport=size, extra_http_headers={READER: "any"})
        page.locator("main").wait_for()
        if address.endswith(match.id):
            Chair(page)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert page.locator("html").get_attribute("lang") == language


def test_probes_are_answered_where_browsers_find_the_list(guest: Visitor, live: LiveSite) -> None:
    with urllib.request.urlopen(f"{live.origin}/live", timeout=30) as answer:
        assert answer.read() == b"ok\n"
    assert guest.open("/live").url == f"{live.origin}/live/"


def test_a_private_match_is_for_those_with_a_key(guest: Visitor, live: LiveSite) -> None:
    match = dealt(live, dealer="B", public=False)
    page = guest.open(match.address(), extra_http_headers={READER: "none"})
    expect(page.locator(".notes")).to_contain_text("key")
    assert "Ani" not in page.content()
    guest.faults[:] = [fault for fault in guest.faults if "401" not in fault]
    assert sit(guest, match, "A").cards()
    assert match.id not in guest.open("/live").content()
    live.act(match, "A", action="resign")
    page = guest.open(f"/live/{match.id}/record")
    assert "Ani" not in page.content()
    assert axe(page) == []
    page.get_by_label("Key").fill(match.address("A"))
    page.get_by_role("button", name="Show").click()
    page.locator("santase-replay .hand").first.wait_for()
    assert match.keys["A"] not in page.content()
    page.goto(f"{live.origin}/live/{match.id}/deals/1/ruling")  # in the same tab, which knows the key now
    expect(page.locator("h1")).to_contain_text("Ani resigned")
    assert page.url.endswith("/ruling")
    player = sit(guest, match, "A").page
    player.goto(f"{live.origin}/live/{match.id}/record")
    player.locator("santase-replay .hand").first.wait_for()
    for token in match.keys.values():
        assert not any(token in asked for asked in live.asked)
    other = guest.open(f"/live/{match.id}/record")
    other.get_by_label("Key").fill("x" * 43)
    other.get_by_role("button", name="Show").click()
    expect(other.get_by_role("alert")).to_be_visible()
    other.goto(f"{live.origin}/live/{match.id}/record")
    expect(other.get_by_label("Key")).to_have_value("")
    guest.faults[:] = [fault for fault in guest.faults if "403" not in fault]
