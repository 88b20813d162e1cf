"""The commands that list, show, add, hide and remove records of an archive; and the audit trail."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

import click

from notation.findings import escape
from notation.record import seat_letter
from viewer.cli import options
from viewer.cli.archive.filling import fill
from viewer.cli.archive.place import db, opened, show_lines, show_members, show_table
from viewer.cli.files import Files
from viewer.cli.printing import show_text
from viewer.documents.languages import Language
from viewer.store import (
    Added,
    AuditEntry,
    Listed,
    Order,
    RecordSight,
    RecordStanding,
    SearchError,
    Store,
    Stored,
    Visibility,
)
from viewer.store.access import ANYBODY, EVERYTHING
from viewer.store.audit import COMMAND_LINE

VISIBILITIES: Final = [each.value for each in Visibility]
MOST: Final = 500
"""Maximum of records, and of entries of the audit trail, in a list."""

form = options.form_of("text", "json", help="text, or one JSON object a line.")
reason = click.option("--reason", default="", metavar="TEXT", help="Reason, which everybody can read.")
undo = click.option("--undo", is_flag=True, help="Undo this.")
record = click.argument("id", metavar="ID")


def filters(command: Callable[..., None]) -> Callable[..., None]:
    """Add the search options to a command."""
    for option in (
        click.option("--player", default="", metavar="TEXT", help="Part of a player's name."),
        click.option("--event", default="", metavar="TEXT", help="Part of the event's name."),
        click.option("--from", "date_from", default="", metavar="DATE", help="Played on this date or later."),
        click.option("--to", "date_to", default="", metavar="DATE", help="Played on this date or earlier."),
        click.option("--rules", default="", metavar="SPEC", help="The name of a rule set, or a whole spec."),
        click.option("--result", default="", metavar="RESULT", help="A score, or the seat that won."),
        click.option("--errors/--no-errors", default=None, help="Whether the record has errors."),
        click.option("--text", default="", metavar="WORDS", help="Words of the record."),
        click.option("--series", default="", metavar="TEXT", help="Part of the name of its series."),
    ):
        command = option(command)
    return command


@click.command("list")
@db
@filters
@click.option(
    "--order", type=click.Choice([each.value for each in Order]), default=Order.ADDED.value, show_default=True
)
@click.option("--all", "everything", is_flag=True, help="Include records that are not public.")
@click.option("--owner", metavar="NAME", help="The records that belong to a key, public or not.")
@click.option("--page", type=click.IntRange(1), default=1)
@click.option("--size", type=click.IntRange(1, MOST), default=MOST, show_default=True)
@form
@options.language
def list_(
    db: str | None,
    order: str,
    everything: bool,
    owner: str | None,
    page: int,
    size: int,
    form: str,
    language: Language,
    **asked: Any,
) -> None:
    """List the records that match all conditions.

    Only public ones, unless --all or --owner is given.
    """
    sight = EVERYTHING if everything else RecordSight(owner=owner) if owner else ANYBODY
    with opened(db, language) as store:
        try:
            found = store.search(**asked, order=Order(order), page=page, size=size, sight=sight)
        except SearchError as error:
            option = {"date_from": "from", "date_to": "to"}.get(error.name, error.name)
            raise click.UsageError(f"--{option}: {language.put(error.phrase)}") from None
    if form == "json":
        show_lines(map(_shape, found.records))
        return
    titles = ["Record", "Players", "Event", "Date", "Rules", "Score", "Errors"]
    rows = [_row(each) for each in found.records]
    if sight is not ANYBODY:
        titles.append("Who may read it")
        rows = [(*_row(each), _kept_for(each.standing, language)) for each in found.records]
    show_table(language.count("{number} record", "{number} records", found.total), titles, rows, language)


def _row(listed: Listed) -> tuple[str, ...]:
    told = listed.summary
    players = " – ".join(filter(None, told.players))
    return listed.id[:16], players, told.event, told.date, told.rules, told.score, str(told.errors)


def _kept_for(standing: RecordStanding, language: Language) -> str:
    called = {
        Visibility.PUBLIC: language.say("public"),
        Visibility.UNLISTED: language.say("unlisted"),
        Visibility.PRIVATE: language.say("private"),
    }
    said = [called[standing.visibility]]
    if standing.hidden:
        said.append(language.say("hidden"))
    return ", ".join(said)


def _shape(listed: Listed) -> dict[str, object]:
    told = listed.summary
    return {
        "id": listed.id,
        "added": listed.added.isoformat(),
        "owner": listed.standing.owner or None,
        "visibility": listed.standing.visibility.value,
        "hidden": listed.standing.hidden,
        "players": {seat_letter(seat): name for seat, name in enumerate(told.players) if name},
        "event": told.event or None,
        "date": told.date or None,
        "rules": told.rules or None,
        "deals": told.deals,
        "score": told.score or None,
        "errors": told.errors,
    }


@click.command()
@db
@record
@click.option("--sgn", is_flag=True, help="Print only the record itself.")
@options.language
def show(db: str | None, id: str, sgn: bool, language: Language) -> None:
    """Print what is known about a record, its history, and its text."""
    with opened(db, language) as store:
        gone = store.tombstone(id, EVERYTHING)
        if gone and not store.get(id, EVERYTHING):
            click.echo(language.say("removed on {date}", date=f"{gone.removed:%Y-%m-%d}"))
            show_trail(store.trail(gone.id), language)
            return
        kept = _found(store, id, language)
        if not sgn:
            show_members(_shape(kept))
            show_trail(store.trail(kept.id), language)
            click.echo()
    show_text(kept.text)


def _found(store: Store, id: str, language: Language) -> Stored:
    found = store.get(id, EVERYTHING)
    if found is None:
        said = language.say("There is no record of this id, or there are several whose ids begin so.")
        raise click.UsageError(said)
    return found


@click.command()
@db
@options.paths
@click.option("--visibility", type=click.Choice(VISIBILITIES), default="public", show_default=True)
@click.option("--owner", default="", metavar="NAME", help="The key to which the records belong.")
@options.quiet
@options.language
def add(
    db: str | None, paths: tuple[str, ...], visibility: str, owner: str, quiet: bool, language: Language
) -> None:
    """Add the records of files: SGN, its JSON, saved replays, logs of other programs."""
    if visibility == Visibility.PRIVATE.value and not owner:
        raise click.UsageError(language.say("only a record that has an owner can be private"))
    files = Files(paths, language)
    standing = RecordStanding(owner, Visibility(visibility))

    def tell(name: str, added: Added) -> None:
        if not quiet:
            click.echo(f"{escape(name)}:{added.number}: {added.novelty.value} {added.id[:16]}")

    with opened(db, language, make=True) as store:
        if owner and owner not in {key.name for key in store.keys.list()}:
            raise click.UsageError(language.say("no key is called {name}", name=owner))
        fill(store, files, tell, standing=standing, actor=COMMAND_LINE)
    options.leave(files, wrong=False)


@click.command()
@db
@record
@reason
@undo
@options.language
def hide(db: str | None, id: str, reason: str, undo: bool, language: Language) -> None:
    """Hide a record from everybody but its owner, or show it again."""
    with opened(db, language) as store:
        kept = _found(store, id, language)
        store.hide(kept.id, not undo, reason, actor=COMMAND_LINE)
    click.echo(f"{kept.id[:16]}: {language.say('shown again') if undo else language.say('hidden')}")


@click.command()
@db
@record
@reason
@click.option("--undo", is_flag=True, help="Allow a removed record to be added again.")
@options.language
def remove(db: str | None, id: str, reason: str, undo: bool, language: Language) -> None:
    """Remove a record with everything derived from it; it cannot be added again.

    Its id, the time and the reason are kept and shown to whoever asks for the record.
    """
    with opened(db, language) as store:
        if undo:
            gone = store.tombstone(id, EVERYTHING)
            if gone is None:
                raise click.UsageError(language.say("no removed record has this id"))
            store.readmit(gone.id, reason, actor=COMMAND_LINE)
            click.echo(f"{gone.id[:16]}: {language.say('can be added again')}")
            return
        kept = _found(store, id, language)
        store.remove(kept.id, reason, actor=COMMAND_LINE)
    click.echo(f"{kept.id[:16]}: {language.say('removed')}")


@click.command()
@db
@click.argument("subject", default="", metavar="[ID|NAME]")
@click.option("--most", type=click.IntRange(1), default=MOST, show_default=True)
@form
@options.language
def audit(db: str | None, subject: str, most: int, form: str, language: Language) -> None:
    """Print who did what to a record or a key, or to all, and why; newest first."""
    with opened(db, language) as store:
        kept = store.get(subject, EVERYTHING) or store.tombstone(subject, EVERYTHING)
        trail = store.trail(kept.id if kept else subject, most)
    if form == "text":
        show_trail(trail, language)
        return
    show_lines(
        asdict(entry) | {"moment": entry.moment.isoformat(), "deed": entry.deed.value} for entry in trail
    )


def show_trail(trail: list[AuditEntry], language: Language) -> None:
    """Print the actions, actors and reasons."""
    for entry in trail:
        deed = language.translate(entry.deed.value)
        said = f"{entry.moment:%Y-%m-%d %H:%M:%S} {entry.actor}: {deed} {entry.subject[:16]}"
        click.echo(escape(f"{said} ({entry.reason})" if entry.reason else said))
