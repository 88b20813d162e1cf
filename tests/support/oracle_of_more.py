"""The oracle for three players and for four: the second reading of the rules, without a talon.

It follows "66" (pagat.com, "Sechsundsechzig (66)"), the sections Three Player Game and Four Player Game,
cited below as Three and Four. It shares its words for cards and its tables of rules with
:mod:`support.oracle`, and nothing with the referee. Seats are "A" to "D". A side is named by its players:
"A", "B" and "C" for three, "AC" and "BD" for four, who are partners (Four).

Where the sections are silent the project has ruled: the points of a marriage count once its side has a trick,
the last trick brings 10 card points if nobody went out, equal totals are a draw for which nobody pays, a
false claim costs 2, and a marriage is announced once, though a partner may keep both of its cards.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.support.oracle import GOAL, RANKS, SUITS, WORTH, IllegalActionError, OracleResult, higher, rules_of
from tests.support.oracle import after as after
from tests.support.oracle import seats_of as seats_of
from tests.support.oracle import sides_of as sides_of


@dataclass(frozen=True)
class OracleMarriage:
    """A marriage, its maker, the trick for whose lead it was announced, and its points."""

    seat: str
    suit: str
    trick: int
    points: int


def beats(card: str, best: str, trump: str) -> bool:
    """Does a card beat the best one of the trick so far?"""
    return higher(card, best) if card[1] == best[1] else card[1] == trump


def replies(hand: list[str], lead: str, best: str, trump: str, undertrump: bool) -> list[str]:
    """Follow suit and beat the highest card of the trick when possible (Three); else trump, so too.

    Whether a trump that does not beat it must be played is an option.
    """
    following, trumps = [c for c in hand if c[1] == lead[1]], [c for c in hand if c[1] == trump]
    for cards in (following, trumps):
        if cards:
            winning = [card for card in cards if beats(card, best, trump)]
            return winning or (cards if following or undertrump else hand)
    return hand


class OracleDealOfMore:
    """One deal, from the first lead to its result."""

    before_draw = False  # there is no talon

    def __init__(
        self, spec: str, dealer: str, hands: dict[str, list[str]], trump: str, first: bool = False
    ) -> None:
        self.rules = rules_of(spec)
        self.first = first  # the first deal of its game
        self.seats, self.sides = seats_of(spec), sides_of(spec)
        self.side_of = {seat: side for side in self.sides for seat in side}
        self.hands = {seat: list(hands[seat]) for seat in self.seats}
        pack = [card for hand in self.hands.values() for card in hand]
        if len({len(hand) for hand in self.hands.values()}) != 1 or len(set(pack)) != len(pack):
            raise ValueError("the hands must be of one size, and no card may be there twice")
        self.trump = trump
        self.won: dict[str, list[str]] = {side: [] for side in self.sides}
        self.trick = 1
        self.tricks = dict.fromkeys(self.sides, 0)
        self.marriages: list[OracleMarriage] = []
        self.leader = self.turn = after(self.seats, dealer)  # Three: the player to dealer's left
        self.table: list[tuple[str, str]] = []  # who has played what to this trick
        self.last_won = dict.fromkeys(self.sides, 0)  # the number of the last trick that each has won
        self.bonus_to: str | None = None
        self.over = self.played_out = False
        self.result: OracleResult | None = None

    # Counting

    def side(self, seat: str) -> str:
        return self.side_of[seat]

    def counts(self, marriage: OracleMarriage) -> bool:
        """Do the points of a marriage count already?"""
        side = self.side(marriage.seat)
        if self.rules["marriage-count"] == "next-trick":
            return self.last_won[side] >= marriage.trick
        return self.rules["marriage-count"] == "at-once" or self.tricks[side] > 0

    def counted_points(self, side: str) -> int:
        """The card points of one side that count now."""
        points = sum([WORTH[card] for card in self.won[side]])
        points += sum([m.points for m in self.marriages if self.side(m.seat) == side and self.counts(m)])
        return points + (int(self.rules["last-trick"]) if self.bonus_to == side else 0)

    def points(self) -> dict[str, int]:
        """The card points that count now; the bonus of the last trick only once the deal is settled."""
        return {side: self.counted_points(side) for side in self.sides}

    # What is legal

    def legal(self) -> set[tuple[str, str]]:
        """All actions that are possible now, as (seat, word)."""
        if self.over:
            return set()
        actions = {(seat, "out") for seat in self.seats if self.may_say_out(seat)}
        if self.played_out:
            return actions
        actions |= {(self.turn, card) for card in self.cards_to_play()}
        if not self.table:
            leaders = [seat for seat in self.seats if self.side(seat) == self.side(self.leader)]
            actions |= {(seat, word) for seat in leaders for word in self.marriages_to_announce(seat)}
        return actions

    def cards_to_play(self) -> list[str]:
        """What the player in turn may play."""
        hand = self.hands[self.turn]
        if self.table:
            undertrump = self.rules["undertrump"] == "yes"
            return replies(hand, self.table[0][1], self.best()[1], self.trump, undertrump)
        own = [marriage.suit for marriage in self.announced_now() if marriage.seat == self.leader]
        ranks = "K" if self.rules["marriage-lead"] == "king" else "KQ"
        return [rank + suit for suit in own for rank in ranks if rank + suit in hand] if own else hand

    def announced_now(self) -> list[OracleMarriage]:
        """The marriages announced for the lead to this trick."""
        return [marriage for marriage in self.marriages if marriage.trick == self.trick]

    def marriages_to_announce(self, seat: str) -> list[str]:
        """The leader and his partner may each announce one (Four), and none may be announced again."""
        announced = sum(marriage.seat == seat for marriage in self.announced_now())
        if announced >= int(self.rules["marriages-per-lead"]):
            return []
        if self.trick == 1 and self.rules["marriage-first-trick"] == "no":
            return []
        if self.first and self.rules["marriage-first-deal"] == "no":
            return []
        suits = [suit for suit in SUITS if {"K" + suit, "Q" + suit} <= set(self.hands[seat])]
        suits = [suit for suit in suits if all(suit != marriage.suit for marriage in self.marriages)]
        return [("40" if suit == self.trump else "20") + suit for suit in suits]

    def may_say_out(self, seat: str) -> bool:
        """May a player claim: his side has won the last trick, or announced for this lead?"""
        if self.rules["claim"] != "said" or self.side(seat) != self.side(self.leader):
            return False
        if self.announced_now():
            on_table = 1 if self.rules["claim-window"] == "reply" else 0
            return self.rules["marriage-out"] == "yes" and len(self.table) <= on_table
        return self.trick > 1 and not self.table

    # Acting

    def act(self, seat: str, word: str) -> None:
        """Carry out one action; IllegalActionError where it is not legal."""
        if (seat, word) not in self.legal():
            raise IllegalActionError(f"{seat}: {word}")
        self.carry_out(seat, word)

    def carry_out(self, seat: str, word: str) -> None:
        """Carry out an action that is known to be legal."""
        if word == "out":
            self.claim(seat)
        elif word[0] in "24":
            self.announce(seat, word)
        else:
            self.play(word)

    def announce(self, seat: str, word: str) -> None:
        """A marriage; in automatic play it may end the deal at once."""
        self.marriages.append(OracleMarriage(seat, word[2], self.trick, int(word[:2])))
        ends = self.rules["claim"] == "auto" and self.rules["marriage-out"] == "yes"
        if ends and self.counted_points(self.side(seat)) >= GOAL:
            self.claim(seat)

    def best(self) -> tuple[str, str]:
        """Who has played the best card to this trick, and the card."""
        best = self.table[0]
        for played in self.table:
            best = played if beats(played[1], best[1], self.trump) else best
        return best

    def play(self, card: str) -> None:
        """A card; the last one of a trick gives it to the player of the best one."""
        self.hands[self.turn].remove(card)
        self.table.append((self.turn, card))
        self.turn = after(self.seats, self.turn)
        if len(self.table) < len(self.seats):
            return
        winner = self.best()[0]
        side = self.side(winner)
        self.last_won[side] = self.trick
        self.won[side] += [played for _, played in self.table]
        self.tricks[side] += 1
        self.trick += 1
        self.table, self.leader, self.turn = [], winner, winner
        self.played_out = not any(self.hands.values())
        if self.rules["claim"] == "auto" and self.counted_points(side) + self.claimable_bonus() >= GOAL:
            self.claim(winner)
        elif self.played_out and self.rules["claim"] != "said":
            self.finish()

    # Settling

    def bonus_due(self) -> int:
        """The bonus of the last trick, once it is played."""
        return int(self.rules["last-trick"]) if self.played_out else 0

    def claimable_bonus(self) -> int:
        """The bonus of the last trick where it may decide a claim, else 0."""
        return self.bonus_due() if self.rules["last-trick-claimable"] == "yes" else 0

    def claim(self, seat: str) -> None:
        """A team declares that it has 66 (Four)."""
        side = self.side(seat)
        [other] = [each for each in self.sides if each != side]
        own = self.counted_points(side)
        if own + self.claimable_bonus() >= GOAL:
            self.bonus_to = side if self.claimable_bonus() else None
            self.end(side, self.stakes(other), "out")
        elif own + self.bonus_due() >= GOAL:
            self.finish()
        else:
            lost = {
                "flat": 2,
                "3": 3,
                "schnapsen": 2 if self.tricks[other] else 3,
                "proportional": self.stakes(other),
                "max": max(2, self.stakes(other)),
            }
            self.end(other, lost[self.rules["false-claim"]], "false-out")

    def stakes(self, loser: str) -> int:
        """What a loser costs: 3 without a trick, 2 with too few points, otherwise 1 (Three; 66, Scoring)."""
        if not self.tricks[loser]:
            return 3
        return 2 if self.counted_points(loser) < int(self.rules["schneider"]) else 1

    def finish(self) -> None:
        """Settle a deal that was played to the last card without a claim."""
        if self.over:
            return
        if not self.played_out:
            raise IllegalActionError("there are cards left to play")
        last = self.side(self.leader)
        self.bonus_to = last
        total = self.points()
        most = max(total.values())
        winners = [side for side in self.sides if total[side] == most]
        reason = "total"
        if self.rules["unclaimed"] == "last-trick":
            winners, reason = [last], "last-trick"
        elif len(winners) > 1 and self.rules["tie"] == "last-trick":
            winners = [last]
        if len(winners) > 1:
            self.end(None, 0, reason)
            return
        [winner] = winners
        flat = self.rules["exhausted"] == "1"
        owed = {side: 1 if flat else self.stakes(side) for side in self.sides if side != winner}
        self.end(winner, sum(owed.values()), reason, owed)

    def end(
        self, winner: str | None, game_points: int, reason: str, owed: dict[str, int] | None = None
    ) -> None:
        """Write down the result; three pay it (Three)."""
        paid = {}
        if len(self.sides) == 3:
            owed = owed or {}
            paid = {side: game_points if side == winner else -owed.get(side, 0) for side in self.sides}
        self.over = True
        self.result = OracleResult(winner, game_points, reason, self.points(), paid)


def random_deal(spec: str, rng: random.Random) -> tuple[str, dict[str, list[str]], str]:
    """Dealer, hands in the order in which they are dealt, and the trump suit."""
    rules, seats = rules_of(spec), seats_of(spec)
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    rng.shuffle(pack)
    size = int(rules["hand"])
    hands = {seat: pack[place * size : (place + 1) * size] for place, seat in enumerate(seats)}
    dealer = rng.choice(seats)
    if len(seats) == 4:  # Four: the card at the bottom of the pack, which is the dealer's
        return dealer, hands, hands[dealer][-1][1]
    named = rng.choice([*hands[after(seats, dealer)][:3], hands[after(seats, dealer)][3]])
    return dealer, hands, named[1]  # Three: a suit that he sees, or that of his fourth card
