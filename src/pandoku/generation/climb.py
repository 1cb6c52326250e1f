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

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from pandoku.errors import WishError
from pandoku.generation.drafts import Drafts
from pandoku.generation.hardness import assess
from pandoku.generation.kinds import make_drafts
from pandoku.generation.wishes import Wishes
from pandoku.kernel import generate as core
from pandoku.kernel.lanes import solve_rows
from pandoku.kernel.vicinity import neighbors
from pandoku.logic import proved_paths, rate_all
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
    best, kept, seen = -inf, _Kept(), set[bytes]()
    n_judged, n_idle, n_rounds = 0, 0, 0
    is_hard = wishes.rating is not None and wishes.rating.least >= _HARD
    while n_judged < wishes.budget:
        is_start = not len(kept.rows)
        size = min(_N_MADE_HARD if is_hard else _N_MADE, wishes.budget - n_judged)
        keys = core.keys(wishes.seed, index, range(n_judged, n_judged + size))
        if is_start:
            made = make_drafts(wishes, keys).givens
        else:
            made = _neighbors(wishes, geometry, kept, keys, less=1 + n_rounds % 2)
        n_judged, n_rounds = n_judged + size, n_rounds + 1
        rows = _unseen(made, seen)
        if is_hard:
            rows = [rows[at] for at in _most_stuck(wishes, geometry, rows)]
        worth, distance = _judged(wishes, geometry, rows)
        on_round(size)
        better = kept.joined(rows, worth)
        n_idle = 0 if sum(better.worth) > sum(kept.worth) or is_start else n_idle + 1
        kept = better
        if rows and max(worth) > best:
            at = worth.index(max(worth))
            best, off, givens = worth[at], distance[at], tuple(rows[at])
            ((solution,), _) = solve_rows(geometry, [rows[at]], limit=1)
            yield Climbed(
                Puzzle(geometry, givens, solution=tuple(solution)), off == 0, off, n_judged
            )
            is_open = wishes.rating is not None and wishes.rating.most == inf
            n_givens = sum(map(bool, givens))
            can_improve = is_open or (wishes.givens and n_givens > wishes.givens.least)
            if off == 0 and not can_improve:
                return
        if n_idle == _PATIENCE:
            kept, n_idle = _Kept(), 0


class _Kept(NamedTuple):
    """The best puzzles of a climb, best first. Newer puzzles precede equally good older puzzles."""

    rows: Sequence[bytes] = ()
    worth: Sequence[float] = ()

    def joined(self, rows: Sequence[bytes], worth: Sequence[float]) -> _Kept:
        both = sorted(zip([*worth, *self.worth], [*rows, *self.rows], strict=True), key=_is_worse)
        best = both[:_N_KEPT]
        return _Kept([row for _, row in best], [each for each, _ in best])


def _is_worse(kept: tuple[float, bytes]) -> float:
    return -kept[0]


def _neighbors(
    wishes: Wishes, geometry: Geometry, kept: _Kept, keys: Sequence[int], *, less: int
) -> list[bytes]:
    n = len(kept.rows)
    # Better puzzles come first. To give them more neighbors, take the smaller of two random
    # positions.
    parents = [kept.rows[min((key >> 8) % n, (key >> 32) % n)] for key in keys]
    made = neighbors(geometry, parents, keys, less=less, threads=wishes.threads)
    return [row for row in made if any(row)]


def _unseen(rows: Sequence[bytes], seen: set[bytes]) -> list[bytes]:
    """Return the rows that are not in *seen*, without duplicates, and add them to *seen*."""
    new = [row for row in dict.fromkeys(rows) if row not in seen]
    seen.update(new)
    return new


def _most_stuck(wishes: Wishes, geometry: Geometry, rows: Sequence[bytes]) -> list[int]:
    """Return the positions of the puzzles where the basic techniques fill the fewest cells."""
    if not rows:
        return []
    paths = proved_paths(Batch(geometry, b"".join(rows)), _BASIC, threads=wishes.threads)
    n_filled = [
        _n_givens(row) + sum(path.n_steps.get(name, 0) for name in _BASIC[:_N_PLACING])
        for row, path in zip(rows, paths, strict=True)
    ]
    return sorted(range(len(rows)), key=n_filled.__getitem__)[:_N_RATED_HARD]


def _judged(
    wishes: Wishes, geometry: Geometry, rows: Sequence[bytes]
) -> tuple[list[float], list[float]]:
    """Return the quality of each puzzle (higher is better) and its distance from the request."""
    distance = assess(wishes, Drafts(range(len(rows)), rows, rows, geometry)).distance
    if wishes.givens is not None:
        least, most = wishes.givens
        distance = [
            far + max(least - _n_givens(row), _n_givens(row) - most, 0)
            for far, row in zip(distance, rows, strict=True)
        ]
    worth = [-far for far in distance]
    met = [at for at, far in enumerate(distance) if far == 0]
    if met and wishes.rating is not None and wishes.rating.most == inf:
        batch = Batch(geometry, b"".join(rows[at] for at in met))
        for at, rating in zip(met, rate_all(batch, threads=wishes.threads), strict=True):
            worth[at] = rating.score
    elif wishes.givens is not None:
        for at in met:
            worth[at] = wishes.n_cells - _n_givens(rows[at])
    return worth, distance


def _n_givens(row: bytes) -> int:
    return len(row) - row.count(0)
