"""Cards that are not recorded: the judgement of a record with gaps is correct, and inferences are found.

True deals are played by chance with the referee, irregular ones among them, written with all that happened,
and blanked here and there; the truth is kept beside them.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from notation import Finding, Judgement, read, write
from notation.judge import judge, judge_under
from notation.judge.judgement import DealJudgement
from notation.limits import limited
from notation.record.model import HIDDEN, UNRECORDED, DealRecord, Ply, Record, Span, Tag
from notation.rulings import certainties
from referee.cards import BIT, FOLLOW, Card, suit_of
from referee.rulesets import PRESETS
from tests.support.completions import FAULTY, completions, faulty_deal, outcome, with_blanks
from tests.support.each import for_each
from tests.support.gaps import (
    REVOKES,
    SPECS,
    PlayingHabits,
    ShownPlay,
    Truth,
    any_spec,
    blanked,
    drawless,
    gap,
    true_match,
)
from tests.support.plain import PLAIN
from tests.support.sizes import Size

pytestmark = pytest.mark.usefixtures("few_repairs")

DEALS: Final = Size("DEALS", 20_000)
MATCHES: Final = DEALS.share(1_300)
"""True matches for each rule set and way of playing."""


def judged(record: Record) -> tuple[str, Judgement]:
    text = write(record)
    [game] = read(text)
    assert game.record == record, text
    return text, judge(game)


def told(judgement: Judgement) -> str:
    return "\n".join(f"{f.span.line}:{f.span.column} {f.code.id} {f.message}" for f in judgement.findings)


def plays_of(entry: DealJudgement) -> list[tuple[int, Card]]:
    return [(event.seat, event.card) for trick in entry.tricks for event in trick.events if event.ply.plays]


def untruths(judgement: Judgement, deals: Sequence[Truth], faulty: Collection[int] = ()) -> Iterator[str]:
    """What the judge says and is not so; that something may not be announced is so.

    What hangs on such an announcement is not asked: the card points, who won then, which cards it proves.
    In the ``faulty`` deals something is wrong whatever the unknown cards are.
    """
    for finding in judgement.findings:
        if finding.code.id == "X135" and finding.deal in faulty:
            continue
        if finding.is_error and finding.code.point.partition(".")[0] not in ("marriage", "exchange"):
            yield f"{finding.code.id}: {finding.message}"
    doubted = {f.deal for f in judgement.findings if f.code.id == "N304" and "held" in f.message}
    sure = certainties(judgement)
    for entry, truth, certainty in zip(judgement.deals, deals, sure, strict=True):
        result, true = entry.result if certainty.certain else None, truth.result
        if result is not None:
            if (result.winner, result.reason) != (true.winner, true.reason):
                yield f"deal {entry.number}: {result}, in truth {true}"
            if entry.game_points != truth.game_points:
                yield f"deal {entry.number}: {entry.game_points} game points, in truth {truth.game_points}"
            if result.card_points not in ((), true.card_points) and entry.number not in doubted:
                yield f"deal {entry.number}: {result.card_points}, in truth {true.card_points}"
        if entry.number in doubted:
            continue
        for at, (seat, card) in enumerate(plays_of(entry)):
            true_seat, true_card, *_ = truth.shown[at]
            if seat != true_seat:
                yield f"deal {entry.number}: play {at} by {seat}, in truth by {true_seat}"
                break
            if card not in (UNRECORDED, HIDDEN, true_card):
                yield f"deal {entry.number}: play {at} is {card}, in truth {true_card}"
                break
        winners = [trick.winner for trick in entry.tricks if trick.winner >= 0]
        if winners != truth.winners[: len(winners)]:
            yield f"deal {entry.number}: tricks to {winners}, in truth {truth.winners}"


HABITS: Final = {
    "legal": PlayingHabits(),
    "resigned": PlayingHabits(resign=1),
    "revokes": PlayingHabits(revoke=15),
    "irregular": PlayingHabits(irregular=4),
    "bluffs": PlayingHabits(bluff=50),
}


@for_each(product(SPECS, HABITS), one_in=30)
def test_a_true_record_is_never_found_wrong(spec: str, table: str) -> None:
    rng = random.Random(f"{spec} {table}")
    found: list[str] = []
    decided = 0
    for _ in range(MATCHES):
        record, deals = true_match(spec or any_spec(rng), rng, HABITS[table], most=4)
        whole, judgement = judged(record)
        wrong = list(untruths(judgement, deals))
        assert not wrong, f"{wrong}\n{whole}\n{told(judgement)}"
        faulty = {finding.deal for finding in judgement.findings if finding.is_error}
        for _ in range(3):
            spoilt = replace(record, deals=tuple(blanked(deal, rng) for deal in record.deals))
            text, judgement = judged(spoilt)
            decided += sum(entry.result is not None for entry in judgement.deals)
            for untruth in untruths(judgement, deals, faulty):
                found.append(f"{untruth}\n{text}\n{told(judgement)}\nin truth:\n{whole}")
    assert not found, f"{len(found)} untruths, among them\n" + "\n\n".join(found[:3])
    assert decided > 40 or not DEALS.is_full


@pytest.mark.parametrize("name", ["sixty-six-three", "santase-three"])
def test_a_draw_that_the_play_does_not_decide_is_dealt_again_by_the_same_dealer(name: str) -> None:
    deals = "deal 1 dealer B trump d\n1. Qs Ks --\n= draw\n\ndeal 2 dealer {}\n"
    found = {
        dealer: [
            finding.code.id
            for game in read(f'%SGN 1\n[Rules "{name}"]\n\n{deals.format(dealer)}')
            for finding in judge(game).findings
            if finding.is_error
        ]
        for dealer in "ABC"
    }
    assert found == {"A": ["R260"], "B": [], "C": ["R260"]}


# Revokes that come to light later.


def proves(shown: ShownPlay, card: Card) -> bool:
    """Whether holding this card beside the one that was played makes the play a revoke."""
    deal = shown.before
    hand = BIT[shown.card] | BIT[card]
    suit = hand & FOLLOW[deal.lead]
    trumps = hand & deal.trumps
    beating = deal.beats[deal.best]
    return not (suit & beating or suit or trumps & beating or trumps or hand) & BIT[shown.card]


def plies_of(deal: DealRecord) -> list[Ply]:
    return [ply for trick in deal.tricks for ply in trick.plies if ply.plays]


def cut(deal: DealRecord, draws: bool) -> DealRecord:
    """The deal without its hands and talon."""
    suit = deal.suit if deal.trump is None else suit_of(deal.trump)
    tricks = deal.tricks if draws else tuple(map(drawless, deal.tricks))
    return replace(deal, hands=(), talon=None, trump=None, suit=suit, tricks=tricks)


def until(deal: DealRecord, last: Ply) -> DealRecord:
    """The deal as far as one action."""
    tricks = []
    for trick in deal.tricks:
        at = next((at for at, ply in enumerate(trick.plies) if ply is last), None)
        tricks.append(trick if at is None else replace(trick, plies=trick.plies[: at + 1]))
        if at is not None:
            break
    return replace(deal, tricks=tuple(tricks), result=None)


def revokes_found(judgement: Judgement) -> dict[Span, Finding]:
    found = {}
    for finding in judgement.findings:
        rule = (finding.facts or {}).get("rule", finding.code.id)
        if rule in REVOKES:
            found[finding.span] = finding
    return found


@pytest.mark.slow
@for_each(product(SPECS, [True, False]), one_in=12)
def test_a_revoke_that_comes_to_light_is_found(spec: str, marks: bool) -> None:
    rng = random.Random(f"{spec} {marks}")
    count: Counter[str] = Counter()
    for _ in range(DEALS.share(440)):
        table = PlayingHabits(revoke=20, close=rng.choice((0, 60)), out=0, marks=marks)
        record, [truth] = true_match(spec or any_spec(rng), rng, table, most=1)
        draws = rng.random() < 0.5
        spoilt = cut(truth.record, draws)
        text, judgement = judged(replace(record, deals=(spoilt,)))
        found = revokes_found(judgement)
        assert judgement.game.record is not None
        [again] = judgement.game.record.deals
        plies = plies_of(again)
        where = {ply.span: at for at, ply in enumerate(plies)}
        for at, (ply, shown) in enumerate(zip(plies, truth.shown, strict=True)):
            finding = found.pop(ply.span, None)
            if shown.ruling is None:
                assert finding is None, f"{ply.span} is no revoke\n{text}\n{told(judgement)}"
                continue
            later = [n for n in range(at + 1, len(plies)) if truth.shown[n].seat == shown.seat]
            proofs = [n for n in later if proves(shown, truth.shown[n].card)]
            kind = "closed" if shown.before.closer >= 0 else "exhausted"
            count[f"{kind} {shown.ruling.code.id}, {'in sight' if proofs else 'out of sight'}"] += 1
            if not proofs:
                continue
            assert finding is not None, f"the revoke at {ply.span} is not found\n{text}\n{told(judgement)}"
            if finding.related is None:
                _, sooner = judged(replace(record, deals=(until(again, ply),)))
                if ply.span in revokes_found(sooner):
                    count["known before"] += 1
                else:  # by an announcement that nobody could know to be correct then
                    doubts = [f.span for f in sooner.findings if f.code.id == "N304"]
                    plies_too = (p for trick in again.tricks for p in trick.plies)
                    announced = [p for p in plies_too if not p.plays]
                    assert any(p.span in doubts for p in announced), f"no place proves {ply.span}\n{text}"
                    count["known by an announcement"] += 1
            else:
                assert where[finding.related.span] in proofs, f"{finding.related} proves nothing\n{text}"
        assert not found, f"{list(found)}\n{text}"
    print(f"\n{spec or 'any'}: {dict(sorted(count.items()))}")
    assert sum(number for what, number in count.items() if "in sight" in what) > 5 or not DEALS.is_full


# What nothing but the gap can be.


def summary(judgement: Judgement) -> list[object]:
    """A judgement without its places."""
    findings = [(f.code.id, f.deal, f.trick, f.seat, f.message) for f in judgement.findings]
    deals = [
        (
            deal.result,
            deal.game_points,
            deal.card_points,
            deal.score,
            deal.stopped,
            [
                (trick.number, trick.leader, trick.winner, trick.points, event.seat, event.card, event.points)
                for trick in deal.tricks
                for event in trick.events
            ],
        )
        for deal in judgement.deals
    ]
    return [sorted(findings), deals, judgement.score, judgement.winner]


def lacking(deal: DealRecord, what: int) -> DealRecord:
    """A deal without one hand or, after the last of them, without its talon."""
    if what == len(deal.hands):
        return replace(deal, talon=None)
    return replace(deal, hands=tuple((seat, hand) for seat, hand in deal.hands if seat != what))


@pytest.mark.slow
@for_each(product(SPECS, [*HABITS, "unmarked"]), one_in=28)
def test_one_holding_that_is_missing_changes_nothing(spec: str, table: str) -> None:
    rng = random.Random(f"{spec} {table}")
    for _ in range(DEALS.share(3_300)):
        played_so = (
            PlayingHabits(revoke=15, irregular=4, marks=False) if table == "unmarked" else HABITS[table]
        )
        record, _ = true_match(spec or any_spec(rng), rng, played_so, most=3)
        text, whole = judged(record)
        for what in range(len(record.deals[0].hands) + 1):
            deals = tuple(lacking(deal, what) for deal in record.deals)
            other, judgement = judged(replace(record, deals=deals))
            assert summary(judgement) == summary(whole), f"{other}\n{told(judgement)}\n{text}\n{told(whole)}"


@pytest.mark.slow
@for_each(product(SPECS, ["legal", "revokes", "unmarked"]), one_in=14)
def test_one_unknown_play_of_a_deal_that_is_played_out_changes_nothing(spec: str, table: str) -> None:
    rng = random.Random(f"{spec} {table}")
    tried = 0
    while tried < DEALS.share(330):
        played_so = PlayingHabits(revoke=15 * (table != "legal"), marks=table != "unmarked", to_the_end=True)
        record, [truth] = true_match(spec or any_spec(rng), rng, played_so, most=1)
        if not truth.end.spent:
            continue
        text, whole = judged(record)
        for number, trick in enumerate(truth.record.tricks):
            for at, ply in enumerate(trick.plies):
                if ply.plays:
                    tried += 1
                    plies = (*trick.plies[:at], replace(ply, action=gap(rng)), *trick.plies[at + 1 :])
                    tricks = list(truth.record.tricks)
                    tricks[number] = replace(trick, plies=plies)
                    deal = replace(truth.record, tricks=tuple(tricks))
                    other, judgement = judged(replace(record, deals=(deal,)))
                    same = summary(judgement) == summary(whole)
                    assert same, f"{other}\n{told(judgement)}\n{text}\n{told(whole)}"


# What is wrong whatever the unknown cards are.

COMPLETED: Final = Size("COMPLETED", 20_000)
"""Records of which every completion is judged."""


@pytest.mark.slow
@pytest.mark.parametrize("spec", PLAIN)
def test_an_error_is_found_where_and_only_where_every_completion_has_one(spec: str) -> None:
    rng = random.Random(f"completions of {spec}")
    count: Counter[str] = Counter()
    otherwise: list[str] = []
    for _ in range(COMPLETED.share(len(PRESETS))):
        deal = with_blanks(faulty_deal(spec, rng), PRESETS[spec], rng)
        text, judgement = judged(Record((Tag("Rules", spec),), (deal,)))
        is_wrong = all(outcome(whole, PRESETS[spec]) == FAULTY for whole in completions(deal, PRESETS[spec]))
        found = {finding.code.id for finding in judgement.findings}
        is_found = any(finding.is_error and finding.code.id != "X115" for finding in judgement.findings)
        if is_found != is_wrong:
            otherwise.append(f"{'an' if is_found else 'no'} error is found in\n{text}\n{told(judgement)}")
        count["wrong in every completion"] += is_wrong
        count["wrong in different ways"] += "X135" in found
        if "N304" in found and not is_wrong:
            count["undecided"] += 1
            all_of_them = {outcome(whole, PRESETS[spec]) for whole in completions(deal, PRESETS[spec])}
            count["undecided without need"] += len(all_of_them) == 1
    assert not otherwise, f"{len(otherwise)} of them, such as\n" + "\n\n".join(otherwise[:3])
    print(f"\n{spec}: {dict(sorted(count.items()))}")


REVOKED = """%SGN 1
[Rules "schnapsen revoke=3"]
deal 1 dealer B trump Ac
A: As Qs -- Qh --
B: Jd Th Ks Kh Ad
talon: Ah Qd Tc -- Jc Kc Ts Kd Qc Ac
1. close Qh Th
2. Jd Qs
3. Ad As
4. Kh Js
"""
"""A holds Td or Jh."""


def test_what_is_wrong_in_each_completion_is_named() -> None:
    [error] = [finding for finding in judge(next(read(REVOKED))).findings if finding.is_error]
    assert (error.code.id, error.seat, error.span.line) == ("X135", 0, 10)
    assert error.message.endswith("in trick 2 if A held Td or in trick 4 if A held Jh")
    assert error.related is not None
    assert error.related.span.line == 8


def test_beyond_the_limit_of_the_search_nobody_is_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notation.judge.worlds.SEARCH_WORK", 5)
    assert "X135" not in [finding.code.id for finding in judge(next(read(REVOKED))).findings]


def test_the_search_counts_its_work_in_the_limit_of_the_caller() -> None:
    [game] = read(REVOKED)
    rules = judge(game).rules
    assert rules
    with limited(10_000) as budget:
        judge_under(game, rules)
    with limited(budget.spent - 1):
        [finding] = judge(game).findings
    assert "work limit" in finding.message
