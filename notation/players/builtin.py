"""Players that answer at once, by rules of thumb, and the play of a deal by players."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol

from referee import Card, Cards, Deal, Seat, View, Watcher, actions, mask, members, suit_of
from referee.actions import ACTIONS_BY_NUMBER, Action, is_play
from referee.auction import order_of
from referee.cards import BIT, CARDS_BY_NUMBER, MARRIAGE_CARDS, NO_SUIT, POINTS, SEATS, SUITS
from referee.contracts import SUIT_IN_TWO_PACKS, Aim, Contract, beats_of
from referee.legality import announced_by
from referee.settlement import claim_holds
from referee.state import TARGET, Phase

OPENING: Final = frozenset({Phase.CALL, Phase.BID, Phase.DISCARD})
"""What is due before the first lead in a game in which trumps are named or contracts bid."""


class Player(Protocol):
    """A player that can take a seat."""

    def choose(self, view: View) -> Action | None:
        """Return one of ``view.legal``, or None to let the others continue where that is allowed."""
        ...


class RandomPlayer:
    """Plays any card; claims, closes and announces often enough to exercise all of it, rightly or wrongly.

    How often it closes is drawn once, when it is created.
    """

    def __init__(self, rng: Random) -> None:
        self._random = rng.random
        self._odds = {
            actions.DRAW: 1.0,
            actions.CLOSE: 0.15 * rng.random(),
            actions.CLOSE_SHORT: 0.1 * rng.random(),
            **dict.fromkeys(ACTIONS_BY_NUMBER[actions.CONTRACT : actions.DOUBLE + 1], 0.1),
        }

    def choose(self, view: View) -> Action | None:
        """Return any legal action, some more often than others."""
        legal = view.legal
        if view.phase in OPENING:
            if actions.PASS in legal and self._random() < 0.6:
                return actions.PASS
            return legal[int(self._random() * len(legal))]
        cards = mask([CARDS_BY_NUMBER[action] for action in legal if is_play(action)])
        return self.pick(cards, [action for action in legal if not is_play(action)], view.claim_holds)

    def pick(self, cards: Cards, announced: Sequence[Action], claim_holds: bool) -> Action | None:
        """Return one of some announcements or cards, without a look at the deal."""
        for action in announced:
            odds = (0.8 if claim_holds else 0.004) if action == actions.OUT else self._odds.get(action, 0.7)
            if self._random() < odds:
                return action
        if not cards:
            return bound(announced)
        for _ in range(int(self._random() * cards.bit_count())):
            cards &= cards - 1
        return CARDS_BY_NUMBER[(cards & -cards).bit_length() - 1]


class GreedyPlayer:
    """Takes every trick it can, as cheaply as possible; announces, exchanges and claims at once.

    Never closes.

    Ties are broken by the order of the cards, without randomness.
    """

    def __init__(self, rng: Random) -> None:
        pass

    def choose(self, view: View) -> Action | None:
        """Return a correct claim if possible, otherwise an announcement, otherwise a card."""
        said = announcement(view)
        if said is not None or not view.in_turn:
            return said
        cards = [action for action in view.legal if is_play(action)]
        if not cards:
            return bound(view.legal)
        if view.lead < 0:
            return max(cards, key=POINTS.__getitem__)
        winning = view.beats[view.best]
        taking = [card for card in cards if BIT[card] & winning]
        return min(taking or cards, key=lambda card: (suit_of(card) == view.trump, POINTS[card]))


class CarefulPlayer:
    """Remembers the cards shown, saves trumps, and closes when its certain tricks make 66."""

    def __init__(self, rng: Random) -> None:
        pass

    def choose(self, view: View) -> Action | None:
        """Return a correct claim if possible, otherwise an announcement, a safe close, or a card."""
        said = announcement(view)
        if said is not None or not view.in_turn:
            return said
        cards = [action for action in view.legal if is_play(action)]
        if view.lead >= 0:
            return self._reply(view, cards)
        for close in (actions.CLOSE, actions.CLOSE_SHORT):
            if close in view.legal and self._makes_it(view):
                return close
        if not cards:
            return bound(view.legal)
        return self._lead(view, cards)

    def _makes_it(self, view: View) -> bool:
        """Return whether tricks that nobody else can take are worth enough, whatever is played to them."""
        sure = [card for card in members(view.hand) if not self._beaten(view, card, strict=True)]
        trumps = [card for card in sure if suit_of(card) == view.trump]
        if len(trumps) < len(sure) and not self._draws_trumps(view, len(trumps)):
            sure = trumps
        replies = sorted(POINTS[card] for card in members(view.sight().hidden))[: len(sure)]
        return view.points[view.side] + sum(POINTS[card] for card in sure) + sum(replies) >= TARGET

    def _draws_trumps(self, view: View, leads: int) -> bool:
        """Return whether this many trump leads leave no trumps in the other hands."""
        return all(
            (cards & SUIT_IN_TWO_PACKS[view.trump]).bit_count() <= leads for cards in self._others(view)
        )

    def _beaten(self, view: View, card: Card, strict: bool) -> bool:
        """Return whether another side may hold a card that beats this lead; if strict, except trumps."""
        threats = view.beats[card]
        if strict:
            threats &= SUIT_IN_TWO_PACKS[suit_of(card)]
        return any(cards & threats for cards in self._others(view))

    def _others(self, view: View) -> list[Cards]:
        """Return what each hand of the other sides may hold, including a turn-up that may be exchanged."""
        turn_up = BIT[view.turn_up] if view.turn_up >= 0 else 0
        hands = enumerate(view.sight().hands)
        return [hand.known | hand.possible | turn_up for at, hand in hands if view.side_of[at] != view.side]

    def _lead(self, view: View, cards: list[Card]) -> Card:
        if view.strict:
            sure = [card for card in cards if not self._beaten(view, card, strict=False)]
            if sure:
                return max(sure, key=lambda card: (POINTS[card], card))
        return min(cards, key=lambda card: self._worth(view, card))

    def _reply(self, view: View, cards: list[Card]) -> Card:
        winning = view.beats[view.best]
        taking = [card for card in cards if BIT[card] & winning]
        plain = [card for card in taking if suit_of(card) != view.trump]
        if view.side_of[view.best_seat] == view.side:  # the partner wins the trick
            return min(cards, key=lambda card: self._worth(view, card))
        if plain:
            return max(plain, key=lambda card: POINTS[card])
        if taking and (view.strict or view.laid >= 10):
            return min(taking, key=lambda card: POINTS[card])
        return min(cards, key=lambda card: self._worth(view, card))

    def _worth(self, view: View, card: Card) -> tuple[bool, bool, int]:
        """Return the sort key for discarding: trumps last, then halves of marriages, then by card points."""
        suit = SUIT_IN_TWO_PACKS[suit_of(card)] & view.hand
        halves = suit & MARRIAGE_CARDS[suit_of(card)]
        paired = bool(halves & BIT[card]) and halves.bit_count() == 2 and not view.strict
        return suit_of(card) == view.trump, paired, POINTS[card]


def opening(view: View) -> Action:
    """Return the suit that the seat holds most of, a bid that cannot fail, a pass, or its least card."""
    suits = [suit for suit in SUITS if actions.NAME_TRUMP + suit in view.legal]
    if suits:
        longest = max(suits, key=lambda suit: (view.hand & SUIT_IN_TWO_PACKS[suit]).bit_count())
        return ACTIONS_BY_NUMBER[actions.NAME_TRUMP + longest]
    contracts = view.rules.auction.contracts
    bids = [action for action in view.legal if 0 <= action - actions.CONTRACT < len(contracts)]
    safe = [action for action in bids if cannot_fail(view, contracts[action - actions.CONTRACT])]
    if safe:
        return max(safe, key=lambda action: contracts[action - actions.CONTRACT].value)
    if actions.PASS in view.legal:
        return actions.PASS
    return min(view.legal, key=lambda action: POINTS[action] if is_play(action) else 0)


def cannot_fail(view: View, contract: Contract) -> bool:
    """Return whether the hand alone makes a contract: it is held, or nothing beats what is led."""
    if contract.aim is Aim.HELD:
        return True
    if contract.aim is not Aim.ALL_TRICKS or not contract.leads or contract.trump != NO_SUIT:
        return False
    beats = beats_of(order_of(view.rules, contract), NO_SUIT)
    others = view.rules.deck_cards & ~view.hand
    return not any(beats[card] & others for card in members(view.hand))


def announcement(view: View) -> Action | None:
    """Return what :func:`opening` says, a correct claim, an exchange, or the most valuable marriage, if any.

    Before the draw only a claim, because anything else would oblige the player to close.
    """
    if view.phase in OPENING:
        return opening(view)
    if view.claim_holds:
        return actions.OUT
    if actions.DRAW in view.legal:
        return None
    if actions.EXCHANGE in view.legal:
        return actions.EXCHANGE
    marriages = [action for action in view.legal if actions.is_marriage(action)]
    return max(marriages, key=lambda action: actions.marriage_suit(action) == view.trump, default=None)


def bound(legal: Sequence[Action]) -> Action | None:
    """Return the action of a seat that has no card to play: to draw, or to close if obliged to."""
    left = (actions.DRAW, actions.CLOSE_SHORT)
    return next((action for action in left if action in legal), None)


Told = Callable[[Deal, Action, Seat], None]
"""Is called with each action of a deal before it is done."""


def play_out(
    deal: Deal, players: Sequence[Player], told: Told | None = None, watcher: Watcher | None = None
) -> None:
    """Let players play a deal to its end, each for the seat of its index.

    The player who is not in turn is asked first, because he may claim or exchange. ``watcher`` has seen what
    has been played before. Raises ValueError if a player chooses what its view does not offer, or nothing
    where it must act.
    """
    at_random = [player for player in players if isinstance(player, RandomPlayer)]
    if len(at_random) == len(players) and deal.auction is None and not deal.terms.has_copies:
        _play_at_random(deal, at_random, told)
        return
    watcher = watcher or Watcher(deal)
    while not deal.over:
        legal = deal.legal()
        if not legal:
            deal.finish()
            return
        turn = deal.turn
        for seat in (*sorted({seat for _, seat in legal if seat != turn}), turn):
            offered = [action for action, other in legal if other == seat]
            action = players[seat].choose(View(deal, seat, offered, watcher)) if offered else None
            if action is None:
                continue
            action = deal.meant(action, seat)
            if action not in offered:
                raise ValueError(f"the player at seat {seat} may not do {action}")
            _do(deal, action, seat, told)
            break
        else:
            if not deal.spent:
                raise ValueError(f"the player at seat {turn} must do something")
            deal.finish()


def _play_at_random(deal: Deal, players: Sequence[RandomPlayer], told: Told | None) -> None:
    """The same by players who need no view, because every seat sees all that it may do."""
    seats = SEATS[: deal.rules.seats]
    while deal.result is None:
        turn = deal.turn
        seat, action = turn, None
        for each in seats:
            own = announced_by(deal, each) if each != turn else []
            action = players[each].pick(0, own, _claims(deal, own, each)) if own else None
            if action is not None:
                seat = each
                break
        if action is None:
            own = announced_by(deal, turn)
            action = players[turn].pick(deal.playable(), own, _claims(deal, own, turn))
        if action is None:
            deal.finish()
        else:
            _do(deal, action, seat, told)


def _claims(deal: Deal, own: Sequence[Action], seat: Seat) -> bool:
    """Whether a seat may claim, and rightly."""
    return actions.OUT in own and claim_holds(deal, seat)


def _do(deal: Deal, action: Action, seat: Seat, told: Told | None) -> None:
    if told is not None:
        told(deal, action, seat)
    deal.do(action, seat)
