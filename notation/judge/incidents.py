"""What happened at the table beside the play (`@incident`, `~`), and what the rules say of it.

Nothing here changes what a deal comes to: an incident is noted with its clause. Where that has a price, a
ruling of the table has to give it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import CardFact, CardsFact, Fact, Finding, Phrase, SeatFact, SuitFact
from notation.judge.judgement import TrickLedger
from notation.record.model import Annotation, DealRecord, Ply, Span, Withdrawn
from notation.record.traversal import walk_deal
from notation.record.words import SEAT_LETTERS, action_word, read_card, read_seat
from notation.text.annotations import INCIDENT, INCIDENTS, annotation_fault
from notation.text.writer import ply_word
from referee import actions
from referee.cards import NOBODY, Card, Seat, mask
from referee.rulebook import Clause
from referee.rules import RuleSet
from referee.rulesets import BOOKS
from referee.terms import TARGET

_WITHDRAWN: Final = "irr.withdrawn"


def incidents(rules: RuleSet, record: DealRecord) -> Iterator[Finding]:
    r"""What the rules say of every incident of a deal; those in variations did not happen.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import SANTASE
    >>> text = '%SGN 1\ndeal 1 dealer B trump Qd\n1. As @incident(exposed A Kc) Td'
    >>> [found] = incidents(SANTASE, next(read(text)).draft.deals[0])
    >>> found.message
    'A exposed Kc: the rules say nothing about it; the table decides'
    """
    for path, part in walk_deal(record):
        if isinstance(part, Annotation) and part.name == INCIDENT and not path.variations:
            yield from _incident(rules, record, part)


def _incident(rules: RuleSet, record: DealRecord, note: Annotation) -> Iterator[Finding]:
    if annotation_fault(note.name, note.value):  # said when it was read
        return
    kind, *words = note.value.split()
    incident = INCIDENTS[kind]
    seat = read_seat(words[0]) if words and words[0] in SEAT_LETTERS else NOBODY
    if seat >= rules.seats:
        facts: dict[str, Fact] = {"stated_seat": SeatFact(seat), "needed": rules.seats}
        yield Finding(catalogue.SEAT_UNKNOWN, note.span, facts)
        return
    cards = mask(read_card(word) for word in words[seat >= 0 :])
    named: Mapping[str, Fact] = {"seat": SeatFact(seat), "cards": CardsFact(cards)}
    said = incident.sentence if seat >= 0 and (cards or not incident.of_cards) else incident.bare
    what = replace(said, facts={key: fact for key, fact in named.items() if f"{{{key}}}" in said.sentence})
    yield from _noted(rules, record, incident.point, what, note.span, seat)


def withdrawals(rules: RuleSet, record: DealRecord, tricks: Iterable[TrickLedger]) -> Iterator[Finding]:
    """What the rules say of every announcement of a deal that was made and taken back."""
    for trick in tricks:
        for event in trick.events:
            for back in event.ply.withdrawn:
                if back.action >= actions.MARRIAGE:
                    what = took_back(event.seat, back)
                    yield from _noted(rules, record, _WITHDRAWN, what, event.ply.span, event.seat)


def took_back(seat: Seat, back: Withdrawn) -> Phrase:
    """That a seat took something back, in words."""
    named: dict[str, Fact] = {"seat": SeatFact(seat)}
    if back.action < actions.MARRIAGE:
        return Phrase("{seat} takes back {card}", named | {"card": CardFact(Card(back.action))})
    if actions.is_marriage(back.action):
        suit = SuitFact(actions.marriage_suit(back.action))
        return Phrase("{seat} takes back the {value} in {suit}", named | {"value": back.value, "suit": suit})
    if back.action >= actions.NAME_TRUMP:
        return Phrase("{seat} takes back `{word}`", named | {"word": action_word(*back)})
    return replace(_TAKEN_BACK[back.action], facts=named)


_TAKEN_BACK: Final = {
    actions.EXCHANGE: Phrase("{seat} takes back the exchange"),
    actions.CLOSE: Phrase("{seat} takes back the close"),
    actions.OUT: Phrase("{seat} takes back the claim"),
    actions.RESIGN: Phrase("{seat} takes back the resignation"),
}


def deed(ply: Ply, needed: int = TARGET) -> Fact:
    """What an action other than a card is called: a noun, or its word in SGN.

    A claim is made of so many card points.
    """
    if ply.action in _DEEDS:
        return _DEEDS[ply.action]
    if ply.action == actions.OUT:
        return Phrase("claim of {needed}", {"needed": needed})
    if actions.is_marriage(ply.action):
        named: dict[str, Fact] = {"value": ply.value, "suit": SuitFact(actions.marriage_suit(ply.action))}
        return Phrase("{value} in {suit}", named)
    return ply_word(replace(ply, seat=NOBODY, withdrawn=()))


_DEEDS: Final = {
    actions.EXCHANGE: Phrase("exchange"),
    actions.CLOSE: Phrase("close"),
    actions.CLOSE_SHORT: Phrase("close before the draw"),
    actions.RESIGN: Phrase("resignation"),
}


def _noted(
    rules: RuleSet, record: DealRecord, point: str, what: Phrase, span: Span, seat: Seat
) -> Iterator[Finding]:
    """Something that happened, with its clause, and its price where no ruling of the table gives it."""
    clause = BOOKS[rules.name].clauses[point]
    yield Finding(
        catalogue.INCIDENT.resting_on(point), span, {"what": what, "why": Phrase(clause.rule)}, seat=seat
    )
    if clause.price and seat >= 0 and not _is_paid(rules, record, seat, clause):
        price: dict[str, Fact] = {"seat": SeatFact(seat), "points": clause.price}
        yield Finding(catalogue.UNPAID.resting_on(point), span, price, seat=seat)


def _is_paid(rules: RuleSet, record: DealRecord, seat: Seat, clause: Clause) -> bool:
    """Whether a ruling of the table gives somebody else at least the price."""
    side = rules.side_of[seat]
    others = (award for award in record.awards if award.seat not in (seat, rules.sides[side]))
    return any(award.points >= clause.price for award in others)
