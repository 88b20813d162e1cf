"""Moves: a card with all that its player announces before it, as many programs log play.

Such a log has one order for announcements and attaches each to a card. What a deal contains beyond that is
removed and reported here, so that the round trip is exact. Nothing is judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, cast

from notation.findings.finding import CardFact, Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.lines import LogError
from notation.formats.core.replayed import Done, followed
from notation.formats.core.report import Telling
from notation.record.model import DealRecord, Ply, Trick
from notation.record.traversal import rebuild
from notation.record.words import SUIT_SYMBOLS
from notation.specs.spec import read_spec
from referee import actions, cards
from referee.actions import Action, is_marriage
from referee.cards import BIT, NO_CARD, NO_SUIT, Card, Seat, Suit, card, rank_of, suit_of
from referee.decisions import ClaimMode, ClaimWindow
from referee.rules import RuleSet
from referee.state import TARGET


class Move(NamedTuple):
    """A seat's actions with one card: exchange, close, marriage and the card, each optional."""

    done: tuple[Done, ...]

    @property
    def seat(self) -> Seat:
        """The seat that moves."""
        return self.done[-1].seat

    @property
    def card(self) -> Card:
        """The card played, or -1."""
        action = self.done[-1].action
        return action if actions.is_play(action) else NO_CARD

    @property
    def suit(self) -> Suit:
        """The suit of the announced marriage, or -1."""
        return next(
            (actions.marriage_suit(each.action) for each in self.done if is_marriage(each.action)), NO_SUIT
        )

    @property
    def value(self) -> int:
        """The stated value of that marriage, or 0."""
        return next((each.ply.value for each in self.done if is_marriage(each.action)), 0)

    def has(self, action: Action) -> bool:
        """Return whether this is announced."""
        return any(each.action == action for each in self.done)

    @property
    def in_order(self) -> bool:
        """Whether it is made in turn, with each announcement once and a marriage only before a lead."""
        kinds = [_place(each.ply) for each in self.done]
        in_turn = all(each.seat == each.before.turn for each in self.done)
        return len(set(kinds)) == len(kinds) and in_turn and (self.suit < 0 or self.done[0].before.lead < 0)

    @property
    def is_sorted(self) -> bool:
        """Whether its announcements have the order of a log."""
        kinds = [_place(each.ply) for each in self.done]
        return kinds == sorted(kinds)

    @property
    def belongs(self) -> bool:
        """Whether its card is one of the announced marriage, if there are both."""
        return self.suit < 0 or self.card < 0 or bool(BIT[self.card] & cards.MARRIAGE_CARDS[self.suit])


def moves(rules: RuleSet, deal: DealRecord) -> list[Move]:
    """Return the actions of a deal as moves, without claims and resignations; the last may lack its card."""
    found: list[Move] = []
    begun: tuple[Done, ...] = ()
    for each in followed(rules, deal) or ():
        if each.action in (actions.OUT, actions.RESIGN):
            continue
        begun += (each,)
        if each.ply.plays:
            found.append(Move(begun))
            begun = ()
    return [*found, Move(begun)] if begun else found


def unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why a deal does not consist of moves, or None."""
    if all(move.in_order for move in moves(rules, deal)):
        return None
    return Phrase("an action in it is repeated or out of turn")


def unfit_by_card(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return the same for logs in which the card led determines the suit of its marriage."""
    why = unfit(deal, rules)
    if why is None and not all(move.belongs for move in moves(rules, deal)):
        return Phrase("it announces a marriage with a card that belongs to none")
    return why


def arranged(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal as a log of moves gives it back: each announcement before its card, in one order.

    A marriage that ended a deal without its card goes with the king.
    """
    kept: list[Ply] = []
    number = deal.number
    for move in moves(rules, deal):
        plies = sorted((each.ply for each in move.done), key=_place)
        if plies != [each.ply for each in move.done]:
            telling.different(RecordPart.MARRIAGES, Phrase("announced just before the lead"), number)
        if move.card < 0 and move.suit >= 0 and (deal.result is not None or reaches_66(move.done[-1])):
            why = Phrase("the king is named with the last marriage")
            telling.different(RecordPart.BARE_MARRIAGES, why, number)
            plies.append(Ply(card(move.suit, cards.KING)))
        elif move.card < 0:
            for ply in plies:
                telling.dropped(_PARTS.get(ply.action, RecordPart.BARE_MARRIAGES), number)
            plies = []
        kept += plies
    return replace(deal, tricks=_tricks(kept, rules.seats))


def reaches_66(done: Done) -> bool:
    """Return whether the player of an action has 66 after it, if marriages count at once."""
    return done.after.points[done.seat] + done.after.pending[done.seat] >= TARGET


def finished(deal: DealRecord, telling: Telling) -> DealRecord:
    """Return a deal without a result that only says that it was not played to its end."""
    if deal.result is None or deal.result.finished:
        return deal
    telling.dropped(RecordPart.RESULTS, deal.number)
    return replace(deal, result=None)


def valued(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal for logs that do not state the value of a marriage: each has its usual value."""
    worth = {
        each.path: each.before.marriage_points(actions.marriage_suit(each.action))
        for each in followed(rules, deal) or ()
        if is_marriage(each.action)
    }
    changed = rebuild(deal, lambda path, ply: replace(ply, value=worth.get(path, ply.value)))
    for before, after in zip(deal.tricks, changed.tricks, strict=True):
        if before != after:
            telling.different(RecordPart.MARRIAGES, None, deal.number)
    return changed


def following(spec: str) -> RuleSet:
    """Return the rules for following a log: its program's, without an automatic end of a deal.

    A log may continue after the end of a deal, and must be followed: the judge decides.
    """
    rules = cast(RuleSet, read_spec(spec))
    return replace(rules, claim_mode=ClaimMode.SAID, claim_window=ClaimWindow.LEAD)


def check_once(cards: Sequence[Card]) -> None:
    """Raise :class:`LogError` about the first card that occurs twice."""
    for index, each in enumerate(cards):
        if each in cards[:index]:
            raise LogError(Phrase("{card} is dealt twice", {"card": CardFact(each)}))


def talon_of(deal: DealRecord) -> tuple[Card, ...]:
    """Return the talon of a deal to be written, the turn-up last."""
    return deal.talon.cards if deal.talon else ()


def sign(card: Card, ten: str) -> str:
    """Return a card as its rank and suit symbol, with the given spelling of the ten.

    >>> sign(10, "X")
    'X♥'
    """
    return f"{('9', 'J', 'Q', 'K', ten, 'A')[rank_of(card)]}{SUIT_SYMBOLS[suit_of(card)]}"


_PARTS: Final = {actions.EXCHANGE: RecordPart.EXCHANGES, actions.CLOSE: RecordPart.CLOSES}


def _place(ply: Ply) -> int:
    """Return the position of an action among those of a move."""
    if ply.plays:
        return 3
    return {actions.EXCHANGE: 0, actions.CLOSE: 1}.get(ply.action, 2)


def _tricks(plies: Iterable[Ply], seats: int) -> tuple[Trick, ...]:
    """Return actions as numbered tricks, announcements with the card that follows them."""
    tricks: list[Trick] = []
    played = seats
    for ply in plies:
        if played == seats:
            tricks.append(Trick(len(tricks) + 1))
            played = 0
        tricks[-1] = replace(tricks[-1], plies=(*tricks[-1].plies, ply))
        played += ply.plays
    return tuple(tricks)
