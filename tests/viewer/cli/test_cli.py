"""The command: exit status, output for people and programs, files, folders and standard input."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from notation import read, write
from notation.wire.json_schema import json_schema
from notation.wire.judgement import JudgementSchema
from notation.wire.series import SeriesSchema
from tests.support.commands import COMMAND, python, run
from tests.support.corpus import ROOT, VECTORS
from tests.support.each import for_each
from tests.support.rulings import DEAL, HEAD

pytestmark = pytest.mark.usefixtures("few_repairs")

SCHEMA = Draft202012Validator(json_schema(JudgementSchema))
OF_A_SERIES = Draft202012Validator(json_schema(SeriesSchema))
GOOD = f"""{HEAD}[A "Ivan"]

{DEAL}1. As Td! {{a fine trump}}
2. exchange 40d close Kd Kc
3. out
= B 3 by out (0-69) score 0-3
"""
REVOKE = GOOD.replace(
    "2. exchange 40d close Kd Kc\n3. out\n= B 3 by out (0-69) score 0-3\n", "2. exchange close 9c Kh\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a right and a wrong game, and one below it."""
    (tmp_path / "good.sgn").write_text(GOOD, "utf-8")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "two.sgn").write_text(GOOD + REVOKE, "utf-8")
    (tmp_path / "notes.txt").write_text("not a record", "utf-8")
    return tmp_path


@pytest.mark.usefixtures("all_repairs")
def test_check_shows_place_line_caret_and_clause(folder: Path) -> None:
    result = run("check", folder)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    index = next(i for i, line in enumerate(lines) if "R210" in line)
    assert lines[index].startswith(f"{folder}/inner/two.sgn:22:22: error R210: if ")
    assert "; as written, Ivan does not follow suit" in lines[index]
    assert lines[index + 1 : index + 3] == ["    2. exchange close 9c Kh", "                         ^^"]
    assert lines[index + 3].endswith("The Play (Second phase)")
    assert lines[-1] == "3 games in 2 files: 1 error, 0 warnings"


def test_check_json_is_one_object_a_game_and_fits_the_schema(folder: Path) -> None:
    (folder / "empty.sgn").write_bytes(b"")
    (folder / "binary.sgn").write_bytes(bytes(range(256)))
    result = run("check", "--format", "json", folder)
    assert result.exit_code == 1
    objects = [json.loads(line) for line in result.output.splitlines()]
    for shape in objects:
        SCHEMA.validate(shape)
    named = [(Path(shape["file"]).name, shape["game"], shape["line"], shape["ok"]) for shape in objects]
    assert named == [
        ("binary.sgn", 0, 1, False),
        ("empty.sgn", 0, 1, False),
        ("good.sgn", 1, 1, True),
        ("two.sgn", 1, 1, True),
        ("two.sgn", 2, 13, False),
    ]
    [deal] = objects[2]["deals"]
    assert (deal["winner"], deal["game_points"], deal["reason"]) == ("B", 3, "out")
    assert objects[2]["match"] == {"score": {"A": 0, "B": 3}, "winner": None, "games": 1}
    assert objects[2]["digest"] == objects[3]["digest"] != objects[4]["digest"]


@for_each(VECTORS, one_in=33)
def test_every_vector_fits_the_schema(path: Path) -> None:
    result = run("check", "--format", "json", path)
    for line in result.output.splitlines():
        shape = json.loads(line)
        (OF_A_SERIES if "series" in shape else SCHEMA).validate(shape)


def test_standard_input() -> None:
    assert run("check", "-", stdin=GOOD).exit_code == 0
    assert run("check", "-", stdin="").exit_code == 1
    assert "-:1:1: error S101" in run("check", "-", stdin="").output


def test_what_cannot_be_opened_is_wrong_use_and_the_rest_is_judged(folder: Path) -> None:
    result = run("check", folder / "missing.sgn", folder / "good.sgn")
    assert result.exit_code == 2
    assert "missing.sgn: No such file or directory" in result.stderr
    assert "game 1: right" in result.stdout
    (folder / "void").mkdir()
    assert run("check", folder / "void").exit_code == 2
    assert run("check").exit_code == 2
    assert run("check", "--rules", "tarock", folder).exit_code == 2
    assert "S119" in run("check", "--as", "tarock", folder).output


def test_rules_for_records_that_name_none_and_other_rules(folder: Path) -> None:
    bare = GOOD.replace('[Rules "santase"]\n', "")
    assert "N301" in run("check", "-", stdin=bare).output
    assert (
        "santase target=3, 1 deal, 0-3, B wins"
        in run("check", "--rules", "santase target=3", "-", stdin=bare).output
    )
    result = run("check", "--as", "santase target=3", folder / "good.sgn")
    assert result.exit_code == 0
    assert "N302: the record names santase; judged by santase target=3 as asked" in result.output


def test_score_is_a_ledger(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    result = run("score", folder / "good.sgn")
    assert result.exit_code == 0
    for words in (
        "B deals; trumps are diamonds (Q♦)",
        "exchange, 40♦, close, K♦",
        "a fine trump",
        "B closed at trick 2 and went out with 69 card points; Ivan has not taken a trick.",
        "The score after this deal is 0-3.",
    ):
        assert words in " ".join(result.output.split())
    assert run("score", "-", stdin=REVOKE).exit_code == 1


def test_score_tells_of_a_broken_tie_and_of_a_win_to_nil() -> None:
    path = ROOT / "samples/old-and-local-tables.sgn"
    output = run("score", path).output
    assert "both have 65 card points, and " in output
    assert "wins the match, which counts as two games." in output
    assert "wins the match, which counts double" in run("check", path).output


def test_the_ledger_has_the_figures_of_the_ruling(folder: Path) -> None:
    [ruling] = run("explain", "--format", "json", folder / "good.sgn").stdout.splitlines()
    [scored] = run("score", "--format", "json", folder / "good.sgn").stdout.splitlines()
    ruled, game = json.loads(ruling), json.loads(scored)
    assert (game["game"], game["rules"], game["match"]) == (1, "santase", ruled["match"])
    [deal] = game["deals"]
    assert deal.items() <= ruled.items()
    assert {"ledger", "card_points", "claims"} <= deal.keys()


@pytest.mark.usefixtures("all_repairs")
def test_a_report_is_a_document_where_that_is_asked_for(folder: Path, tmp_path: Path) -> None:
    result = run("check", "--format", "markdown", folder)
    assert result.exit_code == 1
    assert result.stdout.startswith("# Findings in the records\n")
    assert "; as written, Ivan does not follow suit" in result.stdout
    page = tmp_path / "report.html"
    assert run("check", "--format", "html", "-o", page, folder).exit_code == 1
    assert "<title>Findings in the records</title>" in page.read_text("utf-8")
    assert run("check", "--format", "json", "-o", page, folder).exit_code == 2


def test_quiet_prints_what_is_found_and_nothing_else(folder: Path) -> None:
    assert run("check", "--quiet", folder / "good.sgn").output == ""
    found = run("check", "--quiet", folder).output
    assert "R210" in found
    assert "games in" not in found
    lax = folder / "lax.sgn"
    lax.write_text(GOOD.replace("\n", " \n"), "utf-8")
    assert run("fmt", "--write", "--quiet", lax).output == ""
    assert lax.read_text("utf-8") == GOOD


SAYS = {
    "bg": ("грешка R210", "1 грешка, 0 предупреждения", "Затваряне", "Карти"),
    "de": ("Fehler R210", "1 Fehler, 0 Warnungen", "Zudrehen", "Karten"),
    "hu": ("hiba R210", "1 hiba, 0 figyelmeztetés", "Betakarás", "Lapok"),
}


@pytest.mark.parametrize("language", SAYS)
def test_records_and_rules_are_spoken_of_in_every_language(
    folder: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding, counted, closing, cards = SAYS[language]
    checked = run("check", "--lang", language, folder).output
    assert finding in checked
    assert counted in checked
    assert "    2. exchange close 9c Kh" in checked, "what a record says is never translated"
    assert finding in run("score", "--lang", language, folder).stderr
    assert closing in run("rules", "santase", "--lang", language).output
    assert cards in run("rules", "--lang", language).output
    assert "error" not in run("fmt", "--lang", language, "-", stdin="%SGN 1 {").stderr
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    assert run("check", folder).output == checked


@pytest.mark.parametrize("language", ["bg", "de", "hu"])
def test_rule_sheets_are_translated_whole(language: str) -> None:
    [english] = run("rules", "santase", "--format", "json", "--lang", "en").stdout.splitlines()
    [other] = run("rules", "santase", "--format", "json", "--lang", language).stdout.splitlines()
    for one, translated in zip(json.loads(english)["points"], json.loads(other)["points"], strict=True):
        assert one["point"] == translated["point"]
        assert one["decides"] != translated["decides"]
        assert one["rule"] != translated["rule"] or one["rule"].isdigit()


def test_json_that_is_no_record_is_reported() -> None:
    for text, code in (("{", "S140"), ('{"sgn": 2}', "S141"), ('{"sgn": 1, "sgn": 1}', "S140")):
        result = run("json", "--to", "sgn", "-", stdin=text)
        assert (result.exit_code, result.stdout) == (1, "")
        assert code in result.stderr


def test_json_is_refused_for_an_error_of_reading_and_not_for_a_warning() -> None:
    result = run("json", "-", stdin='%SGN 1\n[Evnet "x"]\n')
    assert (result.exit_code, json.loads(result.stdout)["tags"]) == (0, {"Evnet": "x"})
    assert "warning S129" in result.stderr
    result = run("json", "-", stdin='%SGN 1\n[A "x"]\n[A "y"]\n')
    assert (result.exit_code, result.stdout) == (1, "")
    assert "error S118" in result.stderr


def test_rules_are_listed_and_printed() -> None:
    assert "santase" in run("rules").output
    sheet = run("rules", "santase failed-close=3").output
    assert "agreed: 3, whatever the opponent has, instead of:" in " ".join(sheet.split())
    assert run("rules", "tarock").exit_code == 2


def test_only_what_differs_is_printed() -> None:
    output = run("rules", "schnapsen", "--diff", "schnapsen-tournament", "--format", "markdown").output
    assert "which of the opponent's points decide what a closer's win is worth" in output
    assert "which tricks may be looked at again" in output, "conduct at the table differs too"
    assert "how trumps are fixed" not in output
    agreed = run("rules", "santase", "--diff", "santase target=11", "--format", "markdown").output
    assert "agreed: 11 game points, instead of: 7" in agreed
    assert run("rules", "--table").output.startswith("| decides | santase | sixty-six |")
    for wrong in (["--diff", "santase"], ["santase", "--table"], ["santase", "--diff", "tarock"]):
        assert run("rules", *wrong).exit_code == 2


@pytest.mark.parametrize(
    ("sample", "sentence"),
    [
        ("two-draws", "A draw at 65 card points each: no game points."),
        ("schnapsen-what-sets-it-apart", "took the last trick."),
        ("the-closer-fails", "Anna closed at trick 5 with Leopold already holding a trick"),
        ("the-closer-fails", "Anna closed at trick 4, and Leopold went out first with 68 card points."),
        ("the-false-claim", "claimed 66 with 64 card points."),
        ("the-last-ten", "has more card points"),
        ("an-unfinished-evening", "The deal was not finished."),
        ("faulty/a-card-played-twice", "The judgement of the deal stops at trick 6: 9♣ was played before"),
    ],
)
def test_every_way_to_end_a_deal_has_its_sentence(sample: str, sentence: str) -> None:
    assert sentence in run("score", ROOT / f"samples/{sample}.sgn").output


@pytest.mark.slow
def test_output_does_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    path = tmp_path / "x.sgn"
    path.write_text(GOOD + REVOKE + "%SGN 1\ndeal 1 dealer B x", "utf-8")
    outputs = {python(*COMMAND[1:], "check", path, status=1, PYTHONHASHSEED=seed).stdout for seed in "12"}
    assert len(outputs) == 1
    assert "S111" in outputs.pop()


@for_each(sorted((ROOT / "samples").glob("*.sgn")), one_in=5)
def test_samples_are_right_and_canonical(path: Path) -> None:
    text = path.read_text("utf-8")
    assert run("check", path).exit_code == 0
    assert "\n".join(write(game.record) for game in read(text) if game.record) == text


@for_each(sorted((ROOT / "samples/faulty").glob("*.sgn")), one_in=3)
def test_faulty_samples_have_one_error_each(path: Path) -> None:
    result = run("check", "--format", "json", path)
    found = [f for line in result.output.splitlines() for f in json.loads(line)["findings"]]
    assert [finding["severity"] for finding in found].count("error") == 1
