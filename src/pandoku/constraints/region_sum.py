"""Region sum lines: the borders of boxes cut a line into parts with equal sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line_sums import OpenLine, equal_sums
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Puzzle
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Geometry, Relation


@dataclass(frozen=True, slots=True)
class RegionSum(OpenLine):
    """A line whose digits have the same sum in each box or region that it passes.

    Where a line comes back to a box, a new part begins, unless visits are joined. A line that stays
    in one box asks nothing. Both directions are the same line: the end with the smaller number
    comes first.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next.
        joined: Whether all cells in one box are one part, however often the line comes back to it.
    """

    NAME: ClassVar[str] = "region sum line"
    ROLE: ClassVar[str] = "region-sum"

    cells: CellsLike
    joined: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.joined, bool):
            raise PuzzleError(
                f"region sum line: expected joined as True or False, found {self.joined!r:.60}"
            )
        OpenLine.__post_init__(self)

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or which parts cannot have the same sum."""
        n, defects = geometry.order, [*OpenLine.defects(self, geometry)]
        if not _regions(geometry):
            defects.append("expected a grid with boxes or regions, found none")
        yield from defects
        if not defects and (parts := self._parts(geometry)):
            longest, shortest = max(parts, key=len), min(parts, key=len)
            least = sum(range(1, len(longest) + 1))  # digits of a part differ
            most = sum(range(n, n - len(shortest), -1))
            if least > most:
                yield (
                    f"expected parts with equal sums, found {geometry.names(longest)} with at "
                    f"least {least} and {geometry.names(shortest)} with at most {most}"
                )

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return totals of pairs of parts."""
        return tuple(equal_sums(self._parts(puzzle.geometry), puzzle.order))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits have one sum in every part."""
        geometry = puzzle.geometry
        boxes = [set(h.cells) for h in geometry.houses if h.kind in ("box", "region")]
        sums: dict[object, int] = {}
        n_visits, last = 0, -1
        for cell in self.cells:
            box = next(at for at, cells in enumerate(boxes) if cell in cells)
            n_visits += box != last
            part = box if self.joined else n_visits
            sums[part] = sums.get(part, 0) + digits[cell]
            last = box
        return len({*sums.values()}) == 1

    def _parts(self, geometry: Geometry) -> list[tuple[int, ...]]:
        """Return the cells of each part of the line."""
        regions = _regions(geometry)
        visits = [(region, tuple(cells)) for region, cells in groupby(self.cells, regions.get)]
        if not self.joined:
            return [cells for _, cells in visits]
        parts: dict[int | None, tuple[int, ...]] = {}
        for region, cells in visits:
            parts[region] = (*parts.get(region, ()), *cells)
        return [*parts.values()]


@lru_cache(maxsize=64)
def _regions(geometry: Geometry) -> dict[int, int]:
    """Return the number of the box or region of each cell; {} without any."""
    boxes = (house.cells for house in geometry.houses if house.kind in ("box", "region"))
    return {cell: number for number, cells in enumerate(boxes) for cell in cells}


RULE = Rule(
    make=RegionSum,
    text="Box borders cut a region sum line into parts, whose digits have the same sum.",
    example=Puzzle.sudoku(
        ".4.....3......5.....................",
        solution="541263236451125346463512652134314625",
    ).with_(
        RegionSum("r4c5 r4c6 r5c5"),
        RegionSum("r2c3 r3c2 r4c1"),
        RegionSum("r2c4 r2c5 r3c5 r4c4"),
        RegionSum("r5c3 r6c3 r6c4"),
    ),
    aliases=("region sum", "region sums"),
)
