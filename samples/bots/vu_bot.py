"""Lets a bot of VU Amsterdam's package `schnapsen` play in santase arena and santase bot.

    python vu_bot.py rand:RandBot                 a bot of the package, from the file bots/rand.py
    python vu_bot.py my_bot.py:MyBot depth=4      a bot of one's own, with numbers for its making

The rules are `schnapsen marriage-count=next-trick marriage-out=no claim=auto`, which the package plays;
nobody may close the talon, which it does not know. The package's own engine follows the deal, so that a bot
sees what it always sees. Cards that its seat cannot know lie in some order that fits what has been played.
"""

import importlib.util
import json
import random
import sys
from pathlib import Path
from types import ModuleType

import schnapsen
from schnapsen.deck import Card, Rank, Suit
from schnapsen.game import (
    Bot,
    BotState,
    FollowerPerspective,
    GameState,
    Hand,
    LeaderPerspective,
    Marriage,
    RegularMove,
    SchnapsenGamePlayEngine,
    Talon,
    TrumpExchange,
)

RANKS = {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING, "T": Rank.TEN, "A": Rank.ACE}
SUITS = {"h": Suit.HEARTS, "c": Suit.CLUBS, "s": Suit.SPADES, "d": Suit.DIAMONDS}
WORDS = {Card.get_card(RANKS[rank], SUITS[suit]): rank + suit for rank in RANKS for suit in SUITS}
CARDS = {word: card for card, word in WORDS.items()}


class QueenLed(Marriage):
    """A marriage whose queen is led; the package itself always leads the king."""

    def underlying_regular_move(self):
        return RegularMove(self.queen_card)


class Script(Bot):
    """Makes the move that was made."""

    move = None

    def get_move(self, perspective, leader_move):
        return self.move


class Deal:
    """What a seat has seen of a deal from its start."""

    def __init__(self, seat, view):
        if view["done"]:
            sys.exit("vu_bot: this deal has begun without me")
        self.seat = seat
        self.hand = [CARDS[word] for word in view["hand"]]
        self.drawn = []
        self.bottom = CARDS[view["turn_up"]]
        self.jack = CARDS["J" + view["turn_up"][1]]

    def see(self, view):
        """Remember what has been drawn; what lies under the talon is drawn last, and known."""
        exchanged = any(each["action"] == "exchange" for each in view["done"])
        known = {*self.hand, *self.drawn, self.bottom} | ({self.jack} if exchanged else set())
        self.drawn += [CARDS[word] for word in view["hand"] if CARDS[word] not in known]

    def state(self, view, engine):
        """The deal as the package has it, and the move to which a reply is due."""
        done = [(each["seat"], each["action"]) for each in view["done"]]
        others, draws = self._others(view, done)
        leader = done[0][0] if done else view["leader"]
        bots = {True: Script(), False: Script()}
        sides = [BotState(bots[mine], Hand(self.hand if mine else others[:5])) for mine in (True, False)]
        if leader != self.seat:
            sides.reverse()
        mine, theirs = list(self.drawn), others[5:draws]
        rest, bottom = others[draws:], self.bottom
        state = GameState(*sides, Talon([*mine, *theirs, *rest, bottom]), None)
        pair = led = None
        for _, action in done:
            if action == "exchange":
                exchange = TrumpExchange(self.jack)
                state = engine.trick_implementer.play_trick_with_fixed_leader_move(engine, state, exchange)
                bottom = self.jack
            elif action[:2] in ("20", "40"):
                pair = action[2]
            elif action == "draw":
                continue
            elif action not in CARDS:
                sys.exit(f"vu_bot: the package knows nothing of {action!r}")
            elif led is None:
                led, pair = self._lead(CARDS[action], pair), None
            else:
                for bot in bots.values():
                    bot.move = RegularMove(CARDS[action])
                for first, second in ((mine, theirs), (theirs, mine)):  # whoever wins the trick draws first
                    top = [each[0] for each in (first, second) if each]
                    left = [card for card in (*mine, *theirs, *rest) if card not in top]
                    if len(state.talon):
                        state.talon = Talon([*top, *left, bottom])
                    after = engine.trick_implementer.play_trick_with_fixed_leader_move(engine, state, led)
                    if (after.leader.implementation is bots[True]) == (first is mine):
                        break
                if len(state.talon):
                    winner, loser = first, second
                    winner[:1] = []
                    if len(state.talon) > 2:
                        loser[:1] = []
                state, led = after, None
        return state, led, pair

    def _others(self, view, done):
        """The other side's cards as they came to it, then what is left in the talon; how many it has had."""
        mine = {*self.hand, *self.drawn}
        theirs = []
        exchanged = [seat for seat, action in done if action == "exchange"]
        for seat, action in done:
            if seat == self.seat:
                continue
            shown = [CARDS[action]] if action in CARDS else []
            if action[:2] in ("20", "40"):
                shown = [CARDS["Q" + action[2]], CARDS["K" + action[2]]]
            elif action == "exchange":
                shown = [self.jack]
            theirs += [card for card in shown if card not in theirs and card not in (self.bottom, *mine)]
        if self.seat in exchanged and self.jack in theirs:
            theirs.remove(self.jack)
        drawn = 10 - view["talon"]
        draws = 5 + drawn - (drawn == 10) - len(self.drawn)
        unknown = [card for card in WORDS if card not in mine and card not in theirs and card != self.bottom]
        return theirs + unknown, draws

    @staticmethod
    def _lead(card, pair):
        if pair is None:
            return RegularMove(card)
        made = Marriage if card.rank is Rank.KING else QueenLed
        return made(CARDS["Q" + pair], CARDS["K" + pair])


def choose(bot, engine, deal, view):
    """What the bot does now, in the words of a request."""
    if "draw" in view["legal"]:
        return "draw"
    state, led, pair = deal.state(view, engine)
    if pair is not None:
        return "K" + pair
    if led is None:
        move = bot.get_move(LeaderPerspective(state, engine), None)
    else:
        move = bot.get_move(FollowerPerspective(state, engine, led), led)
    if move.is_trump_exchange():
        return "exchange"
    if move.is_marriage():
        suit = WORDS[move.queen_card][1]
        return ("40" if move.suit is state.trump_suit else "20") + suit
    return WORDS[move.as_regular_move().card]


def made(words):
    """What makes the bot that the command line names."""
    place, _, name = words[0].rpartition(":")
    if place.endswith(".py"):
        spec = importlib.util.spec_from_file_location(Path(place).stem, place)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:  # without the package's list of its bots, which loads libraries that learn
        sys.modules["schnapsen.bots"] = bots = ModuleType("schnapsen.bots")
        bots.__path__ = [str(Path(schnapsen.__file__).parent / "bots")]
        module = importlib.import_module(f"schnapsen.bots.{place}")
    numbers = {name: int(number) for name, _, number in (word.partition("=") for word in words[1:])}
    return lambda rng: getattr(module, name)(rand=rng, **numbers)


def main():
    """Play until there are no more events."""
    make, engine = made(sys.argv[1:]), SchnapsenGamePlayEngine()
    bot = deal = None
    number = 0
    for line in sys.stdin:
        event = json.loads(line)
        if event["event"] not in ("snapshot", "entry"):
            continue
        view = event["view"]
        if bot is None:
            bot = make(random.Random(f"{event['match']['tags']} {view['you']}"))
        seen = view["deal"]
        if seen is None or view["ending"]:
            if view["commitment"] and view["you"] not in view["cut_by"]:
                print(json.dumps({"do": "cut", "cut": "", "version": view["version"]}), flush=True)
            continue
        if view["number"] != number:
            number, deal = view["number"], Deal(view["you"], seen)
        deal.see(seen)
        if seen["turn"] == view["you"]:
            action = choose(bot, engine, deal, seen)
            print(json.dumps({"action": action, "version": view["version"]}), flush=True)


if __name__ == "__main__":
    main()
