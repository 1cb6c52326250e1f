"""Geometry: the order, the boxes or regions, and the houses that follow from them.

Cells are numbered 0 .. order*order-1, row by row; users see them as r1c1.
A house is a set of *order* cells that holds each digit exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku.errors import PuzzleError
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from pandoku.model.grids import CellLike

__all__ = [
    "MAX_ORDER",
    "Geometry",
    "House",
    "cell_name",
    "default_box",
    "digits_of",
    "geometry_of",
    "windows_of",
]

MAX_ORDER = 36
_UNSAID: Any = ...  # no box and no regions were named


class House(NamedTuple):
    """A set of cells that holds each digit once.

    Attributes:
        kind: "row", "column", "box", "region", "diagonal" or "extra".
        number: 1-based among houses of its kind; boxes and regions in reading order.
        cells: The cells, ascending.
    """

    kind: str
    number: int
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name shown to users: "row 3", "window 1"."""
        return f"{self.noun} {self.number}"

    @property
    def noun(self) -> str:
        """What users call such a house: its kind; of an extra one, "window" or "extra house"."""
        if self.kind != "extra":
            return self.kind
        n = len(self.cells)
        rows, columns = {cell // n for cell in self.cells}, {cell % n for cell in self.cells}
        is_block = len(rows) * len(columns) == n and 1 < len(rows) < n
        is_solid = all(max(lines) - min(lines) < len(lines) for lines in (rows, columns))
        return "window" if is_block and is_solid else "extra house"


def default_box(order: int) -> tuple[int, int] | None:
    """Return the usual box (rows, columns) of an order: the squarest one with rows <= columns.

    Prime orders and 1 have none: their puzzles are Latin squares.

    >>> default_box(9), default_box(6), default_box(7)
    ((3, 3), (2, 3), None)
    """
    best = max((r for r in range(1, isqrt(max(order, 0)) + 1) if order % r == 0), default=1)
    return (best, order // best) if best > 1 else None


def windows_of(order: int) -> tuple[tuple[int, ...], ...]:
    """Return the windows of a windoku: squares the size of a box, a cell from each other.

    Raises:
        PuzzleError: The order is out of range, its boxes are not square, or there is no room for a
            window.

    >>> windows_of(4)
    ((5, 6, 9, 10),)
    """
    _require_order(order)
    side = isqrt(order)
    if side * side != order or side < 2:
        raise PuzzleError(f"expected an order with square boxes for windows, found {order}")
    starts = range(1, order - side, side + 1)
    return tuple(
        tuple((top + row) * order + left + column for row in range(side) for column in range(side))
        for top in starts
        for left in starts
    )


@dataclass(frozen=True, slots=True)
class Geometry:
    """The shape of a puzzle: everything that does not depend on its digits.

    Attributes:
        order: The n of n x n, 1 to 36; digits are 1..n.
        box: (rows, columns) of a box with rows * columns == order, or None for none. It has to be
            said where an order has a default box and there are no regions: `Geometry.sudoku(6)` has
            boxes, `Geometry.latin(6)` has none. A box of one row or one column adds no house, so it
            becomes None.
        regions: For a jigsaw, the region number of every cell, row-major; n regions of
            n cells. They are renumbered 0, 1, ... in order of first appearance.
        diagonals: True if both main diagonals are houses.
        extra: Further houses, each a set of n cells (kept ascending).

    Raises:
        PuzzleError: The parts do not fit together; the message says which.

    >>> Geometry(4, box=(2, 2)).houses[8]
    House(kind='box', number=1, cells=(0, 1, 4, 5))
    """

    order: int
    box: tuple[int, int] | None = _UNSAID
    regions: tuple[int, ...] | None = None
    diagonals: bool = False
    extra: tuple[tuple[int, ...], ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        order = self.order
        _require_order(order)
        if self.box is _UNSAID:
            _require_no_default(order, self.regions)
            object.__setattr__(self, "box", None)
        elif self.box is not None:
            object.__setattr__(self, "box", _checked_box(order, self.box))
        if self.regions is not None:
            if self.box is not None:
                raise PuzzleError("a puzzle has boxes or jigsaw regions, not both")
            object.__setattr__(self, "regions", _checked_regions(order, self.regions))
        houses = enumerate(_houses_in(order, self.extra), 1)
        extra = tuple(_checked_house(order, number, house) for number, house in houses)
        object.__setattr__(self, "extra", extra)
        object.__setattr__(self, "diagonals", bool(self.diagonals))
        # The hash is cached because houses, sight and the core's layouts are constantly looked up
        # by geometry. None is replaced by (): before Python 3.12 hash(None) differs between
        # processes, and a pickled geometry keeps its hash.
        parts = (order, self.box or (), self.regions or (), self.diagonals, self.extra)
        object.__setattr__(self, "_hash", hash(parts))

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def sudoku(
        cls,
        order: int,
        box: tuple[int, int] | None = None,
        *,
        diagonals: bool = False,
        windows: bool = False,
        extra: Iterable[Iterable[CellLike]] = (),
    ) -> Geometry:
        """Return a geometry with boxes.

        Args:
            order: 1 to 36.
            box: (rows, columns) of a box; None means the usual one (see `default_box`). A prime
                order has none and is a Latin square.
            diagonals: Whether both main diagonals are houses.
            windows: Whether the windows of a windoku are houses (see `windows_of`).
            extra: Further houses, each of *order* cells: numbers, pairs or names (see `CellLike`).

        Raises:
            PuzzleError: The parts do not fit together; the message says which.

        >>> Geometry.sudoku(6), Geometry.sudoku(6, (3, 2), diagonals=True)
        (Geometry(6x6, boxes 2x3), Geometry(6x6, boxes 3x2, diagonals))
        """
        _require_order(order)
        houses = (*_houses_in(order, extra), *(windows_of(order) if windows else ()))
        usual = _sudoku(order)
        if box is None and not (diagonals or houses):
            return usual
        return cls(order, usual.box if box is None else box, None, diagonals, houses)

    @classmethod
    def latin(
        cls, order: int, *, diagonals: bool = False, extra: Iterable[Iterable[CellLike]] = ()
    ) -> Geometry:
        """Return a geometry without boxes: rows and columns only, as in Calcudoku and KenKen.

        Args:
            order: 1 to 36.
            diagonals: Whether both main diagonals are houses.
            extra: Further houses, each of *order* cells: numbers, pairs or names (see `CellLike`).

        Raises:
            PuzzleError: The parts do not fit together; the message says which.

        >>> Geometry.latin(6)
        Geometry(6x6)
        """
        return cls(order, None, None, diagonals, _houses_in(order, extra))

    @property
    def n_cells(self) -> int:
        """The number of cells: order * order."""
        return self.order * self.order

    @property
    def all_mask(self) -> int:
        """The mask of all digits: bit d-1 is digit d."""
        return (1 << self.order) - 1

    @property
    def houses(self) -> tuple[House, ...]:
        """Rows, columns, boxes or regions, diagonals, extra houses, in this order."""
        return _houses(self)

    @property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For every cell, the indices into `houses` of the houses that contain it."""
        return _houses_of(self)

    def name(self, cell: int) -> str:
        """Return the name of a cell as shown to users.

        Raises:
            PuzzleError: There is no such cell.

        >>> Geometry.sudoku(9).name(80)
        'r9c9'
        """
        return cell_name(self.order, cell)

    def names(self, cells: Iterable[int]) -> str:
        """Return the names of several cells, separated by spaces."""
        return " ".join(cell_name(self.order, cell) for cell in cells)

    def __repr__(self) -> str:
        return f"Geometry({self.describe()})"

    def describe(self) -> str:
        """Return the shape in words: "9x9, boxes 3x3, diagonals"."""
        parts = [f"{self.order}x{self.order}"]
        if self.box is not None:
            parts.append(f"boxes {self.box[0]}x{self.box[1]}")
        if self.regions is not None:
            parts.append("jigsaw regions")
        if self.diagonals:
            parts.append("diagonals")
        if self.extra:
            parts.append(f"{len(self.extra)} extra house{'s' * (len(self.extra) != 1)}")
        return ", ".join(parts)


def geometry_of(order: int, has_cages: bool) -> Geometry:
    """Return the geometry that an order stands for when nothing else is said.

    Raises:
        PuzzleError: The order is out of range; or there are cages, and the order has boxes: then a
            Killer and a KenKen would be told apart by nothing.
    """
    _require_order(order)
    box = default_box(order)
    if has_cages and box is not None:
        raise PuzzleError(
            f"expected the kind of a puzzle with cages, found only its order {order}; write "
            f"Puzzle.killer({order}, cages) for a Killer with boxes {box[0]}x{box[1]}, "
            f"Puzzle.kenken({order}, cages) for a KenKen without, or a Geometry for the order"
        )
    return Geometry.sudoku(order)


def _require_order(order: object) -> None:
    """Raise a PuzzleError unless there are grids of this order."""
    if type(order) is not int or not 1 <= order <= MAX_ORDER:
        raise PuzzleError(f"expected an order from 1 to {MAX_ORDER}, found {order!r}")


def cell_name(order: int, cell: int) -> str:
    """Return the name of a cell: r1c1 for cell 0, then row by row.

    Raises:
        PuzzleError: There is no such cell.
    """
    if not 0 <= cell < order * order:
        raise PuzzleError(f"expected a cell 0..{order * order - 1}, found {cell!r}")
    return f"r{cell // order + 1}c{cell % order + 1}"


def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask (bit d-1 is digit d), ascending.

    >>> digits_of(0b10110)
    (2, 3, 5)
    """
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1)


def _require_no_default(order: int, regions: tuple[int, ...] | None) -> None:
    if regions is None and (box := default_box(order)) is not None:
        raise PuzzleError(
            f"expected order {order} with or without boxes, found neither; write "
            f"Geometry.sudoku({order}) for boxes {box[0]}x{box[1]} or Geometry.latin({order}) "
            "for none"
        )


def _checked_box(order: int, box: tuple[int, int]) -> tuple[int, int] | None:
    sides = parts_of(box)
    if sides is None or len(sides) != 2 or any(type(n) is not int or n < 1 for n in sides):
        raise PuzzleError(f"expected a box of (rows, columns), found {box!r:.60}")
    box = sides
    if box[0] * box[1] != order:
        raise PuzzleError(
            f"a box of order {order} has {order} cells, found {box[0]}x{box[1]} = {box[0] * box[1]}"
        )
    return None if 1 in box else box


def _checked_regions(order: int, regions: tuple[int, ...]) -> tuple[int, ...]:
    if not isinstance(regions, Sequence):
        raise PuzzleError(f"expected regions as a number for each cell, found {regions!r:.60}")
    if len(regions) != order * order:
        raise PuzzleError(
            f"regions of order {order} name {order * order} cells, found {len(regions)}"
        )
    numbers: dict[int, int] = {}
    renumbered = tuple(numbers.setdefault(region, len(numbers)) for region in regions)
    if len(numbers) != order:
        raise PuzzleError(f"expected {order} regions, found {len(numbers)}")
    for region in range(order):
        if (found := renumbered.count(region)) != order:
            raise PuzzleError(f"region {region + 1}: expected {order} cells, found {found}")
    return renumbered


def _houses_in(order: int, extra: Any) -> tuple[tuple[int, ...], ...]:
    """Return extra houses as numbers of cells, which may have any form of `CellLike`."""
    listed = None if isinstance(extra, str) else parts_of(extra)
    if listed is None or any(as_whole(each) is not None for each in listed):
        raise PuzzleError(f"expected extra houses, each a list of cells, found {extra!r:.60}")
    return tuple(_cells_in(order, number, house) for number, house in enumerate(listed, 1))


def _cells_in(order: int, number: int, house: Any) -> tuple[int, ...]:
    from pandoku.model.grids import cells_of  # which is built on this file

    parts = None if isinstance(house, str) else parts_of(house)
    if parts is not None:
        numbers = tuple(map(as_whole, parts))
        if None not in numbers:
            return numbers  # type: ignore[return-value]  # `_checked_house` sees to the range
    try:
        return cells_of(order, house if parts is None else parts)
    except PuzzleError as error:
        raise PuzzleError(f"extra house {number}: {error.reason}") from None


def _checked_house(order: int, number: int, cells: tuple[int, ...]) -> tuple[int, ...]:
    unique = sorted(set(cells))
    if len(unique) != order or len(cells) != order:
        raise PuzzleError(f"extra house {number}: expected {order} cells, found {len(unique)}")
    if unique[0] < 0 or unique[-1] >= order * order:
        raise PuzzleError(f"extra house {number}: a cell lies outside the grid")
    return tuple(unique)


@lru_cache(maxsize=64)
def _sudoku(order: int) -> Geometry:
    return Geometry(order, default_box(order))


@lru_cache(maxsize=64)
def _houses(geometry: Geometry) -> tuple[House, ...]:
    n = geometry.order
    houses = [House("row", r + 1, tuple(range(r * n, r * n + n))) for r in range(n)]
    houses += [House("column", c + 1, tuple(range(c, n * n, n))) for c in range(n)]
    if geometry.box is not None:
        rows, columns = geometry.box
        across = n // columns
        boxes: list[list[int]] = [[] for _ in range(n)]
        for cell in range(n * n):
            boxes[(cell // n // rows) * across + cell % n // columns].append(cell)
        houses += [House("box", i, tuple(cells)) for i, cells in enumerate(boxes, 1)]
    if geometry.regions is not None:
        regions: list[list[int]] = [[] for _ in range(n)]
        for cell, region in enumerate(geometry.regions):
            regions[region].append(cell)
        houses += [House("region", i, tuple(cells)) for i, cells in enumerate(regions, 1)]
    if geometry.diagonals:
        falling = tuple(range(0, n * n, n + 1))
        rising = tuple(range(n - 1, n * n - 1, n - 1)) if n > 1 else (0,)
        houses += [House("diagonal", 1, falling), House("diagonal", 2, rising)]
    houses += [House("extra", i, cells) for i, cells in enumerate(geometry.extra, 1)]
    return tuple(houses)


@lru_cache(maxsize=64)
def _houses_of(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    lists: list[list[int]] = [[] for _ in range(geometry.n_cells)]
    for index, house in enumerate(_houses(geometry)):
        for cell in house.cells:
            lists[cell].append(index)
    return tuple(map(tuple, lists))
