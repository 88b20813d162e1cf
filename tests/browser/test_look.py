"""How cards look: the pack, the colours and the cards played, as chosen on the page and remembered."""

from io import BytesIO
from typing import Final

from PIL import Image
from playwright.sync_api import Locator

from tests.support.browser import DRAWN, OwnSite, ReplayPage, Visitor
from tests.support.corpus import ROOT

GAME: Final = ROOT / "samples/closed-and-won.sgn"
ALL_SUITS: Final = "#d1s1"
"""Behind this step somebody holds a card of every suit."""
COPIES: Final = """(board, names) => document.fonts.ready.then(() => {
    const sheet = document.createElement('div');
    sheet.id = 'copies';
    sheet.style.cssText = 'position:fixed;left:0;top:0;width:400px;height:200px;background:white;z-index:999';
    const cards = [...board.querySelectorAll('.hand svg.card')];
    for (const [at, name] of names.entries()) {
        const copy = cards.find(card => card.querySelector('title').textContent === name).cloneNode(true);
        copy.style.cssText = `position:absolute;left:${8 + 70 * at}px;top:8px;width:60px;height:90px;
            margin:0;transform:none;transition:none;animation:none`;
        sheet.append(copy);
    }
    board.append(sheet);
})"""
"""Lays copies of the cards of those names side by side on a white sheet, where nothing else is to be seen."""
SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
GERMAN_SUITS: Final = ("leaves", "hearts", "bells", "acorns")


def picked(replay: ReplayPage, name: str) -> Locator:
    """The choice of that name, on view."""
    settings = replay.element.locator("details.settings")
    if settings.get_attribute("open") is None:
        settings.locator("summary").click()
    return settings.get_by_label(name)


def pictures(replay: ReplayPage, suits: tuple[str, ...] = SUITS) -> dict[str, bytes]:
    """What is to be seen of one card of each suit, once it no longer changes."""
    replay.wait_for_pictures()
    replay.page.evaluate(DRAWN)
    names = {name.rpartition(" ")[2]: name for name in replay.cards(".hand")}
    replay.board.evaluate(COPIES, [names[suit] for suit in suits])
    sheet = replay.board.locator("#copies")
    seen = b""
    for _ in range(20):
        before, seen = seen, sheet.screenshot()
        if before == seen:
            sheet.evaluate("sheet => sheet.remove()")
            with Image.open(BytesIO(seen)) as whole:
                cards = [whole.crop((left, 8, left + 60, 98)) for left in range(8, 8 + 70 * len(suits), 70)]
                return {suit: card.tobytes() for suit, card in zip(suits, cards, strict=True)}
    raise AssertionError("the cards never stand still")


def test_packs_and_colours_are_chosen_and_remembered(visitor: Visitor, site: OwnSite) -> None:
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
    again = ReplayPage(replay.page)
    assert pictures(again, GERMAN_SUITS) == german
    assert picked(again, "Pack").input_value() == "german"
    picked(again, "Pack").select_option("french")
    picked(again, "Colours").select_option("two-colour")
    assert pictures(again) == first


def test_cards_played_stay_faintly_or_are_hidden(visitor: Visitor, site: OwnSite) -> None:
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


def test_a_browser_that_keeps_nothing(visitor: Visitor, site: OwnSite) -> None:
    page = visitor.page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    )
    page.goto(f"{site.add(GAME)}{ALL_SUITS}")
    replay = ReplayPage(page)
    picked(replay, "Pack").select_option("german")
    replay.wait_for_pictures()
    replay.press("Tab", "Home")
    for kept in ("null", "7", '{"pack": "tarot", "palette": "<b>", "played": 3}', "{"):
        page = visitor.page()
        page.add_init_script(f"localStorage.setItem('santase-replay', '{kept}')")
        page.goto(f"{site.add(GAME)}{ALL_SUITS}")
        replay = ReplayPage(page)
        replay.wait_for_pictures()
        assert picked(replay, "Pack").input_value() == "french"
