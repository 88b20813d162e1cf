"""Authentication and authorization: every request is decided on here, before any work is done for it.

Programs show a key in the `Authorization` header, never in the URL; browsers send a session cookie.
:func:`viewer.store.access.may` alone says what a caller may do.
"""

import hashlib
import hmac
from contextlib import suppress
from typing import Final

from flask import Flask, Response, current_app, g, request

from notation.findings import Phrase
from viewer.store import Key, Policy, Store, Stored, StoreError
from viewer.store.access import AccessAct, AccessAnswer, RecordStanding, may, sight_of
from viewer.web.callers import READING
from viewer.web.failures import Problem, is_for_programs
from viewer.web.visits import visit

COOKIE: Final = "session"
TOKEN: Final = "token"  # noqa: S105 - the name of a field
"""Name of the form field with the token that proves that the form came from a page of the session."""

ROUTES: Final = {
    **dict.fromkeys(
        (
            "static",
            "api-docs.openapi_json",
            "docs.file",
            "docs.page",
            "handbook.all_codes",
            "handbook.code",
            "handbook.differences",
            "handbook.rules",
            "handbook.sheet",
            "pages.cards",
            "pages.replay_script",
            "operations.health",
            "operations.live",
            "operations.metrics",
            "operations.ready",
            "operations.state",
            "pages.icon",
            "pages.pictures",
            "conversions.ask",
            "desk.blank",
            "live.match",
            "live.new_match",
            "live.next_match",
            "live.record",
            "live.ruling",
            "people.sign_in_form",
            "writing.enter",
            "reference.all_codes",
            "reference.index",
            "reference.json_schema",
            "reference.rules",
            "reference.one_code",
            "reference.sheet",
        ),
        AccessAct.LOOK,
    ),
    **dict.fromkeys(
        (
            "listing.archive",
            "listing.series",
            "records.changes",
            "live.matches",
            "names.event",
            "names.events",
            "names.player",
            "names.players",
            "records.export_ndjson",
            "records.export_sgn",
            "records.search",
            "records.series",
            "records.statistics",
            "statistics.page",
        ),
        AccessAct.LIST,
    ),
    **dict.fromkeys(
        (
            "conversions.file",
            "conversions.formats",
            "conversions.report",
            "desk.fitting",
            "desk.of_record",
            "desk.settled",
            "pages.animated",
            "pages.as_json",
            "pages.as_page",
            "pages.as_sgn",
            "pages.embed",
            "pages.known",
            "pages.position",
            "pages.record",
            "pages.ruling",
            "pages.solved",
            "pages.share",
            "pages.small",
            "questions.compared",
            "questions.fix",
            "questions.inferred",
            "records.as_object",
            "records.record",
            "records.text",
            "rulings.compare",
            "rulings.disputed",
            "rulings.inferred",
            "rulings.judgement",
            "rulings.knowledge",
            "rulings.replay",
            "rulings.ruling",
            "rulings.situated",
            "rulings.solved",
            "rulings.step_png",
            "rulings.step_svg",
            "writing.annotate",
        ),
        AccessAct.READ,
    ),
    "desk.take": AccessAct.ADD,
    "listing.add": AccessAct.ADD,
    "editing.edit": AccessAct.CHECK,
    "conversions.convert_sent": AccessAct.CHECK,
    "logs.open_sent_log": AccessAct.CHECK,
    "rulings.describe": AccessAct.CHECK,
    "rulings.explain": AccessAct.CHECK,
    "rulings.solve": AccessAct.CHECK,
    "sharing.oembed": AccessAct.LIST,
    "streams.check_each": AccessAct.CHECK,
    "streams.keep_each": AccessAct.ADD,
    "people.administer": AccessAct.ADMINISTER,
    "people.add_key": AccessAct.CHANGE_KEYS,
    "people.hide": AccessAct.HIDE,
    "people.own": AccessAct.LIST_OWN,
    "people.readmit": AccessAct.READMIT,
    "people.remove": AccessAct.REMOVE,
    "people.revoke_key": AccessAct.CHANGE_KEYS,
    "people.set_visibility": AccessAct.SET_VISIBILITY,
    "people.sign_in": AccessAct.SIGN_IN,
    "people.sign_out": AccessAct.SIGN_OUT,
    "records.add": AccessAct.ADD,
    "records.all_records": AccessAct.ADMINISTER,
    "records.check": AccessAct.CHECK,
    "records.own_records": AccessAct.LIST_OWN,
    "records.remove": AccessAct.REMOVE,
    "records.set_hidden": AccessAct.HIDE,
    "records.set_visibility": AccessAct.SET_VISIBILITY,
}
"""What is done at each route. A route that is not listed is closed."""

DEAR: Final = frozenset(
    {
        "conversions.convert_sent",
        "conversions.file",
        "conversions.report",
        "desk.fitting",
        "desk.take",
        "listing.add",
        "logs.open_sent_log",
        "pages.animated",
        "pages.as_page",
        "people.sign_in",
        "records.add",
        "records.check",
        "streams.check_each",
        "streams.keep_each",
        "questions.compared",
        "questions.fix",
        "questions.inferred",
        "rulings.compare",
        "rulings.inferred",
        "rulings.step_png",
    }
)
"""The most expensive routes; the number of requests to them per minute is limited."""

_REFUSED: Final = {
    AccessAnswer.NEEDS_KEY: (
        401,
        "needs-key",
        Phrase("This needs a key. Please sign in with one, or send one."),
    ),
    AccessAnswer.NO: (403, "not-allowed", Phrase("This key does not allow that.")),
    AccessAnswer.READ_ONLY: (
        403,
        "read-only",
        Phrase("This archive is read only: nothing can be added to it or changed."),
    ),
}
NO_RECORD: Final = Phrase("There is no record of this id, or there are several whose ids begin so.")
CLOSED: Final = Phrase("Nobody can add records here.")
BAD_KEY: Final = Phrase("This key is not valid. Perhaps it was revoked?")
EXPIRED: Final = Phrase("This form has expired. Please reload the page and try again.")
REMOVED: Final = Phrase("This record was removed on {date}.")
REMOVED_WHY: Final = Phrase("This record was removed on {date}: {reason}")
PROXIES_OWN: Final = ("basic", "digest", "negotiate", "ntlm")
"""Authentication schemes that a proxy may ask for and pass on; they mean nothing to this application."""
_BEARER: Final = 'Bearer realm="santase"'


def control_access(app: Flask, policy: Policy) -> None:
    """Authorize every request before it is answered, and forbid caching of answers that are not public."""
    app.extensions["policy"] = policy

    @app.before_request
    def decide() -> None:
        if "Authorization" in request.headers:
            caller()
        if request.endpoint is None or request.method == "OPTIONS":
            return
        act = ROUTES.get(request.endpoint)
        if act is None:
            raise Problem(403, _REFUSED[AccessAnswer.NO][2], word="not-allowed")
        standing = _find().standing if act.needs_record else None
        decide_on(act, standing)
        if request.method not in READING and g.get("session"):
            _check_form()

    @app.after_request
    def keep_to_oneself(response: Response) -> Response:
        kept: Stored | None = g.get("stored")
        if g.get("caller") or (kept and not kept.standing.is_public):
            response.headers["Cache-Control"] = "private, no-store"
        return response

    @app.context_processor
    def rights() -> dict[str, object]:
        with suppress(StoreError):  # as where the page reports that the archive is unreachable
            caller()
        return {"caller": caller(), "form_token": form_token(), "can": can, "Act": AccessAct}


def decide_on(act: AccessAct, standing: RecordStanding | None = None) -> None:
    """Raise the Problem of a caller who may not do something."""
    policy: Policy = current_app.extensions["policy"]
    answer = may(caller(), act, standing, policy)
    if answer is AccessAnswer.YES:
        return
    if answer is AccessAnswer.ABSENT:
        raise Problem(404, NO_RECORD)
    status, word, phrase = _REFUSED[answer]
    if answer is AccessAnswer.NO and caller() is None:
        phrase = CLOSED
    raise Problem(status, phrase, word=word, headers={"WWW-Authenticate": _BEARER} if status == 401 else None)


def can(act: AccessAct, standing: RecordStanding | None = None) -> bool:
    """Return whether the caller may do something, so that pages offer only that."""
    policy: Policy = current_app.extensions["policy"]
    return may(caller(), act, standing, policy) is AccessAnswer.YES


def _find() -> Stored:
    """Return the record that the URL names, if the caller may read it; cached for the rest of the request."""
    store: Store = current_app.extensions["archive"]
    named, sight = (request.view_args or {})["id"], sight_of(caller())
    found = store.get(named, sight)
    if found is None:
        grave = store.tombstone(named, sight)
        if grave is None:
            raise Problem(404, NO_RECORD)
        phrase = REMOVED_WHY if grave.reason else REMOVED
        facts = {"date": grave.removed.date().isoformat(), "reason": grave.reason}
        raise Problem(410, Phrase(phrase.sentence, facts), word="removed")
    g.stored = found
    return found


def caller() -> Key | None:
    """Return the caller whose key the request shows, if any; raise a Problem for an invalid key."""
    if "caller" not in g:
        g.caller = None
        found = g.caller = _identified()
        if found:
            visit().key = found.name
    key: Key | None = g.caller
    return key


def _identified() -> Key | None:
    store: Store = current_app.extensions["archive"]
    shown = request.headers.get("Authorization", "")
    scheme, _, secret = shown.partition(" ")
    if shown and scheme.lower() not in PROXIES_OWN:
        found = store.keys.find(secret.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            told = {"WWW-Authenticate": f'{_BEARER}, error="invalid_token"'}
            raise Problem(401, BAD_KEY, word="bad-key", headers=told)
        return found
    session = request.cookies.get(COOKIE, "")
    if not session or is_for_programs():
        return None
    holder = store.keys.holder(session)
    if holder:
        g.session = session
    return holder


def form_token() -> str:
    """Return the CSRF token for the forms of the session's pages; empty without a session."""
    caller()
    session: str = g.get("session", "")
    return hashlib.sha256(f"form {session}".encode()).hexdigest() if session else ""


def _check_form() -> None:
    if not hmac.compare_digest(request.form.get(TOKEN, "").encode(), form_token().encode()):
        raise Problem(403, EXPIRED, word="form-expired")
