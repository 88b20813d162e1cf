"""Continuations: what can be written after the recorded part of a deal, and its consequences.

The referee says which actions are legal, and the judgement of the record with the action whether it may be
written there; this module contains no rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from notation.findings import Finding
from notation.judge import DealJudgement, Event, TrickLedger, has_gaps, judge, play_deal, ply_of
from notation.judge.action import OPENING, PlayLog
from notation.record import NOBODY, UNRECORDED, DealRecord, Ply, Record, Trick, Unread, Variation
from notation.record.model import LAID_AWAY, OpeningPly
from notation.record.traversal import last_number, varied
from notation.text import read, write
from referee import Deal, RuleSet, actions, members
from referee import codes as rulings
from referee.cards import SEATS, Card, Seat, Suit, kind
from referee.contracts import Opening


class Continuation(NamedTuple):
    """An action that may be written next, and its consequences."""

    ply: Ply
    event: Event
    trick: TrickLedger
    after: DealJudgement
    trump: Suit


@dataclass(frozen=True)
class DealSoFar:
    """The state of a deal after all that is recorded of it."""

    rules: RuleSet
    record: DealRecord
    deal: Deal
    entry: DealJudgement
    findings: list[Finding] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """The number of errors in the play so far."""
        return sum(finding.is_error for finding in self.findings)

    @property
    def has_gaps(self) -> bool:
        """Whether some card of the deal is not recorded."""
        return has_gaps(self.rules, self.record)

    def continuations(self, owner: Seat = NOBODY, drawing: bool = False) -> Iterator[Continuation]:
        """Yield all actions possible now, by one seat if already named; or all possible draws."""
        if self.entry.stopped or not self.is_begun:
            return
        for ply in dict.fromkeys(self._draws() if drawing else self._actions(owner)):
            after = play_so_far(self.rules, self._with(ply))
            if after and after.errors == self.errors and not after.entry.stopped:
                for trick in after.entry.tricks[-1:]:  # none if the deal cannot be played
                    if trick.events and trick.events[-1].ply is ply:
                        yield Continuation(ply, trick.events[-1], trick, after.entry, self.deal.trump)

    @property
    def is_begun(self) -> bool:
        """Whether there is a line of play, or of what comes before the first lead, that can go on."""
        return bool(self.record.tricks) or self.record.opening is not None

    def _with(self, ply: Ply) -> DealRecord:
        """Return the deal with one more action on its last line."""
        record = self.record
        if not record.tricks and record.opening:
            return replace(record, opening=replace(record.opening, plies=(*record.opening.plies, ply)))
        *before, last = record.tricks
        return replace(record, tricks=(*before, replace(last, plies=(*last.plies, ply))))

    def _actions(self, owner: Seat) -> Iterator[Ply]:
        """Yield what the referee allows; if cards are missing, whatever it may allow."""
        deal = self.deal
        seats = SEATS[: deal.rules.seats]
        found = deal.legal()
        if self.has_gaps and (deal.auction is None or deal.auction.due is None):
            words = [each for each in found if each[0] > actions.RESIGN]
            found = [(card, deal.turn) for card in members(deal.rules.deck_cards & ~deal.gone)] + words
            found += [(said, seat) for seat in seats for said in actions.ANNOUNCEMENTS]
        if deal.auction is not None and deal.auction.due is Opening.DISCARD:
            named = deal.turn if owner >= 0 else NOBODY
            for cards in combinations(
                [card for card, _ in found if card < actions.CARDS], deal.rules.talon_size
            ):
                yield OpeningPly(LAID_AWAY, seat=named, cards=tuple(map(Card, cards)))
            return
        if not deal.over:
            found.append((actions.RESIGN, owner if owner >= 0 else deal.turn))
        for action, seat in found:
            if action != actions.DRAW and owner in (NOBODY, seat):
                value = (
                    deal.marriage_points(actions.marriage_suit(action)) if actions.is_marriage(action) else 0
                )
                written = actions.CLOSE if action == actions.CLOSE_SHORT else action
                named = owner if owner >= 0 else NOBODY if seat == deal.turn else seat
                yield ply_of(self.rules, written, value, named, deal.face_down)

    def _draws(self) -> Iterator[Ply]:
        for card in (*members(self.deal.rules.deck_cards), UNRECORDED):
            yield Ply(actions.DRAW, card=kind(card))

    def next_number(self) -> int | None:
        """The number of the trick that can start now, or None."""
        tricks = self.record.tricks
        number = last_number(self.record) + 1 if tricks else self.deal.trick + 1
        after = play_so_far(self.rules, replace(self.record, tricks=(*tricks, Trick(number))))
        if self.entry.stopped or number < 1 or not after or after.entry.stopped:
            return None
        return number if after.errors == self.errors else None


def play_so_far(rules: RuleSet, record: DealRecord) -> DealSoFar | None:
    """Return the state after a deal's last action; None if its play cannot be judged at all."""
    if not record.is_headed:
        return None
    if rules.auction.steps and not record.tricks and record.opening is None:
        record = replace(record, opening=Trick(OPENING))
    log = PlayLog.of(record)
    entry, findings = log.entry, log.findings
    deal = play_deal(rules, replace(record, result=None), log)
    if deal is None:
        return None
    said = [event.ply.action for trick in entry.tricks for event in trick.events]
    if (deal.spent or deal.forfeit) and not {actions.OUT, actions.RESIGN} & set(said):
        deal.result = None  # nobody has claimed yet
    return DealSoFar(rules, record, deal, entry, findings)


def written_up_to(deal: DealRecord, depth: int) -> DealRecord | None:
    """Return a deal that continues with the open variations at its end, ``depth`` of them.

    None if the end of the deal could not be read.
    """
    line = deal
    for _ in range(depth):
        last = line.tricks[-1] if line.tricks else line.opening
        notes = last.plies[-1].notes if last and last.plies else ()
        variation = notes[-1] if notes else None
        if last is None or not isinstance(variation, Variation) or not variation.tricks:
            return None
        line = varied(line, len(line.tricks) - 1, len(last.plies) - 1, variation)
    opening = _bare(line.opening) if line.opening else None
    return replace(deal, opening=opening, tricks=tuple(map(_bare, line.tricks)))


def without_last(deal: DealRecord) -> DealRecord | None:
    """Return a deal without its last action, where a variation of that starts."""
    last = deal.tricks[-1] if deal.tricks else deal.opening
    if last is None or not last.plies:
        return None
    shorter = replace(last, plies=last.plies[:-1])
    if not deal.tricks:
        return replace(deal, opening=shorter)
    return replace(deal, tricks=(*deal.tricks[:-1], shorter))


def _bare(trick: Trick) -> Trick:
    """Return a trick without its notes, except for unread text, where judging stops."""
    plies = (replace(ply, notes=_unread(ply.notes)) for ply in trick.plies)
    return replace(trick, notes=_unread(trick.notes), plies=tuple(plies))


def _unread(notes: tuple[object, ...]) -> tuple[Unread, ...]:
    return tuple(note for note in notes if isinstance(note, Unread))


class Aftermath(NamedTuple):
    """What can follow the deals of a record: the state of the last, and the next dealers."""

    entry: DealJudgement | None
    dealers: list[Seat]


def aftermath(rules: RuleSet, record: Record) -> Aftermath:
    """Return what can follow the deals of a match; there is no next dealer once it is over."""
    seats = list(SEATS[: rules.seats])
    if not record.deals:
        return Aftermath(None, seats)
    entry, dealers = None, []
    for dealer in seats:
        further = DealRecord(len(record.deals) + 1, dealer)
        # Written and read again, so that it has the spans of a text.
        text = write(replace(record, deals=(*record.deals, further)))
        found = judge(next(read(text)), imposed=rules)
        if len(found.deals) <= len(record.deals):
            return Aftermath(None, [])  # a game has no more deals than this
        entry = found.deals[-2]
        ruled = {finding.code: finding.facts for finding in found.findings if finding.deal == further.number}
        if rulings.MATCH_OVER in ruled:
            return Aftermath(entry, [])
        turn = (ruled.get(rulings.WRONG_DEALER) or {}).get("turn")
        if isinstance(turn, int):
            return Aftermath(entry, [Seat(turn)])
        dealers.append(dealer)
    return Aftermath(entry, dealers)
