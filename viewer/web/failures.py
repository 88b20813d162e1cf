"""What a reader gets where something cannot be had: a friendly page, or a problem for programs."""

from flask import Flask, g, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, InternalServerError

from notation.findings import Phrase
from viewer.languages import language
from viewer.store import StoreError

SAID = {
    400: Phrase("This request cannot be understood."),
    404: Phrase("There is nothing here. Perhaps the address was cut short?"),
    405: Phrase("This cannot be done here."),
    413: Phrase("That is too large: at most 1 MiB can be sent at once."),
    415: Phrase("Only text in SGN, or its JSON, can be taken."),
    500: Phrase("Something went wrong in the program. It has been written down."),
    503: Phrase("The archive cannot be reached now. Please try again in a while."),
}


def show_failures(app: Flask) -> None:
    """Give every failure its page."""

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> ResponseReturnValue:
        return _page(error.code or 500, error)

    @app.errorhandler(StoreError)
    def unreachable(error: StoreError) -> ResponseReturnValue:
        app.logger.error("archive: %s", error)
        return _page(503, InternalServerError())


def _page(status: int, error: HTTPException) -> ResponseReturnValue:
    if "language" not in g:
        g.language = language("en")
    said = SAID.get(status)
    text = g.language.translate(said.sentence) if said else error.name
    if request.path.startswith("/api/"):
        problem = {"type": "about:blank", "title": error.name, "status": status, "detail": text}
        return problem, status, {"Content-Type": "application/problem+json"}
    return render_template("failure.html", status=status, text=text), status
