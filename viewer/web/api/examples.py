"""The examples of an OpenAPI document: what is sent, what stands in addresses, and what is answered.

They are what the program has answered once; `tests/scripts/api_examples.py` asks anew.
"""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple


class Examples(NamedTuple):
    """The examples of one document."""

    bodies: dict[str, Any]
    """What is sent, by media type or by the name of the operation."""
    parts: dict[str, Any]
    """What stands in an address for what it leaves open."""
    answers: dict[str, Any]
    """What is answered, by the name of the operation; a refusal, by its name and the status."""


def read_examples(path: Path) -> Examples:
    """The examples that a file of JSON has."""
    return Examples(**json.loads(path.read_text("utf-8")))


RECORDS: Final = read_examples(Path(__file__).with_suffix(".json"))
"""Those of the records: a record, what is asked of it, and what is answered."""
