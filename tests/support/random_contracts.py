"""Deals of the games with contracts at random, and as text of a record, by the second hand."""

import random
from collections.abc import Iterator
from typing import Any, Final

from tests.support import oracle_of_contracts, oracle_of_gaigel, random_gaigel
from tests.support.contract_cases import ContractCase
from tests.support.oracle_of_contracts import (
    FORMS,
    ContractSpiel,
    in_force,
    is_shown,
    legal,
    say,
    side,
    taken,
    total,
)
from tests.support.second_hands import hand_of

SPECS: Final = dict.fromkeys((*FORMS, *oracle_of_gaigel.FORMS), "") | {"bauernschnapsen": " partner-plays=no"}
"""By game the options with which its rule set reads the sources as the second hand does."""


# As a record


def record_of(case: ContractCase) -> str:
    """A case as a whole record, what is refused at its end."""
    spiel = oracle_of_contracts.start(case.game, case.dealer, case.hands, case.talon)
    say(spiel, case.words)
    seat, _, refused = case.refused.partition(": ")
    if refused:
        is_said = spiel.step != "play" or (refused == "double" and not spiel.log[-1][0])
        is_behind = refused == "out" and not spiel.trick and not spiel.announced
        spiel.log.append((0 if is_said else len(spiel.tricks) + (not is_behind), seat, refused))
    text = f'%SGN 1\n[Rules "{case.game}{SPECS[case.game]}"]\n\n{written(spiel, case.hands, case.talon)}'
    if refused:
        text = text.removesuffix(f"{refused}\n").removesuffix(f"{seat}: ") + f"{seat}: {refused}\n"
    return text


def written(spiel: Any, hands: list[str], talon: str = "", number: int = 1) -> str:
    """A deal as text of a record: ``hands`` as they were dealt, and all that was said and played."""
    if hand_of(spiel.game) is oracle_of_gaigel:
        return random_gaigel.written(spiel, hands, talon, number)
    lines = [f"deal {number} dealer {spiel.dealer}"]
    for seat, hand in zip(spiel.seats, hands, strict=True):
        cards = hand.replace("|", "").split()
        lines.append(f"{seat}: {' '.join([*cards[: spiel.packet], '|', *cards[spiel.packet :]])}")
    if talon:
        lines.append(f"talon: {talon}")
    trick, discarding = -1, False
    for at, seat, word in spiel.log:
        if at != trick:
            lines.append(f"{at}.")
            trick = at
        text = word.removeprefix("discard ") if discarding else word
        discarding = word.startswith("discard ")
        lines[-1] += f" {seat}: {text}" if word in ("double", "out") else f" {text}"
    if spiel.over:
        winners, value, reason, points, _ = spiel.over
        lines.append(f"= {''.join(winners)} {value} by {reason} ({'-'.join(map(str, points))})")
    return "\n".join(lines) + "\n"


# At random


def shuffled(game: str, dice: random.Random) -> tuple[list[str], str]:
    """Hands and talon; now and then somebody has a whole suit, or cards for a great contract."""
    seats, ranks, size, _ = FORMS[game]
    pack = [rank + suit for suit in "shdc" for rank in ranks]
    dice.shuffle(pack)
    lucky = dice.randrange(len(seats))
    wish = dice.random()
    if wish < 0.08:
        suit = dice.choice("shdc")
        pack.sort(key=lambda card: card[1] != suit)
    elif wish < 0.3:
        suit = dice.choice("shdc")
        pack.sort(key=lambda card: (card[1] != suit or dice.random() < 0.2) and card[0] != "A")
    elif wish < 0.4:
        pack.sort(key=lambda card: card[0] in "ATK" and dice.random() < 0.9)
    first = pack[:size]
    dice.shuffle(first)
    rest = pack[size:]
    dice.shuffle(rest)
    hands = [rest[at : at + size] for at in range(0, size * (len(seats) - 1), size)]
    hands.insert(lucky, first)
    return [" ".join(hand) for hand in hands], " ".join(rest[size * (len(seats) - 1) :])


def random_deal(game: str, dice: random.Random, **options: object) -> tuple[Any, list[str], str]:
    """A deal about to be opened, its hands and its talon."""
    hand = hand_of(game)
    hands, talon = (random_gaigel.shuffled if hand is oracle_of_gaigel else shuffled)(game, dice)
    dealer = dice.choice(hand.FORMS[game][0])
    return hand.start(game, dealer, hands, talon, **options), hands, talon


def choose(spiel: ContractSpiel, dice: random.Random) -> tuple[str, str] | None:
    """Something legal, in shares in which everything comes up; None where it is time to `finish`."""
    found = legal(spiel)
    claims = [each for each in found if each[1] == "out"]
    doubles = [each for each in found if each[1] == "double"]
    words = [each for each in found if each[1] not in ("out", "double")]
    if claims:
        ours = [claims[0][0]] if spiel.called and not is_shown(spiel) else side(spiel, claims[0][0])
        if dice.random() < (0.5 if total(spiel, ours) >= 66 and taken(spiel, ours) else 0.02):
            return dice.choice(claims)
    if doubles and dice.random() < 0.25:
        return dice.choice(doubles)
    if not words:
        return None
    if spiel.step == "trumps" and dice.random() < 0.6:
        suits = [card[1] for card in spiel.hands[spiel.turn]]
        return max(words, key=lambda each: suits.count(each[1][-1]))
    if spiel.step == "bids":
        bids = [each for each in words[1:] if dice.random() < 0.3]
        trumps = sum(card[1] == spiel.trump for card in spiel.hands[spiel.turn])
        if trumps >= 3 and dice.random() < 0.8:
            bids += [each for each in words if "schnapser" in each[1]]
        return dice.choice(bids[:2]) if bids and dice.random() < 0.12 + 0.12 * trumps else words[0]
    marriages = [each for each in words if each[1][0] in "24"]
    if marriages and dice.random() < 0.6:
        return dice.choice(marriages)
    if spiel.step == "play" and spiel.promise and spiel.turn == spiel.bidder and dice.random() < 0.8:
        cards = [each for each in words if each not in marriages]
        order, trump = spiel.promise.order, in_force(spiel)
        cards.sort(key=lambda each: (each[1][1] == trump, -order.index(each[1][0])))
        return cards[0] if spiel.promise.aim == "no trick" else cards[-1]
    return dice.choice(words)


def played(spiel: Any, dice: random.Random) -> Iterator[tuple[str, str]]:
    """Play a deal out at random: each seat and word just before it is done; the end is in `result`."""
    hand = hand_of(spiel.game)
    chosen_by = random_gaigel.choose if hand is oracle_of_gaigel else choose
    while spiel.over is None:
        chosen = chosen_by(spiel, dice)
        if chosen is None:
            hand.finish(spiel)
        else:
            yield chosen
            hand.do(spiel, *chosen)
