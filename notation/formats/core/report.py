"""What is told of a conversion: what was dropped, derived, unknown or left out, and what cannot be read.

A reader or writer tells it as it comes; here it is counted. Nothing is decided here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from notation.findings.finding import Fact, Finding, Phrase, Wording
from notation.formats.core.capabilities import TITLES, RecordPart
from notation.record.model import NOWHERE, Span
from referee.codes import Code

if TYPE_CHECKING:
    from notation.formats.core.table_file import TableFacts


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

    def words(self, wording: Wording) -> str:
        """The entry as a line of text.

        >>> from notation.findings.finding import ENGLISH
        >>> entry = ReportEntry(ReportKind.DROPPED, RecordPart.COMMENTS, game=1, deal=2, line=14, count=3)
        >>> entry.words(ENGLISH)
        'game 1, deal 2: dropped: comments (3, the first at line 14)'
        """
        return _line(_group([self]), wording)


def grouped(report: Iterable[ReportEntry], wording: Wording) -> Iterator[str]:
    """The lines of a report for people: what became of many games or deals alike is one line.

    >>> from notation.findings.finding import ENGLISH
    >>> what = ReportKind.DROPPED, RecordPart.COMMENTS
    >>> list(grouped([ReportEntry(*what, 1, deal, line=9 * deal) for deal in (1, 2, 3)], ENGLISH))
    ['game 1, 3 deals: dropped: comments (3, the first at line 9)']
    """
    for group in groups_of(report).values():
        yield group.words(wording)


GroupKey = tuple[ReportKind, RecordPart | None, str]
"""What the entries of one line have in common: kind, part, and the sentence of why."""


@dataclass(frozen=True, slots=True)
class ReportGroup:
    """What became of one thing in some games and deals, which is one line for people.

    ``number`` things are counted, in ``games`` games and ``deals`` deals, of which ``game`` and ``deal`` are
    the first, 0 where there is none. ``whys`` has one reason, and another where there are several.
    """

    first: ReportEntry
    number: int
    games: int
    game: int
    deals: int
    deal: int
    whys: tuple[Phrase, ...]

    def joined(self, other: "ReportGroup") -> "ReportGroup":
        """The group together with that of later games."""
        return ReportGroup(
            self.first,
            self.number + other.number,
            self.games + other.games,
            self.game or other.game,
            self.deals + other.deals,
            self.deal or other.deal,
            _two((*self.whys, *other.whys)),
        )

    def without_line(self) -> "ReportGroup":
        """The group without a line, where there are several files that it could be of."""
        return replace(self, first=replace(self.first, line=0))

    def words(self, wording: Wording) -> str:
        """The group as a line of text."""
        return _line(self, wording)


def groups_of(report: Iterable[ReportEntry]) -> dict[GroupKey, ReportGroup]:
    """The entries of a report, put together in the order in which the first of each came."""
    groups: dict[GroupKey, list[ReportEntry]] = {}
    for entry in report:
        groups.setdefault((entry.kind, entry.part, entry.why.sentence if entry.why else ""), []).append(entry)
    return {key: _group(entries) for key, entries in groups.items()}


def joined(
    groups: Mapping[GroupKey, ReportGroup], later: Mapping[GroupKey, ReportGroup]
) -> dict[GroupKey, ReportGroup]:
    """The groups of a report together with those of a later one."""
    together = dict(groups)
    for key, group in later.items():
        together[key] = together[key].joined(group) if key in together else group
    return together


def _group(entries: Sequence[ReportEntry]) -> ReportGroup:
    games = dict.fromkeys(entry.game for entry in entries if entry.game)
    deals = dict.fromkeys((entry.game, entry.deal) for entry in entries if entry.deal)
    return ReportGroup(
        entries[0],
        sum(entry.count for entry in entries),
        len(games),
        next(iter(games), 0),
        len(deals),
        next((deal for _, deal in deals), 0),
        _two(tuple(entry.why for entry in entries if entry.why)),
    )


def _two(whys: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """The first of some reasons, and another one where they are not all alike."""
    return whys[:1] + next(((why,) for why in whys[1:] if str(why) != str(whys[0])), ())


def _line(group: ReportGroup, wording: Wording) -> str:
    first = group.first
    number, line = group.number, first.line
    what = wording.put(TITLES[first.part] if first.part else SAID[first.kind])
    if line and number > 1:
        what += wording.put(Phrase(" ({number}, the first at line {line})", {"number": number, "line": line}))
    elif line:
        what += wording.put(Phrase(" (line {line})", {"line": line}))
    elif number > 1:
        what += f" ({number})"
    kind = wording.put(SAID[first.kind]) if first.part else ""
    why = wording.put(group.whys[0]) if group.whys else ""
    if len(group.whys) > 1:
        why = wording.put(Phrase("{why}, for example", {"why": why}))
    return ": ".join(filter(None, [_where(group, wording), kind, what, why]))


def _where(group: ReportGroup, wording: Wording) -> str:
    """The games and deals of a group: by their numbers where there is one, else how many."""
    where = []
    if group.games == 1:
        where.append(Phrase("game {number}", {"number": group.game}))
    elif group.games:
        where.append(Phrase("{number} games", {"number": group.games}))
    if group.deals == 1:
        where.append(Phrase("deal {number}", {"number": group.deal}))
    elif group.deals:
        where.append(Phrase("{number} deals", {"number": group.deals}))
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
    proved: int = 0
    """The games that were read again from the new file, and nothing was missing but what is told here."""
    offset: int = 0
    """The lines of the source before this game, where its spans count from its first line."""
    table: "TableFacts | None" = None
    """What the new file has, where it is a table."""
    starts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The lines of the source at which each game begins: several where views of one are merged."""
    lost: list[int] = field(default_factory=list)
    """The lines at which deals begin that are left out because they cannot be read."""
    origins: list[int] = field(default_factory=list)
    """Which of those games each record is, in the order in which they were read."""

    def begin(self, *lines: int) -> None:
        """Count up to the next game of the source, which begins at these lines."""
        self.game += 1
        self.starts[self.game] = lines

    def begun(self, other: "Telling", lines: int = 0) -> None:
        """Take over where games begin that were told of elsewhere, after so many lines and the games here."""
        self.origins += [self.game + game for game in other.origins]
        self.lost += [line + lines for line in other.lost]
        for game, starts in other.starts.items():
            self.starts[self.game + game] = tuple(line + lines for line in starts)

    def take(self, other: "Telling", games: int = 0) -> None:
        """Take over everything that was told elsewhere, behind so many games that were told of here."""
        self.findings += other.findings
        self.add(replace(entry, game=entry.game and entry.game + games) for entry in other.report)
        self.game, self.offset = other.game + games, other.offset
        self.starts, self.lost, self.origins = other.starts, other.lost, other.origins

    def add(self, entries: Iterable[ReportEntry]) -> None:
        """Count what was told elsewhere together with what is like it here."""
        for entry in entries:
            key = (entry.kind, entry.part, entry.game, entry.deal, str(entry.why or ""))
            known = self._entries.get(key)
            self._entries[key] = replace(known, count=known.count + entry.count) if known else entry

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
