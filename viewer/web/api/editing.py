"""Records being written: changed edit by edit, with what can be written next. Nothing is stored."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from flask import Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import UnsupportedMediaType

from notation import read
from notation.editing import EditError
from notation.findings import Phrase
from notation.wire.editing import EditedSchema, EditRequestSchema
from notation.wire.shape import Given, load_as
from viewer.replay.editing import edit_game
from viewer.web.api.answers import answer_as
from viewer.web.api.bodies import JSON
from viewer.web.api.contract import Resources
from viewer.web.failures import Problem
from viewer.web.kept import language
from viewer.web.uploads import refusal
from viewer.web.visits import count

editing = Resources("editing", "Records that are being written.")

Asked = Mapping[str, Any]

NEW: Final = "%SGN 1\n"
"""A game in which nothing is written yet."""
ONE_GAME: Final = Phrase("Only one game at a time can be edited.")
NOT_UNDERSTOOD: Final = Phrase("The request cannot be understood.")


@editing.send("/edits", EditedSchema, body=EditRequestSchema, faults=(400, 403, 413, 415))
def edit(_: Asked) -> Response:
    """Edit a record in the body, and return what can be written next.

    The edits are applied in order, all or none: 422 says which of them are invalid, and why. The rest of the
    record remains unchanged; the text is in canonical form. Nothing is stored.
    """
    asked = load_json(EditRequestSchema)
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


def load_json(shape: Any) -> Any:
    """Return the value of the JSON body; raise a Problem if it violates the schema."""
    if request.mimetype != JSON:
        raise UnsupportedMediaType
    try:
        found = json.loads(request.get_data(cache=False))
    except (ValueError, RecursionError):
        raise Problem(400, Phrase("This is not JSON."), word="malformed") from None
    try:
        return load_as(shape, found)
    except ValidationError as error:
        raise Problem(
            422, NOT_UNDERSTOOD, errors=list(_each_wrong(error.messages, "")), word="malformed"
        ) from None


def _each_wrong(said: Any, name: str) -> Iterator[dict[str, str]]:
    if isinstance(said, dict):
        for part, more in said.items():
            yield from _each_wrong(more, f"{name}.{part}" if name else str(part))
    else:
        yield {"parameter": name, "detail": " ".join(map(str, said)) if isinstance(said, list) else str(said)}
