"""Small packs played out completely: every sequence of allowed actions, counted by how it ends.

`.venv/bin/python tests/scripts/perft.py` writes the counts of ``tests/vectors/perft`` anew, by the referee.
"""

import copy
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
sys.path.insert(0, str(TESTS))

from notation.record.words import card_word
from referee import Deal
from referee.cards import ACE, HEARTS, JACK, KING, QUEEN, SPADES, TEN, Card, Seat, card, mask
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from support import oracle

VECTORS: Final = TESTS / "vectors" / "perft"


class Pack(NamedTuple):
    """A small pack: its cards, the size of a hand, and its deals."""

    cards: tuple[Card, ...]
    hand: int
    deals: int


PACKS: Final = {
    "8-cards": Pack(tuple(card(s, r) for s in (SPADES, HEARTS) for r in (QUEEN, KING, TEN, ACE)), 2, 10_080),
    "10-cards": Pack(
        tuple(card(s, r) for s in (SPADES, HEARTS) for r in (JACK, QUEEN, KING, TEN, ACE)), 3, 100_800
    ),
}
EVERY: Final = {"8-cards": {"ci": 315, "nightly": 5}, "10-cards": {"ci": 50_401, "nightly": 1009}}
"""Of how many deals one is played out."""

Dealt = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


def deals(pack: Pack, every: int) -> Iterator[Dealt]:
    """One in so many of all deals of a pack: A's hand, B's hand, the talon."""
    number = 0
    for a in combinations(pack.cards, pack.hand):
        others = [c for c in pack.cards if c not in a]
        for b in combinations(others, pack.hand):
            for talon in permutations(c for c in others if c not in b):
                if number % every == 0:
                    yield a, b, talon
                number += 1


def small(rules: RuleSet, pack: Pack) -> RuleSet:
    """A rule set for a small pack."""
    return replace(rules, deck_cards=mask(pack.cards), deal_hand_size=pack.hand)


def _count(deal: Deal, ends: Counter[str]) -> None:
    if deal.over or deal.spent:
        end = deal.copy().finish()
        ends[f"{'AB-'[end.winner]} {end.game_points} {end.reason.value}"] += 1
    for action, seat in deal.legal():
        after = deal.copy()
        after.push(action, seat)
        _count(after, ends)


def by_referee(name: str, pack_name: str, every: int) -> dict[str, int]:
    """All ends of all play, by the referee; B deals."""
    pack = PACKS[pack_name]
    rules = small(PRESETS[name], pack)
    ends: Counter[str] = Counter()
    for a, b, talon in deals(pack, every):
        _count(Deal(rules, Seat(1), [mask(a), mask(b)], talon), ends)
    return dict(sorted(ends.items()))


def _count_plain(deal: oracle.Deal, ends: Counter[str]) -> None:
    if deal.over or deal.played_out:
        settled = copy.deepcopy(deal)
        settled.finish()
        assert settled.result is not None
        ends[f"{settled.result.winner or '-'} {settled.result.game_points} {settled.result.reason}"] += 1
    for seat, word in deal.legal():
        after = copy.deepcopy(deal)
        after.act(seat, word)
        _count_plain(after, ends)


def by_oracle(name: str, pack_name: str, every: int) -> dict[str, int]:
    """All ends of all play, by the oracle."""
    ends: Counter[str] = Counter()
    for a, b, talon in deals(PACKS[pack_name], every):
        hands = {seat: [card_word(c) for c in hand] for seat, hand in zip("AB", (a, b), strict=True)}
        _count_plain(oracle.Deal(name, "B", hands, [card_word(c) for c in talon]), ends)
    return dict(sorted(ends.items()))


def plays_only(pack: Pack) -> int:
    """The play-outs without any announcement, which need no rule set to be counted."""

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
    return sum(count(Deal(rules, Seat(1), [mask(a), mask(b)], talon)) for a, b, talon in deals(pack, 1))


def main() -> None:
    """Write the vectors."""
    VECTORS.mkdir(exist_ok=True)
    for pack_name, when in EVERY.items():
        with ProcessPoolExecutor() as pool:
            jobs = {
                (name, phase): pool.submit(by_referee, name, pack_name, every)
                for name in PRESETS
                for phase, every in when.items()
            }
            for name in PRESETS:
                counts = {phase: {"every": when[phase], "ends": jobs[name, phase].result()} for phase in when}
                path = VECTORS / f"{pack_name}-{name}.json"
                path.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
