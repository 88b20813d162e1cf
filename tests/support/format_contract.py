"""What every format of logs keeps, whoever wrote it; :func:`keeps` asks for all of it at once.

Independent of the formats: it compares records, and looks at the report for what is missing. Each function
takes a format and fails with an AssertionError that shows the data.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from notation import read, write
from notation.findings.finding import ENGLISH
from notation.formats import SGN, Format, RecordPart, Telling, convert, fitted, recognised, records
from notation.judge import judge
from notation.record.model import DealRecord, Holding, Record
from notation.specs.spec import read_spec
from referee.cards import NO_CARD, suit_of
from referee.rules import RuleSet

RUBBISH: Final = (
    *(b"\x00", b"\xff", b"\x1b[31m", "\u202e".encode(), b"9" * 5000, b"[" * 3000, b"{" * 3000, b"A" * 70000),
    *(b"\n\n\n", b"\r", b"*", b"-1", b'"', b"'", b"%s{0}", b"NaN", "♠".encode()),
)
NO_LOGS: Final = (b"", b"\n", b"hello\n", b"INFO hello\n", b'[Event "x"]\n\n1. e4 e5 1-0\n')
"""Files in which there is no game of these."""
MOST_FINDINGS: Final = 1_010
"""Of any file, however large."""


def keeps(
    format: Format, logs: Sequence[bytes], matches: Sequence[Record] = (), others: Iterable[Format] = ()
) -> None:
    """Everything, of a format with logs that its program wrote, matches that it can hold, and other formats.

    ``logs`` are read without a finding; a format that is only written has none, and one that is only read
    has no ``matches``.
    """
    declares_what_it_is(format)
    for log in logs:
        reads(format, log)
        is_recognised_alone(format, log, others)
        assert survives_damage(format, log, 60)
        has_bounds(format, log)
    if format.reader:
        passes_nothing_over(format)
    if format.writer:
        assert not matches or any(written(format, match) for match in matches), "nothing is ever written"
    if format.reader and format.writer:
        for match in matches:
            comes_back(match, format)


def declares_what_it_is(format: Format) -> None:
    """Its name, its suffix, what it holds and the rules of its program make sense."""
    assert re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", format.name), format.name
    assert re.fullmatch(r"(\.[a-z0-9]+)+", format.suffix), format.suffix
    assert str(format.title)
    assert format.reader or format.writer
    assert format.holds
    assert format.needs <= format.holds or not format.reader
    assert not format.spec or isinstance(read_spec(format.spec), RuleSet), format.spec
    assert format.pack in (0, 20, 24)


def reads(format: Format, log: bytes) -> None:
    """A log is read without a finding, and its games are judged under rules."""
    done = convert(log, format, SGN)
    assert not done.findings, done.findings
    assert done.deals
    for entry in done.report:
        assert entry.words(ENGLISH)
    for game in read(done.data):
        assert game.record, game.findings
        assert judge(game).rules


def is_recognised_alone(format: Format, log: bytes, others: Iterable[Format] = ()) -> None:
    """A log is taken for this format, and neither for another nor for nothing."""
    assert recognised(log, [format, *(other for other in others if other.name != format.name)]) is format
    assert format.recognise(log)
    if not format.exact:  # records are recognised first, whatever stands in their comments
        assert not any(other.recognise(log) for other in others if other.name != format.name)


def passes_nothing_over(format: Format) -> None:
    """What holds no game is not taken for a log, and reading it all the same says so."""
    for data in NO_LOGS:
        assert not format.recognise(data), data
        telling = Telling()
        found = records(data, format, telling)
        assert telling.findings or any(record.deals for _, record in found), data


def damaged(data: bytes, seed: int, most: int = 300) -> Iterator[bytes]:
    """A log cut after many lines and bytes, and with lines and bytes lost, doubled, swapped, put in."""
    rng = random.Random(seed)
    whole = data.splitlines(keepends=True)
    for end in range(0, len(whole), max(1, len(whole) // most)):
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


def survives(data: bytes, format: Format) -> int:
    """Read a log, however it is damaged; returns how many deals could be read.

    What is reported has words and places, and what is read can be judged.
    """
    done = convert(data, format, SGN)
    lines = data.count(b"\n") + 1
    for finding in done.findings:
        assert finding.message
        assert 0 <= finding.span.line <= lines, data
    for entry in done.report:
        assert entry.words(ENGLISH)
    for game in read(done.data) if done.data else ():
        assert game.record, [finding.message for finding in game.findings]
        assert judge(game).rules
    return done.deals


def survives_damage(format: Format, log: bytes, most: int, seed: int = 0) -> int:
    """Read a log with damage of every kind; returns how many deals could be read all the same."""
    return sum(survives(data, format) for data in damaged(log, seed, most))


def has_bounds(format: Format, log: bytes) -> None:
    """Neither a log that is repeated nor one of lines without sense is answered with findings without end."""
    lines = log.splitlines(keepends=True)
    for data in (lines[0] * 300, lines[-1] * 300, b"".join(lines[len(lines) // 2 :]) * 5):
        assert len(convert(data, format, SGN).findings) <= MOST_FINDINGS


def written(format: Format, record: Record) -> bytes:
    """A record in a format, as far as that can hold it; empty where it cannot."""
    assert format.writer
    pieces = fitted(record, format, Telling())
    return format.writer(pieces[:1] if format.single else pieces, Telling()) if pieces else b""


def comes_back(record: Record, format: Format) -> Telling:
    """Write a record, read it again and compare; returns what was reported of writing it."""
    [game] = read(write(record))
    assert game.record
    record = game.record
    telling = Telling()
    telling.game = 1
    pieces = fitted(record, format, telling)
    assert format.writer
    data = format.writer(pieces, telling)
    reading = Telling()
    back = [found for _, found in records(data, format, reading)] if pieces else []
    assert not reading.findings, (reading.findings, data)
    assert [normal(found, format) for found in back] == [normal(piece.record, format) for piece in pieces]
    return telling


def normal(record: Record, format: Format) -> Record:
    """A record without what its format states in one way only: the order in hands, rules of a program."""
    tags = tuple(tag for tag in record.tags if tag.name != "Rules" or RecordPart.RULES in format.holds)
    tags = tuple(sorted(tags, key=lambda tag: tag.name))
    return replace(record, tags=tags, deals=tuple(map(_normal_deal, record.deals)))


def _normal_deal(deal: DealRecord) -> DealRecord:
    """The trump told by the turn-up where that lies in the talon, and by its suit beside."""
    turn_up = deal.talon.cards[-1] if deal.talon and deal.talon.cards else NO_CARD
    trump = turn_up if turn_up >= 0 else deal.trump
    suit = suit_of(trump) if trump is not None and trump >= 0 else deal.suit
    hands = tuple((seat, Holding(tuple(sorted(hand.cards)), hand.notes)) for seat, hand in sorted(deal.hands))
    return replace(deal, trump=trump, suit=suit, hands=hands)
