"""A record that somebody is writing: whatever is typed, all that is shown is what a whole judgement shows."""

import random
import re
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest

from notation import read, write
from notation.findings.finding import Finding, Repair
from notation.judge import Verdict, judge, match
from notation.judge import repairs as trying
from notation.judge.bulk import judge_source
from notation.judge.played import PlayedDeal, play_out
from notation.judge.repairs import MOST_DEALS, deals_tried, repairs_of
from notation.judge.sections import judge_sections
from notation.judge.slips.writing import Writing
from notation.judge.turns import judge_in_sections
from notation.record.model import DealRecord
from notation.text import parsing
from notation.text.reader import deal_findings, read_game
from notation.text.scan import scan
from notation.text.sections import GameSection, read_sections
from notation.text.source import cut
from tests.support.corpus import SAMPLES, VECTORS
from tests.support.each import for_each
from tests.support.games import long_record, random_record
from tests.support.keystrokes import edits, keys
from tests.support.layouts import everything as everything_read
from tests.support.sizes import Size, at_night
from tests.support.slips import KINDS
from viewer.documents.reports import as_text, summary
from viewer.editor.diagnostics import diagnostics
from viewer.editor.navigation import points_behind
from viewer.editor.places import UTF16, Extent
from viewer.editor.plain import code_lenses, folding, symbols
from viewer.editor.review import Review, ReviewedGame, SectionParts
from viewer.editor.sentences import ENGLISH

SPECS = (
    *("santase", "santase-three", "schnapsen", "sixty-six-four", "schnapsen-tompa", "sixty-six"),
    "santase target=11 claim=auto",
)
SESSIONS = Size("TYPED", 2)
"""Texts that are changed again and again, some dozens of times each."""


@pytest.fixture(autouse=True)
def _little_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would make a deal right costs nearly all of the time; a little of it is as good here."""
    monkeypatch.setattr(trying, "REPAIR_WORK", 600)
    monkeypatch.setattr(trying, "REPAIR_WORK_IN_THE_DARK", 600)


def told(finding: Finding) -> tuple[Any, ...]:
    """Return everything about a finding."""
    places = (finding.span, finding.related, finding.fix, finding.proposal, finding.repairs)
    return (
        finding.code.id,
        finding.message,
        finding.deal,
        finding.trick,
        finding.seat,
        finding.cite,
        *places,
    )


def check(seen: ReviewedGame) -> None:
    """That a game of a review is what reading and judging the whole of it make of it."""
    got, source = seen.judgement, seen.judgement.game
    [again] = [each for each in cut(source.source) if each.number]
    whole = judge(read_game(again))
    assert list(map(told, got.findings)) == list(map(told, whole.findings)), source.text
    assert (got.rules, got.deals, got.score, got.winner) == (
        whole.rules,
        whole.deals,
        whole.score,
        whole.winner,
    )
    assert (got.errors, got.is_open, got.games) == (whole.errors, whole.is_open, whole.games)
    assert (source.draft, source.record) == (whole.game.draft, whole.game.record)
    places = [
        (Extent(*(offset + seen.extent.start for offset in part.extent)), part.what, part.deal, part.behind)
        for part in SectionParts(GameSection.of(whole.game, 0, len(whole.game.text))).parts
    ]
    assert list(seen.parts_of(object)) == places, source.text


def everything(review: Review) -> list[Any]:
    """Return everything shown of a document, without a request for a place in it."""
    shown = points_behind(review, Extent(0, len(review.page.text)))
    plain = [ask(review, ENGLISH, UTF16) for ask in (symbols, code_lenses, folding)]
    return [list(each) for each in (diagnostics(review), shown, *plain)]


def sessions(seed: str, number: int) -> Any:
    """Texts as they are changed, each with the number of the session that it is of."""
    rng = random.Random(seed)
    for session in range(number):
        deals = rng.choice((1, 2, 3, 5, 8, 13))
        text = write(long_record(rng.choice(SPECS), rng, deals, noted=rng.random() < 0.7))
        text = text.replace("\n", "\r\n") if rng.random() < 0.1 else text
        text = f"\ufeff{text}" if rng.random() < 0.1 else text
        way = edits if session % 3 else keys
        yield from ((session, changed) for changed in way(text, rng, 40))


def check_sessions(seed: str, number: int) -> None:
    review, last = None, -1
    for session, text in sessions(seed, number):
        review = Review(text, review if session == last else None)
        last = session
        for seen in review.games:
            if seen.judgement.game.number:
                check(seen)
        if session % 4 == 0:
            assert everything(review) == everything(Review(text))


@pytest.mark.slow
def test_whatever_is_typed_the_judgement_is_that_of_the_whole_text() -> None:
    check_sessions("typed", SESSIONS)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(16))
def test_whatever_is_typed_for_very_long_the_judgement_is_that_of_the_whole_text(seed: int) -> None:
    check_sessions(f"typed {seed}", at_night(1, 40))


@pytest.mark.slow
@for_each(SAMPLES + VECTORS, one_in=8)
def test_every_file_in_sections_is_judged_as_a_whole(path: Path) -> None:
    for source in cut(path.read_bytes()):
        whole = judge(read_game(source))
        judged = judge_sections(read_sections(source)).judgement
        assert list(map(told, judged.findings)) == list(map(told, whole.findings))
        assert judged.deals == whole.deals


def check_in_place(text: str) -> int:
    """That a game with a fault is what reading and judging the whole of it make of it; how many have one."""
    faulty = [source for source in cut(text.encode()) if source.number and scan(source.scannable) is None]
    for source in faulty:
        quick, whole = judge_source(source), judge(read_game(source))
        assert list(map(told, quick.findings)) == list(map(told, whole.findings)), text
        assert (quick.rules, quick.score, quick.winner) == (whole.rules, whole.score, whole.winner)
        assert (quick.errors, quick.games, quick.is_open) == (whole.errors, whole.games, whole.is_open)
        assert summary(quick) == summary(whole)
        if isinstance(quick, Verdict):
            assert list(as_text("file", quick.found())) == list(as_text("file", whole))
            assert quick.deals == len(whole.deals)
        sections = read_sections(source, in_place=True)
        unread = [part for part in sections.parts if part.read is None]
        assert all(deal_findings(part.draft.deals[0], 1) == [] for part in unread)
        judged = judge_sections(sections).judgement
        assert list(map(told, judged.findings)) == list(map(told, whole.findings)), text
        assert fields(judged.deals) == fields(whole.deals)
        assert set(map(told, judged.game.findings)) == set(map(told, whole.game.findings))
        assert everything_read(judged.game.draft) == everything_read(whole.game.draft)
        assert (judged.game.record is None) is (whole.game.record is None)
    return len(faulty)


def fields(part: Any) -> Any:
    """A value with all its fields, places included."""
    if is_dataclass(part):
        return type(part).__name__, *(fields(getattr(part, field.name)) for field in dataclass_fields(part))
    return tuple(map(fields, part)) if isinstance(part, list | tuple) else part


def check_slips(seed: int, number: int) -> int:
    rng = random.Random(seed)
    slips = list(KINDS.values())
    faulty = 0
    for index in range(number):
        record = random_record(SPECS[index % len(SPECS)], rng, noted=index % 3 == 0, most_deals=6)
        text = write(record)
        for _ in range(rng.choice((1, 1, 2, 3))):
            text = rng.choice(slips)(text, rng) if rng.random() < 0.6 else altered_in_one_place(text, rng)
        faulty += check_in_place(text)
    return faulty


def altered_in_one_place(text: str, rng: random.Random) -> str:
    """A sign more, less or changed, in a record as it is written."""
    at, sign = rng.randrange(len("%SGN 1\n"), len(text)), rng.choice('{}()"[];.-+ \n^~%@:=AKdhs1x')
    return text[:at] + (sign if rng.random() < 0.5 else "") + text[at + (rng.random() < 0.5) :]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "number"),
    [(0, 14), *(pytest.param(seed, at_night(14, 400), marks=pytest.mark.nightly) for seed in range(1, 11))],
)
def test_a_game_with_a_fault_is_read_deal_by_deal_and_judged_as_a_whole(seed: int, number: int) -> None:
    assert check_slips(seed, number) > number // 3


def test_a_game_with_a_fault_that_ends_early_is_judged_as_a_whole() -> None:
    """Its last deal has no second line, or no end of its first one."""
    text = write(long_record("santase target=99", random.Random(3), 3, noted=False))
    head, first, second, third = re.split(r"(?m)(?=^deal )", text)
    lines = third.splitlines(keepends=True)
    ends = ["deal", "deal 3", *("".join(lines[:number])[:end] for number in (1, 2, 3) for end in (-1, None))]
    before = head + first + second.replace("2. ", "2, ")
    assert all(check_in_place(before + end) for end in ends)


def test_a_record_is_made_of_the_deal_with_the_fault_alone() -> None:
    text = write(long_record("santase", random.Random(6), 12, noted=False))
    chunks = re.split(r"^(?=deal)", text, flags=re.MULTILINE)
    for faults in (1, 3):  # with three of them habits are looked for
        wrong = re.sub(r"^(\d+\. [AKQJT9])[shdc]", r"\1x", chunks[5], count=faults, flags=re.MULTILINE)
        [source] = cut("".join([*chunks[:5], wrong, *chunks[6:]]).encode())
        sections = read_sections(source, in_place=True)
        judged = judge_in_sections(sections)
        assert judged is not None
        assert [part.read is None for part in sections.parts[1:]] == [
            each is not chunks[5] for each in chunks[1:]
        ]
        assert not [part for part in sections.parts if part.read is None and "game" in vars(part)]
        assert "game" not in vars(sections)


def test_the_grammar_reads_little_more_than_the_deal_with_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write(long_record("santase", random.Random(6), 12))
    at = [found.end() for found in re.finditer(r"\n3", text)][6]
    text = text[:at] + text[at + 1 :]
    read_by_lark: list[int] = []
    parser = parsing._parser()

    class Counted:
        terminals = parser.terminals

        def parse_interactive(self, words: str, start: str) -> Any:
            read_by_lark.append(len(words.split()))
            return parser.parse_interactive(words, start=start)

    monkeypatch.setattr(parsing, "_parser", Counted)
    [source] = cut(text.encode())
    judged = judge_source(source)
    assert judged.errors == 1
    assert 0 < max(read_by_lark) < len(text.split()) // 6, read_by_lark


@pytest.mark.parametrize(
    ("shape", "changed"),
    [(r"\n3\.", "\n3"), (r"\n2\. (\w+) (\w+)\n", r"\n2. \2 \1\n")],
    ids=["of the text", "of the play"],
)
def test_of_a_match_with_a_slip_only_the_deal_with_it_is_judged_by_the_judge(
    monkeypatch: pytest.MonkeyPatch, shape: str, changed: str
) -> None:
    text = write(random_record("santase target=40", random.Random(0), noted=False, most_deals=8))
    at = text.index("\ndeal 5")
    [source] = cut((text[:at] + re.sub(shape, changed, text[at:], count=1)).encode())
    judged: list[int] = []

    def counted(record: DealRecord, *others: Any) -> PlayedDeal:
        judged.append(record.number)
        return play_out(record, *others)

    monkeypatch.setattr(match, "play_out", counted)
    verdict = judge_source(source)
    assert isinstance(verdict, Verdict)
    assert (verdict.deals, verdict.ok) == (8, False)
    assert set(judged) <= {5, 1}, "what would be right is tried on a deal by itself, as number 1"
    assert 5 in judged


def kept(before: Review, after: Review) -> tuple[int, int]:
    """How many sections of a game were read again, and how many of its deals were judged again."""
    one, other = before.games[0], after.games[0]
    sections = zip(one.sections, other.sections, strict=True)
    deals = zip(one.judgement.deals, other.judgement.deals, strict=True)
    return (
        sum(old.own is not new.own for old, new in sections),
        sum(old.tricks is not new.tricks for old, new in deals),
    )


def test_a_deal_that_did_not_change_is_neither_read_nor_judged_again() -> None:
    text = write(long_record("santase-three", random.Random(1), 9))
    before = Review(text)
    place = text.index("\n", text.index("\ndeal 5") + 1)
    for new in ("; a remark\n\n", " {a comment", " trmup"):
        after = Review(text[:place] + new + text[place:], before)
        assert kept(before, after) == (1, 1)
        check(after.games[0])


def slipped(deals: int) -> str:
    """A game in each deal of which two cards of a trick stand in the wrong order."""
    text = write(long_record("santase target=99", random.Random(1), deals, noted=False))
    return re.sub(r"(?m)^(2\. )(\w\w) (\w\w)$", r"\1\3 \2", text)


def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the deals that are tried from now on, whatever would make them right."""
    found: list[int] = []

    def counted(writing: Writing) -> tuple[Repair, ...]:
        found.append(writing.number)
        return repairs_of(writing)

    monkeypatch.setattr(trying, "repairs_of", counted)
    return found


def test_a_deal_that_did_not_change_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = slipped(MOST_DEALS + 3)
    found = tried(monkeypatch)
    review = Review(text)
    wrong = deals_tried(judge(next(read(text))).findings)
    assert len(wrong) == MOST_DEALS
    assert sorted(found) == sorted([*wrong, *wrong]), (
        "the first deals alone, as in the judgement of the whole"
    )
    check(review.games[0])
    del found[:]
    last = max(wrong)
    place = text.index("\n", text.index(f"\ndeal {last} ") + 1)
    for new in ("; a remark\n", " {a comment}"):
        after = Review(text[:place] + new + text[place:], review)
        assert found == [last]
        check(after.games[0])
        del found[:]


def test_a_deal_is_tried_again_by_other_rules_and_after_another_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = slipped(3)
    review = Review(text)
    wrong = sorted(deals_tried(review.games[0].judgement.findings))
    assert len(wrong) == 3
    found = tried(monkeypatch)
    after = Review(text.replace("target=99", "target=98"), review)
    assert found == wrong
    check(after.games[0])
    result = text.index("\n= ") + 3
    other = "A" if text[result] == "B" else "B"
    for changed in (
        text[:result] + other + text[result + 1 :],
        text.replace("deal 1 dealer A", "deal 1 dealer B"),
    ):
        del found[:]
        after = Review(changed, review)
        assert found == [1, 2]
        check(after.games[0])


def test_what_is_being_typed_is_tried_later(monkeypatch: pytest.MonkeyPatch) -> None:
    text = slipped(3)
    found = tried(monkeypatch)
    first = Review(text, postpones=True)
    assert not found
    assert first.are_postponed
    assert not any(each.repairs for each in first.games[0].judgement.findings)
    again = Review(text, first)
    assert found
    assert not again.are_postponed
    assert any(each.repairs for each in again.games[0].judgement.findings)
    check(again.games[0])
    del found[:]
    other = Review(text.replace("Ivan", "Ivana"), again, postpones=True)
    assert not other.are_postponed
    assert not found
    check(other.games[0])


def test_what_changes_the_score_is_counted_in_every_deal_behind_it() -> None:
    text = write(long_record("santase", random.Random(1), 4, noted=False))
    before = Review(text)
    after = Review(text.replace("\n= ", '\nruling A 1 "a late card"\n= ', 1), before)
    assert kept(before, after) == (1, 1)
    scores = zip(before.games[0].judgement.deals, after.games[0].judgement.deals, strict=True)
    assert all(new.score == (old.score[0] + 1, old.score[1]) for old, new in scores)
    check(after.games[0])


def test_two_games_that_change_places_and_one_that_is_split() -> None:
    rng = random.Random(3)
    one, other = (write(long_record("santase", rng, 4)) for _ in range(2))
    review = Review(one + other)
    middle = one.index("\ndeal 3") + 1
    for text in (other + one, other + "\n; \n" + one, one[:middle] + "%SGN 1\n" + one[middle:] + other, one):
        review = Review(text, review)
        assert everything(review) == everything(Review(text))
        for seen in review.games:
            check(seen)
