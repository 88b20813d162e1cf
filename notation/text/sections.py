"""Reads a game in sections, its head and its deals, so that a fault or a change concerns one deal only.

The record and every finding are those of the whole text: a section ends only where the grammar is certain to
be between two deals, whatever follows.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from notation.findings.finding import Finding
from notation.record.model import DealRecord, Record
from notation.record.tags import LETTERS
from notation.text.assembly import record_of
from notation.text.parsing import parse_right
from notation.text.reader import (
    MAX_ACTIONS,
    Game,
    as_meant,
    deal_findings,
    game_of,
    head_findings,
    nested_too_deeply,
    parsed,
    read_game,
)
from notation.text.recovery import MAX_FAULTS
from notation.text.scan import (
    COMMENT,
    DEAL,
    DEALT,
    FORTY_UNNAMED,
    OPENING,
    OWNER,
    POSITION,
    RULING,
    TRICK,
    TWENTY_UNNAMED,
    VARIATION_END,
    WON,
    Tokens,
    scan,
)
from notation.text.source import GAME, MAX_DEALS, Source, too_large
from notation.text.spellings import Names

_DEAL: Final = re.compile(r"^deal(?![0-9A-Za-z_-])", re.MULTILINE)
"""The usual start of a deal; deals written in another way do not start a section."""
_ABOVE: Final = f"{GAME}\n"
"""The text before deals that are read separately."""
_FEW: Final = 2
"""The chunks of a game of one deal, which is read as a whole unless it is changed again and again."""
_MOST_PADDED: Final = 1 << 21
"""The most line ends that stand in place of what is above the chunks of a game."""
_TRIES: Final = 5
"""Attempts to find the chunks that belong together, before the game is read as a whole."""
_TO_LOOK_AT: Final = frozenset(
    {TWENTY_UNNAMED, FORTY_UNNAMED, POSITION, WON, RULING, DEALT, OPENING, *range(COMMENT, VARIATION_END)}
)
"""Where something may be found in a deal before its play is judged, among others in notes."""
_COMMENT: Final = re.compile(r"\{(?:[^\\}]|\\[\s\S])*+\}")


@dataclass(frozen=True, eq=False)
class GameSection:
    """A part of a game that was read separately: its head, or whole deals; or the whole game.

    ``text`` is that with which it was read, and ``findings`` are those of the reader: deal numbers and spans
    count from the start of that text. The section is the text from ``start`` to ``end`` of it.
    """

    text: str = field(repr=False)
    start: int
    end: int
    findings: tuple[Finding, ...] = ()
    read: Game | None = field(default=None, repr=False)
    """None for a deal of which there are only the tokens; in such a deal nothing is found."""
    tokens: Tokens | None = field(default=None, repr=False)
    """The tokens of the text, if the scanner took that."""

    @classmethod
    def of(cls, game: Game, start: int, end: int) -> "GameSection":
        """Make the section that is a part of a game."""
        return cls(game.text, start, end, game.findings, game)

    @cached_property
    def game(self) -> Game:
        """The text with its record, which is made when it is asked for."""
        if self.read is not None:
            return self.read
        record = record_of(self.text, self.tokens) if self.tokens is not None else None
        return Game(1, 1, self.text, record, self.findings, record, self.text.encode())

    @property
    def draft(self) -> Record:
        """What could be read of the section."""
        return self.game.readable

    @property
    def deals(self) -> int:
        """The number of deals in the section."""
        return len(self.draft.deals) if self.read is not None else 1

    @property
    def is_right(self) -> bool:
        """Whether its text has no errors."""
        return self.read is None or self.read.record is not None

    @property
    def above(self) -> int:
        """The number of lines in the text before the section."""
        return self.text.count("\n", 0, self.start)


class KnownSections(NamedTuple):
    """The sections read before, by the text of their chunks, and of the chunks read with them, if any.

    A chunk that cannot be read separately has None.
    """

    alone: dict[str, GameSection | None]
    beside: dict[tuple[object, ...], GameSection | None]


@dataclass(frozen=True, eq=False)
class Sections:
    """A game in sections, and the offsets of the sections in its text.

    Spans in the record of ``game`` count from the start of their section, unless it was read in place.
    """

    source: Source
    parts: tuple[GameSection, ...]
    offsets: tuple[int, ...]
    known: KnownSections
    whole: Game | None = None
    """The game, if it was read as a whole."""

    @property
    def head(self) -> Record:
        """What could be read of the game before its first deal; of one read as a whole, all of that."""
        return self.parts[0].draft

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of the reader."""
        found, deals = list[Finding](), 0
        for part in self.parts:
            found += (replace(each, deal=each.deal + deals) if each.deal else each for each in part.findings)
            deals += part.deals
        return tuple(found)

    @cached_property
    def game(self) -> Game:
        """The game with its record."""
        if self.whole is not None:
            return self.whole
        source, deals = self.source, (deal for part in self.parts for deal in part.draft.deals)
        draft = replace(self.head, deals=tuple(deals))
        record = draft if all(part.is_right for part in self.parts) else None
        return Game(source.number, source.line, source.text, record, self.findings, draft, source.raw)


def read_sections(source: Source, known: KnownSections | None = None, *, in_place: bool = False) -> Sections:
    r"""Read a game in sections, reusing those that are ``known``.

    ``in_place`` gives every part its place in the game, which sections that are kept for later do not have;
    it is for a game that the scanner does not take.

    >>> game = "%SGN 1\ndeal 1 dealer B\n= A 1\ndeal 2 dealer A\n= B 1\n"
    >>> before = read_sections(Source(1, 1, game, None))
    >>> after = read_sections(Source(1, 1, game.replace("B 1", "B 2"), None), before.known)
    >>> [one is other for one, other in zip(before.parts, after.parts)]
    [True, True, False]
    """
    reading = _SectionReader(source, known or KnownSections({}, {}), in_place=in_place)
    parts = reading.parts()
    if parts is not None:
        sections = Sections(source, tuple(parts), tuple(reading.offsets), reading.read)
        game = Game(source.number, source.line, source.text, None, sections.findings, None, source.raw)
        meant = as_meant(game)
        if meant is game:
            return sections
    else:
        meant = game_of(source, None) if in_place else read_game(source)
    section = GameSection.of(meant, 0, len(meant.text))
    return Sections(source, (section,), (0,), reading.read, meant)


class _SectionReader:
    """A pass over the text of a game; ``offsets`` are the starts of the sections read so far.

    What is read ``in_place`` has the places of the game, otherwise those of the text of its section.
    """

    def __init__(self, source: Source, known: KnownSections, *, in_place: bool) -> None:
        self.source = source
        self.in_place = in_place
        self.text = source.text
        self.known = known
        self.read = KnownSections({}, {})
        self.offsets: list[int] = []
        self.names = Names(source.text)
        self.starts = [0, *(found.start() for found in _DEAL.finditer(self.text)), len(self.text)]
        """The starts of the chunks that may be sections, and the end of the last one."""

    def parts(self) -> list[GameSection] | None:
        """Return the sections of the game; None if it has to be read as a whole."""
        text, last = self.text, len(self.starts) - 1
        if self.source.fault or LETTERS in text or too_large(text) or nested_too_deeply(text):
            return None
        if self.in_place and (last <= _FEW or last * text.count("\n") > _MOST_PADDED):
            return None
        parts: list[GameSection] = []
        at = 0
        while at < last:
            self.offsets.append(self.starts[at])
            part, end = self.alone(at), at + 1
            if part is None:
                part, end = self.beside_others(at)
            if part is None:
                return None
            parts.append(part)
            at = end
        faults = sum(len(part.findings) for part in parts if not part.is_right)
        if faults >= MAX_FAULTS or sum(part.deals for part in parts) > MAX_DEALS:
            return None
        return parts

    def chunk(self, at: int, end: int) -> str:
        """Return the text from one chunk to another."""
        return self.text[self.starts[at] : self.starts[end]]

    def alone(self, at: int) -> GameSection | None:
        """Read a chunk separately; None unless it is correct and ends between two deals."""
        text = self.chunk(at, at + 1) if not at else self.above(at) + self.chunk(at, at + 1)
        return self._alone(text, is_head=not at)

    def _alone(self, text: str, *, is_head: bool = False) -> GameSection | None:
        if text not in self.read.alone:
            known = self.known.alone
            self.read.alone[text] = (
                known[text] if text in known else _read_alone(text, is_head=is_head, at_once=self.in_place)
            )
        return self.read.alone[text]

    def above(self, at: int) -> str:
        """Return what stands in place of the text before a chunk."""
        return _ABOVE + "\n" * (self.text.count("\n", 0, self.starts[at]) - 1) if self.in_place else _ABOVE

    def beside_others(self, at: int) -> tuple[GameSection | None, int]:
        """Read a faulty chunk with those that belong to it, and return which chunk comes next.

        It is read with the end of the chunk before it and the beginning of the one after it, which must give
        the same as when read separately. None if the game has to be read as a whole.
        """
        last, end = len(self.starts) - 1, at + 1
        for _ in range(_TRIES):
            end = self._belonging(at, end)
            above = self.end_of(at - 1) if at > 1 else self.chunk(0, at)
            texts = above, self.chunk(at, end), self.beginning_of(end) if end < last else ""
            key = (*texts, *self.names.seats.items())
            known = self.known.beside
            part = known[key] if key in known else self._read_beside(at, end, *texts)
            self.read.beside[key] = part
            if part is not None or end == last:
                return part, end
            end += 1
        return None, end

    def end_of(self, at: int) -> str:
        """Return what stands in place of the text up to the end of a chunk: its head and its result.

        That is all of the chunk unless these can be read separately.
        """
        above, chunk = self.above(at), self.chunk(at, at + 1)
        head, result = chunk.find("\n") + 1, chunk.rfind("\n=") + 1
        short = above + chunk[:head] + "\n" * chunk.count("\n", head, result) + chunk[result:]
        return short if head < result and self._alone(short) else above + chunk

    def beginning_of(self, at: int) -> str:
        """Return the first two lines of a chunk if they can be read separately, or else all of it."""
        chunk = self.chunk(at, at + 1)
        end = chunk.find("\n", chunk.find("\n") + 1) + 1
        short = chunk[:end] if end else chunk
        return short if self._alone(self.above(at) + short) else chunk

    def _belonging(self, at: int, end: int) -> int:
        """Return the end of some chunks and those after them that are faulty, or in an open comment."""
        while True:
            while end < len(self.starts) - 1 and self.alone(end) is None:
                end += 1
            bracket = self.text.rfind("{", self.starts[at], self.starts[end])
            comment = _COMMENT.match(self.text, bracket) if bracket >= 0 else None
            if not comment or comment.end() <= self.starts[end]:
                return end
            end = bisect_left(self.starts, comment.end())

    def _read_beside(self, at: int, end: int, above: str, own: str, behind: str) -> GameSection | None:
        """Read some chunks with the text before and after them; None unless the result is as expected."""
        text = above + own + behind
        draft, faults = parsed(text, scan(text), names=self.names)
        if draft is None:
            return None
        before = self._alone(above, is_head=at == 1) if at else None
        after = self._alone(self.above(end) + behind) if behind else None
        first = len(before.draft.deals) if before else 0
        stop = len(draft.deals) - (len(after.draft.deals) if after else 0)
        deals = draft.deals[first:stop]
        if before and (
            (draft.tags, draft.notes) != (before.draft.tags, before.draft.notes)
            or draft.deals[:first] != before.draft.deals
        ):
            return None
        if after:
            line = (above + own).count("\n") + 1
            follows = draft.deals[stop:]
            if follows != after.draft.deals or follows[0].span[:2] != (line, 1) or _is_torn(deals):
                return None
            if any(fault.span.line >= line for fault in faults):
                return None
        head = Record() if before else replace(draft, deals=())
        return _section(text, replace(head, deals=deals), faults, len(above), len(above + own))


def _read_alone(text: str, *, is_head: bool, at_once: bool) -> GameSection | None:
    """Read a chunk separately; None if it has errors, or if it cannot be read ``at_once``, as is asked."""
    tokens = scan(text)
    start = 0 if is_head else text.index("deal")
    if tokens is not None and at_once and not is_head and _is_plain(tokens, start):
        return GameSection(text, start, len(text), tokens=tokens)
    if tokens is not None:
        draft: Record | None = record_of(text, tokens)
    else:
        draft = None if at_once else parse_right(text)
    if draft is None or is_head is bool(draft.deals):
        return None
    if not is_head and (
        draft.deals[0].span[:2] != (text.count("\n", 0, start) + 1, 1) or _is_torn(draft.deals)
    ):
        return None
    section = _section(text, draft, [], start, len(text))
    return section and replace(section, tokens=tokens)


def _is_plain(tokens: Tokens, start: int) -> bool:
    """Return whether there is just one deal, with a play, in which :func:`deal_findings` finds nothing."""
    kinds = tokens.kinds
    if (
        not _TO_LOOK_AT.isdisjoint(kinds)
        or TRICK not in kinds
        or len(kinds) > MAX_ACTIONS
        or kinds.count(DEAL) > 1
    ):
        return False
    dealt = kinds[: kinds.index(TRICK)]
    held = [kind for kind in dealt if OWNER <= kind < TRICK]
    return len(held) == len(set(held)) and sum(tokens.steps[: kinds.index(DEAL) + 1]) == start


def _section(text: str, draft: Record, faults: list[Finding], start: int, end: int) -> GameSection | None:
    """Make a section; None if one of its deals exceeds a limit."""
    found = [*faults, *head_findings(draft)]
    for number, deal in enumerate(draft.deals, start=1):
        more = deal_findings(deal, number)
        if more is None:
            return None
        found += more
    is_right = not faults and not any(finding.is_error for finding in found)
    game = Game(1, 1, text, draft if is_right else None, tuple(found), draft, text.encode())
    return GameSection.of(game, start, end)


def _is_torn(deals: tuple[DealRecord, ...]) -> bool:
    """Return whether there are no deals, or the last is only a head, to which what follows may belong."""
    return not deals or not (
        deals[-1].holdings or deals[-1].opening or deals[-1].tricks or deals[-1].result or deals[-1].position
    )
