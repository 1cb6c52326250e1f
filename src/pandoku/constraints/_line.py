"""Base classes of lines that mean the same in both directions, and relations for equal sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from pandoku.model import Constraint, Stroke, Total, center_of
from pandoku.model.constraint import CellsLike, cell_defects, gap_defects, image_of_line, is_placed

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry


class SymmetricLine(Constraint):
    """A line that means the same in both directions, and may cross itself or form a loop.

    A closed line repeats its first cell at the end. Lines with the same meaning are stored in one
    form: from the end whose cell has the smaller number, or around the loop from the cell with the
    smallest number.
    """

    __slots__ = ()
    ROLE: ClassVar[str]  # the role of the line's stroke in a picture

    cells: CellsLike

    def __post_init__(self) -> None:
        if is_placed(self.cells):
            object.__setattr__(self, "cells", _in_one_form(self.cells))

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield a defect where the line is too short, leaves the grid, jumps or turns back."""
        yield from cell_defects(self.cells_on(geometry), geometry, 2)
        yield from gap_defects(self.cells, geometry)
        for at, cell in enumerate(self.cells):
            if cell in self.cells[at + 1 : at + 3]:
                where = geometry.name(cell) if 0 <= cell < geometry.n_cells else cell
                yield f"expected different cells within any three in a row, found {where} twice"

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the line at its new place."""
        line = image_of_line(self.cells, cells)
        return None if line is None or digits is not None else replace(self, cells=line)  # type: ignore[type-var]

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line."""
        return (Stroke(self.ROLE, tuple(center_of(c, geometry.order) for c in self.cells)),)


def words_between(line: SymmetricLine, end: str, cell: int, geometry: Geometry) -> str:
    """Return words at a cell of a line whose ends are the cells that matter to the others.

    Args:
        line: The line.
        end: The shape at both ends: "circle".
        cell: A cell of the line.
        geometry: The grid.
    """
    kind, name = line.spoken_kind(geometry), geometry.name
    first, last = line.cells[0], line.cells[-1]
    if cell in (first, last):
        return f"{end} of the {kind} to {name(last if cell == first else first)}"
    return f"{kind} from {name(first)} to {name(last)}"


def is_closed(cells: Sequence[int]) -> bool:
    """Return whether a line ends at its first cell.

    >>> is_closed((0, 1, 10, 0)), is_closed((0, 1, 10))
    (True, False)
    """
    return len(cells) > 3 and cells[0] == cells[-1]


def steps_of(cells: Sequence[int], size: int = 1) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that are *size* steps apart.

    In a loop, the steps continue from the last cell to the first.

    >>> steps_of((0, 1, 10, 9)), steps_of((0, 1, 10, 9, 0), 2)
    (((0, 1), (1, 10), (9, 10)), ((0, 10), (1, 9)))
    """
    line = [*cells]
    if is_closed(cells):
        line += [cells[1 + at % (len(cells) - 1)] for at in range(size - 1)]
    pairs = (tuple(sorted(pair)) for pair in zip(line, line[size:], strict=False))
    return tuple(dict.fromkeys(pairs))  # type: ignore[arg-type]


def _in_one_form(cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return the stored form of a line: the same for both directions, and any start of a loop."""
    if not is_closed(cells):
        return min(cells, cells[::-1])
    loops = (cells[:-1], cells[:0:-1])
    return min(
        (*loop[at:], *loop[: at + 1])
        for loop in loops
        for at, cell in enumerate(loop)
        if cell == min(loop)
    )


_FEW = 3  # up to this number of groups, all pairs are compared


class OpenLine(SymmetricLine):
    """A line with two ends. Loops are refused, because programs disagree about their meaning."""

    __slots__ = ()

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield a defect where the line is too short, leaves the grid, jumps or repeats a cell."""
        if is_closed(self.cells):
            yield "expected a line with two ends, found a loop"
        else:
            yield from cell_defects(self.cells, geometry, 2)
        yield from gap_defects(self.cells, geometry)


def equal_sums(groups: Sequence[Sequence[int]], order: int) -> Iterator[Total]:
    """Yield relations which require that groups of cells have the same sum.

    The smallest group is compared with every other group. If there are few groups, all pairs of
    groups are compared. The additional comparisons are redundant, but a search deduces more from a
    direct comparison than from a chain of comparisons.
    """
    smallest, *others = sorted(groups, key=len) or [()]
    pairs = [(smallest, other) for other in others]
    pairs += combinations(others, 2) if len(groups) <= _FEW else ()
    for one, other in pairs:
        terms = (*((cell, 1) for cell in one), *((cell, -1) for cell in other))
        yield Total.of(terms, (0,), order)
