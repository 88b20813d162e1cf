"""Findings as list items, in words."""

from typing import Final

from notation.findings import Fact, Finding, Phrase, catalogue, typed
from notation.judge import contract_in_words
from notation.rulings import sentence
from referee import Effect, Reason, RuleSet, Ruling
from viewer.documents.document import Item
from viewer.documents.languages import Language

_EFFECTS: Final = {
    Effect.STANDS: Phrase("It counts as it was played."),
    Effect.VOID: Phrase("It has no effect."),
    Effect.STOPS: Phrase("The rest of the deal is not judged."),
}


_REASONS: Final = {
    Reason.OUT: Phrase("going out"),
    Reason.FALSE_OUT: Phrase("a false claim"),
    Reason.CLOSER_FAILED: Phrase("a failed close"),
    Reason.DEFENDER_OUT: Phrase("going out against a closer"),
    Reason.TOTAL: Phrase("more card points"),
    Reason.LAST_TRICK: Phrase("the last trick"),
    Reason.RESIGNATION: Phrase("resignation"),
    Reason.AGREEMENT: Phrase("agreement"),
    Reason.FORFEIT: Phrase("forfeit"),
}
"""How a deal was decided, which a record has as a word of SGN."""


def _reason(word: str) -> Fact:
    """Return how a deal was decided, which a record has as a word: a contract, made or not, by its name."""
    if word in {reason.value for reason in _REASONS}:
        return _REASONS[Reason(word)]
    name = word.removesuffix("-failed")
    told = Phrase("{contract} made") if name == word else Phrase("{contract} not made")
    return Phrase(told.sentence, {"contract": contract_in_words(name)})


def refusal(ruling: Ruling) -> Phrase:
    """Return why an action is refused."""
    return Phrase(ruling.code.sentence, typed(ruling.facts))


def in_words(finding: Finding, deal: int, rules: RuleSet, language: Language) -> Item:
    """Return what a finding says, for people who read about a deal: with its trick and without its code.

    What concerns another deal, or any where ``deal`` is 0, begins with that.
    """
    why = (finding.facts or {}).get("why")
    what = language.put(finding.phrase)
    if finding.code is catalogue.IRREGULAR and isinstance(why, Phrase):
        what = language.say("{why}; it is marked as irregular", why=why)
    elif finding.code is catalogue.REASON:
        reasons = {name: _reason(str(word)) for name, word in (finding.facts or {}).items()}
        what = language.put(Phrase(finding.phrase.sentence, reasons))
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
