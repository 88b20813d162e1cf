"""SGN itself and its JSON, as formats: they hold everything, without loss.

The serializer of records is only loaded when JSON is read or written.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import EVERYTHING
from notation.formats.core.format import Format, Piece
from notation.formats.core.json_values import first_values
from notation.formats.core.report import Telling
from notation.record.model import Record
from notation.text.blocks import MOST_OF_GAME, object_lines
from notation.text.reader import Game, read
from notation.text.source import game_lines
from notation.text.writer import write


def _games(games: Iterable[Game], telling: Telling) -> Iterator[Record]:
    """Yield the games that could be read completely; errors in the others are reported."""
    for game in games:
        telling.game, telling.offset = game.number, game.line - 1
        telling.starts[game.number] = (game.line,)
        telling.findings += [replace(finding, span=game.place(finding.span)) for finding in game.findings]
        if game.record is not None:
            yield game.record


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    return _games(read(data), telling)


def _read_json(data: bytes, telling: Telling) -> Iterator[Record]:
    from notation.wire.record import load

    return _games(load(data), telling)


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return "\n".join(write(piece.record) for piece in pieces).encode()


def _write_json(pieces: Sequence[Piece], telling: Telling) -> bytes:
    from notation.wire.record import dump

    lines = (json.dumps(dump(piece.record), ensure_ascii=False) for piece in pieces)
    return "".join(f"{line}\n" for line in lines).encode()


_GAME: Final = re.compile(rb"^%SGN", re.MULTILINE)
_FENCE: Final = re.compile(rb"^`{3,}sgn[ \t]*\r?\n\Z", re.MULTILINE)
_OBJECT: Final = re.compile(rb'\s*\{\s*"sgn"\s*:')


def _is_sgn(data: bytes) -> int:
    """Return the first line that starts a game, unless it is inside a fence of a Markdown page."""
    found = _GAME.search(data)
    if found is None or _FENCE.search(data, max(0, found.start() - 99), found.start()):
        return 0
    return data.count(b"\n", 0, found.start()) + 1


def _is_json(data: bytes) -> int:
    """Return the line of the first object if it is a game, with its keys in any order."""
    if _OBJECT.match(data):
        return 1
    return next((line for line, value in first_values(data) if "sgn" in value), 0)


SGN: Final = Format(
    "sgn",
    Phrase("SGN, this program's notation"),
    ".sgn",
    EVERYTHING,
    _is_sgn,
    _read,
    _write,
    follows=False,
    judges=False,
    seats=4,
    exact=True,
    between=b"\n",
    heads=game_lines,
    most=MOST_OF_GAME,
    shows=Phrase("a line that begins with `%SGN`"),
)
JSON: Final = Format(
    "json",
    Phrase("SGN as JSON, a game a line"),
    ".jsonl",
    EVERYTHING,
    _is_json,
    _read_json,
    _write_json,
    follows=False,
    judges=False,
    seats=4,
    exact=True,
    between=b"",
    heads=object_lines,
    shows=Phrase('an object with the key "sgn"'),
)
