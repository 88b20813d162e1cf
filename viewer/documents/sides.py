"""Sides in words: who plays with whom, and what each side has."""

from collections.abc import Iterable, Sequence

from notation.findings import escape
from notation.record import Record, seat_letter
from referee import RuleSet
from viewer.documents.languages import Language


def player_names(record: Record, rules: RuleSet) -> list[str]:
    """The players by seat; the letter of the seat where no name is written."""
    letters = map(seat_letter, range(rules.seats))
    return [escape(record.tag(letter) or letter) for letter in letters]


def side_names(players: Sequence[str], rules: RuleSet, language: Language) -> list[str]:
    """The sides by the names of their players, partners together.

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


def by_side(rules: RuleSet, numbers: Iterable[int]) -> str:
    """Numbers, each with the letters of its side, as far as there are numbers.

    >>> from referee import PRESETS
    >>> by_side(PRESETS["sixty-six-four"], (55, 25)), by_side(PRESETS["santase"], (14, 0))
    ('AC 55, BD 25', 'A 14, B 0')
    """
    return ", ".join(
        f"{seat_letter(side)} {number}" for side, number in zip(rules.sides, numbers, strict=False)
    )
