"""The outcome of a deal that depends on an announcement which may or may not have been correct."""

from functools import cache

import pytest

from notation import Game, read
from notation.judge import judge
from notation.judge.match import judge_under
from notation.rulings.certainty import CERTAIN, certainties
from notation.rulings.claims import Worth
from notation.rulings.dispute import answer
from notation.rulings.elsewhere import ClaimVerdict
from notation.rulings.ledger import Account, account
from notation.wire.judgement import dump_judgement
from notation.wire.ruling import dump_ruling
from referee.cards import NOBODY, Seat
from referee.rulesets import PRESETS
from viewer.documents.languages import language
from viewer.rulings.deal_rulings import explanation

pytestmark = pytest.mark.usefixtures("few_repairs")

UNSEEN = """%SGN 1
[Rules "santase"]
deal 1 dealer A trump As
1. Js 9d
2. close 40s Qs 9s
3. Ad Qc
4. Jd Kc
5. 9c Ah out
= B 3
"""
"""B's hand is not recorded: the 40 may have been good, and without it the claim has 36."""
HAND = "B: Js Ks Qs Ad Jd 9c\n"


def game_of(text: str) -> Game:
    [game] = read(text)
    return game


def test_an_answer_names_what_it_rests_on_and_what_holds_otherwise() -> None:
    judgement = judge(game_of(UNSEEN))
    [certainty] = certainties(judgement)
    assert not certainty.certain
    assert [(doubt.seat, doubt.ply.value) for doubt in certainty.rests_on] == [(1, 40)]
    assert certainty.otherwise == (Worth(Seat(0), 3),)
    found = account(judgement, 1)
    assert [(claim.stands, claim.certain) for claim in found.claims] == [(True, False)]
    told = explanation(found, language("en")).parts[0].text  # type: ignore[union-attr]
    assert told.endswith(
        "This holds if B's 40 in spades was good, which cannot be decided; otherwise: A wins 3 game points."
    )
    ruling = dump_ruling(found, language("en"))
    depends = {"on": [{"seat": "B", "action": "40s"}], "otherwise": [{"winner": "A", "game_points": 3}]}
    assert (ruling["certain"], ruling["depends"]) == (False, depends)
    [deal] = dump_judgement("a.sgn", judgement)["deals"]
    assert (deal["certain"], deal["depends"]) == (False, depends)


def test_what_is_proved_is_certain() -> None:
    judgement = judge(game_of(UNSEEN.replace("1. Js", f"{HAND}1. Js")))
    assert certainties(judgement) == [CERTAIN]
    [claim] = account(judgement, 1).claims
    assert claim.certain


def test_a_doubt_that_changes_nothing_leaves_the_answer_certain() -> None:
    """The deal is resigned: the marriage does not make what that costs."""
    text = UNSEEN.replace("9c Ah out\n= B 3", "A: resign")
    judgement = judge(game_of(text))
    assert next(finding.code.id for finding in judgement.findings) == "N304"
    assert certainties(judgement)[0].certain


@cache
def unseen() -> Account:
    return account(judge_under(game_of(UNSEEN), PRESETS["santase"]), 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (Worth(Seat(1), 3), ClaimVerdict.OPEN),
        (Worth(Seat(0), 3), ClaimVerdict.OPEN),
        (Worth(Seat(0), 1), ClaimVerdict.WRONG),
        (Worth(NOBODY, 0), ClaimVerdict.WRONG),
    ],
)
def test_a_claim_that_hangs_on_a_doubt_cannot_be_decided(claim: Worth, verdict: ClaimVerdict) -> None:
    found = answer(unseen(), claim)
    assert found.verdict is verdict
    codes = [finding.code.id for finding in found.missing]
    assert codes == (["N304"] if verdict is ClaimVerdict.OPEN else [])


def test_a_result_on_trust_is_not_certain_and_an_unfinished_deal_is() -> None:
    head = '%SGN 1\n[Rules "santase"]\ndeal 1 dealer A'
    assert certainties(judge(game_of(f"{head}\n= B 2\n"))) == [CERTAIN._replace(certain=False)]
    unfinished = UNSEEN.split("5.")[0]
    assert certainties(judge(game_of(unfinished)))[0].certain


PLAYED = UNSEEN.removesuffix("= B 3\n")
BLUFFED = (
    "whatever the unknown cards are, something is wrong: in trick 2 unless B held Ks "
    "or X106: the stated result is A 3, but it should be B 3"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("= A 3", ["N303", f"X135 {BLUFFED}"]),
        ("= A 3 by false-out score 3-0", ["N303", f"X135 {BLUFFED}"]),
        ("= B 3 score 0-3", []),
        ("= *", ["X116"]),
        ("= A 2", ["X106 the stated result is A 2, but it should be B 3 or A 3"]),
        ("= A 2 score 2-0", ["X106 the stated result is A 2, but it should be B 3 or A 3"]),
        ("= B 1", ["X106 the stated result is B 1, but it should be B 3 or A 3"]),
    ],
)
def test_what_is_stated_is_held_against_the_play_with_and_without_what_is_in_doubt(
    stated: str, found: list[str]
) -> None:
    judgement = judge(next(read(f"{PLAYED}{stated}\n")))
    told = [f"{f.code.id} {f.message}" for f in judgement.findings if f.code.id != "N304"]
    assert all(line.startswith(each) for line, each in zip(told, found, strict=True)), told
    assert not any(finding.fix for finding in judgement.findings)
    before = {"A": (3, 0), "B": (0, 3)}
    if stated[2] in before and not judgement.errors:
        assert judgement.score == before[stated[2]]


WRONG = "the stated card points are {}, but they should be {}"


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("3-22", []),
        ("3-2", [f"in trick 2 unless B held Kh Qh or in trick 2 (X105: {WRONG.format('3-2', '3-22')})"]),
        ("3-20", [WRONG.format("3-20", "3-22 or 3-2")]),
        ("23-2", [WRONG.format("23-2", "3-22 or 3-2")]),
    ],
)
def test_card_points_without_a_marriage_in_doubt_are_wrong_or_the_marriage_was(
    stated: str, found: list[str]
) -> None:
    play = f'%SGN 1\n[Rules "santase"]\ndeal 1 dealer A trump As\n1. Js 9d\n2. 20h Qh 9s <{stated}>\n3. Ad Qc'
    told = [finding.message for finding in judge(next(read(play))).findings if finding.is_error]
    assert [
        each.removeprefix("whatever the unknown cards are, something is wrong: ") for each in told
    ] == found


@pytest.mark.parametrize(
    ("stated", "dealer", "errors"), [("", "A", 0), ("", "B", 0), ("= A 3\n", "A", 1), ("= B 3\n", "B", 1)]
)
def test_the_score_after_a_deal_that_hangs_on_a_doubt_is_the_one_that_is_stated(
    stated: str, dealer: str, errors: int
) -> None:
    record = f"{PLAYED}{stated}deal 2 dealer {dealer}\n= A 1 score 4-0\n"
    assert judge(next(read(record))).errors == errors


def test_a_match_won_to_nil_counts_two_games() -> None:
    text = """%SGN 1
[Rules "santase whitewash=yes"]
deal 1 dealer A trump s
position lead B <12-61> tricks 1-5 score 0-5
7. Td 9d out
"""
    judgement = judge(game_of(text))
    match = {"score": {"A": 0, "B": 7}, "winner": "B", "games": 2}
    assert dump_judgement("a.sgn", judgement)["match"] == match
    found = account(judgement, 1)
    assert dump_ruling(found, language("en"))["match"] == match
    told = [getattr(part, "text", "") for part in explanation(found, language("en")).parts]
    assert "The score after this deal is 0-7. B wins the match, which counts as two games." in told
