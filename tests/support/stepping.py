"""Deals played at random with their replays, and the oracle's table, which follows the same actions.

The oracle shares no code with the referee, and accepts only legal actions.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from notation import read, read_spec
from notation.corpus import generate
from notation.judge import judge
from notation.rulings.ledger import accounts_of
from referee import PRESETS, RuleSet
from tests.support import oracle, oracle_of_contracts, oracle_of_more
from tests.support.random_contracts import SPECS
from tests.support.second_hands import hand_of
from viewer.documents.languages import language
from viewer.replay.script import script

HEAD: Final = re.compile(r"^deal ([0-9]+) dealer ([A-D]) trump (?:[9JQKTA])?([shdc])$", re.MULTILINE)
HAND: Final = re.compile(r"^([A-D]): (.*)$", re.MULTILINE)
TALON: Final = re.compile(r"^talon: (.*)$", re.MULTILINE)
DEALER: Final = re.compile(r"^deal [0-9]+ dealer ([A-D])", re.MULTILINE)
TRICK: Final = re.compile(r"^[0-9]+\.(.*)$", re.MULTILINE)
VERBS: Final = ("trump", "bid", "call", "discard")


class DrawsWhenTold(oracle.OracleDeal):
    """The oracle's deal with explicit draws, as in a replay."""

    due = False

    def draw(self) -> None:
        self.due = True

    def draw_now(self) -> None:
        if self.before_draw and not self.due:
            self.act(self.leader, "draw")
        self.due = False
        super().draw()


class OracleTable:
    """A deal of the oracle, with the places of the cards."""

    def __init__(self, spec: str, text: str) -> None:
        head = HEAD.search(text)
        assert head
        first = head[1] == "1"
        hands = {seat: cards.split() for seat, cards in HAND.findall(text)}
        self.seats = sorted(hands)
        talon = TALON.search(text)
        self.deal: Any
        if talon:
            self.deal = DrawsWhenTold(spec, head[2], hands, talon[1].split(), first)
        else:
            self.deal = oracle_of_more.OracleDealOfMore(spec, head[2], hands, head[3], first)
        self.sides: list[str] = list(self.deal.points())
        self.trick: list[tuple[str, str]] = []
        self.is_whole = False
        self.is_settled = self.ended = False

    def follow(self, step: dict[str, Any]) -> None:
        """Do the action of a step."""
        deal, kind = self.deal, step["kind"]
        if self.is_whole:
            self.trick, self.is_whole = [], False
        match kind:
            case "start":
                pass
            case "draw":
                deal.draw_now()
            case "play":
                assert deal.turn == step["seat"]
                deal.act(step["seat"], step["card"])
                self.trick.append((step["seat"], step["card"]))
                self.is_whole = len(self.trick) == len(self.seats)
            case "marriage":
                suit = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
                points, sign = step["move"].split()
                deal.act(step["seat"], points + suit[sign])
            case "exchange" | "close":
                deal.act(step["seat"], kind)
            case "claim":
                deal.act(step["seat"], "out")
            case "opening":
                deal.act(step["seat"], "bid snapszer")
            case "bonus" | "end":
                deal.finish()
                self.is_settled, self.ended = True, kind == "end"
            case _:
                raise AssertionError(kind)

    @property
    def is_over(self) -> bool:
        """Whether the oracle has ended the deal too."""
        return bool(self.deal.over)

    def points(self) -> dict[str, int]:
        """The card points; those of the last trick have a separate step."""
        deal = self.deal
        if deal.over and self.is_settled:
            return dict(deal.result.points)
        due, deal.bonus_to = deal.bonus_to, None
        points: dict[str, int] = deal.points()
        deal.bonus_to = due
        return points

    def told(self) -> dict[str, Any]:
        """The expected contents of a replay step."""
        deal = self.deal
        on_table = {card for _, card in self.trick}
        found = {f"hand {seat}": sorted(deal.hands[seat]) for seat in self.seats}
        found |= {f"won {side[0]}": sorted(set(deal.won[side]) - on_table) for side in self.sides}
        closed = getattr(deal, "closed", None)
        return found | {
            "talon": getattr(deal, "talon", []),
            "trick": self.trick,
            "taker": deal.leader if self.is_whole else "",
            "closer": closed.closer if closed else "",
            "points": [self.points()[side] for side in self.sides],
            "turn": "" if deal.over else deal.turn,
        }


class ContractTable:
    """A deal of the second hand for games with an opening, driven by the words of the record.

    A step says one of them, or lays two cards away.
    """

    def __init__(self, spec: str, text: str) -> None:
        dealer = DEALER.search(text)
        assert dealer
        talon = TALON.search(text)
        held = dict(HAND.findall(text))
        self.seats = sorted(held)
        self.hand = hand_of(spec)
        self.spiel = self.hand.start(
            spec, dealer[1], [held[seat] for seat in self.seats], talon[1] if talon else ""
        )
        self.sides = ["".join(unit) for unit in self.hand.units(self.spiel)]
        self.words = iter(" ".join(TRICK.findall(text)).split())
        self.trick: list[tuple[str, str]] = []
        self.is_whole = self.ended = False
        self.look()

    def look(self) -> None:
        """Hands and talon as they are now; the second hand draws as soon as a trick is whole."""
        is_open = self.spiel.step in ("play", "over") and self.hand is oracle_of_contracts
        idle = oracle_of_contracts.idle(self.spiel) if is_open else []
        self.hands = {seat: list(cards) * (seat not in idle) for seat, cards in self.spiel.hands.items()}
        self.talon = list(self.spiel.talon)

    def follow(self, step: dict[str, Any]) -> None:
        """Do the action of a step."""
        if self.is_whole:
            self.trick, self.is_whole = [], False
        match step["kind"]:
            case "start":
                pass
            case "draw":
                self.look()
            case "end":
                if not self.is_over:
                    self.hand.finish(self.spiel)
                self.ended = True
            case "play":
                self.play(step)
            case _:
                self.say(self.word(step["seat"]))
                if step["kind"] == "discard":
                    self.say(f"discard {next(self.words)}")
                self.look()

    def word(self, seat: str) -> str:
        """The next word of the record, with its player before it."""
        word = next(self.words).strip("[]")
        while word.endswith(":") or word.startswith("<"):
            word = next(self.words)
        return f"{seat}: {word} {next(self.words)}" if word in VERBS else f"{seat}: {word}"

    def say(self, words: str) -> None:
        """Words of a record for the second hand."""
        self.hand.say(self.spiel, words)

    def play(self, step: dict[str, Any]) -> None:
        """A card falls."""
        seat, card = step["seat"], step["card"]
        assert self.spiel.turn == seat
        assert self.word(seat) == f"{seat}: {card}"
        draws, before = bool(self.spiel.talon), len(self.spiel.tricks)
        self.say(f"{seat}: {card}")
        self.trick.append((seat, card))
        self.is_whole = len(self.spiel.tricks) > before
        self.hands[seat].remove(card)
        if not (draws and self.is_whole):
            self.look()

    @property
    def is_over(self) -> bool:
        """Whether the second hand has ended the deal too."""
        return self.spiel.over is not None

    def total(self, side: str) -> int:
        """The card points of a side; of who plays with a called card nobody knows before its trick."""
        hand, spiel, seats = self.hand, self.spiel, list(side)
        total: int = hand.total(spiel, seats)
        called = getattr(spiel, "called", "")
        is_known = called and any(called in cards for _, cards in spiel.tricks)
        if is_known and not hand.taken(spiel, seats) and hand.taken(spiel, hand.side(spiel, side)):
            total += sum(points for seat, points in spiel.marriages if seat in side)
        return total

    def told(self) -> dict[str, Any]:
        """The expected contents of a replay step."""
        spiel, every = self.spiel, self.spiel.tricks
        tricks = every[:-1] if self.is_whole else every
        won = {
            side: [card for winner, cards in tricks if winner in side for card in cards]
            for side in self.sides
        }
        points = spiel.over[3] if spiel.over else [self.total(side) for side in self.sides]
        return {f"hand {seat}": sorted(self.hands[seat]) for seat in self.seats} | {
            **{f"won {side[0]}": sorted(cards) for side, cards in won.items()},
            "talon": self.talon,
            "trick": self.trick,
            "taker": every[-1][0] if self.is_whole else "",
            "closer": "",
            "points": list(points),
            "turn": "" if self.is_over else spiel.turn or every[-1][0],
        }


def table_of(spec: str, text: str) -> OracleTable | ContractTable:
    """The table of whichever oracle knows the game."""
    return ContractTable(spec, text) if PRESETS[spec].auction.steps else OracleTable(spec, text)


def matches(spec: str, deals: int, seed: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """So many deals of a rule set, as the oracle reads it: the texts of game and deal, the script."""
    rules = read_spec(spec + SPECS.get(spec, ""))
    assert isinstance(rules, RuleSet)
    for text in generate(rules, deals, seed):
        [game] = read(text)
        judgement = judge(game)
        assert not judgement.errors
        accounts = accounts_of(judgement, range(1, len(judgement.deals) + 1))
        parts = text.split("\ndeal ")[1:]
        for part, account in zip(parts, accounts, strict=True):
            yield text, f"deal {part}", script(account, language("en"))
