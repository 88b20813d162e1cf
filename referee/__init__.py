"""The referee: what is legal, who wins what, and why.

Standard library only; no text, clock, randomness, file or network. Cards, seats and actions are
small integers; words are :mod:`notation`'s.
"""

from referee.codes import CATALOGUE, Code, Effect, Ruling, Severity
from referee.deal import Deal
from referee.match import Match
from referee.rules import RulesError, RuleSet
from referee.rulesets import PRESETS, SANTASE, cite
from referee.state import Reason, Result

__all__ = [
    "CATALOGUE",
    "PRESETS",
    "SANTASE",
    "Code",
    "Deal",
    "Effect",
    "Match",
    "Reason",
    "Result",
    "RuleSet",
    "RulesError",
    "Ruling",
    "Severity",
    "cite",
]
