"""The tables of the archive after the newest migration.

`records` holds what was sent and is never changed; other tables hold what this program derived from it and
can derive again: `listings` what a list shows, small enough to be scanned, `words` the index of all other
searches (:mod:`viewer.store.words`), `answers` the results of long computations, `seats` what each seat did
in every deal of the records in `counted`; `uncounted` are the public records still to be counted;
`known_names` the players and events of the public records with the number of games of each, `known_words` the
words by which these names are found, `appearances` the records in which they occur
(:mod:`viewer.store.names`). A record has a number, which links the tables and is never reused; numbers grow
in the order in which records are committed.

The others are about people, and cannot be derived again: `keys` and the `sessions` opened with them, `owners`
of records, `withheld` what is not simply public, `tombstones` of what was removed, `changes` of what became
public later or no longer is, `audit` who changed what, and `uses` how much was sent today, by addresses that
can only be identified with the day's `salts`.

Live matches are their journals: `matches` has what a list shows of each, `match_lines` has every line as
stored, which cannot be changed, and `match_keys` the keys of the seats; `tournaments` are matches with one
arbiter; `live_leases` says which of several workers looks after which share of the matches.

Only :mod:`viewer.store.migrations` creates the tables.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from viewer.limits import PAGE_RECORDS

TEXT: Final = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""Text that both databases order by its code points, independent of the locale."""
NUMBER: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")
"""The number of a record."""


DAMAGE: Final = (ValueError, TypeError, AttributeError, zlib.error)
"""What reading a stored value raises if its bytes were damaged in the file."""


class Converted(sa.types.TypeDecorator[Any]):
    """Values that the database stores in another form, which one function makes and another one reads."""

    impl = sa.types.TypeEngine
    cache_ok = True

    def __init__(self, impl: Any, store: Callable[[Any], Any], load: Callable[[Any], Any]) -> None:
        self.impl, self.store, self.load = impl, store, load

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> Any:
        """Return the value as stored."""
        return None if value is None else self.store(value)

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return what reads a stored value; a damaged one is an error of the database."""
        as_stored = self.impl_instance.result_processor(dialect, coltype)

        def read(stored: Any) -> Any:
            try:
                value = as_stored(stored) if as_stored else stored
                return None if value is None else self.load(value)
            except DAMAGE as error:
                raise sa.exc.InvalidRequestError(f"a stored value is damaged: {error}") from error

        return read


DIGEST: Final = Converted(sa.LargeBinary(), bytes.fromhex, bytes.hex)
"""A digest in hexadecimal digits, stored as bytes."""
PACKED: Final = Converted(sa.LargeBinary(), zlib.compress, zlib.decompress)
"""Bytes, stored compressed."""
SEAT_NAMES: Final = Converted(
    TEXT,
    lambda names: json.dumps(names, ensure_ascii=False, separators=(",", ":")),
    lambda stored: tuple(json.loads(stored)),
)
"""Names by seat, stored as a JSON list."""
MOMENT: Final = Converted(
    sa.DateTime(),
    lambda moment: moment.astimezone(UTC).replace(tzinfo=None),
    lambda stored: stored.replace(tzinfo=UTC),
)
"""A moment, stored in universal time without a time zone, which SQLite cannot store."""


def text_key(text: bytes) -> int:
    """Return a number for looking up a text; since others may have the same one, results are compared."""
    return int.from_bytes(hashlib.sha256(text).digest()[:8], signed=True)


def portions(all: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Divide what is looked up into parts that fit into one query."""
    return (all[start : start + PAGE_RECORDS] for start in range(0, len(all), PAGE_RECORDS))


SCHEMA: Final = sa.MetaData()


def _columns(type: Any, *names: str) -> list[sa.Column[Any]]:
    """Return columns of a type that always have a value."""
    return [sa.Column(name, type, nullable=False) for name in names]


def _key_of(name: str, other: str) -> sa.Column[int]:
    """Return the number of a row of another table as the key of a table; rows are deleted together."""
    key = sa.ForeignKey(other, ondelete="CASCADE")
    return sa.Column(name, NUMBER, key, primary_key=True, autoincrement=False)


_RECORD_FORMS: Final = {
    "sqlite": (
        "typeof(id) = 'blob' AND length(id) = 32 AND typeof(text) = 'blob' AND substr(text, 1, 1) IS x'78' "
        "AND typeof(added) = 'text'"
    ),
    "postgresql": "octet_length(id) = 32 AND get_byte(text, 0) = 120",
}
"""What the database itself checks: a digest, and compressed data, which begins with a byte of 0x78."""

RECORDS: Final = sa.Table(
    "records",
    SCHEMA,
    sa.Column("number", NUMBER, sa.Identity(), primary_key=True),
    sa.Column("id", DIGEST, nullable=False),
    sa.Column("text", PACKED, nullable=False),
    sa.Column("added", MOMENT, nullable=False),
    sa.Column("text_key", sa.BigInteger),
    *(sa.CheckConstraint(form).ddl_if(dialect) for dialect, form in _RECORD_FORMS.items()),
    sa.Index("records_by_id", "id", unique=True),
    sa.Index("records_by_text", "text_key"),
    sa.Index("records_by_time", "added"),
    sqlite_autoincrement=True,  # so that the number of a removed record is never reused
)

LISTINGS: Final = sa.Table(
    "listings",
    SCHEMA,
    sa.Column("record", NUMBER, sa.ForeignKey("records.number"), primary_key=True, autoincrement=False),
    *_columns(TEXT, "program", "event", "site", "date", "round"),
    sa.Column("players", SEAT_NAMES, nullable=False),
    sa.Column("guests", TEXT, nullable=False),
    sa.Column("rules", TEXT, nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    *_columns(TEXT, "result", "score"),
    sa.Column("winner", sa.Integer, nullable=False),
    sa.Column("whole", sa.Boolean, nullable=False),
    *_columns(sa.Integer, "errors", "findings"),
    sa.Column("series", TEXT, nullable=False),
    *_columns(sa.Integer, "match", "first_dealer", "games"),
    sa.Column("open", sa.Boolean, nullable=False),
    *_columns(TEXT, "series_score", "scene"),
    *_columns(TEXT, "date_first", "date_last", "player_key", "event_key", "series_key"),
    sa.Index("listings_by_date", "date_first", "record"),
    sa.Index("listings_by_player", "player_key", "record"),
    sa.Index("listings_by_event", "event_key", "record"),
    sa.Index("listings_by_series", "series_key", "record"),
    sa.Index("listings_by_rules", "rules", "record"),
    sa.Index("listings_by_score", "score", "record"),
    sa.Index("listings_by_winner", "winner", "record"),
    sa.Index("listings_by_errors", "errors", "record"),
)

WORDS_FORM: Final = sa.Table("words_form", SCHEMA, sa.Column("form", TEXT, primary_key=True))
"""The version of the entries of the index of words, in one row."""

ANSWERS: Final = sa.Table(
    "answers",
    SCHEMA,
    _key_of("record", "records.number"),
    sa.Column("question", TEXT, primary_key=True),
    sa.Column("program", TEXT, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("added", MOMENT, nullable=False),
    sa.Index("answers_by_time", "added"),
)

COUNTED: Final = sa.Table("counted", SCHEMA, _key_of("record", "listings.record"))

UNCOUNTED: Final = sa.Table("uncounted", SCHEMA, _key_of("record", "listings.record"))

SEATS: Final = sa.Table(
    "seats",
    SCHEMA,
    _key_of("record", "counted.record"),
    sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", TEXT, primary_key=True),
    sa.Column("names_side", sa.Boolean, nullable=False),
    sa.Column("player", TEXT),
    sa.Column("rules", TEXT, nullable=False),
    sa.Column("year", sa.Integer),
    *_columns(sa.Boolean, "complete", "dealt", "led"),
    sa.Column("won", sa.Boolean),
    *_columns(sa.Boolean, "closed", "close_won", "claimed", "claim_false", "claim_missed"),
    *_columns(sa.Integer, "marriages_20", "marriages_40"),
    *_columns(sa.Boolean, "schneider", "schwarz"),
    sqlite_with_rowid=False,
)

KNOWN_NAMES: Final = sa.Table(
    "known_names",
    SCHEMA,
    sa.Column("number", NUMBER, sa.Identity(), primary_key=True),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("digest", sa.LargeBinary, nullable=False),
    *_columns(TEXT, "name", "key"),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Index("known_names_by_name", "kind", "digest", unique=True),
    sa.Index("known_names_by_key", "kind", "key", "number"),
    sa.Index("known_names_by_games", "kind", "games", "number"),
)

KNOWN_WORDS: Final = sa.Table(
    "known_words",
    SCHEMA,
    sa.Column("word", TEXT, primary_key=True),
    _key_of("name", "known_names.number"),
    sa.Index("known_words_by_name", "name"),
    sqlite_with_rowid=False,
)

APPEARANCES: Final = sa.Table(
    "appearances",
    SCHEMA,
    _key_of("name", "known_names.number"),
    sa.Column("record", NUMBER, sa.ForeignKey("records.number"), primary_key=True, autoincrement=False),
    sa.Index("appearances_by_record", "record"),
    sqlite_with_rowid=False,
)

KEYS: Final = sa.Table(
    "keys",
    SCHEMA,
    sa.Column("name", TEXT, primary_key=True),
    *_columns(TEXT, "role", "scopes"),
    sa.Column("hash", TEXT, nullable=False, unique=True),
    sa.Column("created", MOMENT, nullable=False),
    sa.Column("revoked", MOMENT),
    sa.Column("used", MOMENT),
)

SESSIONS: Final = sa.Table(
    "sessions",
    SCHEMA,
    sa.Column("hash", TEXT, primary_key=True),
    sa.Column("key", TEXT, sa.ForeignKey("keys.name"), nullable=False),
    sa.Column("expires", MOMENT, nullable=False),
)

OWNERS: Final = sa.Table(
    "owners",
    SCHEMA,
    _key_of("record", "records.number"),
    sa.Column("owner", TEXT, nullable=False),
    sa.Index("owners_by_name", "owner", "record"),
)

WITHHELD: Final = sa.Table(
    "withheld",
    SCHEMA,
    _key_of("record", "records.number"),
    sa.Column("visibility", TEXT, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
)

TOMBSTONES: Final = sa.Table(
    "tombstones",
    SCHEMA,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("removed", MOMENT, nullable=False),
    *_columns(TEXT, "reason", "owner", "visibility", "successor"),
    sa.Column("hidden", sa.Boolean, nullable=False),
)

CHANGES: Final = sa.Table(
    "changes",
    SCHEMA,
    sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("id", DIGEST, nullable=False),
    sa.Index("changes_by_id", "id", unique=True),
)

AUDIT: Final = sa.Table(
    "audit",
    SCHEMA,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("moment", MOMENT, nullable=False),
    *_columns(TEXT, "actor", "deed", "subject", "reason"),
    sa.Index("audit_by_subject", "subject", "number"),
)

SALTS: Final = sa.Table(
    "salts",
    SCHEMA,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("salt", sa.LargeBinary, nullable=False),
)

USES: Final = sa.Table(
    "uses",
    SCHEMA,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("sender", TEXT, primary_key=True),
    sa.Column("records", sa.Integer, nullable=False),
    sa.Column("bytes", sa.BigInteger, nullable=False),
)

MATCHES: Final = sa.Table(
    "matches",
    SCHEMA,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("opened", MOMENT, nullable=False),
    sa.Column("names", SEAT_NAMES, nullable=False),
    *_columns(TEXT, "rules", "tournament", "round", "board"),
    *_columns(sa.Boolean, "public", "open"),
    sa.Column("ended", MOMENT),
    sa.Column("record", DIGEST),
    *_columns(TEXT, "owner", "tournament_id"),
    sa.Column("score", TEXT, nullable=False, default=""),
    sa.Column("winner", sa.Integer, nullable=False, default=-1),
    sa.Index("matches_by_time", "opened", "id"),
    sa.Index("matches_by_tournament_id", "tournament_id", "opened", "id"),
    sa.Index("matches_by_tournament", "tournament", "opened", "id"),
    sa.Index("matches_by_state", "open", "opened", "id"),
    sa.Index("matches_by_owner", "owner", "opened", "id"),
)

_KEYED: Final = sa.text("key <> ''")

MATCH_LINES: Final = sa.Table(
    "match_lines",
    SCHEMA,
    sa.Column("place", NUMBER, sa.Identity(), primary_key=True),
    sa.Column("match", TEXT, sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    *_columns(sa.Integer, "number", "version"),
    *_columns(sa.LargeBinary, "body", "salt", "head", "former_leaf"),
    *_columns(TEXT, "by", "key"),
    sa.Index("match_lines_by_number", "match", "number", unique=True),
    sa.Index(
        *("match_lines_by_key", "match", "by", "key"),
        unique=True,
        sqlite_where=_KEYED,
        postgresql_where=_KEYED,
    ),
    sqlite_autoincrement=True,  # so that a reader of the lines above a position misses none
)

TOURNAMENTS: Final = sa.Table(
    "tournaments",
    SCHEMA,
    sa.Column("id", TEXT, primary_key=True),
    *_columns(TEXT, "name", "owner"),
    sa.Column("opened", MOMENT, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    *_columns(sa.LargeBinary, "hash", "salt", "request"),
    sa.Index("tournaments_by_request", "request", unique=True),
)

MATCH_KEYS: Final = sa.Table(
    "match_keys",
    SCHEMA,
    sa.Column("match", TEXT, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("role", TEXT, primary_key=True),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("person", TEXT, nullable=False),
    sa.Index("match_keys_by_person", "person", "match"),
)
LIVE_LEASES: Final = sa.Table(
    "live_leases",
    SCHEMA,
    sa.Column("share", sa.Integer, primary_key=True, autoincrement=False),
    *_columns(sa.Integer, "worker"),
    *_columns(sa.BigInteger, "began", "beat"),
)
