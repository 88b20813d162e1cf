"""Steps of a replay as one animated picture: PNG as browsers and messengers play it (APNG)."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from notation.limits import spend
from notation.replay import frames
from notation.rulings import Account
from viewer.cards import Look, position_png, position_svg
from viewer.cards.boards import room_for
from viewer.documents.languages import Language
from viewer.limits import DRAWN_PIXELS
from viewer.rulings.positions import Viewpoint, position_of

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def animation(
    account: Account, steps: range, view: Viewpoint, look: Look, spoken: Language, width: int, pause: int
) -> bytes:
    """Return steps of a deal as an animated PNG of a width in pixels, each shown for a pause in milliseconds.

    The last is shown three times as long. Raises ModuleNotFoundError without the extra `png`; ValueError for
    an invalid width or step.
    """
    found = frames(account)[steps.start : steps.stop]
    if not found:
        raise ValueError(f"there are no steps from {steps.start} to {steps.stop - 1}")
    positions = [position_of(account, frame.layout, view, spoken) for frame in found]
    room = room_for(positions)
    spend(len(positions) * width * width // DRAWN_PIXELS)
    pictures = [position_png(position_svg(position, "", look, room), width) for position in positions]
    return animated_png(pictures, pause, 3 * pause)


def animated_png(pictures: Sequence[bytes], pause: int, rest: int) -> bytes:
    """Join pictures in PNG into one that plays them in a loop; ValueError for none, or for different sizes.

    Each is shown for a pause, the last for a rest, in milliseconds. Their data is joined unchanged.

    >>> animated_png([], 800, 2000)
    Traceback (most recent call last):
    ...
    ValueError: there is no picture to be shown
    """
    if not pictures:
        raise ValueError("there is no picture to be shown")
    parts = [dict(_chunks(picture)) for picture in pictures]
    head = parts[0][b"IHDR"]
    if any(part[b"IHDR"] != head for part in parts):
        raise ValueError("the pictures are not of one size and kind")
    width, height = struct.unpack(">II", head[:8])
    words = [SIGNATURE, _chunk(b"IHDR", head), _chunk(b"acTL", struct.pack(">II", len(parts), 0))]
    number = 0
    for place, part in enumerate(parts):
        stays = rest if place == len(parts) - 1 else pause
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, stays, 1000, 0, 0)
        words.append(_chunk(b"fcTL", control))
        number += 1
        if place == 0:
            words.append(_chunk(b"IDAT", part[b"IDAT"]))
        else:
            words.append(_chunk(b"fdAT", struct.pack(">I", number) + part[b"IDAT"]))
            number += 1
    return b"".join([*words, _chunk(b"IEND", b"")])


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Return the chunks of a PNG by their names, the image data as one."""
    if not picture.startswith(SIGNATURE):
        raise ValueError("a picture is no PNG")
    data = b""
    place = len(SIGNATURE)
    while place < len(picture):
        (size,) = struct.unpack_from(">I", picture, place)
        name, body = picture[place + 4 : place + 8], picture[place + 8 : place + 8 + size]
        if name == b"IDAT":
            data += body
        else:
            yield name, body
        place += size + 12
    yield b"IDAT", data


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
