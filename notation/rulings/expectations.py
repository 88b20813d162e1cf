"""What each action of a recorded moment was worth on average, for all that the seat in turn could know.

The deals that can be are drawn and valued by :mod:`notation.players.sampling`; this module contains no rules.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from notation.findings.finding import Phrase, SeatFact
from notation.players import (
    DEALS,
    POSITIONS,
    QUICK_PLAYERS,
    SampledValues,
    played_out_values,
    searched_values,
)
from notation.record.path import Path
from notation.rulings.ledger import Account
from notation.rulings.state_at import seen_by_everybody, step_at
from referee.actions import CLOSE, CLOSE_SHORT, Action
from referee.cards import NO_CARD, Seat
from referee.deal import Deal
from referee.knowledge import OpenPlay
from referee.view import View, Watcher

BY_DEFAULT: Final = "careful"
"""The player that plays the deals out where a search would take too long."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the actions of the seat in turn at a moment were worth on average, and which it took."""

    path: Path
    deal: Deal
    seat: Seat
    done: Action
    """What the seat did then; -1 if that is not recorded."""
    values: SampledValues
    player: str
    """The player that played the deals out; empty if they were valued with best play."""


def expectation(
    account: Account,
    path: Path,
    deals: int = DEALS,
    seed: int = 0,
    player: str = "",
    positions: int = POSITIONS,
) -> Expectation | Phrase:
    r"""Return what each action at a moment of a deal was worth on average, or why that cannot be determined.

    The deals are valued with best play, or played out by a ``player`` of
    :data:`notation.players.QUICK_PLAYERS` if one is named, or if so many ``positions`` are not enough.

    >>> from notation.rulings.ledger import account
    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\n[Rules \"schnapsen\"]\ndeal 1 trump s\nposition lead A <45-45> tricks 4-4\n"
    >>> text += "A: Ts Kh\nB: As Qh\n9. Ts As 10. Qh Kh\n"
    >>> found = expectation(account(judge(next(read(text))), 1), Path(trick=9))
    >>> [(each.action, each.mean) for each in found.values.actions], found.values.deals
    ([(4, -1.0), (9, -1.0), (72, -2.0)], 1)
    """
    end = step_at(account, path)
    if isinstance(end, Phrase):
        return end
    steps = account.played[: end + 1]
    play = seen_by_everybody(account.rules, account.record, steps)
    if isinstance(play, Phrase):
        return play
    deal = steps[-1].after
    reason = _why_not(deal, play, path)
    if reason is not None:
        return reason
    seat = deal.turn
    view = View(deal, seat, [action for action, _ in deal.legal(seat)], Watcher(deal, play=play))
    found = None if player else searched_values(view, Random(seed), deals, positions)  # noqa: S311 - repeatable
    if found is None:
        player = player or BY_DEFAULT
        found = played_out_values(view, Random(seed), QUICK_PLAYERS[player], deals)  # noqa: S311 - repeatable
    return Expectation(path, deal, seat, _done(account, end + 1, view), found, player)


def _why_not(deal: Deal, play: OpenPlay, path: Path) -> Phrase | None:
    """Return why nothing can be said of a moment."""
    at = {"stated": str(path)}
    if deal.rules.auction.contracts:
        return Phrase(
            "What could be expected cannot be worked out in games with contracts: what is bid says more of a "
            "hand than can be counted."
        )
    if deal.over or all(seat != deal.turn for _, seat in deal.legal()):
        return Phrase("Nobody had anything to choose at {stated}.", at)
    if deal.unseen[deal.turn]:
        return Phrase(
            "Not all cards of {seat} at {stated} are recorded.", {"seat": SeatFact(deal.turn), **at}
        )
    if deal.is_blurred:
        return Phrase("The card points at {stated} are not known.", at)
    if play.turn_up < 0 and deal.talon_left and deal.rules.draws:
        return Phrase("The turn-up at {stated} is not recorded.", at)
    return None


def _done(account: Account, number: int, view: View) -> Action:
    """Return what the seat of a view did in a step of a deal; -1 if that is not one of its choices."""
    event = account.played[number].event if number < len(account.played) else None
    if event is None or event.seat != view.seat:
        return NO_CARD
    action = event.card if event.ply.plays else event.ply.action
    if action == CLOSE and CLOSE_SHORT in view.legal:
        action = CLOSE_SHORT
    return action if action in view.legal else NO_CARD
