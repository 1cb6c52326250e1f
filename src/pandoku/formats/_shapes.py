"""Turn regions and sets of cells in the files of other programs into houses and constraints.

In a grid of order n, a region or set of n cells becomes a house. A smaller region or set becomes an
`AllDifferent` constraint.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from pandoku.constraints import AllDifferent
from pandoku.formats.json.values import BadValueError
from pandoku.model import Constraint, Geometry, default_box


def shape_of(
    order: int, regions: Sequence[Hashable | None], sets: Iterable[Iterable[int]] = ()
) -> tuple[Geometry, list[Constraint]]:
    """Return the geometry, and an `AllDifferent` for each region or set smaller than a house.

    Args:
        order: The order of the grid.
        regions: For each cell, a value that identifies its region, or None if the cell is in no
            region.
        sets: Sets of cells that cannot repeat a digit.

    Raises:
        BadValueError: A region or set has more cells than there are digits.
    """
    by_region: dict[Hashable, list[int]] = {}
    for cell, region in enumerate(regions):
        if region is not None:
            by_region.setdefault(region, []).append(cell)
    parts = list(by_region.values())
    groups = list(dict.fromkeys(tuple(sorted({*cells})) for cells in sets))
    box = _box_of(order, regions)
    numbers: tuple[int, ...] | None = None
    if box is None and len(parts) == order and all(len(part) == order for part in parts):
        numbers = _numbered(regions)
    elif box is None:
        groups = list(dict.fromkeys([*map(tuple, parts), *groups]))
    houses: list[tuple[int, ...]] = []
    constraints: list[Constraint] = []
    for group in groups:
        if len(group) > order:
            raise BadValueError(
                f"expected at most {order} cells with different digits, found {len(group)}"
            )
        if len(group) == order:
            houses.append(group)
        elif len(group) > 1:
            constraints.append(AllDifferent(group))
    both = [rising_diagonal(order), falling_diagonal(order)]
    diagonals = all(each in houses for each in both)
    extra = [house for house in houses if not (diagonals and house in both)]
    return Geometry(order, box, numbers, diagonals, tuple(extra)), constraints


def with_sets(
    geometry: Geometry, sets: Iterable[Iterable[int]]
) -> tuple[Geometry, list[Constraint]]:
    """Add sets of cells that cannot repeat a digit to a geometry.

    Returns:
        The new geometry and the constraints, as in `shape_of`.
    """
    n = geometry.order
    by_cell = {cell: at for at, cells in enumerate(regions_of(geometry)) for cell in cells}
    regions = [by_cell.get(cell) for cell in range(n * n)]
    diagonals = diagonals_of(n, geometry.diagonals, geometry.diagonals)
    return shape_of(n, regions, [*geometry.extra, *diagonals, *sets])


def regions_of(geometry: Geometry) -> list[tuple[int, ...]]:
    """Return the cells of each box or region, or [] for a grid that has neither."""
    return [house.cells for house in geometry.houses if house.kind in ("box", "region")]


def rising_diagonal(order: int) -> tuple[int, ...]:
    """Return the cells of the diagonal from lower left to upper right, in ascending order."""
    return tuple((order - 1) * at for at in range(1, order + 1)) if order > 1 else (0,)


def falling_diagonal(order: int) -> tuple[int, ...]:
    """Return the cells of the diagonal from upper left to lower right, in ascending order."""
    return tuple((order + 1) * at for at in range(order))


def diagonals_of(order: int, falling: bool, rising: bool) -> list[tuple[int, ...]]:
    """Return the falling diagonal, the rising diagonal, or both, in this order."""
    return [falling_diagonal(order)] * falling + [rising_diagonal(order)] * rising


def usual_regions(order: int) -> list[int | None]:
    """Return the number of each cell's default box, or a list of None in orders without boxes."""
    box = default_box(order)
    if box is None:
        return [None] * (order * order)
    return [*box_numbers(order, *box)]


def box_numbers(order: int, rows: int, columns: int) -> list[int]:
    """Return the number of each cell's box, where boxes have this number of rows and columns."""
    return [
        row // rows * rows + column // columns for row in range(order) for column in range(order)
    ]


def disjoint_groups(geometry: Geometry) -> Iterator[tuple[int, ...]]:
    """Yield each group of cells that have the same place in their boxes."""
    if geometry.box is not None:
        yield from zip(*regions_of(geometry), strict=True)


def _numbered(regions: Sequence[Hashable | None]) -> tuple[int, ...]:
    """Return each cell's region number. Regions are numbered in the order of their first cells."""
    numbers: dict[Hashable | None, int] = {}
    return tuple(numbers.setdefault(region, len(numbers)) for region in regions)


def _box_of(order: int, regions: Sequence[Hashable | None]) -> tuple[int, int] | None:
    """Return the height and width of the boxes, or None if the regions are not equal boxes."""
    if None in regions:
        return None
    numbers = _numbered(regions)
    columns = next((at for at in range(order) if numbers[at] != 0), order)
    if columns in (1, order) or order % columns:
        return None
    rows = order // columns
    return (rows, columns) if _numbered(box_numbers(order, rows, columns)) == numbers else None
