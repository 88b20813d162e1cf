"""The debug log of fltk-schnapsen: whole matches, with what the program states of them, and spoilt.

The program has a graphical interface and cannot be run here. `tests.support.fltk` prints what its source
prints, and plays and counts independently, so its winners, points and scores do not come from the project.
"""

from collections.abc import Iterator

import pytest

from notation import read, write
from notation.formats import FORMATS, SGN, ReportKind, convert, recognised
from notation.judge import judge
from referee.cards import SEATS
from tests.support.fltk import FltkProgram, Stated
from tests.support.sizes import Size

FLTK = FORMATS["fltk"]
MATCHES = Size("CONVERSIONS", 40)


@pytest.mark.parametrize("colours", [False, True], ids=["file", "console"])
def test_matches_are_read_as_the_program_states_them(colours: bool) -> None:
    """Nothing differs but what the program is known to do otherwise, and that is in few deals."""
    deals, others = 0, 0
    for seed in range(MATCHES.share(2)):
        program = FltkProgram(seed, colours)
        log = program.matches(2)
        assert recognised(log, list(FORMATS.values())) is FLTK
        done = convert(log, FLTK, SGN, prove=True)
        assert not done.findings
        assert done.games == 2
        again = log.count(b"***redeal***")
        left_out = [entry for entry in done.report if entry.kind is ReportKind.LEFT_OUT]
        assert sum(entry.count for entry in left_out) == again
        for text, match in zip(matches(done.data), program.stated, strict=True):
            deals += len(match)
            others += compare(text, match)
    assert others < deals / 10


def matches(data: bytes) -> Iterator[str]:
    for game in read(data):
        assert game.record
        yield write(game.record)


def compare(text: str, match: list[Stated]) -> int:
    """Hold a record to what was stated; how many of its deals the project judges otherwise."""
    [game] = read(text)
    assert game.record
    judgement = judge(game)
    others = 0
    for number, (deal, stated) in enumerate(zip(game.record.deals, match, strict=True), start=1):
        result = deal.result
        assert result
        assert (deal.dealer, result.winner, result.game_points) == (
            stated.dealer,
            stated.winner,
            stated.points,
        )
        assert result.score == stated.score
        for seat, hand in zip(SEATS[:2], stated.hands, strict=True):
            [holding] = [holding for holder, holding in deal.hands if holder == seat]
            assert len(holding.cards) == len(hand)
        if stated.claimed:
            assert (result.reason, result.card_points) == ("agreement", ())
        else:
            assert result.card_points == stated.card_points
            assert (result.reason == "last-trick") == stated.by_last_trick
        found = [finding for finding in judgement.findings if finding.is_error and finding.deal == number]
        if found:
            closer_had_nothing = stated.points == 3 and result.reason == "closer-failed"
            assert stated.defender_was_out or closer_had_nothing, found
            others += 1
        elif not stated.claimed:
            assert judgement.deals[number - 1].game_points == stated.points
    return others
