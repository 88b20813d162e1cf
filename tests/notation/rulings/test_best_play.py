"""What the actions of a deal cost: the costs explain the result; a long search starts later."""

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from notation.findings import Phrase
from notation.judge import judge
from notation.limits import SpentError, limited
from notation.record.model import Annotation, Glyph
from notation.record.path import place
from notation.replay.frame import frames
from notation.rulings import ActionCost, BestPlay, account, best_play, every_choice, worth_at_steps
from notation.text.reader import read
from notation.text.writer import digest, write
from notation.wire.evidence import digest_of
from notation.wire.schemas import schema_named
from referee.actions import MARRIAGES, OUT
from referee.cards import FULL_PACK, SEATS, SUITS
from referee.rulesets import PRESETS
from referee.solver import Solver, ValuedAction, settled_cards
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.rulings import FORGOTTEN
from tests.support.sizes import Size, some
from viewer.documents.document import Listing
from viewer.documents.languages import language
from viewer.rulings.best_play import what_it_cost

MATCHES = Size("MATCHES_SOLVED", 6)
"""How many matches are solved under each rule set."""
TWO_PLAYERS: Final = [name for name, rules in PRESETS.items() if rules.seats == 2]


def solved(text: str, number: int = 1, positions: int = 100_000) -> BestPlay | Phrase:
    return best_play(account(judge(next(read(text))), number), positions)


def test_a_claim_that_was_forgotten_is_what_cost_the_deal() -> None:
    found = solved(FORGOTTEN)
    assert isinstance(found, BestPlay)
    assert (str(found.start), found.values) == ("9", (-1, 1))
    [costly] = [each for each in found.actions if each.cost]
    assert (str(costly.path), costly.seat, costly.value, costly.best) == ("10.1", 1, -1, 1)
    assert [move.action for move in costly.better] == [72]


def test_a_false_claim_after_the_last_trick_cost_what_silence_would_have_won() -> None:
    text = (
        FORGOTTEN.replace('"schnapsen"', '"snapszer"')
        .replace("45-45", "52-40")
        .replace("Qh Kh\n", "Qh Kh out\n")
    )
    found = solved(text)
    assert isinstance(found, BestPlay)
    claim = found.actions[-1]
    assert (claim.seat, claim.value, claim.best, claim.better) == (0, -2, 1, ())
    parts = list(what_it_cost(account(judge(next(read(text))), 1), found, language("en")))
    [listing] = [part for part in parts if isinstance(part, Listing)]
    told = [item.text for item in listing.items]
    assert (
        "A, trick 10: not to claim 66 would have won 1 game point. The claim to have 66 cost 3 game points."
        in told
    )


def test_what_loses_where_nobody_had_to_lose_has_something_better() -> None:
    move = ValuedAction(OUT, SEATS[0], 0)
    lost = ActionCost(1, place(9), SEATS[0], None, -1, 0, (move,))
    assert (lost.cost, lost.better) == (1, (move,))
    kept = ActionCost(1, place(9), SEATS[0], None, 0, 0, ())
    assert kept.cost == 0


def by_side(found: BestPlay, actions: tuple[ActionCost, ...], side: int) -> int:
    """What the actions of a side cost."""
    return sum(each.cost for each in actions if found.deal.side_of[each.seat] == side)


@pytest.mark.slow
@pytest.mark.parametrize("name", some(TWO_PLAYERS, "santase", "gaigel-two"))
def test_what_a_side_was_sure_of_less_what_it_gave_away_is_what_it_got(name: str) -> None:
    told = 0
    for seed in range(MATCHES):
        record = random_record(name, random.Random(seed), noted=False, most_deals=3)
        judgement = judge(next(read(write(record))))
        for number in range(1, len(judgement.deals) + 1):
            deal = account(judgement, number)
            found = best_play(deal, 20_000)
            result = deal.deal.result
            if isinstance(found, Phrase) or result is None:
                continue
            played = tuple(each for each in found.actions if each.step > found.steps[0].step)
            got = 0 if result.winner < 0 else result.game_points * (1 if result.winner == 0 else -1)
            assert found.values[0] - by_side(found, played, 0) + by_side(found, played, 1) == got
            told += 1
    assert told > (MATCHES if PRESETS[name].deck_cards <= FULL_PACK else 0)


def test_the_values_begin_at_the_first_lead_if_the_talon_is_known_and_with_the_close_if_not() -> None:
    text = (ROOT / "samples/the-closer-fails.sgn").read_text("utf-8")
    talon = "As 9s Jh Kh Ks Kd Kc 9h Jd Qc Qs 9d"
    assert talon in text
    found, closed = solved(text), solved(text.replace(talon, "As 9s" + 9 * " --" + " 9d"))
    assert isinstance(found, BestPlay)
    assert isinstance(closed, BestPlay)
    assert (str(found.start), str(closed.start)) == ("1", "2.1")
    assert found.is_whole
    assert closed.is_whole
    [close], [alone] = ([each for each in of.actions if each.is_close] for of in (found, closed))
    assert (close.best, alone.best) == (2, None)
    assert found.actions[-len(closed.actions) + 1 :] == closed.actions[1:]


def test_a_search_that_would_be_too_long_starts_later() -> None:
    whole, short = solved(FORGOTTEN), solved(FORGOTTEN, positions=1)
    assert isinstance(whole, BestPlay)
    assert isinstance(short, BestPlay)
    assert short.start > whole.start
    assert short.actions == whole.actions[-len(short.actions) :]


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("A: Ts Kh\nB: As --\n9. Ts As", "some cards that it depends on are not known"),
        ("", "could not be judged"),
    ],
)
def test_why_nothing_can_be_told(play: str, reason: str) -> None:
    head = FORGOTTEN.partition("A: ")[0]
    found = solved(head + play + "\n")
    assert isinstance(found, Phrase)
    assert reason in str(found)


def test_a_search_that_comes_to_nothing_says_so() -> None:
    found = solved(FORGOTTEN.partition("9. ")[0], positions=0)
    assert isinstance(found, Phrase)
    assert "too long" in str(found)
    later = solved(FORGOTTEN, positions=0)
    assert isinstance(later, BestPlay)
    assert not later.is_whole


def test_every_step_of_a_deal_has_its_worth() -> None:
    told = account(judge(next(read(FORGOTTEN))), 1)
    found = best_play(told)
    assert isinstance(found, BestPlay)
    assert found.is_whole
    assert [(each.step, each.trick, each.values[0]) for each in found.steps] == [
        *((0, 9, -1), (1, 9, -1), (2, 10, -1), (3, 10, -1)),
        *((4, 10, 1), (5, 10, 1), (6, 10, 1)),
    ]
    shown = worth_at_steps(told, found)
    assert [each.step for each in shown] == list(range(len(frames(told))))
    assert [each.values for each in shown] == [(-1, 1)] * 3 + [(1, -1)] * (len(shown) - 3)


def test_each_position_is_a_unit_of_work() -> None:
    path = ROOT / "samples/the-closer-fails.sgn"
    told = account(judge(next(read(path.read_bytes()))), 1)
    with limited(1_000_000) as budget:
        best_play(told, 300)
    assert budget.spent == 300
    with limited(250), pytest.raises(SpentError):
        best_play(told, 300)


COSTS: Final = """What it cost

The talon is exhausted. With best play from trick 9 on, B wins 1 game point.

- B, trick 10: the claim to have 66 would have won 1 game point. Q♥ cost 2 game points.

Best play assumes"""
"""What a ruling says of the forgotten claim."""


def test_a_ruling_says_what_it_cost_where_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "forgotten.sgn"
    path.write_text(FORGOTTEN, "utf-8")
    plain, told = (run("explain", path, *how) for how in ((), ("--best-play",)))
    assert plain.exit_code == told.exit_code
    assert COSTS in told.stdout
    before, _, after = told.stdout.partition("What it cost\n")
    assert plain.stdout.startswith(before)
    assert after.endswith(plain.stdout.removeprefix(before))
    assert "┏" in plain.stdout.removeprefix(before)
    refused = run("explain", path, "--best-play", "--at", "9")
    assert refused.exit_code == 2


def ruling(path: Path, *how: str) -> dict[str, Any]:
    """The ruling on the deal of a file, as an object."""
    done = run("explain", path, "--format", "json", *how)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_it_is_a_part_of_the_ruling_as_json_and_checked_again_with_it(tmp_path: Path) -> None:
    path, kept = tmp_path / "forgotten.sgn", tmp_path / "ruling.json"
    path.write_text(FORGOTTEN, "utf-8")
    plain, told = ruling(path), ruling(path, "--best-play")
    Draft202012Validator(schema_named("ruling")).validate(told)
    assert plain == {name: part for name, part in told.items() if name != "best_play"} | {
        "ruling_digest": plain["ruling_digest"]
    }
    assert told["best_play"]["values"] == {"A": -1, "B": 1}
    for pin, status in ((plain, 0), (told, 0)):
        kept.write_text(json.dumps(pin), "utf-8")
        assert run("recheck", kept).exit_code == status
    told["best_play"]["values"] = {"A": 1, "B": -1}
    kept.write_text(json.dumps(told | {"ruling_digest": digest_of(told)}), "utf-8")
    done = run("recheck", kept)
    assert done.exit_code == 1
    assert "best_play.values.A: 1 -> -1" in done.stdout


@pytest.mark.parametrize("code", ["bg", "de", "hu"])
def test_what_it_cost_in_other_languages(code: str, tmp_path: Path) -> None:
    path = tmp_path / "forgotten.sgn"
    path.write_text(FORGOTTEN, "utf-8")
    done = run("explain", path, "--best-play", "--lang", code)
    assert language(code).translate("What it cost") in done.stdout
    assert "game point" not in done.stdout.partition("┏")[0]


@pytest.mark.parametrize(
    ("best", "told"),
    [
        (1, "B, trick 9: the marriage of 40 in spades would have won 1 game point."),
        (0, "B, trick 9: the marriage of 40 in spades would have lost nothing."),
        (-1, "B, trick 9: the marriage of 40 in spades would have lost only 1 game point."),
    ],
)
def test_what_would_have_been_better_is_named(best: int, told: str) -> None:
    of = account(judge(next(read(FORGOTTEN))), 1)
    found = best_play(of)
    assert isinstance(found, BestPlay)
    most = (ValuedAction(MARRIAGES[SUITS[0]], SEATS[1], best),)
    silent = ActionCost(1, place(9), SEATS[1], None, -3, best, most)
    parts = list(what_it_cost(of, found._replace(actions=(silent,)), language("en")))
    [listing] = [part for part in parts if isinstance(part, Listing)]
    [item] = listing.items
    assert item.text == f"{told} Not to claim 66 cost {best + 3} game points."


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "forgotten.sgn"
    path.write_text(FORGOTTEN, "utf-8")
    done = run("solve", path)
    assert done.exit_code == 0
    assert "With best play from trick 9 on, B wins 1 game point." in done.stdout
    assert "B claims 66" in done.stdout
    done = run("solve", path, "--format", "json")
    found = json.loads(done.stdout)
    assert found["values"] == {"A": -1, "B": 1}
    assert [each["better"] for each in found["actions"] if each["cost"]] == [[{"seat": "B", "action": "out"}]]


def test_values_are_written_into_a_record_and_into_nothing_else_of_it(tmp_path: Path) -> None:
    path, noted = tmp_path / "forgotten.sgn", tmp_path / "noted.sgn"
    unread = '\n%SGN 1\n[Rules "no such rules"]\n\ndeal 1 dealer A\n= A 1\n'
    path.write_text(FORGOTTEN + unread, "utf-8")
    done = run("annotate", path, "--output", noted)
    assert done.exit_code == 1
    assert "no such rules" in done.stderr
    text = noted.read_text("utf-8")
    assert "10. Qh? @best(out) @cost(B 2) Kh\n" in text
    assert text.endswith(unread)
    assert not list(next(read(text)).findings)
    again = run("annotate", noted)
    assert again.stdout == text
    assert digest(next(read(text)).readable) == digest(next(read(FORGOTTEN)).readable)


@pytest.mark.parametrize("mark", ["!", "?", "$7"])
def test_marks_of_others_stay_and_get_none_beside_them(mark: str, tmp_path: Path) -> None:
    path, noted, again = (tmp_path / f"{name}.sgn" for name in ("marked", "noted", "again"))
    path.write_text(FORGOTTEN.replace("10. Qh", f"10. Qh {mark} {{hm}}"), "utf-8")
    for file, target in ((path, noted), (noted, again)):
        done = run("annotate", file, "--output", target)
        assert done.exit_code == 0
        [game] = read(noted.read_bytes())
        [ply, _] = game.readable.deals[0].tricks[1].plies
        assert [note.mark for note in ply.notes if isinstance(note, Glyph)] == [mark]
        assert [note.name for note in ply.notes if isinstance(note, Annotation)] == ["best", "cost"]
    assert again.read_bytes() == noted.read_bytes()


def test_every_choice_has_the_value_that_a_new_search_finds() -> None:
    told = account(judge(next(read(ROOT.joinpath("samples/the-closer-fails.sgn").read_bytes()))), 1)
    found, plain = every_choice(told, 3_000), best_play(told, 50_000)
    assert isinstance(found, BestPlay)
    assert isinstance(plain, BestPlay)
    assert not found.is_whole
    assert found.steps == plain.steps[-len(found.steps) :]
    for each, alone in zip(found.actions[1:], plain.actions[-len(found.actions) + 1 :], strict=True):
        assert replace(each, choices=()) == alone
        if not each.choices:
            continue
        assert each.best == max(choice.value for choice in each.choices)
        before = settled_cards(told.played[each.step].before)
        assert before is not None
        sign = 1 if each.seat == 0 else -1
        afresh = {action: sign * value for action, _, value in Solver(SEATS[0]).actions(before)}
        assert {choice.action: choice.value for choice in each.choices} == afresh
    assert sum(bool(each.choices) for each in found.actions) > 5


MATCH: Final = """%SGN 1
[Rules "schnapsen"]
[A "Mila"]
[B "Bo"]

deal 1 dealer A trump s
position lead A <45-45> tricks 4-4
A: Ts Kh
B: As Qh
9. Ts As
10. Qh Kh

deal 2 dealer B trump s
position lead B <45-45> tricks 4-4
A: Ts As
B: Qh Kh
9. 20h Qh Ts
10. As Kh

deal 3 dealer A trump s
A: Ts Kh Kd Qd Jd
B: As Qh Td Ad Jc
"""
"""In the first deal Bo forgets a claim, in the second he has nothing to choose; the third was not played."""


def test_what_a_match_cost_is_the_sum_of_its_deals(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    path.write_text(MATCH, "utf-8")
    done = run("solve", path, "--format", "json")
    *deals, match = map(json.loads, done.stdout.splitlines())
    Draft202012Validator(schema_named("match-cost")).validate(match)
    assert (match["deals"], match["valued"], match["whole"]) == (3, 2, 2)
    assert match["mistakes"] == [each for deal in deals for each in deal["mistakes"]]
    lost = Counter(each["seat"] for each in match["mistakes"] for _ in range(each["cost"]))
    assert lost == {"B": 2}
    assert lost == Counter(
        each["seat"] for deal in deals for each in deal["actions"] for _ in range(each["cost"])
    )
    alone = run("solve", path, "--deal", "1", "--format", "json")
    assert len(alone.stdout.splitlines()) == 1


def test_the_rulings_of_a_match_end_with_what_it_cost(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    path.write_text(MATCH, "utf-8")
    plain, told = (run("explain", path, *how).stdout for how in ((), ("--best-play",)))
    assert "What the match cost" not in plain
    summary = told.partition("What the match cost")[2]
    assert "- Mila lost nothing.\n- Bo lost 2 game points by claiming 66 too late or not at all." in summary
    assert "Deals valued: 2 of 3; as early as the cards are known: 2." in summary
    rulings = run("explain", path, "--best-play", "--format", "json").stdout
    assert len(rulings.splitlines()) == 3, "there are rulings alone, which can be checked again"
