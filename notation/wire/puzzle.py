"""Puzzles as JSON."""

from collections.abc import Iterable
from typing import Any

from marshmallow import fields

from notation.findings.translator import Translator
from notation.record.words import SEAT_LETTERS, card_word, seat_letter
from notation.rulings.puzzles import Puzzle
from notation.rulings.state_at import choice_word
from notation.wire import member
from notation.wire.judgement import OfDealSchema
from notation.wire.shape import Given, WireSchema, dump_as
from referee.cards import CARDS_BY_NUMBER, SEATS, Card


class PuzzleActionSchema(WireSchema):
    """An action that is allowed, and what it is worth."""

    action = member.text(about="as it is written in SGN; or draw", least=1)
    value = member.count(about="game points that its player's side is sure of after it", least=None)


def _hands(of: Puzzle) -> dict[str, list[str]]:
    return {seat_letter(seat): _words(hand) for seat, hand in zip(SEATS, of.layout.hands, strict=False)}


def _words(cards: Iterable[Card]) -> list[str]:
    return [card_word(card) for card in cards]


def _table(of: Puzzle) -> list[str]:
    return _words(CARDS_BY_NUMBER[card] for _, card in of.layout.trick)


def _right(of: Puzzle) -> str:
    return choice_word(of.deal, of.right.action)


def _actions(of: Puzzle) -> list[dict[str, Any]]:
    return [{"action": choice_word(of.deal, each.action), "value": each.value} for each in of.actions]


class PuzzleSchema(OfDealSchema):
    """A moment at which exactly one action is right: a line of `santase puzzles --format json`."""

    trick = member.count(least=1)
    seat = member.seat(about="who is to act")
    trump = member.suit("deal.trump", null=True)
    hands = member.table(fields.List(fields.String()), _hands, "by seat", keys=SEAT_LETTERS)
    talon = member.texts("layout.talon", "from the top, the turn-up last", via=_words)
    table = member.texts(_table, "the cards of the trick so far")
    points = member.seats("deal.own_points", "card points")
    actions = member.parts(PuzzleActionSchema, _actions, "every action that is allowed")
    right = member.text(_right, "the only one that is right", least=1)


def dump_puzzle(found: Puzzle, language: Translator) -> dict[str, Any]:
    """Serialize a puzzle with its solution."""
    return dump_as(PuzzleSchema, found, Given.of(found.account, language))
