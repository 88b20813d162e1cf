"""Takes down games that are played with VU Amsterdam's package `schnapsen`, so that they become SGN.

For users of that package, in one line round whatever plays::

    with recorded("games.sgn"):
        engine.play_game(first, second, Random(7))

or one engine by itself, through which they play instead::

    recorder = Recorder(SchnapsenGamePlayEngine())
    winner, points, score = recorder.play_game(first, second, Random(7))
    Path("games.sgn").write_bytes(recorder.sgn())

The recorder asks the engine for a game as anybody does, listens at its end, and keeps what the package prints
of it. The players see nothing that they would not see without it.
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
    """Plays games on an engine of the package and takes them down.

    A and B are the bots of the first game, whoever leads; in games of other bots A leads first.
    """

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        """The engine that plays."""
        self._bots: list[Any] = []
        self._games: list[str] = []

    def play_game(self, bot1: Any, bot2: Any, rng: Any) -> tuple[Any, int, Any]:
        """Play a game as ``engine.play_game`` does, with its answer: the winner, game points, score."""
        answer, log = self._taken_down(self.engine.play_game, bot1, bot2, rng)
        self._games.append(log)
        return answer

    def _taken_down(
        self, play: Callable[[Any, Any, Any], tuple[Any, int, Any]], bot1: Any, bot2: Any, rng: Any
    ) -> tuple[tuple[Any, int, Any], str]:
        """A game that is played: its answer, and what the package prints of it."""
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
        """All games in the format `vu-tricks`, as the package prints them."""
        return "\n".join(self._games)

    def sgn(self) -> bytes:
        """All games in SGN, one for each deal."""
        return _sgn(self.log)


@contextmanager
def recorded(path: str | PathLike[str]) -> Iterator[None]:
    """Take down every game that any engine of the package plays in the context, into a file of SGN.

    A game is in the file as soon as it is over. A file that exists is replaced. What a bot plays for itself
    while it thinks is not taken down.
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
    """What a bot is called; one without a name is printed as an object, and has none."""
    name = str(bot)
    return name if is_name(name) and not name.startswith("<") else None


class _Witness:
    """A bot as another bot, which it asks for everything; keeps how the game looks at its end."""

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
