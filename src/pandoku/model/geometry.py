"""Geometries: the order of a grid, its boxes or regions, and the resulting houses.

Cells are numbered 0 .. order*order-1, row by row. Users see them as r1c1. A house is a set of
*order* cells that contains each digit exactly once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku.errors import PuzzleError
from pandoku.model.frozen import made_again
from pandoku.model.houses import (
    MAX_ORDER,
    checked_name,
    default_box,
    house_phrase,
    known_names,
    named_set,
    noun_of,
    plural,
)
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from pandoku.model.grids import HousesLike

__all__ = [
    "MAX_ORDER",
    "Geometry",
    "House",
    "cell_name",
    "connected_cells",
    "default_box",
    "digits_of",
    "geometry_of",
    "sight_of",
]

_UNSAID: Any = ...  # the default of *box*, which is not a valid box
_MOST_NAMED = 4  # maximum number of kinds of extra houses in a description
_A_CELL = re.compile(r"\s*[rR][0-9]")


class House(NamedTuple):
    """A set of cells that contains each digit once.

    Attributes:
        kind: "row", "column", "box", "region", "diagonal" or "extra".
        number: Number of the house among houses of the same kind, from 1. Boxes and regions are
            numbered in reading order.
        cells: The cells, ascending.
        name: Name shown to users: "row 3", "main diagonal", "window 2".
    """

    kind: str
    number: int
    cells: tuple[int, ...]
    name: str

    @property
    def noun(self) -> str:
        """The name without its number: "row", "main diagonal", "window"."""
        return noun_of(self.name)[0]

    @property
    def phrase(self) -> str:
        """The name in a sentence: "row 3", "the main diagonal"."""
        return house_phrase(self.name)


@dataclass(frozen=True, slots=True)
class Geometry:
    """The shape of a puzzle: the order of the grid, and the houses.

    Attributes:
        order: The n of an n x n grid, 1 to 36. Digits are 1..n.
        box: (rows, columns) of a box, where rows * columns == order. None means no boxes. The
            argument is required if the order has a default box and there are no regions.
            `Geometry.sudoku(6)` has boxes without this argument, and `Geometry.latin(6)` has no
            boxes. If a box is a complete row or column, it becomes None.
        regions: The region number of each cell of a jigsaw, row-major: n regions of n cells.
            Regions are renumbered 0, 1, ... in order of first appearance.
        diagonals: True if both main diagonals are houses.
        extra: The cells of each additional house, n cells in ascending order. The constructor
            accepts houses in any form of `HousesLike`.
        extra_names: The name of each extra house. The default is the name of a known house with the
            same cells (see `HOUSE_SETS`), or a name such as "extra house 1". Geometries whose extra
            houses have different names are not equal.

    Raises:
        PuzzleError: The parts do not fit together. The message names the parts.

    >>> Geometry(4, box=(2, 2)).houses[8]
    House(kind='box', number=1, cells=(0, 1, 4, 5), name='box 1')
    """

    order: int
    box: tuple[int, int] | None = _UNSAID
    regions: tuple[int, ...] | None = None
    diagonals: bool = False
    extra: tuple[tuple[int, ...], ...] = ()
    extra_names: tuple[str, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    if TYPE_CHECKING:
        # The constructor converts arguments of other types, so its annotations differ from the
        # attributes.
        def __init__(
            self,
            order: int,
            box: tuple[int, int] | None = ...,
            regions: tuple[int, ...] | None = None,
            diagonals: bool = False,
            extra: HousesLike = (),
            extra_names: Iterable[str] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        order = self.order
        _require_order(order)
        if self.box is _UNSAID:
            if self.regions is None and (usual := default_box(order)) is not None:
                raise PuzzleError(
                    f"expected order {order} with or without boxes, found neither; write "
                    f"Geometry.sudoku({order}) for boxes {usual[0]}x{usual[1]} or "
                    f"Geometry.latin({order}) for no boxes"
                )
            object.__setattr__(self, "box", None)
        elif self.box is not None:
            object.__setattr__(self, "box", _checked_box(order, self.box))
        if self.regions is not None:
            if self.box is not None:
                raise PuzzleError("a puzzle has boxes or jigsaw regions, not both")
            object.__setattr__(self, "regions", _checked_regions(order, self.regions))
        extra, names = _extra_houses(order, self.box, self.extra, self.extra_names)
        object.__setattr__(self, "extra", extra)
        object.__setattr__(self, "extra_names", names)
        object.__setattr__(self, "diagonals", bool(self.diagonals))
        # The hash is cached because the geometry is a key of frequently used caches: for houses,
        # for sight, and for layouts of the core. The cached hash is pickled, so it must be the same
        # in all processes. Therefore the hash ignores names, because hashes of texts are random,
        # and avoids None, whose hash varies before Python 3.12.
        parts = (order, self.box or (), self.regions or (), self.diagonals, self.extra)
        object.__setattr__(self, "_hash", hash(parts))

    def __hash__(self) -> int:
        return self._hash

    __reduce__ = made_again

    @classmethod
    def sudoku(
        cls,
        order: int,
        box: tuple[int, int] | None = None,
        *,
        diagonals: bool = False,
        windows: bool = False,
        extra: HousesLike = (),
    ) -> Geometry:
        """Return a geometry with boxes.

        Args:
            order: 1 to 36.
            box: (rows, columns) of a box; None means the usual box (see `default_box`). A prime
                order has no boxes and is a Latin square.
            diagonals: Whether both main diagonals are houses.
            windows: Whether the windows of a windoku are houses, as with ``extra="windoku"``.
            extra: Additional houses: the name of a set of houses or a list of names (see
                `HOUSE_SETS`), a mapping of names to cells, or lists of *order* cells: numbers,
                pairs or names (see `CellLike`).

        Raises:
            PuzzleError: The parts do not fit together. The message names the parts.

        >>> Geometry.sudoku(6), Geometry.sudoku(6, (3, 2), diagonals=True)
        (Geometry(6x6, boxes 2x3), Geometry(6x6, boxes 3x2, diagonals))
        """
        _require_order(order)
        usual = _sudoku(order)
        houses = _listed(extra)
        if windows:
            houses = (*houses, "windoku")
        if box is None and not (diagonals or houses):
            return usual
        return cls(order, usual.box if box is None else box, None, diagonals, houses)

    def with_houses(self, houses: HousesLike, has_diagonals: bool = False) -> Geometry:
        """Return the geometry with additional houses.

        Args:
            houses: The houses, as in `sudoku`.
            has_diagonals: Whether both diagonals become houses.

        Raises:
            PuzzleError: The houses are bad, or do not fit the order.

        >>> Geometry.sudoku(9).with_houses("windoku").describe()
        '9x9, boxes 3x3, 4 windows'
        """
        added = _listed(houses)
        if not added and not has_diagonals:
            return self
        present = ({name: each} for name, each in zip(self.extra_names, self.extra, strict=True))
        return Geometry(
            self.order,
            self.box,
            self.regions,
            self.diagonals or has_diagonals,
            (*present, *added),
        )

    @classmethod
    def latin(cls, order: int, *, diagonals: bool = False, extra: HousesLike = ()) -> Geometry:
        """Return a geometry without boxes, as in Calcudoku and KenKen.

        Args:
            order: 1 to 36.
            diagonals: Whether both main diagonals are houses.
            extra: Additional houses, as in `sudoku`.

        Raises:
            PuzzleError: The parts do not fit together. The message names the parts.

        >>> Geometry.latin(6)
        Geometry(6x6)
        """
        return cls(order, None, None, diagonals, extra)

    @property
    def n_cells(self) -> int:
        """The number of cells, order * order."""
        return self.order * self.order

    @property
    def all_mask(self) -> int:
        """The mask of all digits: bit d-1 is digit d."""
        return (1 << self.order) - 1

    @property
    def houses(self) -> tuple[House, ...]:
        """All houses, in the order: rows, columns, boxes or regions, diagonals, extra houses."""
        return _houses(self)

    @property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """The houses of each cell, as indices into `houses`."""
        return _houses_of(self)

    def name(self, cell: int) -> str:
        """Return the name of a cell for users.

        Raises:
            PuzzleError: There is no such cell.

        >>> Geometry.sudoku(9).name(80)
        'r9c9'
        """
        return cell_name(self.order, cell)

    def names(self, cells: Iterable[int]) -> str:
        """Return the names of cells, separated by spaces."""
        return " ".join(cell_name(self.order, cell) for cell in cells)

    def __repr__(self) -> str:
        return f"Geometry({self.describe()})"

    def describe(self) -> str:
        """Return a description of the shape.

        >>> Geometry.sudoku(9, extra="windoku").describe()
        '9x9, boxes 3x3, 4 windows'
        """
        parts = [f"{self.order}x{self.order}"]
        if self.box is not None:
            parts.append(f"boxes {self.box[0]}x{self.box[1]}")
        if self.regions is not None:
            parts.append("jigsaw regions")
        if self.diagonals:
            parts.append("diagonals")
        counts: dict[str, int] = {}
        for noun, number in map(noun_of, self.extra_names):
            counts[noun] = counts.get(noun, 0) + bool(number)
        if len(counts) > _MOST_NAMED:
            counts = {"extra house": len(self.extra)}
        parts += [
            f"{count} {noun if count == 1 else plural(noun)}" if count else noun
            for noun, count in counts.items()
        ]
        return ", ".join(parts)


def geometry_of(order: int, has_cages: bool) -> Geometry:
    """Return the default geometry of an order.

    Raises:
        PuzzleError: The order is out of range. Also raised if there are cages and the order has
            boxes, because the puzzle could be a Killer or a KenKen.
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
    """Raise PuzzleError unless an order is from 1 to 36."""
    if type(order) is not int or not 1 <= order <= MAX_ORDER:
        raise PuzzleError(f"expected an order from 1 to {MAX_ORDER}, found {order!r}")


def cell_name(order: int, cell: int) -> str:
    """Return the name of a cell: "r1c1" for cell 0, then row by row.

    Raises:
        PuzzleError: There is no such cell.
    """
    if not 0 <= cell < order * order:
        raise PuzzleError(f"expected a cell 0..{order * order - 1}, found {cell!r}")
    return f"r{cell // order + 1}c{cell % order + 1}"


def connected_cells(cells: set[int], n: int) -> list[tuple[int, ...]]:
    """Return the groups of cells that are connected by their sides, each group ascending.

    >>> connected_cells({0, 1, 4, 15}, 4)
    [(0, 1, 4), (15,)]
    """
    groups, left = [], {*cells}
    while left:
        group, open_cells = set[int](), [min(left)]
        while open_cells:
            cell = open_cells.pop()
            if cell not in left:
                continue
            left.remove(cell)
            group.add(cell)
            open_cells += [cell - n, cell + n]
            open_cells += [cell - 1] * (cell % n > 0) + [cell + 1] * (cell % n < n - 1)
        groups.append(tuple(sorted(group)))
    return groups


@lru_cache(maxsize=1 << 12)  # cached because searches use the same masks again and again
def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask (bit d-1 is digit d), ascending.

    >>> digits_of(0b10110)
    (2, 3, 5)
    """
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1)


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


def _extra_houses(
    order: int, box: tuple[int, int] | None, extra: Any, names: Any
) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Return the cells of extra houses, and their names."""
    found = list(_named_cells(order, box, _listed(extra)))
    said = None if isinstance(names, str) else parts_of(names)
    if said is None or (said and len(said) != len(found)):
        raise PuzzleError(f"expected a name for each of {len(found)} houses, found {names!r:.60}")
    if said:
        if any(name is not None for name, _ in found):
            raise PuzzleError("expected names of houses in extra or in extra_names, found both")
        found = [(name, cells) for name, (_, cells) in zip(said, found, strict=True)]
    if not found:
        return (), ()
    cells = tuple(
        _checked_house(order, _where(number, name), cells)
        for number, (name, cells) in enumerate(found, 1)
    )
    return cells, _names_for(order, box, [name for name, _ in found], cells)


def _listed(extra: Any) -> tuple[Any, ...]:
    """Return extra houses as a tuple. An item is a name of a set, a mapping or a list of cells."""
    if isinstance(extra, str | Mapping):
        return (extra,)
    listed = parts_of(extra)
    if listed is None or any(as_whole(each) is not None for each in listed):
        raise PuzzleError(
            f"expected extra houses, each a name or a list of cells, found {extra!r:.60}"
        )
    return listed


def _named_cells(
    order: int, box: tuple[int, int] | None, listed: tuple[Any, ...]
) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield the name (or None) and the cells of each house. Houses may have any form."""
    number = 1
    for each in listed:
        found: Iterable[tuple[Any, Any]]
        if isinstance(each, str) and not _A_CELL.match(each):
            found = named_set(each).houses(order, box or default_box(order)).items()
        elif isinstance(each, House):
            found = [(each.name, each.cells)]
        else:
            found = each.items() if isinstance(each, Mapping) else [(None, each)]
        for name, cells in found:
            yield name, _cells_in(order, _where(number, name), cells)
            number += 1


def _where(number: int, name: object) -> str:
    return f"extra house {number}" + ("" if name is None else f", {name!r:.60}")


def _cells_in(order: int, where: str, house: Any) -> tuple[int, ...]:
    from pandoku.model.grids import cells_of  # imported here because `grids` imports this module

    parts = None if isinstance(house, str) else parts_of(house)
    if parts is not None:
        numbers = tuple(map(as_whole, parts))
        if None not in numbers:
            return numbers  # type: ignore[return-value]  # `_checked_house` sees to the range
    try:
        return cells_of(order, house if parts is None else parts)
    except PuzzleError as error:
        raise PuzzleError(f"{where}: {error.reason}") from None


def _checked_house(order: int, where: str, cells: tuple[int, ...]) -> tuple[int, ...]:
    unique = sorted(set(cells))
    if len(unique) != order or len(cells) != order:
        raise PuzzleError(f"{where}: expected {order} cells, found {len(unique)}")
    if unique[0] < 0 or unique[-1] >= order * order:
        raise PuzzleError(f"{where}: expected cells inside the grid, found one outside")
    return tuple(unique)


def _names_for(
    order: int,
    box: tuple[int, int] | None,
    names: list[Any],
    houses: tuple[tuple[int, ...], ...],
) -> tuple[str, ...]:
    """Return a name for each extra house. None is replaced by a default name."""
    taken: set[str] = set()
    for at, name in enumerate(names):
        if name is not None:
            names[at] = checked_name(name, f"extra house {at + 1}", taken)
            taken.add(names[at])
    known = known_names(order, box or default_box(order), houses) if None in names else {}
    for at, cells in enumerate(houses):
        if names[at] is None:
            choices = chain([known.get(cells)], map("extra house {}".format, count(at + 1)))
            names[at] = next(name for name in choices if name and name not in taken)
            taken.add(names[at])
    return tuple(names)


@lru_cache(maxsize=64)
def _sudoku(order: int) -> Geometry:
    return Geometry(order, default_box(order))


@lru_cache(maxsize=64)
def _houses(geometry: Geometry) -> tuple[House, ...]:
    n = geometry.order
    houses = [_house("row", r + 1, range(r * n, r * n + n)) for r in range(n)]
    houses += [_house("column", c + 1, range(c, n * n, n)) for c in range(n)]
    if geometry.box is not None:
        rows, columns = geometry.box
        across = n // columns
        boxes: list[list[int]] = [[] for _ in range(n)]
        for cell in range(n * n):
            boxes[(cell // n // rows) * across + cell % n // columns].append(cell)
        houses += [_house("box", i, cells) for i, cells in enumerate(boxes, 1)]
    if geometry.regions is not None:
        regions: list[list[int]] = [[] for _ in range(n)]
        for cell, region in enumerate(geometry.regions):
            regions[region].append(cell)
        houses += [_house("region", i, cells) for i, cells in enumerate(regions, 1)]
    if geometry.diagonals:
        falling = tuple(range(0, n * n, n + 1))
        rising = tuple(range(n - 1, n * n - 1, n - 1)) if n > 1 else (0,)
        houses.append(House("diagonal", 1, falling, "main diagonal"))
        houses.append(House("diagonal", 2, rising, "anti-diagonal"))
    named = zip(geometry.extra, geometry.extra_names, strict=True)
    houses += [House("extra", i, *each) for i, each in enumerate(named, 1)]
    return tuple(houses)


def _house(kind: str, number: int, cells: Iterable[int]) -> House:
    return House(kind, number, tuple(cells), f"{kind} {number}")


@lru_cache(maxsize=64)
def _houses_of(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    lists: list[list[int]] = [[] for _ in range(geometry.n_cells)]
    for index, house in enumerate(_houses(geometry)):
        for cell in house.cells:
            lists[cell].append(index)
    return tuple(map(tuple, lists))


@lru_cache(maxsize=64)
def sight_of(
    geometry: Geometry, groups: tuple[tuple[int, ...], ...] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the cells that each cell sees, ascending.

    Two cells see each other if a house or a group contains both.

    Args:
        geometry: The geometry with its houses.
        groups: Other groups of cells with different digits, such as cages without repeats.

    >>> sight_of(Geometry.latin(3), ((0, 4),))[0]
    (1, 2, 3, 4, 6)
    """
    n_cells = geometry.n_cells
    seen: list[set[int]] = [set() for _ in range(n_cells)]
    for group in chain((house.cells for house in geometry.houses), groups):
        cells = [cell for cell in group if 0 <= cell < n_cells]  # `problems` reports other cells
        for cell in cells:
            seen[cell].update(cells)
    return tuple(tuple(sorted(each - {cell})) for cell, each in enumerate(seen))
