"""What programs look up: the rule sets with their clauses, and the codes of findings."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response, g

from notation import CATALOGUE, Finding, read_spec
from notation.findings import Phrase, code_file, retired
from viewer.documents import code_reference as codes
from viewer.documents.languages import Language
from viewer.documents.rule_sheets import index_json, sheet_json
from viewer.web.api.answers import answer
from viewer.web.api.contract import Resources
from viewer.web.api.documents import CodesSchema, ExplainedSchema, RulesSchema, SheetSchema
from viewer.web.failures import Problem

reference = Resources("reference", "Rule sets, and the codes of findings.")

KEPT: Final = "public, max-age=3600"
"""What is looked up changes with the program alone."""

Asked = Mapping[str, Any]


def _language() -> Language:
    spoken: Language = g.language
    return spoken


def _lasting(shape: dict[str, Any]) -> Response:
    response = answer(shape)
    response.headers["Cache-Control"] = KEPT
    return response


@reference.read("/rules", RulesSchema)
def rules(_: Asked) -> Response:
    """All rule sets, and the options that a table can agree on."""
    return _lasting(index_json(_language()))


@reference.read("/rules/<path:spec>", SheetSchema, faults=(404,))
def sheet(_: Asked, spec: str) -> Response:
    """A rule set with options, `santase target=11`: the clause behind every point."""
    named = read_spec(spec)
    if isinstance(named, Finding):
        raise Problem(404, named.phrase, named.code)
    return _lasting(sheet_json(named, _language()))


@reference.read("/codes", CodesSchema)
def all_codes(_: Asked) -> Response:
    """All codes of findings."""
    return _lasting({"codes": [_code(shape) for shape in codes.as_json(None)]})


def _code(shape: dict[str, Any]) -> dict[str, Any]:
    return {**shape, "says": codes.sentence(CATALOGUE[shape["code"]], _language())}


@reference.read("/codes/<code>", ExplainedSchema, faults=(404, 410))
def one_code(_: Asked, code: str) -> Response:
    """A code with an example, and one like it that does not get it."""
    name = code.upper()
    if name in retired():
        why = code_file(name).remark or ""
        raise Problem(410, Phrase("This code is no longer given: {why}.", {"why": why}))
    if name not in CATALOGUE:
        raise Problem(404, Phrase("There is no such code."))
    [shape] = codes.as_json(name)
    return _lasting({**_code(shape), "example": _example(name)})


def _example(name: str) -> dict[str, str] | None:
    shown = code_file(name).example
    if shown is None:
        return None
    texts = {"wrong": shown.wrong, "right": shown.right}
    return {
        "form": "json" if shown.kind == "json" else "sgn",
        **{side: text.decode("utf-8", "backslashreplace") for side, text in texts.items()},
    }
