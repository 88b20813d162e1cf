"""Records that are written in the browser: entered by the mouse alone, annotated, undone, reloaded, kept."""

import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from notation import read, write
from notation.record import action_word, card_word, seat_letter
from tests.browser.test_pages import axe
from tests.support.browser import NARROW, OwnSite, Visitor
from tests.support.corpus import ROOT
from tests.support.rulings import DEAL
from tests.support.sizes import some
from viewer.store import KeyRole
from viewer.store.audit import COMMAND_LINE

SANTASE: Final = f"""%SGN 1
[Event "Club evening"]
[Date "2026-03-06"]
[Rules "santase"]
[A "Ani"]
[B "Boris"]

{DEAL}1. As Td
2. exchange 40d close Kd Kc out
= B 3 by out (0-69) score 0-3
"""
SCHNAPSEN: Final = """%SGN 1
[Rules "schnapsen"]

deal 1 dealer B trump Jc
A: Ad Td Kh Qh Ac
B: As Ts Ks Jh Kd
talon: Qs Js Ah Th Qd Jd Kc Qc Tc Jc
1. Ac Jh
2. close 20h Kh Js
3. Ad Kd
4. Td Ks out
"""
OF_THREE: Final = """%SGN 1
[Rules "sixty-six-three"]
[A "Ani"]
[B "Boris"]
[C "Ceco"]

deal 1 dealer C trump h
A: Ah Th Kh Qh As Ts Ad Td
B: Jh 9h Ks Qs Js Kd Qd Jd
C: 9s 9d Ac Tc Kc Qc Jc 9c
1. 40h Kh 9h Ac
2. Ah Jh 9s
"""
BID: Final = """%SGN 1
[Rules "bauernschnapsen"]
[A "Franz"]
[B "Birgit"]
[C "Maria"]
[D "Karl"]

deal 1 dealer D
A: Qc Tc Kc | Ac Jh
B: Qd Ah Js | Th As
C: Ts Kh Qh | Jd Qs
D: Td Ad Kd | Ks Jc
0. trump c bid schnapser bid kontraschnapser pass pass pass C: double
1. Ac Js Qs Jc
"""
SHEET: Final = ROOT / "samples/schnapsen-a-game-to-seven.sgn"
WORDS: Final = {"exchange": "Exchange the turn-up", "close": "Close the talon", "out": "Claim enough points"}


class Scribe:
    """The page as somebody who writes has it, with nothing but a mouse unless a test says otherwise."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.element = page.locator("santase-scribe")
        expect(page.locator("santase-scribe .tools, #begin").first).to_be_visible()

    @property
    def text(self) -> str:
        return self.page.locator(".source-text").text_content() or ""

    def expect_text(self, text: str) -> None:
        expect(self.page.locator(".source-text")).to_have_text(re.compile(re.escape(text.strip())))

    def settle(self) -> None:
        """Wait until the server has answered all that was asked."""
        self.page.evaluate("() => document.querySelector('santase-scribe').queue")

    def button(self, name: str) -> Locator:
        return self.element.get_by_role("button", name=name, exact=True)

    def click(self, name: str) -> None:
        self.button(name).click()
        self.settle()

    def comment(self, text: str) -> None:
        field = self.page.get_by_label("Comment", exact=True)
        field.fill(text)
        field.press("Tab")
        self.settle()

    def begin(self, text: str) -> None:
        """Fill the form for a new record with the tags of a text."""
        [game] = read(text)
        tags = {tag.name: tag.value for tag in game.readable.tags}
        form = self.page.locator("#begin")
        form.locator("[name=preset]").select_option(tags.pop("Rules"))
        form.locator("summary").click()
        for name, value in tags.items():
            form.locator(f"[name={name}]").fill(value)
        form.get_by_role("button", name="Begin").click()

    def deal(self, text: str) -> None:
        """Deal the cards of the first deal of a text, by clicking."""
        hands = dict(re.findall(r"^([A-D]|talon): (.*)$", text.replace(" |", ""), re.MULTILINE))
        dealer, trump = re.findall(r"dealer (\w)(?: trump (\w+))?", text)[0]
        dealing = self.page.locator(".dealing")
        dealing.locator("[name=dealer]").select_option(dealer)
        if "talon" not in hands and trump:
            dealing.locator("[name=trumpCard]").select_option(trump)
        talon = hands.pop("talon", "").split()
        cards = [card for seat in sorted(hands) for card in hands[seat].split()]
        for card in [*cards, *talon[-1:], *talon[:-1]]:
            dealing.locator(f'.pack button[data-card="{card}"]').click()
        dealing.get_by_role("button", name="Deal", exact=True).click()
        expect(dealing).to_have_count(0)

    def do(self, word: str) -> None:
        """Click an action."""
        before = self.text
        if word in WORDS:
            self.button(WORDS[word]).click()
        elif " " in word or re.fullmatch(r"[24]0[shdc]|pass", word):
            self.page.locator(f'.deeds [data-action="{word}"]').click()
        else:
            card = self.page.locator(f'.hand .may[data-action="{word}"], .grid [data-action="{word}"]').first
            box = card.bounding_box()
            many = self.page.locator(".seat").count() > 2 and box
            # Of the narrow fans of three, the next card leaves the left edge free.
            card.click(position={"x": 6, "y": box["height"] / 2} if many and box else None)
        expect(self.page.locator(".source-text")).not_to_have_text(before)
        self.settle()

    def to_action(self, number: int) -> None:
        """Go to an action of the deal, from 1."""
        self.page.locator(".moves > .line > .made > .move").nth(number - 1).click()
        self.settle()


def entering(visitor: Visitor, text: str, words: list[str] | None = None) -> Scribe:
    """Somebody who has dealt the cards of a text, and played some words of it."""
    scribe = Scribe(visitor.open("/enter", stranger=True))
    scribe.begin(text)
    scribe.deal(text)
    for word in words or ():
        scribe.do(word)
    return scribe


def annotating(visitor: Visitor, address: str, **options: Any) -> Scribe:
    """Somebody who annotates a record."""
    scribe = Scribe(visitor.open(f"{address}/annotate", stranger=True, **options))
    scribe.settle()
    return scribe


def words_of(text: str) -> list[str]:
    play = " ".join(re.findall(r"^\d+\. (.*)$", text, re.MULTILINE))
    return re.findall(r"(?:[A-D]: )?(?:(?:trump|bid) )?\S+", play)


@pytest.mark.parametrize(
    "text",
    some([SANTASE, SCHNAPSEN, OF_THREE, BID], BID),
    ids=["santase", "schnapsen", "three", "bauernschnapsen"],
)
def test_a_record_made_with_the_mouse_is_the_record_typed(visitor: Visitor, text: str) -> None:
    assert write(next(read(text)).readable) == text
    scribe = entering(visitor, text, words_of(text))
    if "= B 3" in text:
        scribe.page.get_by_role("button", name="Write the result").first.click()
        scribe.settle()
    expect(scribe.page.locator(".source-text")).to_have_text(text)
    assert scribe.text == text
    with scribe.page.expect_download() as saved:
        scribe.button("Download (SGN)").click()
    assert Path(saved.value.path()).read_bytes() == text.encode()


def test_cards_that_may_not_be_played_are_closed(visitor: Visitor) -> None:
    scribe = entering(visitor, SCHNAPSEN, [*words_of(SCHNAPSEN)[:3], "20h"])
    shown = "all => all.filter(each => !each.disabled).map(each => each.dataset.action)"
    assert sorted(scribe.page.locator(".hand .play").evaluate_all(shown)) == ["Kh", "Qh"]
    for word in ("Kh", "Js", "Ad"):
        scribe.do(word)
    assert scribe.page.locator(".hand .play").evaluate_all(shown) == ["Kd"]
    scribe.page.get_by_label("Something irregular happened").check()
    against = scribe.page.locator(".deed.against")
    assert all("R210" in each for each in against.all_inner_texts())
    against.filter(has_text="king of spades").click()
    expect(scribe.page.locator(".source-text")).to_contain_text("3. Ad Ks^")
    expect(scribe.page.get_by_label("Something irregular happened")).not_to_be_checked()


def test_what_was_done_and_taken_back_stands_before_what_was_done_instead(visitor: Visitor) -> None:
    scribe = entering(visitor, SANTASE, ["As", "Td", "exchange", "40d"])
    scribe.page.get_by_label("Something irregular happened").check()
    scribe.page.get_by_label("An action was taken back").check()
    scribe.button("Close the talon").click()
    scribe.do("Kd")
    expect(scribe.page.locator(".source-text")).to_contain_text("2. exchange 40d ~close Kd")


def test_cards_that_nobody_recorded_can_be_left_out(visitor: Visitor) -> None:
    scribe = Scribe(visitor.open("/enter", stranger=True))
    scribe.begin('%SGN 1\n[Rules "santase"]\n')
    dealing = scribe.page.locator(".dealing")
    dealing.locator("[data-suit=h]").click()
    dealing.get_by_role("button", name="Deal", exact=True).click()
    expect(scribe.page.locator(".grid button:not(:disabled)")).to_have_count(24)
    scribe.do("As")
    expect(scribe.page.locator(".grid button:not(:disabled)")).to_have_count(23)
    scribe.do("Ts")
    assert "\ndeal 1 dealer B trump h\n1. As Ts\n" in scribe.text


@pytest.mark.nightly
def test_a_match_is_entered_by_thumb_from_its_sheet(visitor: Visitor) -> None:
    """With trumps and the cards played, no hands: everything needed is in view, and one tap each."""
    [game] = read(SHEET.read_bytes())
    deals = game.readable.deals
    page = visitor.open("/enter", stranger=True, viewport=NARROW, has_touch=True, is_mobile=True)
    scribe, taps = Scribe(page), 0

    def tap(control: Locator) -> None:
        nonlocal taps
        control.wait_for()
        box = control.bounding_box()
        assert box
        assert 0 <= box["y"] <= NARROW["height"] - box["height"], control
        assert 0 <= box["x"] <= NARROW["width"] - box["width"], control
        taps += 1
        control.tap()
        scribe.settle()

    page.locator("#begin [name=preset]").select_option("schnapsen")
    tap(page.locator("#begin").get_by_role("button", name="Begin"))
    for deal in deals:
        assert deal.trump is not None
        dealing = page.locator(".dealing")
        dealing.locator("[name=dealer]").select_option(seat_letter(deal.dealer))
        tap(dealing.locator(f'[data-suit="{card_word(deal.trump)[-1]}"]'))
        tap(dealing.get_by_role("button", name="Deal", exact=True))
        for ply in (ply for trick in deal.tricks for ply in trick.plies):
            word = action_word(ply.action)
            before = scribe.text
            shown = f'[data-action$="{word}"]'
            tap(page.locator(f".choices-now {shown}:enabled, .hand .may{shown}").first)
            expect(page.locator(".source-text")).not_to_have_text(before)
        if deal is not deals[-1]:
            tap(page.locator(".choices-now").get_by_role("button", name="Next deal"))
    tap(page.locator(".choices-now .next").first)
    assert taps <= 200, taps
    [entered] = read(scribe.text)
    results = [
        (deal.result.winner, deal.result.game_points) for deal in entered.readable.deals if deal.result
    ]
    assert results == [(deal.result.winner, deal.result.game_points) for deal in deals if deal.result]


def test_a_record_is_entered_by_keys_alone(visitor: Visitor) -> None:
    page = visitor.open("/enter", stranger=True)
    scribe = Scribe(page)
    scribe.begin(SANTASE)
    page.locator(".dealing [name=dealer]").select_option("B")
    page.locator(".dealing [name=typed]").focus()
    hands = "Ks As Qh Kh Ah Kc Ts 9d Kd Td 9c Qc Qd 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh"
    page.keyboard.type(hands.replace(" ", "").lower())
    page.locator(".dealing button[type=submit]").press("Enter")
    field = page.locator("[name=entry]")
    expect(field).to_be_focused()
    page.keyboard.type("astd")
    scribe.settle()
    for typed in ("x", "40d", "c", "kd", "kc", "o"):
        page.keyboard.type(typed)
        if len(typed) == 1:
            page.keyboard.press("Enter")
        scribe.settle()
        scribe.settle()
    scribe.expect_text(SANTASE.partition("= B")[0])
    page.locator("body").press("Control+z")
    scribe.settle()
    assert "out" not in scribe.text


def kept(site: OwnSite) -> str:
    return site.add(SANTASE.replace("= B 3 by out (0-69) score 0-3\n", ""))


def test_a_record_is_annotated_as_somebody_would_type_it(visitor: Visitor, site: OwnSite) -> None:
    typed = SANTASE.replace("As Td\n", "As! {Why not wait?} (Kc 9c {cheap}) Td\n").replace(
        '[B "Boris"]', '[B "Boris"]\n[Annotator "Daniela"]'
    )
    scribe = annotating(visitor, kept(site))
    page = scribe.page
    scribe.to_action(1)
    scribe.click("a good move")
    scribe.comment("Why not wait?")
    page.get_by_role("button", name="Back one step").click()
    scribe.settle()
    expect(page.locator(".turn")).to_contain_text("Ani could have played")
    scribe.do("Kc")
    scribe.do("9c")
    scribe.comment("cheap")
    page.get_by_label("Name").fill("Annotator")
    page.get_by_label("Value").fill("Daniela")
    page.locator(".statements").get_by_role("button", name="Set").click()
    scribe.settle()
    scribe.click("Back to the game")
    page.locator(".statements").get_by_role("button", name="As it was played").click()
    scribe.settle()
    scribe.expect_text(write(next(read(typed)).readable))


def test_what_is_written_survives_a_reload_and_can_be_undone(visitor: Visitor, site: OwnSite) -> None:
    scribe = annotating(visitor, kept(site))
    before = scribe.text
    scribe.to_action(2)
    scribe.click("a mistake")
    marked = scribe.text
    assert marked == before.replace("As Td", "As Td?")
    scribe.page.reload()
    scribe = Scribe(scribe.page)
    expect(scribe.page.locator(".saved")).to_contain_text("your draft")
    scribe.settle()
    assert scribe.text == marked
    scribe.click("Undo")
    assert scribe.text == before
    expect(scribe.button("Undo")).to_be_disabled()
    scribe.click("Redo")
    assert scribe.text == marked
    scribe.button("Discard the draft").click()
    scribe.page.get_by_role("button", name="Yes").click()
    scribe.expect_text(before)


def test_an_annotated_record_is_kept_beside_the_first(visitor: Visitor, site: OwnSite) -> None:
    address = kept(site)
    scribe = annotating(visitor, address)
    scribe.to_action(1)
    scribe.click("a brilliant move")
    scribe.page.get_by_role("button", name="Add it as a new record").click()
    scribe.page.wait_for_url(re.compile("/records/[0-9a-f]{16}$"))
    assert not scribe.page.url.endswith(address)
    texts = {site.store.get(each[-16:]).text.count(b"As!!") for each in (address, scribe.page.url)}  # type: ignore[union-attr]
    assert texts == {0, 1}


def test_a_new_version_takes_the_place_of_the_old_in_the_lists(visitor: Visitor, site: OwnSite) -> None:
    key = site.store.keys.add("secretary", KeyRole.OPERATOR, actor=COMMAND_LINE)
    address = site.add(SANTASE.replace("Club evening", "Another evening"))
    page = visitor.open("/sign-in", stranger=True)
    page.locator("input[name=key]").fill(key)
    page.locator("main button[type=submit]").click()
    page.goto(f"{address}/annotate")
    scribe = Scribe(page)
    scribe.settle()
    scribe.to_action(1)
    scribe.click("a doubtful move")
    page.get_by_role("button", name="Save as a new version").click()
    page.wait_for_url(re.compile("/records/[0-9a-f]{16}$"))
    listed = [each.id[:16] for each in site.store.search(event="Another evening").records]
    assert listed == [page.url[-16:]]
    assert page.goto(address).status == 200  # type: ignore[union-attr]


@pytest.mark.parametrize("look", some([("en", "light"), ("bg", "dark")], ("bg", "dark")), ids="-".join)
def test_the_pages_can_be_read_by_everybody(visitor: Visitor, site: OwnSite, look: tuple[str, str]) -> None:
    language, scheme = look
    options: dict[str, Any] = {"viewport": NARROW, "color_scheme": scheme}
    looks = [(scheme, NARROW)]
    page = visitor.open(f"{kept(site)}/annotate?lang={language}", stranger=True, **options)
    scribe = Scribe(page)
    scribe.settle()
    scribe.to_action(1)
    page.locator(".irregular-part input").first.check()
    assert axe(page, looks) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page = visitor.open(f"/enter?lang={language}", stranger=True, **options)
    assert axe(page, looks) == []
    page.locator("#begin button").click()
    expect(page.locator(".dealing")).to_be_visible()
    assert axe(page, looks) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.nightly
def test_every_sample_can_be_opened(visitor: Visitor, site: OwnSite) -> None:
    """Those that are faulty, too; a record that cannot be edited says why."""
    for path in sorted((ROOT / "samples").glob("*.sgn"))[:6]:
        scribe = annotating(visitor, site.add(path))
        assert scribe.text == write(next(read(path.read_bytes())).readable)
