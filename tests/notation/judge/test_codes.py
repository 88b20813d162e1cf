"""The explanation of a code: it agrees with the judgement, is complete, and is translated.

The page of all codes is held to what is generated; its links lead somewhere.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from notation import CATALOGUE, read
from notation.findings.code_files import code_file, retired
from notation.findings.finding import Finding, escape
from notation.judge import judge
from notation.specs.spec import OPTIONS
from notation.text.reader import Game
from referee import Deal
from referee.cards import PACK, Seat, mask
from referee.points import POINTS, field_of
from referee.rulesets import BOOKS, PRESETS
from tests.support.corpus import ROOT
from tests.support.marked import Marked, texts, unmarked
from tests.support.naming import case
from tests.support.rulings import HANDS
from viewer.documents.code_reference import (
    WIDTH,
    UnknownCodeError,
    explained,
    found_in,
    listed,
    page,
    sentence,
)
from viewer.documents.document import DataTable, Document, Excerpt, Listing, Paragraph
from viewer.documents.languages import language

CODES = list(CATALOGUE.values())
ENGLISH = language("en")
SHOWN = [(code, example) for code in CODES if (example := code_file(code.id).example)]
HEAD = f'%SGN 1\n[Rules "santase"]\ndeal 1 dealer B\n{HANDS}'


@cache
def found_once(kind: str, data: bytes) -> list[tuple[Game, Finding]]:
    return found_in(kind, data)


@pytest.fixture(autouse=True, scope="module")
def judged_once() -> Iterator[None]:
    """Let each record be judged once for all tests, which is most of what they cost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("viewer.documents.code_reference.found_in", found_once)
        yield


@cache
def in_english(code: str) -> Document:
    return explained(code, ENGLISH)


def given(kind: str, data: bytes) -> set[str]:
    return {finding.code.id for _, finding in found_once(kind, data)}


def given_by(text: str) -> set[str]:
    return given("sgn", text.encode())


def excerpts(document: Document) -> list[tuple[str, ...]]:
    return [part.lines for part in document.parts if isinstance(part, Excerpt)]


def seen(data: bytes) -> list[str]:
    lines = data.decode("utf-8", "backslashreplace").split("\n")
    return [escape(line) for line in lines[: None if lines[-1] else -1]]


# Examples.


@pytest.mark.slow
def test_what_is_shown_is_the_record_its_findings_and_the_change() -> None:
    """The change is applied literally: without the lines of one sign, with those of the other."""
    for code, shown in SHOWN:
        with case(code.id):
            record, found, change = excerpts(in_english(code.id))
            assert any(re.match(rf"[0-9]+:[0-9]+: {code.severity.value} {code.id}: ", line) for line in found)
            assert {line[0] for line in change} <= set("+-")
            assert len(record) <= 25
            assert len(change) <= 8
            if max(map(len, seen(shown.wrong) + seen(shown.right))) > WIDTH:
                assert len({*change}) == len(change), "a reader sees in what cut lines differ"
                continue
            assert list(record) == seen(shown.wrong)
            lines = Counter(record)
            lines.subtract(line[1:] for line in change if line[0] == "-")
            lines.update(line[1:] for line in change if line[0] == "+")
            assert +lines == Counter(seen(shown.right))
            assert not -lines


@pytest.mark.slow
def test_bytes_and_controls_are_shown_as_escapes() -> None:
    for name, escaped in {"S103": "\\x1b", "S104": "\\xe9", "S117": "\\u202e"}.items():
        record, _, change = excerpts(explained(name, ENGLISH))
        assert escaped in "\n".join(record)
        assert any(line.startswith("-") and escaped in line for line in change)
    for code in CODES:
        for lines in excerpts(in_english(code.id)):
            assert all(line.isprintable() for line in lines)


def test_codes_without_an_example_come_about_as_is_said() -> None:
    for length, found in ((65536, False), (65537, True)):
        assert ("S108" in given_by(f"%SGN 1\n;{'x' * (length - 1)}\n")) is found
    for deals, found in ((256, False), (257, True)):
        text = "".join(f"deal {number} dealer B\n" for number in range(1, deals + 1))
        assert ("S115" in given_by(f'%SGN 1\n[Rules "santase"]\n{text}')) is found
    for lines, found in ((104, False), (105, True)):
        assert ("S132" in given_by("%SGN 1\n" + f";{'x' * 9998}\n" * lines)) is found
    [game] = read(HEAD)
    imposed = judge(game, imposed=PRESETS["schnapsen"])
    assert "N302" in {finding.code.id for finding in imposed.findings}
    assert PRESETS["sixty-six"].close_before_draw
    deal = Deal(
        PRESETS["sixty-six"], dealer=Seat(1), hands=[mask(PACK[:6]), mask(PACK[6:12])], talon=PACK[12:]
    )
    assert deal.push(PACK[5]) is None
    assert deal.push(PACK[11]) is None
    ruling = deal.push(PACK[6 if deal.turn else 0])
    assert ruling is not None
    assert ruling.code.id == "R252"


# What is said.


def test_a_sentence_has_a_name_for_every_fact() -> None:
    for code in CODES:
        with case(code.id):
            said = sentence(code, ENGLISH)
            facts = re.findall(r"(?<!\{)\{([a-z_]+)\}", code.sentence)
            optional = {"N307": ["why"]}.get(code.id, ["hint"])
            assert len(re.findall("‹[a-z ]+›", said)) == len([fact for fact in facts if fact not in optional])
            for text in re.split(r"(?<!\{)\{[a-z_]+\}", code.sentence):
                assert text.replace("{{", "{").replace("}}", "}") in said


@pytest.mark.slow
def test_a_code_of_the_rules_tells_what_every_rule_set_says() -> None:
    for code in CODES:
        with case(code.id):
            document = in_english(code.id)
            texts = [part for part in document.parts if isinstance(part, Paragraph)]
            if not code.point:
                assert any(f"“{code_file(code.id).section}”" in part.text for part in texts)
                continue
            assert any(code.point in part.text and POINTS[code.point] in part.text for part in texts)
            items = next(part for part in document.parts if isinstance(part, Listing)).items
            option = next((option for option in OPTIONS if option.decision == field_of(code.point)), None)
            assert any(f"option {option.word}:" in part.note for part in texts) if option else True
            for name, book in BOOKS.items():
                [item] = [
                    item
                    for item in items
                    if name in (who := item.text.partition(":")[0]).split(", ") or who == "all rule sets"
                ]
                clause = book.clauses[code.point]
                assert f": {clause.rule}" in item.text
                assert f"{BOOKS[name].source}, {clause.section}" in item.note if clause.section else True
                assert clause.ruled in item.note
                if option:
                    [word] = re.findall(rf"\({option.word}=([^)]+)\)$", item.text)
                    assert option.read(word) == getattr(PRESETS[name], option.decision)


def test_codes_of_one_point_name_each_other() -> None:
    for code in CODES:
        with case(code.id):
            document = in_english(code.id)
            last = document.parts[-1]
            named = [item.text[:4] for item in last.items] if isinstance(last, Listing) else []
            alike = [other.id for other in CODES if code.point and other.point == code.point]
            others = [name for name in alike if name != code.id]
            assert [name for name in named if name in CATALOGUE] == others


@pytest.mark.parametrize("word", ["r203", "R203", " r203 "])
def test_an_id_is_found_however_it_is_written(word: str) -> None:
    assert explained(word, ENGLISH) == in_english("R203")


@pytest.mark.parametrize("name", retired())
def test_a_retired_id_is_answered(name: str) -> None:
    [part] = explained(name.lower(), ENGLISH).parts
    assert isinstance(part, Paragraph)
    assert part.text == str(code_file(name).remark)
    assert "no longer reported" in part.note


@pytest.mark.parametrize(
    ("word", "meant"), [("R203:", " R203?"), ("x10l", " X1"), ("", ""), ("\x1b[31m", ""), ("R" * 9999, "")]
)
def test_an_unknown_id_is_answered(word: str, meant: str) -> None:
    with pytest.raises(UnknownCodeError) as caught:
        explained(word, ENGLISH)
    said = str(caught.value)
    assert ("did you mean" in said) is bool(meant)
    assert meant in said
    assert said.isprintable()
    assert len(said) < 200


def test_the_list_has_every_code_once() -> None:
    tables = [part for part in listed(ENGLISH).parts if isinstance(part, DataTable)]
    rows = [row for table in tables for row in table.rows]
    assert sorted(row[0] for row in rows) == sorted(CATALOGUE)
    for name, severity, says in rows:
        assert severity == CATALOGUE[name].severity.value
        assert says == sentence(CATALOGUE[name], ENGLISH)


UNSPOKEN = re.compile("|".join(map(re.escape, sorted({*CATALOGUE, *PRESETS}, key=len, reverse=True))))


@pytest.mark.slow
def test_everything_that_is_said_goes_through_the_language() -> None:
    """What is left without the marked words: ids, rule sets, sources and options, which have no language."""
    marked = Marked()
    for name in ("listed", *CATALOGUE, *retired()):
        with case(name):
            document = listed(marked) if name == "listed" else explained(name, marked)
            said = [document.title] if name == "listed" else []
            code = CATALOGUE.get(name)
            for text in map(unmarked, [*said, *texts(document, notes=True)]):
                if code and code.point:
                    cited = {f"{book.source}, {book.clauses[code.point].section}" for book in BOOKS.values()}
                    for source in sorted(cited, key=len, reverse=True):
                        text = text.replace(source, "")
                assert not re.search("[a-z]", UNSPOKEN.sub("", re.sub(r"\([a-z-]+=[^)]+\)", "", text))), text


# The page.


@pytest.mark.slow
def test_the_page_is_what_is_generated() -> None:
    assert (ROOT / "grammar/CODES.md").read_text("utf-8") == page()


@pytest.mark.slow
def test_the_page_shows_each_record_under_its_code() -> None:
    """Read back from the page alone: the first block under a heading gets the code of the heading."""
    text = (ROOT / "grammar/CODES.md").read_text("utf-8")
    parts = re.findall(r"^### ([A-Z][0-9]{3})\n(.*?)(?=^##)", f"{text}\n##", re.M | re.S)
    assert sorted(name for name, _ in parts) == sorted((*CATALOGUE, *retired()))
    read_back = 0
    for name, part in parts:
        block = re.search("^```text\n(.*?)^```$", part, re.M | re.S)
        if block and not re.search(r"… [0-9]+|\\[a-z]", block[1]):
            assert name in (given("log", block[1].encode()) if name[0] == "F" else given_by(block[1]))
            read_back += 1
    assert read_back > len(SHOWN) * 0.9
