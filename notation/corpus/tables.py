"""The schema of a corpus: its tables, and the meaning of every column.

One description for the files, the queries and the documentation; :mod:`notation.corpus.rows` fills them.
Points are card points unless game points are mentioned.
"""

from enum import Enum
from functools import partial
from typing import Any, Final, NamedTuple

CARD_POINTS: Final = "card points"
GAME_POINTS: Final = "game points"
TRICKS: Final = "tricks"
CARDS: Final = "cards"


class CellKind(Enum):
    """The type of a column; all but keys are nullable."""

    NUMBER = "number"
    TEXT = "text"
    TRUTH = "truth"
    NUMBERS = "numbers"
    TEXTS = "texts"


class TableField(NamedTuple):
    """A column: its type, name and meaning, and the unit of its numbers."""

    kind: CellKind
    name: str
    about: str
    unit: str = ""


_number = partial(TableField, CellKind.NUMBER)
_text = partial(TableField, CellKind.TEXT)
_truth = partial(TableField, CellKind.TRUTH)
_numbers = partial(TableField, CellKind.NUMBERS)
_texts = partial(TableField, CellKind.TEXTS)

_GAME: Final = _number("game_id", "the game, counted from 1 in the corpus")
_DEAL: Final = _number("deal", "the deal, counted from 1 in its game")
_TRICK: Final = _number("trick", "the trick, counted from 1 in its deal")
_SPEC: Final = _text("spec", "the rule set with its options")
_EVENT: Final = _text("event", "the event")
_DATE: Final = _text("date", "the date of the game as it is written")
_PLACE: Final = _text("place", "the place in the deal that `explain --at` and `show --at` take: 5.2")
_WORD: Final = _text(
    "word", "what it did, as in a record: As, 20h, exchange, close, out, resign; draws are not actions"
)
_KIND: Final = _text(
    "kind",
    "card, marriage, exchange, close, claim or resign; before the first lead trump, call, pass, bid, double "
    "or discard",
)
_CARD: Final = _text("card", "the card that was played, if it is known")
_RULING: Final = _text("ruling", "the code of what it breaks, if it breaks a rule")
_LEAD: Final = _text("lead", "the card led, for a reply")
_POINTS: Final = _numbers("points", "card points by side before it", CARD_POINTS)
_TRICKS: Final = _numbers("tricks", "tricks by side before it", TRICKS)
_TRICKS_LEFT: Final = _number(
    "tricks_left", "tricks that could still be played, that on the table included", TRICKS
)
_TALON: Final = _number("talon", "cards left in the talon before it, the turn-up included", CARDS)
_TRUMP: Final = _text("trump", "the trump suit")
_CLOSER: Final = _text("closer", "the seat that had closed the talon before it")

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet takes for a formula."""
TABLES: Final = {
    "games": (
        _GAME,
        _text("file", "the file it is in, as it was named"),
        _number("game", "the game, counted from 1 in its file"),
        _number("line", "the line of the file on which it starts"),
        _text("digest", "the digest of the record; none where not all of it could be read"),
        _text("play", "the digest of what was dealt and done, whoever played; none without a judged deal"),
        _text("rules", "the name of the rule set that it was judged by; none where it was not judged"),
        _text("spec", "the same with its options"),
        _number("seats", "how many play"),
        _texts("players", "the names by seat; missing where none is given"),
        _text("event", "the event"),
        _text("site", "the place"),
        _text("date", "the date as it is written"),
        _number("year", "the year of the date, if it is known"),
        _text("round", "the round"),
        _number("deals", "how many deals it has"),
        _numbers("score", "game points by side, as they were judged; none where that is open", GAME_POINTS),
        _text("winner", "the side that won the match: A, B, C, D, AC or BD"),
        _text("result", "the result of the match as the record states it"),
        _number("errors", "findings that are errors"),
        _number("findings", "all findings"),
    ),
    "deals": (
        _GAME,
        _DEAL,
        _text("rules", "the name of the rule set"),
        _SPEC,
        _EVENT,
        _DATE,
        _texts("players", "the names by seat; missing where none is given"),
        _text("dealer", "the seat that dealt, if that is known"),
        _text("leader", "the seat that led to the first recorded trick"),
        _text("trump", "the trump suit: s, h, d, c"),
        _text("turn_up", "the card that was turned up, if one was"),
        _texts("hands", "the cards of each seat as dealt, or at the start of the record; -- is not recorded"),
        _texts("talon", "the cards of the talon from the top at that time; -- is not recorded"),
        _truth("complete", "whether the play decides the deal"),
        _truth("stands", "whether the play decides the deal and no finding in it is an error"),
        _text("winner", "the side that won; none for a draw"),
        _number("game_points", "game points that the winner scored, or was paid where all pay", GAME_POINTS),
        _text("reason", "how it was decided, as in a record: out, closer-failed, total, ..."),
        _numbers("points", "card points by side at the end", CARD_POINTS),
        _numbers("tricks", "tricks by side", TRICKS),
        _truth("schneider", "whether a loser was schneider when the deal was settled"),
        _truth("schwarz", "whether a loser had no trick when the deal was settled"),
        _text("closer", "the seat that closed the talon"),
        _number("close_trick", "the trick before which it closed"),
        _numbers("close_points", "card points by side at the close", CARD_POINTS),
        _numbers("close_tricks", "tricks by side at the close", TRICKS),
        _number("close_talon", "cards left in the talon at the close, the turn-up included", CARDS),
        _truth("close_short", "whether it was closed before the draw"),
        _text("play", "the digest of what was dealt and done"),
        _number("errors", "findings in the deal that are errors"),
    ),
    "seats": (
        _GAME,
        _DEAL,
        _text("seat", "the seat: A, B, C or D"),
        _text("side", "its side: the seat, or AC or BD where partners play"),
        _truth("names_side", "whether it is the first seat of its side, to count a side once"),
        _text("player", "the name of the player, if it is given; none for a guest in a live match"),
        _text("rules", "the name of the rule set"),
        _number("year", "the year, if it is known"),
        _truth("complete", "whether the play decides the deal"),
        _truth("dealt", "whether it dealt"),
        _truth("led", "whether it led to the first recorded trick"),
        _truth("won", "whether its side won the deal"),
        _number(
            "game_points", "game points that its side scored, or won and paid where all pay", GAME_POINTS
        ),
        _number("points", "card points of its side at the end", CARD_POINTS),
        _number("tricks", "tricks of its side", TRICKS),
        _truth("closed", "whether it closed the talon"),
        _truth("close_won", "whether it closed the talon and won the deal"),
        _truth("claimed", "whether it claimed 66"),
        _truth("claim_false", "whether it claimed 66 falsely"),
        _truth("claim_missed", "whether it let a chance to go out pass"),
        _number("marriages_20", "marriages of plain suits that it announced"),
        _number("marriages_40", "marriages of trumps that it announced"),
        _truth("schneider", "whether its side lost the deal and was schneider when it was settled"),
        _truth("schwarz", "whether its side lost the deal and had no trick when it was settled"),
    ),
    "tricks": (
        _GAME,
        _DEAL,
        _TRICK,
        _SPEC,
        _EVENT,
        _DATE,
        _text("leader", "the seat that led"),
        _text("winner", "the seat that took it"),
        _texts("actions", "what was done in it, as in a record; draws are not actions"),
        _texts("cards", "the cards in the order of play; -- is not recorded, ## is hidden"),
        _number("value", "card points of its cards, where all are known", CARD_POINTS),
        _numbers("points", "card points by side after it, as far as they count", CARD_POINTS),
    ),
    "actions": (
        _GAME,
        _DEAL,
        _TRICK,
        _number("action", "the action, counted from 1 in its trick"),
        _PLACE,
        _text("seat", "the seat that acted"),
        _WORD,
        _KIND,
        _CARD,
        _RULING,
        _texts("legal", "what the rules allowed the seat just before; none where cards are not known"),
        _LEAD,
        _POINTS,
        _TRICKS,
        _TRICKS_LEFT,
        _TALON,
        _TRUMP,
        _CLOSER,
    ),
    "decisions": (
        _GAME,
        _DEAL,
        _TRICK,
        _number("action", "the action, counted from 1 in its trick"),
        _PLACE,
        _SPEC,
        _EVENT,
        _DATE,
        _text("seat", "the seat that decides"),
        _text("player", "its name, if it is given"),
        _text("dealer", "the seat that dealt, if that is known"),
        _TRUMP,
        _text("turn_up", "the open card under the talon, as long as it lies there"),
        _TALON,
        _CLOSER,
        _texts("hand", "the cards that it holds; -- is not recorded"),
        _LEAD,
        _texts("table", "the cards of the open trick in the order of play, that led first"),
        _texts("gone", "the cards that have been played by all, those on the table included"),
        _POINTS,
        _numbers("waiting", "points of marriages by side that do not count yet", CARD_POINTS),
        _TRICKS,
        _TRICKS_LEFT,
        _texts("legal", "what the rules allow it; none where its cards are not known"),
        _WORD,
        _KIND,
        _CARD,
        _RULING,
        _truth("outcome_stands", "whether the play decides the deal and no finding in it is an error"),
        _truth("outcome_won", "whether its side won the deal; none where the play does not decide it"),
        _number(
            "outcome_game_points",
            "game points that the deal brought its side; below 0 what it brought the other, or was paid",
            GAME_POINTS,
        ),
        _number("outcome_points", "card points of its side at the end of the deal", CARD_POINTS),
        _text("outcome_reason", "how the deal was decided, as in a record: out, closer-failed, total, ..."),
    ),
    "costs": (
        _GAME,
        _DEAL,
        _TRICK,
        _number("action", "the action, counted from 1 in its trick"),
        _PLACE,
        _text("seat", "the seat that acted, or could have claimed"),
        _text("player", "the name of the player, if it is given; none for a guest in a live match"),
        _text("rules", "the name of the rule set"),
        _number("year", "the year, if it is known"),
        _text("word", "what it did, as in a record; none where nobody claimed after the last trick"),
        _truth("decides", "whether it was a choice; false claims are none, unless they were made"),
        _number("value", "what its side is sure of after it; below 0 a sure loss", GAME_POINTS),
        _number("best", "the same after the best action; none of a close where it is not known", GAME_POINTS),
        _number("cost", "what it cost its side", GAME_POINTS),
        _text("mistake", "the kind of mistake, if it cost something: closed-early, closed-late, card, ..."),
        _texts("better", "the actions that were worth most, if it cost something"),
        _truth("whole", "whether the values of its deal begin as early as the cards are known"),
    ),
    "findings": (
        _GAME,
        _number("deal", "the deal, if it is in one"),
        _number("trick", "the trick, if it is in one"),
        _text("place", "the place of the action that it is about, or of its trick, if there is one"),
        _text("seat", "the seat that it is about"),
        _text("code", "its code"),
        _text("severity", "error, warning or note"),
        _number("line", "the line of the file"),
        _number("column", "the column, from 1"),
        _text("message", "what it says, in English"),
    ),
}
"""The columns of every table, in order.

In a decision, the columns `outcome_` and the action itself were not known to the player; all others were
visible to him.
"""


ON_REQUEST: Final = ("costs",)
"""The tables that take long to fill, and are there only if somebody asks."""
ALWAYS: Final = tuple(table for table in TABLES if table not in ON_REQUEST)
"""The tables that are filled unless others are asked for."""


def no_formula(cell: str) -> str:
    """Return a cell as no spreadsheet takes it for a formula: with an apostrophe if it begins like one.

    >>> no_formula("=1+1"), no_formula("1+1"), no_formula("--")
    ("'=1+1", '1+1', '--')
    """
    return f"'{cell}" if cell.startswith(_FORMULA) and cell.strip("-") else cell


def cell(value: Any) -> str:
    """Return a value as a cell of a text table: numbers of several sides with hyphens, as in a record.

    >>> cell([21, 0]), cell(["As", "Td"]), cell(True), cell(None)
    ('21-0', 'As Td', 'true', '')
    """
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        whole = all(isinstance(each, int) and each >= 0 for each in value)
        return ("-" if whole else " ").join(map(cell, value))
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value).lower() if isinstance(value, bool) else str(value)
