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
