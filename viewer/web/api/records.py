"""Records for programs: sent, searched, read, and what the referee says of each."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any, Final

from flask import Response, current_app, g, url_for

from notation import Judgement, catalogue, judge, read
from notation.accounts import Account, account, judge_in_full
from notation.findings import Fact, Phrase
from notation.jsonform import dump
from notation.parting import PacksError, compare_rules
from notation.words import by_seat, seat_letter
from referee.rules import RuleSet
from viewer.languages import Language
from viewer.replay.script import script
from viewer.reports import as_json
from viewer.rulings import comparison, pins
from viewer.store import Listed, Novelty, SearchError, Store, Stored
from viewer.web.api.answers import answer
from viewer.web.api.bodies import findings, refusal, sent
from viewer.web.api.contract import TEXT_ITSELF, Resources
from viewer.web.api.documents import ComparisonSchema, ScriptSchema
from viewer.web.api.headers import tagged
from viewer.web.api.shapes import (
    AddedListSchema,
    CheckedSchema,
    ComparedQuery,
    FoundSchema,
    JudgedQuery,
    RecordSchema,
    SearchQuery,
    SummarySchema,
)
from viewer.web.failures import Problem

records = Resources("records", "Records, and what the referee says of them.")

MOST_DEALS: Final = 32
"""Deals of a game that is put under several rule sets; it takes long."""

Asked = Mapping[str, Any]


def _archive() -> Store:
    store: Store = current_app.extensions["archive"]
    return store


def _language() -> Language:
    spoken: Language = g.language
    return spoken


# Sending and searching.


@records.take("/records", AddedListSchema, (200, 201))
def add(_: Asked) -> Response:
    """Keep records.

    All of them are kept as they are, whatever is wrong with them; the status is 201 where any is new.
    """
    added = _archive().add(sent())
    new = any(one.novelty is Novelty.NEW for one in added)
    shapes = [
        {
            "id": one.id,
            "digest": one.digest,
            "number": one.number,
            "novelty": one.novelty.value,
            "errors": one.errors,
            "findings": one.findings,
        }
        for one in added
    ]
    response = answer({"records": shapes}, 201 if new else 200)
    if new and len(added) == 1:
        response.headers["Location"] = url_for("records.record", id=added[0].id)
    return response


@records.take("/check", CheckedSchema, (200,), query=JudgedQuery)
def check(asked: Asked) -> Response:
    """Judge records without keeping them."""
    games = (game for game in read(sent()) if game.text.strip())
    return answer({"games": [as_json("-", judge(game, imposed=asked.get("imposed"))) for game in games]})


@records.read("/records", FoundSchema, query=SearchQuery)
def search(asked: Asked) -> Response:
    """The records that fulfil all that is asked, a page of them."""
    try:
        found = _archive().search(**{name: value for name, value in asked.items() if name != "lang"})
    except SearchError as error:
        name, _, why = str(error).partition(": ")
        wrong = {"parameter": name, "detail": why}
        raise Problem(422, str(error), errors=[wrong]) from None
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


def _stored(id: str) -> Stored:
    found = _archive().get(id)
    if found is None:
        raise Problem(404, Phrase("There is no record of this id, or there are several whose ids begin so."))
    return found


def _name(stored: Stored) -> str:
    """What a record is called where a file is named."""
    return f"{stored.id[:16]}.sgn"


@records.read("/records/<id>", SummarySchema, tagged=True, faults=(404,))
def record(_: Asked, id: str) -> Response:
    """What a list says of a record."""
    stored = _stored(id)
    return tagged(stored, lambda: answer(_summary(stored)))


@records.read("/records/<id>/text", TEXT_ITSELF, kind="application/x-sgn", tagged=True, faults=(404,))
def text(_: Asked, id: str) -> Response:
    """The record as it came, byte for byte."""
    stored = _stored(id)
    return tagged(stored, lambda: Response(stored.text, mimetype="application/x-sgn"), fixed=True)


@records.read("/records/<id>/json", RecordSchema, tagged=True, faults=(404,))
def as_object(_: Asked, id: str) -> Response:
    """The record as JSON; a problem where not all of it could be read."""
    stored = _stored(id)

    def make() -> Response:
        game = next(read(stored.text))
        if game.record is None:
            raise refusal([game])
        return answer(dump(game.record))

    return tagged(stored, make)


@records.read("/records/<id>/judgement", "Judgement", query=JudgedQuery, tagged=True, faults=(404,))
def judgement(asked: Asked, id: str) -> Response:
    """What the referee says of a record, as `santase check --format json` prints it."""
    stored = _stored(id)
    rules = asked.get("imposed")
    return tagged(
        stored, lambda: answer(as_json(_name(stored), judge(next(read(stored.text)), imposed=rules)))
    )


def _deal(stored: Stored, number: int, imposed: RuleSet | None) -> Account:
    """The account of a deal; a Problem where it is not there, or cannot be judged."""
    found = judge(next(read(stored.text)), imposed=imposed)
    if found.rules is None or found.game.draft is None:
        raise _unjudged(found)
    if not 1 <= number <= len(found.deals):
        facts: dict[str, Fact] = {"number": number, "deals": len(found.deals)}
        raise Problem(404, Phrase("This record has no deal {number}: it has {deals}.", facts))
    if any(finding.code is catalogue.MORE for finding in found.findings):
        found = judge_in_full(found.game, found.rules)
    return account(found, number)


def _unjudged(found: Judgement) -> Problem:
    told = [(found.game, finding) for finding in found.findings]
    kind = next((finding.code for finding in found.findings if finding.is_error), None)
    return Problem(422, Phrase("This record cannot be judged."), kind, findings=findings(told))


@records.read(
    "/records/<id>/deals/<int:number>/ruling", "Ruling", query=JudgedQuery, tagged=True, faults=(404,)
)
def ruling(asked: Asked, id: str, number: int) -> Response:
    """The ruling of a deal, as `santase explain --format json` prints it."""
    stored = _stored(id)
    return tagged(
        stored, lambda: answer(pins.as_json(_deal(stored, number, asked.get("imposed")), _language()))
    )


@records.read(
    "/records/<id>/deals/<int:number>/script",
    ScriptSchema,
    query=JudgedQuery,
    tagged=True,
    faults=(404,),
)
def replay(asked: Asked, id: str, number: int) -> Response:
    """A deal step by step: what is done, in words, and what lies where then."""
    stored = _stored(id)

    def make() -> Response:
        return answer(script(_deal(stored, number, asked.get("imposed")), _language()))

    return tagged(stored, make)


@records.read("/records/<id>/comparison", ComparisonSchema, query=ComparedQuery, tagged=True, faults=(404,))
def compare(asked: Asked, id: str) -> Response:
    """The same play under several rule sets, as `santase compare --format json` prints it."""
    stored = _stored(id)

    def make() -> Response:
        game = next(read(stored.text))
        if game.draft is None:
            raise _unjudged(judge(game))
        if len(game.draft.deals) > MOST_DEALS:
            most = {"number": MOST_DEALS}
            raise Problem(
                422, Phrase("At most {number} deals can be put under several rule sets at once.", most)
            )
        try:
            compared = compare_rules(game, asked.get("rules", ()))
        except PacksError as error:
            raise Problem(422, error.phrase) from None
        return answer(comparison.as_json(compared, _language(), _name(stored)))

    return tagged(stored, make)
