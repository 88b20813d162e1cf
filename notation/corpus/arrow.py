"""The tables as Arrow schemas, for Parquet files; needs the extra `analytics`."""

from base64 import b64encode
from functools import cache
from importlib.metadata import version
from typing import Final

import pyarrow as pa

from notation.corpus.tables import TABLES, CellKind

FORM: Final = "2"
"""The version of the tables; files have it as `santase.corpus`."""
ROW_GROUP: Final = 20_000
"""Rows buffered before they are written."""
_TYPES: Final = {
    CellKind.NUMBER: pa.int32(),
    CellKind.TEXT: pa.string(),
    CellKind.TRUTH: pa.bool_(),
    CellKind.NUMBERS: pa.list_(pa.int32()),
    CellKind.TEXTS: pa.list_(pa.string()),
}


LARGE: Final = frozenset({"seats", "tricks", "actions", "decisions"})
"""The tables with the most rows: their texts are few words, and numbers of these while they are in memory."""
FROM_NUMBERS: Final = LARGE | {"deals"}
"""The tables that are made of what :class:`notation.judge.recorder.PlayRecorder` keeps."""
TEXT: Final = pa.dictionary(pa.int32(), pa.string())
WORD: Final = pa.dictionary(pa.int16(), pa.string())
_WRITTEN: Final = frozenset({"rules", "spec", "event", "date", "player"})
"""The texts of which there may be any number."""


@cache
def schema_of(table: str) -> pa.Schema:
    """Return the schema of a table, each column with its meaning."""
    columns = [
        pa.field(field.name, _TYPES[field.kind], metadata={"about": field.about}) for field in TABLES[table]
    ]
    return pa.schema(columns, metadata={"santase.corpus": FORM, "santase.version": version("santase")})


@cache
def schema_in_memory(table: str) -> pa.Schema:
    """Return the schema of a table before it is written, without the meanings of its columns."""
    schema = schema_of(table)
    if table not in LARGE:
        return schema
    return pa.schema([pa.field(field.name, _numbered(field)) for field in schema])


def _numbered(field: pa.Field) -> pa.DataType:
    if field.type == pa.string():
        return TEXT if field.name in _WRITTEN else WORD
    return pa.list_(WORD) if field.type == pa.list_(pa.string()) else field.type


def metadata_of(table: str) -> dict[str, str]:
    """Return what the file of a table says of itself: the schema as Arrow reads it, and versions."""
    schema = schema_of(table)
    named = {key.decode(): value.decode() for key, value in schema.metadata.items()}
    return {"ARROW:schema": b64encode(schema.serialize().to_pybytes()).decode(), **named}
