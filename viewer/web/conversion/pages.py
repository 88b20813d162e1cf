"""The conversion pages, as `santase convert`: a record into another format, and a log into SGN.

They show the recognised format and why, the losses, the lines that each game came from, and what is wrong
with it, with the repairs to choose from. Nothing sent here is stored: the selected games are posted on, to be
saved or added.
"""

from typing import Final

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from notation.findings import Phrase
from notation.formats import SGN, CandidateFormat, Conversion, Format, convert, grouped, recognition
from notation.limits import SpentError, spend
from viewer.documents.reports import excerpt, repairs_named, spoken_of
from viewer.exports.formats import FORMATS
from viewer.limits import CONVERTED_BYTES, GAMES_CHOSEN, UPLOAD_BYTES, size_fact
from viewer.store import Stored
from viewer.web.conversion.opened import OpenedLog, open_log, open_record
from viewer.web.failures import TOO_MUCH, Problem, said_of
from viewer.web.kept import language, record_of, stored
from viewer.web.uploads import NOT_INSTALLED, UploadKind, as_sgn, chosen, kind_of, text_sent

conversions = Blueprint("conversions", __name__)

NOTHING: Final = Phrase("Nothing was sent: please choose a file, or paste a text.")


@conversions.get("/records/<id>/formats")
def formats(id: str) -> ResponseReturnValue:
    """List the formats into which a record can be converted."""
    kept = stored()
    written = {each.name: language().put(each.title) for each in FORMATS.values() if each.writer}
    return render_template("formats.html", id=kept.id[:16], written=written)


@conversions.get("/records/<id>/formats/<name>")
def report(id: str, name: str) -> ResponseReturnValue:
    """Show what a record loses in a format, before it is downloaded."""
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
    """Return a record in a format, as a file."""
    kept, form = stored(), _format(name)
    data = _converted(kept, form).data
    if not data:
        raise Problem(422, Phrase("No deal of this record can be written in this format."))
    response = Response(data, mimetype="application/octet-stream")
    response.headers["Content-Disposition"] = f'attachment; filename="{kept.id[:16]}{form.suffix}"'
    return response


@conversions.get("/conversion")
def ask() -> ResponseReturnValue:
    """Show the form that opens a log."""
    return _page()


@conversions.post("/conversion")
def convert_sent() -> ResponseReturnValue:
    """Show what was sent, converted; or return it as an SGN file."""
    file = request.files.get("file")
    has_file = file is not None and bool(file.filename)
    data = file.read() if file and has_file else text_sent()
    return conversion_page(data, (file.filename or "") if file and has_file else "")


def conversion_page(data: bytes, name: str = "") -> ResponseReturnValue:
    """Render the conversion of an uploaded file, or of text without a file name; nothing is stored."""
    shown = "" if name else data.decode("utf-8", "replace")
    if not data.strip():
        return _page(language().put(NOTHING)), 400
    named = FORMATS.get(request.form.get("from", ""))
    try:
        log = _opened(data, name, named if named and named.reader else None)
        if request.form.get("as") == "file" and log.games:
            response = Response(chosen(log.conversion.data), mimetype="application/x-sgn")
            response.headers["Content-Disposition"] = 'attachment; filename="converted.sgn"'
            return response
    except SpentError:
        return _page(language().put(TOO_MUCH), sent=shown), 422
    except Problem as problem:
        said = said_of(problem, language())
        return _page(
            said, problem, shown, candidates=recognition(data, list(FORMATS.values())).candidates
        ), problem.code or 422
    return _page(log=log, sent="" if log.games else shown), 200 if log.games else 422


def _opened(data: bytes, name: str, origin: Format | None) -> OpenedLog:
    """Open what was sent in the named or recognised format; raise a Problem where that fails."""
    kind = kind_of(data, name)
    if origin or kind is UploadKind.LOG:
        return open_log(data, origin)
    sent = as_sgn(data, kind).data
    return open_record(sent, FORMATS[{UploadKind.JSON: "json", UploadKind.PAGE: "html"}.get(kind, "sgn")])


def _page(
    fault: str = "",
    problem: Problem | None = None,
    sent: str = "",
    *,
    log: OpenedLog | None = None,
    candidates: tuple[CandidateFormat, ...] = (),
) -> str:
    """Render the form, and above it the result of what it sent."""
    games = log.games if log else ()
    return render_template(
        "converted.html",
        fault=fault,
        findings=[
            (each.place.line, each.place.column, language().naming(each.names).message(each.finding))
            for each in (problem.findings if problem else ())[:5]
        ],
        sent=sent,
        log=log,
        candidates=log.recognition.candidates if log else candidates,
        lines=list(grouped(log.conversion.report, language())) if log else [],
        deals=sum(game.deals for game in games),
        text=log.conversion.data.decode("utf-8", "backslashreplace") if log else "",
        chosen_from=request.form.get("from", ""),
        most=GAMES_CHOSEN,
        read={each.name: language().put(each.title) for each in FORMATS.values() if each.reader},
        wording=language(),
        spoken_of=spoken_of,
        excerpt=excerpt,
        repairs_named=repairs_named,
        **size_fact(UPLOAD_BYTES),
    )


def _format(name: str) -> Format:
    """Return the format of a name; raise a Problem where nothing can be written in it."""
    found = FORMATS.get(name)
    if found is None or found.writer is None:
        raise Problem(404, Phrase("There is no output format of this name."))
    return found


def _converted(kept: Stored, form: Format) -> Conversion:
    record_of(kept)
    spend(len(kept.text) // CONVERTED_BYTES)
    try:
        return convert(kept.text, SGN, form)
    except ModuleNotFoundError:
        raise Problem(501, NOT_INSTALLED) from None
