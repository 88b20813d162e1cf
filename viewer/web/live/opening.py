"""What opens a live match: one request, or one of the many of a tournament.

A match is prepared first, and stored only when nothing can be wrong with it any more.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from flask import url_for

from notation import Finding, read, read_spec, write_spec
from notation.findings import Phrase
from notation.live.match import BY_HAND, FAIR, LiveMatch, MatchOpening
from notation.live.record import text_of
from notation.record import SEAT_LETTERS
from notation.wire.table import ARBITER_WORD
from referee.cards import SEATS
from referee.clock import TimeControl
from referee.table import Mode
from viewer.store.journal import MatchListing, NewMatch, RoleKey, token_digest
from viewer.web.api.bodies import not_understood, sent_json
from viewer.web.failures import Problem
from viewer.web.live.roles import hall

NO_PROGRAMS: Final = Phrase("The program is not playing here now.")
NO_RECORD: Final = Phrase("A record cannot express that: {what}.")

Asked = Mapping[str, Any]


class PreparedMatch(NamedTuple):
    """A match that can be stored, and the tokens of its roles."""

    match: NewMatch
    tokens: dict[str, str]

    def told(self) -> dict[str, Any]:
        """What whoever opens it is told."""
        return {"id": self.match.id, "keys": self.tokens, "links": links(self.match.id)}


def prepare(
    asked: Asked, id: str, owner: str, token: Callable[[str], str], tournament_id: str = ""
) -> PreparedMatch:
    """Return the match that is asked for, with a token for each role; raise a Problem for an invalid one.

    The arbiter of a tournament has a token for all of its matches, and none for one.
    """
    opened = datetime.fromtimestamp(hall().now() // 1000, UTC)
    opening = _opening(asked, opened)
    try:
        match = LiveMatch.open(opening, hall().draw(16))
    except ValueError as error:
        raise not_understood({"deals": error}) from None
    game = next(read(text_of(match).encode()))
    if game.record is None:
        what = "; ".join(finding.message for finding in game.findings)
        raise Problem(422, Phrase(NO_RECORD.sentence, {"what": what}), word="no-record")
    seats, free, programs = (
        SEAT_LETTERS[: opening.rules.seats],
        asked.get("free", ()),
        asked.get("programs", {}),
    )
    if set(free) - set(seats) or set(programs) - set(seats) or set(free) & set(programs):
        raise not_understood({"free": "a seat of this table is free, a program's, or has a key"})
    if set(programs) == set(seats):
        raise not_understood({"programs": "somebody has to play"})
    roles = seats if tournament_id else (*seats, ARBITER_WORD)
    tokens = {role: token(role) for role in roles if role not in (*free, *programs)}
    keys = {role: RoleKey(token_digest(each)) for role, each in tokens.items()}
    keys |= dict.fromkeys(programs, RoleKey())
    names = (*opening.names, *[""] * (opening.rules.seats - len(opening.names)))
    listing = MatchListing(
        opened,
        names,
        write_spec(opening.rules),
        opening.tags.get("Tournament", ""),
        opening.tags.get("Round", ""),
        opening.tags.get("Board", ""),
        asked.get("public", True),
        owner,
        tournament_id,
    )
    return PreparedMatch(NewMatch(id, match.last, keys, listing), tokens)


def _opening(asked: Asked, opened: datetime) -> MatchOpening:
    """Return the opening of a match; raise a Problem for an invalid one."""
    rules = read_spec(asked["rules"])
    if isinstance(rules, Finding):
        raise not_understood({"rules": f"{rules.code.id}: {rules.message}"})
    names = tuple(asked.get("names", ()))
    if len(names) > rules.seats:
        raise not_understood({"names": f"{rules.seats} players sit at this table"})
    dealer = asked.get("dealer", 0)
    if dealer >= rules.seats:
        raise not_understood({"dealer": f"{rules.seats} players sit at this table"})
    control = TimeControl(**asked["clock"]) if asked.get("clock") else None
    programs = asked.get("programs", {})
    if programs and not hall().has_room_for_programs():
        raise Problem(503, NO_PROGRAMS, word="no-programs")
    mode = Mode(asked.get("mode", Mode.STRICT.value))
    try:
        return MatchOpening(
            rules,
            names,
            mode,
            SEATS[dealer],
            asked.get("dealing", FAIR if mode is Mode.STRICT else BY_HAND),
            control,
            asked.get("deals", 0),
            asked.get("delay", 0),
            dict(asked.get("tags", {})),
            opened.strftime("%Y-%m-%dT%H:%M:%SZ"),
            programs=tuple(programs.get(letter, "") for letter in SEAT_LETTERS[: rules.seats])
            if programs
            else (),
            waits=asked.get("waits", False),
        )
    except ValueError as error:
        raise not_understood({"dealing": error}) from None


def links(match: str) -> dict[str, str]:
    """Return where to act at a match, and what to read."""
    named = ("act", "events", "journal", "legal", "match", "record")
    return {name: url_for(f"matches.{name}", match=match) for name in named}


def sent_object() -> dict[str, Any]:
    """Return the JSON object that was sent; raise a Problem if it is invalid."""
    found = sent_json()
    if not isinstance(found, dict):
        raise Problem(422, Phrase("This is not a JSON object."), word="malformed")
    return found
