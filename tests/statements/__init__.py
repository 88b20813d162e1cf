"""Sentences of the specification and what shows that each is so, by its sections.

Each module has a part of the page: `text` files, tags, cards and deals, `play` tricks, gaps and positions,
`said` what is stated beside the play, `match` more players, series and fair dealing, `opening` what comes
before the first lead, `form` how a record is written and bounded, `outside` logs, live matches, evidence.
"""

from typing import Final

from tests.statements import form, match, opening, outside, play, said, text
from tests.support.statements import Section

_FOUND: Final[dict[str, Section]] = {
    title: section
    for part in (text, play, said, match, opening, form, outside)
    for title, section in part.SECTIONS.items()
}
_ORDER: Final = (
    *("Games and files", "Tags", "Cards", "Own letters", "Deals", "Tricks and actions", "Gaps"),
    *("Testimony", "Positions", "Variations", "Notes", "Rulings of the table", "Results"),
    *("Three and four players", "Openings", "Series of matches", "Fair dealing"),
    *("Statements are compared, never mended", "Canonical form and digest", "JSON", "Other formats"),
    *("Live matches", "Rulings as evidence", "Bounds", "Versions"),
)
SECTIONS: Final[dict[str, Section]] = {title: _FOUND[title] for title in _ORDER}
"""In the order of the page."""
