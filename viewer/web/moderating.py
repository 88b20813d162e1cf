"""Changes to the record of a request; permission has been checked before."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from viewer.store import Stored, StoreError, Tombstone, UnusableError, Visibility
from viewer.web.access import actor
from viewer.web.failures import Problem
from viewer.web.kept import archive, forget, stored


@contextmanager
def refusable() -> Iterator[None]:
    """Turn a change that the archive refuses into a problem; not that it cannot be used."""
    try:
        yield
    except UnusableError:
        raise
    except StoreError as error:
        raise Problem(409, error.phrase) from None


def set_record_visibility(visibility: Visibility) -> Stored:
    """Set the visibility of the record; return the changed record."""
    kept = stored()
    with refusable():
        now = archive().set_visibility(kept.id, visibility, actor=actor())
    forget()
    return replace(kept, id=now, standing=replace(kept.standing, visibility=visibility))


def show_record(hidden: bool, reason: str) -> Stored:
    """Hide the record or show it again; return the changed record."""
    kept = stored()
    with refusable():
        archive().hide(kept.id, hidden, reason, actor=actor())
    forget()
    return replace(kept, standing=replace(kept.standing, hidden=hidden))


def remove_record(reason: str) -> Tombstone:
    """Remove the record; return what is left of it."""
    kept = stored()
    with refusable():
        archive().remove(kept.id, reason, actor=actor())
    forget()
    return Tombstone(kept.id, datetime.now(UTC), reason, kept.standing)
