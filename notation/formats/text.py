"""The text of a log: decoded strictly, in lines, with a finding where that fails."""

from collections.abc import Iterator

from notation import catalogue
from notation.findings import Phrase
from notation.formats.telling import Telling

MAX_LINE = 1 << 16
"""Characters of a line; a longer one is a fault."""
MAX_FAULTS = 1000
"""Findings in a log; with so many it is read no further."""


def decoded(data: bytes, telling: Telling) -> str | None:
    """The text of a log, or None where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        byte = f"0x{data[error.start]:02x}"
        telling.fault(catalogue.ENCODING, line, column, byte=byte, offset=error.start)
        return None


def lines(data: bytes, telling: Telling) -> Iterator[tuple[int, str]]:
    r"""The lines of a log by their numbers, without line ends; none where it is not UTF-8.

    >>> list(lines(b"one\r\ntwo\n", Telling()))
    [(1, 'one'), (2, 'two')]
    """
    text = decoded(data, telling)
    if text is None:
        return
    for number, content in enumerate(text.removesuffix("\n").split("\n"), start=1):
        if len(content) > MAX_LINE:
            telling.fault(catalogue.LINE_LONG, number)
            return
        if len(telling.findings) >= MAX_FAULTS:
            what = Phrase("a list of findings")
            telling.fault(catalogue.LOG_LARGE, number, what=what, most=MAX_FAULTS)
            return
        yield number, content.removesuffix("\r")
