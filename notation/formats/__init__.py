"""Log formats of other programs, and conversion between all of them through one record.

A package for each program declares what its format can hold; the losses of a conversion are computed from
that. Nothing here judges a record, and nothing is guessed: what a log does not state is written as unknown.
Everything that an installed package needs to add a format (the entry point group is `santase.formats`) is
exported here.
"""

from notation.formats.actions.log import ACTIONS, reader_of
from notation.formats.actions.mapping import TableError, read_table
from notation.formats.core.capabilities import EVERYTHING, PLAY, RecordPart
from notation.formats.core.convert import (
    Conversion,
    GameOrigin,
    LineRange,
    SourceLog,
    convert,
    convert_together,
    fitted,
    write_records,
)
from notation.formats.core.format import MAX_LOG, Format, Piece
from notation.formats.core.lines import LogError, line_of, lines, opened
from notation.formats.core.reading import records, too_large
from notation.formats.core.recognition import CandidateFormat, Recognition, recognised, recognition
from notation.formats.core.registry import BUILT_IN, FORMATS, FormatRegistry
from notation.formats.core.replayed import followed
from notation.formats.core.report import (
    GroupKey,
    ReportEntry,
    ReportGroup,
    ReportKind,
    TableFacts,
    Telling,
    grouped,
    groups_of,
    joined,
)
from notation.formats.core.steps import (
    BlockReport,
    ConvertedBlock,
    DamagedTextError,
    LogStream,
    convert_block,
    convert_stream,
    goes_in_blocks,
    heads_in,
    held_too_large,
)
from notation.formats.core.table_file import TableForm
from notation.formats.sgn.records import JSON, SGN
from notation.recorder import DealRecorder

__all__ = [
    "ACTIONS",
    "BUILT_IN",
    "EVERYTHING",
    "FORMATS",
    "JSON",
    "MAX_LOG",
    "PLAY",
    "SGN",
    "BlockReport",
    "CandidateFormat",
    "Conversion",
    "ConvertedBlock",
    "DamagedTextError",
    "DealRecorder",
    "Format",
    "FormatRegistry",
    "GameOrigin",
    "GroupKey",
    "LineRange",
    "LogError",
    "LogStream",
    "Piece",
    "Recognition",
    "RecordPart",
    "ReportEntry",
    "ReportGroup",
    "ReportKind",
    "SourceLog",
    "TableError",
    "TableFacts",
    "TableForm",
    "Telling",
    "convert",
    "convert_block",
    "convert_stream",
    "convert_together",
    "fitted",
    "followed",
    "goes_in_blocks",
    "grouped",
    "groups_of",
    "heads_in",
    "held_too_large",
    "joined",
    "line_of",
    "lines",
    "opened",
    "read_table",
    "reader_of",
    "recognised",
    "recognition",
    "records",
    "too_large",
    "write_records",
]
