"""The pages with more questions about a record: other rules, the rules that it fits, its fixes.

They are the documents that `santase compare` and `infer` print, and the change that `santase check --fix`
makes; nothing is judged here.
"""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from notation import read
from notation.findings import Phrase, PhraseError, Repair
from notation.judge import judge
from notation.rulings import Comparing, PacksError, infer, rules_of
from notation.specs import write_spec
from viewer.documents.reports import spoken_of, summary
from viewer.documents.udiff import unified
from viewer.limits import SEARCH_CHARACTERS, SETS_COMPARED
from viewer.replay.page import found_parts
from viewer.rulings.inference import conclusion
from viewer.rulings.mending import mend, repaired
from viewer.store import Stored
from viewer.web.failures import Problem
from viewer.web.kept import few_deals, file_name, heard, language, offered_rules, rule_set_named, stored
from viewer.web.record.comparing import comparison_page

questions = Blueprint("questions", __name__)


def _choices(kept: Stored) -> dict[str, object]:
    """Return the record of a page, and the rule sets that it offers."""
    offered = offered_rules(rules_of(heard(kept)).seats)
    return {"id": kept.id[:16], "rule_sets": offered, "longest": SEARCH_CHARACTERS}


@questions.get("/records/<id>/comparison")
def compared(id: str) -> ResponseReturnValue:
    """Compare the same play under several rule sets: all with this pack, or those of `?set=...&set=...`.

    What is known is sent at once, and the rest as it is found.
    """
    kept = stored()
    specs = dict.fromkeys(request.args.getlist("set"))
    named = tuple(rule_set_named(spec) for spec in specs if spec.strip())
    if len(named) > SETS_COMPARED:
        raise Problem(
            422, Phrase("At most {number} rule sets can be compared at once.", {"number": SETS_COMPARED})
        )
    try:
        comparing = Comparing(few_deals(kept), named)
    except PacksError as error:
        raise Problem(422, error.phrase) from None
    chosen = list(map(write_spec, named))
    return comparison_page(comparing, language(), chosen=chosen, **_choices(kept))


@questions.get("/records/<id>/inference")
def inferred(id: str) -> ResponseReturnValue:
    """Show the rules that a record fits."""
    kept = stored()
    game = few_deals(kept)
    document = conclusion(infer(game), game, language())
    return render_template("inferred.html", document=document, **_choices(kept))


@questions.get("/records/<id>/fix")
def fix(id: str) -> ResponseReturnValue:
    """Show the unambiguous corrections of a record, or with `?repair=20` that repair alone."""
    kept, name, slip = stored(), request.args.get("repair", ""), ""
    if name:
        try:
            better, [made] = repaired(kept.text, [name])
        except PhraseError as error:
            raise Problem(404, error.phrase) from None
        judged, slip = [judge(game) for game in read(better)], _slip(kept, made)
    else:
        better, judged = mend(kept.text)
    changes = list(unified(file_name(kept), kept.text, better))
    shown = [line.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace") for line in changes]
    return render_template(
        "fix.html",
        id=kept.id[:16],
        changes=shown[2:],
        slip=slip,
        after=[summary(each, language()) for each in judged],
        better=_text(better),
        errors=sum(each.errors for each in judged),
        found=found_parts(heard(kept), language())["found"],
    )


def _slip(kept: Stored, repair: Repair) -> str:
    return spoken_of(heard(kept), language()).put(repair.says)


def _text(data: bytes) -> str:
    """Return a record as text that a form can send; empty where that would change its bytes."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""
