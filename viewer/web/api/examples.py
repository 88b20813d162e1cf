"""The examples in an OpenAPI document: request bodies, parameters and responses.

They are recorded responses of the program; `tests/scripts/api_examples.py` records them again.
"""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple


class Examples(NamedTuple):
    """The examples of one document."""

    bodies: dict[str, Any]
    """Request bodies, by media type or by the name of the operation."""
    parts: dict[str, Any]
    """Path parameters."""
    answers: dict[str, Any]
    """Responses by the name of the operation; refusals by name and status."""


def read_examples(path: Path) -> Examples:
    """Read the examples from a JSON file."""
    return Examples(**json.loads(path.read_text("utf-8")))


RECORDS: Final = read_examples(Path(__file__).with_suffix(".json"))
"""The examples of the record API: a record, questions about it, and the answers."""
