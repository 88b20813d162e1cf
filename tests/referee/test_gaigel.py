"""Gaigel for two, three and four: nobody tells two equal cards apart, and what the second hand is not asked.

What may be done, and what it comes to, the second hand says (`test_contract_oracle.py`).
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from referee import Deal, Match, actions
from referee.actions import ACTIONS_BY_NUMBER, CLOSE, CONTRACT, EXCHANGE, OUT, PASS, RESIGN, Action, marriage
from referee.cards import (
    BIT,
    CARDS_BY_NUMBER,
    FIRST_COPIES,
    GAIGEL_PACK,
    NO_CARD,
    NOBODY,
    PACK_20,
    RANK_LETTERS,
    SEATS,
    SEVENS,
    SUIT_LETTERS,
    SUITS,
    Card,
    Cards,
    Seat,
    card,
    card_name,
    kind,
    mask,
    members,
    numbered,
    rank_of,
    second_copy,
    suit_of,
    swapped,
    together,
)
from referee.decisions import ClaimMode
from referee.knowledge import OpenPlay
from referee.partial import PartialDeal, show
from referee.rules import RulesError, RuleSet
from referee.rulesets import PRESETS
from referee.view import LAID_FACE_DOWN, View, Watcher, laid_unseen
from referee.whereabouts import FACE_DOWN, PLAYED, TURN_UP, UNRECORDED, knowledge
from tests.support.sizes import Size

TWO, THREE, FOUR = (PRESETS[f"gaigel-{seats}"] for seats in ("two", "three", "four"))
RULES = (TWO, THREE, FOUR)
OPENINGS = [contract.name for contract in TWO.auction.contracts]
DEALS = Size("DEALS", 20_000)


def read(word: str) -> Card:
    return card(SUITS[SUIT_LETTERS.index(word[1])], RANK_LETTERS.index(word[0]))


def said(word: str) -> Action:
    if word in OPENINGS:
        return ACTIONS_BY_NUMBER[CONTRACT + OPENINGS.index(word)]
    if word[:2] in ("20", "40"):
        return marriage(SUITS[SUIT_LETTERS.index(word[2])])
    named = {"exchange": EXCHANGE, "out": OUT, "close": CLOSE, "pass": PASS, "resign": RESIGN}
    return named.get(word) or read(word)


def dealt(*hands: str, talon: str, rules: RuleSet = TWO) -> Deal:
    """A deal of some cards of two packs; the last seat deals. Only these are in its pack."""
    cards = numbered(read(word) for word in " ".join((*hands, talon)).split())
    size = len(hands[0].split())
    small = replace(rules, deck_cards=mask(cards), deal_hand_size=size)
    deal = Deal.dealt_from(small, SEATS[len(hands) - 1], cards)
    deal.steps = []
    return deal


def do(deal: Deal, words: str) -> str:
    """Do what words say until something is refused; its code, or nothing."""
    for word in words.split():
        owner, _, action = word.rpartition(":")
        seat = SEATS["ABCD".index(owner)] if owner else deal.turn
        ruling = deal.push(deal.meant(said(action), seat), seat)
        if ruling is not None:
            return ruling.code.id
    return ""


def outcome(deal: Deal) -> tuple[Seat, int, str]:
    assert deal.result
    return deal.result.winner, deal.result.game_points, deal.result.word


# The cards.


def test_a_pack_has_every_card_twice_and_the_first_of_two_is_its_kind() -> None:
    assert GAIGEL_PACK.bit_count() == 48
    assert (GAIGEL_PACK & FIRST_COPIES).bit_count() == 24
    for each in members(GAIGEL_PACK & FIRST_COPIES):
        other = second_copy(each)
        assert kind(each) == kind(other) == each != other
        assert (suit_of(other), rank_of(other)) == (suit_of(each), rank_of(each))
        assert card_name(other) == card_name(each) + "'"
    assert {card_name(each) for each in members(SEVENS & FIRST_COPIES)} == {"7s", "7h", "7d", "7c"}


def test_no_number_of_a_card_has_changed() -> None:
    assert [card_name(CARDS_BY_NUMBER[number]) for number in (0, 23, 24, 47)] == ["9s", "Ac", "9s'", "Ac'"]
    assert all(not each & SEVENS for each in (PACK_20, *map(BIT.__getitem__, range(48))))


# Openings.


def test_which_cards_lie_face_down_and_until_when() -> None:
    for opening, lead, is_down in (("ge-elfen", "As", False), ("andere-alte", "As", True)):
        deal = dealt("As Ks", "Js Qs", talon="Td Kd")
        assert not deal.face_down
        do(deal, opening)
        assert deal.face_down is is_down
        do(deal, lead)
        assert deal.face_down is is_down
        do(deal, "Js")
        assert not deal.face_down


# Codes, and second copies.


def test_whoever_is_in_turn_announces_and_exchanges_and_claims_for_his_side() -> None:
    hands = "As Kd 7c", "Ts 7d Jc", "Kh Qh Js", "Jh Jc 7h"
    deal = dealt(*hands, talon="7s 7h Th Tc Ac Ah Qd Td", rules=FOUR)
    assert do(deal, "ge-elfen As Ts Js Jh") == ""
    assert deal.can(OUT, SEATS[2])
    assert do(deal, "B:out") == "C203"
    assert do(deal, "B:exchange") == "R231"
    assert do(deal, "C:20h") == "R221"
    assert do(deal, "7c exchange") == "R232", "B and D have no trick"
    assert do(deal, "Jc") == ""
    assert not deal.can(OUT, SEATS[2])
    assert do(deal, "20h") == ""
    assert deal.points == [45, 0]
    assert [deal.can(OUT, seat) for seat in SEATS[:4]] == [True, False, True, False]
    assert do(deal, "Th") == "R224"
    assert do(deal, "Kh D:20c") == "R220"
    assert not deal.can(OUT, SEATS[2])


def test_a_pair_binds_nobody_who_has_to_play_another_card() -> None:
    deal = dealt("Ac Ks 7d", "As Ts 7c", "Kh Qh Js", "Jh Jc 7h", talon="Ac Ah Qd Td", rules=FOUR)
    assert do(deal, "ge-elfen Ac 7c Js Jc Ks As") == ""
    assert deal.strict
    assert do(deal, "20h") == ""
    assert deal.playable() == BIT[read("Qd")], "he has to trump"


def test_the_second_copy_of_the_seven_is_exchanged_as_well() -> None:
    deal = dealt("As Ks", "7s 7d", talon="Ts 7d Td Kd")
    held = second_copy(read("7d"))
    assert held in deal.talon
    do(deal, "ge-elfen As 7s Ts")
    deal = dealt("As Ks", "7d 7s", talon="7d Ts Td Kd")
    assert do(deal, "ge-elfen As 7s exchange") == ""
    assert deal.talon[-1] == held


# How a deal ends.

RICH = ("As Th Ah Tc Ac", "Ts 7h Kh 7c Kc"), "Ad Td Ad Td"
"""Enough for 101 in five tricks."""


def test_101_are_claimed_for_one_or_for_two_of_a_loser_without_a_trick() -> None:
    deal = dealt(*RICH[0], talon=RICH[1])
    assert do(deal, "ge-elfen As Ts Ac Kc Ad") == ""
    while deal.points[0] < 101 and not deal.spent:
        assert do(deal, "A:out" if deal.points[0] >= 101 else card_name(deal.legal()[0][0])[:2]) == ""
    assert do(deal, "A:out") == ""
    assert outcome(deal) == (0, 2, "out")
    assert deal.steps
    assert [step.line.point for step in deal.steps] == ["claim.mode", "score.schwarz"]


def test_101_end_a_deal_by_themselves_where_the_table_wants_it() -> None:
    automatic = replace(TWO, claim_mode=ClaimMode.AUTO)
    deal = dealt(*RICH[0], talon=RICH[1], rules=automatic)
    do(deal, "ge-elfen As Ts Ac Kc")
    while deal.result is None:
        deal.do(*deal.legal()[0])
    assert outcome(deal) == (0, 2, "out")
    assert deal.points[0] >= 101
    with pytest.raises(RulesError):
        replace(TWO, claim_mode=ClaimMode.NEVER)


def test_a_false_claim_loses_double_to_all_others() -> None:
    for rules, hands, winner in (
        (TWO, ("As Ks", "7s Js"), SEATS[1]),
        (THREE, ("As Ks", "7s Js", "Ts Qs"), together(SEATS[1:3])),
        (FOUR, ("As Ks", "7s Js", "Ts Qs", "Jh Qh"), Seat(9)),
    ):
        talon = " ".join(["Jd", "7h", "7c", "Kd"][-len(hands) :])
        deal = dealt(*hands, talon=talon, rules=rules)
        do(deal, "ge-elfen")
        for hand in hands:
            assert do(deal, hand.split()[0]) == ""
        assert do(deal, "A:out") == ""
        assert outcome(deal) == (winner, 2, "false-out")
        match = Match(rules, SEATS[len(hands) - 1])
        assert deal.result
        match.add(match.dealer, deal.result)
        assert match.score == {2: [0, 2], 3: [0, 2, 2], 4: [0, 2]}[len(hands)][: len(rules.sides)]


def test_giving_up_loses_a_game_to_all_others() -> None:
    deal = dealt("As Ks", "7s Js", "Ts Qs", talon="Jd Td Kd", rules=THREE)
    assert do(deal, "ge-elfen As 7s Ts resign") == ""
    assert outcome(deal) == (together(SEATS[1:3]), 1, "resignation")
    deal = dealt("As Ks", "7s Js", "Ts Qs", talon="Jd Td Kd", rules=THREE)
    assert do(deal, "ge-elfen As 7s Ts C:resign") == ""
    assert outcome(deal) == (together(SEATS[:2]), 2, "resignation")


# Nobody can tell two equal cards apart.


def random_deals(rules: RuleSet, number: int) -> Iterator[tuple[Deal, list[tuple[Action, Seat]]]]:
    """Deals by chance, at their start, with what is done in each."""
    for seed in range(number):
        rng = random.Random(f"{rules.name} {seed}")
        order = list(rules.pack)
        rng.shuffle(order)
        start = Deal.dealt_from(rules, SEATS[seed % rules.seats], order)
        deal, done = start.copy(), []
        while deal.result is None and not deal.spent:
            quiet = [each for each in deal.legal() if each[0] != OUT]
            done.append(rng.choice(quiet))
            deal.do(*done[-1])
        yield start, done


def views(deal: Deal, done: Sequence[tuple[Action, Seat]]) -> Iterator[list[object]]:
    """All that each seat, and who watches, can see before each action; any copy of a card may be played."""
    watcher = Watcher(deal)
    for action, actor in done:
        found: list[object] = []
        legal = deal.legal()
        for seat in (NOBODY, *SEATS[: deal.rules.seats]):
            view = View(deal, seat, [action for action, other in legal if other == seat], watcher)
            found += [view.sight(), list(view.history()), view.on_table()]
        yield found
        deal.do(deal.meant(action, actor), actor)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])
def test_nothing_that_is_seen_depends_on_which_of_two_equal_cards_is_which(rules: RuleSet) -> None:
    for seed, (start, done) in enumerate(random_deals(rules, DEALS.share(100))):
        turned = random.Random(seed).getrandbits(56) & GAIGEL_PACK & FIRST_COPIES

        def other(card: int, turned: Cards = turned) -> Card:
            return next(members(swapped(BIT[card], turned)))

        dealt = start.dealt
        assert dealt
        hands = [swapped(hand, turned) for hand in dealt.hands]
        again = Deal(rules, start.dealer, hands, list(map(other, dealt.talon)))
        for one, two in zip(views(start, done), views(again, done), strict=True):
            assert one == two


def kinds(cards: Cards) -> Counter[Card]:
    return Counter(map(kind, members(cards)))


def test_a_marriage_may_be_of_the_card_that_was_taken_from_under_the_talon() -> None:
    """Whoever has exchanged it for the seven and announces may hold the other one, or not."""
    for hand, talon in (("As 7s Ks Qs", "Td Kd Jd Ks"), ("As 7s Td Qs", "Kd Ks Jd Ks")):
        deal = dealt(hand, "Jh Qh Kh Th", talon=talon)
        watcher = Watcher(deal)
        do(deal, "ge-elfen As Jh exchange 40s")
        for reader in (NOBODY, SEATS[1]):
            seen = View(deal, reader, [], watcher).sight().hands[0]
            assert kinds(seen.known) == Counter([read("Ks"), read("Qs")])


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])
def test_what_a_seat_knows_is_true(rules: RuleSet) -> None:
    for deal, done in random_deals(rules, DEALS.share(100)):
        play = OpenPlay.start(deal)
        watcher = Watcher(deal)
        for action, seat in done:
            for reader in SEATS[: rules.seats]:
                view = View(deal, reader, [], watcher)
                seen = view.sight()
                for hand, held in zip(seen.hands, deal.hands, strict=True):
                    assert kinds(hand.known) <= kinds(held)
                    assert kinds(held) <= kinds(hand.known) + kinds(hand.possible)
                    assert hand.unknown == held.bit_count() - hand.known.bit_count()
                assert seen.hands[reader].unknown == 0
                mine = laid_unseen(deal, reader)
                by_kind: dict[Card, list[tuple[int, ...]]] = {}
                for each in knowledge(play, reader, deal.hands[reader], mine).cards:
                    by_kind.setdefault(kind(each.card), []).append(each.places)
                for first, (one, two) in by_kind.items():
                    here, there = place(deal, first), place(deal, second_copy(first))
                    assert (here in one and there in two) or (here in two and there in one)
            before = deal.copy()
            deal.do(action, seat)
            play = play.then(before, seat, action, deal)


def place(deal: Deal, card: Card) -> int:
    for seat, hand in enumerate(deal.hands):
        if hand & BIT[card]:
            return seat
    if card in deal.talon[deal.drawn :]:
        return TURN_UP if card == deal.talon[-1] else FACE_DOWN
    return UNRECORDED if deal.face_down else PLAYED


def test_a_card_face_down_is_seen_by_its_player_alone_until_the_trick_is_complete() -> None:
    for rules in RULES:
        for start, _ in random_deals(rules, 30):
            deal = start.copy()
            if not deal.can(said("hoeher-hat")):
                continue
            do(deal, "hoeher-hat")
            watcher = Watcher(deal)
            leader = deal.turn
            lead = next(members(deal.playable()))
            deal.do(lead)
            for reader in (NOBODY, *SEATS[: rules.seats]):
                view = View(deal, reader, [], watcher)
                assert (view.lead, view.best, view.best_seat, view.laid) == (NO_CARD, NO_CARD, NOBODY, 0)
                shown = kind(lead) if reader == leader else NO_CARD
                assert view.on_table() == [(leader, shown)]
                assert [*view.history()][-1] == (leader, shown if shown >= 0 else LAID_FACE_DOWN)
                assert view.sight().gone == 0
                if reader != leader:
                    assert kind(lead) in kinds(view.sight().hidden)
            for _ in range(rules.seats - 1):
                deal.do(next(members(deal.playable())))
            view = View(deal, NOBODY, [], watcher)
            assert kinds(view.sight().gone) == kinds(deal.gone)
            assert len([each for each in view.history() if actions.is_play(each[1])]) == rules.seats


# Deals of which not all is known, and those that are kept.


def test_a_card_means_the_copy_that_a_seat_holds_or_may_hold() -> None:
    ace = read("As")
    deal = dealt("As Ks", "As Js", talon="Td Kd")
    do(deal, "ge-elfen")
    assert deal.meant(ace) == deal.meant(second_copy(ace)) == ace
    assert deal.meant(ace, SEATS[1]) == second_copy(ace)
    do(deal, "As")
    assert deal.meant(ace, SEATS[0]) == second_copy(ace), "of the one that is left somebody else is asked"
    partial = PartialDeal(TWO, SEATS[1], [BIT[ace], 0], [NO_CARD] * 37 + [read("Kd")], unseen=[4, 5])
    assert partial.meant(ace, SEATS[1]) == second_copy(ace)


def test_a_marriage_shows_as_many_cards_as_have_been_announced() -> None:
    hidden = [NO_CARD] * 37 + [read("Kd")]
    partial = PartialDeal(TWO, SEATS[1], [BIT[read("As")], 0], hidden, unseen=[4, 5])
    do(partial, "ge-elfen As")
    reply = partial.meant(read("Js"), SEATS[1])
    show(partial, reply, SEATS[1])
    assert partial.push(reply) is None
    for number in (1, 2):
        show(partial, said("20h"), SEATS[0])
        assert kinds(partial.hands[0]) == {read("Kh"): number, read("Qh"): number}
        assert partial.push(said("20h")) is None


def test_with_every_card_unknown_a_deal_still_goes_on() -> None:
    """Each action is shown first, as in a record without hands."""
    for rules in RULES:
        for deal, done in random_deals(rules, 10):
            hidden = [NO_CARD] * (rules.talon_size - 1) + [deal.talon[-1]]
            blank = PartialDeal(
                rules, deal.dealer, [0] * rules.seats, hidden, unseen=[rules.deal_hand_size] * rules.seats
            )
            for action, seat in done:
                meant: Action = blank.meant(kind(action), seat) if actions.is_play(action) else action
                show(blank, meant, seat)
                assert blank.push(meant, seat) is None, card_name(action)
                deal.do(action, seat)
                assert (blank.turn, blank.points, blank.tricks) == (deal.turn, deal.points, deal.tricks)


def test_a_table_without_openings_or_with_others_beside_them_is_refused() -> None:
    table = TWO.auction
    for contracts in (PRESETS["bauernschnapsen"].auction.contracts, table.contracts[:1] * 2):
        wrong = (*contracts[:1], contracts[1]._replace(target=66))
        with pytest.raises(ValueError, match=r"contracts are openings|as many points"):
            replace(THREE, auction=table._replace(contracts=wrong))
    with pytest.raises(ValueError, match="as many cards of the talon"):
        replace(THREE, deal_hand_size=6, deck_cards=GAIGEL_PACK ^ BIT[52])
