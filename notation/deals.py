"""One deal of a record, played by the referee: what the judge, the editor and a replay have in common.

What is not recorded is rehearsed first, so that a card which comes to light later is known before.
"""

from collections.abc import Callable
from typing import NamedTuple

from notation import catalogue
from notation.dealt import set_up
from notation.findings import Fact, Finding, Phrase
from notation.judgement import DealJudgement, Event
from notation.playing import Play, Watch
from notation.record import DealRecord
from notation.slips import MAX_SLIPS, has_slips, readings, slips
from notation.stated import is_told
from notation.unknown import Unknowns, has_gaps
from referee.deal import Deal
from referee.rules import RuleSet


def play_deal(
    rules: RuleSet,
    record: DealRecord,
    entry: DealJudgement,
    report: Callable[[Finding], None],
    watch: Watch | None = None,
) -> Deal | None:
    """Play a deal as it was written and return it as it stands at the end; None without a trump suit.

    Fills the ledger of ``entry``; ``report`` takes findings and ``watch`` sees every state. That the cards
    can be a deal of the rules is for the caller to see.
    """
    if has_slips(record):
        return _play_both(rules, record, entry, report, watch)
    return _play(rules, record, entry, report, watch)


def _play(
    rules: RuleSet,
    record: DealRecord,
    entry: DealJudgement,
    report: Callable[[Finding], None],
    watch: Watch | None,
) -> Deal | None:
    """Play a deal in one reading."""
    deal = set_up(rules, record)
    if deal is None:
        return None
    unknowns = None
    if has_gaps(rules, record):
        rehearsal = Unknowns(rules, record)
        scratch = DealJudgement(record.number, record.dealer)
        Play(deal.copy(), scratch, lambda _: None, rehearsal).run(record.tricks, None)
        unknowns = Unknowns(rules, record, rehearsal.shown)
    if watch:
        deal.steps = []
    play = Play(deal, entry, report, unknowns, watch)
    play.run(record.tricks, record.result)
    return play.deal


def _play_both(
    rules: RuleSet,
    record: DealRecord,
    entry: DealJudgement,
    report: Callable[[Finding], None],
    watch: Watch | None,
) -> Deal | None:
    """Play a deal in both readings of its marriages after their cards (:mod:`notation.slips`).

    What the readings agree in is reported; what hangs on a marriage is left open.
    """
    found, tried = slips(record), []
    for reading in readings(record):
        told: list[Finding] = []
        other = DealJudgement(record.number, record.dealer)
        if _play(rules, reading, other, told.append, None) is None:
            return None
        tried.append((reading, other, told))
    meant, _, first = tried[0]
    results = {other.result and other.result[:3] for _, other, _ in tried}
    is_open = len(results) > 1 or len(found) > MAX_SLIPS
    deal = _play(rules, meant, entry, lambda _: None, _left_open(watch) if watch and is_open else watch)
    for slip in found:
        facts: dict[str, Fact] = {"suit": slip.suit, "card": slip.card}
        report(Finding(catalogue.MARRIAGE_LATE, slip.span, facts, 0, slip.trick))
    everywhere = [{(finding.code.id, finding.span) for finding in told} for _, _, told in tried]
    for finding in first:
        if all((finding.code.id, finding.span) in others for others in everywhere):
            report(finding)
    if is_open:
        stated = record.result
        span = stated.span if stated and stated.finished and is_told(stated) else found[0].span
        alike = len({result and result[0] for result in results}) == 1
        what = Phrase("what the deal is worth") if alike else Phrase("who has won the deal")
        why = Phrase("it hangs on a marriage that is written after its card")
        report(Finding(catalogue.CANNOT_DECIDE, span, {"what": what, "why": why}))
        entry.result, entry.stopped = None, True
    if len({other.card_points for _, other, _ in tried}) > 1:
        entry.card_points = ()
        if entry.result:
            entry.result = entry.result._replace(card_points=())
    entry.stopped |= any(other.stopped for _, other, _ in tried)
    return deal


def _left_open(watch: Watch) -> Watch:
    """Show a deal that is not decided as one that is not over."""

    def shown(deal: Deal, event: Event | None) -> object:
        if deal.over:
            deal = deal.copy()
            deal.result = None
        return watch(deal, event)

    return shown


class Moment(NamedTuple):
    """A deal as it stood at some moment of its play, and what had just been done, if anything.

    Without an event it is the start, the head of a trick, or the end of a deal that nobody's action ended.
    ``trick`` counts from 1; ``action`` counts the actions of that trick that were done.
    """

    deal: Deal
    trick: int
    action: int
    event: Event | None = None


def moments(rules: RuleSet, record: DealRecord) -> list[Moment]:
    r"""Every moment of a deal, in order; none where its play cannot be judged at all.

    >>> from notation.reading import read
    >>> from referee.rules import SANTASE
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td"
    >>> found = moments(SANTASE, next(read(text)).record.deals[0])
    >>> [(moment.trick, moment.action, tuple(moment.deal.points)) for moment in found]
    [(1, 0, (0, 0)), (1, 1, (0, 0)), (1, 2, (0, 21))]
    """
    found: list[Moment] = []
    entry = DealJudgement(record.number, record.dealer)

    def watch(deal: Deal, event: Event | None) -> None:
        trick = entry.tricks[-1] if entry.tricks else None
        seen = Moment(
            deal.copy(), trick.number if trick else deal.trick + 1, len(trick.events) if trick else 0, event
        )
        if event is None and found and found[-1][1:3] == seen[1:3] and found[-1].deal.over == deal.over:
            seen = seen._replace(event=found.pop().event)
        found.append(seen)

    if record.is_headed:
        play_deal(rules, record, entry, lambda _: None, watch)
    return found
