"""What happened at the table beside the play: it is noted with its clause, and priced where rules do so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from notation import Judgement, read, write
from notation.judge import judge, judge_text
from notation.specs import PackError, load_pack, read_pack
from notation.text.annotations import INCIDENTS
from referee import BOOKS, POINTS, PRESETS
from tests.support.rulings import DEAL, HEAD

RECORD = f"{HEAD}\n{DEAL}1. As {{note}} Ts\n2. Ah 9d\n"
PACK = """pack = 1
name = "strict-table"
base = "santase"
source = "House rules"
[clauses."irr.exposed"]
section = "4"
rule = "a card that was shown costs one point"
price = 1
[clauses."irr.withdrawn"]
section = "5"
rule = "an announcement stands, and taking it back costs two"
price = 2
"""


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[None]:
    """A rule set under which an exposed card costs a point."""
    path = tmp_path / "pack.toml"
    path.write_text(PACK)
    load_pack(path)
    yield
    del BOOKS["strict-table"], PRESETS["strict-table"]


def judged(note: str, rules: str = "santase", behind: str = "") -> Judgement:
    """What the judge says, which is the same of many games at once."""
    text = RECORD.replace("{note}", note).replace('"santase"', f'"{rules}"') + behind
    [game] = read(text)
    assert game.record is None or write(game.record) == text
    judgement = judge(game)
    [verdict] = judge_text(text.encode())
    assert list(verdict.findings) == list(judgement.findings)
    return judgement


def told(judgement: Judgement) -> list[str]:
    return [f"{found.code.id} {found.message}" for found in judgement.findings]


@pytest.mark.parametrize("kind", INCIDENTS)
def test_every_kind_is_noted_with_its_clause_and_changes_nothing(kind: str) -> None:
    bare, seated = judged(f"@incident({kind})"), judged(f"@incident({kind} B)")
    for judgement in (bare, seated):
        [found] = judgement.findings
        assert found.code.id == "N309"
        assert found.cite.endswith(": silent; ruled by this referee")
        assert judgement.ok
    assert bare.findings[0].message != seated.findings[0].message or INCIDENTS[kind].of_cards
    assert seated.findings[0].seat == 1
    assert INCIDENTS[kind].point in POINTS


def test_cards_and_players_are_named() -> None:
    assert told(judged("@incident(exposed A Kc Qh)")) == [
        "N309 A exposed Qh Kc: the rules say nothing about it; the table decides"
    ]
    assert told(judged("@incident(misdeal B)"))[0].startswith(
        "N309 B dealt wrongly: the same dealer deals again"
    )


@pytest.mark.parametrize(
    "value", ["exposd A Kc", "exposed G", "exposed A Kx", "exposed  A", "Kc", "exposed A, Kc", "exposed Kc A"]
)
def test_what_is_no_incident_is_refused_with_the_form_that_is(value: str) -> None:
    [found] = judged(f"@incident({value})").findings
    assert found.is_error
    assert "expected what happened, to whom, with which cards" in found.message


def test_a_seat_that_does_not_play_is_refused() -> None:
    [found] = judged("@incident(talked C)").findings
    assert found.code.id == "X119"


def test_what_stands_in_a_variation_did_not_happen() -> None:
    text = RECORD.replace("{note} Ts", "Ts (9c @incident(exposed A Kc))")
    assert "N309" not in {found.code.id for found in judge(next(read(text))).findings}


@pytest.mark.usefixtures("strict")
def test_a_price_asks_for_a_ruling_of_the_table() -> None:
    def codes(behind: str) -> list[str]:
        return [found.code.id for found in judged("@incident(exposed A Kc)", "strict-table", behind).findings]

    assert codes("") == ["N309", "N310"]
    assert codes('ruling B 1 "an exposed card"\n') == ["N309", "N307"]
    assert codes('ruling A 1 "the wrong way round"\n') == ["N309", "N310", "N307"]
    judgement = judged("@incident(exposed A Kc)", "strict-table")
    assert told(judgement)[1] == (
        "N310 under these rules that costs A 1, and no ruling of the table awards them to the other side"
    )
    assert {found.cite for found in judgement.findings} == {"House rules, 4"}
    assert judgement.ok
    assert codes("")[:1] == ["N309"]
    assert [f.code.id for f in judged("@incident(exposed)", "strict-table").findings] == ["N309"]


@pytest.mark.usefixtures("strict")
def test_an_announcement_that_is_taken_back_has_its_price() -> None:
    text = RECORD.replace(" {note}", "").replace("2. Ah", "2. ~20h ~close Ah")
    text = text.replace("santase", "strict-table")
    assert told(judge(next(read(text)))) == [
        "N309 A takes back the 20 in hearts: an announcement stands, and taking it back costs two",
        "N310 under these rules that costs A 2, and no ruling of the table awards them to the other side",
        "N309 A takes back the close: an announcement stands, and taking it back costs two",
        "N310 under these rules that costs A 2, and no ruling of the table awards them to the other side",
    ]
    paid = judge(next(read(f'{text}ruling B 2 "for both"\n')))
    assert [found.code.id for found in paid.findings] == ["N309", "N309", "N307"]


@pytest.mark.parametrize(
    ("price", "right"), [("1", True), ("7", True), ("8", False), ("-1", False), ("true", False)]
)
def test_a_price_is_a_number_of_game_points(price: str, right: bool) -> None:
    text = PACK.replace("price = 1", f"price = {price}").encode()
    if right:
        assert read_pack(text).clauses["irr.exposed"].price == int(price)
    else:
        with pytest.raises(PackError, match="an irregularity costs a number up to 7"):
            read_pack(text)
    with pytest.raises(PackError, match="an irregularity costs"):
        read_pack(PACK.replace("irr.exposed", "game.target").encode())


def test_nothing_built_in_has_a_price() -> None:
    assert not any(
        book.clauses[incident.point].price for book in BOOKS.values() for incident in INCIDENTS.values()
    )
