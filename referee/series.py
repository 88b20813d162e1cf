"""Matches strung into a series: what each side has won, and who deals first in the next match.

Knows how matches ended, never their deals.
"""

from collections.abc import Sequence

from referee.cards import NOBODY, SEATS, Seat
from referee.decisions import SeriesDealer
from referee.rules import RuleSet


class Series:
    """The tally of a series of matches under one rule set.

    >>> from dataclasses import replace
    >>> from referee.rulesets import SANTASE
    >>> series = Series(replace(SANTASE, game_seven_nil=True))
    >>> series.add(0, [7, 3], 0, 1), series.add(1, [0, 8], 1, 2)
    (1, 2)
    >>> series.tally, series.lost
    ([1, 2], [2, 1])
    """

    def __init__(self, rules: RuleSet, dealer: Seat = NOBODY) -> None:
        self.rules = rules
        self.dealer = dealer
        """Who deals first in the next match; -1 where anybody may."""
        self.tally = [0] * len(rules.sides)
        """What the matches won count for, by side; where all pay, what was won and paid."""
        self._last = [0] * len(rules.sides)

    @property
    def lost(self) -> list[int]:
        """What the matches lost count for, by side: each is a Bummerl; nothing where all pay.

        Of more than two the last has lost, and every other where the winner had nothing when they were one
        point from the target (`game.retour`). Who is last of several that have as much is played off, and
        not counted here.

        >>> from referee.rulesets import PRESETS
        >>> series = Series(PRESETS["dreierschnapsen"])
        >>> series.add(0, [24, 9, 0], 0, 2), series.add(1, [23, 23, 24], 2, 4), series.lost
        (2, 4, [4, 4, 2])
        """
        if self.rules.mp_all_pay:
            return []
        return self.tally[::-1] if len(self.tally) == 2 else self._last[:]

    def add(self, dealer: Seat, score: Sequence[int], winner: Seat, games: int) -> int:
        """Count a match in which ``dealer`` dealt first, and return what it counts for.

        ``score``, ``winner`` and ``games`` are those of :class:`referee.match.Match` at its end. A match that
        nobody has won counts nothing. Who deals first in the next is seen in any case.
        """
        self.dealer = NOBODY
        if self.rules.series_next_dealer is SeriesDealer.TURN and dealer >= 0:
            self.dealer = SEATS[(dealer + 1) % self.rules.seats]
        if self.rules.mp_all_pay:
            self.tally = [before + paid for before, paid in zip(self.tally, score, strict=True)]
            return 0
        if winner < 0:
            return 0
        place = self.rules.sides.index(winner)
        self.tally[place] += games
        for other, points in enumerate(score):
            is_last = points == min(score) and list(score).count(points) == 1
            if other != place and (games > 2 or is_last):
                self._last[other] += games
        return games
