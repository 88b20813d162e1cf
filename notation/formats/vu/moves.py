"""Games of VU Amsterdam's old platform (2017-2021) with its numbers for cards, one JSON object per line.

A card is ``5 * suit + rank``, suits C D H S, ranks A 10 K Q J. A move is ``[card, null]``, a marriage ``[led,
partner]`` in either order, an exchange ``[null, jack]``, each with the player, 1 or 2. The stock's first card
is the turn-up, and its last is drawn first. Trap: the points of the player who takes the last trick are
replaced by 66. They are preserved as stated.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.cutting import heads_of, marks
from notation.formats.core.format import Format, Piece, in_lines
from notation.formats.core.json_values import first_values
from notation.formats.core.lines import lines
from notation.formats.core.report import Telling
from notation.formats.vu import common
from notation.record.model import NOBODY, DealRecord, Outcome, Record
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import CLUBS, DIAMONDS, HEARTS, RANKS, SEATS, SPADES, card, suit_of

LETTERS: Final = {CLUBS: "C", DIAMONDS: "D", HEARTS: "H", SPADES: "S"}
"""The suits in the platform's order."""
CARDS: Final = tuple(card(suit, rank) for suit in LETTERS for rank in RANKS[:0:-1])
"""The cards by their numbers."""
NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}
"""The numbers by their cards."""


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    for number, line in lines(data, telling):
        if not line.strip():
            continue
        telling.begin(number)
        try:
            yield Record(deals=(_deal(json.loads(line)),))
        except json.JSONDecodeError as error:
            telling.fault(catalogue.NOT_JSON, number, error.colno, why=error.msg)
        except RecursionError:
            telling.fault(catalogue.NOT_JSON, number, why=Phrase("it is nested too deeply"))
        except ValueError as error:
            where, why = error.args if len(error.args) == 2 else ("number", Phrase("it is too long"))
            telling.fault(catalogue.SHAPE, number, where=where, why=why)


def _deal(game: Any) -> DealRecord:
    """Return the deal in an object; raises ValueError with the place and reason if it is not valid."""
    match game:
        case {"hands": [[*first], [*second]], "stock": [*stock]}:
            cards = [*first, *second, *stock]
        case _:
            cards = []
    if (
        not all(map(common.is_count, cards))
        or sorted(cards) != list(NUMBERS.values())
        or len(first) != 5 != len(second)
    ):
        raise ValueError("hands, stock", Phrase("the numbers 0 to 19 are expected, 5, 5 and 10, each once"))
    leader, moves = game.get("leader"), game.get("moves")
    if not common.is_count(leader) or leader not in (1, 2):
        raise ValueError("leader", _PLAYER)
    if game.get("trump", trump := LETTERS[suit_of(CARDS[stock[0]])]) != trump:
        raise ValueError("trump", Phrase("the first card of the stock is of another suit"))
    if not isinstance(moves, list) or len(moves) > common.MOST_MOVES:
        raise ValueError("moves", common.TOO_MANY)
    hands = [[CARDS[number] for number in hand] for hand in (first, second)]
    scribe = DealRecorder(
        common.FOLLOWED, 1, 2 - leader, hands, [CARDS[number] for number in reversed(stock)]
    )
    for index, move in enumerate(moves):
        if not _do(scribe, move):
            raise ValueError(f"moves[{index}]", Phrase("a player and a move such as [13, null] are expected"))
    return scribe.record(_outcome(game))


_PLAYER: Final = Phrase("player 1 or 2 is expected")


def _do(scribe: DealRecorder, move: Any) -> bool:
    match move:
        case [1 | 2 as player, [None, int(jack)]] if jack == NUMBERS[scribe.deal.lowest_trump]:
            scribe.do(actions.EXCHANGE, player - 1)
        case [1 | 2 as player, [int(led), None]] if led in range(20):
            scribe.do(CARDS[led], player - 1)
        case [1 | 2 as player, [int(led), int(other)]] if {led, other} < {*range(20)} and common.marry(
            CARDS[led], CARDS[other]
        ):
            scribe.do(actions.marriage(suit_of(CARDS[led])), player - 1)
            scribe.do(CARDS[led], player - 1)
        case _:
            return False
    return True


def _outcome(game: dict[str, Any]) -> Outcome | None:
    if "winner" not in game:
        return None
    winner, value, points = game["winner"], game.get("game_points"), game.get("points", [])
    if winner is not None and winner not in (1, 2):
        raise ValueError("winner", _PLAYER)
    if not isinstance(value, int) or not common.is_count(value):
        raise ValueError("game_points", _COUNT)
    if not isinstance(points, list) or len(points) not in (0, 2) or not all(map(common.is_count, points)):
        raise ValueError("points", _COUNT)
    return Outcome(NOBODY if winner is None else winner - 1, value, True, "", tuple(points))


_COUNT: Final = Phrase("a number for each player is expected")


def _game(piece: Piece) -> dict[str, Any]:
    [deal] = piece.record.deals
    hands, talon = dict(deal.hands), deal.talon.cards if deal.talon else ()
    game: dict[str, Any] = {
        "hands": [[NUMBERS[card] for card in hands[seat].cards] for seat in SEATS[:2]],
        "stock": [NUMBERS[card] for card in reversed(talon)],
        "trump": LETTERS[suit_of(talon[-1])],
        "leader": 2 - deal.dealer,
        "moves": list(_moves(piece)),
    }
    if deal.result:
        winner = deal.result.winner
        game |= {"winner": winner + 1 if winner >= 0 else None, "game_points": deal.result.game_points}
        game |= {"points": list(deal.result.card_points)} if deal.result.card_points else {}
    return game


def _moves(piece: Piece) -> Iterator[list[Any]]:
    for turn in common.turns(piece.rules, piece.whole.deals[0]):
        player = turn.seat + 1
        if not turn.cards:
            yield [player, [None, NUMBERS[turn.before.lowest_trump]]]
            continue
        led, *answers = turn.cards
        yield [player, [NUMBERS[led], NUMBERS[common.partner(led)] if turn.marriage >= 0 else None]]
        for answer in answers:
            yield [3 - player, [NUMBERS[answer], None]]


def _is_moves(data: bytes) -> int:
    match first_values(data)[:1]:
        case [(line, {"hands": [[*_], [*_]], "stock": [*_], "leader": _, "moves": [*_]})]:
            return line
    return 0


VU_MOVES: Final = Format(
    "vu-moves",
    Phrase("VU Amsterdam's old platform: moves as numbers, a game a line"),
    ".jsonl",
    common.HOLDS | {RecordPart.CARD_POINTS},
    _is_moves,
    _read,
    in_lines(lambda piece: [json.dumps(_game(piece))]),
    common.OLD_SPEC,
    common.NEEDS,
    20,
    shows=Phrase('an object with two "hands", "stock", "leader" and "moves"'),
    project=common.projected,
    unfit=common.unfit,
    between=b"",
    heads=heads_of(marks("{"), re.compile(r"\{")),
)
