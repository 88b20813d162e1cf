"""What a reader looks for, as conditions on the tables of the archive.

Words are compared folded and letter by letter: no character of them means anything to a database.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

import sqlalchemy as sa

from notation.findings import Finding, Phrase
from notation.record import NOBODY, PAIR_LETTERS, SEAT_LETTERS, read_seat
from notation.specs import read_spec, write_spec
from viewer.limits import PAGE_RECORDS, PAGES, SEARCH_CHARACTERS, SEARCH_WORDS
from viewer.store.summaries import days, fold
from viewer.store.tables import LISTINGS, PLAYERS, RECORDS, WORDS

_SCORE: Final = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4}){1,3}|-?[0-9]{1,4}(?: -?[0-9]{1,4}){1,3}")
_SIDES: Final = (*SEAT_LETTERS, *PAIR_LETTERS)


class SearchError(ValueError):
    """What is looked for cannot be understood; ``name`` says which part of it, ``phrase`` why."""

    def __init__(self, name: str, phrase: Phrase) -> None:
        super().__init__(f"{name}: {phrase}")
        self.name = name
        self.phrase = phrase


class Order(Enum):
    """In what order records are listed; those that are equal in it follow by their ids."""

    ADDED = "added"
    """Added last, first."""
    DATE = "date"
    """Played last, first; those without a date at the end."""
    EVENT = "event"
    """By the event, from A."""
    ERRORS = "errors"
    """Most errors first."""

    @property
    def columns(self) -> tuple[sa.ColumnElement[object], ...]:
        """What is sorted by."""
        return (*_SORTED[self], RECORDS.c.id)


_SORTED: Final[dict[Order, tuple[sa.ColumnElement[object], ...]]] = {
    Order.ADDED: (RECORDS.c.added.desc(),),
    Order.DATE: (LISTINGS.c.date_first.desc(),),
    Order.EVENT: (LISTINGS.c.event_folded,),
    Order.ERRORS: (LISTINGS.c.errors.desc(),),
}


def check_page(page: int, size: int) -> None:
    """Raise SearchError for a page that there cannot be."""
    if not 1 <= page <= PAGES:
        raise SearchError("page", Phrase("pages count from 1 to {number}", {"number": PAGES}))
    if not 1 <= size <= PAGE_RECORDS:
        raise SearchError("size", Phrase("a page has 1 to {number} records", {"number": PAGE_RECORDS}))


def conditions(
    player: str,
    event: str,
    date_from: str,
    date_to: str,
    rules: str,
    result: str,
    errors: bool | None,
    text: str,
    series: str,
) -> list[sa.ColumnElement[bool]]:
    """What a record must fulfil to be found; raises SearchError for words that mean nothing."""
    words = {
        "player": player,
        "event": event,
        "rules": rules,
        "result": result,
        "text": text,
        "series": series,
    }
    for name, word in words.items():
        if len(word) > SEARCH_CHARACTERS:
            raise SearchError(
                name, Phrase("at most {number} characters can be looked for", {"number": SEARCH_CHARACTERS})
            )
    sought = dict.fromkeys(text.split())
    if len(sought) > SEARCH_WORDS:
        raise SearchError(
            "text", Phrase("at most {number} words can be looked for", {"number": SEARCH_WORDS})
        )
    found = [*_between(date_from.strip(), date_to.strip())]
    if player.strip():
        found.append(_among(PLAYERS, _holds(PLAYERS.c.name_folded, player)))
    if event.strip():
        found.append(_holds(LISTINGS.c.event_folded, event))
    if series.strip():
        found.append(_holds(LISTINGS.c.series_folded, series))
    if rules.strip():
        found.append(_follows(rules))
    if result.strip():
        found.append(_ended(result.strip()))
    if errors is not None:
        found.append(LISTINGS.c.errors > 0 if errors else LISTINGS.c.errors == 0)
    if sought:
        found.append(_among(WORDS, *(_holds(WORDS.c.text_folded, word) for word in sought)))
    return found


def _among(table: sa.Table, *fulfilled: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Of which a table has a row that fulfils something."""
    return LISTINGS.c.record.in_(sa.select(table.c.record).where(*fulfilled))


def _holds(column: sa.ColumnElement[str], word: str) -> sa.ColumnElement[bool]:
    return column.contains(fold(word.strip()), autoescape=True)


def _between(date_from: str, date_to: str) -> Iterator[sa.ColumnElement[bool]]:
    """Played in a span of days, or perhaps so where not all of the date is known."""
    for name, date in (("date_from", date_from), ("date_to", date_to)):
        if date and not days(date):
            raise SearchError(name, Phrase("a date is written 2026-11-20, 2026-11 or 2026"))
    begin, end = days(date_from), days(date_to)
    if begin and end and begin.first > end.last:
        raise SearchError("date_to", Phrase("the days end before they begin"))
    if begin:
        yield LISTINGS.c.date_last >= begin.first
    if end:
        yield sa.and_(LISTINGS.c.date_first != "", LISTINGS.c.date_first <= end.last)


def _follows(spec: str) -> sa.ColumnElement[bool]:
    """A rule set by its name with whatever options, or with the options that are given and no others."""
    named = read_spec(spec)
    if isinstance(named, Finding):
        raise SearchError("rules", named.phrase)
    column = LISTINGS.c.rules
    if len(spec.split()) > 1:
        return column == write_spec(named)
    return sa.or_(column == named.name, column.startswith(f"{named.name} ", autoescape=True))


def _ended(result: str) -> sa.ColumnElement[bool]:
    """The score of a match, the seat or the partners that won it, or ``*`` for one that nobody has won."""
    if result == "*":
        return sa.and_(LISTINGS.c.winner == NOBODY, LISTINGS.c.score != "")
    if result in _SIDES:
        return LISTINGS.c.winner == read_seat(result)
    if _SCORE.fullmatch(result):
        return LISTINGS.c.score == result
    raise SearchError(
        "result",
        Phrase("a result is a score such as 7-4 or 4 -2 -2, the seat or the partners that won, or *"),
    )
