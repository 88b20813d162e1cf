"""What is written of a log has the lines that its program prints, and no others."""

import random
import re
from typing import Final

from notation.formats import FORMATS, Telling, fitted
from tests.support.games import random_record
from tests.support.naming import case

SIGN: Final = "[♠♥♦♣]"
SHORT: Final = f"[AXKQJ]{SIGN}"
QUOTED: Final = rf'"\[{SIGN}(A|10|K|Q|J)\]"'
LETTERED: Final = "(10|[JQKA])[SHDC]"
SIGNED: Final = f"(?:10|[AKQJ9]){SIGN}"
LINES: Final = {
    "painsi": rf"talon \[({QUOTED}[,\]]){{10}}|trump {QUOTED}|(hum|com) hand \[({QUOTED}[,\]]){{5}}|"
    r'Move (hum \{"player":"hum"|com \{"player":"com"),'
    rf'"swapTrump":(null|\{{"oldTrump":{QUOTED},"newTrump":{QUOTED}\}}),'
    rf'"closeTalon":(true|false),"marriage":(null|"{SIGN}(20|40)\}}"),"card":{QUOTED}\}}|'
    rf"(hum|com) (tricks|draws card {QUOTED})|winner [123] points (hum|com)|loser (hum|com)",
    "bummerl": rf"===== Game #[1-9]\d* =======|Seed: None|Dealer: (ONE|TWO)|Trump card: {SHORT}|"
    rf"Player #[12]: \[('{SHORT}'(, |\])){{5}}|Talon: \[('{SHORT}'(, |\])){{9}}|"
    rf"(PlayCard|AnnounceMarriage)Action\((ONE|TWO), {SHORT}\)|"
    r"(ExchangeTrumpCard|CloseTheTalon)Action\((ONE|TWO)\)|Trick points: PlayerPair\(one=\d+, two=\d+\)|"
    r"Game points: PlayerPair\(one=\d+, two=\d+\)(, PlayerPair\(one=\d+, two=\d+\))?|",
    "oneliner": rf"({LETTERED} ){{5}}- [12] - {LETTERED} - "
    rf"(({LETTERED}( a?z?t?)?|\*) : ({LETTERED}( a?z?t?)?|\*) : ({LETTERED}|\*)( # |$))*",
    "decorator": rf"|New game vs .*|New card {SIGNED}|EndRound\(\);|-{{40}}"
    rf"|New round \(\d+-\d+\)\. Cards: (?:{SIGNED}){{6}}\. Trump card: {SIGNED}"
    rf"|--GetTurn; Trump: {SIGNED}\(\d+\); State: (Start|MoreThanTwoCardsLeft|TwoCardsLeft|Final); "
    rf"First: ({SIGNED}\((None|Twenty|Forty)\); I am first: False|\(None\); I am first: True)"
    rf"|Playing Action: (PlayCard; Card: {SIGNED}|ChangeTrump; Card: |CloseGame; Card: ); Announce: None"
    rf"|End of turn {SIGNED}\((None\) - {SIGNED}|(Twenty|Forty)\) - (?:{SIGNED})?)",
    "vu-tricks": r"# bots=\[.*\] first_leader=seat[01]|# result \{.*\}|"
    r"|GameState\(leader=BotState\(.*\), follower=BotState\(.*\), talon=Talon\(cards=\[.*\], "
    r"trump_suit=[A-Z]+\), previous=None\)"
    r"|(Regular|Partial)Trick\(leader_move=(RegularMove\(card=Card\.\w+\)|"
    r"Marriage\(queen_card=Card\.QUEEN_(?P<suit>\w+), king_card=Card\.KING_(?P=suit)\))"
    r"(, follower_move=RegularMove\(card=Card\.\w+\))?\)"
    r"|ExchangeTrick\(exchange=TrumpExchange\(jack=Card\.JACK_(?P<trump>\w+)\), "
    r"trump_card=Card\.[A-Z]+_(?P=trump)\)",
    "vu-moves": r'\{"hands": \[\[.*\], \[.*\]\], "stock": \[.*\], "trump": "[CDHS]", "leader": [12], .*\}',
    "vu-verbose": r"The game is in phase: [12]|Player [12]'s points: \d+, pending: \d+"
    r"|The trump suit is: [CDHS]|Player [12]'s hand:( (10|[AKQJ])[CDHS])*"
    r"|There are (10|8|6|4|2|0) cards in the stock"
    r"|player[12]: <[AB]>|\*   Player [12] performs a trump jack exchange"
    r"|\*   Player [12] plays: (10|[AKQJ])[CDHS]|Player [12] has played card: (10|[AKQJ]) of [CDHS]"
    r"|\*   Player [12] melds a marriage between [KQ](?P<suit>[CDHS]) and [KQ](?P=suit)"
    r"|Game finished\. Player [12] has won, receiving \d points\.",
}
"""The lines of a format, as its program prints or reads them."""


def test_every_line_that_is_written_is_of_its_program() -> None:
    for name, pattern in LINES.items():
        form, known = FORMATS[name], re.compile(pattern)
        assert form.writer
        for seed in range(8):
            others = ("santase", "sixty-six") if name == "decorator" else ("schnapsen", "schnapsen-sharp")
            rng = random.Random(seed)
            pieces = fitted(random_record((form.spec, *others)[seed % 3], rng, most_deals=3), form, Telling())
            with case(f"{name}, {seed}"):
                written = form.writer(pieces, Telling()).decode()
                assert written or not pieces
                assert [line for line in written.split("\n") if line and not known.fullmatch(line)] == []
