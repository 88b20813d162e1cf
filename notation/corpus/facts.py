"""What the rows of games and findings say, whether or not a game was judged the fast way."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from notation.record.model import Record
from notation.record.tags import IDENTIFIED, guests_of
from notation.record.words import SEAT_LETTERS, seat_or_none
from notation.specs.spec import write_spec

if TYPE_CHECKING:  # the fast way needs neither
    from notation.judge.judgement import Judgement
    from notation.record.path import Path

Row = dict[str, Any]
"""A row: the value of every column by name."""


class SharedCells(NamedTuple):
    """The cells that the rows of a game share."""

    names: list[str | None]
    counted: list[str | None]
    """The names under which the seats count, by seat: guests count under none."""
    year: int | None
    event: str | None
    date: str | None

    @staticmethod
    def of(judgement: "Judgement") -> "SharedCells":
        """Return those of a game."""
        record = judgement.game.draft or Record()
        return SharedCells.of_tags({tag.name: tag.value for tag in reversed(record.tags)})  # the first counts

    @staticmethod
    def of_tags(tags: Mapping[str, str]) -> "SharedCells":
        """Return those of a game with these tags."""
        names = [tags.get(letter) or None for letter in SEAT_LETTERS]
        guests = guests_of(tags.get(IDENTIFIED))
        counted = [
            None if letter in guests else name for letter, name in zip(SEAT_LETTERS, names, strict=True)
        ]
        date = tags.get("Date")
        return SharedCells(names, counted, _year(date or ""), tags.get("Event"), date)


def _year(date: str) -> int | None:
    year = date[:4]
    return int(year) if len(year) == 4 and year.isascii() and year.isdigit() else None


def game_row(
    judgement: "Judgement",
    shared: SharedCells,
    game_id: int,
    file: str,
    deals: int,
    plays: Sequence[str],
    named: str | None,
) -> Row:
    """Return the row of a game with this many deals, the digests of their plays, and that of the record."""
    game, rules = judgement.game, judgement.rules
    record = game.draft or Record()
    known = bool(rules) and not judgement.is_open
    return {
        "game_id": game_id,
        "file": file,
        "game": game.number,
        "line": game.line,
        "digest": named,
        "play": hashlib.sha256("\n".join(plays).encode()).hexdigest() if plays else None,
        "rules": rules.name if rules else None,
        "spec": write_spec(rules) if rules else None,
        "seats": rules.seats if rules else None,
        "players": shared.names[: rules.seats] if rules else shared.names,
        "event": shared.event,
        "site": record.tag("Site"),
        "date": shared.date,
        "year": shared.year,
        "round": record.tag("Round"),
        "deals": deals,
        "score": list(judgement.score) if known else None,
        "winner": seat_or_none(judgement.winner),
        "result": record.tag("Result"),
        "errors": judgement.errors,
        "findings": len(judgement.findings),
    }


def finding_rows(
    judgement: "Judgement", game_id: int, places: "Mapping[tuple[int, str, Any], Path]"
) -> Iterator[Row]:
    """Yield the findings on a game, with the places of those on actions by deal, code and span."""
    game = judgement.game
    for finding in judgement.findings:
        path = places.get((finding.deal, finding.code.id, finding.span))
        place = str(path) if path else str(finding.trick) if finding.trick else None
        span = game.place(finding.span)
        yield {
            "game_id": game_id,
            "deal": finding.deal or None,
            "trick": finding.trick or None,
            "place": place,
            "seat": seat_or_none(finding.seat),
            "code": finding.code.id,
            "severity": finding.code.severity.value,
            "line": span.line,
            "column": span.column,
            "message": finding.message,
        }
