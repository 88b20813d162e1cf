"""The answers that an editor asks for after every key, as the plain values of their JSON.

In a long game each has thousands of values; made as the protocol's classes they cost more than the judgement.
What did not change is kept beside the sections of the review; nothing is decided here.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from lsprotocol import types as lsp

from referee import SEATS
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.editor.outline import Level, OutlineEntry, deals_of, head_of, tricks_of
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
    """Return the outline as `DocumentSymbol`s; what has not changed is not made anew."""
    known: list[Plain] | None = review.outlines.get((language, encoding))
    if known is None:
        known = review.outlines[language, encoding] = []
        done: set[int] = set()
        """The sections that were there; of another that is the very same elsewhere nothing can be kept."""
        for seen in review.games:
            if seen.judgement.game.number > 0:
                deals = _deals(review, seen, language, encoding, done)
                known.append(_symbol(review, head_of(review, seen, language), encoding, deals))
    return known


def _deals(
    review: Review, seen: ReviewedGame, language: Language, encoding: str, done: set[int]
) -> list[Plain]:
    spoken = spoken_of(seen.judgement, language)
    names = (encoding, spoken.code, *map(spoken.seat, SEATS))
    judged = seen.judgement.deals
    found: list[Plain] = []
    for section in seen.sections:
        make_deals = partial(_lines, deals_of, review, seen, section, spoken, encoding)
        make_tricks = partial(_lines, tricks_of, review, seen, section, spoken, encoding)
        if id(section.own) in done:
            deals, tricks = make_deals(), make_tricks()
        else:
            done.add(id(section.own))
            entries = [judged[part.deal] for part in section.own_deals(len(judged))]
            deals = section.keep("deals", names, entries, make_deals)
            tricks = section.keep("tricks", names, [entry.tricks for entry in entries], make_tricks)
            line = review.page.position(section.start, encoding).line
            deals.move(line)
            tricks.move(line)
        for [deal], inside in zip(deals.symbols, tricks.symbols, strict=True):
            deal["children"] = inside
            found.append(deal)
    return found


class _SymbolLines:
    """Symbols of each deal of a section, with the line where that starts."""

    def __init__(self, line: int, symbols: list[list[Plain]]) -> None:
        self.line = line
        self.symbols = symbols

    def move(self, line: int) -> None:
        """Count the lines of a section that starts there."""
        by, self.line = line - self.line, line
        for symbol in (symbol for deal in self.symbols for symbol in deal) if by else ():
            for extent in (symbol["range"], symbol["selectionRange"]):
                extent["start"]["line"] += by
                extent["end"]["line"] += by


def _lines(
    entries: Callable[..., Iterator[tuple[OutlineEntry, ...]]],
    review: Review,
    seen: ReviewedGame,
    section: ReviewedSection,
    language: Language,
    encoding: str,
) -> _SymbolLines:
    told = entries(review, seen, section, language)
    symbols = [[_symbol(review, entry, encoding, []) for entry in deal] for deal in told]
    return _SymbolLines(review.page.position(section.start, encoding).line, symbols)


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
        {"range": deal["selectionRange"], "command": {"title": deal["detail"], "command": ""}}
        for game in symbols(review, language, encoding)
        for deal in game["children"]
    ]


def folding(review: Review, language: Language, encoding: str) -> list[Plain]:
    """Return what can be folded, games and deals, as `FoldingRange`s."""
    return [
        {"startLine": each["range"]["start"]["line"], "endLine": each["range"]["end"]["line"]}
        for game in symbols(review, language, encoding)
        for each in (game, *game["children"])
    ]


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
