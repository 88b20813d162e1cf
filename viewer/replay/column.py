"""A deal as an annotated column, for paper and for readers without scripts.

The tricks are in a table; below each stands what the record says of it: comments, marks, variations, and a
diagram of the table where `@diagram` asks for one. It is made of the script of the deal, so a column says
what the replay says.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from notation.findings import Phrase, escape
from notation.formats.diagram.writer import suit_lines
from notation.record import UNRECORDED, Comment, Holding, Record, read_seat, seat_letter, walk
from notation.record.placeholders import among_of
from notation.record.words import read_shown
from notation.rulings import Account, EntryKind
from notation.text import GLYPHS
from notation.text.annotations import DIAGRAM
from referee import SEATS
from viewer.documents.document import Column, DataTable, HandDiagram, Heading, Paragraph, Part, SuitedHand
from viewer.documents.languages import Language
from viewer.replay.script import UNJUDGED, conclusion
from viewer.rulings.ledger import dealt, tricks_in_columns

NOTED: Final = {
    "eval": Phrase("With best play: {value}"),
    "best": Phrase("Best: {value}"),
    "cost": Phrase("It cost {value}"),
    "dispute": Phrase("Disputed: {value}"),
    "incident": Phrase("At the table: {value}"),
}
"""What annotations say."""
UNSAID: Final = ("at", "clk", "emt", DIAGRAM, "shuffle", "commitment", "cut", "seed")
"""The annotations that are shown otherwise, or are for programs."""
_AROUND: Final = ("start", "end", "stop", "bonus")
"""The kinds of steps before and after the tricks."""
Script = Mapping[str, Any]
"""A deal or a step as :func:`viewer.replay.script.script` tells it."""


def introduction(record: Record) -> list[str]:
    """Return the comments before the first deal of a record."""
    notes = (note for _, note in walk(replace(record, deals=())))
    return [_in_lines(note.text) for note in notes if isinstance(note, Comment)]


def column(account: Account, script: Script, language: Language) -> Iterator[Part]:
    """Yield the parts of a deal: what it begins with, hands, tricks with notes, its result."""
    steps: list[Script] = script["steps"]
    start = next((each for each in steps if each["kind"] == "start"), script)
    skipped = len(introduction(account.judgement.game.readable)) if account.number == 1 else 0
    yield from map(Paragraph, _told(start, language)[skipped:])
    for first in steps[:1]:
        aside = {} if account.record.position else {"points": ()}
        yield from _table_now(first["changes"] | aside, "all", language)
    for table in _tables(account, steps, language):
        yield from _with_notes(table, steps, language)
    yield Paragraph(" ".join(conclusion(account, language)), kind="answer")
    for each in steps:
        if each["kind"] in _AROUND[1:]:
            yield from map(Paragraph, _told(each, language))


def ledger(accounts: Sequence[Account], language: Language) -> Iterator[Part]:
    """Yield a table of the deals of a match with their results and the score, if there are several."""
    columns = (
        Column(language.say("Deal"), True),
        Column(language.say("Dealer")),
        Column(language.say("Won by")),
        Column(language.say("Game points"), True),
        Column(language.say("Card points"), True),
        Column(language.say("Score"), True),
    )
    rows = []
    for account in accounts:
        deal, result = account.deal, account.deal.result or account.deal.trusted
        dealer, paid = account.record.dealer, result.paid if result else ()
        points = deal.game_points if deal.result or not result else result.game_points
        rows.append(
            (
                str(account.number),
                language.seat(dealer) if dealer >= 0 else "",
                language.seat(result.winner) if result and result.winner >= 0 else "–",
                " ".join(map(str, paid)) if any(paid) else str(points),
                "–".join(map(str, deal.card_points)),
                (" " if any(paid) else "–").join(map(str, deal.score)),
            )
        )
    if len(rows) > 1:
        yield Heading(language.say("The score, deal by deal"))
        yield DataTable(columns, tuple(rows))


def _tables(account: Account, steps: list[Script], language: Language) -> Iterator[DataTable]:
    """Yield the judged tricks with the bonus of the last, and what nobody judged."""
    if account.deal.tricks and account.played:
        table = replace(tricks_in_columns(account, language), title=dealt(account, language))
        points = "–".join(map(str, account.deal.card_points))
        for entry in account.entries:
            if entry.kind is EntryKind.LAST_TRICK:
                seats = SEATS[: account.rules.seats]
                won = [f"+{entry.points}" if seat == entry.seat else "" for seat in seats]
                told = language.say("For the last trick")
                row = ("", told, *won, language.seat(entry.seat), points)
                table = replace(table, rows=(*table.rows, row))
        yield table
    plays: dict[int, list[str]] = {}
    for step in steps:
        if step["kind"] in UNJUDGED:
            plays.setdefault(step["trick"], []).append(
                ": ".join(filter(None, (_who(step, language), step["move"])))
            )
    if plays:
        columns = (Column(language.say("Trick"), True), Column(language.say("Play")))
        rows = tuple((str(trick), ", ".join(play)) for trick, play in plays.items())
        yield DataTable(columns, rows, language.say("As written, not judged"))


def _with_notes(table: DataTable, steps: list[Script], language: Language) -> Iterator[Part]:
    """Yield a table with the notes on each trick below it, in parts where a diagram stands between them."""
    judged = len(table.columns) > 2
    notes: dict[str, list[str]] = {}
    diagrams: dict[str, list[HandDiagram]] = {}
    now: dict[str, Any] = {}
    for step in steps:
        trick, earlier = str(step["trick"]), now
        now = earlier | step["changes"]
        if step["kind"] not in _AROUND and (step["kind"] in UNJUDGED) is not judged:
            notes.setdefault(trick, []).extend(_below(step, language))
            diagrams.setdefault(trick, []).extend(_diagrams(step, earlier, language))
    first = 0
    for place, row in enumerate(table.rows, start=1):
        if diagrams.get(row[0]) or place == len(table.rows):
            rows = table.rows[first:place]
            yield replace(
                table,
                rows=rows,
                title="" if first else table.title,
                below=tuple("\n".join(notes.get(each[0], ())) for each in rows),
            )
            yield from diagrams.get(row[0], ())
            first = place


def _diagrams(step: Script, layout: dict[str, Any], language: Language) -> Iterator[HandDiagram]:
    """Yield the diagrams that are asked for at a step, which follows a layout, and in its variations."""
    for name, value in step.get("annotations", ()):
        if name == DIAGRAM:
            yield from _table_now(layout | step["changes"], value, language)
    for line in step.get("lines", ()):
        now = layout
        for each in line:
            yield from _diagrams(each, now, language)
            now = now | each["changes"]


def _below(step: Script, language: Language) -> Iterator[str]:
    """Yield what stands below the trick of a step: what is said of it, and its variations."""
    said = _said(step, language)
    if said:
        move = _move(step, language)
        yield f"{move}: {said}" if move else said
    for line in step.get("lines", ()):
        yield _line(line, language)


def _line(steps: list[Script], language: Language) -> str:
    """Return a variation in parentheses, with its comments and its own variations."""
    told, trick = "", 0
    for step in steps:
        move, said = _move(step, language), _said(step, language)
        if move:
            number = f"{step['trick']}. " if step["trick"] != trick else ""
            told += (", " if told and told[-1] not in " (" else "") + number + move
            trick = step["trick"]
        if said:
            told += f" – {said} "
        told += "".join(f" {_line(line, language)} " for line in step.get("lines", ()))
    return f"({told.strip()})"


def _move(step: Script, language: Language) -> str:
    """Return a move with its player and the marks of opinion; the result of a line, or nothing."""
    move = re.sub(
        "^= ([A-D])(?= )", lambda found: f"= {language.seat(read_seat(found[1]))}", step.get("move", "")
    )
    who = _who(step, language)
    named = move if not who or move.startswith(who) or step["kind"] == "bonus" else f"{who} {move}"
    return (
        named + "".join(mark for mark in step.get("glyphs", ()) if not mark.startswith("$")) if move else ""
    )


def _who(step: Script, language: Language) -> str:
    return language.seat(read_seat(step["seat"])) if "seat" in step else ""


def _said(step: Script, language: Language) -> str:
    return " · ".join(_told(step, language))


def _told(step: Script, language: Language) -> list[str]:
    """Return the comments on a step, the meanings of its numbered marks, and its annotations in words."""
    told = list(map(_in_lines, step.get("comments", ())))
    told += [
        language.put(GLYPHS[mark])
        for mark in step.get("glyphs", ())
        if mark.startswith("$") and mark in GLYPHS
    ]
    for name, value in step.get("annotations", ()):
        if name not in UNSAID:
            said = escape(value)
            told.append(
                language.say(NOTED[name].sentence, value=said) if name in NOTED else f"@{name} {said}"
            )
    return told


def _in_lines(comment: str) -> str:
    """Return a comment as it is shown, in the lines in which it was written."""
    return "\n".join(escape(line.strip()) for line in comment.split("\n"))


def _table_now(layout: Script, seats: str, language: Language) -> Iterator[HandDiagram]:
    """Yield the table as a diagram, if any hand is known: some hands, or all, and the other cards."""
    hands = [
        SuitedHand(language.seat(read_seat(letter)), tuple(suit_lines(_holding(layout[name]), language.rank)))
        for letter in map(seat_letter, SEATS)
        for name in (f"hand {letter}",)
        if layout.get(name) and (seats == "all" or letter in seats)
    ]
    trick = [each.partition(":") for each in layout.get("trick", "").split()]
    played = ", ".join(
        " ".join(filter(None, (language.seat(read_seat(seat)) if seat else "", _cards(card, language))))
        for seat, _, card in trick
    )
    beside = {
        language.say("Talon"): _cards(layout.get("talon", ""), language),
        language.say("The trick on the table"): played,
        language.say("Card points"): "–".join(map(str, layout.get("points", ()))),
        language.say("Written in several places"): _cards(layout.get("twice", ""), language),
    }
    if hands:
        yield HandDiagram(tuple(hands), tuple((label, cards) for label, cards in beside.items() if cards))


def _cards(words: str, language: Language) -> str:
    return " ".join(language.card(read_shown(word)) for word in words.split())


def _holding(words: str) -> Holding:
    shown = [read_shown(word) for word in words.split()]
    among = tuple((place, among_of(card)) for place, card in enumerate(shown) if among_of(card))
    return Holding(tuple(UNRECORDED if among_of(card) else card for card in shown), among=among)
