"""Rulings: the ledger of a deal, claims and disputes, and the outcome under other rule sets.

* the account of a deal with its ledger, its claims and chances, and how certain it is;
* the state of a deal at a moment, and what each seat can know then;
* claims and disputes, answered;
* the same play under other rule sets: compared, and the rules found under which a record is right.
"""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from notation.rulings.alternative import Alternative as Alternative
    from notation.rulings.alternative import AlternativeKind as AlternativeKind
    from notation.rulings.alternative import Decisive as Decisive
    from notation.rulings.alternative import alternatives as alternatives
    from notation.rulings.alternative import by_rule as by_rule
    from notation.rulings.alternative import decisive as decisive
    from notation.rulings.answers import alternative_sentence as alternative_sentence
    from notation.rulings.answers import awards as awards
    from notation.rulings.answers import condition as condition
    from notation.rulings.answers import consequence_sentence as consequence_sentence
    from notation.rulings.answers import match_won as match_won
    from notation.rulings.answers import outcome_sentence as outcome_sentence
    from notation.rulings.answers import ruling_sentence as ruling_sentence
    from notation.rulings.answers import said as said
    from notation.rulings.answers import sentence as sentence
    from notation.rulings.audits import Audit as Audit
    from notation.rulings.audits import AuditedDeal as AuditedDeal
    from notation.rulings.audits import AuditedGame as AuditedGame
    from notation.rulings.audits import PlayerStanding as PlayerStanding
    from notation.rulings.audits import audit as audit
    from notation.rulings.audits import audited_game as audited_game
    from notation.rulings.certainty import CERTAIN as CERTAIN
    from notation.rulings.certainty import Certainty as Certainty
    from notation.rulings.certainty import certainties as certainties
    from notation.rulings.certainty import certainty_of_line as certainty_of_line
    from notation.rulings.claim_checks import Reading as Reading
    from notation.rulings.claim_reader import read_claims as read_claims
    from notation.rulings.claim_reader import speaker_of as speaker_of
    from notation.rulings.claim_sentences import claim_sentence as claim_sentence
    from notation.rulings.claims import Allowed as Allowed
    from notation.rulings.claims import Claim as Claim
    from notation.rulings.claims import OfDeal as OfDeal
    from notation.rulings.claims import Out as Out
    from notation.rulings.claims import Points as Points
    from notation.rulings.claims import SeatPoints as SeatPoints
    from notation.rulings.claims import SeatTricks as SeatTricks
    from notation.rulings.claims import Subject as Subject
    from notation.rulings.claims import Worth as Worth
    from notation.rulings.clean import clean_accounts as clean_accounts
    from notation.rulings.comparison import Comparing as Comparing
    from notation.rulings.comparison import Comparison as Comparison
    from notation.rulings.comparison import Matter as Matter
    from notation.rulings.comparison import PacksError as PacksError
    from notation.rulings.comparison import Pair as Pair
    from notation.rulings.comparison import Parting as Parting
    from notation.rulings.comparison import PartingSide as PartingSide
    from notation.rulings.comparison import WrittenPart as WrittenPart
    from notation.rulings.comparison import compare_rules as compare_rules
    from notation.rulings.consequences import Consequence as Consequence
    from notation.rulings.deal_claims import Weighed as Weighed
    from notation.rulings.dispute import Answer as Answer
    from notation.rulings.dispute import Dispute as Dispute
    from notation.rulings.dispute import answer as answer
    from notation.rulings.dispute import answer_claims as answer_claims
    from notation.rulings.dispute import choose as choose
    from notation.rulings.dispute import disputes as disputes
    from notation.rulings.dispute import fitting_deals as fitting_deals
    from notation.rulings.elsewhere import ClaimVerdict as ClaimVerdict
    from notation.rulings.elsewhere import Elsewhere as Elsewhere
    from notation.rulings.elsewhere import HoldsUnder as HoldsUnder
    from notation.rulings.elsewhere import codes_of as codes_of
    from notation.rulings.engine_notes import with_engine_notes as with_engine_notes
    from notation.rulings.expectations import Expectation as Expectation
    from notation.rulings.expectations import expectation as expectation
    from notation.rulings.inference import DOUBTFUL as DOUBTFUL
    from notation.rulings.inference import Candidate as Candidate
    from notation.rulings.inference import Inference as Inference
    from notation.rulings.inference import infer as infer
    from notation.rulings.inference import infer_together as infer_together
    from notation.rulings.knowledge import KnownAtMoment as KnownAtMoment
    from notation.rulings.knowledge import known_at as known_at
    from notation.rulings.knowledge import known_at_step as known_at_step
    from notation.rulings.knowledge import known_at_steps as known_at_steps
    from notation.rulings.knowledge import place_word as place_word
    from notation.rulings.knowledge import reason_phrase as reason_phrase
    from notation.rulings.ledger import Account as Account
    from notation.rulings.ledger import Chance as Chance
    from notation.rulings.ledger import Claimed as Claimed
    from notation.rulings.ledger import EntryKind as EntryKind
    from notation.rulings.ledger import LedgerEntry as LedgerEntry
    from notation.rulings.ledger import PointsStatus as PointsStatus
    from notation.rulings.ledger import account as account
    from notation.rulings.ledger import account_as_written as account_as_written
    from notation.rulings.ledger import accounts_as_written as accounts_as_written
    from notation.rulings.ledger import accounts_of as accounts_of
    from notation.rulings.ledger import judge_in_full as judge_in_full
    from notation.rulings.ledger import points_cited as points_cited
    from notation.rulings.ledger import rules_of as rules_of
    from notation.rulings.mistakes import MEANT as MEANT
    from notation.rulings.mistakes import MatchCost as MatchCost
    from notation.rulings.mistakes import MistakeKind as MistakeKind
    from notation.rulings.mistakes import Mistakes as Mistakes
    from notation.rulings.mistakes import mistake_of as mistake_of
    from notation.rulings.mistakes import mistakes_in as mistakes_in
    from notation.rulings.play_worth import POSITIONS as POSITIONS
    from notation.rulings.play_worth import RULED_POSITIONS as RULED_POSITIONS
    from notation.rulings.play_worth import ActionCost as ActionCost
    from notation.rulings.play_worth import BestPlay as BestPlay
    from notation.rulings.play_worth import StepWorth as StepWorth
    from notation.rulings.play_worth import actions_at_steps as actions_at_steps
    from notation.rulings.play_worth import best_play as best_play
    from notation.rulings.play_worth import every_choice as every_choice
    from notation.rulings.play_worth import worth_at_steps as worth_at_steps
    from notation.rulings.puzzles import Puzzle as Puzzle
    from notation.rulings.puzzles import puzzles_in as puzzles_in
    from notation.rulings.puzzles import puzzles_of as puzzles_of
    from notation.rulings.questions import Question as Question
    from notation.rulings.questions import answer_question as answer_question
    from notation.rulings.questions import question_named as question_named
    from notation.rulings.questions import questions_at as questions_at
    from notation.rulings.rule_words import change_in_words as change_in_words
    from notation.rulings.rule_words import rules_in_words as rules_in_words
    from notation.rulings.rule_words import value_in_words as value_in_words
    from notation.rulings.same_names import LikeName as LikeName
    from notation.rulings.sheet_faults import FaultKind as FaultKind
    from notation.rulings.sheet_faults import SheetFault as SheetFault
    from notation.rulings.standings import CrossRow as CrossRow
    from notation.rulings.standings import Meeting as Meeting
    from notation.rulings.standings import Pairing as Pairing
    from notation.rulings.standings import cross_table as cross_table
    from notation.rulings.standings import pairings as pairings
    from notation.rulings.state_at import PossibleClaim as PossibleClaim
    from notation.rulings.state_at import RefusedAction as RefusedAction
    from notation.rulings.state_at import SeatAction as SeatAction
    from notation.rulings.state_at import Situation as Situation
    from notation.rulings.state_at import read_moment as read_moment
    from notation.rulings.state_at import situation as situation
    from notation.rulings.state_at import situation_after as situation_after
    from notation.rulings.trials import DealVerdict as DealVerdict
    from notation.rulings.trials import GameVerdict as GameVerdict
    from notation.rulings.trials import verdict_of as verdict_of
    from notation.rulings.undertakings import undertaken as undertaken
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        alternative="Alternative AlternativeKind Decisive alternatives by_rule decisive",
        answers="alternative_sentence awards condition consequence_sentence match_won outcome_sentence "
        "ruling_sentence said sentence",
        audits="Audit AuditedDeal AuditedGame PlayerStanding audit audited_game",
        mistakes="MEANT MatchCost MistakeKind Mistakes mistake_of mistakes_in",
        play_worth="POSITIONS RULED_POSITIONS ActionCost BestPlay StepWorth actions_at_steps best_play "
        "every_choice worth_at_steps",
        certainty="CERTAIN Certainty certainties certainty_of_line",
        claim_checks="Reading",
        claim_reader="read_claims speaker_of",
        claim_sentences="claim_sentence",
        claims="Allowed Claim OfDeal Out Points SeatPoints SeatTricks Subject Worth",
        clean="clean_accounts",
        comparison="Comparing Comparison Matter PacksError Pair Parting PartingSide WrittenPart "
        "compare_rules",
        consequences="Consequence",
        deal_claims="Weighed",
        dispute="Answer Dispute answer answer_claims choose disputes fitting_deals",
        elsewhere="ClaimVerdict Elsewhere HoldsUnder codes_of",
        engine_notes="with_engine_notes",
        expectations="Expectation expectation",
        inference="DOUBTFUL Candidate Inference infer infer_together",
        knowledge="KnownAtMoment known_at known_at_step known_at_steps place_word reason_phrase",
        ledger="Account Chance Claimed EntryKind LedgerEntry PointsStatus account account_as_written "
        "accounts_as_written accounts_of judge_in_full points_cited rules_of",
        puzzles="Puzzle puzzles_in puzzles_of",
        questions="Question answer_question question_named questions_at",
        rule_words="change_in_words rules_in_words value_in_words",
        same_names="LikeName",
        sheet_faults="FaultKind SheetFault",
        standings="CrossRow Meeting Pairing cross_table pairings",
        state_at="PossibleClaim RefusedAction SeatAction Situation read_moment situation situation_after",
        trials="DealVerdict GameVerdict verdict_of",
        undertakings="undertaken",
    )
