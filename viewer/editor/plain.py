"""The answers that an editor asks for after every key, as the plain values of their JSON.

In a long game each has thousands of values; made as the protocol's classes they cost more than the judgement.
What did not change is kept beside the sections of the review; nothing is decided here.
"""

from functools import partial
from typing import Any, Final

from lsprotocol import types as lsp

from referee import SEATS
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.editor.navigation import folds, lenses
from viewer.editor.outline import Level, OutlineEntry, outline, tricks_of
from viewer.editor.places import Extent
from viewer.editor.review import Review, ReviewedGame, ReviewedSection

Plain = dict[str, Any]
"""An object of JSON."""
SYMBOLS: Final = {
    Level.GAME: lsp.SymbolKind.Namespace.value,
    Level.DEAL: lsp.SymbolKind.Class.value,
    Level.TRICK: lsp.SymbolKind.Event.value,
}


def symbols(review: Review, language: Language, encoding: str) -> list[Plain]:
    """Return the outline as `DocumentSymbol`s; its tricks are made anew only where something has changed."""
    told = [seen for seen in review.games if seen.judgement.game.number > 0]
    games = outline(review, language, tricks=False)
    done: set[int] = set()
    """The sections that were there; of another that is the very same elsewhere nothing can be kept."""
    return [
        _symbol(review, game, encoding, _deals(review, seen, game, language, encoding, done))
        for seen, game in zip(told, games, strict=True)
    ]


def _deals(
    review: Review, seen: ReviewedGame, game: OutlineEntry, language: Language, encoding: str, done: set[int]
) -> list[Plain]:
    spoken = spoken_of(seen.judgement, language)
    names = (encoding, spoken.code, *map(spoken.seat, SEATS))
    judged = seen.judgement.deals
    tricks: list[list[Plain]] = []
    for section in seen.sections:
        make = partial(_tricks, review, seen, section, spoken, encoding)
        if id(section.own) in done:
            tricks += make().deals
            continue
        done.add(id(section.own))
        deals = [judged[part.deal].tricks for part in section.own_deals(len(judged))]
        kept = section.keep("symbols", names, deals, make)
        kept.move(review.page.position(section.start, encoding).line)
        tricks += kept.deals
    return [
        _symbol(review, deal, encoding, inside) for deal, inside in zip(game.entries, tricks, strict=True)
    ]


class _TrickLines:
    """The tricks of the deals of a section, with the line where that starts."""

    def __init__(self, line: int, deals: list[list[Plain]]) -> None:
        self.line = line
        self.deals = deals

    def move(self, line: int) -> None:
        """Count the lines of a section that starts there."""
        by, self.line = line - self.line, line
        for symbol in (symbol for deal in self.deals for symbol in deal) if by else ():
            for extent in (symbol["range"], symbol["selectionRange"]):
                extent["start"]["line"] += by
                extent["end"]["line"] += by


def _tricks(
    review: Review, seen: ReviewedGame, section: ReviewedSection, language: Language, encoding: str
) -> _TrickLines:
    deals = [
        [_symbol(review, trick, encoding, []) for trick in deal]
        for deal in tricks_of(review, seen, section, language)
    ]
    return _TrickLines(review.page.position(section.start, encoding).line, deals)


def _symbol(review: Review, entry: OutlineEntry, encoding: str, children: list[Plain]) -> Plain:
    return {
        "name": entry.name,
        "detail": entry.detail,
        "kind": SYMBOLS[entry.level],
        "range": place(review, entry.extent, encoding),
        "selectionRange": place(review, entry.head, encoding),
        "children": children,
    }


def code_lenses(review: Review, language: Language, encoding: str) -> list[Plain]:
    """Return the lenses as `CodeLens`es; their command does nothing."""
    return [
        {"range": place(review, lens.extent, encoding), "command": {"title": lens.text, "command": ""}}
        for lens in lenses(review, language)
    ]


def folding(review: Review, language: Language, encoding: str) -> list[Plain]:
    """Return what can be folded as `FoldingRange`s."""
    lines = (
        (review.page.position(offset, encoding).line for offset in each) for each in folds(review, language)
    )
    return [{"startLine": start, "endLine": end} for start, end in lines]


def place(review: Review, extent: Extent, encoding: str) -> Plain:
    """Return an extent as a `Range`."""
    start, end = (review.page.position(offset, encoding) for offset in extent)
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


def is_plain(result: object) -> bool:
    """Whether a result is plain already: objects of the protocol are no dictionaries."""
    return isinstance(result, dict) or (isinstance(result, list) and bool(result) and is_plain(result[0]))
