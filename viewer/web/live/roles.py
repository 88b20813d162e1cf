"""The callers of a live match: a seat, the arbiter, or a watcher.

A token is only accepted in the `Authorization` header; it belongs to one role of one match. A caller without
one is a watcher; an invalid token is an error and does not fall back to watching.
"""

import hmac
import secrets
from typing import Final

from flask import current_app, g, request

from notation.findings import Phrase
from notation.wire.table import ARBITER_WORD, read_maker
from referee.cards import NOBODY, Seat
from referee.table import ARBITER
from viewer.limits import LIVE_READS, LIVE_REQUESTS, Settings
from viewer.store import Key, Scope, Store
from viewer.store.access import Adders
from viewer.store.journal import token_digest
from viewer.store.tournaments import Tournament
from viewer.web.config import Config
from viewer.web.failures import Problem
from viewer.web.live.hall import Hall
from viewer.web.live.room import Room
from viewer.web.rates import Rates, hidden_address, too_often
from viewer.web.visits import visit

_BEARER: Final = 'Bearer realm="santase"'
NO_MATCH: Final = Phrase("There is no match of this id.")
NO_TOURNAMENT: Final = Phrase("There is no tournament of this id.")
NEEDS_TOKEN: Final = Phrase("This needs the key of a seat or of the arbiter.")
BAD_TOKEN: Final = Phrase("This key is not valid here. Perhaps it was renewed or revoked?")
NOT_FOR_YOU: Final = Phrase("The key of this role does not allow that.")
CLOSED: Final = Phrase("Nobody can open matches here.")
NEEDS_KEY: Final = Phrase("Opening matches here needs a key that may add records.")


class Limiter:
    """What each sender may ask of this process in a minute: matches to open, actions, and expensive reads."""

    def __init__(self, settings: Settings) -> None:
        self._opened = Rates(settings.live_opened)
        self._asked = Rates(LIVE_REQUESTS)
        self._read = Rates(LIVE_READS)
        self._salt = secrets.token_bytes(32)

    def open(self, matches: int = 1) -> None:
        """Count that a sender opens matches; raise a Problem above the limit."""
        _count(self._opened, hidden_address(self._salt), matches)

    def ask(self, match: str, by: Seat) -> None:
        """Count a request to a table; raise a Problem above the limit."""
        _count(self._asked, f"{match} {by}")

    def read(self, match: str, reader: Seat) -> None:
        """Count an expensive read; raise a Problem above the limit.

        Watchers count by address, apart from the seats: they cannot use up the reads of those who play.
        """
        _count(self._read, hidden_address(self._salt) if reader == NOBODY else f"{match} {reader}")


def _count(rates: Rates, sender: str, times: int = 1) -> None:
    left, seconds = rates.count(sender, times)
    if left < 0:
        raise too_often(rates.most, seconds)


def limiter() -> Limiter:
    """Return the limits of this process."""
    found: Limiter = current_app.extensions["limiter"]
    return found


def hall() -> Hall:
    """Return the matches of this process."""
    found: Hall = current_app.extensions["hall"]
    return found


def room_and_reader(id: str) -> tuple[Room, Seat]:
    """Return the match of an id and the caller; raise a Problem for an unknown match or an invalid token.

    A match that is not public requires a token.
    """
    room = hall().room(id)
    if room is None:
        raise Problem(404, NO_MATCH, word="no-match")
    token = shown_token()
    if token is None:
        if not _is_public(room):
            raise needs_token()
        return room, NOBODY
    role = room.role_of(token)
    if role is None:
        raise bad_token()
    g.role = role
    return room, read_maker(role)


def tournament_and_reader(id: str) -> tuple[Tournament, Seat]:
    """Return the tournament of an id and the caller, who is its arbiter or watches; else raise a Problem."""
    store: Store = current_app.extensions["archive"]
    found = store.tournaments.find(id)
    if found is None:
        raise Problem(404, NO_TOURNAMENT, word="no-tournament")
    token = shown_token()
    if token is None:
        if not found.public:
            raise needs_token()
        return found, NOBODY
    if not hmac.compare_digest(found.hash, token_digest(token)):
        raise bad_token()
    g.role = ARBITER_WORD
    return found, ARBITER


def player(reader: Seat) -> Seat:
    """Return the seat or arbiter; raise a Problem for a watcher."""
    if reader == NOBODY:
        raise needs_token()
    return reader


def arbiter(reader: Seat) -> None:
    """Raise a Problem unless the caller is the arbiter."""
    if player(reader) != ARBITER:
        raise Problem(403, NOT_FOR_YOU, word="not-allowed")


def bad_token() -> Problem:
    """Return the Problem of a caller with a token that opens nothing here."""
    told = {"WWW-Authenticate": f'{_BEARER}, error="invalid_token"'}
    return Problem(401, BAD_TOKEN, word="bad-key", headers=told)


def needs_token() -> Problem:
    """Return the Problem of a caller without the token that is needed."""
    return Problem(401, NEEDS_TOKEN, word="needs-key", headers={"WWW-Authenticate": _BEARER})


def shown_token() -> str | None:
    """Return the token of the request; None without one."""
    shown = request.headers.get("Authorization", "")
    if not shown:
        return None
    scheme, _, token = shown.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def opener() -> Key | None:
    """Return the key with which the caller opens a match, if any; raise a Problem if he may not open one."""
    config: Config = current_app.extensions["config"]
    store: Store = current_app.extensions["archive"]
    if config.live is Adders.NOBODY or store.read_only:
        raise Problem(403, CLOSED, word="not-allowed")
    token, key = shown_token(), None
    if token is not None or config.live is Adders.KEY:
        key = store.keys.find(token) if token else None
        if key is None:
            told = {"WWW-Authenticate": _BEARER}
            word = "needs-key" if token is None else "bad-key"
            raise Problem(401, NEEDS_KEY, word=word, headers=told)
        if Scope.ADD not in key.scopes:
            raise Problem(403, NOT_FOR_YOU, word="not-allowed")
        visit().key = key.name
    limiter().open()
    return key


def _is_public(room: Room) -> bool:
    if room.public is None:
        listed = hall().journal.find(room.id)
        room.public = bool(listed and listed.listing.public)
    return room.public
