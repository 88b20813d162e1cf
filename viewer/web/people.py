"""The pages for people who have a key: signing in, their own records, and administration.

Forms change things by POST only and carry the token of the session; permission has been checked before
(:mod:`viewer.web.access`). The secret of a key is shown once, in the answer to the form that made it.
"""

from typing import Final

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from notation.findings import Phrase
from viewer.limits import REASON_CHARACTERS
from viewer.store import KeyRole, RecordSight, Scope, Visibility
from viewer.store.access import EVERYTHING
from viewer.store.keys import SESSION
from viewer.web.access import COOKIE, actor
from viewer.web.archive.listing import playing
from viewer.web.failures import Problem
from viewer.web.kept import archive, language
from viewer.web.moderating import refusable, remove_record, set_record_visibility, show_record

people = Blueprint("people", __name__)

SIZE: Final = 50
"""Records and entries on a page."""
UNKNOWN: Final = Phrase("This key is not in use. Please check that you copied all of it.")
NOT_UNDERSTOOD: Final = Phrase("This request cannot be understood.")


@people.get("/sign-in")
def sign_in_form() -> ResponseReturnValue:
    """Show the form in which a key is typed."""
    return render_template("sign_in.html")


@people.post("/sign-in")
def sign_in() -> ResponseReturnValue:
    """Open a session."""
    session = archive().keys.sign_in(request.form.get("key", "").strip())
    if session is None:
        return render_template("sign_in.html", fault=language().put(UNKNOWN)), 401
    if g.get("session"):
        archive().keys.sign_out(g.session)
    response = redirect(url_for("people.own"), 303)
    response.set_cookie(
        COOKIE,
        session,
        max_age=int(SESSION.total_seconds()),
        httponly=True,
        samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response


@people.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """End the session."""
    archive().keys.sign_out(g.get("session", ""))
    response = redirect(url_for("listing.archive"), 303)
    response.delete_cookie(COOKIE, httponly=True, samesite="Lax")
    return response


# Lists.


@people.get("/own")
def own() -> ResponseReturnValue:
    """The records that belong to the caller."""
    found = archive().search(sight=RecordSight(owner=actor()), page=_page(), size=SIZE)
    return render_template("own.html", found=found, playing=playing, visibilities=_visibilities())


@people.get("/administration")
def administer() -> ResponseReturnValue:
    """Show all records with their actions, the keys, the removed records, and the audit trail."""
    return _administration()


def _administration(secret: str = "", fault: str = "", status: int = 200) -> ResponseReturnValue:
    store = archive()
    page = render_template(
        "administration.html",
        found=store.search(sight=EVERYTHING, page=_page(), size=SIZE),
        playing=playing,
        keys=store.keys.list(),
        tombstones=store.tombstones(),
        trail=store.trail(most=SIZE),
        roles=list(KeyRole),
        scopes=list(Scope),
        called=_called(),
        visibilities=_visibilities(),
        longest=REASON_CHARACTERS,
        secret=secret,
        fault=fault,
    )
    return page, status


def _page() -> int:
    asked = request.args.get("page", "1")
    return max(1, int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 1


def _visibilities() -> dict[str, str]:
    spoken = language()
    return {
        Visibility.PUBLIC.value: spoken.say("public"),
        Visibility.UNLISTED.value: spoken.say("unlisted: for whoever has the address"),
        Visibility.PRIVATE.value: spoken.say("private"),
    }


def _called() -> dict[str, str]:
    """Return the names of roles, scopes and actions."""
    spoken = language()
    return {
        "uploader": spoken.say("uploader"),
        "operator": spoken.say("operator"),
        "read": spoken.say("read private records"),
        "moderate": spoken.say("moderate records"),
        "add": spoken.say("add records"),
        "set visibility": spoken.say("set visibility"),
        "hide": spoken.say("hide"),
        "unhide": spoken.say("show again"),
        "remove": spoken.say("remove"),
        "readmit": spoken.say("reinstated"),
        "add key": spoken.say("make a key"),
        "renew key": spoken.say("renew a key"),
        "revoke key": spoken.say("revoke a key"),
        "forget key": spoken.say("forget a person"),
    }


# Keys and removed records.


@people.post("/keys")
def add_key() -> ResponseReturnValue:
    """Create a key and show its secret."""
    role, scopes = request.form.get("role", ""), request.form.getlist("scope")
    known = {scope.value for scope in Scope}
    if role not in {each.value for each in KeyRole} or not scopes or not known.issuperset(scopes):
        return _administration(fault=language().put(NOT_UNDERSTOOD), status=422)
    name = request.form.get("name", "").strip()
    try:
        with refusable():
            secret = archive().keys.add(name, KeyRole(role), list(map(Scope, scopes)), actor=actor())
    except Problem as problem:
        return _administration(fault=language().put(problem.detail), status=422)
    return _administration(secret)


@people.post("/keys/revoke")
def revoke_key() -> ResponseReturnValue:
    """Revoke a key."""
    with refusable():
        archive().keys.revoke(request.form.get("name", ""), _reason(), actor=actor())
    return redirect(url_for("people.administer"), 303)


@people.post("/readmit")
def readmit() -> ResponseReturnValue:
    """Allow a removed record to be added again."""
    with refusable():
        archive().readmit(request.form.get("id", ""), _reason(), actor=actor())
    return redirect(url_for("people.administer"), 303)


def _reason() -> str:
    return request.form.get("reason", "").strip()[:REASON_CHARACTERS]


# One record.


@people.post("/records/<id>/visibility")
def set_visibility(id: str) -> ResponseReturnValue:
    """Set the visibility of a record."""
    asked = request.form.get("to", "")
    if asked not in {each.value for each in Visibility}:
        raise Problem(422, NOT_UNDERSTOOD)
    kept = set_record_visibility(Visibility(asked))
    return redirect(url_for("pages.record", id=kept.id[:16]), 303)


@people.post("/records/<id>/hide")
def hide(id: str) -> ResponseReturnValue:
    """Hide a record, or show it again."""
    kept = show_record(request.form.get("to") == "hidden", _reason())
    return redirect(url_for("pages.record", id=kept.id[:16]), 303)


@people.post("/records/<id>/remove")
def remove(id: str) -> ResponseReturnValue:
    """Remove a record."""
    gone = remove_record(_reason())
    return render_template("removed.html", gone=gone)
