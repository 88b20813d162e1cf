"""Who played whom: matches between two sides as a cross table, and pair by pair with the Bummerl.

Counts what others have judged. Matches of three, who all pay, are in no cross table.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Meeting(NamedTuple):
    """A match between two sides, each by its name.

    ``winner`` is 0, 1, or -1 if the match is open; ``counts`` is the number of Bummerl that its loser gets.
    An unknown score is empty. ``place`` says where its record is found.
    """

    sides: tuple[str, str]
    score: tuple[int, ...]
    winner: int
    counts: int
    place: str

    @property
    def turned(self) -> "Meeting":
        """The same match as the other side sees it."""
        winner = 1 - self.winner if self.winner >= 0 else self.winner
        return Meeting((self.sides[1], self.sides[0]), self.score[::-1], winner, self.counts, self.place)


class CrossRow(NamedTuple):
    """A side in a cross table: its matches won and lost, and those against each side of the table."""

    name: str
    won: int
    lost: int
    cells: tuple[tuple[Meeting, ...], ...]


def cross_table(meetings: Sequence[Meeting]) -> list[CrossRow]:
    """Return the cross table of some matches, the best side first, in the order of the standings.

    >>> first = Meeting(("Ana", "Ivan"), (7, 5), 0, 1, "1")
    >>> second = Meeting(("Ivan", "Ana"), (7, 0), 0, 2, "2")
    >>> [[[meeting.score for meeting in cell] for cell in row.cells] for row in cross_table([first, second])]
    [[[], [(5, 7), (7, 0)]], [[(7, 5), (0, 7)], []]]
    """
    met: dict[tuple[str, str], list[Meeting]] = {}
    won: dict[str, list[int]] = {}
    ahead: dict[str, int] = defaultdict(int)
    for meeting in meetings:
        for seen in (meeting, meeting.turned):
            met.setdefault(seen.sides, []).append(seen)
            counted = won.setdefault(seen.sides[0], [0, 0])
            if seen.winner >= 0:
                counted[seen.winner] += 1
            if seen.score:
                ahead[seen.sides[0]] += seen.score[0] - seen.score[1]
    ranked = sorted(won, key=lambda name: (won[name][1] - won[name][0], -ahead[name], name))
    return [
        CrossRow(
            name, won[name][0], won[name][1], tuple(tuple(met.get((name, other), ())) for other in ranked)
        )
        for name in ranked
    ]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides that have met; every pair of numbers has that of the first side first.

    ``bummerl`` are the matches lost, those that count double twice.
    """

    sides: tuple[str, str]
    games: int
    won: tuple[int, int]
    points: tuple[int, int]
    bummerl: tuple[int, int]


def pairings(meetings: Iterable[Meeting]) -> list[Pairing]:
    """Return who played whom, by name.

    >>> first = Meeting(("Ana", "Ivan"), (7, 5), 0, 1, "1")
    >>> second = Meeting(("Ivan", "Ana"), (7, 0), 0, 2, "2")
    >>> [(each.sides, each.won, each.points, each.bummerl) for each in pairings([first, second])]
    [(('Ana', 'Ivan'), (1, 1), (7, 12), (2, 1))]
    """
    met: dict[tuple[str, str], list[Meeting]] = {}
    for meeting in meetings:
        seen = min(meeting, meeting.turned, key=lambda each: each.sides)
        met.setdefault(seen.sides, []).append(seen)
    return [_pairing(sides, met[sides]) for sides in sorted(met)]


def _pairing(sides: tuple[str, str], met: list[Meeting]) -> Pairing:
    won, points, bummerl = [0, 0], [0, 0], [0, 0]
    for meeting in met:
        for side, number in enumerate(meeting.score):
            points[side] += number
        if meeting.winner >= 0:
            won[meeting.winner] += 1
            bummerl[1 - meeting.winner] += meeting.counts
    return Pairing(sides, len(met), (won[0], won[1]), (points[0], points[1]), (bummerl[0], bummerl[1]))
