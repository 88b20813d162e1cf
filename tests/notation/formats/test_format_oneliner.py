"""The game string of SchnapsenAI: read, written, and spoilt."""

from typing import Final

import pytest

from notation import read
from notation.findings.finding import ENGLISH
from notation.formats import FORMATS, SGN, RecordPart, ReportKind, convert, recognised
from notation.formats.contract import comes_back
from notation.judge import judge
from tests.support.example_logs import TYPED

ONELINER: Final = FORMATS["oneliner"]

LINES: Final = (TYPED / "oneliner.txt").read_text("utf-8").splitlines()
CLOSED, LEADS, REPLIES, OTHERS = LINES[:4]


def test_letters_in_any_order_symbols_and_stars_are_read() -> None:
    for line, plain in (
        (f"{OTHERS.replace('azt', 'atz')} # * : * : *", OTHERS),
        (LINES[4].translate(str.maketrans("HSC", "♡♠♣")).removesuffix(" : *") + " : *", LINES[4]),
    ):
        done = convert(line.encode(), ONELINER, SGN)
        assert not done.findings
        assert convert(done.data, SGN, ONELINER).data.decode() == f"{plain}\n"


def test_the_points_are_those_of_the_cards() -> None:
    for line, points in ((CLOSED, (73, 0)), (LEADS, (73, 0)), (REPLIES, (0, 73))):
        [game] = read(convert(line.encode(), ONELINER, SGN).data)
        assert judge(game).deals[0].card_points == points


def test_a_deal_may_run_over_lines_and_another_begins_with_its_hand() -> None:
    text = (
        f"{CLOSED.replace('# ', '#' + chr(10))}\n{LEADS.replace(' - AC', ' -' + chr(10) + 'AC')}\n\n{REPLIES}"
    )
    done = convert(text.encode(), ONELINER, SGN)
    assert (done.findings, done.games) == ((), 3)
    assert convert(done.data, SGN, ONELINER).data.decode().splitlines() == [CLOSED, LEADS, REPLIES]


def test_only_what_one_player_sees_is_written() -> None:
    text = """%SGN 1
[Rules "schnapsen"]

deal 1 dealer B trump Js
B: Jh Qh Kd Jd Tc
talon: Kh Th Ad Td Qd Ac Kc Qc Jc Js
1. 40s Ks Jh
2. close Ah Qh
"""
    whole = text.replace("B: ", "A: As Ts Ks Qs Ah\nB: ")
    done = convert(whole.encode(), SGN, ONELINER)
    assert done.data.decode() == CLOSED.rpartition(" # ")[0] + "\n"
    assert {entry.part for entry in done.report if entry.kind is ReportKind.DROPPED} == {
        RecordPart.HANDS,
        RecordPart.TALON,
    }
    done = convert(text.encode(), SGN, ONELINER)
    assert done.data == b"JH QH KD JD 10C - 2 - JS - KS a : JH : 10H # AH z : QH : *\n"
    assert "different: cards of the hands: the player whose hand is known is called A" in [
        entry.words(ENGLISH).partition(": ")[2] for entry in done.report
    ]
    unseen = text.replace("B: Jh Qh Kd Jd Tc\n", "")
    assert not convert(unseen.encode(), SGN, ONELINER).data
    undrawn = text.replace("Kh Th", "Kh --")
    assert not convert(undrawn.encode(), SGN, ONELINER).data


def test_draws_that_are_written_down_tell_what_was_drawn() -> None:
    text = """%SGN 1
[Rules "schnapsen"]

deal 1 dealer B trump Js
A: As Ts Ks Qs Ah
1. 40s Ks Jh +Kh +--
2. close Ah Qh
3. As Jd
"""
    [game] = read(text)
    assert game.record
    assert not [
        entry for entry in comes_back(game.record, ONELINER).report if entry.kind is ReportKind.DROPPED
    ]
    assert convert(text.encode(), SGN, ONELINER).data.decode() == f"{CLOSED}\n"
    told = convert(text.replace("+--", "+Th").encode(), SGN, ONELINER).report
    assert [entry.part for entry in told if entry.kind is ReportKind.DROPPED] == [RecordPart.TALON]


def test_what_follows_of_the_talon_from_the_play_is_not_lost() -> None:
    """What the opponent drew is known in the end, but the record does not state it."""
    log = b"AC AH JS 10H KD - 2 - 10C - JH : KD : KS # JC : KS : QC # AS : 10H : QD # 10D : QC : QH"
    log += b" # KH : AH z : * # KC : QH : * # QS : JS : * # AD : QD : * # JD : AC : *\n"
    record = convert(log, ONELINER, SGN).data
    done = convert(record, SGN, ONELINER)
    assert done.data == log
    assert not [entry for entry in done.report if entry.kind is ReportKind.DROPPED]


@pytest.mark.parametrize(
    ("line", "code", "rest"),
    [
        pytest.param(CLOSED.replace("JH : KH", "JH a : KH"), "F403", "JH a : KH", id="a reply announces"),
        pytest.param(CLOSED.replace("JH :", "QS :"), "F405", "QS : KH", id="the other plays my card"),
        pytest.param(CLOSED.replace("AH z", "JH z"), "F405", "JH z : QH", id="a card is played twice"),
        pytest.param(CLOSED.replace("JH : KH", "* : KH"), "F403", "KH # AH", id="a draw in an open trick"),
        pytest.param(CLOSED.replace("JH : KH", "JH : *"), "F403", "* # AH", id="no draw behind a trick"),
        pytest.param(CLOSED.replace("QH : *", "QH : KD"), "F403", "KD # AS", id="a draw behind a close"),
        pytest.param(CLOSED.replace("JH : KH", "JH : JH"), "F405", "JH # AH", id="a card played is drawn"),
        pytest.param(
            CLOSED.replace("JH : KH", "JH : JS"), "F405", "JS # AH", id="the turn-up drawn too early"
        ),
        pytest.param(
            LEADS.replace("AH : AS", "AH : JS"), "F405", "JS # AS", id="the winner draws the turn-up"
        ),
        pytest.param(REPLIES.replace("AH : JS", "AH : AD"), "F405", "AD # AS", id="the loser draws another"),
        pytest.param(CLOSED.replace("KS a", "*"), "F403", "* : JH", id="the lead is missing"),
        pytest.param(CLOSED + " # JC : * : *", "F405", "JC : * : *", id="I lead what I do not hold"),
        pytest.param(CLOSED.replace("JD : *", "* : * # KD"), "F403", "KD", id="more behind an open trick"),
        pytest.param(CLOSED.replace("AS 10S", "AS AS"), "F405", "AS AS KS", id="a hand with a card twice"),
        pytest.param(CLOSED.replace("- 1", "- 3"), "F403", "3 - JS", id="a third player"),
        pytest.param(CLOSED.replace("KS a", "KS aa"), "F403", "aa : JH", id="a letter twice"),
        pytest.param(CLOSED.replace(" : KH #", " #"), "F403", "# AH z", id="a step of two"),
        pytest.param(CLOSED.rpartition(" ")[0], "F404", "", id="an end too early"),
        pytest.param(CLOSED.replace("AS ", "9S ", 1), "F403", "9S 10S", id="a nine"),
    ],
)
def test_a_spoilt_line_is_told_with_its_place(line: str, code: str, rest: str) -> None:
    done = convert(f"\n{line}\n".encode(), ONELINER, SGN)
    [finding] = done.findings
    assert (finding.code.id, finding.span.line) == (code, 2)
    told = line[finding.span.column - 1 :]
    assert told.startswith(rest) if rest else not told
    assert not done.data


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("AS 10S KS QH AH - 1 - JS - KS a : JH : KH", "R220", id="I announce without the queen"),
        pytest.param("AS 10S KS QH AH - 2 - JS - QS a : KS : KH", "R220", id="I hold the king"),
        pytest.param("AS JS KS QH AH - 2 - 10S - QC t : KS : KH", "R230", id="I hold the jack"),
        pytest.param("AS 10S KS QH AH - 1 - JS - KS z : AD : * # AH z : KD : *", "R243", id="closed twice"),
        pytest.param("AS 10S KS QH AH - 2 - JS - KC z : QH : * # JC : AS : *", "R212", id="no trump"),
    ],
)
def test_a_broken_rule_is_written_down_for_the_judge(line: str, code: str) -> None:
    done = convert(line.encode(), ONELINER, SGN)
    assert not done.findings
    [game] = read(done.data)
    assert code in [finding.code.id for finding in judge(game).findings]


def test_there_is_a_bound_on_everything() -> None:
    for text in (f"{CLOSED} # {CLOSED} " * 50, f"{CLOSED} - " * 30_000, f"{LEADS} # " + "* : * : * # " * 400):
        assert len(convert(text.encode(), ONELINER, SGN).findings) == 1
    many = convert(f"{CLOSED[:-1]}\n".encode() * 3000, ONELINER, SGN)
    assert len(many.findings) <= 1002


def test_it_is_recognised_and_nothing_else_is() -> None:
    for line in (CLOSED, LEADS, REPLIES, OTHERS, "\n" + CLOSED.replace(" # ", "\r\n# ")):
        assert recognised(line.encode(), tuple(FORMATS.values())) is ONELINER
    assert not any(ONELINER.recognise(data) for data in (b"", b"As Ts Ks Qs Ah - 1", b"\x80\x04", b"%SGN 1"))
