"""Slips that people make, written down by hand: what must be found of each, and that nothing else is.

`tests/vectors/slips/slips.txt` has them by kind and language; it says itself how it is read.
"""

import re
from typing import Final, NamedTuple

import pytest

from notation import read, write
from notation.judge import judge, judge_text
from notation.record.words import card_word, is_card, read_card
from notation.text.formatter import format_file
from notation.text.letters import ALPHABETS
from notation.text.spellings import FORMS
from referee.actions import Action
from referee.cards import Card
from referee.codes import Severity
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from tests.support.naming import case
from tests.support.slips import as_proposed
from viewer.documents.languages import language as speak
from viewer.rulings.mending import mend

pytestmark = pytest.mark.usefixtures("few_repairs")

FOLDER: Final = ROOT / "tests/vectors/slips"
RECORD: Final = (FOLDER / "record.sgn").read_text("utf-8")
NOT_JUDGED: Final = frozenset({"N303", "N304", "N306"})
"""The notes that say what could not be judged, and why, and that a stated result is counted."""


class SpellingSlip(NamedTuple):
    """A slip in the record: its kind, the language, what it was and became, and what must be found."""

    kind: str
    language: str
    before: str
    after: str
    found: list[str]

    @property
    def text(self) -> str:
        """The record with the slip, in the first place where it can be."""
        return RECORD.replace(self.before, self.after, 1)


def cases() -> list[SpellingSlip]:
    kind, made = "", []
    for line in (FOLDER / "slips.txt").read_text("utf-8").splitlines():
        if line.startswith("## "):
            kind = line[3:]
        elif kind and line:
            language, before, after, found = line.split(" ¦ ")
            made.append(SpellingSlip(kind, language, _plain(before), _plain(after), found.split(" & ")))
    return made


def _plain(words: str) -> str:
    words = words.replace("⏎", "\n")
    return re.sub(r"<U\+([0-9A-F]{4})>", lambda found: chr(int(found[1], 16)), words)


CASES: Final = cases()


def test_there_are_slips_of_every_language_in_a_record_that_is_right() -> None:
    assert len(CASES) >= 150
    assert {slip.language for slip in CASES} == {*COMPLETE}
    assert len({(slip.before, slip.after) for slip in CASES}) == len(CASES)
    [game] = read(RECORD)
    assert not judge(game).findings


@pytest.mark.slow
def test_a_slip_is_found_for_what_it_is_and_nothing_else_is() -> None:
    for slip in CASES:
        with case(f"{slip.kind}: {slip.after}"):
            assert slip.text != RECORD
            told = []
            for game in read(slip.text):
                for finding in judge(game).findings:
                    if finding.code.severity is Severity.NOTE:
                        assert finding.code.id in NOT_JUDGED
                        continue
                    place, change = game.place(finding.span), finding.change
                    words = f"{place.line}:{place.column} {finding.code.id} {change.text if change else ''}"
                    told.append(words.replace("\n", "⏎").strip())
            assert told == slip.found
            records = [game.record for game in read(as_proposed(slip.text)) if game.record]
            assert records
            restored = "".join(map(write, records))
            assert re.sub(r"; the second trick\n| \{a new pack\}", "", restored) == RECORD


def test_every_row_of_the_table_gives_another_reason_or_form() -> None:
    rows = [(form.before, form.here) for form in FORMS if form.sure]
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('[Event "Club "Blue" evening"]', '"Club \\"Blue\\" evening"]'),
        ("deal 1 dealer B trump A/h", "Ah"),
        ("deal 1 dealer B\ndraw", "= draw"),
        ("deal 1 dealer B\n1. Ks\n(2) As Ts", "2."),
        ("deal 1 dealer B\n= pays 2, -1, -1", "2 -1 -1"),
        ("deal 1 dealer B\n= draw score 1\u202f2\u202f-3", "1 2 -3"),
    ],
)
def test_slips_that_no_place_of_the_record_has(written: str, meant: str) -> None:
    [game] = read(f"%SGN 1\n{written}\n")
    [found] = game.findings
    assert found.proposal
    assert found.proposal.is_sole
    assert meant in found.proposal.text
    [restored] = read(as_proposed(game.text))
    assert restored.record


@pytest.mark.parametrize(
    ("written", "meant"),
    [("1/2-1/2", "= draw"), ("½-½", "= draw"), ("= 1/2", "draw"), ("1-0", "= A 1"), ("= 0–2", "B 2")],
)
def test_a_result_of_another_game_is_proposed_and_never_put_in(written: str, meant: str) -> None:
    text = f"%SGN 1\ndeal 1 dealer B\n1. As Ts\n{written}\n"
    [game] = read(text)
    [found] = game.findings
    assert found.code.id == "S133"
    assert found.proposal
    assert (found.proposal.is_sole, found.proposal.text) == (False, meant)
    [restored] = read(as_proposed(text))
    assert restored.record


@pytest.mark.parametrize(
    ("names", "seats"),
    [
        (("White", "Black"), "AB"),
        (("North", "South"), "AB"),
        (("North", "East", "South", "West"), "ABCD"),
        (("A", "East"), "B"),
        (("A", "B", "C", "D", "North"), ""),
    ],
)
def test_tags_of_chess_and_bridge_are_told_whose_they_are(names: tuple[str, ...], seats: str) -> None:
    text = "%SGN 1\n" + "".join(f'[{name} "x"]\n' for name in names)
    [game] = read(text)
    told = [found for found in game.findings if found.code.id == "S129"]
    assert "".join(found.proposal.text for found in told if found.proposal) == seats
    assert len(told) == len(seats)
    assert list(next(judge_text(text)).findings) == judge(game).findings


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("Мария", "cp1251"), ("Müller", "cp1252"), ("Őry", "cp1250"), ("Jürgen", "latin-1")],
)
def test_a_file_of_another_encoding_is_looked_through_as_if_it_were_saved_anew(
    name: str, encoding: str
) -> None:
    text = RECORD.replace("Maria", name).replace("2. Ts Kh", "2) Ts Kh").replace("score 0-3", "score 0-2")
    data = text.encode(encoding)
    [game], [as_saved] = read(data), read(text)
    wrong, meant = judge(game), judge(as_saved)
    first, *others = wrong.findings
    assert first.code.id == "S104"
    assert [(each.code, each.span, each.message) for each in others] == [
        (each.code, each.span, each.message) for each in meant.findings
    ]
    assert {"X109", "S133", "N303"} == {each.code.id for each in others}
    assert (game.record, game.draft, wrong.deals, wrong.errors) == (None, None, [], meant.errors + 1)
    assert mend(data)[0] == data
    assert format_file(data) == data


def test_bytes_of_which_nobody_sees_what_they_are_are_not_looked_through() -> None:
    for data in (RECORD.encode("utf-16"), RECORD.encode().replace(b"Maria", b"Mar\x81\xa0ia")):
        assert [found.code.id for game in read(data) for found in judge(game).findings] == ["S104"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["Maria", "Мария", "Jürgen"])
def test_utf_16_is_named_with_a_byte_order_mark_and_without(encoding: str, name: str) -> None:
    [game] = read(RECORD.replace("Maria", name).encode(encoding))
    [found] = judge(game).findings
    assert found.code.id == "S104"
    assert "UTF-16" in found.message


@pytest.mark.parametrize("end", ["\r", "\r\r\n", "\v", "\f", "\x85"])
def test_what_ends_a_line_elsewhere_is_corrected(end: str) -> None:
    data = RECORD.replace("\n", end).encode()
    assert all(found.code.id in ("S103", "S102") for game in read(data) for found in judge(game).findings)
    mended, _ = mend(data)
    assert mended.decode() == RECORD
    [game] = read(data.replace(b"As", b"\0"))
    assert not any(found.change for found in judge(game).findings)


def test_a_card_that_its_player_cannot_hold_is_proposed_and_never_put_in() -> None:
    for written, is_fixed in (("2. Ts hK", True), ("2. Ts sA", False)):  # the ace of spades lies in the talon
        text = RECORD.replace("2. Ts Kh", written)
        [found] = [found for found in judge(next(read(text))).findings if found.code.id == "S113"]
        assert found.change
        assert bool(found.fix) is is_fixed
        mended, _ = mend(text.encode())
        assert mended.decode() == (RECORD if is_fixed else text)


def test_what_was_done_at_the_table_is_never_put_in() -> None:
    for slip in CASES:
        if slip.kind == "words for actions":
            mended, _ = mend(slip.text.encode())
            assert mended.decode() == slip.text
            [found] = [found for found in judge(next(read(slip.text))).findings if found.is_error]
            assert found.proposal


@pytest.mark.parametrize("language", sorted(COMPLETE))
def test_every_reason_is_told_in_every_language(language: str) -> None:
    told = {speak(language).put(form.why) for form in FORMS}
    assert len(told) == len({str(form.why) for form in FORMS})
    assert (told == {str(form.why) for form in FORMS}) is (language == "en")


def test_one_run_shows_every_slip_of_a_file() -> None:
    text = RECORD
    for before, after in (
        ("[Event ", "[Event: "),
        ("dealer B trump Qd", "dealer Maria, trump Qd"),
        ("1. As", "1) As"),
        ("3. out", "3. aus"),
        ("A: Ah", "Ivan: Ah"),
        ("3. close", "3: zu"),
        ("4. Td", "4. dT"),
        ("(70-13)", "(70:13)"),
    ):
        assert before in text
        text = text.replace(before, after, 1)
    found = [found for found in judge(next(read(text))).findings if found.is_error]
    assert {found.code.id for found in found} == {"S113", "S133", "S134"}
    assert [found.span.line for found in found] == [2, 8, 8, 12, 14, 18, 23, 23, 24, 27]
    assert write(next(game.record for game in read(as_proposed(text)) if game.record)) == RECORD


@pytest.mark.parametrize(
    "written",
    ["1. Jd;Ad", "1. Jd ; Ad", "1. Jd;Ad!? is good", "1.;Jd;Ad", "1;Jd;Ad", "1. Jd 1... Ad", "1. Jd 1… Ad"],
)
def test_what_separates_cards_by_mistake_makes_no_trick_incomplete(written: str) -> None:
    text = RECORD.replace("1. Jd Ad", written)
    found = judge(next(read(text))).findings
    assert {each.code.id for each in found} <= {"S133", "S134", "S138"} | NOT_JUDGED
    [first, *_] = (each for each in found if each.code.severity is not Severity.NOTE)
    assert first.change
    mended, _ = mend(text.encode(), unsafe=True)
    restored = [write(game.record) for game in read(mended) if game.record]
    assert restored == [RECORD] or "good" in written
    safe, _ = mend(text.encode())
    assert safe.decode() == text or ";" not in written


def test_a_hand_with_semicolons_is_not_too_small() -> None:
    text = RECORD.replace("B: Jh Ts Ad Qd Qc 9c", "B: Jh;Ts;Ad;Qd;Qc;9c")
    assert {each.code.id for each in judge(next(read(text))).findings} == {"S138", "N303"}
    assert mend(text.encode(), unsafe=True)[0].decode().split() == RECORD.split()


def test_a_remark_about_a_card_is_one_and_changes_no_judgement() -> None:
    text = RECORD.replace("1. Jd Ad", "1. Jd Ad ; Kd was wrong")
    assert not judge(next(read(text))).findings
    text = RECORD.replace("1. Jd Ad", "1. Jd Ad ; Kd")
    before, after = judge(next(read(RECORD))), judge(next(read(text)))
    assert [each.code.id for each in after.findings] == ["S138"]
    assert [deal.result for deal in after.deals] == [deal.result for deal in before.deals]
    assert [each.code.id for each in next(judge_text(text)).findings] == ["S138"]


@pytest.mark.parametrize("name", ALPHABETS)
def test_a_card_in_other_letters_is_never_proposed_as_another(name: str) -> None:
    """The tag is proposed, or the card that it is in all the letters that have it."""
    tags = 0
    for card in range(24):
        word = ALPHABETS[name].own(card_word(Card(Action(card))))
        meant = {
            card_word(read_card(each.english(word)))
            for each in ALPHABETS.values()
            if is_card(each.english(word))
        }
        for line in (f"1. {word} Ks", f"1. {word} Ks\n2. Dr Kr", f"1. 9z 9p\n2. {word} Kt"):
            [game] = read(f'%SGN 1\n[Rules "schnapsen"]\n\ndeal 1 dealer B trump h\n{line}\n')
            for found in judge(game).findings:
                if found.change and (found.facts or {}).get("word") == word:
                    assert not (found.fix and len(meant) > 1)
                    tags += "[Letters" in found.change.text
                    assert "[Letters" in found.change.text or {found.change.text} == meant
    assert tags or name == "de"


@pytest.mark.parametrize(
    "half", ["deal 1 B gibt, Trumpf Qd", "Spiel 1 Geber B Trumpf Qd", "deal 1 dealer B trump Karo Dame"]
)
def test_a_line_is_restored_as_a_whole_or_not_at_all(half: str) -> None:
    text = RECORD.replace("deal 1 dealer B trump Qd", half)
    assert text != RECORD
    assert mend(text.encode())[0].decode() in (text, RECORD)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("santase target = 11", "santase target=11"),
        ("66", "sixty-six"),
        ("Sechsundsechzig target=7", "sixty-six"),
        ("сантасе", "santase"),
    ],
)
def test_rules_are_understood_by_what_people_call_them_and_with_blanks(written: str, meant: str) -> None:
    [found] = judge(next(read(f'%SGN 1\n[Rules "{written}"]\n'))).findings
    assert found.change
    assert found.change.text == meant


@pytest.mark.parametrize(("day", "is_one"), [("31.2.2026", False), ("2026-13-01", False), ("3/4/2026", True)])
def test_a_day_that_does_not_exist_is_told_as_one(day: str, is_one: bool) -> None:
    [found] = (each for each in next(read(f'%SGN 1\n[Date "{day}"]\n')).findings)
    assert found.code.id == "S135"
    assert ("no such day" not in found.message) is is_one


@pytest.mark.parametrize(
    ("written", "meant"),
    [("(21)", "{21}"), ("(0:21)", "<0-21>"), ("B", "{B}"), (":-)", "{:-)}"), ("\U0001f600", "{\U0001f600}")],
)
def test_what_stands_after_a_trick_is_proposed_as_a_note(written: str, meant: str) -> None:
    text = RECORD.replace("1. As Td!", f"1. As Td {written}")
    first, *_ = (each for each in judge(next(read(text))).findings if each.is_error)
    assert first.proposal
    assert first.proposal.text == meant
    assert [game.record is not None for game in read(as_proposed(text))] == [True]
