"""The classic defects of record systems, each remade: a true record spoilt in one way.

A true record is spoilt by replacing one thing; `‸` in what is put there marks the place where the
finding must stand. Nothing may pass in silence, be mended, or spoil what stands beside it.
"""

import json
from collections.abc import Iterator

import pytest

from notation import digest, read, write
from notation.findings.finding import Finding
from notation.judge import judge
from notation.judge.judgement import Judgement
from notation.text.writer import ply_word
from notation.wire.record import dump, load
from tests.support.naming import case
from tests.support.rows import rows
from tests.support.rulings import HANDS

pytestmark = pytest.mark.usefixtures("few_repairs")

MARK = "‸"
TRUE = f"""%SGN 1
[Event "Sunday"]
[Rules "santase"]
[Result "0-7"]

deal 1 dealer A trump Qc
A: As Js Ah Ac Tc Kc
B: Qs Kh 9h Jd Jc 9c
talon: Qh Jh Th Td 9s 9d Kd Ks Ts Ad Qd Qc
1. 9h Tc
2. close Ac Jc
3. Kc 9c
4. As Qs
5. Ah Jh
6. Js Kh
7. Qh Jd
= B 3 by closer-failed (65-0) score 0-3

deal 2 dealer B trump Qd
{HANDS}1. As Td
2. exchange 40d Kd Kc
3. out
= B 3 by out (0-69) score 0-6

deal 3 dealer B trump Kh
A: As Th Td Kd Kc 9c
B: Ts Ks 9s Ah Jh Jc
talon: 9d Js Ad Ac Qc Jd Qs Qd 9h Qh Tc Kh
1. Kd 9s
2. As Jh
3. Ks 9c
4. Ts Th
5. Qs Ah
6. Qc Kc
7. Tc Jc
8. Qh Kh
9. Js 9d
10. 9h Ac
11. Qd Td
12. Jd Ad
= B 1 by total (56-74) score 0-7
"""
"""A close that fails at 65, an out with exchange and forty, and a deal that the last trick's ten decides."""

Place = tuple[str, int, int]
"""The code of a finding, its line and its column."""


def spoil(old: str, new: str, text: str = TRUE) -> str:
    """Return the text with one passage replaced."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def until(old: str, new: str) -> str:
    """Return the true record up to a replaced trick, without the rest."""
    before, found, _ = TRUE.partition(old)
    assert found, old
    assert TRUE.count(old) == 1, old
    return before.replace('[Result "0-7"]\n', "") + new + "\n"


def unmarked(text: str) -> tuple[str, int, int]:
    """The text without its mark, and the line and the column at which it stood."""
    before, mark, behind = text.partition(MARK)
    assert mark
    return before + behind, before.count("\n") + 1, len(before) - before.rfind("\n")


def places(judgement: Judgement, errors_only: bool = True) -> Iterator[Place]:
    """Return the places of the findings of a game in their file."""
    for finding in judgement.findings:
        if finding.is_error or not errors_only:
            span = judgement.game.place(finding.span)
            yield finding.code.id, span.line, span.column


def judged(text: str) -> list[Judgement]:
    return [judge(game) for game in read(text)]


def errors(text: str) -> list[Place]:
    return [place for judgement in judged(text) for place in places(judgement)]


def found(text: str) -> list[Place]:
    return [place for judgement in judged(text) for place in places(judgement, errors_only=False)]


def first(text: str, code: str) -> Finding:
    return next(f for judgement in judged(text) for f in judgement.findings if f.code.id == code)


def rewritten(text: str) -> str:
    """Return the rewritten text of a file, with or without errors."""
    return "\n".join(write(game.draft) for game in read(text) if game.draft)


def test_the_record_that_is_spoilt_is_true() -> None:
    assert found(TRUE) == []
    assert rewritten(TRUE) == TRUE
    assert judged(TRUE)[0].score == (0, 7)


# A stray brace.

A_GAME = TRUE.partition("\ndeal 2")[0].replace('"0-7"', '"0-3"')
LINES = A_GAME.splitlines()
AT_THE_END = [f"{line} {MARK}{{" for line in LINES[1:] if line]
IN_THE_MIDDLE = [f"{line[: line.rindex(' ')]} {MARK}{{{line[line.rindex(' ') :]}" for line in LINES[9:16]]
BEFORE = [f"{MARK}{{{line}" for line in (*LINES[1:4], *LINES[6:9], *LINES[10:17])]
STRAY = [(broken.replace(MARK + "{", "").replace("  ", " ").rstrip(), broken) for broken in AT_THE_END]
STRAY += [(broken.replace(MARK + "{", "").replace("  ", " "), broken) for broken in IN_THE_MIDDLE + BEFORE]


def test_a_stray_brace_in_the_first_of_three_games() -> None:
    for line, broken in STRAY:
        with case(broken):
            text, at, column = unmarked(spoil(line + "\n", broken + "\n", A_GAME))
            a, b, c = judged(f"{text}\n{TRUE}\n{TRUE}")
            assert list(places(a)) == [("S106", at, column)]
            for game, start in ((b, 1), (c, 2 + TRUE.count("\n"))):
                assert game.findings == []
                assert game.score == (0, 7)
                assert game.game.line == text.count("\n") + 1 + start


def test_a_stray_brace_where_no_comment_can_stand() -> None:
    for old, new in (
        ("deal 1 dealer A", f"deal 1 dealer {MARK}{{ A"),
        ('[Result "0-3"]', f'[Result {MARK}{{ "0-3"]'),
        ("score 0-3", f"score {MARK}{{ 0-3"),
    ):
        text, at, column = unmarked(spoil(old, new, A_GAME))
        a, b = judged(f"{text}\n{TRUE}")
        assert next(places(a)) == ("S111", at, column)
        assert b.findings == []


def test_a_stray_brace_before_a_deal_costs_that_deal() -> None:
    text, at, column = unmarked(spoil("deal 2 dealer", f"{MARK}{{deal 2 dealer"))
    judgement = judged(text)[0]
    assert list(places(judgement)) == [("S106", at, column)], "what the score is, only the next deal says"
    assert [deal.number for deal in judgement.deals] == [1, 3]


def test_behind_a_stray_brace_the_next_game_keeps_its_own_error() -> None:
    text, line, column = unmarked(spoil("5. Ah Jh\n", f"5. Ah {MARK}Jd\n").replace("7. Qh Jd", "7. Qh Jh"))
    for broken in ("1. 9h Tc {", "[Event {", "= B 3 { by"):
        a = A_GAME.replace(broken.replace(" {", ""), broken, 1)
        judgements = judged(f"{a}\n{text}\n{TRUE}")
        assert [judgement.ok for judgement in judgements] == [False, False, True]
        assert list(places(judgements[1])) == [("R210", line + a.count("\n") + 1, column)]


def test_a_stray_brace_that_a_later_comment_closes() -> None:
    """It is found at the brace, not where things go wrong because of it."""
    commented = spoil("score 0-3\n", "score 0-3 {well played}\n", A_GAME)
    for broken in AT_THE_END[:-1]:
        if not broken.startswith("="):
            with case(broken):
                line = broken.replace(MARK + "{", "").rstrip()
                text, at, column = unmarked(spoil(line + "\n", broken + "\n", commented))
                a, b = judged(f"{text}\n{TRUE}")
                assert ("S131", at, column) in places(a, errors_only=False)
                assert b.findings == []


def test_a_stray_brace_that_the_next_comment_closes() -> None:
    for old, new, closing, closed in (
        ("Ac Tc Kc\n", f"Ac Tc Kc {MARK}{{\n", "Qd Qc\n", "Qd Qc {up}\n"),
        ("Sunday", f'Sunday"] {MARK}{{["', '"santase"]\n', '"santase"] {agreed}\n'),
        ("= B 3 by", f"{MARK}{{= B 3 by", "score 0-3\n", "score 0-3 {well played}\n"),
        ("7. Qh Jd\n", f'7. Qh Jd {MARK}{{\nruling A 1 "late"\n', "= B 3", "{fined} = B 3"),
    ):
        text, at, column = unmarked(spoil(closing, closed, spoil(old, new, A_GAME)))
        assert [place for place in found(text) if place[1:] == (at, column)], new


def test_a_stray_brace_before_the_first_trick() -> None:
    text, at, column = unmarked(spoil("1. 9h Tc", f"{MARK}{{1. 9h Tc", A_GAME))
    assert errors(text) == [("S106", at, column)]


# A deleted action.


def plies(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Every action as it is written: its line, where it starts and ends in it, and the word."""
    for judgement in judged(text):
        for deal in judgement.game.record.deals if judgement.game.record else ():
            for trick in deal.tricks:
                for ply in trick.plies:
                    yield ply.span.line, ply.span.column - 1, ply.span.end_column - 1, ply_word(ply)


PLIES = list(plies(TRUE))
ANNOUNCED = {
    "close": [("R212", 16, 7), ("X115", 17, 1)],
    "exchange": [("R220", 24, 4)],
    "40d": [("X106", 26, 1), ("X107", 26, 1), ("X108", 26, 1), ("X109", 26, 1)],
    "out": [("X115", 26, 1)],
}
"""What must be found where an announcement is missing; a marriage that is missing makes the out false."""


@pytest.mark.slow
def test_a_deleted_action_is_found_and_never_filled_in() -> None:
    for line, start, end, word in PLIES:
        with case(f"{line}-{word}"):
            lines = TRUE.splitlines()
            whole = lines[line - 1]
            is_last = end == len(whole)
            lines[line - 1] = whole[:start].rstrip() + ("" if is_last else " ") + whole[end:].lstrip()
            text = "\n".join(lines) + "\n"
            expected = ANNOUNCED.get(word)
            if expected is None:
                expected = [("X115" if lines[line].startswith("=") else "X103", line + 1, 1)]
                if not is_last:  # a lead: the reply takes its place, and nobody is said to have led it
                    expected = [("X103", line, start + 1)]
                assert errors(text) == expected
            assert set(expected) <= set(errors(text))
            assert rewritten(text) == text
            assert sum(1 for _ in plies(text)) == len(PLIES) - 1


def test_of_a_deleted_reply_the_one_who_owes_it_is_named() -> None:
    finding = first(spoil("1. Kd 9s\n", "1. Kd\n"), "X103")
    assert finding.sentence == "trick 1 is incomplete: B has not played"


# One thing that is not so, and the code of its finding, which stands at the mark.

SCHNAPSEN = """%SGN 1
[Rules "schnapsen"]

deal 1 dealer B trump Jh
A: As Ts Ks Qs Js
B: Ad Td Kd Qd Jd
talon: Ac Tc Kc Qc Jc Ah Th Kh Qh Jh
1. As ‸9s
"""
CLOSED = """%SGN 1
[Rules "santase"]

deal 1 dealer B trump 9d
A: As Qs Kh Qd Jd Jc
B: Ts Js Ah 9h Td Tc
talon: Th 9c 9s Ad Qh Ac Jh Qc Ks Kc Kd 9d
1. Jc Js
2. Jd Td
3. 9h Th
4. close Ad 9c
5. 20h Qh Ah
6. Ac ‸Qs
"""


def defect(code: str, old: str, new: str) -> tuple[str, str]:
    """The record with a defect, and the code of its finding."""
    return until(old.removeprefix("… "), new) if old.startswith("… ") else spoil(old, new), code


REVOKES, NEVER_DEALT, TWICE, MISSTATED, WITHOUT_EFFECT = (
    [defect(*row) for row in found] for found in rows("vectors/defects.txt").values()
)
REVOKES.append((CLOSED, "R212"))
NEVER_DEALT.append((SCHNAPSEN, "R206"))


@pytest.mark.slow
def test_what_is_not_so_is_found_where_it_stands_and_nothing_else_is() -> None:
    for marked, code in (*REVOKES, *NEVER_DEALT, *TWICE, *MISSTATED, *WITHOUT_EFFECT):
        text, line, column = unmarked(marked)
        with case(f"{code} at {line}:{column} of {text}"):
            assert errors(text) == [(code, line, column)]
            assert rewritten(text) == text


def test_the_score_is_that_of_the_play_whatever_is_stated_or_announced_without_effect() -> None:
    for text, _ in (*MISSTATED, *WITHOUT_EFFECT):
        assert judged(unmarked(text)[0])[0].score == (0, 7), text


def test_that_a_stated_result_is_counted_although_a_card_is_there_twice_is_said() -> None:
    for text, _ in TWICE:
        assert "N303" in {code for code, _, _ in found(unmarked(text)[0])}, text


def test_the_turn_up_in_a_hand() -> None:
    text, line, column = unmarked(spoil("B: Ts 9d", f"{MARK}B: Qd 9d"))
    [twice] = errors(text)
    assert twice == ("X114", line + 1, column), "the talon comes second, and says it again"


# A revoke.


def test_a_revoke_that_is_marked_is_noted_and_play_goes_on() -> None:
    for marked, code in REVOKES:
        text, line, column = unmarked(marked)
        text = text.rstrip("\n") + "^\n"
        assert found(text) == [("N305", line, column)]
        assert f"({code})" in first(text, "N305").message
        assert not judged(text)[0].deals[-1].stopped
        assert rewritten(text) == text


REVOKED = spoil("5. Ah Jh\n", f"5. Ah {MARK}Jd\n").replace("7. Qh Jd", "7. Qh Jh")
"""The revoke costs the same two points, and the jack of hearts is played in the end."""


def test_a_revoke_does_not_spoil_what_follows() -> None:
    text, line, column = unmarked(REVOKED)
    assert errors(text) == [("R210", line, column)]
    marked = spoil("5. Ah Jd\n", "5. Ah Jd^\n", text)
    assert errors(marked) == []
    assert judged(marked)[0].score == (0, 7)


def test_a_result_against_the_play_and_a_tag_against_both() -> None:
    text = spoil("= B 1 by total", "= B 2 by total").replace("score 0-7", "score 0-8")
    assert errors(text.replace('"0-7"', '"0-9"')) == [("X110", 4, 2), ("X106", 44, 1), ("X109", 44, 1)]


# Tags, comments and remarks.


COMMENTED = r"""%SGN 1
; a remark on the game
{a comment on the game}
[Event "Sunday"] {a} {b}
; a remark on a line of its own
[Rules "santase"]

; a heading
deal 1 dealer B {c} {d} ; x
A: Ks As Qh Kh Ah Kc {e} {f} ; y; and {no comment}
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd
1. {g} As {h; no remark} {i} Td! {j} $5 {k} ; z
2. exchange close Kd {a brace \} and a backslash \\} Ah ; {
; }
= * {l} {m} ; end
"""


def test_comments_and_remarks_are_kept_apart() -> None:
    assert found(COMMENTED) == []
    assert rewritten(COMMENTED) == COMMENTED
    [game] = read(COMMENTED)
    assert game.record is not None
    [back] = load(json.dumps(dump(game.record)).encode())
    assert back.record is not None
    assert write(back.record) == COMMENTED


def test_two_comments_are_not_one_and_no_part_of_the_game() -> None:
    notes = ("", " {a} {b}", " {a b}", " ; {a} {b}", " ; a", " {a} ; b")
    texts = [spoil("1. 9h Tc\n", f"1. 9h Tc{note}\n") for note in notes]
    assert [rewritten(text) for text in texts] == texts
    assert len({digest(game.record) for text in texts for game in read(text) if game.record}) == 1


# Behind an illegal play.


def test_behind_an_illegal_play_everything_is_still_judged() -> None:
    text = spoil("5. Ah Jh\n", "5. Ah Jd <54-0>\n").replace("7. Qh Jd", "7. Qh Jh <66-0>")
    text = spoil("score 0-6", "score 0-5", text)
    assert errors(text) == [("R210", 14, 7), ("X105", 16, 10), ("X109", 26, 1)]
    assert [trick.winner for trick in judged(text)[0].deals[0].tricks] == [0] * 7
    assert rewritten(text) == text


def test_behind_an_impossible_play_the_rest_is_kept_and_the_next_deals_are_judged() -> None:
    text = spoil("3. Kc 9c", "3. Kc Td").replace("score 0-6", "score 0-5")
    assert errors(text) == [("R205", 12, 7), ("X109", 26, 1)]
    judgement = judged(text)[0]
    assert [deal.stopped for deal in judgement.deals] == [True, False, False]
    assert judgement.score == (0, 7)
    assert rewritten(text) == text
    [game] = read(text)
    assert game.record is not None
    [back] = load(json.dumps(dump(game.record)).encode())
    assert back.record is not None
    assert write(back.record) == text


# An unknown action.


def test_an_unknown_action_is_refused_at_its_place() -> None:
    for word, code, meant in (
        ("pass", "S111", ""),
        ("clsoe", "S133", "close"),
        ("Exchange", "S133", "exchange"),
        ("redouble", "S111", ""),
        ("trump", "S111", ""),
        ("60c", "S113", ""),
        ("50", "S111", ""),
        ("0-0", "S133", "<0-0>"),
        ("ac", "S113", "Ac"),
        ("cA", "S113", "Ac"),
        ("1c", "S113", ""),
    ):
        with case(word):
            text, line, column = unmarked(spoil("2. close Ac Jc", f"2. {MARK}{word} Ac Jc"))
            assert errors(text) == [(code, line, column)]
            message = first(text, code).message
            assert f"`{word}`" in message
            assert ("did you mean" in message) == bool(meant)
            assert meant in message
            judgement = judged(text)[0]
            assert [deal.stopped for deal in judgement.deals] == [True, False, False]
            assert judgement.score == (0, 7)
            assert rewritten(text) == text
