"""Generation of many puzzles without constraints: solution grids, and removal of givens.

All random choices follow from keys. A key is a number below 2^64 that identifies one attempt. The
result of an attempt does not depend on other keys, the number of threads, the machine or the time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pandoku.kernel import default_threads, native_craft
from pandoku.kernel._exchange import native_layout
from pandoku.kernel.arrays import solve_many
from pandoku.kernel.lanes import lane_plan
from pandoku.kernel.rows import digit_rows_of
from pandoku.model import Geometry, Puzzle, PuzzlesLike, whole_number

if TYPE_CHECKING:
    from pandoku._native_craft import Grids

__all__ = ["are_minimal", "check_keys", "dig", "grids", "keys", "mixed", "of_cells", "puzzle_rows"]

_MOST = 2**64 - 1
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_CHUNK = 4096  # puzzles per call of `solve_many` in `are_minimal`


def keys(seed: int, index: ArrayLike, attempt: ArrayLike = 0) -> NDArray[np.uint64]:
    """Return a key for each attempt to make a puzzle of a series.

    Each of the three arguments is mixed in by a round of SplitMix64 (Steele, Lea and Flood 2014).

    Args:
        seed: The series, 0..2^64-1.
        index: The positions of puzzles in the series, from 0: a number or an array.
        attempt: The numbers of attempts, from 0: a number, or an array that fits *index*.

    Raises:
        ValueError: A number is out of range, or the shapes do not match.
        TypeError: *seed* is not an integer.

    >>> keys(7, [0, 1, 2]).shape, int(keys(7, 1)) == int(keys(7, [0, 1])[1])
    ((3,), True)
    """
    start = np.uint64(whole_number("seed", seed, 0, _MOST))
    key = mixed(np.asarray(start))
    for number in (index, attempt):
        key = mixed(key ^ np.asarray(number, np.uint64))
    return key


def mixed(key: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a new key for each key: the output of SplitMix64 with the key as its state.

    >>> hex(int(mixed(np.array([0], np.uint64))[0]))
    '0xe220a8397b1dcdaf'
    """
    shift = np.uint64
    with np.errstate(over="ignore"):
        z = key + np.uint64(_GOLDEN)
        z = (z ^ (z >> shift(30))) * np.uint64(_FIRST)
        z = (z ^ (z >> shift(27))) * np.uint64(_SECOND)
    return np.asarray(z ^ (z >> shift(31)), np.uint64)


def grids(
    geometry: Geometry, keys: NDArray[np.uint64], *, threads: int | None = None
) -> NDArray[np.uint8]:
    """Draw solution grids.

    Classic 9x9 grids and grids of orders up to 6 are drawn uniformly. Latin squares come from a
    random walk that converges to the uniform distribution (Jacobson and Matthews 1996). All other
    grids come from a random walk with a bounded number of steps, whose distribution is only close
    to uniform.

    Args:
        geometry: The geometry of the grids, of order 1..36.
        keys: uint64 of shape (n,), one for each grid.
        threads: Maximum number of threads, at least 1. None means one per available CPU.

    Returns:
        uint8 of shape (n, cells): digits 1..order, or a row of zeros if the search found no grid
        within its bound. This can happen with large orders and unusual houses.

    Raises:
        TypeError, ValueError: *keys* is not a one-dimensional array of uint64, or *threads* is
            invalid.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> grids(Geometry.sudoku(4), keys(1, [0])).shape
    (1, 16)
    """
    check_keys(keys)
    made = np.zeros((len(keys), geometry.n_cells), np.uint8)
    _grids(geometry).draw(keys, made, default_threads(threads))
    return made


def dig(
    geometry: Geometry,
    puzzles: PuzzlesLike,
    keys: NDArray[np.uint64],
    *,
    orbits: ArrayLike | None = None,
    least: ArrayLike = 0,
    keep: ArrayLike | None = None,
    solutions: NDArray[np.uint8] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Remove givens, in an order drawn from each key, as long as the solution remains unique.

    Without *least* and *keep*, the results are minimal: if any given is removed, the solution is no
    longer unique. With *orbits*, the solution is no longer unique if any group of givens is
    removed.

    Args:
        geometry: The geometry of the puzzles.
        puzzles: uint8 (n, cells), or any input of `solve_many`: full grids, or proper puzzles.
        keys: uint64 of shape (n,), one for each puzzle.
        orbits: Integers of shape (cells,). Cells with equal numbers are removed together. None
            removes single cells.
        least: Keep at least this many givens, 0..cells: one number for all puzzles, or one for each
            puzzle.
        keep: Of shape (cells,), true for cells that keep their givens.
        solutions: uint8 (n, cells): the solutions if you know them, which saves a search; otherwise
            None.
        threads: As in `grids`.

    Returns:
        uint8 (n, cells), with a row of zeros for a puzzle that is not proper.

    Raises:
        TypeError, ValueError: A shape, a type or a number is invalid.
        EngineError, KeyboardInterrupt: As in `grids`.

    >>> k = keys(1, [0, 1])
    >>> small = dig(Geometry.sudoku(4), grids(Geometry.sudoku(4), k), k)
    >>> bool((np.count_nonzero(small, 1) < 8).all())
    True
    """
    rows = puzzle_rows(geometry, puzzles)
    check_keys(keys, len(rows))
    if solutions is None:
        solutions = solve_many(rows, like=Puzzle(geometry), threads=threads)[0]
    _check_solutions(geometry, rows, solutions)
    made = np.zeros_like(rows)
    native_craft().dig(
        lane_plan(geometry),
        rows,
        solutions,
        keys,
        None if orbits is None else of_cells("orbits", orbits, geometry, np.uint16),
        None if keep is None else of_cells("keep", keep, geometry, np.uint8),
        _numbers("least", least, len(rows), geometry.n_cells),
        0,
        0,
        default_threads(threads),
        made,
    )
    return made


def are_minimal(
    geometry: Geometry, puzzles: PuzzlesLike, *, threads: int | None = None
) -> NDArray[np.bool_]:
    """Return whether each puzzle is proper and needs all its givens.

    Args:
        geometry: The geometry of the puzzles.
        puzzles: As in `dig`.
        threads: As in `grids`.

    Returns:
        bool of shape (n,).

    Raises:
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `dig`.

    >>> are_minimal(Geometry.sudoku(4), np.array([[1, 2, 3, 4, 3, 4, 1, 2] + [0] * 8], np.uint8))
    array([False])
    """
    rows, like = puzzle_rows(geometry, puzzles), Puzzle(geometry)
    minimal = solve_many(rows, like=like, threads=threads)[1] == 1
    for start in range(0, len(rows), _CHUNK):
        part = rows[start : start + _CHUNK]
        which, cell = np.nonzero(part)
        trials = part[which]
        trials[np.arange(len(trials)), cell] = 0
        still = solve_many(trials, like=like, threads=threads)[1] == 1
        minimal[start + which[still]] = False
    return np.asarray(minimal, np.bool_)


@lru_cache(maxsize=64)
def _grids(geometry: Geometry) -> Grids:
    plain = geometry.regions is None and not geometry.diagonals and not geometry.extra
    is_latin = plain and geometry.box is None
    first = _pattern(geometry) if plain and geometry.box is not None else ()
    made: Grids = native_craft().Grids(
        native_layout(geometry), geometry == Geometry.sudoku(9), is_latin, first
    )
    return made


def _pattern(geometry: Geometry) -> tuple[int, ...]:
    # Return a solution grid for boxes of any size. Each row repeats the row above, shifted by the
    # width of a box. The first row of each band is shifted by one more cell.
    n, (box_rows, box_cols) = geometry.order, geometry.box or (1, 1)
    return tuple(
        (box_cols * (row % box_rows) + row // box_rows + column) % n + 1
        for row in range(n)
        for column in range(n)
    )


def puzzle_rows(geometry: Geometry, puzzles: PuzzlesLike) -> NDArray[np.uint8]:
    """Return puzzles of this geometry, without constraints, as rows of digits.

    Raises:
        ValueError: The puzzles have a different geometry, or have constraints.
        TypeError, ValueError, FormatError, PuzzleError: As in `digit_rows_of`.
    """
    like = Puzzle(geometry) if isinstance(puzzles, np.ndarray) else None
    rows, found, cages, further = digit_rows_of(puzzles, like)
    if cages is not None or further is not None or found != geometry:
        raise ValueError(f"expected puzzles of {geometry} without constraints, found others")
    return rows


def check_keys(keys: NDArray[Any], n: int | None = None) -> None:
    """Check that *keys* is an array of keys, of length *n* unless *n* is None.

    Raises:
        TypeError: *keys* is not a one-dimensional array of uint64.
        ValueError: The number of keys is not *n*.
    """
    if not isinstance(keys, np.ndarray) or keys.dtype != np.uint64 or keys.ndim != 1:
        raise TypeError("expected keys as an array of uint64 with one axis; keys() makes them")
    if n is not None and len(keys) != n:
        raise ValueError(f"expected a key for each of {n} puzzles, found {len(keys)}")


def _check_solutions(
    geometry: Geometry, rows: NDArray[np.uint8], solutions: NDArray[np.uint8]
) -> None:
    if solutions.shape != rows.shape or solutions.dtype != np.uint8:
        raise ValueError(
            f"expected solutions as uint8 of shape {rows.shape}, "
            f"found {solutions.dtype} of shape {solutions.shape}"
        )


def _numbers(what: str, values: ArrayLike, n: int, most: int) -> NDArray[np.uint16]:
    array = np.asarray(values)
    if array.dtype.kind not in "iu" or array.shape not in ((), (n,)):
        raise ValueError(
            f"expected {what} as a whole number or {n} of them, "
            f"found {array.dtype} of shape {array.shape}"
        )
    if array.size and (array.min() < 0 or array.max() > most):
        raise ValueError(f"expected {what} of 0..{most}, found {array.min()}..{array.max()}")
    return np.ascontiguousarray(np.broadcast_to(array, (n,)), np.uint16)


def of_cells(what: str, values: ArrayLike, geometry: Geometry, kind: Any) -> NDArray[Any]:
    """Return one value per cell as an array of type *kind*. Messages call the values *what*.

    Raises:
        ValueError: The number of values differs from the number of cells.
    """
    array = np.asarray(values)
    if array.shape != (geometry.n_cells,):
        raise ValueError(
            f"expected {what} for {geometry.n_cells} cells, found an array of shape {array.shape}"
        )
    return np.ascontiguousarray(array, kind)
