"""The JSON Schemas of the commands' output, by name."""

from typing import Any, Final

from notation.wire.audit import AuditSchema
from notation.wire.best_play import BestPlaySchema, MatchCostSchema
from notation.wire.codes import CodeSchema
from notation.wire.comparison import ComparisonSchema
from notation.wire.dispute import DisputesSchema
from notation.wire.events import AcceptedSchema, EndSchema, EntryEventSchema, RefusedSchema, SnapshotSchema
from notation.wire.formats import ConversionSchema, FormatSchema, RecognitionSchema
from notation.wire.inference import InferenceSchema, JointInferenceSchema
from notation.wire.json_schema import json_schema, word_of
from notation.wire.judgement import JudgementSchema
from notation.wire.proofs import JournalProofSchema, ProofsSchema, SignatureProofSchema
from notation.wire.puzzle import PuzzleSchema
from notation.wire.record import RecordSchema
from notation.wire.ruling import RulingSchema, ScoreSchema
from notation.wire.series import SeriesSchema
from notation.wire.situation import KnowledgeSchema, SituationSchema
from notation.wire.table import RequestSchema

PRINTED: Final = {
    word_of(shape): shape
    for shape in (
        RecordSchema,
        JudgementSchema,
        RulingSchema,
        ScoreSchema,
        SeriesSchema,
        SituationSchema,
        BestPlaySchema,
        MatchCostSchema,
        PuzzleSchema,
        KnowledgeSchema,
        DisputesSchema,
        ComparisonSchema,
        InferenceSchema,
        JointInferenceSchema,
        AuditSchema,
        ProofsSchema,
        JournalProofSchema,
        SignatureProofSchema,
        CodeSchema,
        FormatSchema,
        ConversionSchema,
        RecognitionSchema,
        RequestSchema,
        SnapshotSchema,
        EntryEventSchema,
        EndSchema,
        AcceptedSchema,
        RefusedSchema,
    )
}
"""The shapes of what the commands print."""


def schema_named(name: str) -> dict[str, Any]:
    """Return the JSON Schema with this name, standalone; raises KeyError for an unknown name.

    >>> schema_named("ruling")["$id"]
    'urn:santase:ruling'
    """
    return json_schema(PRINTED[name])
