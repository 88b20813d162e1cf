"""What `print_bummerl` prints: read, written, and spoilt."""

import gzip
import json
import os
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from notation import read
from notation.findings.finding import ENGLISH
from notation.formats import FORMATS, SGN, RecordPart, ReportKind, Telling, convert, records
from notation.formats.bummerl.pickled import dealt
from notation.judge import judge
from notation.record.words import read_card
from tests.support.example_logs import BUMMERL_LOG as LOG
from tests.support.example_logs import TYPED

BUMMERL: Final = FORMATS["bummerl"]
ORACLE: Final = os.environ.get("SANTASE_ORACLE")

RECORD: Final = (TYPED / "bummerl.sgn").read_text("utf-8")


def test_a_last_marriage_without_its_card_is_written_with_the_king() -> None:
    done = convert(RECORD.replace("40s Qs", "40s").encode(), SGN, BUMMERL)
    assert "MarriageAction(TWO, K♠)" in done.data.decode()
    assert [(entry.kind, entry.part, entry.deal) for entry in done.report] == [
        (ReportKind.DIFFERENT, RecordPart.BARE_MARRIAGES, 2)
    ]


def test_what_a_record_does_not_state_is_not_written() -> None:
    text = (
        RECORD.replace('[Result "3-3"]\n', "").replace("= A 3 (73-0)", "= A 3").replace("= B 3 (0-66)\n", "")
    )
    text = text.replace("3. exchange 40s Qs\n", "3. exchange Qs\n")
    written = convert(text.encode(), SGN, BUMMERL).data.decode()
    assert "Trick points" not in written
    assert written.count("Game points: PlayerPair(one=3, two=0)\n") == 1
    assert written.endswith("ExchangeTrumpCardAction(TWO)\nPlayCardAction(TWO, Q♠)\n\n")


def test_a_marriage_at_the_end_of_a_log_without_result_was_led() -> None:
    log = LOG[: LOG.rindex("Trick points")]
    assert b"3. exchange 40s Qs\n" in convert(log.encode(), BUMMERL, SGN).data


def test_another_match_begins_with_another_first_game() -> None:
    telling = Telling()
    assert [len(record.deals) for _, record in records((LOG + LOG).encode(), BUMMERL, telling)] == [2, 2]
    assert [entry.game for entry in telling.report if entry.part is RecordPart.RULES] == [1, 2]


def test_a_play_against_the_rules_is_written_down_for_the_judge() -> None:
    log = LOG.replace("PlayCardAction(TWO, Q♥)", "PlayCardAction(TWO, K♦)")
    [game] = read(convert(log.encode(), BUMMERL, SGN).data)
    assert [finding.code.id for finding in judge(game).findings if finding.deal == 1][:1] == ["R210"]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("Dealer: TWO", "Dealer: THREE", "F403", 3),
        ("'A♥']", "]", "F403", 4),
        ("'A♥']", "'9♥']", "F403", 4),
        ("'A♥']", "'A♠']", "F405", 1),
        ("Trump card: J♠\n", "", "F403", 7),
        ("PlayCardAction(TWO, J♥)", "PlayCardAction(TWO, __import__('os'))", "F403", 11),
        ("PlayCardAction(TWO, J♥)", "EatCardAction(TWO, J♥)", "F403", 11),
        ("PlayCardAction(TWO, J♥)\n", "PlayCardAction(TWO, J♥)\n" * 100, "F403", 74),
        ("one=3, two=0", "one=3, two=1", "F403", 18),
        ("one=73", f"one={'9' * 5000}", "F403", 17),
        ("(one=3, two=3)\n\n", "(one=3, two=4)\n\n", "F405", 1),
        ("===== Game #1", "===== Gane #1", "F403", 1),
    ],
)
def test_a_spoilt_line_is_told_with_its_place(old: str, new: str, code: str, line: int) -> None:
    assert old in LOG
    done = convert(LOG.replace(old, new, 1).encode(), BUMMERL, SGN)
    assert [(finding.code.id, finding.span.line) for finding in done.findings] == [(code, line)]


def test_a_head_that_is_cut_short_lacks_its_next_line() -> None:
    done = convert(LOG[: LOG.index("Trump card")].encode(), BUMMERL, SGN)
    assert done.data == b""
    assert [finding.code.id for finding in done.findings] == ["F404"]
    assert "Trump card: A♦" in done.findings[0].message


def test_there_is_a_bound_on_everything() -> None:
    heads = "".join(f"===== Game #{number} =======\n" for number in range(1, 9000))
    for log in (heads, "===== Game #1 =======\n" * 200_000, LOG.partition("=\n\n")[0] * 2):
        assert len(convert(log.encode(), BUMMERL, SGN).findings) <= 10_000
    deal = LOG[: LOG.index("===== Game #2")]
    match = "".join(deal.replace("#1", f"#{number}", 1) for number in range(1, 300))
    assert [finding.code.id for finding in convert(match.encode(), BUMMERL, SGN).findings] == ["F406"]


def test_what_is_no_move_of_the_program_is_left_out() -> None:
    deal = RECORD.replace("= A 3 (73-0)\n", "").partition("\ndeal 2")[0]
    for old, new, why in (
        ("2. close Ah Qh", "2. close close Ah Qh", "is repeated or out of turn"),
        ("2. close Ah Qh\n3. As Jd", "2. B: Qh Ah", "is repeated or out of turn"),
        ("Ks Jh", "Ks 20h Jh", "is repeated or out of turn"),
        ("40s Ks Jh\n2. close Ah Qh\n3. As Jd", "40s Ah Jh", "with a card that belongs to none"),
        ("Kh Th", "Kh Kh", "its cards are not a complete pack"),
        ("talon:", "talon: --", "it lacks cards of the talon"),
    ):
        assert old in deal
        done = convert(deal.replace(old, new).encode(), SGN, BUMMERL)
        assert not done.data
        assert why in done.report[0].words(ENGLISH)


def test_what_the_program_cannot_say_is_told() -> None:
    text = RECORD.replace("40s Ks", "20s Ks").replace("= A 3 (73-0)", "= A 3 (73-0) score 3-0")
    text = text.replace("2. close Ah Qh\n3. As Jd", "2. Ah Qh\n3. 20h close Kh Th").replace(
        "2. Ac Jc\n3. exchange 40s Qs", "2. exchange close 40s"
    )
    text = text[: text.index("= B 3")]
    done = convert(text.encode(), SGN, BUMMERL)
    told = [(entry.kind, entry.part, entry.deal) for entry in done.report]
    assert told == [
        (ReportKind.DROPPED, RecordPart.SCORES, 1),
        (ReportKind.DIFFERENT, RecordPart.MARRIAGES, 1),  # announced before the close
        (ReportKind.DIFFERENT, RecordPart.MARRIAGES, 1),  # 20 stated for 40
        (ReportKind.DROPPED, RecordPart.EXCHANGES, 2),
        (ReportKind.DROPPED, RecordPart.CLOSES, 2),
        (ReportKind.DROPPED, RecordPart.BARE_MARRIAGES, 2),
    ]


@pytest.mark.skipif(not ORACLE, reason="SANTASE_ORACLE names no folder of recorded deals")
def test_deals_of_the_program_come_to_what_it_says() -> None:
    """The deals are printed here, as the program prints them, and the judge is to find its points."""
    with gzip.open(Path(ORACLE or "") / "cp.jsonl.gz") as file:
        for line in islice(file, 0, None, 4):
            deal = json.loads(line)
            [game] = read(convert(printed(deal).encode(), BUMMERL, SGN).data)
            judged = judge(game)
            assert [finding.message for finding in judged.findings] == []
            result = deal["result"]
            assert judged.deals[0].card_points == tuple(result["points"])
            assert dealt(deal["seed"], deal["dealer"]) == [
                read_card(card) for cards in (*deal["hands"], deal["talon"]) for card in cards
            ]


def printed(deal: dict[str, Any]) -> str:
    """A recorded deal as `print_bummerl` prints it."""
    names = ("ONE", "TWO")
    acts = []
    for move in deal["moves"]:
        name = {"marriage": "AnnounceMarriage", "exchange": "ExchangeTrumpCard", "close": "CloseTheTalon"}
        card = f", {shown(move['card'])}" if move["type"] in ("marriage", "lead", "follow") else ""
        acts.append(f"{name.get(move['type'], 'PlayCard')}Action({names[move['seat']]}{card})")
    won = [0, 0]
    won[deal["result"]["winner"]] = deal["result"]["game_points"]
    one, two = deal["result"]["points"]
    return (
        f"===== Game #1 =======\nSeed: {deal['seed']}\nDealer: {names[deal['dealer']]}\n"
        f"Player #1: {[shown(card) for card in deal['hands'][0]]}\n"
        f"Player #2: {[shown(card) for card in deal['hands'][1]]}\n\n"
        f"Trump card: {shown(deal['trump_card'])}\n"
        f"Talon: {[shown(card) for card in deal['talon'][:-1]]}\n\n"
        + "\n".join(acts)
        + f"\nTrick points: PlayerPair(one={one}, two={two})\n"
        f"Game points: PlayerPair(one={won[0]}, two={won[1]}), PlayerPair(one={won[0]}, two={won[1]})\n"
    )


def shown(card: str) -> str:
    """A card in the program's spelling."""
    return card[0].replace("T", "X") + "♠♥♦♣"["SHDC".index(card[1])]
