"""The state of a deal at a moment, and what a seat could know then, as JSON."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from marshmallow import fields

from notation.findings.translator import Translator
from notation.record.model import NOBODY
from notation.record.words import card_word, in_order, seat_letter
from notation.rulings.knowledge import KnownAtMoment, place_word, reason_phrase
from notation.rulings.ledger import Account
from notation.rulings.state_at import Situation, choice_word
from notation.wire import member
from notation.wire.judgement import AtMomentSchema
from notation.wire.member import RULING_CODE
from notation.wire.shape import Given, WireSchema, clause, dump_as, said, told
from referee.cards import SEATS, Cards, Seat
from referee.codes import Ruling
from referee.knowledge import Sight
from referee.state import Reason
from referee.whereabouts import Clue


def _cards(cards: Cards) -> list[str]:
    return [card_word(card) for card in in_order(cards)]


class ChoiceAtMoment(NamedTuple):
    """Something that a seat may think of doing, and why it is refused, if it is."""

    seat: Seat
    action: str
    refused: Ruling | None = None


def _choices(now: Situation, found: Iterable[tuple[Any, ...]]) -> list[ChoiceAtMoment]:
    return [ChoiceAtMoment(seat, choice_word(now.deal, action), *why) for seat, action, *why in found]


class ChoiceSchema(WireSchema):
    """Something that a seat can do."""

    seat = member.seat()
    action = member.text(about="as it is written in SGN; or draw", least=1)


class RefusalSchema(WireSchema):
    """Why something is refused."""

    code = member.text("refused.code.id", pattern=RULING_CODE)
    says = member.text("refused", via=told, least=1)
    clause = member.text("refused.code.point", via=clause)


class RefusedChoiceSchema(RefusalSchema, ChoiceSchema):
    """An announcement that is refused."""


class ClaimResultSchema(WireSchema):
    """What a claim would make of the deal."""

    winner = member.side("result.winner", null=True)
    game_points = member.count("result.game_points")
    reason = member.word(Reason, "result.reason")
    steps = member.texts(lambda of: map(told, of.steps))


class ClaimAtMomentSchema(WireSchema):
    """A claim to have 66, if it were made now: what refuses it, or what it would come to."""

    seat = member.seat()
    points = member.count()
    slack = member.count(about="how many more they may be")
    missing = member.count(about="card points that are wanting to 66")
    refused = member.part(RefusalSchema, lambda of: of if of.refused else None, null=True)
    result = member.part(ClaimResultSchema, lambda of: of if of.result else None, null=True)


class ContentsSchema(WireSchema):
    """What a seat can know of cards that lie somewhere."""

    known = member.texts(via=_cards)
    possible = member.texts(via=_cards)
    others = member.count("unknown", "how many of them are none of the known ones", key="unknown")


class HandSeenSchema(ContentsSchema):
    """What a seat can know of a hand."""

    absent = member.texts(about="cards that are certainly not in it", via=_cards)


def _hands(seen: Sight) -> dict[str, dict[str, Any]]:
    hands = zip(SEATS, seen.hands, strict=False)
    return {
        seat_letter(seat): {"known": hand.known, "possible": hand.possible, "others": hand.unknown}
        | {"absent": seen.absent(seat)}
        for seat, hand in hands
    }


class SightSchema(WireSchema):
    """What a seat can know."""

    seat = member.seat()
    hands = member.table(fields.Nested(HandSeenSchema), _hands, "by seat")
    talon = member.part(ContentsSchema)
    turn_up = member.card(null=True)


class SituationSchema(AtMomentSchema):
    """The state of a deal at a moment: what `santase explain --at ... --format json` prints."""

    over = member.truth("deal.over")
    turn = member.seat(lambda of: NOBODY if of.deal.over else of.deal.turn, null=True)
    lead = member.card("deal.lead", "the card that was led to a trick that is not complete", null=True)
    tricks = member.seats("deal.own_tricks")
    tricks_of_nobody = member.count(
        "deal.untold", "tricks of which nobody knows the winner", least=1, empty="omitted"
    )
    points = member.seats("deal.own_points", "card points that count")
    slack = member.seats("deal.own_slack", "how many more they may be")
    waiting = member.seats("deal.own_pending", "points of marriages that wait for a trick of the seat")
    trumps = member.suit("deal.trump", "null where there are none, or none yet", null=True)
    talon = member.count("deal.talon_left", "cards that are left in it")
    closed_by = member.seat("deal.closer", null=True)
    allowed = member.parts(
        ChoiceSchema,
        lambda now: _choices(now, now.allowed),
        "what may be done, whatever the cards are that are not recorded",
    )
    open = member.parts(
        ChoiceSchema,
        lambda now: _choices(now, now.open_choices),
        "what may be done if the cards that are not recorded allow it",
    )
    refused = member.parts(RefusedChoiceSchema, lambda now: _choices(now, now.refused))
    claims = member.parts(ClaimAtMomentSchema)
    known = member.parts(SightSchema, "sights", "what each seat can know")


def dump_situation(account: Account, now: Situation, language: Translator) -> dict[str, Any]:
    """Serialize the state of an account's deal at a moment."""
    return dump_as(SituationSchema, now, Given.of(account, language))


# What a seat could know.


class EvidenceSchema(WireSchema):
    """Why a card must be in a place, or cannot be there."""

    clue = member.word(Clue)
    place = member.text(about="of the words of `places`", via=place_word, least=1)
    says = member.text(lambda reason: said(reason_phrase(reason)), least=1)


class CardKnownSchema(WireSchema):
    """Where a card can be for all that a seat knows."""

    card = member.text(via=card_word)
    places = member.texts(
        lambda of: map(place_word, of.places),
        "every place where it can be: the hand of a seat, `talon` (face down), `turn-up`, `played`; "
        "`unrecorded` where the record does not say what was played",
    )
    why = member.part(
        EvidenceSchema, about="why it is in its place; null where it can be in several", null=True
    )
    cannot = member.parts(
        EvidenceSchema, about="why it is not in each of the other places that the seat does not see"
    )


class KnowledgeSchema(AtMomentSchema):
    """What a seat could know at a moment: what `santase explain --knows --format json` prints."""

    sight = member.part(SightSchema, "knows.sight", "hand by hand, and of the talon")
    cards = member.parts(CardKnownSchema, "knows.cards", "card by card, every card of the pack")


def dump_knowledge(account: Account, known: KnownAtMoment, language: Translator) -> dict[str, Any]:
    """Serialize what a seat could know at a moment of an account's deal."""
    return dump_as(KnowledgeSchema, known, Given.of(account, language))
