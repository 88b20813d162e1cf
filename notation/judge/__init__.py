"""The judge: what a record says, against the rules and against the play.

A judgement holds every finding about a game, in the order of its text, and what each action, trick and deal
came to. Deals whose cards are not all known are judged as far as the record proves them.
"""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from notation.judge.assertions import is_told as is_told
    from notation.judge.assertions import outcome_fact as outcome_fact
    from notation.judge.assertions import outcome_words as outcome_words
    from notation.judge.bulk import Verdict as Verdict
    from notation.judge.bulk import judge_source as judge_source
    from notation.judge.bulk import judge_text as judge_text
    from notation.judge.bulk import read_and_judged as read_and_judged
    from notation.judge.deal import Step as Step
    from notation.judge.deal import has_gaps as has_gaps
    from notation.judge.deal import play_deal as play_deal
    from notation.judge.deal import replay as replay
    from notation.judge.deal import set_up as set_up
    from notation.judge.dealing_proofs import DealingProof as DealingProof
    from notation.judge.dealing_proofs import prove_dealing as prove_dealing
    from notation.judge.following import Follower as Follower
    from notation.judge.following import Told as Told
    from notation.judge.game import judge as judge
    from notation.judge.incidents import deed as deed
    from notation.judge.incidents import took_back as took_back
    from notation.judge.judgement import Closing as Closing
    from notation.judge.judgement import DealJudgement as DealJudgement
    from notation.judge.judgement import Event as Event
    from notation.judge.judgement import Judgement as Judgement
    from notation.judge.judgement import TrickLedger as TrickLedger
    from notation.judge.match import judge_under as judge_under
    from notation.judge.opening import contract_in_words as contract_in_words
    from notation.judge.opening import in_brief as in_brief
    from notation.judge.opening import ply_of as ply_of
    from notation.judge.opening import speaks as speaks
    from notation.judge.opening import spoken as spoken
    from notation.judge.opening import word_of as word_of
    from notation.judge.rules import DEFAULT_RULES as DEFAULT_RULES
    from notation.judge.rules import rules_to_judge_by as rules_to_judge_by
    from notation.judge.sections import SectionsJudged as SectionsJudged
    from notation.judge.sections import judge_sections as judge_sections
    from notation.judge.series_judged import Member as Member
    from notation.judge.series_judged import SeriesJudgement as SeriesJudgement
    from notation.judge.series_judged import SeriesMatch as SeriesMatch
    from notation.judge.series_judged import all_series as all_series
    from notation.judge.series_judged import judge_series as judge_series
    from notation.judge.series_judged import member_of as member_of
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        assertions="is_told outcome_fact outcome_words",
        bulk="Verdict judge_source judge_text read_and_judged",
        deal="Step has_gaps play_deal replay set_up",
        dealing_proofs="DealingProof prove_dealing",
        following="Follower Told",
        game="judge",
        incidents="deed took_back",
        judgement="Closing DealJudgement Event Judgement TrickLedger",
        match="judge_under",
        opening="contract_in_words in_brief ply_of speaks spoken word_of",
        rules="DEFAULT_RULES rules_to_judge_by",
        sections="SectionsJudged judge_sections",
        series_judged="Member SeriesJudgement SeriesMatch all_series judge_series member_of",
    )
