"""Sessions: what lines are answered, what the oracle says of the same play, what is kept and resumed."""

import json
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import jsonschema
import pytest

from notation import read
from notation.judge import judge
from notation.live.journal import JournalLine, faults
from notation.live.match import BY_HAND, MatchOpening, opening_of
from notation.record.words import card_word, seat_letter
from notation.wire.schemas import schema_named
from referee.cards import NOBODY, SEATS, members
from referee.clock import TimeControl
from referee.rulesets import PRESETS
from tests.support import oracle
from tests.support.journals import events_since
from viewer.documents.languages import language
from viewer.session import LONGEST, Session

ENGLISH: Final = language("en")
SCHEMA_OF: Final = {"snapshot": "snapshot", "entry": "entry-event", "end": "end"}


def codes(text: str) -> set[str]:
    [game] = read(text)
    return {finding.code.id for finding in judge(game).findings} - {"C201", "C202"}  # allowed claims


def accept(session: Session, by: str, found: dict[str, Any]) -> dict[str, Any]:
    answer = session.ask(by, found)
    assert answer["event"] == "accepted", answer
    return answer


def held(session: Session, by: str) -> str:
    return str(session.ask(by, {"get": "snapshot"})["view"]["deal"]["hand"][0])


def play(session: Session, rng: Random, most: int = 10_000) -> None:
    while session.turn is not None and most:
        accept(session, session.turn, {"action": rng.choice(session.legal)})
        most -= 1


@pytest.mark.parametrize("spec", oracle.OF_TWO)
def test_the_oracle_allows_the_same_actions_and_comes_to_the_same_score(spec: str) -> None:
    rng = Random(spec)
    session = Session(opening_of(spec, dealing=BY_HAND), seed=8)
    match = oracle.OracleMatch(spec, "A")
    while match.winner is None:
        _, hands, talon = oracle.random_deal(spec, rng)
        deal = oracle.OracleDeal(spec, match.dealer, hands, talon, first=not session.match.table.finished)
        accept(session, "arbiter", {"do": "deal", "cards": {"hands": hands, "talon": talon}})
        while deal.result is None:
            legal = {(seat, word) for seat in "AB" for word in session.ask(seat, {"get": "legal"})["legal"]}
            assert legal == deal.legal()
            if deal.played_out and rng.random() < 0.5:
                accept(session, deal.leader, {"do": "settle"})
                deal.finish()
            else:
                seat, word = rng.choice(sorted(legal))
                accept(session, seat, {"action": word})
                deal.act(seat, word)
        match.add(deal.result)
        assert session.match.table.match.score == list(match.score.values())
    assert session.match.table.winner == "AB".index(match.winner)
    assert not codes(session.record)


@pytest.mark.parametrize("spec", PRESETS)
def test_a_match_of_chance_is_a_record_in_which_nothing_is_wrong(spec: str) -> None:
    rng = Random(spec)
    with Session(opening_of(spec, deals=5 if PRESETS[spec].mp_all_pay else 0), seed=3) as session:
        play(session, rng)
    assert session.match.table.ending
    assert not codes(session.record)


ERRORS: Final = {
    b"\xff": "not-json",
    b"{": "not-json",
    b"[1]": "not-json",
    b"[" * 10_000: "not-json",
    b'{"by": "A", "action": "As"' + b" " * LONGEST + b"}": "too-long",
    b"{}": "unknown-seat",
    b'{"by": "C", "action": "As"}': "unknown-seat",
    b'{"by": "house", "do": "settle"}': "unknown-seat",
    b'{"by": ["A"], "action": "As"}': "unknown-seat",
    b'{"by": "A"}': "not-a-request",
    b'{"by": "A", "action": "Zz"}': "not-a-request",
    b'{"by": "A", "action": 7}': "not-a-request",
    b'{"by": "A", "do": "dance"}': "not-a-request",
    b'{"by": "A", "action": "As", "colour": 1}': "not-a-request",
    b'{"by": "A", "action": "As", "version": -1}': "not-a-request",
    b'{"by": "A", "action": "As", "version": 1e999}': "not-a-request",
    b'{"by": "A", "do": "call", "reason": "\x1b"}': "not-json",
    b'{"by": "A", "do": "call", "reason": "\\u001b"}': "not-a-request",
    rb'{"by": "A", "get": "why", "action": "\ud800"}': "not-json",
    b'{"by": "A", "get": "why", "action": "\xed\xa0\x80"}': "not-json",
    b'{"by": "A", "get": "cards"}': "not-a-request",
    b'{"by": "A", "get": ["legal"]}': "not-a-request",
    b'{"by": "A", "get": "why"}': "not-a-request",
}


def test_a_line_that_is_not_a_request_is_answered_with_a_code_and_changes_nothing() -> None:
    session = Session(opening_of("santase"), seed=1)
    version, head = session.match.table.version, session.match.last.head
    for line, code in ERRORS.items():
        answer = session.ask_line(line)
        assert (answer["event"], answer["code"]) == ("error", code), line[:40]
        assert answer["says"]
        assert (session.match.table.version, session.match.last.head) == (version, head), line[:40]


def test_an_answer_says_who_is_next_and_what_that_seat_may_do() -> None:
    session = Session(opening_of("schnapsen"), seed=66)
    refused = session.ask_line(json.dumps({"by": "A", "action": held(session, "A")}).encode())
    assert (refused["event"], refused["ruling"]["code"], refused["legal"]) == ("refused", "R201", [])
    assert refused["next"] == {"turn": session.turn, "legal": session.legal}
    assert session.turn == "B"
    done = session.ask_line(json.dumps({"by": "B", "action": session.legal[0]}).encode())
    assert (done["event"], done["next"]["turn"], done["view"]["you"]) == ("accepted", "A", "B")
    jsonschema.validate(
        {name: done[name] for name in ("event", "receipt", "rulings")}, schema_named("accepted")
    )


def test_why_is_answered_without_entering_anything() -> None:
    session = Session(opening_of("schnapsen"), seed=66)
    assert session.ask("B", {"get": "why", "action": session.legal[0]})["ruling"] is None
    assert session.ask("A", {"get": "why", "action": held(session, "A")})["ruling"]["code"] == "R201"
    assert session.match.table.version == 2


def test_what_a_seat_is_answered_does_not_tell_what_another_may_do() -> None:
    """The arena sends answers to programs; only the operator of all seats gets the rest."""
    session = Session(opening_of("schnapsen"), seed=66)
    for answer in (session.ask("A", {"action": "As"}), session.ask("B", {"action": session.legal[0]})):
        assert not {"next", "view"} & set(answer)


def test_a_request_that_is_repeated_with_its_key_counts_once() -> None:
    lines: list[JournalLine] = []
    session = Session(opening_of("schnapsen"), seed=66, keep=lines.append)
    request = {"action": session.legal[0], "key": "k1"}
    first = accept(session, "B", request)
    assert session.ask("B", request) == first
    assert len(lines) == 4
    again = Session(opening_of("schnapsen"), seed=66, lines=lines)
    assert again.ask("B", request) == first
    assert again.match.table.version == 3


def test_readers_get_what_the_journal_says_that_they_get() -> None:
    lines: list[JournalLine] = []
    readers = (*SEATS[:2], NOBODY)
    session = Session(opening_of("santase"), seed=5, keep=lines.append, readers=readers)
    got: dict[int, list[Any]] = {reader: [] for reader in readers}
    rng = Random(4)
    while session.turn is not None:
        session.ask(session.turn, {"action": rng.choice(["As", *session.legal])})
        for reader in readers:
            got[reader] += session.events(reader)
    for reader in readers:
        assert got[reader] == list(events_since(lines, reader, ENGLISH))
        for event in got[reader][::12] + got[reader][-1:]:
            jsonschema.validate(event, schema_named(SCHEMA_OF[event["event"]]))


def test_the_same_seed_and_requests_make_the_same_journal_and_another_seed_another() -> None:
    journals = []
    for seed in (9, 9, 10):
        lines: list[JournalLine] = []
        play(Session(opening_of("sixty-six"), seed=seed, keep=lines.append), Random(1))
        assert not list(faults(lines))
        journals.append(lines)
    assert journals[0] == journals[1] != journals[2]


def test_without_a_seed_no_two_matches_are_alike() -> None:
    first, second = (Session(opening_of("santase")).ask("arbiter", {"get": "record"}) for _ in "AB")
    assert first != second


@pytest.mark.parametrize("spec", ["schnapsen", "santase-three", "sixty-six-four"])
def test_a_seat_that_asks_for_the_record_is_shown_no_card_that_it_has_not_seen(spec: str) -> None:
    session = Session(opening_of(spec, deals=1), seed=8)
    dealt = session.match.table.now
    assert dealt is not None
    hands = [{card_word(card) for card in members(hand)} for hand in dealt.deal.hands]

    def shown(by: str) -> set[str]:
        return set(re.findall("[97JQKTA][shdc]", session.ask(by, {"get": "record"})["sgn"]))

    assert shown("arbiter") >= set().union(*hands)
    for seat in session.match.seats:
        assert (
            shown(seat_letter(seat)) - {card_word(dealt.order[-1])} <= hands[seat] <= shown(seat_letter(seat))
        )


@pytest.mark.parametrize("after", [0, 1, 7, 20])
def test_a_match_is_resumed_from_its_lines_and_played_to_the_same_end(after: int) -> None:
    whole = Session(opening_of("schnapsen", dealing=BY_HAND), seed=2)
    lines: list[JournalLine] = []
    parted = Session(opening_of("schnapsen", dealing=BY_HAND), seed=2, keep=lines.append)
    _, hands, talon = oracle.random_deal("schnapsen", Random(6))
    done = 0
    for session in (whole, parted):
        rng = Random(3)
        accept(session, "arbiter", {"do": "deal", "cards": {"hands": hands, "talon": talon}})
        while session.turn is not None and done < 30:
            if session is parted and done == after:
                session = Session(opening_of("santase"), seed=99, lines=lines, keep=lines.append)
            accept(session, str(session.turn), {"action": rng.choice(session.legal)})
            done += 1
        done = 0
        assert session.record == whole.record


def test_the_house_waits_for_the_cuts_where_it_is_asked_to() -> None:
    session = Session(opening_of("santase"), seed=1, cuts=True)
    assert session.turn is None
    assert session.ask("A", {"action": "As"})["ruling"]["code"] == "T403"
    for seat in "AB":
        accept(session, seat, {"do": "cut", "cut": f"cut-of-{seat}"})
    assert session.turn == "B"
    session.ask("B", {"do": "leave"})
    assert session.match.table.ending


def test_time_runs_out_where_there_is_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("viewer.session.time.monotonic", lambda: now)
    session = Session(opening_of("schnapsen", control=TimeControl(60_000)), seed=66)
    accept(session, "B", {"action": session.legal[0]})
    now += 60.0
    assert session.ask("A", {"get": "legal"})["legal"] == []
    assert session.match.table.ending
    assert (session.match.table.ending.value, session.match.table.winner) == ("time", 1)


def test_a_context_leaves_the_record_whatever_happens(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    with suppress(KeyError), Session(opening_of("santase"), seed=1, path=path) as session:
        play(session, Random(1), most=5)
        raise KeyError
    assert path.read_text("utf-8") == session.record
    assert [file.name for file in tmp_path.iterdir()] == ["match.sgn"]
    assert not codes(session.record)


def test_a_reason_of_the_arbiter_stands_in_the_record() -> None:
    session = Session(opening_of("santase"), seed=1)
    accept(session, "arbiter", {"action": "resign", "seat": session.turn, "reason": "did nothing {for} 5 s"})
    assert "resign {did nothing {for\\} 5 s}" in session.record
    assert not codes(session.record)


def test_a_reason_that_is_too_long_is_refused_and_not_cut() -> None:
    session = Session(opening_of("santase"), seed=1)
    line, asked = session.match.last.head, {"action": "resign", "seat": session.turn}
    refused = session.ask("arbiter", asked | {"reason": "ж" * 501})
    assert (refused["event"], refused["code"]) == ("error", "not-a-request")
    assert refused["says"].startswith("`reason`: ")
    assert "500" in refused["says"]
    assert session.match.last.head == line
    accept(session, "arbiter", asked | {"reason": "ж" * 500})
    assert f"resign {{{'ж' * 500}}}" in session.record
    said = jsonschema.Draft202012Validator(schema_named("request"))
    assert not said.is_valid(asked | {"reason": "ж" * 501})
    assert said.is_valid(asked | {"reason": "ж" * 500})


def test_a_spec_that_is_not_one_is_refused() -> None:
    with pytest.raises(ValueError, match="santasse"):
        opening_of("santasse")
    assert isinstance(opening_of("santase"), MatchOpening)
