"""The base of constraints that compare two groups of cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from pandoku.model import Constraint
from pandoku.model.constraint import CellsLike, cell_defects, is_placed

if TYPE_CHECKING:
    from pandoku.model import Geometry

__all__ = ["TwoGroups"]


class TwoGroups(Constraint):
    """Two groups of cells, which may overlap. No order matters: neither of groups nor of cells."""

    __slots__ = ()
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("first", "second")
    UNORDERED: ClassVar[tuple[str, ...]] = CELL_FIELDS

    first: CellsLike
    second: CellsLike

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        if is_placed(self.first) and is_placed(self.second) and self.second < self.first:
            first, second = self.second, self.first
            object.__setattr__(self, "first", first)
            object.__setattr__(self, "second", second)

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells of either group."""
        yield from cell_defects(self.first, geometry)
        yield from cell_defects(self.second, geometry)
