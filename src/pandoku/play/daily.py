"""The daily puzzles, which depend on the date alone and are the same for everybody.

Each day has a puzzle of each kind. On Monday the puzzles are easy. They become harder during the
week, and on Sunday they are expert.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from pandoku.errors import WishError
from pandoku.words import joined

if TYPE_CHECKING:
    from pandoku.model import Puzzle

__all__ = ["DAILY_KINDS", "MONTHS", "daily", "daily_kind", "difficulty_on"]

DAILY_KINDS = ("sudoku", "killer", "calcudoku")
_KINDS = joined(DAILY_KINDS, "or")
# strftime would give the names in the language of the system.
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_WEEK = ("easy", "easy", "medium", "medium", "hard", "hard", "expert")  # from Monday to Sunday


def difficulty_on(day: date) -> str:
    """Return the difficulty of all daily puzzles of a day.

    >>> difficulty_on(date(2026, 11, 22))
    'expert'
    """
    return _WEEK[day.weekday()]


def daily_kind(name: str) -> str:
    """Return the kind of daily puzzle that *name* refers to.

    Raises:
        WishError: There is no daily puzzle of this kind.

    >>> daily_kind("Kenken")
    'calcudoku'
    """
    from pandoku.generation import get_kind

    kind = get_kind(name).name
    if kind not in DAILY_KINDS:
        raise WishError(f"expected a kind that is made daily, {_KINDS}, found {name!r}")
    return kind


def daily(day: date, kind: str = "sudoku") -> Puzzle:
    """Return the puzzle of a day, which `generate` makes with the date as the seed.

    The result does not depend on the machine, its threads or the time, so everybody with the same
    version of pandoku gets the same puzzle. Most puzzles take milliseconds, but an expert killer
    takes seconds.

    Args:
        day: The date. For example, 2026-11-22 gives the seed 20261122.
        kind: "sudoku", "killer" or "calcudoku".

    Raises:
        WishError: There is no daily puzzle of that kind.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> daily(date(2026, 11, 23)).title
    'Daily Sudoku, November 23, 2026'
    """
    from pandoku.generation import generate

    name = daily_kind(kind)
    seed = day.year * 10_000 + day.month * 100 + day.day
    puzzle = generate(name, difficulty=difficulty_on(day), seed=seed)
    return puzzle.replace(
        title=f"Daily {name.capitalize()}, {MONTHS[day.month - 1]} {day.day}, {day.year}",
        id=f"daily-{name}-{day.isoformat()}",
    )
