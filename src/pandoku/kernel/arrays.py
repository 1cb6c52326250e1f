"""Searching arrays of puzzles made of houses: what `pandoku.solve_many` and the like are.

A single small puzzle takes the core less than a microsecond, so what stands around a call counts.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

from pandoku.kernel import default_threads, native
from pandoku.kernel._several import masks_of_digits, smallest_solutions, true_candidates
from pandoku.kernel._terms import Terms
from pandoku.kernel.lanes import check_isa, lane_plan
from pandoku.model import MAX_ORDER, Geometry, Puzzle

if TYPE_CHECKING:
    from pandoku._native import LanePlan

__all__ = ["count_many", "solve_many", "true_candidates_many"]

_DIGITS, _NUMBERS = np.dtype(np.uint8), np.dtype(np.int64)
_KINDS = frozenset((_DIGITS, np.dtype(np.uint32), np.dtype(np.uint64)))
_ONE_WORKER = 256  # fewer puzzles than this keep only one busy


def solve_many(
    puzzles: NDArray[Any],
    *,
    like: Puzzle | None = None,
    limit: int = 2,
    first: Literal["any", "lexicographic"] = "any",
    nodes: int | None = None,
    threads: int | None = None,
    isa: str = "auto",
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Solve an array of puzzles that have the same houses.

    Args:
        puzzles: Shape (n, cells) or (n, order, order), row-major. uint8: digits, 0 for empty.
            uint32 or uint64: candidate masks, bit d-1 for digit d; a given is a mask of one
            bit, and a mask of 0 is a contradiction. uint32 reaches order 32.
        like: A puzzle with the houses of all of them; only its geometry counts. None: the
            classic of that size, with the boxes of `Geometry.standard`.
        limit: Stop a puzzle after this many solutions, at least 1. Use 2 to test uniqueness.
        first: Which solution of a puzzle with several: "any", or "lexicographic" for the one
            that is first when read as a row of digits (it takes further searches).
        nodes: How many guesses a puzzle may take, at least 1; None: as many as it needs. Only
            where any solution will do.
        threads: At most this many, at least 1; None: what the machine has.
        isa: The instruction set, one of `lane_isas`, or "auto" for the best of them.

    Returns:
        (solutions, counts). solutions, uint8 (n, cells): a solution of each puzzle, zeros
        when none was found. counts, int64 (n): how many were found, at most *limit*;
        -1 - found for a puzzle that ran out of budget.

    Raises:
        TypeError: *puzzles* is no array of such numbers, or *like* is no puzzle.
        ValueError: A shape, digit or mask does not fit; a number is out of its range;
            *like* has cages; this machine does not have *isa*.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C; it comes within a tenth of a second.

    >>> import numpy as np
    >>> puzzles = np.array([[1, 0, 0, 0] + [0] * 12], np.uint8)
    >>> solutions, counts = solve_many(puzzles, first="lexicographic")
    >>> int(counts[0]), solutions[0][:4].tolist()
    (2, [1, 2, 3, 4])
    """
    batch = _Batch(puzzles, like, threads, isa)
    if first not in ("any", "lexicographic"):
        raise ValueError(f"expected first as 'any' or 'lexicographic', found {first!r}")
    if first == "lexicographic" and nodes is not None:
        raise ValueError(f"expected no bound on nodes with first='lexicographic', found {nodes}")
    solutions, counts = batch.search(batch.rows, limit, nodes)
    if first == "lexicographic":
        several = counts > 1 if limit > 1 else counts > 0
        if several.any():
            solutions[several] = smallest_solutions(
                batch.masks()[several], solutions[several], batch.find_one
            )
    return solutions, counts


def count_many(
    puzzles: NDArray[Any],
    limit: int,
    *,
    like: Puzzle | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    isa: str = "auto",
) -> NDArray[np.int64]:
    """Count the solutions of an array of puzzles that have the same houses.

    Args:
        puzzles: As in `solve_many`.
        limit: Stop counting a puzzle's solutions here, at least 1.
        like: As in `solve_many`.
        nodes: As in `solve_many`.
        threads: As in `solve_many`.
        isa: As in `solve_many`.

    Returns:
        int64 (n): how many each has, at most *limit*; -1 - found for a puzzle that ran out of
        budget.

    Raises:
        What `solve_many` raises.

    >>> import numpy as np
    >>> count_many(np.zeros((1, 16), np.uint8), 1000).tolist()
    [288]
    """
    batch = _Batch(puzzles, like, threads, isa)
    return batch.search(batch.rows, limit, nodes, keep=False)[1]


def true_candidates_many(
    puzzles: NDArray[Any],
    *,
    like: Puzzle | None = None,
    threads: int | None = None,
    isa: str = "auto",
) -> NDArray[np.uint64]:
    """Find the candidates that occur in some solution, for puzzles that have the same houses.

    A cell with one of them has the same digit in every solution: together these cells are the
    backbone of the puzzle. The others are where a setter can still add a given.

    Args:
        puzzles: As in `solve_many`.
        like: As in `solve_many`.
        threads: As in `solve_many`.
        isa: As in `solve_many`.

    Returns:
        uint64 (n, cells): candidate masks, bit d-1 for digit d; zeros for a puzzle without a
        solution.

    Raises:
        What `solve_many` raises.

    >>> import numpy as np
    >>> true_candidates_many(np.array([[1, 2, 3, 4, 3, 4, 1, 2] + [0] * 8], np.uint8))[0, 8:12]
    array([10,  5, 10,  5], dtype=uint64)
    """
    batch = _Batch(puzzles, like, threads, isa)
    solutions, counts = batch.search(batch.rows, 2, None)
    shown = np.zeros(solutions.shape, np.uint64)
    solved, several = counts > 0, counts > 1
    shown[solved] = masks_of_digits(solutions[solved])
    if several.any():
        masks = batch.masks()[several]
        shown[several] = true_candidates(masks, solutions[several], batch.find_one)
    return shown


class _Batch:
    # An array of puzzles, checked, and how to search it.
    __slots__ = ("geometry", "isa", "plan", "rows", "threads")

    def __init__(
        self, puzzles: NDArray[Any], like: Puzzle | None, threads: int | None, isa: str
    ) -> None:
        check_isa(isa)
        _check_array(puzzles)
        self.geometry, self.plan = _shape_of(puzzles.shape, like)
        self.rows = _rows(puzzles, self.geometry)
        few = threads is None and len(puzzles) < _ONE_WORKER
        self.threads = 1 if few else default_threads(threads)
        self.isa = isa

    def search(
        self, rows: NDArray[Any], limit: int, nodes: int | None, keep: bool = True
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        # Solutions (n, cells), or none of them when they are not to be kept, and their counts.
        terms, n = Terms(limit, nodes, None, self.threads), len(rows)
        shape = (n, self.geometry.n_cells) if keep else (n, 0, 0)
        solutions, counts = np.zeros(shape, _DIGITS), np.empty(n, _NUMBERS)
        if n:
            native().lanes_solve(
                self.plan, rows, solutions, counts, None, *terms.packed(), self.isa
            )
        return solutions, counts

    def find_one(self, masks: NDArray[Any]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        solutions, counts = self.search(masks, 1, None)
        return solutions, counts > 0

    def masks(self) -> NDArray[np.uint64]:
        if self.rows.dtype != _DIGITS:
            return self.rows.astype(np.uint64)
        whole = np.uint64(self.geometry.all_mask)
        return np.where(self.rows == 0, whole, masks_of_digits(np.maximum(self.rows, 1)))


# ---- checking arguments


def _check_array(puzzles: NDArray[Any]) -> None:
    if not isinstance(puzzles, np.ndarray):
        raise TypeError(f"expected puzzles as a numpy array, found {type(puzzles).__name__}")
    if puzzles.dtype not in _KINDS:
        raise TypeError(
            f"expected puzzles as uint8 digits or uint32 / uint64 masks, found {puzzles.dtype}"
        )
    if puzzles.ndim not in (2, 3):
        raise ValueError(
            f"expected puzzles of shape (n, cells) or (n, order, order), found {puzzles.shape}"
        )


def _shape_of(shape: tuple[int, ...], like: Puzzle | None) -> tuple[Geometry, LanePlan]:
    if like is None:
        return _standard(shape[1:]) or _wrong_shape(shape, None)
    if not isinstance(like, Puzzle):
        raise TypeError(f"expected like as a Puzzle or None, found {type(like).__name__}")
    if like.cages:
        raise ValueError("like has cages: lanes search houses only; solve_all takes cages")
    order = like.order
    if shape[1:] not in ((order * order,), (order, order)):
        _wrong_shape(shape, order)
    return like.geometry, lane_plan(like.geometry)


@lru_cache(maxsize=64)
def _standard(shape: tuple[int, ...]) -> tuple[Geometry, LanePlan] | None:
    order = isqrt(shape[0]) if len(shape) == 1 else shape[0]
    if shape not in ((order * order,), (order, order)) or not 1 <= order <= MAX_ORDER:
        return None
    geometry = Geometry.standard(order)
    return geometry, lane_plan(geometry)


def _wrong_shape(shape: tuple[int, ...], order: int | None) -> NoReturn:
    cells = shape[1] if len(shape) == 2 else shape[1] * shape[2]
    if order is None and cells == isqrt(cells) ** 2 > MAX_ORDER**2:
        raise ValueError(f"expected an order of at most {MAX_ORDER}, found {isqrt(cells)}")
    asked = f"{order * order} cells" if order is not None else "a square number of cells"
    raise ValueError(f"expected puzzles of {asked}, found shape {shape}")


def _rows(puzzles: NDArray[Any], geometry: Geometry) -> NDArray[Any]:
    # The puzzles as the core takes them: each a row, and their values in range.
    rows, order = puzzles, geometry.order
    if rows.ndim == 3:
        rows = rows.reshape(len(rows), geometry.n_cells)
    if not rows.flags.c_contiguous:
        rows = np.ascontiguousarray(rows)
    if rows.itemsize == 4 and order > 32:
        raise ValueError(f"expected uint64 masks for order {order}, found uint32")
    at = native().lanes_first_bad(rows, order)
    if at < 0:
        return rows
    row, cell = divmod(at, geometry.n_cells)
    wanted = f"a digit 0..{order}" if rows.itemsize == 1 else f"a mask of digits 1..{order}"
    name = Geometry.standard(order).name(cell)
    raise ValueError(f"puzzle {row}, {name}: expected {wanted}, found {int(rows[row, cell])}")
