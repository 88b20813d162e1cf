"""Step 3: cached answers to questions that take long."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "answers",
        sa.Column("record", TEXT, sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("question", TEXT, primary_key=True),
        sa.Column("program", TEXT, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("added", sa.DateTime, nullable=False),
    )
    op.create_index("answers_by_time", "answers", ["added"])
