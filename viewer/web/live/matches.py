"""The API of live matches: opening, playing, following and reading them from their journals.

Every answer contains only what the reader may know; a refusal reveals nothing about cards that the caller may
not see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from socket import socket
from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, current_app, request, url_for
from marshmallow import ValidationError
from werkzeug.exceptions import NotAcceptable

from notation.findings import Phrase
from notation.live.events import result_of
from notation.live.journal import dump_line
from notation.live.record import record_of, record_so_far, text_of
from notation.record import SEAT_LETTERS
from notation.rulings import Account
from notation.text import write
from notation.wire.dispute import DisputesSchema
from notation.wire.events import AcceptedSchema, MatchResultSchema
from notation.wire.record import RecordSchema
from notation.wire.ruling import RulingSchema, dump_ruling
from notation.wire.table import (
    ARBITER_WORD,
    RequestSchema,
    dump_table_ruling,
    legal_words,
    maker_word,
    read_action_at,
    read_maker,
    word_of_action,
)
from referee.cards import NOBODY, SEATS, Seat
from referee.codes import STALE, Ruling
from referee.table import ARBITER, Mode, Proposal, Refused, Table
from viewer.limits import LIVE_LINES, LIVE_ROLE_STREAMS, RETRY_SECONDS
from viewer.store.journal import ListedMatch, rematch_id
from viewer.web.api.bodies import JSON, LINES, answer, answer_as, loaded, not_understood, packed
from viewer.web.api.contract import FILE, Resources, read_examples
from viewer.web.api.rulings import answered
from viewer.web.api.shapes import DisputedLiveQuery
from viewer.web.failures import PROBLEM, Problem
from viewer.web.kept import UnkeptRecord, deal, language
from viewer.web.live import roles
from viewer.web.live.match_shapes import (
    ForQuery,
    JournalQuery,
    LegalSchema,
    ListedMatchesSchema,
    ListQuery,
    MatchStateSchema,
    NewMatchSchema,
    NextMatchSchema,
    OpenedSchema,
    RecordQuery,
    RefusalProblemSchema,
    SinceQuery,
    WhyQuery,
    WhySchema,
)
from viewer.web.live.opening import links, prepare, sent_object
from viewer.web.live.pump import Pump
from viewer.web.live.streams import FORMS, TEXT, Stream
from viewer.web.server.workers import HandedOver
from viewer.web.visits import request_id

PREFIX: Final = "/api/v1/live"
PLAIN: Final = "text/plain"
OTHER_MATCH: Final = Phrase("This is the id of an event of another match.")
BAD_EVENT: Final = Phrase("This is not the id of an event.")
FULL: Final = Phrase("Too many people are following live matches now. Please try again later.")
GOES_ON: Final = Phrase("This match is not over yet.")
NO_REMATCH: Final = Phrase("No match follows this one.")
REFUSED: Final = Phrase("The table refuses that.")


def live_resources(name: str, about: str) -> Resources:
    """Return resources of live matches, with examples of their own and answers that nobody stores."""
    return Resources(
        name, about, PREFIX, read_examples(Path(__file__).with_name("examples.json")), tagged=False
    )


matches = live_resources("matches", "Live matches: opened, played, followed and read.")

Asked = Mapping[str, Any]


# Opening and listing.


@matches.send("/matches", OpenedSchema, body=NewMatchSchema, status=201, faults=(400, 401, 403, 413, 415))
def open_match(_: Asked) -> Response:
    """Open a match; the answer has a key for each seat and one for the arbiter, shown only this once.

    Give each player the key of their seat. Readers without a key are watchers. There is no key for the seats
    of built-in players, nor for those that are free: whoever comes first takes one.
    """
    key = roles.opener()
    prepared = prepare(loaded(NewMatchSchema, sent_object()), key)
    roles.hall().journal.create_all([prepared.match])
    roles.hall().begin(prepared.match.id, "" if key else roles.limiter().address())
    response = answer(prepared.told())
    response.status_code = 201
    response.headers["Location"] = url_for("matches.match", match=prepared.match.id)
    return response


@matches.read("/matches", ListedMatchesSchema, query=ListQuery, faults=(401,))
def all_matches(asked: Asked) -> Response:
    """List the public matches, last opened first; `open` selects running or finished ones.

    With `mine`, and the key of a person, these are that person's, and say for whom they wait.
    """
    size, who = asked["size"], roles.person() if asked["mine"] else None
    if asked["mine"] and who is None:
        raise roles.needs_token()
    found = roles.hall().journal.matches(
        is_open=asked.get("open"),
        person=who.name if who else "",
        now=roles.hall().moment(),
        size=size + 1,
        **{name: asked.get(name, "") for name in ("tournament", "round", "board", "after")},
    )
    following = ""
    if len(found) > size:
        found = found[:size]
        again = {name: said for name, said in request.args.items() if name != "after"}
        following = f"{url_for('matches.all_matches')}?{urlencode(again | {'after': found[-1].id})}"
    listed = roles.hall().journal.with_seats(found, who.name if who else "")
    if who:
        listed = [each._replace(awaited=_awaited(each)) if each.open else each for each in listed]
    return answer_as(ListedMatchesSchema, {"matches": listed, "next": following})


def _awaited(listed: ListedMatch) -> tuple[str, ...]:
    """Return the seats for which a match waits, as far as the person whose it is may know."""
    room = roles.hall().room(listed.id)
    if room is None:
        return ()
    with room.lock:
        seen = room.seen_by(read_maker(listed.own) if listed.own else NOBODY)
        return tuple(map(maker_word, seen.awaited))


# Playing.


@matches.read("/matches/<match>", MatchStateSchema)
def match(_: Asked, match: str) -> Response:
    """Return the state of a match, as far as the caller may know it."""
    room, caller = roles.room_and_caller(match)
    owner = roles.listing_of(room).owner
    is_told = owner and (caller.role == ARBITER_WORD or roles.is_owner(caller.person, owner))
    return answer(room.snapshot(caller.seat) | ({"owner": owner} if is_told else {}))


@matches.send(
    "/matches/<match>/actions",
    AcceptedSchema,
    body=RequestSchema,
    faults=(400, 401, 403, 404, 413, 415),
    refusal=RefusalProblemSchema,
)
def act(_: Asked, match: str) -> Response:
    """Do something at the table: an action of the deal, or one of the others that `do` names.

    Give the `version` of the table that it is meant for: if the table has changed since, it is refused with
    409. Or give it a unique `key`: a request repeated with the same key is done once and answered as before.
    """
    room, reader = roles.room_and_reader(match)
    by = roles.player(reader)
    roles.limiter().ask(match, by)
    found = sent_object()
    if found.get("offer") == Proposal.REMATCH.value:
        roles.limiter().open()
    roles.hall().give_back(room)
    try:
        asked = room.ask(by, found, language())
    except ValidationError as error:
        raise not_understood(error.messages) from None
    roles.hall().keep_house(room)
    outcome = "refused" if isinstance(asked.answer, Refused) else "accepted"
    current_app.extensions["watch"].metrics.asked.labels(outcome).inc()
    if isinstance(asked.answer, Refused):
        return _refused(asked.answer.ruling, asked.event)
    return answer(asked.event)


def _refused(ruling: Ruling, event: dict[str, Any]) -> Response:
    """Return the problem of a request that the table refuses."""
    status = 409 if ruling.code is STALE else 422
    told = {name: said for name, said in event.items() if name != "event"}
    code = ruling.code.id
    problem = {
        "type": f"/api/v1/codes/{code}",
        "title": language().put(REFUSED),
        "status": status,
        "detail": event["ruling"]["says"],
        "code": code,
        **request_id(),
    }
    return Response(packed(problem | told), status, mimetype=PROBLEM)


@matches.read("/matches/<match>/legal", LegalSchema, query=ForQuery, faults=(401, 403))
def legal(asked: Asked, match: str) -> Response:
    """List the legal actions of the key's seat, besides resigning."""
    room, reader = roles.room_and_reader(match)
    with room.lock:
        table = room.match.table
        seat = _seat_asked(table, reader, asked)
        return answer({"version": table.version, "legal": legal_words(table, seat, reader)})


@matches.read("/matches/<match>/why", WhySchema, query=WhyQuery, faults=(401, 403))
def why(asked: Asked, match: str) -> Response:
    """Explain why the key's seat may not do something now, as far as it may know."""
    room, reader = roles.room_and_reader(match)
    with room.lock:
        table = room.match.table
        seat = _seat_asked(table, reader, asked)
        try:
            action = read_action_at(table, asked["action"])
        except ValueError as error:
            raise not_understood({"action": error}) from None
        ruling = table.why_not(action, seat, reader)
        told = ruling and dump_table_ruling(ruling, table, language())
        word = word_of_action(action, table.trump, table.rules)
        return answer({"version": table.version, "action": word, "legal": ruling is None, "ruling": told})


def _seat_asked(table: Table, reader: Seat, asked: Asked) -> Seat:
    """Return the seat in question: one's own, or the one that the arbiter of a scorer's table names."""
    seat = roles.player(reader)
    if "seat" in asked:
        named = SEATS[SEAT_LETTERS.index(asked["seat"])]
        if named != seat and not (
            seat == ARBITER and table.mode is Mode.SCORER and named < table.rules.seats
        ):
            raise Problem(403, roles.NOT_FOR_YOU, word="not-allowed")
        return named
    return seat


# Following.


@matches.read(
    "/matches/<match>/events",
    FILE | {"description": "Events as lines of JSON, or as server-sent events; or the match as SGN."},
    query=SinceQuery,
    kind=LINES,
    faults=(406, 409, 410),
)
def events(asked: Asked, match: str) -> Response:
    """Follow a match: its state, every entry from now on, and its end.

    `Accept` chooses `application/x-ndjson` or `text/event-stream`. `since`, or the header `Last-Event-ID`,
    resumes after an event, without a snapshot. When nothing happens, a meaningless line is sent every five
    seconds. With `application/x-sgn` or `text/plain` it is the match as SGN, line by line from its start.
    """
    room, reader = roles.room_and_reader(match)
    kind = form_asked((*FORMS, PLAIN))
    form = TEXT if kind == PLAIN else kind
    since = _since(match, asked)
    if since is not None and form != TEXT and not room.keeps(reader, language().code, since):
        roles.limiter().read(match, reader)
    shown = roles.what_is_shown()

    def follow(stream: Stream) -> None:
        stream.may_go_on = lambda: shown is None or room.caller(shown) is not None
        if form == TEXT:
            room.follow_text(stream, reader)
        else:
            room.follow(stream, reader, language().code, since)

    own = () if reader == NOBODY else room.streams(maker_word(reader))
    response = followed(form, reader, own, room.leave, follow)
    response.mimetype = kind
    return response


def followed(
    form: str,
    reader: Seat,
    own: Sequence[Stream],
    leave: Callable[[Stream], None],
    follow: Callable[[Stream], None],
) -> Response:
    """Return a stream that ``follow`` subscribes; raise a Problem where there are too many.

    ``own`` are those that its reader has already, of which the oldest gives way: whoever reads it may be gone
    without a word. ``leave`` is called when it is closed.
    """
    watches = reader == NOBODY
    open_still = [each for each in own if not each.is_cut]
    if not watches and len(open_still) >= LIVE_ROLE_STREAMS:
        min(open_still, key=lambda each: each.began).cut()
    sender = roles.limiter().address()
    stream = roles.hall().open_stream(form, leave, sender=sender, watches=watches)
    if stream is None:
        again = {"Retry-After": str(RETRY_SECONDS)}
        raise Problem(503, FULL, word="streams-full", headers=again)
    try:
        follow(stream)
    except BaseException:
        stream.close()
        raise
    response = Response(_carried(stream, roles.hall().pump, request.environ), mimetype=form)
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: None if stream.ring else stream.close())
    return response


def _since(match: str, asked: Asked) -> int | None:
    """Return the event after which a stream resumes; None to begin with a snapshot."""
    if "since" in asked:
        return int(asked["since"])
    last = request.headers.get("Last-Event-ID", "")
    if not last:
        return None
    named, _, number = last.rpartition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Problem(400, BAD_EVENT, word="bad-event")
    if named and named != match:
        raise Problem(409, OTHER_MATCH, word="other-match")
    return int(number)


def _carried(stream: Stream, pump: Pump | None, environ: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the stream from this thread: all of it, or only the head if the pump takes over."""
    sock = environ.get("gunicorn.socket")
    yield b""
    if pump is None or sock is None:
        yield from stream.parts()
        return
    pump.adopt(stream, socket(fileno=sock.detach()), environ["SERVER_PROTOCOL"] == "HTTP/1.1")
    raise HandedOver


# Records and journals.


@matches.read("/matches/<match>/record", RecordSchema, query=RecordQuery, faults=(406,))
def record(asked: Asked, match: str) -> Response:
    """Return the finished deals as a record: SGN, or JSON if `Accept` asks for it.

    With `now=true` the deal in progress is included, as far as the caller may know it.
    """
    room, reader = roles.room_and_reader(match)
    form = form_asked((TEXT, JSON, PLAIN))
    roles.limiter().read(match, reader)
    with room.lock:
        seen = room.seen_by(reader)
        made = record_so_far(seen, reader) if asked["now"] else record_of(seen)
    return answer_as(RecordSchema, made) if form == JSON else Response(write(made), mimetype=form)


@matches.read("/matches/<match>/result", MatchResultSchema, faults=(409,))
def result(_: Asked, match: str) -> Response:
    """Return the result of a match that is over, signed if the server has a key to sign with.

    `confirmed` are the seats that have done so (`do: confirm`); programs do at once.
    """
    room, reader = roles.room_and_reader(match)
    roles.limiter().read(match, reader)
    with room.lock:
        seen = room.seen_by(reader)
        if seen.table.ending is None:
            raise Problem(409, GOES_ON, word="not-over")
        told = result_of(seen, match)
    return answer(signed(told))


def signed(told: dict[str, Any]) -> dict[str, Any]:
    """Return an object with the signature of the server, or with none if it has no key to sign with."""
    private: bytes = current_app.extensions["config"].signing_key
    if not private:
        return told | {"key": None, "signature": None}
    from notation.rulings.signatures import sign_object  # needs an extra

    return sign_object(told, private)


@matches.read("/matches/<match>/next", NextMatchSchema)
def next_match(_: Asked, match: str) -> Response:
    """Return the rematch that all have agreed to; the same keys open it."""
    room, reader = roles.room_and_reader(match)
    following = rematch_id(room.id)
    if not room.seen_by(reader).table.rematch or roles.hall().journal.find(following) is None:
        raise Problem(404, NO_REMATCH)
    return answer({"id": following, "links": links(following)})


@matches.read("/matches/<match>/journal", FILE, query=JournalQuery, kind=LINES)
def journal(asked: Asked, match: str) -> Response:
    """Return the journal, as one JSON object per line, with what the caller may see now.

    Lines that are still secret appear as their hash, so that the chain can be checked. A long journal comes
    in pages: the header `Link` has the address of the next one.
    """
    room, reader = roles.room_and_reader(match)
    roles.limiter().read(match, reader)
    lines = room.journal_for(reader, asked["since"], LIVE_LINES + 1)
    response = Response(
        b"".join(packed(dump_line(line)) + b"\n" for line in lines[:LIVE_LINES]), mimetype=LINES
    )
    if len(lines) > LIVE_LINES:
        following = url_for("matches.journal", match=match, since=lines[LIVE_LINES - 1].number)
        response.headers["Link"] = f'<{following}>; rel="next"'
    return response


@matches.read("/matches/<match>/deals/<int:number>/ruling", RulingSchema)
def deal_ruling(_: Asked, match: str, number: int) -> Response:
    """Return the ruling of a finished deal, as `santase explain --format json` prints it."""
    return answer(dump_ruling(_deal(match, number), language()))


@matches.read("/matches/<match>/deals/<int:number>/disputes", DisputesSchema, query=DisputedLiveQuery)
def deal_disputes(asked: Asked, match: str, number: int) -> Response:
    """Return the claims made about a finished deal, as `santase dispute --format json` prints them.

    The claims are those of `@dispute` in its record, or those asked about: `?claim=A: B revoked`.
    """
    return answer(answered(_deal(match, number), asked.get("claim"), match))


def form_asked(forms: Sequence[str]) -> str:
    """Return the media type that `Accept` prefers; by default the first."""
    if "Accept" not in request.headers:
        return forms[0]
    form = request.accept_mimetypes.best_match(forms)
    if form is None:
        raise NotAcceptable
    return form


def _deal(match: str, number: int) -> Account:
    room, reader = roles.room_and_reader(match)
    roles.limiter().read(match, reader)
    with room.lock:
        text = text_of(room.seen_by(reader))
    return deal(UnkeptRecord(text.encode()), number)
