"""Names a case of a loop in its failure, so that one test can go through many files or formats."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(name: object) -> Iterator[None]:
    """Add the name of a case to whatever fails in it."""
    try:
        yield
    except Exception as error:
        error.add_note(f"in the case {name}")
        raise
