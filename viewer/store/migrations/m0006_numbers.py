"""Step 6: records are numbered in the order of their arrival, compressed, and have an index of words.

Existing listings stay. The players of a record are stored in its listing, and sort keys are cut to a length
that every index accepts.
"""

import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from notation.findings import Phrase
from viewer.store.summaries import fold
from viewer.store.words import FORM, Named, entry, put_words

revision = "0006"
down_revision = "0005"

TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
BATCH = 500
KEY = 64
"""Maximum of characters of a sort key."""
TABLES = ("seats", "counted", "answers", "players", "listings", "records")
"""Tables whose records get other keys, each before those that it refers to."""
SAME = (
    "program", "event", "site", "date", "round", "rules", "deals", "result", "score", "winner", "whole",
    "errors", "findings", "series", "match", "first_dealer", "games", "open", "series_score", "date_first",
    "date_last",
)  # fmt: skip
"""Columns of a listing that stay the same."""
SEATS = (
    "deal", "seat", "names_side", "player", "rules", "year", "complete", "dealt", "led", "won", "closed",
    "close_won", "claimed", "claim_false", "claim_missed", "marriages_20", "marriages_40", "schneider",
    "schwarz",
)  # fmt: skip
ANSWERS = ("question", "program", "body", "added")

Rows = list[dict[str, Any]]


def upgrade() -> None:
    """Create the tables again, fill them, and drop the old ones."""
    connection = op.get_bind()
    _set_aside("records_by_time", "listings_by_date", "answers_by_time", names=(*TABLES, "words"))
    _make()
    op.create_table("numbers", sa.Column("id", TEXT, primary_key=True), sa.Column("number", NUMBER))
    number = 0
    for batch in _batches("old_records", ("added", "id"), ("text",)):
        numbers = {row["id"]: number + place for place, row in enumerate(batch, start=1)}
        number += len(batch)
        _insert("numbers", [{"id": each, "number": number} for each, number in numbers.items()])
        _insert("records", [_packed(row, numbers[row["id"]]) for row in batch])
        names = _names(connection, list(numbers))
        listings = _select(connection, "old_listings", ("record", *SAME), "record", list(numbers))
        texts = {row["id"]: row["text"] for row in batch}
        _insert("listings", [_listed(row, numbers, names[row["record"]]) for row in listings])
        entries = {
            numbers[row["record"]]: entry(
                Named(names[row["record"]], row["event"], row["series"]),
                texts[row["record"]].decode("utf-8", "replace"),
            )
            for row in listings
        }
        put_words(connection, entries)
    join = "JOIN numbers ON numbers.id = old.record"
    _copy("answers", "number", ANSWERS, join)
    _copy("counted", "number", (), join)
    _copy("seats", "number", SEATS, join)
    op.drop_table("numbers")
    for name in (*TABLES[:-2], "words", *TABLES[-2:]):
        op.drop_table(f"old_{name}")
    if connection.dialect.name != "sqlite" and number:
        op.execute(f"SELECT setval(pg_get_serial_sequence('records', 'number'), {number})")
    _make_indexes()


def losses(connection: sa.Connection) -> Iterator[Phrase]:
    """Yield the numbers that records do not get again, if some were removed or have an earlier moment."""
    number = connection.scalar(
        sa.text(
            "SELECT count(*) FROM "
            "(SELECT number, row_number() OVER (ORDER BY added, id) AS later FROM records) AS numbered "
            "WHERE number <> later"
        )
    )
    if number:
        yield Phrase("record numbers used by `since` and cursors: {number}", {"number": number})


def downgrade() -> None:
    """Create the tables of the previous step, fill them, and drop the new ones."""
    connection = op.get_bind()
    op.drop_table("words")
    op.drop_table("words_form")
    kept = [name for name in TABLES if name != "players"]
    made = ("records_by_id", "records_by_time", "answers_by_time", *(name for name, *_ in LISTING_INDEXES))
    _set_aside(*made, names=kept)
    _make_before()
    for batch in _batches("old_records", ("number",), ("id", "text", "added")):
        texts = {row["number"]: zlib.decompress(row["text"]) for row in batch}
        ids = {row["number"]: row["id"].hex() for row in batch}
        _insert(
            "records",
            [
                {"id": ids[row["number"]], "text": texts[row["number"]], "added": row["added"]}
                for row in batch
            ],
        )
        listings = _select(connection, "old_listings", ("record", "players", *SAME), "record", list(ids))
        players, words = [], []
        for row in listings:
            key = ids[row["record"]]
            players += [
                {"record": key, "seat": seat, "name": name, "name_folded": fold(name)}
                for seat, name in enumerate(json.loads(row.pop("players")))
            ]
            text = texts[row["record"]].decode("utf-8-sig", "replace")
            words.append({"record": key, "text_folded": fold(text)})
            row |= {"record": key, "event_folded": fold(row["event"]), "series_folded": fold(row["series"])}
        _insert("listings", listings)
        _insert("players", players)
        _insert("words", words)
    is_file = connection.dialect.name == "sqlite"
    key = "lower(hex(old_records.id))" if is_file else "encode(old_records.id, 'hex')"
    join = "JOIN old_records ON old_records.number = old.record"
    _copy("answers", key, ANSWERS, join)
    _copy("counted", key, (), join)
    _copy("seats", key, SEATS, join)
    for name in kept:
        op.drop_table(f"old_{name}")
    op.create_index("records_by_time", "records", ["added", "id"])
    op.create_index("listings_by_date", "listings", ["date_first", "record"])
    op.create_index("answers_by_time", "answers", ["added"])


# Rows.


def _batches(table: str, order: Sequence[str], more: Sequence[str]) -> Iterator[Rows]:
    """Yield all rows of a table in some order, in batches."""
    keys: list[sa.ColumnElement[Any]] = [sa.column(name) for name in order]
    named: list[sa.ColumnElement[Any]] = [sa.column(name) for name in more]
    wanted = sa.select(*keys, *named).select_from(sa.table(table)).order_by(*keys).limit(BATCH)
    last: tuple[Any, ...] = ()
    while True:
        after = [sa.tuple_(*keys) > sa.tuple_(*map(sa.literal, last))] if last else []
        rows = [dict(row) for row in op.get_bind().execute(wanted.where(*after)).mappings()]
        if not rows:
            return
        yield rows
        last = tuple(rows[-1][name] for name in order)


def _select(
    connection: sa.Connection, table: str, columns: Sequence[str], key: str, among: list[Any]
) -> Rows:
    named: list[sa.ColumnElement[Any]] = [sa.column(name) for name in columns]
    wanted = sa.select(*named).select_from(sa.table(table))
    found = connection.execute(wanted.where(sa.column(key).in_(among)))
    return [dict(row) for row in found.mappings()]


def _insert(table: str, rows: Rows) -> None:
    if rows:
        names = list(rows[0])
        columns = ", ".join(f'"{name}"' for name in names)
        values = ", ".join(f":{name}" for name in names)
        statement = f'INSERT INTO "{table}" ({columns}) VALUES ({values})'  # noqa: S608
        op.get_bind().execute(sa.text(statement), rows)


def _packed(row: dict[str, Any], number: int) -> dict[str, Any]:
    packed = zlib.compress(row["text"])
    return {"number": number, "id": bytes.fromhex(row["id"]), "text": packed, "added": row["added"]}


def _names(connection: sa.Connection, ids: list[str]) -> dict[str, list[str]]:
    """Return the names of the players by record, by seat."""
    found: dict[str, list[str]] = defaultdict(list)
    rows = _select(connection, "old_players", ("record", "seat", "name"), "record", ids)
    for row in sorted(rows, key=lambda row: int(row["seat"])):
        found[row["record"]].append(row["name"])
    return found


def _listed(row: dict[str, Any], numbers: dict[str, int], names: list[str]) -> dict[str, Any]:
    first = next(filter(None, names), "")
    return row | {
        "record": numbers[row["record"]],
        "players": json.dumps(names, ensure_ascii=False, separators=(",", ":")),
        "player_key": fold(first)[:KEY],
        "event_key": fold(row["event"])[:KEY],
        "series_key": fold(row["series"])[:KEY],
    }


def _copy(table: str, record: str, columns: Sequence[str], join: str) -> None:
    """Copy the rows of a renamed table, with the new keys of their records."""
    names = ", ".join(["record", *columns])
    values = ", ".join([record, *(f"old.{name}" for name in columns)])
    op.execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM old_{table} AS old {join}")  # noqa: S608


# Tables.


def _set_aside(*indexes: str, names: Sequence[str]) -> None:
    """Rename the tables, and release the names of their indexes."""
    for index in indexes:
        op.execute(f"DROP INDEX {index}")
    for name in names:
        op.rename_table(name, f"old_{name}")
        if op.get_bind().dialect.name != "sqlite":
            op.execute(f"ALTER TABLE old_{name} RENAME CONSTRAINT {name}_pkey TO old_{name}_pkey")


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _truth(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _record(of: str, type: Any = NUMBER, *, goes: bool = True) -> sa.Column[Any]:
    key = sa.ForeignKey(of, ondelete="CASCADE" if goes else None)
    return sa.Column("record", type, key, primary_key=True, autoincrement=False)


LISTING_INDEXES = (
    ("listings_by_date", "date_first"),
    ("listings_by_player", "player_key"),
    ("listings_by_event", "event_key"),
    ("listings_by_series", "series_key"),
    ("listings_by_rules", "rules"),
    ("listings_by_score", "score"),
    ("listings_by_winner", "winner"),
    ("listings_by_errors", "errors"),
)


def _make() -> None:
    op.create_table(
        "records",
        sa.Column("number", NUMBER, sa.Identity(), primary_key=True),
        sa.Column("id", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("added", sa.DateTime, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "listings",
        _record("records.number", goes=False),
        *map(_text, ("program", "event", "site", "date", "round", "players", "rules")),
        _number("deals"),
        *map(_text, ("result", "score")),
        _number("winner"),
        _truth("whole"),
        *map(_number, ("errors", "findings")),
        _text("series"),
        *map(_number, ("match", "first_dealer", "games")),
        _truth("open"),
        *map(_text, ("series_score", "date_first", "date_last", "player_key", "event_key", "series_key")),
    )
    op.create_table("words_form", sa.Column("form", TEXT, primary_key=True))
    op.execute(sa.text("INSERT INTO words_form VALUES (:form)").bindparams(form=FORM))
    _make_rest(NUMBER, "records.number", sqlite_with_rowid=False)
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE words USING fts5("
            "lexemes, content='', columnsize=0, detail=none, prefix='3 4', tokenize='ascii tokenchars ''=''')"
        )
        return
    lexemes: sa.Column[str] = sa.Column("lexemes", postgresql.TSVECTOR, nullable=False)
    op.create_table("words", _record("records.number"), lexemes)
    op.execute(
        "CREATE INDEX words_by_lexeme ON words USING gin (lexemes) WITH (gin_pending_list_limit = 256)"
    )


def _make_rest(type: Any, key: str, **how: Any) -> None:
    """Create the tables that differ only in the keys of records."""
    op.create_table(
        "answers",
        _record(key, type),
        sa.Column("question", TEXT, primary_key=True),
        _text("program"),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("added", sa.DateTime, nullable=False),
    )
    op.create_table("counted", _record("listings.record", type))
    op.create_table(
        "seats",
        _record("counted.record", type),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", TEXT, primary_key=True),
        _truth("names_side"),
        sa.Column("player", TEXT),
        _text("rules"),
        sa.Column("year", sa.Integer),
        *map(_truth, ("complete", "dealt", "led")),
        sa.Column("won", sa.Boolean),
        *map(_truth, ("closed", "close_won", "claimed", "claim_false", "claim_missed")),
        *map(_number, ("marriages_20", "marriages_40")),
        *map(_truth, ("schneider", "schwarz")),
        **how,
    )


def _make_indexes() -> None:
    op.create_index("records_by_id", "records", ["id"], unique=True)
    op.create_index("records_by_time", "records", ["added"])
    for name, column in LISTING_INDEXES:
        op.create_index(name, "listings", [column, "record"])
    op.create_index("answers_by_time", "answers", ["added"])


def _make_before() -> None:
    """Create the tables of the previous step, without their indexes."""
    op.create_table(
        "records",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("added", sa.DateTime, nullable=False),
    )
    op.create_table(
        "listings",
        _record("records.id", TEXT, goes=False),
        *map(_text, ("program", "event", "event_folded", "site", "date", "date_first", "date_last")),
        *map(_text, ("round", "rules")),
        _number("deals"),
        *map(_text, ("result", "score")),
        _number("winner"),
        _truth("whole"),
        *map(_number, ("errors", "findings")),
        *(sa.Column(name, TEXT, nullable=False, server_default="") for name in ("series", "series_folded")),
        sa.Column("match", sa.Integer, nullable=False, server_default="0"),
        sa.Column("first_dealer", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("games", sa.Integer, nullable=False, server_default="1"),
        sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("series_score", TEXT, nullable=False, server_default=""),
    )
    op.create_table(
        "players",
        _record("listings.record", TEXT),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        *map(_text, ("name", "name_folded")),
    )
    op.create_table("words", _record("listings.record", TEXT), _text("text_folded"))
    _make_rest(TEXT, "records.id")
