"""Slips of the pen, by kind: each takes a written record and spoils one word or line."""

import random
import re
from collections.abc import Callable, Mapping
from typing import Final

from notation import read, write
from notation.text.letters import ALPHABETS
from notation.text.writer import in_letters
from viewer.rulings.mending import mend

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


_LINE: Final = r"^[0-9]+\.[^\n]*$"


def _line(change: Callable[[str, random.Random], str], pattern: str = _LINE) -> Slip:
    return _at(pattern, lambda found, rng: change(found[0], rng))


_IN_TRICK: Final = r"^[0-9]+\.[^\n]*"


def _strange(found: re.Match[str], rng: random.Random) -> str:
    """A card with a letter that no alphabet has."""
    return rng.choice((found["rank"] + rng.choice("wy3567"), rng.choice("wyj34") + found["suit"]))


def _lettered(text: str, rng: random.Random) -> str:
    [game] = read(text)
    assert game.record
    return write(in_letters(game.record, ALPHABETS[rng.choice(sorted(ALPHABETS))]))


def _in_words(found: re.Match[str], rng: random.Random) -> str:
    at = "shdc".index(found["suit"])
    suits = ("Pik Herz Karo Kreuz", "spade heart diamond club", "пика купа каро спатия")
    return f"{rng.choice(suits).split()[at]} {found['rank']}"


def _unknown(found: re.Match[str], _: random.Random) -> str:
    return f"{found[0][:-2]}--"


MEANT: Final[dict[str, Slip]] = {
    "a bare remark": _at(rf"{_IN_TRICK}[shdc](?= {CARD})", r"\g<0> {nice}", r"\g<0> {very strong}"),
    "a brace too many": _at(rf"{_IN_TRICK}[shdc](?= {CARD})", r"\g<0> {good}"),
    "a sign for an unknown card": _at(rf"{_IN_TRICK} {CARD}$", _unknown),
    "letters without their tag": _lettered,
}
"""What a record must have before a slip of some kinds can be made in it."""
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
    "something between cards": _at(rf"(?<=[shdc]) (?={CARD})", ", ", ",", "/", " - ", "-", " – ", " und "),
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
    "semicolons between cards": _at(rf"(?<=[shdc]) (?={CARD})", ";", " ;", "; "),
    "a semicolon after the number": _at(r"^([0-9]+)\. ", r"\1;", r"\1.;", r"\1; "),
    "the number of a half move": _at(rf"^([0-9]+)\.( [^\n]*?) (?={CARD})", r"\1.\2 \1... ", r"\1.\2 \1… "),
    "a doubled letter": _at(CARD, r"\g<rank>\g<rank>\g<suit>", r"\g<rank>\g<suit>\g<suit>"),
    "cards without a blank": _at(rf"(?<=[shdc]) (?={CARD})", ""),
    "a card without its suit": _at(CARD, r"\g<rank>"),
    "a card without its rank": _at(CARD, r"\g<suit>"),
    "something around a card": _at(CARD, r"(\g<0>)", r"*\g<0>*", r'"\g<0>"', r"_\g<0>_"),
    "a number without its blank": _at(r"^([0-9]+)\. ", r"\1", r"\1.", r"\1)"),
    "a deal without its number": _at(r"^deal [0-9]+ ", "deal "),
    "an open quotation": _at(r'^\[A "([^"\n]*)"\]', r'[A "\1]', r'[A \1"]'),
    "a result without its points": _at(r"^(= [A-D]) [0-9]+", r"\1"),
    "a word misspelt": _at(r"(?<=[ \n])[a-z]{3,}(?![^\n]*\])", _misspelt),
    "letters without their tag": lambda text, _: re.sub(r'\[Letters "[a-z]+"\]\n', "", text),
    "a line in small letters": _line(lambda line, _: line.lower(), r"^[^%\[\n]+$"),
    "a line of a table": _line(lambda line, rng: line.replace(" ", rng.choice(";,\t"))),
    "the sign for a capture": _at(
        r"^([0-9]+\. [ATKQJ9][shdc]) (?=[ATKQJ9][shdc]$)", r"\1 x ", r"\1 x", r"\1 × "
    ),
    "a strange letter in a card": _at(CARD, _strange),
    "a bare remark": _at(r" \{([a-z ]+)\}", r" \1", r" (\1)"),
    "a brace too many": _at(r"\{good\}", "{good} }", "{good}}"),
    "an open brace": _at(rf"(?<=[shdc]) (?={CARD})", " { "),
    "a sign for an unknown card": _at(r"(?<= )--$", *"x _ .. * ? xx — ...".split()),
    "a result without its sign": _at(r"^= (?=[A-D] )", "", "- ", ": ", "> "),
    "card points in other brackets": _at(
        r"\(([0-9]+)-([0-9]+)\)", r"\1-\2", r"[\1:\2]", r"<\1-\2>", r"\1:\2"
    ),
    "the number of a trick in the middle": _at(
        r"(?<=^)([2-9])(?=\.[^\n]*\n[0-9])",
        lambda found, rng: str((int(found[0]) + rng.randrange(2, 7)) % 12),
    ),
}
"""The kinds of slips, each with the function that makes it."""


def _moved(text: str, rng: random.Random) -> str:
    """A text with two neighbouring lines in the wrong order."""
    lines = text.split("\n")
    at = rng.randrange(2, max(3, len(lines) - 2))
    lines[at : at + 2] = reversed(lines[at : at + 2])
    return "\n".join(lines)


def _both(text: str, rng: random.Random, kinds: Mapping[str, Slip]) -> str:
    """A text with two slips, each of which leaves something that cannot be read."""
    slipped = text
    for kind in rng.sample(sorted(kinds), 2):
        slip, seed = kinds[kind], rng.random()
        if all(game.record for game in read(slip(text, random.Random(seed)))):
            return text
        slipped = slip(slipped, random.Random(seed))
    return slipped


_WORD: Final = r"(?<=[ \n])(?:deal|dealer|trump|talon:|close|exchange|out|by|score)(?!\S)"
_ANY: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789АБВДКПабвдкпÁáÖö"
WILD: Final[dict[str, Slip]] = {
    "a line of a spreadsheet": _line(lambda line, rng: line.replace(" ", rng.choice(";,\t|"))),
    "a sign between cards": _at(rf"(?<=[shdc]) (?={CARD})", " x ", " x", " : "),
    "the wrong suit letter": _at(CARD, lambda found, rng: found["rank"] + rng.choice(_ANY)),
    "the wrong rank letter": _at(CARD, lambda found, rng: rng.choice(_ANY) + found["suit"]),
    "digits for ranks": _at(CARD, lambda found, rng: rng.choice("01234567890IlO") + found["suit"]),
    "ranks of other languages": _at(
        CARD, lambda found, rng: rng.choice("DBZFÁXOUПДВКАdbzfáxou") + found["suit"]
    ),
    "suits of other packs": _at(
        CARD, lambda found, rng: found["rank"] + rng.choice("egrspzmtlbaEGRSPZMTLBA")
    ),
    "cards of other packs": _at(CARD, lambda found, rng: rng.choice("ADXZKOUFÁ9") + rng.choice("egrspzmt")),
    "the rules left out": lambda text, _: re.sub(r'\[Rules "[^"]*"\]\n', "", text),
    "the rules misspelt": _at(r'(?<=\[Rules ")[a-z-]{5,}', _misspelt),
    "a word of the head left out": _at(r"^deal.*$", lambda found, rng: _without(found[0], rng)),
    "a word left out": _line(lambda line, rng: _without(line, rng), r"^[^%\n]+$"),
    "words in the wrong order": _at(r"(?<=[ \n])(\S+) (\S+)(?=[ \n])", r"\2 \1"),
    "lines in the wrong order": _moved,
    "a line twice": _line(lambda line, _: f"{line}\n{line}"),
    "a line left out": _at(r"^[0-9]+\.[^\n]*\n", ""),
    "a remark anywhere": _at(
        rf"(?<=[shdc]) (?={CARD})", " nice ", " (a good one) ", " very strong ", " hmm "
    ),
    "a sign for any card": _at(CARD, "x", "_", "..", "*", "?", "??", "xx", "—"),
    "a brace anywhere": _at(rf"(?<=[shdc]) (?={CARD})", " { ", " } ", " {good} } "),
    "a trick with another number": _at(r"^[0-9]+\.", lambda _, rng: f"{rng.randrange(12)}."),
    "a deal with another number": _at(r"^deal [0-9]+", lambda _, rng: f"deal {rng.randrange(6)}"),
    "a card in words": _at(CARD, r"\g<rank> of \g<suit>", _in_words),
    "a line in capitals": _line(lambda line, _: line.upper(), r"^[^%\n]+$"),
    "points in another form": _at(r"\([0-9]+-[0-9]+\)", lambda found, rng: _points_in(found[0], rng)),
    "a keyword in another language": _at(
        _WORD, *"Spiel gibt Trumpf Stapel sperrt tauscht aus durch stand раздава коз затваря adu zár".split()
    ),
}
"""More kinds, of which nobody promises that they are understood."""
TWO: Final[dict[str, Slip]] = {
    "two known slips": lambda text, rng: _both(text, rng, KINDS),
    "two of the other slips": lambda text, rng: _both(text, rng, WILD),
    "a known slip and another": lambda text, rng: _both(text, rng, KINDS | WILD),
}


def _without(line: str, rng: random.Random) -> str:
    words = line.split(" ")
    del words[rng.randrange(len(words))]
    return " ".join(words)


def _points_in(words: str, rng: random.Random) -> str:
    first, last = words.strip("()").split("-")
    forms = (f"({last}:{first})", f"({last}-{first})", f"({first}:{last})", f"({first}/{last})", f"({first})")
    return rng.choice((*forms, f"{first}-{last}", f"[{first}:{last}]"))


STATED: Final[dict[str, Slip]] = {
    "other card points": _at(
        r"\([0-9]+-[0-9]+\)", lambda _, rng: f"({rng.randrange(120)}-{rng.randrange(120)})"
    ),
    "another score": _at(
        r"score [0-9]+-[0-9]+", lambda _, rng: f"score {rng.randrange(9)}-{rng.randrange(9)}"
    ),
    "another reason": _at(r"by [a-z-]+", "by out", "by total", "by last-trick", "by resignation"),
    "other game points": _at(r"^= [A-D] [0-9]", lambda found, rng: found[0][:-1] + rng.choice("123")),
    "another winner": _at(r"^= [A-D]", "= A", "= B"),
    "another marriage": _at(r"(?<= )[24]0", "20", "40"),
    "another result": _at(r'\[Result "[^"]*"\]', '[Result "1-0"]', '[Result "7-3"]'),
}
"""Slips in what is stated of results and points."""


def as_proposed(text: str) -> str:
    """A text with everything that is proposed for it applied, whether safe or not."""
    return mend(text.encode(), unsafe=True)[0].decode()
