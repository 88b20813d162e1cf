"""Logs as they come: cut short, mixed up, full of rubbish; and what must be true of reading any of them."""

import random
from collections.abc import Iterator

from notation import read
from notation.findings.finding import ENGLISH
from notation.formats import SGN, Format, convert
from notation.judge import judge

RUBBISH = (
    *(b"\x00", b"\xff", b"\x1b[31m", "\u202e".encode(), b"9" * 5000, b"[" * 3000, b"{" * 3000, b"A" * 70000),
    *(b"\n\n\n", b"\r", b"*", b"-1", b'"', b"'", b"%s{0}", b"NaN", "♠".encode()),
)


def spoilt(data: bytes, seed: int, most: int = 300) -> Iterator[bytes]:
    """A log cut behind every line and many bytes, and with lines and bytes lost, doubled, swapped, put in."""
    rng = random.Random(seed)
    whole = data.splitlines(keepends=True)
    for end in range(len(whole)):
        yield b"".join(whole[:end])
    for _ in range(most):
        yield data[: rng.randrange(len(data))]
        lines = whole[:]
        for _ in range(rng.randrange(1, 3)):
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            match rng.randrange(3):
                case 0:
                    lines[one] = b""
                case 1:
                    lines[one] *= 2
                case 2:
                    lines[one], lines[other] = lines[other], lines[one]
        yield b"".join(lines)
        at = rng.randrange(len(data))
        put = rng.choice((b"", bytes([rng.randrange(256)]), rng.choice(RUBBISH), data[at : at + 9] * 2))
        yield data[:at] + put + data[at + rng.randrange(12) :]
        one, other = sorted((rng.randrange(len(data)), at))
        yield (
            data[:one]
            + data[other : other + 4]
            + data[one + 4 : other]
            + data[one : one + 4]
            + data[other + 4 :]
        )


def survives(data: bytes, source: Format) -> int:
    """Read a log, however it is spoilt: what is told has words and places, what is read can be judged."""
    done = convert(data, source, SGN)
    lines = data.count(b"\n") + 1
    for finding in done.findings:
        assert finding.message
        assert 0 <= finding.span.line <= lines
    for entry in done.report:
        assert entry.words(ENGLISH)
    for game in read(done.data) if done.data else ():
        assert game.record, [finding.message for finding in game.findings]
        assert judge(game).rules
    return done.deals
