"""Error responses: a page for people, or problem details (RFC 9457) for programs.

Never reveals internal errors; those are only logged.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote

from flask import Flask, Response, current_app, g, render_template, request
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from notation.findings import Phrase
from notation.limits import SpentError
from notation.wire import member
from notation.wire.judgement import FindingInFile, FindingSchema
from notation.wire.shape import WireSchema, dump_as
from referee import Code
from viewer.documents.code_reference import FAMILIES
from viewer.documents.languages import Language, language
from viewer.limits import RETRY_SECONDS, UPLOAD_BYTES, size_fact
from viewer.store import MovedError, OtherVersionError, StoreError
from viewer.web.visits import note_unreachable, request_id, visit

PROBLEM: Final = "application/problem+json"
"""Media type of problem details, RFC 9457."""
PROBES: Final = ("operations.live", "operations.health", "operations.ready")
FRESH: Final = {"Cache-Control": "no-store"}
SAID: Final = {
    400: Phrase("This request cannot be understood."),
    404: Phrase("There is nothing here. Perhaps the address was cut short?"),
    405: Phrase("This cannot be done here."),
    413: Phrase("That is too large: at most {size} can be sent at once.", size_fact(UPLOAD_BYTES)),
    415: Phrase("Only SGN, its JSON or a saved replay page can be added."),
    422: Phrase("The request cannot be understood."),
    500: Phrase("Something went wrong in the program. It has been written down."),
    503: Phrase("The archive cannot be reached now. Please try again in a while."),
}
HEADLINES: Final = {
    401: Phrase("Please sign in"),
    403: Phrase("This is not allowed"),
    404: Phrase("There is nothing here"),
    409: Phrase("This was not kept"),
    413: Phrase("This is too large"),
    415: Phrase("This could not be read"),
    422: Phrase("This cannot be done"),
    429: Phrase("Too much at once"),
    500: Phrase("Something went wrong"),
    501: Phrase("This is not available here"),
    503: Phrase("Please try again in a while"),
}
"""The headlines of error pages; another is that of the kind of status."""


CHANGED: Final = Phrase(
    "The archive was upgraded by another version of this program and cannot be used with this one. "
    "Please try again later."
)
"""The message of a process that runs an older version of the program."""
MOVED: Final = Phrase(
    "The file of the archive was moved or replaced while this server had it open. "
    "Nothing is stored until the server is restarted."
)
"""The message of a process whose archive somebody restored from a backup, or put elsewhere."""
TOO_MUCH: Final = Phrase("This would take more work than one request may use.")
"""The message for a question whose answer takes too much work."""
BUSY: Final = {
    "full": Phrase("Too many long questions are being asked now. Please try again in a while."),
    "late": Phrase("This question took too long and was abandoned. Please try again later."),
    "lost": Phrase("The process answering this request stopped. Please try again later."),
    "streams": Phrase("Too many long answers are being sent now. Please try again in a while."),
}
"""Why a long question, or one with a long answer, is not answered now."""


class Problem(HTTPException):
    """An HTTP error with more details than its status.

    ``kind`` is the code of the finding that it comes from; ``errors`` are the invalid parameters of the
    query, ``findings`` what was found in the record. ``word`` is a code for programs where the error concerns
    the caller or the rate limit.
    """

    def __init__(
        self,
        status: int,
        detail: Phrase,
        kind: Code | None = None,
        *,
        errors: Sequence[dict[str, str]] = (),
        findings: Sequence[FindingInFile] = (),
        word: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(str(detail))
        self.code = status
        self.detail = detail
        self.kind = kind
        self.errors = errors
        self.findings = findings
        self.word = word
        self._headers = headers or {}

    def get_headers(self, *arguments: Any, **named: Any) -> list[tuple[str, str]]:
        """Return the headers of the response."""
        return [*super().get_headers(*arguments, **named), *self._headers.items()]


class Busy(Problem):
    """The Problem of a request that cannot be answered now; ``why`` is one of BUSY."""

    def __init__(self, why: str) -> None:
        super().__init__(503, BUSY[why])
        self.why = why


class WrongParameterSchema(WireSchema):
    """What is wrong with one part of a question."""

    parameter = member.text()
    detail = member.text()


class ProblemSchema(WireSchema):
    """What is wrong, by RFC 9457."""

    type = member.text(about="the address of a code, or about:blank", form="uri-reference")
    title = member.text()
    status = member.count(least=400, most=599)
    detail = member.text()
    code = member.text(
        "word",
        "which right is lacking, or which limit is reached: needs-key, bad-key, not-allowed, read-only, "
        "form-expired, removed, quota or rate",
        empty="omitted",
    )
    request_id = member.text(about="as in the log of the server", empty="omitted")
    errors = member.parts(WrongParameterSchema, about="parts of the query that are wrong", empty="omitted")
    findings = member.parts(FindingSchema, about="what was found in the record", empty="omitted")


def is_for_programs() -> bool:
    """Return whether a URL belongs to the API, even if nothing is there."""
    return request.path == "/api" or request.path.startswith("/api/")


def show_failures(
    app: Flask, words: Mapping[int, str] | None = None, note_away: Callable[[], None] = lambda: None
) -> None:
    """Render every error as a page or as problem details; those of a probe as text, like its success.

    An application with ``words``, which are the codes of problems by their status, has no pages.
    ``note_away`` is called whenever the archive could not be used.
    """
    app.config["WORDS"] = words

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> Response:
        return failure(error)

    @app.errorhandler(SpentError)
    def too_much(error: SpentError) -> Response:
        return failure(Problem(422, TOO_MUCH))

    @app.errorhandler(StoreError)
    def unreachable(error: StoreError) -> Response:
        note_unreachable(error)
        note_away()
        visit().error = type(error).__name__
        if isinstance(error, OtherVersionError):
            return failure(Problem(503, CHANGED))
        return failure(Problem(503, MOVED) if isinstance(error, MovedError) else ServiceUnavailable())


def failure(error: HTTPException) -> Response:
    """Return the response to a request that fails with an error."""
    cause = getattr(error, "original_exception", None)
    if cause:
        visit().error = type(cause).__name__
    if "language" not in g:
        g.language = language("en")
    status = error.code or 500
    text = said_of(error, g.language)
    if request.endpoint in PROBES:
        response = Response(f"{text}\n", status, mimetype="text/plain", headers=FRESH)
    elif is_for_programs() or current_app.config["WORDS"]:
        problem = dump_as(ProblemSchema, problem_of(error, g.language))
        response = Response(json.dumps(problem), status, mimetype=PROBLEM)
    else:
        headline = HEADLINES.get(status) or HEADLINES[422 if status < 500 else 500]
        page = render_template(
            "failure.html", status=status, headline=g.language.put(headline), text=text, meant=_meant(error)
        )
        response = Response(page, status)
    if status == 503:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def _meant(error: HTTPException) -> tuple[str, str] | None:
    """Return the word that was probably meant in the address, and the address with it; None if unknown."""
    facts = (error.detail.facts if isinstance(error, Problem) else None) or {}
    word, hint = facts.get("word"), facts.get("hint")
    meant = (hint.facts or {}).get("meant") if isinstance(hint, Phrase) else None
    address = unquote(request.full_path.rstrip("?"))
    if request.method != "GET" or not (isinstance(word, str) and word and isinstance(meant, str)):
        return None
    return (meant, quote(address.replace(word, meant), safe="/?&=;:+,~")) if word in address else None


def said_of(error: HTTPException, spoken: Language) -> str:
    """Return the text of an error page."""
    if isinstance(error, Problem):
        return spoken.put(error.detail)
    if error.code == 413:
        return spoken.put(Phrase(SAID[413].sentence, size_fact(current_app.config["MAX_CONTENT_LENGTH"])))
    return spoken.put(SAID[error.code]) if error.code in SAID else error.name


class ProblemParts(NamedTuple):
    """The parts of problem details."""

    type: str
    title: str
    status: int
    detail: str
    request_id: str
    errors: Sequence[dict[str, str]]
    findings: Sequence[FindingInFile]
    word: str = ""


def problem_of(error: HTTPException, spoken: Language) -> ProblemParts:
    """Return the problem details of an error."""
    status, text = error.code or 500, said_of(error, spoken)
    words = current_app.config["WORDS"] or {}
    word = getattr(error, "word", "") or words.get(status, "malformed" if words else "")
    wrong = list(_wrong(error))
    if wrong:
        said = "; ".join(f"{each['parameter']}: {each['detail']}" for each in wrong)
        text = f"{text} {said}"
    by = request_id().get("request_id", "")
    if not isinstance(error, Problem):
        return ProblemParts("about:blank", error.name, status, text, by, wrong, (), word)
    kind, title = "about:blank", error.name
    if error.kind:
        kind, title = f"/api/v1/codes/{error.kind.id}", spoken.put(FAMILIES[error.kind.id[0]][1])
    return ProblemParts(kind, title, status, text, by, error.errors or wrong, error.findings, word)


def _wrong(error: HTTPException) -> Iterator[dict[str, str]]:
    """Return the parameters of a query that flask-smorest refused."""
    refused = getattr(error, "data", None) or {}
    for parameters in refused.get("messages", {}).values():
        for name, whys in parameters.items():
            yield {"parameter": name, "detail": " ".join(whys)}
