"""What the cards of a deal and its play come to, whatever the score is.

Before anything is played, one function asks each thing of the cards (:data:`DEALT`). Of the deals before it
matters only whether the last was torn, and what a draw has left to be won beside.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Finding, Phrase, Repair, SeatFact, SuitFact
from notation.judge.action import UNREAD, PlayLog
from notation.judge.deal import Setup, play_from, what_is_open
from notation.judge.doubt import OtherReading as OtherReading
from notation.judge.doubt import PlayedDeal as PlayedDeal
from notation.judge.doubt import readings, stands, undecided
from notation.judge.judgement import DealJudgement
from notation.judge.position import seats_of
from notation.judge.worlds import contradiction
from notation.record.model import NO_SUIT, NOBODY, DealRecord, has_unread
from notation.record.traversal import is_half_known, is_unsure, plays_unknown
from notation.text.unread import hides_play, hides_position, swallows_cards, swallows_play
from referee import codes as rulings
from referee import match
from referee.cards import BIT, Card, kind, suit_of
from referee.codes import Effect
from referee.deal import Deal
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
        self, record: DealRecord, circumstances: tuple[object, ...], find: Callable[[], tuple[Repair, ...]]
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


# The cards as they were dealt, or as they lie where a deal is taken up.


def seats_exist(setup: Setup) -> Iterator[Finding]:
    """X119: the head, a hand or a position names a seat that the game does not have."""
    record, position = setup.record, setup.record.position
    seats = [(record.dealer, record.span), *((seat, hand.span) for seat, hand in record.hands)]
    seats += ((seat, position.span) for seat in seats_of(record)) if position else ()
    for seat, span in dict.fromkeys(seats):
        if seat >= setup.rules.seats:
            facts = {"stated_seat": SeatFact(seat), "needed": setup.rules.seats}
            yield Finding(catalogue.SEAT_UNKNOWN, span, facts)


def sizes_fit(setup: Setup) -> Iterator[Finding]:
    """R270, R271: a whole hand or talon is larger or smaller than it is dealt; not asked of a position."""
    rules, record = setup.rules, setup.record
    if record.position:
        return
    for seat, hand in record.hands:
        if hand.is_whole and len(hand.cards) != rules.deal_hand_size and seat < rules.seats:
            facts: dict[str, Fact] = {
                "seat": SeatFact(seat),
                "stated": len(hand.cards),
                "needed": rules.deal_hand_size,
            }
            yield Finding(rulings.HAND_SIZE, hand.span, facts, seat=seat)
    talon = record.talon
    if talon and talon.is_whole and len(talon.cards) != rules.talon_size:
        sizes = {"stated": len(talon.cards), "needed": rules.talon_size}
        yield Finding(rulings.TALON_SIZE, talon.span, sizes)


def position_adds_up(setup: Setup) -> Iterator[Finding]:
    """X127, X128, R24x: a position contradicts itself, or its talon was closed against the rules.

    Not asked where it could not be read, or where a hand or what was won is given twice.
    """
    position = setup.record.position
    if setup.middle and position and position.lead >= 0 and setup.record.is_stated_once:
        yield from setup.middle.faults()


def cards_belong(setup: Setup) -> Iterator[Finding]:
    """R206, X114: a card is not of the pack, or it is dealt once too often.

    The turn-up counts where it is named and the talon does not show it; in a position, while it lies there.
    """
    rules, record = setup.rules, setup.record
    seen: set[Card] = set()
    holdings = [(seat, hand.span, hand.cards) for seat, hand in dict(record.hands).items()]
    won = record.position.won if record.position else ()
    holdings += ((seat, pile.span, pile.cards) for seat, pile in won)
    if record.talon is not None:
        holdings.append((NOBODY, record.talon.span, record.talon.cards))
    if record.trump is not None and _is_apart(setup, record.trump):
        holdings.insert(0, (NOBODY, record.span, (record.trump,)))
    for seat, span, cards in holdings:
        for card in cards:
            if card < 0:
                continue
            if not rules.deck_cards & BIT[card]:
                yield Finding(rulings.NOT_IN_DEAL, span, {"card": CardFact(card)}, seat=seat)
            elif card in seen:
                code = catalogue.CARD_TWICE if kind(card) == card else _THREE_TIMES
                yield Finding(code, span, {"card": CardFact(card)}, seat=seat)
            seen.add(card)


_THREE_TIMES: Final = catalogue.CARD_TWICE.saying("{card} is dealt three times")
"""Where there are two of each."""


def _is_apart(setup: Setup, turn_up: Card) -> bool:
    """Whether a turn-up is a card beside those of the talon as written."""
    talon = setup.record.talon
    if not setup.rules.talon_size:  # it is in a hand
        return False
    if setup.last >= 0 or (talon is not None and turn_up in talon.cards):
        return False
    if setup.record.position:  # it may be gone by now
        return bool(setup.starts) and all(deal.talon_left for deal in setup.starts)
    return True


def _is_not_held(setup: Setup, turn_up: Card) -> bool:
    """Whether the card that fixed trumps is in another hand, or not in the hand of who was dealt it."""
    hands = dict(setup.record.hands)
    own = hands.pop(setup.holder_of_turn_up, None)
    if own and turn_up in own.cards:
        return False  # twice at most, which is another fault
    return (own is not None and own.is_known) or any(turn_up in hand.cards for hand in hands.values())


def turn_up_fits(setup: Setup) -> Iterator[Finding]:
    """X112, X131: the turn-up is not the card that the talon ends with, or not in the hand that got it."""
    trump, last = setup.record.trump, setup.last
    if trump is not None and setup.holder_of_turn_up >= 0 and _is_not_held(setup, trump):
        holder = setup.holder_of_turn_up
        facts: dict[str, Fact] = {"card": CardFact(trump), "seat": SeatFact(holder)}
        yield Finding(catalogue.TURN_UP_HELD, setup.record.span, facts, seat=holder)
    if last >= 0 and trump is not None and trump != last:
        facts = {"card": CardFact(trump), "turn_up": CardFact(last)}
        yield Finding(catalogue.TURN_UP, setup.record.span, facts)


def trump_suit_fits(setup: Setup) -> Iterator[Finding]:
    """X126: the trump suit is not that of the card that the talon ends with.

    Where something in the head could not be read, the suit may be half of a card.
    """
    suit, last = setup.record.suit, setup.last
    if last >= 0 and not has_unread(setup.record.notes) and suit not in (NO_SUIT, suit_of(last)):
        facts = {"suit": SuitFact(suit), "turn_up": CardFact(last)}
        yield Finding(catalogue.TRUMP_SUIT, setup.record.span, facts)


def opening_belongs(setup: Setup) -> Iterator[Finding]:
    """X138: something is said before the first lead in a game that begins with it."""
    opening = setup.record.opening
    if opening and not setup.rules.auction.contracts:
        yield Finding(catalogue.OPENING_FOREIGN, opening.span)


_NO_PACKETS: Final = catalogue.PACKET_SIZE.saying(
    "the bar in the hand of {seat} means nothing under these rules"
)
"""Trumps are not named from a part of the hand."""


def packets_fit(setup: Setup) -> Iterator[Finding]:
    """X141: a bar in a hand does not stand where those cards end that are dealt first."""
    hands = dict(setup.record.hands)
    for seat, stated in setup.record.packets:
        needed = setup.rules.auction.packet
        facts: dict[str, Fact] = {"seat": SeatFact(seat), "stated": stated, "needed": needed}
        if stated != needed:
            code = catalogue.PACKET_SIZE if needed else _NO_PACKETS
            yield Finding(code, hands[seat].span, facts, seat=seat)


DEALT: Final = (
    seats_exist,
    sizes_fit,
    position_adds_up,
    cards_belong,
    turn_up_fits,
    trump_suit_fits,
    opening_belongs,
    packets_fit,
)
"""What is asked of the cards before anything is played."""


# The play.


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
        deal = self._play_on()
        if deal is None:
            self.findings.append(cited(cannot_judge(record, what_is_open(setup.starts)), self.rules))
        elif setup.has_gaps:
            self._weigh(before)
        return deal is not None

    def _is_over(self) -> bool:
        """Whether a position of which nothing is played shows a deal that has ended; then it is judged."""
        alone = PlayLog.of(self.record)
        play_from(self.setup, replace(self.record, result=None), alone)
        return alone.entry.result is not None and self._play_on() is not None

    def _play_on(self) -> Deal | None:
        """Play the deal, and add what is found."""
        log = PlayLog(self.entry)
        deal = play_from(self.setup, self.record, log)
        self.findings += map(self._excused, log.findings)
        return deal

    def _excused(self, finding: Finding) -> Finding:
        """A finding about the play.

        A card is not missing that a remark has swallowed, or that was written with the number once more.
        """
        due = (finding.facts or {}).get("expected")
        if finding.code in (catalogue.TRICK_SHORT, catalogue.TRICK_ORDER) and any(
            swallows_play(trick) or has_unread(trick.notes)
            for trick in self.record.tricks
            if trick.number == due or not any(ply.plays for ply in trick.plies)
        ):
            facts: dict[str, Fact] = {"what": Phrase("the play"), "why": UNREAD}
            return Finding(catalogue.CANNOT_DECIDE, finding.span, facts)
        return finding

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
