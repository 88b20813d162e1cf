"""What comes before the first lead: trumps named, bids and cards laid away, and what contracts pay.

The real games with contracts are played side by side with a second hand (`test_contract_oracle.py`). Here is
what no real game has yet, in rule sets that are made for it (:mod:`tests.support.auction`).
"""

import pickle
import random
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain, combinations, permutations

import pytest

from referee import Match, auction
from referee.actions import (
    ACTIONS_BY_NUMBER,
    CONTRACT,
    DOUBLE,
    MARRIAGE,
    NAME_TRUMP,
    NO_TRUMP,
    OUT,
    PASS,
    RESIGN,
    Action,
)
from referee.arithmetic import PAYS
from referee.cards import (
    BIT,
    HEARTS,
    NO_SUIT,
    NOBODY,
    PACK,
    PACK_20,
    SEATS,
    Card,
    Seat,
    Suit,
    mask,
    members,
    points_of,
    suit_of,
)
from referee.contracts import NO_AUCTION, Aim, Auction, Bidder, NeededCards, Opening, beats_of
from referee.deal import Deal, DealPosition, rules_digest, unpack
from referee.decisions import ClaimMode
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.state import Phase, Reason
from referee.view import LAID_AWAY, View, Watcher
from tests.support.auction import ALONE, CALLED, PARTNERS, RULES, TWO_PACKS
from tests.support.games import random_deal
from tests.support.tables import state_of

every = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
NAMES = ACTIONS_BY_NUMBER[NAME_TRUMP:NO_TRUMP]
"""Naming each suit."""
BIDS = ACTIONS_BY_NUMBER[CONTRACT:DOUBLE]
"""Bidding each contract of a table."""


def dealt(rules: RuleSet, dealer: Seat, order: Sequence[Card], turned: Suit = NO_SUIT) -> Deal:
    size, seats = rules.deal_hand_size, rules.seats
    hands = [mask(order[seat * size : seat * size + size]) for seat in range(seats)]
    return Deal(rules, dealer, hands, order[seats * size :], turned)


def by_chance(rules: RuleSet, seed: str) -> Deal:
    """A random deal; where naming trumps can be left to a card, one is mostly turned up."""
    rng = random.Random(seed)
    order = list(members(rules.deck_cards))
    rng.shuffle(order)
    turned = Suit(rng.randrange(4)) if rules.auction.defer and rng.random() < 0.9 else NO_SUIT
    return dealt(rules, Seat(rng.randrange(rules.seats)), order, turned)


def choose(deal: Deal, rng: random.Random) -> Action:
    """Something that is allowed; passing more often than bidding, so that low contracts are played too."""
    legal = [action for action, _ in deal.legal()]
    return PASS if deal.phase is Phase.BID and rng.random() < 0.6 else rng.choice(legal)


def played(rules: RuleSet, seed: str) -> Iterator[tuple[Deal, Action]]:
    """Yield a random deal before each of its actions, with the action, which is carried out afterwards."""
    deal = by_chance(rules, seed)
    rng = random.Random(f"{seed} play")
    while not deal.over:
        action = choose(deal, rng)
        yield deal, action
        deal.do(action)


def test_whoever_is_first_at_66_wins_by_what_the_others_have() -> None:
    seen = set()
    for seed in range(60):
        *_, (deal, _) = played(PARTNERS, f"{seed}")
        assert deal.result is not None
        if deal.contract == PARTNERS.auction.contracts[0] and deal.result.reason is Reason.OUT:
            loser = deal.result.card_points[0] >= 66
            points, tricks = deal.result.card_points[loser], deal.tricks[loser]
            worth = 1 if points >= 33 else 2 if tricks else 3
            assert deal.result.game_points == worth
            seen.add(worth)
    assert seen == {1, 2, 3}


def test_trumps_are_those_of_the_contract_or_what_is_named() -> None:
    deal = dealt(ALONE, Seat(2), list(members(ALONE.deck_cards)))
    for action in (NAMES[0], BIDS[4], PASS, PASS, *list(members(deal.hands[0]))[:2]):
        deal.do(action)
    assert (deal.trump, deal.phase) == (HEARTS, Phase.LEAD), "whatever was named"
    for named, trump in ((NAMES[1], 1), (NO_TRUMP, NO_SUIT)):
        deal = dealt(TWO_PACKS, Seat(2), list(members(TWO_PACKS.deck_cards)))
        for action in (BIDS[0], PASS, PASS):
            deal.do(action)
        for card in list(members(deal.hands[0]))[:3]:
            deal.do(card)
        assert (deal.phase, [action for action, _ in deal.legal()]) == (Phase.CALL, [*NAMES, NO_TRUMP])
        deal.do(named)
        assert (deal.trump, deal.phase) == (trump, Phase.LEAD)
    deal = dealt(TWO_PACKS, Seat(2), list(members(TWO_PACKS.deck_cards)))
    for action in (BIDS[1], PASS, PASS, *list(members(deal.hands[0]))[:3]):
        deal.do(action)
    assert (deal.trump, deal.phase) == (NO_SUIT, Phase.LEAD), "nothing is left to be named"


# The state machine.


@every
def test_what_always_holds(rules: RuleSet) -> None:
    for seed in range(15):
        for deal, _ in played(rules, f"{seed}"):
            assert deal.auction is not None
            places = [*deal.hands, mask(deal.talon[deal.drawn :]), deal.gone]
            assert sum(places) == rules.deck_cards, "every card lies in one place"
            assert deal.strict
            assert deal.trick == sum(deal.tricks)
            if deal.auction.due is not None:
                assert (deal.lead, deal.gone) == (-1, deal.auction.aside)
                assert deal.side_of == rules.side_of
                assert deal.leader == (deal.dealer + 1) % rules.seats
                continue
            assert not deal.talon
            assert deal.auction.aside & deal.gone == deal.auction.aside
            assert deal.auction.aside.bit_count() == rules.talon_size
            assert set(deal.side_of) == {0, 1}
            assert deal.side_of == rules.side_of or deal.side_of[deal.auction.declarer] == 0
            left = sum(map(points_of, deal.hands)) + deal.laid * (deal.lead >= 0)
            left += 0 if rules.auction_talon else points_of(deal.auction.aside)
            announced = sum(marriage.points for marriage in deal.marriages)
            assert left + sum(deal.points) + sum(deal.pending) == points_of(rules.deck_cards) + announced


@every
def test_states_with_one_key_have_one_future(rules: RuleSet) -> None:
    """Cards laid away in another order, or the same suit named before, make no difference."""
    for seed in range(3):
        for deal, _ in played(rules, f"{seed}"):
            if deal.phase is not Phase.DISCARD:
                continue
            cards = [card for card, _ in deal.legal()]
            for pair in combinations(cards[:4], 2):
                one, other = deal.copy(), deal.copy()
                if rules.talon_size - deal.auction.aside.bit_count() < 2:  # type: ignore[union-attr]
                    continue
                for card in pair:
                    one.do(card)
                for card in reversed(pair):
                    other.do(card)
                assert one.key() == other.key()
                assert one.legal() == other.legal()
                assert one.history != other.history


def test_a_card_turned_up_is_part_of_how_a_deal_stands_until_trumps_are_named() -> None:
    order = list(members(ALONE.deck_cards))
    clubs, none = (dealt(ALONE, Seat(0), order, suit) for suit in (Suit(3), NO_SUIT))
    assert clubs.key() != none.key()
    assert (clubs.can(PASS), none.can(PASS)) == (True, False)
    for deal in (clubs, none):
        assert state_of(unpack(ALONE, deal.pack())) == state_of(deal)
        deal.do(NAMES[1])
    assert clubs.key() == none.key()


def test_the_card_that_is_turned_up_is_forehands_fourth() -> None:
    order = [card for rank in (1, 2, 3, 4, 5) for card in PACK[rank::6]]
    deal = Deal.dealt_from(ALONE, Seat(2), order)
    assert (deal.turn, deal.trump, deal.talon) == (0, NO_SUIT, order[18:])
    deal.do(PASS)
    assert deal.trump == suit_of(order[3])
    assert not Deal.dealt_from(TWO_PACKS, Seat(2), list(members(TWO_PACKS.deck_cards))).can(PASS, Seat(1))


def test_a_deal_says_in_words_what_is_played() -> None:
    deal = dealt(ALONE, Seat(2), list(members(ALONE.deck_cards)), Suit(0))
    assert "seat 0 to act (call)" in repr(deal)
    deal.do(NAMES[0])
    for action in (BIDS[2], PASS, PASS):
        deal.do(action)
    assert "seat 0 to act (discard), beggar of seat 0" in repr(deal)
    two = dealt(TWO_PACKS, Seat(2), list(members(TWO_PACKS.deck_cards)))
    assert "As'" in repr(two)


# Two packs and orders of ranks.


def test_of_two_equal_cards_the_first_wins() -> None:
    for trump in (NO_SUIT, Suit(0), Suit(2)):
        for order in ((0, 1, 2, 3, 4, 5), (0, 1, 2, 4, 3, 5)):
            beats = beats_of(order, trump)
            for card in range(24):
                assert not beats[card] & BIT[card + 24]
                assert not beats[card + 24] & BIT[card]
                assert beats[card] == beats[card + 24]


def test_a_contract_has_its_own_order_of_ranks() -> None:
    ten, king = 4, 3
    usual, other = beats_of((0, 1, 2, 3, 4, 5), NO_SUIT), beats_of((0, 1, 2, 4, 3, 5), NO_SUIT)
    assert usual[king] & BIT[ten]
    assert other[ten] & BIT[king]
    assert not other[king] & BIT[ten]


# Rulings.


def refused(deal: Deal, action: Action, seat: int = -1) -> str:
    """Return the code that refuses an action, and the seat it names; a refusal changes nothing."""
    before = state_of(deal)
    ruling = deal.push(action, Seat(seat))
    assert ruling is not None
    assert state_of(deal) == before
    return ruling.code.id


def test_rulings_before_the_first_lead() -> None:
    deal = dealt(ALONE, Seat(2), list(members(ALONE.deck_cards)), Suit(0))
    low = next(members(deal.hands[0]))
    assert [refused(deal, action) for action in (low, MARRIAGE, OUT, RESIGN)] == ["R235"] * 4
    assert refused(deal, BIDS[0]) == "R236"
    assert refused(deal, NAMES[0], 1) == "R237"
    assert refused(deal, NO_TRUMP) == "R239"
    deal.do(NAMES[0])
    assert refused(deal, NAMES[0]) == "R236"
    assert refused(deal, low) == "R235"
    assert refused(deal, BIDS[1], 2) == "R237"
    deal.do(BIDS[2])
    assert refused(deal, BIDS[2]) == "R238"
    assert refused(deal, BIDS[1]) == "R239", "for forehand alone"
    deal.do(PASS)
    deal.do(PASS)
    assert deal.phase is Phase.DISCARD
    assert refused(deal, PASS) == "R236"
    assert refused(deal, next(members(deal.hands[1]))) == "R207"
    assert refused(deal, low, 1) == "R237"
    deal.do(low)
    deal.do(next(members(deal.hands[0])))
    assert refused(deal, low) == "R263"
    assert refused(deal, PASS) == "R236"
    deal.hands[0] |= 0b1100
    assert refused(deal, MARRIAGE) == "R262"
    assert refused(deal, OUT) in ("C203", "C204")


def test_nothing_is_named_or_bid_where_a_rule_set_has_no_auction(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule sets of the program never come to :mod:`referee.auction`."""

    def never(*_: object) -> None:
        raise AssertionError("there is no auction")

    for name in ("legal", "why_not", "against", "after", "opened", "parties"):
        monkeypatch.setattr(auction, name, never)
    for rules in PRESETS.values():
        if rules.auction != NO_AUCTION:
            continue
        for seed in range(3):
            played = random_deal(rules, Seat(seed % rules.seats), random.Random(seed))
            deal = played.start(rules, Seat(seed % rules.seats))
            for seat, action in played.done:
                assert not any(deal.can(word, seat) for word in ACTIONS_BY_NUMBER[NAME_TRUMP:DOUBLE])
                with pytest.raises(ValueError, match="no such action"):
                    deal.why_not(NAMES[0])
                assert deal.phase not in (Phase.CALL, Phase.BID, Phase.DISCARD)
                deal.legal()
                deal.do(action, Seat(seat))
                assert deal.auction is None


def test_a_card_that_is_laid_away_is_seen_by_nobody_else() -> None:
    deal = dealt(ALONE, Seat(2), list(members(ALONE.deck_cards)))
    for action in (NAMES[0], BIDS[2], PASS, PASS):
        deal.do(action)
    laid = list(members(deal.hands[0]))[:2]
    for card in laid:
        deal.do(card)
    for seat in (NOBODY, *SEATS[:3]):
        seen = [action for _, action in View(deal, seat, (), Watcher(deal)).history()]
        assert seen[4:] == (laid if seat == 0 else [LAID_AWAY] * 2)


# What contracts pay.


def test_giving_up_loses_the_contract_or_makes_it() -> None:
    for seat, pays in ((0, (-8, 4, 4)), (1, (8, -4, -4)), (2, (8, -4, -4))):
        deal = dealt(ALONE, Seat(2), list(members(ALONE.deck_cards)))
        for action in (NAMES[0], BIDS[2], PASS, PASS, *list(members(deal.hands[0]))[:2]):
            deal.do(action)
        deal.steps = []
        deal.do(RESIGN, Seat(seat))
        assert deal.result is not None
        assert (deal.result.paid, deal.result.reason.value) == (pays, "resignation")
        assert deal.result.card_points == (deal.points[0], 0, 0), "nothing has been played"
        told = [step.facts for step in deal.steps if step.line is PAYS]
        assert [(each["loser"], each["winner"]) for each in told] == (
            [(0, 1), (0, 2)] if pays[0] < 0 else [(1, 0), (2, 0)]
        )
    deal = dealt(PARTNERS, Seat(3), list(members(PARTNERS.deck_cards)))
    for action in (NAMES[0], PASS, PASS, PASS, PASS):
        deal.do(action)
    deal.do(RESIGN, Seat(1))
    assert deal.result is not None
    assert (deal.result.winner, deal.result.game_points) == (8, 3), "B and D have no trick"


def test_a_deal_for_which_nobody_bids_is_dealt_again() -> None:
    deal = dealt(TWO_PACKS, Seat(1), list(members(TWO_PACKS.deck_cards)))
    for _ in range(3):
        deal.do(PASS)
    assert deal.result is not None
    assert (deal.result.winner, deal.result.paid, deal.phase) == (-1, (0, 0, 0), Phase.OVER)
    match = Match(TWO_PACKS, Seat(1))
    assert match.add(Seat(1), deal.result) == 0
    assert (match.dealer, match.score) == (1, [0, 0, 0])


@every
def test_a_match_keeps_score_of_contracts(rules: RuleSet) -> None:
    match = Match(rules, Seat(0))
    for seed in range(12):
        deal = by_chance(rules, f"{seed}")
        rng = random.Random(seed)
        while not deal.over:
            deal.do(choose(deal, rng))
        before = sum(match.score)
        assert deal.result is not None
        won = match.add(deal.dealer, deal.result)
        assert sum(match.score) - before == (0 if rules.mp_all_pay else won)


# Rule sets.


def test_an_auction_is_one_of_what_tells_rules_apart() -> None:
    digests = {rules_digest(rules) for rules in (*RULES.values(), *PRESETS.values())}
    assert len(digests) >= len(RULES) + len({replace(rules, name="") for rules in PRESETS.values()}) - 1
    other = replace(ALONE, auction=ALONE.auction._replace(unbid=-1))
    assert rules_digest(other) != rules_digest(ALONE)
    with pytest.raises(ValueError, match="other rules"):
        unpack(other, dealt(ALONE, Seat(0), list(members(ALONE.deck_cards))).pack())


def test_rules_that_were_sent_to_another_process_have_no_auction_either() -> None:
    for rules in (PRESETS["santase"], ALONE):
        copy = pickle.loads(pickle.dumps(rules))
        assert (copy, rules_digest(copy)) == (rules, rules_digest(rules))
    sent = pickle.loads(pickle.dumps(PRESETS["santase"]))
    assert random_deal(sent, Seat(0), random.Random(1)).end.auction is None


def test_a_deal_with_an_auction_is_not_taken_up_in_the_middle() -> None:
    position = DealPosition((3, 12, 48), (), Suit(0), Seat(0), (0, 0, 0), (0, 0, 0))
    with pytest.raises(ValueError, match="not taken up"):
        Deal.at(ALONE, position)


STEPS = (Opening.CALL, Opening.BID, Opening.DISCARD)
GAME, *_, LAST = ALONE.auction.contracts
GAIGEL = PRESETS["gaigel-two"]
OPENING = GAIGEL.auction.contracts[0]
SAID = replace(ALONE, claim_mode=ClaimMode.SAID)
ANNOUNCED = {"steps": (), "unbid": -1, "defer": False}


def test_the_steps_of_an_auction_come_in_an_order_that_makes_sense() -> None:
    """Trumps are named; what is left of the deal is laid away by who has bid, or else named them, before."""
    for steps in chain.from_iterable(permutations(STEPS, number) for number in range(1, 4)):
        before = Opening.BID if Opening.BID in steps else Opening.CALL
        ends_well = Opening.DISCARD not in steps or before in steps[: steps.index(Opening.DISCARD)]
        for rules in (ALONE, CALLED):
            lays_away = Opening.DISCARD in steps
            makes_sense = Opening.CALL in steps and ends_well and lays_away is bool(rules.talon_size)
            with nullcontext() if makes_sense else pytest.raises(ValueError, match=" "):
                replace(rules, auction=rules.auction._replace(steps=steps))


@pytest.mark.parametrize(
    ("rules", "changes", "why"),
    [
        (ALONE, {"steps": ()}, "contracts are announced and nothing else is settled"),
        (ALONE, {"steps": (Opening.CALL, Opening.CALL)}, "an auction has steps"),
        (ALONE, {"contracts": ()}, "a table has from 1 to 34"),
        (ALONE, {"contracts": (GAME, *35 * (LAST,))}, "a table has from 1 to 34"),
        (ALONE, {"unbid": 9}, "one of the table"),
        (ALONE, {"unbid": 5}, "one of the table"),
        (ALONE, {"unbid": -2}, "one of the table"),
        (ALONE, {"steps": (Opening.CALL, Opening.DISCARD), "unbid": -1}, "played unbid"),
        (ALONE, {"steps": (Opening.CALL, Opening.BID)}, "contracts are openings"),
        (ALONE, {"contracts": (GAME, OPENING)}, "contracts are openings"),
        (GAIGEL, {"contracts": (GAME, OPENING)}, "contracts are openings"),
        (GAIGEL, {"steps": (Opening.CALL, Opening.BID), "unbid": 0}, "contracts are openings"),
        (GAIGEL, {"contracts": (OPENING, OPENING._replace(target=9))}, "as many points win"),
        (CALLED, {"steps": (Opening.CALL, Opening.DISCARD)}, "where some are left"),
        (ALONE, {"steps": (Opening.CALL, Opening.DISCARD, Opening.BID)}, "who bids highest lays"),
        (ALONE, {"steps": (Opening.DISCARD,)}, "before cards are laid away"),
        (ALONE, {"steps": (Opening.BID, Opening.DISCARD), "defer": False}, "where trumps are not of the"),
        (ALONE, {"contracts": (GAME._replace(order=(0, 1)),)}, "every rank once"),
        (SAID, {"contracts": (GAME._replace(target=65),)}, "what is claimed is 66"),
        (SAID, {"contracts": (GAME._replace(value=1),)}, "what is claimed is 66"),
        (ALONE, {"contracts": (GAME, LAST._replace(sits_out=True, leads=True))}, "a partner sits out"),
        (PARTNERS, {"contracts": (GAME, LAST._replace(sits_out=True))}, "a partner sits out"),
        (ALONE, {"contracts": (GAME, LAST._replace(aim=Aim.HELD))}, "one of the cards held"),
        (
            ALONE,
            {
                "contracts": (GAME, LAST._replace(holds=NeededCards.TRUMPS)),
                "steps": (Opening.BID, Opening.CALL, Opening.DISCARD),
            },
            "all trumps are held where",
        ),
        (ALONE, {"contracts": (LAST, GAME), "hold": True}, "compared by value"),
        (ALONE, {"packet": -1}, "a part of the hand"),
        (ALONE, {"packet": ALONE.deal_hand_size}, "a part of the hand"),
        (ALONE, {**ANNOUNCED, "contracts": (LAST._replace(value=0),)}, "what is announced"),
        (ALONE, {**ANNOUNCED, "contracts": (LAST._replace(bidder=Bidder.NOBODY),)}, "what is announced"),
        (ALONE, {**ANNOUNCED, "contracts": (LAST._replace(aim=Aim.FIRST),)}, "what is announced"),
        (ALONE, {**ANNOUNCED, "contracts": (LAST._replace(sits_out=True),)}, "what is announced"),
    ],
)
def test_an_auction_that_makes_no_sense_is_refused(
    rules: RuleSet, changes: dict[str, object], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        replace(rules, auction=Auction(**{**rules.auction._asdict(), **changes}))


def test_what_contracts_cannot_be_settled_with_is_refused() -> None:
    contracts = tuple(each._replace(trump=NO_SUIT) for each in ALONE.auction.contracts)
    unnamed = Auction((Opening.BID, Opening.DISCARD), contracts, unbid=0, defer=True)
    with pytest.raises(ValueError, match="only who may name trumps"):
        replace(ALONE, auction=unnamed)
    with pytest.raises(ValueError, match="the aim of a contract ends"):
        replace(CALLED, claim_mode=ClaimMode.NEVER)
    with pytest.raises(ValueError, match="too small"):
        replace(PRESETS["santase"], deck_cards=TWO_PACKS.deck_cards)
    with pytest.raises(ValueError, match="all draw as many"):
        replace(PRESETS["gaigel-three"], deck_cards=PACK_20)
    with pytest.raises(ValueError, match="one card is turned up, or another"):
        replace(ALONE, auction_turn_up=True)


def test_an_auction_that_makes_sense_is_none_that_is_refused() -> None:
    assert replace(ALONE, claim_mode=ClaimMode.SAID) == SAID
    many = ALONE.auction._replace(contracts=(GAME, *33 * (LAST,)))
    assert replace(ALONE, auction=many).auction == many
    announced = Auction(contracts=(LAST,), doubles=2)
    assert replace(PARTNERS, auction=announced).auction == announced
