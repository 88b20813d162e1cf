"""A cache of expensive answers, by record, question and program; its size is bounded."""

import hashlib
import zlib
from datetime import UTC, datetime

import sqlalchemy as sa

from viewer.limits import ANSWER_BYTES, ANSWERS_KEPT
from viewer.store.summaries import program
from viewer.store.tables import ANSWERS, RECORDS


def key_of(question: str) -> str:
    """Return the cache key of a question."""
    return hashlib.sha256(question.encode()).hexdigest()


def _number(record: str) -> sa.ScalarSelect[int]:
    return sa.select(RECORDS.c.number).where(RECORDS.c.id == record).scalar_subquery()


def kept_answer(connection: sa.Connection, record: str, question: str) -> bytes | None:
    """Return the cached answer of this program to a question about a record, if any."""
    is_meant = sa.and_(ANSWERS.c.record == _number(record), ANSWERS.c.question == key_of(question))
    wanted = sa.select(ANSWERS.c.body).where(is_meant, ANSWERS.c.program == program())
    body = connection.scalar(wanted)
    return None if body is None else zlib.decompress(body)


def keep_answer(connection: sa.Connection, record: str, question: str, answer: bytes) -> None:
    """Cache an answer, replacing that of an earlier program; evict the oldest above the limit."""
    body = zlib.compress(answer)
    if len(body) > ANSWER_BYTES:
        return
    key = key_of(question)
    is_meant = sa.and_(ANSWERS.c.record == _number(record), ANSWERS.c.question == key)
    connection.execute(sa.delete(ANSWERS).where(is_meant))
    row = {
        "record": _number(record),
        "question": key,
        "program": program(),
        "body": body,
        "added": datetime.now(UTC),
    }
    connection.execute(sa.insert(ANSWERS).values(row))
    newest = sa.select(ANSWERS.c.added).order_by(ANSWERS.c.added.desc()).offset(ANSWERS_KEPT).limit(1)
    last = connection.scalar(newest)
    if last is not None:
        connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.added <= last))


def forget_outdated(connection: sa.Connection) -> None:
    """Delete the cached answers of other programs."""
    connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.program != program()))
