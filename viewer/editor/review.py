"""The judged games of a document, with their positions in it.

Asks :mod:`notation` and adds nothing. Deals whose text has not changed are neither parsed nor judged again.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from operator import is_not
from typing import Any, NamedTuple, TypeVar

from notation.judge import DealJudgement, Event, Judgement, SectionsJudged, TrickLedger, judge_sections
from notation.record import Path, RecordNode, model, walk
from notation.rulings import CERTAIN, Certainty, certainties
from notation.text import GameSection, Source, cut, read_sections
from viewer.editor.places import EditorPage, Extent

T = TypeVar("T")


class DocumentPart(NamedTuple):
    """A part of a record with its extent in the document, and what it belongs to.

    ``deal`` is the index of its deal in the game, -1 outside of one; ``behind`` is the part that a note
    follows, the deal or variation of a trick or result, or the trick of an action.
    """

    extent: Extent
    what: Any
    deal: int = -1
    behind: Any = None


class JudgedAction(NamedTuple):
    """The judgement of an action: the event, its trick, its deal or variation."""

    event: Event
    trick: TrickLedger
    deal: DealJudgement
    varies: bool = False
    """Whether it is in a variation."""


class SectionParts:
    """The parts of a section of a game, by offsets in the text from which it was read."""

    def __init__(self, section: GameSection) -> None:
        self.section = section
        self.kept: dict[str, tuple[object, Sequence[object], Any]] = {}
        """What was made of the section, by name; see :meth:`ReviewedSection.keep`."""

    @cached_property
    def heads(self) -> list[DocumentPart]:
        """The deals of the section."""
        return [part for part in self.parts if isinstance(part.what, model.DealRecord)]

    @cached_property
    def parts(self) -> list[DocumentPart]:
        """The parts in order; deals count from 0 in the section."""
        page = EditorPage(self.section.game.text)
        holders: dict[Path, RecordNode] = {}
        """The last part of each address, to which notes belong."""
        lines: dict[Path, RecordNode] = {}
        """The deals and variations, to which tricks and results belong."""
        found = []
        for path, part in walk(self.section.draft):
            line = path.line
            if isinstance(part, model.DealRecord | model.Variation):
                lines[line] = part
            match part:
                case model.Record():
                    continue
                case model.Tag() | model.DealRecord():
                    behind: Any = None
                case model.Ply():
                    behind = holders[path.at(path.last.trick)]
                case model.Variation():
                    behind = holders[path.outer]
                case model.Position() | model.Holding() | model.Trick() | model.Award() | model.Outcome():
                    behind = lines[line]
                case _:
                    behind = holders.get(path)
            if not isinstance(part, model.Note) or isinstance(part, model.Variation):
                holders[path] = part
            if not isinstance(part, model.Trick) or part.number != model.UNNUMBERED:
                found.append(DocumentPart(_extent(page, part.span), part, path.deal - 1, behind))
        found.sort(key=lambda part: part.extent.start)
        return self._to_their_ends(found, page)

    def _to_their_ends(self, parts: list[DocumentPart], page: EditorPage) -> list[DocumentPart]:
        """Extend results and rulings, whose spans cover only their first words, up to the next part."""
        text = page.text
        nexts = [*(part.extent.start for part in parts[1:]), self.section.end]
        whole = []
        for part, end in zip(parts, nexts, strict=False):
            if isinstance(part.what, model.Outcome | model.Award):
                if isinstance(part.behind, model.Variation):
                    end = min(end, _extent(page, part.behind.span).end - 1)
                start = part.extent.start
                part = part._replace(extent=Extent(start, start + len(text[start:end].rstrip())))
            whole.append(part)
        return whole


def told_of(judged: DealJudgement) -> dict[model.Span, JudgedAction]:
    """Return the judgement of each action of a deal, by its position in its section."""
    found: dict[model.Span, JudgedAction] = {}
    open_deals = [(judged, False)]
    while open_deals:
        deal, varies = open_deals.pop()
        for trick in deal.tricks:
            for event in trick.events:
                found.setdefault(event.ply.span, JudgedAction(event, trick, deal, varies))
                open_deals += [(branch, True) for branch in event.variations]
    return found


def _extent(page: EditorPage, span: model.Span) -> Extent:
    return Extent(page.offset(span.line, span.column), page.offset(span.end_line, span.end_column))


class ReviewedSection:
    """A section of a game at its position in the document: offset ``start``, ``line`` lines into the game.

    ``deals`` is the number of deals of the game before it.
    """

    def __init__(self, own: SectionParts, start: int, line: int, deals: int) -> None:
        self.own = own
        self.start = start
        self.end = start + own.section.end - own.section.start
        self.line = line
        self.deals = deals

    @cached_property
    def parts(self) -> list[DocumentPart]:
        """The parts of the section in the order of the document."""
        return list(self.parts_of(object))

    def parts_of(self, *kinds: type) -> Iterator[DocumentPart]:
        """Return the parts of some kinds."""
        shift = self.start - self.own.section.start
        own = self.own.heads if kinds == (model.DealRecord,) else self.own.parts
        for (start, end), what, deal, behind in own:
            if isinstance(what, kinds):
                of_game = deal + self.deals if deal >= 0 else -1
                yield DocumentPart(Extent(start + shift, end + shift), what, of_game, behind)

    def own_deals(self, judged: int) -> Iterator[DocumentPart]:
        """Return the deals of the section that are among so many first ones of the game."""
        return (part for part in self.parts_of(model.DealRecord) if part.deal < judged)

    def keep(self, name: str, key: object, made_of: Sequence[object], make: Callable[[], T]) -> T:
        """Return what is made of the section; anew only for another key, or of other objects."""
        kept = self.own.kept.get(name)
        if (
            kept is None
            or kept[0] != key
            or len(kept[1]) != len(made_of)
            or any(map(is_not, kept[1], made_of))
        ):
            kept = self.own.kept[name] = key, made_of, make()
        made: T = kept[2]
        return made

    def span_of(self, span: model.Span) -> model.Span:
        """Convert a span of the section to a span of its game."""
        shift = self.line - self.own.section.above
        return span._replace(line=span.line + shift, end_line=span.end_line + shift)


@dataclass(frozen=True)
class ReviewedGame:
    """One game of a document and its judgement; ``extent`` is the position of its text.

    The findings of the judgement have their positions in the game; its record and its deals have those of
    their sections.
    """

    page: EditorPage
    judged: SectionsJudged
    judgement: Judgement
    extent: Extent
    sections: list[ReviewedSection]

    def extent_of(self, span: model.Span) -> Extent:
        """Return the extent of a span of the game in the document."""
        return Extent(self._offset(span.line, span.column), self._offset(span.end_line, span.end_column))

    def _offset(self, line: int, column: int) -> int:
        page = self.page
        first, before = page.place(self.extent.start)
        if line <= 1:  # a byte order mark may precede it
            column += before - 1
        return page.offset(first + max(line, 1) - 1, column)

    def english(self, extent: Extent) -> str:
        """Return the text in an extent of the game, with its cards in English letters."""
        return self.judgement.game.english(self.page.text[slice(*extent)])

    def parts_of(self, *kinds: type) -> Iterator[DocumentPart]:
        """Return the parts of some kinds, in order."""
        for section in self.sections:
            yield from section.parts_of(*kinds)

    def section_at(self, offset: int) -> ReviewedSection:
        """Return the section at an offset of the game."""
        return self.sections[max(0, bisect_right(self.sections, offset, key=lambda each: each.start) - 1)]

    def deals_before(self, offset: int) -> list[model.DealRecord]:
        """Return the deals that start before an offset, as written."""
        last = self.section_at(offset)
        heads = last.parts_of(model.DealRecord)
        draft = self.judgement.game.readable
        return [*draft.deals[: last.deals], *(part.what for part in heads if part.extent.start < offset)]

    def section_of(self, deal: int) -> ReviewedSection:
        """Return the section of a deal, or, without one, that before the first deal."""
        after = bisect_right(self.sections, max(deal, 0), key=lambda each: each.deals)
        return self.sections[after - 1 if deal >= 0 else 0]

    def sections_in(self, extent: Extent) -> list[ReviewedSection]:
        """Return the sections that overlap an extent of the document."""
        return [each for each in self.sections if each.start <= extent.end and extent.start <= each.end]

    def span_of(self, part: DocumentPart) -> model.Span:
        """Return the span in the game of a part."""
        return self.section_of(part.deal).span_of(part.what.span)

    def told(self, deal: int, ply: model.Ply) -> JudgedAction | None:
        """Return the judgement of an action of a deal."""
        if not 0 <= deal < len(self.judgement.deals):
            return None
        if deal not in self._told:
            self._told[deal] = told_of(self.judgement.deals[deal])
        return self._told[deal].get(ply.span)

    @cached_property
    def _told(self) -> dict[int, dict[model.Span, JudgedAction]]:
        """The same by deal, computed on demand."""
        return {}

    @cached_property
    def _certainties(self) -> list[Certainty]:
        return certainties(replace(self.judgement, findings=list(self.judged.local)))

    def certainty_of(self, deal: DealJudgement) -> Certainty:
        """Return how certain the result of a deal is; not for a variation."""
        numbered = zip(self.judgement.deals, self._certainties, strict=True)
        return next((certainty for other, certainty in numbered if other is deal), CERTAIN)

    def part_at(self, offset: int) -> DocumentPart | None:
        """Return the innermost part at an offset."""
        parts = self.section_at(offset).parts
        around = [part for part in parts if part.extent.start <= offset < part.extent.end]
        return around[-1] if around else None


class Review:
    r"""The games of a document; unchanged parts are taken from ``before``, an earlier review.

    Where it ``postpones`` that, it is not tried yet what would make a deal right that has changed.

    >>> review = Review("%SGN 1\n[Rules \"santase\"]\n")
    >>> [seen.judgement.ok for seen in review.games]
    [True]
    """

    def __init__(self, text: str, before: "Review | None" = None, *, postpones: bool = False) -> None:
        self.page = EditorPage(text)
        self.outlines: dict[object, Any] = {}
        """The outlines that were asked for."""
        self.games: list[ReviewedGame] = []
        known = {seen.judgement.game.source: seen for seen in before.games} if before else {}
        sources = list(cut(text.encode("utf-8", "surrogatepass")))
        starts = [self.page.offset(source.line, 1) for source in sources]
        raws = {source.raw for source in sources}
        changed = [seen for seen in before.games if seen.judgement.game.source not in raws] if before else []
        for source, (start, end) in zip(sources, pairwise([*starts, len(text)]), strict=True):
            mark = text.startswith("\ufeff", start)
            same = None if source.fault else known.get(source.raw)
            earlier = same or (changed.pop(0) if len(changed) > 1 else changed[0] if changed else None)
            if same and same.judged.plays.are_postponed and not postpones:
                same = None
            self.games.append(
                _reviewed(self.page, source, Extent(start + mark, end), earlier, same, postpones)
            )

    @property
    def are_postponed(self) -> bool:
        """Whether it was left for later to try what would make some deal right."""
        return any(seen.judged.plays.are_postponed for seen in self.games)

    def game_at(self, offset: int) -> ReviewedGame | None:
        """Return the game at an offset, if any."""
        return next((seen for seen in reversed(self.games) if seen.extent.start <= offset), None)


def _reviewed(
    page: EditorPage,
    source: Source,
    extent: Extent,
    before: ReviewedGame | None,
    same: ReviewedGame | None,
    postpones: bool,
) -> ReviewedGame:
    """Return a game, with the judgement of one ``before`` as far as it is the ``same``."""
    if same:
        game = replace(same.judgement.game, number=source.number, line=source.line)
        judged = same.judged
        judgement = replace(same.judgement, game=game)
    else:
        known = before.judged if before else None
        judged = judge_sections(
            read_sections(source, known.sections.known if known else None),
            known.plays if known else None,
            postpones=postpones,
        )
        judgement = judged.judgement
    kept = {each.own.section.game.text: each.own for each in before.sections} if before else {}
    sections, deals, lines = [], 0, 0
    offsets = judged.sections.offsets
    for part, (start, end) in zip(
        judged.sections.parts, pairwise([*offsets, len(judgement.game.text)]), strict=True
    ):
        own = kept.get(part.game.text)
        own = own if own and own.section is part else SectionParts(part)
        sections.append(ReviewedSection(own, extent.start + start, lines, deals))
        deals += len(part.draft.deals)
        lines += judgement.game.text.count("\n", start, end)
    return ReviewedGame(page, judged, judgement, extent, sections)


def tags_of(seen: ReviewedGame) -> tuple[model.Tag, ...]:
    """Return the tags of a game as far as they could be read."""
    draft = seen.judgement.game.draft
    return draft.tags if draft else ()


def deal_of(seen: ReviewedGame, part: DocumentPart) -> tuple[model.DealRecord, DealJudgement] | None:
    """Return the deal of a part, as written and as judged."""
    draft = seen.judgement.game.draft
    if draft is None or not 0 <= part.deal < len(seen.judgement.deals):
        return None
    return draft.deals[part.deal], seen.judgement.deals[part.deal]
