"""Where the archive lies that a command is about, and how it is opened."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import sqlalchemy as sa

from viewer.documents.languages import Language
from viewer.store import Store, StoreError

db = click.option(
    "--db",
    metavar="URL",
    help="The archive: sqlite:///FILE or postgresql+psycopg://... (default: SANTASE_DATABASE or your own).",
)


def own() -> str:
    """The address of the archive of whoever is at this machine."""
    folder = Path(click.get_app_dir("santase"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{folder}: {error.strerror}") from None
    return f"sqlite:///{folder / 'archive.db'}"


def address(db: str | None) -> str:
    """The address of the archive that is meant."""
    return db or os.environ.get("SANTASE_DATABASE") or own()


@contextmanager
def opened(db: str | None, language: Language, *, make: bool = False) -> Iterator[Store]:
    """An archive; the command ends with a sentence where it cannot be used.

    One that is not there is made only where the command has something to put into it.
    """
    with told(language):
        url = address(db)
        if not make:
            be_there(url, language)
        with Store.open(url) as store:
            yield store


@contextmanager
def told(language: Language) -> Iterator[None]:
    """End the command with a sentence where an archive cannot be used."""
    try:
        yield
    except StoreError as error:
        raise click.UsageError(language.put(error.phrase)) from None


def be_there(url: str, language: Language) -> None:
    """End the command where the file of an archive is not there."""
    path = file_of(url)
    if path and not path.exists():
        raise click.UsageError(language.say("there is no archive at {path}", path=str(path)))


def file_of(url: str) -> Path | None:
    """The file of an archive of SQLite; None for another database, and for no address at all."""
    try:
        place = sa.make_url(url)
    except sa.exc.ArgumentError:  # which opening it reports
        return None
    return Path(place.database) if place.get_backend_name() == "sqlite" and place.database else None
