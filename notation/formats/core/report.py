"""What is told of a conversion: what was dropped, derived, unknown or left out, and what cannot be read.

A reader or writer tells it as it comes; here it is counted. Nothing is decided here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from notation.findings.finding import Fact, Finding, Phrase, Wording
from notation.formats.core.capabilities import TITLES, RecordPart
from notation.record.model import NOWHERE, Span
from referee.codes import Code


class ReportKind(Enum):
    """What became of something."""

    DROPPED = "dropped"
    """The format cannot hold it."""
    LEFT_OUT = "left out"
    """A whole deal that the format cannot hold."""
    UNKNOWN = "unknown"
    """The source does not tell it; it is written as unknown."""
    DERIVED = "derived"
    """The source does not state it; it follows from something else."""
    DIFFERENT = "different"
    """The format states it otherwise than the record does."""
    READ = "read"
    """How the source was read: not as it stands on the disk."""


SAID: Final = {
    ReportKind.DROPPED: Phrase("dropped"),
    ReportKind.LEFT_OUT: Phrase("left out"),
    ReportKind.UNKNOWN: Phrase("unknown"),
    ReportKind.DERIVED: Phrase("derived"),
    ReportKind.DIFFERENT: Phrase("different"),
    ReportKind.READ: Phrase("read"),
}
"""How each kind is called."""
LOSSES: Final = frozenset({ReportKind.DROPPED, ReportKind.LEFT_OUT, ReportKind.DIFFERENT})
"""What `--strict` refuses: what the record holds and the new file does not."""


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """One line of a report: what became of so many things of one part, the first of them at a line.

    ``game`` and ``deal`` count from 1 and are 0 where they mean nothing; ``line`` is 0 where the source
    has none. ``why`` is from what it was derived, or why it cannot be held.
    """

    kind: ReportKind
    part: RecordPart | None
    game: int = 0
    deal: int = 0
    why: Phrase | None = None
    line: int = 0
    count: int = 1

    def as_json(self) -> dict[str, Any]:
        """The entry as a JSON object."""
        return {
            "kind": self.kind.value,
            "part": self.part.value if self.part else None,
            "game": self.game or None,
            "deal": self.deal or None,
            "line": self.line or None,
            "count": self.count,
            "why": str(self.why) if self.why else None,
        }

    def words(self, wording: Wording) -> str:
        """The entry as a line of text.

        >>> from notation.findings.finding import ENGLISH
        >>> entry = ReportEntry(ReportKind.DROPPED, RecordPart.COMMENTS, game=1, deal=2, line=14, count=3)
        >>> entry.words(ENGLISH)
        'game 1, deal 2: dropped: comments (3, the first at line 14)'
        """
        return _line([self], wording)


def grouped(report: Iterable[ReportEntry], wording: Wording) -> Iterator[str]:
    """The lines of a report for people: what became of many games or deals alike is one line.

    >>> from notation.findings.finding import ENGLISH
    >>> what = ReportKind.DROPPED, RecordPart.COMMENTS
    >>> list(grouped([ReportEntry(*what, 1, deal, line=9 * deal) for deal in (1, 2, 3)], ENGLISH))
    ['game 1, 3 deals: dropped: comments (3, the first at line 9)']
    """
    groups: dict[tuple[ReportKind, RecordPart | None, str], list[ReportEntry]] = {}
    for entry in report:
        groups.setdefault((entry.kind, entry.part, entry.why.sentence if entry.why else ""), []).append(entry)
    for entries in groups.values():
        yield _line(entries, wording)


def _line(entries: Sequence[ReportEntry], wording: Wording) -> str:
    """What became of one thing in some games and deals."""
    first = entries[0]
    number, line = sum(entry.count for entry in entries), first.line
    what = wording.put(TITLES[first.part] if first.part else SAID[first.kind])
    if line and number > 1:
        what += wording.put(Phrase(" ({number}, the first at line {line})", {"number": number, "line": line}))
    elif line:
        what += wording.put(Phrase(" (line {line})", {"line": line}))
    elif number > 1:
        what += f" ({number})"
    kind = wording.put(SAID[first.kind]) if first.part else ""
    whys = dict.fromkeys(wording.put(entry.why) for entry in entries if entry.why)
    why = next(iter(whys), "")
    if len(whys) > 1:
        why = wording.put(Phrase("{why}, for example", {"why": why}))
    return ": ".join(filter(None, [_where(entries, wording), kind, what, why]))


def _where(entries: Sequence[ReportEntry], wording: Wording) -> str:
    """The games and deals of some entries: by their numbers where there is one, else how many."""
    games = {entry.game for entry in entries if entry.game}
    deals = {(entry.game, entry.deal) for entry in entries if entry.deal}
    where = []
    if len(games) == 1:
        where.append(Phrase("game {number}", {"number": min(games)}))
    elif games:
        where.append(Phrase("{number} games", {"number": len(games)}))
    if len(deals) == 1:
        where.append(Phrase("deal {number}", {"number": min(deals)[1]}))
    elif deals:
        where.append(Phrase("{number} deals", {"number": len(deals)}))
    return ", ".join(map(wording.put, where))


@dataclass(slots=True)
class Telling:
    """Takes what is told of a conversion, game by game."""

    findings: list[Finding] = field(default_factory=list)
    """What could not be read, with its place in the source."""
    _entries: dict[tuple[ReportKind, RecordPart | None, int, int, str], ReportEntry] = field(
        default_factory=dict
    )
    game: int = 0
    """The game that is being read or written; a reader counts it up before it tells of the next."""
    is_whole: bool = False
    """Whether the log proves that no play is missing at the end of the game that was read last."""
    offset: int = 0
    """The lines of the source before this game, where its spans count from its first line."""

    def take(self, other: "Telling") -> None:
        """Take over everything that was told elsewhere."""
        self.findings += other.findings
        self._entries |= other._entries
        self.game, self.offset = other.game, other.offset

    def read(self, why: Phrase, line: int = 0, count: int = 1) -> None:
        """Tell how the source was read, and how many of its lines from which one were read so."""
        self._entries[ReportKind.READ, None, 0, 0, str(why)] = ReportEntry(
            ReportKind.READ, None, 0, 0, why, line, count
        )

    def tell(
        self,
        kind: ReportKind,
        part: RecordPart | None,
        deal: int = 0,
        why: Phrase | None = None,
        line: int = 0,
    ) -> None:
        """Tell one thing; like things of one deal are counted together."""
        key = (kind, part, self.game, deal, str(why or ""))
        known = self._entries.get(key)
        if known:
            self._entries[key] = ReportEntry(kind, part, self.game, deal, why, known.line, known.count + 1)
        else:
            self._entries[key] = ReportEntry(kind, part, self.game, deal, why, line)

    def derived(self, part: RecordPart, why: Phrase, deal: int = 0) -> None:
        """Tell that something was derived, and from what."""
        self.tell(ReportKind.DERIVED, part, deal, why)

    def unknown(self, part: RecordPart, why: Phrase, deal: int = 0) -> None:
        """Tell that the source does not say something, which is written as unknown."""
        self.tell(ReportKind.UNKNOWN, part, deal, why)

    def fault(self, code: Code, line: int, column: int = 1, length: int = 1, **facts: Fact) -> None:
        """Tell what cannot be read, with its place in the source."""
        span = Span(line, column, line, column + length) if line else NOWHERE
        self.findings.append(Finding(code, span, facts))

    @property
    def report(self) -> tuple[ReportEntry, ...]:
        """Everything that was told, in its order."""
        return tuple(self._entries.values())


def has_losses(report: Iterable[ReportEntry]) -> bool:
    """Whether anything of the source is not in the new file."""
    return any(entry.kind in LOSSES for entry in report)
