"""What every format keeps, asked of each that is registered; what is special of one has tests of its own."""

import random
from collections.abc import Iterator
from typing import Final

import pytest

from notation import Record
from notation.formats import SGN, Format, convert
from support import format_contract as contract
from support.corpus import ROOT
from support.example_logs import BUMMERL_LOG, SCG_FILE, clean
from support.games import random_record
from support.sizes import Size
from viewer.exports.formats import FORMATS

MATCHES: Final = Size("CONVERSIONS", 24)
SPECS: Final = {
    20: ("schnapsen", "schnapsen-sharp exchange-by=turn", "schnapsen-tompa", "schnapsen claim=auto"),
    24: ("santase", "sixty-six", "sixty-six-tompa", "santase exchange-by=turn", "sixty-six-casual"),
}
"""Rule sets of a pack."""
SAMPLE: Final = (ROOT / "samples/two-draws.sgn").read_bytes()
POSITIONS: Final = frozenset({"tompa"})
"""Formats that hold positions alone, which have tests of their own."""
EVERY: Final = list(FORMATS.values())
READ: Final = [each for each in EVERY if each.reader]
BOTH: Final = [each for each in READ if each.writer]
LOGS: Final = [
    *clean().values(),
    (FORMATS["bummerl"], BUMMERL_LOG.encode()),
    (FORMATS["scg"], SCG_FILE.encode()),
    *((each, convert(SAMPLE, SGN, each).data) for each in BOTH if each.exact),
]
"""Logs, each with its format."""


def named(format: Format) -> str:
    return format.name


def matches(format: Format) -> Iterator[Record]:
    """Matches by the rules of a format's program, and by others with its pack."""
    packs = SPECS[format.pack] if format.pack else (*SPECS[20], *SPECS[24])
    specs = (format.spec, *packs) if format.spec else packs
    for seed in range(max(MATCHES, len(specs))):
        rng = random.Random(f"{format.name} {seed}")
        yield random_record(specs[seed % len(specs)], rng, noted=seed % 3 > 0, most_deals=3)


@pytest.mark.parametrize("format", EVERY, ids=named)
def test_it_declares_what_it_is(format: Format) -> None:
    contract.declares_what_it_is(format)


@pytest.mark.parametrize("format", READ, ids=named)
def test_it_passes_nothing_over(format: Format) -> None:
    contract.passes_nothing_over(format)


def test_every_format_that_is_read_has_a_log() -> None:
    """But for pickles, which only the program's own classes make."""
    assert {each.name for each in READ} - {each.name for each, _ in LOGS} == {"bummerl-pickle"}


@pytest.mark.parametrize(("format", "log"), LOGS, ids=[each.name for each, _ in LOGS])
def test_its_logs_are_recognised_and_read(format: Format, log: bytes) -> None:
    contract.reads(format, log)
    contract.is_recognised_alone(format, log, EVERY)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("format", "log"), LOGS, ids=[each.name for each, _ in LOGS])
def test_it_survives_whatever_becomes_of_a_log(format: Format, log: bytes) -> None:
    assert contract.survives_damage(format, log, MATCHES.share(5)) or not MATCHES.is_full
    contract.has_bounds(format, log)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("format", BOTH, ids=named)
def test_what_it_writes_comes_back(format: Format) -> None:
    assert format.name in POSITIONS or any(contract.written(format, match) for match in matches(format))
    for match in matches(format):
        contract.comes_back(match, format)
