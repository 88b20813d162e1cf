"""Moves: a card with all that its player announces before it, the way many programs log play.

Such a log has one order for announcements and names a card with each of them. What a deal says beyond
that is taken from it here, and told, so that it comes back as it was written. Nothing is judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, cast

from notation.findings.finding import CardFact, Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.replayed import Done, followed
from notation.formats.core.report import ReportKind, Telling
from notation.record.model import DealRecord, Ply, Trick
from notation.record.traversal import rebuild
from notation.record.words import SUIT_SYMBOLS
from notation.specs.spec import read_spec
from referee import actions
from referee.actions import Action, is_marriage
from referee.cards import (
    BIT,
    KING,
    MARRIAGE_CARDS,
    NO_CARD,
    NO_SUIT,
    Card,
    Seat,
    Suit,
    card,
    rank_of,
    suit_of,
)
from referee.decisions import ClaimMode, ClaimWindow
from referee.rules import RuleSet
from referee.state import TARGET


class Move(NamedTuple):
    """What a seat does with one card: exchange, close, marriage and the card, each of them or none."""

    done: tuple[Done, ...]

    @property
    def seat(self) -> Seat:
        """Whose move it is."""
        return self.done[-1].seat

    @property
    def card(self) -> Card:
        """The card that is played, or -1."""
        action = self.done[-1].action
        return action if actions.is_play(action) else NO_CARD

    @property
    def suit(self) -> Suit:
        """The suit of the marriage that is announced, or -1."""
        return next(
            (actions.marriage_suit(each.action) for each in self.done if is_marriage(each.action)), NO_SUIT
        )

    @property
    def value(self) -> int:
        """The value of that marriage as it is stated, or 0."""
        return next((each.ply.value for each in self.done if is_marriage(each.action)), 0)

    def has(self, action: Action) -> bool:
        """Whether something is announced."""
        return any(each.action == action for each in self.done)

    @property
    def in_order(self) -> bool:
        """Whether it is made in turn, with no announcement twice and a marriage only before a lead."""
        kinds = [_place(each.ply) for each in self.done]
        in_turn = all(each.seat == each.before.turn for each in self.done)
        return len(set(kinds)) == len(kinds) and in_turn and (self.suit < 0 or self.done[0].before.lead < 0)


def moves(rules: RuleSet, deal: DealRecord) -> list[Move]:
    """The actions of a deal as moves, without claims and resignations; the last may lack its card."""
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
    """Why a deal does not consist of moves, if it does not."""
    if all(move.in_order for move in moves(rules, deal)):
        return None
    return Phrase("an action in it is repeated or out of turn")


def unfit_by_card(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """The same for logs in which the card that is led tells the suit of its marriage."""
    why = unfit(deal, rules)
    if why:
        return why
    for move in moves(rules, deal):
        if move.suit >= 0 and move.card >= 0 and not BIT[move.card] & MARRIAGE_CARDS[move.suit]:
            return Phrase("it announces a marriage with a card that belongs to none")
    return None


def arranged(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """A deal as a log of moves gives it back: each announcement before its card, in one order.

    A marriage that ended a deal and stands without its card goes with the king.
    """
    kept: list[Ply] = []
    number = deal.number
    for move in moves(rules, deal):
        plies = sorted((each.ply for each in move.done), key=_place)
        if plies != [each.ply for each in move.done]:
            telling.tell(
                ReportKind.DIFFERENT, RecordPart.MARRIAGES, number, Phrase("announced just before the lead")
            )
        if move.card < 0 and move.suit >= 0 and (deal.result is not None or reaches_66(move.done[-1])):
            why = Phrase("the king is named with the last marriage")
            telling.tell(ReportKind.DIFFERENT, RecordPart.BARE_MARRIAGES, number, why)
            plies.append(Ply(card(move.suit, KING)))
        elif move.card < 0:
            for ply in plies:
                telling.tell(ReportKind.DROPPED, _PARTS.get(ply.action, RecordPart.BARE_MARRIAGES), number)
            plies = []
        kept += plies
    return replace(deal, tricks=_tricks(kept, rules.seats))


def reaches_66(done: Done) -> bool:
    """Whether whoever did something has 66 after it, for a program in which marriages count at once."""
    return done.after.points[done.seat] + done.after.pending[done.seat] >= TARGET


def valued(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """A deal for logs that do not state what a marriage is worth: each as it counts."""
    worth = {
        each.path: each.before.marriage_points(actions.marriage_suit(each.action))
        for each in followed(rules, deal) or ()
        if is_marriage(each.action)
    }
    changed = rebuild(deal, lambda path, ply: replace(ply, value=worth.get(path, ply.value)))
    for before, after in zip(deal.tricks, changed.tricks, strict=True):
        if before != after:
            telling.tell(ReportKind.DIFFERENT, RecordPart.MARRIAGES, deal.number)
    return changed


def following(spec: str) -> RuleSet:
    """The rules to follow a log by: its program's, but that no deal ends by itself.

    A log may go on after its end, and whoever reads it must not lose the thread: that is for the judge.
    """
    rules = cast(RuleSet, read_spec(spec))
    return replace(rules, claim_mode=ClaimMode.SAID, claim_window=ClaimWindow.LEAD)


def dealt_twice(cards: Sequence[Card]) -> Phrase | None:
    """Says of the first card that stands twice among these that it does."""
    twice = next((card for index, card in enumerate(cards) if card in cards[:index]), -1)
    return Phrase("{card} is dealt twice", {"card": CardFact(twice)}) if twice >= 0 else None


def talon_of(deal: DealRecord) -> tuple[Card, ...]:
    """The talon of a deal that is to be written, the turn-up last."""
    return deal.talon.cards if deal.talon else ()


def sign(card: Card, ten: str) -> str:
    """A card as its rank and the sign of its suit, the ten in its own spelling.

    >>> sign(10, "X")
    'X♥'
    """
    return f"{('9', 'J', 'Q', 'K', ten, 'A')[rank_of(card)]}{SUIT_SYMBOLS[suit_of(card)]}"


_PARTS: Final = {actions.EXCHANGE: RecordPart.EXCHANGES, actions.CLOSE: RecordPart.CLOSES}


def _place(ply: Ply) -> int:
    """Where an action stands among those of a move."""
    if ply.plays:
        return 3
    return {actions.EXCHANGE: 0, actions.CLOSE: 1}.get(ply.action, 2)


def _tricks(plies: Iterable[Ply], seats: int) -> tuple[Trick, ...]:
    """Actions as numbered tricks, announcements with the card that they go before."""
    tricks: list[Trick] = []
    played = seats
    for ply in plies:
        if played == seats:
            tricks.append(Trick(len(tricks) + 1))
            played = 0
        tricks[-1] = replace(tricks[-1], plies=(*tricks[-1].plies, ply))
        played += ply.plays
    return tuple(tricks)
