"""The commands that create, list, renew and revoke keys, and forget whose they were."""

import click

from viewer.cli import options
from viewer.cli.archive.place import db, opened, show_lines, show_table
from viewer.cli.archive.records import form
from viewer.documents.languages import Language
from viewer.store import Key, KeyRole, Scope
from viewer.store.audit import COMMAND_LINE


@click.group()
def keys() -> None:
    """Create, list, renew and revoke keys, and forget persons."""


@keys.command()
@db
@click.argument("name", metavar="NAME")
@click.option("--operator", is_flag=True, help="Make it an operator's key instead of an uploader's.")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice([scope.value for scope in Scope]),
    multiple=True,
    help="What it may be used for (repeatable; default: everything).",
)
@options.language
def add(db: str | None, name: str, operator: bool, scopes: tuple[str, ...], language: Language) -> None:
    """Create a key and print it. It is shown only now: only a digest of it is stored."""
    role = KeyRole.OPERATOR if operator else KeyRole.UPLOADER
    with opened(db, language, make=True) as store:
        secret = store.keys.add(name, role, list(map(Scope, scopes)) or tuple(Scope), actor=COMMAND_LINE)
    click.echo(secret)


@keys.command("list")
@db
@form
@options.language
def list_(db: str | None, form: str, language: Language) -> None:
    """List the keys: role, scopes, and when each was created, last used and revoked."""
    with opened(db, language) as store:
        found = store.keys.list()
    if form == "json":
        show_lines(map(_shape, found))
        return
    titles = ("Name", "Role", "May", "Created", "Last used", "Revoked")
    rows = (tuple(str(value or "") for value in _shape(key).values()) for key in found)
    show_table(language.say("Access keys"), titles, rows, language)


def _shape(key: Key) -> dict[str, str | None]:
    moments = {"created": key.created, "used": key.used, "revoked": key.revoked}
    return {
        "name": key.name,
        "role": key.role.value,
        "scopes": " ".join(scope.value for scope in Scope if scope in key.scopes),
        **{name: f"{moment:%Y-%m-%d %H:%M}" if moment else None for name, moment in moments.items()},
    }


@keys.command()
@db
@click.argument("name", metavar="NAME")
@click.option("--reason", default="", metavar="TEXT")
@options.language
def renew(db: str | None, name: str, reason: str, language: Language) -> None:
    """Give a key a new secret and print it. The old one no longer works, and its sessions end.

    Its name, role, scopes and records stay.
    """
    with opened(db, language) as store:
        secret = store.keys.renew(name, reason, actor=COMMAND_LINE)
    click.echo(secret)


@keys.command()
@db
@click.argument("name", metavar="NAME")
@click.option("--reason", default="", metavar="TEXT")
@options.language
def revoke(db: str | None, name: str, reason: str, language: Language) -> None:
    """Revoke a key: it no longer works, and its sessions end. Its name cannot be used again."""
    with opened(db, language) as store:
        store.keys.revoke(name, reason, actor=COMMAND_LINE)
    click.echo(language.say("{name}: revoked", name=name))


@keys.command()
@db
@click.argument("name", metavar="NAME")
@options.language
def forget(db: str | None, name: str, language: Language) -> None:
    """Remove the person of a key from the archive: the name becomes `removed` everywhere.

    The key is revoked, and private records of the person are removed. Records and journals with a
    player of exactly this name are changed; prints the old and the new ids of records, and the matches.
    This cannot be undone.
    """
    with opened(db, language) as store:
        found = store.forget(name, actor=COMMAND_LINE)
    for before, after in found.records.items():
        click.echo(f"{before[:16]} {after[:16] or language.say('removed')}")
    for match in found.matches:
        click.echo(match)
