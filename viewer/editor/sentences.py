"""Actions, cards and results in words.

Words what was judged; it computes nothing.
"""

from collections.abc import Sequence
from typing import Final

from notation.editing import outcome
from notation.findings import CardFact, Phrase, SeatFact, SuitFact
from notation.judge import DealJudgement, Event, TrickLedger, speaks, spoken, took_back
from notation.record import NOBODY
from notation.text import outcome_words
from referee import SEATS, Card, Seat, Suit, actions, mask, points_of, rank_of, suit_of
from referee.terms import TARGET
from viewer.documents.languages import Language, language

ENGLISH: Final = language("en").as_written()
"""Messages beside a record spell cards as it does."""
_CARD_NAMES: Final = (
    Phrase("the nine of {suit}"),
    Phrase("the jack of {suit}"),
    Phrase("the queen of {suit}"),
    Phrase("the king of {suit}"),
    Phrase("the ten of {suit}"),
    Phrase("the ace of {suit}"),
    Phrase("the seven of {suit}"),
)
_SAID: Final = {
    actions.EXCHANGE: Phrase("{seat} exchanges the lowest trump for the turn-up"),
    actions.CLOSE: Phrase("{seat} closes the talon"),
    actions.OUT: Phrase("{seat} claims to have {needed}"),
    actions.RESIGN: Phrase("{seat} resigns the deal"),
}


def card_name(card: Card, language: Language = ENGLISH) -> str:
    """Return a card by its name.

    >>> card_name(10)
    'the ten of hearts'
    """
    return language.say(_CARD_NAMES[rank_of(card)].sentence, suit=SuitFact(suit_of(card)))


def card_points(points: tuple[int, ...], language: Language = ENGLISH, sides: Sequence[Seat] = SEATS) -> str:
    """Return card points by side.

    >>> card_points((0, 21))
    'A has 0 card points, B has 21 card points'
    >>> from referee import PRESETS
    >>> card_points((0, 21), sides=PRESETS["sixty-six-four"].sides)
    'AC has 0 card points, BD has 21 card points'
    """
    return ", ".join(
        language.count(
            "{seat} has {number} card point", "{seat} has {number} card points", number, seat=SeatFact(side)
        )
        for side, number in zip(sides, points, strict=False)
    )


def deed(event: Event, trick: TrickLedger, language: Language = ENGLISH, needed: int = TARGET) -> str:
    """Return a sentence about an action.

    >>> from notation.record import Ply
    >>> deed(Event(Ply(actions.CLOSE), 1, (0, 21)), TrickLedger(2, 1))
    'B closes the talon.'
    """
    back = "".join(f"{language.put(took_back(event.seat, each))}. " for each in event.ply.withdrawn)
    return f"{back}{done(event, trick, language, needed)}."


def done(event: Event, trick: TrickLedger, language: Language = ENGLISH, needed: int = TARGET) -> str:
    """Return the sentence about an action without its full stop; a claim is made of so many card points."""
    ply, seat = event.ply, event.seat
    if actions.is_marriage(ply.action):
        suit = ply.action - actions.MARRIAGE
        return language.say(
            "{seat} announces the marriage of {suit} for {points}",
            seat=SeatFact(seat),
            suit=SuitFact(suit),
            points=ply.value,
        )
    if ply.action == actions.DRAW:
        return language.say("{seat} draws {card}", seat=SeatFact(seat), card=CardFact(event.card))
    if speaks(ply):
        return language.put(spoken(ply, seat))
    if not ply.plays:
        return language.say(_SAID[ply.action].sentence, seat=SeatFact(seat), needed=needed)
    plays = [other for other in trick.events if other.ply.plays]
    leads = bool(plays) and plays[0] is event
    if ply.action < 0:
        unknown = (
            language.say("{seat} leads a card that is not recorded", seat=SeatFact(seat))
            if leads
            else language.say("{seat} plays a card that is not recorded", seat=SeatFact(seat))
        )
        known = language.say("it can only be {card}", card=CardFact(event.card)) if event.card >= 0 else ""
        return f"{unknown}; {known}" if known else unknown
    if leads:
        return language.say("{seat} leads {card}", seat=SeatFact(seat), card=CardFact(ply.action))
    return language.say("{seat} plays {card}", seat=SeatFact(seat), card=CardFact(ply.action))


def completes(event: Event, trick: TrickLedger) -> bool:
    """Return whether an action is the card that completes a trick."""
    plays = [other for other in trick.events if other.ply.plays]
    return trick.winner >= 0 and bool(plays) and plays[-1] is event


def result_in_short(deal: DealJudgement) -> str:
    """Return the result of a deal without its score, or an empty string.

    >>> from referee import Reason, Result
    >>> result_in_short(DealJudgement(1, 0, result=Result(1, 3, Reason.OUT, (0, 69)), game_points=3))
    'B 3 by out (0-69)'
    """
    return outcome_words(outcome(deal)).removeprefix("= ") if deal.result else ""


def prospect(
    event: Event,
    trick: TrickLedger,
    deal: DealJudgement,
    trump: Suit,
    language: Language = ENGLISH,
    needed: int = TARGET,
) -> str:
    """Return the effect of an action that is not done yet, in a few words."""
    ply, seat = event.ply, event.seat
    if actions.is_marriage(ply.action):
        trumps = ply.action - actions.MARRIAGE == trump
        return language.say("{points}, trumps", points=ply.value) if trumps else str(ply.value)
    if ply.action in (actions.OUT, actions.RESIGN):
        told = language.say(_SAID[ply.action].sentence, seat=SeatFact(seat), needed=needed)
        return result_in_short(deal) or told
    if ply.action == actions.DRAW:
        return language.say("{seat} draws", seat=SeatFact(seat))
    if speaks(ply):
        return language.put(spoken(ply, seat))
    if not ply.plays:
        return language.say(_SAID[ply.action].sentence, seat=SeatFact(seat), needed=needed)
    leads = sum(other.ply.plays for other in trick.events) == 1
    facts = {"seat": SeatFact(seat), "points": points_of(mask((ply.played,)))}
    said = (
        language.say("{seat} leads {points}", **facts)
        if leads
        else language.say("{seat} plays {points}", **facts)
    )
    if suit_of(ply.played) == trump:
        said += f", {language.say('a trump')}"
    if trick.winner == NOBODY:
        return said
    return f"{said}; {language.say('{seat} takes the trick', seat=SeatFact(trick.winner))}"
