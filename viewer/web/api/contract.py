"""The contract with programs: how a resource is offered, and the OpenAPI document that describes them all.

The one module that knows flask-smorest. What an answer looks like is said in :mod:`notation.wire`, and for
what only a server answers in :mod:`viewer.web.api.shapes`.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, TypeVar

import flask_smorest
from flask import Flask, Response
from flask_smorest.utils import prepare_response
from marshmallow import Schema

from notation.wire.json_schema import components, name_of
from notation.wire.record import RecordSchema
from viewer.store.summaries import VERSION
from viewer.web.api.bodies import JSON, KINDS
from viewer.web.api.shapes import PATHS, Query
from viewer.web.failures import PROBLEM, ProblemSchema, failure

View = TypeVar("View", bound=Callable[..., Response])

PREFIX: Final = "/api/v1"
OPENAPI: Final = "3.1.0"
ABOUT: Final = """Records of Santase, Sixty-six and Schnapsen, and what the referee says of them.

Everything public can be read from anywhere, without a key; a key is sent as `Authorization: Bearer sk...`
and opens what its holder may read and change. A record is sent as SGN or as its JSON and kept byte
for byte; the log of another program is made SGN first. A record has the digest of what it says for its id;
the first 8 digits or more of an id are enough. `lang` chooses the language of what is said in words. What
goes wrong is told as a problem by RFC 9457, whose `type` is the address of a code where there is one."""
FILE: Final[dict[str, Any]] = {"type": "string", "format": "binary"}
"""What is sent or answered as a file, and not as JSON."""
KEPT: Final = {"ETag": {"schema": {"type": "string"}, "description": "changes with the answer"}}
CREATED: Final = {"Location": {"schema": {"type": "string"}, "description": "where the one game is found"}}


KEY: Final = "key"
"""What the way to show a key is called in the document."""


class Resources:
    """Resources of one kind, as they are offered."""

    def __init__(self, name: str, about: str) -> None:
        self.shapes: list[type[Schema]] = [RecordSchema]
        """The shapes of what is sent and answered."""
        self.blueprint = flask_smorest.Blueprint(name, __name__, url_prefix=PREFIX, description=about)

    def read(
        self,
        rule: str,
        answer: type[Schema] | dict[str, Any],
        *,
        query: type[Query] = Query,
        kind: str = JSON,
        tagged: bool = False,
        faults: tuple[int, ...] = (),
    ) -> Callable[[View], View]:
        """Offer what a function answers at a path; it is given the query, and what the path names.

        ``answer`` is a shape, or a JSON Schema of what has none; an answer that is ``tagged`` has an ETag.
        """

        def offer(view: View) -> View:
            done = self._answers(view, {200: answer}, kind, faults, KEPT if tagged else {})
            if tagged:
                unchanged = self.blueprint.alt_response(304, description="You have it already.")
                done = unchanged(done)
            if HTTPStatus.UNAUTHORIZED in faults:
                done = self.blueprint.doc(security=[{KEY: []}])(done)
            self._route(rule, "GET", query, done)
            return view

        return offer

    def take(
        self,
        rule: str,
        answer: type[Schema],
        statuses: tuple[int, ...],
        *,
        query: type[Query] = Query,
        faults: tuple[int, ...] = (),
    ) -> Callable[[View], View]:
        """Offer what a function makes of the records that are sent to a path."""

        def offer(view: View) -> View:
            answers = dict.fromkeys(statuses, answer)
            done = self._answers(view, answers, JSON, (400, 403, 413, 415, *faults), {})
            content: dict[str, Any] = {
                **{kind: {"schema": FILE} for kind in KINDS},
                JSON: {"schema": {"$ref": "#/components/schemas/Record"}},
            }
            body = {"required": True, "content": content}
            self._route(rule, "POST", query, self.blueprint.doc(requestBody=body)(done))
            return view

        return offer

    def change(
        self, rule: str, method: str, answer: type[Schema], *, query: type[Query]
    ) -> Callable[[View], View]:
        """Offer to change what a path names, for whoever has a key to that."""

        def offer(view: View) -> View:
            faults = (401, 403, 404, 409, 410)
            done = self._answers(view, {200: answer}, JSON, faults, {})
            self._route(rule, method, query, self.blueprint.doc(security=[{KEY: []}])(done))
            return view

        return offer

    def _answers(
        self,
        view: Any,
        answers: Mapping[int, type[Schema] | dict[str, Any]],
        kind: str,
        faults: tuple[int, ...],
        headers: dict[str, Any],
    ) -> Any:
        for status, answer in answers.items():
            shape: Any = answer if isinstance(answer, dict) else name_of(answer)
            if not isinstance(answer, dict):
                self.shapes.append(answer)
            said = CREATED if status == HTTPStatus.CREATED else headers
            view = self.blueprint.response(status, shape, content_type=kind, headers=said or None)(view)
        always = (401, 422, 500, 503) if 404 not in faults else (401, 410, 422, 500, 503)
        for status in dict.fromkeys((*faults, *always)):
            view = self.blueprint.alt_response(status, HTTPStatus(status).name)(view)
        return view

    def _route(self, rule: str, method: str, query: type[Query], view: Any) -> None:
        named = [
            {"in": "path", "name": name, "required": True, "schema": shape}
            for name, shape in PATHS.items()
            if f"{name}>" in rule
        ]
        view = self.blueprint.doc(operationId=view.__name__)(view)
        asked = self.blueprint.arguments(query, location="query", unknown=None)(view)
        self.blueprint.route(rule, methods=[method], parameters=named)(asked)


class _Api(flask_smorest.Api):  # type: ignore[misc]  # it has no types
    """flask-smorest, with problems for its failures."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def handle_http_exception(self, error: Any) -> Response:
        return failure(error)

    def _register_responses(self) -> None:
        for status in HTTPStatus:
            if status >= 400:
                response: dict[str, Any] = {"description": status.phrase, "schema": name_of(ProblemSchema)}
                prepare_response(response, self.spec, PROBLEM)
                self.spec.components.response(status.name, response, lazy=True)


def add_contract(app: Flask, *offered: Resources) -> None:
    """Offer these resources, and at ``openapi.json`` the document that describes them."""
    app.config |= {
        "API_TITLE": "Santase",
        "API_VERSION": VERSION,
        "OPENAPI_VERSION": OPENAPI,
        "OPENAPI_URL_PREFIX": PREFIX,
        "OPENAPI_JSON_PATH": "openapi.json",
    }
    about = {"description": ABOUT, "license": {"name": "MIT"}}
    api = _Api(app, spec_kwargs={"info": about, "servers": [{"url": "/"}]})
    shapes: list[type[Schema]] = [
        ProblemSchema,
        *(shape for resources in offered for shape in resources.shapes),
    ]
    for name, described in components(shapes).items():
        api.spec.components.schema(name, described)
    bearer = {"type": "http", "scheme": "bearer", "description": "a key that an operator has given"}
    api.spec.components.security_scheme(KEY, bearer)
    for resources in offered:
        api.register_blueprint(resources.blueprint)
