"""Logs with a line that cannot be read: it is reported with its place, and nothing of its game is made up."""

from typing import Final

from notation.formats import FORMATS, SGN, Conversion, Format, RecordPart, convert, recognised
from tests.support.example_logs import TYPED
from tests.support.naming import case
from tests.support.rows import rows

SPOILT: Final = {
    name: [(*where.split(), old, new) for where, old, new in found]
    for name, found in rows("vectors/spoilt_logs.txt").items()
}
"""By log: the code and line of the finding, words, and what stands in their place."""
SPOILT["bummerl.txt"] += [
    ("F403", "74", "PlayCardAction(TWO, J♥)\n", "PlayCardAction(TWO, J♥)\n" * 100),
    ("F403", "17", "one=73", f"one={'9' * 5000}"),
]
SPOILT["painsi.log"].append(("F403", "6", '"card":"[♥J]"', '"card":' + "[" * 4000))
SPOILT["fltk-position.scg"] += [
    ("F403", "4", "player_score:14", f"player_score:{'9' * 5000}"),
    ("F403", "7", "ai_deck:", "ai_deck:\x00"),
]
CUT_SHORT: Final = {
    "bummerl.txt": ("Trump card", "Trump card: A♦"),
    "painsi.log": ("hum hand", "com hand"),
    "fltk.log": ("AI cards: |", "cards: |K♣|...| (10)"),
}
"""By log: the words before which it ends, and what is expected there."""


def text_of(name: str) -> tuple[Format, str]:
    found = recognised((TYPED / name).read_bytes(), list(FORMATS.values()))
    assert isinstance(found, Format)
    return found, (TYPED / name).read_text("utf-8")


def places(done: Conversion) -> list[tuple[str, int]]:
    return [(finding.code.id, finding.span.line) for finding in done.findings]


def test_a_spoilt_line_is_told_with_its_place() -> None:
    for name, changes in SPOILT.items():
        form, text = text_of(name)
        for code, line, old, new in changes:
            with case(f"{name}: {old!r} becomes {new[:40]!r}"):
                assert old in text
                done = convert(text.replace(old, new, 1).encode(), form, SGN)
                assert (code, int(line)) in places(done)
                assert len(done.findings) == 1 or RecordPart.POSITION in form.holds
                assert done.games <= 1


def test_a_log_that_is_cut_short_lacks_its_next_line() -> None:
    for name, (words, expected) in CUT_SHORT.items():
        with case(name):
            form, text = text_of(name)
            done = convert(text[: text.index(words)].encode(), form, SGN)
            [finding] = done.findings
            assert finding.code.id == "F404"
            assert expected in finding.message
            assert not done.data
