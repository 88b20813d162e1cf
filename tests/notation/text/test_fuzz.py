"""Bytes, words and spoilt games all end in games or findings with places: 200,000 inputs, a million at night.

A chunk is read as one file, so that every game stands among others; in some chunks each game is then
judged by itself and must be judged the same. `SANTASE_FUZZ` sets the number of inputs.
"""

import random
from collections.abc import Callable

import pytest

from notation import CATALOGUE, read, write
from notation.judge import judge
from notation.judge.judgement import Judgement
from tests.support.games import random_record
from tests.support.sizes import Size

pytestmark = pytest.mark.usefixtures("few_repairs")

INPUTS = Size("FUZZ", 1_000_000)
CHUNKS = 8
HEAD = b"%SGN 1\n"
WORDS = [
    *("%SGN 1\n", "%SGN", "\n", "\r\n", "\r", "\t", "\x00", "\u202e", "♥", "\ufeff", "é", "; x\n", "\n; x\n"),
    *'{ } [ ] " \\ = * ( ) < > - -- ## ; @ ~ ^ ! ?? $5 0-2 <1-2> (1-2) 1. 2. 12345 20 40h Kh 10h 7h'.split(),
    *"deal dealer trump talon: stock: A: B: C: exchange close out by score draw resign ruling".split(),
    *"AC BD C: D: pays -1 -1 <1-2-3> (1-2-3) position lead won played: -three -four".split(),
    *'+Jc +-- ~9c ~-- Kd^ @clk(0:00:01) @x-a("b") (Kd (Kd) {c} "w" h deal\u00a01 =\u2003A'.split(),
]
GAMES = (
    *("santase", "schnapsen", "sixty-six", "schnapsen-tompa revoke=3", "sixty-six-three", "santase-four"),
    *("santase-club", "santase-three", "sixty-six-four claim=auto"),
)
SEEDS = [write(random_record(spec, random.Random(seed), most_deals=1)) for seed, spec in enumerate(GAMES)] + [
    '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump h\n1. As Td! (Kd 2. 20h) {c}\n2. 20h Kh --\n= A 2\n',
    '%SGN 1\n[Rules "santase-three"]\ndeal 1 dealer C trump h\n1. 40h Kh\n= pays 2 -1 -1 score 1 0 -1\n',
    '%SGN 1\n[Rules "sixty-six-four"]\ndeal 1 trump Ah position lead C tricks 1-1\n3. 20c A: out\n= AC 2\n',
    '%SGN 1\n; r\ndeal 2 dealer A trump Th\nA: -- ##\n1. B: ~9c Kd^ -- +Jc +--\nruling B 2 "x"\n= * (1-2)\n',
]


def any_bytes(rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(60))


def headed_bytes(rng: random.Random) -> bytes:
    return HEAD + any_bytes(rng)


def any_words(rng: random.Random) -> bytes:
    return HEAD + rng.choice((" ", " ", "")).join(rng.choices(WORDS, k=rng.randrange(10))).encode()


def spoilt(rng: random.Random) -> bytes:
    text = rng.choice(SEEDS)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(WORDS) + text[at + rng.choice((0, 1, 3, 20)) :]
    return text.encode()


KINDS: tuple[tuple[Callable[[random.Random], bytes], float], ...] = (
    (any_bytes, 0.5),
    (headed_bytes, 0.36),
    (any_words, 0.11),
    (spoilt, 0.03),
)


def check(judgement: Judgement) -> None:
    game = judgement.game
    assert game.record is not None or any(finding.is_error for finding in game.findings)
    lines = game.text.split("\n")
    for finding in judgement.findings:
        assert finding.code.id in CATALOGUE
        assert finding.message
        for span in (finding.span, *((finding.related.span,) if finding.related else ())):
            assert 1 <= span.line <= len(lines), finding
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1, finding


def told(judgement: Judgement) -> list[tuple[str, tuple[int, ...], str]]:
    return [(finding.code.id, finding.span, finding.message) for finding in judgement.findings]


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_whatever_comes_in(chunk: int) -> None:
    rng = random.Random(chunk)
    for make, share in KINDS:
        inputs = [make(rng) for _ in range(int(INPUTS * share / CHUNKS))]
        judged = [judge(game) for data in inputs for game in read(data)]
        for judgement in judged:
            check(judgement)
        if chunk % 5 == 0 and make is not any_bytes:
            file = b"\n".join(inputs)
            games = list(read(file))
            assert b"".join(game.source for game in games) == file
            for game in games:
                [alone] = read(game.source) if game.number else [game]
                assert told(judge(game)) == told(judge(alone)) or "offset" in str(alone.findings)
