"""Authentication and authorization: every request is decided on here, before any work is done for it.

Programs show a key in the `Authorization` header, never in the URL; browsers send a session cookie.
:func:`viewer.store.access.may` alone says what a caller may do.
"""

import hashlib
import hmac
from contextlib import suppress
from typing import Final

from flask import Flask, Response, current_app, g, request

from notation.findings import Fact, Phrase, did_you_mean
from viewer.store import Key, Policy, Store, Stored, StoreError
from viewer.store.access import AccessAct, AccessAnswer, RecordStanding, may, sight_of
from viewer.web.callers import READING
from viewer.web.failures import Problem, is_for_programs
from viewer.web.visits import visit

COOKIE: Final = "session"
TOKEN: Final = "token"  # noqa: S105 - the name of a field
"""Name of the form field with the token that proves that the form came from a page of the session."""

_ROUTES: Final[dict[AccessAct, dict[str, str]]] = {
    AccessAct.LOOK: {
        "": "static",
        "api-docs": "openapi_json",
        "conversions": "ask",
        "desk": "blank",
        "docs": "file page",
        "handbook": "all_codes code differences rules sheet",
        "live": "match new_match new_tournament next_match picture qr record ruling tournament",
        "operations": "health live metrics ready state",
        "pages": "icon pictures script styles",
        "people": "sign_in_form",
        "reference": "all_codes index json_schema one_code rules sheet",
        "writing": "enter",
    },
    AccessAct.LIST: {
        "listing": "archive series",
        "live": "matches",
        "names": "event event_audit events player players",
        "records": "changes export_ndjson export_sgn search series statistics",
        "sharing": "oembed",
        "statistics": "page",
    },
    AccessAct.READ: {
        "conversions": "file formats report",
        "desk": "fitting of_record settled",
        "pages": "animated as_json as_page as_sgn embed known position record ruling share solved",
        "pointing": "ask",
        "questions": "compared fix inferred",
        "records": "as_object record text",
        "rulings": "compare disputed inferred judgement knowledge replay ruling situated solved"
        " step_png step_svg",
        "writing": "annotate",
    },
    AccessAct.ADD: {"desk": "take", "listing": "add", "records": "add", "streams": "keep_each"},
    AccessAct.CHECK: {
        "conversions": "convert_sent",
        "editing": "edit",
        "logs": "open_sent_log",
        "records": "check",
        "rulings": "describe explain solve",
        "streams": "check_each",
    },
    AccessAct.ADMINISTER: {"people": "administer", "records": "all_records"},
    AccessAct.CHANGE_KEYS: {"people": "add_key revoke_key"},
    AccessAct.HIDE: {"people": "hide", "records": "set_hidden"},
    AccessAct.LIST_OWN: {"live": "own_matches", "people": "own", "records": "own_records"},
    AccessAct.READMIT: {"people": "readmit"},
    AccessAct.REMOVE: {"people": "remove", "records": "remove"},
    AccessAct.SET_VISIBILITY: {"people": "set_visibility", "records": "set_visibility"},
    AccessAct.SIGN_IN: {"people": "sign_in"},
    AccessAct.SIGN_OUT: {"people": "sign_out"},
}
"""What is done at each route, by the part of the site that it belongs to."""
_DEAR: Final = {
    "conversions": "convert_sent file report",
    "desk": "fitting take",
    "listing": "add",
    "names": "event_audit",
    "logs": "open_sent_log",
    "pages": "animated as_page",
    "people": "sign_in",
    "questions": "compared fix inferred",
    "records": "add check",
    "rulings": "compare inferred step_png",
    "streams": "check_each keep_each",
}


def _endpoints(routes: dict[str, str]) -> list[str]:
    return [f"{part}.{name}".lstrip(".") for part, names in routes.items() for name in names.split()]


ROUTES: Final = {endpoint: act for act, routes in _ROUTES.items() for endpoint in _endpoints(routes)}
"""What is done at each route. A route that is not listed is closed."""
DEAR: Final = frozenset(_endpoints(_DEAR))
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
REPLACED: Final = Phrase("This record was removed on {date}. It goes on without a name as {successor}.")
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
            check_token(request.form.get(TOKEN, ""), g.session)

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
        phrase = REPLACED if grave.successor else REMOVED_WHY if grave.reason else REMOVED
        facts: dict[str, Fact] = {"date": grave.removed.date().isoformat(), "reason": grave.reason}
        if grave.successor:  # for which the page has a link
            meant = grave.successor[:16]
            facts |= {"successor": meant, "word": named, "hint": did_you_mean(meant)}
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


def actor() -> str:
    """Return the name of the caller's key; empty without one."""
    key = caller()
    return key.name if key else ""


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
    return _token_of(g.get("session", ""))


def _token_of(session: str) -> str:
    return hashlib.sha256(f"form {session}".encode()).hexdigest() if session else ""


def check_token(token: str, session: str) -> None:
    """Raise a Problem unless a CSRF token is that of a session."""
    if not session or not hmac.compare_digest(token.encode(), _token_of(session).encode()):
        raise Problem(403, EXPIRED, word="form-expired")
