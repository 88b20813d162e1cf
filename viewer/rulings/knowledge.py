"""What a seat could know at a moment of a deal, as a document: card by card, with the reasons.

Every place and every reason comes from the knowledge; nothing is deduced here.
"""

from collections.abc import Iterator

from notation.findings import Phrase, SeatFact
from notation.record import in_order
from notation.rulings import Account, KnownAtMoment, reason_phrase
from referee import Whereabouts, mask
from referee.whereabouts import FACE_DOWN, PLAYED, TURN_UP, UNRECORDED, Place
from viewer.documents.document import Column, DataTable, Document, Heading, Paragraph, Part
from viewer.documents.languages import Language
from viewer.rulings.situation import title_at


def known(account: Account, found: KnownAtMoment, language: Language) -> Document:
    """Render what a seat could know at a moment of the deal of an account."""
    language = account.speaking(language)
    parts = tuple(_parts(found, language))
    return Document(title_at(account, found.path, language), parts, language.code)


def _parts(found: KnownAtMoment, language: Language) -> Iterator[Part]:
    sight, seat = found.knows.sight, SeatFact(found.knows.seat)
    by_card = {each.card: each for each in found.knows.cards}
    hidden, seen = (in_order(cards) for cards in (sight.hidden, mask(by_card) & ~sight.hidden))
    columns = (
        Column(language.say("Card")),
        Column(language.say("Where it can be")),
        Column(language.say("Why")),
    )
    yield Heading(language.say("The cards that {seat} has not seen", seat=seat))
    if hidden:
        yield DataTable(columns, tuple(_row(by_card[card], language) for card in hidden))
    else:
        yield Paragraph(language.say("There are none."))
    yield Heading(language.say("The cards that {seat} has seen", seat=seat))
    yield DataTable(columns, tuple(_row(by_card[card], language) for card in seen))
    yield Paragraph(
        language.say(
            "This follows from one's own hand and from what happened in the open, if all play was allowed."
        )
    )


def _row(each: Whereabouts, language: Language) -> tuple[str, str, str]:
    """Return the row of a card: its places, and the reasons for them."""
    places = " / ".join(language.put(_place(place)) for place in each.places)
    reasons = [language.put(reason_phrase(each.why))] if each.why else []
    reasons += [
        language.say("{place} is ruled out: {why}", place=_place(reason.place), why=reason_phrase(reason))
        for reason in each.cannot
    ]
    return language.card(each.card), places, "; ".join(reasons)


def _place(place: Place) -> Phrase:
    """Return the name of a place."""
    return _PLACES.get(place) or Phrase("hand of {seat}", {"seat": SeatFact(place)})


_PLACES = {
    FACE_DOWN: Phrase("the talon, face down"),
    TURN_UP: Phrase("turn-up"),
    PLAYED: Phrase("played"),
    UNRECORDED: Phrase("played, and not recorded"),
}
