"""Sudokus, Latin squares, and Sudokus with diagonals or sets of extra houses, such as windoku."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pandoku.errors import PuzzleError, WishError
from pandoku.generation.kinds import Kind
from pandoku.model import HOUSE_SETS, Geometry, HouseSet, HousesLike, default_box

if TYPE_CHECKING:
    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["KINDS", "boxed", "make_dug"]

_LARGEST = 16  # maximum order of kinds with a set of extra houses
# In larger orders of these kinds, no search finds a full grid in reasonable time.
_LARGEST_OF = {"windoku": 9, "disjoint-groups": 14}
_USUAL = 9
_BOX = re.compile(r"(\d{1,40})\s*[x×,]\s*(\d{1,40})")


def boxed(
    order: int, options: Mapping[str, Any], *, diagonals: bool = False, extra: HousesLike = ()
) -> Geometry:
    """Return a geometry with the box in *options*, or with the default box of the order.

    Raises:
        WishError: The order has no boxes, or the box does not fit.
    """
    box = _read_box(options["box"], order) if "box" in options else default_box(order)
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


def make_dug(wishes: Wishes, keys: Sequence[int]) -> Drafts:
    """Return at most one puzzle for each key, made by removing digits from a full grid."""
    from pandoku.generation.digging import dug

    assert wishes.geometry is not None
    return dug(wishes, wishes.geometry, keys)


def _kind_with(houses: HouseSet) -> Kind:
    most = _LARGEST_OF.get(houses.name, _LARGEST)
    orders = [order for order in houses.orders if order <= most]
    return Kind(
        name=houses.name,
        summary=f"a Sudoku in which {houses.where} have each digit once, too",
        orders=(orders[0], orders[-1]),
        default_order=_USUAL if _USUAL in orders else orders[-1],
        geometry=partial(_with_extra, tuple(orders), houses.name),
        make=make_dug,
        takes=frozenset(("box",)),
        aliases=houses.aliases,
    )


def _with_extra(
    orders: tuple[int, ...], name: str, order: int, options: Mapping[str, Any]
) -> Geometry:
    if order not in orders:
        *some, last = map(str, orders)
        known = f"{', '.join(some)} or {last}" if some else last
        raise WishError(f"expected an order of {known} for {name}, found {order}")
    return boxed(order, options, extra=name)


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
        geometry=lambda order, options: boxed(order, options, diagonals=True),
        make=make_dug,
        takes=frozenset(("box",)),
        aliases=("sudoku-x", "x-sudoku"),
    ),
    *map(_kind_with, HOUSE_SETS.values()),
)
