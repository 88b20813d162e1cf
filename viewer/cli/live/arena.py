"""The command `arena`: programs and built-in players play matches against each other."""

import sys
from collections.abc import Generator
from contextlib import closing
from functools import partial
from itertools import count
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

import click

from notation import write_spec
from notation.players import PLAYERS
from referee import RuleSet
from viewer.cli import options
from viewer.cli.bulk.ordered import in_order
from viewer.cli.files import IN_MEMORY, Files
from viewer.cli.live.contest import Compared, Contest, Played
from viewer.cli.live.figures import DECIDED, SequentialTest, Sums, ahead, decided
from viewer.cli.live.programs import fault_of
from viewer.cli.output import Delivery
from viewer.documents.document import Column, DataTable, Document, Paragraph, Part
from viewer.documents.languages import Language
from viewer.measures import share

BATCH: Final = 8
"""Boards of built-in players in a batch for a process; programs may be slow, so their batches have one."""


class Results:
    """The results of the boards, counted in their order."""

    def __init__(self, contest: Contest, test: SequentialTest | None) -> None:
        self.contest = contest
        self.test = test
        self.matches = 0
        self.deals = 0
        self.won = [0] * contest.entrants
        self.points = [0] * contest.entrants
        self.sums = [Sums() for _ in range(contest.entrants)]
        self.compared = [Compared()] * contest.entrants
        self.costs = [Sums() for _ in range(contest.entrants)]
        self.faults: list[dict[str, int]] = [{} for _ in range(contest.entrants)]
        """How often each player stopped playing, by reason."""

    def add(self, board: list[Played]) -> None:
        """Add a board."""
        self.matches += len(board)
        deals = sum(match.deals for match in board)
        self.deals += deals
        for entrant, sums in enumerate(self.sums):
            sums.add(sum(ahead(match.points, entrant) for match in board), deals)
            self.points[entrant] += sum(match.points[entrant] for match in board)
            self.won[entrant] += sum(match.winner == entrant for match in board)
        for entrant, costs in enumerate(self.costs if self.contest.is_compared else ()):
            own = [match.compared[entrant] for match in board]
            self.compared[entrant] = Compared(*map(sum, zip(self.compared[entrant], *own, strict=True)))
            costs.add(sum(each.cost for each in own), sum(each.deals for each in own))
        for match in board:
            for fault in match.faults:
                self.faults[fault.entrant][fault.why] = self.faults[fault.entrant].get(fault.why, 0) + 1

    @property
    def verdict(self) -> int:
        """The decision of the sequential test; 0 before it, or without a test."""
        return decided(self.test, self.sums[0]) if self.test else 0

    def document(self, language: Language) -> Document:
        """Return the results for people."""
        columns = (
            Column(language.say("player")),
            Column(language.say("matches won"), number=True),
            Column(language.say("game points"), number=True),
            Column(language.say("ahead per deal"), number=True),
            Column(language.say("95% interval"), number=True),
            Column(language.say("faults"), number=True),
        )
        rows = []
        for entrant, sums in enumerate(self.sums):
            estimate = sums.estimate()
            figures = (f"{estimate.value:+.3f}", f"± {estimate.margin:.3f}" if sums.boards > 1 else "–")
            faults = sum(self.faults[entrant].values())
            counted = map(str, (self.won[entrant], self.points[entrant]))
            rows.append((self.contest.names[entrant], *counted, *figures, str(faults)))
        said = language.say(
            "{deals} deals in {matches} matches, seed {seed}",
            deals=self.deals,
            matches=self.matches,
            seed=self.contest.seed,
        )
        parts: list[Part] = [Paragraph(said), DataTable(columns, tuple(rows))]
        if self.contest.is_compared:
            parts.append(self._costs_table(language))
        if self.test:
            parts.append(Paragraph(self._verdict(self.test, language), kind="answer"))
        parts += [
            Paragraph(language.say("{name}, {number} times: {why}", name=name, number=number, why=why))
            for name, faults_of in zip(self.contest.names, self.faults, strict=False)
            for why, number in faults_of.items()
        ]
        title = f"{' – '.join(dict.fromkeys(self.contest.names))}: {self.contest.spec}"
        return Document(title, tuple(parts), language.code)

    def _costs_table(self, language: Language) -> DataTable:
        """Return how the players compare with best play."""
        columns = (
            Column(language.say("player")),
            Column(language.say("deals valued"), number=True),
            Column(language.say("decisions"), number=True),
            Column(language.say("best"), number=True),
            Column(language.say("cost per deal"), number=True),
            Column(language.say("95% interval"), number=True),
        )
        rows = []
        for name, found, costs in zip(self.contest.names, self.compared, self.costs, strict=False):
            estimate = costs.estimate()
            counted = (str(found.deals), str(found.decisions), share(found.right, found.decisions))
            margin = f"± {estimate.margin:.3f}" if costs.boards > 1 else "–"
            rows.append((name, *counted, f"{estimate.value:.3f}", margin))
        return DataTable(columns, tuple(rows), language.say("Compared with best play"))

    def _verdict(self, test: SequentialTest, language: Language) -> str:
        ratio = f"{test.likelihood(self.sums[0].estimate()):+.2f}"
        facts = {"name": self.contest.names[0], "ratio": ratio, "bound": f"{DECIDED:.2f}"}
        if self.verdict:
            likely, unlikely = (test.high, test.low) if self.verdict > 0 else (test.low, test.high)
            return language.say(
                "The test ends: {name} is ahead by {likely} a deal rather than {unlikely} "
                "(log-likelihood ratio {ratio})",
                likely=f"{likely:g}",
                unlikely=f"{unlikely:g}",
                **facts,
            )
        return language.say(
            "The test has not ended: the log-likelihood ratio is {ratio}, within ±{bound}", **facts
        )

    def shape(self) -> dict[str, Any]:
        """Return the results as an object."""
        players = []
        for entrant, sums in enumerate(self.sums):
            estimate = sums.estimate()
            best: dict[str, Any] = {}
            if self.contest.is_compared:
                lost = self.costs[entrant].estimate() if self.compared[entrant].deals else None
                margin = lost.margin if lost and self.costs[entrant].boards > 1 else None
                best["best_play"] = self.compared[entrant]._asdict() | {"margin": margin}
            players.append(
                {
                    "name": self.contest.names[entrant],
                    "won": self.won[entrant],
                    "points": self.points[entrant],
                    "ahead": estimate.value,
                    "margin": estimate.margin if sums.boards > 1 else None,
                    "faults": self.faults[entrant],
                    **best,
                }
            )
        found: dict[str, Any] = {
            "rules": self.contest.spec,
            "seed": self.contest.seed,
            "deals": self.deals,
            "matches": self.matches,
            "players": players,
        }
        if self.test:
            likelihood = self.test.likelihood(self.sums[0].estimate())
            found["test"] = {
                "low": self.test.low,
                "high": self.test.high,
                "likelihood": likelihood,
                "decided": self.verdict,
            }
        return found


def arena(
    a: str,
    b: str,
    c: str | None,
    d: str | None,
    rules: RuleSet,
    deals: int,
    seed: int,
    swapped: bool,
    seconds: float,
    test: SequentialTest | None,
    is_compared: bool,
    jobs: int,
    output: str | None,
    force: bool,
    form: str,
    language: Language,
) -> None:
    """Let programs and built-in players play each other, and report who is ahead and with what confidence."""
    contest = Contest(write_spec(rules), _seats(rules, (a, b, c, d)), seed, seconds, swapped, is_compared)
    if test and contest.entrants != 2:
        raise click.UsageError("--sprt compares two sides: it does not go with rules by which all pay")
    files = Files(language=language)
    delivery = Delivery(files, form, language, None)
    if output is not None and not files.may_put_out(output, force):
        options.leave(files, wrong=False)
    results = Results(contest, test)
    with SpooledTemporaryFile(IN_MEMORY) as records:
        try:
            _play(results, deals, jobs, records)
        finally:
            if output is not None and results.matches:
                records.seek(0)
                files.write(output, records)
    delivery.add(lambda: results.document(language), results.shape)
    delivery.finish("")
    options.leave(files, wrong=False)


def _seats(rules: RuleSet, named: tuple[str | None, ...]) -> tuple[str, ...]:
    """Return the players by seat, all of them present; partners have the same program unless specified."""
    players = list(named[: rules.seats])
    if any(named[rules.seats :]):
        raise click.UsageError(f"{rules.name} has {rules.seats} seats")
    if rules.mp_partners:
        players = [player or players[seat % 2] for seat, player in enumerate(players)]
    for letter, player in zip("abcd", players, strict=False):
        if player is None:
            raise click.UsageError(f"{rules.name} has {rules.seats} seats: --{letter} names who plays there")
        fault = None if player in PLAYERS else fault_of(player)
        if fault:
            raise click.UsageError(f"--{letter}: {fault}: name a command, or {', '.join(PLAYERS)}")
    return tuple(map(str, players))


def _play(results: Results, deals: int, jobs: int, records: IO[bytes]) -> None:
    """Play boards until there are enough deals or the test has ended, and write their records."""
    boards = _boards(results.contest, jobs)
    between = b""
    for board in boards:
        results.add(board)
        for match in board:
            records.write(between + match.text.encode())
            between = b"\n"
        if sys.stderr.isatty():
            click.echo(f"\r{results.deals}/{deals} ", nl=False, err=True)
        if results.deals >= deals or results.verdict:
            break
    boards.close()
    if sys.stderr.isatty():
        click.echo("\r", nl=False, err=True)


def _boards(contest: Contest, jobs: int) -> Generator[list[Played]]:
    """Yield the boards in order, without end, several of them played in parallel."""
    size = BATCH if contest.is_quick and jobs > 1 else 1
    batches = (range(first, first + size) for first in count(1, size))
    with closing(in_order(jobs, partial(_some, contest), batches)) as played:
        for boards in played:
            yield from boards


def _some(contest: Contest, boards: range) -> list[list[Played]]:
    return list(map(contest.play, boards))
