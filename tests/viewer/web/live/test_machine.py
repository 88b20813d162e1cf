"""Live matches over HTTP under every order of requests: with repeats, stale versions, takebacks and restarts.

What is asked is told to a plain table as well, which gets only what was accepted. Readers break off and come
back, and must have every event once.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from notation.live.journal import faults
from notation.wire.table import dump_table_view, legal_words, load_whole_entry
from referee.cards import NOBODY, SEATS
from referee.table import Table
from tests.support.journals import events_since
from tests.support.live_http import API, Live, OpenMatch
from tests.support.sizes import Size
from viewer.documents.languages import language

ROLES = {NOBODY: "", SEATS[0]: "A", SEATS[1]: "B"}
EXAMPLES = Size("MATCHES", 3)
NUMBERS = st.integers(0, 1 << 20)


class LiveMachine(RuleBasedStateMachine):
    """A match, those who play it, and those who follow it."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.live = Live(Path(self.folder.name))
        self.match: OpenMatch
        self.sent: list[tuple[str, dict[str, Any], int, bytes]] = []
        self.got: dict[str, list[dict[str, Any]]] = {role: [] for role in ROLES.values()}

    @initialize(delay=st.sampled_from([0, 0, 3_000]), clock=st.sampled_from([None, {"main": 120_000}]))
    def open(self, delay: int, clock: dict[str, int] | None) -> None:
        self.match = self.live.open(delay=delay, clock=clock, rules="schnapsen target=3")

    def ask(self, role: str, **said: Any) -> Any:
        """Ask something under a new key; it is answered as HTTP has it."""
        said |= {"key": f"k{len(self.sent)}", "version": said.get("version", self.match.version)}
        answer = self.match.ask(role, **said)
        assert answer.status_code in (200, 409, 422), answer.text
        self.sent.append((role, said, answer.status_code, answer.data))
        return answer

    @rule(number=NUMBERS)
    def play(self, number: int) -> None:
        """Somebody does what he may."""
        table = self.match.room.match.table
        for seat in SEATS[:2]:
            words = legal_words(table, seat)
            if words:
                answer = self.ask(ROLES[seat], action=words[number % len(words)])
                assert answer.status_code == 200 or answer.json["code"] == "T407", answer.text
                return
            if table.wants_cards and seat not in table.cuts:
                self.ask(ROLES[seat], do="cut", cut=str(number))
                return

    @rule(number=NUMBERS, role=st.sampled_from("AB"), behind=st.integers(0, 2))
    def try_anything(self, number: int, role: str, behind: int) -> None:
        """Try an action, legal or not, and perhaps too late."""
        words = ["As", "Ks", "Qh", "Jd", "Tc", "20s", "exchange", "close", "draw", "out", "Ah", "Kh", "Td"]
        said_before = self.match.version
        version = max(0, said_before - behind)
        answer = self.ask(role, action=words[number % len(words)], version=version)
        assert answer.status_code == 409 or not (behind and said_before > version)

    @rule(number=NUMBERS, role=st.sampled_from("AB"), what=st.sampled_from(["takeback", "agree", "abort"]))
    def offer(self, number: int, role: str, what: str) -> None:
        """Somebody offers something."""
        more: dict[str, Any] = {
            "takeback": {"to": number % (self.match.version + 1)},
            "agree": {"seat": "A", "points": 1},
        }
        self.ask(role, do="offer", offer=what, **more.get(what, {}))

    @rule(role=st.sampled_from("AB"), what=st.sampled_from(["accept", "decline", "settle"]))
    def answer_offer(self, role: str, what: str) -> None:
        """Somebody answers an offer, or settles a deal."""
        self.ask(role, do=what)

    @rule(what=st.sampled_from(["pause", "resume", "award"]))
    def arbitrate(self, what: str) -> None:
        """The arbiter does something."""
        more = {"seat": "B", "points": 1} if what == "award" else {}
        self.ask("arbiter", do=what, **more)

    @precondition(lambda self: self.sent)
    @rule(number=NUMBERS)
    def repeat(self, number: int) -> None:
        """Somebody sends again what was accepted: he is answered as before, and nothing is done."""
        role, said, status, data = self.sent[number % len(self.sent)]
        if status != 200:
            return  # it left nothing, and is a new request
        before = self.live.hall.journal.since(self.match.id, -1)
        answer = self.match.ask(role, **said)
        assert answer.status_code == status
        for told in (again := json.loads(answer.data), first := json.loads(data)):
            told.pop("request_id", None)
        assert again == first
        assert self.live.hall.journal.since(self.match.id, -1) == before

    @rule(seconds=st.sampled_from([1, 2, 11, 60]))
    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.live.time += 1000 * seconds
        self.match.room.keep_house()

    @rule()
    def restart(self) -> None:
        """The process ends, and another begins."""
        self.live.restart()
        self.match.room.keep_house()

    @rule(role=st.sampled_from(list(ROLES.values())))
    def read_on(self, role: str) -> None:
        """Somebody comes back to his stream, and gets what he has not had."""
        seen = self.match.get(role=role).json["id"]
        last = self.got[role][-1]["id"] if self.got[role] else 0
        stream = self.match.follow(role, since=last)
        while last < seen:
            self.got[role].append(next(stream))
            last = self.got[role][-1]["id"]
        stream.close()  # type: ignore[attr-defined]
        assert self.live.hall.streams == 0

    @invariant()
    def is_what_was_accepted(self) -> None:
        """The table contains only the accepted entries, and everybody sees his view of it."""
        if not hasattr(self, "match"):
            return
        lines = self.live.hall.journal.since(self.match.id, -1)
        assert not list(faults(lines))
        plain = Table.restore(
            self.match.room.match.opening.table(),
            [load_whole_entry(line.said["entry"]) for line in lines[1:]],
        )
        assert plain.version == self.match.version == lines[-1].number
        for reader, role in ROLES.items():
            if reader == NOBODY and self.match.room.delay:
                continue
            shown = self.match.get(role=role).json["view"]
            expected = json.loads(json.dumps(dump_table_view(plain.view(reader, shown["at"]))))
            assert shown == expected

    def teardown(self) -> None:
        """Everybody has had every event once, as the journal has them."""
        if hasattr(self, "match"):
            lines = self.live.hall.journal.since(self.match.id, -1)
            for reader, role in ROLES.items():
                made = [dict(event) for event in events_since(lines, reader, language("en"), 0)]
                told = [event for event in json.loads(json.dumps(made)) if event["event"] == "entry"]
                got = [event for event in self.got[role] if event["event"] == "entry"]
                assert got == told[: len(got)]
            assert self.live.client.get(f"{API}/{self.match.id}/record").status_code == 200
        self.live.close()
        self.folder.cleanup()


LiveMachine.TestCase.settings = settings(max_examples=EXAMPLES, stateful_step_count=25, deadline=None)
TestLiveMachine = pytest.mark.slow(LiveMachine.TestCase)
