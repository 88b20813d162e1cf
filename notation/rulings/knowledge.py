"""What a seat could know at a moment of a recorded deal, card by card, with the reasons as phrases.

The referee works it out (:mod:`referee.whereabouts`); this module contains no rules. Nobody at the table
knows of a revoke until a card proves it, so until then the conclusions from a reply are wrong, as they were
at the table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from notation.findings.finding import CardFact, CardsFact, Fact, Phrase, SeatFact
from notation.judge.deal import Step
from notation.record.model import DealRecord
from notation.record.path import Path
from notation.record.words import seat_letter
from notation.replay.frame import Frame, FrameKind, frames
from notation.rulings.ledger import Account
from notation.rulings.state_at import seen_by_everybody, step_at
from referee.cards import BIT, SEATS, Seat
from referee.deal import Deal
from referee.partial import possible, reveal
from referee.rules import RuleSet
from referee.whereabouts import (
    FACE_DOWN,
    PLAYED,
    TURN_UP,
    UNRECORDED,
    Clue,
    Evidence,
    Knowledge,
    Place,
    knowledge,
)

PLACES: Final = {FACE_DOWN: "talon", TURN_UP: "turn-up", PLAYED: "played", UNRECORDED: "unrecorded"}
"""The words for every place except a hand, which is written as its seat."""


@dataclass(frozen=True, slots=True)
class KnownAtMoment:
    """What a seat could know at a moment: at the head of a trick, or after some of its actions."""

    path: Path
    deal: Deal
    knows: Knowledge


def known_at(account: Account, path: Path, seat: Seat) -> KnownAtMoment | Phrase:
    r"""Return what a seat could know at a moment of a deal, or why that cannot be determined.

    >>> from notation.rulings.ledger import account
    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td exchange close 2. Ts Ks\n"
    >>> found = known_at(account(judge(next(read(text))), 1), Path(trick=2), Seat(0))
    >>> card = next(each for each in found.knows.cards if each.card == 14)
    >>> place_word(card.places[0]), str(reason_phrase(card.why))
    ('B', 'B took it up in the exchange at trick 2')
    """
    end = step_at(account, path)
    if isinstance(end, Phrase):
        return end
    return _known_after(account.rules, account.record, account.played[: end + 1], seat)


def known_at_step(account: Account, number: int, seat: Seat) -> KnownAtMoment | Phrase:
    """Return what a seat could know at a step of the replay of a deal, or why that cannot be determined.

    Steps count from 0, as in the script of the replay. Drawing after a trick is a separate step, and before
    it nobody knows the card he is going to draw.
    """
    found = frames(account)
    if not found:
        return Phrase("The play of this deal could not be judged.")
    if number >= len(found):
        facts: dict[str, Fact] = {"number": number, "last": len(found) - 1}
        return Phrase("This deal has no step {number}: the last is {last}.", facts)
    return _known_at_frame(account, found[number], number, seat)


def known_at_steps(account: Account) -> Iterator[list[KnownAtMoment | Phrase]]:
    """Yield what each seat could know at every step of the replay, as :func:`known_at_step`, seat by seat."""
    for number, frame in enumerate(frames(account)):
        yield [_known_at_frame(account, frame, number, seat) for seat in SEATS[: account.rules.seats]]


def _known_at_frame(account: Account, frame: Frame, number: int, seat: Seat) -> KnownAtMoment | Phrase:
    if not frame.steps:
        return Phrase(
            "What was known at step {number} cannot be said: the step was not judged.", {"number": number}
        )
    steps = account.played[: frame.steps]
    last = steps[-1]
    draws = frame.kind is FrameKind.PLAY and last.before.drawn < last.after.drawn
    undrawn = _before_drawing(last) if draws else None
    return _known_after(account.rules, account.record, steps, seat, undrawn)


def _before_drawing(step: Step) -> Deal | None:
    """Return the deal after the last card of a trick, before drawing; None if that is not recorded."""
    event = step.event
    if event is None or event.card < 0:
        return None
    deal = step.before.copy()
    if possible(deal, event.seat) & BIT[event.card]:
        reveal(deal, event.seat, event.card)
    deal.hands[event.seat] &= ~BIT[event.card]
    deal.gone |= BIT[event.card]
    return deal


def _known_after(
    rules: RuleSet, record: DealRecord, steps: Sequence[Step], seat: Seat, undrawn: Deal | None = None
) -> KnownAtMoment | Phrase:
    """Return what a seat could know after the first steps of a deal, or before the cards are drawn."""
    if seat not in SEATS[: rules.seats]:
        return Phrase("Nobody sits at {seat} in this record.", {"seat": seat_letter(seat)})
    play = seen_by_everybody(rules, record, steps, undrawn)
    if isinstance(play, Phrase):
        return play
    deal = undrawn or steps[-1].after
    return KnownAtMoment(steps[-1].path, deal, knowledge(play, seat, deal.hands[seat]))


def place_word(place: Place) -> str:
    """Return a place as in JSON: the letter of a seat for its hand, or talon, turn-up, played.

    >>> place_word(1), place_word(FACE_DOWN)
    ('B', 'talon')
    """
    return PLACES.get(place) or seat_letter(place)


def reason_phrase(reason: Evidence) -> Phrase:
    """Return a reason as a phrase.

    >>> str(reason_phrase(Evidence(Clue.NOT_FOLLOWED, 1, 3, 5, 17)))
    'at trick 3 B played Ad on As and did not follow suit'
    """
    facts: dict[str, Fact] = {
        "seat": SeatFact(reason.place),
        "trick": reason.trick,
        "lead": CardFact(reason.lead),
        "card": CardFact(reason.card),
        "cards": CardsFact(reason.cards),
    }
    phrase = _TALON_EMPTY if reason == Evidence(Clue.FULL, FACE_DOWN) else _REASONS[reason.clue]
    named = {name: fact for name, fact in facts.items() if f"{{{name}}}" in phrase.sentence}
    return Phrase(phrase.sentence, named)


_TALON_EMPTY: Final = Phrase("no cards are left face down")
_REASONS: Final = {
    Clue.HELD: Phrase("{seat} holds it"),
    Clue.PLAYED: Phrase("it has been played"),
    Clue.TURN_UP: Phrase("it lies open under the talon"),
    Clue.MARRIAGE: Phrase("{seat} showed it with the marriage at trick {trick}"),
    Clue.EXCHANGE: Phrase("{seat} took it up in the exchange at trick {trick}"),
    Clue.LAST_DRAW: Phrase("{seat} drew it after trick {trick} as the last card of the talon"),
    Clue.SHOWN: Phrase("everybody has seen it in the hand of {seat}"),
    Clue.NOWHERE_ELSE: Phrase("it can be nowhere else"),
    Clue.NOT_FOLLOWED: Phrase("at trick {trick} {seat} played {card} on {lead} and did not follow suit"),
    Clue.NOT_HEADED: Phrase("at trick {trick} {seat} played {card} on {lead} and no higher card"),
    Clue.NOT_TRUMPED: Phrase("at trick {trick} {seat} played {card} on {lead} and did not trump"),
    Clue.FULL: Phrase("every card in the hand of {seat} is known"),
    Clue.COUNTED: Phrase("{cards} can be nowhere else and leave no room there"),
    Clue.CALLED: Phrase("what was named or bid leaves no room for it there"),
    Clue.PARTNER: Phrase("{seat} was seen to be the partner who holds it"),
    Clue.NOT_PARTNER: Phrase("{seat} was seen not to be the partner who holds it"),
}
