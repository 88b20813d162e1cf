"""The state of a deal at a moment: legal actions, what each seat has and can know, and possible claims.

Asks the referee at a moment that the deal has reached; contains no rules. For unrecorded cards it says what
is certain, and separately what depends on them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from notation.findings.finding import Fact, Phrase
from notation.judge.deal import Step, set_up, what_is_open
from notation.judge.judgement import Event
from notation.judge.opening import action_of, word_of
from notation.record.model import DealRecord
from notation.record.path import Path
from notation.rulings.ledger import Account, claimed_now, is_revoke_open
from referee import actions
from referee.actions import ANNOUNCEMENTS, Action
from referee.arithmetic import ArithmeticStep
from referee.cards import BIT, MARRIAGE_CARDS, NOBODY, SEATS, Card, Cards, Seat, mask, members
from referee.codes import Ruling
from referee.deal import Deal, fixes_trumps
from referee.knowledge import OpenPlay, Sight, sight
from referee.partial import possible, reveal
from referee.rules import RuleSet
from referee.settlement import reaches
from referee.state import Result


def read_moment(text: str) -> Path | Phrase:
    """Parse a moment of a deal, a trick or an action of it, or return what is wrong with the text.

    >>> str(read_moment("7.2")), str(read_moment("seven"))
    ('7.2', 'seven is not a place: write a trick such as 7, or one of its actions such as 7.2')
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        return Phrase(
            "{stated} is not a place: write a trick such as 7, or one of its actions such as 7.2",
            {"stated": text[:64]},
        )
    return Path(trick=int(found[1]), action=int(found[2] or 0))


_MOMENT: Final = re.compile(r"([1-9][0-9]?|0(?=\.))(?:\.([0-9]{1,2}))?")

SeatAction = tuple[Seat, Action]
"""A seat and an action that it may do."""


def choice_word(deal: Deal, action: Action) -> str:
    """Return a possible action as written in SGN; a draw by its name."""
    if action == actions.DRAW:
        return "draw"
    is_marriage = actions.is_marriage(action)
    value = deal.marriage_points(actions.marriage_suit(action)) if is_marriage else 0
    return word_of(deal.rules, action, value)


class RefusedAction(NamedTuple):
    """An announcement that a seat has reason to consider but may not make, and why."""

    seat: Seat
    action: Action
    ruling: Ruling


class PossibleClaim(NamedTuple):
    """A seat's claim to have 66, if made now: why it is refused, or the outcome.

    An allowed claim has no result if that depends on unrecorded cards.
    """

    seat: Seat
    points: int
    """The card points that the seat can claim with."""
    slack: int
    """How many more they may be, if cards of its tricks are unknown."""
    refused: Ruling | None
    result: Result | None
    steps: tuple[ArithmeticStep, ...]
    needed: int
    """The card points that are claimed."""

    @property
    def missing(self) -> int:
        """The card points missing from what ends a deal."""
        return max(0, self.needed - self.points)


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a deal at a moment, and what had just been done, if anything.

    ``allowed`` is allowed whatever the unrecorded cards are; ``open_choices`` depend on them. Once the deal
    is over nothing is refused and nothing claimed.
    """

    path: Path
    deal: Deal
    event: Event | None
    allowed: tuple[SeatAction, ...]
    open_choices: tuple[SeatAction, ...]
    refused: tuple[RefusedAction, ...]
    claims: tuple[PossibleClaim, ...]
    """By seat."""
    sights: tuple[Sight, ...]
    """What each seat can know, by seat."""


def situation(account: Account, path: Path) -> Situation | Phrase:
    r"""Return the situation of an account's deal at a moment, or why it cannot be determined.

    >>> from notation.rulings.ledger import account
    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td\n"
    >>> found = account(judge(next(read(text))), 1)
    >>> now = situation(found, Path(trick=1, action=2))
    >>> now.deal.turn, now.claims[1].points, now.claims[1].result.reason.value
    (1, 21, 'false-out')
    >>> str(situation(found, Path(trick=2)))
    'there is no 2 in this deal, which ends at 1.2'
    """
    end = step_at(account, path)
    if isinstance(end, Phrase):
        return end
    return situation_after(account.rules, account.record, account.played[: end + 1])


def situation_after(rules: RuleSet, record: DealRecord, steps: Sequence[Step]) -> Situation | Phrase:
    """Return the situation after the first steps of a deal's play, or why it cannot be determined."""
    now = steps[-1]
    play = seen_by_everybody(rules, record, steps)
    if isinstance(play, Phrase):
        return play
    deal = now.after.copy()
    choices = {} if deal.over else {choice: _is_allowed(deal, *choice) for choice in _thinkable(deal)}
    words = [] if deal.over else [(seat, word) for word, seat in deal.legal() if word >= actions.NAME_TRUMP]
    revoke_open = deal.strict and is_revoke_open(rules, record)
    seats = SEATS[: deal.rules.seats]
    return Situation(
        now.path,
        deal,
        now.event,
        (*words, *(choice for choice, allowed in choices.items() if allowed)),
        tuple(choice for choice, allowed in choices.items() if allowed is None),
        () if deal.is_opening else tuple(_refused(deal, choices)),
        () if deal.over or deal.is_opening else tuple(_claim(deal, seat, revoke_open) for seat in seats),
        tuple(sight(play, seat, deal.hands[seat]) for seat in seats),
    )


def step_at(account: Account, path: Path) -> int | Phrase:
    """Return the index of a moment among the steps of a deal, or why there is none."""
    found = [index for index, step in enumerate(account.played) if step.path == path]
    if not found:
        return _no_such(account, path)
    led = (index for index in found if not account.played[index].after.is_opening)  # not before its opening
    return next(led, found[0])


def _no_such(account: Account, path: Path) -> Phrase:
    """Return the message for a deal without such a moment."""
    seen = account.played
    if not seen:
        return Phrase("no trick of this deal could be judged")
    last = seen[-1].path
    facts: dict[str, Fact] = {"stated": str(path), "last": str(last)}
    if account.deal.stopped and path > last:
        return Phrase("{stated} cannot be shown: the deal was judged up to {last}", facts)
    if path.trick < seen[0].path.trick:
        facts["trick"] = seen[0].path.trick
        return Phrase("there is no {stated} in this record: it starts at trick {trick} of the deal", facts)
    if path.trick <= last.trick:
        facts["last"] = str(max(step.path for step in seen if step.path.trick == path.trick).action)
        facts["trick"] = str(path.trick)
        return Phrase("there is no {stated} in this deal: trick {trick} has the actions {last}", facts)
    return Phrase("there is no {stated} in this deal, which ends at {last}", facts)


def _is_doubtful(steps: Sequence[Step]) -> bool:
    """Return whether a card of the trick on the table is unknown, so that the state is the one before it."""
    deal = steps[-1].after
    played = sum(step.event is not None and step.event.ply.plays for step in steps)
    return played != (deal.trick - steps[0].after.trick) * len({*deal.after}) + (
        deal.played if deal.lead >= 0 else 0
    )


def _turned_up(rules: RuleSet, record: DealRecord, start: Deal) -> tuple[Cards, ...]:
    """Return, by seat, the card that fixed trumps, if it was shown and is in a hand."""
    card, holder = record.trump, NOBODY
    if not rules.talon_size and not record.position and record.dealer >= 0:
        holder = fixes_trumps(rules, record.dealer)
    shown = BIT[card] if card is not None and not rules.talon_size else 0
    return tuple(
        hand & shown if holder in (NOBODY, seat) else 0
        for seat, hand in zip(SEATS, start.hands, strict=False)
    )


def seen_by_everybody(
    rules: RuleSet, record: DealRecord, steps: Sequence[Step], undrawn: Deal | None = None
) -> OpenPlay | Phrase:
    """Return all sights after the last of the first steps of a deal, or why they cannot be determined.

    ``undrawn`` is the state within the last step, before the cards that it ends with are drawn.
    """
    stated = str(steps[-1].path)
    if _is_doubtful(steps):
        return Phrase(
            "the state of the deal at {stated} is unknown: a card on the table is not recorded",
            {"stated": stated},
        )
    starts = set_up(rules, record)
    if len(starts) > 1:
        facts: dict[str, Fact] = {"stated": stated, "why": what_is_open(starts)}
        return Phrase("the state of the deal at {stated} is unknown: {why}", facts)
    if undrawn is not None:
        steps = (*steps[:-1], steps[-1]._replace(after=undrawn))
    return open_play(steps, _turned_up(rules, record, steps[0].after))


def open_play(steps: Sequence[Step], shown: Sequence[Cards]) -> OpenPlay:
    """Return all sights after the last of some steps, the first of which is the start of the deal.

    ``shown`` are, by seat, the cards of its hand that everybody saw before.
    """
    play = OpenPlay.start(steps[0].after)
    for seat, cards in zip(SEATS, shown, strict=False):
        play = play.showing(seat, cards)
    for step in steps[1:]:
        before, event = step.before, step.event
        if event is None:
            play = play.then(before, before.turn, actions.DRAW, step.after)
            continue
        held = before.hands[event.seat] | possible(before, event.seat)
        back = mask(event.ply.cards_back) & held
        play = play.showing(event.seat, back)
        action = event.card if event.ply.plays else action_of(before.rules, event.ply) or event.ply.action
        play = play.then(before, event.seat, action, step.after, event.ply.irregular)
    return play


# Legal actions.


def _thinkable(deal: Deal) -> Iterator[SeatAction]:
    for seat in SEATS[: deal.rules.seats]:
        for action in (*members(deal.rules.deck_cards), *ANNOUNCEMENTS):
            yield seat, action


def _is_allowed(deal: Deal, seat: Seat, action: Action) -> bool | None:
    """Return whether an action is allowed; None if that depends on unrecorded cards."""
    missing = _needed(deal, action) & ~deal.hands[seat]
    if missing & ~possible(deal, seat) or missing.bit_count() > deal.unseen[seat]:
        return False
    world = deal.copy()
    for card in members(missing):
        reveal(world, seat, card)
    if world.why_not(action, seat) is not None:
        return False
    forbidding = 0
    if actions.is_play(action):
        others = possible(world, seat)
        forbidding = sum(_forbids(world, seat, card, action) for card in members(others))
        if others.bit_count() - forbidding < world.unseen[seat]:
            return False
    return None if missing or forbidding else True


def _needed(deal: Deal, action: Action) -> Cards:
    """Return the cards that the player of an action must hold."""
    if actions.is_play(action):
        return BIT[action]
    if actions.is_marriage(action):
        return MARRIAGE_CARDS[action - actions.MARRIAGE]
    return deal.lowest_of_trumps if action == actions.EXCHANGE else 0


def _forbids(deal: Deal, seat: Seat, held: Card, action: Action) -> bool:
    """Return whether an action would not be allowed if the seat held another card."""
    world = deal.copy()
    reveal(world, seat, held)
    return world.why_not(action, seat) is not None


def _refused(deal: Deal, choices: dict[SeatAction, bool | None]) -> Iterator[RefusedAction]:
    """Yield the announcements that a player has reason to consider and that are certainly not allowed."""
    for seat, action in choices:
        ruling = deal.why_not(action, seat)
        if choices[seat, action] is False and ruling is not None and _has_cause(deal, seat, action):
            yield RefusedAction(seat, action, ruling)


def _has_cause(deal: Deal, seat: Seat, action: Action) -> bool:
    """Return whether a seat has reason to consider an announcement: it holds the cards, or is in turn."""
    in_turn = seat == deal.turn and not deal.spent
    if not deal.rules.talon_size and action in _OF_TALON:
        return False
    if action in (actions.CLOSE, actions.CLOSE_SHORT):
        return in_turn and (action == actions.CLOSE_SHORT) == deal.undrawn
    if action == actions.EXCHANGE and in_turn:
        return True
    needed = 0 if actions.is_play(action) else _needed(deal, action)
    return bool(needed) and not needed & ~deal.hands[seat]


_OF_TALON: Final = frozenset({actions.CLOSE, actions.CLOSE_SHORT, actions.EXCHANGE})


def _claim(deal: Deal, seat: Seat, revoke_open: bool) -> PossibleClaim:
    points, slack = reaches(deal, seat), deal.slack[deal.side_of[seat]]
    needed = deal.terms.target
    refused = deal.why_not(actions.OUT, seat)
    if refused is not None or revoke_open:
        return PossibleClaim(seat, points, slack, refused, None, (), needed)
    claimed = claimed_now(deal, seat)
    if claimed is None:
        return PossibleClaim(seat, points, slack, None, None, (), needed)
    return PossibleClaim(seat, points, slack, None, claimed.result, tuple(claimed.steps or ()), needed)
