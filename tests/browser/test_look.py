"""How cards look: the pack, the colours and the cards played, as chosen on the page and remembered."""

from typing import Final

from playwright.sync_api import Locator

from tests.support.browser import Replay, Site, Visitor
from tests.support.corpus import ROOT

GAME: Final = ROOT / "samples/closed-and-won.sgn"
ALL_SUITS: Final = "#d1s1"
"""Behind this step somebody holds a card of every suit."""
APART: Final = """all => all.forEach(each => {
    each.style.setProperty('margin', '0 3px');
    each.style.setProperty('transform', 'none');
})"""
"""Lays the cards of a fan side by side, so that nothing is to be seen of one in the picture of another."""
SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
GERMAN_SUITS: Final = ("leaves", "hearts", "bells", "acorns")


def picked(replay: Replay, name: str) -> Locator:
    """The choice of that name, on view."""
    settings = replay.element.locator("details.settings")
    if settings.get_attribute("open") is None:
        settings.locator("summary").click()
    return settings.get_by_label(name)


def pictures(replay: Replay, suits: tuple[str, ...] = SUITS) -> dict[str, bytes]:
    """What is to be seen of one card of each suit, once it no longer changes."""
    replay.wait_for_pictures()
    replay.board.locator(".hand > *").evaluate_all(APART)
    names = {name.rpartition(" ")[2]: name for name in replay.cards(".hand")}
    title = replay.page.locator("title")
    cards = {
        suit: replay.board.locator(".hand svg.card", has=title.get_by_text(names[suit], exact=True))
        for suit in suits
    }
    seen: dict[str, bytes] = {}
    for _ in range(20):
        before, seen = seen, {suit: card.screenshot() for suit, card in cards.items()}
        if before == seen:
            return seen
    raise AssertionError("the cards never stand still")


def test_packs_and_colours_are_chosen_and_remembered(visitor: Visitor, site: Site) -> None:
    replay = visitor.replay(f"{site.add(GAME)}{ALL_SUITS}")
    first = pictures(replay)
    colours = picked(replay, "Colours")
    seen = {"two-colour": first}
    for palette in ("french", "german"):
        colours.select_option(palette)
        seen[palette] = pictures(replay)

    def changed(palette: str) -> list[str]:
        return [suit for suit in SUITS if seen[palette][suit] != first[suit]]

    assert changed("french") == ["diamonds", "clubs"], "black, red, blue, green"
    assert changed("german") == ["spades", "diamonds"], "green, red, orange, black"
    picked(replay, "Pack").select_option("german")
    german = pictures(replay, GERMAN_SUITS)
    others = [
        one for one, other in zip(SUITS, GERMAN_SUITS, strict=True) if german[other] != seen["german"][one]
    ]
    assert {*others, "hearts"} == set(SUITS), "hearts are hearts in both packs"
    replay.page.reload()
    again = Replay(replay.page)
    assert pictures(again, GERMAN_SUITS) == german
    assert picked(again, "Pack").input_value() == "german"
    picked(again, "Pack").select_option("french")
    picked(again, "Colours").select_option("two-colour")
    assert pictures(again) == first


def test_cards_played_stay_faintly_or_are_hidden(visitor: Visitor, site: Site) -> None:
    """The deal begins `1. 9s As 2. Tc Th`."""
    replay = visitor.replay(f"{site.add(GAME)}#d1s5bA")
    gone = "ace of spades", "ten of clubs"
    assert tuple(replay.cards(".place-0 .gone")) == gone
    picked(replay, "Cards played").select_option("no")
    assert replay.cards(".gone") == []
    picked(replay, "Cards played").focus()
    replay.press("ArrowUp")
    assert replay.place == (1, 5), "a key that is meant for the choice is not the table's"
    assert tuple(replay.cards(".place-0 .gone")) == gone


def test_a_browser_that_keeps_nothing(visitor: Visitor, site: Site) -> None:
    page = visitor.page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    )
    page.goto(f"{site.add(GAME)}{ALL_SUITS}")
    replay = Replay(page)
    picked(replay, "Pack").select_option("german")
    replay.wait_for_pictures()
    replay.press("Tab", "Home")
    for kept in ("null", "7", '{"pack": "tarot", "palette": "<b>", "played": 3}', "{"):
        page = visitor.page()
        page.add_init_script(f"localStorage.setItem('santase-replay', '{kept}')")
        page.goto(f"{site.add(GAME)}{ALL_SUITS}")
        replay = Replay(page)
        replay.wait_for_pictures()
        assert picked(replay, "Pack").input_value() == "french"
