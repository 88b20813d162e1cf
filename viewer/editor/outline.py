"""The outline of a document: its games, their deals, the tricks of each, with what they came to.

Names what is there; it judges nothing and leaves nothing out.
"""

from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum
from itertools import zip_longest
from typing import NamedTuple

from notation.findings.finding import escape
from notation.judge.judgement import DealJudgement
from notation.record.model import NOBODY, UNNUMBERED, Award, DealRecord, Outcome, Trick
from notation.record.words import seat_letter
from notation.text.writer import ply_word
from viewer.editor.places import Extent
from viewer.editor.review import DocumentPart, Review, ReviewedGame
from viewer.editor.words import result_in_short


class Level(Enum):
    """What an entry of the outline is."""

    GAME = "game"
    DEAL = "deal"
    TRICK = "trick"


class OutlineEntry(NamedTuple):
    """An entry of the outline: all that belongs to it, the words that name it, and what is in it."""

    level: Level
    name: str
    detail: str
    extent: Extent
    head: Extent
    entries: "tuple[OutlineEntry, ...]" = ()


def outline(review: Review) -> list[OutlineEntry]:
    """The games of a document with their deals and tricks."""
    return [_game(review, seen) for seen in review.games if seen.judgement.game.number > 0]


def _game(review: Review, seen: ReviewedGame) -> OutlineEntry:
    text, judgement = review.page.text, seen.judgement
    draft = judgement.game.draft
    event = escape((draft.tag("Event") if draft else None) or "").strip()
    players = [escape((draft.tag(letter) if draft else None) or letter) for letter in "AB"]
    score = "-".join(map(str, judgement.score)) if judgement.score else "not judged"
    start = seen.extent.start
    line = text.find("\n", start, seen.extent.end)
    head = Extent(start, _trimmed(text, start, line if line >= 0 else seen.extent.end))
    return OutlineEntry(
        Level.GAME,
        f"Game {judgement.game.number}{': ' if event else ''}{event}",
        f"{' - '.join(players)} {score}",
        Extent(start, max(head.end, _trimmed(text, *seen.extent))),
        head,
        tuple(_deals(review, seen)),
    )


def _deals(review: Review, seen: ReviewedGame) -> Iterator[OutlineEntry]:
    heads = [part for part in seen.parts if isinstance(part.what, DealRecord)]
    ends = [*(part.extent.start for part in heads[1:]), seen.extent.end]
    judged: list[DealJudgement | None] = [*seen.judgement.deals]
    inside: dict[int, list[DocumentPart]] = {}
    for part in seen.parts:
        inside.setdefault(part.deal, []).append(part)
    for part, end, deal in zip_longest(heads, ends[: len(heads)], judged[: len(heads)]):
        number = part.what.number
        yield OutlineEntry(
            Level.DEAL,
            f"Deal {number}" if number != UNNUMBERED else "A deal",
            _result(deal),
            Extent(
                part.extent.start, max(part.extent.end, _trimmed(review.page.text, part.extent.start, end))
            ),
            part.extent,
            tuple(_tricks(review, seen, inside[part.deal], end)),
        )


def _result(deal: DealJudgement | None) -> str:
    if deal is None:
        return "not judged"
    score = f", {'-'.join(map(str, deal.score))}" if deal.score else ""
    return (result_in_short(deal) or ("judged no further" if deal.stopped else "not finished")) + score


def _tricks(
    review: Review, seen: ReviewedGame, parts: list[DocumentPart], end: int
) -> Iterator[OutlineEntry]:
    """The tricks among the parts of a deal, those of variations left out."""
    own = [part for part in parts if isinstance(part.behind, DealRecord)]
    heads = [part for part in own if isinstance(part.what, Trick)]
    endings = [part for part in own if isinstance(part.what, Outcome | Award)]
    starts = sorted(part.extent.start for part in (*heads, *endings))
    for part in heads:
        trick: Trick = part.what
        start = part.extent.start
        after = next(iter(starts[bisect_right(starts, start) :]), end)
        told = [seen.told[ply.span] for ply in trick.plies if ply.span in seen.told]
        winner = told[0].trick.winner if told else NOBODY
        yield OutlineEntry(
            Level.TRICK,
            " ".join([f"{trick.number}.", *map(ply_word, trick.plies)]),
            f"{seat_letter(winner)} takes it" if winner >= 0 else "",
            Extent(start, max(part.extent.end, _trimmed(review.page.text, start, after))),
            part.extent,
        )


def _trimmed(text: str, start: int, end: int) -> int:
    """Where a stretch ends without the blanks behind it."""
    return start + len(text[start:end].rstrip())
