"""What comes before the first lead in a rule set with an auction: trumps named, bids, cards laid away.

Reads a state and never changes it: :class:`referee.deal.Deal` does what is allowed here. Rule sets without
an auction never come here.
"""

from referee import codes
from referee.actions import ACTIONS_BY_NUMBER, CARDS, CONTRACT, NAME_TRUMP, NO_TRUMP, PASS, Action
from referee.cards import BIT, NO_SUIT, SEATS, Seat, members
from referee.codes import Code, Ruling
from referee.contracts import SUIT_IN_TWO_PACKS, Bidder, Contract, Opening
from referee.rules import RuleSet
from referee.state import AuctionState, DealState


def opened(rules: RuleSet, forehand: Seat) -> AuctionState:
    """How the auction stands when the cards have been dealt, in a rule set that has one."""
    steps = rules.auction.steps
    if Opening.BID in steps:
        return AuctionState(steps[0])
    return AuctionState(steps[0], forehand, rules.auction.unbid)


def is_word(state: DealState, action: Action) -> bool:
    """Whether an action names trumps, passes or bids in the rule set of a deal."""
    contracts = state.rules.auction.contracts
    return bool(contracts) and NAME_TRUMP <= action < CONTRACT + len(contracts)


def parties(rules: RuleSet, declarer: Seat, contract: Contract) -> tuple[Seat, ...]:
    """By seat, the place of its party under a contract: 0 plays it, 1 is against it."""
    side = rules.side_of
    with_him = [
        seat == declarer if contract.alone else side[seat] == side[declarer] for seat in range(rules.seats)
    ]
    return tuple(SEATS[0] if mine else SEATS[1] for mine in with_him)


def legal(state: DealState) -> list[tuple[Action, Seat]]:
    """Every action that the rules allow before the first lead, with its seat."""
    turn = state.turn
    if state.auction is not None and state.auction.due is Opening.DISCARD:
        return [(card, turn) for card in members(state.hands[turn])]
    words = ACTIONS_BY_NUMBER[NAME_TRUMP : CONTRACT + len(state.rules.auction.contracts)]
    return [(word, turn) for word in words if against(state, word, turn) is None]


def why_not(state: DealState, action: Action, seat: Seat) -> Ruling | None:
    """What naming trumps, bidding, passing or anything done before the first lead is against, if anything."""
    code = against(state, action, seat)
    if code is None:
        return None
    facts: dict[str, int] = {"seat": seat, "turn": state.turn}
    return Ruling(code, seat, facts | {"card": action} if action < CARDS else facts)


def against(state: DealState, action: Action, seat: Seat) -> Code | None:
    """The rule that naming trumps, bidding, passing or anything done before the first lead breaks."""
    auction = state.auction
    if state.result is not None:
        return codes.DEAL_OVER
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
        return None if _may_be_named(state, auction, action) else codes.NOT_TO_BE_CALLED
    if action >= CONTRACT:
        return _against_bid(state, auction, action - CONTRACT, seat)
    return None


def _is_due(due: Opening, action: Action) -> bool:
    """Whether a word belongs to what is due."""
    if due is Opening.CALL:
        return action <= PASS
    return due is Opening.BID and action >= PASS


def _may_be_named(state: DealState, auction: AuctionState, action: Action) -> bool:
    if action == PASS:
        return state.rules.auction.defer and auction.turned >= 0
    if action == NO_TRUMP:
        return state.rules.auction.no_trump
    return bool(SUIT_IN_TWO_PACKS[action - NAME_TRUMP] & state.rules.deck_cards)


def _against_bid(state: DealState, auction: AuctionState, place: int, seat: Seat) -> Code | None:
    bidder = state.rules.auction.contracts[place].bidder
    with_forehand = state.rules.side_of[seat] == state.rules.side_of[state.leader]
    if bidder is not Bidder.ANYBODY and with_forehand is (bidder is Bidder.OTHERS):
        return codes.NOT_TO_BE_CALLED
    return codes.BID_TOO_LOW if place <= auction.bid else None


def after(state: DealState, auction: AuctionState, action: Action, seat: Seat) -> tuple[AuctionState, Seat]:
    """How an auction stands once an allowed action has been done, and whose turn it is then."""
    rules = state.rules
    if auction.due is Opening.CALL:
        auction = auction._replace(turned=NO_SUIT)
    elif auction.due is Opening.DISCARD:
        auction = auction._replace(aside=auction.aside | BIT[action])
        if auction.aside.bit_count() < rules.talon_size:
            return auction, seat
    else:
        if action == PASS:
            auction = auction._replace(passed=auction.passed | 1 << seat)
        else:
            auction = auction._replace(bid=action - CONTRACT, declarer=seat)
        order = [SEATS[(seat + step) % rules.seats] for step in range(1, rules.seats + 1)]
        left = [each for each in order if each != auction.declarer and not auction.passed >> each & 1]
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
