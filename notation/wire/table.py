"""Live tables as JSON: requests, entries, and what a reader may see.

One vocabulary for HTTP, server-sent events, standard input and output, and journals. An action is its word in
SGN; `draw` draws after a trick.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from marshmallow import ValidationError, fields, missing

from notation.findings.translator import Translator
from notation.judge.opening import action_of, speaks, word_of
from notation.record.words import (
    SEAT_LETTERS,
    SUIT_NAMES,
    card_word,
    in_order,
    read_card,
    read_suit,
    seat_letter,
)
from notation.wire import member
from notation.wire.shape import Given, WireSchema, clause, dump_as, load_as, told
from referee import actions
from referee.actions import Action
from referee.cards import (
    CARDS_BY_NUMBER,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    SEATS,
    SUIT_LETTERS,
    Card,
    Seat,
    Suit,
    suit_of,
)
from referee.codes import Ruling
from referee.deal import hands_and_talon
from referee.rules import RuleSet
from referee.shuffle import LONGEST_CUT, is_cut
from referee.state import Phase, Reason
from referee.table import (
    ARBITER,
    HOST,
    MOST_AWARDED,
    MOST_TIME,
    UNKNOWN,
    DealAtTable,
    Entry,
    Kind,
    MatchEnding,
    Proposal,
    Table,
    TableView,
)
from referee.view import LAID_AWAY, LAID_FACE_DOWN

FORM: Final = 1
"""The version of this vocabulary: what is written in it is read by every later program."""
HOUSE_WORD: Final = "house"
ARBITER_WORD: Final = "arbiter"
_BY: Final = {HOST: HOUSE_WORD, ARBITER: ARBITER_WORD} | dict(zip(SEATS, SEAT_LETTERS, strict=False))
_MAKERS: Final = {word: seat for seat, word in _BY.items()}
_HIDDEN: Final = "##"
"""A card that the reader may not see."""
_UNSEEN: Final = "trump --"
"""To let one of the cards be turned up that one has not seen."""
_PLAIN: Final = {
    _UNSEEN: actions.TURN_UP_UNSEEN,
    "exchange": actions.EXCHANGE,
    "close": actions.CLOSE,
    "draw": actions.DRAW,
    "out": actions.OUT,
    "resign": actions.RESIGN,
}
LONGEST_WORD: Final = 64
"""The longest action, in characters."""
MOST_REASON: Final = 500
"""The longest reason, in characters."""
_WRITABLE: Final = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]*$"
"""What can stand in a record as a comment."""


def maker_word(by: Seat) -> str:
    """Return the word for the author of an entry: a seat by its letter, the house or the arbiter.

    >>> maker_word(SEATS[0]), maker_word(HOST)
    ('A', 'house')
    """
    return _BY[by]


def read_maker(word: str) -> Seat:
    """Return the author for a word; raises KeyError for an unknown one."""
    return _MAKERS[word]


def read_action(word: str, trump: Suit, short: bool, rules: RuleSet | None = None) -> Action:
    """Parse an action; ``short`` means that it comes between a trick and the draw.

    What is said before the first lead is read where the rules have such words.

    Raises ValueError with a message about the word.

    >>> read_action("40d", SUIT_NAMES.index("diamonds"), short=False)
    66
    """
    if word in _PLAIN:
        return actions.CLOSE_SHORT if word == "close" and short else _PLAIN[word]
    if rules and rules.auction.contracts and (said := _said_before_lead(word, rules)) is not None:
        return said
    try:
        if word[:-1] in ("20", "40"):
            suit = read_suit(word[-1])
            value = 40 if suit == trump else 20
            if word[:-1] != str(value):
                named = SUIT_NAMES[suit]
                raise ValueError(
                    f"the marriage in {named} is worth {value} in this deal: {value}{SUIT_LETTERS[suit]}"
                )
            return actions.marriage(suit)
        card = read_card(word[1:-1] if word.startswith("[") and word.endswith("]") else word)
    except KeyError:
        card = NO_CARD
    if card < 0:
        raise ValueError(
            f"{word!r} is not an action: say a card (Ah, 10h), 20h, 40h, exchange, close, draw, out or resign"
        )
    return Action(card)


def _said_before_lead(word: str, rules: RuleSet) -> Action | None:
    """Return what is said before the first lead; None for anything else."""
    from notation.text.reader import read_action as read_ply  # most games have no such words

    ply = read_ply(word, is_opening=True) if len(word) <= LONGEST_WORD else None
    return action_of(rules, ply) if ply and speaks(ply) else None


def word_of_action(action: Action, trump: Suit, rules: RuleSet, is_laid: bool = False) -> str:
    """Return an action of a live deal as written, a card that is laid away with that word.

    >>> from referee.rulesets import SANTASE
    >>> word_of_action(actions.marriage(SUIT_NAMES.index("hearts")), NO_SUIT, SANTASE)
    '20h'
    """
    if action == actions.DRAW:
        return "draw"
    if is_laid:
        return f"discard {'##' if action == LAID_AWAY else card_word(CARDS_BY_NUMBER[action])}"
    if action in (LAID_AWAY, LAID_FACE_DOWN):
        return _HIDDEN
    if action == actions.TURN_UP_UNSEEN:
        return _UNSEEN
    worth = 40 if actions.is_marriage(action) and actions.marriage_suit(action) == trump else 20
    return word_of(rules, action, worth)


def legal_words(table: Table, seat: Seat, asker: Seat = NOBODY) -> list[str]:
    """Return the current legal actions of a seat, except resigning, as written; see :meth:`Table.legal`.

    >>> from referee.rulesets import SCHNAPSEN
    >>> legal_words(Table(SCHNAPSEN), SEATS[0])
    []
    """
    return _words(table.legal(seat, asker), table.trump, table.rules)


def _words(found: Sequence[Action], trump: Suit, rules: RuleSet) -> list[str]:
    """Return actions as written, each once, though two cards may have one name."""
    return list(dict.fromkeys(word_of_action(action, trump, rules) for action in found))


def read_action_at(table: Table, word: str) -> Action:
    """Parse an action as it is meant at a table now.

    Raises ValueError with a message about the word.
    """
    return read_action(word, table.trump, table.now is not None and table.now.deal.undrawn, table.rules)


def _cards(cards: Sequence[Card]) -> list[str]:
    return [card_word(card) for card in cards]


class HandsRequestSchema(WireSchema):
    """The cards of a deal as somebody gives them: hands by seat, the talon from the top."""

    hands = member.table(fields.List(fields.String()), keys=SEAT_LETTERS, required=False)
    talon = member.texts(required=False)
    trump = member.text(about="the turn-up, or the suit where only that is known", required=False)


class RequestSchema(WireSchema):
    """Something that is asked of a table."""

    do = member.word(Kind, about="`act` where an `action` is given", required=False)
    action = member.text(about="as it is written in SGN; or draw", required=False)
    version = member.count(about="the version of the table at which it is meant", required=False)
    key = member.text(
        about="the same request sent again with the same key is done once",
        pattern="^[!-~]{1,64}$",
        required=False,
    )
    seat = member.side(about="whom it is about; whose action a scorer enters", null=True, required=False)
    points = member.count(about="game points", most=MOST_AWARDED, required=False)
    time = member.count(about="milliseconds on a clock", most=MOST_TIME, required=False)
    to = member.count(about="the version to go back to", required=False)
    offer = member.word(Proposal, about="what is offered", required=False)
    cut = member.text(about="what a seat adds to the shuffle; empty is allowed", required=False)
    cards = member.part(HandsRequestSchema, about="the cards that are dealt by hand", required=False)
    reason = member.text(
        about="why, in the words of the arbiter, or of the seat that calls the arbiter",
        most=MOST_REASON,
        pattern=_WRITABLE,
        error="Has a control character, or half of a surrogate pair.",
        required=False,
    )


class Request(NamedTuple):
    """Something that is asked of a table: an entry to make, at which version, under which key."""

    entry: Entry
    version: int | None
    key: str


def read_request(table: Table, by: Seat, at: int, found: object) -> Request:
    """Parse a request to a table; raises ValidationError with messages about it.

    >>> from referee.rulesets import SCHNAPSEN
    >>> read_request(Table(SCHNAPSEN), SEATS[0], 0, {"do": "leave", "version": 3}).entry.kind
    <Kind.LEAVE: 'leave'>
    """
    asked = load_as(RequestSchema, found)
    kind = Kind(asked["do"]) if "do" in asked else Kind.ACT
    if "do" not in asked and "action" not in asked:
        raise ValidationError("Say what is to be done.", "do")
    for name in ("action", "offer", "to", "cut", "cards", "time"):
        if name in asked and kind not in _TAKES[name]:
            raise ValidationError(f"Does not belong to {kind.value}.", name)
    if asked.get("reason") and by != ARBITER and kind is not Kind.CALL:
        raise ValidationError("A seat gives a reason where it calls the arbiter.", "reason")
    entry = Entry(kind, by, at, reason=asked.get("reason", ""))
    known = {part: asked[name] for name, part in _MEANT.items() if asked.get(name) is not None}
    entry = entry._replace(**known)
    if "offer" in asked:
        entry = entry._replace(proposal=Proposal(asked["offer"]))
    if kind is Kind.ACT:
        entry = entry._replace(action=_action_asked(table, asked))
    elif kind is Kind.CUT:
        text = asked.get("cut", "")
        if not is_cut(text):
            raise ValidationError(f"At most {LONGEST_CUT} letters, digits and :.,+_-", "cut")
        entry = entry._replace(data=text.encode())
    elif kind is Kind.DEAL:
        entry = _dealt_by_hand(table, entry, asked.get("cards", {}))
    return Request(entry, asked.get("version"), asked.get("key", ""))


_TAKES: Final = {
    "action": (Kind.ACT,),
    "offer": (Kind.OFFER,),
    "to": (Kind.OFFER, Kind.CORRECT),
    "cut": (Kind.CUT,),
    "cards": (Kind.DEAL,),
    "time": (Kind.SET_CLOCK,),
}
"""What belongs to which kind of request."""
_MEANT: Final = {"seat": "seat", "time": "points", "points": "points", "to": "version"}
"""What of an entry is asked for; points rather than a time."""


def _action_asked(table: Table, asked: dict[str, Any]) -> Action:
    if "action" not in asked:
        raise ValidationError("Say which action.", "action")
    try:
        return read_action_at(table, asked["action"])
    except ValueError as error:
        raise ValidationError(str(error), "action") from error


def _dealt_by_hand(table: Table, entry: Entry, cards: dict[str, Any]) -> Entry:
    rules = table.rules
    hands = [cards.get("hands", {}).get(letter, []) for letter in SEAT_LETTERS[: rules.seats]]
    try:
        order = [_filled(_read_cards(hand), rules.deal_hand_size, "a hand") for hand in hands]
        talon = _filled(_read_cards(cards.get("talon", [])), rules.talon_size, "the talon")
        trump, suit = cards.get("trump", ""), NO_SUIT
        if len(trump) == 1:
            suit = read_suit(trump)
        elif trump:
            card = read_card(trump)
            suit = suit_of(card)
            if talon and talon[-1] == UNKNOWN:
                talon[-1] = card
            elif talon and talon[-1] != card:
                raise ValueError("the turn-up is the last card of the talon")
    except KeyError as error:
        raise ValidationError(f"{error.args[0]!r} is not a card or suit.", "cards") from error
    except ValueError as error:
        raise ValidationError(str(error), "cards") from error
    data = bytes(number for hand in (*order, talon) for number in hand)
    return entry._replace(data=data, suit=NO_SUIT if talon and talon[-1] != UNKNOWN else suit)


def _read_cards(words: Sequence[str]) -> list[int]:
    return [UNKNOWN if (card := read_card(word)) < 0 else card for word in words]


def _filled(numbers: list[int], size: int, what: str) -> list[int]:
    if len(numbers) > size:
        raise ValueError(f"{what} has {size} cards, not {len(numbers)}")
    return numbers + [UNKNOWN] * (size - len(numbers))


# Entries, in journals and events.


class EntryAtTable(NamedTuple):
    """An entry, and the trump suit and the rules of the deal that it was made in."""

    entry: Entry
    trump: Suit
    rules: RuleSet
    is_laid: bool = False
    """Whether it lays a card away."""
    face_down: bool = False
    """Whether it plays a card face down."""

    @property
    def word(self) -> str:
        """What is done in the deal, as written."""
        word = word_of_action(self.entry.action, self.trump, self.rules, self.is_laid)
        return f"[{word}]" if self.face_down else word


class EntrySchema(WireSchema):
    """Something that was entered at a table, as everybody may see it: without cards and cuts."""

    kind = member.word(Kind, "entry.kind")
    by = member.word(_BY.values(), lambda of: maker_word(of.entry.by))
    at = member.count("entry.at", "milliseconds since the table was opened")
    action = member.text(lambda of: of.word if of.entry.kind is Kind.ACT else missing, required=False)
    seat = member.side(lambda of: of.entry.seat if of.entry.seat >= 0 else missing, null=True, required=False)
    points = member.count(
        lambda of: of.entry.points if of.entry.points and of.entry.kind is not Kind.SET_CLOCK else missing,
        "game points",
        required=False,
    )
    time = member.count(
        lambda of: of.entry.points if of.entry.kind is Kind.SET_CLOCK else missing,
        "milliseconds on a clock",
        required=False,
    )
    to = member.count(
        lambda of: of.entry.version if of.entry.version >= 0 else missing,
        "the version gone back to",
        required=False,
    )
    offer = member.word(Proposal, "entry.proposal", empty="omitted")
    commitment = member.text(
        lambda of: of.entry.data.hex() if of.entry.kind is Kind.COMMIT else missing,
        "what the house has committed itself to",
        required=False,
    )
    name = member.text(
        lambda of: of.entry.data.decode() if of.entry.kind is Kind.SIT else missing,
        "the person who sits down",
        required=False,
    )
    reason = member.text("entry.reason", empty="omitted")


def dump_whole_entry(entry: Entry, trump: Suit, rules: RuleSet) -> dict[str, Any]:
    """Serialize an entry completely, including cards and cuts, for a journal."""
    found = dump_as(EntrySchema, EntryAtTable(entry, trump, rules))
    if entry.kind is Kind.CUT:
        found["cut"] = entry.data.decode()
    if entry.kind is Kind.DEAL:
        found["cards"] = entry.data.hex()
        if entry.suit >= 0:
            found["trump"] = SUIT_LETTERS[entry.suit]
    if entry.kind is Kind.ACT:
        found["number"] = int(entry.action)
    return found


def load_whole_entry(found: dict[str, Any]) -> Entry:
    """Load an entry of :func:`dump_whole_entry`; raises KeyError or ValueError if it is not valid."""
    kind = Kind(found["kind"])
    entry = Entry(kind, read_maker(found["by"]), found["at"], reason=found.get("reason", ""))
    seat = found.get("seat")
    data = b""
    if kind is Kind.CUT:
        data = found["cut"].encode()
    elif kind is Kind.SIT:
        data = found["name"].encode()
    elif kind is Kind.COMMIT:
        data = bytes.fromhex(found["commitment"])
    elif kind is Kind.DEAL:
        data = bytes.fromhex(found["cards"])
    return entry._replace(
        action=Action(found["number"]) if kind is Kind.ACT else entry.action,
        seat=member.SideField().deserialize(seat) if seat else NOBODY,
        points=found.get("time", found.get("points", 0)),
        version=found.get("to", -1),
        proposal=Proposal(found["offer"]) if "offer" in found else None,
        data=data,
        suit=read_suit(found["trump"]) if "trump" in found else NO_SUIT,
    )


# What a reader may see.


class CardPlayedSchema(WireSchema):
    """A card of the trick on the table."""

    seat = member.seat(lambda played: played[0])
    card = member.text(
        lambda played: card_word(played[1]) if played[1] >= 0 else _HIDDEN, "`##` for one that lies face down"
    )


class ActionDoneSchema(WireSchema):
    """Something that was done in the deal."""

    seat = member.seat(lambda done: done[0])
    action = member.text(lambda done: done[1])


def _done(
    done: Iterable[tuple[Seat, Action]], trump: Suit, rules: RuleSet, laid: int
) -> Iterator[tuple[Seat, str]]:
    """The actions of a deal as written: the first cards, so many, laid away, or a first trick face down."""
    face_down = 0
    for seat, action in done:
        is_play = actions.is_play(action) or action in (LAID_AWAY, LAID_FACE_DOWN)
        is_laid = laid > 0 and is_play
        laid -= is_laid
        word = word_of_action(action, trump, rules, is_laid)
        if actions.CONTRACT <= action < actions.DOUBLE:
            contract = rules.auction.contracts[action - actions.CONTRACT]
            face_down = rules.seats if contract.face_down else 0
        elif face_down and is_play:
            word, face_down = f"[{word}]", face_down - 1
        yield seat, word


class OfferSchema(WireSchema):
    """An offer that waits for the others."""

    offer = member.word(Proposal, "entry.proposal")
    by = member.seat("entry.by")
    seat = member.side("entry.seat", "the winner that is proposed", null=True)
    points = member.count("entry.points")
    to = member.count(lambda offer: max(0, offer.entry.version), "the version to go back to")
    accepted = member.texts(
        lambda offer: [letter for seat, letter in enumerate(SEAT_LETTERS) if offer.accepted >> seat & 1]
    )


class CallSchema(WireSchema):
    """A call for the arbiter that waits for an answer."""

    by = member.seat()
    at = member.count(about="milliseconds since the table was opened")
    reason = member.text(about="told only to the seat that calls and to the arbiter", empty="omitted")


class DealViewSchema(WireSchema):
    """A deal that is being played, as its reader may see it."""

    phase = member.word(Phase)
    turn = member.seat()
    leader = member.seat()
    trumps = member.suit("trump", null=True)
    turn_up = member.card(null=True)
    talon = member.count("talon_left", "cards that are left in it, the turn-up included")
    closed_by = member.seat("closer", null=True)
    must_follow = member.truth("strict")
    hand = member.texts(lambda view: _cards(in_order(view.hand)), "the reader's own cards")
    held = member.seats(about="how many cards each seat holds")
    table = member.parts(CardPlayedSchema, lambda view: view.on_table(), "the cards of the open trick")
    points = member.seats(about="card points that count")
    waiting = member.seats("pending", "points of marriages that wait for a trick")
    tricks = member.seats()
    legal = member.texts(
        lambda view: _words(view.legal, view.trump, view.rules),
        "what the reader may do now, beside resigning",
    )
    claim_holds = member.truth(
        about="that a claim of the reader would be right now, by the points that all can count",
        empty="omitted",
    )
    sits_out = member.seat(
        lambda view: view.idle if view.idle >= 0 else missing,
        "who takes no part in the play of the contract",
        required=False,
    )
    done = member.parts(
        ActionDoneSchema,
        lambda view: [*_done(view.history(), view.trump, view.rules, view.laid_away)],
        "all that has been done in the deal",
    )


def _hands(deal: DealAtTable) -> dict[str, list[str]]:
    hands, _ = hands_and_talon(deal.deal.rules, deal.order)
    return {letter: _cards(hand) for letter, hand in zip(SEAT_LETTERS, hands, strict=False)}


class FinishedDealSchema(WireSchema):
    """A deal that is over, with all of its cards."""

    number = member.count()
    dealer = member.seat()
    hands = member.table(fields.List(fields.String()), _hands, "as they were dealt", keys=SEAT_LETTERS)
    talon = member.texts(
        lambda deal: _cards(hands_and_talon(deal.deal.rules, deal.order)[1]), "as it was dealt, from the top"
    )
    done = member.parts(
        ActionDoneSchema,
        lambda deal: [
            *_done(
                ((done.entry.actor, done.entry.action) for done in deal.done),
                deal.deal.trump,
                deal.deal.rules,
                deal.deal.auction.aside.bit_count() if deal.deal.auction else 0,
            )
        ],
    )
    winner = member.side("result.winner", null=True)
    game_points = member.count("won")
    reason = member.reason("result.word")
    card_points = member.seats("result.card_points")
    score = member.score()


class SettlementSchema(WireSchema):
    """What a deal comes to."""

    winner = member.side(null=True)
    game_points = member.count()
    reason = member.word(Reason)


class ClockViewSchema(WireSchema):
    """The clocks at the moment of the view."""

    left = member.seats(about="milliseconds")
    running = member.seat(null=True)


class TableViewSchema(WireSchema):
    """A table as one reader may see it: everything that is needed to draw it and to act."""

    version = member.count(about="how many entries have been made")
    at = member.count(about="milliseconds since the table was opened")
    you = member.seat(lambda view: view.reader if view.reader < HOST else NOBODY, null=True)
    number = member.count(about="which deal of the match it is")
    dealer = member.seat(null=True)
    score = member.score(about="game points")
    deal = member.part(DealViewSchema, about="null between two deals", null=True)
    last_deal = member.part(
        FinishedDealSchema, "closed", "the deal that has just ended, between two deals", null=True
    )
    settles = member.part(
        SettlementSchema,
        about="once every card has been played: what the deal comes to if nobody claims; then it is settled",
        empty="omitted",
    )
    clock = member.part(ClockViewSchema, lambda view: view if view.left else None, null=True)
    offer = member.part(OfferSchema, about="an offer that waits for the others", null=True)
    calls = member.parts(CallSchema, about="of seats for the arbiter", empty="omitted")
    paused = member.truth()
    commitment = member.text(
        lambda view: view.committed.hex() or None,
        "to the cards of the next deal, before the seats add theirs",
        null=True,
    )
    cut_by = member.texts(lambda view: [seat_letter(seat) for seat in view.cut_by], "who has cut")
    persons = member.table(
        fields.String(),
        lambda view: {seat_letter(seat): name.decode() for seat, name in view.seated.items()},
        "by seat, the person whom it belongs to; the others are guests' or programs'",
        keys=SEAT_LETTERS,
        empty="omitted",
    )
    confirmed = member.texts(
        lambda view: [seat_letter(seat) for seat in view.confirmed],
        "who has confirmed the result",
        empty="omitted",
    )
    ending = member.word(MatchEnding, about="how the match ended; null while it goes on", null=True)
    winner = member.side(null=True)
    rematch = member.truth(about="whether all want another match")


def dump_table_view(view: TableView) -> dict[str, Any]:
    """Serialize a table as its reader may see it."""
    return dump_as(TableViewSchema, view)


class TableRulingSchema(WireSchema):
    """Why something is refused, or what is irregular in something that stands."""

    code = member.text("code.id", pattern="^[RCT][0-9]{3}$")
    says = member.text(told, least=1)
    clause = member.text(
        lambda ruling: clause(ruling.code.point) or None,
        "what it rests on, where that is a clause of the rules",
        null=True,
    )


def at_table(table: Table, language: Translator) -> Given:
    """Return what is given for what is said of a table."""
    return Given(language, (), table.rules)


def dump_table_ruling(ruling: Ruling, table: Table, language: Translator) -> dict[str, Any]:
    """Serialize a ruling of a live table."""
    return dump_as(TableRulingSchema, ruling, at_table(table, language))
