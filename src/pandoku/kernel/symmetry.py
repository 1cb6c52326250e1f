"""Symmetries and canonical forms, found by the core.

A symmetry of a geometry is a permutation of the cells that maps every house to a house. If all
houses are rows, columns and boxes, the symmetries are permutations of lines (`LineShape`).
For any other geometry, the symmetries are listed, unless there are too many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pandoku.errors import PuzzleError
from pandoku.kernel import default_threads, native_craft
from pandoku.model import Geometry, Puzzle, named_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku._native_craft import SymmetryList, SymmetryShape

__all__ = [
    "MAX_LISTED",
    "MOST_COUNTED",
    "CellMap",
    "LeastRows",
    "LineShape",
    "least_maps",
    "least_rows",
    "line_shape",
    "listed_symmetries",
]

MAX_LISTED = 1 << 15  # maximum number of listed symmetries of a geometry
MOST_COUNTED = 2**63 - 1  # maximum number of counted automorphisms of a puzzle


class LineShape(NamedTuple):
    """The sizes that determine which permutations of lines are symmetries of a geometry.

    Attributes:
        order: The number of rows, which is also the number of columns.
        band_rows: The number of rows in a band; `order` if there are no boxes.
        stack_columns: The number of columns in a stack; `order` if there are no boxes.
        may_transpose: Whether rows and columns may be exchanged.
    """

    order: int
    band_rows: int
    stack_columns: int
    may_transpose: bool


class CellMap(NamedTuple):
    """A symmetry of cells and digits.

    Attributes:
        cells: For each cell of the image, its source cell.
        digits: The images of the digits 1..n.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]


class LeastRows(NamedTuple):
    """The canonical forms of many puzzles.

    Attributes:
        rows: uint8 (n, cells), the canonical form of each puzzle: the smallest row of digits that a
            symmetry turns the puzzle into. Zeros if the form was not found.
        n_automorphisms: int64 (n), the number of symmetries that leave each puzzle unchanged, at
            most `MOST_COUNTED`; 0 if the form was not found.
        is_found: bool (n), whether the form of each puzzle was found.
        why_not: The reason for missing forms; "" if all were found.
    """

    rows: NDArray[np.uint8]
    n_automorphisms: NDArray[np.int64]
    is_found: NDArray[np.bool_]
    why_not: str


@lru_cache(maxsize=256)
def line_shape(geometry: Geometry) -> LineShape | None:
    """Return the line shape of a geometry, or None if a house is neither a line nor a box.

    >>> line_shape(Geometry.sudoku(6))
    LineShape(order=6, band_rows=2, stack_columns=3, may_transpose=False)
    """
    order, houses = geometry.order, {house.cells for house in geometry.houses}
    for rows in range(1, order + 1):
        box = (rows, order // rows) if order % rows == 0 else None
        if box and houses == {house.cells for house in Geometry(order, box).houses}:
            height, width = box if 1 not in box else (order, order)
            return LineShape(order, height, width, height == width and order > 1)
    return None


@lru_cache(maxsize=8)
def listed_symmetries(geometry: Geometry) -> NDArray[np.uint16]:
    """Return all symmetries of a geometry without a `LineShape`.

    Returns:
        uint16 (n, cells), read-only, the identity first: for each cell of the image, its source
        cell.

    Raises:
        PuzzleError: There are more than `MAX_LISTED` symmetries.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    import numpy as np

    numbers = np.frombuffer(_native_list(geometry).numbers(), np.uint16)
    return numbers.reshape(-1, geometry.n_cells)


@lru_cache(maxsize=8)
def _native_list(geometry: Geometry) -> SymmetryList:
    houses = [house.cells for house in geometry.houses]
    found: SymmetryList | None = native_craft().symmetries_of_houses(
        geometry.order, houses, MAX_LISTED
    )
    if found is None:
        raise PuzzleError(
            f"expected a geometry with at most {MAX_LISTED:,} symmetries, or with rows, columns "
            f"and boxes only; found {geometry.describe()}, which has more"
        )
    return found


@lru_cache(maxsize=64)
def _native_shape(shape: LineShape) -> SymmetryShape:
    made: SymmetryShape = native_craft().SymmetryShape(*shape)
    return made


def least_rows(
    geometry: Geometry, rows: NDArray[np.uint8], *, threads: int | None = None
) -> LeastRows:
    """Return the canonical form and the number of automorphisms of each puzzle.

    Args:
        geometry: The geometry of all puzzles.
        rows: (n, cells), C order: digits 0..order, 0 for an empty cell. The range is not checked.
        threads: Maximum number of threads, at least 1. None means one per available CPU.

    Returns:
        The forms, in new arrays. If the geometry has too many symmetries, no form is found. If the
        search for a puzzle's form is too large, only the form of this puzzle is missing.

    Raises:
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.
    """
    import numpy as np

    core, n_threads = native_craft(), default_threads(threads)
    n = len(rows)
    texts, counts, is_found = np.zeros_like(rows), np.zeros(n, np.int64), np.zeros(n, np.uint8)
    if (shape := line_shape(geometry)) is not None:
        core.least_lines_many(_native_shape(shape), rows, texts, is_found, counts, n_threads)
    else:
        try:
            listed = _native_list(geometry)
        except PuzzleError as error:
            return LeastRows(texts, counts, is_found.view(np.bool_), str(error))
        core.least_listed_many(listed, rows, texts, is_found, counts, n_threads)
    why_not = "" if is_found.all() else _why_no_form(geometry)
    return LeastRows(texts, counts, is_found.view(np.bool_), why_not)


def least_maps(puzzle: Puzzle) -> Iterator[CellMap]:
    """Yield the maps that lead to the canonical form of a puzzle, at least one.

    If the geometry has a `LineShape`, some of these maps are omitted. Each omitted map differs from
    a yielded map only by swaps of rows, columns, bands or stacks that have equal digits and no
    cages.

    Raises:
        PuzzleError: A given is out of range, cages overlap, the puzzle limits its candidates or has
            other constraints, a search is too large, or the geometry has too many symmetries.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    import numpy as np

    geometry, order = puzzle.geometry, puzzle.order
    _require_comparable(puzzle)
    digits, core = np.array(puzzle.givens, np.uint8), native_craft()
    cages, ranks = _marks(puzzle)
    may_relabel = puzzle.numeric_rule is None
    shape = line_shape(geometry)
    if shape is None:
        listed, known = _native_list(geometry), listed_symmetries(geometry)
        for index, labels in core.least_listed(listed, digits, cages, ranks, may_relabel):
            yield CellMap(tuple(known[index].tolist()), tuple(labels))
        return
    if shape == (9, 3, 3, True) and cages is None:
        numbers = core.least9(digits)
    else:
        numbers = core.least_lines(_native_shape(shape), digits, cages, ranks, may_relabel)
    if numbers is None:
        raise PuzzleError(_why_no_form(geometry))
    size = 3 * order + 1
    for start in range(0, len(numbers), size):
        yield _cell_map(order, numbers[start : start + size])


def _cell_map(order: int, numbers: bytes) -> CellMap:
    rows, columns, labels = (numbers[i * order : (i + 1) * order] for i in range(3))
    if numbers[-1]:
        cells = tuple(column * order + row for row in rows for column in columns)
    else:
        cells = tuple(row * order + column for row in rows for column in columns)
    return CellMap(cells, tuple(labels))


def _require_comparable(puzzle: Puzzle) -> None:
    if min(puzzle.givens) < 0 or max(puzzle.givens) > puzzle.order:
        puzzle.require_sound()
    if puzzle.candidates is not None:
        raise PuzzleError("expected a puzzle of givens and cages, found one that limits candidates")
    if puzzle.further:
        found = named_rules(puzzle.further)
        raise PuzzleError(f"expected a puzzle of givens and cages, found one with {found}")
    cells = Counter(cell for cage in puzzle.cages for cell in set(cage.cells))
    if cells and (min(cells) < 0 or max(cells) >= puzzle.geometry.n_cells):
        puzzle.require_sound()
    shared = sorted(cell for cell, n_cages in cells.items() if n_cages > 1)
    if shared:
        found = puzzle.geometry.name(shared[0])
        raise PuzzleError(f"expected cages that do not overlap, found {found} in two of them")


def _marks(puzzle: Puzzle) -> tuple[NDArray[np.int16] | None, list[int]]:
    """Return the cage of each cell (-1 for no cage), and a rank for each cage by its clue."""
    import numpy as np

    if not puzzle.cages:
        return None, []
    cage_of = np.full(puzzle.geometry.n_cells, -1, np.int16)
    for number, cage in enumerate(puzzle.cages):
        cage_of[list(cage.cells)] = number
    asked = [
        (cage.operation, cage.target is None, cage.target or 0, cage.repeats, len(cage.cells))
        for cage in puzzle.cages
    ]
    rank_of = {each: rank for rank, each in enumerate(sorted(set(asked)))}
    return cage_of, [rank_of[each] for each in asked]


def _why_no_form(geometry: Geometry) -> str:
    return (
        "the canonical form would take too long: too many symmetries of "
        f"{geometry.describe()} make the same first rows of it"
    )
