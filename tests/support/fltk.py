"""Simulates the debug log of fltk-schnapsen for random matches, with the results that it states.

The program has windows and cannot be run in a test. This reproduces its log from its source, line by line,
and plays and counts independently: nothing of the project is used, so that it can verify the reader.
"""

import random
from dataclasses import dataclass, field

SUITS = "♠♥♦♣"
RANKS = "JQKTA"
VALUES = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
PLAYER, AI = 0, 1
SHORT = ("PL", "AI")
LONG = ("Player", "AI")


@dataclass
class Stated:
    """The program's statements about a deal: dealer, winner, worth, and the card points of both."""

    dealer: int
    winner: int
    points: int
    card_points: tuple[int, int]
    score: tuple[int, int]
    claimed: bool
    by_last_trick: bool
    hands: tuple[frozenset[str], frozenset[str]]
    defender_was_out: bool
    """Whether the closer's opponent had 66 first, which the program ignores."""


@dataclass
class FltkSide:
    cards: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    score: int = 0
    pending: int = 0
    declared: str = ""


def listed(cards: list[str]) -> str:
    return "".join(f"|{card}" for card in cards) + "|" * bool(cards)


class FltkProgram:
    """Plays matches and keeps the log; ``colours`` writes it as the console shows it."""

    def __init__(self, seed: int, colours: bool = False, redeals: bool = True) -> None:
        self.rng = random.Random(seed)
        self.colours = colours
        self.redeals = redeals
        self.lines: list[str] = []
        self.stated: list[list[Stated]] = []
        self.pack = [rank + suit for suit in SUITS for rank in RANKS]
        self.shown: tuple[object, ...] = ()
        self.shown_pack: list[str] = []

    def say(self, text: str) -> None:
        self.lines.append(f"\x1b[1m{text}\n\x1b[0m" if self.colours else f"{text}\n")

    def debug(self, text: str) -> None:
        self.lines.append(f"\x1b[38;5;240m{text}\n\x1b[0m" if self.colours else f"{text}\n")

    @property
    def log(self) -> bytes:
        return "".join(self.lines).encode()

    def matches(self, number: int) -> bytes:
        self.say("GameBook history size: 0")
        self.say("strictness: 0, animation_level: 1")
        leads = self.rng.randrange(2)
        for _ in range(number):
            self.stated.append([])
            score = [0, 0]
            while max(score) < 7:
                if self.redeals and self.rng.random() < 0.1:
                    self.deal(leads)
                    self.say("***redeal***")
                stated = self.play(leads, score)
                self.stated[-1].append(stated)
                leads = 1 - leads
            if score[PLAYER] >= 7:
                self.say(f"You win match {score[PLAYER]}:{score[AI]}")
            else:
                self.say(f"AI wins match {score[AI]}:{score[PLAYER]}")
        return self.log

    # A deal.

    def deal(self, leads: int) -> None:
        self.debug("~" * 80)
        self.debug(f"new game: {('PLAYER', 'AI')[leads]} to lead")
        self.say("collect")
        self.sides = [FltkSide(), FltkSide()]
        self.say("shuffle")
        self.talon = self.rng.sample(self.pack, 20)
        self.state()
        self.say(f"dealer is {('AI', 'PLAYER')[leads]}")
        order = (leads, 1 - leads)
        for seat in order:
            self.give(seat, 3)
        self.talon.append(self.talon.pop(0))
        self.trump = self.talon[-1][1]
        self.say(f"trump: {self.trump}")
        for seat in order:
            self.give(seat, 2)
        if self.rng.random() < 0.3:
            self.debug("player cards contain 40!")
        for side in self.sides:
            side.cards.sort(key=lambda card: (card[1], -VALUES[card[0]]))
        self.state()

    def give(self, seat: int, number: int) -> None:
        for _ in range(number):
            self.sides[seat].cards.insert(0, self.talon.pop(0))

    def state(self) -> None:
        """Print the state where it has changed."""
        if self.talon != self.shown_pack:
            self.shown_pack = self.talon[:]
            self.say(f"cards: {listed(self.talon)} ({len(self.talon)})")
        now = tuple((tuple(side.cards), side.score) for side in self.sides)
        if now == self.shown:
            return
        self.shown = now
        for seat in (PLAYER, AI):
            deck = self.sides[seat].deck
            self.say(f"{SHORT[seat]} deck: {listed(deck)} ({len(deck)})")
        for seat in (AI, PLAYER):
            side = self.sides[seat]
            hand = f"{SHORT[seat]} cards: {listed(side.cards)} ({len(side.cards)})"
            self.say(f"{hand}\tscore: {side.score} pending: {side.pending}\t20/40: {side.declared}")

    def play(self, leads: int, score: list[int]) -> Stated:
        self.deal(leads)
        dealt = tuple(frozenset(side.cards) for side in self.sides)
        self.closer = -1
        self.first_out = -1
        self.claimed = False
        mover, how = leads, ""
        while not how:
            mover, how = self.trick(mover)
        winner, points = self.result(mover)
        self.say(f"{LONG[winner]} wins{how}")
        score[winner] += points
        self.say(f"{SHORT[winner]} scores {points}")
        self.say(f"match score PL:AI: {score[PLAYER]}:{score[AI]}")
        return Stated(
            1 - leads,
            winner,
            points,
            (self.sides[PLAYER].score, self.sides[AI].score),
            (score[0], score[1]),
            self.claimed,
            "last trick" in how,
            (dealt[0], dealt[1]),
            0 <= self.first_out != self.closer >= 0,
        )

    def result(self, mover: int) -> tuple[int, int]:
        """Who wins, and how many points."""

        def tier(loser: int) -> int:
            had = self.sides[loser].score
            return (3 if had == 0 else 2) if had < 33 else 1

        if self.closer < 0:
            return mover, tier(1 - mover)
        if self.sides[self.closer].score >= 66:
            return self.closer, tier(1 - self.closer)
        return 1 - self.closer, max(2, tier(self.closer))

    def over(self, mover: int) -> str:
        """How the deal is over, given the player to move; empty while it is not."""
        self.state()
        for seat in (PLAYER, AI):
            if self.first_out < 0 and self.sides[seat].score >= 66:
                self.first_out = seat
        is_out = self.sides[mover].score >= 66
        done = not any(side.cards for side in self.sides) and not self.laid
        if self.closer < 0:
            return "!" if is_out else " by last trick!" if done else ""
        if mover == self.closer and is_out:
            return " closed game!"
        closer = ("player", "AI")[self.closer]
        return f" because {closer} closed and has not enough!" if done else ""

    def trick(self, leader: int) -> tuple[int, str]:
        self.laid: list[str] = []
        if how := self.over(leader):
            return leader, how
        if leader == PLAYER and self.may_claim() and self.rng.random() < 0.5:
            self.say("You have a winner hand!")
            self.sides[PLAYER].score = 66
            self.claimed = True
            return leader, self.over(leader)
        self.announce(leader)
        lead = self.lead(leader)
        self.laid = [lead]
        if how := self.over(leader):
            return leader, how
        follower = 1 - leader
        may = self.legal(follower, lead)
        reply = self.rng.choice(may)
        self.move(follower, reply)
        self.laid = [lead, reply]
        winner = follower if self.beats(reply, lead) else leader
        self.taken(leader, winner, lead, reply)
        self.laid = []
        if how := self.over(winner):
            return winner, how
        self.draw(winner)
        return winner, ""

    def taken(self, leader: int, winner: int, lead: str, reply: str) -> None:
        if winner != leader:
            self.say(f"{reply} tricks {lead}")
        elif leader == PLAYER:
            self.say(f"Player card {lead} tricks AI card {reply}")
        else:
            self.say(f"AI card {lead} tricks player card {reply}")
        self.say(f"next move: {('PLAYER', 'AI')[winner]}")
        side = self.sides[winner]
        side.deck += [lead, reply]
        side.score += VALUES[lead[0]] + VALUES[reply[0]] + side.pending
        side.pending = 0

    def draw(self, winner: int) -> None:
        if self.closer >= 0 or not self.talon:
            return
        for seat in (winner, 1 - winner):
            self.give(seat, 1)
            self.sides[seat].cards.sort(key=lambda card: (card[1], -VALUES[card[0]]))
        self.state()
        if not self.talon:
            self.say("*** pack cleared - end game ***")

    def announce(self, leader: int) -> None:
        """An exchange and a close, if allowed."""
        side, jack = self.sides[leader], "J" + self.trump
        if self.closer < 0 and len(self.talon) >= 4 and jack in side.cards and self.rng.random() < 0.8:
            if leader == PLAYER:
                self.say(f"PL move: {jack}")
            self.say(f"{LONG[leader]} changes jack for {self.talon[-1]}")
            side.cards.remove(jack)
            self.state()
            side.cards.append(self.talon[-1])
            self.talon[-1] = jack
            self.state()
        if self.closer < 0 and len(self.talon) >= 4 and self.rng.random() < 0.12:
            self.say(f"*** closed by {('player', 'AI')[leader]}!")
            self.closer = leader

    def lead(self, leader: int) -> str:
        side = self.sides[leader]
        pairs = [suit for suit in SUITS if {"K" + suit, "Q" + suit} <= set(side.cards)]
        card = self.rng.choice(side.cards)
        if not pairs or self.rng.random() < 0.2:
            self.move(leader, card)
            return card
        suit = self.rng.choice(pairs)
        value, card = 40 if suit == self.trump else 20, self.rng.choice("KQ") + suit
        side.declared += suit
        told = f"{LONG[leader]} declares {value} with {card}"
        if leader == PLAYER:
            self.move(leader, card)
        self.say(told)
        if leader == AI:
            self.move(leader, card)
        if side.deck:
            side.score += value
        else:
            side.pending += value
        return card

    def move(self, seat: int, card: str) -> None:
        side = self.sides[seat]
        if seat == PLAYER:
            while self.rng.random() < 0.15:
                other = self.rng.choice(side.cards)
                self.say(f"PL move: {other}")
                self.say(f"withdraw or invalid {other}")
        side.cards.remove(card)
        self.say(f"{SHORT[seat]} move: {card}")
        self.debug("wait(0.75)")

    def beats(self, reply: str, lead: str) -> bool:
        if reply[1] == lead[1]:
            return VALUES[reply[0]] > VALUES[lead[0]]
        return reply[1] == self.trump

    def legal(self, seat: int, lead: str) -> list[str]:
        hand = self.sides[seat].cards
        if self.closer < 0 and self.talon:
            return hand
        same = [card for card in hand if card[1] == lead[1]]
        better = [card for card in same or hand if self.beats(card, lead)]
        return better or same or hand

    def may_claim(self) -> bool:
        """Whether the player has the highest cards of all: here, whether no card of the other beats any."""
        mine, others = self.sides[PLAYER], self.sides[AI]
        if (self.closer < 0 and self.talon) or self.closer == AI or len(mine.cards) < 2:
            return False
        if any(self.beats(other, card) for card in mine.cards for other in others.cards):
            return False
        worth = sum(VALUES[card[0]] for card in mine.cards + others.cards)
        return mine.score < 66 <= mine.score + mine.pending + worth
