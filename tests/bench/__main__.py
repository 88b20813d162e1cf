"""How fast the referee judges, beside python-chess reading games, in one run: `python tests/bench`.

Both replay what they read on one core; rounds are interleaved, and medians are printed. Chess plies
cost more than card plays, so the ratio gives a scale that people know, not a contest.
"""

import io
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import chess
import chess.pgn

sys.path.insert(0, str(Path(__file__).parents[1]))

from notation import read, write
from notation.judge import judge
from referee import SANTASE, Deal
from referee.cards import Seat
from support.games import random_deal, random_record

DEALS: Final = 5000
TEXTS: Final = 300
GAMES: Final = 100
ROUNDS: Final = 7


def random_pgn(rng: random.Random) -> tuple[str, int]:
    """A file of chess games played by chance, and its plies."""
    games, plies = [], 0
    for _ in range(GAMES):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 80:
            board.push(rng.choice(list(board.legal_moves)))
        plies += board.ply()
        games.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(games), plies


def main() -> None:
    """Run the rounds and print the table."""
    rng = random.Random(66)
    deals = []
    for _ in range(DEALS):
        dealer = rng.randrange(2)
        played = random_deal(SANTASE, Seat(dealer), rng)
        deals.append((dealer, played.hands, played.talon, [action for _, action in played.done]))
    plies = sum(len(recorded[-1]) for recorded in deals)
    records = [random_record("santase", rng, noted=False, most_deals=1) for _ in range(TEXTS)]
    text_plies = sum(len(trick.plies) for record in records for trick in record.deals[0].tricks)
    sgn = "".join(write(record) for record in records)
    pgn, chess_plies = random_pgn(rng)

    def core() -> None:
        for dealer, hands, talon, actions in deals:
            deal = Deal(SANTASE, Seat(dealer), hands, talon)
            push = deal.push
            for action in actions:
                push(action)
            deal.finish()

    def text() -> None:
        for game in read(sgn):
            assert judge(game).ok

    def peer() -> None:
        handle = io.StringIO(pgn)
        while chess.pgn.read_game(handle):
            pass

    text()  # builds the parser, which is not what is measured
    rows: list[tuple[str, Callable[[], None], int, int]] = [
        ("python-chess read_game", peer, GAMES, chess_plies),
        ("referee.Deal, integers", core, DEALS, plies),
        ("text through Lark, judged", text, TEXTS, text_plies),
    ]
    times: dict[str, list[float]] = {name: [] for name, *_ in rows}
    for _ in range(ROUNDS):
        for name, work, _, _ in rows:
            start = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - start)
    base = chess_plies / statistics.median(times[rows[0][0]])
    print(f"{'':28}{'deals or games/s':>18}{'plies/s':>12}{'plies/s ÷ python-chess':>26}")
    for name, _, count, done in rows:
        seconds = statistics.median(times[name])
        print(f"{name:28}{count / seconds:18,.0f}{done / seconds:12,.0f}{done / seconds / base:26.1f}")


main()
