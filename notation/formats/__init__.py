"""Formats of other programs' logs, and conversion between all of them through one record.

A module for each format declares what it can hold; what a conversion loses is computed from that. Nothing
here judges a record, and nothing is guessed: what a log does not tell is written as unknown.
"""

from typing import Final

from notation.formats.actionlist import ACTIONS
from notation.formats.boardgame import BOARDGAME
from notation.formats.bummerl import BUMMERL
from notation.formats.bummerl_pickle import BUMMERL_PICKLE
from notation.formats.converting import Conversion, convert, fitted, recognised, records, write_records
from notation.formats.csvtables import DEALS, TRICKS
from notation.formats.decorator import DECORATOR
from notation.formats.diagram import DIAGRAM
from notation.formats.format import Format, Piece
from notation.formats.oneliner import ONELINER
from notation.formats.painsi import PAINSI
from notation.formats.parts import TITLES, Part
from notation.formats.scg import SCG
from notation.formats.sgn import JSON, SGN
from notation.formats.telling import Entry, Kind, Telling, has_losses
from notation.formats.text import opened
from notation.formats.tompa import TOMPA
from notation.formats.vu_ml import VU_ML
from notation.formats.vu_moves import VU_MOVES
from notation.formats.vu_tricks import VU_TRICKS
from notation.formats.vu_verbose import VU_VERBOSE

__all__ = [
    "FORMATS",
    "SGN",
    "TITLES",
    "Conversion",
    "Entry",
    "Format",
    "Kind",
    "Part",
    "Piece",
    "Telling",
    "convert",
    "fitted",
    "has_losses",
    "opened",
    "recognised",
    "records",
    "write_records",
]

FORMATS: Final = {
    each.name: each
    for each in (
        SGN,
        JSON,
        VU_TRICKS,
        VU_MOVES,
        VU_VERBOSE,
        VU_ML,
        BUMMERL,
        BUMMERL_PICKLE,
        PAINSI,
        DECORATOR,
        BOARDGAME,
        ACTIONS,
        ONELINER,
        SCG,
        TOMPA,
        DEALS,
        TRICKS,
        DIAGRAM,
    )
}
"""Every format by its name."""
