"""Fair dealing: the verifier on the page about it gives the same orders, which are equally likely.

That verifier imports nothing of the program. Chi-square tests ask 20,000 shuffles, a million at night.
"""

import ast
import hashlib
import math
import re
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.record.words import card_word, read_card
from referee import PRESETS, Deal, RuleSet, Seat, mask
from referee.cards import (
    DOUBLE_PACK,
    FULL_PACK,
    PACK,
    PACK_20,
    RANK_LETTERS,
    SUIT_LETTERS,
    Card,
    Cards,
    members,
)
from referee.shuffle import ALGORITHM, commit, deal_out, is_cut, order
from tests.support.corpus import ROOT

PAGE: Final = (ROOT / "docs/fair-dealing.md").read_text("utf-8")
PROGRAM: Final = re.findall(r"^```python\n(\"\"\".*?)^```", PAGE, re.DOTALL | re.MULTILINE)[0]
ACES_TO_QUEENS: Final = mask(card for card in PACK if card % 6 >= 2)
PACKS: Final = {24: FULL_PACK, 20: PACK_20, 48: DOUBLE_PACK, 32: ACES_TO_QUEENS | ACES_TO_QUEENS << 24}
SEED: Final = bytes(range(32))
CUTS: Final = ("4f1c", "lucky-7")
cuts: Final = st.lists(st.text("abcXYZ019:.,+_-", max_size=64), min_size=2, max_size=4)


def verifier() -> dict[str, Any]:
    """The functions of the verifier that the page prints."""
    names: dict[str, Any] = {"__name__": "verifier"}
    exec(compile(PROGRAM, "docs/fair-dealing.md", "exec"), names)
    return names


VERIFIER: Final = verifier()


def words(cards: Sequence[Card]) -> str:
    return " ".join(map(card_word, cards))


# The verifier, and values that never change.


def test_the_verifier_is_short_and_stands_alone() -> None:
    assert len(PROGRAM.splitlines()) <= 40
    imported = {
        name.name
        for node in ast.walk(ast.parse(PROGRAM))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(PROGRAM)))


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=32, max_size=32), cuts, st.integers(1, 9999), st.sampled_from(sorted(PACKS)))
def test_the_verifier_gives_the_same(seed: bytes, cuts: list[str], deal: int, size: int) -> None:
    pack = list(members(PACKS[size]))
    assert len(pack) == size
    assert list(order(PACKS[size], seed, cuts, deal)) == VERIFIER["order"](pack, seed, cuts, deal)
    assert commit(seed) == VERIFIER["commitment"](seed)


def test_the_page_shows_what_the_verifier_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    [(given, printed)] = re.findall(
        r"`python3 order.py ([^`]*)` prints\n\n```text\n(.*?)```", PAGE, re.DOTALL
    )
    monkeypatch.setattr(sys, "argv", ["order.py", *given.split()])
    exec(compile(PROGRAM, "order.py", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == printed
    assert printed == f"commitment: {commit(SEED)}\n{words(order(PACK_20, SEED, CUTS, 1))}\n"


def test_a_pack_starts_by_suits_from_the_nine_to_the_ace() -> None:
    """As the specification has it, in the words of the notation."""
    started = [rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS[:6]]
    for seed in (SEED, bytes(32)):
        found = [read_card(word) for word in VERIFIER["order"](started, seed, CUTS, 7)]
        assert tuple(found) == order(FULL_PACK, seed, CUTS, 7)


KNOWN: Final = [
    (24, bytes(32), ("", ""), 1, "Kh Ad Jd Td Th Qc Qh Ac Qs 9s Kc 9h Kd Qd Js Jh Ts Jc 9c Tc As 9d Ks Ah"),
    (24, SEED, CUTS, 1, "9d Ks Kc Ac Kh Qh Ad Jc Th Qd Kd Jd Td 9h Qs Tc Jh Ts 9s Qc As Js Ah 9c"),
    (24, SEED, CUTS, 2, "Qh Tc Ad Jd Ks 9d Ts Kc Kd Td Kh Qs 9h Qc Jh Jc Ac Qd Ah As 9c Js Th 9s"),
    (20, SEED, CUTS, 1, "Tc Qh Td Jh Th Kd Js Ac Jc Qd Ks Qc Ts Qs Ad Kc Kh Ah As Jd"),
    (
        24,
        SEED,
        (*CUTS, "x", "y"),
        1,
        "Ts Qs 9d Qd Qh Tc As Kh Ks Qc Ah Ac 9s Js Td Th 9h 9c Ad Kc Jc Jh Jd Kd",
    ),
]


@pytest.mark.parametrize(("size", "seed", "cuts", "deal", "known"), KNOWN)
def test_what_an_algorithm_gives_never_changes(
    size: int, seed: bytes, cuts: tuple[str, ...], deal: int, known: str
) -> None:
    assert ALGORITHM == "santase-shuffle-1"
    assert words(order(PACKS[size], seed, cuts, deal)) == known


def test_packs_that_hold_cards_twice_never_change() -> None:
    known = {48: "0bd05f52b5258ea2", 32: "42af82dba60d2e07"}
    for size, digest in known.items():
        assert hashlib.sha256(bytes(order(PACKS[size], SEED, CUTS, 1))).hexdigest()[:16] == digest


def test_commitments_never_change() -> None:
    known = "8e28a98b1cbf27d72e14a654bd762f676a4a41d862974bfc0c89fd900fe20af5"
    assert commit(SEED) == known
    assert commit(bytes(32)) == "a67df8f1f8d8a5ecd75f34115001317439d8a2388df0619cfea85d3ca6ceb21e"
    plain = b"\0\0\0\x11santase-shuffle-1\0\0\0\x0acommitment\0\0\0\x20" + SEED
    assert hashlib.sha256(plain).hexdigest() == known


# What an order depends on.


@given(st.binary(min_size=32, max_size=32), cuts, st.integers(1, 9999), st.sampled_from(sorted(PACKS)))
def test_an_order_has_every_card_once(seed: bytes, cuts: list[str], deal: int, size: int) -> None:
    assert sorted(order(PACKS[size], seed, cuts, deal)) == list(members(PACKS[size]))


def test_everything_that_is_given_counts() -> None:
    """Where a cut ends counts too, and whether a seat has an empty one."""
    orders = [
        order(FULL_PACK, seed, cuts, deal)
        for seed in (SEED, bytes(32))
        for cuts in ((), ("",), ("", ""), ("ab", "c"), ("a", "bc"), ("c", "ab"), ("abc",), ("abc", ""))
        for deal in (1, 2, 12)
    ]
    assert len(set(orders)) == len(orders)


def test_what_nobody_can_shuffle_with_is_refused() -> None:
    for seed in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="a seed has 32 bytes"):
            commit(seed)
        with pytest.raises(ValueError, match="a seed has 32 bytes"):
            order(FULL_PACK, seed, CUTS, 1)
    for cuts, deal in ((("a b", ""), 1), (("x" * 65, ""), 1), (("ä", ""), 1), (CUTS, 0)):
        with pytest.raises(ValueError, match="deals count from 1"):
            order(FULL_PACK, SEED, cuts, deal)


def test_a_cut_is_what_an_annotation_can_hold() -> None:
    shape = re.compile(r"[A-Za-z0-9:.,+_-]{0,64}")
    for text in ("", "x" * 64, "x" * 65, *map(chr, range(256)), "a\n"):
        assert is_cut(text) is bool(shape.fullmatch(text))


# Each order is as likely.

Shuffle = Callable[[int], Sequence[int]]


def p_value(statistic: float, freedom: int) -> float:
    """How often chance gives at least so large a chi-square: the upper regularised gamma function.

    From that of 1/2 or 1 upwards, by Q(s + 1, x) = Q(s, x) + x^s e^-x / Gamma(s + 1).
    """
    x, s = statistic / 2, 0.5 if freedom % 2 else 1.0
    found = math.erfc(math.sqrt(x)) if freedom % 2 else math.exp(-x)
    while s < freedom / 2:
        found += math.exp(s * math.log(x) - x - math.lgamma(s + 1))
        s += 1
    return found


def p_values(shuffle: Shuffle, cards: Sequence[int], shuffles: int) -> list[float]:
    """For each place how likely it is that so uneven counts of the cards there are chance."""
    drawn = b"".join([bytes(shuffle(number)) for number in range(shuffles)])
    due = shuffles / len(cards)
    found = []
    for place in range(len(cards)):
        there = drawn[place :: len(cards)]
        statistic = sum((there.count(card) - due) ** 2 / due for card in cards)
        found.append(p_value(statistic, len(cards) - 1))
    return found


def numbered(pack: Cards) -> Shuffle:
    """The orders of a pack by seeds that count up."""
    return lambda number: order(pack, number.to_bytes(32, "big"), ("", "x"), 1)


def test_the_chi_square_is_that_of_the_tables() -> None:
    """The upper 5 % and 0.1 % points, as every table has them."""
    for freedom, statistic, chance in (
        (1, 3.841, 0.05),
        (19, 30.144, 0.05),
        (23, 49.728, 0.001),
        (4, 9.488, 0.05),
    ):
        assert p_value(statistic, freedom) == pytest.approx(chance, rel=0.01)


@pytest.mark.parametrize("size", [24, 20])
def test_every_card_is_as_likely_at_every_place(size: int) -> None:
    found = p_values(numbered(PACKS[size]), list(members(PACKS[size])), 20_000)
    assert 0.001 <= min(found) <= max(found) <= 0.999


@pytest.mark.nightly
@pytest.mark.parametrize("size", [24, 20, 48])
def test_every_card_is_as_likely_at_every_place_in_a_million(size: int) -> None:
    found = p_values(numbered(PACKS[size]), list(members(PACKS[size])), 1_000_000)
    assert 0.001 <= min(found) <= max(found) <= 0.999


def test_a_shuffle_without_rejection_would_be_found() -> None:
    def modulo(number: int) -> Sequence[int]:
        stream = hashlib.sha512(number.to_bytes(8, "big")).digest()
        cards = list(range(24))
        for last in range(23, 0, -1):
            place = stream[last] % (last + 1)
            cards[last], cards[place] = cards[place], cards[last]
        return cards

    assert min(p_values(modulo, range(24), 20_000)) < 0.001


# Hands and talon.


def dealt(name: str, dealer: int, cards: Sequence[Card]) -> tuple[list[str], str]:
    hands, talon = deal_out(PRESETS[name], Seat(dealer), cards)
    return [words(hand) for hand in hands], words(talon)


def test_six_cards_are_dealt_by_threes_and_the_thirteenth_is_turned_up() -> None:
    """The non-dealer is served first; 13th card: “Then he places the next card, the 13th, face up”."""
    for name in ("santase", "sixty-six"):
        hands, talon = dealt(name, 1, PACK)
        assert hands == ["9s Js Qs 9h Jh Qh", "Ks Ts As Kh Th Ah"]
        assert talon == "Jd Qd Kd Td Ad 9c Jc Qc Kc Tc Ac 9d"


def test_five_cards_are_dealt_by_three_and_two_around_the_seventh() -> None:
    """“deal a batch of three cards to each player. The next card is placed face up”."""
    cards = [card for card in PACK if card % 6]
    hands, talon = dealt("schnapsen", 0, cards)
    assert hands == ["Ts As Jh Ah Jd", "Js Qs Ks Kh Th"]
    assert talon == "Qd Kd Td Ad Jc Qc Kc Tc Ac Qh"


def test_three_are_dealt_three_two_and_three() -> None:
    """Forehand's fourth card, the first of his second packet, is turned up where he names no trumps."""
    hands, talon = dealt("sixty-six-three", 2, PACK)
    assert hands == ["9s Js Qs Kh Th Kd Td Ad", "Ks Ts As Ah 9d 9c Jc Qc", "9h Jh Qh Jd Qd Kc Tc Ac"]
    assert talon == ""


def test_of_four_the_dealers_partner_is_served_first_and_he_gets_the_last_card() -> None:
    """“first to his partner, then his left-hand opponent, then his right-hand opponent and then himself”."""
    hands, talon = deal_out(PRESETS["sixty-six-four"], Seat(1), PACK)
    served = [hands[seat] for seat in (3, 2, 0, 1)]
    assert [card for hand in served for card in hand[:3]] == list(PACK[:12])
    assert [card for hand in served for card in hand[3:]] == list(PACK[12:])
    assert talon == ()


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_what_is_dealt_is_a_deal_of_the_rules(rules: RuleSet) -> None:
    for dealer in range(rules.seats):
        cards = order(rules.deck_cards, SEED, CUTS, dealer + 1)
        hands, talon = deal_out(rules, Seat(dealer), cards)
        assert [len(hand) for hand in hands] == [rules.deal_hand_size] * rules.seats
        assert len(talon) == rules.talon_size
        deal = Deal.dealt_from(rules, Seat(dealer), [*chain(*hands), *talon])
        assert deal.hands == [mask(hand) for hand in hands]
    with pytest.raises(ValueError, match="is dealt with"):
        deal_out(rules, Seat(0), cards[1:])
