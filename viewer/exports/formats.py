"""Every format by name, including those that only show a record, and their descriptions."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from notation.corpus import TABLES
from notation.findings import escape
from notation.formats import BUILT_IN, CandidateFormat, Format, FormatRegistry, Recognition, RecordPart
from viewer.documents.document import Column, DataTable, Document, Heading, Item, Listing, Paragraph
from viewer.documents.languages import Language

if TYPE_CHECKING:
    from notation.formats.contract import TestedRequirement

_SHOWN: Final = ("MARKDOWN", "HTML", "WIDGET", "LATEX", "TYPST", "LATEX_PART", "TYPST_PART", "SVG", "PNG")
FORMATS: Final = FormatRegistry([*BUILT_IN, *(f"viewer.exports.shown:{name}" for name in _SHOWN)])
"""Every format by its name."""
PREFERRED: Final = {".sgn": "sgn", ".json": "json", ".jsonl": "json", ".tex": "latex", ".typ": "typst"}
"""Suffixes that several formats share, and the format that they stand for."""


def with_suffix(name: str) -> list[Format]:
    """Return the formats that an output may have by its name; SGN for standard output.

    >>> [each.name for each in with_suffix("x.jsonl")], [each.name for each in with_suffix("x.csv")]
    (['json'], ['csv-deals', 'csv-tricks', 'csv-decisions'])
    """
    suffix = PurePath(name).suffix if name != "-" else ".sgn"
    if suffix in PREFERRED:
        return [FORMATS[PREFERRED[suffix]]]
    return [each for each in FORMATS.values() if each.writer and each.suffix == suffix]


def listed(say: Language) -> Document:
    """Render a table of all formats."""
    columns = (
        Column(say.say("format")),
        Column(say.say("reads")),
        Column(say.say("writes")),
        Column(say.say("ends in")),
        Column(say.say("what it is")),
    )
    rows = tuple(
        (each.name, "✓" if each.reader else "", "✓" if each.writer else "", each.suffix, say.put(each.title))
        for each in FORMATS.values()
    )
    return Document(say.say("Formats"), (DataTable(columns, rows),), say.code)


def told(form: Format, say: Language) -> Document:
    """Render what a format can hold, what it needs, and the rules that its program plays."""
    parts: list[Any] = [Paragraph(say.put(form.title), "", "meaning")]
    if form.spec:
        parts.append(Paragraph(say.say("Its program plays {rules}.", rules=form.spec)))
    if form.reader and form.shows:
        parts.append(Paragraph(say.say("It is recognised by this: {what}.", what=say.put(form.shows))))
    if form.pack:
        parts.append(Paragraph(say.say("Deals of {number} cards.", number=form.pack)))
    if form.needs:
        parts.append(Paragraph(say.say("A deal can be written only if these are known:")))
        parts.append(_listing(form.needs, say))
    if form.heads:
        parts.append(Paragraph(say.say("It is read game by game: a log may have any size.")))
    elif form.reader:
        parts.append(Paragraph(say.say("It is read as a whole: a log may have 64 MiB.")))
    if form.writer and not form.grows:
        parts.append(
            Paragraph(say.say("The file is written in one piece, so its source may have at most 64 MiB."))
        )
    elif form.writer:
        parts.append(
            Paragraph(
                say.say("It is written game by game, and its source may have any size if it is read so too.")
            )
        )
    if form.table:
        parts.append(_columns(form.table.name, say))
    parts.append(Paragraph(say.say("It holds:")))
    parts.append(_listing(form.holds, say))
    if form.holds != frozenset(RecordPart):
        parts.append(Paragraph(say.say("It cannot hold:")))
        parts.append(_listing(frozenset(RecordPart) - form.holds, say))
    return Document(form.name, tuple(parts), say.code)


def explained(name: str, found: Recognition, say: Language) -> Document:
    """Render the format of a file, with the evidence for it and against the others."""
    form = found.found
    if isinstance(form, Format):
        answer = Paragraph(
            say.say("This is {format}: {title}.", format=form.name, title=say.put(form.title)), "", "answer"
        )
    else:
        answer = Paragraph(escape(say.put(form.phrase)), "", "wrong")
    parts: list[Any] = [answer]
    for heading, shown in ((say.say("What fits"), True), (say.say("What does not"), False)):
        reasons = [each for each in found.candidates if bool(each.line) is shown]
        if reasons:
            parts += [Heading(heading), Listing(tuple(_reasons(each, say) for each in reasons))]
    return Document(name, tuple(parts), say.code)


def _reasons(candidate: CandidateFormat, say: Language) -> Item:
    """Return a format, with the evidence for and against it."""
    said = (*candidate.speaks_for, *candidate.speaks_against)
    return Item(f"{candidate.format.name}: {escape('; '.join(map(say.put, said)))}")


def _columns(table: str, say: Language) -> DataTable:
    """Return the columns of a table; their meaning is in English, as in the files."""
    columns = (
        Column(say.say("column")),
        Column(say.say("type")),
        Column(say.say("unit")),
        Column(say.say("what it is")),
    )
    rows = tuple((each.name, each.kind.value, each.unit, each.about) for each in TABLES[table])
    return DataTable(columns, rows)


def _listing(parts: frozenset[RecordPart], say: Language) -> Listing:
    return Listing(tuple(Item(say.put(part.title)) for part in RecordPart if part in parts))


def tested(form: Format, verdicts: "Sequence[TestedRequirement]", say: Language) -> Document:
    """Render what a format preserves, and why not the rest."""
    said = {True: say.say("kept"), False: say.say("not kept"), None: say.say("not tried: no examples")}
    columns = (Column(say.say("what every format keeps")), Column(say.say("answer")))
    rows = tuple((say.put(verdict.requirement.title), said[verdict.kept]) for verdict in verdicts)
    broken = (
        Paragraph(f"{say.put(verdict.requirement.title)}: {escape(verdict.why)}", kind="wrong")
        for verdict in verdicts
        if verdict.why
    )
    return Document(form.name, (DataTable(columns, rows), *broken), say.code)
