"""The tables as Arrow schemas, for Parquet files; needs the extra `analytics`."""

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


def schema_of(table: str) -> pa.Schema:
    """Return the schema of a table, each column with its meaning."""
    columns = [
        pa.field(field.name, _TYPES[field.kind], metadata={"about": field.about}) for field in TABLES[table]
    ]
    return pa.schema(columns, metadata={"santase.corpus": FORM, "santase.version": version("santase")})
