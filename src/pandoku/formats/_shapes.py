"""Turn the regions and sets of cells of other programs into houses and constraints.

A region or set of n cells is a house. A smaller one becomes a constraint that its digits differ.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from pandoku.constraints import AllDifferent
from pandoku.formats.json.values import BadValueError
from pandoku.model import Constraint, Geometry, default_box


def shape_of(
    order: int, regions: Sequence[Hashable | None], sets: Iterable[Iterable[int]] = ()
) -> tuple[Geometry, list[Constraint]]:
    """Return the geometry, and a constraint for each region or set of fewer than n cells.

    Args:
        order: The order of the grid.
        regions: The region of each cell, named by any hashable value, or None for a cell outside
            all regions.
        sets: Sets of cells that cannot repeat a digit.

    Raises:
        BadValueError: A set has more cells than there are digits.
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
    """Add sets of cells that cannot repeat a digit to a geometry. Return the same as `shape_of`."""
    n = geometry.order
    regions: list[int | None] = [None] * (n * n)
    for at, house in enumerate(geometry.houses):
        for cell in house.cells if house.kind in ("box", "region") else ():
            regions[cell] = at
    diagonals = [rising_diagonal(n), falling_diagonal(n)] if geometry.diagonals else []
    return shape_of(n, regions, [*geometry.extra, *diagonals, *sets])


def rising_diagonal(order: int) -> tuple[int, ...]:
    """Return the diagonal from the lower left to the upper right, ascending."""
    return tuple((order - 1) * at for at in range(1, order + 1)) if order > 1 else (0,)


def falling_diagonal(order: int) -> tuple[int, ...]:
    """Return the diagonal from the upper left to the lower right, ascending."""
    return tuple((order + 1) * at for at in range(order))


def usual_regions(order: int) -> list[int | None]:
    """Return the number of each cell's usual box, row by row, or None in orders without boxes."""
    box = default_box(order)
    if box is None:
        return [None] * (order * order)
    rows, columns = box
    return [
        row // rows * (order // columns) + column // columns
        for row in range(order)
        for column in range(order)
    ]


def disjoint_groups(geometry: Geometry) -> Iterator[tuple[int, ...]]:
    """Yield each group of cells that have the same place in their boxes."""
    if geometry.box is None:
        return
    boxes = [house.cells for house in geometry.houses if house.kind == "box"]
    yield from zip(*boxes, strict=True)


def _numbered(regions: Sequence[Hashable | None]) -> tuple[int, ...]:
    """Return a number for each region. Regions are numbered in the order of their first cells."""
    numbers: dict[Hashable | None, int] = {}
    return tuple(numbers.setdefault(region, len(numbers)) for region in regions)


def _box_of(order: int, regions: Sequence[Hashable | None]) -> tuple[int, int] | None:
    """Return the numbers of rows and columns in a box, or None if the regions are not boxes."""
    if None in regions:
        return None
    numbers = _numbered(regions)
    columns = next((at for at in range(order) if numbers[at] != 0), order)
    if columns in (1, order) or order % columns:
        return None
    rows = order // columns
    boxes = [
        row // rows * rows + column // columns for row in range(order) for column in range(order)
    ]
    return (rows, columns) if _numbered(boxes) == numbers else None
