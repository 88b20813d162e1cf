"""The steps of the arithmetic: whatever ends a deal, they decide it and come to what the result has."""

import random
import re
from collections.abc import Iterator, Mapping
from itertools import chain, product
from string import Formatter
from typing import Final

import pytest

from notation.specs.spec import OPTIONS, read_spec
from referee import arithmetic
from referee.actions import OUT, RESIGN
from referee.arithmetic import ArithmeticStep, Line
from referee.cards import SEATS, SEVENS, Seat, members, players_of
from referee.codes import Effect
from referee.deal import Deal
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.state import Reason, Result
from tests.support.auction import RULES as AUCTIONS
from tests.support.games import random_deal
from tests.support.sizes import sizes

NAMES: Final = {line: name for name, line in vars(arithmetic).items() if isinstance(line, Line)}
ELSEWHERE: Final = {"DRAW_BONUS", "DRAWS_BONUS", "CONTRACT_HELD", "CONTRACT_NOT_HELD"}
"""Steps of matches, and of a bid for which hardly any hand has the cards."""
TO_EACH: Final = {"PAYS", "SCORES"}
SETTLING: Final = ("claim_", "close_", "irr_", "last_", "score_", "tie_")
"""How the decisions begin that settling goes by."""
HIGHER: Final = {"FALSE_HIGHER", "CLOSER_HIGHER"}

LOSER: Final = "(SCHWARZ|SCHNEIDER|SINGLE|FALSE_AT_LIMIT)"
TIER: Final = f"((BASIS_CLOSE|BASIS_TOTAL|FROZEN|FROZEN_POINTS) )?{LOSER}"
FAILED: Final = f"(FAILED_FLAT|FAILED_TRICKLESS|FAILED_WITH_TRICK|FAILED_BY_CLOSER {LOSER})"
GAME: Final = "(GAME|GAME_TRICKLESS)"
FALSE: Final = (
    f"(FALSE_FLAT|(FROZEN )?(FALSE_TRICK|FALSE_TRICKLESS)|FALSE_PROPORTIONAL {TIER}|"
    f"FALSE_AT_LEAST {TIER} FALSE_HIGHER)( FALSE_BY_CLOSER {FAILED} CLOSER_HIGHER)?"
)
PLAYED_OUT: Final = (
    f"(BONUS )?(CLOSER_FAILED {FAILED}|DRAWN|SHARED|MOST(( {LOSER})? PAYS)+|"
    f"(HIGHER_TOTAL|TIE_BROKEN|LAST_TRICK) (EXHAUSTED_ONE|EXHAUSTED_BY_LOSER {LOSER}|{GAME}))"
)
CLAIMED: Final = (
    f"((BONUS_CLAIMED )?((OUT|OUT_FIRST|OUT_TOGETHER|OUT_BY_ITSELF) {TIER}|CLAIM_FALSE {FALSE}|"
    f"DEFENDER_OUT (DEFENDER_(FLAT|TRICK|TRICKLESS)|DEFENDER_AS_FAILED {FAILED})|"
    f"GAME_(OUT|OUT_TOGETHER|BY_ITSELF) {GAME}|GAME_CLAIM_FALSE FALSE_FLAT)|"
    f"(CLAIM_VOID|GAME_CLAIM_VOID) {PLAYED_OUT})"
)
GIVEN_UP: Final = (
    f"((RESIGNED|REVOKE_LOSES) ({TIER}|{FAILED}|{GAME}|CONTRACT_WORTH)|(REVOKE|WRONG_LEAD)_COSTS)"
)
CONTRACT: Final = "CONTRACT_(POINTS|ALL|NONE|HELD|NOT_HELD|SEVENS|TRICK|FEWER) CONTRACT_WORTH"
ORDERS: Final = {
    **dict.fromkeys((Reason.OUT, Reason.FALSE_OUT, Reason.DEFENDER_OUT), CLAIMED),
    **dict.fromkeys((Reason.TOTAL, Reason.LAST_TRICK, Reason.CLOSER_FAILED), f"({CLAIMED}|{PLAYED_OUT})"),
    **dict.fromkeys((Reason.RESIGNATION, Reason.FORFEIT), GIVEN_UP),
    **dict.fromkeys((Reason.MADE, Reason.FAILED), CONTRACT),
}
"""How the steps follow on one another by their names, for each reason of a result."""


def deals(name: str, number: int) -> Iterator[tuple[RuleSet, Deal]]:
    """Random deals under a rule set with any options, listened to, before each of their actions."""
    for seed in range(number):
        rng = random.Random(f"arithmetic {name} {seed}")
        rules = AUCTIONS[name] if name in AUCTIONS else settled_otherwise(name, rng)
        dealer = SEATS[seed % rules.seats]
        played = random_deal(rules, dealer, rng, silent=seed % 3 == 0)
        deal = played.start(rules, dealer)
        deal.steps = []
        for seat, action in played.done:
            yield rules, deal
            deal.do(action, seat)
        yield rules, deal


def settled_otherwise(name: str, rng: random.Random) -> RuleSet:
    """A rule set with any values of the options that settling goes by."""
    rules = PRESETS[name]
    for option in OPTIONS:
        if option.decision.startswith(SETTLING):
            name = f"{name} {option.word}={rng.choice([*(option.values or (10, 33))])}"
            changed = read_spec(name)
            if isinstance(changed, RuleSet):
                rules = changed
            else:
                name = name.rpartition(" ")[0]
    return rules


def endings(deal: Deal, rng: random.Random) -> Iterator[tuple[Result, list[ArithmeticStep]]]:
    """What one more action, allowed or only let stand, or the end makes of a deal with any points."""
    seats = SEATS[: deal.rules.seats]
    held = members(deal.hands[deal.turn])
    for action, seat in [*product((OUT, RESIGN), seats), *product(held, [deal.turn])]:
        ended, steps = listening(deal, rng)
        ruling = ended.why_not(action, seat)
        if ruling is None:
            ended.do(action, seat)
        elif ruling.code.effect is Effect.STANDS:
            ended.let_stand(action, ruling)
        result = ended.forfeit if ruling else ended.result
        if result:
            yield result, steps
    if deal.spent and deal.result is None:
        ended, steps = listening(deal, rng)
        yield ended.finish(), steps


def listening(deal: Deal, rng: random.Random) -> tuple[Deal, list[ArithmeticStep]]:
    """A copy of a deal that tells its steps, with points, tricks and sevens at which something changes."""
    copy, steps = deal.copy(), list[ArithmeticStep]()
    copy.steps = steps
    if rng.random() < 0.7:
        least, needed = deal.rules.score_tiers, deal.terms.target
        edges = (0, least - 1, least, needed - 10, needed - 1, needed)
        points = rng.choices(edges, k=len(deal.points))
        copy.points = points if rng.random() < 0.8 else points[:1] * len(points)
        copy.tricks = [rng.choice((0, tricks)) for tricks in deal.tricks]
        if deal.auction and deal.contract and deal.contract.sevens and not deal.spent:
            copy.hands[deal.auction.declarer] |= SEVENS
    return copy, steps


def check(rules: RuleSet, result: Result, steps: list[ArithmeticStep]) -> None:
    """Whether the steps are those of the result: in order, with what their sentences name, to its value."""
    names = [NAMES[line] for line, _ in steps]
    ended = " ".join(names)
    assert re.fullmatch(f"{ORDERS[result.reason]}( DOUBLED)?( SCORES)*( PAYS)*", ended)
    for line, facts in steps:
        assert all(isinstance(fact, int) for fact in facts.values())
        assert {name for _, name, *_ in Formatter().parse(line.sentence) if name} <= {*facts}
    values: list[int] = []
    for name, (_, facts) in zip(names, steps, strict=True):
        check_facts(rules, result, name, facts)
        if name in TO_EACH or "value" not in facts:
            continue
        if name in HIGHER:
            assert facts["value"] == max(values)
            values = []
        elif name == "DOUBLED":
            assert facts["value"] == values[-1] * facts["factor"]
        values.append(facts["value"])
    scores = {facts["winner"] for name, (_, facts) in zip(names, steps, strict=True) if name == "SCORES"}
    winners = {*players_of(result.winner)} if result.winner >= 0 else set()
    if scores or (len(winners) > 1 and not rules.mp_partners):
        assert scores == winners
    pays = [facts for name, (_, facts) in zip(names, steps, strict=True) if name == "PAYS"]
    if result.winner < 0:
        assert not values
    elif not result.paid:
        assert (values[-1], pays) == (result.game_points, [])
    else:
        paid = [0] * rules.seats
        for facts in pays:
            paid[facts["loser"]] -= facts["value"]
            paid[facts["winner"]] += facts["value"]
            assert facts["value"] in (values or [1])
        assert (*paid,) == result.paid


def check_facts(rules: RuleSet, result: Result, name: str, facts: Mapping[str, int]) -> None:
    """Whether what a step names is so, as far as the result and the rules say it."""
    if result.winner >= 0 and "winner" in facts and name not in TO_EACH:
        assert {*players_of(Seat(facts["winner"]))} <= {*players_of(result.winner)}
    if name in ("SINGLE", "SCHNEIDER"):
        assert facts["needed"] == rules.score_tiers
        assert (name == "SCHNEIDER") == (facts["points"] < facts["needed"])
    if "missing" in facts:
        assert facts["missing"] > 0
        assert "needed" not in facts or facts["points"] + facts["missing"] == facts["needed"]


def results(name: str, number: int) -> Iterator[tuple[RuleSet, Result, list[ArithmeticStep]]]:
    """What many deals under a rule set come to, or would, and by which steps."""
    rng = random.Random(66)
    for rules, deal in deals(name, number):
        if deal.result and (deal.trick or deal.steps):  # not of a deal that nobody plays
            yield rules, deal.result, deal.steps or []
        may_collect = deal.contract and deal.contract.sevens
        if deal.result is None and (deal.spent or deal.closer >= 0 or may_collect or rng.random() < 0.1):
            yield from ((rules, *ending) for ending in endings(deal, rng))


@sizes(22, 700)
@pytest.mark.parametrize("name", [*PRESETS, *AUCTIONS])
def test_the_steps_of_a_result_decide_it_and_come_to_its_value(name: str, size: int) -> None:
    for rules, result, steps in results(name, size):
        check(rules, result, steps)


@pytest.mark.nightly
def test_every_step_is_taken() -> None:
    taken = chain.from_iterable(steps for name in PRESETS for _, _, steps in results(name, 300))
    assert {NAMES[step.line] for step in taken} | ELSEWHERE == {*NAMES.values()}
