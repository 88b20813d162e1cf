"""A match as it is played at a table: requests come in one by one, and each is accepted or refused.

What has been accepted is a list of entries; a table is nothing but what follows from them, so that the same
entries always make the same table (:meth:`Table.restore`). Whatever must come from outside comes as an entry:
the time, the cards, what the players and the arbiter do. Nothing here reads a clock, draws on chance, or
speaks to anybody.

At a *strict* table whatever is against the rules is refused. A *scorer's* table enters what happened at a
real one: irregular play stands, as it does when a record is judged, and is noted with its ruling; only what
cannot have happened is refused. There the cards need not be known, and only the arbiter enters the play and
learns of rulings before the deal is over: they speak of cards that others may not see. What may be entered
and what an entry does stand together for each kind, so the module is long.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple

from referee import actions, codes
from referee.actions import Action
from referee.auction import is_word
from referee.cards import (
    BIT,
    CARDS_BY_NUMBER,
    FULL_PACK,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    SEATS,
    Card,
    Seat,
    Suit,
    kind,
    mask,
    numbered,
    suit_of,
)
from referee.clock import Clock, TimeControl
from referee.codes import Code, Effect, Ruling
from referee.deal import Deal, first_packet, hands_and_talon, shown_for_trumps
from referee.match import Match, Standing, stated_worths
from referee.partial import deal_of, show
from referee.rules import RuleSet
from referee.shuffle import is_cut
from referee.state import Result
from referee.view import View, Watcher, hand_in_sight, in_sight

HOST: Final = Seat(6)
"""Stands for the house: it deals the cards and says when time has run out."""
ARBITER: Final = Seat(7)
"""Stands for the arbiter, or for whoever keeps the score of a real table."""
UNKNOWN: Final = 255
"""In the place of a card that is not known, in cards that are dealt at a scorer's table."""


class Mode(Enum):
    """Who keeps a table's players to the rules."""

    STRICT = "strict"
    SCORER = "scorer"


class Kind(Enum):
    """What can be entered at a table."""

    SIT = "sit"
    """A person takes a seat, before the first cards are dealt, and keeps it for the whole match."""
    COMMIT = "commit"
    """The house commits itself to the cards of the next deal (:mod:`referee.shuffle`)."""
    CUT = "cut"
    """A seat adds its own to what the cards are made of."""
    DEAL = "deal"
    """The cards are dealt."""
    ACT = "act"
    """A seat does something in the deal."""
    SETTLE = "settle"
    """Nobody claims after the last trick: the deal is settled as it is."""
    OFFER = "offer"
    """A seat proposes something that all others have to accept."""
    ACCEPT = "accept"
    DECLINE = "decline"
    """An offer is turned down, or taken back by whoever made it."""
    CALL = "call"
    """A seat calls the arbiter, and says why; the reason is shown only to the two of them."""
    ANSWER = "answer"
    """The arbiter has answered the call of a seat."""
    LEAVE = "leave"
    """A seat gives the match up."""
    FLAG = "flag"
    """The time of the seat whose clock runs is up."""
    PAUSE = "pause"
    RESUME = "resume"
    CORRECT = "correct"
    """What was done last in the deal is taken out again, back to a version."""
    AWARD = "award"
    """Game points that the arbiter gives a side in addition to the play."""
    FORFEIT = "forfeit"
    """The arbiter takes the match from a seat."""
    SET_CLOCK = "clock"
    """The time that a seat has left from now on: the arbiter says so, or the house after it was away."""
    ABORT = "abort"
    """The match ends without a winner."""
    CONFIRM = "confirm"
    """A seat confirms the result, once the match is over."""


class Proposal(Enum):
    """What a seat can offer."""

    TAKE_BACK = "takeback"
    """What was done last is taken out again, back to a version."""
    AGREE = "agree"
    """The deal ends with a result that the players agree on."""
    ABORT = "abort"
    REMATCH = "rematch"
    """Another match by the same rules, once this one is over."""


class MatchEnding(Enum):
    """How a match came to its end."""

    PLAYED = "played"
    LEFT = "left"
    TIME = "time"
    FORFEIT = "forfeit"
    ABORTED = "aborted"


class Entry(NamedTuple):
    """Something that is entered at a table, or that somebody asks to enter.

    What does not belong to its kind is left as it is here. ``by`` is a seat, :data:`HOST` or :data:`ARBITER`;
    ``at`` is the time in milliseconds since the table was opened.
    """

    kind: Kind
    by: Seat
    at: int = 0
    action: Action = Action(UNKNOWN)
    """What is done in the deal."""
    seat: Seat = NOBODY
    """Whom it is about: a side that is awarded points, a seat that forfeits, the winner agreed on."""
    points: int = 0
    """Game points, or milliseconds on a clock."""
    version: int = -1
    """The version to go back to."""
    proposal: Proposal | None = None
    data: bytes = b""
    """Cards in the order of dealing, a commitment, the cut of a seat, or the name of a person."""
    suit: Suit = NO_SUIT
    """The trump suit of cards that show none."""
    reason: str = ""
    """Why, in the words of whoever makes it; the referee does not read it."""

    @property
    def actor(self) -> Seat:
        """The seat whose action it is: the one that enters it, or the one for which the arbiter does."""
        return self.by if self.by < HOST else self.seat

    def as_seen_by(self, reader: Seat) -> "Entry":
        """The entry for a reader: why a seat calls the arbiter is shown only to the two of them."""
        is_private = self.kind is Kind.CALL and reader not in (self.by, ARBITER)
        return self._replace(reason="") if is_private else self


class TableOffer(NamedTuple):
    """A proposal that waits for the others."""

    entry: Entry
    accepted: int
    """The seats that are for it, a bit each."""


class Accepted(NamedTuple):
    """An entry has been made; ``rulings`` are on irregular play that was let stand."""

    version: int
    rulings: tuple[Ruling, ...] = ()


class Refused(NamedTuple):
    """An entry has not been made, and nothing has changed."""

    version: int
    ruling: Ruling


Answer = Accepted | Refused


class ActionDone(NamedTuple):
    """What was done in a deal: by which entry, and the rulings on it."""

    version: int
    entry: Entry
    rulings: tuple[Ruling, ...]
    short: bool = False
    """Whether it was done between a trick and the draw."""


class DealAtTable(NamedTuple):
    """A deal of the match: its cards in the order of dealing, the play, and what it came to.

    ``won`` is what it brought, an extra point after a draw included; 0 while it is played.
    """

    number: int
    dealer: Seat
    order: tuple[Card, ...]
    """By seat, then the talon from the top; -1 for a card that is not known."""
    deal: Deal
    done: tuple[ActionDone, ...] = ()
    result: Result | None = None
    won: int = 0
    score: tuple[int, ...] = ()
    awards: tuple[Entry, ...] = ()


class Mark(NamedTuple):
    """How a table stood at a version, to go back to."""

    version: int
    deal: Deal
    standing: Standing
    done: tuple[ActionDone, ...]
    awards: tuple[Entry, ...]


class TableView:
    """What a seat may know of a table; seat -1 stands for whoever watches, :data:`ARBITER` for the arbiter.

    ``deal`` is None between two deals. ``left`` are the milliseconds of each seat at the time ``at``.
    """

    def __init__(self, table: "Table", reader: Seat, at: int) -> None:
        self.reader = reader
        self.version = table.version
        self.at = at
        self.number = len(table.finished) + (table.now is not None)
        """Which deal it is, from 1; between two deals the one before."""
        self.dealer: Seat = table.now.dealer if table.now else table.match.dealer
        self.score = tuple(table.match.score)
        self.deal = table.view_of_deal(reader)
        self.paused = table.paused
        self.ending = table.ending
        self.winner = table.winner
        self.offer = table.offer
        self.calls = tuple(call.as_seen_by(reader) for call in table.calls.values())
        self.rematch = table.rematch
        self.committed = table.commitment
        self.cut_by = tuple(sorted(table.cuts))
        seats = SEATS[: table.rules.seats]
        self.left = tuple(table.clock.left_at(seat, at) for seat in seats) if table.clock else ()
        self.running: Seat = table.clock.running if table.clock else NOBODY
        self.closed = table.finished[-1] if table.finished and table.now is None else None
        """The deal that has just ended, whose cards everybody may see now."""
        self.seated = dict(table.seated)
        self.confirmed = tuple(sorted(table.confirmed))
        self.settles = table.settles
        """What the deal comes to without a claim, once all of its cards have been played."""


class Table:
    """A match that is being played.

    ``dealer`` deals first. With ``deals`` the match ends after so many, as it must where all pay; else at the
    target of the rules.

    >>> from referee.rulesets import SCHNAPSEN
    >>> table = Table(SCHNAPSEN, dealer=SEATS[1])
    >>> cards = bytes([card for card in range(24) if card % 6])
    >>> table.receive(Entry(Kind.DEAL, HOST, data=cards), 0)
    Accepted(version=1, rulings=())
    >>> table.receive(Entry(Kind.ACT, SEATS[1], action=Action(7)), 1).ruling.code.id
    'R201'
    >>> table.receive(Entry(Kind.ACT, SEATS[0], action=Action(5)), 1).version
    2
    """

    def __init__(
        self,
        rules: RuleSet,
        dealer: Seat = SEATS[0],
        mode: Mode = Mode.STRICT,
        control: TimeControl | None = None,
        deals: int = 0,
    ) -> None:
        if rules.mp_all_pay and not deals:
            raise ValueError(f"a match of {rules.name} has no target: say how many deals it has")
        if not 0 <= dealer < rules.seats:
            raise ValueError(f"there is no seat {dealer}")
        self.rules = rules
        self.first_dealer = dealer
        self.mode = mode
        self.deals = deals
        self.match = Match(rules, dealer)
        self.clock = Clock(control, rules.seats) if control else None
        self.version = 0
        """How many entries have been made."""
        self.now: DealAtTable | None = None
        """The deal that is being played."""
        self.finished: list[DealAtTable] = []
        self.offer: TableOffer | None = None
        self.calls: dict[Seat, Entry] = {}
        """The calls for the arbiter that wait for an answer, by seat."""
        self.due_since = 0
        """Since when whoever is to act or to cut has had to."""
        self.paused = False
        self.ending: MatchEnding | None = None
        self.ended_at = 0
        """The version at which the match ended; 0 while it goes on."""
        self.winner: Seat = NOBODY
        """The side that has won the match; -1 for none."""
        self.ended_by: Seat = NOBODY
        """Who ended the match: the seat that left, whose time was up or that broke it off, or another."""
        self.rematch = False
        """Whether all want another match."""
        self.seated: dict[Seat, bytes] = {}
        """The names of the persons who sit; the other seats are guests' or programs'."""
        self.confirmed: set[Seat] = set()
        """The seats that have confirmed the result."""
        self.commitment = b""
        """What the house has committed itself to for the next deal; empty without."""
        self.cuts: dict[Seat, bytes] = {}
        """What the seats have added to what the cards of the next deal are made of."""
        self._offered = [0] * rules.seats
        """How many offers each seat has made since the cards were dealt last."""
        self._marks: list[Mark] = []
        self._watcher: Watcher | None = None

    @staticmethod
    def restore(table: "Table", entries: Iterable[Entry]) -> "Table":
        """A table on which entries have been made that were accepted before; ValueError where one is not."""
        for entry in entries:
            answer = table.receive(entry, table.version)
            if isinstance(answer, Refused):
                raise ValueError(f"entry {table.version + 1} is not accepted: {answer.ruling.code.id}")
        return table

    def receive(self, entry: Entry, version: int) -> Answer:
        """Make an entry, if it may be made at this version of the table; what is refused changes nothing."""
        refusal = self.refusal(entry, version)
        if refusal is not None:
            return Refused(self.version, refusal)
        self.version += 1
        return Accepted(self.version, self._enter(entry))

    def refusal(self, entry: Entry, version: int) -> Ruling | None:
        """Why an entry may not be made; None where it may.

        Nothing in it depends on a card that the one who asks may not see.
        """
        if version != self.version:
            return _against(codes.STALE, entry.by, stated=version, needed=self.version)
        code = self._out_of_place(entry)
        if code is not None:
            return _against(code, entry.by)
        if entry.kind is Kind.ACT:
            return self._against_action(entry)
        return None

    def legal(self, seat: Seat, asker: Seat = NOBODY) -> list[Action]:
        """What the rules allow a seat now in the deal; nothing while the match stands still.

        At a scorer's table a seat may do nothing itself: the arbiter is the ``asker`` there.
        """
        if self.now is None or self.paused or self.ending or not 0 <= seat < self.rules.seats:
            return []
        if self.mode is Mode.SCORER and asker != ARBITER:
            return []
        deal = self.now.deal
        return [*in_sight(deal, [action for action, _ in deal.legal(seat)])]

    def why_not(self, action: Action, seat: Seat, asker: Seat = NOBODY) -> Ruling | None:
        """Why a seat may not do something now, as far as it, or the arbiter who asks, may know; else None."""
        by = seat if asker < 0 else asker
        return self.refusal(Entry(Kind.ACT, by, action=action, seat=seat), self.version)

    def view(self, reader: Seat, at: int = 0) -> TableView:
        """What a seat may know of the table; -1 stands for whoever watches."""
        return TableView(self, reader, at)

    def view_of_deal(self, reader: Seat) -> View | None:
        """What a seat may know of the deal that is being played."""
        if self.now is None:
            return None
        watcher = self._watcher or self._look_again()
        seat = reader if 0 <= reader < self.rules.seats else NOBODY
        return View(self.now.deal, seat, self.legal(seat), watcher)

    def falls_at(self) -> int:
        """When the time of the seat whose clock runs will be up; -1 where none runs."""
        return self.clock.falls_at() if self.clock else -1

    @property
    def trump(self) -> Suit:
        """The trump suit of the deal that is being played; -1 without one, and between two deals."""
        return self.now.deal.trump if self.now else NO_SUIT

    @property
    def wants_cards(self) -> bool:
        """Whether the next deal can be dealt."""
        return self.now is None and self.ending is None and not self.paused

    @property
    def were_dealt(self) -> bool:
        """Whether the first cards have been dealt."""
        return bool(self.finished) or self.now is not None

    @property
    def is_open_to_settle(self) -> bool:
        """Whether the deal can be settled without a claim."""
        deal = self.now.deal if self.now else None
        return deal is not None and not deal.over and (deal.spent or deal.forfeit is not None)

    @property
    def is_played_out(self) -> bool:
        """Whether every card has been played at a strict table: all can count, and only claims are left."""
        return self.mode is Mode.STRICT and self.is_open_to_settle and self._deal.spent

    @property
    def settles(self) -> Result | None:
        """What a deal whose cards have all been played comes to without a claim."""
        if not self.is_played_out:
            return None
        settled = self._deal.copy()
        settled.finish()
        result = settled.result
        if result is None or result.winner < 0:
            return result
        return result._replace(game_points=result.game_points + self.match.bonus)

    # What may be entered.

    def _out_of_place(self, entry: Entry) -> Code | None:
        """Why an entry of this kind is not possible now for its maker, independent of the cards."""
        kind, by = entry.kind, entry.by
        if not self._may_enter(entry):
            return codes.NOT_YOURS_TO_ENTER
        if self.ending is not None and kind is not Kind.CONFIRM and not self._is_about_rematch(entry):
            return codes.MATCH_ENDED
        if self.paused and kind in _STAND_STILL:
            return codes.PAUSED
        if self.clock and kind in _PLAYERS_MAY and self.clock.fallen(entry.at) >= 0:
            return codes.TIME_IS_UP
        match kind:
            case Kind.SIT:
                is_free = 0 <= entry.seat < self.rules.seats and entry.seat not in self.seated
                return None if is_free and entry.data and not self.were_dealt else codes.NOT_POSSIBLE
            case Kind.ACT | Kind.SETTLE:
                return self._against_play(kind, by)
            case Kind.COMMIT | Kind.CUT | Kind.DEAL:
                return self._against_cards(entry)
            case Kind.OFFER | Kind.ACCEPT | Kind.DECLINE:
                return self._against_offer(entry)
            case Kind.FLAG:
                fallen = self.clock.fallen(entry.at) if self.clock else NOBODY
                return codes.TIME_IS_LEFT if fallen < 0 else None
            case Kind.PAUSE | Kind.RESUME:
                return codes.NOTHING_TO_DO if self.paused is (kind is Kind.PAUSE) else None
            case Kind.CALL:
                return codes.NOTHING_TO_DO if by in self.calls else None
            case Kind.ANSWER:
                return None if entry.seat in self.calls else codes.NOTHING_TO_DO
            case Kind.CORRECT:
                return None if self._mark(entry.version) else codes.NOT_TAKEN_BACK
            case Kind.AWARD:
                is_side = entry.seat in self.rules.sides and (self.now or self.finished)
                return None if is_side and 0 < entry.points <= MOST_AWARDED else codes.NOT_POSSIBLE
            case Kind.FORFEIT:
                return None if 0 <= entry.seat < self.rules.seats else codes.NOT_POSSIBLE
            case Kind.SET_CLOCK:
                is_clock = self.clock is not None and 0 <= entry.seat < self.rules.seats
                return None if is_clock and 0 <= entry.points <= MOST_TIME else codes.NOT_POSSIBLE
            case Kind.ABORT:
                return codes.NOT_ALONE if by < self.rules.seats and self.were_dealt else None
            case Kind.CONFIRM if self.ending is None:
                return codes.MATCH_GOES_ON
            case Kind.CONFIRM:
                return codes.NOTHING_TO_DO if by in self.confirmed else None
        return None

    def _may_enter(self, entry: Entry) -> bool:
        """Whether an entry of this kind is ever for its maker.

        The arbiter plays for the seats at a scorer's table alone. At a strict one he may only resign for a
        seat: by trying more he would find out which cards it holds.
        """
        kind, by = entry.kind, entry.by
        may = _OTHERS_MAY.get(by, ()) if by >= self.rules.seats else _PLAYERS_MAY
        if by < 0 or kind not in may:
            return False
        if self.mode is Mode.SCORER:
            return by == ARBITER or kind not in _PLAY
        return by != ARBITER or kind is not Kind.ACT or entry.action == actions.RESIGN

    def _against_play(self, kind: Kind, by: Seat) -> Code | None:
        if self.now is None:
            return codes.NO_DEAL
        if kind is Kind.ACT:
            return None
        if not self.is_open_to_settle:
            return codes.CARDS_LEFT
        deal = self.now.deal
        is_winners = by >= self.rules.seats or deal.side_of[by] == deal.side_of[deal.turn]
        return None if is_winners else codes.NOT_YOURS_TO_ENTER

    def _against_cards(self, entry: Entry) -> Code | None:
        if self.now is not None:
            return codes.DEAL_UNFINISHED
        if entry.kind is Kind.COMMIT:
            return codes.NOTHING_TO_DO if self.commitment else None
        if entry.kind is Kind.CUT:
            if not self.commitment or entry.by in self.cuts:
                return codes.NOTHING_TO_DO
            return None if is_cut(entry.data.decode("latin-1")) else codes.NOT_POSSIBLE
        if self.commitment and entry.by == ARBITER:
            return codes.NOT_YOURS_TO_ENTER
        try:
            self._dealt(entry)
        except ValueError:
            return codes.NOT_A_DEAL
        return None

    def _against_offer(self, entry: Entry) -> Code | None:
        offer, by = self.offer, entry.by
        if entry.kind is not Kind.OFFER:
            if offer is None or (entry.kind is Kind.ACCEPT and offer.accepted & BIT_OF_SEAT[by]):
                return codes.NO_OFFER
            return None
        if offer is not None:
            return codes.OFFER_OPEN
        if self._offered[by] >= MOST_OFFERS:
            return codes.TOO_MANY_OFFERS
        match entry.proposal:
            case Proposal.TAKE_BACK:
                return None if self._mark(entry.version) else codes.NOT_TAKEN_BACK
            case Proposal.AGREE:
                if self.now is None:
                    return codes.NO_DEAL
                worths = stated_worths(self.rules, self.match.bonus)
                is_result = entry.seat in self.rules.sides and entry.points in worths
                is_draw = entry.seat < 0 and not entry.points
                is_open = len(self.rules.sides) == 2
                return None if is_open and (is_result or is_draw) else codes.NOT_POSSIBLE
            case Proposal.REMATCH:
                return None if self.ending else codes.MATCH_GOES_ON
            case None:
                return codes.NOT_POSSIBLE
        return None

    def _is_about_rematch(self, entry: Entry) -> bool:
        if self.rematch:
            return False
        if entry.kind is Kind.OFFER:
            return entry.proposal is Proposal.REMATCH
        return entry.kind in (Kind.ACCEPT, Kind.DECLINE) and self.offer is not None

    def _against_action(self, entry: Entry) -> Ruling | None:
        """What the rules have against an action; at a scorer's table only where it cannot have happened."""
        assert self.now is not None  # noqa: S101 - seen before
        deal, action, seat = self.now.deal, entry.action, entry.actor
        if not 0 <= seat < self.rules.seats:
            return _against(codes.NOT_POSSIBLE, entry.by)
        meant = deal.meant(action, seat)
        is_known = 0 <= action < actions.CARDS or actions.MARRIAGE <= action <= actions.RESIGN
        if not (is_known or is_word(deal.rules, meant)):
            return _against(codes.NOT_POSSIBLE, entry.by)
        if self.mode is Mode.SCORER:
            prepared = deal.copy()
            _prepare(prepared, meant, seat)
            ruling = prepared.why_not(meant, seat)
            return ruling if ruling and ruling.code.effect is not Effect.STANDS else None
        if actions.is_play(action) and deal.result is None and not hand_in_sight(deal, seat) & BIT[meant]:
            card = Card(meant)
            return Ruling(_not_held(deal, card), seat, {"seat": seat, "turn": deal.turn, "card": kind(card)})
        if actions.TURN_UP <= action < actions.CALL_CARD and deal.auction and deal.auction.packet:
            return _against(codes.NOT_POSSIBLE, entry.by)  # it has not seen that card
        return deal.why_not(meant, seat)

    # What an entry does.

    def _enter(self, entry: Entry) -> tuple[Ruling, ...]:
        match entry.kind:
            case Kind.SIT:
                self.seated[entry.seat] = entry.data
            case Kind.COMMIT:
                self.commitment, self.due_since = entry.data, entry.at
            case Kind.CUT:
                self.cuts[entry.by] = entry.data
            case Kind.DEAL:
                self.now = self._dealt(entry)
                self.commitment, self.cuts = b"", {}
                self._offered = [0] * self.rules.seats
                self._marks.clear()
                self._look_again()
                self._run(entry.at)
            case Kind.ACT:
                return self._act(entry)
            case Kind.SETTLE:
                self._mark_here()
                self._deal.finish()
                self._go_on(entry)
            case Kind.OFFER:
                self._offered[entry.by] += 1
                self.offer = TableOffer(entry, BIT_OF_SEAT[entry.by])
            case Kind.ACCEPT:
                self._accept(entry)
            case Kind.DECLINE:
                self.offer = None
            case Kind.CALL:
                self.calls[entry.by] = entry
            case Kind.ANSWER:
                del self.calls[entry.seat]
            case Kind.LEAVE:
                self._lose(entry.by, MatchEnding.LEFT, entry.at)
            case Kind.FLAG if self.clock:
                self._lose(self.clock.running, MatchEnding.TIME, entry.at)
            case Kind.FORFEIT:
                self._lose(entry.seat, MatchEnding.FORFEIT, entry.at)
            case Kind.ABORT:
                self._end(MatchEnding.ABORTED, NOBODY, entry.at, entry.by)
            case Kind.CONFIRM:
                self.confirmed.add(entry.by)
            case Kind.PAUSE | Kind.RESUME:
                self.paused = entry.kind is Kind.PAUSE
                self._run(entry.at)
            case Kind.CORRECT:
                self._go_back(entry.version, entry.at)
            case Kind.AWARD:
                self._award(entry)
            case Kind.SET_CLOCK if self.clock:
                self._set_clock(self.clock, entry)
        return ()

    @property
    def _deal(self) -> Deal:
        assert self.now is not None  # noqa: S101 - seen before
        return self.now.deal

    def _dealt(self, entry: Entry) -> DealAtTable:
        """The next deal with these cards; ValueError where they are none."""
        rules, dealer = self.match.deal_rules, self.match.dealer
        order: tuple[Card, ...] = tuple(
            NO_CARD if number == UNKNOWN else CARDS_BY_NUMBER[number] for number in entry.data
        )
        if rules.deck_cards > FULL_PACK:
            order = numbered(order)
        if NO_CARD not in order:
            deal = Deal.dealt_from(rules, dealer, order, entry.suit)
        elif self.mode is Mode.STRICT:
            raise ValueError("every card is dealt")
        else:
            deal = _partly_known(rules, dealer, order, entry.suit)
        deal.steps = []
        return DealAtTable(len(self.finished) + 1, dealer, order, deal)

    def _act(self, entry: Entry) -> tuple[Ruling, ...]:
        assert self.now is not None  # noqa: S101 - seen before
        self._mark_here()
        deal, seat = self._deal, entry.actor
        action = deal.meant(entry.action, seat)
        if self.mode is Mode.SCORER:
            _prepare(deal, action, seat)
        short = deal.undrawn
        entry = entry._replace(action=action)
        ruling = deal.push(action, seat)
        if ruling is not None:
            deal.let_stand(action, ruling)
        rulings = () if ruling is None else (ruling,)
        self.now = self.now._replace(done=(*self.now.done, ActionDone(self.version, entry, rulings, short)))
        if self.offer is not None and self.offer.entry.proposal is not Proposal.ABORT:
            self.offer = None
        if self.clock and self.clock.running == seat:
            self.clock.acted(entry.at)
        if deal.spent and not deal.over and not deal.legal():
            deal.finish()
        self._go_on(entry)
        return rulings

    def _go_on(self, entry: Entry) -> None:
        """Count the deal if it is over, and let the clock run for whoever is next."""
        assert self.now is not None  # noqa: S101 - seen before
        result = self._deal.result
        if result is not None:
            won = self.match.add(self.now.dealer, result)
            score = tuple(self.match.score)
            self.finished.append(self.now._replace(result=result, won=won, score=score))
            self.now = None
            if self.mode is Mode.STRICT:
                self._marks.clear()  # the cards are open now
            self._end_if_decided(entry.at)
        self._run(entry.at)

    def _end_if_decided(self, at: int) -> None:
        if self.match.winner >= 0:
            self._end(MatchEnding.PLAYED, self.match.winner, at)
        elif self.deals and len(self.finished) >= self.deals and self.now is None:
            self._end(MatchEnding.PLAYED, _ahead(self.rules, self.match.score), at)

    def _accept(self, entry: Entry) -> None:
        assert self.offer is not None  # noqa: S101 - seen before
        self.offer = self.offer._replace(accepted=self.offer.accepted | BIT_OF_SEAT[entry.by])
        if self.offer.accepted != (1 << self.rules.seats) - 1:
            return
        offered, self.offer = self.offer.entry, None
        match offered.proposal:
            case Proposal.TAKE_BACK:
                self._go_back(offered.version, entry.at)
            case Proposal.AGREE:
                self._mark_here()
                self._deal.agree(offered.seat, self.match.without_bonus(offered.seat, offered.points))
                self._go_on(entry)
            case Proposal.ABORT:
                self._end(MatchEnding.ABORTED, NOBODY, entry.at, offered.by)
            case Proposal.REMATCH:
                self.rematch = True

    def _award(self, entry: Entry) -> None:
        self.match.award(entry.seat, entry.points)
        at_deal = self.now or self.finished.pop()
        at_deal = at_deal._replace(awards=(*at_deal.awards, entry))
        if self.now is not None:
            self.now = at_deal
        else:
            self.finished.append(at_deal._replace(score=tuple(self.match.score)))
        self._end_if_decided(entry.at)

    def _set_clock(self, clock: Clock, entry: Entry) -> None:
        running = clock.running
        clock.run(NOBODY, entry.at)
        clock.left[entry.seat] = entry.points
        clock.run(running, entry.at)

    def _lose(self, seat: Seat, ending: MatchEnding, at: int) -> None:
        """The match is lost for a seat; of two sides the other has won it."""
        sides = self.rules.sides
        lost = self.rules.side(seat)
        self._end(
            ending, next(side for side in sides if side != lost) if len(sides) == 2 else NOBODY, at, seat
        )

    def _end(self, ending: MatchEnding, winner: Seat, at: int, by: Seat = NOBODY) -> None:
        self.ending, self.winner, self.ended_by, self.offer = ending, winner, by, None
        self.ended_at = self.version
        self.calls.clear()
        self._run(at)

    def _run(self, at: int) -> None:
        """Let the clock run for whoever has to act, and for nobody while the match stands still."""
        self.due_since = at
        if self.clock:
            stands = self.now is None or self.paused or self.ending is not None or self._deal.over
            stands = stands or self.is_played_out
            self.clock.run(NOBODY if stands else self._deal.turn, at)

    # Going back.

    def _mark_here(self) -> None:
        """Remember how the table stood before this entry."""
        assert self.now is not None  # noqa: S101 - seen before
        mark = Mark(
            self.version - 1, self._deal.copy(), _kept(self.match.standing()), self.now.done, self.now.awards
        )
        self._marks.append(mark)

    def _mark(self, version: int) -> Mark | None:
        return next((mark for mark in self._marks if mark.version == version), None)

    def _go_back(self, version: int, at: int) -> None:
        mark = self._mark(version)
        assert mark is not None  # noqa: S101 - seen before
        was = self.now or self.finished.pop()
        del self._marks[self._marks.index(mark) :]
        self.now = was._replace(
            deal=mark.deal, done=mark.done, awards=mark.awards, result=None, won=0, score=()
        )
        self.match.go_back(_kept(mark.standing))
        self.offer = None
        self._look_again()
        self._run(at)

    def _look_again(self) -> Watcher:
        """Have what happens in the open of the deal watched from now on."""
        self._watcher = Watcher(self._deal, trusts=self.mode is Mode.STRICT)
        return self._watcher


MOST_AWARDED: Final = 99
"""The most game points that an arbiter gives at once."""
MOST_OFFERS: Final = 10
"""How many offers a seat makes between two deals; a takeback that is accepted counts as well."""
MOST_TIME: Final = 7 * 24 * 3_600_000
"""The most milliseconds that a clock can show: a week."""
BIT_OF_SEAT: Final = tuple(1 << seat for seat in range(8))

_PLAYERS_MAY: Final = (
    Kind.ACT,
    Kind.SETTLE,
    Kind.CUT,
    Kind.OFFER,
    Kind.ACCEPT,
    Kind.DECLINE,
    Kind.CALL,
    Kind.LEAVE,
    Kind.ABORT,
    Kind.CONFIRM,
)
_OTHERS_MAY: Final = {
    HOST: (Kind.SIT, Kind.COMMIT, Kind.DEAL, Kind.FLAG, Kind.SETTLE, Kind.SET_CLOCK, Kind.ABORT),
    ARBITER: (
        Kind.ACT,
        Kind.SETTLE,
        Kind.DEAL,
        Kind.ANSWER,
        Kind.PAUSE,
        Kind.RESUME,
        Kind.CORRECT,
        Kind.AWARD,
        Kind.FORFEIT,
        Kind.SET_CLOCK,
        Kind.ABORT,
    ),
}
_PLAY: Final = (Kind.ACT, Kind.SETTLE)
"""What the arbiter alone enters at a scorer's table."""
_STAND_STILL: Final = (Kind.ACT, Kind.SETTLE, Kind.DEAL, Kind.FLAG, Kind.OFFER, Kind.ACCEPT)
"""What waits while the match is paused."""


def _against(code: Code, by: Seat, **facts: int) -> Ruling:
    return Ruling(code, by if by < HOST else NOBODY, facts)


def _kept(standing: Standing) -> Standing:
    return standing[0][:], *standing[1:]


def _ahead(rules: RuleSet, score: Sequence[int]) -> Seat:
    """The side with the most game points; -1 where several have as many."""
    most = max(score)
    return rules.sides[score.index(most)] if score.count(most) == 1 else NOBODY


def _not_held(deal: Deal, card: Card) -> Code:
    """Why a card cannot be played by a seat that does not hold it, as far as everybody can tell."""
    if not deal.rules.deck_cards & BIT[card]:
        return codes.NOT_IN_DEAL
    if deal.auction is None and deal.gone & BIT[card]:
        return codes.ALREADY_PLAYED
    if deal.talon_left and deal.rules.draws and deal.talon[-1] == card:
        return codes.NOT_DRAWN
    return codes.NOT_HELD


def _partly_known(rules: RuleSet, dealer: Seat, order: Sequence[Card], suit: Suit) -> Deal:
    """A deal of which some cards are known; ValueError where they are not of one pack, or show no trumps."""
    known = [card for card in order if card >= 0]
    if len(order) != rules.deck_cards.bit_count() or mask(known) & ~rules.deck_cards:
        raise ValueError("these are not as many cards as the rules deal, or not of their pack")
    if mask(known).bit_count() != len(known):
        raise ValueError("a card is dealt twice")
    hands, talon = hands_and_talon(rules, order)
    if suit < 0 and not rules.talon_size and not rules.auction.steps:
        suit = suit_of(shown_for_trumps(rules, dealer, order))
    held = [mask(card for card in hand if card >= 0) for hand in hands]
    unseen = [sum(card < 0 for card in hand) for hand in hands]
    return deal_of(rules, dealer, held, talon, suit, unseen, *first_packet(rules, dealer, hands))


def _prepare(deal: Deal, action: Action, seat: Seat) -> None:
    """Make a scorer's deal ready for an action: its cards are shown, and a draw that is due is made."""
    show(deal, action, seat)
    if deal.undrawn and actions.is_play(action) and deal.can(actions.DRAW):
        deal.do(actions.DRAW)
        show(deal, action, seat)
