"""What a seat can know, against every deal that it cannot tell from the one being played."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from math import comb
from typing import Final, NamedTuple

import pytest

from notation.corpus import shuffled
from notation.record.words import card_word, in_order, read_card
from referee import Deal, RuleSet, actions
from referee.actions import Action
from referee.cards import (
    BIT,
    CLUBS,
    DIAMONDS,
    FULL_PACK,
    HEARTS,
    KING,
    NO_CARD,
    NO_SUIT,
    PACK,
    QUEEN,
    SEATS,
    SPADES,
    SUIT_CARDS,
    SUITS,
    Card,
    Cards,
    Seat,
    card,
    mask,
    members,
    suit_of,
)
from referee.codes import Effect
from referee.deal import DealPosition, fixes_trumps
from referee.knowledge import Contents, Occasion, OpenPlay, Reply, Sight, sight
from referee.legality import idler
from referee.partial import PartialDeal
from referee.rulesets import PRESETS
from referee.state import Marriage, Phase
from referee.whereabouts import (
    FACE_DOWN,
    PLAYED,
    TURN_UP,
    UNRECORDED,
    Clue,
    Evidence,
    Place,
    Whereabouts,
    knowledge,
)
from tests.support.each import for_each
from tests.support.plain import PLAIN
from tests.support.sizes import Size
from tests.support.tables import WordedTable, action_of, for_seats

DEALS: Final = Size("DEALS", 20_000)
CLOSES: Final = (actions.CLOSE, actions.CLOSE_SHORT)
OF_TWO: Final = [name for name in PLAIN if PRESETS[name].seats == 2]
SMALL: Final = mask(card(suit, rank) for suit in (SPADES, DIAMONDS, CLUBS) for rank in (2, 3, 4, 5))


class SeenAction(NamedTuple):
    """An action, its player, and whether everybody knew it to be irregular."""

    seat: Seat
    action: Action
    irregular: bool = False


def dealt(rules: RuleSet, rng: random.Random) -> Deal:
    """A deal of random cards."""
    hands, talon = shuffled(rules, rng)
    dealer = Seat(rng.randrange(rules.seats))
    if rules.auction.steps:
        packet = mask(hands[(dealer + 1) % rules.seats][: rules.auction.packet])
        return Deal(rules, dealer, list(map(mask, hands)), talon, packet=packet)
    return Deal(rules, dealer, list(map(mask, hands)), talon, SPADES if not talon else NO_SUIT)


def act(deal: Deal, done: SeenAction) -> bool:
    """Carry out an action, even an irregular one if it can stand; return whether it was possible."""
    ruling = deal.push(done.action, done.seat)
    if ruling is not None and ruling.code.effect is Effect.STANDS:
        deal.let_stand(done.action, ruling)
        return True
    return ruling is None


def chosen(deal: Deal, rng: random.Random, closing: float = 0.15, revokes: float = 0.0) -> SeenAction | None:
    """An action by chance, a revoke among them now and then; None where only a claim is left."""
    if deal.strict and deal.lead >= 0 and rng.random() < revokes:
        played = rng.choice(list(members(deal.hands[deal.turn])))
        return SeenAction(deal.turn, played, not deal.playable() & BIT[played] and rng.random() < 0.3)
    legal = [pair for pair in deal.legal() if pair[0] != actions.OUT]
    if deal.phase is Phase.BID and rng.random() < 0.5:
        legal = legal[:1]  # to pass
    closes = [pair for pair in legal if pair[0] in CLOSES]
    kept = closes if closes and rng.random() < closing else [pair for pair in legal if pair not in closes]
    if not kept:
        return None
    action, seat = rng.choice(kept)
    return SeenAction(seat, action)


def steps(deal: Deal, history: list[SeenAction]) -> list[tuple[Deal, OpenPlay]]:
    """Yield a deal and what everybody has seen of it, at its start and after each action of a history.

    Nothing where something of the history cannot be done in this deal.
    """
    play = OpenPlay.start(deal)
    found = [(deal.copy(), play)]
    for done in history:
        before = deal.copy()
        if not act(deal, done):
            return []
        play = play.then(before, done.seat, done.action, deal, done.irregular)
        found.append((deal.copy(), play))
    return found


def view(deal: Deal, play: OpenPlay, seat: Seat) -> Sight:
    """What a seat of a deal can know."""
    return sight(play, seat, *own_cards(deal, seat))


def own_cards(deal: Deal, seat: Seat) -> tuple[Cards, Cards]:
    """The cards that a seat holds, even where it sits out, and those that it has laid away."""
    if deal.auction is None:
        return deal.hands[seat], 0
    return in_hand(deal, seat), deal.auction.aside if seat == deal.auction.declarer else 0


def in_hand(deal: Deal, seat: Seat) -> Cards:
    """The cards that a seat holds, even where it sits out."""
    sits_out = deal.auction is not None and deal.auction.idle and seat == idler(deal)
    return deal.auction.idle if deal.auction is not None and sits_out else deal.hands[seat]


def agreed(cases: list[Cards]) -> tuple[Cards, Cards]:
    every, some = cases[0], 0
    for cards in cases:
        every &= cards
        some |= cards
    return every, some


def face_down(deal: Deal) -> Cards:
    """The cards that lie in the talon, the turn-up left out where there is one."""
    return mask(deal.talon[deal.drawn : -1] if deal.rules.draws else deal.talon)


def compare(seen: Sight, worlds: list[Deal]) -> None:
    """A seat must know what is so in all of these deals, and hold possible what is so in one of them."""
    for seat, hand in zip(SEATS, seen.hands, strict=False):
        every, some = agreed([in_hand(world, seat) for world in worlds])
        assert hand.known == every
        assert hand.possible == some & ~every
        assert hand.unknown == in_hand(worlds[0], seat).bit_count() - every.bit_count()
        assert seat == seen.seat or seen.absent(seat) == seen.hidden & ~some
    every, some = agreed([face_down(world) for world in worlds])
    assert seen.talon == Contents(every, some & ~every, face_down(worlds[0]).bit_count() - every.bit_count())


def place_of(deal: Deal, card: Card) -> Place:
    for seat in SEATS[: deal.rules.seats]:
        if in_hand(deal, seat) & BIT[card]:
            return seat
    if deal.auction is not None and deal.auction.aside & BIT[card]:
        return UNRECORDED
    if deal.gone & BIT[card]:
        return PLAYED
    return TURN_UP if card == turn_up(deal) else FACE_DOWN


def hidden_in(deal: Deal, place: Place, hidden: Cards) -> Cards:
    """Which of some hidden cards are in a place."""
    return mask(card for card in members(hidden) if place_of(deal, card) == place)


def compare_places(
    deal: Deal, play: OpenPlay, seat: Seat, worlds: list[Deal], history: list[SeenAction]
) -> None:
    """Each card must have the places that it has in one of these deals, and a true reason for the others."""
    found = knowledge(play, seat, *own_cards(deal, seat))
    assert [each.card for each in found.cards] == list(members(deal.rules.deck_cards))
    hidden = found.sight.hidden
    places = (*SEATS[: deal.rules.seats], FACE_DOWN, UNRECORDED)
    unseen = {place for place in places if hidden_in(deal, place, hidden)}
    for each in found.cards:
        assert list(each.places) == sorted({place_of(world, each.card) for world in worlds})
        assert (each.why is not None) == (len(each.places) == 1)
        if hidden & BIT[each.card]:
            excluded = {reason.place for reason in each.cannot}
            assert unseen - set(each.places) - {seat} <= excluded
            assert len(excluded) == len(each.cannot)
            assert not excluded & {*each.places, seat}
        for reason in each.cannot:
            check_reason(reason, each, worlds, hidden, history)


def check_reason(
    reason: Evidence, each: Whereabouts, worlds: list[Deal], hidden: Cards, history: list[SeenAction]
) -> None:
    """A reason must be true: of the cards of the place in every deal, or of a reply that was made."""
    if reason.clue is Clue.FULL:
        assert not any(hidden_in(world, reason.place, hidden) for world in worlds)
    elif reason.clue is Clue.COUNTED:
        assert not reason.cards & BIT[each.card]
        assert not any(hidden_in(world, reason.place, hidden) & ~reason.cards for world in worlds)
    elif reason.clue not in (Clue.CALLED, Clue.NOT_PARTNER):
        suits = [suit_of(each.card), suit_of(reason.lead), suit_of(reason.card)]
        wanted = {
            Clue.NOT_FOLLOWED: suits[0] == suits[1] != suits[2],
            Clue.NOT_HEADED: suits[0] == suits[2],
            Clue.NOT_TRUMPED: suits[0] == worlds[0].trump not in suits[1:],
        }
        assert wanted[reason.clue]
        rules, auction = worlds[0].rules, worlds[0].auction
        plays = [(done.seat, done.action) for done in history if actions.is_play(done.action)]
        if auction is not None:
            del plays[: rules.talon_size]  # they were laid away
        seats = rules.seats - (auction is not None and auction.idle > 0)
        trick = plays[(reason.trick - 1) * seats : reason.trick * seats]
        assert trick[0][1] == reason.lead
        assert (reason.place, reason.card) in trick[1:]


# Small packs: all deals that a seat may be in are played beside the real one.


def arrangements(cards: list[Card], sizes: list[int]) -> Iterator[list[tuple[Card, ...]]]:
    """Every way to deal cards into hands of these sizes."""
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        rest = [c for c in cards if c not in first]
        for others in arrangements(rest, sizes[1:]):
            yield [first, *others]


def all_worlds(deal: Deal, seat: Seat) -> list[Deal]:
    """Every deal that begins with this hand and this turn-up.

    The order of a talon from which cards are drawn is included, and what forehand has seen before the rest.
    """
    rules, hand, talon = deal.rules, deal.hands[seat], deal.talon
    others = [other for other in range(rules.seats) if other != seat]
    open_talon = talon[-1:] if rules.draws else []
    hidden = list(members(rules.deck_cards & ~hand & ~mask(open_talon)))
    sizes = [rules.deal_hand_size] * len(others)
    sizes += [1] * (len(talon) - 1) if rules.draws else [len(talon)]
    worlds = []
    for cards in arrangements(hidden, sizes):
        hands = [hand] * rules.seats
        for other, held in zip(others, cards, strict=False):
            hands[other] = mask(held)
        order = [card for part in cards[len(others) :] for card in part]
        forehand = deal.leader
        packets = [0] if deal.auction is None or forehand != seat else [deal.auction.packet]
        if deal.auction is not None and forehand != seat:
            packets = list(map(mask, combinations(members(hands[forehand]), rules.auction.packet)))
        worlds += [
            Deal(rules, deal.dealer, hands, [*order, *open_talon], deal.trump, packet=packet)
            for packet in packets
        ]
    return worlds


def turn_up(deal: Deal) -> int:
    return deal.talon[-1] if deal.talon_left and deal.rules.draws else NO_CARD


def gone_on(worlds: list[Deal], deal: Deal, done: SeenAction, seat: Seat) -> list[Deal]:
    """What the deals come to in which a seat may be, once this has been done: those that look the same to it.

    Which cards another lays away it does not see.
    """
    found = []
    for world in worlds:
        actions = [done.action]
        if world.phase is Phase.DISCARD and done.seat != seat:
            actions = list(members(world.hands[done.seat]))
        for action in actions:
            gone = world.copy() if len(actions) > 1 else world
            if (
                gone.push(action, done.seat) is None
                and in_hand(gone, seat) == in_hand(deal, seat)
                and (turn_up(gone), gone.result) == (turn_up(deal), deal.result)
            ):
                found.append(gone)
    return found


def follow_small_deal(rules: RuleSet, rng: random.Random) -> int:
    """Play a small deal, beside it all others that one seat may be in, and compare at every action."""
    deal = dealt(rules, rng)
    seat = rng.randrange(rules.seats)
    worlds = all_worlds(deal, Seat(seat))
    assert worlds
    play = OpenPlay.start(deal)
    compare(view(deal, play, Seat(seat)), worlds)
    compare_places(deal, play, Seat(seat), worlds, [])
    told = 0
    history = []
    while not deal.over and (done := chosen(deal, rng)):
        before = deal.copy()
        assert act(deal, done)
        history.append(done)
        play = play.then(before, done.seat, done.action, deal)
        worlds = gone_on(worlds, deal, done, Seat(seat))
        seen = view(deal, play, Seat(seat))
        compare(seen, worlds)
        compare_places(deal, play, Seat(seat), worlds, history)
        told += (
            any(seen.hidden & contents.known for contents in (*seen.hands, seen.talon)) and len(worlds) > 1
        )
    return told


@pytest.mark.slow
@for_each(product(OF_TWO, [3, 4]), one_in=8)
def test_a_seat_knows_exactly_what_is_so_in_every_deal_it_may_be_in(name: str, size: int) -> None:
    rng = random.Random(f"{name} {size}")
    rules = replace(PRESETS[name], deck_cards=SMALL, deal_hand_size=size)
    told = sum(follow_small_deal(rules, rng) for _ in range(DEALS.share(10_000 if size == 3 else 800)))
    if DEALS.is_full and size == 4:
        assert told > 5, "something must be told by replies before all is known"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PLAIN if PRESETS[name].seats > 2])
def test_so_it_is_without_a_talon(name: str) -> None:
    rng = random.Random(name)
    rules = PRESETS[name]
    small = replace(rules, deck_cards=SMALL, deal_hand_size=12 // rules.seats)
    told = sum(follow_small_deal(small, rng) for _ in range(DEALS.share(2_500)))
    assert told or not DEALS.is_full


def small(name: str, cards: int = 12, hand: int = 3) -> RuleSet:
    """A game with contracts, of so few cards that every deal in which a seat may be can be played."""
    rules = PRESETS[name]
    pack = mask(sorted(members(SMALL))[-cards:])
    packet = min(rules.auction.packet, hand - 1)
    return replace(rules, deck_cards=pack, deal_hand_size=hand, auction=rules.auction._replace(packet=packet))


SMALL_CONTRACTS: Final = {
    "dreierschnapsen": small("dreierschnapsen", 8, 2),
    "snapszer-three": small("snapszer-three", 12, 4),
    "bauernschnapsen": small("bauernschnapsen"),
    "snapszer-four": small("snapszer-four"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_CONTRACTS)
def test_so_it_is_where_contracts_are_bid(name: str) -> None:
    """With a talon that one takes, cards laid away, a partner who sits out and one who is a secret."""
    rng = random.Random(name)
    told = sum(follow_small_deal(SMALL_CONTRACTS[name], rng) for _ in range(DEALS.share(2_500)))
    assert told or not DEALS.is_full


def test_places_are_told_apart_by_their_numbers() -> None:
    assert (FACE_DOWN, TURN_UP, PLAYED, UNRECORDED) == (6, 7, 8, 9), "as the documentation has it"


def test_the_card_that_fixes_trumps_is_shown_to_everybody() -> None:
    """It is dealt into a hand, so any seat that saw it there has to say so."""
    order = list(PACK)
    random.Random(4).shuffle(order)
    for name, place in (("sixty-six-three", 3), ("sixty-six-four", 23)):
        rules = PRESETS[name]
        deal = Deal.dealt_from(rules, Seat(rules.seats - 1), order)
        holder = fixes_trumps(rules, deal.dealer)
        assert (holder, suit_of(order[place])) == (place // rules.deal_hand_size, deal.trump)
        play = OpenPlay.start(deal).showing(holder, BIT[order[place]])
        for seat in SEATS[: rules.seats]:
            if seat != holder:
                assert view(deal, play, seat).hands[holder].known == BIT[order[place]]


def test_marriages_before_a_deal_is_taken_up_are_known_to_everybody() -> None:
    """A partner who announced may hold both cards still."""
    hands = tuple(mask(cards) for cards in (PACK[:4], PACK[4:8], (*PACK[8:10], *PACK[14:16]), PACK[18:22]))
    told = (Marriage(1, SEATS[2], HEARTS, 20),)
    position = DealPosition(hands, (), CLUBS, Seat(0), (40, 10), (1, 1), marriages=told)
    deal = Deal.at(PRESETS["sixty-six-four"], position)
    for seat in (Seat(0), Seat(1), Seat(3)):
        assert view(deal, OpenPlay.start(deal), seat).hands[2].known == mask(PACK[8:10])


def test_a_turn_up_is_known_where_it_is_taken_though_cards_of_that_hand_were_shown_before() -> None:
    """It is the nine of spades, the lowest number of all, and the last card of the talon."""
    hands = [mask(PACK[6:12]), mask(PACK[12:18])]
    deal = Deal.unchecked(PRESETS["santase"], Seat(1), hands, [*PACK[18:20], PACK[0]])
    play, before = OpenPlay.start(deal).showing(Seat(1), BIT[12]), deal.copy()
    after = deal.copy()
    after.hands[0] &= ~BIT[6]
    after.hands[1] &= ~BIT[17]
    after.talon, after.drawn, before.drawn = [PACK[18], PACK[0]], 2, 0
    after.hands[0] |= BIT[18]
    after.hands[1] |= BIT[0]
    assert play.then(before, Seat(1), PACK[17], after).shown == (0, BIT[12] | BIT[0])


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "size"), [(3, 3), (4, 3), (3, 4)])
def test_so_it_is_with_three_and_four_seats(seats: int, size: int) -> None:
    rng = random.Random(seats)
    for name in ("santase", "sixty-six", "schnapsen"):
        own = replace(PRESETS[name], close_min_talon=2, exchange_min_talon=2)
        pack = replace(own, deck_cards=SMALL, deal_hand_size=size)
        rules = for_seats(pack, seats, size)
        told = sum(follow_small_deal(rules, rng) for _ in range(DEALS.share(2_500)))
        assert told or not DEALS.is_full


# Whole packs: the cards that a seat does not see change places, and the deal is played again.


def unseen(deal: Deal, seat: Seat) -> list[Card]:
    """Return the cards that may be in the other hand, as far as a seat can see."""
    lying = BIT[turn_up(deal)] if deal.talon_left else 0
    return list(members(deal.rules.deck_cards & ~deal.hands[seat] & ~deal.gone & ~lying))


def redealt(start: Deal, end: Deal, history: list[SeenAction], seat: Seat, hand: Cards) -> Deal | None:
    """Return a deal with the same play in which the other seat has this hand, if there is one.

    Whether it does go that way is for playing it to show.
    """
    other = 1 - seat
    deal = start.copy()
    first_seen: dict[int, int] = {}
    given = open_cards = played = 0
    drawn: dict[int, list[int]] = {seat: [], other: []}
    for moment, (who, action, _) in enumerate(history):
        talon, already = deal.talon[:], deal.drawn
        assert act(deal, SeenAction(who, action))
        shown: list[Card] = []
        if action == actions.EXCHANGE and who == other:
            shown = [deal.lowest_trump]
            given |= BIT[deal.lowest_trump]
            open_cards |= BIT[talon[-1]]
        elif actions.is_marriage(action) and who == other:
            suit = action - actions.MARRIAGE
            shown = list(members(SUIT_CARDS[suit] & mask(card(s, r) for s in SUITS for r in (QUEEN, KING))))
        elif actions.is_play(action) and who == other:
            shown = [action]
            played |= BIT[action]
        for shown_card in shown:
            first_seen.setdefault(shown_card, moment)
        for order, place in enumerate(range(already, deal.drawn)):
            drawn[(deal.leader + order) % 2].append(place)
            if place == len(talon) - 1 and (deal.leader + order) % 2 == other:
                open_cards |= BIT[talon[-1]]
    places = [place for place in drawn[other] if place < len(start.talon) - 1]
    size = start.rules.deal_hand_size
    dealt = list(members((played | hand) & ~open_cards | given))
    if len(dealt) != size + len(places):
        return None
    dealt.sort(key=lambda c: first_seen.get(c, len(history)))
    world = start.copy()
    world.hands[other] = mask(dealt[:size])
    for place, held in zip(places, dealt[size:], strict=True):
        world.talon[place] = held
    known = mask(start.talon[place] for place in (*drawn[seat], len(start.talon) - 1))
    rest = members(world.rules.deck_cards & ~mask(dealt) & ~known & ~start.hands[seat])
    for place in range(end.drawn, len(start.talon) - 1):
        world.talon[place] = next(rest)
    return world


def played(
    rules: RuleSet, rng: random.Random, closing: float = 0.15, revokes: float = 0.0
) -> tuple[Deal, Deal, list[SeenAction]]:
    """A deal played to a random moment: its start, its end, and what was done."""
    start = dealt(rules, rng)
    deal, history = start.copy(), list[SeenAction]()
    most = rng.randrange(4 * rules.deal_hand_size)
    while not deal.over and len(history) < most and (done := chosen(deal, rng, closing, revokes)):
        assert act(deal, done)
        history.append(done)
    return start, deal, history


def is_allowed(world: Deal, history: list[SeenAction]) -> bool:
    return all(world.push(action, seat) is None for seat, action, _ in history)


@for_each(OF_TWO, one_in=4)
def test_every_hand_that_the_other_may_hold_is_counted_and_no_other(name: str) -> None:
    rng = random.Random(name)
    compared = 0
    for _ in range(DEALS.share(200)):
        start, end, history = played(PRESETS[name], rng)
        for seat in SEATS[:2]:
            cards, size = unseen(end, seat), end.hands[1 - seat].bit_count()
            if comb(len(cards), size) > 300 or len(cards) == size:
                continue
            worlds = []
            for hand in combinations(cards, size):
                world = redealt(start, end, history, seat, mask(hand))
                if world and is_allowed(world, history):
                    worlds.append(world)
            deal, play = steps(start.copy(), history)[-1]
            compare(view(deal, play, seat), worlds)
            compare_places(deal, play, seat, worlds, history)
            compared += len(worlds) > 1
    if DEALS.is_full:
        assert compared > 5


@for_each(OF_TWO, one_in=10)
def test_what_a_seat_does_not_see_is_not_in_its_view(name: str) -> None:
    rng = random.Random(f"hidden {name}")
    swapped = legal_in_one = 0
    for _ in range(DEALS.share(80)):
        start, end, history = played(PRESETS[name], rng, 0.6, 0.5)
        seat = rng.randrange(2)
        cards, size = unseen(end, Seat(seat)), end.hands[1 - seat].bit_count()
        world = redealt(start, end, history, Seat(seat), mask(rng.sample(cards, size)))
        true, other = steps(start.copy(), history), steps(world.copy(), history) if world else []
        if not (world and other):
            continue
        swapped += world.hands != start.hands
        legal_in_one += is_allowed(world.copy(), history) != is_allowed(start.copy(), history)
        for (deal, play), (twin, same) in zip(true, other, strict=True):
            assert play == same
            assert deal.hands[seat] == twin.hands[seat]
            assert view(deal, play, Seat(seat)) == view(twin, same, Seat(seat))
            own = deal.hands[seat]
            assert knowledge(play, Seat(seat), own) == knowledge(same, Seat(seat), own)
    if DEALS.is_full:
        assert swapped > 20
        assert legal_in_one > 2, "a revoke must not be seen before it is proved"


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.deck_cards <= FULL_PACK])
def test_what_a_seat_knows_is_true(name: str) -> None:
    rng = random.Random(f"true {name}")
    for _ in range(DEALS.share(200 * PRESETS[name].seats)):
        start, _, history = played(PRESETS[name], rng)
        for deal, play in steps(start, history):
            for seat in SEATS[: deal.rules.seats]:
                seen = view(deal, play, seat)
                hands = [deal.hands[each] for each in SEATS[: deal.rules.seats]]
                if deal.auction is not None and deal.auction.idle:
                    hands[idler(deal)] = deal.auction.idle
                for hand, held in zip(seen.hands, hands, strict=True):
                    assert hand.known & ~held == 0
                    assert held & ~hand.known & ~hand.possible == 0
                    assert hand.unknown == (held & ~hand.known).bit_count()
                for each in knowledge(play, seat, *own_cards(deal, seat)).cards:
                    assert place_of(deal, each.card) in each.places
                if deal.strict and not deal.talon_left and deal.rules.seats == 2:
                    assert [hand.unknown for hand in seen.hands] == [0, 0], "all is known at the end"


# Tables: one case each.


class Players(WordedTable):
    """A table whose players keep their eyes open."""

    def __init__(self, a: str, b: str, talon: str, spec: str = "santase") -> None:
        super().__init__(a, b, talon, spec)
        self.play = OpenPlay.start(self.deal)

    def goes(self, words: str, irregular: bool = False) -> "Players":
        """Do actions, against a rule if they can stand."""
        for word in words.split():
            owner, _, action = word.rpartition(":")
            before, done = self.deal.copy(), action_of(action)
            seat = "AB".index(owner) if owner else self.deal.turn
            assert act(self.deal, SeenAction(Seat(seat), done)), word
            self.play = self.play.then(before, Seat(seat), done, self.deal, irregular)
        return self

    def sees(self, seat: str, other: str = "") -> tuple[str, str, int]:
        """What a seat knows of another's hand: known, possible and how many of those."""
        mine = "AB".index(seat)
        hand = view(self.deal, self.play, Seat(mine)).hands["AB".index(other) if other else 1 - mine]
        return words(hand.known), words(hand.possible), hand.unknown

    def knows_absent(self, seat: str) -> str:
        """The cards that a seat knows not to be in the other's hand, and has not seen."""
        mine = "AB".index(seat)
        return words(view(self.deal, self.play, Seat(mine)).absent(Seat(1 - mine)))


def words(cards: Cards) -> str:
    return " ".join(map(card_word, in_order(cards)))


def whole_pack() -> Players:
    return Players("Ks As Qh Kh Ah Kc", "Ts 9d Kd Td 9c Qc", "9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd")


def test_a_reply_tells_what_the_hand_does_not_hold() -> None:
    table = whole_pack().goes("As Td exchange close Ts Ks Qc Kc")
    assert (table.knows_absent("A"), table.knows_absent("B")) == ("", "")
    table.goes("Qh 9h")  # B follows and does not head; A holds the king and the ace
    assert table.knows_absent("A") == "Th"
    table.goes("Kh Qd")  # B has no heart left
    assert table.knows_absent("A") == "Th Jh"
    assert table.sees("A")[1:] == ("Qs Js 9s Ad Kd Jd Ac Jc 9c", 2)
    assert table.knows_absent("B") == ""


def closed_in_hearts() -> Players:
    """B has closed, and A leads Ac; B holds Kh Tc and much else."""
    return whole_pack().goes("As Td exchange close Ts Ks Qc Kc")


def test_a_card_that_proves_a_revoke_takes_back_what_it_told() -> None:
    table = closed_in_hearts().goes("Ah Kd")  # B holds 9h
    assert "9h" in table.knows_absent("A").split()
    table.goes("9h Qh")
    assert table.knows_absent("A") == ""


def test_a_revoke_that_everybody_knows_tells_nothing() -> None:
    table = closed_in_hearts().goes("Ah").goes("Kd", irregular=True)
    assert table.knows_absent("A") == ""


def test_a_revoke_that_counting_proves_tells_nothing() -> None:
    """At the end of the talon all that is not seen elsewhere is in the other hand, whatever it has played."""
    table = Players("Ks Kc 9s", "Ts Qc 9c", "Qs Ah Jh Qd")
    cards = mask((*table.deal.talon, *members(table.deal.hands[0] | table.deal.hands[1])))
    table.deal.go_on_under(replace(table.deal.rules, deck_cards=cards, deal_hand_size=3))
    table.play = OpenPlay.start(table.deal)
    table.goes("Ks Qc 9s 9c Qs Ah")  # B keeps the ten of spades and the queen of trumps
    assert table.sees("A") == ("Ts Qd", "", 0)


def test_what_is_given_back_was_not_drawn() -> None:
    table = Players("Ks As", "Ts Td", "9h Tc Jc Qd").goes("As Ts")
    assert table.sees("A", "A") == ("Ks 9h", "", 0)
    table.goes("close-short")
    assert table.sees("A", "A") == ("Ks", "", 0)
    assert "9h" in table.sees("A")[1].split()
    assert "Tc" in table.sees("B")[1].split() + table.sees("B", "A")[1].split()


def test_a_turn_up_that_is_given_back_lies_there_again() -> None:
    table = Players("Ks As", "Ts Td", "9h Qd").goes("As Ts")
    assert table.sees("A")[0].split()[0] == "Qd"
    table.goes("close-short")
    assert view(table.deal, table.play, Seat(0)).turn_up == read_card("Qd")
    assert table.sees("A")[0] == ""


def test_a_marriage_that_was_void_has_been_seen() -> None:
    table = Players("Ks Qs As", "Ts Td Kc", "9h Qh Tc Qd", "schnapsen").goes("20s As")
    assert table.deal.marriages == ()
    assert table.sees("B")[0] == "Ks Qs"
    assert not any(each.missing for each in table.play.replies[0]), "a lead tells nothing else"


def test_a_card_that_is_taken_back_has_been_seen() -> None:
    table = closed_in_hearts().goes("Ah Kd")
    table.play = table.play.showing(Seat(1), BIT[read_card("9h")])
    assert table.play.showings[-1] == (1, BIT[read_card("9h")], Occasion.SHOWN, 0), (
        "at no trick in particular"
    )
    assert table.sees("A")[0] == "9h Qd"
    assert table.knows_absent("A") == ""


def test_a_reply_behind_a_card_that_is_not_recorded_tells_nothing() -> None:
    """With three seats a trick can hold such a card; whose turn it is, the deal does not know then."""
    rules = for_seats(replace(PRESETS["schnapsen"], deck_cards=SMALL, deal_hand_size=4), 3, 4)
    deal = dealt(rules, random.Random(3))
    deal.push(next(members(deal.playable())))
    play, turn = OpenPlay.start(deal), deal.turn
    discarded = next(members(deal.hands[turn] & ~deal.playable() or deal.hands[turn]))
    for seat in range(3):
        told = any(each.missing for each in play.then(deal, Seat(seat), discarded, deal).replies[seat])
        assert told == (seat == turn)


def test_cards_that_are_not_recorded_leave_open_what_follows_from_them() -> None:
    """A's hand is known to A; without it, A's conclusions about the rest are unknown."""
    whole = whole_pack().deal
    hands = [mask([read_card("Ks"), read_card("As")]), whole.hands[1]]
    deal = PartialDeal(whole.rules, Seat(1), hands, whole.talon, unseen=[4, 0])
    seen = view(deal, OpenPlay.start(deal), Seat(0))
    assert seen.hands[0].unknown == 4
    assert seen.hands[1].unknown == 6
    assert seen.hands[0].possible == seen.hands[1].possible == whole.rules.deck_cards & ~hands[0] & ~BIT[14]


def test_of_a_hand_that_is_not_recorded_what_was_shown_is_known() -> None:
    deal = PartialDeal(PRESETS["schnapsen"], Seat(1), [0, 0], [NO_CARD] * 9 + [PACK[14]], unseen=[5, 5])
    marriage = deal.copy()
    marriage.hands[0], marriage.unseen[0] = mask(PACK[2:4]), 3
    before = marriage.copy()
    assert marriage.push(actions.MARRIAGE) is None
    play = OpenPlay.start(deal).then(before, Seat(0), actions.MARRIAGE, marriage)
    for seat in SEATS[:2]:
        seen = sight(play, seat, 0)
        assert seen.hands[0] == Contents(mask(PACK[2:4]), seen.hands[1].possible, 3)
        assert seen.hidden == PRESETS["schnapsen"].deck_cards & ~mask((*PACK[2:4], PACK[14]))


def test_a_turn_up_that_is_not_recorded_is_nowhere_known() -> None:
    low = read_card("Jd")
    deal = PartialDeal(PRESETS["schnapsen"], Seat(1), [BIT[low], 0], [NO_CARD] * 10, DIAMONDS, [4, 5])
    play, before = OpenPlay.start(deal), deal.copy()
    assert (play.turn_up, play.face_down) == (NO_CARD, 10)
    assert deal.push(actions.EXCHANGE) is None
    play = play.then(before, Seat(0), actions.EXCHANGE, deal)
    assert (play.turn_up, play.face_down, play.shown) == (low, 9, (0, 0))
    last = PartialDeal(PRESETS["schnapsen"], Seat(1), [BIT[0], 0], [NO_CARD] * 2, DIAMONDS, [0, 1])
    assert last.push(PACK[0]) is None
    before, played_last = last.copy(), OpenPlay.start(last)
    last.drawn = 2
    assert played_last.then(before, Seat(1), NO_CARD, last).shown == (0, 0)


def test_one_knows_ones_own_hand_whatever_one_has_played() -> None:
    """Where it is not recorded, its replies do not tell its player what is not in it."""
    deal = PartialDeal(
        PRESETS["schnapsen"], Seat(1), [BIT[1], BIT[7]], [NO_CARD] * 9 + [PACK[14]], unseen=[4, 4]
    )
    deal.strict = True
    assert deal.push(PACK[1]) is None
    before = deal.copy()
    assert deal.push(PACK[7]) is None
    play = OpenPlay.start(before).then(before, Seat(1), PACK[7], deal)
    assert sight(play, Seat(1), 0).hands[1].possible == sight(play, Seat(1), 0).hidden
    assert sight(play, Seat(0), 0).absent(Seat(1)) == SUIT_CARDS[SPADES] & deal.rules.deck_cards & ~BIT[1] | (
        SUIT_CARDS[DIAMONDS] & deal.rules.deck_cards & ~BIT[14]
    )


def test_cards_that_can_be_no_deal_are_told_as_they_were_shown() -> None:
    deal = PartialDeal(PRESETS["schnapsen"], Seat(1), [mask(PACK[1:6])] * 2, PACK[12:22])
    deal.unseen[:] = [9, 9]
    seen = view(deal, OpenPlay.start(deal), Seat(0))
    assert seen.hands[0].known == deal.hands[0]
    assert seen.hands[1] == Contents(0, seen.hidden, 14)


def test_cards_that_fill_the_talon_leave_no_room_there_for_others() -> None:
    """B did not follow a heart; the two hearts that A does not see are the talon, and B holds the clubs."""
    hearts, clubs = read_cards("Qh Kh"), read_cards("Qc Kc")
    own, gone = read_cards("Qs Ks"), read_cards("Ah As")
    reply = Reply(hearts, 1, read_card("Ah"), read_card("As"))
    pack = own | gone | hearts | clubs
    play = OpenPlay(pack, (2, 2), NO_CARD, True, 2, gone, (0, 0), ((), (reply,)))
    found = {each.card: each for each in knowledge(play, Seat(0), own).cards}
    queen, club = found[read_card("Qh")], found[read_card("Qc")]
    assert (queen.places, club.places) == ((FACE_DOWN,), (1,))
    assert [each.why and each.why.clue for each in (queen, club)] == [Clue.NOWHERE_ELSE] * 2
    assert queen.cannot == (Evidence(Clue.NOT_FOLLOWED, 1, 1, reply.lead, reply.card),)
    assert club.cannot == (Evidence(Clue.COUNTED, FACE_DOWN, cards=hearts),)


def read_cards(text: str) -> Cards:
    return mask(map(read_card, text.split()))
