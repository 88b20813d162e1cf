"""Statistics as a document: tallies in tables with headings in the reader's language."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from notation.findings import Phrase
from viewer.documents.document import Column, DataTable, Document, Heading, Paragraph, Part
from viewer.documents.languages import Language
from viewer.measures import SURE, Accuracy, DealTally, Grouping, share

HEADINGS: Final = {
    Grouping.ALL: Phrase("All deals"),
    Grouping.RULES: Phrase("By rule set"),
    Grouping.YEAR: Phrase("By year"),
    Grouping.PLAYER: Phrase("By player"),
}
"""The headings of the groupings."""
GROUPS: Final = {
    Grouping.ALL: Phrase("All"),
    Grouping.RULES: Phrase("Rules"),
    Grouping.YEAR: Phrase("Year"),
    Grouping.PLAYER: Phrase("Player"),
}
"""The column headings of the groups."""

Counted = Mapping[Grouping, Sequence[DealTally]]
"""The tallies by each requested grouping."""


class Measured(NamedTuple):
    """A column of the statistics: its heading, and its value from a tally."""

    title: str
    cells: Sequence[str]


def results(tallies: Sequence[DealTally], language: Language, by_player: bool = False) -> list[Measured]:
    """Return the columns on winners and game points."""
    say = language.say
    columns = [Measured(say("Deals"), [str(each.deals) for each in tallies])]
    if by_player:
        columns.append(Measured(say("Won"), [share(each.wins, each.complete) for each in tallies]))
    return [
        *columns,
        Measured(say("Won by the leader"), [share(each.lead_wins, each.leads) for each in tallies]),
        Measured(say("Won by the dealer"), [share(each.dealt_wins, each.dealt) for each in tallies]),
        Measured(say("Schneider"), [share(each.schneider, each.complete) for each in tallies]),
        Measured(say("Schwarz"), [share(each.schwarz, each.complete) for each in tallies]),
    ]


def doings(tallies: Sequence[DealTally], language: Language) -> list[Measured]:
    """Return the columns on actions: closes and their outcomes, claims, marriages."""
    say = language.say
    return [
        Measured(say("Closes"), [str(each.closes) for each in tallies]),
        Measured(say("Closes won"), [share(each.closes_won, each.closes) for each in tallies]),
        Measured(say("Claims"), [str(each.claims) for each in tallies]),
        Measured(say("False claims"), [str(each.claims_false) for each in tallies]),
        Measured(say("Missed claims"), [str(each.claims_missed) for each in tallies]),
        Measured(say("Marriages of 20"), [str(each.marriages_20) for each in tallies]),
        Measured(say("Marriages of 40"), [str(each.marriages_40) for each in tallies]),
    ]


def group_name(tally: DealTally) -> str:
    """Return the group of a tally in words; empty for all deals."""
    return "" if tally.group is None else str(tally.group)


def statistics(counted: Counted, language: Language) -> Document:
    """Render all tallies, a section for each grouping."""
    parts: list[Part] = []
    for grouping, tallies in counted.items():
        if grouping is not Grouping.ALL and not tallies:
            continue
        parts.append(Heading(language.put(HEADINGS[grouping])))
        parts += _tables(grouping, tallies, language) if tallies else [Paragraph(language.say("no deals"))]
    return Document(language.say("Statistics"), tuple(parts), language.code)


def _tables(grouping: Grouping, tallies: Sequence[DealTally], language: Language) -> Iterator[DataTable]:
    for measured in (results(tallies, language, grouping is Grouping.PLAYER), doings(tallies, language)):
        columns = [Column(each.title, number=True) for each in measured]
        cells = zip(*(each.cells for each in measured), strict=True)
        rows = [(group_name(tally), *row) for tally, row in zip(tallies, cells, strict=True)]
        if grouping is Grouping.ALL:
            yield DataTable(tuple(columns), tuple(row[1:] for row in rows))
        else:
            yield DataTable((Column(language.put(GROUPS[grouping])), *columns), tuple(rows))


def precision(found: Mapping[Grouping, Sequence[Accuracy]], language: Language) -> Document:
    """Render how close to best play the players of each group came, a section for each grouping."""
    from notation.rulings import MEANT  # tallies need no rulings

    say = language.say
    columns = (
        Column(say("Deals"), number=True),
        Column(say("Valued from the start"), number=True),
        Column(say("Decisions"), number=True),
        Column(say("Best"), number=True),
        Column(say("Cost a deal"), number=True),
        Column(say("95% interval"), number=True),
    )
    parts: list[Part] = []
    for grouping, groups in found.items():
        parts.append(Heading(language.put(HEADINGS[grouping])))
        rows = tuple((str(each.group or ""), *_precision(each)) for each in groups)
        if grouping is Grouping.ALL:
            parts.append(DataTable(columns, tuple(row[1:] for row in rows)))
        else:
            parts.append(DataTable((Column(language.put(GROUPS[grouping])), *columns), rows))
    parts.append(Paragraph(language.say(MEANT.sentence)))
    return Document(say("Compared with best play"), tuple(parts), language.code)


def _precision(each: Accuracy) -> tuple[str, ...]:
    """Return the cells of a group."""
    margin = "–" if each.error is None else f"± {SURE * each.error:.2f}"
    counted = (str(each.deals), share(each.whole, each.deals), str(each.decisions))
    return (*counted, share(each.right, each.decisions), f"{each.cost:.2f}", margin)
