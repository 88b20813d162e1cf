"""The judgement of a record: every action against the rules, every statement against the play.

Drives the referee's deal and match over what was written, puts each ruling in its place, and goes
on past a broken rule where the cards allow it. It knows no rule itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from notation import catalogue
from notation.findings import Fact, Finding
from notation.reading import Game
from notation.record import NOBODY, Checkpoint, DealRecord, Note, Outcome, Ply, Record, Span, Trick
from notation.specs import read_spec, write_spec
from notation.words import SEAT_LETTERS
from referee import actions, rulings
from referee.cards import BIT, Card, mask
from referee.clauses import cite
from referee.deal import Deal
from referee.match import Match
from referee.rules import PRESETS, ClaimMode, RuleSet
from referee.rulings import Code, Effect, Ruling
from referee.scoring import Reason, Result, last_bonus

DEFAULT_RULES: Final = "santase"


@dataclass(frozen=True, slots=True)
class Event:
    """One action as it was judged, with the card points that count after it."""

    ply: Ply
    seat: int
    points: tuple[int, ...]
    ruling: Ruling | None = None


@dataclass(slots=True)
class TrickLedger:
    """One trick: who led, all that was done in order, who took it, and the points after it."""

    number: int
    leader: int
    events: list[Event] = field(default_factory=list)
    winner: int = NOBODY
    points: tuple[int, ...] = ()


@dataclass(slots=True)
class DealJudgement:
    """One deal as it was judged; without a result it is incomplete or was judged no further."""

    number: int
    dealer: int
    tricks: list[TrickLedger] = field(default_factory=list)
    result: Result | None = None
    game_points: int = 0
    """Game points that the deal brought its winner, an extra one after a draw included."""
    tricks_won: tuple[int, ...] = ()
    card_points: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    """Game points won by seat, this deal included."""
    stopped: bool = False
    """Whether the record is impossible at some action, so that nothing after it was judged."""


@dataclass(slots=True)
class Judgement:
    """What the referee says of one game: the rules it was judged by, the findings, the scores."""

    game: Game
    rules: RuleSet | None
    findings: list[Finding] = field(default_factory=list)
    deals: list[DealJudgement] = field(default_factory=list)
    score: tuple[int, ...] = ()
    winner: int = NOBODY

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with the record; notes and warnings may remain."""
        return not any(finding.is_error for finding in self.findings)


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


class _Stopped(Exception):  # noqa: N818 - not an error: the end of what can be judged
    """The deal is judged no further."""


class _Bench:
    """Judges the deals of one record in order and keeps the score."""

    def __init__(self, rules: RuleSet, judgement: Judgement) -> None:
        self.rules = rules
        self.judgement = judgement
        self.match = Match(rules)
        self.stated_score = tuple(self.match.score)
        """The score as the record last gave it."""

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

    def judge_deal(self, record: DealRecord, expected: int, is_last: bool) -> None:
        """Judge one deal and count it."""
        entry = DealJudgement(record.number, record.dealer)
        self.judgement.deals.append(entry)
        if record.number != expected:
            self.find(catalogue.DEAL_NUMBER, record.span, {"stated": record.number, "expected": expected})
        counts = True
        for ruling in self.match.refusals(record.dealer):
            counts = ruling.code.effect is not Effect.VOID
            self.find(ruling.code, record.span, ruling.facts, seat=ruling.seat)
        if self.rules.seats <= record.dealer:
            self.find(
                catalogue.SEAT_UNKNOWN,
                record.span,
                {"stated_seat": record.dealer, "needed": self.rules.seats},
            )
        elif self._dealt_well(record):
            play = _Play(self, record, entry)
            play.run()
            entry.card_points = entry.result.card_points if entry.result else tuple(play.deal.points)
            entry.tricks_won = tuple(play.deal.tricks)
        result = entry.result
        if result is None:
            result = self._trusted(record, is_last)
        if counts and result is not None:
            won = self.match.add(record.dealer, result)
            entry.game_points = won if entry.result else 0
        elif entry.result is not None:
            entry.game_points = entry.result.game_points
        entry.score = tuple(self.match.score)
        self._compare(record, entry)

    def _dealt_well(self, record: DealRecord) -> bool:
        """Whether the cards as dealt can be a deal under the rules."""
        before = len(self.judgement.findings)
        rules = self.rules
        hands: dict[int, tuple[Card, ...]] = {}
        for seat, hand in record.hands:
            if seat >= rules.seats:
                self.find(catalogue.SEAT_UNKNOWN, hand.span, {"stated_seat": seat, "needed": rules.seats})
            elif seat in hands:
                self.find(catalogue.HAND_TWICE, hand.span, {"what": f"the hand of {SEAT_LETTERS[seat]}"})
            else:
                hands[seat] = hand.cards
                if len(hand.cards) != rules.deal_hand_size:
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

    def _trusted(self, record: DealRecord, is_last: bool) -> Result | None:
        """The stated result of a deal that the play does not decide, so that the score can go on."""
        stated = record.result
        if stated is None or not stated.finished or stated.winner >= self.rules.seats:
            entry = self.judgement.deals[-1]
            if not is_last and not entry.stopped and entry.tricks_won:
                self.find(catalogue.NO_RESULT, record.span)
            return None
        self.find(catalogue.TAKEN_ON_TRUST, stated.span)
        return Result(stated.winner, stated.game_points, Reason.TOTAL, stated.card_points)

    def _compare(self, record: DealRecord, entry: DealJudgement) -> None:
        """Compare the stated result of a deal with the judgement."""
        stated = record.result
        if stated is None:
            return
        result = entry.result
        if result is not None:
            _compare_result(self, stated, entry, result)
        if not stated.score:
            return
        running = tuple(self.match.score)
        if stated.score != running and stated.score != self._carried(entry):
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
        for tag in record.tags:
            if tag.name == "Result":
                open_ended = tag.value == "*" and self.match.winner < 0
                if tag.value != "-".join(map(str, score)) and not open_ended:
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


class _Play:
    """Judges the play of one deal."""

    def __init__(self, bench: _Bench, record: DealRecord, entry: DealJudgement) -> None:
        self.bench = bench
        self.record = record
        self.entry = entry
        hands = dict(record.hands)
        talon = record.talon.cards if record.talon else ()
        order = range(bench.rules.seats)
        self.deal = Deal(bench.rules, record.dealer, [mask(hands[s].cards) for s in order], talon)

    def find(
        self, code: Code, span: Span, facts: Mapping[str, Fact] | None = None, seat: int = NOBODY
    ) -> None:
        """Add a finding about the trick that is being played."""
        ledger = self.entry.tricks
        self.bench.find(code, span, facts, ledger[-1].number if ledger else 0, seat)

    def run(self) -> None:
        """Play what was written as far as it can be played."""
        deal = self.deal
        try:
            for trick in self.record.tricks:
                self._trick(trick)
        except _Stopped:
            self.entry.stopped = not deal.over
        else:
            if deal.spent:
                deal.finish()
            stated = self.record.result
            if not deal.over and stated is not None and stated.finished:
                hint = "where somebody went out, write `out`"
                self.find(catalogue.UNDECIDED, stated.span, {"hint": hint})
        self.entry.result = deal.result

    def _trick(self, trick: Trick) -> None:
        deal = self.deal
        if deal.lead >= 0:
            self.find(catalogue.TRICK_SHORT, trick.span, {"expected": deal.trick + 1, "turn": deal.turn})
            raise _Stopped
        self._open(trick)
        if trick.number != deal.trick + 1 and not deal.over:
            self.find(
                catalogue.TRICK_NUMBER, trick.span, {"stated": trick.number, "expected": deal.trick + 1}
            )
        self._checkpoints(trick.notes)
        begun = deal.trick
        for ply in trick.plies:
            if deal.trick > begun and not deal.over:
                begun = self._after_trick(ply, begun)
            self._do(ply)
            self._checkpoints(ply.notes)

    def _open(self, trick: Trick | Ply) -> None:
        """A new trick starts: by then both have drawn."""
        deal = self.deal
        if deal.undrawn:
            self._settle(deal.refusal(actions.DRAW), actions.DRAW, trick.span)
        self.entry.tricks.append(TrickLedger(deal.trick + 1, deal.turn, points=tuple(deal.points)))

    def _after_trick(self, ply: Ply, begun: int) -> int:
        """An action behind a complete trick, before the next number; the trick it belongs to."""
        deal = self.deal
        if actions.is_play(ply.action):
            self._open(ply)
            self.find(catalogue.TRICK_UNNUMBERED, ply.span, {"expected": deal.trick + 1})
            return deal.trick
        if ply.action != actions.OUT and ply.action != actions.CLOSE and deal.just_drawn and not deal.undrawn:
            self.find(rulings.SHORT_ONLY, ply.span, {})
        return begun

    def _do(self, ply: Ply) -> None:
        deal = self.deal
        action = ply.action
        ledger = self.entry.tricks[-1]
        if action == actions.OUT and deal.rules.claim_mode is ClaimMode.AUTO and deal.over:
            return  # says what happened by itself
        if action == actions.CLOSE and ledger.winner >= 0 and (deal.undrawn or deal.just_drawn):
            action = actions.CLOSE_SHORT
        seat = self._actor(ply)
        acting = deal.turn if seat < 0 else seat
        if actions.is_marriage(action) and not deal.over:
            self._compare_value(ply)
        ruling = self._settle(deal.refusal(action, seat), action, ply.span, seat)
        if ruling is not None:
            acting = ruling.seat
        if deal.lead >= 0 and deal.played == 1:
            ledger.leader = deal.leader
        ledger.events.append(Event(ply, acting, tuple(deal.points), ruling))
        ledger.points = tuple(deal.points)
        if deal.trick == ledger.number:
            ledger.winner = deal.leader

    def _settle(self, ruling: Ruling | None, action: int, span: Span, seat: int = NOBODY) -> Ruling | None:
        """Do an action, or report it and do what the ruling's effect says."""
        deal = self.deal
        if ruling is None:
            deal.push(action, seat)
            if action == actions.OUT:
                self._claim(span, deal.turn)
            return None
        self.find(ruling.code, span, ruling.facts, ruling.seat)
        if ruling.code.effect is Effect.STOPS:
            raise _Stopped
        if ruling.code.effect is Effect.STANDS:
            deal.let_stand(action, ruling)
        return ruling

    def _actor(self, ply: Ply) -> int:
        """The seat to act for, where one is named and it is not simply the wrong name."""
        deal = self.deal
        if ply.seat == NOBODY or deal.over:
            return NOBODY
        if ply.seat >= self.bench.rules.seats:
            self.find(
                catalogue.SEAT_UNKNOWN, ply.span, {"stated_seat": ply.seat, "needed": self.bench.rules.seats}
            )
            raise _Stopped
        in_turn = actions.is_play(ply.action) and deal.hands[deal.turn] & BIT[ply.action]
        if ply.seat != deal.turn and in_turn:
            self.find(catalogue.ACTOR, ply.span, {"stated_seat": ply.seat, "turn": deal.turn}, ply.seat)
            return NOBODY
        return ply.seat

    def _compare_value(self, ply: Ply) -> None:
        suit = ply.action - actions.MARRIAGE
        expected = 40 if suit == self.deal.trump else 20
        if ply.value != expected:
            facts = {"stated": ply.value, "suit": suit, "expected": expected}
            self.find(catalogue.MARRIAGE_VALUE, ply.span, facts)

    def _claim(self, span: Span, seat: int) -> None:
        """Say so where a claim was false or void."""
        deal = self.deal
        result = deal.result
        if result is None or result.reason in (Reason.OUT, Reason.DEFENDER_OUT):
            return
        facts: dict[str, Fact] = {"seat": seat, "points": deal.points[seat]}
        if result.reason is Reason.FALSE_OUT:
            self.find(rulings.CLAIM_FALSE, span, facts | {"winner": result.winner}, seat)
        else:
            self.find(rulings.CLAIM_VOID, span, facts | {"bonus": last_bonus(deal)}, seat)

    def _checkpoints(self, notes: tuple[Note, ...]) -> None:
        points = tuple(self.deal.points)
        for note in notes:
            if isinstance(note, Checkpoint) and note.points != points:
                self.find(catalogue.CHECKPOINT, note.span, {"stated": note.points, "expected": points})
