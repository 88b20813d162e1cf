"""Findings: what is wrong or worth knowing in a record, with its place, and the catalogue of their codes.

A finding joins a code with a place and facts; phrases and their wording turn facts into sentences of any
language; hints suggest what a misspelt word was meant to be.
"""

from typing import TYPE_CHECKING

from notation.findings import catalogue as catalogue
from referee.faces import lazy

if TYPE_CHECKING:
    from notation.findings.catalogue import CATALOGUE as CATALOGUE
    from notation.findings.code_files import Example as Example
    from notation.findings.code_files import code_file as code_file
    from notation.findings.code_files import retired as retired
    from notation.findings.code_files import sections as sections
    from notation.findings.finding import ENGLISH as ENGLISH
    from notation.findings.finding import CardFact as CardFact
    from notation.findings.finding import CardsFact as CardsFact
    from notation.findings.finding import Choice as Choice
    from notation.findings.finding import Fact as Fact
    from notation.findings.finding import Finding as Finding
    from notation.findings.finding import Fix as Fix
    from notation.findings.finding import Phrase as Phrase
    from notation.findings.finding import PhraseError as PhraseError
    from notation.findings.finding import Related as Related
    from notation.findings.finding import Repair as Repair
    from notation.findings.finding import SeatFact as SeatFact
    from notation.findings.finding import SuitFact as SuitFact
    from notation.findings.finding import Wording as Wording
    from notation.findings.finding import coded as coded
    from notation.findings.finding import escape as escape
    from notation.findings.finding import typed as typed
    from notation.findings.hints import did_you_mean as did_you_mean
    from notation.findings.hints import suggestion as suggestion
    from notation.findings.names import names_in_sentences as names_in_sentences
    from notation.findings.names import player_names as player_names
    from notation.findings.names import speaking_of as speaking_of
    from notation.findings.translator import Translator as Translator
else:
    __getattr__, __dir__, __all__ = lazy(
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
