"""Reads a diagram of Tompa's columns line by line; :mod:`notation.formats.tompa.writer` says what one is.

Unexpected lines, inconsistent cards and unknown names are reported with their line.
"""

import re
from collections.abc import Iterator
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.lines import lines
from notation.formats.core.report import Telling
from notation.record.model import NOBODY, UNRECORDED, Closed, DealRecord, Holding, Position, Record, Tag
from notation.record.words import read_card, read_suit
from referee.cards import NO_SUIT, PACK_20, SEATS, Card, Cards, mask, members
from referee.codes import Code

TARGET: Final = 7
"""Game points are counted down from this."""
YOU: Final = "You"
OTHER: Final = "Opponent"
"""The name of a player without one."""
_HANDS: Final = re.compile(r"(Unseen|Concealed|Your) cards:[ \t]*(.*)")
_SUIT: Final = re.compile(r"([♠♥♣♦])\ufe0f?[ \t]*([AKQJT10]+|—|-)[ \t]*")
_TRUMP: Final = re.compile(r"Trump:[ \t]*([♠♥♣♦])\ufe0f?(10|[AKQJT])?(?:[ \t]+Stock:[ \t]*(.*))?")
_STOCK: Final = re.compile(
    r"(?:Open, |Closed by (?P<closer>[^,:]{1,64}), )?(?P<number>[0-9]{1,2}) face-down cards?|[Ee]xhausted"
)
_POINTS: Final = re.compile(
    r"Game points:[ \t]*([^,:]{1,64}?) ([0-7]), ([^,:]{1,64}?) ([0-7])[ \t]+"
    r"Trick points:[ \t]*([^,:]{1,64}?) ([0-9]{1,3}), ([^,:]{1,64}?) ([0-9]{1,3})[ \t]+"
    r"On lead:[ \t]*([^,:]{1,64}?)[ \t]*"
)
_NAMED: Final = re.compile(r"# You are (.{1,64})")


class _Diagram:
    """One diagram, line by line."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self.unseen: Cards = 0
        self.own: Cards = 0
        self.turn_up: Card = UNRECORDED
        self.suit = NO_SUIT
        self.stock: re.Match[str] | None = None
        self.points: re.Match[str] | None = None
        self.own_name = ""
        self.first = self.last = 0
        self.faulty = False
        self._seen: set[str] = set()

    def fault(self, code: Code, **facts: Fact) -> None:
        self._telling.fault(code, self.last, 1, 1, **facts)
        self.faulty = True

    def take(self, number: int, line: str) -> None:
        self.first, self.last = self.first or number, number
        text = line.strip()
        hand, trump, points = _HANDS.fullmatch(text), _TRUMP.fullmatch(text), _POINTS.fullmatch(text)
        kind = text.partition(":")[0]
        if kind in self._seen:
            self.fault(catalogue.LOG_CONTRADICTS, why=Phrase("{name} was given before", {"name": kind}))
        elif hand:
            cards = self._cards(hand[2])
            self.own, self.unseen = (cards, self.unseen) if hand[1] == YOU + "r" else (self.own, cards)
        elif trump:
            self.suit = read_suit(trump[1])
            self.turn_up = read_card(f"{trump[2]}{trump[1]}") if trump[2] else UNRECORDED
            self.stock = _STOCK.fullmatch((trump[3] or "exhausted").strip())
            if self.stock is None:
                expected = Phrase("how many cards lie face down, as in `3 face-down cards`")
                self.fault(catalogue.LOG_WORD, word=(trump[3] or "")[:64], expected=expected)
        elif points:
            self.points = points
        else:
            expected = Phrase("a line of a diagram: cards, trump, points")
            self.fault(catalogue.LOG_WORD, word=text[:64], expected=expected)
        self._seen.add(kind)

    def _cards(self, text: str) -> Cards:
        found: list[Card] = []
        at = 0
        for suit in _SUIT.finditer(text):
            if suit.start() != at:
                break
            at = suit.end()
            ranks = re.findall("10|[AKQJT]", suit[2])
            found += [read_card(f"{rank}{suit[1]}") for rank in ranks]
        if at != len(text):
            self.fault(catalogue.LOG_WORD, word=text[at : at + 64], expected=Phrase("a card"))
        if mask(found).bit_count() != len(found):
            twice = next(card for card in found if found.count(card) > 1)
            self.fault(
                catalogue.LOG_CONTRADICTS, why=Phrase("{card} is in it twice", {"card": CardFact(twice)})
            )
        return mask(found)

    def record(self) -> Record | None:
        """Return the position, or None if the diagram has errors."""
        if not self.faulty and (not self.own or self.suit < 0 or self.points is None):
            expected = Phrase("the cards, the trump and the points of a diagram")
            self.fault(catalogue.LOG_END, expected=expected)
        if self.faulty or self.points is None or self.stock is None:
            return None
        names, left, points = self._sides(self.points)
        leads = self.points[9]
        seats = {YOU: SEATS[0], names[1]: SEATS[1]}
        down = int(self.stock["number"] or 0)
        closer = (self.stock["closer"] or "").strip()
        for name in (leads, *([closer] if closer else [])):
            if name not in seats:
                self.fault(catalogue.LOG_CONTRADICTS, why=Phrase("nobody is called {name}", {"name": name}))
                return None
        talon = (UNRECORDED,) * down + ((self.turn_up,) if down else ())
        size = self.own.bit_count()
        if self.unseen.bit_count() != size + down:
            facts: dict[str, Fact] = {"number": self.unseen.bit_count(), "needed": size + down}
            why = Phrase("{number} cards are unseen, but {needed} lie face down or are held", facts)
            self.fault(catalogue.LOG_CONTRADICTS, why=why)
        shown = mask((self.turn_up,)) if down and self.turn_up >= 0 else 0
        if (self.own & self.unseen) or (self.own | self.unseen) & shown:
            both = next(members((self.own & self.unseen) | ((self.own | self.unseen) & shown)))
            self.fault(
                catalogue.LOG_CONTRADICTS, why=Phrase("{card} is in it twice", {"card": CardFact(both)})
            )
        if down and self.turn_up < 0:
            self.fault(catalogue.LOG_END, expected=Phrase("the turn-up"))
        if self.faulty:
            return None
        if down:
            self._telling.unknown(RecordPart.TALON, Phrase("cards that lie face down"), 1)
        else:
            self._telling.derived(
                RecordPart.HANDS, Phrase("without a talon the unseen cards are the opponent's hand"), 1
            )
        played = PACK_20 & ~(self.own | self.unseen | shown)
        other = (UNRECORDED,) * size if down else tuple(members(self.unseen))
        position = Position(
            seats[leads],
            points,
            closed=Closed(seats[closer]) if closer else None,
            score=tuple(TARGET - number for number in left),
            won=((NOBODY, Holding(tuple(members(played)))),) if played else (),
        )
        hands = ((SEATS[0], Holding(tuple(members(self.own)))), (SEATS[1], Holding(other)))
        deal = DealRecord(
            1,
            NOBODY,
            self.turn_up if down else None,
            hands,
            Holding(talon) if down else None,
            suit=NO_SUIT if down else self.suit,
            position=position,
        )
        named = {"A": self.own_name, "B": names[1] if names[1] != OTHER else ""}
        return Record(tuple(Tag(seat, name) for seat, name in named.items() if name), (deal,))

    def _sides(self, found: re.Match[str]) -> tuple[tuple[str, str], tuple[int, int], tuple[int, int]]:
        """Return names, game points left and card points, starting with the reader's."""
        game = {found[1].strip(): int(found[2]), found[3].strip(): int(found[4])}
        tricks = {found[5].strip(): int(found[6]), found[7].strip(): int(found[8])}
        others = [name for name in game if name != YOU]
        if len(game) != 2 or set(game) != set(tricks) or len(others) != 1:
            self.fault(catalogue.LOG_CONTRADICTS, why=Phrase("the points are not those of two players"))
            return (YOU, "B"), (0, 0), (0, 0)
        other = others[0]
        return (YOU, other), (game[YOU], game[other]), (tricks[YOU], tricks[other])


def read_diagrams(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the positions in a file's diagrams, which are separated by empty lines."""
    diagram = _Diagram(telling)
    for number, line in (*lines(data, telling), (0, "")):
        named = _NAMED.fullmatch(line.strip())
        if named:
            diagram.own_name, diagram.first = named[1].strip(), number
        elif line.strip() and not line.startswith("#"):
            diagram.take(number, line)
        elif diagram.last and not line.strip():
            telling.begin(diagram.first)
            record = diagram.record()
            if record:
                yield record
            diagram = _Diagram(telling)
