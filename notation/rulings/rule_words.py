"""Rule sets and changed options in words, for whoever reads a ruling; specs are for commands and programs."""

from functools import lru_cache
from typing import Final

from notation.findings.finding import Phrase
from notation.findings.translator import Translator
from notation.specs.spec import OPTION_OF, Change, changes_of
from referee.meanings import meaning
from referee.points import POINTS, field_of
from referee.rules import RuleSet
from referee.rulesets import PRESETS

NAMES: Final = {
    "bauernschnapsen": Phrase("Bauernschnapsen"),
    "dreierschnapsen": Phrase("Dreierschnapsen"),
    "gaigel-two": Phrase("Gaigel for two"),
    "gaigel-three": Phrase("Gaigel for three"),
    "gaigel-four": Phrase("Gaigel for four"),
    "santase": Phrase("Santase"),
    "santase-club": Phrase("Santase (clubs)"),
    "santase-three": Phrase("Santase for three"),
    "santase-four": Phrase("Santase for four"),
    "sixty-six": Phrase("Sixty-six"),
    "sixty-six-casual": Phrase("Sixty-six (casual)"),
    "sixty-six-tompa": Phrase("Sixty-six (Tompa)"),
    "sixty-six-three": Phrase("Sixty-six for three"),
    "sixty-six-four": Phrase("Sixty-six for four"),
    "schnapsen": Phrase("Schnapsen"),
    "schnapsen-casual": Phrase("Schnapsen (casual)"),
    "schnapsen-sharp": Phrase("Schnapsen (sharp)"),
    "schnapsen-tompa": Phrase("Schnapsen (Tompa)"),
    "schnapsen-tournament": Phrase("Schnapsen (tournament)"),
    "snapszer": Phrase("Snapszer"),
    "snapszer-three": Phrase("Snapszer for three"),
    "snapszer-four": Phrase("Snapszer for four"),
}
"""The names of the rule sets; that of a rule pack is called as in a spec."""


@lru_cache(maxsize=1 << 9)
def rules_in_words(language: Translator, rules: RuleSet) -> str:
    """Return the name of a rule set, and what the table has agreed instead of what it says."""
    named = NAMES.get(rules.name)
    name = language.put(named) if named else rules.name
    changes = changes_of(rules, PRESETS[rules.name])
    if not changes:
        return name
    agreed = "; ".join(change_in_words(language, change) for change in changes)
    return language.say("{rules} (agreed: {options})", rules=name, options=agreed)


def change_in_words(language: Translator, change: Change) -> str:
    """Return what a changed option decides, and how."""
    return f"{language.translate(POINTS[change.point])}: {value_in_words(language, change)}"


def value_in_words(language: Translator, change: Change) -> str:
    """Return how a changed option decides."""
    field = field_of(change.point) or ""
    meant = meaning(field, OPTION_OF[field].read(change.value))
    return language.say(meant.sentence, **meant.facts)
