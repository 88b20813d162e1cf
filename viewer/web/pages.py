"""The pages: the archive with its search, a record's replay, its rulings, and what can be taken away."""

import json
from typing import Any

from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from notation import Judgement, judge, read
from notation.accounts import account
from notation.jsonform import dump
from viewer.cards import stylesheet
from viewer.languages import Language
from viewer.rendering import as_markdown
from viewer.replay.page import replay_html, replay_parts
from viewer.reports import as_text, summary
from viewer.rulings.explanation import explanation
from viewer.store import Order, SearchError, Store, Stored
from viewer.web.api.bodies import bounded, from_json

pages = Blueprint("pages", __name__)

SIZE = 25
"""Records on a page of the list."""
FIELDS = ("player", "event", "date_from", "date_to", "rules", "result", "errors", "text")


def _archive() -> Store:
    store: Store = current_app.extensions["archive"]
    return store


def _language() -> Language:
    spoken: Language = g.language
    return spoken


@pages.get("/")
def archive() -> ResponseReturnValue:
    """The list of records, and the form to add some."""
    asked: dict[str, Any] = {name: request.args.get(name, "").strip() for name in FIELDS}
    page = request.args.get("page", "1")
    errors = {"yes": True, "no": False}.get(asked["errors"])
    order = request.args.get("order", Order.ADDED.value)
    fault = ""
    try:
        found = _archive().search(
            **{**asked, "errors": errors},
            order=Order(order) if order in {each.value for each in Order} else Order.ADDED,
            page=int(page) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
            size=SIZE,
        )
    except SearchError as error:
        found, fault = _archive().search(size=SIZE), str(error)
    return render_template(
        "archive.html",
        found=found,
        asked=asked,
        fault=fault,
        orders=[each.value for each in Order],
        order=order,
    )


@pages.post("/records")
def add() -> ResponseReturnValue:
    """Take records from a file or from the form's text."""
    file = request.files.get("file")
    name = (file.filename or "").lower() if file else ""
    data = file.read() if file and name else request.form.get("text", "").encode()
    if name.endswith((".json", ".jsonl")):
        data = from_json(data)
    added = _archive().add(bounded(data))
    if len(added) == 1:
        return redirect(url_for("pages.record", id=added[0].id[:16]), 303)
    return render_template("added.html", added=added), 201


def _stored(id: str) -> Stored:
    found = _archive().get(id)
    if found is None:
        abort(404)
    return found


def _judged(stored: Stored) -> Judgement:
    return judge(next(read(stored.text)))


@pages.get("/records/<id>")
def record(id: str) -> ResponseReturnValue:
    """The replay of a record; where it could not be judged, what was found in it."""
    stored = _stored(id)
    judgement = _judged(stored)
    findings = [line for line, _ in as_text("record.sgn", judgement)]
    if judgement.rules is None or judgement.game.draft is None:
        return render_template("unjudged.html", stored=stored, findings=findings, text=judgement.game.text)
    return render_template(
        "record.html",
        stored=stored,
        findings=findings,
        summary=summary(judgement),
        tags=judgement.game.draft.tags,
        **replay_parts(judgement, _language()),
    )


@pages.get("/records/<id>/embed")
def embed(id: str) -> ResponseReturnValue:
    """The replay by itself, to stand in another page."""
    judgement = _judged(_stored(id))
    if judgement.rules is None or judgement.game.draft is None:
        abort(404)
    return render_template("embed.html", **replay_parts(judgement, _language()))


@pages.get("/records/<id>/deals/<int:number>/ruling")
def ruling(id: str, number: int) -> ResponseReturnValue:
    """The ruling of a deal."""
    judgement = _judged(_stored(id))
    if judgement.rules is None or not 1 <= number <= len(judgement.deals):
        abort(404)
    document = explanation(account(judgement, number), _language(), "record.sgn")
    if request.args.get("form") == "markdown":
        return Response(as_markdown(document), mimetype="text/markdown")
    return render_template("ruling.html", document=document, id=id, number=number)


@pages.get("/records/<id>.sgn")
def as_sgn(id: str) -> ResponseReturnValue:
    """The record as it came, byte for byte."""
    stored = _stored(id)
    return _download(stored.text, f"{stored.id[:16]}.sgn", "application/x-sgn")


@pages.get("/records/<id>.json")
def as_json(id: str) -> ResponseReturnValue:
    """The record as JSON; 404 where not all of it could be read."""
    stored = _stored(id)
    game = next(read(stored.text))
    if game.record is None:
        abort(404)
    data = json.dumps(dump(game.record), ensure_ascii=False).encode()
    return _download(data, f"{stored.id[:16]}.json", "application/json")


@pages.get("/records/<id>.html")
def as_page(id: str) -> ResponseReturnValue:
    """The replay as one file that needs nothing else."""
    stored = _stored(id)
    judgement = _judged(stored)
    if judgement.rules is None or judgement.game.draft is None:
        abort(404)
    page = replay_html(judgement, _language())
    return _download(page.encode(), f"{stored.id[:16]}.html", "text/html")


def _download(data: bytes, name: str, kind: str) -> Response:
    response = Response(data, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.get("/cards.css")
def cards() -> ResponseReturnValue:
    """The colours of the cards."""
    return Response(stylesheet(), mimetype="text/css")


@pages.get("/favicon.ico")
def icon() -> ResponseReturnValue:
    """The sign of this site, where an answer names none itself."""
    return redirect(url_for("static", filename="icon.svg"), 301)
