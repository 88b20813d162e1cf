"""The loss report of a conversion: what was dropped, derived, unknown, left out, or unreadable.

Readers and writers report as they go; entries are counted here. Nothing is decided here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase, Wording
from notation.formats.core.capabilities import RecordPart, Titled
from notation.record.model import NOWHERE, Span
from referee.codes import Code


class ReportKind(Titled):
    """The fate of a part."""

    DROPPED = "dropped", Phrase("dropped")
    """The format cannot hold it."""
    LEFT_OUT = "left out", Phrase("left out")
    """The format cannot hold the whole deal."""
    UNKNOWN = "unknown", Phrase("unknown")
    """Not in the source; written as unknown."""
    DERIVED = "derived", Phrase("derived")
    """Not stated in the source; it follows from something else."""
    DIFFERENT = "different", Phrase("different")
    """Stated differently by the format and the record."""
    READ = "read", Phrase("read")
    """How the source was decoded."""


LOSSES: Final = frozenset({ReportKind.DROPPED, ReportKind.LEFT_OUT, ReportKind.DIFFERENT})
"""The kinds that `--strict` refuses: in the record, but not in the new file."""


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """An entry of a report: the fate of a number of things of one part, the first of them at a line.

    ``game`` and ``deal`` count from 1, 0 for none; ``line`` is 0 if there is none in the source. ``why`` is
    the source of a derived value, or why something cannot be held.
    """

    kind: ReportKind
    part: RecordPart | None
    game: int = 0
    deal: int = 0
    why: Phrase | None = None
    line: int = 0
    count: int = 1

    def words(self, wording: Wording) -> str:
        """Return the entry as a line of text.

        >>> from notation.findings.finding import ENGLISH
        >>> entry = ReportEntry(ReportKind.DROPPED, RecordPart.COMMENTS, game=1, deal=2, line=14, count=3)
        >>> entry.words(ENGLISH)
        'game 1, deal 2: dropped: comments (3, the first at line 14)'
        """
        return _group([self]).words(wording)


def grouped(report: Iterable[ReportEntry], wording: Wording) -> Iterator[str]:
    """Return the lines of a report for people; like entries of many games or deals are one line.

    >>> from notation.findings.finding import ENGLISH
    >>> what = ReportKind.DROPPED, RecordPart.COMMENTS
    >>> list(grouped([ReportEntry(*what, 1, deal, line=9 * deal) for deal in (1, 2, 3)], ENGLISH))
    ['game 1, 3 deals: dropped: comments (3, the first at line 9)']
    """
    for group in groups_of(report).values():
        yield group.words(wording)


GroupKey = tuple[ReportKind, RecordPart | None, str]
"""The common key of a line's entries: kind, part, and the sentence of why."""


@dataclass(frozen=True, slots=True)
class ReportGroup:
    """Like entries of several games and deals, which are one line for people.

    ``number`` things in ``games`` games and ``deals`` deals, the first of which are ``game`` and ``deal``, 0
    for none. ``whys`` has one reason, and a second one if there are several.
    """

    first: ReportEntry
    number: int
    games: int
    game: int
    deals: int
    deal: int
    whys: tuple[Phrase, ...]

    def joined(self, other: "ReportGroup") -> "ReportGroup":
        """Return the group merged with that of later games."""
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
        """Return the group without a line, if there are several possible files."""
        return replace(self, first=replace(self.first, line=0))

    def words(self, wording: Wording) -> str:
        """Return the group as a line of text."""
        first, number, line = self.first, self.number, self.first.line
        what = wording.put((first.part or first.kind).title)
        if line and number > 1:
            what += wording.put(
                Phrase(" ({number}, the first at line {line})", {"number": number, "line": line})
            )
        elif line:
            what += wording.put(Phrase(" (line {line})", {"line": line}))
        elif number > 1:
            what += f" ({number})"
        kind = wording.put(first.kind.title) if first.part else ""
        why = wording.put(self.whys[0]) if self.whys else ""
        if len(self.whys) > 1:
            why = wording.put(Phrase("{why}, for example", {"why": why}))
        return ": ".join(filter(None, [_where(self, wording), kind, what, why]))


def groups_of(report: Iterable[ReportEntry]) -> dict[GroupKey, ReportGroup]:
    """Group the entries of a report, in the order of their first occurrence."""
    groups: dict[GroupKey, list[ReportEntry]] = {}
    for entry in report:
        groups.setdefault((entry.kind, entry.part, entry.why.sentence if entry.why else ""), []).append(entry)
    return {key: _group(entries) for key, entries in groups.items()}


def joined(
    groups: Mapping[GroupKey, ReportGroup], later: Mapping[GroupKey, ReportGroup]
) -> dict[GroupKey, ReportGroup]:
    """Merge the groups of a report with those of a later one."""
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
    """Return the first reason, and another one if they differ."""
    return whys[:1] + next(((why,) for why in whys[1:] if str(why) != str(whys[0])), ())


def _where(group: ReportGroup, wording: Wording) -> str:
    """Return the games and deals of a group: a single one by its number, otherwise how many."""
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
class TableFacts:
    """The contents of a written table: size, rules and dates."""

    games: int = 0
    deals: int = 0
    rows: int = 0
    specs: Counter[str] = field(default_factory=Counter)
    """The number of deals of each rule set."""
    first: str = ""
    """The earliest date, empty if no game has one; ``last`` is the latest."""
    last: str = ""

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Count the rows of one game."""
        self.games += 1
        self.rows += len(rows)
        deals = {row["deal"]: row["spec"] for row in rows}
        self.deals += len(deals)
        self.specs.update(deals.values())
        self._date(*(row["date"] for row in rows[:1] if row["date"]))

    def join(self, other: "TableFacts") -> None:
        """Add the counts of another file."""
        self.games += other.games
        self.deals += other.deals
        self.rows += other.rows
        self.specs += other.specs
        self._date(*filter(None, (other.first, other.last)))

    def _date(self, *dates: str) -> None:
        for date in dates:
            self.first = min(self.first or date, date)
            self.last = max(self.last, date)


@dataclass(slots=True)
class Telling:
    """Collects the report of a conversion, game by game."""

    findings: list[Finding] = field(default_factory=list)
    """What could not be read, with its place in the source."""
    _entries: dict[tuple[ReportKind, RecordPart | None, int, int, str], ReportEntry] = field(
        default_factory=dict
    )
    game: int = 0
    """The current game; a reader increments it before reporting about the next."""
    is_whole: bool = False
    """Whether the log proves that no play is missing at the end of the last game."""
    proved: int = 0
    """The games that were read back from the new file and lacked only what is reported."""
    offset: int = 0
    """The lines of the source before this game, if its spans count from its first line."""
    table: TableFacts | None = None
    """The contents of the new file, if it is a table."""
    starts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The lines at which each game begins: several if views of it are merged."""
    lost: list[int] = field(default_factory=list)
    """The lines of deals that are left out because they cannot be read."""
    origins: list[int] = field(default_factory=list)
    """The game number of each record, in reading order."""

    def begin(self, *lines: int) -> None:
        """Advance to the next game of the source, which begins at these lines."""
        self.game += 1
        self.starts[self.game] = lines

    def take(self, other: "Telling", lines: int = 0) -> None:
        """Add another report, of what comes after the games of this one and after this many lines."""
        self.findings += other.findings
        self.add(other.entries_after(self.game, lines))
        self.origins += [self.game + game for game in other.origins]
        self.lost += [line + lines for line in other.lost]
        for game, starts in other.starts.items():
            self.starts[self.game + game] = tuple(line + lines for line in starts)
        self.game += other.game

    def add(self, entries: Iterable[ReportEntry]) -> None:
        """Add entries, merged with like ones."""
        for entry in entries:
            key = (entry.kind, entry.part, entry.game, entry.deal, str(entry.why or ""))
            known = self._entries.get(key)
            self._entries[key] = replace(known, count=known.count + entry.count) if known else entry

    def line_of(self, span: Span) -> int:
        """Return the line in the source of a place in the record, 0 for none."""
        return span.line + self.offset if span.line else 0

    def read(self, why: Phrase, line: int = 0, count: int = 1) -> None:
        """Report how the source was decoded, with the first line and the number of lines concerned."""
        self.add([ReportEntry(ReportKind.READ, None, 0, 0, why, line, count)])

    def dropped(
        self, part: RecordPart | None, deal: int = 0, why: Phrase | None = None, line: int = 0
    ) -> None:
        """Report something that the format cannot hold; like things of one deal are counted together."""
        self.add([ReportEntry(ReportKind.DROPPED, part, self.game, deal, why, line)])

    def left_out(self, why: Phrase, line: int = 0, deal: int = 0) -> None:
        """Report a game or a deal that the format cannot hold."""
        self.add([ReportEntry(ReportKind.LEFT_OUT, None, self.game, deal, why, line)])

    def different(self, part: RecordPart | None, why: Phrase | None, deal: int = 0) -> None:
        """Report what the format states differently."""
        self.add([ReportEntry(ReportKind.DIFFERENT, part, self.game, deal, why)])

    def derived(self, part: RecordPart, why: Phrase, deal: int = 0) -> None:
        """Report that something was derived, and from what."""
        self.add([ReportEntry(ReportKind.DERIVED, part, self.game, deal, why)])

    def unknown(self, part: RecordPart, why: Phrase, deal: int = 0) -> None:
        """Report that something is missing in the source and written as unknown."""
        self.add([ReportEntry(ReportKind.UNKNOWN, part, self.game, deal, why)])

    def fault(self, code: Code, line: int, column: int = 1, length: int = 1, **facts: Fact) -> None:
        """Report what cannot be read, with its place in the source."""
        span = Span(line, column, line, column + length) if line else NOWHERE
        self.findings.append(Finding(code, span, facts))

    def misread(self, line: int, word: str, expected: Fact, column: int = 1) -> None:
        """Report a word or a line that cannot be read, and what is expected in its place."""
        self.fault(catalogue.LOG_WORD, line, column, max(len(word), 1), word=word[:64], expected=expected)

    def contradicted(self, shown: Finding, line: int = 0) -> None:
        """Report a deal of the current game that is left out since its play, as read, is impossible."""
        line = line or next(iter(self.starts.get(self.game, ())), 1)
        facts: dict[str, Fact] = {
            "number": shown.trick,
            "why": Phrase(shown.code.sentence, shown.facts or {}),
        }
        self.fault(catalogue.LOG_CONTRADICTS, line, why=Phrase("trick {number}: {why}", facts))
        self.lost.append(line)

    @property
    def unread(self) -> int:
        """The games of the source that could not be read."""
        return max(0, self.game - len(set(self.origins)))

    def entries_after(self, games: int, lines: int = 0) -> list[ReportEntry]:
        """Return all entries in order, given the games and lines before them."""
        return [
            replace(entry, game=entry.game and entry.game + games, line=entry.line and entry.line + lines)
            for entry in self.report
        ]

    @property
    def report(self) -> tuple[ReportEntry, ...]:
        """All entries, in order."""
        return tuple(self._entries.values())


def has_losses(report: Iterable[ReportEntry]) -> bool:
    """Return whether anything of the source is missing in the new file."""
    return any(entry.kind in LOSSES for entry in report)
