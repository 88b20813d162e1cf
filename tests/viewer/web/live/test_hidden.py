"""No answer over HTTP depends on a card that its reader may not see, nor a header or a line of the log.

The same match is played twice, with the cards that the reader has not seen by some moment in other places.
Up to that moment everything that he gets must be the same. The cards are dealt by hand, so that there is no
seed. Of hashes the heads of the journal remain: a leaf is made of 16 new random bytes and what the line
says, and tells nothing of it to whoever lacks the salt, so that here a leaf is made of the salt alone; that
the salt of a line is new, and shown with its body alone, is tested apart. A hundred
thousand triples of state, reader and permutation are compared in full, fewer at night. Tables of every rule
set and mode are compared in the same way without HTTP.
"""

import io
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, Final

import pytest

from notation.live import journal
from notation.live.match import BY_HAND, PACE, LiveMatch, MatchOpening, Proposed
from notation.wire.table import dump_whole_entry, legal_words, word_of_action
from referee import actions
from referee.cards import CARDS_BY_NUMBER, NO_SUIT, NOBODY, SEATS, Seat, members
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.table import ARBITER, HOST, Entry, Kind, Mode, Refused, Table
from tests.support.each import for_each
from tests.support.live_http import Live, OpenMatch
from tests.support.permuting import MatchUnderWay, a_match, opening_for, permuted, told
from tests.support.plain import UNLIKE
from tests.support.sizes import at_night
from viewer.limits import Settings
from viewer.web.server.logs import Log

TRIPLES: Final = at_night(100, 100_000)
"""Permutations of one position for one reader."""
TOLD: Final = {"X-Request-Id": "0123456789abcdef"}
ROLES: Final = {NOBODY: "", SEATS[0]: "A", SEATS[1]: "B"}
WORDS: Final = [
    *(word_of_action(CARDS_BY_NUMBER[card], NO_SUIT, PRESETS["santase"]) for card in range(24)),
    *("20s", "40s", "20h", "40h", "20d", "40d", "20c", "40c", "exchange", "close", "draw", "out"),
]


class World:
    """One of two matches that a reader cannot tell apart, and the log of its server."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        settings = Settings(live_opened=10**6, slow_ms=10**9)  # what is slow depends on the machine
        self.live = Live(folder, proxies=1, settings=settings)
        self.log = io.StringIO()
        app = self.live.app
        limiter = app.extensions["limiter"]
        limiter._asked.most = limiter._read.most = 10**9
        app.extensions["watch"].log = app.extensions["log"] = Log("json", file=self.log)
        self.match: OpenMatch

    def open(self, rules: str, order: bytes) -> None:
        """Open a match, and deal these cards."""
        self.match = self.live.open(dealing="hand", rules=rules)
        room = self.match.room
        entry = Entry(Kind.DEAL, HOST, data=order)
        proposed = room.match.propose(entry, 0, self.live.hall.draw(16))
        assert isinstance(proposed, Proposed), proposed
        room._enter(proposed)

    def read(self, role: str, path: str, **more: str) -> object:
        """All of an answer: its status, its headers, its body."""
        answer = self.match.get(path, role, **TOLD, **more)
        return path, answer.status_code, list(answer.headers), answer.data

    def ask(self, role: str, said: dict[str, Any]) -> object:
        """The same of something that is asked of the table."""
        answer = self.live.client.post(
            f"/api/v1/live/matches/{self.match.id}/actions",
            json=said,
            headers=self.match.headers(role, **TOLD),
        )
        return said, answer.status_code, list(answer.headers), answer.data

    def logged(self) -> list[dict[str, Any]]:
        """What was logged since it was asked last, without times."""
        lines = [json.loads(line) for line in self.log.getvalue().splitlines()]
        self.log.truncate(0)
        self.log.seek(0)
        times = ("timestamp", "ms", "cpu_ms")
        return [{name: said for name, said in line.items() if name not in times} for line in lines]


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World]]:
    monkeypatch.setattr(journal, "leaf_of", lambda salt, body: sha256(salt).digest())
    both = World(tmp_path / "one"), World(tmp_path / "other")
    yield both
    for world in both:
        world.live.close()


def dealt(rules: RuleSet, rng: Random) -> bytes:
    """Some cards of a deal, in the order of dealing."""
    pack = list(members(rules.deck_cards))
    rng.shuffle(pack)
    return bytes(pack)


def played(rules: RuleSet, order: bytes, rng: Random) -> tuple[Table, list[Entry]]:
    """A deal that has come to some moment, and what was done."""
    table = Table(rules)
    table.receive(Entry(Kind.DEAL, HOST, data=order), 0)
    done: list[Entry] = []
    for _ in range(rng.randrange(1, 24)):
        legal = [(action, seat) for seat in SEATS[:2] for action in table.legal(seat)]
        quiet = [each for each in legal if each[0] != actions.OUT]
        if table.now is None or not quiet:
            break
        action, seat = rng.choice(quiet)
        entry = Entry(Kind.ACT, seat, action=action)
        trial = Table.restore(Table(rules), [Entry(Kind.DEAL, HOST, data=order), *done, entry])
        if trial.now is None:
            break  # the cards are open then
        table.receive(entry, table.version)
        done.append(entry)
    return table, done


def same_play(rules: RuleSet, order: bytes, done: list[Entry]) -> bool:
    """Whether the same can be done with other cards."""
    table = Table(rules)
    table.receive(Entry(Kind.DEAL, HOST, data=order), 0)
    return not any(isinstance(table.receive(entry, table.version), Refused) for entry in done)


def text_of(world: World, role: str) -> Iterator[bytes]:
    """The match as text, in the parts in which it is sent."""
    headers = world.match.headers(role, Accept="text/plain", **TOLD)
    path = f"/api/v1/live/matches/{world.match.id}/events"
    answer = world.live.client.get(path, headers=headers, buffered=False)
    yield str(list(answer.headers)).encode()
    yield from filter(None, answer.iter_encoded())


def everything(world: World, role: str, rng: Random) -> list[object]:
    """What a reader gets by asking for everything, some of it by chance."""
    version = world.match.version
    words = rng.sample(WORDS, 3)
    found = [world.read(role, path) for path in ("", "legal", "journal", "record", "record?now=true")]
    found += [world.read(role, f"why?action={word}") for word in words]
    found.append(world.read(role, f"deals/{rng.randrange(1, 3)}/ruling"))
    found.append(world.read(role, "events?since=99"))
    for word in words[:2]:
        # What would be accepted is asked at a version that is past, so that it is refused.
        table = world.match.room.match.table
        seat = Seat("AB".find(role)) if role else NOBODY
        at = 0 if word in legal_words(table, seat) else version
        found.append(world.ask(role, {"action": word, "version": at}))
    found.append(world.ask(role, {"do": "offer", "offer": "takeback", "to": 99, "version": version}))
    found.append(world.logged())
    return found


def compare(worlds: tuple[World, World], name: str, rng: Random) -> int:
    """Compare two matches at each moment; how many triples that are."""
    rules = PRESETS[name]
    order = dealt(rules, rng)
    table, done = played(rules, order, rng)
    reader = rng.choice(list(ROLES))
    other = permuted(order, rules, table, reader, rng)
    if other == order or not same_play(rules, other, done):
        return 0
    role = ROLES[reader]
    for world, cards in zip(worlds, (order, other), strict=True):
        world.live.hall._rooms.clear()
        world.live.time += 1
        world.open(name, cards)
        world.logged()  # under an id by chance
    streams = [world.match.follow(role, since=0, **TOLD) for world in worlds]
    assert next(streams[0]) == next(streams[1])
    texts = [text_of(world, role) for world in worlds]
    for _ in ("headers", "head of the deal"):
        assert next(texts[0]) == next(texts[1])
    seed = rng.random()
    for entry in done:
        word = dump_whole_entry(entry, table.trump, table.rules)["action"]
        maker = "AB"[entry.by]
        answers = []
        for world in worlds:
            said = {"action": word, "version": world.match.version}
            answers.append(world.ask(maker, said))
        assert maker != role or answers[0] == answers[1]
        if answers[0][1] != 200:  # type: ignore[index]
            pytest.fail(f"{word} by {maker} is not accepted: {answers[0]}")
        assert next(streams[0]) == next(streams[1])
        assert next(texts[0]) == next(texts[1])
        found = [everything(world, role, Random(seed)) for world in worlds]
        for one, two in zip(*found, strict=True):
            assert one == two
    for stream in (*streams, *texts):
        stream.close()  # type: ignore[attr-defined]
    assert worlds[0].logged() == worlds[1].logged()
    return len(done)


@pytest.mark.slow
@pytest.mark.parametrize(
    "triples",
    [20, pytest.param(TRIPLES, marks=pytest.mark.nightly)],
)
def test_nothing_depends_on_a_card_that_its_reader_may_not_see(
    worlds: tuple[World, World], triples: int
) -> None:
    rng = Random(triples)
    compared = 0
    while compared < triples:
        compared += compare(worlds, rng.choice(["schnapsen", "santase", "sixty-six"]), rng)


# Every rule set, every mode, every reader; without HTTP.


@pytest.fixture
def heads_of_salts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the heads of a journal, which are hashes over new salts, be the same whatever its lines say."""
    monkeypatch.setattr(journal, "leaf_of", lambda salt, body: sha256(salt).digest())


def differences(
    names: Iterable[str], wanted: int, kinds_of_readers: int, rng: Random
) -> tuple[Counter[tuple[str, Mode, Seat]], list[str]]:
    """So many permutations or more, by so many modes and readers of rule sets, and what differed in any."""
    compared: Counter[tuple[str, Mode, Seat]] = Counter()
    found: list[str] = []
    kinds = [(name, mode) for name in names for mode in Mode]
    for name, mode in cycle(kinds):
        rules = PRESETS[name]
        readers = (NOBODY, *SEATS[: rules.seats], *([ARBITER] if mode is Mode.STRICT else []))
        if compared.total() >= wanted and all((name, mode, reader) in compared for reader in readers):
            continue  # others are missing
        played = a_match(opening_for(rules, mode), rng)
        if played.table.now is None or played.table.ending:
            continue
        order = played.order
        for reader in readers:
            said = None
            for _ in range(2):
                other = permuted(order, rules, played.table, reader, rng, played.seen[reader])
                changed = played.with_cards(other, reader) if other != order else None
                if changed is None:
                    continue
                same = None if said else played.with_cards(order, reader)
                said = told(same, reader) if same else said
                compared[name, mode, reader] += 1
                if told(changed, reader) != said:
                    found.append(f"{name} {mode.value} {reader} {order.hex()} {other.hex()}")
        if compared.total() >= wanted and len(compared) >= kinds_of_readers:
            return compared, found
    raise AssertionError


def test_a_line_that_is_not_sealed_is_found(heads_of_salts: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveMatch, "_is_secret", lambda match, line, reader: False)
    assert differences(PRESETS, 1, 1, Random(7))[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "wanted"),
    [(UNLIKE, 100), pytest.param(tuple(PRESETS), TRIPLES, marks=pytest.mark.nightly)],
    ids=["unlike", "all"],
)
def test_at_every_table_each_reader_is_told_the_same_of_all_cards_that_he_has_not_seen(
    heads_of_salts: None, names: Sequence[str], wanted: int
) -> None:
    readers = sum(PRESETS[name].seats + 1 + (mode is Mode.STRICT) for name in names for mode in Mode)
    compared, found = differences(names, wanted, readers, Random(wanted))
    assert found == []
    assert len(compared) == readers


def test_a_leak_is_found(worlds: tuple[World, World], monkeypatch: pytest.MonkeyPatch) -> None:
    """A head computed from the line without a salt reveals the cards."""
    monkeypatch.setattr(journal, "leaf_of", lambda salt, body: sha256(body).digest())
    rng = Random(1)

    def look() -> None:
        for _ in range(20):
            compare(worlds, "schnapsen", rng)

    with pytest.raises(AssertionError):
        look()


def test_every_line_has_a_new_salt_which_is_shown_with_its_body_alone(tmp_path: Path) -> None:
    world = World(tmp_path / "one")
    drawn: list[bytes] = []
    draw = world.live.hall.draw

    def noted(size: int) -> bytes:
        drawn.append(draw(size))
        return drawn[-1]

    world.live.hall.draw = noted
    world.open("schnapsen", dealt(PRESETS["schnapsen"], Random(5)))
    legal = legal_words(world.match.room.match.table, SEATS[1])
    world.ask("B", {"action": legal[0], "version": 1})
    lines = world.live.hall.journal.since(world.match.id, -1)
    salts = [line.salt for line in lines]
    assert len(set(salts)) == len(lines) == 3
    assert set(salts) <= set(drawn)
    shown = world.match.get("journal").text
    assert [salt.hex() in shown for salt in salts] == [True, False, True]
    world.live.close()


def steps_of(played: MatchUnderWay, reader: Seat) -> Counter[CodeType]:
    """How many lines of each function of the programs' own all answers to a reader take."""
    taken: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            taken[frame.f_code] += 1
        return note

    before = sys.gettrace()
    told(played, reader)  # what is worked out once, and kept, is worked out before
    sys.settrace(note)
    try:
        told(played, reader)
    finally:
        sys.settrace(before)
    return taken


@pytest.mark.slow
@for_each(UNLIKE, one_in=12)
def test_every_answer_takes_the_same_steps_whatever_its_reader_has_not_seen(name: str) -> None:
    """So that its time tells nothing; functions that are compiled are not seen here."""
    rules, rng = PRESETS[name], Random(name)
    readers = {NOBODY, ARBITER, *SEATS[: rules.seats]}
    while readers:
        played = a_match(opening_for(rules, Mode.STRICT), rng)
        if played.table.now is None or played.table.ending:
            continue
        for reader in list(readers):
            other = permuted(played.order, rules, played.table, reader, rng, played.seen[reader])
            same, changed = (played.with_cards(cards, reader) for cards in (played.order, other))
            if other != played.order and same and changed:
                assert steps_of(same, reader) == steps_of(changed, reader)
                readers.remove(reader)


def test_nobody_can_work_out_from_what_is_open_which_card_a_program_plays() -> None:
    """Else what it plays would tell which other cards it holds."""
    rules = PRESETS["schnapsen"]
    opening = MatchOpening(rules, dealing=BY_HAND, programs=("", "random"))
    match = LiveMatch.open(opening, bytes(16))
    entry = Entry(Kind.DEAL, HOST, data=dealt(rules, Random(3)))
    dealing = match.propose(entry, 0, bytes(16))
    assert isinstance(dealing, Proposed)
    played = set()
    for salt in range(30):  # of the line with the cards, whose hash is left as it is
        again = LiveMatch.resume([match.last, dealing.line._replace(salt=bytes([salt]))])
        proposed = again.house(PACE, bytes(32), bytes(16))
        assert proposed
        played.add(proposed.entry.action)
    assert len(played) > 2
