"""Test sizes: numbers that the environment may lower and raise, with their defaults.

A lower number makes tests faster and never makes one fail: properties that need many cases, such as coverage
or frequencies, are only checked at full size.
"""

import os
from typing import Self


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
