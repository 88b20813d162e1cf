"""Score sheets of an evening put beside what is counted: true ones, and ones with one thing wrong."""

import csv
import io
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from jsonschema import Draft202012Validator

from notation.judge import judge
from notation.record.model import Record, Tag
from notation.record.words import seat_letter
from notation.rulings.audits import Audit, audit
from notation.rulings.sheet_faults import sheet_faults
from notation.text.reader import read
from notation.text.writer import write
from notation.wire.schemas import schema_named
from referee.cards import Seat
from referee.rulesets import PRESETS
from tests.support.commands import run
from tests.support.games import random_record
from tests.support.languages import COMPLETE

PLAYERS = ("Ana", "Boris", "Clara", "Dimitar", "Elena")
SAMPLES = Path(__file__).parents[3] / "samples"


def league(spec: str, games: int, rng: random.Random) -> list[Record]:
    """True matches to the target between five players, with every result written."""
    seats = PRESETS[spec].seats
    records = []
    for _ in range(games):
        record = random_record(spec, rng, noted=False)
        names = rng.sample(PLAYERS, seats)
        tags = [Tag(seat_letter(seat), name) for seat, name in enumerate(names)]
        others = [tag for tag in record.tags if tag.name not in ("A", "B", "C", "D", "Rules")]
        records.append(stated(replace(record, tags=(Tag("Rules", spec), *tags, *others))))
    return records


def stated(record: Record) -> Record:
    """A record in which every deal states what it is worth, and no score."""
    [game] = read(write(record))
    judged = judge(game).deals
    deals = []
    for deal, entry in zip(record.deals, judged, strict=True):
        assert entry.result
        assert deal.result
        result = replace(
            deal.result,
            winner=entry.result.winner,
            game_points=entry.game_points,
            paid=entry.result.paid,
            score=(),
        )
        deals.append(replace(deal, result=result))
    return replace(record, deals=tuple(deals))


def audited(records: Sequence[Record], *, infers: bool = False) -> Audit:
    """The audit of some records, each in a file of its own."""
    games = [next(read(write(record))) for record in records]
    judged = [(f"{number}.sgn", judge(game)) for number, game in enumerate(games, start=1)]
    return audit(judged, infers=infers)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["santase", "schnapsen", "sixty-six-three", "santase-four"])
def test_a_true_league_is_right_and_its_table_is_the_sum_of_its_results(spec: str) -> None:
    records = league(spec, 6, random.Random(spec))
    found = audited(records, infers=True)
    assert found.is_right
    assert all(standing.is_right for standing in found.standings)
    rules, points = PRESETS[spec], Counter[str]()
    for record in records:
        for deal in record.deals:
            assert deal.result
            for seat in range(rules.seats):
                name = record.tag(seat_letter(seat)) or ""
                if deal.result.paid:
                    points[name] += deal.result.paid[seat]
                elif deal.result.winner >= 0:
                    won = seat % 2 == deal.result.winner % 2
                    points[name] += deal.result.game_points if won else -deal.result.game_points
    assert {each.player: each.points_for - each.points_against for each in found.standings} == points
    if not rules.mp_all_pay:
        per_game = rules.seats // 2
        assert sum(each.won for each in found.standings) == len(records) * per_game
        assert sum(each.lost for each in found.standings) == len(records) * per_game
    assert found.inference
    assert next(each.rules for each in found.inference.best if not each.left) == rules


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(3, 12))]
)
def test_one_wrong_result_is_where_the_score_first_goes_wrong_and_the_table_is_corrected(seed: int) -> None:
    rng = random.Random(seed)
    records = league("santase", 4, rng)
    right = audited(records)
    wrong = rng.randrange(4)
    at = rng.randrange(len(records[wrong].deals))
    deal = records[wrong].deals[at]
    assert deal.result
    false = replace(deal.result, game_points=deal.result.game_points % 3 + 1)
    if deal.result.winner < 0:
        false = replace(false, winner=Seat(rng.randrange(2)), game_points=1)
    deals = list(records[wrong].deals)
    deals[at] = replace(deal, result=false)
    records[wrong] = replace(records[wrong], deals=tuple(deals))
    found = audited(records)
    assert not found.is_right
    firsts = [game.first_miscounted for game in found.games]
    assert [first.number if first else 0 for first in firsts] == [
        at + 1 if number == wrong else 0 for number in range(4)
    ]
    [fault] = [each for game in found.games for each in game.faults]
    assert fault.place == at + 1
    stated, counted = found.games[wrong].deals[at].written, found.games[wrong].deals[at].counted
    assert str(fault.says).endswith(f": {counted}, not {stated}")
    assert [each[:6] for each in found.standings] == [each[:6] for each in right.standings]
    concerned = {records[wrong].tag("A"), records[wrong].tag("B")}
    assert {each.player for each in found.standings if not each.is_right} == concerned


def test_a_score_that_is_written_wrongly_is_found_where_it_first_is() -> None:
    text = (SAMPLES / "eleven-points-and-dear-closes.sgn").read_text()
    [game] = read(text.replace("score 6-2", "score 5-2"))
    found = audit([("a.sgn", judge(game))])
    first = found.games[0].first_miscounted
    assert first
    assert (first.written_score, first.score) == ((5, 2), (6, 2))
    assert first.written == first.counted


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A league with two games, one with a wrong result."""
    one, other = league("schnapsen", 2, random.Random(3))
    deal = one.deals[0]
    assert deal.result
    false = replace(deal.result, game_points=deal.result.game_points % 3 + 1)
    (tmp_path / "one.sgn").write_text(
        write(replace(one, deals=(replace(deal, result=false), *one.deals[1:])))
    )
    (tmp_path / "other.sgn").write_text(write(other))
    return tmp_path


def test_scores_of_other_players_than_the_rules_have_are_wrong_and_not_explained() -> None:
    deals = "deal 1 dealer A trump h\n= A 9 score 9-0-0\ndeal 2 dealer B trump h\n= A 9 score 9-9-0\n"
    judgement = judge(next(read(f"%SGN 1\n{deals}")), imposed=PRESETS["sixty-six"])
    assert {fault.result for fault in sheet_faults(judgement)} == {None}


def test_the_table_for_programs_has_a_row_for_each_deal(folder: Path) -> None:
    result = run("audit", "--format", "csv", folder)
    assert result.exit_code == 1
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    told = json.loads(run("audit", "--format", "json", folder).stdout)
    Draft202012Validator(schema_named("audit")).validate(told)
    assert len(rows) == sum(len(game["deals"]) for game in told["games"])
    assert [row["miscounted"] for row in rows].count("yes") == 1
    assert rows[0]["miscounted"] == "yes"
    assert rows[0]["errors"].split()[0] == "X106"
    assert told["games"][0]["first_miscounted"] == 1
    assert told["games"][1]["first_miscounted"] is None
    assert told["right"] is False


@pytest.mark.parametrize(
    "code", [each if each == "bg" else pytest.param(each, marks=pytest.mark.nightly) for each in COMPLETE]
)
def test_people_are_told_in_their_language(folder: Path, code: str) -> None:
    result = run("audit", "--lang", code, folder)
    assert result.exit_code == 1
    assert "one.sgn:1" in result.stdout
    assert all(name in result.stdout for name in json.loads(players(folder)))


def players(folder: Path) -> str:
    """The players of a league, as JSON."""
    told = json.loads(run("audit", "--format", "json", folder).stdout)
    return json.dumps([standing["player"] for standing in told["standings"]])


def test_what_cannot_be_judged_is_said_and_the_rest_is_audited(folder: Path) -> None:
    (folder / "odd.sgn").write_text('%SGN 1\n[Rules "no such rules"]\ndeal 1 dealer A\n= A 1\n')
    result = run("audit", "--format", "json", folder)
    assert result.exit_code == 2
    assert len(json.loads(result.stdout)["games"]) == 2
    assert "odd.sgn" in result.stderr


UNREAD: Final = """%SGN 1
[Rules "schnapsen"]

deal 4 dealer ?
= A 1 score 1-0

deal 5 dealer B
= B 2 score 1-2

deal 6 dealer A
= A 1 score 3-2
"""


def test_lines_that_cannot_be_read_are_told_and_deals_keep_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "a.sgn").write_text(UNREAD)
    text = run("audit", tmp_path)
    assert text.exit_code == 1
    assert "Some lines could not be read." in text.stdout
    assert "not allowed" not in text.stdout
    rows = list(csv.DictReader(io.StringIO(run_audit(tmp_path, "csv"))))
    assert [row["deal"] for row in rows] == ["4", "5", "6"]
    assert [("S111" in row["errors"], row["miscounted"]) for row in rows] == [
        (True, "no"),
        (False, "no"),
        (False, "yes"),
    ]
    told = json.loads(run_audit(tmp_path, "json"))
    assert (told["right"], told["unread"]) == (False, True)
    assert [deal["deal"] for deal in told["games"][0]["deals"]] == [4, 5, 6]
    assert told["games"][0]["first_miscounted"] == 6
    right = UNREAD.replace("score 3-2", "score 2-2")
    (tmp_path / "a.sgn").write_text(right)
    answer = run_audit(tmp_path, "text")
    assert "2 faults were found. Some lines could not be read." in answer
    right = right.replace("dealer ?", "dealer A")
    (tmp_path / "a.sgn").write_text(right)
    assert "a (A – B): deal 4: deals 1 to 3 are missing" in run_audit(tmp_path, "text")
    (tmp_path / "a.sgn").write_text(re.sub("deal (.)", lambda found: f"deal {int(found[1]) - 3}", right))
    assert "Every score on the sheets is right." in run_audit(tmp_path, "text")


def run_audit(folder: Path, form: str) -> str:
    return run("audit", "--format", form, folder).stdout
