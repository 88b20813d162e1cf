"""A live match over HTTP on this machine, as a bot sees a service; it can be made to fail."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from notation.live.match import opening_of
from referee.cards import SEATS
from viewer.session import Session

KEYS: Final = {"key-of-a": 0, "key-of-b": 1}


class BotService:
    """A match of a service on this machine, as a bot sees one; it can be made to fail."""

    def __init__(self, spec: str = "schnapsen") -> None:
        self.session = Session(opening_of(spec), seed=66, cuts=True, readers=SEATS[:2])
        self.told: dict[int, list[dict[str, Any]]] = {0: [], 1: []}
        self.changed = threading.Condition()
        self.cut_streams = False
        self.lose_answers = False
        self.status = 0
        self.form = 1
        self.asked: list[dict[str, Any]] = []
        self.streams = 0

    def news(self, seat: int) -> list[dict[str, Any]]:
        self.told[seat] += self.session.events(SEATS[seat])
        return self.told[seat]


@contextmanager
def served(house: BotService) -> Iterator[str]:
    class BotHandler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        @property
        def seat(self) -> int:
            return KEYS.get(self.headers["Authorization"].removeprefix("Bearer "), -1)

        def answer(self, status: int, found: dict[str, Any]) -> None:
            data = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def do_GET(self) -> None:
            if house.status:
                self.answer(house.status, {"title": "No such match"})
                return
            parts = urlsplit(self.path)
            assert parts.path == "/api/v1/live/matches/m1/events"
            assert self.headers["Accept"] == "application/x-ndjson"
            since = int(parse_qs(parts.query).get("since", ["-1"])[0])
            self.send_response(200)
            self.end_headers()
            house.streams += 1
            sent = 0
            while True:
                with house.changed:
                    told = house.news(self.seat)
                    events = [each for each in told if each["id"] > since or each["event"] == "end"]
                    if len(events) == sent and not house.changed.wait(5):
                        return
                for event in events[sent:]:
                    if event["event"] == "snapshot":
                        event["match"]["form"] = house.form
                    data = json.dumps(event).encode() + b"\n"
                    cut = house.cut_streams and sent % 3 == 2
                    self.wfile.write(data[: len(data) // 2] if cut else b"\n" + data)
                    self.wfile.flush()
                    sent += 1
                    if cut or event["event"] == "end":
                        return

        def do_POST(self) -> None:
            assert self.path == "/api/v1/live/matches/m1/actions"
            found = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with house.changed:
                house.asked.append(found)
                answer = house.session.ask("AB"[self.seat], found)
                house.changed.notify_all()
            if house.lose_answers and [each["key"] for each in house.asked].count(found["key"]) == 1:
                if len(house.asked) % 2:
                    self.close_connection = True  # without an answer
                else:
                    self.answer(503, {"title": "Busy"})
            elif answer["event"] == "accepted":
                self.answer(200, answer)
            else:
                self.answer(409 if answer["event"] == "refused" else 422, answer)

    with ThreadingHTTPServer(("127.0.0.1", 0), BotHandler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/api/v1/live/matches/m1"
        finally:
            server.shutdown()
