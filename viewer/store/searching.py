"""Search criteria as SQL conditions.

Words are looked up in the index of words: whole words for the text of a record, prefixes for names; case and
Unicode composition are ignored. No character of a search has a special meaning to the database.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

import sqlalchemy as sa

from notation.findings import Finding, Phrase
from notation.record import NOBODY, PAIR_LETTERS, SEAT_LETTERS, read_seat
from notation.specs import read_spec, write_spec
from viewer.limits import PAGE_RECORDS, PAGES, RECORDS_SKIPPED
from viewer.store.ordering import SearchError, check_length, check_words
from viewer.store.summaries import days
from viewer.store.tables import LISTINGS, RECORDS
from viewer.store.words import EVENT, SERIES, Either, WordQuery, begun_words, player_words, whole_words

_SCORE: Final = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4}){1,3}|-?[0-9]{1,4}(?: -?[0-9]{1,4}){1,3}")
_SIDES: Final = (*SEAT_LETTERS, *PAIR_LETTERS)
_NUMBER: Final = re.compile("[0-9]{1,18}")


class Asked(NamedTuple):
    """The criteria of a search: conditions on listings, and words."""

    conditions: tuple[sa.ColumnElement[bool], ...]
    words: WordQuery


def check_page(page: int, size: int) -> None:
    """Raise SearchError for an invalid page."""
    if not 1 <= page <= PAGES:
        raise SearchError("page", Phrase("pages count from 1 to {number}", {"number": PAGES}))
    if not 1 <= size <= PAGE_RECORDS:
        raise SearchError("size", Phrase("a page has 1 to {number} records", {"number": PAGE_RECORDS}))
    if (page - 1) * size > RECORDS_SKIPPED:
        raise SearchError("page", Phrase("pages end at {number} records", {"number": RECORDS_SKIPPED}))


def asked_for(
    player: str = "",
    event: str = "",
    date_from: str = "",
    date_to: str = "",
    rules: str = "",
    result: str = "",
    errors: bool | None = None,
    text: str = "",
    series: str = "",
    since: str = "",
) -> Asked:
    """Return the criteria of a search; raise SearchError for an invalid one."""
    words = {"player": player, "event": event, "text": text, "series": series}
    for name, word in {**words, "rules": rules, "result": result, "since": since}.items():
        check_length(name, word)
    sought = tuple(_sought(name, word) for name, word in words.items() if word.strip())
    found = [*_between(date_from.strip(), date_to.strip())]
    if rules.strip():
        found.append(_follows(rules))
    if result.strip():
        found.append(_ended(result.strip()))
    if errors is not None:
        found.append(LISTINGS.c.errors > 0 if errors else LISTINGS.c.errors == 0)
    if since.strip():
        found.append(_came_after(since.strip()))
    return Asked(tuple(found), WordQuery(sought))


def _sought(name: str, text: str) -> Either:
    """Return the words to look up in the names or in the text of a record."""
    match name:
        case "player":
            sought = player_words(text)
        case "event":
            sought = begun_words(EVENT, text)
        case "series":
            sought = begun_words(SERIES, text)
        case _:
            sought = whole_words(text)
    check_words(name, sought[0])
    return sought


def _came_after(since: str) -> sa.ColumnElement[bool]:
    """Added after the record of a number, or since a time."""
    if _NUMBER.fullmatch(since):
        return LISTINGS.c.record > int(since)
    try:
        moment = datetime.fromisoformat(since)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        why = Phrase("give a record's number, or a moment such as 2026-11-20T18:00:00Z")
        raise SearchError("since", why) from None
    first = sa.select(sa.func.min(RECORDS.c.number)).where(RECORDS.c.added >= moment).scalar_subquery()
    return LISTINGS.c.record >= first


def _between(date_from: str, date_to: str) -> Iterator[sa.ColumnElement[bool]]:
    """Played in a span of days, or perhaps so if the date is partly unknown."""
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
    """A rule set by name with any options, or with exactly the given options."""
    named = read_spec(spec)
    if isinstance(named, Finding):
        raise SearchError("rules", named.phrase)
    column = LISTINGS.c.rules
    if len(spec.split()) > 1:
        return column == write_spec(named)
    # The name alone or followed by a blank and options; the character after a blank is "!".
    return sa.and_(column >= named.name, column < f"{named.name}!")


def _ended(result: str) -> sa.ColumnElement[bool]:
    """The score of a match, the seat or the partners that won it, or ``*`` for one without a winner."""
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
