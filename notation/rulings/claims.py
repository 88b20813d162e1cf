"""The claims about a deal or a moment of its play: the small language of disputes.

Parses text into values; the words of the languages are in :mod:`notation.rulings.claim_words`. Whether a
claim is right is decided by :mod:`notation.rulings.disputes`.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Choice, Fact, Phrase, SeatFact
from notation.findings.hints import suggestions
from notation.judge.assertions import are_payments
from notation.record.model import NOBODY, paid_outcome
from notation.record.words import SEAT_LETTERS, read_seat, score_words
from notation.rulings.claim_words import LANGUAGES, Worded, claim_words, named
from referee.cards import PARTNERS, Seat
from referee.match import MOST_PAID, most_bonus, stated_worths
from referee.rules import RuleSet
from referee.rulesets import SANTASE

LEADER: Final = Seat(-2)
"""Used in place of a seat: the one that leads, or is about to lead, the trick."""


class Worth(NamedTuple):
    """A deal is worth so many game points to a side; ``winner`` is -1 for a draw.

    In games with payments, ``paid`` can say what each side wins or pays.
    """

    winner: Seat
    game_points: int
    paid: tuple[int, ...] = ()

    def fits(self, worth: "Worth") -> bool:
        """Return whether a deal of this worth is worth what is claimed."""
        return self == worth or (not self.paid and self == worth._replace(paid=()))


class Points(NamedTuple):
    """The card points of each side are these."""

    points: tuple[int, ...]


class SeatPoints(NamedTuple):
    """A seat has so many card points; partners share them."""

    seat: Seat
    points: int


class SeatTricks(NamedTuple):
    """A seat has so many tricks."""

    seat: Seat
    tricks: int


class Out(NamedTuple):
    """A seat is out: a claim to have 66, made now, would be right."""

    seat: Seat


class Allowed(NamedTuple):
    """An action was allowed, or was not."""

    allowed: bool


class Subject(Enum):
    """What can be claimed about the play of a deal."""

    WINS = "wins"
    REACHED = "reached"
    REACHED_FIRST = "reached-first"
    TAKER = "taker"
    LEADER = "leader"
    COUNTS = "counts"
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"
    REVOKE = "revoke"
    REVOKED_FIRST = "revoked-first"
    CLOSE_ILLEGAL = "close-illegal"
    CLOSE_LATE = "close-late"
    CLOSE_EARLY = "close-early"
    CLOSE_FAILED = "close-failed"
    MARRIAGE_ILLEGAL = "marriage-illegal"
    MARRIAGE_NOT_HELD = "marriage-not-held"
    MARRIAGE_LATE = "marriage-late"
    MARRIAGE_OTHER_CARD = "marriage-other-card"
    MARRIAGE_MISNAMED = "marriage-misnamed"
    MARRIAGE_UNMARKED = "marriage-unmarked"
    EXCHANGE_ILLEGAL = "exchange-illegal"
    EXCHANGE_LATE = "exchange-late"
    EXCHANGE_EARLY = "exchange-early"
    LED_OUT_OF_TURN = "led-out-of-turn"
    PLAYED_OUT_OF_TURN = "played-out-of-turn"
    TWO_CARDS = "two-cards"
    NOT_HELD = "not-held"
    TOOK_BACK = "took-back"
    WITHDRAWN = "withdrawn"
    EXPOSED = "exposed"
    DREW_WRONGLY = "drew-wrongly"
    MISDEAL = "misdeal"
    REDEAL = "redeal"
    WRONG_DEALER = "wrong-dealer"
    LOOKED_BACK = "looked-back"
    LOOKED_AT_TALON = "looked-at-talon"
    TALKED = "talked"
    GATHERED_WRONGLY = "gathered-wrongly"
    SCORE_WRONG = "score-wrong"
    FALSE_CLAIM = "false-claim"
    RIGHT_CLAIM = "right-claim"
    LATE_CLAIM = "late-claim"
    FORGOT_CLAIM = "forgot-claim"
    PLAYED_ON = "played-on"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    AGREED = "agreed"


class OfDeal(NamedTuple):
    """A claim about the play of a deal, or its denial.

    ``seat`` is nobody if any player is meant, ``number`` 0 if nothing is counted.
    """

    subject: Subject
    seat: Seat = NOBODY
    number: int = 0
    denied: bool = False


What = Worth | Points | SeatPoints | SeatTricks | Out | Allowed | OfDeal


class Claim(NamedTuple):
    """What is claimed, with the seat that claims it and the trick, if stated."""

    what: What
    by: int = NOBODY
    trick: int = 0


FORMS: Final = (
    "A 3",
    "draw",
    "41-66",
    "A has 41 points",
    "A has no trick",
    "A has 2 tricks",
    "A is out",
    "A has 66",
    "A revoked at trick 5",
    "legal",
    "illegal",
)
"""Examples of all forms of claims; the claimant can be given first, as in `B: draw`.

The wordings of every language are in :mod:`notation.rulings.claim_words`.
"""
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
"""The same for a game with partners."""
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
"""The same for a game with payments."""

WHO_SPEAKS: Final = Phrase("who is meant by `{word}`? Write who says it, as in `B: I have 66`")
NOT_UNDERSTOOD: Final = (
    Phrase("`{word}` is not understood as a claim; the closest is {meant}"),
    Phrase("`{word}` is not understood as a claim; expected {expected}"),
)
LONGEST: Final = 200
"""Characters of a claim that are understood."""
MOST_NEAREST: Final = 3
"""Suggested wordings for a claim that is not understood."""

_WORTH: Final = re.compile("([a-d]|ac|bd) ([0-9]{1,4})")
_PAID: Final = re.compile("(?:pays|paid)((?: [-−]?[0-9]{1,4}){3,4})")
_POINTS: Final = re.compile("[0-9]{1,4}(?: ?[-:] ?[0-9]{1,4}){1,3}")
_SPEAKER: Final = re.compile("(<[a-d]>|[a-dабвс]) ?: ?(.*)")


def read_claim(text: str, rules: RuleSet = SANTASE, names: Sequence[str] = ()) -> Claim | Phrase:
    """Parse a claim in the game of a rule set, or return what is wrong with it.

    ``names`` are those of the players, in the order of the seats.

    >>> read_claim("B: I have 66"), read_claim("the leader had no trick").what
    (Claim(what=Out(seat=1), by=1, trick=0), SeatTricks(seat=-2, tricks=0))
    >>> read_claim("Neda: Vasil hat im neunten Stich nicht bedient", names=["Neda", "Vasil"])
    Claim(what=OfDeal(subject=<Subject.REVOKE: 'revoke'>, seat=1, number=0, denied=False), by=0, trick=9)
    >>> from referee.rulesets import PRESETS
    >>> read_claim("pays 2 -1 -1", PRESETS["santase-three"]).what
    Worth(winner=0, game_points=2, paid=(2, -1, -1))
    >>> read_claim("C: we have 66", PRESETS["santase-four"]).what
    Out(seat=8)
    >>> str(read_claim("A 41"))
    'a deal brings 1 to 4 game points, not 41; card points are claimed as in `A has 41 points`'
    """
    words = _plain(text, names)
    speaker = _SPEAKER.fullmatch(words)
    by = NOBODY
    if speaker:
        by, words = read_seat(claim_words("bg").person(speaker[1]).upper()), speaker[2]
        if by >= rules.seats:
            return _stranger(by, rules)
    found = _symbols(words)
    claim = Claim(found, by) if found else _spoken(words, by, rules)
    if claim is None or (isinstance(claim, Claim) and not _is_of(claim.what, rules)):
        return _not_understood(text, words, rules)
    if isinstance(claim, Phrase):
        return claim
    fault = _fault(claim, rules)
    what = claim.what
    if fault is None and isinstance(what, Worth) and what.winner >= 0:
        claim = claim._replace(what=what._replace(winner=rules.side(what.winner)))
    return fault or claim


def _plain(text: str, names: Sequence[str]) -> str:
    """Return a text in lower case, without irrelevant words, with the players replaced by their seats."""
    if len(text) > LONGEST:
        return ""
    words = " ".join(text.casefold().replace("’", "'").split()).rstrip(".!?")
    letters = {
        " ".join(name.casefold().split()): letter.casefold()
        for name, letter in zip(names, SEAT_LETTERS, strict=False)
        if len(name.strip()) > 1
    }
    for name, letter in tuple(letters.items()):  # a name counts only if no other player shares it
        for part in name.split():
            if len(part) > 1 and sum(part in other.split() for other in letters) == 1:
                letters.setdefault(part, letter)
    return named(words, letters) if letters else words


def _spoken(words: str, by: Seat, rules: RuleSet) -> Claim | Phrase | None:
    """Return what is claimed in words of some language; None if no language has them."""
    for found in _worded(words):
        seat = _person(found, by, rules)
        if isinstance(seat, Phrase):
            return seat
        return Claim(_meant(found, seat), by, found.trick)
    return None


def _worded(words: str) -> Iterator[Worded]:
    """Yield the meaning of the words in each language that has them, also without a trick they name."""
    for language in LANGUAGES:
        found = claim_words(language).read(words)
        if found:
            yield found
    for language in LANGUAGES:
        for rest, trick in claim_words(language).cut(words):
            found = claim_words(language).read(rest)
            if found:
                yield found._replace(trick=found.trick or trick)


def _person(found: Worded, by: Seat, rules: RuleSet) -> Seat | Phrase:
    """Return the seat that words name, nobody if none; or that the claimant must be named."""
    if found.who is None:
        return Seat(NOBODY)
    person = claim_words(found.language).person(found.who)
    if person == "leader":
        return LEADER
    if person not in ("me", "us", "other"):
        return read_seat(person.upper())
    if by < 0 or (person == "other" and len(rules.sides) > 2):
        word = found.who.capitalize() if found.who == "i" else found.who
        return Phrase(WHO_SPEAKS.sentence, {"word": word})
    if person == "other":
        return rules.sides[1 - rules.side_of[by]]
    return rules.side(by) if person == "us" else by


def _meant(found: Worded, seat: Seat) -> What:
    """Return what words claim, as a value."""
    match found.of:
        case "draw":
            return Worth(Seat(NOBODY), 0)
        case "worth":
            return Worth(seat, found.number)
        case "points":
            return SeatPoints(seat, found.number)
        case "tricks" | "trickless":
            return SeatTricks(seat, found.number)
        case "out":
            return Out(seat)
        case "legal" | "illegal":
            return Allowed(found.of == "legal")
        case "more":
            return OfDeal(Subject.REACHED, seat, found.number + 1, found.denied)
    return OfDeal(Subject(found.of), seat, found.number, found.denied)


def _not_understood(text: str, words: str, rules: RuleSet) -> Phrase:
    """Return that a text is not a claim, with the nearest wordings, or examples."""
    bare = re.sub("<([a-d])>", lambda seat: seat[1].upper(), words)
    known = [example for language in LANGUAGES for *_, example in claim_words(language).examples()]
    near = suggestions(bare, known)[:MOST_NEAREST]
    if near:
        nearest: dict[str, Fact] = {"word": text[:64], "meant": Choice(tuple(f"`{form}`" for form in near))}
        return Phrase(NOT_UNDERSTOOD[0].sentence, nearest)
    forms = PAYING_FORMS if rules.mp_all_pay else PARTNERS_FORMS if rules.mp_partners else FORMS
    facts: dict[str, Fact] = {"word": text[:64], "expected": Choice(tuple(f"`{form}`" for form in forms))}
    return Phrase(NOT_UNDERSTOOD[1].sentence, facts)


def _stranger(seat: int, rules: RuleSet) -> Phrase:
    return Phrase(catalogue.SEAT_UNKNOWN.sentence, {"stated_seat": SeatFact(seat), "needed": rules.seats})


def _is_of(what: What, rules: RuleSet) -> bool:
    """Return whether a claim is possible in a game: it may need partners, or payments."""
    if isinstance(what, Worth) and what.paid:
        return rules.mp_all_pay
    seat = what.winner if isinstance(what, Worth) else getattr(what, "seat", NOBODY)
    return seat < PARTNERS or rules.mp_partners


def _symbols(words: str) -> What | None:
    """Return what is claimed in letters and figures."""
    if found := _PAID.fullmatch(words):
        paid = tuple(map(int, found[1].replace("−", "-").split()))
        told = paid_outcome(paid)
        return Worth(told.winner, told.game_points, paid)
    if found := _WORTH.fullmatch(words):
        return Worth(read_seat(found[1].upper()), int(found[2]))
    if _POINTS.fullmatch(words):
        return Points(tuple(map(int, re.findall("[0-9]+", words))))
    return None


def _fault(claim: Claim, rules: RuleSet) -> Phrase | None:
    """Return why a claim is not valid in the game of a rule set."""
    what, most = claim.what, stated_worths(rules, most_bonus(rules))[-1]
    seats = [claim.by]
    if isinstance(what, SeatPoints | SeatTricks | Out | OfDeal):
        seats.append(what.seat)
    elif isinstance(what, Worth) and what.paid:
        if not are_payments(what.paid, rules):
            return Phrase(
                "{stated} cannot be paid and won: one player is paid what the others pay, 1 to {most} each",
                {"stated": score_words(what.paid), "most": MOST_PAID},
            )
    elif isinstance(what, Worth):
        seats.append(what.winner)
        if what.winner >= 0 and not 1 <= what.game_points <= most:
            return Phrase(
                "a deal brings 1 to {most} game points, not {stated}; "
                "card points are claimed as in `A has 41 points`",
                {"most": most, "stated": what.game_points},
            )
    elif isinstance(what, Points) and len(what.points) != len(rules.sides):
        facts: dict[str, Fact] = {"stated": what.points, "needed": len(rules.sides)}
        if rules.mp_partners:
            return Phrase("{stated} are not card points for {needed} sides", facts)
        return Phrase("{stated} are not card points for {needed} seats", facts)
    stranger = next((seat for seat in seats if rules.seats <= seat < PARTNERS), None)
    return None if stranger is None else _stranger(stranger, rules)
