"""The statistics page: counts over the deals of the archive, as tables and plots.

The archive does the counting; a request also tallies as many new records as its share of work allows.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from notation.findings import Phrase
from viewer.corpora.statistics import GROUPS, HEADINGS, Measured, doings, group_name, results
from viewer.limits import COUNT_WORK, SHOWN_ROWS
from viewer.measures import DealTally, Grouping, share
from viewer.store.names import is_listable
from viewer.web.kept import archive, language
from viewer.web.links import rules_called

statistics = Blueprint("statistics", __name__)


class ArchiveTallies(NamedTuple):
    """The tallies, and how many records are still uncounted."""

    tallies: dict[Grouping, list[DealTally]]
    uncounted: int


def counted(groupings: Sequence[Grouping], most: int) -> ArchiveTallies:
    """Return the tallies of the archive, after counting some of the new records."""
    store = archive()
    uncounted = store.count(COUNT_WORK)
    return ArchiveTallies({each: store.tallies(each, most) for each in groupings}, uncounted)


class BarPart(NamedTuple):
    """A part of a bar: start and length in per cent, and the index of the part."""

    start: float
    length: float
    kind: int


class Bar(NamedTuple):
    """A bar of a plot with its label."""

    label: str
    parts: tuple[BarPart, ...]
    said: str


class Plot(NamedTuple):
    """Bars under a heading."""

    title: str
    bars: tuple[Bar, ...]


class Section(NamedTuple):
    """A section of the page: the tallies by rule set, year or player."""

    title: str
    group: str
    names: tuple[str, ...]
    links: tuple[str, ...]
    """The target of each name; empty for a name without a page."""
    tables: tuple[list[Measured], ...]
    plots: tuple[Plot, ...]


_PLOTS: Final[dict[Grouping, tuple[tuple[Phrase, Callable[[DealTally], tuple[int, int]]], ...]]] = {
    Grouping.RULES: (
        (Phrase("Deals won by the leader"), lambda tally: (tally.lead_wins, tally.leads)),
        (Phrase("Closes that won the deal"), lambda tally: (tally.closes_won, tally.closes)),
        (Phrase("Deals lost without a trick"), lambda tally: (tally.schwarz, tally.complete)),
    ),
    Grouping.YEAR: (),
    Grouping.PLAYER: (
        (Phrase("Deals won"), lambda tally: (tally.wins, tally.complete)),
        (Phrase("Closes that won the deal"), lambda tally: (tally.closes_won, tally.closes)),
    ),
}
"""The plots of each grouping: a part of a whole."""


@statistics.get("/statistics")
def page() -> ResponseReturnValue:
    """Show the statistics of the archive."""
    found = counted(list(_PLOTS), SHOWN_ROWS)
    sections = [_section(grouping, tallies) for grouping, tallies in found.tallies.items() if tallies]
    return render_template("statistics.html", sections=sections, uncounted=found.uncounted)


def _section(grouping: Grouping, tallies: list[DealTally]) -> Section:
    spoken, groups = language(), tuple(map(group_name, tallies))
    names = tuple(map(rules_called, groups)) if grouping is Grouping.RULES else groups
    plots = [
        Plot(
            spoken.put(title),
            tuple(share_bar(name, *of(tally)) for name, tally in zip(names, tallies, strict=True)),
        )
        for title, of in _PLOTS[grouping]
    ]
    if grouping is Grouping.YEAR:
        most = max(tally.deals for tally in tallies)
        bars = (Bar(group_name(each), (_part(0, each.deals, most, 1),), str(each.deals)) for each in tallies)
        plots.append(Plot(spoken.say("Deals"), tuple(bars)))
    by_player = grouping is Grouping.PLAYER
    tables = (results(tallies, spoken, by_player), doings(tallies, spoken))
    titles = spoken.put(HEADINGS[grouping]), spoken.put(GROUPS[grouping])
    return Section(*titles, names, tuple(_link(grouping, group) for group in groups), tables, tuple(plots))


def _link(grouping: Grouping, name: str) -> str:
    """Return the address that the name of a group links to."""
    match grouping:
        case Grouping.RULES:
            return url_for("listing.archive", rules=name)
        case Grouping.PLAYER if is_listable(name):
            return url_for("names.player", name=name)
        case _:
            return ""


def share_bar(label: str, part: int, whole: int) -> Bar:
    """Return a bar of a part of a whole and the rest."""
    parts = (_part(0, part, whole, 1), _part(part, whole - part, whole, 2)) if whole else ()
    said = f"{share(part, whole)} ({part}/{whole})" if whole else share(part, whole)
    return Bar(label, parts, said)


def _part(start: int, length: int, whole: int, kind: int) -> BarPart:
    return BarPart(round(100 * start / whole, 2), round(100 * length / whole, 2), kind)
