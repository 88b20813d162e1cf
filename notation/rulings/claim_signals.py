"""The signals in words that are read together: what they contain, whatever the language."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from notation.rulings.claim_text import ARTICLE, PAIR, Group
from notation.rulings.claim_tokens import starts_of
from notation.rulings.claims import LAST
from referee.state import TARGET


class Figures(NamedTuple):
    """The numbers in a group, by what they count."""

    trick: int = 0
    tricks: int = -1
    cards: int = -1
    pair: tuple[int, ...] = ()
    plain: tuple[int, ...] = ()
    announced: tuple[int, ...] = ()
    """Those that are the values of marriages: `a 40`, but not `she has 40 points`."""


def figures_of(group: Group) -> Figures:
    """Return the numbers in a group by what they count."""
    words, found = group.words, group.found
    starts = starts_of(words)

    def has(name: str, place: int) -> bool:
        if not 0 <= place < len(words):
            return False
        return any(first <= starts[place] < last for first, last in found.get(name, ()))

    def is_card(place: int) -> bool:
        return place < len(words) and bool(group.language.signals["card"].fullmatch(words[place]))

    def is_difference(place: int) -> bool:
        after = words[place + 1 + has("points", place + 1) :]
        return bool(group.language.difference.match(" ".join(after)))

    trick, tricks, cards = 0, -1, -1
    pair: tuple[int, ...] = ()
    plain: list[int] = []
    announced: list[int] = []
    for place, word in enumerate(words):
        if PAIR.fullmatch(word):
            pair = tuple(map(int, word.split("-")))
        elif word[0].isdigit() and word.endswith("."):
            near = has("trick", place + 1) or has("trick", place + 2) or has("trick", place - 1)
            alone = word != "1." or (
                "take" in found and not found.keys() & _FIRST_IN and group.language.pro_drop
            )
            alone = alone and not (is_card(place + 1) or has("deal", place + 1) or has("game", place + 1))
            if (near or alone) and int(word[:-1]) < MARRIAGES[0]:
                trick = trick or int(word[:-1])
        elif word == ARTICLE:
            if has("trick", place + 1) and "only" in found:
                tricks = 1
            elif place + 1 == len(words) or has("points", place + 1) or has("game", place + 1):
                plain.append(1)
        elif word.isdigit():
            number = int(word)
            if (
                has("trick", place - 1)
                and not (has("trick", place + 1) or is_card(place + 1))
                and not (has("last", place - 2) or words[max(0, place - 2)].endswith("."))
                and 0 < number < 25
            ):
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
            elif (
                number not in MARRIAGES and words[place + 1 : place + 2] and words[place + 1].startswith("%s")
            ):
                continue  # `two more diamonds`
            elif is_card(place + 1) and not has("points", place + 2) and not has("points", place + 1):
                cards = number
            elif not is_difference(place):
                plain.append(number)
                if number in MARRIAGES and (not has("points", place + 1) or found.keys() & _OF_MARRIAGES):
                    announced.append(number)
    if "all" in found and len(plain) == 1 and 20 < plain[0] < TARGET:
        pair = (plain[0], plain[0])
    if "last" in found and "trick" in found and not trick:
        trick = LAST
    return Figures(trick, tricks, cards, pair, tuple(plain), tuple(announced))


MARRIAGES: Final = (20, 40)
_FIRST_IN: Final = frozenset({"draw", "follow", "lead", "out", "points", "reach", "revoke"})
"""Signals of what somebody can be the first to do."""
_OF_MARRIAGES: Final = frozenset({"announce", "annul", "count", "royal", "value"})
"""Signals with which `40 points` are those of a marriage."""
EVERY: Final = "every"
"""A feature of every group: what a claim weighs before a word is read."""


_OF_CLAIMS: Final = frozenset(
    [
        "#66",
        "#few",
        "announce",
        "early",
        "few",
        "forget",
        "illegal",
        "late",
        "legal",
        "right",
        "say",
        "should",
        "without",
        "wrong",
    ]
)
"""Signals that make going out a claim that is spoken of: `he went out too late`."""


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
    if len({word for word in group.words if word.startswith("%")}) > 1:
        has.add("@cards")
    for name, so in (
        ("#66", TARGET in plain),
        ("#33", 33 in plain),
        ("#few", any(20 < number < TARGET and number not in figures.announced for number in plain)),
        ("#both", set(MARRIAGES) <= set(figures.announced)),
        ("#marriage", bool(figures.announced)),
        ("#worth", any(0 < number < 12 for number in plain)),
        ("#points", bool(plain)),
        ("#trick", figures.trick != 0),
        ("#tricks", figures.tricks >= 0),
        ("#cards", figures.cards > 2),
        ("#two_cards", figures.cards == 2),
        ("#trick_and_trick", figures.trick != 0 and len(group.found.get("trick", ())) > 1),
        ("#two", len(plain) == 2 and min(plain) > 11 and not figures.announced),
        ("#pair", bool(figures.pair)),
        ("#low", 0 < sum(figures.pair) < 25),
        ("#score", 0 < sum(figures.pair) < 25 and bool(has & {"not", "should"})),
    ):
        if so:
            has.add(name)
    if figures.announced:
        has.add("marriage")
    elif all(group.line[start:end] in ("20", "40") for start, end in group.found.get("marriage", ())):
        has.discard("marriage")
    told = bool(has & {"announce", "say", "claim"})
    if (told and has & {"#66", "out"} and "#marriage" not in has) or (
        "claim" in has and "marriage" not in has
    ):
        has.add("claiming")
    said = {start for name in ("announce", "say", "claim") for start, _ in group.found.get(name, ())}
    if any(end + 1 in said for _, end in group.found.get("not", ())):
        has.add("#unsaid")
    spans = group.found.get("claim", ()), group.found.get("out", ())
    if set(spans[0]) <= set(spans[1]) and not has & _OF_CLAIMS:
        has.discard("claiming")
    if (told and "marriage" in has and "#66" not in has) or ("announce" in has and "claiming" not in has):
        has.add("announcing")
    return frozenset(has)


BIDS: Final = "bids"
"""A feature of every group where contracts are bid."""
OF_BIDS: Final = frozenset(
    ["bid", "called", "chose", "contract", "double", "fulfil", "low", "partner", "pass"]
)
"""Signals that count only there."""


def denied_in(group: Group) -> Iterator[str]:
    """Yield the signals that follow a negation, before any other: `no revoke`, `did not follow`."""
    starts = sorted(start for spans in group.found.values() for start, _ in spans)
    for _, end in group.found.get("not", ()):
        first = next((start for start in starts if start > end), None)
        yield from (name for name, spans in group.found.items() if any(start == first for start, _ in spans))


def features_of(group: Group, figures: Figures, joined: int, *, asks: bool, bids: bool) -> list[str]:
    """Return what weighs for one claim or another: signals, who is mentioned, and how it is said.

    ``bids`` says whether it is said of a game in which contracts are bid.
    """
    found = {*signals_of(group, figures), EVERY, f"joined {joined}"}
    found = found | {BIDS} if bids else found - OF_BIDS
    found |= {f"not {name}" for name in denied_in(group)}
    found |= {"named" if len(who) == 1 else f"@{who}" for _, _, who in group.mentions}
    if group.language.hypothetical.match(group.line):
        found.add("if")
    if group.language.attached.match(group.line):
        found.add("attached")
    if asks:
        found.add("?")
    return sorted(found)
