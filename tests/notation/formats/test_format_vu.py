"""The logs of VU Amsterdam's programs: their content and their statements are preserved."""

import json
import os
import random
from pathlib import Path
from typing import Final

import pytest

from notation import read, write
from notation.findings.finding import ENGLISH
from notation.formats import FORMATS, SGN, Format, convert, recognised
from notation.formats.vu.common import MOST_MOVES, SPEC
from notation.judge import judge
from tests.support.example_logs import TYPED
from tests.support.games import random_record

TRICKS: Final = FORMATS["vu-tricks"]
MOVES: Final = FORMATS["vu-moves"]
VERBOSE: Final = FORMATS["vu-verbose"]
READ: Final = (TRICKS, MOVES, VERBOSE)
SAMPLES: Final = os.environ.get("SANTASE_FORMATS")

START, TRICK, _ = (TYPED / "vu-marriage-unknown.txt").read_text("utf-8").splitlines()
DEALT: Final = (TYPED / "vu-marriage-unknown.sgn").read_text("utf-8").removesuffix("2. 20s -- Ts\n")


def sgn(data: str, source: Format) -> str:
    conversion = convert(data.encode(), source, SGN)
    assert conversion.ok, [finding.message for finding in conversion.findings]
    return conversion.data.decode()


@pytest.mark.parametrize("format", READ, ids=lambda each: each.name)
@pytest.mark.parametrize("play", ["B: exchange As Ad", "20s As Ad"])
def test_what_the_programs_cannot_do_is_left_out(format: Format, play: str) -> None:
    text = DEALT.replace("Ts Kh", "Jd Kh").replace("Jd Ac", "Ts Ac").replace("As Jc", play)
    conversion = convert(text.encode(), SGN, format)
    assert not conversion.data
    assert "game 1, deal 1: left out (line 6): its program cannot do what happens in trick 1" in [
        entry.words(ENGLISH) for entry in conversion.report
    ]


def test_points_are_kept_as_the_platform_states_them_and_the_difference_is_found() -> None:
    games = [json.loads(line) for line in written(MOVES, 9).splitlines()]
    game = next(game for game in games if game.get("points"))
    stated = [points + 1 for points in game["points"]]
    text = sgn(json.dumps(game | {"points": stated}), MOVES)
    assert f"({stated[0]}-{stated[1]})" in text
    [read_again] = read(text)
    assert [finding.code.id for finding in judge(read_again).findings] == ["X108"]


def written(format: Format, matches: int) -> bytes:
    rng = random.Random(7)
    text = "\n".join(write(random_record(SPEC, rng, most_deals=3)) for _ in range(matches))
    return convert(text.encode(), SGN, format).data


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"hands": [[0], [1]]}, "hands, stock"),
        ({"hands": 7}, "hands, stock"),
        ({"leader": True}, "leader"),
        ({"trump": "X"}, "trump"),
        ({"moves": [[1, [20, None]]]}, "moves[0]"),
        ({"moves": [[1, [2, 4]]]}, "moves[0]"),
        ({"moves": [[3, [2, None]]]}, "moves[0]"),
        ({"moves": [[1, [2, None]]] * (MOST_MOVES + 1)}, "moves"),
        ({"winner": 3}, "winner"),
        ({"winner": 1, "game_points": -1}, "game_points"),
        ({"winner": 1, "game_points": 1, "points": [1]}, "points"),
    ],
)
def test_what_is_wrong_in_moves_is_told_with_its_place(change: dict[str, object], where: str) -> None:
    game = json.loads(written(MOVES, 1).splitlines()[0]) | change
    conversion = convert(b"\n" + json.dumps(game).encode(), MOVES, SGN)
    [finding] = conversion.findings
    assert (finding.code.id, finding.span.line) == ("S141", 2)
    assert finding.sentence.startswith(f"{where}: ")
    assert not conversion.data


def test_a_game_has_an_end() -> None:
    deal = written(VERBOSE, 1).decode().partition("*")[0]
    data = deal + "*   Player 1 performs a trump jack exchange\n" * 9999
    conversion = convert(data.encode(), VERBOSE, SGN)
    assert [finding.code.id for finding in conversion.findings] == ["F403"]
    assert "at most 64 moves" in conversion.findings[0].sentence


@pytest.mark.parametrize(
    ("jack", "taken"), [("JACK_DIAMONDS", "ACE_DIAMONDS"), ("JACK_CLUBS", "TEN_DIAMONDS")]
)
def test_an_exchange_of_other_cards_contradicts_the_deal(jack: str, taken: str) -> None:
    exchange = f"ExchangeTrick(exchange=TrumpExchange(jack=Card.{jack}), trump_card=Card.{taken})"
    conversion = convert(f"{START}\n{exchange}".encode(), TRICKS, SGN)
    [finding] = conversion.findings
    assert (finding.code.id, finding.span.line) == ("F403", 2)
    assert finding.sentence.endswith("expected the jack of trumps and the turn-up of the deal")


def test_tricks_without_their_deal_are_no_game() -> None:
    conversion = convert(f"\n{TRICK}".encode(), TRICKS, SGN)
    assert [(finding.code.id, finding.span.line) for finding in conversion.findings] == [("F403", 2)]


# The old platform gives 66 points to who takes the last trick, whatever he had before it.
FAKED_66: Final = {4, 7, 12, 24, 25, 32}


@pytest.mark.skipif(not SAMPLES, reason="SANTASE_FORMATS names no folder of other programs' logs")
@pytest.mark.parametrize(
    ("name", "format", "games", "explained"),
    [
        ("vu-trick-reprs.txt", TRICKS, 12, set()),
        ("vu-old-moves.jsonl", MOVES, 40, FAKED_66),
        ("vu-old-verbose.txt", VERBOSE, 3, set()),
    ],
)
def test_the_samples_convert_and_judge(name: str, format: Format, games: int, explained: set[int]) -> None:
    data = Path(SAMPLES or "", name).read_bytes()
    assert recognised(data, list(FORMATS.values())) is format
    conversion = convert(data, format, SGN)
    assert (conversion.findings, conversion.games, conversion.deals) == ((), games, games)
    found = [(game.number, finding) for game in read(conversion.data) for finding in judge(game).findings]
    assert {number for number, _ in found} == explained
    assert {finding.code.id for _, finding in found} <= {"X108"}
    assert all("66" in finding.sentence for _, finding in found)
