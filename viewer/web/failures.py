"""What a reader gets where something cannot be had: a friendly page, or a problem for programs.

Never says what went wrong inside the program; that is written to its log.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import Flask, Response, g, render_template, request
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from notation.findings import Phrase
from notation.limits import SpentError
from notation.wire import member
from notation.wire.judgement import FindingInFile, FindingSchema
from notation.wire.member import some
from notation.wire.shape import WireSchema, dump_as
from referee import Code
from viewer.documents.code_reference import sentence
from viewer.documents.languages import Language, language
from viewer.limits import RETRY_SECONDS, UPLOAD_BYTES, size_fact
from viewer.store import OtherVersionError, StoreError
from viewer.web.visits import note_error, note_unreachable, request_id

PROBLEM: Final = "application/problem+json"
"""The kind of an answer that says what is wrong, by RFC 9457."""
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


CHANGED: Final = Phrase(
    "The archive was upgraded by another version of this program and cannot be used with this one. "
    "Please try again later."
)
"""What is said by a program that was started before."""
TOO_MUCH: Final = Phrase("This would take more work than one request may use.")
"""What is said of a question that no answer can be given to."""
BUSY: Final = {
    "full": Phrase("Too many long questions are being asked now. Please try again in a while."),
    "late": Phrase("This question took too long and was abandoned. Please try again later."),
    "lost": Phrase("The process answering this request stopped. Please try again later."),
    "streams": Phrase("Too many long answers are being sent now. Please try again in a while."),
}
"""Why a long question, or one with a long answer, is not answered now."""


class Problem(HTTPException):
    """Something that a program asked for and cannot have, told in more than a status.

    ``kind`` is the code of the finding that it comes from; ``errors`` are the parts of the query that are
    wrong, ``findings`` what was found in the record. ``word`` is a word for programs where who asks, or how
    often, is what is wrong.
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
        """The headers of the answer."""
        return [*super().get_headers(*arguments, **named), *self._headers.items()]


class Busy(Problem):
    """What cannot be answered now; ``why`` is one of BUSY."""

    def __init__(self, why: str) -> None:
        super().__init__(503, BUSY[why])


class WrongParameterSchema(WireSchema):
    """What is wrong with one part of a question."""

    parameter = member.text(lambda wrong: wrong["parameter"])
    detail = member.text(lambda wrong: wrong["detail"])


class ProblemSchema(WireSchema):
    """What is wrong, by RFC 9457."""

    type = member.text(about="the address of a code, or about:blank", form="uri-reference")
    title = member.text()
    status = member.count(least=400, most=599)
    detail = member.text()
    code = member.text(
        lambda problem: some(problem.word),
        "which right is lacking, or which limit is reached: needs-key, bad-key, not-allowed, read-only, "
        "form-expired, removed, quota or rate",
        required=False,
    )
    request_id = member.text(
        lambda problem: some(problem.request_id), "as in the log of the server", required=False
    )
    errors = member.parts(
        WrongParameterSchema,
        lambda problem: some(problem.errors),
        "parts of the query that are wrong",
        required=False,
    )
    findings = member.parts(
        FindingSchema,
        lambda problem: some(problem.findings),
        "what was found in the record",
        required=False,
    )


def is_for_programs() -> bool:
    """Whether what is asked for belongs to the API, be it there or not."""
    return request.path == "/api" or request.path.startswith("/api/")


def show_failures(app: Flask) -> None:
    """Give every failure its page or its problem."""

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> Response:
        return failure(error)

    @app.errorhandler(SpentError)
    def too_much(error: SpentError) -> Response:
        return failure(Problem(422, TOO_MUCH))

    @app.errorhandler(StoreError)
    def unreachable(error: StoreError) -> Response:
        note_unreachable(error)
        note_error(error)
        other = isinstance(error, OtherVersionError)
        return failure(Problem(503, CHANGED) if other else ServiceUnavailable())


def failure(error: HTTPException) -> Response:
    """The answer to a request that fails so."""
    cause = getattr(error, "original_exception", None)
    if cause:
        note_error(cause)
    if "language" not in g:
        g.language = language("en")
    status = error.code or 500
    text = said_of(error, g.language)
    if is_for_programs():
        problem = dump_as(ProblemSchema, problem_of(error, g.language))
        response = Response(json.dumps(problem), status, mimetype=PROBLEM)
    else:
        response = Response(render_template("failure.html", status=status, text=text), status)
    if status == 503:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def said_of(error: HTTPException, spoken: Language) -> str:
    """What a reader is told of a failure."""
    if isinstance(error, Problem):
        return spoken.put(error.detail)
    return spoken.put(SAID[error.code]) if error.code in SAID else error.name


class ProblemParts(NamedTuple):
    """What a program is told of a failure."""

    type: str
    title: str
    status: int
    detail: str
    request_id: str
    errors: Sequence[dict[str, str]]
    findings: Sequence[FindingInFile]
    word: str = ""


def problem_of(error: HTTPException, spoken: Language) -> ProblemParts:
    """What a program is told of a failure."""
    status, text = error.code or 500, said_of(error, spoken)
    wrong = list(_wrong(error))
    if wrong:
        said = "; ".join(f"{each['parameter']}: {each['detail']}" for each in wrong)
        text = f"{text} {said}"
    by = request_id().get("request_id", "")
    if not isinstance(error, Problem):
        return ProblemParts("about:blank", error.name, status, text, by, wrong, ())
    kind, title = "about:blank", error.name
    if error.kind:
        kind, title = f"/api/v1/codes/{error.kind.id}", sentence(error.kind, spoken)
    return ProblemParts(kind, title, status, text, by, error.errors or wrong, error.findings, error.word)


def _wrong(error: HTTPException) -> Iterator[dict[str, str]]:
    """The parts of a query that flask-smorest has refused."""
    refused = getattr(error, "data", None) or {}
    for parameters in refused.get("messages", {}).values():
        for name, whys in parameters.items():
            yield {"parameter": name, "detail": " ".join(whys)}
