"""The fast path of judging: the tokens of a scanned game, pushed straight into the referee's deal and match.

It takes a deal only if :func:`notation.judge.game.judge` has nothing to find in it but a false claim: every
card known, every action legal, every statement true. At anything else, and at whatever is rare, it stops
before the deal, which is judged in the ordinary way, and that alone makes findings. It knows no rule itself.

Compiled by mypyc together with the referee and the scanner, and so without anything else of the notation.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from notation.judge.recorder import PlayRecorder
from notation.text.scan import (
    ACTIONS,
    CHECKPOINT,
    COMMENT,
    DEAL,
    END,
    FORTY,
    GLYPH,
    NOBODY_WINS,
    OWNER,
    PAIR,
    PAYS,
    REASON,
    REASONS,
    RESULT,
    SCORE,
    SEAT,
    SUIT,
    TALON,
    TOTALS,
    TRICK,
    TWENTY_UNNAMED,
    UNFINISHED,
    Tokens,
    numbers_of,
)
from referee.actions import ACTIONS_BY_NUMBER, CARDS, CLOSE, CLOSE_SHORT, DRAW, EXCHANGE, MARRIAGE, OUT
from referee.cards import BIT, CARDS_BY_NUMBER, NOBODY, SEATS, Card, Seat, Suit, suit_of
from referee.deal import AUTO, Deal, fixes_trumps
from referee.match import Match
from referee.rules import RuleSet
from referee.state import Reason, Result

# Members of an enumeration by names of their own, which are looked up much faster.
_OUT: Final = Reason.OUT
_DEFENDER_OUT: Final = Reason.DEFENDER_OUT
_FALSE_OUT: Final = Reason.FALSE_OUT
_REASONS: Final = (*(Reason(word.decode()) for word in REASONS), None)


class CleanDeal(NamedTuple):
    """A deal in which there is nothing to find, as its ledger needs it.

    Where the deal stood at the head of each trick, before and after each marriage, before a claim, and at the
    end: the history of each tells what was done before it. ``claim`` is the trick of a claim, 0 without one.
    """

    number: int
    dealer: Seat
    states: list[Deal]
    heads: list[int]
    """Which of the states are those at the heads of tricks."""
    claim: int
    won: int
    """The game points that the deal brought, an extra one after a draw included."""
    score: tuple[int, ...]


class NotedClaim(NamedTuple):
    """A false claim of 66: its token, who made it with how many points, and who won the deal by it."""

    token: int
    seat: int
    points: int
    winner: int


class NotCleanError(Exception):
    """There may be something to find in the deal: it is left to the ordinary judge."""


class Lane:
    """Goes through the tokens of a game once, from that of its first deal, ``first``.

    That its tags and notes are in order is for the caller to see. With ``keeps_deals`` the deals stand in
    ``deals`` when they have been judged. With ``takes_false_claims`` a deal in which 66 is claimed falsely is
    judged here, though there is that to note.
    """

    def __init__(
        self,
        tokens: Tokens,
        first: int,
        rules: RuleSet,
        keeps_deals: bool = False,
        takes_false_claims: bool = False,
    ) -> None:
        self.kinds, self.numbers = tokens.kinds, tokens.numbers
        self.at = first
        """The token that is next."""
        self.next_number = 0
        """The first number of those that are next."""
        self.rules = rules
        self.seats, self.pack = rules.seats, rules.deck_cards
        self.hand_size, self.talon_size = rules.deal_hand_size, rules.talon_size
        self.match = Match(rules)
        """The match after the deals that have been judged."""
        self.scores: list[tuple[int, ...]] = []
        """The score after each of them."""
        self.takes_false_claims = takes_false_claims
        self.false_claims: list[NotedClaim] = []
        self.played: Result | None = None
        """What the play of the deal that is next comes to, if there is nothing to find in that."""
        self.dealer = NOBODY
        self.stated = 0
        """Who dealt it, and the token of the result that is stated of it."""
        self.recorder: PlayRecorder | None = None
        """What records the deals for tables, if they are asked for."""
        self.begun: Deal | None = None
        """The last deal of which all cards are known."""
        self.last: Deal | None = None
        """The last deal that came to a whole trick."""
        self.keeps_deals = keeps_deals
        self.deals: list[CleanDeal] = []
        self.states: list[Deal] = []
        self.heads: list[int] = []
        self.claimed = 0

    def run(self) -> bool:
        """Judge deal after deal; whether that reached the end of the game.

        If not, a deal is next in which there may be something to find, and nothing of it has been counted.
        """
        while self.kinds[self.at] == DEAL:
            first, first_number, before = self.at, self.next_number, self.match.standing()
            self.played = None
            try:
                self.deal(len(self.scores) + 1)
            except NotCleanError:
                self.at, self.next_number = first, first_number
                self.match.go_back(before)
                return False
            self.scores.append(tuple(self.match.score))
        return True

    def go_on(self, at: int) -> None:
        """Go on at a token, a deal having been judged and counted elsewhere."""
        for kind in self.kinds[self.at : at]:
            if kind >= TRICK:
                self.next_number += numbers_of(kind, self.numbers, self.next_number)
        self.at = at
        self.scores.append(tuple(self.match.score))

    def pass_notes(self) -> None:
        """Pass what says nothing about the game."""
        kinds, at = self.kinds, self.at
        while COMMENT <= kinds[at] <= GLYPH:
            at += 1
        self.at = at

    def number(self) -> int:
        """The number of the next token that has one; the token is passed."""
        number = self.numbers[self.next_number]
        self.at += 1
        self.next_number += 1
        return number

    def compare(self, due: Sequence[int]) -> None:
        """The next token, points, a score or payments, is passed; its numbers must be those that are due."""
        numbers, at = self.numbers, self.next_number
        if numbers[at] != len(due):
            raise NotCleanError
        for number in due:
            at += 1
            if numbers[at] != number:
                raise NotCleanError
        self.at += 1
        self.next_number = at + 1

    # Before the play.

    def deal(self, number: int) -> None:
        """Judge a deal."""
        kinds, match = self.kinds, self.match
        self.at += 1
        if self.number() != number:
            raise NotCleanError
        dealer = kinds[self.at] - SEAT
        if not 0 <= dealer < self.seats or match.refusals(SEATS[dealer]):
            raise NotCleanError
        self.at += 1
        self.dealer = SEATS[dealer]
        rules = self.rules if number > 1 else self.rules.in_deal(number)
        if self.recorder is not None:
            self.recorder.begin()
        deal = self.begun = self.dealt(rules, SEATS[dealer])
        if self.recorder is not None:
            self.recorder.start(deal)
        if self.keeps_deals:
            deal.steps = []
            self.states, self.heads, self.claimed = [deal.copy()], [], 0
        won = 0
        if self.play(deal):
            won = self.result(deal, SEATS[dealer])
        else:
            self.unfinished(deal)
        kind = kinds[self.at]
        if kind != END and (kind != DEAL or deal.result is None):
            raise NotCleanError
        if deal.trick:
            self.last = deal
        if self.recorder is not None:
            self.recorder.end(deal, won)
        if self.keeps_deals:
            self.states.append(deal)
            score = tuple(match.score)
            self.deals.append(
                CleanDeal(number, SEATS[dealer], self.states, self.heads, self.claimed, won, score)
            )

    def dealt(self, rules: RuleSet, dealer: Seat) -> Deal:
        """The deal, from its head, its hands and its talon."""
        kinds = self.kinds
        turn_up, suit = -1, -1
        kind = kinds[self.at]
        if kind < CARDS:
            turn_up = kind
            self.at += 1
        elif SUIT <= kind < SEAT:
            suit = kind - SUIT
            self.at += 1
        self.pass_notes()
        hands = [0] * self.seats
        talon: list[Card] = []
        together = 0
        kind = kinds[self.at]
        while OWNER <= kind < TRICK or kind == TALON:
            seat = kind - OWNER
            size = self.talon_size if kind == TALON else self.hand_size
            start = self.at + 1
            held = kinds[start : start + size]
            self.at = start + size
            if self.recorder is not None:
                self.recorder.held[seat if kind != TALON else -1] = held
            cards = 0
            for card in held:
                if card >= CARDS:
                    raise NotCleanError
                cards |= BIT[card]
            if kind == TALON:
                talon = cast(list[Card], held)
            elif seat >= self.seats or hands[seat]:
                raise NotCleanError
            else:
                hands[seat] = cards
            together += cards
            if kinds[self.at] < OWNER:  # more cards than are dealt
                raise NotCleanError
            self.pass_notes()
            kind = kinds[self.at]
        # As many cards as the pack has add up to it only if each is there once.
        if together != self.pack or len(talon) != self.talon_size or 0 in hands:
            raise NotCleanError
        if talon:
            last = talon[-1]
            if (turn_up >= 0 and turn_up != last) or (suit >= 0 and suit != suit_of(last)):
                raise NotCleanError
            return Deal.unchecked(rules, dealer, hands, talon)
        if turn_up >= 0:  # it is in the hand of who was dealt it
            if not hands[fixes_trumps(rules, dealer)] & BIT[turn_up]:
                raise NotCleanError
            suit = suit_of(CARDS_BY_NUMBER[turn_up])
        if suit < 0:
            raise NotCleanError
        return Deal.unchecked(rules, dealer, hands, (), Suit(suit))

    # The play.

    def play(self, deal: Deal) -> bool:
        """Push every action of a deal; whether it has a result."""
        kinds, at = self.kinds, self.at
        opened = 0
        """The number of the trick that was opened last."""
        is_said = False
        """Whether somebody said `out` after 66 had ended the deal automatically."""
        while True:
            kind = kinds[at]
            if kind < CARDS:
                if self.recorder is not None:
                    self.recorder.see(deal, ACTIONS_BY_NUMBER[kind], deal.turn)
                if deal.trick >= opened or is_said or deal.push(CARDS_BY_NUMBER[kind]) is not None:
                    raise NotCleanError
                at += 1
            elif kind == TRICK:
                self.at = at
                self.open(deal, opened)
                opened += 1
                at += 1
            elif COMMENT <= kind <= GLYPH:
                at += 1
            elif kind == CHECKPOINT:
                self.at = at
                self.compare(deal.points)
                at += 1
            elif MARRIAGE <= kind < TRICK:
                seat = NOBODY
                if kind >= OWNER:
                    seat = SEATS[kind - OWNER]
                    at += 1
                    kind = kinds[at]
                is_action = kind < CARDS or MARRIAGE <= kind < ACTIONS
                if is_said or not is_action or seat >= self.seats:
                    raise NotCleanError
                if has_ended(deal) and kind == OUT and seat < 0:
                    if not self.is_repeated(deal):
                        raise NotCleanError
                    is_said = True
                    if self.recorder is not None:
                        self.recorder.is_whole = False
                else:
                    self.at = at
                    self.announce(deal, kind, seat, deal.trick >= opened)
                at += 1
            else:
                break
        self.at = at
        if not has_ended(deal) and deal.spent:
            if self.recorder is not None:
                self.recorder.look_for_chance(deal)
            deal.finish()
        if not opened and not has_ended(deal):
            raise NotCleanError
        return has_ended(deal)

    def open(self, deal: Deal, opened: int) -> None:
        """A trick begins with its number, which is that of the next; by then everybody has drawn."""
        number = self.number()
        if number != opened + 1 or deal.trick != opened or deal.lead >= 0 or deal.result is not None:
            raise NotCleanError
        if deal.undrawn:
            if self.recorder is not None:
                self.recorder.see(deal, DRAW, deal.turn)
            if deal.push(DRAW) is not None:
                raise NotCleanError
        if self.recorder is not None:
            self.recorder.open(deal, number)
        if self.keeps_deals:
            self.heads.append(len(self.states))
            self.states.append(deal.copy())
        if not deal.hands[deal.turn]:  # nothing but a claim is left
            following = self.kinds[self.at]
            if following != OUT and not (OWNER <= following < TRICK and self.kinds[self.at + 1] == OUT):
                raise NotCleanError

    def announce(self, deal: Deal, kind: int, seat: Seat, is_complete: bool) -> None:
        """Push an action, of a seat where one is named; a trick may be complete, and the next not begun."""
        action = kind
        if kind < CARDS:
            if is_complete or seat != deal.turn:
                raise NotCleanError
        elif kind == OUT:
            if seat < 0 and deal.lead >= 0 and deal.played == 1 and (deal.trick or deal.has_led_marriage):
                seat = deal.leader
        elif kind == CLOSE:
            if is_complete and (deal.undrawn or deal.just_drawn):
                action = CLOSE_SHORT
        elif kind == EXCHANGE:
            if is_complete and not deal.undrawn and not self.follows_close():
                raise NotCleanError
        else:
            before_draw = is_complete and deal.undrawn and kind < TWENTY_UNNAMED
            if deal.lead >= 0 or (is_complete and not before_draw):
                raise NotCleanError
            action = self.marriage(deal, kind)
        actor = seat if seat >= 0 else deal.turn
        if self.keeps_deals and (action == OUT or MARRIAGE <= action < EXCHANGE):
            self.states.append(deal.copy())
        if self.recorder is not None:
            self.recorder.see(deal, ACTIONS_BY_NUMBER[action], actor)
        if deal.push(ACTIONS_BY_NUMBER[action], seat) is not None:
            raise NotCleanError
        if kind == OUT:
            self.claimed = deal.trick if is_complete else deal.trick + 1
            self.claim(deal, actor)
        elif self.keeps_deals and MARRIAGE <= action < EXCHANGE:
            self.states.append(deal.copy())

    def follows_close(self) -> bool:
        """Whether the announcement stands right after a close, but for the name of its seat."""
        before = self.at - 2 if self.kinds[self.at - 1] >= OWNER else self.at - 1
        return self.kinds[before] == CLOSE

    def marriage(self, deal: Deal, kind: int) -> int:
        """The marriage that is announced, its value being what is stated."""
        is_forty = FORTY <= kind < TWENTY_UNNAMED or kind > TWENTY_UNNAMED
        if kind >= TWENTY_UNNAMED:  # its suit is that of the card that is led after it
            led = self.kinds[self.at + 1]
            if led >= CARDS:
                raise NotCleanError
            suit = suit_of(CARDS_BY_NUMBER[led])
        elif kind < EXCHANGE:
            suit = Suit(kind - MARRIAGE)
        elif kind >= FORTY:
            suit = Suit(kind - FORTY)
        else:  # resigning, which is for the players to settle
            raise NotCleanError
        if deal.marriage_points(suit) != (40 if is_forty else 20):
            raise NotCleanError
        return MARRIAGE + suit

    def claim(self, deal: Deal, seat: Seat) -> None:
        """A claim of a seat has ended the deal, whether right or false; the lane does not go further."""
        result = deal.result
        if result is None:
            raise NotCleanError
        if result.reason is _FALSE_OUT and self.takes_false_claims:
            points = deal.points[deal.side_of[seat]]
            self.false_claims.append(NotedClaim(self.at, seat, points, result.winner))
            return
        if result.reason is not _OUT and result.reason is not _DEFENDER_OUT:
            raise NotCleanError

    def is_repeated(self, deal: Deal) -> bool:
        """Whether 66 has ended a deal automatically, so that somebody may say so."""
        result = deal.result
        if result is None or self.rules.claim_mode is not AUTO:
            return False
        return result.reason is _OUT or result.reason is _DEFENDER_OUT

    # After the play.

    def unfinished(self, deal: Deal) -> None:
        """Compare what is stated of a deal that was not finished."""
        if self.kinds[self.at] != RESULT:
            return
        if self.kinds[self.at + 1] != UNFINISHED:
            raise NotCleanError
        self.at += 2
        if self.kinds[self.at] == TOTALS:
            self.compare(deal.points)
        self.score()

    def score(self) -> None:
        """Compare a stated score."""
        if self.kinds[self.at] == SCORE:
            self.compare(self.match.score)
        self.pass_notes()

    def result(self, deal: Deal, dealer: Seat) -> int:
        """Count the result of a deal, and compare what is stated of it; the game points that it brought."""
        result = deal.finish()
        won = self.match.add(dealer, result)
        if self.kinds[self.at] != RESULT:
            return won
        self.played, self.stated = result, self.at
        self.at += 1
        kind = self.kinds[self.at]
        if kind == PAYS:
            if not result.paid or won != max(result.paid):
                raise NotCleanError
            self.compare(result.paid)
        elif kind == NOBODY_WINS:
            self.at += 1
            if result.winner >= 0 or won:
                raise NotCleanError
        elif SEAT <= kind < PAIR + 2:
            self.at += 1
            if result.winner != kind - SEAT or self.number() != won:
                raise NotCleanError
        else:
            raise NotCleanError
        if self.kinds[self.at] == REASON and _REASONS[self.number()] is not result.reason:
            raise NotCleanError
        if self.kinds[self.at] == TOTALS:
            self.compare(result.card_points)
        self.score()
        return won


def has_ended(deal: Deal) -> bool:
    """Whether a deal has its result."""
    return deal.result is not None
