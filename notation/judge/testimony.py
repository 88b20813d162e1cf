"""What somebody remembers of a deal: cards that are half known, and cards of which the scribe is unsure.

A deal with half known cards is judged once for every choice of them. What all choices come to stands; nobody
is accused of what one of them refutes. An unsure card is judged as written, but what would not be wrong
if it were another card is not an error. No rule is here: each choice is judged as any other deal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardsFact, Fact, Finding, Phrase
from notation.judge.assertions import finished, worth_with
from notation.judge.deal import with_copies
from notation.judge.doubt import OtherReading, PlayedDeal, in_all
from notation.judge.judgement import DealJudgement, Event, TrickLedger
from notation.judge.worlds import against, always_wrong, otherwise
from notation.limits import spend
from notation.record.model import NOWHERE, UNRECORDED, DealRecord, Holding, Ply, Span
from notation.record.path import Path
from notation.record.traversal import plies_of, rebuild
from notation.record.words import half_word
from referee import codes as rulings
from referee.actions import Action
from referee.cards import BIT, SUIT_CARDS, Card, Cards, kind, mask, members, second_copy
from referee.codes import Effect
from referee.contracts import SUIT_IN_TWO_PACKS
from referee.rules import RuleSet
from referee.terms import terms_of

MOST_CHOICES: Final = 200
"""Choices of the half known cards of one deal that are judged; with more of them the cards are unknown."""
MOST_STEPS: Final = 5_000
"""Cards that are tried in looking for these choices."""
_MOST_ERRORS: Final = 3
"""Different errors that are named where each choice has one."""

_MOST_ALONE: Final = 8
"""Unsure cards of which each is tried alone."""

_OTHERS_ACT: Final = frozenset({rulings.NOT_IN_TURN.id, catalogue.ACTOR.id})
"""What is found where the cards were others: who leads shows who took the trick, as in every gap."""

_WHY: Final = Phrase("some cards are half known")
_ALLOWED: Final = Phrase("whether this was allowed")

Play = Callable[[DealRecord], PlayedDeal]
_Place = tuple[int, int] | Path
"""Where a card is written: in which holding and at which place there, or at which action."""


# Half known cards.


class _Gap(NamedTuple):
    """A half known card: where it is written, what it can be, and which others it is not to be told from.

    The order of a hand means nothing: of cards in it of which the same is known only one order is tried.
    """

    place: _Place
    span: Span
    written: Cards
    cards: Cards
    twins: object


def weigh_choices(record: DealRecord, rules: RuleSet, bonus: int, play: Play) -> PlayedDeal:
    """Judge a deal with half known cards; ``play`` judges one of which nothing is half known."""
    gaps = sorted(_gaps(record, rules), key=lambda gap: gap.cards.bit_count())
    if gaps and not gaps[0].cards:
        return _without_card(record, gaps[0], play)
    steps = iter(range(MOST_STEPS))
    choices = list(islice(_choices(gaps, {}, steps), MOST_CHOICES + 1))
    if len(choices) > MOST_CHOICES or next(steps, None) is None:
        return play(_blank(record))
    if not choices:
        return _without_card(record, gaps[-1], play)
    come, blank = [], _blank(record)
    for chosen in choices:
        spend()
        come.append(_Come(bonus, _with_cards(blank, chosen), play))
    return _combined(record, bonus, come)


def _gaps(record: DealRecord, rules: RuleSet) -> Iterator[_Gap]:
    """The half known cards of a deal, with what is left for each once all known cards are elsewhere."""
    deck, has_copies = rules.deck_cards, terms_of(rules).has_copies
    if has_copies:
        record = with_copies(record)
    holdings = record.holdings
    undealt = deck & ~mask(card for holding in holdings for card in holding.cards if card >= 0)
    unplayed = deck
    for _, ply in plies_of(record):
        if ply.plays and ply.action >= 0:
            again = has_copies and not unplayed & BIT[ply.played]
            unplayed &= ~BIT[second_copy(ply.played) if again else ply.played]
    for number, holding in enumerate(holdings):
        for place, among in holding.among:
            if holding.cards[place] != UNRECORDED:
                continue
            twins = (number, place if holding is record.talon else -1, among)
            cards = undealt & _in_two_packs(among)
            yield _Gap((number, place), holding.span, among, cards, twins)
    for path, ply in plies_of(record):
        if ply.among and ply.action == UNRECORDED:
            cards = unplayed & _in_two_packs(ply.among)
            yield _Gap(path, ply.span, ply.among, cards, path)


def _in_two_packs(among: Cards) -> Cards:
    """The cards of two packs that a half known card can be."""
    if among in SUIT_CARDS:
        return SUIT_IN_TWO_PACKS[SUIT_CARDS.index(among)]
    return mask(copy for card in members(among) for copy in (card, second_copy(card)))


def _choices(
    gaps: Sequence[_Gap], chosen: dict[_Place, Card], steps: Iterator[int], used: tuple[Cards, Cards] = (0, 0)
) -> Iterator[dict[_Place, Card]]:
    """Every choice of different cards for some gaps, and of other ones than have been ``used``.

    A card is dealt once and played once, of two copies each.
    """
    if len(chosen) == len(gaps):
        yield dict(chosen)
        return
    gap = gaps[len(chosen)]
    dealt, played = used
    is_play = isinstance(gap.place, Path)
    least = max(
        (chosen[other.place] for other in gaps[: len(chosen)] if other.twins == gap.twins), default=-1
    )
    for card in members(gap.cards & ~(played if is_play else dealt)):
        if card <= least or next(steps, None) is None:
            continue
        chosen[gap.place] = card
        now = (dealt, played | BIT[card]) if is_play else (dealt | BIT[card], played)
        yield from _choices(gaps, chosen, steps, now)
        del chosen[gap.place]


def _with_cards(record: DealRecord, chosen: Mapping[_Place, Card]) -> DealRecord:
    cards = {place: kind(card) for place, card in chosen.items()}

    def held(number: int, holding: Holding) -> Holding:
        there = (cards.get((number, place), card) for place, card in enumerate(holding.cards))
        return replace(holding, cards=tuple(there))

    played = rebuild(
        record, lambda path, ply: replace(ply, action=Action(cards[path])) if path in cards else ply
    )
    return _with_holdings(played, held)


def _blank(record: DealRecord) -> DealRecord:
    """The deal with its half known cards unknown."""
    blank = rebuild(record, lambda _, ply: replace(ply, among=0) if ply.among else ply)
    return _with_holdings(blank, lambda _, holding: replace(holding, among=()))


def _with_holdings(record: DealRecord, change: Callable[[int, Holding], Holding]) -> DealRecord:
    """A deal with its hands, talon and piles as ``change`` makes them, each by its number in the deal."""
    changed = iter([change(number, holding) for number, holding in enumerate(record.holdings)])
    hands = tuple((seat, next(changed)) for seat, _ in record.hands)
    position = record.position
    won = tuple((seat, next(changed)) for seat, _ in position.won) if position else ()
    return replace(
        record,
        hands=hands,
        position=position and replace(position, won=won),
        talon=next(changed) if record.talon else None,
    )


def _without_card(record: DealRecord, gap: _Gap, play: Play) -> PlayedDeal:
    """A deal with a half known card that no card is left for."""
    played = play(_blank(record))
    none_left = Finding(catalogue.NO_CARD_LEFT, gap.span, {"word": half_word(gap.written)})
    played.entry.stopped = True
    return played._replace(findings=(*played.findings, none_left), contradiction=None)


class _Come:
    """What a deal comes to with one choice of its half known cards."""

    def __init__(self, bonus: int, record: DealRecord, play: Play) -> None:
        self.played = play(record)
        self.entry = self.played.entry
        self.verdict = self.entry.result and self.entry.result.verdict
        errors = [each for each in self.played.findings if each.is_error]
        self.errors = [each for each in errors if _is_decided(each)]
        stopped = {each.code.id for each in errors if each.code.effect is Effect.STOPS}
        found = {each.code.id for each in errors} & _OTHERS_ACT
        is_whole = self.played.is_judged and not stopped
        self.likelihood = is_whole * (1 if found else 2)
        """2 where the cards can have been so, whether everything was allowed or not; 0 where they cannot."""
        self.first_error = next(iter((*self.errors, *misstated(record, self.played, bonus))), None)
        self.first_error = self.first_error or self.played.contradiction


def misstated(record: DealRecord, played: PlayedDeal, bonus: int) -> Iterator[Finding]:
    """What is wrong with the stated result of a deal, as it was played."""
    stated = record.result
    if stated:
        others = [reading.against(stated) for reading in played.others]
        yield from filter(None, (in_all(each, others) for each in against(record, played.entry, bonus)))


def _combined(record: DealRecord, bonus: int, come: Sequence[_Come]) -> PlayedDeal:
    """What all choices come to; those that the play shows to be impossible are left out, if some are not."""
    is_wrong = all(each.first_error for each in come)
    most = max(each.likelihood for each in come)
    possible = [each for each in come if each.likelihood == most]
    findings = _common_findings(possible)
    if not is_wrong:
        findings += _left_open(possible, {each.span for each in findings})
    entry = _common_entry(record, [each.entry for each in possible])
    if len({each.verdict for each in possible}) > 1:
        span = (finished(record.result) or record).span
        alike = len({each.verdict and each.verdict[0] for each in possible}) == 1
        what = Phrase("what the deal is worth") if alike else Phrase("who has won the deal")
        findings.append(Finding(catalogue.CANNOT_DECIDE, span, {"what": what, "why": _WHY}))
    wrong = None
    if is_wrong and not any(each.is_error for each in findings):
        wrong = _always_wrong([each.first_error for each in possible if each.first_error])
    others = [reading for each in possible for reading in each.played.others]
    return PlayedDeal(entry, tuple(findings), any(each.played.is_judged for each in come), others, wrong)


def _common_findings(come: Sequence[_Come]) -> list[Finding]:
    """What is found whatever the half known cards are."""
    first, *others = (each.played.findings for each in come)
    return [finding for finding in first if all(finding in found for found in others)]


def _left_open(come: Sequence[_Come], told: set[Span]) -> Iterator[Finding]:
    """What cannot be decided in some choice, or would be an error in it."""
    for finding in (finding for each in come for finding in each.played.findings):
        if finding.span in told:
            continue
        if finding.is_error:
            facts: dict[str, Fact] = {"what": _ALLOWED, "why": _WHY}
            finding = Finding(catalogue.CANNOT_DECIDE, finding.span, facts, 0, finding.trick, finding.seat)
        if finding.code is catalogue.CANNOT_DECIDE:
            told.add(finding.span)
            yield finding


def _always_wrong(errors: Sequence[Finding]) -> Finding:
    """That each choice has an error, naming the first few of them."""
    first = errors[0]
    if all(each == first for each in errors):
        return first
    plain = [each for each in errors if each.code is not catalogue.ALWAYS_WRONG]
    different = list({(each.code.id, each.span): each for each in plain}.values())
    return always_wrong(map(otherwise, different[:_MOST_ERRORS])) if different else first


def _common_entry(record: DealRecord, entries: Sequence[DealJudgement]) -> DealJudgement:
    """The ledger of a deal as far as it is the same whatever its half known cards are."""
    first = entries[0]
    plies = {ply.span: ply for _, ply in plies_of(record) if ply.span != NOWHERE}
    if len(entries) == 1:
        return replace(first, tricks=[_common_trick([trick], plies) for trick in first.tricks])
    entry = DealJudgement(record.number, record.dealer)
    for tricks in zip(*(each.tricks for each in entries), strict=False):
        if len({_course(trick) for trick in tricks}) > 1:
            break
        entry.tricks.append(_common_trick(tricks, plies))
    results = [each.result for each in entries]
    if first.result and len({result and result.verdict for result in results}) == 1:
        alike = all(result == first.result for result in results)
        entry.result = first.result if alike else first.result._replace(card_points=())
    entry.stopped = any(each.stopped for each in entries) or (bool(any(results)) and entry.result is None)
    for name in ("card_points", "tricks_won", "closing", "unsure"):
        if all(getattr(each, name) == getattr(first, name) for each in entries):
            setattr(entry, name, getattr(first, name))
    return entry


def _course(trick: TrickLedger) -> object:
    """What of a trick must be the same for it to be told: who did what, and who took it."""
    done = tuple((each.ply.span, each.seat) for each in trick.events)
    return trick.number, trick.leader, trick.winner, done


def _common_trick(tricks: Sequence[TrickLedger], plies: Mapping[Span, Ply]) -> TrickLedger:
    """A trick with the cards that are the same in all choices, and the points that are certain."""
    first = tricks[0]
    trick = TrickLedger(
        first.number, first.leader, winner=first.winner, points=_least(t.points for t in tricks)
    )
    for events in zip(*(each.events for each in tricks), strict=True):
        trick.events.append(_common_event(events, plies))
    return trick


def _common_event(events: Sequence[Event], plies: Mapping[Span, Ply]) -> Event:
    """An action as written, with what is certain of it."""
    first = events[0]
    return replace(
        first,
        ply=plies.get(first.ply.span, first.ply),
        points=_least(each.points for each in events),
        ruling=first.ruling if all(each.ruling == first.ruling for each in events) else None,
        card=first.card if all(each.card == first.card for each in events) else Card(UNRECORDED),
    )


def _least(points: Iterator[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(min, zip(*points, strict=True)))


# Cards of which the scribe is unsure.


def weigh_unsure(record: DealRecord, bonus: int, play: Play) -> PlayedDeal:
    """Judge a deal with unsure cards as written; what rests on them is noted, and is not an error."""
    played = play(_sure(record))
    wrong = list(misstated(record, played, bonus))
    errors = [*(each for each in played.findings if each.is_error), *wrong]
    played = played._replace(entry=_common_entry(record, [played.entry]))
    if not errors and not played.contradiction:
        return played
    doubtful = list(_unsure_cards(record))
    other = _Doubted(record, bonus, play, doubtful)
    alone = [_Doubted(record, bonus, play, [each]) for each in doubtful if 1 < len(doubtful) <= _MOST_ALONE]

    def weighed(finding: Finding) -> Finding:
        """An error that does not rest on unsure cards, or the note that says on which it does."""
        common = in_all(finding, [other.found])
        if common:
            return next((each for each in other.found if _is_same(each, common)), common)
        cards = [each for doubted in alone if not in_all(finding, [doubted.found]) for each in doubted.cards]
        facts: dict[str, Fact] = {"rule": finding.code.id, "what": finding.phrase}
        facts["cards"] = CardsFact(mask(card for _, card in cards or doubtful))
        return replace(finding, code=catalogue.RESTS_ON_UNSURE, facts=facts)

    findings = [weighed(each) if each.is_error else each for each in played.findings]
    notes = [each for each in map(weighed, wrong) if not each.is_error]
    others = [*played.others, other.reading] if notes else played.others
    contradiction = weighed(played.contradiction) if played.contradiction else None
    remaining = next(filter(_is_decided, other.found), None)
    if contradiction and not contradiction.is_error:
        notes += [] if remaining else [contradiction]
        contradiction = None
    if not any(each.is_error for each in (*findings, *filter(None, [contradiction]))):
        contradiction = remaining
    return played._replace(findings=(*findings, *notes), others=others, contradiction=contradiction)


class _Doubted:
    """What a deal comes to if some of its unsure cards are not known."""

    def __init__(
        self, record: DealRecord, bonus: int, play: Play, cards: Sequence[tuple[_Place, Card]]
    ) -> None:
        self.cards = cards
        places = [place for place, _ in cards]
        played = play(_with_cards(_sure(record), dict.fromkeys(places, UNRECORDED)))
        self.found = [*played.findings, *misstated(record, played, bonus)]
        if played.contradiction:
            self.found.append(played.contradiction)
        worth = worth_with(played.entry.result, bonus) if played.entry.result else None
        self.reading = OtherReading(played.entry, played.findings, worth, frozenset())


def _is_decided(finding: Finding) -> bool:
    """Whether a finding is an error, and not that a result is stated of a play that does not decide it."""
    return finding.is_error and finding.code is not catalogue.UNDECIDED


def _is_same(finding: Finding, other: Finding) -> bool:
    return finding.code is other.code and finding.span == other.span


def _unsure_cards(record: DealRecord) -> Iterator[tuple[_Place, Card]]:
    for number, holding in enumerate(record.holdings):
        yield from (((number, place), holding.cards[place]) for place in holding.unsure)
    yield from ((path, ply.played) for path, ply in plies_of(record) if ply.unsure)


def _sure(record: DealRecord) -> DealRecord:
    sure = rebuild(record, lambda _, ply: replace(ply, unsure=False) if ply.unsure else ply)
    return _with_holdings(sure, lambda _, holding: replace(holding, unsure=()))
