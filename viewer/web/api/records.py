"""Records for programs: sent, searched, and read as they came."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from flask import Response, url_for

from notation import read
from notation.record import by_seat, seat_letter
from notation.wire import dump
from viewer.documents.reports import as_json
from viewer.limits import judge_record
from viewer.store import Listed, Novelty, SearchError
from viewer.web.api.answers import answer
from viewer.web.api.bodies import sent
from viewer.web.api.contract import TEXT_ITSELF, Resources
from viewer.web.api.shapes import (
    AddedListSchema,
    CheckedSchema,
    FoundSchema,
    JudgedQuery,
    RecordSchema,
    SearchQuery,
    SummarySchema,
)
from viewer.web.caching import tagged
from viewer.web.failures import Problem
from viewer.web.kept import archive, language, record_of, stored

records = Resources("records", "Records: sent, searched, and read as they came.")

Asked = Mapping[str, Any]


# Sending and searching.


@records.take("/records", AddedListSchema, (200, 201))
def add(_: Asked) -> Response:
    """Keep records.

    All of them are kept as they are, whatever is wrong with them; the status is 201 where any is new.
    """
    data, report = sent()
    added = archive().add(data, at_once=True)
    new = any(one.novelty is Novelty.NEW for one in added)
    shapes = [
        {
            "id": one.id,
            "digest": one.digest,
            "number": one.number,
            "novelty": one.novelty.value,
            "errors": one.summary.errors,
            "findings": one.summary.findings,
        }
        for one in added
    ]
    told = [entry.as_json() for entry in report]
    response = answer({"records": shapes, "report": told}, 201 if new else 200)
    if new and len(added) == 1:
        response.headers["Location"] = url_for("records.record", id=added[0].id)
    return response


@records.take("/check", CheckedSchema, (200,), query=JudgedQuery)
def check(asked: Asked) -> Response:
    """Judge records without keeping them."""
    games = [game for game in read(sent().data) if game.text.strip()]
    return answer({"games": [as_json("-", judge_record(game, asked.get("imposed"))) for game in games]})


@records.read("/records", FoundSchema, query=SearchQuery)
def search(asked: Asked) -> Response:
    """The records that fulfil all that is asked, a page of them."""
    try:
        found = archive().search(**{name: value for name, value in asked.items() if name != "lang"})
    except SearchError as error:
        wrong = {"parameter": error.name, "detail": language().put(error.phrase)}
        raise Problem(422, error.phrase, errors=[wrong]) from None
    listed = [_summary(record) for record in found.records]
    return answer({"total": found.total, "page": found.page, "size": found.size, "records": listed})


def _summary(listed: Listed) -> dict[str, Any]:
    said = listed.summary
    score = tuple(map(int, said.score.split("-"))) if said.score else ()
    return {
        "id": listed.id,
        "added": listed.added.astimezone(UTC).isoformat(),
        **{name: getattr(said, name) or None for name in ("event", "site", "date", "round")},
        "players": {seat_letter(seat): name for seat, name in enumerate(said.players) if name},
        "rules": said.rules or None,
        "deals": said.deals,
        "result": said.result or None,
        "score": by_seat(score),
        "winner": seat_letter(said.winner) if said.winner >= 0 else None,
        "whole": said.whole,
        "errors": said.errors,
        "findings": said.findings,
    }


# One record.


@records.read("/records/<id>", SummarySchema, tagged=True, faults=(404,))
def record(_: Asked, id: str) -> Response:
    """What a list says of a record."""
    kept = stored(id)
    return tagged(kept, lambda: answer(_summary(kept)))


@records.read("/records/<id>/text", TEXT_ITSELF, kind="application/x-sgn", tagged=True, faults=(404,))
def text(_: Asked, id: str) -> Response:
    """The record as it came, byte for byte."""
    kept = stored(id)
    return tagged(kept, lambda: Response(kept.text, mimetype="application/x-sgn"), fixed=True)


@records.read("/records/<id>/json", RecordSchema, tagged=True, faults=(404,))
def as_object(_: Asked, id: str) -> Response:
    """The record as JSON; a problem where not all of it could be read."""
    kept = stored(id)
    return tagged(kept, lambda: answer(dump(record_of(kept))))
