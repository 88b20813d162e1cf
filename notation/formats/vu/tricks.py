"""The reprs of VU Amsterdam's package `schnapsen` (PyPI 0.0.5) as a log of games, read and written.

A game is a ``GameState`` and the tricks after it, or one ``GameState`` with everything before it nested
inside. The reprs have neither seats nor results, nor the card led with a marriage. So the writer adds seats
and result in comments, and the final cards in a last ``GameState``. Reprs are recognised by their shape;
nothing is evaluated.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.cutting import HeadLine, heads_by, marks
from notation.formats.core.format import Format, Piece, in_lines
from notation.formats.core.lines import decoded
from notation.formats.core.replayed import contradiction
from notation.formats.core.report import Telling
from notation.formats.vu.common import HOLDS, NEEDS, SPEC, TrickOrExchange, projected, turns, unfit
from notation.formats.vu.deals import deal_of
from notation.formats.vu.games import games
from notation.formats.vu.reprs import NAMES, SUITS, Exchange, ReprTrick, State, is_name, tokens
from notation.judge.deal import set_up
from notation.record.model import Outcome, Record, Tag, span_at
from notation.record.words import seat_letter
from notation.specs.spec import read_spec
from referee.cards import KING, QUEEN, SEATS, Card, Seat, card, members
from referee.deal import Deal
from referee.rules import RuleSet

_RULES: Final = cast(RuleSet, read_spec(SPEC))


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    text = decoded(data, telling)
    if text is None:
        return
    for game in games(list(tokens(text))):
        telling.begin(span_at(text, game.at).line)
        if game.fault:
            at, expected = game.fault
            place, word = span_at(text, at), text[at : at + 40].partition("\n")[0]
            telling.misread(place.line, word, expected, place.column)
        elif game.start:
            if not game.heading:
                telling.derived(RecordPart.DEALER, Phrase("A is the player who leads first"))
            names = game.heading.names if game.heading else ()
            tags = enumerate(names or _names(game.start, game.leader))
            deal = deal_of(game, game.start, telling)
            shown = None if game.heading else contradiction(_RULES, deal, may_go_on=False)
            if shown:  # without a heading, tricks of another game can follow
                telling.contradicted(shown)
                continue
            yield Record(tuple(Tag(seat_letter(seat), name) for seat, name in tags if name), (deal,))


def _names(start: State, leader: Seat) -> list[str | None]:
    """Return the names given to the players of a game; an unnamed one prints its address."""
    names = [name if is_name(name) and not name.startswith("<") else None for name in start.names]
    return names if leader == 0 else names[::-1]


def _lines(piece: Piece) -> Iterator[str]:
    [deal] = piece.record.deals
    played = turns(piece.rules, piece.whole.deals[0])
    leader = SEATS[1 - deal.dealer]
    names = json.dumps([piece.record.tag("A"), piece.record.tag("B")], ensure_ascii=False)
    yield f"# bots={names} first_leader=seat{leader}"
    won: list[list[Card]] = [[], []]
    for start in set_up(piece.rules, deal)[:1]:
        yield _state(start, leader, won)
    for turn in played:
        yield _trick(turn)
        if len(turn.cards) == 2:
            won[turn.after.leader] += turn.cards
    if played:
        yield _state(played[-1].after, played[-1].after.leader, won)
    if deal.result:
        yield _result(deal.result)


def _state(deal: Deal, leader: Seat, won: Sequence[Iterable[Card]]) -> str:
    """Return the repr of a deal's state, without its predecessors."""
    first, second = (
        f"BotState(implementation={seat_letter(seat)}, "
        f"hand=Hand(cards={_list(members(deal.hands[seat]))}, max_size=5), "
        f"score=Score(direct_points={deal.points[seat]}, pending_points={deal.pending[seat]}), "
        f"won_cards={_list(won[seat])})"
        for seat in (leader, 1 - leader)
    )
    talon = f"Talon(cards={_list(deal.talon[deal.drawn :])}, trump_suit={SUITS[deal.trump]})"
    return f"GameState(leader={first}, follower={second}, talon={talon}, previous=None)"


def _list(cards: Iterable[Card]) -> str:
    return f"[{', '.join(NAMES[card] for card in cards)}]"


def _trick(turn: TrickOrExchange) -> str:
    if not turn.cards:
        jack, taken = turn.before.lowest_trump, turn.before.talon[-1]
        return f"ExchangeTrick(exchange=TrumpExchange(jack={NAMES[jack]}), trump_card={NAMES[taken]})"
    lead = f"RegularMove(card={NAMES[turn.cards[0]]})"
    if turn.marriage >= 0:
        queen, king = (NAMES[card(turn.marriage, rank)] for rank in (QUEEN, KING))
        lead = f"Marriage(queen_card={queen}, king_card={king})"
    if len(turn.cards) == 1:
        return f"PartialTrick(leader_move={lead})"
    return f"RegularTrick(leader_move={lead}, follower_move=RegularMove(card={NAMES[turn.cards[1]]}))"


def _result(result: Outcome) -> str:
    told = {
        "winner": result.winner if result.winner >= 0 else None,
        "game_points": result.game_points,
        "reason": result.reason,
        "card_points": list(result.card_points),
    }
    return f"# result {json.dumps(told)}"


def _is_tricks(data: bytes) -> int:
    """Return the line of the first complete state, trick or exchange."""
    text = data.decode("utf-8", "replace")
    found = (each for each in tokens(text) if isinstance(each, State | ReprTrick | Exchange))
    first = next(found, None)
    return text.count("\n", 0, first.at) + 1 if first else 0


_FIRST_STATE: Final = re.compile(
    r"GameState\(leader=(?:(?!GameState).)*\[([^\]]*)\], max_size(?:(?!GameState).)*\[([^\]]*)\], max_size"
    r"(?:(?!GameState).)*Talon\(cards=\[([^\]]*)\](?:(?!GameState).)*previous=None"
)
"""A state without predecessors, with the cards of both hands and of the talon."""


_BEFORE: Final = re.compile(r"ExchangeFollowerPerspective object|ExchangeTrick\(")
"""What is printed before the first state of a game: a perspective without a repr, and its exchange."""
_MARKS: Final = (
    "first_leader=seat",
    "previous=None",
    "ExchangeFollowerPerspective object",
    "ExchangeTrick(",
    "Game ended. Winner is ",
    "# result ",
)
"""The marks of lines that show where games begin."""


def _beginnings(found: Iterator[HeadLine]) -> Iterator[tuple[int, int]]:
    """Yield the starts of games: a heading, or the first state with other cards or after a result."""
    is_over = True
    dealt: tuple[str, ...] = ()
    first, end = 0, -2
    for line in found:
        first = first if line.at == end + 1 else line.at
        if _BEFORE.search(line.text) and "previous=None" not in line.text:
            end = line.end
            continue
        if line.text.startswith("#") and "first_leader=seat" in line.text:
            yield line.at, line.at
            is_over, dealt = False, ()
        elif line.text.startswith("# result ") or "Game ended. Winner is " in line.text:
            is_over = True
        for state in _FIRST_STATE.finditer(line.text):
            if [len(cards.split(", ")) for cards in state.groups()] != [5, 5, 10]:
                continue
            if is_over or (dealt and not _is_one_deal(dealt, state.groups())):
                yield first, line.at
                is_over = False
            dealt = state.groups()


def _is_one_deal(dealt: tuple[str, ...], later: tuple[str, ...]) -> bool:
    """Return whether two states before the first trick differ by an exchange at most."""
    (leader, follower, talon), (held, others, left) = (
        [cards.split(", ") for cards in state] for state in (dealt, later)
    )
    is_kept = {*follower} == {*others} and talon[:-1] == left[:-1]
    return is_kept and {*leader, talon[-1]} == {*held, left[-1]}


VU_TRICKS: Final = Format(
    "vu-tricks",
    Phrase("VU Amsterdam's schnapsen: states and tricks as Python prints them"),
    ".txt",
    HOLDS | {RecordPart.NAMES, RecordPart.REASONS, RecordPart.CARD_POINTS},
    _is_tricks,
    _read,
    in_lines(_lines, "\n"),
    SPEC,
    NEEDS,
    20,
    shows=Phrase("a GameState, a RegularTrick or an ExchangeTrick as Python prints it"),
    project=projected,
    unfit=unfit,
    between=b"\n",
    heads=heads_by(marks(*_MARKS), _beginnings),
)
