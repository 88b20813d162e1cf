"""The output of a command as JSON objects, each made by its serializer in `notation.wire`.

The serializers are loaded when one is called: text, and every other form, starts without them.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from notation import Game, Judgement
    from notation.findings import Finding, Phrase
    from notation.formats import Conversion, Format, Recognition
    from notation.formats.contract import TestedRequirement
    from notation.judge import DealingProof, SeriesJudgement
    from notation.rulings import (
        Account,
        Audit,
        BestPlay,
        Comparison,
        Dispute,
        Inference,
        KnownAtMoment,
        Situation,
    )
    from notation.text import NamedGame
    from referee import Code, RuleSet
    from viewer.documents.languages import Language


def line(shape: Mapping[str, Any]) -> str:
    """Return an object as a line of JSON."""
    import json  # takes long to load

    return f"{json.dumps(shape)}\n"


def judgement(file: str, judged: "Judgement") -> dict[str, Any]:
    """Serialize the judgement of a game."""
    from notation.wire.judgement import dump_judgement

    return dump_judgement(file, judged)


def finding(judged: "Judgement", found: "Finding") -> dict[str, Any]:
    """Serialize a finding about a game."""
    from notation.wire.judgement import dump_finding

    return dump_finding(judged.game, found)


def score(file: str, judged: "Judgement", language: "Language") -> dict[str, Any]:
    """Serialize the ledger of a game."""
    from notation.rulings import accounts_of
    from notation.wire.score import dump_score

    return dump_score(file, judged, list(accounts_of(judged, digested=False)), language)


def series(judged: "SeriesJudgement") -> dict[str, Any]:
    """Serialize a series of matches."""
    from notation.wire.series import dump_series

    return dump_series(judged)


def ruling(
    account: "Account", language: "Language", found: "BestPlay | Phrase | None" = None
) -> dict[str, Any]:
    """Serialize the ruling of a deal, with best play on request."""
    from notation.wire.ruling import dump_ruling

    return dump_ruling(account, language, found)


def situation(account: "Account", now: "Situation", language: "Language") -> dict[str, Any]:
    """Serialize the state of a deal at a moment."""
    from notation.wire.situation import dump_situation

    return dump_situation(account, now, language)


def knowledge(account: "Account", known: "KnownAtMoment", language: "Language") -> dict[str, Any]:
    """Serialize what a seat could know at a moment."""
    from notation.wire.knowledge import dump_knowledge

    return dump_knowledge(account, known, language)


def best_play(account: "Account", found: "BestPlay | Phrase", language: "Language") -> dict[str, Any]:
    """Serialize what the actions of the end of a deal cost."""
    from notation.wire.best_play import dump_best_play

    return dump_best_play(account, found, language)


def comparison(compared: "Comparison", language: "Language", file: str) -> dict[str, Any]:
    """Serialize the play of a game under several rule sets."""
    from notation.wire.comparison import dump_comparison

    return dump_comparison(compared, language, file)


def inference(found: "Inference", game: "Game", language: "Language", file: str) -> dict[str, Any]:
    """Serialize the rules that explain a game."""
    from notation.wire.inference import dump_inference

    return dump_inference(found, game, language, file)


def joint_inference(found: "Inference", games: "Sequence[NamedGame]", language: "Language") -> dict[str, Any]:
    """Serialize the rules that explain several games."""
    from notation.wire.inference import dump_joint_inference

    return dump_joint_inference(found, games, language)


def audit(audited: "Audit", language: "Language") -> dict[str, Any]:
    """Serialize the audit of some games."""
    from notation.wire.audit import dump_audit

    return dump_audit(audited, language)


def disputes(
    found: Sequence["Dispute"], game: "Game", number: int, rules: "RuleSet", language: "Language", file: str
) -> dict[str, Any]:
    """Serialize the claims about a deal, with their answers."""
    from notation.wire.dispute import dump_disputes

    return dump_disputes(found, game, number, rules, language, file)


def proofs(file: str, game: "Game", proved: "Sequence[DealingProof]", language: "Language") -> dict[str, Any]:
    """Serialize the proofs of a game."""
    from notation.wire.proofs import dump_proofs

    return dump_proofs(file, game, proved, language)


def journal_proof(
    file: str, lines: int, receipts: int, wrong: "Sequence[Phrase]", language: "Language"
) -> dict[str, Any]:
    """Serialize the proof of the journal of a live match."""
    from notation.wire.proofs import dump_journal_proof

    return dump_journal_proof(file, lines, receipts, wrong, language)


def signature_proof(
    file: str, key: str, digest: str, wrong: "Phrase | None", language: "Language"
) -> dict[str, Any]:
    """Serialize the proof of a signed file."""
    from notation.wire.proofs import dump_signature_proof

    return dump_signature_proof(file, key, digest, wrong, language)


def code(explained: "Code") -> dict[str, Any]:
    """Serialize the code of a finding."""
    from notation.wire.codes import dump_code

    return dump_code(explained)


def form(described: "Format") -> dict[str, Any]:
    """Serialize a format of logs."""
    from notation.wire.formats import dump_format

    return dump_format(described)


def conversion(files: Sequence[str], output: str | None, converted: "Conversion") -> dict[str, Any]:
    """Serialize the report on files that were converted into one."""
    from notation.wire.formats import dump_conversion

    return dump_conversion(files, output, converted)


def recognition(file: str, found: "Recognition") -> dict[str, Any]:
    """Serialize the format of a file."""
    from notation.wire.formats import dump_recognition

    return dump_recognition(file, found)


def rule_sheet(rules: "RuleSet", language: "Language", other: "RuleSet | None" = None) -> dict[str, Any]:
    """Serialize a rule set with its clauses on every point, or on those that differ from another's."""
    from notation.wire.rules import dump_rule_sheet

    return dump_rule_sheet(rules, language, other)


def rule_sets(language: "Language") -> dict[str, Any]:
    """Serialize all rule sets and options."""
    from notation.wire.rules import dump_rules

    return dump_rules(language)


def tested(form: "Format", verdicts: "Sequence[TestedRequirement]") -> dict[str, Any]:
    """Serialize what a format preserves."""
    from notation.wire.formats import dump_test

    return dump_test(form, verdicts)
