"""Generated records there and back: text, JSON, formatting and digests, with notes of every kind.

A share of them in every run, 50,000 in `.ci/nightly`.
"""

import json
import random
from dataclasses import replace

import pytest

from notation import Record, digest, read, write
from notation.record.model import (
    HIDDEN,
    UNNUMBERED,
    UNRECORDED,
    Annotation,
    Award,
    Comment,
    DealRecord,
    Note,
    Ply,
    Remark,
    Trick,
    Variation,
    Withdrawn,
)
from notation.text.formatter import format_file
from notation.text.writer import bare
from notation.wire.record import dump, load
from referee import actions
from referee.cards import PACK, Seat
from referee.rulesets import PRESETS
from tests.support.games import random_record

GAPS = (HIDDEN, UNRECORDED)
NOTES: tuple[Note, ...] = (
    Annotation("clk", "0:03:12"),
    Annotation("x-club-note", '"a \\"quoted\\" one"'),
    Remark("in pencil"),
    Remark("", 1),
    Remark("of its own", 2),
    Comment("a } brace\nand a line"),
)


BACK = (
    *map(Withdrawn, (*GAPS, *PACK, actions.EXCHANGE, actions.CLOSE, actions.OUT, actions.RESIGN)),
    *(Withdrawn(action, value) for action in actions.MARRIAGES for value in (20, 40)),
)


def decorated(record: Record, rng: random.Random) -> Record:
    """A record with notes of every kind, gaps, draws, marks and rulings, true or not."""
    return replace(record, deals=tuple(decorated_deal(deal, rng) for deal in record.deals))


def decorated_deal(deal: DealRecord, rng: random.Random) -> DealRecord:
    tricks = tuple(decorated_trick(trick, rng) for trick in deal.tricks)
    awards = (
        Award(Seat(rng.randrange(2)), rng.randrange(9), rng.choice((None, "", 'a "why"')), len(tricks)),
    )
    notes = (*deal.notes, *rng.choices(NOTES, k=rng.randrange(2)))
    return replace(deal, tricks=tricks, notes=notes, awards=awards if rng.random() < 0.2 else ())


def decorated_trick(trick: Trick, rng: random.Random) -> Trick:
    plies = [decorated_ply(ply, rng) for ply in trick.plies]
    if plies and rng.random() < 0.2:
        plies.append(Ply(actions.DRAW, card=rng.choice((*GAPS, *PACK)), irregular=rng.random() < 0.2))
    return replace(trick, plies=tuple(plies))


def decorated_ply(ply: Ply, rng: random.Random) -> Ply:
    notes = (*ply.notes, *rng.choices(NOTES, k=rng.choice((0, 0, 0, 1, 2))))
    if rng.random() < 0.1:
        first = Trick(UNNUMBERED, (), (Ply(rng.choice(PACK), notes=notes), Ply(rng.choice(GAPS))))
        notes = (*notes, Variation((first, Trick(rng.randrange(9), (), (Ply(actions.OUT),)))))
    if rng.random() < 0.1:
        return replace(ply, notes=notes, irregular=True, withdrawn=(rng.choice(BACK),))
    if ply.plays and rng.random() < 0.1:
        return replace(ply, notes=notes, action=rng.choice(GAPS))
    return replace(ply, notes=notes)


def check(seed: int) -> None:
    rng = random.Random(seed)
    made = decorated(random_record(rng.choice(list(PRESETS)), rng, most_deals=1), rng)
    text = write(made)
    [game] = read(text)
    assert game.record is not None, (text, [finding.message for finding in game.findings])
    assert write(game.record) == text
    assert format_file(text.encode()) == text.encode()
    [back] = load(json.dumps(dump(game.record)).encode())
    assert back.record == game.record
    [plain] = read(write(bare(game.record)))
    assert plain.record is not None
    assert digest(plain.record) == digest(game.record) == digest(made)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_records_there_and_back(part: int) -> None:
    for seed in range(part * 75, (part + 1) * 75):
        check(seed)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(50))
def test_fifty_thousand_records_there_and_back(part: int) -> None:
    for seed in range(part * 1000, (part + 1) * 1000):
        check(-1 - seed)
