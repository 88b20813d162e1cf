"""Applies corrections to files."""

from collections.abc import Callable, Iterator

from notation import Finding, Judgement, read
from notation.judge import judge
from referee import RuleSet
from viewer.cli.files import Files
from viewer.cli.printing import show_change
from viewer.rulings.mending import mend


def mended(
    files: Files,
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    wanted: Callable[[Finding], bool],
    unsafe: bool,
) -> Iterator[tuple[str, Judgement]]:
    """Return the names of files, each with its games judged after the fixes, which are printed.

    Only the fixes of ``wanted`` findings are applied; their proposals too if ``unsafe``.
    """
    for name, data in files:
        better, judged = mend(data, assumed, imposed, wanted, unsafe)
        if better != data:
            may_be_changed = files.may_rewrite(name)
            if may_be_changed:
                show_change(name, data, better)
            if not (may_be_changed and files.write(name, better)):
                judged = [judge(game, assumed, imposed) for game in read(data)]
        for judgement in judged:
            yield name, judgement
