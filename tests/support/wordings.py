"""The wordings of claims under `tests/vectors/claims`, and whether they are read as they were meant."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from notation.record.words import seat_letter
from notation.rulings.claims import (
    LEADER,
    Allowed,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Worth,
)
from referee.rules import RuleSet
from referee.rulesets import PRESETS, SANTASE

RULES = {"contracts": PRESETS["bauernschnapsen"], "called": PRESETS["snapszer-four"]}
"""The rules of the games with bids, by the kind of the file."""
CLAIMS = Path(__file__).parents[1] / "vectors" / "claims"
NAMES = {
    "en": ("Maria", "Ivan"),
    "de": ("Resi", "Franz"),
    "bg": ("Мария", "Иван"),
    "hu": ("Kata", "Gábor"),
}
"""The players of each language's wordings."""
OTHERS = {
    "en": ("Clara", "Daniel"),
    "de": ("Hansi", "Gretl"),
    "bg": ("Петър", "Елена"),
    "hu": ("Laci", "Zsuzsa"),
}
"""Who sits opposite to them in a game of four."""
_READING = re.compile(
    r"(?P<denied>not )?(?P<kind>[a-z-]+)(?: (?P<seat>AC|BD|[A-D]|-|lead|me|you))?"
    r"(?: (?P<number>[0-9]+(?:-[0-9]+)?))?(?: trick=(?P<trick>[0-9]+))?"
    r"(?: card=(?P<card>\w+))?(?: suit=(?P<suit>[shdc]))?"
)


class MeantClaim(NamedTuple):
    """What is claimed; ``number`` has two numbers for the points of both; ``cards`` is a card or a suit."""

    kind: str
    seat: str = ""
    number: tuple[int, ...] = ()
    denied: bool = False
    trick: int = 0
    needed: bool = True
    cards: str = ""

    def fits(self, found: "MeantClaim") -> bool:
        """Whether something that was found is this reading.

        Only the kind, its denial, the player, the number and the trick count. Points that are not named are
        66, nobody may be the player whom the deal shows it to be, and no trick the last one.
        """
        default = (66,) if self.kind == "reached" else ()
        number, said = self.number or default, found.number or default
        return (
            (self.kind, self.denied) == (found.kind, found.denied)
            and self.seat in (found.seat, "-")
            and (self.trick or min(found.trick, 0)) == found.trick
            and (
                number == said
                or (self.kind == "counts" and not number)
                or (self.kind in _VALUED and not (number and said))
            )
        )


_VALUED = frozenset(
    (
        "marriage-illegal",
        "marriage-not-held",
        "marriage-late",
        "marriage-other-card",
        "marriage-misnamed",
        "marriage-unmarked",
        "withdrawn",
    )
)
"""Kinds that need no number: the 20 or the 40 only says which marriage is meant."""


class CorpusWording(NamedTuple):
    """A line of the corpus: who says it, the words, and what it can mean; nothing for other talk."""

    language: str
    seat: str
    words: str
    meanings: tuple[tuple[MeantClaim, ...], ...]
    rules: RuleSet = SANTASE

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in the order of the seats."""
        return NAMES[self.language] + (OTHERS[self.language] if self.rules.seats == 4 else ())

    @property
    def text(self) -> str:
        """The words with the name of the speaker before them."""
        return self.said_by(self.names)

    def said_by(self, names: Sequence[str]) -> str:
        """The words after the name of who says them."""
        return self.words if self.seat == "-" else f"{names['ABCD'.index(self.seat)]}: {self.words}"


class ReaderScore(NamedTuple):
    """How a reader did with one wording: all of it understood, and what it read that is not there."""

    understood: bool
    wrong: tuple[MeantClaim, ...]


def reading(words: str) -> MeantClaim:
    """A reading in the notation of the corpus.

    >>> reading("not worth A 2")[:4], reading("(revoke B trick=5 suit=h)")[4:]
    (('worth', 'A', (2,), True), (5, False, 'h'))
    """
    found = _READING.fullmatch(words.strip("()"))
    assert found, words
    number = tuple(map(int, found["number"].split("-"))) if found["number"] else ()
    return MeantClaim(
        found["kind"],
        found["seat"] or "",
        number,
        bool(found["denied"]),
        int(found["trick"] or 0),
        words[0] != "(",
        found["card"] or found["suit"] or "",
    )


def meant(claim: Claim) -> MeantClaim:
    """A claim as a reading.

    >>> meant(Claim(SeatTricks(LEADER, 0), trick=3))[:5], meant(Claim(Points((41, 66))))[:3]
    (('tricks', 'lead', (0,), False, 3), ('points', '', (41, 66)))
    """
    kind, seat, denied = "", -1, claim.denied
    number: tuple[int, ...] = ()
    match claim.what:
        case Worth(seat, won, _):
            kind, number = "worth", (won,)
        case Points(points):
            kind, number = "points", points
        case SeatPoints(seat, own):
            kind, number = "points", (own,)
        case SeatTricks(seat, tricks):
            kind, number = "tricks", (tricks,)
        case Out(seat):
            kind = "out"
        case Allowed(allowed):
            kind, denied = "allowed", denied == allowed
        case OfDeal(subject, seat, named, is_denied, stands):
            kind, denied = subject.value, denied != is_denied
            number = stands or ((named,) if named else ())
    letter = "lead" if seat == LEADER else seat_letter(seat) if seat >= 0 else "-"
    is_of_both = len(number) > 1
    return MeantClaim(kind, "" if is_of_both else letter, number, denied, claim.trick)


@cache
def corpus(name: str) -> tuple[CorpusWording, ...]:
    """All wordings of a file, `en`, `en_fresh`, `contracts_en` or `called_en`."""
    found = []
    kind, _, language = name.rpartition("_") if name[2:3] != "_" else ("", "", name[:2])
    rules = RULES.get(kind, SANTASE)
    for line in (CLAIMS / f"{name}.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            seat, words, meant = line.split("\t")
            meanings = tuple(
                () if each == "?" else tuple(map(reading, each.split("; "))) for each in meant.split(" | ")
            )
            found.append(CorpusWording(language, seat, words, meanings, rules))
    return tuple(found)


def score(
    meanings: Sequence[Sequence[MeantClaim]], found: Sequence[MeantClaim], offered: Sequence[MeantClaim] = ()
) -> ReaderScore:
    """Compare what was found in a wording with what it can mean: with the meaning that fits best.

    Where there are several meanings, it is enough to have ``offered`` one of them.
    """
    scores = []
    for meaning in meanings:
        wrong = tuple(each for each in found if not any(one.fits(each) for one in meaning))
        near = [*found, *(offered if len(meanings) > 1 else ())]
        missing = [one for one in meaning if one.needed and not any(one.fits(each) for each in near)]
        scores.append(ReaderScore(not missing and not wrong, wrong))
    return max(scores, key=lambda each: (each.understood, -len(each.wrong)))
