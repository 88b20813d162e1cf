"""What is remembered of a request while it is answered: for the log, the metrics and the page of state.

Never what was sent or asked for: no text of a record, no words of a search, no name.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from flask import current_app, has_request_context, request

from viewer.store import StoreError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

VISIT: Final = "santase.visit"
"""Under this name it stands in the environment of the request."""


@dataclass(slots=True)
class Visit:
    """A request, as far as it has been answered."""

    id: str
    route: str = ""
    """The rule by which the request finds its answer; it names no record."""
    status: int = 0
    sent: int = 0
    """Bytes of the answer."""
    units: int = 0
    """Work that was done for it."""
    cpu: float = 0.0
    """Seconds that processes other than this one computed for it."""
    process: str = ""
    """How a process of its own did with it: ``answered``, ``full``, ``late`` or ``lost``."""
    key: str = ""
    """The label of the key that came with it."""
    error: str = ""
    """The kind of error that it came to."""
    is_kept: bool = False
    """Whether what it takes most work to find is kept, so that a thread can answer it the next time."""
    is_over: bool = False
    """Whether the answer has been sent."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many records were ``added`` and ``judged``, and how often the database failed (``database``)."""


def visit_of(environ: "WSGIEnvironment") -> Visit | None:
    """The visit of a request."""
    found: Visit | None = environ.get(VISIT)
    return found


def visit() -> Visit | None:
    """The visit of the request that is being answered."""
    return visit_of(request.environ) if has_request_context() else None


def count(name: str, number: int = 1) -> None:
    """Count something that was done for the request that is being answered."""
    found = visit()
    if found:
        found.counts[name] += number


def note_kept() -> None:
    """Note that the same question will take less work."""
    found = visit()
    if found:
        found.is_kept = True


def note_unreachable(error: StoreError) -> None:
    """Count, and log, that the archive could not be used."""
    count("database")
    current_app.extensions["log"].error("archive", why=str(error))


def note_error(error: BaseException) -> None:
    """Note of what kind the error is to which a request comes; not what it says, which may quote a record."""
    found = visit()
    if found:
        found.error = type(error).__name__


def request_id() -> dict[str, Any]:
    """The id of the request, for a log; nothing outside of one."""
    found = visit()
    return {"request_id": found.id} if found else {}
