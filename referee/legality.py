"""What the rules say against an action: every ruling of play is given here, and nowhere else.

Reads a state and never changes it. :func:`can` is the quick question; :func:`why_not` asks the same and
puts the facts to the answer.
"""

from typing import Final

from referee import auction, codes
from referee.actions import (
    ANNOUNCEMENTS,
    CARDS,
    CLOSE,
    CLOSE_SHORT,
    CONTRACT,
    DOUBLE,
    DRAW,
    EXCHANGE,
    MARRIAGE,
    OUT,
    RESIGN,
    Action,
    is_marriage,
)
from referee.cards import (
    ALL_CARDS,
    BIT,
    CARDS_BY_NUMBER,
    KING_CARD,
    MARRIAGE_CARDS,
    NOBODY,
    PACK,
    QUEENS,
    SEATS,
    SUITS,
    Card,
    Cards,
    Seat,
    Suit,
    kind,
)
from referee.codes import Code, Ruling
from referee.contracts import KINGS_IN_TWO_PACKS, MARRIAGE_IN_TWO_PACKS, pairs_in
from referee.decisions import Announcer, ClaimMode, ClaimWindow, Exchanger, MarriageAfterClose, MarriageLead
from referee.settlement import ends_by_claim, reaches
from referee.state import TARGET, DealState, Marriage, Reason
from referee.terms import AUTO, BEFORE_DRAW

# Members of enumerations by names of their own: Python 3.11 looks those up much faster.
SAID: Final = ClaimMode.SAID
NEVER: Final = ClaimMode.NEVER
ANYBODY: Final = MarriageAfterClose.ANYBODY
BY_LEADER: Final = Announcer.LEADER
BY_SIDE: Final = Announcer.SIDE
IN_TURN: Final = Announcer.TURN
KING_ONLY: Final = MarriageLead.KING
ANY_CARD: Final = MarriageLead.ANY
LEADER_ONLY: Final = Exchanger.LEADER
AT_LEAD: Final = ClaimWindow.LEAD
AFTER_REPLY: Final = ClaimWindow.REPLY

# Announcements in a set of them.
_SAID_EXCHANGE: Final = 1 << EXCHANGE - MARRIAGE
_SAID_CLOSE: Final = 1 << CLOSE - MARRIAGE
_SAID_CLOSE_SHORT: Final = 1 << CLOSE_SHORT - MARRIAGE
_SAID_DRAW: Final = 1 << DRAW - MARRIAGE
_SAID_OUT: Final = 1 << OUT - MARRIAGE

FIRST_LEAD: Final = codes.NOT_IN_TURN.resting_on("deal.first_lead")
"""Somebody else than the dealer's neighbour leads first."""
MARRIAGE_OUT_OF_TURN: Final = codes.MARRIAGE_NOT_AT_LEAD.saying(
    "it is not {seat}'s turn to announce a marriage"
)
"""Where whoever is in turn announces."""
MARRIAGE_WITHOUT_TRICK: Final = codes.MARRIAGE_FIRST_TRICK.resting_on("marriage.min_tricks").saying(
    "{seat} has not won a trick yet and may not announce a marriage"
)
"""There too."""
MARRIAGE_UNDRAWN: Final = codes.SHORT_ONLY.resting_on("marriage.who")
"""A marriage is announced before the draw."""
EXCHANGE_TOO_FEW_TRICKS: Final = codes.EXCHANGE_WITHOUT_TRICK.saying(
    "{seat} has too few tricks to exchange: {stated}; exchanging needs {needed}"
)
"""Where exchanging needs more tricks than one."""
EXCHANGE_UNDER_CONTRACT: Final = codes.EXCHANGE_TALON_GONE.saying(
    "the turn-up can no longer be exchanged: under the contract nobody draws"
)
CLOSE_UNDER_CONTRACT: Final = codes.CLOSE_EXHAUSTED.saying(
    "the talon cannot be closed: under the contract nobody draws"
)
"""Where a contract has been announced, and the talon is left as it is."""
CLOSE_DRAWN: Final = codes.CLOSE_UNDRAWN.saying("no draw is due before which the talon could be closed")
"""Where the talon may be closed before the draw."""
CLAIM_AFTER_TRICK: Final = codes.CLAIM_UNTIMELY.saying(
    "{seat} may not claim now: the moment for it is right after winning a trick"
)
"""Where a marriage does not go out before a card of it is led."""
CLAIM_UNDRAWN: Final = codes.CLAIM_UNTIMELY.saying(
    "{seat} may not claim now: the moment for it is between winning a trick and the draw, "
    "or right after announcing a marriage"
)
"""Where a claim is made before the draw."""
CLAIM_UNDRAWN_AFTER_TRICK: Final = codes.CLAIM_UNTIMELY.saying(
    "{seat} may not claim now: the moment for it is between winning a trick and the draw"
)
NOTHING_TO_CLAIM: Final = codes.CLAIM_UNTIMELY.saying(
    "{seat} claims, but under these rules 66 ends the deal without a claim"
)
"""Where claims are automatic."""


def playable(state: DealState, is_bound: bool = True) -> Cards:
    """The cards that the seat in turn may play (`play1.duty`, `play2.duty`, `marriage.lead`).

    Unless it ``is_bound`` by it, a marriage that it has announced before its reply does not count.
    """
    hand = state.hands[state.turn]
    lead = state.lead
    if lead >= 0:
        duty = hand
        if state.strict:
            beating = state.beats[state.best]
            duty = laid_where_suit_is_followed(hand, state.follow[lead], beating, state.trumps)
            if not duty:
                trumps = hand & state.trumps
                duty = trumps if trumps and state.rules.play2_undertrump else hand
        return duty if state.melded < 0 or not is_bound else duty & marriage_leads(state) or duty
    if state.undrawn:
        return 0
    if state.auction is not None:
        if state.auction.due is not None:
            return 0
        if not state.trick and state.contract is not None:
            hand = hand & auction.first_leads(state, state.contract) or hand
    return hand if state.melded < 0 else hand & marriage_leads(state)


def laid_where_suit_is_followed(hand: Cards, suit: Cards, beating: Cards, trumps: Cards) -> Cards:
    """The cards of a hand that follow suit or trump, and beat the best on the table if any can."""
    follow = hand & suit
    return follow & beating or follow or hand & trumps & beating


def marriage_leads(state: DealState) -> Cards:
    """The cards of which one must be led after the marriage, or one of the two, that was announced."""
    lead = state.rules.marriage_lead
    if lead is ANY_CARD:
        return ALL_CARDS
    if state.terms.has_copies:
        cards = KINGS_IN_TWO_PACKS if lead is KING_ONLY else MARRIAGE_IN_TWO_PACKS
    else:
        cards = KING_CARD if lead is KING_ONLY else MARRIAGE_CARDS
    leads = cards[state.melded]
    if state.rules.marriage_per_lead > 1:
        for marriage in announced(state):
            leads |= cards[marriage.suit]
    return leads


def idler(state: DealState) -> Seat:
    """The seat that takes no part in the play of the contract; -1 for nobody."""
    playing = state.after
    return next((seat for seat in SEATS[: state.rules.seats] if seat not in playing), NOBODY)


def announced(state: DealState) -> list[Marriage]:
    """The marriages that have been announced for the next card, by whoever is to play it."""
    in_trick = [each for each in state.marriages if each.trick == state.trick + 1]
    makers = [each.seat for each in in_trick if each.suit == state.melded]
    return [each for each in in_trick if each.seat in makers[-1:]]


def carrying(state: DealState) -> Cards:
    """The cards that may still be led with a marriage that has ended the deal automatically.

    The lead is how some players announce it (`claim.mode`); it no longer changes anything.
    """
    if state.result is None or state.melded < 0:
        return 0
    if state.auction is not None:
        if state.result.reason not in (Reason.OUT, Reason.MADE) or ends_by_claim(state):
            return 0
        return state.hands[state.turn] & marriage_leads(state)
    by_itself = state.rules.claim_mode is AUTO and state.rules.marriage_out_without_lead
    if not by_itself or reaches(state, state.turn) < TARGET:
        return 0
    return state.hands[state.turn] & marriage_leads(state)


def can(state: DealState, action: Action, seat: Seat) -> bool:
    """Whether an action is allowed to a seat now; False for a number that is not an action or a seat."""
    if not 0 <= seat < state.rules.seats:
        return False
    if state.auction is not None and state.auction.due is not None:
        is_known = 0 <= action < CARDS or auction.is_word(state.rules, action)
        return is_known and auction.against(state, action, seat) is None
    if action > RESIGN:
        return auction.is_word(state.rules, action) and auction.against(state, action, seat) is None
    if 0 <= action < CARDS:
        if state.result is not None:
            return seat == state.turn and bool(carrying(state) & BIT[action])
        return seat == state.turn and bool(playable(state) & BIT[action])
    return MARRIAGE <= action <= RESIGN and _said_against(state, action, seat) is None


def announceable(state: DealState, seat: Seat) -> int:
    """What the rules let a seat announce now in a deal that goes on, or draw: a bit each, in their order."""
    rules, undrawn = state.rules, state.undrawn
    hand = state.hands[seat]
    copies = state.auction is not None and state.terms.has_copies
    leads = seat == state.turn and state.lead < 0
    has_talon = state.drawn < len(state.talon)
    said = 0
    if copies:
        hand |= hand >> len(PACK)
    if hand & hand >> 1 & QUEENS and (leads or rules.marriage_who is not BY_LEADER):
        for suit in SUITS:
            pair = MARRIAGE_CARDS[suit]
            if hand & pair == pair and _against_marriage(state, suit, seat) is None:
                said |= 1 << suit
    if has_talon and (copies or hand & state.lowest_of_trumps) and _against_exchange(state, seat) is None:
        said |= _SAID_EXCHANGE
    if leads and (has_talon or undrawn):
        close = CLOSE_SHORT if undrawn else CLOSE
        if _against_close(state, close, seat) is None:
            said |= _SAID_CLOSE_SHORT if undrawn else _SAID_CLOSE
        if undrawn and _against_draw(state, seat) is None:
            said |= _SAID_DRAW
    if (
        state.terms.claim_mode() is SAID
        and _may_claim_now(state, seat)
        and (state.auction is None or _against_claim(state, seat) is None)
    ):
        said |= _SAID_OUT
    return said


def announced_by(state: DealState, seat: Seat) -> list[Action]:
    """What :func:`legal` lists of a seat beside cards while a deal is played, by action."""
    found: list[Action] = []
    said = announceable(state, seat)
    while said:
        low = said & -said
        found.append(ANNOUNCEMENTS[low.bit_length() - 1])
        said ^= low
    if not state.trick and state.lead < 0 and state.rules.auction.contracts:
        found += auction.said_at_lead(state, seat)
        found.sort()
    return found


def legal(state: DealState, only: Seat = NOBODY) -> list[tuple[Action, Seat]]:
    """Every action that the rules allow now, with its seat, by seat and action.

    With ``only`` what they allow one seat, without a look at what others hold. After the last trick only a
    claim can be left. Resigning is always open and not listed; nor is what :func:`carrying` holds.
    """
    if state.result is not None:
        return []
    if state.auction is not None and state.auction.due is not None:
        return auction.legal(state) if only < 0 or only == state.turn else []
    found: list[tuple[Action, Seat]] = []
    for seat in SEATS[: len(state.hands)] if only < 0 else (only,):
        cards = playable(state) if seat == state.turn else 0
        while cards:
            low = cards & -cards
            # A card; to look it up would cost a tenth of the time.
            found.append((low.bit_length() - 1, seat))  # type: ignore[arg-type]
            cards ^= low
        found += [(action, seat) for action in announced_by(state, seat)]
    return found


def why_not(state: DealState, action: Action, seat: Seat = NOBODY) -> Ruling | None:
    """Why an action is against the rules, or None where it is allowed.

    Without a seat the action is that of the player in turn. Raises ValueError for a number that
    is not an action or a seat.
    """
    is_card = 0 <= action < CARDS
    is_known = is_card or MARRIAGE <= action <= RESIGN or auction.is_word(state.rules, action)
    if not is_known or not NOBODY <= seat < state.terms.seats:
        raise ValueError(f"no such action or seat: {action}, {seat}")
    stated = seat >= 0
    if not stated:
        seat = state.turn
    if action > RESIGN or (state.auction is not None and state.auction.due is not None):
        return auction.why_not(state, action, seat)
    if is_card:
        return _card_ruling(state, CARDS_BY_NUMBER[action], seat, stated)
    code = _said_against(state, action, seat)
    return None if code is None else Ruling(code, seat, _facts(state, code, action, seat))


def _said_against(state: DealState, action: Action, seat: Seat) -> Code | None:
    """The rule that an announcement, a draw or giving up breaks."""
    if state.result is not None:
        return codes.DEAL_OVER
    if is_marriage(action):
        return _against_marriage(state, SUITS[action - MARRIAGE], seat)
    if action == EXCHANGE:
        return _against_exchange(state, seat)
    if action in (CLOSE, CLOSE_SHORT):
        return _against_close(state, action, seat)
    if action == DRAW:
        return _against_draw(state, seat)
    if action == RESIGN:
        return codes.NOT_GIVEN_UP if state.rules.mp_all_pay and state.auction is None else None
    return _against_claim(state, seat)


def _facts(state: DealState, code: Code, action: Action, seat: Seat) -> dict[str, int]:
    """What the sentence of a ruling on an announcement names."""
    facts: dict[str, int] = {"seat": seat, "turn": state.turn}
    if code is codes.CLAIM_BEFORE_CALLED and state.auction is not None:
        facts["card"] = state.auction.called
    elif code in (codes.MARRIAGE_NOT_HELD, codes.MARRIAGE_AGAIN):
        facts["suit"] = action - MARRIAGE
    elif code is codes.MARRIAGE_THIRD:
        facts["needed"] = state.rules.marriage_per_lead
    elif code in (codes.EXCHANGE_NOT_HELD, codes.EXCHANGE_SEVENS):
        facts["card"] = state.lowest_trump
    elif code is codes.EXCHANGE_TALON_SMALL:
        facts |= {"talon": state.talon_left, "needed": state.rules.exchange_min_talon}
    elif code is codes.CLOSE_TALON_SMALL:
        facts |= {"talon": state.talon_left, "needed": state.rules.close_min_talon}
    elif code is EXCHANGE_TOO_FEW_TRICKS:
        facts |= {"stated": state.tricks[state.side_of[seat]], "needed": state.rules.exchange_min_tricks}
    elif code is codes.CLOSE_WITHOUT_TRICKS:
        facts |= {"stated": state.tricks[state.side_of[seat]], "needed": state.rules.close_min_tricks}
    elif code is codes.CLAIM_AUTOMATIC:
        facts["points"] = state.points[state.side_of[seat]]
    return facts


def _at_lead(state: DealState, seat: Seat) -> bool:
    return seat == state.turn and state.lead < 0 and not state.spent


def _leads_with(state: DealState, seat: Seat) -> bool:
    """Whether the partner of a seat is about to lead, and it may announce a marriage too (`marriage.who`)."""
    if state.rules.marriage_who is not BY_SIDE or seat == state.turn:
        return False
    return state.side_of[seat] == state.side_of[state.turn] and _at_lead(state, state.turn)


def _short_without_close(state: DealState, seat: Seat) -> bool:
    """Whether the draw comes first, because the talon cannot be closed with the short hand."""
    return state.undrawn and _against_close(state, CLOSE_SHORT, seat) is not None


def _card_ruling(state: DealState, card: Card, seat: Seat, stated: bool) -> Ruling | None:
    """What a card breaks; its maker is whoever holds it, where nobody was named."""
    turn = state.turn
    if can(state, card, seat):
        return None
    facts: dict[str, int] = {"seat": seat, "turn": turn, "card": card}
    if state.result is not None:
        return Ruling(codes.DEAL_OVER, seat, {"seat": seat, "turn": turn})
    out_of_turn = codes.NOT_IN_TURN if state.trick else FIRST_LEAD
    if not state.hands[seat] & BIT[card]:
        holder = next((each for each in SEATS[: state.rules.seats] if state.hands[each] & BIT[card]), NOBODY)
        if holder >= 0 and _at_lead(state, seat) and not stated:
            return Ruling(out_of_turn, holder, facts | {"seat": holder})
        if holder >= 0:
            return Ruling(codes.HELD_BY_OTHER, seat, facts | {"holder": holder})
        if card in state.talon[state.drawn :]:
            return Ruling(codes.NOT_DRAWN, seat, facts)
        if state.auction is not None and state.auction.aside & BIT[card]:
            return Ruling(codes.LAID_AWAY, seat, facts)
        if state.auction is not None and state.auction.idle & BIT[card]:
            return Ruling(codes.SITS_OUT, idler(state), facts | {"seat": idler(state)})
        if not state.rules.deck_cards & BIT[card]:
            return Ruling(codes.NOT_IN_DEAL, seat, facts)
        return Ruling(codes.ALREADY_PLAYED if state.gone & BIT[card] else codes.NOT_HELD, seat, facts)
    if seat != turn:
        return Ruling(out_of_turn if state.lead < 0 else _out_of_order(state, seat), seat, facts)
    if state.lead < 0 and state.undrawn:
        return Ruling(codes.DRAW_FIRST, seat, {"seat": seat, "turn": turn})
    if state.lead < 0 and state.melded < 0:
        return Ruling(codes.NOT_LED_TO_OPENING, seat, facts)
    if state.lead < 0 or (state.melded >= 0 and playable(state, is_bound=False) & BIT[card]):
        leads = {"seat": seat, "turn": turn, "cards": marriage_leads(state)}
        return Ruling(codes.MARRIAGE_WRONG_LEAD, seat, leads)
    allowed = playable(state)
    duty = {"seat": seat, "turn": turn, "lead": state.lead, "best": state.best, "cards": allowed}
    if not allowed & state.follow[state.lead]:
        return Ruling(codes.MUST_TRUMP, seat, duty)
    return Ruling(codes.MUST_HEAD if BIT[card] & state.follow[state.lead] else codes.MUST_FOLLOW, seat, duty)


def _out_of_order(state: DealState, seat: Seat) -> Code:
    """What a card breaks that is laid to a trick when it is another seat's turn to reply."""
    has_replied = (seat - state.leader) % state.rules.seats < state.played
    return codes.ALREADY_IN_TRICK if has_replied else codes.REPLY_OUT_OF_TURN


def _against_marriage(state: DealState, suit: Suit, seat: Seat) -> Code | None:
    rules = state.rules
    by_partner = _leads_with(state, seat)
    in_turn = rules.marriage_who is IN_TURN
    if in_turn and (seat != state.turn or state.spent):
        return MARRIAGE_OUT_OF_TURN
    if not (in_turn or by_partner or _at_lead(state, seat)):
        by_side = rules.marriage_who is BY_SIDE
        return codes.MARRIAGE_NOT_AT_SIDES_LEAD if by_side else codes.MARRIAGE_NOT_AT_LEAD
    pairs = _pairs(state, suit, seat)
    if not pairs:
        return codes.MARRIAGE_NOT_HELD
    if state.auction is not None and state.contract is not None and not state.contract.marriages:
        return codes.MARRIAGE_NOT_IN_CONTRACT
    if by_partner or rules.marriage_per_lead > 1:
        number = sum(each.seat == seat and each.trick == state.trick + 1 for each in state.marriages)
    else:
        number = int(state.melded >= 0)
    if number >= rules.marriage_per_lead:
        if not rules.marriage_per_lead:
            return codes.MARRIAGE_FIRST_DEAL
        return codes.MARRIAGE_SECOND if number == 1 else codes.MARRIAGE_THIRD
    copies = state.auction is not None and state.terms.has_copies
    if sum(each.suit == suit and (not copies or each.seat == seat) for each in state.marriages) >= pairs:
        return codes.MARRIAGE_AGAIN
    if state.trick == 0 and not rules.marriage_first_trick:
        return codes.MARRIAGE_FIRST_TRICK
    if in_turn and not state.tricks[state.side_of[seat]]:
        return MARRIAGE_WITHOUT_TRICK
    if _short_without_close(state, seat):
        return MARRIAGE_UNDRAWN
    if state.closer >= 0 and rules.marriage_after_close is not ANYBODY:
        if rules.marriage_after_close is MarriageAfterClose.NOBODY:
            return codes.MARRIAGE_AFTER_CLOSE
        if seat != state.closer:
            return codes.MARRIAGE_BY_CLOSER
    if state.closer < 0 and state.strict and state.talon and not rules.marriage_after_exhaustion:
        return codes.MARRIAGE_AFTER_EXHAUSTION
    return None


def _pairs(state: DealState, suit: Suit, seat: Seat) -> int:
    """How many times a seat holds king and queen of a suit."""
    if state.auction is not None and state.terms.has_copies:
        return pairs_in(state.hands[seat], suit)
    return int(state.hands[seat] & MARRIAGE_CARDS[suit] == MARRIAGE_CARDS[suit])


def not_held(state: DealState, action: Action, seat: Seat) -> Code | None:
    """What is against a bid or a marriage for the cards of its maker alone, as far as these are known.

    Of several rules that an action breaks :func:`why_not` names the first.
    """
    if CONTRACT <= action < DOUBLE:
        contract = state.rules.auction.contracts[action - CONTRACT]
        return None if auction.may_hold(state, seat, contract) else codes.BID_NOT_HELD
    if not is_marriage(action) or state.unseen[seat] or _pairs(state, SUITS[action - MARRIAGE], seat):
        return None
    return codes.MARRIAGE_NOT_HELD


def _against_exchange(state: DealState, seat: Seat) -> Code | None:
    rules = state.rules
    closed = state.closer >= 0
    if not state.talon_left or (closed and not _may_exchange_on_close(state, seat)):
        return codes.EXCHANGE_TALON_GONE
    if state.strict and not closed:
        return EXCHANGE_UNDER_CONTRACT
    if not state.hands[seat] & state.lowest_of_trumps and (
        state.auction is None or not state.hands[seat] & BIT[state.lowest_held(seat)]
    ):
        return codes.EXCHANGE_NOT_HELD
    if state.auction is not None and state.talon[-1] >= 0 and kind(state.talon[-1]) == state.lowest_trump:
        return codes.EXCHANGE_SEVENS
    if closed:
        return None
    if seat != state.turn or (state.lead >= 0 and rules.exchange_who is LEADER_ONLY):
        return codes.EXCHANGE_NOT_AT_LEAD
    if _short_without_close(state, seat):
        return codes.SHORT_ONLY
    if state.tricks[state.side_of[seat]] < rules.exchange_min_tricks:
        return EXCHANGE_TOO_FEW_TRICKS if rules.exchange_min_tricks > 1 else codes.EXCHANGE_WITHOUT_TRICK
    return codes.EXCHANGE_TALON_SMALL if state.talon_left < rules.exchange_min_talon else None


def _may_exchange_on_close(state: DealState, seat: Seat) -> bool:
    """Whether the closer's opponent has his moment before the closer leads."""
    return state.rules.exchange_opponent_on_close and seat != state.closer and state.just_closed


def _against_close(state: DealState, action: Action, seat: Seat) -> Code | None:
    rules = state.rules
    if state.auction is not None and state.terms.opens:
        return codes.CLOSE_NEVER
    short = action == CLOSE_SHORT
    if state.closer >= 0:
        return codes.CLOSE_TWICE
    if not state.talon_left and not (short and state.just_drawn):
        return codes.CLOSE_EXHAUSTED
    if state.strict and state.talon_left:
        return CLOSE_UNDER_CONTRACT
    if not _at_lead(state, seat):
        return codes.CLOSE_NOT_AT_LEAD
    if short and not (state.undrawn and rules.close_before_draw):
        return CLOSE_DRAWN if rules.close_before_draw else codes.CLOSE_UNDRAWN
    if state.undrawn and not short:
        return codes.DRAW_FIRST
    if state.trick == 0 and not rules.close_first_lead:
        return codes.CLOSE_FIRST_TRICK
    if rules.close_min_tricks and _tricks_at_most(state, seat) < rules.close_min_tricks:
        return codes.CLOSE_WITHOUT_TRICKS
    return codes.CLOSE_TALON_SMALL if state.talon_left < rules.close_min_talon else None


def _tricks_at_most(state: DealState, seat: Seat) -> int:
    """The tricks of a side, with those of which nobody knows the winner."""
    return state.tricks[state.side_of[seat]] + state.trick - sum(state.tricks)


def _against_draw(state: DealState, seat: Seat) -> Code | None:
    if not state.undrawn or seat != state.turn:
        return codes.DRAW_NOT_DUE
    return codes.MUST_CLOSE if state.short else None


def _against_claim(state: DealState, seat: Seat) -> Code | None:
    if state.rules.claim_mode is NEVER:
        return codes.CLAIM_NEVER
    if state.auction is not None:
        if state.rules.claim_mode is SAID and not ends_by_claim(state):
            return codes.CLAIM_IN_CONTRACT
        if not state.is_partner_open and seat != state.auction.declarer:
            return codes.CLAIM_BEFORE_CALLED
    if not _may_claim_now(state, seat):
        return _untimely(state)
    return codes.CLAIM_AUTOMATIC if state.rules.claim_mode is AUTO else None


def _untimely(state: DealState) -> Code:
    """C203, in words that follow the decisions about claims."""
    rules = state.rules
    if rules.claim_mode is AUTO:
        return NOTHING_TO_CLAIM
    is_early = rules.claim_window is BEFORE_DRAW
    if rules.marriage_out_without_lead:
        return CLAIM_UNDRAWN if is_early else codes.CLAIM_UNTIMELY
    return CLAIM_UNDRAWN_AFTER_TRICK if is_early else CLAIM_AFTER_TRICK


def _may_claim_now(state: DealState, seat: Seat) -> bool:
    """Whether a seat has its chance to claim, after a trick or on a marriage."""
    rules, side = state.rules, state.side_of[seat]
    if state.lead >= 0:
        if state.melded >= 0:
            return rules.marriage_out_without_lead and side == state.side_of[state.turn]
        if state.played != 1 or side != state.side_of[state.leader] or not state.has_led_marriage:
            return False
        return _claim_window(state) is AFTER_REPLY and rules.marriage_out_without_lead
    if side != state.side_of[state.turn]:
        return False
    if state.has_announced:
        return rules.marriage_out_without_lead
    has_drawn = state.drawn == state.terms.seats * state.trick
    return state.trick > 0 and not (has_drawn and _claim_window(state) is BEFORE_DRAW)


def _claim_window(state: DealState) -> ClaimWindow:
    """When 66 is claimed, or could be if reaching it did not end the deal automatically."""
    return AT_LEAD if state.terms.claim_mode() is AUTO else state.rules.claim_window
