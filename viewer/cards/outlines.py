"""The elements of pictures, outlines with a role and placed parts, and their output as SVG.

A picture states what is ink, paper or gold; the colours are chosen when it is written. This module knows
nothing of cards.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from referee import Suit
from viewer.cards.palettes import INK, Colours

_FORBIDDEN: Final = re.compile("[^\\t\\n\\r -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""Characters that XML cannot contain: control characters and halves of surrogate pairs."""


LINE: Final = 1.6
"""The default width of a line."""


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
    """Shapes and parts under a name; parts with the same name are the same."""

    name: str
    content: "Drawing"


class Placed(NamedTuple):
    """A placed part: the position of its origin, its scale, and whether it is upside down."""

    part: ShapePart
    x: float = 0
    y: float = 0
    scale: float = 1
    turned: bool = False


Drawing = tuple[Shape | Placed, ...]


def number(value: float) -> str:
    """Return a number in its shortest form, rounded to a thousandth.

    >>> number(0.5), number(-0.25), number(12.0), number(1 / 3)
    ('.5', '-.25', '12', '.333')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def painted(role: Role, colours: Colours, suit: Suit) -> str:
    """Return a role as presentation attributes, except for those that :func:`written_out` sets for all."""

    def colour(name: str) -> str:
        found = INK if name == "ink" else getattr(colours, name)
        return colours.suits[suit] if found == INK else found

    words = "" if role.fill == "ink" else f' fill="{colour(role.fill) if role.fill else "none"}"'
    if role.stroke:
        words += f' stroke="{colour(role.stroke)}"'
        words += f' stroke-width="{number(role.width)}"' if role.width != LINE else ""
    return words + (f' stroke-dasharray="{number(role.dash)}"' if role.dash else "")


def transform(placed: Placed) -> str:
    """Return the place of a part as an attribute; empty for the place where it was drawn."""
    steps = [f"translate({number(placed.x)} {number(placed.y)})"] if placed.x or placed.y else []
    steps += ["rotate(180)"] if placed.turned else []
    steps += [f"scale({number(placed.scale)})"] if placed.scale != 1 else []
    return f' transform="{"".join(steps)}"' if steps else ""


def written_out(drawing: Drawing, colours: Colours, suit: Suit) -> str:
    """Write a drawing with its colours and without ids, so that it can be used anywhere and repeatedly."""

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
    """Write a drawing with classes for its roles and links to its parts, whose ids begin with the prefix."""
    words = []
    for item in drawing:
        if isinstance(item, Shape):
            words.append(f'<path class="card-{item.role}" d="{item.path}"/>')
        else:
            words.append(f'<use href="#{prefix}-{item.part.name}"{transform(item)}/>')
    return "".join(words)


def parts(drawing: Drawing) -> Iterator[ShapePart]:
    """Yield the parts of a drawing and their parts, repeatedly if they occur in several places."""
    for item in drawing:
        if isinstance(item, Placed):
            yield from parts(item.part.content)
            yield item.part


def plain(text: str) -> str:
    r"""Return text as the content of an element; characters that XML cannot contain are replaced.

    >>> plain("A & B" + chr(0))
    'A &amp; B\ufffd'
    """
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=False)
