"""Formats of other programs' logs, and conversion between all of them through one record.

A package for each program declares what its format can hold; what a conversion loses is computed from that.
Nothing here judges a record, and nothing is guessed: what a log does not state is written as unknown. What an
installed package needs to add a format of its own (the entry point group is `santase.formats`) is named here.
"""

from notation.formats.actions.log import ACTIONS, reader_of
from notation.formats.actions.mapping import TableError, read_table
from notation.formats.core.capabilities import EVERYTHING, PLAY, TITLES, RecordPart
from notation.formats.core.convert import (
    Conversion,
    SourceLog,
    convert,
    convert_together,
    fitted,
    recognised,
    records,
    write_records,
)
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of, lines, opened
from notation.formats.core.log_error import LogError
from notation.formats.core.registry import BUILT_IN, FORMATS, FormatRegistry
from notation.formats.core.replayed import followed
from notation.formats.core.report import ReportEntry, ReportKind, Telling, grouped
from notation.formats.sgn.records import JSON, SGN
from notation.formats.sgn.steps import BlockReport, ConvertedBlock, convert_games
from notation.recorder import DealRecorder

__all__ = [
    "ACTIONS",
    "BUILT_IN",
    "EVERYTHING",
    "FORMATS",
    "JSON",
    "PLAY",
    "SGN",
    "TITLES",
    "BlockReport",
    "Conversion",
    "ConvertedBlock",
    "DealRecorder",
    "Format",
    "FormatRegistry",
    "LogError",
    "Piece",
    "RecordPart",
    "ReportEntry",
    "ReportKind",
    "SourceLog",
    "TableError",
    "Telling",
    "convert",
    "convert_games",
    "convert_together",
    "fitted",
    "followed",
    "grouped",
    "line_of",
    "lines",
    "opened",
    "read_table",
    "reader_of",
    "recognised",
    "records",
    "write_records",
]
