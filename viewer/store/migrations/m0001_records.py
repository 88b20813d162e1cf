"""Step 1: records by their digests, as sent."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "records",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("added", sa.DateTime, nullable=False),
    )
    op.create_index("records_by_time", "records", ["added", "id"])
