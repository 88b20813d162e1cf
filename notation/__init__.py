"""SGN, the notation: text and JSON to records and back, findings with spans, judgements.

>>> from notation import read
>>> from notation.judge import judge
>>> [game] = read("%SGN 1")
>>> judge(game).ok
True
"""

from typing import TYPE_CHECKING

from notation.faces import lazy

if TYPE_CHECKING:
    from notation.conversion import convert, convert_into
    from notation.findings import CATALOGUE, Finding
    from notation.formats import BlockReport, Conversion
    from notation.judge import DealJudgement, Judgement
    from notation.record import Record
    from notation.recorder import DealRecorder, MatchRecorder
    from notation.specs import OPTIONS, UnknownRules, parse_spec, read_spec, write_spec
    from notation.text import Game, digest, read, read_file, write
else:
    __getattr__, __dir__ = lazy(
        __name__,
        conversion="convert convert_into",
        findings="CATALOGUE Finding",
        formats="BlockReport Conversion",
        judge="DealJudgement Judgement",
        record="Record",
        recorder="DealRecorder MatchRecorder",
        specs="OPTIONS UnknownRules parse_spec read_spec write_spec",
        text="Game digest read read_file write",
    )

__all__ = [
    "CATALOGUE",
    "OPTIONS",
    "BlockReport",
    "Conversion",
    "DealJudgement",
    "DealRecorder",
    "Finding",
    "Game",
    "Judgement",
    "MatchRecorder",
    "Record",
    "UnknownRules",
    "convert",
    "convert_into",
    "digest",
    "parse_spec",
    "read",
    "read_file",
    "read_spec",
    "write",
    "write_spec",
]
