"""The state of a deal: its phases and invariants, and the ways to copy, pack, take back and take it up."""

import random
import re
from collections.abc import Iterator

import pytest

from referee.actions import (
    ACTIONS_BY_NUMBER,
    ANNOUNCEMENTS,
    CALL_CARD,
    CONTRACT,
    DOUBLE,
    NAME_TRUMP,
    OUT,
    RESIGN,
    TURN_UP,
    Action,
)
from referee.cards import (
    CARDS_BY_NUMBER,
    NO_CARD,
    PACK,
    SEATS,
    Card,
    Seat,
    Suit,
    card_name,
    mask,
    members,
    players_of,
    points_of,
)
from referee.codes import Effect
from referee.deal import Deal, DealError, DealPosition, rules_digest, unpack
from referee.partial import PartialDeal, as_partial, deal_of, deduce
from referee.rules import ConsultedRules, RuleSet
from referee.rulesets import PRESETS
from referee.state import PHASES, Phase
from referee.terms import terms_of
from tests.support.auction import RULES as AUCTIONS
from tests.support.games import random_deal
from tests.support.tables import rules_of, state_of

SPECS = [*PRESETS, "schnapsen claim=auto", "santase claim-window=draw", "sixty-six claim-window=reply"]
WITH_AUCTIONS = [*SPECS, *AUCTIONS]


def played(spec: str, number: int) -> Iterator[tuple[RuleSet, Deal, list[tuple[Seat, Action]]]]:
    """Random deals at their start, with what is done in each."""
    rules = AUCTIONS[spec] if spec in AUCTIONS else rules_of(spec)
    for seed in range(number):
        dealer = SEATS[seed % rules.seats]
        deal = random_deal(rules, dealer, random.Random(f"{spec} {seed}"))
        yield rules, deal.start(rules, dealer), deal.done


@pytest.mark.slow
@pytest.mark.parametrize("spec", WITH_AUCTIONS)
def test_what_can_be_done_is_what_nothing_is_said_against_and_what_is_listed(spec: str) -> None:
    for rules, deal, done in played(spec, 3):
        words = [*CARDS_BY_NUMBER, *ANNOUNCEMENTS, RESIGN]
        if rules.auction.contracts:
            words += ACTIONS_BY_NUMBER[NAME_TRUMP : CONTRACT + len(rules.auction.contracts)]
            words += [DOUBLE, *(ACTIONS_BY_NUMBER[TURN_UP + card] for card in rules.pack if card < 48)]
        if rules.auction.calls:
            words += [ACTIONS_BY_NUMBER[CALL_CARD + card] for card in rules.pack]
        unknown = [act for act in ACTIONS_BY_NUMBER if act not in words]
        for seat, action in done:
            everybody = SEATS[: rules.seats]
            allowed = [(act, who) for who in everybody for act in words if deal.can(act, who)]
            assert allowed == [
                (act, who) for who in everybody for act in words if deal.why_not(act, who) is None
            ]
            assert deal.legal() == [(act, who) for act, who in allowed if act != RESIGN]
            before = state_of(deal)
            assert all(deal.push(act) is not None for act in words if not deal.can(act))
            assert state_of(deal) == before
            assert not any(deal.can(act) for act in (NO_CARD, *unknown))
            assert not deal.can(OUT, SEATS[rules.seats])
            for act in unknown[::20]:
                with pytest.raises(ValueError, match="no such action"):
                    deal.why_not(act)
            assert deal.push(action, seat) is None


@pytest.mark.parametrize("spec", WITH_AUCTIONS)
def test_every_phase_is_followed_by_one_of_those_that_can_follow_it(spec: str) -> None:
    seen = set()
    for _, deal, done in played(spec, 25):
        assert PHASES[deal.phase].is_first
        for seat, action in done:
            before = deal.phase
            deal.do(action, seat)
            assert deal.phase in PHASES[before].then
            seen |= {before, deal.phase}
    rules = deal.rules
    assert seen >= {Phase.LEAD, Phase.REPLY, Phase.OVER, *(Phase(step.value) for step in rules.auction.steps)}
    assert (Phase.DRAW in seen) == (rules.talon_size > 0 and terms_of(rules).waits_for_draw())


def test_a_decision_is_read_when_it_is_first_asked_for() -> None:
    first, second = (ConsultedRules(PRESETS[name]) for name in ("santase", "sixty-six"))
    deal = Deal.dealt_from(first, SEATS[0], PACK)
    assert "claim_mode" not in first.consulted()
    later = deal.copy()
    later.go_on_under(second)
    for played, rules in ((deal, first), (later, second)):
        before = rules.consulted()
        for card in (PACK[6], PACK[0]):
            assert rules.consulted() == before
            played.do(card)
        assert {"claim_mode", "close_before_draw"} <= set(rules.consulted())


@pytest.mark.parametrize("spec", [spec for spec in SPECS if not rules_of(spec).auction.steps])
def test_what_always_holds(spec: str) -> None:
    for rules, deal, done in played(spec, 8):
        for seat, action in done:
            deal.do(action, seat)
            places = [*deal.hands, mask(deal.talon[deal.drawn :]), deal.gone]
            assert sum(places) == rules.deck_cards, "every card lies in one place"
            assert deal.trick == sum(deal.tricks)
            assert (deal.lead >= 0) == (deal.played > 0 and deal.lead >= 0)
            assert deal.strict == (deal.closer >= 0 or not deal.talon_left or deal.auction is not None)
            left = sum(points_of(cards) for cards in places[:-1])
            announced = sum(marriage.points for marriage in deal.marriages)
            held = sum(deal.points) + sum(deal.pending) + deal.laid * (deal.lead >= 0)
            if deal.frozen < 0:
                assert left + held == points_of(rules.deck_cards) + announced


SPOILT = [(9, b"\x05"), (10, b"\x06"), (11, b"\x04"), (12, b"\x3f")]
"""Bytes of a packed deal that no deal has: of the number of seats, the dealer, the trump suit, a card."""


@pytest.mark.slow
@pytest.mark.parametrize("spec", WITH_AUCTIONS)
def test_a_packed_deal_comes_back_with_all_that_was_done(spec: str) -> None:
    for rules, deal, done in played(spec, 4):
        for seat, action in done:
            deal.do(action, seat)
            data = deal.pack()
            assert state_of(unpack(rules, data)) == state_of(deal)
            other = next(
                PRESETS[name] for name in PRESETS if rules_digest(PRESETS[name]) != rules_digest(rules)
            )
            spoilt = [data[:at] + byte + data[at + 1 :] for at, byte in SPOILT]
            for wrong in (data[1:], b"\x02" + data[1:], data[:-1], data[:12], b"", *spoilt):
                with pytest.raises(ValueError, match="these bytes"):
                    unpack(rules, wrong)
            with pytest.raises(ValueError, match="other rules"):
                unpack(other, data)


def test_what_was_let_stand_is_packed_and_taken_back() -> None:
    rng, stood = random.Random(7), 0
    for rules, deal, done in played("santase", 30):
        for seat, action in done:
            wrong = [
                (act, ruling)
                for act in members(deal.hands[deal.turn])
                if (ruling := deal.why_not(act)) and ruling.code.effect is Effect.STANDS
            ]
            if wrong and not deal.over:
                act, ruling = rng.choice(wrong)
                before = state_of(deal)
                deal.let_stand(act, ruling)
                stood += 1
                assert state_of(unpack(rules, deal.pack())) == state_of(deal)
                assert deal.pop() == (act, ruling.seat)
                assert state_of(deal) == before
            deal.do(action, seat)
    assert stood > 20


@pytest.mark.parametrize("spec", WITH_AUCTIONS)
def test_the_last_action_is_taken_back(spec: str) -> None:
    for _, deal, done in played(spec, 3):
        states = []
        for seat, action in done:
            states.append((state_of(deal), deal.key()))
            deal.do(action, seat)
        for (state, key), (seat, action) in zip(reversed(states), reversed(done), strict=True):
            assert deal.pop() == (action, seat)
            assert (state_of(deal), deal.key()) == (state, key)
        with pytest.raises(ValueError, match="nothing to take back"):
            deal.pop()


@pytest.mark.parametrize("spec", WITH_AUCTIONS)
def test_states_with_one_key_go_on_alike(spec: str) -> None:
    for _, deal, done in played(spec, 3):
        for seat, action in done:
            copy = deal.copy()
            assert copy.key() == deal.key()
            assert hash(copy.key()) == hash(deal.key())
            assert copy.legal() == deal.legal()
            deal.do(action, seat)
            assert copy.key() != deal.key()


def position_of(deal: Deal) -> DealPosition:
    return DealPosition(
        tuple(deal.hands),
        tuple(deal.talon[deal.drawn :]),
        deal.trump,
        deal.leader,
        tuple(deal.points),
        tuple(deal.tricks),
        tuple(deal.pending),
        deal.closer,
        deal.close_points,
        deal.close_tricks,
        deal.marriages,
    )


@pytest.mark.parametrize(
    "spec", ["santase", "sixty-six", "schnapsen", "schnapsen-casual", "sixty-six-three", "sixty-six-four"]
)
def test_a_deal_taken_up_in_the_middle_goes_on_like_the_whole_one(spec: str) -> None:
    taken = 0
    for rules, deal, done in played(spec, 12):
        other: Deal | None = None
        for seat, action in done:
            head = (
                deal.phase is Phase.LEAD
                and deal.trick > 0
                and not deal.has_announced
                and deal.exchanged != deal.trick
            )
            short = deal.closer >= 0 and deal.drawn < 2 * sum(deal.close_tricks)
            if head and not short and not deal.just_closed:
                other = Deal.at(rules, position_of(deal))
                assert other.gone == deal.gone, "what is not there has been played"
                taken += 1
            if other:
                assert other.legal() == deal.legal()
                other.do(action, seat)
            deal.do(action, seat)
        if other and deal.result:
            assert other.result == deal.result
    assert taken > 40


def test_a_position_that_cannot_be_is_refused() -> None:
    rules, deal, done = next(played("santase", 1))
    for seat, action in done[:2]:
        deal.do(action, seat)
    right = position_of(deal)
    assert Deal.at(rules, right).trick == 1
    assert Deal.at(rules, right._replace(pending=(20, 0))).pending == [20, 0]
    assert Deal.at(rules, right._replace(pending=())).pending == [0, 0]
    low = next(members(right.hands[0]))
    for wrong, why in (
        (right._replace(points=(0,)), "sides"),
        (right._replace(pending=(0, 0, 0)), "sides"),
        (right._replace(leader=Seat(2)), "seats"),
        (right._replace(hands=(right.hands[0], right.hands[0])), "twice"),
        (right._replace(hands=(right.hands[0] ^ (1 << low), right.hands[1])), "same number"),
        (
            right._replace(hands=(right.hands[0] ^ (1 << low), right.hands[1] & (right.hands[1] - 1))),
            "^the hands do not go with the talon and the tricks$",
        ),
        (right._replace(trump=Suit((right.trump + 1) % 4)), "turn-up"),
        (right._replace(tricks=(2, 2)), "talon does not go"),
        (right._replace(talon=right.talon[2:]), "talon does not go"),
        (right._replace(closer=Seat(0)), "talon does not go"),
        (right._replace(closer=Seat(0), close_tricks=right.tricks), "closed talon"),
    ):
        with pytest.raises(ValueError, match=why):
            Deal.at(rules, wrong)


def test_a_deal_with_gaps_keeps_its_trumps_and_is_not_packed() -> None:
    rules = PRESETS["sixty-six-three"]
    hands = [mask(PACK[seat * 8 : seat * 8 + 8]) for seat in range(3)]
    partial = deal_of(rules, Seat(0), [*hands[:2], hands[2] & ~1 << 23], (), Suit(2), [0, 0, 1])
    assert isinstance(partial, PartialDeal)
    assert (partial.trump, partial.unseen) == (2, [0, 0, 1])
    whole = deal_of(rules, Seat(0), hands, (), Suit(2), [0, 0, 0])
    assert whole.pack()
    assert as_partial(whole).dealt is None
    with pytest.raises(ValueError, match="not packed"):
        as_partial(whole).pack()


def test_where_66_ends_a_deal_a_seat_of_one_that_goes_on_has_65_at_most() -> None:
    _, deal, done = next(played("schnapsen", 1))
    for seat, action in done[:2]:
        deal.do(action, seat)
    for claim, most in (("auto", 5), ("said", 20)):
        partial = as_partial(deal).copy()
        partial.go_on_under(rules_of(f"schnapsen claim={claim}"))
        partial.points, partial.slack[:] = [60, 0], [20, 20]
        partial.stay_open()
        assert list(partial.slack) == [most, 20]


def test_a_card_that_can_be_in_one_place_only_is_there() -> None:
    rules = PRESETS["santase"]
    hands, talon = [mask(PACK[:6]), mask(PACK[6:12])], [PACK[12], NO_CARD, *PACK[14:]]
    one = PartialDeal(rules, Seat(0), hands, talon)
    deduce(one)
    assert one.talon[1] == 13
    two = PartialDeal(rules, Seat(0), [hands[0], hands[1] & ~(1 << 11)], talon, unseen=[0, 1])
    deduce(two)
    assert (two.talon[1], two.unseen[1]) == (-1, 1), "the two can lie either way"
    two.unseen[1] = 0
    two.gone = 1 << 11 | 1 << 6
    deduce(two)
    assert two.talon[1] == 13


def test_only_the_pack_of_the_rules_is_dealt() -> None:
    rules = PRESETS["santase"]
    order = list(PACK)
    random.Random(1).shuffle(order)
    assert Deal.dealt_from(rules, Seat(1), order).talon == order[12:]
    for wrong, why in (
        (order[1:], "santase is dealt with 24 cards, not 23"),
        ([*order[1:], order[1]], f"{card_name(order[1])} is dealt twice"),
        ([*order, PACK[3]], "Ks is dealt twice"),
        ([*order[1:], Card(Action(24))], "24 is 9s', which is not a card of santase"),
        ([*order[1:], Card(Action(-1))], "-1 is --, which is not a card of santase"),
    ):
        with pytest.raises(DealError, match=re.escape(why)):
            Deal.dealt_from(rules, Seat(1), wrong)
    with pytest.raises(DealError, match="the dealer is one of the seats 0 to 1 of santase, not 2"):
        Deal.dealt_from(rules, Seat(2), order)
    with pytest.raises(
        DealError, match="0 is 9s, which is not a card of schnapsen; its 20 cards are those of"
    ):
        Deal.dealt_from(PRESETS["schnapsen"], Seat(0), PACK[:20])
    assert Deal.dealt_from(PRESETS["schnapsen"], Seat(0), PRESETS["schnapsen"].pack).turn == 1


HANDS = [mask(PACK[:6]), mask(PACK[6:12])]
TALON = list(PACK[12:])


@pytest.mark.parametrize(
    ("name", "dealer", "hands", "talon", "trump", "why"),
    [
        ("santase", 1, [HANDS[0], mask(PACK[5:11])], TALON, -1, "As is dealt twice"),
        ("santase", 1, HANDS, [PACK[0], *TALON[1:]], -1, "9s is dealt twice"),
        ("santase", 1, HANDS, TALON[1:], -1, "santase is dealt with 24 cards, not 23"),
        ("santase", 1, [mask(PACK[:5]), mask(PACK[5:12])], TALON, -1, "hand A has 5 cards, not 6"),
        ("santase", 1, [mask(PACK[:4]), mask(PACK[4:8])], PACK[8:], -1, "hand A has 4 cards, not 6"),
        ("santase", 1, HANDS[:1], TALON, -1, "santase has 2 hands, not 1"),
        ("santase", 1, [*HANDS, 0], TALON, -1, "santase has 2 hands, not 3"),
        ("santase", 7, HANDS, TALON, -1, "the dealer is one of the seats 0 to 1 of santase, not 7"),
        ("santase", -1, HANDS, TALON, -1, "the dealer is one of the seats 0 to 1 of santase, not -1"),
        ("santase", 1, [1 << 24 | HANDS[0] - 1, HANDS[1]], TALON, -1, "24 is 9s', which is not a card"),
        ("santase", 1, [-1, HANDS[1]], TALON, -1, "a hand is a set of cards (`mask`), not -1"),
        ("santase", 1, [1 << 60, HANDS[1]], TALON, -1, f"a hand is a set of cards (`mask`), not {1 << 60}"),
        ("santase", 1, HANDS, TALON, 4, "there is no suit 4"),
        ("santase", 1, HANDS, TALON, 0, "the turn-up Ac is not of the trump suit that is named"),
        ("schnapsen", 1, [mask(PACK[:5]), mask(PACK[5:10])], PACK[10:20], -1, "0 is 9s, which is not a card"),
        ("sixty-six-four", 0, [mask(PACK[n : n + 6]) for n in (0, 6, 12, 18)], (), -1, "trump suit must be"),
    ],
)
def test_a_deal_refuses_what_is_no_deal_of_its_rules(
    name: str, dealer: int, hands: list[int], talon: list[Card], trump: int, why: str
) -> None:
    with pytest.raises(DealError, match=re.escape(why)):
        Deal(PRESETS[name], Seat(dealer), hands, talon, Suit(trump))


@pytest.mark.parametrize("spec", SPECS)
def test_a_claim_that_holds_is_told_from_one_that_would_fail(spec: str) -> None:
    for _, deal, done in played(spec, 10):
        for seat, action in done:
            for who, standing in enumerate(deal.standing()):
                assert standing.may_claim == deal.can(OUT, Seat(who))
                if standing.may_claim:
                    claim = deal.copy()
                    claim.do(OUT, Seat(who))
                    assert claim.result is not None
                    won = who in players_of(claim.result.winner)
                    won = claim.result.paid[who] > 0 if claim.result.paid else won
                    assert standing.claim_holds == (won and claim.result.reason.value != "total")
            deal.do(action, seat)
