"""The table: hands turned and hidden, irregular plays, variations, announcements."""

import random
from itertools import pairwise
from typing import Final

from playwright.sync_api import expect

from notation import read, write
from notation.judge import judge
from tests.support.browser import OwnSite, Visitor, box_of
from tests.support.corpus import ROOT
from tests.support.games import random_record

GAME: Final = ROOT / "samples/closed-and-won.sgn"
GAPS: Final = ROOT / "samples/a-score-sheet-with-gaps.sgn"
CLUB: Final = ROOT / "samples/a-club-match-with-clocks.sgn"

HEARD: Final = """async keys => {
    const heard = [];
    const region = document.querySelector('santase-replay [aria-live]');
    const observer = new MutationObserver(() => heard.push(region.textContent));
    observer.observe(region, { childList: true, characterData: true, subtree: true });
    for (const key of keys) {
        document.dispatchEvent(new KeyboardEvent('keydown', { key }));
        await Promise.resolve();
    }
    observer.disconnect();
    return heard;
}"""
"""What the live region says while keys are pressed."""


def test_the_table_turns(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(GAME)}#d1s4")
    for _ in range(2):
        names, below, above = replay.names(), replay.hand(0), replay.hand(1)
        ground, sky = (box_of(replay.board.locator(f".place-{place}")) for place in (0, 1))
        assert ground["y"] > sky["y"]
        replay.press("f")
        assert (replay.names(), replay.hand(0), replay.hand(1)) == (names[::-1], above, below)
        replay.press("ArrowRight", "ArrowLeft")
        assert replay.names() == names[::-1]


def test_a_hidden_hand_is_nowhere_in_the_page(visitor: Visitor, site: OwnSite) -> None:
    """At no step of a deal does the element show or tell a card that a hidden hand holds."""
    replay = visitor.replay(f"{site.add(GAME)}#d3s0bB")
    hands: list[list[str]] = []
    replay.press("Home")
    for _ in range(replay.last + 1):
        hands.append(replay.hand(1))
        replay.press("ArrowRight")
    replay.press("PageUp")
    seat = replay.board.get_by_role("button", name="Ivan Petrov")
    expect(seat).to_have_attribute("aria-pressed", "true")
    seat.click()
    expect(seat).to_have_attribute("aria-pressed", "false")
    for step, hand in enumerate(hands):
        assert replay.place == (3, step)
        told = replay.board.aria_snapshot() + replay.board.inner_html() + replay.board.inner_text()
        won = replay.cards(".pile")
        for card in hand:
            assert card not in told or card in won, (step, card)
        assert replay.hand(1) == ["hidden card"] * len(hand)
        assert "hidden card" not in replay.hand(0)
        replay.press("ArrowRight")
    replay.press("PageUp", "End")
    seat.click()
    assert replay.hand(1) == hands[-1]


def test_a_record_with_gaps_is_shown_as_far_as_it_is_known(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(site.add(GAPS))
    assert replay.hand(1) == ["unknown card"] * 6
    assert replay.hand(0).count("unknown card") == 2
    replay.to_deal(4)
    assert replay.deal == 4
    replay.press("ArrowRight", "End", "Home", "Space", "Space", "f", "x", "v", "b")
    replay.to_deal(5)
    assert replay.place == (5, 0)


def test_side_lines_and_back(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(CLUB)}#d2s4")
    main = replay.spoken.partition(" With best play")[0]  # which comes when it has been worked out
    replay.button("Enter variation 1").click()
    assert replay.spoken.startswith("Variation")
    assert replay.cards(".trick") == ["ace of clubs"]
    assert replay.last > 4
    replay.press("End")
    assert "68" in replay.board.inner_text(), "the variation ends `(68-0)`"
    replay.button("Back to the game").click()
    assert replay.spoken.startswith(main)
    replay.press("ArrowRight")
    assert replay.button("Back to the game").count() == 0
    assert replay.cards(".trick") == ["ace of clubs"]
    replay.press("PageDown")
    assert replay.place == (3, 0)


def test_comments_and_glyphs_are_told_where_they_stand(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(GAME)}#d1s4")
    assert "A ten led while the talon is open asks to be trumped" in replay.notes.inner_text()
    doubtful = replay.element.get_by_role("list", name="Moves").get_by_role("button", name="a doubtful move")
    assert "?!" in doubtful.inner_text()
    replay.press("ArrowRight")
    assert "A ten led" not in replay.notes.inner_text()


def test_every_step_of_a_match_is_told_anew(visitor: Visitor, site: OwnSite) -> None:
    """The live region speaks at every step, numbered, and never says the same twice in a row."""
    match = random_record("santase", random.Random(6), noted=False, most_deals=2)
    assert judge(next(read(write(match)))).ok
    assert len(match.deals) == 2
    replay = visitor.replay(site.add(write(match)))
    heard = [replay.spoken]
    numbers: list[int] = []
    for _ in match.deals:
        numbers += range(1, replay.last + 2)
        heard += replay.page.evaluate(HEARD, [*["ArrowRight"] * replay.last, "PageDown"])
    last = heard.pop()
    assert f"Deal {len(match.deals)}" in last, "PageDown in the last deal goes to its start"
    assert [int(text.partition(".")[0]) for text in heard] == numbers
    assert all(len(text.partition(". ")[2]) > 7 for text in heard)
    assert all(before != behind for before, behind in pairwise(heard))
    assert replay.element.locator("[aria-live], output, [role=status], [role=alert]").count() == 1


def test_what_was_won_can_be_looked_through(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(GAME)}#d1s3")
    won = replay.board.locator(".place-1 details")
    expect(won.get_by_role("img")).to_have_count(0)
    won.locator("summary").click()
    expect(won.get_by_role("img")).to_have_count(2)
    assert replay.cards(".place-1 .pile") == ["nine of spades", "ace of spades"]
    replay.press("ArrowDown")
    expect(replay.board.locator(".place-1 details")).to_have_attribute("open", "")


def test_what_is_remembered_of_a_card_is_seen_and_said(visitor: Visitor, site: OwnSite) -> None:
    text = (
        '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump h\nA: As% -h -- K- --\nB: Ks|Kh Th -- -- --\n'
        "1. Th% As\n?. K- Qd\n"
    )
    replay = visitor.replay(f"{site.add(text)}#d1s0bA")
    replay.wait_for_pictures()
    kings = "king of spades / king of hearts / king of diamonds / king of clubs"
    assert replay.hand(0) == [
        "ace of spades (the scribe was not sure)",
        "unknown card: hearts",
        f"unknown card: {kings}",
        "unknown card",
        "unknown card",
    ]
    assert replay.hand(1)[:2] == ["ten of hearts", "unknown card: king of spades / king of hearts"]
    replay.press("ArrowRight")
    assert replay.cards(".trick") == ["ten of hearts (the scribe was not sure)"]
    assert replay.element.locator(".moves .number").all_text_contents() == ["1.", "?."]
