"""Which rules make a record legal and what it states right: rule sets, and options changed from them.

Judges the record under many rules and orders these by what they leave unexplained. It knows no rule
itself, and it never says what was agreed at a table: only what the record fits.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from notation import catalogue
from notation.deals import play_deal
from notation.findings import Finding
from notation.judgement import DealJudgement, Event, Judgement
from notation.judging import DEFAULT_RULES, judge_under
from notation.reading import Game
from notation.record import DealRecord, Record
from notation.specs import OPTIONS, Option, read_spec, write_spec
from referee import actions, rulings
from referee.clauses import point_of
from referee.deal import Deal
from referee.decisions import ClaimMode
from referee.rules import PRESETS, RuleSet

MOST_OPTIONS: Final = 4
"""Options that are changed at once."""
WIDEST: Final = 6
"""Rules from which one more option is changed, each time."""
MOST_DEALS: Final = 3000
"""Deals that are judged before one more option is changed; at least one candidate is gone on from."""
TARGETS: Final = (7, 11)
"""Targets that are tried beside the scores of the record."""

_PACK: Final = frozenset({rulings.HAND_SIZE, rulings.TALON_SIZE, rulings.NOT_IN_DEAL})
_SURPRISES: Final = frozenset(
    {rulings.CLAIM_FALSE, rulings.CLAIM_VOID, catalogue.TAKEN_ON_TRUST, catalogue.CANNOT_DECIDE}
)


class Change(NamedTuple):
    """An option that was changed: its word, its value, the value before, and the point it decides."""

    option: str
    value: str
    instead: str
    point: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """Rules that a record may have been played by, and how well it fits them.

    ``rank`` is 1 for the best; candidates that no measure tells apart have the same. ``changes`` are
    the options changed from a rule set, or from the rules that the record names. ``left`` is what these
    rules leave unexplained, ``explained`` what they explain and the record's own rules do not.
    """

    rules: RuleSet
    changes: tuple[Change, ...]
    left: tuple[Finding, ...]
    explained: tuple[Finding, ...]
    surprises: int
    """Claims that were false or said for nothing, and deals that cannot be judged to their end."""
    freedom: int
    """In how many ways the same actions could have gone otherwise: what was allowed and nobody did."""
    rank: int = 0

    @property
    def spec(self) -> str:
        """The rules as they are written."""
        return write_spec(self.rules)
