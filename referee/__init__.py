"""The referee: what is legal, who wins what, and why.

Standard library only; no text, clock, randomness, file or network. Cards, seats and actions are
small integers; words are :mod:`notation`'s.
"""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from referee.actions import Action as Action
    from referee.arithmetic import ArithmeticStep as ArithmeticStep
    from referee.arithmetic import Line as Line
    from referee.cards import ACE as ACE
    from referee.cards import JACK as JACK
    from referee.cards import KING as KING
    from referee.cards import NINE as NINE
    from referee.cards import PACK as PACK
    from referee.cards import QUEEN as QUEEN
    from referee.cards import RANK_LETTERS as RANK_LETTERS
    from referee.cards import SEATS as SEATS
    from referee.cards import SUIT_LETTERS as SUIT_LETTERS
    from referee.cards import TEN as TEN
    from referee.cards import Card as Card
    from referee.cards import Cards as Cards
    from referee.cards import Seat as Seat
    from referee.cards import Suit as Suit
    from referee.cards import mask as mask
    from referee.cards import members as members
    from referee.cards import points_of as points_of
    from referee.cards import rank_of as rank_of
    from referee.cards import suit_of as suit_of
    from referee.codes import CATALOGUE as CATALOGUE
    from referee.codes import Code as Code
    from referee.codes import Effect as Effect
    from referee.codes import Ruling as Ruling
    from referee.codes import Severity as Severity
    from referee.deal import Deal as Deal
    from referee.deal import DealError as DealError
    from referee.deal import IllegalAction as IllegalAction
    from referee.deal import fixes_trumps as fixes_trumps
    from referee.decisions import ClaimMode as ClaimMode
    from referee.decisions import TrumpCard as TrumpCard
    from referee.knowledge import Contents as Contents
    from referee.knowledge import Sight as Sight
    from referee.match import Match as Match
    from referee.meanings import MEANINGS as MEANINGS
    from referee.meanings import NUMBER as NUMBER
    from referee.meanings import Meaning as Meaning
    from referee.meanings import meaning as meaning
    from referee.points import GROUPS as GROUPS
    from referee.points import POINTS as POINTS
    from referee.points import PROCEDURE as PROCEDURE
    from referee.points import field_of as field_of
    from referee.points import point_of as point_of
    from referee.rules import DECISIONS as DECISIONS
    from referee.rules import RulesError as RulesError
    from referee.rules import RuleSet as RuleSet
    from referee.rulesets import BOOKS as BOOKS
    from referee.rulesets import PRESETS as PRESETS
    from referee.rulesets import SANTASE as SANTASE
    from referee.rulesets import SANTASE_FOUR as SANTASE_FOUR
    from referee.rulesets import SANTASE_THREE as SANTASE_THREE
    from referee.rulesets import SCHNAPSEN as SCHNAPSEN
    from referee.rulesets import SIXTY_SIX as SIXTY_SIX
    from referee.rulesets import SIXTY_SIX_FOUR as SIXTY_SIX_FOUR
    from referee.rulesets import SIXTY_SIX_THREE as SIXTY_SIX_THREE
    from referee.rulesets import Citation as Citation
    from referee.rulesets import changed as changed
    from referee.rulesets import citation as citation
    from referee.rulesets import cite as cite
    from referee.rulesets import differ_at as differ_at
    from referee.rulesets import is_option as is_option
    from referee.rulesets import points_decided as points_decided
    from referee.rulesets import sources_of as sources_of
    from referee.series import Series as Series
    from referee.state import TARGET as TARGET
    from referee.state import Reason as Reason
    from referee.state import Result as Result
    from referee.view import View as View
    from referee.view import Watcher as Watcher
    from referee.whereabouts import Clue as Clue
    from referee.whereabouts import Evidence as Evidence
    from referee.whereabouts import Knowledge as Knowledge
    from referee.whereabouts import Whereabouts as Whereabouts
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        actions="Action",
        arithmetic="ArithmeticStep Line",
        cards="ACE JACK KING NINE PACK QUEEN RANK_LETTERS SEATS SUIT_LETTERS TEN Card Cards Seat Suit "
        "mask members points_of rank_of suit_of",
        codes="CATALOGUE Code Effect Ruling Severity",
        deal="Deal DealError IllegalAction fixes_trumps",
        decisions="ClaimMode TrumpCard",
        knowledge="Contents Sight",
        match="Match",
        meanings="MEANINGS NUMBER Meaning meaning",
        points="GROUPS POINTS PROCEDURE field_of point_of",
        rules="DECISIONS RulesError RuleSet",
        rulesets="BOOKS PRESETS SANTASE SANTASE_FOUR SANTASE_THREE SCHNAPSEN SIXTY_SIX SIXTY_SIX_FOUR "
        "SIXTY_SIX_THREE Citation changed citation cite differ_at is_option points_decided sources_of",
        series="Series",
        state="TARGET Reason Result",
        view="View Watcher",
        whereabouts="Clue Evidence Knowledge Whereabouts",
    )
