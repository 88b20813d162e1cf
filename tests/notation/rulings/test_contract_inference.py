"""Which rules explain a game with contracts, and where two part, held to the second hand of these games."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final, NamedTuple

import pytest

from notation.judge.match import judge_under
from notation.rulings.comparison import compare_rules
from notation.rulings.inference import infer
from notation.specs.spec import tried_options, with_options, write_option
from notation.text.reader import Game, read
from notation.text.writer import write
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from tests.referee.test_contract_oracle import rules_of
from tests.support import oracle_of_contracts as oracle
from tests.support.games import random_record
from tests.support.plain import PLAIN
from tests.support.random_contracts import played, random_deal, written
from tests.support.sizes import sizes

READINGS: Final[dict[str, dict[str, Any]]] = {
    "undertrump=yes": {"undertrump": True},
    "undertrump=no": {"undertrump": False},
    "turn-up=yes": {"turning": True},
    "turn-up=no": {"turning": False},
    "ace-bettler=low": {"ass_bettler": "low"},
    "exhausted=1/2/3": {"last_trick": "measured"},
    "false-claim=flat": {"false_claim": "flat"},
    "discards=yes": {"laid_counts": True},
}
"""The options of which the second hand has the other reading too."""


class PlayedOut(NamedTuple):
    """A deal that the second hand has played to its end."""

    hands: list[str]
    talon: str
    end: oracle.ContractSpiel

    def holds(self, **options: object) -> bool:
        """Whether all was allowed, and came to the same, by another reading."""
        spiel = oracle.start(self.end.game, self.end.dealer, self.hands, self.talon, **options)
        try:
            for _, seat, word in self.end.log:
                oracle.do(spiel, seat, word)
        except ValueError:
            return False
        if spiel.over is None and not spiel.turn:
            oracle.finish(spiel)
        return oracle.result(spiel) == oracle.result(self.end)


def deal_of(game: str, dice: random.Random, **options: object) -> PlayedOut:
    """A deal played by chance."""
    spiel, hands, talon = random_deal(game, dice, **options)
    for _ in played(spiel, dice):
        pass
    return PlayedOut(hands, talon, spiel)


def game_of(*deals: PlayedOut, rules: str = "") -> Game:
    """Deals as a record, which names no rules unless some are given."""
    texts = [written(deal.end, deal.hands, deal.talon, place) for place, deal in enumerate(deals, start=1)]
    named = f'[Rules "{rules}"]\n' if rules else ""
    return next(read(f"%SGN 1\n{named}\n" + "\n".join(texts)))


def with_option(rules: RuleSet, word: str) -> RuleSet | None:
    """Rules with an option in the words of a spec, if it changes something in them."""
    settings = {
        f"{option.word}={option.write(value)}": (option, value) for option, value in tried_options(rules)
    }
    other = with_options(rules, settings[word]) if word in settings else None
    return other if other != rules else None


@sizes(12, 1500)
@pytest.mark.parametrize("name", oracle.FORMS)
def test_the_true_rules_explain_all_and_come_first(name: str, size: int) -> None:
    for number in range(size):
        game = game_of(deal_of(name, random.Random(f"{name} inferred {number}")))
        found = infer(game)
        assert {other.rules.name for other in found.candidates} == {name}
        [best, *_] = found.best
        assert not best.left
        assert not judge_under(game, rules_of(name)).errors
        assert best.rules in (PRESETS[name], rules_of(name)), best.spec


@pytest.mark.slow
@sizes(25, 4000)
@pytest.mark.parametrize("name", oracle.FORMS)
def test_an_option_leaves_nothing_where_the_second_hand_finds_all_of_it_true(name: str, size: int) -> None:
    seen = set()
    for number in range(size):
        dice = random.Random(f"{name} options {number}")
        played_by = READINGS[dice.choice([word for word in READINGS if with_option(rules_of(name), word)])]
        dealt = deal_of(name, dice, **played_by)
        game = game_of(dealt)
        for word, reading in READINGS.items():
            rules = with_option(rules_of(name), word)
            if rules is not None:
                holds = dealt.holds(**reading)
                assert (not judge_under(game, rules).errors) is holds, (word, game.readable)
                seen.add((word, holds))
    assert {holds for _, holds in seen} == {True, False}


@pytest.mark.slow
@sizes(10, 1000)
@pytest.mark.parametrize("name", oracle.FORMS)
def test_two_readings_part_where_the_second_hand_comes_to_something_else(name: str, size: int) -> None:
    rules, parted = rules_of(name), 0
    for number in range(size):
        dice = random.Random(f"{name} compared {number}")
        for word, reading in READINGS.items():
            other = with_option(rules, word)
            if other is None:
                continue
            dealt = deal_of(name, dice, **reading)
            [pair] = compare_rules(game_of(dealt), [rules, other]).pairs
            assert (pair.parting is None) is dealt.holds(), (word, dealt.end.log)
            if pair.parting:
                parted += 1
                assert [write_option(other, each) for each in pair.parting.deciding.decisions] == [word]
    assert parted


def needing(name: str, word: str) -> Iterator[Game]:
    """Records that were played by an option, and by nothing else that a rule set of their game has."""
    for number in range(2000):
        dealt = deal_of(name, random.Random(f"{name} {word} {number}"), **READINGS[word])
        game = game_of(dealt)
        if not dealt.holds() and judge_under(game, PRESETS[name]).errors:
            yield game


NEEDED: Final = [
    ("bauernschnapsen", "ace-bettler=low"),
    ("bauernschnapsen", "exhausted=1/2/3"),
    ("bauernschnapsen", "false-claim=flat"),
    ("dreierschnapsen", "ace-bettler=low"),
    ("dreierschnapsen", "discards=yes"),
    ("dreierschnapsen", "exhausted=1/2/3"),
    ("snapszer-three", "undertrump=no"),
    ("snapszer-three", "turn-up=yes"),
    ("snapszer-four", "undertrump=no"),
    ("snapszer-four", "exhausted=1/2/3"),
    ("snapszer-four", "false-claim=flat"),
]


@pytest.mark.slow
@sizes(1, 20)
@pytest.mark.parametrize(("name", "word"), NEEDED)
def test_an_option_that_is_needed_is_found(name: str, word: str, size: int) -> None:
    games = list(islice(needing(name, word), size))
    assert len(games) == size
    for game in games:
        explained = [other.changes for other in infer(game).candidates if not other.left]
        assert word in {f"{each.option}={each.value}" for changes in explained for each in changes}


@pytest.mark.parametrize("name", PLAIN)
def test_what_begins_with_the_first_lead_was_played_by_no_rules_with_bids(name: str) -> None:
    record = random_record(name, random.Random(f"{name} without bids"), noted=False, most_deals=2)
    tags = tuple(tag for tag in record.tags if tag.name != "Rules")
    [game] = read(write(replace(record, tags=tags)))
    candidates = infer(game).candidates
    assert candidates
    assert not any(other.rules.auction.steps for other in candidates)


@pytest.mark.parametrize("name", oracle.FORMS)
def test_rules_without_bids_do_not_explain_a_game_with_bids_that_names_them(name: str) -> None:
    plain = "santase-three" if PRESETS[name].seats == 3 else "santase-four"
    found = infer(game_of(deal_of(name, random.Random(f"{name} as {plain}")), rules=plain))
    assert found.named == PRESETS[plain]
    assert found.unexplained
    assert found.candidates[0].rules.name == name
    assert len(found.candidates[0].left) < len(found.unexplained)


@pytest.mark.parametrize("name", oracle.FORMS)
def test_whoever_deals_next_is_not_who_has_won(name: str) -> None:
    """Where several win together no one of them deals, so a wrong dealer is a slip and no option."""
    dice = random.Random(f"{name} next dealer")
    first = deal_of(name, dice)
    second = next(each for _ in range(100) if (each := deal_of(name, dice)).end.dealer == first.end.dealer)
    found = infer(game_of(first, second))
    assert found.candidates[0].left
    assert "next-dealer" not in {each.option for other in found.candidates for each in other.changes}
