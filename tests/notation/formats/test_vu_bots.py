"""Bots of the package `schnapsen` in the arena: every deal comes to what the package's engine says of it."""

import sys
from typing import Final

import pytest
from schnapsen.deck import Card, Rank, Suit
from schnapsen.game import (
    Bot,
    BotState,
    GameState,
    Hand,
    Marriage,
    Move,
    PlayerPerspective,
    RegularMove,
    SchnapsenGamePlayEngine,
    Talon,
    TrumpExchange,
)

from notation import read
from notation.formats.vu.common import SPEC
from notation.judge import judge
from notation.record import card_word
from notation.record.model import DealRecord
from referee import actions
from tests.support.corpus import ROOT
from tests.support.sizes import Size
from viewer.cli.live.contest import Contest

BRIDGE: Final = f"{sys.executable} {ROOT / 'samples/bots/vu_bot.py'}"
RANKS: Final = {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING, "T": Rank.TEN, "A": Rank.ACE}
SUITS: Final = {"h": Suit.HEARTS, "c": Suit.CLUBS, "s": Suit.SPADES, "d": Suit.DIAMONDS}
SAID: Final = (actions.OUT, actions.DRAW)
DEALS: Final = Size("CONVERSIONS", 200)


def card(number: int) -> Card:
    word = card_word(number)  # type: ignore[arg-type]  # of a card that is known
    return Card.get_card(RANKS[word[0]], SUITS[word[1]])


class Again(Bot):
    """Makes the moves that a record says were made."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat}")
        self.moves: list[Move] = []

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        move = self.moves.pop(0)
        assert move in perspective.valid_moves()
        return move


def start_of(deal: DealRecord, bots: list[Again]) -> GameState:
    """A deal as the package begins it."""
    hands = {int(seat): Hand([card(each) for each in holding.cards]) for seat, holding in deal.hands}
    assert deal.talon
    talon = Talon([card(each) for each in deal.talon.cards])
    leader, follower = [BotState(bots[seat], hands[seat]) for seat in (1 - deal.dealer, int(deal.dealer))]
    return GameState(leader, follower, talon, None)


def give_moves(deal: DealRecord, bots: list[Again]) -> None:
    """Give each bot its moves; who leads follows from the package, with which the plies are walked."""
    engine = SchnapsenGamePlayEngine()
    state = start_of(deal, bots)
    plies = [ply for trick in deal.tricks for ply in trick.plies if ply.action not in SAID]
    at = 0
    while at < len(plies):
        leads, follows = bots if state.leader.implementation is bots[0] else bots[::-1]
        ply = plies[at]
        move: Move
        if ply.action == actions.EXCHANGE:
            move = TrumpExchange(Card.get_card(Rank.JACK, state.trump_suit))
            at += 1
        elif ply.value:
            led = card(plies[at + 1].action)
            move = Marriage(Card.get_card(Rank.QUEEN, led.suit), Card.get_card(Rank.KING, led.suit))
            assert led.rank is Rank.KING
            at += 2
        else:
            move = RegularMove(card(ply.action))
            at += 1
        leads.moves.append(move)
        if not move.is_trump_exchange():
            follows.moves.append(RegularMove(card(plies[at].action)))
            at += 1
        kept = [list(bot.moves) for bot in bots]
        for bot in bots:
            bot.moves = bot.moves[-1:] if bot is leads or not move.is_trump_exchange() else []
        state = engine.trick_implementer.play_trick(engine, state)
        for bot, moves in zip(bots, kept, strict=True):
            bot.moves = moves


@pytest.mark.slow
def test_bots_of_the_package_play_and_every_result_is_what_the_package_says() -> None:
    """The deals are played again on the package's engine, card by card, from the records alone."""
    contest = Contest(SPEC, (f"{BRIDGE} rand:RandBot", f"{BRIDGE} bully_bot:BullyBot"), seed=66, seconds=60)
    deals = board = 0
    while deals < DEALS:
        board += 1
        for match in contest.play(board):
            assert match.faults == ()
            [game] = read(match.text)
            judgement = judge(game)
            assert judgement.findings == []
            assert game.record
            for deal in game.record.deals:
                deals += 1
                bots = [Again(0), Again(1)]
                give_moves(deal, bots)
                winner, points, _ = SchnapsenGamePlayEngine().play_game_from_state(start_of(deal, bots), None)
                assert [bot.moves for bot in bots] == [[], []], "nothing was played after the end"
                assert deal.result
                assert bots[deal.result.winner] is winner
                assert deal.result.game_points == points


@pytest.mark.slow
def test_a_bot_that_searches_sees_a_deal_that_fits_all_that_it_knows() -> None:
    """RdeepBot asks for much of what a perspective offers, and asserts that it fits together."""
    searching = f"{BRIDGE} rdeep:RdeepBot num_samples=2 depth=3"
    contest = Contest(SPEC, (searching, f"{BRIDGE} rand:RandBot"), seed=1, seconds=60)
    for board in (1, 2):
        assert all(match.faults == () for match in contest.play(board))


@pytest.mark.slow
def test_the_bridge_leads_a_queen_after_a_marriage_too() -> None:
    """A built-in player leads either; the package knows the king alone."""
    contest = Contest(SPEC, (f"{BRIDGE} rand:RandBot", "greedy"), seed=4, seconds=60)
    for board in (1, 2, 3):
        assert all(match.faults == () for match in contest.play(board))
