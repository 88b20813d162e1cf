"""Evenings of a club: every fault of a scribe is named at its deal, in one line, and nothing else is."""

import random
from collections import Counter

import pytest

from notation.judge import judge
from notation.rulings import Audit, audit, cross_table
from notation.text.reader import read
from tests.support.evenings import FAULTS, Evening, evening
from tests.support.naming import case
from tests.support.sizes import sizes
from viewer.documents.languages import language
from viewer.rulings.audits import fault_words

ENGLISH = language("en")


def audited(found: Evening, *, infers: bool = False) -> Audit:
    """The audit of an evening, with each sheet in a separate file."""
    games = [(f"{sheet.name}.sgn", judge(next(read(sheet.text())))) for sheet in found.sheets]
    return audit(games, infers=infers)


def named(found: Audit) -> list[tuple[str, int, str, str]]:
    """What an audit says: the sheet, the deal, the kind, and the words of each fault."""
    faults = [
        (
            game.file.removesuffix(".sgn"),
            game.deals[fault.place - 1].number if fault.place else 0,
            fault.kind.value,
            fault_words(game, fault, ENGLISH),
        )
        for game in found.games
        for fault in game.faults
    ]
    where = {name: game.file.removesuffix(".sgn") for game in found.games for name in game.players}
    return faults + [(where[each.name], 0, "spelling", f"{each.name}={each.like}") for each in found.names]


def unnamed(found: Evening, seen: Audit) -> list[str]:
    """Faults that are not named rightly, and lines that name none."""
    told, wrong = named(seen), list[str]()
    for sown in found.sown:
        fitting = [line for line in told if line[:3] == sown[:3] and sown.words in line[3]]
        if fitting:
            told.remove(fitting[0])
        else:
            wrong.append(f"not named: {sown}")
    return wrong + [f"named, but not sown: {line}" for line in told]


@sizes(2, 20)
def test_what_is_sown_into_evenings_is_named_and_nothing_else(size: int) -> None:
    """Fifty faults of thirteen kinds in twenty evenings."""
    rng = random.Random(37)
    sown: Counter[str] = Counter()
    wrong = []
    for number in range(size):
        found = evening(rng, 2 + number % 2)
        sown.update(each.kind for each in found.sown)
        seen = audited(found, infers=number % 10 == 0)
        wrong += unnamed(found, seen)
        if seen.inference:
            assert seen.inference.candidates[0].spec == "schnapsen", "no house rule is made up"
    assert not wrong
    assert sown.total() == sum(2 + number % 2 for number in range(size))


@pytest.mark.parametrize("kind", FAULTS)
def test_every_kind_of_fault_is_named(kind: str) -> None:
    for seed in range(4):
        rng = random.Random(f"{kind} {seed}")
        found = evening(rng, 0)
        FAULTS[kind](found, rng.choice(found.sheets), rng)
        assert not unnamed(found, audited(found))


def test_a_true_evening_is_right_and_its_tables_add_up() -> None:
    found = evening(random.Random(1), 0)
    seen = audited(found)
    assert seen.is_right
    assert not named(seen)
    won = Counter(sheet.players[sheet.rows[-1].winner] for sheet in found.sheets)
    assert {each.player: each.won for each in seen.standings} == {
        each.player: won[each.player] for each in seen.standings
    }
    assert sum(each.bummerl for each in seen.standings) == len(found.sheets)
    points = Counter[str]()
    for sheet in found.sheets:
        points.update(dict(zip(sheet.players, sheet.rows[-1].score, strict=True)))
    assert {each.player: each.points_for for each in seen.standings} == points


def test_the_cross_table_has_the_order_of_the_standings() -> None:
    for seed in range(8):
        seen = audited(evening(random.Random(seed), 0))
        with case(seed):
            assert [row.name for row in cross_table(seen.meetings)] == [
                each.player for each in seen.standings
            ]
