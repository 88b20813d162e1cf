"""Live tables: what is accepted and refused, what each reader sees, and that nothing shows a hidden card."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest
from jsonschema import Draft202012Validator

from notation.judge import judge, judge_series, member_of
from notation.live.events import accepted, events, snapshot
from notation.live.journal import JournalLine, faults, load_line
from notation.live.match import BY_HAND, GRACE, LOOK, LiveMatch, MatchOpening, Proposed
from notation.live.record import deal_of, text_of
from notation.record.model import Record, Tag
from notation.specs.spec import write_spec
from notation.text.reader import read
from notation.text.writer import write
from notation.wire.schemas import schema_named
from notation.wire.table import dump_table_view, load_whole_entry, read_request
from referee import PRESETS, SANTASE, Action, Card, Deal, RuleSet, Seat, actions, codes, members
from referee.cards import BIT, NO_SUIT, SEATS, SPADES, SUITS, mask
from referee.clock import TimeControl
from referee.codes import Effect
from referee.rulesets import SCHNAPSEN
from referee.table import (
    ARBITER,
    HOST,
    MOST_OFFERS,
    UNKNOWN,
    Accepted,
    Entry,
    Kind,
    MatchEnding,
    Mode,
    Proposal,
    Refused,
    Table,
)
from tests.scripts import perft
from tests.support.journals import events_since
from tests.support.permuting import everything
from tests.support.sizes import sizes, some
from tests.support.tables import rules_of
from viewer.documents.languages import language

ENGLISH = language("en")
A, B = SEATS[:2]
WATCHER = Seat(-1)
SALT = bytes(16)


def shuffled(rules: RuleSet, rng: Random) -> bytes:
    pack = list(members(rules.deck_cards))
    rng.shuffle(pack)
    return bytes(pack)


def table_of(rules: RuleSet, **more: Any) -> Table:
    return Table(rules, deals=3 if rules.mp_all_pay else 0, **more)


def put(table: Table, kind: Kind, by: Seat, **more: Any) -> Accepted:
    answer = table.receive(Entry(kind, by, **more), table.version)
    assert isinstance(answer, Accepted), answer
    return answer


def code(table: Table, kind: Kind, by: Seat, **more: Any) -> str | None:
    refusal = table.refusal(Entry(kind, by, **more), table.version)
    return refusal.code.id if refusal else None


def play(table: Table, rng: Random, steps: int = 10_000) -> Iterator[Entry]:
    """Make random entries that are allowed, dealing where cards are wanted, until the match is over."""
    for at in range(0, steps * 10, 10):
        if table.ending:
            return
        if table.wants_cards:
            entry = Entry(Kind.DEAL, HOST, at, data=shuffled(table.rules, rng))
        else:
            assert table.now
            turn = table.now.deal.turn
            legal = [(action, seat) for seat in SEATS[: table.rules.seats] for action in table.legal(seat)]
            if not legal or (table.is_open_to_settle and rng.random() < 0.5):
                entry = Entry(Kind.SETTLE, turn, at)
            else:
                quiet = [choice for choice in legal if choice[0] != actions.OUT or rng.random() < 0.05]
                action, seat = rng.choice(quiet or legal)
                entry = Entry(Kind.ACT, seat, at, action=action)
        answer = table.receive(entry, table.version)
        assert isinstance(answer, Accepted), (entry, answer)
        yield entry


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_is_what_its_entries_make_of_it_and_its_record_is_right(name: str) -> None:
    rules, rng = PRESETS[name], Random(name)
    control = TimeControl(10**9, 100, 5)
    table = table_of(rules, control=control)
    entries = list(play(table, rng))
    again = Table.restore(table_of(rules, control=control), entries)
    for reader in (WATCHER, *SEATS[: rules.seats]):
        assert dump_table_view(table.view(reader, 7)) == dump_table_view(again.view(reader, 7))
    lines = live_lines(MatchOpening(rules, deals=table.deals, dealing=BY_HAND), entries)
    match = LiveMatch.resume(lines)
    judgement = judge(next(read(text_of(match))))
    assert not [f.message for f in judgement.findings if f.code.id not in ("C201", "C202")]
    assert list(judgement.score) == match.table.match.score


def live_lines(opening: MatchOpening, entries: list[Entry]) -> list[JournalLine]:
    """A journal of these entries, by any maker."""
    match = LiveMatch.open(opening, SALT)
    lines = [match.last]
    for entry in entries:
        proposed = match.propose(entry, match.table.version, SALT)
        assert isinstance(proposed, Proposed), proposed
        lines.append(proposed.line)
        match.take(proposed.line)
    return lines


# Hidden cards.


@pytest.mark.parametrize(
    "most", [pytest.param(40, marks=pytest.mark.slow), pytest.param(None, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("name", some(["santase", "schnapsen"], "schnapsen"))
def test_with_eight_cards_what_a_reader_gets_follows_from_what_he_has_seen(
    name: str, most: int | None
) -> None:
    """His cards after each entry, the turn-up, and what everybody has done.

    Of all deals, or of the first, in which A holds the same.
    """
    pack = perft.PACKS["8-cards"]
    rules = perft.small(PRESETS[name], pack)
    told: dict[object, str] = {}
    compared = 0
    for hands, talon, _ in islice(perft.deals(pack, 1), most):
        table = Table(rules, B)
        put(table, Kind.DEAL, HOST, data=bytes([*(card for hand in hands for card in hand), *talon]))
        assert table.now
        deal = table.now.deal
        assert [deal.hands[seat] for seat in (A, B)] == list(map(mask, hands))
        seen: dict[Seat, tuple[object, ...]] = dict.fromkeys((WATCHER, A, B), (talon[-1],))
        while table.now is not None:
            deal = table.now.deal
            for seat in (A, B):
                seen[seat] += (deal.hands[seat],)
            for reader, known in seen.items():
                said = repr(everything(table, reader))
                compared += (reader, known) in told
                assert told.setdefault((reader, known), said) == said
            choices = [
                (action, seat) for seat in (A, B) for action in table.legal(seat) if action != actions.OUT
            ]
            if not choices:
                break
            mover = choices[0][1]
            own = [action for action, seat in choices if seat == mover]
            action = own[crc32(repr(seen[mover]).encode()) % len(own)]
            put(table, Kind.ACT, mover, action=action)
            seen = {reader: (*known, mover, action) for reader, known in seen.items()}
    assert compared > 200, compared


def test_a_card_elsewhere_is_refused_alike_wherever_it_lies() -> None:
    table = Table(SANTASE)
    put(table, Kind.DEAL, HOST, data=bytes([*range(12), *range(12, 24)]))
    elsewhere = [card for card in range(24) if card not in range(6, 12) and card != 23]
    refusals = [table.why_not(Action(card), B) for card in elsewhere]
    assert {ruling and ruling.code.id for ruling in refusals} == {"R207"}


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.auction.packet])
def test_whoever_names_trumps_cannot_name_the_card_that_will_be_turned_up(name: str) -> None:
    """He leaves it to that card without having seen it, and the answer shows of none where it lies."""
    rules = PRESETS[name]
    table = table_of(rules)
    put(table, Kind.DEAL, HOST, data=shuffled(rules, Random(name)))
    assert table.now
    turn = table.now.deal.turn
    cards = [Action(actions.TURN_UP + card) for card in rules.pack]
    assert {code(table, Kind.ACT, turn, action=card) for card in cards} == {codes.NOT_POSSIBLE.id}


# What may be entered, and by whom.


def started(rules: RuleSet = SCHNAPSEN, **more: Any) -> Table:
    table = Table(rules, B, **more)
    put(table, Kind.DEAL, HOST, data=bytes(card for card in range(24) if card % 6))
    return table


def test_a_stale_version_is_refused_and_changes_nothing() -> None:
    table = started()
    before = dump_table_view(table.view(A))
    answer = table.receive(Entry(Kind.ACT, A, action=Action(5)), 0)
    assert isinstance(answer, Refused)
    assert answer.ruling.code.id == "T401"
    assert answer.ruling.facts == {"stated": 0, "needed": 1}
    assert dump_table_view(table.view(A)) == before


@pytest.mark.parametrize(
    ("kind", "by", "more", "expected"),
    [
        (Kind.PAUSE, A, {}, "T402"),
        (Kind.DEAL, A, {}, "T402"),
        (Kind.FLAG, A, {}, "T402"),
        (Kind.LEAVE, ARBITER, {}, "T402"),
        (Kind.ACT, SEATS[2], {}, "T402"),
        (Kind.DEAL, HOST, {"data": bytes(20)}, "T413"),
        (Kind.RESUME, ARBITER, {}, "T417"),
        (Kind.FLAG, HOST, {}, "T408"),
        (Kind.ACCEPT, B, {}, "T409"),
        (Kind.SETTLE, A, {}, "T415"),
        (Kind.CORRECT, ARBITER, {"version": 0}, "T411"),
        (Kind.AWARD, ARBITER, {"seat": A, "points": 0}, "T412"),
        (Kind.FORFEIT, ARBITER, {}, "T412"),
        (Kind.SET_CLOCK, ARBITER, {"seat": A, "points": 5}, "T412"),
        (Kind.OFFER, A, {"proposal": Proposal.REMATCH}, "T406"),
        (Kind.OFFER, A, {}, "T412"),
        (Kind.ACT, A, {"action": Action(UNKNOWN)}, "T412"),
        (Kind.ACT, B, {"action": Action(7)}, "R201"),
        (Kind.CUT, A, {"data": b"x"}, "T413"),
        (Kind.ABORT, A, {}, "T416"),
        (Kind.ANSWER, ARBITER, {"seat": A}, "T417"),
        (Kind.CALL, ARBITER, {}, "T402"),
        (Kind.ACT, ARBITER, {"seat": A, "action": Action(5)}, "T402"),
    ],
)
def test_what_a_table_refuses(kind: Kind, by: Seat, more: dict[str, Any], expected: str) -> None:
    assert code(started(), kind, by, **more) == expected


def test_a_pause_stops_play_and_the_clock() -> None:
    table = started(control=TimeControl(1_000))
    put(table, Kind.PAUSE, ARBITER, at=400)
    assert code(table, Kind.ACT, A, action=Action(5), at=90_000) == "T404"
    put(table, Kind.RESUME, ARBITER, at=100_000)
    assert code(table, Kind.ACT, A, action=Action(5), at=100_599) is None
    assert code(table, Kind.ACT, A, action=Action(5), at=100_600) == "T407"
    put(table, Kind.FLAG, HOST, at=100_600)
    assert (table.ending, table.winner) == (MatchEnding.TIME, B)


def test_clocks_count_what_is_used_beyond_the_delay_and_add_the_increment() -> None:
    rng = Random(5)
    control = TimeControl(10**7, 250, 40)
    table = Table(SANTASE, control=control)
    left, since, running = [control.main] * 2, 0, -1
    at = 0
    while not table.ending:
        at += rng.randrange(300)
        if table.wants_cards:
            put(table, Kind.DEAL, HOST, at=at, data=shuffled(SANTASE, rng))
        else:
            assert table.now
            turn = table.now.deal.turn
            legal = [action for action in table.legal(turn) if action != actions.OUT]
            used = max(0, at - since - control.delay)
            if legal:
                put(table, Kind.ACT, turn, at=at, action=rng.choice(legal))
                left[turn] += control.increment - used
            else:
                put(table, Kind.SETTLE, turn, at=at)  # the clocks stand: nobody has a card to play
        assert table.clock
        plays = table.now and not table.ending and not table.is_played_out
        running, since = (table.now.deal.turn if table.now and plays else -1), at
        assert table.clock.left == left
        assert table.clock.running == running


def test_all_others_must_agree_to_an_offer() -> None:
    table = Table(PRESETS["santase-four"])
    put(table, Kind.DEAL, HOST, data=bytes(range(24)))
    put(table, Kind.OFFER, A, proposal=Proposal.AGREE, seat=table.rules.sides[1], points=2)
    assert code(table, Kind.OFFER, B, proposal=Proposal.ABORT) == "T410"
    assert code(table, Kind.ACCEPT, A) == "T409"
    for seat in SEATS[1:3]:
        put(table, Kind.ACCEPT, seat)
        assert table.now
    put(table, Kind.ACCEPT, SEATS[3])
    [deal] = table.finished
    assert deal.result
    assert (deal.result.reason.value, deal.won) == ("agreement", 2)
    assert table.match.score == [0, 2]


@pytest.mark.parametrize(("bonus", "draws", "more"), [("no", 1, 0), ("any", 2, 1), ("adding", 2, 2)])
def test_what_players_agree_on_holds_the_bonus_after_a_draw_as_in_the_record(
    bonus: str, draws: int, more: int
) -> None:
    for points in range(10):
        table = table_of(rules_of(f"santase target=11 draw-bonus={bonus}"))
        for _ in range(draws):
            put(table, Kind.DEAL, HOST, data=bytes(range(24)))
            put(table, Kind.OFFER, A, proposal=Proposal.AGREE, seat=WATCHER)
            put(table, Kind.ACCEPT, B)
        put(table, Kind.DEAL, HOST, data=bytes(range(24)))
        offer = {"proposal": Proposal.AGREE, "seat": B, "points": points}
        if not 1 + more <= points <= 4 + more:
            assert code(table, Kind.OFFER, A, **offer) == "T412", points
            continue
        put(table, Kind.OFFER, A, **offer)
        put(table, Kind.ACCEPT, B)
        assert (table.finished[-1].won, table.match.score) == (points, [0, points])
        deals = tuple(deal_of(deal, None) for deal in table.finished)
        [game] = read(write(Record((Tag("Rules", write_spec(table.rules)),), deals)))
        judgement = judge(game)
        assert (judgement.ok, judgement.score) == (True, (0, points))


def test_what_is_taken_back_has_not_been_done() -> None:
    table = started()
    before = dump_table_view(table.view(B))
    put(table, Kind.ACT, A, action=Action(5))
    put(table, Kind.OFFER, A, proposal=Proposal.TAKE_BACK, version=1)
    put(table, Kind.ACCEPT, B)
    after = dump_table_view(table.view(B))
    assert after["version"] == 4
    assert {**after, "version": 1} == before
    assert table.now
    assert not table.now.done


def test_an_arbiter_cannot_take_back_a_strict_deal_whose_cards_are_open() -> None:
    table = started()
    put(table, Kind.ACT, A, action=actions.RESIGN)
    assert table.finished
    assert code(table, Kind.CORRECT, ARBITER, version=1) == "T411"


def test_a_seat_breaks_off_alone_only_before_cards_have_been_dealt() -> None:
    table = Table(SCHNAPSEN)
    put(table, Kind.ABORT, B)
    assert (table.ending, table.winner, table.ended_by) == (MatchEnding.ABORTED, -1, B)
    table = started()
    put(table, Kind.ACT, A, action=actions.RESIGN)
    assert code(table, Kind.ABORT, A) == "T416"  # also between two deals
    put(table, Kind.OFFER, A, proposal=Proposal.ABORT)
    put(table, Kind.ACCEPT, B)
    assert (table.ending, table.ended_by) == (MatchEnding.ABORTED, A)


@pytest.mark.parametrize(
    ("kind", "by", "more", "said"),
    [
        (Kind.LEAVE, B, {}, "given up by B; A wins"),
        (Kind.FLAG, HOST, {"at": 9_000}, "lost on time by A; B wins"),
        (Kind.FORFEIT, ARBITER, {"seat": A}, "forfeited by A; B wins"),
        (Kind.ABORT, ARBITER, {}, "broken off by arbiter"),
        (Kind.ABORT, HOST, {}, "broken off by house"),
    ],
)
def test_a_record_says_how_a_match_ended_and_by_whom(
    kind: Kind, by: Seat, more: dict[str, Any], said: str
) -> None:
    deal = Entry(Kind.DEAL, HOST, data=bytes(card for card in range(24) if card % 6))
    opening = MatchOpening(SCHNAPSEN, dealer=B, dealing=BY_HAND, control=TimeControl(9_000))
    match = LiveMatch.resume(live_lines(opening, [deal, Entry(kind, by, **more)]))
    assert f'[Termination "{said}"]' in text_of(match)


def test_a_seat_makes_so_many_offers_from_one_deal_to_the_next() -> None:
    table = started()
    for _ in range(MOST_OFFERS):
        put(table, Kind.OFFER, A, proposal=Proposal.ABORT)
        put(table, Kind.DECLINE, A)
    assert code(table, Kind.OFFER, A, proposal=Proposal.ABORT) == "T418"
    put(table, Kind.OFFER, B, proposal=Proposal.ABORT)
    put(table, Kind.DECLINE, A)
    put(table, Kind.ACT, A, action=actions.RESIGN)
    assert code(table, Kind.OFFER, A, proposal=Proposal.ABORT) == "T418"
    put(table, Kind.DEAL, HOST, data=shuffled(SCHNAPSEN, Random(1)))
    assert code(table, Kind.OFFER, A, proposal=Proposal.ABORT) is None


@pytest.mark.parametrize("mode", Mode)
def test_whatever_the_seats_do_their_entries_are_bounded_and_the_arbiter_can_end_the_match(
    mode: Mode,
) -> None:
    """Everything that a seat may enter without playing on, until nothing is left."""
    rng = Random(mode.value)
    dealt = bytes(card for card in range(24) if card % 6)
    for _ in range(10):
        table = Table(SCHNAPSEN, B, mode)
        put(table, Kind.DEAL, ARBITER, data=dealt)
        while True:
            tried = [
                Entry(Kind.OFFER, seat, proposal=proposal, seat=A, points=1)
                for seat in (A, B)
                for proposal in (Proposal.ABORT, Proposal.AGREE, Proposal.REMATCH)
            ]
            tried += [Entry(kind, seat) for seat in (A, B) for kind in (Kind.DECLINE, Kind.CALL)]
            may = [entry for entry in tried if table.refusal(entry, table.version) is None]
            assert code(table, Kind.ABORT, ARBITER) is None
            assert code(table, Kind.FORFEIT, ARBITER, seat=A) is None
            if not may:
                break
            table.receive(rng.choice(may), table.version)
        assert table.version == 1 + 2 * (2 * MOST_OFFERS + 1)


def test_a_seat_has_one_call_for_the_arbiter_open_whose_reason_only_the_two_of_them_see() -> None:
    table = started(control=TimeControl(1_000))
    put(table, Kind.CALL, B, at=300, reason="why")
    assert code(table, Kind.CALL, B) == "T417"
    put(table, Kind.CALL, A, at=400, reason="me too")
    assert [[call.reason for call in table.view(reader).calls] for reader in (A, B, ARBITER, WATCHER)] == [
        *(["", "me too"], ["why", ""], ["why", "me too"], ["", ""])
    ]
    assert code(table, Kind.ACT, A, action=Action(5), at=1_000) == "T407"  # the clock runs on
    put(table, Kind.ANSWER, ARBITER, seat=B)
    assert list(table.calls) == [A]
    put(table, Kind.FLAG, HOST, at=1_000)
    assert not table.calls


def test_since_when_a_match_waits() -> None:
    match = LiveMatch.open(MatchOpening(SCHNAPSEN, dealer=B), bytes(16))
    committed = match.house(5, bytes(32), bytes(16))
    assert committed
    deal = bytes(card for card in range(24) if card % 6)
    for entry, awaited, since in (
        (committed.entry, (A, B), 5),
        (Entry(Kind.CUT, A, 6, data=b"x"), (B,), 5),
        (Entry(Kind.DEAL, HOST, 7, data=deal), (A,), 7),
        (Entry(Kind.OFFER, B, 8, proposal=Proposal.ABORT), (A,), 8),
        (Entry(Kind.CALL, A, 9), (A,), 8),
        (Entry(Kind.ACT, A, 10, action=Action(5)), (A,), 8),
        (Entry(Kind.DECLINE, A, 11), (B,), 10),
        (Entry(Kind.PAUSE, ARBITER, 12), (), 12),
    ):
        proposed = committed
        if entry.kind is not Kind.COMMIT:
            made = match.propose(entry, match.table.version, bytes(16))
            assert isinstance(made, Proposed)
            proposed = made
        match.take(proposed.line)
        assert (match.awaited, match.awaited_since) == (awaited, since), entry.kind


def test_leaving_and_forfeits_end_a_match_and_a_rematch_needs_both() -> None:
    for kind, by, more in ((Kind.LEAVE, A, {}), (Kind.FORFEIT, ARBITER, {"seat": A})):
        table = started()
        put(table, kind, by, **more)
        assert table.winner == B
        assert code(table, Kind.ACT, A, action=Action(5)) == "T405"
        put(table, Kind.OFFER, A, proposal=Proposal.REMATCH)
        put(table, Kind.ACCEPT, B)
        assert table.rematch
        assert code(table, Kind.OFFER, B, proposal=Proposal.REMATCH) == "T405"


@pytest.mark.parametrize(
    ("ending", "more", "tally"),
    [
        (Kind.LEAVE, {}, (2, 1)),
        (Kind.FORFEIT, {"seat": A}, (2, 1)),
        (Kind.ABORT, {}, (2, 1)),
        (Kind.AWARD, {"seat": B, "points": 7}, (2, 2)),
    ],
)
def test_a_match_counts_in_its_series_once_somebody_has_the_target(
    ending: Kind, more: dict[str, Any], tally: tuple[int, ...]
) -> None:
    opening = MatchOpening(SCHNAPSEN, tags={"Series": "Winter", "Match": "4"}, tally=(2, 1))
    table = started()
    put(table, ending, A if ending is Kind.LEAVE else ARBITER, **more)
    assert tuple(opening.tally_after(table).tally) == tally
    assert opening.rematch(table, "unused", "2026-11-23T10:00:00Z").tally == tally


def test_an_award_counts_in_the_match_and_stands_in_the_record() -> None:
    entries = [Entry(Kind.DEAL, ARBITER, data=bytes(card for card in range(24) if card % 6))]
    entries += [
        Entry(Kind.AWARD, ARBITER, seat=B, points=2, reason="talked"),
        Entry(Kind.ACT, A, action=actions.RESIGN),
    ]
    match = LiveMatch.resume(live_lines(MatchOpening(SCHNAPSEN, dealer=B, dealing=BY_HAND), entries))
    assert match.table.match.score == [0, 5]
    assert 'ruling B 2 "talked"' in text_of(match)
    assert not [f for f in judge(next(read(text_of(match)))).findings if f.code.severity.value == "error"]


# A scorer's table.


@pytest.mark.slow
@sizes(10, 60)
def test_a_scorers_table_notes_what_the_judgement_of_its_record_finds(size: int) -> None:
    noted = 0
    for seed in range(size):
        rng = Random(seed)
        rules = rng.choice([SANTASE, SCHNAPSEN, PRESETS["sixty-six"]])
        opening = MatchOpening(rules, mode=Mode.SCORER, dealing=BY_HAND)
        pack = shuffled(rules, rng)
        truth = Deal.dealt_from(rules, A, [Card(Action(card)) for card in pack])
        all_known = seed % 2 == 0
        known = pack if all_known else bytes([*[UNKNOWN] * (len(pack) - 1), pack[-1]])
        match = LiveMatch.open(opening, SALT)
        codes: list[str] = []

        def enter(entry: Entry, match: LiveMatch = match, codes: list[str] = codes) -> bool:
            proposed = match.propose(entry, match.table.version, SALT)
            if isinstance(proposed, Proposed):
                codes += [ruling.code.id for ruling in match.take(proposed.line).rulings]
            return isinstance(proposed, Proposed)

        assert enter(Entry(Kind.DEAL, ARBITER, data=known))
        while not truth.over and not truth.spent and match.table.now:
            turn = truth.turn
            wild = list(members(truth.hands[turn])) if rng.random() < 0.7 else []
            choices = [a for a, seat in truth.legal() if seat == turn and a != actions.OUT]
            action = rng.choice([*wild] or choices)
            ruling = truth.why_not(action, turn)
            if ruling is None:
                truth.do(action, turn)
            elif ruling.code.effect is Effect.STANDS:
                truth.let_stand(action, ruling)
            else:
                continue
            if action != actions.DRAW or match.table.legal(turn, ARBITER):
                enter(Entry(Kind.ACT, ARBITER, seat=turn, action=action))
        judgement = judge(next(read(text_of(match, whole=True))))
        found = [f.code.id for f in judgement.findings if f.code.id in ("R210", "R211", "R212", "R224")]
        if all_known:
            assert codes == found, text_of(match, whole=True)
        else:  # what a hand held shows by cards that are played later, and so do more revokes
            assert len(codes) <= len(found), text_of(match, whole=True)
        noted += len(codes)
    assert noted > size // 2


@pytest.mark.parametrize("card", [0, 1, 5])
def test_a_card_that_is_played_at_a_scorers_table_need_not_be_known_before(card: int) -> None:
    """The nine of spades has the number 0."""
    table = Table(SANTASE, B, Mode.SCORER)
    put(table, Kind.DEAL, ARBITER, data=bytes([*[UNKNOWN] * 23, 23]))
    put(table, Kind.ACT, ARBITER, seat=A, action=Action(card))
    assert table.now
    assert (table.now.deal.lead, table.now.deal.held(A)) == (card, 5)


WITHOUT_TALON = [name for name, rules in PRESETS.items() if not rules.talon_size and not rules.auction.steps]


@pytest.mark.parametrize("name", WITHOUT_TALON)
def test_of_a_deal_without_a_talon_one_card_at_its_place_alone_shows_trumps(name: str) -> None:
    rules, rng = PRESETS[name], Random(name)
    for dealer in SEATS[: rules.seats]:
        data = shuffled(rules, rng)
        whole = Deal.dealt_from(rules, dealer, [Card(Action(number)) for number in data])
        refused = set()
        for place in range(len(data)):
            hidden = bytes([*data[:place], UNKNOWN, *data[place + 1 :]])
            for suit in (NO_SUIT, *SUITS):
                table = Table(rules, dealer, Mode.SCORER, deals=3)
                if code(table, Kind.DEAL, ARBITER, data=hidden, suit=suit):
                    refused.add((place, suit))
                    continue
                put(table, Kind.DEAL, ARBITER, data=hidden, suit=suit)
                assert table.now
                deal = table.now.deal
                assert deal.trump == (whole.trump if suit == NO_SUIT else suit)
                assert deal.hands == [hand & ~BIT[data[place]] for hand in whole.hands]
                assert [*map(deal.held, SEATS[: rules.seats])] == rules.seats * [rules.deal_hand_size]
        [(place, suit)] = refused
        assert suit == NO_SUIT
        first, shown = data.index(0), data[place]
        nine_of_spades = [{0: shown, shown: 0}.get(number, number) for number in data]
        nine_of_spades[first if first != place else place - 1] = UNKNOWN
        table = Table(rules, dealer, Mode.SCORER, deals=3)
        put(table, Kind.DEAL, ARBITER, data=bytes(nine_of_spades))
        assert table.now
        assert table.now.deal.trump == SPADES


def test_at_a_scorers_table_a_draw_that_is_due_is_made_with_the_next_lead() -> None:
    table = Table(PRESETS["sixty-six"], B, Mode.SCORER)
    put(table, Kind.DEAL, ARBITER, data=bytes(range(24)))
    for seat, card in ((A, 5), (B, 6), (A, 0)):
        put(table, Kind.ACT, ARBITER, seat=seat, action=Action(card))
    assert table.now
    assert (table.now.deal.drawn, table.now.deal.held(A)) == (2, 5)


def test_a_scorer_corrects_beyond_the_end_of_a_deal() -> None:
    table = Table(SCHNAPSEN, B, Mode.SCORER)
    put(table, Kind.DEAL, ARBITER, data=bytes(card for card in range(24) if card % 6))
    put(table, Kind.ACT, ARBITER, seat=A, action=actions.RESIGN)
    assert table.match.score == [0, 3]
    assert table.now is None
    put(table, Kind.CORRECT, ARBITER, version=1)
    assert table.match.score == [0, 0]
    assert table.now
    assert not table.finished


# Recorded matches.

RECORDED = sorted((Path(__file__).parents[1] / "vectors/live").glob("*.journal.ndjson"))
READERS = {"watcher": WATCHER, "A": A, "B": B, "C": SEATS[2], "D": SEATS[3]}


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name.partition(".")[0])
def test_a_recorded_journal_leads_to_the_recorded_events(path: Path) -> None:
    lines = [load_line(json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    assert not list(faults(lines))
    whole = [line for line in lines if isinstance(line, JournalLine)]
    name = path.name.partition(".")[0]
    for streamed in path.parent.glob(f"{name}.*.ndjson"):
        word = streamed.name.split(".")[1]
        if word == "journal":
            continue
        told = [json.loads(line) for line in streamed.read_text("utf-8").splitlines()]
        assert list(events_since(whole, READERS[word], ENGLISH)) == told
        for event in told:
            VALIDATORS[event["event"]].validate(event)


VALIDATORS = {
    event: Draft202012Validator(schema_named(shape))
    for event, shape in {"snapshot": "snapshot", "entry": "entry-event", "end": "end"}.items()
}


def test_the_recorded_matches_show_every_kind_of_entry() -> None:
    kinds = {
        json.loads(json.loads(line)["body"]).get("entry", {}).get("kind")
        for path in RECORDED
        for line in path.read_text("utf-8").splitlines()
    }
    assert {kind.value for kind in Kind} <= kinds


# The match with its journal.


def fair_match(rules: RuleSet, seed: int) -> tuple[LiveMatch, list[JournalLine], list[dict[str, Any]]]:
    rng = Random(seed)
    match = LiveMatch.open(
        MatchOpening(rules, ("Ani", "Boris"), control=TimeControl(10**9)), rng.randbytes(16)
    )
    lines, told, at = [match.last], [snapshot(match, B, 0)], 0
    while not match.table.ending:
        at += 10
        proposed = match.house(at, rng.randbytes(32), rng.randbytes(16))
        if proposed is None:
            table = match.table
            asked: dict[str, Any] = {}
            by = next((seat for seat in match.seats if table.now is None and seat not in table.cuts), A)
            if table.now is None:
                asked = {"do": "cut", "cut": f"{seed}-{by}"}
            else:
                by = table.now.deal.turn
                legal = dump_table_view(table.view(by))["deal"]["legal"]
                asked = {"action": rng.choice([*legal, "Ah"])} if legal else {"do": "settle"}
            request = read_request(table, by, at, asked)
            made = match.propose(request.entry, table.version, rng.randbytes(16))
            if isinstance(made, Refused):
                continue
            proposed = made
        lines.append(proposed.line)
        answer = match.take(proposed.line)
        assert accepted(match, proposed.line, ENGLISH)["receipt"]["version"] == match.table.version
        told += events(match, proposed.line, answer, B, ENGLISH)
    return match, lines, told


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_built_in_players_play_a_match_of_every_rule_set_to_its_end(name: str) -> None:
    """The house acts for them in time, never too early, and has always something to wait for."""
    rules, rng, at = PRESETS[name], Random(name), 0
    opening = MatchOpening(rules, programs=("careful",) * rules.seats, deals=2 if rules.mp_all_pay else 0)
    match = LiveMatch.open(opening, SALT)
    lines = [match.last]
    while match.table.ending is None:
        proposed = match.house(at, rng.randbytes(32), SALT)
        if proposed is None:
            due = match.house_waits_until()
            assert due > at
            assert match.house(due - 1, bytes(32), SALT) is None
            at = due
            continue
        lines.append(proposed.line)
        match.take(proposed.line)
    assert match.table.ending is MatchEnding.PLAYED
    assert LiveMatch.resume(lines).receipt == match.receipt
    assert MatchOpening.load(lines[0].said["open"]) == opening


def test_a_deal_that_is_played_out_is_settled_by_the_house() -> None:
    """What the view says that it comes to is what it comes to; whoever can claim has time for it."""
    claims = 0
    for seed in range(40):
        rng = Random(seed)
        opening = MatchOpening(SCHNAPSEN, dealing=BY_HAND, deals=1, control=TimeControl(10**6))
        match = LiveMatch.open(opening, SALT)
        match.take(match.propose(Entry(Kind.DEAL, ARBITER, data=shuffled(SCHNAPSEN, rng)), 0, SALT).line)  # type: ignore[union-attr]
        table = match.table
        while table.now and not table.is_played_out:
            quiet = [each for each in table.legal(table.now.deal.turn) if each != actions.OUT]
            entry = Entry(Kind.ACT, table.now.deal.turn, action=rng.choice(quiet))
            match.take(match.propose(entry, table.version, SALT).line)  # type: ignore[union-attr]
        if table.now is None:
            continue
        told = dump_table_view(table.view(A))
        holds = [seat.claim_holds for seat in table.now.deal.standing()]
        assert [
            bool(dump_table_view(table.view(seat))["deal"].get("claim_holds")) for seat in (A, B)
        ] == holds
        assert told["clock"]["running"] is None
        claims += any(holds)
        due = GRACE if any(holds) else LOOK
        assert match.house_waits_until() == due
        assert match.house(due - 1, bytes(32), SALT) is None
        settled = match.house(due, bytes(32), SALT)
        assert settled
        assert settled.entry.kind is Kind.SETTLE
        match.take(settled.line)
        closed = dump_table_view(table.view(WATCHER))["last_deal"]
        assert {name: closed[name] for name in told["settles"]} == told["settles"]
    assert 0 < claims < 40


def test_events_can_be_resumed_anywhere_without_gap_or_double() -> None:
    match, lines, told = fair_match(SANTASE, 1)
    assert list(events_since(lines, B, ENGLISH)) == told
    assert [event["id"] for event in told[:-1]] == list(range(match.table.version + 1))
    assert told[-1]["event"] == "end"
    for since in range(0, match.table.version, 7):
        rest = [event for event in told if event["id"] > since]
        assert list(events_since(lines, B, ENGLISH, since)) == rest


def test_what_a_reader_may_not_see_of_a_journal_is_sealed_and_the_chain_still_holds() -> None:
    match, lines, _ = fair_match(SANTASE, 3)
    cut = next(line.number for line in lines if line.said.get("entry", {}).get("kind") == "deal") + 3
    early = LiveMatch.resume(lines[:cut])
    shown = list(early.shown_to(B, lines[:cut]))
    bodies = b"".join(line.body for line in shown if isinstance(line, JournalLine))
    assert b'"seed"' not in bodies
    assert b'"cards"' not in bodies
    assert not list(faults(shown, [early.receipt]))
    assert all(isinstance(line, JournalLine) for line in match.shown_to(B, lines))


def test_a_rematch_goes_on_with_the_series_and_its_records_agree() -> None:
    match, lines, _ = fair_match(SCHNAPSEN, 5)
    opening = replace(match.opening, tags={"Series": "Winter", "Match": "1"}, tally=(0, 0))
    entries = [load_whole_entry(line.said["entry"]) for line in lines[1:]]
    dealt = [entry for entry in entries if entry.kind not in (Kind.COMMIT, Kind.CUT)]
    first = LiveMatch.resume(live_lines(replace(opening, dealing=BY_HAND), dealt))
    second = first.opening.rematch(first.table, "unused", "2026-11-23T10:00:00Z")
    assert second.dealer != opening.dealer
    entries = list(play(Table(SCHNAPSEN, second.dealer), Random(8)))
    games = [first, LiveMatch.resume(live_lines(replace(second, dealing=BY_HAND), entries))]
    members = [member_of(judge(next(read(text_of(game))))) for game in games]
    series = judge_series([member for member in members if member])
    assert [match.member.number for match in series.matches] == [1, 2]
    assert not [finding for match in series.matches for finding in match.findings]
    assert "SeriesScore" in text_of(games[1])


def test_the_house_waits_for_cuts_but_not_for_ever() -> None:
    match = LiveMatch.open(MatchOpening(SANTASE), SALT)
    commitment = match.house(5, bytes(32), SALT)
    assert commitment
    assert match.take(commitment.line)
    assert match.house(6, bytes(32), SALT) is None
    assert match.house_waits_until() == 5 + GRACE
    dealt = match.house(5 + GRACE, bytes(32), SALT)
    assert dealt
    assert dealt.entry.kind is Kind.DEAL
