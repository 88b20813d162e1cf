"""Deals played at random with their replays, and the oracle's table, which follows the same actions.

The oracle shares no code with the referee, and accepts only legal actions.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from notation import read
from notation.corpus import generate
from notation.judge import judge
from notation.rulings.ledger import accounts_of
from referee import PRESETS
from tests.support import oracle, oracle_of_more
from viewer.documents.languages import language
from viewer.replay.script import script

HEAD: Final = re.compile(r"^deal ([0-9]+) dealer ([A-D]) trump (?:[9JQKTA])?([shdc])$", re.MULTILINE)
HAND: Final = re.compile(r"^([A-D]): (.*)$", re.MULTILINE)
TALON: Final = re.compile(r"^talon: (.*)$", re.MULTILINE)


class DrawsWhenTold(oracle.Deal):
    """The oracle's deal with explicit draws, as in a replay."""

    due = False

    def draw(self) -> None:
        self.due = True

    def draw_now(self) -> None:
        if self.before_draw and not self.due:
            self.act(self.leader, "draw")
        self.due = False
        super().draw()


class Table:
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
            self.deal = oracle_of_more.Deal(spec, head[2], hands, head[3], first)
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
            case "bonus" | "end":
                deal.finish()
                self.is_settled, self.ended = True, kind == "end"
            case _:
                raise AssertionError(kind)

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
        sides = deal.sides if hasattr(deal, "sides") else deal.seats if hasattr(deal, "seats") else self.seats
        found = {f"hand {seat}": set(deal.hands[seat]) for seat in self.seats}
        found |= {f"won {side[0]}": set(deal.won[side]) - on_table for side in sides}
        closed = getattr(deal, "closed", None)
        return found | {
            "talon": getattr(deal, "talon", []),
            "trick": self.trick,
            "taker": deal.leader if self.is_whole else "",
            "closer": closed.closer if closed else "",
            "points": [self.points()[side] for side in sides],
            "turn": "" if deal.over else deal.turn,
        }


def matches(spec: str, deals: int, seed: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """So many deals of a rule set: the text of the game, that of the deal, and the script of its replay."""
    for text in generate(PRESETS[spec], deals, seed):
        [game] = read(text)
        judgement = judge(game)
        assert not judgement.errors
        accounts = accounts_of(judgement, range(1, len(judgement.deals) + 1))
        parts = text.split("\ndeal ")[1:]
        for part, account in zip(parts, accounts, strict=True):
            yield text, f"deal {part}", script(account, language("en"))
