"""Marked cells: even and odd cells, minimum and maximum cells, and indexers.

Two minimum cells that share a side are not compared with each other, nor are two maximum cells.
Therefore, the relations of a mark depend on the other marks of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal

from pandoku.constraints._proposing import in_cells, where_it_holds
from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Disc, Only, Pairs, Puzzle, Stroke, Tile, center_of, table_of
from pandoku.model.constraint import CellsLike, cell_defects, group_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


class _MarkedCells(Constraint):
    """The base class of marks in cells. The order of the cells does not matter."""

    __slots__ = ()
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike

    def noun(self) -> str:
        """Return the kind, with the number of cells if there are several."""
        return group_of(len(self.cells), self.NOUN or self.NAME)

    def nouns(self) -> str:
        """Return the plural for single cells, or "" for a group."""
        return Constraint.nouns(self) if len(self.cells) == 1 else ""

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the kind. The other cells do not matter."""
        return self.NOUN or self.NAME

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells."""
        yield from cell_defects(self.cells, geometry)


class _ParityCells(_MarkedCells):
    """The base class of even cells and of odd cells."""

    __slots__ = ()
    TOLD_BY: ClassVar[Literal["cells"]] = "cells"
    REMAINDER: ClassVar[int]

    def heading(self) -> str:
        """Return the kind, in the plural for several cells."""
        return f"{self.NAME}s" if len(self.cells) > 1 else self.NAME

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if the grid has no even digits."""
        yield from _MarkedCells.defects(self, geometry)
        if geometry.order == 1 and self.REMAINDER == 0:
            yield "expected a grid with an even digit, found only the digit 1"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return for each cell a relation with its allowed digits."""
        digits = range(1, puzzle.order + 1)
        mask = sum(1 << (digit - 1) for digit in digits if digit % 2 == self.REMAINDER)
        return tuple(Only(cell, mask) for cell in self.cells)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all digits are even, or all are odd."""
        return all(digits[cell] % 2 == self.REMAINDER for cell in self.cells)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the cells at their new place, if even digits stay even."""
        if digits is not None and any((old - new) % 2 for old, new in enumerate(digits, 1)):
            return None
        return self.moved(cells)


@dataclass(frozen=True, slots=True)
class Even(_ParityCells):
    """Cells with even digits.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "even cell"
    REMAINDER: ClassVar[int] = 0

    cells: CellsLike

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a square in each cell."""
        return (Tile("even", tuple(center_of(cell, geometry.order) for cell in self.cells), 0.7),)


@dataclass(frozen=True, slots=True)
class Odd(_ParityCells):
    """Cells with odd digits.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "odd cell"
    REMAINDER: ClassVar[int] = 1

    cells: CellsLike

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a circle in each cell."""
        return tuple(Disc("odd", (center_of(cell, geometry.order),), 0.35) for cell in self.cells)


_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # the four directions as (x, y)
_WING = 0.1  # half the width of a chevron, in cells
_FAR, _NEAR = 0.44, 0.36  # distances of a chevron from the center of its cell, in cells


class _Extreme(_MarkedCells):
    """The base class of minimum cells and maximum cells."""

    __slots__ = ()
    DEPENDS_ON_OTHERS: ClassVar[bool] = True
    IS_LESS: ClassVar[bool]

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation that compares each cell with its neighbors without the same mark."""
        pairs = self._compared(puzzle)
        return (Pairs(_comparing(puzzle.order, self.IS_LESS), pairs),) if pairs else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit is lower (or higher) than the digits of unmarked neighbors."""
        sign = 1 if self.IS_LESS else -1
        return all(sign * digits[a] < sign * digits[b] for a, b in self._compared(puzzle))

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the cells at their new place, if neighbors move with them and no digit changes."""
        n = round(len(cells) ** 0.5)
        for cell in self.cells:
            moved = {cells[other] for other in _neighbors(cell, n)}
            if moved != {*_neighbors(cells[cell], n)}:
                return None
        return self.moved(cells) if digits is None else None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a square in each cell, and chevrons that point at the lesser digits."""
        centers = tuple(center_of(cell, geometry.order) for cell in self.cells)
        tip, ends = (_NEAR, _FAR) if self.IS_LESS else (_FAR, _NEAR)
        chevrons = []
        for x, y in centers:
            for across, down in _WAYS:
                wings = [
                    (x + ends * across + side * down, y + ends * down + side * across)
                    for side in (-_WING, _WING)
                ]
                point = x + tip * across, y + tip * down
                chevrons.append(Stroke("comparison", (wings[0], point, wings[1])))
        return (Tile("extreme", centers), *chevrons)

    def _compared(self, puzzle: Puzzle) -> tuple[tuple[int, int], ...]:
        """Return pairs of a cell and a neighbor without the same mark."""
        marked = {
            cell for each in puzzle.further if type(each) is type(self) for cell in each.cells
        }
        marked |= {*self.cells}
        return tuple(
            (cell, other)
            for cell in self.cells
            for other in _neighbors(cell, puzzle.order)
            if other not in marked
        )


@dataclass(frozen=True, slots=True)
class Minimum(_Extreme):
    """Cells with a lower digit than all their neighbors that are not minimum cells themselves.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "minimum"
    NOUN: ClassVar[str] = "minimum cell"
    IS_LESS: ClassVar[bool] = True

    cells: CellsLike


@dataclass(frozen=True, slots=True)
class Maximum(_Extreme):
    """Cells with a higher digit than all their neighbors that are not maximum cells themselves.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "maximum"
    NOUN: ClassVar[str] = "maximum cell"
    IS_LESS: ClassVar[bool] = False

    cells: CellsLike


def _neighbors(cell: int, order: int) -> tuple[int, ...]:
    """Return the cells that share a side with a cell."""
    row, column = divmod(cell, order)
    return tuple(
        (row + down) * order + column + across
        for across, down in _WAYS
        if 0 <= row + down < order and 0 <= column + across < order
    )


@lru_cache(maxsize=64)
def _comparing(order: int, is_less: bool) -> tuple[int, ...]:
    return table_of(order, lambda a, b: a < b if is_less else a > b)


class _Indexer(_MarkedCells):
    """Cells that point at a place in their row, column or box.

    If the cell at place p of its row, column or box holds the digit v, then place v holds p. There
    are as many places as digits, so every digit points at a cell.
    """

    __slots__ = ()

    def heading(self) -> str:
        """Return the kind, in the plural for several cells."""
        return f"{self.NAME}s" if len(self.cells) > 1 else self.NAME

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations of the cells and the cells that they may point at."""
        pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for cell in self.cells:
            line = self._line(cell, puzzle.geometry)
            place = line.index(cell) + 1
            for digit, other in enumerate(line, 1):
                if other != cell:  # a cell that points at itself meets the rule
                    pairs.setdefault((digit, place), []).append((cell, other))
        return tuple(
            Pairs(_pointing(puzzle.order, *key), tuple(found)) for key, found in pairs.items()
        )

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each cell points at a cell that holds the place of the pointing cell."""
        for cell in self.cells:
            line = self._line(cell, puzzle.geometry)
            if digits[line[digits[cell] - 1]] != line.index(cell) + 1:
                return False
        return True

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return filled squares with the first letter of the kind."""
        points = tuple(center_of(cell, geometry.order) for cell in self.cells)
        return (Tile("index", points, text=self.NAME[0].upper()),)

    def _line(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        """Return the cells that a cell may point at, beginning with place 1."""
        raise NotImplementedError


class _LineIndexer(_Indexer):
    """An indexer whose line is a row or a column of the grid."""

    __slots__ = ()

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the cells at their new place, if they still point at the same cells."""
        n = round(len(cells) ** 0.5)
        for cell in self.cells:
            line, moved = self._of(cell, n), self._of(cells[cell], n)
            for place, other in enumerate(line, 1):
                new = place if digits is None else digits[place - 1]
                if moved[new - 1] != cells[other]:
                    return None
        return self.moved(cells)

    def _line(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        return self._of(cell, geometry.order)

    def _of(self, cell: int, n: int) -> tuple[int, ...]:
        """Return the row or the column of a cell."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class RowIndexer(_LineIndexer):
    """Cells that point at a cell of their column. The cell pointed at holds their row number.

    If a cell in row r holds the digit v, then row v of the same column holds r.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "row indexer"

    cells: CellsLike

    def _of(self, cell: int, n: int) -> tuple[int, ...]:
        return tuple(range(cell % n, n * n, n))


@dataclass(frozen=True, slots=True)
class ColumnIndexer(_LineIndexer):
    """Cells that point at a cell of their row. The cell pointed at holds their column number.

    If a cell in column c holds the digit v, then column v of the same row holds c.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "column indexer"

    cells: CellsLike

    def _of(self, cell: int, n: int) -> tuple[int, ...]:
        return tuple(range(cell - cell % n, cell - cell % n + n))


@dataclass(frozen=True, slots=True)
class BoxIndexer(_Indexer):
    """Cells that point at a cell of their box. The cell pointed at holds their place in the box.

    If the cell at place p of a box holds the digit v, then place v of the box holds p. Places are
    counted in reading order, from 1. Regions of other shapes count as boxes.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "box indexer"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if the grid has no boxes."""
        yield from _Indexer.defects(self, geometry)
        if geometry.box is None and geometry.regions is None:
            yield "expected a grid with boxes, found none"

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the constraint if nothing changes, else None, as places depend on the boxes."""
        stays = digits is None and all(to == cell for cell, to in enumerate(cells))
        return self if stays else None

    def _line(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        boxes = (house for house in geometry.houses if house.kind in ("box", "region"))
        return next(house.cells for house in boxes if cell in house.cells)


@lru_cache(maxsize=1024)
def _pointing(order: int, digit: int, place: int) -> tuple[int, ...]:
    """Return the table where *digit* in the first cell requires *place* in the second cell."""
    every = (1 << order) - 1
    return tuple(1 << (place - 1) if each == digit else every for each in range(1, order + 1))


RULES = (
    Rule(
        make=Even,
        text="Cells with a square hold even digits.",
        example=Puzzle.sudoku(
            "..1....2.....1.......2.......45..6..",
            solution="641523325146213465456231162354534612",
        ).with_(
            Even("r6c6"),
            Even("r4c4"),
            Even("r4c3"),
            Even("r1c2"),
            Even("r1c1"),
        ),
        aliases=("even", "even cells"),
        proposer=in_cells(lambda cells, digit: None if digit % 2 else Even(cells)),
    ),
    Rule(
        make=Odd,
        text="Cells with a circle hold odd digits.",
        example=Puzzle.sudoku(
            "...........11.......56....2..454....",
            solution="314265256431163542425613632154541326",
        ).with_(
            Odd("r2c5"),
            Odd("r1c1"),
            Odd("r6c1"),
            Odd("r3c4"),
            Odd("r2c2"),
        ),
        aliases=("odd", "odd cells"),
        proposer=in_cells(lambda cells, digit: Odd(cells) if digit % 2 else None),
    ),
    Rule(
        make=Minimum,
        nouns="minimum cells",
        text="A minimum cell is less than its neighbors, apart from other minimum cells.",
        example=Puzzle.sudoku(
            "..465.....4......4.........2....6...",
            solution="234651615342563124142563451236326415",
        ).with_(
            Minimum("r4c6"),
            Minimum("r5c3"),
            Minimum("r3c4"),
            Minimum("r4c1"),
            Minimum("r1c1"),
        ),
        aliases=("minimum cell", "min"),
        proposer=where_it_holds(Minimum),
    ),
    Rule(
        make=Maximum,
        nouns="maximum cells",
        text="A maximum cell is greater than its neighbors, apart from other maximum cells.",
        example=Puzzle.sudoku(
            "2.......4......3.4.3.............1..",
            solution="253416164532621354435621516243342165",
        ).with_(
            Maximum("r1c6"),
            Maximum("r3c1"),
            Maximum("r5c1"),
            Maximum("r5c3"),
            Maximum("r4c4"),
        ),
        aliases=("maximum cell", "max", "fortress"),
        proposer=where_it_holds(Maximum),
    ),
    Rule(
        make=RowIndexer,
        text="A row indexer says in which row of its column the number of its row stands.",
        example=Puzzle.sudoku(
            "..46.........5...3........1.5...2...",
            solution="134625625134456213213546361452542361",
        ).with_(
            RowIndexer("r5c5"),
            RowIndexer("r6c5"),
            RowIndexer("r5c4"),
            RowIndexer("r2c2"),
            RowIndexer("r4c4"),
        ),
        aliases=("row index",),
        proposer=where_it_holds(RowIndexer),
    ),
    Rule(
        make=ColumnIndexer,
        text="A column indexer says in which column of its row the number of its column stands.",
        example=Puzzle.sudoku(
            ".........5...3....5..1......2...6...",
            solution="465231123546631452542163314625256314",
        ).with_(
            ColumnIndexer("r2c4"),
            ColumnIndexer("r2c3"),
            ColumnIndexer("r2c5"),
            ColumnIndexer("r1c5"),
            ColumnIndexer("r2c2"),
        ),
        aliases=("column index",),
        proposer=where_it_holds(ColumnIndexer),
    ),
    Rule(
        make=BoxIndexer,
        text="A box indexer says in which place of its box the number of its place stands.",
        example=Puzzle.sudoku(
            "...5......3.21...............3..46..",
            solution="463521521436215364346215652143134652",
        ).with_(
            BoxIndexer("r5c4"),
            BoxIndexer("r1c3"),
            BoxIndexer("r6c5"),
            BoxIndexer("r1c5"),
            BoxIndexer("r4c3"),
        ),
        aliases=("box index",),
        proposer=where_it_holds(BoxIndexer),
    ),
)
