"""Generation of many puzzles without constraints: solution grids, and removal of givens.

All random choices follow from keys. A key is a number below 2^64 that identifies one attempt. The
result of an attempt does not depend on other keys, the number of threads, the machine or the time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING

from pandoku.kernel import default_threads, native_craft
from pandoku.kernel._exchange import native_layout
from pandoku.kernel.lanes import lane_plan, solve_rows
from pandoku.kernel.tables import divided_rows, empty_table, joined_rows
from pandoku.model import Geometry, whole_number

if TYPE_CHECKING:
    from pandoku._native_craft import Grids

__all__ = ["are_minimal", "check_rows", "dig", "grids", "keys", "mixed", "packed_keys"]

_MOST = 2**64 - 1
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_CHUNK = 4096  # puzzles per call of the core in `are_minimal`


def keys(seed: int, index: int | Iterable[int], attempt: int | Iterable[int] = 0) -> array[int]:
    """Return a key for each attempt to make a puzzle of a series.

    Each of the three arguments is mixed in by a round of SplitMix64 (Steele, Lea and Flood 2014).

    Args:
        seed: The series, 0..2^64-1.
        index: The positions of puzzles in the series, from 0: one for all keys, or one for each.
        attempt: The numbers of attempts, from 0: one for all keys, or one for each.

    Returns:
        An array of type "Q", which has one key if both *index* and *attempt* are numbers.

    Raises:
        ValueError: *seed* is out of range, or *index* and *attempt* differ in length.
        TypeError: *seed* is not an integer.

    >>> len(keys(7, [0, 1, 2])), keys(7, 1)[0] == keys(7, [0, 1])[1]
    (3, True)
    """
    start = mixed(whole_number("seed", seed, 0, _MOST))
    if isinstance(index, int):
        first = mixed(start ^ index)
        attempts = (attempt,) if isinstance(attempt, int) else attempt
        return array("Q", [mixed(first ^ number) for number in attempts])
    attempts = repeat(attempt) if isinstance(attempt, int) else attempt
    pairs = zip(index, attempts, strict=not isinstance(attempt, int))
    return array("Q", [mixed(mixed(start ^ at) ^ number) for at, number in pairs])


def mixed(key: int) -> int:
    """Return a new key: the output of SplitMix64 with the key as its state.

    >>> hex(mixed(0))
    '0xe220a8397b1dcdaf'
    """
    z = key + _GOLDEN & _MOST
    z = (z ^ z >> 30) * _FIRST & _MOST
    z = (z ^ z >> 27) * _SECOND & _MOST
    return z ^ z >> 31


def grids(geometry: Geometry, keys: Sequence[int], *, threads: int | None = None) -> list[bytes]:
    """Draw solution grids.

    Classic 9x9 grids and grids of orders up to 6 are drawn uniformly. Latin squares come from a
    random walk that converges to the uniform distribution (Jacobson and Matthews 1996). All other
    grids come from a random walk with a bounded number of steps, whose distribution is only close
    to uniform.

    Args:
        geometry: The geometry of the grids, of order 1..36.
        keys: A key for each grid, 0..2^64-1.
        threads: Maximum number of threads, at least 1. None means one per available CPU.

    Returns:
        A row for each key: digits 1..order, or zeros if the search found no grid within its bound.
        This can happen with large orders and unusual houses.

    Raises:
        TypeError, ValueError: *keys* has anything but keys, or *threads* is invalid.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> [len(row) for row in grids(Geometry.sudoku(4), keys(1, [0]))]
    [16]
    """
    n_threads = default_threads(threads)
    if not len(keys):
        return []
    made = empty_table("B", len(keys), geometry.n_cells)
    _grids(geometry).draw(packed_keys(keys), made, n_threads)
    return divided_rows(made)


def dig(
    geometry: Geometry,
    rows: Sequence[bytes],
    keys: Sequence[int],
    *,
    orbits: Sequence[int] | None = None,
    least: int | Sequence[int] = 0,
    keep: Sequence[int] | None = None,
    solutions: Sequence[bytes] | None = None,
    threads: int | None = None,
) -> list[bytes]:
    """Remove givens, in an order drawn from each key, as long as the solution remains unique.

    Without *least* and *keep*, the results are minimal: if any given is removed, the solution is no
    longer unique. With *orbits*, the solution is no longer unique if any group of givens is
    removed.

    Args:
        geometry: The geometry of the puzzles.
        rows: Full grids, or proper puzzles without constraints: a row of digits for each.
        keys: A key for each puzzle.
        orbits: A number for each cell. Cells with equal numbers are removed together. None removes
            single cells.
        least: Keep at least this many givens, 0..cells: one number for all puzzles, or one for each
            puzzle.
        keep: Of each cell, whether it keeps its given. None means any cell may lose it.
        solutions: The solutions if you know them, which saves a search; otherwise None.
        threads: As in `grids`.

    Returns:
        A row for each puzzle, zeros if the puzzle is not proper.

    Raises:
        TypeError, ValueError: A length or a number is invalid.
        EngineError, KeyboardInterrupt: As in `grids`.

    >>> k = keys(1, [0, 1])
    >>> small = dig(Geometry.sudoku(4), grids(Geometry.sudoku(4), k), k)
    >>> all(len(row) - row.count(0) < 8 for row in small)
    True
    """
    check_rows(geometry, rows, keys)
    n_threads = default_threads(threads)
    if not len(rows):
        return []
    if solutions is None:
        solutions = solve_rows(geometry, rows, threads=threads)[0]
    check_rows(geometry, solutions, keys)
    n, n_cells = len(rows), geometry.n_cells
    made = empty_table("B", n, n_cells)
    native_craft().dig(
        lane_plan(geometry),
        joined_rows(rows, n_cells),
        joined_rows(solutions, n_cells),
        packed_keys(keys),
        None if orbits is None else array("H", _of_cells("orbits", orbits, geometry)),
        None if keep is None else array("B", map(bool, _of_cells("keep", keep, geometry))),
        array("H", _numbers_left(least, n, n_cells)),
        0,
        0,
        n_threads,
        made,
    )
    return divided_rows(made)


def are_minimal(
    geometry: Geometry, rows: Sequence[bytes], *, threads: int | None = None
) -> list[bool]:
    """Return whether each puzzle is proper and needs all its givens.

    Args:
        geometry: The geometry of the puzzles.
        rows: As in `dig`.
        threads: As in `grids`.

    Raises:
        TypeError, ValueError, EngineError, KeyboardInterrupt: As in `dig`.

    >>> are_minimal(Geometry.sudoku(4), [bytes([1, 2, 3, 4, 3, 4, 1, 2] + [0] * 8)])
    [False]
    """
    check_rows(geometry, rows)
    minimal = [count == 1 for count in solve_rows(geometry, rows, threads=threads)[1]]
    for start in range(0, len(rows), _CHUNK):
        which, trials = list[int](), list[bytes]()
        for at, row in enumerate(rows[start : start + _CHUNK], start):
            fewer = [
                row[:cell] + b"\0" + row[cell + 1 :] for cell, digit in enumerate(row) if digit
            ]
            which += [at] * len(fewer)
            trials += fewer
        counts = solve_rows(geometry, trials, threads=threads)[1]
        for at, count in zip(which, counts, strict=True):
            if count == 1:
                minimal[at] = False
    return minimal


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


def check_rows(
    geometry: Geometry, rows: Sequence[bytes], keys: Sequence[int] | None = None
) -> None:
    """Check that rows of digits suit a geometry, and that there is a key for each row.

    Raises:
        ValueError: A row has the wrong length, a digit is out of range, or the number of keys
            differs from the number of rows.
    """
    for row in rows:
        if len(row) != geometry.n_cells:
            raise ValueError(f"expected rows of {geometry.n_cells} digits, found {len(row)}")
    # `translate` is the quickest way to look at all digits.
    if too_large := b"".join(rows).translate(None, bytes(range(geometry.order + 1))):
        raise ValueError(f"expected digits 0..{geometry.order}, found {too_large[0]}")
    if keys is not None and len(keys) != len(rows):
        raise ValueError(f"expected a key for each of {len(rows)} puzzles, found {len(keys)}")


def packed_keys(keys: Sequence[int]) -> array[int]:
    """Return keys as an array for the core.

    Raises:
        TypeError: *keys* has anything but whole numbers.
        ValueError: A key is not 0..2^64-1.
    """
    if isinstance(keys, array) and keys.typecode == "Q":
        return keys
    try:
        return array("Q", keys)
    except OverflowError:
        raise ValueError(f"expected keys of 0..2^64-1, found {[*keys]}") from None


def _numbers_left(least: int | Sequence[int], n: int, most: int) -> Sequence[int]:
    """Return the number of givens that each of *n* puzzles keeps."""
    numbers = (least,) * n if isinstance(least, int) else least
    if len(numbers) != n:
        raise ValueError(f"expected least as a number or {n} of them, found {len(numbers)}")
    if n and (min(numbers) < 0 or max(numbers) > most):
        found = f"{min(numbers)}..{max(numbers)}"
        raise ValueError(f"expected least of 0..{most}, found {found}")
    return numbers


def _of_cells(what: str, values: Sequence[int], geometry: Geometry) -> Sequence[int]:
    """Return one value for each cell. Messages call the values *what*."""
    if len(values) != geometry.n_cells:
        raise ValueError(
            f"expected {what} for {geometry.n_cells} cells, found {len(values)} values"
        )
    return values
