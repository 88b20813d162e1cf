"""A slow, plain second reading of the rules: the oracle the referee is tested against.

It shares no code and no data structure with the referee.  Cards are strings such as "Kd" (rank, suit),
hands and tricks are lists of cards, seats are "A" and "B".  Sources, cited below by title and section:

* "Santase" - rules page of the Bulgarian Santase engine (edited copy of the 66 page)
* "66" - pagat.com, "Sechsundsechzig (66)"
* "Schnapsen" - pagat.com, "Schnapsen" (main text = soft game, section Variants = sharp, tournament)
* "Blog" - "66: A Classic German Two-Player"
* "Tompa" - Martin Tompa, "Schnapsen and Sixty-Six Rules"

The play is that of two players; :mod:`support.oracle_of_more` has that of three and four, under the rule sets
of the second table.

C-01 ... C-24 are the project's rulings where a source contradicts itself.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

SEATS = ("A", "B")
OTHER = {"A": "B", "B": "A"}
SUITS = "shdc"
RANKS = "ATKQJ9"  # high to low: the ten stands above the king (66, Players and Cards)
VALUE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
WORTH = {rank + suit: VALUE[rank] for rank in RANKS for suit in SUITS}
STRENGTH = {"A": 6, "T": 5, "K": 4, "Q": 3, "J": 2, "9": 1}
GOAL = 66

# The rule sets: a row for each parameter, a column for each rule set, "=" for the value to the left. An
# option of a spec replaces the entry of that name. After the bar is the evidence; "option only" means that no
# source has it as its rule, but a variant, another book or other tables do.

HEAD = "santase santase-three santase-four sixty-six sixty-six-three sixty-six-four "
HEAD += "schnapsen schnapsen-sharp schnapsen-tournament "
HEAD += "sixty-six-casual schnapsen-casual sixty-six-tompa schnapsen-tompa"
OF_THREE = ("santase-three", "sixty-six-three")
OF_FOUR = ("santase-four", "sixty-six-four")
OF_TWO = [name for name in HEAD.split() if name not in OF_THREE + OF_FOUR]
TABLE = """
hand                  6 6 5 5 5 6 5 6 5             | The Deal; Blog, Setup; no option
lowest-rank           9 9 J J J 9 J 9 J             | Players and Cards; The Cards; The Deck; no option
target                7 = = = = = = = =             | Scoring
next-dealer           winner = turn = = = = = =     | The Deal; Tompa, Tricks; Blog silent
draw-dealer           same = turn = = = = = =       | 66, Second phase; Tompa silent on a tie
exchange-by           leader = = = = = = = =        | Nine of Trumps; The Trump Jack; turn: option only
exchange-min-tricks   1 1 0 1 1 0 0 0 0             | Nine of Trumps; The Trump Jack; Exchanging Trump
exchange-min-talon    2 2 2 4 4 2 2 2 2             | Schnapsen, Variants; else any open talon
opponent-exchange     no yes no = = = = = =         | 66, Nine of Trumps; C-03
marriage-lead         king-or-queen = = king = king-or-queen = = = | Marriages; Schnapsen, Variants
marriages-per-lead    1 = = = = = = = =             | Marriages; 2: option only
marriage-first-trick  no yes yes no no yes = = =    | Marriages; Schnapsen, Variants; C-05
marriage-first-deal   yes = = = = = = = =           | Marriages: first hand read as first trick; C-05
marriage-count            at-once with-trick = = = = = at-once = | Marriages; Going Out
marriage-after-close  yes no yes = = = = no yes     | Closing; Tompa, Marriages; C-04, C-13
marriage-after-exhaustion  yes no yes = = = = no yes | Marriages; C-04
marriage-out          yes = = = = = = = =           | Marriages; Going Out
close-first-trick     no yes = = = = = = =          | Closing; Tompa, Closing the Stock; C-11
close-min-tricks      0 = = = = = = = =             | silent: option only
close-before-draw     no yes no = = = = = =         | Closing; C-02
close-min-talon       4 2 2 4 4 2 2 2 2             | Closing; Schnapsen, Variants
defender-counts       yes = = = = no = yes =        | Closing; Blog, Closing the deck
frozen-tricks         yes = = = = = = = =           | Blog, Closing the deck; no: option only
claim                 said = = = = = = auto =       | Going Out; Tompa, Claiming 66
claim-window          lead = reply = = lead = draw = | Going Out; Schnapsen, Marriages; Tompa, Quick Summary
false-claim           flat = schnapsen = = max = flat = | Scoring; Schnapsen, Going Out; C-20
false-claim-33        1 = = = = = = = =             | Schnapsen, Variants; C-10
last-trick            10 = 0 = = = = 10 0           | Second phase; Tompa, Last Trick
last-trick-claimable  no = = = = = = yes no         | C-06; Tompa, Scoring Game Points
last-trick-closed     no = = = = = = = =            | Closing; Going Out; yes: option only
unclaimed             total = last-trick = = = = total last-trick | Going Out; Tompa, Last Trick; C-15, C-22
schneider             33 = = = = = = = =            | Scoring
closed-basis          total = close = total close = = = | Scoring; Schnapsen, Variants; C-17
failed-close          2/3 = = = = 2 = 2/3 =         | Scoring; Schnapsen, Going Out; others: option only
defender-out          2 2-or-3 as-failed = = = = = = | Scoring; Schnapsen, Going Out; C-09
exhausted             1/2/3 = 1 = = = = 1/2/3 =     | Scoring; Schnapsen, Going Out; C-22
tie                   draw = = = = = = = =          | 66, Second phase; last-trick: option only
draw-bonus            no = = = = = = = =            | 66, Variants: option only; C-23
whitewash             no = = = = = = = =            | 66, Variants: option only
series-dealer         anew = = = = = = turn =       | The Deal, read of every game; Tompa, Tricks
"""
# Three and four play without a talon, and alike in both books: a column for three, and one for four.
TABLE_OF_MORE = """
players               3 4              | Three Player Game; Four Player Game
hand                  8 6              | Three Player Game; Four Player Game
lowest-rank           9 9              | from the 24-card pack
target                none 7           | Four Player Game: game points as in the two-player game
next-dealer           turn turn        | silent: to the left
draw-dealer           same same        | silent: as 66, Second phase
undertrump            yes =            | silent: trump, if there is no card of the suit
marriage-lead         king-or-queen =  | before leading a card of it
marriages-per-lead    1 =              | a marriage; 2: option only
marriage-first-trick  yes =            | to a trick, whichever
marriage-count        with-trick =     | silent: as 66, Marriages
marriage-out          no yes           | Four Player Game: as soon as a team has 66
claim                 never said       | Four Player Game: the first team that declares
claim-window          lead =           | silent
false-claim           flat =           | silent: as 66, Scoring
last-trick            10 =             | silent: as 66, Second phase
last-trick-claimable  no =             | silent: as 66, Second phase
unclaimed             total =          | Three Player Game: who takes most card points
schneider             33 =             | Three Player Game: at least 33 points
exhausted             1/2/3 =          | one stake, two stakes, three stakes
tie                   draw =           | silent: as 66, Second phase
draw-bonus            no =             | silent
whitewash             no =             | silent
marriage-first-deal   yes =            | silent
series-dealer         anew =           | silent
"""
# Sets that differ from another of the table in a few entries: RULES.md of the engine, 2026 (Objective,
# Exchanging the trump, Scoring); the Hungarian thesis on Snapszer (Bemondások, takarás, adu csere; Pontozás).
DERIVED = {
    "santase-club": ("santase", "target=11 exchange-min-talon=4 failed-close=3 defender-out=as-failed"),
    "snapszer": (
        "schnapsen",
        "exchange-min-talon=4 close-min-talon=4 closed-basis=total failed-close=1 snapszer=6",
    ),
}
# What an option may say; N is a number from 1 up, 0-N a number from 0 up.
OPTIONS = """
target=N next-dealer=winner|loser|turn draw-dealer=same|turn undertrump=yes|no
exchange-by=leader|turn exchange-min-tricks=0-N exchange-min-talon=N opponent-exchange=yes|no
marriage-lead=king-or-queen|king marriages-per-lead=1|2 marriage-first-trick=yes|no
marriage-first-deal=yes|no
marriage-count=at-once|with-trick|next-trick
marriage-after-close=yes|no|closer marriage-after-exhaustion=yes|no marriage-out=yes|no
close-first-trick=yes|no close-min-tricks=0-N close-before-draw=yes|no close-min-talon=N
defender-counts=yes|no frozen-tricks=yes|no
claim=said|auto|never claim-window=lead|reply|draw false-claim=flat|3|schnapsen|proportional|max
false-claim-33=1|2 last-trick=0-N last-trick-claimable=yes|no last-trick-closed=yes|no
unclaimed=total|last-trick
schneider=N closed-basis=total|close failed-close=2/3|1/2/3|1|2|3 defender-out=2|2-or-3|as-failed
exhausted=1/2/3|1 tie=draw|last-trick draw-bonus=no|yes|any|adding whitewash=yes|no
retour=yes|no
series-dealer=anew|turn
"""


def read_table(names: list[str], table: str) -> dict[str, dict[str, str]]:
    """A table as one dict for each rule set."""
    sets: dict[str, dict[str, str]] = {name: {} for name in names}
    for line in table.strip().splitlines():
        parameter, *cells = line.split("|")[0].split()
        value = ""
        for name, cell in zip(sets, cells, strict=True):
            value = value if cell == "=" else cell
            sets[name][parameter] = value
    return sets


RULE_SETS = read_table(OF_TWO, TABLE)
three, four = read_table(["three", "four"], TABLE_OF_MORE).values()
for club, (other, entries) in DERIVED.items():
    RULE_SETS[club] = RULE_SETS[other] | dict(entry.split("=") for entry in entries.split())
RULE_SETS |= dict.fromkeys(OF_THREE, three) | dict.fromkeys(OF_FOUR, four)
ALLOWED = dict(option.split("=") for option in OPTIONS.split())


def is_option(key: str, value: str) -> bool:
    """Is there such an option, and may it have this value?"""
    if key not in ALLOWED:
        return False
    if ALLOWED[key] in ("N", "0-N"):
        return value.isdecimal() and int(value) >= (1 if ALLOWED[key] == "N" else 0)
    return value in ALLOWED[key].split("|")


@lru_cache(maxsize=1000)
def rules_of(spec: str) -> dict[str, str]:
    """The parameters of a spec "NAME key=value ..."; ValueError if it cannot be read."""
    name, *options = spec.split()
    if name not in RULE_SETS:
        raise ValueError(f"no rule set {name!r}")
    rules = dict(RULE_SETS[name])
    for option in options:
        key, _, value = option.partition("=")
        if not is_option(key, value):
            raise ValueError(f"no option {option!r}")
        rules[key] = value
    return rules


class IllegalActionError(Exception):
    """The action is not among the legal ones; nothing has changed."""


def seats_of(spec: str) -> str:
    """The seats of a game, in the order of play."""
    return "ABCD"[: int(rules_of(spec).get("players", "2"))]


def sides_of(spec: str) -> tuple[str, ...]:
    """Two and three play each for himself, four as partners who sit opposite each other (Four)."""
    seats = seats_of(spec)
    return ("AC", "BD") if seats == "ABCD" else tuple(seats)


def after(seats: str, seat: str) -> str:
    """The next player, clockwise."""
    return (seats + seats)[seats.index(seat) + 1]


@dataclass(frozen=True)
class OracleResult:
    """How a deal ended: winner None is a draw, worth 0; what each side wins or pays, if they all pay."""

    winner: str | None
    game_points: int
    reason: str
    points: dict[str, int]
    paid: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class OracleClose:
    """What was on the table when the talon was closed."""

    closer: str
    points: dict[str, int]
    tricks: dict[str, int]


def higher(one: str, two: str) -> bool:
    """Is the first of two cards of one suit the higher one?"""
    return STRENGTH[one[0]] > STRENGTH[two[0]]


def replies(hand: list[str], lead: str, trump: str) -> list[str]:
    """Strict play: beat it in its suit, else follow, else trump, else anything (66, Second phase; C-12)."""
    of_suit = [card for card in hand if card[1] == lead[1]]
    beating = [card for card in of_suit if higher(card, lead)]
    trumps = [card for card in hand if card[1] == trump]
    return beating or of_suit or trumps or hand


class OracleDeal:
    """One deal, from the first lead to its result."""

    def __init__(
        self, spec: str, dealer: str, hands: dict[str, list[str]], talon: list[str], first: bool = False
    ) -> None:
        self.rules = rules_of(spec)
        self.first = first  # the first deal of its game
        self.dealer = dealer
        self.hands = {seat: list(hands[seat]) for seat in SEATS}
        self.talon = list(talon)  # from the top; the turned-up trump is the last one
        pack = self.hands["A"] + self.hands["B"] + self.talon
        if len(self.hands["A"]) != len(self.hands["B"]) or not self.hands["A"]:
            raise ValueError("the hands must be of one size")
        if len(self.talon) < 2 or len(self.talon) % 2 or len(set(pack)) != len(pack):
            raise ValueError("the talon must be even, and no card may be there twice")
        self.trump = self.talon[-1][1]
        self.lowest_trump = min((c for c in pack if c[1] == self.trump), key=lambda c: STRENGTH[c[0]])
        self.won: dict[str, list[str]] = {"A": [], "B": []}
        self.tricks = {"A": 0, "B": 0}
        self.marriages: dict[str, list[int]] = {"A": [], "B": []}
        self.pending: dict[str, list[int]] = {"A": [], "B": []}  # only with marriage-count=next-trick
        self.leader = self.turn = OTHER[dealer]  # 66, First Phase; C-01
        self.led: str | None = None  # the card on the table
        self.suits_melded: list[str] = []  # the suits announced on this lead
        self.ever_melded: set[str] = set()
        self.led_marriage = False  # the card on the table was led with a marriage
        self.drawn_since = False  # both have drawn since the last trick (Tompa, Quick Summary)
        self.before_draw = False  # trick won, nobody has drawn yet (66, Closing)
        self.must_close = False  # exchanged or melded with the short hand: now the close must follow
        self.opponent_may_exchange = False  # between the close and the closer's lead (66, Nine of Trumps)
        self.closed: OracleClose | None = None
        self.undertaken = ""  # who has said that the other takes no trick, before anything else was done
        self.begun = False
        self.bonus_to: str | None = None
        self.over = self.played_out = False
        self.result: OracleResult | None = None

    @property
    def melded(self) -> str | None:
        """The suit announced last on this lead."""
        return self.suits_melded[-1] if self.suits_melded else None

    # Counting

    def frozen(self, seat: str) -> OracleClose | None:
        """What this seat had at the close, if that is all that counts (Blog, Closing the deck)."""
        is_defender = self.closed is not None and self.closed.closer != seat
        return self.closed if is_defender and self.rules["defender-counts"] == "no" else None

    def counted_points(self, seat: str) -> int:
        """The card points of one seat that count at this moment."""
        frozen = self.frozen(seat)
        if frozen is not None:
            return frozen.points[seat]
        points = sum([WORTH[card] for card in self.won[seat]])
        if self.rules["marriage-count"] != "with-trick" or self.tricks[seat] > 0:
            points += sum(self.marriages[seat])
        return points + (int(self.rules["last-trick"]) if self.bonus_to == seat else 0)

    def counted_tricks(self, seat: str) -> int:
        """The tricks of one seat that count for the tiers."""
        frozen = self.frozen(seat)
        if frozen is None or self.rules["frozen-tricks"] == "no":
            return self.tricks[seat]
        return frozen.tricks[seat]

    def points(self) -> dict[str, int]:
        """The card points that count now; the bonus of the last trick only once the deal is settled."""
        return {seat: self.counted_points(seat) for seat in SEATS}

    # What is legal

    def legal(self) -> set[tuple[str, str]]:
        """All actions that are possible now, as (seat, word)."""
        if self.over:
            return set()
        if self.played_out:  # the last trick may still be claimed on (66, Going Out)
            return {(self.leader, "out")}
        if self.led is not None:
            hand = self.hands[self.turn]
            strict = self.closed is not None or self.undertaken or not self.talon
            cards = replies(hand, self.led, self.trump) if strict else hand
            actions = {(self.turn, card) for card in cards}
            if self.rules["exchange-by"] == "turn" and self.may_exchange(self.turn):
                actions.add((self.turn, "exchange"))
            if self.may_say_out_on_lead():
                actions.add((self.leader, "out"))
            return actions
        actions = {(self.leader, word) for word in self.words_of_leader()}
        if self.opponent_may_exchange and self.lowest_trump in self.hands[OTHER[self.leader]]:
            actions.add((OTHER[self.leader], "exchange"))
        if "snapszer" in self.rules and not (self.undertaken or self.begun):
            actions |= {(seat, "bid snapszer") for seat in SEATS}
        return actions

    def words_of_leader(self) -> list[str]:
        """What the player about to lead may do."""
        allowed = {
            "draw": self.before_draw and not self.must_close,
            "close": self.may_close(),
            "exchange": self.may_exchange(self.leader),
            "out": self.may_say_out(),
        }
        words = [word for word in allowed if allowed[word]] + self.marriages_to_announce()
        return words if self.before_draw else words + self.leads()

    def leads(self) -> list[str]:
        """The cards that may be led: any, or one of the marriage just announced (66, Marriages)."""
        hand = self.hands[self.leader]
        if not self.suits_melded:
            return hand
        ranks = "K" if self.rules["marriage-lead"] == "king" else "KQ"
        return [rank + suit for suit in self.suits_melded for rank in ranks if rank + suit in hand]

    def may_close(self) -> bool:
        """May the player about to lead close the talon (the Closing section of each source)?"""
        if self.closed is not None or self.undertaken or not self.talon or not self.hands[self.leader]:
            return False
        if self.before_draw and self.rules["close-before-draw"] == "no":
            return False
        large_enough = len(self.talon) >= int(self.rules["close-min-talon"])
        enough_tricks = self.tricks[self.leader] >= int(self.rules["close-min-tricks"])
        early = self.tricks[self.leader] == 0
        return large_enough and enough_tricks and not (early and self.rules["close-first-trick"] == "no")

    def may_exchange(self, seat: str) -> bool:
        """May the player in turn take the turn-up for the lowest trump?"""
        if self.before_draw and not self.may_close():  # before the draw only as a part of closing
            return False
        return (
            self.closed is None
            and not self.undertaken
            and self.talon != []
            and len(self.talon) >= int(self.rules["exchange-min-talon"])
            and self.lowest_trump in self.hands[seat]
            and self.tricks[seat] >= int(self.rules["exchange-min-tricks"])
        )

    def marriages_to_announce(self) -> list[str]:
        """The marriages that the player about to lead may announce: one or two for each lead at most."""
        after_close = self.rules["marriage-after-close"]
        if (
            len(self.suits_melded) >= int(self.rules["marriages-per-lead"])
            or (self.tricks[self.leader] == 0 and self.rules["marriage-first-trick"] == "no")
            or (self.first and self.rules["marriage-first-deal"] == "no")
            or (self.closed is not None and after_close == "no")
            or (self.closed is not None and after_close == "closer" and self.closed.closer != self.leader)
            or (not self.talon and self.rules["marriage-after-exhaustion"] == "no")
            or (self.before_draw and not self.may_close())  # C-08
        ):
            return []
        hand = self.hands[self.leader]
        suits = [suit for suit in SUITS if "K" + suit in hand and "Q" + suit in hand]
        suits = [suit for suit in suits if suit not in self.ever_melded]  # shown once, it is not shown again
        return [("40" if suit == self.trump else "20") + suit for suit in suits]

    def may_say_out(self) -> bool:
        """May the player about to lead claim (66, Going Out): after his trick or his announcement?"""
        if self.rules["claim"] == "auto" or self.undertaken:
            return False
        if self.suits_melded:
            return self.rules["marriage-out"] == "yes"
        return self.tricks[self.leader] > 0 and not (
            self.drawn_since and self.rules["claim-window"] == "draw"
        )

    def may_say_out_on_lead(self) -> bool:
        """May the leader still claim with the card of his marriage on the table (Schnapsen, Marriages)?"""
        said = self.rules["claim"] == "said" and self.rules["marriage-out"] == "yes" and not self.undertaken
        return said and self.rules["claim-window"] == "reply" and self.led_marriage

    # Acting

    def act(self, seat: str, word: str) -> None:
        """Carry out one action; IllegalActionError where it is not legal."""
        if (seat, word) not in self.legal():
            raise IllegalActionError(f"{seat}: {word}")
        self.carry_out(seat, word)

    def carry_out(self, seat: str, word: str) -> None:
        """Carry out an action that is known to be legal."""
        self.begun = True
        if word == "bid snapszer":
            self.undertaken = seat
        elif word == "out":
            self.claim(seat)
        elif word == "draw":
            self.draw()
        elif word == "close":
            self.close()
        elif word == "exchange":
            self.exchange(seat)
        elif word[0] in "24":
            self.announce(word)
        elif self.led is None:
            self.lead(word)
        else:
            self.reply(word)

    def exchange(self, seat: str) -> None:
        """The lowest trump for the turn-up."""
        self.hands[seat].remove(self.lowest_trump)
        self.hands[seat].append(self.talon[-1])
        self.talon[-1] = self.lowest_trump
        if self.before_draw:
            self.must_close = True

    def announce(self, word: str) -> None:
        """A marriage; in automatic play it may end the deal at once."""
        self.suits_melded.append(word[2])
        self.ever_melded.add(word[2])
        waiting = self.rules["marriage-count"] == "next-trick"
        (self.pending if waiting else self.marriages)[self.leader].append(int(word[:2]))
        if self.before_draw:
            self.must_close = True
        ends = self.rules["claim"] == "auto" and self.rules["marriage-out"] == "yes"
        if ends and self.counted_points(self.leader) >= GOAL:
            self.claim(self.leader)
        self.settle_undertaking()

    def close(self) -> None:
        """No more drawing; play is strict from here on."""
        self.closed = OracleClose(self.leader, self.points(), dict(self.tricks))
        self.before_draw = self.must_close = False
        self.opponent_may_exchange = self.rules["opponent-exchange"] == "yes"

    def draw(self) -> None:
        """One card each, the winner of the trick first; the loser of the last draw gets the turn-up."""
        for seat in (self.leader, OTHER[self.leader]):
            self.hands[seat].append(self.talon.pop(0))
        self.before_draw = False
        self.drawn_since = True

    def lead(self, card: str) -> None:
        """The first card of a trick."""
        self.hands[self.leader].remove(card)
        self.led = card
        self.led_marriage = self.melded is not None
        self.turn = OTHER[self.leader]
        self.suits_melded = []
        self.opponent_may_exchange = False

    def reply(self, card: str) -> None:
        """The second card of a trick: who wins it, and what happens next."""
        assert self.led is not None
        self.hands[self.turn].remove(card)
        follower_wins = higher(card, self.led) if card[1] == self.led[1] else card[1] == self.trump
        winner = self.turn if follower_wins else self.leader
        self.won[winner] += [self.led, card]
        self.tricks[winner] += 1
        self.marriages[winner] += self.pending[winner]
        self.pending[winner] = []
        self.led, self.leader, self.turn = None, winner, winner
        self.led_marriage = self.drawn_since = False
        self.played_out = not self.hands["A"] and (
            self.closed is not None or self.undertaken != "" or not self.talon
        )
        automatic = self.rules["claim"] == "auto"
        if self.undertaken:
            self.settle_undertaking()
        elif automatic and self.counted_points(winner) + self.claimable_bonus() >= GOAL:
            self.claim(winner)
        elif automatic and self.played_out:
            self.finish()
        elif self.closed is None and self.talon:
            self.before_draw = True
            claims = not automatic and self.rules["claim-window"] == "draw"
            if self.rules["close-before-draw"] == "no" and not claims:
                self.draw()

    # Settling

    def settle_undertaking(self) -> None:
        """66 without a trick of the other: 6, and as much to the other if it fails (Bemondások; Pontozás)."""
        if not self.undertaken:
            return
        other = OTHER[self.undertaken]
        value = int(self.rules["snapszer"])
        if self.tricks[other]:
            self.end(other, value, "failed")
        elif self.counted_points(self.undertaken) >= GOAL:
            self.end(self.undertaken, value, "made")
        elif self.played_out:
            self.end(other, value, "failed")

    def bonus_due(self) -> int:
        """The bonus of the last trick: every card played, and never closed unless that is agreed; else 0."""
        if not self.played_out:
            return 0
        lost = self.rules["last-trick-closed"] == "no" or self.frozen(self.leader) is not None
        return 0 if self.closed is not None and lost else int(self.rules["last-trick"])

    def claimable_bonus(self) -> int:
        """The bonus of the last trick where it may decide a claim, else 0."""
        return self.bonus_due() if self.rules["last-trick-claimable"] == "yes" else 0

    def claim(self, seat: str) -> None:
        """Somebody is out, or says so (the section Going Out of 66 and Schnapsen)."""
        own = self.counted_points(seat)
        if own + self.claimable_bonus() >= GOAL:
            self.bonus_to = seat if self.claimable_bonus() else None
            self.settle_correct_claim(seat)
        elif own + self.bonus_due() >= GOAL:
            self.finish()  # C-06: the call is void, the deal ends as if unclaimed
        else:
            self.settle_false_claim(seat)

    def tier(self, points: int, tricks: int) -> int:
        """What a win is worth by the loser's tricks and points (66, Scoring): none, too few, enough."""
        return 3 if tricks == 0 else 2 if points < int(self.rules["schneider"]) else 1

    def value_if_correct(self, seat: str) -> int:
        """1, 2 or 3 for a player who is out, by the tricks and points of the other one."""
        loser = OTHER[seat]
        if self.closed is not None and self.closed.closer == seat and self.rules["closed-basis"] == "close":
            return self.tier(self.closed.points[loser], self.closed.tricks[loser])
        return self.tier(self.counted_points(loser), self.counted_tricks(loser))

    def value_of_failed_close(self) -> int:
        """What the closer's failure brings to the other one (66, Scoring).

        2/3 looks at his tricks at the close; 1/2/3 also at the closer's points at the end (a book of 1895).
        """
        assert self.closed is not None
        closer = self.closed.closer
        if self.rules["failed-close"] == "2/3":
            return 3 if self.closed.tricks[OTHER[closer]] == 0 else 2
        if self.rules["failed-close"] == "1/2/3":
            points = self.counted_points(closer)
            if self.leader == closer and self.bonus_to is None:
                points += self.claimable_bonus()
            return self.tier(points, self.closed.tricks[OTHER[closer]])
        return int(self.rules["failed-close"])

    def value_of_unclaimed(self, winner: str) -> int:
        """What winning an unclosed deal is worth if nobody went out (the section Going Out)."""
        return 1 if self.rules["exhausted"] == "1" else self.value_if_correct(winner)

    def settle_correct_claim(self, seat: str) -> None:
        """The claim is right."""
        if self.closed is None or self.closed.closer == seat:
            self.end(seat, self.value_if_correct(seat), "out")
        elif self.rules["defender-out"] == "as-failed":  # Schnapsen, Going Out: as if the closer had failed
            self.end(seat, self.value_of_failed_close(), "defender-out")
        elif self.rules["defender-out"] == "2-or-3" and self.tricks[OTHER[seat]] == 0:
            self.end(seat, 3, "defender-out")  # C-09
        else:  # the row of the table that names the case
            self.end(seat, 2, "defender-out")

    def settle_false_claim(self, seat: str) -> None:
        """The claim is wrong: the other one wins (66, Scoring; Schnapsen, Going Out, Variants; C-10)."""
        would_have_won = self.value_if_correct(seat)
        value = {
            "flat": 2,
            "3": 3,
            "schnapsen": 3 if self.counted_tricks(OTHER[seat]) == 0 else 2,
            "proportional": self.value_of_proportional(seat),
            "max": max(2, would_have_won),
        }[self.rules["false-claim"]]
        if self.closed is not None and self.closed.closer == seat:  # C-07
            value = max(value, self.value_of_failed_close())
        self.end(OTHER[seat], value, "false-out")

    def value_of_proportional(self, seat: str) -> int:
        """What a right claim would have won; at the very limit of schneider as the table has it (C-10)."""
        other = OTHER[seat]
        points, tricks = self.counted_points(other), self.counted_tricks(other)
        if self.closed is not None and self.closed.closer == seat and self.rules["closed-basis"] == "close":
            points, tricks = self.closed.points[other], self.closed.tricks[other]
        just_enough = tricks > 0 and points == int(self.rules["schneider"])
        return int(self.rules["false-claim-33"]) if just_enough else self.value_if_correct(seat)

    def finish(self) -> None:
        """Settle a deal that was played to the last card without a claim."""
        if self.over:
            return
        if not self.played_out:
            raise IllegalActionError("there are cards left to play")
        last = self.leader  # the winner of the last trick
        if self.closed is not None:
            self.bonus_to = last if self.bonus_due() else None
            self.end(OTHER[self.closed.closer], self.value_of_failed_close(), "closer-failed")
            return
        self.bonus_to = last
        if self.rules["unclaimed"] == "last-trick":
            self.end(last, self.value_of_unclaimed(last), "last-trick")
            return
        total = self.points()
        winner = "A" if total["A"] > total["B"] else "B" if total["B"] > total["A"] else None
        if winner is None and self.rules["tie"] == "last-trick":
            winner = last
        self.end(winner, self.value_of_unclaimed(winner) if winner else 0, "total")

    def end(self, winner: str | None, game_points: int, reason: str) -> None:
        """Write down the result."""
        self.over = True
        self.result = OracleResult(winner, game_points, reason, self.points())


AnyDeal = TypeVar("AnyDeal")


def copied(deal: AnyDeal) -> AnyDeal:
    """A copy of a deal with separate lists and sets; its rules and what never changes are shared."""
    other: AnyDeal = object.__new__(type(deal))
    held = vars(other)
    for name, part in vars(deal).items():
        if isinstance(part, dict) and name != "rules":
            held[name] = {key: each.copy() if isinstance(each, list) else each for key, each in part.items()}
        elif isinstance(part, (list, set)):
            held[name] = part.copy()
        else:
            held[name] = part
    return other


class OracleMatch:
    """Deals until a side has the target; three pay after each deal and have none.

    ``score`` counts game points won, upwards, in every rule set.
    """

    def __init__(self, spec: str, first_dealer: str) -> None:
        self.rules = rules_of(spec)
        self.seats = seats_of(spec)
        self.dealer = first_dealer
        self.score = dict.fromkeys(sides_of(spec), 0)
        self.winner: str | None = None
        self.games = 0  # what the game counts once it is won: 1, 2 for a whitewash, 4 for a Retourschneider
        self.led_to_nil = ""  # who had one point to go while the other had none
        self.extra_points = 0  # the deal before was drawn at 65 each (66, Variants; C-23), or as agreed

    def add(self, result: OracleResult) -> None:
        """Enter the result of one deal."""
        if self.winner is not None:
            raise ValueError("the game is over")
        winner = result.winner
        for side, paid in result.paid.items():
            self.score[side] += paid
        if winner is not None and not result.paid:
            self.score[winner] += result.game_points + self.extra_points
            if self.score[winner] >= int(self.rules["target"]):
                self.winner = winner
                whitewash = self.rules["whitewash"] == "yes" and min(self.score.values()) == 0
                retour = self.rules.get("retour") == "yes" and self.led_to_nil not in ("", winner)
                self.games = 4 if retour else 2 if whitewash else 1
            elif self.score[winner] == int(self.rules["target"]) - 1 and min(self.score.values()) == 0:
                self.led_to_nil = winner
        drawn_at_65 = set(result.points.values()) == {65}
        more = {"no": 0, "yes": int(drawn_at_65), "any": 1, "adding": self.extra_points + 1}
        self.extra_points = more[self.rules["draw-bonus"]] if winner is None else 0
        if winner is None:  # 66, Second phase: the same dealer again
            if self.rules["draw-dealer"] == "turn":
                self.dealer = after(self.seats, self.dealer)
        elif self.rules["next-dealer"] == "turn":  # 66, The Deal; Schnapsen, The Deal; Tompa, Tricks
            self.dealer = after(self.seats, self.dealer)
        else:  # never among partners, and the loser only of two
            self.dealer = winner if self.rules["next-dealer"] == "winner" else OTHER[winner]


def random_deal(spec: str, rng: random.Random) -> tuple[str, dict[str, list[str]], list[str]]:
    """Dealer, hands and talon from the full pack of the rule set."""
    rules = rules_of(spec)
    pack = [rank + suit for suit in SUITS for rank in RANKS[: RANKS.index(rules["lowest-rank"]) + 1]]
    rng.shuffle(pack)
    size = int(rules["hand"])
    hands = {"A": pack[:size], "B": pack[size : 2 * size]}
    return rng.choice(SEATS), hands, pack[2 * size :]


def random_playout(deal: Any, rng: random.Random) -> list[tuple[str, str]]:
    """Play a deal of any number of players to its end at random; closes and claims are kept rare."""
    history: list[tuple[str, str]] = []
    while not deal.over:
        actions = sorted(deal.legal())
        [own] = [points for side, points in deal.points().items() if deal.leader in side]
        rare = {"close": 0.03 if deal.before_draw else 0.15, "out": 0.5 if own >= GOAL else 0.03}
        kept = [action for action in actions if rng.random() < rare.get(action[1], 1.0)]
        if deal.played_out and not kept:
            deal.finish()
            continue
        action = rng.choice(kept or actions)
        deal.act(*action)
        history.append(action)
    return history
