"""Files in canonical form: every game in canonical form, with an empty line between two.

What could not be read is preserved byte for byte; so is a game of which nothing could be read, or in which
another layout would be read otherwise.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from notation.record.model import Record
from notation.text.letters import Alphabet
from notation.text.reader import Game, read
from notation.text.writer import LineLayout, in_letters, write


class WritingStyle(NamedTuple):
    """How a record is printed: the letters of its cards, and its layout.

    A record with an unread part keeps its letters and is laid out in canonical form.
    """

    alphabet: Alphabet | None = None
    layout: LineLayout = LineLayout.CANONICAL
    keeps_letters: bool = False
    """Whether every record keeps its letters."""


CANONICAL: Final = WritingStyle()


def format_file(data: bytes, style: WritingStyle = CANONICAL) -> bytes:
    r"""Return the bytes of a file in canonical form or another style; formatting is idempotent.

    >>> format_file(b'%SGN 1 \r\n[A   "x"]\n%SGN 2\n%SGN 1')
    b'%SGN 1\n[A "x"]\n\n%SGN 2\n\n%SGN 1\n'
    """
    return b"".join(text for _, text in laid_out(read(data), style))


def laid_out(games: Iterable[Game], style: WritingStyle = CANONICAL) -> Iterator[tuple[Game, bytes]]:
    """Yield games with their canonical form and the empty line before the next."""
    before: tuple[Game, bytes] | None = None
    for game in games:
        if before:
            yield before[0], before[1] + gap_behind(before[1])
        before = game, format_game(game, style)
    if before:
        yield before


def format_game(game: Game, style: WritingStyle = CANONICAL) -> bytes:
    """Return the bytes of a game in canonical form; of one with errors perhaps unchanged."""
    if game.record is None:
        return _faulty(game)
    alphabet = game.alphabet if style.keeps_letters else style.alphabet
    record = in_letters(game.record, alphabet) if alphabet else game.record
    return write(record, style.layout).encode()


def _faulty(game: Game) -> bytes:
    """Return a game with errors in canonical form, if that has the same words and record, and lasts."""
    if game.draft is None:
        return game.source
    text = write(game.draft)
    again = list(read(text))
    is_same = (
        len(again) == 1
        and _record(again[0]) == _record(game)
        and write(again[0].readable) == text
        and _codes(again[0]) == _codes(game)
        and _words(text) == _words(game.text)
    )
    return text.encode() if is_same else game.source


def _record(game: Game) -> Record:
    record = game.readable
    return replace(record, tags=tuple(sorted(record.tags, key=lambda tag: tag.name)))


def _codes(game: Game) -> Counter[str]:
    return Counter(finding.code.id for finding in game.findings)


def _words(text: str) -> Counter[str]:
    """Return the words of a text that are not single letters."""
    return Counter(re.findall(r"[^\W\d_]{3,}", text.replace("stock:", "talon:")))


def gap_behind(text: bytes) -> bytes:
    r"""Return the bytes that make an empty line after a text that is not the last.

    >>> gap_behind(b"%SGN 1\n"), gap_behind(b"%SGN 2\n\n"), gap_behind(b"%SGN 2")
    (b'\n', b'', b'\n\n')
    """
    lines = text.rsplit(b"\n", 2)
    if lines[-1]:
        return b"\n\n"
    return b"\n" if len(lines) > 1 and lines[-2].strip() else b""
