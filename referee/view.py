"""What one seat, or everybody, may know of a deal that is being played, and what the seat may do.

A view is made from what its reader may know and from nothing else: it is never made of the whole deal and cut
down afterwards. Programs that play, live tables and whoever watches them are shown these.
"""

from collections.abc import Iterator, Sequence

from referee import actions
from referee.actions import ACTIONS_BY_NUMBER, Action
from referee.cards import (
    CARDS_BY_NUMBER,
    NO_CARD,
    NOBODY,
    SEATS,
    Card,
    Cards,
    Seat,
    Suit,
    as_seen,
    kind,
    mask,
)
from referee.contracts import Opening
from referee.deal import STOOD, Deal
from referee.knowledge import Count, OpenPlay, Sight, copies_by_place, counted, sight
from referee.legality import idler
from referee.rules import RuleSet

LAID_AWAY = Action(255)
"""In a history, in the place of a card that was laid away unseen."""
LAID_FACE_DOWN = Action(254)
"""In a history, in the place of a card that lies face down on the table."""


class Watcher:
    """Sees what happens in the open of a deal; nothing is worked out before somebody asks.

    Where it does not trust the play, as at a scorer's table, a card shows nothing but itself: that a reply
    broke a rule is known to nobody before the deal is over. ``play`` is what has been seen before, where that
    is more than the deal shows.
    """

    __slots__ = ("_deal", "_play", "_seen", "_trusts")

    def __init__(self, deal: Deal, trusts: bool = True, play: OpenPlay | None = None) -> None:
        self._deal = deal
        self._trusts = trusts
        self._seen = deal.copy()
        self._play = play

    def play(self) -> OpenPlay:
        """All that every seat has seen by now."""
        if self._play is None:
            self._play = OpenPlay.start(self._seen)
        history, seen = self._deal.history, self._seen
        for at in range(len(seen.history), len(history), 2):
            before, maker = seen.copy(), history[at]
            seat, action = SEATS[maker % STOOD], ACTIONS_BY_NUMBER[history[at + 1]]
            ruling = seen.why_not(action, seat) if maker >= STOOD else None
            if ruling is None:
                seen.do(action, seat)
            else:
                seen.let_stand(action, ruling)
            self._play = self._play.then(
                before, seat, action, seen, irregular=ruling is not None or not self._trusts
            )
        return self._play

    def deal_if(self, hands: Sequence[Cards], talon: Sequence[Card]) -> Deal:
        """The deal as it stands, but for the cards in the hands and in what is left of the talon."""
        deal = Deal(self._deal.rules)
        self._deal.copy_to(deal)
        deal.dealt = None
        deal.hands = list(hands)
        deal.talon = [NO_CARD] * deal.drawn + list(talon)
        deal.gone = deal.rules.deck_cards & ~mask(talon)
        for hand in hands:
            deal.gone &= ~hand
        return deal


class View:
    """What one seat may know of a deal, and what it may do; seat -1 stands for everybody else.

    ``points`` and ``tricks`` are by side of the rule set, as everybody can count them. ``claim_holds`` tells
    whether a claim of the seat would be right now, wherever one is among ``legal``.
    """

    __slots__ = (
        "_away",
        "_history",
        "_played",
        "_seen_hand",
        "_sight",
        "_watcher",
        "beats",
        "best",
        "best_seat",
        "claim_holds",
        "closer",
        "dealer",
        "face_down",
        "hand",
        "held",
        "idle",
        "in_turn",
        "laid",
        "laid_away",
        "lead",
        "leader",
        "legal",
        "pending",
        "phase",
        "points",
        "rules",
        "seat",
        "side",
        "side_of",
        "strict",
        "talon_left",
        "trick",
        "tricks",
        "trump",
        "turn",
        "turn_up",
    )

    def __init__(self, deal: Deal, seat: Seat, legal: Sequence[Action], watcher: Watcher) -> None:
        self.rules: RuleSet = deal.rules
        self.seat = seat
        self.dealer: Seat = deal.dealer
        self.side_of: tuple[Seat, ...] = deal.side_of
        self.side: Seat = deal.side_of[seat] if seat >= 0 else NOBODY
        self.legal = in_sight(deal, legal)
        """What the rules allow the seat now, in the order of the referee; resigning is not listed."""
        self.phase = deal.phase
        self.turn: Seat = deal.turn
        self.in_turn = seat == deal.turn
        self._seen_hand: Cards = hand_in_sight(deal, seat) if seat >= 0 else 0
        self.hand: Cards = as_seen(self._seen_hand) if deal.terms.has_copies else self._seen_hand
        """Its cards; of two equal ones that it does not hold both the first copy stands for either."""
        self.held = tuple(map(deal.held, SEATS[: deal.rules.seats]))
        """How many cards each seat holds."""
        self.idle = NOBODY if deal.auction is None else idler(deal)
        """Who takes no part in the play of the contract."""
        self.trump: Suit = deal.trump
        self.talon_left = deal.talon_left
        self.turn_up: Card = kind(deal.talon[-1]) if deal.talon_left and deal.rules.draws else NO_CARD
        self.strict = deal.strict
        """Whether suit must be followed."""
        self.closer: Seat = deal.closer
        self.trick = deal.trick
        self.leader: Seat = deal.leader
        self.face_down = deal.face_down and deal.lead >= 0
        """Whether the cards on the table lie face down; then neither the lead nor the best is known."""
        self.lead: Card = NO_CARD if self.face_down else kind(deal.lead)
        self.beats: tuple[Cards, ...] = deal.beats
        """The cards that beat each card."""
        self.best: Card = NO_CARD if self.face_down else kind(deal.best)
        self.best_seat: Seat = NOBODY if self.face_down else deal.best_seat
        self.laid = 0 if self.face_down else deal.laid
        self.points = deal.own_points
        self.pending = deal.own_pending
        """Points of marriages that do not count yet, by side."""
        self.tricks = deal.own_tricks
        claims = seat >= 0 and actions.OUT in legal
        self.claim_holds = claims and deal.standing()[seat].claim_holds
        self.laid_away = deal.auction.aside.bit_count() if deal.auction is not None else 0
        """How many cards have been laid away before the first lead."""
        self._away = laid_unseen(deal, seat)
        self._watcher = watcher
        self._history = _unlaid(deal, seat)
        self._played = deal.played if deal.lead >= 0 else 0
        self._sight: Sight | None = None

    def sight(self) -> Sight:
        """What the seat can know of the cards by all that has happened in the open."""
        if self._sight is None:
            self._sight = sight(self._watcher.play(), self.seat, self._seen_hand, self._away)
        return self._sight

    def play(self) -> OpenPlay:
        """All that every seat has seen."""
        return self._watcher.play()

    def count(self) -> Count:
        """Where the cards can be that the seat does not see, for all that has happened in the open."""
        play, hand, away = copies_by_place(self._watcher.play(), self.seat, self._seen_hand, self._away)
        return counted(play, self.seat, hand, away)

    def deal_if(self, hands: Sequence[Cards], face_down: Sequence[Card]) -> Deal:
        """The deal as it stands if the cards that the seat does not see lie like this.

        ``hands`` are by seat; ``face_down`` runs from the top of the talon to the card on the turn-up. Only
        for a deal without an auction, in which nothing else is hidden.
        """
        turn_up = [self.turn_up] if self.turn_up >= 0 else []
        return self._watcher.deal_if(hands, [*face_down, *turn_up])

    def history(self) -> Iterator[tuple[Seat, Action]]:
        """What has been done, by whom.

        A card that another laid away is :data:`LAID_AWAY`, one that lies face down :data:`LAID_FACE_DOWN`.
        """
        for maker, number in zip(self._history[::2], self._history[1::2], strict=True):
            yield SEATS[maker % STOOD], ACTIONS_BY_NUMBER[number]

    def on_table(self) -> list[tuple[Seat, Card]]:
        """The cards of the trick that is not complete, in the order in which they were played.

        One that lies face down is -1.
        """
        played: list[tuple[Seat, Card]] = []
        for seat, action in reversed(list(self.history()) if self._played else []):
            if actions.is_play(action) or action == LAID_FACE_DOWN:
                played.append((seat, action if actions.is_play(action) else NO_CARD))
                if len(played) == self._played:
                    break
        return played[::-1]


def in_sight(deal: Deal, legal: Sequence[Action]) -> Sequence[Action]:
    """What the rules allow a seat, without the cards of its hand that it has not seen.

    Of two equal cards it may play either, which is the same.
    """
    if deal.terms.has_copies:
        legal = sorted({kind(action) if actions.is_play(action) else action for action in legal})
    if deal.auction is None or not deal.auction.packet:
        return legal
    seen = [action for action in legal if not actions.TURN_UP <= action < actions.CALL_CARD]
    return seen if len(seen) == len(legal) else [*seen, actions.TURN_UP_UNSEEN]


def hand_in_sight(deal: Deal, seat: Seat) -> Cards:
    """What a seat sees: the first packet alone, before it names trumps; its own cards, where it sits out."""
    auction = deal.auction
    if auction is None:
        return deal.hands[seat]
    if auction.packet and seat == deal.turn:
        return auction.packet
    return auction.idle if seat == idler(deal) else deal.hands[seat]


def laid_unseen(deal: Deal, seat: Seat) -> Cards:
    """The cards that a seat has laid away, or face down on the table, and that nobody else sees."""
    auction = deal.auction
    if auction is None:
        return 0
    if not deal.face_down:
        return auction.aside if seat == auction.declarer else 0
    done = zip(deal.history[::2], deal.history[1::2], strict=True)
    return mask(
        CARDS_BY_NUMBER[card] for maker, card in done if card < actions.CARDS and maker % STOOD == seat
    )


def _unlaid(deal: Deal, reader: Seat) -> bytes:
    """A history without the cards that others than the reader laid away or face down, and without copies."""
    opening = deal.auction
    if opening is None:
        return deal.history
    is_laid = bool(opening.aside) or opening.due is Opening.DISCARD
    if not is_laid and not deal.terms.has_copies:
        return deal.history
    seen = bytearray(deal.history)
    laid = opening.aside.bit_count()
    for at in range(0, len(seen), 2):
        if seen[at + 1] >= actions.CARDS:
            continue
        is_others = seen[at] % STOOD != reader
        if laid:
            laid -= 1
            seen[at + 1] = LAID_AWAY if is_others else seen[at + 1]
        elif deal.face_down and is_others:
            seen[at + 1] = LAID_FACE_DOWN
        if seen[at + 1] < actions.CARDS:
            seen[at + 1] = kind(CARDS_BY_NUMBER[seen[at + 1]])
    return bytes(seen)
