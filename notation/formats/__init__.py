"""Formats of other programs' logs, and conversion between all of them through one record.

A module for each format declares what it can hold; what a conversion loses is computed from that. Nothing
here judges a record, and nothing is guessed: what a log does not tell is written as unknown.
"""

from typing import Final

from notation.formats.actions.log import ACTIONS, reader_of
from notation.formats.actions.mapping import TableError, read_table
from notation.formats.boardgame.log import BOARDGAME
from notation.formats.bummerl.pickled import BUMMERL_PICKLE
from notation.formats.bummerl.writer import BUMMERL
from notation.formats.core.capabilities import EVERYTHING, TITLES, Part
from notation.formats.core.convert import Conversion, convert, fitted, recognised, records, write_records
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of, opened
from notation.formats.core.report import Entry, Kind, Telling, grouped, has_losses
from notation.formats.csv_tables import DEALS, TRICKS
from notation.formats.decorator.log import DECORATOR
from notation.formats.diagram import DIAGRAM
from notation.formats.oneliner.writer import ONELINER
from notation.formats.painsi.writer import PAINSI
from notation.formats.scg import SCG
from notation.formats.sgn import JSON, SGN
from notation.formats.tompa.writer import TOMPA
from notation.formats.vu.ml import VU_ML
from notation.formats.vu.moves import VU_MOVES
from notation.formats.vu.tricks import VU_TRICKS
from notation.formats.vu.verbose import VU_VERBOSE

__all__ = [
    "ACTIONS",
    "EVERYTHING",
    "FORMATS",
    "JSON",
    "SGN",
    "TITLES",
    "Conversion",
    "Entry",
    "Format",
    "Kind",
    "Part",
    "Piece",
    "TableError",
    "Telling",
    "convert",
    "fitted",
    "grouped",
    "has_losses",
    "line_of",
    "opened",
    "read_table",
    "reader_of",
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
