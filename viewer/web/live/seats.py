"""The API of the seats of live matches: their keys, and the persons who take them."""

from typing import Final

from flask import Response, request

from notation.findings import Phrase
from notation.record import SEAT_LETTERS
from notation.wire.table import ARBITER_WORD
from referee.cards import SEATS
from viewer.store.journal import new_token, token_digest
from viewer.web.api.bodies import answer, loaded
from viewer.web.failures import Problem
from viewer.web.live import roles
from viewer.web.live.match_shapes import InvitationSchema, RenewedSchema, RevokedSchema, SeatTakenSchema
from viewer.web.live.matches import Asked, live_resources
from viewer.web.live.opening import sent_object

NO_ROLE: Final = Phrase("There is no such role at this table.")
NOT_FREE: Final = Phrase("Somebody has taken this seat already.")
BAD_INVITATION: Final = Phrase("This invitation is not that of the seat. Perhaps it has been used?")
TOO_LATE: Final = Phrase("You have a seat at this match already, or its first cards have been dealt.")
BOUND: Final = Phrase("A person sits here: only that person's own key opens the seat.")

seats = live_resources("seats", "The seats of live matches: their keys, and the persons who take them.")


@seats.send("/matches/<match>/keys/<role>", RenewedSchema, faults=(401, 403, 404, 409))
def renew(_: Asked, match: str, role: str) -> Response:
    """Give a role a new key and invalidate the old one; for the arbiter. A person keeps the seat."""
    token = new_token()
    _renew(match, role, token_digest(token))
    return answer({"role": role, "key": token})


@seats.send("/matches/<match>/keys/<role>", RevokedSchema, method="DELETE", faults=(401, 403, 404, 409))
def revoke(_: Asked, match: str, role: str) -> Response:
    """Revoke the key of a role; for the arbiter. A person keeps the seat."""
    _renew(match, role, b"")
    return answer({"role": role})


def _renew(match: str, role: str, digest: bytes) -> None:
    room, reader = roles.room_and_reader(match)
    roles.arbiter(reader)
    if role not in (*SEAT_LETTERS[: room.match.opening.rules.seats], ARBITER_WORD):
        raise Problem(404, NO_ROLE, word="no-role")
    if not roles.hall().journal.renew(match, role, digest):
        raise Problem(409, BOUND, word="bound")
    room.shut_out(role)


@seats.send(
    "/matches/<match>/seats/<seat>", SeatTakenSchema, body=InvitationSchema, faults=(401, 403, 404, 409, 429)
)
def take_seat(_: Asked, match: str, seat: str) -> Response:
    """Take a free seat: the first who asks gets its key; with a person's key the seat is that person's.

    A seat that is not free is a person's in exchange for its key, the `invitation`, which is void then. That
    goes before the first cards are dealt, and for one seat of a match.
    """
    roles.limiter().open()
    room, who = roles.room_of(match), roles.person()
    said = loaded(InvitationSchema, sent_object()) if request.content_length else {}
    invitation = said.get("invitation", "")
    if invitation and who is None:
        raise roles.needs_token()
    if not invitation:
        roles.room_and_caller(match)
    if seat not in SEAT_LETTERS[: room.match.opening.rules.seats] or room.is_over_for_all:
        raise Problem(404, NO_ROLE, word="no-role")
    if who:
        digest = token_digest(invitation) if invitation else b""
        bound = room.bind(SEATS[SEAT_LETTERS.index(seat)], who.name, digest)
        if bound is None:
            raise Problem(409, TOO_LATE, word="too-late")
        if not bound:
            raise Problem(409, BAD_INVITATION if invitation else NOT_FREE, word="not-free")
        room.shut_out(seat)
        return answer({"role": seat, "person": who.name})
    token = new_token()
    if not roles.hall().journal.take_seat(match, seat, token_digest(token)):
        raise Problem(409, NOT_FREE, word="not-free")
    room.forget_keys()
    return answer({"role": seat, "key": token})
