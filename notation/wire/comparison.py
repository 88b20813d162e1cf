"""The same play under several rule sets as JSON."""

from typing import Any, NamedTuple

from notation.findings.translator import Translator
from notation.record.model import Span
from notation.rulings.comparison import Comparison, Matter, Pair, Parting, PartingSide
from notation.rulings.trials import Breach, DealVerdict, GameVerdict
from notation.specs.spec import write_option, write_spec
from notation.text.reader import Game
from notation.text.writer import ply_word
from notation.wire import member
from notation.wire.judgement import FindingSchema, GameInFileSchema, MatchSchema, finding_in, place
from notation.wire.member import POINT, RULING_CODE
from notation.wire.shape import WireSchema, dump_as
from referee.points import POINTS, point_of
from referee.rules import RuleSet
from referee.rulesets import Citation, citation
from referee.state import Reason


class BreachInFile(NamedTuple):
    """A breach of the rules, and its place in the file."""

    breach: Breach
    place: Span


class BreachSchema(WireSchema):
    """A breach of the rules, and its place."""

    code = member.text("breach.code", pattern=RULING_CODE)
    line, column, end_line, end_column = place()


class DealVerdictInFile(NamedTuple):
    """What a deal comes to under a rule set, and its game."""

    deal: DealVerdict
    game: Game


class DealVerdictSchema(WireSchema):
    """What a deal comes to under a rule set."""

    winner = member.side("deal.result.winner", null=True)
    game_points = member.count(lambda of: of.deal.game_points if of.deal.result else None, null=True)
    paid = member.score("deal.result.paid", "what each wins or pays, where all pay", empty="omitted")
    reason = member.word(Reason, "deal.result.reason", null=True)
    card_points = member.seats("deal.card_points")
    stopped = member.truth("deal.stopped")
    rulings = member.parts(
        BreachSchema,
        lambda of: [BreachInFile(breach, of.game.place(breach.span)) for breach in of.deal.breaches],
    )


class RulesVerdict(NamedTuple):
    """What a game comes to under a rule set."""

    rules: RuleSet
    verdict: GameVerdict
    game: Game


class RulesVerdictSchema(WireSchema):
    """What a game comes to under a rule set."""

    rules = member.text(via=write_spec, least=1)
    deals = member.parts(
        DealVerdictSchema, lambda of: [DealVerdictInFile(deal, of.game) for deal in of.verdict.deals]
    )
    match = member.part(MatchSchema, "verdict")


class DecidedBy(NamedTuple):
    """What a rule set decides by an option."""

    rules: RuleSet
    decision: str
    language: Translator

    @property
    def citation(self) -> Citation:
        """The source of the rule."""
        return citation(self.rules, point_of(self.decision))


class DecidedBySchema(WireSchema):
    """What a rule set decides by an option, and where it has it from."""

    option = member.text(lambda of: write_option(of.rules, of.decision))
    rule = member.text(lambda of: of.language.rule(of.rules, point_of(of.decision)))
    cite = member.text(lambda of: of.language.cite(of.rules, point_of(of.decision)))
    quote = member.text("citation.quote", "the sentence of the source", empty="null")
    address = member.text("citation.address", "where the source can be read", empty="null")
    revision = member.text("citation.revision", "which edition of it", empty="null")


class DecisiveDecision(NamedTuple):
    """A decision that makes the difference between two rule sets."""

    pair: Pair
    decision: str
    language: Translator

    @property
    def point(self) -> str:
        """The point that it decides."""
        return point_of(self.decision)


class DecisiveDecisionSchema(WireSchema):
    """A decision that makes the difference between two rule sets."""

    decision = member.text()
    point = member.text(pattern=POINT)
    decides = member.text(lambda of: of.language.translate(POINTS[of.point]))
    first = member.part(DecidedBySchema, lambda of: DecidedBy(of.pair.first, of.decision, of.language))
    second = member.part(DecidedBySchema, lambda of: DecidedBy(of.pair.second, of.decision, of.language))


class SideInFile(NamedTuple):
    """What a rule set says where two part, and the game."""

    side: PartingSide
    game: Game


class SideSchema(WireSchema):
    """What a rule set says where two part."""

    ruling = member.part(
        FindingSchema, lambda of: finding_in(of.game, of.side.ruling) if of.side.ruling else None, null=True
    )
    points = member.seats("side.points")


class PartingInFile(NamedTuple):
    """Where two rule sets part, in its file."""

    parting: Parting
    pair: Pair
    game: Game
    language: Translator

    @property
    def place(self) -> Span:
        """Its place in the file."""
        return self.game.place(self.parting.place.span)


class PartingSchema(WireSchema):
    """Where two rule sets part, and by what."""

    matter = member.word(Matter, "parting.matter")
    deal = member.count("parting.place.path.deal", least=1, empty="null")
    trick = member.count("parting.place.trick", least=1, empty="null")
    action = member.count("parting.place.path.action", least=1, empty="null")
    word = member.text("parting.place.ply", "the action as it is written in SGN", via=ply_word, null=True)
    line, column, end_line, end_column = place()
    first = member.part(SideSchema, lambda of: SideInFile(of.parting.first, of.game))
    second = member.part(SideSchema, lambda of: SideInFile(of.parting.second, of.game))
    deciding = member.parts(
        DecisiveDecisionSchema,
        lambda of: [
            DecisiveDecision(of.pair, decision, of.language) for decision in of.parting.deciding.decisions
        ],
    )
    others = member.many(
        member.texts(),
        lambda of: [
            [write_option(of.pair.second, decision) for decision in other]
            for other in of.parting.deciding.others
        ],
        "other sets of as few decisions that make it, as options of the second",
    )
    smallest = member.truth("parting.deciding.smallest", "whether no fewer decisions make the difference")


class PairInFile(NamedTuple):
    """Two rule sets over one game in a file."""

    pair: Pair
    game: Game
    language: Translator

    def parting(self, parting: Parting) -> PartingInFile:
        """The first difference between the two."""
        return PartingInFile(parting, self.pair, self.game, self.language)


class PairSchema(WireSchema):
    """Two rule sets side by side."""

    first = member.text("pair.first", via=write_spec)
    second = member.text("pair.second", via=write_spec)
    parting = member.part(
        PartingSchema, lambda of: of.parting(of.pair.parting) if of.pair.parting else None, null=True
    )
    deals = member.parts(
        PartingSchema, lambda of: map(of.parting, of.pair.deals), "where they part in each deal on its own"
    )


class ComparisonInFile(NamedTuple):
    """A comparison over a game in a file."""

    compared: Comparison
    language: Translator
    file: str

    @property
    def game(self) -> Game:
        """The game."""
        return self.compared.game


class ComparisonSchema(GameInFileSchema):
    """The same play under several rule sets: a line of `santase compare --format json`."""

    alike = member.many(member.texts(), "compared.groups", "the rule sets by what they come to")
    verdicts = member.parts(
        RulesVerdictSchema,
        lambda of: [
            RulesVerdict(rules, verdict, of.game)
            for rules, verdict in zip(of.compared.rules, of.compared.verdicts, strict=True)
        ],
    )
    pairs = member.parts(
        PairSchema, lambda of: [PairInFile(pair, of.game, of.language) for pair in of.compared.pairs]
    )


def dump_comparison(compared: Comparison, language: Translator, file: str) -> dict[str, Any]:
    """Serialize a comparison; the decisive rules are also given in sentences of a language."""
    return dump_as(ComparisonSchema, ComparisonInFile(compared, language, file))
