"""The cases of the games with contracts and of Gaigel, as the files in `tests/vectors` have them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.support.corpus import ROOT
from tests.support.second_hands import hand_of

LABELS: Final = {"said": "words", "with": "options", "ends": "ends", "refused": "refused", "why": "why"}
"""What a line of a case begins with, and the field that has the rest of it."""


@dataclass(frozen=True)
class ContractCase:
    """A deal, what is said and played, and either how it ends or what is refused then."""

    name: str
    game: str
    cards: list[str]
    """The hands, seat by seat, and what was not dealt."""
    words: str = ""
    """In turn; a seat before a word where it is not the one in turn."""
    ends: str = ""
    """Winners, points, reason, card points, tricks; nothing where the deal is still open."""
    refused: str = ""
    """What may not be said or played next, with its seat."""
    why: str = ""
    options: dict[str, object] = field(default_factory=dict)

    @property
    def dealer(self) -> str:
        """The last seat: A is forehand in all cases."""
        seats: str = hand_of(self.game).FORMS[self.game][0]
        return seats[-1]

    @property
    def hands(self) -> list[str]:
        """The hands, seat by seat."""
        return self.cards[: "ABCD".index(self.dealer) + 1]

    @property
    def talon(self) -> str:
        """What was not dealt."""
        return " ".join(self.cards[len(self.hands) :])


def option(word: str) -> tuple[str, object]:
    """An option of the second hand, and its value."""
    name, _, value = word.partition("=")
    return name, {"yes": True, "no": False}.get(value, int(value) if value.isdecimal() else value)


def cases(file: str) -> Iterator[ContractCase]:
    """The cases of a file, whose head says how it is written."""
    deals: dict[str, list[str]] = {}
    game, cards = "", list[str]()
    for block in (ROOT / "tests/vectors" / file).read_text("utf-8").strip().split("\n\n"):
        first, *lines = block.split("\n")
        parts = [line.strip().partition(": ")[::2] for line in lines]
        if first.startswith("deal "):
            _, name, _, game = first.split()
            cards = deals.setdefault(name, [held for _, held in parts])
        elif not first.startswith("#"):
            told: dict[str, str] = {LABELS[label]: text for label, text in parts}
            options = dict(map(option, told.pop("options", "").split()))
            yield ContractCase(first, game, cards, **told, options=options)


CASES: Final = list(cases("contracts.txt"))
CASES_OF_GAIGEL: Final = list(cases("gaigel.txt"))
