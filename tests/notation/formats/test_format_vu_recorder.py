"""Deals that the package `schnapsen` plays, recorded, converted and judged: all agrees with the package.

What is compared with is asked of the package itself, through what it offers to its bots.
"""

import importlib.util
import random
import sys
import types
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
import schnapsen
from schnapsen.game import Bot, Move, PlayerPerspective, SchnapsenGamePlayEngine

from notation import read
from notation.formats import FORMATS, SGN, convert
from notation.formats.vu.recorder import Recorder, recorded
from notation.judge import judge
from tests.support.sizes import Size

DEALS: Final = Size("CONVERSIONS", 500)
Trick = tuple[int, tuple[int, int]]
"""The seat of the winner, and the card points after it."""


class RememberingBot(Bot):
    """Plays at random, and looks back on the deal at its end."""

    def __init__(self, name: str, seat: int) -> None:
        super().__init__(name)
        self.seat = seat
        self.random = random.Random(name)
        self.deals: list[list[Trick]] = []

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        return self.random.choice(perspective.valid_moves())

    def notify_game_end(self, won: bool, perspective: PlayerPerspective) -> None:
        tricks: list[Trick] = []
        history = perspective.get_game_history()
        for (_, trick), (behind, _) in pairwise(history):
            if trick and not trick.is_trump_exchange():
                mine, others = behind.get_my_score().direct_points, behind.get_opponent_score().direct_points
                points = (mine, others) if self.seat == 0 else (others, mine)
                tricks.append((self.seat if behind.am_i_leader() else 1 - self.seat, points))
        self.deals.append(tricks)


def play(deals: int, first: Bot, second: Bot) -> tuple[Recorder, list[tuple[Any, int]]]:
    """Some deals, led by the two in turn, with the answers of the package."""
    recorder = Recorder(SchnapsenGamePlayEngine())
    answers = []
    for number in range(deals):
        pair = (first, second) if number % 2 == 0 else (second, first)
        answers.append(recorder.play_game(*pair, random.Random(number))[:2])
    return recorder, answers


@pytest.mark.slow
def test_every_trick_point_and_result_of_the_package_agrees(tmp_path: Path) -> None:
    """What any engine plays in the context; the winners, points and tricks are those reported to bots."""
    first, second = RememberingBot("Ada", 0), RememberingBot('Bob "]', 1)
    engines = SchnapsenGamePlayEngine(), SchnapsenGamePlayEngine()
    answers: list[tuple[Any, int]] = []
    with recorded(tmp_path / "games.sgn"):
        for number in range(DEALS):
            pair = (first, second) if number % 2 == 0 else (second, first)
            answers.append(engines[number % 3 == 0].play_game(*pair, random.Random(number))[:2])
    assert all(winner in (first, second) for winner, _ in answers)
    games = list(read((tmp_path / "games.sgn").read_bytes()))
    assert len(games) == DEALS
    for game, tricks, (winner, points) in zip(games, first.deals, answers, strict=True):
        judgement = judge(game)
        assert judgement.findings == [], game.text
        assert game.record
        assert [tag.value for tag in game.record.tags if tag.name in "AB"] == ["Ada", 'Bob "]']
        [deal] = judgement.deals
        assert [(trick.winner, trick.points) for trick in deal.tricks] == tricks
        assert deal.result
        assert (deal.result.winner, deal.result.game_points) == (winner.seat, points)
    recorder, _ = play(DEALS, RememberingBot("Ada", 0), RememberingBot('Bob "]', 1))
    conversion = convert(recorder.log.encode(), FORMATS["vu-tricks"], SGN)
    assert (tmp_path / "games.sgn").read_bytes() == recorder.sgn() == conversion.data
    assert (conversion.ok, conversion.games) == (True, DEALS)


class Thinker(RememberingBot):
    """Plays a whole game for itself before each of its moves."""

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        SchnapsenGamePlayEngine().play_game(RememberingBot("x", 0), RememberingBot("y", 1), random.Random(1))
        return super().get_move(perspective, leader_move)


def test_games_within_a_game_are_not_recorded_and_what_was_played_is_kept(tmp_path: Path) -> None:
    before = SchnapsenGamePlayEngine.play_game
    engine = SchnapsenGamePlayEngine()
    pair = Thinker("Ada", 0), RememberingBot("Bob", 1)

    def play_some() -> None:
        with recorded(str(tmp_path / "games.sgn")):
            engine.play_game(*pair, random.Random(0))
            assert len(list(read((tmp_path / "games.sgn").read_bytes()))) == 1, "as soon as it is over"
            engine.play_game(*pair, random.Random(1))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_some()
    assert SchnapsenGamePlayEngine.play_game is before
    engine.play_game(*pair, random.Random(2))
    games = list(read((tmp_path / "games.sgn").read_bytes()))
    assert len(games) == 2
    assert all(judge(game).ok for game in games)


def test_a_false_statement_of_the_package_would_be_found() -> None:
    recorder, _ = play(1, RememberingBot("Ada", 0), RememberingBot("Bob", 1))
    text = recorder.sgn().decode()
    points = text[text.index("<") : text.index(">") + 1]
    [game] = read(text.replace(points, "<7-7>"))
    assert [finding.code.id for finding in judge(game).findings] == ["X105"]


def test_bots_without_names_have_none_in_the_record() -> None:
    recorder, _ = play(1, RememberingBot("", 0), RememberingBot("", 1))
    assert "[A " not in recorder.sgn().decode()


@pytest.fixture
def ml_bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The package's module for learning, without the libraries that learn."""
    libraries = {
        "joblib": (),
        "sklearn": (),
        "sklearn.neural_network": ("MLPClassifier",),
        "sklearn.linear_model": ("LogisticRegression",),
    }
    for name, contents in libraries.items():
        module = types.ModuleType(name)
        vars(module).update(dict.fromkeys(contents))
        monkeypatch.setitem(sys.modules, name, module)
    assert schnapsen.__file__
    spec = importlib.util.spec_from_file_location(
        "ml_bot", Path(schnapsen.__file__).parent / "bots/ml_bot.py"
    )
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_replay_memory_is_what_the_package_would_have_written(ml_bot: Any, tmp_path: Path) -> None:
    memories = [tmp_path / "A", tmp_path / "B"]
    bots = [ml_bot.MLDataBot(RememberingBot(memory.name, 0), memory) for memory in memories]
    for seed in range(40):
        recorder = Recorder(SchnapsenGamePlayEngine())
        recorder.play_game(bots[0], bots[1], random.Random(seed))
        written = convert(recorder.log.encode(), FORMATS["vu-tricks"], FORMATS["vu-ml"])
        assert written.data.decode() == "".join(memory.read_text() for memory in memories)
        assert len(recorder.sgn()) > 0
        for memory in memories:
            memory.unlink()
