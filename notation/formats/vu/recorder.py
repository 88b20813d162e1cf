"""Takes down games that are played with VU Amsterdam's package `schnapsen`, so that they become SGN.

For users of that package, who play through a :class:`Recorder` instead of the engine::

    engine = SchnapsenGamePlayEngine()
    recorder = Recorder(engine)
    winner, points, score = recorder.play_game(first, second, Random(7))
    Path("games.sgn").write_bytes(recorder.sgn())

Nothing of the package is imported: the recorder asks the engine for a game as anybody does, listens at its
end, and keeps what the package prints of it. The players see nothing that they would not see without it.
"""

import json
from typing import Any

from notation.formats.core.convert import convert
from notation.formats.sgn.records import SGN
from notation.formats.vu.reprs import is_name
from notation.formats.vu.tricks import VU_TRICKS


class Recorder:
    """Plays games on an engine of the package and takes them down.

    A and B are the bots of the first game, whoever leads; in games of other bots A is who leads first.
    """

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        """The engine that plays."""
        self._bots: list[Any] = []
        self._games: list[str] = []

    def play_game(self, bot1: Any, bot2: Any, rng: Any) -> tuple[Any, int, Any]:
        """Play a game as ``engine.play_game`` does, with its answer: the winner, game points, score."""
        first, second = _Witness(bot1), _Witness(bot2)
        winner, points, score = self.engine.play_game(first, second, rng)
        if not self._bots:
            self._bots = [bot1, bot2]
        leader = 1 if bot1 is self._bots[1] and bot2 is self._bots[0] else 0
        names = [_name(bot) for bot in ((bot1, bot2) if leader == 0 else (bot2, bot1))]
        seat = leader if winner is first else 1 - leader
        result = {"winner": seat, "game_points": points}
        heading = f"# bots={json.dumps(names, ensure_ascii=False)} first_leader=seat{leader}"
        self._games.append(f"{heading}\n{first.end}\n# result {json.dumps(result)}\n")
        return winner.bot, points, score

    @property
    def log(self) -> str:
        """All games in the format `vu-tricks`, as the package prints them."""
        return "\n".join(self._games)

    def sgn(self) -> bytes:
        """All games in SGN, one for each deal."""
        return convert(self.log.encode(), VU_TRICKS, SGN).data


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
