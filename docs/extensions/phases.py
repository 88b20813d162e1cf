"""The directive `phases`: a diagram and a table of what a deal can wait for, from `referee.state.PHASES`.

The phases stand below each other in the order of the table. Arrows down are drawn on the right, arrows back
up on the left, and an action that stays in its phase as a loop. The longer an arrow, the further out it lies,
and each has ends of its own. A dot stands above every phase with which a deal can begin.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final, NamedTuple

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from referee.state import PHASES, Phase, Turn

WIDTH: Final = 400
BOX: Final = (140, 56)
GAP: Final = 40
TOP: Final = 34
PER_STEP: Final = 26
"""How much further out an arrow runs for each phase that it passes."""


class Arrow(NamedTuple):
    """A phase and one that can follow it, by their places in the table."""

    source: int
    target: int

    @property
    def length(self) -> int:
        """How many phases further it goes."""
        return abs(self.target - self.source)


def arrows(phases: Mapping[Phase, Turn]) -> list[Arrow]:
    """Every arrow of the diagram."""
    places = {phase: place for place, phase in enumerate(phases)}
    return [Arrow(places[phase], places[after]) for phase, turn in phases.items() for after in turn.then]


def _ends(place: int, side: list[Arrow]) -> dict[tuple[Arrow, bool], float]:
    """Where the arrows of one side touch a box, as a share of its height; True stands for their tips.

    Those that come from above end above those that go down; of both, the longer ones lie outside.
    """
    above = sorted(
        (each for each in side if place in each and min(each) < place), key=lambda each: each.length
    )
    below = sorted(
        (each for each in side if place in each and max(each) > place), key=lambda each: -each.length
    )
    ends = [*above, *below]
    return {(each, each.target == place): (number + 1) / (len(ends) + 1) for number, each in enumerate(ends)}


def _middle(place: int) -> float:
    return TOP + place * (BOX[1] + GAP)


def _paths(found: list[Arrow], count: int) -> Iterator[str]:
    """The arrows as lines, each from the edge of a box to that of another."""
    left, right = (WIDTH - BOX[0]) / 2, (WIDTH + BOX[0]) / 2
    for x, out, side in (
        (right, 1, [each for each in found if each.target > each.source]),
        (left, -1, [each for each in found if each.target < each.source]),
    ):
        ends = {key: value for place in range(count) for key, value in _ends(place, side).items()}
        for each in side:
            start = _middle(each.source) + ends[each, False] * BOX[1]
            end = _middle(each.target) + ends[each, True] * BOX[1]
            far = x + out * (14 + PER_STEP * each.length)
            yield f"M{x:g} {start:.1f}C{far:g} {start:.1f} {far:g} {end:.1f} {x + 3 * out:g} {end:.1f}"
    for each in found:
        if each.source == each.target:
            y = _middle(each.source)
            yield (
                f"M{left + 24:g} {y:g}C{left + 22:g} {y - 26:g} {left - 32:g} {y - 22:g} "
                f"{left - 3:g} {y + 8:g}"
            )


def diagram(phases: Mapping[Phase, Turn]) -> str:
    """The diagram as SVG, in the colours of the page.

    >>> one_each = sum(len(turn.then) + turn.is_first for turn in PHASES.values())
    >>> diagram(PHASES).count('class="arrow"') == one_each  # and one to each with which a deal can begin
    True
    """
    height = _middle(len(phases)) - GAP + 10
    centre = WIDTH / 2
    parts = [f'<path class="arrow" d="{path}"/>' for path in _paths(arrows(phases), len(phases))]
    for place, (phase, turn) in enumerate(phases.items()):
        y = _middle(place)
        kind = "box" if turn.then else "box last"
        if turn.is_first:
            parts.append(f'<circle cx="{centre:g}" cy="{y - 26:g}" r="5"/>')
            parts.append(f'<path class="arrow" d="M{centre:g} {y - 21:g}V{y - 3:g}"/>')
        parts.append(
            f'<rect class="{kind}" x="{(WIDTH - BOX[0]) / 2:g}" y="{y:g}" width="{BOX[0]}" '
            f'height="{BOX[1]}" rx="8"/>'
            f'<text x="{centre:g}" y="{y + BOX[1] / 2:g}" dy=".35em">{escape(phase.value)}</text>'
        )
    told = "; ".join(
        f"{phase.value} leads to {', '.join(after.value for after in turn.then)}"
        for phase, turn in phases.items()
        if turn.then
    )
    return (
        f'<svg class="phases" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(told)}">'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>' + "".join(parts) + "</svg>"
    )


def _rows(phases: Mapping[Phase, Turn]) -> Iterator[str]:
    yield "| phase | known by | who acts | what may be done |"
    yield "|---|---|---|---|"
    for phase, turn in phases.items():
        yield f"| {phase.value} | {turn.known_by} | {turn.who} | {turn.may} |"


class Phases(SphinxDirective):
    """The diagram and the table."""

    def run(self) -> list[nodes.Node]:
        """Draw the one and parse the other."""
        box: nodes.Element = nodes.container(classes=["wide"])
        self.state.nested_parse(StringList(list(_rows(PHASES))), self.content_offset, box)
        return [nodes.raw("", diagram(PHASES), format="html"), box]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("phases", Phases)
    return {"parallel_read_safe": True}
