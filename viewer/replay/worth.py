"""The value of a deal with best play at each step of its replay, in figures and words."""

from typing import Any

from notation.findings import Phrase
from notation.rulings import Account, BestPlay, worth_at_steps
from viewer.documents.languages import Language
from viewer.rulings.best_play import worth_told


def worth_in_deal(account: Account, found: BestPlay | Phrase, language: Language) -> dict[str, Any]:
    """Return by step what the first of two sides was sure of, in game points, and that in words."""
    if isinstance(found, Phrase):
        return {}
    told = {}
    for step, trick, values in worth_at_steps(account, found):
        words = worth_told(account.rules, values, trick, language)
        told[str(step)] = [values[0], " ".join(words)]
    return told
