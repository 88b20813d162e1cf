"""What the archive answers with: values that it hands out, and that change nothing."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from viewer.store.summaries import Summary


class Novelty(Enum):
    """What the archive had of a game that came."""

    NEW = "new"
    """Nothing."""
    KNOWN = "known"
    """This very text."""
    REWRITTEN = "rewritten"
    """The same record in another layout or spelling or with other notes; the first text stays."""


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


@dataclass(frozen=True, slots=True)
class Listed:
    """A record as a list shows it."""

    id: str
    added: datetime
    summary: Summary
    number: int
    """Its place among all records that came, which grows and never passes to another."""


@dataclass(frozen=True, slots=True)
class Stored(Listed):
    """A record with its text."""

    text: bytes


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
