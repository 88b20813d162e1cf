"""Step 4: what a series of matches needs of each; filled when the records are judged again."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the columns."""
    for column in (
        sa.Column("series", TEXT, nullable=False, server_default=""),
        sa.Column("series_folded", TEXT, nullable=False, server_default=""),
        sa.Column("match", sa.Integer, nullable=False, server_default="0"),
        sa.Column("first_dealer", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("games", sa.Integer, nullable=False, server_default="1"),
        sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("series_score", TEXT, nullable=False, server_default=""),
    ):
        op.add_column("listings", column)
