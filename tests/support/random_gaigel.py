"""Deals of Gaigel at random, and as text of a record, by the second hand."""

import random

from tests.support.oracle_of_gaigel import FORMS, ORDER, PACK, GaigelSpiel, best_of, legal, total

FACE_DOWN = ("andere-alte", "hoeher-hat")


def written(spiel: GaigelSpiel, hands: list[str], talon: str, number: int = 1) -> str:
    """A deal as text of a record: ``hands`` and ``talon`` as dealt, and all that was said and played."""
    lines = [f"deal {number} dealer {spiel.dealer}", f"trump {talon.split()[-1]}"]
    lines += [f"{seat}: {hand}" for seat, hand in zip(spiel.seats, hands, strict=True)]
    lines.append(f"talon: {talon}")
    trick = -1
    for at, seat, word in spiel.log:
        if at != trick:
            lines.append(f"{at}.")
            trick = at
        covered = at == 1 and word != "out" and spiel.opening in FACE_DOWN
        lines[-1] += f" {seat}: out" if word == "out" else f" [{word}]" if covered else f" {word}"
    if spiel.over:
        winners, value, reason, points, _ = spiel.over
        side = f"{''.join(winners)} {value}" if winners else "draw"
        lines.append(f"= {side} by {reason} ({'-'.join(map(str, points))})")
    return "\n".join(lines) + "\n"


def shuffled(game: str, dice: random.Random) -> tuple[list[str], str]:
    """Hands and talon; now and then a player has many sevens, or kings and queens, or several have aces."""
    seats, _, size, _ = FORMS[game]
    pack = list(PACK)
    dice.shuffle(pack)
    wish = dice.random()
    if wish < 0.1:
        pack.sort(key=lambda card: card[0] != "7" or dice.random() < 0.15)
    elif wish < 0.25:
        pack.sort(key=lambda card: card[0] not in "KQ" or dice.random() < 0.15)
    elif wish < 0.27:
        pack.sort(key=lambda card: card[1] != "h" or dice.random() < 0.1)
    elif wish < 0.42:
        pack.sort(key=lambda card: card[0] != "A" or dice.random() < 0.15)
    lucky = dice.randrange(len(seats))
    first, rest = pack[:size], pack[size:]
    if 0.1 <= wish < 0.27 or wish >= 0.42 or dice.random() < 0.5:
        dice.shuffle(rest)
    hands = [rest[at : at + size] for at in range(0, size * (len(seats) - 1), size)]
    hands.insert(lucky, first)
    return [" ".join(hand) for hand in hands], " ".join(rest[size * (len(seats) - 1) :])


def choose(spiel: GaigelSpiel, dice: random.Random) -> tuple[str, str] | None:
    """Something legal, in shares in which everything comes up; None where it is time to end the deal."""
    found = legal(spiel)
    if spiel.step == "bids":
        sevens = sum(card[0] == "7" for card in spiel.hands[spiel.turn])
        return found[-1] if dice.random() < (0.9 if sevens > 2 else 0.1) else dice.choice(found)
    claims = [each for each in found if each[1] == "out"]
    announced = [each for each in found if each[1][0] in "24e"]
    cards = [each for each in found if each not in claims and each not in announced]
    if claims:
        ours = [seat for seat, _ in claims]
        if dice.random() < (0.4 if total(spiel, ours) >= spiel.target else 0.004):
            return dice.choice(claims)
    if announced and dice.random() < 0.4:
        return dice.choice(announced)
    if not cards:
        return None
    if spiel.trick and spiel.opening == "andere-alte" and not spiel.tricks:
        return next((each for each in cards if each[1] == spiel.trick[0][1]), dice.choice(cards))
    if spiel.opening == "auf-dissle" and spiel.turn == spiel.caller:
        cards.sort(key=lambda each: (each[1][0] == "7", each[1][1] == spiel.trump, -ORDER.index(each[1][0])))
        return cards[0]
    if spiel.opening == "auf-dissle" and spiel.trick and dice.random() < 0.8:
        best = best_of(spiel)[1]
        better = [each for each in cards if each[1][1] in (best[1], spiel.trump)]
        return min(better or cards, key=lambda each: ORDER.index(each[1][0]))
    return dice.choice(cards)
