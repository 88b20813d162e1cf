"""Findings as list items, in words."""

from typing import Final

from notation.findings import Finding, Phrase, catalogue
from notation.rulings import sentence
from referee import Effect, RuleSet
from viewer.documents.document import Item
from viewer.documents.languages import Language

_EFFECTS: Final = {
    Effect.STANDS: Phrase("It counts as it was played."),
    Effect.VOID: Phrase("It has no effect."),
    Effect.STOPS: Phrase("The rest of the deal is not judged."),
}


def in_words(finding: Finding, deal: int, rules: RuleSet, language: Language) -> Item:
    """Return what a finding says, for people who read about a deal: with its trick and without its code.

    What concerns another deal, or any where ``deal`` is 0, begins with that.
    """
    why = (finding.facts or {}).get("why")
    what = language.put(finding.phrase)
    if finding.code is catalogue.IRREGULAR and isinstance(why, Phrase):
        what = language.say("{why}; it is marked as irregular", why=why)
    if finding.deal and finding.trick and not deal:
        told = language.say(
            "Deal {deal}, trick {trick}: {what}.", deal=finding.deal, trick=finding.trick, what=what
        )
    elif finding.deal and finding.deal != deal:
        told = language.say("Deal {number}: {what}.", number=finding.deal, what=what)
    elif finding.trick:
        told = language.say("Trick {number}: {what}.", number=finding.trick, what=what)
    else:
        told = sentence(what)
    effect = _EFFECTS.get(finding.code.effect)
    return Item(f"{told} {language.put(effect)}" if effect else told, language.quoted(rules, finding.point))
