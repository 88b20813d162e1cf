"""Tests that say the same about each of many files: one loop, which names the file in its failure."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest


def for_each(paths: Sequence[Path], one_in: int) -> Callable[[Callable[[Path], None]], Callable[[str], None]]:
    """Make a test of a file one of many: of one in so many on every change, of all of them nightly."""

    def looping(test: Callable[[Path], None]) -> Callable[[str], None]:
        @pytest.mark.parametrize("part", ["some", pytest.param("all", marks=pytest.mark.nightly)])
        def loop(part: str) -> None:
            for path in paths if part == "all" else paths[::one_in]:
                try:
                    test(path)
                except BaseException as error:
                    error.add_note(f"with {path}")
                    raise

        loop.__name__, loop.__doc__ = test.__name__, test.__doc__
        return loop

    return looping
