"""Writes the recorded live matches of `tests/vectors/live`.

Each is a journal, line by line, and the expected events for every reader. They never change; a new kind of
match gets a new name.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from notation.live.events import events_since
from notation.live.journal import JournalLine, dump_line
from notation.live.match import BY_HAND, LiveMatch, MatchOpening, Proposed
from notation.wire.table import dump_table_view, read_request
from referee import PRESETS, SANTASE, Seat
from referee.cards import NOBODY, SEATS
from referee.clock import TimeControl
from referee.rulesets import SCHNAPSEN
from referee.table import ARBITER, Mode
from viewer.documents.languages import language

FOLDER = Path(__file__).parents[1] / "vectors/live"
Asked = tuple[Seat, dict[str, Any]]


class Recording:
    """A match played by a script and at random."""

    def __init__(self, opening: MatchOpening, seed: int) -> None:
        self.rng = Random(seed)
        self.match = LiveMatch.open(opening, self.rng.randbytes(16))
        self.lines = [self.match.last]
        self.at = 0

    def keep(self, line: JournalLine) -> None:
        self.lines.append(line)
        self.match.take(line)

    def house(self) -> bool:
        proposed = self.match.house(self.at, self.rng.randbytes(32), self.rng.randbytes(16))
        if proposed:
            self.keep(proposed.line)
        return proposed is not None

    def ask(self, by: Seat, **asked: Any) -> None:
        self.at += self.rng.randrange(500, 4000)
        request = read_request(self.match.table, by, self.at, asked)
        version = self.match.table.version if request.version is None else request.version
        proposed = self.match.propose(request.entry, version, self.rng.randbytes(16), request.key)
        if not isinstance(proposed, Proposed):
            raise ValueError(f"{asked} is refused: {proposed.ruling.code.id}")
        self.keep(proposed.line)

    def play(self, actions: int = 10_000) -> None:
        """Play so many random actions, or to the end of the match."""
        table = self.match.table
        while table.ending is None and actions:
            if self.house():
                continue
            if table.now is None:
                waiting = [seat for seat in self.match.seats if seat not in table.cuts]
                self.ask(waiting[0], do="cut", cut=f"cut-{self.at}")
                continue
            turn = table.now.deal.turn
            legal = dump_table_view(table.view(turn))["deal"]["legal"]
            sensible = [word for word in legal if word != "out"]
            self.ask(turn, **({"action": self.rng.choice(sensible)} if sensible else {"do": "settle"}))
            actions -= 1


def fair() -> Recording:
    """Two seats, cards from a seed, and a clock."""
    opening = MatchOpening(
        SANTASE, ("Ani", "Boris"), control=TimeControl(300_000, 2_000, 500), tags={"Event": "Club"}
    )
    recording = Recording(opening, 1)
    recording.play()
    return recording


def arbiter() -> Recording:
    """A pause, an award, a takeback that is accepted and one that is not, and a player who leaves."""
    recording = Recording(MatchOpening(SCHNAPSEN, ("Ani", "Boris")), 2)
    recording.play(4)
    version = recording.match.table.now.done[-1].version - 1  # type: ignore[union-attr]  # it was dealt
    recording.ask(SEATS[0], do="offer", offer="takeback", to=version)
    recording.ask(SEATS[1], do="decline")
    recording.ask(SEATS[0], do="offer", offer="takeback", to=version)
    recording.ask(SEATS[1], do="accept")
    recording.ask(ARBITER, do="pause")
    recording.ask(ARBITER, do="resume")
    recording.ask(ARBITER, do="award", seat="B", points=1, reason="spoke out of turn")
    recording.play(3)
    recording.ask(SEATS[1], do="leave")
    recording.ask(SEATS[0], do="offer", offer="rematch")
    recording.ask(SEATS[1], do="accept")
    return recording


def seats(name: str, seed: int) -> Recording:
    """Three or four seats."""
    rules = PRESETS[name]
    if not rules.mp_all_pay:
        rules = replace(rules, game_target=6)
    recording = Recording(MatchOpening(rules, deals=2 if rules.mp_all_pay else 0), seed)
    recording.play(50)
    if recording.match.table.ending is None:
        recording.ask(ARBITER, do="abort")
    return recording


def scorer() -> Recording:
    """A real table: a revoke is entered, a slip of the scorer corrected, and a deal has unknown cards."""
    opening = MatchOpening(SCHNAPSEN, ("Ani", "Boris"), Mode.SCORER, SEATS[1], BY_HAND)
    recording = Recording(opening, 5)
    talon = ["Qs", "Ad", "Td", "Jd", "Ac", "Tc", "Kc", "Qc", "Qh", "Jh"]
    hands = {"A": ["As", "Ts", "Kh", "Qd", "Jc"], "B": ["Ks", "Js", "Ah", "Th", "Kd"]}
    recording.ask(ARBITER, do="deal", cards={"hands": hands, "talon": talon})
    for seat, action in map(str.split, ("A As", "B Js", "A close", "A Ts", "B Kd")):
        recording.ask(ARBITER, seat=seat, action=action)
    recording.ask(ARBITER, do="correct", to=recording.match.table.version - 1)
    for seat, action in map(str.split, ("B Ks", "A Kh", "B Kd", "A Qd", "B Ad", "A resign")):
        recording.ask(ARBITER, seat=seat, action=action)
    recording.ask(ARBITER, do="deal", cards={"trump": "Jh"})
    for seat, action in map(str.split, ("A As", "B Js", "A resign")):
        recording.ask(ARBITER, seat=seat, action=action)
    recording.ask(ARBITER, do="forfeit", seat="B", reason="did not come back")
    return recording


def flag() -> Recording:
    """A player whose time runs out."""
    recording = Recording(MatchOpening(SANTASE, control=TimeControl(10_000)), 6)
    recording.play(4)
    recording.ask(ARBITER, do="clock", seat="A", time=60_000)
    recording.ask(ARBITER, do="clock", seat="B", time=5_000)
    recording.at += 60_000
    recording.house()
    return recording


RECORDINGS = {
    "fair": fair,
    "arbiter": arbiter,
    "three": lambda: seats("santase-three", 3),
    "four": lambda: seats("santase-four", 4),
    "scorer": scorer,
    "flag": flag,
}


def readers(recording: Recording) -> Iterator[tuple[str, Seat]]:
    yield "watcher", NOBODY
    for seat in recording.match.seats:
        yield "ABCD"[seat], seat


def jsonl(objects: Iterator[dict[str, Any]]) -> str:
    return "".join(json.dumps(each, separators=(",", ":"), ensure_ascii=False) + "\n" for each in objects)


if __name__ == "__main__":
    for name, record in RECORDINGS.items():
        made = record()
        (FOLDER / f"{name}.journal.ndjson").write_text(jsonl(map(dump_line, made.lines)), "utf-8")
        for word, reader in readers(made):
            told = events_since(made.lines, reader, language("en"))
            (FOLDER / f"{name}.{word}.ndjson").write_text(jsonl(told), "utf-8")
