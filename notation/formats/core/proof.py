"""Proves that a conversion lost only what it reports: reads the output back, and compares."""

from collections.abc import Sequence
from dataclasses import replace

from notation.formats.core.capabilities import RecordPart
from notation.formats.core.format import Format, Piece
from notation.record.model import DealRecord, Record, Tag
from notation.specs.spec import read_spec, write_spec
from referee.cards import NO_CARD, suit_of
from referee.rules import RuleSet


def are_alike(found: Sequence[Record], pieces: Sequence[Piece], target: Format) -> bool:
    """Return whether the records read back equal the pieces written in a format."""
    return [plain(record, target) for record in found] == [plain(piece.record, target) for piece in pieces]


def plain(record: Record, target: Format) -> Record:
    """Return a record normalised: tags and hands in a fixed order, a trump by its suit."""
    tags = (tag for tag in record.tags if tag.name != "Rules" or RecordPart.RULES in target.holds)
    return replace(
        record,
        tags=tuple(sorted(map(_plain_tag, tags), key=lambda tag: tag.name)),
        deals=tuple(map(_plain_deal, record.deals)),
    )


def _plain_tag(tag: Tag) -> Tag:
    rules = read_spec(tag.value) if tag.name == "Rules" else None
    return replace(tag, value=write_spec(rules)) if isinstance(rules, RuleSet) else tag


def _plain_deal(deal: DealRecord) -> DealRecord:
    turn_up = deal.talon.cards[-1] if deal.talon and deal.talon.cards else NO_CARD
    trump = turn_up if turn_up >= 0 else deal.trump
    suit = suit_of(trump) if trump is not None and trump >= 0 else deal.suit
    hands = tuple((seat, replace(hand, cards=tuple(sorted(hand.cards)))) for seat, hand in sorted(deal.hands))
    return replace(deal, trump=trump, suit=suit, hands=hands)
