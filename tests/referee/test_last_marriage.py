"""The card led from a marriage that ends the deal without a claim: recorded and shown, and without effect."""

import random
from dataclasses import replace

import pytest

from notation import Game, Judgement, read, write
from notation.formats import FORMATS, convert
from notation.judge import judge
from notation.record.model import DealRecord, Ply, Record
from notation.replay.frame import FrameKind, frames
from notation.rulings.ledger import account
from referee import actions
from referee.cards import KING, QUEEN, Suit, card
from tests.support.games import random_record
from tests.support.truth import is_true

SELF_CLAIMING = (
    "schnapsen-tompa",
    "sixty-six-tompa",
    "schnapsen claim=auto",
    "santase claim=auto failed-close=3 last-trick-claimable=yes",
    "sixty-six claim=auto marriage-count=at-once",
)
MIDDLE = """%SGN 1
[Rules "{spec}"]
deal 1 dealer A trump c
position lead B <30-51> tricks 2-2
B: Ks Qs Ac -- --
"""


def game_of(text: str) -> Game:
    [game] = read(text)
    return game


def judged(text: str) -> Judgement:
    return judge(game_of(text))


def codes(judgement: Judgement) -> list[str]:
    return [finding.code.id for finding in judgement.findings]


@pytest.mark.parametrize("spec", ["schnapsen-tompa", "schnapsen claim=auto"])
@pytest.mark.parametrize(
    "trick",
    ["20s", "20s out", "20s Qs", "20s Ks", "20 Qs", "20 Ks", "20s Qs out", "20s B: Qs B: out", "20s --",
     "20s -- out", "20s Qs <30-71>", "20s Qs {led}", "20s Qs (Ks)", "20s ~Ac Qs"],
)  # fmt: skip
def test_the_card_that_carries_the_marriage_is_right_and_changes_nothing(trick: str, spec: str) -> None:
    judgement = judged(f"{MIDDLE.format(spec=spec)}5. {trick}\n= B 2 by out (30-71)\n")
    assert codes(judgement) == []
    assert judgement.score == (0, 2)


@pytest.mark.parametrize(
    ("trick", "code"),
    [("20s Ac", "R250"), ("20s Qs Ac", "R250"), ("20s Qs Ks", "R250"), ("20s Qs A: As", "R250"),
     ("20s Qs out out", "R250"), ("20s out Qs", "R250"), ("20s Qs resign", "R250"), ("20s Qs\n6. Ac", "R250"),
     ("20s A: Qs", "X104"), ("20s Qs A: out", "X104")],
)  # fmt: skip
def test_anything_else_after_it_is_refused_and_changes_nothing(trick: str, code: str) -> None:
    judgement = judged(f"{MIDDLE.format(spec='schnapsen-tompa')}5. {trick}\n= B 2 by out (30-71)\n")
    assert codes(judgement) == [code]
    assert judgement.score == (0, 2)


def test_where_only_the_king_may_be_led_the_queen_carries_nothing() -> None:
    start = MIDDLE.format(spec="schnapsen claim=auto marriage-lead=king")
    assert codes(judged(f"{start}5. 20s Ks\n")) == []
    assert codes(judged(f"{start}5. 20s Qs\n")) == ["R250"]


WHOLE = """%SGN 1
[Rules "{spec}"]
deal 1 dealer A trump Js
A: Td Ah Jd Ac Ad 9s
B: As 9c Qs Ks Kd 9h
talon: Th Qc Jc 9d Jh Kc Kh Qd Tc Qh Ts Js
1. As 9s
2. 9c Ad
3. Kd Qc
4. Jc Jd
5. {play}
= B 3 by out (0-73)
"""
PARTNERS = """%SGN 1
[Rules "{spec}"]
deal 1 dealer D trump h
A: Ah Ks Qs As Ts Js
B: Th Jh Ac Tc 9c Ad
C: Kh Qh 9h Kc Qc Jc
D: 9s Td Kd Qd Jd 9d
1. Ah Th 9h Td
2. {play}
= AC 3 by out
"""
BY_MARRIAGE = "sixty-six claim=auto"
BY_KING = f"{BY_MARRIAGE} marriage-lead=king"
OF_FOUR = "santase-four claim=auto"


@pytest.mark.parametrize(
    ("form", "spec", "right", "wrong"),
    [
        (WHOLE, BY_MARRIAGE, "40s|40s Ks|40s Qs|40s B: Qs|40s out|40s Ks out|40s Ks B: out",
         "40s As|40s Kh|40s 9h|40s Js|40s A: Ks|40s Ks Qs|40s Ks Ks|40s out Ks|40s Ks out out|40s Ks A: out|"
         "40s Ks 9d"),
        (WHOLE, BY_KING, "40s Ks", "40s Qs"),
        (PARTNERS, OF_FOUR,
         "C: 40h|20s C: 40h|20s C: 40h Ks|20s C: 40h Qs out|C: 40h C: out|C: 40h A: out|20s C: 40h Ks C: out|"
         "20s C: 40h Ks A: out",
         "C: 40h As|C: 40h Ks|C: 40h C: Kh|20s C: 40h As|20s C: 40h C: Kh|20s C: 40h B: out|"
         "20s C: 40h Ks Qs|20s C: 40h Ks B: out|20s C: 40h Ks D: out"),
        (PARTNERS, f"{OF_FOUR} marriage-lead=king", "20s C: 40h Ks", "20s C: 40h Qs"),
    ],
)  # fmt: skip
def test_the_oracle_of_records_knows_the_card_and_what_is_none(
    form: str, spec: str, right: str, wrong: str
) -> None:
    for words, fits in ((right, True), (wrong, False)):
        for play in words.split("|"):
            text = form.format(spec=spec, play=play)
            assert is_true(text) == judged(text).ok == fits, play


def last_marriages(spec: str, most: int) -> list[tuple[Record, DealRecord]]:
    """Deals by chance, each a record of its own, that end with a marriage and without its card."""
    found = []
    for seed in range(500):
        record = random_record(spec, random.Random(f"{spec} {seed}"), noted=False)
        for deal in record.deals:
            last = deal.tricks[-1]
            if last.plies[-1].plays and any(actions.is_marriage(ply.action) for ply in last.plies[-2:-1]):
                last = replace(last, plies=last.plies[:-1])
            if actions.is_marriage(last.plies[-1].action):
                tags = tuple(tag for tag in record.tags if tag.name == "Rules")
                score = deal.result and replace(deal.result, score=())
                deal = replace(deal, number=1, tricks=(*deal.tricks[:-1], last), result=score)
                found.append((Record(tags), deal))
        if len(found) >= most:
            return found
    raise AssertionError("too few deals end with a marriage")


def with_card(head: Record, deal: DealRecord, rank: int) -> Record:
    """The record with the card of its last marriage."""
    last = deal.tricks[-1]
    led = Ply(card(Suit(last.plies[-1].action - actions.MARRIAGE), rank))
    return replace(
        head, deals=(replace(deal, tricks=(*deal.tricks[:-1], replace(last, plies=(*last.plies, led)))),)
    )


@pytest.mark.parametrize("spec", SELF_CLAIMING)
def test_with_its_card_a_deal_comes_to_what_it_does_without(spec: str) -> None:
    for head, deal in last_marriages(spec, 6):
        bare = judged(write(replace(head, deals=(deal,))))
        assert not bare.errors
        for rank in (KING, QUEEN):
            whole = judged(write(with_card(head, deal, rank)))
            assert [f.code for f in whole.findings] == [f.code for f in bare.findings]
            assert whole.deals[0].result == bare.deals[0].result
            assert (whole.score, whole.deals[0].tricks_won) == (bare.score, bare.deals[0].tricks_won)


@pytest.mark.parametrize("spec", SELF_CLAIMING)
def test_the_card_lies_on_the_table_at_the_end_of_the_replay(spec: str) -> None:
    for head, deal in last_marriages(spec, 3):
        record = with_card(head, deal, QUEEN)
        led = record.deals[0].tricks[-1].plies[-1].action
        before, last, end = frames(account(judged(write(record)), 1))[-3:]
        assert (before.kind, last.kind, end.kind) == (FrameKind.MARRIAGE, FrameKind.PLAY, FrameKind.END)
        assert last.layout.trick == ((last.seat, led),)
        assert led in before.layout.hands[last.seat]
        assert led not in last.layout.hands[last.seat]
        assert last.layout.points == before.layout.points


def last_actions(text: str) -> list[int]:
    draft = game_of(text).draft
    return [ply.action for ply in draft.deals[0].tricks[-1].plies] if draft else []


@pytest.mark.parametrize("name", ["bummerl", "painsi", "decorator", "json"])
def test_the_card_survives_a_round_trip_through_every_log_that_names_it(name: str) -> None:
    log = FORMATS[name]
    spec = log.spec or "schnapsen claim=auto"
    for head, deal in last_marriages(spec, 4):
        for rank in (KING, QUEEN):
            text = write(with_card(head, deal, rank))
            there = convert(text.encode(), FORMATS["sgn"], log)
            assert not [entry for entry in there.report if entry.part is None]
            back = convert(there.data, log, FORMATS["sgn"]).data.decode()
            assert last_actions(back) == last_actions(text)
