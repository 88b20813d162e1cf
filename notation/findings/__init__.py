"""Findings: what is wrong or worth knowing in a record, with its place, and the catalogue of their codes.

A finding joins a code with a place and facts; phrases and their wording turn facts into sentences of any
language; hints suggest what a misspelt word was meant to be.
"""

from typing import TYPE_CHECKING

from notation.faces import lazy
from notation.findings import catalogue

if TYPE_CHECKING:
    from notation.findings.catalogue import CATALOGUE
    from notation.findings.code_files import Example, code_file, retired, sections
    from notation.findings.finding import (
        ENGLISH,
        CardFact,
        CardsFact,
        Choice,
        Fact,
        Finding,
        Fix,
        Phrase,
        PhraseError,
        Related,
        Repair,
        SeatFact,
        SuitFact,
        Wording,
        coded,
        escape,
        typed,
    )
    from notation.findings.hints import did_you_mean, suggestion
    from notation.findings.names import names_in_sentences, player_names, speaking_of
    from notation.findings.translator import Translator
else:
    __getattr__, __dir__ = lazy(
        __name__,
        catalogue="CATALOGUE",
        code_files="Example code_file retired sections",
        finding=(
            "CardFact CardsFact Choice ENGLISH Fact Finding Fix Phrase PhraseError Related Repair "
            "SeatFact SuitFact Wording coded escape typed"
        ),
        hints="did_you_mean suggestion",
        names="names_in_sentences player_names speaking_of",
        translator="Translator",
    )

__all__ = [
    "CATALOGUE",
    "ENGLISH",
    "CardFact",
    "CardsFact",
    "Choice",
    "Example",
    "Fact",
    "Finding",
    "Fix",
    "Phrase",
    "PhraseError",
    "Related",
    "Repair",
    "SeatFact",
    "SuitFact",
    "Translator",
    "Wording",
    "catalogue",
    "code_file",
    "coded",
    "did_you_mean",
    "escape",
    "names_in_sentences",
    "player_names",
    "retired",
    "sections",
    "speaking_of",
    "suggestion",
    "typed",
]
