"""Sudokus with extra houses, such as windoku and asterisk: one kind for each set of houses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from pandoku.errors import WishError
from pandoku.generation.kinds._kind import Kind
from pandoku.generation.kinds.sudoku import boxed, make_dug
from pandoku.model import HOUSE_SETS, Geometry, HouseSet

__all__ = ["KINDS"]

_LARGEST = 16
# No search finds larger grids of these kinds in reasonable time.
_LARGEST_OF = {"windoku": 9, "disjoint-groups": 14}
_USUAL = 9


def _kind(houses: HouseSet) -> Kind:
    most = _LARGEST_OF.get(houses.name, _LARGEST)
    orders = [order for order in houses.orders if order <= most]
    return Kind(
        name=houses.name,
        summary=f"a Sudoku in which {houses.where} have each digit once, too",
        orders=(orders[0], orders[-1]),
        default_order=_USUAL if _USUAL in orders else orders[-1],
        geometry=partial(_geometry, tuple(orders), houses.name),
        make=make_dug,
        takes=frozenset(("box",)),
        aliases=houses.aliases,
    )


def _geometry(orders: tuple[int, ...], name: str, order: int, asked: Mapping[str, Any]) -> Geometry:
    if order not in orders:
        *some, last = map(str, orders)
        known = f"{', '.join(some)} or {last}" if some else last
        raise WishError(f"expected an order of {known} for {name}, found {order}")
    return boxed(order, asked, extra=name)


KINDS = tuple(map(_kind, HOUSE_SETS.values()))
