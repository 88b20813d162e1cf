"""Writing and reading: nothing lost, nothing changed, one form for one game."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import digest, read, write
from notation.judge import judge
from notation.record.model import Record
from notation.text.writer import bare
from notation.wire.record import dump, load
from tests.support.games import random_record

SPECS = (
    "santase",
    "santase target=11 failed-close=3",
    "santase claim=auto",
    "sixty-six-three",
    "santase-three marriage-lead=king",
    "sixty-six-four claim=auto",
    "santase-four",
    "santase-club",
)
matches = st.tuples(st.sampled_from(SPECS), st.integers(0, 2**64))
"""A rule spec and a seed, from which `match` makes a record."""
few = settings(max_examples=60, deadline=None, derandomize=True)


def match(seeded: tuple[str, int]) -> Record:
    spec, seed = seeded
    return random_record(spec, random.Random(seed))


def read_one(text: str) -> Record:
    [game] = read(text)
    assert game.record is not None, [finding.message for finding in game.findings]
    return game.record


def by_name(record: Record) -> Record:
    """The record with its tags in the order of writing."""
    return read_one(write(record))


@few
@given(matches)
def test_a_true_record_is_judged_right(seeded: tuple[str, int]) -> None:
    record = match(seeded)
    [game] = read(write(record))
    judgement = judge(game)
    assert [f.message for f in judgement.findings if f.code.id not in ("C201", "C202")] == []
    assert judgement.winner >= 0 or not judgement.rules or judgement.rules.mp_all_pay


@few
@given(matches)
def test_what_was_written_is_read_the_same(seeded: tuple[str, int]) -> None:
    record = match(seeded)
    back = read_one(write(record))
    assert back.deals == record.deals
    assert back.notes == record.notes
    assert sorted(back.tags, key=lambda tag: tag.name) == sorted(record.tags, key=lambda tag: tag.name)


@few
@given(matches)
def test_writing_is_idempotent(seeded: tuple[str, int]) -> None:
    record = match(seeded)
    assert write(read_one(write(record))) == write(record)


@pytest.mark.slow
@few
@given(matches)
def test_text_to_json_to_text_is_the_same(seeded: tuple[str, int]) -> None:
    record = match(seeded)
    line = json.dumps(dump(by_name(record)))
    [game] = load(line.encode())
    assert game.findings == ()
    assert game.record == by_name(record)
    assert write(game.record or Record()) == write(record)


def relaid(text: str, rng: random.Random) -> str:
    """The same game in another layout and other spellings; the tags stay as they are."""
    tags, deals = re.split(r"(?<=\n)(?=\ndeal)", text, maxsplit=1)
    for suit, others in (("s", "lS♠"), ("h", "H♥"), ("d", "bB"), ("c", "aC♣")):
        deals = re.sub(rf"\b([9JQKTA]){suit}\b", lambda m, o=others: m[1] + rng.choice(o), deals)
    deals = re.sub(r"\bT(?=[shdclabSHDCLB♠♥♦♣])", lambda _: rng.choice(("10", "X", "T")), deals)
    deals = deals.replace("talon:", "stock:")
    return tags + re.sub(r"[ \n]+", lambda m: rng.choice((m[0], " \t", "\r\n\r\n", "  ")), deals)


@few
@given(matches, st.integers(0, 2**32))
def test_layout_and_language_do_not_change_the_digest(seeded: tuple[str, int], seed: int) -> None:
    record = match(seeded)
    plain = bare(record)
    other = relaid(write(plain), random.Random(seed))
    assert digest(read_one(other)) == digest(record)


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
