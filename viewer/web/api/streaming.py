"""Streamed responses of any length: only a small part is in memory at any time.

An error in the middle closes the connection, so that a part is never taken for the whole. Each response holds
a thread for as long as its reader takes, so their number in a server process is limited.
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from threading import Lock
from typing import Final

from flask import Response, current_app, request

from viewer.store.quotas import network
from viewer.web.failures import Busy
from viewer.web.server.turns import stand_aside

PIECE: Final = 1 << 15
"""Minimum of bytes sent at once."""
GZIP: Final = 31
"""The zlib window for the gzip format."""


class StreamPlaces:
    """The places for streamed responses; the last one is not for a sender who has another.

    >>> places = StreamPlaces(2)
    >>> places.take("ana"), places.take("ana"), places.take("ivan"), places.take("eva")
    (True, False, True, False)
    """

    def __init__(self, number: int) -> None:
        self._free = number
        self._held = Counter[str]()
        self._turn = Lock()

    def take(self, sender: str) -> bool:
        """Take a place, if there is one for a sender."""
        with self._turn:
            if self._free <= (sender in self._held):
                return False
            self._free -= 1
            self._held[sender] += 1
            return True

    def leave(self, sender: str) -> None:
        """Leave a place of a sender."""
        with self._turn:
            self._free += 1
            self._held -= Counter((sender,))


def streamed(parts: Iterable[bytes], kind: str) -> Response:
    """Return a response that is generated while it is sent, compressed if that is accepted."""
    packs = request.accept_encodings.quality("gzip") > 0
    pieces = _joined(parts)
    response = held(Response(_packed(pieces) if packs else pieces, mimetype=kind))
    if packs:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def held(response: Response) -> Response:
    """Return a response that takes a place until all of it has been sent; raise a Problem if none is free."""
    places: StreamPlaces = current_app.extensions["streams"]
    sender = network(request.remote_addr or "")
    if not places.take(sender):
        raise Busy("streams")
    stand_aside()  # it may take as long as its reader likes
    place = ExitStack()  # which is released once, whether all is sent or nothing
    place.callback(places.leave, sender)
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
