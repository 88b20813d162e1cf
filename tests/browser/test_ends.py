"""How a deal ends on the page, with its last trick and its worth; and deals that could not be judged."""

import re

from notation import read
from notation.judge import judge
from notation.rulings.ledger import accounts_of
from tests.support.browser import OwnSite, Visitor
from tests.support.corpus import ROOT
from viewer.documents.languages import language
from viewer.replay.script import conclusion

CLUB = ROOT / "samples/a-club-match-with-clocks.sgn"
LAST_TEN = ROOT / "samples/two-draws.sgn"
TWICE = ROOT / "samples/faulty/a-card-dealt-twice.sgn"
MATCH = ROOT / "samples/schnapsen-a-game-to-seven.sgn"


def test_every_deal_ends_with_what_it_was_worth(visitor: Visitor, site: OwnSite) -> None:
    """The end of every deal has the judge's points, its answer, and at last who has won the match."""
    judgement = judge(next(read(CLUB.read_bytes())))
    replay = visitor.replay(site.add(CLUB))
    spoken = language("en").naming(["Radka", "Petar"])
    for account in accounts_of(judgement):
        replay.to_deal(account.number)
        replay.press("End")
        result = replay.board.locator(".result").inner_text()
        assert " ".join(conclusion(account, spoken)) in " ".join(result.split())
        points = replay.board.get_by_role("button").all_inner_texts()
        assert sorted(each.split()[-1] for each in points) == sorted(map(str, account.deal.card_points))
        table = replay.element.locator(".points table tr").last
        assert table.locator("td").all_text_contents() == list(map(str, account.deal.card_points))
        line = replay.element.locator(".graph .line.seat-A").get_attribute("points") or ""
        assert len(line.split()) == replay.last + 1
    assert ("wins the match" in replay.spoken) == (judgement.winner >= 0)


def test_the_points_of_the_last_trick_are_a_step_of_their_own(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(LAST_TEN)}#d1s32bB")
    assert "The last trick: 10 for Heinrich. Card points: Lotte 65, Heinrich 65." in replay.spoken
    assert "+10" in replay.board.locator(".trick").inner_text()
    replay.press("ArrowLeft")
    assert "Lotte 65, Heinrich 55" in replay.spoken
    replay.press("End")
    assert "A draw at 65 card points each" in replay.board.locator(".result").inner_text()
    replay.element.locator(".points summary").click()
    heads = replay.element.locator(".points th[scope=row]").all_text_contents()
    assert heads[-3:] == ["12", "For the last trick", "End of the deal"]


def test_a_card_dealt_twice_is_marked_and_the_tricks_are_shown(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(f"{site.add(TWICE)}#d1s0bB")
    assert replay.board.locator("svg.twice title").all_text_contents() == ["nine of diamonds"] * 2
    assert (len(replay.hand(0)), len(replay.hand(1))) == (6, 6)
    assert "Written in several places: nine of diamonds" in replay.board.inner_text()
    assert "X114" in replay.notes.inner_text()
    replay.press("ArrowRight", "ArrowRight")
    assert replay.cards(".trick") == ["king of hearts", "nine of diamonds"]
    assert "as written" in replay.spoken
    replay.press("End")
    assert "The judgement of the deal stops" in replay.board.inner_text()


def test_a_record_of_misspelt_rules_is_shown_with_the_proposal(visitor: Visitor, site: OwnSite) -> None:
    text = MATCH.read_text("utf-8").replace('[Rules "schnapsen"]', '[Rules "shnapsen"]')
    replay = visitor.replay(site.add(text))
    assert "did you mean schnapsen?" in replay.notes.inner_text()
    assert [len(replay.hand(0)), len(replay.hand(1))] == [5, 5]
    assert replay.element.get_by_role("link", name="The ruling on this deal").count() == 0
    assert not re.search("Game points|Card points", replay.element.inner_text())
    replay.press("ArrowRight")
    assert len(replay.cards(".trick")) == 1


def test_without_a_program_the_page_says_what_a_deal_was_worth(visitor: Visitor, site: OwnSite) -> None:
    """On paper too: the answers, the row of the last trick, and the tricks that nobody judged."""
    page = visitor.open(site.add(LAST_TEN), java_script_enabled=False)
    first = page.locator("#d1").inner_text()
    assert "A draw at 65 card points each: no game points." in first
    assert re.search(r"For the last trick\s+\+10\s+Heinrich\s+65–65", first)
    assert "wins the match" in page.locator("section.sheet:not(.ledger)").last.inner_text()
    faulty = visitor.open(site.add(TWICE), java_script_enabled=False).locator("#d1").inner_text()
    assert "As written, not judged" in faulty
    assert "Nevena: K♥, 9♦" in faulty
