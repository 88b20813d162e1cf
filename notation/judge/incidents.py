"""What happened at the table beside the play (`@incident`), and what the rules say of it.

Nothing here changes what a deal comes to: an incident is noted with its clause. Where that has a price, a
ruling of the table has to give it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from notation.findings import catalogue
from notation.findings.finding import CardsFact, Fact, Finding, Phrase, SeatFact
from notation.record.model import Annotation, DealRecord
from notation.record.traversal import walk_deal
from notation.record.words import SEAT_LETTERS, read_card, read_seat
from notation.text.annotations import INCIDENT, INCIDENTS, annotation_fault
from referee.cards import NOBODY, Seat, mask
from referee.rulebook import Clause
from referee.rules import RuleSet
from referee.rulesets import BOOKS


def incidents(rules: RuleSet, record: DealRecord) -> Iterator[Finding]:
    r"""What the rules say of every incident of a deal; those in variations did not happen.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import SANTASE
    >>> text = '%SGN 1\ndeal 1 dealer B trump Qd\n1. As @incident(exposed A Kc) Td'
    >>> [found] = incidents(SANTASE, next(read(text)).draft.deals[0])
    >>> found.message
    'A exposed Kc: it is noted, and left to the table'
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
    clause = BOOKS[rules.name].clauses[incident.point]
    named: Mapping[str, Fact] = {"seat": SeatFact(seat), "cards": CardsFact(cards)}
    said = incident.sentence if seat >= 0 and (cards or not incident.of_cards) else incident.bare
    what = replace(said, facts={key: fact for key, fact in named.items() if f"{{{key}}}" in said.sentence})
    code = catalogue.INCIDENT.resting_on(incident.point)
    yield Finding(code, note.span, {"what": what, "why": Phrase(clause.rule)}, seat=seat)
    if clause.price and seat >= 0 and not _is_paid(rules, record, seat, clause):
        price: dict[str, Fact] = {"seat": SeatFact(seat), "points": clause.price}
        yield Finding(catalogue.UNPAID.resting_on(incident.point), note.span, price, seat=seat)


def _is_paid(rules: RuleSet, record: DealRecord, seat: Seat, clause: Clause) -> bool:
    """Whether a ruling of the table gives somebody else at least the price."""
    side = rules.side_of[seat]
    others = (award for award in record.awards if award.seat not in (seat, rules.sides[side]))
    return any(award.points >= clause.price for award in others)
