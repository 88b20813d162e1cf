"""Deals strung into a match: who deals, what the score is, who has won.

Knows results, never cards.
"""

from typing import Final

from referee import codes as rulings
from referee.arithmetic import DRAW_BONUS, DRAWS_BONUS, ArithmeticStep
from referee.cards import NOBODY, SEATS, Seat, players_of
from referee.codes import Ruling
from referee.decisions import AfterDraw, DrawBonus, NextDealer
from referee.rules import RuleSet
from referee.state import Result

Standing = tuple[list[int], Seat, Seat, int, int, Seat]
"""Score, next dealer, winner, deals, bonus and :attr:`Match.outdone` of a match."""

MOST_STATED: Final = 4
"""The most game points that a result may give a side where nothing is bid, without a bonus."""
MOST_PAID: Final = 3
"""The most that a side pays for a deal."""


def most_worth(rules: RuleSet) -> int:
    """The most game points that a deal can bring a side, without a bonus: under a contract, doubled as often.

    >>> from referee.rulesets import PRESETS
    >>> most_worth(PRESETS["santase"]), most_worth(PRESETS["bauernschnapsen"])
    (4, 192)
    """
    dearest = max((contract.value for contract in rules.auction.contracts), default=0)
    return max(dearest, MOST_STATED) << rules.auction.doubles


def stated_worths(rules: RuleSet, bonus: int = 0) -> range:
    """The game points that a deal may bring its winner by agreement, or where its play does not decide it.

    The ``bonus`` after a draw is in them. Where all pay they are what the winner is paid in all.

    >>> from referee.rulesets import PRESETS
    >>> stated_worths(PRESETS["santase"]), stated_worths(PRESETS["santase"], bonus=1)
    (range(1, 5), range(2, 6))
    >>> stated_worths(PRESETS["santase-three"])
    range(2, 7)
    """
    if rules.mp_all_pay:
        others = len(rules.sides) - 1
        return range(others, MOST_PAID * others + 1)
    most = most_worth(rules) if rules.auction.contracts else MOST_STATED
    return range(1 + bonus, most + bonus + 1)


def most_bonus(rules: RuleSet) -> int:
    """The most that a deal can bring beside after draws; where several add up, enough to win the match."""
    if rules.tie_bonus is DrawBonus.ADDING:
        return rules.game_target
    return int(rules.tie_bonus is not DrawBonus.NONE)


class Match:
    """The score of a match under one rule set.

    >>> from referee.rulesets import SANTASE
    >>> from referee.state import Reason
    >>> match = Match(SANTASE, dealer=0)
    >>> match.add(0, Result(1, 2, Reason.OUT, (20, 70)))
    2
    >>> match.score, match.dealer, match.winner
    ([0, 2], 1, -1)
    """

    def __init__(self, rules: RuleSet, dealer: Seat = NOBODY) -> None:
        self.rules = rules
        self.dealer = dealer
        """Who deals next; -1 where anybody may, before the first deal."""
        self._sides = rules.sides
        self.score = [0] * len(self._sides)
        """Game points won, by side; where all pay, what was won and paid."""
        self.winner = NOBODY
        """The side that has reached the target, or -1."""
        self.deals = 0
        """How many deals have been counted."""
        self.bonus = 0
        """How many game points more the next deal brings its winner, after a draw or several."""
        self.outdone = NOBODY
        """The side that has had nothing when every other was one point from the target; -1 for none."""

    def standing(self) -> Standing:
        """How the match stands, for :meth:`go_back`."""
        return self.score[:], self.dealer, self.winner, self.deals, self.bonus, self.outdone

    def go_back(self, standing: Standing) -> None:
        """Let the match stand as it stood."""
        self.score, self.dealer, self.winner, self.deals, self.bonus, self.outdone = standing

    @property
    def games(self) -> int:
        """What the match counts for: 2 to nil (`game.seven_nil`), 4 after 23 to nil (`game.retour`), else 1.

        >>> from referee.rulesets import PRESETS
        >>> match = Match(PRESETS["bauernschnapsen"])
        >>> match.award(9, 23), match.award(8, 24), match.games
        (None, None, 4)
        """
        if self.winner < 0:
            return 1
        if self.outdone == self.winner and self.rules.game_retour:
            return 4
        return 2 if self.rules.game_seven_nil and not min(self.score) else 1

    @property
    def deal_rules(self) -> RuleSet:
        """The rules of the next deal, which differ in the first where no marriage is allowed in it."""
        return self.rules.in_deal(self.deals + 1)

    def refusals(self, dealer: Seat) -> list[Ruling]:
        """What is against the rules in a deal beginning now with this dealer; -1 if nobody knows him."""
        found = []
        if self.winner >= 0:
            facts = {"seat": self.winner, "needed": self.rules.game_target}
            found.append(Ruling(rulings.MATCH_OVER, self.winner, facts))
        elif min(self.dealer, dealer) >= 0 and self.dealer != dealer:
            found.append(Ruling(rulings.WRONG_DEALER, dealer, {"seat": dealer, "turn": self.dealer}))
        return found

    def add(self, dealer: Seat, result: Result) -> int:
        """Count a deal that ``dealer`` dealt, see who deals next, and return the game points it brought.

        The result is without the bonus after a draw, which comes to it here (:meth:`without_bonus`).
        Where nobody knows who dealt, anybody may deal next unless the winner, or the loser, has to.
        """
        rules = self.rules
        self.deals += 1
        if result.winner < 0:
            self.bonus = self._bonus_after(result)
            self.dealer = dealer if rules.deal_after_draw is AfterDraw.SAME else self._after(dealer)
            return 0
        won = result.game_points + self.bonus
        self.bonus = 0
        if result.paid:
            self.score = [before + paid for before, paid in zip(self.score, result.paid, strict=True)]
            self._see_winner()
        elif len(self._sides) > 2 and not rules.mp_all_pay:
            for seat in players_of(result.winner):
                self.score[seat] += won
            self._see_winner()
        else:
            self.award(result.winner, won)
        self.pass_deal(dealer, result.winner)
        return won

    def without_bonus(self, winner: Seat, game_points: int) -> int:
        """The game points of a result that brings so many with the bonus, as players agree on them."""
        return game_points - self.bonus if winner >= 0 else game_points

    def award(self, side: Seat, points: int) -> None:
        """Count game points for a side."""
        place = self._sides.index(side)
        self.score[place] += points
        target = self.rules.game_target
        if self.score[place] == target - 1:
            self._see_outdone()
        if self.winner < 0 and self.score[place] >= target and not self.rules.mp_all_pay:
            self.winner = side

    def _see_outdone(self) -> None:
        """See whether a side has nothing while every other is one point from the target."""
        nearly = self.rules.game_target - 1
        if min(self.score) == 0 and self.score.count(nearly) == len(self.score) - 1:
            self.outdone = self._sides[self.score.index(0)]

    def _see_winner(self) -> None:
        """See who has reached the target of several that score at once: whoever has more than every other."""
        if self.rules.mp_all_pay:
            return
        self._see_outdone()
        most = max(self.score)
        if self.winner < 0 and most >= self.rules.game_target and self.score.count(most) == 1:
            self.winner = self._sides[self.score.index(most)]

    def pass_deal(self, dealer: Seat, winner: Seat) -> None:
        """See who deals after a deal that ``dealer`` dealt and the side of ``winner`` won."""
        match self.rules.deal_next_dealer:
            case NextDealer.WINNER:
                self.dealer = winner
            case NextDealer.LOSER:
                self.dealer = SEATS[1 - winner]
            case NextDealer.TURN:
                self.dealer = self._after(dealer)

    def _bonus_after(self, draw: Result) -> int:
        match self.rules.tie_bonus:
            case DrawBonus.NONE:
                return 0
            case DrawBonus.AFTER_65:
                points = draw.card_points  # none where nobody has stated them
                return int(any(points) and min(points) == max(points) == 65)
            case DrawBonus.AFTER_ANY:
                return 1
            case DrawBonus.ADDING:
                return self.bonus + 1

    def _after(self, dealer: Seat) -> Seat:
        return SEATS[(dealer + 1) % self.rules.seats] if dealer >= 0 else NOBODY


def draw_bonus(rules: RuleSet, result: Result, won: int) -> ArithmeticStep:
    """The step by which a deal after a draw brings more than its result, ``won`` in all."""
    if rules.tie_bonus is DrawBonus.AFTER_65:
        return ArithmeticStep(DRAW_BONUS, {"value": won})
    return ArithmeticStep(DRAWS_BONUS, {"bonus": won - result.game_points, "value": won})
