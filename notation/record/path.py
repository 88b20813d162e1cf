"""The address of a part of a record: which game, deal, trick and action it is, and in which variation.

Knows no record; :mod:`notation.record.traversal` says what has which address.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

_WHERE: Final = r"(?P<trick>[1-9][0-9]*|0(?=\.))(?:\.(?P<action>[1-9][0-9]*))?"
_PATH: Final = re.compile(
    rf"(?:(?:(?P<game>[1-9][0-9]*):)?(?P<deal>[1-9][0-9]*)?:)?(?:{_WHERE})?(?P<branches>(?:/[1-9][0-9:.]*)*)"
)
_BRANCH: Final = re.compile(rf"(?P<variation>[1-9][0-9]*)(?::{_WHERE})?")


class Branch(NamedTuple):
    """A variation of an action, counted from 1, and a trick and action of the line of play that it makes."""

    variation: int
    trick: int = 0
    action: int = 0

    def __str__(self) -> str:
        where = _where(self.trick, self.action)
        return f"{self.variation}:{where}" if where else str(self.variation)


@dataclass(frozen=True, slots=True, order=True)
class Path:
    """The address of a game, a deal, a trick or an action, and of the same in a variation.

    Everything counts from 1 and is 0 where nothing is named: `Path(trick=7)` is a trick of whatever deal is
    spoken of, and the moment before its first action. An action without a trick is one of the opening, line
    ``0.``. Each of the ``variations`` replaces the action before it; within one, tricks and actions are those
    of the line of play that it makes. In order as in the text.
    Raises ValueError for a variation without the action it replaces.

    >>> str(Path(deal=3, trick=5, action=2)), str(Path(trick=7)), str(Path(game=2, deal=3))
    ('3:5.2', '7', '2:3:')
    >>> str(Path(deal=3, action=2))
    '3:0.2'
    >>> str(Path(0, 3, 5, 2, (Branch(1, 6, 1),)))
    '3:5.2/1:6.1'
    """

    game: int = 0
    deal: int = 0
    trick: int = 0
    action: int = 0
    variations: tuple[Branch, ...] = ()

    def __post_init__(self) -> None:
        wrong = min(self.game, self.deal) < 0 or not _is_place(self.trick, self.action)
        action = self.action
        for branch in self.variations:
            wrong |= not action or branch.variation < 1 or not _is_place(branch.trick, branch.action)
            action = branch.action
        if wrong:
            raise ValueError(f"not an address: {self!r}")

    @property
    def last(self) -> Branch:
        """The trick and action in the innermost variation, or in the deal."""
        return self.variations[-1] if self.variations else Branch(0, self.trick, self.action)

    @property
    def line(self) -> "Path":
        """The line of play that it is in: the deal itself, or a variation.

        >>> str(Path(0, 3, 5, 2, (Branch(1, 6, 1),)).line), str(Path(deal=3, trick=5).line)
        ('3:5.2/1', '3:')
        """
        return self.at(0)

    @property
    def outer(self) -> "Path":
        """The action whose variation it is in, or the path itself where it is in none.

        >>> str(Path(0, 3, 5, 2, (Branch(1, 6, 1),)).outer)
        '3:5.2'
        """
        return replace(self, variations=self.variations[:-1])

    def at(self, trick: int, action: int = 0) -> "Path":
        """Another trick or action of the same line of play.

        >>> str(Path(deal=3, trick=5, action=2).at(6, 1))
        '3:6.1'
        """
        if not self.variations:
            is_in_deal = not (self.game or self.deal)
            return place(trick, action) if is_in_deal else Path(self.game, self.deal, trick, action)
        *outer, branch = self.variations
        return replace(self, variations=(*outer, branch._replace(trick=trick, action=action)))

    def into(self, variation: int) -> "Path":
        """A variation of the action that the path leads to.

        >>> str(Path(deal=3, trick=5, action=2).into(1))
        '3:5.2/1'
        """
        return replace(self, variations=(*self.variations, Branch(variation)))

    def __str__(self) -> str:
        game = f"{self.game}:" if self.game else ""
        deal = f"{self.deal or ''}:" if self.game or self.deal else ""
        branches = "".join(f"/{branch}" for branch in self.variations)
        return f"{game}{deal}{_where(self.trick, self.action)}{branches}"


def read_path(text: str) -> Path | None:
    """The path that a text is, as `str` writes it; None where it is not one.

    >>> read_path("3:5.2") == Path(deal=3, trick=5, action=2), read_path("7") == Path(trick=7)
    (True, True)
    >>> read_path("seven") is None
    True
    """
    found = _PATH.fullmatch(text) if text.isascii() else None
    if found is None:
        return None
    branches = filter(None, map(_BRANCH.fullmatch, found["branches"].split("/")))
    try:
        game, deal, trick, action = _numbers(found, "game", "deal", "trick", "action")
        variations = (Branch(*_numbers(branch, "variation", "trick", "action")) for branch in branches)
        path = Path(game, deal, trick, action, tuple(variations))
    except ValueError:
        return None
    return path if str(path) == text else None


def _numbers(found: re.Match[str], *names: str) -> list[int]:
    return [int(found[name] or 0) for name in names]


@lru_cache(maxsize=256)
def place(trick: int, action: int = 0) -> Path:
    """The address of a trick or an action in whatever deal is spoken of, made once for all deals.

    >>> str(place(5, 2)), place(5, 2) is place(5, 2)
    ('5.2', True)
    """
    return Path(trick=trick, action=action)


def _is_place(trick: int, action: int) -> bool:
    return min(trick, action) >= 0


def _where(trick: int, action: int) -> str:
    return f"{trick}.{action}" if action else str(trick or "")
