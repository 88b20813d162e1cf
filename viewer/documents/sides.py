"""Sides in words: who plays with whom, and what each side has."""

from collections.abc import Iterable, Sequence

from notation.record import PAIR_LETTERS, SEAT_LETTERS, read_seat
from referee import RuleSet
from viewer.documents.languages import Language


def side_names(players: Sequence[str], rules: RuleSet, language: Language) -> list[str]:
    """Return the sides by the names of their players, partners together.

    >>> from referee import PRESETS
    >>> from viewer.documents.languages import language
    >>> side_names(("Ivan", "Maria", "Petar", "Elena"), PRESETS["sixty-six-four"], language("en"))
    ['Ivan and Petar', 'Maria and Elena']
    """
    if not rules.mp_partners:
        return list(players)
    return [
        language.say("{name} and {partner}", name=name, partner=partner)
        for name, partner in zip(players[:2], players[2:], strict=True)
    ]


def with_guests(players: Sequence[str], guests: str, language: Language) -> list[str]:
    """Return the players, those at the seats of guests marked as such unless that is what they are called.

    >>> from viewer.documents.languages import language
    >>> with_guests(("Ivan", "Maria"), "B", language("en"))
    ['Ivan', 'Maria (guest)']
    """
    return [
        language.say("{name} (guest)", name=name)
        if letter in guests and name not in ("", language.say("Guest"))
        else name
        for letter, name in zip(SEAT_LETTERS, players, strict=False)
    ]


def by_side(rules: RuleSet, numbers: Iterable[int], language: Language) -> str:
    """Return numbers, each with the name of its side, as far as there are numbers.

    >>> from referee import PRESETS
    >>> from viewer.documents.languages import language
    >>> by_side(PRESETS["sixty-six-four"], (55, 25), language("en"))
    'AC 55, BD 25'
    >>> by_side(PRESETS["santase"], (14, 0), language("en").naming(["Ivan", "Maria"]))
    'Ivan 14, Maria 0'
    """
    return ", ".join(
        f"{language.seat(side)} {number}" for side, number in zip(rules.sides, numbers, strict=False)
    )


def named_result(words: str, language: Language) -> str:
    """Return a result as written on a sheet, but with the name of the winner.

    >>> from viewer.documents.languages import language
    >>> named_result("A 2 by out", language("en").naming(["Ivan", "Neda"]))
    'Ivan 2 by out'
    >>> named_result("pays -1 3 -2", language("de"))
    'zahlt -1 3 -2'
    """
    if words == "draw":
        return language.say("a draw")
    letter, _, rest = words.partition(" ")
    if letter == "pays":
        return language.say("pays {numbers}", numbers=rest)
    if letter not in (*SEAT_LETTERS, *PAIR_LETTERS):
        return words
    return f"{language.seat(read_seat(letter))} {rest}"
