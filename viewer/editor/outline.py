"""The outline of a document: its games, their deals, the tricks of each, with their results.

Lists what is there; it judges nothing and leaves nothing out.
"""

from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from notation.findings import SeatFact, escape
from notation.findings.names import player_names
from notation.judge import DealJudgement
from notation.record import NOBODY, UNNUMBERED, Award, DealRecord, Outcome, Record, Trick, score_words
from notation.record.words import trick_word
from notation.rulings import rules_of
from notation.text import ply_word
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.documents.sides import side_names
from viewer.editor.places import Extent
from viewer.editor.review import DocumentPart, Review, ReviewedGame, ReviewedSection
from viewer.editor.sentences import result_in_short


class Level(Enum):
    """The level of an entry."""

    GAME = "game"
    DEAL = "deal"
    TRICK = "trick"


class OutlineEntry(NamedTuple):
    """An entry of the outline: its whole extent, and the words that name it."""

    level: Level
    name: str
    detail: str
    extent: Extent
    head: Extent


def head_of(review: Review, seen: ReviewedGame, language: Language) -> OutlineEntry:
    """Return the entry of a game without its deals."""
    text, judgement = review.page.text, seen.judgement
    language = spoken_of(judgement, language)
    draft = judgement.game.draft
    event = escape((draft.tag("Event") if draft else None) or "").strip()
    rules = rules_of(judgement)
    players = side_names(player_names(draft or Record(), rules), rules, language)
    score = score_words(judgement.score) if judgement.score else language.say("not judged")
    start = seen.extent.start
    line = text.find("\n", start, seen.extent.end)
    head = Extent(start, _trimmed(text, start, line if line >= 0 else seen.extent.end))
    return OutlineEntry(
        Level.GAME,
        f"{language.say('Game {number}', number=judgement.game.number)}{': ' if event else ''}{event}",
        f"{' - '.join(players)} {score}",
        Extent(start, max(head.end, _trimmed(text, *seen.extent))),
        head,
    )


def deals_of(
    review: Review, seen: ReviewedGame, section: ReviewedSection, language: Language
) -> Iterator[tuple[OutlineEntry]]:
    """Return each deal of a section alone, without its tricks, in the language of its game."""
    judged, text = seen.judgement.deals, review.page.text
    for part, end in _heads(section):
        number, start = part.what.number, part.extent.start
        entry = OutlineEntry(
            Level.DEAL,
            language.say("Deal {number}", number=number) if number != UNNUMBERED else language.say("A deal"),
            _result(judged[part.deal] if part.deal < len(judged) else None, language),
            Extent(start, max(part.extent.end, _trimmed(text, start, end))),
            part.extent,
        )
        yield (entry,)


def _heads(section: ReviewedSection) -> Iterator[tuple[DocumentPart, int]]:
    """Return the deals of a section, each with where it ends."""
    heads = list(section.parts_of(DealRecord))
    nexts = [*(part.extent.start for part in heads), section.end]
    return zip(heads, nexts[1:], strict=bool(heads))


def tricks_of(
    review: Review, seen: ReviewedGame, section: ReviewedSection, language: Language
) -> Iterator[tuple[OutlineEntry, ...]]:
    """Return the tricks of each deal of a section, in the language of its game."""
    inside: dict[int, list[DocumentPart]] = {}
    for part in section.parts_of(Trick, Outcome, Award):
        inside.setdefault(part.deal, []).append(part)
    for part, end in _heads(section):
        yield tuple(_tricks(review, seen, inside.get(part.deal, []), end, language))


def _result(deal: DealJudgement | None, language: Language) -> str:
    if deal is None:
        return language.say("not judged")
    score = f", {score_words(deal.score)}" if deal.score else ""
    unfinished = language.say("not judged further") if deal.stopped else language.say("not finished")
    return (result_in_short(deal) or unfinished) + score


def _tricks(
    review: Review, seen: ReviewedGame, parts: list[DocumentPart], end: int, language: Language
) -> Iterator[OutlineEntry]:
    """Return the tricks among the parts of a deal, without those of variations."""
    own = [part for part in parts if isinstance(part.behind, DealRecord)]
    heads = [part for part in own if isinstance(part.what, Trick)]
    endings = [part for part in own if isinstance(part.what, Outcome | Award)]
    starts = sorted(part.extent.start for part in (*heads, *endings))
    for part in heads:
        trick: Trick = part.what
        start = part.extent.start
        after = next(iter(starts[bisect_right(starts, start) :]), end)
        told = next(filter(None, (seen.told(part.deal, ply) for ply in trick.plies)), None)
        winner = told.trick.winner if told else NOBODY
        yield OutlineEntry(
            Level.TRICK,
            " ".join([trick_word(trick.number), *map(ply_word, trick.plies)]),
            language.say("{seat} takes it", seat=SeatFact(winner)) if winner >= 0 else "",
            Extent(start, max(part.extent.end, _trimmed(review.page.text, start, after))),
            part.extent,
        )


def _trimmed(text: str, start: int, end: int) -> int:
    """Return the end of an extent without trailing blanks."""
    return start + len(text[start:end].rstrip())
