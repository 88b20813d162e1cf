"""Texts that are sent and not stored: logs of other programs that are opened, records that are written."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from notation import read
from notation.editing import EditError
from notation.findings import Phrase
from notation.wire.editing import EditedSchema, EditRequestSchema
from notation.wire.shape import Given
from viewer.exports.formats import FORMATS
from viewer.replay.editing import edit_game
from viewer.web.api.bodies import answer_as, loaded, sent_json, sent_log
from viewer.web.api.contract import Resources
from viewer.web.api.shapes import LogQuery, OpenedLogSchema
from viewer.web.conversion.opened import open_log
from viewer.web.failures import Problem
from viewer.web.kept import language
from viewer.web.uploads import refusal
from viewer.web.visits import count

logs = Resources("logs", "Logs of other programs.")
editing = Resources("editing", "Records that are being written.")

Asked = Mapping[str, Any]

NEW: Final = "%SGN 1\n"
"""A game in which nothing is written yet."""
ONE_GAME: Final = Phrase("Only one game at a time can be edited.")


@editing.send("/edits", EditedSchema, body=EditRequestSchema, faults=(400, 403, 413, 415))
def edit(_: Asked) -> Response:
    """Edit a record in the body, and return what can be written next.

    The edits are applied in order, all or none: 422 says which of them are invalid, and why. The rest of the
    record remains unchanged; the text is in canonical form. Nothing is stored.
    """
    asked = loaded(EditRequestSchema, sent_json())
    games = list(read(asked.get("text", NEW)))
    if len(games) != 1:
        raise Problem(422, ONE_GAME)
    [game] = games
    if game.draft is None:
        raise refusal(games)
    count("judged")
    try:
        shown = edit_game(game, asked.get("edits", ()), asked.get("at"), language())
        return answer_as(EditedSchema, shown, given=Given(shown.language, (), shown.rules))
    except EditError as error:
        raise Problem(422, error.phrase) from None


@logs.take("/conversion", OpenedLogSchema, query=LogQuery, logs=True)
def open_sent_log(asked: Asked) -> Response:
    """Open a log without storing it: its format and why, each game with its lines, and what was lost.

    A log in no known format is answered, too, with the evidence for and against each format.
    """
    named = asked["source"]
    return answer_as(OpenedLogSchema, open_log(sent_log(), FORMATS[named] if named else None))
