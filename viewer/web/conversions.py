"""The pages that give a record in another format, as `santase convert` does, and say before what is lost."""

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from notation.findings import Phrase
from notation.formats import SGN, Conversion, Format, convert, grouped
from notation.limits import spend
from viewer.exports.formats import FORMATS
from viewer.limits import CONVERTED_BYTES
from viewer.store import Stored
from viewer.web.failures import Problem
from viewer.web.kept import language, record_of, stored

conversions = Blueprint("conversions", __name__)


@conversions.get("/records/<id>/formats")
def formats(id: str) -> ResponseReturnValue:
    """The formats in which a record can be had."""
    kept = stored()
    written = {each.name: language().put(each.title) for each in FORMATS.values() if each.writer}
    return render_template("formats.html", id=kept.id[:16], written=written)


@conversions.get("/records/<id>/formats/<name>")
def report(id: str, name: str) -> ResponseReturnValue:
    """What a record loses in a format, before it is taken in it."""
    kept, form = stored(), _format(name)
    done = _converted(kept, form)
    return render_template(
        "conversion.html",
        id=kept.id[:16],
        name=form.name,
        title=language().put(form.title),
        deals=done.deals,
        lines=list(grouped(done.report, language())),
        has_data=bool(done.data),
    )


@conversions.get("/records/<id>/formats/<name>/file")
def file(id: str, name: str) -> ResponseReturnValue:
    """A record in a format, as a file."""
    kept, form = stored(), _format(name)
    data = _converted(kept, form).data
    if not data:
        raise Problem(422, Phrase("Nothing of this record can be written in this format."))
    response = Response(data, mimetype="application/octet-stream")
    response.headers["Content-Disposition"] = f'attachment; filename="{kept.id[:16]}{form.suffix}"'
    return response


def _format(name: str) -> Format:
    """The format of a name; a Problem where nothing is written in one of it."""
    found = FORMATS.get(name)
    if found is None or found.writer is None:
        raise Problem(404, Phrase("Nothing is written here in a format of this name."))
    return found


def _converted(kept: Stored, form: Format) -> Conversion:
    record_of(kept)
    spend(len(kept.text) // CONVERTED_BYTES)
    return convert(kept.text, SGN, form)
