"""The console log of robertpainsi's Schnapsen: read, written, and spoilt."""

from typing import Final

import pytest

from notation.formats import FORMATS, SGN, convert
from tests.support.example_logs import TYPED

PAINSI: Final = FORMATS["painsi"]

TALON: Final = 'talon ["[♠J]","[♣J]","[♣Q]","[♣K]","[♣A]","[♦Q]","[♦10]","[♦A]","[♥10]","[♥K]"]\n'
LOG: Final = (TYPED / "painsi.log").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('trump "[♠J]"', 'trump "[♠Q]"', "F405", 2),
        ('trump "[♠J]"\n', "", "F403", 2),
        ("hum hand", "com hand", "F403", 4),
        ('"[♦J]","[♣10]"]', '"[♦J]","[♠A]"]', "F405", 4),
        ('"[♦J]","[♣10]"]', '"[♦J]","[♠9]"]', "F403", 4),
        ('{"player":"com"', '{"player":"hum"', "F403", 5),
        ("♠40}", "♠30}", "F403", 5),
        ('"card":"[♥J]"', '"card":' + "[" * 4000, "F403", 6),
        ("com tricks", "hum tricks", "F405", 7),
        ('com draws card "[♥K]"', 'com draws card "[♥10]"', "F405", 8),
        ('com draws card "[♥K]"', 'hum draws card "[♥K]"', "F405", 8),
        ('"oldTrump":"[♠Q]"', '"oldTrump":"[♠A]"', "F405", 32),
        ("winner 3 points com", "winner 9 points com", "F403", 16),
        ("loser hum", "loser com", "F405", 17),
        ("loser hum\n", "loser hum\ncom tricks\n", "F403", 18),
        (TALON, "", "F403", 1),
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
    play = LOG.splitlines(keepends=True)[4]
    [finding] = convert(LOG.replace(play, play * 30, 1).encode(), PAINSI, SGN).findings
    assert (finding.code.id, finding.span.line) == ("F403", 25)
