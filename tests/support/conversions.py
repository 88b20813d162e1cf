"""What every format keeps: what it writes comes back, but for what the report says.

Independent of the formats: it compares records, and looks at the report for what is missing.
"""

from dataclasses import replace

from notation import read, write
from notation.formats import Format, RecordPart, Telling, fitted, records
from notation.record.model import DealRecord, Holding, Record
from referee.cards import suit_of


def comes_back(record: Record, format: Format) -> Telling:
    """Write a record, read it again and compare; returns what was told of writing it."""
    [game] = read(write(record))
    assert game.record
    record = game.record
    telling = Telling()
    telling.game = 1
    pieces = fitted(record, format, telling)
    assert format.writer
    data = format.writer(pieces, telling)
    reading = Telling()
    back = [found for _, found in records(data, format, reading)] if pieces else []
    assert not reading.findings, (reading.findings, data)
    assert [normal(found, format) for found in back] == [normal(piece.record, format) for piece in pieces]
    return telling


def normal(record: Record, format: Format) -> Record:
    """A record without what its format states in one way only: the order in hands, rules of a program."""
    tags = tuple(tag for tag in record.tags if tag.name != "Rules" or RecordPart.RULES in format.holds)
    tags = tuple(sorted(tags, key=lambda tag: tag.name))
    return replace(record, tags=tags, deals=tuple(map(_normal_deal, record.deals)))


def _normal_deal(deal: DealRecord) -> DealRecord:
    """The trump told by the turn-up where that lies in the talon, and by its suit beside."""
    turn_up = deal.talon.cards[-1] if deal.talon and deal.talon.cards else -1
    trump = turn_up if turn_up >= 0 else deal.trump
    suit = suit_of(trump) if trump is not None and trump >= 0 else deal.suit
    hands = tuple((seat, Holding(tuple(sorted(hand.cards)), hand.notes)) for seat, hand in sorted(deal.hands))
    return replace(deal, trump=trump, suit=suit, hands=hands)
