"""A sent log, opened: its format and why, the games made of it, and the lines that each came from.

Nothing is stored. Readable games are converted even if others fail; those are reported with their lines.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final, NamedTuple

from notation.findings import Finding
from notation.formats import (
    SGN,
    CandidateFormat,
    Conversion,
    Format,
    GameOrigin,
    LineRange,
    Recognition,
    convert,
    opened,
    recognition,
)
from notation.formats.core.report import has_losses
from notation.judge import Judgement
from notation.limits import SpentError, limited, spend
from notation.text import Source, cut
from viewer import limits
from viewer.exports.formats import FORMATS
from viewer.web.uploads import too_many

_DEAL: Final = re.compile(r"^deal ", re.MULTILINE)
_LINELESS: Final = frozenset({"html", "bummerl-pickle"})
"""Binary formats, whose lines cannot be shown."""


class LoggedLine(NamedTuple):
    """A line of a log, with what cannot be read in it."""

    number: int
    text: str
    findings: tuple[Finding, ...]


class OpenedPart(NamedTuple):
    """Some lines of a log and the part of a record made from them; either can be empty."""

    lines: tuple[LoggedLine, ...]
    text: str


class OpenedGame(NamedTuple):
    """A game of a log: its SGN record, its parts beside the lines that they came from.

    ``is_whole`` says that nothing was lost and everything in its lines was read; ``judged`` is its judgement
    where something is wrong with it.
    """

    number: int
    text: str
    origin: GameOrigin
    parts: tuple[OpenedPart, ...]
    is_whole: bool
    judged: Judgement | None

    @property
    def deals(self) -> int:
        """The number of deals."""
        return len(_DEAL.findall(self.text))


class OpenedLog(NamedTuple):
    """A log, its format and the result; ``unread`` are the lines that no game came from."""

    recognition: Recognition
    format: Format | None
    conversion: Conversion
    games: tuple[OpenedGame, ...]
    unread: tuple[OpenedPart, ...]

    @property
    def sections(self) -> list["OpenedGame | OpenedPart"]:
        """Games, and the lines of no game between them, in the order of the log."""
        parts = [(part.lines[0].number, part) for part in self.unread]
        found: list[tuple[int, OpenedGame | OpenedPart]] = [
            (game.origin.lines[0].first if game.origin.lines else 0, game) for game in self.games
        ]
        return [each for _, each in sorted([*found, *parts], key=lambda place: place[0])]


def open_log(data: bytes, origin: Format | None = None) -> OpenedLog:
    """Open a log in the named or recognised format; raise a Problem for too many games."""
    spend(2 * len(data) // limits.CONVERTED_BYTES)
    recognised = recognition(data, list(FORMATS.values()))
    form = origin or recognised.found
    done = convert(data, form, SGN)
    read = form if isinstance(form, Format) else None
    log = _LogLines(data if read and read.name not in _LINELESS else b"", done.findings)
    if done.games > limits.GAMES_SENT:
        raise too_many()
    sources = [source for source in cut(done.data) if source.number]
    judged = _judged(sources)
    games = tuple(
        _game(source, where if log else GameOrigin(source.number, (), ()), log, done, judged)
        for source, where in zip(sources, done.origins, strict=True)
    )
    return OpenedLog(recognised, read, done, games, tuple(log.unread(games)))


def open_record(data: bytes, form: Format) -> OpenedLog:
    """Open SGN or JSON records, in which nothing is lost."""
    sources = [source for source in cut(data) if source.text.strip()]
    candidate = CandidateFormat(form, games=len(sources))
    done = Conversion(data, (), (), candidate.games, 0)
    judged = _judged(sources)
    games = tuple(
        OpenedGame(
            source.number,
            source.text,
            GameOrigin(source.number, (), ()),
            (OpenedPart((), source.text.strip("\n")),),
            True,
            judged.get(source.number),
        )
        for source in sources
    )
    return OpenedLog(Recognition(form, (candidate,)), form, done, games, ())


class _LogLines:
    """The lines of a log with what cannot be read in each; only a limited number is shown."""

    def __init__(self, data: bytes, findings: Sequence[Finding]) -> None:
        self._texts = opened(data).decode("utf-8", "replace").split("\n") if data else []
        self._findings: dict[int, list[Finding]] = {}
        self._left = limits.LINES_SHOWN
        for finding in findings:
            self._findings.setdefault(finding.span.line, []).append(finding)

    def __bool__(self) -> bool:
        return bool(self._texts)

    def of(self, lines: LineRange) -> Iterator[LoggedLine]:
        """Return the lines of a range, as far as the limit allows."""
        for number, text in enumerate(self._texts[lines.first - 1 : lines.last], start=lines.first):
            if not self._left:
                return
            self._left -= 1
            yield LoggedLine(number, _cut(text), tuple(self._findings.get(number, ())))

    def is_read(self, lines: LineRange) -> bool:
        """Return whether everything in a range was read."""
        return not any(lines.first <= line <= lines.last for line in self._findings)

    def unread(self, games: Sequence[OpenedGame]) -> Iterator[OpenedPart]:
        """Return the non-blank lines from which no game was made, range by range."""
        known = sorted(lines for game in games for lines in game.origin.lines)
        bounds = [LineRange(0, 0), *known, LineRange(len(self._texts) + 1, len(self._texts) + 1)]
        for before, after in pairwise(bounds):
            between = range(before.last + 1, after.first)
            written = [number for number in between if self._texts[number - 1].strip()]
            lines = tuple(self.of(LineRange(written[0], written[-1]))) if written else ()
            if lines:
                yield OpenedPart(lines, "")


def _cut(text: str) -> str:
    text = text.removesuffix("\r")
    return text if len(text) <= limits.LINE_SHOWN else f"{text[: limits.LINE_SHOWN]}…"


def _game(
    source: Source, origin: GameOrigin, log: _LogLines, done: Conversion, judged: Mapping[int, Judgement]
) -> OpenedGame:
    loses = has_losses(entry for entry in done.report if entry.game == origin.game)
    is_whole = all(map(log.is_read, origin.lines)) and not loses
    parts = tuple(_parts(source.text, origin, log))
    return OpenedGame(source.number, source.text, origin, parts, is_whole, judged.get(source.number))


def _judged(sources: Sequence[Source]) -> dict[int, Judgement]:
    """The judgements of the games that have errors, by their numbers, as far as the work limit goes."""
    found = {}
    with limited(limits.REQUEST_WORK) as budget, suppress(SpentError):
        for source in sources[: limits.GAMES_CHOSEN]:
            if budget.spent > limits.RECORD_WORK:
                break
            judged = limits.read_and_judge_record(source)
            if isinstance(judged, Judgement) and judged.errors:
                found[source.number] = judged
    return found


def _parts(text: str, origin: GameOrigin, log: _LogLines) -> Iterator[OpenedPart]:
    """Return a game beside its lines: deal by deal, where the start of each is known."""
    places = [found.start() for found in _DEAL.finditer(text)]
    starts = sorted((*origin.deals, *origin.lost))
    is_told = len(places) == len(origin.deals) and all(origin.deals) and len(origin.lines) == 1
    if not is_told or len(starts) < 2 or starts[0] not in origin.deals:
        lines = tuple(line for part in origin.lines for line in log.of(part))
        yield OpenedPart(lines, text.strip("\n"))
        return
    [whole] = origin.lines
    texts = dict(zip(origin.deals, pairwise([0, *places[1:], len(text)]), strict=True))
    for line, behind in pairwise([*starts, whole.last + 1]):
        start, end = texts.get(line, (0, 0))
        first = whole.first if line == starts[0] else line
        yield OpenedPart(tuple(log.of(LineRange(first, behind - 1))), text[start:end].strip("\n"))
