"""The contract that every log format must keep, for authors of formats: `santase formats test`.

Independent of any format: records are compared, logs are damaged, and reports are checked for omissions. Each
requirement raises :class:`ContractError` if a format breaks it, with the bytes that show it.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from notation.corpus.generator import generate
from notation.findings.finding import ENGLISH, Phrase
from notation.formats.core.convert import convert, fitted
from notation.formats.core.format import Format
from notation.formats.core.proof import are_alike
from notation.formats.core.reading import records
from notation.formats.core.recognition import recognised
from notation.formats.core.report import Telling
from notation.formats.sgn.records import SGN
from notation.judge import judge
from notation.record.model import Record
from notation.specs.spec import read_spec
from notation.text.reader import read
from notation.text.writer import write
from referee.rules import RuleSet
from referee.rulesets import PRESETS, SANTASE

MATCHES: Final = 40
"""Matches that a format is asked to write."""
_DAMAGED: Final = 60
_MOST_FINDINGS: Final = 1_010
"""Findings of any file, however large."""
_RUBBISH: Final = (
    *(b"\x00", b"\xff", b"\x1b[31m", "\u202e".encode(), b"9" * 5000, b"[" * 3000, b"{" * 3000, b"A" * 70000),
    *(b"\n\n\n", b"\r", b"*", b"-1", b'"', b"'", b"%s{0}", b"NaN", "♠".encode()),
)
_NO_LOGS: Final = (b"", b"\n", b"hello\n", b"INFO hello\n", b'[Event "x"]\n\n1. e4 e5 1-0\n')
"""Files that contain no game in any format."""
_SHOWN: Final = 200
"""Bytes of a log that are shown with a broken requirement."""


class ContractError(Exception):
    """A format breaks a requirement: what is wrong, and the bytes that show it."""

    def __init__(self, why: str, data: bytes = b"") -> None:
        super().__init__(f"{why}: {data[:_SHOWN]!r}" if data else why)


def _hold(truth: object, why: str, data: bytes = b"") -> None:
    if not truth:
        raise ContractError(why, data)


@dataclass(frozen=True, slots=True)
class FormatExamples:
    """The test material for a format: logs written by its program, matches, and the other formats."""

    logs: Sequence[bytes] = ()
    matches: Sequence[Record] = ()
    others: Sequence[Format] = ()


class Requirement(NamedTuple):
    """A requirement and its test; ``concerns`` tells whether it applies to a format."""

    title: Phrase
    keep: Callable[[Format, FormatExamples], None]
    concerns: Callable[[Format, FormatExamples], object]


class TestedRequirement(NamedTuple):
    """Whether a format keeps a requirement, None if it was not tested, and ``why`` it does not."""

    requirement: Requirement
    kept: bool | None
    why: str = ""


def tried(form: Format, examples: FormatExamples) -> Iterator[TestedRequirement]:
    """Yield every requirement with its result; one that fails with another error is not kept."""
    for each in REQUIREMENTS:
        if not each.concerns(form, examples):
            yield TestedRequirement(each, None)
            continue
        try:
            each.keep(form, examples)
        except ContractError as broken:
            yield TestedRequirement(each, False, str(broken))
        except Exception as error:  # third-party code, which may fail in any way
            yield TestedRequirement(each, False, f"it raises {type(error).__name__}: {error}")
        else:
            yield TestedRequirement(each, True)


def matches_for(form: Format, number: int = MATCHES, seed: int = 0) -> list[Record]:
    """Return matches of random players, some with notes, by the rules of a format's program and others."""
    own = read_spec(form.spec) if form.spec else SANTASE
    sets = [own] if isinstance(own, RuleSet) else []
    sets += [
        rules
        for rules in PRESETS.values()
        if form.pack in (0, rules.deck_cards.bit_count()) and rules.seats <= form.seats
    ]
    found = []
    for place in range(number):
        rules = sets[place % len(sets)]
        text = "".join(islice(generate(rules, 1 + place % 4, seed + place), 1))
        if place % 3 == 2:
            text = re.sub(r"(?m)^(\d+\. .*)$", r"\1 ! {a comment} <0-0>", text, count=1)
        [game] = read(text)
        if game.record:
            found.append(game.record)
    return found


def declares_what_it_is(form: Format) -> None:
    """Check that its name, suffix, capabilities and rules are valid."""
    _hold(re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", form.name), f"{form.name!r} is not a name")
    _hold(re.fullmatch(r"(\.[a-z0-9]+)+", form.suffix), f"{form.suffix!r} is not a suffix")
    _hold(str(form.title), "it has no title")
    _hold(form.reader or form.writer, "it neither reads nor writes")
    _hold(form.holds, "it holds nothing")
    _hold(form.needs <= form.holds or not form.reader, "it needs what it does not hold")
    _hold(not form.spec or isinstance(read_spec(form.spec), RuleSet), f"{form.spec!r} is not a rule set")
    _hold(form.pack in (0, 20, 24), f"there is no pack of {form.pack} cards")


def reads(form: Format, log: bytes) -> None:
    """Check that a log is read without findings, and that its games are judged under rules."""
    done = convert(log, form, SGN)
    _hold(not done.findings, f"there are findings: {[each.message for each in done.findings[:3]]}", log)
    _hold(done.deals, "no deal is found", log)
    for entry in done.report:
        entry.words(ENGLISH)
    for game in read(done.data):
        _hold(game.record and judge(game).rules, "what is read cannot be judged", done.data)


def is_recognised_alone(form: Format, log: bytes, others: Iterable[Format] = ()) -> None:
    """Check that a log is recognised as this format and as no other."""
    others = [other for other in others if other.name != form.name]
    _hold(form.recognise(log), "its log is not recognised", log)
    _hold(recognised(log, [form, *others]) is form, "its log is taken for something else", log)
    if not form.exact:  # records are recognised first, whatever their comments contain
        for other in others:
            _hold(not other.recognise(log), f"its log is recognised by {other.name}, too", log)


def passes_nothing_over(form: Format) -> None:
    """Check that input without a game is not recognised as a log, and that reading it reports so."""
    for data in _NO_LOGS:
        _hold(not form.recognise(data), "it recognises what is not a log", data)
        telling = Telling()
        found = records(data, form, telling)
        is_told = telling.findings or any(record.deals for _, record in found)
        _hold(is_told, "it reads what is not a log without a word", data)


def damaged(data: bytes, seed: int, most: int = 300) -> Iterator[bytes]:
    """Yield a log truncated after many lines and bytes, and with parts lost, doubled, swapped, inserted."""
    rng = random.Random(seed)  # noqa: S311 - damage, not secrets
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
        put = rng.choice((b"", bytes([rng.randrange(256)]), rng.choice(_RUBBISH), data[at : at + 9] * 2))
        yield data[:at] + put + data[at + rng.randrange(12) :]
        one, other = sorted((rng.randrange(len(data)), at))
        yield (
            data[:one]
            + data[other : other + 4]
            + data[one + 4 : other]
            + data[one : one + 4]
            + data[other + 4 :]
        )


def survives(data: bytes, form: Format) -> int:
    """Check that a log, however damaged, can be read; returns how many deals could be read.

    Findings must have words and places, and the games must be fit to be judged.
    """
    done = convert(data, form, SGN)
    lines = data.count(b"\n") + 1
    for finding in done.findings:
        _hold(finding.message, "a finding says nothing", data)
        _hold(0 <= finding.span.line <= lines, "a finding stands where there is no line", data)
    for entry in done.report:
        entry.words(ENGLISH)
    for game in read(done.data) if done.data else ():
        _hold(game.record and judge(game).rules, "what is read cannot be judged", data)
    return done.deals


def survives_damage(form: Format, log: bytes, most: int = _DAMAGED, seed: int = 0) -> int:
    """Read a log with every kind of damage; returns how many deals could be read."""
    return sum(survives(data, form) for data in damaged(log, seed, most))


def has_bounds(form: Format, log: bytes) -> None:
    """Check that neither a repeated log nor one of nonsense gives an unlimited number of findings."""
    lines = log.splitlines(keepends=True)
    for data in (lines[0] * 300, lines[-1] * 300, b"".join(lines[len(lines) // 2 :]) * 5):
        number = len(convert(data, form, SGN).findings)
        _hold(number <= _MOST_FINDINGS, f"it makes {number} findings of one file", data)


def written(form: Format, record: Record) -> bytes:
    """Return a record in a format, as far as it can hold it; empty if it cannot."""
    pieces = fitted(record, form, Telling())
    if not pieces or form.writer is None:
        return b""
    return form.writer(pieces[:1] if form.single else pieces, Telling())


def comes_back(record: Record, form: Format) -> Telling:
    """Check the round trip of a record; returns what was reported when writing it."""
    [game] = read(write(record))
    record = game.record or record
    telling = Telling()
    telling.game = 1
    pieces = fitted(record, form, telling)
    data = form.writer(pieces, telling) if pieces and form.writer else b""
    reading = Telling()
    back = [found for _, found in records(data, form, reading)] if pieces else []
    messages = [finding.message for finding in reading.findings[:3]]
    _hold(not messages, f"what it writes cannot be read: {messages}", data)
    _hold(are_alike(back, pieces, form), "what it writes is read as another record", data)
    return telling


def _each_log(keep: Callable[[Format, bytes], object]) -> Callable[[Format, FormatExamples], None]:
    def try_all(form: Format, examples: FormatExamples) -> None:
        for log in examples.logs:
            keep(form, log)

    return try_all


def _are_recognised(form: Format, examples: FormatExamples) -> None:
    for log in examples.logs:
        is_recognised_alone(form, log, examples.others)


def _is_written(form: Format, examples: FormatExamples) -> None:
    made = [written(form, match) for match in examples.matches]
    _hold(any(made), "it writes none of these matches")


def _all_come_back(form: Format, examples: FormatExamples) -> None:
    for match in examples.matches:
        comes_back(match, form)


def _has_logs(form: Format, examples: FormatExamples) -> object:
    return form.reader and examples.logs


REQUIREMENTS: Final = (
    Requirement(
        Phrase("it is declared correctly"), lambda form, _: declares_what_it_is(form), lambda *_: True
    ),
    Requirement(
        Phrase("what is not a log is not taken for one"),
        lambda form, _: passes_nothing_over(form),
        lambda form, _: form.reader,
    ),
    Requirement(Phrase("its logs are read without findings"), _each_log(reads), _has_logs),
    Requirement(Phrase("its logs are recognised, and by no other format"), _are_recognised, _has_logs),
    Requirement(Phrase("damaged logs are read as far as possible"), _each_log(survives_damage), _has_logs),
    Requirement(Phrase("the findings of a file are bounded"), _each_log(has_bounds), _has_logs),
    Requirement(
        Phrase("matches are written"), _is_written, lambda form, examples: form.writer and examples.matches
    ),
    Requirement(
        Phrase("what is written reads back the same"),
        _all_come_back,
        lambda form, examples: form.writer and form.reader and examples.matches,
    ),
)
"""The requirements for every format, in order."""
