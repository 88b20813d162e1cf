"""The API of tournaments: many matches opened at once, and followed together by one arbiter.

Who meets whom, and what a table of results is made of, is for other programs.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from functools import partial
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from flask import Response, request

from notation.corpus import no_formula
from notation.findings import Phrase
from notation.live.events import result_of
from notation.record import SEAT_LETTERS
from notation.wire.shape import dump_as
from notation.wire.table import ARBITER_WORD
from referee.cards import Seat
from viewer.limits import LIVE_ERRORS, LIVE_TOURNAMENT, LIVE_TOURNAMENT_BODY
from viewer.store import Key, Store
from viewer.store.journal import Overtaken, new_token, token_digest
from viewer.store.tournaments import Tournament, derived, request_digest, token_of
from viewer.web.api.bodies import JSON, LINES, answer, answer_as, loaded, not_understood
from viewer.web.api.contract import FILE
from viewer.web.failures import Problem
from viewer.web.kept import language
from viewer.web.live import roles
from viewer.web.live.match_shapes import RenewedSchema
from viewer.web.live.matches import PREFIX, followed, form_asked, live_resources, signed
from viewer.web.live.opening import Asked, PreparedMatch, Within, prepare, sent_object
from viewer.web.live.pairings import COLUMNS, Wanted, read_pairings
from viewer.web.live.room import Caller, Shown
from viewer.web.live.streams import FORMS, Rendered, Stream
from viewer.web.live.tournament_shapes import (
    NewRoundSchema,
    NewTournamentSchema,
    OpenedTournamentSchema,
    PairedMatchSchema,
    TournamentHeadSchema,
    TournamentResultsSchema,
    TournamentSchema,
)

CSV: Final = "text/csv"
RESULT_COLUMNS: Final = (
    *("winner", "ending", "identified", "confirmed", "match", "record", "version", "head", "key"),
    "signature",
)
KEY_USED: Final = Phrase("Another request was sent with this key before.")
TOO_MANY: Final = Phrase("One request opens at most {number} matches.", {"number": LIVE_TOURNAMENT})

tournaments = live_resources("tournaments", "Tournaments: many live matches with one arbiter.")


# Opening.


@tournaments.send(
    "/tournaments",
    OpenedTournamentSchema,
    body=NewTournamentSchema,
    status=201,
    faults=(400, 401, 403, 409, 413, 415),
)
def open_tournament(_: Asked) -> Response:
    """Open a tournament with its matches; the answer has the keys, shown only this once.

    All matches are opened or, if anything is wrong, none. A guest's count as so many that he opens.
    """
    key = roles.opener()
    asked = loaded(NewTournamentSchema, _sent())
    owner, secret = key.name if key else "", asked.get("key") or new_token()
    opened_by = request_digest(owner, secret)
    wanted = _matches(asked)
    while True:
        known = roles.hall().store.tournaments.opened_by(opened_by)
        if known is None and key is None:
            roles.limiter().open(max(0, len(wanted) - 1))
        tournament = known or _new(asked, owner, secret, opened_by)
        prepared = list(_prepared(asked, wanted, tournament, secret, key))
        if (tournament.name, tournament.public) != (asked["name"], asked.get("public", True)):
            raise _key_used()
        try:
            roles.hall().journal.create_all([each.match for each in prepared], tournament)
        except Overtaken:
            if known is None:
                continue  # the same request was faster
            _check_repeated(tournament, prepared, secret)
        return _opened(tournament, prepared, key=token_of(tournament.salt, secret, "", ARBITER_WORD))


@tournaments.send(
    "/tournaments/<tournament>/matches",
    OpenedTournamentSchema,
    body=NewRoundSchema,
    status=201,
    faults=(400, 401, 403, 404, 409, 413, 415),
)
def add_matches(_: Asked, tournament: str) -> Response:
    """Add matches to a tournament, as of a later round; for its arbiter, or for who opened it."""
    found, caller = _to_direct(tournament)
    asked = loaded(NewRoundSchema, _sent())
    secret = asked.get("key") or new_token()
    wanted = _matches(asked)
    if not found.owner:
        roles.limiter().open(len(wanted))
    prepared = list(_prepared(asked, wanted, found, secret, caller.person))
    try:
        roles.hall().journal.create_all([each.match for each in prepared])
    except Overtaken:
        _check_repeated(found, prepared, secret)
    return _opened(found, prepared)


def _to_direct(id: str) -> tuple[Tournament, Caller]:
    """Return a tournament and its arbiter, opener or an operator; raise a Problem for other callers."""
    found, caller = roles.tournament_and_caller(id)
    if not roles.is_owner(caller.person, found.owner):
        roles.arbiter(caller.seat)
    return found, caller


def _sent() -> dict[str, Any]:
    request.max_content_length = LIVE_TOURNAMENT_BODY
    return sent_object()


def _new(asked: Asked, owner: str, secret: str, opened_by: bytes) -> Tournament:
    salt = roles.hall().draw(32)
    token = token_of(salt, secret, "", ARBITER_WORD)
    return Tournament(
        roles.hall().draw(8).hex(),
        asked["name"],
        owner,
        roles.hall().moment(),
        asked.get("public", True),
        token_digest(token),
        salt,
        opened_by,
    )


def _prepared(
    asked: Asked, wanted: Sequence[Wanted], tournament: Tournament, secret: str, opener: Key | None
) -> Iterator[PreparedMatch]:
    """Yield the matches that are asked for; raise a Problem that says what is wrong with any of them."""
    terms = {name: said for name, said in asked.items() if name in PairedMatchSchema().fields}
    wrong: dict[str, str] = {}
    for number, (said, place) in enumerate(wanted):
        match = _match_id(tournament, secret, number)
        try:
            whole = {"rules": ""} | terms | loaded(PairedMatchSchema, said)
            tags = {name.title(): whole[name] for name in ("round", "board") if whole.get(name)}
            whole["tags"] = asked.get("tags", {}) | {"Tournament": tournament.name} | tags
            whole["public"] = tournament.public
            if asked.get("identified"):
                whole["people"] = dict(zip(SEAT_LETTERS, whole.get("names", ()), strict=False))
            token = partial(token_of, tournament.salt, secret, match)
            yield prepare(whole, opener, Within(tournament.id, tournament.owner, match, token))
        except Problem as problem:
            if problem.code != HTTPStatus.UNPROCESSABLE_ENTITY:
                raise
            for each in problem.errors or [{"parameter": "", "detail": language().put(problem.detail)}]:
                name, detail = each["parameter"], each["detail"]
                member = name.partition(".")[0]
                wrong[name if member in terms and member not in said else place(name)] = detail
    if wrong:
        raise not_understood(dict(islice(wrong.items(), LIVE_ERRORS)))


def _matches(asked: Asked) -> list[Wanted]:
    matches = enumerate(asked.get("matches", ()))
    wanted: list[Wanted] = [(said, partial("matches.{}.{}".format, number)) for number, said in matches]
    wanted += read_pairings(asked.get("pairings", ""))
    if len(wanted) > LIVE_TOURNAMENT:
        raise not_understood({"pairings": language().put(TOO_MANY)})
    return wanted


def _match_id(tournament: Tournament, secret: str, number: int) -> str:
    return derived(tournament.salt, secret, "match", str(number))[:8].hex()


def _check_repeated(tournament: Tournament, prepared: Sequence[PreparedMatch], secret: str) -> None:
    """Raise a Problem unless as many matches with the same places and rules were opened with this key."""
    known = {each.id: each.listing for each in roles.hall().journal.of_tournament(tournament.id)}
    for each in prepared:
        found = known.get(each.match.id)
        if found is None or found != each.match.listing._replace(opened=found.opened, names=found.names):
            raise _key_used()
    if _match_id(tournament, secret, len(prepared)) in known:
        raise _key_used()


def _key_used() -> Problem:
    return Problem(409, KEY_USED, word="key-used")


def _opened(tournament: Tournament, prepared: Sequence[PreparedMatch], **more: str) -> Response:
    matches = [
        each.told() | {name: getattr(each.match.listing, name) for name in ("round", "board", "names")}
        for each in prepared
    ]
    response = answer_as(OpenedTournamentSchema, {"id": tournament.id, "matches": matches, **more}, 201)
    response.headers["Location"] = f"{PREFIX}/tournaments/{tournament.id}"
    return response


# Following.


@tournaments.read("/tournaments/<tournament>", TournamentSchema)
def tournament(_: Asked, tournament: str) -> Response:
    """Return a tournament, and how each of its matches stands, as far as the caller may know it."""
    found, caller = roles.tournament_and_caller(tournament)
    reader = caller.seat
    roles.limiter().read(found.id, reader)
    boards = [room.board(reader) for room in roles.hall().rooms_of(found.id, reader)]
    return answer_as(TournamentSchema, found._asdict() | {"boards": boards})


@tournaments.read("/tournaments/<tournament>/results", TournamentResultsSchema, faults=(406,))
def results(_: Asked, tournament: str) -> Response:
    """Return the results of the matches that are over: JSON, or CSV if `Accept` asks for `text/csv`.

    The signature of the whole covers those of the matches; in CSV each line has that of its match.
    """
    found, caller = roles.tournament_and_caller(tournament)
    form = form_asked((JSON, CSV))
    roles.limiter().read(found.id, caller.seat)
    told: list[dict[str, Any]] = []
    for room in roles.hall().rooms_of(found.id, caller.seat):
        with room.lock:
            room.catch_up()
            seen = room.seen_by(caller.seat)
            if seen.table.ending is not None:
                told.append(signed(result_of(seen, room.id)))
    if form == CSV:
        return Response(_as_csv(told), mimetype=CSV)
    return answer(signed({"tournament": found.id, "name": found.name, "results": told}))


def _as_csv(told: Sequence[dict[str, Any]]) -> str:
    """Return results as a table, with a column for every seat and for the score of every side."""
    rows = [
        {name: each[name] for name in (*COLUMNS[:2], *RESULT_COLUMNS) if name in each}
        | dict(zip(SEAT_LETTERS, each["names"], strict=False))
        | {f"score {side}": points for side, points in each["score"].items()}
        | {name: "".join(each[name]) for name in ("identified", "confirmed")}
        for each in told
    ]
    for row in rows:
        row |= {name: no_formula(row[name]) for name in COLUMNS if name in row}
    columns = (*COLUMNS, *(f"score {seat}" for seat in SEAT_LETTERS), *RESULT_COLUMNS)
    used = [name for name in columns if any(name in row for row in rows)]
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, used, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return sheet.getvalue()


@tournaments.read(
    "/tournaments/<tournament>/events",
    FILE | {"description": "Events as lines of JSON, or as server-sent events."},
    kind=LINES,
    faults=(406,),
)
def tournament_events(_: Asked, tournament: str) -> Response:
    """Follow a tournament: an event `tournament`, then a `board` for each match and whatever happens there.

    `Accept` chooses `application/x-ndjson` or `text/event-stream`. Every `board` says how its match stands;
    after a disconnection it begins again.
    """
    found, caller = roles.tournament_and_caller(tournament)
    reader = caller.seat
    form = form_asked(FORMS[:2])
    roles.limiter().read(found.id, reader)
    return followed(
        form,
        reader,
        roles.hall().streams_of_tournament(found.id, reader),
        roles.hall().leave_tournament,
        partial(_follow, found, reader, roles.what_is_shown()),
    )


def _follow(tournament: Tournament, reader: Seat, shown: Shown | None, stream: Stream) -> None:
    stream.may_go_on = partial(_may_go_on, roles.hall().store, tournament.id, shown)
    shape = dump_as(TournamentHeadSchema, tournament)
    stream.put(Rendered.of({"event": "tournament", **shape}), bounded=False)
    roles.hall().follow_tournament(stream, tournament.id, reader)


def _may_go_on(store: Store, id: str, shown: Shown | None) -> bool:
    """Return whether somebody who follows a tournament may still do so."""
    found = store.tournaments.find(id)
    if shown is None or found is None:
        return found is not None
    return shown.directs(found) or shown.key(store.keys) is not None


# Keys.


@tournaments.send("/tournaments/<tournament>/key", RenewedSchema, faults=(401, 403, 404))
def renew_tournament(_: Asked, tournament: str) -> Response:
    """Give the arbiter of a tournament a new key and invalidate the old one; for the same callers."""
    found, _caller = _to_direct(tournament)
    token = new_token()
    roles.hall().store.tournaments.renew(found.id, token_digest(token))
    roles.hall().forget_arbiter(found.id)
    return answer({"role": ARBITER_WORD, "key": token})
