"""Step 7: keys, owners, what is withheld or was removed, and who changed what."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

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
    """Make the tables."""
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


def downgrade() -> None:
    """Drop the tables."""
    for table in ("uses", "salts", "audit", "tombstones", "withheld", "owners", "sessions", "keys"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION keep_audit()")
