"""The houses of a geometry, prepared for the finders and the cage search."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.kernel import native
from pandoku.model import Geometry

if TYPE_CHECKING:
    from pandoku._native import Layout


@lru_cache(maxsize=64)
def native_layout(geometry: Geometry) -> Layout:
    """Return the data that the core prepares once for all puzzles of a geometry.

    Raises:
        EngineError: The compiled core is not built.
    """
    layout: Layout = native().Layout(
        geometry.order,
        [house.cells for house in geometry.houses],
        [house.kind for house in geometry.houses],
    )
    return layout
