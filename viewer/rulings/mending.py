"""The corrections of records: those that are proved to be safe, and those that are proposed."""

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
    unsafe: bool = False,
) -> tuple[bytes, list[Judgement]]:
    """Apply every fix to a file, those that appear after others included; return it with its judged games.

    Only those of ``wanted`` findings are applied, their proposals too if ``unsafe``. If they lead back to an
    earlier state, nothing is changed.
    """
    seen = {data}
    judged = first = [judge(game, assumed, imposed) for game in read(data)]
    better = data
    while (after := fixed(better, _only(wanted, judged), unsafe)) != better:
        if after in seen:
            return data, first
        seen.add(after)
        better, judged = after, [judge(game, assumed, imposed) for game in read(after)]
    return better, judged


def _only(wanted: Callable[[Finding], bool], judged: list[Judgement]) -> list[Judgement]:
    return [replace(each, findings=list(filter(wanted, each.findings))) for each in judged]
