"""Test sizes: how many cases a test takes on every change, how many at night, and how many once, for a proof.

A lower number makes tests faster and never makes one fail: properties that need many cases, such as coverage
or frequencies, are only checked at full size. The environment may set each number.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Final, Self, TypeVar

import pytest

ON_CHANGE: Final = {
    "FUZZ": 1_200,
    "ALTERED": 60,
    "MUTATIONS": 500,
    "PLAYED": 1_000,
    "DEALS": 500,
    "COMPARED": 2,
    "CLAIMED": 400,
    "AGREEING": 4,
    "DECIDED": 40,
    "CONVERSIONS": 8,
    "ENDGAMES": 12,
    "KILLED_MATCHES": 1,
    "OPTION_DEALS": 70,
    "SCRIBES": 200,
    "MOMENTS": 5,
    "RACES": 50,
    "UPLOADS": 12,
    "HALF_SHOWN": 8,
    "REMEMBERED": 28,
    "TRICKS_LOST": 28,
    "COMPARED_READERS": 60,
    "COMPLETED": 28,
    "SLIPS_OF_A_KIND": 3,
    "FIXED_SLIPS": 50,
    "API_CASES": 8,
    "MATCHES_SOLVED": 1,
    "DEAREST": 4,
    "LETTERED": 2_000,
    "LOOKS": 1,
    "SHOWN": 1,
    "SPECIALISED": 2_000,
    "IN_COLUMNS": 60,
    "PLAYED_ELSEWHERE": 200,
}
"""What a change has of the sizes, unless `SANTASE_SIZES` is `night`, or `full`, as for a proof.

The cases are drawn from fixed seeds, so a change has the same ones each time: what is wrong in many deals
shows in the first few, and what is wrong in a few of a thousand is found at night, or at full size.
"""
FEW_REPAIRS: Final = dict.fromkeys(("REPAIR_WORK", "REPAIR_WORK_IN_THE_DARK"), 60)
"""The limits of `notation.judge.repairs` with which hardly any repair is looked for: that takes long."""
NIGHT: Final = 1 / 6
"""How far a night goes from what a change has to all: from 20 of 20,000 to 63."""


def at_night(few: int, many: int) -> int:
    """Return a number of cases between those of a change and all, if it is night, otherwise all.

    >>> at_night(100, 800)
    800
    """
    is_night = os.environ.get("SANTASE_SIZES") == "night"
    return round(few * (many / few) ** NIGHT) if is_night else many


Case = TypeVar("Case")


class Size(int):
    """A number of cases: `SANTASE_<NAME>`, or what a change has of it, or a night, or the full size.

    >>> Size("NOTHING_OF_THE_KIND", 20_000).share(8_000), Size("NOTHING_OF_THE_KIND", 5).share(8)
    (2, 1)
    """

    usual: int

    def __new__(cls, name: str, usual: int) -> Self:
        """Read the number from the environment."""
        few = ON_CHANGE.get(name, usual)
        number = at_night(few, usual) if os.environ.get("SANTASE_SIZES") in {"full", "night"} else few
        made = super().__new__(cls, max(1, int(os.environ.get(f"SANTASE_{name}", number))))
        made.usual = usual
        return made

    @property
    def is_full(self) -> bool:
        """Whether the number is at least the full size."""
        return self >= self.usual

    def share(self, by: int) -> int:
        """A fraction of the cases, at least 1."""
        return max(1, self // by)


def sampled(cases: Sequence[Case]) -> Sequence[Case]:
    """Return some of many cases that a test has at night alone, if it is night, otherwise all."""
    return cases[:: max(1, len(cases) // at_night(10, max(10, len(cases))))]


def sizes(some: int, many: int) -> pytest.MarkDecorator:
    """Give a test its ``size``: some cases on every change, and at night as many as a night has, or all."""
    more = pytest.param(at_night(some, many), id="many", marks=pytest.mark.nightly)
    return pytest.mark.parametrize("size", [pytest.param(some, id="some"), more])


def some(names: Iterable[object], *always: object) -> list[object]:
    """Return the cases of a test of which only these are run on every change, and all at night."""
    return [pytest.param(each, marks=() if each in always else pytest.mark.nightly) for each in names]
