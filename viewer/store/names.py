"""The players and events of the public records, with the number of games of each.

A name is listed as long as a public record has it, so nothing here is secret. Names are stored as written:
two that differ in a capital letter are two. The counts are updated in the transaction that adds, removes,
publishes or withholds a record, so nothing is counted on reading.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from notation.record import SEAT_LETTERS
from viewer.limits import RECORDS_COUNTED, SEARCH_CHARACTERS
from viewer.store.access import is_listed
from viewer.store.ordering import check_length, check_words
from viewer.store.summaries import is_keepable, sorting_key
from viewer.store.tables import APPEARANCES, KNOWN_NAMES, KNOWN_WORDS, LISTINGS, portions
from viewer.store.words import words

LONGEST: Final = SEARCH_CHARACTERS
"""Maximum of characters of a listed name: longer ones do not fit into a URL."""
_LAST: Final = "\U0010ffff"
"""A character that sorts after every letter."""


class NameKind(Enum):
    """The kind of a name."""

    PLAYER = "player"
    EVENT = "event"


class NameOrder(Enum):
    """The orders of names."""

    GAMES = "games"
    """Most games first."""
    NAME = "name"
    """Alphabetical."""


class KnownName(NamedTuple):
    """A name, and the number of its public records."""

    name: str
    games: int


class NamesPage(NamedTuple):
    """A page of names found; pages count from 1."""

    names: tuple[KnownName, ...]
    total: int
    """The number of names found, up to the limit of counting."""
    more: bool
    """Whether there are more than were counted."""
    page: int
    size: int
    goes_on: bool
    """Whether there is a next page."""


def is_listable(name: str) -> bool:
    """Return whether a name is listed and has a page: one that can be part of a URL.

    >>> is_listable("Иван / Ева"), is_listable(".."), is_listable("a/../b")
    (True, False, False)
    """
    parts = name.split("/")
    return 0 < len(name) <= LONGEST and is_keepable(name) and not {".", ".."} & set(parts)


# Adding and removing.


def put_names(connection: sa.Connection, records: Sequence[int]) -> None:
    """Store the names of those of some listed records that are public and have none stored yet."""
    wanted = sa.select(LISTINGS.c.record, LISTINGS.c.players, LISTINGS.c.guests, LISTINGS.c.event).where(
        is_listed(LISTINGS.c.record), LISTINGS.c.record.not_in(sa.select(APPEARANCES.c.record))
    )
    named = {
        row.record: set(_named(persons(row.players, row.guests), row.event))
        for some in portions(records)
        for row in connection.execute(wanted.where(LISTINGS.c.record.in_(some)))
    }
    games = Counter(each for its in named.values() for each in its)
    if not games:
        return
    numbers = _counted_up(connection, games)
    rows = [{"name": numbers[each], "record": record} for record, its in named.items() for each in its]
    connection.execute(sa.insert(APPEARANCES), rows)


def take_names(connection: sa.Connection, record: int) -> None:
    """Remove the names of a record; a name without records is deleted."""
    its = connection.scalars(
        sa.delete(APPEARANCES).where(APPEARANCES.c.record == record).returning(APPEARANCES.c.name)
    ).all()
    if its:
        meant = KNOWN_NAMES.c.number.in_(its)
        held = sa.select(KNOWN_NAMES.c.number).where(meant).order_by(KNOWN_NAMES.c.kind, KNOWN_NAMES.c.digest)
        connection.execute(held.with_for_update())
        connection.execute(sa.update(KNOWN_NAMES).where(meant).values(games=KNOWN_NAMES.c.games - 1))
        connection.execute(sa.delete(KNOWN_NAMES).where(meant, KNOWN_NAMES.c.games <= 0))


def renew_names(connection: sa.Connection, record: int) -> None:
    """Store or remove the names of a record, by whether it is public now."""
    take_names(connection, record)
    put_names(connection, [record])


def persons(players: Sequence[str], guests: str) -> tuple[str, ...]:
    """Return the names of a record under which its seats count: guests count under none.

    >>> persons(("Ivan", "Ева"), "A")
    ('', 'Ева')
    """
    return tuple(
        "" if letter in guests else name for letter, name in zip(SEAT_LETTERS, players, strict=False)
    )


def _named(players: Iterable[str], event: str) -> Iterator[tuple[NameKind, str]]:
    for kind, names in ((NameKind.PLAYER, players), (NameKind.EVENT, (event,))):
        yield from ((kind, name) for name in names if is_listable(name))


def _counted_up(connection: sa.Connection, games: Counter[tuple[NameKind, str]]) -> dict[Any, int]:
    """Increment the counts of some names; return their numbers.

    Several names are always updated in the order of their digests, so that transactions never deadlock.
    """
    digests = {each: _digest(each[1]) for each in games}
    ordered = sorted(games, key=lambda each: (each[0].value, digests[each]))
    insert = (sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert)(KNOWN_NAMES)
    more = KNOWN_NAMES.c.games + insert.excluded.games
    insert = insert.on_conflict_do_update(index_elements=["kind", "digest"], set_={"games": more})
    rows = [
        {
            "kind": kind.value,
            "digest": digests[kind, name],
            "name": name,
            "key": sorting_key(name),
            "games": games[kind, name],
        }
        for kind, name in ordered
    ]
    connection.execute(insert, rows)
    numbers: dict[Any, int] = {}
    new = []
    for some in portions(ordered):
        wanted = sa.select(KNOWN_NAMES).where(KNOWN_NAMES.c.digest.in_([digests[each] for each in some]))
        for row in connection.execute(wanted):
            each = (NameKind(row.kind), row.name)
            numbers[each] = row.number
            if row.games == games[each]:
                new += [{"word": word, "name": row.number} for word in words(row.name)]
    if new:
        connection.execute(sa.insert(KNOWN_WORDS), new)
    return numbers


def _digest(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()[:16]


# Searching.


def find_names(
    connection: sa.Connection, kind: NameKind, text: str, order: NameOrder, page: int, size: int
) -> NamesPage:
    """Return a page of the names with words that begin so; raise SearchError for an invalid search.

    First a limited number of them is gathered in any order. If these are all, they are sorted here; otherwise
    the index of the order is walked until the page is full: work does not grow with the archive.
    """
    wanted = sa.select(KNOWN_NAMES).where(KNOWN_NAMES.c.kind == kind.value, *_begun(text))
    gathered = connection.execute(wanted.limit(RECORDS_COUNTED + 1)).all() if text.strip() else []
    skipped = (page - 1) * size
    by_games = order is NameOrder.GAMES
    if text.strip() and len(gathered) <= RECORDS_COUNTED:
        total, more = len(gathered), False
        rows: Sequence[Any] = sorted(
            gathered, key=lambda row: (row.games if by_games else row.key, row.number), reverse=by_games
        )[skipped : skipped + size + 1]
    else:
        every = sa.select(KNOWN_NAMES.c.number).where(KNOWN_NAMES.c.kind == kind.value)
        counted = every.limit(RECORDS_COUNTED + 1).subquery()
        total = connection.scalar(sa.select(sa.func.count()).select_from(counted)) or 0
        total, more = min(total, RECORDS_COUNTED), total > RECORDS_COUNTED
        columns = (KNOWN_NAMES.c.games if by_games else KNOWN_NAMES.c.key, KNOWN_NAMES.c.number)
        by = [column.desc() if by_games else column for column in columns]
        walked = wanted.with_hint(KNOWN_NAMES, f"INDEXED BY known_names_by_{_WALKED[order]}", "sqlite")
        rows = connection.execute(walked.order_by(*by).limit(size + 1).offset(skipped)).all()
    found = tuple(KnownName(row.name, row.games) for row in rows[:size])
    return NamesPage(found, total, more, page, size, len(rows) > size)


_WALKED: Final = {NameOrder.GAMES: "games", NameOrder.NAME: "key"}


def _begun(text: str) -> Iterator[sa.ColumnElement[bool]]:
    if not text.strip():
        return
    check_length("text", text)
    sought = words(text)
    check_words("text", sought)
    for word in sought:
        begins = sa.and_(KNOWN_WORDS.c.word >= word, KNOWN_WORDS.c.word < word + _LAST)
        yield KNOWN_NAMES.c.number.in_(sa.select(KNOWN_WORDS.c.name).where(begins))


def number_of(connection: sa.Connection, kind: NameKind, name: str) -> tuple[int, int] | None:
    """Return the number of a name and its count of games; None if no public record has it."""
    if not is_listable(name):
        return None
    wanted = sa.select(KNOWN_NAMES).where(
        KNOWN_NAMES.c.kind == kind.value, KNOWN_NAMES.c.digest == _digest(name)
    )
    row = connection.execute(wanted).first()
    return (row.number, row.games) if row and row.name == name else None


def miscounted(connection: sa.Connection) -> Iterator[tuple[str, int, int]]:
    """Yield the names whose stored count is wrong, with the stored and the true count."""
    has = sa.select(sa.func.count()).where(APPEARANCES.c.name == KNOWN_NAMES.c.number).scalar_subquery()
    wanted = sa.select(KNOWN_NAMES.c.name, KNOWN_NAMES.c.games, has).where(KNOWN_NAMES.c.games != has)
    yield from ((str(name), int(listed), int(found)) for name, listed, found in connection.execute(wanted))
