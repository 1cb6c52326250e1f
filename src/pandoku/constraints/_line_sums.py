"""The base of lines with sums, and the relations of cells whose sums are equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from pandoku.constraints._line import SymmetricLine, is_closed
from pandoku.model import Total
from pandoku.model.constraint import cell_defects, gap_defects

if TYPE_CHECKING:
    from pandoku.model import Geometry

__all__ = ["OpenLine", "equal_sums"]

_FEW = 3  # groups of cells: each is compared with all others


class OpenLine(SymmetricLine):
    """A line with two ends: its rule says nothing of loops, and programs do not agree on them."""

    __slots__ = ()

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield where the line is too short, leaves the grid, jumps or comes back to a cell."""
        if is_closed(self.cells):
            yield "expected a line with two ends, found a loop"
        else:
            yield from cell_defects(self.cells, geometry, 2)
        yield from gap_defects(self.cells, geometry)


def equal_sums(groups: Sequence[Sequence[int]], order: int) -> Iterator[Total]:
    """Yield totals which say that groups of cells have one sum.

    The smallest group is compared with each other one. If there are few groups, so are all pairs:
    these follow, but a search sees more in two groups than in a chain.
    """
    smallest, *others = sorted(groups, key=len) or [()]
    pairs = [(smallest, other) for other in others]
    pairs += combinations(others, 2) if len(groups) <= _FEW else ()
    for one, other in pairs:
        terms = (*((cell, 1) for cell in one), *((cell, -1) for cell in other))
        yield Total.of(terms, (0,), order)
