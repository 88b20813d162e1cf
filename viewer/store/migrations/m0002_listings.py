"""Step 2: what a list shows of each record; empty until the records are judged again."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "listings",
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
    )
    op.create_index("listings_by_date", "listings", ["date_first", "record"])
    op.create_table(
        "players",
        sa.Column("record", TEXT, sa.ForeignKey("listings.record", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("name_folded", TEXT, nullable=False),
    )
    op.create_table(
        "words",
        sa.Column("record", TEXT, sa.ForeignKey("listings.record", ondelete="CASCADE"), primary_key=True),
        sa.Column("text_folded", TEXT, nullable=False),
    )
