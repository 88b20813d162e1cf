"""What a record says of how its cards were shuffled, and whether they are those that its seed gives.

The cards are dealt again by :mod:`referee.shuffle` and compared as far as they are recorded. Whether a
commitment was published before the cuts were made, no record can prove: whoever was shown it can.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Finding, Phrase, SeatFact
from notation.record.model import Annotation, DealRecord
from notation.record.traversal import walk_deal
from notation.record.words import SEAT_LETTERS, read_seat
from notation.text.annotations import COMMITMENT, CUT, SEED, SHUFFLE, annotation_fault
from referee.cards import Card, kind
from referee.rules import RuleSet
from referee.shuffle import ALGORITHM, commit, deal_out, order

NEEDED: Final = (SHUFFLE, COMMITMENT, SEED)
"""What is stated of every deal that can be proved; a seat without a cut added nothing."""


class DealingProof(NamedTuple):
    """What is proved of how a deal was shuffled; ``why`` says why not all of it can be determined."""

    deal: int
    """The number of the deal as it is stated."""
    fits_commitment: bool | None = None
    """Whether the seed fits its commitment; None where that cannot be determined."""
    fits_cards: bool | None = None
    """Whether the cards recorded are those that the seed gives; None where that cannot be determined."""
    compared: int = 0
    """How many cards are recorded, and so are compared."""
    why: Phrase | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the seed fits its commitment, and the cards recorded are those that it gives."""
        return bool(self.fits_commitment and self.fits_cards and not self.findings)


def misdealt(rules: RuleSet, record: DealRecord) -> Iterator[Finding]:
    """X119, X133, X134: a seed does not fit its commitment, or gives other cards than are recorded."""
    proof = prove_dealing(rules, record)
    if proof:
        yield from proof.findings


def prove_dealing(rules: RuleSet | None, record: DealRecord) -> DealingProof | None:
    r"""What is proved of how a deal was shuffled; None where its record says nothing of it.

    Without rules, which is where they cannot be read, nothing can be determined.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import SANTASE
    >>> text = "%SGN 1\ndeal 1 dealer B @shuffle(santase-shuffle-1)"
    >>> str(prove_dealing(SANTASE, next(read(text)).draft.deals[0]).why)
    '@commitment is missing'
    """
    stated: dict[str, Annotation] = {}
    for path, note in walk_deal(record):
        if not isinstance(note, Annotation) or note.name not in (*NEEDED, CUT) or path.variations:
            continue
        if annotation_fault(note.name, note.value):
            return _untold(record, Phrase("@{name} cannot be read", {"name": note.name}))
        name = f"{CUT} {note.value[0]}" if note.name == CUT else note.name
        if name in stated:
            return _untold(record, Phrase("@{name} is given twice", {"name": name}))
        stated[name] = note
    if not stated:
        return None
    if rules is None:
        return _untold(record, Phrase("its rules cannot be read"))
    missing = next((name for name in NEEDED if name not in stated), None)
    if missing:
        return _untold(record, Phrase("@{name} is missing", {"name": missing}))
    algorithm = stated[SHUFFLE].value
    if algorithm != ALGORITHM:
        return _untold(record, Phrase("the algorithm {name} is not known", {"name": algorithm}))
    return _dealt_again(rules, record, stated)


def _untold(record: DealRecord, why: Phrase) -> DealingProof:
    return DealingProof(record.number, why=why)


def _dealt_again(rules: RuleSet, record: DealRecord, stated: Mapping[str, Annotation]) -> DealingProof:
    """What is proved of a deal of which everything needed is stated."""
    revealed = stated[SEED]
    seed = bytes.fromhex(revealed.value)
    fits = commit(seed) == stated[COMMITMENT].value
    findings = [] if fits else [Finding(catalogue.COMMITMENT, revealed.span)]
    cuts = [""] * rules.seats
    for letter in SEAT_LETTERS:
        note = stated.get(f"{CUT} {letter}")
        seat = read_seat(letter)
        if note and seat < rules.seats:
            cuts[seat] = note.value[2:]
        elif note:
            facts: dict[str, Fact] = {"stated_seat": SeatFact(seat), "needed": rules.seats}
            findings.append(Finding(catalogue.SEAT_UNKNOWN, note.span, facts))
    if record.position or record.number < 1 or not 0 <= record.dealer < rules.seats:
        why = Phrase("the record does not say how the deal began")
        return DealingProof(record.number, fits, None, 0, why, tuple(findings))
    pack = order(rules.deck_cards, seed, cuts, record.number)
    hands, talon = deal_out(rules, record.dealer, tuple(map(kind, pack)))
    compared = list(_compared(record, hands, talon))
    if not compared:
        return DealingProof(record.number, fits, None, 0, Phrase("no card is recorded"), tuple(findings))
    differences = [finding for finding in compared if finding]
    findings += differences[:1]
    return DealingProof(record.number, fits, not differences, len(compared), None, tuple(findings))


def _without(cards: list[Card], card: Card) -> list[Card]:
    at = cards.index(card) if card in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def _compared(
    record: DealRecord, hands: Sequence[Sequence[Card]], talon: Sequence[Card]
) -> Iterator[Finding | None]:
    """For each card that is recorded what is wrong with it, or None; the order within a hand says nothing."""
    for seat, hand in record.hands:
        dealt = list(hands[seat]) if seat < len(hands) else []
        for card in hand.cards:
            if card >= 0 and seat < len(hands):
                why = Phrase("{seat} is not dealt {card}", {"seat": SeatFact(seat), "card": CardFact(card)})
                yield None if card in dealt else Finding(catalogue.SHUFFLE, hand.span, {"why": why})
                dealt = _without(dealt, card)
    if record.talon:
        for place, (card, due) in enumerate(zip(record.talon.cards, talon, strict=False), start=1):
            if card >= 0:
                why = Phrase("card {place} of the talon is {card}", {"place": place, "card": CardFact(due)})
                yield None if card == due else Finding(catalogue.SHUFFLE, record.talon.span, {"why": why})
    elif talon and record.trump is not None:
        why = Phrase("{card} is turned up", {"card": CardFact(talon[-1])})
        yield None if record.trump == talon[-1] else Finding(catalogue.SHUFFLE, record.span, {"why": why})
