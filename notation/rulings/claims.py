"""What can be claimed of a deal or of a moment of its play: the small language of disputes.

Text to values. Whether a claim is right is for :mod:`notation.rulings.disputes`.
"""

import re
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Choice, Fact, Phrase, SeatFact
from notation.record.model import NOBODY
from notation.record.words import read_seat
from referee.cards import Seat

MOST_WON: Final = 4
"""The game points that a deal can bring at most, an extra one after a draw included."""
LEADER: Final = Seat(-2)
"""In the place of a seat: the one that leads the trick, or is about to."""


class Worth(NamedTuple):
    """That a deal brings a seat so many game points; ``winner`` is -1 for a draw."""

    winner: Seat
    game_points: int


class Points(NamedTuple):
    """That the card points are so many, by seat."""

    points: tuple[int, ...]


class SeatPoints(NamedTuple):
    """That a seat has so many card points."""

    seat: Seat
    points: int


class SeatTricks(NamedTuple):
    """That a seat has so many tricks."""

    seat: Seat
    tricks: int


class Out(NamedTuple):
    """That a seat is out: a claim to have 66, made now, would stand."""

    seat: Seat


class Allowed(NamedTuple):
    """That an action was allowed, or that it was not."""

    allowed: bool


What = Worth | Points | SeatPoints | SeatTricks | Out | Allowed


class Claim(NamedTuple):
    """What is claimed, and which seat says so, if that is written."""

    what: What
    by: int = NOBODY


FORMS: Final = (
    "A 3",
    "draw",
    "41-66",
    "A has 41 points",
    "A has no trick",
    "A has 2 tricks",
    "A is out",
    "A has 66",
    "legal",
    "illegal",
)
"""What can be read as a claim, by examples; before it can stand who says so, as in `B: draw`."""

_SEAT: Final = "([a-d]|i|the leader)"
_HAS: Final = f"{_SEAT} (?:has|have|had)"
_WORTH: Final = re.compile("([a-d]) ([0-9]{1,4})")
_POINTS: Final = re.compile("[0-9]{1,4}(?: ?[-:] ?[0-9]{1,4}){1,3}")
_SEAT_POINTS: Final = re.compile(f"{_HAS} ([0-9]{{1,4}}) (?:card )?points?")
_SEAT_TRICKS: Final = re.compile(f"{_HAS} (no|[0-9]{{1,4}}) tricks?")
_OUT: Final = re.compile(f"{_SEAT} (?:(?:is|am|was) out|(?:has|have|had) 66)")
_ALLOWED: Final = {"legal": True, "illegal": False}
_SPEAKER: Final = re.compile("([a-d]) ?: ?(.*)")


def read_claim(text: str, seats: int = 2) -> Claim | Phrase:
    """The claim that a text makes in a game for so many, or what is wrong with it.

    >>> read_claim("B: I have 66"), read_claim("the leader had no trick").what
    (Claim(what=Out(seat=1), by=1), SeatTricks(seat=-2, tricks=0))
    >>> str(read_claim("A 41"))
    'a deal brings 1 to 4 game points, not 41; card points are claimed as in `A has 41 points`'
    """
    words = " ".join(text.casefold().split()).rstrip(".!")
    speaker = _SPEAKER.fullmatch(words)
    by = NOBODY
    if speaker:
        by, words = _seat(speaker[1]), speaker[2]
    what = _what(words, by)
    if what is None:
        facts: dict[str, Fact] = {"word": text[:64], "expected": Choice(tuple(f"`{form}`" for form in FORMS))}
        return Phrase("`{word}` is not understood as a claim; expected {expected}", facts)
    return _fault(Claim(what, by), seats) or Claim(what, by)


def read_worth(text: str, seats: int = 2) -> Worth | Phrase:
    """What a text claims that a deal is worth, or what is wrong with it.

    >>> read_worth("draw"), str(read_worth("B has 66"))
    (Worth(winner=-1, game_points=0), '`B has 66` is not what a deal can be worth; expected `A 3` or `draw`')
    """
    claim = read_claim(text, seats)
    if isinstance(claim, Phrase) and "expected" not in claim.facts:
        return claim
    if isinstance(claim, Claim) and isinstance(claim.what, Worth):
        return claim.what
    return Phrase("`{word}` is not what a deal can be worth; expected `A 3` or `draw`", {"word": text[:64]})


def _what(words: str, by: Seat) -> What | None:
    """What words claim; the seat of somebody who says `I` and is not known is none."""
    if words == "draw":
        return Worth(NOBODY, 0)
    if words in _ALLOWED:
        return Allowed(_ALLOWED[words])
    if found := _WORTH.fullmatch(words):
        return Worth(_seat(found[1]), int(found[2]))
    if _POINTS.fullmatch(words):
        return Points(tuple(map(int, re.findall("[0-9]+", words))))
    if found := _OUT.fullmatch(words):
        return Out(_seat(found[1], by))
    if found := _SEAT_POINTS.fullmatch(words):
        return SeatPoints(_seat(found[1], by), int(found[2]))
    if found := _SEAT_TRICKS.fullmatch(words):
        return SeatTricks(_seat(found[1], by), 0 if found[2] == "no" else int(found[2]))
    return None


def _seat(word: str, by: Seat = NOBODY) -> Seat:
    if word == "i":
        return by
    return LEADER if word == "the leader" else read_seat(word.upper())


def _fault(claim: Claim, seats: int) -> Phrase | None:
    """Why a claim makes no sense in a game for so many."""
    what = claim.what
    named = [claim.by]
    if isinstance(what, SeatPoints | SeatTricks | Out):
        named.append(what.seat)
        if what.seat == NOBODY:
            return Phrase("who is meant by `I`? Write who says it, as in `B: I have 66`")
    elif isinstance(what, Worth):
        named.append(what.winner)
        if what.winner >= 0 and not 1 <= what.game_points <= MOST_WON:
            return Phrase(
                "a deal brings 1 to {most} game points, not {stated}; "
                "card points are claimed as in `A has 41 points`",
                {"most": MOST_WON, "stated": what.game_points},
            )
    elif isinstance(what, Points) and len(what.points) != seats:
        facts: dict[str, Fact] = {"stated": what.points, "needed": seats}
        return Phrase("{stated} are not the card points of {needed} seats", facts)
    stranger = next((seat for seat in named if seat >= seats), None)
    if stranger is None:
        return None
    return Phrase(catalogue.SEAT_UNKNOWN.sentence, {"stated_seat": SeatFact(stranger), "needed": seats})
