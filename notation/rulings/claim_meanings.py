"""What a group of words claims, with which numbers, trick and card, and of whom.

Each word for a player, and each player who can be left out, has a weight. The weights stand beside those of
the signals: :mod:`notation.rulings.claim_weights`.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from notation.record.model import NOBODY
from notation.record.words import read_seat
from notation.rulings.claim_signals import MARRIAGES, OF_BIDS, Figures
from notation.rulings.claim_text import Group
from notation.rulings.claim_tokens import starts_of
from notation.rulings.claim_weights import shares, weights
from notation.rulings.claims import (
    DRAWN,
    LEADER,
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
from referee.cards import ACE, NO_CARD, NO_SUIT, RANK_LETTERS, SUITS, Card, Seat, Suit, card
from referee.match import most_worth
from referee.rules import RuleSet

_NUMBERED: Final = frozenset(
    {"counts", "marriage-illegal", "marriage-not-held", "marriage-late", "marriage-other-card"}
    | {"marriage-unmarked", "marriage-misnamed", "withdrawn"}
)
"""Claims of which the value of a marriage is kept."""
MOST_WORTH: Final = 11
"""The most game points of a deal, where nothing is bid."""


def meant(
    kind: str, denied: bool, group: Group, figures: Figures, seat: Seat, rules: RuleSet
) -> Claim | None:
    """Return the claim of a kind that a group makes of a player; nothing without the number it needs."""
    plain = figures.plain
    what: What
    match kind:
        case "draw":
            what = DRAWN
        case "worth":
            most = most_worth(rules) if rules.auction.contracts else MOST_WORTH
            numbers = [number for number in plain if 0 < number <= most]
            if not numbers:
                return None
            what = Worth(seat, numbers[0])
        case "total":
            if len(figures.pair) < 2:
                return None
            what = Points(figures.pair)
        case "score":
            if len(figures.pair) < 2:
                return None
            what, denied = OfDeal(Subject.SCORE, denied=denied, score=figures.pair), False
        case "points":
            rest = [number for number in plain if number not in figures.announced] or list(plain)
            if not rest:
                return None
            what = SeatPoints(seat, rest[0])
            if bound := bound_of(group):
                number = rest[0] + (bound in ("more", "most"))
                what = OfDeal(Subject.REACHED, seat, number, denied ^ (bound in ("less", "most")))
                denied = False
        case "tricks":
            number = figures.tricks if figures.tricks >= 0 else next(iter(plain), -1)
            if bound := bound_of(group):
                if number + (bound in ("more", "most")) != 1:  # only of one trick a bound can be claimed
                    return None
                number, denied = 0, denied ^ (bound in ("least", "more"))
            if number < 0:
                return None
            what = SeatTricks(seat, number)
        case "trickless":
            what, denied = SeatTricks(seat, 0), denied or _is_not_schwarz(group)
        case "allowed":
            what, denied = Allowed(not denied), False
        case "out" if not figures.trick:
            what = Out(seat)
        case "reached" | "out":
            number = _reached(kind, group, plain, rules.target)
            denied ^= kind == "reached" and bound_of(group) in ("less", "most")
            what, denied = OfDeal(Subject.REACHED, seat, number, denied), False
        case "trumps" if _suit(group) == NO_SUIT:
            return None
        case _:
            number = next((n for n in plain if n in MARRIAGES), 0) if kind in _NUMBERED else 0
            what, denied = OfDeal(Subject(kind), seat, number, denied), False
    is_before = kind in ("close-early", "exchange-early") and figures.trick == 1  # `before the first trick`
    trick = 0 if is_before else figures.trick
    return Claim(what, NOBODY, trick, denied, _card(group), _suit(group), _contract(group, rules))


def _reached(kind: str, group: Group, plain: tuple[int, ...], target: int) -> int:
    """Return the card points that somebody reached."""
    known = [number for number in (target, 33) if number in plain]
    rest = [number for number in plain if number not in MARRIAGES] or list(plain)
    number = target if kind == "out" else next(iter(known or rest), target)
    return number + (kind == "reached" and ("more" in group.found or bound_of(group) == "most"))


def bound_of(group: Group) -> str:
    """Return which bound stands at a number, as in `less than 33` and `33 or more`; nothing if none."""
    starts = starts_of(group.words)
    figures = [
        (start, start + len(word)) for word, start in zip(group.words, starts, strict=True) if word.isdigit()
    ]
    near = (
        name
        for name in ("most", "less", "least", "more")
        for first, last in group.found.get(name, ())
        if any(start == last + 1 or first == end + 1 for start, end in figures)
    )
    return next(near, "")


def _is_not_schwarz(group: Group) -> bool:
    """Return whether it is denied that somebody is schwarz, and no trick is spoken of in between."""
    return any(
        last < place and not any(last <= start < place for start, _ in group.found.get("trick", ()))
        for _, last in group.found.get("not", ())
        for place, _ in group.found.get("schwarz", ())
    )


def _card(group: Group) -> Card:
    """Return the card that a group names, if one."""
    found = {word for word in group.words if re.fullmatch(r"%\d\d", word)}
    if len(found) != 1:
        return NO_CARD
    [word] = found
    return card(SUITS[int(word[1])], (ACE - int(word[2])) % len(RANK_LETTERS))


def _suit(group: Group) -> Suit:
    """Return the suit that a group names, if one."""
    found = {Suit(int(word[2:])) for word in group.words if word.startswith("%s")}
    return found.pop() if len(found) == 1 else NO_SUIT


def _contract(group: Group, rules: RuleSet) -> str:
    """Return the name of the contract that a group names, if one; `Ass-Bettler` names no `Bettler`."""
    spans = [
        (match.span(), name)
        for name, words in group.language.contracts_of(rules)
        for match in words.finditer(group.line)
    ]
    found = {
        name
        for (start, end), name in spans
        if not any(
            first <= start and end <= last and last - first > end - start for (first, last), _ in spans
        )
    }
    return found.pop() if len(found) == 1 else ""


# Who is meant.

_LOSES: Final = frozenset(
    [
        Subject.CLOSE_FAILED,
        Subject.CONTRACT_FAILED,
        Subject.FALSE_CLAIM,
        Subject.FORFEITED,
        Subject.RESIGNED,
        Subject.REVOKE,
        Subject.SCHNEIDER,
        Subject.SCHWARZ,
    ]
)
"""What is said of a player by which the others win."""
_REACHES: Final = frozenset([Subject.REACHED])
"""What it is if it is denied."""

OF_NOBODY: Final = frozenset({"agreed", "draw", "total", "score", "score-wrong", "allowed", "trumps"})
"""Claims about no player."""


class Speech:
    """Who speaks in a text, and of whom it spoke last."""

    def __init__(self, rules: RuleSet, by: Seat, closes: bool = False) -> None:
        self.rules, self.by = rules, by
        self.closes = closes
        """Whether the text says that the talon was closed, so that no trick may be none by then."""
        self.before: Seat | None = None
        """The player of whom the text spoke last."""
        self.profits: Seat | None = None
        """Who wins by what it said last, if that is known: `Ivan is schneider, so it is two`."""

    def speak_of(self, claim: Claim, is_sure: bool) -> None:
        """Keep of whom something is said, and who wins by it."""
        self.before = getattr(claim.what, "seat", getattr(claim.what, "winner", None))
        match claim.what:
            case OfDeal(subject=subject, denied=denied):
                is_lost = subject in (_REACHES if denied else _LOSES)
            case SeatTricks(tricks=0):
                is_lost = not (claim.denied or self.rules.auction.contracts)
                is_sure &= not self.closes
            case _:
                is_lost = False
        [*others] = self.against((self.before,)) if self.before is not None else ()
        is_lost &= others != [self.before]
        self.profits = self.before if not is_lost else others[0] if is_sure else None

    def others(self) -> tuple[Seat, ...]:
        """Return the sides that are not the speaker's; all if nobody is known to speak."""
        own = self.rules.side(self.by) if self.by >= 0 else NOBODY
        return tuple(side for side in self.rules.sides if side != own)

    def who(self, who: str) -> tuple[Seat, ...]:
        """Return the players that a word for a person can mean."""
        if len(who) < 3 and who not in ("me", "us"):
            return (read_seat(who.upper()),)
        if who == "leader":
            return (LEADER,)
        if who in ("me", "us"):
            if self.by < 0:
                return self.rules.sides
            return (self.rules.side(self.by) if who == "us" else self.by,)
        if who == "other":
            others = self.others()
            if len(others) > 1 and self.before is not None and self.before >= 0:
                return (self.before,)
            return others
        return (Seat(NOBODY),)

    def against(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the side that plays against the only one of some seats; them if it is not one."""
        if len(self.rules.sides) != 2 or len(seats) != 1 or not 0 <= seats[0] < self.rules.seats:
            return seats
        return tuple(side for side in self.rules.sides if side != self.rules.side(seats[0]))


class SeatEvidence(NamedTuple):
    """Something that tells who is meant: the players it can mean, and what weighs for it."""

    seats: tuple[Seat, ...]
    features: tuple[str, ...]


def sources(group: Group, kind: str, speech: Speech) -> Iterator[SeatEvidence]:
    """Yield all that can tell who is meant by a claim of a kind."""
    mentions = group.mentions
    heard = group.found.keys() - (() if speech.rules.auction.contracts else OF_BIDS)
    signals = sorted((first, last, name) for name in heard for first, last in group.found[name])
    datives = {match.start() for match in group.language.datives.finditer(group.line)}
    lost = "lose" in group.found or "resign" in group.found
    for at, (place, role, who) in enumerate(mentions):
        word, order = "named" if len(who) == 1 else who, min(at, 2)
        before = next((name for _, last, name in reversed(signals) if last <= place), "")
        after = next((name for first, _, name in signals if first > place), "")
        features = [
            word,
            f"{word} {role}",
            role,
            f"no {order}",
            f"last {at + 1 == len(mentions)}",
            f"{order} of {min(len(mentions), 3)}",
            f"after {before}",
            f"before {after}",
        ]
        features += [f"{kind}: {each}" for each in (word, role, f"no {order}", f"{role} {min(order, 1)}")]
        features += [f"{kind}: after {before}", f"{kind}: before {after}"]
        if place in datives:
            features += ["dative", f"{kind}: dative"]
        if group.is_beside(place):
            features += ["beside", f"{kind}: beside"]
        seats = speech.who(who)
        yield SeatEvidence(seats, tuple(features))
        turned = speech.against(seats)
        if turned != seats:
            yield SeatEvidence(
                turned, ("against", f"against {kind}", f"against {lost}", f"against {lost} {kind}")
            )
    count = min(len(mentions), 2)
    drops = group.language.pro_drop
    finite = group.is_finite()
    mine = bool(group.language.mine.search(group.line))
    things = bool(group.language.things.search(group.line))
    third = bool(group.language.third.search(group.line))
    unsaid = {"me": speech.who("me"), "other": speech.others(), "nobody": (Seat(NOBODY),)}
    earlier = speech.profits if kind in ("wins", "worth") else speech.before
    if earlier is not None:
        unsaid["before"] = (earlier,)
    for name, seats in unsaid.items():
        features = [
            "",
            f" {count}",
            f" {kind}",
            f" {kind} {count}",
            f" {kind} drops {drops}",
            f" finite {finite}",
            f" drops {drops}",
            f" mine {mine}",
            f" third {third} {kind}",
            f" thing {things}",
            f" known {speech.by >= 0}",
            f" then {speech.before is not None} {count}",
        ]
        yield SeatEvidence(seats, tuple(f"unsaid {name}{each}" for each in features))


def meant_seats(group: Group, kind: str, speech: Speech) -> list[tuple[float, tuple[Seat, ...]]]:
    """Return who can be meant by a claim of a kind, with probabilities, the most probable first."""
    if kind in OF_NOBODY:
        return [(1.0, (Seat(NOBODY),))]
    weigh = weights().seats
    found = [*sources(group, kind, speech)]
    parts = shares([sum(weigh.get(name, 0.0) for name in each.features) for each in found])
    told: dict[tuple[Seat, ...], float] = {}
    for source, part in zip(found, parts, strict=True):
        told[source.seats] = told.get(source.seats, 0.0) + part
    return sorted(((part, seats) for seats, part in told.items()), key=lambda each: -each[0])
