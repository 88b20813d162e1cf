"""The commands that export, import, back up, restore, tidy and check an archive."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Final

import click

from notation.findings import Phrase, escape
from notation.text import cut
from viewer.cli import options
from viewer.cli.archive.place import address, chosen, db, opened, told
from viewer.cli.files import IN_MEMORY, Files
from viewer.cli.options import Output, output
from viewer.cli.printing import show_file
from viewer.documents.languages import Language
from viewer.store import Novelty
from viewer.store.access import ANYBODY, EVERYTHING
from viewer.store.audit import COMMAND_LINE
from viewer.store.checking import ArchiveFault
from viewer.store.journal import KeptMatch
from viewer.store.transfer import DAMAGED, TransferError, read_line, write_line

_GONE: Final = Phrase("removed or hidden here; cannot be added again")
_OTHER_JOURNAL: Final = Phrase("a match of this id was removed here, or has another journal")


@click.command()
@db
@output
@options.form_of(
    *("ndjson", "sgn"),
    help="ndjson can be imported with moments, owners and visibility; sgn has the texts alone.",
)
@click.option(
    "--all", "everything", is_flag=True, help="Include records that are not public, and removed ones."
)
@options.language
def export(db: str | None, output: Output | None, form: str, everything: bool, language: Language) -> None:
    """Write the public records of an archive, or all, to a file or to standard output.

    ndjson also has the journals of finished public live matches; with --all those of all matches,
    including the cards of deals in progress.
    """
    files = Files((), language)
    with opened(db, language) as store, SpooledTemporaryFile(IN_MEMORY) as new:
        sight = EVERYTHING if everything else ANYBODY
        for entry in store.transfer(sight, lambda record: files.fail(record[:16], DAMAGED)):
            if form == "ndjson":
                new.write(write_line(entry))
            elif _stands_alone(entry.text):
                new.write(entry.text if entry.text.endswith(b"\n") else entry.text + b"\n")
            else:
                why = Phrase("it cannot share a file with other records: export it as ndjson")
                files.fail(entry.id[:16], why)
        if form == "ndjson":
            for match in store.journal.each(everything=everything):
                try:
                    new.write(write_line(match))
                except UnicodeDecodeError:
                    files.fail(match.listed.id, DAMAGED)
            for gone in store.tombstones() if everything else ():
                new.write(write_line(gone))
        new.seek(0)
        if output is None:
            show_file(new)
        else:
            files.put_out(output.name, new, output.force)
    options.leave(files, wrong=False)


def _stands_alone(text: bytes) -> bool:
    """Return whether a record can be cut out of a file by the line with which it begins."""
    return text.startswith(b"%SGN") and sum(1 for _ in cut(text)) == 1


@click.command("import")
@db
@click.argument("file", metavar="FILE")
@options.quiet
@options.language
def import_(db: str | None, file: str, quiet: bool, language: Language) -> None:
    """Import an ndjson export: records with their moments, owners and visibility, and live matches.

    Known records are skipped, and records removed here are not imported again. A line that was altered
    is reported, and the others are imported.
    """
    files = Files((file,), language)
    counts: Counter[Novelty] = Counter()
    with opened(db, language, make=True) as store:
        data = files.read(file)
        for number, line in enumerate((data or b"").splitlines(), 1):
            if not line.strip():
                continue
            try:
                entry = read_line(line)
                novelty = store.take(entry, actor=COMMAND_LINE)
            except TransferError as error:
                files.fail(f"{file}:{number}", error.phrase)
                continue
            counts[novelty] += 1
            if novelty is Novelty.REFUSED:
                files.fail(f"{file}:{number}", _OTHER_JOURNAL if isinstance(entry, KeptMatch) else _GONE)
    if not quiet and data is not None:
        known = counts[Novelty.KNOWN] + counts[Novelty.REWRITTEN]
        click.echo(language.say("{new} new, {known} known", new=counts[Novelty.NEW], known=known))
    options.leave(files, wrong=False)


@click.command()
@db
@click.argument("file", metavar="FILE")
@options.force
@options.language
def backup(db: str | None, file: str, force: bool, language: Language) -> None:
    """Back up an archive while it is in use; the backup is written atomically.

    A PostgreSQL archive is written by pg_dump, in its custom format.
    """
    from viewer.store.backups import backup as copy

    files = Files((), language)
    if not files.may_put_out(file, force):
        options.leave(files, wrong=False)
    with opened(db, language) as store:
        place = store.file()
        if place and Path(file).exists() and place.samefile(file):
            raise click.UsageError(language.say("this is an input file; name another one for the output"))
        copy(store, Path(file))


@click.command()
@db
@click.argument("folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path))
@options.quiet
@options.language
def rotate(db: str | None, folder: Path, quiet: bool, language: Language) -> None:
    """Add a backup to FOLDER, verify it by restoring it elsewhere, and drop those that are no longer kept.

    The last backup of each of 7 days, 5 weeks and 12 months is kept; SANTASE_BACKUP_DAYS,
    SANTASE_BACKUP_WEEKS and SANTASE_BACKUP_MONTHS set other numbers. If a backup is not intact, its faults
    are printed, the exit status is 1, it stays as `unverified`, and nothing is dropped.
    """
    from viewer.store.backups import rotate as add

    with opened(db, language) as store:
        try:
            done = add(store, folder, chosen(), datetime.now(UTC), actor=COMMAND_LINE)
        except OSError as error:
            raise click.UsageError(f"{error.filename or folder}: {error.strerror}") from None
    if not isinstance(done, Path):
        raise SystemExit(_told(done, language))
    if not quiet:
        click.echo(language.say("{path}: restored and found intact", path=str(done)))


@click.command()
@db
@click.option("--dry-run", is_flag=True, help="Show what would be dropped without changing anything.")
@options.quiet
@options.language
def tidy(db: str | None, dry_run: bool, quiet: bool, language: Language) -> None:
    """Drop what is older than SANTASE_KEEP_JOURNALS, SANTASE_KEEP_AUDIT and SANTASE_KEEP_TOMBSTONES allow.

    These are days; by default everything is kept for ever. The journals are those of finished live matches
    that belong to no tournament and no person; their records stay. The audit trail says what was dropped.
    """
    with opened(db, language) as store:
        settings, now = chosen(), datetime.now(UTC)
        found = store.overdue(settings, now) if dry_run else store.tidy(settings, now, actor=COMMAND_LINE)
    if not quiet:
        for line in (
            language.count("{number} live match", "{number} live matches", len(found.matches)),
            language.count(
                "{number} entry of the audit trail", "{number} entries of the audit trail", found.entries
            ),
            language.count("{number} removal", "{number} removals", found.removals),
        ):
            click.echo(line)


@click.command()
@db
@click.argument("file", metavar="FILE")
@options.language
def restore(db: str | None, file: str, language: Language) -> None:
    """Restore an archive from a backup; an archive that is not empty is never overwritten."""
    from viewer.store.backups import restore as put_back

    with told(language):
        put_back(address(db), Path(file))


@click.command()
@db
@options.quiet
@options.language
def check(db: str | None, quiet: bool, language: Language) -> None:
    """Check an archive: texts, digests, listings, journals, and the database itself.

    The exit status is 1 if something is damaged.
    """
    with opened(db, language) as store:
        status = _told(store.faults(), language)
    if not status and not quiet:
        click.echo(language.say("the archive is intact"))
    raise SystemExit(status)


def _told(faults: Iterable[ArchiveFault], language: Language) -> int:
    """Print the faults of an archive; return the exit status."""
    status = 0
    for fault in faults:
        status = 1
        click.echo(f"{fault.id[:16] or 'database'}: {escape(language.put(fault.phrase))}")
    return status
