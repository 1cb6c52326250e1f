"""Generation of puzzles close to given puzzles, and of puzzles with givens in certain cells.

As in `generate`, all random choices follow from keys. Searches may find solutions in an order that
depends on the machine. So this module only uses the number of solutions, up to a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import maxsize
from typing import NamedTuple

from pandoku.kernel import default_threads, native_craft
from pandoku.kernel.generate import check_rows, grids, mixed, packed_keys
from pandoku.kernel.lanes import lane_plan, solve_rows
from pandoku.kernel.tables import divided_rows, empty_table, joined_rows
from pandoku.model import Geometry, sight_of, whole_number

__all__ = ["neighbors", "pattern_puzzles", "walk_puzzles"]

# The search for a puzzle with a pattern: the number of grids to start from, the number of changes
# to compare in a step, the number of steps, and the maximum number of solutions to count. A step
# may increase the number of solutions by the factor `_SLACK`.
_STARTS, _CHANGES, _STEPS, _COUNTED = 64, 32, 150, 3000
_SLACK = 1.15


def neighbors(
    geometry: Geometry,
    rows: Sequence[bytes],
    keys: Sequence[int],
    *,
    less: int = 2,
    threads: int | None = None,
) -> list[bytes]:
    """Make minimal puzzles that differ a little from given puzzles.

    This function removes *less* givens, and adds other givens at random until the solution is
    unique again. Then it removes all redundant givens. The results are in the neighborhoods {-1+1},
    {-2+1}, {-2+2} and so on.

    Args:
        geometry: The geometry of the puzzles.
        rows: Proper puzzles: a row of digits for each.
        keys: As in `generate.dig`.
        less: The number of givens to remove, 1..cells.
        threads: As in `grids`.

    Returns:
        A minimal puzzle for each puzzle, or a row of zeros if 1,000 trials found no minimal puzzle.

    Raises:
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `generate.dig`.

    >>> from pandoku.kernel.generate import dig, are_minimal, keys
    >>> k = keys(1, [0])
    >>> one = dig(Geometry.sudoku(4), grids(Geometry.sudoku(4), k), k)
    >>> are_minimal(Geometry.sudoku(4), neighbors(Geometry.sudoku(4), one, k))
    [True]
    """
    check_rows(geometry, rows, keys)
    whole_number("less", less, 1, geometry.n_cells)
    return _made(geometry, rows, rows, keys, less, 0, threads)


def walk_puzzles(
    geometry: Geometry,
    rows: Sequence[bytes],
    keys: Sequence[int],
    steps: int,
    *,
    threads: int | None = None,
) -> list[list[bytes]]:
    """Make sequences of minimal puzzles with the same solution by exchanging givens.

    A step removes a given. It then finds every other cell where the digit of the solution, added as
    a given, makes the puzzle proper again ({-1+1}). For each of these cells, the step makes a
    puzzle and removes redundant givens. The next step starts from the last of these puzzles. A step
    is three times as fast as removing givens from a new grid, because most proofs that a given is
    needed remain valid. Puzzles later in a walk tend to have fewer givens.

    Args:
        geometry: The geometry of the puzzles.
        rows: As in `generate.dig`: full grids, or proper puzzles, which are made minimal first.
        keys: As in `generate.dig`.
        steps: The number of puzzles to make from each puzzle, in addition to the first minimal
            puzzle, at least 0.
        threads: As in `grids`.

    Returns:
        For each puzzle, 1 + steps minimal puzzles, which are all different. A long walk may end
        early. Its remaining rows are zeros. For a puzzle that is not proper, all rows are zeros.

    Raises:
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `generate.dig`.

    >>> from pandoku.kernel.generate import grids, keys
    >>> k = keys(1, [0, 1])
    >>> walks = walk_puzzles(Geometry.sudoku(9), grids(Geometry.sudoku(9), k), k, 7)
    >>> [len(walk) for walk in walks]
    [8, 8]
    """
    check_rows(geometry, rows, keys)
    n_made = 1 + whole_number("steps", steps, 0)
    solutions = solve_rows(geometry, rows, threads=threads)[0]
    made = _made(geometry, rows, solutions, keys, 0, steps, threads)
    return [made[start : start + n_made] for start in range(0, len(made), n_made)]


def _made(
    geometry: Geometry,
    rows: Sequence[bytes],
    solutions: Sequence[bytes],
    keys: Sequence[int],
    less: int,
    exchanges: int,
    threads: int | None,
) -> list[bytes]:
    n_threads, n_cells = default_threads(threads), geometry.n_cells
    if not rows:
        return []
    made = empty_table("B", len(rows) * (1 + exchanges), n_cells)
    native_craft().dig(
        lane_plan(geometry),
        joined_rows(rows, n_cells),
        joined_rows(solutions, n_cells),
        packed_keys(keys),
        None,
        None,
        empty_table("H", len(rows)),
        less,
        exchanges,
        n_threads,
        made,
    )
    return divided_rows(made)


def pattern_puzzles(
    geometry: Geometry,
    pattern: Sequence[int],
    keys: Sequence[int],
    *,
    threads: int | None = None,
) -> list[bytes]:
    """Make proper puzzles whose givens are exactly in certain cells.

    The first puzzle has the digits of a random grid in these cells, and has many solutions. A step
    tries a few random changes of one given, and makes the change that leaves the fewest solutions.
    The steps continue until a single solution is left.

    Args:
        geometry: The geometry of the puzzles.
        pattern: Of each cell, whether it is a given.
        keys: A key for each puzzle.
        threads: As in `grids`.

    Returns:
        A row for each key, zeros if no puzzle was found in 150 steps. Proper puzzles with this
        pattern may be rare or may not exist, especially if it has few givens.

    Raises:
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `generate.dig`.

    >>> from pandoku.kernel.generate import keys
    >>> (made,) = pattern_puzzles(Geometry.sudoku(4), [1, 0, 1, 0] * 4, keys(1, [0]))
    >>> len(made) - made.count(0)
    8
    """
    if len(pattern) != geometry.n_cells:
        raise ValueError(
            f"expected pattern for {geometry.n_cells} cells, found {len(pattern)} values"
        )
    cells = [cell for cell, is_given in enumerate(pattern) if is_given]
    found = _starts(geometry, cells, keys, threads)
    for step in range(_STEPS):
        at = [place for place, draft in enumerate(found) if draft.n_left > 1]
        if not at or not cells:
            break
        changed = _step(
            geometry, cells, [found[i] for i in at], [keys[i] for i in at], step, threads
        )
        for place, draft in zip(at, changed, strict=True):
            found[place] = draft
    return [each.row if each.n_left == 1 else bytes(geometry.n_cells) for each in found]


class _Draft(NamedTuple):
    row: bytes
    n_left: int  # its number of solutions, up to `_COUNTED`


def _starts(
    geometry: Geometry, cells: Sequence[int], keys: Sequence[int], threads: int | None
) -> list[_Draft]:
    # For each key, draw a few grids and use their digits in the cells of the pattern as givens.
    # Return the puzzle with the fewest solutions for each key.
    fresh = [key for each in keys for key in _streams(each, 0, _STARTS)]
    empty, kept = bytes(geometry.n_cells), {*cells}
    others = [cell for cell in range(len(empty)) if cell not in kept]
    rows = list[bytes]()
    for grid in grids(geometry, fresh, threads=threads):
        row = bytearray(grid)
        for cell in others:
            row[cell] = 0
        rows.append(bytes(row))
    left = _solutions(geometry, rows, threads)
    drafts = [*map(_Draft, rows, left)]
    return [
        min(drafts[start : start + _STARTS], key=lambda draft: draft.n_left)
        for start in range(0, len(drafts), _STARTS)
    ]


def _step(
    geometry: Geometry,
    cells: Sequence[int],
    drafts: Sequence[_Draft],
    keys: Sequence[int],
    step: int,
    threads: int | None,
) -> list[_Draft]:
    # Compare a few random changes of each row. Apply the best change, unless it leaves many more
    # solutions than the row has now.
    trials = [
        _changed(geometry, draft.row, cells[draw % len(cells)], draw >> 32)
        for draft, key in zip(drafts, keys, strict=True)
        for draw in _streams(key, _STARTS + step * _CHANGES, _CHANGES)
    ]
    rows = [row for row in trials if row is not None]
    counts = iter(_solutions(geometry, rows, threads))
    # A trial without a solution is as bad as an impossible change.
    tried = [None if row is None else _Draft(row, next(counts) or maxsize) for row in trials]
    found = list[_Draft]()
    for at, draft in enumerate(drafts):
        possible = [each for each in tried[at * _CHANGES : (at + 1) * _CHANGES] if each is not None]
        best = min(possible, key=lambda each: each.n_left, default=draft)
        is_better = best.n_left <= max(draft.n_left * _SLACK, draft.n_left + 1)
        found.append(best if is_better else draft)
    return found


def _changed(geometry: Geometry, row: bytes, cell: int, draw: int) -> bytes | None:
    # Change a given to another digit that no peer has, or return None if there is no such digit.
    taken = {row[peer] for peer in sight_of(geometry)[cell]} | {row[cell]}
    free = [digit for digit in range(1, geometry.order + 1) if digit not in taken]
    if not free:
        return None
    return row[:cell] + bytes([free[draw % len(free)]]) + row[cell + 1 :]


def _solutions(geometry: Geometry, rows: Sequence[bytes], threads: int | None) -> list[int]:
    return solve_rows(geometry, rows, limit=_COUNTED, threads=threads)[1]


def _streams(key: int, first: int, n: int) -> list[int]:
    # Return n new keys for a key.
    start = mixed(key)
    return [mixed(start ^ mixed(number)) for number in range(first, first + n)]
