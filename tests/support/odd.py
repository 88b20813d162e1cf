"""Records of every odd shape, by their kinds: for each a function that makes one under a rule set."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Final

from notation.record.model import (
    LAID_AWAY,
    UNKNOWN_NUMBER,
    UNRECORDED,
    DealRecord,
    Holding,
    OpeningPly,
    Outcome,
    Ply,
    Record,
    Tag,
    Withdrawn,
)
from notation.record.traversal import rebuild
from notation.text.annotations import INCIDENTS
from notation.text.writer import write
from referee.actions import CLOSE, DRAW, EXCHANGE, MARRIAGES, OUT
from referee.cards import NOBODY, PACK, SEATS
from referee.rulesets import PRESETS
from tests.notation.judge.test_dealing_proofs import dealt
from tests.notation.judge.test_odd_records import CHANGES
from tests.support import slips
from tests.support.completions import half_known
from tests.support.cutting import cut, heads, spoilt, thinned
from tests.support.games import random_record
from tests.support.gaps import PlayingHabits, blanked, pricked, true_match
from tests.support.layouts import NOTES, SPOILERS, altered, misstated, relaid
from tests.support.plain import PLAIN
from tests.support.scribes import SLIPS

Make = Callable[[str, random.Random], str]
"""Makes a text of games under a rule set."""
WORD: Final = re.compile(r"\S+")
HABITS: Final = (
    PlayingHabits(irregular=6, revoke=10, close=30, bluff=30),
    PlayingHabits(irregular=6, revoke=20, resign=2, marks=False),
    PlayingHabits(bluff=50, close=40, out=8),
)
TAKEN_BACK: Final = (
    *map(Withdrawn, (PACK[0], PACK[9], CLOSE, EXCHANGE, OUT)),
    *(Withdrawn(word, value) for word, value in zip(MARRIAGES, (20, 40, 20, 40), strict=True)),
)
SAID: Final = (
    *"20s 20h 40d 40c 20 40 close close-short exchange out resign -- ## ~As ~9d ^As ^ double".split(),
    *("B: out", "C: 20h", "A: exchange", 'ruling A 2 "late"', "ruling B 1", "~20h", "~close", "~exchange"),
    *(f"@incident({kind}{who})" for kind in INCIDENTS for who in (" A Kc", " B", "", " D", " Qh")),
    *(
        "bid Bettel",
        "B: bid schnapsser",
        "pass",
        "trump h",
        "call As",
        "discard As --",
        "<10-20>",
        "(1. As Td)",
        "= draw",
        "= B 3 by out",
    ),
)


def changed(change: Callable[[DealRecord, random.Random], DealRecord | None]) -> Make:
    """A kind of records of which every deal is changed, where it can be."""

    def make(spec: str, rng: random.Random) -> str:
        record = random_record(spec, rng, noted=rng.random() < 0.2, most_deals=rng.choice((1, 1, 2)))
        return write(replace(record, deals=tuple(change(deal, rng) or deal for deal in record.deals)))

    return make


def reworded(change: Callable[[str, random.Random], str]) -> Make:
    """A kind of records whose text is changed."""
    plain = changed(lambda deal, _: deal)
    return lambda spec, rng: change(plain(spec, rng), rng)


def of_words(text: str, rng: random.Random) -> str:
    """A text in which some words are missing, change places, or give way to others."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        places = list(WORD.finditer(text, text.index("deal") if "deal" in text else 0))
        one, other = rng.choice(places), rng.choice(places)
        put = rng.choice(
            (other[0], other[0], "", "--", rng.choice(SAID), rng.choice(SAID), f"{one[0]} {other[0]}")
        )
        put = rng.choice(
            (put, put, put, f"{one[0]} {rng.choice(SAID)}", rng.choice(NOTES), rng.choice(SPOILERS))
        )
        text = text[: one.start()] + put + text[one.end() :]
    return text


def habitual(spec: str, rng: random.Random) -> str:
    """A game with irregular play, half of them with gaps."""
    record, _ = true_match(spec, rng, rng.choice(HABITS), most=2)
    if rng.random() < 0.5:
        record = replace(record, deals=tuple(blanked(deal, rng) for deal in record.deals))
    return write(record)


def position(spec: str, rng: random.Random) -> str:
    """A deal that is taken up at a trick, with some facts missing or some play spoilt."""
    plain, _, _ = spec.partition(" ")
    [deal] = random_record(plain, rng, noted=False, most_deals=1).deals
    index = rng.choice(heads(deal, plain))
    if rng.random() < 0.4:
        deal = spoilt(deal, index, rng)
    part = cut(deal, plain, index)
    if rng.random() < 0.7:
        part = thinned(part, rng)
    elif rng.random() < 0.7:
        part = remembered(part, rng)
    return write(Record((Tag("Rules", spec),), (part,)))


def series(spec: str, rng: random.Random) -> str:
    """Some matches of a series, not all of which fit together."""
    texts = []
    for number in range(1, rng.randrange(2, 5)):
        record = random_record(spec, rng, noted=False, most_deals=rng.choice((3, 99)))
        deals = tuple(DealRecord(each.number, each.dealer, result=each.result) for each in record.deals)
        names = rng.choice(
            (("Ivan", "Maria", "Georgi", "Elena"), ("Maria", "Ivan", "Elena", "Georgi"), ("X", "Y"))
        )
        tags = [tag for tag in record.tags if tag.name not in "ABCD"]
        tags += [Tag(seat, name) for seat, name in zip("ABCD", names, strict=False)]
        tags += [Tag("Series", "Autumn"), Tag("Match", str(rng.choice((number, number, number, 1, 3))))]
        if rng.random() < 0.5:
            tags.append(Tag("SeriesScore", rng.choice(("1-0", "0-1", "2-0", "1-1", "3 -3", "1 1 1"))))
        texts.append(write(replace(record, tags=tuple(tags), deals=deals)))
    return "\n".join(texts)


def proved(spec: str, rng: random.Random) -> str:
    """A deal that says how it was shuffled, which need not be so."""
    name, _, _ = spec.partition(" ")
    text = dealt(name, rng.randrange(1, 4), rng.randbytes(32), rng.randrange(PRESETS[name].seats))
    return rng.choice((of_words, lambda text, _: text.replace("santase-sh", "x"), lambda text, _: text))(
        text, rng
    )


def slipped(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal with a slip, where that can be made in it."""
    return rng.choice(list(SLIPS.values()))(deal, rng) or deal


def remembered(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal of which some cards are half known, some unsure, and some tricks without their number."""
    if rng.random() < 0.5:
        deal = half_known(pricked(deal, rng), deal, rng)
    if rng.random() < 0.6:
        some = rng.choice((0.05, 0.2, 0.6))
        deal = rebuild(deal, lambda _, ply: _doubted(ply, some, rng))
        hands = ((seat, replace(hand, unsure=_some(hand, some, rng))) for seat, hand in deal.hands)
        deal = replace(deal, hands=tuple(hands))
    if rng.random() < 0.3:
        tricks = [replace(trick, number=rng.choice((trick.number, UNKNOWN_NUMBER))) for trick in deal.tricks]
        if len(tricks) > 1 and rng.random() < 0.5:
            del tricks[rng.randrange(len(tricks))]
        deal = replace(deal, tricks=tuple(tricks))
    return deal


def _doubted(ply: Ply, share: float, rng: random.Random) -> Ply:
    """A card that is played and may be unsure, or cards that are laid away and may be unknown."""
    if rng.random() >= share:
        return ply
    if isinstance(ply, OpeningPly) and ply.action == LAID_AWAY:
        return replace(ply, cards=(UNRECORDED, *ply.cards[1:]))
    return replace(ply, unsure=ply.plays and ply.action >= 0)


def _some(holding: Holding, share: float, rng: random.Random) -> tuple[int, ...]:
    return tuple(at for at, card in enumerate(holding.cards) if card >= 0 and rng.random() < share)


def shaped(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal in a strange shape."""
    _, change = rng.choice(CHANGES)
    return change(deal)


def left_off(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal that is written up to some action, mostly with gaps, and something stated of its end or not."""
    tricks = list(deal.tricks[: rng.randint(1, len(deal.tricks))])
    plies = tricks[-1].plies
    tricks[-1] = replace(tricks[-1], plies=plies[: rng.randint(0, len(plies))])
    points = deal.result.card_points if deal.result else ()
    told = (Outcome(finished=False), Outcome(finished=False, card_points=points), deal.result)
    deal = replace(deal, tricks=tuple(tricks), result=rng.choice((None, None, *told)))
    return rng.choice((blanked, blanked, remembered, lambda deal, _: deal))(deal, rng)


def drawn(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A deal in which draws are written, not all of them right, and some cards and words were taken back."""
    cards = iter(deal.talon.cards if deal.talon else ())
    tricks = []
    for trick in deal.tricks:
        plies = [
            replace(ply, withdrawn=(rng.choice(TAKEN_BACK),)) if rng.random() < 0.05 else ply
            for ply in trick.plies
        ]
        for card in islice(cards, 2):
            seat = rng.choice((NOBODY, NOBODY, *SEATS[:2]))
            plies.append(Ply(DRAW, seat=seat, card=rng.choice((card, card, card, UNRECORDED, PACK[5]))))
        tricks.append(replace(trick, plies=tuple(plies)))
    return replace(deal, tricks=tuple(tricks))


KINDS: Final[dict[str, Make]] = {
    "plain": changed(lambda deal, _: deal),
    "laid out": reworded(relaid),
    "misstated": reworded(misstated),
    "bytes": reworded(lambda text, rng: altered(text.encode(), rng).decode("utf-8", "replace")),
    "words": reworded(of_words),
    "many words": reworded(lambda text, rng: of_words(of_words(text, rng), rng)),
    "slips of the pen": reworded(
        lambda text, rng: rng.choice(list((slips.KINDS | slips.WILD | slips.STATED).values()))(text, rng)
    ),
    "slips of a scribe": changed(slipped),
    "shapes": changed(shaped),
    "gaps": changed(blanked),
    "gaps and slips": changed(lambda deal, rng: blanked(slipped(deal, rng), rng)),
    "remembered": changed(remembered),
    "remembered wrongly": changed(lambda deal, rng: remembered(slipped(deal, rng), rng)),
    "left off": changed(left_off),
    "drawn": changed(drawn),
    "habits": habitual,
    "positions": position,
    "series": series,
    "shuffled": proved,
}
REPAIRED: Final = {"slips of a scribe": 8, "misstated": 2, "words": 2, "shapes": 1}
"""The kinds of which so many are judged with all that would make them right."""
OF_PLAIN: Final = frozenset({"habits", "positions"})


def specs(kind: str) -> list[str]:
    """The rule sets for which there are records of a kind."""
    return list(PLAIN if kind in OF_PLAIN else PRESETS)


def number_of(kind: str) -> int:
    """How many records of a kind there are for each rule set."""
    return {
        "positions": 16,
        "states": 10,
        "tables": 3,
        "slips of a scribe": 8,
        "laid out": 2,
        "shuffled": 2,
    }.get(kind, 5)
