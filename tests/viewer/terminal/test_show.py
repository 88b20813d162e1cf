"""The replay in a terminal: keys, pictures that fit, what the browser says, and a terminal put back."""

import fcntl
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console, Group

from notation import read
from notation.judge import judge
from notation.record.model import Glyph, Note
from notation.record.path import Path as Address
from notation.replay.frame import FrameKind
from notation.rulings.ledger import Account, account
from referee.cards import SEATS
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.each import for_each
from tests.support.marked import Marked, unmarked
from tests.support.parties import FOUR, THREE
from tests.support.sizes import Size
from viewer.cli.replay.commands import show
from viewer.documents.languages import Language, language
from viewer.documents.reports import spoken_of
from viewer.replay.script import ReplayedStep, script
from viewer.terminal.keys import KEYS, PAUSE, SPEEDS, Replay, ShownDeal, showings
from viewer.terminal.picture import CURRENT, INKS, picture
from viewer.terminal.remarks import comments, lines
from viewer.terminal.screen import named

pytestmark = pytest.mark.usefixtures("few_repairs")

DEALS = Size("DEALS", 20_000)
ENGLISH = language("en")
VARIED = ROOT / "samples/a-club-match-with-clocks.sgn"
SAYS_NOTHING = ROOT / "samples/nobody-need-say-out.sgn"
STOPPED = ROOT / "samples/faulty/a-card-played-twice.sgn"


def accounts(data: bytes | str) -> list[Account]:
    judged = [judge(game) for game in read(data)]
    return [account(one, number + 1) for one in judged if one.rules for number in range(len(one.deals))]


@cache
def shown(path: Path, spoken: Language = ENGLISH) -> tuple[ShownDeal, ...]:
    return tuple(showings(accounts(path.read_bytes()), spoken))


def every(line: Sequence[ReplayedStep]) -> Iterator[ReplayedStep]:
    for step in line:
        yield step
        for side in step.lines:
            yield from every(side)


def reframed(step: ReplayedStep, **parts: Any) -> ReplayedStep:
    """A step with other parts of its frame."""
    return replace(step, frame=step.frame._replace(**parts))


def staged(showing: ShownDeal, steps: Sequence[ReplayedStep], **parts: Any) -> Replay:
    """A deal with other steps."""
    script: Any = SimpleNamespace(account=showing.account, trump=showing.trump, steps=steps)
    return Replay([replace(showing, script=script, **parts)])


def screen(width: int = 80, height: int = 24) -> Console:
    return Console(width=width, height=height, file=StringIO(), color_system=None)


def plain(replay: Replay, width: int = 80, height: int = 24) -> list[str]:
    return [line.plain for line in picture(replay, screen(width, height), ENGLISH, "two-colour")]


# Keys.


def pressed(replay: Replay, *keys: str) -> tuple[int, tuple[tuple[int, int], ...], int]:
    for key in keys:
        replay.press(key)
    return replay.deal, replay.path, replay.step


def after(replay: Replay, key: str) -> Replay:
    replay.press(key)
    return replay


@pytest.mark.slow
def test_a_variation_within_one_and_a_second_one() -> None:
    """Every variation of every sample is reached by its number, from where it stands, and left again."""
    reached = deepest = widest = 0
    doubled = VARIED.read_text("utf-8").replace(" close! (", " close! (Ad 9c {Plainly.}) (", 1)
    for deals in (tuple(showings(accounts(doubled), ENGLISH)), *map(shown, SAMPLES)):
        for deal in range(len(deals)):
            todo: list[tuple[tuple[int, int], ...]] = [()]
            while todo:
                way = todo.pop()
                replay = Replay(deals, deal)
                for place, side in way:
                    pressed(replay, "home", *["right"] * place, str(side + 1))
                assert (replay.path, replay.step) == (way, 0)
                for index, step in enumerate(replay.line):
                    todo += [(*way, (index, side)) for side in range(len(step.lines))]
                    widest = max(widest, len(step.lines))
                reached += 1
                deepest = max(deepest, len(way))
                if way:
                    assert pressed(replay, "b") == (deal, way[:-1], way[-1][0])
    assert reached > 200
    assert (deepest, widest) == (2, 2)


def test_playing_by_itself() -> None:
    replay = Replay(shown(VARIED))
    assert pressed(replay, " ") == (0, (), 0)
    for _ in range(replay.last - 1):
        replay.tick()
    assert (replay.playing, replay.step) == (True, replay.last - 1)
    replay.tick()
    assert (replay.playing, replay.step) == (False, replay.last)
    assert pressed(replay, " ") == (0, (), 0)
    assert replay.playing
    replay.press(" ")
    assert not replay.playing


def test_speed() -> None:
    replay = Replay(shown(VARIED))
    assert replay.pause == PAUSE
    assert [after(replay, "+").speed for _ in range(3)] == [2, 4, 4]
    assert [after(replay, "-").speed for _ in range(5)] == [2, 1, 0.5, 0.5, 0.5]
    assert replay.pause == PAUSE / SPEEDS[0]


def test_turning_and_hiding() -> None:
    replay = Replay(shown(VARIED))
    assert replay.bottom == 1
    assert [sorted(after(replay, "x").covered) for _ in range(4)] == [[0], [0, 1], [], [0]]
    replay.press("f")
    assert (replay.bottom, sorted(replay.covered)) == (0, [0])
    replay.press("f")
    assert replay.bottom == 1


def test_help_and_the_end() -> None:
    replay = Replay(shown(VARIED))
    replay.press("?")
    assert replay.helping
    assert pressed(replay, "right") == (0, (), 0)
    assert not replay.helping
    replay.press("?")
    replay.press("Q")
    assert replay.over


def test_keys_that_mean_nothing() -> None:
    replay = Replay(shown(VARIED), step=3)
    state = replay.state
    for key in ("", "y", "\x1b", "12", "0", "ж", "up up", "escape"):
        replay.press(key)
        assert replay.state == state


def test_every_key_does_something() -> None:
    """From the middle of a deal with a variation entered; so a key that is wired to nothing is seen."""
    for key in KEYS:
        replay = Replay(shown(VARIED), deal=1)
        behind = next(index for index, step in enumerate(replay.line) if step.lines)
        pressed(replay, *["right"] * behind)
        if key != "v":
            pressed(replay, "v", "right", "right")
        before = (*replay.state, replay.over)
        replay.press(key.upper() if len(key) == 1 else key)
        assert (*replay.state, replay.over) != before, key


def test_a_deal_that_could_not_be_judged_has_no_steps() -> None:
    replay = Replay(list(showings(accounts('%SGN 1\n[Rules "santase"]\ndeal 1 dealer A\n= B 2\n'), ENGLISH)))
    assert replay.shown is None
    for key in KEYS[:-1]:
        replay.press(key)
    replay.tick()
    assert (replay.deal, replay.path, replay.step, replay.playing) == (0, (), 0, False)
    assert "could not be judged" in "\n".join(plain(Replay(replay.deals)))
    assert "could not be judged" in "\n".join(lines(replay.showing, ENGLISH))


BROWSER = """
const { Player } = await import(process.argv[1]);
const { deals, runs } = JSON.parse(await new Response(process.stdin).text());
const told = [];
for (const keys of runs) {
  const player = new Player(deals);
  told.push(keys.map((key) => {
    if (key === "right") player.next();
    else if (key === "left") player.back();
    else if (key === "down") player.nextTrick();
    else if (key === "up") player.backTrick();
    else if (key === "home") player.go(0);
    else if (key === "end") player.go(player.last);
    else if (key === "page down") player.toDeal(player.at.deal + 1);
    else if (key === "page up") player.toDeal(player.at.deal - 1);
    else if (key === "v") player.step?.lines && player.enter(0);
    else if (key === "b") player.at.path.length && player.leave();
    return [player.at.deal, player.at.path, player.at.step];
  }));
}
process.stdout.write(JSON.stringify(told));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="the browser's replay needs node")
@pytest.mark.parametrize("path", [VARIED, STOPPED, SAYS_NOTHING], ids=lambda path: path.stem)
def test_the_keys_lead_where_they_lead_in_the_browser(path: Path) -> None:
    rng = random.Random(path.stem)
    moves = ("right", "left", "down", "up", "v", "b", "home", "end", "page down", "page up")
    weights = (9, 6, 6, 4, 12, 2, 1, 1, 1, 1)
    runs = [rng.choices(moves, weights, k=200) for _ in range(40)]
    deals = [script(told, ENGLISH) for told in accounts(path.read_bytes())]
    node = subprocess.run(
        ["node", "--input-type=module", "-e", BROWSER, str(ROOT / "viewer/static/player.js")],
        input=json.dumps({"deals": deals, "runs": runs}),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={**os.environ, "NODE_NO_WARNINGS": "1"},
    )
    deals_shown = shown(path)
    for keys, told in zip(runs, json.loads(node.stdout), strict=True):
        replay = Replay(deals_shown)
        for key, (deal, way, step) in zip(keys, told, strict=True):
            assert pressed(replay, key) == (deal, tuple(map(tuple, way)), step)


def test_places_to_start_at() -> None:
    deal = shown(ROOT / "samples/the-closer-fails.sgn")[1]
    told = [step.say for step in deal.steps]
    for place, begins in (
        (Address(trick=1), "1. Deal 2"),
        (Address(trick=1, action=2), "3. Trick 1"),
        (Address(trick=2), "4. After trick 1 both draw"),
        (Address(trick=3, action=1), "8. Trick 3: Leopold: 20 in spades"),
        (Address(trick=5), "14. Trick 4"),
        (Address(trick=6, action=2), "19. Trick 6: Leopold claims 66"),
    ):
        step = deal.step_at(place)
        assert isinstance(step, int)
        assert told[step].startswith(begins)
    assert str(deal.step_at(Address(trick=9))) == "there is no 9 in this deal, which ends at 6.2"


# What is found.


@pytest.mark.slow
def test_every_finding_is_at_one_step_and_at_its_own() -> None:
    """In every sample and many small records; what is found in an action stands there, and in one deal."""
    at_home = 0
    for path in [*SAMPLES, *VECTORS[:: 1 if DEALS.usual < DEALS else 8]]:
        told = shown(path)
        for judgement in {id(one.account.judgement): one.account.judgement for one in told}.values():
            deals = [one for one in told if one.account.judgement is judgement]
            found = sorted(id(finding) for one in deals for finding in one.findings)
            assert found == sorted(map(id, judgement.findings)), path
        for showing in told:
            placed = [finding for step in every(showing.steps) for finding in step.frame.findings]
            if showing.steps:
                assert sorted(map(id, placed)) == sorted(map(id, showing.findings)), path
            spans = {finding.span[:2] for finding in showing.findings}
            for step in every(showing.steps):
                event = step.frame.event
                judged = step.frame.kind not in (FrameKind.WRITTEN, FrameKind.AFTER)
                if event and judged and event.ply.span[:2] in spans:
                    assert event.ply.span[:2] in {f.span[:2] for f in step.frame.findings}, path
                    at_home += 1
    assert at_home > 20


def test_what_is_found_before_all_deals_is_at_the_start() -> None:
    record = re.sub(r"\[Rules .*\n", "", STOPPED.read_text("utf-8"))
    (one,) = showings(accounts(record), ENGLISH)
    assert [finding.code.id for finding in one.steps[0].frame.findings] == ["N301"]


def test_what_is_found_in_a_variation_is_there() -> None:
    """A card that its player does not hold stops the variation; it is reported where it is written."""
    record = VARIED.read_text("utf-8").replace("5. 9c Kh {and Petar leads", "5. 9c Ts {and Petar leads", 1)
    one = next(showings(accounts(record), ENGLISH))
    behind = next(step for step in one.steps if step.lines)
    told = [(step.move, len(step.frame.findings)) for step in behind.lines[0]]
    assert told == [("20 ♥", 0), ("Q♥", 0), ("A♥", 0), ("", 0), ("9♣", 0), ("10♠", 1)]
    assert sum(len(step.frame.findings) for step in one.steps) == len(one.findings) - 1


def test_a_deal_that_stops_shows_all_up_to_the_fault() -> None:
    (showing,) = shown(STOPPED)
    *_, last, stop, written, end = showing.steps
    assert [finding.code.id for finding in stop.frame.findings] == ["R203"]
    replay = Replay([showing], step=len(showing.steps) - 3)
    text = " ".join(line.strip() for line in plain(replay))
    assert last.say == "19. Trick 6: Piroska: J♦."
    for said in ("20. Trick 6: from here on nothing could be judged.", "error R203", "Line 17, column 7"):
        assert said in text
    assert written.say == "21. Trick 6, as written: 9♣."
    assert end.say == ("22. The judgement of the deal stops at trick 6: 9♣ was played before in this deal.")
    assert "[Santase Rules (SantaseGameEngine, docs/Rules.md): silent; ruled by this referee]" in text


# The picture.


@for_each(product(["en", "de"], SAMPLES), one_in=55)
def test_pictures_fit_the_screen(code: str, path: Path) -> None:
    """Every third step of every sample at 80x24, what rich prints of it included."""
    spoken = language(code)
    console = screen()
    replay = Replay(shown(path, spoken))
    for deal in range(len(replay.deals)):
        replay = Replay(replay.deals, deal)
        for step in range(0, len(replay.line), 3):
            replay.step = step
            drawn = picture(replay, console, spoken, "french")
            assert len(drawn) == 24
            assert max(line.cell_len for line in drawn) <= 80
            rendered = console.render_lines(Group(*drawn), pad=False)
            assert [len(drawn), drawn[3].plain.rstrip()] == [
                len(rendered),
                "".join(segment.text for segment in rendered[3]).rstrip(),
            ]
            _shows(replay, [line.plain for line in drawn], spoken)


def _shows(replay: Replay, drawn: list[str], spoken: Language = ENGLISH) -> None:
    """The words of the step, whole; every hand and the trick, card by card, in its own line."""
    assert replay.shown
    said = replay.shown.say
    assert "".join(said.split()) in "".join("".join(drawn).split())
    table = [line[:49] for line in drawn[2:]]
    for seat, hand in zip(SEATS, replay.shown.frame.layout.hands, strict=False):
        row = table[next(n for n, line in enumerate(table) if line[2:4] == f"{'ABCD'[seat]} ") + 1]
        cards = [word.rstrip("!") for word in row.split()]  # where a card is written twice
        assert cards == [*map(spoken.card, hand), *["--"] * replay.shown.frame.layout.unseen[seat]]
    trick = re.compile(
        " +".join(f"{'ABCD '[s]} *{spoken.card(c)}.*" for s, c in replay.shown.frame.layout.trick)
    )
    assert any(trick.search(line) for line in table)


def test_pictures_fit_screens_of_other_sizes() -> None:
    for width, height in ((200, 60), (100, 30), (71, 20), (60, 15), (40, 24), (20, 8), (5, 5), (1, 1)):
        replay = Replay(shown(VARIED))
        for keys in (["right"] * 9, ["end"], ["home", "x"], ["?"]):
            pressed(replay, *keys)
            drawn = picture(replay, screen(width, height), ENGLISH, "german")
            assert len(drawn) == height
            assert max(line.cell_len for line in drawn) <= width


def test_hidden_hands_are_not_shown() -> None:
    replay = Replay(shown(VARIED))
    hands = [{*map(ENGLISH.card, hand)} for hand in replay.line[0].frame.layout.hands]
    for key, seen in (("", [0, 1]), ("x", [1]), ("x", []), ("x", [0, 1])):
        replay.press(key)
        left = " ".join(line[:49] for line in plain(replay)[2:])
        for seat in SEATS[:2]:
            assert all((card in left) == (seat in seen) for card in hands[seat])
    replay.press("x")
    assert sum(line.count("▒▒") for line in plain(replay)) == 6


def test_what_is_remembered_of_a_card_is_shown() -> None:
    text = (
        '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump h\nA: As% -h -- K- --\nB: Ks|Kh Th -- -- --\n'
        "1. Th% As\n?. K- Qd\n"
    )
    replay = Replay(tuple(showings(accounts(text), ENGLISH)))
    assert {" A♠%   -♥   K-   --   --", " 10♥   K♠|K♥   --   --   --"} <= {
        line[2:40].rstrip() for line in plain(replay)
    }
    replay.press("right")
    assert " 10♥% " in "\n".join(plain(replay))
    assert any("?. K-" in line for line in plain(replay))


def test_the_closed_talon_and_a_marriage_that_waits() -> None:
    replay = Replay(shown(ROOT / "samples/the-closer-fails.sgn"))
    texts = []
    for _ in range(5):
        texts.append("\n".join(plain(replay)))
        replay.press("right")
    assert "Talon   9♦  Cards in the talon: 10" in texts[3]
    assert "Talon  ▒▒ Closed by A; cards in the talon: 10" in texts[4]
    step = replay.line[0]
    layout = step.frame.layout._replace(pending=(20, 0), slack=(0, 11), points=(0, 30))
    waiting = reframed(step, layout=layout)
    replay = staged(replay.showing, [waiting])
    text = "\n".join(plain(replay))
    assert "Card points: 0 (+20)" in text
    assert "Card points: 30–41" in text
    assert "Points of marriages that wait for a trick: Leopold 20" in text


def test_three_at_the_table() -> None:
    replay = Replay(tuple(showings(accounts(THREE), ENGLISH)), step=1)
    _shows(replay, plain(replay))
    text = "\n".join(plain(replay, 100))
    assert "▶ B Maria  Card points: 0 (+40)  40 ♠" in text
    assert "Trumps: A♠" in text
    assert "Talon" not in text
    assert [line[2] for line in plain(replay) if "Card points" in line] == list("ABC")
    pressed(replay, "f")
    assert [line[2] for line in plain(replay) if "Card points" in line] == list("BCA")
    assert [len(after(replay, "x").covered) for _ in range(3)] == [2, 3, 0]
    pressed(replay, "page down")
    assert "Trumps: hearts" in "\n".join(plain(replay))
    assert "Petar names trumps: hearts" in "\n".join(plain(replay))
    replay.press("end")
    assert "= pays -1 -2 3" in "\n".join(plain(replay, 100))


def test_partners_at_the_table() -> None:
    """What two partners have together is shown once; in all languages they are named together."""
    replay = Replay(tuple(showings(accounts(FOUR), ENGLISH)), deal=4, step=1)
    text = "\n".join(plain(replay, 100, 40))
    assert "  AC Ivan and Petar  Card points: 0 (+20)\n" in re.sub(" {3,}.*", "", text)
    assert "  BD Maria and Elena Dimitrova  Card points: 0" in text
    assert text.count("Card points") == 2
    assert "Points of marriages that wait for a trick: Ivan/Petar 20" in text
    assert "  C Petar  20 ♦" in text
    replay.press("end")
    assert "Maria/Elena wins 3 game points" in " ".join(plain(replay))
    won = next(line for line in plain(replay, 120, 40) if "Tricks won: 3" in line)
    assert won.count("♠") + won.count("♥") + won.count("♦") + won.count("♣") >= 12
    for code, name in (("bg", "Ivan и Petar"), ("de", "Ivan und Petar"), ("hu", "Ivan és Petar")):
        assert name in "\n".join(plain(Replay(tuple(showings(accounts(FOUR), language(code)))), 100))


def test_three_and_four_fit_the_screen() -> None:
    for record, (width, height) in product((THREE, FOUR), ((80, 24), (100, 32), (40, 20))):
        deals = tuple(showings(accounts(record), ENGLISH))
        for number, showing in enumerate(deals):
            for step in range(0, len(showing.steps), 2):
                drawn = picture(Replay(deals, number, step), screen(width, height), ENGLISH, "german")
                assert len(drawn) <= height
                assert max(line.cell_len for line in drawn) <= width


def test_the_current_move_is_marked_and_in_sight() -> None:
    """At every move of a long deal, in variations too, in a low window; the mark is on that very move."""
    replay = Replay(shown(VARIED), deal=1)
    todo: list[tuple[tuple[int, int], ...]] = [()]
    seen = 0
    while todo:
        replay.path, replay.step = todo.pop(), 0
        for place, step in enumerate(replay.line):
            todo += [(*replay.path, (place, side)) for side in range(len(step.lines))]
            replay.step = place
            drawn = picture(replay, screen(80, 14), ENGLISH, "two-colour")
            marks = [line.plain[s.start : s.end] for line in drawn for s in line.spans if s.style == CURRENT]
            if step.move:
                word = step.move.replace(" ", "")
                assert word in "".join(marks).replace(" ", "")
                seen += 1
            else:
                assert marks == []
    assert seen > 25


def test_suits_have_colours_and_never_those_alone() -> None:
    """Four-colour palettes tell all suits apart; without colours the very same text is there."""
    replay = Replay(shown(VARIED))
    texts = set()
    for palette in INKS:
        drawn = picture(replay, screen(), ENGLISH, palette)
        texts.add("\n".join(line.plain for line in drawn))
        styles = {
            (line.plain[s.start : s.end].strip()[-1:], str(s.style))
            for line in drawn
            for s in line.spans
            if " on #ffffff" in str(s.style)
        }
        spans = [(line.plain[s.start : s.end], str(s.style)) for line in drawn for s in line.spans]
        words = {(text[-1:], style) for text, style in spans if style in ("red", "blue", "green", "yellow")}
        assert words == {(suit, ink) for suit, ink in zip("♠♥♦♣", INKS[palette], strict=True) if ink}
        assert len({suit for suit, _ in styles}) == len(styles) == 4
        assert len({style for _, style in styles}) == (2 if palette == "two-colour" else 4)
    assert len(texts) == 1


def test_what_there_is_too_much_of_is_said_to_be_more() -> None:
    record = VARIED.read_text("utf-8").replace("1. Jc", "1. Jc {" + "long " * 700 + "}", 1)
    replay = Replay(list(showings(accounts(record), ENGLISH)))
    replay.press("right")
    drawn = plain(replay)
    assert (len(drawn), drawn[-2]) == (24, "… more with --plain")
    assert "long long" in drawn[-3]
    assert " ".join(["long"] * 700) in "\n".join(lines(replay.showing, ENGLISH))


def test_nothing_of_a_record_can_drive_a_terminal() -> None:
    hostile = "a\u202eb\u2066 [bold]c[/bold] \ufeff {markup}".replace("{markup}", "[/]")
    record = VARIED.read_text("utf-8").replace("1. Jc", f'1. Jc! @x("{hostile}") {{{hostile}}}', 1)
    record = record.replace("Radka", hostile, 1)
    replay = Replay(list(showings(accounts(record), ENGLISH)))
    replay.press("right")
    text = "\n".join([*plain(replay), *lines(replay.showing, ENGLISH)])
    assert "[bold]c[/bold]" in text
    assert "\\u202e" in text
    assert all(character.isprintable() or character == "\n" for character in text)


def marks(step: ReplayedStep) -> tuple[Note, ...]:
    """What is noted at a step in no words."""
    return tuple(note for note in step.frame.notes if isinstance(note, Glyph))


def test_nothing_is_said_past_the_language() -> None:
    marked = Marked()
    texts = []
    for showing in showings(accounts(VARIED.read_bytes() + STOPPED.read_bytes()), marked):
        bare = [reframed(step, notes=marks(step)) for step in showing.steps]
        replay = staged(showing, bare, title="", names=("", ""))
        for _ in bare:
            texts.append("".join(line.plain for line in picture(replay, screen(400, 60), marked, "french")))
            replay.press("right")
        replay.press("?")
        texts.append("".join(line.plain for line in picture(replay, screen(400, 60), marked, "french")))
    for text in map(unmarked, texts):
        assert not set(re.findall(r"\b[a-z]{3,}\b", text)), text


# As text.


def said(shapes: list[dict[str, Any]], before: str = "") -> list[str]:
    """The words of a script's steps, in the order of reading."""
    found = []
    for shape in shapes:
        found.append(before + shape["say"])
        for side in shape.get("lines", ()):
            found += said(side, "Variation. ")
    return found


def run(*words: str, **options: Any) -> Result:
    return CliRunner().invoke(show, [*words, "--lang", "en"], **options)


@for_each(SAMPLES, one_in=9)
def test_as_text_it_says_what_the_browser_says(path: Path) -> None:
    result = run(str(path))
    judged = accounts(path.read_bytes())
    spoken = [spoken_of(told.judgement, ENGLISH) for told in judged]
    assert result.exit_code == (2 if not judged else 1 if "error " in result.stdout else 0)
    printed = [
        line
        for line in result.stdout.splitlines()
        if re.match(r"(Variation\. )?[0-9]+\. |[AB] wins|A draw", line)
    ]
    scripts = [script(told, names)["steps"] for told, names in zip(judged, spoken, strict=True)]
    assert printed == [line for steps in scripts for line in said(steps)]


def test_as_text_it_says_what_was_noted_and_what_was_found() -> None:
    for path in SAMPLES:
        for one in shown(path):
            text = "\n".join(lines(one, ENGLISH))
            spoken = spoken_of(one.account.judgement, ENGLISH)
            for finding in one.findings:
                assert f"{finding.code.id}: {spoken.message(finding)}" in text
                assert ENGLISH.clause(one.account.rules, finding.code.point) in text
            for step in every(one.steps):
                assert all("".join(c.split()) in "".join(text.split()) for c in comments(step))
            assert one.conclusion[0] in text


def test_comments_that_belong_to_no_action_are_there_too() -> None:
    text = """%SGN 1
[Rules "santase"] {of the tag}
deal 1 dealer B trump Qd {of the deal}
A: Ks As Qh Kh Ah Kc {of the hand}
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd {of the talon}
1. {of the trick} As {of the lead} Td
= *  {of the result}
"""
    (one,) = showings(accounts(text), ENGLISH)
    assert [comments(step) for step in one.steps if comments(step)] == [
        ["of the tag", "of the deal", "of the hand", "of the talon"],
        ["of the trick", "of the lead"],
        ["of the result"],
    ]


def test_where_to_start() -> None:
    path = str(ROOT / "samples/the-closer-fails.sgn")
    whole = run(path).stdout
    for deal in range(1, 6):
        from_there = run(path, "--deal", str(deal)).stdout.splitlines()
        assert from_there[1:] == whole[whole.index(f"\n1. Deal {deal}:") :].splitlines()
    printed = run(path, "--deal", "2", "--at", "5.1").stdout.splitlines()
    assert printed[2] == "15. Trick 5: Anna: 20 in hearts."
    assert printed[3:6] == [
        "    Trumps are clubs.",
        "    Leopold: K♠ K♦ Q♦ 9♦ 9♣",
        "    Anna: 9♠ K♥ Q♥ A♦ 10♣",
    ]
    assert "1. Deal 3: Leopold has dealt." in printed


def test_what_is_asked_for_and_is_not_there() -> None:
    for words, says in (
        (("--deal", "9"), "game 1 has 5 deals"),
        (("--game", "2"), "there is no game 2"),
        (("--at", "seven"), "seven is not a place"),
        (("--at", "30"), "there is no 30 in this deal"),
        (("--lang", "xx"), "choose from en"),
        (("--palette", "grey"), "grey"),
        (("--rules", "chess"), "chess"),
    ):
        sample = str(ROOT / "samples/the-closer-fails.sgn")
        result = CliRunner().invoke(show, [sample, "--lang", "en", *words])
        assert (result.exit_code, says in result.stderr, result.stdout) == (2, True, ""), words


def test_a_record_that_cannot_be_judged_shows_what_was_found() -> None:
    broken = '%SGN 1\n[Rules "no-such"]\n'
    for record, code in ((broken, "S119"), ("no game\n", "S102"), ("", "S101"), ("\x00", "S103")):
        result = run("-", input=record.encode())
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"error {code}: " in result.stderr
        assert "Traceback" not in result.stderr
    result = run("-", input=broken.encode() + VARIED.read_bytes())
    assert result.exit_code == 2
    assert "1. Deal 1: " in result.stdout, "the others are shown all the same"


def test_a_record_of_misspelt_rules_is_shown_as_it_is_written() -> None:
    text = VARIED.read_text("utf-8").replace('"santase"', '"santasse"', 1)
    result = run("-", input=text.encode())
    assert result.exit_code == 2
    for said in (
        "1. Deal 1 as written; its play could not be judged.",
        "did you mean santase?",
        "    Radka: A♠ Q♠ K♥ Q♦ J♦ J♣",
        "2. Trick 1, as written: Radka: J♣.",
        "Deal 7 as written",
    ):
        assert said in result.stdout, said


# The terminal.


def test_what_terminals_send() -> None:
    assert named(b"\x1b[A\x1b[B\x1b[C\x1b[D") == ["up", "down", "right", "left"]
    assert named(b"\x1bOA\x1bOB\x1bOC\x1bOD\x1bOH\x1bOF") == ["up", "down", "right", "left", "home", "end"]
    assert named(b"\x1b[1~\x1b[4~\x1b[7~\x1b[8~") == ["home", "end", "home", "end"]
    assert named(b"\x1b[5~\x1b[6~\x1b[1;2C\x1b[1;2D") == ["page up", "page down", "shift right", "shift left"]
    assert named(b"q\x1bx\x1b[200~\xff\xc3\xa9 ") == ["q", "x", "\ufffd", "é", " "]
    rng = random.Random("keys")
    for _ in range(2000):
        named(bytes(rng.choices(b"\x1b[O;1259~ACq\xc3\xff\x00\n", k=rng.randrange(12))))


START = """
import fcntl, sys, termios
fcntl.ioctl(1, termios.TIOCSCTTY, 0)
import viewer.terminal.screen as terminal
from viewer.cli import main
def broken(*facts):
    raise ZeroDivisionError
if "broken" in sys.argv:
    terminal.picture = broken
    sys.argv.remove("broken")
main(["show", *sys.argv[1:]])
"""


class Terminal:
    """The command running on a terminal of its own."""

    def __init__(self, words: Sequence[str], stdin: int | None, environment: dict[str, str]) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(80, 24)
        self.before = termios.tcgetattr(self.slave)
        # A size in the environment would outweigh that of the terminal.
        inherited = {name: word for name, word in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *words],
            stdin=self.slave if stdin is None else stdin,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            cwd=ROOT,
            env={**inherited, "TERM": "xterm-256color", **environment},
        )
        self.output = ""

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def wait_for(self, words: str) -> str:
        """What comes until some words come, without colours; it is forgotten then."""
        end = time.monotonic() + 60
        while words not in (text := re.sub(r"\x1b\[[0-9;]*m", "", self.output)):
            assert time.monotonic() < end, text
            self._more(end - time.monotonic())
        before, found, self.output = text.partition(words)
        return before + found

    def _more(self, seconds: float) -> None:
        if select.select([self.master], [], [], max(seconds, 0))[0]:
            self.output += os.read(self.master, 65536).decode("utf-8", "replace")

    def ended(self) -> int:
        """The exit status, once the command has ended."""
        end = time.monotonic() + 60
        while self.process.poll() is None:
            assert time.monotonic() < end, self.output
            self._more(0.05)
        self._more(0)
        return self.process.returncode

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was before the command."""
        return termios.tcgetattr(self.slave) == self.before


@contextmanager
def on_a_terminal(
    *words: str, stdin: int | None = None, environment: dict[str, str] | None = None
) -> Iterator[Terminal]:
    terminal = Terminal([*words, "--lang", "en"], stdin, environment or {})
    try:
        yield terminal
    finally:
        terminal.process.kill()
        terminal.process.wait()
        os.close(terminal.master)
        os.close(terminal.slave)


ENTERED, LEFT, SHOWN_CURSOR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h"


def test_keys_on_a_terminal() -> None:
    with on_a_terminal(str(VARIED)) as terminal:
        terminal.wait_for(ENTERED)
        terminal.wait_for("1/22")
        assert not terminal.restored
        for keys, shown_then in (
            (b"\x1b[C", "2/22"),
            (b"\x1bOC", "3/22"),
            (b"\x1b[F", "22/22"),
            (b"\x1b[H\x1b[B\x1b[B\x1b[B\x1b[C\x1b[C", "11/22"),
            (b"v", "Variation. 1."),
            (b"b", "11/22"),
            (b"\x1b[6~", "Deal 2/7"),
            (b"\x1b[5~", "Deal 1/7"),
            (b"?", "start and end of the deal"),
            (b"z", "1/22"),
            (b"x", "▒▒ ▒▒"),
            (b"++ ", "2/22"),
        ):
            terminal.press(keys)
            terminal.wait_for(shown_then)
        terminal.wait_for("3/22")
        terminal.press(b" ")
        terminal.wait_for("❚❚ ×4")
        terminal.press(b"q")
        assert terminal.ended() == 0
        assert LEFT in terminal.output
        assert SHOWN_CURSOR in terminal.output
        assert terminal.restored


def test_the_picture_follows_the_size_by_itself() -> None:
    with on_a_terminal(str(VARIED)) as terminal:
        terminal.wait_for("1/22")
        terminal.resize(50, 20)
        assert terminal.wait_for("1/22").count("─") == 50
        terminal.press(b"q")
        assert terminal.ended() == 0


@pytest.mark.slow
@pytest.mark.parametrize("how", ["ctrl-c", "terminated", "error"])
def test_the_terminal_is_put_back_however_it_ends(how: str) -> None:
    with on_a_terminal(str(VARIED), *["broken"] * (how == "error")) as terminal:
        terminal.wait_for(ENTERED)
        if how == "error":
            status = terminal.ended()
        else:
            terminal.wait_for("1/22")
            if how == "ctrl-c":
                terminal.press(b"\x03")
            else:
                terminal.process.send_signal(signal.SIGTERM)
            status = terminal.ended()
        assert status == {"ctrl-c": 0, "terminated": 143, "error": 1}[how]
        assert ("ZeroDivisionError" in terminal.output) == (how == "error")
        assert LEFT in terminal.output
        assert SHOWN_CURSOR in terminal.output
        assert terminal.restored


def test_a_record_on_standard_input_and_keys_on_the_terminal() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe, on_a_terminal("-", stdin=reading) as terminal:
        os.close(reading)
        pipe.write(STOPPED.read_bytes())
        pipe.close()
        terminal.wait_for("1/22")
        terminal.press(b"\x1b[F")
        terminal.wait_for("22/22")
        terminal.press(b"q")
        assert terminal.ended() == 1
        assert terminal.restored


@pytest.mark.slow
@pytest.mark.parametrize(("words", "environment"), [(("--plain",), {}), ((), {"TERM": "dumb"})])
def test_a_terminal_that_is_to_be_read(words: tuple[str, ...], environment: dict[str, str]) -> None:
    with on_a_terminal(str(STOPPED), *words, environment=environment) as terminal:
        assert "\x1b" not in terminal.wait_for("error R203")
        assert terminal.ended() == 1


def test_no_step_is_missing_a_kind() -> None:
    """The samples show everything that a step can be, so that the tests above have drawn it."""
    kinds = {step.frame.kind for path in SAMPLES for one in shown(path) for step in every(one.steps)}
    assert kinds == set(FrameKind)
