"""The letters and digits of the indices as outlines, and which of them each language uses.

Pictures need no fonts, so every renderer shows the indices. They were drawn for this project, with stems a
fifth of the height, so that they can be distinguished at ten pixels. A capital is 100 high, and an outline
begins at the top left.
"""

from typing import Final, NamedTuple


class GlyphOutline(NamedTuple):
    """A letter or number: its width and its outline."""

    width: float
    path: str


_DRAWN: Final = {
    "A": GlyphOutline(80, "M28 0H52L80 100H58L53 80H27L22 100H0ZM40 33L31.5 63H48.5Z"),
    "Á": GlyphOutline(80, "M30 31H50L80 100H57L52 86H28L23 100H0ZM40 52L33 71H47ZM43 0H67L49 22H33Z"),
    "K": GlyphOutline(79, "M0 0H21V40L51 0H76L45 42L79 100H54L31 60L21 73V100H0Z"),
    "Q": GlyphOutline(
        80,
        "M40 0C64 0 80 20 80 50S64 100 40 100S0 80 0 50S16 0 40 0ZM40 19C28 19 21 31 21 50S28 81 40 81"
        "S59 69 59 50S52 19 40 19ZM40 68L54 56L84 94L70 106Z",
    ),
    "J": GlyphOutline(
        60, "M14 0H60V68C60 90 48 101 29 101S0 90 0 68V62H20V69C20 78 23 82 29 82S39 78 39 69V19H14Z"
    ),
    "D": GlyphOutline(
        77, "M0 0H34C62 0 77 19 77 50S62 100 34 100H0ZM21 19V81H33C48 81 56 70 56 50S48 19 33 19Z"
    ),
    "B": GlyphOutline(
        72,
        "M0 0H39C57 0 68 10 68 26C68 36 64 43 55 48C66 52 72 60 72 72C72 90 60 100 41 100H0Z"
        "M21 18V40H36C43 40 47 36 47 29S43 18 36 18ZM21 57V82H38C46 82 51 78 51 70S46 57 38 57Z",
    ),
    "F": GlyphOutline(62, "M0 0H62V19H21V42H56V61H21V100H0Z"),
    "O": GlyphOutline(
        80,
        "M40 0C64 0 80 20 80 50S64 100 40 100S0 80 0 50S16 0 40 0ZM40 19C28 19 21 31 21 50S28 81 40 81"
        "S59 69 59 50S52 19 40 19Z",
    ),
    "U": GlyphOutline(76, "M0 0H21V62C21 75 27 81 38 81S55 75 55 62V0H76V62C76 87 62 101 38 101S0 87 0 62Z"),
    "Д": GlyphOutline(
        88, "M18 0H74V78H88V105H69V96H19V105H0V78H6C14 63 18 42 18 0ZM38 18C38 46 34 63 27 78H54V18Z"
    ),
    "У": GlyphOutline(
        78, "M0 0H23L40 43L56 0H78L48 75C40 94 33 100 18 100C13 100 8 99 4 98L7 80C17 82 24 82 28 73L30 68Z"
    ),
    "9": GlyphOutline(
        72,
        "M35 0C58 0 72 17 72 45C72 81 55 100 30 100C20 100 12 98 5 94L10 76C16 80 22 82 28 82"
        "C41 82 49 75 51 61C46 66 39 68 31 68C13 68 0 54 0 34C0 14 14 0 35 0Z"
        "M36 18C26 18 21 24 21 34S26 50 36 50S51 44 51 34S46 18 36 18Z",
    ),
    "7": GlyphOutline(66, "M0 0H66V17C47 40 36 68 33 100H11C14 70 24 43 41 20H0Z"),
    "10": GlyphOutline(
        88,
        "M17 0H33V100H13V25L0 31V12ZM64 0C80 0 88 18 88 50S80 100 64 100S40 82 40 50S48 0 64 0Z"
        "M64 18C60 18 59 30 59 50S60 82 64 82S69 70 69 50S68 18 64 18Z",
    ),
    "?": GlyphOutline(
        62,
        "M0 28C2 10 14 0 32 0C50 0 62 11 62 27C62 38 57 45 49 51C42 56 40 59 40 67H20C20 54 23 47 32 41"
        "C38 37 41 34 41 28C41 22 38 18 31 18S21 22 20 30ZM18 78H42V100H18Z",
    ),
}
GLYPHS: Final = _DRAWN | {cyrillic: _DRAWN[latin] for cyrillic, latin in zip("АКВО", "AKBO", strict=True)}
"""The glyphs by their text; four Cyrillic letters look like Latin ones."""

INDICES: Final = {
    ("french", "en"): ("9", "J", "Q", "K", "10", "A", "7"),
    ("french", "bg"): ("9", "В", "Д", "К", "10", "А", "7"),
    ("french", "de"): ("9", "B", "D", "K", "10", "A", "7"),
    ("french", "hu"): ("9", "B", "D", "K", "10", "Á", "7"),
    ("german", "en"): ("9", "U", "O", "K", "10", "A", "7"),
    ("german", "bg"): ("9", "У", "О", "К", "10", "А", "7"),
    ("german", "de"): ("9", "U", "O", "K", "10", "A", "7"),
    ("german", "hu"): ("9", "B", "D", "K", "10", "Á", "7"),
}
"""The index of every rank, in the order of their numbers, by pack and language."""


def index(pack: str, language: str) -> tuple[str, ...]:
    """Return the index of every rank; in English letters if a language has none.

    >>> index("french", "de"), index("french", "fi") == index("french", "en")
    (('9', 'B', 'D', 'K', '10', 'A', '7'), True)
    """
    return INDICES.get((pack, language)) or INDICES[pack, "en"]
