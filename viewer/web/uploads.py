"""Uploads to be stored or judged, however they are sent, as bytes of SGN.

Limits are checked here before anything is parsed; invalid uploads are refused as a whole. A file name is at
most a hint at the kind, and is never used as a path.
"""

import codecs
import re
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

from flask import request

from notation import Finding, Game, read
from notation.findings import Fact, Phrase, PhraseError, catalogue
from notation.formats import SGN, Format, ReportEntry, convert, recognised
from notation.limits import spend
from notation.text import Start, cut, game_lines
from notation.wire import load
from notation.wire.judgement import FindingInFile, finding_in
from viewer.exports.formats import FORMATS
from viewer.limits import CONVERTED_BYTES, GAMES_CHOSEN, GAMES_SENT
from viewer.replay.page import record_in
from viewer.rulings.mending import repaired
from viewer.web.failures import Problem

_NAMED: Final = {
    catalogue.FORMAT_OTHER: Phrase("This is {what}, which cannot be read here; {advice}."),
    catalogue.FORMAT_AMBIGUOUS: Phrase("This could be {known}. Please choose the format."),
}
"""Errors that explain a refusal better than that no format fits."""
_UNREAD: Final = (catalogue.NOT_JSON, catalogue.ENCODING)
_OBJECT: Final = re.compile(rb'\s*\{\s*"\w+"\s*:')
_PAGE: Final = re.compile(rb"\s*<!doctype html", re.IGNORECASE)
_OWN: Final = ("sgn", "json", "html")
"""The program's own formats, which need no conversion."""
_BEGINS: Final = re.compile(
    rb"^[ \t]*(?:%SGN\b|deal[ \t]+[0-9]|deal\b[^\n]*\b(?:dealer|trump)\b)", re.MULTILINE
)
"""How some line of every record starts, however faulty."""
_NAMES_SGN: Final = re.compile(rb'"sgn"\s*:')
_OBJECT_LINE: Final = re.compile(rb"^\{", re.MULTILINE)
"""How a JSON object starts where each is on its own line."""
LOOKED_AT: Final = 4096
"""Bytes of an unknown text that are examined for the error message."""
_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


REPAIR: Final = "repair-"
"""How the fields of a form begin that name the repair of a finding."""
NOT_INSTALLED: Final = Phrase("This server lacks what this format needs.")


class UploadKind(Enum):
    """The kinds of uploads."""

    SGN = "SGN"
    JSON = "JSON"
    """One object, or several, each starting on a new line."""
    PAGE = "page"
    """A replay downloaded as one HTML file, which contains its record."""
    LOG = "log"
    """The log of another program, in a supported format."""


class Sent(NamedTuple):
    """Games that were sent, as SGN, with the report on their conversion."""

    data: bytes
    report: tuple[ReportEntry, ...] = ()


class SentPiece(NamedTuple):
    """A part of an upload that is read separately: a game of SGN, or a JSON object."""

    data: bytes
    start: Start
    left: int
    """The number of pieces after it."""

    def games(self, kind: UploadKind) -> Iterator[Game]:
        """Return the game or games in it, as SGN."""
        return (load if kind is UploadKind.JSON else read)(self.data, self.start)


def pieces(data: bytes, kind: UploadKind) -> Iterator[SentPiece]:
    r"""Split an SGN or JSON upload lazily into pieces.

    >>> [piece.start.line for piece in pieces(b"%SGN 1\n\n%SGN 1\n", UploadKind.SGN)]
    [1, 3]
    """
    if kind is UploadKind.JSON:
        heads = [found.start() for found in _OBJECT_LINE.finditer(data)]
    else:
        heads = list(game_lines(bytearray(data), 0, len(data)))
    first = heads[0] if heads else len(data)
    bounds = [*([0] if data[:first].strip() else []), *heads, len(data)]
    games, line = 0, 1 + data.count(b"\n", 0, bounds[0])
    for number, (start, end) in enumerate(pairwise(bounds), start=1):
        yield SentPiece(data[start:end], Start(games, line, start), len(bounds) - number - 1)
        games += kind is UploadKind.JSON or start >= first
        line += data.count(b"\n", start, end)


def kind_of(data: bytes, name: str = "") -> UploadKind:
    """Return the kind of some bytes, by their beginning and their file name.

    >>> kind_of(b'{"sgn": 1}'), kind_of(b"{a comment}"), kind_of(b"{a comment}", "game.JSON")
    (<UploadKind.JSON: 'JSON'>, <UploadKind.SGN: 'SGN'>, <UploadKind.JSON: 'JSON'>)
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    if _PAGE.match(data):
        return UploadKind.PAGE
    found = _log(data)
    if isinstance(found, Format) and found.name not in _OWN:
        return UploadKind.LOG
    if name.lower().endswith((".json", ".jsonl")) or _OBJECT.match(data):
        return UploadKind.JSON
    return UploadKind.SGN


def text_sent() -> bytes:
    """Return the text of a form with the line ends from before the browser changed them."""
    return request.form.get("text", "").replace("\r\n", "\n").encode()


def chosen(data: bytes) -> bytes:
    """Return the selected games of a form, with the selected repairs; all, if there was nothing to select."""
    if "choosing" not in request.form:
        return data
    wanted = set(request.form.getlist("game"))
    if not wanted:
        raise Problem(400, Phrase("No game was chosen."))
    repairs = [said for name, said in request.form.items() if name.startswith(REPAIR) and said]
    if repairs:
        try:
            data, _ = repaired(data, repairs)
        except PhraseError as error:
            raise Problem(400, error.phrase) from None
    rest = "rest" in wanted
    found = [
        source.raw
        for source in cut(data)
        if str(source.number) in wanted or (rest and source.number > GAMES_CHOSEN)
    ]
    return b"".join(found)


def _log(data: bytes) -> Format | Finding:
    """Return the format of an upload; raise a Problem if it is not recognised."""
    return recognised(data, list(FORMATS.values()))


def as_sgn(data: bytes, kind: UploadKind, most: float = GAMES_SENT) -> Sent:
    """Return the uploaded games as SGN; raise a Problem if there are none, too many, or it is not text."""
    if kind in (UploadKind.JSON, UploadKind.LOG):
        spend(len(data) // CONVERTED_BYTES)
    match kind:
        case UploadKind.JSON:
            return Sent(_from_json(data, most))
        case UploadKind.LOG:
            return _from_log(data, most)
        case UploadKind.PAGE:
            found = record_in(data)
            if found is None:
                raise Problem(415, Phrase("This page contains no record: only a saved replay does."))
            data = found
    text = data.removeprefix(codecs.BOM_UTF8)
    if not text.strip():
        raise Problem(400, Phrase("It is empty."))
    if text.startswith(_WIDE):
        raise Problem(415, Phrase("This text is in UTF-16: please save it as UTF-8."))
    if not _BEGINS.search(text) or b"\0" in text:
        known = _log(data)
        if isinstance(known, Finding) and known.code in _NAMED:
            said = _NAMED[known.code]
            raise Problem(415, Phrase(said.sentence, known.facts or {}), known.code)
    if b"\0" in text and not text.startswith(b"%SGN"):
        raise Problem(415, Phrase("This is not text but a file of another kind."))
    if not _BEGINS.search(text):
        raise _none_fits(SGN, next(read(data[:LOOKED_AT])))
    if sum(1 for _ in cut(data)) > most:
        raise too_many()
    return Sent(data)


def _none_fits(nearest: Format, game: Game, status: int = 415) -> Problem:
    """Return the Problem of an upload in no known format, with the nearest one and why it does not fit."""
    facts: dict[str, Fact] = {"format": nearest.title, "why": game.findings[0].phrase}
    said = Phrase("None of the formats fits. The closest is {format}, which fails because: {why}", facts)
    return Problem(status, said, catalogue.FORMAT_UNKNOWN, findings=findings([(game, game.findings[0])]))


def _from_log(data: bytes, most: float) -> Sent:
    form = _log(data)
    try:
        done = convert(data, form, SGN)
    except ModuleNotFoundError:
        raise Problem(501, NOT_INSTALLED) from None
    if done.findings or not done.data:
        if not done.findings:
            raise Problem(422, Phrase("It is empty."))
        game = Game(1, 1, data.decode("utf-8", "backslashreplace"), None, done.findings)
        if isinstance(form, Format) and not done.games:
            raise _none_fits(form, game, 422)
        raise refusal([game])
    if done.games > most:
        raise too_many()
    return Sent(done.data, done.report)


def too_many() -> Problem:
    """Return the Problem of too many games."""
    return Problem(413, Phrase("At most {number} games can be sent at once.", {"number": GAMES_SENT}))


def _from_json(data: bytes, most: float) -> bytes:
    games: list[Game] = []
    for game in load(data):
        games.append(game)
        if len(games) > most:
            raise too_many()
    for game in games:
        if game.record is None:
            first = game.findings[0]
            if _OBJECT.match(data) and not _NAMES_SGN.search(data):
                raise _none_fits(FORMATS["json"], game)
            raise refusal(games, 400 if first.code in _UNREAD else 422)
    return b"".join(game.source for game in games)


def refusal(games: list[Game], status: int = 422) -> Problem:
    """Return the Problem of games that could not all be read."""
    found = [(game, finding) for game in games if game.record is None for finding in game.findings]
    first = found[0][1]
    return Problem(status, first.phrase, first.code, findings=findings(found))


def findings(found: list[tuple[Game, Finding]]) -> list[FindingInFile]:
    """Return the findings of games with their positions in the files."""
    return [finding_in(game, finding) for game, finding in found]
