"""SGN, the notation: text and JSON to records and back, findings with places, judgements.

>>> from notation import judge, read
>>> [game] = read("%SGN 1")
>>> judge(game).ok
True
"""

from notation.catalogue import CATALOGUE
from notation.findings import Finding
from notation.judgement import DealJudgement, Judgement
from notation.judging import judge
from notation.reading import Game, read, read_file
from notation.record import Record
from notation.specs import OPTIONS, read_spec, write_spec
from notation.writing import digest, write

__all__ = [
    "CATALOGUE",
    "OPTIONS",
    "DealJudgement",
    "Finding",
    "Game",
    "Judgement",
    "Record",
    "digest",
    "judge",
    "read",
    "read_file",
    "read_spec",
    "write",
    "write_spec",
]
