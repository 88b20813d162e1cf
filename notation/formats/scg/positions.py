"""The position files (.scg) of fltk-schnapsen, wcout/fltk-schnapsen at fd2a9f5.

One ``key:value`` per line, `#` or `/` before a remark; it contains all twenty cards. The player is seat A,
the program seat B. When saving, the program itself omits whose move it is, and writes the player's card on
the table twice: then the leader follows from that card, or from the fact that only one side has tricks.
Otherwise it is the player, because the program accepts the command to save while it waits for him; that is
reported as derived. A position cannot hold announced marriages.

A deal is written as the position from which it starts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import CardFact, Choice, Fact, Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.format import Format, Piece, in_lines
from notation.formats.core.lines import line_of, lines
from notation.formats.core.moves import sign
from notation.formats.core.report import Telling
from notation.record.model import NO_SUIT, NOBODY, Closed, DealRecord, Holding, Ply, Position, Record, Trick
from notation.record.words import SUIT_SYMBOLS, read_card, read_suit
from referee.cards import PACK_20, SEATS, Card, Seat, mask, members, suit_of
from referee.codes import Code
from referee.rules import RuleSet

PLAYERS: Final = ("player", "ai")
_CARDS: Final = ("cards", *(f"{who}_{what}" for who in PLAYERS for what in ("cards", "deck", "card")))
_NUMBERS: Final = ("closed", "move", *(f"{who}_{what}" for who in PLAYERS for what in ("score", "pending")))
_LATER: Final = tuple(f"{who}_{what}" for who in PLAYERS for what in ("score_closed", "20_40"))
_KEYS: Final = (*_CARDS, *_NUMBERS, *_LATER, "trump")
_CARD: Final = re.compile(r"(?:[AKQJT]|10)[♠♥♦♣]")


class _PositionReader:
    """Reads one file; errors are reported, and then there is no record."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self._values: dict[str, str] = {}
        self._places: dict[str, int] = {}
        """The line of each key."""
        self._faulty = False

    def take(self, data: bytes) -> None:
        for number, line in lines(data, self._telling):
            if not line.strip() or line.lstrip().startswith(("#", "/")):
                continue
            key, colon, value = line.partition(":")
            key = key.strip()
            if not colon or key not in _KEYS:
                self._misread(number, 1, key, Choice(_KEYS))
            elif self._values.get(key, value) != value:
                self._fault(
                    catalogue.LOG_CONTRADICTS, number, why=Phrase("{name} was given before", {"name": key})
                )
            else:
                self._values[key] = value
                self._places[key] = number

    def _fault(self, code: Code, line: int, **facts: Fact) -> None:
        self._telling.fault(code, line, 1, 1, **facts)
        self._faulty = True

    def _misread(self, line: int, column: int, word: str, expected: Fact) -> None:
        self._telling.misread(line, word, expected, column)
        self._faulty = True

    def _misread_value(self, key: str, word: str, expected: Fact) -> None:
        column = len(key) + 2 + max(self._values[key].find(word), 0)
        self._misread(self._places[key], column, word, expected)

    def _cards(self, key: str) -> tuple[Card, ...]:
        value = self._values.get(key, "").strip()
        words = [word for word in value.split("|") if word]
        for word in words:
            if not _CARD.fullmatch(word):
                self._misread_value(key, word, Phrase("a card"))
                return ()
        return tuple(map(read_card, words))

    def _number(self, key: str, most: int) -> int:
        value = self._values.get(key, "0").strip()
        if not (value.isascii() and value.isdigit() and len(value) < 5 and int(value) <= most):
            self._misread_value(key, value, Phrase("a number from 0 to {number}", {"number": most}))
            return 0
        return int(value)

    def record(self) -> Record | None:
        """Return the position, or None if the file has errors."""
        values, places = self._values, self._places
        for key in ("player_cards", "ai_cards", "trump"):
            if key not in values:
                self._fault(catalogue.LOG_END, max(places.values(), default=1), expected=key)
        if self._faulty:
            return None
        hands = [self._cards(f"{who}_cards") for who in PLAYERS]
        laid = [self._cards(f"{who}_card")[:1] for who in PLAYERS]
        won = [self._cards(f"{who}_deck") for who in PLAYERS]
        talon = self._cards("cards")
        trump = values["trump"].strip()
        if trump not in tuple(SUIT_SYMBOLS):
            self._misread_value("trump", trump, Choice(tuple(SUIT_SYMBOLS)))
        lead = self._lead(laid, won)
        closing = self._number("closed", 3)
        points = tuple(self._number(f"{who}_score", 999) for who in PLAYERS)
        pending = tuple(self._number(f"{who}_pending", 999) for who in PLAYERS)
        early = tuple(self._number(f"{who}_score_closed", 999) for who in PLAYERS)
        held = [
            hand if set(card) & set(hand) else (*hand, *card) for hand, card in zip(hands, laid, strict=True)
        ]
        self._count([*held[0], *held[1], *won[0], *won[1], *talon])
        if self._faulty:
            return None
        for who in PLAYERS:
            if values.get(f"{who}_20_40", "").strip("| "):
                why = Phrase("a position does not name marriages that were announced before")
                self._telling.dropped(RecordPart.MARRIAGES, 1, why, places[f"{who}_20_40"])
        closed = Closed(SEATS[closing - 1], early) if closing in (1, 2) else None
        position = Position(
            lead,
            points,
            tuple(len(cards) // 2 for cards in won),
            pending if any(pending) else (),
            closed,
            won=tuple((seat, Holding(cards)) for seat, cards in zip(SEATS, won, strict=False) if cards),
        )
        plies = tuple(Ply(card) for cards in laid for card in cards)
        number = sum(map(len, won)) // 2 + 1
        deal = DealRecord(
            1,
            NOBODY,
            talon[-1] if talon else None,
            tuple((seat, Holding(cards)) for seat, cards in zip(SEATS, held, strict=False)),
            Holding(talon) if talon else None,
            (Trick(number, (), plies),) if plies else (),
            suit=NO_SUIT if talon else read_suit(trump),
            position=position,
        )
        return Record(deals=(deal,))

    def _lead(self, laid: list[tuple[Card, ...]], won: list[tuple[Card, ...]]) -> Seat:
        """Return the leader: from the card on the table, the stated move, the only tricks, or the player."""
        if laid[0] and laid[1]:
            why = Phrase("both have a card on the table")
            self._fault(catalogue.LOG_CONTRADICTS, self._places["ai_card"], why=why)
        if laid[0] or laid[1]:
            return SEATS[0 if laid[0] else 1]
        if "move" in self._values:
            return Seat(self._number("move", 1))
        takers = [seat for seat, cards in zip(SEATS, won, strict=False) if cards]
        if len(takers) == 1:
            self._telling.derived(
                RecordPart.POSITION, Phrase("nobody else has a trick, and its winner leads"), 1
            )
            return takers[0]
        why = Phrase("its program saves while it waits for the player; if the program leads, add `move:1`")
        self._telling.derived(RecordPart.POSITION, why, 1)
        return SEATS[0]

    def _count(self, cards: list[Card]) -> None:
        twice = next((card for card in cards if cards.count(card) > 1), None)
        last = max(self._places.values())
        if twice is not None:
            why = Phrase("{card} is in it twice", {"card": CardFact(twice)})
            self._fault(catalogue.LOG_CONTRADICTS, last, why=why)
        elif mask(cards) != PACK_20:
            missing = next(members(PACK_20 & ~mask(cards)))
            why = Phrase("{card} is missing", {"card": CardFact(missing)})
            self._fault(catalogue.LOG_CONTRADICTS, last, why=why)


def read(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the position in a file."""
    telling.begin(1)
    reader = _PositionReader(telling)
    reader.take(data)
    record = reader.record()
    if record:
        yield record


# Writing.


_MARK: Final = re.compile(rb"^player_cards:[ \t]*(?:\|[^\n]*)?$", re.MULTILINE)
_TRUMP: Final = re.compile(f"^(?:trump:[ \t]*(?:{'|'.join(SUIT_SYMBOLS)})|ai_cards:)".encode(), re.MULTILINE)


def _words(cards: Sequence[Card]) -> str:
    return f"|{'|'.join(sign(card, 'T') for card in cards)}|" if cards else ""


def _lines(piece: Piece) -> Iterator[str]:
    [deal] = piece.record.deals
    position, hands = deal.position, dict(deal.hands)
    assert position is not None  # noqa: S101 - `_projected` gives one
    won = dict(position.won)
    closed = position.closed
    for seat, who in zip(SEATS, PLAYERS, strict=False):
        yield f"{who}_cards:{_words(hands[seat].cards)}"
        yield f"{who}_deck:{_words(won[seat].cards if seat in won else ())}"
        yield f"{who}_score:{position.points[seat]}"
        yield f"{who}_pending:{(position.pending or (0, 0))[seat]}"
        if closed and closed.points:
            yield f"{who}_score_closed:{closed.points[seat]}"
    talon = deal.talon.cards if deal.talon else ()
    yield f"cards:{_words(talon)}"
    yield f"closed:{closed.seat + 1 if closed else 0 if talon else 3}"
    trump = talon[-1] if talon else deal.trump
    yield f"trump:{SUIT_SYMBOLS[suit_of(trump) if trump is not None else deal.suit]}"
    yield f"move:{position.lead}"


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why a deal cannot be written: every card must have its place, and the points must be known."""
    position = deal.position
    if position is None:
        return None if deal.dealer >= 0 else Phrase("it does not say who leads")
    seats = {seat for seat, _ in position.won}
    cards = [card for _, hand in (*deal.hands, *position.won) for card in hand.cards]
    cards += deal.talon.cards if deal.talon else ()
    if NOBODY in seats or min(cards) < 0 or mask(cards) != PACK_20:
        return Phrase("it does not say who won which cards")
    return None if position.points else Phrase("it does not give the card points")


def _projected(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal as its starting position, without what a file cannot hold."""
    position = deal.position or Position(SEATS[(deal.dealer + 1) % 2], (0, 0))
    if deal.dealer >= 0:
        telling.dropped(RecordPart.DEALER, deal.number)
    closed = position.closed
    if closed and closed.tricks:
        telling.dropped(RecordPart.POSITION, deal.number, Phrase("the tricks taken before the close"))
    if position.score:
        telling.dropped(RecordPart.SCORES, deal.number)
    tricks = tuple(len(dict(position.won).get(seat, Holding(())).cards) // 2 for seat in SEATS[:2])
    position = replace(position, tricks=tricks, closed=closed and replace(closed, tricks=()), score=())
    return replace(deal, dealer=NOBODY, position=position)


SCG: Final = Format(
    "scg",
    Phrase("position files of fltk-schnapsen"),
    ".scg",
    frozenset({RecordPart.DEALER, RecordPart.HANDS, RecordPart.TALON, RecordPart.TRUMP, RecordPart.POSITION}),
    lambda data: line_of(_MARK, data) if _TRUMP.search(data) else 0,
    read,
    in_lines(_lines),
    spec="schnapsen claim=auto exchange-min-talon=4 close-min-talon=4",
    needs=frozenset({RecordPart.HANDS, RecordPart.TALON}),
    pack=20,
    follows=False,
    single=True,
    shows=Phrase("a line `player_cards:` with cards, and one with the trump or `ai_cards:`"),
    unfit=_unfit,
    project=_projected,
)
