"""Logs of other programs, as written by those programs, and as written by this one."""

import json
from functools import cache
from typing import Final

from notation.formats import FORMATS, Format, convert
from tests.support.corpus import ROOT
from tests.support.fltk import Program

PRINTED: Final = {
    "boardgame": "boardgame.jsonl",
    "bummerl": "bummerl.txt",
    "painsi": "painsi.txt",
    "vu-verbose": "vu-verbose.txt",
}
"""Output of other programs, by format."""
WRITTEN: Final = {
    "vu-tricks": "schnapsen-a-game-to-seven",
    "vu-moves": "schnapsen-a-game-to-seven",
    "vu-verbose": "schnapsen-a-game-to-seven",
    "bummerl": "schnapsen-a-game-to-seven",
    "painsi": "schnapsen-a-game-to-seven",
    "decorator": "closed-and-won",
    "boardgame": "sixty-six-a-game-to-seven",
    "oneliner": "schnapsen-a-game-to-seven",
    "scg": "taken-up-in-the-middle",
    "tompa": "taken-up-in-the-middle",
}
"""Output of this program, by format, with the sample it is made from."""
CARDS: Final = [
    {"suit": suit, "rank": rank} for suit in ("Hearts", "Bells") for rank in ("Ace", "Ten", "King")
]
SERVER: Final = [
    {"trump": {"suit": "Acorns", "rank": "Ace"}, "hands": [CARDS[:3], CARDS[3:]], "leader": 1},
    {"id": "x", "data": {"PlayCard": CARDS[0]}, "player": 1},
    {"id": "y", "data": {"PlayCard": CARDS[3]}, "player": 2},
]
BUMMERL_LOG: Final = """===== Game #1 =======
Seed: 7
Dealer: TWO
Player #1: ['A♠', 'X♠', 'K♠', 'Q♠', 'A♥']
Player #2: ['J♥', 'Q♥', 'K♦', 'J♦', 'X♣']

Trump card: J♠
Talon: ['K♥', 'X♥', 'A♦', 'X♦', 'Q♦', 'A♣', 'K♣', 'Q♣', 'J♣']

AnnounceMarriageAction(ONE, K♠)
PlayCardAction(TWO, J♥)
CloseTheTalonAction(ONE)
PlayCardAction(ONE, A♥)
PlayCardAction(TWO, Q♥)
PlayCardAction(ONE, A♠)
PlayCardAction(TWO, J♦)
Trick points: PlayerPair(one=73, two=0)
Game points: PlayerPair(one=3, two=0), PlayerPair(one=3, two=3)

===== Game #2 =======
Seed: a word
Dealer: ONE
Player #1: ['J♥', 'Q♥', 'J♦', 'J♣', 'Q♣']
Player #2: ['J♠', 'K♠', 'A♦', 'X♦', 'A♣']

Trump card: Q♠
Talon: ['K♥', 'X♥', 'A♥', 'K♦', 'Q♦', 'K♣', 'X♣', 'A♠', 'X♠']

PlayCardAction(TWO, A♦)
PlayCardAction(ONE, J♦)
PlayCardAction(TWO, A♣)
PlayCardAction(ONE, J♣)
ExchangeTrumpCardAction(TWO)
AnnounceMarriageAction(TWO, Q♠)
Trick points: PlayerPair(one=0, two=66)
Game points: PlayerPair(one=0, two=3), PlayerPair(one=3, two=3)
"""
SCG_FILE: Final = """# a file of one's own
player_cards:|A♠|K♠|T♥|J♥|J♣|
player_deck:|Q♦|A♣|
player_score:14
player_pending:0
ai_cards:|A♥|Q♥|K♦|T♦|K♣|
ai_deck:
ai_score:0
ai_pending:20
ai_20_40:|♦|
cards:|T♠|Q♠|J♠|A♦|J♦|T♣|Q♣|K♥|
closed:0
trump:♥
move:0
"""


@cache
def written(name: str) -> bytes:
    """A log in a format, written by this program."""
    data = (ROOT / "samples" / f"{WRITTEN[name]}.sgn").read_bytes()
    return convert(data, FORMATS["sgn"], FORMATS[name]).data


def clean() -> dict[str, tuple[Format, bytes]]:
    """Logs written by their own programs, by name, each with its format."""
    found = {f"written: {name}": (FORMATS[name], written(name)) for name in WRITTEN}
    for name, file in PRINTED.items():
        found[f"printed: {name}"] = FORMATS[name], (ROOT / "tests/logs" / file).read_bytes()
    server = "".join(f"{json.dumps(each)}\n" for each in SERVER)
    stored = (ROOT / "tests/logs/boardgame-stored.json").read_bytes()
    found["stored: boardgame"] = FORMATS["boardgame"], stored
    snapszer = (ROOT / "tests/logs/trickster.jsonl").read_bytes()
    found["trickster: actions"] = FORMATS["actions"], snapszer
    found["fltk"] = FORMATS["fltk"], Program(5).matches(1)
    found["actions"] = FORMATS["actions"], server.encode()
    return found
