"""A game read in sections: its head, then its deals, so that of a game that was changed little is read again.

Made for texts that somebody is writing. What is read, and every finding, is what :mod:`notation.text.reader`
makes of the whole: a section ends where the grammar is sure to stand between two deals, whatever follows.
"""

import re
from bisect import bisect_left
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings.finding import Finding
from notation.record.model import DealRecord, Record
from notation.record.tags import LETTERS
from notation.text.assembly import record_of
from notation.text.parsing import parse_right
from notation.text.reader import Game, deal_findings, head_findings, nested_too_deeply, parsed, read_game
from notation.text.recovery import MAX_FAULTS
from notation.text.scan import one_byte_each, scan
from notation.text.source import GAME, MAX_DEALS, Source, too_large
from notation.text.spellings import Names

_DEAL: Final = re.compile(r"^deal(?![0-9A-Za-z_-])", re.MULTILINE)
"""Where a deal starts, as it is mostly written; another way to write it does not start a section."""
_ABOVE: Final = f"{GAME}\n"
"""What goes before deals that are read by themselves."""
_TRIES: Final = 5
"""How often what belongs together is looked for, before the game is read as a whole."""
_COMMENT: Final = re.compile(r"\{(?:[^\\}]|\\[\s\S])*+\}")


class GameSection(NamedTuple):
    """A part of a game that was read by itself: its head, or whole deals; or the whole game.

    ``game`` is the text with which it was read, what was read of the section and found in it: deals count
    from 1 in it, and places in its text. The section is the text from ``start`` to ``end`` of that.
    """

    game: Game
    start: int
    end: int

    @property
    def draft(self) -> Record:
        """What could be read of the section."""
        return self.game.readable

    @property
    def above(self) -> int:
        """How many lines of the text go before the section."""
        return self.game.text.count("\n", 0, self.start)


class KnownSections(NamedTuple):
    """What was read of a game: by the text of its chunks, and of those read beside others by that, too.

    Nothing can be read by itself of a chunk that has none.
    """

    alone: dict[str, GameSection | None]
    beside: dict[tuple[object, ...], GameSection | None]


class Sections(NamedTuple):
    """A game in sections, and the offsets at which they start in its text.

    The record of ``game`` has everything in the places of its section.
    """

    game: Game
    parts: tuple[GameSection, ...]
    offsets: tuple[int, ...]
    known: KnownSections


def read_sections(source: Source, known: KnownSections | None = None) -> Sections:
    r"""A game in sections, those that are ``known`` not read again.

    >>> game = "%SGN 1\ndeal 1 dealer B\n= A 1\ndeal 2 dealer A\n= B 1\n"
    >>> before = read_sections(Source(1, 1, game, None))
    >>> after = read_sections(Source(1, 1, game.replace("B 1", "B 2"), None), before.known)
    >>> [one is other for one, other in zip(before.parts, after.parts)]
    [True, True, False]
    """
    reading = _SectionReader(source, known or KnownSections({}, {}))
    parts = reading.parts()
    if parts is None:
        game = read_game(source)
        return Sections(game, (GameSection(game, 0, len(game.text)),), (0,), reading.read)
    findings: list[Finding] = []
    deals: list[DealRecord] = []
    for part in parts:
        for each in part.game.findings:
            findings.append(replace(each, deal=each.deal + len(deals)) if each.deal else each)
        deals += part.draft.deals
    head = parts[0].draft
    draft = Record(head.tags, tuple(deals), head.notes)
    record = draft if all(part.game.record for part in parts) else None
    game = Game(source.number, source.line, source.text, record, tuple(findings), draft, source.raw)
    return Sections(game, tuple(parts), tuple(reading.offsets), reading.read)


class _SectionReader:
    """Goes through the text of a game; ``offsets`` are where the sections start that were read so far."""

    def __init__(self, source: Source, known: KnownSections) -> None:
        self.source = source
        self.text = source.text
        self.known = known
        self.read = KnownSections({}, {})
        self.offsets: list[int] = []
        self.names = Names(source.text)
        self.starts = [0, *(found.start() for found in _DEAL.finditer(self.text)), len(self.text)]
        """Where the chunks start that may be sections, and where the last one ends."""

    def parts(self) -> list[GameSection] | None:
        """The sections of the game; None where it has to be read as a whole."""
        text, last = self.text, len(self.starts) - 1
        if self.source.fault or LETTERS in text or too_large(text) or nested_too_deeply(text):
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
        faults = sum(len(part.game.findings) for part in parts if part.game.record is None)
        if faults >= MAX_FAULTS or sum(len(part.draft.deals) for part in parts) > MAX_DEALS:
            return None
        return parts

    def chunk(self, at: int, end: int) -> str:
        """The text from one chunk to another."""
        return self.text[self.starts[at] : self.starts[end]]

    def alone(self, at: int) -> GameSection | None:
        """A chunk by itself; None unless it is right, and the grammar stands between two deals behind it."""
        text = self.chunk(at, at + 1) if not at else _ABOVE + self.chunk(at, at + 1)
        if text not in self.read.alone:
            known = self.known.alone
            self.read.alone[text] = known[text] if text in known else _read_alone(text, is_head=not at)
        return self.read.alone[text]

    def beside_others(self, at: int) -> tuple[GameSection | None, int]:
        """A chunk that is not right with those that belong to it, and which comes then.

        It is read with the chunk before it and the one after it, which must come out as they do alone. None
        where the game has to be read as a whole.
        """
        last, end = len(self.starts) - 1, at + 1
        for _ in range(_TRIES):
            end = self._belonging(at, end)
            above = _ABOVE + self.chunk(at - 1, at) if at > 1 else self.chunk(0, at)
            texts = above, self.chunk(at, end), self.chunk(end, end + 1) if end < last else ""
            key = (*texts, *self.names.seats.items())
            known = self.known.beside
            part = known[key] if key in known else self._read_beside(at, end, *texts)
            self.read.beside[key] = part
            if part is not None or end == last:
                return part, end
            end += 1
        return None, end

    def _belonging(self, at: int, end: int) -> int:
        """The end of some chunks with those behind them that are not right, or in a comment that is open."""
        while True:
            while end < len(self.starts) - 1 and self.alone(end) is None:
                end += 1
            bracket = self.text.rfind("{", self.starts[at], self.starts[end])
            comment = _COMMENT.match(self.text, bracket) if bracket >= 0 else None
            if not comment or comment.end() <= self.starts[end]:
                return end
            end = bisect_left(self.starts, comment.end())

    def _read_beside(self, at: int, end: int, above: str, own: str, behind: str) -> GameSection | None:
        """Some chunks with what stands before and behind them; None unless that comes out as it should."""
        text = above + own + behind
        draft, faults = parsed(text, scan(one_byte_each(text)), names=self.names)
        if draft is None:
            return None
        before = self.alone(at - 1) if at else None
        after = self.alone(end) if behind else None
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


def _read_alone(text: str, *, is_head: bool) -> GameSection | None:
    """A chunk by itself, if it is right."""
    tokens = scan(one_byte_each(text))
    draft = record_of(text, tokens) if tokens is not None else parse_right(text)
    if draft is None or is_head is bool(draft.deals):
        return None
    if not is_head and (draft.deals[0].span[:2] != (2, 1) or _is_torn(draft.deals)):
        return None
    return _section(text, draft, [], 0 if is_head else len(_ABOVE), len(text))


def _section(text: str, draft: Record, faults: list[Finding], start: int, end: int) -> GameSection | None:
    """A section; None where a deal of it is larger than any may be."""
    found = [*faults, *head_findings(draft)]
    for number, deal in enumerate(draft.deals, start=1):
        more = deal_findings(deal, number)
        if more is None:
            return None
        found += more
    is_right = not faults and not any(finding.is_error for finding in found)
    game = Game(1, 1, text, draft if is_right else None, tuple(found), draft, text.encode())
    return GameSection(game, start, end)


def _is_torn(deals: tuple[DealRecord, ...]) -> bool:
    """Whether there is none, or the last is nothing but a head, which what follows may belong to."""
    return not deals or not (deals[-1].holdings or deals[-1].tricks or deals[-1].result or deals[-1].position)
