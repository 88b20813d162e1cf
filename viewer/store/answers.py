"""A cache of expensive answers, by record, question and program; its size is bounded."""

import hashlib
import zlib
from datetime import UTC, datetime

import sqlalchemy as sa

from viewer.limits import ANSWER_BYTES, ANSWERS_KEPT
from viewer.store.databases import Database
from viewer.store.summaries import program
from viewer.store.tables import ANSWERS, DAMAGE, RECORDS


def key_of(question: str) -> str:
    """Return the cache key of a question."""
    return hashlib.sha256(question.encode()).hexdigest()


def _number(record: str) -> sa.ScalarSelect[int]:
    return sa.select(RECORDS.c.number).where(RECORDS.c.id == record).scalar_subquery()


class Answers:
    """The cached answers of an archive."""

    _database: Database

    def answer(self, record: str, question: str) -> bytes | None:
        """Return the cached answer of this program to a question about a record, if any."""
        wanted = sa.select(ANSWERS.c.body).where(_is_meant(record, question), ANSWERS.c.program == program())
        with self._database.reading() as connection:
            body = connection.scalar(wanted)
        try:
            return None if body is None else zlib.decompress(body)
        except DAMAGE:  # damaged in its file: it is computed again
            return None

    def keep(self, record: str, question: str, answer: bytes) -> None:
        """Cache an answer, replacing that of an earlier program, unless it is too large; evict the oldest."""
        body = zlib.compress(answer)
        if len(body) > ANSWER_BYTES:
            return
        row = {"record": _number(record), "question": key_of(question), "program": program(), "body": body}
        newest = sa.select(ANSWERS.c.added).order_by(ANSWERS.c.added.desc()).offset(ANSWERS_KEPT).limit(1)
        with self._database.writing() as connection:
            connection.execute(sa.delete(ANSWERS).where(_is_meant(record, question)))
            connection.execute(sa.insert(ANSWERS).values(row | {"added": datetime.now(UTC)}))
            last = connection.scalar(newest)
            if last is not None:
                connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.added <= last))


def _is_meant(record: str, question: str) -> sa.ColumnElement[bool]:
    return sa.and_(ANSWERS.c.record == _number(record), ANSWERS.c.question == key_of(question))


def forget_outdated(connection: sa.Connection) -> None:
    """Delete the cached answers of other programs."""
    connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.program != program()))
