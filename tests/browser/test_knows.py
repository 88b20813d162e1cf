"""What somebody can know, as the replay shows it: on the table and in words, offline too."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from notation import read
from notation.judge import judge
from notation.record import SUIT_SYMBOLS
from tests.support.browser import NARROW, OwnSite, ReplayPage, Visitor
from tests.support.corpus import ROOT
from viewer.documents.languages import language
from viewer.replay.page import replay_html

GAME: Final = ROOT / "samples/closed-and-won.sgn"
"""In its first deal B exchanges the turn-up and shows king and queen of diamonds at trick 3."""
CHIPS: Final = """all => all.map(each => [each.dataset.known,
    each.closest('.known-place').querySelector('.known-where').innerText])"""


def shown(replay: ReplayPage) -> dict[str, str]:
    """The places of every card in the list, by its word in the notation."""
    found: list[tuple[str, str]] = replay.element.locator(".known-card").evaluate_all(CHIPS)
    return dict(found)


def asked(replay: ReplayPage, address: str, step: int, seat: str) -> dict[str, str]:
    """What the HTTP API says of the cards that a seat does not see."""
    names = {"A": "hand of Ivan", "B": "hand of Maria", "talon": "the talon, face down"}
    answer: dict[str, Any] = replay.page.request.get(
        f"/api/v1{address}/deals/1/steps/{step}/knowledge?seat={seat}"
    ).json()
    return {
        card["card"]: " / ".join(names[place] for place in card["places"])
        for card in answer["cards"]
        if not card["why"] or card["why"]["clue"] not in ("held", "played", "turn-up")
    }


@pytest.mark.nightly
def test_every_other_step_of_a_deal_is_told_as_the_api_tells_it(visitor: Visitor, site: OwnSite) -> None:
    address = site.add(GAME)
    replay = visitor.replay(f"{address}#d1s0bBkA")
    replay.element.locator(".known-card").first.wait_for()
    names = {"A": "Ivan Petrov", "B": "Maria Georgieva"}
    for step in range(0, replay.last + 1, 2):
        for seat, other in ("AB", "BA"):
            replay.button(f"What can {names[seat]} know?").click()
            expected = asked(replay, address, step, seat)
            assert shown(replay) == expected, (step, seat)
            must = {card for card, where in expected.items() if where.startswith("hand") and "/" not in where}
            hand = replay.board.locator(f'.seat[data-seat="{other}"] .hand')
            assert set(hand.locator(".must-be").evaluate_all("all => all.map(e => e.dataset.card)")) == must
            titles = hand.locator("svg.card:not(.must-be) title").all_text_contents()
            assert set(titles) <= {"hidden card"}, "no card is shown that is not known"
            assert "hidden card" not in replay.hand(0 if seat == "B" else 1)
        replay.press("ArrowRight", "ArrowRight")


def test_reasons_are_shown_and_heard(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(GAME)}#d1s9bAkA")
    chip = replay.element.locator('.known-card[data-known="Qd"]')
    expect(chip).to_have_accessible_name(
        "queen of diamonds. hand of Maria. Maria showed it with the marriage at trick 3"
    )
    chip.focus()
    why = replay.element.locator(".known-why")
    expect(why).to_contain_text("Maria showed it with the marriage at trick 3")
    assert "Ivan can know: hand of Maria Q♥" in replay.spoken
    replay.press("ArrowRight", "ArrowLeft")
    expect(replay.page.locator(":focus")).to_have_attribute("data-known", "Qd")
    assert replay.element.locator("[aria-live], output, [role=status], [role=alert]").count() == 1


def test_the_view_is_switched_by_key_and_stands_in_the_address(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(GAME)}#d1s9bB")
    book = replay.element.get_by_role("list", name="Moves")
    for seat in "BA":
        replay.press("k")
        replay.page.wait_for_url(f"**#d1s9bBk{seat}")
        expect(book).to_be_hidden()
    replay.page.reload()
    again = ReplayPage(replay.page)
    expect(again.button("What can Ivan Petrov know?").last).to_have_attribute("aria-pressed", "true")
    again.press("k")
    expect(again.element.get_by_role("list", name="Moves")).to_be_visible()
    assert again.element.locator(".must-be").count() == 0


def test_a_page_on_a_disk_tells_it_without_asking(visitor: Visitor, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    judgement = judge(next(read(GAME.read_bytes())))
    for code, words in (
        ("en", "Cards whose place is not certain"),
        ("bg", "Карти"),
        ("de", "Karten"),
        ("hu", "Lapok"),
    ):
        path.write_text(replay_html(judgement, language(code)), encoding="utf-8")
        page = visitor.page(viewport=NARROW)
        page.context.set_offline(True)
        page.goto(f"{path.as_uri()}#d1s9bAkA")
        replay = ReplayPage(page)
        assert shown(replay)["Qd"] != shown(replay)["Ks"]
        assert words in replay.spoken
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.context.set_offline(False)
        page.close()


def test_words_are_in_the_letters_and_signs_of_the_pack(visitor: Visitor, site: OwnSite) -> None:
    page = visitor.page()
    page.goto(f"{site.add(GAME)}?lang=de#d1s9bB")
    replay = ReplayPage(page)
    cards = replay.element.locator(".moves .move .in-text").all_text_contents()
    assert {card[:-1] for card in cards} >= {"D", "B", "10"}
    assert not {card[:-1] for card in cards} & set("QJT")
    page.evaluate("localStorage.setItem('santase-replay', '{\"pack\":\"german\"}')")
    page.reload()
    replay = ReplayPage(page)
    replay.wait_for_pictures()
    moves = replay.element.locator(".moves .move .in-text")
    assert moves.count() > 10
    assert not set("".join(moves.all_text_contents())) & set(SUIT_SYMBOLS)
    drawn = moves.locator("use").evaluate_all("all => all.map(each => each.getBBox().width)")
    assert len(drawn) == moves.count()
    assert min(drawn) > 0
    labels = moves.evaluate_all("all => all.map(each => each.ariaLabel)")
    assert any(label.startswith("Laub-") for label in labels)
    page.evaluate("localStorage.clear()")
