"""The codes of findings as JSON."""

from typing import Any, NamedTuple

from marshmallow import fields

from notation.wire import member
from notation.wire.member import CODE, POINT
from notation.wire.shape import WireSchema, dump_as
from referee.codes import Code, Severity
from referee.rulesets import BOOKS, PRESETS, cite


class CodeExample(NamedTuple):
    """A text that gets a code, and one like it that does not; and what both are written in."""

    form: str
    wrong: str
    right: str


class SaidCode(NamedTuple):
    """A code, what it says in the language of a reader, and an example where one can be shown."""

    code: Code
    says: str = ""
    example: CodeExample | None = None


class ClauseSchema(WireSchema):
    """What a rule set says of a point, and where it has it from."""

    rule = member.text()
    cite = member.text()


def _clauses(of: SaidCode) -> dict[str, dict[str, str]]:
    point = of.code.point
    return {
        name: {"rule": BOOKS[name].clauses[point].rule, "cite": cite(rules, point)}
        for name, rules in PRESETS.items()
        if point
    }


class CodeSchema(WireSchema):
    """A code of a finding: a line of `santase code --format json`."""

    code = member.text("code.id", pattern=CODE)
    severity = member.word(Severity, "code.severity")
    sentence = member.text("code.sentence", "with the names of facts in braces")
    effect = member.text("code.effect.value", "what the judgement does then", empty="null")
    point = member.text("code.point", "the point of the rules that it rests on", pattern=POINT, empty="null")
    clauses = member.table(fields.Nested(ClauseSchema), _clauses, "by rule set", keys=PRESETS)


class SaidCodeSchema(CodeSchema):
    """A code of a finding, and what it says."""

    says = member.text(about="the sentence in the language asked for")


class CodeExampleSchema(WireSchema):
    """A text that gets a code, and one like it that does not."""

    form = member.word(["sgn", "json"])
    wrong = member.text()
    right = member.text()


class ExplainedCodeSchema(SaidCodeSchema):
    """A code with an example, where one can be shown."""

    example = member.part(CodeExampleSchema, null=True)


def dump_code(code: Code) -> dict[str, Any]:
    """Serialize a code: its sentence, its effect, and the clauses it is based on."""
    return dump_as(CodeSchema, SaidCode(code))
