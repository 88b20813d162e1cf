"""The JSON values of a log, in sequence or in one list, each with its line.

The rest of a file after what is not JSON is reported as a finding, never guessed at. The formats interpret
the values.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.lines import LogError, decoded
from notation.formats.core.report import Telling
from notation.record.model import span_at

_BETWEEN: Final = re.compile(r"[\s,\[\]]*")
"""Separators between the values of a file, including the brackets of a list of all of them."""

_OBJECT: Final = re.compile(rb'[\s\[]*(?:"[^"\\\n]{0,99}"\s*,[\s\[]*)?\{')
"""The start of a file of objects, with a word before the first in a list of pairs."""


def values(data: bytes, telling: Telling) -> Iterator[tuple[int, Any]]:
    r"""Yield the JSON values of a log with their lines, up to the first place that is not JSON.

    >>> list(values(b'{"a": 1}\n[2, {"b": 3}]', Telling()))
    [(1, {'a': 1}), (2, 2), (2, {'b': 3})]
    """
    text = decoded(data, telling)
    decoder = json.JSONDecoder()
    line, told, at = 1, 0, 0
    while text is not None:
        between = _BETWEEN.match(text, at)
        at = between.end() if between else at
        if at == len(text):
            return
        line, told = line + text.count("\n", told, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            why, place = "a number or its nesting is too large", span_at(text, at)
            if isinstance(error, json.JSONDecodeError):
                why, place = error.msg, span_at(text, error.pos)
            telling.fault(catalogue.NOT_JSON, place.line, place.column, why=why)
            return
        yield line, value


MAX_FIRST: Final = 64
"""Values of a log that are examined to recognise its format."""


def first_values(data: bytes) -> list[tuple[int, dict[str, Any]]]:
    r"""Return the objects among the first values of a possible JSON log, with their lines.

    >>> first_values(b'[{"a": 1}, 2]'), first_values(b"a: 1")
    ([(1, {'a': 1})], [])
    """
    found = islice(values(data, Telling()), MAX_FIRST) if _OBJECT.match(data) else ()
    return [(line, value) for line, value in found if isinstance(value, dict)]


def part(value: Any, *path: str | int) -> Any:
    """Return what is at a path in a JSON value, or None.

    >>> part({"a": [{"b": 3}]}, "a", 0, "b"), part({"a": 1}, "a", "b")
    (3, None)
    """
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
            value = value[step]
        else:
            return None
    return value


class BadValueError(LogError):
    """A JSON value that cannot be read: what was found, and what is expected."""

    def __init__(self, value: Any, expected: str | Phrase) -> None:
        super().__init__(expected)
        self._facts: dict[str, Any] = {"word": shown(value), "expected": expected}

    def tell(self, telling: Telling, line: int, column: int = 1, text: str = "") -> None:
        """Report the value at a line."""
        telling.fault(catalogue.LOG_WORD, line, **self._facts)


def shown(value: Any) -> str:
    """Return a JSON value as shown in a finding, cut short."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    return json.dumps(value[:40] if isinstance(value, str) else value, ensure_ascii=False)[:40]
