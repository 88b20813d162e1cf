"""The judge says of more than a thousand records, most of them faulty, what is kept of them.

The conformance suite has what every deal comes to, and all findings with their places; the frozen rulings
have the ledgers with every step. People have read both, and other programs are held to them.
"""

import re
from functools import cache
from itertools import chain
from typing import Any, Final

import pytest

from notation import read
from notation.judge import Judgement, Verdict, all_series, judge, judge_text, member_of
from notation.rulings.ledger import accounts_of
from notation.wire import load
from notation.wire.judgement import dump_judgement
from referee.cards import SEATS
from referee.rulesets import PRESETS, cite
from tests.notation.record.test_facts import misnamed, names
from tests.scripts import frozen
from tests.scripts.conformance import OF_DEAL
from tests.support.naming import case as named
from viewer.cli.conformance.suite import Case, own_suite

pytestmark = [pytest.mark.usefixtures("few_repairs"), pytest.mark.slow]

SIXTY_SIX: Final = PRESETS["sixty-six"]
SUIT: Final = re.compile("(?<![A-Za-z0-9/-])((?:[ATKQJ97?]|[24]0)?)([shdc])(?![A-Za-z0-9])")
"""A suit, or a card, or what is announced in a suit."""
UNLIKE: Final = re.compile(r"[{@;']|\n\[|Letters|trump [AKQJT9]?[SHDC]\b")
"""What may stand in a record in which letters are not what they seem."""


@cache
def judged() -> list[tuple[Case, list[Judgement]]]:
    """Every case of the suite with the judgements of its games."""
    read_as = {"sgn": read, "json": load}
    return [(case, list(map(judge, read_as[case.kind](case.data)))) for case in own_suite().cases]


def answer(judgement: Judgement) -> dict[str, Any]:
    """What the suite has of a game beside its record."""
    found = dump_judgement("", judgement)
    deals = [{name: deal[name] for name in OF_DEAL if name in deal} for deal in found["deals"]]
    match = found["match"] or {"score": None, "winner": None}
    return {"rules": found["rules"], "deals": deals, "score": match["score"], "winner": match["winner"]}


def test_deals_come_to_what_is_kept_of_them() -> None:
    for case, judgements in judged():
        with named(case.name):
            kept = [{name: game[name] for name in answer(judgements[0])} for game in case.games]
            assert list(map(answer, judgements)) == kept


def test_what_is_found_is_what_is_kept() -> None:
    for case, judgements in judged():
        members = filter(None, (member_of(each, case.name) for each in judgements))
        matches = [match for series in all_series(members) for match in series.matches]
        found = [(each.game, finding) for each in judgements for finding in each.findings]
        of_matches = ((each.member.game, each.findings) for each in matches)
        found += [(game, finding) for game, findings in of_matches if game for finding in findings]
        with named(case.name):
            places = [(finding.code.id, game.place(finding.span)) for game, finding in found]
            assert sorted([code, place.line, place.column] for code, place in places) == case.findings


def test_in_bulk_everything_is_the_same() -> None:
    cases = [(case.name, case.data, whole) for case, whole in judged() if case.kind == "sgn"]
    for name, data, whole in cases:
        with named(name):
            assert list(map(told, judge_text(data))) == list(map(told, whole))
    for name, data, _ in cases[::30]:
        with named(name):
            for imposed in (SIXTY_SIX, None):
                whole = [judge(game, SIXTY_SIX, imposed) for game in read(data)]
                assert list(map(told, judge_text(data, SIXTY_SIX, imposed))) == list(map(told, whole))


def told(found: Verdict | Judgement) -> tuple[object, ...]:
    """What a verdict or a judgement says of a game."""
    number = found.deals if isinstance(found, Verdict) else len(found.deals)
    match = found.score, found.winner, found.games, found.is_open
    return found.rules, number, match, list(found.findings), found.errors


def test_no_suit_is_like_another() -> None:
    """Whichever suits change places, the same is wrong at the same places, and the deals come to the same."""
    for number, (case, judgements) in enumerate(judged()):
        head, _, play = case.data.decode("utf-8", "replace").partition("\ndeal ")
        if case.kind != "sgn" or not play or not case.data.isascii() or UNLIKE.search(head[7:] + play):
            continue
        other = f"{head}\ndeal {turned(play, number % 3 + 1)}"
        with named(case.name):
            for one, two in zip(judgements, map(judge, read(other)), strict=True):
                assert outline(one) == outline(two)


def turned(play: str, by: int) -> str:
    """A play in which every suit stands for another."""
    return SUIT.sub(lambda word: word[1] + "shdcshd"["shdc".index(word[2]) + by], play)


def outline(judgement: Judgement) -> tuple[object, ...]:
    """What a judgement has whatever the suits are."""
    found = sorted((each.code.id, *each.span, each.trick, each.seat) for each in judgement.findings)
    deals = [
        (each.result and each.result.verdict, each.card_points, each.tricks_won, each.closing, each.stopped)
        for each in judgement.deals
    ]
    return judgement.score, found, deals


def test_what_rests_on_a_rule_has_its_clause() -> None:
    for case, judgements in judged():
        with named(case.name):
            for rules, findings in ((each.rules, each.findings) for each in judgements):
                for finding in findings:
                    assert finding.cite == (cite(rules, finding.point) if rules and finding.point else "")


def test_what_is_found_is_of_its_deal_and_seat_and_has_the_facts_that_it_names() -> None:
    """Faults of the text, and what is said of findings that are left out, are of no deal."""
    for case, judgements in judged():
        with named(case.name):
            for judgement, finding in ((each, found) for each in judgements for found in each.findings):
                assert misnamed(finding) == []
                seat = (finding.facts or {}).get("seat", finding.seat)
                assert finding.seat == seat or seat not in SEATS
                if (
                    finding.code.id[0] != "S"
                    and finding.code.id not in ("N308", "N311")
                    and finding.span.line
                ):
                    begun = [
                        deal.number for deal in judgement.game.readable.deals if deal.span <= finding.span
                    ]
                    assert finding.deal == len(begun)


def test_every_step_of_the_arithmetic_has_its_numbers() -> None:
    for case, judgements in judged():
        with named(case.name):
            accounts = (each for judgement in judgements for each in accounts_of(judgement))
            for line, facts in chain.from_iterable(account.steps for account in accounts):
                assert names(line.sentence) <= facts.keys()
                assert {type(fact) for fact in facts.values()} <= {int}, line


def test_the_ledgers_of_frozen_rulings_are_the_same() -> None:
    for path in frozen.RECORDS:
        with named(path.stem):
            now, kept = frozen.rulings(path), frozen.read_kept(path)
            assert list(map(frozen.ruled, now)) == list(map(frozen.ruled, kept))
