"""The state of a deal at a moment as JSON."""

from typing import Any, NamedTuple

from marshmallow import fields

from notation.findings.translator import Translator
from notation.record.model import NOBODY
from notation.record.words import SUIT_NAMES, card_word, in_order, seat_letter
from notation.rulings.ledger import Account
from notation.rulings.state_at import Situation, choice_word
from notation.specs.spec import write_spec
from notation.wire import member
from notation.wire.judgement import game_digest
from notation.wire.member import RULING_CODE
from notation.wire.shape import Given, WireSchema, clause, dump_as, told
from referee.actions import Action
from referee.cards import SEATS, Cards
from referee.codes import Ruling
from referee.deal import Deal
from referee.knowledge import Sight
from referee.state import Reason


def _cards(cards: Cards) -> list[str]:
    return [card_word(card) for card in in_order(cards)]


class DealAtMoment(NamedTuple):
    """A deal at a moment."""

    account: Account
    now: Situation

    @property
    def deal(self) -> Deal:
        """The deal itself."""
        return self.now.deal


class ChoiceAtMoment(NamedTuple):
    """Something that a seat may think of doing, and why it is refused, if it is."""

    deal: Deal
    seat: int
    action: Action
    refused: Ruling | None = None


class ChoiceSchema(WireSchema):
    """Something that a seat can do."""

    seat = member.seat()
    action = member.text(
        lambda of: choice_word(of.deal, of.action), "as it is written in SGN; or draw", least=1
    )


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
    turn_up = member.text(lambda seen: card_word(seen.turn_up) if seen.turn_up >= 0 else None, null=True)


class SituationSchema(WireSchema):
    """The state of a deal at a moment: what `santase explain --at ... --format json` prints."""

    digest = member.digest("account.judgement.game", via=game_digest)
    rules = member.text("account.rules", via=write_spec, least=1)
    deal = member.count("account.number", "counted from 1 in its game", least=1)
    at = member.text("now.path", "a trick, or an action of it", via=str)
    language = member.language()
    over = member.truth("deal.over")
    turn = member.seat(lambda of: NOBODY if of.deal.over else of.deal.turn, null=True)
    lead = member.text(
        lambda of: card_word(of.deal.lead) if of.deal.lead >= 0 else None,
        "the card that was led to a trick that is not complete",
        null=True,
    )
    tricks = member.seats("deal.tricks")
    tricks_of_nobody = member.count(
        "deal.untold", "tricks of which nobody knows the winner", least=1, empty="omitted"
    )
    points = member.seats("deal.points", "card points that count")
    slack = member.seats("deal.slack", "how many more they may be")
    waiting = member.seats("deal.pending", "points of marriages that wait for a trick of the seat")
    trumps = member.word(SUIT_NAMES, lambda of: SUIT_NAMES[of.deal.trump])
    talon = member.count("deal.talon_left", "cards that are left in it")
    closed_by = member.seat("deal.closer", null=True)
    allowed = member.parts(
        ChoiceSchema,
        lambda of: [ChoiceAtMoment(of.deal, *choice) for choice in of.now.allowed],
        "what may be done, whatever the cards are that are not recorded",
    )
    open = member.parts(
        ChoiceSchema,
        lambda of: [ChoiceAtMoment(of.deal, *choice) for choice in of.now.open_choices],
        "what may be done if the cards that are not recorded allow it",
    )
    refused = member.parts(
        RefusedChoiceSchema, lambda of: [ChoiceAtMoment(of.deal, *refused) for refused in of.now.refused]
    )
    claims = member.parts(ClaimAtMomentSchema, "now.claims")
    known = member.parts(SightSchema, "now.sights", "what each seat can know")


def dump_situation(account: Account, now: Situation, language: Translator) -> dict[str, Any]:
    """Serialize the state of an account's deal at a moment."""
    return dump_as(SituationSchema, DealAtMoment(account, now), Given.of(account, language))
