"""Step 10: live matches, the lines of their journals, and the keys of their seats."""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from notation.findings import Phrase

revision = "0010"
down_revision = "0009"

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
APPEND_ONLY = {
    "sqlite": (
        "CREATE TRIGGER match_lines_are_not_changed BEFORE UPDATE ON match_lines "
        "BEGIN SELECT RAISE(ABORT, 'a journal cannot be changed'); END",
        "CREATE TRIGGER match_lines_are_not_deleted BEFORE DELETE ON match_lines "
        "WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match) "
        "BEGIN SELECT RAISE(ABORT, 'a journal cannot be changed'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION keep_match_lines() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM matches WHERE id = OLD.match) "
        "THEN RETURN OLD; END IF; RAISE EXCEPTION 'a journal cannot be changed'; END $$",
        "CREATE TRIGGER match_lines_are_kept BEFORE UPDATE OR DELETE ON match_lines "
        "FOR EACH ROW EXECUTE FUNCTION keep_match_lines()",
        "CREATE TRIGGER match_lines_stay BEFORE TRUNCATE ON match_lines "
        "FOR EACH STATEMENT EXECUTE FUNCTION keep_match_lines()",
    ),
}
"""A line is deleted with its match, and in no other way."""


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "matches",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("opened", sa.DateTime, nullable=False),
        sa.Column("names", TEXT, nullable=False),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("tournament", TEXT, nullable=False),
        sa.Column("round", TEXT, nullable=False),
        sa.Column("board", TEXT, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("record", sa.LargeBinary),
    )
    op.create_index("matches_by_time", "matches", ["opened", "id"])
    op.create_index("matches_by_tournament", "matches", ["tournament", "opened", "id"])
    op.create_index("matches_by_state", "matches", ["open", "opened", "id"])
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "match_lines",
        sa.Column("place", NUMBER, sa.Identity(), primary_key=True),
        sa.Column("match", TEXT, match, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("by", TEXT, nullable=False),
        sa.Column("key", TEXT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("match_lines_by_number", "match_lines", ["match", "number"], unique=True)
    op.create_index(
        "match_lines_by_key",
        "match_lines",
        ["match", "by", "key"],
        unique=True,
        sqlite_where=sa.text("key <> ''"),
        postgresql_where=sa.text("key <> ''"),
    )
    op.create_table(
        "match_keys",
        sa.Column("match", TEXT, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("role", TEXT, primary_key=True),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    for statement in APPEND_ONLY[op.get_bind().dialect.name]:
        op.execute(statement)


def losses(connection: sa.Connection) -> Iterator[Phrase]:
    """Yield the live matches: the records of those that are over stay."""
    number = connection.scalar(sa.select(sa.func.count()).select_from(sa.table("matches")))
    if number:
        yield Phrase("live matches, with their journals: {number}", {"number": number})


def downgrade() -> None:
    """Drop the tables."""
    for table in ("match_keys", "match_lines", "matches"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION keep_match_lines()")
