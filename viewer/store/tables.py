"""The tables of the archive as the newest migration leaves them.

`records` holds what came and is never changed; the others hold what this program made of it and can be
made again: `listings` what a list says, small enough to be looked through, `players` and `words` what is
searched besides, `answers` what took long to find, `seats` what each seat did in every deal of the records
in `counted`.

The rest is about people, and cannot be made again: `keys` and the `sessions` opened with them, `owners` of
records, `withheld` what is not simply public, `tombstones` of what was removed, `audit` who changed what, and
`uses` how much was sent today, by addresses that only the day's `salts` could tell. The tables are created
by :mod:`viewer.store.migrations` alone.
"""

from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

TEXT: Final = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""Text that both databases order by its code points, whatever language the machine speaks."""


class UtcMoment(sa.types.TypeDecorator[datetime]):
    """A moment, kept in universal time without saying so, for SQLite cannot say it."""

    impl = sa.DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """The moment as it is kept."""
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """The moment as it was given."""
        return value.replace(tzinfo=UTC) if value else None


SCHEMA: Final = sa.MetaData()

RECORDS: Final = sa.Table(
    "records",
    SCHEMA,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("text", sa.LargeBinary, nullable=False),
    sa.Column("added", UtcMoment, nullable=False),
    sa.Index("records_by_time", "added", "id"),
)

LISTINGS: Final = sa.Table(
    "listings",
    SCHEMA,
    sa.Column("record", TEXT, sa.ForeignKey("records.id"), primary_key=True),
    sa.Column("program", TEXT, nullable=False),
    sa.Column("event", TEXT, nullable=False),
    sa.Column("event_folded", TEXT, nullable=False),
    sa.Column("site", TEXT, nullable=False),
    sa.Column("date", TEXT, nullable=False),
    sa.Column("date_first", TEXT, nullable=False),
    sa.Column("date_last", TEXT, nullable=False),
    sa.Column("round", TEXT, nullable=False),
    sa.Column("rules", TEXT, nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sa.Column("result", TEXT, nullable=False),
    sa.Column("score", TEXT, nullable=False),
    sa.Column("winner", sa.Integer, nullable=False),
    sa.Column("whole", sa.Boolean, nullable=False),
    sa.Column("errors", sa.Integer, nullable=False),
    sa.Column("findings", sa.Integer, nullable=False),
    sa.Column("series", TEXT, nullable=False, server_default=""),
    sa.Column("series_folded", TEXT, nullable=False, server_default=""),
    sa.Column("match", sa.Integer, nullable=False, server_default="0"),
    sa.Column("first_dealer", sa.Integer, nullable=False, server_default="-1"),
    sa.Column("games", sa.Integer, nullable=False, server_default="1"),
    sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("series_score", TEXT, nullable=False, server_default=""),
    sa.Index("listings_by_date", "date_first", "record"),
)

PLAYERS: Final = sa.Table(
    "players",
    SCHEMA,
    sa.Column("record", TEXT, sa.ForeignKey("listings.record", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", TEXT, nullable=False),
    sa.Column("name_folded", TEXT, nullable=False),
)

WORDS: Final = sa.Table(
    "words",
    SCHEMA,
    sa.Column("record", TEXT, sa.ForeignKey("listings.record", ondelete="CASCADE"), primary_key=True),
    sa.Column("text_folded", TEXT, nullable=False),
)

ANSWERS: Final = sa.Table(
    "answers",
    SCHEMA,
    sa.Column("record", TEXT, sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("question", TEXT, primary_key=True),
    sa.Column("program", TEXT, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("added", UtcMoment, nullable=False),
    sa.Index("answers_by_time", "added"),
)

COUNTED: Final = sa.Table(
    "counted",
    SCHEMA,
    sa.Column("record", TEXT, sa.ForeignKey("listings.record", ondelete="CASCADE"), primary_key=True),
)

SEATS: Final = sa.Table(
    "seats",
    SCHEMA,
    sa.Column("record", TEXT, sa.ForeignKey("counted.record", ondelete="CASCADE"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", TEXT, primary_key=True),
    sa.Column("names_side", sa.Boolean, nullable=False),
    sa.Column("player", TEXT),
    sa.Column("rules", TEXT, nullable=False),
    sa.Column("year", sa.Integer),
    sa.Column("complete", sa.Boolean, nullable=False),
    sa.Column("dealt", sa.Boolean, nullable=False),
    sa.Column("led", sa.Boolean, nullable=False),
    sa.Column("won", sa.Boolean),
    sa.Column("closed", sa.Boolean, nullable=False),
    sa.Column("close_won", sa.Boolean, nullable=False),
    sa.Column("claimed", sa.Boolean, nullable=False),
    sa.Column("claim_false", sa.Boolean, nullable=False),
    sa.Column("claim_missed", sa.Boolean, nullable=False),
    sa.Column("marriages_20", sa.Integer, nullable=False),
    sa.Column("marriages_40", sa.Integer, nullable=False),
    sa.Column("schneider", sa.Boolean, nullable=False),
    sa.Column("schwarz", sa.Boolean, nullable=False),
)

KEYS: Final = sa.Table(
    "keys",
    SCHEMA,
    sa.Column("name", TEXT, primary_key=True),
    sa.Column("role", TEXT, nullable=False),
    sa.Column("scopes", TEXT, nullable=False),
    sa.Column("hash", TEXT, nullable=False, unique=True),
    sa.Column("created", UtcMoment, nullable=False),
    sa.Column("revoked", UtcMoment),
    sa.Column("used", UtcMoment),
)

SESSIONS: Final = sa.Table(
    "sessions",
    SCHEMA,
    sa.Column("hash", TEXT, primary_key=True),
    sa.Column("key", TEXT, sa.ForeignKey("keys.name"), nullable=False),
    sa.Column("expires", UtcMoment, nullable=False),
)

OWNERS: Final = sa.Table(
    "owners",
    SCHEMA,
    sa.Column("record", TEXT, sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("owner", TEXT, nullable=False),
    sa.Index("owners_by_name", "owner", "record"),
)

WITHHELD: Final = sa.Table(
    "withheld",
    SCHEMA,
    sa.Column("record", TEXT, sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("visibility", TEXT, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
)

TOMBSTONES: Final = sa.Table(
    "tombstones",
    SCHEMA,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("removed", UtcMoment, nullable=False),
    sa.Column("reason", TEXT, nullable=False),
    sa.Column("owner", TEXT, nullable=False),
    sa.Column("visibility", TEXT, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
)

AUDIT: Final = sa.Table(
    "audit",
    SCHEMA,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("moment", UtcMoment, nullable=False),
    sa.Column("actor", TEXT, nullable=False),
    sa.Column("deed", TEXT, nullable=False),
    sa.Column("subject", TEXT, nullable=False),
    sa.Column("reason", TEXT, nullable=False),
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
