"""The console log of robertpainsi's Schnapsen: read, written, and spoilt."""

import re
from typing import Final

import pytest

from notation import read
from notation.findings.finding import ENGLISH
from notation.formats import FORMATS, SGN, convert
from notation.judge import judge

PAINSI: Final = FORMATS["painsi"]

TALON: Final = 'talon ["[♠J]","[♣J]","[♣Q]","[♣K]","[♣A]","[♦Q]","[♦10]","[♦A]","[♥10]","[♥K]"]\n'
LOG: Final = f"""# two games
0.123456
{TALON}trump "[♠J]"
com hand ["[♠A]","[♠10]","[♠K]","[♠Q]","[♥A]"]
hum hand ["[♥J]","[♥Q]","[♦K]","[♦J]","[♣10]"]
                           ### BEST MOVE CLOSED TALON
Move com {{"player":"com","swapTrump":null,"closeTalon":false,"marriage":"♠40}}","card":"[♠K]"}}
Move hum {{"player":"hum","swapTrump":null,"closeTalon":false,"marriage":null,"card":"[♥J]"}}
com tricks
com draws card "[♥K]"
hum draws card "[♥10]"
Move com {{"player":"com","swapTrump":null,"closeTalon":true,"marriage":null,"card":"[♥A]"}}
Move hum {{"player":"hum","swapTrump":null,"closeTalon":false,"marriage":null,"card":"[♥Q]"}}
com tricks
Move com {{"player":"com","swapTrump":null,"closeTalon":false,"marriage":null,"card":"[♠A]"}}
Move hum {{"player":"hum","swapTrump":null,"closeTalon":false,"marriage":null,"card":"[♦J]"}}
com tricks
winner 3 points com
loser hum
talon ["[♠Q]","[♠10]","[♠A]","[♣10]","[♣K]","[♦Q]","[♦K]","[♥A]","[♥10]","[♥K]"]
trump "[♠Q]"
hum hand ["[♠J]","[♠K]","[♦A]","[♦10]","[♣A]"]
com hand ["[♥J]","[♥Q]","[♦J]","[♣J]","[♣Q]"]
Move hum {{"player":"hum","swapTrump":null,"closeTalon":false,"marriage":null,"card":"[♦A]"}}
Move com {{"player":"com","swapTrump":null,"closeTalon":false,"marriage":null,"card":"[♦J]"}}
hum tricks
hum draws card "[♥K]"
com draws card "[♥10]"
Move hum {{"player":"hum","swapTrump":null,"closeTalon":false,"marriage":null,"card":"[♣A]"}}
Move com {{"player":"com","swapTrump":null,"closeTalon":false,"marriage":null,"card":"[♣J]"}}
hum tricks
hum draws card "[♥A]"
com draws card "[♦K]"
Move hum {{"player":"hum","swapTrump":{{"oldTrump":"[♠Q]","newTrump":"[♠J]"}},"closeTalon":false,\
"marriage":"♠40}}","card":"[♠K]"}}
winner 3 points hum
loser com
"""
RULES: Final = f'%SGN 1\n[Rules "{PAINSI.spec}"]\n\n'
GAMES: Final = (
    RULES
    + """deal 1 dealer A trump Js
A: Jh Qh Kd Jd Tc
B: As Ts Ks Qs Ah
talon: Kh Th Ad Td Qd Ac Kc Qc Jc Js
1. 40s Ks Jh
2. close Ah Qh
3. As Jd
= B 3
""",
    RULES
    + """deal 1 dealer B trump Qs
A: Js Ks Ad Td Ac
B: Jh Qh Jd Jc Qc
talon: Kh Th Ah Kd Qd Kc Tc As Ts Qs
1. Ad Jd
2. Ac Jc
3. exchange 40s Ks
= A 3
""",
)
LINE: Final = re.compile(r"(talon|trump|Move|winner|loser|(hum|com) (hand|tricks|draws)) ")
"""The beginnings of the program's lines."""


def test_games_say_what_stands_in_them() -> None:
    done = convert(LOG.encode(), PAINSI, SGN)
    assert not done.findings
    assert done.data.decode() == "\n".join(GAMES)
    told = [entry.words(ENGLISH) for entry in done.report]
    assert told == [
        "game 1, deal 1: derived: who dealt: the hand named first leads",
        "game 1: derived: rules: what its program plays",
        "game 2, deal 1: derived: who dealt: the hand named first leads",
        "game 2: derived: rules: what its program plays",
    ]
    assert [judge(game).findings for game in read(done.data)] == [[], []]


def test_the_same_games_are_written_as_they_were() -> None:
    done = convert("\n".join(GAMES).encode(), SGN, PAINSI)
    printed = [line for line in LOG.splitlines() if LINE.match(f"{line} ")]
    assert done.data.decode().splitlines() == printed
    assert not done.report


def test_a_stated_value_and_a_broken_rule_are_written_down_for_the_judge() -> None:
    log = LOG.replace('"♠40}","card":"[♠K]"}\nMove hum', '"♠20","card":"[♠K]"}\nMove hum')
    log = log.replace('"card":"[♥Q]"', '"card":"[♦K]"')
    done = convert(log.encode(), PAINSI, SGN)
    assert not done.findings
    findings = [finding.code.id for finding in judge(next(iter(read(done.data)))).findings]
    assert findings[:2] == ["X113", "R210"]


def test_a_wrong_score_of_the_program_is_kept_and_told_by_the_judge() -> None:
    log = LOG.replace("winner 3 points com", "winner 2 points com")
    done = convert(log.encode(), PAINSI, SGN)
    assert b"= B 2\n" in done.data
    assert [finding.code.id for finding in judge(next(iter(read(done.data)))).findings] == ["X106"]


def test_what_no_option_says_of_the_program_is_found_by_the_judge() -> None:
    """A closer without a trick when the cards run out loses 3, where others who fail lose 2."""
    lines = [
        'talon ["[♠J]","[♣Q]","[♣K]","[♣A]","[♣10]","[♥10]","[♦10]","[♦A]","[♦K]","[♥A]"]',
        'trump "[♠J]"',
        'hum hand ["[♥J]","[♦J]","[♣J]","[♥Q]","[♦Q]"]',
        'com hand ["[♠A]","[♠10]","[♠K]","[♠Q]","[♥K]"]',
    ]
    leads, replies = ("♦Q", "♠A", "♠10", "♠K", "♥K"), ("♠Q", "♦J", "♣J", "♥J", "♥Q")
    for trick in range(5):
        who = ("com", "hum") if trick else ("hum", "com")
        for seat, card in zip(who, (leads[trick], replies[trick]), strict=True):
            close = "false" if trick or seat == "com" else "true"
            move = (
                f'"player":"{seat}","swapTrump":null,"closeTalon":{close},"marriage":null,"card":"[{card}]"'
            )
            lines.append(f"Move {seat} {{{move}}}")
        lines.append("com tricks")
    done = convert("\n".join([*lines, "winner 3 points com", "loser hum"]).encode(), PAINSI, SGN)
    assert not done.findings
    [game] = read(done.data)
    assert [finding.code.id for finding in judge(game).findings] == ["X106"]
    others = convert("\n".join([*lines, "winner 2 points com", "loser hum"]).encode(), PAINSI, SGN)
    assert judge(next(iter(read(others.data)))).ok


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('trump "[♠J]"', 'trump "[♠Q]"', "F405", 4),
        ('trump "[♠J]"\n', "", "F403", 4),
        ("hum hand", "com hand", "F403", 6),
        ('"[♦J]","[♣10]"]', '"[♦J]","[♠A]"]', "F405", 6),
        ('"[♦J]","[♣10]"]', '"[♦J]","[♠9]"]', "F403", 6),
        ('{"player":"com"', '{"player":"hum"', "F403", 8),
        ("♠40}", "♠30}", "F403", 8),
        ('"card":"[♥J]"', '"card":' + "[" * 4000, "F403", 9),
        ("com tricks", "hum tricks", "F405", 10),
        ('com draws card "[♥K]"', 'com draws card "[♥10]"', "F405", 11),
        ('com draws card "[♥K]"', 'hum draws card "[♥K]"', "F405", 11),
        ('"oldTrump":"[♠Q]"', '"oldTrump":"[♠A]"', "F405", 35),
        ("winner 3 points com", "winner 9 points com", "F403", 19),
        ("loser hum", "loser com", "F405", 20),
        ("loser hum\n", "loser hum\ncom tricks\n", "F403", 21),
        (TALON, "", "F403", 3),
    ],
)
def test_a_spoilt_line_is_told_with_its_place(old: str, new: str, code: str, line: int) -> None:
    assert old in LOG
    done = convert(LOG.replace(old, new, 1).encode(), PAINSI, SGN)
    assert [(finding.code.id, finding.span.line) for finding in done.findings] == [(code, line)]
    assert done.games == 1


def test_a_head_that_is_cut_short_lacks_its_next_line() -> None:
    done = convert(LOG[: LOG.index("hum hand")].encode(), PAINSI, SGN)
    assert [finding.code.id for finding in done.findings] == ["F404"]
    assert not done.data


def test_there_is_a_bound_on_everything() -> None:
    assert len(convert(TALON.encode() * 20_000, PAINSI, SGN).findings) <= 1002
    play = LOG.splitlines(keepends=True)[7]
    [finding] = convert(LOG.replace(play, play * 30, 1).encode(), PAINSI, SGN).findings
    assert (finding.code.id, finding.span.line) == ("F403", 28)
