"""Simulates writing a record in an editor: single keystrokes, slips, corrections and undo."""

import random
from collections.abc import Iterator
from typing import Final

TYPED: Final = (
    " {a bold lead}",
    "\n; Maria thinks for a long time",
    " !?",
    " exchange",
    " clsoe",
    " <20-31-0>",
    "\n9. Kh Qd",
    "\n= A 2 by out (70-40)",
    " (Ks Qs {or so})",
    ' @clk("0:03:12")',
    " D10",
    "\ndeal 7 dealer B trump Qh\nA: Ah",
)
"""Text typed into a record, right and wrong."""
STREWN: Final = (
    *("\n", "{", "}", "(", ")", '"', ";", "\\", " ", "x", "т", "%", ":", ".", "^", "--", "$", "\ufeff"),
    *("deal ", "deal 3 dealer B trump Qd\n", "1. As Td\n", "= B 3", "20s", " out", '[A "Petar"]\n'),
    *('ruling A 2 "x"\n', "position lead A\n", "talon:", "@incident(", "[Rules", "score 1-0", "Ivan:", "\r"),
)
"""Text that may be inserted anywhere by mistake."""


def keys(text: str, rng: random.Random, number: int) -> Iterator[str]:
    """A text after each keystroke: words typed into its lines, some deleted, some lines left out."""
    before: list[str] = []
    while number > 0:
        ends = [at for at, letter in enumerate(text) if letter == "\n"]
        at = rng.choice(ends)
        for letter in rng.choice(TYPED):
            before.append(text)
            text = text[:at] + letter + text[at:]
            at += 1
            yield text
            number -= 1
            if not number:
                return
        for _ in range(rng.choice((0, 0, 3, len(before)))):  # undone, key by key or all at once
            text = before.pop()
        yield text
        number -= 1
        del before[:]


def edits(text: str, rng: random.Random, number: int) -> Iterator[str]:
    """A text after each change: inserted, cut, pasted, replaced, undone; mostly near the last one."""
    before, cut_out, at = [text], "", 0
    for _ in range(number):
        at = (
            rng.randrange(len(text) + 1)
            if rng.random() < 0.5
            else min(len(text), max(0, at + rng.randrange(-5, 6)))
        )
        match rng.randrange(7):
            case 0 | 1:
                text = text[:at] + rng.choice(STREWN) + text[at:]
            case 2 | 3:
                text = text[:at] + text[at + rng.choice((1, 1, 2, 5, 30, 200)) :]
            case 4:
                cut_out = text[at : at + rng.randrange(1, 400)] if rng.random() < 0.5 else cut_out
                text = text[:at] + cut_out + text[at:]
            case 5:
                text = rng.choice(before)
            case _:
                lines = text.split("\n")
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
        before = [*before, text][-10:]
        yield text
