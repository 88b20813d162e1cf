"""Play missing at the end of a log: the gap is recorded if a result is stated.

A program may print a deal before its last trick is complete, or a log may be cut off. If the play does not
decide the deal, its next cards are written as not recorded, and nothing is guessed.
"""

from dataclasses import replace
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.report import Telling
from notation.judge.judgement import Judgement
from notation.judge.match import judge_under
from notation.record.model import UNRECORDED, DealRecord, Ply, Record, Trick
from notation.text.reader import Game
from referee.decisions import ClaimMode
from referee.rules import RuleSet

_WHY: Final = Phrase("the log states a result, but ends before the play decides the deal")


def with_gaps(record: Record, rules: RuleSet, telling: Telling) -> Record:
    """Return a record with the cards that must have been played after the end of the log as unrecorded."""
    before = found = _judged(record, rules)
    longer, told = record, set[int]()
    for _ in range(rules.deal_hand_size):
        cut_off = _cut_off(longer, found)
        if not cut_off:
            break
        deals = enumerate(longer.deals)
        longer = replace(
            longer, deals=tuple(_longer(deal, rules) if place in cut_off else deal for place, deal in deals)
        )
        found = _judged(longer, rules)
        told |= cut_off
    for place in sorted(told):
        telling.unknown(RecordPart.PLAYS, _WHY, record.deals[place].number if len(record.deals) > 1 else 0)
    # Where 66 is claimed, a claim may be missing and not a card.
    may_lack_claim = rules.claim_mode is ClaimMode.SAID and found.errors >= before.errors
    return record if may_lack_claim else longer


def _judged(record: Record, rules: RuleSet) -> Judgement:
    return judge_under(Game(1, 1, "", None, (), record), rules)


def _cut_off(record: Record, judgement: Judgement) -> set[int]:
    """Return the indices of undecided deals in which a trick is missing.

    None is missing in a deal that has the card points stated for its end.
    """
    undecided = {f.deal - 1 for f in judgement.findings if f.code is catalogue.UNDECIDED}
    results = {place: record.deals[place].result for place in undecided}
    stated = {place: result.card_points for place, result in results.items() if result}
    return {p for p in undecided if not stated.get(p) or stated[p] != judgement.deals[p].card_points}


def _longer(deal: DealRecord, rules: RuleSet) -> DealRecord:
    """Return a deal with the rest of its last trick, or another trick, of unrecorded cards."""
    *before, last = deal.tricks or (Trick(1),)
    missing = rules.seats - sum(ply.plays for ply in last.plies)
    gaps = tuple(Ply(UNRECORDED) for _ in range(missing or rules.seats))  # the judge tells them apart
    if missing:
        return replace(deal, tricks=(*before, replace(last, plies=(*last.plies, *gaps))))
    return replace(deal, tricks=(*before, last, Trick(last.number + 1, (), gaps)))
