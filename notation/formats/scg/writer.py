"""Writes position files of fltk-schnapsen: a deal as the position from which it starts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of
from notation.formats.core.moves import sign
from notation.formats.core.report import ReportKind, Telling
from notation.formats.scg.reader import PLAYERS, read
from notation.record.model import NOBODY, DealRecord, Holding, Position
from notation.record.words import SUIT_SYMBOLS
from referee.cards import PACK_20, SEATS, Card, mask, suit_of
from referee.rules import RuleSet

_MARK: Final = re.compile(rb"^player_cards:[ \t]*(?:\|[^\n]*)?$", re.MULTILINE)
_TRUMP: Final = re.compile(f"^(?:trump:[ \t]*(?:{'|'.join(SUIT_SYMBOLS)})|ai_cards:)".encode(), re.MULTILINE)


def _words(cards: Sequence[Card]) -> str:
    return f"|{'|'.join(sign(card, 'T') for card in cards)}|" if cards else ""


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    [deal] = pieces[0].record.deals
    return "".join(f"{line}\n" for line in _lines(deal)).encode()


def _lines(deal: DealRecord) -> Iterator[str]:
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
        telling.tell(ReportKind.DROPPED, RecordPart.DEALER, deal.number)
    closed = position.closed
    if closed and closed.tricks:
        telling.tell(
            ReportKind.DROPPED, RecordPart.POSITION, deal.number, Phrase("the tricks taken before the close")
        )
    if position.score:
        telling.tell(ReportKind.DROPPED, RecordPart.SCORES, deal.number)
    tricks = tuple(len(dict(position.won).get(seat, Holding(())).cards) // 2 for seat in SEATS[:2])
    position = replace(position, tricks=tricks, closed=closed and replace(closed, tricks=()), score=())
    return replace(deal, dealer=NOBODY, position=position)


def _is_position(data: bytes) -> int:
    """Return the line with the player's cards, if the trump or the program's cards also have one."""
    return line_of(_MARK, data) if _TRUMP.search(data) else 0


SCG: Final = Format(
    "scg",
    Phrase("position files of fltk-schnapsen"),
    ".scg",
    frozenset({RecordPart.DEALER, RecordPart.HANDS, RecordPart.TALON, RecordPart.TRUMP, RecordPart.POSITION}),
    _is_position,
    read,
    _write,
    spec="schnapsen claim=auto exchange-min-talon=4 close-min-talon=4",
    needs=frozenset({RecordPart.HANDS, RecordPart.TALON}),
    pack=20,
    follows=False,
    single=True,
    shows=Phrase("a line `player_cards:` with cards, and one with the trump or `ai_cards:`"),
    unfit=_unfit,
    project=_projected,
)
