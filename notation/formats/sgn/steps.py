"""Conversion of SGN block by block: the file and the report are those of a conversion in one piece.

What is told of a block is kept apart by when it is told: while the games are read, while each is made to fit,
and while they are written; a conversion in one piece tells all of the first before any of the next.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from notation.findings.finding import Finding, Wording
from notation.formats.core.convert import fitted, prove_game, with_rules
from notation.formats.core.format import Format
from notation.formats.core.report import (
    GroupKey,
    ReportEntry,
    ReportGroup,
    Telling,
    groups_of,
    has_losses,
)
from notation.formats.sgn.records import SGN
from notation.text.reader import Game
from referee.rules import RuleSet


@dataclass(frozen=True, slots=True)
class ConvertedBlock:
    """What some games come to: their text in the other format, and what is reported about them.

    ``games`` were read and ``deals`` written; ``fitting`` numbers the games from 1; ``proved`` of
    them were read again as they are written. ``findings`` have their places in the file.
    """

    data: bytes
    games: int
    deals: int
    findings: tuple[Finding, ...]
    reading: tuple[ReportEntry, ...]
    fitting: tuple[ReportEntry, ...]
    writing: tuple[ReportEntry, ...]
    proved: int = 0


def convert_games(
    games: Iterable[Game], target: Format, rules: RuleSet | None = None, *, prove: bool = False
) -> ConvertedBlock:
    """Some games of SGN in a format that is written piece by piece, with ``rules`` where they name none.

    With ``prove`` every game is read again as it is written.
    """
    if target.writer is None or target.between is None:
        raise ValueError(f"{target.name} is not written piece by piece")
    reading, fitting, writing = Telling(), Telling(), Telling()
    written: list[bytes] = []
    number = deals = 0
    for game in games:
        reading.findings += [replace(finding, span=game.place(finding.span)) for finding in game.findings]
        if game.record is None:
            continue
        reading.game, number = game.number, number + 1
        record = with_rules(game.record, SGN, reading, rules)
        fitting.game, fitting.offset = number, game.line - 1
        pieces = fitted(record, target, fitting, rules)
        written += [target.writer(pieces, writing)] if pieces else []
        if prove:
            prove_game(pieces, target, fitting)
        deals += sum(len(piece.record.deals) for piece in pieces)
    return ConvertedBlock(
        target.between.join(written),
        number,
        deals,
        tuple(reading.findings),
        reading.report,
        fitting.report,
        writing.report,
        fitting.proved,
    )


@dataclass(slots=True)
class BlockReport:
    """The report of a conversion in steps, as it grows: no more than its lines for people.

    With ``whole`` every entry is kept, too, and every finding.
    """

    whole: bool = False
    games: int = 0
    deals: int = 0
    ok: bool = True
    """Whether all of the source could be read."""
    has_losses: bool = False
    """Whether anything of the source is not in the new file."""
    proved: int = 0
    """The games that were read again as they are written."""
    findings: list[Finding] = field(default_factory=list)
    _entries: tuple[list[ReportEntry], list[ReportEntry]] = field(default_factory=lambda: ([], []))
    _groups: tuple[dict[GroupKey, ReportGroup], ...] = field(default_factory=lambda: ({}, {}))
    _writing: Telling = field(default_factory=Telling)

    def add(self, step: ConvertedBlock) -> None:
        """Take what is reported about the next games."""
        told = (*step.reading, *step.fitting, *step.writing)
        self.has_losses = self.has_losses or has_losses(told)
        self.proved += step.proved
        fitting = [replace(entry, game=entry.game + self.games) for entry in step.fitting]
        for groups, kept, entries in zip(self._groups, self._entries, (step.reading, fitting), strict=True):
            for key, group in groups_of(entries).items():
                groups[key] = groups[key].joined(group) if key in groups else group
            if self.whole:
                kept += entries
        self._writing.add(step.writing)
        self.games += step.games
        self.deals += step.deals
        self.ok = self.ok and not any(finding.is_error for finding in step.findings)
        if self.whole:
            self.findings += step.findings

    @property
    def entries(self) -> tuple[ReportEntry, ...]:
        """Every entry in its order, where all are kept."""
        return (*self._entries[0], *self._entries[1], *self._writing.report)

    def lines(self, wording: Wording) -> list[str]:
        """The lines for people."""
        return [group.words(wording) for group in self._all().values()]

    def _all(self) -> dict[GroupKey, ReportGroup]:
        found: dict[GroupKey, ReportGroup] = {}
        for groups in (*self._groups, groups_of(self._writing.report)):
            for key, group in groups.items():
                found[key] = found[key].joined(group) if key in found else group
        return found
