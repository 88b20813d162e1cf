"""What every format keeps, asked of each that is registered; what is special of one has tests of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from notation import Record, read_spec, write
from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats import SGN, Format, Piece, Telling, contract, convert
from referee import RuleSet
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.example_logs import BUMMERL_LOG, RESULTS, SCG_FILE, clean
from tests.support.naming import case
from tests.support.sizes import Size, sizes
from viewer.exports.formats import FORMATS

DAMAGES: Final = Size("CONTRACT_DAMAGES", 6)
SAMPLE: Final = (ROOT / "samples/two-draws.sgn").read_bytes()
EVERY: Final = list(FORMATS.values())
READ: Final = [each for each in EVERY if each.reader]


@cache
def logs() -> list[tuple[Format, bytes]]:
    """Logs, each with its format."""
    return [
        *clean().values(),
        (FORMATS["bummerl"], BUMMERL_LOG.encode()),
        (FORMATS["scg"], SCG_FILE.encode()),
        (FORMATS["results-table"], RESULTS),
        *((each, convert(SAMPLE, SGN, each).data) for each in READ if each.writer and each.exact),
    ]


def test_every_format_says_what_it_is_and_passes_nothing_over() -> None:
    for form in EVERY:
        with case(form.name):
            contract.declares_what_it_is(form)
            if form.reader:
                contract.passes_nothing_over(form)


@pytest.mark.slow
def test_every_format_that_is_read_has_a_log_that_it_reads_and_nobody_else() -> None:
    """But for pickles, which only the program's own classes make."""
    assert {each.name for each in READ} - {each.name for each, _ in logs()} == {"bummerl-pickle"}
    for number, (form, log) in enumerate(logs()):
        with case(f"{number}: {form.name}"):
            contract.reads(form, log)
            contract.is_recognised_alone(form, log, EVERY)


@pytest.mark.slow
@sizes(1, DAMAGES)
def test_every_format_survives_whatever_becomes_of_a_log(size: int) -> None:
    for number, (form, log) in enumerate(logs()):
        with case(f"{number}: {form.name}"):
            assert contract.survives_damage(form, log, size) or size < DAMAGES.usual
            if size > 1:
                contract.has_bounds(form, log)


def _raising(data: bytes, telling: Telling) -> Iterator[Record]:
    raise KeyError("somebody else's code")


def _doubled(pieces: Sequence[Piece], telling: Telling) -> bytes:
    assert SGN.writer
    return SGN.writer([*pieces, *pieces], telling)


def _endless(data: bytes, telling: Telling) -> Iterator[Record]:
    for _ in range(1100):
        telling.fault(catalogue.LOG_END, 1, expected="more")
    assert SGN.reader
    yield from SGN.reader(data, telling)


LOG: Final = b"""%SGN 1
[Rules "schnapsen"]

deal 1 dealer B trump Td
A: As Ks Qh Jh Kc
B: Ad Ts Kh Ah Jc
talon: Qs Js Th Kd Qd Jd Ac Tc Qc Td
1. As Ts
2. Ks Kh
"""
BROKEN: Final = {
    "it is declared correctly": replace(SGN, suffix="sgn"),
    "what is not a log is not taken for one": replace(SGN, recognise=lambda data: 1),
    "its logs are read without findings": replace(SGN, reader=FORMATS["bummerl"].reader),
    "its logs are recognised, and by no other format": replace(SGN, recognise=lambda data: 0),
    "damaged logs are read as far as possible": replace(SGN, reader=_raising),
    "the findings of a file are bounded": replace(SGN, reader=_endless, heads=None),
    "matches are written": replace(SGN, unfit=lambda deal, rules: Phrase("it is never fit")),
    "what is written reads back the same": replace(SGN, writer=_doubled),
}
"""A format for each requirement that does not keep it."""


@cache
def examples() -> contract.FormatExamples:
    return contract.FormatExamples([LOG], contract.matches_for(SGN, 3), EVERY)


@pytest.mark.slow
def test_what_a_format_does_not_keep_is_found() -> None:
    for requirement in contract.REQUIREMENTS:
        with case(requirement.title):
            requirement.keep(SGN, examples())
            with pytest.raises((contract.ContractError, KeyError)):
                requirement.keep(BROKEN[str(requirement.title)], examples())


def test_a_format_that_fails_does_not_keep_what_is_tried() -> None:
    failing = replace(SGN, reader=_raising, writer=None)
    found = {str(each.requirement.title): each for each in contract.tried(failing, examples())}
    assert list(found) == list(BROKEN)
    assert found["its logs are read without findings"].kept is False
    assert "KeyError" in found["its logs are read without findings"].why
    assert found["matches are written"].kept is None
    assert found["it is declared correctly"].kept


def test_matches_to_try_a_format_with_are_by_its_rules_and_noted() -> None:
    tried = contract.matches_for(FORMATS["bummerl"], 12)
    assert len(tried) == 12
    sets = [read_spec(str(record.tag("Rules"))) for record in tried]
    assert {rules.deck_cards.bit_count() for rules in sets if isinstance(rules, RuleSet)} == {20}
    assert any("a comment" in write(record) for record in tried)


@pytest.mark.parametrize(
    ("words", "says"), [(("test",), "which package"), (("test", "no-such"), "no installed")]
)
def test_a_package_without_formats_is_not_tested(words: tuple[str, ...], says: str) -> None:
    result = run("formats", *words)
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.slow
def test_a_format_that_breaks_the_contract_ends_with_1(tmp_path: Path) -> None:
    log = tmp_path / "no.log"
    log.write_bytes(b"no log of this program\n")
    result = run("formats", "test", "painsi", "--log", log)
    assert result.exit_code == 1
    assert "its log is not recognised" in result.output
