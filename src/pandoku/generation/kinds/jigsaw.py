"""Jigsaw: regions of any shape instead of boxes, different in each puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pandoku.errors import PandokuError, WishError
from pandoku.generation.kinds._kind import Kind
from pandoku.model import Geometry
from pandoku.model.grids import regions_from

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["KIND"]

_LARGEST_FREE = 9  # above this order, regions made without a grid rarely have one
_TURNED = ("rotate-180", "rotate-90")  # with these symmetries, the regions turn as well


def _geometry(order: int, asked: Mapping[str, Any]) -> Geometry | None:
    """Return the geometry with the requested regions, or None if each puzzle has its own."""
    if "regions" not in asked:
        return None
    try:
        return Geometry(order, None, regions_from(order, asked["regions"]))
    except PandokuError as error:
        raise WishError(str(error)) from None


def _check(wishes: Wishes) -> None:
    if wishes.solution is not None and wishes.geometry is None:
        raise WishError("expected regions along with the solution, found none; add regions")


def _make(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    from pandoku.generation.digging import dug

    if wishes.geometry is not None:
        return dug(wishes, wishes.geometry, keys)
    return _each_with_its_own(wishes, keys)


def _each_with_its_own(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    import numpy as np

    from pandoku.generation.digging import dug
    from pandoku.generation.drafts import Drafts

    found: list[tuple[int, Geometry, Drafts]] = []
    for index in range(len(keys)):
        key = keys[index : index + 1]
        divided = _divided(wishes, key)
        if divided is None:
            continue
        geometry, with_grid = divided
        puzzle = dug(with_grid, geometry, key)
        if len(puzzle):
            found.append((index, geometry, puzzle))
    empty = np.zeros((0, wishes.n_cells), np.uint8)
    lacks = [puzzle.lacks for _, _, puzzle in found if puzzle.lacks is not None]
    return Drafts(
        np.array([index for index, _, _ in found], np.int64),
        np.concatenate([empty, *(puzzle.givens for _, _, puzzle in found)]),
        np.concatenate([empty, *(puzzle.solutions for _, _, puzzle in found)]),
        [geometry for _, geometry, _ in found],
        lacks=np.concatenate(lacks) if lacks else None,
    )


def _divided(wishes: Wishes, key: NDArray[np.uint64]) -> tuple[Geometry, Wishes] | None:
    """Return regions for a key, and the request with a grid if one was found for the regions."""
    from pandoku.generation.regions import random_regions, regions_and_grid

    order, turned = wishes.order, wishes.symmetry in _TURNED
    if order <= _LARGEST_FREE:
        regions = random_regions(order, int(key[0]), turned=turned)
        return None if regions is None else (Geometry(order, None, regions), wishes)
    found = regions_and_grid(order, key, turned=turned)
    if found is None:
        return None
    geometry, grid = Geometry(order, None, found[0]), found[1]
    return geometry, wishes if wishes.pattern else replace(wishes, solution=grid)


KIND = Kind(
    name="jigsaw",
    summary="a Sudoku with regions of any shape instead of boxes, new in each puzzle",
    orders=(4, 16),
    default_order=9,
    geometry=_geometry,
    make=_make,
    takes=frozenset(("regions",)),
    check=_check,
)
