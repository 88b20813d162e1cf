"""Disputes: whether a claim about a deal, or about a moment of its play, is right, and by which rules.

Asks the judgement and the referee's own state, and knows no rule itself. Values only; the sentences are
the viewer's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from notation import catalogue
from notation.claims import LEADER, Allowed, Claim, Out, Points, SeatPoints, SeatTricks, Worth, read_claim
from notation.deals import Moment, moments, play_deal
from notation.findings import Finding, Phrase
from notation.inference import Change, changes_of, tried_options
from notation.judgement import DealJudgement
from notation.judging import judge_under
from notation.reading import Game
from notation.record import UNNUMBERED, Annotation, DealRecord, Note, Ply, Span, Trick, Variation
from notation.specs import read_spec, write_spec
from notation.stated import within
from notation.verdicts import DealVerdict, Hearing, only_play
from referee import actions, rulings
from referee.actions import OUT
from referee.deal import Deal
from referee.rules import PRESETS, RuleSet
from referee.rulings import CATALOGUE, Effect, Ruling, Severity
from referee.scoring import Reason, Result, reaches

MOST_SETS: Final = 12
"""Sets of options that are told under which a claim would be right."""


class Verdict(Enum):
    """What becomes of a claim: it is right, it is wrong, or it cannot be decided."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"


class Standing(NamedTuple):
    """How a deal stands at a moment: what counts, by seat, and who leads and acts.

    ``slack`` is how many more points each seat may have, where cards are not known.
    """

    points: tuple[int, ...]
    slack: tuple[int, ...]
    tricks: tuple[int, ...]
    leader: int
    turn: int
    result: Result | None
    short: int = 0


class Elsewhere(NamedTuple):
    """Rules under which a claim would be right, and the options changed from the record's own, if few."""

    rules: RuleSet
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What is to be said of a claim of what a deal is worth.

    ``worth`` is what it really is, None where the play does not decide it: then ``missing`` are the findings
    that say why, and ``standing`` is how the play ends. ``rule_sets`` and ``options`` are the rules under
    which the claim would be right.
    """

    claim: Worth
    verdict: Verdict
    worth: Worth | None
    deal: DealJudgement
    standing: Standing | None = None
    missing: tuple[Finding, ...] = ()
    rule_sets: tuple[Elsewhere, ...] = ()
    options: tuple[Elsewhere, ...] = ()


@dataclass(frozen=True, slots=True)
class Dispute:
    """A claim that is written in a record, and what is to be said of it.

    Without a claim ``fault`` says why it cannot be read; without a standing its moment was not judged.
    """

    span: Span
    text: str
    claim: Claim | None = None
    fault: Phrase | None = None
    verdict: Verdict = Verdict.OPEN
    standing: Standing | None = None
    ply: Ply | None = None
    ruling: Ruling | None = None
    """The ruling against the action that the claim stands behind, or against a claim to be out made now."""
    answer: Answer | None = None
