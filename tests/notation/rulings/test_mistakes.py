"""The kinds of mistakes, and what the players of a match lost by each."""

import random

import pytest

from notation.findings import Phrase
from notation.judge import Event, judge, ply_of
from notation.record.path import place
from notation.rulings import ActionCost, BestPlay, account, best_play, mistake_of, mistakes_in
from notation.text.reader import read
from notation.text.writer import write
from referee.actions import CLOSE, CLOSE_SHORT, DRAW, EXCHANGE, MARRIAGES, NO_TRUMP, OUT, RESIGN, Action
from referee.cards import SEATS
from referee.rulesets import PRESETS
from referee.solver import ValuedAction
from tests.support.games import random_record

CARD, OTHER = Action(4), Action(11)
[MARRIAGE, ANOTHER, *_] = MARRIAGES


def action_with(done: Action | None, better: tuple[Action, ...]) -> ActionCost:
    """An action that cost a game point where others were better; nobody claimed if nothing was done."""
    event = None if done is None else Event(ply_of(PRESETS["schnapsen"], done), SEATS[0], ())
    best = tuple(ValuedAction(action, SEATS[0], 1) for action in better)
    return ActionCost(0, place(9), SEATS[0], event, 0, 1, best)


@pytest.mark.parametrize(
    ("done", "better", "kind"),
    [
        (CARD, (OTHER,), "card"),
        (CARD, (OTHER, CLOSE), "card"),
        (CARD, (CLOSE,), "closed-late"),
        (DRAW, (CLOSE_SHORT,), "closed-late"),
        (CARD, (OUT,), "claimed-late"),
        (None, (OUT,), "claimed-late"),
        (CARD, (MARRIAGE,), "marriage-missed"),
        (CARD, (EXCHANGE,), "exchange-missed"),
        (CARD, (MARRIAGE, OUT), "claimed-late"),
        (MARRIAGE, (OTHER,), "marriage"),
        (MARRIAGE, (CLOSE,), "closed-late"),
        (MARRIAGE, (ANOTHER,), "marriage-missed"),
        (EXCHANGE, (OTHER,), "exchange"),
        (CLOSE, (OTHER, MARRIAGE), "closed-early"),
        (CLOSE_SHORT, (DRAW,), "closed-early"),
        (OUT, (), "claimed-early"),
        (OUT, (CLOSE,), "claimed-early"),
        (RESIGN, (OTHER,), "resigned"),
        (NO_TRUMP, (Action(NO_TRUMP - 1),), "opening"),
    ],
)
def test_a_mistake_is_what_was_done_or_what_alone_should_have_been(
    done: Action | None, better: tuple[Action, ...], kind: str
) -> None:
    assert mistake_of(action_with(done, better)).value == kind


def test_all_that_actions_cost_is_in_the_mistakes_of_their_seats() -> None:
    deals = []
    for seed in range(2):
        record = random_record("schnapsen", random.Random(seed), noted=False, most_deals=2)
        judgement = judge(next(read(write(record))))
        for number in range(1, len(judgement.deals) + 1):
            deal = best_play(account(judgement, number), 3_000)
            assert not isinstance(deal, Phrase)
            deals.append(deal)
    found = mistakes_in(deals)
    assert found
    costs = [each for valued in deals for each in valued.actions if each.cost]
    for seat in SEATS[:2]:
        own = [each for each in found if each.seat == seat]
        assert sum(each.cost for each in own) == sum(each.cost for each in costs if each.seat == seat)
        assert sum(each.number for each in own) == sum(each.seat == seat for each in costs)
        assert [each.cost for each in own] == sorted((each.cost for each in own), reverse=True)
    assert len({(each.seat, each.kind) for each in found}) == len(found)


def test_a_forced_action_is_no_decision() -> None:
    text = '%SGN 1\n[Rules "schnapsen"]\ndeal 1 trump s\nposition lead A <45-45> tricks 4-4\n'
    text += "A: Ts Kh\nB: As Qh\n9. Ts As 10. Qh Kh\n"
    found = best_play(account(judge(next(read(text))), 1))
    assert isinstance(found, BestPlay)
    assert [(str(each.path), each.is_decision) for each in found.actions] == [
        ("9.1", True),
        ("9.2", False),
        ("10.1", True),
        ("10.2", False),
        ("10.2", False),
    ]
