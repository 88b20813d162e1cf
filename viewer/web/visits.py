"""What is recorded of a request while it is answered, for the log, the metrics and the state page.

Never what was sent or requested: no text of a record, no search terms, no name.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from flask import current_app, has_request_context, request

from viewer.store import StoreError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

VISIT: Final = "santase.visit"
"""Key in the WSGI environment."""


@dataclass(slots=True)
class Visit:
    """A request and the progress of its answer."""

    id: str
    route: str = ""
    """The URL rule of the request; it does not name a record."""
    status: int = 0
    sent: int = 0
    """Bytes of the response body."""
    units: int = 0
    """Units of work done for it."""
    cpu: float = 0.0
    """CPU seconds used by other processes for it."""
    process: str = ""
    """The result of a worker process: ``answered``, ``full``, ``late`` or ``lost``."""
    key: str = ""
    """The label of its key."""
    error: str = ""
    """The type of its error, never its message, which may quote a record."""
    is_kept: bool = False
    """Whether its expensive part is cached, so that a thread can answer it next time."""
    is_over: bool = False
    """Whether the response has been sent."""
    counts: Counter[str] = field(default_factory=Counter)
    """Numbers of records ``added`` and ``judged``, and of database errors (``database``)."""


def visit_of(environ: "WSGIEnvironment") -> Visit:
    """Return the visit of a request; one that nobody reads where none is recorded."""
    found: Visit = environ.get(VISIT) or Visit("")
    return found


def visit() -> Visit:
    """Return the visit of the current request; one that nobody reads where none is recorded."""
    return visit_of(request.environ if has_request_context() else {})


def count(name: str, number: int = 1) -> None:
    """Count something done for the current request."""
    visit().counts[name] += number


def note_kept() -> None:
    """Note that the same question is now cached."""
    visit().is_kept = True


def note_unreachable(error: StoreError) -> None:
    """Count and log that the archive was unavailable."""
    count("database")
    current_app.extensions["log"].error("archive", why=str(error))


def request_id() -> dict[str, Any]:
    """Return the id of the current request, for a log; empty outside of one."""
    found = visit().id
    return {"request_id": found} if found else {}
