"""The tasks of the other programs: a process that takes its tasks from standard input.

Runs in the environment of the peers and imports nothing of this program. First it writes random chess games
to the given folder: `python tests/bench/peers.py FOLDER`.
"""

import io
import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

GAMES: Final = 100
HANDS: Final = 60
VU_DEALS: Final = 60
COPIES: Final = 20
"""Copies of the games for pgn-extract, which is started as a process each time."""

Work = Callable[[], int]
"""Does something once; returns the number of games, hands or deals."""


def chess_games(folder: Path) -> tuple[Work, int]:
    """Read chess games; returns the task, and their number of plies."""
    chess: Any = import_module("chess")
    pgn: Any = import_module("chess.pgn")

    rng = random.Random(66)
    games, plies = [], 0
    for _ in range(GAMES):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 80:
            board.push(rng.choice(list(board.legal_moves)))
        plies += board.ply()
        games.append(str(pgn.Game.from_board(board)))
    text = "\n\n".join(games)
    (folder / "games.pgn").write_text("\n\n".join(games * COPIES) + "\n", "utf-8")

    def work() -> int:
        handle, count = io.StringIO(text), 0
        while pgn.read_game(handle):
            count += 1
        return count

    return work, plies


def poker_hands() -> tuple[Work, int]:
    """Read and replay poker hands; returns the task, and their number of actions."""
    poker: Any = import_module("pokerkit")
    automation = poker.Automation
    done_by_itself = (
        automation.ANTE_POSTING,
        automation.BET_COLLECTION,
        automation.BLIND_OR_STRADDLE_POSTING,
        automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        automation.HAND_KILLING,
        automation.CHIPS_PUSHING,
        automation.CHIPS_PULLING,
    )
    game = poker.NoLimitTexasHoldem(done_by_itself, True, 0, (1, 2), 2)
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    rng = random.Random(66)
    texts, actions = [], 0
    for _ in range(HANDS):
        state = game((200,) * 6, 6)
        cards = rng.sample(pack, len(pack))
        while state.status:
            if state.can_deal_hole():
                state.deal_hole(cards.pop() + cards.pop())
            elif state.can_burn_card():
                state.burn_card(cards.pop())
            elif state.can_deal_board():
                state.deal_board("".join(cards.pop() for _ in range(1 if state.board_cards else 3)))
            elif state.can_fold() and rng.random() < 0.15:
                state.fold()
            elif state.can_complete_bet_or_raise_to() and rng.random() < 0.25:
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
        hand = poker.HandHistory.from_game_state(game, state)
        texts.append(hand.dumps())
        actions += len(hand.actions)

    def work() -> int:
        count = 0
        for text in texts:
            replayed = [action for _, action in poker.HandHistory.loads(text).state_actions if action]
            count += len(replayed) > 0
        return count

    return work, actions


def vu_deals() -> tuple[Work, int]:
    """Random bots play Schnapsen; returns the task, and their number of cards."""
    game: Any = import_module("schnapsen.game")
    engine = game.SchnapsenGamePlayEngine()
    moves = 0

    class RandomBot(game.Bot):  # type: ignore[misc] # its own needs scikit-learn beside it
        def __init__(self, seed: int) -> None:
            super().__init__(str(seed))
            self.rng = random.Random(seed)

        def get_move(self, perspective: Any, leader_move: Any) -> Any:
            nonlocal moves
            moves += 1
            return self.rng.choice(perspective.valid_moves())

    def played() -> int:
        rng = random.Random(66)
        return sum(engine.play_game(RandomBot(1), RandomBot(2), rng)[1] > 0 for _ in range(VU_DEALS))

    played()
    return played, moves


def main() -> None:
    """Get ready, report so, and do the tasks on standard input."""
    ready = {"chess": chess_games(Path(sys.argv[1])), "poker": poker_hands(), "vu": vu_deals()}
    print(json.dumps({name: plies for name, (_, plies) in ready.items()}), flush=True)
    for line in sys.stdin:
        work, _ = ready[line.strip()]
        start = time.process_time()
        count = work()
        print(json.dumps([time.process_time() - start, count]), flush=True)


if __name__ == "__main__":
    main()
