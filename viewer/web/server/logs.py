"""The log of a server: one line for each request and each error.

It never contains what was sent or requested, and the client address only if the operator wants it. Of an
error it gives type and location, but not the message, which may quote cards.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, TextIO

import structlog

from viewer.web.visits import request_id

FORMS: Final = ("json", "text", "off")
"""With ``off`` only errors are written, as text."""
_ADDRESS: Final = re.compile(r"ip=\S+")


class Log:
    """Writes lines of a log."""

    def __init__(self, form: str = "off", addresses: bool = False, file: TextIO | None = None) -> None:
        level = logging.WARNING if form == "off" else logging.INFO
        renderer: Any = structlog.processors.JSONRenderer()
        if form != "json":
            renderer = structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"])
        self.addresses = addresses
        self._log = structlog.wrap_logger(
            structlog.WriteLogger(file or sys.stderr),
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                renderer,
            ],
            wrapper_class=structlog.make_filtering_bound_logger(level),
        )
        self.tells_requests = form != "off"

    def request(self, slow: bool, **told: object) -> None:
        """Log a request that was answered."""
        if self.tells_requests:
            (self._log.warning if slow else self._log.info)("slow request" if slow else "request", **told)

    def warning(self, event: str, **told: object) -> None:
        """Log something that an operator should look at."""
        self._log.warning(event, **request_id(), **told)

    def error(self, event: str, **told: object) -> None:
        """Log an error."""
        self._log.error(event, **request_id(), **told)

    def failure(self, error: BaseException) -> None:
        """Log an exception of the program: its type and where it was raised."""
        self.error("failure", **kind_and_places(error))


def kind_and_places(error: BaseException) -> dict[str, Any]:
    """Return the type of an exception and its traceback, innermost last, with those that caused it.

    Of the frames in libraries only the innermost is listed.

    >>> kind_and_places(ValueError("the cards of A: Ks As"))
    {'kind': 'ValueError', 'traceback': []}
    """
    kinds: list[str] = []
    places: list[str] = []
    cause = error
    while True:
        kinds.append(type(cause).__name__)
        places[:0] = _places(cause.__traceback__)
        following = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
        if following is None:
            return {"kind": " < ".join(kinds), "traceback": places}
        cause = following


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)
    told = [frame for frame in frames if "site-packages" not in frame.filename or frame is frames[-1]]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in told]


class LineFormatter(logging.Formatter):
    """Formats the messages of gunicorn itself as lines of the same form."""

    def __init__(self, addresses: bool = False) -> None:
        super().__init__()
        self._addresses = addresses

    def format(self, record: logging.LogRecord) -> str:
        """Return a line of JSON."""
        event = record.getMessage()
        line: dict[str, Any] = {
            "event": event if self._addresses else _ADDRESS.sub("", event),
            "level": record.levelname.lower(),
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z"),
        }
        if record.exc_info and record.exc_info[1]:
            line |= kind_and_places(record.exc_info[1])
        return json.dumps(line)
