"""The dependencies beyond the base, by the extra of `pyproject.toml` that installs them."""

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
        "segno",
        "sqlalchemy",
        "structlog",
        "werkzeug",
    ),
    "zstd": ("zstandard",),
}
"""The extras, each with the modules that are imported from it."""


def needed(error: ModuleNotFoundError) -> Phrase:
    """Return which extra installs a missing module; raise the error again if none does.

    >>> str(needed(ModuleNotFoundError(name="pyarrow.parquet")))
    'this needs the extra `analytics`: pip install "santase[analytics]"'
    """
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return Phrase('this needs the extra `{extra}`: pip install "santase[{extra}]"', {"extra": extra})
    raise error
