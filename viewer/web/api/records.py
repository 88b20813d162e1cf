"""Records for programs: adding, searching and downloading them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, request, url_for

from notation import read
from notation.text import cut
from notation.wire.judgement import JudgedFile
from notation.wire.record import RecordSchema
from notation.wire.series import SeriesSchema
from notation.wire.shape import dump_as
from viewer.limits import COUNTED_ROWS, judge_record
from viewer.store import Novelty, RecordSight, SearchError, Stored, Tombstone
from viewer.store.access import ANYBODY, EVERYTHING
from viewer.web.access import actor
from viewer.web.adding import keep
from viewer.web.api import shapes
from viewer.web.api.bodies import LINES, answer_as, packed, sent
from viewer.web.api.contract import FILE, Resources
from viewer.web.api.streaming import streamed
from viewer.web.archive.statistics import counted
from viewer.web.caching import tagged
from viewer.web.failures import Problem
from viewer.web.kept import archive, language, record_of, series_named, stored
from viewer.web.moderating import remove_record, set_record_visibility, show_record
from viewer.web.visits import count

records = Resources("records", "Records: sent, searched, and read as they came.")

Asked = Mapping[str, Any]

GAME: Final = b"%SGN 1\n"
"""The line with which a game begins."""
_FIRST: Final = {"id": "$response.body#/records/0/id"}
_DEAL: Final = _FIRST | {"number": 1}
LINKS: Final = {
    **dict.fromkeys(("record", "text", "as_object", "judgement", "compare", "inferred"), _FIRST),
    **dict.fromkeys(("ruling", "disputed", "replay", "solved"), _DEAL),
    "situated": _DEAL | {"moment": "1"},
    "knowledge": _DEAL | {"step": 0, "seat": "A"},
    "step_svg": _DEAL | {"step": 0},
}
"""What can be requested of the first record of an answer."""


# Adding and searching.


@records.take(
    "/records", shapes.AddedGamesSchema, (200, 201), query=shapes.AddQuery, faults=(401, 409), links=LINKS
)
def add(asked: Asked) -> Response:
    """Add records.

    All of them are stored as sent, even with errors; the status is 201 if any is new. After 503, none of them
    was stored. The operator decides who may add, and how much per day.
    """
    data, report = sent()
    added = keep(data, asked["visibility"], asked["beside"])
    new = any(one.novelty is Novelty.NEW for one in added)
    response = answer_as(shapes.AddedGamesSchema, {"records": added, "report": report}, 201 if new else 200)
    if new and len(added) == 1:
        response.headers["Location"] = url_for("records.record", id=added[0].id)
    return response


@records.take("/check", shapes.CheckedGamesSchema, (200,), query=shapes.JudgedQuery)
def check(asked: Asked) -> Response:
    """Judge records without storing them."""
    games = [game for game in read(sent().data) if game.text.strip()]
    count("judged", len(games))
    judged = [JudgedFile("-", judge_record(game, asked.get("rules"))) for game in games]
    return answer_as(shapes.CheckedGamesSchema, {"games": judged})


@records.read("/records", shapes.FoundSchema, query=shapes.SearchQuery, links=LINKS)
def search(asked: Asked) -> Response:
    """Search the public records, page by page.

    `next` leads to the next page, and so on to the end: no record is left out or listed twice, even if others
    are added meanwhile. `order=oldest` lists them in the order in which they were added, and `since` those
    added after one; to mirror the archive use `/changes`, which also reports later changes.
    """
    return _found(asked, ANYBODY)


@records.read("/own-records", shapes.FoundSchema, query=shapes.SearchQuery, faults=(401, 403))
def own_records(asked: Asked) -> Response:
    """Search the records that belong to the key, whatever their visibility."""
    return _found(asked, RecordSight(owner=actor()))


@records.read("/all-records", shapes.FoundSchema, query=shapes.SearchQuery, faults=(401, 403))
def all_records(asked: Asked) -> Response:
    """Search all records; for operators."""
    return _found(asked, EVERYTHING)


def _found(asked: Asked, sight: RecordSight) -> Response:
    with _understood():
        found = archive().search(**_sought(asked), sight=sight)
    if found.next:
        again = {name: value for name, value in request.args.items() if name not in ("page", "cursor")}
        query = urlencode(again | {"cursor": found.next})
        found = replace(found, next=f"{url_for(str(request.endpoint))}?{query}")
    return answer_as(shapes.FoundSchema, found)


@records.read("/changes", shapes.RecordChangesSchema, query=shapes.ChangesQuery)
def changes(asked: Asked) -> Response:
    """List the changes to the public records in order, to mirror them.

    Begin with `since=0`, then use `since` of the last answer, at once while there is `more`. A change with a
    `record` means that it is public, in its present state: replace your copy. One without means that it is
    not: it was hidden, made private or unlisted, or it was `removed`.
    """
    return answer_as(shapes.RecordChangesSchema, archive().changes(asked["since"], asked["size"]))


@records.read("/records.ndjson", FILE, kind=LINES, query=shapes.SoughtQuery, tagged=False)
def export_ndjson(asked: Asked) -> Response:
    """Export all public records found, as sent: an `ExportedRecord` on each line."""
    lines = (packed(dump_as(shapes.ExportedRecordSchema, stored)) + b"\n" for stored in _each(asked))
    return streamed(lines, LINES)


@records.read("/records.sgn", FILE, kind="application/x-sgn", query=shapes.SoughtQuery, tagged=False)
def export_sgn(asked: Asked) -> Response:
    """Export all public records found, as sent, in one SGN file.

    Two records are separated by at least a line end, and a record that does not begin with the first line of
    a game gets such a line; otherwise they are unchanged.
    """
    return streamed((_in_a_file(stored.text) for stored in _each(asked)), "application/x-sgn")


records.shapes.append(shapes.ExportedRecordSchema)


def _sought(asked: Asked) -> dict[str, Any]:
    return {name: value for name, value in asked.items() if name != "lang"}


def _each(asked: Asked) -> Iterator[Stored]:
    """Yield the requested records; the first is fetched at once, while an error can still be reported."""
    with _understood():
        found = archive().each(**_sought(asked))
    return chain(list(islice(found, 1)), found)


@contextmanager
def _understood() -> Iterator[None]:
    """Turn an invalid search into a problem."""
    try:
        yield
    except SearchError as error:
        wrong = {"parameter": error.name, "detail": language().put(error.phrase)}
        raise Problem(422, error.phrase, errors=[wrong]) from None


def _in_a_file(text: bytes) -> bytes:
    """Return a record as it can stand between others."""
    is_game = next(cut(text)).number > 0
    return (b"" if is_game else GAME) + text + (b"" if text.endswith(b"\n") else b"\n")


@records.read("/statistics", shapes.StatisticsSchema, query=shapes.StatisticsQuery)
def statistics(asked: Asked) -> Response:
    """Return the statistics of all deals: wins, closes, claims and marriages, by rule set, year or player."""
    return answer_as(shapes.StatisticsSchema, counted([asked["by"]], COUNTED_ROWS))


@records.read("/series", SeriesSchema, query=shapes.SeriesQuery, faults=(404,))
def series(asked: Asked) -> Response:
    """Return a series of matches, by its name: every match with its result, and the tally.

    It is what `santase score --format json` prints of a series; files are ids of records.
    """
    return answer_as(SeriesSchema, series_named(asked["name"]))


# One record.


@records.read("/records/<id>", shapes.SummarySchema)
def record(_: Asked, id: str) -> Response:
    """Return the summary of a record."""
    kept = stored()
    return tagged(kept, lambda: answer_as(shapes.SummarySchema, kept))


@records.read("/records/<id>/text", FILE, kind="application/x-sgn")
def text(_: Asked, id: str) -> Response:
    """Return the record byte for byte as it was sent."""
    kept = stored()
    return tagged(kept, lambda: Response(kept.text, mimetype="application/x-sgn"), fixed=True)


@records.read("/records/<id>/json", RecordSchema)
def as_object(_: Asked, id: str) -> Response:
    """Return the record as JSON; a problem if not all of it could be read."""
    kept = stored()
    return tagged(kept, lambda: answer_as(RecordSchema, record_of(kept)))


# Moderation.


@records.change("/records/<id>/visibility", "PUT", shapes.SummarySchema, query=shapes.VisibilityQuery)
def set_visibility(asked: Asked, id: str) -> Response:
    """Set the visibility of a record; one that becomes private, or was, gets another id."""
    return answer_as(shapes.SummarySchema, set_record_visibility(asked["to"]))


@records.change("/records/<id>/hidden", "PUT", shapes.SummarySchema, query=shapes.HiddenQuery)
def set_hidden(asked: Asked, id: str) -> Response:
    """Hide a record from all but its owner and operators, or show it again."""
    return answer_as(shapes.SummarySchema, show_record(asked["to"], asked["reason"]))


@records.change("/records/<id>", "DELETE", shapes.RemovedSchema, query=shapes.ReasonQuery)
def remove(asked: Asked, id: str) -> Response:
    """Remove a record for good; its id and the reason remain, and are shown instead of it."""
    gone: Tombstone = remove_record(asked["reason"])
    return answer_as(shapes.RemovedSchema, gone)
