"""How a match is opened, alone or with the others of a tournament.

It is prepared here, and stored by whoever was asked for it when nothing can be wrong with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from flask import url_for

from notation import Finding, read, read_spec, write_spec
from notation.findings import Phrase
from notation.live.match import BY_HAND, FAIR, LiveMatch, MatchOpening, seated_lines
from notation.live.record import TERMINATION, record_of
from notation.record import SEAT_LETTERS
from notation.record.model import Tag
from notation.record.tags import SERIES_SCORE
from notation.text import write
from notation.wire.table import ARBITER_WORD
from referee.cards import SEATS
from referee.clock import TimeControl
from referee.table import Mode
from viewer.store import Key
from viewer.store.journal import MatchListing, NewMatch, RoleKey, new_token, token_digest
from viewer.web.api.bodies import not_understood, sent_json
from viewer.web.failures import Problem
from viewer.web.live.roles import NOT_FOR_YOU, hall, limiter

NO_PROGRAMS: Final = Phrase("The program is not playing here now.")
NO_RECORD: Final = Phrase("A record cannot express that: {what}.")
ONLY_YOURSELF: Final = Phrase("You can seat yourself. Seating others needs the key of an operator.")

Asked = Mapping[str, Any]


class PreparedMatch(NamedTuple):
    """A match that can be opened."""

    match: NewMatch
    tokens: dict[str, str]
    """By role, the token that opens it; persons need none."""

    def told(self) -> dict[str, Any]:
        """Return the answer to who opens it."""
        return {"id": self.match.id, "keys": self.tokens, "links": links(self.match.id)}


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


class Within(NamedTuple):
    """What a match takes from its tournament: the id, the owner, and what makes its tokens."""

    tournament: str
    owner: str
    match: str
    token: Callable[[str], str]


def prepare(asked: Asked, opener: Key | None, within: Within | None = None) -> PreparedMatch:
    """Return a match with the keys of its roles, as it was asked for; raise a Problem for one that cannot be.

    ``opener`` is the key of who opens it: an operator may seat every person, others themselves.
    """
    named = within.match if within else hall().draw(8).hex()
    opened = hall().moment()
    opening = _opening(asked, opened)
    seats = SEAT_LETTERS[: opening.rules.seats]
    people, programs = _people(asked, opener), asked.get("programs", {})
    given = [*asked.get("free", ()), *programs, *people]
    if set(given) - set(seats) or len(set(given)) < len(given):
        raise not_understood({"free": "a seat of this table is free, a program's, a person's, or has a key"})
    if programs and not hall().has_room_for_programs("" if opener else limiter().address()):
        raise Problem(503, NO_PROGRAMS, word="no-programs")
    if set(programs) == set(seats):
        raise not_understood({"programs": "somebody has to play"})
    try:
        lines = seated_lines(opening, [people.get(letter, "") for letter in seats], hall().draw)
    except ValueError as error:
        raise not_understood({"deals": error}) from None
    match = LiveMatch.resume(lines)
    so_far = record_of(match)
    at_end = Tag(SERIES_SCORE, ""), Tag(TERMINATION, "")
    game = next(read(write(replace(so_far, tags=(*so_far.tags, *at_end))).encode()))
    if game.record is None:
        what = "; ".join(finding.message for finding in game.findings)
        raise Problem(422, Phrase(NO_RECORD.sentence, {"what": what}), word="no-record")
    if within:
        tokens = {seat: within.token(seat) for seat in seats if seat not in given}
    else:
        tokens = {role: new_token() for role in (*seats, ARBITER_WORD) if role not in given}
    keys = {role: RoleKey(token_digest(token)) for role, token in tokens.items()}
    keys |= dict.fromkeys(programs, RoleKey())
    keys |= {seat: RoleKey(person=name) for seat, name in people.items()}
    listing = MatchListing(
        opened,
        match.names,
        write_spec(opening.rules),
        opening.tags.get("Tournament", ""),
        opening.tags.get("Round", ""),
        opening.tags.get("Board", ""),
        asked.get("public", True),
        within.owner if within else opener.name if opener else "",
        within.tournament if within else "",
    )
    first, *seated = lines
    return PreparedMatch(NewMatch(named, first, keys, listing, seated), tokens)


def _people(asked: Asked, opener: Key | None) -> dict[str, str]:
    """Return the persons who sit from the start, by seat; raise a Problem if they cannot, or may not be."""
    people: dict[str, str] = asked.get("people", {})
    if not people:
        return people
    if opener is None:
        raise Problem(403, NOT_FOR_YOU, word="not-allowed")
    if not opener.is_operator and set(people.values()) != {opener.name}:
        raise Problem(403, ONLY_YOURSELF, word="not-allowed")
    if unknown := set(people.values()) - hall().store.keys.in_use(people.values()):
        raise not_understood({"people": f"nobody has a key of the name {min(unknown)} here"})
    if len(set(people.values())) < len(people):
        raise not_understood({"people": "a person has one seat at a match"})
    return people


def _opening(asked: Asked, opened: datetime) -> MatchOpening:
    """Return the opening of a match; raise a Problem for an invalid one."""
    rules = read_spec(asked["rules"])
    if isinstance(rules, Finding):
        raise not_understood({"rules": f"{rules.code.id}: {rules.message}"})
    names, dealer = tuple(asked.get("names", ())), asked.get("dealer", 0)
    for name, needed in (("names", len(names)), ("dealer", dealer + 1)):
        if needed > rules.seats:
            raise not_understood({name: f"{rules.seats} players sit at this table"})
    control = TimeControl(**asked["clock"]) if asked.get("clock") else None
    programs = asked.get("programs", {})
    mode = Mode(asked.get("mode", Mode.STRICT.value))
    try:
        return MatchOpening(
            rules,
            names,
            mode,
            SEATS[dealer],
            asked.get("dealing", FAIR if mode is Mode.STRICT else BY_HAND),
            control,
            opened=opened.strftime("%Y-%m-%dT%H:%M:%SZ"),
            programs=tuple(programs.get(letter, "") for letter in SEAT_LETTERS[: rules.seats] if programs),
            identifies=True,
            **{name: asked[name] for name in ("deals", "delay", "tags", "waits") if name in asked},
        )
    except ValueError as error:
        raise not_understood({"dealing": error}) from None
