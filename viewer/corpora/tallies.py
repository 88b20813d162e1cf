"""The JSON of statistics: one shape for `santase stats --format json` and for the API."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from notation.wire import member
from notation.wire.shape import WireSchema
from viewer.measures import DealTally, Grouping


class GroupTally(NamedTuple):
    """A tally and its group."""

    by: Grouping
    tally: DealTally


class TallySchema(WireSchema):
    """The tally of the deals of a rule set, a year or a player, or of all."""

    by = member.word(Grouping)
    group = member.text(
        lambda of: None if of.tally.group is None else str(of.tally.group),
        "the rule set, the year or the player; null for all deals",
        null=True,
    )
    deals = member.count("tally.deals")
    complete = member.count("tally.complete", "deals that the play decides: all that follows is of them")
    wins = member.count("tally.wins", "deals that somebody won; of a player, that he won")
    leads = member.count("tally.leads", "deals of which it is known who led first")
    lead_wins = member.count("tally.lead_wins", "of these, those that he won")
    dealt = member.count("tally.dealt", "deals of which the dealer is known")
    dealt_wins = member.count("tally.dealt_wins", "of these, those that he won")
    closes = member.count("tally.closes")
    closes_won = member.count("tally.closes_won", "closes whose maker won the deal")
    claims = member.count("tally.claims", "claims of 66")
    claims_false = member.count("tally.claims_false")
    claims_missed = member.count("tally.claims_missed", "seats that let a chance to go out pass")
    marriages_20 = member.count("tally.marriages_20")
    marriages_40 = member.count("tally.marriages_40")
    schneider = member.count("tally.schneider", "sides that lost and were schneider")
    schwarz = member.count("tally.schwarz", "sides that lost and had no trick")


def group_tallies(counted: Mapping[Grouping, Sequence[DealTally]]) -> Iterator[GroupTally]:
    """Return all tallies in one list."""
    return (GroupTally(by, tally) for by, tallies in counted.items() for tally in tallies)
