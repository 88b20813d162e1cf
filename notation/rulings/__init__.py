"""Rulings: the ledger of a deal, claims and disputes, and what other rule sets would give.

* the account of a deal with its ledger, its claims and chances, and how certain it is;
* the state of a deal at a moment, and what each seat can know then;
* claims and disputes, answered;
* the same play under other rule sets: compared, and the rules found under which a record is right.
"""

from notation.rulings.certainty import CERTAIN, Certainty, Doubt, certainties
from notation.rulings.claims import (
    Allowed,
    Claim,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Worth,
    read_claim,
    read_worth,
)
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
from notation.rulings.disputes import Dispute, disputes
from notation.rulings.inference import DOUBTFUL, Candidate, Inference, infer
from notation.rulings.ledger import (
    Account,
    Chance,
    Claimed,
    Entry,
    Kind,
    Standing,
    account,
    accounts_of,
    broken,
    elsewhere,
    judge_in_full,
)
from notation.rulings.score_claims import Answer, Elsewhere, Verdict, answer
from notation.rulings.state_at import Choice, Place, PossibleClaim, Refused, Situation, read_place, situation
from notation.rulings.trials import DealVerdict, GameVerdict

__all__ = [
    "CERTAIN",
    "DOUBTFUL",
    "Account",
    "Allowed",
    "Answer",
    "Candidate",
    "Certainty",
    "Chance",
    "Choice",
    "Claim",
    "Claimed",
    "Comparison",
    "DealVerdict",
    "Dispute",
    "Doubt",
    "Elsewhere",
    "Entry",
    "GameVerdict",
    "Inference",
    "Kind",
    "Matter",
    "Out",
    "PacksError",
    "Pair",
    "Parting",
    "PartingSide",
    "Place",
    "Points",
    "PossibleClaim",
    "Refused",
    "SeatPoints",
    "SeatTricks",
    "Situation",
    "Standing",
    "Verdict",
    "Worth",
    "WrittenPart",
    "account",
    "accounts_of",
    "answer",
    "broken",
    "certainties",
    "compare_rules",
    "disputes",
    "elsewhere",
    "infer",
    "judge_in_full",
    "read_claim",
    "read_place",
    "read_worth",
    "situation",
]
