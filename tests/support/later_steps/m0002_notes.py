"""A step that no release has: notes on records."""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from notation.findings import Phrase

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table("notes", sa.Column("id", sa.Integer, primary_key=True), sa.Column("text", sa.Text))


def losses(connection: sa.Connection) -> Iterator[Phrase]:
    number = connection.scalar(sa.text("SELECT count(*) FROM notes"))
    if number:
        yield Phrase("notes: {number}", {"number": number})


def downgrade() -> None:
    op.drop_table("notes")
