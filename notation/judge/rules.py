"""The rules that a record is judged by: those that it names, those that are imposed, or those assumed."""

from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Fix, Phrase
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


def rules_dealt(record: Record, rules: RuleSet) -> RuleSet | None:
    """The rules by which the hands of a record were dealt, where they are not those that it is judged by.

    The first of those that fit stands for them all: what they share is how they deal.
    """
    whole = [hand for deal in record.deals if not deal.position for _, hand in deal.hands if hand.is_whole]
    sizes = {len(hand.cards) for hand in whole}
    talons = {len(deal.talon.cards) for deal in record.deals if deal.talon and deal.talon.is_whole}
    seats = {seat for deal in record.deals for seat, _ in deal.hands}
    if sizes <= {rules.deal_hand_size} or (talons and talons <= {rules.talon_size} and len(sizes) > 1):
        return None
    for other in PRESETS.values():
        if sizes == {other.deal_hand_size} and talons <= {other.talon_size} and max(seats) < other.seats:
            return other
    return None


def not_dealt_so(record: Record, stated: RuleSet, meant: RuleSet) -> Finding:
    """The finding that hands are not those of the rules by which a record should be judged."""
    tag = next((tag for tag in record.tags if tag.name == "Rules"), None)
    words = f'Rules "{write_spec(meant)}"'
    facts: dict[str, Fact] = {
        "stated": write_spec(stated),
        "rules": write_spec(meant),
        "number": meant.deal_hand_size,
        "talon": meant.talon_size,
    }
    change = Fix(tag.span, words) if tag else Fix(Span(2, 1, 2, 1), f"[{words}]\n")
    return Finding(catalogue.OTHER_RULES, tag.span if tag else Span(1, 1, 1, 7), facts, proposal=change)


def _has_unread_rules(record: Record) -> bool:
    """Whether rules are named, but could not be read."""
    notes = (*record.notes, *(note for tag in record.tags for note in tag.notes))
    unread = [note.text for note in notes if isinstance(note, Unread)]
    if not unread:
        return False
    from notation.text.spellings import names_tag  # what a right game does not need

    return any("Rules" in text or names_tag(text, "Rules") for text in unread)
