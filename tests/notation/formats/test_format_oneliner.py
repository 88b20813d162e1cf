"""The game string of SchnapsenAI: read, written, and spoilt."""

from typing import Final

import pytest

from notation import read
from notation.formats import FORMATS, SGN, convert, recognised
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


@pytest.mark.slow
def test_there_is_a_bound_on_everything() -> None:
    for text in (f"{CLOSED} # {CLOSED} " * 50, f"{CLOSED} - " * 30_000, f"{LEADS} # " + "* : * : * # " * 400):
        assert len(convert(text.encode(), ONELINER, SGN).findings) == 1
    many = convert(f"{CLOSED[:-1]}\n".encode() * 3000, ONELINER, SGN)
    assert len(many.findings) <= 1002


def test_it_is_recognised_and_nothing_else_is() -> None:
    for line in (CLOSED, LEADS, REPLIES, OTHERS, "\n" + CLOSED.replace(" # ", "\r\n# ")):
        assert recognised(line.encode(), tuple(FORMATS.values())) is ONELINER
    assert not any(ONELINER.recognise(data) for data in (b"", b"As Ts Ks Qs Ah - 1", b"\x80\x04", b"%SGN 1"))
