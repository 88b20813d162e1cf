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
from tests.support.example_logs import TYPED
from tests.support.fltk import Program, Stated
from tests.support.sizes import Size

FLTK = FORMATS["fltk"]
MATCHES = Size("CONVERSIONS", 40)

LOG = (TYPED / "fltk.log").read_text("utf-8")


def codes(log: str) -> list[str]:
    return [finding.code.id for finding in convert(log.encode(), FLTK, SGN).findings]


def test_what_the_player_holds_is_put_back_before_another_card_is_taken_up() -> None:
    head = LOG[: LOG.index("PL move: J♠")]
    assert codes(head + "PL move: T♥\nPL move: K♥\n") == ["F403"]
    assert codes(head + "PL move: K♠\nPlayer declares 40 with Q♠\n") == ["F403"]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("dealer is AI\n", "", "F403", 13),
        ("dealer is AI", "dealer is NOBODY", "F403", 14),
        ("trump: ♠", "trump: ♥", "F405", 13),
        ("trump: ♠\n", "", "F405", 12),
        ("trump: ♠\ncards: |A♥|K♥", "trump: ♠\ncards: |A♥|A♥", "F405", 13),
        ("|Q♠|T♠| (10)", "|Q♠| (9)", "F403", 13),
        ("cards: |A♥|K♥|J♥|A♦|A♣|T♣|K♣|Q♣|Q♠|T♠| (10)\n", "", "F403", 12),
        ("withdraw or invalid Q♥", "withdraw or invalid K♥", "F403", 18),
        ("withdraw or invalid Q♥\n", "", "F403", 18),
        ("changes jack for T♠", "changes jack for Q♠", "F405", 15),
        ("PL move: J♠\n", "", "F403", 14),
        ("AI move: J♣\n", "", "F405", 21),
        ("AI move: J♣", "AI move: 9♣", "F403", 20),
        ("next move: PLAYER", "next move: AI", "F405", 22),
        ("cards: |J♥|A♦|A♣", "cards: |J♥|A♣|A♦", "F405", 24),
        ("PL move: A♥", "Loaded game file 'game.scg' - next to move: AI\nPL move: A♥", "F403", 26),
        ("PL move: A♥", "history size: 4\nPL move: A♥", "F403", 26),
        ("PL move: A♥", "AI wins!\nPL scores 2", "F403", 27),
        ("PL move: A♥", "AI wins!\nAI scores 2\nAI scores 2", "F403", 28),
        ("PL move: A♥", "AI wins!\nAI scores 9", "F403", 27),
        ("AI cards: |K♦|", "AI cards: |K♦", "F403", 12),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, code: str, line: int) -> None:
    assert old in LOG
    done = convert(LOG.replace(old, new, 1 if old != "AI cards: |K♦|" else -1).encode(), FLTK, SGN)
    assert [(finding.code.id, finding.span.line) for finding in done.findings] == [(code, line)]
    assert not done.deals


def test_a_log_that_ends_before_the_cards_are_dealt_says_so() -> None:
    assert codes(LOG[: LOG.index("AI cards: |")]) == ["F404"]
    assert codes("hello\n") == ["F404"]


@pytest.mark.parametrize("colours", [False, True], ids=["file", "console"])
def test_matches_are_read_as_the_program_states_them(colours: bool) -> None:
    """Nothing differs but what the program is known to do otherwise, and that is in few deals."""
    deals, others = 0, 0
    for seed in range(MATCHES.share(2)):
        program = Program(seed, colours)
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
