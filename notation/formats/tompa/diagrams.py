"""Position diagrams in the familiar form of Martin Tompa's columns on Schnapsen.

They show what one player sees: his cards, those he has not seen, the turn-up, how many cards lie face down,
and who is on lead. That player is seat A. Game points count down, from seven. Cards that are not shown have
been played; by whom is unknown. A closed stock is written `Closed by NAME`, an extension of this program: the
printed diagrams do not have it. Unexpected lines, inconsistent cards and unknown names are reported with
their line.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Phrase, escape
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of, lines
from notation.formats.core.report import Telling
from notation.record.model import NOBODY, UNRECORDED, Closed, DealRecord, Holding, Position, Record, Tag
from notation.record.words import SUIT_SYMBOLS, read_card, read_suit
from referee.cards import NO_SUIT, PACK_20, RANK_LETTERS, SEATS, Card, Cards, mask, members, rank_of, suit_of
from referee.codes import Code
from referee.rules import RuleSet

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


# Writing.


_SUITS: Final = "♠♥♣♦"
"""In the order of a diagram."""
_SIGN: Final = f"(?:{'|'.join(_SUITS)})"
_HEAD: Final = re.compile(
    rf"^[ \t]*Your cards:[ \t]*{_SIGN}[^\n]*\n(?:[^\n]*\n){{0,4}}?[ \t]*Trump:[ \t]*{_SIGN}".encode(),
    re.MULTILINE,
)
_SAYABLE: Final = re.compile(r"[^,:#]{1,64}")


def _by_suit(cards: Cards) -> str:
    words = []
    for sign in _SUITS:
        held = [card for card in members(cards) if SUIT_SYMBOLS[suit_of(card)] == sign]
        ranks = "".join(RANK_LETTERS[rank_of(card)] for card in sorted(held, reverse=True))
        words.append(f"{sign} {ranks or '—'}")
    return "   ".join(words)


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return "\n".join("".join(f"{line}\n" for line in _lines(piece, telling)) for piece in pieces).encode()


def _name(piece: Piece, seat: str, telling: Telling) -> str:
    """Return the name of a player in a form that a diagram can hold."""
    name = piece.record.tag(seat) or ""
    said = " ".join(escape(name).split())
    if name and (said != name or not _SAYABLE.fullmatch(name) or name in (YOU, OTHER)):
        telling.different(RecordPart.NAMES, Phrase("this name cannot be written in a diagram"))
        return ""
    return name


def _lines(piece: Piece, telling: Telling) -> Iterator[str]:
    [deal] = piece.record.deals
    position = deal.position
    assert position is not None  # noqa: S101 - `_unfit` asks for one
    other = _name(piece, "B", telling) or OTHER
    own_name = _name(piece, "A", telling)
    if own_name:
        yield f"# You are {own_name}"
    talon = deal.talon.cards if deal.talon else ()
    own = mask(dict(deal.hands)[SEATS[0]].cards)
    played = mask(card for _, hand in position.won for card in hand.cards)
    yield f"Unseen cards:   {_by_suit(PACK_20 & ~(own | played | mask(talon[-1:])))}"
    yield f"Your cards:     {_by_suit(own)}"
    if talon:
        down = len(talon) - 1
        closer = f"Closed by {(YOU, other)[position.closed.seat]}, " if position.closed else ""
        cards = "card" if down == 1 else "cards"
        turn_up = f"{SUIT_SYMBOLS[suit_of(talon[-1])]}{RANK_LETTERS[rank_of(talon[-1])]}"
        yield f"Trump: {turn_up}       Stock: {closer}{down} face-down {cards}"
    else:
        yield f"Trump: {SUIT_SYMBOLS[deal.suit]}       Stock: exhausted"
    left = [TARGET - won for won in position.score or (0, 0)]
    mine, theirs = position.points
    leads = (YOU, other)[position.lead]
    yield (
        f"Game points: {other} {left[1]}, {YOU} {left[0]}      "
        f"Trick points: {other} {theirs}, {YOU} {mine}      On lead: {leads}"
    )


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why a deal cannot be written: a diagram needs one hand, the turn-up and the points."""
    position = deal.position
    if position is None:
        return Phrase("it is not a position")
    own = dict(deal.hands).get(SEATS[0])
    if own is None or min(own.cards, default=NOBODY) < 0:
        return Phrase("it lacks {what}", {"what": Phrase("the hand of A")})
    if not position.points:
        return Phrase("it does not give the card points")
    if rules.game_target != TARGET or max(position.score, default=0) > TARGET:
        return Phrase("game points are counted down from seven")
    talon = deal.talon.cards if deal.talon else ()
    if talon and talon[-1] < 0:
        return Phrase("it lacks {what}", {"what": Phrase("the turn-up")})
    played = [card for _, hand in position.won for card in hand.cards]
    left = len(own.cards) * 2 + len(talon)
    if min(played, default=0) < 0 or len(played) + left != 20:
        return Phrase("it does not say which cards were played")
    return None


def _projected(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a position as the reader of a diagram gets it."""
    position = deal.position
    assert position is not None  # noqa: S101 - `_unfit` asks for one
    talon = deal.talon.cards if deal.talon else ()
    hands = dict(deal.hands)
    other = hands.get(SEATS[1])
    if talon and other and max(other.cards, default=NOBODY) >= 0:
        telling.dropped(RecordPart.HANDS, deal.number)
    if max(talon[:-1], default=NOBODY) >= 0:
        telling.dropped(RecordPart.TALON, deal.number)
    if position.tricks or position.pending or (position.closed and position.closed.points):
        telling.dropped(RecordPart.POSITION, deal.number, Phrase("tricks and points besides the card points"))
    played = mask(card for _, hand in position.won for card in hand.cards)
    unseen = PACK_20 & ~(mask(hands[SEATS[0]].cards) | played | mask(talon[-1:]))
    theirs = (UNRECORDED,) * len(hands[SEATS[0]].cards) if talon else tuple(members(unseen))
    stated = Position(
        position.lead,
        position.points,
        closed=Closed(position.closed.seat) if position.closed else None,
        score=position.score or (0, 0),
        won=((NOBODY, Holding(tuple(members(played)))),) if played else (),
    )
    return DealRecord(
        deal.number,
        NOBODY,
        talon[-1] if talon else None,
        ((SEATS[0], hands[SEATS[0]]), (SEATS[1], Holding(theirs))),
        Holding((UNRECORDED,) * (len(talon) - 1) + talon[-1:]) if talon else None,
        suit=NO_SUIT if talon else suit_of(deal.trump) if deal.trump is not None else deal.suit,
        position=stated,
    )


TOMPA: Final = Format(
    "tompa",
    Phrase("position diagrams as in Martin Tompa's columns"),
    ".txt",
    frozenset({RecordPart.NAMES, RecordPart.HANDS, RecordPart.TALON, RecordPart.TRUMP, RecordPart.POSITION}),
    partial(line_of, _HEAD),
    read_diagrams,
    _write,
    shows=Phrase("a line `Your cards:` with cards by suit, and under it `Trump:`"),
    spec="schnapsen-tompa",
    pack=20,
    follows=False,
    unfit=_unfit,
    project=_projected,
    between=b"\n",
)
