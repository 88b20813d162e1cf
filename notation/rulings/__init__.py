"""Rulings: the ledger of a deal, claims and disputes, and the outcome under other rule sets.

* the account of a deal with its ledger, its claims and chances, and how certain it is;
* the state of a deal at a moment, and what each seat can know then;
* claims and disputes, answered;
* the same play under other rule sets: compared, and the rules found under which a record is right.
"""

from notation.judge.doubt import Doubt
from notation.rulings.alternatives import (
    Alternative,
    AlternativeKind,
    Decisive,
    alternatives,
    by_rule,
    decisive,
)
from notation.rulings.answers import (
    alternative_sentence,
    awards,
    condition,
    consequence_sentence,
    match_won,
    outcome_sentence,
    ruling_sentence,
    said,
    sentence,
)
from notation.rulings.audits import Audit, AuditedDeal, AuditedGame, PlayerStanding, audit, audited_game
from notation.rulings.best_play import (
    POSITIONS,
    RULED_POSITIONS,
    ActionCost,
    BestPlay,
    StepWorth,
    best_play,
    worth_at_steps,
)
from notation.rulings.certainty import CERTAIN, Certainty, certainties, certainty_of_line
from notation.rulings.claim_checks import Reading
from notation.rulings.claim_reader import read_claims, speaker_of
from notation.rulings.claim_sentences import claim_sentence
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
)
from notation.rulings.clean_accounts import clean_accounts
from notation.rulings.comparison import (
    Comparing,
    Comparison,
    Matter,
    PacksError,
    Pair,
    Parting,
    PartingSide,
    WrittenPart,
    compare_rules,
)
from notation.rulings.consequences import Consequence
from notation.rulings.deal_claims import Weighed
from notation.rulings.disputes import (
    Answer,
    Dispute,
    answer,
    answer_claims,
    choose,
    disputes,
    fitting_deals,
)
from notation.rulings.elsewhere import ClaimVerdict, Elsewhere, HoldsUnder, codes_of
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
    judge_in_full,
    points_cited,
    rules_of,
)
from notation.rulings.questions import Question, answer_question, question_named, questions_at
from notation.rulings.rules_in_words import change_in_words, rules_in_words, value_in_words
from notation.rulings.same_names import LikeName
from notation.rulings.sheet_faults import FaultKind, SheetFault
from notation.rulings.standings import CrossRow, Meeting, Pairing, cross_table, pairings
from notation.rulings.state_at import (
    PossibleClaim,
    RefusedAction,
    SeatAction,
    Situation,
    read_moment,
    situation,
    situation_after,
)
from notation.rulings.trials import DealVerdict, GameVerdict, verdict_of

__all__ = [
    "CERTAIN",
    "DOUBTFUL",
    "POSITIONS",
    "RULED_POSITIONS",
    "Account",
    "ActionCost",
    "Allowed",
    "Alternative",
    "AlternativeKind",
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
    "Comparing",
    "Comparison",
    "Consequence",
    "CrossRow",
    "DealVerdict",
    "Decisive",
    "Dispute",
    "Doubt",
    "Elsewhere",
    "EntryKind",
    "FaultKind",
    "GameVerdict",
    "HoldsUnder",
    "Inference",
    "KnownAtMoment",
    "LedgerEntry",
    "LikeName",
    "Matter",
    "Meeting",
    "OfDeal",
    "Out",
    "PacksError",
    "Pair",
    "Pairing",
    "Parting",
    "PartingSide",
    "PlayerStanding",
    "Points",
    "PointsStatus",
    "PossibleClaim",
    "Question",
    "Reading",
    "RefusedAction",
    "SeatAction",
    "SeatPoints",
    "SeatTricks",
    "SheetFault",
    "Situation",
    "StepWorth",
    "Subject",
    "Weighed",
    "Worth",
    "WrittenPart",
    "account",
    "account_as_written",
    "accounts_as_written",
    "accounts_of",
    "alternative_sentence",
    "alternatives",
    "answer",
    "answer_claims",
    "answer_question",
    "audit",
    "audited_game",
    "awards",
    "best_play",
    "by_rule",
    "certainties",
    "certainty_of_line",
    "change_in_words",
    "choose",
    "claim_sentence",
    "clean_accounts",
    "codes_of",
    "compare_rules",
    "condition",
    "consequence_sentence",
    "cross_table",
    "decisive",
    "disputes",
    "fitting_deals",
    "infer",
    "infer_together",
    "judge_in_full",
    "known_at",
    "known_at_step",
    "known_at_steps",
    "match_won",
    "outcome_sentence",
    "pairings",
    "place_word",
    "points_cited",
    "question_named",
    "questions_at",
    "read_claims",
    "read_moment",
    "reason_phrase",
    "rules_in_words",
    "rules_of",
    "ruling_sentence",
    "said",
    "sentence",
    "situation",
    "situation_after",
    "speaker_of",
    "value_in_words",
    "verdict_of",
    "with_engine_notes",
    "worth_at_steps",
]
