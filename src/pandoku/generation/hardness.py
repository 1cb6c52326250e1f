"""Which candidates are as hard as asked, and how far the others are from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pandoku.generation.candidates import Candidates
from pandoku.logic import explain_many, ordered_techniques, rate, rate_many
from pandoku.model import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pandoku.generation.wishes import Wishes

__all__ = ["Verdict", "fewest_givens", "judge", "why"]


class Verdict(NamedTuple):
    """What is known of candidates.

    Attributes:
        met: bool (m,): which are as hard as asked.
        distance: float64 (m,): how far each is from it, 0 where it is met; the least is the
            closest.
    """

    met: NDArray[np.bool_]
    distance: NDArray[np.float64]


def fewest_givens(wishes: Wishes, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return down to how many givens to dig if their number is not asked for, for each key.

    With 0 nothing can go. More givens make puzzles easier.
    """
    return np.zeros(len(keys), np.int64)


def judge(wishes: Wishes, candidates: Candidates) -> Verdict:
    """Return which candidates are as hard as asked; called only if some difficulty is."""
    distance = np.zeros(len(candidates))
    puzzles = candidates.puzzles()
    threads = wishes.threads or None
    if wishes.rating is not None:
        scores = rate_many(puzzles, threads=threads).score
        least, most = wishes.rating
        distance += np.maximum(least - scores, 0) + np.maximum(scores - most, 0)
    names = [each.name for each in ordered_techniques()]
    for needed in wishes.needs:
        others = [name for name in names if name != needed]
        ends = explain_many(puzzles, techniques=others, is_proper=True, threads=threads).ends
        distance += ends == 0
    if wishes.at_most is not None:
        upto = names[: names.index(wishes.at_most) + 1]
        ends = explain_many(puzzles, techniques=upto, is_proper=True, threads=threads).ends
        distance += ends != 0
    return Verdict(distance == 0, distance)


def why(wishes: Wishes, puzzle: Puzzle) -> str:
    """Return what a puzzle that is not as hard as asked lacks: "its rating is 6.6"."""
    if wishes.rating is not None:
        return f"its rating is {rate(puzzle).score:.1f}"
    return "it does not need the techniques"
