"""Pictures of cards and of positions, in SVG: a separate pack, generated, with French and with German suits.

Pure functions from names and numbers to text, which read no files and contain no words of any language.
"""

from viewer.cards.boards import DrawnPosition as DrawnPosition
from viewer.cards.boards import Seat as Seat
from viewer.cards.boards import position_halves as position_halves
from viewer.cards.boards import position_png as position_png
from viewer.cards.boards import position_svg as position_svg
from viewer.cards.faces import PICTURES as PICTURES
from viewer.cards.faces import picture_of as picture_of
from viewer.cards.sheets import PACKS as PACKS
from viewer.cards.sheets import Look as Look
from viewer.cards.sheets import sprite_svg as sprite_svg
from viewer.cards.sheets import stylesheet as stylesheet
