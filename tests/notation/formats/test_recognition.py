"""Recognition: never wrong, never silent, and always with its reasons.

Every recogniser is tried on every log that there is, in all that may stand round its lines, on the files of
other games and programs, and on what is made up.
"""

import json
import random
from functools import cache
from pathlib import Path
from time import process_time
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from notation.findings import Finding
from notation.formats import Format, Telling, convert, fitted, opened, recognised, recognition, records
from notation.formats.core.lines import unwrapped
from notation.wire.schemas import schema_named
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.example_logs import RESULTS, clean
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.other_files import FILES, TEXTS
from tests.support.sizes import some
from tests.support.ways import WAYS
from viewer.documents.languages import NAMES, language
from viewer.exports.formats import FORMATS

ALL: Final = list(FORMATS.values())
READ: Final = [each for each in ALL if each.reader]
SPECS: Final = {20: "schnapsen", 24: "santase", 0: "santase"}
STRANGE: Final = [
    *((name, text.encode()) for name, texts in TEXTS.items() for text in texts),
    *((name, data) for name, files in FILES.items() for data in files),
]


@cache
def generated() -> dict[str, tuple[Format, bytes]]:
    """Logs that the writers make of random matches, two of each format."""
    found: dict[str, tuple[Format, bytes]] = {}
    for form in ALL:
        if form.reader is None or form.writer is None:
            continue
        for seed in range(40):
            spec = form.spec or SPECS[form.pack]
            record = random_record(spec, random.Random(seed), noted=False, most_deals=3)
            pieces = fitted(record, form, Telling())[: 1 if form.single else None]
            if pieces:
                found[f"{form.name} {seed}"] = form, form.writer(pieces, Telling())
            if sum(each is form for each, _ in found.values()) == 2:
                break
    return found


def seen_by(data: bytes) -> set[str]:
    """The formats whose recognisers see themselves in a file, as it stands or without what surrounds it."""
    text = opened(data)
    bare = unwrapped(text)
    own = {form.name for form in READ if form.recognise(text)}
    return own | {form.name for form in READ if bare and not form.exact and form.recognise(bare.data)}


def name_of(data: bytes, formats: list[Format] = ALL) -> str:
    found = recognised(data, formats)
    return found.code.id if isinstance(found, Finding) else found.name


# Never wrong.


@pytest.mark.slow
@pytest.mark.parametrize("way", some(["as it is", *WAYS], "as it is", "a logger"))
def test_no_recogniser_sees_itself_in_the_log_of_another(way: str) -> None:
    logs = {**clean(), **generated(), "table": (FORMATS["results-table"], RESULTS)}
    assert {form.name for form, _ in logs.values()} >= {each.name for each in READ} - {"bummerl-pickle"}
    for name, (form, data) in logs.items():
        if way != "as it is" and (form.exact or b"\0" in data):
            continue
        there = WAYS[way](data) if way != "as it is" else data
        assert seen_by(there) == {form.name}, name
        assert name_of(there) == form.name, name


def test_a_format_that_is_not_there_leaves_its_logs_to_nobody() -> None:
    for name, (form, data) in clean().items():
        others = [each for each in ALL if each is not form]
        for there in (data, WAYS["a logger"](data)):
            assert name_of(there, others) in ("F401", "F408"), name


def test_what_is_something_else_is_called_by_its_name() -> None:
    for name, data in STRANGE:
        found = recognised(data, ALL)
        assert isinstance(found, Finding), name
        assert found.code.id == "F408", name
        assert found.message.startswith(f"this is {name}, which cannot be read here; ")
        assert not [each.name for each in READ if each.recognise(data)], name


@pytest.mark.parametrize("way", some(WAYS, "a logger", "a fence"))
def test_other_games_are_no_logs_whatever_stands_round_them(way: str) -> None:
    for texts in TEXTS.values():
        for text in texts:
            there = WAYS[way](text.encode())
            assert name_of(there) in ("F401", "F408"), text
            assert seen_by(there) == set(), text


WORDS: Final = (
    *("talon", "trump", '["[♠A]"', "===== Game #1 =======", "Seed: 1", "New game vs A", "New round", "Close"),
    *(
        "The trump suit is: H",
        "Player 1's hand:",
        "Your cards: ♠ A",
        "player_cards:|A♠|",
        "--GetTurn; Trump: ",
    ),
    *("GameState(", "RegularTrick(leader_move=", '{"G":', '{"hands": []}', "deal 1", "A: As Ks", "1. e4 e5"),
    *("```sgn", "10H QD AC JS KH - 1 -", "[Event", '"x"]', "\n", "\n\n", " ", "\t", "♥", "Д", "0", "}", "]"),
)
"""Fragments of logs that cannot be completed."""
SCRAPS: Final = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)


@pytest.mark.slow
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode), SCRAPS.map(str.encode)))
def test_what_is_made_up_is_no_log_and_is_never_passed_over_in_silence(data: bytes) -> None:
    assume(b"%SGN" not in data)  # which the generator finds in the source
    found = recognition(data, ALL)
    assert found.found == recognised(data, ALL)
    assert isinstance(found.found, Finding), found.found.name
    assert found.found.message
    assert [each.line for each in found.candidates] == [0] * len(READ)
    assert all(each.speaks_against and not each.speaks_for for each in found.candidates)


ENDLESS: Final = (
    *(b"\n", b" ", b"\t\n", b"x: \n", b"1.\n", b"#\n", b"<!--", b"<a ", b"[", b"(;", b"talon [\n"),
    *(b"New game vs\n", b"GameState(leader=", b"===== Game #1 =======\n", b"Your cards: \xe2\x99\xa0\n"),
    *(b"player_cards:\n", b"The trump suit is: H\n", b"```sgn\n", b"From", b"0, ", b"rnbq/", b"md|"),
)


@pytest.mark.slow
@pytest.mark.parametrize("piece", some(ENDLESS, b"\n", b"<a "))
def test_what_is_repeated_without_end_is_looked_at_quickly(piece: bytes) -> None:
    """Half a mebibyte in seconds; what took the square of its length took hours."""
    data = piece * (1 + (1 << 19) // len(piece))
    start = process_time()
    recognised(data, ALL)
    assert process_time() - start < 10


# The reasons.


def test_every_format_has_what_speaks_for_it_and_against_it() -> None:
    for name, (form, data) in clean().items():
        with case(name):
            reasons(form, data)


def reasons(form: Format, data: bytes) -> None:
    found = recognition(data, ALL)
    assert found.found is form
    assert sorted(each.format.name for each in found.candidates) == sorted(each.name for each in READ)
    first, *others = found.candidates
    assert first.format is form
    line = opened(data).decode().split("\n")[first.line - 1]
    assert first.shown == line.strip()[:80]
    read = [record for _, record in records(data, form, Telling())]
    assert (first.games, first.deals) == (len(read), sum(len(record.deals) for record in read))
    assert first.speaks_for
    assert not first.speaks_against
    assert not any(each.speaks_for for each in others)
    assert all(str(each.speaks_against[0]).startswith("missing: ") for each in others)


def test_where_reading_stops_is_told_with_its_line() -> None:
    lines = (ROOT / "tests/logs/bummerl.txt").read_text("utf-8").split("\n")
    lines.insert(50, "what is this?")
    [first, *_] = recognition("\n".join(lines).encode(), ALL).candidates
    assert first.deals == 4
    [why] = first.speaks_against
    assert str(why).startswith("line 51 cannot be read: `what is this?` was not expected here")


def test_two_logs_in_one_file_both_have_their_reasons() -> None:
    both = clean()["printed: bummerl"][1] + clean()["printed: painsi"][1]
    found = recognition(both, ALL)
    assert isinstance(found.found, Finding)
    assert found.found.code.id == "F402"
    line = clean()["printed: bummerl"][1].count(b"\n") + 2
    assert found.found.message.startswith(f"this could be bummerl (line 1) or painsi (line {line}); ")
    first, second, *others = found.candidates
    assert [first.format.name, second.format.name] == ["bummerl", "painsi"]
    assert first.stops
    assert second.deals == 2
    assert not any(each.line for each in others)


def test_a_log_in_a_record_counts_for_nothing_and_is_told() -> None:
    log = clean()["printed: painsi"][1].decode().split("\n\n")[0].replace("{", "(").replace("}", ")")
    found = recognition(f"%SGN 1\n{{\n{log}\n}}\n".encode(), ALL)
    assert isinstance(found.found, Format)
    assert found.found.name == "sgn"
    [painsi] = [each for each in found.candidates if each.format.name == "painsi"]
    assert painsi.line > 2
    assert [str(why) for why in painsi.speaks_against] == [
        "a file that holds a record of this program is read as that"
    ]


@pytest.mark.parametrize("lang", NAMES)
def test_the_reasons_are_told_in_every_language(lang: str) -> None:
    say = language(lang)
    for data in (b"hello", clean()["printed: painsi"][1]):
        for each in recognition(data, ALL).candidates:
            for reason in (*each.speaks_for, *each.speaks_against):
                assert say.put(reason)
                assert lang == "en" or say.put(reason) != str(reason)


def test_every_format_says_what_its_logs_show() -> None:
    assert [each.name for each in READ if each.shows is None] == []


# Where a game comes from.


def test_the_lines_of_a_game_make_that_game_alone() -> None:
    """Nothing but the lines that a game is said to come from is converted again, and gives the same."""
    for name, (form, data) in clean().items():
        with case(name):
            games_by_their_lines(name, form, data)


@pytest.mark.nightly
def test_the_lines_of_a_generated_game_make_that_game_alone() -> None:
    for name, (form, data) in generated().items():
        with case(name):
            games_by_their_lines(name, form, data)


def games_by_their_lines(name: str, form: Format, data: bytes) -> None:
    if form.name in ("html", "score-sheet") or name == "stored: boardgame":
        return  # it has no lines that people read, or several games on one
    done = convert(data, form, FORMATS["sgn"])
    whole = [record for _, record in records(data, form, Telling())]
    lines = opened(data).split(b"\n")
    assert len(done.origins) == done.games == len(whole)
    used: set[int] = set()
    for origin, record in zip(done.origins, whole, strict=True):
        numbers = [line for part in origin.lines for line in range(part.first, part.last + 1)]
        assert numbers
        assert not used & set(numbers)
        used.update(numbers)
        if form.name in ("actions", "latex", "markdown", "typst"):
            continue
        part = b"\n".join(lines[line - 1] for line in numbers) + b"\n"
        assert [again for _, again in records(part, form, Telling())] == [record]
    left = [number for number, line in enumerate(lines, 1) if line.strip() and number not in used]
    assert len(left) <= 2 or form.name in ("fltk", "json", "latex", "markdown", "typst"), [
        lines[number - 1] for number in left
    ]


def test_a_deal_says_on_which_line_it_begins() -> None:
    for name, begins in (("printed: bummerl", b"===== Game #"), ("written: decorator", b"New round ")):
        form, data = clean()[name]
        lines = data.split(b"\n")
        for origin in convert(data, form, FORMATS["sgn"]).origins:
            assert all(lines[line - 1].startswith(begins) for line in origin.deals)
            assert len(set(origin.deals)) == len(origin.deals) > 1


def test_a_deal_that_cannot_be_read_is_told_with_its_line() -> None:
    lines = (ROOT / "tests/logs/bummerl.txt").read_text("utf-8").split("\n")
    lines.insert(50, "what is this?")
    [origin] = convert("\n".join(lines).encode(), FORMATS["bummerl"], FORMATS["sgn"]).origins
    assert [lines[line - 1] for line in origin.lost] == ["===== Game #3 ======="]
    assert len(origin.deals) == 4


# The command.


def test_a_file_is_explained_as_text_and_as_json(tmp_path: Path) -> None:
    log = str(ROOT / "tests/logs/painsi.txt")
    strange = tmp_path / "chess.pgn"
    strange.write_text(TEXTS["PGN, the notation of chess"][0], "utf-8")
    done = run("recognise", log)
    assert done.exit_code == 0
    assert "This is painsi: console log of robertpainsi/schnapsen." in done.stdout
    assert "line 2 shows it: talon" in done.stdout
    done = run("recognise", log, strange, "--format", "json")
    assert done.exit_code == 1
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["format"], first["problem"]) == ("painsi", None)
    assert (second["format"], second["problem"]["code"]) == (None, "F408")
    schema = schema_named("recognition")
    for shape in (first, second):
        assert sorted(shape) == sorted(schema["properties"])
        assert len(shape["candidates"]) == len(READ)
