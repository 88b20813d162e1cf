"""Small packs played out completely (perft): every sequence of legal actions, counted by outcome.

`.venv/bin/python tests/scripts/perft.py` renews the counts of ``tests/vectors/perft`` with the referee.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Final, NamedTuple

TESTS: Final = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS.parent))

from notation.record.words import card_word
from referee import Deal
from referee.cards import (
    ACE,
    DIAMONDS,
    HEARTS,
    JACK,
    KING,
    NO_SUIT,
    QUEEN,
    RANKS,
    SEATS,
    SPADES,
    SUIT_LETTERS,
    TEN,
    Card,
    Suit,
    card,
    mask,
    suit_of,
)
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from tests.support import oracle, oracle_of_more
from tests.support.tables import side_name

VECTORS: Final = TESTS / "vectors" / "perft"


class Pack(NamedTuple):
    """A small pack: its cards, the size of a hand, its deals, and how many play with it."""

    cards: tuple[Card, ...]
    hand: int
    deals: int
    seats: int = 2


def cards_of(suits: tuple[Suit, ...], ranks: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(card(suit, rank) for suit in suits for rank in ranks)


MAJORS: Final = (SPADES, HEARTS)
PACKS: Final = {
    "8-cards": Pack(cards_of(MAJORS, (QUEEN, KING, TEN, ACE)), 2, 10_080),
    "10-cards": Pack(cards_of(MAJORS, (JACK, QUEEN, KING, TEN, ACE)), 3, 100_800),
    "9-cards-of-three": Pack(cards_of((*MAJORS, DIAMONDS), (QUEEN, KING, ACE)), 3, 5_040, 3),
    "12-cards-of-three": Pack(cards_of(MAJORS, RANKS), 4, 69_300, 3),
    "8-cards-of-four": Pack(cards_of(MAJORS, (QUEEN, KING, TEN, ACE)), 2, 5_040, 4),
    "12-cards-of-four": Pack(cards_of(MAJORS, RANKS), 3, 739_200, 4),
}
EVERY: Final = {
    "8-cards": {"ci": 315, "nightly": 23},
    "10-cards": {"ci": 50_401, "nightly": 5_003},
    "9-cards-of-three": {"ci": 21, "nightly": 5},
    "12-cards-of-three": {"ci": 3_301, "nightly": 331},
    "8-cards-of-four": {"ci": 21, "nightly": 5},
    "12-cards-of-four": {"ci": 36_961, "nightly": 3_697},
}
"""One in so many deals is played out."""
CASES: Final = [
    (pack, name)
    for pack in PACKS
    for name in PRESETS
    if PRESETS[name].seats == PACKS[pack].seats and name != "santase-club" and not PRESETS[name].auction.steps
]
"""Every small pack with every rule set for its players, except one that differs only in the score."""

Hand = tuple[Card, ...]
Dealt = tuple[tuple[Hand, ...], Hand, Suit]
"""The hands, the talon, and the trump suit where no card of a talon has it."""


def hands_of(cards: list[Card], size: int, seats: int) -> Iterator[tuple[tuple[Hand, ...], list[Card]]]:
    """Every way to deal hands from some cards, with the cards that are left."""
    if not seats:
        yield (), cards
        return
    for hand in combinations(cards, size):
        for others, left in hands_of([c for c in cards if c not in hand], size, seats - 1):
            yield (hand, *others), left


def deals(pack: Pack, every: int) -> Iterator[Dealt]:
    """One in so many of all deals of a pack; without a talon, any suit may be trumps."""
    suits = sorted({suit_of(c) for c in pack.cards})
    number = 0
    for hands, left in hands_of(list(pack.cards), pack.hand, pack.seats):
        for talon in permutations(left):
            for trump in [NO_SUIT] if talon else suits:
                if number % every == 0:
                    yield hands, talon, trump
                number += 1


def small(rules: RuleSet, pack: Pack) -> RuleSet:
    """A rule set for a small pack."""
    return replace(rules, deck_cards=mask(pack.cards), deal_hand_size=pack.hand)


def _count(deal: Deal, ends: Counter[str]) -> None:
    if deal.over or deal.spent:
        end = deal.copy().finish()
        ends[_end(side_name(end.winner), end.game_points, end.reason.value, end.paid)] += 1
    for action, seat in deal.legal():
        after = deal.copy()
        after.push(action, seat)
        _count(after, ends)


def _end(winner: str | None, game_points: int, reason: str, paid: tuple[int, ...]) -> str:
    return " ".join([winner or "-", str(game_points), reason, *map(str, paid)])


def by_referee(name: str, pack_name: str, every: int) -> dict[str, int]:
    """The outcomes of all play, by the referee; A leads."""
    pack = PACKS[pack_name]
    rules = small(PRESETS[name], pack)
    ends: Counter[str] = Counter()
    for hands, talon, trump in deals(pack, every):
        _count(Deal.unchecked(rules, SEATS[pack.seats - 1], list(map(mask, hands)), talon, trump), ends)
    return dict(sorted(ends.items()))


def _count_plain(deal: oracle.OracleDeal | oracle_of_more.OracleDealOfMore, ends: Counter[str]) -> None:
    if deal.over or deal.played_out:
        settled = oracle.copied(deal)
        settled.finish()
        assert settled.result is not None
        end = settled.result
        ends[_end(end.winner, end.game_points, end.reason, tuple(end.paid.values()))] += 1
    for seat, word in deal.legal():
        after = oracle.copied(deal)
        after.carry_out(seat, word)
        _count_plain(after, ends)


def by_oracle(name: str, pack_name: str, every: int) -> dict[str, int]:
    """The outcomes of all play, by the oracle."""
    ends: Counter[str] = Counter()
    seats = "ABCD"[: PACKS[pack_name].seats]
    for dealt, talon, trump in deals(PACKS[pack_name], every):
        hands = {seat: list(map(card_word, hand)) for seat, hand in zip(seats, dealt, strict=True)}
        if talon:
            _count_plain(oracle.OracleDeal(name, seats[-1], hands, list(map(card_word, talon))), ends)
        else:
            _count_plain(oracle_of_more.OracleDealOfMore(name, seats[-1], hands, SUIT_LETTERS[trump]), ends)
    return dict(sorted(ends.items()))


def plays_only(pack: Pack) -> int:
    """The number of play-outs without announcements, which do not depend on a rule set."""

    def count(deal: Deal) -> int:
        if deal.spent:
            return 1
        total = 0
        for action, _ in deal.legal():
            if action < 24:
                after = deal.copy()
                after.push(action)
                total += count(after)
        return total

    rules = small(PRESETS["schnapsen"], pack)
    return sum(
        count(Deal.unchecked(rules, SEATS[1], list(map(mask, hands)), talon))
        for hands, talon, _ in deals(pack, 1)
    )


def main() -> None:
    """Write the vectors."""
    VECTORS.mkdir(exist_ok=True)
    with ProcessPoolExecutor() as pool:
        jobs = {
            (pack_name, name, phase): pool.submit(by_referee, name, pack_name, every)
            for pack_name, name in CASES
            for phase, every in EVERY[pack_name].items()
        }
        for pack_name, name in CASES:
            counts = {
                phase: {"every": every, "ends": jobs[pack_name, name, phase].result()}
                for phase, every in EVERY[pack_name].items()
            }
            path = VECTORS / f"{pack_name}-{name}.json"
            path.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
