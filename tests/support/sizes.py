"""How much the tests do: numbers that the environment may lower and raise, each with what is usual.

A lower number makes tests quicker and never makes one fail: what only many cases can show, that everything
was reached or how often something holds, is asked where a number is full.
"""

import os
from typing import Self


class Size(int):
    """A number of cases: `SANTASE_<NAME>`, or what is usual; at least 1.

    >>> Size("NOTHING_OF_THE_KIND", 20_000).share(8_000), Size("NOTHING_OF_THE_KIND", 5).share(8)
    (2, 1)
    """

    usual: int

    def __new__(cls, name: str, usual: int) -> Self:
        """The number that the environment names."""
        made = super().__new__(cls, max(1, int(os.environ.get(f"SANTASE_{name}", usual))))
        made.usual = usual
        return made

    @property
    def is_full(self) -> bool:
        """Whether there are as many cases as usual."""
        return self >= self.usual

    def share(self, by: int) -> int:
        """One in so many of the cases, and at least 1."""
        return max(1, self // by)
