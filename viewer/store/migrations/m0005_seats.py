"""Step 5: what each seat did in every deal, for statistics; empty until they are first requested."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "counted",
        sa.Column("record", TEXT, sa.ForeignKey("listings.record", ondelete="CASCADE"), primary_key=True),
    )
    op.create_table(
        "seats",
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
