"""What is sent to be kept or judged: SGN as it is, or its JSON turned into SGN.

Bounds are set here, before anything is read; a body that cannot be taken is refused whole.
"""

from typing import Any, Final

from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from notation import Finding, Game, Judgement, catalogue
from notation.findings import Phrase
from notation.jsonform import load
from notation.source import cut
from viewer.reports import finding_json
from viewer.web.failures import Problem

TEXT: Final = ("application/x-sgn", "text/plain")
JSON: Final = "application/json"
MAX_GAMES: Final = 500
"""Games that are taken at once."""

_UNREAD: Final = (catalogue.NOT_JSON, catalogue.ENCODING)


def sent() -> bytes:
    """The games of the request as SGN; a Problem where there are none, or too many."""
    if request.mimetype not in (*TEXT, JSON):
        raise UnsupportedMediaType
    data = request.get_data(cache=False)
    if request.mimetype == JSON:
        data = from_json(data)
    return bounded(data)


def bounded(data: bytes) -> bytes:
    """A file of SGN that is not blank and holds no more games than are taken at once, else a Problem."""
    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        raise Problem(400, Phrase("There is nothing in it."))
    if sum(1 for _ in cut(data)) > MAX_GAMES:
        raise _too_many()
    return data


def _too_many() -> Problem:
    return Problem(413, Phrase("At most {number} games can be sent at once.", {"number": MAX_GAMES}))


def from_json(data: bytes) -> bytes:
    """The SGN that JSON means; a Problem where not all of it can be read."""
    games: list[Game] = []
    for game in load(data):
        games.append(game)
        if len(games) > MAX_GAMES:
            raise _too_many()
    for game in games:
        if game.record is None:
            first = game.findings[0]
            raise refusal(games, 400 if first.code in _UNREAD else 422)
    return b"".join(game.source for game in games)


def refusal(games: list[Game], status: int = 422) -> Problem:
    """The Problem that tells what is wrong with these games, of which not all could be read."""
    found = [(game, finding) for game in games if game.record is None for finding in game.findings]
    first = found[0][1]
    return Problem(status, first.phrase, first.code, findings=findings(found))


def findings(found: list[tuple[Game, Finding]]) -> list[dict[str, Any]]:
    """Findings of games as objects."""
    return [finding_json(Judgement(game, None), finding) for game, finding in found]
