"""Cards that are not recorded: what the rest of the record proves of them, and what it leaves open.

Serves :mod:`notation.judge.play` while a deal with gaps is judged. Nothing is guessed: a card is taken as
known where nothing else is possible, and a trick goes on where it comes to the same in every case. Long,
because all of it is one state and what is asked of that.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from itertools import combinations, product
from typing import Final, NamedTuple

from notation.findings.finding import CardFact, Phrase, Related, SeatFact, SuitFact
from notation.judge.assertions import within
from notation.judge.judgement import Attempt
from notation.limits import spend
from notation.record.model import NOBODY, DealRecord, Ply, Span, Trick
from notation.text.unread import unread_before_play
from referee import actions
from referee import codes as rulings
from referee import partial as gaps
from referee.actions import Action
from referee.auction import needed_for
from referee.cards import (
    BIT,
    MARRIAGE_CARDS,
    NO_CARD,
    SEATS,
    Card,
    Cards,
    Seat,
    both,
    copy_in,
    mask,
    members,
    second_copy,
)
from referee.codes import Effect, Ruling
from referee.contracts import MARRIAGE_IN_TWO_PACKS
from referee.deal import Deal
from referee.decisions import Revoke
from referee.partial import PartialDeal
from referee.rules import RuleSet

IS_OVER: Final = Phrase("whether the deal is over")
ALLOWED: Final = Phrase("whether this was allowed")
WORTH: Final = Phrase("what the deal is worth")
CLAIM_RIGHT: Final = Phrase("whether the claim is right")
"""What cannot be decided."""

_BY_ANYBODY: Final = frozenset({actions.DRAW, actions.RESIGN, actions.EXCHANGE})
"""What can be done by others than the winner of the trick before."""
MAX_WORLDS: Final = 8000
"""States that are weighed in one deal; a deal of nothing but unknown cards has about so many."""


class ShownCard(NamedTuple):
    """A card that is played: at which action of the deal, where in the text, from whose hand."""

    order: int
    card: Card
    span: Span
    seat: Seat


class PossibleWorlds:
    """What is known of unrecorded cards, at one action of a deal after the other.

    ``proofs`` are the plays of a first reading of the same deal, which tell who holds what until then;
    without them this is that reading. Without a record the cards as dealt are all known.
    """

    def __init__(
        self,
        rules: RuleSet,
        record: DealRecord | None,
        proofs: Iterable[ShownCard] | None = None,
        weighed: list[int] | None = None,
    ) -> None:
        self.shown: list[ShownCard] = []
        """The plays so far."""
        self.worlds: list[Deal] = []
        """The states that a trick may be in, while one of its cards is not known."""
        self.may_be_revoke = False
        """Whether some play broke a duty if its player held a card that is not known."""
        hands = dict(record.hands) if record else {}
        self.went_on: Span | None = None
        """Where it was first taken as known that 66 had not ended the deal, because it goes on."""
        self._hidden_hand = [
            record is not None and not (seat in hands and hands[seat].is_known)
            for seat in SEATS[: rules.seats]
        ]
        self._unread = record is not None and bool(unread_before_play(record))
        self._rehearsing = proofs is None
        self._proofs = tuple(proofs or ())
        self._order = 0
        self._weighed = [0] if weighed is None else weighed
        """How many states have been weighed, those of variations included."""
        self._rest: tuple[Ply, ...] = ()
        """The actions still to come, this one first."""
        self._in_trick = 0
        """How many of them belong to this trick."""
        self._opened = False
        self._layer: Seat = NOBODY
        """Who has laid cards away that are not known."""
        self._proved: dict[Card, Span] = {}
        self._reported: set[str] = set()

    are_known: Final = False

    @property
    def in_doubt(self) -> bool:
        """Whether a card of the trick that is open is not known."""
        return bool(self.worlds)

    def revoke_open(self, deal: Deal) -> bool:
        """Whether nobody can tell if a revoke has decided the deal, where the rules let one decide it."""
        return self.may_be_revoke and deal.rules.irr_revoke is not Revoke.NONE

    def now(self, deal: Deal) -> Deal:
        """The deal, or one of the states that the open trick may be in."""
        return self.worlds[0] if self.worlds else deal

    def alone(self) -> "PossibleWorlds":
        """The same for a variation, of which nothing later proves anything."""
        other = copy(self)
        other._proofs, other.shown, other.worlds = (), [], []
        return other

    def start_trick(self, deal: Deal) -> None:
        """Take as known, where a trick starts, what the cards that are left prove."""
        gaps.deduce(deal)

    def allow(self, points: tuple[int, ...]) -> bool:
        """Whether stated points are those of some state that the open trick may be in."""
        return any(within(points, world.own_points, world.own_slack) for world in self.worlds)

    def look(self, plies: tuple[Ply, ...], following: tuple[Trick, ...]) -> None:
        """Come to the next action: the first of ``plies``, those of this trick that are left."""
        self._order += 1
        self._rest = (*plies, *(ply for trick in following for ply in trick.plies))
        self._in_trick = len(plies)

    def why(self, what: Phrase, seat: Seat) -> Phrase | None:
        """Why something about a seat cannot be decided, the first time that it cannot; then nothing."""
        if str(what) in self._reported:
            return None
        self._reported.add(str(what))
        if seat < 0:
            return Phrase("a card is not recorded")
        if seat == self._layer:
            return Phrase("the record does not say which cards {seat} laid away", {"seat": SeatFact(seat)})
        if self._hidden_hand[seat] and self._unread:
            return Phrase(
                "the hand of {seat} is not recorded, or could not be read", {"seat": SeatFact(seat)}
            )
        if self._hidden_hand[seat]:
            return Phrase("the hand of {seat} is not recorded", {"seat": SeatFact(seat)})
        return Phrase("the talon is not recorded")

    # Cards that are known.

    def show(self, deal: Deal, card: Card, seat: Seat) -> None:
        """Take a card as one of a seat's, where it can be."""
        card = self._copy(deal, card, seat)
        if not deal.hands[seat] & BIT[card] and gaps.possible(deal, seat) & BIT[card]:
            gaps.reveal(deal, seat, card)

    def lay_unknown(self, deal: Deal) -> None:
        """Lay a card away that is not known; what is played later was not laid away."""
        self._layer, self._opened = deal.turn, False
        gaps.as_partial(deal).lay_unknown()

    def card(self, deal: Deal, ply: Ply, seat: Seat) -> Card:
        """The card that a play plays: the one that is written, or the only one that it can be."""
        card = ply.played
        if deal.over:
            return card
        if self.worlds:
            if card >= 0:
                world = self.worlds[0]
                held = self._copy(world, card, world.turn)
                self.shown.append(ShownCard(self._order, held, ply.span, world.turn))
            return card
        if deal.lead < 0:
            gaps.deduce(deal)
            self._foresee_draws(deal)
        self._open_hands(deal)
        if card < 0:
            candidates = list(members(self._candidates(deal, deal.turn if seat < 0 else seat)))
            if len(candidates) != 1:
                return card
            card = candidates[0]
        others = range(deal.rules.seats) if deal.lead < 0 and seat < 0 else ()
        for holder in (deal.turn if seat < 0 else seat, *others):
            self.show(deal, card, holder)
            held = self._copy(deal, card, holder)
            if deal.hands[holder] & BIT[held]:
                self.shown.append(ShownCard(self._order, held, ply.span, holder))
                return held
        return card

    def _copy(self, deal: Deal, card: Card, seat: Seat) -> Card:
        """The copy of a card that a seat holds, or can hold, where there are two."""
        if card < 0 or not deal.terms.has_copies:
            return card
        free = mask(each for each in members(both(card)) if not self._elsewhere(each, seat))
        possible = gaps.possible(deal, seat)
        return copy_in(card, (deal.hands[seat], possible & free, possible))

    def _foresee_draws(self, deal: Deal) -> None:
        """Put the cards into the talon that are drawn after this trick."""
        draws = [ply.card for ply in self._rest[: self._in_trick] if ply.action == actions.DRAW]
        for place, card in zip(range(deal.drawn, len(deal.talon)), draws, strict=False):
            copies = (card, second_copy(card)) if deal.terms.has_copies and card >= 0 else (card,)
            for each in copies:
                if deal.talon[place] < 0 <= each and gaps.unplaced(deal) & BIT[each]:
                    deal.talon[place] = each

    def _open_hands(self, deal: Deal) -> None:
        """Once nobody draws, every card that is played later is in the hand."""
        if self._opened or not deal.strict or (deal.auction is not None and NO_CARD in deal.talon):
            return
        self._opened = True
        coming = [proof for proof in self._proofs if proof.order >= self._order]
        for proof in coming:
            card, possible = proof.card, gaps.possible(deal, proof.seat)
            if deal.terms.has_copies:  # what matters is how many of the two a seat plays
                copies = both(card)
                played = [other for other in coming if other.seat == proof.seat and copies & BIT[other.card]]
                if (deal.hands[proof.seat] & copies).bit_count() >= len(played):
                    continue
                card = next(members(possible & copies), card)
            if possible & BIT[card]:
                gaps.reveal(deal, proof.seat, card)
                self._proved[card] = proof.span
        gaps.deduce(deal)

    def _elsewhere(self, card: Card, seat: Seat) -> Span | None:
        """Where it is seen that a seat did not hold a card: another plays it, or it is drawn.

        Where there are two of each, one that is drawn may be the other.
        """
        for proof in self._proofs:
            if proof.card == card and proof.seat != seat and proof.order >= self._order:
                return proof.span
        draws = (ply for ply in self._rest if ply.action == actions.DRAW and ply.card == card)
        return next((ply.span for ply in draws), None)

    # What the rules say, as far as the cards are known.

    def do(self, deal: Deal, action: Action, seat: Seat) -> Attempt:
        """Do an action if the rules allow it, whatever the cards are that are not known."""
        if action >= actions.NAME_TRUMP and not deal.over:
            return self._say_before_lead(deal, action, deal.turn if seat < 0 else seat)
        attempt = Attempt(deal.why_not(action, seat)) if deal.over else self._weigh(deal, action, seat)
        if attempt.ruling or attempt.undecided:
            return attempt
        what = CLAIM_RIGHT if action == actions.OUT else IS_OVER
        return attempt._replace(undecided=self.decide(deal, lambda world: world.push(action, seat), what))

    def _weigh(self, deal: Deal, action: Action, seat: Seat) -> Attempt:
        """What the rules say of an action once all that can be is known, and what they leave open."""
        acting = deal.turn if seat < 0 else seat
        if actions.is_marriage(action):
            self._open_hands(deal)
            suit = action - actions.MARRIAGE
            doubt = Phrase(
                "whether {seat} held king and queen of {suit}",
                {"seat": SeatFact(acting), "suit": SuitFact(suit)},
            )
            pair = mask(self._copy(deal, card, acting) for card in members(MARRIAGE_CARDS[suit]))
            if deal.terms.has_copies and any((of.seat, of.suit) == (acting, suit) for of in deal.marriages):
                pair = MARRIAGE_IN_TWO_PACKS[suit]  # a second of the suit needs all four
            return self._assume(deal, action, acting, pair, doubt)
        if action == actions.EXCHANGE:
            low = self._copy(deal, deal.lowest_trump, acting)
            lucky = deal.copy()
            lucky.tricks[deal.side_of[acting]] += deal.untold
            if deal.untold and deal.why_not(action, seat) and lucky.why_not(action, seat) is None:
                return Attempt(undecided=ALLOWED)
            doubt = Phrase("whether {seat} held {card}", {"seat": SeatFact(acting), "card": CardFact(low)})
            return self._assume(deal, action, acting, BIT[low], doubt)
        ruling = deal.why_not(action, seat)
        if ruling is None and actions.is_play(action) and self._may_revoke(deal, action, acting, seat):
            self.may_be_revoke = True
            facts = {"seat": SeatFact(acting)}
            return Attempt(doubt=Phrase("whether {seat} could have followed suit, headed or trumped", facts))
        return Attempt(ruling)

    def _say_before_lead(self, deal: Deal, action: Action, seat: Seat) -> Attempt:
        """What the rules say of a word before the first lead, where a seat may hold what it needs."""
        self._open_hands(deal)
        gaps.show(deal, action, seat)
        held = deal.hands[seat]
        place = action - actions.CONTRACT
        contracts = deal.rules.auction.contracts
        needed = needed_for(deal, contracts[place]) if 0 <= place < len(contracts) else ()
        ruling = deal.push(action, seat)
        if ruling or not needed or any(not cards & ~held for cards in needed):
            return Attempt(ruling)
        return Attempt(doubt=Phrase("whether {seat} held the cards for that", {"seat": SeatFact(seat)}))

    def _may_revoke(self, deal: Deal, card: Card, acting: Seat, seat: Seat) -> bool:
        """Whether a play that the known cards allow breaks a duty if some other card is in the hand."""
        return any(self._forbidding(deal, card, acting, seat))

    def _forbidding(self, deal: Deal, card: Card, acting: Seat, seat: Seat) -> Iterator[Cards]:
        """The cards, each by itself, that forbid a play if they are in the hand, and may be there."""
        if not deal.strict or deal.lead < 0:
            return
        for other in members(gaps.possible(deal, acting)):
            if not self._elsewhere(other, acting):
                spend()
                world = deal.copy()
                gaps.reveal(world, acting, other)
                if world.why_not(card, seat) is not None:
                    yield BIT[other]

    def _assume(self, deal: Deal, action: Action, seat: Seat, needed: Cards, doubt: Phrase) -> Attempt:
        """What the rules say if a seat holds what an announcement needs, where that is possible."""
        missing = needed & ~deal.hands[seat]
        ruling = deal.why_not(action, seat)
        if self._rehearsing and actions.is_marriage(action):
            return Attempt(ruling)  # whose the cards are is what the first reading is to show
        exchange = action == actions.EXCHANGE
        held = all(exchange or not self._elsewhere(card, seat) for card in members(missing))
        possible = gaps.possible(deal, seat)
        if not missing or missing & ~possible or missing.bit_count() > deal.unseen[seat] or not held:
            return Attempt(ruling)
        world = deal.copy()
        for card in members(missing):
            gaps.reveal(world, seat, card)
        ruling = world.why_not(action, seat)
        if ruling is not None and ruling.code.effect is not Effect.STANDS:
            return Attempt(ruling)
        for card in members(missing):
            gaps.reveal(deal, seat, card)
        return Attempt(ruling, doubt)

    def related(self, ruling: Ruling) -> Related | None:
        """The place that proves what a ruling says of a card."""
        facts = ruling.facts
        if ruling.code.point == rulings.REVOKE:
            for card in members(facts["cards"]):
                if card in self._proved:
                    return Related(
                        self._proved[card], Phrase("{card} is played here", {"card": CardFact(card)})
                    )
        if ruling.code is rulings.MARRIAGE_NOT_HELD:
            for card in members(MARRIAGE_CARDS[facts["suit"]]):
                span = self._elsewhere(card, ruling.seat)
                if span:
                    return Related(span, Phrase("{card} is seen here", {"card": CardFact(card)}))
        return None

    def decide(self, deal: Deal, do: Callable[[Deal], object], what: Phrase) -> Phrase | None:
        """Do what may end a deal; returns what nobody can tell where points or a revoke leave it open."""
        if not deal.is_blurred:
            do(deal)
        elif not settles(deal, do) and not self._stays_open(deal, do):
            return what
        if deal.over and self.revoke_open(deal):
            deal.result = None
            return Phrase("whether a revoke has decided the deal")
        return None

    def take_up(self, deal: Deal, tricks: tuple[Trick, ...]) -> Phrase | None:
        """End a deal that was over when it was taken up; returns what of that is undecided."""
        plies = [ply for trick in tricks for ply in trick.plies]
        self._rest = (*plies[:1], *plies)
        return self.decide(deal, Deal.end_if_reached, IS_OVER)

    def _stays_open(self, deal: Deal, do: Callable[[Deal], object]) -> bool:
        """Do what ends a deal only where 66 is reached, if cards are played after it: then it was not."""
        announced, *rest = self._rest or (Ply(actions.OUT),)
        carried = actions.is_marriage(announced.action)  # whose lead may be written after the end
        world = deal.copy()
        if not isinstance(world, PartialDeal) or sum(ply.plays for ply in rest) <= carried:
            return False
        do(world)
        if world.over or not world.ended_by():
            return False
        do(deal)
        gaps.as_partial(deal).stay_open()
        self.went_on = self.went_on or announced.span
        return True

    # Tricks with a card that is not known.

    def _candidates(self, deal: Deal, seat: Seat) -> Cards:
        """The cards that an unrecorded play of a seat can be: none that comes to light later."""
        later = once = 0
        for ply in self._rest[1:]:
            exchanged = ply.action == actions.EXCHANGE
            shown = deal.lowest_trump if exchanged else ply.played if ply.plays else ply.card
            cards = mask(card for card in (shown, *ply.cards_back) if card >= 0)
            if deal.terms.has_copies:  # of two equal cards both have to come to light
                once, cards = once | cards, cards & once
                cards |= mask(map(second_copy, members(cards)))
            later |= cards
        return (deal.hands[seat] | gaps.possible(deal, seat)) & ~later

    def in_open_trick(
        self, deal: Deal, ply: Ply, action: Action, seat: Seat, turn: Seat
    ) -> Deal | Ruling | Phrase | None:
        """What an action comes to where a card of the open trick is not known: the deal as it stands then.

        The ruling where it is against the rules in every case, what nobody can tell where that cannot
        be determined, and None where every card of the trick is known.
        """
        if ply.plays and (action < 0 or self.worlds):
            if seat not in (NOBODY, turn):
                return Phrase("which card was played out of turn")
            return self._play(deal, ply)
        if self.worlds:
            return self._say(deal, action, turn if seat < 0 else seat)
        return None

    def _play(self, deal: Deal, ply: Ply) -> Deal | Ruling | Phrase:
        """Play a card that is not known, or one to a trick that holds such a card."""
        worlds: list[Deal] = []
        refused = set()
        for world in self.worlds or [deal]:
            seat = world.turn
            played = self._copy(world, ply.played, seat)
            for card in [played] if ply.action >= 0 else members(self._candidates(world, seat)):
                spend()
                after = world.copy()
                self.show(after, card, seat)
                ruling = after.why_not(card)
                if ruling is None or (ruling.code.effect is Effect.STANDS and ruling.seat == seat):
                    play = _plays(card, ruling)
                    if not settles(after, play) and not self._stays_open(after, play):
                        return IS_OVER
                else:
                    refused.add((ruling.code, ruling.seat, tuple(ruling.facts.items())))
                    continue
                worlds.append(after)
                self._weighed[0] += 1
                if self._weighed[0] > MAX_WORLDS:
                    return Phrase("how the deal went on")
        self.worlds = worlds
        if not worlds and ply.action >= 0 and len(refused) == 1:
            [(code, seat, facts)] = refused
            return Ruling(code, seat, dict(facts))
        if not worlds:
            return Phrase("which card was played")
        if worlds[0].lead >= 0:
            return deal
        self.worlds = []
        return self._resolved(worlds)

    def _say(self, deal: Deal, action: Action, seat: Seat) -> Deal | Ruling | Phrase:
        """Do anything else in a trick that holds such a card, if it can be done in every case."""
        worlds = [world.copy() for world in self.worlds]
        if deal.terms.opens:  # in its turn a seat announces what it may hold
            for world in worlds:
                gaps.show(world, action, seat)
            worlds = [world for world in worlds if world.why_not(action, seat) is None] or worlds
        refused = [world.why_not(action, seat) for world in worlds]
        if any(refused):
            alike = len({ruling and ruling.code for ruling in refused}) == 1
            return refused[0] if alike and refused[0] else ALLOWED
        settled = all(settles(world, lambda case: case.push(action, seat)) for world in worlds)
        if not settled or len({world.result and world.result.verdict for world in worlds}) > 1:
            return WORTH
        said = gaps.common(worlds)
        _blur(said)
        self.worlds = [] if said.over else worlds
        return said if said.over else deal

    def _resolved(self, worlds: list[Deal]) -> Deal | Phrase:
        """What is known after a trick whose winner is the same in every case, or shown by the next lead."""
        fitting = self._fitting(worlds)
        differing = _differing(fitting, worlds[0].trick)
        if differing:
            return differing
        deal = gaps.common(fitting)
        _blur(deal)
        return deal

    def _fitting(self, worlds: list[Deal]) -> list[Deal]:
        """The states after a trick that fit what is done next."""
        after = [ply for ply in self._rest[1:] if ply.action not in _BY_ANYBODY]
        leads = [ply for ply in after if ply.plays][:1]
        if any(ply.irregular for ply in (*after[:1], *leads)):
            after, leads = [], []  # out of turn, it shows nothing
        first = after[0] if after else Ply(actions.DRAW)
        lead = leads[0].played if leads else NO_CARD
        return [world for world in worlds if _can_act(world, first) and _can_lead(world, lead)]


def settles(deal: Deal, do: Callable[[Deal], object]) -> bool:
    """Do what may end a deal, if it comes to the same whatever the unknown points are; whether it does."""
    if not (any(deal.slack) or any(deal.close_slack) or deal.untold or deal.close_untold):
        spend()
        do(deal)
        return True
    results = set()
    for more in product(*({0, slack} for slack in deal.slack)):
        for early in _early(deal, more):
            for world in _by_tricks(deal):
                spend()
                world.points = [points + slack for points, slack in zip(world.points, more, strict=True)]
                world.close_points = tuple(map(sum, zip(world.close_points, early, strict=True)))
                do(world)
                results.add((world.result and world.result.verdict, world.forfeit and world.forfeit.verdict))
    if len(results) > 1:
        return False
    do(deal)
    _blur(deal)
    return True


def _differing(worlds: Sequence[Deal], trick: int) -> Phrase | None:
    """What is not the same in all of some states after a trick, if anything."""
    if len({world.leader for world in worlds}) != 1:
        return Phrase("who took trick {trick}", {"trick": trick})
    if len({world.result and world.result.verdict for world in worlds}) != 1:
        return Phrase("whether trick {trick} ended the deal", {"trick": trick})
    if len({(world.marriages, tuple(world.pending)) for world in worlds}) != 1:
        return Phrase("whether the marriage counts")
    if len({world.forfeit and world.forfeit.verdict for world in worlds}) != 1:
        return Phrase("whether somebody revoked in trick {trick}", {"trick": trick})
    return None


def _early(deal: Deal, more: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """How many of the points that are not known each seat may have had at the close, if there was one."""
    if not deal.close_points:
        return iter([()])
    known = deal.close_slack or (0,) * len(more)
    return product(*({0, slack, before} for slack, before in zip(more, known, strict=True)))


def _by_tricks(deal: Deal) -> Iterator[Deal]:
    """Copies of a deal, the tricks that nobody knows the winner of with one side, another, and several."""
    sides = len(deal.tricks)
    for won, before in product(_shares(deal.untold, sides), _shares(deal.close_untold, sides)):
        world = deal.copy()
        world.tricks = list(map(sum, zip(world.tricks, won, strict=True)))
        world.close_tricks = tuple(map(sum, zip(world.close_tricks, before, strict=False)))
        yield world


def _shares(untold: int, sides: int) -> Iterator[tuple[int, ...]]:
    """How many of some tricks each side can have, as far as it makes a difference: none, or some of them."""
    if not untold:
        yield (0,) * sides
        return
    for some in range(1, min(untold, sides) + 1):
        for chosen in combinations(range(sides), some):
            rest = untold - some
            yield tuple((side in chosen) + rest * (side == chosen[-1]) for side in range(sides))


def _plays(card: Card, ruling: Ruling | None) -> Callable[[Deal], object]:
    return (lambda deal: deal.let_stand(card, ruling)) if ruling else (lambda deal: deal.push(card))


def _blur(deal: Deal) -> None:
    """A result in which points are unknown has none."""
    if deal.result and any(deal.slack):
        deal.result = deal.result._replace(card_points=())


def _can_act(world: Deal, ply: Ply) -> bool:
    """Whether who leads next, or where he leads no card his partner, is the seat that is named, if one is."""
    if ply.seat == NOBODY or ply.plays:
        return ply.seat in (NOBODY, world.leader)
    seats = world.rules.seats
    return ply.seat < seats and world.side_of[ply.seat] == world.side_of[world.leader]


def _can_lead(world: Deal, card: Card) -> bool:
    """Whether a card can be led next, if it is known."""
    if card < 0 or world.over:
        return True
    if world.undrawn:
        world = world.copy()
        world.push(actions.DRAW)
    held = world.hands[world.leader] | gaps.possible(world, world.leader)
    either = BIT[second_copy(card)] if world.terms.has_copies else 0
    return bool(held & (BIT[card] | either))
