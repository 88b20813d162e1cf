"""What a replay shows agrees with what the referee says: every step and the end, in every view of it.

Records are legal, spoilt in one place, or written on after their end; the steps of the page are compared with
the oracle's in `test_steps`.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from notation import Judgement, read, write
from notation.findings.names import speaking_of
from notation.judge import judge
from notation.judge.assertions import outcome_words
from notation.record.model import Ply, Record
from notation.record.traversal import plies_of
from notation.record.words import by_seat, seat_letter
from notation.replay.frame import Frame, FrameKind, frames
from notation.rulings.ledger import Account, accounts_as_written
from referee import actions
from referee.cards import PACK
from referee.rulesets import PRESETS
from tests.support.each import for_each
from tests.support.games import random_record
from viewer.documents.document import DataTable, Paragraph
from viewer.documents.languages import language
from viewer.replay.column import column
from viewer.replay.script import conclusion, script
from viewer.terminal.keys import Replay, ShownDeal, showings
from viewer.terminal.picture import picture
from viewer.terminal.remarks import lines
from viewer.web.record.pictures import _svg

ENGLISH = language("en")
VIEW = {"bottom": "", "hidden": "", "pack": "french", "palette": "two-colour", "tone": "light"}
UNJUDGED = (FrameKind.WRITTEN, FrameKind.AFTER)


def judged(record: Record) -> Judgement:
    [game] = read(write(record))
    return judge(game)


def records(spec: str, rng: random.Random, deals: int) -> Iterator[Record]:
    """Records of so many deals, each of one deal or of a few."""
    while deals > 0:
        record = random_record(
            spec, rng, noted=rng.random() < 0.3, most_deals=min(deals, rng.choice((1, 1, 9)))
        )
        deals -= len(record.deals)
        yield record


def spoilt(record: Record, rng: random.Random) -> Record:
    """A record in which an action or a hand is replaced, or whose rules are unknown."""
    at = rng.randrange(len(record.deals))
    deal = record.deals[at]
    kind = rng.randrange(4)
    if kind == 0:
        seat, hand = rng.choice(deal.hands)
        cards = list(hand.cards)
        cards[rng.randrange(len(cards))] = rng.choice(PACK)
        hands = tuple(
            (each, replace(hand, cards=tuple(cards[rng.randrange(2) :])) if each == seat else held)
            for each, held in deal.hands
        )
        deal = replace(deal, hands=hands)
    elif kind < 3:
        index = rng.randrange(len(deal.tricks))
        plies = list(deal.tricks[index].plies)
        wrong = rng.choice([*range(24), actions.OUT, actions.EXCHANGE, actions.CLOSE, actions.RESIGN])
        put = [] if len(plies) > 1 and rng.random() < 0.3 else [Ply(wrong)]
        place = rng.randrange(len(plies))
        plies[place : place + 1] = put
        tricks = list(deal.tricks)
        tricks[index] = replace(tricks[index], plies=tuple(plies))
        deal = replace(deal, tricks=tuple(tricks))
    else:
        tags = tuple(
            replace(tag, value="x" + tag.value) if tag.name == "Rules" else tag for tag in record.tags
        )
        record = replace(record, tags=tags)
    return replace(record, deals=(*record.deals[:at], deal, *record.deals[at + 1 :]))


def shown_points(shapes: list[dict[str, Any]]) -> Iterator[list[int]]:
    """The card points at every step of a script."""
    points: list[int] = []
    for shape in shapes:
        points = shape["changes"].get("points", points)
        yield points


def screens(showing: ShownDeal) -> Iterator[str]:
    """What a terminal shows at every step."""
    replay = Replay([showing])
    for step in range(len(showing.steps)):
        replay.step = step
        console = Console(width=100, height=40, file=StringIO(), color_system=None)
        yield "\n".join(line.plain for line in picture(replay, console, ENGLISH, "two-colour"))


def agree(account: Account, showing: ShownDeal, rng: random.Random) -> list[Frame]:
    """See that all views of a deal agree with its judgement, and give its steps."""
    found, deal = list(frames(account)), account.deal
    shape = script(account, speaking_of(account.judgement.game.readable, account.rules, ENGLISH))
    told = list(shown_points(shape["steps"]))
    text = "\n".join(lines(showing, ENGLISH))
    plies = plies_of(account.record)
    written = Counter((path, ply.action) for path, ply in plies if ply.action != actions.DRAW)
    shown = Counter((step.path, step.event.ply.action) for step in found if step.event)
    assert shown == written, "each action once"
    ledger = [event for trick in deal.tricks for event in trick.events if event.ply.action != actions.DRAW]
    done = [step for step in found if step.event and step.kind not in UNJUDGED]
    for event, step in zip(ledger, done, strict=True):
        before = [other for other in found[: found.index(step)] if other.kind is FrameKind.BONUS]
        to = {account.rules.side_of[each.seat] for each in before}
        bonus = [account.rules.last_bonus * (side in to) for side in range(len(account.rules.sides))]
        assert step.layout.points == tuple(map(sum, zip(event.points, bonus, strict=True)))
    end = shape["steps"][-1]
    letters = list(map(seat_letter, account.rules.sides))
    assert found[-1].kind is FrameKind.END
    assert shape["answer"] in end["say"]
    assert shape["score"] == by_seat(deal.score), "each side at its first seat"
    if deal.card_points and account.played:
        assert told[-1] == list(deal.card_points)
    if deal.result:
        assert end["move"] == f"= {outcome_words(deal.result.winner, deal.game_points, deal.result.paid)}"
    for at, (step, points, drawn) in enumerate(zip(found, told, screens(showing), strict=True)):
        assert points == list(step.layout.points)
        assert shape["steps"][at]["say"] in text
        assert "".join(shape["steps"][at]["say"].split()) in "".join(drawn.split())
        for side, slack in enumerate(step.layout.slack):
            assert re.search(rf"{letters[side]} .*Card points: {points[side]}\b{'–' if slack else ''}", drawn)
    for at in {len(found) - 1, len(found) - 2, rng.randrange(len(found))}:
        svg = _svg(account, found[at].layout, at, VIEW, ENGLISH)
        of = [f"{letter} " if account.rules.mp_partners else "" for letter in letters]
        expected = [f"{letter}{points}" for letter, points in zip(of, told[at], strict=False)]
        assert re.findall(r"Card points: ((?:[A-D]+ )?\d+)\+?(?: \(\+\d+\))?(?=<)", svg) == expected
    return found


def views(judgement: Judgement) -> Iterator[tuple[Account, ShownDeal]]:
    """The deals of a game as they are shown; each has its answer and its cards on paper."""
    told = list(accounts_as_written(judgement))
    for account, showing in zip(told, showings(told, ENGLISH), strict=True):
        speaking = speaking_of(judgement.game.readable, account.rules, ENGLISH).beside_table()
        parts = list(column(account, script(account, speaking), speaking))
        [answer] = [part for part in parts if isinstance(part, Paragraph) and part.kind == "answer"]
        assert answer.text == " ".join(conclusion(account, speaking))
        if account.deal.card_points and account.deal.tricks and account.played:
            table = next(part for part in parts if isinstance(part, DataTable))
            bonus = [row for row in table.rows if row[0] == ""]
            assert len(bonus) == sum(step.frame.kind is FrameKind.BONUS for step in showing.steps)
            for row in bonus:
                assert row[-1] == "–".join(map(str, account.deal.card_points))
        yield account, showing


@for_each(PRESETS, one_in=4, sizes=(3, 500), parts=7)
def test_every_view_agrees_with_the_referee(spec: str, size: int) -> None:
    rng = random.Random(spec)
    for record in records(spec, rng, size):
        judgement = judged(record)
        assert judgement.ok
        for account, showing in views(judgement):
            agree(account, showing, rng)
            ended = judgement.winner >= 0 and account.number == len(judgement.deals)
            assert ("wins the match" in showing.steps[-1].say) == ended


@for_each(PRESETS, one_in=4, sizes=(3, 500), parts=7)
def test_every_view_of_a_spoilt_record_agrees_with_the_referee(spec: str, size: int) -> None:
    rng = random.Random(spec)
    kinds: Counter[FrameKind] = Counter()
    for record in records(spec, rng, size):
        judgement = judged(spoilt(record, rng))
        for account, showing in views(judgement):
            kinds.update(step.kind for step in agree(account, showing, rng))
    assert kinds[FrameKind.END] >= size


@pytest.mark.slow
@for_each(PRESETS, one_in=4)
def test_what_is_written_after_the_end_of_a_deal_has_its_steps(spec: str) -> None:
    """An `out` that may be repeated, one that may not, and a card: all stand between the play and the end."""
    rng = random.Random(spec)
    automatic = [] if PRESETS[spec].mp_all_pay else [f"{spec} claim=auto"]  # if everybody pays, nobody claims
    for rules in (spec, *automatic):
        for record in records(rules, rng, 2):
            deal = record.deals[0]
            last = deal.tricks[-1]
            more = replace(
                last, plies=(*last.plies, Ply(actions.OUT), Ply(actions.RESIGN), Ply(rng.choice(PACK[:8])))
            )
            deals = (replace(deal, tricks=(*deal.tricks[:-1], more)),)
            account, showing = next(views(judged(replace(record, deals=deals))))
            kinds = [step.kind for step in agree(account, showing, rng)]
            assert kinds[-1] is FrameKind.END
            if account.played[-1].after.over:
                assert FrameKind.AFTER in kinds


@pytest.mark.parametrize(
    ("claimable", "expected"),
    [("yes", [FrameKind.BONUS, FrameKind.CLAIM]), ("no", [FrameKind.CLAIM, FrameKind.BONUS])],
)
def test_points_that_are_claimed_with_stand_before_the_claim(
    claimable: str, expected: list[FrameKind]
) -> None:
    """Who has 66 with the ten for the last trick alone says so, where that counts and where it does not."""
    seen = 0
    for record in records(f"sixty-six last-trick-claimable={claimable}", random.Random("bonus"), 80):
        for account in accounts_as_written(judged(record)):
            *_, bonus, _ = frames(account)
            if bonus.kind is FrameKind.BONUS and 66 <= bonus.layout.points[bonus.seat] < 76:
                deal = account.record
                last = replace(deal.tricks[-1], plies=(*deal.tricks[-1].plies, Ply(actions.OUT)))
                said = replace(deal, tricks=(*deal.tricks[:-1], last), result=None)
                [claimed] = accounts_as_written(judged(replace(record, deals=(replace(said, number=1),))))
                assert [step.kind for step in frames(claimed)][-3:] == [*expected, FrameKind.END]
                seen += 1
    assert seen
