"""Tests that say the same about each of many cases: one loop, which names the case in its failure."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any
from zlib import crc32

import pytest

from tests.support.sizes import at_night


def for_each(
    cases: Iterable[object], one_in: int, *, sizes: tuple[int, int] | None = None, parts: int = 1
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a test of a case one of many: of one in so many on every change, of all of them nightly.

    A case comes before the fixtures, several values of it as a tuple. Which cases are taken on every change
    differs from test to test. If there are ``sizes``, the test has the first of them on every change, and the
    second at full size, and at night a number between them. So many ``parts`` share the cases at night.
    """
    every = list(cases)

    def looping(test: Callable[..., None]) -> Callable[..., None]:
        first = crc32(test.__name__.encode()) % min(one_in, len(every))
        taken = [every[first::one_in], *(every[part::parts] for part in range(parts))]
        names = ["some", *(["all"] if parts == 1 else [f"part {part}" for part in range(1, parts + 1)])]

        @wraps(test)
        def loop(part: int, **fixtures: Any) -> None:
            if sizes:
                fixtures["size"] = at_night(*sizes) if part else sizes[0]
            for case in taken[part]:
                try:
                    test(*(case if isinstance(case, tuple) else (case,)), **fixtures)
                except BaseException as error:
                    error.add_note(f"with {case!s}")
                    raise

        own = [*inspect.signature(test).parameters.values()]
        values = len(every[0]) if isinstance(every[0], tuple) else 1
        fixtures = [
            each.replace(kind=each.KEYWORD_ONLY)
            for each in own[values:]
            if not (sizes and each.name == "size")
        ]
        part = inspect.Parameter("part", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        loop.__signature__ = inspect.Signature([part, *fixtures])  # type: ignore[attr-defined]
        marks = [() if number == 0 else pytest.mark.nightly for number in range(len(taken))]
        chosen = [pytest.param(n, id=names[n], marks=marks[n]) for n in range(len(taken))]
        made: Callable[..., None] = pytest.mark.parametrize("part", chosen)(loop)
        return made

    return looping
