"""The outline of a whole document, as the editor has it entry by entry."""

from typing import NamedTuple

from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.editor.outline import Level, OutlineEntry, deals_of, head_of, tricks_of
from viewer.editor.places import Extent
from viewer.editor.review import Review, ReviewedGame
from viewer.editor.sentences import ENGLISH


class Outlined(NamedTuple):
    """An entry with those beneath it."""

    level: Level
    name: str
    detail: str
    extent: Extent
    head: Extent
    entries: "tuple[Outlined, ...]" = ()


def outline(review: Review, language: Language = ENGLISH) -> list[Outlined]:
    """The games of a document with their deals and the tricks of those."""
    return [_game(review, seen, language) for seen in review.games if seen.judgement.game.number > 0]


def _game(review: Review, seen: ReviewedGame, language: Language) -> Outlined:
    spoken = spoken_of(seen.judgement, language)
    deals = [
        Outlined(*deal, _plain(tricks))
        for section in seen.sections
        for (deal,), tricks in zip(
            deals_of(review, seen, section, spoken), tricks_of(review, seen, section, spoken), strict=True
        )
    ]
    return Outlined(*head_of(review, seen, language), tuple(deals))


def _plain(entries: tuple[OutlineEntry, ...]) -> tuple[Outlined, ...]:
    return tuple(Outlined(*entry) for entry in entries)
