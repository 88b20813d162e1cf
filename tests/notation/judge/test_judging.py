"""Judging records: statements compared, scores carried over, faults reported once and in their place."""

import random
import re
from itertools import product

import pytest

from notation import read, write
from notation.judge import judge, judge_text
from notation.judge.judgement import Judgement
from notation.record.tags import TAG_NAMES
from notation.rulings import account
from referee.arithmetic import DRAWS_BONUS
from referee.rulesets import PRESETS
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.rulings import HANDS
from tests.support.tables import rules_of
from viewer.documents.reports import summary

pytestmark = pytest.mark.usefixtures("few_repairs")

DEAL = f"""{HANDS}1. As Td
2. exchange 40d close Kd Kc
3. out
"""
"""B, who is not the dealer's opponent but the dealer, wins 3."""


def judged(text: str, **options: object) -> Judgement:
    [game] = read("%SGN 1\n" + text)
    return judge(game, **options)  # type: ignore[arg-type]


def found(text: str, **options: object) -> list[str]:
    return [finding.code.id for finding in judged(text, **options).findings]


def deals(*results: str, rules: str = "santase", result_tag: str = "") -> str:
    """The same deal again and again, B dealing and winning 3, with these result lines."""
    tag = f'[Result "{result_tag}"]\n' if result_tag else ""
    body = "".join(f"deal {n} dealer B\n{DEAL}{result}\n" for n, result in enumerate(results, start=1))
    return f'[Rules "{rules}"]\n{tag}{body}'


def test_a_match_is_scored() -> None:
    judgement = judged(
        deals("= B 3 score 0-3", "= B 3 score 0-6", "= B 3 by out (0-69) score 0-9", result_tag="0-9")
    )
    assert judgement.findings == []
    assert (judgement.score, judgement.winner) == ((0, 9), 1)
    assert [deal.score for deal in judgement.deals] == [(0, 3), (0, 6), (0, 9)]


@pytest.mark.parametrize(
    ("rules", "play", "told"),
    [
        (
            "santase",
            "\n2. exchange 40d close Kd Kc\n3. out\n= B 3",
            ((2, 1, (0, 61), (0, 1), 10, False), (), (0, 2)),
        ),
        ("sixty-six", ' close\nruling A 2 "late"', ((2, 1, (0, 21), (0, 1), 12, True), (2, 0), (0, 1))),
        ("sixty-six", '\nruling A 2 "late"\nruling A 1 "too"', (None, (3, 0), (0, 1))),
    ],
)
def test_a_deal_tells_how_it_was_closed_and_what_was_awarded(rules: str, play: str, told: object) -> None:
    """The trick, the closer, what both had, the cards left, and whether it was before the draw."""
    head = DEAL.partition("2. ")[0].rstrip()
    judgement = judged(f'[Rules "{rules}"]\ndeal 1 dealer B\n{head}{play}\n')
    [deal] = judgement.deals
    assert (deal.closing, deal.awarded, deal.tricks_won) == told
    assert judgement.ok


@pytest.mark.parametrize("stated", ["(0-69-1)", "(0-69-1-1)", "score 0-3-0", "(0-69) score 0-3-0"])
def test_what_is_stated_of_more_sides_than_play_is_wrong_in_bulk_too(stated: str) -> None:
    text = "%SGN 1\n" + deals(f"= B 3 {stated}")
    [verdict] = judge_text(text)
    assert not verdict.ok
    assert not judge(next(read(text))).ok


@pytest.mark.parametrize(
    "tags",
    [
        '[Event "a"]\n[Event "b"]',
        '[White "x"]',
        '[Evnt "x"]',
        '[Date "2026-13"]',
        '[Result "3-0"]',
        '[North "x"]',
    ],
)
def test_what_is_wrong_with_tags_is_found_in_bulk_too(tags: str) -> None:
    text = f'%SGN 1\n[Rules "santase"]\n{tags}\ndeal 1 dealer B\n{DEAL}'
    [bulk] = judge_text(text)
    whole = judge(next(read(text)))
    assert (bulk.ok, list(bulk.findings)) == (whole.ok, whole.findings)
    assert whole.findings


def test_deals_after_the_end_of_the_match_are_judged_and_not_counted() -> None:
    judgement = judged(deals("", "", "", "= B 3 score 0-9"))
    assert [finding.code.id for finding in judgement.findings] == ["R261"]
    assert judgement.score == (0, 9)


def test_a_wrong_score_is_told_once() -> None:
    assert found(deals("= B 3 score 0-2", "= B 3 score 0-5", "= B 3 score 0-8", result_tag="0-9")) == ["X109"]
    assert found(deals("= B 3 score 0-2", "= B 3 score 0-6")) == ["X109"], "mended again"
    assert found(deals("= B 3 score 0-2", "= B 3 score 0-4")) == ["X109", "X109"], "a second fault"


def test_rules_assumed_imposed_and_unknown() -> None:
    text = f"deal 1 dealer B\n{DEAL}"
    assert found(text) == ["N301"]
    assert judged(text, assumed=rules_of("santase target=11")).rules == rules_of("santase target=11")
    named = '[Rules "santase target=3"]\n' + text
    assert judged(named, assumed=rules_of("santase")).winner == 1
    other = judged(named, imposed=rules_of("santase target=11"))
    assert ([f.code.id for f in other.findings], other.winner) == (["N302"], -1)


CARDS = DEAL[: DEAL.index("1.")]
PLAY = DEAL[DEAL.index("1.") :]


@pytest.mark.parametrize(
    "play",
    [
        PLAY.replace("1. As", "1 As"),
        PLAY.replace("1. As", "1) As").replace("2. ex", "2: ex"),
        PLAY.replace("1. As", "l. As"),
        PLAY.replace("1. As Td", "exchange As Td"),
        PLAY.replace("3. out", "3. 66"),
        PLAY.replace("close", "swap"),
    ],
)
def test_behind_an_unread_line_of_the_play_nobody_is_accused_and_the_score_is_open(play: str) -> None:
    for result, score in (("", (0, 0)), ("= A 2\n", (2, 0))):
        judgement = judged(f'[Rules "santase"]\ndeal 1 dealer B\n{CARDS}{play}{result}')
        codes = [finding.code.id for finding in judgement.findings]
        assert set(codes) <= {"S111", "S133", "N303"}
        assert ("N303" in codes) is bool(result)
        assert judgement.deals[0].result is None
        assert (judgement.is_open, judgement.score) == (not result, score)


@for_each(PRESETS, one_in=6, sizes=(2, 60))
def test_of_a_card_in_brackets_in_a_trick_that_lacks_a_card_nobody_is_accused(spec: str, size: int) -> None:
    for seed in range(size):
        rng = random.Random(f"{spec} brackets {seed}")
        text = write(random_record(spec, rng, noted=False, most_deals=1))
        tricks = re.findall(r"^[0-9]+\.(?: \w\w(?!\w)){2,}$", text, re.MULTILINE)
        for trick in rng.sample(tricks, min(2, len(tricks))):
            number, *cards = trick.split()
            at = rng.randrange(1, len(cards))
            bracketed = " ".join((number, *cards[:at], f"({cards[at]})", *cards[at + 1 :]))
            [game] = read(text.replace(trick, bracketed))
            errors = {finding.code.id for finding in judge(game).findings if finding.is_error}
            assert errors <= {"X103", "X115"}, bracketed


def test_every_unread_line_of_the_play_is_told() -> None:
    play = PLAY.replace("1. ", "1 ").replace("3. ", "3) ")
    findings = judged(f'[Rules "santase"]\ndeal 1 dealer B\n{CARDS}{play}').findings
    told = [(finding.code.id, finding.span.line) for finding in findings if finding.code.id == "S133"]
    assert told == [("S133", 7), ("S133", 9)]


def test_it_is_said_why_a_result_is_taken_on_trust() -> None:
    def why(play: str) -> str:
        findings = judged(f'[Rules "santase"]\ndeal 1 dealer B\n{CARDS}{play}= B 3\n').findings
        return next(finding.sentence for finding in findings if finding.code.id == "N303").split(";")[0]

    assert why(PLAY.replace("1. ", "1 ")) == "part of the play could not be read"
    assert why(PLAY.splitlines(True)[0] + "3. out\n") == "part of the play is missing or out of order"
    assert why(PLAY.replace("3. out\n", "")) == "the play does not decide this deal"


def test_a_result_after_a_trick_with_a_wrong_number_is_taken_on_trust() -> None:
    judgement = judged(
        f'[Rules "santase"]\ndeal 1 dealer B\n{DEAL.replace("2. ", "7. ").replace("3. out", "3. Ts")}= B 3\n'
    )
    assert [finding.code.id for finding in judgement.findings] == ["X101", "N303"]
    assert judgement.findings[1].sentence.startswith("part of the play is missing or out of order;")
    assert judgement.deals[0].stopped


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\n[Event "y"]',
        f"deal 1 dealer B\n{CARDS}A: Ks",
        "deal 1 dealer B\n1. As @clk(soon)",
        '[Event "\u202e"]',
        "deal 1 dealer B\n1. 20",
    ],
)
def test_a_game_with_an_error_of_reading_is_no_record(text: str) -> None:
    [game] = read(f"%SGN 1\n{text}\n")
    assert any(finding.is_error for finding in game.findings)
    assert game.record is None
    assert game.draft is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "nothing to judge: santase, 0 deals, 0-0"),
        (
            "deal 1 dealer B\n1. As Kh",
            "no error found: santase, 1 deal (1 not judged to the end), score open",
        ),
        (f"deal 1 dealer B\n{DEAL}", "right: santase, 1 deal, 0-3"),
        (f"deal 1 dealer B\n{CARDS}1 As\n", "1 error: santase, 1 deal (1 not judged to the end), score open"),
    ],
)
def test_a_summary_calls_nothing_right_that_was_not_judged(text: str, expected: str) -> None:
    assert summary(judged(f'[Rules "santase"]\n{text}')) == expected


CARDS = DEAL[: DEAL.index("1. ")]
UNDECIDED = "1. As Td\n"
BONUSES = [
    ("santase", 0, 0),
    ("santase", 1, 0),
    ("santase draw-bonus=yes", 1, 1),
    ("santase draw-bonus=any", 2, 1),
    ("santase target=11 draw-bonus=adding", 1, 1),
    ("santase target=11 draw-bonus=adding", 3, 3),
    ("santase-four draw-bonus=any", 1, 1),
]
"""Rules, how many draws go before, and how many game points the next deal brings more for that."""


def after_draws(rules: str, draws: int, play: str, result: str) -> str:
    drawn = "".join(f"deal {n} dealer B\n= draw by agreement (65-65)\n" for n in range(1, draws + 1))
    return f'[Rules "{rules}"]\n{drawn}deal {draws + 1} dealer B\n{play}{result}\n'


@pytest.mark.slow
@for_each(
    [(*of, why) for of in BONUSES for why in ("", " by agreement", " by forfeit", " by resignation")],
    one_in=12,
)
def test_a_stated_result_counts_as_it_stands_or_is_an_error(
    rules: str, draws: int, bonus: int, reason: str
) -> None:
    sides = ("AC", "BD") if "four" in rules else ("A", "B")
    plays = [""] if "four" in rules else ["", CARDS, CARDS + UNDECIDED]
    for play, number, side in product(plays, (0, 1, 2, 4, 5, 6, 8), (0, 1)):
        text = "%SGN 1\n" + after_draws(rules, draws, play, f"= {sides[side]} {number}{reason}")
        [game] = read(text)
        [bulk] = judge_text(text)
        judgement = judge(game)
        is_possible = 1 + bonus <= number <= 4 + bonus
        score = [0, 0]
        score[side] = number if is_possible else 0
        codes = {finding.code.id for finding in judgement.findings if finding.is_error}
        assert judgement.score == tuple(score), text
        assert ("X132" in codes) is not is_possible, text
        assert codes <= {"X132", "X115"}, text
        assert (bulk.score, list(bulk.findings)) == (judgement.score, judgement.findings)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "draws", "bonus"), BONUSES[:-1])
def test_what_is_stated_of_a_deal_that_was_resigned_holds_the_bonus(
    rules: str, draws: int, bonus: int
) -> None:
    """Without a stated result it brings 2 and the bonus; the players may settle on 1 to 4 and the bonus."""
    play = CARDS + UNDECIDED + "2. resign\n"
    for number in range(12):
        judgement = judged(after_draws(rules, draws, play, f"= A {number} by resignation"))
        is_possible = 1 + bonus <= number <= 4 + bonus
        errors = [finding.message for finding in judgement.findings if finding.is_error]
        assert judgement.score == (number if is_possible else 2 + bonus, 0)
        expected = f"the stated result is A {number}, but it should be A {2 + bonus}"
        assert errors == ([] if is_possible else [expected])
    assert judged(after_draws(rules, draws, play, "")).score == (2 + bonus, 0)


@pytest.mark.parametrize(
    ("rules", "result", "why"),
    [
        ("santase", "A 5", "a deal brings 1 to 4 game points"),
        ("santase", "A 0", "a deal brings 1 to 4 game points"),
        ("santase", "C 2", "there is no seat C in a game for 2"),
        ("santase", "BD 2", "nobody has a partner in this game"),
        ("santase", "pays 2 -1 -1", "nobody pays in this game"),
        ("santase-three", "D 2", "there is no seat D in a game for 3"),
        ("santase-three", "B 7", "the others pay 2 to 6 in all"),
        ("santase-three", "pays 2 -2 0", "each of the others pays the winner 1 to 3"),
        ("sixty-six-four", "AC 9", "a deal brings 1 to 4 game points"),
        ("sixty-six-four", "A 2", "partners win together: AC"),
    ],
)
@pytest.mark.parametrize("reason", ["", " by agreement"])
def test_no_stated_result_is_left_out_of_the_score_in_silence(
    rules: str, result: str, why: str, reason: str
) -> None:
    after = {"santase": "= B 2", "santase-three": "= pays -1 2 -1", "sixty-six-four": "= BD 2"}[rules]
    text = f'[Rules "{rules}"]\ndeal 1 dealer A\n= {result}{reason}\ndeal 2 dealer B\n{after} by agreement\n'
    judgement = judged(text)
    assert [finding.code.id for finding in judgement.findings] == ["X132", "N306"]
    assert judgement.findings[0].message == f"the stated result is {result}, but {why}"


def test_a_deal_after_a_draw_brings_at_least_its_bonus_more() -> None:
    judgement = judged(after_draws("santase draw-bonus=any", 1, "", "= B 1 by agreement"))
    [error] = [finding.message for finding in judgement.findings if finding.is_error]
    assert error == "the stated result is B 1, but this deal, after a draw, brings 2 to 5 game points"


def test_what_a_variation_comes_to_holds_the_bonus() -> None:
    """Resigned in the variation, the deal brings A 2, and 1 after the draw; any number is for the players."""
    for number in (0, 1, 2, 3, 5, 6):
        instead = f"( 2. resign = A {number} by resignation )"
        play = f"{CARDS}1. As Td\n2. exchange {instead} 40d close Kd Kc out\n"
        judgement = judged(after_draws("santase draw-bonus=any", 1, play, "= B 4"))
        assert judgement.score == (0, 4)
        errors = [finding.code.id for finding in judgement.findings if finding.is_error]
        assert errors == ([] if 2 <= number <= 5 else ["X106"])


def test_payments_that_a_result_leaves_open_leave_the_score_open() -> None:
    """B is paid 4 by two, of whom nobody knows who paid 1 and who 3, or both 2."""
    judgement = judged('[Rules "santase-three"]\ndeal 1 dealer A\n= B 4 by agreement\n')
    assert judgement.is_open
    assert [finding.code.id for finding in judgement.findings] == ["N306", "N304"]


@pytest.mark.parametrize(
    ("rules", "hands", "is_advised"),
    [
        ("santase", CARDS, True),
        ("santase claim=auto", CARDS, False),
        (
            "sixty-six-three",
            "A: Kh Jd Ad Qs As Qd Jc Qc\nB: Td Kc Tc 9h Ks Jh 9d Th\nC: Ah Ac 9c Ts 9s Js Qh Kd\n",
            False,
        ),
    ],
)
def test_nobody_is_advised_to_go_out_where_nobody_says_so(rules: str, hands: str, is_advised: bool) -> None:
    suit = " trump s" if "three" in rules else ""
    lead = "1. Td Kd" if "three" in rules else "1. As Td"
    judgement = judged(
        f'[Rules "{rules}"]\ndeal 1 dealer {"A" if suit else "B"}{suit}\n{hands}{lead}\n= A 2\n'
    )
    [message] = [finding.message for finding in judgement.findings if finding.code.id == "X115"]
    assert ("write `out`" in message) is is_advised


def test_the_bonus_is_no_step_to_what_the_players_agreed_on() -> None:
    agreed = judged(after_draws("santase draw-bonus=any", 1, "", "= B 3 by agreement"))
    assert account(agreed, 2).steps == ()
    played = judged(after_draws("santase draw-bonus=any", 1, DEAL, "= B 4"))
    assert account(played, 2).steps[-1].line is DRAWS_BONUS


@pytest.mark.parametrize(
    "line", [f"{word} santase" for word, name in TAG_NAMES.items() if name == "Rules"] + ["[xRules santase]"]
)
def test_no_rules_are_assumed_where_the_line_that_names_them_cannot_be_read(line: str) -> None:
    judgement = judged(f"{line}\ndeal 1 dealer B\n{DEAL}")
    assert judgement.rules is None
    assert [finding.code.id for finding in judgement.findings if not finding.is_error] == ["N304"]


@pytest.mark.parametrize(("score", "is_right"), [(3, True), (2, False)])
def test_a_habit_of_writing_is_mended_by_itself_where_nothing_is_wrong_after_it(
    score: int, is_right: bool
) -> None:
    text = f"%SGN 1\n{deals(f'= B {score}')}"
    [game] = read(re.sub(r"\b([ATKQJ9])d\b", r"\1♢", text))
    [habit, *others] = judge(game).findings
    assert game.meant
    assert (habit.code.id, bool(others)) == ("S142", not is_right)
    assert (habit.fix is not None, habit.proposal is not None) == (is_right, not is_right)
