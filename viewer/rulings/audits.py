"""Audits as documents: the faults of some score sheets, the standings, who played whom, and every deal.

Everything comes from the audit; nothing is counted here.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from notation.corpus import no_formula
from notation.findings import SeatFact, escape, player_names
from notation.judge import Judgement
from notation.record import Record, score_words, seat_letter
from notation.rulings import (
    Audit,
    AuditedGame,
    FaultKind,
    LikeName,
    Meeting,
    SheetFault,
    audited_game,
    cross_table,
    pairings,
    rules_in_words,
)
from notation.specs import write_spec
from notation.text import NamedGame
from referee import RuleSet
from viewer.documents.document import (
    Column,
    DataTable,
    Document,
    Heading,
    Item,
    Listing,
    Paragraph,
    Part,
    beneath,
)
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.documents.sides import named_result, side_names
from viewer.rulings.inference import joint_conclusion

MOST_CROSSED: Final = 16
"""The sides of a cross table that still fits a page."""


def audit_sheet(
    audited: Audit,
    language: Language,
    event: str = "",
    links: Mapping[str, str] = MappingProxyType({}),
    merging: Mapping[LikeName, str] = MappingProxyType({}),
) -> Document:
    """Render the audit of some games: each fault in a line, the tables, and the sheets deal by deal.

    On a page ``links`` lead from faults to records, by their files, and ``merging`` from a name to the page
    on which it is counted as the one that it is like.
    """
    parts: list[Part] = [*_answer(audited, language, links), *_names(audited, language, links, merging)]
    parts += _standings(audited, language)
    parts += [*_crossed(audited, language), *_pairings(audited, language)]
    for game in audited.games:
        if game.faults or len(audited.games) == 1:
            parts += [Heading(_title(game, language)), *_deals(game, language, game.file not in links)]
    if audited.inference:
        named = [NamedGame(game.file, game.judgement.game) for game in audited.games]
        inferred = joint_conclusion(audited.inference, named, language)
        parts += [Heading(language.say("The rules that fit all games")), *beneath(inferred.parts)]
    title = language.count("Audit of {number} game", "Audit of {number} games", len(audited.games))
    return Document(f"{event}: {title}" if event else title, tuple(parts), language.code)


def match_sheet(judgement: Judgement, language: Language, file: str) -> Document:
    """Render a match deal by deal, the first page of its rulings: its faults, and the winner."""
    game = audited_game(file, judgement)
    lines = [_at_deal(game, fault, language) for fault in game.faults if fault.kind is not FaultKind.OTHER]
    wrong = [Paragraph(line, kind="answer") for line in lines]
    return Document(_title(game, language), (*wrong, *_deals(game, language)), language.code)


# The faults.


def sheet_labels(games: Sequence[AuditedGame]) -> list[str]:
    """Return short labels for the sheets, in their order: the names of their files where these differ.

    The number of a game is added for a file that holds several.
    """
    stems = [game.file.replace("\\", "/").rpartition("/")[2].removesuffix(".sgn") for game in games]
    files = Counter(dict.fromkeys(zip(stems, (game.file for game in games), strict=True)).keys())
    is_clear = Counter(stem for stem, _ in files)
    held = Counter(game.file for game in games)
    return [
        escape(stem if is_clear[stem] == 1 else game.file)
        + (f":{game.judgement.game.number}" if held[game.file] > 1 else "")
        for stem, game in zip(stems, games, strict=True)
    ]


def fault_lines(
    audited: Audit, language: Language, links: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[AuditedGame, SheetFault, str]]:
    """Yield every fault with its game and its line: the sheet, the players, the deal, what is wrong.

    Sheets with links are named by their players alone.
    """
    for label, game in zip(sheet_labels(audited.games), audited.games, strict=True):
        players = " – ".join(_sides(game, language))
        for fault in game.faults:
            said = _at_deal(game, fault, language)
            sheet = players if game.file in links else f"{label} ({players})"
            yield game, fault, language.say("{sheet}: {fault}", sheet=sheet, fault=said)


def fault_words(game: AuditedGame, fault: SheetFault, language: Language) -> str:
    """Return what is wrong, without its place."""
    return spoken_of(game.judgement, language).put(fault.says)


def _at_deal(game: AuditedGame, fault: SheetFault, language: Language) -> str:
    words = fault_words(game, fault, language)
    if not fault.place:
        return words
    return language.say("deal {deal}: {fault}", deal=game.deals[fault.place - 1].number, fault=words)


def _answer(audited: Audit, language: Language, links: Mapping[str, str]) -> Iterator[Part]:
    """Return the headline, and the line of each fault."""
    unread = language.say("Some lines could not be read.") if audited.is_unread else ""
    items = [
        Item(line, link=links.get(game.file, "")) for game, _, line in fault_lines(audited, language, links)
    ]
    lines = [item.text for item in items]
    scores = [game for game in audited.games if game.first_miscounted]
    others = {fault.kind for game in audited.games for fault in game.faults}
    if not lines and not unread:
        told = language.say("Every score on the sheets is right.")
    elif lines and (scores or others != {FaultKind.OTHER}):
        told = language.count("{number} fault was found.", "{number} faults were found.", len(lines))
    elif unread:
        told = language.say("Every score that could be read is right.")
    else:
        told = language.say("Every score on the sheets is right, but something else on them is wrong.")
    if len(lines) == 1 and not links and (scores or others != {FaultKind.OTHER}):
        yield Paragraph(" ".join(filter(None, [*lines, unread])), kind="answer")
        return
    yield Paragraph(" ".join(filter(None, [told, unread])), kind="answer")
    if lines:
        yield Listing(tuple(items))


def _names(
    audited: Audit, language: Language, links: Mapping[str, str], merging: Mapping[LikeName, str]
) -> Iterator[Part]:
    """Return the names that may be one player's; nothing is counted together unless somebody says so."""
    if not audited.names:
        return
    sheets: dict[str, list[str]] = {}
    for label, game in zip(sheet_labels(audited.games), audited.games, strict=True):
        told = " – ".join(_sides(game, language)) if game.file in links else label
        for name in filter(None, game.players):
            sheets.setdefault(name, []).append(told)
    yield Heading(language.say("Names that may be one player's"))
    items = []
    for each in audited.names:
        facts = {"name": escape(each.name), "sheets": ", ".join(sheets[each.name]), "like": escape(each.like)}
        if each in merging:
            says = language.say("{name} ({sheets}) may be {like}: count both as one", **facts)
        else:
            says = language.say(
                "{name} ({sheets}) may be {like}. Until somebody says so, they count as two.", **facts
            )
        items.append(Item(says, link=merging.get(each, "")))
    yield Listing(tuple(items))


# A game.


def _sides(game: AuditedGame, language: Language) -> list[str]:
    rules, record = _heard(game)
    return side_names(player_names(record, rules), rules, language)


def _title(game: AuditedGame, language: Language) -> str:
    """Return the event, the date and the players of a game."""
    _, record = _heard(game)
    head = [escape(tag) for name in ("Event", "Date") if (tag := record.tag(name))]
    return " · ".join([*head, " – ".join(_sides(game, language))])


def _deals(game: AuditedGame, language: Language, names_place: bool = True) -> Iterator[Part]:
    """Return a table of every deal as written and as counted, and who has won."""
    judgement, (rules, _) = game.judgement, _heard(game)
    judged = language.say("Judged by the rules of {rules}.", rules=rules_in_words(language, rules))
    columns = (
        Column(language.say("Deal"), number=True),
        Column(language.say("Written")),
        Column(language.say("Score"), number=True),
        Column(language.say("Counted")),
        Column(language.say("Score"), number=True),
        Column(language.say("What is wrong")),
    )
    spoken = spoken_of(judgement, language)
    rows = tuple(
        (
            str(deal.number),
            named_result(deal.written, spoken) or "–",
            score_words(deal.written_score) or "–",
            named_result(deal.counted, spoken) or "–",
            score_words(deal.score) or "–",
            "; ".join(spoken.put(fault.says) for fault in deal.faults),
        )
        for deal in game.deals
    )
    yield DataTable(columns, rows)
    yield Paragraph(f"{_won(game, spoken)} {judged}")
    for fault in game.faults:
        if not fault.place:
            yield Paragraph(spoken.put(fault.says), kind="wrong")
    fine = [escape(game.place), write_spec(rules)] if names_place else [write_spec(rules)]
    yield Paragraph(" · ".join(fine), kind="fine")


def _heard(game: AuditedGame) -> tuple[RuleSet, Record]:
    """Return the rules and the record of an audited game, which was always judged."""
    rules, record = game.judgement.rules, game.judgement.game.draft
    assert rules is not None  # noqa: S101 - as said
    assert record is not None  # noqa: S101 - as said
    return rules, record


def _won(game: AuditedGame, language: Language) -> str:
    """Return the winner of a match, by the referee's count and by the sheet."""
    final, (rules, _) = game.final, _heard(game)
    score = score_words(final.score) or "–"
    written = score_words(game.written_score) or "–"
    if final.winner < 0:
        told = language.say("The score is {score}; the match is open.", score=score)
        if rules.mp_all_pay:
            told = language.say("Won and paid in all: {score}.", score=score)
    else:
        told = language.say("{winner} wins the match, {score}.", winner=SeatFact(final.winner), score=score)
    if game.written_score and game.written_score != tuple(final.score):
        return f"{told} {language.say('The sheet says {written}.', written=written)}"
    return told


# The tables of all games.


def _standings(audited: Audit, language: Language) -> Iterator[Part]:
    """Return the corrected table, with the values of the sheets where they differ."""
    if not audited.standings:
        return
    wrong = any(not standing.is_right for standing in audited.standings)
    yield Heading(language.say("The corrected table") if wrong else language.say("Standings"))
    columns = [
        Column(language.say("Player")),
        Column(language.say("Games"), number=True),
        Column(language.say("Won"), number=True),
        Column(language.say("Lost"), number=True),
        Column(language.say("Game points"), number=True),
        Column(language.say("Bummerl"), number=True),
    ]
    if wrong:
        columns += [
            Column(language.say("Won, as written"), number=True),
            Column(language.say("Lost, as written"), number=True),
            Column(language.say("Game points, as written"), number=True),
        ]
    rows = []
    for each in audited.standings:
        row = [escape(each.player), str(each.games), str(each.won), str(each.lost)]
        row += [f"{each.points_for}–{each.points_against}", str(each.bummerl)]
        if wrong:
            row += [str(each.written_won), str(each.written_lost)]
            row.append(f"{each.written_for}–{each.written_against}")
        rows.append(tuple(row))
    yield DataTable(tuple(columns), tuple(rows))


def _crossed(audited: Audit, language: Language) -> Iterator[Part]:
    """Return the cross table of three sides or more."""
    crossed = cross_table(audited.meetings)
    if not 3 <= len(crossed) <= MOST_CROSSED:
        return
    yield Heading(language.say("Cross table"))
    numbers = [Column(str(place), number=True) for place in range(1, len(crossed) + 1)]
    columns = [Column(language.say("Rank"), number=True), Column(language.say("Player")), *numbers]
    rows = (
        (str(place), escape(row.name), *(" ".join(map(_score, cell)) for cell in row.cells))
        for place, row in enumerate(crossed, start=1)
    )
    yield DataTable(tuple(columns), tuple(rows))
    yield Paragraph(
        language.say("The first number is that of the player of the row; * is a game without a score.")
    )


def _score(meeting: Meeting) -> str:
    return "–".join(map(str, meeting.score)) or "*"


def _pairings(audited: Audit, language: Language) -> Iterator[Part]:
    """Return who played whom, with the Bummerl of each."""
    found = pairings(audited.meetings)
    if not found:
        return
    yield Heading(language.say("Who played whom"))
    columns = (
        Column(language.say("Players")),
        Column(language.say("Games"), number=True),
        Column(language.say("Won"), number=True),
        Column(language.say("Game points"), number=True),
        Column(language.say("Bummerl"), number=True),
    )
    rows = tuple(
        (
            escape(" – ".join(each.sides)),
            str(each.games),
            *("–".join(map(str, pair)) for pair in (each.won, each.points, each.bummerl)),
        )
        for each in found
    )
    yield DataTable(columns, rows)
    yield Paragraph(language.say("A Bummerl is a match lost; one that counts double is two."))


# Tables for programs.

Row = tuple[str | int, ...]


def as_csv(audited: Audit, table: str, language: Language) -> str:
    """Return one of the tables as CSV."""
    sheet = io.StringIO()
    rows = TABLES[table](audited, language)
    csv.writer(sheet, lineterminator="\n").writerows(
        [no_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return sheet.getvalue()


def deal_rows(audited: Audit, language: Language) -> Iterator[Row]:
    """Return a row for each deal, with a header."""
    yield (
        *("file", "game", "event", "date", "players", "rules", "deal", "written", "written_score"),
        *("counted", "score", "miscounted", "errors", "faults"),
    )
    for game in audited.games:
        rules, record = _heard(game)
        players = " – ".join(
            record.tag(seat_letter(seat)) or seat_letter(seat) for seat in range(rules.seats)
        )
        for deal in game.deals:
            yield (
                *(game.file, game.judgement.game.number, record.tag("Event") or "", record.tag("Date") or ""),
                *(players, write_spec(rules), deal.number, deal.written, score_words(deal.written_score)),
                *(deal.counted, score_words(deal.score), "yes" if deal.is_miscounted else "no"),
                " ".join(finding.code.id for finding in deal.errors),
                "; ".join(fault_words(game, fault, language) for fault in deal.faults),
            )


def fault_rows(audited: Audit, language: Language) -> Iterator[Row]:
    """Return a row for each fault, with a header."""
    yield "file", "game", "deal", "kind", "fault"
    for game in audited.games:
        for fault in game.faults:
            deal = game.deals[fault.place - 1].number if fault.place else ""
            words = fault_words(game, fault, language)
            yield game.file, game.judgement.game.number, deal, fault.kind.value, words


def standing_rows(audited: Audit, language: Language) -> Iterator[Row]:
    """Return a row for each player, the best first, with a header."""
    yield "player", "games", "won", "lost", "points_for", "points_against", "bummerl"
    for each in audited.standings:
        yield (*each[:6], each.bummerl)


def cross_rows(audited: Audit, language: Language) -> Iterator[Row]:
    """Return the cross table: a row and a column for each side."""
    crossed = cross_table(audited.meetings)
    yield "player", *(row.name for row in crossed)
    for row in crossed:
        yield row.name, *(" ".join(score_words(each.score) or "*" for each in cell) for cell in row.cells)


def pairing_rows(audited: Audit, language: Language) -> Iterator[Row]:
    """Return a row for each two sides that have met, with a header."""
    pairs = ("won", "points", "bummerl")
    yield (
        "player",
        "opponent",
        "games",
        *(f"{name}_{which}" for name in pairs for which in ("player", "opponent")),
    )
    for each in pairings(audited.meetings):
        yield *each.sides, each.games, *each.won, *each.points, *each.bummerl


TABLES: Final[dict[str, Callable[[Audit, Language], Iterable[Row]]]] = {
    "deals": deal_rows,
    "faults": fault_rows,
    "standings": standing_rows,
    "cross": cross_rows,
    "pairings": pairing_rows,
}
"""The tables for programs by name."""
