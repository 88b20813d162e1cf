"""Slips of the pen, by kind: each takes a written record and spoils one word or line."""

import random
import re
from collections.abc import Callable
from typing import Final

from notation import read
from notation.judge import judge
from notation.text.fixes import Places

Slip = Callable[[str, random.Random], str]
"""Spoils a text in one place; unchanged if there is no such place."""

ALIKE: Final = str.maketrans("ABCEHKMOPTXacepox", "АВСЕНКМОРТХасерох")
"""Cyrillic letters that look like Latin ones."""
CARD: Final = r"(?<![\w+~])(?P<rank>[ATKQJ9])(?P<suit>[shdc])\b"
_NAMES: Final = {"A": "Ivan", "B": "Maria", "C": "Georgi", "D": "Ana"}


def _at(pattern: str, *forms: str | Callable[[re.Match[str], random.Random], str]) -> Slip:
    """A slip at a random match of a pattern, in one of several forms."""

    def slip(text: str, rng: random.Random) -> str:
        start = text.index("\n")
        places = list(re.compile(pattern, re.MULTILINE).finditer(text, start))
        if not places:
            return text
        found, form = rng.choice(places), rng.choice(forms)
        new = found.expand(form) if isinstance(form, str) else form(found, rng)
        return text[: found.start()] + new + text[found.end() :]

    return slip


def _look_alike(found: re.Match[str], rng: random.Random) -> str:
    places = [index for index, letter in enumerate(found[0]) if ord(letter) in ALIKE]
    at = rng.choice(places or [len(found[0])])
    return found[0][:at] + found[0][at : at + 1].translate(ALIKE) + found[0][at + 1 :]


def _wide(found: re.Match[str], _: random.Random) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if letter.isalnum() else letter for letter in found[0])


def _shuffled(found: re.Match[str], rng: random.Random) -> str:
    parts = [part for part in found.groups() if part]
    while len(parts) > 1 and parts == [part for part in found.groups() if part]:
        rng.shuffle(parts)
    return " ".join(parts)


def _misspelt(found: re.Match[str], rng: random.Random) -> str:
    word, at = found[0], rng.randrange(1, len(found[0]) - 1)
    return rng.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + rng.choice("aeinrt") + word[at + 1 :],
        )
    )


def _said(word: str, spoken: str) -> Slip:
    return _at(rf"(?<=[ \n]){re.escape(word)}(?![\w-])", *(each.replace("_", " ") for each in spoken.split()))


KINDS: Final[dict[str, Slip]] = {
    "a letter that looks like another": _at(
        rf"{CARD}|\b[AB]:|\b(?:close|out|exchange|score|deal)\b", _look_alike
    ),
    "letters of full width": _at(rf"{CARD}|(?<=score )[0-9]+-[0-9]+$", _wide),
    "a blank that is none": _at(r"(?<=\S) (?=\S)(?![^\n]*\])", "\u00a0", "\u2009", "\u202f", "\u3000"),
    "a character that nobody sees": _at(CARD, "\\g<0>\u200b", "\u200b\\g<0>", "\\g<rank>\u00ad\\g<suit>"),
    "suit before rank": _at(CARD, r"\g<suit>\g<rank>"),
    "small letters": _at(r"(?<![\w+~])([ATKQJ])([shdc])\b", lambda found, _: found[0].lower()),
    "capital letters": _at(
        r"\b(?:dealer|trump|talon:|close|exchange|out|by|score)(?!\S)", lambda found, _: found[0].upper()
    ),
    "tens": _at(r"(?<![\w+~])T([shdc])\b", r"1O\1", r"IO\1", r"0\1", r"Z\1", r"10 \1", r"1o\1", r"\g<1>10"),
    "rank and suit apart": _at(CARD, r"\g<rank> \g<suit>", r"\g<rank>-\g<suit>", r"\g<rank>/\g<suit>"),
    "something between cards": _at(
        rf"(?<=[shdc]) (?={CARD})", ", ", ",", "/", " - ", "-", " – ", " | ", " und "
    ),
    "the number of a trick": _at(
        r"^([0-9]+)\.", r"\1", r"\1)", r"\1:", r"\1 -", r"#\1", r"Stich \1:", r"\1.)"
    ),
    "points": _at(
        r"(?<=\()[0-9]+-[0-9]+(?=\))|(?<=score )[0-9]+-[0-9]+$",
        lambda found, rng: found[0].replace("-", rng.choice((":", "–", " - ", " : ", "—", "/"))),
    ),
    "the winner": _at(
        r"^= ([A-D]) ([0-9])",
        *(r"= \1\2", r"\1 \2", r"= \2 \1", r"= \1: \2", r"= \1 +\2", r"= \1 wins \2", r"Result: \1 \2"),
        *(r"= \1 gewinnt \2", r"= \1 \2 points", r"== \1 \2"),
    ),
    "the order of a result": _at(r"(by [a-z-]+) (\([0-9-]+\))(?: (score [0-9-]+))?$", _shuffled),
    "names for seats": _at(
        r"^(?P<seat>[AB])(?=:)|(?<=dealer )(?P<dealer>[AB])\b|(?<=\n= )(?P<won>[AB])(?= )",
        lambda found, _: _NAMES[found[0]],
    ),
    "colons": _at(r"^([A-D]|talon):", r"\1", r"\1)", r"\1 -", r"\1 :", r"\1."),
    "closes in other words": _said("close", "zu sperrt dreht_zu затваря zár betakar cover"),
    "exchanges in other words": _said("exchange", "tauscht swap csere разменя raub"),
    "claims in other words": _at(
        r"(?<!by )(?<=[ ])out(?![\w-])", "66", "aus", "genug", "claim", "стига", "elég"
    ),
    "heads in other words": _at(
        r"^deal ([0-9]+) dealer ([A-D]) trump",
        *(
            r"deal \1 \2 trump",
            r"deal \1, dealer \2, trump",
            r"deal \1: dealer \2 trump",
            r"deal #\1 dealer \2 trump",
        ),
        *(r"Spiel \1 Geber \2 Trumpf", r"раздаване \1 раздава \2 коз", r"osztás \1 osztó \2 adu"),
        *(r"deal \1 dealer: \2 trump:", r"deal \1 dealer \2"),
    ),
    "marriages": _at(r"(?<= )(20|40)([shdc])\b", r"+\1\2", r"\2\1", r"\1-\2", r"\1 \2", r"\1/\2"),
    "tags": _at(
        r'^\[(A|B|Rules|Result) "([^"\n]*)"\]',
        *(
            r'[\1: "\2"]',
            r'[\1 = "\2"]',
            r"[\1 '\2']",
            r'[\1 "\2"',
            r'\1 "\2"]',
            r"\1: \2",
            r"[\1 \2]",
            r"[\1 “\2”]",
        ),
    ),
    "misspelt words": _at(
        r"(?<![\w-])(?:deal|dealer|trump|talon|close|exchange|resign|score|schneider)(?![\w-])(?![^\n]*\])",
        _misspelt,
    ),
    "the number of a trick in brackets": _at(r"^([0-9]+)\.", r"(\1)"),
    "a result of another game": _at(
        r"^= (?:A (?P<A>[0-9])|B (?P<B>[0-9]))(?= by| \(| score|$)",
        lambda found, rng: f"{found['A'] or 0}{rng.choice('-:–')}{found['B'] or 0}",
    ),
    "the first line": lambda text, rng: text.replace(
        "%SGN 1", rng.choice(("%sgn 1", "%SGN1", "% SGN 1", "SGN 1", "%SGN v1", "%SGN 1.0")), 1
    ),
    "the first line left out": lambda text, _: text.replace("%SGN 1\n", "", 1),
}
"""The kinds of slips, each with the function that makes it."""


def as_proposed(text: str) -> str:
    """A text with everything that is proposed for its errors applied, whether certain or not."""
    places, changes = Places(text), set()
    for game in read(text):
        for finding in judge(game).findings:
            change = finding.change
            if change and finding.is_error:
                span = game.place(change.span)
                changes.add((places.offset(*span[:2]), places.offset(*span[2:]), change.text))
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text
