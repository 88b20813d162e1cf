"""The signals in words that are read together, and the claims that they make."""

import re
from collections.abc import Mapping
from math import fsum
from typing import Final, NamedTuple

from notation.rulings.claim_text import ARTICLE, PAIR, Group, starts_of
from notation.rulings.claim_words import signal_class, ways
from notation.rulings.claims import LAST
from referee.state import TARGET

_WEIGHTS: Final = {"gain": 0.8, "#whose": 0.6, "#trick": 0.8}


def weight(name: str) -> float:
    """Return how much a signal counts: less if it says little alone."""
    return 0.5 if name in signal_class("weak") else _WEIGHTS.get(name, 1.0)


_ALONE: Final = 0.8
"""How much a signal counts that makes a claim alone."""
_LEFT: Final = 0.5
"""What a signal that a reading does not explain costs."""
SURE: Final = 0.7
"""The least score of a reading that is taken."""
APART: Final = 0.3
"""How much better than others it must be."""


class Figures(NamedTuple):
    """The numbers in a group, by what they count."""

    trick: int = 0
    tricks: int = -1
    cards: int = -1
    pair: tuple[int, ...] = ()
    plain: tuple[int, ...] = ()


def figures_of(group: Group) -> Figures:
    """Return the numbers in a group by what they count."""
    words, found = group.words, group.found
    starts = starts_of(words)

    def has(name: str, place: int) -> bool:
        if not 0 <= place < len(words):
            return False
        return any(first <= starts[place] < last for first, last in found.get(name, ()))

    trick, tricks, cards = 0, -1, -1
    pair: tuple[int, ...] = ()
    plain: list[int] = []
    for place, word in enumerate(words):
        if PAIR.fullmatch(word):
            pair = tuple(map(int, word.split("-")))
        elif word[0].isdigit() and word.endswith("."):
            near = has("trick", place + 1) or has("trick", place + 2) or has("trick", place - 1)
            alone = word != "1." or ("take" in found and not found.keys() & _FIRST_IN and group.language.pro_drop)
            alone = alone and not any(has(name, place + 1) for name in ("card", "deal", "game"))
            if near or alone:
                trick = trick or int(word[:-1])
        elif word == ARTICLE:
            if has("trick", place + 1) and "only" in found:
                tricks = 1
            elif place + 1 == len(words) or has("points", place + 1) or has("game", place + 1):
                plain.append(1)
        elif word.isdigit():
            number = int(word)
            if has("trick", place - 1) and not (has("trick", place + 1) or has("card", place + 1)) and 0 < number < 25:
                trick = trick or number
            elif has("trick", place + 1) or (has("trick", place + 2) and has("only", place + 1)):
                singular = number > 1 and group.language.singular_trick.fullmatch(
                    words[place + 1] if place + 1 < len(words) else ""
                )
                is_time = has("after", place - 1) or has("after", place + 2)
                if (is_time and number) or (singular and place and words[place - 1] in group.language.inside):
                    trick = trick or number
                elif number != 1 or not has("not", place - 1):
                    tricks = number
            elif has("all", place + 1):
                pair = (number, number)
            elif number not in MARRIAGES and words[place + 1 : place + 2] and words[place + 1].startswith("%s"):
                continue  # `two more diamonds`
            elif has("card", place + 1) and not has("points", place + 2) and not has("points", place + 1):
                cards = number
            else:
                plain.append(number)
    if "all" in found and len(plain) == 1 and 20 < plain[0] < TARGET:
        pair = (plain[0], plain[0])
    if "last" in found and "trick" in found and not trick:
        trick = LAST
    return Figures(trick, tricks, cards, pair, tuple(plain))


MARRIAGES: Final = (20, 40)
_FIRST_IN: Final = frozenset({"draw", "follow", "lead", "out", "points", "reach", "revoke"})
"""Signals of what somebody can be the first to do."""


def signals_of(group: Group, figures: Figures) -> frozenset[str]:
    """Return all signals of a group, those that others make together included."""
    has = set(group.found)
    plain = figures.plain
    if "had" in has:
        has.add("have")
    if any(who == "nobody" for _, _, who in group.mentions):
        has.add("nobody")
    if any(role == "owner" for _, role, _ in group.mentions):
        has.add("#whose")
    if any(word.startswith("%") for word in group.words):
        has.add("@suit" if not any(re.fullmatch(r"%\d\d", word) for word in group.words) else "@card")
    for name, so in (
        ("#66", TARGET in plain),
        ("#33", 33 in plain),
        ("#few", any(20 < number < TARGET and number != 40 for number in plain)),
        ("#both", set(MARRIAGES) <= set(plain)),
        ("#marriage", bool(set(MARRIAGES) & set(plain))),
        ("#worth", any(0 < number < 12 for number in plain)),
        ("#points", bool(plain)),
        ("#trick", figures.trick != 0),
        ("#tricks", figures.tricks >= 0),
        ("#cards", figures.cards > 2),
        ("#two_cards", figures.cards == 2),
        ("#trick_and_trick", figures.trick != 0 and len(group.found.get("trick", ())) > 1),
        ("#two", len(plain) == 2 and min(plain) > 11 and not set(MARRIAGES) & set(plain)),
        ("#pair", bool(figures.pair)),
        ("#score", 0 < sum(figures.pair) < 25 and bool(has & {"not", "should"})),
    ):
        if so:
            has.add(name)
    if "#marriage" in has:
        has.add("marriage")
    told = bool(has & {"announce", "say", "claim"})
    if (told and has & {"#66", "out"} and "#marriage" not in has) or (
        "claim" in has and "marriage" not in has
    ):
        has.add("claiming")
    said = {start for name in ("announce", "say", "claim") for start, _ in group.found.get(name, ())}
    if any(end + 1 in said for _, end in group.found.get("not", ())):
        has.add("#unsaid")
    spans = group.found.get("claim", ()), group.found.get("out", ())
    if set(spans[0]) <= set(spans[1]) and not has & signal_class("of_claims"):
        has.discard("claiming")
    if (told and "marriage" in has and "#66" not in has) or ("announce" in has and "claiming" not in has):
        has.add("announcing")
    return frozenset(has)


_IMPLIED: Final[Mapping[str, frozenset[str]]] = {
    "#unsaid": frozenset({"not", "announce", "say", "claim", "right"}),
    "forget": frozenset({"right"}),
    "announcing": frozenset({"announce", "say", "claim", "marriage", "#marriage", "#points"}),
    "claiming": frozenset({"announce", "say", "claim", "#66", "out", "#points"}),
    "#66": frozenset({"#points"}),
    "#few": frozenset({"#points"}),
    "#33": frozenset({"#points"}),
    "#both": frozenset({"value", "#points", "marriage", "#marriage"}),
    "#marriage": frozenset({"#points", "marriage"}),
    "marriage": frozenset({"#marriage", "#points", "royal"}),
    "#trick": frozenset({"trick", "first", "last"}),
    "#tricks": frozenset({"trick", "#points"}),
    "#cards": frozenset({"card"}),
    "two": frozenset({"card"}),
    "#two_cards": frozenset({"card", "two"}),
    "#two": frozenset({"#points", "#66", "#33", "#few", "have", "gain", "points"}),
    "had": frozenset({"have"}),
    "have": frozenset({"had", "take", "at"}),
    "take": frozenset({"have", "win", "get", "gain", "ruff", "trump", "head"}),
    "gain": frozenset({"win", "take", "points", "game", "deal", "count", "#points"}),
    "#worth": frozenset({"#points", "points", "game"}),
    "#points": frozenset({"points"}),
    "illegal": frozenset({"not", "wrong"}),
    "exchange": frozenset({"nine", "trump", "card"}),
    "close": frozenset({"talon"}),
    "follow": frozenset({"trump", "right", "close"}),
    "ruff": frozenset({"trump"}),
    "misdeal": frozenset({"deal", "dealing"}),
    "dealing": frozenset({"deal"}),
    "deal": frozenset({"dealing"}),
    "take_up": frozenset({"take", "win", "wrong", "stranger"}),
    "score": frozenset({"gain", "count", "points"}),
    "out_of_turn": frozenset({"turn", "not", "before", "play"}),
    "royal": frozenset({"card"}),
    "resign": frozenset({"say"}),
    "@suit": frozenset({"trump"}),
    "nobody": frozenset({"not"}),
    "win": frozenset({"take", "gain", "deal", "game"}),
    "look": frozenset({"show", "old", "talon", "illegal"}),
    "old": frozenset({"trick"}),
    "lose": frozenset({"deal", "game", "gain"}),
    "out": frozenset({"game", "deal"}),
    "#pair": frozenset({"all", "points", "score", "have", "game", "gain", "win"}),
    "over": frozenset({"deal", "game"}),
    "again": frozenset({"should", "deal", "dealing", "card"}),
    "late": frozenset({"should", "trick", "talon", "close", "over"}),
    "#score": frozenset({"should", "not"}),
    "forfeit": frozenset({"lose"}),
    "schneider": frozenset({"lose"}),
    "tie": frozenset({"not", "nobody", "win", "game", "deal"}),
    "agree": frozenset({"score", "game", "deal", "all", "not"}),
    "another": frozenset({"card", "play", "lead", "announce", "say"}),
    "talk": frozenset({"show", "card", "say", "illegal"}),
    "mark": frozenset({"show", "card"}),
    "revoke": frozenset({"follow", "not", "suit", "play", "ruff", "head", "close"}),
    "back": frozenset({"take", "illegal"}),
    "show": frozenset({"illegal"}),
    "head": frozenset({"take", "trick", "trump", "card"}),
}
"""What a signal explains besides itself."""


def explained(needs: frozenset[str]) -> frozenset[str]:
    """Return the signals that others explain besides themselves."""
    return frozenset().union(*(_IMPLIED.get(name, frozenset()) for name in needs))


def _score(needs: frozenset[str], has: frozenset[str]) -> float:
    """Return how much of the signals of a group a way to make a claim explains."""
    got = max(fsum(weight(name) for name in needs), _ALONE)
    left = has - needs - explained(needs)
    return got - _LEFT * len(left & signal_class("strong")) - 0.03 * len(left - signal_class("idle"))


def unexplained(group: Group, has: frozenset[str], needs: frozenset[str], denies: bool) -> list[str]:
    """Return the words of a group that have a meaning which a way to make a claim does not explain."""
    used = needs | explained(needs) | signal_class("details")
    if "#trick" in has:
        used |= _IMPLIED["#trick"]
    if denies or used & {"nobody", "should", "illegal", "forget", "fail"}:
        used |= {"not"}
    if denies:
        used |= {"nobody"}
    tables = (group.language.signals, group.language.spread, {"nobody": group.language.persons["nobody"]})
    patterns = [table[name] for name in used for table in tables if name in table]
    spans = [match.span() for pattern in patterns for match in pattern.finditer(group.line)]
    spans += [match.span() for match in group.language.empty.finditer(group.line)]
    return [
        word
        for word, at in zip(group.words, starts_of(group.words), strict=True)
        if word[0].isalpha() and not any(start <= at < end for start, end in spans)
    ]


class FoundSignals(NamedTuple):
    """A claim that a group can mean, and how well it explains it."""

    score: float
    kind: str
    needs: frozenset[str]


def kinds_of(group: Group, has: frozenset[str]) -> list[FoundSignals]:
    """Return the claims that a group can mean, the best first, each kind once."""
    best: dict[str, FoundSignals] = {}
    for way in ways():
        if way.needs <= has and not way.bars & has:
            score = _score(way.needs, has)
            if way.kind not in best or score > best[way.kind].score:
                best[way.kind] = FoundSignals(score, way.kind, way.needs)
    return sorted(best.values(), key=lambda found: -found.score)
