"""A position as a picture: the hands in rows, beside them the talon and the trick on the table.

It only draws and judges nothing; every word in it comes from the caller. PNG needs the extra `png`.
"""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final, NamedTuple

from notation.record import HIDDEN
from referee import Card, Suit
from viewer.cards.faces import BACK, CLOSED, HEIGHT, WIDTH, picture_of, sign
from viewer.cards.outlines import Placed, number, plain, written_out
from viewer.cards.sheets import PLAIN, XMLNS, Look, drawn

SCALE: Final = 0.6
CARD: Final = round(WIDTH * SCALE)
TALL: Final = round(HEIGHT * SCALE)
GAP: Final = 6
MARGIN: Final = 14
HEADING: Final = 22
ROW: Final = HEADING + TALL + 14
"""The height of a row: the text, the cards, and room below."""
LEAST: Final = 6 * (CARD + GAP) - GAP
"""The minimum width of a row of cards, so that there is room for the text above it."""
FAN: Final = 22
STACK: Final = 3
"""The distance between cards of the talon if they are visible, and if they are not."""
TURN_UP: Final = 44
"""How much of the turn-up is visible under the talon."""
SIGN: Final = 0.2
TRUMP: Final = 30
"""The room for the trump sign beside the text above the talon."""
FONTS: Final = "Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', sans-serif"
"""With names: the PNG renderer takes Arial for any sans-serif, and writes nothing without it."""
NARROW, USUAL, CAPITAL, WIDE = 6.0, 9.0, 11.0, 15.5
"""The widths of letters at the size of the text, as in the widest of the faces, DejaVu Sans."""
BOLD: Final = 1.12
"""How much wider bold text is."""
ABREAST: Final = 2
"""The number of cards of a trick in a row; there are as many rows as hands."""
LONGEST: Final = 30
"""The number of letters of a name for which there is always room."""
WIDEST: Final = 4096
"""The maximum width of a PNG, in pixels."""


class Seat(NamedTuple):
    """A seat: its name, its cards, and details such as its points and tricks."""

    name: str
    hand: Sequence[Card]
    account: str = ""


class DrawnPosition(NamedTuple):
    """The cards on a table; a card that is not recorded is -1, one hidden from the reader -2.

    The talon is in the order in which it is drawn, the turn-up last. The trick is who played which card, in
    turn, -1 if unknown. ``caption`` is written above the talon; cards of ``doubled`` are framed, since they
    cannot be where they are.
    """

    seats: Sequence[Seat]
    talon: Sequence[Card] = ()
    trick: Sequence[tuple[int, Card]] = ()
    trump: Suit | None = None
    closed: bool = False
    caption: str = ""
    doubled: Sequence[Card] = ()


class SideWidths(NamedTuple):
    """The width of the hands in a picture, and that of the part beside them."""

    left: int
    right: int


def room_for(positions: Iterable[DrawnPosition]) -> SideWidths:
    """Return the room needed to draw each of these positions, so that their pictures have one size."""
    wanted = [_room(position) for position in positions]
    return SideWidths(max(room.left for room in wanted), max(room.right for room in wanted))


def _room(position: DrawnPosition) -> SideWidths:
    longest = max(len(seat.hand) for seat in position.seats)
    names = [text_width(seat.name[:LONGEST]) * BOLD for seat in position.seats]
    played = [names[seat] for seat, _ in position.trick if seat >= 0]
    return SideWidths(
        ceil(
            max(
                LEAST,
                longest * (CARD + GAP) - GAP,
                max(names) + 2 * GAP + max(text_width(seat.account) for seat in position.seats),
            )
        ),
        ceil(
            max(
                _talon_width(position.talon, position.closed),
                min(ABREAST, len(position.trick)) * (max([CARD, *played]) + GAP) - GAP,
                LEAST // 2,
                text_width(position.caption) + TRUMP,
            )
        ),
    )


def text_width(text: str) -> float:
    """Return the room that a text needs in any of the faces, in pixels.

    >>> text_width("Illi") < text_width("Anna") < text_width("WWWW")
    True
    """
    return sum(map(_width, text))


def _width(letter: str) -> float:
    if letter in "mwMWЖШЩЮжшщюф":
        return WIDE
    if letter in "fijlrtI.,:; ()'-":
        return NARROW
    return CAPITAL if letter.isupper() else USUAL


def position_svg(
    position: DrawnPosition, title: str, look: Look = PLAIN, room: SideWidths | None = None
) -> str:
    """Draw a position as a standalone SVG; raise ValueError for an impossible one.

    It takes as much room as it needs, or as given.

    >>> table = DrawnPosition([Seat("Ivan", [5, 10]), Seat("Maria", [-2, -2])], talon=[-2, -2, 7], trump=1)
    >>> position_svg(table, "before the first trick").count("<path") > 50
    True
    """
    _check(position)
    left, right = room or _room(position)
    middle = MARGIN + left + MARGIN
    height = _height(position)
    line = f'<path fill="none" stroke="{look.colours.edge}" d="M{middle} {MARGIN}V{height - MARGIN}"/>'
    words = [line, _hands(position, MARGIN, left, look), _table(position, middle + MARGIN, right, look)]
    return _picture(middle + MARGIN + right + MARGIN, height, title, "".join(words), look)


def position_halves(position: DrawnPosition, title: str, look: Look = PLAIN) -> tuple[str, str]:
    """Draw the same as two SVGs, the hands and what is beside them, for a row or a column.

    Their widths are shares of the room that there is, smaller ones for more than two hands.

    >>> table = DrawnPosition([Seat("Ivan", [5, 10]), Seat("Maria", [-2, -2])], talon=[-2, -2, 7], trump=1)
    >>> [half.count("<title>") for half in position_halves(table, "before the first trick")]
    [1, 0]
    """
    _check(position)
    left, right = _room(position)
    bodies = _hands(position, MARGIN, left, look), _table(position, MARGIN, right, look)
    widths = left + 2 * MARGIN, right + 2 * MARGIN
    percent = min(99.9, 320 / len(position.seats)) / sum(widths)
    hands, beside = (
        _picture(width, _height(position), said, body, look, f"{width * percent:.2f}%")
        for width, said, body in zip(widths, (title, ""), bodies, strict=True)
    )
    return hands, beside


def _height(position: DrawnPosition) -> int:
    return MARGIN + len(position.seats) * ROW


def _picture(width: int, height: int, title: str, words: str, look: Look, share: str = "") -> str:
    """Return a picture on the colour of the table; without a title it says nothing to a screen reader."""
    size = f'viewBox="0 0 {width} {height}"'
    size += f' width="{share}"' if share else f' width="{width}" height="{height}"'
    said = f'role="img"><title>{plain(title)}</title>' if title else 'aria-hidden="true">'
    table = f'<rect width="{width}" height="{height}" fill="{look.colours.table}"/>'
    return f"<svg {XMLNS} {size} {said}{table}{words}</svg>\n"


def _hands(position: DrawnPosition, x: float, width: float, look: Look) -> str:
    return "".join(
        _seat(seat, position.doubled, x, MARGIN + row * ROW, width, look)
        for row, seat in enumerate(position.seats)
    )


def _table(position: DrawnPosition, x: float, width: float, look: Look) -> str:
    return _talon(position, x, MARGIN, width, look) + _trick(position, x, MARGIN + ROW, width, look)


def position_png(svg: str, width: int) -> bytes:
    """Render an SVG of this package as PNG of some width; ModuleNotFoundError without the extra `png`."""
    if not 0 < width <= WIDEST:
        raise ValueError(f"a PNG cannot be {width} pixels wide: from 1 to {WIDEST}")
    from resvg_py import svg_to_bytes

    return svg_to_bytes(svg_string=svg, width=width)


def _check(position: DrawnPosition) -> None:
    if not 2 <= len(position.seats) <= 4:
        raise ValueError(f"{len(position.seats)} seats: a game is played by 2, 3 or 4")
    if position.trump is not None and not 0 <= position.trump < 4:
        raise ValueError(f"{position.trump} is not a suit: a suit is a number from 0 to 3")
    for seat, _ in position.trick:
        if not -1 <= seat < len(position.seats):
            raise ValueError(f"{seat} is not a seat: there are {len(position.seats)}, counted from 0")


def _card(picture: str, place: str, look: Look) -> str:
    return f'<g transform="{place}scale({number(SCALE)})">{drawn(picture, look)}</g>'


def _upright(picture: str, x: float, y: float, look: Look) -> str:
    return _card(picture, f"translate({number(x)} {number(y)})", look)


def _crosswise(picture: str, x: float, y: float, look: Look) -> str:
    """Draw a card on its side, with its upper end to the right."""
    return _card(picture, f"translate({number(x + TALL)} {number(y + (TALL - CARD) / 2)})rotate(90)", look)


def _text(text: str, x: float, width: float, y: float, look: Look, kind: str = "") -> str:
    """Return a line of text, shortened to its room by an estimate, since fonts vary."""
    if text_width(text) > width:
        while text and text_width(f"{text}…") > width:
            text = text[:-1].rstrip()
        text = f"{text}…"
    at = x + width if "end" in kind else x
    return (
        f'<text x="{number(at)}" y="{number(y + 15)}" font-family="{FONTS}" font-size="14"{kind}'
        f' fill="{look.colours.text}">{plain(text)}</text>'
    )


def _framed(x: float, y: float, look: Look) -> str:
    return (
        f'<rect x="{number(x - 2)}" y="{number(y - 2)}" width="{CARD + 4}" height="{TALL + 4}" rx="8"'
        f' fill="none" stroke="{look.colours.text}" stroke-width="3" stroke-dasharray="7 4"/>'
    )


def _seat(seat: Seat, doubled: Sequence[Card], x: float, y: float, width: float, look: Look) -> str:
    beside = text_width(seat.account)
    words = [_text(seat.name, x, (width - beside - GAP) / BOLD, y, look, ' font-weight="700"')]
    words.append(_text(seat.account, x + width - beside, beside, y, look, ' text-anchor="end"'))
    for place, card in enumerate(seat.hand):
        words.append(_upright(picture_of(card), x + place * (CARD + GAP), y + HEADING, look))
        if card in doubled:
            words.append(_framed(x + place * (CARD + GAP), y + HEADING, look))
    return "".join(words)


def _step(talon: Sequence[Card]) -> int:
    return STACK if all(card == HIDDEN for card in talon[:-1]) else FAN


def _talon_width(talon: Sequence[Card], closed: bool) -> int:
    if not talon:
        return 0
    if closed:
        return CARD + _step(talon) * (len(talon) - 1)
    return CARD + _step(talon) * (len(talon) - 2) + TURN_UP if len(talon) > 1 else TALL


def _talon(position: DrawnPosition, x: float, y: float, width: float, look: Look) -> str:
    """Draw the talon on its turn-up, or under it once it has been turned over."""
    words = [_text(position.caption, x, width - TRUMP, y, look)]
    if position.trump is not None:
        placed = Placed(sign(look.pack, position.trump), x + width - 12, y + 10, SIGN)
        words.append(written_out((placed,), look.colours, position.trump))
    if position.talon:
        *stack, turn_up = (BACK if card == HIDDEN else picture_of(card) for card in position.talon)
        below, right = y + HEADING, x + _talon_width(position.talon, position.closed)
        if not position.closed:
            words.append(_crosswise(turn_up, right - TALL, below, look))
        step = _step(position.talon)
        words += [_upright(picture, x + place * step, below, look) for place, picture in enumerate(stack)]
        if position.closed:
            words.append(_upright(CLOSED, right - CARD, below, look))
    return "".join(words)


def _trick(position: DrawnPosition, x: float, y: float, width: float, look: Look) -> str:
    """Draw the cards of the trick, each below the name of its player."""
    words = []
    share = (width + GAP) / max(1, min(ABREAST, len(position.trick)))
    for place, (seat, card) in enumerate(position.trick):
        row, column = divmod(place, ABREAST)
        across, down = x + column * share, y + row * ROW
        name = position.seats[seat].name if seat >= 0 else ""
        words.append(_text(name, across, share - GAP, down, look))
        words.append(_upright(picture_of(card), across, down + HEADING, look))
        if card in position.doubled:
            words.append(_framed(across, down + HEADING, look))
    return "".join(words)
