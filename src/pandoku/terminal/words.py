"""Times, dates and numbers in words, for the screens."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from pandoku.play.daily import MONTHS

__all__ = ["bar", "count_text", "date_text", "when_text"]

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def count_text(count: int, noun: str) -> str:
    """Return a number and a noun, in the plural if necessary.

    >>> count_text(1, "cell"), count_text(3, "cell")
    ('1 cell', '3 cells')
    """
    return f"{count} {noun}{'s' * (count != 1)}"


def date_text(day: date) -> str:
    """Return a date in words.

    >>> date_text(date(2026, 11, 22))
    'Sunday 22 November'
    """
    return f"{_DAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"


def when_text(moment: datetime, today: date) -> str:
    """Return a date and time in words, relative to today.

    >>> when_text(datetime(2026, 11, 21, 9, 5), date(2026, 11, 22))
    'yesterday 09:05'
    """
    day = moment.date()
    if day == today:
        return f"today {moment:%H:%M}"
    if day == today - timedelta(days=1):
        return f"yesterday {moment:%H:%M}"
    if today - timedelta(days=7) < day < today:
        return _DAYS[day.weekday()]
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def bar(done: int, of: int, width: int) -> tuple[str, str]:
    """Return the two parts of a progress bar of *width* columns: the finished part and the rest."""
    filled = width if of == 0 else width * done // of
    return "━" * filled, "─" * (width - filled)
