"""A match as text while it is played: readable after every line, and at last the record of the match."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from notation.judge import Judgement, judge
from notation.live.journal import JournalLine
from notation.live.match import BY_HAND, LiveMatch, MatchOpening, Proposed
from notation.live.record import record_of
from notation.live.text import MatchText
from notation.record.model import LAID_AWAY, UNRECORDED, DealRecord, OpeningPly, Record
from notation.text.reader import Game, read
from notation.text.writer import bare, write
from referee import PRESETS, SANTASE, Action, Seat, actions
from referee.cards import NOBODY, SEATS, suit_of
from referee.table import ARBITER, Entry, Kind, Mode, Table
from tests.referee.test_table import SALT, fair_match, live_lines, play, shuffled, table_of
from tests.support.live_http import API, Live, OpenMatch
from tests.support.permuting import permuted

A, B = SEATS[:2]
AT_THE_END = ("Result", "SeriesScore", "Termination")
"""Tags that are known only then."""


def pieces(lines: list[JournalLine], reader: Seat = NOBODY) -> Iterator[tuple[LiveMatch, str]]:
    """What the text of a match has more after each line of its journal."""
    match = LiveMatch.resume(lines[:1])
    text = MatchText(reader)
    yield match, text.more(match)
    for line in lines[1:]:
        match.take(line)
        yield match, text.more(match)


def games(text: str) -> list[Game]:
    return list(read(text))


def judged(game: Game) -> Judgement:
    judgement = judge(game)
    wrong = [f.message for f in judgement.findings if f.is_error and f.code.id not in ("C201", "C202")]
    assert not wrong, game.text
    return judgement


def comparable(record: Record) -> Record:
    """A record without what a text cannot have: tags of the end, and which card showed trumps in a hand."""
    tags = tuple(tag for tag in record.tags if tag.name not in AT_THE_END)
    deals = tuple(
        replace(deal, trump=None, suit=suit_of(deal.trump) if deal.trump is not None else deal.suit)
        if deal.talon is None
        else deal
        for deal in record.deals
    )
    return replace(record, tags=tags, deals=tuple(map(without_discards, deals)))


def without_discards(deal: DealRecord) -> DealRecord:
    """A deal without the cards that were laid away, which nobody else hears of."""
    if deal.opening is None:
        return deal
    plies = (
        replace(ply, cards=(UNRECORDED,) * len(ply.cards))
        if isinstance(ply, OpeningPly) and ply.action == LAID_AWAY
        else ply
        for ply in deal.opening.plies
    )
    return replace(deal, opening=replace(deal.opening, plies=tuple(plies)))


@pytest.mark.parametrize("name", PRESETS)
def test_the_text_of_a_match_can_be_read_at_any_line_and_becomes_its_record(name: str) -> None:
    rules, rng = PRESETS[name], Random(f"text {name}")
    table = table_of(rules)
    entries = list(play(table, rng))
    names = ("Ani", "Boris", "Ceco", "Dora")[: rules.seats]
    opening = MatchOpening(rules, names, deals=table.deals, dealing=BY_HAND)
    grown = list(pieces(live_lines(opening, entries)))
    assert all(not piece or piece.endswith("\n") for _, piece in grown)
    match, text = grown[-1][0], "".join(piece for _, piece in grown)
    ends = [at for at, character in enumerate(text) if character == "\n"]
    for end in rng.sample(ends, 6):
        [so_far] = games(text[: end + 1])
        judged(so_far)
    [game] = games(text)
    assert game.record
    assert write(bare(comparable(game.record))) == write(bare(comparable(record_of(match))))
    whole, canonical = judged(game), judged(games(write(record_of(match)))[0])
    assert whole.score == canonical.score
    assert [each.result for each in whole.deals] == [each.result for each in canonical.deals]
    if rules.auction.steps and rules.talon_size and not rules.draws:  # nobody knows what was laid away
        assert {f.code.id for f in whole.findings} <= {"N303", "N304"}
        return
    assert [f.code.id for f in whole.findings] == [f.code.id for f in canonical.findings]


@pytest.mark.parametrize("reader", [NOBODY, A, B])
def test_the_text_of_a_fair_match_has_its_proofs_where_the_record_has_them(reader: Seat) -> None:
    match, lines, _ = fair_match(SANTASE, 9)
    text = ""
    for now, piece in pieces(lines, reader):
        text += piece
        if now.table.now and not now.table.ending:
            assert "dealt" not in piece
            assert "@seed" not in piece
    [game] = games(text)
    assert game.record
    assert write(game.record) == write(comparable(record_of(match)))
    judged(game)


def compare(name: str, rng: Random) -> bool:
    """Whether the text of a match was the same where cards lay elsewhere; False where that could not be."""
    rules = PRESETS[name]
    table = table_of(rules)
    dealt, *played = play(table, rng, rng.randrange(2, 40))
    if table.finished or table.now is None:
        return False
    reader = rng.choice([NOBODY, *SEATS[: rules.seats]])
    elsewhere = dealt._replace(data=permuted(dealt.data, rules, table, reader, rng))
    try:
        Table.restore(table_of(rules), [elsewhere, *played])
    except ValueError:  # that cannot have been played with those cards
        return False
    opening = MatchOpening(rules, deals=table.deals, dealing=BY_HAND)
    texts = [
        [piece for _, piece in pieces(live_lines(opening, [cards, *played]), reader)]
        for cards in (dealt, elsewhere)
    ]
    assert texts[0] == texts[1]
    return dealt != elsewhere


@pytest.mark.parametrize("name", ["schnapsen", "santase-club", "santase-three", "santase-four"])
def test_no_text_depends_on_a_card_that_its_reader_may_not_see(name: str) -> None:
    rng = Random(f"hidden text {name}")
    compared = 0
    while compared < 20:
        compared += compare(name, rng)


def test_a_leak_in_the_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notation.live.text.seen_when_dealt", lambda deal, reader: deal)
    rng = Random(1)

    def look() -> None:
        for _ in range(20):
            compare("schnapsen", rng)

    with pytest.raises(AssertionError):
        look()


DEALT = """%SGN 1
[Rules "santase"]
deal 1 dealer B trump Qd
1. As Td
= *
dealt A: Ks As Qh Kh Ah Kc {the whole hand}
dealt talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd ; as it lay
dealt B: Ts 9d Kd Td 9c Qc
deal 2 dealer A
"""


def test_cards_after_the_result_are_those_of_the_head() -> None:
    [game] = games(DEALT)
    assert game.record
    assert write(game.record).splitlines()[3:7] == [
        "deal 1 dealer B trump Qd",
        "A: Ks As Qh Kh Ah Kc {the whole hand}",
        "B: Ts 9d Kd Td 9c Qc",
        "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd ; as it lay",
    ]
    assert [deal.number for deal in game.record.deals] == [1, 2]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("1. As", "A: Ks As Qh Kh Ah Kc\n1. As", "X118", 7),
        ("1. As", "talon: 9h\n1. As", "S111", 8),
        ("dealt B: Ts", "dealt B: Tss", "S133", 8),
        ("dealt B:", "dealt talon:", "S111", 8),
        ("dealt B:", "B:", "S111", 8),
        ("trump Qd", "trump Qd\nposition lead A", "S111", 7),
    ],
)
def test_cards_after_the_result_that_cannot_stand_there(old: str, new: str, code: str, line: int) -> None:
    [game] = games(DEALT.replace(old, new, 1))
    assert game.record is None
    assert [(found.code.id, found.span.line) for found in game.findings] == [(code, line)]


def entered(match: LiveMatch, text: MatchText, entry: Entry) -> str:
    """What the text has more after an entry that is accepted."""
    proposed = match.propose(entry, match.table.version, SALT)
    assert isinstance(proposed, Proposed), proposed
    match.take(proposed.line)
    return text.more(match)


def test_where_a_match_goes_back_a_new_game_begins_with_what_still_counts() -> None:
    match, text = LiveMatch.open(MatchOpening(SANTASE, dealing=BY_HAND, dealer=B), SALT), MatchText()
    said = text.more(match)
    said += entered(match, text, Entry(Kind.DEAL, ARBITER, data=bytes(range(24))))
    before = said
    said += (lead := entered(match, text, Entry(Kind.ACT, A, action=Action(5))))
    assert lead == "1. As\n"
    assert entered(match, text, Entry(Kind.PAUSE, ARBITER)) == ""
    assert entered(match, text, Entry(Kind.RESUME, ARBITER)) == ""
    said += (again := entered(match, text, Entry(Kind.CORRECT, ARBITER, version=1)))
    assert again == f"\n{before}"
    said += entered(match, text, Entry(Kind.ACT, A, action=Action(4)))
    said += entered(match, text, Entry(Kind.ACT, B, action=actions.RESIGN))
    late = Entry(Kind.AWARD, ARBITER, seat=B, points=1, reason="late")
    said += (awarded := entered(match, text, late))
    assert 'ruling B 1 "late"\n1. Ts\nresign\n= A 3' in awarded
    first, second, third = games(said)
    assert [len(judged(game).deals) for game in (first, second, third)] == [1, 1, 1]
    assert third.record
    assert write(third.record) == write(comparable(record_of(match)))


def test_a_deal_that_breaks_off_shows_its_cards_at_the_end() -> None:
    match, text = LiveMatch.open(MatchOpening(SANTASE, dealing=BY_HAND), SALT), MatchText()
    said = text.more(match)
    said += entered(match, text, Entry(Kind.DEAL, ARBITER, data=shuffled(SANTASE, Random(2))))
    assert "dealt" not in said
    said += (end := entered(match, text, Entry(Kind.ABORT, ARBITER)))
    assert end.startswith("= *")
    assert end.count("dealt ") == 3
    [game] = games(said)
    assert game.record
    assert write(game.record) == write(comparable(record_of(match)))


def test_the_text_of_a_scorers_table_has_what_is_known() -> None:
    opening = MatchOpening(SANTASE, mode=Mode.SCORER, dealing=BY_HAND, dealer=B)
    match, text = LiveMatch.open(opening, SALT), MatchText()
    known = bytes([*range(6), *[255] * 17, 23])
    said = text.more(match) + entered(match, text, Entry(Kind.DEAL, ARBITER, data=known))
    for seat, card in ((A, 5), (B, 9), (A, 4), (B, 10)):
        said += entered(match, text, Entry(Kind.ACT, ARBITER, seat=seat, action=Action(card)))
    assert "dealt" not in said
    said += entered(match, text, Entry(Kind.ACT, ARBITER, seat=A, action=actions.RESIGN))
    assert "dealt A: 9s Js Qs Ks Ts As\ndealt talon: -- " in said
    [game] = games(said)
    assert game.record
    assert write(game.record) == write(comparable(record_of(match)))


# Over HTTP.


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    made = Live(tmp_path)
    yield made
    made.close()


def followed(match: OpenMatch, role: str = "", accept: str = "text/plain") -> Any:
    """The text of a match as it comes, in the parts in which it is sent."""
    headers = match.headers(role, Accept=accept)
    answer = match.live.client.get(f"{API}/{match.id}/events", headers=headers, buffered=False)
    assert (answer.status_code, answer.mimetype) == (200, accept)
    return (part for part in answer.iter_encoded() if part)


def test_a_match_is_followed_as_text(live: Live) -> None:
    match = live.open(dealing="hand")
    watching = followed(match)
    assert next(watching).startswith(
        '%SGN 1 stream\n[Date "2023-11-14"]\n[Rules "schnapsen"]\n[A "Ана"]'.encode()
    )
    match.deal()
    assert next(watching) == b"\ndeal 1 dealer A trump Ac\n"
    match.do("B", action="Ah")
    assert next(watching) == b"1. Ah\n"
    playing = followed(match, "A", "application/x-sgn")
    assert next(playing).endswith(b"\ndeal 1 dealer A trump Ac\nA: As Ts Ks Qh Jd\n1. Ah\n")
    match.do("A", action="resign")
    end = next(watching)
    assert end.startswith(b"resign\n= B 3 by resignation")
    assert b"\ndealt B: Ah Th Kh Qs Jc\ndealt talon: Js " in end
    assert b"dealt A" not in next(playing)
    match.do("A", do="leave")
    assert b"".join(watching).strip() == b""
    text = b"".join(followed(match, "B", "application/x-sgn")).decode()
    [game] = games(text)
    assert game.record
    assert write(game.record) == write(comparable(record_of(match.room.match)))


def test_who_watches_with_a_delay_reads_the_text_so_much_later(live: Live) -> None:
    match = live.open(dealing="hand", delay=5000)
    match.deal()
    watching = followed(match)
    assert b"deal 1" not in next(watching)
    playing = followed(match, "A")
    assert b"deal 1" in next(playing)
    live.time += 5000
    match.room.keep_house()
    assert next(watching) == b"\ndeal 1 dealer A trump Ac\n"


def test_a_person_who_sits_down_begins_a_new_game_with_the_own_name() -> None:
    opening = MatchOpening(SANTASE, ("Ani", "Boris"), dealing=BY_HAND, identifies=True)
    match, text = LiveMatch.open(opening, SALT), MatchText()
    assert '[Identified "-"]' in text.more(match)
    proposed = match.seat(B, "Boris Ivanov", 0, SALT)
    assert isinstance(proposed, Proposed)
    match.take(proposed.line)
    said = text.more(match)
    assert said.startswith("\n%SGN 1 stream\n")
    assert '[B "Boris Ivanov"]\n[Identified "B"]' in said
