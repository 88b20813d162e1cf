"""What comes before the first lead in a rule set with contracts: trumps, bids, doubles, cards laid away.

Reads a state and never changes it: :class:`referee.deal.Deal` does what is allowed here. Rule sets without
contracts never come here.
"""

from typing import Final

from referee import codes
from referee.actions import (
    ACTIONS_BY_NUMBER,
    CALL_CARD,
    CARDS,
    CONTRACT,
    DOUBLE,
    NAME_TRUMP,
    NO_TRUMP,
    PASS,
    TURN_UP,
    TURN_UP_UNSEEN,
    Action,
    turned_card,
)
from referee.cards import (
    ACE,
    ALL_CARDS,
    BIT,
    CARDS_BY_NUMBER,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    RANKS,
    SEATS,
    Cards,
    Seat,
    Suit,
    mask,
    members,
    rank_of,
)
from referee.codes import Code, Ruling
from referee.contracts import SUIT_IN_TWO_PACKS, Aim, Bidder, Contract, FirstLead, NeededCards, Opening
from referee.decisions import AceBettler
from referee.rules import RuleSet
from referee.state import AuctionState, DealState

ACE_LOWEST: Final = (ACE, *RANKS[:ACE])
"""The order of ranks with the ace at its end."""
ACES: Final = mask(card for card in CARDS_BY_NUMBER if rank_of(card) == ACE)
"""Every ace, second copies too."""


def opened(rules: RuleSet, forehand: Seat, turned: Suit, packet: Cards) -> AuctionState:
    """How the auction stands when the cards have been dealt, in a rule set that has one.

    ``turned`` and ``packet`` are as of :class:`referee.state.AuctionState`.
    """
    is_bid = Opening.BID in rules.auction.steps
    declarer, contract = (NOBODY, -1) if is_bid else (forehand, rules.auction.unbid)
    return AuctionState(rules.auction.steps[0], declarer, contract, turned=turned, packet=packet)


def is_word(rules: RuleSet, action: Action) -> bool:
    """Whether an action names trumps, passes, bids or doubles in a rule set."""
    auction = rules.auction
    if TURN_UP <= action < TURN_UP_UNSEEN:
        is_said = auction.calls if action >= CALL_CARD else bool(auction.contracts)
        return is_said and bool(BIT[turned_card(action)] & rules.deck_cards)
    return bool(auction.contracts) and (
        NAME_TRUMP <= action < CONTRACT + len(auction.contracts) or action == DOUBLE
    )


def sits_out(rules: RuleSet, contract: Contract) -> bool:
    """Whether a partner takes no part in the play of a contract (`auction.partner_plays`)."""
    if contract.sits_out or not rules.mp_partners:
        return contract.sits_out
    without_trumps = contract.aim is Aim.ALL_TRICKS and contract.trump == NO_SUIT and contract.own_tricks
    return without_trumps and not rules.auction_partner_plays


def order_of(rules: RuleSet, contract: Contract) -> tuple[int, ...]:
    """The ranks from low to high under a contract (`auction.ace_bettler`)."""
    if contract.holds is NeededCards.ACE and rules.auction_ace_bettler is AceBettler.LOW:
        return ACE_LOWEST
    return contract.order


def parties(rules: RuleSet, declarer: Seat, contract: Contract) -> tuple[Seat, ...]:
    """By seat, the place of its party under a contract.

    Those of partners are their sides, and so is each after an opening. Where a player is alone his is 0, and
    1 is against him.
    """
    side = rules.side_of
    is_by_side = rules.mp_partners and (contract.sits_out or not contract.alone)
    if rules.seats == 2 or contract.first is not None or is_by_side:
        return side
    with_him = [
        seat == declarer if contract.alone else side[seat] == side[declarer] for seat in range(rules.seats)
    ]
    return tuple(SEATS[0] if mine else SEATS[1] for mine in with_him)


def legal(state: DealState) -> list[tuple[Action, Seat]]:
    """Every action that the rules allow before the first lead, with its seat."""
    turn = state.turn
    if state.auction is not None and state.auction.due is Opening.DISCARD:
        return [(card, turn) for card in members(state.hands[turn])]
    words = [*ACTIONS_BY_NUMBER[NAME_TRUMP : CONTRACT + len(state.rules.auction.contracts)]]
    if state.rules.auction_turn_up:
        words += [ACTIONS_BY_NUMBER[TURN_UP + card] for card in members(state.hands[turn])]
    if state.rules.auction.calls:
        words += [ACTIONS_BY_NUMBER[CALL_CARD + card] for card in members(state.rules.deck_cards)]
    return [(word, turn) for word in words if against(state, word, turn) is None]


def bidders(rules: RuleSet, forehand: Seat) -> int:
    """The seats that may bid one contract or another, a bit each; the others are not asked."""
    found = 0
    for seat in SEATS[: rules.seats]:
        if any(_is_open_to(rules, contract, seat, forehand) for contract in rules.auction.contracts):
            found |= 1 << seat
    return found


def _is_open_to(rules: RuleSet, contract: Contract, seat: Seat, forehand: Seat) -> bool:
    """Whether a contract may be bid from a seat, whatever it holds and was bid before."""
    match contract.bidder:
        case Bidder.ANYBODY:
            return True
        case Bidder.CALLER:
            return seat == forehand
        case Bidder.FOREHAND:
            return rules.side_of[seat] == rules.side_of[forehand]
        case Bidder.OTHERS:
            return rules.side_of[seat] != rules.side_of[forehand]
        case Bidder.NOBODY:
            return False


def said_at_lead(state: DealState, seat: Seat) -> list[Action]:
    """What a seat may say before the first lead once nothing is due: contracts announced, or doubles."""
    if state.auction is None:
        words = ACTIONS_BY_NUMBER[CONTRACT : CONTRACT + len(state.rules.auction.contracts)]
    else:
        words = (DOUBLE,) * (state.auction.doubles < state.rules.auction.doubles)
    return [word for word in words if against(state, word, seat) is None]


def why_not(state: DealState, action: Action, seat: Seat) -> Ruling | None:
    """What naming trumps, bidding, passing or anything done before the first lead is against, if anything."""
    code = against(state, action, seat)
    if code is None:
        return None
    facts: dict[str, int] = {"seat": seat, "turn": state.turn}
    if action < CARDS:
        facts["card"] = action
    elif code in (codes.SEEN_BEFORE, codes.NOT_HELD_TO_TURN):
        facts["card"] = turned_card(action)
    elif code is codes.SUIT_NOT_HELD:
        facts["suit"] = action - NAME_TRUMP
    elif code is codes.DOUBLED_ENOUGH:
        facts["needed"] = state.rules.auction.doubles
    return Ruling(code, seat, facts)


def against(state: DealState, action: Action, seat: Seat) -> Code | None:
    """The rule that naming trumps, bidding, passing or anything done before the first lead breaks."""
    auction = state.auction
    if state.result is not None:
        return codes.DEAL_OVER
    if auction is not None and action == DOUBLE:
        return _against_double(state, auction, seat)
    if auction is None and CONTRACT <= action < DOUBLE and not state.rules.auction.steps:
        return _against_announced(state, state.rules.auction.contracts[action - CONTRACT], seat)
    if auction is None or auction.due is None:
        return codes.NOTHING_TO_CALL
    if action < CARDS:
        if auction.due is not Opening.DISCARD:
            return codes.OPENING_DUE
        if seat == state.turn and not state.hands[seat] & BIT[action]:
            return codes.NOT_HELD
    elif action < NAME_TRUMP:
        return codes.OPENING_DUE
    elif not _is_due(auction.due, action):
        return codes.NOTHING_TO_CALL
    if seat != state.turn:
        return codes.CALL_OUT_OF_TURN
    if auction.due is Opening.CALL:
        return _against_name(state, auction, action)
    if action >= CONTRACT:
        return _against_bid(state, auction, action - CONTRACT, seat)
    return codes.NOT_TO_BE_CALLED if state.rules.auction.must_bid else None


def _is_due(due: Opening, action: Action) -> bool:
    """Whether a word belongs to what is due."""
    if due is Opening.CALL:
        return action <= PASS or action >= TURN_UP
    return due is Opening.BID and PASS <= action < DOUBLE


def _against_name(state: DealState, auction: AuctionState, action: Action) -> Code | None:
    """The rule that naming trumps breaks, or turning a card up for it (`auction.call`, `auction.turn_up`)."""
    rules, hand = state.rules, state.hands[state.turn]
    if action >= CALL_CARD:
        return None
    if action >= TURN_UP:
        card = BIT[turned_card(action)]
        if not rules.auction_turn_up:
            return codes.NOT_TURNED_UP
        if not hand & card:
            return codes.NOT_HELD_TO_TURN
        return codes.SEEN_BEFORE if auction.packet & card else None
    if action == PASS:
        return None if rules.auction.defer and auction.turned >= 0 else codes.NOTHING_TO_CALL
    if action == NO_TRUMP:
        return None if rules.auction.no_trump else codes.NOT_TO_BE_CALLED
    suit = SUIT_IN_TWO_PACKS[action - NAME_TRUMP]
    if rules.auction.calls or not suit & rules.deck_cards:
        return codes.NOT_TO_BE_CALLED
    if rules.auction.call_held and not suit & (auction.packet or hand):
        is_known = auction.packet or not state.unseen[state.turn]
        return codes.SUIT_NOT_HELD if is_known else None
    return None


def _against_bid(state: DealState, auction: AuctionState, place: int, seat: Seat) -> Code | None:
    """The rule that a bid breaks (`auction.bids`, `auction.equal`)."""
    table = state.rules.auction
    contract = table.contracts[place]
    forehand = state.leader
    if not _is_open_to(state.rules, contract, seat, forehand):
        return codes.NOT_TO_BE_CALLED
    if table.hold and auction.bid >= 0:
        value, last = contract.value, table.contracts[auction.bid].value
        is_earlier = (seat - forehand) % state.rules.seats < (auction.declarer - forehand) % state.rules.seats
        if value < last or (value == last and not is_earlier):
            return codes.BID_TOO_LOW
    elif place <= auction.bid:
        return codes.BID_TOO_LOW
    return None if may_hold(state, seat, contract) else codes.BID_NOT_HELD


ANNOUNCED_LATE: Final = codes.NOTHING_TO_CALL.saying(
    "{seat} may not announce a contract now: that is done before anything else is said or played"
)
"""Where no bids are due."""


def _against_announced(state: DealState, contract: Contract, seat: Seat) -> Code | None:
    """The rule that announcing a contract breaks where no bids are due (`auction.bids`)."""
    if state.trick or state.lead >= 0 or state.marriages or state.closer >= 0 or state.exchanged >= 0:
        return ANNOUNCED_LATE
    if not _is_open_to(state.rules, contract, seat, state.leader):
        return codes.NOT_TO_BE_CALLED
    return None if may_hold(state, seat, contract) else codes.BID_NOT_HELD


def needed_for(state: DealState, contract: Contract) -> tuple[Cards, ...]:
    """The sets of cards of which a player must hold one to bid a contract; none where he may hold anything.

    The trumps are those that have been named.
    """
    pack = state.rules.deck_cards
    if contract.first_lead is not FirstLead.ANYTHING:
        return tuple(BIT[card] for card in members(pack & first_leads(state, contract)))
    match contract.holds:
        case NeededCards.ACE if state.rules.auction_ace_bettler is AceBettler.HELD:
            return tuple(BIT[card] for card in members(pack & ACES))
        case NeededCards.SUIT:
            return tuple(cards & pack for cards in SUIT_IN_TWO_PACKS if cards & pack)
        case NeededCards.TRUMPS:
            return (SUIT_IN_TWO_PACKS[state.trump] & pack,) if state.trump >= 0 else (pack,)
    return ()


def first_leads(state: DealState, contract: Contract) -> Cards:
    """The cards of which one is led to an opening."""
    match contract.first_lead:
        case FirstLead.ACE:
            return ACES & ~state.trumps
        case FirstLead.LOWER:
            return ALL_CARDS & ~(ACES | state.trumps)
        case FirstLead.ANYTHING:
            return ALL_CARDS


def may_hold(state: DealState, seat: Seat, contract: Contract) -> bool:
    """Whether a seat holds what a contract needs, or may hold it where not all its cards are known.

    What whoever plays has laid away he held.
    """
    needed = needed_for(state, contract)
    if not needed:
        return True
    aside = unknown = 0
    if state.auction is not None:
        aside, unknown = state.auction.aside, state.auction.unknown
    hand, unseen = state.hands[seat] | aside, state.unseen[seat] + unknown
    elsewhere = state.gone & ~aside | mask(card for card in state.talon if card >= 0)
    for held in state.hands:
        elsewhere |= held
    return any((cards & ~hand).bit_count() <= unseen and not cards & ~hand & elsewhere for cards in needed)


def _against_double(state: DealState, auction: AuctionState, seat: Seat) -> Code | None:
    """The rule that doubling breaks (`auction.double`)."""
    most = state.rules.auction.doubles
    if auction.due is not None:
        return codes.OPENING_DUE
    if state.trick or state.lead >= 0 or state.melded >= 0:
        return codes.DOUBLE_TOO_LATE
    if auction.doubles >= most:
        return codes.DOUBLED_ENOUGH if most else codes.NOT_TO_DOUBLE
    side = state.rules.side_of
    plays = side[seat] == side[auction.declarer] if state.rules.mp_partners else seat == auction.declarer
    plays = plays or seat == state.hidden_partner
    return None if plays is bool(auction.doubles % 2) else codes.NOT_TO_DOUBLE


def after(state: DealState, auction: AuctionState, action: Action, seat: Seat) -> tuple[AuctionState, Seat]:
    """How an auction stands once an allowed action has been done, and whose turn it is then."""
    rules = state.rules
    if auction.due is Opening.CALL:
        called = turned_card(action) if action >= CALL_CARD else NO_CARD
        auction = auction._replace(turned=NO_SUIT, packet=0, called=called)
    elif auction.due is Opening.DISCARD:
        if action >= 0:
            auction = auction._replace(aside=auction.aside | BIT[action])
        else:
            auction = auction._replace(unknown=auction.unknown + 1)
        if auction.aside.bit_count() + auction.unknown < rules.talon_size:
            return auction, seat
    else:
        if action == PASS:
            auction = auction._replace(passed=auction.passed | 1 << seat)
        else:
            auction = auction._replace(bid=action - CONTRACT, declarer=seat)
        order = [SEATS[(seat + step) % rules.seats] for step in range(1, rules.seats + 1)]
        out = auction.passed | ~bidders(rules, state.leader)
        left = [each for each in order if each != auction.declarer and not out >> each & 1]
        if left:
            return auction, left[0]
        if auction.declarer < 0 <= rules.auction.unbid:
            auction = auction._replace(bid=rules.auction.unbid, declarer=state.leader)
    return _at_next_step(state, auction)


def _at_next_step(state: DealState, auction: AuctionState) -> tuple[AuctionState, Seat]:
    """The auction at what is due next, and whose turn that is."""
    steps = state.rules.auction.steps
    left = list(steps[steps.index(auction.due) + 1 :]) if auction.due is not None else []
    if auction.bid < 0:
        is_played = Opening.BID in left
        return auction._replace(due=left[0] if is_played else None), state.leader
    contract = state.rules.auction.contracts[auction.bid]
    if contract.trump is not None and Opening.CALL in left:
        left.remove(Opening.CALL)
    if left:
        return auction._replace(due=left[0]), auction.declarer
    return auction._replace(due=None), auction.declarer if contract.leads else state.leader
