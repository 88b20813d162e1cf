"""Records games played with VU Amsterdam's package `schnapsen` as SGN.

For users of that package, in one line around the code that plays::

    with recorded("games.sgn"):
        engine.play_game(first, second, Random(7))

or with a single engine, wrapped so that games are played through the recorder::

    recorder = Recorder(SchnapsenGamePlayEngine())
    winner, points, score = recorder.play_game(first, second, Random(7))
    Path("games.sgn").write_bytes(recorder.sgn())

The recorder runs the engine as any caller does, observes the end of the game, and saves the package's own
output. The players get no additional information.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from notation.formats.core.convert import convert
from notation.formats.sgn.records import SGN
from notation.formats.vu.reprs import is_name
from notation.formats.vu.tricks import VU_TRICKS


class Recorder:
    """Plays games on an engine of the package and records them.

    A and B are the bots of the first game, whoever leads; in games of other bots A leads first.
    """

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        """The engine that plays."""
        self._bots: list[Any] = []
        self._games: list[str] = []

    def play_game(self, bot1: Any, bot2: Any, rng: Any) -> tuple[Any, int, Any]:
        """Play a game as ``engine.play_game`` does, with the same result: the winner, game points, score."""
        answer, log = self._taken_down(self.engine.play_game, bot1, bot2, rng)
        self._games.append(log)
        return answer

    def _taken_down(
        self, play: Callable[[Any, Any, Any], tuple[Any, int, Any]], bot1: Any, bot2: Any, rng: Any
    ) -> tuple[tuple[Any, int, Any], str]:
        """Play a game, and return its result and the package's output."""
        first, second = _Witness(bot1), _Witness(bot2)
        winner, points, score = play(first, second, rng)
        if not self._bots:
            self._bots = [bot1, bot2]
        leader = 1 if bot1 is self._bots[1] and bot2 is self._bots[0] else 0
        names = [_name(bot) for bot in ((bot1, bot2) if leader == 0 else (bot2, bot1))]
        seat = leader if winner is first else 1 - leader
        result = {"winner": seat, "game_points": points}
        heading = f"# bots={json.dumps(names, ensure_ascii=False)} first_leader=seat{leader}"
        log = f"{heading}\n{first.end}\n# result {json.dumps(result)}\n"
        return (winner.bot, points, score), log

    @property
    def log(self) -> str:
        """Return all games in the format `vu-tricks`, as printed by the package."""
        return "\n".join(self._games)

    def sgn(self) -> bytes:
        """Return all games in SGN, one for each deal."""
        return _sgn(self.log)


@contextmanager
def recorded(path: str | PathLike[str]) -> Iterator[None]:
    """Record every game played by any engine of the package in the context to an SGN file.

    Each game is saved as soon as it is over. An existing file is replaced. Games that a bot simulates while
    it thinks are not recorded.
    """
    from schnapsen.game import GamePlayEngine

    engines: Any = GamePlayEngine
    recorder = Recorder(None)
    play: Callable[[Any, Any, Any, Any], tuple[Any, int, Any]] = engines.play_game
    is_playing = False

    with Path(path).open("wb") as file:

        def play_game(engine: Any, bot1: Any, bot2: Any, rng: Any) -> tuple[Any, int, Any]:
            nonlocal is_playing
            if is_playing:
                return play(engine, bot1, bot2, rng)
            is_playing = True
            try:
                answer, log = recorder._taken_down(partial(play, engine), bot1, bot2, rng)
            finally:
                is_playing = False
            file.write(b"\n" * bool(file.tell()) + _sgn(log))
            file.flush()
            return answer

        engines.play_game = play_game
        try:
            yield
        finally:
            engines.play_game = play


def _sgn(log: str) -> bytes:
    return convert(log.encode(), VU_TRICKS, SGN).data


def _name(bot: Any) -> str | None:
    """Return the name of a bot; an unnamed one is printed as an object, and has none."""
    name = str(bot)
    return name if is_name(name) and not name.startswith("<") else None


class _Witness:
    """Wraps a bot, delegating everything to it; keeps the game's final state."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.end = ""

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        return self.bot.get_move(perspective, leader_move=leader_move)

    def notify_trump_exchange(self, move: Any) -> None:
        self.bot.notify_trump_exchange(move)

    def notify_game_end(self, won: bool, perspective: Any) -> None:
        self.end = repr(perspective)
        self.bot.notify_game_end(won, perspective)

    def __str__(self) -> str:
        return (_name(self.bot) or "<bot>")[:200]
