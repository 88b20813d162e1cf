"""Findings as list items, for documents about several rule sets."""

from notation.findings import Finding, speaking_of
from notation.text import Game
from referee import RuleSet
from viewer.documents.document import Item
from viewer.documents.languages import Language
from viewer.documents.reports import place_words


def told(game: Game, finding: Finding, rules: RuleSet, language: Language, file: str) -> Item:
    """Return the message and position of a finding, with its clause under some rules.

    >>> from notation import read
    >>> from notation.findings import catalogue
    >>> from notation.record import Span
    >>> from referee import SANTASE
    >>> from viewer.documents.languages import language
    >>> finding = Finding(catalogue.NO_RESULT, Span(2, 1, 2, 7))
    >>> told(next(read("%SGN 1")), finding, SANTASE, language("en"), "a.sgn").text
    'a.sgn:2:1: X120: another deal follows, but the play of this one stops before it is decided'
    """
    place = place_words(file, game, finding.span)
    text = f"{place}: {finding.code.id}: {speaking_of(game.draft, rules, language).message(finding)}"
    return Item(text, language.quoted(rules, finding.point))
