"""The date of a match: its format, and what dates in other formats mean."""

import re
from functools import cache
from typing import Final

_WRITTEN: Final = r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?"
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FORMS: Final = (
    r"(?P<year>[0-9]{4})[./ -]{1,2}(?P<month>[0-9]{1,2})(?:[./ -]{1,2}(?P<day>[0-9]{1,2}))?\.?",
    r"(?P<day>[0-9]{1,2})\.\s?(?P<month>[0-9]{1,2})\.\s?(?P<year>[0-9]{4})\s?(?:г\.?)?",
    r"(?P<day>1[3-9]|2[0-9]|3[01])[/-](?P<month>[0-9]{1,2})[/-](?P<year>[0-9]{4})",
    r"(?P<month>[0-9]{1,2})[/-](?P<day>1[3-9]|2[0-9]|3[01])[/-](?P<year>[0-9]{4})",
    r"(?P<year>[0-9]{4})[./-]\?\?[./-]\?\?",
)
"""Date formats in which the day cannot be confused with the month."""
_WORDED: Final = (
    r"(?:(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?\.?\s+)?(?P<month>[^\W\d_]+)\.?,?\s+(?P<year>[0-9]{4})(?:\s?г\.?)?",
    r"(?P<month>[^\W\d_]+)\.?\s+(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?,\s*(?P<year>[0-9]{4})",
    r"(?P<year>[0-9]{4})\.?\s+(?P<month>[^\W\d_]+)\.?(?:\s+(?P<day>[0-9]{1,2})\.?)?",
)
"""Date formats with the name of the month."""


def is_date(value: str) -> bool:
    """Return whether a value is a date, or has neither a word nor digits and so says that none is known.

    >>> [is_date(value) for value in ("2026-11-20", "2026", "????.??.??", "20.11.2026", "Maria")]
    [True, True, True, False, False]
    """
    if not re.search(r"[0-9]|[^\W_]{2}", value):
        return True
    return bool(re.fullmatch(_WRITTEN, value)) and _exists(*map(int, value.split("-")))


def _exists(year: int, month: int = 1, day: int = 1) -> bool:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    last = 29 if month == 2 and is_leap else _DAYS[month - 1] if 1 <= month <= len(_DAYS) else 0
    return 1 <= day <= last


def date_meant(value: str) -> str:
    """Return the date that is meant by another format, or "" if it is not a date or ambiguous.

    >>> date_meant("20.11.2026"), date_meant("11/20/2026"), date_meant("3/4/2026"), date_meant("31.2.2026")
    ('2026-11-20', '2026-11-20', '', '')
    >>> date_meant("20. März 2026"), date_meant("March 20, 2026"), date_meant("2026. március")
    ('2026-03-20', '2026-03-20', '2026-03')
    """
    numbers = _numbers(value)
    return "-".join(f"{number:02}" for number in numbers) if numbers and _exists(*numbers) else ""


def is_no_day(value: str) -> bool:
    """Return whether a value is a date in some format, but there is no such day.

    >>> is_no_day("2026-02-30"), is_no_day("31.2.2026"), is_no_day("28.2.2026"), is_no_day("3/4/2026")
    (True, True, False, False)
    """
    return bool(_numbers(value)) and not date_meant(value)


def _numbers(value: str) -> list[int]:
    """Return the year, month and day of a date in some format; nothing if it is none, or ambiguous."""
    for form in (*_FORMS, *_WORDED):
        found = re.fullmatch(form, value.strip())
        if found:
            parts = found.groupdict()
            if form in _WORDED:
                parts["month"] = _months().get(parts["month"].casefold())
            if form in _FORMS or parts["month"]:
                return [int(parts[part]) for part in ("year", "month", "day") if parts.get(part)]
    return []


@cache
def _months() -> dict[str, str]:
    """Return the numbers of the months by their names and their short names, in small letters."""
    from babel.dates import get_month_names  # few dates are written in words

    from notation.text.letters import ALPHABETS

    return {
        name.casefold().rstrip("."): str(number)
        for language in ("en", *(code for code in ALPHABETS if len(code) == 2))
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for number, name in get_month_names(width, context, language).items()
    }
