"""The callers of a live match: a seat, the arbiter, or a watcher.

The `Authorization` header has the token of one role of one match, or the key of a person. A person who is
signed in is known by the session cookie, with the form token of the session in a header: it proves that one
of the session's pages asks. A caller without any of them is a watcher; an invalid one is an error and does
not fall back to watching.
"""

import re
import secrets
from typing import Final

from flask import current_app, request

from notation.findings import Phrase
from notation.wire.table import ARBITER_WORD
from referee.cards import NOBODY, Seat
from referee.table import ARBITER
from viewer.limits import LIVE_READS, LIVE_REQUESTS, SENDERS_COUNTED, Settings
from viewer.store import Key, Scope
from viewer.store.access import Adders, sight_of
from viewer.store.journal import MatchListing, token_digest
from viewer.store.tournaments import Tournament
from viewer.web.access import COOKIE, check_token
from viewer.web.config import Config
from viewer.web.failures import Problem
from viewer.web.live.hall import Hall
from viewer.web.live.room import Caller, Room, Shown
from viewer.web.rates import Rates, hidden_address, too_often
from viewer.web.visits import visit

FORM_TOKEN: Final = "X-Form-Token"  # noqa: S105 - the name of a header
"""The header with the form token of the session, with which its pages ask for the person who is signed in."""
_BEARER: Final = 'Bearer realm="santase"'
_SHOWN: Final = re.compile(
    rb"\r\n(?:authorization:[ \t]*bearer[ \t]+|cookie:[^\r\n]*\b%b=)([^\s;]+)" % COOKIE.encode(),
    re.IGNORECASE,
)
"""What may open a role, in the head of a request."""
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
        _count(self._opened, self.address(), matches)

    def ask(self, match: str, by: Seat) -> None:
        """Count a request to a table; raise a Problem above the limit."""
        _count(self._asked, f"{match} {by}")

    def read(self, match: str, reader: Seat) -> None:
        """Count an expensive read; raise a Problem above the limit.

        Watchers count by address, apart from the seats: they cannot use up the reads of those who play.
        """
        _count(self._read, self.address() if reader == NOBODY else f"{match} {reader}")

    def address(self) -> str:
        """Return what stands for the address of the sender."""
        return hidden_address(self._salt)


def _count(rates: Rates, sender: str, times: int = 1) -> None:
    left, seconds = rates.count(sender, times)
    if left < 0:
        raise too_often(rates.most, seconds)


class KnownKeys:
    """What opened a role here when it was shown last, as digests: requests that show it go before others.

    It decides nothing else: whatever is shown is checked again each time.
    """

    def __init__(self) -> None:
        self._digests: set[bytes] = set()

    def note(self, secret: str, caller: Caller | None) -> None:
        """Note whom something has just turned out to show, None for nobody."""
        digest = token_digest(secret)
        if caller is None:
            self._digests.discard(digest)
        elif caller.role and digest not in self._digests:
            if len(self._digests) >= SENDERS_COUNTED:
                self._digests.clear()
            self._digests.add(digest)

    def shown_in(self, head: bytes) -> bool:
        """Return whether the head of a request shows one of them."""
        return any(token_digest(each.decode("latin-1")) in self._digests for each in _SHOWN.findall(head))


def limiter() -> Limiter:
    """Return the limits of this process."""
    found: Limiter = current_app.extensions["limiter"]
    return found


def hall() -> Hall:
    """Return the matches of this process."""
    found: Hall = current_app.extensions["hall"]
    return found


def room_of(id: str) -> Room:
    """Return the match of an id; raise a Problem for an unknown one."""
    room = hall().room(id)
    if room is None:
        raise Problem(404, NO_MATCH, word="no-match")
    return room


def room_and_caller(id: str) -> tuple[Room, Caller]:
    """Return the match of an id and the caller; raise a Problem for an unknown match or an invalid key.

    A match that is not public requires a key to it, or that of the person who opened it, or an operator's.
    """
    room, shown = room_of(id), what_is_shown()
    caller = room.caller(shown) if shown else Caller()
    if shown:
        known: KnownKeys = current_app.extensions["known"]
        known.note(shown.secret, caller)
    if caller is None:
        raise bad_key()
    if room.is_early(caller.seat):
        raise Problem(404, NO_MATCH, word="no-match")
    if not caller.role and not (listing_of(room).public or is_owner(caller.person, listing_of(room).owner)):
        raise Problem(403, NEEDS_TOKEN, word="not-allowed") if caller.person else needs_token()
    if caller.person:
        visit().key = caller.person.name
    return room, caller


def room_and_reader(id: str) -> tuple[Room, Seat]:
    """Return the match of an id and the seat or arbiter that asks, or nobody (:func:`room_and_caller`)."""
    room, caller = room_and_caller(id)
    return room, caller.seat


def is_owner(person: Key | None, owner: str) -> bool:
    """Return whether a person has opened what somebody has opened, or is an operator."""
    return person is not None and (sight_of(person).everything or person.name == owner)


def tournament_and_caller(id: str) -> tuple[Tournament, Caller]:
    """Return the tournament of an id and the caller: its arbiter, or who watches; else raise a Problem.

    One that is not public requires the arbiter's key, or that of the person who opened it, or an operator's.
    """
    found = hall().store.tournaments.find(id)
    if found is None:
        raise Problem(404, NO_TOURNAMENT, word="no-tournament")
    shown = what_is_shown()
    if shown and shown.directs(found):
        return found, Caller(ARBITER_WORD)
    caller = Caller(person=person())
    if not found.public and not is_owner(caller.person, found.owner):
        raise Problem(403, NEEDS_TOKEN, word="not-allowed") if caller.person else needs_token()
    return found, caller


def player(reader: Seat) -> Seat:
    """Return the seat or arbiter; raise a Problem for a watcher."""
    if reader == NOBODY:
        raise needs_token()
    return reader


def arbiter(reader: Seat) -> None:
    """Raise a Problem unless the caller is the arbiter."""
    if player(reader) != ARBITER:
        raise Problem(403, NOT_FOR_YOU, word="not-allowed")


def needs_token() -> Problem:
    """Return the Problem of a caller without the token that is needed."""
    return Problem(401, NEEDS_TOKEN, word="needs-key", headers={"WWW-Authenticate": _BEARER})


def bad_key() -> Problem:
    """Return the Problem of a caller whose key opens nothing."""
    told = {"WWW-Authenticate": f'{_BEARER}, error="invalid_token"'}
    return Problem(401, BAD_TOKEN, word="bad-key", headers=told)


def what_is_shown() -> Shown | None:
    """Return what the request shows of its caller; None without anything."""
    shown = request.headers.get("Authorization", "")
    if shown:
        scheme, _, token = shown.partition(" ")
        return Shown(token.strip() if scheme.lower() == "bearer" else "")
    proof = request.headers.get(FORM_TOKEN)
    if not proof:
        return None
    session = request.cookies.get(COOKIE, "")
    check_token(proof, session)
    return Shown(session, is_session=True)


def person() -> Key | None:
    """Return the key of the person who asks, None if nothing is shown; raise a Problem for an invalid key."""
    shown, store = what_is_shown(), hall().store
    if shown is None:
        return None
    key = shown.key(store.keys)
    if key is None:
        raise bad_key()
    visit().key = key.name
    return key


def opener() -> Key | None:
    """Return the key with which the caller opens a match, if any; raise a Problem if he may not open one."""
    config: Config = current_app.extensions["config"]
    if config.live is Adders.NOBODY or hall().store.read_only:
        raise Problem(403, CLOSED, word="not-allowed")
    key = person()
    if key is None and config.live is Adders.KEY:
        raise Problem(401, NEEDS_KEY, word="needs-key", headers={"WWW-Authenticate": _BEARER})
    if key and Scope.ADD not in key.scopes:
        raise Problem(403, NOT_FOR_YOU, word="not-allowed")
    limiter().open()
    return key


def listing_of(room: Room) -> MatchListing:
    """Return the entry of a match in lists."""
    if room.listing is None:
        listed = hall().journal.find(room.id)
        if listed is None:
            raise Problem(404, NO_MATCH, word="no-match")
        room.listing = listed.listing
    return room.listing
