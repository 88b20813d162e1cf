"""A series of matches as JSON: its matches in order, what each counts for, and the tally."""

from typing import Any, Final

from notation.findings.finding import Finding
from notation.judge.series_judged import SeriesJudgement, SeriesMatch
from notation.record.model import NOBODY
from notation.specs.spec import write_spec
from notation.text.reader import Game
from notation.wire import member
from notation.wire.judgement import FindingInFile, FindingSchema, findings_of
from notation.wire.shape import WireSchema, dump_as

_NO_GAME: Final = Game(0, 1, "", None, ())
"""In the place of a game of which only a listing is at hand."""


class SeriesMatchSchema(WireSchema):
    """A match of a series; seats and sides are those of its own record."""

    match = member.count("member.number", "which match of the series it is", empty="null")
    file = member.text("member.file", "the path as it was given, or the id of a record")
    game = member.count("member.game.number", "counted from 1 in its file", null=True)
    players = member.names("member.players", "the names by seat")
    dealer = member.seat("member.dealer", "who deals first; null where that is open", null=True)
    score = member.score("member.score", "game points at its end")
    winner = member.side(lambda of: of.member.winner if of.seats else NOBODY, null=True)
    counts = member.count(about="how many games it counts for its winner")
    counted = member.truth(lambda of: bool(of.seats), "whether it is part of the tally")
    tally = member.score(about="what the sides of the series have won after it; empty where that is open")
    findings = member.parts(FindingSchema, lambda of: _findings(of), "how it does not fit into the series")


class SeriesSchema(WireSchema):
    """A series of matches: a line of `santase score --format json` and of `check --format json`."""

    series = member.text("name", "its name")
    rules = member.text(about="the rules of its first match", via=write_spec, null=True)
    ok = member.truth(lambda of: not of.errors, "whether there is no finding of severity error")
    players = member.names("players", "the names by seat of the series, which is the seat in its first match")
    tally = member.score(about="games won, by side; what was won and paid where all pay; empty if open")
    lost = member.score(about="games lost, by side: the Bummerl; empty where all pay, or if open")
    matches = member.parts(SeriesMatchSchema)


def _findings(match: SeriesMatch) -> list[FindingInFile]:
    found: list[Finding] = list(match.findings)
    return findings_of(match.member.game or _NO_GAME, found)


def dump_series(series: SeriesJudgement) -> dict[str, Any]:
    """Serialize a series."""
    return dump_as(SeriesSchema, series)
