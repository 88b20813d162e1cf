"""Finds and opens the archive of a command."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
import sqlalchemy as sa

from notation.findings import escape
from viewer.cli.output import screen, text_of
from viewer.documents.document import Column, DataTable, Document
from viewer.documents.languages import Language
from viewer.limits import Settings
from viewer.store import Store, StoreError

db = click.option(
    "--db",
    metavar="URL",
    help="The archive: a SQLite FILE or postgresql+psycopg://... (default: SANTASE_DATABASE or your own).",
)


def own() -> str:
    """Return the URL of the user's own archive."""
    folder = Path(click.get_app_dir("santase"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{folder}: {error.strerror}") from None
    return f"sqlite:///{folder / 'archive.db'}"


def address(db: str | None) -> str:
    """Return the URL of the archive of a command."""
    return url_of(db or os.environ.get("SANTASE_DATABASE") or own())


def url_of(named: str) -> str:
    """Return the URL of an archive that is named by it, or by its file if it is one of SQLite.

    >>> url_of("club.db"), url_of("sqlite:///club.db")
    ('sqlite:///club.db', 'sqlite:///club.db')
    """
    return named if "://" in named else f"sqlite:///{named}"


def chosen() -> Settings:
    """Return the settings of the environment; end the command with a sentence if one is invalid."""
    try:
        return Settings.from_environment(os.environ)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


@contextmanager
def opened(db: str | None, language: Language, *, make: bool = False) -> Iterator[Store]:
    """Open an archive; end the command with a sentence if that fails.

    A missing one is created only if the command adds something to it.
    """
    with told(language):
        url = address(db)
        if not make:
            be_there(url, language)
        with Store.open(url) as store:
            yield store


@contextmanager
def told(language: Language) -> Iterator[None]:
    """End the command with a sentence on an error of the archive."""
    try:
        yield
    except StoreError as error:
        raise click.UsageError(language.put(error.phrase)) from None


def be_there(url: str, language: Language) -> None:
    """End the command if the file of an archive does not exist."""
    path = file_of(url)
    if path and not path.exists():
        raise click.UsageError(language.say("there is no archive at {path}", path=str(path)))


def file_of(url: str) -> Path | None:
    """Return the file of a SQLite archive; None for another database, or an invalid URL."""
    try:
        place = sa.make_url(url)
    except sa.exc.ArgumentError:  # which opening it reports
        return None
    return Path(place.database) if place.get_backend_name() == "sqlite" and place.database else None


def show_lines(shapes: Iterable[Mapping[str, object]]) -> None:
    """Print objects as JSON, one a line."""
    for shape in shapes:
        click.echo(json.dumps(shape, ensure_ascii=False))


def show_members(shape: Mapping[str, object]) -> None:
    """Print an object with a member on each line."""
    for name, value in shape.items():
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        click.echo(f"{name}: {escape(shown)}")


def show_table(
    title: str, columns: Sequence[str], rows: Iterable[tuple[str, ...]], language: Language
) -> None:
    """Print rows as a table under a title; the title alone if there are none."""
    table = DataTable(tuple(Column(language.translate(column)) for column in columns), tuple(rows))
    document = Document(title, (table,) if table.rows else (), language.code)
    click.echo(text_of([document], screen()), nl=False)
