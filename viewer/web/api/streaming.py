"""Answers of any length, sent as they are made: little of one is in memory, and none is known before it ends.

A failure in the middle ends the connection, so that nobody takes a part for the whole.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from flask import Response, request

PIECE: Final = 1 << 15
"""Bytes that are sent at once, at least."""
GZIP: Final = 31
"""The window of zlib, in the form of gzip."""


def streamed(parts: Iterable[bytes], kind: str) -> Response:
    """An answer that is made while it is sent, packed where that is accepted."""
    packs = request.accept_encodings.quality("gzip") > 0
    pieces = _joined(parts)
    response = Response(_packed(pieces) if packs else pieces, mimetype=kind)
    if packs:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def _joined(parts: Iterable[bytes]) -> Iterator[bytes]:
    held = bytearray()
    for part in parts:
        held += part
        if len(held) >= PIECE:
            yield bytes(held)
            held.clear()
    yield bytes(held)


def _packed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(wbits=GZIP)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()
