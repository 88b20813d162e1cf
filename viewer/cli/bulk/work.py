"""The work on a block and its result: values that are sent between processes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from notation import Finding, read_spec
from notation.judge import Verdict
from notation.specs import write_spec
from notation.text import Block
from referee import RuleSet, Severity

if TYPE_CHECKING:
    from notation.judge import Judgement, Member
    from notation.text import Game


class FileBlock(NamedTuple):
    """A block of a file, and how many bytes of the files on the disk have been read with it."""

    file: str
    block: Block
    read: int = 0

    def games(self) -> "Iterator[Game]":
        """Yield the games of the block."""
        from notation.text import read  # takes long to load

        return read(self.block.data, self.block.start) if not self.block.is_rest else iter(())

    def numbered_games(self) -> "Iterator[tuple[Game, str]]":
        """Yield each game with its number after a colon; without one if it is the only game of the file."""
        before: Game | None = None
        for game in self.games():
            if before:
                yield before, f":{before.number}" if before.number else ""
            before = game
        if before:
            several = before.number > 1 or (before.number == 1 and not self.block.is_last)
            yield before, f":{before.number}" if several else ""


@dataclass(slots=True, eq=False, repr=False)
class Tally:
    """The counts over some games."""

    games: int = 0
    deals: int = 0
    errors: int = 0
    warnings: int = 0
    strays: int = 0
    """Texts before the first game of a file."""
    wrong: int = 0
    """Games and texts with errors."""
    left_out: int = 0
    """Findings not selected by the options."""
    fixes: int = 0
    """Findings with a safe correction."""
    proposals: int = 0
    """Findings with a correction that is for a person to decide on."""
    repairs: int = 0
    """Deals of which the first error says what would make them right."""
    codes: Counter[str] = field(default_factory=Counter)
    """The number of each finding."""
    rules: Counter[str] = field(default_factory=Counter)
    """The number of games judged by each rule set."""

    def add(self, other: "Tally") -> None:
        """Add other counts."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def count_findings(self, findings: Sequence[Finding]) -> int:
        """Count some findings; return how many are errors."""
        errors = sum(finding.is_error for finding in findings)
        self.errors += errors
        self.warnings += sum(finding.code.severity is Severity.WARNING for finding in findings)
        self.fixes += sum(finding.fix is not None for finding in findings)
        self.proposals += sum(finding.proposal is not None for finding in findings)
        self.repairs += sum(bool(finding.repairs) for finding in findings)
        self.codes.update(finding.code.id for finding in findings)
        return errors

    def count(self, judged: "Game | Judgement | Verdict", not_shown: int = 0) -> bool:
        """Count a game, with errors that are more than are shown; return whether it is wrong."""
        errors = not_shown + (self.count_findings(judged.findings) if judged.findings else 0)
        self.errors += not_shown
        self.wrong += errors > 0
        if isinstance(judged, Verdict):
            self.games += 1
            self.deals += judged.deals
            self.rules[write_spec(judged.rules)] += 1
            return errors > 0
        from notation.judge import Judgement  # of a right game only the verdict is computed

        game = judged.game if isinstance(judged, Judgement) else judged
        self.games += game.number > 0
        self.strays += not game.number
        self.deals += len(game.readable.deals)
        if isinstance(judged, Judgement) and judged.rules:
            self.rules[write_spec(judged.rules)] += 1
        return errors > 0


class Printed(NamedTuple):
    """Output: text for people, or the bytes of records; for standard output or standard error."""

    data: str | bytes
    err: bool = False


@dataclass(slots=True, eq=False, repr=False)
class BlockResult:
    """The result of a block: its output, its counts, and what the command needs of it.

    ``stops`` ends the run here.
    """

    said: list[Printed] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    kept: list[Any] = field(default_factory=list)
    members: list["Member"] = field(default_factory=list)
    """The matches that name a series, which is judged when it is complete."""
    stops: bool = False

    def say(self, data: str | bytes, err: bool = False) -> None:
        """Add output."""
        if data:
            self.said.append(Printed(data, err))


Work = Callable[[FileBlock], BlockResult]
"""The work of a command on a block. It is sent to other processes: an instance of a frozen dataclass."""
Batch = Sequence[FileBlock]
"""Blocks submitted together."""


def perform(packs: tuple[bytes, ...], work: Work, batch: Batch) -> list[BlockResult]:
    """Process blocks with some rule packs, up to the one at which the run ends; return their results."""
    for pack in packs:
        _know(pack)
    parts = []
    for piece in batch:
        parts.append(work(piece))
        if parts[-1].stops:
            break
    return parts


@cache
def _know(pack: bytes) -> None:
    from notation.specs import know_pack, read_pack

    know_pack(read_pack(pack))


@cache
def rules_of(spec: str) -> RuleSet | None:
    """Return the rule set of a valid spec; None for None."""
    rules = read_spec(spec) if spec else None
    return rules if isinstance(rules, RuleSet) else None


def spec_of(rules: RuleSet | None) -> str:
    """Return a rule set as it is sent to other processes."""
    return write_spec(rules) if rules else ""
