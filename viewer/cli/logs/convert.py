"""The commands `convert` and `formats`."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple

import click

from notation import Finding, Game, write_spec
from notation.findings import Phrase, escape
from notation.formats import (
    ACTIONS,
    MAX_LOG,
    BlockReport,
    Conversion,
    Format,
    GroupKey,
    LogStream,
    ReportGroup,
    SourceLog,
    TableError,
    TableFacts,
    convert_together,
    goes_in_blocks,
    groups_of,
    held_too_large,
    joined,
    opened,
    read_table,
    reader_of,
    recognition,
    too_large,
)
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.compression import SUFFIXES
from viewer.cli.files import IN_MEMORY, STDIN, Files, is_folder, size_on_disk
from viewer.cli.logs.blocks import Wish, convert_in_steps
from viewer.cli.logs.commands import format_of
from viewer.cli.output import Delivery
from viewer.cli.printing import reading_text, show_file
from viewer.documents.languages import Language
from viewer.exports.formats import FORMATS, explained, listed, tested, told, with_suffix


def convert(
    paths: tuple[str, ...],
    origin: Format | None,
    form: Format | None,
    into: str | None,
    mapping: str | None,
    assumed: RuleSet | None,
    force: bool,
    check: bool,
    strict: bool,
    watch: bool,
    report: str,
    card: str | None,
    jobs: int | None,
    language: Language,
) -> None:
    """Convert logs into another format."""
    _show_problems(language)
    sources, target = (paths, into or STDIN) if into or len(paths) == 1 else (paths[:-1], paths[-1])
    is_folders = into is not None or (STDIN not in sources and is_folder(sources[0]))
    possible = [form] if form else with_suffix(STDIN if is_folders else target)
    if len(possible) != 1:
        named = ", ".join(each.name for each in possible) or "`santase formats` lists them"
        raise click.UsageError(f"what format shall {target} be? Name it with --to: {named}")
    [to] = possible
    if to.writer is None:
        raise click.UsageError(f"{to.name} is read only; `santase formats` says what can be written")
    if origin is not None and origin.reader is None:
        raise click.UsageError(f"{origin.name} is written only; `santase formats` says what can be read")
    if mapping is not None and origin is not None:
        raise click.UsageError("--mapping says how IN is read: --from does not go with it")
    lacks = to.table.lacks() if to.table else None
    if lacks:
        raise click.UsageError(language.put(lacks))
    if card and (to.table is None or (target == STDIN and not is_folders)):
        raise click.UsageError("--card describes a table that is written to a file, such as jsonl-decisions")
    if watch and STDIN in sources:
        raise click.UsageError("--watch looks at files: standard input does not go with it")
    if is_folders and STDIN in sources:
        raise click.UsageError("standard input has no name that a file of a folder could have")
    wish = Wish(origin, to, assumed, force, check, strict, report, card, jobs, language)

    def convert_all() -> tuple[Files, bool]:
        files = Files(sources, language)
        now = replace(wish, origin=_mapped(files, mapping)) if mapping is not None else wish
        told = _CommonReport(sources) if is_folders and report == "text" else None
        return files, _convert_all(now, files, _tasks(sources, target, is_folders, now, files), told)

    if watch:
        from viewer.cli.watching import again  # needs the extra `watch`

        again(sources, convert_all)
    options.leave(*convert_all())


class _Task(NamedTuple):
    """Files that are converted into one."""

    names: tuple[str, ...]
    output: str


def _convert_all(
    wish: Wish, files: Files, tasks: Iterator[_Task], common: "_CommonReport | None" = None
) -> bool:
    """Convert files; return whether there are errors. What many have in common is reported together."""
    wrong = False
    facts, tables = TableFacts(), list[_Task]()
    if wish.card and not wish.may_make(wish.card, files):
        return wrong
    for task in tasks:
        with SpooledTemporaryFile(IN_MEMORY) as new:
            told = _converted(wish, files, task, new)
            if told is None:
                continue
            is_wrong = not told.ok or not new.tell()
            held = wish.proves and (told.has_losses or is_wrong)
            wrong |= held or is_wrong
            is_written = bool(new.tell()) and not held and not wish.check
            new.seek(0)
            if is_written and task.output == STDIN:
                show_file(new)
            elif is_written and files.write(task.output, new):
                wish.made.add(task.output)
                if told.conversion.table:
                    facts.join(told.conversion.table)
                    tables.append(task)
            else:
                is_written = False
            if common is None or is_wrong or (held and wish.strict):
                told.show(task, is_written, wish)
            else:
                common.add(task, told, is_written)
    if common is not None:
        common.show(wish)
    if wish.card and tables:
        _write_card(wish, wish.card, facts, tables, files)
    return wrong


def _write_card(wish: Wish, card: str, facts: TableFacts, tables: Sequence[_Task], files: Files) -> None:
    """Describe the tables that were written, in a file beside them."""
    from viewer.exports.dataset_card import dataset_card

    sources = [name for task in tables for name in task.names]
    rules = ["--rules", write_spec(wish.assumed)] if wish.assumed else []
    command = shlex.join(["santase", "convert", "--to", wish.to.name, *rules]) + " IN... OUT"
    text = dataset_card(facts, wish.to, [task.output for task in tables], card, sources, command)
    if files.write(card, BytesIO(text.encode())):
        wish.made.add(card)


def _converted(wish: Wish, files: Files, task: _Task, new: IO[bytes]) -> "_ConversionReport | None":
    """Return the report on files that are converted into an open one.

    None if one of them cannot be read, or the new file cannot be created.
    """
    if len(task.names) == 1:
        try:
            with files.opened(task.names[0]) as (contents, raw):
                return _converted_alone(wish, files, task, new, LogStream(contents), raw)
        except OSError as error:
            files.failed(task.names[0], error)
            return None
    if not wish.may_make(task.output, files):
        return None
    if _go_in_blocks(wish, files, task.names):
        return _converted_in_turn(wish, files, task, new)
    logs = [_held_of_several(wish, files, name) for name in task.names]
    found = [log for log in logs if log is not None]
    if len(found) < len(logs):
        return None
    converted = convert_together(found, wish.to, wish.assumed, prove=wish.proves)
    new.write(converted.data)
    return _told_at_once(converted, list(zip(task.names, found, strict=True)), wish.language)


def _converted_alone(
    wish: Wish, files: Files, task: _Task, new: IO[bytes], log: LogStream, raw: IO[bytes]
) -> "_ConversionReport | None":
    """Convert one open log, block by block if it and its file allow that; return the report."""
    if not wish.may_make(task.output, files):
        return None
    source = wish.format_of(log)
    if isinstance(source, Format) and goes_in_blocks(source, wish.to):
        told = BlockReport(wish.report == "json")
        is_read = convert_in_steps(wish, files, task.names[0], log, raw, source, new, told)
        return _told_in_steps(told) if is_read else None
    held = _held(log, raw, source)
    if held is None and isinstance(source, Format):
        converted = held_too_large(source, wish.to)
    else:
        converted = convert_together([held] if held else [], wish.to, wish.assumed, prove=wish.proves)
    new.write(converted.data)
    return _told_at_once(converted, [(task.names[0], held or SourceLog(log.head, source))], wish.language)


def _go_in_blocks(wish: Wish, files: Files, names: Sequence[str]) -> bool:
    """Return whether several logs are converted block by block in turn: each can be read twice."""
    with files.holding():
        before = len(files.failures)
        found = [_format_of(wish, files, name) for name in names] if STDIN not in names else [None]
        del files.failures[before:]  # they are reported when the files are read
    return all(form is not None and goes_in_blocks(form, wish.to) and not form.merges for form in found)


def _format_of(wish: Wish, files: Files, name: str) -> Format | None:
    """Return the format of a file, if it is recognised and can be read again."""
    if not Path(name).is_file():
        return None
    try:
        with files.opened(name) as (contents, _):
            form = wish.format_of(LogStream(contents))
    except OSError:
        return None
    return form if isinstance(form, Format) else None


def _converted_in_turn(wish: Wish, files: Files, task: _Task, new: IO[bytes]) -> "_ConversionReport | None":
    """Convert several logs, one after the other; return the report."""
    told, is_read = BlockReport(wish.report == "json"), True
    for name in task.names:
        try:
            with files.opened(name) as (contents, raw):
                log = LogStream(contents)
                form = wish.format_of(log)
                if isinstance(form, Format):  # unchanged since it was recognised
                    is_read &= convert_in_steps(wish, files, name, log, raw, form, new, told)
        except OSError as error:
            files.failed(name, error)
            is_read = False
    return _told_in_steps(told) if is_read else None


def _held_of_several(wish: Wish, files: Files, name: str) -> SourceLog | None:
    """Return one of several logs that are read as a whole; None if it cannot be read."""
    try:
        with files.opened(name) as (contents, raw):
            log = LogStream(contents)
            held = _held(log, raw, wish.format_of(log))
    except OSError as error:
        files.failed(name, error)
        return None
    return held or SourceLog(log.head, too_large(Phrase("each of several logs that become one")))


def _held(log: LogStream, raw: IO[bytes], source: Format | Finding) -> SourceLog | None:
    """Return a log that is read as a whole, or the head of one without a format; None if it is too large."""
    if not isinstance(source, Format):
        return SourceLog(log.head, source)
    data = log.held() if (size_on_disk(raw) or 0) <= MAX_LOG else None
    return None if data is None else SourceLog(data, source)


def _show_problems(language: Language) -> None:
    """Report which formats of installed packages are left out, and why."""
    for problem in FORMATS.problems:
        click.echo(language.put(problem), err=True)


def _mapped(files: Files, mapping: str) -> Format:
    """Return the actions of a server, read by the table of a file."""
    table = files.read(mapping)
    if table is None:
        options.leave(files, wrong=False)
    try:
        return replace(ACTIONS, reader=reader_of([read_table(table)]))
    except TableError as error:
        raise click.UsageError(f"{mapping} is not a mapping table: {error}") from None


def _tasks(
    sources: tuple[str, ...], target: str, is_folders: bool, wish: Wish, files: Files
) -> Iterator[_Task]:
    """Return the files to read, each with the file to write; two that would write the same one fail."""
    if not is_folders:
        if any(source != STDIN and is_folder(source) for source in sources):
            raise click.UsageError("several files become one, but not a folder: name another one with --into")
        yield _Task(sources, target)
        return
    if target == STDIN:
        raise click.UsageError("a folder is converted into a folder: name it after the first")
    goal = Path(target)
    outputs: dict[Path, Path] = {}
    for source in sources:
        for path, place in _placed(Path(source), goal, files):
            output = (goal / place).with_suffix(wish.to.suffix)
            if output in outputs:
                files.fail(str(path), f"another file becomes {output} already")
            else:
                outputs[output] = path
    may_replace = wish.force or wish.check
    existing = [o for o in outputs if o.exists() and not may_replace and str(o) not in wish.made]
    if existing:
        more = f", and so do {len(existing) - 1} others" if len(existing) > 1 else ""
        files.fail(str(existing[0]), f"this file exists{more}; --force replaces what exists")
        return
    for output, path in outputs.items():
        try:
            if not wish.check:
                output.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            files.fail(str(output), error.strerror or str(error))
        else:
            yield _Task((str(path),), str(output))


def _placed(source: Path, goal: Path, files: Files) -> Iterator[tuple[Path, Path]]:
    """Return a file, or those of a folder, each with its place in another folder."""
    if not is_folder(str(source)):
        yield source, _bare(Path(source.name))
        return
    if source.resolve() == goal.resolve():
        raise click.UsageError("a folder is converted into another folder")
    before = len(files.failures)
    found = [path for path in map(Path, files.within(str(source))) if goal not in path.parents]
    places = [(path, path.relative_to(source)) for path in found]
    shown = [
        (path, _bare(place))
        for path, place in places
        if not any(part.startswith(".") for part in place.parts)
    ]
    if not shown and len(files.failures) == before:
        files.fail(str(source), "no files in this folder")
    yield from shown


def _bare(place: Path) -> Path:
    """Return the name of a file without the ending of a compressed one."""
    return place.with_suffix("") if place.suffix in SUFFIXES else place


class _ConversionReport(NamedTuple):
    """The report on a conversion: what could not be read, and what of the rest was changed.

    ``findings`` are printed first, unless they have been already; the lines of ``groups`` follow.
    """

    conversion: Conversion
    ok: bool
    has_losses: bool
    findings: str
    groups: Mapping[GroupKey, ReportGroup]

    def show(self, task: _Task, is_written: bool, wish: Wish) -> None:
        if wish.report == "json":
            output = task.output if is_written else None
            click.echo(json.dumps(objects.conversion(task.names, output, self.conversion)), err=True)
            return
        click.echo(self.findings, nl=False, err=True)
        self.sum_up(task.names, is_written, wish)

    def sum_up(self, names: Sequence[str], is_written: bool, wish: Wish, files: int = 1) -> None:
        """Summarise the report on files with these names, or in folders with these names."""
        language, done = wish.language, self.conversion
        name = escape(" + ".join(names))
        for group in self.groups.values():
            click.echo(f"{name}: {escape(group.words(language))}", err=True)
        if done.proved:
            proved = language.count(
                "{number} game verified: read back from the new file, nothing else is missing",
                "{number} games verified: read back from the new file, nothing else is missing",
                done.proved,
            )
            click.echo(f"{name}: {proved}", err=True)
        number = done.deals if is_written or wish.check else 0
        if wish.check:
            deals = language.count("{number} deal can be written", "{number} deals can be written", number)
        else:
            deals = language.count("{number} deal written", "{number} deals written", number)
        games = language.count("{number} game read", "{number} games read", done.games)
        if done.unread:
            games += ", " + language.count(
                "{number} game could not be read", "{number} games could not be read", done.unread
            )
        many = language.count("{number} file", "{number} files", files) + ": " if files > 1 else ""
        click.echo(f"{name}: {many}{games}, {deals}", err=True)


class _CommonReport:
    """The joint report on the files of some folders without errors, printed at the end."""

    def __init__(self, sources: tuple[str, ...]) -> None:
        self._sources = sources
        self._first: tuple[_Task, bool] | None = None
        self._files = 0
        self._told = _ConversionReport(Conversion(b"", (), (), 0, 0), True, False, "", {})

    def add(self, task: _Task, told: _ConversionReport, is_written: bool) -> None:
        self._files += 1
        if self._first is None:
            self._first, self._told = (task, is_written), told
            return
        done, more = self._told.conversion, told.conversion
        self._told = self._told._replace(
            conversion=replace(
                done,
                games=done.games + more.games,
                deals=done.deals + more.deals,
                proved=done.proved + more.proved,
                unread=done.unread + more.unread,
            ),
            findings=self._told.findings + told.findings,
            groups=joined(self._told.groups, told.groups),
        )

    def show(self, wish: Wish) -> None:
        """Print the report: a single file by its name, several by the names of the folders."""
        if self._first is None:
            return
        task, is_written = self._first
        if self._files == 1:
            self._told.show(task, is_written, wish)
            return
        click.echo(self._told.findings, nl=False, err=True)
        of_all = {key: group.without_line() for key, group in self._told.groups.items()}
        self._told._replace(groups=of_all).sum_up(self._sources, is_written, wish, self._files)


def _told_at_once(
    converted: Conversion, read: Sequence[tuple[str, SourceLog]], language: Language
) -> _ConversionReport:
    """Return the report on files that were read as a whole."""
    said = ""
    for number, (name, log) in enumerate(read):
        found = zip(converted.findings, converted.sources, strict=True)
        findings = tuple(finding for finding, source in found if source == number)
        text = opened(log.data).decode("utf-8", "backslashreplace")
        said += reading_text(name, Game(0, 1, text, None, findings), language)
    groups = groups_of(converted.report)
    return _ConversionReport(converted, converted.ok, converted.has_losses, said, groups)


def _told_in_steps(steps: BlockReport) -> _ConversionReport:
    """Return the report on files whose findings have been printed; this completes a table."""
    steps.finish_table()
    findings, sources = tuple(steps.findings), tuple(steps.sources)
    converted = Conversion(
        b"",
        findings,
        steps.entries,
        steps.games,
        steps.deals,
        sources,
        steps.proved,
        table=steps.table,
        unread=steps.unread,
    )
    return _ConversionReport(converted, steps.ok, steps.has_losses, "", steps.groups)


def recognise(paths: tuple[str, ...], delivery: Delivery) -> None:
    """Recognise the format of each FILE."""
    files, language = delivery.files, delivery.language
    _show_problems(language)
    formats = list(FORMATS.values())
    wrong = False
    for name, data in files:
        found = recognition(data, formats)
        wrong |= not isinstance(found.found, Format)
        delivery.add(
            partial(explained, escape(name), found, language), partial(objects.recognition, name, found)
        )
    delivery.leave(language.say("Recognition"), wrong)


def formats(
    words: tuple[str, ...],
    logs: tuple[str, ...],
    form: str,
    language: Language,
    output: options.Output | None,
) -> None:
    """List the formats that `convert` reads and writes, or show what one of them can hold."""
    _show_problems(language)
    files = Files(logs, language)
    delivery = Delivery(files, form, language, output)
    if words[:1] == ("test",):
        keeps = _test(words[1:], files, delivery, language)
        options.leave(files, wrong=not keeps)
    if len(words) > 1 or logs:
        raise click.UsageError("one FORMAT, or test and a PACKAGE, with which --log goes")
    named = format_of(words[0]) if words else None
    wanted = [named] if named else list(FORMATS.values())
    document = told(named, language) if named else listed(language)
    delivery.add(lambda: document, *(partial(objects.form, each) for each in wanted))
    delivery.finish(document.title)
    options.leave(files, wrong=False)


def _test(packages: tuple[str, ...], files: Files, delivery: Delivery, language: Language) -> bool:
    """Test the formats of some packages; return whether they preserve what every format preserves."""
    from notation.formats.contract import FormatExamples, matches_for, tried  # takes long to load

    if not packages:
        raise click.UsageError("which package? `santase formats test PACKAGE`")
    names: list[str] = []
    for package in packages:
        added = [package] if package in FORMATS else FORMATS.added_by(package)
        if not added:
            raise click.UsageError(
                f"no installed package {package!r} adds a format, and no format has this name"
            )
        names += added
    if files.paths and len(names) > 1:
        raise click.UsageError("--log goes with one format: name it")
    logs = [data for _, data in files]
    keeps = True
    for name in dict.fromkeys(names):
        form = FORMATS[name]
        verdicts = list(tried(form, FormatExamples(logs, matches_for(form), list(FORMATS.values()))))
        keeps = keeps and all(verdict.kept is not False for verdict in verdicts)
        delivery.add(partial(tested, form, verdicts, language), partial(objects.tested, form, verdicts))
    delivery.finish(language.say("Formats"))
    return keeps
