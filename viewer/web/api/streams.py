"""Files of games answered game by game: a line of JSON for each, as soon as it is done.

Only one game at a time is in memory besides the file. The cost of a game is taken from the work of the
request; a game for which too little is left says so on its line, and never gets a judgement that it would not
get alone. A thread does the first of the work, as with every request; then a process does each game, and a
game for which none is free says so, too. The thread waits for the process and for the reader, so the number
of such responses at the same time is limited.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from flask import Response, request, stream_with_context
from marshmallow import Schema
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable, default_exceptions

from notation.limits import SpentError, UnfinishedError, check, limited, spend
from notation.text import Start
from notation.wire.judgement import JudgedFile
from notation.wire.shape import dump_as
from referee import RuleSet
from viewer.documents.languages import Language
from viewer.limits import CONVERTED_BYTES, QUICK_WORK, REQUEST_WORK, judge_record
from viewer.store import Added, StoreError, Visibility
from viewer.web.adding import keep
from viewer.web.api.bodies import LINES, packed, sent_for_lines
from viewer.web.api.contract import Resources
from viewer.web.api.shapes import AddQuery, CheckedGameSchema, GameLine, JudgedQuery, TakenGameSchema
from viewer.web.api.streaming import held
from viewer.web.failures import TOO_MUCH, Busy, Problem, problem_of
from viewer.web.kept import language
from viewer.web.server.work import ask_for_part, hand_over, has_processes, part
from viewer.web.uploads import SentPiece, UploadKind, pieces, refusal
from viewer.web.visits import count, note_unreachable, visit

streams = Resources("streams", "Files of many games, answered with a line for each.")

Asked = Mapping[str, Any]
Done = JudgedFile | Added
Outcome = tuple[int, Done | HTTPException]
"""The number of a game and its result."""
One = Callable[[SentPiece, UploadKind], Iterator[Outcome]]
"""Processes a piece and yields the results of its games."""


@streams.take("/checks", CheckedGameSchema, (200,), query=JudgedQuery, lines=True)
def check_each(asked: Asked) -> Response:
    """Judge the games of a file without storing them: a line for each, as soon as it is judged.

    A judgement is that of `/check`. The games come in their order; `left` is 0 on the last line. A game for
    which too little work of the request is left has a problem instead of a judgement: send it again.
    """
    return _answer(CheckedGameSchema, partial(_judge, asked.get("rules")))


@streams.take("/uploads", TakenGameSchema, (200,), query=AddQuery, faults=(401,), lines=True)
def keep_each(asked: Asked) -> Response:
    """Add the games of a file: a line for each, as soon as it is stored, or why it is not.

    A game whose line has `added` is stored for good. If the response breaks off before the line whose `left`
    is 0, send the same file again: games that are already stored are not stored twice.
    """
    return _answer(TakenGameSchema, partial(_keep, asked["visibility"], asked["beside"]))


def _answer(shape: type[Schema], one: One) -> Response:
    """Return the lines for the body; raise a Problem if nothing is valid or the limit is reached."""
    asked = part()
    if asked is not None:
        kind, games, line, offset, after, units = json.loads(asked)
        piece = SentPiece(request.get_data(cache=False), Start(games, line, offset), after)
        made = _Lines(shape, UploadKind(kind), one, language(), units)
        return Response(stream_with_context(made.of([piece])), mimetype=LINES)
    data, kind = sent_for_lines()
    lines = _Lines(shape, kind, one, language(), REQUEST_WORK, QUICK_WORK if has_processes() else None)
    sent = stream_with_context(lines.of(pieces(data, kind)))
    return held(Response(sent, mimetype=LINES, headers={"X-Accel-Buffering": "no"}))


UNREACHABLE: Final = ServiceUnavailable()


@dataclass(slots=True)
class _Lines:
    """Renders a line for every game; once the archive is unreachable, no more are tried."""

    shape: type[Schema]
    kind: UploadKind
    one: One
    spoken: Language
    left: int
    """The work left for the request."""
    quick: int | None = None
    """The work that this thread does before a process takes over; None if the thread does all."""
    is_reached: bool = True
    """Whether the archive has been reachable so far."""

    def of(self, found: Iterable[SentPiece]) -> Iterator[bytes]:
        """Yield the lines of the games in some pieces, each piece as soon as it is done."""
        for piece in found:
            yield from self._done(piece)

    def _done(self, piece: SentPiece) -> Iterable[bytes]:
        if not self.is_reached:
            return self._told(piece, [(piece.start.games + 1, UNREACHABLE)])
        if self.quick is None or self.quick > 0:
            try:
                return self._told(piece, self._here(piece))
            except UnfinishedError:
                self.quick = 0
        return self._there(piece)

    def _here(self, piece: SentPiece) -> list[Outcome]:
        """Process the games of a piece; raise UnfinishedError if it is too much for the thread."""
        done: list[Outcome] = []
        # No line is yielded within the limit, which would then apply to what the thread does meanwhile.
        with limited(self.left) as budget:
            try:
                with nullcontext() if self.quick is None else limited(self.quick, UnfinishedError):
                    if self.kind is UploadKind.JSON:
                        spend(len(piece.data) // CONVERTED_BYTES)
                    done.extend(self.one(piece, self.kind))
            except SpentError:
                done.append((piece.start.games + 1, Problem(422, TOO_MUCH)))
            except HTTPException as problem:
                done.append((piece.start.games + 1, problem))
            except StoreError as error:
                note_unreachable(error)
                self.is_reached = False
                done.append((piece.start.games + 1, UNREACHABLE))
            finally:
                visit().units += budget.spent
        self.left = max(0, budget.left)
        if self.quick is not None:
            self.quick -= budget.spent
        return done

    def _there(self, piece: SentPiece) -> Iterable[bytes]:
        """Yield the lines of a piece from a process; if it makes none, one that says why."""
        asked = json.dumps([self.kind.value, *piece.start, piece.left, self.left])
        try:
            answer = ask_for_part(asked, piece.data)
        except Busy as busy:
            return self._told(piece, [(piece.start.games + 1, busy)])
        self.left = max(0, self.left - answer.units)
        self.is_reached = not answer.counts["database"]
        status = int(answer.status[:3])
        if status == HTTPStatus.OK:
            return answer.body.splitlines(keepends=True)
        error = default_exceptions.get(status, InternalServerError)()
        return self._told(piece, [(piece.start.games + 1, error)])

    def _told(self, piece: SentPiece, done: Sequence[Outcome]) -> Iterator[bytes]:
        for after, (number, what) in zip(range(len(done) - 1, -1, -1), done, strict=True):
            line = GameLine(number, piece.start.line, piece.left + after)
            match what:
                case HTTPException():
                    line = line._replace(problem=problem_of(what, self.spoken))
                case Added():
                    line = line._replace(added=what)
                case _:
                    line = line._replace(judgement=what)
            yield packed(dump_as(self.shape, line)) + b"\n"


def _judge(imposed: RuleSet | None, piece: SentPiece, kind: UploadKind) -> Iterator[Outcome]:
    """Judge a piece; raise SpentError if less work is left than it would have alone."""
    for game in piece.games(kind):
        judged = judge_record(game, imposed)
        check()
        count("judged")
        yield game.number, JudgedFile("-", judged)


def _keep(visibility: Visibility, beside: bool, piece: SentPiece, kind: UploadKind) -> Iterator[Outcome]:
    """Store a piece; raise SpentError or StoreError on failure."""
    if kind is UploadKind.SGN:
        for added in keep(piece.data, visibility, beside):
            number = piece.start.games + added.number
            yield number, replace(added, number=number)
        return
    games = list(piece.games(kind))
    if len(games) > 1:
        hand_over()
    for game in games:
        if game.record is None:
            yield game.number, refusal([game])
        else:
            for added in keep(game.source, visibility, beside):
                yield game.number, replace(added, number=game.number)
