"""The contract with programs: how resources are declared, and the OpenAPI document that describes them.

The only module that imports flask-smorest. The shapes of answers are in :mod:`notation.wire`, and those that
only a server gives in :mod:`viewer.web.api.shapes`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar

import flask_smorest
from flask import Flask, Response
from flask_smorest.utils import prepare_response
from marshmallow import Schema

from notation.wire.json_schema import components, name_of
from notation.wire.record import RecordSchema
from referee import PRESETS
from viewer.store.summaries import VERSION
from viewer.web.api.bodies import JSON, KINDS, LINES
from viewer.web.api.shapes import PATHS, Query, RuleSpec, RuleSpecs
from viewer.web.failures import PROBLEM, SAID, ProblemSchema, failure

View = TypeVar("View", bound=Callable[..., Response])

Links = Mapping[str, Mapping[str, Any]]
"""Operations linked from an answer, each with its parameters: values, or their location in it."""

PREFIX: Final = "/api/v1"
OPENAPI: Final = "3.1.0"
ABOUT: Final = """Records of Santase, Sixty-six and Schnapsen, and what the referee says of them.

Everything public can be read from anywhere, without a key; a key is sent as `Authorization: Bearer sk...`
and opens what its holder may read and change. A record is sent as SGN or as its JSON and kept byte
for byte; the log of another program is made SGN first. A record has the digest of what it says for its id;
the first 8 digits or more of an id are enough. `lang` chooses the language of what is said in words. What
goes wrong is told as a problem by RFC 9457, whose `type` is the address of a code where there is one."""
FILE: Final[dict[str, Any]] = {"type": "string", "format": "binary"}
"""A file that is sent or answered, and is not JSON."""
KEPT: Final = {"ETag": {"schema": {"type": "string"}, "description": "changes with the answer"}}
LATER: Final = {
    "Retry-After": {
        "schema": {"type": "integer", "minimum": 0},
        "description": "after how many seconds it can be tried again, where that is known",
    }
}
CREATED: Final = {"Location": {"schema": {"type": "string"}, "description": "where the one game is found"}}


KEY: Final = "key"
"""The name of the security scheme."""


class Examples(NamedTuple):
    """Recorded requests and answers of a document; `tests/scripts/api_examples.py` records them again."""

    bodies: dict[str, Any]
    """Request bodies, by media type or by the name of the operation."""
    parts: dict[str, Any]
    """Path parameters."""
    answers: dict[str, Any]
    """Responses by the name of the operation; refusals by name and status."""


def read_examples(path: Path) -> Examples:
    """Read the examples from a JSON file."""
    return Examples(**json.loads(path.read_text("utf-8")))


RECORDS: Final = read_examples(Path(__file__).with_name("examples.json"))
"""The examples of the record API: a record, questions about it, and the answers."""


class Resources:
    """Resources of one kind."""

    def __init__(
        self,
        name: str,
        about: str,
        prefix: str = PREFIX,
        examples: Examples = RECORDS,
        *,
        tagged: bool = True,
    ) -> None:
        self._examples = examples
        self._tagged = tagged
        self.shapes: list[type[Schema]] = [RecordSchema]
        """The schemas of requests and responses."""
        self.blueprint = flask_smorest.Blueprint(name, __name__, url_prefix=prefix, description=about)

    def read(
        self,
        rule: str,
        answer: type[Schema] | dict[str, Any],
        *,
        query: type[Query] = Query,
        kind: str = JSON,
        tagged: bool = True,
        faults: tuple[int, ...] = (),
        links: Links | None = None,
    ) -> Callable[[View], View]:
        """Declare a GET operation; the function is given the query and the variables of the path.

        ``answer`` is a marshmallow schema, or a JSON Schema; an answer not ``tagged`` has no ETag. ``links``
        are the operations linked from the answer, with the parameters that they take from it. What a variable
        of the path names may be missing (404), besides the other ``faults``.
        """
        faults = tuple(sorted({*faults, 404})) if "<" in rule else faults
        has_tag = tagged and self._tagged

        def offer(view: View) -> View:
            done = self._answers(view, {200: answer}, kind, faults, KEPT if has_tag else {}, links)
            if has_tag:
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
        statuses: tuple[int, ...] = (200,),
        *,
        query: type[Query] = Query,
        faults: tuple[int, ...] = (),
        lines: bool = False,
        logs: bool = False,
        links: Links | None = None,
    ) -> Callable[[View], View]:
        """Declare a POST operation on the records in its body.

        With ``lines`` the answer is a line of JSON for each of them, with the schema ``answer``. With
        ``logs`` files of any kind are accepted, JSON among them, and a record as an object is not offered.
        """

        def offer(view: View) -> View:
            answers: dict[int, Any] = dict.fromkeys(statuses, _lines_of(answer) if lines else answer)
            if lines:
                self.shapes.append(answer)
            faulty = (400, 403, *faults, 413, 415)
            done = self._answers(view, answers, LINES if lines else JSON, faulty, {}, links)
            content: dict[str, Any] = {kind: {"schema": FILE} for kind in KINDS}
            if not logs:
                content[JSON] = {"schema": {"$ref": "#/components/schemas/Record"}}
            for kind in content.keys() & self._examples.bodies.keys():
                example = self._examples.bodies[kind]
                content[kind]["example"] = json.dumps(example) if logs and kind == JSON else example
            body = {"required": True, "content": content}
            self._route(rule, "POST", query, self.blueprint.doc(requestBody=body)(done))
            return view

        return offer

    def send(
        self,
        rule: str,
        answer: type[Schema],
        *,
        body: type[Schema] | None = None,
        method: str = "POST",
        status: int = 200,
        faults: tuple[int, ...] = (),
        refusal: type[Schema] | None = None,
        query: type[Query] = Query,
        needs_key: bool = False,
    ) -> Callable[[View], View]:
        """Declare a POST operation on a JSON object, which the function parses itself.

        ``refusal`` is the schema of a problem with more details than others, with 409 or 422.
        """

        def offer(view: View) -> View:
            done = self._answers(view, {status: answer}, JSON, faults, {}, None)
            if refusal:
                self.shapes.append(refusal)
                for refused in (409, 422):
                    how: dict[str, Any] = {"content_type": PROBLEM, "description": "why it is refused"}
                    how["example"] = self._examples.answers.get(f"{view.__name__} {refused}")
                    done = self.blueprint.alt_response(refused, schema=name_of(refusal), **how)(done)
            if body:
                self.shapes.append(body)
                shown = self._examples.bodies.get(view.__name__)
                content: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{name_of(body)}"}}
                if shown:
                    content["example"] = shown
                done = self.blueprint.doc(requestBody={"required": True, "content": {JSON: content}})(done)
            keys: list[dict[str, Any]] = [{KEY: []}] if needs_key else [{}, {KEY: []}]
            self._route(rule, method, query, self.blueprint.doc(security=keys)(done))
            return view

        return offer

    def change(
        self, rule: str, method: str, answer: type[Schema], *, query: type[Query]
    ) -> Callable[[View], View]:
        """Declare an operation that changes the resource of a path, for callers whose key permits it."""
        faults = (401, 403, 404, 409, 410)
        return self.send(rule, answer, method=method, faults=faults, query=query, needs_key=True)

    def _answers(
        self,
        view: Any,
        answers: Mapping[int, type[Schema] | dict[str, Any]],
        kind: str,
        faults: tuple[int, ...],
        headers: dict[str, Any],
        links: Links | None,
    ) -> Any:
        for status, answer in answers.items():
            shape: Any = answer if isinstance(answer, dict) else name_of(answer)
            if not isinstance(answer, dict):
                self.shapes.append(answer)
            said = CREATED if status == HTTPStatus.CREATED else headers
            shown = self._examples.answers.get(view.__name__)
            how: dict[str, Any] = {"content_type": kind, "example": shown, "headers": said or None}
            view = self.blueprint.response(status, shape, **how)(view)
            if links:
                leading = {
                    name: {"operationId": name, "parameters": dict(given)} for name, given in links.items()
                }
                view = self.blueprint.doc(responses={status: {"links": leading}})(view)
        always = (401, 410, 422, 429, 500, 503) if 404 in faults else (401, 422, 429, 500, 503)
        for status in dict.fromkeys((*faults, *always)):
            view = self.blueprint.alt_response(status, HTTPStatus(status).name)(view)
        return view

    def _route(self, rule: str, method: str, query: type[Query], view: Any) -> None:
        shown, always = self._examples.parts, {"in": "path", "required": True}
        named = [
            always | {"name": name, "schema": shape, "example": shown.get(name)}
            for name, shape in PATHS.items()
            if f"{name}>" in rule
        ]
        view = self.blueprint.doc(operationId=view.__name__)(view)
        asked = self.blueprint.arguments(query, location="query", unknown=None)(view)
        self.blueprint.route(rule, methods=[method], parameters=named)(asked)


def _lines_of(shape: type[Schema]) -> dict[str, Any]:
    described = f"Lines of JSON, each a `{name_of(shape)}`."
    held = {"$ref": f"#/components/schemas/{name_of(shape)}"}
    return FILE | {"description": described, "contentMediaType": LINES, "contentSchema": held}


def _spec_pattern(_: Any, field: Any, **__: Any) -> dict[str, Any]:
    """Return a pattern that matches every rule spec: it begins with a registered rule set."""
    if not isinstance(field, RuleSpec):
        return {}
    one = rf"({'|'.join(PRESETS)})(\s+[a-z0-9-]+=[^\s,]+)*"
    if isinstance(field, RuleSpecs):
        return {"pattern": rf"^\s*({one})?\s*(,\s*({one})?\s*)*$"}
    return {"pattern": rf"^\s*{one}\s*$"}


class _Api(flask_smorest.Api):  # type: ignore[misc]  # it has no types
    """flask-smorest, with its errors as problem details; the document is made when it is first asked for."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask, offered: Sequence[Resources], spec_kwargs: dict[str, Any]) -> None:
        self._undescribed = [resources.blueprint for resources in offered]
        self._shapes: list[type[Schema]] = [ProblemSchema]
        self._shapes += (shape for resources in offered for shape in resources.shapes)
        self._describing = Lock()
        super().__init__(app, spec_kwargs=spec_kwargs)
        for blueprint in self._undescribed:
            app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
            app.register_blueprint(blueprint)

    def _openapi_json(self) -> Response:
        with self._describing:
            for name, described in components(self._shapes).items():
                self.spec.components.schema(name, described)
            for blueprint in self._undescribed:
                blueprint.register_views_in_doc(
                    self, self._app, self.spec, name=blueprint.name, parameters=None
                )
                self.spec.tag({"name": blueprint.name, "description": blueprint.description})
            self._shapes, self._undescribed = [], []
        answer: Response = super()._openapi_json()
        return answer

    def handle_http_exception(self, error: Any) -> Response:
        return failure(error)

    def _register_responses(self) -> None:
        for status in HTTPStatus:
            if status >= 400:
                shown = {"type": "about:blank", "title": status.phrase, "status": status.value}
                shown["detail"] = str(SAID.get(status, status.phrase))
                response: dict[str, Any] = {"description": status.phrase, "schema": name_of(ProblemSchema)}
                response["example"] = shown
                if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
                    response["headers"] = LATER
                prepare_response(response, self.spec, PROBLEM)
                self.spec.components.response(status.name, response, lazy=True)


def add_contract(
    app: Flask, *offered: Resources, prefix: str = PREFIX, title: str = "Santase", about: str = ABOUT
) -> None:
    """Register these resources, and the document that describes them at ``openapi.json``."""
    app.config |= {
        "API_TITLE": title,
        "API_VERSION": VERSION,
        "OPENAPI_VERSION": OPENAPI,
        "OPENAPI_URL_PREFIX": prefix,
        "OPENAPI_JSON_PATH": "openapi.json",
    }
    info = {"description": about, "license": {"name": "MIT"}}
    api = _Api(app, offered, {"info": info, "servers": [{"url": "/"}]})
    api.ma_plugin.converter.add_attribute_function(_spec_pattern)
    bearer = {"type": "http", "scheme": "bearer", "description": "a key that an operator has given"}
    api.spec.components.security_scheme(KEY, bearer)
