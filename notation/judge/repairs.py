"""What would make a deal right: the smallest changes of its writing after which everything that is read fits.

A scribe's slip looks like a breach of the rules. So each deal that is wholly read and not right is tried with
one change of its writing after the other, likeliest first, and a change after which the deal is right to its
stated end is a repair. :mod:`notation.judge.slips` makes the changes and this module tries them; what is
right the judge alone says. Nothing is changed here: a repair is for a person to decide on.
"""

from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from notation.findings.finding import Finding, Repair
from notation.judge.judgement import Judgement
from notation.judge.played import Plays
from notation.judge.slips import announcements, dealing, head, tricks
from notation.judge.slips.writing import TriedChange, Writing
from notation.limits import UnfinishedError, left, limited
from notation.record.model import DealRecord
from notation.record.words import SEAT_LETTERS, read_seat
from notation.text.reader import Game
from notation.text.unread import unread_of
from referee.cards import Seat
from referee.codes import WRONG_DEALER

REPAIR_WORK: Final = 36_000
"""What trying the changes of one deal may cost (:mod:`notation.limits`)."""
FAR_FETCHED_WORK: Final = 8_000
"""How much of that may have been done before cards are exchanged that no error speaks of."""
REPAIR_WORK_IN_THE_DARK: Final = 7_000
"""The same where not all cards are known, which takes longer."""
MOST_DEALS: Final = 12
"""Deals of a game that are tried."""
MOST_REPAIRS: Final = 6
"""Changes by which a deal may become right; with more of them the record does not say what was meant."""

_OF_THE_RESULT: Final = frozenset({"X105", "X106", "X107", "X108"})
"""Errors that say themselves what would be right."""
_OF_CLAIMS: Final = frozenset({"C201", "C202"})
"""What is said of a claim without being an error: that it is false may come of the same slip."""
_OF_THE_SCORE: Final = frozenset({"X109", "X110", "X111"})
"""Errors that no change within one deal explains."""


def deals_tried(findings: Iterable[Finding]) -> frozenset[int]:
    """The deals of a game that are tried: the first ones in which something is wrong, by their numbers."""
    wrong = {each.deal for each in findings if each.is_error and each.code.id not in _OF_THE_SCORE}
    return frozenset(sorted(wrong - {0})[:MOST_DEALS])


def with_repairs(
    judgement: Judgement,
    findings: Iterable[Finding],
    page: Game,
    tried: Container[int],
    plays: Plays | None = None,
) -> list[Finding]:
    """Findings of a judgement; the first error of a deal has the repairs after which none of them remains.

    Their places are those of a page: the text of the game, or of the section of it that they are in. A deal
    that is not ``tried`` has none, nor has one with a fix for each error. What the ``plays`` know of one is
    not tried again.
    """
    found = list(findings)
    explained = [each for each in found if each.deal and each.is_error]
    if judgement.rules is None or page.meant:
        return found
    in_turn: set[int] = set()
    for number in dict.fromkeys(each.deal for each in explained if each.deal in tried):
        errors = [each for each in explained if each.deal == number]
        if all(each.fix for each in errors):
            continue
        writing = Writing(judgement, judgement.rules, page, number, errors)
        search = partial(repairs_of, writing)
        repairs = (plays or Plays()).repaired(writing.deal, _circumstances(writing), search)
        first = min(errors, key=lambda each: each.span[:2])
        are_told = all(each.code.id in _OF_THE_RESULT for each in errors)
        for at, each in enumerate(found):
            is_claim = each.deal == number and each.code.id in _OF_CLAIMS
            if repairs and (each in errors or is_claim):
                given = repairs if each is first else ()
                found[at] = replace(each, is_explained=not are_told, repairs=given)
        if any(head.deals_before(writing, dealer) for dealer in _dealers(repairs)):
            in_turn.add(number + 1)
    return [
        replace(each, is_explained=True) if each.code is WRONG_DEALER and each.deal in in_turn else each
        for each in found
    ]


def _dealers(repairs: Iterable[Repair]) -> list[Seat]:
    """Those who dealt, if a repair is that of the dealer."""
    texts = [change.text for repair in repairs for change in repair.changes]
    return [read_seat(text) for text in texts if text and text in SEAT_LETTERS]


def _circumstances(writing: Writing) -> tuple[object, ...]:
    """All beside the writing of the deal that its repairs depend on."""
    around = (*writing.deals[: writing.number - 1][-1:], *writing.deals[writing.number :][:1])
    beside = [(deal.dealer, deal.result and deal.result.winner) for deal in around]
    entry = writing.entry
    return (
        writing.rules,
        writing.errors,
        writing.score,
        beside,
        writing.are_dealers_wrong,
        entry.result,
        entry.game_points,
        len(entry.tricks),
    )


def repairs_of(writing: Writing) -> tuple[Repair, ...]:
    """The changes after which the deal is right, likeliest first."""
    deal = writing.deal
    right: list[DealRecord] = []
    found: list[Repair] = []
    is_whole = deal.is_headed and deal.is_stated_once and deal.tricks and not any(unread_of(deal))
    if not is_whole or deal.position:
        return ()
    out_of_turn = any(each.code is WRONG_DEALER for each in writing.errors)
    most, within = REPAIR_WORK_IN_THE_DARK if writing.is_dark else REPAIR_WORK, left()
    if within is not None:  # the judgement stands without repairs, and more is to be done
        most = min(most, within // 2)
    spent, far_fetched = 0, min(most, FAR_FETCHED_WORK)
    of_all_cards = dealing.cards_dealt(writing, writing.rules.pack)
    for changes, bound in ((_changes(writing), most), (of_all_cards, far_fetched)):
        with suppress(UnfinishedError), limited(max(0, bound - spent), UnfinishedError) as work:
            for change in () if found else changes:
                if out_of_turn and not head.may_deal(writing, change.deal.dealer):
                    continue
                if change.deal not in right and (change.is_right or writing.is_right(change.deal)):
                    right.append(change.deal)
                    found.append(Repair(change.says, tuple(change.fixes)))
                if len(found) == MOST_REPAIRS:
                    break
        spent += work.spent
    return tuple(sorted(found, key=lambda each: not any(map(writing.is_of_unsure, each.changes))))


def _changes(writing: Writing) -> Iterator[TriedChange]:
    """Every change that is tried, likeliest first."""
    yield from announcements.said_after_a_trick(writing)
    yield from announcements.in_brackets(writing)
    yield from head.other_result(writing)
    yield from head.other_dealer(writing)
    yield from head.other_trumps(writing)
    yield from head.opening_slips(writing)
    yield from dealing.hands_exchanged(writing)
    yield from dealing.talon_turned(writing)
    yield from tricks.cards_by_seat(writing)
    yield from tricks.cards_of_a_trick(writing)
    yield from tricks.trick_twice(writing)
    if writing.is_dark:
        yield from tricks.other_card(writing, are_suspect=True)
        yield from tricks.tricks_changed(writing)
    yield from announcements.other_marriage(writing)
    yield from announcements.left_out(writing)
    if writing.is_dark:
        yield from tricks.trick_left_out(writing)
    yield from announcements.announced_elsewhere(writing)
    yield from announcements.announced_behind(writing)
    yield from announcements.other_actor(writing)
    yield from announcements.said_twice(writing)
    yield from announcements.claimed_before_cards(writing)
    yield from tricks.other_card(writing, are_suspect=False)
    yield from dealing.cards_dealt(writing, writing.suspects)
    if not writing.is_dark:
        yield from tricks.tricks_changed(writing)
        yield from tricks.trick_left_out(writing)
        yield from tricks.cards_in_disorder(writing)
        yield from tricks.cards_exchanged(writing)
