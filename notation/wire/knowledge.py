"""What a seat could know at a moment of a deal, as JSON."""

from typing import Any, NamedTuple

from notation.findings.translator import Translator
from notation.record.words import card_word
from notation.rulings.knowledge import KnownAtMoment, place_word, reason_phrase
from notation.rulings.ledger import Account
from notation.specs.spec import write_spec
from notation.wire import member
from notation.wire.judgement import game_digest
from notation.wire.shape import Given, WireSchema, dump_as, said
from notation.wire.situation import SightSchema
from referee.whereabouts import Clue


class KnownInDeal(NamedTuple):
    """What a seat could know, and the deal."""

    account: Account
    known: KnownAtMoment


class EvidenceSchema(WireSchema):
    """Why a card must be in a place, or cannot be there."""

    clue = member.word(Clue)
    place = member.text(about="of the words of `places`", via=place_word, least=1)
    says = member.text(lambda reason: said(reason_phrase(reason)), least=1)


class CardKnownSchema(WireSchema):
    """Where a card can be for all that a seat knows."""

    card = member.text(via=card_word)
    places = member.texts(
        lambda of: [place_word(place) for place in of.places],
        "every place where it can be: the hand of a seat, `talon` (face down), `turn-up`, `played`; "
        "`unrecorded` where the record does not say what was played",
    )
    why = member.part(
        EvidenceSchema, about="why it is in its place; null where it can be in several", null=True
    )
    cannot = member.parts(
        EvidenceSchema, about="why it is not in each of the other places that the seat does not see"
    )


class KnowledgeSchema(WireSchema):
    """What a seat could know at a moment: what `santase explain --knows --format json` prints."""

    digest = member.digest("account.judgement.game", via=game_digest)
    rules = member.text("account.rules", via=write_spec, least=1)
    deal = member.count("account.number", "counted from 1 in its game", least=1)
    at = member.text("known.path", "a trick, or an action of it", via=str)
    language = member.language()
    sight = member.part(SightSchema, "known.knows.sight", "hand by hand, and of the talon")
    cards = member.parts(CardKnownSchema, "known.knows.cards", "card by card, every card of the pack")


def dump_knowledge(account: Account, known: KnownAtMoment, language: Translator) -> dict[str, Any]:
    """Serialize what a seat could know at a moment of an account's deal."""
    return dump_as(KnowledgeSchema, KnownInDeal(account, known), Given.of(account, language))
