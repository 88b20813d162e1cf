"""Audits as documents: every deal of some score sheets, the errors, and the corrected table.

Everything comes from the audit; nothing is counted here.
"""

from collections.abc import Iterator

from notation.findings import Finding, escape, player_names
from notation.judge import Judgement
from notation.record import Record, score_words, seat_letter
from notation.rulings import Audit, AuditedGame, audited_game
from notation.specs import write_spec
from notation.text import NamedGame
from referee import RuleSet
from viewer.documents.document import Column, DataTable, Document, Heading, Paragraph, Part, beneath
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.documents.sides import named_result, side_names
from viewer.rulings.findings import told
from viewer.rulings.inference import joint_conclusion


def audit_sheet(audited: Audit, language: Language) -> Document:
    """Render the audit of some games: the answer, each game, the table, the rules that fit them."""
    parts: list[Part] = [Paragraph(_answer(audited, language), kind="answer")]
    for game in audited.games:
        parts += _game(game, language)
    parts += _standings(audited, language)
    named = [NamedGame(game.file, game.judgement.game) for game in audited.games]
    inferred = joint_conclusion(audited.inference, named, language)
    parts += [Heading(language.say("The rules that fit all games")), *beneath(inferred.parts)]
    title = language.count("Audit of {number} game", "Audit of {number} games", len(audited.games))
    return Document(title, tuple(parts), language.code)


def match_sheet(judgement: Judgement, language: Language, file: str) -> Document:
    """Render a match deal by deal, the first page of its rulings: winner, first error in the score."""
    game = audited_game(file, judgement)
    wrong = [Paragraph(_first(game, language), kind="answer")] if game.first_miscounted else []
    return Document(_title(game, language), (*wrong, *_deals(game, language)), language.code)


def _answer(audited: Audit, language: Language) -> str:
    if audited.is_right:
        return language.say("Every score on the sheets is right.")
    unread = language.say("Some lines could not be read.") if audited.is_unread else ""
    games = [game for game in audited.games if game.first_miscounted]
    if not games and unread:
        return f"{language.say('Every score that could be read is right.')} {unread}"
    if not games and all(error.code.id[0] in "RC" for error in _errors(audited)):
        return language.say("Every score on the sheets is right, but some actions were not allowed.")
    if not games:
        return language.say("Every score on the sheets is right, but something else on them is wrong.")
    told = language.count(
        "The score is wrong in {number} game.", "The score is wrong in {number} games.", len(games)
    )
    firsts = [_first(game, language) for game in games[:3]]
    return " ".join(filter(None, [told, *firsts, unread]))


def _errors(audited: Audit) -> Iterator[Finding]:
    """Yield every error in the games."""
    for game in audited.games:
        yield from (finding for finding in game.judgement.findings if finding.is_error)


def _first(game: AuditedGame, language: Language) -> str:
    """Return a sentence about the first error in the score of a game."""
    deal = game.first_miscounted
    assert deal  # noqa: S101 - asked of such games alone
    place = f"{escape(game.file)}:{game.judgement.game.number}"
    spoken = spoken_of(game.judgement, language)
    if deal.written != deal.counted:
        return language.say(
            "{place} first goes wrong at deal {deal}: {counted}, not {written} as written.",
            place=place,
            deal=deal.number,
            counted=named_result(deal.counted, spoken) or "–",
            written=named_result(deal.written, spoken) or "–",
        )
    return language.say(
        "{place} first goes wrong at deal {deal}: the score after it is {counted}, not {written} as written.",
        place=place,
        deal=deal.number,
        counted=score_words(deal.score),
        written=score_words(deal.written_score),
    )


def _game(game: AuditedGame, language: Language) -> Iterator[Part]:
    """Render a game deal by deal, with its errors."""
    judgement, (rules, _) = game.judgement, _heard(game)
    yield Heading(_title(game, language))
    yield from _deals(game, language)
    for finding in (*(finding for deal in game.deals for finding in deal.errors), *game.errors):
        item = told(judgement.game, finding, rules, language, game.file)
        yield Paragraph(item.text, item.note, "wrong")


def _sides(game: AuditedGame, language: Language) -> list[str]:
    rules, record = _heard(game)
    return side_names(player_names(record, rules), rules, language)


def _title(game: AuditedGame, language: Language) -> str:
    """Return the event, the date and the players of a game."""
    _, record = _heard(game)
    head = [escape(tag) for name in ("Event", "Date") if (tag := record.tag(name))]
    return " · ".join([*head, " – ".join(_sides(game, language))])


def _deals(game: AuditedGame, language: Language) -> Iterator[Part]:
    """Return a table of every deal as written and as counted, and who has won."""
    judgement, (rules, _) = game.judgement, _heard(game)
    place = f"{escape(game.file)}:{judgement.game.number}"
    yield Paragraph(language.say("{place}, judged by {rules}.", place=place, rules=write_spec(rules)))
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
            ", ".join(dict.fromkeys(finding.code.id for finding in deal.errors)),
        )
        for deal in game.deals
    )
    yield DataTable(columns, rows)
    yield Paragraph(_won(game, _sides(game, language), language))


def _heard(game: AuditedGame) -> tuple[RuleSet, Record]:
    """Return the rules and the record of an audited game, which was always judged."""
    rules, record = game.judgement.rules, game.judgement.game.draft
    assert rules is not None  # noqa: S101 - as said
    assert record is not None  # noqa: S101 - as said
    return rules, record


def _won(game: AuditedGame, sides: list[str], language: Language) -> str:
    """Return the winner of a match, by the referee's count and by the sheet."""
    judgement, (rules, _) = game.judgement, _heard(game)
    score = score_words(judgement.score) or "–"
    written = score_words(game.written_score) or "–"
    if judgement.winner < 0:
        told = language.say("The score is {score}; the match is open.", score=score)
        if rules.mp_all_pay:
            told = language.say("Won and paid in all: {score}.", score=score)
    else:
        winner = sides[rules.sides.index(judgement.winner)]
        told = language.say("{winner} wins the match, {score}.", winner=winner, score=score)
    if game.written_score and game.written_score != tuple(judgement.score):
        return f"{told} {language.say('The sheet says {written}.', written=written)}"
    return told


def _standings(audited: Audit, language: Language) -> Iterator[Part]:
    """Return the corrected table, with the values of the sheets where they differ."""
    if not audited.standings:
        return
    yield Heading(language.say("The corrected table"))
    wrong = any(not standing.is_right for standing in audited.standings)
    columns = [
        Column(language.say("Player")),
        Column(language.say("Games"), number=True),
        Column(language.say("Won"), number=True),
        Column(language.say("Lost"), number=True),
        Column(language.say("Game points"), number=True),
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
        row.append(f"{each.points_for}–{each.points_against}")
        if wrong:
            row += [str(each.written_won), str(each.written_lost)]
            row.append(f"{each.written_for}–{each.written_against}")
        rows.append(tuple(row))
    yield DataTable(tuple(columns), tuple(rows))


def audit_rows(audited: Audit) -> Iterator[tuple[str | int, ...]]:
    """Return an audit as table rows for programs, one per deal, with a header."""
    yield (
        *("file", "game", "event", "date", "players", "rules", "deal", "written", "written_score"),
        *("counted", "score", "miscounted", "errors"),
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
            )
