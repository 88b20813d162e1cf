"""What the page tells beside the play: clocks, the look of the cards, points in a table, what was allowed."""

from tests.support.browser import OwnSite, Visitor
from tests.support.corpus import ROOT

CLOCKS = ROOT / "samples/a-club-match-with-clocks.sgn"
REVOKED = ROOT / "samples/faulty/does-not-follow.sgn"


def test_clocks_are_shown_and_set_the_pace_where_there_are_any(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(CLOCKS)}#d1s3bB")
    assert replay.board.locator(".clock").all_text_contents() == ["9:55", "9:53"]
    replay.press("ArrowRight")
    assert replay.board.locator(".clock").all_text_contents() == ["9:55", "9:44"]
    replay.element.locator("select.pace").select_option("as played")
    replay.press("+")
    assert replay.speed == "2"
    without = visitor.replay(site.add(REVOKED))
    assert "as played" not in without.element.locator("select.pace option").all_text_contents()
    assert without.board.locator(".clock").count() == 0


def test_the_points_stand_in_a_table_and_lead_to_their_steps(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(site.add(CLOCKS))
    table = replay.element.locator(".points")
    table.locator("summary").click()
    rows = [row.split("\t") for row in table.locator("table").inner_text().split("\n")]
    assert rows[0][1:] == ["Radka", "Petar"]
    assert rows[3] == ["3", "14", "12"]
    table.get_by_role("button", name="3", exact=True).click()
    assert "Card points: Radka 14, Petar 12" in replay.spoken
    replay.element.locator(".graph").click(position={"x": 2, "y": 20})
    assert replay.place == (1, 0)


def test_a_broken_rule_is_told_with_what_was_allowed_and_stays_in_sight(
    visitor: Visitor, site: OwnSite
) -> None:
    replay = visitor.replay(f"{site.add(REVOKED)}#d1s7bB")
    assert replay.board.locator(".irregular").inner_text().split() == ["Rayna", "R210"]
    style = "each => getComputedStyle(each).outlineStyle + getComputedStyle(each).outlineWidth"
    assert replay.board.locator(".irregular").evaluate(style) == "dashed3px"
    assert "9♠" in replay.element.get_by_role("list", name="Moves").locator(".wrong").inner_text()
    assert replay.board.locator(".hand .allowed title").all_text_contents() == ["queen of hearts"]
    told = replay.notes.inner_text()
    for words in ("Rayna does not follow suit", "Line 13, column 22", "Rayna may play Q♥.", "Second phase"):
        assert words in told
    assert replay.notes.locator("mark").inner_text() == "9s"
    while replay.place[1] < replay.last:
        replay.press("ArrowRight")
        assert "After an irregularity" in replay.notes.inner_text()
    replay.press("Home")
    assert "After an irregularity" not in replay.notes.inner_text()


def test_the_ruling_and_a_picture_are_one_click_away(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(CLOCKS)}#d3s4bA")
    picture = replay.element.get_by_role("link", name="This step as a picture")
    address = picture.get_attribute("href") or ""
    assert "/deals/3/steps/4.svg?b=A" in address
    assert replay.page.request.get(address).headers["content-type"].startswith("image/svg+xml")
    replay.element.get_by_role("link", name="The ruling on this deal").click()
    assert replay.page.locator("hgroup").inner_text().startswith("Ruling on deal 3")
