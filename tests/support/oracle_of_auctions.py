"""The oracle for deals with an auction: a second, naive reading of the rule sets in :mod:`support.auction`.

It works on words and lists and shares nothing with the referee. A card is "As"; its second copy is "As'".
Seats are "A" to "D". What is done is a word with its argument: "name s", "name none", "pass", "bid walk",
"lay As", "play As", "marry s".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

USUAL: Final = "9JQKTA"
WORTH: Final = {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


@dataclass(frozen=True)
class OracleGame:
    """A contract: its worth, its promise, and how it is played.

    ``promise`` is "first N", "N" or "N in K" for card points, "all" or "none" for tricks. ``trump`` is
    "named", "none" or a suit. ``team`` says whether a partner's tricks are the player's own.
    """

    name: str
    worth: int
    promise: str
    trump: str = "named"
    order: str = USUAL
    marriages: bool = False
    team: bool = False
    leads: bool = False
    only: str = ""


@dataclass(frozen=True)
class Rules:
    """A rule set: its seats, the order of what precedes the lead, its games, and its settlement."""

    seats: str
    before: str
    games: tuple[OracleGame, ...]
    pack: str
    suits: str = "shdc"
    copies: int = 1
    unbid: str = ""
    may_name_none: bool = False
    may_defer: bool = False
    laid_counts: bool = True
    last_trick: int = 10
    needed: int = 33
    undecided: str = "more points"


GAME: Final = OracleGame("game", 0, "first 66", marriages=True)
SHORT: Final = OracleGame("short", 6, "40 in 3", marriages=True, only="forehand")
BEGGAR: Final = OracleGame("beggar", 4, "none", trump="none", order="9JQTKA", leads=True)
WALK: Final = OracleGame("walk", 9, "all", trump="none", order="A9JQKT", leads=True)

RULES: Final = {
    "alone": Rules(
        "ABC",
        "call bid lay",
        (GAME, SHORT, BEGGAR, WALK, OracleGame("hearts", 12, "50", trump="h", team=True)),
        "JQKTA",
        unbid="game",
        may_defer=True,
    ),
    "two-packs": Rules(
        "ABC",
        "bid lay call",
        (
            OracleGame("game", 0, "first 125"),
            BEGGAR,
            WALK,
            OracleGame("hearts", 12, "120", trump="h", team=True),
        ),
        USUAL,
        copies=2,
        may_name_none=True,
        needed=60,
    ),
    "called": Rules("ABC", "call", (GAME,), USUAL, unbid="game", last_trick=0),
    "partners": Rules(
        "ABCD",
        "call bid",
        (
            OracleGame("game", 0, "first 66", marriages=True, team=True),
            OracleGame("short", 6, "40 in 3", marriages=True, team=True, only="forehand"),
            BEGGAR,
            WALK,
            OracleGame("hearts", 12, "50", trump="h", team=True),
            OracleGame("against", 24, "all", marriages=True, team=True, only="others"),
        ),
        "JQKTA",
        unbid="game",
        may_defer=True,
        last_trick=0,
        undecided="last trick",
    ),
    "partners-of-two-packs": Rules(
        "ABCD",
        "bid call lay",
        (
            OracleGame("game", 0, "first 125", team=True),
            BEGGAR,
            WALK,
            OracleGame("hearts", 12, "120", trump="h", team=True),
            OracleGame("against", 24, "all", team=True, only="others"),
        ),
        USUAL,
        copies=2,
        unbid="game",
        may_name_none=True,
        laid_counts=False,
        last_trick=0,
        needed=60,
        undecided="last trick",
    ),
    "tiny": Rules(
        "ABC",
        "bid call lay",
        (OracleGame("game", 0, "first 20"), BEGGAR, OracleGame("hearts", 12, "25", trump="h", team=True)),
        "KT",
        suits="sh",
        copies=2,
        may_name_none=True,
        needed=60,
    ),
}


def pack(rules: Rules) -> list[str]:
    """Every card of a rule set."""
    return [
        rank + suit + copy
        for copy in ["", "'"][: rules.copies]
        for suit in rules.suits
        for rank in rules.pack
    ]


def worth(cards: list[str]) -> int:
    """The card points of some cards."""
    return sum(WORTH[card[0]] for card in cards)


class OracleAuction:
    """One deal from what precedes its first lead to its payments."""

    def __init__(
        self, name: str, dealer: str, hands: dict[str, list[str]], left: list[str], turned: str = ""
    ) -> None:
        self.rules = RULES[name]
        seats = self.rules.seats
        self.hands = {seat: list(hand) for seat, hand in hands.items()}
        self.left = list(left)
        self.turned = turned
        self.size = len(next(iter(hands.values())))
        self.forehand = seats[(seats.index(dealer) + 1) % len(seats)]
        self.before = self.rules.before.split()
        self.passed: list[str] = []
        self.game: OracleGame | None = None
        self.player = ""
        self.trump = ""
        self.laid: list[str] = []
        self.turn = self.forehand
        self.over = False
        self.pays: dict[str, int] = {}
        self.winner = ""
        self.table: list[tuple[str, str]] = []
        self.taken: list[tuple[str, list[str]]] = []
        self.married: list[tuple[str, str]] = []
        self.must_lead = ""
        if "bid" not in self.before:
            self.player, self.game = self.forehand, self.named(self.rules.unbid)

    def named(self, name: str) -> OracleGame:
        """The game with this name."""
        return next(game for game in self.rules.games if game.name == name)

    def next(self, seat: str) -> str:
        """The next seat."""
        seats = self.rules.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def friends(self) -> str:
        """The players on the contract's side."""
        assert self.game
        pairs = len(self.rules.seats) == 4 and self.game.team
        if not pairs:
            return self.player
        return "AC" if self.player in "AC" else "BD"

    # What may be done.

    def legal(self) -> set[str]:
        """Everything that the player in turn may do."""
        if self.over:
            return set()
        hand = self.hands[self.turn]
        if not self.before:
            return self.legal_play(hand)
        if self.before[0] == "lay":
            return {f"lay {card}" for card in hand}
        if self.before[0] == "call":
            words = {f"name {suit}" for suit in self.rules.suits}
            words |= {"name none"} if self.rules.may_name_none else set()
            return words | ({"pass"} if self.rules.may_defer and self.turned else set())
        words = {"pass"}
        for game in reversed(self.rules.games):
            if game == self.game:
                break
            mates = [self.forehand, self.next(self.next(self.forehand))][: len(self.rules.seats) - 2]
            if not game.only or (game.only == "forehand") == (self.turn in mates):
                words.add(f"bid {game.name}")
        return words

    def legal_play(self, hand: list[str]) -> set[str]:
        """The legal actions in the play."""
        assert self.game
        if self.table:
            return {f"play {card}" for card in self.replies(hand)}
        if self.must_lead:
            return {f"play {card}" for card in hand if card[1] == self.must_lead and card[0] in "KQ"}
        words = {f"play {card}" for card in hand}
        if self.game.marriages:
            for suit in self.rules.suits:
                if {"K" + suit, "Q" + suit} <= set(hand) and suit not in [each for _, each in self.married]:
                    words.add(f"marry {suit}")
        return words

    def height(self, card: str) -> int:
        """The rank of a card within its suit."""
        assert self.game
        return self.game.order.index(card[0])

    def best(self) -> tuple[str, str]:
        """Who has the best card on the table, and which."""
        holder, found = self.table[0]
        for seat, card in self.table[1:]:
            if card[1] == found[1]:
                if self.height(card) > self.height(found):
                    holder, found = seat, card
            elif card[1] == self.trump:
                holder, found = seat, card
        return holder, found

    def replies(self, hand: list[str]) -> list[str]:
        """Follow suit, higher if possible; else trump, higher if possible; else anything."""
        _, best = self.best()
        for suit in (self.table[0][1][1], self.trump):
            held = [card for card in hand if card[1] == suit]
            if held:
                if best[1] == suit:
                    return [card for card in held if self.height(card) > self.height(best)] or held
                return held
        return hand

    # Doing it.

    def do(self, word: str) -> None:
        """Do a legal action."""
        assert word in self.legal(), (word, self.legal())
        kind, _, what = word.partition(" ")
        hand = self.hands[self.turn]
        if kind == "name" or (kind == "pass" and self.before[0] == "call"):
            self.trump = self.turned if kind == "pass" else "" if what == "none" else what
            self.go_on()
        elif kind == "bid":
            self.game, self.player = self.named(what), self.turn
            self.next_bidder()
        elif kind == "pass":
            self.passed.append(self.turn)
            self.next_bidder()
        elif kind == "lay":
            hand.remove(what)
            self.laid.append(what)
            if len(hand) == self.size:
                self.go_on()
        elif kind == "marry":
            self.married.append((self.turn, what))
            self.must_lead = what
            self.settle_if_decided()
        else:
            hand.remove(what)
            self.must_lead = ""
            self.table.append((self.turn, what))
            self.turn = self.next(self.turn)
            if len(self.table) == len(self.rules.seats):
                winner, _ = self.best()
                self.taken.append((winner, [card for _, card in self.table]))
                self.table, self.turn = [], winner
                self.settle_if_decided()

    def next_bidder(self) -> None:
        """Move to the next player who has not passed, unless he would bid against himself."""
        seat = self.turn
        for _ in self.rules.seats:
            seat = self.next(seat)
            if seat not in self.passed and seat != self.player:
                self.turn = seat
                return
        if not self.player:
            if not self.rules.unbid:
                self.over, self.pays = True, dict.fromkeys(self.rules.seats, 0)
                return
            self.player, self.game = self.forehand, self.named(self.rules.unbid)
        self.go_on()

    def go_on(self) -> None:
        """Move to the next phase before the first lead, or to the lead."""
        self.before = self.before[1:]
        if self.game and self.game.trump != "named" and "call" in self.before:
            self.before.remove("call")
        self.turn = self.player or self.forehand
        if not self.before:
            assert self.game
            if self.game.trump != "named":
                self.trump = "" if self.game.trump == "none" else self.game.trump
            self.turn = self.player if self.game.leads else self.forehand
        elif self.before[0] == "lay":
            self.hands[self.player] += self.left
            self.left = []

    # Settlement.

    def points(self) -> tuple[int, int]:
        """The card points for the contract and against it."""
        friends, last = self.friends(), not any(self.hands.values())
        totals = []
        for mine in (True, False):
            tricks = [cards for winner, cards in self.taken if (winner in friends) is mine]
            found = sum(map(worth, tricks))
            if tricks:
                suits = [suit for seat, suit in self.married if (seat in friends) is mine]
                found += sum(40 if suit == self.trump else 20 for suit in suits)
            if mine and self.rules.laid_counts:
                found += worth(self.laid)
            if last and (self.taken[-1][0] in friends) is mine:
                found += self.rules.last_trick
            totals.append(found)
        return totals[0], totals[1]

    def settle_if_decided(self) -> None:
        """End the deal when its game is made or lost."""
        assert self.game
        friends = self.friends()
        done = not any(self.hands.values())
        won = [winner in friends for winner, _ in self.taken]
        mine, theirs = self.points()
        words = self.game.promise.split()
        made: bool | None = None
        if words == ["all"]:
            made = False if not all(won) else True if done else None
        elif words == ["none"]:
            made = False if any(won) else True if done else None
        elif words[0] == "first":
            goal = int(words[1])
            if mine >= goal or theirs >= goal:
                made = mine >= goal
            elif done:
                made = won[-1] if self.rules.undecided == "last trick" else mine > theirs
        elif mine >= int(words[0]):
            made = True
        elif done or (len(words) == 3 and len(self.taken) >= int(words[2])):
            made = False
        if made is None:
            return
        self.over = True
        value = self.game.worth
        if not value:
            beaten = [each for each in won if each is not made]
            value = 3 if not beaten else 2 if (theirs if made else mine) < self.rules.needed else 1
        if len(self.rules.seats) == 4:
            own, other = ("AC", "BD") if self.player in "AC" else ("BD", "AC")
            self.winner = own if made else other
            self.pays = {self.winner: value}
        else:
            gain = value if made else -value
            self.pays = dict.fromkeys(self.rules.seats, -gain) | {self.player: 2 * gain}
