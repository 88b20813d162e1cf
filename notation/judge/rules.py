"""The rules that a record is judged by: those that it names, those that are imposed, or those assumed."""

from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase
from notation.record.model import Record, Span, Unread
from notation.specs.spec import read_spec, write_spec
from notation.text.reader import Game
from referee.rules import RuleSet
from referee.rulesets import PRESETS

DEFAULT_RULES: Final = "santase"


def rules_of_record(
    record: Record, assumed: RuleSet | None, imposed: RuleSet | None, findings: list[Finding]
) -> RuleSet | None:
    """The rules to judge by, with what there is to say of the choice."""
    stated = record.tag("Rules")
    span = next((tag.span for tag in record.tags if tag.name == "Rules"), Span(1, 1, 1, 7))
    if imposed is not None:
        facts: dict[str, Fact] = {"stated": stated or Phrase("none"), "rules": write_spec(imposed)}
        findings.append(Finding(catalogue.RULES_REPLACED, span, facts))
        return imposed
    if stated is None and _has_unread_rules(record):
        why = Phrase("the tag Rules could not be read")
        findings.append(Finding(catalogue.CANNOT_DECIDE, span, {"what": Phrase("the play"), "why": why}))
        return None
    if stated is None:
        rules = assumed or PRESETS[DEFAULT_RULES]
        findings.append(Finding(catalogue.RULES_ASSUMED, span, {"rules": write_spec(rules)}))
        return rules
    named = read_spec(stated)
    if isinstance(named, Finding):
        findings.append(Finding(named.code, span, named.facts))
        return None
    return named


def rules_to_judge_by(game: Game, assumed: RuleSet | None = None) -> RuleSet | None:
    """The rules by which :func:`judge` judges a game; None where they cannot be read."""
    return rules_of_record(game.draft, assumed, None, []) if game.draft is not None else None


def _has_unread_rules(record: Record) -> bool:
    """Whether rules are named, but could not be read."""
    notes = (*record.notes, *(note for tag in record.tags for note in tag.notes))
    unread = [note.text for note in notes if isinstance(note, Unread)]
    if not unread:
        return False
    from notation.text.spellings import names_tag  # what a right game does not need

    return any("Rules" in text or names_tag(text, "Rules") for text in unread)
