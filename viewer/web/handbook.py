"""The reference pages: the codes of findings, the rule sets, and the differences between rule sets.

They are the documents that `santase code` and `santase rules` print.
"""

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from notation.findings import CATALOGUE, Phrase
from notation.specs import write_spec
from referee import BOOKS
from viewer.documents import code_reference as codes
from viewer.documents import rule_sheets as sheets
from viewer.limits import SEARCH_CHARACTERS, SETS_COMPARED
from viewer.web.failures import Problem
from viewer.web.kept import language, offered_rules, rule_set_named

handbook = Blueprint("handbook", __name__)

NO_CODE: Final = Phrase("There is no such code.")
TOO_FEW: Final = Phrase(
    "Please choose two rule sets at least, and {number} at most.", {"number": SETS_COMPARED}
)


@handbook.get("/codes")
def all_codes() -> ResponseReturnValue:
    """List every code with its message; `?code=R210` redirects to the page of one."""
    asked = request.args.get("code", "").strip().upper()
    if asked:
        return redirect(url_for("handbook.code", code=asked[:8]))
    return render_template("codes.html", document=codes.listed(language()))


@handbook.get("/codes/<code>")
def code(code: str) -> ResponseReturnValue:
    """Show a code: its meaning, its sources, an example and the correction."""
    if code != code.upper():
        return redirect(url_for("handbook.code", code=code.upper()), 301)
    try:
        document = codes.explained(code, language())
    except codes.UnknownCodeError:
        raise Problem(404, NO_CODE) from None
    known = CATALOGUE.get(code)
    return render_template("code.html", document=document, point=known.point if known else "", books=BOOKS)


@handbook.get("/rules")
def rules() -> ResponseReturnValue:
    """List the rule sets and their options, with the form that compares them."""
    return _rules()


def _rules(chosen: tuple[str, ...] = (), fault: str = "") -> str:
    return render_template(
        "rules.html",
        document=sheets.index(language()),
        presets=offered_rules(),
        chosen=chosen,
        fault=fault,
        longest=SEARCH_CHARACTERS,
    )


@handbook.get("/rules/<path:spec>")
def sheet(spec: str) -> ResponseReturnValue:
    """Show the rule sheet of a rule set with its options: the clause for every point, each with an anchor."""
    found = rule_set_named(spec, 404)
    return render_template(
        "rule_sheet.html",
        document=sheets.sheet(found, language()),
        spec=write_spec(found),
        presets=offered_rules(),
    )


@handbook.get("/rule-comparison")
def differences() -> ResponseReturnValue:
    """Show the points at which rule sets differ: `?set=santase&set=schnapsen`, options allowed."""
    chosen = tuple(dict.fromkeys(filter(None, map(str.strip, request.args.getlist("set")))))
    try:
        named = [rule_set_named(spec, 404) for spec in chosen[: SETS_COMPARED + 1]]
    except Problem as problem:
        return _rules(chosen, language().put(problem.detail)), 400
    if not 2 <= len(named) <= SETS_COMPARED:
        return _rules(chosen, language().put(TOO_FEW)), 400
    return render_template("rule_comparison.html", document=sheets.difference(named, language()))
