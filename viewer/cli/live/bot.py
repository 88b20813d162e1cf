"""The command `bot`: a program plays in a live match of a service, over HTTP.

The program is the same that plays in the arena. Each of its requests is sent with a unique key, so that it
can be repeated if an answer is lost; the event stream is resumed after the last event received.
"""

import json
import os
import secrets
import threading
import time
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import click

from notation.findings import escape
from notation.wire.shape import load_json
from viewer import __version__
from viewer.cli.live.programs import Program, ProgramError, fault_of, load
from viewer.documents.languages import Language
from viewer.session import LONGEST

FORM: Final = 1
"""The version of the vocabulary that is understood."""
SILENCE: Final = 20.0
"""Seconds without a byte, though keep-alives come every five, after which a stream is reopened."""
ANSWER: Final = 30.0
"""Timeout of a request in seconds."""
PATIENCE: Final = 300.0
"""Seconds for which an unreachable service is tried again."""
FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 10.0
MOST_ANSWER: Final = 1 << 22
"""Maximum of bytes of an event."""
BUSY: Final = (408, 425, 429, 500, 502, 503, 504)
"""Statuses after which the same request is repeated."""
Event = dict[str, Any]


class ServiceError(Exception):
    """The service does not let the bot continue; the text says why."""


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirects, so that a key is only sent to the named host."""

    def redirect_request(self, *_: Any) -> None:
        """Never redirect."""


_OPENER: Final = build_opener(_NoRedirects)


class LiveService:
    """A live match of a service, from the view of one seat; or the tournaments of one."""

    def __init__(self, url: str, token: str, patience: float = PATIENCE) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._patience = patience
        self._last = -1

    def events(self) -> Iterator[Event]:
        """Yield all events of the match, each once and in order, to its end, across broken connections."""
        pauses = _Pauses(self._patience)
        while True:
            try:
                with self._open(self._stream()) as stream:
                    for event in _events_of(stream):
                        pauses.begin_anew()
                        if event.get("event") in ("snapshot", "entry"):
                            if event["id"] <= self._last:
                                continue
                            self._last = event["id"]
                        yield event
                        if event.get("event") == "end":
                            return
            except (HTTPException, OSError) as error:
                pauses.after(error)
            else:
                pauses.after(None)

    def ask(self, request: Event, path: str = "/actions") -> Event:
        """Send a request until it is answered; it counts once, however often it arrives."""
        found = request if "key" in request else request | {"key": secrets.token_urlsafe(16)}
        body = json.dumps(found).encode()
        pauses = _Pauses(self._patience)
        while True:
            try:
                with self._open(self._request(path, "application/json", body)) as answer:
                    return _object_of(answer.read(MOST_ANSWER))
            except HTTPError as error:
                if error.code not in BUSY:
                    with error:
                        return self._refused(error)
                pauses.after(error)
            except (HTTPException, OSError) as error:
                pauses.after(error)

    def _refused(self, error: HTTPError) -> Event:
        """Return a refusal of the service as an event; raise ServiceError if the seat cannot play at all."""
        found = _object_of(error.read(MOST_ANSWER))
        if error.code in (401, 403, 404, 410):
            raise ServiceError(_why(error, found))
        if "ruling" in found or error.code == 409:
            return {"event": "refused"} | found
        return {"event": "error", "detail": str(error)} | found

    def _stream(self) -> Request:
        since = f"?since={self._last}" if self._last >= 0 else ""
        return self._request(f"/events{since}", "application/x-ndjson")

    def _request(self, path: str, accept: str, body: bytes | None = None) -> Request:
        headers = {"Accept": accept, "User-Agent": f"santase-bot/{__version__}"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        return Request(self._url + path, body, headers)  # noqa: S310 - http and https alone, as was checked

    def _open(self, request: Request) -> HTTPResponse:
        timeout = ANSWER if request.data else SILENCE
        try:
            answer: HTTPResponse = _OPENER.open(request, timeout=timeout)
        except HTTPError as error:
            if request.data or error.code in BUSY:
                raise
            with error:
                raise ServiceError(_why(error, _object_of(error.read(MOST_ANSWER)))) from None
        return answer


class _Pauses:
    """The pauses between retries, and their total limit."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.begin_anew()

    def begin_anew(self) -> None:
        """Reset the pauses after an answer."""
        self._pause = FIRST_PAUSE
        self._until = time.monotonic() + self._patience

    def after(self, error: Exception | None) -> None:
        """Wait; raise ServiceError above the total limit."""
        if time.monotonic() + self._pause > self._until:
            raise ServiceError(f"the service does not answer: {error or 'its streams end at once'}") from None
        time.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


def _events_of(stream: HTTPResponse) -> Iterator[Event]:
    """Yield the events of a stream of lines, up to a truncated one."""
    while (line := stream.readline(MOST_ANSWER)).endswith(b"\n"):
        if line.strip():
            yield _object_of(line)


def _object_of(data: bytes) -> Event:
    try:
        found = load_json(data)
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


def _why(error: HTTPError, found: Event) -> str:
    said = found.get("detail") or found.get("title") or found.get("message") or error.reason
    return f"{error.code} {escape(str(said))}"


def play(service: LiveService, program: Program) -> Event:
    """Let a program play a match to its end, which is returned; raise what prevents it."""
    ends: list[Event | Exception] = []

    def follow() -> None:
        try:
            for event in service.events():
                form = event.get("match", {}).get("form", FORM)
                if form != FORM:
                    raise ServiceError(f"the service speaks version {form} of the events, not {FORM}")
                program.tell([event])
                if event.get("event") == "end":
                    ends.append(event)
        except (AttributeError, KeyError, TypeError):
            ends.append(ServiceError("the service sends what is not an event"))
        except Exception as error:
            ends.append(error)

    threading.Thread(target=follow, daemon=True).start()
    while not ends:
        line = program.next_line()
        if line is not None:
            program.tell([service.ask(load(line))])
        elif program.ended:
            raise ProgramError(program.why_ended())
        else:
            Program.wait([program], time.monotonic() + 0.1)
    [end] = ends
    if isinstance(end, Exception):
        raise end
    return end


def read_key(key_file: str) -> str:
    """Return the key in a file; raise UsageError if it holds none."""
    token = Path(key_file).read_text("utf-8", "replace").strip()
    if not token or not token.isascii() or not token.isprintable() or len(token) > LONGEST:
        raise click.UsageError(f"--key-file: {escape(os.fspath(key_file))} does not hold a key")
    return token


def bot(command: str, url: str, key_file: str, language: Language) -> None:
    """Let a program play a seat of a live match, with the same protocol as in the arena."""
    fault = fault_of(command)
    if fault:
        raise click.UsageError(f"--exec: {fault}")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise click.UsageError("--url: say https://host/api/v1/live/matches/ID, without the key")
    token = read_key(key_file)
    program = Program(command)
    try:
        end = play(LiveService(url, token), program)
    except (ProgramError, ServiceError) as error:
        who = "the program" if isinstance(error, ProgramError) else "the match"
        click.echo(f"santase: {who}: {error}", err=True)
        raise SystemExit(2) from None
    finally:
        program.end()
    click.echo(json.dumps(end))
