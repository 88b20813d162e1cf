"""The rulings that the rules of play can give, each with a stable id, a sentence and its clause.

A ruling is a value, never an exception. An id never changes its meaning and is never used again.
The sentences name facts in braces; the facts are integers of the kinds in :data:`FACTS`, put into words by
:mod:`notation`.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from referee.cards import SUIT_NAMES, Seat, card_name, members, seat_name


class Severity(Enum):
    """How much a finding weighs: only errors make a record wrong."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Effect(Enum):
    """What a record's judgement does with an action against the rules, once it has been reported."""

    STANDS = "counted as played"
    VOID = "without effect"
    STOPS = "the rest of the deal is not judged"
    NONE = ""


class FactKind(Enum):
    """What the integer of a fact stands for."""

    NUMBER = "number"
    SEAT = "seat"
    CARD = "card"
    CARDS = "cards"
    SUIT = "suit"


FACTS: Final = {
    **dict.fromkeys(("seat", "turn", "holder", "winner", "loser", "closer"), FactKind.SEAT),
    **dict.fromkeys(("card", "lead", "best"), FactKind.CARD),
    "cards": FactKind.CARDS,
    "suit": FactKind.SUIT,
    **dict.fromkeys(("points", "fewer", "missing", "bonus", "total", "value", "needed"), FactKind.NUMBER),
    **dict.fromkeys(("stated", "talon", "trick", "factor"), FactKind.NUMBER),
}
"""Every fact that a ruling, or a step of the arithmetic, gives by this name, and what it stands for."""


class Code(NamedTuple):
    """An entry of the catalogue: id, severity, sentence, decision point, and what follows."""

    id: str
    severity: Severity
    sentence: str
    point: str = ""
    effect: Effect = Effect.NONE

    def resting_on(self, point: str) -> "Code":
        """The same code where it is another point that is broken."""
        return self._replace(point=point)

    def saying(self, sentence: str) -> "Code":
        """The same code in the words that are true where the rules decide its point in another way."""
        return self._replace(sentence=sentence)


class Ruling(NamedTuple):
    """What the referee says of one action: the code, the seat that acted, and the facts by name."""

    code: Code
    seat: Seat
    facts: Mapping[str, int]

    def message(self) -> str:
        """The code and its sentence in English, with cards and seats in letters: for the errors of programs.

        >>> Ruling(NOT_DRAWN, Seat(1), {"seat": 1, "turn": 1, "card": 10}).message()
        'R205: Th is in the talon; B cannot play it'
        """
        words = {name: _in_letters(FACTS[name], fact) for name, fact in self.facts.items()}
        return f"{self.code.id}: {self.code.sentence.format_map(words)}"


def _in_letters(kind: FactKind, fact: int) -> str:
    if kind is FactKind.SEAT:
        return seat_name(fact)
    if kind is FactKind.CARD:
        return card_name(fact)
    if kind is FactKind.CARDS:
        return " ".join(map(card_name, members(fact)))
    return SUIT_NAMES[fact] if kind is FactKind.SUIT else str(fact)


def _broken(id: str, point: str, effect: Effect, sentence: str) -> Code:
    return Code(id, Severity.ERROR, sentence, point, effect)


STANDS: Final = Effect.STANDS
VOID: Final = Effect.VOID
STOPS: Final = Effect.STOPS

# R2xx: a rule broken.
NOT_IN_TURN: Final = _broken(
    "R201", "play.winner_leads", STANDS, "{seat} leads {card}, but the lead is {turn}'s"
)
ALREADY_IN_TRICK: Final = _broken(
    "R202",
    "play.winner_leads",
    STOPS,
    "{card} would be {seat}'s second card to this trick; {turn} is to reply",
)
REPLY_OUT_OF_TURN: Final = _broken(
    "R208", "play.winner_leads", STOPS, "{seat} plays {card}, but {turn} is to reply first"
)
ALREADY_PLAYED: Final = _broken("R203", "irr.not_held", STOPS, "{card} was played before in this deal")
HELD_BY_OTHER: Final = _broken("R204", "irr.not_held", STOPS, "{card} is in {holder}'s hand, not in {seat}'s")
NOT_DRAWN: Final = _broken("R205", "irr.not_held", STOPS, "{card} is in the talon; {seat} cannot play it")
NOT_HELD: Final = _broken(
    "R207", "irr.not_held", STOPS, "{card} is not in {seat}'s hand, all of whose cards are known"
)
LAID_AWAY: Final = _broken("R263", "irr.not_held", STOPS, "{card} was discarded before the first lead")
NOT_IN_DEAL: Final = _broken("R206", "deck.cards", STOPS, "{card} is not among the cards of this deal")

REVOKE: Final = "play2.duty"
"""The point that is broken by not following suit, not heading the trick or not trumping."""
MUST_FOLLOW: Final = _broken(
    "R210", REVOKE, STANDS, "{seat} does not follow suit: {lead} was led and {seat} holds {cards}"
)
MUST_HEAD: Final = _broken(
    "R211", REVOKE, STANDS, "{seat} does not head the trick: {best} can be beaten with {cards}"
)
MUST_TRUMP: Final = _broken(
    "R212", REVOKE, STANDS, "{seat} cannot follow {lead} and must trump: {seat} holds {cards}"
)

MARRIAGE_NOT_HELD: Final = _broken(
    "R220", "marriage.who", VOID, "{seat} does not hold king and queen of {suit}"
)
MARRIAGE_NOT_AT_LEAD: Final = _broken(
    "R221", "marriage.who", VOID, "{seat} may not announce a marriage now: only the player on lead may"
)
MARRIAGE_NOT_AT_SIDES_LEAD: Final = _broken(
    "R227", "marriage.who", VOID, "neither {seat} nor {seat}'s partner is about to lead"
)
MARRIAGE_FIRST_TRICK: Final = _broken(
    "R222", "marriage.first_trick", VOID, "no marriage may be announced at the first trick"
)
MARRIAGE_FIRST_DEAL: Final = _broken(
    "R218", "marriage.first_deal", VOID, "no marriage may be announced in the first deal of a match"
)
MARRIAGE_SECOND: Final = _broken(
    "R223",
    "marriage.per_lead",
    VOID,
    "only one marriage may be announced at each lead, and {seat} has announced one",
)
MARRIAGE_WRONG_LEAD: Final = _broken(
    "R224",
    "marriage.lead",
    STANDS,
    "after the marriage {seat} must lead one of {cards}; the card led makes the marriage void",
)
MARRIAGE_AFTER_CLOSE: Final = _broken(
    "R225", "marriage.after_close", VOID, "no marriage may be announced once the talon is closed"
)
MARRIAGE_BY_CLOSER: Final = _broken(
    "R228",
    "marriage.after_close",
    VOID,
    "once the talon is closed only the closer announces a marriage, and {seat} did not close it",
)
MARRIAGE_THIRD: Final = _broken(
    "R229",
    "marriage.per_lead",
    VOID,
    "at most {needed} marriages may be announced at a lead, and {seat} has announced that many",
)
MARRIAGE_AGAIN: Final = _broken(
    "R219", "marriage.per_lead", VOID, "{seat} has announced the marriage in {suit} before"
)
MARRIAGE_AFTER_EXHAUSTION: Final = _broken(
    "R226", "marriage.after_exhaustion", VOID, "no marriage may be announced once the talon is exhausted"
)
MARRIAGE_NOT_IN_CONTRACT: Final = _broken(
    "R262", "marriage.who", VOID, "in this contract no marriages are announced"
)

EXCHANGE_NOT_HELD: Final = _broken(
    "R230", "exchange.card", VOID, "{seat} does not hold the lowest trump, {card}"
)
EXCHANGE_NOT_AT_LEAD: Final = _broken("R231", "exchange.who", STANDS, "it is not {seat}'s turn to exchange")
EXCHANGE_WITHOUT_TRICK: Final = _broken(
    "R232", "exchange.min_tricks", STANDS, "{seat} has not won a trick yet and may not exchange"
)
EXCHANGE_TALON_GONE: Final = _broken(
    "R233",
    "exchange.after_end",
    VOID,
    "the turn-up can no longer be exchanged: the talon is closed or exhausted",
)
EXCHANGE_TALON_SMALL: Final = _broken(
    "R234", "exchange.min_talon", STANDS, "{talon} cards are left in the talon; exchanging needs {needed}"
)

EXCHANGE_SEVENS: Final = _broken(
    "R276", "exchange.card", VOID, "the turn-up is {card} itself, and there is nothing to exchange"
)

OPENING_DUE: Final = _broken(
    "R235",
    "auction.bids",
    VOID,
    "{seat} may not do that yet: {turn} has still to name trumps, bid or discard",
)
NOTHING_TO_CALL: Final = _broken("R236", "auction.bids", VOID, "{seat} may not name trumps, bid or pass now")
CALL_OUT_OF_TURN: Final = _broken(
    "R237", "auction.bids", VOID, "it is not {seat}'s turn: before the first lead {turn} is to act"
)
BID_TOO_LOW: Final = _broken(
    "R238", "auction.bids", STANDS, "{seat} must bid more than was bid before, or pass"
)
NOT_TO_BE_CALLED: Final = _broken(
    "R239", "auction.contracts", STANDS, "the rules do not allow {seat} to name or bid that"
)

SUIT_NOT_HELD: Final = _broken(
    "R264", "auction.call", STANDS, "{seat} has no card of {suit} and may not name it as trumps"
)
NOT_TURNED_UP: Final = _broken(
    "R265", "auction.turn_up", STANDS, "under these rules no card is turned up: {seat} names a suit"
)
SEEN_BEFORE: Final = _broken(
    "R266",
    "auction.turn_up",
    STANDS,
    "{card} is one of the first cards, which {seat} has seen: one of the others is turned up",
)
NOT_HELD_TO_TURN: Final = _broken("R267", "auction.turn_up", STANDS, "{card} is not in {seat}'s hand")
BID_NOT_HELD: Final = _broken(
    "R268", "auction.contracts", STANDS, "{seat} does not hold the cards without which this is not bid"
)
NOT_LED_TO_OPENING: Final = _broken(
    "R275", "auction.contracts", STANDS, "{card} is not a card that {seat} may lead to this opening"
)
NOT_TO_DOUBLE: Final = _broken("R269", "auction.double", VOID, "{seat} may not double now")
DOUBLED_ENOUGH: Final = _broken(
    "R272", "auction.double", VOID, "{seat} doubles, but {needed} doubles have been made, which is the most"
)
DOUBLE_TOO_LATE: Final = _broken(
    "R273", "auction.double", VOID, "{seat} doubles too late: that is done before the first lead"
)
SITS_OUT: Final = _broken(
    "R274", "auction.parties", STOPS, "{card} is {seat}'s, who takes no part in the play of this contract"
)

CLOSE_NOT_AT_LEAD: Final = _broken(
    "R240", "close.who", STANDS, "{seat} may not close the talon now: only the player on lead may"
)
CLOSE_FIRST_TRICK: Final = _broken(
    "R241", "close.first_lead", STANDS, "the talon may not be closed before the first trick"
)
CLOSE_TALON_SMALL: Final = _broken(
    "R242", "close.min_talon", STANDS, "{talon} cards are left in the talon; closing needs {needed}"
)
CLOSE_WITHOUT_TRICKS: Final = _broken(
    "R246",
    "close.min_tricks",
    STANDS,
    "{seat} has too few tricks to close the talon: {stated}; closing needs {needed}",
)
CLOSE_NEVER: Final = _broken("R277", "close.who", VOID, "in this game nobody closes the talon")
CLOSE_TWICE: Final = _broken("R243", "close.effect", VOID, "the talon is already closed")
CLOSE_EXHAUSTED: Final = _broken("R244", "close.effect", VOID, "the talon is exhausted and cannot be closed")
CLOSE_UNDRAWN: Final = _broken(
    "R245", "close.before_draw", STANDS, "the talon may be closed only after both have drawn"
)

REVOKED: Final = Code(
    "R213", Severity.NOTE, "the revoke costs {seat} the deal: {winner} scores {points}", "irr.revoke"
)
WRONG_LEAD_COST: Final = Code(
    "R214",
    Severity.NOTE,
    "the lead after the marriage costs {seat} the deal: {winner} scores {points}",
    "irr.marriage_wrong_lead",
)
DEAL_OVER: Final = _broken("R250", "claim.mode", STOPS, "the deal was over; nothing more is played in it")
DRAW_NOT_DUE: Final = _broken("R251", "draw.order", VOID, "nothing is to be drawn now")
DRAW_FIRST: Final = _broken("R252", "draw.order", STOPS, "both draw before the next lead")
SHORT_ONLY: Final = _broken(
    "R253", "exchange.before_draw", STANDS, "exchanges and marriages wait until both have drawn"
)

MUST_CLOSE: Final = _broken(
    "R254",
    "exchange.before_draw",
    STANDS,
    "{seat} exchanged or announced a marriage before the draw and must close the talon",
)

WRONG_DEALER: Final = _broken("R260", "deal.next_dealer", STANDS, "{seat} deals, but the deal is {turn}'s")
NOT_GIVEN_UP: Final = _broken(
    "R255", "mp.end", VOID, "{seat} resigns the deal, but in this game every trick is played"
)
MATCH_OVER: Final = _broken(
    "R261", "game.target", VOID, "the match was over: {seat} had reached {needed} game points"
)

HAND_SIZE: Final = _broken(
    "R270", "deal.hand_size", STOPS, "{seat} is dealt {stated} cards; every hand has {needed}"
)
TALON_SIZE: Final = _broken(
    "R271", "deal.talon_size", STOPS, "the talon is given {stated} cards, but {needed} remain after the deal"
)

# C2xx: a claim refused, or judged to be false. A false claim is play, not a fault of the record.
CLAIM_FALSE: Final = Code(
    "C201",
    Severity.NOTE,
    "{seat} claims 66 with {points} card points: a false claim, {winner} wins",
    "claim.false",
)
CLAIM_VOID: Final = Code(
    "C202",
    Severity.WARNING,
    "{seat} claims 66 with {points}; the last trick's {bonus} cannot be claimed, and the claim is void",
    "last.bonus_claimable",
)
CLAIM_UNTIMELY: Final = _broken(
    "C203",
    "claim.window",
    VOID,
    "{seat} may not claim now: the moment for it is right after winning a trick or announcing a marriage",
)
CLAIM_AUTOMATIC: Final = _broken(
    "C204",
    "claim.mode",
    VOID,
    "under these rules 66 ends the deal without a claim; {seat} has {points} card points",
)

CLAIM_NEVER: Final = _broken(
    "C205", "claim.mode", VOID, "{seat} claims, but in this game every trick is played"
)
CLAIM_IN_CONTRACT: Final = _broken(
    "C206", "auction.end", VOID, "{seat} claims, but this contract ends by itself when it is made or lost"
)
CLAIM_BEFORE_CALLED: Final = _broken(
    "C207", "auction.parties", VOID, "{seat} claims, but until {card} is played only its caller may claim"
)


# T4xx: what is refused at a live table, whatever the cards are.
def _refused(id: str, sentence: str) -> Code:
    return Code(id, Severity.ERROR, sentence)


STALE: Final = _refused("T401", "the match is at version {needed} now, not {stated}")
NOT_YOURS_TO_ENTER: Final = _refused("T402", "that is for somebody else to enter")
NO_DEAL: Final = _refused("T403", "no deal is being played")
PAUSED: Final = _refused("T404", "the match is paused")
MATCH_ENDED: Final = _refused("T405", "the match is over")
MATCH_GOES_ON: Final = _refused("T406", "the match is not over yet")
TIME_IS_UP: Final = _refused("T407", "the time is up")
TIME_IS_LEFT: Final = _refused("T408", "there is time left, or no clock runs")
NO_OFFER: Final = _refused("T409", "there is no offer to answer")
OFFER_OPEN: Final = _refused("T410", "another offer has not been answered yet")
NOT_TAKEN_BACK: Final = _refused("T411", "the deal cannot be taken back to that version")
NOT_POSSIBLE: Final = _refused("T412", "this table does not know such an action, seat or number")
DEAL_UNFINISHED: Final = _refused("T413", "the deal is not over yet")
NOT_A_DEAL: Final = _refused("T414", "these are not the cards of a deal under the rules of this table")
CARDS_LEFT: Final = _refused("T415", "cards are left to play")
NOT_ALONE: Final = _refused("T416", "once cards have been dealt the others must agree to that")
NOTHING_TO_DO: Final = _refused("T417", "that has already been done, or there is nothing to do it to")
TOO_MANY_OFFERS: Final = _refused("T418", "no more offers are taken before the next deal")

CATALOGUE: Final = {code.id: code for code in list(globals().values()) if isinstance(code, Code)}
"""Every code of the rules, by id."""
