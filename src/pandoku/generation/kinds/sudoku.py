"""Sudoku, Latin squares and diagonal Sudoku: kinds whose houses are the same in all puzzles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pandoku.errors import PuzzleError, WishError
from pandoku.generation.kinds._kind import Kind
from pandoku.model import Geometry, HousesLike, default_box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["KINDS", "boxed", "make_dug"]

_BOX = re.compile(r"(\d{1,40})\s*[x×,]\s*(\d{1,40})")


def boxed(
    order: int, asked: Mapping[str, Any], *, diagonals: bool = False, extra: HousesLike = ()
) -> Geometry:
    """Return a geometry with the box in *asked*, or with the default box of the order.

    Raises:
        WishError: The order has no boxes, or the box does not fit.
    """
    box = _read_box(asked["box"], order) if "box" in asked else default_box(order)
    if box is None:
        raise WishError(
            f"expected an order with boxes, found {order}, which is a prime number; "
            "the kinds latin and jigsaw need no boxes"
        )
    try:
        return Geometry.sudoku(order, box, diagonals=diagonals, extra=extra)
    except PuzzleError as error:
        raise WishError(str(error)) from None


def _read_box(box: Any, order: int) -> tuple[int, int]:
    """Return (rows, columns) of a box, which may be a text such as "2x3"."""
    found = _BOX.fullmatch(box.strip()) if isinstance(box, str) else None
    pair = tuple(map(int, found.groups())) if found else box
    try:
        rows, columns = pair
        fits = rows * columns == order and 1 < rows < order
    except (TypeError, ValueError):
        fits = False
    if fits:
        return int(rows), int(columns)
    known = [f"{r}x{order // r}" for r in range(2, order) if order % r == 0]
    ways = f"such as {' or '.join(known)}" if known else "which a prime order does not have"
    raise WishError(f"expected a box of {order} cells in several rows, {ways}, found {box!r:.60}")


def make_dug(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    """Return a puzzle for each key, dug out of a full grid."""
    from pandoku.generation.digging import dug

    assert wishes.geometry is not None
    return dug(wishes, wishes.geometry, keys)


KINDS = (
    Kind(
        name="sudoku",
        summary="rows, columns and boxes: each digit once in each",
        orders=(4, 25),
        default_order=9,
        geometry=boxed,
        make=make_dug,
        takes=frozenset(("box",)),
    ),
    Kind(
        name="latin",
        summary="rows and columns: each digit once in each",
        orders=(3, 25),
        default_order=9,
        geometry=lambda order, _: Geometry.latin(order),
        make=make_dug,
        aliases=("latin-square",),
    ),
    Kind(
        name="diagonal",
        summary="a Sudoku in which both diagonals have each digit once, too",
        orders=(4, 25),
        default_order=9,
        geometry=lambda order, asked: boxed(order, asked, diagonals=True),
        make=make_dug,
        takes=frozenset(("box",)),
        aliases=("sudoku-x", "x-sudoku"),
    ),
)
