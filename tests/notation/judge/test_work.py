"""A limit on work: it holds for everything within it, and what it leaves unjudged accuses nobody."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pytest

from notation import Game, Judgement, read, write
from notation.findings import Finding, catalogue
from notation.judge import judge
from notation.judge.incomplete import MAX_WORLDS
from notation.judge.match import OVER_LIMIT
from notation.limits import Budget, SpentError, check, limited, spend
from notation.rulings.comparison import compare_rules
from notation.rulings.dispute import disputes
from notation.rulings.inference import infer
from notation.rulings.ledger import account, judge_in_full
from referee.rulesets import PRESETS
from tests.support.corpus import SAMPLES
from tests.support.games import random_record
from viewer.limits import judge_record

BLANK: Final = "".join(f"{number}. -- --\n" for number in range(1, 6))
"""A deal of nothing but unknown cards, which weighs about as many states as one may."""


def blanks(deals: int) -> Game:
    text = "".join(f"deal {number} dealer B trump d\n{BLANK}" for number in range(1, deals + 1))
    return next(read("%SGN 1\n" + text))


def match(seed: int, spec: str = "santase target=21", deals: int = 8) -> Game:
    record = random_record(spec, random.Random(seed), noted=False, most_deals=deals)
    return next(read(write(record)))


def cost(question: Callable[[], object]) -> int:
    """The work that a question takes."""
    with limited(10**9) as budget:
        question()
    return budget.units - budget.left


def unjudged(judgement: Judgement) -> list[int]:
    """The deals that a limit left unjudged."""
    return [
        finding.deal
        for finding in judgement.findings
        if finding.code is catalogue.CANNOT_DECIDE and (finding.facts or {})["why"] == OVER_LIMIT
    ]


def test_limits_hold_one_within_the_other_and_for_what_is_within_alone() -> None:
    spend(10**9)
    with limited(10) as outer:
        with limited(4) as inner:
            spend(4)
            with pytest.raises(SpentError):
                spend()
            with pytest.raises(SpentError):
                check()
        assert (inner.left, outer.left) == (-1, 5)
        check()
        with pytest.raises(SpentError), limited(100):
            spend(6)
        with pytest.raises(SpentError):
            check()
    check()
    assert Budget(3).left == 3


def unrepaired(finding: Finding) -> str:
    """A finding without its repairs, which are looked for with what a limit leaves."""
    return str(replace(finding, repairs=(), is_explained=False))


@pytest.mark.slow
def test_of_what_a_limit_leaves_unjudged_nothing_else_is_said() -> None:
    """Whatever the limit: what was judged is as without it, and the rest has no result and accuses nobody."""
    games = [match(seed) for seed in range(4)] + [blanks(3)]
    games += [game for path in SAMPLES[:12] for game in read(path.read_bytes())]
    for game in games:
        whole = judge(game)
        if whole.rules is None:
            continue
        needed = cost(partial(judge, game))
        for units in (0, needed // 3, needed // 2, needed - 1):
            with limited(units):
                found = judge(game)
            left = unjudged(found)
            assert left == list(range(len(found.deals) - len(left) + 1, len(found.deals) + 1))
            if not left:  # only repairs were still looked for
                assert list(map(unrepaired, found.findings)) == list(map(unrepaired, whole.findings))
            judged = len(found.deals) - len(left)
            assert found.deals[:judged] == whole.deals[:judged]
            for deal, of in zip(found.deals[judged:], game.readable.deals[judged:], strict=False):
                assert (deal.number, deal.dealer) == (of.number, of.dealer)
                assert deal.stopped
                assert (deal.result, deal.trusted, deal.tricks, deal.game_points) == (None, None, [], 0)
            told = [unrepaired(finding) for finding in whole.findings if finding.deal <= judged]
            said = [finding for finding in found.findings if finding.deal not in left]
            assert all(unrepaired(finding) in told for finding in said)
            assert not any(finding.is_error for finding in found.findings if finding.deal in left)
        with limited(needed):
            assert list(map(unrepaired, judge(game).findings)) == list(map(unrepaired, whole.findings))
        with limited(2 * needed):  # repairs may cost half of what is left
            assert judge(game).findings == whole.findings


def test_a_result_and_a_score_that_stand_behind_unjudged_deals_are_not_called_wrong() -> None:
    text = '%SGN 1\n[Result "0-7"]\n'
    for number in range(1, 4):
        text += f"deal {number} dealer {'BA'[number % 2]} trump d\n{BLANK}= A 3 score 9-{number}\n"
    with limited(100):
        found = judge(next(read(text)))
    assert found.errors == 0
    assert found.score == (0, 0)


@pytest.mark.parametrize("seed", range(2))
def test_a_question_over_many_rule_sets_is_answered_wholly_or_not_at_all(seed: int) -> None:
    game = match(seed, deals=2)
    questions: list[Callable[[], object]] = [
        lambda: compare_rules(game),
        lambda: infer(game),
        lambda: disputes(next(read(disputed)), 1, PRESETS["santase"]),
    ]
    disputed = write(game.record).replace("\n2. ", ' @dispute("A 3")\n2. ', 1)  # type: ignore[arg-type]
    for question in questions:
        whole, needed = question(), cost(question)
        assert needed > 100
        for units in (0, needed // 2, needed - 1):
            with limited(units), pytest.raises(SpentError):
                question()
        with limited(needed):
            assert repr(question()) == repr(whole)


def test_the_ruling_of_a_deal_that_was_judged_stands_beside_unjudged_ones() -> None:
    game = match(1)
    needed = cost(lambda: judge(game))
    with limited(needed // 2):
        found = judge_in_full(game, PRESETS["santase"])
    left = unjudged(found)
    assert 0 < len(left) < len(found.deals)
    assert account(found, 1).played
    last = account(found, len(found.deals))
    assert (last.played, last.entries) == ((), ())


@pytest.mark.slow
def test_many_deals_of_unknown_cards_share_one_limit() -> None:
    assert cost(lambda: judge(blanks(1))) <= 3 * MAX_WORLDS
    alone = cost(lambda: judge(blanks(1)))
    another = cost(lambda: judge(blanks(2))) - alone
    assert cost(lambda: judge(blanks(10))) == alone + 9 * another
    with limited(3 * alone) as budget:
        assert len(unjudged(judge(blanks(90)))) in (87, 88)
    assert budget.left < 0 <= budget.left + alone


@pytest.mark.parametrize("game", [match(5), blanks(2)])
def test_a_record_is_judged_as_alone_or_not_at_all_whatever_came_before_it(game: Game) -> None:
    """What is left of the work for a request is no reason to leave some deals of a record unjudged."""
    alone, whole = judge_record(game).findings, cost(lambda: judge_record(game))
    for left in (0, 1, whole // 2, whole - 1):
        with pytest.raises(SpentError), limited(left):
            judge_record(game)
    with limited(whole):
        assert judge_record(game).findings == alone
