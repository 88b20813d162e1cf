"""Marriages that a scribe wrote after their card: reported once, and never the reason for a wrong verdict."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from notation import Judgement, read, write
from notation.formats import FORMATS, ReportKind, convert
from notation.judge import judge
from notation.record.model import DealRecord, Ply, Record, Trick, Variation
from notation.replay.frame import frames
from notation.rulings.answers import ruling_sentence
from notation.rulings.dispute import answer_claims
from notation.rulings.ledger import EntryKind, account
from referee import actions
from referee.cards import NOBODY, PACK, Seat, suit_of
from referee.decisions import Announcer
from referee.rulesets import PRESETS
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.sizes import sizes
from tests.support.tables import rules_of
from viewer.documents.languages import language

pytestmark = pytest.mark.usefixtures("few_repairs")

SPECS = (*PRESETS, "schnapsen claim-window=lead", "santase claim=auto", "sixty-six marriage-count=next-trick")
BASE = """%SGN 1
[Rules "santase"]

deal 1 dealer B trump Qh
A: Ah Th Kh Qs Td Jd
B: Jh Ts Ad Qd Qc 9c
talon: As Js Ks 9h 9d Jc Ac 9s Kc Tc Kd Qh
1. Jd Ad
2. Ts Kh
3. close Th 9h
4. Td Qd
5. Ah Jh
"""


def judged(text: str) -> Judgement:
    [game] = read(text)
    return judge(game)


def codes(text: str) -> list[str]:
    return [finding.code.id for finding in judged(BASE + text).findings]


@pytest.mark.parametrize(
    "trick", ["Qs 20s out", "Qs 20 out", "Qs(20) out", "Qs (20s) out", "A: Qs A: 20 out"]
)
def test_a_claim_that_needs_the_marriage_is_not_decided(trick: str) -> None:
    judgement = judged(f"{BASE}6. {trick}\n= A 2 by out (70-13) score 2-0\n")
    assert [finding.code.id for finding in judgement.findings] == ["X130", "N304", "N303"]
    assert judgement.score == (2, 0), "the stated result is counted on trust"
    assert judgement.deals[0].result is None
    assert "depends on a marriage" in judgement.findings[1].message


def test_where_both_readings_agree_the_deal_is_decided() -> None:
    tricks = "6. Qs 20s As\n7. Qc Ks\n8. Ac 9c\n9. 9d 9s\n"
    text = BASE.replace("3. close Th 9h", "3. Th 9h").replace("5. Ah Jh", "5. Ah Jh")
    before = judged(text + tricks.replace("Qs 20s", "20s Qs"))
    after = judged(text + tricks)
    assert [f.code.id for f in after.findings if f.code.id != "X130"] == [f.code.id for f in before.findings]


def test_points_that_are_stated_with_the_marriage_or_without_it_are_both_let_pass() -> None:
    for stated in ("<50-13>", "<70-13>"):
        assert codes(f"6. Qs 20s {{the play stops here}} {stated}\n") == ["X130"]


def test_a_variation_that_plays_on_is_one() -> None:
    assert "X130" not in codes("6. Qs (20s Qs) As\n")


WAYS = ("after the card", "in brackets", "after the reply")


def moved(deal: DealRecord, way: str) -> DealRecord:
    """A deal with its marriages in another place."""
    return replace(deal, tricks=tuple(_moved(trick, way) for trick in deal.tricks))


def _moved(trick: Trick, way: str) -> Trick:
    """A trick with its leader's marriage in another place, unless his partner has announced one, too."""
    plies = trick.plies
    if sum(actions.is_marriage(ply.action) for ply in plies) > 1:
        return trick
    for at, (marriage, led) in enumerate(pairwise(plies)):
        if actions.is_marriage(marriage.action) and marriage.seat == NOBODY and led.plays:
            marriage = replace(marriage, notes=())
            if way == "in brackets":
                note = Variation((Trick(-1, (), (marriage,)),))
                return replace(trick, plies=(*plies[:at], replace(led, notes=(note,)), *plies[at + 2 :]))
            replied = at + 2 + (way == "after the reply" and len(plies) > at + 2 and plies[at + 2].plays)
            return replace(trick, plies=(*plies[:at], *plies[at + 1 : replied], marriage, *plies[replied:]))
    return trick


def reads_as_a_reply(deal: DealRecord) -> bool:
    """Whether a marriage that is written after its card might be that of the next player."""
    return any(
        actions.is_marriage(marriage.action) and suit_of(led.played) == suit_of(reply.played)
        for trick in deal.tricks
        for marriage, led, reply in zip(trick.plies, trick.plies[1:], trick.plies[2:], strict=False)
        if led.plays and reply.plays
    )


def may_be_of_the_next(deal: DealRecord) -> bool:
    """Whether a marriage ends a trick without a card of it: it may be announced by who leads next."""
    return any(
        actions.is_marriage(trick.plies[-1].action)
        and trick.plies[-1].action
        not in {actions.marriage(suit_of(ply.played)) for ply in trick.plies if ply.plays}
        for trick in deal.tricks
    )


def slipped(spec: str, seed: int) -> list[tuple[Record, ...]]:
    """Games of one deal with a marriage: as they were, and with the slip in every way."""
    rng = random.Random(f"{spec} {seed}")
    whole = random_record(spec, rng, noted=False)
    tags = tuple(tag for tag in whole.tags if tag.name == "Rules")
    found = []
    for deal in whole.deals:
        deal = replace(deal, number=1, result=deal.result and replace(deal.result, score=()))
        announced = [ply for trick in deal.tricks for ply in trick.plies if actions.is_marriage(ply.action)]
        if rules_of(spec).marriage_who is Announcer.TURN and (len(announced) > 1 or reads_as_a_reply(deal)):
            continue  # whose it is cannot always be seen
        slips = [moved(deal, way) for way in WAYS]
        if slips[0] != deal and not any(map(may_be_of_the_next, slips)):
            found.append(tuple(Record(tags, (each,)) for each in (deal, *slips)))
    return found


@pytest.mark.slow
@for_each(SPECS, one_in=14, sizes=(12, 150), parts=7)
def test_a_slip_never_accuses_and_never_turns_the_verdict(spec: str, size: int) -> None:
    games = 0
    for seed in range(size):
        for record, *spoilt in slipped(spec, seed):
            right = judged(write(record))
            errors = {finding.code.id for finding in right.findings if finding.is_error}
            assert not errors
            games += 1
            for other in spoilt:
                wrong = judged(write(other))
                told = [finding.code.id for finding in wrong.findings]
                assert {f.code.id for f in wrong.findings if f.is_error} == {"X130"}, write(other)
                one, two = right.deals[0].result, wrong.deals[0].result
                assert two is None or (one is not None and two[:3] == one[:3])
                assert (two is None) == ("N304" in told)
                paid = not wrong.rules or wrong.rules.mp_all_pay  # who pays how much is not always stated
                assert wrong.score == right.score or (paid and wrong.is_open)
                assert frames(account(wrong, 1))
    assert games


def is_late(ply: Ply, trick: Trick) -> bool:
    """Whether a marriage is that of the card led before it."""
    led = trick.plies[0]
    return led.plays and ply.action == actions.marriage(suit_of(led.played))


def marked(record: Record, leaders: dict[int, Seat]) -> Iterator[Record]:
    """A record with marriages after their cards: as it is, marked irregular, and with its player named."""
    [deal] = record.deals

    def changed(change: Callable[[Ply, Trick], Ply]) -> Record:
        tricks = (
            replace(
                trick, plies=tuple(change(ply, trick) if is_late(ply, trick) else ply for ply in trick.plies)
            )
            for trick in deal.tricks
        )
        return replace(record, deals=(replace(deal, tricks=tuple(tricks)),))

    yield record
    yield changed(lambda ply, _: replace(ply, irregular=True))
    yield changed(lambda ply, trick: replace(ply, seat=leaders[trick.number]))


@pytest.mark.slow
@sizes(1, 4)
@pytest.mark.parametrize("spec", ["santase", "schnapsen", "sixty-six"])
def test_after_its_card_a_marriage_does_not_count_and_all_that_is_said_agrees(spec: str, size: int) -> None:
    seen = 0
    for seed in range(size):
        for whole, *spoilt in slipped(spec, seed):
            right = judged(write(whole))
            leaders = {trick.number: trick.leader for trick in right.deals[0].tricks}
            # With its player named, one after the reply may be the first act of the next trick.
            for record in (*marked(spoilt[0], leaders), *islice(marked(spoilt[2], leaders), 2)):
                game = judged(write(record)).game
                assert right.rules
                found = account(judge(game), 1)
                late = [
                    (ply, trick)
                    for trick in record.deals[0].tricks
                    for ply in trick.plies
                    if is_late(ply, trick)
                ]
                counted = [entry.announced for entry in found.entries if entry.kind is EntryKind.MARRIAGE]
                end = found.played[-1].after
                for ply, trick in late:
                    if trick.number > found.played[-1].path.trick:
                        continue
                    seen += 1
                    assert trick.number not in counted, write(record)
                    claims = [
                        f"the {ply.value} at trick {trick.number} does not count",
                        f"the {ply.value} at trick {trick.number} counts",
                        f"somebody announced the marriage too late (trick {trick.number})",
                    ]
                    verdicts = [each.verdict.value for each in answer_claims(game, 1, right.rules, claims)]
                    assert verdicts == ["right", "wrong", "right"], (write(record), verdicts)
                sides = [found.total(side) for side in found.rules.sides]
                if end.result is None and end.frozen < 0:
                    assert sides == list(end.points)
                answer = ruling_sentence(language("en"), found)
                for marriage in found.late_marriages:
                    assert f"at trick {marriage.trick} stands after its card and does not count" in answer
                    assert ("only written late" in answer) == (not marriage.irregular)
                    assert "Not all card points" not in answer
    assert seen >= size or size < 4


def test_a_marriage_named_after_the_reply_came_too_late() -> None:
    text = (
        "%SGN 1\ndeal 1 dealer B trump h\n1. Qs Th\n2. Ts 9d\n3. Ac Kh\n4. 9h Qd\n5. Qc As A: 20c\n6. Kc Ah\n"
    )
    [game] = read(text)
    rules = PRESETS["santase"]
    late, counts = answer_claims(game, 1, rules, ["the marriage came too late", "the 20 counts"])
    assert (late.verdict.value, counts.verdict.value) == ("right", "wrong")


def test_a_log_does_not_put_right_what_the_record_left_open() -> None:
    text = f"{BASE}6. Qs 20s out\n= A 2\n"
    for name in ("decorator", "csv-tricks"):
        done = convert(text.encode(), FORMATS["sgn"], FORMATS[name])
        assert [entry.kind for entry in done.report if entry.kind is ReportKind.LEFT_OUT]
        assert not done.data
    [game] = read(text)
    assert game.record
    assert write(game.record) == text


def test_a_marriage_without_suit_after_its_card_has_the_suit_of_that_card() -> None:
    [game] = read(f"{BASE}6. Qs 20 As\n")
    assert game.record
    assert [ply.action for ply in game.record.deals[0].tricks[-1].plies] == [
        ply.action for ply in (Ply(PACK[2]), Ply(actions.MARRIAGE), Ply(PACK[5]))
    ]


def test_behind_the_end_of_the_judged_play_a_marriage_in_reply_is_no_slip() -> None:
    """In trick 7 a card is played that another holds; in trick 9 the last player announces with his queen."""
    text = """%SGN 1
[Rules "gaigel-three"]

deal 1 dealer C trump Js
A: Ts Ts Qh 7d Td
B: Ks Th Ad Tc Qd
C: Qd Ac Kc Ks Kd
talon: 7s 7h Td 7c Jd Qs Jh Ad Jh Qc Th Ah Jd As Qh 7d Jc 7c Ah As Tc Jc Qc Kc Kh Kd Qs 7s 7h Ac Kh Js Js
0. bid hoeher-hat
1. [7d] [Th] [Qd]
2. Kd 7h Ks
3. Qd Ac Ts
4. Td 7c exchange Jh
5. Ts Tc Kc
6. Jd As Ks
7. Jd Ad Qs
8. Jh Th Qh
9. As Qc 20c Qc
"""
    assert [finding.code.id for finding in judged(text).findings if finding.is_error] == ["R204"]


def test_a_marriage_in_brackets_is_found_once_though_more_is_said_in_its_trick() -> None:
    """Instead of the marriage the claim after it was given its player, in an endless loop."""
    text = """%SGN 1
[Rules "gaigel-four"]

deal 1 dealer D trump Th
0. bid andere-alte
1. [Ad] [Ts] [Js] [Qd]
2. Qh (40h) 7d Ks Ts out
"""
    assert "X130" in [finding.code.id for finding in judged(text).findings]
