"""Reading: whatever comes in, games and findings come out, each fault in its own game and place."""

import random

import pytest

from notation import read, write
from notation.judge import judge
from notation.judge.judgement import Judgement
from tests.notation.text.test_fuzz import check
from tests.support.games import random_record

GOOD = '%SGN 1\n[Rules "santase"]\n[Event "a good one"]\n'
SEED = write(random_record("santase", random.Random(3), most_deals=2))


def judged(data: bytes | str) -> list[Judgement]:
    return [judge(game) for game in read(data)]


def codes(data: bytes | str) -> list[list[str]]:
    return [[f.code.id for f in judgement.findings if f.is_error] for judgement in judged(data)]


def check_findings(data: bytes | str) -> None:
    """Reading and judging ends in findings of the catalogue, with places inside their games."""
    for judgement in judged(data):
        check(judgement)


def test_a_truncated_game_is_reported_or_right() -> None:
    for end in range(0, len(SEED), 7):
        check_findings(SEED[:end])


def test_each_game_has_its_number_and_line() -> None:
    games = list(read('\n\n%SGN 1\n[A "x"]\n\n%SGN 1\n%SGN 1\n'))
    assert [(game.number, game.line) for game in games] == [(1, 3), (2, 6), (3, 7)]
    assert [game.number for game in read("stray\n%SGN 1\n")] == [0, 1]


def test_a_game_line_inside_a_comment_starts_a_game() -> None:
    assert codes("%SGN 1\n{ one\n%SGN 1\n} two") == [["S106"], ["S111"]]


def test_places_are_those_of_the_file() -> None:
    [_, game] = read(GOOD + '%SGN 1\n\n  [Rules "santasse"]\n')
    [finding] = judge(game).findings
    assert game.place(finding.span)[:2] == (6, 4)


def test_offset_of_bad_utf8_is_that_of_the_file() -> None:
    [_, game] = read(GOOD.encode() + b'%SGN 1\n[A "\xff"]\n')
    assert game.findings[0].facts == {"byte": "0xFF", "offset": len(GOOD) + 11, "hint": ""}
    assert game.findings[0].span[:2] == (2, 5)


@pytest.mark.slow
@pytest.mark.parametrize("character", '{[<("\\\n1K.= ')
def test_hostile_runs_are_read_in_linear_time(character: str) -> None:
    """A quadratic reader would need hours for these."""
    check_findings("%SGN 1\n" + character * 60000)
    check_findings("%SGN 1\n{" + character * 60000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("%SGN 1\n{" + "x" * 4000 + "}\n" * 1, False),
        ("%SGN 1\n" + ("{" + "x " * 2000 + "}\n") * 262, True),
        ("%SGN 1\n" + ("x" * 4000 + "\n") * 260, False),
        ("%SGN 1\n" + ("x" * 4000 + "\n") * 263, True),
        pytest.param("%SGN 1\n" + "- \n" * 131_068, False, marks=pytest.mark.nightly),
        ("%SGN 1\n" + "- \n" * 131_072, True),
    ],
)
def test_a_game_of_too_many_characters_or_words_is_refused_at_once(text: str, refused: bool) -> None:
    assert (codes(text + GOOD) == [["S132"], []]) == refused
    assert codes(text + GOOD)[-1] == []
