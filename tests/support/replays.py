"""Scripts of replays made by hand, for tables that no rule set has yet."""

from typing import Any

from viewer.documents.languages import Language, language
from viewer.replay.page import GLYPHS, SAID, picture_titles

NAMES = {"A": "Anna", "B": "Boris with a long name", "C": "Cili", "D": "Dora"}
DECK = [rank + suit for suit in "shdc" for rank in "9JQKTA"]


def script_of_seats(number: int, spoken: Language | None = None) -> dict[str, Any]:
    """A whole script, as a page holds it, of one deal of two tricks at a table of 2, 3 or 4."""
    spoken = spoken or language("en")
    seats = "ABCD"[:number]
    hands = {seat: DECK[at * 5 : at * 5 + 5] for at, seat in enumerate(seats)}
    steps: list[dict[str, Any]] = [
        {
            "kind": "start",
            "trick": 1,
            "say": "1. Deal 1: A has dealt.",
            "changes": {
                "talon": " ".join(DECK[number * 5 :]),
                "trick": "",
                "taker": "",
                "closer": "",
                "turn": seats[0],
                **dict.fromkeys(("points", "slack", "pending"), [0] * number),
                **{f"hand {seat}": " ".join(hand) for seat, hand in hands.items()},
                **{f"won {seat}": "" for seat in seats},
            },
        }
    ]
    won: list[str] = []
    for trick in (1, 2):
        played: list[tuple[str, str]] = []
        for seat in seats:
            card = hands[seat].pop(0)
            played.append((seat, card))
            changes: dict[str, Any] = {
                "trick": " ".join(f"{who}:{what}" for who, what in played),
                "turn": seats[len(played) % number],
                f"hand {seat}": " ".join(hands[seat]),
            }
            if len(played) == number:
                changes |= {"taker": seats[-1], "points": [*[0] * (number - 1), 10 * trick]}
            elif len(played) == 1:
                changes |= {"taker": "", f"won {seats[-1]}": " ".join(won)}
            say = f"{len(steps) + 1}. Trick {trick}, action {len(played)}: {seat}: {card}."
            steps.append(
                {"kind": "play", "trick": trick, "say": say, "changes": changes, "seat": seat, "card": card}
                | {"move": spoken.card(DECK.index(card))}
            )
        won += [card for _, card in played]
    deal = {"number": 1, "dealer": "A", "trump": "s", "answer": "No result.", "game_points": 0}
    deal |= {"winner": None, "score": dict.fromkeys(seats, 0), "steps": steps}
    return {
        "words": {name: spoken.translate(phrase.sentence) for name, phrase in SAID.items()},
        "glyphs": {mark: spoken.translate(phrase.sentence) for mark, phrase in GLYPHS.items()},
        "names": {seat: NAMES[seat] for seat in seats},
        "cards": picture_titles(spoken),
        "deals": [deal],
    }
