"""Puzzles as rows of an array. This module checks the input of all searches of many puzzles.

The core solves a small puzzle in less than a microsecond, so arrays are checked without creating
Puzzles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import Any, NamedTuple, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from pandoku import _hooks
from pandoku.errors import FormatError, PuzzleError
from pandoku.kernel import native
from pandoku.model import (
    MAX_ORDER,
    Batch,
    Cage,
    Constraint,
    Geometry,
    Puzzle,
    PuzzlesLike,
    cell_name,
    is_missing,
    listed_puzzles,
    puzzle_of,
    truth,
    warn_of_symbols,
)
from pandoku.model.grids import type_of

__all__ = [
    "Rows",
    "array_of",
    "array_or_batch",
    "array_or_puzzles",
    "checked_rows",
    "digit_rows_of",
    "geometry_of_array",
    "numbers_of",
    "taken",
]

_DIGITS = np.dtype(np.uint8)
_MASKS = frozenset((np.dtype(np.uint32), np.dtype(np.uint64)))


class Rows(NamedTuple):
    """Puzzles of one geometry.

    Attributes:
        rows: The digits or masks of the puzzles, shape (n, cells).
        geometry: The geometry of the puzzles.
        cages: The cages of each puzzle, or None if no puzzle has cages.
        further: The other constraints of each puzzle, or None if no puzzle has other constraints.
    """

    rows: NDArray[Any]
    geometry: Geometry
    cages: Sequence[tuple[Cage, ...]] | None = None
    further: Sequence[tuple[Constraint, ...]] | None = None


def array_of(batch: Batch) -> NDArray[Any]:
    """Return the rows of a Batch as a read-only array of shape (n, cells), without a copy.

    >>> array_of(Batch(2, bytes(8))).shape
    (2, 4)
    """
    return np.asarray(batch.rows).reshape(len(batch), batch.geometry.n_cells)


def taken(batch: Batch, places: Sequence[int] | NDArray[Any]) -> Batch:
    """Return some puzzles of a Batch, in any order, without their origins.

    Args:
        batch: The puzzles.
        places: The positions of the puzzles, or a bool array of shape (n,).

    >>> [each.givens for each in taken(Batch(2, bytes([1, 0, 0, 0, 2, 0, 0, 0])), [1])]
    [(2, 0, 0, 0)]
    """
    at = np.asarray(places)
    at = np.flatnonzero(at) if at.dtype.kind == "b" else at.astype(np.int64)
    cages = None if batch.cages is None else [batch.cages[place] for place in at]
    further = None if batch.further is None else [batch.further[place] for place in at]
    return Batch(
        batch.geometry,
        np.ascontiguousarray(array_of(batch)[at]),
        cages if cages and any(cages) else None,
        masks=batch.has_masks,
        further=further if further and any(further) else None,
    )


def checked_rows(puzzles: PuzzlesLike, like: Puzzle | None = None, *, masks: bool = False) -> Rows:
    """Return puzzles of one geometry as rows of digits or masks, all in range.

    Three inputs are not copied: a Batch, a contiguous array of digits in uint8, and a contiguous
    array of masks in uint32 or uint64.

    Args:
        puzzles: An array of shape (n, cells) or (n, order, order), row-major, of digits in any type
            of numbers, 0 or nan for an empty cell. A Batch is also accepted, and so is a list of
            puzzles of one geometry in any form that `pandoku.solve` accepts. The list may be a
            column of texts, and must not be empty.
        like: A puzzle whose geometry applies to every row of numbers; None means the Sudoku with
            the usual boxes.
        masks: Whether *puzzles* is an array of candidate masks (bit d-1 is digit d), in any type of
            integers. A Batch stores whether it has masks.

    Raises:
        TypeError: An array has the wrong type, *like* is not a puzzle, *masks* is not True or
            False, or is True without an array.
        ValueError: The shape does not fit, the puzzles differ in geometry, a digit or mask is out
            of range for the order, *like* has cages, or *like* is given together with puzzles,
            which have their own geometry.
        FormatError, PuzzleError: An entry is not a puzzle, or a given is out of range for the
            order.
        EngineError: The compiled core is not built.
    """
    found = array_or_batch(puzzles, like, masks=masks)
    if isinstance(found, Batch):
        rows, geometry = array_of(found), found.geometry
        cages, further = found.cages, found.further
    else:
        rows, geometry = found, geometry_of_array(found.shape, like)
        cages = further = None
    if rows.ndim == 3:
        rows = rows.reshape(len(rows), geometry.n_cells)
    if not rows.flags.c_contiguous:
        rows = np.ascontiguousarray(rows)
    if rows.itemsize == 4 and geometry.order > 32:
        raise ValueError(f"expected uint64 masks for order {geometry.order}, found uint32")
    if (at := native().lanes_first_bad(rows, geometry.order)) >= 0:
        _refuse_value(rows, at, geometry)
    return Rows(rows, geometry, cages, further)


def digit_rows_of(puzzles: PuzzlesLike, like: Puzzle | None = None) -> Rows:
    """Return puzzles of one geometry as rows of digits. The arguments are as in `checked_rows`.

    Raises:
        TypeError, ValueError, FormatError, PuzzleError, EngineError: As in `checked_rows`. A Batch
            of masks also raises an error.
    """
    found = checked_rows(puzzles, like)
    if found.rows.dtype != _DIGITS:
        raise TypeError(
            "expected digits, found a Batch of candidate masks, which only solve_many, count_many "
            "and true_candidates_many accept"
        )
    return found


def array_or_batch(
    puzzles: PuzzlesLike, like: Puzzle | None = None, *, masks: bool = False
) -> NDArray[Any] | Batch:
    """Return puzzles as an array or a Batch for a search. The arguments are as in `checked_rows`.

    The numbers are not checked if *puzzles* is a Batch, a uint8 array of digits, or an array of
    masks.
    """
    if truth("masks", masks):
        return _masks_in(puzzles, like)
    found = array_or_puzzles(puzzles, like)
    return found if isinstance(found, np.ndarray | Batch) else Batch.of(found)


def array_or_puzzles(
    puzzles: PuzzlesLike, like: Puzzle | None = None
) -> NDArray[Any] | Sequence[Puzzle]:
    """Return puzzles as `array_or_batch` does, or as a list of puzzles of any geometries.

    The arguments are as in `checked_rows`.
    """
    if isinstance(puzzles, np.ndarray):
        if puzzles.dtype == _DIGITS:
            return puzzles
        if puzzles.dtype.kind not in "OUS" and (puzzles.ndim > 1 or puzzles.dtype.kind == "b"):
            return _narrowed(puzzles, like)
        puzzles = puzzles.tolist()
    listed: Sequence[Any] = listed_puzzles(puzzles)
    numbers = numbers_of(listed)
    if numbers is not None:
        return _narrowed(numbers, like)
    if like is not None:
        return _puzzles_like(like, listed)
    if isinstance(listed, Batch):
        return listed
    if listed and all(isinstance(each, str | bytes) for each in listed):
        texts, listed = listed, cast("Sequence[Puzzle]", _hooks.read_many(listed))
        for text, puzzle in () if isinstance(listed, Batch) else zip(texts, listed, strict=True):
            warn_of_symbols(text, puzzle)
    return _all_puzzles(listed)


def _masks_in(puzzles: PuzzlesLike, like: Puzzle | None) -> NDArray[Any]:
    """Return masks as uint32 or uint64."""
    if not isinstance(puzzles, np.ndarray):
        way_out = "; omit masks=True for a Batch" if isinstance(puzzles, Batch) else ""
        found = type_of(puzzles)
        raise TypeError(f"expected masks in an array of integers, found {found}{way_out}")
    if puzzles.dtype.kind not in "iu":
        raise TypeError(f"expected masks in an array of integers, found one of {puzzles.dtype}")
    if puzzles.dtype in _MASKS:
        return puzzles
    geometry = geometry_of_array(puzzles.shape, like)
    if (bad := puzzles < 0).any():
        at = int(np.argmax(bad.reshape(-1)))
        _refuse_mask(at, geometry, puzzles.reshape(-1)[at])
    return puzzles.astype(np.uint64)


def numbers_of(listed: Sequence[Any]) -> NDArray[Any] | None:
    """Return grids of plain numbers as one array, or None if they contain anything else."""
    if isinstance(listed, Batch) or not isinstance(
        next(iter(listed), None), list | tuple | np.ndarray
    ):
        return None
    try:
        array = np.array(listed)
    except (ValueError, TypeError):  # numpy raises these errors if rows differ in length or type
        return None
    return array if array.dtype.kind in "iuf" and array.ndim > 1 else None


def _all_puzzles(listed: Sequence[Any]) -> Sequence[Puzzle]:
    if isinstance(listed, Batch):
        return listed
    missing = next((at for at, each in enumerate(listed) if is_missing(each)), None)
    # Report a missing entry first, because reading the other entries may take long.
    if missing is not None:
        _puzzle_at(missing, listed[missing])
    return [_puzzle_at(at, each) for at, each in enumerate(listed)]


def _puzzles_like(like: Puzzle, listed: Sequence[Any]) -> Batch:
    """Return grids whose entries may be texts or None, with the geometry of *like*."""
    if isinstance(listed, Batch) or not all(isinstance(e, list | tuple) for e in listed):
        raise ValueError("like is only for arrays: puzzles have their own geometry")
    geometry = geometry_of_array((len(listed), like.geometry.n_cells), like)
    return Batch.of([_puzzle_at(at, each, geometry) for at, each in enumerate(listed)])


def _puzzle_at(at: int, what: Any, geometry: Geometry | None = None) -> Puzzle:
    try:
        return puzzle_of(what) if geometry is None else Puzzle(geometry, what)
    except (FormatError, PuzzleError) as error:
        raise type(error)(f"puzzle {at}: {error}") from None


def _narrowed(array: NDArray[Any], like: Puzzle | None) -> NDArray[Any]:
    """Check the range of the numbers in an array, and return them as digits in uint8."""
    if array.dtype.kind not in "iuf":
        raise TypeError(f"expected an array of digits in a type of numbers, found {array.dtype}")
    order = geometry_of_array(array.shape, like).order
    whole = np.where(np.isnan(array), 0, array) if array.dtype.kind == "f" else array
    bad = (whole < 0) | (whole > order)
    if whole.dtype.kind == "f":
        bad |= whole != np.floor(whole)
    if bad.any():
        at = int(np.argmax(bad.reshape(-1)))
        may_be_masks = array.dtype.kind == "u" and array.itemsize > 2
        _refuse_number(len(array), at, order, whole.reshape(-1)[at], may_be_masks=may_be_masks)
    return whole.astype(np.uint8)


def geometry_of_array(shape: tuple[int, ...], like: Puzzle | None) -> Geometry:
    """Return the geometry of the puzzles in an array of this shape. *like* is as in `checked_rows`.

    Raises:
        TypeError: *like* is not a puzzle.
        ValueError: The shape does not fit, or *like* has cages.
    """
    if like is None:
        return _standard(shape[1:]) or _refuse_shape(shape, None)
    if not isinstance(like, Puzzle):
        raise TypeError(f"expected like as a Puzzle or None, found {type(like).__name__}")
    if like.cages:
        raise ValueError("like has cages, which an array cannot hold; pass the puzzles themselves")
    if like.further:
        raise ValueError(
            f"like has a constraint ({like.further[0].NAME}), which an array cannot hold; "
            "pass the puzzles themselves"
        )
    order = like.order
    if shape[1:] not in ((order * order,), (order, order)):
        _refuse_shape(shape, order)
    return like.geometry


@lru_cache(maxsize=64)
def _standard(shape: tuple[int, ...]) -> Geometry | None:
    if len(shape) not in (1, 2):
        return None
    order = isqrt(shape[0]) if len(shape) == 1 else shape[0]
    if shape not in ((order * order,), (order, order)) or not 1 <= order <= MAX_ORDER:
        return None
    return Geometry.sudoku(order)


def _refuse_shape(shape: tuple[int, ...], order: int | None) -> NoReturn:
    if len(shape) not in (2, 3):
        raise ValueError(
            f"expected puzzles of shape (n, cells) or (n, order, order), found {shape}"
        )
    cells = shape[1] if len(shape) == 2 else shape[1] * shape[2]
    if order is None and cells == isqrt(cells) ** 2 > MAX_ORDER**2:
        raise ValueError(f"expected an order of at most {MAX_ORDER}, found {isqrt(cells)}")
    size = f"{order * order} cells" if order is not None else "a square number of cells"
    raise ValueError(f"expected puzzles of {size}, found shape {shape}")


def _refuse_value(rows: NDArray[Any], at: int, geometry: Geometry) -> NoReturn:
    if rows.itemsize == 1:
        _refuse_number(len(rows), at, geometry.order, rows.reshape(-1)[at])
    _refuse_mask(at, geometry, rows.reshape(-1)[at])


def _refuse_mask(at: int, geometry: Geometry, found: Any) -> NoReturn:
    row, cell = divmod(at, geometry.n_cells)
    raise ValueError(
        f"puzzle {row}, {geometry.name(cell)}: expected a mask of digits 1..{geometry.order} "
        f"(0..{geometry.all_mask}), found {int(found)}"
    )


def _refuse_number(
    n: int, at: int, order: int, found: Any, *, may_be_masks: bool = False
) -> NoReturn:
    row, cell = divmod(at, order * order)
    way_out = "; use pandoku.solve for a single grid" if n == order * order else ""
    if found < 0:
        way_out = "; an empty cell is 0"
    elif may_be_masks and not way_out:
        way_out = "; use solve_many(..., masks=True) for candidate masks"
    raise ValueError(
        f"puzzle {row}, {cell_name(order, cell)}: expected a digit 0..{order}, "
        f"found {found:g}{way_out}"
    )
