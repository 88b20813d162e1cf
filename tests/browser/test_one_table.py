"""One table on every screen: no text lies under a card, nothing needed is out of view, and no button moves.

Random deals of every rule set are stepped through; a few on every change, a hundred of each at night.
"""

import json
import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

import notation.live.match as live_match
from notation.live.match import LiveMatch, MatchOpening
from notation.live.record import text_of
from notation.wire.table import legal_words
from referee import PRESETS
from referee.cards import NOBODY
from tests.browser.test_live import DEALT
from tests.browser.test_pages import LOOKS, axe, sideways
from tests.browser.test_screen import SHIFTS
from tests.support.browser import NARROW, WIDE, OwnSite, ReplayPage, Visitor
from tests.support.corpus import ROOT
from tests.support.live_site import LiveSite, Opened, live_site
from tests.support.pictures import BIDDING
from tests.support.plain import UNLIKE
from tests.support.sizes import sizes, some
from viewer.web.live.match_pages import qr_code

CLUB: Final = ROOT / "samples/a-club-match-with-clocks.sgn"
GAME: Final = ROOT / "samples/closed-and-won.sgn"
SMALL: Final[Any] = {"width": 320, "height": 568}
ZOOMED: Final[Any] = {"width": 640, "height": 400}
"""A window of 1280x800 at 200 %."""
UNDER_CARDS: Final = """() => {
    const texts = '.name, .count, .clock, .announced, .partners, .talon p, .stand p, .said, .result p';
    const found = [];
    for (const part of document.querySelectorAll(`.board :is(${texts})`)) {
        const room = part.closest('.result, .board').getBoundingClientRect();
        if (!part.checkVisibility({ opacityProperty: true })) continue;
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (!node.textContent.trim() || node.parentElement.closest('.in-words, .unseen, .by')) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const box of range.getClientRects()) {
                const right = Math.min(box.right, node.parentElement.getBoundingClientRect().right);
                for (let x = box.left + 1; x < right; x += 4) {
                    const y = (box.top + box.bottom) / 2;
                    if (y < room.top || y > room.bottom) continue;
                    const top = document.elementFromPoint(x, y);
                    const over = top?.closest('svg.card, .result');
                    if (over && !part.contains(top) && !over.contains(part)) found.push(node.textContent);
                }
            }
        }
    }
    return [...new Set(found)];
}"""
"""The texts on the board of which a part lies under a card or the result."""
CUT: Final = """() => {
    const result = document.querySelector('.result');
    return result.scrollWidth > result.clientWidth + 1 || result.scrollHeight > result.clientHeight + 1;
}"""
"""Whether a part of the result is not in view."""
AFTERWARDS: Final = ("record", "deals/1/ruling")
"""The pages of what was played at a table."""
PLACES: Final = """() => [...document.querySelectorAll('.board, .controls .act, .scrubber')].map(each => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(' ');
})"""
"""Where the table and its controls are."""
DRAWN: Final = re.compile(r' d="([^"]+)"')
FOCUS_NEXT: Final = """() => {
    const next = document.querySelector('.acts .next');
    next?.focus();
    return !!next;
}"""
"""Goes to the button for the next deal, if it is there."""
OUT_OF_VIEW: Final = """() => [
    '.board', '.hand', '.trick', '.moves', '.controls', '.scrubber', '.acts', '.live-state', '.invitation',
    '.qr',
].filter(name =>
    [...document.querySelectorAll(':is(santase-replay, santase-live) ' + name)].some(each => {
        const box = each.getBoundingClientRect();
        const isBeyond = box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
        return box.width && box.height && (box.top < 0 || box.left < -1 || isBeyond);
    }))"""
"""What is needed and not wholly in the window."""


def random_deal(name: str, number: int) -> str:
    """A record of one deal by chance, of players with long names and clocks."""
    rules = PRESETS[name]
    names = ("Radka Todorova-Stoyanova", "Petar Minev", "Albena Todorova", "Hristo Nenov")[: rules.seats]
    chance = Random(f"{name} {number}")
    opening = MatchOpening(rules, names, programs=("random",) * rules.seats, deals=1)
    match, at = LiveMatch.open(opening, bytes(16)), 0
    while match.table.ending is None:
        proposed = match.house(at, chance.randbytes(32), chance.randbytes(16))
        if proposed is None:
            at = match.house_waits_until()
        else:
            match.take(proposed.line)
    return text_of(match)


@sizes(1, 100)
@pytest.mark.parametrize("viewport", [NARROW, WIDE, ZOOMED], ids=["narrow", "wide", "zoomed"])
def test_no_text_lies_under_a_card_and_no_button_moves(
    visitor: Visitor, site: OwnSite, viewport: Any, size: int
) -> None:
    """On every change one deal of two, three and four players with every seventh step, in other languages.

    Those of two and of four players end in the middle of a trick.
    """
    few = [(6, "gaigel-two"), (0, "sixty-six-three"), (4, "gaigel-four")]
    for place, (number, name) in enumerate(product(range(size), UNLIKE) if size > 1 else few):
        language = ("de", "bg", "hu", "en")[place % 4]
        page = visitor.open(f"{site.add(random_deal(name, number))}?lang={language}", viewport=viewport)
        replay = ReplayPage(page)
        replay.wait_for_pictures()
        places = page.evaluate(PLACES)
        assert page.evaluate(OUT_OF_VIEW) == [], name
        stride = 1 if size > 1 else 7
        for step in [*range(0, replay.last, stride), replay.last]:
            replay.scrubber.fill(str(step))
            assert page.evaluate(UNDER_CARDS) == [], (name, number, step)
            assert page.evaluate(PLACES) == places, (name, number, step)
        assert not page.evaluate(CUT), (name, number)
        page.close()


LISTED: Final = """() => {
  const moves = document.querySelector(".moves").cloneNode(true);
  moves.querySelector(".choices")?.remove();
  return moves.textContent;
}"""
"""Returns the text of the list of moves, without what could have been done instead."""


@pytest.mark.parametrize("viewport", some([NARROW, WIDE], WIDE), ids=["narrow", "wide"])
def test_annotating_has_the_table_of_the_replay(visitor: Visitor, site: OwnSite, viewport: Any) -> None:
    """The same list of every deal, and controls that do not move; drawn before its script runs."""
    replay = visitor.replay(site.add(CLUB), viewport=viewport)
    lists = []
    for _ in range(3):
        lists.append(replay.page.evaluate(LISTED))
        replay.press("PageDown")
    address = f"{site.add(CLUB)}/annotate"
    page = visitor.open(address, viewport=viewport)
    page.locator(".choices-now > .turn").wait_for()
    places = page.evaluate(PLACES)[1:]
    for moves in lists:
        expect(page.locator(".moves")).to_have_text(moves or "")
        page.keyboard.press("PageDown")
    expect(page.locator(".spoken")).to_contain_text("Deal 4")
    for step in range(2, 9):
        page.locator(".act.next").click()
        expect(page.locator(".spoken")).to_contain_text(f"{step}. ")
        assert page.evaluate(UNDER_CARDS) == []
        assert page.evaluate(PLACES)[1:] == places
    page = visitor.open(address, stranger=True, java_script_enabled=False, viewport=viewport)
    assert page.locator(".board .who").all_inner_texts() == ["Petar Minev", "Radka Todorova"]
    assert page.locator(".board .card").count() == 12


def test_the_list_of_moves_is_near_and_one_stop(visitor: Visitor, site: OwnSite) -> None:
    """From the content on: two names, two piles, the deals, the moves; the focus then follows the keys."""
    replay = visitor.replay(site.add(CLUB))
    page = replay.page
    replay.press("End", "ArrowLeft")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="The table")).to_have_attribute(
        "aria-description", "The arrow keys step through the play."
    )
    stops = 0
    while not page.evaluate("document.activeElement.matches('.move')"):
        page.keyboard.press("Tab")
        stops += 1
    assert stops <= 6
    focused = "document.activeElement.matches('.move[aria-current]')"
    replay.press("ArrowLeft")
    assert page.evaluate(focused)
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".chip[aria-current]")).to_be_focused()
    replay.press("PageDown")
    expect(page.locator(".chip[aria-current]")).to_be_focused()
    assert replay.place == (2, 0)


def test_what_is_said_before_the_first_lead_has_a_line_of_its_own(visitor: Visitor, site: OwnSite) -> None:
    said = {"kind": "bid", "seat": "A", "trick": 0, "move": "double", "say": "2. A doubles.", "changes": {}}
    address = site.add(GAME)
    page = visitor.page(stranger=True)

    def bid(route: Route) -> None:
        answer = route.fetch()
        head, mark, rest = answer.text().partition('<script type="application/json">')
        told, end = json.JSONDecoder().raw_decode(rest)
        told["deals"][0]["steps"].insert(1, said)
        route.fulfill(response=answer, body=head + mark + json.dumps(told) + rest[end:])

    page.route(f"**{address}", bid)
    page.goto(address)
    lines = page.locator(".moves > :is(.opening, .line)")
    expect(lines.first).to_have_text("Before the first lead")
    expect(lines.nth(1)).to_contain_text("0.")
    expect(lines.nth(1)).to_contain_text("double")
    expect(lines.nth(2)).to_contain_text("1.")
    lines.nth(1).get_by_role("button").click()
    expect(page.locator(".trick .said")).to_have_text("double")
    assert visitor.replay(address).page.locator(".opening").count() == 0


# Live, for people.


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_match, "PACE", 30)
        patch.setattr(live_match, "LOOK", 200)
        with live_site(tmp_path_factory.mktemp("live")) as site:
            yield site


def state_of(page: Page) -> Any:
    """The table as the player sees it now."""
    return page.evaluate(
        "(({version, ending, deal, last_deal}) => ({version, ending, turn: deal?.turn,"
        " over: Boolean(last_deal), done: deal?.done.length}))(document.querySelector('santase-live').view)"
    )


def opened_with(page: Page, live: LiveSite) -> Opened:
    match, _, key = page.url.rpartition("/")[2].partition("#")
    return Opened(match, {"A": key})


@pytest.mark.nightly
def test_a_game_against_the_program_by_keys_alone(guest: Visitor, live: LiveSite) -> None:
    """From the front page to the first card in three steps; then a whole match, without a mouse."""
    page = guest.open("/")
    for button in (
        page.get_by_role("link", name="Live", exact=True),
        page.get_by_role("button", name="Play against the program"),
    ):
        expect(button).to_be_enabled()
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_load_state()
    page.locator(".hand button").first.wait_for()
    match = opened_with(page, live)
    table = live.hall.room(match.id).match.table
    places, before = page.evaluate(PLACES), None
    for _ in range(1_500):
        if table.ending is not None:
            break
        state = state_of(page)
        if state["turn"] == "A":
            for key in ("1", "2", *["ArrowRight"] * 4):
                page.keyboard.press(key)
                if "may-not" not in page.evaluate("document.activeElement.className"):
                    page.keyboard.press("Enter")
                    break
        elif state["over"] and page.evaluate(FOCUS_NEXT):
            page.keyboard.press("Enter")
        page.wait_for_timeout(30)
        if state != before:
            before = state
            assert page.evaluate(UNDER_CARDS) == []
            assert not state["turn"] or page.evaluate(PLACES) == places
    expect(page.locator(".acts .ending")).to_contain_text("wins the match")
    hidden = live.hidden(match.id)
    assert sum(map(len, hidden["A"].values())) > 50
    assert live.shown_wrongly(match.id, {"": "A"}) == []
    page.get_by_role("button", name="Another match").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Open another match").click()
    page.locator(".hand button").first.wait_for()


def acts_of(live: LiveSite, match: Opened) -> int:
    """The number of actions of the deal that A has taken."""
    entries = [line.said["entry"] for line in live.store.journal.since(match.id, 0)]
    return sum(entry["kind"] == "act" and entry["by"] == "A" for entry in entries)


def test_a_game_on_a_telephone_whose_connection_is_lost_three_times(guest: Visitor, live: LiveSite) -> None:
    """It is said at once, the card is played once when the connection is back, and the game goes on."""
    match = live.open(programs={"B": "careful"}, deals=2)
    page = guest.open(match.address("A"), viewport=NARROW, has_touch=True, is_mobile=True)
    table = live.hall.room(match.id).match.table
    lost = 0
    for _ in range(500):
        if table.ending is not None:
            break
        mine = page.locator(".place-0.in-turn .hand .may:not(.waits)")
        onwards = page.locator(".acts .next")
        mine.or_(onwards).or_(page.locator(".acts .ending")).first.wait_for()
        if onwards.count():
            onwards.first.tap()
        elif lost == 3 and mine.count():
            mine.first.tap()
        if lost == 3 or not mine.count():
            page.wait_for_timeout(50)
            continue
        lost += 1
        done = acts_of(live, match)
        page.context.set_offline(True)
        mine.first.tap()
        expect(page.locator(".wire")).to_have_text("Not sent yet, trying again…")
        for stream in live.hall.room(match.id).streams():
            stream.cut()
        page.wait_for_timeout(400)
        assert acts_of(live, match) == done
        page.context.set_offline(False)
        expect(page.locator(".wire")).to_have_text("Connected", timeout=20_000)
        assert acts_of(live, match) == done + 1
    assert lost == 3
    expect(page.locator(".acts .ending")).to_be_visible()
    guest.faults[:] = [fault for fault in guest.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def test_a_live_table_is_light_and_all_of_it_is_in_view(guest: Visitor, live: LiveSite) -> None:
    """Also at twice the size and on the smallest telephone; nothing moves while it loads."""
    match = live.open(dealing="hand", dealer="B")
    live.act(match, "arbiter", do="deal", cards=DEALT)
    for viewport in (WIDE, NARROW, ZOOMED, SMALL):
        page = guest.page(stranger=True, viewport=viewport)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))  # noqa: B023 - used in this turn alone
        page.add_init_script(SHIFTS)
        page.goto(match.address("A"))
        page.locator(".hand button").first.wait_for()
        page.wait_for_timeout(300)
        assert page.evaluate("shifted") < 0.02, viewport
        assert page.evaluate(OUT_OF_VIEW) == [], viewport
        assert sum(".js" in each for each in asked) == 2, "the theme, and all modules as one"
        assert len(asked) <= 12


def says(page: Page, name: str, link: str) -> bool:
    """Whether the QR code of a name is that of a link."""
    drawn = page.get_by_role("img", name=f"{name}: the link as a QR code").inner_html()
    return DRAWN.findall(drawn) == DRAWN.findall(qr_code(link)) != []


def test_a_friend_comes_by_a_qr_code(guest: Visitor, live: LiveSite) -> None:
    """It says the link beside it, which nobody else gets, and which is in no address that is requested."""
    for viewport in (NARROW, ZOOMED):
        page = guest.open("/live/new", viewport=viewport, bypass_csp=True)
        page.get_by_label("Your name").fill("Ani")
        page.get_by_role("button", name="Play with a friend").click()
        page.locator(".invitation .qr svg").wait_for()
        assert page.evaluate(OUT_OF_VIEW) == []
        assert axe(page, [("dark", viewport)]) == []
        link = page.locator(".invitation input").input_value()
        assert says(page, "For Guest", link)
    friend = guest.open(link)
    friend.locator(".hand button").first.wait_for()
    friend.get_by_text("Play on another device").click()
    friend.locator(".more .qr svg").wait_for()
    assert says(friend, "You play as Guest", link)
    page.locator(".hand button").first.wait_for()
    assert page.locator(".invitation").count() == 0
    match = opened_with(page, live)
    key = link.partition("#")[2]
    private = guest.open(match.address(), java_script_enabled=False)
    assert private.locator(".qr").count() == 0
    assert key not in page.content()
    assert key not in private.content()
    listed = live.open()
    watched = guest.open(listed.address(), java_script_enabled=False)
    watched.get_by_text("To watch", exact=True).click()
    assert says(watched, "To watch", f"{live.origin}{listed.address()}")
    assert not any(token in asked for asked in live.asked for token in (key, match.keys["A"]))


def test_a_seat_that_is_free_is_taken_once(guest: Visitor, live: LiveSite) -> None:
    host = guest.open("/live/")
    host.get_by_label("Your name").fill("Ani")
    host.get_by_role("button", name="Offer an open seat").click()
    expect(host.locator(".said")).to_have_text("Waiting for Guest")
    one, other = guest.open("/live/", viewport=NARROW), guest.open("/live/")
    for page in (one, other):
        page.locator("li", has_text="Ani").get_by_role("button", name="Sit down").click()
        page.locator(".wrong:not([hidden]), .hand button").first.wait_for()
    assert one.locator(".hand button").count() == 6
    expect(other.locator(".tables .wrong")).to_contain_text("taken this seat")
    host.locator(".hand button").first.wait_for()
    guest.faults[:] = [fault for fault in guest.faults if "409" not in fault]


def test_a_deal_that_is_played_out_settles_itself(
    guest: Visitor, live: LiveSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clocks stand, the page says what it comes to, and no claim is offered that would lose."""
    monkeypatch.setattr(live_match, "LOOK", 2_500)
    match = live.open(dealing="hand", dealer="B", clock={"main": 60_000}, deals=1)
    live.act(match, "arbiter", do="deal", cards=DEALT)
    table = live.hall.room(match.id).match.table
    page = guest.open(match.address("B"))
    while table.now and not table.is_played_out:
        seat = table.now.deal.turn
        words = [each for each in legal_words(table, seat) if each not in ("out", "close", "exchange")]
        live.act(match, "AB"[seat], action=words[-1])
    assert table.clock
    assert table.clock.running == NOBODY
    expect(page.locator(".turn-words")).to_contain_text("All cards are played.")
    assert page.get_by_role("button", name="I have enough points").count() == (
        1 if table.now and table.now.deal.standing()[1].claim_holds else 0
    )
    expect(page.locator(".result")).to_be_visible()


def test_nobody_is_shut_out_of_a_live_table(guest: Visitor, live: LiveSite) -> None:
    """Players, watchers, the arbiter's and the scorer's desk, and what is left of it, by every rule."""
    played = live.open(dealing="hand", dealer="B")
    scored = live.open(mode="scorer", dealing="hand", dealer="B")
    for match in (played, scored):
        live.act(match, "arbiter", do="deal", cards=DEALT)
    live.act(scored, "arbiter", action="As", seat="A")
    for match, role in ((played, "A"), (played, "arbiter"), (scored, "arbiter")):
        page = guest.open(match.address(role), bypass_csp=True)
        page.locator(".hand .card").first.wait_for()
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert axe(page, contrast=role == "A") == []
        assert sideways(page) == []
    live.act(played, "A", action="resign")
    bidding = live.open(rules="bauernschnapsen", names=["A", "B", "C", "D"], dealing="hand", dealer="D")
    live.act(bidding, "arbiter", do="deal", cards=BIDDING["bauernschnapsen"])
    left = (played.address(), played.address("A"), *(f"/live/{played.id}/{page}" for page in AFTERWARDS))
    for number, address in enumerate((*left, "/live/")):
        page = guest.open(address)
        page.locator("h1").wait_for()
        if page.locator("santase-live, santase-replay").count():
            page.locator(".controls").wait_for()
        assert axe(page, LOOKS[number % 2 :][:1]) == [], address
