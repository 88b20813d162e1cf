"""Keys and buttons: each does what the overlay says of it, and leaves alone what is not its own."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.support.browser import NARROW, OwnSite, ReplayPage, Visitor, box_of, wait_until
from tests.support.corpus import ROOT

CLUB: Final = ROOT / "samples/a-club-match-with-clocks.sgn"
GAME: Final = ROOT / "samples/closed-and-won.sgn"
"""Its first deal begins `1. 9s As 2. Tc?! Th 3. exchange close! 20d Kd Td`."""
STEP: Final = 1600
"""Milliseconds of a step at single speed."""


@pytest.fixture
def replay(visitor: Visitor, site: OwnSite) -> ReplayPage:
    return visitor.replay(site.add(GAME))


def trick(replay: ReplayPage) -> list[str]:
    return replay.cards(".trick")


def test_every_key_of_the_overlay(replay: ReplayPage) -> None:
    """Each row of the overlay, with the visible effect of its keys."""
    ivan, maria = "Ivan Petrov", "Maria Georgieva"
    seen: set[str] = set()

    def row(keys: str, *presses: tuple[str, Callable[[], object], object]) -> None:
        seen.add(keys)
        for key, look, expected in presses:
            replay.press(key)
            assert look() == expected, (keys, key)

    def cards() -> object:
        return trick(replay)

    def place() -> object:
        return replay.place

    row("← →", ("ArrowRight", cards, ["nine of spades"]), ("ArrowLeft", cards, []))
    row(
        "↑ ↓",
        ("ArrowDown", cards, ["nine of spades", "ace of spades"]),
        ("ArrowDown", cards, ["ten of clubs", "ten of hearts"]),
        ("ArrowDown", cards, ["king of diamonds", "ten of diamonds"]),
        ("ArrowUp", cards, ["ten of clubs", "ten of hearts"]),
        ("Shift+ArrowRight", cards, ["king of diamonds", "ten of diamonds"]),
        ("Shift+ArrowLeft", cards, ["ten of clubs", "ten of hearts"]),
        ("ArrowUp", cards, ["nine of spades", "ace of spades"]),
        ("ArrowUp", place, (1, 0)),
        ("ArrowUp", place, (1, 0)),
    )
    row(
        "Home End", ("End", place, (1, replay.last)), ("ArrowRight", place, (2, 0)), ("PageUp", place, (1, 0))
    )
    row("Home End", ("Home", place, (1, 0)), ("ArrowLeft", place, (1, 0)))
    row("Page ↑ ↓", ("PageDown", place, (2, 0)), ("PageDown", place, (3, 0)), ("PageUp", place, (2, 0)))
    row("Page ↑ ↓", *[("PageDown", place, (min(deal, 6), 0)) for deal in range(3, 9)])
    row("Page ↑ ↓", *[("PageUp", place, (max(deal, 1), 0)) for deal in range(5, -1, -1)])
    row("F", ("f", replay.names, [ivan, maria]), ("F", replay.names, [maria, ivan]))
    hands = {"all": [0, 0], "own": [0, 6], "none": [6, 6]}

    def covered() -> object:
        return [replay.hand(player).count("hidden card") for player in (0, 1)]

    replay.press("k")  # what players can know is loaded when somebody asks
    replay.element.locator(".known:not([hidden])").wait_for()
    replay.press("k", "k")
    row("K", ("k", covered, [0, 6]), ("K", covered, [6, 0]), ("k", covered, hands["all"]))
    row("X", ("x", covered, hands["own"]), ("X", covered, hands["none"]), ("x", covered, hands["all"]))
    comments = ((1, 0), (1, 4), (1, 15), (2, 0))
    row(
        "M",
        *[("m", lambda: replay.place in comments or replay.notes.locator(".comment").count() > 0, True)] * 3,
    )
    row("N", ("n", place, replay.place))  # nothing is wrong there; test_places.py has a record with faults
    speeds = [("+", "2"), ("+", "4"), ("+", "4"), ("-", "2"), ("-", "1"), ("-", "0.5"), ("-", "0.5")]
    row("+ −", *[(key, lambda: replay.speed, speed) for key, speed in speeds])

    def running() -> object:
        return replay.button("Pause").count()

    row("Space", ("Space", running, 1), ("Space", running, 0))

    def shown() -> object:
        return replay.page.get_by_role("dialog").count()

    row("?", ("?", shown, 1), ("Escape", shown, 0), ("?", shown, 1))
    overlay = replay.page.get_by_role("dialog")
    seen.add("V B")  # in test_table.py
    assert set(overlay.locator("dt").all_inner_texts()) == seen
    before = replay.place
    replay.press("ArrowRight", "f", "End", "PageDown")
    assert replay.place == before, "keys act on what lies under the overlay"
    overlay.get_by_role("button", name="Close").click()
    assert shown() == 0


def test_keys_into_a_variation_and_back(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(CLUB)}#d1s10bB")
    played = replay.spoken  # what best play is worth is added when it has come
    replay.press("b")
    assert replay.spoken.startswith(played)
    replay.press("v")
    assert "20" in replay.spoken
    assert "Variation" in replay.spoken
    replay.press("ArrowRight", "B")
    assert replay.spoken.startswith(played)
    replay.press("v", "ArrowLeft")
    assert replay.spoken.startswith(played)
    replay.press("Home", "v")
    assert replay.place == (1, 0)
    assert "Variation" not in replay.spoken


def test_what_is_not_the_replays_is_left_alone(replay: ReplayPage) -> None:
    """Keys with modifiers, Tab, and typing in fields; what the replay handles, nothing else receives."""
    replay.page.evaluate(
        """() => {
            window.kept = [];
            window.addEventListener('keydown', event => kept.push([event.key, event.defaultPrevented]));
            for (const name of ['input', 'textarea', 'select', 'p']) {
                const made = document.body.appendChild(document.createElement(name));
                made.id = `typing-${name}`;
                if (name === 'p') made.contentEditable = 'true';
            }
        }"""
    )
    before = replay.spoken, replay.names(), replay.hand(1)
    for held in ("Control", "Alt", "Meta"):
        replay.press(f"{held}+ArrowDown", f"{held}+f", f"{held}+x", f"{held}+End")
    for name in ("input", "textarea", "select", "p"):
        replay.page.locator(f"#typing-{name}").focus()
        replay.press("ArrowRight", "f", "x", "End", "PageDown", "Space", "?")
        assert replay.page.get_by_role("dialog").count() == 0
    assert replay.page.locator("#typing-input").input_value() == "fx ?"
    assert (replay.spoken, replay.names(), replay.hand(1)) == before
    replay.page.evaluate("document.activeElement.blur()")
    replay.press("Tab", "Shift+Tab", "q", "7", "Enter", "Escape")
    kept = replay.page.evaluate("kept")
    assert [key for key, taken in kept if taken] == []
    replay.page.evaluate("() => { kept.length = 0; document.activeElement.blur(); }")
    replay.press("ArrowRight", "ArrowDown", "End", "Home", "PageDown", "PageUp", "Space", "Space", "f", "+")
    assert all(taken for _, taken in replay.page.evaluate("kept"))


def test_tab_reaches_every_control_and_leaves_again(replay: ReplayPage) -> None:
    replay.press("End", "ArrowLeft")
    stops = "button:enabled:visible:not([tabindex='-1']), input:visible, select:visible, summary"
    wanted = replay.element.locator(stops).count()
    assert replay.element.locator(".move[tabindex='0']").count() == 1, "the list of moves is one stop"
    reached = set()
    for _ in range(wanted + 40):
        replay.press("Tab")
        reached.add(
            replay.page.evaluate(
                """() => { const at = document.activeElement;
                return document.querySelector('santase-replay').contains(at)
                    ? [...document.querySelectorAll('santase-replay *')].indexOf(at) : -1; }"""
            )
        )
    assert len(reached - {-1}) >= wanted
    assert -1 in reached


def test_the_page_does_not_scroll_where_a_key_is_taken(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(site.add(GAME), viewport={"width": 390, "height": 300})
    page = replay.page
    assert page.evaluate("document.scrollingElement.scrollHeight > 3 * innerHeight")
    for key in ("ArrowDown", "End", "Home", "PageDown", "PageUp", "ArrowUp", "Space", "ArrowRight"):
        replay.press(key)
        assert page.evaluate("scrollY") == 0, key
    # What is current is brought into sight within its own list alone.
    assert page.evaluate("document.querySelector('.moves').scrollHeight") > 0
    replay.press("Space", "End")
    assert page.evaluate("scrollY") == 0


def test_space_and_enter_on_a_button_press_it(replay: ReplayPage) -> None:
    names = replay.names()
    replay.button("Turn the table").focus()
    replay.press("Space")
    assert replay.names() == names[::-1]
    assert replay.button("Pause").count() == 0
    replay.press("Enter")
    assert replay.names() == names
    replay.scrubber.focus()
    replay.press("ArrowRight")
    assert replay.place == (1, 1), "the scrubber and the key both have stepped"


def test_buttons_are_as_they_should_be_right_after_a_jump(replay: ReplayPage) -> None:
    back = ["To the start of the deal", "Back one trick", "Back one step"]
    on = ["Forward one step", "Forward one trick", "To the end of the deal"]

    def usable(names: list[str]) -> set[bool]:
        return {replay.button(name).is_enabled() for name in names}

    for jump in ("End", "Home", "End", "Home"):
        replay.press(jump)
        assert usable(back) == {jump == "End"}
        assert usable(on[1:]) == {jump == "Home"}
        assert usable(on[:1]) == {True}, "the next deal follows the end of a deal"
    for _ in range(2):
        replay.button(on[2]).click()
        assert (usable(back), usable(on[1:])) == ({True}, {False})
        replay.button(back[0]).click()
        assert (usable(back), usable(on)) == ({False}, {True})
    replay.button(on[1]).click()
    assert len(trick(replay)) == 2
    replay.button(on[0]).click()
    assert trick(replay) == []
    replay.button(back[2]).click()
    replay.button(back[1]).click()
    assert replay.place == (1, 0)


def test_focus_stays_where_somebody_works(visitor: Visitor, site: OwnSite) -> None:
    """Whatever is redrawn or disabled, the next key still arrives."""
    replay = visitor.replay(f"{site.add(CLUB)}/embed#d1s10bB")
    inside = "document.querySelector('santase-replay').contains(document.activeElement)"
    for name in ("To the end of the deal", "To the start of the deal"):
        replay.button(name).focus()
        replay.press("Enter")
        assert replay.page.evaluate(inside), name
        replay.press("ArrowLeft" if "end" in name else "ArrowRight")
        assert replay.place == (1, replay.last - 1 if "end" in name else 1)
    seat = replay.element.locator(".place-1 button.name")
    seat.focus()
    replay.press("Enter")
    expect(seat).to_be_focused()
    replay.press("Home", *["ArrowRight"] * 10)
    replay.button("Enter variation 1").focus()
    replay.press("Enter")
    assert replay.page.evaluate(inside)
    replay.press("ArrowRight")
    assert "Variation" in replay.spoken


def test_in_another_page_keys_act_only_where_the_replay_has_the_focus(
    visitor: Visitor, site: OwnSite
) -> None:
    replay = visitor.replay(f"{site.add(GAME)}/embed")
    replay.press("ArrowRight", "End", "f")
    assert replay.place == (1, 0)
    replay.board.click(position={"x": 3, "y": 3})
    replay.press("ArrowRight")
    assert replay.place == (1, 1)
    host = visitor.page()
    body = f'<!DOCTYPE html><input id=other><iframe src="{site.add(GAME)}/embed"></iframe>'
    host.route("**/club", lambda route: route.fulfill(body=body, content_type="text/html"))
    host.goto("/club")
    framed = host.frame_locator("iframe")
    spoken = framed.locator("[aria-live]")
    expect(spoken).to_contain_text("1.")
    host.locator("#other").focus()
    host.keyboard.press("ArrowRight")
    expect(spoken).to_contain_text("1.")
    framed.get_by_role("button", name="Forward one step").focus()
    host.keyboard.press("ArrowRight")
    expect(spoken).to_contain_text("2.")


# Autoplay.


def test_autoplay_goes_on_at_its_speed_over_the_deals_and_stops_at_the_end(
    visitor: Visitor, site: OwnSite
) -> None:
    page = visitor.page()
    page.clock.install(time=0)
    page.goto(site.add(GAME))
    replay = ReplayPage(page)
    page.clock.pause_at(3_600)
    assert replay.speed == "1"
    replay.press("Space")
    assert replay.place == (1, 0)
    page.clock.run_for(3 * STEP + 10)
    assert replay.place == (1, 3)
    replay.press("+")
    page.clock.run_for(2 * STEP + 10)
    assert replay.place == (1, 7)
    replay.press("-", "-")
    page.clock.run_for(4 * STEP + 10)
    assert replay.place == (1, 9)
    replay.press("Space")
    page.clock.run_for(9 * STEP)
    assert replay.place == (1, 9)
    replay.press("+", "+", "+")
    replay.button("Play automatically").click()
    page.clock.run_for(60 * STEP)
    assert replay.place == (6, replay.last)
    expect(replay.button("Play automatically")).to_be_visible()
    replay.press("-", "-", "-", "Space")
    assert replay.place == (1, 0), "at the end of the match it begins again"
    page.clock.run_for(2 * STEP + 10)
    replay.element.locator("select.pace").select_option("4")
    page.clock.run_for(STEP + 10)
    assert replay.place == (1, 5)


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_moves_where_that_is_wished(visitor: Visitor, site: OwnSite, wish: str) -> None:
    replay = visitor.replay(site.add(GAME), reduced_motion=wish)
    moving = replay.page.evaluate(
        """() => { document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));
        return document.getAnimations().length; }"""
    )
    assert replay.place == (1, 1)
    assert (moving > 0) == (wish == "no-preference")


def test_swiping_steps_and_the_wheel_over_the_scrubber_alone(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(site.add(GAME), viewport=NARROW, has_touch=True, is_mobile=True)
    sent = replay.page.context.new_cdp_session(replay.page)
    box = box_of(replay.board)

    def swipe(across: int, down: int) -> None:
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0), ("touchEnd", None)):
            points = [] if share is None else [{"x": x + across * share, "y": y + down * share}]
            sent.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for across, down, expected in ((-90, 5, 1), (-90, -10, 2), (90, 5, 1), (10, 0, 1), (-60, 50, 1)):
        swipe(across, down)
        assert replay.place == (1, expected), (across, down)
    mouse = visitor.replay(site.add(GAME))
    mouse.scrubber.hover()
    for turn, expected in ((100, 1), (60, 1), (60, 2), (-100, 1)):
        mouse.page.mouse.wheel(0, turn)
        expect(mouse.scrubber).to_have_value(str(expected))
    mouse.board.hover()
    for _ in range(20):
        mouse.page.mouse.wheel(0, 15)
    wait_until(mouse.page, "scrollY >= 300")
    expect(mouse.scrubber).to_have_value("1")
