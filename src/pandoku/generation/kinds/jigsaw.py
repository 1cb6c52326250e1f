"""Jigsaw: regions of any shape in the place of boxes, different in each puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pandoku.errors import PandokuError, WishError
from pandoku.generation.kinds._kind import Kind
from pandoku.model import Geometry
from pandoku.model.grids import regions_from

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.candidates import Candidates
    from pandoku.generation.wishes import Wishes

__all__ = ["KINDS"]

_TURNED = ("rotate-180", "rotate-90")  # where the givens turn, the regions do too


def _geometry(order: int, asked: Mapping[str, Any]) -> Geometry | None:
    """Return the geometry of the regions that are asked for, or None if each puzzle has its own."""
    if "regions" not in asked:
        return None
    try:
        return Geometry(order, None, regions_from(order, asked["regions"]))
    except PandokuError as error:
        raise WishError(str(error)) from None


def _check(wishes: Wishes) -> None:
    if wishes.solution is not None and wishes.geometry is None:
        raise WishError("expected regions that suit the solution, found none; add regions")


def _make(wishes: Wishes, keys: NDArray[np.uint64]) -> Candidates:
    from pandoku.generation.digging import dug

    if wishes.geometry is not None:
        return dug(wishes, wishes.geometry, keys)
    return _each_with_its_own(wishes, keys)


def _each_with_its_own(wishes: Wishes, keys: NDArray[np.uint64]) -> Candidates:
    import numpy as np

    from pandoku.generation.candidates import Candidates
    from pandoku.generation.digging import dug
    from pandoku.generation.regions import random_regions

    found: list[tuple[int, Geometry, Candidates]] = []
    for index, key in enumerate(keys.tolist()):
        regions = random_regions(wishes.order, key, turned=wishes.symmetry in _TURNED)
        if regions is None:
            continue
        geometry = Geometry(wishes.order, None, regions)
        puzzle = dug(wishes, geometry, keys[index : index + 1])
        if len(puzzle):
            found.append((index, geometry, puzzle))
    empty = np.zeros((0, wishes.n_cells), np.uint8)
    lacks = [puzzle.lacks for _, _, puzzle in found if puzzle.lacks is not None]
    return Candidates(
        np.array([index for index, _, _ in found], np.int64),
        np.concatenate([empty, *(puzzle.givens for _, _, puzzle in found)]),
        np.concatenate([empty, *(puzzle.solutions for _, _, puzzle in found)]),
        [geometry for _, geometry, _ in found],
        lacks=np.concatenate(lacks) if lacks else None,
    )


KINDS = (
    Kind(
        name="jigsaw",
        summary="regions of any shape, different in each puzzle; they turn if the givens do",
        orders=(4, 25),
        default_order=9,
        geometry=_geometry,
        make=_make,
        takes=frozenset(("regions",)),
        check=_check,
    ),
)
