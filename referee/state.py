"""The state of one deal: what a deal can be in, what each part of it means, and what always holds.

Whatever decides what may be done next stands here, and nothing else does: :mod:`referee.legality` reads a
state, :mod:`referee.settlement` says what its end is worth, and :class:`referee.deal.Deal` alone changes it.

Theory of operation. A deal is always in one of a few phases (:data:`PHASES`, from which the diagram of the
documentation is drawn). It begins before a lead, unless the rule set has an auction: then trumps are named,
contracts bid and cards laid away first, in the order that it gives (:mod:`referee.auction`); until the first
lead the two parties may double. Whoever is on lead may announce a marriage, exchange, close or claim, and
leads a card; each of the others replies; the last reply completes the trick. Then both draw, the winner
first, unless the talon is closed or empty, and the winner is on lead again. Where the rules let something be
done before the draw (`close.before_draw`, `claim.window`), the draw is a separate action, and the phase
between is :attr:`Phase.DRAW`. Where a contract may be announced without an auction, that is done at the first
lead, before anything else, and nobody draws then. When every card has been played a claim is left, and
:meth:`referee.deal.Deal.finish` settles a deal in which nobody makes it. A right or a false claim, giving up,
and, where claims are automatic, 66 or the aim of a contract end the deal from any phase of play.

What always holds:

* Every card of the pack is in one hand, in the talon from ``drawn`` on, or in ``gone``, and in one only.
* ``trick`` is the number of complete tricks, and the sum of ``tricks``; ``played`` counts the cards of the
  one on the table, which is open where ``lead`` is a card.
* ``laid`` is what the cards on the table are worth. Points taken in tricks, ``laid`` and the points of the
  cards that are left, or that were laid away and do not count, come to those of the pack.
* ``points`` count now; those in ``pending`` are of marriages and wait (`marriage.count_when`).
* ``auction`` is None in a rule set without one, and where a contract may be announced until that is. Until
  nothing is ``due`` in it no card lies on the table, ``leader`` is forehand, and sides are those of the rule
  set; then they are the party that plays the contract and the one against it, but for an opening, in whose
  first trick ``beats`` are others. Cards that are laid away are in ``gone`` and in ``auction.aside``, those
  of a partner who sits out in ``gone`` and in ``auction.idle``.
* ``strict`` holds where the talon is closed or empty, and under contracts other than openings; a closed talon
  has a ``closer``, and what each seat had then stands in ``close_points`` and ``close_tricks``.
* ``melded`` is a suit between a marriage and the next card of whoever announced it.
* ``result`` is set once, and nothing changes after it but the card led with a marriage that ended the deal.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from referee.arithmetic import Steps
from referee.cards import (
    CARDS_BY_NUMBER,
    MARRIAGE_CARDS,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    SEATS,
    SEVENS,
    Card,
    Cards,
    Seat,
    Suit,
    copy_in,
)
from referee.contracts import Contract, Opening
from referee.rules import RuleSet
from referee.terms import TARGET as TARGET
from referee.terms import Terms

NEVER: Final = -1
"""In the place of a trick: it has not happened."""
NOTHING: Final = tuple((0,) * seats for seats in range(7))
"""Nothing for each seat, by the number of seats."""


class Phase(Enum):
    """What a deal waits for."""

    CALL = "call"
    BID = "bid"
    DISCARD = "discard"
    LEAD = "lead"
    REPLY = "reply"
    DRAW = "draw"
    CLAIM = "last claim"
    OVER = "over"


class Turn(NamedTuple):
    """A phase: how it is known, who acts, what may be done, and what can follow."""

    known_by: str
    who: str
    may: str
    then: tuple[Phase, ...]
    is_first: bool = False
    """Whether a deal can begin with it."""


PHASES: Final = {
    Phase.CALL: Turn(
        "`auction.due`",
        "who won the bidding; before it the seat after the dealer",
        "name the trump suit or no trumps, turn a card up for it, or leave it to one that is",
        (Phase.BID, Phase.DISCARD, Phase.LEAD),
        is_first=True,
    ),
    Phase.BID: Turn(
        "`auction.due`",
        "each seat in turn, until all but one have passed",
        "bid a contract above the last; pass",
        (Phase.BID, Phase.CALL, Phase.DISCARD, Phase.LEAD, Phase.OVER),
        is_first=True,
    ),
    Phase.DISCARD: Turn(
        "`auction.due`",
        "whoever plays the contract",
        "lay a card away",
        (Phase.DISCARD, Phase.CALL, Phase.LEAD),
    ),
    Phase.LEAD: Turn(
        "no card lies on the table, and no draw is due",
        "the winner of the last trick; before the first the seat after the dealer",
        "announce a marriage, exchange, close, claim; before the first announce a contract, double; lead a "
        "card",
        (Phase.LEAD, Phase.REPLY, Phase.OVER),
        is_first=True,
    ),
    Phase.REPLY: Turn(
        "`lead` is a card",
        "the next seat; the leader may claim where the rules leave the time",
        "play a card",
        (Phase.REPLY, Phase.LEAD, Phase.DRAW, Phase.CLAIM, Phase.OVER),
    ),
    Phase.DRAW: Turn(
        "`undrawn`",
        "the winner of the trick",
        "draw; exchange, announce and close with the short hand, or claim, where the rules allow it",
        (Phase.DRAW, Phase.LEAD, Phase.OVER),
    ),
    Phase.CLAIM: Turn(
        "every card has been played",
        "the winner of the last trick",
        "claim; without a claim the deal is settled as it is",
        (Phase.OVER,),
    ),
    Phase.OVER: Turn("`result`", "nobody", "nothing", ()),
}
"""Every phase; the first three are those of an auction. Giving up is possible from the first lead on."""


class Reason(Enum):
    """How a deal was decided."""

    OUT = "out"
    FALSE_OUT = "false-out"
    CLOSER_FAILED = "closer-failed"
    DEFENDER_OUT = "defender-out"
    TOTAL = "total"
    LAST_TRICK = "last-trick"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    FORFEIT = "forfeit"
    MADE = "made"
    """By the contract that was bid, whose name stands in the result."""
    FAILED = "failed"


class Result(NamedTuple):
    """The end of a deal; ``winner`` is the side that won, -1 after a draw, ``card_points`` are by side.

    Where all pay, ``paid`` is what each side wins or pays, which comes to nothing in all. Several sides that
    win against a contract are named together (:func:`referee.cards.together`), and each scores the game
    points; where all pay ``winner`` is the first of them after its player.
    """

    winner: Seat
    game_points: int
    reason: Reason
    card_points: tuple[int, ...]
    paid: tuple[int, ...] = ()
    contract: str = ""
    """The name of the contract that was made or failed."""

    @property
    def word(self) -> str:
        """How the deal was decided: a contract by its name, with ``-failed`` where it was not made.

        >>> Result(Seat(9), 9, Reason.FAILED, (), contract="gang").word
        'gang-failed'
        """
        if not self.contract:
            return self.reason.value
        return self.contract if self.reason is Reason.MADE else f"{self.contract}-{self.reason.value}"

    @property
    def verdict(self) -> "Result":
        """The same without card points: who wins, how much, and why."""
        return self._replace(card_points=())


class Marriage(NamedTuple):
    """A marriage that was announced: at which trick, by whom, in which suit, for how many points."""

    trick: int
    seat: Seat
    suit: Suit
    points: int


class Dealt(NamedTuple):
    """The cards as they were dealt: hands by seat, the talon from the top, the trump suit."""

    hands: tuple[Cards, ...]
    talon: tuple[Card, ...]
    trump: Suit
    packet: Cards = 0
    """Those that whoever names trumps was dealt first; none where that is not known."""
    turned: Card = NO_CARD
    """The first of those that he was dealt then; -1 where that is not known."""


class AuctionState(NamedTuple):
    """What has been settled before the first lead, and what is still due (:mod:`referee.auction`)."""

    due: Opening | None
    """What is due now; None from the first lead on."""
    declarer: Seat = NOBODY
    """Who has bid highest, and plays in the end; -1 for nobody."""
    bid: int = -1
    """The place of his contract in the rule set's table; -1 for none."""
    passed: int = 0
    """The seats that have passed, a bit each."""
    turned: Suit = NO_SUIT
    """The suit that is trumps where naming them is left to a card; -1 where none is turned up."""
    aside: Cards = 0
    """The cards that were laid away, as far as they are known."""
    unknown: int = 0
    """How many more were, which are not known."""
    packet: Cards = 0
    """What whoever names trumps has seen of his hand; empty where that is not known, or named already."""
    doubles: int = 0
    """How often the contract has been doubled."""
    called: Card = NO_CARD
    """The card that was called, whose holder is the secret partner; -1 for none."""
    partner: Seat = NOBODY
    """Who has played it, or has shown otherwise that he holds it; -1 before that."""
    idle: Cards = 0
    """The cards of a partner who sits out."""
    taken: tuple[int, ...] = ()
    """Under a contract where nobody has a partner: the card points that each has in tricks; else empty."""
    won: tuple[int, ...] = ()
    """And the tricks that each has won."""


FIELDS: Final = (
    "after",
    "auction",
    "beats",
    "best",
    "best_seat",
    "close_points",
    "close_tricks",
    "closer",
    "dealer",
    "dealt",
    "drawn",
    "exchanged",
    "follow",
    "forfeit",
    "frozen",
    "gone",
    "hands",
    "history",
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
    "side_of",
    "steps",
    "strict",
    "talon",
    "terms",
    "trick",
    "tricks",
    "trump",
    "trumps",
    "turn",
    "undrawn",
)
"""The names of what a :class:`DealState` holds."""


class DealState:
    """Everything that decides how a deal goes on. Made and changed by :class:`referee.deal.Deal` alone."""

    __slots__ = FIELDS

    rules: RuleSet
    terms: Terms
    """What is asked of the rules again and again."""
    after: tuple[Seat, ...]
    """By seat, who plays after it to a trick: the next that does not sit out."""
    auction: AuctionState | None
    """What comes before the first lead, and what it has settled; None without that."""
    dealer: Seat
    """Who dealt; -1 where that is not known."""
    dealt: Dealt | None
    """The cards as they were dealt; None for a deal that was taken up in the middle."""
    history: bytes
    """What has been done, two bytes an action: the seat, plus 128 where it was let stand, and the action."""
    hands: list[Cards]
    """The cards in hand, by seat."""
    gone: Cards
    """The cards that have been played."""
    talon: list[Card]
    """The talon as it was dealt, but for an exchanged turn-up; ``drawn`` of them are gone."""
    drawn: int
    exchanged: int
    """The trick before which the turn-up was last exchanged; -1 if never."""
    trump: Suit
    """The trump suit; -1 while none has been named, and under a contract without trumps."""
    trumps: Cards
    """The cards of the trump suit."""
    beats: tuple[Cards, ...]
    """The cards that beat each card."""
    follow: tuple[Cards, ...]
    """The cards of the suit of each card."""
    leader: Seat
    """Who leads or led this trick."""
    turn: Seat
    """Who is to act."""
    trick: int
    """Tricks completed."""
    lead: Card
    best: Card
    best_seat: Seat
    """The card led, the best card on the table, and whose that is; -1 before the lead."""
    played: int
    laid: int
    """How many cards lie on the table, and the card points in them."""
    melded: Suit
    """The suit of the marriage that was announced for the lead to come; -1 without one."""
    side_of: tuple[Seat, ...]
    """By seat, the place of its side; for two players that is the seat."""
    points: list[int]
    """Card points that count, by side."""
    pending: list[int]
    """Points of marriages that do not count yet, by side."""
    tricks: list[int]
    """Tricks won, by side."""
    marriages: tuple[Marriage, ...]
    strict: bool
    """Whether suit must be followed: the talon is closed or empty."""
    closer: Seat
    close_points: tuple[int, ...]
    close_tricks: tuple[int, ...]
    """Who closed the talon, -1 for nobody, and what each player had then."""
    frozen: Seat
    """The seat that takes no more points, where a closer's opponent does not."""
    undrawn: bool
    """Whether both are still to draw, so that the winner of a trick may close or claim before it."""
    short: bool
    """Whether an announcement made before the draw binds its maker to close."""
    forfeit: Result | None
    """What the deal comes to because of a revoke, where the rules let one decide it."""
    result: Result | None
    steps: Steps | None
    """How the deal came to its result, where a list is put here before it does."""

    def copy_to(self, other: "DealState") -> None:
        """Make another state the same as this one, sharing nothing that changes."""
        other.rules = self.rules
        other.terms = self.terms
        other.after = self.after
        other.auction = self.auction
        other.dealer = self.dealer
        other.dealt = self.dealt
        other.history = self.history
        other.hands = self.hands[:]
        other.gone = self.gone
        other.talon = self.talon[:]
        other.drawn = self.drawn
        other.exchanged = self.exchanged
        other.trump = self.trump
        other.trumps = self.trumps
        other.beats = self.beats
        other.follow = self.follow
        other.leader = self.leader
        other.turn = self.turn
        other.trick = self.trick
        other.lead = self.lead
        other.best = self.best
        other.best_seat = self.best_seat
        other.played = self.played
        other.laid = self.laid
        other.melded = self.melded
        other.side_of = self.side_of
        other.points = self.points[:]
        other.pending = self.pending[:]
        other.tricks = self.tricks[:]
        other.marriages = self.marriages
        other.strict = self.strict
        other.closer = self.closer
        other.close_points = self.close_points
        other.close_tricks = self.close_tricks
        other.frozen = self.frozen
        other.undrawn = self.undrawn
        other.short = self.short
        other.forfeit = self.forfeit
        other.result = self.result
        other.steps = self.steps[:] if self.steps is not None else None

    def key(self) -> tuple[object, ...]:
        """What two states of one rule set have in common exactly if everything that can follow is the same.

        Hashable; how the state was reached is not part of it.
        """
        return (
            *self.hands,
            *self.talon[self.drawn :],
            self.trump,
            self.auction,
            self.drawn,
            self.exchanged == self.trick,
            self.leader,
            self.turn,
            self.trick,
            self.lead,
            self.best,
            self.best_seat,
            self.laid,
            self.melded,
            *self.open_marriages,
            *self.points,
            *self.pending,
            *self.tricks,
            self.has_led_marriage,
            self.closer,
            *self.close_points,
            *self.close_tricks,
            self.undrawn,
            self.short,
            self.forfeit,
            self.result,
        )

    @property
    def phase(self) -> Phase:
        """What the deal waits for."""
        if self.result is not None:
            return Phase.OVER
        if self.auction is not None and self.auction.due is not None:
            return Phase(self.auction.due.value)
        if self.lead >= 0:
            return Phase.REPLY
        if self.undrawn:
            return Phase.DRAW
        return Phase.CLAIM if self.spent else Phase.LEAD

    @property
    def is_opening(self) -> bool:
        """Whether trumps have still to be named, contracts bid or cards laid away before the first lead."""
        return self.auction is not None and self.auction.due is not None

    @property
    def contract(self) -> Contract | None:
        """The contract that is played, or the highest that has been bid; None without either."""
        if self.auction is None or self.auction.bid < 0:
            return None
        return self.rules.auction.contracts[self.auction.bid]

    @property
    def hidden_partner(self) -> Seat:
        """Who holds the card that was called, while that is his secret; -1 for nobody."""
        auction = self.auction
        if auction is None or auction.called < 0 or auction.partner >= 0:
            return NOBODY
        holders = [seat for seat in SEATS[: self.rules.seats] if self.hands[seat] >> auction.called & 1]
        return holders[0] if holders and holders[0] != auction.declarer else NOBODY

    @property
    def is_partner_open(self) -> bool:
        """Whether everybody knows with whom whoever called a card plays, if one was called."""
        return self.auction is None or self.auction.called < 0 or self.auction.partner >= 0

    @property
    def own_points(self) -> tuple[int, ...]:
        """The card points that count, by side of the rule set: under a contract too each player's own.

        His marriages count once his party has a trick.
        """
        if self.auction is None or not self.auction.taken:
            return tuple(self.points)
        own = list(self.auction.taken)
        for each in self.marriages:
            own[each.seat] += each.points if self.tricks[self.side_of[each.seat]] else 0
        return tuple(own)

    @property
    def own_pending(self) -> tuple[int, ...]:
        """The points of marriages that do not count yet, by side of the rule set."""
        if self.auction is None or not self.auction.taken:
            return tuple(self.pending)
        own = [0] * self.rules.seats
        for each in self.marriages:
            own[each.seat] += 0 if self.tricks[self.side_of[each.seat]] else each.points
        return tuple(own)

    @property
    def own_slack(self) -> tuple[int, ...]:
        """How many more card points each side of the rule set may have."""
        if self.auction is None or not self.auction.taken:
            return tuple(self.slack)
        return tuple(self.slack[party] for party in self.side_of)

    @property
    def own_tricks(self) -> tuple[int, ...]:
        """The tricks won, by side of the rule set."""
        return self.auction.won if self.auction is not None and self.auction.won else tuple(self.tricks)

    @property
    def talon_left(self) -> int:
        """Cards left in the talon, the turn-up included; those of a closed talon stay in it."""
        return len(self.talon) - self.drawn

    @property
    def over(self) -> bool:
        """Whether the deal has its result."""
        return self.result is not None

    @property
    def spent(self) -> bool:
        """Whether every card in hand has been played."""
        return not any(self.hands)

    def held(self, seat: Seat) -> int:
        """How many cards a seat holds."""
        return self.hands[seat].bit_count()

    # What is not known, where not everything is (:mod:`referee.partial`); here everything is.

    @property
    def unseen(self) -> Sequence[int]:
        """How many more cards each seat holds than those that are known."""
        return NOTHING[self.rules.seats]

    @property
    def slack(self) -> Sequence[int]:
        """How many more card points each side may have."""
        return NOTHING[len(self.points)]

    @property
    def untold(self) -> int:
        """Tricks of which nobody knows the winner."""
        return 0

    @property
    def close_slack(self) -> Sequence[int]:
        """How many more card points each seat may have had at the close."""
        return ()

    @property
    def close_untold(self) -> int:
        """Tricks before the close of which nobody knows the winner."""
        return 0

    @property
    def is_blurred(self) -> bool:
        """Whether points or tricks that may count are not known."""
        return False

    @property
    def lowest_trump(self) -> Card:
        """The card that is exchanged for the turn-up (`exchange.card`); -1 without trumps."""
        low = self.lowest_of_trumps
        return CARDS_BY_NUMBER[low.bit_length() - 1] if low else NO_CARD

    @property
    def lowest_of_trumps(self) -> Cards:
        """The same card as a set."""
        cards = self.rules.deck_cards & self.trumps
        if self.auction is not None:
            cards = cards & SEVENS or cards
        return cards & -cards

    def lowest_held(self, seat: Seat) -> Card:
        """The copy of that card that a seat holds, where there are two."""
        low = self.lowest_trump
        return copy_in(low, (self.hands[seat],)) if self.terms.has_copies else low

    @property
    def face_down(self) -> bool:
        """Whether the cards of this trick lie face down until it is complete."""
        contract = self.contract
        return contract is not None and contract.face_down and not self.trick and not self.is_opening

    @property
    def has_led_marriage(self) -> bool:
        """Whether the leader, or his partner, announced a marriage for the lead on the table."""
        if self.lead < 0 or not self.marriages:
            return False
        last = self.marriages[-1]
        return last.trick == self.trick + 1 and self.side_of[last.seat] == self.side_of[self.leader]

    @property
    def has_announced(self) -> bool:
        """Whether a marriage has been announced for the next lead, even by the leader's partner."""
        return self.lead < 0 and bool(self.marriages) and self.marriages[-1].trick == self.trick + 1

    @property
    def open_marriages(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Marriages that still matter: the suits of those held whole, and who announced for this lead.

        None is announced twice, and more than one for a lead only by partners or where the rules allow it.
        Under a contract, and where there are two of each card, all matter, and by whom they were announced.
        """
        coming = self.trick + 1 if self.lead < 0 else NEVER
        if self.auction is not None:
            whole = sorted(each.seat * 4 + each.suit for each in self.marriages)
        else:
            pairs = ((each, MARRIAGE_CARDS[each.suit]) for each in self.marriages)
            whole = sorted(int(each.suit) for each, pair in pairs if self.hands[each.seat] & pair == pair)
        here = sorted(each.seat for each in self.marriages if each.trick == coming)
        return tuple(whole), tuple(here)

    @property
    def just_drawn(self) -> bool:
        """Whether the draw after the last trick has just been made, and can be given back."""
        untouched = self.lead < 0 and self.melded < 0 and self.exchanged != self.trick
        return untouched and self.drawn == self.rules.seats * self.trick > 0

    @property
    def just_closed(self) -> bool:
        """Whether the talon was closed at this lead."""
        return self.lead < 0 and self.turn == self.closer and sum(self.close_tricks) == self.trick
