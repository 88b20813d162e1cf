"""Answers of any length, sent as they are made: little of one is in memory, and none is known before it ends.

A failure in the middle ends the connection, so that nobody takes a part for the whole. Each holds a thread
for as long as its reader takes: so a server process sends so many at once and no more.
"""

import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from threading import BoundedSemaphore
from typing import Final

from flask import Response, current_app, request

from viewer.web.failures import Busy
from viewer.web.turns import stand_aside

PIECE: Final = 1 << 15
"""Bytes that are sent at once, at least."""
GZIP: Final = 31
"""The window of zlib, in the form of gzip."""


def streamed(parts: Iterable[bytes], kind: str) -> Response:
    """An answer that is made while it is sent, packed where that is accepted."""
    packs = request.accept_encodings.quality("gzip") > 0
    pieces = _joined(parts)
    response = held(Response(_packed(pieces) if packs else pieces, mimetype=kind))
    if packs:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def held(response: Response) -> Response:
    """An answer that takes a place until all of it has been sent; a Problem where there is none."""
    places: BoundedSemaphore = current_app.extensions["streams"]
    if not places.acquire(blocking=False):
        raise Busy("streams")
    stand_aside()  # it may take as long as its reader likes
    place = ExitStack()  # which is left once, whether all is sent or nothing
    place.callback(places.release)
    response.response = _within(place, response.iter_encoded())
    response.call_on_close(place.close)
    return response


def _within(place: ExitStack, parts: Iterable[bytes]) -> Iterator[bytes]:
    with place:
        yield from parts


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
