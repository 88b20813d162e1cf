"""Deals played at random with the referee, some of them irregularly, and records of them with gaps.

Everything is recorded, and blanked in places; the truth is kept next to it.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from notation.corpus import shuffled, trumps_of
from notation.record.model import (
    HIDDEN,
    NO_SUIT,
    UNRECORDED,
    Checkpoint,
    DealRecord,
    Holding,
    Note,
    Ply,
    Record,
    Tag,
    Trick,
    Withdrawn,
)
from notation.record.words import score_words
from notation.specs.spec import write_spec
from referee import Deal, Match, actions
from referee.actions import Action
from referee.cards import NOBODY, PACK, SEATS, SUITS, Card, Seat, mask, members, suit_of
from referee.codes import Effect, Ruling
from referee.decisions import ClaimMode
from referee.rules import RuleSet
from referee.state import Reason, Result
from tests.support.games import first_dealer, length, valid_spec, written
from tests.support.plain import PLAIN
from tests.support.tables import rules_of

REVOKES: Final = ("R210", "R211", "R212")
BLUFFS: Final = ("R220", "R230")
MARKED: Final = (*REVOKES, "R201", "R224", "R232", "R234", "R241", "R242", "R245")
"""Irregularities that may be done here with everybody's knowledge."""
SPECS: Final = (*PLAIN, "santase revoke=3", "sixty-six revoke=lost", "schnapsen revoke=lost", "")
"""If none is given, any rule set with any options."""
UNNUMBERED_PLAYS: Final = (actions.OUT, actions.RESIGN)


class PlayingHabits(NamedTuple):
    """Frequencies of actions, in percent of the opportunities."""

    irregular: int = 0
    revoke: int = 0
    resign: int = 0
    bluff: int = 0
    close: int = 10
    out: int = 2
    marks: bool = True
    to_the_end: bool = False


class ShownPlay(NamedTuple):
    """A card played, its player, the ruling against it, and the deal before it."""

    seat: Seat
    card: Card
    ruling: Ruling | None
    before: Deal


@dataclass
class Truth:
    """A deal as played: its record, and its outcome."""

    record: DealRecord
    end: Deal
    shown: list[ShownPlay] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    game_points: int = 0

    @property
    def result(self) -> Result:
        assert self.end.result is not None
        return self.end.result


class RandomPlay:
    """Plays one deal at random and records all of it."""

    def __init__(self, rules: RuleSet, dealer: Seat, rng: random.Random, habits: PlayingHabits) -> None:
        hands, talon = shuffled(rules, rng)
        self.rng, self.habits = rng, habits
        self.trumps = trumps_of(rules, dealer, hands, talon, rng)
        self.deal = Deal(rules, dealer, list(map(mask, hands)), talon, self.trumps.suit)
        self.hands = tuple((seat, Holding(tuple(hand))) for seat, hand in zip(SEATS, hands, strict=False))
        self.talon = tuple(self.deal.talon)
        self.tricks: list[Trick] = []
        self.drawn: list[Card] = []
        """Cards drawn and not recorded yet."""
        self.shown: list[ShownPlay] = []
        self.winners: list[int] = []

    def chance(self, percent: float) -> bool:
        return self.rng.random() * 100 < percent

    def play(self) -> Truth:
        deal = self.deal
        while not deal.over:
            if self.chance(self.habits.bluff):
                self.bluff()
            choice = self.choose()
            if choice is None:
                deal.finish()
                break
            self.do(*choice)
        reason = deal.result.reason if deal.result else None
        by_itself = deal.rules.claim_mode is ClaimMode.AUTO
        if by_itself and reason in (Reason.OUT, Reason.DEFENDER_OUT) and self.chance(30):
            self.write(Ply(actions.OUT))
        turn_up, suit = self.trumps
        talon = Holding(self.talon) if self.talon else None
        record = DealRecord(1, deal.dealer, turn_up, self.hands, talon, tuple(self.tricks))
        if turn_up is None:
            record = replace(record, suit=suit)
        return Truth(record, deal, self.shown, self.winners)

    def choose(self) -> tuple[Seat, Action, Ruling | None] | None:
        deal, habits = self.deal, self.habits
        for percent, codes in ((habits.revoke, REVOKES), (habits.irregular, MARKED)):
            wrong = self.wrong(codes) if self.chance(percent) else []
            if wrong:
                return self.rng.choice(wrong)
        if self.chance(habits.resign) and not deal.rules.mp_all_pay:
            return Seat(self.rng.randrange(deal.rules.seats)), actions.RESIGN, None
        if deal.forfeit and self.chance(20):
            return None
        enough = deal.points[deal.side_of[deal.turn]] >= 66
        odds = {
            actions.OUT: 0 if habits.to_the_end else 70 if enough else habits.out,
            actions.CLOSE: habits.close,
            actions.CLOSE_SHORT: habits.close,
        }
        legal = deal.legal()
        kept = [choice for choice in legal if self.chance(odds.get(choice[0], 100))]
        if deal.spent and not kept:
            return None
        action, seat = self.rng.choice(kept or legal)
        return seat, action, None

    def bluff(self) -> None:
        """Announce a marriage or an exchange without the cards: it is void, and nobody notices."""
        deal = self.deal
        if deal.lead >= 0 or deal.undrawn or deal.spent or self.drawn or not self.tricks:
            return
        for action in (*map(actions.marriage, SUITS), actions.EXCHANGE):
            seat = deal.turn
            if deal.rules.mp_partners and self.chance(50):
                seat = SEATS[(seat + 2) % 4]
            ruling = deal.why_not(action, seat)
            if ruling and ruling.code.id in BLUFFS and self.chance(25):
                if self.tricks[-1].number <= deal.trick:
                    self.tricks.append(Trick(deal.trick + 1, self.checkpoint()))
                marriage = action != actions.EXCHANGE
                value = deal.marriage_points(actions.marriage_suit(action)) if marriage else 0
                self.write(Ply(action, value, seat if seat != deal.turn else NOBODY, self.checkpoint()))
                return

    def wrong(self, codes: Sequence[str]) -> list[tuple[Seat, Action, Ruling | None]]:
        """What could be done against the rules, and would stand."""
        deal = self.deal
        tried = [*PACK, actions.EXCHANGE, actions.CLOSE, actions.CLOSE_SHORT]
        found: list[tuple[Seat, Action, Ruling | None]] = []
        for seat in SEATS[: deal.rules.seats]:
            for action in tried:
                returned = deal.just_drawn and bool(self.drawn) and not deal.rules.close_before_draw
                if deal.undrawn or (action == actions.CLOSE_SHORT and not returned):
                    continue
                ruling = deal.why_not(action, seat)
                if ruling and ruling.code.id in codes and ruling.code.effect is Effect.STANDS:
                    found.append((seat, action, ruling))
        return found

    def do(self, seat: Seat, action: Action, ruling: Ruling | None) -> None:
        deal, rng = self.deal, self.rng
        behind = action in UNNUMBERED_PLAYS and bool(self.tricks) and self.chance(50)
        if self.drawn and action != actions.CLOSE_SHORT:
            if not behind or self.chance(50):
                self.write(*(Ply(actions.DRAW, card=card) for card in self.drawn))
            self.drawn = []
        at_head = deal.lead < 0 and not deal.undrawn and not deal.spent and action != actions.CLOSE_SHORT
        if (at_head and not behind and (not self.tricks or self.tricks[-1].number <= deal.trick)) or (
            not self.tricks
        ):
            self.tricks.append(Trick(deal.trick + 1, self.checkpoint()))
        named = seat != deal.turn or ruling is not None or self.chance(20)
        back: tuple[Withdrawn, ...] = ()
        if actions.is_play(action) and self.chance(2):
            back = (Withdrawn(rng.choice(list(members(deal.hands[seat])))),)
        value = 0
        if actions.is_marriage(action):
            value = 40 if action == actions.MARRIAGE + deal.trump else 20
        if actions.is_play(action):
            self.shown.append(ShownPlay(seat, action, ruling, deal.copy()))
        before, trick = deal.drawn, deal.trick
        if ruling:
            deal.let_stand(action, ruling)
        else:
            refused = deal.push(action, seat)
            assert refused is None, refused
        if deal.trick > trick:
            self.winners.append(deal.leader)
        if action == actions.CLOSE_SHORT:
            self.drawn = []
        elif deal.drawn > before:
            self.drawn = list(deal.talon[before : deal.drawn])
        if action != actions.DRAW:
            marked = ruling is not None and self.habits.marks
            mine = seat if named else -1
            said = actions.CLOSE if action == actions.CLOSE_SHORT else action
            self.write(Ply(said, value, Seat(mine), self.checkpoint(), irregular=marked, withdrawn=back))

    def write(self, *plies: Ply) -> None:
        self.tricks[-1] = replace(self.tricks[-1], plies=(*self.tricks[-1].plies, *plies))

    def checkpoint(self) -> tuple[Note, ...]:
        if self.deal.over or not self.chance(10):
            return ()
        return (Checkpoint(tuple(self.deal.points)),)


def true_match(
    spec: str, rng: random.Random, habits: PlayingHabits, most: int = 99
) -> tuple[Record, list[Truth]]:
    """A match to its target, or so many deals, with true statements only."""
    rules = rules_of(spec)
    match = Match(rules, dealer=first_dealer(rules, rng))
    most = length(rules, most, rng)
    deals: list[Truth] = []
    while match.winner < 0 and len(deals) < most:
        dealer = match.dealer
        truth = RandomPlay(rules, dealer, rng, habits).play()
        won = truth.game_points = match.add(dealer, truth.result)
        outcome = written(truth.result, won, match.score, rng)
        deals.append(truth)
        stated = outcome if rng.random() < 0.7 else None
        truth.record = replace(truth.record, number=len(deals), result=stated)
    tags = [Tag("Rules", spec)]
    if rng.random() < 0.7:
        tags.append(Tag("Result", score_words(match.score)))
    return Record(tuple(tags), tuple(truth.record for truth in deals)), deals


def any_spec(rng: random.Random) -> str:
    """Any valid rule set with options."""
    return write_spec(rules_of(valid_spec(rng, 3)))


def blanked(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal with gaps: large ones, or one to four cards."""
    return pricked(deal, rng) if rng.random() < 0.4 else riddled(deal, rng)


def pricked(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal without one to four of its cards, as dealt or as played."""
    hands, talon, tricks = dict(deal.hands), deal.talon, list(deal.tricks)
    for _ in range(rng.randrange(1, 5)):
        where = rng.choice((*hands, *[talon, talon] * (talon is not None), None, None))
        if isinstance(where, int):
            hands[where] = without(hands[where], rng)
        elif where is not None:
            talon = without(where, rng)
        else:
            number = rng.randrange(len(tricks))
            plies = list(tricks[number].plies)
            plays = [at for at, ply in enumerate(plies) if ply.plays]
            if plays:
                at = rng.choice(plays)
                plies[at] = replace(plies[at], action=gap(rng))
                tricks[number] = replace(tricks[number], plies=tuple(plies))
    if rng.random() < 0.7:
        tricks = list(map(drawless, tricks))
    return replace(deal, hands=tuple(hands.items()), talon=talon, tricks=tuple(tricks))


def without(holding: Holding, rng: random.Random) -> Holding:
    at = rng.randrange(len(holding.cards))
    return Holding((*holding.cards[:at], gap(rng), *holding.cards[at + 1 :]))


def drawless(trick: Trick) -> Trick:
    return replace(trick, plies=tuple(ply for ply in trick.plies if ply.action != actions.DRAW))


def riddled(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal with large gaps."""
    hands = tuple(
        (seat, holding)
        for seat, whole in deal.hands
        if (holding := holding_blanked(whole, rng.choice(HOW), rng)) is not None
    )
    talon = deal.talon and holding_blanked(deal.talon, rng.choice(HOW), rng)
    kept = rng.choice((deal.trump, deal.trump, None))
    fixed = deal.suit if deal.trump is None else suit_of(deal.trump)
    suit = fixed if kept is None and fixed >= 0 and rng.random() < 0.9 else NO_SUIT
    draws = rng.choice((0, 0, 50, 90, 100, 100))
    plays = rng.choice((0, 0, 3, 10, 30))
    tricks = tuple(trick_blanked(trick, draws, plays, rng) for trick in deal.tricks)
    return replace(deal, hands=hands, talon=talon, trump=kept, suit=suit, tricks=tricks)


HOW: Final = ("whole", "none", "none", "gaps", "some")


def holding_blanked(holding: Holding, how: str, rng: random.Random) -> Holding | None:
    if how == "none":
        return None
    odds = {"whole": 0.0, "gaps": 1.0, "some": rng.random()}[how]
    cards = tuple(gap(rng) if rng.random() < odds else card for card in holding.cards)
    return Holding(cards)


def gap(rng: random.Random) -> Card:
    return rng.choice((UNRECORDED, HIDDEN))


def trick_blanked(trick: Trick, draws: int, plays: int, rng: random.Random) -> Trick:
    """Keep draws and blank plays at these percentages; draws are all kept, removed, or blanked."""
    plies = []
    told = rng.random() * 100 < draws
    for ply in trick.plies:
        if ply.action == actions.DRAW:
            if told:
                plies.append(ply if rng.random() < 0.9 else replace(ply, card=gap(rng)))
            continue
        if ply.withdrawn and rng.random() < 0.2:
            ply = replace(ply, withdrawn=(Withdrawn(gap(rng)),))
        if ply.plays and rng.random() * 100 < plays:
            ply = replace(ply, action=gap(rng))
        if ply.seat >= 0 and not ply.irregular and ply.plays and rng.random() < 0.3:
            ply = replace(ply, seat=NOBODY)
        plies.append(ply)
    return replace(trick, plies=tuple(plies))
