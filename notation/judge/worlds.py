"""Deals with unknown cards in which each action can have been allowed, but not all of them together.

The deal is played once more with one set of possible deals, those in which everything so far was allowed, and
each action leaves fewer of them. Where none is left, something was against the rules whatever the cards are.
A card that was played and is not known is tried as each card that it can be. The work is limited: beyond the
limit nothing is decided, and nobody is accused.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardsFact, Choice, Finding, Phrase, Related, SeatFact
from notation.judge import assertions
from notation.judge.action import PlayLog
from notation.judge.deal import Setup, play_start
from notation.judge.incomplete import MAX_WORLDS, PossibleWorlds, ShownCard
from notation.judge.judgement import Attempt, DealJudgement
from notation.limits import limited
from notation.record.model import NOBODY, DealRecord, Ply, Span
from notation.record.traversal import plies_of, rebuild
from notation.record.words import card_word
from notation.text.slips import has_slips
from referee import partial as gaps
from referee.actions import Action
from referee.cards import Card, Cards, Seat, kind, members
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Reason, Result
from referee.terms import terms_of

SEARCH_WORK: Final = 4_000
"""Actions that are judged in the search for a deal in which everything was allowed."""

_NOT_KNOWN: Final = Phrase("which card was played")
_NONE_LEFT: Final = Phrase("whether this was allowed")
_IF_HELD: Final = Phrase("in trick {trick} if {seat} held {cards}")
_UNLESS_HELD: Final = Phrase("in trick {trick} unless {seat} held {cards}")
_OTHERWISE: Final = Phrase("in trick {trick} ({what})")


class _TooLongError(Exception):
    """The search would take more work than it may."""


class Cause(NamedTuple):
    """An action that was against the rules if something is so, or what is found if nothing else was."""

    trick: int
    span: Span
    seat: Seat
    what: Phrase


class AllowedWorlds(PossibleWorlds):
    """The possible deals in which every action so far was allowed.

    Of a play that some cards forbid, those were not in the hand; that is concluded only of plays at the
    places in ``of``, if they are given.
    """

    def __init__(
        self,
        rules: RuleSet,
        record: DealRecord,
        proofs: Iterable[ShownCard],
        weighed: list[int],
        of: Collection[Span] | None = None,
    ) -> None:
        super().__init__(rules, record, proofs, weighed)
        self.causes: list[Cause] = []
        """What has narrowed the possible deals."""
        self.is_empty = False
        """Whether none is left."""
        self.gap: Ply | None = None
        """The play at which the deal stops, because nobody can tell which card it is."""
        self.candidates: list[Card] = []
        """The cards that it can be."""
        self._of = of

    def do(self, deal: Deal, action: Action, seat: Seat) -> Attempt:
        """Do an action that is allowed in some deal that is left."""
        attempt = super().do(deal, action, seat)
        self.is_empty = not (attempt.ruling or attempt.undecided or gaps.fits(deal))
        return Attempt(undecided=_NONE_LEFT) if self.is_empty else attempt

    def in_open_trick(self, deal: Deal, ply: Ply, action: Action, seat: Seat, turn: Seat) -> Phrase | None:
        """Stop where a card is played of which nobody can tell which it is."""
        if not ply.plays or action >= 0:
            return None
        candidates = members(self._candidates(deal, turn if seat < 0 else seat))
        self.gap, self.candidates = ply, list(dict.fromkeys(map(kind, candidates)))
        return _NOT_KNOWN

    def _may_revoke(self, deal: Deal, card: Card, acting: Seat, seat: Seat) -> bool:
        if deal.terms.has_copies:
            return False
        forbidding = 0
        for other in self._forbidding(deal, card, acting, seat):
            forbidding |= other
        if forbidding:
            if self._of is None or self._rest[0].span in self._of:
                gaps.exclude(deal, acting, forbidding)
            self._narrow(_IF_HELD, deal, acting, forbidding)
        return False

    def _assume(self, deal: Deal, action: Action, seat: Seat, needed: Cards, doubt: Phrase) -> Attempt:
        missing = needed & ~deal.hands[seat]
        attempt = super()._assume(deal, action, seat, needed, doubt)
        if attempt.doubt:
            self._narrow(_UNLESS_HELD, deal, seat, missing)
        return attempt._replace(doubt=None)

    def _narrow(self, what: Phrase, deal: Deal, seat: Seat, cards: Cards) -> None:
        trick = deal.trick + 1
        facts = {"trick": trick, "seat": SeatFact(seat), "cards": CardsFact(cards)}
        self.causes.append(Cause(trick, self._rest[0].span, seat, replace(what, facts=facts)))


def contradiction(setup: Setup) -> Finding | None:
    """What is wrong with a deal in which no error was found, if something is whatever the unknown cards are.

    Nothing is concluded from a deal with an action that is marked irregular; nor, where there are two of each
    card, which nobody can tell apart, from what a seat must or cannot have held.
    """
    record = setup.record
    if has_slips(record, setup.rules) or any(ply.irregular for _, ply in plies_of(record)):
        return None
    search = _Search(setup)
    try:
        with limited(SEARCH_WORK, _TooLongError):
            if not setup.starts or any(search.allows(start, record) for start in setup.starts):
                return None
    except _TooLongError:
        return None
    return search.found()


class _ImpossibleDeal(NamedTuple):
    """A deal that cannot be: what narrowed it, and the error that is left, None if no cards are left."""

    start: Deal
    record: DealRecord
    causes: list[Cause]
    error: Finding | None


class _Search:
    """The search for a possible deal in which everything was allowed and every statement is true."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.weighed = [0]
        self.failures: list[_ImpossibleDeal] = []

    def allows(self, start: Deal, record: DealRecord) -> bool:
        """Whether nothing is found wrong in some deal, or nobody can tell."""
        worlds, error = self._play(start, record)
        if terms_of(self.setup.rules).has_copies and (worlds.causes or worlds.is_empty):
            return True
        if error or worlds.is_empty:
            self.failures.append(_ImpossibleDeal(start, record, worlds.causes, error))
            return False
        if worlds.gap and not worlds.candidates:
            error = Finding(catalogue.NO_CARD_LEFT, worlds.gap.span, {"word": card_word(worlds.gap.played)})
            self.failures.append(_ImpossibleDeal(start, record, worlds.causes, error))
            return False
        return worlds.gap is None or any(
            self.allows(start, _filled(record, worlds.gap, card)) for card in worlds.candidates
        )

    def _needed(self, failure: "_ImpossibleDeal") -> list[Cause]:
        """The causes without which it would not have come to a failure."""
        start, record, needed, error = failure
        for cause in failure.causes:
            fewer = [other for other in needed if other is not cause]
            without = _without(record, cause.span)
            worlds, other = self._play(start, without, [each.span for each in fewer])
            if other == error and (error or worlds.is_empty):
                needed, record = fewer, without
        return needed

    def _play(
        self, start: Deal, record: DealRecord, of: Collection[Span] | None = None
    ) -> tuple[AllowedWorlds, Finding | None]:
        """Play a deal as far as its cards are known; the first error of that.

        A result that is stated where the play is not known to the end is not one.
        """
        made: list[AllowedWorlds] = []

        def worlds(
            rules: RuleSet, record: DealRecord, proofs: Iterable[ShownCard], weighed: list[int]
        ) -> AllowedWorlds:
            made.append(AllowedWorlds(rules, record, proofs, weighed, of))
            return made[-1]

        log = PlayLog.of(record)
        found = log.findings
        play_start(self.setup, record, start, log, self.weighed, worlds)
        if self.weighed[0] > MAX_WORLDS:
            raise _TooLongError
        if not made[0].gap:
            found += against(record, log.entry, self.setup.bonus)
        errors = (each for each in found if each.is_error and each.code is not catalogue.UNDECIDED)
        return made[0], next(errors, None)

    def found(self) -> Finding | None:
        """What is found: the same error where it is that everywhere, else all that can be wrong."""
        needed = [failure.causes for failure in self.failures]
        with suppress(_TooLongError), limited(SEARCH_WORK, _TooLongError):
            for number, failure in enumerate(self.failures):
                needed[number] = self._needed(failure)
        causes = [cause for each in needed for cause in each]
        errors = [failure.error for failure in self.failures]
        first = errors[0] if errors else None
        if first and not causes and all(error == first for error in errors):
            return first
        causes += (otherwise(error) for error in errors if error)
        if not causes:
            return None
        return always_wrong(causes)


def against(record: DealRecord, entry: DealJudgement, bonus: int) -> Iterator[Finding]:
    """What is wrong with the stated result of a deal."""
    stated = record.result
    if stated is None or not assertions.is_told(stated):
        return
    if entry.result is None:
        yield from assertions.points_so_far(stated, entry.card_points)
        if stated.reason in assertions.AGREED and not entry.stopped:
            agreed = Result(stated.winner, stated.game_points, Reason(stated.reason), entry.card_points)
            yield from assertions.card_points(stated, agreed, stated.game_points)
    else:
        result = assertions.as_settled(entry.result, stated, bonus)
        yield from assertions.stated_result(stated, result, assertions.worth_with(result, bonus)[1])


def always_wrong(causes: Iterable[Cause]) -> Finding:
    """That something is wrong whatever the unknown cards are, with all that it can be."""
    different = {(cause.span, str(cause.what)): cause for cause in causes}.values()
    [*before, last] = sorted(different, key=lambda cause: cause.span)
    seat = last.seat if all(cause.seat == last.seat for cause in before) else NOBODY
    facts = {"what": Choice(tuple(cause.what for cause in (*before, last)))}
    related = Related(before[0].span, before[0].what) if before else None
    return Finding(catalogue.ALWAYS_WRONG, last.span, facts, trick=last.trick, seat=seat, related=related)


def otherwise(error: Finding) -> Cause:
    """An error as what is wrong if nothing else is."""
    what = Phrase("{code}: {what}", {"code": error.code.id, "what": error.phrase})
    if error.trick:
        what = replace(_OTHERWISE, facts={"trick": error.trick, "what": what})
    return Cause(error.trick, error.span, error.seat, what)


def _without(record: DealRecord, span: Span) -> DealRecord:
    return rebuild(record, lambda _, ply: None if ply.span == span and not ply.plays else ply)


def _filled(record: DealRecord, gap: Ply, card: Card) -> DealRecord:
    return rebuild(record, lambda _, ply: replace(ply, action=card) if ply is gap else ply)
