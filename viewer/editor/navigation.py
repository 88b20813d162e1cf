"""Navigation: from a card to where it was dealt, from a player to every game; inlay hints and lenses.

Finds what was read and judged; decides nothing.
"""

from collections.abc import Iterator
from typing import NamedTuple

from notation.record import SEAT_LETTERS, Holding, Ply, Tag, read_card, score_words
from notation.text.parts import escape_value
from referee import Card
from viewer.documents.languages import Language
from viewer.editor.outline import OutlineEntry, outline
from viewer.editor.places import Extent
from viewer.editor.review import DocumentPart, Review, ReviewedGame
from viewer.editor.sentences import ENGLISH
from viewer.editor.syntax import cards_in


class Aside(NamedTuple):
    """An inlay hint: a few words at a place that are not in the text."""

    place: int
    text: str


class Lens(NamedTuple):
    """A code lens: what an editor shows above an extent of a document."""

    extent: Extent
    text: str


def dealt_at(review: Review, offset: int) -> Extent | None:
    """Return where the card that is played at an offset was dealt: in a hand, or in the talon."""
    seen = review.game_at(offset)
    part = seen.part_at(offset) if seen else None
    if seen is None or part is None or not isinstance(part.what, Ply) or part.what.played < 0:
        return None
    return next(_holdings(review, seen, part.deal, part.what.played), None)


def _holdings(review: Review, seen: ReviewedGame, deal: int, card: Card) -> Iterator[Extent]:
    for part in seen.section_of(deal).parts_of(Holding):
        if part.deal == deal:
            for found in cards_in(seen.english(part.extent)):
                if read_card(found[0]) == card:
                    yield Extent(part.extent.start + found.start(), part.extent.start + found.end())


def name_at(review: Review, offset: int) -> Extent | None:
    """Return the name of a player at an offset."""
    seen = review.game_at(offset)
    part = seen.part_at(offset) if seen else None
    if part is None or not _names_player(part):
        return None
    extent = _value(review, part)
    return extent if extent.start <= offset <= extent.end else None


def renamed(review: Review, offset: int, name: str) -> Iterator[tuple[Extent, str]]:
    """Return the edits that rename a player throughout the document."""
    there = name_at(review, offset)
    if there is None:
        return
    old = review.page.text[slice(*there)]
    for seen in review.games:
        for part in seen.parts_of(Tag):
            extent = _value(review, part) if _names_player(part) else None
            if extent and review.page.text[slice(*extent)] == old:
                yield extent, escape_value(name)


def _names_player(part: DocumentPart) -> bool:
    return isinstance(part.what, Tag) and part.what.name in SEAT_LETTERS


def _value(review: Review, part: DocumentPart) -> Extent:
    """Return the extent between the quotation marks of a tag."""
    start, end = part.extent
    text = review.page.text
    return Extent(text.index('"', start, end) + 1, text.rindex('"', start, end))


def points_behind(review: Review, extent: Extent) -> Iterator[Aside]:
    """Return the card points after every judged trick in an extent of a document; none in variations."""
    for seen in review.games:
        for part in (part for section in seen.sections_in(extent) for part in section.parts_of(Ply)):
            if not extent.start <= part.extent.end <= extent.end:
                continue
            told = seen.told(part.deal, part.what)
            if told and told.trick.winner >= 0 and told.trick.events[-1] is told.event and not told.varies:
                yield Aside(part.extent.end, score_words(told.trick.points))


def lenses(review: Review, language: Language = ENGLISH) -> Iterator[Lens]:
    """Return the result of each deal, and the score after it, to be shown above its first line."""
    for game in outline(review, language, tricks=False):
        yield from (Lens(deal.head, deal.detail) for deal in game.entries)


def folds(review: Review, language: Language = ENGLISH) -> Iterator[Extent]:
    """Return the foldable extents: games and deals."""

    def below(entries: "tuple[OutlineEntry, ...] | list[OutlineEntry]") -> Iterator[Extent]:
        for entry in entries:
            yield entry.extent
            yield from below(entry.entries)

    yield from below(outline(review, language, tricks=False))
