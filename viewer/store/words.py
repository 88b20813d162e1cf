"""The index of words: finds the records that contain some words, in SQLite or PostgreSQL.

Words are folded and split here, so that both databases have the same index: SQLite an FTS5 table without a
copy of the text, PostgreSQL a `tsvector` column. No word has a special meaning to a database: it consists of
letters, digits and their marks only, and is also quoted.

A record is indexed under the words of its text, under those of each player's name with a mark of the seat,
and under those of its event and series. Deleting from FTS5 requires the exact content of the entry: so it has
to be rebuilt from the record and its listing, or the whole index be rebuilt (:func:`renew`).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from viewer.store.summaries import fold
from viewer.store.tables import LISTINGS, WORDS_FORM

FORM: Final = f"1 {unicodedata.unidata_version}"
"""The version of the form of the entries."""
LONGEST_WORD: Final = 64
"""Number of significant characters of a word."""
MOST_BYTES: Final = 1 << 19
"""Bytes of the distinct words of a record that are indexed; PostgreSQL accepts at most twice as many."""
UNINDEXED: Final = ""
"""The program of a listing whose record is not in the index."""
EVENT: Final = "e="
SERIES: Final = "s="
_WORD: Final = re.compile("(?:[^\\W_]|[\u0300-\u036f])+")
_SEATS: Final = range(4)
_ROWS: Final = sa.table(
    "words",
    sa.column("rowid", sa.Integer),
    sa.column("record", sa.BigInteger),
    sa.column("lexemes", postgresql.TSVECTOR),
)
"""The key of the index: `rowid` in SQLite, `record` in PostgreSQL."""


def words(text: str) -> list[str]:
    """Return the distinct words of a text, folded, in order.

    >>> words("Jürgen Groß, O'Brien_2; ЙОРДАН йордан!")
    ['jürgen', 'gross', 'o', 'brien', '2', 'йордан']
    """
    once = " ".join(dict.fromkeys(text.split()))  # what stands between blanks is often the same
    return list(dict.fromkeys(word[:LONGEST_WORD] for word in _WORD.findall(fold(once))))


class Named(NamedTuple):
    """The names of a record by which it can be found."""

    players: Sequence[str]
    event: str
    series: str


def entry(named: Named, text: str) -> str:
    """Return the index entry of a record: its words, separated by blanks.

    >>> entry(Named(("", "Ева"), "Club", ""), "A club")
    '1=ева e=club a club'
    """
    return " ".join(_bounded(_marked(named, text)))


def _marked(named: Named, text: str) -> Iterator[str]:
    for seat, name in enumerate(named.players):
        yield from (f"{seat}={word}" for word in words(name))
    yield from (EVENT + word for word in words(named.event))
    yield from (SERIES + word for word in words(named.series))
    yield from words(text)


def _bounded(found: Iterable[str]) -> Iterator[str]:
    left = MOST_BYTES
    for word in found:
        left -= len(word.encode()) + 1
        if left < 0:
            return
        yield word


# Searching.


class Term(NamedTuple):
    """A word to look for, or a prefix."""

    word: str
    begins: bool = False


Either = tuple[tuple[Term, ...], ...]
"""Terms that must all be in the same row."""


def whole_words(text: str) -> Either:
    """Return terms for the whole words of a text."""
    return (tuple(map(Term, words(text))),)


def begun_words(mark: str, text: str) -> Either:
    """Return terms for the words of a text as prefixes, in fields with a mark."""
    return (tuple(Term(mark + word, begins=True) for word in words(text)),)


def player_words(text: str) -> Either:
    """Return terms for the words of a text as prefixes, all in the name of one player."""
    return tuple(row for seat in _SEATS for row in begun_words(f"{seat}=", text))


class WordQuery(NamedTuple):
    """A query: at least one of the alternatives of each group."""

    parts: tuple[Either, ...]

    def __bool__(self) -> bool:
        return bool(self.parts)

    @property
    def has_begun(self) -> bool:
        """Whether any term is a prefix."""
        return any(term.begins for part in self.parts for row in part for term in row)

    def fts5(self) -> str:
        """Return the query for SQLite.

        >>> WordQuery((whole_words("a b"), begun_words("e=", "cl"))).fts5()
        '(("a" AND "b")) AND (("e=cl" *))'
        """
        return self._written('"{}"', '"{}" *', " AND ", " OR ")

    def tsquery(self) -> str:
        """Return the query for PostgreSQL.

        >>> WordQuery((whole_words("a b"), begun_words("e=", "cl"))).tsquery()
        "(('a' & 'b')) & (('e=cl':*))"
        """
        return self._written("'{}'", "'{}':*", " & ", " | ")

    def _written(self, whole: str, begun: str, both: str, either: str) -> str:
        def row(terms: tuple[Term, ...]) -> str:
            return f"({both.join((begun if term.begins else whole).format(term.word) for term in terms)})"

        return both.join(f"({either.join(map(row, part))})" for part in self.parts)


class WordIndex(NamedTuple):
    """The table of the index in a database."""

    table: sa.TableClause
    number: sa.ColumnElement[int]
    """The number of the record of a row."""

    def holds(self, query: WordQuery) -> sa.ColumnElement[bool]:
        """Return the condition that the record of a row matches a query."""
        if self.number is _ROWS.c.rowid:
            return sa.literal_column("words").op("MATCH", is_comparison=True)(query.fts5())
        return _ROWS.c.lexemes.op("@@", is_comparison=True)(
            sa.cast(sa.literal(query.tsquery(), sa.Text), postgresql.TSQUERY)
        )

    def numbers(self, query: WordQuery) -> sa.Select[Any]:
        """Return a query for the numbers of the matching records."""
        return sa.select(self.number).where(self.holds(query))


def index_of(connection: sa.Connection) -> WordIndex:
    """Return the index of words of a database."""
    is_file = connection.dialect.name == "sqlite"
    return WordIndex(_ROWS, _ROWS.c.rowid if is_file else _ROWS.c.record)


# Changing the index.


def put_words(connection: sa.Connection, entries: dict[int, str]) -> None:
    """Add the entries of records that are not indexed."""
    if not entries:
        return
    if connection.dialect.name == "sqlite":
        statement = sa.text("INSERT INTO words (rowid, lexemes) VALUES (:record, :entry)")
        rows = [{"record": record, "entry": entry} for record, entry in entries.items()]
    else:
        statement = sa.text("INSERT INTO words (record, lexemes) VALUES (:record, array_to_tsvector(:entry))")
        rows = [{"record": record, "entry": entry.split()} for record, entry in entries.items()]
    connection.execute(statement, rows)


def take_words(connection: sa.Connection, record: int, entry: str) -> None:
    """Remove a record, given its entry."""
    if connection.dialect.name == "sqlite":
        taken = sa.text("INSERT INTO words (words, rowid, lexemes) VALUES ('delete', :record, :entry)")
        connection.execute(taken, {"record": record, "entry": entry})
    else:
        connection.execute(sa.text("DELETE FROM words WHERE record = :record"), {"record": record})


def tidy_words(connection: sa.Connection) -> None:
    """Erase the words of removed records from the SQLite file."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
        connection.execute(sa.text("INSERT INTO words (words) VALUES ('optimize')"))


def renew(connection: sa.Connection) -> None:
    """Clear an index with another form of entries, so that every record is judged and indexed again."""
    if connection.scalar(sa.select(WORDS_FORM.c.form)) == FORM:
        return
    if connection.dialect.name == "sqlite":
        connection.execute(sa.text("INSERT INTO words (words) VALUES ('delete-all')"))
    else:
        connection.execute(sa.text("DELETE FROM words"))
    connection.execute(sa.delete(WORDS_FORM))
    connection.execute(sa.insert(WORDS_FORM).values(form=FORM))
    connection.execute(sa.update(LISTINGS).values(program=UNINDEXED))
