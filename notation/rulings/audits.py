"""Audits: compares the score sheets of a match, an evening or a league with what the referee counts.

The games were judged before; this module compares the counted values with the written ones, deal by deal, and
adds them up by player.
"""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.assertions import outcome_words
from notation.judge.judgement import DealJudgement, Judgement
from notation.record.model import NOBODY, DealRecord, Outcome
from notation.record.words import seat_letter
from notation.rulings.inference import Inference, infer_together
from notation.text.reader import Game, NamedGame
from referee.cards import Seat
from referee.rules import RuleSet

ON_THE_SHEET: Final = frozenset({catalogue.RESULT, catalogue.SCORE})
"""Findings about the game points or the score that a deal states."""


_HEAD: Final = re.compile(r"deal[ \t]+([0-9]{1,4})(?![0-9])")


@dataclass(frozen=True, slots=True)
class AuditedDeal:
    """A deal: its worth and the score after it, as written and as counted.

    ``written`` and ``counted`` are results in short (`A 2`), empty if there is none. The scores are by side,
    empty if unknown; if the sheet has none, its results are added up.
    """

    number: int
    written: str
    counted: str
    written_score: tuple[int, ...]
    score: tuple[int, ...]
    errors: tuple[Finding, ...]

    @property
    def is_miscounted(self) -> bool:
        """Whether its game points or the score after it are wrong on the sheet."""
        return any(finding.code in ON_THE_SHEET for finding in self.errors)


@dataclass(frozen=True, slots=True)
class AuditedGame:
    """A game: its judgement, its deals, and the errors that belong to no single deal."""

    file: str
    judgement: Judgement
    deals: tuple[AuditedDeal, ...]
    errors: tuple[Finding, ...]

    @property
    def first_miscounted(self) -> AuditedDeal | None:
        """The deal at which the score on the sheet first goes wrong, if any."""
        return next((deal for deal in self.deals if deal.is_miscounted), None)

    @property
    def is_right(self) -> bool:
        """Whether the game has no errors."""
        return not self.judgement.errors

    @property
    def is_unread(self) -> bool:
        """Whether some of its lines could not be read, so that scores may be missing."""
        return any(finding.is_error and finding.code.id[0] == "S" for finding in self.judgement.findings)

    @property
    def written_score(self) -> tuple[int, ...]:
        """The last score as written; empty if unknown."""
        return self.deals[-1].written_score if self.deals else ()

    @property
    def written_winner(self) -> Seat:
        """The side that has won the match according to the sheet; -1 for none."""
        rules = self.judgement.rules
        if rules is None or rules.mp_all_pay or not self.written_score:
            return NOBODY
        most = max(self.written_score)
        return rules.sides[self.written_score.index(most)] if most >= rules.game_target else NOBODY


class PlayerStanding(NamedTuple):
    """The totals of a player over all games, as counted and as written.

    Points for and against are game points; in games with payments, what was won and what was paid. A game
    with an unknown score only counts in the number of games.
    """

    player: str
    games: int
    won: int
    lost: int
    points_for: int
    points_against: int
    written_won: int
    written_lost: int
    written_for: int
    written_against: int

    @property
    def is_right(self) -> bool:
        """Whether the written totals equal the counted ones."""
        return self[2:6] == self[6:]


@dataclass(frozen=True, slots=True)
class Audit:
    """The audit of several games: each of them, the corrected table, and the rules that fit all of them."""

    games: tuple[AuditedGame, ...]
    standings: tuple[PlayerStanding, ...]
    inference: Inference

    @property
    def is_right(self) -> bool:
        """Whether none of the games has errors."""
        return all(game.is_right for game in self.games)

    @property
    def is_unread(self) -> bool:
        """Whether some lines of the games could not be read."""
        return any(game.is_unread for game in self.games)


def audit(games: Sequence[tuple[str, Judgement]], assumed: RuleSet | None = None) -> Audit:
    """Audit judged games, each with the name of its file.

    ``assumed`` are the rules of records that name none.

    >>> from pathlib import Path
    >>> from notation.judge import judge
    >>> from notation.text.reader import read_file
    >>> [game] = read_file(Path("samples/faulty/wrong-score.sgn"))
    >>> audited = audit([("wrong-score.sgn", judge(game))])
    >>> first = audited.games[0].first_miscounted
    >>> first.number, first.written_score, first.score
    (1, (3, 0), (0, 3))
    """
    audited = tuple(audited_game(file, judgement) for file, judgement in games)
    named = [NamedGame(file, judgement.game) for file, judgement in games]
    return Audit(audited, tuple(_standings(audited)), infer_together([game for _, game in named], assumed))


def audited_game(file: str, judgement: Judgement) -> AuditedGame:
    """Audit one judged game."""
    game = judgement.game
    records = game.draft.deals if game.draft else ()
    heads = [record.span[:2] for record in records]
    errors: dict[int, list[Finding]] = {}
    for finding in judgement.findings:
        if finding.is_error:
            errors.setdefault(finding.deal or bisect(heads, finding.span[:2]), []).append(finding)
    deals, written = list[AuditedDeal](), _nil(judgement.rules)
    for place, (record, deal) in enumerate(zip(records, judgement.deals, strict=False), start=1):
        written = _score_after(record, deal, written, judgement.rules)
        number = deal.number if deal.number >= 0 else _number_in(game, record) or place
        stated, found = _stated(record.result), tuple(errors.pop(place, ()))
        deals.append(AuditedDeal(number, stated, _counted(deal), written, deal.score, found))
    others = (finding for found in errors.values() for finding in found)
    return AuditedGame(file, judgement, tuple(deals), tuple(others))


def _number_in(game: Game, record: DealRecord) -> int:
    """Return the number in the head of a deal that could not be read to its end; 0 if it has none."""
    line, column = record.span[:2]
    head = _HEAD.match(game.text.split("\n")[line - 1], column - 1) if line else None
    return int(head[1]) if head else 0


def _nil(rules: RuleSet | None) -> tuple[int, ...]:
    return (0,) * len(rules.sides) if rules else ()


def _stated(result: Outcome | None) -> str:
    if result is None or not result.finished:
        return ""
    return outcome_words(result.winner, result.game_points, result.paid)


def _counted(deal: DealJudgement) -> str:
    if deal.result is None:
        return ""
    return outcome_words(deal.result.winner, deal.game_points, deal.result.paid)


def _score_after(
    record: DealRecord, deal: DealJudgement, before: tuple[int, ...], rules: RuleSet | None
) -> tuple[int, ...]:
    """Return the score after a deal according to the sheet: as written, otherwise the sum of its results."""
    result = record.result
    if result is not None and result.score:
        return result.score
    if not before or rules is None:
        return ()
    score = list(before)
    for side, points in enumerate(deal.awarded):
        score[side] += points
    if result is None or not result.finished:
        return tuple(score) if deal.result is None else ()
    if any(result.paid):
        return tuple(points + paid for points, paid in zip(score, result.paid, strict=False))
    if result.winner in rules.sides:
        score[rules.sides.index(result.winner)] += result.game_points
    return tuple(score)


def _standings(games: Sequence[AuditedGame]) -> Iterator[PlayerStanding]:
    """Yield the players of the games by name, the best first."""
    sums: dict[str, list[int]] = {}
    for game in games:
        rules, record = game.judgement.rules, game.judgement.game.draft
        if rules is None or record is None:
            continue
        for seat in range(rules.seats):
            name = record.tag(seat_letter(seat))
            if not name:
                continue
            side = rules.side(Seat(seat))
            own = sums.setdefault(name, [0] * 9)
            own[0] += 1
            counted = _share(tuple(game.judgement.score), game.judgement.winner, side, rules)
            written = _share(game.written_score, game.written_winner, side, rules)
            for place, number in enumerate(chain(counted, written), start=1):
                own[place] += number
    standings = [PlayerStanding(name, *numbers) for name, numbers in sums.items()]
    yield from sorted(
        standings, key=lambda each: (each.lost - each.won, each.points_against - each.points_for, each.player)
    )


def _share(score: Sequence[int], winner: Seat, side: Seat, rules: RuleSet) -> tuple[int, int, int, int]:
    """Return a side's share of a game: won, lost, points for and against."""
    if len(score) != len(rules.sides):
        return 0, 0, 0, 0
    own = score[rules.sides.index(side)]
    if rules.mp_all_pay:
        return 0, 0, max(own, 0), max(-own, 0)
    return int(winner == side), int(winner not in (NOBODY, side)), own, sum(score) - own
