"""Addresses of the parts of a record, and the one walk that gives them."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation import read
from notation.record.model import DealRecord, Note, Ply, Record, Trick, Variation
from notation.record.path import Branch, Path, read_path
from notation.record.traversal import line_at, numbered, rebuild, walk, walk_deal
from referee.cards import PACK, Seat
from tests.support.corpus import SAMPLES, VECTORS
from tests.support.openings import random_openings
from tests.support.sizes import sizes

NUMBERS = st.integers(1, 40)
PLACES = st.one_of(st.just((0, 0)), st.tuples(st.just(0), NUMBERS), st.tuples(NUMBERS, st.integers(0, 9)))


@st.composite
def paths(draw: st.DrawFn) -> Path:
    """Any address there can be."""
    levels = [*draw(st.lists(st.tuples(st.integers(0, 40), NUMBERS), max_size=3)), draw(PLACES)]
    (trick, action), *inside = levels
    variations = tuple(Branch(draw(NUMBERS), *level) for level in inside)
    return Path(draw(st.integers(0, 9)), draw(st.integers(0, 99)), trick, action, variations)


@given(paths())
def test_a_path_is_read_as_it_is_written(path: Path) -> None:
    assert read_path(str(path)) == path


@given(st.text("0123456789:./ ", max_size=12))
def test_a_text_that_is_read_is_the_one_that_is_written(text: str) -> None:
    path = read_path(text)
    assert path is None or str(path) == text


@pytest.mark.parametrize(
    "text", [*"x : :5 3.0 0 05 3:05 3:5.2/ 3:5/1 3:5.2/0 3:5.2/1: ٣".split(), "9" * 5000]
)
def test_other_texts_are_not_paths(text: str) -> None:
    assert read_path(text) is None


@pytest.mark.parametrize(
    "numbers",
    [
        {"game": -1},
        {"trick": -1},
        {"trick": 1, "action": -1},
        {"trick": 1, "variations": (Branch(1),)},
        {"variations": (Branch(1),)},
        {"trick": 1, "action": 1, "variations": (Branch(0),)},
    ],
)
def test_numbers_are_not_below_nothing_and_there_is_no_variation_of_nothing(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not an address"):
        Path(**numbers)


def test_paths_are_in_the_order_of_the_text() -> None:
    words = [
        "3:",
        "3:0.2",
        "3:0.2/1:0.3",
        "3:0.10",
        "3:5",
        "3:5.1",
        "3:5.2",
        "3:5.2/1",
        "3:5.2/1:5.2",
        "3:5.2/1:6",
        "3:5.2/2",
        "3:5.3",
        "3:6",
        "4:",
    ]
    found = [path for path in map(read_path, words) if path]
    assert found == sorted(found)
    assert len(set(found)) == len(words)


@cache
def records() -> list[Record]:
    """All there are, read when the first test wants them."""
    return [game.draft for path in (*SAMPLES, *VECTORS) for game in read(path.read_bytes()) if game.draft]


def notes_in(part: object) -> int:
    """How many notes anything holds, by whatever attributes it has."""
    if isinstance(part, tuple | list):
        return sum(map(notes_in, part))
    here = len(getattr(part, "notes", ()))
    names = "tags deals notes position won hands talon opening tricks plies awards result".split()
    return here + sum(notes_in(getattr(part, name, ())) for name in names)


def test_the_walk_goes_to_every_note_once() -> None:
    for record in records():
        assert sum(isinstance(part, Note) for _, part in walk(record)) == notes_in(record)


def test_tricks_actions_and_variations_have_addresses_of_their_own() -> None:
    for record in records():
        for kind in (DealRecord, Trick, Ply, Variation):
            found = [path for path, part in walk(record) if isinstance(part, kind)]
            assert len(set(found)) == len(found)
            assert found == sorted(found)


@sizes(25, 2_000)
def test_an_address_leads_to_its_action_in_the_line_of_play(size: int) -> None:
    varied: set[bool] = set()
    drawn = (random_openings(random.Random(seed)) for seed in range(size))
    for deal in (deal for record in (*records(), *drawn) for deal in record.deals):
        for path, part in walk_deal(deal):
            if isinstance(part, Ply):
                _, trick, action = path.last
                assert dict(numbered(line_at(deal, path)))[trick].plies[action - 1] is part
                varied |= {trick == 0} if path.variations else set()
    assert varied == {True, False}, "in an opening, and after it"


def test_a_game_of_a_file_has_its_number_in_front() -> None:
    record = Record(deals=(DealRecord(1, Seat(0), tricks=(Trick(1, plies=(Ply(PACK[0]),)),)),))
    assert [str(path) for path, _ in walk(record, 2)] == ["2::", "2:1:", "2:1:1", "2:1:1.1"]


def test_a_deal_is_rebuilt_as_it_was_or_without_some_actions() -> None:
    for record in records():
        for deal in record.deals:
            assert rebuild(deal, lambda _, ply: ply) == deal
            left = rebuild(deal, lambda path, ply: ply if path.action > 1 else None)
            assert [trick.plies for _, trick in numbered(left)] == [
                trick.plies[1:] for _, trick in numbered(deal)
            ]
