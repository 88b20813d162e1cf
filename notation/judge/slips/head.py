"""Slips beside cards and play: who dealt, what are trumps, what is bid, and the stated result."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from notation.findings.finding import CardFact, Fix, Phrase, SeatFact, SuitFact
from notation.judge.fixes import RESULT
from notation.judge.opening import action_of
from notation.judge.slips.writing import TriedChange, Writing, are_alike
from notation.record.model import NOBODY, Outcome, Ply
from notation.record.words import card_word, seat_letter
from notation.text.writer import outcome_words, ply_word
from referee.actions import CONTRACT, PASS
from referee.cards import SEATS, SUIT_LETTERS, Seat, Suit, kind
from referee.deal import Deal
from referee.match import Match


def other_result(writing: Writing) -> Iterator[TriedChange]:
    """Another winner, or one other number, in the stated result."""
    stated, result = writing.deal.result, writing.entry.result
    if stated is None or result is None or not stated.finished:
        return
    won = writing.entry.game_points
    start = writing.places.offset(*stated.span[:2])
    written = RESULT.match(writing.text, start)
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
        deal = replace(writing.deal, result=changed)
        if is_alike and _digits_changed(stated, changed) <= 1 and writing.fits_stated(deal):
            words = outcome_words(replace(changed, score=()))
            says = Phrase("the result of the deal is {result}", {"result": words.removeprefix("= ")})
            fix = Fix(writing.places.span(start, end), outcome_words(changed))
            yield TriedChange(says, deal, (fix,), writing.is_borne_out(deal))


def other_dealer(writing: Writing) -> Iterator[TriedChange]:
    """Another dealer."""
    found = writing.head
    for seat in SEATS[: writing.rules.seats] if found else ():
        if found and seat != writing.deal.dealer and may_deal(writing, seat):
            deal = replace(writing.deal, dealer=seat)
            if writing.fits_dealt(deal):
                says = Phrase("the dealer was {seat}", {"seat": SeatFact(seat)})
                fix = Fix(writing.places.span(*found.span("seat")), seat_letter(seat))
                yield TriedChange(says, deal, (fix,))


def other_trumps(writing: Writing) -> Iterator[TriedChange]:
    """Another turn-up or trump suit in the head: that of the talon, or one with the same rank or suit."""
    deal, found = writing.deal, writing.head
    if found is None or not found["trump"]:
        return
    place = writing.places.span(*found.span("trump"))
    if deal.trump is None:
        for suit in range(4):
            named = replace(deal, suit=Suit(suit))
            if suit != deal.suit and writing.fits_dealt(named):
                fix = Fix(place, SUIT_LETTERS[suit])
                yield TriedChange(Phrase("{suit} were trumps", {"suit": SuitFact(suit)}), named, (fix,))
        return
    turned = deal.talon.cards[-1:] if deal.talon else ()
    held = {card for _, holding in deal.hands for card in holding.cards if writing.rules.talon_size}
    for card in turned or dict.fromkeys(kind(each) for each in writing.rules.pack if each not in held):
        named = replace(deal, trump=card)
        if card >= 0 and are_alike(card, deal.trump) and writing.fits_dealt(named):
            facts = {"card": CardFact(deal.trump), "due": CardFact(card)}
            says = Phrase("{card} in the head is a slip for {due}", facts)
            yield TriedChange(says, named, (Fix(place, card_word(card)),))


def may_deal(writing: Writing, dealer: Seat) -> bool:
    """Whether somebody may have dealt between those who dealt before and after.

    Where those are wrong as well, they may be as far from who dealt in their place.
    """
    shift = dealer - writing.deal.dealer
    return _are_in_turn(writing, dealer, 0) or (
        writing.are_dealers_wrong and _are_in_turn(writing, dealer, shift)
    )


def _are_in_turn(writing: Writing, dealer: Seat, shift: int) -> bool:
    """Whether somebody and those so far from the dealers before and after deal in turn."""
    here = writing.number - 1
    deals = [
        (dealer if at == here else Seat((deal.dealer + shift) % writing.rules.seats), deal.result)
        for at, deal in enumerate(writing.deals)
        if abs(at - here) <= 1
    ]
    for (first, result), (second, _) in pairwise(deals):
        match = Match(writing.rules)
        match.pass_deal(first, result.winner if result else NOBODY)
        if any(match.refusals(second)):
            return False
    return True


def deals_before(writing: Writing, dealer: Seat) -> bool:
    """Whether the next deal is in turn if somebody dealt this one."""
    match, won = Match(writing.rules), writing.deal.result
    match.pass_deal(dealer, won.winner if won else NOBODY)
    return not any(match.refusals(next_one.dealer) for next_one in writing.deals[writing.number :][:1])


def opening_slips(writing: Writing) -> Iterator[TriedChange]:
    """Passes that are left out, or one too many, or a bid of the game that is played if nobody bids."""
    opening = writing.deal.opening
    if opening is None or not opening.plies or writing.is_dark or not writing.rules.auction.steps:
        return
    plies, last = opening.plies, opening.plies[-1]
    start, end = writing.places.offsets(last.span)
    if writing.start and (passes := _passes_due(writing, writing.start.copy())):
        added = (*(Ply(PASS),) * (passes - 1), Ply(PASS, notes=last.notes))
        says = Phrase("passes before the first lead are left out")
        fix = Fix(writing.places.span(end, end), " pass" * passes)
        yield _opened(writing, says, (*plies[:-1], replace(last, notes=()), *added), fix)
    if last.action == PASS and len(plies) > 1:
        before = replace(plies[-2], notes=(*plies[-2].notes, *last.notes))
        says = Phrase("there is one pass too many before the first lead")
        fix = Fix(writing.places.span(len(writing.text[:start].rstrip()), end), "")
        yield _opened(writing, says, (*plies[:-2], before), fix)
    for index, ply in enumerate(plies):
        if action_of(writing.rules, ply) == CONTRACT + writing.rules.auction.unbid >= CONTRACT:
            changed = Ply(PASS, seat=ply.seat, notes=ply.notes)
            says = Phrase("a pass is written as a bid of the game that is played if nobody bids")
            fix = Fix(ply.span, ply_word(changed))
            yield _opened(writing, says, (*plies[:index], changed, *plies[index + 1 :]), fix)


def _opened(writing: Writing, says: Phrase, plies: tuple[Ply, ...], fix: Fix) -> TriedChange:
    """The change that writes other actions before the first lead."""
    opening = writing.deal.opening and replace(writing.deal.opening, plies=plies)
    return TriedChange(says, replace(writing.deal, opening=opening), (fix,))


def _passes_due(writing: Writing, deal: Deal) -> int:
    """How many passes there are until the first lead; none where something else is due."""
    passes = 0
    while deal.is_opening:
        if deal.push(PASS) is not None:
            return 0
        passes += 1
    return passes


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
