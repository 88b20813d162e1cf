"""Step 11: the players and events of the public records; empty until the records are judged again."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0011"
down_revision = "0010"

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "known_names",
        sa.Column("number", NUMBER, sa.Identity(), primary_key=True),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("key", TEXT, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("known_names_by_name", "known_names", ["kind", "digest"], unique=True)
    op.create_index("known_names_by_key", "known_names", ["kind", "key", "number"])
    op.create_index("known_names_by_games", "known_names", ["kind", "games", "number"])
    op.create_table(
        "known_words",
        sa.Column("word", TEXT, primary_key=True),
        _name(),
        sqlite_with_rowid=False,
    )
    op.create_index("known_words_by_name", "known_words", ["name"])
    op.create_table(
        "appearances",
        _name(),
        sa.Column("record", NUMBER, sa.ForeignKey("records.number"), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("appearances_by_record", "appearances", ["record"])


def _name() -> sa.Column[int]:
    key = sa.ForeignKey("known_names.number", ondelete="CASCADE")
    return sa.Column("name", NUMBER, key, primary_key=True, autoincrement=False)


def downgrade() -> None:
    """Drop the tables."""
    for table in ("appearances", "known_words", "known_names"):
        op.drop_table(table)
