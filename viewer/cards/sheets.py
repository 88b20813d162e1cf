"""Cards as SVG: one for a picture, and all of a pack as symbols that a page colours by its classes.

Both comply with a policy that forbids inline styles and scripts in a page, and load nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from viewer.cards.faces import DOUBT, HEIGHT, PICTURES, WIDTH, face, suit_in
from viewer.cards.glyphs import INDICES
from viewer.cards.outlines import ROLES, Role, linked, number, parts, plain, written_out
from viewer.cards.palettes import INK, PALETTES, TONES, Colours

XMLNS: Final = 'xmlns="http://www.w3.org/2000/svg"'
VIEW: Final = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
PACKS: Final = tuple(dict.fromkeys(pack for pack, _ in INDICES))


@dataclass(frozen=True, slots=True)
class Look:
    """The look of cards: the pack, the language of the index letters, and the colours; ValueError if unknown.

    >>> Look("tarot")
    Traceback (most recent call last):
    ...
    ValueError: no pack is called 'tarot': french, german
    """

    pack: str = "french"
    language: str = "en"
    palette: str = "two-colour"
    tone: str = "light"

    def __post_init__(self) -> None:
        for kind, known in (("pack", PACKS), ("palette", PALETTES), ("tone", TONES)):
            name = getattr(self, kind)
            if name not in known:
                raise ValueError(f"no {kind} is called {name!r}: {', '.join(known)}")

    @property
    def colours(self) -> Colours:
        """The colours of the palette in its tone."""
        return PALETTES[self.palette][self.tone]


PLAIN: Final = Look()
"""A French pack in black and red, with English letters."""


def drawn(picture: str, look: Look) -> str:
    """Return a picture as markup for the inside of an SVG; raise ValueError for an unknown one.

    One of two cards is the upper half of the first and the lower half of the second.
    """
    first, is_pair, second = picture.removesuffix("%").partition("|")
    if is_pair:
        return f"{_half(first, 0, look)}{_half(second, HEIGHT // 2, look)}{drawn(DOUBT, look)}"
    if picture.endswith("%"):
        return drawn(first, look) + drawn(DOUBT, look)
    return written_out(face(picture, look.pack, look.language), look.colours, suit_in(picture))


def _half(picture: str, y: int, look: Look) -> str:
    size = f'width="{WIDTH}" height="{HEIGHT // 2}"'
    return f'<svg y="{y}" {size} viewBox="0 {y} {WIDTH} {HEIGHT // 2}">{drawn(picture, look)}</svg>'


def sprite_svg(pack: str, language: str, titles: Mapping[str, str]) -> str:
    """Return every picture of a pack as a symbol, for a page to include once; titles by :data:`PICTURES`.

    Half known cards need no title: what they can be is for the page to say. The ids begin with the pack, so
    that a page can contain both. The colours come from :func:`stylesheet`.
    """

    def titled(picture: str) -> str:
        return f"<title>{plain(titles[picture])}</title>" if picture in titles else ""

    faces = {picture: face(picture, pack, language) for picture in PICTURES}
    shared = {part.name: part for drawing in faces.values() for part in parts(drawing)}
    definitions = "".join(
        f'<g id="{pack}-{name}">{linked(part.content, pack)}</g>' for name, part in shared.items()
    )
    symbols = "".join(
        f'<symbol id="{pack}-{picture}" {VIEW}>{titled(picture)}'
        f'<g class="card-suit-{suit_in(picture)}">{linked(drawing, pack)}</g></symbol>\n'
        for picture, drawing in faces.items()
    )
    return (
        f'<svg {XMLNS} class="card-sprite" width="0" height="0" aria-hidden="true">\n'
        f"<defs>{definitions}</defs>\n{symbols}</svg>\n"
    )


def stylesheet() -> str:
    """Return the CSS that colours a sprite inside an element of the class `cards`.

    A second class names the palette (default: `two-colour`); `dark` or `print` selects the tone, and `auto`
    leaves it to the reader's system. On paper all cards are printed in the tone for it.
    """
    rules = [f".card-{name} {{ {_declared(role)} }}" for name, role in ROLES.items()]
    rules += [f".card-suit-{suit} {{ color: var(--card-suit-{suit}); }}" for suit in range(4)]
    rules += [".card-sprite { position: absolute; }", *_tone(".cards", "light")]
    rules += [*_tone(".cards.dark", "dark"), *_tone(".cards.print", "print")]
    rules += ["@media (prefers-color-scheme: dark) {", *_tone(".cards.auto", "dark"), "}"]
    # Named twice, so that it outweighs the tone chosen by the page for the screen.
    rules += ["@media print {", *_tone(".cards.cards", "print"), "}"]
    return "\n".join(rules) + "\n"


def _declared(role: Role) -> str:

    def colour(name: str) -> str:
        return INK if name == "ink" else f"var(--card-{name})" if name else "none"

    words = [f"fill: {colour(role.fill)};"]
    if role.stroke:
        words.append(f"stroke: {colour(role.stroke)}; stroke-width: {number(role.width)};")
        words.append("stroke-linejoin: round;")
    if role.dash:
        words.append(f"stroke-dasharray: {number(role.dash)};")
    return " ".join(words)


def _tone(selector: str, tone: str) -> list[str]:
    """Return the colours of every palette in a tone; the first palette is the default."""
    rules = []
    for place, (palette, tones) in enumerate(PALETTES.items()):
        colours = tones[tone]._asdict()
        suits = colours.pop("suits")
        words = [f"--card-suit-{suit}: {colour};" for suit, colour in enumerate(suits)]
        if place == 0:
            words = [f"--card-{name}: {colour};" for name, colour in colours.items()] + words
        named = selector if place == 0 else f"{selector}.{palette}"
        rules.append(f"{named} {{ {' '.join(words)} }}")
    return rules
