"""What is sent to be kept or judged, whatever way it comes, as bytes of SGN.

Bounds are set here, before anything is read; what cannot be taken is refused whole. The name of a file says
at most of what kind it is, and is never a path.
"""

import codecs
import re
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

from flask import request

from notation import Finding, Game, read
from notation.findings import Fact, Phrase, catalogue
from notation.formats import SGN, Format, ReportEntry, convert, recognised
from notation.limits import spend
from notation.text import Start, cut, game_lines
from notation.wire import load
from notation.wire.judgement import FindingInFile, finding_in
from viewer.exports.formats import FORMATS
from viewer.limits import CONVERTED_BYTES, GAMES_CHOSEN, GAMES_SENT
from viewer.replay.page import record_in
from viewer.web.failures import Problem

_NAMED: Final = {
    catalogue.FORMAT_OTHER: Phrase("This is {what}, which cannot be read here; {advice}."),
    catalogue.FORMAT_AMBIGUOUS: Phrase("This could be {known}. Please choose the format."),
}
"""What says better than that none of the formats fits why something cannot be taken."""
_UNREAD: Final = (catalogue.NOT_JSON, catalogue.ENCODING)
_OBJECT: Final = re.compile(rb'\s*\{\s*"\w+"\s*:')
_PAGE: Final = re.compile(rb"\s*<!doctype html", re.IGNORECASE)
_OWN: Final = ("sgn", "json", "html")
"""Formats that can be read here by themselves."""
_BEGINS: Final = re.compile(
    rb"^[ \t]*(?:%SGN\b|deal[ \t]+[0-9]|deal\b[^\n]*\b(?:dealer|trump)\b)", re.MULTILINE
)
"""What some line of every record begins with, be it ever so faulty."""
_NAMES_SGN: Final = re.compile(rb'"sgn"\s*:')
_OBJECT_LINE: Final = re.compile(rb"^\{", re.MULTILINE)
"""What an object of JSON begins with where each stands on a line of its own."""
LOOKED_AT: Final = 4096
"""Bytes of an unknown text that are read to say what is wrong with it."""
_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


NOT_INSTALLED: Final = Phrase("This server lacks what this format needs.")


class UploadKind(Enum):
    """What can be sent."""

    SGN = "SGN"
    JSON = "JSON"
    """One object, or several, each starting on a line of its own."""
    PAGE = "page"
    """A replay that was taken away as one file, in which its record stands."""
    LOG = "log"
    """What another program wrote, in one of the formats that are read."""


class Sent(NamedTuple):
    """Games that were sent, as SGN, and what there is to tell of their conversion."""

    data: bytes
    report: tuple[ReportEntry, ...] = ()


class SentPiece(NamedTuple):
    """A part of what was sent that is read by itself: a game of SGN, or an object of JSON."""

    data: bytes
    start: Start
    left: int
    """How many pieces come after it."""

    def games(self, kind: UploadKind) -> Iterator[Game]:
        """The game that it is, or the several that nothing keeps apart."""
        return (load if kind is UploadKind.JSON else read)(self.data, self.start)


def pieces(data: bytes, kind: UploadKind) -> Iterator[SentPiece]:
    r"""What was sent as SGN or as JSON, in pieces, each cut off when it is asked for.

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
    """Of what kind some bytes are: by what they begin with, and by the name of their file.

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
    """What was pasted into a form, with the ends of its lines as they were before the browser sent them."""
    return request.form.get("text", "").replace("\r\n", "\n").encode()


def chosen(data: bytes) -> bytes:
    """Of the games that a form sends those that were chosen in it; all, where there is nothing to choose."""
    if "choosing" not in request.form:
        return data
    wanted = set(request.form.getlist("game"))
    if not wanted:
        raise Problem(400, Phrase("No game was chosen."))
    rest = "rest" in wanted
    found = [
        source.raw
        for source in cut(data)
        if str(source.number) in wanted or (rest and source.number > GAMES_CHOSEN)
    ]
    return b"".join(found)


def _log(data: bytes) -> Format | Finding:
    """The format of what was sent, or why it cannot be told."""
    return recognised(data, list(FORMATS.values()))


def as_sgn(data: bytes, kind: UploadKind, most: float = GAMES_SENT) -> Sent:
    """The games that were sent, as SGN; a Problem where there are none, too many, or it is no text."""
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
    """The Problem of what is written in none of the formats, with the nearest one and why it is not that."""
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
    """The Problem of more games than can be sent at once."""
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
    """The Problem that tells what is wrong with these games, of which not all could be read."""
    found = [(game, finding) for game in games if game.record is None for finding in game.findings]
    first = found[0][1]
    return Problem(status, first.phrase, first.code, findings=findings(found))


def findings(found: list[tuple[Game, Finding]]) -> list[FindingInFile]:
    """Findings of games with their places in the files of these."""
    return [finding_in(game, finding) for game, finding in found]
