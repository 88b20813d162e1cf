"""Provably fair dealing: the order of the pack from a seed, and the hands and talon from that order.

Whoever deals draws a new seed for each deal and publishes its commitment; then every seat adds its cut, a
short text; the seed is revealed after the deal, and everybody can deal the same cards again. Nothing here
draws, keeps or reveals a seed. What :data:`ALGORITHM` names never changes: another order has another name.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import digest
from itertools import count
from typing import Final

from referee.cards import SEATS, Card, Cards, Seat, members
from referee.decisions import TrumpCard
from referee.rules import RuleSet

ALGORITHM: Final = "santase-shuffle-1"
"""The name under which a record says that its cards were shuffled so."""
SEED_BYTES: Final = 32
LONGEST_CUT: Final = 64
"""Characters of a cut, which may be empty."""
CUT_CHARACTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:.,+_-")
"""What a cut is written with: what an annotation of a record can hold."""
PACKET: Final = 3
"""The cards of the first packet; next comes what three does not divide, then threes (`deal.batches`)."""


def is_cut(text: str) -> bool:
    """Whether a text can be the cut of a seat.

    >>> is_cut("lucky-7"), is_cut(""), is_cut("lucky 7"), is_cut("7" * 65)
    (True, True, False, False)
    """
    return len(text) <= LONGEST_CUT and CUT_CHARACTERS.issuperset(text)


def commit(seed: bytes) -> str:
    """The commitment to a seed, 64 hexadecimal digits: SHA-256 of the algorithm's name, a word and the seed.

    ValueError for a seed that has not 32 bytes.

    >>> commit(bytes(32))[:16]
    'a67df8f1f8d8a5ec'
    """
    _check_seed(seed)
    return sha256(_framed([ALGORITHM.encode(), b"commitment", seed])).hexdigest()


def order(pack: Cards, seed: bytes, cuts: Sequence[str], deal: int) -> tuple[Card, ...]:
    """The order of a pack, from its top, in a deal of a match, which counts from 1.

    ``cuts`` are the texts of the seats in order, an empty one for a seat that added nothing. The cards start
    in the order of their numbers and are shuffled after Fisher and Yates, from the last place to the second;
    each place is drawn from the bytes of HMAC-SHA256, skipping those that would favour some places.
    ValueError for a seed that has not 32 bytes, a text that is not a cut, or a deal below 1.

    >>> from referee.cards import FULL_PACK
    >>> order(FULL_PACK, bytes(32), ("", "lucky-7"), 1)[:6]
    (23, 13, 0, 17, 20, 14)
    """
    _check_seed(seed)
    if deal < 1 or not all(map(is_cut, cuts)):
        raise ValueError("deals count from 1, and a cut has at most 64 letters, digits and :.,+_-")
    parts = [ALGORITHM, "order", str(deal), *cuts]
    stream = _bytes(seed, _framed([part.encode() for part in parts]))
    cards = list(members(pack))
    for last in range(len(cards) - 1, 0, -1):
        place = _below(last + 1, stream)
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def deal_out(
    rules: RuleSet, dealer: Seat, order: Sequence[Card]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat as they are dealt, and the talon from the top with the turn-up last.

    Each round gives everybody a packet: three cards, then what three does not divide of the hand, then threes
    again. The dealer is served last, after the others in the order of play; of partners his own comes first
    (`deal.first_recipient`). The turn-up follows the last round, or the first where not all packets are of
    three cards. Where there is no turn-up, the talon is what remains. ValueError for another number of cards
    than the rules have.

    >>> from referee.cards import PACK
    >>> from referee.rulesets import PRESETS
    >>> hands, talon = deal_out(PRESETS["santase"], SEATS[1], PACK)
    >>> hands[0], talon[-1]
    ((0, 1, 2, 6, 7, 8), 12)
    """
    if len(order) != rules.deck_cards.bit_count():
        raise ValueError(f"{rules.name} is dealt with {rules.deck_cards.bit_count()} cards, not {len(order)}")
    packets = [PACKET] * (rules.deal_hand_size // PACKET)
    uneven = rules.deal_hand_size % PACKET
    if uneven:
        packets.insert(1, uneven)
    turns_up = rules.deal_trump_card is TrumpCard.UNDER_TALON
    before_turn_up = 1 if uneven else len(packets)
    hands: list[list[Card]] = [[] for _ in range(rules.seats)]
    turned: list[Card] = []
    at = 0
    for number, packet in enumerate(packets, start=1):
        for seat in _served(rules, dealer):
            hands[seat] += order[at : at + packet]
            at += packet
        if turns_up and number == before_turn_up:
            turned.append(order[at])
            at += 1
    return tuple(map(tuple, hands)), (*order[at:], *turned)


def _served(rules: RuleSet, dealer: Seat) -> list[Seat]:
    after = [2, 1, 3, 0] if rules.mp_partners and not rules.draws else [*range(1, rules.seats), 0]
    return [SEATS[(dealer + steps) % rules.seats] for steps in after]


def _check_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")


def _framed(parts: Sequence[bytes]) -> bytes:
    """Parts behind one another, each after its length in four bytes, so that no others look the same."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def _bytes(seed: bytes, message: bytes) -> Iterator[int]:
    """Bytes without end: HMAC-SHA256 under a seed of a message and a counter of four bytes, from 0."""
    for number in count():
        yield from digest(seed, message + number.to_bytes(4, "big"), "sha256")


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to below a bound of at most 256, each as likely: a byte of which as many give each."""
    fair = 256 - 256 % bound
    return next(drawn for drawn in stream if drawn < fair) % bound
