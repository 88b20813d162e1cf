"""The output of a command as JSON objects, each made by its serializer in `notation.wire`.

A serializer is loaded when it is called: text, and every other form, starts without them.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from notation import Judgement
    from viewer.documents.languages import Language

Shape = dict[str, Any]


def line(shape: Mapping[str, Any]) -> str:
    """Return an object as a line of JSON."""
    import json  # takes long to load

    return f"{json.dumps(shape)}\n"


def _serializer(module: str, name: str) -> Callable[..., Shape]:
    """Return a serializer of `notation.wire` whose module is loaded when it is first called."""

    def dump(*values: Any) -> Shape:
        shape: Shape = getattr(import_module(f"notation.wire.{module}"), name)(*values)
        return shape

    return dump


audit = _serializer("audit", "dump_audit")
best_play = _serializer("best_play", "dump_best_play")
code = _serializer("codes", "dump_code")
comparison = _serializer("comparison", "dump_comparison")
conversion = _serializer("formats", "dump_conversion")
disputes = _serializer("dispute", "dump_disputes")
expectation = _serializer("expectation", "dump_expectation")
finding = _serializer("judgement", "dump_finding")
form = _serializer("formats", "dump_format")
inference = _serializer("inference", "dump_inference")
joint_inference = _serializer("inference", "dump_joint_inference")
journal_proof = _serializer("proofs", "dump_journal_proof")
judgement = _serializer("judgement", "dump_judgement")
knowledge = _serializer("situation", "dump_knowledge")
match_cost = _serializer("best_play", "dump_match_cost")
proofs = _serializer("proofs", "dump_proofs")
puzzle = _serializer("puzzle", "dump_puzzle")
recognition = _serializer("formats", "dump_recognition")
rule_sets = _serializer("rules", "dump_rules")
rule_sheet = _serializer("rules", "dump_rule_sheet")
ruling = _serializer("ruling", "dump_ruling")
series = _serializer("series", "dump_series")
signature_proof = _serializer("proofs", "dump_signature_proof")
situation = _serializer("situation", "dump_situation")
tested = _serializer("formats", "dump_test")


def score(file: str, judged: "Judgement", language: "Language") -> Shape:
    """Serialize the ledger of a game."""
    from notation.rulings import accounts_of
    from notation.wire.ruling import dump_score

    return dump_score(file, judged, list(accounts_of(judged)), language)
