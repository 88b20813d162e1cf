"""Deals and matches driven by hypothesis, step by step, with what must hold after every step."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from notation import Finding, read_spec
from notation.corpus import shuffled
from referee import Deal, Match, actions
from referee.actions import Action
from referee.cards import CARDS_BY_NUMBER, NO_SUIT, SEATS, Seat, Suit, mask, points_of
from referee.rules import RuleSet
from tests.support.games import random_spec
from tests.support.tables import rules_of, state_of


class AtTheTable(RuleBasedStateMachine):
    """A match under some rule set and options, every action chosen by hypothesis."""

    @initialize(seed=st.integers(0, 2**64))
    def sit_down(self, seed: int) -> None:
        rng = random.Random(seed)
        spec = random_spec(rng, most=3)
        rules = read_spec(spec)
        self.played_by: RuleSet = rules_of(spec.split()[0]) if isinstance(rules, Finding) else rules
        self.rng = rng
        self.match = Match(self.played_by, dealer=Seat(rng.randrange(self.played_by.seats)))
        self.deal_out()

    def deal_out(self) -> None:
        hands, self.talon = shuffled(self.played_by, self.rng)
        self.hands = list(map(mask, hands))
        self.trump = Suit(self.rng.randrange(4)) if not self.talon else NO_SUIT
        self.deal = self.dealt()
        self.done: list[tuple[Seat, Action]] = []
        self.gone = self.table = 0

    def dealt(self) -> Deal:
        return Deal(self.played_by, self.match.dealer, self.hands, self.talon, self.trump)

    @rule(choice=st.integers(0, 10**6))
    @precondition(lambda self: self.deal.legal())
    def act(self, choice: int) -> None:
        legal = self.deal.legal()
        dull = [pair for pair in legal if pair[0] not in (actions.OUT, actions.CLOSE, actions.CLOSE_SHORT)]
        action, seat = (legal if choice % 5 == 0 or not dull else dull)[choice % len(dull or legal)]
        assert self.deal.push(action, seat) is None
        self.done.append((seat, action))
        if action < actions.CARDS:
            self.table |= 1 << action
        if self.deal.lead < 0:
            self.gone, self.table = self.gone | self.table, 0

    @rule(action=st.sampled_from([*CARDS_BY_NUMBER, *actions.ANNOUNCEMENTS]), place=st.integers(0, 3))
    def try_anything(self, action: Action, place: int) -> None:
        """What is refused changes nothing; what is allowed is done on a copy only."""
        seat = SEATS[place % self.played_by.seats]
        before = state_of(self.deal)
        twin = self.deal.copy()
        ruling = twin.push(action, seat)
        assert (ruling is None) == ((action, seat) in self.deal.legal())
        assert state_of(self.deal) == before
        if ruling is not None:
            assert state_of(twin) == before
            assert ruling.seat in SEATS[: self.played_by.seats]

    @rule()
    @precondition(lambda self: self.deal.over or self.deal.spent)
    def settle(self) -> None:
        result = self.deal.finish()
        score = sum(self.match.score)
        if self.played_by.mp_all_pay:
            self.match.add(self.deal.dealer, result)
            assert sum(self.match.score) == sum(result.paid) == score == 0
            assert (result.winner < 0) == (not any(result.paid))
        elif self.match.winner < 0:
            won = self.match.add(self.deal.dealer, result)
            assert sum(self.match.score) == score + won
            assert won - result.game_points in (0, 1)
            assert (won == 0) == (result.winner < 0)
        else:
            assert max(self.match.score) >= self.played_by.game_target
            self.match = Match(self.played_by, dealer=Seat(0))
        self.deal_out()

    @invariant()
    @precondition(lambda self: hasattr(self, "deal"))
    def cards_are_kept(self) -> None:
        lying = mask(self.deal.talon[self.deal.drawn :])
        parts = [*self.deal.hands, lying, self.gone, self.table]
        assert sum(part.bit_count() for part in parts) == self.played_by.deck_cards.bit_count()
        assert sum(parts) == self.played_by.deck_cards

    @invariant()
    @precondition(lambda self: hasattr(self, "deal"))
    def points_are_kept(self) -> None:
        announced = sum(marriage.points for marriage in self.deal.marriages)
        counted = sum(self.deal.points) + sum(self.deal.pending)
        if self.deal.frozen < 0:
            assert counted == points_of(self.gone) + announced
        else:
            assert counted <= points_of(self.gone) + announced
        assert sum(self.deal.tricks) == self.deal.trick

    @invariant()
    @precondition(lambda self: hasattr(self, "deal"))
    def replaying_gives_the_same(self) -> None:
        again = Deal(self.played_by, self.deal.dealer, self.hands, self.talon, self.trump)
        for seat, action in self.done:
            assert again.push(action, seat) is None
        assert state_of(again) == state_of(self.deal)


TestAtTheTable = pytest.mark.filterwarnings("default")(AtTheTable.TestCase)
TestAtTheTable.settings = settings(max_examples=20, stateful_step_count=60, deadline=None, derandomize=True)
