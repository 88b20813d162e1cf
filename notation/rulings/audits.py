"""Audits: compares the score sheets of a match, an evening or a league with what the referee counts.

The games were judged before; this module compares the counted values with the written ones, deal by deal, and
adds them up by player.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding, Phrase
from notation.judge.assertions import outcome_words
from notation.judge.judgement import DealJudgement, Judgement
from notation.judge.match import judge_under
from notation.record.model import NOBODY, DealRecord, Outcome, Record
from notation.record.words import seat_letter
from notation.rulings.inference import Inference, infer_together
from notation.rulings.same_names import LikeName, like_names
from notation.rulings.sheet_faults import (
    FaultKind,
    SheetFault,
    errors_by_deal,
    mended,
    sheet_faults,
    sheet_rows,
)
from notation.rulings.standings import Meeting
from notation.text.reader import Game
from referee.cards import Seat
from referee.rules import RuleSet

ON_THE_SHEET: Final = frozenset({catalogue.RESULT, catalogue.SCORE, catalogue.RESULT_FORM})
"""Findings about the game points or the score that a deal states."""
LEAST_ALIKE: Final = 4
"""Deals with equal results by which two sheets of the same players are one; fewer can be chance."""


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
    faults: tuple[SheetFault, ...] = ()

    @property
    def is_miscounted(self) -> bool:
        """Whether its game points or the score after it are wrong on the sheet."""
        return any(finding.code in ON_THE_SHEET for finding in self.errors)


@dataclass(frozen=True, slots=True)
class AuditedGame:
    """A game: its judgement, its deals, and the errors that belong to no single deal.

    ``final`` is the judgement by which it counts: without deals that are written twice, and with the results
    that the scores prove where the written ones cannot count. ``faults`` are all
    its faults, those of its deals included. ``players`` are by seat, empty if unnamed. ``repeats`` is the
    earlier sheet of the same match, if there is one; the game does not count then.
    """

    file: str
    judgement: Judgement
    final: Judgement
    deals: tuple[AuditedDeal, ...]
    errors: tuple[Finding, ...]
    faults: tuple[SheetFault, ...]
    players: tuple[str, ...]
    repeats: str = ""

    @property
    def place(self) -> str:
        """Where the game is found: its file, and its number there."""
        return f"{self.file}:{self.judgement.game.number}"

    @property
    def first_miscounted(self) -> AuditedDeal | None:
        """The deal at which the score on the sheet first goes wrong, if any."""
        return next((deal for deal in self.deals if deal.is_miscounted), None)

    @property
    def is_right(self) -> bool:
        """Whether the game has no errors, and is the only sheet of its match."""
        return not self.judgement.errors and not self.faults

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

    @property
    def meeting(self) -> Meeting | None:
        """The match between two sides with names; None for others, and for a repeated sheet."""
        rules, names = self.judgement.rules, self.players
        if rules is None or self.repeats or len(rules.sides) != 2 or not all(names):
            return None
        if len(set(names)) < len(names):
            return None
        by_side: dict[Seat, list[str]] = {side: [] for side in rules.sides}
        for seat, name in enumerate(names):
            by_side[rules.side(Seat(seat))].append(name)
        one, other = (" + ".join(each) for each in by_side.values())
        winner = rules.sides.index(self.final.winner) if self.final.winner >= 0 else NOBODY
        score = () if self.final.is_open else tuple(self.final.score)
        return Meeting((one, other), score, winner, self.final.games, self.place)


class PlayerStanding(NamedTuple):
    """The totals of a player over all games, as counted and as written.

    Points for and against are game points; in games with payments, what was won and what was paid. A game
    with an unknown score only counts in the number of games. ``bummerl`` are the matches lost, those that
    count double twice.
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
    bummerl: int = 0

    @property
    def is_right(self) -> bool:
        """Whether the written totals equal the counted ones."""
        return self[2:6] == self[6:10]


@dataclass(frozen=True, slots=True)
class Audit:
    """The audit of several games: each of them, the corrected table, and names that may be one player's.

    ``inference`` has the rules that fit all of the games, if they were asked for; ``lacks_lines`` says that
    there were rows or sheets beside them that could not be read.
    """

    games: tuple[AuditedGame, ...]
    standings: tuple[PlayerStanding, ...]
    names: tuple[LikeName, ...] = ()
    inference: Inference | None = None
    lacks_lines: bool = False

    @property
    def is_right(self) -> bool:
        """Whether none of the games has errors."""
        return all(game.is_right for game in self.games)

    @property
    def is_unread(self) -> bool:
        """Whether some lines of the games could not be read."""
        return self.lacks_lines or any(game.is_unread for game in self.games)

    @property
    def meetings(self) -> list[Meeting]:
        """The matches between two sides."""
        return [meeting for game in self.games if (meeting := game.meeting)]


def audit(
    games: Sequence[tuple[str, Judgement]],
    assumed: RuleSet | None = None,
    same: Mapping[str, str] | None = None,
    *,
    infers: bool = False,
) -> Audit:
    """Audit judged games, each with the name of its file.

    ``assumed`` are the rules of records that name none; ``same`` gives players other names, to count one who
    is spelt differently as one. With ``infers`` the rules are sought that fit all games.

    >>> from pathlib import Path
    >>> from notation.judge import judge
    >>> from notation.text.reader import read_file
    >>> [game] = read_file(Path("samples/faulty/wrong-score.sgn"))
    >>> audited = audit([("wrong-score.sgn", judge(game))])
    >>> first = audited.games[0].first_miscounted
    >>> first.number, first.written_score, first.score
    (1, (3, 0), (0, 3))
    >>> [str(fault.says) for fault in audited.games[0].faults]
    ['the columns of the score are swapped: 0-3, not 3-0']
    """
    audited = tuple(_repeated(audited_game(file, judgement, same) for file, judgement in games))
    standings = tuple(_standings(audited))
    met = {pair for game in audited for pair in combinations(filter(None, game.players), 2)}
    alike = like_names({each.player: each.games for each in standings}, met)
    inference = infer_together([judgement.game for _, judgement in games], assumed) if infers else None
    return Audit(audited, standings, tuple(alike), inference)


def audited_game(file: str, judgement: Judgement, same: Mapping[str, str] | None = None) -> AuditedGame:
    """Audit one judged game."""
    game, rules = judgement.game, judgement.rules
    errors, faults = errors_by_deal(judgement), sheet_faults(judgement)
    record = mended(judgement, faults)
    final = judge_under(replace(game, record=record, draft=record), rules) if rules and record else judgement
    doubled = {fault.place for fault in faults if fault.kind is FaultKind.TWICE}
    counted = iter(final.deals)
    deals = list[AuditedDeal]()
    for place, row in enumerate(sheet_rows(judgement), start=1):
        number = row.judged.number if row.judged.number >= 0 else _number_in(game, row.record) or place
        judged = None if place in doubled else next(counted)
        deals.append(
            AuditedDeal(
                number,
                written=_stated(row.record.result),
                counted=_counted(judged) if judged else "",
                written_score=row.written,
                score=judged.score if judged else deals[-1].score,
                errors=tuple(errors.pop(place, ())),
                faults=tuple(fault for fault in faults if fault.place == place),
            )
        )
    others = (finding for found in errors.values() for finding in found)
    tags = [game.readable.tag(seat_letter(seat)) or "" for seat in range(rules.seats if rules else 0)]
    players = tuple((same or {}).get(name, name) for name in tags)
    named = [name for name in players if name]
    if len(set(named)) < len(named):
        says = Phrase("one name stands at two seats: {name}", {"name": max(named, key=named.count)})
        faults += (SheetFault(FaultKind.NAMES, 0, says),)
    return AuditedGame(file, judgement, final, tuple(deals), tuple(others), faults, players)


def _number_in(game: Game, record: DealRecord) -> int:
    """Return the number in the head of a deal that could not be read to its end; 0 if it has none."""
    line, column = record.span[:2]
    head = _HEAD.match(game.text.split("\n")[line - 1], column - 1) if line else None
    return int(head[1]) if head else 0


def _stated(result: Outcome | None) -> str:
    if result is None or not result.finished:
        return ""
    return outcome_words(result.winner, result.game_points, result.paid)


def _counted(deal: DealJudgement) -> str:
    """Return the result that counts: that of the play, otherwise the stated one if it is plausible."""
    if deal.result is not None:
        return outcome_words(deal.result.winner, deal.game_points, deal.result.paid)
    trusted = deal.trusted
    return outcome_words(trusted.winner, trusted.game_points, trusted.paid) if trusted else ""


def _repeated(games: Iterator[AuditedGame]) -> Iterator[AuditedGame]:
    """Yield the games, each second sheet of a match marked as such."""
    known: dict[tuple[object, ...], list[AuditedGame]] = {}
    for game in games:
        others = known.setdefault(_identity(game), [])
        first = next((other for other in others if _is_one_match(game, other)), None)
        if first is None:
            others.append(game)
            yield game
            continue
        says = Phrase("the same match as {place}: it counts once", {"place": first.place})
        faults = (*game.faults, SheetFault(FaultKind.REPEATED, 0, says))
        yield replace(game, faults=faults, repeats=first.place)


def _identity(game: AuditedGame) -> tuple[object, ...]:
    """Return what two sheets of one match have in common, whoever of its players wrote them."""
    rules = game.judgement.rules
    gains = tuple(row.gains for row in sheet_rows(game.judgement))
    if rules is None or len(gains) < LEAST_ALIKE or not all(game.players):
        return (game.place,)
    if len(game.players) == 2 and game.players[0] > game.players[1]:
        return game.players[::-1], tuple(each[::-1] for each in gains)
    return game.players, gains


def _is_one_match(game: AuditedGame, other: AuditedGame) -> bool:
    """Whether nothing tells two games apart that have the same players and results."""
    record, former = game.judgement.game.readable, other.judgement.game.readable
    pairs = [(record.tag(name), former.tag(name)) for name in ("Date", "Round", "Match")]
    pairs += [(_play(record), _play(former))] if game.players == other.players else []
    return all(one == two or not (one and two) for one, two in pairs)


def _play(record: Record) -> str:
    """Return what was played, as text; empty if nothing was."""
    tricks = [deal.tricks for deal in record.deals]
    return repr(tricks) if any(tricks) else ""


def _standings(games: Sequence[AuditedGame]) -> Iterator[PlayerStanding]:
    """Yield the players of the games by name, the best first."""
    sums: dict[str, list[int]] = {}
    for game in games:
        rules = game.judgement.rules
        if rules is None or game.repeats:
            continue
        for seat, name in enumerate(game.players):
            if not name:
                continue
            side = rules.side(Seat(seat))
            own = sums.setdefault(name, [0] * 10)
            own[0] += 1
            counted = _share(tuple(game.final.score), game.final.winner, side, rules)
            written = _share(game.written_score, game.written_winner, side, rules)
            for place, number in enumerate(chain(counted, written, [counted[1] * game.final.games]), start=1):
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
