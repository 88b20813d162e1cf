"""Slips in what is announced: marriages, exchanges, closes and claims, and who is named."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from notation.findings.finding import CardFact, Fact, Fix, Phrase, SeatFact, SuitFact
from notation.judge.fixes import put_after_number
from notation.judge.incidents import deed
from notation.judge.slips.writing import TriedChange, Writing, before, named
from notation.record.model import NOBODY, Ply, Variation
from notation.text.slips import announced_after
from notation.text.writer import ply_word
from referee.actions import CLOSE, DRAW, EXCHANGE, MARRIAGE, OUT, Action
from referee.cards import suit_of
from referee.decisions import Announcer

_WAYS: Final = 5
"""In how many ways what stands in brackets may have been done (:func:`_belongs`)."""


def left_out(writing: Writing) -> Iterator[TriedChange]:
    """An exchange, a close, a marriage, a claim or a reply that was not written."""
    tricks = writing.deal.tricks
    said = {ply.action for trick in tricks for ply in trick.plies}
    last = len(tricks) - 1
    if OUT not in said and writing.ends_with_a_claim:
        says = Phrase(
            "the claim of {needed} at the end of the deal is left out", {"needed": writing.rules.target}
        )
        yield writing.inserted(says, last, len(tricks[last].plies), Ply(OUT))
    for at in reversed(range(writing.last)):
        plies = tricks[at].plies
        number = {"number": at + 1}
        places = [index for index, ply in enumerate(plies) if ply.plays]
        if len(places) == writing.rules.seats - 1:
            for card in writing.unplayed:
                for index in (places[-1] + 1, *places):
                    if writing.fits_inserted(at, index, card):
                        facts = {"card": CardFact(card), **number}
                        says = Phrase("{card} is left out in trick {number}", facts)
                        yield writing.inserted(says, at, index, Ply(Action(card)))
        if not plies:
            continue
        for index in (0, *places) if EXCHANGE not in said else ():
            if writing.fits_inserted(at, index, EXCHANGE):
                says = Phrase("the exchange in trick {number} is left out", number)
                yield writing.inserted(says, at, index, Ply(EXCHANGE))
        if CLOSE not in said:
            for index in {0, places[0] if places else 0, len(plies)}:
                if writing.fits_inserted(at, index, CLOSE):
                    says = Phrase("the close in trick {number} is left out", number)
                    yield writing.inserted(says, at, index, Ply(CLOSE))
        yield from _marriage_left_out(writing, at)


def _marriage_left_out(writing: Writing, at: int) -> Iterator[TriedChange]:
    """A marriage that was not written before the card that is led."""
    plies = writing.deal.tricks[at].plies
    led = next(((index, ply) for index, ply in enumerate(plies) if ply.plays), None)
    if led is None or led[1].action < 0 or any(ply.value for ply in plies[: led[0]]):
        return
    index, ply = led
    suit = suit_of(ply.played)
    action = Action(MARRIAGE + suit)
    for value in (40, 20):
        if writing.fits_inserted(at, index, action):
            facts = {"value": value, "suit": SuitFact(suit), "number": at + 1}
            says = Phrase("the marriage of {value} in {suit} in trick {number} is left out", facts)
            yield writing.inserted(says, at, index, Ply(action, value))


def other_marriage(writing: Writing) -> Iterator[TriedChange]:
    """Another suit or value of a marriage."""
    for at, index, ply in writing.plies():
        if not MARRIAGE <= ply.action < MARRIAGE + 4:
            continue
        for suit in range(4):
            action = Action(MARRIAGE + suit)
            for value in (20, 40):
                if (action, value) == (ply.action, ply.value) or not writing.fits_with(at, {index: action}):
                    continue
                facts = {"value": value, "suit": SuitFact(suit), "number": at + 1}
                says = Phrase("the marriage in trick {number} is {value} in {suit}", facts)
                yield writing.put(says, at, {index: replace(ply, action=action, value=value)})


def other_actor(writing: Writing) -> Iterator[TriedChange]:
    """An action of another player than the one who is named."""
    for at, index, ply in writing.plies():
        if ply.seat == NOBODY or ply.notes:
            continue
        changed = replace(ply, seat=NOBODY)
        numbers = [*writing.numbers[at]]
        numbers[index] = writing.numbered(changed)
        if writing.fits(at, [numbers], at + 1):
            facts: dict[str, Fact] = {"seat": SeatFact(ply.seat), "number": at + 1}
            says = Phrase("{seat} is named by mistake in trick {number}", facts)
            yield writing.put(says, at, {index: changed})


def said_twice(writing: Writing) -> Iterator[TriedChange]:
    """What is announced, written twice."""
    said: set[Action] = set()
    for at, index, ply in writing.plies():
        plies, here = writing.deal.tricks[at].plies, writing.numbers[at]
        if not ply.plays and ply.action in said and not ply.notes:
            if writing.fits(at, [[*here[:index], *here[index + 1 :]]], at + 1):
                facts: dict[str, Fact] = {"action": deed(ply, writing.rules.target), "number": at + 1}
                says = Phrase("the {action} in trick {number} is written twice", facts)
                deal = writing.with_plies(at, (*plies[:index], *plies[index + 1 :]))
                yield TriedChange(says, deal, (writing.without(ply),))
        elif ply.action != DRAW:
            said.add(ply.action)


def claimed_before_cards(writing: Writing) -> Iterator[TriedChange]:
    """A claim that is written before cards of the trick after which it was made."""
    for at, index, ply in writing.plies():
        plies, here = writing.deal.tricks[at].plies, writing.numbers[at]
        if ply.action != OUT or ply.notes or index + 1 == len(plies):
            continue
        if writing.fits(at, [[*here[:index], *here[index + 1 :], here[index]]], at + 1):
            gone = writing.without(ply)
            put = next(iter(writing.insertion(at, len(plies), ply)))
            facts: dict[str, Fact] = {"needed": writing.rules.target, "number": at + 1}
            says = Phrase("the claim of {needed} in trick {number} was made after the trick", facts)
            if not any(each.plays for each in plies[index:]):
                facts["action"] = deed(plies[-1])
                says = Phrase("the claim of {needed} in trick {number} was made after {action}", facts)
            deal = writing.with_plies(at, (*plies[:index], *plies[index + 1 :], ply))
            yield TriedChange(says, deal, (gone, put))


def said_after_a_trick(writing: Writing) -> Iterator[TriedChange]:
    """What is announced after a trick as if it were of the next: each such place, then all of them."""
    tricks = writing.deal.tricks
    every, fixes = list(tricks), []
    for at, behind in announced_after(writing.deal):
        changed = list(tricks)
        for alike in (changed, every):
            alike[at] = replace(alike[at], plies=tricks[at].plies[: -len(behind)])
            alike[at + 1] = replace(tricks[at + 1], plies=(*behind, *alike[at + 1].plies))
        moved = put_after_number(writing.text, writing.places, behind, tricks[at + 1])
        fixes.append(moved)
        if not writing.fits_tricks(changed):
            continue
        action = " ".join(ply_word(replace(ply, seat=NOBODY)) for ply in behind)
        facts: dict[str, Fact] = {"action": action, "number": at + 1, "needed": at + 2}
        says = Phrase("{action} after trick {number} belongs to trick {needed}", facts)
        yield TriedChange(says, writing.with_tricks(changed), (moved,))
    if len(fixes) > 1 and writing.fits_tricks(every):
        says = Phrase("what is announced after a trick belongs to the next one")
        yield TriedChange(says, writing.with_tricks(every), tuple(fixes))


def announced_behind(writing: Writing) -> Iterator[TriedChange]:
    """All that is announced in a trick, written after the card that was led: as said before it."""
    tricks = writing.deal.tricks
    for at, trick in enumerate(tricks[: writing.last + 1]):
        said = [ply for ply in trick.plies if not ply.plays and ply.action not in (OUT, DRAW)]
        led = next((index for index, ply in enumerate(trick.plies) if ply.plays), len(trick.plies))
        if len(said) < 2 or all(ply in said for ply in trick.plies[: led + len(said)]):
            continue
        rest = [ply for ply in trick.plies if ply not in said]
        for order in (said, sorted(said, key=lambda ply: ply.action != EXCHANGE)):
            plies = (*order, *rest)
            if writing.fits(at, [list(map(writing.numbered, plies))], at + 1):
                put = Fix(writing.actions_of(trick), " ".join(map(ply_word, plies)))
                says = Phrase(
                    "what is announced in trick {number} was said before its lead", {"number": at + 1}
                )
                yield TriedChange(says, writing.with_plies(at, plies), (put,))


def announced_elsewhere(writing: Writing) -> Iterator[TriedChange]:
    """An exchange, a close or a marriage that belongs to the trick before or after, or elsewhere."""
    tricks, all_may = writing.deal.tricks, writing.rules.marriage_who is Announcer.TURN
    for at, trick in enumerate(tricks[: writing.last + 1]):
        for index, ply in enumerate(trick.plies):
            if ply.plays or ply.action in (OUT, DRAW) or ply.notes:
                continue
            ends = at + (ply.action != CLOSE or writing.is_more_than_duty)
            for to in range(at - 1, ends + 1):
                others = tricks[to].plies if 0 <= to < len(tricks) and min(at, to) < writing.last else ()
                cards = [place for place, each in enumerate(others) if each.plays]
                closes = [place for place, each in enumerate(others) if each.action == CLOSE != ply.action]
                first = [0] if to > at and others else closes
                for place in dict.fromkeys((*first, *(cards if all_may else cards[:1]))):
                    if (to, place) not in ((at, index), (at, index + 1)):
                        yield from _announced_before(writing, at, index, to, place)


def _announced_before(writing: Writing, at: int, index: int, to: int, place: int) -> Iterator[TriedChange]:
    """The change that writes an action before a card of its trick or of another."""
    tricks = writing.deal.tricks
    ply, following = tricks[at].plies[index], tricks[to].plies[place]
    changed = [list(trick.plies) for trick in tricks]
    changed[to].insert(place, ply)
    del changed[at][index + (to == at and place <= index)]
    first, last = sorted((at, to))
    numbers = [list(map(writing.numbered, plies)) for plies in changed[first : last + 1]]
    if not writing.fits(first, numbers, last + 1):
        return
    facts: dict[str, Fact] = {"action": deed(ply, writing.rules.target), "number": at + 1}
    if to == at:
        facts["other"] = named(following)
        says = Phrase("the {action} in trick {number} belongs before {other}", facts)
    else:
        facts["needed"] = to + 1
        says = Phrase("the {action} in trick {number} belongs to trick {needed}", facts)
    moved = (replace(trick, plies=tuple(plies)) for trick, plies in zip(tricks, changed, strict=True))
    fixes = before(following.span, ply_word(ply)), writing.without(ply)
    yield TriedChange(says, writing.with_tricks(moved), fixes)


def in_brackets(writing: Writing) -> Iterator[TriedChange]:
    """What is announced in brackets, as if it was done: in each such place, then in all of them."""
    tricks = writing.deal.tricks
    places = [
        (at, index, note)
        for at, trick in enumerate(tricks)
        for index, ply in enumerate(trick.plies)
        for note in ply.notes
        if isinstance(note, Variation) and _is_announced(note)
    ]
    every = [places] if len(places) > 1 else []
    for chosen, way in product([*([place] for place in places), *every], range(_WAYS)):
        changed, fixes = [*(list(trick.plies) for trick in tricks), []], list[Fix]()
        for at, index, note in reversed(chosen):
            ply, said = changed[at][index], note.tricks[0].plies
            changed[at][index] = replace(ply, notes=tuple(each for each in ply.notes if each is not note))
            to, place = _belongs(at, index, ply, way)
            words = " ".join(map(ply_word, said))
            if (to, place) == (at, index + 1):
                fixes.append(Fix(note.span, words))
            else:
                start, end = writing.places.offsets(note.span)
                start = len(writing.text[:start].rstrip(" \t"))
                following = changed[to][place].span if changed[to] else note.span
                fixes += before(following, words), Fix(writing.places.span(start, end), "")
            changed[to][place:place] = said
        done = [replace(trick, plies=tuple(plies)) for trick, plies in zip(tricks, changed, strict=False)]
        if not changed[-1] and writing.fits_tricks(done):
            says = Phrase("what stands in brackets was done")
            if len(chosen) == 1:
                facts: dict[str, Fact] = {"number": chosen[0][0] + 1}
                says = Phrase("what stands in brackets in trick {number} was done", facts)
            yield TriedChange(says, writing.with_tricks(done), tuple(fixes))


def _belongs(at: int, index: int, ply: Ply, way: int) -> tuple[int, int]:
    """Where what stands in brackets after an action may belong, in one of several ways: trick and place."""
    there, before_it = (at, index + 1), (at, index)
    before_card = before_it if ply.plays else there
    return (there, before_card, before_it, (at, 0), (at + 1, 0))[way]


def _is_announced(variation: Variation) -> bool:
    """Whether there are only announcements in a variation, as in `(exchange)`."""
    plies = [ply for trick in variation.tricks for ply in trick.plies]
    return not (variation.result or variation.notes or any(ply.plays or ply.notes for ply in plies))
