"""Logs that break off before the play decides the deal, and logs that begin after its first tricks.

What is missing is written as a gap and reported, the stated result is kept, and nobody is accused of it.
"""

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from notation import Game, read
from notation.formats import (
    FORMATS,
    SGN,
    Conversion,
    Format,
    RecordPart,
    ReportKind,
    Telling,
    convert,
    write_records,
)
from notation.judge import judge
from notation.record.model import DealRecord, Record
from referee.cards import mask, points_of
from referee.rulesets import SCHNAPSEN
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.sizes import sizes

LOGS: Final = Path(__file__).parents[2] / "logs"
STATING: Final = [
    each
    for each in FORMATS.values()
    if each.reader and each.writer and each.spec and RecordPart.RESULTS in each.holds
]
"""Formats of programs that state results, and that can be written here."""


def cut(record: Record, rng: random.Random) -> Record:
    """A match of which each deal lacks its last tricks, and keeps its result."""

    def shorter(deal: DealRecord) -> DealRecord:
        played = [trick for trick in deal.tricks if any(ply.plays for ply in trick.plies)]
        return replace(deal, tricks=tuple(played[: max(0, len(played) - rng.randint(1, 3))]))

    return replace(record, deals=tuple(map(shorter, record.deals)))


def errors(game: Game) -> list[str]:
    return [finding.code.id for finding in judge(game).findings if finding.is_error]


@sizes(2, 12)
def test_a_log_that_ends_early_keeps_its_result_and_accuses_nobody(size: int) -> None:
    for form in STATING:
        with case(form.name):
            assert sum(cut_short(form, seed) for seed in range(size)) or size < 12


def cut_short(form: Format, seed: int) -> int:
    """How many gaps are told of a match of which each deal is cut short."""
    rng = random.Random(seed)
    record = cut(random_record(form.spec, rng, noted=False, most_deals=3), rng)
    data, deals = write_records([(0, record)], form, Telling())
    if not deals:
        return 0
    done = convert(data, form, SGN)
    for game in read(done.data):
        assert "X115" not in errors(game), game.text
        for found, deal in zip(judge(game).deals, deals_of(game), strict=True):
            assert found.result or found.trusted or deal.result is None
    return gaps(done)


def gaps(done: Conversion) -> int:
    """How often the report says that cards played are unknown."""
    return sum(
        entry.count
        for entry in done.report
        if entry.kind is ReportKind.UNKNOWN and entry.part is RecordPart.PLAYS
    )


def deals_of(game: Game) -> tuple[DealRecord, ...]:
    assert game.record
    return game.record.deals


def test_a_deal_that_the_old_platform_starts_in_phase_two_is_a_position() -> None:
    log = (LOGS / "vu-platform-phase-2.log").read_bytes()
    done = convert(log, FORMATS["vu-verbose"], SGN)
    said = re.findall(rb"Player (\d) has won, receiving (\d) points", log)
    starts = re.findall(rb"Start state.*\nPlayer 1's points: (\d+).*\nPlayer 2's points: (\d+)", log)
    games = list(read(done.data))
    assert not done.findings
    assert len(games) == len(said) == len(starts) > 5
    for game, (winner, points), start in zip(games, said, starts, strict=True):
        [deal], [found] = deals_of(game), judge(game).deals
        assert deal.position
        # The program halves the points and rounds down; where one is lost, the points are not known.
        gone = SCHNAPSEN.deck_cards & ~mask(card for _, hand in deal.hands for card in hand.cards)
        assert deal.position.points == (() if points_of(gone) % 2 else tuple(map(int, start)))
        assert [len(hand.cards) for _, hand in deal.hands] == [5, 5]
        assert deal.talon is None
        assert deal.tricks[0].number == 6
        assert deal.result
        assert (deal.result.winner + 1, deal.result.game_points) == (int(winner), int(points))
        assert found.game_points == int(points) if deal.position.points else found.result is None
        assert errors(game) == []
    unknown = {entry.part for entry in done.report if entry.kind is ReportKind.UNKNOWN}
    assert unknown == {RecordPart.PLAYS, RecordPart.POSITION}


def test_deals_of_the_old_platform_are_told_apart_where_one_has_no_end() -> None:
    log = (LOGS / "vu-platform-phase-2.log").read_text()
    open_ended = "".join(line for line in log.splitlines(True) if not line.startswith("Game finished"))
    whole, cut_off = (convert(each.encode(), FORMATS["vu-verbose"], SGN) for each in (log, open_ended))
    assert cut_off.games == whole.games
    assert not cut_off.findings
    for game, other in zip(read(whole.data), read(cut_off.data), strict=True):
        [deal], [same] = deals_of(game), deals_of(other)
        assert same == replace(deal, result=None)
