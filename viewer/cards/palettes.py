"""The colours of the cards: three ways to colour the suits, each for a light page, a dark one and paper.

Suits are never distinguished by colour alone: every card also has their sign.
"""

from typing import Final, NamedTuple

INK: Final = "currentColor"
"""Stands for the colour of the card's suit."""


class Colours(NamedTuple):
    """The colours of all roles, as written in CSS and SVG; the suits in their order."""

    suits: tuple[str, str, str, str]
    paper: str = "#fff"
    edge: str = "#85827a"
    faint: str = "#716e66"
    skin: str = "#fdead4"
    mark: str = INK
    gold: str = "#f0b429"
    back: str = "#27496d"
    weave: str = "#9db7d1"
    table: str = "#efebe1"
    text: str = "#1d1d1b"


BLACK, RED, GREEN, BLUE, ORANGE = "#1a1a1a", "#c8102e", "#15722f", "#1456b8", "#b85400"
PALE, ROSE, LEAF, SKY, AMBER = "#ececec", "#ff7b72", "#7ee08f", "#79b8ff", "#ffb454"
_SUITS: Final = {
    "two-colour": ((BLACK, RED, RED, BLACK), (PALE, ROSE, ROSE, PALE)),
    "french": ((BLACK, RED, BLUE, GREEN), (PALE, ROSE, SKY, LEAF)),
    "german": ((GREEN, RED, ORANGE, BLACK), (LEAF, ROSE, AMBER, PALE)),
}


def _tones(light: tuple[str, str, str, str], dark: tuple[str, str, str, str]) -> dict[str, Colours]:
    return {
        "light": Colours(light),
        "dark": Colours(
            dark,
            paper="#23262b",
            edge="#6f757e",
            faint="#9aa0a8",
            skin="#d9c3a5",
            mark="#23262b",
            gold="#b07d0c",
            back="#2a415c",
            weave="#7d9bbb",
            table="#15171a",
            text="#e9e7e1",
        ),
        "print": Colours(
            light,
            edge="#444",
            faint="#444",
            gold="#f6cf6e",
            back="#fff",
            weave="#555",
            table="#fff",
            text="#000",
        ),
    }


PALETTES: Final = {name: _tones(*suits) for name, suits in _SUITS.items()}
"""The colours by palette and tone: `two-colour`, and the four-colour ones after French and German custom."""
TONES: Final = ("light", "dark", "print")
"""The backgrounds of the cards."""
