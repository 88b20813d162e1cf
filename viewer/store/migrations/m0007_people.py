"""Step 7: keys, owners, records that are withheld or removed, and the audit trail."""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from notation.findings import Phrase

revision = "0007"
down_revision = "0006"

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
APPEND_ONLY = {
    "sqlite": (
        "CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit "
        "BEGIN SELECT RAISE(ABORT, 'the audit trail cannot be changed'); END",
        "CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit "
        "BEGIN SELECT RAISE(ABORT, 'the audit trail cannot be changed'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit trail cannot be changed'; END $$",
        "CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION keep_audit()",
    ),
}


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "keys",
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("scopes", TEXT, nullable=False),
        sa.Column("hash", TEXT, nullable=False, unique=True),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("revoked", sa.DateTime),
        sa.Column("used", sa.DateTime),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", TEXT, primary_key=True),
        sa.Column("key", TEXT, sa.ForeignKey("keys.name"), nullable=False),
        sa.Column("expires", sa.DateTime, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column(
            "record",
            NUMBER,
            sa.ForeignKey("records.number", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("owner", TEXT, nullable=False),
    )
    op.create_index("owners_by_name", "owners", ["owner", "record"])
    op.create_table(
        "withheld",
        sa.Column(
            "record",
            NUMBER,
            sa.ForeignKey("records.number", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("visibility", TEXT, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )
    op.create_table(
        "tombstones",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("removed", sa.DateTime, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("owner", TEXT, nullable=False),
        sa.Column("visibility", TEXT, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("moment", sa.DateTime, nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("deed", TEXT, nullable=False),
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
    )
    op.create_index("audit_by_subject", "audit", ["subject", "number"])
    op.create_table(
        "salts",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "uses",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sender", TEXT, primary_key=True),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
    )
    for statement in APPEND_ONLY[op.get_bind().dialect.name]:
        op.execute(statement)


LOST = (
    ("keys", Phrase("keys and their sessions: {number}")),
    ("owners", Phrase("owners of records: {number}")),
    ("withheld", Phrase("records that are not public or are hidden, with their texts: {number}")),
    ("tombstones", Phrase("removed records, which can then be added again: {number}")),
    ("audit", Phrase("entries of the audit trail: {number}")),
)
"""What the previous step cannot store, by table."""


def losses(connection: sa.Connection) -> Iterator[Phrase]:
    """Yield what would be lost."""
    for table, lost in LOST:
        number = connection.scalar(sa.select(sa.func.count()).select_from(sa.table(table)))
        if number:
            yield Phrase(lost.sentence, {"number": number})


def downgrade() -> None:
    """Drop the tables, and delete the records that a program without them would show to everybody."""
    is_file = op.get_bind().dialect.name == "sqlite"
    if is_file:
        op.execute("PRAGMA secure_delete = ON")
    op.execute("CREATE TEMPORARY TABLE closed AS SELECT record FROM withheld")
    op.execute("UPDATE words_form SET form = '' WHERE EXISTS (SELECT 1 FROM closed)")  # it is derived again
    for table in ("seats", "counted", "answers", "owners", "withheld", "listings"):
        op.execute(f"DELETE FROM {table} WHERE record IN (SELECT record FROM closed)")  # noqa: S608
    op.execute("DELETE FROM records WHERE number IN (SELECT record FROM closed)")
    op.drop_table("closed")
    for table in ("uses", "salts", "audit", "tombstones", "withheld", "owners", "sessions", "keys"):
        op.drop_table(table)
    if not is_file:
        op.execute("DROP FUNCTION keep_audit()")
