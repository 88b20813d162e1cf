"""Rulings: the ledger of a deal, claims and disputes, and what other rule sets would give.

* the account of a deal with its ledger, its claims and chances, and how certain it is;
* the state of a deal at a moment, and what each seat can know then;
* claims and disputes, answered;
* the same play under other rule sets: compared, and the rules found under which a record is right.
"""

from notation.judge.doubt import Doubt
from notation.rulings.answers import awards, condition, match_won, outcome_sentence, said, sentence
from notation.rulings.audits import Audit, AuditedDeal, AuditedGame, Standing, audit
from notation.rulings.best_play import POSITIONS, ActionCost, BestPlay, best_play
from notation.rulings.certainty import CERTAIN, Certainty, certainties, certainty_of_line
from notation.rulings.claims import (
    Allowed,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Subject,
    Worth,
    read_claim,
)
from notation.rulings.clean_accounts import clean_accounts
from notation.rulings.comparison import (
    Comparison,
    Matter,
    PacksError,
    Pair,
    Parting,
    PartingSide,
    WrittenPart,
    compare_rules,
)
from notation.rulings.deal_claims import Weighed
from notation.rulings.disputes import Dispute, answer_claims, disputes
from notation.rulings.engine_notes import with_engine_notes
from notation.rulings.inference import DOUBTFUL, Candidate, Inference, infer, infer_together
from notation.rulings.knowledge import (
    KnownAtMoment,
    known_at,
    known_at_step,
    known_at_steps,
    place_word,
    reason_phrase,
)
from notation.rulings.ledger import (
    Account,
    Chance,
    Claimed,
    EntryKind,
    LedgerEntry,
    PointsStatus,
    account,
    account_as_written,
    accounts_as_written,
    accounts_of,
    broken,
    elsewhere,
    judge_in_full,
    points_cited,
    rules_of,
)
from notation.rulings.score_claims import Answer, ClaimVerdict, Elsewhere, answer
from notation.rulings.state_at import (
    PossibleClaim,
    RefusedAction,
    SeatAction,
    Situation,
    read_moment,
    situation,
    situation_after,
)
from notation.rulings.trials import DealVerdict, GameVerdict

__all__ = [
    "CERTAIN",
    "DOUBTFUL",
    "POSITIONS",
    "Account",
    "ActionCost",
    "Allowed",
    "Answer",
    "Audit",
    "AuditedDeal",
    "AuditedGame",
    "BestPlay",
    "Candidate",
    "Certainty",
    "Chance",
    "Claim",
    "ClaimVerdict",
    "Claimed",
    "Comparison",
    "DealVerdict",
    "Dispute",
    "Doubt",
    "Elsewhere",
    "EntryKind",
    "GameVerdict",
    "Inference",
    "KnownAtMoment",
    "LedgerEntry",
    "Matter",
    "OfDeal",
    "Out",
    "PacksError",
    "Pair",
    "Parting",
    "PartingSide",
    "Points",
    "PointsStatus",
    "PossibleClaim",
    "RefusedAction",
    "SeatAction",
    "SeatPoints",
    "SeatTricks",
    "Situation",
    "Standing",
    "Subject",
    "Weighed",
    "Worth",
    "WrittenPart",
    "account",
    "account_as_written",
    "accounts_as_written",
    "accounts_of",
    "answer",
    "answer_claims",
    "audit",
    "awards",
    "best_play",
    "broken",
    "certainties",
    "certainty_of_line",
    "clean_accounts",
    "compare_rules",
    "condition",
    "disputes",
    "elsewhere",
    "infer",
    "infer_together",
    "judge_in_full",
    "known_at",
    "known_at_step",
    "known_at_steps",
    "match_won",
    "outcome_sentence",
    "place_word",
    "points_cited",
    "read_claim",
    "read_moment",
    "reason_phrase",
    "rules_of",
    "said",
    "sentence",
    "situation",
    "situation_after",
    "with_engine_notes",
]
