"""Openings: read by scanner and grammar alike, written in one form, said in four languages."""

import json
import random
import re
from typing import Final

import pytest

from grammar import GRAMMAR
from notation import digest, read, write
from notation.text import openings
from notation.text.letters import ALPHABETS
from notation.text.scan import CONTRACTS
from notation.text.writer import LineLayout, bare, in_letters
from notation.wire.record import dump, load
from referee.rulesets import PRESETS
from tests.notation.text.test_scan import check_alike, sources, taken
from tests.support.corpus import ROOT
from tests.support.openings import random_openings
from tests.support.sizes import sizes

HEAD: Final = '%SGN 1\n[Rules "bauernschnapsen"]\ndeal 1 dealer D\n'
SIGNS: Final = (*'5.-hA: \n(";^|[]0~♥', "<1-2>", "bid ", "0. ", "pass ", "trump ")
CHANGES: Final = 12
"""Changes of one sign that are tried in each record."""


@sizes(25, 20_000)
def test_openings_are_read_as_they_were_written(size: int) -> None:
    for seed in range(size):
        record = random_openings(random.Random(seed))
        for layout in LineLayout:
            [source] = sources(write(record, layout))
            game = taken(source)
            assert game, source.text
            assert game.record == record, source.text
        [loaded] = load(json.dumps(dump(record)).encode())
        assert loaded.record == record, write(record)
        assert digest(record) == digest(bare(record))
        for alphabet in ALPHABETS.values():
            [own] = read(write(in_letters(record, alphabet)))
            assert own.record == record, own.text


@sizes(10, 20_000)
def test_one_sign_more_or_less_in_an_opening_is_read_alike(size: int) -> None:
    for seed in range(size):
        rng = random.Random(seed)
        text = write(random_openings(rng))
        for _ in range(CHANGES):
            at, more = rng.randrange(len("%SGN 1"), len(text)), rng.choice(SIGNS)
            check_alike(text[:at] + more + text[at:])
            check_alike(text[:at] + text[at + len(more) :])


def meant(line: str) -> str:
    """The line with every proposal of its findings taken."""
    [game] = read(f"{HEAD}{line}\n")
    lines = game.text.split("\n")
    for finding in sorted(game.findings, key=lambda finding: finding.span, reverse=True):
        assert finding.proposal, (line, finding.message)
        span, text = finding.proposal.span, finding.proposal.text
        written = lines[span.line - 1]
        lines[span.line - 1] = written[: span.column - 1] + text + written[span.end_column - 1 :]
    return "\n".join(lines[3:]).rstrip()


def after(word: str) -> str:
    """What is written after a word of the opening."""
    return {"trump": " h", "call": " Th", "bid": " gang", "discard": " Jh --"}.get(word, "")


@pytest.mark.parametrize("said", openings.SPELLINGS)
def test_what_is_said_in_another_language_is_read_as_the_word_of_sgn(said: str) -> None:
    word = openings.said(said)
    for spelt in (said, said.capitalize()):
        line = f"0. pass {spelt}{after(word)} pass"
        assert meant(line) == f"0. pass {word}{after(word)} pass"


@pytest.mark.parametrize("called", openings.CALLED)
def test_a_contract_by_another_name_is_read_as_that_of_sgn(called: str) -> None:
    name = openings.contract_meant(called)
    assert meant(f"0. pass bid {called.capitalize()} pass") == f"0. pass bid {name} pass"
    assert meant(f"0. pass {called} pass") == f"0. pass bid {name} pass"
    assert meant(f"0. pass\n= A 9 by {called.capitalize()}") == f"0. pass\n= A 9 by {name}"


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("0. hearts weiter", "0. trump h pass"),
        ("0. no trump passe", "0. trump none pass"),
        ("0. trump ohne pass", "0. trump none pass"),
        ("0. dobule pasz", "0. double pass"),
        ("A: Ks\ntrump h pass", "A: Ks\n0. trump h pass"),
        ("0) trump h pass", "0. trump h pass"),
        ("0. pass, pass", "0. pass pass"),
        ("0. pass\n= CA 9 by gang verloren", "0. pass\n= AC 9 by gang-failed"),
        ("0. pass\n= B+C 9 by gang", "0. pass\n= BC 9 by gang"),
        ("A: Ks Qs | As | Ts", "A: Ks Qs | As   Ts"),
        ("1. [Ah Kh", "1. [Ah] Kh"),
    ],
)
def test_slips_in_an_opening_are_proposed_as_they_are_meant(line: str, due: str) -> None:
    assert meant(line) == due


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("0. trump h bid\n1. Ks", "S111", "after `bid` comes the name of a contract"),
        ("0. trump\n1. Ks", "S111", "after `trump` comes a suit"),
        ("0. discard\n1. Ks", "S111", "after `discard` each card"),
        ("0. trump h Ks", "S111", "cards are played from trick 1 on"),
        ("1. Ks As\n0. pass", "S111", "stands on line `0.`, before trick 1"),
        ("1. Ks As\n2. pass", "S111", "stands on line `0.`, before trick 1"),
        ("1. Ks double As", "S111", "stands on line `0.`, before trick 1"),
        ("talon: Ks | As", "S134", "a bar stands only in a hand"),
        ("= A 9 by own-contract", "S111", "a result is `=`"),
    ],
)
def test_what_an_opening_cannot_be_is_said_in_a_sentence(line: str, code: str, said: str) -> None:
    [game] = read(f"{HEAD}{line}\n")
    assert [finding.code.id for finding in game.findings] == [code]
    assert said in game.findings[0].message


def test_the_contracts_that_are_reasons_anywhere_are_named_alike() -> None:
    listed = [name.decode() for name in CONTRACTS]
    [named] = re.findall(r"\|\(\?:([a-z|-]+)\)\(\?:-failed\)\?", GRAMMAR)
    assert named.split("|") == listed
    page = (ROOT / "grammar/SPECIFICATION.md").read_text("utf-8")
    [table] = re.findall(r"```text\n(bettler .*?)```", page, re.DOTALL)
    assert sorted(table.split()) == sorted(listed)
    script = (ROOT / "samples/javascript/sgn.mjs").read_text("utf-8")
    [written] = re.findall(r"const CONTRACTS =\n([^;]*);", script)
    assert "".join(re.findall(r'"([^"]*)"', written)).split("|") == listed
    bid = {each.name for rules in PRESETS.values() for each in rules.auction.contracts if each.value}
    assert bid <= set(listed)
