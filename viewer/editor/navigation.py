"""Navigation: from a card to where it was dealt, from a player to every game; inlay hints and lenses.

Finds what was read and judged; decides nothing.
"""

from collections.abc import Iterator
from typing import NamedTuple

from notation import read
from notation.findings import Phrase, PhraseError
from notation.record import SEAT_LETTERS, Holding, Ply, Tag, score_words
from notation.text.parts import escape_value
from referee import Card
from referee.actions import DRAW
from viewer.editor.places import Extent
from viewer.editor.review import DocumentPart, Review, ReviewedGame
from viewer.editor.syntax import GAME_LINE, card_of, cards_in


class Aside(NamedTuple):
    """An inlay hint: a few words at a place that are not in the text."""

    place: int
    text: str


def dealt_at(review: Review, offset: int) -> Extent | None:
    """Return where the card that is played at an offset was dealt: in a hand, or in the talon."""
    seen = review.game_at(offset)
    part = seen.part_at(offset) if seen else None
    if seen is None or part is None or not isinstance(part.what, Ply) or part.what.played < 0:
        return None
    return next(_holdings(seen, part.deal, part.what.played), None)


def _holdings(seen: ReviewedGame, deal: int, card: Card) -> Iterator[Extent]:
    for part in seen.section_of(deal).parts_of(Holding):
        if part.deal == deal:
            yield from (extent for held, extent in _cards(seen, part) if held == card)


def name_at(review: Review, offset: int) -> Extent | None:
    """Return the name of a player at an offset."""
    seen = review.game_at(offset)
    part = seen.part_at(offset) if seen else None
    if part is None or not _names_player(part):
        return None
    extent = _value(review, part)
    return extent if extent.start <= offset <= extent.end else None


class UnnameableError(PhraseError):
    """Why there is nothing to rename, or not with this name."""


def renamed(review: Review, offset: int, name: str) -> list[tuple[Extent, str]]:
    """Return the edits that rename a player throughout the document.

    Raises UnnameableError where there is no player's name, or if the record could not be read after them.
    """
    there = name_at(review, offset)
    if there is None:
        raise UnnameableError(Phrase("only the names of players can be changed everywhere"))
    value = escape_value(name)
    [tried] = read(f'{GAME_LINE}\n[A "{value}"]\n')
    if tried.findings or tried.readable.tag("A") != name:
        raise UnnameableError(Phrase("`{word}` cannot be a name in a record", {"word": name}))
    return [(extent, value) for extent in _named(review, there)]


def _named(review: Review, there: Extent) -> Iterator[Extent]:
    """Return every place in the document where a player has the name that is in an extent."""
    name = review.page.text[slice(*there)]
    for seen in review.games:
        for part in seen.sections[0].parts_of(Tag):
            extent = _value(review, part) if _names_player(part) else None
            if extent and review.page.text[slice(*extent)] == name:
                yield extent


def occurrences(review: Review, offset: int) -> list[Extent]:
    """Return all places of what is at an offset: a card in its deal, a player's name, the name of a tag."""
    seen = review.game_at(offset)
    part = seen.part_at(offset) if seen else None
    if seen is None or part is None:
        return []
    if isinstance(part.what, Tag):
        there = name_at(review, offset)
        return list(_named(review, there)) if there else list(_tagged(review, part.what.name))
    found = [each for each in _cards(seen, part) if each[1].start <= offset <= each[1].end]
    if not found or found[0][0] < 0:
        return []
    section = seen.section_of(part.deal)
    return [
        extent
        for each in section.parts_of(Holding, Ply)
        if each.deal == part.deal
        for card, extent in _cards(seen, each)
        if card == found[0][0]
    ]


def _tagged(review: Review, name: str) -> Iterator[Extent]:
    for seen in review.games:
        for part in seen.sections[0].parts_of(Tag):
            if part.what.name == name:
                start = review.page.text.index(name, *part.extent)
                yield Extent(start, start + len(name))


def _cards(seen: ReviewedGame, part: DocumentPart) -> Iterator[tuple[Card, Extent]]:
    """Return the cards of a hand or talon, or the one that is played or drawn."""
    if isinstance(part.what, Ply) and not (part.what.plays or part.what.action == DRAW):
        return
    if isinstance(part.what, Holding | Ply):
        for found in cards_in(seen.english(part.extent)):
            start = part.extent.start
            yield card_of(found[0]), Extent(start + found.start(), start + found.end())


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
