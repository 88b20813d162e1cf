"""The deals of a record and the match that they make: numbers, dealers, scores, and all stated results.

Counts what :mod:`notation.judge.played` makes of each deal. It knows no rule itself, and proposes no change.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase, SeatFact, typed
from notation.judge import assertions
from notation.judge.action import TORN
from notation.judge.assertions import AGREED, as_settled, finished, stated_result, worth_with
from notation.judge.dealing_proofs import misdealt
from notation.judge.doubt import OtherReading, in_all
from notation.judge.incidents import incidents, withdrawals
from notation.judge.judgement import DealJudgement, Judgement
from notation.judge.played import PlayedDeal, Plays, SettledDeal, Standing, cannot_judge, cited, play_out
from notation.limits import SpentError, is_limited, spend
from notation.record.model import NOBODY, UNNUMBERED, DealRecord, Outcome, Position, Record
from notation.record.words import wins
from notation.text.annotations import INCIDENT, SEED
from notation.text.reader import Game
from notation.text.unread import hides_deals, hides_more, hides_position, unread_of
from referee.cards import Seat
from referee.codes import Effect
from referee.match import Match
from referee.rules import RuleSet
from referee.state import Reason, Result

_T = TypeVar("_T")

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


def work_of(record: Record) -> int:
    """What judging a record costs in which every action is judged, and once; see :mod:`notation.limits`."""
    return sum(work_of_deal(sum(len(trick.plies) for trick in deal.tricks)) for deal in record.deals)


def work_of_deal(plies: int) -> int:
    """What judging a deal of so many actions costs."""
    return HEAD_WORK + plies // PLIES_PASSED + plies


def judge_under(game: Game, rules: RuleSet, plays: Plays | None = None) -> Judgement:
    """The judgement of a game under rules that it need not name: its findings alone, in no order.

    What comparing many rule sets is built on: no fix is proposed, and the choice of rules is not reported.
    Of the ``plays``, such as :class:`notation.rulings.trials.Memory`, what is known is not judged again.
    Deals that a limit on work leaves unjudged say so, here as in :func:`notation.judge.game.judge`.
    """
    judgement = Judgement(game, None, list(game.findings))
    if game.draft is not None:
        judge_deals(judgement, rules, game.draft, plays)
    judgement.errors = sum(finding.is_error for finding in judgement.findings)
    return judgement


def judge_deals(judgement: Judgement, rules: RuleSet, record: Record, plays: Plays | None = None) -> None:
    """Judge every deal of a record and the match that they make."""
    judgement.rules = rules
    deals = Deals(rules, judgement, Match(rules), plays)
    deals.look_before(record)
    if plays is None or is_limited():
        for number, deal in enumerate(record.deals, start=1):
            deals.judge_deal(deal, number, number == len(record.deals))
    else:
        deals.judge_again(record, plays)
    deals.close(record)


class Deals:
    """Judges the deals of one record in their order and keeps the score."""

    def __init__(
        self, rules: RuleSet, judgement: Judgement, match: Match, plays: Plays | None = None
    ) -> None:
        self.rules = rules
        self.judgement = judgement
        self.plays = plays
        self.match = match
        self.number = 0
        """The number of the deal that is being judged, from 1."""
        self.known = True
        """Whether the score is known: a deal without any result leaves it open."""
        self.stated_score = tuple(match.score)
        """The score as the record last gave it."""
        self.look_in(judgement.game.text)
        self.is_torn = False
        """Whether the last deal was nothing but a head: what is missing from the next may belong to it."""
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
        self.judgement.findings.append(cited(finding, self.rules, self.number))

    def find_all(self, findings: Iterable[Finding]) -> None:
        """Add some findings."""
        for finding in findings:
            self.find(finding)

    def judge_deal(self, record: DealRecord, number: int, is_last: bool) -> None:
        """Judge one deal and count it; of one that a limit on work leaves unjudged say that and no more."""
        self.number = number
        found = len(self.judgement.findings)
        try:
            spend(HEAD_WORK + sum(len(trick.plies) for trick in record.tricks) // PLIES_PASSED)
            self._judge_deal(record, number, is_last)
        except SpentError:
            del self.judgement.findings[found:]
            left = DealJudgement(record.number, record.dealer, score=tuple(self.match.score), stopped=True)
            self.judgement.deals[number - 1 :] = [left]
            self.find(cannot_judge(record, OVER_LIMIT))
            self.known = False

    def _judge_deal(self, record: DealRecord, number: int, is_last: bool) -> None:
        """Judge one deal: its head, its cards, its play, and what is stated of how it ended."""
        self._take_up(record, number)
        counts = self._may_be_dealt(record)
        before = len(self.judgement.findings)
        played = self._played(record)
        entry = replace(played.entry)  # others may know the same play
        self.judgement.deals.append(entry)
        self.judgement.findings += (each.in_deal(number, each.cite) for each in played.findings)
        self._settle(record, entry, played, counts, is_last)
        if played.contradiction and not any(each.is_error for each in self.judgement.findings[before:]):
            self.find(played.contradiction)

    def judge_again(self, record: Record, plays: Plays) -> None:
        """Judge every deal of a record, except those that are known from before in the same circumstances."""
        found, entries = self.judgement.findings, self.judgement.deals
        for number, deal in enumerate(record.deals, start=1):
            is_last = number == len(record.deals)
            before = number, is_last, self.rules, len(self.of_notes), self.may_withdraw, *self._standing()
            known = plays.settled(deal, before)
            if known is None:
                first = len(found)
                self.judge_deal(deal, number, is_last)
                known = SettledDeal(deal, before, entries[-1], tuple(found[first:]), self._standing())
            else:
                entries.append(known.entry)
                found += known.findings
                standing, self.known, self.stated_score, self.is_torn, self.ahead = known.after
                self.match.go_back((standing[0][:], *standing[1:]))
            plays.keep(known)

    def _standing(self) -> Standing:
        """All by which the deals before matter to the next one."""
        return self.match.standing(), self.known, self.stated_score, self.is_torn, self.ahead

    def judge_statement(self, record: DealRecord, result: Result, is_last: bool) -> None:
        """Judge what is stated of the result of a deal, in whose play nothing was found.

        ``result`` is what that has come to; of the record only number, dealer and result are looked at.
        """
        entry = DealJudgement(record.number, record.dealer, result=result, card_points=result.card_points)
        self.judgement.deals.append(entry)
        self.number = len(self.judgement.deals)
        self._settle(record, entry, PlayedDeal(entry, ()), True, is_last)

    def _settle(
        self, record: DealRecord, entry: DealJudgement, played: PlayedDeal, counts: bool, is_last: bool
    ) -> None:
        settled, bonus = False, self.match.bonus
        if counts:
            settled = self._count(record, entry, played, is_last)
        elif entry.result is not None:
            entry.game_points = entry.result.game_points
        self._award(record, entry, counts, not settled)
        self._compare(record, entry, played.others, bonus)
        for check in self.of_notes:
            self.find_all(check(self.rules, record))
        if self.may_withdraw:
            self.find_all(withdrawals(self.rules, record, entry.tricks))
        self.is_torn = record.is_head_alone
        if hides_more(record):
            self.lose_sight()
        entry.score = tuple(self.match.score)

    def _played(self, record: DealRecord) -> PlayedDeal:
        before = self.is_torn, self.match.bonus
        if self.plays:
            return self.plays.of(record, self.rules, *before)
        return play_out(record, self.rules, *before)

    def _take_up(self, record: DealRecord, number: int) -> None:
        """Compare the number of a deal, and the score before it; a record may start inside a match."""
        stated, position = record.number, record.position
        if position:
            if number == 1:
                self.ahead = max(0, stated - number)
                self.known = stated == number and not position.score
            self._compare_score(position)
        if stated != UNNUMBERED:
            ahead = (0, self.ahead)
            wrong = list(assertions.deal_number(record, number, ahead)) if self.ahead is not None else []
            if wrong and not (number == 1 and hides_position(record)):
                self.find_all(wrong)
                self._lose_count()
            self.ahead = stated - number

    def _may_be_dealt(self, record: DealRecord) -> bool:
        """Report who may not deal, or that the match is over; whether the deal counts."""
        counts = True
        for ruling in self.match.refusals(record.dealer):
            counts = ruling.code.effect is not Effect.VOID
            self.find(Finding(ruling.code, record.span, typed(ruling.facts), seat=ruling.seat))
        return counts

    def _counted(
        self, record: DealRecord, entry: DealJudgement, readings: Sequence[OtherReading]
    ) -> Result | None:
        """The result that counts: that of the play or, of a deal that it does not decide, as it is stated."""
        stated, bonus = finished(record.result), self.match.bonus
        if stated is None:
            return entry.result
        is_plausible = not any(assertions.result_form(stated, self.rules, bonus))
        if entry.result is not None:
            entry.result = as_settled(entry.result, stated, bonus)
            others = [reading.against(stated) for reading in readings]
            wrong = assertions.worth(stated, entry.result, worth_with(entry.result, bonus)[1])
            if not is_plausible or all(in_all(each, others) for each in wrong):
                return entry.result
            entry.result = None
        elif not is_plausible or hides_more(record):
            return None
        return self._trusted(stated, entry, any(unread_of(record)))

    def _count(self, record: DealRecord, entry: DealJudgement, played: PlayedDeal, is_last: bool) -> bool:
        """Add a deal to the score, if it has a result."""
        stated, result = record.result, self._counted(record, entry, played.others)
        if result is not None:
            winner = self.match.winner
            won = self._add(record.dealer, result)
            entry.game_points = won if entry.result else 0
            worth = (result.winner, won)
            confirmed = stated is not None and (stated.winner, stated.game_points) == worth
            if not confirmed and any(reading.worth != worth for reading in played.others):
                self._lose_count()
                self.match.winner = winner
            elif won and stated and self.rules.mp_all_pay and not result.paid:
                self.known = False
                self.find(Finding(catalogue.CANNOT_DECIDE, stated.span, WHO_PAID))
            return True
        if record.awards:
            return False
        if played.is_judged and not entry.stopped:
            if is_last:
                return False
            if not finished(stated):
                self.find_all(assertions.followed(record, bool(entry.tricks)))
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
        paid = assertions.payments(stated, self.rules)
        worth = self.match.without_bonus(stated.winner, stated.game_points)
        result = Result(stated.winner, worth, Reason.TOTAL, stated.card_points, paid)
        if stated.reason not in AGREED:
            why = entry.unsure or (TORN if is_torn else Phrase("the play does not decide this deal"))
            self.find(Finding(catalogue.TAKEN_ON_TRUST, stated.span, {"why": why}))
            entry.trusted = result._replace(game_points=stated.game_points)
            return result
        self.find(Finding(catalogue.AGREED, stated.span, {"reason": AGREED[stated.reason]}))
        points = (entry.card_points if not entry.stopped else ()) or stated.card_points
        entry.result = result._replace(reason=Reason(stated.reason), card_points=points)
        return entry.result

    def _award(self, record: DealRecord, entry: DealJudgement, counts: bool, settles: bool) -> None:
        """Add what rulings of the table gave; where they settle the deal, they say who deals the next."""
        sides = self.rules.sides
        awarded = [0] * len(sides)
        for award in record.awards:
            self.find_all(assertions.awarded_seat(award, self.rules))
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

    def _compare(
        self, record: DealRecord, entry: DealJudgement, readings: Sequence[OtherReading], bonus: int
    ) -> None:
        """Compare the stated result of a deal, which brings a bonus after a draw, with the judgement."""
        stated = record.result
        self._carry_on(entry)
        if stated is None or not assertions.is_told(stated):
            return
        if entry.result is not None:
            found = stated_result(stated, entry.result, entry.game_points)
        else:
            found = assertions.points_so_far(stated, entry.card_points)
        others = [reading.against(stated) for reading in readings]
        is_decided = entry.result is not None
        misfits = list(assertions.result_form(stated, self.rules, bonus, is_decided))
        self.find_all(misfits)
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
            self.find_all(assertions.score(stated, tuple(self.match.score), self.stated_score))
        self.stated_score = stated.score

    def _carry_on(self, entry: DealJudgement) -> None:
        """Let the score as the record gives it go on by one deal, so that one fault is reported once."""
        score = list(self.stated_score)
        if len(score) == len(self.rules.sides):
            for side, points in enumerate(entry.awarded):
                score[side] += points
            result = entry.result or entry.trusted
            if result is not None and result.paid:
                score = [before + paid for before, paid in zip(score, result.paid, strict=True)]
            elif result is not None:
                points = entry.game_points if entry.result else result.game_points
                for place, side in enumerate(self.rules.sides):
                    score[place] += points if wins(result.winner, side) else 0
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
