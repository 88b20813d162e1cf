"""The judgement of a record: every action against the rules, every statement against the play.

Drives the referee's deal and match over what was written, puts each ruling in its place, and goes
on past a broken rule where the cards allow it. It knows no rule itself.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, TypeVar

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase, SeatFact, typed
from notation.judge import assertions
from notation.judge.assertions import (
    AGREED,
    DEALT,
    as_settled,
    is_told,
    payments,
    stated_result,
    worth_with,
)
from notation.judge.deal import play_from, what_is_open
from notation.judge.doubt import OtherReading, in_all, readings, stands, undecided
from notation.judge.fixes import with_fixes
from notation.judge.incidents import incidents, withdrawals
from notation.judge.judgement import DealJudgement, Judgement
from notation.judge.memory import Memory
from notation.judge.play import TORN, UNREAD
from notation.judge.setup import Setup, plays_unknown
from notation.judge.shuffle import misdealt
from notation.judge.worlds import contradiction
from notation.limits import SpentError, spend
from notation.record.model import (
    NOBODY,
    UNNUMBERED,
    DealRecord,
    Outcome,
    Position,
    Record,
    Span,
    Unread,
    has_unread,
)
from notation.specs.spec import read_spec, write_spec
from notation.text.annotations import INCIDENT, SEED
from notation.text.reader import Game
from notation.text.unread import (
    hides_deals,
    hides_more,
    hides_play,
    hides_position,
    swallows_cards,
    swallows_play,
    unread_of,
)
from referee.cards import Seat
from referee.codes import Effect
from referee.match import Match
from referee.rules import RuleSet
from referee.rulesets import PRESETS, cite
from referee.state import Reason, Result

DEFAULT_RULES: Final = "santase"
_T = TypeVar("_T")


MAX_FINDINGS: Final = 100
"""Findings that are shown of one game; one more says how many are left out."""


OVER_LIMIT: Final = Phrase("the work limit of one request was reached first")
"""Why a deal was not judged that could have been."""

WHO_PAID: Final[dict[str, Fact]] = {
    "what": Phrase("the score"),
    "why": Phrase("the result does not say how much each has paid"),
}

HEAD_WORK: Final = 10
"""Actions that looking at the cards of a deal costs as much as."""
PLIES_PASSED: Final = 16
"""Actions of a record that are passed over at the cost of judging one."""


def judge(game: Game, assumed: RuleSet | None = None, imposed: RuleSet | None = None) -> Judgement:
    """The judgement of a game, of which what could not be read is left out.

    ``assumed`` serves a record that names no rules; ``imposed`` replaces what it names.

    >>> from notation.text.reader import read
    >>> [finding.code.id for finding in judge(next(read("%SGN 1"))).findings]
    ['N301']
    """
    judgement = heard(game, assumed, imposed)
    if game.meant:
        arrange(judgement, [*game.findings, *_as_meant(game.meant, assumed, imposed)])
    else:
        conclude(judgement)
    return judgement


def _as_meant(game: Game, assumed: RuleSet | None, imposed: RuleSet | None) -> Iterator[Finding]:
    """What would be found in a game if it had been saved as it should be; it is not judged for that."""
    for finding in judge(game, assumed, imposed).findings:
        yield replace(finding, deal=0, trick=0)


def heard(
    game: Game, assumed: RuleSet | None = None, imposed: RuleSet | None = None, plays: "Plays | None" = None
) -> Judgement:
    """The judgement of a game before :func:`conclude`; ``plays`` are known and need not be judged again."""
    judgement = Judgement(game, None, list(game.findings))
    if game.draft is not None:
        rules = rules_of_record(game.draft, assumed, imposed, judgement.findings)
        if rules is not None:
            _hear(judgement, rules, game.draft, plays=plays)
    return judgement


def work_of(record: Record) -> int:
    """What judging a record costs in which every action is judged, and once; see :mod:`notation.limits`."""
    plies = [sum(len(trick.plies) for trick in deal.tricks) for deal in record.deals]
    return sum(HEAD_WORK + number // PLIES_PASSED + number for number in plies)


def judge_under(game: Game, rules: RuleSet, memory: Memory | None = None) -> Judgement:
    """The judgement of a game under rules that it need not name: its findings alone, in no order.

    What comparing many rule sets is built on: no fix is proposed, and the choice of rules is not reported.
    With a ``memory`` what was judged before under rules that are alike is not judged again.
    Deals that a limit on work leaves unjudged say so, here as in :func:`judge`.
    """
    judgement = Judgement(game, None, list(game.findings))
    if game.draft is not None:
        _hear(judgement, rules, game.draft, memory)
    judgement.errors = sum(finding.is_error for finding in judgement.findings)
    return judgement


def _hear(
    judgement: Judgement,
    rules: RuleSet,
    record: Record,
    memory: Memory | None = None,
    plays: "Plays | None" = None,
) -> None:
    """Judge every deal of a record and the match that they make."""
    judgement.rules = rules
    deals = Deals(rules, judgement, Match(rules), memory, plays)
    deals.look_before(record)
    for number, deal in enumerate(record.deals, start=1):
        deals.judge_deal(deal, number, number == len(record.deals))
    deals.close(record)


def conclude(judgement: Judgement) -> None:
    """Add fixes, put the findings in the order of their places, count errors, leave out what is too much."""
    if judgement.findings:
        arrange(judgement, with_fixes(judgement, judgement.findings, judgement.game))


def arrange(judgement: Judgement, found: Iterable[Finding]) -> None:
    """Give a judgement its findings in the order of their places, without what is too much."""
    findings = sorted(found, key=lambda finding: finding.span[:2])
    judgement.errors = sum(finding.is_error for finding in findings)
    ends = [finding for finding in findings if finding.code is catalogue.CUT_SHORT]
    shown = [finding for finding in findings if finding.code is not catalogue.CUT_SHORT]
    more = shown[MAX_FINDINGS:]
    if more:
        errors = sum(finding.is_error for finding in more)
        facts: dict[str, Fact] = {"stated": len(more), "errors": errors}
        ends.append(Finding(catalogue.MORE, more[0].span, facts))
    judgement.findings = sorted(shown[:MAX_FINDINGS] + ends, key=lambda finding: finding.span[:2])


def rules_of_record(
    record: Record, assumed: RuleSet | None, imposed: RuleSet | None, findings: list[Finding]
) -> RuleSet | None:
    """The rules to judge by, with what there is to say of the choice."""
    stated = record.tag("Rules")
    span = next((tag.span for tag in record.tags if tag.name == "Rules"), Span(1, 1, 1, 7))
    if imposed is not None:
        facts: dict[str, Fact] = {"stated": stated or Phrase("none"), "rules": write_spec(imposed)}
        findings.append(Finding(catalogue.RULES_REPLACED, span, facts))
        return imposed
    if stated is None and _has_unread_rules(record):
        why = Phrase("the tag Rules could not be read")
        findings.append(Finding(catalogue.CANNOT_DECIDE, span, {"what": Phrase("the play"), "why": why}))
        return None
    if stated is None:
        rules = assumed or PRESETS[DEFAULT_RULES]
        findings.append(Finding(catalogue.RULES_ASSUMED, span, {"rules": write_spec(rules)}))
        return rules
    named = read_spec(stated)
    if isinstance(named, Finding):
        findings.append(Finding(named.code, span, named.facts))
        return None
    return named


def rules_to_judge_by(game: Game, assumed: RuleSet | None = None) -> RuleSet | None:
    """The rules by which :func:`judge` judges a game; None where they cannot be read."""
    return rules_of_record(game.draft, assumed, None, []) if game.draft is not None else None


def _has_unread_rules(record: Record) -> bool:
    """Whether rules are named, but could not be read."""
    notes = (*record.notes, *(note for tag in record.tags for note in tag.notes))
    unread = [note.text for note in notes if isinstance(note, Unread)]
    if not unread:
        return False
    from notation.text.spellings import names_tag  # what a right game does not need

    return any("Rules" in text or names_tag(text, "Rules") for text in unread)


class JudgedPlay(NamedTuple):
    """What the cards and the play of a deal came to: what was found of them, and whether they were judged."""

    judged: bool
    entry: DealJudgement
    findings: tuple[Finding, ...]
    others: list[OtherReading]
    contradiction: Finding | None


class Plays:
    """The plays of the deals of a game that is judged again and again, as they were judged the last time.

    What a play comes to depends on nothing of the deals before it but whether the last was torn, and the
    bonus.
    """

    def __init__(self, before: "Plays | None" = None) -> None:
        self._known = before._kept if before else {}
        self._kept: dict[int, tuple[DealRecord, RuleSet, tuple[bool, int], JudgedPlay]] = {}

    def of(self, record: DealRecord, rules: RuleSet, of_before: tuple[bool, int]) -> JudgedPlay | None:
        """The play of a deal that is the very same, and played by the same rules; None if it is not known."""
        known = self._known.get(id(record))
        if known is None or known[0] is not record or known[1:3] != (rules, of_before):
            return None
        self._kept[id(record)] = known
        return known[3]

    def keep(self, record: DealRecord, rules: RuleSet, of_before: tuple[bool, int], play: JudgedPlay) -> None:
        """Remember the play of a deal."""
        self._kept[id(record)] = (record, rules, of_before, play)


def _come_to(entry: DealJudgement, came: DealJudgement) -> None:
    """Fill in what the play of a deal came to."""
    entry.tricks, entry.result, entry.tricks_won = came.tricks, came.result, came.tricks_won
    entry.card_points, entry.closing = came.card_points, came.closing
    entry.stopped, entry.unsure = came.stopped, came.unsure


class Deals:
    """Judges the deals of one record in their order and keeps the score."""

    def __init__(
        self,
        rules: RuleSet,
        judgement: Judgement,
        match: Match,
        memory: Memory | None = None,
        plays: "Plays | None" = None,
    ) -> None:
        self.rules = rules
        self.judgement = judgement
        self.memory = memory
        self.plays = plays
        self.match = match
        self.known = True
        """Whether the score is known: a deal without any result leaves it open."""
        self.stated_score = tuple(match.score)
        """The score as the record last gave it."""
        self.look_in(judgement.game.text)
        self.is_torn = False
        """Whether the last deal was nothing but a head: what is missing from the next may belong to it."""
        self.contradiction: Finding | None = None
        """What is wrong with the deal whatever its unknown cards are, if nothing else is."""
        self.others: list[OtherReading] = []
        """What the deal comes to without announcements of which nobody can tell whether they were good."""
        self.ahead: int | None = 0
        """By how much the stated numbers run ahead, None where a deal may be hidden: a skip counts once."""

    def look_in(self, text: str) -> None:
        """See which notes and marks the deals of a text can have at all."""
        notes = ((INCIDENT, incidents), (SEED, misdealt))
        self.of_notes = [check for name, check in notes if f"@{name}(" in text]
        """What is asked of the notes of a deal, where there are some of that kind."""
        self.may_withdraw = "~" in text
        """Whether there may be something that was done and taken back."""

    def look_before(self, record: Record) -> None:
        """Say that a deal may be hidden in what could not be read before the first."""
        hidden = hides_deals(record)
        if hidden:
            self.lose_sight()
            facts: dict[str, Fact] = {"what": Phrase("the play"), "why": TORN}
            self.judgement.findings.append(Finding(catalogue.CANNOT_DECIDE, hidden.span, facts))

    def try_out(self, judged: Callable[[], _T]) -> _T:
        """What comes of judging deals that may not be whole yet: everything stands as before then."""
        standing, judgement = self.match.standing(), self.judgement
        found, deals, before = len(judgement.findings), len(judgement.deals), self.__dict__.copy()
        came = judged()
        self.__dict__.update(before)
        self.match.go_back(standing)
        del judgement.findings[found:], judgement.deals[deals:]
        return came

    @property
    def is_in_step(self) -> bool:
        """Whether nothing of the deals so far matters to the next but the match as it stands."""
        is_carried = self.stated_score != tuple(self.match.score)
        return self.known and self.ahead == 0 and not self.is_torn and not is_carried

    def go_on(self, scores: Sequence[tuple[int, ...]]) -> None:
        """Go on after some deals that were judged and counted elsewhere, nothing being found in them.

        ``scores`` has the score after each.
        """
        if scores:
            self.stated_score = scores[-1]
        self.judgement.deals += (DealJudgement(UNNUMBERED, NOBODY, score=score) for score in scores)

    def find(self, finding: Finding) -> None:
        """Add a finding about the deal that is being judged."""
        point = finding.point
        clause = cite(self.rules, point) if point else ""
        self.judgement.findings.append(finding.in_deal(len(self.judgement.deals), clause))

    def report(self, record: DealRecord, finding: Finding) -> None:
        """Add a finding about the play of the deal that is being judged.

        A card is not missing that a remark has swallowed, or that was written with the number once more.
        """
        due = (finding.facts or {}).get("expected")
        if finding.code in (catalogue.TRICK_SHORT, catalogue.TRICK_ORDER) and any(
            swallows_play(trick) or has_unread(trick.notes)
            for trick in record.tricks
            if trick.number == due or not trick.plies
        ):
            facts: dict[str, Fact] = {"what": Phrase("the play"), "why": UNREAD}
            finding = Finding(catalogue.CANNOT_DECIDE, finding.span, facts)
        self.judgement.findings.append(finding.in_deal(len(self.judgement.deals), finding.cite))

    def judge_deal(self, record: DealRecord, number: int, is_last: bool) -> None:
        """Judge one deal and count it; of one that a limit on work leaves unjudged say that and no more."""
        found = len(self.judgement.findings)
        try:
            spend(HEAD_WORK + sum(len(trick.plies) for trick in record.tricks) // PLIES_PASSED)
            self._judge_deal(record, number, is_last)
        except SpentError:
            del self.judgement.findings[found:]
            left = DealJudgement(record.number, record.dealer, score=tuple(self.match.score), stopped=True)
            self.judgement.deals[number - 1 :] = [left]
            self._leave_open(record, OVER_LIMIT)
            self.known = False

    def _judge_deal(self, record: DealRecord, number: int, is_last: bool) -> None:
        """Judge one deal: its head, its cards, its play, and what is stated of how it ended."""
        entry = DealJudgement(record.number, record.dealer)
        self.judgement.deals.append(entry)
        self.others, self.contradiction = [], None
        is_hidden = hides_position(record)
        self._take_up(record, number, is_hidden)
        counts = self._may_be_dealt(record)
        before = len(self.judgement.findings)
        judged = self._repeat(record, entry) or self._play_once(record, entry, is_hidden)
        self._settle(record, entry, judged, counts, is_last)
        if self.contradiction and not any(each.is_error for each in self.judgement.findings[before:]):
            self.find(self.contradiction)

    def judge_statement(self, record: DealRecord, result: Result, is_last: bool) -> None:
        """Judge what is stated of the result of a deal, in whose play nothing was found.

        ``result`` is what that has come to; of the record only number, dealer and result are looked at.
        """
        entry = DealJudgement(record.number, record.dealer, result=result, card_points=result.card_points)
        self.judgement.deals.append(entry)
        self.others = []
        self._settle(record, entry, True, True, is_last)

    def _settle(
        self, record: DealRecord, entry: DealJudgement, judged: bool, counts: bool, is_last: bool
    ) -> None:
        """Count a deal whose play has been judged, if it was, and judge what is stated of how it ended."""
        settled, bonus = False, self.match.bonus
        if counts:
            settled = self._count(record, entry, judged, is_last)
        elif entry.result is not None:
            entry.game_points = entry.result.game_points
        self._award(record, entry, counts, not settled)
        self._compare(record, entry, bonus)
        for check in self.of_notes:
            for finding in check(self.rules, record):
                self.find(finding)
        for finding in withdrawals(self.rules, record, entry.tricks) if self.may_withdraw else ():
            self.find(finding)
        self.is_torn = not (record.holdings or record.tricks or record.result or record.position)
        if hides_more(record):
            self.lose_sight()
        entry.score = tuple(self.match.score)

    def _repeat(self, record: DealRecord, entry: DealJudgement) -> bool:
        """Take the play of a deal from memory, if it can be had from there."""
        played = self.memory.of(record).played(self.rules) if self.memory else None
        if played is None:
            return False
        _come_to(entry, played.entry)
        rules, number = self.rules.in_deal(record.number), len(self.judgement.deals)
        for finding in played.findings:
            clause = cite(rules, finding.point) if finding.cite else ""
            self.judgement.findings.append(finding.in_deal(number, clause))
        return True

    def _play_once(self, record: DealRecord, entry: DealJudgement, is_hidden: bool) -> bool:
        """Judge the cards of a deal and its play, unless that is known; False where none can be judged."""
        of_before = (self.is_torn, self.match.bonus)
        known = self.plays.of(record, self.rules, of_before) if self.plays else None
        if known:
            _come_to(entry, known.entry)
            self.others, self.contradiction = known.others, known.contradiction
            number = len(self.judgement.deals)
            self.judgement.findings += (finding.in_deal(number, finding.cite) for finding in known.findings)
            return known.judged
        before = len(self.judgement.findings)
        setup = Setup(self.rules, record, self.match.bonus)
        judged = self._play_dealt(setup, entry, is_hidden)
        self.contradiction = self._search(setup, entry, self.judgement.findings[before:])
        if self.plays:
            found = tuple(self.judgement.findings[before:])
            self.plays.keep(
                record,
                self.rules,
                of_before,
                JudgedPlay(judged, copy(entry), found, self.others, self.contradiction),
            )
        return judged

    def _search(self, setup: Setup, entry: DealJudgement, found: Sequence[Finding]) -> Finding | None:
        """What is wrong with a deal whatever its unknown cards are, where no error was found in its play."""
        record = setup.record
        is_whole = setup.has_gaps and record.is_headed and record.is_stated_once and not entry.unsure
        if not is_whole or any(finding.is_error for finding in found):
            return None
        if not undecided(found) and not plays_unknown(record.tricks):
            return None
        return contradiction(setup)

    def _play_dealt(self, setup: Setup, entry: DealJudgement, is_hidden: bool) -> bool:
        """Judge the cards of a deal and its play; False where none can be judged."""
        found = [finding for check in DEALT for finding in check(setup)] if not is_hidden else []
        if found and any(map(swallows_cards, setup.record.holdings)):
            entry.stopped, entry.unsure = True, UNREAD
            return False
        for finding in found:
            self.find(finding)
        entry.stopped = not setup.record.is_stated_once or any(
            finding.code.effect is Effect.STOPS for finding in found
        )
        return not entry.stopped and self._play(setup, entry, is_hidden)

    def _take_up(self, record: DealRecord, number: int, is_hidden: bool) -> None:
        """Compare the number of a deal, and the score before it; a record may start inside a match."""
        stated, position = record.number, record.position
        if position:
            if number == 1:
                self.ahead = max(0, stated - number)
                self.known = stated == number and not position.score
            self._compare_score(position)
        if stated != UNNUMBERED:
            if self.ahead is not None and not (number == 1 and is_hidden):
                for finding in assertions.deal_number(record, number, (0, self.ahead)):
                    self.find(finding)
                    self._lose_count()
            self.ahead = stated - number

    def _may_be_dealt(self, record: DealRecord) -> bool:
        """Report who may not deal, or that the match is over; whether the deal counts."""
        counts = True
        for ruling in self.match.refusals(record.dealer) if record.dealer >= 0 else ():
            counts = ruling.code.effect is not Effect.VOID
            self.find(Finding(ruling.code, record.span, typed(ruling.facts), seat=ruling.seat))
        return counts

    def _play(self, setup: Setup, entry: DealJudgement, is_hidden: bool) -> bool:
        """Judge the play of a deal, as far as its cards are known; False where none can be judged."""
        record = setup.record
        if hides_play(record) or is_hidden or (self.is_torn and setup.has_gaps):
            entry.stopped, entry.unsure = True, UNREAD
            return False
        if not record.is_headed or not (any(trick.plies for trick in record.tricks) or not setup.has_gaps):
            return record.position is not None and record.is_headed and self._is_over(setup, entry)
        before = len(self.judgement.findings)
        deal = play_from(setup, record, entry, partial(self.report, record))
        if deal is None:
            self._leave_open(record, what_is_open(setup.starts))
        elif setup.has_gaps:
            self._weigh(setup, before)
        return deal is not None

    def _weigh(self, setup: Setup, before: int) -> None:
        """Leave out the errors that are errors only if an announcement in doubt was good."""
        found = self.judgement.findings[before:]
        if not undecided(found):
            return
        self.others = readings(setup, found)
        kept = (stands(finding, self.others) if finding.is_error else finding for finding in found)
        self.judgement.findings[before:] = filter(None, kept)

    def _leave_open(self, record: DealRecord, why: Phrase) -> None:
        """Say that the play of a deal cannot be judged."""
        facts: dict[str, Fact] = {"what": Phrase("the play"), "why": why}
        self.find(Finding(catalogue.CANNOT_DECIDE, record.span, facts))

    def _is_over(self, setup: Setup, entry: DealJudgement) -> bool:
        """Whether a position of which nothing is played shows a deal that has ended; then it is judged."""
        record = setup.record
        alone = DealJudgement(record.number, record.dealer)
        play_from(setup, replace(record, result=None), alone, lambda _: None)
        if alone.result is None:
            return False
        return play_from(setup, record, entry, partial(self.report, record)) is not None

    def _count(self, record: DealRecord, entry: DealJudgement, judged: bool, is_last: bool) -> bool:
        """Add a deal to the score, if it has a result; one that the play does not decide, as it is stated."""
        stated = record.result
        result = entry.result
        is_stated = stated is not None and is_told(stated) and stated.finished
        if stated is not None and is_stated:
            is_plausible = not any(assertions.result_form(stated, self.rules, self.match.bonus))
            if result is not None:
                entry.result = result = as_settled(result, stated, self.match.bonus)
                others = [reading.against(stated) for reading in self.others]
                wrong = assertions.worth(stated, result, worth_with(result, self.match.bonus)[1])
                if is_plausible and not all(in_all(each, others) for each in wrong):
                    entry.result, result = None, self._trusted(stated, entry, any(unread_of(record)))
            elif is_plausible and not hides_more(record):
                result = self._trusted(stated, entry, any(unread_of(record)))
        if result is not None:
            winner = self.match.winner
            won = self._add(record.dealer, result)
            entry.game_points = won if entry.result else 0
            worth = (result.winner, won)
            confirmed = stated is not None and (stated.winner, stated.game_points) == worth
            if not confirmed and any(reading.worth != worth for reading in self.others):
                self._lose_count()
                self.match.winner = winner
            elif won and stated and self.rules.mp_all_pay and not result.paid:
                self.known = False
                self.find(Finding(catalogue.CANNOT_DECIDE, stated.span, WHO_PAID))
            return True
        if record.awards:
            return False
        if judged and not entry.stopped:
            if is_last:
                return False
            for finding in assertions.followed(record, bool(entry.tricks)) if not is_stated else ():
                self.find(finding)
        self._lose_count()
        return False

    def _add(self, dealer: Seat, result: Result) -> int:
        """Add a result to the score, which nobody knows where what each has paid is not stated."""
        if not self.rules.mp_all_pay or result.paid or result.winner < 0:
            return self.match.add(dealer, result)
        self.match.pass_deal(dealer, result.winner)
        return result.game_points

    def lose_sight(self) -> None:
        """A deal may have gone before that could not be read."""
        self._lose_count()
        self.ahead = None

    def _lose_count(self) -> None:
        """From here on the record alone can say what the score is and who deals."""
        self.known = False
        self.match.dealer = NOBODY

    def _trusted(self, stated: Outcome, entry: DealJudgement, is_torn: bool) -> Result:
        """A stated result that the play does not decide: what the players agreed, or taken on trust."""
        paid = payments(stated, self.rules)
        worth = self.match.without_bonus(stated.winner, stated.game_points)
        result = Result(stated.winner, worth, Reason.TOTAL, stated.card_points, paid)
        if stated.reason not in AGREED:
            why = entry.unsure or (TORN if is_torn else Phrase("the play does not decide this deal"))
            self.find(Finding(catalogue.TAKEN_ON_TRUST, stated.span, {"why": why}))
            entry.trusted = result._replace(game_points=stated.game_points)
            return result
        self.find(Finding(catalogue.AGREED, stated.span, {"reason": stated.reason}))
        points = (entry.card_points if not entry.stopped else ()) or stated.card_points
        entry.result = result._replace(reason=Reason(stated.reason), card_points=points)
        return entry.result

    def _award(self, record: DealRecord, entry: DealJudgement, counts: bool, settles: bool) -> None:
        """Add what rulings of the table gave; where they settle the deal, they say who deals the next."""
        sides = self.rules.sides
        awarded = [0] * len(sides)
        for award in record.awards:
            for finding in assertions.awarded_seat(award, self.rules):
                self.find(finding)
            side = award.seat
            if 0 <= side < self.rules.seats:
                side = sides[self.rules.side_of[side]]
            if side in sides:
                awarded[sides.index(side)] += award.points
                why = f": {award.why}" if award.why else ""
                facts: dict[str, Fact] = {"seat": SeatFact(award.seat), "points": award.points, "why": why}
                whose = award.seat if award.seat < self.rules.seats else NOBODY
                self.find(Finding(catalogue.AWARDED, award.span, facts, seat=whose))
                if counts:
                    self.match.award(side, award.points)
        if any(awarded):
            entry.awarded = tuple(awarded)
            if counts and settles:
                self.match.pass_deal(record.dealer, max(sides, key=lambda side: awarded[sides.index(side)]))

    def _compare(self, record: DealRecord, entry: DealJudgement, bonus: int) -> None:
        """Compare the stated result of a deal, which brings a bonus after a draw, with the judgement."""
        stated = record.result
        self._carry_on(entry)
        if stated is None or not is_told(stated):
            return
        if entry.result is not None:
            found = stated_result(stated, entry.result, entry.game_points)
        else:
            found = assertions.points_so_far(stated, entry.card_points)
        others = [reading.against(stated) for reading in self.others]
        is_decided = entry.result is not None
        misfits = list(assertions.result_form(stated, self.rules, bonus, is_decided))
        for finding in misfits:
            self.find(finding)
        for finding in found:
            common = in_all(finding, others)
            if common and not (misfits and finding.code is catalogue.RESULT):
                self.find(common)
        self._compare_score(stated)

    def _compare_score(self, stated: Outcome | Position) -> None:
        """Compare a stated score with the game points won so far; where they are not known, take it."""
        if not stated.score:
            return
        sides = self.rules.sides
        if not self.known and len(stated.score) == len(sides):
            self.match.score = [0] * len(sides)
            for side, points in zip(sides, stated.score, strict=True):
                self.match.award(side, points)
            self.known = True
        else:
            for finding in assertions.score(stated, tuple(self.match.score), self.stated_score):
                self.find(finding)
        self.stated_score = stated.score

    def _carry_on(self, entry: DealJudgement) -> None:
        """Let the score as the record gives it go on by one deal, so that one fault is reported once."""
        score = list(self.stated_score)
        if len(score) == len(self.rules.sides):
            for side, points in enumerate(entry.awarded):
                score[side] += points
            if entry.result is not None and entry.result.paid:
                score = [before + paid for before, paid in zip(score, entry.result.paid, strict=True)]
            elif entry.result is not None and entry.result.winner >= 0:
                score[self.rules.sides.index(entry.result.winner)] += entry.game_points
        self.stated_score = tuple(score)

    def close(self, record: Record) -> None:
        """Compare what is said of the whole match, and write down the score."""
        score = tuple(self.match.score)
        self.judgement.score, self.judgement.winner = score, self.match.winner
        self.judgement.games = self.match.games
        self.judgement.is_open = not self.known
        for tag in record.tags if self.known else ():
            if tag.name == "Result":
                self.judgement.findings += assertions.result_tag(tag, score, self.match.winner >= 0)
