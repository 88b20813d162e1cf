"""Whether a deal is right after a change of its writing.

What the referee refuses, and what comes to another result than the stated one, is sooner seen than by a
judgement, as much as which it counts (:mod:`notation.limits`). What is left the judge decides.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Final

from notation.findings.catalogue import TRICK_NUMBER
from notation.judge.assertions import finished, stated_result
from notation.judge.deal import Setup, has_gaps, set_up
from notation.judge.judgement import Judgement
from notation.judge.match import HEAD_WORK, PLIES_PASSED, judge_under
from notation.judge.opening import action_of
from notation.judge.played import DEALT
from notation.judge.tried_play import (
    OPEN,
    PLAYED,
    REFUSED,
    TriedPlay,
    changed_length,
    numbered_action,
    play_on,
)
from notation.limits import spend
from notation.record.model import (
    LAID_AWAY,
    UNRECORDED,
    Annotation,
    DealRecord,
    OpeningPly,
    Outcome,
    Ply,
    Record,
    Trick,
    Variation,
)
from notation.record.traversal import has_notes, is_unsure
from notation.text.reader import Game
from referee.actions import Action
from referee.cards import FIRST_COPIES, NO_CARD, SEATS, Card, mask, suit_of
from referee.codes import Effect
from referee.deal import Deal
from referee.match import Match
from referee.partial import PartialDeal
from referee.rules import RuleSet
from referee.state import Reason

_UNDECIDED: Final = frozenset({"N303", "N304", "N306"})
"""Notes that part of a deal could not be judged, or that its result is taken on trust."""
_OF_THE_STATED: Final = frozenset({"X106", "X107", "X108"})
"""Errors about what is stated at the end of a deal."""
_NOTED: Final = re.compile("@|~")
"""What may say something about a deal beside the play and the result."""
_NOT_BY_PLAY: Final = frozenset({Reason.RESIGNATION, Reason.FORFEIT, Reason.AGREEMENT})
"""Ends of deals of which a judgement asks more than what they come to."""


class TriedDeal:
    """A deal with which something is wrong, and whether it may be right after changes."""

    def __init__(self, judgement: Judgement, rules: RuleSet, page: Game, number: int) -> None:
        self.page, self.rules, self.entry = page, rules, judgement.deals[number - 1]
        self.deal = judgement.game.readable.deals[number - 1]
        self.findings = [each for each in judgement.findings if each.deal == number]
        self.score = judgement.deals[number - 2].score if number > 1 else ()
        """The score before the deal."""
        self.is_dark = has_gaps(rules, self.deal)
        """Whether not all cards are known: then every change is judged."""

    def is_right(self, deal: DealRecord) -> bool:
        """Whether a deal is judged to its end and nothing goes against it; its match is not tried.

        Where cards are not known the play may leave its result open, if it is followed as far as before.
        """
        stated = deal.result
        alone = replace(deal, number=1, result=stated and replace(stated, score=self.won(stated)))
        judged = judge_under(replace(self.page, findings=(), draft=Record((), (alone,))), self.rules)
        [entry] = judged.deals
        if entry.stopped or judged.errors:
            return False
        if entry.result is None and stated is not None and stated.finished:
            return self.is_dark and len(entry.tricks) >= len(self.entry.tricks)
        return self.is_dark or not any(each.code.id in _UNDECIDED for each in judged.findings)

    def won(self, stated: Outcome) -> tuple[int, ...]:
        """What the deal brought by its stated score; nothing where that is not stated, or cannot be."""
        pairs = zip(stated.score, self.score or (0,) * len(stated.score), strict=False)
        won = tuple(after - before for after, before in pairs)
        return won if all(points >= 0 for points in won) or sum(won) == 0 else ()

    def numbered(self, ply: Ply) -> int:
        """An action as a play is tried with it."""
        return numbered_action(self.rules, ply.action, ply.seat, ply.irregular)

    @cached_property
    def numbers(self) -> list[list[int]]:
        """The actions of each trick."""
        return [list(map(self.numbered, trick.plies)) for trick in self.deal.tricks]

    @cached_property
    def opening(self) -> list[list[int]]:
        """The actions before the first lead, as those of a trick; none where nothing is bid."""
        opening = self.deal.opening if self.rules.auction.contracts else None
        numbers = []
        for ply in opening.plies if opening else ():
            is_laid_away = isinstance(ply, OpeningPly) and ply.action == LAID_AWAY
            done = ply.cards if is_laid_away else (action_of(self.rules, ply),)
            numbers += [
                numbered_action(self.rules, UNRECORDED if each is None else each, ply.seat, ply.irregular)
                for each in done
            ]
        return [numbers] if opening else []

    @cached_property
    def length(self) -> int:
        """How many they are."""
        return sum(map(len, self.numbers))

    @cached_property
    def start(self) -> Deal | None:
        """The deal before the first lead, unless not all cards are known, or it does not come to it."""
        starts = [] if self.is_dark else set_up(self.rules, self.deal)
        is_one = len(starts) == 1 and play_on(starts[0], self.opening) == PLAYED
        return starts[0] if is_one else None

    @cached_property
    def tried(self) -> TriedPlay | None:
        """The play as written, if it has a start."""
        return TriedPlay(self.start, self.numbers) if self.start else None

    @cached_property
    def is_exact(self) -> bool:
        """Whether the play has one start, in which each card has its place."""
        return self.tried is not None and not isinstance(self.tried.last, PartialDeal)

    def fits(self, at: int, others: list[list[int]], following: int) -> bool:
        """Whether the play may be right with other tricks from an index on, then as written from another."""
        if self.is_dark:
            return True
        plies = self.length + changed_length(self.numbers, at, others, following)
        if not self.is_exact or self.tried is None:
            return self.may_be_right(OPEN, self.deal, plies)
        came = self.tried.changed(at, others, following)
        is_renumbered = len(others) != following - at
        return self.may_be_right(came, self.deal, plies, self.tried.last, is_renumbered=is_renumbered)

    def fits_with(self, at: int, changed: dict[int, Action]) -> bool:
        """Whether it may be with other actions in the place of some in a trick."""
        numbers, plies = [*self.numbers[at]], self.deal.tricks[at].plies
        for index, action in changed.items():
            numbers[index] = numbered_action(self.rules, action, plies[index].seat, plies[index].irregular)
        return self.fits(at, [numbers], at + 1)

    def fits_inserted(self, at: int, index: int, action: Action) -> bool:
        """Whether it may be with one more action in a trick, before that of an index."""
        numbers = self.numbers[at]
        return self.fits(at, [[*numbers[:index], action, *numbers[index:]]], at + 1)

    def fits_tricks(self, tricks: Iterable[Trick]) -> bool:
        """Whether it may be with other tricks."""
        return self.fits(0, [list(map(self.numbered, trick.plies)) for trick in tricks], len(self.numbers))

    def fits_swapped(self, card: Card, other: Card) -> bool:
        """Whether it may be if two cards had been dealt in each other's place, if that is quickly seen."""
        last = self.deal.talon and self.deal.talon.cards[-1]
        has_copies = self.rules.deck_cards & ~FIRST_COPIES
        is_plain = self.is_dealt and not self.rules.auction.steps and not has_copies
        if self.tried is None or not is_plain or last in (card, other):
            return True
        return self.may_be_right(self.tried.swapped(card, other), self.deal, self.length, self.tried.last)

    def fits_stated(self, record: DealRecord) -> bool:
        """Whether the same play may be right with another stated result."""
        if self.is_dark:
            return True
        if not self.is_exact or self.tried is None:
            return self.may_be_right(OPEN, record, self.length)
        return self.may_be_right(self.tried.stop, record, self.length, self.tried.states[-1][-1].copy())

    def fits_dealt(self, record: DealRecord) -> bool:
        """Whether the same play of other cards, by another dealer or with other trumps may be right."""
        if self.is_dark:
            return True
        spend(len(self.rules.pack) if self.rules.deck_cards & ~FIRST_COPIES else 0)
        starts = set_up(self.rules, record)
        if len(starts) != 1 or isinstance(starts[0], PartialDeal):
            return self.may_be_right(OPEN, record, self.length)
        came = play_on(starts[0], [*self.opening, *self.numbers])
        return self.may_be_right(came, record, self.length, starts[0])

    def may_be_right(
        self,
        came: int,
        record: DealRecord,
        plies: int,
        deal: Deal | None = None,
        *,
        is_renumbered: bool = False,
    ) -> bool:
        """Whether a changed deal may be right whose play comes to this, and the deal of the referee to that.

        Of a ``record`` with other tricks nothing is looked at but the rest.
        """
        stays_wrong = self.is_misnumbered and not is_renumbered
        if came == REFUSED:
            work = HEAD_WORK + plies * 3 // 2
        elif came == PLAYED and deal is not None and (stays_wrong or self.agrees(record, deal) is False):
            work = _work_of(deal, plies)
        elif self.is_misdealt(record):
            work = HEAD_WORK + plies // PLIES_PASSED
        else:
            return True
        spend(work)
        return False

    def agrees(self, record: DealRecord, deal: Deal) -> bool | None:
        """Whether a deal that has been played to its end has come to what is stated.

        None where a judgement would ask more than that of a play in which nothing is found.
        """
        stated = record.result
        if deal.spent:
            deal.finish()
        result = deal.result
        if result is None or stated is None or not finished(stated) or stated.paid or result.paid:
            return None
        is_whole = result.reason is not Reason.FALSE_OUT or (deal.lead < 0 and record.tricks[-1].plies)
        is_by_play = result.reason not in _NOT_BY_PLAY and is_whole
        if not is_by_play or not (self.is_plain if record is self.deal else _is_plain(self.rules, record)):
            return None
        return not any(stated_result(stated, result, result.game_points))

    def is_borne_out(self, record: DealRecord) -> bool:
        """Whether the deal with another result is right: nothing else is wrong with it. That is counted."""
        found, stated = self.findings, record.result
        if self.tried is None or self.tried.stop != PLAYED or stated is None:
            return False
        if has_notes(record) or _NOTED.search(self.page.text):
            return False
        if any(
            each.code.id in _UNDECIDED or (each.is_error and each.code.id not in _OF_THE_STATED)
            for each in found
        ):
            return False
        deal, match = self.tried.states[-1][-1].copy(), Match(self.rules)
        if not self.agrees(record, deal) or deal.result is None or self.entry.stopped or record.awards:
            return False
        match.add(record.dealer, deal.result)
        if self.won(stated) not in ((), tuple(match.score)):
            return False
        spend(_work_of(deal, self.length))
        return True

    @cached_property
    def is_dealt(self) -> bool:
        """Whether each seat has a whole hand, and the talon the others."""
        return _is_dealt(self.rules, self.deal)

    @cached_property
    def is_misnumbered(self) -> bool:
        """Whether a trick has a wrong number, which it keeps unless the tricks are numbered anew."""
        is_wrong = any(each.code is TRICK_NUMBER for each in self.findings)
        return is_wrong and not self.entry.stopped and not has_notes(self.deal)

    @cached_property
    def is_plain(self) -> bool:
        """Whether the play of the deal as written comes to one result, whatever is noted of it."""
        return _is_plain(self.rules, self.deal)

    def is_misdealt(self, record: DealRecord) -> bool:
        """Whether the cards of a deal are such that its play is not judged."""
        if is_unsure(self.deal):
            return False
        return self.has_wrong_cards if record is self.deal else _has_wrong_cards(self.rules, record)

    @cached_property
    def has_wrong_cards(self) -> bool:
        """Whether the cards of the deal as written are such."""
        return _has_wrong_cards(self.rules, self.deal)


def _has_wrong_cards(rules: RuleSet, record: DealRecord) -> bool:
    setup = Setup(rules, record)
    return any(found.code.effect is Effect.STOPS for check in DEALT for found in check(setup))


def _work_of(deal: Deal, plies: int) -> int:
    """What judging a deal to its end costs: of one with a false claim the play is gone through twice."""
    times = 2 if deal.result is not None and deal.result.reason is Reason.FALSE_OUT else 1
    return HEAD_WORK + plies // PLIES_PASSED + times * plies


def _is_plain(rules: RuleSet, record: DealRecord) -> bool:
    """Whether the play of a deal comes to one result, whatever is noted of it."""
    if rules.in_deal(1) is not rules or rules.auction.steps or _says_more(record):
        return False
    numbers = [trick.number for trick in record.tricks]
    return numbers == list(range(1, len(numbers) + 1)) and _is_dealt(rules, record)


def _says_more(record: DealRecord) -> bool:
    """Whether notes tell of another play, or of what happened beside it; others change no result."""
    of_plies = (ply.notes for trick in record.tricks for ply in trick.plies)
    notes = chain(*(trick.notes for trick in record.tricks), *of_plies)
    return any(isinstance(note, Variation | Annotation) for note in notes)


def _is_dealt(rules: RuleSet, record: DealRecord) -> bool:
    """Whether a deal has a whole hand for each seat and the talon, and each card of the pack once."""
    if not record.is_stated_once or [seat for seat, _ in record.hands] != list(SEATS[: rules.seats]):
        return False
    talon = record.talon.cards if record.talon else ()
    sizes = {len(hand.cards) for _, hand in record.hands}
    cards = [card for holding in record.holdings for card in holding.cards]
    last = talon[-1] if talon else NO_CARD
    is_turned = record.suit < 0 or record.trump is not None or (last >= 0 and suit_of(last) == record.suit)
    return (
        sizes == {rules.deal_hand_size}
        and len(talon) == rules.talon_size > 0
        and min(cards) >= 0
        and mask(cards) == rules.deck_cards
        and (record.trump is None or record.trump == last)
        and is_turned
    )
