"""One deal, played: the only thing that changes a :class:`referee.state.DealState`.

Everything that plays cards stands on this: records, replays, live tables and bulk checking. It holds one
deal under one rule set and nothing else; it never raises for what a player does, and never looks past the
deal. One class does all that changes a state, so the module is long.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee import auction, legality
from referee.actions import (
    ACTIONS_BY_NUMBER,
    ALL_ACTIONS,
    CARDS,
    CLOSE_SHORT,
    CONTRACT,
    DOUBLE,
    DRAW,
    EXCHANGE,
    MARRIAGE,
    NAME_TRUMP,
    NO_TRUMP,
    OUT,
    PASS,
    RESIGN,
    TURN_UP,
    TURN_UP_UNSEEN,
    Action,
    is_marriage,
    turned_card,
)
from referee.cards import (
    BEATS,
    BIT,
    CARDS_BY_NUMBER,
    FOLLOW,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    POINTS,
    RANKS,
    SEATS,
    SUIT_CARDS,
    SUITS,
    Card,
    Cards,
    Seat,
    Suit,
    card_name,
    copy_in,
    mask,
    members,
    points_of,
    seat_name,
    suit_of,
)
from referee.codes import MARRIAGE_WRONG_LEAD, REVOKE, Effect, Ruling
from referee.contracts import FOLLOW_IN_TWO_PACKS, Aim, Opening, beats_in_first, beats_of, trumps_of
from referee.decisions import ClaimMode, MarriageCount, TrumpCard
from referee.legality import playable
from referee.rules import DECISIONS, NEWER, OF_A_SERIES, RuleSet
from referee.settlement import (
    claim_holds,
    claimed,
    led_wrongly,
    not_played,
    played_out,
    reaches,
    resigned,
    revoked,
    under_contract,
)
from referee.state import NEVER, NOTHING, TARGET, AuctionState, DealState, Dealt, Marriage, Reason, Result
from referee.terms import Terms, terms_of

# Members of enumerations by names of their own: Python 3.11 looks those up much faster.
AUTO: Final = ClaimMode.AUTO
NEVER_SAID: Final = ClaimMode.NEVER
AT_ONCE: Final = MarriageCount.AT_ONCE
WITH_TRICK: Final = MarriageCount.WITH_TRICK

STOOD: Final = 128
"""Added to the seat of an action in a history, where a ruling let it stand."""
VERSION: Final = 1
"""The first byte of a packed deal."""
UNTURNED: Final = 255
"""In the place of the trump suit of a packed deal: trumps are named, and no card is turned up."""
DIGEST: Final = 8
"""How many bytes of a rule set's digest a packed deal has."""


FIRST_BATCH: Final = 3
"""How many cards who may name trumps looks at before; his next card is turned up if he does not."""


def fixes_trumps(rules: RuleSet, dealer: Seat) -> Seat:
    """Who is dealt the card that fixes trumps where there is no talon (`deal.trump_card`)."""
    return dealer if rules.deal_trump_card is TrumpCard.LAST else SEATS[(dealer + 1) % rules.seats]


def shown_for_trumps(rules: RuleSet, dealer: Seat, order: Sequence[Card]) -> Card:
    """The card that fixes trumps (`deal.trump_card`), of cards in the order of :meth:`Deal.dealt_from`."""
    if rules.draws:
        return order[-1]
    last = rules.deal_hand_size - 1
    place = last if rules.deal_trump_card is TrumpCard.LAST else min(FIRST_BATCH, last)
    return order[fixes_trumps(rules, dealer) * rules.deal_hand_size + place]


def hands_and_talon(rules: RuleSet, order: Sequence[Card]) -> tuple[list[Sequence[Card]], Sequence[Card]]:
    """The hands by seat, and the talon from the top, of cards in the order of :meth:`Deal.dealt_from`."""
    size, seats = rules.deal_hand_size, rules.seats
    return [order[seat * size : seat * size + size] for seat in range(seats)], order[seats * size :]


def first_packet(rules: RuleSet, dealer: Seat, hands: Sequence[Sequence[Card]]) -> tuple[Cards, Card]:
    """What whoever names trumps has seen by then of hands in the order of dealing, and his next card.

    Nothing and -1 where the rules have no such packet, or where its cards are not known.
    """
    size = rules.auction.packet
    hand = hands[fixes_trumps(rules, dealer)]
    if not size or min(hand[:size]) < 0:
        return 0, NO_CARD
    return mask(hand[:size]), hand[size]


class DealError(ValueError):
    """Cards, a dealer or a trump suit that cannot be those of a deal of the rules; the message says why."""


class IllegalAction(ValueError):  # noqa: N818 - what is illegal is not an error of the program
    """An action that the rules do not allow, with the ruling that says why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling.message())
        self.ruling = ruling


class SeatStanding(NamedTuple):
    """How a seat stands: what it has, and what a claim of its would come to now.

    ``points`` are those that a claim can be made with, ``pending`` those of marriages that wait for a trick.
    """

    points: int
    pending: int
    tricks: int
    may_claim: bool
    """Whether the rules let the seat claim now, rightly or falsely."""
    claim_holds: bool
    """Whether such a claim would be right."""


class DealPosition(NamedTuple):
    """A deal at the head of a later trick, every card known.

    ``hands`` and ``talon`` are what is left, the talon from the top with the turn-up last; ``closer`` is -1
    where the talon is open or used up, else ``close_points`` and ``close_tricks`` are what each seat had at
    the close. ``marriages`` are those that were announced; among partners none is announced twice.
    """

    hands: tuple[Cards, ...]
    talon: tuple[Card, ...]
    trump: Suit
    leader: Seat
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    pending: tuple[int, ...] = ()
    closer: Seat = NOBODY
    close_points: tuple[int, ...] = ()
    close_tricks: tuple[int, ...] = ()
    marriages: tuple[Marriage, ...] = ()


class Deal(DealState):
    """One deal of play under one rule set.

    ``hands`` are sets of cards by seat; ``talon`` runs from the top to the turn-up, which is last. The seat
    after the dealer leads. Where no card is turned up, ``trump`` names the suit. With an auction ``talon`` is
    what whoever plays takes, and ``trump`` the suit of the card that is turned up if naming trumps is left to
    one, if there is one; ``packet`` are the cards that whoever names them has seen by then, if that is known,
    and ``turned`` the next that he was dealt. Raises :class:`DealError` where that is not a deal of the
    rules. Without hands nothing is dealt, and the deal is blank.

    >>> from referee.cards import mask
    >>> from referee.rulesets import SANTASE
    >>> deal = Deal(SANTASE, 1, [mask(range(0, 6)), mask(range(6, 12))], range(12, 24))
    >>> deal.push(5), deal.turn
    (None, 1)
    >>> deal.push(5).code.id
    'R203'
    """

    __slots__ = ()

    def __init__(
        self,
        rules: RuleSet,
        dealer: Seat = NOBODY,
        hands: Sequence[Cards] = (),
        talon: Sequence[Card] = (),
        trump: Suit = NO_SUIT,
        packet: Cards = 0,
        turned: Card = NO_CARD,
    ) -> None:
        if hands:
            fault = _fault_of_deal(rules, dealer, hands, talon, trump)
            if not fault and (packet or turned >= 0):
                fault = _fault_of_packet(rules, hands[(dealer + 1) % rules.seats], packet, turned)
            if fault:
                raise DealError(fault)
            self._lay(rules, dealer, hands, talon, trump, packet, turned)

    @staticmethod
    def unchecked(
        rules: RuleSet,
        dealer: Seat,
        hands: Sequence[Cards],
        talon: Sequence[Card],
        trump: Suit = NO_SUIT,
        packet: Cards = 0,
        turned: Card = NO_CARD,
    ) -> "Deal":
        """A deal of cards that the caller has checked, or that are those of a smaller deal.

        Raises :class:`DealError` without a turn-up or a trump suit.
        """
        deal = Deal(rules)
        deal._lay(rules, dealer, hands, talon, trump, packet, turned)
        return deal

    def _lay(
        self,
        rules: RuleSet,
        dealer: Seat,
        hands: Sequence[Cards],
        talon: Sequence[Card],
        trump: Suit,
        packet: Cards = 0,
        turned: Card = NO_CARD,
    ) -> None:
        """Stand before the first action of a deal of these cards."""
        terms = terms_of(rules)
        has_auction = terms.has_auction
        draws = terms.opens or not has_auction
        turn_up = talon[-1] if talon and draws else NO_CARD
        if turn_up < 0 and trump < 0 and draws:
            raise DealError("without a turn-up the trump suit must be named")
        self.rules = rules
        self.terms = terms
        self.auction = None
        self.after = terms.after
        self.dealer = dealer
        self.trump = suit_of(turn_up) if turn_up >= 0 else trump
        self.dealt = Dealt(tuple(hands), tuple(talon), self.trump, packet, turned)
        self.history = b""
        self.hands = list(hands)
        self.gone = 0
        self.talon = list(talon)
        self.drawn = 0
        self.exchanged = NEVER
        self.trumps = SUIT_CARDS[self.trump]
        self.beats = BEATS[self.trump]
        self.follow = FOLLOW
        self.leader = self.turn = SEATS[(dealer + 1) % terms.seats]
        self.trick = 0
        self.lead = NO_CARD
        self.best = NO_CARD
        self.best_seat = NOBODY
        self.played = 0
        self.laid = 0
        self.melded = NO_SUIT
        self.side_of = terms.side_of
        sides = len(terms.sides)
        self.points = [0] * sides
        self.pending = [0] * sides
        self.tricks = [0] * sides
        self.marriages = ()
        self.strict = not talon
        self.closer = NOBODY
        self.close_points = ()
        self.close_tricks = ()
        self.frozen = NOBODY
        self.undrawn = False
        self.short = False
        self.forfeit = None
        self.result = None
        self.steps = None
        if has_auction:
            self._open(trump, packet)

    @staticmethod
    def dealt_from(rules: RuleSet, dealer: Seat, order: Sequence[Card], trump: Suit = NO_SUIT) -> "Deal":
        """A deal of all cards of the pack in an order: the hands by seat, then the talon from the top.

        Each hand is in the order in which it was dealt: where there is no talon, that shows which card fixes
        trumps (`deal.trump_card`), unless ``trump`` names them.
        Raises :class:`DealError` where these are not the cards of the rules, each once
        (:attr:`referee.rules.RuleSet.pack`).

        >>> from referee.rulesets import SCHNAPSEN
        >>> Deal.dealt_from(SCHNAPSEN, 0, [card for card in range(24) if card % 6]).turn
        1
        """
        fault = _fault_of_order(rules, order) or _fault_of_dealer(rules, dealer)
        if fault:
            raise DealError(fault)
        dealt, talon = hands_and_talon(rules, order)
        is_turned = rules.auction.defer if rules.auction.steps else not talon
        if trump < 0 and is_turned:
            trump = suit_of(shown_for_trumps(rules, dealer, order))
        hands = [mask(hand) for hand in dealt]
        return Deal(rules, dealer, hands, talon, trump, *first_packet(rules, dealer, dealt))

    @staticmethod
    def at(rules: RuleSet, position: DealPosition) -> "Deal":
        """A deal taken up at the head of a later trick.

        Raises ValueError where the cards, tricks and points cannot be those of such a deal.
        """
        fault = _fault(rules, position)
        if fault:
            raise ValueError(fault)
        tricks = sum(position.tricks)
        deal = Deal.unchecked(rules, NOBODY, position.hands, position.talon, position.trump)
        drawn = rules.talon_size - len(position.talon)
        deal.dealt = None
        deal.talon = [NO_CARD] * drawn + deal.talon
        deal.gone = rules.deck_cards & ~mask(position.talon)
        for hand in position.hands:
            deal.gone &= ~hand
        deal.drawn = drawn
        deal.trick = tricks
        deal.leader = deal.turn = position.leader
        deal.points = list(position.points)
        deal.pending = list(position.pending) or [0] * len(rules.sides)
        deal.tricks = list(position.tricks)
        deal.marriages = position.marriages
        deal.strict = not position.talon
        if position.closer >= 0:
            deal._shut(position.closer)
            deal.close_points, deal.close_tricks = position.close_points, position.close_tricks
        return deal

    def go_on_under(self, rules: RuleSet) -> None:
        """Go on under other options of the same rule set, by which the deal would stand as it does."""
        self.rules = rules
        self.terms = Terms(rules, self.terms)

    def copy(self) -> "Deal":
        """An independent copy of the deal as it stands."""
        other = Deal(self.rules)
        self.copy_to(other)
        return other

    def __repr__(self) -> str:
        """The deal in words, for whoever debugs a program.

        >>> from referee.rulesets import SCHNAPSEN
        >>> Deal.dealt_from(SCHNAPSEN, 0, [card for card in range(24) if card % 6])
        <Deal schnapsen: trick 1, seat 1 to act (lead), points 0-0, hands Js Qs Ks Ts As | Jh Qh Kh Th Ah>
        """
        return f"<Deal {self.rules.name}: {self._words()}>"

    # What may be done.

    def playable(self) -> Cards:
        """The cards that the seat in turn may play (`play1.duty`, `play2.duty`, `marriage.lead`)."""
        return playable(self)

    def legal(self, only: Seat = NOBODY) -> list[tuple[Action, Seat]]:
        """Every action that the rules allow now, with its seat: what :meth:`push` takes, in its order.

        With ``only`` what they allow one seat, without a look at what others hold. After the last trick only
        a claim can be left; :meth:`finish` settles the deal without one. Resigning is always open and not
        listed; nor is what :meth:`carrying` holds. A claim is listed where it may be made, whether right or
        false: :meth:`standing` tells them apart.
        """
        return legality.legal(self, only)

    def can(self, action: Action, seat: Seat = NOBODY) -> bool:
        """Whether an action is allowed now, to the seat in turn where none is named."""
        return legality.can(self, action, self.turn if seat < 0 else seat)

    def why_not(self, action: Action, seat: Seat = NOBODY) -> Ruling | None:
        """Why an action is against the rules, or None where it is allowed.

        Without a seat the action is that of the player in turn. Raises ValueError for a number that
        is not an action or a seat.
        """
        return legality.why_not(self, action, seat)

    def meant(self, action: Action, seat: Seat = NOBODY) -> Action:
        """The action itself; of a card turned up that its player has not seen, the one that names it.

        Where there are two of each card, a card is the copy of it that the seat, or who is in turn, holds, or
        may hold, and the first of two.
        """
        if action < CARDS and self.terms.has_copies:
            return self._copy(CARDS_BY_NUMBER[action], self.turn if seat < 0 else seat)
        if action != TURN_UP_UNSEEN or self.auction is None or not self.auction.packet:
            return action
        unseen = next(members(self.hands[self.turn] & ~self.auction.packet), NO_CARD)
        turned = self.dealt.turned if self.dealt and self.dealt.turned >= 0 else unseen
        return ACTIONS_BY_NUMBER[TURN_UP + turned] if turned >= 0 else action

    def _copy(self, card: Card, seat: Seat) -> Card:
        """The copy of a card that a seat means."""
        return copy_in(card, (self.hands[seat], ~self.gone))

    def marriage_leads(self) -> Cards:
        """The cards of which one must be led after the marriage that was announced."""
        return legality.marriage_leads(self)

    def carrying(self) -> Cards:
        """The cards that may still be led with a marriage that has ended the deal automatically."""
        return legality.carrying(self)

    def marriage_points(self, suit: Suit) -> int:
        """What a marriage is worth (`marriage.value`)."""
        return 40 if suit == self.trump else 20

    def standing(self) -> tuple[SeatStanding, ...]:
        """How every seat stands, and whether a claim of its would hold now."""
        found = []
        for seat in SEATS[: self.rules.seats]:
            points, may_claim = reaches(self, seat), legality.can(self, OUT, seat)
            holds = may_claim and claim_holds(self, seat)
            side = self.side_of[seat]
            found.append(SeatStanding(points, self.pending[side], self.tricks[side], may_claim, holds))
        return tuple(found)

    # Doing it.

    def push(self, action: Action, seat: Seat = NOBODY) -> Ruling | None:
        """Do an action; where it is against the rules, return the ruling and change nothing."""
        turn = self.turn
        in_turn = seat < 0 or seat == turn
        if 0 <= action < CARDS and in_turn and self.result is None and playable(self) & BIT[action]:
            self.history = self.history + DONE[turn][action]
            self._play(CARDS_BY_NUMBER[action])
            return None
        ruling = legality.why_not(self, action, seat)
        if ruling is None:
            actor = turn if seat < 0 else seat
            self.history = self.history + DONE[actor][action]
            if action > RESIGN or (self.auction is not None and self.auction.due is not None):
                self._settle(self.auction, action, actor)
            elif action < CARDS:
                self._play(CARDS_BY_NUMBER[action])
            else:
                self._announce(action, actor)
        return ruling

    def do(self, action: Action, seat: Seat = NOBODY) -> None:
        """Do an action that must be allowed; raises :class:`IllegalAction` where it is not.

        >>> from referee.rulesets import SANTASE
        >>> Deal.dealt_from(SANTASE, 0, SANTASE.pack).do(23)
        Traceback (most recent call last):
        referee.deal.IllegalAction: R205: Ac is in the talon; B cannot play it
        """
        ruling = self.push(action, seat)
        if ruling is not None:
            raise IllegalAction(ruling)

    def let_stand(self, action: Action, ruling: Ruling) -> None:
        """Take an action as it was made although ``ruling`` refuses it.

        Raises ValueError unless the effect of the ruling's code is STANDS.
        """
        if ruling.code.effect is not Effect.STANDS:
            raise ValueError(f"{ruling.code.id}: {ruling.code.effect.value}")
        self.history += bytes((STOOD + ruling.seat, action))
        if self.auction is not None and self.auction.due is not None:
            self._settle(self.auction, action, ruling.seat)
            return
        if action >= CARDS:
            self._announce(action, ruling.seat)
            return
        if self.lead < 0:
            self.leader = self.turn = ruling.seat
        if self.melded >= 0 and not self.marriage_leads() & BIT[action]:
            self._withdraw_marriage()
        if ruling.code.point == REVOKE and self.forfeit is None:
            if self.auction is not None and ruling.seat == self.hidden_partner:
                self._show_partner(ruling.seat)
            self.forfeit = revoked(self, ruling.seat, self.steps)
        elif ruling.code is MARRIAGE_WRONG_LEAD and self.forfeit is None:
            self.forfeit = led_wrongly(self, ruling.seat, self.steps)
        self._play(CARDS_BY_NUMBER[action])

    def finish(self) -> Result:
        """Settle a deal in which nobody claims; raises ValueError while cards are left to play.

        One that a revoke decides needs no more cards.
        """
        if self.result is None:
            if not self.spent and self.forfeit is None:
                raise ValueError("cards are left to play")
            self.result = self.forfeit or played_out(self, self.steps)
        return self.result

    def agree(self, winner: Seat, game_points: int) -> None:
        """End the deal with a result that the players agree on; winner -1 and no points for a draw.

        Raises ValueError where it is over.
        """
        if self.result is not None:
            raise ValueError("the deal is over")
        self.result = Result(winner, game_points, Reason.AGREEMENT, self.own_points)

    def end_if_reached(self) -> None:
        """End a deal that is taken up where claims are automatic and 66 had been reached: it was over."""
        for seat in self.ended_by():
            if self.points[self.side_of[seat]] >= TARGET:
                self.result = claimed(self, seat, self.steps)
                return

    def ended_by(self) -> list[Seat]:
        """The seats whose 66 would have ended the deal by now: none where claims are not automatic."""
        if self.rules.claim_mode is not AUTO or not self.trick:
            return []
        seats = [self.turn]
        if self.rules.marriage_out_without_lead:  # else the points of a marriage wait for its maker's trick
            seats += [seat for seat in SEATS[: self.rules.seats] if seat != self.turn]
        return seats

    def pop(self) -> tuple[Action, Seat]:
        """Take back the last action and return it; the others are done again from the start.

        A search that goes back and forth is quicker with :meth:`copy`. Raises ValueError where nothing has
        been done, or where the deal was taken up in the middle.
        """
        if self.dealt is None or not self.history:
            raise ValueError("there is nothing to take back")
        again = _replayed(self.rules, self.dealer, self.dealt, self.history[:-2])
        seat, action = self.history[-2:]
        again.steps = self.steps
        again.copy_to(self)
        return ACTIONS_BY_NUMBER[action], SEATS[seat % STOOD]

    def pack(self) -> bytes:
        """The deal as bytes: how the cards lay, and everything that was done.

        A version, the digest of the rules, the number of seats, the dealer, the trump suit, the cards by hand
        and of the talon, then two bytes an action (:attr:`history`); where trumps are named from a first
        packet, a byte for the number of its known cards and these stand before the hands. Raises ValueError
        for a deal that was taken up in the middle. :func:`unpack` is the way back.
        """
        if self.dealt is None:
            raise ValueError("a deal that was taken up in the middle is not packed")
        cards = [card for hand in self.dealt.hands for card in members(hand)]
        trump = self.dealt.trump if self.dealt.trump >= 0 else UNTURNED
        head = bytes((VERSION, *rules_digest(self.rules), self.rules.seats, self.dealer, trump))
        turned = self.dealt.turned if self.dealt.turned >= 0 else UNTURNED
        seen = bytes((*members(self.dealt.packet), turned)) if self.dealt.packet else b""
        if self.rules.auction.packet:
            head += bytes((len(seen),))
        return head + seen + bytes((*cards, *self.dealt.talon)) + self.history

    def _words(self) -> str:
        hands = " | ".join(" ".join(map(card_name, members(hand))) for hand in self.hands)
        points = "-".join(map(str, self.points))
        acting = f"result {self.result}" if self.result else f"seat {self.turn} to act ({self.phase.value})"
        if self.auction is not None and self.contract is not None:
            acting += f", {self.contract.name} of seat {self.auction.declarer}"
        return f"trick {self.trick + 1}, {acting}, points {points}, hands {hands}"

    def _open(self, turned: Suit, packet: Cards) -> None:
        """Stand before what comes first in the rule set's auction."""
        self.follow = FOLLOW_IN_TWO_PACKS
        if not self.terms.opens:
            self.trump = NO_SUIT
            self.strict = True
        else:
            turned = NO_SUIT
        self.trumps = trumps_of(self.trump)
        self.auction = auction.opened(self.rules, self.leader, turned, packet)

    def _settle(self, now: AuctionState | None, action: Action, seat: Seat) -> None:
        """Name trumps, bid, pass, lay a card away, double, or announce a contract where no bids are due."""
        if now is None:
            self.strict = True
            self.auction = AuctionState(None, seat, action - CONTRACT)
            self._begin(self.auction)
            return
        if action == DOUBLE:
            self.auction = now._replace(doubles=now.doubles + 1)
            return
        if action < CARDS:
            self.hands[seat] ^= BIT[action]
            self.gone |= BIT[action]
        elif action >= TURN_UP:
            self.trump = suit_of(turned_card(action))
        elif now.due is Opening.CALL:
            named = SUITS[action - NAME_TRUMP] if action < NO_TRUMP else NO_SUIT
            self.trump = now.turned if action == PASS else named
        self.auction, self.turn = auction.after(self, now, action, seat)
        if self.auction.due is Opening.DISCARD and self.talon:
            self._take_talon(self.turn)
        elif self.auction.due is None:
            self._begin(self.auction)

    def _begin(self, settled: AuctionState) -> None:
        """Begin to play under the contract that has been settled; the two parties to it are the sides now."""
        contract = self.contract
        if contract is None:
            self.result = not_played(self)
            return
        if contract.first is not None:
            self.beats = beats_in_first(contract.first)
            self._end_by_itself()
            return
        if contract.trump is not None:
            self.trump = contract.trump
        self.trumps = trumps_of(self.trump)
        self.beats = beats_of(auction.order_of(self.rules, contract), self.trump)
        self.side_of = auction.parties(self.rules, settled.declarer, contract)
        self.points = [0, 0]
        if self.rules.auction_talon:
            self.points[self.side_of[settled.declarer]] = points_of(settled.aside)
        self.pending = [0, 0]
        self.tricks = [0, 0]
        self.leader = self.turn
        if len(self.rules.sides) > 2:
            taken = [0] * self.rules.seats
            taken[settled.declarer] = sum(self.points)
            self.auction = settled = settled._replace(taken=tuple(taken), won=NOTHING[self.rules.seats])
        if auction.sits_out(self.rules, contract):
            self._sit_out(settled, SEATS[(settled.declarer + 2) % self.rules.seats])
        if contract.aim is Aim.HELD:
            self.result = under_contract(self, settled, self.steps)

    def _take_talon(self, seat: Seat) -> None:
        """Whoever plays takes the cards that were not dealt."""
        self.hands[seat] |= mask(self.talon)
        self.talon = []

    def _sit_out(self, settled: AuctionState, seat: Seat) -> None:
        """A partner lays his cards down and takes no part in the play."""
        self.after = tuple(each if each != seat else self.after[seat] for each in self.after)
        self.auction = settled._replace(idle=self.hands[seat])
        self.gone |= self.hands[seat]
        self.hands[seat] = 0

    def _play(self, card: Card) -> None:
        seat, hands, bit = self.turn, self.hands, BIT[card]
        hands[seat] = hands[seat] ^ bit
        self.gone |= bit
        if self.lead < 0:
            self.lead = self.best = card
            self.best_seat = seat
            self.laid = POINTS[card]
            self.played = 1
        else:
            if bit & self.beats[self.best]:
                self.best = card
                self.best_seat = seat
            self.laid += POINTS[card]
            self.played += 1
        if self.auction is not None and card == self.auction.called:
            self._show_partner(seat)
        self.melded = NO_SUIT
        following = self.after[seat]
        if following == self.leader:
            self._take_trick()
        else:
            self.turn = following

    def _take_trick(self) -> None:
        """The best card takes the trick; its player draws first and leads next."""
        terms = self.terms
        self.leader = self.turn = winner = self.best_seat
        self.lead = self.best = NO_CARD
        self.best_seat = NOBODY
        self.trick += 1
        side, tricks = self.side_of[winner], self.tricks
        tricks[side] = tricks[side] + 1
        if self.auction is not None:
            self._count_for(winner, self.auction)
        if winner != self.frozen:
            points, pending = self.points, self.pending
            points[side] = points[side] + self.laid + pending[side]
            pending[side] = 0
        if not self.strict:
            if terms.waits_for_draw():
                self.undrawn = True
            else:
                self._draw()
        claims = terms.claim_mode()
        if claims is AUTO or self.auction is not None:
            self._end_by_itself()
        elif claims is NEVER_SAID and self.spent:
            self.result = played_out(self, self.steps)

    def _count_for(self, seat: Seat, now: AuctionState) -> None:
        """Count a trick for a player who has no partner, whoever plays with him under a contract.

        After the first trick of an opening trumps are trumps.
        """
        if self.trick == 1 and self.terms.opens:
            self.beats = beats_of(RANKS, self.trump)
        if not now.won:
            return
        taken, won = list(now.taken), list(now.won)
        taken[seat] += self.laid
        won[seat] += 1
        self.auction = now._replace(taken=tuple(taken), won=tuple(won))

    def _show_partner(self, seat: Seat) -> None:
        """Whoever holds the called card is the partner of the caller from now on, for everybody."""
        if self.auction is None:
            return
        self.auction = self.auction._replace(partner=seat)
        player = self.auction.declarer
        self.side_of = tuple(
            SEATS[0] if each in (player, seat) else SEATS[1] for each in SEATS[: self.rules.seats]
        )
        self.points, self.pending, self.tricks = [0, 0], [0, 0], [0, 0]
        for each, side in enumerate(self.side_of):
            self.points[side] += self.auction.taken[each]
            self.tricks[side] += self.auction.won[each]
        for marriage in self.marriages:
            self._purse(self.side_of[marriage.seat])[self.side_of[marriage.seat]] += marriage.points

    def _draw(self) -> None:
        """Both draw, the winner of the trick first (`draw.order`, `draw.last`)."""
        self.undrawn = self.short = False
        seat, hands, talon, drawn = self.leader, self.hands, self.talon, self.drawn
        for _ in hands:
            card = talon[drawn]
            drawn += 1
            if card >= 0:
                hands[seat] = hands[seat] | BIT[card]
            else:
                self._take_unknown(seat)
            seat = SEATS[(seat + 1) % len(hands)]
        self.drawn = drawn
        self.strict = drawn == len(talon)

    def _end_by_itself(self) -> None:
        """The aim of a contract ends the deal; where claims are automatic, 66 or the last trick does."""
        if self.auction is not None:
            self._keep_playing_with(self.leader)
            found = under_contract(self, self.auction, None if self.forfeit else self.steps)
            self.result = self.forfeit or found if found else None
        elif reaches(self, self.turn) >= TARGET:
            self.result = self.forfeit or claimed(self, self.turn, self.steps)
        elif self.spent:
            self.result = self.forfeit or played_out(self, self.steps)

    def _keep_playing_with(self, winner: Seat) -> None:
        """A secret partner whose trick would end a contract if he were none is known by it."""
        contract = self.contract
        if contract is not None and contract.clean and winner == self.hidden_partner:
            self._show_partner(winner)

    def _announce(self, action: Action, seat: Seat) -> None:
        if is_marriage(action):
            self._marry(SUITS[action - MARRIAGE], seat)
        elif action == EXCHANGE:
            low, turn_up = self.lowest_held(seat), self.talon[-1]
            self.hands[seat] ^= BIT[low]
            if turn_up >= 0:
                self.hands[seat] |= BIT[turn_up]
            else:
                self._take_unknown(seat)
            self.talon[-1] = low
            self.exchanged = self.trick
            self.short = self.undrawn and self.rules.close_before_draw
        elif action == DRAW:
            self._draw()
        elif action == OUT:
            self.result = self.forfeit or claimed(self, seat, self.steps)
        elif action == RESIGN:
            if seat == self.hidden_partner:
                self._show_partner(seat)
            self.result = self.forfeit or resigned(self, seat, self.steps)
        else:
            self._close(seat, give_back=action == CLOSE_SHORT and not self.undrawn and self.just_drawn)

    def _marry(self, suit: Suit, seat: Seat) -> None:
        points = self.marriage_points(suit)
        self.marriages += (Marriage(self.trick + 1, seat, suit, points),)
        if seat == self.turn:
            self.melded = suit
        self.short = self.undrawn and self.rules.close_before_draw
        if seat != self.frozen:
            side = self.side_of[seat]
            self._purse(side)[side] += points
        by_itself = self.rules.claim_mode is AUTO and self.rules.marriage_out_without_lead
        if by_itself or self.auction is not None:
            self._end_by_itself()

    def _purse(self, side: Seat) -> list[int]:
        """Where the points of a marriage announced now go (`marriage.count_when`)."""
        when = self.rules.marriage_count_when
        counts = when is AT_ONCE or (when is WITH_TRICK and self.tricks[side] > 0)
        return self.points if counts else self.pending

    def _withdraw_marriage(self) -> None:
        """A marriage whose king and queen were both kept is void, and so are two of which no card is led."""
        void = legality.announced(self)
        for marriage in void:
            if marriage.seat != self.frozen:
                side = self.side_of[marriage.seat]
                self._purse(side)[side] -= marriage.points
        self.marriages = tuple(found for found in self.marriages if found not in void)

    def _close(self, seat: Seat, give_back: bool) -> None:
        if give_back:
            for back in range(self.rules.seats, 0, -1):
                holder = SEATS[(self.leader - back) % self.rules.seats]
                card = self.talon[self.drawn - back]
                if card >= 0:
                    self.hands[holder] ^= BIT[card]
                else:
                    self._give_back_unknown(holder)
            self.drawn -= self.rules.seats
        self.undrawn = self.short = False
        self._shut(seat)
        self.close_points = tuple(self.points)
        self.close_tricks = tuple(self.tricks)

    def _shut(self, seat: Seat) -> None:
        """The talon is closed by a seat."""
        self.strict = True
        self.closer = seat
        if not self.rules.close_noncloser_points:
            self.frozen = SEATS[(seat + 1) % self.rules.seats]

    def _take_unknown(self, seat: Seat) -> None:
        """A seat draws a card that is not known; no card is unknown here."""
        raise ValueError(f"the card that seat {seat} draws is not known")

    def _give_back_unknown(self, seat: Seat) -> None:
        """A seat puts a card back that is not known; no card is unknown here."""
        raise ValueError(f"the card that seat {seat} puts back is not known")


DONE: Final = tuple(tuple(bytes((seat, action)) for action in range(ALL_ACTIONS)) for seat in range(6))
"""What an allowed action adds to a history, by seat and action."""


def unpack(rules: RuleSet, data: bytes) -> Deal:
    """The deal that :meth:`Deal.pack` made bytes of, with everything that was done.

    Raises ValueError where the bytes are of another version or of other rules, or no such deal.

    >>> from referee.rulesets import SCHNAPSEN
    >>> deal = Deal.dealt_from(SCHNAPSEN, 0, [card for card in range(24) if card % 6])
    >>> deal.push(*deal.legal()[0])
    >>> unpack(SCHNAPSEN, deal.pack()).key() == deal.key()
    True
    """
    size, seats, talon = rules.deal_hand_size, rules.seats, rules.talon_size
    start = 1 + DIGEST + 3
    seen: tuple[Card, ...] = ()
    if rules.auction.packet and len(data) > start:
        end = start + 1 + data[start]
        seen = tuple(
            CARDS_BY_NUMBER[number] if number < CARDS else NO_CARD for number in data[start + 1 : end]
        )
        start = end
    end = start + size * seats + talon
    if data[:1] != bytes((VERSION,)) or data[1 : 1 + DIGEST] != rules_digest(rules):
        raise ValueError("these bytes are of another version, or of other rules")
    if len(data) < end or (len(data) - end) % 2 or data[1 + DIGEST] != seats:
        raise ValueError("these bytes are not a whole deal")
    dealer, trump = Seat(data[2 + DIGEST]), Suit(data[3 + DIGEST])
    if trump == UNTURNED and rules.auction.steps:
        trump = NO_SUIT
    cards = tuple(CARDS_BY_NUMBER[number] for number in data[start:end] if number < CARDS)
    if dealer >= seats or mask(cards) != rules.deck_cards or trump > 3:
        raise ValueError("these bytes are not a deal of the rules")
    hands = tuple(mask(cards[seat * size : seat * size + size]) for seat in range(seats))
    packet, turned = mask(card for card in seen[:-1] if card >= 0), seen[-1] if seen else NO_CARD
    if _fault_of_packet(rules, hands[(dealer + 1) % seats], packet, turned):
        raise ValueError("these bytes are not a deal of the rules")
    dealt = Dealt(hands, cards[size * seats :], trump, packet, turned)
    return _replayed(rules, dealer, dealt, data[end:])


def rules_digest(rules: RuleSet) -> bytes:
    """Eight bytes that tell a rule set from every other; its name does not count, its decisions do."""
    from hashlib import sha256  # only what is packed needs it

    decided = {name: getattr(rules, name) for name in sorted(DECISIONS) if name not in OF_A_SERIES}
    values = [f"{name}={value}" for name, value in decided.items() if NEWER.get(name) is not value]
    if rules.auction.contracts:
        values.append(f"auction={rules.auction}")
    return sha256("\n".join(values).encode()).digest()[:DIGEST]


def _replayed(rules: RuleSet, dealer: Seat, dealt: Dealt, history: bytes) -> Deal:
    deal = Deal.unchecked(rules, dealer, *dealt)
    for maker, number in zip(history[::2], history[1::2], strict=True):
        seat, stood, action = Seat(maker % STOOD), maker >= STOOD, ACTIONS_BY_NUMBER[number]
        ruling = deal.why_not(action, seat)
        if ruling is None and not stood:
            deal.do(action, seat)
        elif ruling is not None and stood:
            deal.let_stand(action, ruling)
        else:
            raise ValueError(f"action {action} of seat {seat} is not as it was")
    return deal


def _fault_of_dealer(rules: RuleSet, dealer: Seat) -> str:
    if 0 <= dealer < rules.seats:
        return ""
    return f"the dealer is one of the seats 0 to {rules.seats - 1} of {rules.name}, not {dealer}"


def _fault_of_order(rules: RuleSet, cards: Sequence[int]) -> str:
    """Why cards are not those of the pack, each once; empty where they are."""
    seen = 0
    for card in cards:
        if card < 0 or not 1 << card & rules.deck_cards:
            pack = f"its {len(rules.pack)} cards are those of `rules.pack`"
            return f"{card} is {card_name(card)}, which is not a card of {rules.name}; {pack}"
        if seen >> card & 1:
            return f"{card_name(card)} is dealt twice"
        seen |= 1 << card
    size = rules.deck_cards.bit_count()
    return f"{rules.name} is dealt with {size} cards, not {len(cards)}" if len(cards) != size else ""


def _fault_of_deal(
    rules: RuleSet, dealer: Seat, hands: Sequence[Cards], talon: Sequence[Card], trump: Suit
) -> str:
    """Why cards, a dealer and trumps are not those of a deal of the rules; empty where they are."""
    if len(hands) != rules.seats:
        return f"{rules.name} has {rules.seats} hands, not {len(hands)}"
    if min(hands) < 0 or max(hands) >> CARDS:
        return f"a hand is a set of cards (`mask`), not {min(hands) if min(hands) < 0 else max(hands)}"
    cards: list[int] = [card for hand in hands for card in members(hand)]
    cards += talon
    fault = _fault_of_dealer(rules, dealer) or _fault_of_order(rules, cards)
    if fault:
        return fault
    for seat, hand in enumerate(hands):
        if hand.bit_count() != rules.deal_hand_size:
            return f"hand {seat_name(seat)} has {hand.bit_count()} cards, not {rules.deal_hand_size}"
    if not NO_SUIT <= trump < len(SUITS):
        return f"there is no suit {trump}"
    if trump >= 0 and talon and trump != suit_of(talon[-1]) and rules.draws:
        return f"the turn-up {card_name(talon[-1])} is not of the trump suit that is named"
    return ""


def _fault_of_packet(rules: RuleSet, hand: Cards, packet: Cards, turned: Card) -> str:
    """Why the cards that whoever names trumps has seen are not such; empty where they are."""
    if not packet and turned < 0:
        return ""
    size = rules.auction.packet
    if packet & ~hand or packet.bit_count() != size or not size:
        return f"the first packet is {size} cards of the hand"
    if turned >= 0 and not BIT[turned] & hand & ~packet:
        return f"the card after the first packet is another one of the hand, not {card_name(turned)}"
    return ""


def _fault(rules: RuleSet, position: DealPosition) -> str:
    """Why a position cannot be one of a deal under the rules; empty where it can."""
    seats, tricks, talon = rules.seats, sum(position.tricks), len(position.talon)
    sizes = {hand.bit_count() for hand in position.hands}
    by_side = (position.points, position.tricks, position.pending or position.points)
    held = [card for hand in position.hands for card in members(hand)]
    closed = position.closer >= 0
    if rules.auction.steps:
        return "a deal with an auction is not taken up in the middle"
    if len(position.hands) != seats or not 0 <= position.leader < seats:
        return f"hands are those of {seats} seats"
    if any(len(each) != len(rules.sides) for each in by_side):
        return f"points and tricks are those of {len(rules.sides)} sides"
    if mask([*held, *position.talon]).bit_count() != len(held) + talon:
        return "a card stands twice"
    if mask([*held, *position.talon]) & ~rules.deck_cards:
        return "a card is not of the pack"
    if len(sizes) != 1 or sizes == {0}:
        return "between two tricks all hold the same number of cards, and one at least"
    if talon and suit_of(position.talon[-1]) != position.trump:
        return "the turn-up is the last card of the talon and of the trump suit"
    drawn = rules.talon_size - talon
    before = sum(position.close_tricks) if closed else tricks
    if drawn != min(seats * before, rules.talon_size) and not (closed and drawn == seats * (before - 1)):
        return "the talon does not go with the tricks that were played before it was closed"
    if sizes != {rules.deal_hand_size + drawn // seats - tricks}:
        return "the hands do not go with the talon and the tricks"
    if closed and (talon < 1 or len(position.close_points) != seats or before > tricks):
        return "a closed talon has cards, and every seat had points and tricks when it was closed"
    return ""
