"""Cuts files into blocks of whole games that can be read independently, in sequence or in parallel.

Never buffers more of a file than one block and the game that is being cut. The findings do not depend on
where the file is cut.
"""

from collections.abc import Callable, Iterator
from typing import IO, Final, NamedTuple

from notation.text.source import BOM, MAX_LINE, MAX_TEXT, START, Start, game_lines

BLOCK: Final = 1 << 20
"""Bytes read at once, and the approximate size of a block."""
FIRST: Final = 1 << 16
"""The same for the first block, which should be ready sooner."""
MOST_OF_GAME: Final = 4 * MAX_TEXT + 16
"""Bytes buffered of one game: more than the characters that any game may have."""

Heads = Callable[[bytearray, int, int], Iterator[int]]
"""Finds the lines that start a game between two offsets."""


class Block(NamedTuple):
    """Whole games of a file, and their place in it.

    ``is_last`` marks the last block of the file. A game that is too large is cut off, and its rest, which
    nothing reads, comes in separate blocks: ``goes_on`` says that such blocks follow, and ``is_rest`` that
    this is one.
    """

    data: bytes
    start: Start = START
    is_last: bool = True
    goes_on: bool = False
    is_rest: bool = False


def object_lines(held: bytearray, start: int, end: int) -> Iterator[int]:
    r"""Return the offsets at which JSON games start in the usual layout: an object on its own line.

    >>> list(object_lines(bytearray(b'{"sgn": 1}\n{"sgn": 1, "tags": {"sgn": 1}}\n'), 0, 47))
    [0, 11]
    """
    at = held.find(b'{"sgn"', start, end)
    while at >= 0:
        if at == 0 or held[at - 1] == 10:
            yield at
        at = held.find(b'{"sgn"', at + 1, end)


def blocks(
    file: IO[bytes], size: int = BLOCK, heads: Heads = game_lines, most: int = MOST_OF_GAME
) -> Iterator[Block]:
    r"""Yield the blocks of an open file in order; a read error is raised after the last whole game.

    At most ``most`` bytes of one game are buffered.

    >>> from io import BytesIO
    >>> [(block.data, block.start.games) for block in blocks(BytesIO(b"\n%SGN 1\n%SGN 1\n%SGN 1\n"), 9)]
    [(b'\n%SGN 1\n', 0), (b'%SGN 1\n', 1), (b'%SGN 1\n', 2)]
    """
    start = START
    for games, block in _runs(file, size, heads, most):
        yield block._replace(start=start)
        lines = block.data.count(b"\n")
        start = Start(start.games + games, start.line + lines, start.offset + len(block.data))


def _runs(file: IO[bytes], size: int, heads: Heads, most: int) -> Iterator[tuple[int, Block]]:
    """Yield the blocks without their places, each with the number of games that start in it."""
    held, searched, found = bytearray(), 0, list[int]()
    wanted = min(FIRST, size)
    while True:
        piece = _read(file, wanted)
        wanted = min(2 * wanted, size)
        held += piece
        whole = held.rfind(b"\n") + 1 if piece else len(held)
        found += heads(held, searched, whole)
        searched = max(searched, whole)
        if not piece:
            yield len(found), Block(bytes(held))
            return
        if len(found) > 1:
            yield len(found) - 1, Block(bytes(held[: found[-1]]), is_last=False)
            searched -= found[-1]
            del held[: found[-1]]
            found = [0]
        if len(held) > most:
            end = _boundary(held, most)
            at_line = held[end - 1] == ord("\n")
            yield len(found), Block(bytes(held[:end]), is_last=False, goes_on=True)
            del held[:end]
            searched, found = 0, []
            for block in _rest(file, held, size, heads, at_line):
                yield 0, block
                if block.is_last:
                    return


def _read(file: IO[bytes], size: int) -> bytes:
    """Read this many bytes, or all that are left; a read that blocks can be interrupted."""
    read: Callable[[int], bytes] = getattr(file, "read1", file.read)
    parts = []
    while size and (part := read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _boundary(held: bytearray, most: int) -> int:
    """Return where to cut off a game that is too large: between characters, never inside a game line."""
    line = held.rfind(b"\n", 0, most) + 1
    if line and held[line : line + 1] in (b"%", BOM[:1]):
        return line
    end = most
    while held[end] & 0xC0 == 0x80 or held[end] == ord("\n"):
        end -= 1
    return end


def _rest(file: IO[bytes], held: bytearray, size: int, heads: Heads, at_line: bool) -> Iterator[Block]:
    """Yield the rest of a game that is too large; the buffer then starts with the next game, if any.

    ``at_line`` says whether a line starts at the beginning of the buffer.
    """
    piece = b"\n"
    while piece:
        whole = held.rfind(b"\n") + 1
        searched = 0 if at_line else held.find(b"\n") + 1 or whole
        head = next(heads(held, searched, whole), None)
        if head is not None:
            yield Block(bytes(held[:head]), is_last=False, is_rest=True)
            del held[:head]
            return
        at_line = whole > 0 or at_line
        if not whole and (len(held) > MAX_LINE or not at_line):
            whole, at_line = len(held), False
        if whole:
            yield Block(bytes(held[:whole]), is_last=False, is_rest=True)
            del held[:whole]
        piece = _read(file, size)
        held += piece
    if at_line and held and next(heads(held, 0, len(held)), None) == 0:
        yield Block(b"", is_last=False, is_rest=True)
        return
    yield Block(bytes(held), is_rest=True)
