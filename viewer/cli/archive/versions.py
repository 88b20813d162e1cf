"""The command that migrates the tables of an archive to another version of the program."""

from pathlib import Path

import click

from viewer.cli import options
from viewer.cli.archive.place import address, be_there, db, file_of, told
from viewer.cli.files import Files
from viewer.documents.languages import Language


@click.command()
@db
@click.option("--to", "wanted", metavar="STEP", help="Target step, such as 0001 (default: the newest).")
@click.option("--dry-run", is_flag=True, help="Show what would be done without changing anything.")
@click.option("--lose", is_flag=True, help="Go back even if something is lost.")
@click.option(
    "--backup", "copy", metavar="FILE", help="Backup that is made first (default: beside the archive)."
)
@click.option("--no-backup", is_flag=True, help="Do not make a backup first.")
@options.force
@options.language
def migrate(
    db: str | None,
    wanted: str | None,
    dry_run: bool,
    lose: bool,
    copy: str | None,
    no_backup: bool,
    force: bool,
    language: Language,
) -> None:
    """Migrate the tables of an archive to this version of the program, or back to an earlier one.

    Tables are numbered by their last migration step. A newer version takes the missing steps when it
    starts; to go back, stop the server, migrate to the step of the earlier version and install that
    version. What would be lost is listed, and nothing is done unless --lose is given.

    A backup is made first. Back up a PostgreSQL archive yourself, then add --no-backup.
    """
    from viewer.store.versions import go, way_to

    files = Files((), language)
    with told(language):
        url = address(db)
        be_there(url, language)
        way = way_to(url, wanted)
        click.echo(language.say("the tables are at step {found}", found=way.found))
        if not way.steps:
            return
        taken = ", ".join(way.steps)
        said = (
            language.say("back: {steps}", steps=taken)
            if way.is_back
            else language.say("forward: {steps}", steps=taken)
        )
        click.echo(said)
        for loss in way.losses:
            click.echo(f"{language.say('lost')}: {language.put(loss)}")
        if dry_run:
            return
        if way.losses and not lose:
            raise click.UsageError(language.say("something would be lost: add --lose to accept that"))
        target = None if no_backup else _copy_of(url, copy, way.found, language)
        if target and not files.may_put_out(str(target), force):
            options.leave(files, wrong=False)
        go(url, way, target)
    if target:
        click.echo(language.say("as it was: {path}", path=str(target)))
    click.echo(language.say("the tables are at step {found}", found=way.wanted))


def _copy_of(url: str, named: str | None, step: str, language: Language) -> Path:
    """Return the path of the backup, named after the migration step of the archive."""
    place = file_of(url)
    if place is None:
        raise click.UsageError(
            language.say("back up this archive with `santase archive backup`, then add --no-backup")
        )
    return Path(named) if named else place.with_name(f"{place.name}.{step}")
