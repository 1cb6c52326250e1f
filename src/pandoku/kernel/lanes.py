"""Searching puzzles made of houses, many side by side in the lanes of vector registers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal

from pandoku.kernel import default_threads, native
from pandoku.kernel._several import masks_of_digits, smallest_solutions, true_candidates
from pandoku.kernel._terms import KEPT_DIGITS, Terms, masks_of
from pandoku.model import MAX_ORDER, Geometry, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku._native import Buffer, LanePlan

__all__ = [
    "Found",
    "count_many",
    "lane_isas",
    "search",
    "solve_many",
    "true_candidates_many",
]


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
    batch = _Batch.of(puzzles, like, threads, isa)
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
    batch = _Batch.of(puzzles, like, threads, isa)
    return batch.search(batch.rows, limit, nodes, keep=0)[1]


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
    import numpy as np

    batch = _Batch.of(puzzles, like, threads, isa)
    solutions, counts = batch.search(batch.rows, 2, None)
    shown = np.zeros(solutions.shape, np.uint64)
    solved, several = counts > 0, counts > 1
    shown[solved] = masks_of_digits(solutions[solved])
    if several.any():
        masks = batch.masks()[several]
        shown[several] = true_candidates(masks, solutions[several], batch.find_one)
    return shown


@dataclass(frozen=True, slots=True)
class _Batch:
    # An array of puzzles, checked, and how to search it.
    rows: NDArray[Any]
    geometry: Geometry
    threads: int
    isa: str

    @classmethod
    def of(
        cls, puzzles: NDArray[Any], like: Puzzle | None, threads: int | None, isa: str
    ) -> _Batch:
        native()
        import numpy as np

        _check_isa(isa)
        _check_array(puzzles)
        geometry = _geometry_of(puzzles, like)
        rows = np.ascontiguousarray(puzzles.reshape(len(puzzles), geometry.n_cells))
        _check_values(rows, geometry.order)
        return cls(rows, geometry, default_threads(threads), isa)

    def search(
        self, rows: NDArray[Any], limit: int, nodes: int | None, keep: int = 1
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        # Solutions (n, cells), none of them with keep=0, and their counts.
        import numpy as np

        terms, n = Terms(limit, nodes, None, self.threads), len(rows)
        solutions = np.zeros((n, keep, self.geometry.n_cells), np.uint8)
        counts, spent = np.zeros(n, np.int64), np.zeros(n, np.int64)
        if n:
            _call(self.geometry, terms, self.isa, rows, (solutions, counts, spent))
        return solutions[:, 0] if keep else solutions, counts

    def find_one(self, masks: NDArray[Any]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        solutions, counts = self.search(masks, 1, None)
        return solutions, counts > 0

    def masks(self) -> NDArray[np.uint64]:
        import numpy as np

        if self.rows.dtype != np.uint8:
            return self.rows.astype(np.uint64)
        whole = np.uint64(self.geometry.all_mask)
        return np.where(self.rows == 0, whole, masks_of_digits(np.maximum(self.rows, 1)))


@dataclass(frozen=True, slots=True)
class Found:
    """What the lanes found of one puzzle.

    Attributes:
        solutions: The solutions kept, each n*n digits: all that were found, or the first of
            them when there are more than some eight million digits' worth.
        count: How many were found.
        stopped: None when the search is complete, else "limit", "nodes" or "seconds".
        nodes: Guesses taken.
        sweeps: Sweeps over the lanes, for all puzzles of the same call.
    """

    solutions: tuple[tuple[int, ...], ...]
    count: int
    stopped: str | None
    nodes: int
    sweeps: int


def search(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    isa: str = "auto",
) -> list[Found]:
    """Search puzzles of one geometry, givens and candidates both heeded.

    Args:
        puzzles: Of one geometry, without cages.
        limit: Stop a puzzle after this many solutions, at least 1.
        nodes: How many guesses a puzzle may take, at least 1; None: as many as it needs.
        seconds: Wall-clock seconds a puzzle may take once it has its turn; more than 0.
        threads: At most this many, at least 1; None: what the machine has.
        isa: As in `solve_many`.

    Raises:
        PuzzleError: A given is no digit of the order.
        ValueError: The puzzles differ in geometry, one has cages, or a number is out of range.
        EngineError: The compiled core is not built.
    """
    native()
    terms = Terms(limit, nodes, seconds, default_threads(threads))
    _check_isa(isa)
    if not puzzles:
        return []
    geometry = puzzles[0].geometry
    if any(puzzle.geometry != geometry or puzzle.cages for puzzle in puzzles):
        raise ValueError("expected puzzles of one geometry and without cages")
    kept = max(1, min(limit, KEPT_DIGITS // geometry.n_cells))
    step = max(1, KEPT_DIGITS // (kept * geometry.n_cells))
    result: list[Found] = []
    for first in range(0, len(puzzles), step):
        result += _search_alike(puzzles[first : first + step], geometry, kept, terms, isa)
    return result


def lane_isas() -> tuple[str, ...]:
    """Return the instruction sets that this machine and this build have, slowest first.

    Raises:
        EngineError: The compiled core is not built.

    >>> lane_isas()[0]
    'baseline'
    """
    native()
    from pandoku import _native

    return tuple(_native.lanes_isas())


# ---- calling the core


def _check_isa(isa: str) -> None:
    if isa != "auto" and isa not in lane_isas():
        known = ", ".join(lane_isas())
        raise ValueError(f"expected isa out of auto, {known}; found {isa!r}")


def _call(
    geometry: Geometry,
    terms: Terms,
    isa: str,
    puzzles: Buffer,
    results: tuple[Buffer, Buffer, Buffer],
) -> int:
    # Fills the results (solutions, counts, guesses) and returns how many sweeps it took.
    from pandoku import _native

    limit, nodes, seconds, threads = terms.packed()
    sweeps, _, _ = _native.lanes_solve(
        _plan(geometry),
        puzzles,
        *results,
        limit,
        nodes,
        seconds,
        threads,
        isa,
    )
    return sweeps


@lru_cache(maxsize=64)
def _plan(geometry: Geometry) -> LanePlan:
    from pandoku import _native

    box_rows, box_cols = geometry.box or (0, 0)
    return _native.LanePlan(
        geometry.order, box_rows, box_cols, [house.cells for house in geometry.houses]
    )


def _search_alike(
    puzzles: Sequence[Puzzle], geometry: Geometry, kept: int, terms: Terms, isa: str
) -> list[Found]:
    # Plain buffers: importing numpy takes longer than solving a puzzle.
    n, cells = len(puzzles), geometry.n_cells
    solutions = bytearray(n * kept * cells)
    counts, spent = _shaped(bytearray(8 * n), "q", n), _shaped(bytearray(8 * n), "q", n)
    results = _shaped(solutions, "B", n, kept, cells), counts, spent
    sweeps = _call(geometry, terms, isa, _rows(puzzles, geometry), results)
    result = []
    for index in range(n):
        count, guesses = counts[index], spent[index]
        found = count if count >= 0 else -1 - count
        starts = (cells * (index * kept + k) for k in range(min(found, kept)))
        kept_solutions = tuple(tuple(solutions[start : start + cells]) for start in starts)
        result.append(Found(kept_solutions, found, _end(count, guesses, terms), guesses, sweeps))
    return result


def _end(count: int, guesses: int, terms: Terms) -> str | None:
    if count >= 0:
        return "limit" if count >= terms.limit else None
    out_of_time = terms.seconds is not None and (terms.nodes is None or guesses < terms.nodes)
    return "seconds" if out_of_time else "nodes"


def _rows(puzzles: Sequence[Puzzle], geometry: Geometry) -> memoryview:
    # As digits when the givens say it all, else as masks.
    for puzzle in puzzles:
        if min(puzzle.givens) < 0 or max(puzzle.givens) > geometry.order:
            puzzle.require_sound()
    shape = len(puzzles), geometry.n_cells
    if all(puzzle.candidates is None for puzzle in puzzles):
        return _shaped(b"".join(bytes(puzzle.givens) for puzzle in puzzles), "B", *shape)
    return _shaped(
        array("Q", (mask for puzzle in puzzles for mask in masks_of(puzzle))), "Q", *shape
    )


def _shaped(buffer: bytes | bytearray | array[int], kind: str, *shape: int) -> memoryview:
    return memoryview(buffer).cast("B").cast(kind, shape)  # type: ignore[call-overload, no-any-return]


# ---- checking arguments


def _check_array(puzzles: NDArray[Any]) -> None:
    import numpy as np

    if not isinstance(puzzles, np.ndarray):
        raise TypeError(f"expected puzzles as a numpy array, found {type(puzzles).__name__}")
    if puzzles.dtype not in (np.uint8, np.uint32, np.uint64):
        raise TypeError(
            f"expected puzzles as uint8 digits or uint32 / uint64 masks, found {puzzles.dtype}"
        )
    if puzzles.ndim not in (2, 3):
        raise ValueError(
            f"expected puzzles of shape (n, cells) or (n, order, order), found {puzzles.shape}"
        )


def _geometry_of(puzzles: NDArray[Any], like: Puzzle | None) -> Geometry:
    if like is not None and not isinstance(like, Puzzle):
        raise TypeError(f"expected like as a Puzzle or None, found {type(like).__name__}")
    if like is not None and like.cages:
        raise ValueError("like has cages: lanes search houses only; solve_all takes cages")
    cells = puzzles.shape[1] if puzzles.ndim == 2 else puzzles.shape[1] * puzzles.shape[2]
    order = like.order if like is not None else isqrt(cells)
    if cells != order * order or puzzles.shape[-1] not in (cells, order) or order < 1:
        asked = f"{order * order} cells" if like is not None else "a square number of cells"
        raise ValueError(f"expected puzzles of {asked}, found shape {puzzles.shape}")
    if order > MAX_ORDER:
        raise ValueError(f"expected an order of at most {MAX_ORDER}, found {order}")
    return like.geometry if like is not None else Geometry.standard(order)


def _check_values(rows: NDArray[Any], order: int) -> None:
    if rows.itemsize == 4 and order > 32:
        raise ValueError(f"expected uint64 masks for order {order}, found uint32")
    digits = rows.itemsize == 1
    highest = order if digits else (1 << order) - 1
    if rows.size == 0 or highest >= (1 << 8 * rows.itemsize) - 1:
        return
    # A reduction of numpy takes longer to start than a few puzzles to read.
    if (max(rows.tobytes()) if digits and rows.size <= 512 else int(rows.max())) <= highest:
        return
    row, cell = (int(at[0]) for at in (rows > highest).nonzero())
    wanted = f"a digit 0..{order}" if digits else f"a mask of digits 1..{order}"
    name = Geometry.standard(order).name(cell)
    raise ValueError(f"puzzle {row}, {name}: expected {wanted}, found {int(rows[row, cell])}")
