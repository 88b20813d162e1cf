"""Slips in the tricks: their cards, and whole tricks that are left out, moved or written twice."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise

from notation.findings.finding import CardFact, Fact, Fix, Phrase
from notation.judge.slips.writing import TriedChange, Writing, are_alike, named
from notation.judge.tried_play import PLAYED, play_on
from notation.limits import spend
from notation.record.model import UNKNOWN_NUMBER, UNRECORDED, Ply, Trick
from notation.text.writer import ply_word
from referee.actions import DRAW, OUT, Action
from referee.cards import BIT, SEATS, Card, Seat, kind, mask, members
from referee.deal import Deal


def cards_by_seat(writing: Writing) -> Iterator[TriedChange]:
    """The cards of all tricks in the order of the seats, whoever led."""
    says = Phrase("the cards of every trick are written in the order of the seats")
    yield from _tricks_turned(writing, says, SEATS[: writing.rules.seats])


def cards_in_disorder(writing: Writing) -> Iterator[TriedChange]:
    """The cards of several tricks in the wrong order, as with that of the winner first."""
    yield from _tricks_turned(writing, Phrase("the cards of several tricks are in the wrong order"), [None])


def _tricks_turned(writing: Writing, says: Phrase, firsts: Sequence[Seat | None]) -> Iterator[TriedChange]:
    for first in firsts:
        tricks = _from_the_leader(writing, first)
        changed = [pair for pair in zip(tricks, writing.deal.tricks, strict=False) if pair[0] != pair[1]]
        if len(changed) > 1:
            fixes = (
                Fix(old.span, writing.words(new.span))
                for trick, written in changed
                for new, old in zip(trick.plies, written.plies, strict=True)
                if new.span != old.span
            )
            yield TriedChange(says, writing.with_tricks(tricks), fixes)


def _from_the_leader(writing: Writing, first: Seat | None) -> list[Trick]:
    """The tricks, written from a seat on or anyhow, with their cards from the leader on; none if refused."""
    tricks: list[Trick] = []
    if writing.start is None or writing.has_wrong_cards:
        return tricks
    deal = writing.start.copy()
    for trick in writing.deal.tricks:
        spend()
        if deal.undrawn:
            deal.push(DRAW)
        if first is None:
            hand = deal.hands[deal.leader]
            cards = (ply.played for ply in trick.plies if ply.plays)
            turn = next((at for at, card in enumerate(cards) if card >= 0 and hand & BIT[card]), deal.leader)
        else:
            turn = deal.leader - first
        turned = _turned(trick.plies, turn % writing.rules.seats, writing.rules.seats)
        if play_on(deal, [list(map(writing.numbered, turned))]) != PLAYED:
            return []
        tricks.append(trick if turned is trick.plies else replace(trick, plies=turned))
    return tricks


def cards_of_a_trick(writing: Writing) -> Iterator[TriedChange]:
    """Two cards of a trick in the wrong order."""
    for at, trick in reversed(list(enumerate(writing.deal.tricks[: writing.last]))):
        cards = [index for index, ply in enumerate(trick.plies) if ply.plays and not ply.withdrawn]
        for one, other in combinations(cards, 2):
            first, second = trick.plies[one], trick.plies[other]
            if not writing.fits_with(at, {one: second.action, other: first.action}):
                continue
            facts = {"card": CardFact(first.action), "due": CardFact(second.action), "number": at + 1}
            says = Phrase("{card} and {due} in trick {number} are in the wrong order", facts)
            changed = {one: _with_card(first, second), other: _with_card(second, first)}
            yield writing.put(says, at, changed)


def other_card(writing: Writing, *, are_suspect: bool) -> Iterator[TriedChange]:
    """A card of the play with another rank or suit, which was not played otherwise."""
    for at, index, ply in reversed(list(writing.plies())):
        if not ply.plays or ply.action < 0 or ply.withdrawn:
            continue
        if writing.is_dark and are_suspect is not (ply.played in writing.suspects):
            continue
        due: set[Card] = set()
        for card in writing.unplayed:
            if kind(card) in due or not are_alike(card, ply.played):
                continue
            if writing.fits_with(at, {index: card}):
                facts = {"card": CardFact(ply.action), "due": CardFact(card), "number": at + 1}
                due.add(kind(card))
                says = Phrase("{card} in trick {number} is a slip for {due}", facts)
                yield writing.put(says, at, {index: replace(ply, action=Action(card))})


def tricks_changed(writing: Writing) -> Iterator[TriedChange]:
    """Two tricks in each other's place."""
    tricks = writing.deal.tricks
    for one in reversed(range(writing.last)):
        for other in range(one + 1, len(tricks)):
            first, second = tricks[one], tricks[other]
            here, *between, there = writing.numbers[one : other + 1]
            if not here or not there or not writing.fits(one, [there, *between, here], other + 1):
                continue
            changed = list(tricks)
            changed[one] = replace(first, plies=second.plies)
            changed[other] = replace(second, plies=first.plies)
            facts = {"number": one + 1, "needed": other + 1}
            says = Phrase("tricks {number} and {needed} are in each other's place", facts)
            fixes = writing.exchanged(writing.actions_of(first), writing.actions_of(second))
            yield TriedChange(says, writing.with_tricks(changed), fixes)


def cards_exchanged(writing: Writing) -> Iterator[TriedChange]:
    """Two cards of different tricks in each other's place, nearest first.

    A card that is withheld and played later looks the same, so more must be wrong than a duty neglected.
    """
    written = [trick.plies for trick in writing.deal.tricks]
    cards = [
        (at, index)
        for at, plies in enumerate(written if writing.is_more_than_duty and not writing.is_dark else ())
        for index, ply in enumerate(plies)
        if ply.plays and ply.action >= 0 and not ply.withdrawn
    ]
    pairs = sorted(combinations(cards, 2), key=lambda pair: pair[1][0] - pair[0][0])
    for (at, index), (to, place) in pairs:
        if at == to or at >= writing.last:
            continue
        one, other = written[at][index], written[to][place]
        news = _with_card(one, other), _with_card(other, one)
        numbers = list(map(list, writing.numbers[at : to + 1]))
        numbers[0][index], numbers[-1][place] = map(writing.numbered, news)
        if writing.fits(at, numbers, to + 1):
            changed = list(map(list, written))
            changed[at][index], changed[to][place] = news
            facts = {"card": CardFact(one.action), "due": CardFact(other.action)}
            says = Phrase(
                "{card} in trick {number} and {due} in trick {needed} are in each other's place",
                {**facts, "number": at + 1, "needed": to + 1},
            )
            moved = zip(writing.deal.tricks, changed, strict=True)
            deal = writing.with_tricks(replace(trick, plies=tuple(plies)) for trick, plies in moved)
            places = zip((one, other), news, strict=True)
            yield TriedChange(says, deal, (Fix(old.span, ply_word(new)) for old, new in places))


def _with_card(ply: Ply, other: Ply) -> Ply:
    """An action with the card of another."""
    return replace(ply, action=other.action, among=other.among, unsure=other.unsure)


def trick_twice(writing: Writing) -> Iterator[TriedChange]:
    """A trick that is written twice."""
    tricks = writing.deal.tricks
    for at in range(1, min(writing.last + 1, len(tricks))):
        is_twice = [ply.action for ply in tricks[at].plies] == [ply.action for ply in tricks[at - 1].plies]
        if is_twice and writing.fits(at, [], at + 1):
            start = writing.places.offset(*tricks[at].span[:2])
            end = writing.places.offset(*tricks[at + 1].span[:2]) if at + 1 < len(tricks) else 0
            gone = Fix(writing.places.span(start, end or writing.end_of(tricks[at])), "")
            left = [*tricks[:at], *tricks[at + 1 :]]
            says = Phrase("trick {number} is written twice", {"number": at})
            yield writing.renumbered(says, left, [gone])


def trick_left_out(writing: Writing) -> Iterator[TriedChange]:
    """A trick that is left out; where not all cards are known, one whose cards are not."""
    tricks = writing.deal.tricks
    ends = writing.last == len(tricks)
    numbers = [trick.number for trick in tricks]
    for at in reversed(range(writing.last + ends)):
        start = (
            writing.end_of(tricks[-1]) if at == len(tricks) else writing.places.offset(*tricks[at].span[:2])
        )
        for plies in _possible_plies(writing, at):
            if not writing.fits(at, [list(map(writing.numbered, plies))], at):
                continue
            words = " ".join(map(ply_word, plies))
            next_one = next((number for number in numbers[at:] if number != UNKNOWN_NUMBER), at + 1)
            says = Phrase("a trick is left out before trick {number}", {"number": next_one})
            if at == len(tricks):
                says = Phrase("the last trick is left out")
            if not writing.is_dark:
                cards = {f"card{number}": named(ply) for number, ply in enumerate(plies)}
                played = Phrase(" ".join(f"{{{name}}}" for name in cards), cards)
                facts: dict[str, Fact] = {"cards": played, "number": next_one}
                says = Phrase("the trick {cards} is left out before trick {number}", facts)
                if at == len(tricks):
                    says = Phrase("the last trick {cards} is left out", {"cards": played})
            line = f"\n{at + 1}. {words}" if at == len(tricks) else f"{at + 1}. {words}\n"
            new = Fix(writing.places.span(start, start), line)
            left = [*tricks[:at], Trick(at + 1, (), plies), *tricks[at:]]
            yield writing.renumbered(says, left, [new])


def _possible_plies(writing: Writing, at: int) -> Iterator[tuple[Ply, ...]]:
    """What could have been played in a trick before that of an index, with cards that were not played."""
    if writing.is_dark:
        yield tuple(Ply(Action(UNRECORDED)) for _ in range(writing.rules.seats))
        return
    unplayed, played = mask(writing.unplayed), {card: Ply(Action(card)) for card in writing.unplayed}
    before = writing.tried and writing.tried.state(at)
    begun: list[tuple[Deal, tuple[Ply, ...]]] = [(before, ())] if before and not before.over else []
    for _ in range(writing.rules.seats):
        begun = [
            (after, (*plies, played[card]))
            for deal, plies in begun
            for card in members(deal.hands[deal.turn] & unplayed)
            if (after := deal.copy()).push(card) is None
        ]
    ends = at == len(writing.deal.tricks)
    for after, plies in begun:
        yield plies
        if ends and after.result is None and not writing.ends_with_a_claim:
            yield (*plies, Ply(OUT))


def _turned(plies: tuple[Ply, ...], turn: int, seats: int) -> tuple[Ply, ...]:
    """The actions of a whole trick with its cards from another on, each with what is announced before it.

    What is announced before the first card stays, and notes keep their places.
    """
    cards = [index for index, ply in enumerate(plies) if ply.plays and not ply.withdrawn]
    if len(cards) != seats or not turn:
        return plies
    ends = [index + 1 for index in cards]
    parts = [plies[start:end] for start, end in pairwise([cards[0], *ends])]
    turned = chain(plies[: cards[0]], *parts[turn:], *parts[:turn], plies[ends[-1] :])
    return tuple(
        ply if ply.notes == old.notes else replace(ply, notes=old.notes)
        for ply, old in zip(turned, plies, strict=True)
    )
