"""SGN, the notation: text and JSON to records and back, findings with spans, judgements.

>>> from notation import read
>>> from notation.judge import judge
>>> [game] = read("%SGN 1")
>>> judge(game).ok
True
"""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from notation.conversion import convert as convert
    from notation.conversion import convert_into as convert_into
    from notation.findings import CATALOGUE as CATALOGUE
    from notation.findings import Finding as Finding
    from notation.formats import BlockReport as BlockReport
    from notation.formats import Conversion as Conversion
    from notation.judge import DealJudgement as DealJudgement
    from notation.judge import Judgement as Judgement
    from notation.record import Record as Record
    from notation.recorder import DealRecorder as DealRecorder
    from notation.recorder import MatchRecorder as MatchRecorder
    from notation.specs import OPTIONS as OPTIONS
    from notation.specs import UnknownRules as UnknownRules
    from notation.specs import parse_spec as parse_spec
    from notation.specs import read_spec as read_spec
    from notation.specs import write_spec as write_spec
    from notation.text import Game as Game
    from notation.text import digest as digest
    from notation.text import read as read
    from notation.text import read_file as read_file
    from notation.text import write as write
else:
    __getattr__, __dir__, __all__ = lazy(
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
