"""Logs of other programs: their format and their conversion."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from viewer.exports.formats import FORMATS
from viewer.web.api.answers import answer_as
from viewer.web.api.bodies import sent_log
from viewer.web.api.contract import Resources
from viewer.web.api.shapes import LogQuery, OpenedLogSchema
from viewer.web.conversion.opened import open_log

logs = Resources("logs", "Logs of other programs.")


@logs.take("/conversion", OpenedLogSchema, query=LogQuery, logs=True)
def open_sent_log(asked: Mapping[str, Any]) -> Response:
    """Open a log without storing it: its format and why, each game with its lines, and what was lost.

    A log in no known format is answered, too, with the evidence for and against each format.
    """
    named = asked["source"]
    return answer_as(OpenedLogSchema, open_log(sent_log(), FORMATS[named] if named else None))
