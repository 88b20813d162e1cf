"""Records in which everything that can be put right in one way only is put right."""

from collections.abc import Callable
from dataclasses import replace

from notation import Finding, Judgement, read
from notation.judge import judge
from notation.text import fixed
from referee import RuleSet


def mend(
    data: bytes,
    assumed: RuleSet | None = None,
    imposed: RuleSet | None = None,
    wanted: Callable[[Finding], bool] = lambda _: True,
) -> tuple[bytes, list[Judgement]]:
    """A file with every fix there is, those that others bring to light too, and its games judged.

    Only the fixes of findings that are ``wanted`` are made.

    Where fixes lead back to what was there before, nothing is changed.
    """
    seen = {data}
    judged = first = [judge(game, assumed, imposed) for game in read(data)]
    better = data
    while (after := fixed(better, _only(wanted, judged))) != better:
        if after in seen:
            return data, first
        seen.add(after)
        better, judged = after, [judge(game, assumed, imposed) for game in read(after)]
    return better, judged


def _only(wanted: Callable[[Finding], bool], judged: list[Judgement]) -> list[Judgement]:
    return [replace(each, findings=list(filter(wanted, each.findings))) for each in judged]
