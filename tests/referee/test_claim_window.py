"""Until when a claim is in time, and whose it is if nobody is named."""

import random
from dataclasses import replace
from itertools import product

import pytest

from notation import Judgement, read, write
from notation.judge import judge
from notation.record.model import NOBODY, Ply, Record, Tag
from notation.rulings.ledger import account
from referee import actions
from referee.cards import SUITS
from referee.rulesets import PRESETS
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.tables import WordedTable
from viewer.documents.languages import language
from viewer.documents.rendering import as_markdown
from viewer.rulings.deal_rulings import explanation

MIDDLE = """%SGN 1
[Rules "{spec}"]
deal 1 dealer A trump c
position lead B <30-51> tricks 2-2
B: Ks Qs Ac -- --
"""
CARDS = ("Ac Ks Qs", "9c As 9s", "Kh Td Qd Jd 9d Qh")


def judged(text: str) -> Judgement:
    [game] = read(text)
    return judge(game)


@pytest.mark.parametrize(
    ("window", "after_the_draw", "on_the_lead"),
    [("lead", True, False), ("reply", True, True), ("draw", False, False)],
)
def test_a_window_ends_where_it_says(window: str, after_the_draw: bool, on_the_lead: bool) -> None:
    spec = f"sixty-six claim-window={window}"
    won = WordedTable(*CARDS, spec=spec).do("Ac 9c")
    assert won.allows("out", "A"), "right after the trick"
    assert not won.allows("out", "B")
    assert won.do("draw").allows("out", "A") == after_the_draw
    announced = won.do("20s")
    assert announced.allows("out", "A"), "on the marriage"
    led = announced.do("Ks")
    assert led.allows("out", "A") == on_the_lead
    assert not led.allows("out", "B")
    without = WordedTable(*CARDS, spec=spec).do("Ac 9c draw Kh")
    assert not without.allows("out", "A"), "a lead without a marriage ends it under all rules"
    replied = led.do("As")
    assert not replied.allows("out", "A"), "another has won the trick"


def test_claiming_before_the_draw_does_not_let_anybody_close_before_it() -> None:
    waiting = WordedTable(*CARDS, spec="santase claim-window=draw").do("Ac 9c")
    assert waiting.refused("close-short") == "R245"
    assert waiting.refused("close") == "R252"
    assert waiting.refused("20s") == "R253"
    waiting.stands("20s")
    assert waiting.do("draw").deal.closer < 0


@pytest.mark.parametrize(
    ("play", "seat", "trick", "points"),
    [("5. Ac out Jh", "B", 5, 51), ("5. 20s Qs out Jh", "B", 5, 71), ("5. B: Ac out Jh", "B", 5, 51)],
)
def test_a_claim_out_of_time_is_the_leaders_whose_chance_has_just_passed(
    play: str, seat: str, trick: int, points: int
) -> None:
    judgement = judged(f"{MIDDLE.format(spec='schnapsen claim-window=lead')}{play}\n")
    [finding] = judgement.findings
    assert (finding.code.id, finding.seat, finding.trick) == ("C203", "AB".index(seat), trick)
    assert finding.fix is None, "an action is never moved by itself"
    assert finding.related is not None
    assert "a claim made in time is written before" in finding.related.sentence
    [claim] = account(judgement, 1).claims
    assert claim[:3] == (trick, "AB".index(seat), points)
    told = as_markdown(explanation(account(judgement, 1), language("en")))
    assert f"{seat} claims 66 at trick {trick} with {points} card points" in " ".join(told.split())


def test_a_claim_by_a_name_is_whose_name_it_is() -> None:
    [finding] = judged(f"{MIDDLE.format(spec='schnapsen')}5. Ac A: out Jh\n").findings
    assert (finding.code.id, finding.seat, finding.related) == ("C203", 0, None)


def test_behind_a_lead_out_of_turn_it_is_whose_chance_has_passed() -> None:
    start = MIDDLE.format(spec="schnapsen").replace("-- --\n", "-- --\nA: As Ts Ah Th Kh\n")
    found = judged(f"{start}5. A: As out Ks\n").findings
    assert [(finding.code.id, finding.seat) for finding in found] == [("R201", 0), ("C203", 1)]


@pytest.mark.slow
@for_each(product(PRESETS, ["out", "20s", "exchange", "close"]), one_in=6)
def test_behind_a_card_that_is_left_out_nobody_is_accused(spec: str, said: str) -> None:
    """The last card of a trick is left out, and its winner announces something, whether rightly or not."""
    rng = random.Random(f"{spec} {said}")
    action = {"out": actions.OUT, "exchange": actions.EXCHANGE, "close": actions.CLOSE}.get(said)
    ply = Ply(actions.marriage(SUITS[3]) if action is None else action, value=20)
    [deal] = random_record(spec, rng, noted=False, most_deals=1).deals
    for order, trick in enumerate(deal.tricks):
        plays = [index for index, ply in enumerate(trick.plies) if ply.plays]
        if len(plays) < PRESETS[spec].seats:
            continue
        plies = (*trick.plies[: plays[-1]], ply)
        part = replace(deal, tricks=(*deal.tricks[:order], replace(trick, plies=plies)), result=None)
        found = judged(write(Record((Tag("Rules", spec),), (part,)))).findings
        assert {finding.code.id for finding in found if finding.is_error} <= {"X103", "X113", "X130"}
        assert all(finding.seat == NOBODY for finding in found if finding.is_error)


@pytest.mark.parametrize("lead", ["Ks", "--"])
def test_a_claim_behind_a_reply_that_is_left_out_is_not_judged(lead: str) -> None:
    judgement = judged(f"{MIDDLE.format(spec='schnapsen claim-window=lead')}5. {lead} out\n= B 3\n")
    [error] = [finding for finding in judgement.findings if finding.is_error]
    assert str(error.phrase) == "trick 5 is incomplete: A has not played"
    assert not account(judgement, 1).claims
