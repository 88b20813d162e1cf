"""Step 8: the database itself refuses a record in another form than this one, whatever program writes it.

A program that was started before step 6 kept the id of a record as text, and its text as it was. SQLite would
take either for what they are not: there a trigger looks, because a table of it gets no constraint later on.
"""

from alembic import op

revision = "0008"
down_revision = "0007"

IS_NOT_WHOLE = (
    "typeof(NEW.id) <> 'blob' OR length(NEW.id) <> 32 "
    "OR typeof(NEW.text) <> 'blob' OR substr(NEW.text, 1, 1) IS NOT x'78' "
    "OR typeof(NEW.added) <> 'text' OR typeof(NEW.number) <> 'integer'"
)
"""All that is packed begins with a byte of 0x78, which says how."""
WRITES = (("inserted", "INSERT"), ("updated", "UPDATE"))


def upgrade() -> None:
    """Let the database look at what is written."""
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
    """Let it take anything again."""
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint("records_text_is_packed", "records")
        op.drop_constraint("records_id_is_a_digest", "records")
        return
    for name, _ in WRITES:
        op.execute(f"DROP TRIGGER records_are_{name}_whole")
