"""Rulings as JSON, with their ledgers: the saved form, which `santase recheck` reads; and ledgers alone.

A ruling is sealed with a digest of everything else in it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import metadata
from typing import Any, Final, NamedTuple

from marshmallow import missing

from notation.findings.finding import Phrase, SeatFact, typed
from notation.findings.translator import Translator
from notation.judge.judgement import Judgement
from notation.record.model import NOBODY
from notation.record.words import seat_letter
from notation.rulings.alternative import Alternative, AlternativeKind, alternatives
from notation.rulings.answers import alternative_sentence, ruling_sentence
from notation.rulings.dispute import Dispute, disputes
from notation.rulings.elsewhere import codes_of
from notation.rulings.ledger import Account, EntryKind, PointsStatus, points_cited
from notation.rulings.play_worth import BestPlay
from notation.specs.spec import write_spec
from notation.text.writer import ply_word
from notation.wire import member
from notation.wire.best_play import EndOfDealSchema, PlayedBest
from notation.wire.dispute import DisputeSchema
from notation.wire.evidence import (
    DealtSchema,
    SealedSchema,
    SourceSchema,
    players,
    record_member,
    seal_member,
)
from notation.wire.judgement import FindingSchema, MatchSchema, UndertakingSchema, certainty, in_game
from notation.wire.member import POINT, RULING_CODE
from notation.wire.rules import RulePointSchema
from notation.wire.shape import Given, WireSchema, clause, dump_as, given, told
from referee import arithmetic
from referee.arithmetic import Line
from referee.state import TARGET

_version: Final = cache(metadata.version)
"""The version of what is installed, which is read from a file."""
FORM: Final = 1
"""The version of this form of JSON."""

_NAMES: Final = {
    line: name.lower().replace("_", "-") for name, line in vars(arithmetic).items() if isinstance(line, Line)
}
"""What each step of scoring is called in a ruling that is kept; a name never changes its meaning."""


class RuledDeal(NamedTuple):
    """A deal to be ruled on."""

    account: Account
    alternatives: Sequence[Alternative] = ()
    """What would have changed it, where that is asked."""
    best_play: PlayedBest | None = None
    """What came of best play, where it was asked for."""


def _disputed(of: RuledDeal) -> Sequence[Dispute]:
    return disputes(given().game, of.account.number, of.account.rules, of.account)


class ResultSchema(WireSchema):
    """What a deal came to."""

    winner = member.side(about="null for a draw", null=True)
    game_points = member.count()
    reason = member.reason("word")
    card_points = member.seats(about="empty where not all of them are known")
    paid = member.score(about="what each wins or pays, where all pay", empty="omitted")


class LedgerActionSchema(WireSchema):
    """An action of a trick."""

    seat = member.seat()
    action = member.text("ply", "as it is written in SGN", via=ply_word, least=1)
    code = member.text(
        "ruling.code.id", "of the rule that it breaks, if it does", null=True, pattern=RULING_CODE
    )


class LedgerTrickSchema(WireSchema):
    """A trick of the ledger."""

    trick = member.count("number", "0 for what comes before the first lead")
    leader = member.seat(about="who leads; before the first lead, who speaks first")
    winner = member.seat(about="null where the trick is not complete", null=True)
    actions = member.parts(LedgerActionSchema, "events")
    points = member.seats(about="card points that count, after the trick")


class GainSchema(WireSchema):
    """A gain of card points."""

    origin = member.word(EntryKind, "kind", key="from")
    seat = member.side(about="the side, where it was so from the start")
    points = member.count()
    slack = member.count(about="how many more they may be, where cards of the trick are not known")
    trick = member.count(about="the trick from which on they count", least=1)
    standing = member.word(PointsStatus)
    suit = member.suit(about="of a marriage", empty="omitted")
    announced = member.count(
        lambda entry: entry.announced if entry.suit != NOBODY else missing,
        "the trick at which a marriage was announced",
        required=False,
        least=1,
    )


class CloseSchema(WireSchema):
    """How the talon was closed."""

    trick = member.count(about="the trick before whose lead the talon was closed", least=1)
    seat = member.seat()
    points = member.seats(about="card points at that moment")
    tricks = member.seats(about="tricks won by then")
    talon = member.count(about="cards that stayed in the talon")
    before_draw = member.truth("short")


class ClaimMadeSchema(WireSchema):
    """A claim to have 66 that was made in the play."""

    trick = member.count(about="the trick after which, or with whose marriage, it was made", least=1)
    seat = member.seat()
    points = member.count()
    right = member.truth("stands", "whether it was allowed, and the points were there")
    certain = member.truth(about="whether that can be decided")


class MissedChanceSchema(WireSchema):
    """A moment at which a seat could have gone out and did not."""

    trick = member.count(least=1)
    seat = member.seat()
    points = member.count(least=TARGET)


class ScoringStepSchema(WireSchema):
    """A step of the scoring."""

    step = member.text(
        lambda of: _NAMES[of.line],
        "what the step is called; a name never changes its meaning",
        pattern="^[a-z-]+$",
    )
    point = member.text(
        "line.point", "the decision point that the step follows, if any", pattern=POINT, empty="null"
    )
    facts = member.table(
        member.described({"type": ["integer", "string"]}),
        lambda of: {
            name: seat_letter(fact) if isinstance(fact, SeatFact) else fact
            for name, fact in typed(of.facts).items()
        },
        "the figures of the sentence; `value` is what the step comes to",
    )
    says = member.text(told, least=1)
    clause = member.text(
        lambda of: clause(of.line.point) or None,
        "what the rules decide at the point, and where they have it from",
        null=True,
    )


class OtherRulesSchema(WireSchema):
    """What another rule set with the same pack makes of the same play."""

    rules = member.text("spec", least=1)
    result = member.part(ResultSchema, "deal.result", null=True)
    codes = member.many(
        member.text(pattern=RULING_CODE),
        lambda of: codes_of(of.broken),
        "the rules that the same play breaks there",
    )
    certain, depends = certainty()


class AlternativeSchema(WireSchema):
    """Something that would have changed what a deal comes to."""

    kind = member.word(
        AlternativeKind,
        about="a claim that was not made, another price of a revoke, or rules by which the stated result is "
        "right",
    )
    trick = member.count(about="of the claim or the revoke", least=1, empty="null")
    seat = member.seat(about="who claims or has revoked", null=True)
    points = member.count(about="the card points of the claim", least=TARGET, empty="null")
    options = member.texts(
        lambda of: [f"{change.option}={change.value}" for change in of.changes],
        "what is set otherwise in the rules",
    )
    winner = member.side("worth.winner", "null for a draw", null=True)
    game_points = member.count("worth.game_points")
    says = member.text(lambda of: alternative_sentence(given().language, of), least=1)


class RulingSchema(SealedSchema):
    """The ruling of one deal: a line of `santase explain --format json`.

    `santase recheck` makes all of it again, and compares it word for word.
    """

    ruling = member.described({"const": FORM}, lambda _: FORM, "the version of this form")
    santase = member.text(lambda _: _version("santase"), "the version of the program that ruled")
    digest = member.digest(
        "account.judgement.game.digest",
        "of the game, as `santase digest` prints it; null where not all of it could be read",
    )
    rules = member.text("account.rules", "the rule spec it was judged by", via=write_spec, least=1)
    game = member.count("account.judgement.game.number", "which game of its file, counted from 1", least=1)
    deal = member.count("account.number", "which deal of the game, counted from 1", least=1)
    record, line = record_member()
    players = member.names(
        lambda of: players(given().game, of.account.rules.seats),
        "who sits where, as far as the record says so",
    )
    dealt = member.part(
        DealtSchema,
        lambda of: of.account.played[0].after if of.account.played else None,
        "null where the play could not be judged",
        null=True,
    )
    language = member.language("of the answer, and of what the steps say")
    answer = member.text(
        lambda of: ruling_sentence(given().language, of.account, of.alternatives),
        "who won, by how much, why, and by which act, with the names of the players",
        least=1,
    )
    result = member.part(
        ResultSchema, "account.deal.result", "null where the play does not decide the deal", null=True
    )
    game_points = member.count(
        "account.deal.game_points", "what the deal brought its winner, an extra one after a draw included"
    )
    trusted = member.part(
        ResultSchema,
        "account.deal.trusted",
        "the stated result, where the play does not decide and it is counted all the same",
        null=True,
    )
    awarded = member.seats(
        "account.deal.awarded", "game points that rulings of the table gave; empty without any"
    )
    score = member.score("account.deal.score", "game points won, after this deal")
    stopped = member.truth("account.deal.stopped", "whether nothing after some action of the deal was judged")
    certain, depends = certainty("account.certainty")
    match = member.part(MatchSchema, "account.judgement", "after the last deal of the record")
    ledger = member.parts(LedgerTrickSchema, "account.deal.tricks")
    card_points = member.parts(GainSchema, "account.entries", "every gain of card points, named once")
    untaken = member.count("account.untaken", "the card points of the pack that no trick is known to hold")
    closing = member.part(CloseSchema, "account.deal.closing", null=True)
    contract = member.part(
        UndertakingSchema, "account.deal.undertaking", "in games in which contracts are bid", empty="omitted"
    )
    claims = member.parts(ClaimMadeSchema, "account.claims")
    chances = member.parts(
        MissedChanceSchema, "account.chances", "moments at which a player could have gone out and did not"
    )
    steps = member.parts(ScoringStepSchema, "account.steps")
    findings = member.parts(
        FindingSchema,
        lambda of: in_game(
            [
                replace(found, fix=None, proposal=None, repairs=(), is_explained=False)
                for found in of.account.findings
            ]
        ),
        "what is wrong in the deal; `fix` is null, because a ruling proposes no change of its record",
    )
    disputes = member.parts(DisputeSchema, _disputed, "what is claimed in the deal by `@dispute`, answered")
    elsewhere = member.parts(
        OtherRulesSchema,
        lambda of: list(of.account.elsewhere.rule_sets()),
        "what every other rule set with this pack makes of the same play",
    )
    source = member.part(SourceSchema, "account.rules", "of the rules")
    points = member.parts(
        RulePointSchema,
        "account",
        "the points that the steps and the findings rest on, each with the sentence of its source",
        via=points_cited,
    )
    alternatives = member.parts(AlternativeSchema, about="what would have changed what the deal comes to")
    best_play = member.part(
        EndOfDealSchema,
        about="what the end of the deal was worth with best play, where that was asked for",
        empty="omitted",
    )
    ruling_digest = seal_member()


def dump_ruling(
    account: Account, language: Translator, found: BestPlay | Phrase | None = None
) -> dict[str, Any]:
    """Serialize the ruling of a deal in a form that can be saved and rechecked.

    If best play was requested, ``found`` is its result.
    """
    best = None if found is None else PlayedBest(account, found)
    ruled = RuledDeal(account, alternatives(account), best)
    return dump_as(RulingSchema, ruled, Given.of(account, language))


# The ledger of a game.


class ScoredDealSchema(RulingSchema):
    """The ledger of one deal, as in its ruling."""

    class Meta(RulingSchema.Meta):
        """What of the ruling is on the ledger."""

        fields = (
            *("deal", "result", "game_points", "awarded", "score"),
            *("ledger", "card_points", "untaken", "closing", "contract", "claims"),
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
