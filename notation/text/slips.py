"""Announcements written where they do not belong: against the rules, but in a record most likely a slip.

Most are marriages after their card. A record cannot show which, so such a deal has two readings: the marriage
before its card, as it was meant, and the play without it.
"""

from collections.abc import Container, Iterable, Sequence
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


def slips(record: DealRecord, rules: RuleSet) -> list[Misplaced]:
    """Return the marriages of a deal that are written after their card."""
    found = []
    for order, trick in enumerate(record.tricks, start=1):
        slip = _slip(trick, rules)
        if slip:
            led = trick.plies[slip[0]]
            late = slip[1]
            suit = actions.marriage_suit(late.action)
            found.append(Misplaced(suit, led.played, order, late.span, led.span, late.irregular))
    return found


def readings(record: DealRecord, rules: RuleSet) -> list[DealRecord]:
    """Return the deal with its slips corrected, then every other reading: with only some of the marriages.

    If there are very many, only the first and the last reading.
    """
    found = slips(record, rules)
    if len(found) > MAX_SLIPS:
        return [
            _read(record, rules, [counts and not slip.irregular for slip in found])
            for counts in (True, False)
        ]
    ways = product(*((False,) if slip.irregular else (True, False) for slip in found))
    return [_read(record, rules, counts) for counts in ways]


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


def as_it_stands(record: DealRecord, rules: RuleSet, leaders: Sequence[Seat]) -> DealRecord:
    """Return the deal with each slip right after its card, where it is too late to count.

    ``leaders`` are those of the tricks, because a lead need not name its player.
    """
    tricks = []
    for order, trick in enumerate(record.tricks):
        slip = _slip(trick, rules)
        if slip:
            at, marriage, plies = slip
            seat = _playing(trick, at, leaders[order] if order < len(leaders) else NOBODY, rules)
            late = (replace(marriage, seat=seat),) if seat != NOBODY else ()
            trick = replace(trick, plies=(*plies[: at + 1], *late, *plies[at + 1 :]))
        tricks.append(trick)
    return replace(record, tricks=tuple(tricks))


def replies_named(
    record: DealRecord, rules: RuleSet, leaders: Sequence[Seat], slipped: Container[int]
) -> DealRecord:
    """Return the deal with the announcements after a card named after who plays next, but not in ``slipped``.

    ``leaders`` are those of the tricks, as far as they are known; ``slipped`` the tricks in which a marriage
    is written after its card.
    """
    tricks = list(record.tricks)
    for order, leader in enumerate(leaders[: len(tricks)]):
        while leader != NOBODY and order + 1 not in slipped and (slip := _slip(tricks[order], rules)):
            card, _, others = slip
            plies = tricks[order].plies
            at = next((at for at in range(card + 1, len(plies)) if not plies[at].plays), 0)
            in_brackets = len(others) == len(plies)
            if in_brackets or (order + 2 in slipped and not any(ply.plays for ply in plies[at:])):
                break  # where it stands it would belong to nobody, or to the next trick
            named = replace(plies[at], seat=_playing(tricks[order], at, leader, rules))
            tricks[order] = replace(tricks[order], plies=(*plies[:at], named, *plies[at + 1 :]))
    return replace(record, tricks=tuple(tricks))


def _playing(trick: Trick, at: int, leader: Seat, rules: RuleSet) -> Seat:
    """Whose turn it is at an action of a trick; -1 if nobody knows the leader."""
    if leader == NOBODY:
        return NOBODY
    return Seat((leader + sum(ply.plays for ply in trick.plies[:at])) % rules.seats)


def _read(record: DealRecord, rules: RuleSet, counts: Iterable[bool]) -> DealRecord:
    """Return a deal with each of its slips either corrected or without that marriage.

    If a claim follows directly, it was made on the marriage, and no card was led.
    """
    tricks = []
    each = iter(counts)
    for trick in record.tricks:
        slip = _slip(trick, rules)
        if slip:
            at, marriage, plies = slip
            if next(each):
                claims = [ply for ply in plies[at + 1 : at + 2] if ply.action == actions.OUT]
                begun = (*plies[:at], marriage, *(claims or plies[at : at + 1]))
                plies = (*begun, *plies[at + 1 + len(claims) :])
            trick = replace(trick, plies=plies)
        tricks.append(trick)
    return replace(record, tricks=tuple(tricks))


def has_slips(record: DealRecord, rules: RuleSet | None) -> bool:
    """Return whether a deal has a marriage after its card, under these rules or under any."""
    return any(_slip(trick, rules) for trick in record.tricks)


def is_marriage_of(note: object, led: Action, in_reply: bool = False) -> bool:
    """Return whether a note after a card is just its marriage in brackets, as in `Ks(20)`."""
    if not isinstance(note, Variation) or note.result or note.notes or len(note.tricks) != 1:
        return False
    plies = note.tricks[0].plies
    return len(plies) == 1 and _fits(plies[0], led, in_reply)


def _slip(trick: Trick, rules: RuleSet | None) -> tuple[int, Ply, tuple[Ply, ...]] | None:
    """Return the index of a card, the marriage after it, and the trick's actions without that marriage.

    The card is the lead, or any other where the rules let those who reply announce.
    """
    plies = trick.plies
    varied = any(isinstance(note, Variation) for ply in plies for note in ply.notes)
    if not (varied or any(ply.action == UNNAMED or ply.action >= actions.MARRIAGE for ply in plies)):
        return None  # a quick check that excludes most tricks
    cards = [index for index, ply in enumerate(plies) if ply.plays]
    if rules is not None and rules.marriage_who is not Announcer.TURN:
        cards = cards[:1]
    places = list(zip((0, *cards), cards, strict=False))[::-1]
    for in_reply, (before, at) in (*product([False], places), *product([True], places[:-1])):
        announced = any(actions.is_marriage(ply.action) for ply in plies[before:at])
        slip = None if announced else _slip_after(plies, at, in_reply)
        if slip:
            return slip
    return None


def _slip_after(plies: tuple[Ply, ...], at: int, in_reply: bool) -> tuple[int, Ply, tuple[Ply, ...]] | None:
    led = plies[at]
    replied = at + 1 < len(plies) and plies[at + 1].plays
    inside_the_trick = in_reply and any(ply.plays for ply in plies[at + 2 :])
    for late in range(at + 1, min(at + 2 + replied, len(plies))):
        after = plies[late]
        fits = _fits(after, led.action, inside_the_trick and late == at + 1)
        if fits and after.seat in (NOBODY, led.seat):
            return at, _of_suit(after, led), (*plies[:late], *plies[late + 1 :])
    inside = [note for note in led.notes if is_marriage_of(note, led.action, in_reply)]
    if len(inside) != 1 or not isinstance(inside[0], Variation):
        return None
    bare = replace(led, notes=tuple(note for note in led.notes if note is not inside[0]))
    return at, _of_suit(inside[0].tricks[0].plies[0], led), (*plies[:at], bare, *plies[at + 1 :])


def _fits(ply: Ply, led: Action, in_reply: bool) -> bool:
    """Whether a marriage may be one of a card: a reply may have to be of another suit than its marriage."""
    if led < 0 or not actions.is_play(led) or ply.is_torn:
        return False
    suit = suit_of(led)
    is_of_card = BIT[led] & MARRIAGE_CARDS[suit] and ply.action in (UNNAMED, actions.marriage(suit))
    return bool(is_of_card) or (in_reply and actions.is_marriage(ply.action))


def _of_suit(ply: Ply, led: Ply) -> Ply:
    suited = actions.marriage(suit_of(led.played)) if ply.action == UNNAMED else ply.action
    return replace(ply, action=suited, seat=led.seat)
