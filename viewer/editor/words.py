"""What actions, cards and results are called in a sentence.

Puts into words what was judged; it finds nothing out.
"""

from typing import Final

from notation.judge.judgement import DealJudgement, Event, TrickLedger
from notation.record.model import NOBODY, Outcome
from notation.record.words import SUIT_NAMES, card_word, seat_letter
from notation.text.writer import outcome_words
from referee import actions
from referee.cards import POINTS, Card, rank_of, suit_of

RANK_NAMES: Final = ("nine", "jack", "queen", "king", "ten", "ace")


def card_name(card: Card) -> str:
    """A card by its name.

    >>> card_name(10)
    'the ten of hearts'
    """
    return f"the {RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[suit_of(card)]}"


def count(number: int, what: str) -> str:
    """A number of things.

    >>> count(1, "card point"), count(0, "card point")
    ('1 card point', '0 card points')
    """
    return f"{number} {what}{'s' if number != 1 else ''}"


def card_points(points: tuple[int, ...]) -> str:
    """Card points by seat.

    >>> card_points((0, 21))
    'A has 0 card points, B 21'
    """
    first, *others = points
    rest = "".join(f", {seat_letter(seat)} {number}" for seat, number in enumerate(others, start=1))
    return f"A has {count(first, 'card point')}{rest}"


def deed(event: Event, trick: TrickLedger) -> str:
    """What was done by an action.

    >>> from notation.record.model import Ply
    >>> deed(Event(Ply(actions.CLOSE), 1, (0, 21)), TrickLedger(2, 1))
    'B closes the talon.'
    """
    ply, who = event.ply, seat_letter(event.seat)
    back = "".join(f"{who} takes {card_word(card)} back. " for card in ply.withdrawn)
    if actions.is_marriage(ply.action):
        suit = SUIT_NAMES[ply.action - actions.MARRIAGE]
        return f"{back}{who} announces the marriage of {suit} for {ply.value}."
    if ply.action == actions.DRAW:
        return f"{who} draws {card_word(event.card)}."
    if not ply.plays:
        return f"{back}{who} {_SAID[ply.action]}."
    plays = [other for other in trick.events if other.ply.plays]
    verb = "leads" if plays and plays[0] is event else "plays"
    if ply.action < 0:
        known = f"; it can be no other than {card_word(event.card)}" if event.card >= 0 else ""
        return f"{back}{who} {verb} a card that is not recorded{known}."
    return f"{back}{who} {verb} {card_word(ply.action)}."


_SAID: Final = {
    actions.EXCHANGE: "exchanges the lowest trump for the turn-up",
    actions.CLOSE: "closes the talon",
    actions.OUT: "claims to have 66",
    actions.RESIGN: "gives the deal up",
}


def completes(event: Event, trick: TrickLedger) -> bool:
    """Whether an action is the card with which a trick is taken."""
    plays = [other for other in trick.events if other.ply.plays]
    return trick.winner >= 0 and bool(plays) and plays[-1] is event


def outcome(deal: DealJudgement, score: tuple[int, ...] = ()) -> Outcome:
    """The result of a deal as it would be written, if it has one."""
    result = deal.result
    if result is None:
        return Outcome(finished=False)
    points = deal.game_points or result.game_points
    points = points if result.winner >= 0 else 0
    return Outcome(result.winner, points, True, result.reason.value, result.card_points, score)


def result_in_short(deal: DealJudgement) -> str:
    """The result of a deal without its score, or nothing.

    >>> from referee.settlement import Reason, Result
    >>> result_in_short(DealJudgement(1, 0, result=Result(1, 3, Reason.OUT, (0, 69)), game_points=3))
    'B 3 by out (0-69)'
    """
    return outcome_words(outcome(deal)).removeprefix("= ") if deal.result else ""


def prospect(event: Event, trick: TrickLedger, deal: DealJudgement, trump: int) -> str:
    """What comes of an action that is not done yet, in a few words."""
    ply, who = event.ply, seat_letter(event.seat)
    if actions.is_marriage(ply.action):
        return f"{ply.value}, trumps" if ply.action - actions.MARRIAGE == trump else str(ply.value)
    if ply.action in (actions.OUT, actions.RESIGN):
        return result_in_short(deal) or _SAID[ply.action]
    if ply.action == actions.DRAW:
        return f"{who} draws"
    if not ply.plays:
        return f"{who} {_SAID[ply.action]}"
    plays = sum(other.ply.plays for other in trick.events)
    said = f"{who} {'leads' if plays == 1 else 'plays'} {POINTS[ply.action]}"
    if suit_of(ply.action) == trump:
        said += ", a trump"
    return f"{said}; {seat_letter(trick.winner)} takes the trick" if trick.winner != NOBODY else said
