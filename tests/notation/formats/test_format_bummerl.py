"""What `print_bummerl` prints: read, written, and spoilt."""

import gzip
import json
import os
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from notation import read
from notation.formats import FORMATS, SGN, convert
from notation.formats.bummerl.pickled import dealt
from notation.judge import judge
from notation.record.words import read_card
from tests.support.example_logs import BUMMERL_LOG as LOG

BUMMERL: Final = FORMATS["bummerl"]
ORACLE: Final = os.environ.get("SANTASE_ORACLE")


@pytest.mark.slow
def test_there_is_a_bound_on_everything() -> None:
    heads = "".join(f"===== Game #{number} =======\n" for number in range(1, 9000))
    for log in (heads, "===== Game #1 =======\n" * 200_000, LOG.partition("=\n\n")[0] * 2):
        assert len(convert(log.encode(), BUMMERL, SGN).findings) <= 10_000
    deal = LOG[: LOG.index("===== Game #2")]
    match = "".join(deal.replace("#1", f"#{number}", 1) for number in range(1, 300))
    assert [finding.code.id for finding in convert(match.encode(), BUMMERL, SGN).findings] == ["F406"]


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
