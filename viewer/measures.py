"""Statistics of deals: wins, closes, claims, marriages, by rule set, year or player.

One query in plain SQL, which DuckDB runs on a corpus, and SQLite or PostgreSQL on the archive: both have a
table `seats` with a row for each seat of each deal (:data:`notation.corpus.TABLES`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final

SURE: Final = 1.96
"""Standard errors on either side of an estimate for a confidence of 95 %."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What mistakes cost the players of a group, compared with best play.

    A deal counts once for each player of whom an action could be valued. ``cost`` is the mean of such a deal
    in game points, and ``error`` the standard error of it, None for a single deal.
    """

    group: str | int | None
    deals: int
    whole: int
    """Deals whose values begin as early as the cards are known."""
    decisions: int
    right: int
    """Decisions after which nothing would have been worth more."""
    cost: float
    error: float | None


class Grouping(Enum):
    """The groups by which deals are counted."""

    ALL = "all"
    RULES = "rules"
    YEAR = "year"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class DealTally:
    """The counts for one rule set, year or player; those of a player are his alone.

    Except for ``deals``, only deals decided by the play count. ``leads`` and ``lead_wins`` are of the seat
    that led first, ``dealt`` and ``dealt_wins`` of the dealer. A side that lost is counted once as
    ``schneider`` or ``schwarz``.
    """

    group: str | int | None
    deals: int
    complete: int
    wins: int
    leads: int
    lead_wins: int
    dealt: int
    dealt_wins: int
    closes: int
    closes_won: int
    claims: int
    claims_false: int
    claims_missed: int
    marriages_20: int
    marriages_40: int
    schneider: int
    schwarz: int


_NUMBERS: Final = [field.name for field in fields(DealTally)[1:]]


def share(part: int, whole: int) -> str:
    """Format a part of a whole in per cent.

    >>> share(1, 3), share(0, 0)
    ('33 %', '–')
    """
    return f"{100 * part / whole:.0f} %" if whole else "–"


def question(grouping: Grouping, most: int | None = None, of_player: str = "") -> str:
    """Return the SQL that counts: the group first, then the fields of :class:`DealTally` in order.

    The groups with the most deals come first, limited to ``most``; years come in order. With ``of_player``, a
    condition on the rows of one player, it counts his actions, and for him alone.
    """
    column = "NULL" if grouping is Grouping.ALL else grouping.value
    by_player = grouping is Grouping.PLAYER or bool(of_player)
    each_deal = "1" if by_player else _one("seat = 'A'")
    sums = {
        "deals": each_deal,
        "complete": _one("complete" if by_player else "complete AND seat = 'A'"),
        "wins": _one("won" if by_player else "won AND names_side"),
        "leads": _one("complete AND led"),
        "lead_wins": _one("won AND led"),
        "dealt": _one("complete AND dealt"),
        "dealt_wins": _one("won AND dealt"),
        "closes": _one("complete AND closed"),
        "closes_won": _one("close_won"),
        "claims": _one("complete AND claimed"),
        "claims_false": _one("complete AND claim_false"),
        "claims_missed": _one("complete AND claim_missed"),
        "marriages_20": "CASE WHEN complete THEN marriages_20 ELSE 0 END",
        "marriages_40": "CASE WHEN complete THEN marriages_40 ELSE 0 END",
        "schneider": _one("schneider" if by_player else "schneider AND names_side"),
        "schwarz": _one("schwarz" if by_player else "schwarz AND names_side"),
    }
    listed = ", ".join(f"sum({what}) AS {name}" for name, what in sums.items())
    needed = [f"{column} IS NOT NULL"] * (grouping is not Grouping.ALL) + [of_player] * bool(of_player)
    grouped = f" WHERE {' AND '.join(needed)}" if needed else ""
    grouped += "" if grouping is Grouping.ALL else f" GROUP BY {column}"
    order = "grouped" if grouping is Grouping.YEAR else "deals DESC, grouped"
    limit = f" LIMIT {most}" if most else ""
    return f"SELECT {column} AS grouped, {listed} FROM seats{grouped} ORDER BY {order}{limit}"  # noqa: S608


def _one(condition: str) -> str:
    return f"CASE WHEN {condition} THEN 1 ELSE 0 END"


def tallies(rows: Iterable[Iterable[Any]]) -> list[DealTally]:
    """Return the answer to :func:`question`, without the groups that have no deals."""
    found = []
    for group, *numbers in rows:
        counted = [int(number or 0) for number in numbers]
        if counted[0]:
            found.append(DealTally(group, **dict(zip(_NUMBERS, counted, strict=True))))
    return found


def cost_question(grouping: Grouping) -> str:
    """Return the SQL that asks a corpus for :class:`Accuracy`, by its fields in order."""
    column = "NULL" if grouping is Grouping.ALL else grouping.value
    order = "grouped" if grouping is Grouping.YEAR else "deals DESC, grouped"
    each = {
        "whole": f"max({_one('whole')})",
        "decisions": f"sum({_one('decides')})",
        "good": f"sum({_one('decides AND cost = 0')})",
        "cost": "sum(cost)",
    }
    listed = ", ".join(f"{what} AS {name}" for name, what in each.items())
    needed = "TRUE" if grouping is Grouping.ALL else f"{column} IS NOT NULL"
    of_seat = f"GROUP BY {column}, game_id, deal, seat"
    deals = f"SELECT {column} AS grouped, {listed} FROM costs WHERE {needed} {of_seat}"  # noqa: S608
    found = "grouped, count(*) AS deals, sum(whole), sum(decisions), sum(good), avg(cost)"
    error = "stddev_samp(cost) / sqrt(count(*))"
    return f"SELECT {found}, {error} FROM ({deals}) GROUP BY grouped ORDER BY {order}"  # noqa: S608


def accuracies(rows: Iterable[Iterable[Any]]) -> list[Accuracy]:
    """Return the answer to :func:`cost_question`."""
    return [
        Accuracy(group, deals, int(whole), int(decisions), int(right), float(cost), error)
        for group, deals, whole, decisions, right, cost, error in rows
    ]
