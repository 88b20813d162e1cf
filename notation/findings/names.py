"""What the players of a record are called in sentences."""

from collections.abc import Sequence
from typing import TypeVar

from notation.findings.finding import escape
from notation.findings.translator import Translator
from notation.record.model import Record
from notation.record.words import seat_letter
from referee.rules import RuleSet

Speaking = TypeVar("Speaking", bound=Translator)


def player_names(record: Record, rules: RuleSet) -> list[str]:
    """The players by seat; the letter of the seat where no name is written."""
    letters = map(seat_letter, range(rules.seats))
    return [escape(record.tag(letter) or letter) for letter in letters]


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


def speaking_of(record: Record, rules: RuleSet, language: Speaking) -> Speaking:
    """A language as it is spoken at a table: of people by the names that a record has for them."""
    return language.naming(short_names(player_names(record, rules)))
