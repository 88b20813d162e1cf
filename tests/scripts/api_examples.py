"""Asks every operation of the API once and writes the answers to viewer/web/api/examples.json.

PYTHONPATH=.:tests .venv/bin/python tests/scripts/api_examples.py
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from flask import Flask

from notation import digest, read
from notation.wire.record import dump
from support.rulings import DEAL, WON
from viewer.store import KeyRole
from viewer.store.audit import COMMAND_LINE
from viewer.web import Config, create_app

KEPT: Final = Path(__file__).parents[2] / "viewer/web/api/examples.json"
TEXT: Final = f"""%SGN 1
[Event "Club evening"]
[Date "2026-03-06"]
[Rules "santase"]
[A "Ivan"]
[B "Maria"]
[Series "Winter Bummerl"]
[Match "1"]
{DEAL}{WON}"""
ADDED: Final = "2026-03-06T21:30:00+00:00"
LARGE: Final = 6_000
"""Characters of an answer of which the lists are shortened."""
WHOLE: Final = ("application/json", "application/x-ndjson", "application/schema+json", "application/x-sgn")
"""The kinds of answers that can stand in a document; pictures cannot."""


def main() -> None:
    """Write the examples; a change of what the API offers needs it run twice, for it reads the document."""
    with TemporaryDirectory() as folder:
        app = create_app(Config(f"sqlite:///{Path(folder) / 'archive.db'}"))
        found = made(app)
        app.extensions["archive"].close()
    KEPT.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    sys.stdout.write(f"{len(found['answers'])} answers, {KEPT.stat().st_size} bytes\n")


def made(app: Flask) -> dict[str, Any]:
    """The examples, as an application with an empty archive gives them."""
    client = app.test_client()
    [game] = read(TEXT)
    if game.record is None:
        raise ValueError("the record of the examples cannot be read")
    parts = {"id": digest(game.record), "number": 1, "step": 1, "spec": "santase target=7"}
    parts |= {"code": "R203", "schema": "code"}
    shape = dump(game.record)
    bodies: dict[str, Any] = {"application/x-sgn": TEXT, "text/plain": TEXT, "application/json": shape}
    bodies |= {"application/octet-stream": TEXT, "application/x-ndjson": json.dumps(shape) + "\n"}
    document = client.get("/api/v1/openapi.json").get_json()
    answers: dict[str, Any] = {}
    operations = [
        (path, method, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
    ]
    order = {"add": -1, "set_visibility": 1, "set_hidden": 2, "remove": 3}  # the record is there first
    operations.sort(key=lambda each: order.get(each[2]["operationId"], 0))
    key = app.extensions["archive"].keys.add("office", KeyRole.OPERATOR, actor=COMMAND_LINE)
    for path, method, operation in operations:
        query = {each["name"]: word(each) for each in operation["parameters"] if needed(each)}
        given: dict[str, Any] = (
            {"data": TEXT, "content_type": "application/x-sgn"} if method == "post" else {}
        )
        if "security" in operation:
            given["headers"] = {"Authorization": f"Bearer {key}"}
        answer = client.open(path.format(**parts), method=method.upper(), query_string=query, **given)
        if not 200 <= answer.status_code < 300:
            raise ValueError(f"{method} {path}: {answer.status_code} {answer.text}")
        if answer.mimetype in WHOLE:
            answers[operation["operationId"]] = shown(answer.get_json() if answer.is_json else answer.text)
    return {"bodies": bodies, "parts": parts, "answers": dict(sorted(answers.items()))}


def needed(parameter: dict[str, Any]) -> bool:
    """Whether a part of a query cannot be left out."""
    return bool(parameter["in"] == "query" and parameter.get("required"))


def word(parameter: dict[str, Any]) -> str:
    """The example of a part of a query as it is written in an address."""
    example = parameter["schema"]["example"]
    return json.dumps(example) if isinstance(example, bool) else str(example)


def shown(answer: Any) -> Any:
    """An answer as it is shown: always of the same time, and the lists of a large one with their first."""
    if not isinstance(answer, dict):
        return answer
    if "$schema" in answer:  # references in an example would be taken for those of the document
        return {name: answer[name] for name in ("$schema", "$id", "title", "description", "type")}
    large = len(json.dumps(answer)) > LARGE
    cut = {name: value[:1] if large and isinstance(value, list) else value for name, value in answer.items()}
    return json.loads(json.dumps(cut), object_hook=lambda found: found | dict.fromkeys(dated(found), ADDED))


def dated(found: dict[str, Any]) -> list[str]:
    """Where an object says when a record was added or removed."""
    return [name for name in ("added", "removed") if isinstance(found.get(name), str)]


if __name__ == "__main__":
    main()
