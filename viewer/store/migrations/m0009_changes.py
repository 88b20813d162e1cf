"""Step 9: changes of public records, which records are still to be counted, and the numbers of texts."""

import hashlib
import zlib
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from notation.findings import Phrase

revision = "0009"
down_revision = "0008"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
BATCH = 500


def upgrade() -> None:
    """Give every readable record the number of its text, and create the tables."""
    op.add_column("records", sa.Column("text_key", sa.BigInteger))
    _fill_text_keys()
    op.create_index("records_by_text", "records", ["text_key"])
    op.create_table(
        "changes",
        sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("id", sa.LargeBinary, nullable=False),
    )
    op.create_index("changes_by_id", "changes", ["id"], unique=True)
    listing = sa.ForeignKey("listings.record", ondelete="CASCADE")
    op.create_table("uncounted", sa.Column("record", NUMBER, listing, primary_key=True, autoincrement=False))
    op.execute(
        "INSERT INTO uncounted SELECT record FROM listings WHERE record NOT IN (SELECT record FROM counted) "
        "AND record NOT IN (SELECT record FROM withheld)"
    )


def losses(connection: sa.Connection) -> Iterator[Phrase]:
    """Yield the changes of public records, which the previous step does not store."""
    number = connection.scalar(sa.select(sa.func.count()).select_from(sa.table("changes")))
    if number:
        yield Phrase("changes of public records, for copies of the archive: {number}", {"number": number})


def downgrade() -> None:
    """Remove the numbers and the tables."""
    op.drop_table("uncounted")
    op.drop_table("changes")
    op.drop_index("records_by_text", "records")
    op.drop_column("records", "text_key")


def _fill_text_keys() -> None:
    records = sa.table("records", *map(sa.column, ("number", "text", "text_key")))
    listings = sa.table("listings", sa.column("record"), sa.column("whole", sa.Boolean))
    both = records.join(listings, records.c.number == listings.c.record)
    wanted = (
        sa.select(records.c.number, records.c.text)
        .select_from(both)
        .where(listings.c.whole)
        .order_by(records.c.number)
        .limit(BATCH)
    )
    change = (
        sa.update(records)
        .where(records.c.number == sa.bindparam("record"))
        .values(text_key=sa.bindparam("key"))
    )
    connection, last = op.get_bind(), 0
    while rows := connection.execute(wanted.where(records.c.number > last)).all():
        last = rows[-1].number
        connection.execute(change, [{"record": number, "key": _key(text)} for number, text in rows])


def _key(packed: bytes) -> int:
    return int.from_bytes(hashlib.sha256(zlib.decompress(packed)).digest()[:8], signed=True)
