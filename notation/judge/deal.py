"""One deal of a record, set up and played by the referee: what judge, editor and replay have in common.

A deal is set up as its cards can lie before the first action. What is not recorded is rehearsed first, so
that a card which comes to light later is known before.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Finding, Phrase, SuitFact
from notation.judge.action import IMPOSSIBLE_PLAY, CardsOfDeal, PlayLog, Watch
from notation.judge.assertions import finished
from notation.judge.exact import ExactCards
from notation.judge.incomplete import PossibleWorlds, ShownCard
from notation.judge.judgement import DealJudgement, Event
from notation.judge.play import Play
from notation.judge.position import Middle
from notation.judge.progress import NOTHING
from notation.record.model import NOWHERE, UNRECORDED, DealRecord, Holding, Ply, Trick, Variation
from notation.record.path import Path, place
from notation.record.traversal import plays_unknown, plies_of
from notation.text.slips import MAX_SLIPS, as_it_stands, has_slips, readings, replies_named, slips
from notation.text.unread import readable_tricks, unread_of
from referee.cards import (
    NO_CARD,
    NO_SUIT,
    NOBODY,
    SEATS,
    Card,
    Cards,
    Seat,
    Suit,
    kind,
    mask,
    numbered,
    second_copy,
    suit_of,
)
from referee.deal import Deal, fixes_trumps
from referee.decisions import Announcer
from referee.partial import PartialDeal, as_partial
from referee.rules import RuleSet
from referee.terms import terms_of

Worlds = Callable[[RuleSet, DealRecord, Sequence[ShownCard], list[int]], PossibleWorlds]


class Setup:
    """A deal of a record under some rules, set up once for everything that judges it."""

    def __init__(self, rules: RuleSet, record: DealRecord, bonus: int = 0) -> None:
        self.rules = rules.in_deal(record.number)
        self.record = with_copies(record) if terms_of(self.rules).has_copies else record
        self.bonus = bonus
        """What the deal brings its winner beside, after a draw."""

    @cached_property
    def middle(self) -> Middle | None:
        """The position at which the deal is taken up, if it is."""
        position = self.record.position
        return Middle(self.rules, self.record, position) if position else None

    @cached_property
    def last(self) -> Card:
        """The last card of the talon as written; negative where it is not known."""
        talon = self.record.talon or NOTHING
        return talon.cards[-1] if talon.is_whole else UNRECORDED

    @property
    def opening(self) -> Trick | None:
        """What is said before the first lead, in a game in which something is; None if it is not recorded."""
        return self.record.opening if self.rules.auction.contracts else None

    @property
    def lacks_opening(self) -> bool:
        """Whether nobody recorded what was said before the first lead, so that the contract is not known."""
        return bool(self.rules.auction.steps) and self.record.opening is None

    @property
    def holder_of_turn_up(self) -> Seat:
        """The seat that is dealt the card fixing trumps in a whole deal without a talon; otherwise nobody."""
        rules, record = self.rules, self.record
        if rules.talon_size or rules.auction.steps or record.position or record.dealer < 0:
            return NOBODY
        return fixes_trumps(rules, record.dealer)

    @cached_property
    def starts(self) -> list[Deal]:
        """The deal as it lies before its first action, to be copied; none without a trump suit.

        Where a position leaves open how far the deal has come, there is one for each way that fits.
        """
        if self.middle:
            return self.middle.deals
        rules, record = self.rules, self.record
        size = rules.talon_size
        written = [max(card, UNRECORDED) for card in (record.talon or NOTHING).cards]
        talon = [*written, *[UNRECORDED] * size][:size]
        if talon and talon[-1] < 0 and record.trump is not None:
            talon[-1] = record.trump
        suit = record.suit
        if rules.auction.steps and not rules.draws:
            return [self._dealt(talon, NO_SUIT, self.packet)]
        if not rules.talon_size and record.trump is not None:
            suit = suit_of(record.trump)
        if (not talon or talon[-1] < 0) and suit < 0:
            return []
        return [self._dealt(talon, suit)]

    def _dealt(self, talon: list[Card], suit: Suit, packet: Cards = 0) -> Deal:
        """The deal with this talon, and with this trump suit unless a card is turned up or names it."""
        rules, record = self.rules, self.record
        hands = dict(record.hands)
        known = [
            [card for card in hands.get(seat, NOTHING).cards if card >= 0] for seat in SEATS[: rules.seats]
        ]
        self._put_turn_up(known)
        unseen = [max(0, rules.deal_hand_size - len(cards)) for cards in known]
        whole = list(map(mask, known))
        if any(unseen) or min(talon, default=0) < 0:
            return PartialDeal(rules, record.dealer, whole, talon, suit, unseen, packet)
        return Deal.unchecked(rules, record.dealer, whole, talon, suit, packet)

    @property
    def packet(self) -> Cards:
        """The cards that whoever names trumps has seen by then; none where that is not recorded."""
        rules, record = self.rules, self.record
        size = rules.auction.packet
        forehand = SEATS[(record.dealer + 1) % rules.seats]
        if not size or dict(record.packets).get(forehand) != size:
            return 0
        seen = dict(record.hands).get(forehand, NOTHING).cards[:size]
        return mask(seen) if min(seen, default=-1) >= 0 else 0

    def _put_turn_up(self, known: list[list[Card]]) -> None:
        """Put the card that fixed trumps into the hand of who was dealt it, if some of that is not known."""
        holder, card = self.holder_of_turn_up, self.record.trump
        if card is None or not 0 <= holder < len(known) or any(card in cards for cards in known):
            return
        if len(known[holder]) < self.rules.deal_hand_size:
            known[holder].append(card)

    @cached_property
    def has_gaps(self) -> bool:
        """Whether some card of the deal is not recorded, or something that counts when it is taken up."""
        rules, record = self.rules, self.record
        if plays_unknown(record.tricks) or (self.opening and plays_unknown((self.opening,))):
            return True
        if self.middle:
            return not self.middle.is_exact
        if len(record.hands) < rules.seats or (record.talon is None and rules.talon_size):
            return True
        return not all(holding.is_known for holding in record.holdings)


def with_copies(record: DealRecord) -> DealRecord:
    r"""The same deal with its own copy for each card that stands twice in hands, talon and turn-up.

    >>> from notation import read
    >>> [game] = read("%SGN 1\ndeal 1 dealer A\nA: 7s Ah\nB: Ah 7s 7s")
    >>> [hand.cards for _, hand in with_copies(game.record.deals[0]).hands]
    [(48, 11), (35, 52, 52)]
    """
    cards = iter(numbered(card for holding in record.holdings for card in holding.cards))

    def copied(holding: Holding) -> Holding:
        return replace(holding, cards=tuple(islice(cards, len(holding.cards))))

    hands = tuple((seat, copied(hand)) for seat, hand in record.hands)
    position, trump = record.position, record.trump
    if position:
        position = replace(position, won=tuple((seat, copied(pile)) for seat, pile in position.won))
    talon = record.talon and copied(record.talon)
    if trump is not None:
        last = talon.cards[-1] if talon and talon.cards else NO_CARD
        held = [card for holding in record.holdings for card in holding.cards]
        trump = last if last >= 0 and kind(last) == trump else second_copy(trump) if trump in held else trump
    return replace(record, hands=hands, talon=talon, position=position, trump=trump)


def set_up(rules: RuleSet, record: DealRecord) -> list[Deal]:
    """The deal as it lies before its first action, in every way that fits (:attr:`Setup.starts`)."""
    return Setup(rules, record).starts


def has_gaps(rules: RuleSet, record: DealRecord) -> bool:
    """Whether something that counts is not recorded (:attr:`Setup.has_gaps`)."""
    return Setup(rules, record).has_gaps


def play_deal(rules: RuleSet, record: DealRecord, log: PlayLog) -> Deal | None:
    """Play a deal as it was written and return it as it stands at the end; None where nobody can tell.

    That the cards can be a deal of the rules is for the caller to see.
    """
    return play_from(Setup(rules, record), record, log)


def play_from(setup: Setup, record: DealRecord, log: PlayLog) -> Deal | None:
    """Play a deal that has been set up; the record may have another result than that was made of.

    A position that leaves open how far the deal had come is played in every way that fits: what all come to
    stands, and nothing else is reported.
    """
    record = with_replies(setup.rules, record)
    if has_slips(record, setup.rules):
        return _play_both(setup, record, log)
    return _play_reading(setup, record, log)


def with_replies(rules: RuleSet, record: DealRecord) -> DealRecord:
    """Name who announces after a lead, where the rules let those who reply announce.

    That is the next player, unless he may not announce it and the leader may: then it is a slip.
    """
    if rules.marriage_who is not Announcer.TURN or not has_slips(record, rules):
        return record
    setup, played = Setup(rules, record), []
    for reading in (record, readings(record, rules)[0]):
        log = PlayLog.of(record)
        _play_reading(setup, reading, log)
        played.append((log.entry.tricks, {finding.trick for finding in log.findings if finding.is_error}))
    (tricks, refused), (_, refused_to_leaders) = played
    leaders = [trick.leader for trick in tricks if trick.number]
    return replies_named(record, rules, leaders, refused - refused_to_leaders)


def _play_reading(setup: Setup, record: DealRecord, log: PlayLog) -> Deal | None:
    """Play a deal in one reading, from every start that fits."""
    starts = setup.starts
    if len(starts) == 1:
        return play_start(setup, record, starts[0], log, [0])
    logs = [PlayLog.of(record) for _ in starts]
    entries, reports = [each.entry for each in logs], [each.findings for each in logs]
    weighed = [0]
    for start, each in zip(starts, logs, strict=True):
        play_start(setup, record, start, each, weighed)
    for finding in reports[0] if reports else ():
        if all(finding in found for found in reports):
            log.findings.append(finding)
    if not starts or len(set(map(_come_to, entries))) > 1:
        return None
    errors = (finding for found in reports for finding in found if finding.is_error)
    doubtful = next((error for error in errors if not all(error in found for found in reports)), None)
    if doubtful:
        facts: dict[str, Fact] = {"what": Phrase("whether this was allowed"), "why": what_is_open(starts)}
        log.findings.append(
            Finding(catalogue.CANNOT_DECIDE, doubtful.span, facts, 0, doubtful.trick, doubtful.seat)
        )
    end = play_start(setup, record, starts[0], PlayLog(log.entry, watch=log.watch), [0])
    _keep_common(log.entry, entries)
    return end


def what_is_open(starts: Sequence[Deal]) -> Phrase:
    """What a position leaves open, so that a deal can start in several ways; the trump suit where in none."""
    if not starts:
        return Phrase("the trump suit is not recorded")
    if len({start.trick for start in starts}) > 1:
        return Phrase("the record does not say how many tricks had been played")
    if len({sum(start.close_tricks) + start.close_untold for start in starts}) > 1:
        return Phrase("the record does not say when the talon was closed")
    return Phrase("the record does not say whether the talon was closed before the draw")


def _come_to(entry: DealJudgement) -> tuple[object, ...]:
    """What the play of a deal comes to, as far as several can be compared."""
    tricks = tuple((trick.number, trick.leader, trick.winner) for trick in entry.tricks)
    return entry.result and entry.result.verdict, entry.stopped, tricks


def _keep_common_points(entry: DealJudgement, entries: Sequence[DealJudgement]) -> None:
    """Take the card points out of a deal's judgement unless they are the same in every way it is played."""
    if len({come.card_points for come in entries}) > 1:
        entry.card_points = ()
        entry.result = entry.result and entry.result._replace(card_points=())


def _keep_common(entry: DealJudgement, entries: Sequence[DealJudgement]) -> None:
    """Take out of a deal's judgement what is not the same wherever it starts."""
    _keep_common_points(entry, entries)
    if len({come.tricks_won for come in entries}) > 1:
        entry.tricks_won = ()
    if len({come.closing for come in entries}) > 1:
        entry.closing = None


def play_start(
    setup: Setup,
    record: DealRecord,
    start: Deal,
    log: PlayLog,
    weighed: list[int],
    worlds: Worlds = PossibleWorlds,
) -> Deal:
    """Play a deal from one of its starts; ``weighed`` counts the states that are weighed for it.

    ``worlds`` makes what is known of cards that are not recorded.
    """
    tricks, goes_on = readable_tricks(record)
    if setup.opening:
        tricks = (setup.opening, *tricks)
    shown: Sequence[ShownCard] = ()
    taken_up = record.position is not None

    def known() -> CardsOfDeal:
        """How the cards are known before the first action."""
        return worlds(setup.rules, record, shown, weighed) if setup.has_gaps else ExactCards()

    start = start.copy()
    if setup.has_gaps:
        start = as_partial(start)
        rehearsal = PossibleWorlds(setup.rules, record, weighed=weighed)
        Play(start.copy(), PlayLog.of(record), rehearsal).run(tricks, None, goes_on)
        shown = rehearsal.shown
    begun = start.copy()

    def contradiction() -> Finding | None:
        """What shows, at some later trick, that the play cannot have happened as written."""
        scratch, alone = PlayLog.of(record), tuple(map(_without_variations, tricks))
        Play(begun, scratch, known()).run(alone, None, goes_on, taken_up)
        return next((finding for finding in scratch.findings if finding.code.id in IMPOSSIBLE_PLAY), None)

    if log.watch:
        start.steps = []
    play = Play(start, log, known(), lambda: any(unread_of(record)), contradiction, setup.bonus)
    play.run(tricks, record.result, goes_on, taken_up)
    return play.deal


def _without_variations(trick: Trick) -> Trick:
    """A trick of the play alone: what could have been done instead shows nothing of what was."""
    if not any(isinstance(note, Variation) for ply in trick.plies for note in ply.notes):
        return trick
    plies = tuple(
        replace(ply, notes=tuple(note for note in ply.notes if not isinstance(note, Variation)))
        for ply in trick.plies
    )
    return replace(trick, plies=plies)


def _play_both(setup: Setup, record: DealRecord, log: PlayLog) -> Deal | None:
    """Play a deal in both readings of its marriages after their cards (:mod:`notation.text.slips`).

    What the readings agree in is reported; what depends on a marriage is left open. The play that is shown
    has the marriages where they stand: after their card they do not count.
    """
    entry, watch, found, tried = log.entry, log.watch, slips(record, setup.rules), list[PlayLog]()
    for reading in readings(record, setup.rules):
        tried.append(PlayLog.of(record))
        if _play_reading(setup, reading, tried[-1]) is None:
            return None
    others = [each.entry for each in tried]
    results = {other.result and other.result.verdict for other in others}
    is_open = len(results) > 1 or len(found) > MAX_SLIPS
    leaders = [trick.leader for trick in others[-1].tricks if trick.number]
    written = as_it_stands(record, setup.rules, leaders)
    if setup.rules.marriage_who is Announcer.TURN:
        # Where the play was not followed, nobody knows who may announce.
        found = [slip for slip in found if slip.trick <= len(leaders)]
    shown = PlayLog(entry, watch=_left_open(watch) if watch and is_open else watch)
    deal = _play_reading(setup, written, shown)
    for slip in found:
        facts: dict[str, Fact] = {"suit": SuitFact(slip.suit), "card": CardFact(slip.card)}
        log.findings.append(Finding(catalogue.MARRIAGE_LATE, slip.span, facts, 0, slip.trick))
    everywhere = [{(finding.code.id, finding.span) for finding in each.findings} for each in tried]
    for finding in tried[0].findings:
        if all((finding.code.id, finding.span) in reported for reported in everywhere):
            log.findings.append(finding)
    if is_open:
        span = (finished(record.result) or found[0]).span
        alike = len({result and result[0] for result in results}) == 1
        what = Phrase("what the deal is worth") if alike else Phrase("who has won the deal")
        why = Phrase("it depends on a marriage that is written after its card")
        log.findings.append(Finding(catalogue.CANNOT_DECIDE, span, {"what": what, "why": why}))
        entry.result, entry.stopped = None, True
        unsure = [other.unsure for other in others]
        entry.unsure = unsure[0] if unsure.count(unsure[0]) == len(unsure) else None
    _keep_common_points(entry, others)
    entry.stopped |= any(other.stopped for other in others)
    return deal


def _left_open(watch: Watch) -> Watch:
    """Show a deal that is not decided as one that is not over."""

    def shown(deal: Deal, event: Event | None) -> object:
        if deal.over:
            deal = deal.copy()
            deal.result = None
        return watch(deal, event)

    return shown


# The steps of a deal: every replay is a fold over these.


class Step(NamedTuple):
    """One step of a deal: the event, and the states before and after it.

    ``path`` has the trick and the number of its actions done so far, in the order of play. A step without an
    event is the start, the head of a trick, or the end of a deal that no action ended; at the start,
    ``before`` is the same deal.
    """

    path: Path
    before: Deal
    event: Event | None
    after: Deal
    written: Path | None = None
    """The address of the action in the record; None for one that is not recorded there."""
    findings: tuple[Finding, ...] = ()
    """The findings on the way to this step; of the last step, also those after it."""


def replay(rules: RuleSet, record: DealRecord) -> Iterator[Step]:
    r"""Yield every step of a deal, in order; none if its play cannot be judged at all.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import SANTASE
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td"
    >>> steps = replay(SANTASE, next(read(text)).record.deals[0])
    >>> [(str(step.path), tuple(step.after.points)) for step in steps]
    [('1', (0, 0)), ('1.1', (0, 0)), ('1.2', (0, 21))]
    """
    if not record.is_headed:
        return
    log = PlayLog.of(record)
    seen: list[tuple[Path, Deal, Event | None, tuple[Finding, ...]]] = []
    tricks, findings = log.entry.tricks, log.findings

    def watch(deal: Deal, event: Event | None) -> None:
        trick = tricks[-1] if tricks else None
        path = place(trick.number, len(trick.events)) if trick else place(deal.trick + 1)
        if event is None and seen and seen[-1][0] == path and seen[-1][1].over == deal.over:
            *_, event, found = seen.pop()
            findings[:0] = found
        seen.append((path, deal.copy(), event, tuple(findings)))
        findings.clear()

    log.watch = watch
    play_deal(rules, record, log)
    before = seen[0][1] if seen else None
    coming = list(plies_of(record))
    for at, (path, after, event, found) in enumerate(seen, start=1):
        if at == len(seen):
            found += tuple(findings)
        yield Step(path, before or after, event, after, _taken(coming, event.ply) if event else None, found)
        before = after


def _taken(coming: list[tuple[Path, Ply]], played: Ply) -> Path | None:
    """Return the address of a played action, and remove it from those to come."""
    for at, (path, ply) in enumerate(coming):
        # One that is misplaced is played elsewhere, and is not the same object then.
        if ply is played or ply.span == played.span != NOWHERE:
            del coming[at]
            return path
    return None
