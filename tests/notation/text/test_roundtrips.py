"""Writing and reading: nothing lost, nothing changed, one form for one game, in text and in JSON.

A share of the records that are generated in every run, more of them at night, 50,000 with `-m nightly`.
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
from tests.support.games import random_record
from tests.support.plain import PLAIN
from tests.support.sizes import at_night

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
        notes = (*notes, Variation((first, Trick(rng.randrange(1, 10), (), (Ply(actions.OUT),)))))
    if rng.random() < 0.1:
        return replace(ply, notes=notes, irregular=True, withdrawn=(rng.choice(BACK),))
    if ply.plays and rng.random() < 0.1:
        return replace(ply, notes=notes, action=rng.choice(GAPS))
    return replace(ply, notes=notes)


def read_one(text: str) -> Record:
    [game] = read(text)
    assert game.record is not None, [finding.message for finding in game.findings]
    return game.record


def check(seed: int) -> None:
    rng = random.Random(seed)
    made = decorated(random_record(rng.choice(list(PLAIN)), rng, most_deals=1), rng)
    text = write(made)
    again = read_one(text)
    assert write(again) == text
    assert format_file(text.encode()) == text.encode()
    [back] = load(json.dumps(dump(again)).encode())
    assert back.record == again
    assert digest(read_one(write(bare(again)))) == digest(again) == digest(made)


@pytest.mark.parametrize("part", range(4))
def test_records_there_and_back(part: int) -> None:
    for seed in range(part * 20, (part + 1) * 20):
        check(seed)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_fifty_thousand_records_there_and_back(part: int) -> None:
    for seed in range(part, at_night(80, 50_000), 10):
        check(-1 - seed)


def test_what_was_written_is_read_the_same() -> None:
    for spec in (
        "santase",
        "santase claim=auto",
        "sixty-six-three",
        "sixty-six-four claim=auto",
        "santase-club",
    ):
        record = random_record(spec, random.Random(spec))
        back = read_one(write(record))
        assert (back.deals, back.notes) == (record.deals, record.notes), spec
        assert set(back.tags) == set(record.tags)


# One form.


def test_digest_sees_every_statement() -> None:
    text = write(random_record("santase", random.Random(1), noted=False))
    first = digest(read_one(text))
    for old, new in (("\n= A ", "\n= B "), ("[Zeal", "[Zest"), ("\n1. ", "\n1. A: "), ("dealer", "dealer")):
        assert (digest(read_one(text.replace(old, new, 1))) == first) == (old == new)


def test_a_rule_spec_has_one_spelling_in_canonical_form() -> None:
    spelt = '%SGN 1\n[Rules "santase  failed-close=3 claim=said target=11"]\n'
    assert write(read_one(spelt)) == '%SGN 1\n[Rules "santase target=11 failed-close=3"]\n'
    assert digest(read_one(spelt)) == digest(read_one('%SGN 1\n[Rules "santase target=11 failed-close=3"]'))
    assert digest(read_one(spelt)) != digest(read_one('%SGN 1\n[Rules "santase target=11"]'))
    unknown = '%SGN 1\n[Rules "tarock  x"]\n'
    assert write(read_one(unknown)) == unknown


def test_glyph_and_comment_do_not_change_the_digest() -> None:
    text = "%SGN 1\ndeal 1 dealer B\n1. As{x}! Td!? $3 <0-21>\n"
    assert digest(read_one(text)) == digest(read_one("%SGN 1\ndeal 1 dealer B\n1. As Td <0-21>"))
    assert digest(read_one(text)) != digest(read_one("%SGN 1\ndeal 1 dealer B\n1. As Td"))


@pytest.mark.parametrize(
    "lines",
    [
        ["%SGN 1"],
        ["%SGN 1", "{of the game} {again}", '[Event "x"] {of the event}'],
        [
            "%SGN 1",
            "",
            "deal 1 dealer B trump Qd {head}",
            "A: Ks {hand}",
            "talon: 9h {talon}",
            "1. {number} <0-0> B: As! {card} !? $7 Td",
            "= * {end}",
        ],
        [
            "%SGN 1",
            "",
            "deal 1 dealer B",
            "1. 20h Kh 40d close Qd exchange out",
            "= draw by total (65-65) score 0-0",
        ],
        ["%SGN 1", r'[Event "a \" b \\ c"]', '[Abc ""]', '[Zzz ""]', '[a ""]'],
    ],
)
def test_canonical_text_is_left_as_it_is(lines: list[str]) -> None:
    text = "\n".join([*lines, ""])
    assert write(read_one(text)) == text


def test_json_games_start_on_lines_of_their_own() -> None:
    one = '{"sgn": 1}'
    games = list(load(f" {one}\n\n{one}\n  {{\n}}\n{one} {one}\n".encode()))
    assert [game.number for game in games] == [1, 2, 3, 4, 5]
    assert [[f.code.id for f in game.findings] for game in games] == [[], [], ["S141"], [], ["S140"]]
    assert games[2].place(games[2].findings[0].span)[:2] == (4, 3)
    assert games[4].place(games[4].findings[0].span)[:2] == (6, 12)


def test_a_long_json_file_is_read_in_linear_time() -> None:
    """A quadratic reader would need minutes for these."""
    assert sum(1 for _ in load(b'{"sgn": 2}\n' * 4_000)) == 4_000
    assert sum(1 for _ in load(b"{}" * 200_000)) == 2
