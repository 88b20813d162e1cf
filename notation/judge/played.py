"""What the cards of a deal and its play come to, whatever the score is.

Of the deals before it matters only whether the last was torn, and what a draw has left to be won beside.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase, Repair
from notation.judge.action import UNREAD
from notation.judge.assertions import DEALT
from notation.judge.deal import play_from, what_is_open
from notation.judge.doubt import OtherReading as OtherReading
from notation.judge.doubt import PlayedDeal as PlayedDeal
from notation.judge.doubt import readings, stands, undecided
from notation.judge.judgement import DealJudgement
from notation.judge.setup import Setup, plays_unknown
from notation.judge.worlds import contradiction
from notation.record.model import DealRecord, has_unread
from notation.record.traversal import is_half_known, is_unsure
from notation.text.unread import hides_play, hides_position, swallows_cards, swallows_play
from referee import match
from referee.codes import Effect
from referee.rules import RuleSet
from referee.rulesets import cite

Standing = tuple[match.Standing, bool, tuple[int, ...], bool, int | None]
"""All by which the deals before matter to the next one."""


class SettledDeal(NamedTuple):
    """A deal as it was judged and counted, before which the match stood so, and after which it stands so."""

    record: DealRecord
    before: tuple[object, ...]
    entry: DealJudgement
    findings: tuple[Finding, ...]
    after: Standing


class Plays:
    """The plays of the deals of a game that is judged again and again, as they were judged the last time.

    With them is kept what would make a deal right. Where this ``postpones`` trying that, a deal of which it
    is not known has none yet, and ``are_postponed`` says so.
    """

    def __init__(self, before: "Plays | None" = None, *, postpones: bool = False) -> None:
        self._known = before._kept if before else {}
        self._kept: dict[int, tuple[DealRecord, RuleSet, tuple[bool, int], PlayedDeal]] = {}
        self._settled_before = before._settled if before else {}
        self._settled: dict[int, SettledDeal] = {}
        self._tried = before._repaired if before else {}
        self._repaired: dict[int, tuple[DealRecord, tuple[object, ...], tuple[Repair, ...]]] = {}
        self._postpones = postpones
        self.are_postponed = False

    def of(self, record: DealRecord, rules: RuleSet, is_after_torn: bool, bonus: int) -> PlayedDeal:
        """The play of a deal; not judged again if it is the very same, and played by the same rules."""
        known = self._known.get(id(record))
        if known is None or known[0] is not record or known[1:3] != (rules, (is_after_torn, bonus)):
            played = play_out(record, rules, is_after_torn, bonus)
            known = record, rules, (is_after_torn, bonus), played
        self._kept[id(record)] = known
        return known[3]

    def settled(self, record: DealRecord, before: tuple[object, ...]) -> SettledDeal | None:
        """A deal as it was judged and counted, if neither it nor what matters before it has changed."""
        known = self._settled_before.get(id(record))
        if known is None or known.record is not record or known.before != before:
            return None
        if id(record) in self._known:
            self._kept[id(record)] = self._known[id(record)]
        return known

    def keep(self, settled: SettledDeal) -> None:
        """Keep a deal for the next time."""
        self._settled[id(settled.record)] = settled

    def repaired(
        self,
        record: DealRecord,
        circumstances: tuple[object, ...],
        find: Callable[[], tuple[Repair, ...]],
    ) -> tuple[Repair, ...]:
        """What would make a deal right; not tried again if it is the very same in the same circumstances."""
        known = self._tried.get(id(record))
        if known is None or known[0] is not record or known[1] != circumstances:
            if self._postpones:
                self.are_postponed = True
                return ()
            known = record, circumstances, find()
        self._repaired[id(record)] = known
        return known[2]


def play_out(record: DealRecord, rules: RuleSet, is_after_torn: bool, bonus: int) -> PlayedDeal:
    """Judge the cards of a deal and its play."""

    def play(deal: DealRecord) -> PlayedDeal:
        return play_out(deal, rules, is_after_torn, bonus)

    if is_unsure(record):
        from notation.judge.testimony import weigh_unsure  # few records have any

        return weigh_unsure(record, bonus, play)
    playing = _Playing(record, rules, is_after_torn, bonus)
    if playing.setup.has_gaps and is_half_known(record):
        from notation.judge.testimony import weigh_choices  # few records have any

        return weigh_choices(record, rules, bonus, play)
    return playing.played()


def cited(finding: Finding, rules: RuleSet, deal: int = 0) -> Finding:
    """A finding of a deal, with the clause of the rules that it rests on."""
    return finding.in_deal(deal, cite(rules, finding.point) if finding.point else "")


def cannot_judge(record: DealRecord, why: Phrase) -> Finding:
    """The play of a deal cannot be judged."""
    return Finding(catalogue.CANNOT_DECIDE, record.span, {"what": Phrase("the play"), "why": why})


NO_OPENING: Final = Phrase("what was said before the first lead is not recorded")
"""Why the play of a deal is not judged in a game in which trumps are named or contracts bid."""


class _Playing:
    """Judges one deal."""

    def __init__(self, record: DealRecord, rules: RuleSet, is_after_torn: bool, bonus: int) -> None:
        self.record = record
        self.rules = rules
        self.setup = Setup(rules, record, bonus)
        self.entry = DealJudgement(record.number, record.dealer)
        self.findings: list[Finding] = []
        self.others: list[OtherReading] = []
        self.is_hidden = hides_position(self.record)
        self.is_after_torn = is_after_torn

    def played(self) -> PlayedDeal:
        """Judge the cards, then the play, then what the cards that are not known leave possible."""
        is_judged = self._are_dealt() and self._play()
        wrong = self._contradiction()
        return PlayedDeal(self.entry, tuple(self.findings), is_judged, self.others, wrong)

    def _are_dealt(self) -> bool:
        """Whether the cards are those of one deal, so that it can be played."""
        record, entry = self.record, self.entry
        found = [finding for check in DEALT for finding in check(self.setup)] if not self.is_hidden else []
        if found and any(map(swallows_cards, record.holdings)):
            entry.stopped, entry.unsure = True, UNREAD
            return False
        self.findings += (cited(finding, self.rules) for finding in found)
        entry.stopped = not record.is_stated_once or any(each.code.effect is Effect.STOPS for each in found)
        return not entry.stopped

    def _play(self) -> bool:
        """Judge the play, as far as the cards are known; False where none can be judged."""
        setup, record, entry = self.setup, self.record, self.entry
        if hides_play(record) or self.is_hidden or (self.is_after_torn and setup.has_gaps):
            entry.stopped, entry.unsure = True, UNREAD
            return False
        if setup.lacks_opening and record.is_headed and (record.tricks or record.result):
            entry.stopped, entry.unsure = True, NO_OPENING
            if record.result is None:
                self.findings.append(cited(cannot_judge(record, NO_OPENING), self.rules))
            return False
        is_played = setup.opening is not None or any(trick.plies for trick in record.tricks)
        if not record.is_headed or not (is_played or not setup.has_gaps):
            return record.position is not None and record.is_headed and self._is_over()
        before = len(self.findings)
        deal = play_from(setup, record, entry, self._report)
        if deal is None:
            self.findings.append(cited(cannot_judge(record, what_is_open(setup.starts)), self.rules))
        elif setup.has_gaps:
            self._weigh(before)
        return deal is not None

    def _is_over(self) -> bool:
        """Whether a position of which nothing is played shows a deal that has ended; then it is judged."""
        record = self.record
        alone = DealJudgement(record.number, record.dealer)
        play_from(self.setup, replace(record, result=None), alone, lambda _: None)
        if alone.result is None:
            return False
        return play_from(self.setup, record, self.entry, self._report) is not None

    def _report(self, finding: Finding) -> None:
        """Add a finding about the play.

        A card is not missing that a remark has swallowed, or that was written with the number once more.
        """
        due = (finding.facts or {}).get("expected")
        if finding.code in (catalogue.TRICK_SHORT, catalogue.TRICK_ORDER) and any(
            swallows_play(trick) or has_unread(trick.notes)
            for trick in self.record.tricks
            if trick.number == due or not trick.plies
        ):
            facts: dict[str, Fact] = {"what": Phrase("the play"), "why": UNREAD}
            finding = Finding(catalogue.CANNOT_DECIDE, finding.span, facts)
        self.findings.append(finding)

    def _weigh(self, before: int) -> None:
        """Leave out the errors in the play that are errors only if an announcement in doubt was good."""
        found = self.findings[before:]
        if undecided(found):
            self.others = readings(self.setup, found)
            kept = (stands(finding, self.others) if finding.is_error else finding for finding in found)
            self.findings[before:] = filter(None, kept)

    def _contradiction(self) -> Finding | None:
        """What is wrong with the deal whatever its unknown cards are, where no error was found in it."""
        record, has_gaps = self.record, self.setup.has_gaps
        is_whole = has_gaps and record.is_headed and record.is_stated_once and not self.entry.unsure
        if not is_whole or any(finding.is_error for finding in self.findings):
            return None
        if not undecided(self.findings) and not plays_unknown(record.tricks):
            return None
        return contradiction(self.setup)
