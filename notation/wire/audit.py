"""An audit of score sheets as JSON."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from marshmallow import fields

from notation.findings.names import speaking_of
from notation.findings.translator import Translator
from notation.record.words import score_words
from notation.rulings.audits import Audit, AuditedDeal
from notation.rulings.sheet_faults import FaultKind, SheetFault
from notation.rulings.standings import cross_table, pairings
from notation.specs.spec import write_spec
from notation.text.reader import Game, NamedGame
from notation.wire import member
from notation.wire.evidence import players
from notation.wire.inference import JointInferenceSchema
from notation.wire.judgement import FindingSchema, MatchSchema, findings_of
from notation.wire.shape import Given, WireSchema, dump_as, given


def _said(game: Game, faults: Iterable[SheetFault]) -> list[dict[str, Any]]:
    language = speaking_of(game.draft, None, given().language)
    return [{"kind": fault.kind, "message": language.put(fault.says)} for fault in faults]


class FaultSchema(WireSchema):
    """What is wrong on a sheet, in the words of whoever keeps it."""

    kind = member.word(FaultKind)
    message = member.text(least=1)


class DealInGame(NamedTuple):
    """An audited deal and its game."""

    deal: AuditedDeal
    game: Game


class AuditedDealSchema(WireSchema):
    """A deal as it is written and as it is counted."""

    deal = member.count("deal.number", least=1)
    written = member.text("deal.written", "the result as it is written, `A 2`", empty="null")
    counted = member.text("deal.counted", "the result as it is counted", empty="null")
    written_score = member.score(
        "deal.written_score", "after the deal, as it is written or its results add up", empty="omitted"
    )
    score = member.score("deal.score", "after the deal, as it is counted", empty="omitted")
    miscounted = member.truth("deal.is_miscounted")
    errors = member.parts(FindingSchema, lambda of: findings_of(of.game, of.deal.errors))
    faults = member.parts(FaultSchema, lambda of: _said(of.game, of.deal.faults))


class AuditedGameSchema(WireSchema):
    """A game of an audit."""

    file = member.text()
    game = member.count("judgement.game.number", "counted from 1 in its file")
    digest = member.digest("judgement.game.digest")
    rules = member.text("judgement.rules", "those it was judged by", via=write_spec, least=1)
    players = member.names(
        lambda of: players(of.judgement.game, of.judgement.rules.seats), "the names by seat"
    )
    deals = member.parts(
        AuditedDealSchema, lambda of: [DealInGame(deal, of.judgement.game) for deal in of.deals]
    )
    errors = member.parts(
        FindingSchema, lambda of: findings_of(of.judgement.game, of.errors), "what is wrong with the whole"
    )
    faults = member.parts(
        FaultSchema,
        lambda of: _said(of.judgement.game, (fault for fault in of.faults if not fault.place)),
        "those of no single deal",
    )
    repeats = member.text(about="the earlier sheet of the same match, `FILE:GAME`", empty="null")
    first_miscounted = member.count(
        "first_miscounted.number", "the deal at which the score on the sheet first goes wrong", null=True
    )
    match = member.part(MatchSchema, "final", "without deals that are written twice")
    written_score = member.score(about="at the end, as it is written", empty="omitted")


class PlayerStandingSchema(WireSchema):
    """What a player has won and lost, as it is counted and as it is written."""

    player = member.text(least=1)
    games = member.count()
    won = member.count()
    lost = member.count()
    points_for = member.count()
    points_against = member.count()
    written_won = member.count()
    written_lost = member.count()
    written_for = member.count()
    written_against = member.count()
    bummerl = member.count(about="the matches lost, those that count double twice")


def _numbers(about: str) -> "fields.List[Any]":
    return member.many(fields.Integer(strict=True), about=about)


class MeetingSchema(WireSchema):
    """A match between two sides."""

    sides = member.texts(about="their names")
    score = _numbers("game points by side; none if unknown")
    won_by = member.count("winner", "0 or 1, -1 if the match is open", least=-1)
    counts = member.count(about="the Bummerl that its loser gets", least=1)
    place = member.text(about="`FILE:GAME`")


class CrossRowSchema(WireSchema):
    """A side in a cross table."""

    player = member.text("name", least=1)
    won = member.count()
    lost = member.count()
    cells = member.many(
        fields.List(fields.String()),
        lambda of: [[score_words(each.score) or "*" for each in cell] for cell in of.cells],
        "by the order of the rows, the scores of the matches against each; `*` if unknown",
    )


class PairingSchema(WireSchema):
    """Two sides that have met; of two numbers the first is that of the first side."""

    sides = member.texts(about="their names")
    games = member.count()
    won = _numbers("matches")
    points = _numbers("game points")
    bummerl = _numbers("the matches lost, those that count double twice")


class LikeNameSchema(WireSchema):
    """A name that may be another spelling of one that is more frequent."""

    name = member.text(least=1)
    like = member.text(least=1)


class AuditSchema(WireSchema):
    """An audit of score sheets: `santase audit --format json`."""

    language = member.language()
    right = member.truth("is_right", "whether nothing is wrong with any game")
    unread = member.truth("is_unread", "whether some lines could not be read")
    games = member.parts(AuditedGameSchema)
    standings = member.parts(PlayerStandingSchema, about="by player, the best first")
    meetings = member.parts(MeetingSchema, about="the matches between two sides")
    cross = member.parts(CrossRowSchema, lambda of: cross_table(of.meetings), "the most wins first")
    pairings = member.parts(PairingSchema, lambda of: pairings(of.meetings), "who played whom")
    names = member.parts(LikeNameSchema, about="names that may be one player's; they are counted as two")
    inference = member.part(
        JointInferenceSchema, about="the rules that all games fit, with `--infer`", null=True
    )


def _named(audit: Audit) -> list[NamedGame]:
    """Return the games of an audit that have deals, each with the name of its file."""
    return [NamedGame(game.file, game.judgement.game) for game in audit.games if game.deals]


def dump_audit(audit: Audit, language: Translator) -> dict[str, Any]:
    """Serialize an audit."""
    return dump_as(AuditSchema, audit, Given(language, _named(audit)))
