"""Tables of three and four: who sits where, what each side has, how a deal ends; narrow and wide."""

import json
import re
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize

from notation import read
from notation.judge import judge
from notation.rulings.ledger import accounts_of
from tests.support.browser import NARROW, WIDE, OwnSite, ReplayPage, Visitor, box_of
from tests.support.corpus import ROOT
from tests.support.parties import FOUR, THREE
from viewer.documents.languages import language
from viewer.replay.page import replay_html
from viewer.replay.script import conclusion

SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
TABLES = pytest.mark.parametrize(
    ("record", "size"),
    [
        pytest.param(THREE, WIDE, id="three-wide"),
        pytest.param(FOUR, NARROW, id="four-narrow"),
        pytest.param(THREE, NARROW, id="three-narrow", marks=pytest.mark.nightly),
        pytest.param(FOUR, WIDE, id="four-wide", marks=pytest.mark.nightly),
    ],
)
PARTIES = pytest.mark.parametrize("record", [THREE, FOUR], ids=["three", "four"])
SEATS = {THREE: "ABC", FOUR: "ABCD"}
CALLED = {"A": "Ivan", "B": "Maria", "C": "Petar", "D": "Elena"}
GAPS = ROOT / "samples/a-score-sheet-with-gaps.sgn"
FITS = "document.documentElement.scrollWidth <= innerWidth"


def boxes_of(parts: Locator) -> list[FloatRect]:
    """The boxes of some parts, in one question to the page."""
    boxes: list[FloatRect] = parts.evaluate_all(
        "all => all.map(each => { const { x, y, width, height } = each.getBoundingClientRect();"
        " return { x, y, width, height }; })"
    )
    return boxes


def overlap(one: FloatRect, other: FloatRect) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def middle(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def away(hub: tuple[float, float], place: tuple[float, float]) -> tuple[float, float]:
    """The direction from one point to another."""
    across, down = place[0] - hub[0], place[1] - hub[1]
    far = hypot(across, down)
    return across / far, down / far


def seated(replay: ReplayPage, seat: str) -> Locator:
    return replay.board.locator(f'.seat[data-seat="{seat}"]')


def steps_of(replay: ReplayPage) -> list[list[dict[str, Any]]]:
    """The steps of every deal as the page holds them."""
    script = replay.element.locator('script[type="application/json"]').text_content()
    return [deal["steps"] for deal in json.loads(script or "")["deals"]]


def in_view(hand: Locator) -> bool:
    """Whether of every card of a hand so much is to be seen as tells what card it is."""
    boxes = boxes_of(hand.locator("svg.card"))
    steps = [
        max(abs(one["x"] - other["x"]) / one["width"], abs(one["y"] - other["y"]) / one["height"])
        for one, other in pairwise(boxes_of(hand.locator("svg.card use")))
    ]
    return len(boxes) < 2 or min(steps) > 0.28


@TABLES
def test_every_step_fits_and_everything_has_a_place_of_its_own(
    visitor: Visitor, site: OwnSite, record: str, size: ViewportSize
) -> None:
    replay = visitor.replay(site.add(record), viewport=size)
    steps = steps_of(replay)
    assert len(steps) == replay.deals.count()
    replay.wait_for_pictures()
    for deal in (0, len(steps) - 1):
        replay.to_deal(deal + 1)
        for step in range(0, len(steps[deal]), 2):
            assert replay.place == (deal + 1, step)
            assert replay.page.evaluate(FITS)
            boxes = boxes_of(replay.board.locator(".seat, .partners, .trick"))
            assert len(boxes) == len(SEATS[record]) + 1 + 2 * (record == FOUR)
            assert not any(overlap(one, other) for one, other in combinations(boxes, 2)), step
            board = box_of(replay.board)
            assert all(board["x"] <= box["x"] for box in boxes)
            if step % 6 == 0:
                assert all(map(in_view, replay.board.locator(".hand").all()))
            replay.press("ArrowRight", "ArrowRight")
    assert replay.board.locator(".talon").count() == 0


@TABLES
def test_every_card_lies_before_its_player(
    visitor: Visitor, site: OwnSite, record: str, size: ViewportSize
) -> None:
    replay = visitor.replay(site.add(record), viewport=size)
    steps = steps_of(replay)[0]
    first = next(at for at, step in enumerate(steps) if step["changes"].get("taker"))
    for _ in SEATS[record]:
        replay.scrubber.fill(str(first))
        plays = [step for step in steps[: first + 1] if "card" in step]
        hub = middle(box_of(replay.board.locator(".trump")))
        hands = {seat: away(hub, middle(box_of(seated(replay, seat)))) for seat in SEATS[record]}
        shown = replay.board.locator(".played")
        assert shown.count() == len(plays) == len(SEATS[record])
        for step, card in zip(plays, shown.all(), strict=True):
            towards = away(hub, middle(box_of(card)))
            nearest = max(hands, key=lambda seat: towards[0] * hands[seat][0] + towards[1] * hands[seat][1])
            assert nearest == step["seat"]
        assert replay.board.locator(".takes .by").text_content() == CALLED[steps[first]["changes"]["taker"]]
        replay.press("f")


def test_players_sit_clockwise_and_partners_opposite_each_other(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(FOUR)}#d1s0bB")
    at = {seat: middle(box_of(seated(replay, seat))) for seat in "ABCD"}
    assert at["B"][1] > at["A"][1] > at["D"][1]
    assert at["C"][0] < at["B"][0] < at["A"][0]
    assert at["B"][0] == pytest.approx(at["D"][0], abs=2)
    names = replay.board.locator(".partners").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert names == ["Ivan and Petar", "Maria and Elena Dimitrova"]
    for side, seats in enumerate(("AC", "BD")):
        marked = replay.board.locator(f".seat.side-{side}").evaluate_all(
            "all => all.map(each => each.dataset.seat)"
        )
        assert sorted(marked) == list(seats)


@SIZES
def test_partners_have_points_and_tricks_together(
    visitor: Visitor, site: OwnSite, size: ViewportSize
) -> None:
    replay = visitor.replay(f"{site.add(FOUR)}#d5s1", viewport=size)
    counts = replay.board.locator(".partners .count")
    assert counts.all_text_contents() == ["0 (+20)", "0"]
    assert replay.board.locator(".seat .count").count() == 0
    assert replay.board.locator('[data-seat="C"] .announced').inner_text() == "20 ♦"
    assert replay.board.locator(".said").inner_text() == "20 ♦"
    replay.press("End")
    assert counts.all_text_contents() == ["0", "69"] or counts.all_text_contents() == ["0 (+20)", "69"]
    assert "Tricks won: 3" in replay.board.locator(".partners.side-1").inner_text()
    replay.board.locator(".partners.side-1 summary").click()
    assert len(replay.cards(".partners.side-1 .pile")) == 12
    assert replay.element.locator(".graph polyline").count() == 2
    assert replay.element.locator(".legend").inner_text().startswith("Ivan and Petar")
    heads = replay.element.locator(".points th[scope=col]").all_text_contents()
    assert heads == ["Trick", "Ivan/Petar", "Maria/Elena"]


def test_three_have_each_their_own(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(THREE)}#d1s1bA")
    assert replay.board.locator(".seat .count").all_text_contents() == ["0", "0 (+40)", "0"]
    assert replay.element.locator(".graph polyline").count() == 3
    assert "Won and paid: Ivan 0 · Maria 0 · Petar 0" in replay.element.locator(".facts").inner_text()
    replay.press("PageDown")
    assert "Won and paid: Ivan −2 · Maria +4 · Petar −2" in replay.element.locator(".facts").inner_text()


def test_what_fixed_trumps_is_in_the_middle(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(THREE)}#d1s0")
    assert replay.cards(".trump") == ["ace of spades"]
    assert "A♠, in the hand of Maria, fixes trumps" in replay.spoken
    replay.press("PageDown")
    assert replay.board.locator(".trump").inner_text() == "♥"
    assert "Petar names trumps: ♥" in replay.spoken


@TABLES
def test_every_deal_ends_with_who_has_won_and_who_pays(
    visitor: Visitor, site: OwnSite, record: str, size: ViewportSize
) -> None:
    replay = visitor.replay(site.add(record), viewport=size)
    for account in accounts_of(judge(next(read(record)))):
        replay.to_deal(account.number)
        replay.press("End")
        result = " ".join(replay.board.locator(".result").inner_text().split())
        spoken = language("en").naming([CALLED[seat] for seat in SEATS[record]])
        assert " ".join(conclusion(account, spoken)) in result
        ruled = account.deal.result
        assert ruled
        if record == FOUR:
            winner = {8: "Ivan and Petar", 9: "Maria and Elena Dimitrova"}[ruled.winner]
        else:
            winner = ("Ivan", "Maria", "Petar Georgiev")[ruled.winner]
            paid = [
                re.search(r"[+−]\d+", each) for each in replay.board.locator(".paid").inner_text().split("·")
            ]
            told = [int(each[0].replace("−", "-")) for each in paid if each]
            assert tuple(told) == ruled.paid
        assert result.startswith(f"{winner} +{account.deal.game_points} ")
        assert replay.page.evaluate(FITS)


def left_unfinished(record: str) -> str:
    """The first deal of a record, whose fourth trick has two cards before its result."""
    lines = record.partition("\ndeal 2")[0].splitlines()
    tricks = [line for line in lines if re.match(r"\d+\. ", line)]
    head = lines[: lines.index(tricks[0])]
    result = next(line for line in lines if line.startswith("="))
    return "\n".join([*head, *tricks[:3], " ".join(tricks[3].split()[:3]), result, ""])


@SIZES
def test_the_result_covers_no_card_of_the_trick(visitor: Visitor, site: OwnSite, size: ViewportSize) -> None:
    records = ((GAPS, 3), (left_unfinished(THREE), 1), (left_unfinished(FOUR), 1))
    for record, deal in records:
        replay = visitor.replay(site.add(record), viewport=size)
        replay.to_deal(deal)
        replay.press("End")
        [result] = boxes_of(replay.board.locator(".result"))
        cards = boxes_of(replay.board.locator(".trick .played svg.card"))
        assert len(cards) == 2
        assert not any(overlap(card, result) for card in cards)
        replay.page.close()


@PARTIES
def test_one_hand_is_seen_and_all_others_are_hidden(visitor: Visitor, site: OwnSite, record: str) -> None:
    replay = visitor.replay(f"{site.add(record)}#d1s2")
    others = len(SEATS[record]) - 1
    replay.press("x")
    held = replay.cards(".hand")
    assert "hidden card" not in replay.hand(0)
    assert all(set(replay.hand(place)) == {"hidden card"} for place in range(1, others + 1))
    assert held.count("hidden card") == sum(len(replay.hand(place)) for place in range(1, others + 1))
    replay.press("x")
    assert set(replay.cards(".hand")) == {"hidden card"}


@PARTIES
def test_a_link_leads_to_the_step_the_seat_and_what_is_hidden(
    visitor: Visitor, site: OwnSite, record: str
) -> None:
    replay = visitor.replay(f"{site.add(record)}#d2s5bBhAC")
    assert replay.place == (2, 5)
    assert replay.names()[0] == "Maria"
    hidden = [place for place in range(len(SEATS[record])) if set(replay.hand(place)) == {"hidden card"}]
    assert len(hidden) == 2
    picture = replay.element.locator(".more-picture").get_attribute("href") or ""
    assert "b=B" in picture
    assert "h=AC" in picture


@TABLES
def test_the_page_that_needs_no_server_has_the_same_table(
    visitor: Visitor, site: OwnSite, record: str, size: ViewportSize, tmp_path: Path
) -> None:
    judgement = judge(next(read(record)))
    (tmp_path / "game.html").write_text(replay_html(judgement, language("de")), "utf-8")
    replay = visitor.replay((tmp_path / "game.html").as_uri(), viewport=size)
    assert len(replay.hand(0)) == (8 if record == THREE else 6)
    replay.press("End")
    assert replay.board.locator(".result .winner").is_visible()
    assert replay.page.evaluate(FITS)
    assert (
        replay.page.locator("h1").inner_text().startswith("Ivan – " if record == THREE else "Ivan und Petar")
    )
