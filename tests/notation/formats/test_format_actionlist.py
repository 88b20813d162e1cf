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

DEALT = """deal 1 dealer B trump Qd
A: Ks As Qh Kh Ah Kc
B: Ts 9d Kd Td 9c Qc
"""


def got(*messages: Any) -> tuple[list[Record], Telling]:
    telling = Telling()
    data = "\n".join(m if isinstance(m, str) else json.dumps(m) for m in messages).encode()
    return [record for _, record in records(data, ACTIONS, telling)], telling


def text_of(*messages: Any) -> str:
    """The only record, without its head line and rules."""
    [record], telling = got(*messages)
    assert not telling.findings, [finding.message for finding in telling.findings]
    return write(record).split("\n\n", 1)[1]


def suited(card: str) -> dict[str, str]:
    """A card as codr1/santase writes it."""
    names = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    return {"suit": names[card[1]], "rank": card[0].replace("T", "10")}


def test_actions_behind_a_full_state() -> None:
    """go-sixtysix and rust-sixtysix: seats are not named, the referee says whose turn it is."""

    def number(card: str) -> int:
        return "cdhs".index(card[1]) * 100 + {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}[card[0]]

    hands = [[number(card) for card in line[3:].split()] for line in DEALT.splitlines()[1:]]
    stock = [number(card) for card in "9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh".split()]
    state = {
        "hands": hands,
        "stock": stock,
        "trumpCard": number("Qd"),
        "trumpSuit": 1,
        "trick": [],
        "current": 0,
    }
    played = [{"type": "play", "payload": {"card": number(card)}} for card in ("As", "Td", "Kd", "Kc")]
    said = [{"type": "exchangeTrump"}, {"type": "declare", "payload": {"suit": 1}}, {"type": "closeStock"}]
    text = text_of({"state": state}, *played[:2], {"state": {"stock": []}}, *said, *played[2:])
    talon = "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n"
    assert text == f"{DEALT}{talon}1. As Td\n2. exchange 40d close Kd Kc\n"


def viewer(hand: str, **game: Any) -> dict[str, Any]:
    """A state of codr1/santase as its first player is sent it."""
    shape = {
        "playerHands": [[suited(card) for card in hand.split()], {"count": 6}],
        "stock": {"count": 9},
        "trumpCard": suited("Qd"),
        "isClosed": False,
        "closedBy": None,
        "leader": 0,
        "currentTrick": None,
        "lastCompletedTrick": None,
        "declaredMarriages": [],
        "roundScores": [0, None],
        "roundResult": None,
    }
    return {"event": "game-state", "data": {"game": shape | game}}


def test_states_of_one_player_tell_what_the_opponent_does() -> None:
    """codr1/santase: states repeat what is known, and the opponent's actions appear in them alone."""
    trick = {"leaderIndex": 0, "leaderCard": suited("As"), "followerCard": suited("Td")}
    after: dict[str, Any] = {"lastCompletedTrick": trick, "leader": 1}
    changed = after | {"trumpCard": suited("9d")}
    led = changed | {
        "isClosed": True,
        "closedBy": 1,
        "declaredMarriages": ["diamonds"],
        "currentTrick": {"leaderIndex": 1, "leaderCard": suited("Kd")},
    }
    ended = led | {"roundResult": {"winner": 1, "gamePoints": 3, "reason": "declared_66"}}
    rest = "Ks Qh Kh Ah Kc Tc"
    text = text_of(
        viewer("Ks As Qh Kh Ah Kc", stock={"count": 11}),
        viewer("Ks As Qh Kh Ah Kc", stock={"count": 11}),
        {"path": "/rooms/ABCD/play", "body": {"card": suited("As")}, "player": 0},
        viewer("Ks Qh Kh Ah Kc", currentTrick={"leaderIndex": 0, "leaderCard": suited("As")}),
        viewer(rest, **after),
        viewer(rest, **changed),
        viewer(rest, **led),
        viewer(rest, **led),
        {"path": "/rooms/ABCD/play", "body": {"card": suited("Kc")}, "player": 0},
        viewer(rest, **ended),
        viewer(rest, **ended),
    )
    assert text == (
        "deal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\ntalon: -- Tc -- -- -- -- -- -- -- -- -- Qd\n"
        "1. As Td\n2. exchange close 40d Kd Kc out\n= B 3\n"
    )


def test_cards_by_the_ids_under_which_they_were_shown() -> None:
    """santase-service: requests name a card by an id that a state gave it."""
    ranks = {"A": "ACE", "T": "TEN", "K": "KING", "Q": "QUEEN", "J": "JACK", "9": "NINE"}
    suits = {"s": "SPADES", "h": "HEARTS", "d": "DIAMONDS", "c": "CLUBS"}

    def card(word: str) -> dict[str, str]:
        return {"id": f"id-{word}", "rank": ranks[word[0]], "suit": suits[word[1]]}

    def state(hand: str, **more: Any) -> dict[str, Any]:
        shape = {"gameId": "g", "deck": [card(word) for word in hand.split()], "trumpCard": card("Qd")}
        return shape | {"opponentPlayerCardsCount": 6, "remainingCardsCount": 10} | more

    def ask(what: str, word: str = "") -> dict[str, Any]:
        return {"path": f"/game/{what}", "body": {"cardId": f"id-{word}"} if word else {}}

    text = text_of(
        state("Ks As Qh Kh Ah Kc", remainingCardsCount=12),
        ask("play-card", "As"),
        state("Ks Qh Kh Ah Kc", playedCard=card("As"), opponentPlayedCard=card("9c")),
        state("Ks Qh Kh Ah Kc 9h"),
        ask("announce", "Kh"),
        state("Ks Qh Ah Kc 9h", playedCard=card("Kh"), bonus=20),
        state("Ks Qh Ah Kc 9h", playedCard=card("Kh"), opponentPlayedCard=card("9s")),
        ask("finish-deal"),
    )
    assert text == (
        "deal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\ntalon: 9h -- -- -- -- -- -- -- -- -- -- Qd\n"
        "1. As 9c\n2. 20h Kh 9s out\n"
    )


def test_moves_of_both_players_behind_the_state_of_one() -> None:
    """dpcode123/schnapsen: whose cards the state shows is seen when one of them is played."""

    def card(word: str) -> str:
        return (
            word[0].lower().replace("t", "x")
            + "-"
            + {"h": "herc", "d": "karo", "s": "pik", "c": "tref"}[word[1]]
        )

    def play(user: int, word: str, **more: Any) -> dict[str, Any]:
        return {"userId": user, "moveType": "playCard", "cardName": card(word), **more}

    hand = [{"name": card(word), "points": 1} for word in "Ks As Qh Kh Ah".split()]
    start = {
        "moveNum": 1,
        "deckSize": 9,
        "trickNum": 1,
        "trumpCard": {"name": card("Qd")},
        "cardsInHand": hand,
    }
    text = text_of(
        start,
        play(7, "Jc"),
        play(9, "As"),
        {"userId": 7, "moveType": "exchangeTrump", "cardName": ""},
        {"userId": 7, "moveType": "closeDeck", "cardName": ""},
        play(7, "Ac"),
        play(9, "Qh", marriagePoints=0),
        play(7, "Kd", marriagePoints=40),
    )
    assert text == (
        "deal 1 dealer B trump Qd\nB: Ks As Qh Kh Ah\ntalon: -- -- -- -- -- -- -- -- -- Qd\n"
        "1. Jc As\n2. exchange close Ac Qh\n3. 40d Kd\n"
    )


def test_requests_with_claims_in_german_suits() -> None:
    """d-becker/schnapsen: a marriage with which the deal is claimed is one request."""
    ranks = {"A": "Ace", "T": "Ten", "K": "King", "Q": "Ober", "J": "Unter"}
    suits = {"s": "Leaves", "h": "Hearts", "d": "Bells", "c": "Acorns"}

    def card(word: str) -> dict[str, str]:
        return {"suit": suits[word[1]], "rank": ranks[word[0]]}

    def ask(player: int, data: Any) -> dict[str, Any]:
        return {"id": 1, "data": data, "player": player}

    hands = [list(map(card, "Ks As Qh Kh Ah".split())), list(map(card, "Ts Kd Td Jc Qc".split()))]
    text = text_of(
        {"trump": card("Qd"), "hands": hands, "leader": 1},
        ask(1, {"PlayTwenty": card("Kh")}),
        ask(2, {"PlayCard": card("Jc")}),
        {"request_id": 1, "result": {"Ok": None}},
        ask(1, "Close"),
        ask(1, {"PlayCard": card("As")}),
        ask(2, {"PlayCard": card("Ts")}),
        ask(1, "Declare"),
    )
    talon = "talon: -- -- -- -- -- -- -- -- -- Qd\n"
    assert text == (
        "deal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah\nB: Ts Kd Td Jc Qc\n"
        + talon
        + "1. 20h Kh Jc\n2. close As Ts out\n"
    )


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
