"""Canonical forms: the first of all images of a puzzle, in a fixed order of images."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, overload

from pandoku.errors import PuzzleError
from pandoku.kernel.symmetry import least_maps
from pandoku.model import Cage, Puzzle, PuzzleLike, PuzzlesLike, puzzle_of
from pandoku.symmetry._rows import kept_answer, least_of_rows
from pandoku.symmetry.transforms import moves_that_keep
from pandoku.symmetry.value import Symmetry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.kernel.kept import KeptArray

__all__ = ["canonical", "canonical_many", "canonical_symmetry", "is_isomorphic", "isomorphism"]


def canonical(puzzle: PuzzleLike) -> Puzzle:
    """Return the canonical form of a puzzle: the first of all its images.

    Two puzzles are isomorphic (one is an image of the other under a symmetry) if and only if their
    canonical forms are equal. Images are compared cell by cell, row by row. An empty cell comes
    before any digit. If two cells have the same digit, cages decide: a cell without a cage comes
    first, then a later cell of a cage, and last the first cell of a cage. Digits are relabeled
    unless a cage calculates with them. For a 9x9 Sudoku this is the "minlex" form.

    If the puzzle has constraints other than cages, only those rotations and reflections that
    preserve every constraint count as images. The digits of these images are relabeled unless a
    constraint depends on the values of the digits.

    Args:
        puzzle: A puzzle in any form that `puzzle_of` accepts, with any geometry. Its cages must not
            overlap.

    Returns:
        A puzzle with the same geometry and the usual symbols. Its cages are in the order of their
        first cells. Its other attributes (id, title, solution, ...) are as in `Symmetry.apply`.

    Raises:
        PuzzleError: A given is out of range, cages overlap, or the puzzle limits its candidates.
            Also raised if a puzzle with constraints other than cages has a defect, or if a geometry
            with additional houses has more than 32,768 symmetries. Also raised, within a second, if
            the search is too large because too many symmetries make the same first rows. This
            happens for nearly full grids of order 12, for Latin squares of order 9 with one empty
            cell, and for the cyclic Latin square of order 16. All other full grids have a canonical
            form.
        FormatError: *puzzle* is a text in an unknown format.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> canonical("..4....3.....3.1").givens
    (0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 2, 3, 0, 0, 0)
    """
    puzzle = puzzle_of(puzzle)
    image = canonical_symmetry(puzzle).apply(puzzle)
    return image.replace(
        cages=tuple(sorted(image.cages, key=lambda cage: cage.cells)),
        further=tuple(sorted(image.further, key=repr)),
        symbols="",
    )


def canonical_symmetry(puzzle: PuzzleLike) -> Symmetry:
    """Return a symmetry that turns a puzzle into its canonical form.

    Args:
        puzzle: As in `canonical`.

    Raises:
        PuzzleError, FormatError, EngineError, KeyboardInterrupt: As in `canonical`.
    """
    puzzle = puzzle_of(puzzle)
    if puzzle.further:
        if puzzle.candidates is not None:
            raise PuzzleError("expected a puzzle of givens and constraints, found candidates")
        puzzle.require_sound()
        return min(_drawn_images(puzzle), key=lambda each: _read_in_order(each[1]))[0]
    return Symmetry(puzzle.geometry, *next(least_maps(puzzle)))


@overload
def canonical_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = ...,
    threads: int | None = ...,
    on_error: Literal["raise"] = ...,
) -> NDArray[np.uint8]: ...
@overload
def canonical_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = ...,
    threads: int | None = ...,
    on_error: Literal["keep"],
) -> KeptArray: ...
def canonical_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = None,
    threads: int | None = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> NDArray[Any]:
    """Return the canonical forms of many puzzles without cages, all of one geometry.

    Args:
        puzzles: Digits in any form that `pandoku.solve_many` accepts: an array of shape (n, cells)
            or (n, order, order) with 0 for an empty cell, a `Batch`, or a list of puzzles.
        like: A puzzle whose geometry applies to every row of an array. None means the usual boxes
            of the order.
        threads: Maximum number of threads, at least 1. None means the number that the process may
            use.
        on_error: As in `pandoku.solve_many`. A search that is too large is also reported as an
            error of its puzzle.

    Returns:
        uint8 (n, cells): the canonical form of each puzzle. With on_error="keep", the row of a
        puzzle with an error contains only zeros, and the array has the attribute `errors`: a
        mapping from positions of puzzles, counted from 0, to messages.

    Raises:
        TypeError, ValueError, FormatError: As in `pandoku.solve_many`.
        PuzzleError: As in `canonical`. The message begins with the position of the puzzle.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.

    >>> forms = canonical_many(["1.....2.........", ".........2.....1", "12.............."])
    >>> bool((forms[0] == forms[1]).all()), bool((forms[0] == forms[2]).all())
    (True, False)
    """
    least, errors = least_of_rows(puzzles, like, threads, on_error, "canonical")
    return kept_answer(least.rows, errors)


def isomorphism(puzzle: PuzzleLike, other: PuzzleLike) -> Symmetry | None:
    """Return a symmetry that turns *puzzle* into *other*, or None if no symmetry does.

    Only givens, cages and other constraints are compared.

    Args:
        puzzle: As in `canonical`.
        other: As in `canonical`.

    Raises:
        PuzzleError, FormatError, EngineError, KeyboardInterrupt: As in `canonical`.

    >>> isomorphism("..4....3.....3.1", "1.....2......234") is None
    True
    """
    puzzle, other = puzzle_of(puzzle), puzzle_of(other)
    if puzzle.geometry != other.geometry or puzzle.n_givens != other.n_givens:
        return None
    there, onward = canonical_symmetry(puzzle), canonical_symmetry(other)
    found = there.then(onward.inverse())
    if puzzle.further or other.further:
        forms = (there.apply(puzzle), onward.apply(other))
        return found if _read_in_order(forms[0]) == _read_in_order(forms[1]) else None
    image = found.apply(puzzle)
    same_cages = sorted(map(_asked, image.cages)) == sorted(map(_asked, other.cages))
    return found if image.givens == other.givens and same_cages else None


def is_isomorphic(puzzle: PuzzleLike, other: PuzzleLike) -> bool:
    """Return whether some symmetry turns *puzzle* into *other*.

    Only givens, cages and other constraints are compared.

    Args:
        puzzle: As in `canonical`.
        other: As in `canonical`.

    Raises:
        PuzzleError, FormatError, EngineError, KeyboardInterrupt: As in `canonical`.

    >>> is_isomorphic("1.....2.........", ".........2.....1")
    True
    """
    return isomorphism(puzzle, other) is not None


def _asked(cage: Cage) -> tuple[tuple[int, ...], str, bool, int, bool]:
    target = cage.target
    return tuple(sorted(cage.cells)), cage.operation, target is None, target or 0, cage.repeats


# -------------------------------------------------------------------- other constraints
# Most constraints concern adjacent cells, and few symmetries except rotations and reflections keep
# these cells adjacent. The code below therefore tries only rotations and reflections, with all
# relabelings that may be necessary.


def _read_in_order(puzzle: Puzzle) -> tuple[object, ...]:
    """Return a sort key made from the givens and the constraints of a puzzle."""
    cages = sorted(
        (tuple(sorted(cage.cells)), cage.operation, cage.target is None, cage.target or 0)
        for cage in puzzle.cages
    )
    return puzzle.givens, cages, sorted(map(repr, puzzle.further))


def _drawn_images(puzzle: Puzzle) -> Iterator[tuple[Symmetry, Puzzle]]:
    is_free = puzzle.numeric_rule is None
    for move in moves_that_keep(puzzle.geometry):
        for digits in _relabelings(puzzle, move, is_free):
            symmetry = Symmetry(puzzle.geometry, move.cells, digits)
            try:
                yield symmetry, symmetry.apply(puzzle)
            except PuzzleError:  # the symmetry breaks a constraint
                continue


def _relabelings(puzzle: Puzzle, move: Symmetry, is_free: bool) -> Iterator[tuple[int, ...]]:
    """Yield the relabelings to try after *move*. One of them gives the image that comes first."""
    everything = tuple(range(1, puzzle.order + 1))
    if not is_free:
        yield everything
        yield everything[::-1]  # exchange low and high digits, which preserves some constraints
        return
    order_of = dict.fromkeys(puzzle.givens[cell] for cell in move.cells if puzzle.givens[cell])
    listed = (*order_of, *(digit for digit in everything if digit not in order_of))
    yield tuple(listed.index(digit) + 1 for digit in everything)
