"""The language server: values from text and offset, then the same through the protocol, for an editor."""

import asyncio
import json
import random
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from notation import read, write
from notation.judge import judge
from notation.record.model import DealRecord, Outcome, Ply, Tag, Trick
from notation.specs.spec import write_spec
from notation.text.fixes import fixed
from notation.text.formatter import WritingStyle, format_file
from notation.text.writer import deal_head, outcome_words, ply_word
from referee import actions
from referee.cards import FULL_PACK, members
from tests.support.commands import run
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.outlines import Outlined, outline
from tests.support.parties import FOUR, THREE
from tests.support.rulings import HANDS
from tests.support.sizes import sizes
from viewer.documents.languages import language
from viewer.editor.completion import complete
from viewer.editor.diagnostics import TextChange, actions_at, diagnostics, safe_edits
from viewer.editor.hovers import hover
from viewer.editor.layout import edits, edits_in, edits_of_line
from viewer.editor.navigation import occurrences
from viewer.editor.places import UTF8, UTF16, UTF32, EditorPage, EditorPosition, Extent
from viewer.editor.review import Review, ReviewedGame
from viewer.editor.server import language_of
from viewer.editor.syntax import ending

pytestmark = pytest.mark.usefixtures("few_repairs")

WHOLE = sorted((ROOT / "samples").glob("*.sgn"))
EVERY_FILE = SAMPLES + VECTORS
HEAD = f"""%SGN 1
[Rules "santase"]
deal 1 dealer B
{HANDS}"""
PLAY = "1. As Td <0-21>\n2. exchange 40d close Kd Kc\n3. out\n"
RESULT = "= B 3 by out (0-69) score 0-3\n"
GAME = HEAD + PLAY + RESULT
WHY = "B wins 3 game points: B closed at trick 2 and went out with 69 card points; A has not taken a trick."
WON = "A has 0 card points, B has "
NOT_PLAYED = "It had not been played when the judgement ended."
OPEN_HAND = f"""%SGN 1
[Rules "sixty-six"]
deal 1 dealer B
{HANDS}"""
few = settings(max_examples=60, deadline=None, derandomize=True)


# Places.


@pytest.mark.parametrize(("encoding", "character"), [(UTF8, 11), (UTF16, 7), (UTF32, 6)])
def test_positions_in_every_encoding(encoding: str, character: int) -> None:
    page = EditorPage('%SGN 1\n[A "\U0001f0a1é♥"]')
    offset = page.text.index("é")
    line = page.position(offset, encoding)
    assert line.line == 1
    end = page.position(offset + 1, encoding)
    assert page.at(end, encoding) == offset + 1
    assert page.position(offset, encoding).character == {UTF8: 8, UTF16: 6, UTF32: 5}[encoding]
    assert page.position(offset + 1, encoding).character == {UTF8: 10, UTF16: 7, UTF32: 6}[encoding]


@few
@given(
    st.text(st.sampled_from("aé♥\U0001f0a1\r\n\u2028\x85\ufeff"), max_size=30),
    st.sampled_from([UTF8, UTF16, UTF32]),
)
def test_positions_and_offsets_are_each_others_inverse(text: str, encoding: str) -> None:
    page = EditorPage(text)
    for offset in range(len(text) + 1):
        if text[max(0, offset - 1) : offset + 1] != "\r\n":  # no position stands inside a line end
            assert page.at(page.position(offset, encoding), encoding) == offset
        assert page.offset(*page.place(offset)) == offset


def test_positions_outside_of_the_text_are_the_nearest_inside() -> None:
    page = EditorPage("ab\r\nc♥")
    assert page.at(EditorPosition(0, 99)) == 2
    assert page.at(EditorPosition(9, 0)) == page.at(EditorPosition(1, 99)) == len(page.text)
    assert page.at(EditorPosition(1, 2), UTF8) == 5, "inside a character: before it"
    assert (page.offset(0, 0), page.offset(9, 9), page.offset(1, 99)) == (0, 6, 3)


def edited(text: str, edits: Iterable[TextChange]) -> str:
    for change in reversed(list(edits)):
        text = text[: change.extent.start] + change.text + text[change.extent.end :]
    return text


# Diagnostics.


FAULTY = HEAD.replace("Kc\n", "cK\n").replace("Ks", "K♠")
FAULT = (3, 18, 20)
"""Line and columns of `cK` as UTF-16 counts them, from 0."""


def test_a_finding_stands_where_it_belongs_in_every_file() -> None:
    before = '%SGN 1\n[Event "\U0001f0a1 one"]\n'
    for text in (FAULTY, "\ufeff" + FAULTY, FAULTY.replace("\n", "\r\n"), before + FAULTY + before):
        review = Review(text)
        [found] = [item for item in diagnostics(review) if item.code == "S113"]
        assert text[slice(*found.extent)] == "cK"
        start, end = (review.page.position(offset) for offset in found.extent)
        line = FAULT[0] + (2 if text.startswith(before) else 0)
        assert (start, end) == ((line, FAULT[1]), (line, FAULT[2]))


@for_each(EVERY_FILE, one_in=40)
def test_every_finding_of_every_file_stands_in_its_game(path: Path) -> None:
    data = path.read_bytes()
    text = data.decode("utf-8", "replace")
    review = Review(text)
    found = [item.code for item in diagnostics(review)]
    assert found == [finding.code.id for game in read(text) for finding in judge(game).findings]
    for item in diagnostics(review):
        assert 0 <= item.extent.start <= item.extent.end <= len(text)
    for seen in review.games:
        for finding in seen.judgement.findings:
            place = seen.judgement.game.place(finding.span)
            start = seen.extent_of(finding.span).start
            line, column = review.page.place(start)
            mark = column - place.column if finding.span.line == 1 else 0
            assert (line, column - mark) == place[:2]


def test_a_rule_broken_names_its_clause_and_the_place_that_proves_it() -> None:
    text = (ROOT / "grammar/SPECIFICATION.md").read_text("utf-8").split("```sgn R210\n")[1].split("```")[0]
    [found] = [item for item in diagnostics(Review(text)) if item.code == "R210"]
    assert found.message.endswith(f"see {found.cite}")
    assert found.cite
    assert found.related
    assert text[slice(*found.related[0])] == "Ks"


def test_fixes_mend_what_they_belong_to() -> None:
    text = FAULTY + "1. As Td\n4. exchnge 40d close Kd Kc\n3. out\n"
    for _ in range(9):
        review = Review(text)
        offered = list(actions_at(review, Extent(0, len(text))))
        if not offered:
            break
        found, action = offered[0]
        assert list(actions_at(review, found.extent))
        text = edited(text, action.edits)
    assert text.replace("K♠", "Ks") == HEAD + "1. As Td\n2. exchange 40d close Kd Kc\n3. out\n"
    assert not list(safe_edits(Review(text)))


def test_a_word_that_is_an_action_is_proposed_and_not_a_fix() -> None:
    [found] = diagnostics(Review(HEAD + "1. As Td\n2. clsoe Kd Kc\n"))
    [action] = found.actions
    assert not action.is_safe
    assert action.title == "Replace clsoe with close"


def test_an_unnumbered_trick_is_given_its_number() -> None:
    text = HEAD + "1. As Td Kd Kc\n"
    review = Review(text)
    [(found, action)] = actions_at(review, Extent(text.index("Kd Kc"), text.index("Kd Kc")))
    assert (found.code, action.title) == ("X102", "Insert 2.")
    assert edited(text, action.edits) == HEAD + "1. As Td 2. Kd Kc\n"


@pytest.mark.usefixtures("all_repairs")
def test_each_repair_is_one_action_with_all_its_changes() -> None:
    text = (ROOT / "samples/closed-and-won.sgn").read_text("utf-8")
    wrong = text.replace("4. Ts Js", "4. Js Ts")
    offered = [action for found in diagnostics(Review(wrong)) for action in found.actions]
    [action] = [each for each in offered if each.title == "Js and Ts in trick 4 are in the wrong order"]
    assert len(action.edits) == 2
    assert not action.is_safe
    assert edited(wrong, action.edits) == text
    assert list(safe_edits(Review(wrong))) == []


def test_a_habit_is_one_action_for_the_whole_game() -> None:
    text = re.sub(r"\b([AKQJT9])([shdc])\b", r"\2\1", GAME)
    [found] = [each for each in diagnostics(Review(text)) if each.code == "S142"]
    [action] = found.actions
    assert action.title == "Change throughout: the suit is written before the rank"
    assert edited(text, action.edits) == GAME
    assert edited(text, safe_edits(Review(text))) == GAME


def test_what_can_be_meant_in_one_way_only_is_corrected_at_once() -> None:
    text = "\ufeff" + (FAULTY + PLAY).replace("As Td", "As Tb", 1).replace("\n", "\r\n")
    once = edited(text, safe_edits(Review(text)))
    [game] = read(fixed(text.encode(), [judge(next(read(text)))]))
    assert once.encode() == game.source


def test_a_game_that_did_not_change_is_not_judged_again() -> None:
    other = '%SGN 1\n[Event "another"]\n'
    before = Review(GAME + other)
    after = Review(other + GAME + other + "\n; more\n", before)
    assert after.games[1].judgement.deals is before.games[0].judgement.deals
    assert [seen.judgement.game.number for seen in after.games] == [1, 2, 3]
    assert [seen.judgement.game.line for seen in after.games] == [1, 3, 13]
    afresh = Review(after.page.text)
    assert list(diagnostics(after)) == list(diagnostics(afresh))


# Hovers.


def said(text: str, word: str, count: int = 1) -> str:
    """Return what is shown over the first character of a word, at its last occurrence."""
    offset = -1
    for _ in range(count):
        offset = text.index(word, offset + 1)
    found = hover(Review(text), offset)
    assert found, word
    assert found.extent.start <= offset < found.extent.end
    return "\n".join(found.lines)


@pytest.mark.parametrize(
    ("word", "count", "expected"),
    [
        ("As", 2, f"A leads As.\n{WON}0 card points."),
        ("Td", 2, f"B plays Td.\nB takes trick 1.\n{WON}21 card points."),
        ("exchange", 1, f"B exchanges the lowest trump for the turn-up.\n{WON}21 card points."),
        ("40d", 1, f"B announces the marriage of diamonds for 40.\n{WON}61 card points."),
        ("close", 1, f"B closes the talon.\n{WON}61 card points."),
        ("out", 1, f"B claims to have 66.\n{WON}69 card points.\nThe deal ends: B 3 by out (0-69)."),
        ("<0-21>", 1, f"Right: at this moment {WON}21 card points."),
        ("2.", 1, f"Trick 2: B leads, B takes it.\nAfterwards: {WON}69 card points."),
        ("= B 3", 1, f"{WHY}\nThe score after this deal is 0-3."),
        ("by out", 1, f"{WHY}\nThe score after this deal is 0-3."),
        ("Qd", 1, f"The queen of diamonds, a trump, counts 3.\nIn the talon.\n{NOT_PLAYED}"),
        ("Kc", 1, "The king of clubs, counts 4.\nDealt to A.\nTrick 2: A plays Kc."),
        ("deal", 1, WHY),
    ],
)
def test_hover(word: str, count: int, expected: str) -> None:
    assert said(GAME, word, count) == expected


def test_hover_on_a_rule_broken_shows_the_ruling_and_the_clause() -> None:
    text = (ROOT / "samples/faulty/does-not-follow.sgn").read_text("utf-8")
    lines = said(text, "9s\n3").splitlines()
    assert lines[0] == "Rayna plays 9s."
    assert lines[3].startswith("R210 error: Rayna does not follow suit")
    assert lines[4].startswith("Santase Rules (SantaseGameEngine, docs/Rules.md), The Play (Second phase): ")


def test_hover_on_rules_says_what_the_table_has_agreed() -> None:
    text = '%SGN 1\n[Rules "santase target=11"]\n'
    lines = said(text, "santase").splitlines()
    assert lines[0].startswith("santase target=11: after Santase Rules")
    assert lines[1].startswith("how many game points win the match: agreed: target=11, instead of: ")
    assert (
        said('%SGN 1\n[Rules "schnapsen"]\n', "Rules").splitlines()[1].startswith("`santase rules schnapsen`")
    )


@pytest.mark.parametrize(
    ("word", "first", "last"),
    [
        ("-s", "Half known: one of As, Ts, Ks, Qs, Js, 9s.", None),
        ("K-", "Half known: one of Ks, Kh, Kd, Kc.", None),
        ("Ks|Td", "Half known: one of Ks, Td.", None),
        ("Ks%", "The king of spades, counts 4.", "The scribe was not sure of this card."),
    ],
)
def test_a_half_known_or_unsure_card_says_what_is_known(word: str, first: str, last: str | None) -> None:
    text = HEAD.replace(" Ks ", f" {word} ")
    assert text != HEAD
    lines = said(text, word).splitlines()
    assert (lines[0], lines[-1]) == (first, last or first)
    for offset in range(len(text) + 1):
        occurrences(Review(text), offset)
        complete(Review(text), offset)


def test_a_trick_whose_number_is_not_known_is_one_in_the_editor() -> None:
    text = HEAD + "?. As Td 2. exchange close Kd Ah\n?. Qd Kh ?. {much later} 9c Ks\n"
    assert said(text, "?. As").startswith("Trick 1: A leads, B takes it.")
    assert said(text, "?. Qd").startswith("N304 note: cannot be decided: which trick this is")
    [[*tricks]] = [deal.entries for game in outline(Review(text)) for deal in game.entries]
    assert [trick.name for trick in tricks] == ["?. As Td", "2. exchange close Kd Ah", "?. Qd Kh", "?. 9c Ks"]
    for offset in range(len(text) + 1):
        hover(Review(text), offset)
        occurrences(Review(text), offset)
        complete(Review(text), offset)


def test_hover_in_a_variation() -> None:
    text = HEAD + "1. As (Kc Qc {again} 2. 20h Kh) Td\n"
    assert said(text, "Qc", 2) == "B plays Qc.\nA takes trick 1.\nA has 7 card points, B has 0 card points."
    assert (
        said(text, "20h")
        == "A announces the marriage of hearts for 20.\nA has 27 card points, B has 0 card points."
    )
    assert said(text, "Td", 2).startswith("B plays Td.\nB takes trick 1.")


def test_hover_where_nothing_was_judged_says_so() -> None:
    text = HEAD + "1. As As Td <0-21>\n"
    assert "R203 error" in said(text, "As", 3)
    assert said(text, "Td", 2) == "Not judged: the judgement of the deal stopped before this."
    assert said(text, "<0-21>").startswith("Not compared")
    assert said(HEAD.replace("Ks", "--"), "--").startswith("--: not recorded.")
    assert "X105 error: the stated card points are 0-12" in said(GAME.replace("<0-21>", "<0-12>"), "<0-12>")
    by_itself = GAME.replace("santase", "santase claim=auto")
    assert said(by_itself, "out") == "The deal had ended already: B 3 by out (0-69)."
    assert hover(Review(GAME), GAME.index("%SGN")) is None
    assert hover(Review(""), 0) is None


def test_hover_names_what_a_result_rests_on() -> None:
    text = '%SGN 1\n[Rules "santase"]\ndeal 1 dealer A trump As\n1. Js 9d\n2. close 40s Qs 9s\n'
    text += "3. Ad Qc\n4. Jd Kc\n5. 9c Ah out\n= B 3\n"
    doubt = (
        "This holds if B's 40 in spades was good, which cannot be decided; otherwise: A wins 3 game points."
    )
    for word in ("deal", "= B 3", "out"):
        assert doubt in said(text, word), word
    assert doubt not in said(text.replace("out", "A: resign"), "deal")
    by_itself = said(text.replace("santase", "santase claim=auto"), "out")
    assert by_itself.endswith("otherwise: the play does not decide the deal.")


# Outline.


def check_outline(entries: Any, start: int, end: int) -> None:
    for entry in entries:
        assert start <= entry.extent.start <= entry.head.start <= entry.head.end <= entry.extent.end <= end
        assert entry.name
        check_outline(entry.entries, *entry.extent)
        start = entry.extent.end


def names(entries: Any) -> Iterator[tuple[str, str]]:
    for entry in entries:
        yield entry.name, entry.detail
        yield from names(entry.entries)


def test_outline() -> None:
    text = '%SGN 1\n[Event "Friday"]\n[A "Ivan"]\n' + GAME.removeprefix("%SGN 1\n").replace(
        "1. As Td", "1. As (1. Ah) Td"
    )
    entries: list[Outlined] = outline(Review(text + "\n\n" + "%SGN 1\ndeal 1 dealer A\n"))
    assert list(names(entries)) == [
        ("Game 1: Friday", "Ivan - B 0-3"),
        ("Deal 1", "B 3 by out (0-69), 0-3"),
        ("1. As Td", "B takes it"),
        ("2. exchange 40d close Kd Kc", "B takes it"),
        ("3. out", ""),
        ("Game 2", "A - B 0-0"),
        ("Deal 1", "not finished, 0-0"),
    ]
    [deal] = entries[0].entries
    assert text[slice(*deal.extent)] == text[text.index("deal") :].rstrip()
    assert [text[slice(*trick.extent)] for trick in deal.entries][2] == "3. out"


def test_three_and_four_are_told_by_side() -> None:
    assert said(FOUR, "A: out") == (
        "Ivan claims to have 66.\nIvan/Petar has 70 card points, Maria/Elena has 25 card points.\n"
        "The deal ends: AC 2 by out (70-25)."
    )
    has = "Ivan/Petar has 55 card points, Maria/Elena has 25 card points"
    assert said(FOUR, "<55-25>") == f"Right: at this moment {has}."
    assert "The score after this deal is 2-0." in said(FOUR, "= AC 2")
    assert "The score after this deal is -2 4 -2." in said(THREE, "= pays")
    assert "Maria has 61 card points, Petar has 21 card points" in said(THREE, "<14-61-21>")
    entries = [*outline(Review(FOUR)), *outline(Review(THREE))]
    assert [entry.detail for entry in entries] == [
        "Ivan and Petar - Maria and Elena Dimitrova 5-7",
        "Ivan - Maria - Petar Georgiev 0-0-0",
    ]
    assert entries[0].entries[0].detail == "AC 2 by out (70-25), 2-0"
    assert entries[1].entries[0].detail == "pays -2 4 -2 by total (14-135-21), -2 4 -2"


# Layout.


def applied(text: str) -> str:
    return edited(text, edits(text))


@for_each(EVERY_FILE, one_in=15)
def test_layout_is_that_of_fmt(path: Path) -> None:
    data = path.read_bytes()
    text = data.decode("utf-8", "replace")
    once = applied(text)
    assert edits(once) == []
    laid_out = format_file(text.encode(), WritingStyle(keeps_letters=True))
    lone = {line.removesuffix("\r") for line in laid_out.decode().split("\n")}
    assert {line.removesuffix("\r") for line in once.split("\n")} == lone
    if "\r" not in text:
        assert once.encode() == laid_out


def test_a_part_is_laid_out_alone() -> None:
    text = GAME.replace("\ndeal", "\n\ndeal")
    spoilt = text.replace("1. As Td", "1.  As  Td").replace("[Rules", "[ Rules").replace("= B 3", "=  B 3")
    line = spoilt.index("1.  As")
    [change] = edits_in(spoilt, Extent(line, spoilt.index("2. ")))
    assert change.text == "1. As Td <0-21>\n"
    assert edits_of_line(spoilt, spoilt.index("2. ")) == [change]
    assert edits_of_line(text, text.index("2. ")) == []
    [head] = edits_of_line(spoilt, spoilt.index("\ndeal"))
    assert head.text == '[Rules "santase"]\n'
    assert edits_of_line(HEAD + "1.  As\n", len(HEAD) + 7)[0].text == "1. As\n"
    assert edits_of_line("", 0) == []
    for at in (each.end() for each in re.finditer("\n", spoilt)):
        assert len(edits_of_line(spoilt, at)) <= 1
    for path in EVERY_FILE[::25]:
        content = path.read_bytes().decode("utf-8", "replace")
        for place in (each.end() for each in list(re.finditer("\n", content))[::7]):
            for each in edits_of_line(content, place):
                assert "".join(content[slice(*each.extent)].split()) == "".join(each.text.split())


def test_layout_changes_only_the_lines_that_need_it() -> None:
    text = GAME.replace("\ndeal", "\n\ndeal")
    assert edits(text) == []
    assert edits(text.replace("\n", "\r\n")) == [], "line ends are the editor's"
    spoilt = text.replace("1. As Td", "1.  As\n Td").replace("[Rules", "[ Rules")
    found = edits(spoilt)
    assert [change.text for change in found] == ['[Rules "santase"]\n', "1. As Td <0-21>\n"]
    assert applied(spoilt.replace("\n", "\r\n")) == text.replace("\n", "\r\n")
    assert applied(text.rstrip("\n")) == text
    assert applied("\ufeff" + text) == text
    assert edits("") == []


def test_a_long_file_is_laid_out() -> None:
    text = "%SGN 1\n" + "; x\n" * 30000
    assert applied(text.replace("; x", ";  x")) == text


# Completion.


def offered(text: str, place: int | None = None) -> dict[str, str]:
    place = len(text) if place is None else place
    offer = complete(Review(text), place)
    assert offer.extent.end == place
    assert not text[slice(*offer.extent)].strip(
        "%SGN0123456789abcdefghijklmnopqrstuvwxyzABCDEFTJQK=-+~^!?#/.♥♠♦♣&"
    )
    return {item.text: item.detail for item in offer.items}


def test_the_first_word() -> None:
    for text in ("", "%", "%SG", "\n\n%", "\ufeff%S"):
        assert list(offered(text)) == ["%SGN 1"]
    assert offered("some text\n") == {"%SGN 1": "a game starts"}
    assert offered("some text") == {}
    assert list(offered("%SGN 1\n")) == ["deal 1 dealer A", "deal 1 dealer B"]


def test_tags_and_rules() -> None:
    assert list(offered('%SGN 1\n[Event "x"]\n[Rules "santase"]\n[')) == [
        *("Site", "Date", "Round", "Table", "A", "B", "Result", "Series", "Match", "SeriesScore"),
        *("Letters", "Identified", "Stakes", "Handicap"),
        *("ATeam", "BTeam", "ARating", "BRating", "ASubstitute", "BSubstitute"),
    ]
    sets = offered('%SGN 1\n[Rules "sch')
    assert "schnapsen-sharp" in sets
    assert sets["santase"].startswith("after Santase Rules")
    options = offered('%SGN 1\n[Rules "santase target=11 ')
    assert "failed-close=3" in options
    assert "failed-close=2/3" not in options, "that is so anyway"
    assert not any(option.startswith("target") for option in options), "given already"
    assert options["exchange-min-talon="] == (
        "a number: how many cards the talon needs for an exchange; 2 if not given"
    )
    assert "tie=last-trick" not in offered('%SGN 1\n[Rules "schnapsen '), "cannot be understood"
    assert "unclaimed=last-trick" not in offered('%SGN 1\n[Rules "santase tie=last-trick ')
    assert offered('%SGN 1\n[Rules "nonsense ') == {}
    assert offered('%SGN 1\n[Event "nonsense ') == {}


def test_every_rule_set_that_is_offered_can_be_read() -> None:
    for name in offered('%SGN 1\n[Rules "'):
        for option in offered(f'%SGN 1\n[Rules "{name} '):
            spec = f"{name} {option}{'6' if option.endswith('=') else ''}"
            judged = judge(next(read(f'%SGN 1\n[Rules "{spec}"]\n')))
            assert [finding.code.id for finding in judged.findings] in ([], ["S122"])
            assert option.endswith("=") or (judged.rules and spec == write_spec(judged.rules))


def test_a_deal_is_opened() -> None:
    assert list(offered('%SGN 1\n[Rules "santase"]\ndeal ')) == ["1"]
    assert list(offered('%SGN 1\n[Rules "santase"]\ndeal 1 ')) == ["dealer"]
    assert list(offered('%SGN 1\n[Rules "santase"]\ndeal 1 dealer ')) == ["A", "B"]
    head = offered('%SGN 1\n[Rules "santase"]\ndeal 1 dealer B ')
    assert {"trump", "A:", "B:", "talon:"} <= head.keys()
    cards = offered('%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B\nA: Ks As ')
    assert "Ks" not in cards
    assert "9s" not in cards
    assert cards["Qs"] == "the queen of spades"
    assert "A:" not in cards
    assert list(offered(GAME + "de")) == ["deal 2 dealer B"]
    assert list(offered(GAME + "deal ")) == ["2"]
    assert list(offered(GAME + "deal 2 dealer ")) == ["B"], "the winner deals"
    won = offered(GAME.replace("santase", "santase target=3"))
    assert not any(word.startswith("deal") for word in won), "the match is over"
    most = "".join(f"deal {number} dealer A\n= draw\n" for number in range(1, 257))
    assert not any(word.startswith("deal") for word in offered(f"%SGN 1\n{most}")), "a game may hold no more"


def test_what_can_be_done_at_a_lead_and_behind_a_trick() -> None:
    lead = offered(HEAD + "1. As Td\n2. ")
    assert lead == {
        "Ts": "B leads 10",
        "9h": "B leads 0",
        "9d": "B leads 0, a trump",
        "Kd": "B leads 4, a trump",
        "9c": "B leads 0",
        "Qc": "B leads 3",
        "exchange": "B exchanges the lowest trump for the turn-up",
        "close": "B closes the talon",
        "out": "A 2 by false-out (0-21)",
        "resign": "A 2 by resignation (0-21)",
        "= *": "the deal was not finished",
        "ruling": "",
    }
    assert list(offered(HEAD + "1. As Td "))[:3] == ["2.", "out", "resign"]
    married = offered(HEAD + "1. As Td\n2. exchange ")
    assert married["40d"] == "40, trumps"
    assert list(offered(HEAD + "1. As Td\n2. exchange 40d "))[:4] == ["Qd", "Kd", "close", "out"]
    assert offered(HEAD + "1. As ")["Td"] == "B plays 10, a trump; B takes the trick"
    assert offered(HEAD + PLAY.replace("3. out\n", ""))["out"] == "B 3 by out (0-69)"
    assert list(offered(HEAD + PLAY)) == ["deal 2 dealer B", RESULT.strip(), "ruling"]
    assert list(offered(HEAD)) == ["1.", "ruling"]


def test_an_actor_who_is_named_acts() -> None:
    assert "Td" in offered(HEAD + "1. As B: ")
    assert "Td" in offered(HEAD + "1. As B:")
    assert "Td" not in offered(HEAD + "1. As A: ")
    assert "Td" in offered(HEAD + "1. As ~9c ")
    opponent = HEAD.replace("santase", "sixty-six") + "1. As 9c 20h close "
    assert offered(opponent)["B: exchange"] == "B exchanges the lowest trump for the turn-up"
    assert list(offered(opponent + "B: "))[:1] == ["exchange"]


def test_what_can_be_done_before_the_draw() -> None:
    behind = offered(OPEN_HAND + "1. As 9c ")
    assert {"2.", "20h", "close", "out", "resign"} <= behind.keys()
    assert "Ks" not in behind, "it is led behind a number"
    assert "close" in offered(OPEN_HAND + "1. As 9c 20h ")
    assert "2." not in offered(OPEN_HAND + "1. As 9c 20h ")


def test_in_a_variation() -> None:
    assert set(offered(HEAD + "1. As (")) >= {"Ks", "Kc", "resign"}
    assert "Qc" in offered(HEAD + "1. As (Kc ")
    assert "Ks" not in offered(HEAD + "1. As (Kc ")
    assert next(iter(offered(HEAD + "1. As (Kc Qc "))) == "2."
    assert "20h" in offered(HEAD + "1. As (Kc Qc 2. ")
    assert "9c" in offered(HEAD + "1. As (Kc Qc (Td 2. ")
    assert "Kc" in offered(HEAD + "1. As (1. ")
    assert "Td" in offered(HEAD + "1. As (Kc Qc) ")


def test_nothing_is_offered_in_text() -> None:
    for end in ("{a comment ", "; a remark ", '@dispute("I ', "@clk(0:0"):
        assert offered(HEAD + "1. As " + end) == {}, end
    assert "Td" in offered(HEAD + "1. As {a comment} ; a remark\n")


def test_a_fault_before_hides_no_more_than_it_must() -> None:
    assert "Td" in offered("%SGN 1\n[oops\n" + HEAD.removeprefix("%SGN 1\n") + "1. As ")
    assert "= *" in offered(HEAD + "1. As Zz "), "what was played is not known, but not what can be written"
    assert offered(HEAD.replace("santase", "santasse") + "1. As ").keys() <= {"ruling"}
    assert "deal 3 dealer B" in offered(GAME + "deal 2 dealer B\nZz\n= B 1\n")


def test_where_hands_are_not_recorded_whatever_can_be_is_offered() -> None:
    text = '%SGN 1\n[Rules "santase"]\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\n1. As '
    words = offered(text)
    assert "Td" in words
    assert "Kc" not in words, "A holds it"
    assert "Qd" not in words, "it is in the talon"
    assert words["--"] == "a card that is not recorded"
    drawn = offered(text + "Td +")
    assert drawn["+9h"] == drawn["+--"] == "B draws"
    assert "+As" not in drawn
    assert [word for word in offered(HEAD + "1. As Td +") if word.startswith("+")] == ["+9h", "+--"]
    assert [word for word in offered(HEAD + "1. As Td +9h +") if word.startswith("+")] == ["+Tc", "+--"]


def test_results_and_what_stands_in_them() -> None:
    text = HEAD + PLAY
    assert list(offered(text + "= ")) == [RESULT.strip().removeprefix("= ")]
    assert offered(text + "= B 3 ").keys() >= {"by out (0-69) score 0-3", "(0-69)", "by", "score"}
    assert next(iter(offered(text + "= B 3 by "))) == "out"
    assert "by" not in offered(text + "= B 3 by out ")
    assert "0-3" in offered(text + "= B 3 score ")


def test_results_of_three_and_four_and_what_has_no_talon() -> None:
    end = THREE.index("= pays")
    result = "pays -2 4 -2 by total (14-135-21) score -2 4 -2"
    assert f"= {result}" in offered(THREE[:end])
    assert result in offered(THREE[:end] + "= ")
    assert result.removeprefix("pays ") in offered(THREE[:end] + "= pays ")
    assert "-2 4 -2" in offered(THREE[:end] + "= pays -2 4 -2 by total (14-135-21) score ")
    end = FOUR.index("= AC 2")
    assert "= AC 2 by out (70-25) score 2-0" in offered(FOUR[:end])
    assert "(70-25)" in offered(FOUR[:end] + "= AC 2 by out ")
    head = FOUR[: FOUR.index("A: Kc Jd")]
    assert {"A:", "B:", "C:", "D:"} <= set(offered(head))
    assert "talon:" not in offered(head)
    lead = FOUR.index("1. C: 20d Td") + 3
    assert offered(FOUR[:lead])["C: 20d"] == "20"
    assert not {"close", "exchange"} & set(offered(FOUR[:lead]))


def test_a_word_that_is_begun_is_replaced() -> None:
    text = HEAD + "1. As T"
    offer = complete(Review(text + "d\n"), len(text))
    assert text[slice(*offer.extent)] == "T"
    assert "Td" in {item.text for item in offer.items}


def own_words(seen: ReviewedGame) -> Iterator[tuple[int, str]]:
    """Return the words of a game as completion would offer them, with their places."""
    for part in seen.parts_of(object):
        match part.what:
            case Ply(action=action, irregular=False) if isinstance(part.behind, Trick):
                if action != actions.DRAW and seen.told(part.deal, part.what):
                    yield part.extent.start, ply_word(replace(part.what, withdrawn=()))
            case Trick(number, plies=plies) if any(seen.told(part.deal, ply) for ply in plies):
                yield part.extent.start, f"{number}."
            case Outcome() if isinstance(part.behind, DealRecord) and part.behind.tricks:
                yield part.extent.start, " ".join(outcome_words(part.what).split()[:3])
            case DealRecord(position=None):
                yield part.extent.start, deal_head(part.what).partition(" trump")[0]
            case Tag(name="Rules", value=value):
                yield part.extent.start + len('Rules "'), value.split()[0]


def in_any_order(word: str) -> str:
    """A word with the cards that are laid away sorted: they are offered in one order."""
    before, discard, cards = word.partition("discard ")
    return before + discard + " ".join(sorted(cards.split()))


@pytest.mark.slow
@for_each(WHOLE, one_in=15)
def test_what_good_records_have_was_offered(path: Path) -> None:
    text = path.read_text("utf-8")
    review = Review(text)
    rng = random.Random(path.name)
    for seen in review.games:
        words = list(own_words(seen))
        for place, word in rng.sample(words, min(len(words), 20)):
            found, word = set(map(in_any_order, offered(text[:place]))), in_any_order(word)
            named = {f"{seat}: {known}" for known in found for seat in "ABCD"}
            undecided = word.startswith("= ") and "= *" in found
            results = {" ".join(known.split()[:3]) for known in found if known.startswith("=")}
            assert word in found or word in named | results or undecided, (text[:place][-60:], word, found)


@pytest.mark.slow
@sizes(1, 12)
@pytest.mark.parametrize("spec", ["santase", "sixty-six", "schnapsen-sharp", "sixty-six-tompa"])
def test_offered_is_what_the_judge_lets_pass(spec: str, size: int) -> None:
    """Whatever is offered brings no error, and whatever is not brings one."""
    rng = random.Random(spec)
    text = write(replace(random_record(spec, rng, noted=False, most_deals=1), tags=(Tag("Rules", spec),)))
    [seen] = Review(text).games
    plies = [part for part in seen.parts_of(object) if isinstance(part.what, Ply)]
    cards = [ply_word(Ply(card)) for card in members(FULL_PACK)]
    marriages = [f"{value}{suit}" for value in (20, 40) for suit in "shdc"]
    others = ["exchange", "close", "out", "resign", *marriages]
    for part in rng.sample(plies, size):
        before = text[: part.extent.start]
        found = offered(before)
        for word in (*cards, *others):
            [game] = read(before + word)
            errors = [finding for finding in judge(game).findings if finding.is_error]
            assert (word in found) is not bool(errors), (before[-80:], word, [f.message for f in errors])


@pytest.mark.slow
@pytest.mark.parametrize("one_in", [32, pytest.param(1, marks=pytest.mark.nightly)])
def test_nothing_that_is_asked_fails(one_in: int) -> None:
    rng = random.Random(7)
    for path in EVERY_FILE[::one_in]:
        text = path.read_bytes().decode("utf-8", "replace")
        review = Review(text)
        for _ in range(4 if len(text) < 20000 else 0):
            complete(review, rng.randrange(len(text) + 1))
        for offset in range(0, len(text) + 1, 3 if len(text) < 3000 else 499):
            hover(review, offset)
        check_outline(outline(review), 0, len(text))


def test_ends_that_nobody_can_read() -> None:
    assert ending("%SGN 1\n[ ").kinds >= {"TAG_NAME"}
    assert ending("no game").kinds == frozenset()
    assert not ending(HEAD + "1. As ]").shut


# Through the protocol.


class ListeningEditor(LanguageClient):
    """An editor: keeps the diagnostics that it is sent, one list for each time."""

    def __init__(self) -> None:
        super().__init__("a test", "1")
        self.sent: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def received(params: lsp.PublishDiagnosticsParams) -> None:
            self.sent.put_nowait(params)


URI = "file:///nowhere/game.sgn"
DOCUMENT = lsp.TextDocumentIdentifier(URI)


async def converse(encodings: list[str] | None, talk: Any, settings: Any = None) -> None:
    client = ListeningEditor()
    command = ["-c", "from viewer.cli import main; main()", "lsp"]
    await client.start_io(sys.executable, *command, cwd=ROOT)
    try:
        async with asyncio.timeout(60):
            general = lsp.GeneralClientCapabilities(position_encodings=encodings) if encodings else None
            capabilities = lsp.ClientCapabilities(general=general)
            params = lsp.InitializeParams(capabilities, initialization_options=settings)
            answer = await client.initialize_async(params)
            client.initialized(lsp.InitializedParams())
            await talk(client, answer)
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()  # type: ignore[no-untyped-call]
        assert client._server
        assert client._server.returncode == 0
    finally:
        if client._server and client._server.returncode is None:
            client._server.kill()
            await client._server.wait()


async def opened(client: ListeningEditor, text: str) -> lsp.PublishDiagnosticsParams:
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "sgn", 1, text)))
    return await client.sent.get()


@pytest.mark.slow
def test_an_editor_at_work() -> None:
    async def talk(client: ListeningEditor, answer: lsp.InitializeResult) -> None:
        offers = answer.capabilities
        assert offers.position_encoding == "utf-16"
        assert offers.hover_provider
        assert offers.completion_provider
        assert offers.document_formatting_provider
        assert offers.document_symbol_provider
        assert answer.server_info
        assert answer.server_info.name == "santase"

        sent = await opened(client, FAULTY)
        [found] = sent.diagnostics
        assert (sent.uri, sent.version) == (URI, 1)
        line, start, end = FAULT
        place = lsp.Range(lsp.Position(line, start), lsp.Position(line, end))
        assert (found.range, found.code, found.source) == (place, "S113", "santase")
        assert found.severity is lsp.DiagnosticSeverity.Error
        asked = lsp.CodeActionParams(DOCUMENT, place, lsp.CodeActionContext(sent.diagnostics))
        action, every = await client.text_document_code_action_async(asked) or []
        assert isinstance(action, lsp.CodeAction)
        assert isinstance(every, lsp.CodeAction)
        assert every.kind == lsp.CodeActionKind.SourceFixAll
        assert every.edit == action.edit
        assert action.edit
        assert action.edit.changes
        assert list(action.edit.changes[URI]) == [lsp.TextEdit(place, "Kc")]

        broken = HEAD + "1. As Td\n2. exchange close 9c Kh\n"
        rest = lsp.Range(lsp.Position(1, 99), lsp.Position(FAULTY.count("\n") + 9, 0))
        change = lsp.TextDocumentContentChangePartial(rest, broken.partition('"santase"]')[2])
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, URI), [change])
        )
        sent = await client.sent.get()
        [found] = sent.diagnostics
        assert (sent.version, found.code) == (2, "R210")
        assert "see Santase Rules" in found.message
        assert found.data == {"cite": found.message.partition("see ")[2]}
        assert found.message.startswith("A does not follow suit")
        assert found.code_description
        page = Path(found.code_description.href.removeprefix("file://"))
        assert page.read_text("utf-8").startswith("# R210\n")
        sent = await client.sent.get()
        assert sent.version == 2
        assert sent.diagnostics[0].message.startswith("if Kh in trick 2 is a slip for Kc"), "a moment later"
        end_of_trick = found.range.end
        shown = await client.text_document_hover_async(lsp.HoverParams(DOCUMENT, found.range.start))
        assert shown
        assert isinstance(shown.contents, lsp.MarkupContent)
        assert shown.contents.value.startswith("A plays Kh.\nB takes trick 2.\n")
        assert shown.range == found.range
        nothing = await client.text_document_hover_async(lsp.HoverParams(DOCUMENT, lsp.Position(0, 0)))
        assert nothing is None

        lead = lsp.Position(end_of_trick.line, end_of_trick.character - 2)
        offer = await client.text_document_completion_async(lsp.CompletionParams(DOCUMENT, lead))
        assert isinstance(offer, lsp.CompletionList)
        assert [item.label for item in offer.items][:3] == ["Kc", "Tc", "resign"], "suit must be followed"
        assert offer.items[0].text_edit == lsp.TextEdit(lsp.Range(lead, lead), "Kc")

        symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(DOCUMENT))
        assert symbols
        assert isinstance(symbols[0], lsp.DocumentSymbol)
        assert symbols[0].children
        assert [trick.name for trick in symbols[0].children[0].children or []] == [
            "1. As Td",
            "2. exchange close 9c Kh",
        ]

        asked_for = lsp.DocumentFormattingParams(DOCUMENT, lsp.FormattingOptions(4, True))
        [edit] = await client.text_document_formatting_async(asked_for) or []
        assert (edit.range.start, edit.range.end, edit.new_text) == (
            lsp.Position(2, 0),
            lsp.Position(2, 0),
            "\n",
        )

        client.text_document_did_save(lsp.DidSaveTextDocumentParams(DOCUMENT))
        assert (await client.sent.get()).diagnostics == sent.diagnostics
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(DOCUMENT))
        assert not (await client.sent.get()).diagnostics

    asyncio.run(converse(None, talk))


def test_without_the_extra_the_command_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.delitem(sys.modules, "viewer.editor.server", raising=False)
    outcome = run("lsp")
    assert outcome.exit_code == 2
    assert "needs the extra `editor`" in outcome.output


# What the folder says of editors.


def test_the_readme_of_the_folder_holds_what_editors_can_read() -> None:
    folder = ROOT / "viewer/editor"
    readme = (folder / "README.md").read_text("utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    manifest = json.loads((folder / "vscode/package.json").read_text("utf-8"))
    [language] = manifest["contributes"]["languages"]
    [grammar] = manifest["contributes"]["grammars"]
    colours = json.loads((folder / "sgn.tmLanguage.json").read_text("utf-8"))
    assert language["extensions"] == [".sgn"]
    assert grammar["scopeName"] == colours["scopeName"] == "source.sgn"
    assert Path(grammar["path"]).name == "sgn.tmLanguage.json"
    assert (folder / "vscode" / language["configuration"]).is_file()
    [helix] = [tomllib.loads(block) for kind, block in blocks if kind == "toml"]
    assert helix["language-server"]["santase"] == {"command": "santase", "args": ["lsp"]}
    assert {kind for kind, _ in blocks} >= {"lua", "toml"}


# Languages.


@pytest.mark.parametrize(
    ("options", "locale", "wanted", "expected"),
    [
        ({"language": "bg"}, "de-DE", "hu", "bg"),
        (None, "de-DE", "hu", "hu"),
        ({"language": "xx"}, "de-DE", None, "de"),
        (None, "fr", None, "hu"),
    ],
)
def test_the_language_is_that_of_the_settings_the_command_the_editor_or_the_machine(
    options: Any, locale: str, wanted: str | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    params = lsp.InitializeParams(lsp.ClientCapabilities(), locale=locale, initialization_options=options)
    assert language_of(params, language(wanted) if wanted else None).code == expected


@pytest.mark.parametrize("code", ["bg", "de", "hu"])
def test_everything_that_is_shown_is_translated(code: str) -> None:
    tongue = language(code).as_written()
    review = Review(HEAD + "1. As Td\n2. exchange close 9c Kh\n")
    assert [found.message for found in diagnostics(review)] != [
        found.message for found in diagnostics(review, tongue)
    ]
    offset = review.page.text.index("close")
    shown, translated = hover(review, offset), hover(review, offset, tongue)
    assert shown
    assert translated
    assert not set(shown.lines) & set(translated.lines)
    assert outline(review)[0].entries[0].name != outline(review, tongue)[0].entries[0].name
    end = len(HEAD)
    texts = [item.text for item in complete(Review(HEAD), end).items]
    offered = complete(Review(HEAD), end, tongue).items
    assert texts == [item.text for item in offered]
    assert "next trick" not in " ".join(item.detail for item in offered)


@pytest.mark.slow
def test_an_editor_is_answered_in_the_language_of_its_settings_and_in_the_encoding_agreed_on() -> None:
    async def talk(client: ListeningEditor, answer: lsp.InitializeResult) -> None:
        assert answer.capabilities.position_encoding == "utf-8"
        sent = await opened(client, FAULTY)
        line, start, end = FAULT
        place = lsp.Range(lsp.Position(line, start + 2), lsp.Position(line, end + 2))
        assert sent.diagnostics[0].range == place, "a heart of three bytes stands before it"
        sent = await opened(client, HEAD + "1. As Td\n2. exchange close 9c Kh\n")
        assert "siehe Santase Rules" in sent.diagnostics[0].message

    asyncio.run(converse(["utf-8", "utf-16"], talk, {"language": "de"}))
