"""The judge: what a record says, against the rules and against the play.

A judgement holds every finding about a game, in the order of its text, and what each action, trick and deal
came to. Deals whose cards are not all known are judged as far as the record proves them.
"""

from typing import TYPE_CHECKING

from notation.faces import lazy

if TYPE_CHECKING:
    from notation.judge.assertions import is_told, outcome_fact, outcome_words
    from notation.judge.bulk import Verdict, judge_source, judge_text, read_and_judged
    from notation.judge.deal import play_deal
    from notation.judge.dealing_proofs import DealingProof, prove_dealing
    from notation.judge.following import Follower, Told
    from notation.judge.game import judge
    from notation.judge.incidents import deed, took_back
    from notation.judge.judgement import Closing, DealJudgement, Event, Judgement, TrickLedger
    from notation.judge.match import judge_under
    from notation.judge.rules import DEFAULT_RULES, rules_to_judge_by
    from notation.judge.sections import SectionsJudged, judge_sections
    from notation.judge.series_judged import (
        Member,
        SeriesJudgement,
        SeriesMatch,
        all_series,
        judge_series,
        member_of,
    )
    from notation.judge.setup import has_gaps, set_up
else:
    __getattr__, __dir__ = lazy(
        __name__,
        assertions="is_told outcome_fact outcome_words",
        bulk="Verdict judge_source judge_text read_and_judged",
        deal="play_deal",
        dealing_proofs="DealingProof prove_dealing",
        following="Follower Told",
        game="judge",
        incidents="deed took_back",
        judgement="Closing DealJudgement Event Judgement TrickLedger",
        match="judge_under",
        rules="DEFAULT_RULES rules_to_judge_by",
        sections="SectionsJudged judge_sections",
        series_judged="Member SeriesJudgement SeriesMatch all_series judge_series member_of",
        setup="has_gaps set_up",
    )

__all__ = [
    "DEFAULT_RULES",
    "Closing",
    "DealJudgement",
    "DealingProof",
    "Event",
    "Follower",
    "Judgement",
    "Member",
    "SectionsJudged",
    "SeriesJudgement",
    "SeriesMatch",
    "Told",
    "TrickLedger",
    "Verdict",
    "all_series",
    "deed",
    "has_gaps",
    "is_told",
    "judge",
    "judge_sections",
    "judge_series",
    "judge_source",
    "judge_text",
    "judge_under",
    "member_of",
    "outcome_fact",
    "outcome_words",
    "play_deal",
    "prove_dealing",
    "read_and_judged",
    "rules_to_judge_by",
    "set_up",
    "took_back",
]
