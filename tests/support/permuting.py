"""Matches that a reader cannot distinguish: cards he has not seen are permuted, and the play is the same."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from notation.live.events import events, snapshot
from notation.live.journal import JournalLine, dump_line, next_line
from notation.live.match import BY_HAND, LiveMatch, MatchOpening, Proposed
from notation.live.record import record_so_far
from notation.live.text import MatchText
from notation.text.writer import write
from notation.wire.events import dump_refused
from notation.wire.table import (
    dump_table_ruling,
    dump_table_view,
    dump_whole_entry,
    legal_words,
    load_whole_entry,
)
from referee import actions
from referee.actions import Action, is_play
from referee.cards import CARDS_BY_NUMBER, NOBODY, SEATS, Cards, Seat, kind, mask, members, second_copy
from referee.deal import Deal, shown_for_trumps
from referee.rules import RuleSet
from referee.state import Phase
from referee.table import ARBITER, HOST, Entry, Kind, Mode, Proposal, Table
from referee.view import hand_in_sight
from viewer.documents.languages import language

ENGLISH: Final = language("en")
SALT: Final = bytes(16)
CARDS: Final = b'"cards":'
"""In the body of the line of a deal."""
HEARD: Final = 5
"""Entries of which the events are compared."""
ACTIONS: Final = (*map(Action, range(24)), *actions.ANNOUNCEMENTS, actions.RESIGN)
OPENING: Final = (
    *actions.ACTIONS_BY_NUMBER[actions.NAME_TRUMP : actions.CONTRACT + 4],
    actions.DOUBLE,
    *actions.ACTIONS_BY_NUMBER[actions.TURN_UP : actions.TURN_UP + 24 : 5],
    *actions.ACTIONS_BY_NUMBER[actions.CALL_CARD : actions.CALL_CARD + 24 : 5],
    actions.TURN_UP_UNSEEN,
)
"""What may be tried before the first lead, in rule sets where something comes before it: some of it."""


def permuted(
    order: bytes, rules: RuleSet, table: Table, reader: Seat, rng: Random, before: Cards = 0
) -> bytes:
    """The same deal with the cards that a reader has not seen so far permuted.

    ``before`` are those that he has seen besides, before something was taken back.
    """
    assert table.now
    deal, size = table.now.deal, rules.deal_hand_size
    view = table.view_of_deal(reader)
    assert view
    seen = before | in_the_open(deal, reader) | view.hand
    for hand in view.sight().hands:
        seen |= hand.known
    if view.turn_up >= 0:
        seen |= 1 << view.turn_up
    dealer = table.now.dealer
    if rules.auction.defer or not rules.auction.steps:
        seen |= 1 << shown_for_trumps(rules, dealer, [CARDS_BY_NUMBER[card] for card in order])
    if deal.terms.has_copies:  # of two equal cards nobody knows which he sees
        seen = mask(copy for card in members(seen) for copy in (kind(card), second_copy(card)))
    is_naming = deal.auction is not None and deal.auction.packet and reader == deal.turn
    own = range(reader * size, reader * size + (rules.auction.packet if is_naming else size))
    own = own if 0 <= reader < rules.seats else range(0)
    hidden = [place for place, card in enumerate(order) if not seen >> card & 1 and place not in own]
    cards = [order[place] for place in hidden]
    rng.shuffle(cards)
    changed = bytearray(order)
    for place, card in zip(hidden, cards, strict=True):
        changed[place] = card
    return bytes(changed)


def in_the_open(deal: Deal, reader: Seat) -> Cards:
    """The cards that have been played; for whoever laid cards away those as well."""
    auction = deal.auction
    if auction is None:
        return deal.gone
    return deal.gone & ~auction.idle & ~(auction.aside if reader != auction.declarer else 0)


class MatchUnderWay:
    """A match in the middle of a deal: its lines, and what its readers were sent while it was played."""

    def __init__(self, opening: MatchOpening) -> None:
        self.match = LiveMatch.open(opening, SALT)
        self.lines: list[JournalLine] = [self.match.last]
        readers = (NOBODY, ARBITER, *self.match.seats)
        self.sent: dict[Seat, list[object]] = {each: [] for each in readers}
        self.seen = dict.fromkeys(readers, 0)
        """The cards of this deal that each has seen."""

    @property
    def table(self) -> Table:
        return self.match.table

    def enter(self, entry: Entry) -> bool:
        """Make an entry; whether it may be made."""
        proposed = self.match.propose(entry, self.table.version, SALT)
        if isinstance(proposed, Proposed):
            self.take(proposed.line, ())
        return isinstance(proposed, Proposed)

    def take(self, line: JournalLine, readers: Iterable[Seat]) -> None:
        """Take a line, and note what these readers are sent; ValueError where it is not accepted."""
        answer = self.match.take(line)
        self.lines.append(line)
        now, is_deal = self.table.now, CARDS in line.body
        for reader, seen in self.seen.items():
            own = in_the_open(now.deal, reader) if now else 0
            own |= hand_in_sight(now.deal, reader) if now and reader in self.match.seats else 0
            self.seen[reader] = own if is_deal else seen | own
        for reader in readers:
            self.sent[reader] += events(self.match, line, answer, reader, ENGLISH)

    @property
    def order(self) -> bytes:
        """The cards of the last deal, in the order of dealing."""
        return bytes.fromhex(self.lines[self._last_deal()].said["entry"]["cards"])

    def with_cards(self, other: bytes, reader: Seat) -> "MatchUnderWay | None":
        """The match with other cards in its last deal; None where it cannot have been played with them.

        The reader hears of the last entries only: what comes before is the end of other matches.
        """
        last = self._last_deal()
        again, order = MatchUnderWay(self.match.opening), self.order
        for at, line in enumerate(self.lines[1:], start=1):
            if at == last:
                line = line._replace(body=line.body.replace(order.hex().encode(), other.hex().encode()))
            now = again.table.now
            if at > last and now and now.deal.phase is Phase.DISCARD:
                entry = load_whole_entry(line.said["entry"])
                if is_play(entry.action):  # whatever lay in the place of the card is laid away
                    entry = entry._replace(action=Action(other[order.index(entry.action)]))
                    said = {"entry": dump_whole_entry(entry, again.table.trump, again.table.rules)}
                    line = line._replace(body=next_line(None, 0, said, SALT).body)
            try:
                again.take(line, (reader,) if at >= max(last, len(self.lines) - HEARD) else ())
            except ValueError:
                return None
        return again if again.table.now else None

    def _last_deal(self) -> int:
        return max(at for at, line in enumerate(self.lines) if CARDS in line.body)


def everything(table: Table, reader: Seat) -> list[object]:
    """All that a table tells a reader of itself when asked, refusals included."""
    view = table.view(reader, 1)
    said: list[object] = [dump_table_view(view)]
    if view.deal:
        said += [view.deal.sight(), list(view.deal.history())]
    said.append(legal_words(table, reader, reader))
    tried = (*ACTIONS, *OPENING) if table.rules.auction.steps else ACTIONS
    for seat in SEATS[: table.rules.seats] if reader == ARBITER else (reader,):
        for action in tried:
            ruling = table.why_not(action, seat, reader)
            said.append(ruling and (dict(ruling.facts), dump_table_ruling(ruling, table, ENGLISH)))
    refusals = [table.refusal(entry, table.version) for entry in _asked(table, reader)]
    said += [ruling and (ruling.code.id, dict(ruling.facts)) for ruling in refusals]
    each = {ruling.code.id: ruling for ruling in refusals if ruling}  # one answer of each kind
    return said + [dump_refused(table, ruling, reader, ENGLISH) for ruling in each.values()]


def told(played: MatchUnderWay, reader: Seat) -> list[object]:
    """Everything that a reader can have of a match: what he was sent, and every answer."""
    match = played.match
    return [
        *played.sent[reader],
        snapshot(match, reader, match.table.version),
        *everything(match.table, reader),
        write(record_so_far(match, reader)),
        MatchText(reader).more(match),
        *map(dump_line, match.shown_to(reader, played.lines)),
    ]


def _asked(table: Table, reader: Seat) -> Iterator[Entry]:
    """What a reader may try beside the actions of a deal."""
    seats = table.rules.sides
    for each in (
        Kind.SETTLE,
        Kind.CUT,
        Kind.DEAL,
        Kind.ACCEPT,
        Kind.ABORT,
        Kind.PAUSE,
        Kind.RESUME,
        Kind.FLAG,
    ):
        yield Entry(each, reader)
    for version in range(table.version + 1):
        yield Entry(Kind.CORRECT, reader, version=version)
        yield Entry(Kind.OFFER, reader, version=version, proposal=Proposal.TAKE_BACK)
    for seat in seats:
        yield Entry(Kind.OFFER, reader, proposal=Proposal.AGREE, seat=seat, points=1)
        yield Entry(Kind.AWARD, reader, seat=seat, points=1)


def opening_for(rules: RuleSet, mode: Mode) -> MatchOpening:
    """A match whose cards are dealt by hand."""
    return MatchOpening(rules, mode=mode, dealing=BY_HAND, deals=3 if rules.mp_all_pay else 0)


def a_match(opening: MatchOpening, rng: Random) -> MatchUnderWay:
    """A match that has come to some moment.

    At a scorer's table every third card is any that its seat holds, whether or not it is against the rules.
    """
    played = MatchUnderWay(opening)
    table, maker = played.table, HOST if opening.mode is Mode.STRICT else ARBITER
    for at in range(10, 10 * rng.choice([2, 8, 16, 24, 32, 64]), 10):
        if table.ending:
            break
        played.enter(_next(table, maker, at, rng))
    return played


def _next(table: Table, maker: Seat, at: int, rng: Random) -> Entry:
    """Something that can be entered next."""
    if table.now is None:
        return Entry(
            Kind.DEAL,
            maker,
            at,
            data=bytes(rng.sample(list(members(table.rules.deck_cards)), k=_pack(table))),
        )
    deal: Deal = table.now.deal
    by = [(action, seat) for action, seat in deal.legal() if action != actions.OUT or rng.random() < 0.03]
    if maker == ARBITER and rng.random() < 0.3 and deal.hands[deal.turn]:
        by = [(card, deal.turn) for card in members(deal.hands[deal.turn])]
    if not by:
        return Entry(Kind.SETTLE, maker, at)
    if len(table.now.done) > 2 and rng.random() < 0.03:
        done = rng.choice(table.now.done)
        return Entry(Kind.CORRECT, ARBITER, at, version=done.version - 1)
    action, seat = rng.choice(by)
    if maker == HOST:
        return Entry(Kind.ACT, seat, at, action=action)
    return Entry(Kind.ACT, ARBITER, at, action=action, seat=seat)


def _pack(table: Table) -> int:
    return table.rules.deck_cards.bit_count()
