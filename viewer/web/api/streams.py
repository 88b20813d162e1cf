"""Files of games for programs, answered game by game: a line of JSON for each, as soon as it is done with.

No more than one game is held beside the file. What a game costs is taken from the work of the request; a game
for which too little is left says so on its line, and has no judgement that it would not have by itself.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from flask import Response, current_app, stream_with_context
from marshmallow import Schema
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from notation.limits import SpentError, check, limited, spend
from notation.wire.judgement import JudgedFile
from notation.wire.shape import dump_as
from referee import RuleSet
from viewer.documents.languages import Language
from viewer.limits import CONVERTED_BYTES, REQUEST_WORK, judge_record
from viewer.store import Added, StoreError, Visibility
from viewer.web.adding import keep
from viewer.web.api.answers import packed
from viewer.web.api.bodies import LINES, sent_for_lines
from viewer.web.api.contract import Resources
from viewer.web.api.shapes import AddQuery, CheckedGameSchema, GameLine, JudgedQuery, TakenGameSchema
from viewer.web.failures import TOO_MUCH, Problem, problem_of
from viewer.web.kept import language
from viewer.web.uploads import SentPiece, UploadKind, pieces, refusal

streams = Resources("streams", "Files of many games, answered with a line for each.")

Asked = Mapping[str, Any]
Done = JudgedFile | Added
One = Callable[[SentPiece, UploadKind], Iterator[tuple[int, Done | HTTPException]]]
"""Does with a piece what is asked, and yields the numbers of its games with what became of them."""


@streams.take("/checks", CheckedGameSchema, (200,), query=JudgedQuery, lines=True)
def check_each(asked: Asked) -> Response:
    """Judge the games of a file without keeping them: a line for each, as soon as it is judged.

    A judgement is that of `/check`. The games stand in their order; `left` is 0 on the last line. A game for
    which too little of the work of a request is left has a problem instead of a judgement: send it again.
    """
    return _answer(CheckedGameSchema, partial(_judge, asked.get("rules")))


@streams.take("/uploads", TakenGameSchema, (200,), query=AddQuery, faults=(401,), lines=True)
def keep_each(asked: Asked) -> Response:
    """Keep the games of a file: a line for each, as soon as it is kept, or why it is not.

    Whatever has a line with `added` is kept for good. Where the answer breaks off before the line whose
    `left` is 0, the same file can be sent again: what is known already is not kept twice.
    """
    return _answer(TakenGameSchema, partial(_keep, asked["visibility"]))


def _answer(shape: type[Schema], one: One) -> Response:
    """The lines for what is sent; a Problem where nothing of it can be taken."""
    data, kind = sent_for_lines()
    lines = _lines(shape, data, kind, one, language())
    return Response(stream_with_context(lines), mimetype=LINES, headers={"X-Accel-Buffering": "no"})


UNREACHABLE: Final = ServiceUnavailable()


def _lines(shape: type[Schema], data: bytes, kind: UploadKind, one: One, spoken: Language) -> Iterator[bytes]:
    """A line for every game; where the archive cannot be reached the rest is not tried."""
    left, is_reached = REQUEST_WORK, True
    for piece in pieces(data, kind):
        done: list[tuple[int, Done | HTTPException]] = []
        # No line is given out within the limit, which would then hold for what the thread does meanwhile.
        with limited(left) as budget:
            try:
                if kind is UploadKind.JSON:
                    spend(len(piece.data) // CONVERTED_BYTES)
                if is_reached:
                    done.extend(one(piece, kind))
            except SpentError:
                done.append((piece.start.games + 1, Problem(422, TOO_MUCH)))
            except HTTPException as problem:
                done.append((piece.start.games + 1, problem))
            except StoreError as error:
                current_app.extensions["log"].error("archive", why=str(error))
                is_reached = False
        left = max(0, budget.left)
        if not is_reached:
            done.append((piece.start.games + 1, UNREACHABLE))
        for after, (number, what) in zip(range(len(done) - 1, -1, -1), done, strict=True):
            line = GameLine(number, piece.start.line, piece.left + after)
            match what:
                case HTTPException():
                    line = line._replace(problem=problem_of(what, spoken))
                case Added():
                    line = line._replace(added=what)
                case _:
                    line = line._replace(judgement=what)
            yield packed(dump_as(shape, line)) + b"\n"


def _judge(
    imposed: RuleSet | None, piece: SentPiece, kind: UploadKind
) -> Iterator[tuple[int, Done | HTTPException]]:
    """Judge a piece; SpentError where less work is left than it would have by itself."""
    for game in piece.games(kind):
        judged = judge_record(game, imposed)
        check()
        yield game.number, JudgedFile("-", judged)


def _keep(
    visibility: Visibility, piece: SentPiece, kind: UploadKind
) -> Iterator[tuple[int, Done | HTTPException]]:
    """Keep a piece; raises SpentError and StoreError where that cannot be."""
    if kind is UploadKind.SGN:
        for added in keep(piece.data, visibility):
            number = piece.start.games + added.number
            yield number, replace(added, number=number)
        return
    for game in piece.games(kind):
        if game.record is None:
            yield game.number, refusal([game])
        else:
            for added in keep(game.source, visibility):
                yield game.number, replace(added, number=game.number)
