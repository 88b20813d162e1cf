"""The corrections of records: those that are proved to be safe, those that are proposed, and repairs."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from notation import Finding, Judgement, read
from notation.findings import Phrase, PhraseError, Repair
from notation.judge import judge
from notation.text import fixed
from referee import RuleSet
from viewer.documents.reports import repairs_named

NO_REPAIR: Final = Phrase("there is no repair {name} in this record")


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


def repaired(
    data: bytes, named: Collection[str], assumed: RuleSet | None = None, imposed: RuleSet | None = None
) -> tuple[bytes, list[Repair]]:
    """Make the named repairs of a file, all or none; return it with them.

    Raises PhraseError where there is no repair of a name.
    """
    judged = [judge(game, assumed, imposed) for game in read(data)]
    made: dict[str, Repair] = {}
    for at, each in enumerate(judged):
        changes: list[Finding] = []
        for finding in each.findings:
            for name, repair in repairs_named(each.game, finding):
                if name in named:
                    made[name] = repair
                    changes += (replace(finding, fix=change, proposal=None) for change in repair.changes)
        judged[at] = replace(each, findings=changes)
    for name in named:
        if name not in made:
            raise PhraseError(Phrase(NO_REPAIR.sentence, {"name": name}))
    return fixed(data, judged), list(made.values())


def _only(wanted: Callable[[Finding], bool], judged: list[Judgement]) -> list[Judgement]:
    return [replace(each, findings=list(filter(wanted, each.findings))) for each in judged]
