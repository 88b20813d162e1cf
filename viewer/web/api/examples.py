"""The examples of the OpenAPI document: a record, what is asked of it, and what is answered.

They are what the program has answered once; `tests/scripts/api_examples.py` asks anew.
"""

import json
from pathlib import Path
from typing import Any, Final

_KEPT: Final[dict[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

BODIES: Final[dict[str, Any]] = _KEPT["bodies"]
"""The record as it is sent, by media type."""
PARTS: Final[dict[str, Any]] = _KEPT["parts"]
"""What stands in an address for what it leaves open."""
ANSWERS: Final[dict[str, Any]] = _KEPT["answers"]
"""What is answered, by the name of the operation."""
