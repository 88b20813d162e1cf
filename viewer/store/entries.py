"""The values that the archive returns; changing them does not change the archive."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from viewer.store.access import OPEN, RecordStanding, Visibility
from viewer.store.summaries import Summary


class Novelty(Enum):
    """How a game relates to the archive."""

    NEW = "new"
    """It was unknown."""
    KNOWN = "known"
    """This very text was there."""
    REWRITTEN = "rewritten"
    """The same record was there in another layout or spelling or with other notes; the first text stays."""
    REFUSED = "refused"
    """It was removed or hidden here, and is refused."""


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding one game of a file: its address, and its errors as judged on arrival."""

    id: str
    digest: str | None
    """None for a game that could not be read completely."""
    number: int
    """The number of the game in its file; 0 for text before the first."""
    novelty: Novelty
    summary: Summary
    why: str = ""
    """The operator's reason, if it was refused."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A record in a list; ``standing`` is set where a list has more than public records."""

    id: str
    added: datetime
    summary: Summary
    number: int
    """Its position in the order of adding, which grows and is never reused."""
    standing: RecordStanding = field(default=OPEN, kw_only=True)


@dataclass(frozen=True, slots=True)
class Stored(Listed):
    """A record with its text."""

    text: bytes


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What remains of a removed record."""

    id: str
    removed: datetime
    reason: str
    standing: RecordStanding
    successor: str = ""
    """The id of the record that replaces it, without the name of a person."""


def tombstone_of(row: Any) -> Tombstone:
    """Return the tombstone of a row."""
    standing = RecordStanding(row.owner, Visibility(row.visibility), row.hidden)
    return Tombstone(row.id, row.removed, row.reason, standing, row.successor)


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A change to a public record: it was added, became public, or is no longer public."""

    number: int
    """Its position among all changes, additions included."""
    id: str
    record: Listed | None
    """The record as it is now; None if it is not public."""
    removed: Tombstone | None
    """Its tombstone, if it was removed while it was public."""


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """Changes after some number."""

    changes: tuple[RecordChange, ...]
    last: int
    """The number to continue from."""
    more: bool
    """Whether there are later changes."""


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page of search results; pages count from 1.

    >>> ListedPage((), 101, False, 1, 50).pages
    3
    """

    records: tuple[Listed, ...]
    total: int
    """The number of records found, up to the limit of counting."""
    more: bool
    """Whether there are more than were counted."""
    page: int
    size: int
    next: str | None = None
    """The cursor of the next page, if there is one."""

    @property
    def pages(self) -> int:
        """The number of counted pages; 0 if nothing was found."""
        return -(-self.total // self.size)


@dataclass(frozen=True, slots=True)
class ArchiveState:
    """Statistics on an archive."""

    kind: str
    """The database system, ``sqlite`` or ``postgresql``."""
    size: int
    """Its size in bytes."""
    records: int
    last: datetime | None
    """When the last record was added."""
