"""Wishes in words, and what a puzzle lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandoku.generation import hardness
from pandoku.generation.climb import why_no_climb
from pandoku.words import joined

if TYPE_CHECKING:
    from pandoku.generation.search import Missing
    from pandoku.generation.wishes import Wishes
    from pandoku.model import Puzzle

__all__ = ["not_found", "why", "wished"]


def wished(wishes: Wishes) -> str:
    """Return what was asked for: "a 9x9 sudoku (16 givens, symmetry rotate-180)"."""
    parts = [
        f"{wishes.givens} givens" if wishes.givens else "",
        "no given that can go" if wishes.minimal else "",
        f"symmetry {wishes.symmetry}" if wishes.symmetry != "none" else "",
        "a pattern of givens" if wishes.pattern else "",
        "a given solution" if wishes.solution else "",
        _difficulty(wishes),
        f"needs {joined(wishes.needs)}" if wishes.needs else "",
        f"techniques up to {wishes.at_most}" if wishes.at_most else "",
        "smooth" if wishes.smooth else "",
    ]
    details = ", ".join(filter(None, parts))
    name = f"{wishes.order}x{wishes.order} {wishes.kind.name}"
    article = "an" if wishes.order in (8, 11, 18) else "a"
    return f"{article} {name} ({details})" if details else f"{article} {name}"


def _difficulty(wishes: Wishes) -> str:
    if wishes.rating is None:
        return ""
    word = f"{wishes.difficulty}, " if wishes.difficulty else ""
    return f"{word}rating {wishes.rating}"


def why(wishes: Wishes, puzzle: Puzzle) -> str:
    """Return what the puzzle that came closest lacks: "it has 19 givens"."""
    n_givens = puzzle.n_givens
    if wishes.givens is not None and not wishes.givens.least <= n_givens <= wishes.givens.most:
        return f"it has {n_givens} givens"
    if wishes.asks_for_difficulty and (reason := hardness.why(wishes, puzzle)):
        return reason
    return "a given of it can go"


def not_found(wishes: Wishes, missing: Missing, *, offers_climbing: bool = True) -> str:
    """Return the message for a puzzle that was not found within the budget.

    Args:
        wishes: What was asked for.
        missing: What came closest.
        offers_climbing: Whether who asked can ask for a climb instead.
    """
    times = f"{missing.attempts:,} attempt{'s' * (missing.attempts != 1)}"
    is_close = missing.closest is not None
    short = f"what came closest falls short: {missing.why}" if is_close else missing.why
    may_climb = offers_climbing and not wishes.climb and wishes.has_goal
    can_climb = may_climb and why_no_climb(wishes) is None
    ways = ["a larger budget", *["climbing"] * can_climb, "fewer wishes"]
    return (
        f"expected {wished(wishes)}, found none in {times}; {short}; {joined(ways, 'or')} may help"
    )
