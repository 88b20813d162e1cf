"""A position as a picture: the hands in rows, beside them the talon and the trick on the table.

It only draws and judges nothing; every word in it comes from the caller. PNG needs the extra `png`.
"""

from collections.abc import Iterable, Sequence
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
LETTER: Final = 7
"""The approximate width of a letter."""
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
    return SideWidths(
        max(LEAST, longest * (CARD + GAP) - GAP),
        max(
            _talon_width(position.talon, position.closed),
            len(position.trick) * (CARD + GAP) - GAP,
            LEAST // 2,
            (len(position.caption) + 1) * LETTER + TRUMP,
        ),
    )


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
    width = middle + MARGIN + right + MARGIN
    height = MARGIN + len(position.seats) * ROW
    colours = look.colours
    words = [
        f'<rect width="{width}" height="{height}" fill="{colours.table}"/>',
        f'<path fill="none" stroke="{colours.edge}" d="M{middle} {MARGIN}V{height - MARGIN}"/>',
    ]
    for row, seat in enumerate(position.seats):
        words.append(_seat(seat, position.doubled, MARGIN, MARGIN + row * ROW, left, look))
    words.append(_talon(position, middle + MARGIN, MARGIN, right, look))
    words.append(_trick(position, middle + MARGIN, MARGIN + ROW, right, look))
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg {XMLNS} {size} role="img"><title>{plain(title)}</title>{"".join(words)}</svg>\n'


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
    """Return a line of text, clipped to its room; it is shortened by an estimate, since fonts vary."""
    most = int(width / LETTER)
    if len(text) > most:
        text = f"{text[: most - 1].rstrip()}…"
    at = width if "end" in kind else 0
    return (
        f'<svg x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{HEADING}">'
        f'<text x="{number(at)}" y="15" font-family="{FONTS}" font-size="14"{kind}'
        f' fill="{look.colours.text}">{plain(text)}</text></svg>'
    )


def _framed(x: float, y: float, look: Look) -> str:
    return (
        f'<rect x="{number(x - 2)}" y="{number(y - 2)}" width="{CARD + 4}" height="{TALL + 4}" rx="8"'
        f' fill="none" stroke="{look.colours.text}" stroke-width="3" stroke-dasharray="7 4"/>'
    )


def _seat(seat: Seat, doubled: Sequence[Card], x: float, y: float, width: float, look: Look) -> str:
    words = [_text(seat.name, x, width * 0.55, y, look, ' font-weight="700"')]
    words.append(_text(seat.account, x + width * 0.55, width * 0.45, y, look, ' text-anchor="end"'))
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
    for place, (seat, card) in enumerate(position.trick):
        share = (width + GAP) / len(position.trick)
        across = x + place * share
        name = position.seats[seat].name if seat >= 0 else ""
        words.append(_text(name, across, share - GAP, y, look))
        words.append(_upright(picture_of(card), across, y + HEADING, look))
        if card in position.doubled:
            words.append(_framed(across, y + HEADING, look))
    return "".join(words)
