"""Conversion from one format to another, with a loss report.

What a format cannot hold is computed from its declared capabilities
(:mod:`notation.formats.core.capabilities`); a deal that it could only hold with false statements is left out.
Nothing is guessed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, NamedTuple

from notation.findings.finding import Fact, Finding, Phrase
from notation.formats.core.capabilities import CHANGING, RecordPart, carried, known, parts_of
from notation.formats.core.format import Format, Piece, Project
from notation.formats.core.lines import opened
from notation.formats.core.proof import are_alike
from notation.formats.core.reading import moved, records
from notation.formats.core.replayed import followed
from notation.formats.core.report import ReportEntry, TableFacts, Telling, has_losses
from notation.judge.rules import DEFAULT_RULES
from notation.record.model import DealRecord, Record, Span
from notation.specs.spec import read_spec, write_spec
from referee.cards import SEATS, mask
from referee.rules import RuleSet
from referee.rulesets import PRESETS

_NO_MORE: Final = Phrase("a file may hold no more")


class LineRange(NamedTuple):
    """Lines of a file, from the first to the last."""

    first: int
    last: int


class GameOrigin(NamedTuple):
    """The origin of a game in a log: its number among the log's games, and its lines.

    ``deals`` has the first line of each deal, 0 if unknown; ``lost`` are the first lines of deals among them
    that could not be read.
    """

    game: int
    lines: tuple[LineRange, ...]
    deals: tuple[int, ...]
    lost: tuple[int, ...] = ()


class SourceLog(NamedTuple):
    """A file to be converted: its bytes, and its format, or why that cannot be determined."""

    data: bytes
    format: Format | Finding


@dataclass(frozen=True, slots=True)
class Conversion:
    """A file in another format, and the report about it.

    ``data`` is empty if no deal could be written. ``findings`` say what could not be read, with places in the
    source; if several files were converted together, ``sources`` has the index of each finding's file.
    ``games`` were read and ``deals`` written; ``proved`` of the games were read back from the new file, and
    lacked only what the report names. For a single log, ``origins`` has the lines from which each game was
    made; for several it is empty.
    """

    data: bytes
    findings: tuple[Finding, ...]
    report: tuple[ReportEntry, ...]
    games: int
    deals: int
    sources: tuple[int, ...] = ()
    proved: int = 0
    origins: tuple[GameOrigin, ...] = ()
    table: TableFacts | None = None
    """The contents of the new file, if it is a table."""
    unread: int = 0
    """The games of the logs that could not be read."""

    @property
    def ok(self) -> bool:
        """Whether the whole source could be read."""
        return not any(finding.is_error for finding in self.findings)

    @property
    def has_losses(self) -> bool:
        """Whether anything of the source is missing in the new file."""
        return has_losses(self.report)


def convert(
    data: bytes,
    source: Format | Finding,
    target: Format,
    rules: RuleSet | None = None,
    *,
    prove: bool = False,
) -> Conversion:
    """Convert a log to another format; ``rules`` are used if the log names none.

    If the format could not be determined (:func:`recognised`), only that is reported. With ``prove`` every
    game is read back after writing: :mod:`notation.formats.core.proof`.
    """
    return convert_together([SourceLog(data, source)], target, rules, prove=prove)


def convert_together(
    logs: Sequence[SourceLog], target: Format, rules: RuleSet | None = None, *, prove: bool = False
) -> Conversion:
    """Convert several logs into one file in another format, their games in the order of the logs.

    Logs of a format whose reader merges the views of the players (:attr:`Format.merges`) are read together.
    Report entries of several logs have no lines; see :func:`convert` for the rest.
    """
    telling, sources = Telling(), []
    read: list[tuple[int, Record]] = []
    for reading in _readings(logs):
        found, told = reading.read(rules)
        placed = [reading.placed(finding) for finding in told.findings]
        sources += [source for source, _ in placed]
        told.findings = [finding for _, finding in placed]
        telling.take(told)
        read += found
    if len(logs) > 1:
        read = [(0, record) for _, record in read]
    unread = telling.unread
    written, deals = write_records(read, target, telling, rules, prove=prove)
    report = telling.report
    if len(logs) > 1:
        report = tuple(replace(entry, line=0) for entry in report)
    return Conversion(
        written,
        tuple(telling.findings),
        report,
        len(read),
        deals,
        tuple(sources),
        telling.proved,
        _origins(telling, read, opened(logs[0].data)) if len(logs) == 1 else (),
        telling.table,
        unread,
    )


def _origins(telling: Telling, read: Sequence[tuple[int, Record]], text: bytes) -> tuple[GameOrigin, ...]:
    """Return the lines from which each game was made: from its start to the start of the next."""
    starts = sorted({line for lines in telling.starts.values() for line in lines})
    written = [number for number, line in enumerate(text.split(b"\n"), start=1) if line.strip()]
    found = []
    for game, (offset, record) in zip(telling.origins, read, strict=True):
        lines = _joined(_range(line, starts, written) for line in telling.starts.get(game, ()))
        deals = tuple(deal.span.line + offset if deal.span.line else 0 for deal in record.deals)
        lost = (line for line in telling.lost if any(part.first <= line <= part.last for part in lines))
        found.append(GameOrigin(game, lines, deals, tuple(lost)))
    return tuple(found)


def _range(first: int, starts: Sequence[int], written: Sequence[int]) -> LineRange:
    """Return the lines of a game by its first one, without the blank ones after it."""
    place = bisect_right(starts, first)
    end = bisect_left(written, starts[place]) if place < len(starts) else len(written)
    return LineRange(first, max(first, written[end - 1] if end else first))


def _joined(ranges: Iterable[LineRange]) -> tuple[LineRange, ...]:
    """Return ranges in order, with adjacent ones joined."""
    found: list[LineRange] = []
    for each in sorted(ranges):
        if found and each.first <= found[-1].last + 1:
            found[-1] = LineRange(found[-1].first, each.last)
        else:
            found.append(each)
    return tuple(found)


@dataclass(slots=True)
class _LogsTogether:
    """Logs that are read as one: how many lines come before each of them, and its index."""

    format: Format | Finding
    data: bytes = b""
    starts: list[tuple[int, int]] = field(default_factory=list)

    def add(self, log: int, data: bytes) -> None:
        if self.starts:
            before = opened(self.data).removesuffix(b"\n") + b"\n"
            self.starts.append((before.count(b"\n"), log))
            self.data = before + opened(data)
        else:
            self.starts.append((0, log))
            self.data = data

    def read(self, rules: RuleSet | None) -> tuple[list[tuple[int, Record]], Telling]:
        if isinstance(self.format, Finding):
            return [], Telling([self.format])
        telling = Telling()
        return records(self.data, self.format, telling, rules, gaps=True), telling

    def placed(self, finding: Finding) -> tuple[int, Finding]:
        """Return the index of a finding's log, and the finding with its place in that log."""
        line = max(finding.span.line - 1, 0)
        before, log = max(start for start in self.starts if start[0] <= line)
        return log, moved(finding, -before, 0)


def _readings(logs: Sequence[SourceLog]) -> Iterable[_LogsTogether]:
    """Return the logs to be read at once: each separately, but views of the same game together."""
    found: dict[str, _LogsTogether] = {}
    for number, log in enumerate(logs):
        form = log.format
        key = form.name if isinstance(form, Format) and form.merges else str(number)
        found.setdefault(key, _LogsTogether(form)).add(number, log.data)
    return found.values()


def write_records(
    read: Sequence[tuple[int, Record]],
    target: Format,
    telling: Telling,
    rules: RuleSet | None = None,
    *,
    prove: bool = False,
) -> tuple[bytes, int]:
    """Write games in a format; returns the number of deals written, reports losses and can prove it."""
    if target.writer is None:
        raise ValueError(f"{target.name} is read only")
    pieces = [piece for game in fitted_games(read, target, telling, rules, prove) for piece in game]
    telling.game = 0
    deals = sum(len(piece.record.deals) for piece in pieces)
    return target.writer(pieces, telling) if pieces else b"", deals


def fitted_games(
    read: Iterable[tuple[int, Record]], target: Format, telling: Telling, rules: RuleSet | None, prove: bool
) -> Iterator[list[Piece]]:
    """Yield the pieces of each game; with ``prove`` they are read back, too."""
    is_full = False
    for number, (offset, record) in enumerate(read, start=1):
        telling.game, telling.offset = number, offset
        if is_full:
            _leave_out_all(record, _NO_MORE, telling)
            continue
        pieces = fitted(record, target, telling, rules)
        is_full = target.single and bool(pieces)
        if prove:
            _prove(pieces, target, telling)
        yield pieces


def _prove(pieces: Sequence[Piece], target: Format, telling: Telling) -> None:
    """Read a game back, and report what is missing there and not reported otherwise."""
    if not pieces or target.reader is None or target.writer is None:
        return
    reading = Telling()
    again = [found for _, found in records(target.writer(pieces, Telling()), target, reading)]
    if not any(found.is_error for found in reading.findings) and are_alike(again, pieces, target):
        telling.proved += 1
    else:
        why = Phrase("reading the new file back gives a different record")
        telling.different(None, why)


def fitted(record: Record, target: Format, telling: Telling, rules: RuleSet | None = None) -> list[Piece]:
    """Return the pieces of a game that a format can hold: one, or one for each deal without matches.

    A game without deals is just tags and notes: a format that holds no tags has nothing to write.
    """
    lacks = target.table.lacks() if target.table else None
    if lacks:
        return _leave_out_all(record, lacks, telling)
    named = record.tag("Rules")
    read = read_spec(named) if named is not None else None
    if isinstance(read, Finding) and target.judges:
        return _leave_out_all(record, Phrase("its rules cannot be read"), telling)
    if not record.deals and RecordPart.TAGS not in target.holds:
        return _leave_out_all(record, Phrase("it has no deals"), telling)
    played = read if isinstance(read, RuleSet) else rules or PRESETS[DEFAULT_RULES]
    deals = _chosen(record, target, played, telling)
    if record.deals and not deals:
        return []
    # Without some of its deals a match is incomplete, and its scores do not follow from the rest.
    holds = target.holds - (
        {RecordPart.MATCH, RecordPart.SCORES} if len(deals) < len(record.deals) else set()
    )
    if len(deals) > 1 and RecordPart.MATCH not in holds:
        telling.dropped(RecordPart.MATCH)
    is_fixed = RecordPart.RULES not in target.holds and bool(target.spec)
    if named is not None and is_fixed and read_spec(target.spec) != played:
        facts: dict[str, Fact] = {"stated": write_spec(played), "rules": target.spec}
        why = Phrase("the record is judged by {stated}, its program plays {rules}", facts)
        telling.different(RecordPart.RULES, why)
    if target.spec:
        holds = holds | {RecordPart.RULES}  # they are those of the program, or reported above as different
    whole = replace(record, deals=deals)
    kept = carried(whole, played, holds, partial(_told, telling))
    if target.project:
        kept = replace(kept, deals=tuple(_projected(kept, whole, target.project, played, telling)))
    pieces = [Piece(kept, played, whole)]
    if RecordPart.MATCH not in holds and deals:
        pieces = [
            Piece(replace(kept, deals=(deal,)), played, replace(whole, deals=(before,)))
            for deal, before in zip(kept.deals, deals, strict=True)
        ]
    if target.finish:
        return [each._replace(record=target.finish(each, telling)) for each in pieces]
    return pieces


def _chosen(record: Record, target: Format, rules: RuleSet, telling: Telling) -> tuple[DealRecord, ...]:
    """Return the deals that a format can hold; the others are left out, and reported."""
    deals: list[DealRecord] = []
    for deal in record.deals:
        why = _unfit(deal, target, rules)
        if why is None and deals and target.single and RecordPart.MATCH not in target.holds:
            why = _NO_MORE
        if why:
            _leave_out(deal, why, telling)
        else:
            deals.append(deal)
    return tuple(deals)


def _projected(
    kept: Record, whole: Record, project: Project, rules: RuleSet, telling: Telling
) -> Iterator[DealRecord]:
    """Return the deals as their format gives them back, reported under their numbers in the record."""
    for deal, before in zip(kept.deals, whole.deals, strict=True):
        told = project(replace(deal, number=before.number), rules, telling)
        yield replace(told, number=deal.number)


def _leave_out(deal: DealRecord, why: Phrase, telling: Telling) -> None:
    telling.left_out(why, telling.line_of(deal.span), deal.number)


def _leave_out_all(record: Record, why: Phrase, telling: Telling) -> list[Piece]:
    for deal in record.deals:
        _leave_out(deal, why, telling)
    if not record.deals:
        telling.left_out(why)
    return []


def _told(telling: Telling, part: RecordPart, span: Span, deal: int) -> None:
    telling.dropped(part, deal, None, telling.line_of(span))


def _unfit(deal: DealRecord, target: Format, rules: RuleSet) -> Phrase | None:
    cards = rules.deck_cards.bit_count()
    if rules.seats > target.seats:
        facts: dict[str, Fact] = {"number": rules.seats, "needed": target.seats}
        return Phrase("it has {number} players, and the format holds games for {needed}", facts)
    if target.pack and cards != target.pack:
        return Phrase(
            "it is played with {number} cards, not with {needed}", {"number": cards, "needed": target.pack}
        )
    held = [card for holding in deal.holdings for card in holding.cards if card >= 0]
    if target.pack and (len({*held}) < len(held) or mask(held) & ~rules.deck_cards):
        return Phrase("its cards are not a complete pack")
    hands = dict(deal.hands)
    size, left = rules.deal_hand_size, cards - rules.seats * rules.deal_hand_size
    if deal.position:  # the judgement reports how many cards are left
        size = max((len(hand.cards) for hand in hands.values()), default=0)
        left = len(deal.talon.cards) if deal.talon else 0
    talon = known(deal.talon, left) or left == 0
    whole = {
        RecordPart.HANDS: all(known(hands.get(seat), size) for seat in SEATS[: rules.seats]),
        RecordPart.TALON: talon,
        RecordPart.TRUMP: deal.trump is not None or talon,
        RecordPart.RESULTS: deal.result is not None,
    }
    missing = next((part for part in whole if part in target.needs and not whole[part]), None)
    if missing:
        return Phrase("it lacks {what}", {"what": missing.title})
    if target.spec and deal.result and deal.result.winner >= rules.seats:
        return Phrase("its result names a winner who is not in the game")
    for part, _ in parts_of(deal, rules.seats) if RecordPart.PLAYS in target.holds else ():
        if part in CHANGING and part not in target.holds:
            return Phrase("it has {what}", {"what": part.title})
    if target.follows and followed(rules, deal) is None:
        return Phrase("the referee cannot follow its play to the end")
    return target.unfit(deal, rules) if target.unfit else None
