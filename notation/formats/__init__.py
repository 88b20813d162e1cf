"""Log formats of other programs, and conversion between all of them through one record.

A package for each program declares what its format can hold; the losses of a conversion are computed from
that. Nothing here judges a record, and nothing is guessed: what a log does not state is written as unknown.
Everything that an installed package needs to add a format (the entry point group is `santase.formats`) is
exported here.
"""

from notation.formats.actions.log import ACTIONS as ACTIONS
from notation.formats.actions.log import reader_of as reader_of
from notation.formats.actions.mapping import TableError as TableError
from notation.formats.actions.mapping import read_table as read_table
from notation.formats.core.capabilities import EVERYTHING as EVERYTHING
from notation.formats.core.capabilities import PLAY as PLAY
from notation.formats.core.capabilities import RecordPart as RecordPart
from notation.formats.core.convert import Conversion as Conversion
from notation.formats.core.convert import GameOrigin as GameOrigin
from notation.formats.core.convert import LineRange as LineRange
from notation.formats.core.convert import SourceLog as SourceLog
from notation.formats.core.convert import convert as convert
from notation.formats.core.convert import convert_together as convert_together
from notation.formats.core.convert import fitted as fitted
from notation.formats.core.convert import write_records as write_records
from notation.formats.core.format import MAX_LOG as MAX_LOG
from notation.formats.core.format import Format as Format
from notation.formats.core.format import Piece as Piece
from notation.formats.core.lines import LogError as LogError
from notation.formats.core.lines import line_of as line_of
from notation.formats.core.lines import lines as lines
from notation.formats.core.lines import opened as opened
from notation.formats.core.reading import records as records
from notation.formats.core.reading import too_large as too_large
from notation.formats.core.recognition import CandidateFormat as CandidateFormat
from notation.formats.core.recognition import Recognition as Recognition
from notation.formats.core.recognition import recognised as recognised
from notation.formats.core.recognition import recognition as recognition
from notation.formats.core.registry import BUILT_IN as BUILT_IN
from notation.formats.core.registry import FORMATS as FORMATS
from notation.formats.core.registry import FormatRegistry as FormatRegistry
from notation.formats.core.replayed import followed as followed
from notation.formats.core.report import GroupKey as GroupKey
from notation.formats.core.report import ReportEntry as ReportEntry
from notation.formats.core.report import ReportGroup as ReportGroup
from notation.formats.core.report import ReportKind as ReportKind
from notation.formats.core.report import TableFacts as TableFacts
from notation.formats.core.report import Telling as Telling
from notation.formats.core.report import grouped as grouped
from notation.formats.core.report import groups_of as groups_of
from notation.formats.core.report import joined as joined
from notation.formats.core.steps import BlockReport as BlockReport
from notation.formats.core.steps import ConvertedBlock as ConvertedBlock
from notation.formats.core.steps import DamagedTextError as DamagedTextError
from notation.formats.core.steps import LogStream as LogStream
from notation.formats.core.steps import convert_block as convert_block
from notation.formats.core.steps import convert_stream as convert_stream
from notation.formats.core.steps import goes_in_blocks as goes_in_blocks
from notation.formats.core.steps import heads_in as heads_in
from notation.formats.core.steps import held_too_large as held_too_large
from notation.formats.core.table_file import TableForm as TableForm
from notation.formats.sgn.records import JSON as JSON
from notation.formats.sgn.records import SGN as SGN
from notation.recorder import DealRecorder as DealRecorder
