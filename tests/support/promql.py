"""The part of Prometheus's query language that the alerts use, over a few scrapes of `/metrics`.

As there, a counter counts only from the first time that it was seen, so one that appears with its first event
has not increased.
"""

from collections.abc import Callable
from math import isinf
from typing import Any, Final

from lark import Lark, Transformer, v_args
from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
Scrape = tuple[float, dict[str, Vector]]
"""When it was, and the series by name."""

GRAMMAR: Final = r"""
?start: sum
      | start COMPARES sum -> compared
?sum: product
    | sum SIGN product -> computed
?product: atom
        | product SIGN2 atom -> computed
?atom: NUMBER -> number
     | AGGREGATES ["by" "(" NAME ")"] "(" start ")" -> aggregate
     | NAME "(" [start ("," start)*] ")" -> call
     | NAME ["{" matcher ("," matcher)* "}"] ["[" MINUTES "m]"] -> series
     | "(" start ")"
matcher: NAME MATCHES ESCAPED_STRING
AGGREGATES.2: /(sum|max|min)\b/
COMPARES: ">=" | "==" | ">" | "<"
MATCHES: "!=" | "="
SIGN: "-"
SIGN2: "*" | "/"
MINUTES: /\d+/
NAME: /[a-z_]+/
%import common (NUMBER, ESCAPED_STRING, WS)
%ignore WS
"""
OPERATORS: Final[dict[str, Callable[[float, float], float]]] = {
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
}


def scrape(at: float, text: str) -> Scrape:
    """The series of a text of metrics."""
    found: dict[str, Vector] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[frozenset(sample.labels.items())] = sample.value
    return at, found


def fires(expression: str, scrapes: list[Scrape]) -> bool:
    """Whether the expression of an alert has a result at the time of the last scrape."""
    found = _Evaluator(scrapes).transform(_PARSER.parse(expression))
    return bool(found)


def names(expression: str) -> set[str]:
    """The metrics that an expression names."""
    return {str(each.children[0]) for each in _PARSER.parse(expression).find_data("series")}


@v_args(inline=True)
class _Evaluator(Transformer[Any, Any]):
    def __init__(self, scrapes: list[Scrape]) -> None:
        super().__init__()
        self.scrapes = scrapes

    def number(self, said: str) -> float:
        return float(said)

    def matcher(self, name: str, sign: str, value: str) -> Callable[[Labels], bool]:
        return lambda labels: ((str(name), value[1:-1]) in labels) is (sign == "=")

    def series(self, name: str, *rest: Any) -> Any:
        minutes = float(rest[-1]) if isinstance(rest[-1], str) else 0
        matchers = [each for each in rest if callable(each)]
        now = self.scrapes[-1][0]
        meant = [
            {
                labels: value
                for labels, value in found.get(name, {}).items()
                if all(m(labels) for m in matchers)
            }
            for at, found in self.scrapes
            if at >= now - 60 * minutes
        ]
        return meant if minutes else meant[-1]

    def call(self, name: str, *given: Any) -> Any:
        if name == "time":
            return self.scrapes[-1][0]
        if name == "histogram_quantile":
            return _quantile(*given)
        [seen] = given
        firsts = {labels: value for some in reversed(seen) for labels, value in some.items()}
        counted = [labels for labels in seen[-1] if sum(labels in some for some in seen) > 1]
        seconds = {"rate": self.scrapes[-1][0] - self.scrapes[0][0], "increase": 1}[name]
        return {labels: (seen[-1][labels] - firsts[labels]) / seconds for labels in counted}

    def aggregate(self, how: str, by: str | None, vector: Vector) -> Vector:
        groups: dict[Labels, list[float]] = {}
        for labels, value in vector.items():
            groups.setdefault(frozenset(each for each in labels if each[0] == by), []).append(value)
        made: Any = {"sum": sum, "max": max, "min": min}[how]
        return {labels: made(values) for labels, values in groups.items()}

    def computed(self, left: Any, sign: str, right: Any) -> Any:
        if isinstance(left, float) and isinstance(right, float):
            return OPERATORS[sign](left, right)
        keys = left if isinstance(left, dict) else right
        a, b = (each if isinstance(each, dict) else dict.fromkeys(keys, each) for each in (left, right))
        return {
            labels: OPERATORS[sign](a[labels], b[labels])
            for labels in a.keys() & b.keys()
            if b[labels] or sign != "/"
        }

    def compared(self, left: Vector, sign: str, right: float) -> Vector:
        return {labels: value for labels, value in left.items() if OPERATORS[sign](value, right)}


def _quantile(part: float, buckets: Vector) -> Vector:
    steps = sorted((float(dict(labels)["le"]), value) for labels, value in buckets.items())
    wanted, before, least = part * steps[-1][1] if steps else 0.0, 0.0, 0.0
    for most, count in steps:
        if count >= wanted and count > before:
            share = 0.0 if isinf(most) else (most - least) * (wanted - before) / (count - before)
            return {frozenset(): least + share}
        before, least = count, most
    return {}


_PARSER: Final = Lark(GRAMMAR, parser="earley", maybe_placeholders=True)
