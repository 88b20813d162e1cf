"""Pictures in sequence as one animated picture: PNG as browsers and messengers play it (APNG).

The pictures are given as PNG, all of one size; their data is joined unchanged and nothing is drawn.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def animated_png(pictures: Sequence[bytes], pause: int, rest: int) -> bytes:
    """Join pictures into one that plays them in a loop; ValueError for none, or for different sizes.

    Each is shown for a pause, the last for a rest, in milliseconds.

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
