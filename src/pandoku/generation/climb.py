"""Local search for rare puzzles: change puzzles a little, and keep the puzzles closest to the goal.

A search that makes random puzzles and rejects most of them only finds common puzzles. Rare puzzles,
such as puzzles with an ER above 9 or with 20 givens, are better found among the neighbors of
similar puzzles. To make a neighbor of a puzzle, one or two new givens replace two of its givens.
The neighbor is often about as hard as the puzzle, and has about as many givens.

A climb starts from random puzzles. In each round, it keeps the best puzzles and makes neighbors of
them. If two puzzles are equally good, it prefers the newer puzzle, so that it can cross a plateau.
It never visits a puzzle twice. If it finds no better puzzle for a while, it restarts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pandoku.errors import WishError
from pandoku.generation.drafts import Drafts
from pandoku.generation.hardness import assess
from pandoku.generation.kinds import make_drafts
from pandoku.generation.wishes import Wishes
from pandoku.kernel import generate as core
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.vicinity import neighbors
from pandoku.logic import explain_many, rate_many
from pandoku.model import Batch, Geometry, Puzzle

__all__ = ["Climbed", "climb", "why_no_climb"]

# These limits are counts instead of times, so that a climb is the same on every machine.
# Puzzles per round: random puzzles in the first round, and neighbors in all later rounds.
_N_MADE = 128
_N_MADE_HARD, _N_RATED_HARD = 512, 96  # for hard requests, per round: puzzles made and rated
_N_KEPT = 64
_PATIENCE = 20  # rounds without an improvement before the climb restarts

# If hard puzzles are requested, a round rates only some puzzles: those where the basic techniques
# below fill the fewest cells before they get stuck. Among 2277 random minimal Sudokus, every puzzle
# rated 9 or more had at most 35 filled cells at that point, and eight of ten puzzles rated 6.5 to
# 7.4 had more than 35. Applying the basic techniques takes a hundredth of the time of a rating.
_HARD = 8.3
_BASIC = (
    *("full-house", "hidden-single", "naked-single", "pointing", "claiming", "naked-pair"),
    *("x-wing", "hidden-pair", "naked-triple", "swordfish", "hidden-triple", "xy-wing"),
)
_N_PLACING = 3  # the first three basic techniques place digits, the others eliminate candidates


class Climbed(NamedTuple):
    """A puzzle that a climb has reached.

    Attributes:
        puzzle: The puzzle, with its solution.
        met: Whether the puzzle meets the request.
        distance: Distance of the puzzle from the request, 0 if the puzzle meets the request. It is
            the distance of `hardness.assess`, plus the number of givens that are too many or too
            few.
        attempts: Number of puzzles assessed so far.
    """

    puzzle: Puzzle
    met: bool
    distance: float
    attempts: int


def why_no_climb(wishes: Wishes) -> str | None:
    """Return the reason why a climb cannot search for a request, or None if it can."""
    if wishes.has_cages:
        return "its cages would have to change as well"
    if wishes.geometry is None:
        return "each puzzle has regions of its own; name the regions"
    for name, is_requested in (
        ("symmetry", wishes.symmetry != "none"),
        ("pattern", wishes.pattern is not None),
        ("solution", wishes.solution is not None),
    ):
        if is_requested:
            return f"neighbors do not keep the {name}; leave it out"
    return None


def climb(
    wishes: Wishes, index: int = 0, on_round: Callable[[int], object] | None = None
) -> Iterator[Climbed]:
    """Yield puzzles, each of them better than the previous puzzle.

    The climb ends at the first puzzle that meets the request, with two exceptions. If the requested
    rating has no upper end ("9.0.."), the climb continues to harder puzzles. Otherwise, if a range
    of givens is requested, the climb continues to puzzles with fewer givens.

    Args:
        wishes: The request. Its budget is the number of puzzles to assess.
        index: Number of the puzzle in the series of the seed, at least 0. Each number starts a
            separate climb.
        on_round: Function to call after each round with the number of puzzles made in this round.

    Raises:
        WishError: A climb cannot search for the request.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    reason = why_no_climb(wishes)
    if reason or wishes.geometry is None:
        raise WishError(f"no search step by step for this {wishes.kind}: {reason}")
    return _climbed(wishes, wishes.geometry, index, on_round or (lambda _: None))


def _climbed(
    wishes: Wishes, geometry: Geometry, index: int, on_round: Callable[[int], object]
) -> Iterator[Climbed]:
    best, kept, seen = -inf, _Kept.none(wishes.n_cells), set[bytes]()
    n_judged, n_idle, n_rounds = 0, 0, 0
    is_hard = wishes.rating is not None and wishes.rating.least >= _HARD
    while n_judged < wishes.budget:
        is_start = not len(kept.rows)
        size = min(_N_MADE_HARD if is_hard else _N_MADE, wishes.budget - n_judged)
        keys = core.keys(wishes.seed, index, np.arange(n_judged, n_judged + size))
        if is_start:
            made = make_drafts(wishes, keys).givens
        else:
            made = _neighbors(wishes, geometry, kept, keys, less=1 + n_rounds % 2)
        n_judged, n_rounds = n_judged + size, n_rounds + 1
        rows = _unseen(made, seen)
        if is_hard:
            rows = rows[_most_stuck(wishes, geometry, rows)]
        worth, distance = _judged(wishes, geometry, rows)
        on_round(size)
        better = kept.joined(rows, worth)
        n_idle = 0 if better.worth.sum() > kept.worth.sum() or is_start else n_idle + 1
        kept = better
        if len(rows) and worth.max() > best:
            at = int(worth.argmax())
            best, off, givens = worth[at], float(distance[at]), tuple(rows[at].tolist())
            solution = solve_many(rows[[at]], like=Puzzle(geometry), limit=1)[0][0].tolist()
            yield Climbed(
                Puzzle(geometry, givens, solution=tuple(solution)), off == 0, off, n_judged
            )
            is_open = wishes.rating is not None and wishes.rating.most == inf
            n_givens = sum(map(bool, givens))
            can_improve = is_open or (wishes.givens and n_givens > wishes.givens.least)
            if off == 0 and not can_improve:
                return
        if n_idle == _PATIENCE:
            kept, n_idle = _Kept.none(wishes.n_cells), 0


class _Kept(NamedTuple):
    """The best puzzles of a climb, best first. Newer puzzles precede equally good older puzzles."""

    rows: NDArray[np.uint8]
    worth: NDArray[np.float64]

    @classmethod
    def none(cls, n_cells: int) -> _Kept:
        return cls(np.zeros((0, n_cells), np.uint8), np.zeros(0))

    def joined(self, rows: NDArray[np.uint8], worth: NDArray[np.float64]) -> _Kept:
        all_rows, all_worth = np.concatenate((rows, self.rows)), np.concatenate((worth, self.worth))
        at = np.argsort(-all_worth, kind="stable")[:_N_KEPT]
        return _Kept(all_rows[at], all_worth[at])


def _neighbors(
    wishes: Wishes, geometry: Geometry, kept: _Kept, keys: NDArray[np.uint64], *, less: int
) -> NDArray[np.uint8]:
    n = np.uint64(len(kept.rows))
    # Better puzzles come first. To give them more neighbors, take the smaller of two random
    # positions.
    first, second = (keys >> np.uint64(8)) % n, (keys >> np.uint64(32)) % n
    parents = kept.rows[np.minimum(first, second).astype(np.int64)]
    made = neighbors(geometry, parents, keys, less=less, threads=wishes.threads)
    return made[made.any(axis=1)]


def _unseen(rows: NDArray[np.uint8], seen: set[bytes]) -> NDArray[np.uint8]:
    """Return the rows that are not in *seen*, without duplicates, and add them to *seen*."""
    new = []
    for at, row in enumerate(rows):
        name = row.tobytes()
        if name not in seen:
            seen.add(name)
            new.append(at)
    return rows[new]


def _most_stuck(wishes: Wishes, geometry: Geometry, rows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the positions of the puzzles where the basic techniques fill the fewest cells."""
    batch = Batch(geometry, rows)
    paths = explain_many(batch, techniques=_BASIC, is_proper=True, threads=wishes.threads)
    n_filled = np.count_nonzero(rows, axis=1) + paths.counts[:, :_N_PLACING].sum(axis=1)
    return np.argsort(n_filled, kind="stable")[:_N_RATED_HARD]


def _judged(
    wishes: Wishes, geometry: Geometry, rows: NDArray[np.uint8]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the quality of each puzzle (higher is better) and its distance from the request."""
    distance = assess(wishes, Drafts(np.arange(len(rows)), rows, rows, geometry)).distance
    if wishes.givens is not None:
        n_givens = np.count_nonzero(rows, axis=1)
        least, most = wishes.givens
        distance = distance + np.maximum(np.maximum(least - n_givens, n_givens - most), 0)
    worth = -distance
    met = np.flatnonzero(distance == 0)
    if len(met) and wishes.rating is not None and wishes.rating.most == inf:
        worth[met] = rate_many(rows[met], like=Puzzle(geometry), threads=wishes.threads).score
    elif wishes.givens is not None:
        worth[met] = wishes.n_cells - np.count_nonzero(rows[met], axis=1)
    return worth, distance
