"""Claims in set forms: in letters and figures, and in the sentences in which claims are printed."""

import re
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from notation.record.model import NOBODY, paid_outcome
from notation.record.words import KINDS, SUIT_SYMBOLS, read_seat
from notation.rulings.claim_tokens import ALIKE, SpokenNames
from notation.rulings.claim_words import LANGUAGES, claim_words, folded
from notation.rulings.claims import (
    DRAWN,
    LEADER,
    MOMENTS,
    Allowed,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Subject,
    What,
    Worth,
)
from notation.text.letters import ALPHABETS, ENGLISH_RANKS
from referee.cards import SUITS, Card, Seat, rank_of, suit_of
from referee.rules import RuleSet

_SEATS: Final = "(?=.)a?b?c?d?"
"""A seat, a side, or several who win together, in small letters."""


def claim_in_symbols(words: str, by: Seat, names: SpokenNames) -> Claim | None:
    """Return a claim in letters and figures, if it is one.

    >>> claim_in_symbols("B 2", Seat(0), SpokenNames(())).what
    Worth(winner=1, game_points=2, paid=())
    """
    plain = " ".join(words.casefold().split()).rstrip(".!?").translate(ALIKE)
    if found := re.fullmatch(r"(?:pays|paid)((?: [-−]?[0-9]{1,4}){3,4})", plain):
        paid = tuple(map(int, found[1].replace("−", "-").split()))
        told = paid_outcome(paid)
        return Claim(Worth(told.winner, told.game_points, paid), by)
    if found := re.fullmatch(r"(\S+):? \+?([0-9]{1,4})", plain):
        seat = read_seat(found[1].upper()) if re.fullmatch(_SEATS, found[1]) else names.seat(found[1])
        return Claim(Worth(seat, int(found[2])), by) if seat >= 0 else None
    if re.fullmatch(r"[0-9]{1,4}(?: ?[-–:] ?[0-9]{1,4})+", plain):
        return Claim(Points(tuple(map(int, re.findall("[0-9]+", plain)))), by)
    if plain == "66" and by >= 0:
        return Claim(Out(by), by)
    if re.fullmatch(r"[0-9]{1,2}", plain) and by >= 0:
        return Claim(Worth(by, int(plain)), by)
    return None


_HOLES: Final = {
    "seat": r"[^,;:()]+?",
    "number": r"\d{1,4}",
    "points": r"\d+(?:-\d+)+",
    "suit": r"[^\W\d_]+",
}
"""What can stand in the sentences for what they name in braces."""


class _ClaimForm(NamedTuple):
    """A sentence of a claim, as a pattern, and what it says."""

    pattern: re.Pattern[str]
    kind: str
    denied: bool


@cache
def _forms(code: str) -> tuple[_ClaimForm, ...]:
    """Return the sentences of claims in a language, also those that are only read."""
    words = claim_words(code)
    forms = []
    owners = (words.term("possessive"), words.term("impersonal"))
    for (kind, denied, sentence), whose in product(words.sentences(), owners):
        if whose is not owners[0] and "{whose}" not in sentence:
            continue
        said = sentence.replace("{of}", owners[0]).replace("{whose}", whose)
        pattern = re.escape(" ".join(said.split()))
        for name, what in _HOLES.items():
            hole = re.escape(f"{{{name}}}")
            pattern = pattern.replace(hole, f"(?P<{name}>{what})", 1).replace(hole, f"(?P={name})")
        forms.append(_ClaimForm(re.compile(pattern, re.IGNORECASE), kind, denied))
    return tuple(forms)


def claim_in_sentence(text: str, by: Seat, names: SpokenNames, rules: RuleSet) -> Claim | None:
    """Return the claim that a printed sentence makes, if it is one.

    >>> from referee.rulesets import SANTASE
    >>> claim_in_sentence("A has 41 card points (trick 3)", Seat(1), SpokenNames(()), SANTASE)
    Claim(what=SeatPoints(seat=0, points=41), by=1, trick=3, denied=False, card=-1, suit=-1, contract='')
    """
    words, place = _place(" ".join(text.split()).rstrip(".!"), rules)
    for code in LANGUAGES:
        table = claim_words(code)
        before = table.denying
        is_denied = words.casefold().startswith(before)
        rest = words[len(before) :] if is_denied else words
        for form in _forms(code):
            found = form.pattern.fullmatch(rest)
            said = found.groupdict() if found else {}
            seat = _seat(said["seat"], code, names) if "seat" in said else NOBODY
            suits = [finds.fullmatch(folded(said["suit"])) for finds in table.suits] if "suit" in said else []
            if found is None or seat is None or (suits and not any(suits)):
                continue
            if suits:
                place["suit"] = next(suit for suit, named in zip(SUITS, suits, strict=True) if named)
            claim = _claim(form, seat, said, place.pop("number", 0), rules)
            claim = claim._replace(by=by, **place)
            return denial(claim) if is_denied else claim
    return None


def _seat(word: str, code: str, names: SpokenNames) -> int | None:
    """Return the player whom a printed sentence names."""
    words = claim_words(code)
    if word.casefold() == words.term("somebody").casefold():
        return NOBODY
    if word.casefold() == words.term("leader").casefold():
        return LEADER
    letters = word.upper()
    if re.fullmatch(_SEATS, letters.lower()):
        return read_seat(letters)
    seat = names.seat(word) if names.is_whole(word) else NOBODY
    return seat if seat >= 0 else None


def _claim(form: _ClaimForm, seat: int, said: dict[str, Any], more: int, rules: RuleSet) -> Claim:
    kind, player, denied = form.kind, Seat(seat), form.denied
    number = int(said.get("number") or more)
    what: What
    match kind:
        case "draw":
            what = DRAWN
        case "worth" | "worth-of-deal":
            what = Worth(rules.side(player) if 0 <= player < rules.seats else player, number)
        case "total":
            what = Points(tuple(map(int, said["points"].split("-"))))
        case "points":
            what = SeatPoints(player, number)
        case "tricks":
            what = SeatTricks(player, number)
        case "trick" | "trickless":
            what, denied = SeatTricks(player, 0), kind == "trick"
        case "out":
            what = Out(player)
        case "legal":
            what, denied = Allowed(not denied), False
        case "score":
            what = OfDeal(Subject.SCORE, denied=denied, score=tuple(map(int, said["points"].split("-"))))
            denied = False
        case _:
            subject = Subject.COUNTS if kind == "counts-marriage" else Subject(kind)
            what, denied = OfDeal(subject, player, number, denied), False
    return Claim(what, denied=denied)


def denial(claim: Claim) -> Claim:
    """Return the denial of a claim."""
    what = claim.what
    if isinstance(what, OfDeal):
        return claim._replace(what=what._replace(denied=not what.denied))
    if isinstance(what, Allowed):
        return claim._replace(what=Allowed(not what.allowed))
    return claim._replace(denied=not claim.denied)


def _words_of(part: str) -> str:
    """Return words as they are found in a line: in small letters, without hyphens."""
    return folded(part).replace("-", " ")


@cache
def _faces() -> dict[str, Card]:
    """Return the cards as readers are shown them, in all languages."""
    shown = (ENGLISH_RANKS, *(alphabet.ranks for alphabet in ALPHABETS.values()))
    return {f"{ranks[rank_of(card)]}{SUIT_SYMBOLS[suit_of(card)]}": card for ranks in shown for card in KINDS}


@cache
def _in_trick(*codes: str) -> str:
    """Return a pattern for what names a trick in a sentence, in some languages, with its number."""
    terms = (re.escape(claim_words(code).term("in_trick")) for code in codes)
    return "|".join(term.replace(r"\{trick\}", "([0-9]{1,2})") for term in terms)


def _place(words: str, rules: RuleSet) -> tuple[str, dict[str, Any]]:
    """Return a sentence without what it says at its end in brackets, or of a trick, and that."""
    found = re.fullmatch(rf"(.*\S) (?:\(([^()]+)\)|(?:at|in|im|в|във) ({_in_trick(*LANGUAGES)}))", words)
    if not found:
        return words, {}
    place: dict[str, Any] = {}
    for part in (found[2] or found[3]).split(", "):
        if part.isdigit():
            place["number"] = int(part)
        if part in _faces():
            place["card"] = _faces()[part]
        for code in LANGUAGES:
            table = claim_words(code)
            trick = re.fullmatch(_in_trick(code), part)
            if trick:
                place["trick"] = int(trick[1])
            for moment, term in MOMENTS.items():
                if part == table.term(term):
                    place["trick"] = moment
            for name, called in table.contracts_of(rules):
                if called.fullmatch(_words_of(part)):
                    place["contract"] = name
    return (found[1], place) if place else (words, {})
