"""Logs of SantaseGameEngine's players: read from one side and from both, written, and spoilt."""

import gzip
import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from notation import Record, read, write
from notation.formats import Telling, fitted, records
from notation.formats.decorator.log import DECORATOR, SPEC
from notation.judge import judge
from tests.support.example_logs import TYPED
from tests.support.games import random_record
from tests.support.sizes import Size

MATCHES = Size("CONVERSIONS", 60)
ORACLE = os.environ.get("SANTASE_ORACLE")

LOGS = (TYPED / "decorator-both.log").read_text("utf-8")
ONE, OTHER = re.split(r"(?=New game vs Ivan)", LOGS)
BOTH = (TYPED / "decorator-both.sgn").read_text("utf-8")


def got(*text: str) -> tuple[list[Record], Telling]:
    telling = Telling()
    found = records("\n".join(text).encode(), DECORATOR, telling)
    return [record for _, record in found], telling


def test_two_logs_become_one_record_whatever_stands_between_them() -> None:
    [record], telling = got(ONE, "# a remark", "", OTHER)
    assert write(record) == BOTH
    assert not telling.findings


def segments(log: list[str]) -> list[list[str]]:
    """The lines of one player's log by what happens at once: headings, turns, ends, draws."""
    found: list[list[str]] = []
    for line in log:
        if found and line.startswith(("--GetTurn", "Playing")) and found[-1][0].startswith("--GetTurn"):
            found[-1].append(line)
        elif line.strip("-"):
            found.append([line])
    return found


def reply_wins(end: str, trump: str) -> bool:
    """Whether the second player has won the trick of a line."""
    led, _, reply = end.removeprefix("End of turn ").partition(" - ")
    led = led.partition("(")[0]
    if led[-1] != reply[-1:]:
        return reply[-1:] == trump
    order = ("9", "J", "Q", "K", "10", "A")
    return order.index(reply[:-1]) > order.index(led[:-1])


def on_one_logger(first: str, second: str, winner_draws_first: bool) -> str:
    """Two logs of one game as one logger would have them, in the order in which the engine calls."""
    logs = [segments(each.strip().split("\n")) for each in (first, second)]
    lines: list[str] = []
    leader = winner = 0
    trump = ""
    while any(logs):
        heads = [log[0][0] if log else "" for log in logs]
        turns = [head.startswith("--GetTurn") for head in heads]
        if any(turns):
            asked = [log.pop(0) if turn else [] for log, turn in zip(logs, turns, strict=True)]
            firsts = [bool(turn) and turn[0].endswith("True") for turn in asked]
            leader = firsts.index(True)
            trump = asked[leader][0].split("(")[0][-1]
            lines += [*asked[leader], *asked[1 - leader]]
            continue
        order = [0, 1]
        if heads[0].startswith("End of turn"):
            order = [leader, 1 - leader]
            winner = 1 - leader if reply_wins(heads[0], trump) else leader
        elif heads[0].startswith("New card") and winner_draws_first:
            order = [winner, 1 - winner]
        for seat in order:
            if logs[seat]:
                head = logs[seat].pop(0)
                lines += [*head, "-" * 40] if head[0].startswith("EndRound") else head
    return "\n".join(lines) + "\n"


def matches_of_both() -> Iterator[tuple[str, str]]:
    """The logs of both players of random matches."""
    for seed in range(MATCHES.share(2)):
        record = random_record(SPEC, random.Random(seed), False, 3)
        pieces = fitted(record, DECORATOR, Telling())
        if pieces and DECORATOR.writer:
            first, second = re.split(r"\n(?=New game vs )", DECORATOR.writer(pieces, Telling()).decode())
            yield first, second


@pytest.mark.slow
@pytest.mark.parametrize("winner_draws_first", [True, False])
def test_both_players_on_one_logger_are_the_same_as_two_logs(winner_draws_first: bool) -> None:
    deals = 0
    for first, second in matches_of_both():
        two, _ = got(first, second)
        one, telling = got(on_one_logger(first, second, winner_draws_first))
        assert not telling.findings, on_one_logger(first, second, winner_draws_first)
        assert one == two
        deals += len(one[0].deals)
    assert deals > MATCHES // 2 or not MATCHES.is_full


def test_several_games_on_one_logger_and_apart_stand_in_one_file() -> None:
    shared = on_one_logger(ONE, OTHER, True)
    found, telling = got(shared, shared, ONE, OTHER)
    assert [write(record) for record in found] == [BOTH] * 3
    assert not telling.findings


def test_lines_of_one_logger_that_cannot_be_told_apart_say_what_the_file_is() -> None:
    shared = on_one_logger(ONE, OTHER, True).replace("Card: A♠; Announce", "Card: J♣; Announce")
    found, telling = got(shared)
    assert not found
    [finding] = telling.findings
    assert finding.code.id == "F405"
    assert "both players wrote into it" in finding.message
    assert finding.span.line == 6


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("End of turn K♦(Forty) - K♣", "End of turn K♦(Forty) - A♥"),
        ("End of turn K♦(Forty)", "End of turn K♦(None)"),
        ("Playing Action: CloseGame; Card: ; Announce: None\n", ""),
        ("New card 9♥", "New card 10♣"),
        ("New round (2-0)", "New round (3-0)"),
        ("New round (2-0). Cards: 10♠", "New round (2-0). Cards: K♠"),
        ("First: A♠(None); I am first: False", "First: (None); I am first: True"),
    ],
)
def test_contradictions_are_told_and_nothing_chooses(old: str, new: str) -> None:
    assert old in OTHER
    [record], telling = got(ONE, OTHER.replace(old, new))
    assert "F405" in {finding.code.id for finding in telling.findings}
    assert all(finding.span.line for finding in telling.findings)
    assert len(record.deals) == 1 or record.deals[0].result is None


def test_large_and_foreign_input_is_bounded() -> None:
    for data in (
        b"New game vs \xff\n",
        b"New game vs x\n" * 2000,
        (ONE + "Playing Action: ChangeTrump; Card: ; Announce: None\n" * 5000).encode(),
        (ONE + "nonsense\n" * 5000).encode(),
        b"nonsense\n" * 5000,
        ("New round (0-0). Cards: " + "A♠" * 9000 + ". Trump card: Q♦\n").encode() * 3,
    ):
        telling = Telling()
        found = records(data, DECORATOR, telling)
        assert telling.findings or len(found) == 1000
        assert len(telling.findings) < 1010


def log_of(deal: dict[str, Any], seat: int) -> str:
    """A recorded deal as one player sees it, put together without the project's writer."""

    def sign(card: str) -> str:
        return card[0].replace("T", "10") + dict(zip("SHDC", "♠♥♦♣", strict=True))[card[1]]

    log = [f"New game vs {1 - seat}"]
    hand = "".join(map(sign, deal["hands"][seat]))
    log.append(f"New round (0-0). Cards: {hand}. Trump card: {sign(deal['trump_card'])}")
    turn_up, left, lead, closed, talon = deal["trump_card"], 12, "", False, list(deal["talon"])
    tricks = iter(deal["tricks"])
    married = ""

    def ask(first: bool) -> None:
        state = "Final" if closed or not left else "Start" if left == 12 else "MoreThanTwoCardsLeft"
        seen = "(None)" if first else f"{sign(lead)}({married or 'None'})"
        cards = f"Trump: {sign(turn_up)}({left})"
        log.append(f"--GetTurn; {cards}; State: {state}; First: {seen}; I am first: {first}")

    for move in deal["moves"]:
        own, kind = move["seat"] == seat, move["type"]
        if kind == "exchange":
            if own:
                ask(True)
                log.append("Playing Action: ChangeTrump; Card: ; Announce: None")
            turn_up = talon[-1] = "9" + turn_up[1]
        elif kind == "close":
            if own:
                ask(True)
                log.append("Playing Action: CloseGame; Card: ; Announce: None")
            closed = True
        elif not lead:
            married = {20: "Twenty", 40: "Forty"}.get(move.get("value", 0), "")
            if own:
                ask(True)
                log.append(f"Playing Action: PlayCard; Card: {sign(move['card'])}; Announce: None")
            lead = move["card"]
        else:
            if own:
                ask(False)
                log.append(f"Playing Action: PlayCard; Card: {sign(move['card'])}; Announce: None")
            log.append(f"End of turn {sign(lead)}({married or 'None'}) - {sign(move['card'])}")
            winner = next(tricks)["winner"]
            if left and not closed:
                log.append(f"New card {sign(talon[12 - left + (winner != seat)])}")
                left -= 2
            lead = married = ""
    if lead:
        log.append(f"End of turn {sign(lead)}({married}) - ")
    return "\n".join([*log, "EndRound();", "-" * 40, ""])


@pytest.mark.slow
@pytest.mark.skipif(not ORACLE, reason="SANTASE_ORACLE names no folder of recorded deals")
def test_deals_of_another_engine_are_the_same_from_both_sides() -> None:
    """Every trick and point agrees with what that engine states."""
    with gzip.open(Path(str(ORACLE), "santase.jsonl.gz"), "rt", encoding="utf-8") as lines:
        deals = [json.loads(line) for line in lines][:100]
    for deal in deals:
        for seats in ((0, 1), (0,), (1,)):
            [record], telling = got(*(log_of(deal, seat) for seat in seats))
            assert not telling.findings, (deal["id"], seats)
            judgement = judge(next(read(write(record))))
            assert not [finding for finding in judgement.findings if finding.is_error], (deal["id"], seats)
            if len(seats) < 2:
                continue
            [judged] = judgement.deals
            leaders = [trick.events[-1].seat for trick in judged.tricks]
            assert len(leaders) >= len(deal["tricks"])
            assert judged.result is not None
            assert list(judged.result.card_points) == deal["result"]["points"], deal["id"]
            winner = deal["result"]["winner"]
            assert (judged.result.winner, judged.result.game_points) == (
                -1 if winner is None else winner,
                deal["result"]["game_points"],
            )
