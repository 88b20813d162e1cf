"""One deal as a state machine: what may be done, by whom, and what it leads to.

Everything that plays cards stands on this: records, replays, live tables and bulk checking. It
holds one deal under one rule set and nothing else; it never raises for what a player does, and
never looks past the deal.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.actions import (
    ANNOUNCEMENTS,
    CLOSE_SHORT,
    DRAW,
    EXCHANGE,
    MARRIAGE,
    OUT,
    RESIGN,
    Action,
    is_marriage,
)
from referee.arithmetic import Steps
from referee.cards import (
    BEATS,
    BIT,
    FOLLOW,
    KING_CARD,
    MARRIAGE_CARDS,
    POINTS,
    SUIT_CARDS,
    Card,
    Cards,
    Suit,
    members,
)
from referee.codes import REVOKE, Effect, Ruling
from referee.decisions import ClaimMode, MarriageCount, MarriageLead
from referee.legality import refusal
from referee.rules import RuleSet
from referee.settlement import TARGET, Result, claimed, played_out, reaches, resigned, revoked

NONE: Final = -1
"""No seat, no card, no suit."""


class Marriage(NamedTuple):
    """A marriage that was announced: at which trick, by whom, in which suit, for how many points."""

    trick: int
    seat: int
    suit: Suit
    points: int


class Midway(NamedTuple):
    """How a deal stands at the head of a trick at which it is taken up; what came before is not played.

    ``drawn`` cards of the talon are gone; ``gone`` is what is known of the cards that have been played. What
    is not known has bounds: ``slack`` is how many more card points each seat may have, ``untold`` how many
    tricks nobody knows the winner of, beside ``tricks``; and the same of the moment of the close.
    """

    leader: int
    trick: int
    drawn: int
    points: tuple[int, ...]
    slack: tuple[int, ...]
    pending: tuple[int, ...]
    tricks: tuple[int, ...]
    untold: int = 0
    gone: Cards = 0
    closer: int = NONE
    close_points: tuple[int, ...] = ()
    close_slack: tuple[int, ...] = ()
    close_tricks: tuple[int, ...] = ()
    close_untold: int = 0


class Deal:
    """One deal of play under one rule set.

    ``hands`` are sets of cards by seat; ``talon`` runs from the top to the turn-up, which is last.
    The seat after the dealer leads. Cards may be unknown: ``unseen`` counts those of each hand, and a
    talon holds -1 in their place; :mod:`referee.partial` says what can be told of them. Where no turn-up
    is known, ``trump`` names the suit; ValueError without either. That the cards are a deal of the
    rules is for the caller to see.

    >>> from referee.cards import mask
    >>> from referee.rules import SANTASE
    >>> deal = Deal(SANTASE, 1, [mask(range(0, 6)), mask(range(6, 12))], range(12, 24))
    >>> deal.push(5), deal.turn
    (None, 1)
    >>> deal.push(5).code.id
    'R203'
    """

    __slots__ = (
        "beats",
        "best",
        "best_seat",
        "close_points",
        "close_slack",
        "close_tricks",
        "close_untold",
        "closer",
        "dealer",
        "drawn",
        "exchanged",
        "forfeit",
        "frozen",
        "gone",
        "hands",
        "laid",
        "lead",
        "leader",
        "marriages",
        "melded",
        "pending",
        "played",
        "points",
        "result",
        "rules",
        "short",
        "slack",
        "steps",
        "strict",
        "talon",
        "trick",
        "tricks",
        "trump",
        "trumps",
        "turn",
        "undrawn",
        "unseen",
        "untold",
    )

    def __init__(
        self,
        rules: RuleSet,
        dealer: int,
        hands: Sequence[Cards],
        talon: Sequence[Card],
        trump: Suit = NONE,
        unseen: Sequence[int] = (),
    ) -> None:
        turn_up = talon[-1] if talon else NONE
        if turn_up < 0 and trump < 0:
            raise ValueError("without a turn-up the trump suit must be named")
        seats = rules.seats
        self.rules = rules
        self.dealer = dealer
        self.hands = list(hands)
        """The known cards in hand, by seat."""
        self.unseen = list(unseen) or [0] * seats
        """How many more cards each seat holds."""
        self.gone: Cards = 0
        """The known cards that have been played."""
        self.talon = list(talon)
        """The talon as it was dealt, but for an exchanged turn-up; ``drawn`` of them are gone."""
        self.drawn = 0
        self.exchanged = NONE
        """The trick before which the turn-up was last exchanged."""
        self.trump = turn_up // 6 if turn_up >= 0 else trump
        self.trumps = SUIT_CARDS[self.trump]
        self.beats = BEATS[self.trump]
        self.leader = self.turn = (dealer + 1) % seats
        """Who leads or led this trick, and who is to act."""
        self.trick = 0
        """Tricks completed."""
        self.lead: Card = NONE
        self.best: Card = NONE
        self.best_seat = NONE
        self.played = 0
        self.laid = 0
        """Cards in the trick on the table, and the card points in them."""
        self.melded: Suit = NONE
        """The suit of the marriage that was announced for the lead to come."""
        self.points = [0] * seats
        """Card points that count, by seat."""
        self.slack = [0] * seats
        """How many more card points each seat may have, where cards of its tricks are unknown."""
        self.pending = [0] * seats
        """Points of marriages that do not count yet, by seat."""
        self.tricks = [0] * seats
        self.untold = 0
        """Tricks of which nobody knows the winner, from before the deal was taken up."""
        self.marriages: tuple[Marriage, ...] = ()
        self.strict = not talon
        """Whether suit must be followed: the talon is closed or exhausted."""
        self.closer = NONE
        self.close_points: tuple[int, ...] = ()
        self.close_tricks: tuple[int, ...] = ()
        """What each seat had when the talon was closed."""
        self.close_slack: tuple[int, ...] = ()
        self.close_untold = 0
        """How many more points each seat may have had then, and tricks without a known winner."""
        self.frozen = NONE
        """The seat that takes no more points, where a closer's opponent does not."""
        self.undrawn = False
        """Whether both are still to draw, so that the winner of a trick may close or claim before it."""
        self.short = False
        """Whether an announcement made before the draw binds its maker to close."""
        self.forfeit: Result | None = None
        """What the deal comes to because of a revoke, where the rules let one decide it."""
        self.result: Result | None = None
        self.steps: Steps | None = None
        """How the deal came to its result, where a list is put here before it does."""

    def take_up(self, midway: Midway) -> None:
        """Stand as at the head of a later trick, the hands being what is left of them.

        The talon must hold -1 in the place of every card that is drawn; the dealer may be -1.
        """
        self.leader = self.turn = midway.leader
        self.trick = midway.trick
        self.drawn = midway.drawn
        self.gone = midway.gone
        self.points = list(midway.points)
        self.slack = list(midway.slack)
        self.pending = list(midway.pending)
        self.tricks = list(midway.tricks)
        self.untold = midway.untold
        self.strict = self.drawn == len(self.talon)
        if midway.closer >= 0:
            self._shut(midway.closer)
            self.close_points, self.close_slack = midway.close_points, midway.close_slack
            self.close_tricks, self.close_untold = midway.close_tricks, midway.close_untold

    def end_if_reached(self) -> None:
        """End a deal that is taken up where claims are automatic and 66 had been reached: it was over."""
        if self.rules.claim_mode is not ClaimMode.AUTO or not self.trick:
            return
        seats = [self.turn]
        if self.rules.marriage_out_without_lead:  # else the points of a marriage wait for its maker's trick
            seats += [seat for seat in range(self.rules.seats) if seat != self.turn]
        for seat in seats:
            if self.points[seat] >= TARGET:
                self.result = claimed(self, seat, self.steps)
                return

    def copy(self) -> "Deal":
        """An independent copy of the deal as it stands."""
        other = Deal.__new__(Deal)
        for name in Deal.__slots__:
            value = getattr(self, name)
            setattr(other, name, value[:] if type(value) is list else value)
        return other

    @property
    def talon_left(self) -> int:
        """Cards left in the talon, the turn-up included; those of a closed talon stay in it."""
        return len(self.talon) - self.drawn

    @property
    def over(self) -> bool:
        """Whether the deal has its result."""
        return self.result is not None

    @property
    def is_blurred(self) -> bool:
        """Whether points or tricks that may count are not known."""
        return any(self.slack) or any(self.close_slack) or self.untold + self.close_untold > 0

    @property
    def spent(self) -> bool:
        """Whether every card in hand has been played."""
        return not any(self.hands) and not any(self.unseen)

    @property
    def lowest_trump(self) -> Card:
        """The card that is exchanged for the turn-up (`exchange.card`)."""
        return next(members(self.rules.deck_cards & SUIT_CARDS[self.trump]))

    # What may be done.

    def playable(self) -> Cards:
        """The cards that the seat in turn may play (`play1.duty`, `play2.duty`, `marriage.lead`)."""
        hand = self.hands[self.turn]
        lead = self.lead
        if lead >= 0:
            if not self.strict:
                return hand
            suit = hand & FOLLOW[lead]
            trumps = hand & self.trumps
            beating = self.beats[self.best]
            return suit & beating or suit or trumps & beating or trumps or hand
        if self.undrawn:
            return 0
        return hand if self.melded < 0 else hand & self.marriage_leads()

    def legal(self) -> list[tuple[int, Action]]:
        """Every (seat, action) that the rules allow now, by seat and action.

        After the last trick only a claim can be left; :meth:`finish` settles the deal without one.
        Resigning is always open and not listed; nor is what :attr:`carrying` holds.
        """
        seats = range(self.rules.seats)
        plays = [] if self.over else [(self.turn, card) for card in members(self.playable())]
        said = [(seat, act) for seat in seats for act in ANNOUNCEMENTS if self.refusal(act, seat) is None]
        return sorted(plays + said)

    def refusal(self, action: Action, seat: int = NONE) -> Ruling | None:
        """Why an action is against the rules, or None where it is allowed.

        Without a seat the action is that of the player in turn. Raises ValueError for a number that
        is no action or no seat.
        """
        return refusal(self, action, seat)

    def marriage_leads(self) -> Cards:
        """The cards of which one must be led after the marriage that was announced."""
        king_only = self.rules.marriage_lead is MarriageLead.KING
        return (KING_CARD if king_only else MARRIAGE_CARDS)[self.melded]

    def marriage_points(self, suit: Suit) -> int:
        """What a marriage is worth (`marriage.value`)."""
        return 40 if suit == self.trump else 20

    @property
    def has_led_marriage(self) -> bool:
        """Whether the lead on the table is that of a marriage announced with it."""
        announced = self.marriages[-1:]
        at_this_lead = bool(announced) and announced[0][:2] == (self.trick + 1, self.leader)
        return self.lead >= 0 and at_this_lead

    @property
    def carrying(self) -> Cards:
        """The cards of which its maker may lead one with a marriage that has ended the deal by itself.

        The lead is how some players announce it (`claim.mode`); it changes nothing any more.
        """
        by_itself = self.rules.claim_mode is ClaimMode.AUTO and self.rules.marriage_out_without_lead
        if self.result is None or self.melded < 0 or not by_itself or reaches(self, self.turn) < TARGET:
            return 0
        return self.hands[self.turn] & self.marriage_leads()

    @property
    def just_drawn(self) -> bool:
        """Whether the draw after the last trick has just been made, and can be given back."""
        untouched = self.lead < 0 and self.melded < 0 and self.exchanged != self.trick
        return untouched and self.drawn == self.rules.seats * self.trick > 0

    # Doing it.

    def push(self, action: Action, seat: int = NONE) -> Ruling | None:
        """Do an action; where it is against the rules, return the ruling and change nothing."""
        in_turn = seat < 0 or seat == self.turn
        if 0 <= action < MARRIAGE and in_turn and self.result is None and self.playable() & BIT[action]:
            self._play(action)
            return None
        ruling = self.refusal(action, seat)
        if ruling is None and action < MARRIAGE:
            self._play(action)
        elif ruling is None:
            self._announce(action, self.turn if seat < 0 else seat)
        return ruling

    def let_stand(self, action: Action, ruling: Ruling) -> None:
        """Take an action as it was made although ``ruling`` refuses it.

        Raises ValueError unless the effect of the ruling's code is STANDS.
        """
        if ruling.code.effect is not Effect.STANDS:
            raise ValueError(f"{ruling.code.id}: {ruling.code.effect.value}")
        if action >= MARRIAGE:
            self._announce(action, ruling.seat)
            return
        if self.lead < 0:
            self.leader = self.turn = ruling.seat
            if self.melded >= 0 and not self.marriage_leads() & BIT[action]:
                self._withdraw_marriage()
        if ruling.code.point == REVOKE and self.forfeit is None:
            self.forfeit = revoked(self, ruling.seat, self.steps)
        self._play(action)

    def finish(self) -> Result:
        """Settle a deal in which nobody claims; raises ValueError while cards are left to play.

        One that a revoke decides needs no more cards.
        """
        if self.result is None:
            if not self.spent and self.forfeit is None:
                raise ValueError("cards are left to play")
            self.result = self.forfeit or played_out(self, self.steps)
        return self.result

    def _play(self, card: Card) -> None:
        seat = self.turn
        bit = BIT[card]
        self.hands[seat] ^= bit
        self.gone |= bit
        if self.lead < 0:
            self.lead = self.best = card
            self.best_seat = seat
            self.laid = POINTS[card]
            self.played = 1
            self.melded = NONE
        else:
            if bit & self.beats[self.best]:
                self.best = card
                self.best_seat = seat
            self.laid += POINTS[card]
            self.played += 1
            if self.played == self.rules.seats:
                self._take_trick()
                return
        self.turn = (seat + 1) % self.rules.seats

    def _take_trick(self) -> None:
        """The best card takes the trick; its player draws first and leads next."""
        rules = self.rules
        self.leader = self.turn = winner = self.best_seat
        self.lead = self.best = self.best_seat = NONE
        self.trick += 1
        self.tricks[winner] += 1
        if winner != self.frozen:
            self.points[winner] += self.laid + self.pending[winner]
            self.pending[winner] = 0
        if not self.strict:
            if rules.waits_for_draw:
                self.undrawn = True
            else:
                self._draw()
        if rules.claim_mode is ClaimMode.AUTO:
            self._end_by_itself()

    def _draw(self) -> None:
        """Both draw, the winner of the trick first (`draw.order`, `draw.last`)."""
        self.undrawn = self.short = False
        seat = self.leader
        for _ in self.hands:
            card = self.talon[self.drawn]
            if card >= 0:
                self.hands[seat] |= BIT[card]
            else:
                self.unseen[seat] += 1
            self.drawn += 1
            seat = (seat + 1) % self.rules.seats
        self.strict = self.drawn == len(self.talon)

    def _end_by_itself(self) -> None:
        """Where claims are automatic, 66 or the last trick ends the deal."""
        if reaches(self, self.turn) >= TARGET:
            self.result = self.forfeit or claimed(self, self.turn, self.steps)
        elif self.spent:
            self.result = self.forfeit or played_out(self, self.steps)

    def _announce(self, action: Action, seat: int) -> None:
        if is_marriage(action):
            self._marry(action - MARRIAGE, seat)
        elif action == EXCHANGE:
            low, turn_up = self.lowest_trump, self.talon[-1]
            self.hands[seat] ^= BIT[low]
            if turn_up >= 0:
                self.hands[seat] |= BIT[turn_up]
            else:
                self.unseen[seat] += 1
            self.talon[-1] = low
            self.exchanged = self.trick
            self.short = self.undrawn and self.rules.close_before_draw
        elif action == DRAW:
            self._draw()
        elif action == OUT:
            self.result = self.forfeit or claimed(self, seat, self.steps)
        elif action == RESIGN:
            self.result = self.forfeit or resigned(self, seat, self.steps)
        else:
            self._close(seat, give_back=action == CLOSE_SHORT and not self.undrawn and self.just_drawn)

    def _marry(self, suit: Suit, seat: int) -> None:
        points = self.marriage_points(suit)
        self.marriages += (Marriage(self.trick + 1, seat, suit, points),)
        self.melded = suit
        self.short = self.undrawn and self.rules.close_before_draw
        if seat != self.frozen:
            self._purse(seat)[seat] += points
        if self.rules.claim_mode is ClaimMode.AUTO and self.rules.marriage_out_without_lead:
            self._end_by_itself()

    def _purse(self, seat: int) -> list[int]:
        """Where the points of a marriage announced now go (`marriage.count_when`)."""
        when = self.rules.marriage_count_when
        counts = when is MarriageCount.AT_ONCE or (when is MarriageCount.WITH_TRICK and self.tricks[seat] > 0)
        return self.points if counts else self.pending

    def _withdraw_marriage(self) -> None:
        """A marriage whose king and queen were both kept is void."""
        seat = self.marriages[-1].seat
        if seat != self.frozen:
            self._purse(seat)[seat] -= self.marriages[-1].points
        self.marriages = self.marriages[:-1]

    def _close(self, seat: int, give_back: bool) -> None:
        if give_back:
            for back in range(self.rules.seats, 0, -1):
                holder = (self.leader - back) % self.rules.seats
                card = self.talon[self.drawn - back]
                if card >= 0:
                    self.hands[holder] ^= BIT[card]
                else:
                    self.unseen[holder] -= 1
            self.drawn -= self.rules.seats
        self.undrawn = self.short = False
        self._shut(seat)
        self.close_points = tuple(self.points)
        self.close_tricks, self.close_untold = tuple(self.tricks), self.untold

    def _shut(self, seat: int) -> None:
        """The talon is closed by a seat."""
        self.strict = True
        self.closer = seat
        if not self.rules.close_noncloser_points:
            self.frozen = (seat + 1) % self.rules.seats
