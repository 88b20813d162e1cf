"""The commands on corpora: tables of many games, queried in SQL, counted and searched.

They need the extra `analytics`, which nothing else imports.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from notation.corpus import ALWAYS, TABLES, cell, no_formula
from notation.findings import Phrase, escape
from notation.text import BLOCK, cut
from referee import RuleSet
from viewer.cli import options
from viewer.cli.bulk import BlockResult, FileBlock, Run
from viewer.cli.bulk.work import rules_of, spec_of
from viewer.cli.files import Files
from viewer.cli.output import Delivery
from viewer.documents.document import Column, DataTable, Document
from viewer.documents.languages import Language
from viewer.measures import Accuracy, DealTally, Grouping, accuracies, cost_question, question, tallies

if TYPE_CHECKING:
    from notation.wire.shape import WireSchema
    from viewer.corpora.parquet import CorpusWriter
    from viewer.corpora.searching import Hit
    from viewer.corpora.session import CorpusSession

_OBJECTS: Final = ("json", "csv")
"""The forms for programs."""
_SIZE: Final = BLOCK // 4
"""Smaller blocks than usual: tables take some twenty times the memory of their records."""


@contextmanager
def _corpus(files: Files, work: "Indexing") -> "Iterator[CorpusSession]":
    """Yield a corpus, or the records of some files as one; errors of a query are reported in one sentence."""
    from viewer.corpora.session import QueryError, opened  # needs an extra

    run = Run(files, options.Bulk())
    try:
        tables = [name for name in TABLES if name in ALWAYS or name in work.tables]
        with opened(files.paths, lambda writer: _fill(writer, run, work), tables) as session:
            if files.failures and not run.tally.games:
                options.leave(files, wrong=False)
            yield session
    except QueryError as error:
        raise click.UsageError(escape_lines(str(error))) from None


@dataclass(frozen=True)
class Indexing:
    """Judges the games of a block and converts them to tables, or to some; rules are given by name."""

    assumed: str = ""
    imposed: str = ""
    tables: tuple[str, ...] = ALWAYS
    digested: bool = True
    """Whether the digests of the records are needed."""

    @staticmethod
    def of(
        assumed: RuleSet | None, imposed: RuleSet | None, *tables: str, digested: bool = True
    ) -> "Indexing":
        """Return the work with these rules; of the usual tables if none is named."""
        return Indexing(spec_of(assumed), spec_of(imposed), tables or ALWAYS, digested)

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return the tables of a block."""
        from notation.corpus.columns import CorpusColumns  # rulings and arrays, which take long to load

        block = piece.block
        rules = rules_of(self.assumed), rules_of(self.imposed)
        result, columns = BlockResult(), CorpusColumns(self.tables, self.digested)
        for source in () if block.is_rest else cut(block.data, block.start):
            columns.add(source, piece.file, *rules)
        result.tally.games, result.tally.deals = columns.games, columns.deals
        result.kept.append(columns.tables())
        return result


def _fill(writer: "CorpusWriter", run: Run, work: Indexing) -> None:
    """Add the games of files to a corpus."""

    def take(_: FileBlock, result: BlockResult) -> None:
        for tables in result.kept:
            writer.add(result.tally.games, tables)

    run.go(work, take, size=_SIZE)


def escape_lines(text: str) -> str:
    """Escape the control characters of a text of several lines."""
    return "\n".join(map(escape, text.split("\n")))


def index(
    paths: tuple[str, ...],
    target: str,
    force: bool,
    has_costs: bool,
    jobs: int | None,
    cluster: str | None,
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    language: Language,
    quiet: bool,
) -> None:
    """Judge every game and make tables of them."""
    from viewer.corpora.parquet import new_corpus  # needs an extra

    files, bulk = Files(paths, language), options.spread(jobs, cluster)
    if not _may_make(files, Path(target), force):
        options.leave(files, wrong=False)
    try:
        work = Indexing.of(assumed, imposed, *(TABLES if has_costs else ()))
        with new_corpus(Path(target), work.tables) as writer:
            _fill(writer, Run(files, bulk), work)
    except OSError as error:
        files.fail(target, error.strerror or str(error))
        options.leave(files, wrong=False)
    if not quiet:
        counted = ", ".join(f"{number} {table}" for table, number in writer.rows.items())
        click.echo(f"{escape(target)}: {counted}")
    options.leave(files, wrong=False)


def _may_make(files: Files, folder: Path, force: bool) -> bool:
    """Return whether a corpus may be created at a path; only another corpus is ever replaced."""
    from viewer.corpora.parquet import holds_nothing_else

    if not folder.exists():
        return True
    if not folder.is_dir() or not holds_nothing_else(folder):
        files.fail(str(folder), Phrase("this exists and is not a corpus; name another folder"))
        return False
    if not force and any(folder.iterdir()):
        files.fail(str(folder), Phrase("this corpus exists; --force replaces it"))
        return False
    return True


def query(corpus: str, sql: str, delivery: Delivery) -> None:
    """Query a corpus in SQL."""
    files = delivery.files
    files.paths = (corpus,)
    with _corpus(files, Indexing(tables=_named_in(sql))) as session:
        found = session.ask(sql)
        _deliver(delivery, found.columns, found.rows, delivery.language.say("Answer"))
    options.leave(files, wrong=False)


def _named_in(sql: str) -> tuple[str, ...]:
    """Return the tables that a query may read: those whose names are in it, or all if it can hide a name."""
    text = sql.lower()
    named = tuple(table for table in TABLES if table in text)
    return tuple(TABLES) if not named or "query" in text or "&" in text else named


def _deliver(delivery: Delivery, columns: Sequence[str], rows: Iterator[Sequence[Any]], title: str) -> None:
    """Print rows: one by one in the forms for programs, otherwise as one table."""
    if delivery.form in _OBJECTS:
        delivery.write_lines((_as_json if delivery.form == "json" else _as_csv)(columns, rows))
        return
    kept = list(rows)
    numbers = [
        bool(kept) and all(isinstance(row[at], int | float | None) for row in kept)
        for at in range(len(columns))
    ]
    cells = tuple(tuple(map(_cell, row)) for row in kept)
    table = DataTable(tuple(map(Column, columns, numbers)), cells)
    delivery.take(Document(title, (table,), delivery.language.code))
    delivery.finish("")


def _as_json(columns: Sequence[str], rows: Iterator[Sequence[Any]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False, default=str) + "\n"


def _as_csv(columns: Sequence[str], rows: Iterator[Sequence[Any]]) -> Iterator[str]:
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    for row in chain([columns], rows):
        writer.writerow(map(_csv_cell, row))
        yield page.getvalue()
        page.seek(0)
        page.truncate()


def _csv_cell(value: Any) -> str:
    first = value[0] if isinstance(value, list | tuple) and value else value
    return no_formula(_cell(value)) if isinstance(first, str) else _cell(value)


def _cell(value: Any) -> str:
    """Return a value as it is shown in a table, with its control characters escaped."""
    return escape_lines(cell(value))


def stats(
    paths: tuple[str, ...],
    groupings: tuple[str, ...],
    asks_cost: bool,
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    delivery: Delivery,
) -> None:
    """Count deals."""
    files, language = delivery.files, delivery.language
    asked = [Grouping(name) for name in groupings] or [Grouping.RULES, Grouping.YEAR, Grouping.PLAYER]
    with _corpus(files, Indexing.of(assumed, imposed, "costs" if asks_cost else "seats")) as session:
        if asks_cost and "costs" not in session.tables:
            files.fail(paths[0], Phrase("this corpus has no costs; make it with `index --best-play`"))
            options.leave(files, wrong=False)
        # What is not printed is not loaded: documents need no shapes, and the others no documents.
        if asks_cost:
            found = {each: accuracies(session.ask(cost_question(each)).rows) for each in asked}
            if delivery.form in _OBJECTS:
                from viewer.corpora.tallies import AccuracySchema

                _give_tallies(delivery, AccuracySchema, found)
            else:
                from viewer.corpora.statistics import precision

                delivery.take(precision(found, language))
                delivery.finish("")
        else:
            counted = {each: tallies(session.ask(question(each)).rows) for each in asked}
            if delivery.form in _OBJECTS:
                from viewer.corpora.tallies import TallySchema

                _give_tallies(delivery, TallySchema, counted)
            else:
                from viewer.corpora.statistics import statistics

                delivery.take(statistics(counted, language))
                delivery.finish("")
    options.leave(files, wrong=False)


def _give_tallies(
    delivery: Delivery, shape: "type[WireSchema]", counted: Mapping[Grouping, Sequence[DealTally | Accuracy]]
) -> None:
    """Deliver tallies as objects."""
    from notation.wire.shape import dump_as
    from viewer.corpora.tallies import group_tallies

    objects = [dump_as(shape, each) for each in group_tallies(counted)]
    columns = list(shape().fields)
    _deliver(delivery, columns, ([row[name] for name in columns] for row in objects), "")


def dups(
    paths: tuple[str, ...], deals: bool, assumed: RuleSet | None, imposed: RuleSet | None, delivery: Delivery
) -> None:
    """Find games with the same cards and play, whatever their names, dates, notes and results."""
    files = delivery.files
    tables = ("games", "deals") if deals else ("games",)
    with _corpus(files, Indexing.of(assumed, imposed, *tables, digested=False)) as session:
        from viewer.corpora.searching import copies

        found = list(copies(session, deals))
    if delivery.form in _OBJECTS:
        columns = ("play", "file", "game", "deal", "players", "event", "date")
        _deliver(delivery, columns, iter(found), "")
    else:
        rows = [
            (each.play[:12], f"{each.file}:{each.address}", each.players, each.event, each.date)
            for each in found
        ]
        say = delivery.language.say
        titles = (say("Digest"), say("Record"), say("Players"), say("Event"), say("Date"))
        _deliver(delivery, titles, iter(rows), say("The same play"))
    options.leave(files, wrong=False)


def find(
    words: tuple[str, ...],
    action: str,
    finding: str,
    player: str,
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    delivery: Delivery,
) -> None:
    """Find deals by what happened, actions by their words, findings by their codes."""
    from viewer.corpora.searching import FEATURES, Wanted  # needs an extra
    from viewer.corpora.searching import find as hits

    feature = words[0] if words[0] in FEATURES else ""
    paths = words[1:] if feature else words
    if not paths:
        raise click.UsageError("name a corpus or records to look into")
    if not (feature or action or finding or player):
        raise click.UsageError(f"look for --action, --finding, --player or one of {', '.join(FEATURES)}")
    files = delivery.files
    files.paths = paths
    wanted = Wanted(feature, action, finding, player)
    with _corpus(files, Indexing.of(assumed, imposed, *wanted.tables, digested=False)) as session:
        found = hits(session, wanted)
        if delivery.form == "text":
            delivery.write_lines(map(_line, found))
        else:
            columns = ("file", "game", "deal", "place", "seat", "what")
            _deliver(delivery, columns, iter(found), "")
    options.leave(files, wrong=False)


def _line(hit: "Hit") -> str:
    who = f"{hit.seat} " if hit.seat else ""
    return f"{escape(hit.file)}:{hit.address}: {who}{escape(hit.what)}\n"
