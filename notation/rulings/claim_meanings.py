"""What a group of words claims: of whom, and with which numbers."""

import re
from collections.abc import Callable
from typing import Final

from notation.record.model import NOBODY
from notation.record.words import read_seat
from notation.rulings.claim_signals import MARRIAGES, Figures, explained, figures_of
from notation.rulings.claim_text import Group
from notation.rulings.claims import (
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
from referee.cards import NO_CARD, NO_SUIT, SUITS, Card, Seat, Suit, card
from referee.rules import RuleSet
from referee.state import TARGET

_OF_NOBODY: Final = frozenset({"agreed", "draw", "total"})
"""Claims about no player."""
IMPERSONAL: Final = frozenset({"redeal", "score-wrong", "score-right", "misdeal", "played-on"})
"""Claims that are about a player only if one is named."""
_OWNED: Final = frozenset(
    {"counts", "marriage-illegal", "close-illegal", "exchange-illegal", "close-failed", "close-made"}
    | {"right-claim", "false-claim", "late-claim"}
)
"""Claims about something that is somebody's."""
_OF_A_SIDE: Final = frozenset(
    {"worth", "wins", "loses", "points", "tricks", "trickless", "had-trick", "out", "reached", "under"}
    | {"reached-first", "schneider", "schwarz", "taker", "leader"}
)
"""Claims that are about some player, whether he is named or not."""
_NOUNS: Final = frozenset({"but", "card", "game", "last", "not", "old", "only", "points", "trick", "trump"})
"""Signals that are no verbs."""
_TURNED: Final = {
    "under": "reached",
    "dealt-well": "misdeal",
    "score-right": "score-wrong",
    "close-made": "close-failed",
    "followed": "revoke",
    "led-rightly": "led-out-of-turn",
}
"""Ways that mean the denial of another kind."""


class Speech:
    """Reads the groups of one text: who is meant goes on from one to the next."""

    def __init__(self, rules: RuleSet, by: Seat) -> None:
        self.rules, self.by = rules, by
        self.before: Seat | None = None
        """The player of whom the text spoke last."""

    def others(self) -> list[Seat]:
        """Return the sides that are not the speaker's; all if nobody is known to speak."""
        own = self.rules.side(self.by) if self.by >= 0 else NOBODY
        return [side for side in self.rules.sides if side != own]

    def who(self, who: str) -> list[Seat]:
        """Return the players that a word for a person can mean."""
        if len(who) < 3 and who not in ("me", "us"):
            return [read_seat(who.upper())]
        if who == "leader":
            return [LEADER]
        if who in ("me", "us"):
            if self.by < 0:
                return [*self.rules.sides]
            return [self.rules.side(self.by) if who == "us" else self.by]
        if who == "other":
            others = self.others()
            if len(others) > 1 and self.before is not None and self.before >= 0:
                return [self.before]
            return others
        return [Seat(NOBODY)]

    def seats(self, group: Group, kind: str) -> list[Seat]:
        """Return the players that a group can be about, as one of a kind."""
        if kind in _OF_NOBODY:
            return [Seat(NOBODY)]
        if kind == "loses":
            lost = self.seats(group, "wins")
            return [side for side in self.rules.sides if [side] != [self.rules.side(seat) for seat in lost]]
        mentions = group.mentions
        if kind in IMPERSONAL and all(who == "us" for _, _, who in mentions):
            return [Seat(NOBODY)]
        if kind == "wrong-dealer":
            denied = re.search(
                r"(?:^| )(?:" + group.language.signals["not"].pattern + r") @([a-d])", group.line
            )
            if denied:
                return [read_seat(denied[1].upper())]
        if not mentions and kind == "out" and self.by >= 0 and not {"have", "had", "out"} & set(group.found):
            return [self.by]
        if not mentions and group.language.mine.search(group.line) and self.by >= 0:
            return [self.by]
        subjects = [who for at, role, who in mentions if role == "subject" and not group.is_beside(at)]
        owners = [who for _, role, who in mentions if role == "owner"]
        if kind in ("taker", "leader", "counts") and owners and not subjects:
            return self.who(owners[0])
        drops = group.language.pro_drop and kind not in _OWNED and kind not in _OF_A_SIDE
        if drops:
            owners = [who for who in owners if len(who) == 1]
        if kind == "misdeal":
            datives = {match.start() for match in group.language.datives.finditer(group.line)}
            subjects = [who for at, role, who in mentions if role == "subject" and at not in datives]
        if kind == "misdeal" and not {"dealing", "misdeal"} & set(group.found):
            return [Seat(NOBODY)]
        for who in (*subjects, *owners):
            if who == "nobody" and kind.startswith("close"):
                continue
            if who in ("nobody", "anyone"):
                return [Seat(NOBODY)]
            return self.who(who)
        if group.language.things.search(group.line) and kind not in _OF_A_SIDE and kind != "withdrawn":
            return [Seat(NOBODY)]
        if group.language.pro_drop and self.by >= 0 and self.before == self.by and group.found.keys() - _NOUNS:
            self.before = None
        if self.before is not None and kind not in ("worth", "wins") and kind not in IMPERSONAL:
            return [self.before]
        if kind == "worth" and self.by >= 0 and group.language.third.search(group.line):
            return self.others()
        if kind == "worth":
            return [self.by] if self.by >= 0 else [*self.rules.sides]
        if group.is_finite() and self.by >= 0 and kind not in IMPERSONAL:
            return self.others()
        if kind in _OF_A_SIDE:
            return self.others() if self.by < 0 else [self.by, *self.others()]
        return [Seat(NOBODY)]


def meant(kind: str, needs: frozenset[str], group: Group, has: frozenset[str], seat: Seat) -> Claim | None:
    """Return the claim of a kind that a group makes of a player."""
    figures = figures_of(group)
    plain = figures.plain
    spans = [span for name in needs | explained(needs) for span in group.found.get(name, ()) if name != "not"]
    loose = [
        (start, end)
        for start, end in group.found.get("not", ())
        if not any(first <= start and end <= last and last - first > end - start for first, last in spans)
        and not ("illegal" in needs and (start, end) in group.found.get("illegal", ()))  # `cannot` is both
    ]
    if "should" in needs & set(group.found):  # he should have followed suit, and did not
        should = min(first for first, _ in group.found["should"])
        loose = [(start, end) for start, end in loose if start < should]
    if kind in _OF_WORDS:
        loose = [(start, end) for start, end in loose if end < max((last for _, last in spans), default=0)]
    denied = bool(loose) and not needs & {"not", "without", "nobody", "#unsaid"}
    denied = denied or ("nobody" in has and not needs & {"nobody", "not"})
    denied = denied or ("illegal" in needs and kind in ("worth", "points", "reached", "schneider"))
    trick = figures.trick

    def made(what: What, is_denied: bool = False) -> Claim:
        return Claim(what, NOBODY, trick, is_denied, _card(group), _suit(group))

    if kind == "draw":
        return made(Worth(Seat(NOBODY), 0), bool(loose) and "nobody" not in needs)
    if kind == "worth":
        number = next((n for n in plain if 0 < n < 12), 0)
        return made(Worth(seat, number), denied)
    if kind == "total":
        return made(Points(figures.pair), denied)
    if kind in ("points", "reached", "under", "out"):
        return _points(kind, needs, has, figures, seat, denied, made)
    if kind == "tricks" and denied and figures.tricks == 1 and needs & {"have", "take"}:
        return made(SeatTricks(seat, 0))  # not even one
    if kind == "tricks":
        return made(SeatTricks(seat, figures.tricks), denied)
    if kind in ("trickless", "had-trick"):
        return made(SeatTricks(seat, 0), kind == "had-trick")
    if kind in ("allowed", "forbidden"):
        return made(Allowed((kind == "allowed") != denied))
    if kind == "unschneider":
        return made(OfDeal(Subject.SCHNEIDER, seat, 0, True))
    if kind.endswith("-illegal"):
        denied = bool(loose) == ("illegal" in needs or "legal" not in needs) and bool(
            {"legal", "illegal"} & needs
        )
    if "#score" in needs or (kind == "marriage-misnamed" and needs & {"#both", "trump"}):
        denied = False
    if kind == "loses":
        number = next((n for n in plain if 0 < n < 12), 0)
        if number:
            return made(Worth(seat, number), denied)
        kind = "wins"
    if kind in _TURNED:
        kind, denied = _TURNED[kind], not denied
    number = next((n for n in plain if n in MARRIAGES), 0) if kind in _NUMBERED else 0
    return made(OfDeal(Subject(kind), seat, number, denied))


_OF_WORDS: Final = frozenset({"talked", "agreed"})
"""Claims about words: what follows them was said."""
_NUMBERED: Final = frozenset(
    {"counts", "marriage-illegal", "marriage-not-held", "marriage-late", "marriage-other-card"}
    | {"marriage-unmarked", "marriage-misnamed", "withdrawn"}
)
"""Claims of which the value of a marriage is kept."""


def _points(
    kind: str,
    needs: frozenset[str],
    has: frozenset[str],
    figures: Figures,
    seat: Seat,
    denied: bool,
    made: Callable[..., Claim],
) -> Claim:
    known = next((number for name, number in (("#66", TARGET), ("#33", 33)) if name in needs), 0)
    rest = [number for number in figures.plain if number not in MARRIAGES] or list(figures.plain)
    number = known or next(iter(rest), TARGET)
    if kind == "out" and "#66" in has and "out" not in has and "had" in has:
        kind = "reached"
    if kind == "out":
        if figures.trick:
            return made(OfDeal(Subject.REACHED, seat, TARGET, denied))
        return made(Out(seat), denied)
    if kind == "points" and not (denied and "had" in has):
        return made(SeatPoints(seat, number), denied)
    if kind == "under":
        denied = not denied
    more = 1 if "more" in needs else 0
    return made(OfDeal(Subject.REACHED, seat, number + more, denied))


def _card(group: Group) -> Card:
    """Return the card that a group names, if one."""
    found = {word for word in group.words if re.fullmatch(r"%\d\d", word)}
    if len(found) != 1:
        return NO_CARD
    [word] = found
    return card(SUITS[int(word[1])], 5 - int(word[2]))


def _suit(group: Group) -> Suit:
    """Return the suit that a group names, if one."""
    found = {Suit(int(word[2:])) for word in group.words if word.startswith("%s")}
    return found.pop() if len(found) == 1 else NO_SUIT
