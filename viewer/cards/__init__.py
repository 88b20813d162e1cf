"""Pictures of cards and of positions, in SVG: a separate pack, generated, with French and with German suits.

Pure functions from names and numbers to text, which read no files and contain no words of any language.
"""

from viewer.cards.boards import DrawnPosition, Seat, position_halves, position_png, position_svg
from viewer.cards.faces import PICTURES, picture_of
from viewer.cards.sheets import PACKS, Look, sprite_svg, stylesheet

__all__ = [
    "PACKS",
    "PICTURES",
    "DrawnPosition",
    "Look",
    "Seat",
    "picture_of",
    "position_halves",
    "position_png",
    "position_svg",
    "sprite_svg",
    "stylesheet",
]
