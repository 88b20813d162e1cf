"""A series of matches as a document: every match with its result, and the tally."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from notation.findings import escape
from notation.judge import Judgement, SeriesJudgement, SeriesMatch
from notation.record import score_words, seat_letter
from notation.rulings import rules_in_words
from viewer.documents.document import Column, DataTable, Document, Paragraph, Part
from viewer.documents.languages import Language
from viewer.documents.quotations import citing
from viewer.documents.reports import findings_shown
from viewer.documents.sides import side_names


def series_sheet(series: SeriesJudgement, language: Language) -> Document:
    """Render the ledger of a series."""
    parts: list[Part] = []
    if series.rules:
        parts.append(
            Paragraph(
                language.say("Judged by the rules of {rules}.", rules=rules_in_words(language, series.rules))
            )
        )
    parts.append(Paragraph(order_of(series, language)))
    answer, *more = tallied(series, language)
    parts += [_table(series, language), Paragraph(answer, kind="answer"), *map(Paragraph, more)]
    for match in series.matches:
        parts += findings_of(match, language)
    return citing(series_title(series, language), parts, language)


def series_title(series: SeriesJudgement, language: Language) -> str:
    """Return the title of a series."""
    return language.say("Series {name}", name=escape(series.name))


def findings_of(match: SeriesMatch, language: Language) -> Iterator[Part]:
    """Return how a match contradicts its series."""
    found = as_judgement(match)
    if found:
        yield from findings_shown(match.member.file, found, found.findings, language)


def as_judgement(match: SeriesMatch) -> Judgement | None:
    """Return the findings on a match in its series, as findings about its game; None if there are none."""
    if match.member.game is None or not match.findings:
        return None
    errors = sum(finding.is_error for finding in match.findings)
    return Judgement(match.member.game, None, list(match.findings), errors=errors)


def sides_of(series: SeriesJudgement, language: Language) -> list[str]:
    """Return the sides of a series by the names of their players."""
    names = _names(series.players)
    return side_names(names, series.rules, language) if series.rules else names


def order_of(series: SeriesJudgement, language: Language) -> str:
    """Return the order in which scores and tallies of a series are written."""
    sides = " – ".join(sides_of(series, language))
    return language.say("Scores and tally are in this order, regardless of the seats: {sides}.", sides=sides)


def tallied(series: SeriesJudgement, language: Language) -> list[str]:
    """Return the points or payments of the sides, and their Bummerl; one sentence each."""
    if not series.tally or series.rules is None:
        return [language.say("The tally of the series is open.")]
    facts = {"tally": _by_name(sides_of(series, language), series.tally)}
    if series.rules.mp_all_pay:
        return [language.say("Won and paid in all: {tally}.", **facts)]
    lost = _by_name(sides_of(series, language), series.lost)
    return [
        language.say("Games won: {tally}.", **facts),
        language.say("Bummerl, one for each game lost: {tally}.", tally=lost),
    ]


def _by_name(sides: list[str], numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{side} {number}" for side, number in zip(sides, numbers, strict=True))


def _names(players: Sequence[str]) -> list[str]:
    return [escape(name) or seat_letter(seat) for seat, name in enumerate(players)]


def _table(series: SeriesJudgement, language: Language) -> DataTable:
    columns = (
        Column(language.say("Match"), number=True),
        Column(language.say("Record")),
        Column(language.say("Deals first")),
        Column(language.say("Score"), number=True),
        Column(language.say("Won by")),
        Column(language.say("Counts"), number=True),
        Column(language.say("Tally"), number=True),
    )
    rows = ((row.number, escape(row.match.member.place), *row[2:]) for row in rows_of(series, language))
    return DataTable(columns, tuple(rows))


class SeriesRow(NamedTuple):
    """A match of a series in words: number, first dealer, score, winner, and what it counts for."""

    match: SeriesMatch
    number: str
    dealer: str
    score: str
    winner: str
    counts: str
    tally: str


def rows_of(series: SeriesJudgement, language: Language) -> Iterator[SeriesRow]:
    """Return the matches of a series in words; a dash is written for what is unknown."""
    for match in series.matches:
        member = match.member
        names = _names(member.players)
        winner = ""
        if member.rules and member.winner >= 0:
            winner = side_names(names, member.rules, language)[member.rules.sides.index(member.winner)]
        yield SeriesRow(
            match,
            str(member.number or "–"),
            names[member.dealer] if 0 <= member.dealer < len(names) else "–",
            score_words(match.score) or "–",
            winner or "–",
            str(match.counts) if match.seats else language.say("not counted"),
            score_words(match.tally) or "–",
        )
