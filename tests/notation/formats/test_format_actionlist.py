"""Actions of card servers as JSON: the tables, one-sided captures, and spoilt input."""

import gzip
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from notation import Record, read, write
from notation.formats import RecordPart, ReportKind, Telling, records
from notation.formats.actions.log import ACTIONS, reader_of
from notation.formats.actions.mapping import KINDS, TableError, read_table, tables
from notation.judge import judge
from notation.record.words import read_card
from referee import actions
from referee.cards import SEATS, suit_of
from tests.support.corpus import ROOT

ORACLE = os.environ.get("SANTASE_ORACLE")


def got(*messages: Any) -> tuple[list[Record], Telling]:
    telling = Telling()
    data = "\n".join(m if isinstance(m, str) else json.dumps(m) for m in messages).encode()
    return [record for _, record in records(data, ACTIONS, telling)], telling


NAMES = {"T": "Ten", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
SUITS = {"H": "Hearts", "D": "Diamonds", "C": "Clubs", "S": "Spades"}


def events_of(deal: dict[str, Any], own: int | None) -> list[dict[str, Any]]:
    """A recorded deal as the events of SchlexanderOlz/Schnapsen, with the cards of one player or of none."""
    log: list[dict[str, Any]] = []

    def tell(event: str, data: Any = None) -> None:
        log.append({"event": event, "data": data, "timestamp": len(log)})

    def card(word: str) -> dict[str, str]:
        return {"value": NAMES[word[0]], "suit": SUITS[word[1]]}

    talon, played, closed = list(deal["talon"]), 0, False
    tell("TrumpChange", card(deal["trump_card"]))
    for word in deal["hands"][own] if own is not None else ():
        tell("CardAvailabe", card(word))
    for number, play in enumerate(deal["moves"], start=1):
        who, kind = {"user_id": f"user {play['seat']}"}, play["type"]
        if kind == "exchange":
            talon[-1] = "J" + deal["trump_card"][1]
            tell("TrumpChange", card(talon[-1]))
        elif kind == "close":
            closed = True
            tell("CloseTalon", who)
        if kind == "marriage":
            pair = [card(rank + play["suit"]) for rank in "QK"]
            tell("Announce", who | {"announcement": {"cards": pair, "announce_type": "Twenty"}})
        if kind in ("lead", "follow") or (kind == "marriage" and number < len(deal["moves"])):
            tell("PlayCard", who | {"card": card(play["card"])})
            played += 1
            if played % 2 == 0 and played <= 10 and not closed:
                winner = deal["tricks"][played // 2 - 1]["winner"]
                if own is not None:
                    tell("CardAvailabe", card(talon[played - 2 + (winner != own)]))
    tell("Result", {"winner": f"user {deal['result']['winner']}", "points": deal["result"]["game_points"]})
    return log


@pytest.mark.skipif(not ORACLE, reason="SANTASE_ORACLE names no folder of recorded deals")
def test_recorded_deals_as_events_are_judged_as_their_engine_did() -> None:
    with gzip.open(Path(str(ORACLE), "cp.jsonl.gz"), "rt", encoding="utf-8") as lines:
        deals = [json.loads(line) for line in lines][:50]
    for deal in deals:
        for own in (None, 0, 1):
            [record], telling = got(*events_of(deal, own))
            assert not telling.findings, deal["id"]
            judgement = judge(next(read(write(record))))
            assert not [finding for finding in judgement.findings if finding.is_error], (deal["id"], own)
            assert len(record.deals[0].hands) == (own is not None and bool(record.deals[0].hands))


def test_unknown_messages_are_told_and_unknown_cards_stay_so() -> None:
    [record], telling = got(*SPOILT, {"event": "Chat"}, {"event": "Chat"})
    entries = {(entry.kind, entry.part): entry for entry in telling.report}
    assert entries[ReportKind.DROPPED, None].count == 2
    assert (ReportKind.UNKNOWN, RecordPart.HANDS) in entries
    assert (ReportKind.UNKNOWN, RecordPart.TALON) in entries
    assert record.deals[0].result is None


SPOILT: list[Any] = [
    {"event": "TrumpChange", "data": {"value": "Jack", "suit": "Hearts"}},
    {"event": "PlayCard", "data": {"user_id": "x", "card": {"value": "Ten", "suit": "Spades"}}},
    {"event": "PlayCard", "data": {"user_id": "y", "card": {"value": "Ace", "suit": "Spades"}}},
]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"event": "PlayCard", "data": {"user_id": "z", "card": {"value": "Ace", "suit": "Clubs"}}}, "F403"),
        ({"event": "PlayCard", "data": {"user_id": "x", "card": {"value": "Nine", "suit": "Clubs"}}}, "F403"),
        ({"event": "PlayCard", "data": {"user_id": [], "card": {"value": "Ace", "suit": "Clubs"}}}, "F403"),
        ({"event": "Announce", "data": {"user_id": "x", "announcement": {"cards": [5]}}}, "F403"),
        ({"event": "Result", "data": {"winner": "x", "points": 10**9}}, "F403"),
        ({"event": "CardAvailabe", "data": {"value": "Ten", "suit": "Moons"}}, "F403"),
        ("{", "S140"),
        ('{"a": ' * 9000, "S140"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(message: Any, code: str) -> None:
    _, telling = got(*SPOILT, message)
    assert [finding.code.id for finding in telling.findings] == [code]
    assert telling.findings[0].span.line == 4


def test_what_is_no_log_of_a_known_server_is_told() -> None:
    _, telling = got('{"x": 1}')
    assert [finding.code.id for finding in telling.findings] == ["F401"]
    _, telling = got(SPOILT[1])
    assert [finding.code.id for finding in telling.findings] == ["F404"]
    _, telling = got(*[SPOILT[1]] * 5000)
    assert 0 < len(telling.findings) < 1010


def test_every_table_is_whole_and_tells_what_its_server_plays() -> None:
    found = list(tables())
    assert len(found) == 7
    for table in found:
        assert table.marks
        assert {rule.kind for rule in table.rules} <= KINDS
        assert {"play", "close", "exchange"} & {rule.kind for rule in table.rules}


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "no-such"},
        {"actions": [{"do": "run", "when": {}}]},
        {"cards": {}},
        {"actions": 5},
        {"marks": None},
        {"marks": ["up"]},
    ],
)
def test_a_table_of_ones_own_is_read_or_refused(change: dict[str, Any]) -> None:
    mine = {
        "name": "mine",
        "rules": "schnapsen",
        "marks": [{"up": "*"}],
        "cards": {"codes": {"1": "As", "2": "Ts", "3": "Qd"}, "suits": {}},
        "actions": [
            {"when": {"up": "*"}, "do": "deal", "turn_up": "up"},
            {"when": {"card": [1, 2]}, "do": "play", "card": "card", "seat": "by"},
        ],
    }
    table = read_table(json.dumps(mine).encode())
    telling = Telling()
    data = b'[{"up": 3}, {"card": 1, "by": "x"}, {"card": 2, "by": "y"}]'
    [record] = reader_of([table])(data, telling)
    assert "1. As Ts" in write(record)
    with pytest.raises(TableError):
        read_table(json.dumps(mine | change).encode())


SNAPSZER = [
    json.loads(line) for line in (ROOT / "tests/logs/trickster.jsonl").read_text("utf-8").splitlines()
]
ANSWERS = [message for message in SNAPSZER if "trickNo" in message]


def dealt_by(seed: int) -> list[str]:
    """The pack as the server shuffles it: the player's hand, its own, and the talon."""
    pack = [rank + suit for suit in "hdsc" for rank in "JQKTA"]
    random.Random(seed).shuffle(pack)
    return pack


@pytest.mark.parametrize("told", [SNAPSZER, ANSWERS], ids=["with the requests", "answers alone"])
def test_snapszer_is_read_as_the_server_states_it(told: list[Any]) -> None:
    """sztriga/trickster: the log reports one side, and its cards agree with its shuffle."""
    [record], telling = got(*told)
    assert not telling.findings
    ends = {message["seed"]: message["lastAward"] for message in ANSWERS if message["dealOver"]}
    assert len(record.deals) == len(ends) == 2
    judgement = judge(next(read(write(record))))
    assert not [finding for finding in judgement.findings if finding.is_error]
    for deal, judged, (seed, award) in zip(record.deals, judgement.deals, ends.items(), strict=True):
        assert deal.result
        assert (deal.result.winner, deal.result.game_points) == (award["winner"], award["points"])
        assert judged.game_points == award["points"]
        assert list(judged.card_points or ()) == award["scores"]
        pack = [read_card(card) for card in dealt_by(seed)]
        assert {*dict(deal.hands)[SEATS[0]].cards} == {*pack[:5]}
        assert deal.talon
        assert all(card in (-1, there) for card, there in zip(deal.talon.cards, pack[10:], strict=True))
        assert deal.trump in (None, pack[-1])
        assert any(card >= 0 for card in deal.talon.cards[:-1])


def test_an_exchange_before_the_first_answer_leaves_the_turn_up_unknown() -> None:
    first = next(
        message for message in ANSWERS if message["aiBubble"] == "Cserélek!" and not message["trickNo"]
    )
    [record], telling = got(*ANSWERS[ANSWERS.index(first) :])
    assert not telling.findings
    deal = record.deals[0]
    assert deal.trump is None
    assert deal.suit == suit_of(read_card(dealt_by(first["seed"])[-1]))
    assert deal.tricks[0].plies[0].action == actions.EXCHANGE


def test_a_deal_that_is_told_again_is_no_other_and_the_next_one_is() -> None:
    [record], _ = got(*ANSWERS)
    [again], _ = got(*(message for message in ANSWERS for _ in range(2)))
    assert write(again) == write(record)
    [spoilt], telling = got({**ANSWERS[0], "hands": {"human": [{"color": "HEARTS", "number": 9}] * 5}})
    assert not spoilt.deals
    assert [finding.code.id for finding in telling.findings][:1] == ["F403"]
