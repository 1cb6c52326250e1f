"""Puzzles near others: what differs by a few givens, and what has its givens in certain cells.

As in `generate`, everything follows from keys. Which solutions a search finds first may depend on
the machine, so only what is true of all of them is used: how many there are, up to a bound.
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

# The search for a puzzle with a pattern: the grids it may start from, the changes it compares in a
# step, the steps, and how far solutions are counted. A step may also make things a little worse.
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
    """Make minimal puzzles that differ a little from others.

    *less* givens are taken away, others are added at random until the solution is unique again, and
    whatever can go then goes: the neighborhoods {-1+1}, {-2+1}, {-2+2} and so on.

    Args:
        geometry: Whose houses apply.
        puzzles: As in `generate.dig`, proper.
        keys: As in `generate.dig`.
        less: How many givens go, 1..cells.
        threads: As in `grids`.

    Returns:
        uint8 (n, cells): a minimal puzzle each; a row of zeros if none was found in 1000 trials.

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
    """Make minimal puzzles of the same solution, each from an earlier one by one given.

    A given goes, each other cell of the solution that can take its place does so in turn, {-1+1},
    and what can go then goes; the last of these puzzles is the next to lose a given. A step takes a
    third of the time of digging a new grid, because most reasons why a given is needed stay true.
    Walks drift to puzzles with fewer givens.

    Args:
        geometry: Whose houses apply.
        puzzles: As in `generate.dig`: full grids, or proper puzzles, which are made minimal first.
        keys: As in `generate.dig`.
        steps: How many further puzzles to make from each, at least 0.
        threads: As in `grids`.

    Returns:
        uint8 (n, 1 + steps, cells): minimal puzzles, no two of a walk alike; then zeros if a walk
        ends early, which happens after many steps, and for a puzzle that is not proper.

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

    The givens of a random grid in these cells leave a number of solutions. It is brought down to
    one by changing a given at a time, always to the best of a few random changes.

    Args:
        geometry: Whose houses apply.
        mask: Of shape (cells,): true for the cells with givens.
        keys: uint64 of shape (n,), one for each puzzle.
        threads: As in `grids`.

    Returns:
        uint8 (n, cells); a row of zeros if none was found in 150 steps: with few givens, or where a
        pattern has no puzzle at all.

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
    # For each key, the best of several grids in the cells of the mask, and its solutions.
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
    # Change a given of each row to the best of several random digits, if that is not much worse.
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
    # Give a cell of each row another digit that no cell in its sight has; says where there is one.
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
    # n further keys of each: (keys, n).
    numbers = np.arange(first, first + n, dtype=np.uint64)
    return mixed(mixed(keys)[:, None] ^ mixed(numbers)[None, :])
