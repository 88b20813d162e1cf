"""Step 8: the database itself refuses a record in any other form, whatever program writes it.

A program started before step 6 stored the id and the text of a record as text. SQLite would accept either
without conversion: a trigger checks them there, since its tables cannot get a constraint later.
"""

from alembic import op

revision = "0008"
down_revision = "0007"

IS_NOT_WHOLE = (
    "typeof(NEW.id) <> 'blob' OR length(NEW.id) <> 32 "
    "OR typeof(NEW.text) <> 'blob' OR substr(NEW.text, 1, 1) IS NOT x'78' "
    "OR typeof(NEW.added) <> 'text' OR typeof(NEW.number) <> 'integer'"
)
"""Compressed data begins with a byte of 0x78, which names the method."""
WRITES = (("inserted", "INSERT"), ("updated", "UPDATE"))


def upgrade() -> None:
    """Let the database check what is written."""
    if op.get_bind().dialect.name != "sqlite":
        op.create_check_constraint("records_id_is_a_digest", "records", "octet_length(id) = 32")
        op.create_check_constraint("records_text_is_packed", "records", "get_byte(text, 0) = 120")
        return
    for name, write in WRITES:
        op.execute(
            f"CREATE TRIGGER records_are_{name}_whole AFTER {write} ON records WHEN {IS_NOT_WHOLE} "
            "BEGIN SELECT RAISE(ABORT, 'this is no record as the archive keeps them'); END"
        )


def downgrade() -> None:
    """Remove the checks."""
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint("records_text_is_packed", "records")
        op.drop_constraint("records_id_is_a_digest", "records")
        return
    for name, _ in WRITES:
        op.execute(f"DROP TRIGGER records_are_{name}_whole")
