"""SGN, the notation: text and JSON to records and back, findings with places, judgements.

>>> from notation import read
>>> from notation.judge import judge
>>> [game] = read("%SGN 1")
>>> judge(game).ok
True
"""

from notation.findings.catalogue import CATALOGUE
from notation.findings.finding import Finding
from notation.judge.judgement import DealJudgement, Judgement
from notation.record.model import Record
from notation.recorder import DealRecorder
from notation.specs.spec import OPTIONS, read_spec, write_spec
from notation.text.reader import Game, read, read_file
from notation.text.writer import digest, write

__all__ = [
    "CATALOGUE",
    "OPTIONS",
    "DealJudgement",
    "DealRecorder",
    "Finding",
    "Game",
    "Judgement",
    "Record",
    "digest",
    "read",
    "read_file",
    "read_spec",
    "write",
    "write_spec",
]
