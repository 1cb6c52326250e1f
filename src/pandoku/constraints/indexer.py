"""Indexers: a digit says where in its row, column or box the number of its place stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Pairs, Puzzle, Tile, center_of
from pandoku.model.constraint import CellsLike, cell_defects

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


class _Indexer(Constraint):
    """Cells that point into a line of cells, each from its own place there.

    A cell in place p with the digit v says that place v of the line holds p. A line has as many
    places as there are digits, so every digit points at a cell.
    """

    __slots__ = ()
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike

    def heading(self) -> str:
        """Return its kind, in the plural for several cells."""
        return f"{self.NAME}s" if len(self.cells) > 1 else self.NAME

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells."""
        yield from cell_defects(self.cells, geometry)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return, for each digit and place, a relation of the cells and those they point at."""
        pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for cell in self.cells:
            line = self._line(cell, puzzle.geometry)
            place = line.index(cell) + 1
            for digit, other in enumerate(line, 1):
                if other != cell:  # a cell that points at itself holds its place
                    pairs.setdefault((digit, place), []).append((cell, other))
        return tuple(
            Pairs(_pointing(puzzle.order, *key), tuple(found)) for key, found in pairs.items()
        )

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each cell points at the number of its place."""
        for cell in self.cells:
            line = self._line(cell, puzzle.geometry)
            if digits[line[digits[cell] - 1]] != line.index(cell) + 1:
                return False
        return True

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return its cells, filled, with the first letter of its kind."""
        points = tuple(center_of(cell, geometry.order) for cell in self.cells)
        return (Tile("index", points, text=self.NAME[0].upper()),)

    def _line(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        """Return the cells that a cell may point at; place 1 is the first."""
        raise NotImplementedError


class _LineIndexer(_Indexer):
    """An indexer whose line is a row or a column of the grid."""

    __slots__ = ()

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule elsewhere, if places move as the digits change."""
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
    """Cells that say in which row of their column the number of their own row stands.

    A cell in row r with the digit v: row v of the same column holds r.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "row indexer"

    cells: CellsLike

    def _of(self, cell: int, n: int) -> tuple[int, ...]:
        return tuple(range(cell % n, n * n, n))


@dataclass(frozen=True, slots=True)
class ColumnIndexer(_LineIndexer):
    """Cells that say in which column of their row the number of their own column stands.

    A cell in column c with the digit v: column v of the same row holds c.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "column indexer"

    cells: CellsLike

    def _of(self, cell: int, n: int) -> tuple[int, ...]:
        return tuple(range(cell - cell % n, cell - cell % n + n))


@dataclass(frozen=True, slots=True)
class BoxIndexer(_Indexer):
    """Cells that say in which place of their box the number of their own place stands.

    Places are counted in reading order, from 1; regions of other forms count as boxes.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "box indexer"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or that there are no boxes."""
        yield from _Indexer.defects(self, geometry)
        if geometry.box is None and geometry.regions is None:
            yield "expected a grid with boxes, found none"

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule if nothing moves: places depend on the boxes, not only on cells."""
        stays = digits is None and all(to == cell for cell, to in enumerate(cells))
        return self if stays else None

    def _line(self, cell: int, geometry: Geometry) -> tuple[int, ...]:
        boxes = (house for house in geometry.houses if house.kind in ("box", "region"))
        return next(house.cells for house in boxes if cell in house.cells)


@lru_cache(maxsize=1024)
def _pointing(order: int, digit: int, place: int) -> tuple[int, ...]:
    """Return the table in which *digit* in the first cell demands *place* in the second."""
    every = (1 << order) - 1
    return tuple(1 << (place - 1) if each == digit else every for each in range(1, order + 1))


RULES = (
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
    ),
)
