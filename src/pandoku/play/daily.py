"""The daily puzzles, which depend on the date alone and are the same for everybody.

Each day has a puzzle of each kind. On Monday the puzzles are easy. They become harder during the
week, and on Sunday they are expert. Each week also has a variant, a puzzle with constraints, whose
kind changes from week to week.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from pandoku.errors import WishError
from pandoku.registry import plain_name
from pandoku.words import joined

if TYPE_CHECKING:
    from pandoku.model import Puzzle
    from pandoku.play.tryouts import Tryout

__all__ = [
    "DAILY_KINDS",
    "MONTHS",
    "WEEKLY",
    "daily",
    "daily_kind",
    "difficulty_on",
    "first_day",
    "weekly_variant",
]

WEEKLY = "variant"  # the kind of the puzzle of the week
DAILY_KINDS = ("sudoku", "killer", "calcudoku", WEEKLY)
_KINDS = joined(DAILY_KINDS, "or")
# strftime would give the names in the language of the system.
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_WEEK = ("easy", "easy", "medium", "medium", "hard", "hard", "expert")  # from Monday to Sunday


def difficulty_on(day: date, kind: str = "sudoku") -> str:
    """Return the difficulty of the daily puzzle of a kind.

    >>> difficulty_on(date(2026, 11, 22)), difficulty_on(date(2026, 11, 22), "variant")
    ('expert', 'medium')
    """
    return "medium" if kind == WEEKLY else _WEEK[day.weekday()]


def first_day(day: date, kind: str = "sudoku") -> date:
    """Return the first day that has the same puzzle of a kind: the Monday for a variant.

    >>> first_day(date(2026, 11, 22), "variant")
    datetime.date(2026, 11, 16)
    """
    if kind != WEEKLY:
        return day
    return date.fromordinal(max(1, day.toordinal() - day.weekday()))


def daily_kind(name: str) -> str:
    """Return the kind of daily puzzle that *name* refers to.

    Raises:
        WishError: There is no daily puzzle of this kind.

    >>> daily_kind("Kenken")
    'calcudoku'
    """
    from pandoku.generation import get_kind

    if plain_name(name) == WEEKLY:
        return WEEKLY
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
        kind: "sudoku", "killer" or "calcudoku". With "variant", the result is the puzzle of the
            week, and the seed is the date of the Monday.

    Raises:
        WishError: There is no daily puzzle of that kind.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> daily(date(2026, 11, 23)).title
    'Daily Sudoku, November 23, 2026'
    >>> daily(date(2026, 11, 29), "variant").title
    'X and V, week of November 23, 2026'
    """
    from pandoku.generation import generate

    name = daily_kind(kind)
    day = first_day(day, name)
    seed = day.year * 10_000 + day.month * 100 + day.day
    when = f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
    difficulty = difficulty_on(day, name)
    if name == WEEKLY:
        chosen = weekly_variant(day)
        title = f"{chosen.title}, week of {when}"
        puzzle = generate(
            constraints=chosen.weekly, difficulty=difficulty, symmetry="none", seed=seed
        )
    else:
        title = f"Daily {name.capitalize()}, {when}"
        puzzle = generate(name, difficulty=difficulty, seed=seed)
    return puzzle.replace(title=title, id=f"daily-{name}-{day.isoformat()}")


def weekly_variant(day: date) -> Tryout:
    """Return the kind of the variant in the week of a day. All kinds take turns.

    >>> weekly_variant(date(2026, 11, 29)).title
    'X and V'
    """
    from pandoku.play.tryouts import TRYOUTS

    kinds = [each for each in TRYOUTS.values() if each.weekly]
    return kinds[first_day(day, WEEKLY).toordinal() // 7 % len(kinds)]
