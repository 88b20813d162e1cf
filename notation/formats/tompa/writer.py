"""Position diagrams in the familiar form of Martin Tompa's columns on Schnapsen.

They show what one player sees: his cards, those he has not seen, the turn-up, how many cards lie face down,
and who is on lead. That player is seat A. Game points count down, from seven. Cards that are not shown have
been played; by whom is unknown. A closed stock is written `Closed by NAME`, an extension of this program: the
printed diagrams do not have it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from notation.findings.finding import Phrase, escape
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of
from notation.formats.core.report import ReportKind, Telling
from notation.formats.tompa.reader import OTHER, TARGET, YOU, read_diagrams
from notation.record.model import NOBODY, UNRECORDED, Closed, DealRecord, Holding, Position
from notation.record.words import SUIT_SYMBOLS
from referee.cards import NO_SUIT, PACK_20, RANK_LETTERS, SEATS, Cards, mask, members, rank_of, suit_of
from referee.rules import RuleSet

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
        telling.tell(
            ReportKind.DIFFERENT, RecordPart.NAMES, 0, Phrase("this name cannot be written in a diagram")
        )
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
        telling.tell(ReportKind.DROPPED, RecordPart.HANDS, deal.number)
    if max(talon[:-1], default=NOBODY) >= 0:
        telling.tell(ReportKind.DROPPED, RecordPart.TALON, deal.number)
    if position.tricks or position.pending or (position.closed and position.closed.points):
        telling.tell(
            ReportKind.DROPPED,
            RecordPart.POSITION,
            deal.number,
            Phrase("tricks and points besides the card points"),
        )
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
