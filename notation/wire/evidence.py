"""The evidence in a self-contained ruling: the cards, the rules in their sources' words, and its digests.

The digests are chained: the first claim's is over the record's, the next claim's over that, and the ruling's
over everything. Whoever has saved one of them can detect any earlier change.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from marshmallow import fields, missing, post_dump

from notation.findings import catalogue
from notation.findings.finding import Phrase, coded
from notation.record.words import SEAT_LETTERS, card_word, in_order, seat_letter
from notation.text.reader import Game
from notation.wire import member
from notation.wire.member import DIGEST
from notation.wire.shape import WireSchema, given
from referee.cards import SEATS, Seat
from referee.deal import Deal
from referee.rulesets import BOOKS

# The subject of a ruling.


class DealtSchema(WireSchema):
    """The cards as the play of a deal found them."""

    dealer = member.seat(null=True)
    trump = member.suit(about="null where it is not fixed by the cards dealt", null=True)
    hands = member.table(
        fields.List(fields.String()),
        lambda start: {
            seat_letter(seat): list(hand_words(start, seat)) for seat in SEATS[: start.rules.seats]
        },
        "the cards of each hand; `--` for one that is not recorded",
    )
    talon = member.many(
        fields.String(),
        lambda start: [card_word(card) for card in start.talon[start.drawn :]],
        "from its top, so that the turn-up is last; `--` as in a hand",
    )


def hand_words(deal: Deal, seat: Seat) -> Iterator[str]:
    """Return the cards of a hand as written, high cards first in each suit."""
    yield from map(card_word, in_order(deal.hands[seat]))
    yield from ["--"] * deal.unseen[seat]


class SourceSchema(WireSchema):
    """The source of a rule set."""

    title = member.text(lambda rules: BOOKS[rules.name].source, least=1)
    address = member.text(lambda rules: BOOKS[rules.name].address or None, "where it can be read", null=True)
    revision = member.text(lambda rules: BOOKS[rules.name].revision or None, "which edition it is", null=True)


def record_member() -> tuple[fields.String, fields.Integer]:
    """Return the members with the game that is ruled on, and its first line."""
    return (
        member.text(lambda _: given().game.text, "the text of the game, as it stands in its file"),
        member.count(lambda _: given().game.line, "the line of the file on which the game starts", least=1),
    )


def players(game: Game, seats: int) -> list[str | None]:
    """Return the players by seat, as far as the record names them."""
    return [game.readable.tag(letter) for letter in SEAT_LETTERS[:seats]]


# Digests.


def digest_of(shape: dict[str, Any]) -> str:
    """Return the SHA-256 of an object without `ruling_digest`, as sorted ASCII JSON without blanks."""
    rest = {name: part for name, part in shape.items() if name != "ruling_digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class SealedSchema(WireSchema):
    """An object that ends with a digest of everything else in it."""

    @post_dump
    def _seal(self, found: dict[str, Any], **_: object) -> dict[str, Any]:
        if "ruling_digest" not in self.fields:
            return found  # part of one
        return found | {"ruling_digest": digest_of(found)}


def seal_member() -> fields.String:
    """Return the member for the digest, which is the last of its object."""
    return member.text(
        lambda _: missing,
        "SHA-256 of the rest of this object as JSON in ASCII, names sorted, without blanks",
        pattern=DIGEST,
    )


class ChainedClaim(NamedTuple):
    """A claim in the order in which it was made, and the digest of it and of all before it."""

    text: str
    digest: str


class ChainedClaimSchema(WireSchema):
    """A claim in the order in which it was made."""

    text = member.text(about="who claims what, as it was written")
    digest = member.text(
        about="SHA-256 of `before`, the digest before it, and of `claim`, the text: as of `ruling_digest`",
        pattern=DIGEST,
    )


def chained(record: str | None, claims: Iterable[str]) -> list[ChainedClaim]:
    """Return claims with their digests, each over the one before and the first over the record's.

    >>> one, two = chained(None, ["A 3", "B 2"])
    >>> chained(None, ["B 2", "A 3"])[1].digest == two.digest
    False
    """
    found = []
    before = record
    for text in claims:
        before = digest_of({"before": before, "claim": text})
        found.append(ChainedClaim(text, before))
    return found


def fault(pin: dict[str, Any]) -> Phrase | None:
    """Return what shows that a saved ruling was changed, from the ruling alone, or None."""
    claims = pin.get("claims", ()) if "dispute" in pin else ()
    links = chained(pin["digest"], [claim["text"] for claim in claims])
    for number, (claim, link) in enumerate(zip(claims, links, strict=True), start=1):
        if claim["digest"] != link.digest:
            return coded(catalogue.CLAIM_SWAPPED, number=number)
    if digest_of(pin) != pin["ruling_digest"]:
        return coded(catalogue.RULING_ALTERED)
    return None
