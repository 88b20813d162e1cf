"""The judgement of a record: every action against the rules, every statement against the play.

Drives the referee's deal and match over what was written, puts each ruling in its place, and goes
on past a broken rule where the cards allow it. It knows no rule itself.
"""

from collections.abc import Mapping
from typing import Final

from notation import catalogue
from notation.findings import Fact, Finding
from notation.judgement import DealJudgement, Judgement
from notation.playing import Play
from notation.reading import Game
from notation.record import NOBODY, DealRecord, Outcome, Record, Span
from notation.specs import read_spec, write_spec
from notation.words import SEAT_LETTERS
from referee import rulings
from referee.cards import BIT, Card
from referee.clauses import cite
from referee.match import Match
from referee.rules import PRESETS, RuleSet
from referee.rulings import Code, Effect
from referee.scoring import Reason, Result

DEFAULT_RULES: Final = "santase"


def judge(game: Game, assumed: RuleSet | None = None, imposed: RuleSet | None = None) -> Judgement:
    """The judgement of a game.

    ``assumed`` serves a record that names no rules; ``imposed`` replaces what it names.

    >>> from notation.reading import read
    >>> [finding.code.id for finding in judge(next(read("%SGN 1"))).findings]
    ['N301']
    """
    judgement = Judgement(game, None, list(game.findings))
    if game.record is None:
        return judgement
    rules = _rules(game.record, assumed, imposed, judgement.findings)
    if rules is None:
        return judgement
    judgement.rules = rules
    bench = _Bench(rules, judgement)
    for number, deal in enumerate(game.record.deals, start=1):
        bench.judge_deal(deal, number, number == len(game.record.deals))
    bench.close(game.record)
    return judgement


def _rules(
    record: Record, assumed: RuleSet | None, imposed: RuleSet | None, findings: list[Finding]
) -> RuleSet | None:
    """The rules to judge by, with what there is to say of the choice."""
    stated = record.tag("Rules")
    span = next((tag.span for tag in record.tags if tag.name == "Rules"), Span(1, 1, 1, 7))
    if imposed is not None:
        facts: dict[str, Fact] = {"stated": stated or "none", "rules": write_spec(imposed)}
        findings.append(Finding(catalogue.RULES_REPLACED, span, facts))
        return imposed
    if stated is None:
        rules = assumed or PRESETS[DEFAULT_RULES]
        findings.append(Finding(catalogue.RULES_ASSUMED, span, {"rules": write_spec(rules)}))
        return rules
    named = read_spec(stated)
    if isinstance(named, Finding):
        findings.append(Finding(named.code, span, named.facts))
        return None
    return named


class _Bench:
    """Judges the deals of one record in order and keeps the score."""

    def __init__(self, rules: RuleSet, judgement: Judgement) -> None:
        self.rules = rules
        self.judgement = judgement
        self.match = Match(rules)
        self.known = True
        """Whether the score is known: a deal without any result leaves it open."""
        self.stated_score = tuple(self.match.score)
        """The score as the record last gave it."""
        self.ahead = 0
        """By how much the stated numbers run ahead; a skipped number is told once."""

    def find(
        self,
        code: Code,
        span: Span,
        facts: Mapping[str, Fact] | None = None,
        trick: int = 0,
        seat: int = NOBODY,
    ) -> None:
        """Add a finding about the deal that is being judged."""
        deals = self.judgement.deals
        number = len(deals)
        clause = cite(self.rules, code.point) if code.point else ""
        self.judgement.findings.append(Finding(code, span, facts, number, trick, seat, clause))

    def judge_deal(self, record: DealRecord, number: int, is_last: bool) -> None:
        """Judge one deal and count it."""
        entry = DealJudgement(record.number, record.dealer)
        self.judgement.deals.append(entry)
        ahead = record.number - number
        if ahead not in (0, self.ahead):
            self.find(catalogue.DEAL_NUMBER, record.span, {"stated": record.number, "expected": number})
        self.ahead = ahead
        counts = True
        for ruling in self.match.refusals(record.dealer):
            counts = ruling.code.effect is not Effect.VOID
            self.find(ruling.code, record.span, ruling.facts, seat=ruling.seat)
        judged = self._dealt_well(record)
        if judged:
            play = Play(self.rules, record, entry, self.find)
            play.run()
            entry.card_points = entry.result.card_points if entry.result else tuple(play.deal.points)
            entry.tricks_won = tuple(play.deal.tricks)
        if counts:
            self._count(record, entry, judged, is_last)
        elif entry.result is not None:
            entry.game_points = entry.result.game_points
        self._compare(record, entry)
        entry.score = tuple(self.match.score)

    def _count(self, record: DealRecord, entry: DealJudgement, judged: bool, is_last: bool) -> None:
        """Add a deal to the score; one that the play does not decide counts as it is stated."""
        stated = record.result
        result = entry.result
        if result is None and stated is not None and stated.finished and self._plausible(stated):
            self.find(catalogue.TAKEN_ON_TRUST, stated.span)
            result = Result(stated.winner, stated.game_points, Reason.TOTAL, stated.card_points)
        if result is not None:
            won = self.match.add(record.dealer, result)
            entry.game_points = won if entry.result else 0
            return
        if judged and not entry.stopped:
            if is_last:
                return
            if entry.tricks:
                self.find(catalogue.NO_RESULT, record.span)
        self.known = False
        self.match.dealer = NOBODY

    def _plausible(self, stated: Outcome) -> bool:
        """Whether a stated result could be counted: a seat of this game, and what a deal can be worth."""
        if stated.winner < 0:
            return stated.game_points == 0
        return stated.winner < self.rules.seats and 1 <= stated.game_points <= 4

    def _dealt_well(self, record: DealRecord) -> bool:
        """Whether the cards as dealt can be a deal under the rules."""
        before = len(self.judgement.findings)
        rules = self.rules
        for seat, span in ((record.dealer, record.span), *((seat, hand.span) for seat, hand in record.hands)):
            if seat >= rules.seats:
                self.find(catalogue.SEAT_UNKNOWN, span, {"stated_seat": seat, "needed": rules.seats})
        hands = dict(record.hands)
        if len(hands) < len(record.hands):
            return False  # a hand is given twice, which reading has told
        for seat, hand in record.hands:
            if len(hand.cards) != rules.deal_hand_size and seat < rules.seats:
                facts = {"seat": seat, "stated": len(hand.cards), "needed": rules.deal_hand_size}
                self.find(rulings.HAND_SIZE, hand.span, facts, seat=seat)
        if len(hands) < rules.seats or record.talon is None:
            if len(self.judgement.findings) == before:
                what = "deals whose hands or talon are not recorded"
                self.find(catalogue.NOT_YET, record.span, {"what": what})
            return False
        if len(record.talon.cards) != rules.talon_size:
            facts = {"stated": len(record.talon.cards), "needed": rules.talon_size}
            self.find(rulings.TALON_SIZE, record.talon.span, facts)
        self._find_foreign_cards(record)
        if record.trump is not None and record.trump != record.talon.cards[-1]:
            facts = {"card": record.trump, "best": record.talon.cards[-1]}
            self.find(catalogue.TURN_UP, record.span, facts)
        return not any(finding.code.effect is Effect.STOPS for finding in self.judgement.findings[before:])

    def _find_foreign_cards(self, record: DealRecord) -> None:
        """Cards that are dealt twice, or do not belong to the pack."""
        seen: set[Card] = set()
        holdings = [(seat, hand) for seat, hand in record.hands]
        if record.talon is not None:
            holdings.append((NOBODY, record.talon))
        for seat, holding in holdings:
            for card in holding.cards:
                if not self.rules.deck_cards & BIT[card]:
                    self.find(rulings.NOT_IN_DEAL, holding.span, {"card": card}, seat=seat)
                elif card in seen:
                    self.find(catalogue.CARD_TWICE, holding.span, {"card": card}, seat=seat)
                seen.add(card)

    def _compare(self, record: DealRecord, entry: DealJudgement) -> None:
        """Compare the stated result of a deal with the judgement."""
        stated = record.result
        if stated is None:
            return
        if entry.result is not None:
            _compare_result(self, stated, entry, entry.result)
        elif not stated.finished and entry.card_points and stated.card_points not in ((), entry.card_points):
            facts = {"stated": stated.card_points, "expected": entry.card_points}
            self.find(catalogue.CARD_POINTS, stated.span, facts)
        if not stated.score:
            return
        running = tuple(self.match.score)
        if not self.known and len(stated.score) == self.rules.seats:
            self.match.score = list(stated.score)
            self.known = True
        elif stated.score != running and stated.score != self._carried(entry):
            self.find(catalogue.SCORE, stated.span, {"stated": stated.score, "expected": running})
        self.stated_score = stated.score

    def _carried(self, entry: DealJudgement) -> tuple[int, ...]:
        """The score that would follow from the last one stated, so that one fault is told once."""
        score = list(self.stated_score)
        if entry.result is not None and entry.result.winner >= 0 and len(score) == self.rules.seats:
            score[entry.result.winner] += entry.game_points
        return tuple(score)

    def close(self, record: Record) -> None:
        """Compare what is said of the whole match, and write down the score."""
        score = tuple(self.match.score)
        self.judgement.score, self.judgement.winner = score, self.match.winner
        self.judgement.games = self.match.games
        for tag in record.tags:
            if tag.name == "Result":
                open_ended = tag.value == "*" and self.match.winner < 0
                if self.known and tag.value != "-".join(map(str, score)) and not open_ended:
                    facts: dict[str, Fact] = {"stated": tag.value, "expected": score}
                    self.judgement.findings.append(Finding(catalogue.RESULT_TAG, tag.span, facts))


def _compare_result(bench: _Bench, stated: Outcome, entry: DealJudgement, result: Result) -> None:
    if not stated.finished:
        code = catalogue.DECIDED if result.winner >= 0 else catalogue.DECIDED_DRAW
        bench.find(code, stated.span, {"winner": result.winner} if result.winner >= 0 else {})
        return
    if (stated.winner, stated.game_points) != (result.winner, entry.game_points):
        facts: dict[str, Fact] = {
            "stated": _outcome_words(stated.winner, stated.game_points),
            "expected": _outcome_words(result.winner, entry.game_points),
        }
        bench.find(catalogue.RESULT, stated.span, facts)
    if stated.reason and stated.reason != result.reason.value:
        bench.find(catalogue.REASON, stated.span, {"stated": stated.reason, "expected": result.reason.value})
    if stated.card_points and stated.card_points != result.card_points:
        points = {"stated": stated.card_points, "expected": result.card_points}
        bench.find(catalogue.CARD_POINTS, stated.span, points)


def _outcome_words(winner: int, game_points: int) -> str:
    return f"{SEAT_LETTERS[winner]} {game_points}" if winner >= 0 else "draw"
