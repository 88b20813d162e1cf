"""Claims and their evaluation as JSON: those in a record, and those made on the command line."""

from collections.abc import Sequence
from importlib.metadata import version
from itertools import combinations
from typing import Any, Final

from marshmallow import fields, missing

from notation.findings.names import speaking_of
from notation.findings.translator import Translator
from notation.record.model import NOBODY, NOWHERE, Span
from notation.record.words import PAIR_LETTERS, by_seat, seat_letter
from notation.rulings.answers import consequence_sentence, outcome_sentence, sentence
from notation.rulings.claim_sentences import claim_sentence
from notation.rulings.claims import (
    CLOSE,
    LAST,
    LEADER,
    Allowed,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Subject,
    Worth,
)
from notation.rulings.deal_claims import Weighed
from notation.rulings.dispute import Dispute
from notation.rulings.elsewhere import ClaimVerdict, codes_of
from notation.specs.spec import write_spec
from notation.text.reader import Game, NamedGame
from notation.text.writer import ply_word
from notation.wire import judgement, member
from notation.wire.evidence import ChainedClaimSchema, SealedSchema, chained, record_member, seal_member
from notation.wire.member import POINT, RULING_CODE
from notation.wire.shape import Given, WireSchema, dump_as, given, said
from referee.cards import Seat
from referee.rules import RuleSet

DISPUTE_FORM: Final = 1
"""The version of this form of JSON."""

_KINDS = {
    Worth: "worth",
    Points: "points",
    SeatPoints: "points",
    SeatTricks: "tricks",
    Out: "out",
    Allowed: "legality",
    OfDeal: "deal",
}
"""What each kind of claim speaks of."""


_SIDES: Final = ["".join(each) for size in range(1, 5) for each in combinations("ABCD", size)]
"""Seats by their letters, and those of several who win together."""


def _of(part: str, *kinds: type) -> member.Take:
    """Return what takes part of a claim that is of one of these kinds; others do not have it."""
    return lambda claim: getattr(claim.what, part) if isinstance(claim.what, kinds) else missing


def _seat_word(seat: Seat) -> Any:
    return "leader" if seat == LEADER else seat_letter(seat) if seat >= 0 else missing


def _is_denied(claim: Claim) -> bool:
    what = claim.what
    return claim.denied or (what.denied if isinstance(what, OfDeal) else False)


def _kind(claim: Claim) -> str:
    """Return what a claim is about, as one word."""
    return claim.what.subject.value if isinstance(claim.what, OfDeal) else _KINDS[type(claim.what)]


def _number(claim: Claim) -> Any:
    """Return what a claim counts, if it counts one thing."""
    match claim.what:
        case Worth(game_points=number) | SeatPoints(points=number) | SeatTricks(tricks=number):
            return number
        case OfDeal(number=number) if number:
            return number
    return missing


def _about(claim: Claim) -> Any:
    """Return the player or side that a claim is about."""
    what = claim.what
    return _seat_word(what.winner if isinstance(what, Worth) else getattr(what, "seat", Seat(NOBODY)))


_MOMENTS: Final = {LAST: "last-trick", CLOSE: "close"}


def _trick(claim: Claim) -> Any:
    return claim.trick if claim.trick > 0 else missing


def _moment(claim: Claim) -> Any:
    return _MOMENTS.get(claim.trick, missing)


class ReadingSchema(WireSchema):
    """How an assertion is understood, or can be."""

    kind = member.word([*dict.fromkeys((*_KINDS.values(), *Subject))], _kind, "what is claimed")
    seat = member.word([*_SIDES, "leader"], _about, "about whom", required=False)
    trick = member.count(_trick, "the trick it speaks of", least=1, required=False)
    moment = member.word([*_MOMENTS.values()], _moment, "the moment it speaks of", required=False)
    card = member.card(about="the card that is named", empty="omitted")
    suit = member.suit(about="the suit that is named", empty="omitted")
    contract = member.text(about="the contract that is named", empty="omitted")
    number = member.count(_number, "card points, game points, tricks, or what was announced", required=False)
    denied = member.truth(
        lambda claim: _is_denied(claim) or claim.what == Allowed(False),
        "whether that is denied",
        empty="omitted",
    )
    sentence = member.text(
        lambda claim: claim_sentence(claim, given().language),
        "the claim in a sentence, which can be claimed as it is",
        least=1,
    )


class ClaimSchema(WireSchema):
    """What is claimed, and by whom; which members there are depends on what it is of."""

    by = member.seat(lambda claim: claim.by if claim.by >= 0 else missing, required=False)
    of = member.word(dict.fromkeys(_KINDS.values()), lambda claim: _KINDS[type(claim.what)])
    seat = member.word(
        [*"ABCD", *PAIR_LETTERS, "leader"],
        _of("seat", SeatPoints, SeatTricks, Out, OfDeal),
        via=_seat_word,
        required=False,
    )
    trick = member.count(_trick, "the trick it speaks of", least=1, required=False)
    moment = member.word([*_MOMENTS.values()], _moment, "the moment it speaks of", required=False)
    subject = member.word(Subject, _of("subject", OfDeal), "what is claimed of the play", required=False)
    number = member.count(_of("number", OfDeal), "card points, or what was announced", empty="omitted")
    score = member.score(_of("score", OfDeal), "that of the match, which is claimed", empty="omitted")
    contract = member.text(about="the contract that is named", empty="omitted")
    denied = member.truth(_is_denied, "whether that is denied", empty="omitted")
    winner = member.side(
        _of("winner", Worth),
        "null for a draw, and with game points for whoever wins",
        null=True,
        required=False,
    )
    game_points = member.count(_of("game_points", Worth), required=False)
    paid = member.score(_of("paid", Worth), "what each wins or pays, where all pay", empty="omitted")
    points = member.described(
        {
            "oneOf": [
                {"type": "integer", "minimum": 0},
                {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
            ]
        },
        _of("points", Points, SeatPoints),
        "of one seat, or by side",
        via=lambda points: points if isinstance(points, int) else by_seat(points),
        required=False,
    )
    tricks = member.count(_of("tricks", SeatTricks), required=False)
    legal = member.truth(_of("allowed", Allowed), required=False)


class StandingSchema(WireSchema):
    """How the play stands at a moment."""

    points = member.seats()
    slack = member.seats(about="how many more card points they may be")
    tricks = member.seats()
    tricks_of_nobody = member.count(
        "untold", "tricks of which nobody knows the winner", least=1, empty="omitted"
    )
    leader = member.seat()
    turn = member.seat(lambda standing: NOBODY if standing.result else standing.turn, null=True)
    over = member.truth(lambda standing: standing.result is not None)


class ChangeSchema(WireSchema):
    """An option that is set otherwise."""

    option = member.text()
    value = member.text()
    instead = member.text()
    point = member.text(pattern=POINT)


class WhereRightSchema(WireSchema):
    """Options with which a claim is right."""

    rules = member.text("spec", least=1)
    changes = member.parts(ChangeSchema)


class ConditionalSchema(WhereRightSchema):
    """Rules under which a claim is right on a condition."""

    changes = member.parts(ChangeSchema, about="the options changed; empty for a rule set")
    refused = member.many(
        member.text(pattern=RULING_CODE),
        lambda other: codes_of(other.refused),
        "the rulings against the play that only these rules give",
    )
    certain, depends = judgement.certainty()


def where_right(required: bool = True) -> tuple[fields.List[Any], fields.List[Any], fields.List[Any]]:
    """Return the members for the rules under which a claim is right."""
    kept: member.Kept = {} if required else {"empty": "omitted"}
    return (
        member.texts(
            lambda of: [other.spec for other in of.elsewhere.rule_sets],
            "rule sets under which the claim is right",
            **kept,
        ),
        member.parts(WhereRightSchema, "elsewhere.options", "options with which the claim is right", **kept),
        member.parts(
            ConditionalSchema,
            "elsewhere.conditional",
            "rules under which the claim is right too, but that refuse an action of the play, or only if an "
            "announcement was good that cannot be checked",
            empty="omitted",
        ),
    )


class AnswerSchema(WireSchema):
    """What is to be said of a claim of what a deal is worth."""

    claim = member.part(ClaimSchema, via=Claim)
    verdict = member.word(ClaimVerdict)
    worth = member.part(
        ClaimSchema,
        about="what the deal is worth; null where the play does not decide it",
        via=Claim,
        null=True,
    )
    says = member.text(lambda of: outcome_sentence(given().language, of.deal, of.certainty), least=1)
    certain, depends = judgement.certainty()
    standing = member.part(StandingSchema, null=True)
    missing = member.parts(
        judgement.FindingSchema,
        about="why the play does not decide it, or why that is not certain",
        via=judgement.in_game,
    )
    rule_sets, options, conditional = where_right()


def _why(weighed: Weighed) -> list[str]:
    """Return the reasons for the verdict on a claim of the play of a deal, in sentences."""
    language, account = given().language, weighed.account
    told = [sentence(language.put(phrase)) for phrase in weighed.told]
    return told if told or weighed.findings else [outcome_sentence(language, account.deal, account.certainty)]


class WeighedSchema(WireSchema):
    """What is to be said of a claim of the play of a deal."""

    says = member.texts(_why, "why, in sentences")
    findings = member.parts(judgement.FindingSchema, about="the findings that show it", via=judgement.in_game)
    rule_sets, options, conditional = where_right()


def _place(dispute: Dispute) -> Span:
    return given().game.place(dispute.span) if dispute.is_written else NOWHERE


class DisputeSchema(WireSchema):
    """An assertion of a claim in a record, or made of it, and what is to be said of it."""

    line, column, end_line, end_column = judgement.place(take=_place)
    text = member.text(about="the claim in its words")
    part = member.count(about="which assertion of the claim, from 0")
    words = member.text("said", "the words of this assertion")
    understood = member.truth(about="whether it has one meaning")
    readings = member.parts(
        ReadingSchema, about="how it is understood; where it is not, the nearest questions to choose from"
    )
    fault = member.text(about="why it cannot be answered", via=said, null=True)
    fault_kind = member.word(
        ("not-understood", "unclear", "speaker-unknown", "not-possible"),
        about="the kind of that fault",
        empty="omitted",
    )
    claim = member.part(ClaimSchema, null=True)
    verdict = member.word(ClaimVerdict)
    unjudged = member.text(
        about="why judging stopped before what the claim is about, where that leaves it open",
        via=said,
        empty="omitted",
    )
    standing = member.part(StandingSchema, null=True)
    action = member.text(
        "ply", "the action that the claim stands behind, as it is written in SGN", via=ply_word, null=True
    )
    allowed = member.word(ClaimVerdict, about="whether that action was allowed", null=True)
    ruling = member.text("ruling.code.id", "what refuses that action", null=True, pattern=RULING_CODE)
    refusal = member.text(
        "refusal.code.id", "what refuses a claim to have 66 at this moment", null=True, pattern=RULING_CODE
    )
    rests_on = member.parts(
        judgement.AnnouncementSchema,
        about="the announcements that may not have been good, on which the standing or the verdict rests",
    )
    answer = member.part(AnswerSchema, null=True)
    weighed = member.part(WeighedSchema, about="of a claim of the play of the deal", empty="omitted")
    follows = member.texts(
        lambda of: [consequence_sentence(given().language, each) for each in of.follows],
        "what follows from the claim, in sentences",
        empty="omitted",
    )
    so_at = member.many(
        member.count(least=1),
        about="the tricks at which points or tricks were as they are wrongly claimed to be",
        empty="omitted",
    )
    rule_sets, options, conditional = where_right(required=False)


class DisputesSchema(SealedSchema):
    """The claims made of a deal, answered: a line of `santase dispute --format json`."""

    dispute = member.described({"const": DISPUTE_FORM}, lambda _: DISPUTE_FORM, "the version of this form")
    santase = member.text(lambda _: version("santase"), "the version of the program that answered")
    file = member.text(lambda _: given().games[0].file)
    game = member.count(lambda _: given().game.number, "counted from 1 in its file", least=1)
    digest = member.digest(lambda _: given().game.digest)
    rules = member.text(via=write_spec, least=1)
    deal = member.count(about="counted from 1 in its game", least=1)
    record, line = record_member()
    language = member.language()
    claims = member.parts(
        ChainedClaimSchema,
        about="in the order in which they were made: each digest is over the one before, the first over "
        "`digest`",
    )
    disputes = member.parts(DisputeSchema)
    ruling_digest = seal_member()


def dump_disputes(
    found: Sequence[Dispute], game: Game, number: int, rules: RuleSet, language: Translator, file: str
) -> dict[str, Any]:
    """Serialize the evaluation of the claims in a deal."""
    language = speaking_of(game.readable, rules, language)
    claims = chained(game.digest, [dispute.text for dispute in found if not dispute.part])
    members = {"rules": rules, "deal": number, "claims": claims, "disputes": found}
    return dump_as(DisputesSchema, members, Given(language, [NamedGame(file, game)]))
