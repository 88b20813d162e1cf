"""What actions were worth on average for all that a seat could know, as JSON."""

from typing import Any

from notation.findings.translator import Translator
from notation.players import QUICK_PLAYERS
from notation.rulings.expectations import Expectation
from notation.rulings.ledger import Account
from notation.rulings.state_at import choice_word
from notation.wire import member
from notation.wire.judgement import AtMomentSchema
from notation.wire.shape import Given, WireSchema, dump_as


class ActionAverageSchema(WireSchema):
    """What an action is worth on average, in game points of its side."""

    action = member.text(about="as it is written in SGN", least=1)
    mean = member.measure(about="the average over the deals")
    error = member.measure(about="the standard error of the average; 0 if all deals were valued")
    behind = member.measure(about="by how much it is worth less than the best action")
    behind_error = member.measure(
        about="the standard error of that, as the same deals were valued after every action"
    )
    done = member.truth(about="whether it is what the seat did")


def _actions(of: Expectation) -> list[dict[str, Any]]:
    return [
        each._asdict() | {"action": choice_word(of.deal, each.action), "done": each.action == of.done}
        for each in of.values.actions
    ]


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
    actions = member.parts(ActionAverageSchema, _actions, "best first", least=1)


def dump_expectation(account: Account, found: Expectation, language: Translator) -> dict[str, Any]:
    """Serialize what the actions of a moment were worth on average."""
    return dump_as(ExpectationSchema, found, Given.of(account, language))
