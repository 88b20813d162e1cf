"""What pictures consist of, outlines with a role and parts put in their places, and how it is written.

A picture says what is ink, paper or gold; which colour that is, is decided where it is written. No card
is known here.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from referee import Suit
from viewer.cards.palettes import INK, Colours

_FORBIDDEN: Final = re.compile("[^\\t\\n\\r -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What XML cannot hold: control characters and halves of surrogate pairs."""


LINE: Final = 1.6
"""The width of a line, unless a role says otherwise."""


class Role(NamedTuple):
    """How an outline is painted: the names of its colours, the width of its line, the length of dashes."""

    fill: str = ""
    stroke: str = ""
    width: float = LINE
    dash: float = 0


ROLES: Final = {
    "ink": Role("ink"),
    "pale": Role("paper"),
    "cloth": Role("paper", "ink"),
    "skin": Role("skin", "ink"),
    "mark": Role("mark"),
    "gold": Role("gold", "ink"),
    "line": Role("", "ink"),
    "card": Role("paper", "edge"),
    "gap": Role("", "faint", 2, 5),
    "faint": Role("faint"),
    "back": Role("back", "weave"),
    "weave": Role("", "weave"),
    "seal": Role("back", "weave", 2.4),
    "star": Role("weave"),
    "lock": Role("gold", "weave"),
    "hole": Role("back"),
}
"""The roles by name; `ink` is the colour of the suit, the other colours are those of :class:`Colours`."""


class Shape(NamedTuple):
    """An outline, as the data of an SVG path, in a role."""

    role: str
    path: str


class ShapePart(NamedTuple):
    """Shapes and parts under a name; parts of one name are the same."""

    name: str
    content: "Drawing"


class Placed(NamedTuple):
    """A part in its place: where its origin comes to lie, how large it is, and whether upside down."""

    part: ShapePart
    x: float = 0
    y: float = 0
    scale: float = 1
    turned: bool = False


Drawing = tuple[Shape | Placed, ...]


def number(value: float) -> str:
    """A number as short as it can be written, to a thousandth.

    >>> number(0.5), number(-0.25), number(12.0), number(1 / 3)
    ('.5', '-.25', '12', '.333')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def painted(role: Role, colours: Colours, suit: Suit) -> str:
    """A role as presentation attributes, but for those that :func:`written_out` sets for all."""

    def colour(name: str) -> str:
        found = INK if name == "ink" else getattr(colours, name)
        return colours.suits[suit] if found == INK else found

    words = "" if role.fill == "ink" else f' fill="{colour(role.fill) if role.fill else "none"}"'
    if role.stroke:
        words += f' stroke="{colour(role.stroke)}"'
        words += f' stroke-width="{number(role.width)}"' if role.width != LINE else ""
    return words + (f' stroke-dasharray="{number(role.dash)}"' if role.dash else "")


def transform(placed: Placed) -> str:
    """The place of a part as an attribute; nothing where it stands as it was drawn."""
    steps = [f"translate({number(placed.x)} {number(placed.y)})"] if placed.x or placed.y else []
    steps += ["rotate(180)"] if placed.turned else []
    steps += [f"scale({number(placed.scale)})"] if placed.scale != 1 else []
    return f' transform="{"".join(steps)}"' if steps else ""


def written_out(drawing: Drawing, colours: Colours, suit: Suit) -> str:
    """A drawing with its colours in it and without ids: it can stand anywhere, as often as one likes."""

    def path(shape: Shape, place: str = "") -> str:
        return f'<path{place}{painted(ROLES[shape.role], colours, suit)} d="{shape.path}"/>'

    def inside(content: Drawing) -> str:
        words = []
        for item in content:
            if isinstance(item, Shape):
                words.append(path(item))
            elif len(item.part.content) == 1 and isinstance(item.part.content[0], Shape):
                words.append(path(item.part.content[0], transform(item)))
            else:
                words.append(f"<g{transform(item)}>{inside(item.part.content)}</g>")
        return "".join(words)

    line = f'stroke-width="{number(LINE)}" stroke-linejoin="round"'
    return f'<g fill="{colours.suits[suit]}" {line}>{inside(drawing)}</g>'


def linked(drawing: Drawing, prefix: str) -> str:
    """A drawing with classes for its roles and links to its parts, whose ids begin with the prefix."""
    words = []
    for item in drawing:
        if isinstance(item, Shape):
            words.append(f'<path class="card-{item.role}" d="{item.path}"/>')
        else:
            words.append(f'<use href="#{prefix}-{item.part.name}"{transform(item)}/>')
    return "".join(words)


def parts(drawing: Drawing) -> Iterator[ShapePart]:
    """The parts of a drawing and their parts, again and again where they stand in several places."""
    for item in drawing:
        if isinstance(item, Placed):
            yield from parts(item.part.content)
            yield item.part


def plain(text: str) -> str:
    r"""Text as the content of an element; what XML cannot hold becomes the sign for that.

    >>> plain("A & B" + chr(0))
    'A &amp; B\ufffd'
    """
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=False)
