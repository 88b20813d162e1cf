"""One deal of a record, played by the referee: what the judge, the editor and a replay have in common.

What is not recorded is rehearsed first, so that a card which comes to light later is known before.
"""

from collections.abc import Callable
from typing import NamedTuple

from notation.dealt import set_up
from notation.findings import Finding
from notation.hidden import readable_tricks
from notation.judgement import DealJudgement, Event
from notation.playing import Play, Watch
from notation.record import DealRecord
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
    deal = set_up(rules, record)
    if deal is None:
        return None
    tricks, goes_on = readable_tricks(record)
    unknowns = None
    if has_gaps(rules, record):
        rehearsal = Unknowns(rules, record)
        scratch = DealJudgement(record.number, record.dealer)
        Play(deal.copy(), scratch, lambda _: None, rehearsal).run(tricks, None, goes_on)
        unknowns = Unknowns(rules, record, rehearsal.shown)
    if watch:
        deal.steps = []
    play = Play(deal, entry, report, unknowns, watch)
    play.run(tricks, record.result, goes_on)
    return play.deal


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
