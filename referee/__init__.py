"""The referee: what is legal, who wins what, and why.

Standard library only; no text, clock, randomness, file or network. Cards, seats and actions are
small integers; words are :mod:`notation`'s.
"""

from referee import actions, arithmetic, codes
from referee.actions import Action
from referee.arithmetic import ArithmeticStep, Line
from referee.cards import (
    ACE,
    JACK,
    KING,
    NINE,
    PACK,
    QUEEN,
    RANK_LETTERS,
    SEATS,
    SUIT_LETTERS,
    TEN,
    Card,
    Cards,
    Seat,
    Suit,
    mask,
    members,
    points_of,
    rank_of,
    suit_of,
)
from referee.codes import CATALOGUE, Code, Effect, Ruling, Severity
from referee.deal import Deal, DealError, IllegalAction, fixes_trumps
from referee.decisions import ClaimMode, TrumpCard
from referee.knowledge import Contents, Sight
from referee.match import Match
from referee.meanings import MEANINGS, NUMBER, Meaning, meaning
from referee.points import GROUPS, POINTS, PROCEDURE, field_of, point_of
from referee.rules import DECISIONS, RulesError, RuleSet
from referee.rulesets import (
    BOOKS,
    PRESETS,
    SANTASE,
    SANTASE_FOUR,
    SANTASE_THREE,
    SCHNAPSEN,
    SIXTY_SIX,
    SIXTY_SIX_FOUR,
    SIXTY_SIX_THREE,
    Citation,
    changed,
    citation,
    cite,
    differ_at,
    is_option,
    points_decided,
)
from referee.series import Series
from referee.state import TARGET, Reason, Result
from referee.view import View, Watcher
from referee.whereabouts import Clue, Evidence, Knowledge, Whereabouts

__all__ = [
    "ACE",
    "BOOKS",
    "CATALOGUE",
    "DECISIONS",
    "GROUPS",
    "JACK",
    "KING",
    "MEANINGS",
    "NINE",
    "NUMBER",
    "PACK",
    "POINTS",
    "PRESETS",
    "PROCEDURE",
    "QUEEN",
    "RANK_LETTERS",
    "SANTASE",
    "SANTASE_FOUR",
    "SANTASE_THREE",
    "SCHNAPSEN",
    "SEATS",
    "SIXTY_SIX",
    "SIXTY_SIX_FOUR",
    "SIXTY_SIX_THREE",
    "SUIT_LETTERS",
    "TARGET",
    "TEN",
    "Action",
    "ArithmeticStep",
    "Card",
    "Cards",
    "Citation",
    "ClaimMode",
    "Clue",
    "Code",
    "Contents",
    "Deal",
    "DealError",
    "Effect",
    "Evidence",
    "IllegalAction",
    "Knowledge",
    "Line",
    "Match",
    "Meaning",
    "Reason",
    "Result",
    "RuleSet",
    "RulesError",
    "Ruling",
    "Seat",
    "Series",
    "Severity",
    "Sight",
    "Suit",
    "TrumpCard",
    "View",
    "Watcher",
    "Whereabouts",
    "actions",
    "arithmetic",
    "changed",
    "citation",
    "cite",
    "codes",
    "differ_at",
    "field_of",
    "fixes_trumps",
    "is_option",
    "mask",
    "meaning",
    "members",
    "point_of",
    "points_decided",
    "points_of",
    "rank_of",
    "suit_of",
]
