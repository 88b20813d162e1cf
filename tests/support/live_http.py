"""Live matches over HTTP in tests, in an application with a given clock and randomness."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

from flask import Flask

from viewer.web import Config
from viewer.web.live.app import create_live_app
from viewer.web.live.hall import Hall
from viewer.web.live.room import Room

API: Final = "/api/v1/live/matches"
BEGAN: Final = 1_700_000_000_000
"""The start time of tests, in milliseconds since 1970."""
HANDS: Final = {"A": ["As", "Ts", "Ks", "Qh", "Jd"], "B": ["Ah", "Th", "Kh", "Qs", "Jc"]}
TALON: Final = ["Js", "Jh", "Qd", "Kd", "Td", "Ad", "Qc", "Kc", "Tc", "Ac"]
"""A deal of schnapsen; clubs are trumps, and the ace of clubs is turned up."""


class Live:
    """An application and its clients."""

    def __init__(self, folder: Path, **how: Any) -> None:
        self.config = Config(f"sqlite:///{folder / 'archive.db'}", **how)
        self.time = BEGAN
        self._ended: list[int] = []
        self.app: Flask
        self.restart()

    def restart(self) -> None:
        """Restart over the same archive, as after the end of the process."""
        before = getattr(self, "app", None)
        if before:
            before.extensions["archive"].close()
            self._ended.append(self.time)  # for what still runs of it, time has ended
        self.app = create_live_app(self.config)
        number = len(self._ended)
        self.hall.now = lambda: self._ended[number] if number < len(self._ended) else self.time
        drawn = count(1)
        self.hall.draw = lambda size: sha256(f"{next(drawn)}".encode()).digest()[:size]

    def another(self) -> "Live":
        """Another process over the same archive, with its own clock."""
        other = Live.__new__(Live)
        other.config, other.time, other._ended = self.config, self.time, []
        other.restart()
        return other

    @property
    def hall(self) -> Hall:
        """The matches of the process."""
        found: Hall = self.app.extensions["hall"]
        return found

    @property
    def client(self) -> Any:
        return self.app.test_client()

    def close(self) -> None:
        """Release the archive."""
        self.hall.close()
        self.app.extensions["archive"].close()

    def open(self, **how: Any) -> "OpenMatch":
        answer = self.client.post(API, json={"rules": "schnapsen", "names": ["Ана", "Boris"], **how})
        assert answer.status_code == 201, answer.text
        return OpenMatch(self, answer.json)


class OpenMatch:
    """An open match, with requests for all roles."""

    def __init__(self, live: Live, opened: Any) -> None:
        self.live = live
        self.id: str = opened["id"]
        self.keys: dict[str, str] = opened["keys"]

    @property
    def room(self) -> Room:
        """The match in the process."""
        room = self.live.hall.room(self.id)
        assert room is not None
        return room

    def headers(self, role: str, **more: str) -> dict[str, str]:
        """The request headers of a role; none for watchers."""
        return ({"Authorization": f"Bearer {self.keys[role]}"} if role else {}) | more

    def get(self, what: str = "", role: str = "", **more: str) -> Any:
        """Send a GET request."""
        path = f"{API}/{self.id}/{what}" if what else f"{API}/{self.id}"
        return self.live.client.get(path, headers=self.headers(role, **more))

    def ask(self, role: str, **said: Any) -> Any:
        """Send a request to the table; at its current version, if none is given."""
        if "version" not in said and "key" not in said:
            said["version"] = self.version
        return self.live.client.post(f"{API}/{self.id}/actions", json=said, headers=self.headers(role))

    def do(self, role: str, **said: Any) -> Any:
        """Send a request that is accepted."""
        answer = self.ask(role, **said)
        assert answer.status_code == 200, answer.text
        return answer.json

    def deal(self) -> None:
        """Deal the cards of the tests manually."""
        self.do("arbiter", do="deal", cards={"hands": HANDS, "talon": TALON})

    @property
    def version(self) -> int:
        return self.room.match.table.version

    def follow(self, role: str = "", since: int | None = None, **more: str) -> Iterator[dict[str, Any]]:
        """The events of a stream, without keep-alives."""
        query = "" if since is None else f"?since={since}"
        answer = self.live.client.get(
            f"{API}/{self.id}/events{query}", headers=self.headers(role, **more), buffered=False
        )
        assert answer.status_code == 200, answer.text
        for part in answer.iter_encoded():
            for line in part.splitlines():
                if line:
                    yield json.loads(line)
