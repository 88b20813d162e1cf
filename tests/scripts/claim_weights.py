"""Learn what the signals of claims weigh, from all wordings of `tests/vectors/claims`.

Each label's weight is that of its kind, and if it is denied also that of denying, and of denying this kind.
The weights make what the wordings mean most probable, whichever fragments say it, and are kept small.

    python tests/scripts/claim_weights.py            # write notation/rulings/claim_words/weights.json
    python tests/scripts/claim_weights.py --bids     # the same for games with bids alone, in seconds
    python tests/scripts/claim_weights.py --measure  # learn from four fifths, say how the last is understood
"""

import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import exp, fsum, log, sqrt
from operator import add
from pathlib import Path
from typing import NamedTuple

from notation.record.words import read_seat
from notation.rulings import claim_weights
from notation.rulings.claim_meanings import OF_NOBODY, Speech, bound_of, sources
from notation.rulings.claim_reader import MOST_FRAGMENTS, read_claims
from notation.rulings.claim_signals import BIDS, OF_BIDS, features_of, figures_of
from notation.rulings.claim_text import Group, Text
from notation.rulings.claim_tokens import SpokenNames, tokens_of
from notation.rulings.claim_weights import NOTHING, SCALE, Weights, shares, spans_of, weights_in
from notation.rulings.claim_words import claim_words
from notation.rulings.claims import LEADER, OF_AUCTIONS
from referee.cards import Seat
from tests.support.wordings import CLAIMS, NAMES, RULES, CorpusWording, MeantClaim, corpus, meant, score

TARGET = Path(claim_weights.__file__).parent / "claim_words" / "weights.json"
ROUNDS, STEP, BATCH = 30, 0.2, 64
SMALL = 0.003
"""How much large weights of signals cost."""
SMALL_SEATS = 0.004
RARE = 3
"""Features that fewer spans have are left out."""
NEVER = -1e9
NONE = Weights((NOTHING,), {}, {})
Alternative = Sequence[tuple[int, bool]]


class WeighedWording(NamedTuple):
    """A wording: the features of each span, and the labels that it can mean, each needed or not."""

    wording: CorpusWording
    groups: list[Group]
    spans: list[tuple[int, int, list[str]]]
    meanings: list[list[tuple[str, bool]]]


def label(reading: MeantClaim, bound: str = "") -> str:
    """The label of a reading; that fewer points are had than some is read as the denial that they were."""
    kind = reading.kind
    if kind == "reached" and bound in ("less", "most"):
        reading = reading._replace(denied=not reading.denied)
    if kind == "worth" and reading.number == (0,):
        kind = "draw"
    elif kind == "points" and len(reading.number) == 2:
        kind = "total"
    elif kind == "tricks" and reading.number == (0,):
        kind = "trickless"
    return f"not {kind}" if reading.denied else kind


def example(wording: CorpusWording) -> WeighedWording | None:
    """A wording as an example; none if it has no words."""
    text = Text(tokens_of(wording.words), claim_words(wording.language), SpokenNames(wording.names))
    text.leave_out_reports(wording.seat != "-")
    fragments = text.fragments[:MOST_FRAGMENTS]
    groups, spans = [], []
    for start, end in spans_of(len(fragments)):
        group = Group(text.words[fragments[start][0] : fragments[end - 1][1]], text.language)
        groups.append(group)
        bids = bool(wording.rules.auction.steps)
        features = features_of(group, figures_of(group), end - start, asks=text.asks, bids=bids)
        spans.append((start, end, features))
    bound = bound_of(Group(text.words, text.language))
    meanings = [[(label(each, bound), each.needed) for each in meaning] for meaning in wording.meanings]
    return WeighedWording(wording, groups, spans, meanings) if spans else None


def log_sum(scores: Iterable[float]) -> float:
    """The logarithm of the sum of what some numbers are the logarithms of."""
    numbers = [*scores]
    most = max(numbers)
    return most if most <= NEVER / 2 else most + log(fsum(exp(each - most) for each in numbers))


def moves(meaning: Alternative, at: int) -> Iterator[tuple[int, int]]:
    """What a span can be, where so much of a meaning is said: how much is said then, and its label."""
    yield at, 0
    for place in range(at, len(meaning)):
        yield place + 1, meaning[place][0]
        if meaning[place][1]:
            return


def probable(
    spans: Sequence[tuple[int, int, list[str]]], scores: Sequence[Sequence[float]]
) -> tuple[float, list[list[float]]]:
    """The weight of all ways to read spans, and the probability of each label of each."""
    count = spans[-1][1]
    whole = [log_sum(each) for each in scores]
    before, after = [0.0] + [NEVER] * count, [NEVER] * count + [0.0]
    for (start, end, _), weight in zip(spans, whole, strict=True):
        before[end] = log_sum((before[end], before[start] + weight))
    for (start, end, _), weight in reversed([*zip(spans, whole, strict=True)]):
        after[start] = log_sum((after[start], after[end] + weight))
    total = before[count]
    return total, [
        [exp(before[start] + after[end] - total + each) for each in row]
        for (start, end, _), row in zip(spans, scores, strict=True)
    ]


def intended(
    spans: Sequence[tuple[int, int, list[str]]], scores: Sequence[Sequence[float]], meaning: Alternative
) -> tuple[float, dict[tuple[int, int], float]]:
    """The weight of all ways to read spans that have a meaning, and the probability of their labels."""
    count, length = spans[-1][1], len(meaning)
    before: dict[tuple[int, int], float] = defaultdict(lambda: NEVER, {(0, 0): 0.0})
    after: dict[tuple[int, int], float] = defaultdict(lambda: NEVER)
    for at in range(length + 1):
        if not any(needed for _, needed in meaning[at:]):
            after[count, at] = 0.0
    steps = []
    for place, (start, end, _) in enumerate(spans):
        for at in range(length + 1):
            if (start, at) in before:
                for then, each in moves(meaning, at):
                    weight = scores[place][each]
                    before[end, then] = log_sum((before[end, then], before[start, at] + weight))
                    steps.append((place, (start, at), (end, then), each, weight))
    for _, here, there, _, weight in reversed(steps):
        after[here] = log_sum((after[here], after[there] + weight))
    total = after[0, 0]
    told: dict[tuple[int, int], float] = defaultdict(float)
    if total > NEVER / 2:
        for place, here, there, each, weight in steps:
            told[place, each] += exp(before[here] + weight + after[there] - total)
    return total, told


class Learner:
    """Weights that are learned step by step, each the slower the more it has changed."""

    def __init__(self, size: int, small: float) -> None:
        self.small = small
        self.weights = [0.0] * size
        self._changed = [0.01] * size

    def step(self, slope: Sequence[float]) -> None:
        """Go down a slope."""
        for place, weight in enumerate(self.weights):
            down = slope[place] + self.small * weight
            self._changed[place] += down * down
            self.weights[place] = weight - STEP * down / sqrt(self._changed[place])


class Kinds:
    """The weights of features for the kinds of claims, and for denying.

    What is known of features and labels stays as it is; only the others are learned.
    """

    def __init__(self, examples: Sequence[WeighedWording], known: Weights) -> None:
        said = {each for one in examples for meaning in one.meanings for each, _ in meaning}
        new = said - set(known.labels)
        self.known = known
        self.labels = [*known.labels, *sorted(new, key=lambda each: (each.startswith("not "), each))]
        kinds = sorted({each.removeprefix("not ") for each in self.labels})
        self.columns = [*kinds, "not", *(each for each in self.labels if each.startswith("not "))]
        at = {name: place for place, name in enumerate(self.columns)}
        self.parts = [
            [at[each.removeprefix("not ")], *((at["not"], at[each]) if each.startswith("not ") else ())]
            for each in self.labels
        ]
        self.new = {at[name] for name in self.columns if name != "not" and name not in known.labels}
        times = Counter(name for one in examples for *_, features in one.spans for name in features)
        self.features = sorted(name for name, count in times.items() if count >= RARE)
        self.learners = {name: Learner(len(self.columns), SMALL) for name in self.features}

    def rows(self, names: Collection[str] | None = None) -> dict[str, list[float]]:
        """The weights of each feature, or each of some, for each label."""
        found, before = {}, self.known.signals
        for name in {*self.features, *before} if names is None else names:
            row = [*before.get(name, ()), *[0.0] * len(self.labels)][: len(self.labels)]
            if name in self.learners:
                learned = self.learners[name].weights
                row = [
                    each + sum(map(learned.__getitem__, parts))
                    for each, parts in zip(row, self.parts, strict=True)
                ]
            if name in self.learners or name in before:
                found[name] = row
        return found

    def scores(self, one: WeighedWording, rows: dict[str, list[float]]) -> list[list[float]]:
        """The weights of each label for each span."""
        return [
            [*map(sum, zip(*(rows[name] for name in features if name in rows), strict=True))]
            for *_, features in one.spans
        ]

    def meanings(self, one: WeighedWording) -> list[list[tuple[int, bool]]]:
        """The meanings of an example, with labels as numbers."""
        return [[(self.labels.index(each), needed) for each, needed in meaning] for meaning in one.meanings]

    def learn(self, examples: Sequence[WeighedWording]) -> None:
        rng = random.Random("weights")
        order = [*examples]
        for _ in range(ROUNDS):
            rng.shuffle(order)
            for first in range(0, len(order), BATCH):
                self._step(order[first : first + BATCH])

    def _step(self, examples: Sequence[WeighedWording]) -> None:
        rows = self.rows({name for one in examples for *_, features in one.spans for name in features})
        slopes = {name: [0.0] * len(self.labels) for name in rows}
        for one in examples:
            scores = self.scores(one, rows)
            wanted = [intended(one.spans, scores, meaning) for meaning in self.meanings(one)]
            wanted = [each for each in wanted if each[0] > NEVER / 2]
            if not wanted:
                continue
            _, found = probable(one.spans, scores)
            for part, (_, told) in zip(shares([weight for weight, _ in wanted]), wanted, strict=True):
                for (place, each), much in told.items():
                    found[place][each] -= part * much
            for (*_, features), row in zip(one.spans, found, strict=True):
                for name in features:
                    if name in slopes:
                        slopes[name] = [*map(add, slopes[name], row)]
        for name, slope in slopes.items():
            down = [0.0] * len(self.columns)
            for parts, much in zip(self.parts, slope, strict=True):
                for part in parts:
                    down[part] += much if part in self.new or name not in self.known.signals else 0.0
            if name in self.learners:
                self.learners[name].step(down)

    def said(self, one: WeighedWording, rows: dict[str, list[float]]) -> list[tuple[int, MeantClaim | None]]:
        """The spans that an example is best read in, as it is meant, each with what it says."""
        scores, best = self.scores(one, rows), (NEVER, list[tuple[int, MeantClaim | None]]())
        for meaning, readings in zip(self.meanings(one), one.wording.meanings, strict=True):
            ways = {(0, 0): (0.0, list[tuple[int, MeantClaim | None]]())}
            for place, (start, end, _) in enumerate(one.spans):
                for at in range(len(meaning) + 1):
                    if (start, at) not in ways:
                        continue
                    weight, path = ways[start, at]
                    for then, each in moves(meaning, at):
                        much = weight + scores[place][each]
                        if (end, then) not in ways or much > ways[end, then][0]:
                            ways[end, then] = (much, [*path, (place, readings[then - 1] if each else None)])
            ends = [
                ways[one.spans[-1][1], at]
                for at in range(len(meaning) + 1)
                if (one.spans[-1][1], at) in ways and not any(needed for _, needed in meaning[at:])
            ]
            best = max([best, *ends], key=lambda each: each[0])
        return best[1]


def choices(
    examples: Sequence[WeighedWording], kinds: Kinds
) -> Iterator[tuple[list[tuple[str, ...]], list[bool]]]:
    """Of each claim in the examples, all that can tell whom it is about, and which of it is right."""
    rows = kinds.rows()
    for one in examples:
        rules = one.wording.rules
        speech = Speech(rules, Seat("ABCD".find(one.wording.seat)))
        for place, reading in kinds.said(one, rows):
            group = one.groups[place]
            if reading is None:
                named = [who for _, _, who in group.mentions if len(who) == 1]
                speech.before = read_seat(named[0].upper()) if named else speech.before
                continue
            kind = label(reading).removeprefix("not ")
            if kind in OF_NOBODY:
                continue
            found = [*sources(group, kind, speech)]
            meant = {"lead": (LEADER,), "-": (Seat(-1),), "me": rules.sides, "you": rules.sides}.get(
                reading.seat
            ) or (read_seat(reading.seat),)
            right = [each.seats == meant for each in found]
            if any(right):
                yield [each.features for each in found], right
            speech.before = meant[0] if len(meant) == 1 else None


def seats_of(
    cases: Sequence[tuple[list[tuple[str, ...]], list[bool]]], before: dict[str, float]
) -> dict[str, float]:
    """The weights of what tells who is meant; those that are known stay as they are."""
    times = Counter(name for features, _ in cases for each in features for name in each)
    names = sorted(
        name
        for name, count in times.items()
        if count >= RARE and name not in before and (not before or is_of_bids(name))
    )
    at = {name: place for place, name in enumerate(names)}
    known = [
        (
            [([at[n] for n in each if n in at], fsum(before.get(n, 0.0) for n in each)) for each in features],
            right,
        )
        for features, right in cases
    ]
    learner, rng = Learner(len(names), SMALL_SEATS), random.Random("seats")
    for _ in range(ROUNDS):
        rng.shuffle(known)
        for first in range(0, len(known), BATCH):
            slope = [0.0] * len(names)
            for features, right in known[first : first + BATCH]:
                parts = shares(
                    [more + sum(map(learner.weights.__getitem__, each)) for each, more in features]
                )
                good = fsum(part for part, is_right in zip(parts, right, strict=True) if is_right)
                for (each, _), part, is_right in zip(features, parts, right, strict=True):
                    much = part - (part / good if is_right else 0.0)
                    for place in each:
                        slope[place] += much
            learner.step(slope)
    return before | dict(zip(names, learner.weights, strict=True))


def is_of_bids(name: str) -> bool:
    """Whether a feature is only there in games with bids."""
    return not _OF_BIDS.isdisjoint(re.findall("[a-z-]+", name))


_OF_BIDS = OF_BIDS | {each.value for each in OF_AUCTIONS}


def learned(wordings: Sequence[CorpusWording], known: Weights = NONE) -> dict[str, object]:
    """The weights that wordings teach beside those that are known, as they are kept."""
    examples = [one for each in wordings if (one := example(each))]
    kinds = Kinds(examples, known)
    kinds.learn(examples)
    signals = {
        name: [round(each * SCALE) for each in row] for name, row in sorted(kinds.rows().items()) if any(row)
    }
    told = seats_of([*choices(examples, kinds)], known.seats)
    seats = {name: round(each * SCALE) for name, each in sorted(told.items())}
    return {
        "labels": kinds.labels,
        "signals": signals,
        "seats": {name: each for name, each in seats.items() if each},
    }


def write(table: dict[str, object], path: Path = TARGET) -> None:
    """Write weights, one feature a line."""
    parts = []
    for name, part in table.items():
        if isinstance(part, dict):
            lines = (
                f"{json.dumps(key)}:{json.dumps(each, separators=(',', ':'))}" for key, each in part.items()
            )
            parts.append(f'"{name}":{{\n' + ",\n".join(lines) + "\n}")
        else:
            parts.append(f'"{name}":{json.dumps(part)}')
    path.write_text("{" + ",\n".join(parts) + "}\n", "utf-8")


def main() -> None:
    """Write the weights, or measure how well they do."""
    usual = [each for path in sorted(CLAIMS.glob("tables_*.tsv")) for each in corpus(path.stem)]
    wordings = [each for language in NAMES for each in corpus(language)]
    bids = [each for kind in RULES for language in NAMES for each in corpus(f"{kind}_{language}")]
    if "--bids" in sys.argv:
        write(learned(bids, without_bids(claim_weights.weights())))
        return
    if "--measure" not in sys.argv:
        write(with_bids(learned(wordings + 8 * usual), bids))
        return
    random.Random("measure").shuffle(wordings)
    random.Random("measure").shuffle(bids)
    cut, more = len(wordings) // 5, len(bids) // 5
    kept = TARGET.read_bytes()
    try:
        write(with_bids(learned(wordings[cut:] + 8 * usual), bids[more:]))
        claim_weights.weights.cache_clear()
        for left_out in (wordings[:cut], bids[:more]):
            measure(left_out)
    finally:
        TARGET.write_bytes(kept)


def with_bids(table: dict[str, object], wordings: Sequence[CorpusWording]) -> dict[str, object]:
    """The weights with what wordings of games with bids add to them, which changes nothing in other games."""
    return learned(wordings, weights_in(table))


def without_bids(known: Weights) -> Weights:
    """Weights without what games with bids add to them."""
    labels = [each for each in known.labels if not is_of_bids(each)]
    signals = {
        name: tuple(each for label, each in zip(known.labels, row, strict=True) if label in labels)
        for name, row in known.signals.items()
        if name != BIDS and not is_of_bids(name)
    }
    return Weights(
        tuple(labels), signals, {name: each for name, each in known.seats.items() if not is_of_bids(name)}
    )


def measure(wordings: Sequence[CorpusWording]) -> None:
    """Say how wordings are understood."""
    scores = []
    for each in wordings:
        read = read_claims(each.text, each.rules, each.names)
        sure = [meant(claim) for one in read if one.understood for claim in one.claims]
        offered = [meant(claim) for one in read if not one.understood for claim in one.claims]
        scores.append(score(each.meanings, sure, offered))
    right = sum(each.understood for each in scores)
    wrong = sum(bool(each.wrong) for each in scores)
    number = len(wordings)
    print(f"{100 * right / number:.1f} % understood, {100 * wrong / number:.1f} % mistaken of {number}")


if __name__ == "__main__":
    main()
