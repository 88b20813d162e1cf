"""The JSON values of a log, one after another or in one list, each with its line.

The rest of a file that is not JSON is told as a finding, never guessed at. What the values mean is for
the formats.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.lines import decoded
from notation.formats.core.report import Telling
from notation.record.model import span_at

_BETWEEN: Final = re.compile(r"[\s,\[\]]*")
"""What stands between the values of a file; the brackets of a list that holds them all are such."""

_OBJECT: Final = re.compile(rb'[\s\[]*(?:"[^"\\\n]{0,99}"\s*,[\s\[]*)?\{')
"""How a file of objects begins, with a word before the first where it is a list of pairs."""


def values(data: bytes, telling: Telling) -> Iterator[tuple[int, Any]]:
    r"""The JSON values of a log with their lines, up to the first place that is not JSON.

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
"""Values of a log by which its format is known."""


def first_values(data: bytes) -> list[tuple[int, dict[str, Any]]]:
    r"""The objects among the first values of what may be a log of JSON, with their lines.

    >>> first_values(b'[{"a": 1}, 2]'), first_values(b"a: 1")
    ([(1, {'a': 1})], [])
    """
    found = islice(values(data, Telling()), MAX_FIRST) if _OBJECT.match(data) else ()
    return [(line, value) for line, value in found if isinstance(value, dict)]


def part(value: Any, *path: str | int) -> Any:
    """What lies at a path in a JSON value, or None where nothing does.

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


class BadValue(Exception):  # noqa: N818 - not an error of the program: a value of a log that cannot be read
    """A JSON value that cannot be read: what stands there, and what is expected."""

    def __init__(self, value: Any, expected: str | Phrase) -> None:
        super().__init__(str(expected))
        self.word, self.expected = shown(value), expected


def shown(value: Any) -> str:
    """A JSON value as it is told in a finding, cut short."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    return json.dumps(value[:40] if isinstance(value, str) else value, ensure_ascii=False)[:40]
