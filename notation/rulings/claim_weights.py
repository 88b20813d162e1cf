"""What the signals of a group of words weigh for each claim, and which claims a text makes by them.

The weights are learned from the wordings of `tests/vectors/claims` by `tests/scripts/claim_weights.py`. A
text is cut into fragments; neighbours are read together if that explains them better. Each way to group them
and to read the groups has a weight, and so each claim a probability: the share of the ways that make it.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import exp, fsum, log
from typing import Any, Final, NamedTuple

NOTHING: Final = "nothing"
"""The label of words that claim nothing."""
MOST_JOINED: Final = 4
"""Fragments that are read together."""
SCALE: Final = 50
"""The weights are kept in whole numbers, so many for 1."""


class Weights(NamedTuple):
    """The weights of all signals.

    A label is the kind of a claim, with `not ` before it if it is denied.
    """

    labels: tuple[str, ...]
    signals: dict[str, tuple[float, ...]]
    seats: dict[str, float]

    def scores(self, features: Iterable[str]) -> tuple[float, ...]:
        """Return how much some features weigh for each label."""
        rows = [self.signals[name] for name in features if name in self.signals]
        return tuple(map(sum, zip(*rows, strict=True)))


@cache
def weights() -> Weights:
    """Return the weights that were learned."""
    return weights_in(
        json.loads(files("notation.rulings.claim_words").joinpath("weights.json").read_text("utf-8"))
    )


def weights_in(table: dict[str, Any]) -> Weights:
    """Return the weights of a table, as they are kept."""
    return Weights(
        tuple(table["labels"]),
        {name: tuple(weight / SCALE for weight in row) for name, row in table["signals"].items()},
        {name: weight / SCALE for name, weight in table["seats"].items()},
    )


def shares(scores: Sequence[float]) -> list[float]:
    """Return scores as probabilities."""
    most = max(scores)
    parts = [exp(score - most) for score in scores]
    whole = fsum(parts)
    return [part / whole for part in parts]


def _log_sum(scores: Sequence[float]) -> float:
    most = max(scores)
    return most + log(fsum(exp(score - most) for score in scores))


class TokenSpan(NamedTuple):
    """Some neighbouring fragments, by number, and the weights of each label for them."""

    start: int
    end: int
    scores: tuple[float, ...]


class WeighedClaim(NamedTuple):
    """A span that is read separately, and how probable it makes each label, the most probable first."""

    place: int
    labels: tuple[tuple[float, str], ...]


def spans_of(count: int) -> list[tuple[int, int]]:
    """Return the ranges of fragments that can be read together.

    >>> spans_of(2)
    [(0, 1), (0, 2), (1, 2)]
    """
    return [(start, end) for end in range(1, count + 1) for start in range(max(0, end - MOST_JOINED), end)]


def best_groups(spans: Sequence[TokenSpan], labels: Sequence[str]) -> list[WeighedClaim]:
    """Return the spans that a text is best read in, with the probabilities of their labels.

    A label is as probable as all spans together make it that share a fragment with the one that is read.
    """
    count = spans[-1].end
    best: list[tuple[float, list[int]]] = [(0.0, []), *((-1e9, []) for _ in range(count))]
    whole = [_log_sum(span.scores) for span in spans]
    before, after = [0.0] + [-1e9] * count, [-1e9] * count + [0.0]
    for place, span in enumerate(spans):
        score = best[span.start][0] + max(span.scores)
        if score > best[span.end][0]:
            best[span.end] = (score, [*best[span.start][1], place])
        before[span.end] = _log_sum((before[span.end], before[span.start] + whole[place]))
    for place, span in reversed([*enumerate(spans)]):
        after[span.start] = _log_sum((after[span.start], after[span.end] + whole[place]))
    found = []
    for place in best[count][1]:
        here = spans[place]
        shared = [0.0] * len(labels)
        for span in spans:
            if span.start < here.end and here.start < span.end:
                outside = before[span.start] + after[span.end] - after[0]
                shared = [
                    so_far + exp(min(0.0, outside + score))
                    for so_far, score in zip(shared, span.scores, strict=True)
                ]
        first = max(range(len(labels)), key=here.scores.__getitem__)
        order = sorted(range(len(labels)), key=lambda each: (each != first, -shared[each]))
        found.append(WeighedClaim(place, tuple((shared[each], labels[each]) for each in order[:MOST_LABELS])))
    return found


MOST_LABELS: Final = 6
"""Labels of a span that are looked at."""
