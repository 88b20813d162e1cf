"""The typed annotations: which names SGN has, and what their values look like.

Says what is wrong with one; keeps them all as they are.
"""

import re
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase
from notation.findings.hints import did_you_mean, suggestion
from notation.record.model import Annotation

_TEXT: Final = r'"(?:[^"\\\n]|\\["\\])*"'
_ANNOTATIONS: Final = {
    "clk": (Phrase("the time left, as in `0:03:12`"), r"[0-9]{1,3}:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,3})?"),
    "emt": (Phrase("the time used, as in `0:00:07`"), r"[0-9]{1,3}:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,3})?"),
    "at": (
        Phrase("a moment, as in `2026-11-20T21:04:11Z`"),
        r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
        r"(?:\.[0-9]{1,6})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])",
    ),
    "dispute": (Phrase('what is claimed, in quotation marks, as in `"B had no trick"`'), _TEXT),
}
"""Every annotation of SGN: what its value says, and its shape."""


def is_private(name: str) -> bool:
    """Whether a name is left to those who write records: it is kept and never questioned.

    >>> is_private("x-club-note"), is_private("clk")
    (True, False)
    """
    return name.lower().startswith("x-")


def annotation_fault(annotation: Annotation) -> Finding | None:
    """What is wrong with an annotation.

    >>> annotation_fault(Annotation("clk", "soon")).message
    '`soon` is no value for @clk; expected the time left, as in `0:03:12`'
    """
    name, value = annotation.name, annotation.value
    if is_private(name):
        return None
    if name not in _ANNOTATIONS:
        facts: dict[str, Fact] = {"name": name, "hint": did_you_mean(suggestion(name, _ANNOTATIONS))}
        return Finding(catalogue.ANNOTATION_UNKNOWN, annotation.span, facts)
    expected, shape = _ANNOTATIONS[name]
    if not re.fullmatch(shape, value):
        facts = {"name": name, "word": value[:64], "expected": expected}
        return Finding(catalogue.ANNOTATION_VALUE, annotation.span, facts)
    return None
