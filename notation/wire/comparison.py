"""The same play under several rule sets as JSON."""

from typing import Any, NamedTuple

from notation.findings.translator import Translator
from notation.record.model import Span
from notation.rulings.comparison import Comparison, Matter, Pair, Parting
from notation.rulings.trials import GameVerdict
from notation.specs.spec import write_option, write_spec
from notation.text.reader import NamedGame
from notation.text.writer import ply_word
from notation.wire import member
from notation.wire.judgement import FindingSchema, GameInFileSchema, MatchSchema, finding_in, place
from notation.wire.member import POINT, RULING_CODE
from notation.wire.rules import translated
from notation.wire.shape import Given, WireSchema, dump_as, given
from referee.points import POINTS, point_of
from referee.rules import RuleSet
from referee.rulesets import Citation, citation
from referee.state import Reason


class BreachSchema(WireSchema):
    """A breach of the rules, and its place."""

    code = member.text(pattern=RULING_CODE)
    line, column, end_line, end_column = place(take=lambda breach: given().game.place(breach.span))


class DealVerdictSchema(WireSchema):
    """What a deal comes to under a rule set."""

    winner = member.side("result.winner", null=True)
    game_points = member.count(lambda of: of.game_points if of.result else None, null=True)
    paid = member.score("result.paid", "what each wins or pays, where all pay", empty="omitted")
    reason = member.word(Reason, "result.reason", null=True)
    card_points = member.seats()
    stopped = member.truth()
    rulings = member.parts(BreachSchema, "breaches")


class RulesVerdict(NamedTuple):
    """What a game comes to under a rule set."""

    rules: RuleSet
    verdict: GameVerdict


class RulesVerdictSchema(WireSchema):
    """What a game comes to under a rule set."""

    rules = member.text(via=write_spec, least=1)
    deals = member.parts(DealVerdictSchema, "verdict.deals")
    match = member.part(MatchSchema, "verdict")


class DecidedBy(NamedTuple):
    """What a rule set decides by an option."""

    rules: RuleSet
    decision: str

    @property
    def citation(self) -> Citation:
        """The source of the rule."""
        return citation(self.rules, point_of(self.decision))


class DecidedBySchema(WireSchema):
    """What a rule set decides by an option, and where it has it from."""

    option = member.text(lambda of: write_option(of.rules, of.decision))
    rule = member.text(lambda of: given().language.rule(of.rules, point_of(of.decision)))
    cite = member.text(lambda of: given().language.cite(of.rules, point_of(of.decision)))
    quote = member.text("citation.quote", "the sentence of the source", empty="null")
    translation = member.text(
        lambda of: translated(of.citation),
        "the same in the language of the answer, if it is translated",
        empty="omitted",
    )
    address = member.text("citation.address", "where the source can be read", empty="null")
    revision = member.text("citation.revision", "which edition of it", empty="null")


class DecisiveDecision(NamedTuple):
    """A decision that makes the difference between two rule sets."""

    pair: Pair
    decision: str

    @property
    def point(self) -> str:
        """The point that it decides."""
        return point_of(self.decision)


class DecisiveDecisionSchema(WireSchema):
    """A decision that makes the difference between two rule sets."""

    decision = member.text()
    point = member.text(pattern=POINT)
    decides = member.text(lambda of: given().language.translate(POINTS[of.point]))
    first = member.part(DecidedBySchema, lambda of: DecidedBy(of.pair.first, of.decision))
    second = member.part(DecidedBySchema, lambda of: DecidedBy(of.pair.second, of.decision))


class SideSchema(WireSchema):
    """What a rule set says where two part."""

    ruling = member.part(FindingSchema, via=lambda ruling: finding_in(given().game, ruling), null=True)
    points = member.seats()


class PartingInPair(NamedTuple):
    """Where two rule sets part."""

    parting: Parting
    pair: Pair

    @property
    def place(self) -> Span:
        """Its place in the file."""
        return given().game.place(self.parting.place.span)


class PartingSchema(WireSchema):
    """Where two rule sets part, and by what."""

    matter = member.word(Matter, "parting.matter")
    deal = member.count("parting.place.path.deal", least=1, empty="null")
    trick = member.count("parting.place.trick", least=1, empty="null")
    action = member.count("parting.place.path.action", least=1, empty="null")
    word = member.text("parting.place.ply", "the action as it is written in SGN", via=ply_word, null=True)
    line, column, end_line, end_column = place()
    first = member.part(SideSchema, "parting.first")
    second = member.part(SideSchema, "parting.second")
    deciding = member.parts(
        DecisiveDecisionSchema,
        lambda of: [DecisiveDecision(of.pair, decision) for decision in of.parting.deciding.decisions],
        "the decisions that make the difference; none where only contracts do",
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


class PairSchema(WireSchema):
    """Two rule sets side by side."""

    first = member.text(via=write_spec)
    second = member.text(via=write_spec)
    parting = member.part(
        PartingSchema, lambda of: PartingInPair(of.parting, of) if of.parting else None, null=True
    )
    deals = member.parts(
        PartingSchema,
        lambda of: [PartingInPair(parting, of) for parting in of.deals],
        "where they part in each deal on its own",
    )


class ComparisonSchema(GameInFileSchema):
    """The same play under several rule sets: a line of `santase compare --format json`."""

    alike = member.many(
        member.texts(),
        lambda of: [[write_spec(rules) for rules in group] for group in of.groups],
        "the rule sets by what they come to",
    )
    verdicts = member.parts(RulesVerdictSchema, lambda of: map(RulesVerdict, of.rules, of.verdicts))
    pairs = member.parts(PairSchema)


def dump_comparison(compared: Comparison, language: Translator, file: str) -> dict[str, Any]:
    """Serialize a comparison; the decisive rules are also given in sentences of a language."""
    return dump_as(ComparisonSchema, compared, Given(language, [NamedGame(file, compared.game)]))
