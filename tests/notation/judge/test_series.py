"""Series of matches against a table of what matches count, computed independently of the referee."""

import json
import random
from itertools import permutations
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from notation import read
from notation.judge import Member, SeriesJudgement, all_series, judge, judge_series, member_of
from notation.wire.schemas import schema_named
from referee import Match, Reason, RuleSet, Series
from referee import Result as DealResult
from referee.cards import NOBODY, SEATS, Seat
from referee.rules import ConsultedRules
from tests.support import oracle
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.plain import PLAIN
from tests.support.rulings import HANDS
from tests.support.tables import rules_of, side_name

SAMPLE = ROOT / "samples/the-winter-bummerl.sgn"
DEAL = f"""deal 1 dealer B
{HANDS}1. As Td
2. exchange 40d close Kd Kc out
= B 3
"""
"""B wins it with 3 points."""


def record(number: int, *lines: str, rules: str = "santase target=3", deal: str = DEAL) -> str:
    tags = [f'[Rules "{rules}"]', '[Series "Autumn"]', *([f'[Match "{number}"]'] if number else ()), *lines]
    return "\n".join(["%SGN 1", *tags, "", deal])


def series_in(*records: str) -> SeriesJudgement:
    [series] = all_series(
        member
        for file, text in enumerate(records)
        for game in read(text)
        if (member := member_of(judge(game), f"{file}.sgn"))
    )
    return series


def codes_in(*records: str) -> list[str]:
    return [finding.code.id for match in series_in(*records).matches for finding in match.findings]


# What a match counts for.

WORTH = (
    # rules, the score at the end by side, the winner's place, games (Variants of 000 and 001: 7-0 counts two)
    ("santase", (7, 0), 0, 1),
    ("santase whitewash=yes", (7, 0), 0, 2),
    ("santase whitewash=yes", (0, 9), 1, 2),
    ("santase whitewash=yes", (7, 1), 0, 1),
    ("sixty-six whitewash=yes", (1, 8), 1, 1),
    ("sixty-six whitewash=yes", (0, 7), 1, 2),
    ("schnapsen", (0, 7), 1, 1),
    ("schnapsen whitewash=yes", (0, 7), 1, 2),
    ("santase whitewash=yes target=11", (7, 0), NOBODY, 0),
    ("santase whitewash=yes target=11", (11, 0), 0, 2),
    ("sixty-six-four whitewash=yes", (7, 0), 0, 2),
    ("sixty-six-four", (7, 0), 0, 1),
    ("sixty-six-four whitewash=yes", (4, 7), 1, 1),
)


def ended(spec: str, score: tuple[int, ...]) -> Match:
    """A match with a score: the loser's points first, so that it is over with the last."""
    match = Match(rules_of(spec))
    for place in sorted(range(len(score)), key=lambda place: score[place]):
        for _ in range(score[place]):
            match.add(NOBODY, DealResult(match.rules.sides[place], 1, Reason.TOTAL, (70, 50)))
    return match


@pytest.mark.parametrize(("spec", "score", "place", "games"), WORTH)
def test_a_match_counts_what_the_table_says(
    spec: str, score: tuple[int, ...], place: int, games: int
) -> None:
    match = ended(spec, score)
    series = Series(match.rules)
    assert series.add(Seat(0), match.score, match.winner, match.games) == games
    assert series.tally == [games if each == place else 0 for each in range(2)]
    assert series.lost == [0 if each == place else games for each in range(2)]


def test_three_add_up_what_was_won_and_paid() -> None:
    series = Series(rules_of("sixty-six-three"))
    for paid in ([4, -2, -2], [-1, 3, -2], [0, 0, 0]):
        assert series.add(Seat(0), paid, NOBODY, 1) == 0
    assert (series.tally, series.lost, sum(series.tally)) == ([3, 1, -4], [], 0)


@pytest.mark.parametrize(
    ("score", "winner", "games", "lost"),
    [
        ([24, 9, 3], 0, 1, [0, 0, 1]),
        ([9, 24, 0], 1, 2, [0, 0, 2]),
        ([24, 3, 3], 0, 1, [0, 0, 0]),
        ([23, 23, 24], 2, 4, [4, 4, 0]),
        ([3, 9, 20], NOBODY, 1, [0, 0, 0]),
    ],
)
def test_of_three_the_last_has_lost_and_whoever_comes_back_from_nil_beats_both(
    score: list[int], winner: int, games: int, lost: list[int]
) -> None:
    series = Series(rules_of("dreierschnapsen"))
    counts = 0 if winner < 0 else games
    assert series.add(Seat(0), score, Seat(winner), games) == counts
    assert series.lost == lost
    assert series.tally == [counts if seat == winner else 0 for seat in range(3)]


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("option", ["", " series-dealer=anew", " series-dealer=turn"])
def test_who_deals_first_is_what_the_oracles_table_has(name: str, option: str) -> None:
    rules = rules_of(name + option)
    by_turn = oracle.rules_of(name + option)["series-dealer"] == "turn"
    for dealer in SEATS[: rules.seats]:
        series = Series(rules)
        series.add(dealer, [0] * len(rules.sides), NOBODY, 1)
        assert series.dealer == ((dealer + 1) % rules.seats if by_turn else NOBODY)
    series.add(NOBODY, [0] * len(rules.sides), NOBODY, 1)
    assert series.dealer == NOBODY


def test_the_first_deal_is_consulted_of_a_rule_set_that_forbids_marriages_in_it() -> None:
    rules = ConsultedRules(rules_of("santase marriage-first-deal=no"))
    first = rules.in_deal(1)
    assert rules.consulted() == ("marriage_first_deal",)
    assert (first.marriage_per_lead, rules.marriage_per_lead) == (0, 1)
    assert rules.consulted() == ("marriage_per_lead", "marriage_first_deal")
    assert first.close_min_talon == 4
    assert "close_min_talon" in rules.consulted()
    assert rules.in_deal(2) is rules


# Records.


def members(count: int, rng: random.Random, rules: RuleSet) -> list[Member]:
    """Matches of two players who may change seats."""
    found = []
    for number in range(1, count + 1):
        players = rng.sample(["Anna", "Karl"], 2)
        loser = rng.choice((0, 0, 3))
        winner = rng.randrange(2)
        score = (7, loser) if winner == 0 else (loser, 7)
        games = 2 if loser == 0 else 1
        dealer = NOBODY
        found.append(
            Member(
                "S",
                number,
                tuple(players),
                rules,
                dealer,
                score,
                Seat(winner),
                games,
                False,
                file=f"{number}",
            )
        )
    return found


@pytest.mark.parametrize("seed", range(30))
def test_the_tally_follows_names_and_no_order_of_files(seed: int) -> None:
    rng = random.Random(seed)
    given = members(rng.randrange(1, 7), rng, rules_of("santase whitewash=yes"))
    won = {"Anna": 0, "Karl": 0}
    for each in given:
        won[each.players[each.winner]] += each.games
    first = judge_series(given)
    assert dict(zip(first.players, first.tally, strict=True)) == won
    assert [match.member.number for match in first.matches] == [each.number for each in given]
    rng.shuffle(given)
    assert judge_series(given) == first
    assert not first.errors


def test_partners_stay_partners_wherever_they_sit() -> None:
    rules = rules_of("sixty-six-four")
    sides = rules.sides
    one = Member("S", 1, ("a", "b", "c", "d"), rules, NOBODY, (7, 3), sides[0], 1, False)
    turned = Member("S", 2, ("d", "a", "b", "c"), rules, NOBODY, (7, 3), sides[0], 1, False)
    parted = Member("S", 2, ("a", "c", "b", "d"), rules, NOBODY, (7, 3), sides[0], 1, False)
    series = judge_series([one, turned])
    assert (series.tally, series.matches[1].score, series.errors) == ((1, 1), (3, 7), 0)
    assert side_name(sides[0]) == "AC"
    assert [finding.code.id for finding in judge_series([one, parted]).matches[1].findings] == ["N323"]


MARIA, ELENA = '[B "Maria"]', '[B "Elena"]'
IVAN = '[A "Ivan"]'
TURN = "santase target=3 series-dealer=turn"
EMPTY = "deal 1 dealer {}\n= *\n"
FITTING = [record(1), record(2), record(3)]
CASES = [
    # what is found in records, and their near misses
    ([record(1), record(3)], ["N320"]),
    ([record(2), record(3)], []),
    ([record(1), record(1)], ["N321"]),
    ([record(0)], ["N322"]),
    ([record(0, '[Match "02"]')], ["N322"]),
    ([record(0, '[Match "10000"]')], ["N322"]),
    ([record(0, '[Match "9999"]')], []),
    ([record(1, IVAN, MARIA), record(2, IVAN, ELENA)], ["N323"]),
    ([record(1, IVAN, MARIA), record(2, '[A "Maria"]', '[B "Ivan"]')], []),
    ([record(1, IVAN, MARIA), record(2, MARIA)], []),
    ([record(1, IVAN, MARIA), record(2, ELENA)], ["N323"]),
    ([record(1, rules=TURN), record(2, rules=TURN, deal=EMPTY.format("B"))], ["N324"]),
    ([record(1, rules=TURN), record(2, rules=TURN, deal=EMPTY.format("A"))], []),
    ([record(1), record(2, deal=EMPTY.format("B"))], []),
    ([record(1, '[SeriesScore "1-0"]')], ["N325"]),
    ([record(1, '[SeriesScore "0-1"]')], []),
    ([record(1, '[SeriesScore "one"]')], ["N325"]),
    ([record(1, '[SeriesScore "0-1-0"]')], ["N325"]),
    ([record(1, '[SeriesScore "1-0"]'), record(2, '[SeriesScore "1-1"]')], ["N325"]),
    ([record(1, '[SeriesScore "1-0"]'), record(2, '[SeriesScore "0-2"]')], ["N325"]),
    ([record(1, '[SeriesScore "1-0"]'), record(2, '[SeriesScore "2-0"]')], ["N325", "N325"]),
    ([record(2, '[SeriesScore "5-3"]'), record(3, '[SeriesScore "5-4"]')], []),
    ([record(2, '[SeriesScore "5-3"]'), record(3, '[SeriesScore "6-3"]')], ["N325"]),
    ([record(1), record(3, '[SeriesScore "1-2"]')], ["N320"]),
    ([record(1), record(2, rules="santase target=11")], ["N326"]),
    ([record(1), record(2, rules="santase failed-close=2/3 target=3")], []),
    ([record(1), record(2, rules="sixty-six-three", deal="")], ["N323"]),
    (FITTING, []),
]


@pytest.mark.parametrize(("records", "codes"), CASES)
def test_what_does_not_fit_is_found_in_any_order(records: list[str], codes: list[str]) -> None:
    for order in permutations(records):
        assert sorted(codes_in(*order)) == codes


def test_turn_follows_a_player_who_changes_seats() -> None:
    tags = ('[A "Maria"]', '[B "Ivan"]')
    first = record(1, IVAN, MARIA, rules=TURN)  # Maria deals first
    for dealer, codes in (("B", []), ("A", ["N324"])):
        assert codes_in(first, record(2, *tags, rules=TURN, deal=EMPTY.format(dealer))) == codes
    finding = series_in(first, record(2, *tags, rules=TURN, deal=EMPTY.format("A"))).matches[1].findings[0]
    assert finding.message == "A deals first, but the first deal of this match is B's"
    assert "agreed at this table" in finding.cite


def test_a_match_whose_score_is_open_leaves_the_tally_open() -> None:
    unplayed = "deal 1 dealer B\n\ndeal 2 dealer B\n= *\n"
    series = series_in(record(1, deal=unplayed), record(2), record(3, '[SeriesScore "1-2"]'))
    assert [match.tally for match in series.matches] == [(), (), (1, 2)]
    assert series_in(record(1, rules="no-such-rules"), record(2)).tally == ()
    broken_off = DEAL.replace(" out\n= B 3", "\n= *")
    assert series_in(record(1, deal=broken_off), record(2)).tally == (0, 1)


# Commands.


def test_the_sample_is_a_bummerl_with_a_schneider() -> None:
    found = run("check", SAMPLE)
    assert found.exit_code == 0
    assert "3 matches. Games won: Anna Gruber 3, Karl Nemeth 1." in found.output
    shown = " ".join(run("score", SAMPLE, "--format", "markdown").output.split())
    assert "| 2 | 7-0 |" not in shown
    assert "Bummerl, one for each game lost: Anna Gruber 1, Karl Nemeth 3." in shown


def test_json_is_of_the_schema_and_says_the_same() -> None:
    for command in ("check", "score"):
        *_, last = run(command, SAMPLE, "--format", "json").output.splitlines()
        series = json.loads(last)
        Draft202012Validator(schema_named("series")).validate(series)
        assert (series["tally"], series["lost"], series["ok"]) == ({"A": 3, "B": 1}, {"A": 1, "B": 3}, True)
        assert [match["counts"] for match in series["matches"]] == [1, 2, 1]
        assert [match["dealer"] for match in series["matches"]] == ["A", "B", "B"]


def test_check_compares_matches_of_several_files(tmp_path: Path) -> None:
    games = SAMPLE.read_text("utf-8").split("%SGN 1\n")[1:]
    for number, game in enumerate(reversed(games)):
        text = game.replace('[SeriesScore "2-1"]', '[SeriesScore "1-1"]')
        (tmp_path / f"{number}.sgn").write_text(f"%SGN 1\n{text}", "utf-8")
    found = run("check", tmp_path)
    assert found.exit_code == 1
    said = "error N325: the stated tally after this match is 1-1, but it should be 2-1"
    place = f"{tmp_path / '1.sgn'}:11:2: {said}"
    assert place in found.output
    assert "3 games in 3 files: 1 error" in found.output
    assert "N325" in run("check", tmp_path, "--format", "sarif").output
    assert "title=N325" in run("check", tmp_path, "--format", "github").output
    assert "N325" in run("check", tmp_path, "--format", "markdown").output
    assert run("score", tmp_path).exit_code == 1


def test_a_series_of_three_prints_what_was_paid(tmp_path: Path) -> None:
    path = tmp_path / "three.sgn"
    deal = "deal 1 dealer C\n= pays 2 -1 -1 by agreement\n"
    path.write_text(record(1, '[SeriesScore "2 -1 -1"]', rules="sixty-six-three", deal=deal), "utf-8")
    found = run("check", path)
    assert found.exit_code == 0
    assert "Won and paid in all: A 2, B -1, C -1." in found.output
