"""Findings as list items and in sentences, for documents about several rule sets."""

from notation.findings import Finding, SeatFact, speaking_of
from notation.rulings import Elsewhere, codes_of
from notation.text import Game
from referee import RuleSet
from viewer.documents.document import Item
from viewer.documents.languages import Language
from viewer.documents.reports import place_words
from viewer.rulings.ledger import in_short


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


def refusals(other: Elsewhere, language: Language) -> str:
    """Return what other rules refuse in a deal and its own allow, as a sentence; empty if nothing."""
    if not other.refused:
        return ""
    deal = other.judgement.game.readable.deals[other.number - 1]
    written = {ply.span: ply for trick in deal.tricks for ply in trick.plies}
    actions = (
        language.say(
            "{seat}'s {word} at trick {trick} ({code})",
            seat=SeatFact(finding.seat),
            word=in_short(written[finding.span], language),
            trick=finding.trick,
            code=codes_of([finding])[0],
        )
        if finding.span in written
        else language.message(finding)
        for finding in other.refused
    )
    return language.say("But there this would not have been allowed: {actions}.", actions=", ".join(actions))
