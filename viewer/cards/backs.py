"""The cards without a face: the back, the turn-up of a closed talon, the unknown and the hidden card.

A back looks the same upside down, so that it does not identify a card.
"""

from math import cos, pi, sin
from typing import Final

from viewer.cards.courts import dots
from viewer.cards.glyphs import GLYPHS
from viewer.cards.outlines import Drawing, Placed, Shape, ShapePart

LEFT, RIGHT, TOP, BOTTOM, STEP = 10, 90, 10, 130, 10


def _lattice() -> str:
    """Return lines across the back in both directions, ending at its frame."""
    height = BOTTOM - TOP
    lines = []
    for start in range(LEFT - height + STEP, RIGHT, STEP):
        left, right = max(start, LEFT), min(start + height, RIGHT)
        above, below = TOP + left - start, TOP + right - start
        lines.append(
            f"M{left} {above}L{right} {below}M{left} {BOTTOM + TOP - above}L{right} {BOTTOM + TOP - below}"
        )
    return "".join(lines)


def _star(points: int, outer: float, inner: float) -> str:
    """Return a star around the origin."""
    corners = []
    for corner in range(2 * points):
        radius, angle = (inner if corner % 2 else outer), pi * corner / points
        corners.append(f"{radius * sin(angle):.1f} {-radius * cos(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


_FIELD: Final = ShapePart(
    "field",
    (
        Shape("back", "M13 6H87A7 7 0 0 1 94 13V127A7 7 0 0 1 87 134H13A7 7 0 0 1 6 127V13A7 7 0 0 1 13 6Z"),
        Shape("weave", f"M{LEFT} {TOP}H{RIGHT}V{BOTTOM}H{LEFT}Z{_lattice()}"),
    ),
)
_STAR: Final = ShapePart("star", (Shape("seal", dots(23, (0, 0))), Shape("star", _star(8, 18, 8))))
_LOCK: Final = ShapePart(
    "lock",
    (
        Shape("seal", dots(32, (0, 0))),
        Shape("lock", "M-13-3V-9A13 13 0 0 1 13-9V-3H7.5V-9A7.5 7.5 0 0 0-7.5-9V-3Z"),
        Shape("lock", "M-15-4H15A3 3 0 0 1 18-1V17A3 3 0 0 1 15 20H-15A3 3 0 0 1-18 17V-1A3 3 0 0 1-15-4Z"),
        Shape("hole", "M-4 5A4 4 0 1 1 4 5L2.2 14H-2.2Z"),
    ),
)
_EYE: Final = ShapePart(
    "eye",
    (
        Shape(
            "faint", "M-30 0C-17-20 17-20 30 0C17 20-17 20-30 0ZM-24 0C-14 14 14 14 24 0C14-14-14-14-24 0Z"
        ),
        Shape("faint", dots(9, (0, 0))),
        Shape("pale", "M-24 23L19-27L27-20L-16 30Z"),
        Shape("faint", "M-22 24L21-26L25.5-22L-17.5 28Z"),
    ),
)
_MARK: Final = GLYPHS["?"]
_FRAME: Final = Shape("gap", "M10 10H90V130H10Z")

BACK: Final[Drawing] = (Placed(_FIELD), Placed(_STAR, 50, 70))
CLOSED: Final[Drawing] = (Placed(_FIELD), Placed(_LOCK, 50, 70))
UNKNOWN: Final[Drawing] = (
    _FRAME,
    Placed(ShapePart("mark", (Shape("faint", _MARK.path),)), 50 - _MARK.width * 0.3, 40, 0.6),
)
HIDDEN: Final[Drawing] = (_FRAME, Placed(_EYE, 50, 70))
"""The drawings of the cards without a face."""
