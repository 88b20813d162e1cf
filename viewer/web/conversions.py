"""The pages that convert, as `santase convert` does: a record into another format, and what is sent into SGN.

They say what is lost. What is sent here is never kept.
"""

from typing import Final, NamedTuple

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from notation.findings import Phrase
from notation.formats import SGN, Conversion, Format, convert, grouped
from notation.limits import SpentError, spend
from notation.text import cut
from viewer.exports.formats import FORMATS
from viewer.limits import CONVERTED_BYTES, UPLOAD_BYTES, size_fact
from viewer.store import Stored
from viewer.web.failures import TOO_MUCH, Problem, said_of
from viewer.web.kept import language, record_of, stored
from viewer.web.uploads import Sent, UploadKind, as_sgn, kind_of, recognised_line, text_sent

conversions = Blueprint("conversions", __name__)

NOTHING: Final = Phrase("Nothing was sent: please choose a file, or paste a text.")


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


class _Recognised(NamedTuple):
    """The format of what was sent, as the page says it."""

    format: str
    title: str
    line: int
    """The line by which it is told; 0 where it is told otherwise."""
    shown: str


@conversions.get("/conversion")
def ask() -> ResponseReturnValue:
    """The form by which something is converted that is not kept."""
    return _form()


@conversions.post("/conversion")
def convert_sent() -> ResponseReturnValue:
    """What was sent as SGN, with what there is to tell of it; as a file where that is asked for."""
    file = request.files.get("file")
    has_file = file is not None and bool(file.filename)
    data = file.read() if file and has_file else text_sent()
    shown = "" if has_file else data.decode("utf-8", "replace")
    if not data.strip():
        return _form(language().put(NOTHING)), 400
    try:
        kind = kind_of(data, (file.filename or "") if file else "")
        sent = as_sgn(data, kind)
    except SpentError:
        return _form(language().put(TOO_MUCH), sent=shown), 422
    except Problem as problem:
        return _form(said_of(problem, language()), problem, shown), problem.code or 422
    if request.form.get("as") == "file":
        response = Response(sent.data, mimetype="application/x-sgn")
        response.headers["Content-Disposition"] = 'attachment; filename="converted.sgn"'
        return response
    return _form(found=_found(data, kind), done=sent)


def _form(
    fault: str = "",
    problem: Problem | None = None,
    sent: str = "",
    *,
    found: _Recognised | None = None,
    done: Sent | None = None,
) -> str:
    """The page with the form, and above it what came of what was sent by it."""
    return render_template(
        "converted.html",
        fault=fault,
        findings=[
            (each.place.line, each.place.column, language().naming(each.names).message(each.finding))
            for each in (problem.findings if problem else ())[:5]
        ],
        sent=sent,
        found=found,
        lines=list(grouped(done.report, language())) if done else [],
        games=sum(1 for source in cut(done.data) if source.text.strip()) if done else 0,
        text=done.data.decode("utf-8", "backslashreplace") if done else "",
        read={each.name: language().put(each.title) for each in FORMATS.values() if each.reader},
        **size_fact(UPLOAD_BYTES),
    )


def _found(data: bytes, kind: UploadKind) -> _Recognised:
    """By what it is known of which format something is."""
    form, line = recognised_line(data, kind)
    lines = data.decode("utf-8", "replace").splitlines() if b"\0" not in data else []
    shown = lines[line - 1].strip()[:80] if 0 < line <= len(lines) else ""
    return _Recognised(form.name, language().put(form.title), line if shown else 0, shown)


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
