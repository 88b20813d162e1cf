"""Endpoints for operators: liveness, readiness, metrics and state."""

import os
from datetime import datetime

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from notation.findings import Phrase
from viewer.documents.document import Column, DataTable, Document, Heading, Item, Listing, Part
from viewer.documents.languages import Language
from viewer.documents.limits import limits_table
from viewer.store.summaries import program
from viewer.web.callers import is_operator, may_read_metrics
from viewer.web.failures import FRESH, Problem
from viewer.web.kept import archive, language
from viewer.web.server.watching import Watch

operations = Blueprint("operations", __name__)


def watched() -> Watch:
    """Return the monitoring data of this process."""
    found: Watch = current_app.extensions["watch"]
    return found


@operations.get("/live")
def live() -> ResponseReturnValue:
    """Answer the liveness probe, whatever the state of the archive; redirect browsers to the live matches."""
    if "text/html" in request.headers.get("Accept", ""):
        return redirect(url_for("live.matches"))
    return _said("ok")


@operations.get("/health")
def health() -> ResponseReturnValue:
    """Report whether the archive can be read."""
    archive().check()
    return _said("ok")


@operations.get("/ready")
def ready() -> ResponseReturnValue:
    """Report whether the archive can be read and written; tries to write at most once a second.

    A read-only archive is ready once it can be read.
    """
    archive().check()
    if not archive().read_only and not watched().can_write(archive()):
        raise Problem(503, Phrase("The archive can be read, but nothing can be added to it now."))
    return _said("ok")


def _said(text: str) -> Response:
    return Response(f"{text}\n", mimetype="text/plain", headers=FRESH)


@operations.get("/metrics")
def metrics() -> ResponseReturnValue:
    """Return the metrics of the server for Prometheus."""
    if not may_read_metrics(current_app.extensions["config"].metrics):
        raise NotFound
    figures = watched().metrics
    return Response(figures.text(archive()), content_type=figures.kind, headers=FRESH)


@operations.get("/state")
def state() -> ResponseReturnValue:
    """Show the state of the server to its operator."""
    if not is_operator():
        raise NotFound
    spoken = language()
    page = render_template("state.html", document=Document(spoken.say("State"), _parts(spoken), spoken.code))
    return Response(page, headers=FRESH)


def _parts(spoken: Language) -> tuple[Part, ...]:
    here, kept = watched(), archive().state()
    inside = here.pool.inside if here.pool else 0
    lines = (
        spoken.say("Program: {program}", program=program()),
        spoken.say("Worker: {number}, since {moment}", number=os.getpid(), moment=_moment(here.began)),
        spoken.say("Database: {kind}, {number} bytes", kind=kept.kind, number=kept.size),
        spoken.say("Records: {number}", number=kept.records),
        spoken.say("Last record: {moment}", moment=_moment(kept.last) if kept.last else "–"),
        spoken.say("Last backup: {moment}", moment=_moment(kept.backup) if kept.backup else "–"),
        spoken.say("Long questions waiting or being answered: {number}", number=inside),
    )
    titles = (Phrase("when"), Phrase("request"), Phrase("route"), Phrase("status"), Phrase("kind"))
    columns = tuple(Column(spoken.put(title)) for title in titles)
    rows = tuple(
        (_moment(each.at), each.id, each.route, str(each.status), each.kind) for each in reversed(here.errors)
    )
    return (
        Listing(tuple(map(Item, lines))),
        Heading(spoken.say("The last errors of this worker")),
        DataTable(columns, rows),
        Heading(spoken.say("Limits")),
        limits_table(here.settings, spoken),
    )


def _moment(at: datetime) -> str:
    return at.isoformat(" ", "seconds")
