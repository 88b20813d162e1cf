"""An audit of score sheets as JSON."""

from typing import Any, NamedTuple

from notation.findings.translator import Translator
from notation.rulings.audits import Audit, AuditedDeal
from notation.specs.spec import write_spec
from notation.text.reader import Game, NamedGame
from notation.wire import member
from notation.wire.evidence import players
from notation.wire.inference import JointInferenceSchema
from notation.wire.judgement import FindingSchema, MatchSchema, findings_of, game_digest
from notation.wire.shape import Given, WireSchema, dump_as


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


class AuditedGameSchema(WireSchema):
    """A game of an audit."""

    file = member.text()
    game = member.count("judgement.game.number", "counted from 1 in its file")
    digest = member.digest("judgement.game", via=game_digest)
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
    first_miscounted = member.count(
        "first_miscounted.number", "the deal at which the score on the sheet first goes wrong", null=True
    )
    match = member.part(MatchSchema, "judgement")
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


class AuditSchema(WireSchema):
    """An audit of score sheets: `santase audit --format json`."""

    language = member.language()
    right = member.truth("is_right", "whether nothing is wrong with any game")
    unread = member.truth("is_unread", "whether some lines could not be read")
    games = member.parts(AuditedGameSchema)
    standings = member.parts(PlayerStandingSchema, about="by player, the best first")
    inference = member.part(JointInferenceSchema, about="the rules that all games fit")


def _named(audit: Audit) -> list[NamedGame]:
    """Return the games of an audit that have deals, each with the name of its file."""
    return [NamedGame(game.file, game.judgement.game) for game in audit.games if game.deals]


def dump_audit(audit: Audit, language: Translator) -> dict[str, Any]:
    """Serialize an audit."""
    return dump_as(AuditSchema, audit, Given(language, _named(audit)))
