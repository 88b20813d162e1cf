"""The ledger of a game as JSON: that of each deal, as in its ruling, and that of the match."""

from collections.abc import Sequence
from typing import Any

from notation.findings.translator import Translator
from notation.judge.judgement import Judgement
from notation.rulings.ledger import Account
from notation.specs.spec import write_spec
from notation.wire import member
from notation.wire.judgement import MatchSchema
from notation.wire.ruling import RuledDeal, RulingSchema
from notation.wire.shape import WireSchema, dump_as


class ScoredDealSchema(RulingSchema):
    """The ledger of one deal, as in its ruling."""

    class Meta(RulingSchema.Meta):
        """What of the ruling is on the ledger."""

        fields = (
            *("deal", "result", "game_points", "awarded", "score"),
            *("ledger", "card_points", "untaken", "closing", "claims"),
        )


class ScoreSchema(WireSchema):
    """The ledger of a game: a line of `santase score --format json`."""

    file = member.text(about="the path as it was given, or - for standard input")
    game = member.count(about="counted from 1 in its file", least=1)
    rules = member.text(about="the rule spec it was judged by; empty where it was not judged")
    deals = member.parts(ScoredDealSchema)
    match = member.part(MatchSchema)


def dump_score(
    file: str, judgement: Judgement, accounts: Sequence[Account], language: Translator
) -> dict[str, Any]:
    """Serialize the ledger of a game, as printed by ``santase score --format json``."""
    rules = write_spec(judgement.rules) if judgement.rules else ""
    deals, game = map(RuledDeal, accounts), judgement.game.number
    members = {"file": file, "game": game, "rules": rules, "deals": deals, "match": judgement}
    return dump_as(ScoreSchema, members)
