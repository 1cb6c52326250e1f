"""Attempts at a puzzle: the distance of each from the request, and a message for failures."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pandoku.generation import hardness
from pandoku.generation.climb import why_no_climb
from pandoku.generation.drafts import Drafts
from pandoku.generation.kinds import make_drafts
from pandoku.generation.wishes import Wishes
from pandoku.kernel.equality import HoldsArrays
from pandoku.kernel.generate import keys
from pandoku.model import Puzzle
from pandoku.words import joined

__all__ = [
    "Attempt",
    "Missing",
    "attempt",
    "distances",
    "missing_after",
    "missing_with",
    "not_found",
]

_UNLIKE = (
    1e6  # added if the givens do not meet the request, and greater than any distance in difficulty
)


@dataclass(frozen=True, slots=True)
class Missing:
    """A puzzle that was not found within the budget.

    Attributes:
        index: Number of the puzzle, from 0.
        attempts: Number of attempts made.
        closest: The puzzle that came closest, or None if no attempt led to a puzzle.
        why: Its difference from the request, such as "it has 19 givens", or a sentence saying that
            no attempt led to a puzzle.
    """

    index: int
    attempts: int
    closest: Puzzle | None
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Attempt(HoldsArrays):
    """The result of some attempts at one puzzle.

    Attributes:
        found: The puzzle of the first attempt that meets the request, with the number of the
            puzzle as its `index`; None if no attempt does.
        closest: Number of the attempt that came closest, counted from 0 at the first attempt at
            this puzzle; -1 if none led to a puzzle.
        distance: Distance of that attempt from the request, 0 if it is met.
    """

    found: Drafts | None
    closest: int
    distance: float


def attempt(wishes: Wishes, index: int, first: int, count: int) -> Attempt:
    """Make some of the attempts at a puzzle, so that `find_puzzles` can be split among processes.

    Args:
        wishes: The request, without climbing.
        index: Number of the puzzle of the seed, from 0.
        first: Number of the first attempt, from 0.
        count: Number of attempts, at least 1.
    """
    which = np.full(count, index, np.int64), np.arange(first, first + count)
    drafts = make_drafts(wishes, keys(wishes.seed, *which))
    if not len(drafts):
        return Attempt(None, -1, np.inf)
    distance = distances(wishes, drafts)
    best = int(np.lexsort((drafts.index, distance))[0])
    closest, far = first + int(drafts.index[best]), float(distance[best])
    if far:
        return Attempt(None, closest, far)
    found = replace(drafts.taken(np.array([best])), index=np.array([index]), lacks=None)
    return Attempt(found, closest, 0.0)


def missing_after(wishes: Wishes, index: int, attempts: int, closest: int) -> Missing:
    """Return the record of a puzzle that was not found, with the closest attempt made again.

    Args:
        wishes: The request.
        index: Number of the puzzle of the seed, from 0.
        attempts: Number of attempts made.
        closest: Number of the attempt that came closest, -1 for none.
    """
    if closest < 0:
        return missing_with(wishes, index, attempts, None)
    again = keys(wishes.seed, np.array([index]), np.array([closest]))
    return missing_with(wishes, index, attempts, make_drafts(wishes, again).puzzle(0))


def missing_with(wishes: Wishes, index: int, attempts: int, closest: Puzzle | None) -> Missing:
    """Return the record of a puzzle that was not found, with the closest puzzle, if any."""
    lacks = _shortfall(wishes, closest) if closest else "no attempt led to a puzzle"
    return Missing(index, attempts, closest, lacks)


def distances(wishes: Wishes, drafts: Drafts) -> NDArray[np.float64]:
    """Return the distance of each draft from the request, 0 where it is met."""
    lacks = drafts.lacks
    distance = np.zeros(len(drafts)) if lacks is None else np.where(lacks, lacks + _UNLIKE, 0)
    alike = distance == 0
    if wishes.asks_for_difficulty and alike.any():
        distance[alike] = hardness.assess(wishes, drafts.taken(alike)).distance
    return distance


def _wished(wishes: Wishes) -> str:
    """Return the request in words, such as "a 9x9 sudoku (16 givens, symmetry rotate-180)"."""
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
    name = f"{wishes.order}x{wishes.order} {wishes.kind}"
    article = "an" if wishes.order in (8, 11, 18) else "a"
    return f"{article} {name} ({details})" if details else f"{article} {name}"


def _difficulty(wishes: Wishes) -> str:
    if wishes.rating is None:
        return ""
    word = f"{wishes.difficulty}, " if wishes.difficulty else ""
    return f"{word}rating {wishes.rating}"


def _shortfall(wishes: Wishes, puzzle: Puzzle) -> str:
    """Return the difference of the closest puzzle from the request: "it has 19 givens"."""
    n_givens = puzzle.n_givens
    if wishes.givens is not None and not wishes.givens.least <= n_givens <= wishes.givens.most:
        return f"it has {n_givens} givens"
    if wishes.asks_for_difficulty and (reason := hardness.off_difficulty(wishes, puzzle)):
        return reason
    return "one of its givens is superfluous"


def not_found(wishes: Wishes, missing: Missing, *, offers_climbing: bool = True) -> str:
    """Return the message for a puzzle that was not found within the budget.

    Args:
        wishes: The request.
        missing: The puzzle that was not found.
        offers_climbing: Whether the caller can climb instead.
    """
    times = f"{missing.attempts:,} attempt{'s' * (missing.attempts != 1)}"
    is_close = missing.closest is not None
    short = f"the closest puzzle falls short: {missing.why}" if is_close else missing.why
    may_climb = offers_climbing and not wishes.climb and wishes.has_goal
    can_climb = may_climb and why_no_climb(wishes) is None
    ways = ["a larger budget", *["climbing"] * can_climb, "fewer wishes"]
    return (
        f"expected {_wished(wishes)}, found none in {times}; {short}; {joined(ways, 'or')} may help"
    )
