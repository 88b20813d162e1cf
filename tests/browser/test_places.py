"""Places in a record: the scrubber, links that name deal, step, seat and view, and the list of moves."""

import random
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.support.browser import OwnSite, ReplayPage, Visitor, box_of, wait_until
from tests.support.corpus import ROOT

CLUB: Final = (ROOT / "samples/a-club-match-with-clocks.sgn").read_text("utf-8").partition("\ndeal 4")[0]
"""Three deals with variations, one of them in another."""
RADKA, PETAR = "Radka Todorova", "Petar Minev"
SECOND: Final = "As Js Ah Ac Tc Kc", "Qs Kh 9h Jd Jc 9c"
"""The hands of the second deal, which begins `1. 9h Tc 2. close?! (Ac! 9c 3. close Kc ...) Ac Jc 3. Kc`."""
NAMES: Final = dict(zip("9JQKTA", ("nine", "jack", "queen", "king", "ten", "ace"), strict=True))
SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def named(cards: str) -> set[str]:
    """Cards as SGN writes them, by their names."""
    return {f"{NAMES[card[0]]} of {SUITS[card[1]]}" for card in cards.split()}


def view(replay: ReplayPage) -> tuple[object, ...]:
    """Everything that a reader sees of a position, and hears from a screen reader."""
    return replay.place, replay.spoken, replay.board.aria_snapshot(), replay.notes.inner_text()


@pytest.fixture
def club(site: OwnSite) -> str:
    return site.add(CLUB)


def test_a_link_opens_deal_step_seat_and_hidden_hands(visitor: Visitor, club: str) -> None:
    first, second = map(named, SECOND)
    for words, place, names, mine, theirs in (
        ("", (1, 0), [PETAR, RADKA], named("Ts Js Ah 9h Td Tc"), named("As Qs Kh Qd Jd Jc")),
        ("#d2s0", (2, 0), [PETAR, RADKA], second, first),
        ("#d2s0bA", (2, 0), [RADKA, PETAR], first, second),
        ("#d2s0bAhB", (2, 0), [RADKA, PETAR], first, {"hidden card"}),
        ("#d2s0hAB", (2, 0), [PETAR, RADKA], {"hidden card"}, {"hidden card"}),
        ("#d2s1bB", (2, 1), [PETAR, RADKA], second - named("9h"), first),
        ("#d2s2bA", (2, 2), [RADKA, PETAR], first - named("Tc"), second - named("9h")),
        ("#d2s3bAhB", (2, 3), [RADKA, PETAR], first - named("Tc") | named("Qh"), {"hidden card"}),
    ):  # fmt: skip
        replay = visitor.replay(f"{club}{words}")
        told = replay.place, replay.names(), set(replay.hand(0)), set(replay.hand(1))
        assert told == (place, names, mine, theirs), words
    replay = visitor.replay(f"{club}#d2s7bAhB")
    assert (replay.place, replay.names(), set(replay.hand(1))) == ((2, 7), [RADKA, PETAR], {"hidden card"})
    assert set(replay.cards(".trick")) == named("Kc"), "step 7 is `3. Kc`"
    assert "Closed by Radka Todorova; cards in the talon: 10" in replay.board.inner_text()


def test_a_link_leads_into_a_variation(visitor: Visitor, club: str) -> None:
    """`(Ac! 9c 3. close Kc (Js? Qs) Jc ...)` follows step 4 of the second deal."""
    replay = visitor.replay(f"{club}#d2s4v0.0")
    assert set(replay.cards(".trick")) == named("Ac")
    assert "Closed" not in replay.board.inner_text()
    replay = visitor.replay(f"{club}#d2s4v0.1")
    assert set(replay.cards(".trick")) == named("Ac 9c")
    replay = visitor.replay(f"{club}#d2s4v0.4v0.1bAhA")
    assert set(replay.cards(".trick")) == named("Js Qs")
    assert replay.names() == [RADKA, PETAR]
    assert set(replay.hand(0)) == {"hidden card"}
    replay.button("Back to the game").click()
    assert set(replay.cards(".trick")) == named("Kc")
    replay.button("Back to the game").click()
    assert replay.place == (2, 4)


NO_PLACES: Final = (
    "#", "#d", "#d0s0", "#d9s1", "#d99s1", "#d1000s1", "#s3", "#d1", "#d2s", "#d2s-1", "#d2s1.5", "#d2sx",
    "#d2s1v0.0", "#d2s4v1.0", "#d2s4v0", "#d2s4v0.99v0.1", "#D2S3", "#d2s3bC x", "#<script>", "#d2s3%00",
    "#tables", "#d1t3", "#content", "#__proto__", "#d2s3bAhBz",
)  # fmt: skip


def test_what_is_no_place_leads_nowhere(visitor: Visitor, club: str) -> None:
    replay = visitor.replay(f"{club}{NO_PLACES[-1]}")
    assert replay.place == (1, 0)
    for words in NO_PLACES:
        replay.page.evaluate("words => { location.hash = words; }", words)
        assert view(replay)[0] == (1, 0), words
        assert replay.names() == [PETAR, RADKA]
    replay.press("ArrowRight")
    assert replay.place == (1, 1)


def test_a_step_beyond_the_end_is_the_last_and_a_seat_that_is_not_there_nobodys(
    visitor: Visitor, club: str
) -> None:
    replay = visitor.replay(f"{club}#d2s999bDhCD")
    assert replay.place == (2, replay.last)
    assert replay.names() == [PETAR, RADKA]
    assert "hidden card" not in replay.cards(".hand")


KEYS: Final = "ArrowRight ArrowLeft ArrowDown ArrowUp Home End PageDown PageUp v b f x".split()


@pytest.mark.nightly
def test_a_copied_link_opens_what_was_seen(visitor: Visitor, site: OwnSite, club: str) -> None:
    clipboard = ["clipboard-read", "clipboard-write"]
    replay = visitor.replay(club, permissions=clipboard)
    ways = (
        ["PageDown", *["ArrowRight"] * 5, "f", "x"],
        ["Home", *["ArrowRight"] * 4, "v", "ArrowRight", "x"],
        [*["ArrowRight"] * 3, "v", "ArrowRight", "f", "x"],
        random.Random(66).choices(KEYS, [8, 4, 6, 3, 1, 1, 2, 1, 4, 1, 1, 1], k=30),
    )
    for keys in ways:
        replay.press(*keys)
        replay.button("Copy a link to this step").click()
        expect(replay.button("Copied")).to_be_visible()
        link = replay.page.evaluate("navigator.clipboard.readText()")
        assert link.startswith(f"{site.origin}{club}#")
        behind = visitor.replay(link, permissions=clipboard)
        assert view(behind) == view(replay), link
        replay = behind


def test_where_nothing_may_be_copied_the_link_is_in_the_address(visitor: Visitor, club: str) -> None:
    page = visitor.page()
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))")
    page.goto(club)
    replay = ReplayPage(page)
    replay.press("PageDown", "ArrowRight")
    replay.button("Copy a link to this step").click()
    expect(replay.button("It is in the address bar")).to_be_visible()
    assert page.url.endswith("#d2s1bB")
    assert view(visitor.replay(page.url)) == view(replay)


def test_another_place_in_the_address_is_gone_to(visitor: Visitor, club: str) -> None:
    replay = visitor.replay(f"{club}#d1s1")
    for words, place in (("#d2s3bA", (2, 3)), ("#d3s0", (3, 0)), ("#nowhere", (3, 0)), ("#d2s4v0.1", (2, 1))):
        replay.page.evaluate("words => { location.hash = words; }", words)
        wait_until(replay.page, "words => location.hash === words", words)
        expect(replay.scrubber).to_have_value(str(place[1]))
        assert replay.place == place
    replay.page.go_back()
    replay.page.go_back()
    expect(replay.deals.nth(2)).to_have_attribute("aria-current", "true")
    assert replay.place == (3, 0)


def test_the_ruling_and_the_replay_lead_to_each_other(visitor: Visitor, club: str) -> None:
    page = visitor.open(f"{club}/deals/3/ruling")
    page.get_by_role("link", name="To the replay").click()
    replay = ReplayPage(page)
    assert replay.place == (3, 0)
    page.locator(f"a[href='{club}/deals/3/ruling']").first.click()
    page.wait_for_url("**/deals/3/ruling")
    assert "Petar wins 1 game point" in page.inner_text("main")


def test_the_scrubber_by_mouse_and_keys(visitor: Visitor, club: str) -> None:
    replay = visitor.replay(club)
    box = box_of(replay.scrubber)
    mouse = replay.page.mouse
    middle = box["y"] + box["height"] / 2
    mouse.click(box["x"] + box["width"] / 2, middle)
    assert abs(replay.place[1] - replay.last / 2) <= 1
    at_half = replay.spoken
    mouse.move(box["x"] + box["width"] / 2, middle)
    mouse.down()
    mouse.move(box["x"] + box["width"] * 0.75, middle, steps=3)
    assert abs(replay.place[1] - replay.last * 0.75) <= 1, "it follows while it is dragged"
    mouse.move(box["x"] + box["width"] * 2, middle, steps=3)
    mouse.up()
    assert replay.place == (1, replay.last)
    assert replay.spoken != at_half
    expect(replay.scrubber).to_have_attribute("aria-valuetext", replay.spoken)
    replay.scrubber.focus()
    for key, step in (("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", replay.last)):
        replay.press(key)
        assert replay.place == (1, step)
    # A tick for every trick: seven of them, with the claim after the last.
    ticks = replay.page.locator(f"datalist#{replay.scrubber.get_attribute('list')} option")
    steps = [int(each.get_attribute("value") or -1) for each in ticks.all()]
    assert steps == sorted(set(steps))
    for number, step in enumerate(steps[:7], start=1):
        replay.scrubber.fill(str(step))
        assert len(replay.cards(".trick")) == 2
        assert f"Trick {number}:" in replay.spoken


@pytest.mark.nightly
def test_every_move_of_the_list_leads_to_its_step(visitor: Visitor, club: str) -> None:
    replay = visitor.replay(f"{club}#d2s0")
    moves = replay.element.get_by_role("list", name="Moves")
    text = moves.inner_text()
    for word in ("9♥", "10♣", "Radka closes", "?!", "J♦"):
        assert word in text, word
    buttons = moves.locator(".move")
    seen = set()
    for button in buttons.all():
        button.click()
        assert button.get_attribute("aria-current") == "step"
        assert moves.locator("[aria-current]").count() == 1
        seen.add((replay.spoken, tuple(replay.cards(".trick"))))
    assert len(seen) == buttons.count()
    group = moves.get_by_role("group", name="Variation").first
    group.get_by_role("button").first.click()
    assert set(replay.cards(".trick")) == named("Ac")
    box, current = box_of(moves), box_of(moves.locator("[aria-current]"))
    assert box["y"] <= current["y"] <= box["y"] + box["height"]
    replay.to_deal(2 + 1)
    assert replay.place == (3, 0)
