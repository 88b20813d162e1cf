"""JSON actions of card servers, interpreted by a mapping table (:mod:`notation.formats.actions.mapping`).

The messages of one player show one side: the opponent's hand and the talon stay unknown except for the cards
seen. A message without a rule in the table is reported as dropped. Read only.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.actions.mapping import MappingTable, Rule, tables
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.format import Format, evidence
from notation.formats.core.json_values import BadValueError, first_values, values
from notation.formats.core.lines import LogError, is_full
from notation.formats.core.moves import check_once, following
from notation.formats.core.observation import ObservedAction, ObservedDeal
from notation.formats.core.report import Telling
from notation.record.model import NOBODY, DealRecord, Outcome, Record, Tag
from referee import actions
from referee.actions import Action
from referee.cards import NO_CARD, NO_SUIT, SEATS, Card, Seat, Suit, suit_of
from referee.rules import RuleSet

_ANNOUNCED: Final = {
    "exchange": actions.EXCHANGE,
    "close": actions.CLOSE,
    "out": actions.OUT,
    "resign": actions.RESIGN,
}
_MAX_CARDS: Final = 24
_MAX_ACTIONS: Final = 100
"""Actions and drawn cards of a deal."""


@dataclass(slots=True)
class _LoggedDeal:
    """A deal as far as it has been logged."""

    line: int
    hands: dict[int, list[Card]] = field(default_factory=dict)
    own: list[Card] = field(default_factory=list)
    """The first cards of a player who is not yet identified."""
    told_as: Any = None
    """The id of that player in its messages, if any."""
    suit: Suit = NO_SUIT
    """The trump suit, if it is sent separately from the turn-up."""
    turn_up: Card = NO_CARD
    now: Card = NO_CARD
    """The turn-up as last seen; -1 after an exchange."""
    top: list[Card] = field(default_factory=list)
    leader: Seat = NOBODY
    steps: list[ObservedAction] = field(default_factory=list)
    drawn: list[tuple[int, Seat, Card]] = field(default_factory=list)
    """Cards drawn: after which trick, by whom or -1, and the card."""
    outcome: Outcome | None = None
    broken: bool = False

    @property
    def played(self) -> list[Card]:
        return [step.action for step in self.steps if actions.is_play(step.action)]

    def has(self, action: Action) -> bool:
        return any(step.action == action for step in self.steps)

    def seen(self, rules: RuleSet) -> ObservedDeal:
        owner = self._owner()
        hands = dict(self.hands)
        if self.own and owner >= 0:
            hands.setdefault(owner, self.own)
        drawn: dict[int, dict[Seat, Card]] = {}
        for trick, told, card in self.drawn:
            seat = told if told >= 0 else owner
            if seat >= 0:
                drawn.setdefault(trick, {})[seat] = card
        size = rules.deal_hand_size
        dealt = [[*hands.get(seat, ()), *[NO_CARD] * (size - len(hands.get(seat, ())))] for seat in SEATS[:2]]
        first = next((step.seat for step in self.steps if step.seat >= 0), NOBODY)
        leader = self.leader if self.leader >= 0 else first
        dealer = SEATS[1 - leader] if leader >= 0 else NOBODY
        suit = self.suit if self.turn_up < 0 else NO_SUIT
        return ObservedDeal(dealer, dealt, self.turn_up, self.steps, drawn, suit, self.top)

    def _owner(self) -> Seat:
        """Return the player of one of the unidentified cards."""
        cards = {*self.own, *(card for _, seat, card in self.drawn if seat < 0)}
        return next((step.seat for step in self.steps if step.action in cards), NOBODY)


class _MessageReader:
    """Processes the messages of a log with a table."""

    def __init__(self, table: MappingTable, telling: Telling) -> None:
        self.deals: list[_LoggedDeal] = []
        self._table = table
        self._telling = telling
        self._rules = following(table.spec)
        self._seats: dict[Any, Seat] = {each: Seat(seat) for seat, each in enumerate(table.ids)}
        self._shown: dict[str, Card] = {}
        self._open = False

    def take(self, line: int, message: Any) -> None:
        """Process a message; an error ends its deal."""
        fitting = [rule for rule in self._table.rules if rule.fits(message)]
        if not fitting:
            self._telling.dropped(None, 0, Phrase("a message that the mapping table does not know"), line)
        for rule in fitting:
            try:
                self._do(rule, line, message)
            except BadValueError as error:
                if not (self._open and self.deals[-1].broken):
                    error.tell(self._telling, line)
                if self._open:
                    self.deals[-1].broken = True

    def _do(self, rule: Rule, line: int, message: Any) -> None:
        if rule.kind == "skip":
            return
        once = bool(rule.facts.get("once"))
        told_as = rule.fact(message, "id")
        if self._open and told_as is not None and self.deals[-1].told_as == told_as:
            return
        if rule.kind == "deal" or not self._open:
            known = self._open and not self.deals[-1].steps
            if rule.kind in ("result", "hold") or once:
                return
            if not known:
                self.deals.append(_LoggedDeal(line))
                self._open = True
        deal = self.deals[-1]
        if len(deal.steps) + len(deal.drawn) > _MAX_ACTIONS:
            raise BadValueError(message, '"deal"')
        if rule.kind == "deal":
            self._begin(deal, rule, message)
        elif rule.kind in ("hold", "drawn"):
            self._hold(deal, rule, message)
        elif rule.kind == "turn-up":
            self._turn_up(deal, self._card(rule, message))
        elif rule.kind == "result":
            self._end(deal, rule, message)
        else:
            self._act(deal, rule, message, once)

    def _begin(self, deal: _LoggedDeal, rule: Rule, message: Any) -> None:
        deal.told_as = rule.fact(message, "id")
        deal.suit = self._table.suit(rule.fact(message, "trump"))
        self._hold(deal, rule, message)
        self._turn_up(deal, self._table.card(rule.fact(message, "turn_up"), self._shown))
        talon = rule.fact(message, "talon")
        if isinstance(talon, list) and len(talon) <= _MAX_CARDS:
            deal.top = [self._table.card(each, self._shown) for each in talon]
        if "leader" in rule.facts:
            deal.leader = self._seat(rule.fact(message, "leader"))

    def _turn_up(self, deal: _LoggedDeal, card: Card) -> None:
        """Process a visible turn-up; if it has changed, the player in turn has exchanged it."""
        if card < 0:
            return
        if deal.turn_up < 0 and not deal.has(actions.EXCHANGE):
            deal.turn_up = card
        elif deal.now not in (NO_CARD, card):
            deal.steps.append(ObservedAction(actions.EXCHANGE))
            self._telling.derived(RecordPart.EXCHANGES, Phrase("another turn-up"), len(self.deals))
        deal.now = card

    def _hold(self, deal: _LoggedDeal, rule: Rule, message: Any) -> None:
        """Add cards in a visible hand; new ones were dealt before the first card, drawn after it."""
        by_seat = rule.fact(message, "hands")
        if isinstance(by_seat, list):
            for seat, cards in zip(SEATS, by_seat[:2], strict=False):
                self._see(deal, seat, cards)
            return
        told = [rule.fact(message, "card")] if rule.kind == "drawn" else rule.fact(message, "hand")
        self._see(deal, self._seat(rule.fact(message, "seat")) if "seat" in rule.facts else NOBODY, told)

    def _see(self, deal: _LoggedDeal, seat: Seat, cards: Any) -> None:
        if not isinstance(cards, list):
            return
        if len(cards) > _MAX_CARDS:
            raise BadValueError(cards, '"hand"')
        for each in cards:
            card = self._table.card(each, self._shown)
            if card < 0:
                raise BadValueError(each, '"card"')
            hand = deal.hands.setdefault(seat, []) if seat >= 0 else deal.own
            taken = {card for _, _, card in deal.drawn}
            if card in hand or card in taken or card in (deal.turn_up, deal.now) or card in deal.played:
                continue
            if not deal.played and len(hand) < self._rules.deal_hand_size:
                hand.append(card)
            else:
                deal.drawn.append((len(deal.played) // 2, seat, card))

    def _act(self, deal: _LoggedDeal, rule: Rule, message: Any, once: bool) -> None:
        seat = self._seat(rule.fact(message, "seat")) if "seat" in rule.facts else NOBODY
        if "not_seat" in rule.facts:
            seat = SEATS[1 - self._seat(rule.fact(message, "not_seat"))]
        value = rule.fact(message, "value")
        if rule.kind == "play":
            card = self._card(rule, message)
            if card < 0:
                raise BadValueError(rule.fact(message, "card"), '"card"')
            if once and card in deal.played:
                return
            worth = rule.fact(message, "marriage")
            announced = actions.marriage(suit_of(card))
            if worth in (20, 40) and len(deal.played) % 2 == 0 and not deal.has(announced):
                deal.steps.append(ObservedAction(announced, seat, worth))
            deal.steps.append(ObservedAction(card, seat))
            return
        action = self._marriage(deal, rule, message) if rule.kind == "marriage" else _ANNOUNCED[rule.kind]
        if once and deal.has(action):
            return
        if action == actions.EXCHANGE:
            deal.now = NO_CARD
        deal.steps.append(ObservedAction(action, seat, value if value in (20, 40) else 0))

    def _marriage(self, deal: _LoggedDeal, rule: Rule, message: Any) -> Action:
        """Return the announcement of a marriage: in the stated suit, of a card, or in trumps."""
        if "suit" in rule.facts:
            suit = self._table.suit(rule.fact(message, "suit"))
        else:
            card = self._card(rule, message) if "card" in rule.facts else deal.turn_up
            suit = suit_of(card) if card >= 0 else NO_SUIT
        if suit < 0:
            raise BadValueError(rule.fact(message, "suit"), '"suit"')
        return actions.marriage(suit)

    def _end(self, deal: _LoggedDeal, rule: Rule, message: Any) -> None:
        points = rule.fact(message, "points")
        if type(points) is not int or not 0 <= points <= 99:
            raise BadValueError(points, '"points"')
        deal.outcome = Outcome(self._seat(rule.fact(message, "winner")), points)
        self._open = False

    def _card(self, rule: Rule, message: Any) -> Card:
        return self._table.card(rule.fact(message, "card"), self._shown)

    def _seat(self, told: Any) -> Seat:
        """Return the seat of a player's id; the first one named is A."""
        if not isinstance(told, str | int):
            raise BadValueError(told, '"seat"')
        if told not in self._seats:
            if len(self._seats) == 2:
                raise BadValueError(told, '"seat"')
            self._seats[told] = SEATS[len(self._seats)]
        return self._seats[told]

    def records(self) -> Iterator[DealRecord]:
        """Yield the deals that could be read, reporting what is unknown."""
        for number, deal in enumerate(self.deals, start=1):
            if deal.broken:
                continue
            try:
                yield self._record(deal, number)
            except LogError as error:
                error.tell(self._telling, deal.line)

    def _record(self, deal: _LoggedDeal, number: int) -> DealRecord:
        telling = self._telling
        seen = deal.seen(self._rules)
        dealt = (*seen.hands, seen.top, [seen.turn_up])
        check_once([card for cards in dealt for card in cards if card >= 0])
        is_turned = seen.turn_up >= 0 or seen.suit >= 0
        if seen.dealer < 0 or not is_turned:
            raise LogError('"leader"' if is_turned else '"turn_up"')
        record = seen.written(self._rules, number).record(deal.outcome)
        if deal.leader < 0:
            telling.derived(RecordPart.DEALER, Phrase("who leads first"), number)
        if min(map(min, seen.hands)) < 0:
            telling.unknown(RecordPart.HANDS, Phrase("they are not shown"), number)
        if record.talon is None or min(record.talon.cards) < 0:
            telling.unknown(RecordPart.TALON, Phrase("they are not shown"), number)
        return record


def reader_of(found: Sequence[MappingTable]) -> Callable[[bytes, Telling], Iterator[Record]]:
    """Return a reader that uses whichever of these tables matches the log."""

    def read(data: bytes, telling: Telling) -> Iterator[Record]:
        first = first_values(data) if len(found) > 1 else []
        fitting = [(table, line) for table in found if (line := table.line(first))]
        telling.begin(first[0][0] if first else 1)
        if len(found) > 1 and not fitting:
            telling.fault(catalogue.FORMAT_UNKNOWN, 1, known="; ".join(table.name for table in found))
            return
        if len(fitting) > 1:
            telling.fault(
                catalogue.FORMAT_AMBIGUOUS, 1, known=evidence((t.name, line) for t, line in fitting)
            )
            return
        table = fitting[0][0] if fitting else found[0]
        reader = _MessageReader(table, telling)
        for line, message in values(data, telling):
            if is_full(telling, line):
                break
            reader.take(line, message)
        deals = tuple(reader.records())
        telling.derived(RecordPart.RULES, Phrase("the rules that its program plays"))
        yield Record((Tag("Rules", table.spec),), deals)

    return read


def _is_actions(data: bytes) -> int:
    first = first_values(data)
    return min(filter(None, (table.line(first) for table in tables())), default=0)


ACTIONS: Final = Format(
    "actions",
    Phrase("actions of card servers as JSON, read by a mapping table"),
    ".json",
    PLAY
    | {RecordPart.MATCH, RecordPart.CLAIMS, RecordPart.RESIGNATIONS}
    | {RecordPart.BARE_MARRIAGES, RecordPart.RESULTS},
    _is_actions,
    lambda data, telling: reader_of(tables())(data, telling),
    shows=Phrase("a message with cards, as one of the servers that have a table sends it"),
)
"""The format for actions of the servers that have a table."""
