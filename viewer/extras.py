"""What the program needs beyond its base, by the extra of `pyproject.toml` that brings it."""

from typing import Final

from notation.findings import Phrase

EXTRAS: Final = {
    "analytics": ("duckdb", "pyarrow"),
    "cluster": ("distributed",),
    "editor": ("lsprotocol", "pygls"),
    "pdf": ("weasyprint",),
    "png": ("resvg_py",),
    "postgres": ("psycopg",),
    "sheets": ("openpyxl", "xlsxwriter"),
    "sign": ("cryptography",),
    "watch": ("watchfiles",),
    "web": (
        "alembic",
        "flask",
        "flask_compress",
        "flask_smorest",
        "flask_swagger_ui",
        "gunicorn",
        "prometheus_client",
        "sqlalchemy",
        "structlog",
        "werkzeug",
    ),
    "zstd": ("zstandard",),
}
"""The extras, each with the modules that are imported of what it brings."""


def needed(error: ModuleNotFoundError) -> Phrase:
    """Say which extra brings a module that is missing; raises the error again where none does.

    >>> str(needed(ModuleNotFoundError(name="pyarrow.parquet")))
    'this needs the extra `analytics`: pip install "santase[analytics]"'
    """
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return Phrase('this needs the extra `{extra}`: pip install "santase[{extra}]"', {"extra": extra})
    raise error
