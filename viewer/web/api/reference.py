"""Reference data for programs: the rule sets with their clauses, and the codes of findings."""

import re
from collections.abc import Mapping
from typing import Any, Final

from flask import Response, current_app, url_for

from notation import CATALOGUE, Finding, read_spec
from notation.findings import Phrase, code_file, retired
from notation.wire.codes import CodeExample, ExplainedCodeSchema, SaidCode
from notation.wire.rules import RuleSheetSchema, RulesSchema, dump_rule_sheet, dump_rules
from notation.wire.schemas import PRINTED, schema_named
from notation.wire.shape import dump_as
from viewer.documents import code_reference as codes
from viewer.store.summaries import VERSION
from viewer.web.api.bodies import JSON, packed
from viewer.web.api.contract import PREFIX, Resources
from viewer.web.api.shapes import CodesSchema, IndexSchema
from viewer.web.failures import Problem
from viewer.web.kept import language

reference = Resources("reference", "Rule sets, and the codes of findings.")

SCHEMA: Final = "application/schema+json"
KEPT: Final = "public, max-age=3600"
"""Reference data changes only with the program."""

_PART: Final = re.compile("<(?:[a-z]+:)?([a-z]+)>")
"""A variable of a path."""

Asked = Mapping[str, Any]


def _lasting(found: dict[str, Any], kind: str = JSON) -> Response:
    response = Response(packed(found), mimetype=kind)
    response.headers["Cache-Control"] = KEPT
    return response


@reference.read("", IndexSchema)
def index(_: Asked) -> Response:
    """List the resources of the API, with the addresses of the descriptions."""
    offered: dict[str, set[str]] = {}
    for rule in current_app.url_map.iter_rules():
        if rule.rule.startswith(f"{PREFIX}/") and not rule.endpoint.startswith(("docs.", "api-docs.")):
            methods = offered.setdefault(_PART.sub(r"{\1}", rule.rule), set())
            methods |= (rule.methods or set()) - {"HEAD", "OPTIONS"}
    resources = [{"href": href, "methods": sorted(methods)} for href, methods in sorted(offered.items())]
    openapi, docs = url_for("api-docs.openapi_json"), url_for("docs.page")
    found = {"version": VERSION, "openapi": openapi, "docs": docs, "resources": resources}
    return _lasting(dump_as(IndexSchema, found))


@reference.read("/rules", RulesSchema)
def rules(_: Asked) -> Response:
    """List all rule sets, and the options that a table can agree on."""
    return _lasting(dump_rules(language()))


@reference.read("/rules/<path:spec>", RuleSheetSchema)
def sheet(_: Asked, spec: str) -> Response:
    """Return a rule set with options, `santase target=11`: the clause for every point."""
    named = read_spec(spec)
    if isinstance(named, Finding):
        raise Problem(404, named.phrase, named.code)
    return _lasting(dump_rule_sheet(named, language()))


@reference.read("/schemas/<schema>", {"type": "object"}, kind=SCHEMA)
def json_schema(_: Asked, schema: str) -> Response:
    """Return the JSON Schema of what a command prints, self-contained."""
    if schema not in PRINTED:
        raise Problem(404, Phrase("There is no such schema."))
    return _lasting(schema_named(schema), SCHEMA)


@reference.read("/codes", CodesSchema)
def all_codes(_: Asked) -> Response:
    """List all codes of findings."""
    spoken = language()
    found = {"codes": [SaidCode(code, codes.sentence(code, spoken)) for code in CATALOGUE.values()]}
    return _lasting(dump_as(CodesSchema, found))


@reference.read("/codes/<code>", ExplainedCodeSchema, faults=(410,))
def one_code(_: Asked, code: str) -> Response:
    """Return a code with an example, and a similar one that does not get it."""
    name = code.upper()
    if name in retired():
        why = code_file(name).remark or ""
        raise Problem(410, Phrase("This code is no longer reported: {why}.", {"why": why}))
    if name not in CATALOGUE:
        raise Problem(404, Phrase("There is no such code."))
    known = CATALOGUE[name]
    said = SaidCode(known, codes.sentence(known, language()), _example(name))
    return _lasting(dump_as(ExplainedCodeSchema, said))


def _example(name: str) -> CodeExample | None:
    shown = code_file(name).example
    if shown is None:
        return None
    texts = (text.decode("utf-8", "backslashreplace") for text in (shown.wrong, shown.right))
    return CodeExample("json" if shown.kind == "json" else "sgn", *texts)
