"""What can be claimed of a deal or of a moment of its play: the small language of disputes.

Text to values. Whether a claim is right is for :mod:`notation.rulings.disputes`.
"""

import re
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Choice, Fact, Phrase, SeatFact
from notation.judge.assertions import MOST_PAID, are_payments, most_won
from notation.record.model import NOBODY, paid_outcome
from notation.record.words import read_seat, score_words, seat_letter
from referee.cards import PARTNERS, Seat
from referee.rules import RuleSet
from referee.rulesets import SANTASE

LEADER: Final = Seat(-2)
"""In the place of a seat: the one that leads the trick, or is about to."""


class Worth(NamedTuple):
    """That a deal brings a side so many game points; ``winner`` is -1 for a draw.

    Where all pay, ``paid`` can say what each side wins or pays.
    """

    winner: Seat
    game_points: int
    paid: tuple[int, ...] = ()

    def fits(self, worth: "Worth") -> bool:
        """Whether a deal that is worth so much is worth what is claimed."""
        return self == worth or (not self.paid and self == worth._replace(paid=()))


class Points(NamedTuple):
    """That the card points are so many, by side."""

    points: tuple[int, ...]


class SeatPoints(NamedTuple):
    """That a seat has so many card points; what one of two partners has, both have."""

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
PARTNERS_FORMS: Final = (
    "AC 3",
    "draw",
    "41-66",
    "AC has 41 points",
    "BD has no trick",
    "BD has 2 tricks",
    "A is out",
    "AC has 66",
    "legal",
    "illegal",
)
"""The same of a game for partners."""
PAYING_FORMS: Final = (
    "pays 2 -1 -1",
    "A 2",
    "draw",
    "41-66-23",
    "A has 41 points",
    "A has no trick",
    "A has 2 tricks",
    "legal",
    "illegal",
)
"""The same of a game in which all pay."""

_SEAT: Final = "([a-d]|ac|bd|i|the leader)"
_HAS: Final = f"{_SEAT} (?:has|have|had)"
_WORTH: Final = re.compile("([a-d]|ac|bd) ([0-9]{1,4})")
_PAID: Final = re.compile("(?:pays|paid)((?: [-−]?[0-9]{1,4}){3,4})")
_POINTS: Final = re.compile("[0-9]{1,4}(?: ?[-:] ?[0-9]{1,4}){1,3}")
_SEAT_POINTS: Final = re.compile(f"{_HAS} ([0-9]{{1,4}}) (?:card )?points?")
_SEAT_TRICKS: Final = re.compile(f"{_HAS} (no|[0-9]{{1,4}}) tricks?")
_OUT: Final = re.compile(f"{_SEAT} (?:(?:is|am|was) out|(?:has|have|had) 66)")
_ALLOWED: Final = {"legal": True, "illegal": False}
_WE: Final = re.compile(r"\bwe\b")
_SPEAKER: Final = re.compile("([a-d]) ?: ?(.*)")


def read_claim(text: str, rules: RuleSet = SANTASE) -> Claim | Phrase:
    """The claim that a text makes in the game of a rule set, or what is wrong with it.

    >>> read_claim("B: I have 66"), read_claim("the leader had no trick").what
    (Claim(what=Out(seat=1), by=1), SeatTricks(seat=-2, tricks=0))
    >>> from referee.rulesets import PRESETS
    >>> read_claim("pays 2 -1 -1", PRESETS["santase-three"]).what
    Worth(winner=0, game_points=2, paid=(2, -1, -1))
    >>> read_claim("C: we have 66", PRESETS["santase-four"]), read_claim("c 2", PRESETS["santase-four"]).what
    (Claim(what=Out(seat=8), by=2), Worth(winner=8, game_points=2, paid=()))
    >>> str(read_claim("A 41"))
    'a deal brings 1 to 4 game points, not 41; card points are claimed as in `A has 41 points`'
    """
    words = " ".join(text.casefold().split()).rstrip(".!")
    speaker = _SPEAKER.fullmatch(words)
    by = NOBODY
    if speaker:
        by, words = _seat(speaker[1]), speaker[2]
    if rules.mp_partners and 0 <= by < rules.seats:
        words = _WE.sub(seat_letter(rules.side(by)).casefold(), words)
    what = _what(words, by)
    if what is None or not _is_of(what, rules):
        forms = PAYING_FORMS if rules.mp_all_pay else PARTNERS_FORMS if rules.mp_partners else FORMS
        facts: dict[str, Fact] = {"word": text[:64], "expected": Choice(tuple(f"`{form}`" for form in forms))}
        return Phrase("`{word}` is not understood as a claim; expected {expected}", facts)
    fault = _fault(Claim(what, by), rules)
    if fault is None and isinstance(what, Worth) and what.winner >= 0:
        what = what._replace(winner=rules.side(what.winner))
    return fault or Claim(what, by)


def read_worth(text: str, rules: RuleSet = SANTASE) -> Worth | Phrase:
    """What a text claims that a deal is worth, or what is wrong with it.

    >>> read_worth("draw").winner, str(read_worth("B has 66"))
    (-1, '`B has 66` is not what a deal can be worth; expected `A 3` or `draw`')
    """
    claim = read_claim(text, rules)
    if isinstance(claim, Phrase) and "expected" not in claim.facts:
        return claim
    if isinstance(claim, Claim) and isinstance(claim.what, Worth):
        return claim.what
    facts: dict[str, Fact] = {"word": text[:64]}
    if rules.mp_all_pay:
        return Phrase(
            "`{word}` is not what a deal can be worth; expected `pays 2 -1 -1`, `A 2` or `draw`", facts
        )
    if rules.mp_partners:
        return Phrase("`{word}` is not what a deal can be worth; expected `AC 3` or `draw`", facts)
    return Phrase("`{word}` is not what a deal can be worth; expected `A 3` or `draw`", facts)


def is_worth(text: str) -> bool:
    """Whether a text claims what a deal is worth, be it in a game for two, three or four.

    >>> is_worth("AC 2"), is_worth("B: pays -1 2 -1"), is_worth("A has 66")
    (True, True, False)
    """
    words = " ".join(text.casefold().split()).rstrip(".!")
    speaker = _SPEAKER.fullmatch(words)
    return isinstance(_what(speaker[2] if speaker else words, NOBODY), Worth)


def _is_of(what: What, rules: RuleSet) -> bool:
    """Whether a game knows what is claimed: partners, or payments."""
    if isinstance(what, Worth) and what.paid:
        return rules.mp_all_pay
    named = what.winner if isinstance(what, Worth) else getattr(what, "seat", NOBODY)
    return named < PARTNERS or rules.mp_partners


def _what(words: str, by: Seat) -> What | None:
    """What words claim; the seat of somebody who says `I` and is not known is none."""
    if words == "draw":
        return Worth(NOBODY, 0)
    if words in _ALLOWED:
        return Allowed(_ALLOWED[words])
    if found := _PAID.fullmatch(words):
        paid = tuple(map(int, found[1].replace("−", "-").split()))
        told = paid_outcome(paid)
        return Worth(told.winner, told.game_points, paid)
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


def _fault(claim: Claim, rules: RuleSet) -> Phrase | None:
    """Why a claim makes no sense in the game of a rule set."""
    what, most = claim.what, most_won(rules)
    named = [claim.by]
    if isinstance(what, SeatPoints | SeatTricks | Out):
        named.append(what.seat)
        if what.seat == NOBODY:
            return Phrase("who is meant by `I`? Write who says it, as in `B: I have 66`")
    elif isinstance(what, Worth) and what.paid:
        if not are_payments(what.paid, rules):
            return Phrase(
                "nobody can pay and win {stated}: one is paid what the others pay, 1 to {most} each",
                {"stated": score_words(what.paid), "most": MOST_PAID},
            )
    elif isinstance(what, Worth):
        named.append(what.winner)
        if what.winner >= 0 and not 1 <= what.game_points <= most:
            return Phrase(
                "a deal brings 1 to {most} game points, not {stated}; "
                "card points are claimed as in `A has 41 points`",
                {"most": most, "stated": what.game_points},
            )
    elif isinstance(what, Points) and len(what.points) != len(rules.sides):
        facts: dict[str, Fact] = {"stated": what.points, "needed": len(rules.sides)}
        if rules.mp_partners:
            return Phrase("{stated} are not the card points of {needed} sides", facts)
        return Phrase("{stated} are not the card points of {needed} seats", facts)
    stranger = next((seat for seat in named if rules.seats <= seat < PARTNERS), None)
    if stranger is None:
        return None
    return Phrase(catalogue.SEAT_UNKNOWN.sentence, {"stated_seat": SeatFact(stranger), "needed": rules.seats})
