"""The JSON of statistics: one shape for `santase stats --format json` and for the API."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from notation.wire import member
from notation.wire.shape import WireSchema
from viewer.measures import Accuracy, DealTally, Grouping


class GroupTally(NamedTuple):
    """A tally and its group."""

    by: Grouping
    tally: DealTally | Accuracy


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


class AccuracySchema(WireSchema):
    """What mistakes cost the players of a rule set, a year or a player, or all, compared with best play."""

    by = member.word(Grouping)
    group = member.text(
        lambda of: None if of.tally.group is None else str(of.tally.group),
        "the rule set, the year or the player; null for all",
        null=True,
    )
    deals = member.count("tally.deals", "deals, each once for every player of whom an action could be valued")
    whole = member.count("tally.whole", "those whose values begin as early as the cards are known")
    decisions = member.count("tally.decisions", "actions in the place of which something else could be done")
    right = member.count("tally.right", "those after which nothing would have been worth more")
    cost = member.fraction("tally.cost", "the mean of what the mistakes in a deal cost, in game points")
    error = member.fraction("tally.error", "the standard error of that; null for a single deal", null=True)


def group_tallies(counted: Mapping[Grouping, Sequence[DealTally | Accuracy]]) -> Iterator[GroupTally]:
    """Return all tallies in one list."""
    return (GroupTally(by, tally) for by, tallies in counted.items() for tally in tallies)
