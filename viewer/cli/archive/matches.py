"""The commands that list, show and remove live matches of an archive."""

import json
from datetime import UTC, datetime
from typing import Any

import click

from notation.live.journal import JournalLine, dump_line
from notation.live.match import NOT_OF_A_MATCH, LiveMatch
from notation.live.record import text_of as record_text
from notation.record import seat_letter
from viewer.cli import options
from viewer.cli.archive.place import db, opened, show_lines, show_members, show_table
from viewer.cli.archive.records import MOST, form, reason, show_trail
from viewer.cli.printing import show_text
from viewer.documents.languages import Language
from viewer.store.audit import COMMAND_LINE
from viewer.store.journal import ListedMatch

match_id = click.argument("id", metavar="ID")


@click.group()
def matches() -> None:
    """List live matches, show one with its journal, and remove it."""


@matches.command("list")
@db
@click.option(
    "--open/--over", "is_open", default=None, help="Only matches in progress, or only finished ones."
)
@click.option("--tournament", default="", metavar="NAME", help="The tournament that it belongs to.")
@click.option("--round", default="", metavar="NAME", help="The round of the tournament.")
@click.option("--board", default="", metavar="NAME", help="The board of the round.")
@click.option("--all", "everything", is_flag=True, help="Include private matches.")
@click.option("--after", default="", metavar="ID", help="Start after this match in the list.")
@click.option("--size", type=click.IntRange(1, MOST), default=MOST, show_default=True)
@form
@options.language
def list_(db: str | None, form: str, language: Language, **asked: Any) -> None:
    """List the live matches, newest first: only public ones, unless --all is given."""
    with opened(db, language) as store:
        found = store.journal.matches(**asked)
    if form == "json":
        show_lines(map(_shape, found))
        return
    titles = ("Match", "Opened", "Players", "Rules", "Tournament", "Round", "Board", "State", "Record")
    title = language.count("{number} match", "{number} matches", len(found))
    show_table(title, titles, (_row(each, language) for each in found), language)


def _row(match: ListedMatch, language: Language) -> tuple[str, ...]:
    listing = match.listing
    state = language.say("in progress") if match.open else language.say("over")
    return (
        match.id,
        f"{listing.opened:%Y-%m-%d %H:%M}",
        " – ".join(filter(None, listing.names)),
        listing.rules,
        listing.tournament,
        listing.round,
        listing.board,
        state if listing.public else f"{state}, {language.say('private')}",
        match.record[:16],
    )


def _shape(match: ListedMatch) -> dict[str, object]:
    listing = match.listing
    return {
        "id": match.id,
        "opened": listing.opened.isoformat(),
        "names": {seat_letter(seat): name for seat, name in enumerate(listing.names) if name},
        "rules": listing.rules,
        "tournament": listing.tournament or None,
        "round": listing.round or None,
        "board": listing.board or None,
        "public": listing.public,
        "open": match.open,
        "record": match.record or None,
    }


@matches.command()
@db
@match_id
@click.option("--sgn", is_flag=True, help="Print only the record of the finished deals.")
@click.option("--journal", is_flag=True, help="Print all lines of the journal, as `verify` reads them.")
@options.language
def show(db: str | None, id: str, sgn: bool, journal: bool, language: Language) -> None:
    """Print what is known about a live match: its state, its last activity, and who changed it.

    The journal of a match in progress contains all cards.
    """
    if sgn and journal:
        raise click.UsageError("--sgn, --journal: say one of them")
    with opened(db, language) as store:
        found = store.journal.find(id)
        trail = store.trail(id)
        if found is None and trail:
            show_trail(trail, language)
            return
        kept = _found(found, language)
        lines = store.journal.since(id, -1)
    if journal:
        for line in lines:
            click.echo(json.dumps(dump_line(line), ensure_ascii=False))
        return
    match = _resumed(lines, language)
    if sgn:
        show_text(record_text(match).encode())
        return
    table = match.table
    began = match.opening.began / 1000 or kept.listing.opened.timestamp()
    last = datetime.fromtimestamp(began + max(line.at for line in lines) / 1000, UTC)
    told = _shape(kept) | {
        "lines": len(lines),
        "version": table.version,
        "head": lines[-1].head.hex(),
        "last": last.isoformat(timespec="seconds"),
        "owner": kept.listing.owner or None,
        "identified": [seat_letter(seat) for seat in sorted(table.seated)],
        "deals": len(table.finished),
        "ending": table.ending.value if table.ending else None,
    }
    show_members(told)
    show_trail(trail, language)


@matches.command()
@db
@match_id
@reason
@click.option("--force", is_flag=True, help="Also remove a match that is still in progress.")
@options.language
def remove(db: str | None, id: str, reason: str, force: bool, language: Language) -> None:
    """Remove a live match with its journal and its keys, once it has ended or been abandoned.

    Its record in the archive stays; remove it like any other.
    """
    with opened(db, language) as store:
        kept = _found(store.journal.find(id), language)
        if kept.open and not force and not _resumed(store.journal.since(id, -1), language).table.ending:
            said = language.say("this match is still in progress; --force removes it anyway")
            raise click.UsageError(said)
        store.journal.remove(id, reason, actor=COMMAND_LINE)
    click.echo(f"{id}: {language.say('removed')}")


def _found(found: ListedMatch | None, language: Language) -> ListedMatch:
    if found is None:
        raise click.UsageError(language.say("There is no match of this id."))
    return found


def _resumed(lines: list[JournalLine], language: Language) -> LiveMatch:
    try:
        return LiveMatch.resume(lines)
    except NOT_OF_A_MATCH as error:
        said = language.say("the lines are not those of a match ({why})", why=str(error))
        raise click.UsageError(said) from None
