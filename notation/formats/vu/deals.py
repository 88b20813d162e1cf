"""Converts a game of reprs to a deal, and determines which card of a marriage was led.

No repr says which card: since 2024 the package leads the king, before that the queen, one point apart. The
evidence, in this order: the other card played later, a state printed later, another marriage of the same
game, the stated card points. Without any, the card is written as unknown, and reported.
"""

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.report import Telling
from notation.formats.vu.common import FOLLOWED
from notation.formats.vu.games import ReprGame
from notation.formats.vu.reprs import Ended, Exchange, ReprTrick, ResultComment, State
from notation.record.model import NOBODY, UNRECORDED, Checkpoint, DealRecord, Outcome
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import KING, QUEEN, SEATS, Suit, card
from referee.state import Reason

_REASONS: Final = {"66": "out", "last_trick": "last-trick"} | {each.value: each.value for each in Reason}


def deal_of(game: ReprGame, start: State, telling: Telling) -> DealRecord:
    """Return the deal of a game."""
    result = _outcome(game, start, telling)
    marriages = _marriages(game)
    ranks: dict[int, int] = {}
    for place, suit in marriages.items():
        rank, why = _led(game, place, suit)
        if why:
            ranks[place] = rank
            telling.derived(RecordPart.MARRIAGES, why)
    left = [place for place in marriages if place not in ranks]
    likely = set(ranks.values())
    why = Phrase("another marriage of the deal")
    if left and not likely:
        likely = {rank for rank in (KING, QUEEN) if _agrees(game, start, dict.fromkeys(left, rank), result)}
        why = Phrase("the card points of the result")
    if len(likely) == 1:
        ranks |= dict.fromkeys(left, likely.pop())
    for place in left:
        if place in ranks:
            telling.derived(RecordPart.MARRIAGES, why)
        else:
            telling.unknown(RecordPart.MARRIAGES, Phrase("whether the king or the queen was led"))
    telling.is_whole = _agrees(game, start, ranks, result)
    deal = _written(game, start, ranks).record(result)
    return _hidden(deal, [marriages[place] for place in left if place not in ranks])


def _marriages(game: ReprGame) -> dict[int, Suit]:
    tricks = enumerate(game.tricks)
    return {
        place: each.marriage for place, each in tricks if isinstance(each, ReprTrick) and each.marriage >= 0
    }


def _led(game: ReprGame, place: int, suit: Suit) -> tuple[int, Phrase | None]:
    """Return the rank led with a marriage, and the evidence, if any."""
    later = {card for each in game.tricks[place + 1 :] if isinstance(each, ReprTrick) for card in each[2:4]}
    for rank, other in ((KING, QUEEN), (QUEEN, KING)):
        if card(suit, other) in later:
            return rank, Phrase("a later play of the other card")
    seen = [state for count, state in sorted(game.states.items()) if count > place]
    held = {rank for rank in (KING, QUEEN) if seen and card(suit, rank) in seen[0].held}
    if len(held) == 1:
        return KING + QUEEN - held.pop(), Phrase("a state printed later")
    return KING, None


def _agrees(game: ReprGame, start: State, ranks: Mapping[int, int], result: Outcome | None) -> bool:
    """Return whether the card points are the stated ones, if these cards were led."""
    points = _written(game, start, ranks).deal.points
    if isinstance(game.result, Ended):
        return result is not None and points[result.winner] == game.result.card_points
    return result is not None and tuple(points) == result.card_points


def _written(game: ReprGame, start: State, ranks: Mapping[int, int]) -> DealRecorder:
    """Return the recorded deal with cards of these ranks led to its marriages; kings to others.

    If the log has them, with its own view of who leads, and with its points.
    """
    seat = game.leader
    hands = start.hands if seat == 0 else start.hands[::-1]
    scribe = DealRecorder(FOLLOWED, 1, SEATS[1 - seat], hands, start.talon)
    for place, trick in enumerate(game.tricks):
        if isinstance(trick, Exchange):
            scribe.do(actions.EXCHANGE, seat)
            continue
        lead = trick.lead
        if trick.marriage >= 0:
            scribe.do(actions.marriage(trick.marriage), seat)
            lead = card(trick.marriage, ranks.get(place, KING))
        scribe.do(lead, seat)
        if trick.remained is None:
            seat = NOBODY
        elif not trick.remained:
            seat = SEATS[1 - seat]
        if trick.follow >= 0:
            state = game.states.get(place + 1) if seat != NOBODY else None
            notes = (Checkpoint(state.points if seat == 0 else state.points[::-1]),) if state else ()
            scribe.do(trick.follow, notes=notes)
    return scribe


def _hidden(deal: DealRecord, suits: Container[Suit]) -> DealRecord:
    """Return a deal in which the cards led to the marriages of some suits are unknown."""
    tricks = []
    for trick in deal.tricks:
        plies = [*trick.plies]
        for index, ply in enumerate(plies[:-1]):
            if actions.is_marriage(ply.action) and actions.marriage_suit(ply.action) in suits:
                plies[index + 1] = replace(plies[index + 1], action=UNRECORDED)
        tricks.append(replace(trick, plies=tuple(plies)))
    return replace(deal, tricks=tuple(tricks))


def _outcome(game: ReprGame, start: State, telling: Telling) -> Outcome | None:
    match game.result:
        case ResultComment(_, winner, points, reason, card_points):
            return Outcome(winner, points, True, _REASONS.get(reason, ""), card_points)
        case Ended(_, name, points):
            seats = [seat for seat in SEATS[:2] if start.names[seat ^ game.leader] == name]
            if len(seats) == 1:
                return Outcome(seats[0], points, True)
            telling.unknown(RecordPart.RESULTS, Phrase("the winner's name does not distinguish the players"))
    return None
