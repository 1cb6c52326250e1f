"""Generation of puzzles close to given puzzles, and of puzzles with givens in certain cells.

As in `generate`, all random choices follow from keys. Searches may find solutions in an order that
depends on the machine. So this module only uses the number of solutions, up to a bound.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pandoku.kernel import default_threads, native_craft
from pandoku.kernel.arrays import count_many, solve_many
from pandoku.kernel.generate import check_keys, grids, mixed, of_cells, puzzle_rows
from pandoku.kernel.lanes import lane_plan
from pandoku.model import Geometry, Puzzle, PuzzlesLike, sight_of, whole_number

__all__ = ["neighbors", "pattern_puzzles", "walk_puzzles"]

# The search for a puzzle with a pattern: the number of grids to start from, the number of changes
# to compare in a step, the number of steps, and the maximum number of solutions to count. A step
# may increase the number of solutions by the factor `_SLACK`.
_STARTS, _CHANGES, _STEPS, _COUNTED = 64, 32, 150, 3000
_SLACK = 1.15


def neighbors(
    geometry: Geometry,
    puzzles: PuzzlesLike,
    keys: NDArray[np.uint64],
    *,
    less: int = 2,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Make minimal puzzles that differ a little from given puzzles.

    This function removes *less* givens, and adds other givens at random until the solution is
    unique again. Then it removes all redundant givens. The results are in the neighborhoods {-1+1},
    {-2+1}, {-2+2} and so on.

    Args:
        geometry: The geometry of the puzzles.
        puzzles: Proper puzzles, in any form that `generate.dig` accepts.
        keys: As in `generate.dig`.
        less: The number of givens to remove, 1..cells.
        threads: As in `grids`.

    Returns:
        uint8 (n, cells): a minimal puzzle for each puzzle, or a row of zeros if 1,000 trials found
        no minimal puzzle.

    Raises:
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `generate.dig`.

    >>> from pandoku.kernel.generate import dig, are_minimal, keys
    >>> k = keys(1, [0])
    >>> one = dig(Geometry.sudoku(4), grids(Geometry.sudoku(4), k), k)
    >>> are_minimal(Geometry.sudoku(4), neighbors(Geometry.sudoku(4), one, k))
    array([ True])
    """
    rows = puzzle_rows(geometry, puzzles)
    check_keys(keys, len(rows))
    whole_number("less", less, 1, geometry.n_cells)
    return _made(geometry, rows, rows, keys, less, 0, threads)[:, 0]


def walk_puzzles(
    geometry: Geometry,
    puzzles: PuzzlesLike,
    keys: NDArray[np.uint64],
    steps: int,
    *,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Make sequences of minimal puzzles with the same solution by exchanging givens.

    A step removes a given. It then finds every other cell where the digit of the solution, added as
    a given, makes the puzzle proper again ({-1+1}). For each of these cells, the step makes a
    puzzle and removes redundant givens. The next step starts from the last of these puzzles. A step
    is three times as fast as removing givens from a new grid, because most proofs that a given is
    needed remain valid. Puzzles later in a walk tend to have fewer givens.

    Args:
        geometry: The geometry of the puzzles.
        puzzles: As in `generate.dig`: full grids, or proper puzzles, which are made minimal first.
        keys: As in `generate.dig`.
        steps: The number of puzzles to make from each puzzle, in addition to the first minimal
            puzzle, at least 0.
        threads: As in `grids`.

    Returns:
        uint8 (n, 1 + steps, cells): minimal puzzles, all different within a walk. A long walk may
        end early. Its remaining rows are zeros. For a puzzle that is not proper, all rows are
        zeros.

    Raises:
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `generate.dig`.

    >>> from pandoku.kernel.generate import grids, keys
    >>> k = keys(1, [0, 1])
    >>> walk_puzzles(Geometry.sudoku(9), grids(Geometry.sudoku(9), k), k, 7).shape
    (2, 8, 81)
    """
    rows = puzzle_rows(geometry, puzzles)
    check_keys(keys, len(rows))
    solutions = solve_many(rows, like=Puzzle(geometry), threads=threads)[0]
    return _made(geometry, rows, solutions, keys, 0, whole_number("steps", steps, 0), threads)


def _made(
    geometry: Geometry,
    rows: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    less: int,
    exchanges: int,
    threads: int | None,
) -> NDArray[np.uint8]:
    made = np.zeros((len(rows), 1 + exchanges, geometry.n_cells), np.uint8)
    native_craft().dig(
        lane_plan(geometry),
        rows,
        solutions,
        keys,
        None,
        None,
        np.zeros(len(rows), np.uint16),
        less,
        exchanges,
        default_threads(threads),
        made.reshape(-1, geometry.n_cells),
    )
    return made


def pattern_puzzles(
    geometry: Geometry,
    mask: ArrayLike,
    keys: NDArray[np.uint64],
    *,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Make proper puzzles whose givens are exactly in certain cells.

    The first puzzle has the digits of a random grid in these cells, and has many solutions. A step
    tries a few random changes of one given, and makes the change that leaves the fewest solutions.
    The steps continue until a single solution is left.

    Args:
        geometry: The geometry of the puzzles.
        mask: Of shape (cells,): true for the cells with givens.
        keys: uint64 of shape (n,), one for each puzzle.
        threads: As in `grids`.

    Returns:
        uint8 (n, cells), with a row of zeros if no puzzle was found in 150 steps. Proper puzzles
        with this pattern may be rare or may not exist, especially if it has few givens.

    Raises:
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `generate.dig`.

    >>> from pandoku.kernel.generate import keys
    >>> made = pattern_puzzles(Geometry.sudoku(4), [1, 0, 1, 0] * 4, keys(1, [0]))
    >>> int(np.count_nonzero(made))
    8
    """
    check_keys(keys)
    flags = of_cells("mask", mask, geometry, np.uint8) != 0
    rows, left = _starts(geometry, flags, keys, threads)
    for step in range(_STEPS):
        at = np.flatnonzero(left > 1)
        if not len(at):
            break
        rows[at], left[at] = _step(geometry, flags, rows[at], left[at], keys[at], step, threads)
    rows[left != 1] = 0
    return rows


def _starts(
    geometry: Geometry, flags: NDArray[np.bool_], keys: NDArray[np.uint64], threads: int | None
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    # For each key, draw a few grids and use their digits in the cells of the pattern as givens.
    # Return the puzzle with the fewest solutions for each key, and these numbers of solutions.
    fresh = _streams(keys, 0, _STARTS)
    rows = grids(geometry, fresh.ravel(), threads=threads) * flags
    left = _solutions(geometry, rows, threads).reshape(len(keys), _STARTS)
    best = left.argmin(axis=1)
    return _picked(rows, left, best)


def _step(
    geometry: Geometry,
    flags: NDArray[np.bool_],
    rows: NDArray[np.uint8],
    left: NDArray[np.int64],
    keys: NDArray[np.uint64],
    step: int,
    threads: int | None,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    # Compare a few random changes of each row. Apply the best change, unless it leaves many more
    # solutions than the row has now.
    trials = np.repeat(rows, _CHANGES, axis=0)
    fresh = _streams(keys, _STARTS + step * _CHANGES, _CHANGES).ravel()
    cells = np.flatnonzero(flags)
    at = cells[(fresh % np.uint64(len(cells))).astype(np.int64)]
    changed = _change(geometry, trials, at, fresh >> np.uint64(32))
    n = np.where(changed, _solutions(geometry, trials, threads), 0)
    n = np.where(n == 0, np.iinfo(np.int64).max, n).reshape(-1, _CHANGES)
    found, n_found = _picked(trials, n, n.argmin(axis=1))
    better = n_found <= np.maximum(left * _SLACK, left + 1)
    return np.where(better[:, None], found, rows), np.where(better, n_found, left)


def _change(
    geometry: Geometry, rows: NDArray[np.uint8], at: NDArray[np.int64], draws: NDArray[np.uint64]
) -> NDArray[np.bool_]:
    # In each row, change one given to another digit that no peer has, if possible. Return which
    # rows changed.
    index, order = np.arange(len(rows)), geometry.order
    sight = np.zeros((geometry.n_cells, geometry.n_cells), np.bool_)
    for cell, peers in enumerate(sight_of(geometry)):
        sight[cell, list(peers)] = True
    free = np.ones((len(rows), order + 1), np.bool_)
    free[:, 0] = False
    free[index, rows[index, at]] = False
    for digit in range(1, order + 1):
        free[:, digit] &= ~((rows == digit) & sight[at]).any(axis=1)
    n_free = free.sum(axis=1)
    which = (draws % np.maximum(n_free, 1).astype(np.uint64)).astype(np.int64)
    digits = np.argmax(np.cumsum(free, axis=1) > which[:, None], axis=1)
    changed = n_free > 0
    rows[index[changed], at[changed]] = digits[changed].astype(np.uint8)
    return np.asarray(changed, np.bool_)


def _picked(
    rows: NDArray[np.uint8], left: NDArray[np.int64], best: NDArray[np.intp]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    index = np.arange(len(left))
    return rows.reshape(*left.shape, -1)[index, best], left[index, best]


def _solutions(
    geometry: Geometry, rows: NDArray[np.uint8], threads: int | None
) -> NDArray[np.int64]:
    return count_many(rows, _COUNTED, like=Puzzle(geometry), threads=threads)


def _streams(keys: NDArray[np.uint64], first: int, n: int) -> NDArray[np.uint64]:
    # Return n new keys for each key, shape (keys, n).
    numbers = np.arange(first, first + n, dtype=np.uint64)
    return mixed(mixed(keys)[:, None] ^ mixed(numbers)[None, :])
