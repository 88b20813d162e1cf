"""What each action of a deal cost, as JSON."""

from typing import Any, NamedTuple

from notation.findings.finding import Phrase
from notation.findings.translator import Translator
from notation.rulings.ledger import Account
from notation.rulings.mistakes import MatchCost, MistakeKind, Mistakes, mistakes_in
from notation.rulings.play_worth import ActionCost, BestPlay, StepWorth, worth_at_steps
from notation.rulings.state_at import choice_word
from notation.text.writer import ply_word
from notation.wire import member
from notation.wire.judgement import OfDealSchema
from notation.wire.shape import Given, WireSchema, dump_as, said
from referee.deal import Deal


class PlayedBest(NamedTuple):
    """What the actions of a deal cost, or why that cannot be told."""

    account: Account
    found: BestPlay | Phrase

    @property
    def best(self) -> BestPlay | None:
        """What they cost, if that can be told."""
        return self.found if isinstance(self.found, BestPlay) else None

    @property
    def costs(self) -> list["CostInDeal"]:
        """Each action with the deal that it was done in."""
        return [CostInDeal(each, self.best.deal) for each in self.best.actions] if self.best else []

    @property
    def mistakes(self) -> tuple[Mistakes, ...]:
        """What the players lost by mistakes, as far as that can be told."""
        return mistakes_in([self.best]) if self.best else ()

    @property
    def steps(self) -> tuple[StepWorth, ...]:
        """Return the value of the deal after each step of its replay, as far as it is known."""
        return worth_at_steps(self.account, self.best) if self.best else ()


class CostInDeal(NamedTuple):
    """What an action cost, and the deal it was done in."""

    each: ActionCost
    deal: Deal


class BetterActionSchema(WireSchema):
    """An action that would have been worth most."""

    seat = member.seat()
    action = member.text(about="as it is written in SGN", least=1)


def _better(of: CostInDeal) -> list[dict[str, Any]]:
    return [{"seat": move.seat, "action": choice_word(of.deal, move.action)} for move in of.each.better]


class ActionCostSchema(WireSchema):
    """An action of a deal, and what it cost its side, in game points."""

    at = member.text("each.path", "a trick and an action of it", via=str)
    seat = member.seat("each.seat")
    action = member.text(
        "each.event.ply",
        "as it is written; null where nobody claimed after the last trick and somebody could have",
        via=ply_word,
        null=True,
    )
    value = member.count("each.value", "what its side is sure of after it", least=None)
    best = member.count(
        "each.best",
        "what its side is sure of after the best action; null of a close where nobody has found that out",
        null=True,
        least=None,
    )
    cost = member.count("each.cost")
    better = member.parts(
        BetterActionSchema, _better, "the actions that were worth most, where this one cost something"
    )


class WorthAtStepSchema(WireSchema):
    """What the deal was worth after a step of its replay."""

    step = member.count(about="counted from 0, as in the script of the replay")
    values = member.score(about="what each side is sure of, in game points")


class EndOfDealSchema(WireSchema):
    """What a deal was worth with best play from where that is known, and what each action since cost."""

    start = member.text(
        "best.start",
        "the moment from which on the values hold; null where none can be told",
        via=str,
        null=True,
    )
    reason = member.text(lambda of: None if of.best else said(of.found), "why nothing can be told", null=True)
    values = member.score(
        lambda of: of.best.values if of.best else (), "what each side is sure of at the start, in game points"
    )
    actions = member.parts(ActionCostSchema, "costs")
    whole = member.truth(
        lambda of: of.best is not None and of.best.is_whole,
        "whether the values begin as early as the cards are known, and not later to save time, or nowhere",
    )


class MistakesSchema(WireSchema):
    """The mistakes of one kind that a player made."""

    seat = member.seat()
    kind = member.word(MistakeKind, about="what was done, or what should have been done before")
    number = member.count(least=1)
    cost = member.count(about="the game points that they cost his side", least=1)


class BestPlaySchema(OfDealSchema, EndOfDealSchema):
    """What a deal was worth with best play: what `santase solve --format json` prints."""

    language = member.language()
    steps = member.parts(
        WorthAtStepSchema, about="what the deal was worth after each step of its replay, from the start on"
    )
    mistakes = member.parts(
        MistakesSchema, about="what cost something, by seat and kind, of a seat the dearest first"
    )


class CostedMatch(NamedTuple):
    """What the players of a match lost by mistakes, and what its file is called."""

    file: str
    cost: MatchCost


class MatchCostSchema(WireSchema):
    """What the players of a match lost by mistakes: `santase solve --format json` ends a match with it."""

    file = member.text(about="the path as it was given, or - for standard input")
    game = member.count("cost.judgement.game.number", "counted from 1 in its file", least=1)
    deals = member.count("cost.deals", "how many deals were looked at", least=1)
    valued = member.count("cost.valued", "the deals that could be valued")
    whole = member.count("cost.whole", "of these, those whose values begin as early as the cards are known")
    mistakes = member.parts(
        MistakesSchema, "cost.mistakes", "what cost something, by seat and kind, of a seat the dearest first"
    )


def dump_best_play(account: Account, found: BestPlay | Phrase, language: Translator) -> dict[str, Any]:
    """Serialize what the actions of a deal cost, or why that cannot be determined."""
    return dump_as(BestPlaySchema, PlayedBest(account, found), Given.of(account, language))


def dump_match_cost(file: str, cost: MatchCost) -> dict[str, Any]:
    """Serialize what the players of a match lost by mistakes."""
    return dump_as(MatchCostSchema, CostedMatch(file, cost))
