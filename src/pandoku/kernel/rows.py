"""Puzzles as rows of an array: the input of searches of many puzzles, checked in one place.

The core solves a small puzzle in less than a microsecond, so arrays take a short path.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pandoku.kernel import native
from pandoku.model import MAX_ORDER, Batch, Cage, Geometry, Puzzle

__all__ = ["AnyPuzzles", "Rows", "array_of", "rows_of"]

AnyPuzzles: TypeAlias = NDArray[Any] | Sequence[Puzzle]  # a Batch is a sequence of puzzles
# The rows, shape (n, cells); the geometry; the cages of each puzzle, or None if none has any.
Rows: TypeAlias = tuple[NDArray[Any], Geometry, Sequence[tuple[Cage, ...]] | None]

_DIGITS = frozenset((np.dtype(np.uint8),))
_DIGITS_OR_MASKS = _DIGITS | {np.dtype(np.uint32), np.dtype(np.uint64)}


def array_of(batch: Batch) -> NDArray[Any]:
    """Return the rows of a Batch as a read-only array of shape (n, cells), without a copy.

    >>> array_of(Batch(2, bytes(8))).shape
    (2, 4)
    """
    return np.asarray(batch.rows).reshape(len(batch), batch.geometry.n_cells)


def rows_of(puzzles: AnyPuzzles, like: Puzzle | None = None, *, masks: bool = True) -> Rows:
    """Return puzzles of one geometry as rows of digits or masks, all in range.

    A contiguous array or a Batch is not copied.

    Args:
        puzzles: An array of shape (n, cells) or (n, order, order), row-major, of uint8 digits (0
            for an empty cell) or uint32 or uint64 candidate masks (bit d-1 is digit d); or a Batch
            or a sequence of puzzles, at least one.
        like: A puzzle whose geometry applies to every row of an array; None means the standard
            geometry of the order.
        masks: Whether masks are accepted; if not, only digits are.

    Raises:
        TypeError: *puzzles* has another type, or *like* is not a puzzle.
        ValueError: The shape does not fit, the puzzles differ in geometry, a digit or mask is out
            of range for the order, or *like* has cages or is given with puzzles, which have a
            geometry of their own.
        PuzzleError: A given is out of range for the order.
        EngineError: The compiled core is not built.
    """
    if isinstance(puzzles, np.ndarray):
        rows, geometry, cages = puzzles, _geometry_of(puzzles.shape, like), None
    else:
        batch = _batch_of(puzzles, like)
        rows, geometry, cages = array_of(batch), batch.geometry, batch.cages
    if rows.dtype not in (_DIGITS_OR_MASKS if masks else _DIGITS):
        _refuse_type(rows, masks)
    if rows.ndim == 3:
        rows = rows.reshape(len(rows), geometry.n_cells)
    if not rows.flags.c_contiguous:
        rows = np.ascontiguousarray(rows)
    if rows.itemsize == 4 and geometry.order > 32:
        raise ValueError(f"expected uint64 masks for order {geometry.order}, found uint32")
    if (at := native().lanes_first_bad(rows, geometry.order)) >= 0:
        _refuse_value(rows, at, geometry)
    return rows, geometry, cages


def _batch_of(puzzles: Sequence[Puzzle], like: Puzzle | None) -> Batch:
    is_sequence = isinstance(puzzles, Sequence)
    if not is_sequence or not all(isinstance(each, Puzzle) for each in puzzles[:1]):
        found = type(puzzles).__name__
        raise TypeError(f"expected puzzles as a numpy array, a Batch or Puzzles, found {found}")
    if like is not None:
        raise ValueError("like goes with an array: puzzles have a geometry of their own")
    return Batch.of(puzzles)


def _geometry_of(shape: tuple[int, ...], like: Puzzle | None) -> Geometry:
    if like is None:
        return _standard(shape[1:]) or _refuse_shape(shape, None)
    if not isinstance(like, Puzzle):
        raise TypeError(f"expected like as a Puzzle or None, found {type(like).__name__}")
    if like.cages:
        raise ValueError("like has cages, which an array cannot hold; pass the puzzles themselves")
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
    return Geometry.standard(order)


def _refuse_type(rows: NDArray[Any], masks: bool) -> NoReturn:
    asked = "uint8 digits or uint32 / uint64 masks" if masks else "a numpy array of uint8"
    raise TypeError(f"expected puzzles as {asked}, found {rows.dtype}")


def _refuse_shape(shape: tuple[int, ...], order: int | None) -> NoReturn:
    if len(shape) not in (2, 3):
        raise ValueError(
            f"expected puzzles of shape (n, cells) or (n, order, order), found {shape}"
        )
    cells = shape[1] if len(shape) == 2 else shape[1] * shape[2]
    if order is None and cells == isqrt(cells) ** 2 > MAX_ORDER**2:
        raise ValueError(f"expected an order of at most {MAX_ORDER}, found {isqrt(cells)}")
    asked = f"{order * order} cells" if order is not None else "a square number of cells"
    raise ValueError(f"expected puzzles of {asked}, found shape {shape}")


def _refuse_value(rows: NDArray[Any], at: int, geometry: Geometry) -> NoReturn:
    row, cell = divmod(at, geometry.n_cells)
    order, name, found = geometry.order, geometry.name(cell), int(rows[row, cell])
    asked = f"a digit 0..{order}" if rows.itemsize == 1 else f"a mask of digits 1..{order}"
    raise ValueError(f"puzzle {row}, {name}: expected {asked}, found {found}")
