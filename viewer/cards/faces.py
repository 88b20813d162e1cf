"""The generated pictures of a pack: an index in two corners, and pips, a figure or a back.

A face is one half drawn twice, the second time upside down. No card is drawn separately, so the cards of a
rank differ only in their suit, and those of a suit only in their rank.
"""

from math import cos, pi, sin
from typing import Final

from notation.record import HIDDEN, card_word
from notation.record.placeholders import among_of
from notation.record.words import KINDS, read_half
from referee import ACE, JACK, KING, NINE, QUEEN, TEN, Card, Suit, members, rank_of, suit_of
from referee.cards import CARDS_BY_NUMBER, RANK_LETTERS, SEVEN, SUIT_LETTERS
from viewer.cards import courts
from viewer.cards.courts import dots
from viewer.cards.glyphs import GLYPHS, index
from viewer.cards.outlines import Drawing, Placed, Shape, ShapePart
from viewer.cards.signs import LARGE, SMALL

WIDTH: Final = 100
HEIGHT: Final = 140
"""The size of every picture, in the ratio 5:7."""

# The cards without a face.

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

_UNKNOWN: Final = ShapePart("mark", (Shape("faint", _MARK.path),))

CARDS: Final = {card_word(card): card for card in KINDS}
"""The cards by the names of their pictures, which are their words in the notation."""
BACK: Final = "back"
CLOSED: Final = "closed"
BACKS: Final[dict[str, Drawing]] = {
    BACK: (Placed(_FIELD), Placed(_STAR, 50, 70)),
    CLOSED: (Placed(_FIELD), Placed(_LOCK, 50, 70)),
    "unknown": (_FRAME, Placed(_UNKNOWN, 50 - _MARK.width * 0.3, 40, 0.6)),
    "hidden": (_FRAME, Placed(_EYE, 50, 70)),
}
"""The pictures without a face: a back, the turned-over turn-up of a closed talon, `--` and `##`.

A back looks the same upside down, so that it does not identify a card.
"""
_HALF_WORDS: Final = (*(f"-{suit}" for suit in SUIT_LETTERS), *(f"{rank}-" for rank in RANK_LETTERS))
HALVES: Final = {word: read_half(word) for word in _HALF_WORDS}
"""What is known of a card whose suit or rank alone is remembered, by the names of their pictures."""
DOUBT: Final = "doubt"
"""The sign on a card of which the scribe was not sure, to be drawn on it."""
PICTURES: Final = (*CARDS, *BACKS, *HALVES, DOUBT)
"""The names of all pictures."""
_GAPS: Final = {"--": "unknown", "##": "hidden"}

INDEX_X: Final = 19
INDEX_TOP: Final = 8.5
INDEX_SCALE: Final = 0.31
SIGN_Y: Final = 52
SIGN_SCALE: Final = 0.185
COURT_SIGN_Y: Final = 54
COURT_SIGN_SCALE: Final = 0.22
"""The sign under the index of a court card is larger, since it is the only one there."""
PIPS: Final = {
    TEN: ((49, 19.5), (83, 19.5), (66, 38), (49, 56.5), (83, 56.5)),
    NINE: ((66, 18.5), (47.5, 36.5), (84.5, 36.5), (66, 54.5)),
    SEVEN: ((49, 22), (83, 22), (66, 46)),
}
"""The positions of the pips of one half: the ten shows two fives, the nine two fours around a single one,
the seven two threes around one."""
PIP_SCALE: Final = 0.215
CENTRE_SCALE: Final = {ACE: 0.45, NINE: PIP_SCALE, SEVEN: PIP_SCALE}
"""The size of the pip in the middle."""
FIGURES: Final = {
    "french": {JACK: courts.JACK, QUEEN: courts.QUEEN, KING: courts.KING},
    "german": {JACK: courts.UNTER, QUEEN: courts.OBER, KING: courts.KING},
}
"""The figures by pack and rank."""
HELD: Final = {courts.OBER.name: courts.BANNER, courts.UNTER.name: courts.SHIELD}
"""The figures with a suit sign of their own; they are drawn further to the left to make room for it."""
FIGURE_X: Final = 64
HOLDER_X: Final = 56
FIGURE_Y: Final = 68.2

_PAPER: Final = Shape(
    "card",
    "M9 .8H91A8.2 8.2 0 0 1 99.2 9V131A8.2 8.2 0 0 1 91 139.2H9A8.2 8.2 0 0 1 .8 131V9A8.2 8.2 0 0 1 9 .8Z",
)
BADGE_X, BADGE_Y = 17, 80
_BADGE: Final = Shape("card", dots(14, (BADGE_X, BADGE_Y)))
_BELT: Final = Shape("gold", "M7 68.2H93V71.8H7Z")


def picture_of(card: Card) -> str:
    """Return the picture of a card, or of what stands in its place; raise ValueError if there is none.

    >>> from notation.record.placeholders import half_card
    >>> picture_of(5), picture_of(-1), picture_of(-2), picture_of(half_card(63))
    ('As', 'unknown', 'hidden', '-s')
    """
    if not HIDDEN <= card < len(CARDS_BY_NUMBER) and not among_of(card):
        raise ValueError(f"{card} is not a card: a card is a number from 0 to 55, or -1 or -2 for a gap")
    word = card_word(card)
    return _GAPS.get(word, word)


def suit_in(picture: str) -> Suit:
    """Return the suit that determines the colours of a picture; the first if it has none."""
    if picture in HALVES:
        return suit_of(min(members(HALVES[picture])))
    return suit_of(CARDS[picture]) if picture in CARDS else Suit(0)


def sign(pack: str, suit: Suit) -> ShapePart:
    """Return the sign of a suit, around its origin."""
    return ShapePart(f"suit-{suit}", (Shape("ink", SMALL[pack][suit]),))


def face(picture: str, pack: str, language: str) -> Drawing:
    """Draw a picture of a pack, with the index letters of a language; raise ValueError for an unknown one."""
    if picture in BACKS:
        return (_PAPER, *BACKS[picture])
    if picture == DOUBT:
        return (_BADGE, Placed(_UNKNOWN, BADGE_X - _MARK.width * 0.09, BADGE_Y - 9, 0.18))
    if picture in HALVES:
        part, x, y, scale = _corner(picture, pack, language)
        mark = Placed(_UNKNOWN, 50 - _MARK.width * 0.3, 40, 0.6)
        opposite = Placed(part, WIDTH - x, HEIGHT - y, scale, turned=True)
        return (_PAPER, Placed(part, x, y, scale), opposite, mark)
    if picture not in CARDS:
        raise ValueError(f"no picture is called {picture!r}: {', '.join(PICTURES)}")
    card = CARDS[picture]
    rank, pip = rank_of(card), sign(pack, suit_of(card))
    half = ShapePart(f"{picture}-half", (*_index(pack, language, card), *_filling(pack, card)))
    middle: Drawing = (_BELT,) if rank in FIGURES[pack] else ()
    if rank in CENTRE_SCALE:
        if rank == ACE:
            suit = suit_of(card)
            pip = ShapePart(f"ace-{suit}", (Shape("ink", LARGE[pack][suit]),))
        middle = (Placed(pip, WIDTH / 2, HEIGHT / 2, CENTRE_SCALE[rank]),)
    return (_PAPER, Placed(half), Placed(half, WIDTH, HEIGHT, turned=True), *middle)


def _corner(picture: str, pack: str, language: str) -> tuple[ShapePart, float, float, float]:
    """Return what is known of a half known card, where its index would be: its place and scale."""
    card = min(members(HALVES[picture]))
    if picture.startswith("-"):
        return sign(pack, suit_of(card)), INDEX_X, 24, COURT_SIGN_SCALE
    glyph = GLYPHS[index(pack, language)[rank_of(card)]]
    letter = ShapePart(f"faint-{rank_of(card)}", (Shape("faint", glyph.path),))
    return letter, INDEX_X - glyph.width * INDEX_SCALE / 2, INDEX_TOP, INDEX_SCALE


def _index(pack: str, language: str, card: Card) -> Drawing:
    """Draw the index letter and below it the suit sign."""
    rank = rank_of(card)
    court = rank in FIGURES[pack]
    y, scale = (COURT_SIGN_Y, COURT_SIGN_SCALE) if court else (SIGN_Y, SIGN_SCALE)
    glyph = GLYPHS[index(pack, language)[rank]]
    letter = ShapePart(f"rank-{rank}", (Shape("ink", glyph.path),))
    return (
        Placed(letter, INDEX_X - glyph.width * INDEX_SCALE / 2, INDEX_TOP, INDEX_SCALE),
        Placed(sign(pack, suit_of(card)), INDEX_X, y, scale),
    )


def _filling(pack: str, card: Card) -> Drawing:
    """Draw the content of one half beside its index."""
    rank, pip = rank_of(card), sign(pack, suit_of(card))
    if rank not in FIGURES[pack]:
        return tuple(Placed(pip, x, y, PIP_SCALE) for x, y in PIPS.get(rank, ()))
    figure = FIGURES[pack][rank]
    if figure.name not in HELD:
        return (Placed(figure, FIGURE_X, FIGURE_Y),)
    x, y, scale = HELD[figure.name]
    return (Placed(figure, HOLDER_X, FIGURE_Y), Placed(pip, HOLDER_X + x, FIGURE_Y + y, scale))
