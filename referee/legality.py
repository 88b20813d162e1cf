"""What the rules say against an action: every ruling of play is given here, and nowhere else.

Reads a deal and never changes it.
"""

from typing import TYPE_CHECKING, Final

from referee import codes as rulings
from referee.actions import CLOSE, CLOSE_SHORT, DRAW, EXCHANGE, MARRIAGE, RESIGN, Action, is_marriage
from referee.cards import BIT, FOLLOW, MARRIAGE_CARDS, Card, Suit
from referee.codes import Code, Ruling
from referee.decisions import ClaimMode, ClaimWindow, Exchanger

if TYPE_CHECKING:
    from referee.deal import Deal

NONE: Final = -1
FIRST_LEAD: Final = rulings.NOT_IN_TURN.resting_on("deal.first_lead")
"""Somebody else than the dealer's neighbour leads first."""
MARRIAGE_UNDRAWN: Final = rulings.SHORT_ONLY.resting_on("marriage.who")
"""A marriage is announced before the draw."""


def refusal(deal: "Deal", action: Action, seat: int = NONE) -> Ruling | None:
    """What :meth:`referee.deal.Deal.refusal` says."""
    if not 0 <= action <= RESIGN or not NONE <= seat < deal.rules.seats:
        raise ValueError(f"no such action or seat: {action}, {seat}")
    stated = seat >= 0
    if not stated:
        seat = deal.turn
    if deal.result is not None:
        carries = action < MARRIAGE and seat == deal.turn and bool(deal.carrying & BIT[action])
        return None if carries else _no(deal, rulings.DEAL_OVER, seat)
    if action < MARRIAGE:
        return _card_refusal(deal, action, seat, stated)
    if is_marriage(action):
        return _marriage_refusal(deal, action - MARRIAGE, seat)
    if action == EXCHANGE:
        return _exchange_refusal(deal, seat)
    if action in (CLOSE, CLOSE_SHORT):
        return _close_refusal(deal, action, seat)
    if action == DRAW:
        if not deal.undrawn or seat != deal.turn:
            return _no(deal, rulings.DRAW_NOT_DUE, seat)
        return _no(deal, rulings.MUST_CLOSE, seat) if deal.short else None
    if action == RESIGN:
        return None
    return _claim_refusal(deal, seat)


def _no(deal: "Deal", code: Code, seat: int, **facts: int) -> Ruling:
    return Ruling(code, seat, {"seat": seat, "turn": deal.turn, **facts})


def _not_in_turn(deal: "Deal") -> Code:
    return rulings.NOT_IN_TURN if deal.trick else FIRST_LEAD


def _at_lead(deal: "Deal", seat: int) -> bool:
    """Whether a seat is about to lead to a trick."""
    return seat == deal.turn and deal.lead < 0 and not deal.spent


def _short_without_close(deal: "Deal", seat: int) -> bool:
    """Whether the draw comes first, because the talon cannot be closed with the short hand."""
    return deal.undrawn and _close_refusal(deal, CLOSE_SHORT, seat) is not None


def _card_refusal(deal: "Deal", card: Card, seat: int, stated: bool) -> Ruling | None:
    bit = BIT[card]
    if not deal.hands[seat] & bit:
        holder = next((s for s, hand in enumerate(deal.hands) if hand & bit), NONE)
        if holder >= 0 and _at_lead(deal, seat) and not stated:
            return _no(deal, _not_in_turn(deal), holder, card=card)
        if holder >= 0:
            return _no(deal, rulings.HELD_BY_OTHER, seat, card=card, holder=holder)
        if card in deal.talon[deal.drawn :]:
            return _no(deal, rulings.NOT_DRAWN, seat, card=card)
        if not deal.rules.deck_cards & bit:
            return _no(deal, rulings.NOT_IN_DEAL, seat, card=card)
        played = deal.gone & bit
        return _no(deal, rulings.ALREADY_PLAYED if played else rulings.NOT_HELD, seat, card=card)
    if seat != deal.turn:
        return _no(deal, _not_in_turn(deal) if deal.lead < 0 else rulings.ALREADY_IN_TRICK, seat, card=card)
    allowed = deal.playable()
    if allowed & bit:
        return None
    if deal.lead < 0:
        if deal.undrawn:
            return _no(deal, rulings.DRAW_FIRST, seat)
        return _no(deal, rulings.MARRIAGE_WRONG_LEAD, seat, cards=deal.marriage_leads())
    facts = {"lead": deal.lead, "best": deal.best, "cards": allowed}
    if not allowed & FOLLOW[deal.lead]:
        return _no(deal, rulings.MUST_TRUMP, seat, **facts)
    return _no(deal, rulings.MUST_HEAD if bit & FOLLOW[deal.lead] else rulings.MUST_FOLLOW, seat, **facts)


def _marriage_refusal(deal: "Deal", suit: Suit, seat: int) -> Ruling | None:
    rules = deal.rules
    if not _at_lead(deal, seat):
        return _no(deal, rulings.MARRIAGE_NOT_AT_LEAD, seat)
    if deal.hands[seat] & MARRIAGE_CARDS[suit] != MARRIAGE_CARDS[suit]:
        return _no(deal, rulings.MARRIAGE_NOT_HELD, seat, suit=suit)
    if deal.melded >= 0:
        return _no(deal, rulings.MARRIAGE_SECOND, seat)
    if deal.trick == 0 and not rules.marriage_first_trick:
        return _no(deal, rulings.MARRIAGE_FIRST_TRICK, seat)
    if _short_without_close(deal, seat):
        return _no(deal, MARRIAGE_UNDRAWN, seat)
    if deal.closer >= 0 and not rules.marriage_after_close:
        return _no(deal, rulings.MARRIAGE_AFTER_CLOSE, seat)
    if deal.closer < 0 and deal.strict and deal.talon and not rules.marriage_after_exhaustion:
        return _no(deal, rulings.MARRIAGE_AFTER_EXHAUSTION, seat)
    return None


def _exchange_refusal(deal: "Deal", seat: int) -> Ruling | None:
    rules = deal.rules
    if not deal.talon_left or (deal.closer >= 0 and not _may_exchange_on_close(deal, seat)):
        return _no(deal, rulings.EXCHANGE_TALON_GONE, seat)
    low = deal.lowest_trump
    if not deal.hands[seat] & BIT[low]:
        return _no(deal, rulings.EXCHANGE_NOT_HELD, seat, card=low)
    if deal.closer >= 0:
        return None
    if seat != deal.turn or (deal.lead >= 0 and rules.exchange_who is Exchanger.LEADER):
        return _no(deal, rulings.EXCHANGE_NOT_AT_LEAD, seat)
    if _short_without_close(deal, seat):
        return _no(deal, rulings.SHORT_ONLY, seat)
    if deal.tricks[seat] < rules.exchange_min_tricks:
        return _no(deal, rulings.EXCHANGE_WITHOUT_TRICK, seat)
    if deal.talon_left < rules.exchange_min_talon:
        return _no(
            deal, rulings.EXCHANGE_TALON_SMALL, seat, talon=deal.talon_left, needed=rules.exchange_min_talon
        )
    return None


def _may_exchange_on_close(deal: "Deal", seat: int) -> bool:
    """Whether the closer's opponent has his moment before the closer leads."""
    tricks = sum(deal.close_tricks) + deal.close_untold
    just_closed = deal.lead < 0 and deal.turn == deal.closer and tricks == deal.trick
    return deal.rules.exchange_opponent_on_close and just_closed and seat != deal.closer


def _close_refusal(deal: "Deal", action: Action, seat: int) -> Ruling | None:
    rules = deal.rules
    short = action == CLOSE_SHORT
    if deal.closer >= 0:
        return _no(deal, rulings.CLOSE_TWICE, seat)
    if not deal.talon_left and not (short and deal.just_drawn):
        return _no(deal, rulings.CLOSE_EXHAUSTED, seat)
    if not _at_lead(deal, seat):
        return _no(deal, rulings.CLOSE_NOT_AT_LEAD, seat)
    if short and not (deal.undrawn and rules.close_before_draw):
        return _no(deal, rulings.CLOSE_UNDRAWN, seat)
    if deal.undrawn and not short:
        return _no(deal, rulings.DRAW_FIRST, seat)
    if deal.trick == 0 and not rules.close_first_lead:
        return _no(deal, rulings.CLOSE_FIRST_TRICK, seat)
    if deal.talon_left < rules.close_min_talon:
        return _no(deal, rulings.CLOSE_TALON_SMALL, seat, talon=deal.talon_left, needed=rules.close_min_talon)
    return None


def _claim_refusal(deal: "Deal", seat: int) -> Ruling | None:
    if not _may_claim_now(deal, seat):
        return _no(deal, rulings.CLAIM_UNTIMELY, seat)
    if deal.rules.claim_mode is ClaimMode.AUTO:
        return _no(deal, rulings.CLAIM_AUTOMATIC, seat, points=deal.points[seat])
    return None


def _may_claim_now(deal: "Deal", seat: int) -> bool:
    """Whether a seat has its chance to claim, after a trick or on a marriage."""
    rules = deal.rules
    window = rules.claim_window if rules.claim_mode is ClaimMode.SAID else ClaimWindow.LEAD
    if deal.lead >= 0:
        on_marriage = deal.has_led_marriage and rules.marriage_out_without_lead
        return on_marriage and window is ClaimWindow.REPLY and seat == deal.leader and deal.played == 1
    if seat != deal.turn:
        return False
    if deal.melded >= 0:
        return rules.marriage_out_without_lead
    has_drawn = deal.drawn == rules.seats * deal.trick
    return deal.trick > 0 and not (has_drawn and window is ClaimWindow.DRAW)
