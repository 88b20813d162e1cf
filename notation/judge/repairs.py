"""What would make a deal right: the smallest changes of its writing after which everything that is read fits.

A scribe's slip looks like a breach of the rules. So each deal that is wholly read and not right is tried with
one change of its writing after the other, likeliest first, and a change after which the deal is right to its
stated end is a repair. This module writes and tries; what is right the judge alone says. Nothing is changed
here: a repair is for a person to decide on.
"""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations, pairwise, product
from typing import Final, NamedTuple

from notation.findings.finding import (
    CardFact,
    Fact,
    Finding,
    Fix,
    Phrase,
    Repair,
    SeatFact,
    SuitFact,
)
from notation.judge.fixes import RESULT, put_after_number
from notation.judge.incidents import deed
from notation.judge.judgement import Judgement
from notation.judge.opening import action_of
from notation.judge.played import Plays
from notation.judge.tried_deal import TriedDeal
from notation.judge.tried_play import PLAYED, play_on
from notation.limits import UnfinishedError, left, limited, spend
from notation.record.model import (
    NOBODY,
    UNKNOWN_NUMBER,
    UNRECORDED,
    DealRecord,
    Holding,
    Outcome,
    Ply,
    Trick,
    Variation,
)
from notation.record.span import Span
from notation.record.words import SEAT_LETTERS, card_word, read_seat, seat_letter
from notation.text.fixes import Places
from notation.text.letters import in_english
from notation.text.reader import Game
from notation.text.slips import announced_after
from notation.text.unread import unread_of
from notation.text.writer import outcome_words, ply_word
from referee.actions import CLOSE, CONTRACT, DRAW, EXCHANGE, MARRIAGE, OUT, PASS, Action
from referee.cards import SEATS, SUIT_LETTERS, Card, Seat, Suit, kind, mask, members, rank_of, suit_of
from referee.codes import NOT_IN_TURN, WRONG_DEALER
from referee.deal import Deal
from referee.decisions import Announcer
from referee.match import Match
from referee.rules import RuleSet

REPAIR_WORK: Final = 36_000
"""What trying the changes of one deal may cost (:mod:`notation.limits`)."""
FAR_FETCHED_WORK: Final = 8_000
"""How much of that may have been done before cards are exchanged that no error speaks of."""
REPAIR_WORK_IN_THE_DARK: Final = 7_000
"""The same where not all cards are known, which takes longer."""
MOST_DEALS: Final = 4
"""Deals of a game that are tried."""
MOST_REPAIRS: Final = 6
"""Changes by which a deal may become right; with more of them the record does not say what was meant."""

_HEAD: Final = re.compile(
    r"deal[ \t\r\n]*[0-9]+[ \t\r\n]+dealer[ \t\r\n]*(?P<seat>[A-F])"
    r"(?:[ \t\r\n]+trump[ \t\r\n]+(?P<trump>[^\s{;]+))?"
)
"""The head of a deal as it is written with a trump card or suit in letters."""
_OF_THE_RESULT: Final = frozenset({"X105", "X106", "X107", "X108"})
"""Errors that say themselves what would be right."""
_OF_CLAIMS: Final = frozenset({"C201", "C202"})
"""What is said of a claim without being an error: that it is false may come of the same slip."""
_OF_THE_SCORE: Final = frozenset({"X109", "X110", "X111"})
"""Errors that no change within one deal explains."""


class _TriedChange(NamedTuple):
    """One change of the writing of a deal: what it says, the deal after it, and how the text changes.

    Where the text changes is looked for only after a change that makes the deal right.
    """

    says: Phrase
    deal: DealRecord
    fixes: Iterable[Fix]
    is_right: bool = False
    """Whether the deal is known to be right after it."""


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
        writing = _Writing(judgement, judgement.rules, page, number, errors)
        repairs = (plays or Plays()).repaired(writing.deal, writing.circumstances(), writing.repairs)
        first = min(errors, key=lambda each: each.span[:2])
        are_told = all(each.code.id in _OF_THE_RESULT for each in errors)
        for at, each in enumerate(found):
            is_claim = each.deal == number and each.code.id in _OF_CLAIMS
            if repairs and (each in errors or is_claim):
                given = repairs if each is first else ()
                found[at] = replace(each, is_explained=not are_told, repairs=given)
        if any(map(writing.deals_before, _dealers(repairs))):
            in_turn.add(number + 1)
    return [
        replace(each, is_explained=True) if each.code is WRONG_DEALER and each.deal in in_turn else each
        for each in found
    ]


def _dealers(repairs: Iterable[Repair]) -> list[Seat]:
    """Those who dealt, if a repair is that of the dealer."""
    texts = [change.text for repair in repairs for change in repair.changes]
    return [read_seat(text) for text in texts if text and text in SEAT_LETTERS]


class _Writing(TriedDeal):
    """The writing of a deal, and the slips by which it may have come from another."""

    def __init__(
        self, judgement: Judgement, rules: RuleSet, page: Game, number: int, errors: Sequence[Finding]
    ) -> None:
        super().__init__(judgement, rules, page, number)
        self.errors, self.number, self.deals = errors, number, judgement.game.readable.deals
        self.are_dealers_wrong = any(
            each.code.id == NOT_IN_TURN.id and each.trick == 1 and abs(each.deal - number) == 1
            for each in judgement.findings
        )
        """Whether somebody leads out of turn in the first trick of the deal before or after this one."""
        self.text = in_english(page.text)
        self.places = Places(self.text)
        self.head = _HEAD.match(self.text, self.places.offset(*self.deal.span[:2]))
        last, wrong = len(self.deal.tricks), [finding.trick for finding in errors]
        self.last = last if self.is_dark or not all(wrong) else min(*wrong, last)
        """The trick after which no change helps: what is wrong by then does not depend on it."""
        self.copies = Counter(map(kind, rules.pack))
        """How many of each kind of card the pack has."""
        cards = Counter(ply.played for trick in self.deal.tricks for ply in trick.plies if ply.plays)
        self.unplayed = [card for card in rules.pack if cards[kind(card)] < self.copies[kind(card)]]
        named = (fact for each in errors for fact in (each.facts or {}).values())
        self.suspects = {Card(Action(fact)) for fact in named if isinstance(fact, CardFact) and fact >= 0}
        """The cards that the errors name, and those that are played too often."""
        self.suspects |= {card for card in cards if card >= 0 and cards[card] > self.copies[card]}

    def circumstances(self) -> tuple[object, ...]:
        """All beside the writing of the deal that its repairs depend on."""
        around = (*self.deals[: self.number - 1][-1:], *self.deals[self.number :][:1])
        beside = [(deal.dealer, deal.result and deal.result.winner) for deal in around]
        entry = self.entry
        return (
            self.rules,
            self.errors,
            self.score,
            beside,
            self.are_dealers_wrong,
            entry.result,
            entry.game_points,
            len(entry.tricks),
        )

    def repairs(self) -> tuple[Repair, ...]:
        """The changes after which the deal is right, likeliest first."""
        deal = self.deal
        right: list[DealRecord] = []
        found: list[Repair] = []
        is_whole = deal.is_headed and deal.is_stated_once and deal.tricks and not any(unread_of(deal))
        if not is_whole or deal.position:
            return ()
        out_of_turn = any(each.code is WRONG_DEALER for each in self.errors)
        most, within = REPAIR_WORK_IN_THE_DARK if self.is_dark else REPAIR_WORK, left()
        if within is not None:  # the judgement stands without repairs, and more is to be done
            most = min(most, within // 2)
        spent, far_fetched = 0, min(most, FAR_FETCHED_WORK)
        for changes, bound in ((self.changes(), most), (self.cards_dealt(self.rules.pack), far_fetched)):
            with suppress(UnfinishedError), limited(max(0, bound - spent), UnfinishedError) as work:
                for change in () if found else changes:
                    if out_of_turn and not self.may_deal(change.deal.dealer):
                        continue
                    if change.deal not in right and (change.is_right or self.is_right(change.deal)):
                        right.append(change.deal)
                        found.append(Repair(change.says, tuple(change.fixes)))
                    if len(found) == MOST_REPAIRS:
                        break
            spent += work.spent
        return tuple(sorted(found, key=lambda each: not any(map(self.is_of_unsure, each.changes))))

    def is_of_unsure(self, fix: Fix) -> bool:
        """Whether a change is one of a card that the scribe is unsure of."""
        start, end = (self.places.offset(*place) for place in (fix.span[:2], fix.span[2:]))
        return "%" in self.text[start:end]

    def changes(self) -> Iterator[_TriedChange]:
        """Every change that is tried, likeliest first."""
        yield from self.announced_after()
        yield from self.in_brackets()
        yield from self.other_result()
        yield from self.other_dealer()
        yield from self.other_trumps()
        yield from self.opening_slips()
        yield from self.hands_exchanged()
        yield from self.talon_turned()
        yield from self.cards_by_seat()
        yield from self.cards_of_a_trick()
        yield from self.trick_twice()
        if self.is_dark:
            yield from self.other_card(are_suspect=True)
            yield from self.tricks_changed()
        yield from self.other_marriage()
        yield from self.left_out()
        if self.is_dark:
            yield from self.trick_left_out()
        yield from self.announced_elsewhere()
        yield from self.announced_behind()
        yield from self.other_actor()
        yield from self.said_twice()
        yield from self.claimed_before_cards()
        yield from self.other_card(are_suspect=False)
        yield from self.cards_dealt(self.suspects)
        if not self.is_dark:
            yield from self.tricks_changed()
            yield from self.trick_left_out()

    # Helpers.

    def plies(self) -> Iterator[tuple[int, int, Ply]]:
        """The actions of the tricks in which a change may help, with the index of the trick and their own."""
        for at, trick in enumerate(self.deal.tricks[: self.last]):
            for index, ply in enumerate(trick.plies):
                yield at, index, ply

    @property
    def held(self) -> list[tuple[Seat, Holding]]:
        """The hands with their seats, then the talon."""
        return [*self.deal.hands, *([(NOBODY, self.deal.talon)] if self.deal.talon else [])]

    def with_plies(self, at: int, plies: Iterable[Ply]) -> DealRecord:
        """The deal with other actions in a trick."""
        tricks = list(self.deal.tricks)
        tricks[at] = replace(tricks[at], plies=tuple(plies))
        return replace(self.deal, tricks=tuple(tricks))

    def put(self, says: Phrase, at: int, changed: dict[int, Ply]) -> _TriedChange:
        """The change that writes other actions in the place of some in a trick."""
        plies = self.deal.tricks[at].plies
        deal = self.with_plies(at, (changed.get(index, ply) for index, ply in enumerate(plies)))
        return _TriedChange(
            says, deal, (Fix(plies[index].span, ply_word(ply)) for index, ply in changed.items())
        )

    def inserted(self, says: Phrase, at: int, index: int, ply: Ply) -> _TriedChange:
        """The change that writes one more action in a trick, before that of an index."""
        plies = self.deal.tricks[at].plies
        deal = self.with_plies(at, (*plies[:index], ply, *plies[index:]))
        return _TriedChange(says, deal, self.insertion(at, index, ply))

    def without(self, ply: Ply) -> Fix:
        """How the text changes when an action is left out."""
        start, end = (self.places.offset(*place) for place in (ply.span[:2], ply.span[2:]))
        after = end + len(self.text[end:]) - len(self.text[end:].lstrip(" \t"))
        if after == end:
            start = len(self.text[:start].rstrip(" \t"))
        return Fix(self.places.span(start, after), "")

    def insertion(self, at: int, index: int, ply: Ply) -> Iterator[Fix]:
        """How the text changes when one more action is written."""
        plies = self.deal.tricks[at].plies
        if index < len(plies):
            start = self.places.offset(*plies[index].span[:2])
            yield Fix(self.places.span(start, start), f"{ply_word(ply)} ")
        else:
            end = self.end_of(self.deal.tricks[at])
            yield Fix(self.places.span(end, end), f" {ply_word(ply)}")

    def end_of(self, trick: Trick) -> int:
        """Where a trick ends in the text, its notes included."""
        spans = [trick.span, *(ply.span for ply in trick.plies)]
        spans += (note.span for ply in trick.plies[-1:] for note in ply.notes)
        return max(self.places.offset(*span[2:]) for span in spans)

    def actions_of(self, trick: Trick) -> Span:
        """The place of what is done in a trick."""
        start = self.places.offset(*trick.plies[0].span[:2])
        return self.places.span(start, self.end_of(trick))

    def words(self, span: Span) -> str:
        """What is written in a place, in English letters."""
        return self.text[self.places.offset(*span[:2]) : self.places.offset(*span[2:])]

    # The kinds of slips.

    def other_result(self) -> Iterator[_TriedChange]:
        """Another winner, or one other number, in the stated result."""
        stated, result = self.deal.result, self.entry.result
        if stated is None or result is None or not stated.finished:
            return
        won = self.entry.game_points
        start = self.places.offset(*stated.span[:2])
        written = RESULT.match(self.text, start)
        if written is None:
            return
        end = written.end()
        for changed in (
            replace(stated, winner=result.winner),
            replace(stated, game_points=won),
            replace(stated, reason=result.reason.value),
            replace(stated, card_points=result.card_points),
            replace(stated, paid=result.paid),
        ):
            is_alike = changed != stated and bool(changed.paid) is bool(stated.paid)
            deal = replace(self.deal, result=changed)
            if is_alike and _digits_changed(stated, changed) <= 1 and self.fits_stated(deal):
                words = outcome_words(replace(changed, score=()))
                says = Phrase("the result of the deal is {result}", {"result": words.removeprefix("= ")})
                fix = Fix(self.places.span(start, end), outcome_words(changed))
                yield _TriedChange(says, deal, (fix,), self.is_borne_out(deal))

    def other_dealer(self) -> Iterator[_TriedChange]:
        """Another dealer."""
        found = self.head
        for seat in SEATS[: self.rules.seats] if found else ():
            if found and seat != self.deal.dealer and self.may_deal(seat):
                deal = replace(self.deal, dealer=seat)
                if self.fits_dealt(deal):
                    says = Phrase("the dealer was {seat}", {"seat": SeatFact(seat)})
                    fix = Fix(self.places.span(*found.span("seat")), seat_letter(seat))
                    yield _TriedChange(says, deal, (fix,))

    def other_trumps(self) -> Iterator[_TriedChange]:
        """Another turn-up or trump suit in the head: that of the talon, or one with the same rank or suit."""
        deal, found = self.deal, self.head
        if found is None or not found["trump"]:
            return
        place = self.places.span(*found.span("trump"))
        if deal.trump is None:
            for suit in range(4):
                named = replace(deal, suit=Suit(suit))
                if suit != deal.suit and self.fits_dealt(named):
                    fix = Fix(place, SUIT_LETTERS[suit])
                    yield _TriedChange(Phrase("{suit} were trumps", {"suit": SuitFact(suit)}), named, (fix,))
            return
        turned = deal.talon.cards[-1:] if deal.talon else ()
        held = {card for _, holding in deal.hands for card in holding.cards if self.rules.talon_size}
        for card in turned or dict.fromkeys(kind(each) for each in self.rules.pack if each not in held):
            named = replace(deal, trump=card)
            if card >= 0 and _are_alike(card, deal.trump) and self.fits_dealt(named):
                facts = {"card": CardFact(deal.trump), "due": CardFact(card)}
                says = Phrase("{card} in the head is a slip for {due}", facts)
                yield _TriedChange(says, named, (Fix(place, card_word(card)),))

    def may_deal(self, dealer: Seat) -> bool:
        """Whether somebody may have dealt between those who dealt before and after.

        Where those are wrong as well, they may be as far from who dealt in their place.
        """
        shift = dealer - self.deal.dealer
        return self.are_in_turn(dealer, 0) or (self.are_dealers_wrong and self.are_in_turn(dealer, shift))

    def are_in_turn(self, dealer: Seat, shift: int) -> bool:
        """Whether somebody and those so far from the dealers before and after deal in turn."""
        here = self.number - 1
        deals = [
            (dealer if at == here else Seat((deal.dealer + shift) % self.rules.seats), deal.result)
            for at, deal in enumerate(self.deals)
            if abs(at - here) <= 1
        ]
        for (first, result), (second, _) in pairwise(deals):
            match = Match(self.rules)
            match.pass_deal(first, result.winner if result else NOBODY)
            if any(match.refusals(second)):
                return False
        return True

    def deals_before(self, dealer: Seat) -> bool:
        """Whether the next deal is in turn if somebody dealt this one."""
        match, won = Match(self.rules), self.deal.result
        match.pass_deal(dealer, won.winner if won else NOBODY)
        return not any(match.refusals(next_one.dealer) for next_one in self.deals[self.number :][:1])

    def cards_of_a_trick(self) -> Iterator[_TriedChange]:
        """Two cards of a trick in the wrong order."""
        for at, trick in reversed(list(enumerate(self.deal.tricks[: self.last]))):
            cards = [index for index, ply in enumerate(trick.plies) if ply.plays and not ply.withdrawn]
            for one, other in combinations(cards, 2):
                first, second = trick.plies[one], trick.plies[other]
                if not self.fits_with(at, {one: second.action, other: first.action}):
                    continue
                facts = {"card": CardFact(first.action), "due": CardFact(second.action), "number": at + 1}
                says = Phrase("{card} and {due} in trick {number} are in the wrong order", facts)
                changed = {
                    one: replace(first, action=second.action, among=second.among, unsure=second.unsure),
                    other: replace(second, action=first.action, among=first.among, unsure=first.unsure),
                }
                yield self.put(says, at, changed)

    def opening_slips(self) -> Iterator[_TriedChange]:
        """Passes that are left out, or one too many, or a bid of the game that is played if nobody bids."""
        opening = self.deal.opening
        if opening is None or not opening.plies or self.is_dark or not self.rules.auction.steps:
            return
        plies, last = opening.plies, opening.plies[-1]
        start, end = (self.places.offset(*place) for place in (last.span[:2], last.span[2:]))
        if self.start and (passes := self.passes_due(self.start.copy())):
            added = (*(Ply(PASS),) * (passes - 1), Ply(PASS, notes=last.notes))
            says = Phrase("passes before the first lead are left out")
            fix = Fix(self.places.span(end, end), " pass" * passes)
            yield self.opened(says, (*plies[:-1], replace(last, notes=()), *added), fix)
        if last.action == PASS and len(plies) > 1:
            before = replace(plies[-2], notes=(*plies[-2].notes, *last.notes))
            says = Phrase("there is one pass too many before the first lead")
            fix = Fix(self.places.span(len(self.text[:start].rstrip()), end), "")
            yield self.opened(says, (*plies[:-2], before), fix)
        for index, ply in enumerate(plies):
            if action_of(self.rules, ply) == CONTRACT + self.rules.auction.unbid >= CONTRACT:
                changed = Ply(PASS, seat=ply.seat, notes=ply.notes)
                says = Phrase("a pass is written as a bid of the game that is played if nobody bids")
                fix = Fix(ply.span, ply_word(changed))
                yield self.opened(says, (*plies[:index], changed, *plies[index + 1 :]), fix)

    def opened(self, says: Phrase, plies: tuple[Ply, ...], fix: Fix) -> _TriedChange:
        """The change that writes other actions before the first lead."""
        opening = self.deal.opening and replace(self.deal.opening, plies=plies)
        return _TriedChange(says, replace(self.deal, opening=opening), (fix,))

    def passes_due(self, deal: Deal) -> int:
        """How many passes there are until the first lead; none where something else is due."""
        passes = 0
        while deal.is_opening:
            if deal.push(PASS) is not None:
                return 0
            passes += 1
        return passes

    def hands_exchanged(self) -> Iterator[_TriedChange]:
        """Two hands in each other's place."""
        hands = () if self.has_wrong_cards else self.deal.hands
        for one, other in combinations(range(len(hands)), 2):
            (seat, first), (other_seat, second) = hands[one], hands[other]
            changed = list(hands)
            changed[one], changed[other] = (seat, second), (other_seat, first)
            deal = replace(self.deal, hands=tuple(changed))
            if first.cards and second.cards and self.fits_dealt(deal):
                facts: dict[str, Fact] = {"seat": SeatFact(seat), "other": SeatFact(other_seat)}
                says = Phrase("the hands of {seat} and {other} are in each other's place", facts)
                yield _TriedChange(says, deal, self.cards_exchanged(first, second))

    def cards_exchanged(self, first: Holding, second: Holding) -> Iterator[Fix]:
        """How the text changes when two hands are in each other's place."""
        places = []
        for each in (first, second):
            start, end = self.dealt_at(each, 0), self.places.offset(*each.span[2:])
            places.append(self.places.span(self.places.offset(*start[:2]), end))
        yield Fix(places[0], self.words(places[1]))
        yield Fix(places[1], self.words(places[0]))

    def talon_turned(self) -> Iterator[_TriedChange]:
        """The talon from the bottom, or with the turn-up before its other cards."""
        talon = self.deal.talon
        if talon is None or self.has_wrong_cards or len(talon.cards) < 2 or talon.among or talon.unsure:
            return
        first, *others = cards = talon.cards
        for says, order in (
            (Phrase("the cards of the talon are written from the bottom"), cards[::-1]),
            (Phrase("the turn-up is written before the other cards of the talon"), (*others, first)),
        ):
            pairs = enumerate(zip(cards, order, strict=True))
            changed = {(NOBODY, index): card for index, (written, card) in pairs if card != written}
            if changed:
                yield from self.dealt(says, changed)

    def cards_by_seat(self) -> Iterator[_TriedChange]:
        """The cards of all tricks in the order of the seats, whoever led."""
        for first in SEATS[: self.rules.seats]:
            tricks = self.from_the_leader(first)
            changed = [pair for pair in zip(tricks, self.deal.tricks, strict=False) if pair[0] != pair[1]]
            if len(changed) > 1:
                fixes = (
                    Fix(old.span, self.words(new.span))
                    for trick, written in changed
                    for new, old in zip(trick.plies, written.plies, strict=True)
                    if new.span != old.span
                )
                says = Phrase("the cards of every trick are written in the order of the seats")
                yield _TriedChange(says, replace(self.deal, tricks=tuple(tricks)), fixes)

    def from_the_leader(self, first: Seat) -> list[Trick]:
        """The tricks, written from a seat on, with their cards from the leader on; none if one is refused."""
        tricks: list[Trick] = []
        if self.start is None or self.has_wrong_cards:
            return tricks
        deal = self.start.copy()
        for trick in self.deal.tricks:
            spend()
            turned = _turned(trick.plies, (deal.leader - first) % self.rules.seats, self.rules.seats)
            if play_on(deal, [list(map(self.numbered, turned))]) != PLAYED:
                return []
            tricks.append(replace(trick, plies=turned))
        return tricks

    def claimed_before_cards(self) -> Iterator[_TriedChange]:
        """A claim that is written before cards of the trick after which it was made."""
        for at, index, ply in self.plies():
            plies, here = self.deal.tricks[at].plies, self.numbers[at]
            if ply.action != OUT or ply.notes or index + 1 == len(plies):
                continue
            if self.fits(at, [[*here[:index], *here[index + 1 :], here[index]]], at + 1):
                gone = self.without(ply)
                put = next(iter(self.insertion(at, len(plies), ply)))
                facts: dict[str, Fact] = {"needed": self.rules.target, "number": at + 1}
                says = Phrase("the claim of {needed} in trick {number} was made after the trick", facts)
                if not any(each.plays for each in plies[index:]):
                    facts["action"] = deed(plies[-1])
                    says = Phrase("the claim of {needed} in trick {number} was made after {action}", facts)
                deal = self.with_plies(at, (*plies[:index], *plies[index + 1 :], ply))
                yield _TriedChange(says, deal, (gone, put))

    def other_marriage(self) -> Iterator[_TriedChange]:
        """Another suit or value of a marriage."""
        for at, index, ply in self.plies():
            if not MARRIAGE <= ply.action < MARRIAGE + 4:
                continue
            for suit in range(4):
                action = Action(MARRIAGE + suit)
                for value in (20, 40):
                    if (action, value) == (ply.action, ply.value) or not self.fits_with(at, {index: action}):
                        continue
                    facts = {"value": value, "suit": SuitFact(suit), "number": at + 1}
                    says = Phrase("the marriage in trick {number} is {value} in {suit}", facts)
                    yield self.put(says, at, {index: replace(ply, action=action, value=value)})

    def left_out(self) -> Iterator[_TriedChange]:
        """An exchange, a close, a marriage, a claim or a reply that was not written."""
        tricks = self.deal.tricks
        said = {ply.action for trick in tricks for ply in trick.plies}
        last = len(tricks) - 1
        if OUT not in said and self.ends_with_a_claim:
            says = Phrase(
                "the claim of {needed} at the end of the deal is left out", {"needed": self.rules.target}
            )
            yield self.inserted(says, last, len(tricks[last].plies), Ply(OUT))
        for at in reversed(range(self.last)):
            plies = tricks[at].plies
            number = {"number": at + 1}
            places = [index for index, ply in enumerate(plies) if ply.plays]
            if len(places) == self.rules.seats - 1:
                for card in self.unplayed:
                    for index in (places[-1] + 1, *places):
                        if self.fits_inserted(at, index, card):
                            facts = {"card": CardFact(card), **number}
                            says = Phrase("{card} is left out in trick {number}", facts)
                            yield self.inserted(says, at, index, Ply(Action(card)))
            if not plies:
                continue
            for index in (0, *places) if EXCHANGE not in said else ():
                if self.fits_inserted(at, index, EXCHANGE):
                    says = Phrase("the exchange in trick {number} is left out", number)
                    yield self.inserted(says, at, index, Ply(EXCHANGE))
            if CLOSE not in said:
                for index in {0, places[0] if places else 0, len(plies)}:
                    if self.fits_inserted(at, index, CLOSE):
                        says = Phrase("the close in trick {number} is left out", number)
                        yield self.inserted(says, at, index, Ply(CLOSE))
            yield from self.marriage_left_out(at)

    @cached_property
    def ends_with_a_claim(self) -> bool:
        """Whether the play may be right if 66 was claimed after its last action."""
        tricks = self.deal.tricks
        return self.fits_inserted(len(tricks) - 1, len(tricks[-1].plies), OUT)

    def marriage_left_out(self, at: int) -> Iterator[_TriedChange]:
        """A marriage that was not written before the card that is led."""
        plies = self.deal.tricks[at].plies
        led = next(((index, ply) for index, ply in enumerate(plies) if ply.plays), None)
        if led is None or led[1].action < 0 or any(ply.value for ply in plies[: led[0]]):
            return
        index, ply = led
        suit = suit_of(ply.played)
        action = Action(MARRIAGE + suit)
        for value in (40, 20):
            if self.fits_inserted(at, index, action):
                facts = {"value": value, "suit": SuitFact(suit), "number": at + 1}
                says = Phrase("the marriage of {value} in {suit} in trick {number} is left out", facts)
                yield self.inserted(says, at, index, Ply(action, value))

    def announced_elsewhere(self) -> Iterator[_TriedChange]:
        """An exchange, a close or a marriage that belongs to the trick before or after, or elsewhere."""
        tricks, all_may = self.deal.tricks, self.rules.marriage_who is Announcer.TURN
        for at, trick in enumerate(tricks[: self.last + 1]):
            for index, ply in enumerate(trick.plies):
                if ply.plays or ply.action in (OUT, DRAW) or ply.notes:
                    continue
                for to in (at - 1, at) if ply.action == CLOSE else (at - 1, at, at + 1):
                    others = tricks[to].plies if 0 <= to < len(tricks) and min(at, to) < self.last else ()
                    cards = [place for place, each in enumerate(others) if each.plays]
                    closes = [
                        place for place, each in enumerate(others) if each.action == CLOSE != ply.action
                    ]
                    first = [0] if to > at and others else closes
                    for place in dict.fromkeys((*first, *(cards if all_may else cards[:1]))):
                        if (to, place) not in ((at, index), (at, index + 1)):
                            yield from self.announced_before(at, index, to, place)

    def announced_behind(self) -> Iterator[_TriedChange]:
        """All that is announced in a trick, written after the card that was led: as said before it."""
        tricks = self.deal.tricks
        for at, trick in enumerate(tricks[: self.last + 1]):
            said = [ply for ply in trick.plies if not ply.plays and ply.action not in (OUT, DRAW)]
            led = next((index for index, ply in enumerate(trick.plies) if ply.plays), len(trick.plies))
            if len(said) < 2 or all(ply in said for ply in trick.plies[: led + len(said)]):
                continue
            rest = [ply for ply in trick.plies if ply not in said]
            for before in (said, sorted(said, key=lambda ply: ply.action != EXCHANGE)):
                plies = (*before, *rest)
                if self.fits(at, [list(map(self.numbered, plies))], at + 1):
                    put = Fix(self.actions_of(trick), " ".join(map(ply_word, plies)))
                    says = Phrase(
                        "what is announced in trick {number} was said before its lead", {"number": at + 1}
                    )
                    yield _TriedChange(says, self.with_plies(at, plies), (put,))

    def said_twice(self) -> Iterator[_TriedChange]:
        """What is announced, written twice."""
        said: set[Action] = set()
        for at, index, ply in self.plies():
            plies, here = self.deal.tricks[at].plies, self.numbers[at]
            if not ply.plays and ply.action in said and not ply.notes:
                if self.fits(at, [[*here[:index], *here[index + 1 :]]], at + 1):
                    facts: dict[str, Fact] = {"action": deed(ply, self.rules.target), "number": at + 1}
                    says = Phrase("the {action} in trick {number} is written twice", facts)
                    deal = self.with_plies(at, (*plies[:index], *plies[index + 1 :]))
                    yield _TriedChange(says, deal, (self.without(ply),))
            elif ply.action != DRAW:
                said.add(ply.action)

    def other_actor(self) -> Iterator[_TriedChange]:
        """An action of another player than the one who is named."""
        for at, index, ply in self.plies():
            if ply.seat == NOBODY or ply.notes:
                continue
            changed = replace(ply, seat=NOBODY)
            numbers = [*self.numbers[at]]
            numbers[index] = self.numbered(changed)
            if self.fits(at, [numbers], at + 1):
                facts: dict[str, Fact] = {"seat": SeatFact(ply.seat), "number": at + 1}
                says = Phrase("{seat} is named by mistake in trick {number}", facts)
                yield self.put(says, at, {index: changed})

    def announced_before(self, at: int, index: int, to: int, place: int) -> Iterator[_TriedChange]:
        """The change that writes an action before a card of its trick or of another."""
        tricks = self.deal.tricks
        ply, before = tricks[at].plies[index], tricks[to].plies[place]
        changed = [list(trick.plies) for trick in tricks]
        changed[to].insert(place, ply)
        del changed[at][index + (to == at and place <= index)]
        first, last = sorted((at, to))
        numbers = [list(map(self.numbered, plies)) for plies in changed[first : last + 1]]
        if not self.fits(first, numbers, last + 1):
            return
        gone = self.without(ply)
        start = self.places.offset(*before.span[:2])
        put = Fix(self.places.span(start, start), f"{ply_word(ply)} ")
        facts: dict[str, Fact] = {"action": deed(ply, self.rules.target), "number": at + 1}
        if to == at:
            facts["other"] = _done(before)
            says = Phrase("the {action} in trick {number} belongs before {other}", facts)
        else:
            facts["needed"] = to + 1
            says = Phrase("the {action} in trick {number} belongs to trick {needed}", facts)
        done = [replace(trick, plies=tuple(plies)) for trick, plies in zip(tricks, changed, strict=True)]
        yield _TriedChange(says, replace(self.deal, tricks=tuple(done)), (put, gone))

    def announced_after(self) -> Iterator[_TriedChange]:
        """What is announced after a trick as if it were of the next: each such place, then all of them."""
        tricks = self.deal.tricks
        every, fixes = list(tricks), []
        for at, behind in announced_after(self.deal):
            changed = list(tricks)
            for alike in (changed, every):
                alike[at] = replace(alike[at], plies=tricks[at].plies[: -len(behind)])
                alike[at + 1] = replace(tricks[at + 1], plies=(*behind, *alike[at + 1].plies))
            moved = put_after_number(self.text, self.places, behind, tricks[at + 1])
            fixes.append(moved)
            if not self.fits_tricks(changed):
                continue
            action = " ".join(ply_word(replace(ply, seat=NOBODY)) for ply in behind)
            facts: dict[str, Fact] = {"action": action, "number": at + 1, "needed": at + 2}
            says = Phrase("{action} after trick {number} belongs to trick {needed}", facts)
            yield _TriedChange(says, replace(self.deal, tricks=tuple(changed)), (moved,))
        if len(fixes) > 1 and self.fits_tricks(every):
            says = Phrase("what is announced after a trick belongs to the next one")
            yield _TriedChange(says, replace(self.deal, tricks=tuple(every)), tuple(fixes))

    def in_brackets(self) -> Iterator[_TriedChange]:
        """What is announced in brackets, as if it was done: in each such place, then in all of them."""
        tricks = self.deal.tricks
        places = [
            (at, index, note)
            for at, trick in enumerate(tricks)
            for index, ply in enumerate(trick.plies)
            for note in ply.notes
            if isinstance(note, Variation) and _is_announced(note)
        ]
        every = [places] if len(places) > 1 else []
        for chosen, way in product([*([place] for place in places), *every], range(5)):
            changed, fixes = [*(list(trick.plies) for trick in tricks), []], list[Fix]()
            for at, index, note in reversed(chosen):
                ply = changed[at][index]
                changed[at][index] = replace(ply, notes=tuple(each for each in ply.notes if each is not note))
                there = index + (not ply.plays)  # for a card before it
                to, place = ((at, index + 1), (at, there), (at, index), (at, 0), (at + 1, 0))[way]
                words = " ".join(map(ply_word, note.tricks[0].plies))
                start, end = (self.places.offset(*each) for each in (note.span[:2], note.span[2:]))
                is_put_elsewhere = (to, place) != (at, index + 1)
                if is_put_elsewhere:
                    start = len(self.text[:start].rstrip(" \t"))
                    before = changed[to][place].span if changed[to] else note.span
                    fixes.append(Fix(Span(*before[:2], *before[:2]), f"{words} "))
                fixes.append(Fix(self.places.span(start, end), "" if is_put_elsewhere else words))
                changed[to][place:place] = note.tricks[0].plies
            done = [replace(trick, plies=tuple(plies)) for trick, plies in zip(tricks, changed, strict=False)]
            if not changed[-1] and self.fits_tricks(done):
                says = Phrase("what stands in brackets was done")
                if len(chosen) == 1:
                    facts: dict[str, Fact] = {"number": chosen[0][0] + 1}
                    says = Phrase("what stands in brackets in trick {number} was done", facts)
                yield _TriedChange(says, replace(self.deal, tricks=tuple(done)), tuple(fixes))

    def other_card(self, *, are_suspect: bool) -> Iterator[_TriedChange]:
        """A card of the play with another rank or suit, which was not played otherwise."""
        for at, index, ply in reversed(list(self.plies())):
            if not ply.plays or ply.action < 0 or ply.withdrawn:
                continue
            if self.is_dark and are_suspect is not (ply.played in self.suspects):
                continue
            due: set[Card] = set()
            for card in self.unplayed:
                if kind(card) in due or not _are_alike(card, ply.played):
                    continue
                if self.fits_with(at, {index: card}):
                    facts = {"card": CardFact(ply.action), "due": CardFact(card), "number": at + 1}
                    due.add(kind(card))
                    says = Phrase("{card} in trick {number} is a slip for {due}", facts)
                    yield self.put(says, at, {index: replace(ply, action=Action(card))})

    def cards_dealt(self, suspects: Collection[Card]) -> Iterator[_TriedChange]:
        """A dealt card that is another, is missing, or has changed places with one of another hand."""
        held = self.held
        cards = [card for _, holding in held for card in holding.cards]
        missing = list((self.copies - Counter(cards)).elements())
        doubled = {card for card in cards if card >= 0 and cards.count(card) > self.copies[card]}
        last = self.deal.tricks[self.last - 1 : self.last]
        suspects = {*suspects, *doubled}
        suspects |= {ply.played for trick in last for ply in trick.plies if ply.plays and ply.action >= 0}
        places = [(seat, holding, index) for seat, holding in held for index, _ in enumerate(holding.cards)]
        if len(missing) == 1:
            for seat, holding, index in places:
                card = holding.cards[index]
                is_first = seat < 0 or holding.cards.index(card) == index  # the order of a hand says nothing
                if card in suspects and is_first:
                    says = _dealt_says(seat, card, missing[0])
                    yield from self.dealt(says, {(seat, index): missing[0]})
        if len(missing) == 1 and len(cards) == len(self.rules.pack) - 1:
            yield from self.dealt_left_out(missing[0])
            yield from self.turn_up_left_out(missing[0])
        if not missing and len(cards) == len(self.rules.pack) + 1:
            yield from self.dealt_twice(doubled)
        if missing or len(cards) != len(self.rules.pack):
            return
        if self.deal.talon:
            yield from self.talon_changed(suspects)
        for seat, holding, index in places:
            card = holding.cards[index]
            for other_seat, other_holding, other_index in places if card in suspects else ():
                other = other_holding.cards[other_index]
                if seat != other_seat and self.fits_swapped(card, other):
                    says = Phrase(
                        "{card} and {due} changed places when the cards were written",
                        {"card": CardFact(card), "due": CardFact(other)},
                    )
                    yield from self.dealt(says, {(seat, index): other, (other_seat, other_index): card})

    def dealt_left_out(self, card: Card) -> Iterator[_TriedChange]:
        """The card that is missing in a hand, in its first packet if that is short."""
        for at, (seat, holding) in enumerate(self.deal.hands):
            if holding.is_whole and len(holding.cards) == self.rules.deal_hand_size - 1:
                packets = dict(self.deal.packets)
                size = len(holding.cards)
                if packets.get(seat, size) < self.rules.auction.packet:
                    size = packets[seat]
                    packets[seat] += 1
                place = self.dealt_at(holding, size - 1)
                end = self.places.offset(*place[2:])
                hands = list(self.deal.hands)
                hands[at] = seat, replace(holding, cards=(*holding.cards[:size], card, *holding.cards[size:]))
                says = Phrase(
                    "{card} is left out in {seat}'s hand", {"card": CardFact(card), "seat": SeatFact(seat)}
                )
                fix = Fix(self.places.span(end, end), f" {card_word(card)}")
                deal = replace(self.deal, hands=tuple(hands), packets=tuple(packets.items()))
                if self.fits_dealt(deal):
                    yield _TriedChange(says, deal, (fix,))

    def turn_up_left_out(self, card: Card) -> Iterator[_TriedChange]:
        """The turn-up that is missing in the talon."""
        talon = self.deal.talon
        if (
            talon
            and talon.is_whole
            and card == self.deal.trump
            and len(talon.cards) == self.rules.talon_size - 1
        ):
            deal = replace(self.deal, talon=replace(talon, cards=(*talon.cards, card)))
            if self.fits_dealt(deal):
                place = self.dealt_at(talon, len(talon.cards) - 1)
                fix = Fix(Span(*place[2:], *place[2:]), f" {card_word(card)}")
                yield _TriedChange(
                    Phrase("{card} is left out in the talon", {"card": CardFact(card)}), deal, (fix,)
                )

    def dealt_twice(self, doubled: Collection[Card]) -> Iterator[_TriedChange]:
        """The card that is written twice in a hand or in the talon."""
        for seat, holding in self.held:
            for index, card in enumerate(holding.cards):
                if card in doubled and card in holding.cards[:index]:
                    place = self.dealt_at(holding, index)
                    start, end = (self.places.offset(*each) for each in (place[:2], place[2:]))
                    gone = self.places.span(len(self.text[:start].rstrip(" \t")), end)
                    left = replace(holding, cards=(*holding.cards[:index], *holding.cards[index + 1 :]))
                    hands = tuple((each, left if each == seat else hand) for each, hand in self.deal.hands)
                    says = Phrase("{card} is written twice in the talon", {"card": CardFact(card)})
                    if seat >= 0:
                        facts = {"card": CardFact(card), "seat": SeatFact(seat)}
                        says = Phrase("{card} is written twice in {seat}'s hand", facts)
                    deal = replace(self.deal, hands=hands, talon=self.deal.talon if seat >= 0 else left)
                    if self.fits_dealt(deal):
                        yield _TriedChange(says, deal, (Fix(gone, ""),))

    def talon_changed(self, suspects: Collection[Card]) -> Iterator[_TriedChange]:
        """Two cards of the talon, one after the other, in the wrong order."""
        cards = self.deal.talon.cards if self.deal.talon else ()
        for at, (card, other) in enumerate(pairwise(cards)):
            if (card in suspects or other in suspects) and self.fits_swapped(card, other):
                facts = {"card": CardFact(card), "due": CardFact(other)}
                says = Phrase("{card} and {due} in the talon are in the wrong order", facts)
                yield from self.dealt(says, {(NOBODY, at): other, (NOBODY, at + 1): card})

    def dealt(self, says: Phrase, changed: dict[tuple[Seat, int], Card]) -> Iterator[_TriedChange]:
        """The change that writes other cards in some places of hands and talon."""

        def of(seat: Seat, holding: Holding) -> Holding:
            cards = list(holding.cards)
            for (owner, index), card in changed.items():
                if owner == seat:
                    cards[index] = card
            return replace(holding, cards=tuple(cards))

        hands = tuple((seat, of(seat, holding)) for seat, holding in self.deal.hands)
        talon = self.deal.talon and of(NOBODY, self.deal.talon)
        fixes = (
            Fix(self.dealt_at(holding, index), card_word(card))
            for seat, holding in self.held
            for (owner, index), card in changed.items()
            if owner == seat
        )
        deal = replace(self.deal, hands=hands, talon=talon)
        if self.fits_dealt(deal):
            yield _TriedChange(says, deal, fixes)

    def dealt_at(self, holding: Holding, index: int) -> Span:
        """The place of a card of a hand or of the talon."""
        start = self.places.offset(*holding.span[:2])
        after = self.text.index(":", start) + 1
        end = self.places.offset(*holding.span[2:])
        words = list(re.finditer(r"[^\s|]+", self.text[after:end]))  # a bar may stand between the cards
        return self.places.span(after + words[index].start(), after + words[index].end())

    def tricks_changed(self) -> Iterator[_TriedChange]:
        """Two tricks in each other's place."""
        tricks = self.deal.tricks
        for one in reversed(range(self.last)):
            for other in range(one + 1, len(tricks)):
                first, second = tricks[one], tricks[other]
                here, there, between = self.numbers[one], self.numbers[other], self.numbers[one + 1 : other]
                if not here or not there or not self.fits(one, [there, *between, here], other + 1):
                    continue
                changed = list(tricks)
                changed[one] = replace(first, plies=second.plies)
                changed[other] = replace(second, plies=first.plies)
                facts = {"number": one + 1, "needed": other + 1}
                says = Phrase("tricks {number} and {needed} are in each other's place", facts)
                yield _TriedChange(
                    says, replace(self.deal, tricks=tuple(changed)), self.exchange(first, second)
                )

    def exchange(self, first: Trick, second: Trick) -> Iterator[Fix]:
        """How the text changes when two tricks are in each other's place."""
        places = self.actions_of(first), self.actions_of(second)
        yield Fix(places[0], self.words(places[1]))
        yield Fix(places[1], self.words(places[0]))

    def trick_twice(self) -> Iterator[_TriedChange]:
        """A trick that is written twice."""
        tricks = self.deal.tricks
        for at in range(1, min(self.last + 1, len(tricks))):
            is_twice = [ply.action for ply in tricks[at].plies] == [
                ply.action for ply in tricks[at - 1].plies
            ]
            if is_twice and self.fits(at, [], at + 1):
                start = self.places.offset(*tricks[at].span[:2])
                end = self.places.offset(*tricks[at + 1].span[:2]) if at + 1 < len(tricks) else 0
                gone = Fix(self.places.span(start, end or self.end_of(tricks[at])), "")
                left = [*tricks[:at], *tricks[at + 1 :]]
                says = Phrase("trick {number} is written twice", {"number": at})
                yield self.renumbered(says, left, [gone])

    def trick_left_out(self) -> Iterator[_TriedChange]:
        """A trick that is left out; where not all cards are known, one whose cards are not."""
        tricks = self.deal.tricks
        ends = self.last == len(tricks)
        numbers = [trick.number for trick in tricks]
        for at in reversed(range(self.last + ends)):
            start = self.end_of(tricks[-1]) if at == len(tricks) else self.places.offset(*tricks[at].span[:2])
            for plies in self.possible_plies(at):
                if not self.fits(at, [list(map(self.numbered, plies))], at):
                    continue
                words = " ".join(map(ply_word, plies))
                next_one = next((number for number in numbers[at:] if number != UNKNOWN_NUMBER), at + 1)
                says = Phrase("a trick is left out before trick {number}", {"number": next_one})
                if at == len(tricks):
                    says = Phrase("the last trick is left out")
                if not self.is_dark:
                    cards = {f"card{number}": _done(ply) for number, ply in enumerate(plies)}
                    played = Phrase(" ".join(f"{{{name}}}" for name in cards), cards)
                    facts: dict[str, Fact] = {"cards": played, "number": next_one}
                    says = Phrase("the trick {cards} is left out before trick {number}", facts)
                    if at == len(tricks):
                        says = Phrase("the last trick {cards} is left out", {"cards": played})
                line = f"\n{at + 1}. {words}" if at == len(tricks) else f"{at + 1}. {words}\n"
                new = Fix(self.places.span(start, start), line)
                left = [*tricks[:at], Trick(at + 1, (), plies), *tricks[at:]]
                yield self.renumbered(says, left, [new])

    def possible_plies(self, at: int) -> Iterator[tuple[Ply, ...]]:
        """What could have been played in a trick before that of an index, with cards that were not played."""
        if self.is_dark:
            yield tuple(Ply(Action(UNRECORDED)) for _ in range(self.rules.seats))
            return
        unplayed, played = mask(self.unplayed), {card: Ply(Action(card)) for card in self.unplayed}
        before = self.tried and self.tried.state(at)
        begun: list[tuple[Deal, tuple[Ply, ...]]] = [(before, ())] if before and not before.over else []
        for _ in range(self.rules.seats):
            begun = [
                (after, (*plies, played[card]))
                for deal, plies in begun
                for card in members(deal.hands[deal.turn] & unplayed)
                if (after := deal.copy()).push(card) is None
            ]
        ends = at == len(self.deal.tricks)
        for after, plies in begun:
            yield plies
            if ends and after.result is None and not self.ends_with_a_claim:
                yield (*plies, Ply(OUT))

    def renumbered(self, says: Phrase, tricks: Sequence[Trick], fixes: list[Fix]) -> _TriedChange:
        """A change by which the numbers of tricks change."""
        numbered = []
        for number, trick in enumerate(tricks, start=1):
            if trick.number == UNKNOWN_NUMBER:
                number = UNKNOWN_NUMBER
            elif trick.number != number:
                start = self.places.offset(*trick.span[:2])
                end = start + len(str(trick.number))
                fixes.append(Fix(self.places.span(start, end), str(number)))
            numbered.append(replace(trick, number=number))
        return _TriedChange(says, replace(self.deal, tricks=tuple(numbered)), tuple(fixes))


def _turned(plies: Sequence[Ply], turn: int, seats: int) -> tuple[Ply, ...]:
    """The actions of a whole trick with its cards from another on, each with what is announced before it.

    What is announced before the first card stays, and notes keep their places.
    """
    cards = [index for index, ply in enumerate(plies) if ply.plays and not ply.withdrawn]
    if len(cards) != seats:
        return tuple(plies)
    ends = [index + 1 for index in cards]
    parts = [plies[start:end] for start, end in pairwise([cards[0], *ends])]
    turned = chain(plies[: cards[0]], *parts[turn:], *parts[:turn], plies[ends[-1] :])
    return tuple(replace(ply, notes=old.notes) for ply, old in zip(turned, plies, strict=True))


def _dealt_says(seat: Seat, card: Card, other: Card) -> Phrase:
    facts = {"card": CardFact(card), "due": CardFact(other), "seat": SeatFact(seat)}
    if seat < 0:
        return Phrase("{card} in the talon is a slip for {due}", facts)
    return Phrase("{card} in {seat}'s hand is a slip for {due}", facts)


def _done(ply: Ply) -> Fact:
    return CardFact(ply.action) if ply.plays else deed(ply)


def _is_announced(variation: Variation) -> bool:
    """Whether there are only announcements in a variation, as in `(exchange)`."""
    plies = [ply for trick in variation.tricks for ply in trick.plies]
    return not (variation.result or variation.notes or any(ply.plays or ply.notes for ply in plies))


def _are_alike(card: Card, other: Card) -> bool:
    """Whether two cards differ in their rank alone, or in their suit alone."""
    return (suit_of(card) == suit_of(other)) is not (rank_of(card) == rank_of(other))


def _digits_changed(stated: Outcome, changed: Outcome) -> int:
    """How many numbers or words of a result differ between two."""
    pairs = [
        (stated.winner, changed.winner),
        (stated.game_points, changed.game_points),
        (stated.reason, changed.reason),
        (stated.paid, changed.paid),
        *zip(stated.card_points, changed.card_points, strict=False),
    ]
    return sum(one != other for one, other in pairs)
