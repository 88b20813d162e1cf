"""Deals with openings, by chance: what can be written before the first lead, right or wrong."""

import random
from typing import Final

from notation import Record
from notation.record.model import (
    HIDDEN,
    LAID_AWAY,
    NOBODY,
    UNNUMBERED,
    UNRECORDED,
    Annotation,
    Checkpoint,
    Comment,
    DealRecord,
    Glyph,
    Holding,
    Note,
    OpeningPly,
    Outcome,
    Ply,
    Remark,
    Tag,
    Trick,
    Variation,
    Withdrawn,
)
from notation.record.words import KINDS, read_seat
from referee import actions
from referee.actions import ACTIONS_BY_NUMBER, Action
from referee.cards import PACK, SEATS, Card

NAMES: Final = ("gang", "bettler", "ass-bettler", "schnapser", "a1", "my-own-contract")
REASONS: Final = ("", "out", "total", "gang", "gang-failed", "schnapser-failed", "my-own-contract-failed")
WINNERS: Final = ("A", "B", "AC", "BD", "BC", "ABD", "CDEF")
_SAID: Final = (
    *range(actions.NAME_TRUMP, actions.CONTRACT),
    actions.DOUBLE,
    *(first + card for first in (actions.TURN_UP, actions.CALL_CARD) for card in PACK),
    actions.EXCHANGE,
    actions.CLOSE,
    actions.OUT,
    actions.RESIGN,
)


def random_openings(rng: random.Random) -> Record:
    """A record of one or two deals with openings."""
    deals = tuple(_deal(number, rng) for number in range(1, rng.randrange(2, 4)))
    return Record((Tag("Rules", "bauernschnapsen"),), deals)


def _deal(number: int, rng: random.Random) -> DealRecord:
    cards = rng.choices((*KINDS, UNRECORDED), k=20)
    hands = [(seat, Holding(tuple(cards[5 * seat : 5 * seat + 5]))) for seat in SEATS[:4]]
    packets = [(seat, rng.randrange(1, 5)) for seat in SEATS[:4] if rng.random() < 0.3]
    opening = Trick(0, _notes(rng), _plies(rng, rng.randrange(12), 1)) if rng.random() < 0.9 else None
    tricks = tuple(
        Trick(order, (), tuple(_play(rng) for _ in range(rng.randrange(1, 5))))
        for order in range(1, rng.randrange(1, 5))
    )
    result = None
    if rng.random() < 0.7:
        reason = rng.choice(REASONS if opening else REASONS[:-1])
        points = tuple(rng.choices(range(121), k=rng.randrange(2, 5)))
        score = tuple(rng.choices(range(24), k=4))
        winner = read_seat(rng.choice(WINNERS))
        result = Outcome(winner, rng.randrange(25), True, reason, points, score)
    talon = Holding(tuple(rng.choices((*KINDS, HIDDEN), k=2))) if rng.random() < 0.3 else None
    return DealRecord(
        number,
        SEATS[3],
        hands=tuple(hands),
        talon=talon,
        tricks=tricks,
        result=result,
        opening=opening,
        packets=tuple(packets),
    )


def _notes(rng: random.Random) -> tuple[Note, ...]:
    notes = (Comment("said so"), Annotation("clk", "0:01:02"), Remark("late"), Checkpoint((0, 20)))
    return tuple(rng.sample(notes, k=rng.choice((0, 0, 0, 1, 2))))


def _plies(rng: random.Random, number: int, depth: int) -> tuple[Ply, ...]:
    return tuple(_ply(rng, depth) for _ in range(number))


def _ply(rng: random.Random, depth: int) -> Ply:
    notes = _notes(rng)
    if rng.random() < 0.1:
        notes = (Glyph(rng.choice(("!", "?!", "$7"))), *notes)
    if depth and rng.random() < 0.2:
        notes = (*notes, _variation(rng, depth))
    seat = rng.choice((NOBODY, NOBODY, *SEATS[:4]))
    withdrawn = (_withdrawn(rng),) if rng.random() < 0.1 else ()
    irregular = rng.random() < 0.1
    kind = rng.random()
    if kind < 0.3:
        name = rng.choice(NAMES)
        return OpeningPly(
            actions.CONTRACT, 0, seat, notes, irregular=irregular, withdrawn=withdrawn, word=name
        )
    if kind < 0.4:
        cards = tuple(rng.choices((*KINDS, UNRECORDED), k=rng.randrange(1, 4)))
        return OpeningPly(LAID_AWAY, 0, seat, notes, irregular=irregular, withdrawn=withdrawn, cards=cards)
    action = _said(rng)
    return Ply(action, 0, seat, notes, irregular=irregular, withdrawn=withdrawn)


def _said(rng: random.Random) -> Action:
    return ACTIONS_BY_NUMBER[rng.choice((actions.PASS, actions.DOUBLE, *rng.choices(_SAID, k=4)))]


def _withdrawn(rng: random.Random) -> Withdrawn:
    if rng.random() < 0.3:
        return Withdrawn(actions.CONTRACT, 0, rng.choice(NAMES))
    return Withdrawn(_said(rng))


def _variation(rng: random.Random, depth: int) -> Variation:
    first = Trick(rng.choice((UNNUMBERED, 0)), (), _plies(rng, rng.randrange(1, 4), depth - 1))
    others = (Trick(1, (), (_play(rng), _play(rng))),) if rng.random() < 0.5 else ()
    tricks = others if others and rng.random() < 0.3 else (first, *others)
    return Variation(tricks, Outcome(SEATS[1], 2) if rng.random() < 0.3 else None)


def _play(rng: random.Random) -> Ply:
    card = Card(rng.choice((*KINDS, UNRECORDED)))
    if rng.random() < 0.2:
        return OpeningPly(card, face_down=True, irregular=rng.random() < 0.1)
    return Ply(card)
