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


def short_names(players: Sequence[str]) -> list[str]:
    """The players as they are called where they are named again and again: by their first words.

    All by their whole names where that would not tell them apart, or would leave an initial of somebody.

    >>> short_names(["Ivan Petrov", "Maria"]), short_names(["Team One", "Team Two"])
    (['Ivan', 'Maria'], ['Team One', 'Team Two'])
    """
    first = [name.split()[0] if name.split() else name for name in players]
    shorter = len(set(first)) == len(first) and all(
        short == name or len(short.rstrip(".")) > 1 for short, name in zip(first, players, strict=True)
    )
    return first if shorter else list(players)


def by_side(rules: RuleSet, numbers: Iterable[int], language: Language) -> str:
    """Numbers, each with what its side is called, as far as there are numbers.

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
