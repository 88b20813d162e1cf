"""What can be written next in a line of play, or in the place of an action: by the rules, and against them.

The referee says what may be done, and the judgement of the record with that in it where it may be written.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from notation.editing.edits import NOT_THERE, EditError
from notation.judge import DealJudgement, ply_of
from notation.judge.action import OPENING
from notation.judge.opening import speaks
from notation.record.model import NOBODY, DealRecord, Outcome, Ply, Trick
from notation.record.path import Path
from notation.record.traversal import first_trick, last_number, line_at, plies_of
from notation.replay import DealSoFar, play_so_far, written_up_to
from referee import actions
from referee.cards import NO_CARD, Seat, kind, members
from referee.codes import Effect, Ruling
from referee.rules import RuleSet


class NextAction(NamedTuple):
    """An action that can be written next, by whom, and in the trick of which number."""

    ply: Ply
    seat: Seat
    trick: int
    early: bool = False
    """Whether it stands after a complete trick, before both draw."""
    ruling: Ruling | None = None
    """Why it is against the rules, where it is and stands anyway."""


class Options(NamedTuple):
    """What can be written at a place of a deal."""

    turn: Seat
    """Whose turn it is; nobody's where the deal is over or cannot be followed."""
    allowed: tuple[NextAction, ...] = ()
    irregular: tuple[NextAction, ...] = ()
    """What is against the rules and could have happened anyway."""
    draws: tuple[NextAction, ...] = ()
    """Cards that can have been drawn, where the talon is not recorded."""
    gaps: bool = False
    """Whether some card of the deal is not recorded, so that what may be played can be any that is unseen."""


def options_at(rules: RuleSet, deal: DealRecord, path: Path) -> Options:
    r"""What can be written in the place of the action at a path, or at the end of the line of a path.

    Raises EditError where there is no such place.

    >>> from notation.record.path import read_path
    >>> from notation.text.reader import read
    >>> from notation.text.writer import ply_word
    >>> from referee.rulesets import SANTASE
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td\n2. exchange close Kd Kc\n3. Qd"
    >>> found = options_at(SANTASE, next(read(text)).record.deals[0], read_path("1:"))
    >>> [ply_word(each.ply) for each in found.allowed], found.turn
    (['Ks', 'Qh', 'Kh', 'Ah', 'Tc', 'resign'], 0)
    """
    line = _line(deal, path)
    _, trick, action = path.last
    if action:
        line = _up_to(line, trick, action)
    bare = written_up_to(line, 0)
    now = play_so_far(rules, bare) if bare else None
    if now is None or bare is None:
        return Options(NOBODY)
    number = None if action else now.next_number()
    if action or number is None:
        following = None
    else:
        following = play_so_far(rules, replace(bare, tricks=(*bare.tricks, Trick(number))))
    open_tricks = [each for each in (now, following) if each and each.is_begun]
    allowed = list(_allowed(open_tricks))
    if not open_tricks or not allowed:
        return Options(NOBODY, gaps=now.has_gaps)
    last = open_tricks[-1]
    draws = tuple(_draws(now)) if following and now.has_gaps and now.deal.undrawn else ()
    return Options(last.deal.turn, tuple(allowed), tuple(_irregular(last, allowed)), draws, gaps=now.has_gaps)


def outcome(deal: DealJudgement, score: tuple[int, ...] = ()) -> Outcome:
    """The result of a deal as it would be written, if it has one."""
    result = deal.result
    if result is None:
        return Outcome(finished=False)
    points = deal.game_points or result.game_points
    points = points if result.winner >= 0 else 0
    paid = result.paid if any(result.paid) else ()
    return Outcome(result.winner, points, True, result.word, result.card_points, score, paid=paid)


def _line(deal: DealRecord, path: Path) -> DealRecord:
    """The line of play of a path; EditError where there is none."""
    try:
        return line_at(deal, path.line) if path.variations else deal
    except IndexError:
        raise EditError(NOT_THERE) from None


def _up_to(line: DealRecord, trick: int, action: int) -> DealRecord:
    """A line of play up to before an action, with the number of its trick; EditError where there is none."""
    if all((at.trick, at.action) != (trick, action) for at, _ in plies_of(line)):
        raise EditError(NOT_THERE)
    if trick == OPENING and line.opening:
        said = replace(line.opening, plies=line.opening.plies[: action - 1])
        return replace(line, opening=said, tricks=(), awards=())
    index = trick - first_trick(line)
    held = line.tricks[index]
    return replace(
        line, tricks=(*line.tricks[:index], replace(held, plies=held.plies[: action - 1])), awards=()
    )


def _allowed(open_tricks: Iterable[DealSoFar]) -> Iterator[NextAction]:
    """What may be done, in the tricks that can go on; claims and resignations where they can stand first."""
    seen: set[tuple[int, Seat]] = set()
    for so_far in open_tricks:
        early = so_far.deal.undrawn
        number = last_number(so_far.record)
        for each in so_far.continuations():
            act = each.ply.action
            key = (act, each.event.seat)
            if act in (actions.OUT, actions.RESIGN, actions.DOUBLE) and key in seen:
                continue
            seen.add(key)
            trick = OPENING if speaks(each.ply) else number
            is_early = early and act not in (actions.OUT, actions.RESIGN)
            yield NextAction(each.ply, each.event.seat, trick, is_early)


def _irregular(so_far: DealSoFar, allowed: Iterable[NextAction]) -> Iterator[NextAction]:
    """What the seat in turn could do against the rules so that it stands, as far as its hand is known."""
    deal = so_far.deal
    if deal.undrawn:
        return
    may = {option.ply.action for option in allowed}
    number = last_number(so_far.record)
    done = (actions.EXCHANGE, actions.CLOSE)
    held = dict.fromkeys(map(kind, members(deal.hands[deal.turn])))
    for action in (*held, *done):
        ruling = deal.why_not(deal.meant(action), deal.turn) if action not in may else None
        if ruling and ruling.code.effect is Effect.STANDS:
            ply = replace(ply_of(deal.rules, action, face_down=deal.face_down), irregular=True)
            yield NextAction(ply, deal.turn, number, ruling=ruling)


def _draws(so_far: DealSoFar) -> Iterator[NextAction]:
    number = last_number(so_far.record)
    for each in so_far.continuations(drawing=True):
        if each.ply.card != NO_CARD:
            yield NextAction(each.ply, each.event.seat, number)
