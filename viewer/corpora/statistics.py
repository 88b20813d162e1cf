"""Statistics as a document: what was counted, in tables with headings in the reader's language."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from notation.findings import Phrase
from viewer.documents.document import Column, DataTable, Document, Heading, Paragraph, Part
from viewer.documents.languages import Language
from viewer.measures import DealTally, Grouping

HEADINGS: Final = {
    Grouping.ALL: Phrase("All deals"),
    Grouping.RULES: Phrase("By rule set"),
    Grouping.YEAR: Phrase("By year"),
    Grouping.PLAYER: Phrase("By player"),
}
"""What each grouping is called."""
GROUPS: Final = {
    Grouping.ALL: Phrase("All"),
    Grouping.RULES: Phrase("Rules"),
    Grouping.YEAR: Phrase("Year"),
    Grouping.PLAYER: Phrase("Player"),
}
"""What stands over the names of the groups."""

Counted = Mapping[Grouping, Sequence[DealTally]]
"""What was counted, by each grouping that was asked for."""


class Measured(NamedTuple):
    """A column of the statistics: its heading, and what of a tally stands in it."""

    title: str
    cells: Sequence[str]


def share(part: int, whole: int) -> str:
    """A part of a whole in per cent.

    >>> share(1, 3), share(0, 0)
    ('33 %', '–')
    """
    return f"{100 * part / whole:.0f} %" if whole else "–"


def results(tallies: Sequence[DealTally], language: Language, by_player: bool = False) -> list[Measured]:
    """The columns on who won, and how high."""
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
    """The columns on what was done: closes and how they fared, claims, marriages."""
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
    """What a tally is of, in words; nothing where it is of all deals."""
    return "" if tally.group is None else str(tally.group)


def statistics(counted: Counted, language: Language) -> Document:
    """All that was counted, a part for each grouping."""
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
