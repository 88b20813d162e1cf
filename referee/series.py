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

    @property
    def lost(self) -> list[int]:
        """What the matches lost count for, by side: each is a Bummerl; nothing where all pay."""
        return [] if self.rules.mp_all_pay else self.tally[::-1]

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
        self.tally[self.rules.sides.index(winner)] += games
        return games
