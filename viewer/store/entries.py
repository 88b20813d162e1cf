"""What the archive answers with: values that it hands out, and that change nothing."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from viewer.store.access import OPEN, RecordStanding, Visibility
from viewer.store.summaries import Summary


class Novelty(Enum):
    """What the archive had of a game that came."""

    NEW = "new"
    """Nothing."""
    KNOWN = "known"
    """This very text."""
    REWRITTEN = "rewritten"
    """The same record in another layout or spelling or with other notes; the first text stays."""
    REFUSED = "refused"
    """It was removed or hidden here, and is not taken again."""


@dataclass(frozen=True, slots=True)
class Added:
    """What became of one game of a file: where it is found, and how much is wrong with it as it came."""

    id: str
    digest: str | None
    """None for a game of which not all could be read."""
    number: int
    """Which game of its file it is; 0 for text before the first."""
    novelty: Novelty
    summary: Summary
    why: str = ""
    """The reason that an operator gave, where it is refused."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A record as a list shows it; ``standing`` is known where a list has more than what is public."""

    id: str
    added: datetime
    summary: Summary
    number: int
    """Its place among all records that came, which grows and never passes to another."""
    standing: RecordStanding = field(default=OPEN, kw_only=True)


@dataclass(frozen=True, slots=True)
class Stored(Listed):
    """A record with its text."""

    text: bytes


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What is left of a record that was removed."""

    id: str
    removed: datetime
    reason: str
    standing: RecordStanding


def tombstone_of(row: Any) -> Tombstone:
    """The tombstone of a row of their table."""
    standing = RecordStanding(row.owner, Visibility(row.visibility), row.hidden)
    return Tombstone(row.id, row.removed, row.reason, standing)


@dataclass(frozen=True, slots=True)
class RecordChange:
    """What became of a public record: it came, became public, or is public no longer."""

    number: int
    """Its place among all that happened, records that came included."""
    id: str
    record: Listed | None
    """The record as it is now; None where it is not public."""
    removed: Tombstone | None
    """What is left of it, where it was removed while it was public."""


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """What happened after some number."""

    changes: tuple[RecordChange, ...]
    last: int
    """The number after which the next page begins."""
    more: bool
    """Whether anything has happened after it."""


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A part of what was found; pages count from 1.

    >>> ListedPage((), 101, False, 1, 50).pages
    3
    """

    records: tuple[Listed, ...]
    total: int
    """How many records were found, as far as they are counted."""
    more: bool
    """Whether there are more than were counted."""
    page: int
    size: int
    next: str | None = None
    """The cursor of the next page, if there is one."""

    @property
    def pages(self) -> int:
        """How many pages are counted; none where nothing was found."""
        return -(-self.total // self.size)


@dataclass(frozen=True, slots=True)
class ArchiveState:
    """How an archive stands."""

    kind: str
    """The kind of its database, ``sqlite`` or ``postgresql``."""
    size: int
    """Its bytes."""
    records: int
    last: datetime | None
    """When the last record came."""
