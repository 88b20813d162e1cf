"""Conversion between logs of other programs and records: the Python API of `santase convert`.

Format names are those that `santase formats` lists. What a conversion loses is in its loss report, what could
not be read is in its findings, and a faulty log never raises.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import IO, Final

from notation.findings import Finding
from notation.findings.hints import did_you_mean, suggestion
from notation.formats.core.convert import Conversion, SourceLog, convert_together
from notation.formats.core.format import Format
from notation.formats.core.recognition import recognised
from notation.formats.core.registry import FORMATS
from notation.formats.core.steps import BlockReport, convert_stream, opened_parts
from notation.formats.sgn.records import SGN
from notation.record.model import Record
from notation.specs.spec import read_spec
from notation.text.reader import Game
from notation.text.writer import write
from referee.rules import RuleSet

_PART: Final = 1 << 16


def convert(
    source: bytes | str | Path | Iterable[Game | Record],
    to: str = "vu-tricks",
    *,
    source_format: str | None = None,
    rules: str | RuleSet | None = None,
) -> Conversion:
    r"""Convert a log to another format; ``source`` is its text, the path of its file, or games.

    Without ``source_format`` the format is recognised. ``rules`` apply to logs that name none. Raises OSError
    if a file cannot be read, and ValueError if a format is unknown or does not support reading or writing, or
    if the rules are not valid.

    >>> from notation import convert
    >>> log = "%SGN 1\n[Rules \"schnapsen\"]\ndeal 1 dealer B\nA: As Ks Qh Jh Kc\nB: Ad Ts Kh Ah Jc\n"
    >>> log += "talon: Qs Js Th Kd Qd Jd Ac Tc Qc Td\n1. As Ts {hurried}"
    >>> done = convert(log, "bummerl")
    >>> done.ok, done.deals, done.has_losses
    (True, 1, True)
    >>> [(entry.kind.value, entry.part.value) for entry in done.report]
    [('different', 'rules'), ('dropped', 'comments')]
    """
    target, origin, assumed = _wishes(to, source_format, rules)
    if isinstance(source, Path):
        data = source.read_bytes()
    elif isinstance(source, bytes | str):
        data = _bytes(source)
    else:
        data, origin = _bytes("\n".join(map(_text, source))), SGN
    return _converted(data, target, origin, assumed)


def convert_into(
    output: IO[bytes],
    source: IO[bytes] | Iterable[bytes | str],
    to: str = "sgn",
    *,
    source_format: str | None = None,
    rules: str | RuleSet | None = None,
    whole: bool = False,
) -> BlockReport:
    r"""Convert an open file, or the lines of a log, into an open file, and return the report.

    A log that is read game by game and written to a format that supports it is streamed, with only part of it
    in memory; others are loaded completely (see `santase formats NAME`). With ``whole`` the report contains
    every finding and every entry, however many; otherwise only its lines. For the rest see :func:`convert`.

    >>> import io
    >>> from notation import convert_into
    >>> output = io.BytesIO()
    >>> report = convert_into(output, ["%SGN 1\n", "deal 1 dealer B\n", "= A 2\n"], "jsonl-deals")
    >>> report.ok, report.games, report.deals
    (True, 1, 1)
    >>> output.getvalue()[:40]
    b'{"game_id": 1, "deal": 1, "rules": "sant'
    """
    target, origin, assumed = _wishes(to, source_format, rules)
    parts = iter(lambda: source.read(_PART), b"") if hasattr(source, "read") else source
    stream = opened_parts(map(_bytes, parts))
    return convert_stream(stream, target, output, origin, assumed, whole=whole)


def _converted(data: bytes, target: Format, origin: Format | None, rules: RuleSet | None) -> Conversion:
    return convert_together(
        [SourceLog(data, origin or recognised(data, list(FORMATS.values())))], target, rules
    )


def _wishes(
    to: str, source_format: str | None, rules: str | RuleSet | None
) -> tuple[Format, Format | None, RuleSet | None]:
    """Look up formats and rules by name; raises ValueError for what is not available."""
    target, origin = _named(to), None if source_format is None else _named(source_format)
    if target.writer is None:
        raise ValueError(f"{target.name} is read only")
    if origin is not None and origin.reader is None:
        raise ValueError(f"{origin.name} is written only")
    found = read_spec(rules) if isinstance(rules, str) else rules
    if isinstance(found, Finding):
        raise ValueError(found.message)
    return target, origin, found


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise ValueError(f"{name!r} is not a format{did_you_mean(suggestion(name, list(FORMATS)))}")
    return FORMATS[name]


def _text(game: Game | Record) -> str:
    text = write(game) if isinstance(game, Record) else game.text
    return text if text.endswith("\n") else f"{text}\n"


def _bytes(text: bytes | str) -> bytes:
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
