"""What actions were worth on average for all that a seat could know, as JSON."""

from typing import Any, NamedTuple

from notation.findings.translator import Translator
from notation.players import QUICK_PLAYERS, ActionAverage
from notation.rulings.expectations import Expectation
from notation.rulings.ledger import Account
from notation.rulings.state_at import choice_word
from notation.wire import member
from notation.wire.judgement import AtMomentSchema
from notation.wire.shape import Given, WireSchema, dump_as


class AverageAtMoment(NamedTuple):
    """What an action is worth on average, and the moment at which it was possible."""

    each: ActionAverage
    of: Expectation


class ActionAverageSchema(WireSchema):
    """What an action is worth on average, in game points of its side."""

    action = member.text(
        lambda at: choice_word(at.of.deal, at.each.action), "as it is written in SGN", least=1
    )
    mean = member.measure("each.mean", "the average over the deals")
    error = member.measure("each.error", "the standard error of the average; 0 if all deals were valued")
    behind = member.measure("each.behind", "by how much it is worth less than the best action")
    behind_error = member.measure(
        "each.behind_error", "the standard error of that, as the same deals were valued after every action"
    )
    done = member.truth(lambda at: at.each.action == at.of.done, "whether it is what the seat did")


class ExpectationSchema(AtMomentSchema):
    """What each action was worth on average: what `santase solve --at --format json` prints."""

    seat = member.seat(about="who was in turn")
    deals = member.count("values.deals", "how many deals were valued", least=1)
    possible = member.count("values.number", "how many deals can be, for all that the seat knows", least=1)
    player = member.word(
        QUICK_PLAYERS,
        about="what played the deals out; null if they were valued with best play and all cards seen",
        empty="null",
    )
    actions = member.parts(
        ActionAverageSchema,
        lambda of: [AverageAtMoment(each, of) for each in of.values.actions],
        "best first",
        least=1,
    )


def dump_expectation(account: Account, found: Expectation, language: Translator) -> dict[str, Any]:
    """Serialize what the actions of a moment were worth on average."""
    return dump_as(ExpectationSchema, found, Given.of(account, language))
