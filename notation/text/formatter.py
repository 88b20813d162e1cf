"""Files in canonical form: every game as it is written, with an empty line between two.

What could not be read stays as it stood, byte for byte; so does a game of which nothing could be read.
"""

from collections.abc import Iterable, Iterator

from notation.text.reader import Game, read
from notation.text.writer import write


def format_file(data: bytes) -> bytes:
    r"""The bytes of a file in canonical form; formatting them again changes nothing.

    >>> format_file(b'%SGN 1 \r\n[A   "x"]\n%SGN 2\n%SGN 1')
    b'%SGN 1\n[A "x"]\n\n%SGN 2\n\n%SGN 1\n'
    """
    return format_games(read(data))


def format_games(games: Iterable[Game]) -> bytes:
    """The games of a file in canonical form, as they go into a file."""
    return b"".join(text for _, text in laid_out(games))


def laid_out(games: Iterable[Game]) -> Iterator[tuple[Game, bytes]]:
    """The games of a file, each with its canonical form and the empty line that goes before the next."""
    before: tuple[Game, bytes] | None = None
    for game in games:
        if before:
            yield before[0], before[1] + gap_behind(before[1])
        before = game, format_game(game)
    if before:
        yield before


def format_game(game: Game) -> bytes:
    """The bytes of a game in canonical form, or as they are where nothing of it could be read."""
    return game.source if game.draft is None else write(game.draft).encode()


def gap_behind(text: bytes) -> bytes:
    r"""What makes an empty line behind a text that is not the last.

    >>> gap_behind(b"%SGN 1\n"), gap_behind(b"%SGN 2\n\n"), gap_behind(b"%SGN 2")
    (b'\n', b'', b'\n\n')
    """
    lines = text.rsplit(b"\n", 2)
    if lines[-1]:
        return b"\n\n"
    return b"\n" if len(lines) > 1 and lines[-2].strip() else b""
