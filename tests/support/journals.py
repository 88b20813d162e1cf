"""Live matches that play themselves: each request follows from the match and a seed alone.

A resumed match therefore gets the same requests as an uninterrupted one, salts and cards included, and the
journal of a match that was interrupted repeatedly equals that of one that never was.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from notation.findings.translator import Translator
from notation.live.events import Event, events, snapshot
from notation.live.journal import JournalLine
from notation.live.match import LiveMatch, MatchOpening, Proposed
from notation.players import RandomPlayer
from notation.wire.table import maker_word
from referee.cards import Seat
from referee.rulesets import SANTASE, SCHNAPSEN
from referee.table import HOST, Entry, Kind

RULES: Final = (SANTASE, SCHNAPSEN)


class JournalRequest(NamedTuple):
    """A request, and the line it makes."""

    line: JournalLine
    by: str
    key: str
    """Empty for actions of the house."""


def opened(seed: str) -> LiveMatch:
    """A match of one deal at its start."""
    rules = RULES[Random(seed).randrange(2)]
    opening = MatchOpening(rules, ("Ani", "Boris"), deals=1, opened="2026-11-20T21:04:11Z")
    return LiveMatch.open(opening, _bytes(seed, "first")[:16])


def next_asked(match: LiveMatch, seed: str) -> JournalRequest | None:
    """The next request; None when the match is over."""
    number = match.last.number + 1
    salt, at = _bytes(seed, f"salt {number}")[:16], 1000 * number
    if match.table.ending is not None:
        return None
    house = match.house(at, _bytes(seed, f"cards {number}"), salt)
    if house:
        return JournalRequest(house.line, maker_word(HOST), "")
    rng = Random(f"{seed} {number}")
    entry = _entry(match, rng, at)
    key = f"k{number}"
    proposed = match.propose(entry, match.table.version, salt, key)
    assert isinstance(proposed, Proposed), proposed
    return JournalRequest(proposed.line, maker_word(entry.by), key)


def played(match: LiveMatch, seed: str) -> Iterator[JournalRequest]:
    """All requests of a match until it is over."""
    while asked := next_asked(match, seed):
        match.take(asked.line)
        yield asked


def lines_of(seed: str) -> list[JournalLine]:
    """The journal of an uninterrupted match."""
    match = opened(seed)
    return [match.last, *(asked.line for asked in played(match, seed))]


def _entry(match: LiveMatch, rng: Random, at: int) -> Entry:
    table = match.table
    if table.now is None:
        seat = next(seat for seat in match.seats if seat not in table.cuts)
        return Entry(Kind.CUT, seat, at, data=b"%x" % rng.getrandbits(32))
    turn = table.now.deal.turn
    for seat in sorted(match.seats, key=lambda seat: seat == turn):
        view = table.view_of_deal(seat)
        assert view
        action = RandomPlayer(rng).choose(view) if view.legal else None
        if action is not None:
            return Entry(Kind.ACT, seat, at, action=action)
    assert table.is_open_to_settle
    return Entry(Kind.SETTLE, HOST, at)


def _bytes(*words: str) -> bytes:
    return sha256(" ".join(words).encode()).digest()


def events_since(
    lines: Iterable[JournalLine], reader: Seat, language: Translator, since: int = -1
) -> Iterator[Event]:
    """Everything that a reader gets of a journal after a version: from the start a snapshot comes first."""
    match: LiveMatch | None = None
    for line in lines:
        if match is None:
            match = LiveMatch.resume([line])
            if since < 0:
                yield snapshot(match, reader, 0)
            continue
        answer = match.take(line)
        if line.version > since:
            yield from events(match, line, answer, reader, language)
