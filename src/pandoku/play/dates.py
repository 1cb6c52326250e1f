"""Times and dates in words."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from pandoku.play.daily import MONTHS

__all__ = ["date_text", "day_text", "when_text"]

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def date_text(day: date) -> str:
    """Return a date in words.

    >>> date_text(date(2026, 11, 22))
    'Sunday, November 22'
    """
    return f"{_DAYS[day.weekday()]}, {MONTHS[day.month - 1]} {day.day}"


def when_text(moment: datetime, today: date) -> str:
    """Return a date and time in words, relative to today.

    >>> when_text(datetime(2026, 11, 21, 9, 5), date(2026, 11, 22))
    'yesterday 09:05'
    """
    day = moment.date()
    is_near = day in (today, today - timedelta(days=1))
    return f"{day_text(day, today)} {moment:%H:%M}" if is_near else day_text(day, today)


def day_text(day: date, today: date) -> str:
    """Return a date in words, relative to today.

    >>> day_text(date(2026, 11, 20), date(2026, 11, 22))
    'Friday'
    """
    if day == today:
        return "today"
    if day == today - timedelta(days=1):
        return "yesterday"
    if today - timedelta(days=7) < day < today:
        return _DAYS[day.weekday()]
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
