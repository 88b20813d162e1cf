"""The deletion test: a true record that is changed in one place never passes unnoticed.

One thing in a true record is deleted, duplicated, swapped or altered. The judge must find an error,
and may let the change pass only where the oracle, replaying the changed words, finds every one of
them legal and true. Nor may it find an error where the oracle finds none. With `-s` the tests print
what share of the changes was noticed.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

import pytest

from notation import read
from notation.judge import judge
from tests.support.oracle import RANKS, SUITS
from tests.support.oracle_of_more import seats_of, sides_of
from tests.support.plain import PLAIN
from tests.support.sizes import Size, some
from tests.support.truth import TrueWord, is_true, numbers, score_words, text_of, true_record

pytestmark = pytest.mark.usefixtures("few_repairs")

SPECS: Final = (
    *PLAIN,
    "santase target=11 failed-close=3",
    "santase target=2 claim=auto last-trick-claimable=yes",
    "sixty-six exchange-by=turn draw-bonus=yes",
    "schnapsen claim=auto marriage-count=next-trick marriage-out=no",
    "schnapsen claim=auto marriages-per-lead=2",
    "santase-four claim=auto marriage-count=at-once",
    "sixty-six-four claim-window=reply marriage-lead=king",
    "santase-three exhausted=1 draw-dealer=turn",
)
MUTATIONS: Final = Size("MUTATIONS", 100_000)
"""For all rule sets together."""
FROM_ONE_RECORD: Final = 40

CHANGES: Final = ("delete", "duplicate", "swap with neighbour", "swap with its like", "alter")
CARDS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
ANNOUNCED: Final = ("exchange", "close", "out", *(value + suit for value in ("20", "40") for suit in SUITS))
ACTIONS: Final = ("card played", "marriage", "exchange", "close", "out")


@cache
def alternatives(spec: str) -> dict[str, tuple[str, ...]]:
    """Return what may replace a token; without a name, one of its numbers is altered.

    One of the seats does not exist, and one is not a whole side.
    """
    seats, sides = seats_of(spec), ("A", "B") if len(seats_of(spec)) == 2 else sides_of(spec)
    others = "ABCDC"[: len(seats) + 1]
    results = [f"{side} {points}" for side in sides for points in range(1, 4)]
    if len(sides) == 3:
        results += ["A 4", "B 6", "pays 2 -1 -1", "pays -1 2 -1", "pays -1 -2 3", "pays 0 0 0", "pays 2 -2 0"]
    return dict.fromkeys((*ACTIONS, "card led last"), CARDS + 3 * ANNOUNCED) | {
        "turn-up": CARDS if len(seats) == 2 else (*CARDS, *3 * SUITS),
        "card held": CARDS,
        "card of the talon": CARDS,
        "owner": (*(f"{seat}:" for seat in others), "talon:"),
        "actor": tuple(f"{seat}:" for seat in others),
        "dealer": tuple(others),
        "winner": (*sides, "A", "C"),
        "reason": ("out", "false-out", "closer-failed", "defender-out", "total", "last-trick"),
        "result": ("*", "*", "*", "draw", *results),
    }


NUMBERS: Final = ("deal number", "trick number", "game points", "card points", "score", "checkpoint")
WITH_STAKES: Final = ("payments", "score", "Result tag")
"""Numbers that can be less than nothing."""
ALWAYS_NOTICED: Final = (
    {(what, "duplicate") for what in (*ACTIONS, "card held", "card of the talon", "trick number")}
    | {(what, "delete") for what in ("card played", "card held", "card of the talon", "owner", "dealer")}
    | {(what, "alter") for what in ("card held", "card of the talon", "turn-up", "marriage value", *NUMBERS)}
    | {(what, "alter") for what in ("owner", "actor", "dealer", "winner", "reason")}
)
"""Changes after which no record can be true."""
OF_TALON: Final = frozenset(
    {("turn-up", "alter"), *(("card of the talon", change) for change in CHANGES), ("actor", "alter")}
)
"""Some of them, where a talon is: without one the card that fixed trumps may be another of its hand, and
either partner may claim."""

DECISIVE: Final = (
    "X101 X102 X103 X104 X105 X106 X107 X108 X109 X110 X111 X112 X113 X114 X115 X116 X118 X121 "
    "R201 R203 R204 R205 R223 R230 R243 R250 R270 R271 S118"
)
"""Codes by which alone some changes are noticed."""

Span = tuple[str, int, int]
"""What may be changed: its kind, where its pieces start, and where they end."""
Tally = Counter[tuple[str, str, bool]]
"""How many changes there were: of what, which, and whether they were noticed."""


def notices(text: str, blind_to: str = "") -> bool:
    """Whether the judge finds an error, other than those of a code to which it is blind."""
    [game] = read(text)
    return any(finding.is_error and finding.code.id != blind_to for finding in judge(game).findings)


def spans(pieces: list[TrueWord]) -> Iterator[Span]:
    """Everything in a record that can be changed; a result as a whole, too."""
    for at, piece in enumerate(pieces):
        if piece.what == "marriage":
            yield "marriage value", at, at + 1
        if piece.what == "result":
            ends = (end for end in range(at, len(pieces)) if pieces[end].what == "deal number")
            yield "result", at, next(ends, len(pieces))
        elif piece.what != "rules":
            yield piece.what, at, at + 1


def changed(
    spec: str, pieces: list[TrueWord], change: str, span: Span, like: list[Span], rng: random.Random
) -> list[TrueWord]:
    """The record with one thing changed; as it was where that thing cannot be changed so."""
    what, start, end = span
    before, these, behind = pieces[:start], pieces[start:end], pieces[end:]
    if change == "delete":
        return before + behind
    if change == "duplicate":
        return before + these + these + behind
    if change == "swap with neighbour":
        if rng.random() < 0.5:
            return before + behind[:1] + these + behind[1:]
        return before[:-1] + these + before[-1:] + behind
    if change == "alter":
        return [*before, TrueWord(these[0].what, altered(spec, what, these[0].words, rng)), *behind]
    (_, start, end), (_, other, other_end) = sorted((span, rng.choice(like)))
    if start == other:
        return pieces
    return (
        pieces[:start] + pieces[other:other_end] + pieces[end:other] + pieces[start:end] + pieces[other_end:]
    )


def altered(spec: str, what: str, words: str, rng: random.Random) -> str:
    """Other words of the same kind."""
    if what == "marriage value":
        return ("20" if words.startswith("40") else "40") + words[2:]
    if what == "Result tag" and rng.random() < 0.2:
        return '[Result "*"]'
    others = alternatives(spec).get(what)
    if others is not None:
        first, blank, _ = words.rpartition(" ")
        return ("= " if what == "result" else first + blank) + rng.choice(others)
    found = re.search(r"-?\d[\d -]*", words)
    assert found, words
    told = list(numbers(found[0]))
    least = -9 if what in WITH_STAKES and len(told) == 3 else 0
    place = rng.randrange(len(told))
    told[place] = rng.choice(
        [told[place] + by for by in (-10, -3, -2, -1, 1, 2, 3, 10) if told[place] + by >= least]
    )
    written = " ".join(map(str, told)) if what == "payments" else score_words(told)
    return words[: found.start()] + written + words[found.end() :]


def change_many(
    spec: str,
    most: int,
    tally: Tally,
    notices: Callable[[str], bool] = notices,
    deals: tuple[int, ...] = 20 * (1,) + (2, 2, 3),
    only: tuple[str, ...] = (),
) -> Iterator[str]:
    """Try and count so many changes, and tell those in which the judge and the oracle differ.

    A record has one of these numbers of deals, and ``only`` such things in it are changed, if any are named.
    """
    rng = random.Random(spec)
    tried = 0
    while tried < most:
        pieces = true_record(spec, rng, rng.choice(deals))
        text = text_of(pieces)
        assert is_true(text), text
        all_spans = [span for span in spans(pieces) if not only or span[0] in only]
        by_kind: dict[str, list[Span]] = {}
        for span in all_spans:
            by_kind.setdefault(span[0], []).append(span)
        kinds = list(by_kind)
        seen = {text}
        for _ in range(min(FROM_ONE_RECORD, most - tried, 5 * len(all_spans))):
            what = rng.choice(kinds) if rng.random() < 0.5 else rng.choice(all_spans)[0]
            change = "alter" if what == "marriage value" else rng.choice(CHANGES)
            mutant = text_of(changed(spec, pieces, change, rng.choice(by_kind[what]), by_kind[what], rng))
            if mutant in seen:
                continue
            seen.add(mutant)
            tried += 1
            noticed = notices(mutant)
            tally[what, change, noticed] += 1
            if noticed == is_true(mutant):
                verdict = "true, but refused" if noticed else "untrue, but unnoticed"
                yield f"{change} {what}: {verdict}\n{mutant}"


def share(tally: Tally, what: str, change: str) -> str:
    """How many changes were noticed, of how many."""
    noticed = tally[what, change, True]
    tried = noticed + tally[what, change, False]
    return f"{100 * noticed / tried:.1f} % of {tried}" if tried else ""


@pytest.fixture(scope="module")
def tally() -> Iterator[Tally]:
    """What all rule sets together came to, printed at the end."""
    total: Tally = Counter()
    yield total
    print("\nnoticed".ljust(20), *(change.rjust(20) for change in CHANGES))
    for what in sorted({what for what, _, _ in total}):
        print(what.ljust(19), *(share(total, what, change).rjust(20) for change in CHANGES))


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_only_a_true_record_passes(spec: str, tally: Tally) -> None:
    counted: Tally = Counter()
    differing = list(change_many(spec, -(-MUTATIONS // len(SPECS)), counted))
    tally.update(counted)
    assert not differing, f"{len(differing)} changes, among them\n" + "\n".join(differing[:3])
    has_talon = len(seats_of(spec)) == 2
    for what, change in sorted(ALWAYS_NOTICED - (frozenset() if has_talon else OF_TALON)):
        assert not counted[what, change, False], (what, change)
        assert counted[what, change, True] or not (has_talon and MUTATIONS.is_full), (what, change)
    assert not counted["payments", "alter", False]


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_only_a_true_score_passes(spec: str) -> None:
    """Whatever of the scores before it is stated."""
    scores = ("score", "result", "Result tag")
    differing = list(change_many(spec, MUTATIONS.share(500), Counter(), deals=(2, 3), only=scores))
    assert not differing, f"{len(differing)} changes, among them\n" + "\n".join(differing[:3])


@pytest.mark.parametrize("spec", SPECS)
def test_a_judge_that_finds_nothing_is_found_out(spec: str) -> None:
    assert len(list(change_many(spec, 200, Counter(), lambda _: False))) > 100


@pytest.mark.slow
@pytest.mark.parametrize("code", some(DECISIVE.split(), "X101", "X118", "R205", "R250"))
def test_a_judge_that_is_blind_to_one_code_is_found_out(code: str) -> None:
    differing = change_many("sixty-six", 2000, Counter(), partial(notices, blind_to=code))
    assert "untrue, but unnoticed" in next(differing, "")
