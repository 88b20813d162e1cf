"""Formats of other programs' logs, and conversion between all of them through one record.

A module for each format declares what it can hold; what a conversion loses is computed from that. Nothing
here judges a record, and nothing is guessed: what a log does not tell is written as unknown.
"""

from notation.formats.core.capabilities import TITLES, RecordPart
from notation.formats.core.convert import Conversion, convert, fitted, recognised, records, write_records
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import opened
from notation.formats.core.registry import FORMATS
from notation.formats.core.report import ReportEntry, ReportKind, Telling, has_losses
from notation.formats.sgn.records import SGN

__all__ = [
    "FORMATS",
    "SGN",
    "TITLES",
    "Conversion",
    "Format",
    "Piece",
    "RecordPart",
    "ReportEntry",
    "ReportKind",
    "Telling",
    "convert",
    "fitted",
    "has_losses",
    "opened",
    "recognised",
    "records",
    "write_records",
]
