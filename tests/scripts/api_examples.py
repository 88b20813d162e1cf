"""Calls every operation of the API once and writes the responses to viewer/web/api/examples.json.

Also every operation of live matches, to viewer/web/live/examples.json.

PYTHONPATH=.:tests .venv/bin/python tests/scripts/api_examples.py
"""

import json
import re
import sys
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from flask import Flask

from notation import digest, read
from notation.wire.record import dump
from tests.support.live_http import API, Live
from tests.support.rulings import DEAL, WON
from viewer.store import KeyRole
from viewer.store.audit import COMMAND_LINE
from viewer.web import Config, create_app

WEB: Final = Path(__file__).parents[2] / "viewer/web"
TOURNAMENTS: Final = "/api/v1/live/tournaments"
OPENED: Final = ("open_tournament", "add_matches")
NEW_KEYS: Final = ("renew", "take_seat", "open_tournament", "renew_tournament")
KEPT: Final = WEB / "api/examples.json"
KEPT_OF_LIVE: Final = WEB / "live/examples.json"
TEXT: Final = f"""%SGN 1
[Event "Club evening"]
[Date "2026-03-06"]
[Rules "santase"]
[A "Ivan"]
[B "Maria"]
[Series "Winter Bummerl"]
[Match "1"]
{DEAL}{WON}"""
EDITS: Final[list[dict[str, Any]]] = [
    {"do": "glyphs", "at": "1:1.1", "glyphs": ["!"]},
    {"do": "comment", "at": "1:1.1", "text": "The ace first."},
    {"do": "vary", "at": "1:1.2", "action": "9c"},
]
"""The example edits of the record."""
ADDED: Final = "2026-03-06T21:30:00+00:00"
LARGE: Final = 6_000
"""Characters of a response above which its lists are shortened."""
WHOLE: Final = ("application/json", "application/x-ndjson", "application/schema+json", "application/x-sgn")
"""The content types that can be shown in a document; pictures cannot."""


def main() -> None:
    """Write the examples; after a change of the API run it twice, because it reads the document."""
    with TemporaryDirectory() as folder:
        app = create_app(Config(f"sqlite:///{Path(folder) / 'archive.db'}"))
        found = made(app)
        app.extensions["archive"].close()
        live = Live(Path(folder))
        found_of_live = made_of_live(live)
        live.close()
    for kept, each in ((KEPT, found), (KEPT_OF_LIVE, found_of_live)):
        kept.write_text(json.dumps(each, indent=1, ensure_ascii=False) + "\n", "utf-8")
        sys.stdout.write(f"{len(each['answers'])} answers, {kept.stat().st_size} bytes\n")


def made(app: Flask) -> dict[str, Any]:
    """The examples, as given by an application with an empty archive."""
    client = app.test_client()
    [game] = read(TEXT)
    if game.record is None:
        raise ValueError("the record of the examples cannot be read")
    parts = {"id": digest(game.record), "number": 1, "step": 1, "spec": "santase target=7"}
    parts |= {"code": "R203", "schema": "code"}
    shape = dump(game.record)
    bodies: dict[str, Any] = {"application/x-sgn": TEXT, "text/plain": TEXT, "application/json": shape}
    bodies |= {"application/octet-stream": TEXT, "application/x-ndjson": json.dumps(shape) + "\n"}
    bodies["edit"] = {"text": TEXT, "edits": EDITS, "at": "1:1.2/1"}
    document = client.get("/api/v1/openapi.json").get_json()
    answers: dict[str, Any] = {}
    operations = [
        (path, method, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
    ]
    order = {"add": -1, "set_visibility": 1, "set_hidden": 2, "remove": 3}  # the record comes first
    operations.sort(key=lambda each: order.get(each[2]["operationId"], 0))
    key = app.extensions["archive"].keys.add("office", KeyRole.OPERATOR, actor=COMMAND_LINE)
    for path, method, operation in operations:
        query = {each["name"]: word(each) for each in operation["parameters"] if needed(each)}
        given: dict[str, Any] = {}
        if operation["operationId"] in bodies:
            given = {"json": bodies[operation["operationId"]]}
        elif method == "post":
            given = {"data": TEXT, "content_type": "application/x-sgn"}
        if "security" in operation:
            given["headers"] = {"Authorization": f"Bearer {key}"}
        answer = client.open(path.format(**parts), method=method.upper(), query_string=query, **given)
        if not 200 <= answer.status_code < 300:
            raise ValueError(f"{method} {path}: {answer.status_code} {answer.text}")
        if answer.mimetype in WHOLE:
            answers[operation["operationId"]] = shown(answer.get_json() if answer.is_json else answer.text)
    return {"bodies": bodies, "parts": parts, "answers": dict(sorted(answers.items()))}


def made_of_live(live: Live) -> dict[str, Any]:
    """The examples of live matches: a deal is played and resigned, and another match is agreed on."""
    opening = {
        "rules": "schnapsen",
        "names": ["Ivan", "Maria"],
        "clock": {"main": 600_000, "increment": 5_000},
        "tags": {"Event": "Club evening"},
    }
    answers: dict[str, Any] = {}
    keys: dict[str, str] = {}

    def asked(
        operation: str, method: str, path: str, role: str = "", body: Any = None, ok: bool = True
    ) -> Any:
        """Send a request, and keep the response as the example of the named operation, if any."""
        live.time += 1_500
        headers = {"Authorization": f"Bearer {keys[role]}"} if role else {}
        headers |= {"Accept": "application/json"} if operation == "record" else {}
        address = path if path.startswith(TOURNAMENTS) else f"{API}{path}"
        answer = live.client.open(address, method=method, json=body, headers=headers)
        if ok != (answer.status_code < 300):
            raise ValueError(f"{method} {path}: {answer.status_code} {answer.text}")
        found = answer.get_json() if answer.is_json else answer.text
        if operation:
            kept: dict[str, Any] = {"key": "the-new-key"} if operation in NEW_KEYS else {}
            if operation == "open_match":
                kept = {"keys": fixed(found["keys"])}
            if "matches" in found and operation in OPENED:
                kept |= {"matches": [each | {"keys": fixed(each["keys"])} for each in found["matches"]]}
            kept |= {"request_id": "0123456789abcdef"} if not ok else {}
            answers[operation] = found | kept if kept else found
        return found

    opened = asked("open_match", "POST", "", body=opening)
    keys |= opened["keys"]
    path = f"/{opened['id']}"
    act = f"{path}/actions"
    for role in "AB":
        asked("", "POST", act, role, {"do": "cut", "cut": f"of-{role}", "key": "cut"})
    asked("match", "GET", path, "B")
    legal = asked("legal", "GET", f"{path}/legal", "B")
    asked("why", "GET", f"{path}/why?action=As", "B")
    play = {"action": legal["legal"][0], "version": legal["version"], "key": "move-1"}
    asked("act", "POST", act, "B", play)
    asked("act 409", "POST", act, "B", play | {"key": "move-2"}, ok=False)
    asked("act 422", "POST", act, "B", {"action": "As", "version": legal["version"] + 1}, ok=False)
    asked("", "POST", act, "A", {"action": "resign", "key": "move-1"})
    for operation in ("record", "deals/1/ruling", "deals/1/disputes"):
        asked(operation.replace("deals/1/", "deal_"), "GET", f"{path}/{operation}")
    for number, said in enumerate(({"do": "leave"}, {"do": "offer", "offer": "rematch"})):
        asked("", "POST", act, "A", said | {"key": f"end-{number}"})
    asked("", "POST", act, "B", {"do": "accept", "key": "end"})
    asked("", "POST", act, "B", {"do": "confirm", "key": "confirm"})
    asked("result", "GET", f"{path}/result")
    asked("next_match", "GET", f"{path}/next")
    asked("all_matches", "GET", "")
    last = asked("events", "GET", f"{path}/events?since={legal['version'] + 2}")
    answers["events"] = "\n".join(line for line in last.splitlines() if line) + "\n"
    answers["journal"] = "".join(asked("", "GET", f"{path}/journal").splitlines(keepends=True)[:2])
    asked("renew", "POST", f"{path}/keys/A", "arbiter")
    asked("revoke", "DELETE", f"{path}/keys/A", "arbiter")
    free = asked("", "POST", "", body=opening | {"free": ["B"]})
    asked("take_seat", "POST", f"/{free['id']}/seats/B")
    terms = {"rules": "schnapsen", "waits": True, "key": "random-0123456789"}
    many = {"name": "Club evening", **terms, "matches": [{"round": "1", "names": ["Ivan", "Maria"]}]}
    tournament = asked("open_tournament", "POST", TOURNAMENTS, body=many)
    keys["tournament"] = tournament["key"]
    path = f"{TOURNAMENTS}/{tournament['id']}"
    later = terms | {"pairings": "round,board,A,B\n2,1,Maria,Ivan\n", "key": "random-1234567890"}
    asked("add_matches", "POST", f"{path}/matches", "tournament", later)
    answers["tournament_events"] = first_events(live, f"{path}/events")
    asked("tournament", "GET", path)
    asked("results", "GET", f"{path}/results")
    asked("renew_tournament", "POST", f"{path}/key", "tournament")
    parts = {"match": opened["id"], "tournament": tournament["id"], "role": "A", "seat": "B", "number": 1}
    bodies = {
        "open_match": opening,
        "act": play,
        "take_seat": {"invitation": "the-key-of-B"},
        "open_tournament": many,
        "add_matches": later,
    }
    return {"bodies": bodies, "parts": parts, "answers": answers}


def fixed(keys: dict[str, str]) -> dict[str, str]:
    """Keys as examples show them."""
    return {name: f"the-key-of-{name}" for name in keys}


def first_events(live: Live, address: str) -> str:
    """The first lines of a stream that does not end."""
    stream = live.client.get(address, buffered=False)
    lines = [line for part in islice(stream.iter_encoded(), 2) for line in part.decode().splitlines() if line]
    stream.close()
    return "".join(f"{line}\n" for line in lines[:2])


def needed(parameter: dict[str, Any]) -> bool:
    """Whether a query parameter is required."""
    return bool(parameter["in"] == "query" and parameter.get("required"))


def word(parameter: dict[str, Any]) -> str:
    """The example of a query parameter as written in an address."""
    example = parameter["schema"]["example"]
    return json.dumps(example) if isinstance(example, bool) else str(example)


def shown(answer: Any) -> Any:
    """A response as shown: with a fixed time, and the long lists of a large one shortened."""
    if isinstance(answer, str):
        return re.sub('(?<="added":")[^"]*', ADDED, answer)
    if not isinstance(answer, dict):
        return answer
    if "$schema" in answer:  # references in an example would be taken for those of the document
        return {name: answer[name] for name in ("$schema", "$id", "title", "description", "type")}
    large = len(json.dumps(answer)) > LARGE
    cut = {name: value[:1] if large and isinstance(value, list) else value for name, value in answer.items()}
    return json.loads(json.dumps(cut), object_hook=lambda found: found | dict.fromkeys(dated(found), ADDED))


def dated(found: dict[str, Any]) -> list[str]:
    """The names of members with the time when a record was added or removed."""
    return [name for name in ("added", "removed") if isinstance(found.get(name), str)]


if __name__ == "__main__":
    main()
