"""Test sizes: numbers that the environment may lower and raise, with their defaults.

A lower number makes tests faster and never makes one fail: properties that need many cases, such as coverage
or frequencies, are only checked at full size.
"""

import os
from collections.abc import Iterable
from typing import Self

import pytest


class Size(int):
    """A number of cases: `SANTASE_<NAME>`, or the default; at least 1.

    >>> Size("NOTHING_OF_THE_KIND", 20_000).share(8_000), Size("NOTHING_OF_THE_KIND", 5).share(8)
    (2, 1)
    """

    usual: int

    def __new__(cls, name: str, usual: int) -> Self:
        """Read the number from the environment."""
        made = super().__new__(cls, max(1, int(os.environ.get(f"SANTASE_{name}", usual))))
        made.usual = usual
        return made

    @property
    def is_full(self) -> bool:
        """Whether the number is at least the default."""
        return self >= self.usual

    def share(self, by: int) -> int:
        """A fraction of the cases, at least 1."""
        return max(1, self // by)


def sizes(some: int, many: int) -> pytest.MarkDecorator:
    """Give a test its ``size``: some cases on every change, and many at night."""
    at_night = pytest.param(many, id="many", marks=pytest.mark.nightly)
    return pytest.mark.parametrize("size", [pytest.param(some, id="some"), at_night])


def some(names: Iterable[object], *always: object) -> list[object]:
    """Return the cases of a test of which only these are run on every change, and all at night."""
    return [pytest.param(each, marks=() if each in always else pytest.mark.nightly) for each in names]
