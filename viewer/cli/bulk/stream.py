"""The files of a command as a stream of blocks, with failures in their places."""

from collections.abc import Iterator
from contextlib import suppress
from typing import IO

from notation.text import BLOCK, MOST_OF_GAME, Block, Heads, blocks, game_lines
from viewer.cli.bulk.work import FileBlock
from viewer.cli.files import STDIN, Failure, Files

Item = FileBlock | Failure


def pieces(
    files: Files, heads: Heads = game_lines, most: int = MOST_OF_GAME, size: int | None = None
) -> Iterator[Item]:
    """Yield the blocks of all files in order; a failure comes in place of the file."""
    read = 0
    names = files.names()
    while True:
        with files.holding() as failed:
            name = next(names, None)
        yield from failed
        if name is None:
            return
        disk = 0
        try:
            with files.opened(name) as (file, raw):
                for block in blocks(file, size or BLOCK, heads, most):
                    disk = _position(file, raw, block)
                    yield FileBlock(name, block, read + disk)
        except OSError as error:
            with files.holding() as failed:
                files.failed(name, error)
            yield from failed
        read += disk


def _position(file: IO[bytes], raw: IO[bytes], block: Block) -> int:
    """Return how many bytes of a file on the disk have been read with a block."""
    if file is raw:
        return block.start.offset + len(block.data)
    with suppress(OSError):  # a pipe does not say
        return raw.tell()
    return 0


def size_of(files: Files) -> int | None:
    """Return the size of all files on the disk; None if unknown."""
    from pathlib import Path  # takes long to load

    total = 0
    with files.holding():
        before = len(files.failures)
        names = list(files.names())
        del files.failures[before:]  # they are reported in their places
    if STDIN in names:
        return None
    for name in names:
        with suppress(OSError):
            total += Path(name).stat().st_size
    return total
