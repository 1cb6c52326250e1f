"""Images of puzzles under chosen or random symmetries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from pandoku.errors import PuzzleError
from pandoku.kernel.symmetry import line_shape, listed_symmetries
from pandoku.model import Geometry, Puzzle, PuzzleLike, puzzle_of, refusal, whole_number
from pandoku.registry import nearest
from pandoku.symmetry.value import Symmetry

__all__ = ["MOVES", "grid_move", "isomorphs", "moves_that_keep", "random_symmetry", "transform"]

_MOST_SEED = 2**64 - 1

# For each move: whether to transpose the grid, and whether to reverse the rows and then the columns
# of the result.
_MOVES = {
    "identity": (False, False, False),
    "rotate-90": (True, False, True),
    "rotate-180": (False, True, True),
    "rotate-270": (True, True, False),
    "mirror-columns": (False, False, True),
    "mirror-rows": (False, True, False),
    "diagonal": (True, False, False),
    "antidiagonal": (True, True, True),
}
MOVES = tuple(_MOVES)
"""The moves of the drawn grid: clockwise rotations, and reflections."""


def grid_move(geometry: Geometry, name: str) -> Symmetry:
    """Return a rotation or reflection of the grid as a symmetry.

    Args:
        geometry: The geometry of the symmetry.
        name: One of `MOVES`. "mirror-columns" swaps left and right, and "mirror-rows" swaps top and
            bottom.

    Raises:
        PuzzleError: *name* is unknown, *geometry* is not a Geometry, or the move does not map
            houses to houses, such as a quarter turn of 2x3 boxes.

    >>> grid_move(Geometry.sudoku(4), "rotate-90").apply("12..............").givens
    (0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    if not isinstance(name, str) or name not in _MOVES:
        near = nearest(name, MOVES) or MOVES
        raise PuzzleError(f"there is no move {name!r}; try {', '.join(near)}")
    if not isinstance(geometry, Geometry):
        raise refusal(geometry, "a Geometry")
    is_transposed, reverses_rows, reverses_columns = _MOVES[name]
    lines = tuple(range(geometry.order))
    return Symmetry.of(
        geometry,
        rows=lines[::-1] if reverses_rows else lines,
        columns=lines[::-1] if reverses_columns else lines,
        transpose=is_transposed,
    )


def transform(
    puzzle: PuzzleLike,
    symmetry: Symmetry | str | None = None,
    *,
    rows: Sequence[int] | None = None,
    columns: Sequence[int] | None = None,
    transpose: bool = False,
    digits: Mapping[int, int] | Sequence[int] | None = None,
) -> Puzzle:
    """Return the image of a puzzle.

    Args:
        puzzle: A puzzle in any form that `puzzle_of` accepts.
        symmetry: A Symmetry, or the name of one of `MOVES`. It cannot be combined with the other
            arguments.
        rows: As in `Symmetry.of`.
        columns: As in `Symmetry.of`.
        transpose: As in `Symmetry.of`.
        digits: As in `Symmetry.of`.

    Raises:
        PuzzleError: The symmetry does not preserve the houses or a constraint of the puzzle, or it
            relabels digits that cages calculate with. Also raised if *symmetry* is combined with
            other arguments.
        FormatError: The puzzle is a text in an unknown format.

    >>> transform("12..............", digits={1: 3, 3: 1}, transpose=True).givens
    (3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    puzzle = puzzle_of(puzzle)
    if symmetry is None:
        made = Symmetry.of(
            puzzle.geometry, rows=rows, columns=columns, transpose=transpose, digits=digits
        )
        return made.apply(puzzle)
    if transpose or not (rows is columns is digits is None):
        raise PuzzleError(
            "expected a symmetry, or rows, columns, transpose and digits, found both; "
            "use Symmetry.then to combine symmetries"
        )
    if isinstance(symmetry, Symmetry):
        return symmetry.apply(puzzle)
    return grid_move(puzzle.geometry, symmetry).apply(puzzle)


def random_symmetry(
    geometry: Geometry, seed: int, *, relabel: bool = True, drawn: bool = False
) -> Symmetry:
    """Return a random symmetry, with all symmetries of the geometry equally likely.

    The same seed gives the same symmetry on every machine.

    Args:
        geometry: Any geometry. If it has additional houses, it must have at most 32,768 symmetries.
        seed: A number 0..2^64-1.
        relabel: Whether to relabel digits in addition to moving cells.
        drawn: Whether to use only rotations and reflections of the grid that map houses to houses.
            Cages then remain connected.

    Raises:
        PuzzleError: *geometry* is not a Geometry, or it has too many symmetries.
        TypeError, ValueError: *seed* is not a whole number, or it is out of range.
        EngineError: The compiled core is not built.

    >>> random_symmetry(Geometry.sudoku(9), 7) == random_symmetry(Geometry.sudoku(9), 7)
    True
    """
    if not isinstance(geometry, Geometry):
        raise refusal(geometry, "a Geometry")
    return _drawn_from(_generator(seed), geometry, relabel, drawn)


def isomorphs(
    puzzle: PuzzleLike, count: int, seed: int, *, drawn: bool | None = None
) -> Iterator[Puzzle]:
    """Return an iterator over random images of a puzzle.

    The symmetry of each image is chosen independently, so images may repeat. The same seed gives
    the same images on every machine, and a larger *count* only adds images at the end.

    Args:
        puzzle: A puzzle in any form that `puzzle_of` accepts.
        count: The number of images, at least 0.
        seed: A number 0..2^64-1.
        drawn: Whether to use only rotations and reflections of the grid, so that cages and lines
            remain connected. None means True if the puzzle has constraints, otherwise False.

    Raises:
        PuzzleError: The geometry has too many symmetries (see `random_symmetry`), or a chosen
            symmetry does not preserve a constraint.
        FormatError: The puzzle is a text in an unknown format.
        TypeError, ValueError: *count* or *seed* is not a whole number, or it is out of range.
        EngineError: The compiled core is not built.

    >>> len({image.givens for image in isomorphs("1...2...3...4...", 5, seed=1)})
    5
    """
    puzzle = puzzle_of(puzzle)
    n_images = whole_number("count", count, 0)
    generator = _generator(seed)
    is_drawn = bool(puzzle.constraints) if drawn is None else drawn
    relabel = puzzle.numeric_rule is None
    return (
        _drawn_from(generator, puzzle.geometry, relabel, is_drawn).apply(puzzle)
        for _ in range(n_images)
    )


def _generator(seed: int) -> Random:
    return Random(whole_number("seed", seed, 0, _MOST_SEED))


def _drawn_from(generator: Random, geometry: Geometry, relabel: bool, drawn: bool) -> Symmetry:
    digits = _shuffled(generator, range(1, geometry.order + 1)) if relabel else None
    if drawn:
        moves = moves_that_keep(geometry)
        cells = moves[_below(generator, len(moves))].cells
    elif (shape := line_shape(geometry)) is None:
        listed = listed_symmetries(geometry)
        cells = tuple(listed[_below(generator, len(listed))].tolist())
    else:
        return Symmetry.of(
            geometry,
            rows=_shuffled_lines(generator, shape.order, shape.band_rows),
            columns=_shuffled_lines(generator, shape.order, shape.stack_columns),
            transpose=shape.may_transpose and _below(generator, 2) == 1,
            digits=digits,
        )
    return Symmetry(geometry, cells, tuple(digits or range(1, geometry.order + 1)))


def moves_that_keep(geometry: Geometry) -> list[Symmetry]:
    """Return the distinct rotations and reflections of the grid that map houses to houses."""
    found: dict[tuple[int, ...], Symmetry] = {}
    for name in MOVES:
        try:
            made = grid_move(geometry, name)
        except PuzzleError:
            continue
        found.setdefault(made.cells, made)
    return list(found.values())


def _shuffled_lines(generator: Random, order: int, size: int) -> list[int]:
    """Return the lines in a random order that keeps groups of *size* lines together."""
    groups = _shuffled(generator, range(0, order, size))
    return [line for first in groups for line in _shuffled(generator, range(first, first + size))]


# Only use `Random.random`: no other method is guaranteed to be stable across Python versions.


def _below(generator: Random, n: int) -> int:
    return int(generator.random() * n)


def _shuffled(generator: Random, items: Sequence[int]) -> list[int]:
    listed = list(items)
    for last in range(len(listed) - 1, 0, -1):
        other = _below(generator, last + 1)
        listed[last], listed[other] = listed[other], listed[last]
    return listed
