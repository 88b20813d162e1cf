"""Findings and judgements as JSON."""

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from marshmallow import fields

from notation.findings.finding import ENGLISH, Finding, Fix, Repair
from notation.findings.names import names_of
from notation.judge.judgement import DealJudgement, Judgement
from notation.record.model import Span
from notation.rulings.certainty import Certainty, certainties
from notation.specs.spec import write_spec
from notation.text.fixes import changed
from notation.text.reader import Game
from notation.text.writer import ply_word
from notation.wire import member
from notation.wire.member import CODE, Take
from notation.wire.shape import WireSchema, dump_as, given
from referee.codes import Severity

# Findings.


class FindingInFile(NamedTuple):
    """A finding, where it is in its file, and what the players are called."""

    finding: Finding
    names: list[str]
    place: Span
    related: "PlaceInFile | None"
    fix: "ChangeInFile | None"
    repairs: "list[RepairInFile]"

    @property
    def message(self) -> str:
        """The message in English, with the names of the players."""
        return ENGLISH.naming(self.names).message(self.finding)


class PlaceInFile(NamedTuple):
    """A place in a file, and what there is to say of it."""

    place: Span
    words: str


class ChangeInFile(NamedTuple):
    """A place in a file, the text that may be meant there, and whether the change is safe."""

    place: Span
    text: str
    is_safe: bool


class RepairInFile(NamedTuple):
    """What would make a deal right: in words, its changes, and the game after it."""

    says: str
    changes: list[ChangeInFile]
    text: str


def finding_in(game: Game, finding: Finding) -> FindingInFile:
    """Return a finding about a game with its places in the file of the game."""
    return _finding_in(game, finding, names_of(game.draft))


def _finding_in(game: Game, finding: Finding, names: list[str]) -> FindingInFile:
    related, change = finding.related, finding.change

    def in_file(change: Fix, is_safe: bool = False) -> ChangeInFile:
        return ChangeInFile(game.place(change.span), game.own(change.text), is_safe)

    def repair_in(repair: Repair) -> RepairInFile:
        says = ENGLISH.naming(names).put(repair.says)
        return RepairInFile(says, list(map(in_file, repair.changes)), text_after(game, repair))

    return FindingInFile(
        finding,
        names,
        game.place(finding.span),
        PlaceInFile(game.place(related.span), ENGLISH.naming(names).put(related.phrase)) if related else None,
        in_file(change, finding.fix is not None) if change else None,
        list(map(repair_in, finding.repairs)),
    )


def text_after(game: Game, repair: Repair) -> str:
    """Return the text of a game after a repair."""
    return changed(game, repair.changes).decode("utf-8-sig")


def place(least: int = 0, take: Take = attrgetter("place")) -> Iterator[fields.Integer]:
    """Return the members for a place in the file; 0 means no place."""
    no_place = "" if least else "in the file; 0 where there is no place"
    yield member.count(lambda at: take(at).line, no_place, least=least)
    yield member.count(lambda at: take(at).column, "in characters, from 1", least=least)
    yield member.count(lambda at: take(at).end_line, least=least)
    yield member.count(lambda at: take(at).end_column, "exclusive", least=least)


class RelatedPlaceSchema(WireSchema):
    """Another place that belongs to a finding, and what is seen there."""

    line, column, end_line, end_column = place(1)
    message = member.text("words")


class FixSchema(WireSchema):
    """A change that puts a finding right: the text that takes the place of what stands there."""

    line, column, end_line, end_column = place(1)
    text = member.text()
    safe = member.truth(
        "is_safe",
        "whether nothing else can be meant, and the whole deal is read and right with it; else a proposal",
    )


class RepairChangeSchema(WireSchema):
    """A change of a repair: the text that takes the place of what stands there."""

    line, column, end_line, end_column = place(1)
    text = member.text()


class RepairSchema(WireSchema):
    """One change of the writing after which the deal is right; a person decides whether it was meant."""

    says = member.text(about="what the slip was, as a clause after `if`", least=1)
    changes = member.parts(RepairChangeSchema, least=1)
    text = member.text(about="the whole game after it")


class FindingSchema(WireSchema):
    """What is wrong or worth knowing at a place of a record."""

    code = member.text("finding.code.id", pattern=CODE)
    severity = member.word(Severity, "finding.code.severity")
    message = member.text(least=1)
    deal = member.count("finding.deal", "counted from 1 in its game", least=1, empty="null")
    trick = member.count("finding.trick", least=1, empty="null")
    seat = member.seat("finding.seat", null=True)
    line, column, end_line, end_column = place()
    cite = member.text("finding.cite", "the clause: title and section of its source", empty="null")
    related = member.part(RelatedPlaceSchema, null=True)
    fix = member.part(FixSchema, null=True)
    repairs = member.parts(
        RepairSchema,
        about="of the first error of a deal: what would make the deal right, likeliest first",
        empty="omitted",
    )


def findings_of(game: Game, findings: Any) -> list[FindingInFile]:
    """Return the findings about a game with their places in its file."""
    names = names_of(game.draft)
    return [_finding_in(game, finding, names) for finding in findings]


def in_game(findings: Iterable[Finding]) -> list[FindingInFile]:
    """Return findings about the game that is given, with their places in its file."""
    return findings_of(given().game, findings)


def dump_finding(game: Game, finding: Finding) -> dict[str, Any]:
    """Serialize a finding about a game."""
    return dump_as(FindingSchema, finding_in(game, finding))


# Certainty.


class AnnouncementSchema(WireSchema):
    """An announcement by a seat."""

    seat = member.seat()
    action = member.text("ply", "as it is written in SGN", via=ply_word, least=1)


class OutcomeSchema(WireSchema):
    """What a deal brings, and to whom."""

    winner = member.side(about="null for a draw", null=True)
    game_points = member.count()
    paid = member.score(about="what each wins or pays, where all pay", empty="omitted")


class DependsSchema(WireSchema):
    """The announcements in doubt that an outcome rests on, and what the deal comes to otherwise."""

    on = member.parts(AnnouncementSchema, "rests_on", least=1)
    otherwise = member.parts(
        OutcomeSchema, about="null where the play does not decide the deal then", null=True
    )


def certainty(source: str = "certainty") -> tuple[fields.Boolean, fields.Nested]:
    """Return the members for the certainty of an outcome, and what it depends on, if known."""
    return (
        member.truth(f"{source}.certain", "whether it rests on nothing that cannot be decided"),
        member.part(
            DependsSchema,
            source,
            "the announcements in doubt that it rests on, and what the deal comes to otherwise",
            via=lambda found: found if found.rests_on else None,
            null=True,
        ),
    )


# Judgements.


class MatchSchema(WireSchema):
    """A match after the last deal of its record."""

    score = member.score()
    winner = member.side(about="null until somebody has reached the target", null=True)
    games = member.count(
        about="how many games the match counts for once it is won: 2 to nil, 4 after a lead to nil lost",
        least=1,
    )


class CertainDeal(NamedTuple):
    """A deal as it was judged, and whether that is certain."""

    deal: DealJudgement
    certainty: Certainty


class UndertakingSchema(WireSchema):
    """The contract of a deal."""

    name = member.text("contract.name", least=1)
    seat = member.seat(about="who plays it")
    trump = member.suit(about="null without trumps", null=True)
    doubles = member.count(about="how often it was doubled")
    made = member.truth(about="null while that is not decided", null=True)


class JudgedDealSchema(WireSchema):
    """What the play of a deal comes to."""

    number = member.count(
        lambda of: of.deal.number if of.deal.number >= 0 else None,
        "as the record states it; null where it could not be read",
        null=True,
    )
    winner = member.side("deal.result.winner", "null for a draw and for an incomplete deal", null=True)
    game_points = member.count(lambda of: of.deal.game_points if of.deal.result else None, null=True)
    reason = member.reason("deal.result.word", null=True)
    contract = member.part(
        UndertakingSchema, "deal.undertaking", "in games in which contracts are bid", empty="omitted"
    )
    paid = member.score("deal.result.paid", "what each wins or pays, where all pay", empty="omitted")
    card_points = member.seats("deal.card_points")
    tricks = member.seats("deal.tricks_won")
    awarded = member.seats(
        "deal.awarded", "game points that rulings of the table gave apart from the play; empty without any"
    )
    score = member.score("deal.score", "game points won, after this deal")
    complete = member.truth(lambda of: of.deal.result is not None, "whether the play decides the deal")
    certain, depends = certainty()


class GameInFileSchema(WireSchema):
    """Which game of a file something is said of, and in what language."""

    file = member.text(lambda _: given().games[0].file)
    game = member.count(
        lambda _: given().game.number, "counted from 1 in its file; 0 for text outside any game"
    )
    line = member.count(lambda _: given().game.line, "the line of the file on which the game starts", least=1)
    digest = member.digest(lambda _: given().game.digest)
    language = member.language()


class OfDealSchema(WireSchema):
    """Which deal something is said of, and by which rules."""

    digest = member.digest(lambda _: given().game.digest)
    rules = member.text(lambda _: given().rules, via=write_spec, least=1)
    deal = member.count(lambda _: given().deal, "counted from 1 in its game", least=1)


class AtMomentSchema(OfDealSchema):
    """Which moment of a deal something is said of, and in what language."""

    at = member.text("path", "a trick, or an action of it", via=str)
    language = member.language()


class JudgedFile(NamedTuple):
    """What the referee says of a game, and what its file is called."""

    file: str
    judgement: Judgement


class JudgementSchema(WireSchema):
    """The judgement of one game: a line of `santase check --format json`."""

    file = member.text(about="the path as it was given, or - for standard input")
    game = member.count("judgement.game.number", "counted from 1 in its file; 0 for text outside any game")
    line = member.count("judgement.game.line", "the line of the file on which the game starts", least=1)
    rules = member.text(
        "judgement.rules",
        "the rule spec it was judged by; null where it was not judged",
        via=write_spec,
        null=True,
    )
    ok = member.truth("judgement.ok", "whether there is no finding of severity error")
    digest = member.digest("judgement.game.digest", "null where the game could not be read")
    findings = member.parts(FindingSchema, lambda of: findings_of(of.judgement.game, of.judgement.findings))
    deals = member.parts(
        JudgedDealSchema, lambda of: map(CertainDeal, of.judgement.deals, certainties(of.judgement))
    )
    match = member.part(MatchSchema, lambda of: of.judgement if of.judgement.rules else None, null=True)


def dump_judgement(file: str, judgement: Judgement) -> dict[str, Any]:
    """Serialize the judgement of a game in a file, as printed by ``santase check --format json``."""
    return dump_as(JudgementSchema, JudgedFile(file, judgement))
