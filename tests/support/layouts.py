"""Games in other spellings and layouts: what the grammar allows besides canonical form, and a little more.

Made at random from canonical texts, without a reader: most of the results are well formed.
"""

import dataclasses
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from notation.text.writer import write
from tests.support.games import random_record, valid_spec
from tests.support.plain import PLAIN

TWO: Final = [name for name, rules in PLAIN.items() if rules.seats == 2]
WORDS: Final = re.compile(r'\{(?:[^\\}]|\\.)*\}|"(?:[^"\\]|\\.)*"|[^\s{"]+', re.DOTALL)
CARD: Final = re.compile(r"(?P<before>[~+]?)(?P<rank>[ATKQJ9])(?P<suit>[shdc])(?P<after>[!?^)]*)")
RANKS: Final = {"T": ("10", "X"), "Q": ("O",), "J": ("U",)}
SUITS: Final = {
    "s": ("S", "l", "L", "♠", "♠\ufe0f"),
    "h": ("H", "♥", "♥\ufe0f"),
    "d": ("D", "b", "B", "♦", "♦\ufe0f"),
    "c": ("C", "a", "A", "♣", "♣\ufe0f"),
}
GAPS: Final = (" ", " ", " ", "  ", "\t", "\n", "\r\n", "\n\n", " \n ")
NOTES: Final = (
    "{a word}",
    "{two\nlines}",
    "{\\} \\\\ }",
    "{Валат! ♥}",
    "{}",
    "@clk(0:03:12)",
    '@x-club("a \\" b")',
    "@emt(0:00:07)",
    "@incident(exposed A Kc)",
    "; to the end\n",
    "\n; on a line ♣\r\n",
    "\n\n  ;apart\n",
    "!",
    "?!",
    "$14",
    "<11-12>",
    "(Kd Ah)",
    "(Kd {dear} 2. 20h Kh <1-2> = A 2)",
    "(20)",
    "B:",
    "^",
    'ruling B 1 "late"',
)
"""Text to insert; not allowed everywhere."""
SPOILERS: Final = (
    *'{ } [ ] " \\ = * ( ) < > - -- ## ; @ ~ ^ ! ?? $5 0-2 <1-2> (1-2) 1. 2. 12345 20 40h Kh 10h 7h'.split(),
    *"deal dealer trump talon: stock: A: B: C: exchange close out by score draw resign ruling".split(),
    *"AC BD pays -1 lead position tricks pending closed won played: \u00e9 \u2665 \ufe0f \u00a0".split(" "),
    *(" ", "\n", "\r\n", "\t", "  "),
)


STATED: Final = re.compile(
    r"[0-9]+(?=[-)>]|\.? )|(?<=[ -])-?[0-9]+(?=[-)> \n])|\b[ATKQJ9][shdc]\b"
    r"|\b[AB]\b(?= [0-9])|by [a-z-]+|20|40"
)
"""The statements of a record: numbers, cards, winners, reasons."""
REASONS: Final = ("out", "false-out", "closer-failed", "defender-out", "total", "last-trick", "agreement")


def misstated(text: str, rng: random.Random) -> str:
    """A canonical text with one or more statements changed: mostly well formed, and not true."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        found = rng.choice(list(STATED.finditer(text, text.index("[Rules"))))
        word = found[0]
        if word.lstrip("-").isdecimal():
            other = str(rng.choice((int(word) + rng.choice((-2, -1, 1, 2, 20)), 20, 40, 2)))
        elif word.startswith("by "):
            other = f"by {rng.choice(REASONS)}"
        elif len(word) == 1:
            other = "B" if word == "A" else "A"
        else:
            cards = (rank + suit for rank in "ATK9" for suit in "shdc")
            other = rng.choice(("", "out", "close", "--", *cards))
        text = text[: found.start()] + other + text[found.end() :]
    return text


def relaid(text: str, rng: random.Random, strange: float = 0.02) -> str:
    """A canonical text with other blanks and line ends and in other spellings.

    ``strange`` is the probability that a note is inserted, whether allowed there or not, or a blank is left
    out.
    """
    head, _, rest = text.partition("\n")
    parts = [head, "\n"]
    for match in WORDS.finditer(rest):
        word = match[0]
        card = CARD.fullmatch(word)
        if card and rng.random() < 0.2:
            rank = rng.choice((card["rank"], *RANKS.get(card["rank"], ())))
            word = card["before"] + rank + rng.choice((card["suit"], *SUITS[card["suit"]])) + card["after"]
        elif word == "talon:" and rng.random() < 0.5:
            word = "stock:"
        parts.append(word)
        if rng.random() < strange:
            parts += [rng.choice(("", " ")), rng.choice(NOTES)]
        parts.append(rng.choice(GAPS) if rng.random() > strange / 2 else "")
    return "".join(parts)


def altered(data: bytes, rng: random.Random) -> bytes:
    """Bytes with a few changed, removed or doubled, or with a word inserted."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(data))
        to = at + rng.choice((0, 0, 1, 1, 1, 2, 5))
        put = rng.choice((b"", bytes([rng.randrange(256)]), data[at:to] * 2, rng.choice(SPOILERS).encode()))
        put = bytes([rng.choice(data)]) if rng.random() < 0.3 else put
        data = data[:at] + put + data[to:]
    return data


def everything(value: Any) -> Any:
    """A part of a record with all its fields, including spans, as comparable tuples."""
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return (type(value).__name__, *(everything(getattr(value, field.name)) for field in fields))
    if isinstance(value, tuple):
        return tuple(map(everything, value))
    return value


def texts(rng: random.Random, number: int, of: Sequence[str] = TWO) -> Iterator[str]:
    """Games under every one of these rule sets and its options; some noted, laid out anew, or false."""
    for index in range(number):
        spec = valid_spec(rng, of=of)
        text = write(random_record(spec, rng, noted=index % 4 == 0, most_deals=1 + index % 3))
        yield relaid(text, rng) if index % 5 == 1 else misstated(text, rng) if index % 5 == 2 else text
