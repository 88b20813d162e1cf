"""Announcements written where they do not belong: against the rules, but in a record most likely a slip.

Most are marriages after their card. A record cannot show which, so such a deal has two readings: the marriage
before its card, as it was meant, and the play without it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from notation.record.model import NOBODY, UNNAMED, DealRecord, Glyph, Ply, Span, Trick, Variation
from referee import actions
from referee.actions import Action
from referee.cards import BIT, MARRIAGE_CARDS, Card, Seat, Suit, suit_of
from referee.decisions import Announcer
from referee.rules import RuleSet


class Misplaced(NamedTuple):
    """A marriage after its card: its suit, the card, the trick, and the spans of both.

    One that is marked ``irregular`` was announced late and without effect, and not only written late.
    """

    suit: Suit
    card: Card
    trick: int
    span: Span
    led: Span
    irregular: bool


MAX_SLIPS: Final = 4
"""Marriages after their cards that are tried one by one; a deal cannot have more valid ones."""


def slips(record: DealRecord) -> list[Misplaced]:
    """Return the marriages of a deal that are written after their card."""
    found = []
    for order, trick in enumerate(record.tricks, start=1):
        slip = _slip(trick)
        if slip:
            led = trick.plies[slip[0]]
            late = slip[1]
            found.append(
                Misplaced(suit_of(led.played), led.played, order, late.span, led.span, late.irregular)
            )
    return found


def readings(record: DealRecord) -> list[DealRecord]:
    """Return the deal with its slips corrected, then every other reading: with only some of the marriages.

    If there are very many, only the first and the last reading.
    """
    found = slips(record)
    if len(found) > MAX_SLIPS:
        return [_read(record, [counts and not slip.irregular for slip in found]) for counts in (True, False)]
    ways = product(*((False,) if slip.irregular else (True, False) for slip in found))
    return [_read(record, counts) for counts in ways]


def announced_after(record: DealRecord) -> list[tuple[int, tuple[Ply, ...]]]:
    """Return what is announced after the last card of a trick before another, with the index of the trick.

    So people write what is done for the next lead: `close` alone on a line between two tricks.
    """
    found = []
    for at, trick in enumerate(record.tricks[:-1]):
        cards = [index for index, ply in enumerate(trick.plies) if ply.plays]
        behind = trick.plies[cards[-1] + 1 :] if cards else ()
        if behind and record.tricks[at + 1].plies and all(map(_may_belong_to_the_next, behind)):
            found.append((at, behind))
    return found


def _may_belong_to_the_next(ply: Ply) -> bool:
    is_announced = ply.action in (actions.EXCHANGE, actions.CLOSE) or ply.value > 0
    return is_announced and all(isinstance(note, Glyph) for note in ply.notes)


def as_it_stands(record: DealRecord, leaders: Sequence[Seat]) -> DealRecord:
    """Return the deal with each slip right after its card, where it is too late to count.

    ``leaders`` are those of the tricks, because a lead need not name its player.
    """
    tricks = []
    for order, trick in enumerate(record.tricks):
        slip = _slip(trick)
        if slip:
            at, marriage, plies = slip
            leader = leaders[order] if order < len(leaders) else NOBODY
            late = (replace(marriage, seat=leader),) if leader != NOBODY else ()
            trick = replace(trick, plies=(*plies[: at + 1], *late, *plies[at + 1 :]))
        tricks.append(trick)
    return replace(record, tricks=tuple(tricks))


def _read(record: DealRecord, counts: Iterable[bool]) -> DealRecord:
    """Return a deal with each of its slips either corrected or without that marriage.

    If a claim follows directly, it was made on the marriage, and no card was led.
    """
    tricks = []
    each = iter(counts)
    for trick in record.tricks:
        slip = _slip(trick)
        if slip:
            at, marriage, plies = slip
            if next(each):
                claims = [ply for ply in plies[at + 1 : at + 2] if ply.action == actions.OUT]
                begun = (*plies[:at], marriage, *(claims or plies[at : at + 1]))
                plies = (*begun, *plies[at + 1 + len(claims) :])
            trick = replace(trick, plies=plies)
        tricks.append(trick)
    return replace(record, tricks=tuple(tricks))


def has_slips(record: DealRecord, rules: RuleSet | None = None) -> bool:
    """Return whether a deal has a marriage after its card, unless the rules let those who reply announce."""
    if rules is not None and rules.marriage_who is Announcer.TURN:
        return False
    return any(_slip(trick) for trick in record.tricks)


def is_marriage_of(note: object, led: Action) -> bool:
    """Return whether a note after a card is just its marriage in brackets, as in `Ks(20)`."""
    if not isinstance(note, Variation) or note.result or note.notes or len(note.tricks) != 1:
        return False
    plies = note.tricks[0].plies
    return len(plies) == 1 and _fits(plies[0], led)


def _slip(trick: Trick) -> tuple[int, Ply, tuple[Ply, ...]] | None:
    """Return the index of a lead, the marriage after it, and the trick's actions without that marriage."""
    plies = trick.plies
    if not any(ply.notes or ply.action == UNNAMED or ply.action >= actions.MARRIAGE for ply in plies):
        return None  # a quick check that excludes most tricks
    at = next((index for index, ply in enumerate(plies) if ply.plays), -1)
    if at < 0 or any(actions.is_marriage(ply.action) for ply in plies[:at]):
        return None
    led = plies[at]
    replied = at + 1 < len(plies) and plies[at + 1].plays
    for late in range(at + 1, min(at + 2 + replied, len(plies))):
        after = plies[late]
        if after.seat in (NOBODY, led.seat) and _fits(after, led.action):
            return at, _of_suit(after, led), (*plies[:late], *plies[late + 1 :])
    inside = [note for note in led.notes if is_marriage_of(note, led.action)]
    if len(inside) != 1 or not isinstance(inside[0], Variation):
        return None
    bare = replace(led, notes=tuple(note for note in led.notes if note is not inside[0]))
    return at, _of_suit(inside[0].tricks[0].plies[0], led), (*plies[:at], bare, *plies[at + 1 :])


def _fits(ply: Ply, led: Action) -> bool:
    if led < 0 or not actions.is_play(led) or not BIT[led] & MARRIAGE_CARDS[suit_of(led)]:
        return False
    return not ply.is_torn and ply.action in (UNNAMED, actions.marriage(suit_of(led)))


def _of_suit(ply: Ply, led: Ply) -> Ply:
    return replace(ply, action=actions.marriage(suit_of(led.played)), seat=led.seat)
