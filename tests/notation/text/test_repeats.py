"""Lines of a record that stand twice: they come back from JSON, or the game is refused; none is ever lost."""

import json
import random
from pathlib import Path

import pytest

from notation import digest, read, read_file, write
from notation.record.model import Record, Tag
from notation.wire.record import dump, load
from tests.support.cutting import cut, heads, thinned
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.plain import PLAIN

pytestmark = pytest.mark.usefixtures("few_repairs")

VALID = sorted((Path(__file__).parents[2] / "vectors" / "valid").glob("*.sgn"))
HEAD = '%SGN 1\n[Rules "schnapsen"]\n\ndeal 1 trump Ks\nposition lead A <25-5>\n'
LINES = ("A: Ah", "B: Ah", "talon: Th Ks", "won A: As Td", "won B: Ad Jd", "played: As Td", "played: -- --")


def assert_nothing_is_lost(text: str) -> bool:
    """Whether the game of a text was read whole; then its JSON must bring all of it back."""
    [game] = read(text)
    if game.record is None:
        assert any(finding.is_error for finding in game.findings), text
        return False
    [back] = load(json.dumps(dump(game.record)).encode())
    assert back.record is not None, text
    assert write(back.record) == write(game.record), text
    assert digest(back.record) == digest(game.record), text
    return True


def assert_repeats_are_kept(text: str) -> None:
    """Every line of a text twice, one at a time."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line and "%SGN" not in line:
            assert_nothing_is_lost("\n".join([*lines[: number + 1], line, *lines[number + 1 :]]))


@pytest.mark.parametrize("line", LINES)
def test_a_holding_that_is_given_twice_is_refused(line: str) -> None:
    assert assert_nothing_is_lost(f"{HEAD}{line}\n")
    other = line.replace("A", "K") if line.startswith("played") else line
    assert not assert_nothing_is_lost(f"{HEAD}{line}\n{other}\n")


@for_each(VALID, one_in=6)
def test_every_line_of_the_vectors_twice(path: Path) -> None:
    text = path.read_text("utf-8")
    games = list(read_file(path))
    if len(games) == 1 and games[0].record and len(text) < 400:
        assert_repeats_are_kept(text)


def test_every_line_of_made_up_positions_and_matches_twice() -> None:
    rng = random.Random(118)
    for _ in range(4):
        spec = rng.choice(list(PLAIN))
        record = random_record(spec, rng, most_deals=1)
        assert_repeats_are_kept(write(record))
        [deal] = random_record(spec, rng, noted=False, most_deals=1).deals
        part = thinned(cut(deal, spec, rng.choice(heads(deal, spec))), rng)
        assert_repeats_are_kept(write(Record((Tag("Rules", spec),), (part,))))
