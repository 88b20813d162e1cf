"""A document as the referee sees it: its games where they stand, each with its judgement.

Asks :mod:`notation` and adds nothing. A game whose text has not changed is not read again.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from notation.judge import DealJudgement, Event, Judgement, TrickLedger, judge
from notation.record import (
    Award,
    DealRecord,
    Holding,
    Note,
    Outcome,
    Path,
    Ply,
    Position,
    Record,
    RecordNode,
    Span,
    Tag,
    Trick,
    Variation,
    walk,
)
from notation.rulings import CERTAIN, Certainty, certainties
from notation.text import cut, read_game
from viewer.editor.places import EditorPage, Extent


class DocumentPart(NamedTuple):
    """A part of a record where it stands in the document, and what it belongs to.

    ``deal`` is the place of its deal in the game, -1 outside of one; ``behind`` is what a note stands
    behind, the deal or variation that a trick or result is of, the trick of an action.
    """

    extent: Extent
    what: Any
    deal: int = -1
    behind: Any = None


class Told(NamedTuple):
    """What was judged of an action: the event, its trick, the deal or the variation that it is of."""

    event: Event
    trick: TrickLedger
    deal: DealJudgement
    varies: bool = False
    """Whether it is in a variation."""


@dataclass(frozen=True)
class ReviewedGame:
    """One game of a document and its judgement; ``extent`` is where its text stands."""

    page: EditorPage
    judgement: Judgement
    extent: Extent

    def extent_of(self, span: Span) -> Extent:
        """Where a span of the game stands in the document."""
        return Extent(self._offset(span.line, span.column), self._offset(span.end_line, span.end_column))

    def english(self, extent: Extent) -> str:
        """What stands in an extent of the game, with its cards in English letters."""
        words, alphabet = self.page.text[slice(*extent)], self.judgement.game.alphabet
        return alphabet.english(words) if alphabet else words

    def _offset(self, line: int, column: int) -> int:
        page = self.page
        first, before = page.place(self.extent.start)
        if line <= 1:  # a byte order mark may stand before it
            column += before - 1
        return page.offset(first + max(line, 1) - 1, column)

    @cached_property
    def parts(self) -> list[DocumentPart]:
        """The parts of the record in the order in which they stand."""
        draft = self.judgement.game.draft
        if draft is None:
            return []
        holders: dict[Path, RecordNode] = {}
        """What was last seen of each address, to which notes belong."""
        lines: dict[Path, RecordNode] = {}
        """The deals and variations, to which tricks and results belong."""
        found = []
        for path, part in walk(draft):
            line = path.line
            if isinstance(part, DealRecord | Variation):
                lines[line] = part
            match part:
                case Record():
                    continue
                case Tag() | DealRecord():
                    behind: Any = None
                case Ply():
                    behind = holders[path.at(path.last.trick)]
                case Variation():
                    behind = holders[path.outer]
                case Position() | Holding() | Trick() | Award() | Outcome():
                    behind = lines[line]
                case _:
                    behind = holders.get(path)
            if not isinstance(part, Note) or isinstance(part, Variation):
                holders[path] = part
            if not isinstance(part, Trick) or part.number >= 0:
                found.append(DocumentPart(self.extent_of(part.span), part, path.deal - 1, behind))
        found.sort(key=lambda part: part.extent.start)
        return self._to_their_ends(found)

    def _to_their_ends(self, parts: list[DocumentPart]) -> list[DocumentPart]:
        """Results and rulings, whose spans hold no more than their first words, up to what comes next."""
        text = self.page.text
        nexts = [*(part.extent.start for part in parts[1:]), self.extent.end]
        whole = []
        for part, end in zip(parts, nexts, strict=False):
            if isinstance(part.what, Outcome | Award):
                if isinstance(part.behind, Variation):
                    end = min(end, self.extent_of(part.behind.span).end - 1)
                start = part.extent.start
                part = part._replace(extent=Extent(start, start + len(text[start:end].rstrip())))
            whole.append(part)
        return whole

    @cached_property
    def told(self) -> dict[Span, Told]:
        """What was judged of each action, by where it stands."""
        found: dict[Span, Told] = {}
        open_deals = [(deal, False) for deal in reversed(self.judgement.deals)]
        while open_deals:
            deal, varies = open_deals.pop()
            for trick in deal.tricks:
                for event in trick.events:
                    found.setdefault(event.ply.span, Told(event, trick, deal, varies))
                    open_deals += [(branch, True) for branch in event.variations]
        return found

    @cached_property
    def _certainties(self) -> list[Certainty]:
        return certainties(self.judgement)

    def certainty_of(self, deal: DealJudgement) -> Certainty:
        """How certain it is what a deal comes to; of one in a variation that is not asked."""
        numbered = zip(self.judgement.deals, self._certainties, strict=True)
        return next((certainty for other, certainty in numbered if other is deal), CERTAIN)

    def part_at(self, offset: int) -> DocumentPart | None:
        """The innermost part that stands at an offset."""
        around = [part for part in self.parts if part.extent.start <= offset < part.extent.end]
        return around[-1] if around else None


class Review:
    r"""The games of a document. ``before`` is an earlier review, whose judgements serve where they can.

    >>> review = Review("%SGN 1\n[Rules \"santase\"]\n")
    >>> [seen.judgement.ok for seen in review.games]
    [True]
    """

    def __init__(self, text: str, before: "Review | None" = None) -> None:
        self.page = EditorPage(text)
        self.games: list[ReviewedGame] = []
        self._judged: dict[bytes, Judgement] = {}
        known = before._judged if before else {}
        sources = list(cut(text.encode("utf-8", "surrogatepass")))
        starts = [self.page.offset(source.line, 1) for source in sources]
        for source, (start, end) in zip(sources, pairwise([*starts, len(text)]), strict=True):
            judgement = known.get(source.raw)
            if judgement is None or source.fault:
                judgement = judge(read_game(source))
            else:
                game = replace(judgement.game, number=source.number, line=source.line)
                judgement = replace(judgement, game=game)
            self._judged[source.raw] = judgement
            mark = text.startswith("\ufeff", start)
            self.games.append(ReviewedGame(self.page, judgement, Extent(start + mark, end)))

    def game_at(self, offset: int) -> ReviewedGame | None:
        """The game in which an offset stands, if it stands in one."""
        return next((seen for seen in reversed(self.games) if seen.extent.start <= offset), None)


def tags_of(seen: ReviewedGame) -> tuple[Tag, ...]:
    """The tags of a game as far as they could be read."""
    draft = seen.judgement.game.draft
    return draft.tags if draft else ()


def deal_of(seen: ReviewedGame, part: DocumentPart) -> tuple[DealRecord, DealJudgement] | None:
    """The deal that a part belongs to, as written and as judged."""
    draft = seen.judgement.game.draft
    if draft is None or not 0 <= part.deal < len(seen.judgement.deals):
        return None
    return draft.deals[part.deal], seen.judgement.deals[part.deal]
