"""The line format of markus7800's SchnapsenAI: a deal as one of its players sees it.

The program is markus7800/SchnapsenAI (game_from_string.jl, commit 2325c49), the line `hand - perspective -
turn-up - play : play : draw # ...`. Player 1 leads the deal, and the perspective says which player the hand
belongs to; that one is read as A. A step is a trick: the card of player 1, that of player 2, and what A
draws; `*` is none. After a lead `t` is an exchange, `z` a close, `a` a marriage. A deal may span several
lines. The other hand and the talon are unknown except for cards played and drawn, and there is no result. Its
rules are SPEC, with two differences that no option covers: 66 of either player ends a deal once a trick is
taken, and after a close only tricks count for the tier, not marriages. Nothing is judged here.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import PLAY, RecordPart, known
from notation.formats.core.format import Format, Piece
from notation.formats.core.moves import (
    Move,
    arranged,
    moves,
    talon_of,
    unfit_by_card,
    valued,
)
from notation.formats.core.report import ReportKind, Telling
from notation.formats.oneliner.reader import HAND, HEADS, OWNER, RANKS, SPEC, SUITS, TALON, is_oneliner, read
from notation.record.model import DealRecord, Holding
from referee import actions
from referee.cards import NO_CARD, NOBODY, SEATS, Card, Seat, rank_of, suit_of
from referee.rules import RuleSet


def _owner(deal: DealRecord) -> Seat:
    """Return the seat whose hand is written: A's, if completely known, or B's; -1 if neither is."""
    hands = dict(deal.hands)
    return next((seat for seat in SEATS[:2] if known(hands.get(seat), HAND)), NOBODY)


def _draws(deal: DealRecord, rules: RuleSet) -> dict[int, Card]:
    """Return the owner's draws by their index in the talon, -1 for an unknown card."""
    drawn = {}
    for move in moves(rules, deal):
        place = _place(move, _owner(deal))
        if place >= 0:
            drawn[place] = move.done[-1].after.talon[place]
    return drawn


def _place(move: Move, owner: Seat) -> int:
    """Return the index in the talon of the owner's draw after a move, or -1 if there is none."""
    before, after = move.done[-1].before, move.done[-1].after
    if move.card < 0 or before.lead < 0 or before.closer >= 0 or not before.talon_left:
        return -1
    return before.drawn + (after.leader != owner)


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    why = unfit_by_card(deal, rules)
    if why:
        return why
    if _owner(deal) < 0:
        return Phrase("it lacks {what}", {"what": RecordPart.HANDS.title})
    if min(_draws(deal, rules).values(), default=0) < 0:
        return Phrase("it lacks {what}", {"what": RecordPart.TALON.title})
    if any(len(move.done) > 1 and move.done[0].before.lead >= 0 for move in moves(rules, deal)):
        return Phrase("an action in it is repeated or out of turn")
    return None


def _stated(deal: DealRecord, rules: RuleSet) -> set[Card]:
    """Return the talon cards that a deal states except the turn-up, minus those that follow from the play."""
    made = moves(rules, deal)
    after = made[-1].done[-1].after.talon[:-1] if made else ()
    drawn = {ply.card for trick in deal.tricks for ply in trick.plies if ply.action == actions.DRAW}
    return {card for card in (*talon_of(deal)[:-1], *(drawn & {*after})) if card >= 0}


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal as its owner sees it, who becomes A."""
    owner, drawn = _owner(deal), _draws(deal, rules)
    hand = dict(deal.hands)[owner]
    turn_up = deal.trump if deal.trump is not None else talon_of(deal)[-1]
    talon = [drawn.get(place, NO_CARD) for place in range(TALON - 1)] + [turn_up]
    for part, lost in (
        (RecordPart.HANDS, len(deal.hands) > 1),
        (RecordPart.TALON, not _stated(deal, rules) <= {*talon}),
    ):
        if lost:
            telling.tell(
                ReportKind.DROPPED, part, deal.number, Phrase("the log shows only what one player sees")
            )
    if owner != OWNER:
        telling.tell(
            ReportKind.DIFFERENT,
            RecordPart.HANDS,
            deal.number,
            Phrase("the player whose hand is known is called A"),
        )
    deal = valued(arranged(deal, rules, telling), rules, telling)
    return replace(
        deal,
        dealer=deal.dealer if owner == OWNER else SEATS[1 - deal.dealer],
        hands=((OWNER, hand),),
        talon=Holding(tuple(talon)),
        trump=turn_up,
    )


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    written = [_line(piece.record.deals[0], piece.whole.deals[0], piece.rules) for piece in pieces]
    return "".join(f"{line}\n" for line in written).encode()


def _line(deal: DealRecord, whole: DealRecord, rules: RuleSet) -> str:
    """Return a deal as a line; ``whole`` is the deal with both hands, as far as they are known."""
    owner = _owner(whole)
    hand = " ".join(map(_word, dict(deal.hands)[OWNER].cards))
    perspective = 1 if deal.dealer != OWNER else 2
    made = [move for move in moves(rules, whole) if move.card >= 0]
    steps = []
    for lead in range(0, len(made), 2):
        trick = made[lead : lead + 2]
        plays = {move.seat: _played(move) for move in trick}
        place = _place(trick[-1], owner)
        drawn = _word(trick[-1].done[-1].before.talon[place]) if place >= 0 else "*"
        players = (SEATS[1 - whole.dealer], whole.dealer)
        steps.append(f"{' : '.join(plays.get(player, '*') for player in players)} : {drawn}")
    turn_up = _word(talon_of(deal)[-1])
    return f"{hand} - {perspective} - {turn_up} - {' # '.join(steps)}"


def _played(move: Move) -> str:
    letters = "a" * (move.suit >= 0) + "z" * move.has(actions.CLOSE) + "t" * move.has(actions.EXCHANGE)
    return f"{_word(move.card)} {letters}".rstrip()


def _word(shown: Card) -> str:
    return f"{RANKS[rank_of(shown)]}{SUITS[suit_of(shown)]}"


ONELINER: Final = Format(
    "oneliner",
    Phrase("game string of markus7800/SchnapsenAI"),
    ".txt",
    PLAY | {RecordPart.DRAWS},
    is_oneliner,
    read,
    _write,
    SPEC,
    frozenset({RecordPart.TRUMP}),
    pack=20,
    project=_project,
    unfit=_unfit,
    between=b"",
    heads=HEADS,
    shows=Phrase("a first line with five cards, who leads and the turn-up"),
)
