"""Log formats, and the report of a conversion, as JSON."""

from collections.abc import Sequence
from typing import Any

from notation.corpus import TABLES, CellKind
from notation.formats import Conversion, Format, Recognition, RecordPart, ReportKind
from notation.formats.contract import TestedRequirement
from notation.wire import member
from notation.wire.member import CODE
from notation.wire.shape import WireSchema, dump_as
from referee.codes import Severity


def _in_order(parts: frozenset[RecordPart]) -> list[str]:
    return [part.value for part in RecordPart if part in parts]


class TableColumnSchema(WireSchema):
    """A column of a format that is a table."""

    name = member.text()
    type = member.word(CellKind, "kind")
    unit = member.text(about="of what its numbers count", empty="null")
    about = member.text(about="what it means, in English")


class FormatSchema(WireSchema):
    """A format: a line of `santase formats --json`."""

    name = member.text()
    title = member.text(about="in English", via=str)
    reads = member.truth(lambda form: form.reader is not None)
    writes = member.truth(lambda form: form.writer is not None)
    suffix = member.text()
    rules = member.text("spec", "the rules that its program plays", empty="null")
    pack = member.count(about="how many cards are dealt with; null for any number", empty="null")
    needs = member.many(
        member.word(RecordPart),
        lambda form: _in_order(form.needs),
        "what a deal must have known to the last card",
    )
    holds = member.many(member.word(RecordPart), lambda form: _in_order(form.holds))
    columns = member.parts(
        TableColumnSchema,
        lambda form: TABLES[form.table.name] if form.table else (),
        "those of a table; none for other formats",
    )


class ReportEntrySchema(WireSchema):
    """What became of something when a log was converted."""

    kind = member.word(ReportKind)
    part = member.word(RecordPart, null=True)
    game = member.count(least=1, empty="null")
    deal = member.count(least=1, empty="null")
    line = member.count(least=1, empty="null")
    count = member.count()
    why = member.text(about="in English", via=str, null=True)


class LogFindingSchema(WireSchema):
    """What cannot be read at a place of a log."""

    code = member.text("code.id", pattern=CODE)
    severity = member.word(Severity, "code.severity")
    message = member.text(least=1)
    line = member.count("span.line", "0 where there is no place")
    column = member.count("span.column", "in characters, from 1")
    end_line = member.count("span.end_line")
    end_column = member.count("span.end_column", "exclusive")


class ConvertedFindingSchema(LogFindingSchema):
    """What cannot be read at a place of one of the logs that were converted."""

    file = member.text()


class ConversionSchema(WireSchema):
    """What became of logs: a line of `santase convert --report json`."""

    files = member.texts(about="those that became one, in order")
    output = member.text(about="null where nothing was written", null=True)
    games = member.count(about="games that were read")
    unread = member.count(about="games that could not be read")
    deals = member.count(about="deals that were written")
    findings = member.parts(ConvertedFindingSchema)
    report = member.parts(ReportEntrySchema)
    proved = member.count(
        about="games read again from the new file (--check, --strict): nothing is missing but what is "
        "reported"
    )


class CandidateFormatSchema(WireSchema):
    """What speaks for a format of a file, and what against it."""

    name = member.text("format.name")
    title = member.text("format.title", "in English", via=str)
    line = member.count(about="the line that shows it", least=1, empty="null")
    shown = member.text(about="what stands in that line, cut short", empty="null")
    games = member.count(about="games that can be read so")
    deals = member.count(about="deals that can be read so")
    speaks_for = member.texts(lambda of: map(str, of.speaks_for), about="in English")
    speaks_against = member.texts(lambda of: map(str, of.speaks_against), about="in English")


class RecognitionSchema(WireSchema):
    """In which format a file is, and why: a line of `santase recognise --format json`."""

    file = member.text()
    format = member.text(about="null where it cannot be told", null=True)
    problem = member.part(LogFindingSchema, about="why it cannot be told", null=True)
    candidates = member.parts(CandidateFormatSchema, about="those that the file shows come first")


class TestedRequirementSchema(WireSchema):
    """Whether a format keeps what every format keeps."""

    requirement = member.text("requirement.title", "in English", via=str)
    kept = member.truth(about="null where it was not tried", null=True)
    why = member.text(about="why it is not kept", empty="null")


class FormatTestSchema(WireSchema):
    """A line of `santase formats test --format json`."""

    name = member.text()
    requirements = member.parts(TestedRequirementSchema)


def dump_format(form: Format) -> dict[str, Any]:
    """Serialize the capabilities of a format."""
    return dump_as(FormatSchema, form)


def dump_conversion(files: Sequence[str], output: str | None, converted: Conversion) -> dict[str, Any]:
    """Serialize the report on converted logs; without an output nothing was written."""
    found = zip(converted.findings, converted.sources, strict=True)
    members = {
        "files": files,
        "output": output,
        "games": converted.games,
        "unread": converted.unread,
        "deals": converted.deals if output is not None else 0,
        "findings": [dump_as(LogFindingSchema, each) | {"file": files[source]} for each, source in found],
        "report": converted.report,
        "proved": converted.proved,
    }
    return dump_as(ConversionSchema, members)


def dump_recognition(file: str, recognition: Recognition) -> dict[str, Any]:
    """Serialize the format of a file, and the evidence."""
    return dump_as(RecognitionSchema, recognised(file, recognition))


def recognised(file: str, recognition: Recognition) -> dict[str, Any]:
    """Return the members of the format of a file."""
    found, candidates = recognition.found, recognition.candidates
    what = {"format": found.name} if isinstance(found, Format) else {"format": None, "problem": found}
    return {"file": file, "problem": None, "candidates": candidates, **what}


def dump_test(form: Format, verdicts: Sequence[TestedRequirement]) -> dict[str, Any]:
    """Serialize which requirements a format keeps."""
    return dump_as(FormatTestSchema, {"name": form.name, "requirements": verdicts})
