"""Step 1: the tables of the first release: those of :mod:`viewer.store.tables`, and what it cannot declare.

Whoever changes a table after the release first freezes the declarations of today in this step.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from viewer.store.tables import NUMBER, SCHEMA
from viewer.store.words import FORM

revision = "0001"
down_revision = None

ONLY_UNNAMED = (
    "NEW.number = OLD.number AND NEW.moment = OLD.moment AND NEW.deed = OLD.deed AND NEW.reason = OLD.reason "
    "AND (NEW.actor = OLD.actor OR NEW.actor LIKE '@removed %') "
    "AND (NEW.subject = OLD.subject OR NEW.subject LIKE '@removed %')"
)
"""That an entry of the audit trail changes only in that it names nobody any more."""
ONLY_REDACTED = (
    "NEW.match = OLD.match AND NEW.number = OLD.number AND NEW.version = OLD.version AND NEW.head = OLD.head "
    'AND NEW."by" = OLD."by" AND NEW.key = OLD.key '
    "AND length(NEW.former_leaf) = 32 "
    "AND (length(OLD.former_leaf) = 0 OR NEW.former_leaf = OLD.former_leaf)"
)
"""That a line of a journal changes only in its body, and keeps its leaf: somebody's name is removed."""
OF_SQLITE = (
    "CREATE VIRTUAL TABLE words USING fts5("
    "lexemes, content='', columnsize=0, detail=none, prefix='3 4', tokenize='ascii tokenchars ''=''')",
    f"CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit WHEN NOT ({ONLY_UNNAMED}) "
    "BEGIN SELECT RAISE(ABORT, 'the audit trail cannot be changed'); END",
    "CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit "
    "BEGIN SELECT RAISE(ABORT, 'the audit trail cannot be changed'); END",
    "CREATE TRIGGER match_lines_are_not_changed BEFORE UPDATE ON match_lines "
    f"WHEN NOT ({ONLY_REDACTED}) "
    "BEGIN SELECT RAISE(ABORT, 'a journal cannot be changed'); END",
    "CREATE TRIGGER match_lines_are_not_deleted BEFORE DELETE ON match_lines "
    "WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match) "
    "BEGIN SELECT RAISE(ABORT, 'a journal cannot be changed'); END",
)
OF_POSTGRESQL = (
    "CREATE INDEX words_by_lexeme ON words USING gin (lexemes) WITH (gin_pending_list_limit = 256)",
    "CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN IF TG_OP = 'UPDATE' THEN IF {ONLY_UNNAMED} THEN RETURN NEW; END IF; END IF; "
    "RAISE EXCEPTION 'the audit trail cannot be changed'; END $$",
    "CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON audit "
    "FOR EACH ROW EXECUTE FUNCTION keep_audit()",
    "CREATE TRIGGER audit_stays BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION keep_audit()",
    "CREATE FUNCTION keep_match_lines() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "  # noqa: S608 - no input
    "IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM matches WHERE id = OLD.match) "
    "THEN RETURN OLD; END IF; "
    f"IF TG_OP = 'UPDATE' THEN IF {ONLY_REDACTED} THEN RETURN NEW; END IF; END IF; "
    "RAISE EXCEPTION 'a journal cannot be changed'; END $$",
    "CREATE TRIGGER match_lines_are_kept BEFORE UPDATE OR DELETE ON match_lines "
    "FOR EACH ROW EXECUTE FUNCTION keep_match_lines()",
    "CREATE TRIGGER match_lines_stay BEFORE TRUNCATE ON match_lines "
    "FOR EACH STATEMENT EXECUTE FUNCTION keep_match_lines()",
)
"""The index of words, and triggers: audit entries never change, journal lines go with their match."""


def upgrade() -> None:
    """Create the tables."""
    connection = op.get_bind()
    is_file = connection.dialect.name == "sqlite"
    SCHEMA.create_all(connection, checkfirst=False)
    if not is_file:
        key = sa.ForeignKey("records.number", ondelete="CASCADE")
        op.create_table(
            "words",
            sa.Column("record", NUMBER, key, primary_key=True, autoincrement=False),
            sa.Column("lexemes", postgresql.TSVECTOR, nullable=False),
        )
    for statement in OF_SQLITE if is_file else OF_POSTGRESQL:
        op.execute(statement)
    op.execute(sa.text("INSERT INTO words_form VALUES (:form)").bindparams(form=FORM))
