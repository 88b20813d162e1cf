"""Rulings: what `santase explain` answers, and how it hands it over."""

import re
import zlib
from pathlib import Path

import jsonschema
import pytest

from notation import read_file
from notation.judge import judge
from notation.judge.judgement import Closing, DealJudgement
from notation.rulings.answers import awards, outcome_sentence, ruling_sentence
from notation.rulings.ledger import accounts_of
from notation.wire.json_schema import json_schema
from notation.wire.ruling import RulingSchema
from referee.cards import NOBODY, Seat
from referee.state import Reason
from referee.state import Result as Outcome
from tests.scripts import frozen
from tests.support.commands import run
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.languages import COMPLETE
from tests.support.rulings import GOOD, HEAD, TWO_DEALS, WRONG, objects, written
from viewer.documents.languages import language

pytestmark = pytest.mark.usefixtures("few_repairs")

CLOSE = ROOT / "tests/vectors/rulings/santase-closer-fails-with-a-trick.sgn"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return written(tmp_path / "good.sgn", GOOD)


# Answers.


def test_every_frozen_deal_has_its_answer() -> None:
    told = []
    for path in frozen.RECORDS:
        [game] = read_file(path)
        for number, found in enumerate(accounts_of(judge(game)), start=1):
            told.append(f"{path.stem} {number}: {ruling_sentence(language('en'), found)}")
    assert sorted(told) == (frozen.FOLDER / "ANSWERS.txt").read_text("utf-8").splitlines()


def test_a_close_that_fails_is_told_as_it_was_asked_for() -> None:
    [game] = read_file(CLOSE)
    assert outcome_sentence(language("en"), judge(game).deals[0]) == (
        "B wins 2 game points: A closed at trick 4 with B already holding a trick, and did not reach 66."
    )


def closed(trick: int, seat: Seat, tricks: tuple[int, int]) -> Closing:
    return Closing(trick, seat, (0, 0), tricks, 4, False)


def won(
    reason: Reason, winner: Seat, points: tuple[int, ...], closing: Closing | None = None
) -> DealJudgement:
    """A deal that was won for 2, after three tricks of A and one of B."""
    return DealJudgement(
        1,
        Seat(0),
        result=Outcome(winner, 2, reason, points),
        game_points=2,
        card_points=points,
        tricks_won=(3, 1),
        closing=closing,
    )


A, B = Seat(0), Seat(1)
AT_TWO, AT_FOUR, AT_FIVE = closed(2, A, (1, 0)), closed(4, A, (2, 1)), closed(5, A, (3, 1))
UNKNOWN = " Not all card points are known."
HOLDING = "A closed at trick 4 with B already holding a trick, and did not"
BEFORE = "A closed at trick 2 before B had a trick, and did not"
UNDECIDED = "The play does not decide the deal; the result in the record counts:"
WINS: dict[Reason, list[tuple[Seat, tuple[int, ...], Closing | None, str]]] = {
    Reason.OUT: [
        (B, (30, 70), None, "B went out with 70 card points; A has 30 and 3 tricks."),
        (A, (70, 30), None, "A went out with 70 card points; B has 30 and 1 trick."),
        (A, (70, 30), AT_TWO, "A closed at trick 2 and went out with 70 card points; B has 30 and 1 trick."),
        (B, (), None, f"B went out.{UNKNOWN}"),
    ],
    Reason.CLOSER_FAILED: [
        (B, (65, 30), AT_FOUR, f"{HOLDING} reach 66."),
        (B, (66, 30), AT_FOUR, f"{HOLDING} go out."),
        (B, (65, 30), AT_TWO, f"{BEFORE} reach 66."),
        (A, (30, 70), closed(2, B, (0, 1)), "B closed at trick 2 before A had a trick, and did not go out."),
        (B, (), AT_TWO, f"{BEFORE} go out.{UNKNOWN}"),
        (B, (), AT_FOUR, f"{HOLDING} go out.{UNKNOWN}"),
    ],
    Reason.FALSE_OUT: [
        (B, (62, 20), None, "A claimed 66 with 62 card points."),
        (B, (62, 20), AT_FIVE, "A closed at trick 5 and claimed 66 with 62 card points."),
        (B, (62, 20), closed(5, B, (3, 1)), "A claimed 66 with 62 card points."),
        (A, (), None, f"B claimed 66 falsely.{UNKNOWN}"),
    ],
    Reason.DEFENDER_OUT: [
        (B, (20, 67), AT_FIVE, "A closed at trick 5, and B went out first with 67 card points."),
        (B, (), AT_FIVE, f"A closed the talon, and B went out first.{UNKNOWN}"),
    ],
    Reason.TOTAL: [
        (A, (66, 64), None, "nobody went out, and A has more card points, 66 to 64."),
        (B, (65, 65), None, "nobody went out; both have 65 card points, and B took the last trick."),
        (B, (), None, f"nobody went out, and B has more card points.{UNKNOWN}"),
    ],
    Reason.LAST_TRICK: [
        (B, (70, 50), None, "nobody went out, and B took the last trick."),
        (B, (), None, f"nobody went out, and B took the last trick.{UNKNOWN}"),
    ],
    Reason.RESIGNATION: [(B, (1, 2), None, "A resigned."), (A, (), None, "B resigned.")],
    Reason.AGREEMENT: [(B, (), None, "as agreed.")],
    Reason.FORFEIT: [(B, (), None, "A forfeited the deal.")],
}
NO_POINTS = Outcome(NOBODY, 0, Reason.TOTAL, ())
SHAPES = [
    (DealJudgement(1, A), "The deal was not finished."),
    (DealJudgement(1, A, stopped=True), "The rest of the deal could not be judged."),
    (DealJudgement(1, A, trusted=Outcome(B, 3, Reason.TOTAL, ())), f"{UNDECIDED} B wins 3 game points."),
    (DealJudgement(1, A, trusted=NO_POINTS, stopped=True), f"{UNDECIDED} the deal is a draw."),
    (won(Reason.TOTAL, NOBODY, (65, 65)), "A draw at 65 card points each: no game points."),
    (won(Reason.AGREEMENT, NOBODY, (20, 20)), "A draw, as agreed: no game points."),
    (won(Reason.AGREEMENT, NOBODY, ()), "A draw, as agreed: no game points."),
    *(
        (won(reason, winner, points, closing), f"{'AB'[winner]} wins 2 game points: {words}")
        for reason, ends in WINS.items()
        for winner, points, closing, words in ends
    ),
]


def test_every_end_of_a_deal_has_its_sentence() -> None:
    for deal, sentence in SHAPES:
        assert outcome_sentence(language("en"), deal) == sentence
    assert set(WINS) == set(Reason) - {Reason.MADE, Reason.FAILED}  # test_contract_claims has those


def test_one_point_is_told_as_one() -> None:
    deal = won(Reason.RESIGNATION, Seat(1), ())
    deal.game_points = 1
    assert outcome_sentence(language("en"), deal) == "B wins 1 game point: A resigned."


def test_what_the_table_awards_is_told_for_each() -> None:
    assert list(awards(language("en"), DealJudgement(1, Seat(0), awarded=(1, 2)))) == [
        "The table awards A 1 game point in addition to the play.",
        "The table awards B 2 game points in addition to the play.",
    ]
    assert not list(awards(language("en"), DealJudgement(1, Seat(0))))


# The command.

FORMS = ("text", "markdown", "html", "json")


def test_a_ruling_tells_everything_of_a_deal() -> None:
    """The figures were computed by hand."""
    page = run("explain", ROOT / "samples/sixty-six-what-sets-it-apart.sgn", "--deal", 1).output
    text = " ".join(page.split())
    for words in (
        "Ruling on deal 1 · Anton (A) – Berta (B) · Four deals of Sixty-six",
        "│ 5 │ Anton │ Q♣ │ 10♥, 40♥, close │ Berta │ 13 │ 19–65 │",
        "- Berta announces 40 in hearts at trick 6; the points count at once.",
        "Berta closes the talon before the lead to trick 6, with 4 cards left in it. "
        "This is done before the draw.",
        "At that moment: Anton has 19 card points and 3 tricks; Berta has 65 card points and 2 tricks.",
        "- Berta claims 66 at trick 6 with 73 card points: the claim is right.",
        "│ From tricks │ 19 │ 33 │ │ From marriages │ 0 │ 40 │ │ Card points │ 19 │ 73 │",
        "52 of the 120 card points are in tricks; 68 were not played out.",
        "3. Anton has 19 card points, fewer than 33, which counts 2.",
        "The score after this deal is 0-2.",
        "Nothing: every action is legal and every statement right.",
        "But there this would not have been allowed:",
    ):
        assert words in text


@pytest.mark.slow
def test_a_page_of_paper(tmp_path: Path) -> None:
    for path, deal in ((CLOSE, 1), (ROOT / "samples/the-last-ten.sgn", 1)):
        paper = tmp_path / "ruling.pdf"
        result = run("explain", path, "--deal", deal, "--format", "pdf", "--force", "-o", paper)
        assert (result.exit_code, result.output) == (0, "")
        data = paper.read_bytes()
        assert data.startswith(b"%PDF-")
        assert pages(data) in (1, 2)
    assert run("explain", CLOSE, "--format", "pdf").stdout_bytes.startswith(b"%PDF-")


def pages(data: bytes) -> int:
    """How many pages a PDF has."""
    streams = re.findall(rb"/ObjStm[^>]*>>\s*stream\r?\n(.*?)endstream", data, re.DOTALL)
    parts = b"".join(zlib.decompressobj().decompress(stream) for stream in streams)
    return len(re.findall(rb"/Type /Page\b", parts))


TITLES = {
    "text": "^Ruling on deal",
    "markdown": "^##? Ruling on deal",
    "html": '^<(?:h[12]|hgroup><p class="about")>Ruling on deal',
    "json": "^{",
}


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, 8))])
def test_every_sample_is_explained_in_every_form(form: str, part: int) -> None:
    """Every other one in one form on every change, all in all forms at night."""
    for path in SAMPLES[(2 * FORMS.index(form) + part) % 8 :: 8]:
        result = run("explain", "--format", form, path)
        assert result.exit_code in (0, 1), path
        deals = sum(len(judge(game).deals) for game in read_file(path))
        assert len(re.findall(TITLES[form], result.stdout, re.MULTILINE)) == deals, path


SMALL = [path for path in VECTORS if path.stat().st_size < 20_000]
"""Those that have few deals."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "records"),
    [
        pytest.param("json", SMALL[::12], id="some-json"),
        pytest.param("html", SMALL[2::12], id="some-html"),
        pytest.param("json", VECTORS, id="json", marks=pytest.mark.nightly),
        pytest.param("html", VECTORS, id="html", marks=pytest.mark.nightly),
    ],
)
def test_whatever_stands_in_a_record_there_is_an_answer(form: str, records: list[Path]) -> None:
    for path in records:
        result = run("explain", "--format", form, path)
        assert result.exit_code in (0, 1, 2), path
        assert result.stdout or result.exit_code == 2, path


def test_a_game_and_a_deal_are_chosen(tmp_path: Path) -> None:
    path = written(tmp_path / "two.sgn", f"{TWO_DEALS}\n{GOOD}")
    every = objects(run("explain", "--format", "json", path))
    assert [(ruling["deal"], ruling["score"]["B"]) for ruling in every] == [(1, 3), (2, 6), (1, 3)]
    one = objects(run("explain", "--format", "json", path, "--game", 1, "--deal", 2))
    assert [ruling["score"]["B"] for ruling in one] == [6]
    [second] = objects(run("explain", "--format", "json", path, "--game", 2))
    assert second["digest"] != one[0]["digest"]


UNEXPLAINED: tuple[tuple[str | bytes, list[str], str], ...] = (
    (GOOD, ["--game", "2"], "there is no game 2 in this file"),
    (GOOD, ["--deal", "2"], "game 1 has 1 deal"),
    (TWO_DEALS, ["--deal", "3"], "game 1 has 2 deals"),
    (HEAD, [], "game 1 has no deals"),
    (HEAD, ["--deal", "1"], "game 1 has no deals"),
    ("", [], "no game here"),
    ("no game\n", [], "is not part of a game"),
    (GOOD.replace("santase", "santasse"), [], "unknown rule set"),
    (GOOD.replace('"santase"', '"santase'), [], "game 1 cannot be judged"),
    ("%SGN 9\n", [], "game 1 cannot be judged"),
    ("Dear all\n", [], "text that is not part of a game cannot be judged"),
    (b"%SGN 1\n\xff\n", [], "game 1 cannot be judged"),
)


def test_what_cannot_be_explained_is_said() -> None:
    for text, options, words in UNEXPLAINED:
        result = run("explain", "-", *options, stdin=text)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr


def test_the_other_games_of_a_file_are_explained_all_the_same() -> None:
    result = run("explain", "--format", "json", "-", stdin=f"%SGN 9\n\n{GOOD}\n{HEAD}")
    assert result.exit_code == 2
    assert len(objects(result)) == 1


def test_the_exit_status_says_whether_something_is_wrong() -> None:
    assert run("explain", "-", stdin=GOOD).exit_code == 0
    assert run("explain", "-", stdin=WRONG).exit_code == 1
    assert run("explain", "-", stdin=TWO_DEALS.replace("= B 3", "= B 2", 1)).exit_code == 1
    second = ["--deal", "2"]
    assert run("explain", "-", *second, stdin=TWO_DEALS.replace("= B 3", "= B 2", 1)).exit_code == 0
    assert run("explain", "-", stdin=GOOD.replace("2. exchange", "2. exchagne")).exit_code == 1
    assert run("explain", "-", "--as", "schnapsen", stdin=GOOD).exit_code == 1


def test_what_cannot_be_read_is_in_the_ruling_of_its_deal() -> None:
    text = TWO_DEALS.replace("3 by out (0-69) score 0-6", "3 by owt")
    first, second = objects(run("explain", "--format", "json", "-", stdin=text))
    assert [finding["code"] for finding in first["findings"]] == []
    assert [finding["code"] for finding in second["findings"]] == ["S133"]
    assert "Nothing: every action is legal" not in run("explain", "-", "--deal", 2, stdin=text).output


def test_a_ruling_tells_its_findings_however_many_stand_before_them() -> None:
    wrong = " <1-1>" * 101
    text = TWO_DEALS.replace("1. As Td", f"1. As Td{wrong}", 1).replace("score 0-6", "score 0-7")
    [ruling] = objects(run("explain", "--format", "json", "--deal", 2, "-", stdin=text))
    assert [finding["code"] for finding in ruling["findings"]] == ["X109"]
    page = run("explain", "--deal", 1, "-", stdin=text)
    assert page.exit_code == 1
    assert page.output.count("- Trick 1: the stated card points are 1-1, but they should be 0-21.") == 101


def test_the_small_print_has_the_code_and_the_line_of_every_finding() -> None:
    text = run("explain", ROOT / "samples/faulty/the-revoke-seen-later.sgn").output
    assert "· santase · R210 (12) ·" in " ".join(text.split())


def test_other_rules_than_the_record_names() -> None:
    [ruling] = objects(run("explain", "--format", "json", "--as", "santase target=11", "-", stdin=GOOD))
    assert ruling["rules"] == "santase target=11"
    nameless = GOOD.replace('[Rules "santase"]\n', "")
    [ruling] = objects(run("explain", "--format", "json", "--rules", "sixty-six", "-", stdin=nameless))
    assert ruling["rules"] == "sixty-six"


def test_what_other_rules_give_leaves_the_statements_of_the_record_aside() -> None:
    """The forty is worth as much, but under Sixty-six a closed talon allows no marriage after the close."""
    text = GOOD.replace("40d close", "close 40d")
    [ruling] = objects(run("explain", "--format", "json", "-", stdin=text))
    told = [
        (other["rules"], other["codes"], other["result"] and other["result"]["winner"])
        for other in ruling["elsewhere"]
    ]
    assert told == [
        ("sixty-six", ["R225"], "A"),
        ("sixty-six-casual", [], "B"),
        ("sixty-six-tompa", ["R225", "C204"], None),
        ("santase-club", [], "B"),
    ]


# Files.


def test_a_ruling_is_written_to_a_file_whole(good: Path, tmp_path: Path) -> None:
    for form in FORMS:
        out = tmp_path / f"ruling.{form}"
        out.write_text("something older and longer" * 1000)
        result = run("explain", "--format", form, good, "--output", out, "--force")
        assert (result.exit_code, result.output) == (0, "")
        assert out.read_text("utf-8") == run("explain", "--format", form, good).output
    assert {path.name for path in tmp_path.iterdir()} == {"good.sgn", *(f"ruling.{form}" for form in FORMS)}


def test_a_file_has_no_colours(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = tmp_path / "ruling.txt"
    run("explain", good, "-o", out)
    assert "\x1b" not in out.read_text("utf-8")


# JSON.


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(each, marks=pytest.mark.nightly) for each in (1, 2, 3))])
def test_every_ruling_has_the_shape_that_is_promised(part: int) -> None:
    schema = jsonschema.Draft202012Validator(json_schema(RulingSchema))
    for number, path in enumerate((*SAMPLES, *frozen.RECORDS)[part::4]):
        code = list(COMPLETE)[number % len(COMPLETE)]
        result = run("explain", path, "--format", "json", "--lang", code)
        for ruling in objects(result):
            schema.validate(ruling)
            assert ruling["language"] == code
