"""What a play comes to under other rules is the same in the fast lane and to the judge."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from unittest.mock import Mock

import pytest

from notation import read, write
from notation.judge import fixes, judge, judge_text, match, results
from notation.judge.played import play_out
from notation.judge.results import PlayedResults, is_clean
from notation.record import DealRecord
from notation.record.model import UNRECORDED, Ply, Withdrawn
from notation.record.traversal import plies_of, rebuild
from notation.specs import dealt_alike
from notation.text.scan import DEAL, scan
from referee.cards import CARDS_BY_NUMBER
from referee.codes import DEAL_OVER
from referee.rulesets import PRESETS
from tests.support.games import random_record
from tests.support.plain import PLAIN
from tests.support.sizes import Size, sizes
from tests.support.slips import KINDS, MEANT, STATED

DEALS = Size("PLAYED_ELSEWHERE", 20_000)
ODD: Final[tuple[dict[str, Any], ...]] = (
    {"irregular": True},
    {"withdrawn": (Withdrawn(CARDS_BY_NUMBER[3]),)},
    {"action": UNRECORDED, "among": 0b111},
    {"unsure": True},
)
"""What may be special about a card that is played."""


def made_odd(deal: DealRecord, chosen: Ply, odd: dict[str, Any]) -> DealRecord:
    """A deal in which something is special about an action."""
    return rebuild(deal, lambda _, ply: replace(ply, **odd) if ply is chosen else ply)


def deals() -> Iterator[tuple[DealRecord, str]]:
    """Deals of all rule sets, every third with two actions exchanged, every sixth with an odd one."""
    rng = random.Random(41)
    names = list(PLAIN)
    for number in range(DEALS):
        name = names[number % len(names)]
        deal = rng.choice(random_record(name, rng, noted=number % 2 == 0, most_deals=3).deals)
        if number % 3 == 0:
            tricks = list(deal.tricks)
            first, second = rng.choices(range(len(tricks)), k=2)
            if tricks[first].plies and tricks[second].plies:
                plies = tricks[first].plies, tricks[second].plies
                tricks[first] = replace(tricks[first], plies=(plies[1][0], *plies[0][1:]))
                tricks[second] = replace(tricks[second], plies=(plies[0][0], *plies[1][1:]))
            deal = replace(deal, tricks=tuple(tricks))
        elif number % 6 == 1 and (played := [ply for _, ply in plies_of(deal) if ply.plays]):
            deal = made_odd(deal, rng.choice(played), rng.choice(ODD))
        yield replace(deal, result=None), name


@pytest.mark.slow
def test_that_the_results_are_those_of_the_judge() -> None:
    quick, over = Counter[bool](), Counter[bool]()
    for deal, name in deals():
        is_right = not play_out(deal, PLAIN[name], False, 0).findings
        quickly = PlayedResults(are_right=is_right)
        for rules in dealt_alike(PLAIN[name]):
            played = play_out(deal, rules, False, 0)
            entry = quickly.of(deal, rules, False, 0).entry
            assert replace(entry, tricks=[]) == replace(played.entry, tricks=[]), (deal, rules.name)
            is_quick = not entry.tricks and bool(played.entry.tricks)
            wrong = {finding.code for finding in played.findings if finding.is_error}
            assert not is_quick or wrong <= ({DEAL_OVER} if is_right else set()), deal
            quick[is_quick] += 1
            over[is_quick] += DEAL_OVER in wrong
    assert min(quick.values()) > DEALS // 2
    assert min(over.values()) > 0


def test_a_deal_is_clean_by_its_own_rules_and_those_of_the_first_one() -> None:
    rng, rules = random.Random(44), PRESETS["santase"]
    for _ in range(20):
        text = write(random_record("santase", rng, noted=False, most_deals=1))
        tokens = scan(text)
        assert tokens is not None
        at = tokens.kinds.index(DEAL)
        assert is_clean(tokens, at, rules)
        assert not is_clean(tokens, at, replace(rules, marriage_first_deal=False))


@pytest.mark.slow
@sizes(60, 4_000)
def test_a_correction_is_as_safe_if_the_lane_is_not_asked(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of slips in all rule sets, in every third game beside a false statement."""
    rng = random.Random(43)
    kinds, names = sorted(KINDS.keys() - MEANT.keys()), list(PLAIN)
    asked = Counter[bool]()

    def counted(*given: Any) -> bool:
        clean = results.is_clean(*given)
        asked[clean] += 1
        return clean

    for number in range(size):
        record = random_record(names[number % len(names)], rng, noted=number % 7 == 0, most_deals=3)
        text = KINDS[kinds[number % len(kinds)]](write(record), rng)
        if number % 3 == 0:
            text = rng.choice(list(STATED.values()))(text, rng)
        monkeypatch.setattr(fixes, "is_clean", counted)
        found = [judged.findings for judged in judge_text(text)]
        monkeypatch.setattr(fixes, "is_clean", lambda *_: False)
        assert [judged.findings for judged in judge_text(text)] == found, text
    assert min(asked[True], asked[False]) > size // 20


@pytest.mark.parametrize("varied", [False, True], ids=["played", "varied"])
def test_a_correction_is_tried_in_the_lane_unless_something_is_said_of_the_play(
    varied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = write(random_record("santase", random.Random(3), noted=False, most_deals=1))
    reply = re.search(r"^2\. \w\w (\w\w)", text, re.MULTILINE)
    assert reply is not None
    said = f"({reply[1]}) " if varied else ""  # as if the lead had been a card of the other hand
    slip = f"{text[: reply.start(1)]}{said}{reply[1].lower()}{text[reply.end(1) :]}"
    judged = Mock(wraps=play_out)
    monkeypatch.setattr(match, "play_out", judged)
    monkeypatch.setattr(results, "play_out", judged)
    [found] = [each for each in judge(next(read(slip))).findings if each.code.id == "S113"]
    assert (found.fix is None) is varied
    assert (found.fix or found.proposal) is not None
    assert (judged.call_count == 1) is not varied
