"""Rulings as text."""

from notation.judge import Judgement
from notation.rulings import account
from viewer.documents.languages import language
from viewer.documents.text import as_text
from viewer.rulings.deal_rulings import explanation


def explain(judgement: Judgement, deal: int = 1, lang: str = "en", width: int = 100) -> str:
    """Explain the result of a deal, as `santase explain` does: the play, the scoring and what it rests on.

    ``deal`` counts from 1; ``lang`` is a code of `santase languages`. Raises ValueError if there is no such
    deal or it was not judged, KeyError for an unknown language.
    """
    if not 0 < deal <= len(judgement.deals):
        raise ValueError(f"there is no deal {deal}: the record has {len(judgement.deals)}")
    return as_text(explanation(account(judgement, deal), language(lang)), width)
