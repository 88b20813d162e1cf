"""The log of boardgame.io's client for sixty-six: with its deck, both ways, and spoilt."""

import gzip
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from notation import Record, read, write
from notation.formats import FORMATS, ReportKind, Telling, convert, fitted, records
from notation.formats.boardgame.log import BOARDGAME, SPEC
from notation.formats.contract import comes_back
from notation.judge import judge
from support.games import random_record
from support.sizes import Size

MATCHES = Size("CONVERSIONS", 60)
SPECS = (SPEC, "sixty-six", "santase", "sixty-six-tompa", "sixty-six exchange-by=turn", "sixty-six-casual")
SAMPLES = os.environ.get("SANTASE_FORMATS")
ORACLE = os.environ.get("SANTASE_ORACLE")

HANDS = ("Ks As Qh Kh Ah Kc", "Ts 9d Kd Td 9c Qc")
TALON = "9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd"


def number(card: str) -> dict[str, int]:
    """A card as the log's state writes it."""
    values = {"9": 9, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
    return {"suit": "dhsc".index(card[1]), "value": values[card[0]]}


def state(**more: Any) -> dict[str, Any]:
    cards = [*HANDS[0].split(), *HANDS[1].split(), *reversed(TALON.split())]
    return {"G": {"deck": [number(card) for card in cards], **more}, "_stateID": 9}


def move(player: int, kind: str, *args: Any) -> dict[str, Any]:
    payload = {"type": kind, "args": list(args), "playerID": str(player)}
    return {"action": {"type": "MAKE_MOVE", "payload": payload}, "_stateID": 0, "turn": 1}


def got(*values: Any) -> tuple[list[Record], Telling]:
    telling = Telling()
    data = "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values).encode()
    return [record for _, record in records(data, BOARDGAME, telling)], telling


GAME = [
    state(roundSummaries=[{"winnerId": "1", "points": [0, 75], "scoring": [0, 3]}]),
    move(0, "SelectCards", [4]),  # hearts Qh Kh Ah, spades Ks As, clubs Kc; trumps are diamonds
    {"action": {"type": "GAME_EVENT", "payload": {"type": "endTurn"}}, "_stateID": 0, "turn": 1},
    move(1, "SelectCards", [5]),  # spades Ts, clubs 9c Qc, trumps 9d Kd Td
    move(1, "DrawCards"),  # 9h, and the nine of trumps goes for the queen by itself
    move(1, "Meld", 0),
    move(1, "Close"),
    move(1, "SelectCards", [5]),  # 9h Ts 9c Qc Qd Kd
    move(0, "SelectCards", [5]),  # Qh Kh Ah Ks Kc Tc
    move(1, "GoOut"),
]
TEXT = f"""%SGN 1
[Rules "{SPEC}"]

deal 1 dealer B trump Qd
A: Ks As Qh Kh Ah Kc
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd
1. As Td
2. exchange 40d close Kd Tc out
= B 3 (0-75)
"""


def test_what_is_written_comes_back() -> None:
    kept = 0
    for seed in range(MATCHES.share(2)):
        record = random_record(SPECS[seed % len(SPECS)], random.Random(seed), seed % 3 > 0, 3)
        report = comes_back(record, BOARDGAME).report
        kept += len(record.deals) - sum(entry.count for entry in report if entry.kind is ReportKind.LEFT_OUT)
    assert kept > MATCHES // 2 or not MATCHES.is_full


def test_indices_become_cards_and_the_exchange_that_nobody_logs_is_written() -> None:
    [record], telling = got(*GAME)
    assert not telling.findings
    assert write(record) == TEXT
    assert {(entry.kind, str(entry.part)) for entry in telling.report} >= {
        (ReportKind.DERIVED, "RecordPart.EXCHANGES")
    }
    assert not [finding for finding in judge(next(read(write(record)))).findings if finding.is_error]


def test_a_close_before_drawing_and_both_exchanges_on_a_close() -> None:
    start = state(players=[{"isDealer": False}, {"isDealer": True}])
    [record], telling = got(start, move(0, "Close"))
    assert "1. close B: exchange" in write(record)  # whoever holds the nine takes the turn-up
    played = [move(0, "SelectCards", [4]), move(1, "SelectCards", [5])]
    [record], telling = got(start, *played, move(1, "Close"), move(1, "SelectCards", [0]))
    assert "1. As Td exchange close\n2. Ts\n" in write(record)
    [record], telling = got(start, *played, move(1, "GoOut"))
    assert "1. As Td out\n" in write(record)
    assert not telling.findings


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (GAME[1:], "F403"),
        (["{", *GAME], "S140"),
        ([GAME[0], move(0, "SelectCards", [6])], "F403"),
        ([GAME[0], move(0, "SelectCards", [-1])], "F403"),
        ([GAME[0], move(0, "SelectCards", [True])], "F403"),
        ([GAME[0], move(2, "DrawCards")], "F403"),
        ([GAME[0], move(0, "Meld", 7)], "F403"),
        ([GAME[0], move(0, "Undo")], "F403"),
        ([GAME[0], {"action": {"type": "UNDO"}, "_stateID": 3}], "F403"),
        ([state()], "F403"),
        ([state(deck=[])], "F403"),
        ([state(deck=[number("As")] * 24), *GAME[1:]], "F405"),
        ([state(roundSummaries=[{"winnerId": "9"}]), *GAME[1:]], "F403"),
        ([state(roundSummaries=[{"winnerId": "1", "scoring": [0, 10**30]}]), *GAME[1:]], "F403"),
        ([GAME[0], *[move(0, "DrawCards")] * 600], "F403"),
        (['{"_stateID": ' + "9" * 5000 + "}"], "S140"),
        (['{"_stateID": ' + "[" * 5000], "S140"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(values: list[Any], code: str) -> None:
    found, telling = got(*values)
    assert code in {finding.code.id for finding in telling.findings}
    assert all(finding.span.line for finding in telling.findings)
    assert not found


def test_no_beginning_and_no_spoilt_line_raises() -> None:
    whole = [json.dumps(value) for value in GAME]
    data = "\n".join(whole).encode()
    for size in range(0, len(data), 5):
        records(data[:size], BOARDGAME, Telling())
    rng = random.Random(66)
    for _ in range(400):
        lines = list(whole)
        for _ in range(rng.randrange(1, 4)):
            at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
            if rng.random() < 0.5:
                lines[at], lines[to] = lines[to], rng.choice(lines)
            else:
                spot = rng.randrange(len(lines[at]))
                new = rng.choice(["\0", "9", "-", "null", '"', "NaN"])
                lines[at] = lines[at][:spot] + new + lines[at][spot + 1 :]
        found, telling = got(*lines)
        for record in found:
            assert list(read(write(record)))
        assert all(finding.span.line for finding in telling.findings)
    assert records(b"\xff" + data, BOARDGAME, Telling()) == []


TWO_MARRIAGES = {"R223", "R224", "X106", "X108"}
DIFFERENCES = {
    # Two marriages are announced at one lead.
    "fbg-72": TWO_MARRIAGES,
    "fbg-327": TWO_MARRIAGES,
    "fbg-359": TWO_MARRIAGES - {"R224"},
    "fbg-799": TWO_MARRIAGES,
    # The closer exchanges on the close without a trick.
    "fbg-371": {"R232"},
    "fbg-786": {"R232"},
    "fbg-931": {"R232"},
    # A closer who takes the last trick with 66 wins without a claim.
    "fbg-249": {"X106"},
    "fbg-385": {"X106"},
}
"""What is wrong with a recorded deal, and why: the deviations of the program."""


def oracle() -> list[dict[str, Any]]:
    with gzip.open(Path(str(ORACLE), "fbg66.jsonl.gz"), "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def log_of(deal: dict[str, Any]) -> list[dict[str, Any]]:
    """A recorded deal as its program logs it, put together without the project's writer."""
    trump, stock = deal["trump_card"][1], [*reversed(deal["talon"])]
    hands = [list(hand) for hand in deal["hands"]]
    cards = [card[0] + card[1].lower() for card in (*hands[0], *hands[1], *stock)]
    summary = {"winnerId": deal["result"]["winnerId"], "points": deal["result"]["points"]}
    summary["scoring"] = deal["result"]["scoring"]
    log: list[dict[str, Any]] = [
        {"G": {"deck": [number(card) for card in cards], "roundSummaries": [summary]}, "_stateID": 1}
    ]
    for play in deal["moves"]:
        seat, kind = play["seat"], play["type"]
        if kind in ("lead", "follow"):
            places = [(c[1] == trump, "DHSC".index(c[1]), "9JQKTA".index(c[0]), c) for c in hands[seat]]
            order = [place[-1] for place in sorted(places)]
            log.append(move(seat, "SelectCards", [order.index(play["card"])]))
            hands[seat].remove(play["card"])
        elif kind in ("marriage", "meld"):
            log.append(move(seat, "Meld", "DHSC".index(play["suit"])))
        elif kind == "draw":
            log.append(move(seat, "DrawCards"))
            for drawer, card in zip((seat, 1 - seat), play["cards"], strict=True):
                hands[drawer].append(card)
        elif kind == "close":
            log.append(move(seat, "Close"))
        elif kind == "out":
            log.append(move(seat, "GoOut"))
        else:
            assert kind == "exchange"
            hands[seat].remove("9" + trump)
            hands[seat].append(stock[0])
    return log


@pytest.mark.slow
@pytest.mark.skipif(not ORACLE, reason="SANTASE_ORACLE names no folder of recorded deals")
def test_recorded_deals_are_read_with_the_points_that_their_engine_states() -> None:
    """Nothing differs but what the program is known to do otherwise."""
    for deal in oracle():
        [record], telling = got(*log_of(deal))
        assert not telling.findings, deal["id"]
        judgement = judge(next(read(write(record))))
        errors = {finding.code.id for finding in judgement.findings if finding.is_error}
        assert errors == DIFFERENCES.get(deal["id"], set()), deal["id"]
        if not errors:
            assert judgement.deals[0].game_points == max(deal["result"]["scoring"])


@pytest.mark.skipif(not (ORACLE and SAMPLES), reason="SANTASE_ORACLE and SANTASE_FORMATS name no folders")
def test_the_writer_makes_the_log_that_the_program_wrote() -> None:
    """The last sample is the log of one of the recorded deals; the others name no deck, and that is told."""
    text = Path(str(SAMPLES), "boardgame-io.txt").read_text("utf-8")
    sample = text.strip().split("\n\n")[-1].split("\n")
    [deal] = [each for each in oracle() if each["id"] == "fbg-2"]
    [record], _ = got(*log_of(deal))
    assert BOARDGAME.writer
    written = BOARDGAME.writer(fitted(record, BOARDGAME, Telling()), Telling()).decode()
    assert written.strip().split("\n")[1:] == sample
    found, telling = got(text)
    assert not found
    assert [finding.code.id for finding in telling.findings] == ["F403"]


def test_a_deal_that_the_program_cannot_have_logged_is_left_out() -> None:
    text = TEXT.replace("exchange 40d close", "40d close").replace("Kd Tc", "Kd Kc")
    text = text.replace("40d ", "").replace("= B 3 (0-75)\n", "")
    done = convert(text.encode(), FORMATS["sgn"], BOARDGAME)
    assert done.deals == 0
    assert [entry.kind for entry in done.report if entry.deal] == [ReportKind.LEFT_OUT]
